// SPDX-License-Identifier: Apache-2.0
// test_pair.mjs LIMMAT TOOLS: pages on which the engine runs for their reader, in Chromium: the one that pairs a file of
// his own, as an arbiter uses it; and what-if on the round that is being played.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { done, holds } from '../wasm/tap.mjs';
import { axeIn, browserOf, hostile, serve, toolsIn, validatorIn } from './site.mjs';

const [command, toolFolder] = process.argv.slice(2);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const tools = toolsIn(toolFolder);
const axe = axeIn(tools);
const mistakesOf = validatorIn(tools);
const scratch = mkdtempSync(join(tmpdir(), 'limmat-pair-'));
const run = (...args) => execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
const root = join(scratch, 'site');
run('publish', '-o', root, '--lang', 'en,de,fr,it,es', here('../../examples/club/3-results.trf'));
const server = await serve(root);
const browser = await browserOf(tools);
const club = here('../../examples/club/5-round-2.trf');

/** A tab with the page, and what it has to complain about. */
async function opened(address, options = {}) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true, ...options });
    const page = await context.newPage();
    const complaints = [], asked = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('request', (request) => {
        const { protocol, origin } = new URL(request.url());
        if (!['data:', 'blob:', 'file:'].includes(protocol) && origin !== server.origin) complaints.push(`a request leaves the site: ${request.url()}`);
        if (request.method() !== 'GET') complaints.push(`something is sent: ${request.url()}`);
    });
    await page.goto(address);
    await page.waitForSelector('#pair[data-ready]', { timeout: 60000 });
    return { page, context, complaints, asked };
}

/** The command's first sentence to ${player} about round 3. */
const whyIn = (language, player, path) =>
    JSON.parse(run('explain', '-r', '3', '-p', `${player}`, '--lang', language, '-f', 'json', path)).answers[0].text.replace(/\s/g, ' ');

async function give(page, path) {
    const before = await page.getAttribute('#pair', 'data-done');
    await page.setInputFiles('#file', path);
    await page.waitForFunction((was) => document.getElementById('pair').dataset.done !== was, before ?? undefined);
}

async function taken(page, name) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(`.take >> text="${name}"`)]);
    const path = join(scratch, download.suggestedFilename());
    await download.saveAs(path);
    return path;
}

/** Check ${path} as anybody would; its status says what the command says: 0 differences. */
const checked = (path) => assert.match(run('check', path), / 0 differences/, path);
const view = (page, name) => page.click(`.tabs >> text="${name}"`);
const keys = async (page, ...pressed) => {
    for (const key of pressed) await page.keyboard.press(key);
};

await holds('a file is read with its findings, keys enter results, the next round comes with reasons, files go back', async () => {
    const { page, context, complaints } = await opened(`${server.origin}/pair.html`);
    await context.setOffline(true); // what was loaded needs no net
    await give(page, club);
    assert.match(await page.innerText('.findings li >> nth=0'), /^Line 14, column 81: the results of player 6 make 1\.0 points.*; correct/);
    assert.ok(await page.isDisabled('button.main'), 'no round before the results are in');
    await keys(page, '1', '5');
    assert.match(await page.innerText('.pair-bar .said'), /^1 result is missing: board 3/);
    await keys(page, 'ArrowUp', 'ArrowUp', '0', 'ArrowDown', '-');
    await page.click('button.main');
    assert.match(await page.innerText('.pair-bar .said'), /^3 results are missing/);
    await page.click('.pair-boards .ask button >> nth=1');
    const reasons = await page.innerText('.reasons');
    assert.match(reasons, /What to tell/);
    assert.match(reasons, /C\.04\.3 art\./);
    await page.selectOption('.reasons .against select >> nth=0', { index: 3 });
    assert.ok((await page.innerText('.reasons .against ul >> nth=0')).length > 30, 'why not another one');
    const trf = await taken(page, 'TRF26');
    for (const path of [trf, await taken(page, 'TRF16'), await taken(page, 'JSON')]) checked(path);
    // What was typed is in the file: 3 lost with White, 2 and 7 drew and were corrected to a forfeit on board 3.
    const { players } = JSON.parse(run('convert', '-t', 'json', trf));
    assert.deepEqual(players.map(({ results }) => results[1]), ['3b1', '7w=', '1w0', '5w-', '4b+', 'U', '2b=']);
    assert.ok(players.every(({ results }) => results.length === 3), 'and a round more');
    assert.deepEqual(complaints, []);
    await context.close();
});

await holds('who is absent, has a half point or leaves is not paired; who comes late is; all can be undone', async () => {
    const { page, context, complaints } = await opened(`${server.origin}/pair.html`);
    await page.click('#example');
    await page.waitForSelector('#pair[data-done]');
    await page.fill('[name=rounds]', '4');
    await page.fill('[name=title]', 'Youth Cup');
    await page.click('text="Apply"');
    await view(page, 'Players');
    for (const [index, status] of [[0, 'half'], [1, 'absent'], [2, 'gone']]) await page.selectOption(`td select >> nth=${index}`, status);
    await page.fill('.fields [name=name]', 'Novak, Eva');
    await page.fill('.fields [name=rating]', '1700');
    await page.click('text="Add"');
    await page.click('button.main');
    const data = async () => JSON.parse(readFileSync(await taken(page, 'JSON'), 'utf8'));
    let { name, players, byes } = await data();
    assert.equal(name, 'Youth Cup');
    assert.deepEqual(players.slice(0, 3).map(({ results }) => results[0]), ['H', 'Z', 'Z']);
    assert.deepEqual(byes.map(({ kind, round, player }) => `${kind}${round}:${player}`), ['H1:1', 'Z1:2', 'Z1:3', 'Z2:3', 'Z3:3', 'Z4:3']);
    assert.match(players.find((one) => one.name === 'Novak, Eva').results[0], /^\d+[wb]$|^U$/);
    await keys(page, '1', '1', '1', '1', 'Control+z');
    assert.match(await page.innerText('.pair-bar .said'), /^1 result is missing: board 4/);
    for (let step = 0; step < 4; step++) await page.click('.acts button >> nth=1');
    assert.match(await page.innerText('.pair-bar'), /Pair round 1\n+Undo: change of Novak, Eva/);
    ({ players } = await data());
    assert.ok(players.every(({ results }) => results.length === 0 || /^[HZ]$/.test(results[0])), 'the round is gone');
    // It is there again after the page was left.
    await page.reload();
    await page.waitForSelector('#pair[data-done]');
    assert.match(await page.innerText('.state'), /^Welcome back\. example\.csv/);
    assert.match(await page.innerText('h2'), /Youth Cup/);
    assert.deepEqual(complaints, []);
    await context.close();
});

await holds('what is no tournament is refused with its line and what would be right, and changes nothing', async () => {
    const { page, context, complaints } = await opened(`${server.origin}/pair.html`);
    const bad = join(scratch, 'bad.trf');
    writeFileSync(bad, readFileSync(club, 'utf8').replace('    4 w 1', '    4 w 0').replace('    1 b 0', '    1 b 1').replace('2104', '21o4'));
    await page.setInputFiles('#file', bad);
    await page.waitForSelector('.refused li');
    assert.match(await page.innerText('.refused'), /^Line \d+, column \d+: .*; /m);
    await give(page, club);
    // Dropped, as from a folder: the last one given counts.
    await page.evaluate((text) => {
        const all = new DataTransfer();
        all.items.add(new File([text], 'dropped.trf'));
        dispatchEvent(new DragEvent('drop', { dataTransfer: all, cancelable: true }));
    }, readFileSync(here('../../examples/weekend-2026.trf'), 'utf8'));
    await page.waitForFunction(() => document.querySelector('h2')?.textContent.includes('Rapperswil'));
    assert.match(await page.innerText('.pair-bar'), /All rounds are played/);
    assert.deepEqual(complaints, []);
    await context.close();
});

for (const [system, games] of [['dutch-2026', 1], ['dutch-2017', 1], ['dubov-2026', 1], ['burstein-2026', 1], ['double-swiss-2026', 2], ['monrad-acwc-2019', 1], ['round-robin', 1]])
    await holds(`${system}: two rounds are played by keys, and the file checks`, async () => {
        const { page, context, complaints } = await opened(`${server.origin}/pair.html`);
        await page.click('#example');
        await page.waitForSelector('#pair[data-done]');
        await page.selectOption('[name=system]', system);
        await page.fill('[name=rounds]', system === 'round-robin' ? '11' : '5');
        await page.click('text="Apply"');
        for (let round = 0; round < 2; round++) {
            await page.click('button.main');
            for (let game = 0; game < 5 * games; game++) await keys(page, '150'[(game + round) % 3]);
        }
        assert.match(await page.innerText('.pair-bar .said'), /^Ready for round 3/, await page.innerText('.state'));
        await page.click('.pair-boards .ask button >> nth=0');
        assert.ok((await page.innerText('.reasons')).length > 60, 'there is a reason');
        checked(await taken(page, 'JSON'));
        assert.deepEqual(complaints, []);
        await context.close();
    });

await holds('as a single file it works from a disk', async () => {
    const alone = join(scratch, 'alone.html');
    run('page', '--lang', 'de', '-o', alone);
    const { page, context, complaints } = await opened(pathToFileURL(alone).href);
    await give(page, club);
    await keys(page, '1', '1', '1');
    await page.click('button.main');
    assert.match(await page.innerText('.state'), /^Runde 3 ist ausgelost: 3 Bretter\./);
    await page.click('.pair-boards .ask button >> nth=1');
    const reasons = (await page.innerText('.reasons')).replace(/\s/g, ' '), file = await taken(page, 'TRF26');
    assert.ok([1, 2, 3, 4, 5, 6].some((player) => reasons.includes(whyIn('de', player, file))), `not the reasons in German: ${reasons}`);
    checked(await taken(page, 'TRF26'));
    assert.deepEqual(complaints, []);
    await context.close();
});

for (const language of ['en', 'de', 'fr', 'it', 'es'])
    await holds(`in ${language} the page is valid, and says nothing in English that is a sentence of ours`, async () => {
        const suffix = language === 'en' ? '' : `.${language}`;
        assert.deepEqual(await mistakesOf(readFileSync(join(root, `pair${suffix}.html`), 'utf8')), []);
        const { page, context, complaints, asked } = await opened(`${server.origin}/pair${suffix}.html`, { viewport: { width: 320, height: 700 }, colorScheme: 'dark' });
        await give(page, club);
        await keys(page, '1', '1', '1');
        await page.click('button.main');
        await page.click('.pair-boards .ask button >> nth=1');
        const reasons = (await page.innerText('.reasons')).replace(/\s/g, ' '), file = await taken(page, 'TRF26');
        assert.ok([1, 2, 3, 4, 5, 6].some((player) => reasons.includes(whyIn(language, player, file))), `not the reasons in ${language}: ${reasons}`);
        assert.deepEqual(asked.map((url) => /words-(..)-/.exec(url)?.[1]).filter(Boolean), language === 'en' ? [] : [language]);
        for (const width of [320, 390, 1440])
            for (let tab = 0; tab < 4; tab++) {
                await page.setViewportSize({ width, height: 800 });
                await page.click(`.tabs button >> nth=${tab}`);
                const { scrollWidth, clientWidth } = await page.evaluate(() => ({ scrollWidth: document.documentElement.scrollWidth, clientWidth: document.documentElement.clientWidth }));
                assert.ok(scrollWidth <= clientWidth, `${width}, tab ${tab}: ${scrollWidth} > ${clientWidth}`);
                if (width === 390) continue;
                if (width === 320 || language === 'en') assert.deepEqual(await axe(page), [], `${width}, tab ${tab}`);
                const said = await page.innerText('main');
                assert.ok(!/\b(pair|verify|page|idle)\.[a-z]/.test(said), `a key is shown: ${said.match(/\b(pair|verify|page|idle)\.[a-z-]+/)}`);
                if (language !== 'en') assert.ok(!/\b(Pairings|Settings|round|player|missing)\b/.test(await page.innerText('.pair-bar, .tabs')), said);
            }
        assert.deepEqual(complaints, []);
        await context.close();
    });

await holds('names are texts, whatever they are', async () => {
    const { page, context, complaints } = await opened(`${server.origin}/pair.html`, { viewport: { width: 390, height: 800 } });
    page.on('dialog', (dialog) => complaints.push(dialog.message()));
    await give(page, hostile(command, scratch, here('../../examples/open-2026.trf')));
    for (let tab = 0; tab < 4; tab++) {
        await page.click(`.tabs button >> nth=${tab}`);
        assert.equal(await page.evaluate(() => document.querySelectorAll('main img, main script').length), 0);
    }
    assert.deepEqual(complaints, []);
    await context.close();
});

// --- what if

/** 200 players after five rounds and most of the sixth: of its first boards the results are missing. */
function playing(open) {
    const whole = join(scratch, 'whole.trf'), path = join(scratch, 'playing.json');
    run('generate', '-s', 'dutch-2026', '-n', '200', '-R', '9', '--seed', '3', '-o', whole);
    const event = JSON.parse(run('convert', '-t', 'json', whole));
    const players = new Map(event.players.map((player) => [player.tpn, player]));
    let left = open;
    for (const player of event.players) {
        player.results.length = 6;
        const [, opponent, result] = /^(\d+)w([10=])$/.exec(player.results[5]) ?? [];
        if (result === undefined || left === 0) continue;
        const other = players.get(Number(opponent));
        player.results[5] = player.results[5].slice(0, -1);
        other.results[5] = other.results[5].slice(0, -1);
        left -= 1;
    }
    writeFileSync(path, JSON.stringify({ ...event, name: 'Open', start: '2026/07/11', rounds: 9 }));
    return path;
}

const event = playing(4);
const live = join(scratch, 'live');
run('publish', '-o', live, '--lang', 'en,de,fr,it,es', event);
const liveServer = await serve(live);

await holds('what if: the engine is fetched on a tap only, and tells places, ratings and the pairing that follow', async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
    const page = await context.newPage();
    const asked = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${liveServer.origin}/playing/round-6.html`);
    assert.deepEqual(asked.filter((url) => /engine|wasm|json/.test(url)), [], 'nothing of it before a tap');
    await page.click('#what-if button');
    await page.waitForSelector('#what-if[data-done]');
    // What may come, before anything is supposed: the chances of the leaders.
    await page.click('.foreseen button');
    await page.waitForSelector('.foreseen table', { timeout: 120000 });
    const chances = await page.$$eval('.foreseen tbody tr', (rows) => rows.map((row) => [...row.cells].slice(2).map((cell) => Number.parseInt(cell.textContent, 10))));
    assert.equal(chances.length, 10);
    assert.ok(chances.every(([white, first, three]) => white >= 0 && white <= 100 && first <= three && three <= 100), JSON.stringify(chances));
    assert.ok(chances[0][1] > chances[9][1] && chances.some(([, first]) => first > 0), 'who leads is first more often than who is tenth');
    assert.match(await page.innerText('.foreseen'), /^From \d+ simulated endings/);
    const tap = (board, place) => page.click(`.supposed tr >> nth=${board} >> button >> nth=${place}`);
    await tap(0, 0);
    await tap(1, 1);
    await page.waitForSelector('#what-if h3 >> text="Possible opponents in round 7: all 9 outcomes"', { timeout: 60000 });
    await tap(2, 2);
    const times = [];
    for (const place of [1, 2, 0]) {
        await tap(3, place);
        times.push(Math.round(Number(await page.getAttribute('#what-if', 'data-milliseconds'))));
    }
    console.log(`# 200 players: a tap is answered, with the pairing, in ${times.join(', ')} ms`);
    const boards = await page.$$eval('.supposed tr', (rows) => rows.map((row) => row.cells[1].textContent));
    const told = await page.$$eval('#what-if h3:has-text("Round 7 would be") + table tbody tr, #what-if h3 + table tbody tr', (rows) =>
        rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
    // The same results in the file, and the command asked.
    const file = JSON.parse(readFileSync(event, 'utf8'));
    const players = new Map(file.players.map((player) => [player.tpn, player]));
    boards.forEach((name, index) => {
        const white = file.players.find((one) => one.name === name), black = players.get(Number.parseInt(white.results[5], 10));
        const [own, other] = [['1', '0'], ['=', '='], ['0', '1'], ['1', '0']][index];
        white.results[5] += own;
        black.results[5] += other;
    });
    const supposed = join(scratch, 'supposed.json');
    writeFileSync(supposed, JSON.stringify(file));
    const nameOf = (tpn) => players.get(tpn).name;
    const { pairs } = JSON.parse(run('pair', '-f', 'json', supposed));
    assert.deepEqual(told.slice(-pairs.length), pairs.map(({ board, white, black }) => [String(board), nameOf(white), nameOf(black)]));
    const { standings } = JSON.parse(run('standings', '-f', 'json', supposed));
    assert.deepEqual(told.slice(0, 10).map(([place, , name]) => [Number(place), name]), standings.slice(0, 10).map(({ rank, name }) => [rank, name]));
    assert.match(told[0][4], /^[+−]\d+\.\d$/, 'a rating change');
    assert.deepEqual(await axe(page), []);
    assert.ok(asked.every((url) => url.startsWith(liveServer.origin)));
    await context.close();
});

await holds('what may come: of the leaders on the standings, of one on his page, the engine fetched on a tap only', async () => {
    for (const [name, rows] of [['standings-6.fr.html', 10], ['player-3.de.html', 4]]) {
        const context = await browser.newContext({ viewport: { width: 320, height: 700 } });
        const page = await context.newPage();
        const asked = [];
        page.on('request', (request) => asked.push(request.url()));
        await page.goto(`${liveServer.origin}/playing/${name}`);
        assert.deepEqual(asked.filter((url) => /engine|wasm|json/.test(url)), [], `${name}: nothing of it before a tap`);
        await page.click('#what-if button');
        await page.waitForSelector('.foreseen table', { timeout: 120000 });
        const told = await page.$$eval('.foreseen tbody tr', (all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
        assert.equal(told.length, rows, name);
        const [who, opponents, white, first, three] = rows === 4 ? ['', ...told.map(([, said]) => said)] : told[0];
        assert.ok(/\d %/.test(opponents) && [white, first, three].every((cell) => /^\d+ %$/.test(cell)) && Number.parseInt(first, 10) <= Number.parseInt(three, 10), told[0].join());
        assert.equal(who === '', rows === 4, 'on his own page it is said of him alone');
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320), `${name} is not wider than the screen`);
        assert.ok(!/\b(whatif|page)\.[a-z]/.test(await page.innerText('#what-if')));
        assert.deepEqual(await axe(page), []);
        assert.ok(asked.every((url) => url.startsWith(liveServer.origin)));
        await context.close();
    }
    // Of rounds that are over, and of events that are, nothing is to come.
    const page = await browser.newPage();
    for (const address of [`${liveServer.origin}/playing/standings-4.html`, `${server.origin}/3-results/index.html`]) {
        await page.goto(address);
        assert.equal(await page.$$eval('#what-if', (all) => all.length), 0, address);
    }
    await page.close();
});

/** An event of ${system} whose ${round}th round is being played: of its first games the results are missing. */
function begun(system, players, rounds, round, open) {
    const whole = join(scratch, `${system}.trf`), path = join(scratch, `${system}.json`);
    run('generate', '-s', system, '-n', String(players), '-R', String(rounds), '--seed', '3', '-o', whole);
    const event = JSON.parse(run('convert', '-t', 'json', whole));
    const others = new Map(event.players.map((player) => [player.tpn, player]));
    for (const player of event.players) player.results.length = round;
    for (const player of event.players) {
        const games = player.results[round - 1].split(' ');
        games.forEach((game, index) => {
            const [, opponent, result] = /^(\d+)w([10=])$/.exec(game) ?? [];
            if (result === undefined || open === 0) return;
            const other = others.get(Number(opponent)), theirs = other.results[round - 1].split(' ');
            games[index] = game.slice(0, -1);
            theirs[index] = theirs[index].slice(0, -1);
            player.results[round - 1] = games.join(' ');
            other.results[round - 1] = theirs.join(' ');
            open -= 1;
        });
    }
    writeFileSync(path, JSON.stringify({ ...event, name: system, start: '2026/07/11', rounds }));
    return path;
}

/** The file at ${path} with 1-0 in every open game. */
function won(path, round) {
    const file = JSON.parse(readFileSync(path, 'utf8')), into = path.replace('.json', '-won.json');
    for (const player of file.players)
        player.results[round - 1] = player.results[round - 1].replace(/w(?= |$)/g, 'w1').replace(/b(?= |$)/g, 'b0');
    writeFileSync(into, JSON.stringify(file));
    return into;
}

const others = { 'double-swiss-2026': [16, 6, 3, 3], 'team-2026': [10, 7, 4, 3], 'round-robin': [10, 9, 4, 3] };
const begunEvents = Object.entries(others).map(([system, shape]) => begun(system, ...shape));
const alike = join(scratch, 'alike');
run('publish', '-o', alike, '--lang', 'en,de', ...begunEvents);
const alikeServer = await serve(alike);

for (const [index, [system, [, , round]]] of Object.entries(others).entries())
    await holds(`what if: ${system}, game by game, and the pairing that the command makes of it`, async () => {
        const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
        const asked = [];
        page.on('request', (request) => asked.push(request.url()));
        await page.goto(`${alikeServer.origin}/${system}/round-${round}.html`);
        assert.deepEqual(asked.filter((url) => /engine|wasm|json/.test(url)), [], 'nothing of it before a tap');
        await page.click('#what-if button');
        await page.waitForSelector('#what-if[data-done]');
        assert.equal(await page.locator('.supposed tr').count(), 3);
        await page.click('.supposed tr >> nth=0 >> button >> nth=0');
        if (system === 'round-robin') await page.waitForSelector('#what-if h3 >> text="Possible opponents in round 5: all 9 outcomes"', { timeout: 60000 });
        for (const game of [1, 2]) await page.click(`.supposed tr >> nth=${game} >> button >> nth=0`);
        const told = await page.$$eval('#what-if h3 + table', (tables) => tables.map((table) => [...table.tBodies[0].rows].map((one) => [...one.cells].map((cell) => cell.textContent))));
        const file = won(begunEvents[index], round), { teams = [], players } = JSON.parse(readFileSync(file, 'utf8'));
        const names = new Map(teams.length ? teams.map(({ number, name }) => [number, name]) : players.map(({ tpn, name }) => [tpn, name]));
        const { pairs, bye } = JSON.parse(run('pair', '-f', 'json', file));
        assert.deepEqual(told[1], [...pairs.map(({ board, white, black }) => [String(board), names.get(white), names.get(black)]),
            ...bye ? [[String(pairs.length + 1), names.get(bye), 'Bye']] : []]);
        const { standings } = JSON.parse(run('standings', '-f', 'json', file));
        assert.deepEqual(told[0].slice(0, 10).map(([place, , name]) => [Number(place), name]), standings.slice(0, 10).map(({ rank, name }) => [rank, name]));
        await page.setViewportSize({ width: 320, height: 700 });
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320), 'not wider than the screen');
        assert.deepEqual(await axe(page), []);
        assert.ok(asked.every((url) => url.startsWith(alikeServer.origin)));
        await page.close();
    });

for (const language of ['de', 'fr', 'it', 'es'])
    await holds(`what if: in ${language}, without overflow at 320`, async () => {
        const page = await browser.newPage({ viewport: { width: 320, height: 700 } });
        await page.goto(`${liveServer.origin}/playing/round-6.${language}.html`);
        await page.click('#what-if button');
        await page.waitForSelector('#what-if[data-done]');
        if (language === 'de' || language === 'fr') {
            // The longest words; it takes a second or two.
            await page.click('.foreseen button');
            await page.waitForSelector('.foreseen table', { timeout: 120000 });
            assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320), 'what may come');
            assert.ok(!/whatif\.|simulated/.test(await page.innerText('.foreseen')));
        }
        for (const board of [0, 1, 2, 3]) await page.click(`.supposed tr >> nth=${board} >> button >> nth=0`);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320));
        const said = await page.innerText('#what-if');
        assert.ok(!/\b(whatif|pair|page)\.[a-z]|\b(Places|Moves|White|Round)\b/.test(said), said.slice(0, 400));
        await page.close();
    });

await browser.close();
alikeServer.close();
liveServer.close();
server.close();
rmSync(scratch, { recursive: true });
done();
