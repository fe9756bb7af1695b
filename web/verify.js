// SPDX-License-Identifier: Apache-2.0
// The verify page: every round of a tournament file paired again by the engine in a worker, and
// compared with what was played.
"use strict";
(() => {
    const section = document.getElementById("verify");
    const { file, journal, engine, wasm, whole, sentences, worker: workerScript } = section.dataset;
    const state = section.querySelector("[role=status]");
    const details = section.querySelector(".fine");
    const list = section.querySelector("ol");
    const input = document.getElementById("other");
    const { make, word, decimal } = limmatPage(section.dataset.words);

    const say = (text, kind = "") => {
        state.className = `state ${kind}`;
        state.textContent = text;
    };

    // --- the engine

    const waiting = new Map(); // questions by id
    let worker, module, lastId = 0; // module: its address
    const ask = (question, details, transfer = []) =>
        new Promise((resolve, reject) => {
            const id = ++lastId;
            waiting.set(id, { resolve, reject });
            worker.postMessage({ id, ask: question, ...details }, transfer);
        });
    const start = address => {
        worker?.terminate();
        waiting.clear();
        module = address;
        worker = new Worker(workerScript, { type: "module" });
        worker.addEventListener("message", ({ data: { id, value, error } }) => {
            const { resolve, reject } = waiting.get(id);
            waiting.delete(id);
            if (error) reject(error);
            else resolve(value);
        });
        worker.addEventListener("error", ({ message }) => {
            for (const { reject } of waiting.values())
                reject({ message: message || word("verify.engine"), messages: [] });
            waiting.clear();
        });
        const absolute = address => new URL(address, document.baseURI).href;
        return ask("start", { engine: absolute(engine), wasm: absolute(address), sentences: sentences && absolute(sentences) });
    };

    // --- what came of it

    let players;
    const named = tpn => `${tpn} ${players.get(tpn) ?? ""}`.trim();
    const person = tpn => make("bdi", {}, named(tpn)); // a name may be written the other way
    const key = ([white, black]) => `${white}-${black}`;

    // The pairs of ${own}, with their boards, that ${other} does not have.
    const onlyIn = (own, other) => {
        const theirs = new Set((other ?? []).map(key));
        return (own ?? [])
            .map((pair, index) => ({ pair, board: index + 1 }))
            .filter(({ pair }) => !theirs.has(key(pair)));
    };

    const cell = entry => {
        const td = make("td", {});
        if (entry === undefined) return td;
        const [white, black] = entry.pair;
        if (black !== 0) td.append(make("small", {}, `${word("verify.board", { board: entry.board })} `));
        if (black === 0) td.append(make("bdi", {}, word("verify.bye", { player: named(white) })));
        else td.append(person(white), " – ", person(black));
        return td;
    };

    // What both are told.
    const showWhy = async (round, pair, place) => {
        for (const player of pair.filter(tpn => tpn !== 0)) {
            const answers = await ask("why", { round, player, language: document.documentElement.lang });
            const list = answers.map(({ text, more, article }) =>
                make("li", {}, [text, ...more].join(" "), " ", make("cite", {}, article)));
            place.append(make("li", {}, word("pair.to", { player: named(player) }), make("ul", {}, ...list)));
        }
    };

    const whyRow = (round, pair) => {
        const sentences = make("ul", {});
        const button = make("button", { type: "button", "aria-expanded": "false" },
            word(pair[1] === 0 ? "verify.why-bye" : "verify.why-pair", { white: pair[0], black: pair[1] }));
        button.addEventListener("click", async () => {
            const open = button.getAttribute("aria-expanded") === "true";
            button.setAttribute("aria-expanded", String(!open));
            sentences.hidden = open;
            if (!open && sentences.children.length === 0)
                await showWhy(round, pair, sentences).catch(({ message }) =>
                    sentences.append(make("li", {}, message)));
        });
        return { button, row: make("tr", { class: "because" }, make("td", { colspan: "2" }, button, sentences)) };
    };

    const differenceTable = (round, wanted, played) => {
        const body = make("tbody", {});
        for (let i = 0; i < Math.max(wanted.length, played.length); i++) {
            body.append(make("tr", {}, cell(wanted[i]), cell(played[i])));
            if (wanted[i] === undefined) continue;
            const { button, row } = whyRow(round, wanted[i].pair);
            body.append(row);
            if (i === 0) button.click();
        }
        const head = make("tr", {}, make("th", { scope: "col" }, word("verify.by-rules")), make("th", { scope: "col" }, word("verify.published")));
        return make("table", { class: "wide differences" }, make("thead", {}, head), body);
    };

    // What separates the two pairings, in a sentence.
    const verdict = ({ expected, criterion, title, article }, wanted, played) => {
        const p = make("p", {});
        const colours = wanted.length === played.length &&
            played.every(({ pair: [white, black] }) => wanted.some(({ pair }) => pair[0] === black && pair[1] === white));
        if (expected === null) p.append(word("verify.impossible"));
        else if (criterion === "order")
            p.append(word("verify.order"));
        else if (criterion === null) p.append(word("verify.other-pairs"));
        else
            p.append(`${word(colours ? "verify.colour-rule" : "verify.first-rule")} `, make("b", {}, criterion), `, ${title} `, make("cite", {}, article));
        return p;
    };

    const showRound = checked => {
        const { round, pairs, same, expected, found } = checked;
        const line = [make("b", {}, word("round", { round })), make("span", {}, word("verify.pairs", { n: pairs }))];
        if (same) {
            list.append(make("li", { class: "same" }, ...line, make("em", {}, word(pairs === 0 ? "verify.nobody" : "verify.same"))));
            return;
        }
        const wanted = onlyIn(expected, found);
        const played = onlyIn(found, expected);
        list.append(make("li", { class: "differs" }, ...line,
            make("em", {}, word("verify.differ", { n: played.length })),
            verdict(checked, wanted, played), differenceTable(round, wanted, played)));
    };

    // What the file declares and does not follow from its results: points are wrong, ranks may have
    // been made by another order than the one that the file names.
    const showDeclared = ({ wrong_points, wrong_ranks }) => {
        const points = wrong_points.map(({ player, declared, computed }) =>
            word("verify.wrong-points", { player: named(player), declared, computed }));
        const items = texts => make("ul", {}, ...texts.map(text => make("li", {}, text)));
        if (points.length > 0)
            list.append(make("li", { class: "differs" }, make("b", {}, word("page.points")),
                make("em", {}, word("verify.declared-wrongly", { n: points.length })), items(points)));
        if (wrong_ranks.length > 0)
            list.append(make("li", {}, make("details", {},
                make("summary", {}, make("b", {}, word("verify.ranks")), ` ${word("verify.wrong-ranks", { n: wrong_ranks.length })}`),
                items(wrong_ranks.map(({ what }) => what)))));
        return points.length;
    };

    // A journal of which every line knows the one before.
    const showJournal = async bytes => {
        const { lines, faults, head } = await ask("journal", { bytes }, [bytes]);
        const line = [make("b", {}, word("page.journal")), make("span", {}, word("verify.lines", { n: lines }))];
        if (faults.length === 0)
            list.append(make("li", { class: "same" }, ...line, make("em", {}, word("verify.unbroken")),
                make("p", { class: "fine" }, `${word("verify.fingerprint")} `, make("code", {}, head))));
        else
            list.append(make("li", { class: "differs" }, ...line, make("em", {}, word("verify.faults", { n: faults.length })),
                make("ul", {}, ...faults.map(({ what }) => make("li", {}, `${what[0].toUpperCase()}${what.slice(1)}.`)))));
        return faults.length;
    };

    const showRefusal = (name, { message, messages }) => {
        say(word("verify.refused", { name }), "exposed");
        const errors = messages.filter(({ severity }) => severity === "error");
        const texts = errors.map(({ line, column, what, value, remedy }) =>
            `${line === 0 ? what : word("verify.at-line", { line, column, what })}` +
            `${value === undefined ? "" : ` (“${value}”)`}${remedy === undefined ? "" : `; ${remedy}`}`);
        list.append(...(texts.length === 0 ? [message] : texts).map(text => make("li", { class: "differs" }, text)));
    };

    // --- the work

    const rounds = async opened => {
        let differing = 0, last = 1, paired = 0, system = "";
        for (let round = 1; round <= last; round++) { // how many, the first answer says
            say(word("verify.working", { title: opened.title || word("page.tournament"), round, last }));
            const checked = await ask("round", { round });
            last = checked.rounds;
            system = checked.title_of_system;
            differing += !checked.same;
            paired += checked.pairs > 0;
            showRound(checked);
        }
        return { differing, paired, system };
    };

    const verify = async (name, bytes, also = async () => {}) => {
        list.replaceChildren();
        details.textContent = "";
        say(word("verify.reading", { name }));
        const began = performance.now();
        try {
            const opened = await ask("open", { name, bytes }, [bytes]);
            players = new Map(opened.players);
            const { differing, paired, system } = await rounds(opened);
            const wrongPoints = showDeclared(await ask("declared", {}));
            const seconds = ((performance.now() - began) / 1000).toFixed(2);
            const right = differing === 0 && wrongPoints === 0;
            if (paired === 0) say(word("verify.unpaired"));
            else if (differing > 0)
                say(word("verify.otherwise", { differing, paired }), "exposed");
            else
                say(word(right ? "verify.right" : "verify.right-but", { n: paired }), right ? "verified" : "exposed");
            details.textContent = word("verify.details", { name, n: players.size, system, seconds: decimal(seconds) });
            await also();
            section.dataset.done ??= right ? "verified" : "exposed";
        } catch (error) {
            showRefusal(name, error);
            section.dataset.done = "refused";
        }
    };

    const bytesOf = async address => {
        const response = await fetch(address);
        if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
        return response.arrayBuffer();
    };
    const nameOf = address => decodeURIComponent(address.replace(/.*\//, ""));

    const verifyJournal = async (name, bytes) => {
        list.replaceChildren();
        details.textContent = "";
        say(word("verify.reading", { name }));
        try {
            const faults = await showJournal(bytes);
            say(word(faults === 0 ? "verify.journal-right" : "verify.journal-wrong"),
                faults === 0 ? "verified" : "exposed");
            details.textContent = name;
            section.dataset.done = faults === 0 ? "verified" : "exposed";
        } catch (error) {
            showRefusal(name, error);
            section.dataset.done = "refused";
        }
    };

    // The journal beside the published file; where it is broken, that is what is said first.
    const addJournal = async () => {
        const faults = await showJournal(await bytesOf(journal)).catch(({ message }) => {
            list.append(make("li", {}, make("b", {}, word("page.journal")), ` ${word("verify.journal-unchecked", { message })}`));
            return 0;
        });
        if (faults === 0) return;
        say(word("verify.journal-published"), "exposed");
        section.dataset.done = "exposed";
    };

    const verifyPublished = async () => {
        await verify(nameOf(file), await bytesOf(file), journal === undefined ? undefined : addJournal);
    };
    const verifyGiven = async given => {
        if (given === undefined) return;
        delete section.dataset.done;
        if (module !== whole) // the event's own has no system that few events use
            await start(whole).catch(() => start(wasm));
        await (given.name.endsWith(".journal") ? verifyJournal : verify)(given.name, await given.arrayBuffer());
        section.scrollIntoView({ block: "nearest" });
    };

    const accept = () => {
        input.addEventListener("change", () => verifyGiven(input.files[0]));
        addEventListener("dragover", event => event.preventDefault());
        addEventListener("drop", event => {
            event.preventDefault();
            verifyGiven(event.dataTransfer.files[0]);
        });
        input.closest("section").hidden = false;
    };

    if (location.protocol === "file:") {
        say(word("verify.disk"));
        return;
    }
    say(word("verify.loading"));
    start(wasm)
        .then(() => { accept(); return verifyPublished(); })
        .catch(({ message }) => say(word("verify.cannot", { message }), "exposed"));
})();
