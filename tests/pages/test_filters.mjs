// SPDX-License-Identifier: Apache-2.0
// test_filters.mjs LIMMAT TOOLS: "Find a player" and every other filter on a phone 360 px wide: rows without the words
// are gone, whatever they are made of there, and names are found as people type them.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { done, holds } from '../wasm/tap.mjs';
import { browserOf, kindsOf, publish, serve, toolsIn } from './site.mjs';

const [command, toolFolder] = process.argv.slice(2);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'limmat-filters-'));
const names = ['Müller, Jürgen', 'Παπαδέλης, Γιώργος', 'Łącki, Øystein', 'ИВАНОВ, Пётр', 'Þórsson, Bjæß', 'Mueller, Otto', 'Yıldız, Đorđe'];
let number = 0;
const told = readFileSync(here('../../examples/weekend-2026.trf'), 'utf8').replace(/^(001 .{10}).{33}/gm, (line, start) =>
    number < names.length ? start + names[number++].padEnd(33) : line);
const named = join(scratch, 'named.trf');
writeFileSync(named, told);
const root = publish(command, scratch, [named, here('../vectors/tiebreaks/tec-teams.trf')]);
const server = await serve(root);
const browser = await browserOf(toolsIn(toolFolder));
const page = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage();

const shown = () => page.$$eval('table[data-filter] > tbody > tr', (rows) => rows.filter((row) => row.getClientRects().length > 0).length);

for (const path of ['named/round-3.html', 'named/names-3.html', 'named/standings-5.html', 'named/players.html',
    'tec-teams/standings-7.html', 'tec-teams/scores-7.html', 'tec-teams/teams.html', 'index.html'])
    await holds(`every_filter_works_on_a_phone_${path.replace(/\W/g, '_')}`, async () => {
        await page.goto(`${server.origin}/${path}`);
        const fields = await page.locator('table[data-filter]').all();
        assert.ok(fields.length > 0, 'there is a filter');
        for (const field of fields) {
            const input = field.locator('xpath=preceding::input[@type="search"][1]');
            const all = await shown();
            assert.ok(all > 1, 'there are rows');
            await input.fill('no such words');
            assert.equal(await shown(), 0, 'rows without the words are gone');
            const word = (await field.locator('tbody tr').last().innerText()).match(/\p{L}{4,}/u)[0];
            await input.fill(word);
            const left = await shown();
            assert.ok(left > 0 && left < all, `${word} leaves ${left} of ${all}`);
            await input.fill('');
            assert.equal(await shown(), all, 'and come back');
        }
    });

for (const [typed, name] of [['mueller', names[0]], ['muller', names[0]], ['MÜLLER otto', names[5]], ['lacki oystein', names[2]], ['thorsson', names[4]], ['bjaess', names[4]],
    ['yildiz dorde', names[6]], ['ΠΑΠΑΔΕΛΗΣ', names[1]], ['παπαδελησ', names[1]], ['иванов петр', names[3]]])
    await holds(`${typed.replace(/\s/g, '_')}_finds_${name.replace(/\W+/g, '_')}`, async () => {
        await page.goto(`${server.origin}/named/players.html`);
        await page.locator('input[type=search]').fill(typed);
        const rows = await page.$$eval('table[data-filter] > tbody > tr', (all) => all.filter((row) => row.getClientRects().length > 0).map((row) => row.innerText));
        assert.ok(rows.some((text) => text.includes(name)), rows.join(' | '));
        assert.ok(rows.length < 5, `${rows.length} are left`);
    });

await browser.close();
server.close();
rmSync(scratch, { recursive: true });
done();
