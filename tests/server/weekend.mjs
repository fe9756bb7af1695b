// SPDX-License-Identifier: Apache-2.0
// What goes wrong in an open (docs/situations.md), each at its round by the pages of the desk; whoever does it counts the acts.

/** Situations that need another event than an open of many, and the tests that play them in pages or by their forms. */
export const ELSEWHERE = {
    5: 'serve-lists', 42: 'serve-forms', 73: 'serve-line-up', 74: 'serve-situations', 75: 'serve-situations', 76: 'serve-situations', 77: 'serve-forms',
};
/** Those of which more than one thing depends, or for which the obvious button is the wrong one. */
export const NASTY = [2, 3, 5, 7, 9, 12, 13, 14, 18, 19, 21, 22, 23, 24, 25, 26, 30, 31, 32, 34, 35, 36, 37, 38, 39, 40, 42, 43, 47, 51, 52, 53, 54, 55, 57, 58, 59, 60, 61, 62, 63, 65, 67, 68,
    69, 71, 73, 74, 75, 77, 78, 79, 80];

/** [number, who does it, round, moment, what is done]; 0: before the first round, 10: after the last one. */
export function weekend({ arbiter, deputy, helper, origin, rounds, nameOf, bornIn, going, withPlayer, must }) {
    const { page } = arbiter;
    const at = (path) => arbiter.at(path);
    const textOf = (what) => page.locator(what).innerText();
    const current = () => page.url().match(/round\/(\d+)/)[1];
    const rows = () =>
        page.locator('.desk-boards tbody tr').evaluateAll((all) => {
            const nameIn = (cell) => [...cell.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join('').trim(); // no title
            return all.map((row) => [row.dataset.board, row.id.slice(1), ...['white', 'black'].map((side) => nameIn(row.querySelector(`.${side}`)))]);
        });
    const rowOf = async (name) => (await rows()).find((row) => row[2].includes(name) || row[3].includes(name));
    const opponentOf = async (name) => ((row) => row[row[2].includes(name) ? 3 : 2])(await rowOf(name));
    const idles = () => page.locator('.idle tbody tr').evaluateAll((all) => all.map((row) => [row.querySelector('th').innerText.trim(), row.lastElementChild.innerText.trim()]));
    const alone = async () => (await idles()).find(([, why]) => why === 'bye')?.[0];
    const state = {};

    async function enter(fields) {
        await page.goto(at('players'));
        await arbiter.follow('Add player');
        await arbiter.send(fields, 'Enter');
    }

    /** The question that is asked, and left as it was. */
    async function leave(said) {
        await page.locator('[data-needs]').waitFor();
        must((await textOf('[data-needs]')).match(said), `${said} in ${await textOf('[data-needs]')}`);
        await arbiter.key('Escape');
        await page.locator('dialog').waitFor({ state: 'detached' });
    }

    /** Those who play now as ${pairs} have it, at a round that is published. */
    async function reseat(...pairs) {
        const round = current();
        await arbiter.follow('Change published pairings by hand');
        for (const [i, name] of pairs.flat().entries()) {
            const box = page.locator('main [name=pairs]').nth(i);
            arbiter.count();
            await box.selectOption(await box.locator('option', { hasText: name }).first().getAttribute('value'));
        }
        const from = page.url();
        await arbiter.click(page.getByRole('button', { name: 'Change the pairings' }));
        await arbiter.confirm({ from });
        await page.goto(at(`round/${round}`));
        for (const [white, black] of pairs) must((await opponentOf(white)).includes(black), `${white} against ${black}`);
    }

    /** Somebody of the round before it is paired stays away, if the others would be even. */
    async function odd(round) {
        await page.goto(at(`round/${round}`));
        const number = Number((await textOf('main')).match(/(\d+) players will be paired/)[1]);
        const task = arbiter.task;
        arbiter.task = 'setting up';
        if (number % 2 === 0) await going(nameOf(14), [[`Round ${round}`, `${round}-zero`]], 'Save byes');
        arbiter.task = task;
        await page.goto(at(`round/${round}`));
    }

    /** A result that has no key. */
    async function special(board, result) {
        await arbiter.type(page.locator('.special [name=board]'), board);
        arbiter.count();
        await page.locator('.special select').selectOption(result);
        await arbiter.click(page.getByRole('button', { name: 'Enter', exact: true }));
    }

    async function boardOf(round, board) {
        if (!page.url().endsWith(`round/${round}`)) await arbiter.click(page.getByRole('navigation', { name: 'Rounds' }).getByRole('link', { name: new RegExp(`^${round}\\b`) }));
        await arbiter.follow(`Board ${board}:`);
        await page.getByRole('heading', { name: `Board ${board}` }).waitFor();
    }

    /** Another result than the one that is entered. */
    async function correct(round, board) {
        await boardOf(round, board);
        const now = await textOf('h1 small');
        await arbiter.click(page.getByRole('button', { name: now.startsWith('1') ? '0 – 1' : '1 – 0', exact: true }));
        await arbiter.confirm({ said: 'closed' });
    }

    async function alterAgain(round) {
        await page.goto(at(`round/${round}`));
        await arbiter.follow('Alter the published round');
        await arbiter.send({ again: 'yes' }, 'Alter the round');
        await page.goto(at(`round/${round}`));
        await arbiter.step(/version 2, published/);
    }

    return [
        [2, 'chief', 0, 'entries', async () => {
            await enter({ name: nameOf(13), fide: '1650', birth: bornIn(13), club: 'SK Thun' });
            await page.locator('table.people').waitFor();
            must((await page.getByRole('link', { name: nameOf(13) }).count()) === 2, 'both are entered');
        }],
        [3, 'chief', 0, 'entries', async () => {
            arbiter.task = 'setting up';
            await enter({ name: 'Buhler, Anna', birth: bornIn(1) });
            arbiter.task = '3';
            await page.locator('table.people').waitFor();
            const newer = await page.getByRole('link', { name: 'Buhler, Anna' }).getAttribute('data-player');
            await arbiter.follow(nameOf(1));
            await arbiter.follow('Merge two entries of one player');
            await arbiter.send({ other: newer }, 'Merge entries');
            await page.goto(at('players'));
            must((await page.getByRole('link', { name: 'Buhler, Anna' }).count()) === 0, 'one entry is left');
        }],
        [7, 'chief', 0, 'entries', () => going(nameOf(18), [['Rating', '2215']], 'Save')],
        [12, 'chief', 0, 'entries', async () => {
            const task = arbiter.task;
            arbiter.task = 'setting up';
            await page.goto(at('do/sanction'));
            await arbiter.send({ name: 'Falsch, Fritz', fide_id: '990099', text: 'decision of 3 May' }, 'Bar this player');
            arbiter.task = task;
            await page.goto(at('players'));
            await arbiter.follow('Add player');
            for (const [name, value] of [['name', 'Falsch, Fritz'], ['fide_id', '990099']]) await arbiter.type(page.locator(`main [name=${name}]`), value);
            await arbiter.click(page.getByRole('button', { name: 'Enter', exact: true }));
            await leave(/decision of 3 May/);
        }],
        [25, 'chief', 1, 'playing', async () => {
            await going(nameOf(9), [['Rating', '2391']], 'Save');
            await page.goto(at('round/1'));
            await arbiter.follow('Unpublish the round');
            await arbiter.send({}, 'Unpublish');
            await page.goto(at('round/1'));
            if (/not paired/i.test(await textOf('.said'))) await arbiter.step(/draft: only/);
            await arbiter.step(/version 2, published/);
        }],
        [22, 'chief', 1, 'playing', async () => {
            for (const name of ['Spät, Susi', 'Später, Sam']) await enter({ name, fide: '1500' });
            await page.goto(at('round/1'));
            await reseat(['Spät, Susi', 'Später, Sam']);
        }],
        [26, 'chief', 1, 'playing', async () => {
            await withPlayer(nameOf(16), 'All details', { pseudonym: 'B. B.' }, 'Save');
            const shown = await (await page.request.get(`${origin}/p/limmat-open/main/round-1.html`)).text();
            must(shown.includes('B. B.') && !shown.includes(nameOf(16)), 'the public page has the pseudonym alone');
        }],
        [69, 'chief', 1, 'playing', async () => {
            await page.goto(at('round/1'));
            const pairs = JSON.stringify((await rows()).map((row) => row.slice(2).sort()).sort());
            await withPlayer(nameOf(17), 'All details', { table: '1' }, 'Save');
            await page.goto(at('round/1'));
            must(JSON.stringify((await rows()).map((row) => row.slice(2).sort()).sort()) === pairs, 'the pairs stay');
        }],
        [47, 'both', 1, 'results', async () => {
            await deputy.page.context().route('**/live', (route) => route.abort());
            await deputy.page.goto(at('round/1'));
            await page.goto(at('round/1'));
            await arbiter.key('1');
            await arbiter.reads(/1 of/);
            await deputy.key('0');
            const row = page.locator('tr[data-board="1.1"]');
            await row.getByText('Ben entered 0 – 1').waitFor();
            await deputy.page.locator('tr[data-board="1.1"]').getByText('Verena Hösli entered 1 – 0').waitFor();
            await deputy.page.context().unroute('**/live');
            await arbiter.click(row.getByRole('button', { name: 'make 0 – 1 the result of board 1' }));
            await row.getByText('Ben entered').waitFor({ state: 'detached' });
        }],
        [24, 'chief', 2, 'before', async () => {
            await enter({ name: 'Spross, Sven', fide: '1480', from: '2' });
            arbiter.task = '24';
            await going('Spross, Sven', [['Round 2', '2-half']], 'Save byes');
            await odd(2);
        }],
        [24, 'chief', 2, 'playing', async () => {
            const now = await idles();
            must(now.some(([name, why]) => name === 'Spross, Sven' && /half/.test(why)) && now.some(([, why]) => why === 'bye'), `both byes: ${now.join('; ')}`);
        }],
        [21, 'chief', 2, 'playing', async () => {
            const who = await alone();
            await enter({ name: 'Nach, Nora', fide: '1470' });
            await page.goto(at('round/2'));
            await reseat([who, 'Nach, Nora']);
        }],
        [36, 'chief', 2, 'playing', async () => {
            const [one, two] = (await rows()).slice(-3, -1);
            await reseat([one[2], two[3]], [two[2], one[3]]);
        }],
        [23, 'chief', 2, 'playing', async () => {
            const before = JSON.stringify(await rows());
            await enter({ name: 'Wartend, Willi', fide: '1460' });
            await page.goto(at('round/2'));
            must(JSON.stringify(await rows()) === before, 'nothing of round 2 has moved');
        }],
        [68, 'deputy', 2, 'playing', async () => {
            await deputy.page.goto(at('round/2'));
            await deputy.follow('Board 2:');
            await deputy.page.getByText('Why this opponent?').first().waitFor();
        }],
        [9, 'chief', 3, 'before', async () => {
            await page.goto(at('do/forbid'));
            for (const name of [nameOf(2), nameOf(6)]) await arbiter.click(page.getByLabel(name));
            await arbiter.click(page.getByRole('button', { name: 'Forbid' }));
            await leave(/C\.05/);
        }],
        [65, 'chief', 3, 'before', () => odd(3)],
        [65, 'chief', 3, 'playing', async () => {
            const left = await opponentOf(nameOf(12));
            const free = await alone();
            await going(nameOf(12), [['Withdraws from round', '3']], 'Withdraw');
            await page.goto(at('round/3'));
            await reseat([left, free]);
        }],
        [30, 'chief', 3, 'playing', async () => {
            const needed = [3, 4, 5, 10, 11, 14, 15, 20].map(nameOf);
            let names;
            [, state.board, ...names] = (await rows()).reverse().find((row) => row.slice(2).some((name) => !needed.includes(name)));
            state.leaves = names.find((name) => !needed.includes(name));
            state.stays = names.find((name) => name !== state.leaves);
            await special(state.board, '0F-0F');
            await arbiter.reads(/1 of/);
        }],
        [60, 'chief', 4, 'before', async () => {
            await page.goto(at('overview'));
            const due = page.locator('li', { hasText: `${state.stays} did not` }).first();
            await arbiter.click(due.getByRole('link', { name: /excused/ }));
            await arbiter.send({}, 'Keep in');
        }],
        [61, 'chief', 4, 'before', async () => {
            await page.goto(at('overview'));
            const due = page.locator('li', { hasText: `${state.leaves} did not` }).first();
            await arbiter.click(due.getByRole('link', { name: /ithdraw/ }));
            await arbiter.click(page.getByRole('button', { name: 'Withdraw' }));
            await page.getByText('withdrawn').first().waitFor();
        }],
        [38, 'chief', 4, 'before', async () => {
            arbiter.task = 'setting up';
            await going(nameOf(15), [['Round 4', '4-zero']], 'Save byes');
            await odd(4);
        }],
        [38, 'chief', 4, 'playing', async () => reseat([await alone(), nameOf(15)])],
        [51, 'deputy', 4, 'playing', async () => {
            const { page: other } = deputy;
            await other.goto(at('round/3'));
            await deputy.follow('Board 4:');
            await other.getByRole('heading', { name: 'Board 4' }).waitFor();
            const now = await other.locator('h1 small').innerText();
            await deputy.click(other.getByRole('button', { name: now.startsWith('1') ? '0 – 1' : '1 – 0', exact: true }));
            await deputy.confirm({ said: 'closed' });
        }],
        [57, 'chief', 4, 'playing', async () => {
            await going(nameOf(10), [['Round 5', '5-zero']], 'Save byes');
        }],
        [59, 'chief', 5, 'before', () => odd(5)],
        [59, 'chief', 5, 'playing', async () => {
            must((await idles()).some(([name]) => name === nameOf(10)), 'the one who left for a round is absent');
            const free = await alone();
            await going(nameOf(12), [], 'Return'); // from the round after: this one is published
            await page.goto(at('round/5'));
            await reseat([free, nameOf(12)]);
        }],
        [31, 'chief', 5, 'playing', async () => {
            [, state.board, state.one, state.other] = (await rows()).at(-3);
            await special(state.board, 'unknown');
            await page.locator(`#b${state.board}`).getByText('unknown').or(page.locator(`#b${state.board}`).getByText('?')).first().waitFor();
            await special(state.board, '0F-0F');
            await arbiter.reads(/1 of/);
        }],
        [60, 'chief', 6, 'before', async () => {
            for (const name of [state.one, state.other]) {
                await page.goto(at('overview'));
                await arbiter.click(page.locator('li', { hasText: `${name} did not` }).first().getByRole('link', { name: /excused/ }));
                await arbiter.send({}, 'Keep in');
            }
        }],
        [63, 'chief', 6, 'before', async () => {
            arbiter.task = 'setting up';
            const late = Math.min(8, rounds);
            await going(nameOf(11), [[`Round ${late}`, `${late}-half`]], 'Save byes');
            arbiter.task = '63';
            await page.goto(at('players'));
            await arbiter.type(page.getByRole('searchbox'), nameOf(11));
            await arbiter.follow(nameOf(11));
            await page.getByRole('heading', { name: nameOf(11) }).waitFor();
            arbiter.count();
            await page.locator(`#coming [data-round="${late - 1}"]`).selectOption(`${late - 1}-half`);
            await arbiter.click(page.getByRole('button', { name: 'Save byes' }));
            await leave(/half-point byes/);
        }],
        [39, 'chief', 6, 'proposed', async () => {
            const task = arbiter.task;
            arbiter.task = 'setting up'; // the two who lost by forfeit meet again, by an arbiter's hand
            const opponent = await opponentOf(state.one);
            if (!opponent.includes(state.other)) {
                for (const name of [opponent, state.other]) await page.getByRole('checkbox', { name, exact: true }).check();
                await page.getByRole('button', { name: 'Swap them' }).click();
                await arbiter.confirm({ shown: 'Changed by hand' });
            }
            arbiter.task = task;
        }],
        [39, 'chief', 6, 'playing', async () => {
            await correct(5, state.board);
            await page.goto(at('round/6'));
            await page.locator('.due').getByText('have met before').first().waitFor();
            await alterAgain(6);
            must(!(await opponentOf(state.one)).includes(state.other), 'they meet no more');
        }],
        [62, 'chief', 7, 'before', async () => {
            await withPlayer(nameOf(3), 'Expel', { text: 'telephone in the toilet' }, 'Expel');
            await page.goto(at('standings'));
            must(/^–\s/.test(await page.locator('tr', { hasText: nameOf(3) }).innerText()), 'without a rank');
        }],
        [40, 'chief', 7, 'playing', async () => {
            const [first] = await rows();
            await arbiter.follow('Games have begun');
            await arbiter.click(page.locator('main [name=boards]').first());
            await arbiter.send({}, 'Mark as started');
            await page.goto(at('round/7'));
            await correct(6, 4);
            await alterAgain(7);
            must(JSON.stringify((await rows())[0]) === JSON.stringify(first), 'the game that runs stays');
        }],
        [43, 'helper', 7, 'after results', async () => {
            await helper.page.goto(at('round/7?pass=2'));
            const said = await page.locator('#b1 output').innerText();
            await helper.key(said.startsWith('1') ? '0' : '1');
            await page.locator('.due').getByText('Board 1:').waitFor();
            arbiter.task = '43';
            await arbiter.click(page.locator('#b1 form.takes button').first());
            await page.locator('.due').getByText('Board 1:').waitFor({ state: 'detached' });
        }],
        [32, 'chief', 8, 'playing', async () => {
            const [, board, white] = (await rows()).at(-1);
            state.rang = board;
            await withPlayer(white, 'Record an incident', { text: 'phone rang in a bag, move 14' }, 'Record the incident');
            await page.goto(at('round/8'));
            for (const key of ['/', ...board, 'Enter', '0']) await arbiter.key(key);
            await arbiter.reads(/1 of/);
        }],
        [35, 'chief', 8, 'playing', async () => {
            const [, board, white, black] = (await rows()).at(-2);
            await boardOf(8, board);
            await arbiter.click(page.locator('.acts-list').getByRole('link', { name: 'Other result' }));
            await arbiter.send({ result: '1-0', turned: 'yes' }, 'Enter');
            await page.goto(at('round/8'));
            const now = (await rows()).find((row) => row[1] === board);
            must(now[2] === black && now[3] === white, `the colours are turned: ${now}`);
        }],
        [34, 'deputy', 8, 'playing', async () => {
            await deputy.page.goto(at('round/8'));
            await deputy.follow('Board 1:');
            await deputy.page.getByText('fewer than ten moves').waitFor();
        }],
        [37, 'deputy', 8, 'playing', async () => {
            await deputy.page.goto(`${origin}/e/limmat-open/b/players`);
            await deputy.click(deputy.page.locator('.people a[data-player]').first());
            await deputy.follow('Record an incident');
            await deputy.send({ text: 'played at board 4 of the other section' }, 'Record the incident');
        }],
        [78, 'chief', rounds, 'one left', async () => {
            await page.goto(at('prizes'));
            await arbiter.type(page.locator('main [name=name]').first(), 'General');
            await arbiter.type(page.locator('main [name=amounts]').first(), '500 300 200');
            await arbiter.click(page.locator('main form.grid button.main'));
            await page.getByRole('heading', { name: 'General' }).waitFor();
            await page.goto(at(`round/${rounds}`));
        }],
        [79, 'chief', 10, 'report', async () => {
            arbiter.task = 'setting up';
            await page.goto(at('do/sent'));
            await arbiter.send({}, 'Mark as sent');
            arbiter.task = '79';
            await going(nameOf(5), [['FIDE ID', '1399999']], 'Save');
        }],
        [80, 'chief', 10, 'report', async () => {
            await page.goto(at('settings'));
            await arbiter.follow('Erase a player’s data');
            const who = await page.locator('main [name=person] option', { hasText: nameOf(4) }).first().getAttribute('value');
            await arbiter.send({ person: who }, 'Erase for good');
            await page.goto(at('standings'));
            must(!(await textOf('main')).includes(nameOf(4)), 'the name is gone');
        }],
    ];
}
