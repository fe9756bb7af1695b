// SPDX-License-Identifier: Apache-2.0
// test_tabs.mjs LIMMAT TOOLS: eight tabs of one browser, at the desk and on public pages, share one stream
// of news, though a browser has six connections to an address only.
import assert from 'node:assert/strict';

import { browserOf, toolsIn } from '../pages/site.mjs';
import { done, holds } from '../wasm/tap.mjs';
import { Arbiter, deviceOf, serverOf } from './desk.mjs';

const [command, toolFolder] = process.argv.slice(2);
const server = await serverOf(command);
const { origin } = server;
const key = await server.start();
const browser = await browserOf(toolsIn(toolFolder));
const complaints = [];
const desk = await deviceOf(browser, { width: 1280, height: 800 }, complaints);
const arbiter = new Arbiter(desk, `${origin}/e/autumn/main`);
const tabs = [desk];
const patience = { timeout: 8000 };

const streams = async () => Number(/limmat_streams (\d+)/.exec(await (await fetch(`${origin}/metrics`)).text())?.[1]);
const followed = async (count) => {
    for (let turn = 0; turn < 50 && await streams() !== count; turn++)
        await new Promise((ready) => setTimeout(ready, 100));
    assert.equal(await streams(), count);
};

await holds('a_round_is_published', async () => {
    await desk.goto(key);
    await desk.getByRole('textbox').fill('Verena Hösli');
    await desk.getByRole('button', { name: 'Begin' }).click();
    await desk.getByRole('link', { name: 'New event' }).click();
    await desk.getByRole('textbox', { name: 'Name' }).fill('Autumn');
    await desk.locator('[name=rounds]').fill('5');
    await desk.getByRole('button', { name: 'Create event' }).click();
    await desk.getByRole('heading', { name: 'Players' }).waitFor();
    await desk.getByLabel('Pasted rows').fill(Array.from({ length: 12 }, (_, i) => `Ammann, ${'ABCDEFGHIJKL'[i]}\t${2200 - 15 * i}\tSUI\t1990`).join('\n'));
    await desk.getByRole('button', { name: 'Check rows' }).click();
    await desk.getByRole('button', { name: 'Add 12 players' }).click();
    await desk.locator('table.people').waitFor();
    await desk.goto(arbiter.at('round/1'));
    await arbiter.step(/draft: only/);
    await arbiter.step(/published/);
});

await holds('eight_tabs_load', async () => {
    for (let tab = 2; tab <= 8; tab++) {
        const page = await desk.context().newPage();
        tabs.push(page);
        await page.goto(tab <= 5 ? arbiter.at('round/1') : `${origin}/p/autumn/main/round-1.html`, patience);
    }
});

await holds('they_share_one_stream', () => followed(1));

const number = (page) => page.evaluate(() => Number(document.body.dataset.number));

await holds('an_entry_in_one_is_sent_and_seen_in_all', async () => {
    const token = await desk.locator('[name=csrf]').first().inputValue();
    const before = await number(tabs[7]);
    const status = await desk.evaluate(async ([url, csrf]) => {
        const body = new URLSearchParams({ csrf, board: '1', result: '1-0' });
        return (await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(5000) })).status;
    }, [arbiter.at('round/1/result'), token]);
    assert.equal(status, 200);
    for (const page of tabs)
        await page.waitForFunction((old) => Number(document.body.dataset.number) > old, before, patience);
});

await holds('a_tab_that_comes_later_knows_the_last_number', async () => {
    const page = await desk.context().newPage();
    await page.goto(`${origin}/p/autumn/main/round-1.html`, patience);
    await page.locator('.as-of').getByText(/^As of/).waitFor(patience);
    await page.close();
});

await holds('the_last_one_that_leaves_ends_the_stream', async () => {
    for (const page of tabs.slice(1)) await page.close();
    await followed(1);
    await desk.goto('about:blank');
    await followed(0);
});

assert.deepEqual(complaints.filter((text) => !/about:blank/.test(text)), []);
await browser.close();
server.end();
done();
