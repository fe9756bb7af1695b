// SPDX-License-Identifier: Apache-2.0
// bench_browser.mjs LIMMAT TOOLS [PEOPLE RUNS]: what an arbiter waits for in the browser, at an event of 500
// players: from the key to the page that has it, and to the frame that shows it; and the search in a rating list of
// PEOPLE (1,600,000).  The median, the 95th percentile and the longest of five rounds in each of RUNS (3) events, in
// milliseconds; an empty page is that of an event without players.  Controls are found by names and forms, never by words.
import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { browserOf, toolsIn } from '../tests/pages/site.mjs';
import { serverOf } from '../tests/server/desk.mjs';

const [command, toolFolder, people = '1600000', runs = '3'] = process.argv.slice(2);
const PLAYERS = 500;
const ROUNDS = 5;
const TYPED = 20; // results of a round by key; the rest arrive unseen
const figures = new Map();
const both = (what, { there, seen }) => {
    add(`${what}, in the page`, there);
    add(`${what}, painted`, seen);
};
const add = (what, took) => figures.set(what, [...(figures.get(what) ?? []), took]);

/** FIDE's combined text of made names: few are frequent, most are rare. */
async function makeList(folder) {
    let seed = 5;
    const below = (n) => {
        seed = (seed * 1103515245 + 12345) % 2147483648;
        return Math.floor((n * seed) / 2147483648);
    };
    const syllables = 'an ar be bo ca da de di do el en er fa ga go ha in is ja ka ko la le li lo ma me mi mo na ni no ov po ra re ri ro sa se si so sta ta te ti to va ve vi vo ya za zi'.split(' ');
    const words = (count, most) => Array.from({ length: count }, () => Array.from({ length: 2 + below(most - 1) }, () => syllables[below(syllables.length)]).join('').replace(/^./, (c) => c.toUpperCase()));
    const families = words(60000, 4), given = words(6000, 3);
    const pick = (list) => list[Math.floor(list.length * (below(1e9) / 1e9) ** 3)];
    const some = []; // of the names, as they are begun to be typed
    const path = join(folder, 'list.txt');
    const out = createWriteStream(path);
    out.write('ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag \n');
    for (let i = 0, rows = ''; i < Number(people); i++) {
        const name = `${pick(families)}, ${pick(given)}${i % 4 === 0 ? ` ${pick(given)}` : ''}`;
        rows += `${String(100000 + i).padEnd(15)}${name.padEnd(61)}SUI M                                ${1400 + (i % 1300)}  0   20                          1990      \n`;
        if (i % Math.ceil(Number(people) / 9) === 0) some.push(name.slice(0, 3), name.toLowerCase().replace(/,? (.).*/, ' $1'));
        if (i % 20000 === 0 || i + 1 === Number(people)) {
            if (!out.write(rows)) await new Promise((ready) => out.once('drain', ready));
            rows = '';
        }
    }
    await new Promise((ready) => out.end(ready));
    mkdirSync(join(folder, 'data'), { recursive: true });
    execFileSync(command, ['rate', 'import', '-d', '2026-11-01', '-o', join(folder, 'data', 'fide.registry'), path], { stdio: 'ignore' });
    rmSync(path);
    return some;
}

const server = await serverOf(command);
const names = await makeList(server.scratch);
const key = await server.start();
const browser = await browserOf(toolsIn(toolFolder));
const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
page.setDefaultTimeout(30000);

// Milliseconds from ${deed} until ${done} holds, and to the frame that shows it; both run in the page.
await page.addInitScript(() => {
    globalThis.measured = (deed, done) =>
        new Promise((ready) => {
            const begin = performance.now();
            const look = () => {
                if (!done()) return;
                watch.disconnect();
                const there = performance.now() - begin;
                requestAnimationFrame(() => setTimeout(() => ready({ there, seen: performance.now() - begin })));
            };
            const watch = new MutationObserver(look);
            watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
            deed();
        });
    globalThis.press = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
});
/** The key ${key}, until ${selector} is in the page. */
const pressed = (key, selector) => page.evaluate(([key, selector]) => globalThis.measured(() => globalThis.press(key), () => document.querySelector(selector)), [key, selector]);
/** A page from its address to its end, painted. */
const opened = async (address) => {
    await page.goto(address);
    return page.evaluate(() => new Promise((ready) => requestAnimationFrame(() => setTimeout(() => ready(performance.now())))));
};

const main = (form) => page.locator(`main form${form} button.main`).click();
await page.goto(key);
await page.locator('main [name=name]').fill('Vera');
await main('');
const make = async (name) => {
    await page.goto(`${server.origin}/new`);
    await page.locator('main [name=name]').fill(name);
    await page.locator('main [name=rounds]').fill('9');
    await main('.parts');
    await page.waitForURL(/\/players/);
};
await make('Empty');
for (let run = 1; run <= Number(runs); run++) {
    await make(`Open ${run}`);
    const at = `${server.origin}/e/open-${run}/main`;
    const rows = Array.from({ length: PLAYERS }, (_, i) => `Player ${String(i).padStart(3, '0')}, Anna\t${2600 - 3 * i}\tSUI`).join('\n');
    await page.goto(`${at}/people/add`);
    await page.locator('.pasting [name=text]').fill(rows);
    await page.locator('#became tbody tr').nth(PLAYERS - 1).waitFor(); // as it is typed
    await main(':has([name=chosen])');
    await page.locator('table.people').waitFor();
    for (let round = 1; round <= ROUNDS; round++) {
        for (let i = 0; i < 4; i++) add('an empty page', await opened(`${server.origin}/e/empty/main/round/1`));
        await page.goto(`${at}/round/${round}`);
        both('pair', await pressed('p', '.line form[action$="/publish"]'));
        add('open the draft again', await opened(`${at}/round/${round}`));
        both('publish', await pressed('p', '.desk-boards[data-choose]'));
        const boards = PLAYERS / 2;
        for (let board = 1; board <= TYPED; board++) {
            const row = `#b${board}`;
            both('result', await pressed('105'[(board * round + run) % 3], `${row} output:not(:empty)`));
            await page.locator(`${row}.done:not(.sent)`).waitFor(); // the server has it
        }
        await page.evaluate(
            async ([at, round, first, last]) => {
                const csrf = document.querySelector('[name=csrf]').value;
                for (let board = first; board <= last; board++)
                    await fetch(`${at}/round/${round}/result`, {
                        method: 'POST',
                        redirect: 'manual',
                        headers: { 'content-type': 'application/x-www-form-urlencoded' },
                        body: new URLSearchParams({ csrf, board: `${round}.${board}`, result: ['1-0', '0-1', '1/2-1/2'][(board * 7) % 3] }),
                    });
            },
            [at, round, TYPED + 1, boards],
        );
        await page.goto(`${at}/round/${round}`);
        both('close the round', await pressed('p', '.line form[action$="/reopen"]'));
    }
}
await page.goto(`${server.origin}/e/empty/main/do/enter`);
for (const typed of names)
    for (let i = 0; i < 2; i++) {
        await page.locator('[name=name]').fill('');
        await page.waitForFunction(() => document.getElementById('found')?.hidden);
        const took = await page.evaluate(
            (typed) =>
                globalThis.measured(
                    () => {
                        const field = document.querySelector('[name=name]');
                        field.focus();
                        field.value = typed;
                        field.dispatchEvent(new Event('input'));
                    },
                    () => document.getElementById('found')?.hidden === false,
                ),
            typed,
        );
        both(`search ${Number(people).toLocaleString('en')} people`, took);
    }
await browser.close();
server.end();
const share = (list, part) => [...list].sort((a, b) => a - b)[Math.ceil(part * list.length) - 1];
for (const [what, took] of figures)
    console.log(`browser  ${what.padEnd(44)} ${[0.5, 0.95, 1].map((part) => `${part === 1 ? 'max' : `p${100 * part}`} ${share(took, part).toFixed(1).padStart(7)}`).join(', ')} ms of ${took.length}`);
