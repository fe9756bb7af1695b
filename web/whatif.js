// SPDX-License-Identifier: Apache-2.0
// What if: results are tapped on the boards of a round that are still open, and the engine, which is
// fetched at the first tap only, tells the places, the rating changes and the pairing that follow.
// Where boards are not what a page is about (data-foresee): what may come, of all or of one player.
"use strict";
(() => {
    const section = document.getElementById("what-if");
    const { make, word, decimal, points } = limmatPage(section.dataset.words);
    const begin = section.querySelector("button"), state = section.querySelector("[role=status]");
    const FEW = 2, MOST = 6; // open games whose outcomes are all paired unasked; that can be
    const SHOWN = 10; // of the leaders
    const RESULTS = ["1-0", "1/2-1/2", "0-1"];

    const foreseeing = "foresee" in section.dataset, only = Number(section.dataset.foresee ?? 0);

    let event, round, people, teams, teamOf, before, supposed; // before: place by number; supposed: result by game

    const absolute = address => new URL(address, document.baseURI).href;
    const load = async () => {
        const { engine, wasm, file } = section.dataset;
        const [{ load }, answer] = await Promise.all([import(absolute(engine)), fetch(absolute(file))]);
        const limmat = await load(absolute(wasm));
        event = limmat.read(await answer.arrayBuffer(), { name: file });
        round = event.round(0);
        const { players, teams: sides = [] } = event.data();
        people = new Map(players.map(player => [player.tpn, player]));
        teams = new Map(sides.filter(({ number }) => number > 0).map(team => [team.number, team]));
        teamOf = new Map([...teams.values()].flatMap(({ number, players: members }) => members.map(tpn => [tpn, number])));
        before = new Map(event.standings().standings.map(({ tpn, rank }) => [tpn, rank]));
        supposed = new Map();
    };
    // The games of a board, of which a match has several, White and Black in turn.
    const gamesOf = ({ board, white, black, results }) => results.map((result, index) => ({
        key: results.length > 1 ? `${board}.${index + 1}` : String(board), game: index + 1, result,
        white: index % 2 ? black : white, black: index % 2 ? white : black,
    }));
    // Of teams match by match.
    const matchOf = ({ white, black }) => Math.min(teamOf.get(white) ?? 0, teamOf.get(black) ?? 0);
    const open = () => round.boards.flatMap(gamesOf).filter(({ result }) => result === "none").sort((a, b) => matchOf(a) - matchOf(b));
    const undecided = () => open().filter(({ key }) => !supposed.has(key)).length;
    const enter = ({ white, game }, result) => event.result(round.round, white, result, { game });

    // --- people; those whom this browser follows stand out

    const followed = () => {
        try {
            const slug = location.pathname.split("/").at(-2);
            return new Set(Object.keys(JSON.parse(localStorage.getItem("limmat-follow")) ?? {})
                .filter(key => key.startsWith(`${slug}/player-`)).map(key => Number(/player-(\d+)/.exec(key)[1])));
        } catch {
            return new Set();
        }
    };
    const person = tpn => {
        const { name = "" } = people.get(tpn) ?? {};
        return make("bdi", {}, name || word("page.numbered", { number: tpn }));
    };
    const party = number => teams.size > 0 ? make("bdi", {}, teams.get(number)?.name || word("page.numbered", { number })) : person(number);
    const member = tpn => teamOf.has(tpn) ? [person(tpn), " ", make("i", {}, party(teamOf.get(tpn)))] : [person(tpn)];
    const marked = () => teams.size > 0 ? new Set([...followed()].map(tpn => teamOf.get(tpn))) : followed(); // as places and pairs are numbered
    const row = (tpns, ...cells) => make("tr", tpns.some(tpn => marked().has(tpn)) ? { class: "mine" } : {}, ...cells);
    const table = (heads, rows) => make("table", { class: "wide" },
        make("thead", {}, make("tr", {}, ...heads.map(([text, kind = ""]) => make("th", { scope: "col", class: kind }, text)))), make("tbody", {}, ...rows));

    // --- what follows

    const movement = (tpn, rank) => {
        const steps = (before.get(tpn) ?? rank) - rank;
        return steps === 0 ? "=" : `${steps > 0 ? "▲" : "▼"} ${Math.abs(steps)}`;
    };
    const changeText = hundredths => hundredths === undefined ? ""
        : `${hundredths < 0 ? "−" : "+"}${decimal((Math.abs(hundredths) / 100).toFixed(1))}`;
    const places = () => {
        const { tie_breaks, standings } = event.standings();
        const own = tie_breaks.indexOf("PTS");
        const rated = teams.size === 0, changes = new Map(rated ? event.ratings().players.map(({ tpn, change }) => [tpn, change]) : []);
        const touched = new Set(open().filter(({ key }) => supposed.has(key)).flatMap(({ white, black }) => [white, black]).map(tpn => rated ? tpn : teamOf.get(tpn)));
        const kept = standings.filter(({ tpn }, index) => index < SHOWN || touched.has(tpn) || marked().has(tpn));
        return [make("h3", {}, word("whatif.places")), table(
            [[word("page.place"), "n"], [word("whatif.movement"), "r"], [word("page.name")], ...own < 0 ? [] : [[word("page.pts"), "n"]], ...rated ? [[word("page.rating-change"), "n"]] : []],
            kept.map(({ tpn, rank, values }) => row([tpn], make("td", { class: "n" }, rank === null ? "" : String(rank)),
                make("td", { class: "r" }, rank === null ? "" : movement(tpn, rank)), make("th", { scope: "row" }, party(tpn)),
                ...own < 0 ? [] : [make("td", { class: "n" }, points(values[own]))], ...rated ? [make("td", { class: "n" }, changeText(changes.get(tpn)))] : [])))];
    };

    // One outcome is a pairing; of several, whom those in front and those followed may meet.
    const pairing = ({ round: number, pairs, impossible }) => {
        if (impossible > 0) return [make("p", {}, word("whatif.impossible"))];
        const rows = pairs.map(({ board, white, black }) => row([white, black], make("th", { scope: "row", class: "n" }, String(board)), make("td", {}, party(white)),
            make("td", {}, black === 0 ? word("page.bye") : party(black))));
        return [make("h3", {}, word("whatif.next", { round: number })), table([[word("page.board"), "n"], [word("page.white")], [word("page.black")]], rows)];
    };
    const meetings = ({ round: number, outcomes, impossible, players }) => {
        const order = new Map(event.standings().standings.map(({ tpn }, index) => [tpn, index]));
        const kept = players.filter(({ tpn, meetings: own }) => own.length > 0 && (order.get(tpn) < SHOWN || marked().has(tpn)))
            .sort((a, b) => order.get(a.tpn) - order.get(b.tpn));
        const colour = one => one === undefined ? "" : `${word(`page.${one}`)}: `;
        const rows = kept.map(({ tpn, meetings: own }) => row([tpn], make("th", { scope: "row" }, party(tpn)),
            make("td", {}, ...own.flatMap(({ opponent, colour: side, outcomes: n }, index) =>
                [index > 0 ? "; " : "", colour(side), opponent === 0 ? word("page.bye") : party(opponent), n === outcomes - impossible ? "" : ` ${word("whatif.of", { n, outcomes })}`]))));
        return [make("h3", {}, word("whatif.may", { round: number, outcomes })), table([[word("page.name")], [word("page.opponent")]], rows)];
    };
    const follows = () => {
        const left = undecided();
        const { rounds, round: now } = round;
        if (rounds > 0 && now >= rounds) return [];
        const tell = () => {
            const preview = event.preview();
            return preview.outcomes === 1 ? pairing(preview) : meetings(preview);
        };
        const guarded = () => {
            try {
                return tell();
            } catch ({ message }) {
                return [make("p", {}, message)];
            }
        };
        if (left === 0) return guarded();
        if (left > MOST) return [make("p", { class: "fine" }, word("whatif.more", { n: left - MOST })), ...foresee()];
        // Several outcomes take longer than a tap should: few of them come a moment later, more when asked for.
        const place = make("div", {}), ask = make("button", { type: "button" }, word("whatif.all", { n: 3 ** left }));
        const work = () => place.isConnected && place.replaceChildren(...guarded());
        ask.addEventListener("click", work);
        place.append(...left > FEW ? [ask] : []);
        if (left <= FEW) setTimeout(work, 50);
        return [place];
    };

    // --- what may come, when too much is open to work out all of it

    const AT_FIRST = 20, LONG = 1500, FEWEST = 50, LARGEST = 2000; // runs; milliseconds that a tap may take
    const foreseen = () => {
        const began = performance.now();
        event.forecast({ runs: AT_FIRST });
        const each = (performance.now() - began) / AT_FIRST;
        const { runs, players } = event.forecast({ runs: Math.round(Math.max(FEWEST, Math.min(LARGEST, LONG / each))) });
        const percent = n => `${Math.round(100 * n / runs)} %`;
        const order = new Map(event.standings().standings.map(({ tpn }, index) => [tpn, index]));
        const kept = players.filter(({ tpn }) => only > 0 ? tpn === only : order.get(tpn) < SHOWN || followed().has(tpn)).sort((a, b) => order.get(a.tpn) - order.get(b.tpn));
        const sum = all => all.reduce((whole, n) => whole + n, 0);
        const opponents = meetings => {
            const by = new Map();
            for (const { opponent, runs: n } of meetings) by.set(opponent, (by.get(opponent) ?? 0) + n);
            return [...by].sort(([, a], [, b]) => b - a).slice(0, 3).flatMap(([tpn, n], index) => [index > 0 ? "; " : "", tpn === 0 ? word("page.bye") : person(tpn), ` ${percent(n)}`]);
        };
        const chances = ({ places: on, meetings: own }) => [own.length ? percent(sum(own.filter(({ colour }) => colour === "white").map(({ runs: n }) => n))) : "",
            percent(on[0]), percent(sum(on.slice(0, 3)))];
        const heads = [word("page.white"), word("whatif.first"), word("whatif.three")];
        const of = make("p", { class: "fine" }, word("whatif.foreseen", { n: runs }));
        if (only > 0) // of one a line for each, which has room on a telephone
            return [of, ...kept.map(one => make("table", {}, make("tbody", {}, ...[[word("page.opponent"), opponents(one.meetings)],
                ...heads.map((head, index) => [head, [chances(one)[index]]])].filter(([, said]) => said.some(part => part !== ""))
                .map(([head, said]) => make("tr", {}, make("th", { scope: "row" }, head), make("td", {}, ...said))))))];
        return [of, table([[word("page.name")], [word("page.opponent")], ...heads.map(head => [head, "n"])],
            kept.map(one => row([one.tpn], make("th", { scope: "row" }, person(one.tpn)), make("td", {}, ...opponents(one.meetings)),
                ...chances(one).map(text => make("td", { class: "n" }, text)))))];
    };
    const foresee = () => {
        // It is not known how many rounds follow, or games are not what is paired.
        if (round.rounds === 0 || teams.size > 0 || round.boards.some(({ results }) => results.length > 1)) return [];
        const place = make("div", { class: "foreseen" }), ask = make("button", { type: "button" }, word("whatif.foresee"));
        ask.addEventListener("click", () => {
            ask.disabled = true;
            setTimeout(() => {
                try {
                    place.replaceChildren(...foreseen());
                } catch ({ message }) {
                    place.replaceChildren(make("p", {}, message));
                }
            }, 20);
        });
        place.append(ask);
        return [place];
    };

    // --- tapping

    const suppose = (game, result) => {
        const { key } = game;
        if (supposed.get(key) === result) supposed.delete(key);
        else supposed.set(key, result);
        const began = performance.now();
        enter(game, supposed.get(key) ?? "none");
        show(key, RESULTS.indexOf(result));
        section.dataset.milliseconds = String(performance.now() - began);
    };
    const gameRow = game => {
        const { key, white, black } = game, chosen = supposed.get(key);
        const buttons = RESULTS.map(result => {
            const made = make("button", { type: "button", "aria-pressed": String(chosen === result), "aria-label": `${word("pair.board", { board: key })}: ${result.replace(/1\/2/g, "½").replace("-", " – ")}` },
                result.replace(/1\/2/g, "½").replace("-", "–"));
            made.addEventListener("click", () => suppose(game, result));
            return made;
        });
        const cells = row([white, black].map(tpn => teamOf.get(tpn) ?? tpn), teams.size > 0 ? make("td", {}) : make("th", { scope: "row", class: "n" }, key), make("td", {}, ...member(white)),
            make("td", { class: "r" }, make("span", { class: "suppose", role: "group" }, ...buttons)), make("td", {}, ...member(black)));
        cells.dataset.board = key;
        return cells;
    };
    const show = (board, place) => {
        if (foreseeing) {
            section.querySelector(".answer").replaceChildren(...foreseen());
            state.textContent = "";
            section.dataset.done = "0";
            return;
        }
        const boards = make("table", { class: "wide supposed" }, make("tbody", {}, ...open().map(gameRow)));
        const clear = make("button", { type: "button" }, word("whatif.clear"));
        clear.disabled = supposed.size === 0;
        clear.addEventListener("click", () => {
            for (const game of open()) if (supposed.delete(game.key)) enter(game, "none");
            show();
        });
        section.querySelector(".answer").replaceChildren(boards, make("p", {}, clear), ...supposed.size === 0 ? foresee() : [...places(), ...follows()]);
        if (board !== undefined) section.querySelector(`[data-board="${board}"] .suppose`).children[place].focus({ preventScroll: true });
        state.textContent = supposed.size === 0 ? word("whatif.tap") : word("whatif.supposed", { n: supposed.size });
        section.dataset.done = String(supposed.size);
    };

    // The page was renewed: what is supposed of boards that are still open stays.
    document.addEventListener("limmat:renewed", async () => {
        if (!event)
            return;
        const before = supposed;
        try {
            await load();
            for (const game of open()) if (before.has(game.key)) {
                supposed.set(game.key, before.get(game.key));
                enter(game, before.get(game.key));
            }
            show();
        } catch {
            supposed = before; // the next one may come through
        }
    });

    begin.addEventListener("click", async () => {
        begin.disabled = true;
        state.textContent = word("verify.loading");
        try {
            await load();
            await new Promise(resolve => setTimeout(resolve, 20)); // what the state says is painted before the work
            show();
            begin.hidden = true;
        } catch ({ message }) {
            state.textContent = word("pair.cannot", { message });
            begin.disabled = false;
        }
    });
    if (location.protocol !== "file:") section.hidden = false; // from a disk nothing beside it may be read
})();
