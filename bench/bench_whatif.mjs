// SPDX-License-Identifier: Apache-2.0
// bench_whatif.mjs LIMMAT TOOLS [PLAYERS TAPS]: what a visitor waits for on the page of a round that is being played: from the tap on
// a result that might come to the frame that shows places, rating changes and, where no board is open any more, the pairing that would
// follow.  An event of PLAYERS (200), the sixth of nine rounds; TAPS (40), median and worst in milliseconds, and the first, which
// fetches the engine.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { browserOf, serve, toolsIn } from '../tests/pages/site.mjs';

const [command, toolFolder, players = '200', taps = '40'] = process.argv.slice(2);
const ROUND = 6;
const scratch = mkdtempSync(join(tmpdir(), 'limmat-whatif-'));
const run = (...args) => execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/** The event before the last ${open} results of the round; false: it has fewer games. */
function playing(whole, open, path) {
    const event = JSON.parse(run('convert', '-t', 'json', whole));
    const others = new Map(event.players.map((player) => [player.tpn, player]));
    for (const player of event.players) {
        player.results.length = ROUND;
        const game = /^(\d+)w[10=]$/.exec(player.results[ROUND - 1]);
        if (game === null || open === 0) continue;
        const other = others.get(Number(game[1]));
        player.results[ROUND - 1] = player.results[ROUND - 1].slice(0, -1);
        other.results[ROUND - 1] = other.results[ROUND - 1].slice(0, -1);
        open -= 1;
    }
    writeFileSync(path, JSON.stringify({ ...event, name: 'Open', start: '2026/07/11', rounds: 9 }));
    return path;
}

/** From the tap to the frame that shows its answer. */
const tap = (page, board, place) => page.evaluate(([row, button]) => new Promise((told) => {
    const begun = performance.now();
    document.querySelectorAll('.supposed tr')[row].querySelectorAll('button')[button].click();
    requestAnimationFrame(() => setTimeout(() => told(performance.now() - begun)));
}), [board, place]);

function report(what, took) {
    const sorted = took.toSorted((a, b) => a - b);
    console.log(`what if  ${what.padEnd(40)} median ${sorted[Math.floor(sorted.length / 2)].toFixed(1).padStart(6)} ms, worst ${sorted.at(-1).toFixed(1).padStart(6)} ms`);
}

const browser = await browserOf(toolsIn(toolFolder));
const whole = join(scratch, 'whole.trf');
run('generate', '-s', 'dutch-2026', '-n', players, '-R', '9', '--seed', '3', '-o', whole);
for (const open of [1, 30]) {
    const root = join(scratch, `site-${open}`);
    run('publish', '-o', root, playing(whole, open, join(scratch, `open-${open}.json`)));
    const server = await serve(root);
    const page = await browser.newPage();
    await page.goto(`${server.origin}/open-${open}/round-${ROUND}.html`);
    const begun = performance.now();
    await page.click('#what-if button');
    await page.waitForSelector('#what-if[data-done]');
    console.log(`what if  ${`${players} players, the engine fetched`.padEnd(40)}        ${(performance.now() - begun).toFixed(1).padStart(6)} ms`);
    const rows = await page.locator('.supposed tr').count();
    const took = [];
    for (let i = 0; i < Number(taps); i++) took.push(await tap(page, i % rows, Math.floor(i / rows + i) % 3));
    report(`${players} players, ${open === 1 ? 'with the pairing that follows' : `${open} boards open`}`, took);
    await page.close();
    await server.close?.();
}
await browser.close();
rmSync(scratch, { recursive: true });
process.exit();
