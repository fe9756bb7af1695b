// SPDX-License-Identifier: Apache-2.0
// test_entry.mjs LIMMAT TOOLS [PICTURES]: in browsers, a player on a phone finds themselves as they type and enters, the organiser looks
// at the entry and at a bank's file, a tablet at the door checks the player in by their link.  Each page as it is: axe, widths, HTML.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { browserOf, lookIn, SIZES, press, toolsIn, validatorIn } from '../pages/site.mjs';
import { done, holds } from '../wasm/tap.mjs';
import { deviceOf, serverOf } from './desk.mjs';

const [command, toolFolder, pictures] = process.argv.slice(2);
const tools = toolsIn(toolFolder);
const look = lookIn(tools, pictures);
const validate = validatorIn(tools);
const server = await serverOf(command);
const list = join(server.scratch, 'list.registry');
const people = [['1300001', 'Muster, Hans', 'SUI', 'M', '', 2010], ['1300002', 'Muster, Anna', 'SUI', 'F', 'WFM', 2110], ['1300003', 'Zwilling, Otto', 'GER', 'M', 'FM', 2300]];
writeFileSync(join(server.scratch, 'list.xml'), `<?xml version='1.0'?><playerslist>${people.map(([id, name, fed, sex, title, rating]) =>
    `<player><fideid>${id}</fideid><name>${name}</name><country>${fed}</country><sex>${sex}</sex><title>${title}</title><rating>${rating}</rating><games>0</games><k>20</k><birthday>1990</birthday><flag></flag></player>`).join('')}</playerslist>`);
assert.equal(spawnSync(command, ['rate', 'import', '-d', '2026-11-01', '-o', list, join(server.scratch, 'list.xml')]).status, 0);
const key = await server.start('--list', list);
const browser = await browserOf(tools);
const complaints = [];
const desk = await deviceOf(browser, SIZES.wide, complaints);
const phone = await deviceOf(browser, { width: 390, height: 844 }, complaints);
const tablet = await deviceOf(browser, { width: 820, height: 1180 }, complaints);
const event = `${server.origin}/e/stadt-open`;
let link = '';

/** The page as it is: no finding of axe in any width, light or dark, not too wide; and, where it can be ${asked} for again, not too wide
 * on a phone in any language, and no mistake in its HTML. */
async function isSound(page, what, asked = true) {
    for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await look(page, `${what}-${colorScheme}`, { ...SIZES, tablet: { width: 820, height: 1180 } }), []);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    if (!asked) return;
    const own = page.viewportSize();
    await page.setViewportSize(SIZES.phone);
    for (const language of ['de', 'fr', 'it', 'es', '']) {
        await page.context().setExtraHTTPHeaders(language ? { 'Accept-Language': language } : {});
        await page.reload();
        if (pictures && language) await page.screenshot({ path: join(pictures, `${what}-${language}.png`), fullPage: true });
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth) <= 1, `${what} in ${language} is too wide`);
    }
    await page.setViewportSize(own);
    const answer = await page.request.get(page.url(), { headers: { accept: 'text/html' } });
    assert.deepEqual((await validate(await answer.text())).filter((one) => !/^(no-implicit-|form-dup-name|element-permitted-order)/.test(one)), []);
}

/** Fill fields by their names, and press the button. */
async function send(page, fields, button) {
    for (const [name, value] of Object.entries(fields)) {
        const field = page.locator(`main form.grid [name="${name}"]`);
        if (value === true) await field.check();
        else if (await field.evaluate((node) => node.tagName === 'SELECT')) await field.selectOption(value);
        else await field.fill(value);
    }
    await page.getByRole('button', { name: button, exact: true }).click();
}

await desk.goto(key);
await desk.getByRole('textbox').fill('Verena');
await desk.getByRole('button', { name: 'Begin' }).click();
await desk.request.post(`${server.origin}/new`, { form: { name: 'Stadt-Open', start: '2026-12-20', rounds: '5', csrf: await desk.locator('[name=csrf]').first().inputValue() } });

await holds('an_event_is_announced', async () => {
    await desk.goto(`${event}/announcement/edit`);
    await send(desk, { open: true, entries: true, venue: 'Volkshaus', currency: 'CHF', contact: 'org@example.org', regulations: 'Seven rounds.\nSwiss.' }, 'Save');
    await desk.waitForURL(/announcement$/);
    await desk.goto(`${event}/main/announcement`);
    await send(desk, { places: '80', fees: '60\n50 until 2099-06-30' }, 'Save');
    await desk.goto(`${event}/main/announcement`);
    await isSound(desk, 'section-form');
    await desk.goto(`${event}/announcement/poster`);
    await isSound(desk, 'poster');
    await desk.goto(`${event}/announcement/edit`);
    await isSound(desk, 'announcement-form');
});

await holds('a_player_finds_themselves_as_they_type', async () => {
    await phone.goto(`${event}/announcement`);
    await isSound(phone, 'announcement');
    await phone.getByRole('link', { name: 'Enter this event' }).click();
    await phone.locator('[name=q]').pressSequentially('must');
    await phone.locator('#found-players a').nth(1).waitFor();
    assert.equal(await phone.locator('#found-players a').count(), 2);
    await phone.getByRole('link', { name: /Muster, Anna/ }).click();
    assert.equal(await phone.locator('[name=name]').inputValue(), 'Muster, Anna');
    assert.equal(await phone.locator('main').getByText('1990').count(), 0, 'no year of birth');
    await isSound(phone, 'register');
});

await holds('what_is_missing_is_asked_for_and_a_form_sent_twice_is_one_entry', async () => {
    await send(phone, { born: '2012' }, 'Send the entry');
    assert.match(await phone.locator('[role=alert]').innerText(), /adult/);
    await isSound(phone, 'register-refused', false);
    await send(phone, { adult: 'Eva Muster', consent: true, shown: true }, 'Send the entry');
    link = await phone.locator('input[readonly]').inputValue();
    assert.match(link, /\/e\/stadt-open\/entry\/[\w-]{43}$/);
    await isSound(phone, 'entry', false);
    await phone.reload(); // the same form again
    assert.equal(await phone.locator('input[readonly]').inputValue(), link);
    assert.match(await phone.locator('main').innerText(), /already sent/);
    assert.equal(await phone.getByText('main', { exact: true }).count(), 0, 'no player reads the name of a section that has no title');
    await phone.getByRole('link', { name: 'Enter another player' }).click();
    assert.equal(await phone.locator('[name=name]').inputValue(), '');
    await phone.goto(`${link}/change`);
    await isSound(phone, 'change');
});

await holds('the_organiser_accepts_it_and_looks_at_the_money', async () => {
    await desk.goto(`${event}/entries`);
    assert.equal(await desk.getByRole('button', { name: 'Accept' }).count(), 1);
    await isSound(desk, 'entries');
    await desk.getByRole('button', { name: 'Accept' }).click();
    await desk.getByText('Entered', { exact: true }).waitFor();
    const reference = (await (await phone.request.get(link)).text()).match(/reference (\w{8})/)[1];
    await desk.getByRole('link', { name: 'Payments' }).click();
    await isSound(desk, 'payments');
    await desk.locator('[name=file]').setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(`Date;Text;Credit\n2026-11-20;Anna ${reference};50.00\n2026-11-21;=1+1;12.00\n`) });
    await desk.getByRole('button', { name: 'Preview' }).click();
    assert.equal(await desk.locator('[name=take]:checked').count(), 1);
    await isSound(desk, 'bank', false);
    await desk.getByRole('button', { name: 'Record the ticked lines' }).click();
    await desk.getByText('1 payment recorded').waitFor();
    await isSound(desk, 'payments-booked');
    await desk.getByRole('link', { name: 'Receipt' }).click();
    await isSound(desk, 'receipt');
});

await holds('a_tablet_at_the_door_checks_the_player_in_by_their_link', async () => {
    await desk.goto(`${server.origin}/rights`);
    const csrf = await desk.locator('main [name=csrf]').first().inputValue();
    const invited = await (await desk.request.post(`${server.origin}/rights`, { form: { role: 'check-in', csrf } })).text();
    await tablet.goto(server.origin + invited.match(/\/key\/[\w-]+/)[0]);
    await tablet.getByRole('textbox').fill('Tablet');
    await press(tablet, tablet.getByRole('button', { name: 'Begin' }));
    await tablet.goto(link); // as its camera opens it
    await tablet.getByRole('button', { name: 'Check in', exact: true }).waitFor();
    await isSound(tablet, 'arrival');
    await tablet.goto(`${event}/main/arrive`);
    await tablet.waitForFunction(() => document.activeElement?.name === 'code');
    await tablet.keyboard.type(link); // as a reader types it, into the field that has the focus
    await tablet.keyboard.press('Enter');
    await tablet.getByRole('button', { name: 'Check in', exact: true }).click();
    await tablet.getByText('Muster, Anna is checked in.').waitFor();
    await tablet.waitForFunction(() => document.activeElement?.name === 'code'); // ready for the next one
    await isSound(tablet, 'arrival-done');
});

await holds('the_organiser_writes_to_players_and_reads_the_report', async () => {
    await desk.goto(`${event}/message`);
    await isSound(desk, 'message');
    await desk.goto(`${event}/report`);
    await isSound(desk, 'report');
});

await holds('no_page_complains', async () => assert.deepEqual(complaints, []));
await browser.close();
server.end();
done();
