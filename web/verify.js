// SPDX-License-Identifier: Apache-2.0
// The verify page: every round of a tournament file paired again by the engine in a worker, and
// compared with what was played.
"use strict";
(() => {
    const section = document.getElementById("verify");
    const { file, journal, engine, wasm, worker: workerScript } = section.dataset;
    const state = section.querySelector("[role=status]");
    const details = section.querySelector(".fine");
    const list = section.querySelector("ol");
    const input = document.getElementById("other");

    // An element with its children; texts are texts, never markup.
    const make = (name, attributes, ...children) => {
        const element = document.createElement(name);
        for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
        element.append(...children);
        return element;
    };
    const say = (text, kind = "") => {
        state.className = `state ${kind}`;
        state.textContent = text;
    };
    const count = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;

    // --- the engine

    const waiting = new Map(); // questions by id
    let worker, lastId = 0;
    const ask = (question, details, transfer = []) =>
        new Promise((resolve, reject) => {
            const id = ++lastId;
            waiting.set(id, { resolve, reject });
            worker.postMessage({ id, ask: question, ...details }, transfer);
        });
    const start = () => {
        worker = new Worker(workerScript, { type: "module" });
        worker.addEventListener("message", ({ data: { id, value, error } }) => {
            const { resolve, reject } = waiting.get(id);
            waiting.delete(id);
            if (error) reject(error);
            else resolve(value);
        });
        worker.addEventListener("error", ({ message }) => {
            for (const { reject } of waiting.values())
                reject({ message: message || "the engine could not be loaded", messages: [] });
            waiting.clear();
        });
        const absolute = address => new URL(address, document.baseURI).href;
        return ask("start", { engine: absolute(engine), wasm: absolute(wasm) });
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
        if (black !== 0) td.append(make("small", {}, `Board ${entry.board}: `));
        td.append(person(white), ...(black === 0 ? [" has the bye"] : [" – ", person(black)]));
        return td;
    };

    // The reasons of White, and those of Black that are not the same seen from the other side.
    const showWhy = async (round, [white, black], place) => {
        const reasons = await ask("why", { round, player: white });
        const told = new Set(reasons.map(({ text }) => text));
        if (black !== 0)
            for (const reason of await ask("why", { round, player: black }))
                if (reason.article !== "" && !told.has(reason.text)) reasons.push(reason);
        place.append(...reasons.map(({ text, article }) => make("li", {}, text, " ", make("cite", {}, article))));
    };

    const whyRow = (round, pair) => {
        const sentences = make("ul", {});
        const button = make("button", { type: "button", "aria-expanded": "false" },
            `Why ${pair[1] === 0 ? "this bye" : `${pair[0]} – ${pair[1]}`}?`);
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
        const head = make("tr", {}, make("th", { scope: "col" }, "By the rules"), make("th", { scope: "col" }, "Published"));
        return make("table", { class: "wide differences" }, make("thead", {}, head), body);
    };

    // What separates the two pairings, in a sentence.
    const verdict = ({ expected, criterion, title, article }, wanted, played) => {
        const p = make("p", {});
        const colours = wanted.length === played.length &&
            played.every(({ pair: [white, black] }) => wanted.some(({ pair }) => pair[0] === black && pair[1] === white));
        if (expected === null) p.append("The rules allow no pairing of these players at all.");
        else if (criterion === "order")
            p.append("The two are equal by every criterion; the published one comes later in the order in which the rules try candidates.");
        else if (criterion === null) p.append("The rules come to other pairs.");
        else
            p.append(colours ? "The opponents are the same, a colour is not. The rule that gives it: " : "The first rule that separates the two: ",
                make("b", {}, criterion), `, ${title} `, make("cite", {}, article));
        return p;
    };

    const showRound = checked => {
        const { round, pairs, same, expected, found } = checked;
        const line = [make("b", {}, `Round ${round}`), make("span", {}, count(pairs, "pair"))];
        if (same) {
            list.append(make("li", { class: "same" }, ...line, make("em", {}, pairs === 0 ? "nobody was paired" : "the same")));
            return;
        }
        const wanted = onlyIn(expected, found);
        const played = onlyIn(found, expected);
        list.append(make("li", { class: "differs" }, ...line,
            make("em", {}, `${count(played.length, "pair")} ${played.length === 1 ? "differs" : "differ"}`),
            verdict(checked, wanted, played), differenceTable(round, wanted, played)));
    };

    // What the file declares and does not follow from its results: points are wrong, ranks may have
    // been made by another order than the one that the file names.
    const showDeclared = ({ wrong_points, wrong_ranks }) => {
        const points = wrong_points.map(({ player, declared, computed }) =>
            `${named(player)}: ${declared} points are declared, the results give ${computed}`);
        const items = texts => make("ul", {}, ...texts.map(text => make("li", {}, text)));
        if (points.length > 0)
            list.append(make("li", { class: "differs" }, make("b", {}, "Points"),
                make("em", {}, `${count(points.length, "player")} declared wrongly`), items(points)));
        if (wrong_ranks.length > 0)
            list.append(make("li", {}, make("details", {},
                make("summary", {}, make("b", {}, "Ranks"), ` ${count(wrong_ranks.length, "declared rank")} ${wrong_ranks.length === 1 ? "is" : "are"} not by the tie-breaks that the file names`),
                items(wrong_ranks.map(({ what }) => what)))));
        return points.length;
    };

    // A journal of which every line knows the one before.
    const showJournal = async bytes => {
        const { lines, faults, head } = await ask("journal", { bytes }, [bytes]);
        const line = [make("b", {}, "Journal"), make("span", {}, count(lines, "line"))];
        if (faults.length === 0)
            list.append(make("li", { class: "same" }, ...line, make("em", {}, "unbroken"),
                make("p", { class: "fine" }, "Fingerprint of its last line: ", make("code", {}, head))));
        else
            list.append(make("li", { class: "differs" }, ...line, make("em", {}, count(faults.length, "fault")),
                make("ul", {}, ...faults.map(({ what }) => make("li", {}, `${what[0].toUpperCase()}${what.slice(1)}.`)))));
        return faults.length;
    };

    const showRefusal = (name, { message, messages }) => {
        say(`${name} could not be checked.`, "exposed");
        const errors = messages.filter(({ severity }) => severity === "error");
        const texts = errors.map(({ line, column, what, value, remedy }) =>
            `${line === 0 ? "" : `Line ${line}${column === 0 ? "" : `, column ${column}`}: `}${what}` +
            `${value === undefined ? "" : ` (“${value}”)`}${remedy === undefined ? "" : `; ${remedy}`}`);
        list.append(...(texts.length === 0 ? [message] : texts).map(text => make("li", { class: "differs" }, text)));
    };

    // --- the work

    const rounds = async opened => {
        let differing = 0, last = 1, paired = 0, system = "";
        for (let round = 1; round <= last; round++) { // how many, the first answer says
            say(`${opened.title || "The tournament"}: round ${round}${last > 1 ? ` of ${last}` : ""} …`);
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
        say(`Reading ${name} …`);
        const began = performance.now();
        try {
            const opened = await ask("open", { name, bytes }, [bytes]);
            players = new Map(opened.players);
            const { differing, paired, system } = await rounds(opened);
            const wrongPoints = showDeclared(await ask("declared", {}));
            const seconds = ((performance.now() - began) / 1000).toFixed(2);
            const right = differing === 0 && wrongPoints === 0;
            if (paired === 0) say("No round is paired yet.");
            else if (differing > 0)
                say(`${differing} of ${count(paired, "round")} ${differing === 1 ? "is" : "are"} paired otherwise than the rules ask.`, "exposed");
            else
                say(`${paired === 1 ? "The round is" : `All ${paired} rounds are`} paired as the rules ask${right ? "." : ", but declared points do not follow from the results."}`, right ? "verified" : "exposed");
            details.textContent = `${name}: ${count(players.size, "player")}, ${system}; ${seconds} s on this device.`;
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
        say(`Reading ${name} …`);
        try {
            const faults = await showJournal(bytes);
            say(faults === 0 ? "The journal is the one that was written." : "The journal is not the one that was written.",
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
            list.append(make("li", {}, make("b", {}, "Journal"), ` not checked here: ${message}.`));
            return 0;
        });
        if (faults === 0) return;
        say("The published journal is not the one that was written.", "exposed");
        section.dataset.done = "exposed";
    };

    const verifyPublished = async () => {
        await verify(nameOf(file), await bytesOf(file), journal === undefined ? undefined : addJournal);
    };
    const verifyGiven = async given => {
        if (given === undefined) return;
        delete section.dataset.done;
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
        say("A page that was opened from a disk may not read the files beside it. The command below verifies the same.");
        return;
    }
    say("Loading the engine …");
    start()
        .then(() => { accept(); return verifyPublished(); })
        .catch(({ message }) => say(`This browser cannot check here: ${message}. The command below can.`, "exposed"));
})();
