// SPDX-License-Identifier: Apache-2.0
// test_trust.mjs LIMMAT TOOLS: one key too many, two arbiters at one board, and what is never one key.
import assert from 'node:assert/strict';

import { browserOf, press, toolsIn } from '../pages/site.mjs';
import { done, holds } from '../wasm/tap.mjs';
import { Arbiter, deviceOf, serverOf } from './desk.mjs';

const [command, toolFolder] = process.argv.slice(2);
const server = await serverOf(command);
const { origin } = server;
const key = await server.start();
const browser = await browserOf(toolsIn(toolFolder));
const complaints = [];
const desk = await deviceOf(browser, { width: 1440, height: 900 }, complaints);
const arbiter = new Arbiter(desk, `${origin}/e/trust/main`);
const results = () => desk.locator('.desk-boards output').allInnerTexts();
const says = (text) => desk.locator('#note').getByText(text).waitFor();

await holds('a_round_is_paired', async () => {
    await desk.goto(key);
    await desk.getByRole('textbox').fill('Ada');
    await desk.getByRole('button', { name: 'Begin' }).click();
    await desk.getByRole('link', { name: 'New event' }).click();
    await desk.getByRole('textbox', { name: 'Name' }).fill('Trust');
    await desk.locator('[name=rounds]').fill('5');
    await desk.getByRole('button', { name: 'Create event' }).click();
    await desk.getByLabel('Pasted rows').fill(Array.from({ length: 8 }, (_, i) => `Ammann, ${'ABCDEFGH'[i]}\t${2200 - 15 * i}\tSUI\t1990`).join('\n'));
    await desk.getByRole('button', { name: 'Check rows' }).click();
    await desk.getByRole('button', { name: 'Add 8 players' }).click();
    await desk.locator('table.people').waitFor();
    await desk.goto(arbiter.at('round/1'));
    await arbiter.step(/draft: only/);
});

await holds('a_result_key_says_why_it_does_nothing', async () => {
    await arbiter.key('0');
    await says('this round isn’t being played');
    await arbiter.step(/0 of 4 boards/);
});

await holds('the_next_step_says_what_is_missing', async () => {
    await arbiter.key('p');
    await says('Not possible yet. 4 results are missing: boards 1, 2, 3, 4');
});

await holds('one_key_too_many_changes_nothing', async () => {
    for (const result of ['1', '0', '5', '1']) await arbiter.key(result);
    await arbiter.reads(/4 of 4/);
    await arbiter.key('0');
    await says('Every board has a result');
    assert.deepEqual(await results(), ['1 – 0', '0 – 1', '½ – ½', '1 – 0']);
    await desk.reload();
    await arbiter.key('0');
    await says('Every board has a result');
    assert.deepEqual(await results(), ['1 – 0', '0 – 1', '½ – ½', '1 – 0']);
});

await holds('a_cleared_board_is_the_next', async () => {
    for (const one of ['/', '2', 'Enter', 'Delete']) await arbiter.key(one);
    await arbiter.reads(/3 of 4/);
    await arbiter.key('5');
    await arbiter.reads(/4 of 4/);
    assert.deepEqual(await results(), ['1 – 0', '½ – ½', '½ – ½', '1 – 0']);
});

let other; // the second arbiter
await holds('five_keys_beside_another_arbiter_lose_nothing', async () => {
    for (const board of ['1', '2', '3', '4']) for (const one of ['/', board, 'Enter', 'Delete']) await arbiter.key(one);
    await arbiter.reads(/0 of 4/);
    await desk.goto(`${origin}/rights`);
    await desk.getByRole('button', { name: 'Arbiter', exact: true }).click();
    await desk.getByText('/key/').first().waitFor();
    const invitation = /\/key\/[\w-]+/.exec(await desk.locator('main').innerHTML())[0];
    other = await deviceOf(browser, { width: 1440, height: 900 }, complaints);
    await other.addInitScript(() => delete window.SharedWorker); // whose stream is out of reach
    await other.goto(origin + invitation);
    await other.getByRole('textbox').fill('Ben');
    await press(other, other.getByRole('button', { name: 'Begin' }));
    await other.goto(arbiter.at('round/1'));
    await desk.goto(arbiter.at('round/1'));
    // Ben's net hears nothing of Ada's entry on board 1.
    await other.route('**/live', (route) => route.abort());
    await other.reload();
    await desk.locator('tr[data-board="1.1"]').waitFor();
    await arbiter.key('1');
    await arbiter.reads(/1 of 4/);
    for (const result of ['0', '5', '5', '5']) await other.keyboard.press(result);
    await other.waitForFunction(() => /4 of 4/.test(document.querySelector('.said').textContent));
    assert.equal(await other.locator('dialog').count(), 0, 'nothing lies over the work');
    assert.deepEqual(await other.locator('.desk-boards output').allInnerTexts(), ['1 – 0', '½ – ½', '½ – ½', '½ – ½']);
    for (const page of [desk, other]) {
        const row = page.locator('tr[data-board="1.1"]');
        await row.getByText('Ada entered 1 – 0').waitFor();
        await row.getByText('Ben entered 0 – 1').waitFor();
        await page.locator('.due').getByText('Board 1: Ada entered 1 – 0, Ben entered 0 – 1').waitFor();
    }
});

await holds('one_click_decides_on_both', async () => {
    await desk.locator('tr[data-board="1.1"]').getByRole('button', { name: 'make 0 – 1 the result of board 1' }).click();
    await desk.locator('tr[data-board="1.1"]').getByText('entered').first().waitFor({ state: 'detached' });
    assert.equal((await results())[0], '0 – 1');
    assert.equal(await desk.locator('.due').getByText('Board 1:').count(), 0);
});

await holds('enter_leaves_no_fide_mode', async () => {
    await desk.goto(arbiter.at('do/settings?rounds=4'));
    await desk.locator('[name=rounds]').fill('4');
    await desk.locator('main form button.main').click();
    await desk.getByRole('dialog', { name: 'Leave FIDE mode for good?' }).waitFor();
    assert.equal(await desk.locator('dialog button:focus').count(), 0);
    await desk.keyboard.press('Enter');
    const left = async () => /FIDE mode exited/.test(await (await fetch(`${origin}/e/trust/main/tournament.trf`)).text());
    assert.equal(await left(), false);
    await desk.goto(arbiter.at('do/settings?rounds=4'));
    await desk.locator('[name=rounds]').fill('4');
    await desk.locator('main form button.main').click();
    await desk.getByText('Leave FIDE mode…').click();
    await desk.locator('dialog [name=sure]').fill('leave FIDE mode');
    await desk.getByRole('button', { name: 'Leave FIDE mode', exact: true }).click();
    await desk.locator('dialog').waitFor({ state: 'detached' });
    await desk.waitForURL(/settings$/);
    assert.equal(await left(), true);
});

await holds('no_page_complains', () => assert.deepEqual(complaints, []));

await browser.close();
server.end();
done();
