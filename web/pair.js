// SPDX-License-Identifier: Apache-2.0
// Pair my file: a tournament is read, played on and given back by the engine in this browser.  What
// is on the screen is always what the engine holds; what was read and done is kept by the browser,
// as the file that it would give back, and nothing is sent anywhere.
"use strict";
(() => {
    const section = document.getElementById("pair");
    const { make, word, decimal, points, language } = limmatPage(section.dataset.words);
    const state = section.querySelector("[role=status]");
    const start = section.querySelector(".start");
    const desk = section.querySelector(".event");
    const input = document.getElementById("file");
    const KEPT = "limmat-pair", MOST_STEPS = 100;
    const EXAMPLE = [["Arnold, Mia", 1912], ["Bianchi, Luca", 1884], ["Costa, Sofia", 1840], ["Dubois, Emma", 1795], ["Egger, Noah", 1761],
        ["Fischer, Lena", 1722], ["García, Hugo", 1688], ["Huber, Tim", 1640], ["Ivanov, Nora", 1595], ["Jensen, Ole", 1550], ["Keller, Ida", 1490]]
        .reduce((text, [name, rating], i) => `${text}${i + 1},"${name}",${rating}\n`, "tpn,name,rating\n");

    const say = (text, kind = "") => {
        state.className = `state ${kind}`;
        state.textContent = text;
    };
    const button = (text, act, attributes = {}) => {
        const made = make("button", { type: "button", ...attributes }, text);
        made.addEventListener("click", act);
        return made;
    };

    // --- the engine and its tournament

    let limmat, systems, event;
    let file = "", findings = [], doc, people, now; // now: the last round as it stands
    let steps = []; // what can be undone: {what, result} or {what, text}
    let view = "round", shown = 0, chosen = null, opened = new Set();

    const read = (bytes, name) => {
        const fresh = limmat.read(bytes, { name });
        event?.close();
        event = fresh;
    };
    const nameOf = tpn => people.get(tpn)?.name || String(tpn);
    const person = tpn => {
        const { title = "", name = "", rating = 0 } = people.get(tpn) ?? {};
        const parts = [make("bdi", {}, `${title} ${name || tpn}`.trim())];
        if (rating > 0) parts.push(" ", make("i", {}, String(rating)));
        return parts;
    };
    const keep = () => {
        try {
            localStorage.setItem(KEPT, JSON.stringify({ file, text: event.write("json") }));
        } catch {
            say(word("pair.not-kept"), "exposed");
        }
    };
    const look = () => {
        doc = event.data();
        people = new Map(doc.players.map(player => [player.tpn, player]));
        now = event.round(0);
        keep();
    };
    const remember = step => {
        steps.push(step);
        if (steps.length > MOST_STEPS) steps.shift();
    };
    // Play on with another document; what the engine refuses changes nothing.
    const rewrite = (what, change) => {
        const text = event.write("json"), next = structuredClone(doc);
        change(next);
        if (attempt(() => read(JSON.stringify(next), "tournament.json"))) {
            remember({ what, text });
            look();
        }
        render();
    };
    const attempt = act => {
        try {
            act();
            say("");
            return true;
        } catch (error) {
            say(sentenceOf(error), "exposed");
            return false;
        }
    };
    const sentenceOf = ({ message, messages = [] }) => {
        const first = messages.find(({ severity }) => severity === "error");
        return first === undefined ? message : finding(first);
    };
    const finding = ({ line, column, what, value, remedy }) =>
        `${line ? word("verify.at-line", { line, column, what }) : what}` +
        `${value === undefined ? "" : ` (“${value}”)`}${remedy === undefined ? "" : `; ${remedy}`}`;

    // --- results

    const RESULTS = ["1-0", "1/2-1/2", "0-1"];
    const OTHERS = ["1F-0F", "0F-1F", "0F-0F", "1-0U", "1/2-1/2U", "0-1U", "1/2-0", "0-1/2", "0-0", "none"];
    const KEYS = { 1: "1-0", w: "1-0", 5: "1/2-1/2", "=": "1/2-1/2", d: "1/2-1/2", 0: "0-1", b: "0-1", "+": "1F-0F", "-": "0F-1F", Delete: "none", Backspace: "none" };
    const resultText = result => result === null || result === undefined || result === "none" ? ""
        : /F/.test(result) ? result.replace(/1F|0F/g, side => side === "1F" ? "+" : "−").replace("-", " – ")
            : result.replace(/1\/2/g, "½").replace("-", " – ").replace("U", " *");
    const isOpen = results => results.some(result => result === "none");

    const enter = (board, game, result) => {
        const before = board.results[game];
        if (before === result) return;
        const put = () => event.result(shown, board.white, result, { game: game + 1 });
        if (!attempt(put)) return;
        remember({ what: word("pair.undo-result", { board: board.board }), round: shown, white: board.white, game, result: before });
        look();
        renderBoard(board.board);
        renderBar();
    };

    // --- the round

    const roundNow = () => shown === now.round ? now : event.round(shown);
    const rowOf = board => desk.querySelector(`tr[data-board="${board}"]`);
    const choose = board => {
        desk.querySelector("tr.here")?.classList.remove("here");
        chosen = board;
        const row = rowOf(board);
        row?.classList.add("here");
        row?.scrollIntoView({ block: "nearest" });
    };

    const resultGroup = (board, game) => {
        const result = board.results[game] ?? "none";
        const name = board.results.length > 1 ? word("pair.game-of", { board: board.board, game: game + 1 }) : word("pair.board", { board: board.board });
        const press = value => enter(boardNow(board.board), game, value === result ? "none" : value);
        const group = make("span", { class: "enter", role: "group", "aria-label": name });
        for (const value of RESULTS)
            group.append(button(resultText(value).replaceAll(" ", ""), () => press(value), { "aria-pressed": String(value === result) }));
        const other = make("select", { "aria-label": word("pair.other-result", { board: board.board }) },
            make("option", { value: "" }, "…"),
            ...OTHERS.map(value => make("option", { value }, value === "none" ? word("pair.no-result") : `${resultText(value)}${value.includes("F") ? ` ${word("pair.forfeit")}` : value.includes("U") ? ` ${word("pair.unrated")}` : ""}`)));
        other.value = RESULTS.includes(result) || result === "none" ? "" : result;
        other.addEventListener("change", () => enter(boardNow(board.board), game, other.value || "none"));
        group.append(other, make("output", {}, resultText(result)));
        return group;
    };

    const boardRow = board => {
        const row = make("tr", { "data-board": board.board, class: `${isOpen(board.results) ? "waits" : "done"}${chosen === board.board ? " here" : ""}` },
            make("th", { scope: "row", class: "n" }, String(board.board)),
            make("td", { class: "white" }, ...person(board.white)),
            make("td", { class: "n" }, points(board.white_score)),
            make("td", { class: "r" }, ...board.results.map((_, game) => resultGroup(board, game))),
            make("td", { class: "n" }, points(board.black_score)),
            make("td", { class: "black" }, ...person(board.black)),
            make("td", { class: "ask" }, whyButton(board.board, [board.white, board.black])));
        row.addEventListener("click", () => choose(board.board));
        return row;
    };
    const boardNow = number => roundNow().boards.find(({ board }) => board === number);
    const renderBoard = number => {
        const old = rowOf(number), at = document.activeElement;
        const place = old.contains(at) ? [...old.querySelectorAll("button, select")].indexOf(at) : -1;
        const row = boardRow(boardNow(number));
        old.replaceWith(row);
        if (place >= 0) row.querySelectorAll("button, select")[place]?.focus({ preventScroll: true });
    };

    // --- why

    const answersFor = (tpn, against = 0) => {
        const { answers } = JSON.parse(event.text("explain", { round: shown, player: tpn, against, language }));
        return answers.filter(({ question }) => against === 0 || question === "against").map(({ text, more, article }) => {
            const item = make("li", {}, text, ...more.map(sentence => make("span", {}, ` ${sentence}`)));
            if (article) item.append(" ", make("cite", {}, article));
            return item;
        });
    };
    const refusing = make => {
        try {
            return make();
        } catch (error) {
            return [sentenceOf(error)];
        }
    };
    const whyNot = tpn => {
        const ask = make("select", { "aria-label": word("pair.why-not", { player: nameOf(tpn) }) }, make("option", { value: "" }, word("pair.why-not", { player: nameOf(tpn) })),
            ...doc.players.filter(other => other.tpn !== tpn).map(other => make("option", { value: other.tpn }, `${other.tpn} ${other.name ?? ""}`)));
        const told = make("ul", { "aria-live": "polite" });
        ask.addEventListener("change", () => told.replaceChildren(...ask.value === "" ? [] : refusing(() => answersFor(tpn, Number(ask.value)))));
        return make("div", { class: "against" }, ask, told);
    };
    // What is the same for both is said once.
    const because = tpns => {
        const told = new Set();
        return make("div", { class: "because" }, ...tpns.map(tpn => {
            const answers = refusing(() => answersFor(tpn)).filter(one => !told.has(one.textContent ?? one));
            for (const one of answers) told.add(one.textContent ?? one);
            return make("div", {}, make("h4", {}, word("pair.to", { player: `${tpn} ${nameOf(tpn)}` })), make("ul", {}, ...answers), whyNot(tpn));
        }));
    };
    const whyButton = (key, tpns) => {
        const open = opened.has(key);
        return button(word("pair.why"), ({ currentTarget }) => {
            const row = currentTarget.closest("tr");
            if (opened.delete(key)) row.nextElementSibling.remove();
            else {
                opened.add(key);
                row.after(whyRow(tpns));
            }
            currentTarget.setAttribute("aria-expanded", String(opened.has(key)));
        }, { "aria-expanded": String(open), "aria-label": word("pair.why-of", { board: key }), class: "quiet" });
    };
    const whyRow = tpns => make("tr", { class: "reasons" }, make("td", { colspan: "7" }, because(tpns)));

    const roundLinks = () => {
        const list = make("ul", {});
        for (let round = 1; round <= now.rounds_paired; round++)
            list.append(make("li", {}, button(String(round), () => {
                shown = round;
                opened = new Set();
                chosen = null;
                render();
            }, round === shown ? { "aria-current": "page" } : {})));
        return make("nav", { class: "rounds", "aria-label": word("page.rounds") }, make("span", {}, word("page.round")), list);
    };
    const head = (...names) => make("thead", {}, make("tr", {}, ...names.map(([name, kind = ""]) => name === "" ? make("td", {}) : make("th", { scope: "col", class: kind }, name))));
    const idleList = round => {
        const idle = round.idle.filter(({ why }) => why !== "none");
        if (idle.length === 0) return [];
        return [make("h3", {}, word("page.not-playing")), make("ul", { class: "plain" }, ...idle.map(({ player, why }) =>
            make("li", {}, ...person(player), `: ${word(why === "bye" ? "page.bye" : `idle.${why}`)}`,
                ...why === "bye" ? [" ", byeWhy(player)] : [])))];
    };
    const byeWhy = player => button(word("pair.why"), ({ currentTarget }) => {
        const told = currentTarget.nextElementSibling;
        if (told) told.remove();
        else currentTarget.after(because([player]));
        currentTarget.setAttribute("aria-expanded", String(!told));
    }, { class: "quiet", "aria-expanded": "false" });

    const roundView = () => {
        if (now.rounds_paired === 0) return [make("p", { class: "lead" }, word("pair.no-round"))];
        const round = roundNow(), body = make("tbody", {});
        for (const board of round.boards) {
            body.append(boardRow(board));
            if (opened.has(board.board)) body.append(whyRow([board.white, board.black]));
        }
        const earlier = shown < now.rounds_paired ? [make("p", { class: "fine" }, word("pair.earlier"))] : [];
        const table = make("table", { class: "wide pair-boards" },
            head([word("page.board"), "n"], [word("page.white")], [word("page.pts"), "n"], [word("page.result"), "r"], [word("page.pts"), "n"], [word("page.black")], ["", "ask"]), body);
        return [roundLinks(), ...earlier, make("h3", {}, word("round", { round: shown })), table, ...idleList(round),
            make("p", { class: "fine keys" }, word("pair.keys"))];
    };

    // --- standings

    const standingsView = () => {
        // Of a round that nobody has finished yet, as it stood before it.
        const begun = now.boards.length === 0 || now.boards.some(({ results }) => !isOpen(results));
        const { round, tie_breaks, standings } = event.standings(begun || now.round === 1 ? {} : { round: now.round - 1 });
        const changes = new Map(refusing(() => event.ratings().players).map(({ tpn, change }) => [tpn, change]));
        const signed = change => change === undefined ? ""
            : `${change < 0 ? "−" : "+"}${decimal((Math.abs(change) / 100).toFixed(1))}`;
        const rows = standings.map(({ rank, tpn, values }) => make("tr", {}, make("td", { class: "n" }, rank === null ? "" : String(rank)),
            make("th", { scope: "row" }, ...person(tpn)),
            ...values.map((value, i) => make("td", { class: "n" }, value === null ? "" : tie_breaks[i] === "PTS" ? points(value) : decimal(value))),
            ...changes.size > 0 ? [make("td", { class: "n" }, signed(changes.get(tpn)))] : []));
        return [make("h3", {}, word(round === now.round && now.missing > 0 ? "pair.standings-during" : "pair.standings-after", { round })),
            make("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": word("pair.view-standings") }, make("table", { class: "wide" }, head([word("page.place"), "n"], [word("page.name")],
                ...tie_breaks.map(code => [code === "PTS" ? word("page.pts") : code, "n"]), ...changes.size > 0 ? [[word("page.rating-change"), "n"]] : []), make("tbody", {}, ...rows)))];
    };

    // --- players: who plays the next round, who comes late

    const next = () => now.rounds_paired + 1;
    const last = () => Math.max(doc.rounds ?? 0, next());
    const statusOf = tpn => {
        const kinds = new Map((doc.byes ?? []).filter(({ player, whom }) => player === tpn && whom !== "teams").map(({ round, kind }) => [round, kind]));
        if (kinds.get(next()) === "H") return "half";
        if (kinds.get(next()) !== "Z") return "plays";
        for (let round = next(); round <= last(); round++)
            if (kinds.get(round) !== "Z") return "absent";
        return last() > next() ? "gone" : "absent";
    };
    const setStatus = (tpn, status) => rewrite(word("pair.undo-player", { player: nameOf(tpn) }), changed => {
        const player = changed.players.find(one => one.tpn === tpn);
        player.results.length = Math.min(player.results.length, now.rounds_paired);
        changed.byes = (changed.byes ?? []).filter(bye => bye.player !== tpn || bye.round < next());
        const until = status === "gone" ? last() : next();
        for (let round = next(); status !== "plays" && round <= until; round++)
            changed.byes.push({ kind: status === "half" ? "H" : "Z", round, player: tpn });
    });
    const statusField = tpn => {
        const field = make("select", { "aria-label": word("pair.status-of", { player: nameOf(tpn), round: next() }) },
            ...["plays", "half", "absent", "gone"].map(value => make("option", { value }, word(`pair.${value}`))));
        field.value = statusOf(tpn);
        field.addEventListener("change", () => setStatus(tpn, field.value));
        return field;
    };

    // Before the first round numbers follow the ratings; afterwards who comes is the last.
    const addPlayer = player => rewrite(word("pair.undo-player", { player: player.name }), changed => {
        changed.players.push({ ...player, tpn: Math.max(0, ...changed.players.map(({ tpn }) => tpn)) + 1, results: [] });
        if (now.rounds_paired > 0 || (changed.byes ?? []).length > 0) return;
        changed.players.sort((a, b) => (b.rating ?? 0) - (a.rating ?? 0) || a.tpn - b.tpn);
        changed.players.forEach((one, i) => { one.tpn = i + 1; });
    });
    const field = (key, attributes = {}) => make("label", {}, word(key), make("input", attributes));
    const lateForm = () => {
        const form = make("form", { class: "fields" }, field("page.name", { name: "name", required: "", autocomplete: "off" }),
            field("page.rating", { name: "rating", type: "number", min: "0", max: "4000" }),
            make("button", {}, word("pair.add")));
        form.addEventListener("submit", submitted => {
            submitted.preventDefault();
            const name = form.elements.name.value.trim(), rating = Number(form.elements.rating.value);
            addPlayer(rating > 0 ? { name, rating } : { name });
        });
        return form;
    };
    const playersView = () => {
        const over = doc.rounds > 0 && next() > doc.rounds, teams = (doc.teams ?? []).some(({ number }) => number);
        const asked = !over && !teams;
        const rows = doc.players.map(({ tpn }) => make("tr", {}, make("td", { class: "n" }, String(tpn)), make("th", { scope: "row" }, ...person(tpn)),
            ...asked ? [make("td", {}, statusField(tpn))] : []));
        const table = make("table", { class: "wide" }, head([word("page.number"), "n"], [word("page.name")], ...asked ? [[word("pair.next-round", { round: next() })]] : []), make("tbody", {}, ...rows));
        return [make("h3", {}, word("page.players")), table, ...asked ? [make("h3", {}, word("pair.late")), make("p", { class: "fine" }, word(now.rounds_paired > 0 ? "pair.late-last" : "pair.late-sorted")), lateForm()] : []];
    };

    // --- settings

    const settingsView = () => {
        const matches = doc.games_per_match ?? 1, teams = (doc.teams ?? []).some(({ number }) => number);
        const fitting = systems.filter(({ name, games_per_match }) => name.startsWith("team-") === teams && (now.rounds_paired === 0 || games_per_match === matches));
        const system = make("select", { name: "system" }, ...fitting.map(({ name }) => make("option", { value: name }, word(`system.${name}`))));
        system.value = now.system ?? fitting[0]?.name;
        const colour = make("select", { name: "colour" }, make("option", { value: "" }, word("pair.colour-open")), make("option", { value: "white" }, word("page.white")), make("option", { value: "black" }, word("page.black")));
        colour.value = doc.initial_colour ?? "";
        const form = make("form", { class: "fields" }, field("page.tournament", { name: "title", value: doc.name ?? "" }),
            field("pair.rounds", { name: "rounds", type: "number", min: String(now.rounds_paired), max: "99", value: doc.rounds || "" }),
            make("label", {}, word("pair.system"), system), make("label", {}, word("pair.first-colour"), colour), make("button", {}, word("pair.apply")));
        form.addEventListener("submit", submitted => {
            submitted.preventDefault();
            const { title, rounds } = form.elements;
            rewrite(word("pair.undo-settings"), changed => {
                const one = systems.find(({ name }) => name === system.value);
                changed.name = title.value;
                changed.rounds = Number(rounds.value);
                if (system.value !== now.system) changed.type_code = one.codes[0];
                if (now.rounds_paired === 0) changed.games_per_match = one.games_per_match;
                if (colour.value === "") delete changed.initial_colour;
                else changed.initial_colour = colour.value;
            });
        });
        return [make("h3", {}, word("pair.settings")), form];
    };

    // --- what is done with the whole

    const pairNext = () => {
        const text = event.write("json");
        if (attempt(() => event.enter())) {
            remember({ what: word("pair.undo-round", { round: next() }), text });
            look();
            shown = now.rounds_paired;
            view = "round";
            opened = new Set();
            chosen = now.boards[0]?.board ?? null;
            say(word("pair.paired", { round: shown, n: now.boards.length }), "verified");
        }
        render();
    };
    const undo = () => {
        const step = steps.pop();
        if (step === undefined) return;
        attempt(() => step.text === undefined
            ? event.result(step.round, step.white, step.result, { game: step.game + 1 })
            : read(step.text, "tournament.json"));
        look();
        shown = Math.min(step.round ?? shown, now.rounds_paired) || now.rounds_paired;
        render();
    };
    const save = (format, ending) => attempt(() => {
        const link = make("a", { href: URL.createObjectURL(new Blob([event.write(format)], { type: "text/plain" })), download: `${file.replace(/\.[^.]*$/, "") || "tournament"}-${now.rounds_paired}${ending}` });
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    });
    const close = () => {
        if (!confirm(word("pair.close-sure"))) return;
        event.close();
        event = undefined;
        steps = [];
        try {
            localStorage.removeItem(KEPT);
        } catch { /* nothing was kept */ }
        render();
    };

    const waiting = () => now.boards.filter(({ results }) => isOpen(results)).map(({ board }) => board);
    const bar = () => {
        const open = waiting(), over = doc.rounds > 0 && next() > doc.rounds;
        const said = over && open.length === 0 ? word("pair.over")
            : open.length > 0 ? word("pair.missing", { n: now.missing, boards: open.slice(0, 12).join(", ") + (open.length > 12 ? " …" : "") })
                : word("pair.ready", { round: next() });
        const pair = button(word("pair.pair-round", { round: next() }), pairNext, { class: "main" });
        pair.disabled = over || open.length > 0;
        const back = button(steps.length > 0 ? word("pair.undo", { what: steps.at(-1).what }) : word("pair.undo-none"), undo);
        back.disabled = steps.length === 0;
        return [make("p", { class: "said", role: "status" }, said), make("p", { class: "acts" }, pair, back)];
    };
    const renderBar = () => desk.querySelector(".pair-bar")?.replaceChildren(...bar());

    const VIEWS = { round: roundView, standings: standingsView, players: playersView, settings: settingsView };
    const tabs = () => make("nav", { class: "tabs", "aria-label": word("pair.views") }, ...Object.keys(VIEWS).map(name =>
        button(word(`pair.view-${name}`), () => {
            view = name;
            render();
        }, view === name ? { "aria-current": "page" } : {})));
    const findingList = () => {
        const grave = findings.filter(({ severity }) => severity !== "note");
        if (findings.length === 0) return [make("p", { class: "fine" }, word("pair.read-well"))];
        const list = make("ul", {}, ...findings.map(one => make("li", { class: one.severity }, finding(one))));
        const details = make("details", { class: "findings" }, make("summary", {}, word("pair.findings", { n: findings.length })), list);
        details.open = steps.length === 0 && grave.length > 0 && grave.length <= 8;
        return [details];
    };
    const files = () => make("p", { class: "take" }, make("span", {}, word("pair.take")), " ",
        button("TRF26", () => save("trf26", ".trf")), button("TRF16", () => save("trf16", "-trf16.trf")), button("JSON", () => save("json", ".json")),
        button(word("pair.print"), () => print()), button(word("pair.close"), close));

    const render = () => {
        const place = document.activeElement?.closest?.(".tabs") ? ".tabs [aria-current]" : null;
        start.hidden = event !== undefined;
        desk.hidden = event === undefined;
        document.body.classList.toggle("pairing", event !== undefined);
        desk.replaceChildren();
        if (event === undefined) return;
        const facts = [word("pair.players", { n: doc.players.length }), word(`system.${now.system}`),
            doc.rounds > 0 ? word("pair.round-of", { round: now.rounds_paired, rounds: doc.rounds }) : word("pair.rounds-open", { round: now.rounds_paired })];
        desk.append(make("h2", {}, make("bdi", {}, doc.name || file)), make("p", { class: "fine" }, facts.filter(Boolean).join(" · ")),
            ...findingList(), make("div", { class: "pair-bar" }, ...bar()), tabs(),
            make("div", { class: "view" }, ...refusing(() => VIEWS[view]())), files());
        if (place) desk.querySelector(place)?.focus({ preventScroll: true });
    };
    // --- taking a file

    const take = (bytes, name, kept = false) => {
        try {
            read(bytes, name);
        } catch (error) {
            say(word("verify.refused", { name }), "exposed");
            const errors = (error.messages ?? []).filter(({ severity }) => severity === "error");
            start.querySelector(".refused").replaceChildren(...(errors.length ? errors.map(finding) : [error.message]).map(text => make("li", {}, text)));
            return;
        }
        start.querySelector(".refused").replaceChildren();
        file = name;
        findings = kept ? [] : event.messages;
        steps = [];
        opened = new Set();
        say(kept ? word("pair.went-on", { name }) : "");
        look();
        shown = now.rounds_paired;
        chosen = waiting()[0] ?? null;
        view = doc.rounds > 0 || now.rounds_paired > 0 ? "round" : "settings";
        render();
        section.dataset.done = String(Number(section.dataset.done ?? 0) + 1);
    };
    const takeFile = async given => {
        if (given !== undefined) take(await given.arrayBuffer(), given.name);
        input.value = "";
    };
    const takeKept = () => {
        try {
            const { file: name, text } = JSON.parse(localStorage.getItem(KEPT));
            take(new TextEncoder().encode(text), name, true);
        } catch { /* nothing was kept, or it is not ours */ }
    };

    // --- keys

    const move = by => {
        const boards = roundNow().boards.map(({ board }) => board), at = boards.indexOf(chosen);
        choose(boards[Math.min(Math.max(at + by, 0), boards.length - 1)]);
    };
    const typed = key => {
        const board = boardNow(chosen);
        if (board === undefined) return;
        const open = board.results.findIndex(result => result === "none");
        enter(board, open < 0 ? board.results.length - 1 : open, key);
        say(`${word("pair.board", { board: chosen })}: ${key === "none" ? word("pair.no-result") : resultText(key)}`);
        if (key !== "none" && !isOpen(boardNow(chosen).results)) move(1);
    };
    addEventListener("keydown", pressed => {
        const { key, ctrlKey, metaKey, altKey, target } = pressed;
        if (event === undefined || view !== "round" || altKey || target.closest("input, select, textarea")) return;
        if ((ctrlKey || metaKey) && key === "z") undo();
        else if (ctrlKey || metaKey || now.rounds_paired === 0) return;
        else if (key === "ArrowDown") move(1);
        else if (key === "ArrowUp") move(-1);
        else if (key in KEYS) typed(KEYS[key]);
        else return;
        pressed.preventDefault();
    });

    // --- the beginning

    const textOf = id => document.getElementById(id)?.textContent;
    const bytesOfBase64 = text => Uint8Array.from(atob(text.trim()), letter => letter.charCodeAt(0));
    // In a page that is a single file the engine stands in the page; else beside it.
    const load = async () => {
        const { engine, wasm, sentences } = section.dataset, inside = textOf("engine-module");
        const address = inside === undefined ? new URL(engine, document.baseURI).href
            : URL.createObjectURL(new Blob([inside], { type: "text/javascript" }));
        const { load } = await import(address);
        if (inside !== undefined)
            return load(await WebAssembly.compile(bytesOfBase64(textOf("engine-wasm"))), { sentences: new TextEncoder().encode(textOf("engine-sentences") ?? "") });
        const absolute = address => address && new URL(address, document.baseURI).href;
        return load(absolute(wasm), { sentences: absolute(sentences) });
    };
    const begin = loaded => {
        limmat = loaded;
        systems = limmat.systems();
        start.hidden = false;
        say("");
        input.addEventListener("change", () => takeFile(input.files[0]));
        document.getElementById("example").addEventListener("click", () => take(new TextEncoder().encode(EXAMPLE), "example.csv"));
        addEventListener("dragover", dragged => dragged.preventDefault());
        addEventListener("drop", dropped => {
            dropped.preventDefault();
            takeFile(dropped.dataTransfer.files[0]);
        });
        takeKept();
        section.dataset.ready = "yes";
    };

    if (location.protocol === "file:" && textOf("engine-module") === undefined) {
        say(word("pair.disk"));
        return;
    }
    say(word("verify.loading"));
    load().then(begin).catch(({ message }) => say(word("pair.cannot", { message }), "exposed"));
})();
