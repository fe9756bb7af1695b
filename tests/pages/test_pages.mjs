// SPDX-License-Identifier: Apache-2.0
// test_pages.mjs LIMMAT TOOLS: every kind of page that `limmat publish` writes, in Chromium: wide and
// narrow, light and dark, on paper and without scripts.  TOOLS is where `npm ci` was run.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { done, holds } from '../wasm/tap.mjs';
import { axeIn, browserOf, falsified, hostile, journalOf, kindsOf, publish, serve, toolsIn, validatorIn } from './site.mjs';

const [command, toolFolder] = process.argv.slice(2);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const tools = toolsIn(toolFolder);
const axe = axeIn(tools);
const mistakesOf = validatorIn(tools);
const scratch = mkdtempSync(join(tmpdir(), 'limmat-pages-'));
const examples = ['open-2026.trf', 'summer-open-2026.trf'].map((name) => here(`../../examples/${name}`));
const root = publish(command, scratch, examples, [
    falsified(scratch, here('../cli/data')),
    hostile(command, scratch, examples[0]),
    journalOf(command, scratch, examples[0]),
]);
const server = await serve(root);
const browser = await browserOf(tools);

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };
const ways = {
    'wide and light': { viewport: WIDE, colorScheme: 'light' },
    'narrow and dark': { viewport: NARROW, colorScheme: 'dark' },
    'without scripts': { viewport: NARROW, javaScriptEnabled: false },
};
const contexts = {};
for (const [way, options] of Object.entries(ways)) contexts[way] = await browser.newContext(options);

/** A tab that ${way}; what the browser has to complain about gathers in ${complaints}. */
async function tabOf(way) {
    const page = await contexts[way].newPage();
    const complaints = [];
    page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('dialog', (dialog) => {
        complaints.push(`a script of theirs runs: ${dialog.message()}`);
        dialog.dismiss();
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
        const { protocol, origin } = new URL(request.url());
        if (protocol !== 'data:' && origin !== server.origin)
            complaints.push(`a request leaves the site: ${request.url()}`);
    });
    page.on('response', (response) => {
        if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
    });
    return { page, complaints };
}

async function go(page, way, path) {
    await page.goto(`${server.origin}/${path}`, { waitUntil: 'load' });
    if (way !== 'without scripts' && /\/verify(\.de)?\.html$/.test(path))
        await page.waitForSelector('#verify[data-done]');
}

/** Open ${path} that ${way} in a tab of its own. */
async function opened(way, path) {
    const tab = await tabOf(way);
    await go(tab.page, way, path);
    return tab;
}

/** How far ${page} is wider than its window, and what sticks out furthest. */
function overflow(page) {
    return page.evaluate(() => {
        const main = document.querySelector('main'); // scrolls, for names without spaces
        if (!document.title.includes('alert') && main.scrollWidth > main.clientWidth)
            return `main: ${main.scrollWidth} > ${main.clientWidth}`;
        const { scrollWidth, clientWidth } = document.documentElement;
        if (scrollWidth <= clientWidth) return '';
        const ends = (element) => element.getBoundingClientRect().right;
        const beyond = [...document.querySelectorAll('body *')].filter((one) => ends(one) > clientWidth);
        return `${scrollWidth} > ${clientWidth}: ${beyond.at(-1).outerHTML.slice(0, 200)}`;
    });
}

/** The first cell of ${page} that does not stand below its head, numbers to the right. */
function astray(page) {
    return page.evaluate(() => {
        const side = (cell) => getComputedStyle(cell).textAlign;
        for (const table of [...document.querySelectorAll('table')].filter(({ tHead }) => tHead?.rows.length === 1)) {
            const heads = [...table.tHead.rows[0].cells];
            const rows = [...table.tBodies].flatMap(({ rows: all }) => [...all]).filter(({ cells }) => cells.length === heads.length);
            for (const row of rows) {
                const cell = [...row.cells].find((one, column) => side(one) !== side(heads[column]));
                if (cell) return `${cell.outerHTML} in ${row.outerHTML}`;
            }
        }
        return '';
    });
}

const tabs = {}; // one a way, for a new one takes longer than a page

async function look(way, path) {
    tabs[way] ??= await tabOf(way);
    const { page, complaints } = tabs[way];
    complaints.length = 0;
    try {
        await go(page, way, path);
        if (way !== 'without scripts') assert.deepEqual(await axe(page, ['serious', 'critical']), [], way);
        assert.equal(await overflow(page), '', way);
        assert.equal(await astray(page), '', `${way}: cells stand as their heads do`);
        assert.ok((await page.innerText('main')).trim().length > 20, `${way}: there is something to read`);
        if (way === 'wide and light') {
            await page.emulateMedia({ media: 'print' });
            const lying = path.includes('crosstable'); // A4 within its margins
            await page.setViewportSize(lying ? { width: 1030, height: 690 } : { width: 720, height: 1020 });
            assert.equal(await overflow(page), '', 'on paper');
            const heads = await page.$$eval('th:has(button)', (all) => all.filter((one) => {
                const words = document.createRange();
                words.selectNodeContents(one);
                return one.offsetWidth === 0 || words.getBoundingClientRect().width === 0;
            }));
            assert.equal(heads.length, 0, 'every column keeps its head on paper');
            if (path.includes('/names-')) assert.equal(await page.$eval('.lanes', (one) => getComputedStyle(one).columnCount), '2', 'names in two columns');
        }
        assert.deepEqual(complaints, [], way);
    } finally {
        if (way === 'wide and light') {
            await page.emulateMedia({ media: null });
            await page.setViewportSize(WIDE);
        }
    }
}

/** Bytes that come over the line for ${path}: the page, its style sheets and scripts, gzipped. */
function weightOf(path) {
    const html = readFileSync(join(root, path), 'utf8');
    const links = [...html.matchAll(/(?:<link rel="stylesheet" href|<script src)="([^"]*)"/g)];
    const files = links.map(([, link]) => join(root, path, '..', link));
    return [join(root, path), ...files]
        .map((file) => gzipSync(readFileSync(file)).length)
        .reduce((sum, size) => sum + size, 0);
}

const mistakesIn = (path) => mistakesOf(readFileSync(join(root, path), 'utf8'));

/** An event and a championship are looked at in every way; of the others, which come from the same templates, what depends
 * on the pairing system. */
function waysOf(event, kind) {
    if (['all', 'summer-open-2026', 'championship', 'team-2026'].includes(event)) return Object.keys(ways);
    if (['hostile', 'running'].includes(event)) return ['narrow and dark'];
    return ['round', 'why', 'verify'].includes(kind) ? ['narrow and dark'] : [];
}

const pages = kindsOf(root);
for (const { event, kind, path } of pages) {
    await holds(`${event}: ${kind}: valid, accessible, within the window and the site`, async () => {
        assert.deepEqual((await mistakesIn(path)).slice(0, 8), []);
        assert.ok(weightOf(path) < 30_000, `${weightOf(path)} bytes`);
        for (const way of waysOf(event, kind)) await look(way, path);
    });
}

// --- in another language, of longer words

const translated = pages.filter(({ event }) => ['all', 'summer-open-2026', 'championship', 'team-2026'].includes(event));
for (const { event, kind, path } of translated) {
    await holds(`${event}: ${kind}: in German`, async () => {
        const german = path.replace('.html', '.de.html');
        assert.deepEqual((await mistakesIn(german)).slice(0, 8), []);
        assert.ok(weightOf(german) < 30_000, `${weightOf(german)} bytes`);
        await look('narrow and dark', german);
    });
}

await holds('a language is remembered where the address names none', async () => {
    const { page, complaints } = await opened('wide and light', 'summer-open-2026/players.html');
    await page.click('.languages summary');
    await Promise.all([page.waitForURL('**/players.de.html'), page.click('.languages [lang=de]')]);
    await page.click('[data-sort] tbody a');
    assert.match(page.url(), /player-\d+\.de\.html$/);
    await page.click('button.star');
    assert.match(await page.innerText('.follow'), /^Sie folgen: /);
    await page.goto(`${server.origin}/summer-open-2026/standings-5.html`);
    await page.waitForURL('**/standings-5.de.html');
    assert.equal(await page.locator('tr.mine').count(), 1, 'who is followed is marked in every language');
    await page.click('.languages summary');
    await Promise.all([page.waitForURL('**/standings-5.html'), page.click('.languages [lang=en]')]);
    assert.equal(await page.locator('tr.mine').count(), 1);
    assert.match(await page.innerText('.follow'), /^You follow: /);
    await page.click('.follow a');
    assert.match(page.url(), /player-\d+\.html$/);
    assert.deepEqual(complaints, []);
    await page.close();
});

/** What the columns of the first table are called that can be seen. */
function columns(page) {
    return page.$$eval('table:first-of-type thead th', (all) => all.filter(({ offsetWidth }) => offsetWidth > 0).map((one) => one.textContent));
}

await holds('on a phone the standings keep the points, with federations and without', async () => {
    for (const { event, path } of pages.filter(({ kind }) => kind === 'standings').filter(({ path: one }) => /standings-\d+\.html$/.test(one))) {
        const { page } = await opened('narrow and dark', path);
        const seen = await columns(page), all = await page.$$eval('table thead th', (heads) => heads.map((one) => one.textContent));
        assert.equal(seen.includes('Points'), all.includes('Points'), `${event}: ${seen}`);
        assert.ok(!seen.includes('Fed') && !seen.includes('Rating'), `${event}: ${seen}`);
        await page.close();
    }
});

await holds('on a phone each game of a player keeps its reason', async () => {
    for (const { event, path } of pages.filter(({ kind }) => kind === 'player')) {
        const { page } = await opened('narrow and dark', path);
        const links = await page.$$eval('.games tbody a[href*="why-"]', (all) => all.map(({ offsetWidth }) => offsetWidth > 0));
        assert.ok(links.every(Boolean), `${event}: ${path}`);
        await page.close();
    }
});

// --- the verify page

async function verdictOf(path) {
    const { page, complaints } = await opened('narrow and dark', path);
    const verdict = await page.getAttribute('#verify', 'data-done');
    const text = await page.innerText('#verify');
    assert.deepEqual(complaints, []);
    return { page, verdict, text };
}

for (const { event, path } of pages.filter(({ kind }) => kind === 'verify')) {
    const expected = event.includes('falsified') ? 'exposed' : 'verified';
    await holds(`${event}: the browser comes to "${expected}"`, async () => {
        const { page, verdict, text } = await verdictOf(path);
        assert.equal(verdict, expected, text);
        await page.close();
    });
}
const verifyPage = pages.find(({ kind }) => kind === 'verify')?.path;

await holds('verify: a falsified round is shown with board, pairs, criterion and reasons', async () => {
    const { path } = pages.find(({ event, kind }) => event.includes('falsified') && kind === 'verify');
    const { page, text } = await verdictOf(path);
    assert.match(text, /2 of 3 rounds differ from the rules/);
    assert.match(text, /Round 3[\s\S]*C12, players who do not get their colour/);
    assert.match(text, /Board 2: 3 Favre, Élodie – 1 Bernoulli, Anna\s+Board 2: 1 Bernoulli, Anna – 6 Imhof/);
    assert.match(text, /1 Anna Bernoulli had 2 Whites and no Blacks, White last: Black is due/);
    await page.getByRole('button', { name: 'Why 5 – 6?' }).press('Enter');
    await page.locator('.because li', { hasText: '5 Hürlimann, Sara' }).first().waitFor();
    await page.close();
});

await holds('verify: another file is read by choosing it, a refused one says where', async () => {
    const { page } = await verdictOf(verifyPage);
    const choose = async (file) => {
        await page.evaluate(() => delete document.getElementById('verify').dataset.done);
        await page.setInputFiles('#other', file);
        await page.waitForSelector('#verify[data-done]');
        return page.innerText('#verify');
    };
    assert.match(await choose(here('../cli/data/swapped.trf')), /2 of 3 rounds differ from the rules/);
    const hostile = '012 x\n001 <img src=x onerror=alert(1)>\n';
    const buffer = { name: '<b>bad</b>.trf', mimeType: 'text/plain', buffer: Buffer.from(hostile) };
    assert.match(await choose(buffer), /<b>bad<\/b>\.trf could not be checked[\s\S]*Line 2, column/);
    assert.match(await choose(examples[0]), /paired as the rules ask/);
    const older = join(scratch, 'dutch-2006.trf'); // not in the module with which the page began
    execFileSync(command, ['generate', '-s', 'dutch-2006', '-n', '20', '-R', '5', '--seed', '1', '-o', older]);
    assert.match(await choose(older), /paired as the rules ask/);
    await page.close();
});

await holds('verify: a published journal is verified, a broken one is refused with its line', async () => {
    const published = readFileSync(join(root, 'kept', 'event.journal'), 'utf8');
    const lines = published.split('\n').slice(0, -1);
    const { page, text } = await verdictOf('kept/verify.html');
    assert.match(text, new RegExp(`Journal\\s*${lines.length} lines\\s*(✓ )?unbroken`));
    const judge = async (changed) => {
        await page.evaluate(() => delete document.getElementById('verify').dataset.done);
        const buffer = Buffer.from(changed.map((line) => `${line}\n`).join(''));
        await page.setInputFiles('#other', { name: 'copy.journal', mimeType: 'text/plain', buffer });
        await page.waitForSelector('#verify[data-done]');
        return [await page.getAttribute('#verify', 'data-done'), await page.innerText('#verify')];
    };
    assert.equal((await judge(lines))[0], 'verified');
    const spliced = (count, ...more) => [...lines.slice(0, 6), ...more, ...lines.slice(6 + count)];
    const broken = [
        [spliced(1, lines[6].replace('"rating":', '"rating":1')), /Line 7 was changed/],
        [spliced(1), /Line 7 was left out/],
        [spliced(2, lines[7], lines[6]), /Line 8 stands before its predecessor/],
    ];
    for (const [changed, expected] of broken) {
        const [verdict, seen] = await judge(changed);
        assert.equal(verdict, 'exposed');
        assert.match(seen, expected);
    }
    await page.close();
});

await holds('verify: dropping a file on the page reads it', async () => {
    const { page } = await verdictOf(verifyPage);
    const text = readFileSync(here('../cli/data/swapped.trf'), 'utf8');
    await page.evaluate((content) => {
        delete document.getElementById('verify').dataset.done;
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([content], 'dropped.trf'));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
    }, text);
    await page.waitForSelector('#verify[data-done=exposed]');
    assert.match(await page.innerText('#verify'), /dropped\.trf: 13 players/);
    await page.close();
});

await holds('verify: a falsified round is told in German', async () => {
    const { page, text } = await verdictOf('falsified/verify.de.html');
    assert.match(text, /2 von 3 Runden weichen von den Regeln ab/);
    assert.match(text, /Nach den Regeln[\s\S]*Brett 2:/);
    assert.match(text, /13 Spieler,[\s\S]* \d+,\d\d s auf diesem Gerät/);
    assert.doesNotMatch(text, /[{}]|verify\./, 'every pattern is filled');
    await page.close();
});

await holds('verify: without scripts the page says what to do instead', async () => {
    const { page } = await opened('without scripts', verifyPage);
    assert.match(await page.innerText('main'), /This needs scripts[\s\S]*limmat check/);
    await page.close();
});

await holds('German pages of reasons name rules in German, in every system', () => {
    const named = JSON.parse(execFileSync(command, ['systems', '-f', 'json'], { encoding: 'utf8' }))
        .flatMap(({ criteria, colour_rules: colours }) => [...criteria, ...colours].map(({ title }) => title))
        .filter((title) => title.includes(' ') && title !== 'the bye');
    for (const { event, kind, path } of kindsOf(root)) {
        if (kind !== 'why') continue;
        const said = readFileSync(join(root, path.replace('.html', '.de.html')), 'utf8');
        assert.deepEqual(named.filter((title) => said.includes(`${title}`)), [], event);
    }
});

await browser.close();
server.close();
rmSync(scratch, { recursive: true });
done();
