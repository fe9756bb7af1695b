// SPDX-License-Identifier: Apache-2.0
// test_round.mjs LIMMAT TOOLS: one round of a small event from its publication to the last result, by a
// desk, a kiosk at the exit and two telephones at once: what both players say at the kiosk, a report that
// waits in a telephone without a net, two who say different things and an arbiter who decides.
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

const device = (viewport, more) => deviceOf(browser, viewport, complaints, more);
const page = await device({ width: 1440, height: 900 });
const arbiter = new Arbiter(page, `${origin}/e/evening-cup/main`);
const at = (path) => arbiter.at(path);
const NAMES = ['Ammann, Anna', 'Bühler, Beat', 'Caduff, Céline', 'Dubois, Dario', 'Egli, Eva', 'Frey, Felix', 'Graf, Gian', 'Hösli, Hanna', 'Imhof, Ivo', 'Jäggi, Jana'];
const familyOf = (name) => name.replace(/^[A-Z]{2} /, '').split(',')[0];

/** The names of a board at the desk, White first. */
const seats = (board) => page.locator(`#b${board}`).evaluate((row) => ['.white', '.black'].map((side) => row.querySelector(side).textContent.trim()));

await holds('an_event_begins_in_which_players_may_say_results', async () => {
    await page.goto(key);
    await page.getByRole('textbox').fill('Verena Hösli');
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByRole('link', { name: 'New event' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Evening Cup');
    await page.locator('[name=rounds]').fill('3');
    await page.getByRole('button', { name: 'Create event' }).click();
    await page.getByRole('heading', { name: 'Players' }).waitFor();
    await page.getByLabel('Pasted rows').fill(NAMES.map((name, i) => `${name}\t${2100 - 40 * i}\tSUI\t${1960 + i}\tSC ${name.split(",")[0]}`).join('\n'));
    await page.getByRole('button', { name: 'Check rows' }).click();
    await page.getByRole('button', { name: 'Add 10 players' }).click();
    await page.locator('table.people').waitFor();
    await page.goto(at('settings'));
    await page.getByRole('link', { name: 'All settings' }).click();
    await page.locator('main form.grid').waitFor();
    await page.getByLabel(/Players report results by phone/).selectOption('yes');
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await arbiter.confirm({ shown: 'yes, outside the playing area' });
});

const kiosk = await device({ width: 820, height: 1180 }, { hasTouch: true });
await holds('the_kiosk_is_a_device_that_sees_nothing_but_its_boards', async () => {
    await page.goto(`${origin}/rights`);
    await page.getByLabel(/For|Where/).first().selectOption('evening-cup');
    await page.getByRole('button', { name: 'Kiosk' }).click();
    await kiosk.goto(await page.locator('.address').innerText());
    await kiosk.getByRole('textbox').fill('Screen at the exit');
    await kiosk.getByRole('button', { name: 'Begin' }).tap();
    await kiosk.getByText('No round is being played').waitFor();
    assert.equal(new URL(kiosk.url()).pathname, '/e/evening-cup/main/kiosk');
    for (const path of ['players', 'settings', 'check-in', 'board/1.1']) assert.equal((await kiosk.request.get(at(path))).status(), 403, path);
});

const phones = [];
await holds('telephones_and_kiosk_follow_the_publication_by_themselves', async () => {
    // Who will sit at board 1 is known from the order of the entries: the first against the middle.
    for (const i of [0, 5]) {
        await page.goto(at(`player/p${i + 1}/card`));
        const phone = await device({ width: 390, height: 844 }, { hasTouch: true, isMobile: true });
        await phone.goto(await page.locator('.address').innerText());
        await phone.getByText('Round 1 is not paired yet').waitFor();
        phones.push(phone);
    }
    await page.goto(at('round/1'));
    await arbiter.step(/draft: only/);
    assert.equal(await phones[0].getByText('against').count(), 0, 'a proposal is nobody’s business');
    await arbiter.step(/published/);
    for (const phone of phones) await phone.getByText('Board 1').waitFor();
    await kiosk.getByText('Touch your board').waitFor();
    assert.equal(await kiosk.locator('.kiosk-boards a').count(), 5);
});

/** At the kiosk, board ${number}: White and Black touch what they say (null: nothing). */
async function sayThere(number, white, black) {
    await kiosk.locator('.kiosk-boards a').filter({ has: kiosk.locator('b', { hasText: new RegExp(`^${number}$`) }) }).tap();
    await kiosk.getByRole('heading', { name: `Board ${number}` }).waitFor();
    for (const [side, said] of [['white', white], ['black', black]])
        if (said) await kiosk.locator(`input[name=${side}][value="${said}"]`).check();
    await kiosk.getByRole('button', { name: 'Send result' }).tap();
    await kiosk.getByText('Touch your board').waitFor();
    assert.equal(new URL(kiosk.url()).pathname, '/e/evening-cup/main/kiosk', 'the kiosk is for the next board');
}

await holds('what_both_say_at_the_kiosk_is_the_result', async () => {
    await sayThere(2, '1/2-1/2', '1/2-1/2');
    await kiosk.locator('.kiosk-boards .done').getByText('½ – ½').waitFor();
    await arbiter.reads(/1 of 5 boards/);
    assert.equal(await page.locator('#b2 output').innerText(), '½ – ½');
});

await holds('what_one_says_at_the_kiosk_is_shown_and_is_no_result', async () => {
    await sayThere(3, '1-0', null);
    await kiosk.getByText('White reported 1 – 0').waitFor();
    await page.locator('#b3').getByText('White reported 1 – 0').waitFor();
    await arbiter.reads(/1 of 5 boards/);
});

await holds('two_at_the_kiosk_who_differ_are_the_arbiters', async () => {
    await sayThere(3, null, '0-1');
    await kiosk.getByText('White reported 1 – 0, Black reported 0 – 1').waitFor();
    await page.locator('.due').getByText('Board 3: White reported 1 – 0, Black reported 0 – 1').waitFor();
    assert.deepEqual(await page.locator('.due form.takes button').allInnerTexts(), ['1 – 0', '0 – 1']);
    assert.deepEqual(await page.locator('#b3 form.takes button').allInnerTexts(), ['1 – 0', '0 – 1']);
    await page.getByRole('link', { name: 'Conflicts 1' }).click();
    await page.waitForURL(/show=conflicts$/);
    assert.deepEqual(await page.locator('.desk-boards tbody tr:visible').evaluateAll((all) => all.map(({ id }) => id)), ['b3']);
    await page.getByRole('link', { name: 'All 5' }).click();
    await page.waitForURL(/round\/1$/);
});

await holds('at_the_kiosk_one_can_say_it_again_and_agree', async () => {
    await sayThere(3, '0-1', null);
    await arbiter.reads(/2 of 5 boards/);
    assert.equal(await page.locator('#b3 output').innerText(), '0 – 1');
    await page.locator('.due').getByText('board 3').waitFor({ state: 'detached' });
});

await holds('a_report_waits_in_a_telephone_without_a_net', async () => {
    const [phone] = phones;
    await phone.waitForLoadState('load');
    await phone.context().setOffline(true);
    await phone.getByRole('button', { name: 'I won' }).tap();
    await phone.getByText('No connection. Your entry is kept').waitFor();
    await phone.getByText('Board 1').waitFor();
    assert.equal(await page.locator('#b1 form.takes').count(), 0);
    await phone.context().setOffline(false);
    await phone.getByText('you reported').waitFor();
    await page.locator('#b1 form.takes').waitFor();
});

await holds('two_telephones_differ_and_the_desk_makes_one_the_result', async () => {
    const [first] = await seats(1);
    const whiteFirst = familyOf(first) === 'Ammann';
    await phones[1].getByRole('button', { name: 'I won' }).tap();
    await phones[1].getByText('you reported').waitFor();
    await phones[0].getByText('your opponent reported').waitFor();
    await page.locator('.due').getByText('White reported 1 – 0').waitFor();
    await page.locator('.due').getByText('Black reported 0 – 1').waitFor();
    // The arbiter asks both: the second telephone was right.
    const [white, black] = ['1 – 0', '0 – 1'];
    await page.getByRole('button', { name: `make ${whiteFirst ? black : white} the result of board 1` }).first().click();
    await arbiter.reads(/3 of 5 boards/);
    assert.equal(await page.locator('.due form.takes').count(), 0);
    await phones[0].getByText('Result: lost').waitFor();
    await phones[1].getByText('Result: won').waitFor();
});

await holds('what_was_made_of_a_form_stays_when_news_come', async () => {
    const other = await page.context().newPage();
    other.on('console', (said) => said.type() === 'error' && complaints.push(said.text()));
    await other.goto(at('people/add'));
    await other.getByLabel('Pasted rows').fill('Kunz, Karl\t1500');
    await other.locator('form', { has: other.getByLabel('Pasted rows') }).evaluate((form) => form.submit()); // as before the script runs
    await other.getByRole('button', { name: 'Add 1 player' }).waitFor();
    const asked = [];
    other.on('request', (request) => new URL(request.url()).pathname.includes('/main/') && asked.push(request.url()));
    await other.evaluate(() => document.addEventListener('limmat:heard', () => (document.body.dataset.heard = Number(document.body.dataset.heard ?? 0) + 1)));
    await page.bringToFront();
    await page.locator('#b4 .white').click();
    await page.keyboard.press('1');
    await arbiter.reads(/4 of 5 boards/);
    assert.equal(await page.locator('header nav .due').textContent(), '1');
    await other.bringToFront();
    await other.waitForFunction(() => document.body.dataset.heard);
    await other.evaluate(() => new Promise((done) => setTimeout(done, 300))); // within 120 ms news are looked at
    assert.deepEqual(asked, []);
    assert.equal(await other.getByRole('button', { name: 'Add 1 player' }).count(), 1);
    await other.close();
});

await holds('the_last_results_by_the_desk_and_the_round_is_closed', async () => {
    await page.locator('#b5 .white').click();
    await page.keyboard.press('5');
    await arbiter.reads(/5 of 5 boards/);
    assert.equal(await page.locator('header nav .due').count(), 0);
    await kiosk.locator('.kiosk-boards a').first().waitFor({ state: 'detached' });
    await arbiter.step(/closed/);
    await kiosk.getByText('No round is being played').waitFor();
});

await holds('the_next_pairing_comes_to_the_telephones', async () => {
    await arbiter.key('p');
    await page.waitForURL(/round\/2/);
    await arbiter.step(/draft: only/);
    await arbiter.step(/published/);
    for (const phone of phones) await phone.getByText('Round 2').waitFor();
});

await holds('no_page_complained', async () => assert.deepEqual(complaints, []));

await browser.close();
server.end();
done();
