// SPDX-License-Identifier: Apache-2.0
// Beside the verify page: pairs again without making the page wait.  A message is {id, ask, …},
// its answer {id, value} or {id, error}.

let limmat;
let event;

const questions = {
    async start({ engine, wasm, sentences }) {
        const { load } = await import(engine);
        limmat = await load(wasm, { sentences });
    },
    open({ bytes, name }) {
        event?.close();
        event = undefined;
        event = limmat.read(bytes, { name });
        const { name: title = "", players } = event.data();
        return { title, players: players.map(({ tpn, name = "" }) => [tpn, name]) };
    },
    round({ round }) {
        const checked = event.checkRound(round);
        checked.title_of_system = limmat
            .systems()
            .find(({ name }) => name === checked.system).title;
        return checked;
    },
    journal: ({ bytes }) => limmat.verifyJournal(bytes),
    declared: () => event.check(),
    why: (question) => event.explain(question).answers,
};

addEventListener("message", async ({ data: { id, ask, ...details } }) => {
    try {
        postMessage({ id, value: await questions[ask](details) });
    } catch ({ message, messages = [] }) {
        postMessage({ id, error: { message, messages } });
    }
});
