// SPDX-License-Identifier: Apache-2.0
// test_open.mjs LIMMAT TOOLS [PLAYERS ROUNDS]: a whole open through the browser, from the first address
// to the report, with what goes wrong at a weekend: late entries, byes, withdrawals and returns, a
// player who goes to the other section, a published round that is altered, a wrong result found too
// late, a game that is played two rounds later, and the server killed twice.  The arbiter has a
// keyboard, check-in a tablet, and a second device looks on.  His acts are counted.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { browserOf, toolsIn } from '../pages/site.mjs';
import { done, holds } from '../wasm/tap.mjs';
import { Arbiter, serverOf } from './desk.mjs';

const [command, toolFolder, players = '120', last = '9'] = process.argv.slice(2);
const count = Number(players);
const rounds = Number(last);
const server = await serverOf(command);
const { origin } = server;
const key = await server.start();
const browser = await browserOf(toolsIn(toolFolder));
const desktop = await browser.newContext({ viewport: { width: 1440, height: 900 } });
desktop.setDefaultTimeout(120000);
const page = await desktop.newPage();
const arbiter = new Arbiter(page, `${origin}/e/limmat-open/main`);
const at = (path) => arbiter.at(path);
const complaints = [];
page.on('pageerror', (what) => complaints.push(String(what)));
page.on('response', (answer) => {
    if (answer.status() >= 400 && ![409, 422].includes(answer.status())) complaints.push(`${answer.status()} ${answer.url()}`);
});

// --- people, made: no two of one name, ratings that fall

const FIRST = ['Anna', 'Beat', 'Céline', 'Dario', 'Eva', 'Felix', 'Gian', 'Hanna', 'Ivo', 'Jana'];
const FAMILY = ['Ammann', 'Bühler', 'Caduff', 'Dubois', 'Egli', 'Frey', 'Graf', 'Hösli', 'Imhof', 'Jäggi', 'Keller', 'Lüthi', 'Meier', 'Näf', 'Ott'];
const nameOf = (i) => `${FAMILY[i % 15]}${i < 150 ? '' : 'er'}, ${FIRST[Math.floor(i / 15) % 10]}`;
const rowOf = (i) => `${i % 17 === 0 ? 'FM' : ''}\t${nameOf(i)}\t${2380 - 9 * i}\tSUI\t${1950 + ((i * 7) % 60)}\tSC ${FAMILY[(i * 3) % 15]}`;
const rows = (from, to) => Array.from({ length: to - from }, (_, i) => rowOf(from + i)).join('\n');

/** Results as a keyboard would have them: the same each time. */
let seed = 20261122;
const chance = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed / 2147483648;
};
const keyOf = () => {
    const x = chance();
    return x < 0.42 ? '1' : x < 0.72 ? '0' : '5';
};

const boards = () => page.locator('.desk-boards tbody tr').count();

await holds('the_first_address_makes_a_desk_and_two_sections', async () => {
    await page.goto(key);
    await arbiter.type(page.getByRole('textbox'), 'Verena Hösli');
    await arbiter.click(page.getByRole('button', { name: 'Begin' }));
    await arbiter.click(page.getByRole('link', { name: 'New event' }));
    await arbiter.type(page.getByRole('textbox', { name: 'Name' }), 'Limmat Open');
    await arbiter.type(page.locator('[name=rounds]'), String(rounds));
    await arbiter.click(page.getByRole('button', { name: 'Create event' }));
    await page.getByRole('heading', { name: 'Players' }).waitFor();
    await arbiter.follow('Settings');
    await arbiter.follow('Add a section');
    await arbiter.send({ id: 'b', title: 'B-Open', rounds: '5' }, 'Add the section');
});

arbiter.task = 'entering';
await holds('everybody_is_pasted_and_looked_at', async () => {
    const many = [['main', 0, count - 2], ['b', 130, 140]];
    for (const [section, from, to] of many) {
        await page.goto(`${origin}/e/limmat-open/${section}/players`);
        await arbiter.type(page.getByLabel('Pasted rows'), rows(from, to));
        await arbiter.click(page.getByRole('button', { name: 'Check rows' }));
        await arbiter.click(page.getByRole('button', { name: `Add ${to - from} players` }));
        await page.locator('table.people').waitFor();
        assert.equal(await page.locator('table.people tbody tr').count(), to - from);
    }
});

await holds('the_tablet_at_the_door_ticks_who_is_there_one_touch_each', async () => {
    arbiter.task = 'check-in';
    await page.goto(at('check-in'));
    await arbiter.click(page.getByRole('button', { name: 'Open check-in' }));
    await page.getByText(`0 here, ${count - 2} missing`).waitFor();
    await page.goto(`${origin}/rights`);
    await arbiter.click(page.getByRole('button', { name: 'Check-in' }));
    const address = await page.locator('.address').innerText();
    const hall = await browser.newContext({ viewport: { width: 820, height: 1180 }, hasTouch: true });
    hall.setDefaultTimeout(120000);
    const tablet = await hall.newPage();
    await tablet.goto(address);
    await tablet.getByRole('textbox').fill('Tablet at the door');
    await tablet.getByRole('button', { name: 'Begin' }).tap();
    await tablet.getByRole('link', { name: 'Limmat Open' }).waitFor();
    await tablet.goto(at('check-in'));
    for (let i = 0; i < count - 2; i++) {
        await tablet.locator('.ticks button[aria-pressed="false"]').first().tap();
        await tablet.getByText(`${i + 1} here, ${count - 3 - i} missing`).waitFor();
    }
    await hall.close();
    await page.goto(at('check-in'));
    await page.getByText(`${count - 2} here, 0 missing`).waitFor();
    // One went home again.
    await arbiter.click(page.locator('.ticks button').last());
    await page.getByText(`${count - 3} here, 1 missing`).waitFor();
    await arbiter.click(page.getByRole('button', { name: 'Close check-in' }));
    await arbiter.confirm({ shown: 'not open' });
});

/** A form of the desk that is reached from a player's page. */
async function withPlayer(name, link, fields, button) {
    await page.goto(at('players'));
    await arbiter.type(page.getByRole('searchbox'), name);
    await arbiter.follow(name);
    await arbiter.follow(link);
    await arbiter.send(fields, button);
}

/** Into the page of a player, to the forms about coming and going. */
async function going(name, fill, button) {
    await page.goto(at('players'));
    await arbiter.type(page.getByRole('searchbox'), name);
    await arbiter.follow(name);
    await page.getByRole('heading', { name }).waitFor();
    for (const [label, value] of fill) await arbiter.type(page.getByLabel(label, { exact: true }), value);
    const state = await page.locator('body').getAttribute('data-number');
    await arbiter.click(page.getByRole('button', { name: button }));
    await page.waitForFunction((before) => document.querySelector('[data-needs]') || document.body.dataset.number !== before, state);
    while (await page.locator('[data-needs]').count()) {
        await arbiter.click(page.locator('[data-go]'));
        await page.waitForFunction((before) => document.body.dataset.number !== before, state);
    }
}

// What happens before a round is paired, while it is paired, while it is played, after it.
const before = {
    1: async () => {
        arbiter.task = 'to another section';
        await withPlayer(nameOf(7), 'Move to another section', { to: 'b' }, 'Move');
    },
    2: async () => {
        for (const i of [120, 121]) {
            arbiter.task = 'late entry';
            await page.goto(at('players'));
            await arbiter.follow('Add player');
            await arbiter.send({ name: nameOf(i), fide: String(1700 + i), birth: '1999', federation: 'SUI', from: '2' }, 'Enter');
        }
        arbiter.task = 'bye asked for';
        await going(nameOf(11), [['Round', '2']], 'Add bye');
    },
    3: async () => {
        arbiter.task = 'withdrawal';
        await going(nameOf(20), [['Withdraws from round', '3']], 'Withdraw');
    },
    5: async () => {
        arbiter.task = 'return';
        await going(nameOf(20), [['Plays again from round', '5']], 'Return');
    },
};
const proposed = {
    4: async () => {
        arbiter.task = 'proposal changed and put back';
        const boxes = page.locator('.desk-boards [name=who]');
        await arbiter.click(boxes.nth(0));
        await arbiter.click(boxes.nth(2));
        await arbiter.click(page.getByRole('button', { name: 'Swap them' }));
        await arbiter.confirm({ shown: 'Changed by hand' });
        await arbiter.click(page.getByRole('button', { name: 'Discard draft' }));
        await arbiter.confirm({ said: 'not paired yet' });
        await arbiter.step(/draft: only/);
    },
};
const playing = {
    3: async () => {
        arbiter.task = 'published round altered';
        await arbiter.follow('Alter the published round');
        await arbiter.send({}, 'Alter the round');
        const boxes = page.locator('.desk-boards [name=who]');
        const all = await boxes.count();
        await arbiter.click(boxes.nth(all - 5));
        await arbiter.click(boxes.nth(all - 3));
        await arbiter.click(page.getByRole('button', { name: 'Swap them' }));
        await arbiter.confirm({ shown: 'Changed by hand' });
        await arbiter.step(/version 2, published/);
    },
    5: async () => {
        arbiter.task = 'wrong result, the round before';
        await boardPage(4, 3);
        const stands = await page.locator('h1 small').innerText();
        await arbiter.click(page.getByRole('button', { name: stands.startsWith('1') ? '0 – 1' : '1 – 0', exact: true }));
        await arbiter.confirm({ said: 'closed' });
        await page.goto(at('round/5'));
    },
};
const results = {
    4: async () => {
        await server.kill();
        await server.start();
    },
    5: async (left) => {
        arbiter.task = 'postponed game';
        await arbiter.key('+');
        await page.locator('.special select').selectOption('postponed');
        arbiter.count();
        await arbiter.click(page.getByRole('button', { name: 'Enter' }));
        await page.waitForFunction((number) => document.querySelectorAll('.desk-boards tr.done').length + 1 >= number, left);
        return 1;
    },
    6: async () => {
        await server.kill();
        await server.start();
    },
};
/** The page of a board, by the table of its round. */
async function boardPage(round, board) {
    await arbiter.click(page.getByRole('navigation', { name: 'Rounds' }).getByRole('link', { name: `${round} ✓` }));
    await arbiter.follow(`Board ${board}:`);
    await page.getByRole('heading', { name: `Board ${board}` }).waitFor();
}
const after = {
    6: async () => {
        // C.04.2 art. 4.3: it stands for the tournament; FIDE mode is left first for it, and all know.
        arbiter.task = 'wrong result, two rounds back';
        await boardPage(4, 5);
        const stands = await page.locator('h1 small').innerText();
        const right = page.getByRole('button', { name: stands.startsWith('1') ? '0 – 1' : '1 – 0', exact: true });
        await arbiter.click(right);
        await arbiter.click(page.locator('[data-needs]').getByRole('link', { name: 'Leave FIDE’s rules, for good' }));
        await arbiter.send({ text: 'the appeals committee' }, 'Leave FIDE mode');
        await page.goto(at('round/6'));
        await boardPage(4, 5);
        await arbiter.click(right);
        await arbiter.confirm({ said: 'closed' });
        await page.getByRole('link', { name: 'not in FIDE mode since round' }).waitFor();
    },
    8: async () => {
        arbiter.task = 'wrong result, for the rating report alone';
        await boardPage(6, 2);
        const stands = await page.locator('h1 small').innerText();
        await arbiter.follow('Wrong, for the rating report alone');
        await arbiter.send({ result: stands.startsWith('1') ? '0-1' : '1-0' }, 'Correct for the rating');
    },
    7: async () => {
        arbiter.task = 'postponed game played';
        await boardPage(5, postponed);
        await arbiter.click(page.getByRole('button', { name: '0 – 1', exact: true }));
        await arbiter.confirm({ said: 'closed' });
    },
};
let postponed = 0;
const lags = [];

const onlooker = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
onlooker.setDefaultTimeout(120000);
for (let round = 1; round <= rounds; round++) {
    await holds(`round_${round}_is_paired_played_and_closed`, async () => {
        await before[round]?.();
        arbiter.task = 'pairing and publishing';
        await page.goto(at(`round/${round}`));
        await arbiter.step(/draft: only/);
        await proposed[round]?.();
        arbiter.task = 'pairing and publishing';
        await arbiter.step(/version 1, published/);
        await playing[round]?.();
        const all = await boards();
        await onlooker.goto(at(`round/${round}`));
        const half = Math.floor(all / 2);
        for (let board = 1; board <= all; board++) {
            if (board === half) {
                await arbiter.reads(new RegExp(`${board - 1} of ${all} boards in`));
                if (round === 5) postponed = Number(await page.locator('tr.here th').innerText());
                if (await results[round]?.(board)) {
                    await arbiter.key('ArrowDown');
                    continue;
                }
            }
            arbiter.task = 'results';
            await arbiter.key(keyOf());
        }
        const open = round === 5 ? 1 : 0;
        await arbiter.reads(new RegExp(`${all - open} of ${all} boards in`));
        const mine = Date.now();
        await onlooker.waitForFunction((number) => document.querySelector('.said')?.textContent.includes(number), `${all - open} of ${all}`);
        lags.push(Date.now() - mine);
        arbiter.task = 'closing the round';
        await arbiter.step(/closed/);
        await after[round]?.();
    });
}
console.log(`# the second device had the last result of a round after ${Math.max(...lags)} ms at most`);

await holds('the_section_is_finished', async () => {
    arbiter.task = 'finishing';
    await page.goto(at(`round/${rounds}`));
    await arbiter.click(page.getByRole('button', { name: 'Finish the section' }));
    await arbiter.confirm({ from: at(`round/${rounds}`) });
    await page.locator('h1').getByText(`after round ${rounds}`).waitFor();
});

await holds('of_the_report_every_round_is_paired_the_same_or_declared', async () => {
    const file = join(server.scratch, 'report.trf');
    writeFileSync(file, await (await page.request.get(at('tournament.trf'))).body());
    const checked = spawnSync(command, ['check', '-f', 'json', file], { encoding: 'utf8' });
    const found = JSON.parse(checked.stdout);
    assert.deepEqual([found.rounds, found.differences, found.wrong_points, found.wrong_ranks], [rounds, [], [], []]);
    console.log(`# declared: ${found.declared.map((one) => `${one.round}: ${one.line}`).join('; ')}`);
    assert.ok(found.declared.some((one) => one.round === 3), 'the altered round is declared');
    assert.ok(found.declared.some((one) => one.round === 6 && /Correction @ Round 4/.test(one.line)), 'what was paired with the wrong result is');
    assert.ok(found.declared.every((one) => ![1, 2, 4].includes(one.round)), 'and nothing before it');
});

await holds('of_the_journal_every_round_is_what_was_known_then', async () => {
    const file = join(server.scratch, 'open.journal');
    writeFileSync(file, await (await page.request.get(`${origin}/e/limmat-open/journal`)).body());
    const { status, stdout, stderr } = spawnSync(command, ['check', file], { encoding: 'utf8' });
    const said = stdout + stderr;
    assert.equal(status, 0, said);
    assert.deepEqual([...said.matchAll(/round (\d+) .*declared$/gm)].map((one) => one[1]), ['3']);
    assert.match(said, /published rounds: 0 differences/);
});

await holds('nothing_complained', () => assert.deepEqual(complaints, []));

for (const [task, acts] of arbiter.acts) console.log(`# ${task}: ${acts} acts`);
await browser.close();
server.end();
done();
