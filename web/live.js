// SPDX-License-Identifier: Apache-2.0
// A page that a server makes follows by itself: what changed is put into its place, and nothing else is
// touched; it says as of when it is, and since when there is no connection.  Of a page of the desk's
// frame (without a stream of its own) only the latter: desk.js renews it, and says what it hears.
"use strict";
(() => {
    const { stream: address, asOf, lost: lostText } = document.currentScript.dataset;
    const AWAY = "p.fresh", EACH = 60000; // pages of an event that is run elsewhere say when that was heard
    const SILENCE = 50000, PATIENCE = 4000; // the server says every 20 s that it is there

    // --- what the server has sent, node by node beside what stands here, where scripts have been at work

    const places = new WeakMap();
    const beside = (sent, here) => {
        places.set(sent, here);
        sent.childNodes.forEach((child, i) => beside(child, here.childNodes[i]));
    };
    const PARTS = ["header", "main", "footer"];
    const partsOf = body => PARTS.map(name => body.querySelector(`:scope > ${name}`));
    const sent = document.body.cloneNode(true);
    if (address)
        beside(sent, document.body);

    const copyOf = fresh => {
        const kept = document.importNode(fresh, true), shown = kept.cloneNode(true);
        beside(kept, shown);
        return [kept, shown];
    };
    const replace = (old, fresh) => {
        const [kept, shown] = copyOf(fresh);
        places.get(old).replaceWith(shown);
        old.replaceWith(kept);
    };
    const add = (parent, fresh) => {
        const [kept, shown] = copyOf(fresh), last = parent.lastChild;
        if (last)
            places.get(last).after(shown);
        else
            places.get(parent).prepend(shown);
        parent.append(kept);
    };
    const drop = old => {
        places.get(old).remove();
        old.remove();
    };
    const put = (old, name, value) => {
        for (const node of [old, places.get(old)])
            value === null ? node.removeAttribute(name) : node.setAttribute(name, value);
    };

    // Make ${old} what ${fresh} is; what they have alike is not touched.
    const patch = (old, fresh) => {
        if (old.isEqualNode(fresh))
            return;
        if (old.nodeName !== fresh.nodeName)
            return replace(old, fresh);
        if (old.nodeType !== Node.ELEMENT_NODE) {
            old.nodeValue = places.get(old).nodeValue = fresh.nodeValue;
            return;
        }
        for (const { name } of [...old.attributes])
            if (!fresh.hasAttribute(name))
                put(old, name, null);
        for (const { name, value } of fresh.attributes)
            if (old.getAttribute(name) !== value)
                put(old, name, value);
        const before = [...old.childNodes], after = [...fresh.childNodes];
        before.forEach((child, i) => i < after.length ? patch(child, after[i]) : drop(child));
        after.slice(before.length).forEach(child => add(old, child));
    };

    // Who stood on a link stands on the same one; what was open is.
    const renew = fresh => {
        const at = document.activeElement?.closest?.("a[href]"), href = at?.getAttribute("href");
        const opened = new Set([...document.querySelectorAll("details[open] > summary")].map(node => node.textContent));
        const was = partsOf(sent);
        partsOf(fresh.body).forEach((part, i) => part && was[i] && patch(was[i], part));
        for (const node of document.querySelectorAll("details:not([open]) > summary"))
            node.parentNode.open ||= opened.has(node.textContent);
        if (href && (!at.isConnected || at.getAttribute("href") !== href))
            [...document.querySelectorAll("a[href]")].find(node => node.getAttribute("href") === href)?.focus({ preventScroll: true });
        document.title = fresh.title;
        document.body.dataset.number = fresh.body.dataset.number;
        document.dispatchEvent(new Event("limmat:renewed"));
    };

    const number = () => Number(document.body.dataset.number);
    let wanted = number(), loading = false;
    const refresh = async (always = false) => {
        if (loading || !(always || wanted > number()))
            return;
        loading = true;
        // Without an answer the stream will say when there is a connection again.
        const answer = await fetch(location.pathname + location.search, { headers: { accept: "text/html" }, cache: "no-cache" }).catch(() => null);
        const html = await answer?.text().catch(() => "");
        loading = false;
        if (answer?.status === 404)
            return location.reload(); // it was taken back: the server says so
        const fresh = answer?.ok && html && new DOMParser().parseFromString(html, "text/html");
        if (fresh && Number(fresh.body.dataset.number) >= number())
            renew(fresh);
        if (wanted > number())
            setTimeout(refresh, 1000 + 2000 * Math.random());
    };

    // --- as of when

    const line = document.createElement("p");
    line.className = "as-of";
    const clock = at => [at.getHours(), at.getMinutes()].map(n => String(n).padStart(2, "0")).join(":");
    let last = null, since = null; // heard last; without a connection since then
    const show = () => {
        const away = !since && document.querySelector(`header ${AWAY}`); // it has a time of its own
        const text = !last || away ? "" : (since ? lostText : asOf).replace("{time}", clock(last));
        line.classList.toggle("lost", Boolean(since));
        since ? line.setAttribute("role", "status") : line.removeAttribute("role");
        if (line.textContent !== text)
            line.textContent = text;
        const header = document.querySelector("body > header");
        if (line.parentNode !== header)
            header.append(line);
    };
    const heard = () => {
        clearTimeout(lose.timer);
        lose.timer = 0;
        last = new Date();
        since = null;
        show();
    };
    // A page that came from what this device has kept is as old as that.
    const keptAt = async () => {
        const kept = await globalThis.caches?.match(location.href, { ignoreVary: true }).catch(() => null);
        return new Date(kept?.headers.get("date") ?? Date.now());
    };
    const lose = async () => {
        last ??= await keptAt();
        since ??= last;
        show();
    };
    const losing = () => lose.timer ||= setTimeout(lose, PATIENCE);

    // --- news, while somebody looks: a browser keeps few connections to one address

    let stream = null, again = 0;
    const hush = () => {
        stream?.then(({ close }) => close(), () => {});
        stream = null;
        clearTimeout(again);
    };
    const later = () => {
        hush();
        again = setTimeout(listen, 5000 + 5000 * Math.random());
    };
    const hear = {
        message: data => {
            wanted = Math.max(wanted, Number(data));
            heard();
            setTimeout(refresh, Math.random() * 400);
        },
        beat: heard,
        error: ended => {
            losing();
            if (ended) // else the browser tries again by itself
                later();
        },
    };
    const listen = fresh => {
        if (stream || document.visibilityState === "hidden")
            return;
        stream = import("/news.js").then(({ follow }) => follow(address, hear, fresh === true));
        stream.catch(later);
    };
    addEventListener("offline", lose);
    if (address) {
        addEventListener("pagehide", hush);
        addEventListener("pageshow", listen);
        addEventListener("online", () => {
            hush();
            listen(true);
        });
        document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" ? hush() : listen());
        setInterval(() => {
            if (stream && last && Date.now() - last > SILENCE) {
                lose();
                hush();
                listen(true);
            }
        }, 10000);
        setInterval(() => !since && stream && document.querySelector(`header ${AWAY}`) && refresh(true), EACH);
        listen();
    } else {
        document.addEventListener("limmat:heard", heard);
        document.addEventListener("limmat:lost", losing);
        document.addEventListener("limmat:renewed", show);
    }

    // --- where browsers let pages keep themselves (over TLS, and at home), the last state is there without a net

    const keepHere = async () => {
        await navigator.serviceWorker.register("/live-worker.js");
        await navigator.serviceWorker.ready;
        const kept = await caches.open("limmat-pages");
        const assets = [...document.querySelectorAll("link[rel=stylesheet], script[src]")].map(node => node.href ?? node.src);
        for (const one of [location.href.split("#")[0], "/news.js", ...assets])
            if (!await kept.match(one, { ignoreVary: true }))
                await kept.add(one);
        document.documentElement.dataset.kept = "1";
    };
    if (navigator.serviceWorker)
        keepHere().catch(() => {}); // a browser that keeps nothing: the page stays while it is open
})();
