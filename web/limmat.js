// SPDX-License-Identifier: Apache-2.0
// What is comfortable with a script; every page says everything without it.
"use strict";
(() => {
    const root = new URL(".", document.currentScript.src);
    const words = document.currentScript.dataset; // in the language of the page

    // The language: who chose one finds every page in it, where the address does not name another.
    const chosen = "limmat-language", own = document.documentElement.lang;
    const editions = [...document.querySelectorAll(".languages a")];
    const recall = key => {
        try {
            return localStorage.getItem(key);
        } catch {
            return null; // a browser that keeps nothing
        }
    };
    const keep = (key, value) => {
        try {
            localStorage.setItem(key, value);
        } catch { /* likewise */ }
    };
    const named = new RegExp(`\\.(${editions.map(({ lang }) => lang).join("|")})(?=\\.html)`);
    for (const edition of editions)
        edition.addEventListener("click", () => keep(chosen, edition.lang));
    const preferred = editions.find(({ lang }) => lang === recall(chosen));
    if (preferred && preferred.lang !== own && !named.test(location.pathname)) {
        location.replace(preferred.href + location.hash);
        return;
    }

    // include fold.js

    // Filter: a search field above a table hides the rows without all of the words.
    const addFilter = table => {
        const field = document.createElement("input");
        field.type = "search";
        field.placeholder = table.dataset.filter;
        field.setAttribute("aria-label", table.dataset.filter);
        const texts = new WeakMap(); // of rows, until they change
        field.addEventListener("input", () => {
            const words = wordsOf(field.value);
            for (const row of table.tBodies[0].rows) {
                if (!texts.has(row))
                    texts.set(row, seekable(row.textContent));
                row.hidden = !words.every(is => is(texts.get(row)));
            }
        });
        document.addEventListener("limmat:renewed", () => {
            for (const row of table.tBodies[0].rows)
                texts.delete(row);
            if (field.value)
                field.dispatchEvent(new Event("input"));
        });
        (table.closest(".lanes") ?? table).before(field);
        const sought = new URLSearchParams(location.search).get("q"); // from the event's page
        if (sought) {
            field.value = sought;
            field.dispatchEvent(new Event("input"));
        }
    };

    // Sort: a click on a column's head; 3½ is a number, and what is none comes last.
    const value = cell => {
        const text = cell.textContent.trim();
        const number = text.replace("−", "-").replace(",", ".").replace(/^½/, "0.5").replace("½", ".5");
        return number !== "" && !isNaN(number) ? Number(number) : text;
    };
    const compare = (a, b) =>
        typeof a === "number" && typeof b === "number" ? a - b
            : typeof a === typeof b ? a.localeCompare(b)
            : typeof a === "number" ? -1 : 1;
    const sortBy = (table, head, ascending) => {
        for (const other of table.tHead.rows[0].cells)
            other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", ascending ? "ascending" : "descending");
        const rows = [...table.tBodies[0].rows];
        const keys = new Map(rows.map(row => [row, value(row.cells[head.cellIndex])]));
        rows.sort((a, b) => (ascending ? 1 : -1) * compare(keys.get(a), keys.get(b)));
        table.tBodies[0].append(...rows);
    };
    const addSort = table => {
        for (const head of table.tHead.rows[0].cells) {
            const button = document.createElement("button");
            button.type = "button";
            button.append(...head.childNodes);
            button.addEventListener("click", () => sortBy(table, head, head.getAttribute("aria-sort") !== "ascending"));
            head.append(button);
        }
        document.addEventListener("limmat:renewed", () => {
            const head = table.tHead.querySelector("[aria-sort]");
            if (head)
                sortBy(table, head, head.getAttribute("aria-sort") === "ascending");
        });
    };

    // Follow: players that this browser remembers, by the addresses of their pages, marked in tables.  Where a server
    // knows them over all events it is asked for their other pages, and the way leads to the latest.
    const store = "limmat-follow";
    const readMap = (kept, key) => {
        try {
            return JSON.parse(window[kept].getItem(key)) || {};
        } catch {
            return {}; // not what we wrote, or a browser that keeps nothing
        }
    };
    // What was kept before this knew of persons is a name alone.
    const followed = () => Object.fromEntries(Object.entries(readMap("localStorage", store)).map(([key, value]) => [key, value.name ? value : { name: String(value) }]));
    const pathOf = key => new URL(key, root).pathname;
    const elsewhere = {}; // the pages of a person, the latest first
    // The page of ${key} in this page's language.
    const suffix = named.exec(location.pathname)?.[0] ?? "";
    const suffixed = key => editions.length > 0 ? key.replace(/\.html$/, `${suffix}.html`) : key;
    const showFollowed = () => {
        document.querySelector("p.follow")?.remove();
        const players = Object.entries(followed()).map(([key, { name, person }]) => [pathOf(key), name, elsewhere[person] ?? []]);
        const marked = new Set(players.flatMap(([path, , pages]) => [path, ...pages]));
        const isMarked = ({ pathname }) => marked.has(editions.length > 0 ? pathname.replace(named, "") : pathname);
        for (const row of document.querySelectorAll("tbody tr"))
            row.classList.toggle("mine", [...row.querySelectorAll("a")].some(isMarked));
        if (players.length === 0)
            return;
        const line = document.createElement("p");
        line.className = "follow";
        line.append(words.followed, " ");
        players.forEach(([path, name, pages], i) => {
            const link = document.createElement("a");
            link.href = suffixed(pages[0] ?? path);
            link.textContent = name;
            line.append(i === 0 ? "" : ", ", link);
        });
        document.querySelector("header").append(line);
    };
    // Ask once an hour at most.
    const seek = async () => {
        const known = readMap("sessionStorage", store), hour = Math.floor(Date.now() / 3.6e6);
        for (const { person } of Object.values(followed())) {
            if (!person)
                continue;
            if (known[person]?.hour !== hour) {
                const answer = await fetch(`/people/${person}/person.json`).catch(() => null);
                if (!answer)
                    continue; // the page is left, or the net is gone
                const parts = answer.ok ? (await answer.json()).parts : [];
                known[person] = { hour, pages: parts.map(({ address, player }) => `${address}player-${player}.html`) };
            }
            elsewhere[person] = known[person].pages;
            try {
                sessionStorage.setItem(store, JSON.stringify(known));
            } catch { /* likewise */ }
        }
        showFollowed();
    };
    const alerts = document.getElementById("follow");
    const addFollow = heading => {
        const { follow: key, person } = heading.dataset, name = heading.textContent.trim();
        // Under the page's own path, which no other event has; what was kept before is relative.
        const known = () => Object.keys(followed()).find(other => pathOf(other) === pathOf(key));
        const button = document.createElement("button");
        button.type = "button";
        button.className = "star";
        const show = () => {
            const on = known() !== undefined;
            button.textContent = on ? `★ ${words.following}` : `☆ ${words.follow}`;
            button.setAttribute("aria-pressed", on);
            if (alerts)
                alerts.hidden = !on; // they are offered to those who follow
        };
        button.addEventListener("click", () => {
            const players = followed(), old = known();
            if (old !== undefined)
                delete players[old];
            else
                players[pathOf(key)] = { name, person };
            keep(store, JSON.stringify(players));
            show();
            showFollowed();
        });
        show();
        heading.after(button);
    };

    // Share: as the device does, else the address is copied.
    const addShare = row => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = row.dataset.share;
        const share = async () => {
            if (navigator.share)
                return navigator.share({ title: document.title, url: location.href });
            await navigator.clipboard.writeText(location.href);
            button.textContent = row.dataset.copied;
        };
        button.addEventListener("click", () => share().catch(() => {}));
        row.append(button);
    };

    // Times in the reader's zone; without a script they are in UTC, and say so.
    const showTimes = () => {
        for (const time of document.querySelectorAll("time[data-utc]"))
            time.textContent = time.textContent.replace(time.dataset.utc, new Date(time.dateTime).toLocaleString(own === "en" ? "en-GB" : own, { dateStyle: "long", timeStyle: "short" }));
    };

    showTimes();
    document.addEventListener("limmat:renewed", showTimes);
    // Messages: a server tells this browser when the player is paired, until one tap stops it.
    const told = "limmat-told";
    const tokens = () => readMap("localStorage", told);
    const keepToken = (page, token) => {
        const all = tokens();
        delete all[page];
        keep(told, JSON.stringify(token ? { ...all, [page]: token } : all));
    };
    const subscribe = async (key, page) => {
        await navigator.serviceWorker.register("/live-worker.js");
        const { pushManager } = await navigator.serviceWorker.ready;
        if (await Notification.requestPermission() !== "granted")
            throw new Error("denied");
        const { endpoint, keys } = (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON();
        const answer = await fetch("/follow/push", { method: "POST", body: new URLSearchParams({ page, endpoint, key: keys.p256dh, auth: keys.auth }) });
        if (!answer.ok)
            throw new Error(answer.status);
        return (await answer.json()).stop;
    };
    const addMessages = ({ dataset: { push: key, page, denied } }, line) => {
        const [start, stop] = line.querySelectorAll("button"), status = line.querySelector("[role=status]");
        const show = () => {
            start.hidden = page in tokens();
            stop.hidden = !start.hidden;
        };
        start.addEventListener("click", async () => {
            status.textContent = "";
            await subscribe(key, page).then(token => keepToken(page, token), () => status.textContent = denied);
            show();
        });
        stop.addEventListener("click", async () => {
            if (await fetch(`/follow/${tokens()[page]}/stop`, { method: "POST" }).then(({ ok }) => ok, () => false))
                keepToken(page);
            show();
        });
        line.hidden = false;
        show();
    };
    if (alerts?.dataset.push && "PushManager" in window && navigator.serviceWorker)
        addMessages(alerts, alerts.querySelector(".push"));

    document.querySelectorAll("table[data-filter]").forEach(addFilter);
    document.querySelectorAll("table[data-sort]").forEach(addSort);
    document.querySelectorAll("h1[data-follow]").forEach(addFollow);
    if (navigator.share || navigator.clipboard)
        document.querySelectorAll(".shared").forEach(addShare);
    showFollowed();
    seek();
    document.addEventListener("limmat:renewed", showFollowed); // by a server that makes the page
})();
