// SPDX-License-Identifier: Apache-2.0
// test_office.mjs LIMMAT TOOLS REPORTS [PICTURES]: a rating office in browsers: an organiser registers an event and sends its
// report, an officer accepts it, makes the list and publishes it, everybody looks at it; each page sound on a phone and a desk.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { browserOf, lookIn, SIZES, toolsIn, validatorIn } from '../pages/site.mjs';
import { done, holds } from '../wasm/tap.mjs';
import { deviceOf, serverOf } from './desk.mjs';

const [command, toolFolder, reports, pictures] = process.argv.slice(2);
const tools = toolsIn(toolFolder);
const look = lookIn(tools, pictures);
const validate = validatorIn(tools);
const work = mkdtempSync(join(tmpdir(), 'office-'));
const day = (date) => date.toISOString().slice(0, 10);
const after = (days) => new Date(Date.now() + days * 86400000);
const first = `${day(new Date()).slice(0, 8)}01`;
const office = join(work, 'office'), list = join(office, first.slice(0, 7));
mkdirSync(list, { recursive: true });
execFileSync(command, ['rate', 'import', '-d', first, '-o', join(work, 'registry'), join(reports, 'list.xml')]);
renameSync(join(work, 'registry'), join(list, 'registry'));
let text = readFileSync(join(reports, 'clean.trf'), 'utf8');
for (const at of [12, 11, 10]) {
    const then = day(after(at - 14));
    text = text.replaceAll(`2026/04/${at}`, then.replaceAll('-', '/')).replaceAll(`26/04/${at}`, then.slice(2).replaceAll('-', '/'));
}
writeFileSync(join(work, 'good.trf'), text);
writeFileSync(join(work, 'bad.trf'), text.replace('022 Bern\n', ''));

const server = await serverOf(command);
const key = await server.start('--office', office);
const browser = await browserOf(tools);
const complaints = [];
const officer = await deviceOf(browser, SIZES.wide, complaints);
await officer.goto(key);
await officer.getByRole('textbox').fill('Olga Officer');
await officer.getByRole('button', { name: 'Begin' }).click();
await officer.getByRole('link', { name: 'Rating office' }).waitFor();
const organiser = await deviceOf(browser, SIZES.phone, complaints);
const at = (path) => `${server.origin}${path}`;

/** The page as it is, in both widths: no finding of axe, not too wide, and no mistake in its HTML. */
async function isSound(page, what) {
    const answer = await page.request.get(page.url(), { headers: { accept: 'text/html' } });
    assert.deepEqual(await look(page, what), []);
    assert.deepEqual((await validate(await answer.text())).filter((one) => !/^(no-implicit-|form-dup-name|element-permitted-order)/.test(one)), []);
}

await holds('an_organiser_registers_an_event', async () => {
    await organiser.goto(at('/ratings/register'));
    await isSound(organiser, 'office-register');
    const fields = { name: 'Open of Bern', city: 'Bern', federation: 'SUI', start: day(after(1)), end: day(after(3)), organiser: 'Otto Muster' };
    for (const [name, value] of Object.entries(fields)) await organiser.locator(`[name=${name}]`).fill(value);
    await organiser.getByRole('button', { name: 'Register an event' }).click();
    await organiser.waitForURL(/\/ratings\/event\//);
    assert.match(await organiser.locator('main').innerText(), /Registered later than the rules ask/);
    await isSound(organiser, 'office-registered');
});
const link = organiser.url();

async function send(file) {
    await organiser.goto(link);
    await organiser.locator('input[type=file]').setInputFiles(join(work, file));
    await organiser.getByRole('button', { name: 'Send the report' }).click();
    await organiser.waitForLoadState();
    await organiser.locator('.reasons, main p').first().waitFor();
}

await holds('a_report_shows_what_is_to_be_corrected', async () => {
    await send('bad.trf');
    assert.match(await organiser.locator('main').innerText(), /the city is missing/);
    await isSound(organiser, 'office-findings');
});

await holds('an_officer_sees_what_waits_and_permits_the_late_registration', async () => {
    await officer.getByRole('link', { name: 'Rating office' }).click();
    await officer.getByRole('link', { name: 'Open of Bern' }).waitFor();
    await isSound(officer, 'office-desk');
    await officer.getByRole('link', { name: 'Open of Bern' }).click();
    await isSound(officer, 'office-event');
    await officer.locator('[name=reason]').first().fill('The hall was free');
    await officer.getByRole('button', { name: 'Permit it' }).click();
    await officer.getByText('Registered late, with permission').waitFor();
});

await holds('a_corrected_report_is_accepted', async () => {
    await send('good.trf');
    await officer.reload();
    assert.match(await officer.locator('main').innerText(), /0 to correct/);
    await officer.getByRole('button', { name: 'Accept the report' }).click();
    await officer.locator('.badge.ok').first().waitFor();
    await isSound(officer, 'office-accepted');
});

await holds('the_next_list_is_looked_at_and_published', async () => {
    await officer.getByRole('link', { name: 'Next list' }).click();
    await officer.getByRole('button', { name: 'Make a preview' }).click();
    await officer.getByRole('button', { name: 'Publish' }).waitFor();
    assert.match(await officer.locator('main').innerText(), /1 event rated, 0 not, \d changes/);
    await isSound(officer, 'office-month');
    await officer.getByRole('button', { name: 'Publish' }).click();
    await officer.getByText('No accepted events.').waitFor();
});

await holds('players_are_found_and_their_pages_are_sound', async () => {
    await officer.goto(at('/office/people?q=Keller'));
    await isSound(officer, 'office-people');
    await officer.getByRole('link', { name: 'Keller, Anna' }).click();
    await officer.getByLabel('The right ID').waitFor();
    await isSound(officer, 'office-person');
    for (const [path, name] of [['/office/past', 'office-past'], ['/office/log', 'office-log']]) {
        await officer.goto(at(path));
        await isSound(officer, name);
    }
});

await holds('fees_fide_s_list_and_drift_are_sound', async () => {
    await officer.goto(at('/office/fees'));
    await officer.locator('textarea').fill('2020-01-01,registration,all,event,50.00,CHF\n2020-01-01,rating,all,player,1.00,CHF\n');
    await officer.getByRole('button', { name: 'Save' }).click();
    await officer.getByText('57.00 CHF').waitFor();
    await isSound(officer, 'office-fees');
    await officer.goto(at('/office/compare'));
    await officer.locator('input[type=file]').setInputFiles(join(reports, 'list.xml'));
    await officer.getByRole('button', { name: 'Compare' }).click();
    await officer.getByRole('button', { name: 'Adopt FIDE’s figures' }).waitFor();
    assert.match(await officer.locator('main').innerText(), /Keller, Anna/);
    await isSound(officer, 'office-compare');
    await officer.goto(at('/office/drift'));
    await officer.locator('polyline').first().waitFor({ state: 'attached' });
    await isSound(officer, 'office-drift');
});

await holds('the_desk_of_an_event_registers_and_sends', async () => {
    await officer.goto(at('/new'));
    await officer.request.post(at('/new'), { form: { csrf: await officer.locator('[name=csrf]').first().inputValue(), name: 'Club Open', start: day(after(0)), end: day(after(1)), rounds: '3', city: 'Bern', federation: 'SUI' }, headers: { origin: server.origin } });
    await officer.goto(at('/e/club-open/main/files'));
    await officer.getByRole('link', { name: 'Send to the rating office' }).click();
    await officer.getByRole('button', { name: 'Register an event' }).waitFor();
    await isSound(officer, 'desk-office-register');
    await officer.getByRole('button', { name: 'Register an event' }).click();
    await officer.getByRole('button', { name: 'Send to the rating office' }).click();
    await officer.getByText('Report 1 received').waitFor();
    await isSound(officer, 'desk-office-sent');
});

await holds('everybody_sees_the_list_a_player_and_why_the_rating_changed', async () => {
    await organiser.goto(at('/ratings'));
    await isSound(organiser, 'ratings-list');
    await organiser.getByRole('link', { name: 'Keller, Anna' }).click();
    await organiser.locator('polyline').waitFor({ state: 'attached' });
    await isSound(organiser, 'ratings-player');
    await organiser.locator('tbody a').first().click();
    await organiser.getByText('Score − expected').first().waitFor();
    assert.match(await organiser.locator('main').innerText(), /The changes of all events add up to/);
    await isSound(organiser, 'ratings-period');
    await organiser.goto(at('/ratings/events'));
    await isSound(organiser, 'ratings-events');
});

await holds('no_script_has_failed', () => assert.deepEqual(complaints, []));
await browser.close();
server.end();
done();
