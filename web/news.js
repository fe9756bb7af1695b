// SPDX-License-Identifier: Apache-2.0
// News of an event, as a server sends them: one stream for all tabs of a browser, which keeps six
// connections to an address and lets the seventh tab wait.  The same file is the module that pages
// import and the shared worker that has the streams; a browser without shared workers gives each
// page a stream of its own.
const NAMES = ["message", "beat", "offer"]; // of events; "beat" comes every 20 s
const ALIVE = 15000, GONE = 60000, STALE = 10000, PATIENCE = 3000;

// --- in the worker: streams by their address, and the pages that listen

const streams = new Map();

const drop = (address, port) => {
    const stream = streams.get(address);
    stream?.pages.delete(port);
    if (stream?.pages.size === 0) {
        stream.source.close();
        streams.delete(address);
    }
};

const open = (address, pages) => {
    const stream = { pages, source: new EventSource(address), heard: Date.now(), last: null };
    const pass = news => pages.forEach((_, port) => port.postMessage(news));
    for (const name of NAMES)
        stream.source.addEventListener(name, ({ data }) => {
            stream.heard = Date.now();
            stream.last = name === "message" ? data : stream.last;
            pass({ name, data });
        });
    stream.source.addEventListener("error", () => {
        const closed = stream.source.readyState === EventSource.CLOSED;
        if (closed && streams.get(address) === stream)
            streams.delete(address);
        pass({ name: "error", data: closed });
    });
    streams.set(address, stream);
    return stream;
};

const join = (address, port, fresh) => {
    let stream = streams.get(address);
    if (fresh && stream && Date.now() - stream.heard > STALE) {
        stream.source.close();
        stream = open(address, stream.pages);
    }
    stream ??= open(address, new Map());
    const known = stream.pages.has(port);
    stream.pages.set(port, Date.now());
    if (known)
        return;
    port.postMessage({ name: "here" });
    if (stream.last !== null && stream.source.readyState === EventSource.OPEN)
        port.postMessage({ name: "message", data: stream.last });
};

// A page that ends in a crash does not say so.
const sweep = () => streams.forEach(({ pages }, address) => pages.forEach((seen, port) => Date.now() - seen > GONE && drop(address, port)));

if (globalThis.SharedWorkerGlobalScope) {
    addEventListener("connect", ({ ports: [port] }) => {
        port.onmessage = ({ data: { address, leaves, fresh } }) => leaves ? drop(address, port) : join(address, port, fresh);
    });
    setInterval(sweep, ALIVE);
}

// --- in a page

const alone = (address, hear) => {
    const source = new EventSource(address);
    for (const name of NAMES)
        source.addEventListener(name, ({ data }) => hear[name]?.(data));
    source.addEventListener("error", () => hear.error(source.readyState === EventSource.CLOSED));
    return () => source.close();
};

// Call ${hear}.message, .beat and .offer with what ${address} sends, and .error with whether that was
// the end, until the one who asked closes it.  ${fresh}: what there is has been silent for long.
export const follow = (address, hear, fresh = false) => {
    let port = null, end = null;
    const together = () => {
        port = new SharedWorker("/news.js", { name: "limmat", type: "module" }).port;
        const say = more => port.postMessage({ address: new URL(address, location.href).href, ...more });
        const late = setTimeout(apart, PATIENCE), alive = setInterval(say, ALIVE);
        port.onmessage = ({ data: { name, data } }) => {
            clearTimeout(late);
            hear[name]?.(data);
        };
        say({ fresh });
        return () => {
            clearTimeout(late);
            clearInterval(alive);
            say({ leaves: true });
            port.onmessage = null;
        };
    };
    const apart = () => {
        end?.();
        end = alone(address, hear);
    };
    try {
        end = together();
    } catch {
        apart();
    }
    return { close: () => end() };
};
