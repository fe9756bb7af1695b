// SPDX-License-Identifier: Apache-2.0
// test_visitor.mjs LIMMAT TOOLS: what a visitor of public pages has, in Chromium: pages that come fast on a slow net and stay where
// they are, at any width; a player who is followed from one tournament to the next.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { axeIn, browserOf, toolsIn } from '../pages/site.mjs';
import { done, holds } from '../wasm/tap.mjs';
import { serverOf } from './desk.mjs';

const [command, toolFolder] = process.argv.slice(2);
const tools = toolsIn(toolFolder), axe = axeIn(tools);
const server = await serverOf(command);
const key = await server.start('--submissions', '--submission-limit', '100');
const browser = await browserOf(tools);
const at = (path) => `${server.origin}${path}`;

async function publish(text) {
    const answer = await fetch(at('/submit/x.trf'), { method: 'PUT', body: text, headers: { Accept: 'application/json' } });
    const { link } = await answer.json(), path = new URL(link).pathname;
    await fetch(at(`${path}/publish`), { method: 'POST', body: new URLSearchParams(), redirect: 'manual' });
    return (await (await fetch(at(path))).text()).match(/\/t\/([^/"]+)\/index/)[1];
}

// Round 5 is being played: half of its results are not in.
const SUMMER = readFileSync(new URL('../../examples/summer-open-2026.trf', import.meta.url), 'utf8');
const lines = SUMMER.replaceAll('Zürich Summer Open 2026', 'Zürich Winter Open 2026').split('\n');
const running = lines.map((line) => (/^001/.test(line) ? line.slice(0, 131) + line.slice(131).replace(/([wb]) ./, (whole, colour) => (Number(line.slice(4, 8)) % 2 ? whole : `${colour}  `)) : line));
for (const line of lines.filter((one) => /^001/.test(one))) { // of both players of a board, or of none
    const [, opponent] = /^ *(\d+) [wb]/.exec(line.slice(131)) ?? [];
    if (!opponent || Number(opponent) % 2 === Number(line.slice(4, 8)) % 2) continue;
    for (const own of [Number(opponent), Number(line.slice(4, 8))]) {
        const i = lines.findIndex((one) => one.startsWith('001 ') && Number(one.slice(4, 8)) === own);
        running[i] = line && lines[i].slice(0, 131) + lines[i].slice(131).replace(/([wb]) ./, '$1  ');
    }
}
const summer = await publish(SUMMER), winter = await publish(running.join('\n'));
const pages = ['index.html', 'round-5.html', 'names-5.html', 'standings-5.html', 'players.html', 'player-3.html', 'why-5.html', 'crosstable.html', 'statistics.html',
    'federations.html', 'categories.html', 'ratings.html', 'embed.html', 'verify.html', 'history.html'].map((page) => `/t/${winter}/${page}`);
pages.push('/results', '/submit', '/guide', '/privacy', '/people/fide-990010021', `/t/${winter}/player-900.html`);

// 400 kbit/s and 400 ms from end to end, as web page tests call slow 3G.
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const FIRST = 40_000;

async function measure(path) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage(), wire = await context.newCDPSession(page);
    await wire.send('Network.enable');
    await wire.send('Network.emulateNetworkConditions', SLOW);
    let bytes = 0;
    wire.on('Network.loadingFinished', ({ encodedDataLength }) => { bytes += encodedDataLength; });
    await page.addInitScript(() => {
        globalThis.shifts = [];
        new PerformanceObserver((list) => {
            for (const entry of list.getEntries())
                globalThis.shifts.push(`${entry.value.toFixed(4)} ${entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 60) ?? node?.textContent ?? '?').join(' | ')}`);
        }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(at(path), { waitUntil: 'load' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    await page.evaluate(() => new Promise((ready) => { requestAnimationFrame(() => requestAnimationFrame(ready)); }));
    const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime);
    const shifts = await page.evaluate(() => globalThis.shifts);
    await context.close();
    return { path, bytes, paint: Math.round(paint), shifts };
}

const measured = [];
for (const path of pages) measured.push(await measure(path));
const most = (key) => Math.max(...measured.map((one) => one[key]));
console.log(`# ${pages.length} pages: at most ${most('bytes')} bytes, first paint after ${most('paint')} ms`);
await holds('a_first_load_is_at_most_40_kB', () => assert.deepEqual(measured.filter(({ bytes }) => bytes === 0 || bytes > FIRST).map(({ path, bytes }) => `${path} ${bytes}`), []));
await holds('nothing_moves_while_it_loads', () => assert.deepEqual(measured.flatMap(({ path, shifts }) => shifts.map((shift) => `${path} ${shift}`)), []));

await holds('in_each_language_a_phone_shows_whole_words', async () => {
    const found = [];
    for (const width of [390, 320]) {
        const page = await (await browser.newContext({ viewport: { width, height: 844 } })).newPage();
        for (const language of ['', '.de', '.fr', '.it', '.es']) {
            await page.goto(at(`/t/${winter}/index${language}.html`));
            found.push(...await page.evaluate(() => {
                const textOf = (node) => { const range = document.createRange(); range.selectNodeContents(node.lastChild); return range; };
                const tabs = [...document.querySelectorAll('.phead nav li.m a')].map((tab) => textOf(tab).getBoundingClientRect());
                const close = tabs.some(({ right }, i) => right + (i + 1 < tabs.length ? 2 : 0) > (tabs[i + 1]?.left ?? innerWidth));
                const head = document.querySelector('.boards thead th:nth-child(4)');
                return [...(close ? ['tabs touch'] : []), ...(textOf(head).getClientRects().length > 1 ? [`${head.textContent} breaks`] : [])];
            }).then((all) => all.map((one) => `${width} ${language}: ${one}`)));
        }
        await page.goto(at(`/t/${winter}/statistics.html`));
        if (await page.locator('rect.d').first().evaluate((bar) => bar.getBoundingClientRect().width) < 1) found.push(`${width}: no bar of drawn games`);
        await page.context().close();
    }
    assert.deepEqual(found, []);
});

await holds('a_draft_has_its_ticks_beside_their_words', async () => {
    const answer = await fetch(at('/submit/x.trf'), { method: 'PUT', body: SUMMER.replaceAll('Zürich Summer Open 2026', 'Autumn Open 2026'), headers: { Accept: 'application/json' } });
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(at(new URL((await answer.json()).link).pathname));
    const heights = await page.locator('label.tick').evaluateAll((all) => all.map((label) => label.getBoundingClientRect().height));
    assert.ok(heights.length > 1 && heights.every((height) => height < 60), `${heights}`);
    await page.close();
});

await holds('paper_has_no_forms_links_and_downloads', async () => {
    const page = await browser.newPage();
    await page.goto(at(`/t/${winter}/index.html`));
    await page.emulateMedia({ media: 'print' });
    const printed = await page.locator('main').innerText();
    assert.doesNotMatch(printed, /Where do I play|Download|By name|Why\?/);
    assert.match(printed, /16 July 2026/);
    await page.goto(at(`/t/${winter}/player-3.html`));
    assert.doesNotMatch(await page.locator('.games').innerText(), /why/i);
    await page.close();
});

await holds('at_320_px_nothing_is_too_wide_and_axe_finds_nothing', async () => {
    const found = [];
    for (const colorScheme of ['light', 'dark']) {
        const page = await (await browser.newContext({ viewport: { width: 320, height: 700 }, colorScheme })).newPage();
        for (const path of pages) {
            await page.goto(at(path));
            const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            if (wide > 0) found.push(`${path}: ${wide} px too wide`);
            found.push(...(await axe(page)).map((one) => `${colorScheme} ${path}: ${one}`));
        }
        await page.context().close();
    }
    assert.deepEqual(found, []);
});

await holds('who_is_followed_is_found_in_the_next_tournament', async () => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(at(`/t/${summer}/player-3.html`));
    await page.getByRole('link', { name: 'All tournaments of this player' }).waitFor();
    await page.getByRole('button', { name: 'Follow' }).click();
    await page.goto(at(`/t/${summer}/standings-5.html`));
    assert.equal(await page.locator('tr.mine').count(), 1);
    await page.goto(at(`/t/${winter}/players.html`));
    await page.locator('tr.mine').waitFor();
    assert.match(await page.locator('tr.mine').innerText(), /Brändli/);
    assert.equal(await page.locator('tr.mine').count(), 1);
    await page.goto(at(`/t/${winter}/player-3.html`));
    await page.locator('p.follow').waitFor();
    await page.context().close();
});

await holds('a_player_of_the_same_number_elsewhere_is_not_marked', async () => {
    const context = await browser.newContext(), page = await context.newPage();
    await page.goto(key);
    await page.getByRole('textbox').fill('Ada Arbiter');
    await page.getByRole('button', { name: 'Begin' }).click();
    const csrf = await page.locator('[name=csrf]').first().inputValue();
    const post = async (path, form) => assert.equal((await context.request.post(at(path), { form: { ...form, csrf }, maxRedirects: 0 })).status(), 303);
    for (const name of ['One', 'Two']) {
        const round = `/e/${name.toLowerCase()}/main/round/1`;
        await post('/new', { name, start: '2026-07-14', rounds: '1' });
        await post(`/e/${name.toLowerCase()}/main/people/enter`, { text: `Name\tElo\n${name}, Ada\t1800\n${name}, Bea\t1700` });
        await post(`${round}/pair`, {});
        await post(`${round}/publish`, { was: '0' });
    }
    await page.goto(at('/p/one/main/players.html'));
    await page.getByRole('link', { name: 'One, Ada' }).click();
    await page.getByRole('button', { name: 'Follow' }).click();
    await page.goto(at('/p/one/main/players.html'));
    assert.equal(await page.locator('tr.mine').count(), 1);
    await page.goto(at('/p/two/main/players.html'));
    await page.locator('p.follow').waitFor();
    assert.equal(await page.locator('tr.mine').count(), 0);
    await page.getByRole('link', { name: 'One, Ada' }).click();
    assert.match(page.url(), /\/p\/one\/main\/player-\d\.html$/);
    await context.close();
});

await browser.close();
server.end();
done();
