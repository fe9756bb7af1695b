// SPDX-License-Identifier: Apache-2.0
// test_eighty.mjs LIMMAT TOOLS [EVERY]: an open of 80 from its announcement to its prizes, in browsers.  70 enter by themselves: five
// wrongly at first, two twice, three minors, four by the waiting list, one without mail, on phones; a bank's file, check-in on a tablet,
// all rounds at the desk, one withdrawal by card, prizes, receipts, report, erasure.  The organiser's acts are counted.  Of what is the
// same again and again (a plain entry, a scanned code, a result) every EVERYth is done in a page, the others by what its form sends.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { browserOf, toolsIn } from '../pages/site.mjs';
import { done, holds } from '../wasm/tap.mjs';
import { Arbiter, deviceOf, serverOf } from './desk.mjs';

const [command, toolFolder, dose = '20'] = process.argv.slice(2);
const EVERY = Number(dose), ROUNDS = 7, PLACES = 80, PASTED = 14, THEMSELVES = 70;
const WRONG = [5, 15, 25, 35, 45], TWICE = [7, 57], MINORS = [20, 40, 60], LEAVE = [10, 11, 12, 13], LAST = [66, 67, 68, 69], BY_HAND = 50, WITHDRAWS = 30;
const server = await serverOf(command);
const { origin } = server, event = `${origin}/e/stadt-open`, at = (path) => `${event}/main/${path}`;

// --- people of the list, and their mail

const FIRST = ['Ada', 'Bea', 'Cai', 'Dan', 'Eva', 'Fay', 'Gil', 'Hal', 'Ida', 'Jan'], FAMILY = ['Aebi', 'Berger', 'Caspar', 'Dubois', 'Egli', 'Frei', 'Graf'];
const nameOf = (i) => `${FAMILY[Math.floor(i / 10)]}, ${FIRST[i % 10]}`;
const bornOf = (i) => (MINORS.includes(i) ? 2012 : 1980), mailOf = (i) => `player${i}@example.org`, isListed = (i) => i < 40;
const list = join(server.scratch, 'list.registry'), box = join(server.scratch, 'mail');
mkdirSync(box);
writeFileSync(join(server.scratch, 'list.xml'), `<?xml version='1.0'?><playerslist>${Array.from({ length: 40 }, (_, i) =>
    `<player><fideid>${1300001 + i}</fideid><name>${nameOf(i)}</name><country>SUI</country><sex>M</sex><title></title><rating>${2400 - 10 * i}</rating><games>0</games><k>20</k><birthday>${bornOf(i)}</birthday><flag></flag></player>`).join('')}</playerslist>`);
assert.equal(spawnSync(command, ['rate', 'import', '-d', '2026-11-01', '-o', list, join(server.scratch, 'list.xml')]).status, 0);
writeFileSync(join(box, 'send'), `#!/bin/sh\nat=${box}/$$.$(date +%N)\ncat > "$at.part" && mv "$at.part" "$at.mail"\n`);
chmodSync(join(box, 'send'), 0o755);
const key = await server.start('--list', list, '--mail', join(box, 'send'), '--submission-limit', '1000');

const pause = () => new Promise((ready) => setTimeout(ready, 50));
const mails = (i, word) => readdirSync(box).filter((file) => file.endsWith('.mail')).map((file) => readFileSync(join(box, file), 'utf8').replace(/=\r?\n/g, '')).filter((text) => text.includes(`To: ${mailOf(i)}\n`) && text.includes(word));
/** The mails to ${i} with ${word}, once there are ${count}. */
async function mailed(i, word, count = 1) {
    for (let tries = 0; mails(i, word).length < count && tries < 1200; tries++) await pause();
    return mails(i, word);
}
const linkIn = (text) => origin + text.replaceAll('&#47;', '/').match(/\/e\/stadt-open\/entry\/[\w-]{43}/)[0];

// --- the organiser at a desk, players with phones, a tablet at the door

const browser = await browserOf(toolsIn(toolFolder));
const complaints = [];
const desk = await deviceOf(browser, { width: 1440, height: 900 }, complaints);
const phone = await deviceOf(browser, { width: 390, height: 844 }, complaints, { hasTouch: true, isMobile: true });
const tablet = await deviceOf(browser, { width: 820, height: 1180 }, complaints, { hasTouch: true });
const arbiter = new Arbiter(desk, `${event}/main`);
const links = new Map();

/** Go to ${name} of the page of ${page}; players and the tablet are not counted. */
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();
const tokenOf = async (page) => /name="csrf" value="(\w+)"/.exec(await (await page.request.get(`${origin}/`)).text())?.[1] ?? '';
/** What the form at ${path} sends: the status of the answer. */
const post = async (page, path, form, csrf) => (await page.request.post(path, { form: { ...form, csrf }, maxRedirects: 0 })).status();
const isShown = (i) => i % EVERY === 0 || [...WRONG, ...TWICE, ...MINORS, ...LAST, BY_HAND].includes(i);

/** The form that ${i} fills in, and what is ${wrong} in it. */
function formOf(i, wrong = {}) {
    const own = isListed(i) ? {} : { name: nameOf(i), federation: 'SUI', rating: String(2400 - 10 * i) };
    return { ...own, born: String(bornOf(i)), mail: i === BY_HAND ? '' : mailOf(i), ...(MINORS.includes(i) ? { adult: 'Erika Adult', consent: true } : {}), ...wrong };
}

/** Fill in the form of the page: as one types; what the browser itself would stop is sent all the same. */
async function fill(page, fields, button) {
    for (const [name, value] of Object.entries(fields)) {
        const field = page.locator(`main form.grid [name="${name}"]`);
        if (typeof value !== 'boolean') await field.fill(value);
        else for (const one of await field.all()) await one.setChecked(value);
    }
    await page.locator('main form.grid').evaluate((form) => (form.noValidate = true));
    await press(page, button);
}

async function enterOnPhone(i) {
    await phone.goto(`${event}/announcement`);
    await phone.getByRole('link', { name: 'Enter this event' }).click();
    if (isListed(i)) {
        await phone.locator('[name=q]').pressSequentially(nameOf(i).slice(0, 9));
        await phone.getByRole('link', { name: nameOf(i) }).click();
        await phone.locator('[name=fide_id]').waitFor({ state: 'attached' });
    }
    const trouble = [[{ born: '' }, /year of birth/], [{ mail: 'half@' }, /mail address/], [{ born: '2012' }, /adult/], [{ byes: true }, /half-point byes/], [{ rating: '900' }, /1400 or higher/]][WRONG.indexOf(i)];
    if (trouble) {
        await fill(phone, formOf(i, trouble[0]), 'Send the entry');
        assert.match(await phone.locator('main [role=alert], main .wrong').first().innerText(), trouble[1]);
        assert.equal(mails(i, '/entry/').length, 0);
    }
    if (MINORS.includes(i)) {
        await fill(phone, formOf(i, { adult: '', consent: false }), 'Send the entry');
        assert.match(await phone.locator('[role=alert]').innerText(), /adult/);
    }
    await fill(phone, trouble?.[0].byes ? { byes: false } : formOf(i), 'Send the entry');
    if (i === BY_HAND) {
        links.set(i, await phone.locator('input[readonly]').inputValue());
        return;
    }
    await phone.getByText('Look into your mail').or(phone.getByText(/mail/i)).first().waitFor();
    if (TWICE.includes(i)) await phone.reload(); // the form once more
    links.set(i, linkIn((await mailed(i, 'confirm'))[0]));
    await phone.goto(links.get(i));
    await press(phone, 'Confirm the entry');
    await phone.getByText(LAST.includes(i) ? /waiting list/ : 'Entered').first().waitFor();
}

async function enterByForm(i, csrf) {
    const form = { section: 'main', ...formOf(i), ...(isListed(i) ? { name: nameOf(i), fide_id: String(1300001 + i), federation: 'SUI', rating: String(2400 - 10 * i) } : {}) };
    assert.equal(await post(phone, `${event}/register`, form, csrf), 200);
    links.set(i, linkIn((await mailed(i, 'confirm'))[0]));
    assert.equal(await post(phone, links.get(i), { act: 'confirm' }, csrf), 303);
}

await holds('announced_and_a_club_is_pasted', async () => {
    await desk.goto(key);
    await arbiter.type(desk.getByRole('textbox'), 'Verena');
    await arbiter.click(desk.getByRole('button', { name: 'Begin' }));
    arbiter.task = 'announcement';
    await arbiter.follow('New event');
    await arbiter.type(desk.getByRole('textbox', { name: 'Name' }), 'Stadt-Open');
    await arbiter.type(desk.locator('[name=rounds]'), String(ROUNDS));
    await arbiter.click(desk.getByRole('button', { name: 'Create event' }));
    await desk.getByRole('heading', { name: 'Players' }).waitFor();
    await arbiter.follow('Settings');
    await arbiter.follow('Announcement');
    await arbiter.follow('Edit the announcement');
    for (const name of ['open', 'entries']) await arbiter.click(desk.locator(`[name=${name}]`));
    for (const [name, text] of [['venue', 'Volkshaus'], ['currency', 'CHF'], ['keep_days', '60'], ['regulations', 'Seven rounds.']]) await arbiter.type(desk.locator(`[name=${name}]`), text);
    await arbiter.click(desk.getByRole('button', { name: 'Save' }));
    await desk.waitForURL(/announcement$/);
    await arbiter.follow('Edit the announcement');
    await arbiter.click(desk.getByRole('link', { name: 'Edit', exact: true }));
    await arbiter.type(desk.locator('[name=places]'), String(PLACES));
    await arbiter.type(desk.locator('[name=rating_from]'), '1400');
    await arbiter.type(desk.locator('[name=fees]'), '60\n30 born 2008\n0 title GM IM');
    await arbiter.click(desk.getByRole('button', { name: 'Save' }));
    await desk.waitForURL(/announcement\/edit$/);
    arbiter.task = 'a club pasted';
    await desk.goto(at('players'));
    await arbiter.type(desk.getByLabel('Pasted rows'), Array.from({ length: PASTED }, (_, i) => `Verein${String(i).padStart(2, '0')}, Vera\t${1500 - i}\tSUI`).join('\n'));
    await arbiter.click(desk.getByRole('button', { name: 'Check rows' }));
    await arbiter.click(desk.getByRole('button', { name: `Add ${PASTED} players` }));
    await desk.locator('table.people').waitFor();
    await phone.goto(`${event}/announcement`);
    await phone.getByText(`${PLACES - PASTED} places left`).waitFor();
});

await holds('seventy_enter_by_themselves_each_once', async () => {
    arbiter.task = 'entries';
    const csrf = await tokenOf(phone);
    let shown = 0;
    for (let i = 0; i < THEMSELVES; i++) {
        if (isShown(i)) await enterOnPhone(i);
        else await enterByForm(i, csrf);
        shown += isShown(i);
        if (i === BY_HAND) { // has no mail: the organiser decides
            await desk.goto(at('overview'));
            await arbiter.click(desk.getByRole('link', { name: /1 entry waits/ }));
            await arbiter.click(desk.getByRole('button', { name: 'Accept' }));
            await desk.getByRole('button', { name: 'Accept' }).waitFor({ state: 'detached' });
        }
    }
    console.log(`# ${shown} of ${THEMSELVES} entered in pages`);
    await desk.goto(`${event}/entries`);
    const states = (await desk.locator('main tbody .badge').allInnerTexts()).map((text) => text.trim());
    assert.equal(states.length, THEMSELVES);
    assert.equal(states.filter((text) => text === 'Entered').length, PLACES - PASTED);
    assert.equal(states.filter((text) => /waiting list/i.test(text)).length, LAST.length);
    for (const i of TWICE) assert.equal((await mailed(i, 'already entered')).length, 1);
});

await holds('the_public_sees_no_minor_by_name_and_no_address', async () => {
    await phone.goto(`${event}/announcement`);
    const text = await phone.locator('main').innerText();
    assert.match(text, /Full: waiting list/);
    assert.equal(text.match(/N\. N\./g).length, MINORS.length);
    for (const secret of ['player3@', 'Erika', ...MINORS.map(nameOf)]) assert.ok(!text.includes(secret), secret);
});

await holds('four_move_up_from_the_waiting_list', async () => {
    for (const i of LEAVE) {
        await phone.goto(links.get(i));
        await press(phone, 'Withdraw the entry');
        await phone.waitForURL(/announcement$/);
        links.delete(i);
    }
    for (const i of LAST) assert.equal((await mailed(i, 'moved up')).length, 1);
    await phone.goto(links.get(LAST[0]));
    await phone.getByText('Entered').first().waitFor();
});

await holds('a_file_of_the_bank_is_looked_at_and_recorded', async () => {
    arbiter.task = 'payments';
    const payers = [...links.keys()].filter((i) => i % 10 !== 9), today = new Date().toISOString().slice(0, 10);
    const reference = {};
    for (const row of (await (await desk.request.get(`${event}/payments.csv`)).text()).split('\r\n').slice(1)) {
        const name = row.match(/^"?([^"]+, [^",]+)/)?.[1];
        if (name) reference[name] = row.match(/\b[0-9a-f]{8}\b/)?.[0];
    }
    const lines = payers.map((i) => `${today};Startgeld ${reference[nameOf(i)]};${MINORS.includes(i) ? 30 : 60}.00`);
    await desk.goto(at('settings'));
    await arbiter.follow('Payments');
    arbiter.count();
    await desk.locator('[name=file]').setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(`Buchungsdatum;Text;Gutschrift\n${lines.join('\n')}\n${today};=1+1;99.00\n`) });
    await arbiter.click(desk.getByRole('button', { name: 'Preview' }));
    assert.equal(await desk.locator('[name=take]:checked').count(), payers.length);
    await arbiter.click(desk.getByRole('button', { name: 'Record the ticked lines' }));
    await desk.getByText(`${payers.length} payments recorded`).waitFor();
});

const people = {};
await holds('a_tablet_at_the_door_checks_eighty_in', async () => {
    arbiter.task = 'check-in';
    await desk.goto(at('check-in'));
    arbiter.count();
    await Promise.all([desk.waitForResponse((answer) => answer.request().method() === 'POST'), desk.getByRole('button', { name: 'Open check-in' }).click()]);
    await desk.goto(`${origin}/rights`);
    await arbiter.click(desk.getByRole('button', { name: 'Check-in' }));
    await tablet.goto(await desk.locator('.address').innerText());
    await tablet.getByRole('textbox').fill('Tablet');
    await tablet.getByRole('button', { name: 'Begin' }).tap();
    await tablet.getByRole('link', { name: 'Stadt-Open' }).waitFor();
    const page = await (await desk.request.get(at('players'))).text();
    for (const [, id, name] of page.matchAll(/data-player="(p\d+)"[^>]*>([^<]*)<\/a>/g)) people[name] = id;
    await tablet.goto(at('arrive'));
    const csrf = await tablet.locator('[name=csrf]').first().inputValue();
    let here = 0, cash = 0;
    for (const [i, link] of links) {
        const owes = i % 10 === 9;
        cash += owes;
        here++;
        if (i % EVERY !== 0 && !(owes && cash === 1)) {
            assert.equal(await post(tablet, at('arrive'), { player: people[nameOf(i)], act: owes ? 'pay' : 'here' }, csrf), 303);
            continue;
        }
        await tablet.goto(at('arrive'));
        await tablet.waitForFunction(() => document.activeElement?.name === 'code');
        await tablet.keyboard.type(link);
        await tablet.keyboard.press('Enter');
        await tablet.getByRole('heading', { name: nameOf(i) }).waitFor();
        await tablet.getByRole('button', { name: owes ? /in cash/ : 'Check in', exact: !owes }).first().tap();
        await tablet.getByText(`${nameOf(i)} is checked in.`).waitFor();
        await tablet.getByText(`${here} here, ${PLACES - here} missing`).waitFor();
    }
    for (const name of Object.keys(people).filter((name) => name.startsWith('Verein')))
        assert.equal(await post(tablet, at('arrive'), { player: people[name], act: 'pay' }, csrf), 303);
    await tablet.goto(at('arrive'));
    await tablet.getByText(`${PLACES} here, 0 missing`).waitFor();
    await tablet.waitForFunction(() => document.activeElement?.name === 'code');
    await tablet.keyboard.type(`${event}/entry/${'z'.repeat(43)}`);
    await tablet.keyboard.press('Enter');
    await tablet.locator('[role=alert]').waitFor();
    assert.equal(await tablet.getByRole('button', { name: 'Check in', exact: true }).count(), 0, 'a forged code opens nothing');
    await desk.goto(at('check-in'));
    await arbiter.click(desk.getByRole('button', { name: 'Close check-in' }));
    await arbiter.confirm({ shown: 'not open' });
});

/** The results of round ${round}: by keys up to ${shown} boards, the others as their form sends them. */
async function results(round, boards, shown) {
    const csrf = await tokenOf(desk);
    const kinds = [['1', '1-0'], ['5', '1/2-1/2'], ['0', '0-1']];
    for (let board = 1; board <= boards; board++) {
        const [pressed, sent] = kinds[(board + round) % 3];
        if (board <= shown) await arbiter.key(pressed);
        else {
            arbiter.count();
            assert.equal(await post(desk, at(`round/${round}/result`), { board: `${round}.${board}`, result: sent }, csrf), 303);
        }
        if (board === shown) await arbiter.reads(new RegExp(`${shown} of ${boards} boards in`));
    }
    await arbiter.reads(new RegExp(`${boards} of ${boards} boards in`));
}

await holds('seven_rounds_are_played_and_one_withdraws_by_card', async () => {
    for (let round = 1; round <= ROUNDS; round++) {
        arbiter.task = 'pairing, publishing, closing';
        await desk.goto(at(`round/${round}`));
        await arbiter.step(/draft: only/);
        await arbiter.step(/version 1, published/);
        const boards = await desk.locator('.desk-boards tbody tr').count();
        assert.equal(boards, round > 2 ? 39 : 40);
        arbiter.task = 'results';
        await results(round, boards, EVERY === 1 ? boards : 3);
        arbiter.task = 'pairing, publishing, closing';
        await arbiter.step(/closed/);
        if (round !== 2) continue;
        const card = await (await desk.request.get(at(`player/${people[nameOf(WITHDRAWS)]}/card`))).text();
        await phone.goto(origin + card.match(/\/card\/stadt-open\/main\/p\d+\/\w+/)[0]);
        await phone.locator('details.card summary').click();
        await press(phone, 'Ask to withdraw');
        await phone.getByText('withdraw').first().waitFor();
        arbiter.task = 'withdrawal';
        await desk.goto(at('overview'));
        await arbiter.follow(`${nameOf(WITHDRAWS)} asks to withdraw`);
        if (!desk.url().includes('/answer')) await arbiter.follow('Grant');
        await arbiter.send({}, 'Answer');
    }
});

await holds('prizes_receipts_report', async () => {
    arbiter.task = 'prizes and report';
    await desk.goto(at(`round/${ROUNDS}`));
    await arbiter.click(desk.getByRole('button', { name: 'Finish the section' }));
    await arbiter.confirm({ from: at(`round/${ROUNDS}`) });
    await desk.locator('h1').getByText(`after round ${ROUNDS}`).waitFor();
    await desk.goto(at('prizes'));
    for (const [i, row] of [['General', '', '500 300 200'], ['U18', 'U18', '100 50']].entries())
        for (const [k, name] of ['name', 'who', 'amounts'].entries()) if (row[k]) await arbiter.type(desk.locator(`main [name=${name}]`).nth(i), row[k]);
    await arbiter.type(desk.locator('[name=currency]'), 'CHF');
    await arbiter.click(desk.locator('main form.grid button.main'));
    await arbiter.follow('Prize receipts');
    await desk.getByText('CHF 1150.00').waitFor();
    await desk.goto(`${event}/entries`);
    await arbiter.follow('Final report');
    const total = (await desk.locator('main table tr').last().innerText()).trim().split(/\s+/);
    assert.deepEqual([total[1], total[2], total[3], total[4], total[7], total[8]], ['80', '1', '275', '0', '0', '1150.00']);
    await desk.goto(at(`player/${people[nameOf(0)]}/receipt`));
    await desk.getByText('60 CHF').first().waitFor();
});

await holds('who_asks_for_it_is_erased', async () => {
    arbiter.task = 'erasure';
    await desk.goto(at('do/erase'));
    await arbiter.send({ person: people[nameOf(1)] }, 'Erase for good');
    assert.equal((await phone.request.get(links.get(1))).status(), 404);
    assert.ok(!(await (await desk.request.get(`${event}/entries.csv`)).text()).includes(mailOf(1)));
    assert.ok(!(await (await desk.request.get(at('standings'))).text()).includes(nameOf(1)));
});

await holds('no_page_complains', async () => assert.deepEqual(complaints, []));
for (const [task, acts] of arbiter.acts) console.log(`# ${task}: ${acts} acts`);
await browser.close();
server.end();
done();
