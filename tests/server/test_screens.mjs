// SPDX-License-Identifier: Apache-2.0
// test_screens.mjs LIMMAT TOOLS [PICTURES]: what an arbiter sees of the sample event beside the round: its overview,
// the events, a new one, players and how they are added, settings, standings, the palette, the wall.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';

import { browserOf, lookIn, SIZES, toolsIn, validatorIn } from '../pages/site.mjs';
import { done, holds } from '../wasm/tap.mjs';
import { Arbiter, deviceOf, serverOf } from './desk.mjs';

const [command, toolFolder, pictures] = process.argv.slice(2);
const tools = toolsIn(toolFolder);
const look = lookIn(tools, pictures);
const validate = validatorIn(tools);
const server = await serverOf(command);
const key = await server.start('--sample', fileURLToPath(new URL('../../examples/summer-open-2026.trf', import.meta.url)));
const browser = await browserOf(tools);
const complaints = [];
const page = await deviceOf(browser, SIZES.wide, complaints);
await page.goto(key);
await page.getByRole('textbox').fill('Ada Arbiter');
await page.getByRole('button', { name: 'Begin' }).click();
await page.getByRole('link', { name: 'Zürich Summer Open 2026' }).first().waitFor();
const event = `${server.origin}/e/zurich-summer-open-2026`;
const arbiter = new Arbiter(page, `${event}/main`);
const at = (path) => arbiter.at(path);
const text = (what) => page.locator(what).innerText();

/** The page as it is, in both widths: no finding of axe, not too wide, and no mistake in its HTML. */
async function isSound(what) {
    const answer = await page.request.get(page.url(), { headers: { accept: 'text/html' } });
    assert.deepEqual(await look(page, what), []);
    assert.deepEqual(await validate(await answer.text()), []);
}

await page.goto(at('round/6'));
await arbiter.step(/Draft|proposal/);

await holds('the_overview_of_a_draft_leads_to_it', async () => {
    await page.goto(event);
    assert.match(page.url(), /\/main\/overview$/);
    assert.match(await text('.progress h2'), /Round 6 is paired, but not published/);
    assert.equal(await page.locator('main .main').count(), 1, 'one step is filled');
    await page.getByRole('link', { name: 'Review draft' }).click();
    await page.waitForURL(/round\/6$/);
});

await arbiter.step(/published/);
for (const [i, result] of [...'110'].entries()) {
    await page.keyboard.press(result);
    await arbiter.reads(new RegExp(`\\b${i + 1} of`));
}

await holds('the_overview_says_how_far_the_round_is_and_what_comes_next', async () => {
    await page.goto(at('overview'));
    assert.equal(await page.locator('.ring').getAttribute('aria-label'), '3 of 48 results');
    assert.match(await text('.progress'), /Round 6 is in progress/);
    assert.equal(await page.locator('.progress .main').innerText(), 'Enter results');
    assert.equal(await page.getByRole('button', { name: 'Close the round' }).getAttribute('aria-disabled'), 'true');
    assert.equal(await page.locator('.boards-left .chip').count(), 45);
    assert.match(await page.locator('.boards-left .chip').first().getAttribute('href'), /round\/6#b4$/);
    assert.match(await text('.rail > nav'), /Players\s*96[\s\S]*Round 6\s*45/);
    await isSound('overview');
});

await holds('what_was_done_last_is_undone_where_it_stands', async () => {
    await page.locator('.activity').getByRole('button', { name: 'Undo' }).click();
    await page.waitForFunction(() => document.querySelector('.ring')?.getAttribute('aria-label') === '2 of 48 results');
    assert.match(page.url(), /overview$/);
    assert.equal(await page.locator('.boards-left .chip').count(), 46);
});

await holds('no_screen_complains', async () => assert.deepEqual(complaints, []));
await browser.close();
server.end();
done();
