// SPDX-License-Identifier: Apache-2.0
// test_forms.mjs LIMMAT TOOLS: what an arbiter does now and then, each by its form in a browser: people
// found in the rating list as they are typed, merged, expelled, forbidden to meet, numbered anew, taken
// out; rounds taken off the wall and cancelled; points given, lots drawn, data erased.  What is refused
// or asked names buttons, never words of the command line.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { browserOf, toolsIn } from '../pages/site.mjs';
import { done, holds } from '../wasm/tap.mjs';
import { Arbiter, serverOf } from './desk.mjs';

const [command, toolFolder] = process.argv.slice(2);
const tools = toolsIn(toolFolder);
const server = await serverOf(command);

// A list of three, as FIDE writes it; the rest of the names are in no list.
const HEAD = 'ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag';
const listed = [
    ['1300101', 'Zumsteg, Alma', 'SUI', 'F', '', 2105, 2050, 1990, 1991],
    ['1300102', 'Zumsteg, Beat', 'SUI', 'M', 'FM', 2310, 0, 2290, 1984],
    ['1300103', 'Zurkirchen, Carl', 'LIE', 'M', '', 0, 1702, 0, 2003],
];
const columns = (row) => {
    const [id, name, federation, sex, title, standard, rapid, blitz, born] = row;
    const rating = (value) => `${value ? String(value).padEnd(6) : '      '}${value ? '0   ' : '    '}${value ? '20 ' : '   '}`;
    return `${id.padEnd(15)}${name.padEnd(61)}${federation.padEnd(4)}${sex.padEnd(4)}${title.padEnd(5)}${''.padEnd(5)}${''.padEnd(15)}${''.padEnd(4)}${rating(standard)}${rating(rapid)}${rating(blitz)}${born}  `;
};
writeFileSync(join(server.scratch, 'list.txt'), [HEAD, ...listed.map(columns), ''].join('\n'));
const registry = join(server.scratch, 'list.registry');
execFileSync(command, ['rate', 'import', '-d', '2026-06-01', '-o', registry, join(server.scratch, 'list.txt')]);

const key = await server.start('--list', registry);
// As people have it: with the memory of pages that were left.
const browser = await browserOf(tools, { ignoreDefaultArgs: ['--disable-back-forward-cache'] });
const desk = await browser.newContext({ viewport: { width: 1280, height: 900 } });
desk.setDefaultTimeout(30000);
const page = await desk.newPage();
const arbiter = new Arbiter(page, `${server.origin}/e/forms/main`);
const at = (path) => arbiter.at(path);
const complaints = [];
page.on('pageerror', (what) => complaints.push(String(what)));

/** What was asked or refused, with what can be done instead. */
const asked = [];
page.on('response', async (answer) => {
    if ([409, 422].includes(answer.status())) asked.push(await answer.text().catch(() => ''));
});

/** Open a form, fill it and send it; everything that is asked is confirmed. */
async function act(path, fields, button) {
    await page.goto(at(path));
    const more = page.locator('main summary');
    if (await more.count()) await more.click();
    await arbiter.send(fields, button);
}
const text = () => page.locator('main').innerText();
const NAMES = ['Amsler, Ada', 'Brunner, Ben', 'Christen, Cleo', 'Dörig, Dan', 'Eberle, Eva', 'Fässler, Finn', 'Gysi, Gina', 'Hug, Hans', 'Amsler, Ada'];

await holds('an_event_with_a_rapid_section_takes_its_people', async () => {
    await page.goto(key);
    await page.getByRole('textbox').fill('Verena Hösli');
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByRole('link', { name: 'New event' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Forms');
    await page.getByLabel('First day').fill('2026-07-14');
    await page.locator('[name=rounds]').fill('5');
    await page.getByRole('radio', { name: 'Rapid' }).check();
    await page.getByRole('button', { name: 'Create event' }).click();
    await page.getByLabel('Pasted rows').waitFor();
    await page.waitForLoadState(); // its script checks what is pasted
    await page.getByLabel('Pasted rows').fill(NAMES.map((name, i) => `${name}\t${2200 - 50 * Math.floor(i / 2)}\tSUI\t${1970 + (i % 8)}\tSC ${'AB'[i % 2]}`).join('\n'));
    await page.getByRole('checkbox', { name: 'Add Amsler, Ada' }).last().check(); // another of that name
    await page.getByRole('button', { name: 'Add 9 players' }).click();
    await arbiter.confirm({ shown: 'Status' });
    await page.locator('table.people tbody tr').nth(8).waitFor();
    assert.equal(await page.locator('table.people tbody tr').count(), 9);
});

await holds('a_name_is_found_as_it_is_typed_and_the_rating_is_of_the_first_list', async () => {
    await page.goto(at('settings'));
    assert.match(await text(), /rapid standard \(by time category\)/);
    await page.goto(at('do/enter'));
    assert.match(await text(), /FIDE’s list of 1 June 2026, imported today: a newer one is out/);
    const name = page.getByRole('combobox', { name: 'Name' });
    const found = (count) => page.waitForFunction((count) => document.querySelectorAll('#found [role=option]').length === count, count);
    await name.pressSequentially('zumst');
    await found(2);
    const taken = (id) => page.waitForFunction((id) => document.querySelector('main [name=fide_id]').value === id, id);
    await page.keyboard.press('Enter');
    await taken('1300101');
    const value = (field) => page.locator(`main [name=${field}]`).inputValue();
    assert.deepEqual([await value('name'), await value('fide_id'), await value('federation'), await value('birth'), await value('sex'), await value('fide'), await value('source')], ['Zumsteg, Alma', '1300101', 'SUI', '1991', 'w', '2050', 'FIDE rapid 2026-06']);
    await page.getByRole('button', { name: 'take standard 2105' }).click();
    assert.deepEqual([await value('fide'), await value('source')], ['2105', 'FIDE standard 2026-06']);
    // Enter takes nobody who was found for less than what was typed, however slow the list is.
    await name.fill('');
    await name.pressSequentially('zu');
    await found(3);
    await page.route('**/people/find?*', async (route) => {
        await new Promise((later) => setTimeout(later, 300));
        await route.continue();
    });
    await name.pressSequentially('rk');
    await page.keyboard.press('Enter');
    await taken('1300103');
    await page.unroute('**/people/find?*');
    // None in rapid: that of the next list.
    await name.fill('');
    await name.pressSequentially('beat zum');
    await found(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await taken('1300102');
    assert.deepEqual([await value('title'), await value('fide'), await value('source')], ['FM', '2310', 'FIDE standard 2026-06']);
    await page.keyboard.press('Enter'); // the button has the focus
    await page.locator('table.people').getByText('Zumsteg, Beat').waitFor();
});

await holds('the_sequence_of_lists_is_a_setting', async () => {
    await act('do/settings', { lists: 'blitz rapid' }, 'Change');
    await page.getByText('blitz rapid', { exact: true }).waitFor();
    await page.goto(at('do/settings'));
    await page.getByLabel(/^Rating lists/).fill('blitz elo');
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByText('"elo" is not a rating list').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(at('people/find?q=zumsteg+a'));
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 1, 'it fits a telephone');
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('link', { name: 'Zumsteg, Alma' }).click();
    assert.equal(await page.locator('main [name=fide]').inputValue(), '1990', 'without a script, too');
    await page.getByRole('button', { name: 'Enter' }).click();
    await page.locator('table.people').getByText('Zumsteg, Alma').waitFor();
});

await holds('two_entries_of_one_person_become_one', async () => {
    await page.goto(at('players'));
    const twins = page.locator('table.people').getByRole('link', { name: 'Amsler, Ada' });
    assert.equal(await twins.count(), 2);
    const [one, other] = await twins.evaluateAll((links) => links.map((link) => link.href.split('/').pop()));
    await act(`do/merge?player=${one}`, { other }, 'Merge entries');
    await page.goto(at('players'));
    assert.equal(await twins.count(), 1);
});

await holds('a_club_is_kept_apart', async () => {
    await act('do/forbid', { club: 'SC A' }, 'Forbid');
    await page.goto(at('settings'));
    assert.match(await text(), /Amsler, Ada.*: keep apart/);
    await page.getByRole('link', { name: 'Allow again' }).first().click();
    await page.getByRole('button', { name: 'Allow again' }).click();
    await arbiter.confirm({ shown: 'Danger zone' });
    assert.equal(await page.getByRole('link', { name: 'Allow again' }).count(), 0);
});

/** The key of the next step until the round reads so. */
const step = (pattern) => arbiter.step(pattern);

await holds('a_round_is_taken_off_the_wall_and_a_chair_is_waited_for', async () => {
    await page.goto(at('round/1'));
    await step(/draft: only/);
    await step(/version 1, published/);
    await act('do/unpublish?round=1', {}, 'Unpublish');
    await page.goto(at('round/1'));
    assert.match(await page.locator('.said').innerText(), /draft: only|not paired/i);
    if (/not paired/i.test(await page.locator('.said').innerText())) await step(/draft: only/);
    await step(/published/);
    await act('do/expect?board=1.2', { until: '2026-11-22T14:20' }, 'Record the delay');
    await page.getByText('expected 14:20').waitFor();
});

await holds('a_question_lies_over_the_work_and_leaves_it_as_it_was', async () => {
    await page.goto(at('numbers'));
    const rows = () => page.locator('main .numbers tbody tr').allTextContents();
    const before = await rows();
    const swap = page.getByRole('button', { name: /^Below/ }).first();
    for (const leave of [() => page.keyboard.press('Escape'), () => page.getByRole('link', { name: 'Cancel' }).click()]) {
        await swap.click();
        await page.getByRole('dialog', { name: 'Check before you go on' }).waitFor();
        assert.deepEqual(await rows(), before, 'beneath it is what was there');
        await leave();
        await page.waitForFunction(() => !document.querySelector('dialog') && document.activeElement.textContent.startsWith('Below'));
        assert.deepEqual(await rows(), before);
    }
});

await holds('numbers_are_given_anew_and_equals_change_places', async () => {
    await page.goto(at('numbers'));
    const rows = () => page.locator('.numbers tbody tr').allInnerTexts();
    const before = await rows();
    // Two of the same rating change places; the others stay.
    const swap = page.getByRole('button', { name: /^Below/ }).first();
    const state = await page.locator('body').getAttribute('data-number');
    await swap.click();
    await page.locator('[data-needs] li').getByText('players get other numbers').waitFor();
    await page.locator('[data-go]').click();
    await page.waitForFunction((before) => document.body.dataset.number !== before && document.querySelector('.numbers'), state);
    const after = await rows();
    assert.notDeepEqual(after, before);
    assert.equal(after.filter((row, i) => row !== before[i]).length, 2);
});

await holds('one_is_expelled_one_loses_a_point_and_lots_are_drawn', async () => {
    await page.goto(at('round/1'));
    for (let board = 1; board <= 5; board++) {
        await arbiter.key('5');
        await arbiter.reads(new RegExp(`${board} of 5 boards in`));
    }
    await step(/closed/);
    await page.goto(at('players'));
    const id = await page.getByRole('link', { name: 'Hug, Hans' }).evaluate((link) => link.href.split('/').pop());
    await act(`do/expel?player=${id}`, { from: '2' }, 'Expel');
    await page.goto(at(`player/${id}`));
    assert.match(await page.locator('h1').innerText(), /expelled/);
    const gina = await page.goto(at('players')).then(() => page.getByRole('link', { name: 'Gysi, Gina' }).evaluate((link) => link.href.split('/').pop()));
    await act(`do/adjust?player=${gina}`, { points: '-0.5', round: '1' }, 'Change the points');
    await page.goto(at('standings'));
    assert.match(await page.locator('tr', { hasText: 'Gysi, Gina' }).innerText(), /\b0\.0\b/);
    await page.goto(at('do/lots'));
    for (const who of ['Amsler, Ada', 'Brunner, Ben']) await page.getByLabel(who).check();
    await page.getByRole('button', { name: 'Draw lots' }).click();
    await arbiter.confirm({ from: at('do/lots') });
    await page.goto(`${server.origin}/e/forms/log`);
    assert.match(await text(), /lots/i);
});

await holds('what_was_entered_is_told_with_undo', async () => {
    await page.goto(at('round/2'));
    await arbiter.step(/draft: only/);
    await arbiter.step(/published/);
    await page.locator('.desk-boards tr.waits button[value="1-0"]').first().click();
    await arbiter.reads(/1 of \d+ boards in/);
    const told = page.locator('[role=status].toast');
    assert.match(await told.innerText(), /Round 2, board 1, .*: 1.–.0/);
    await told.getByRole('button', { name: 'Undo', exact: true }).click();
    await arbiter.reads(/0 of \d+ boards in/);
    assert.equal(await told.count(), 0, 'what was undone is told no more');
});

await holds('who_did_not_appear_is_asked_about_by_buttons', async () => {
    await page.goto(at('round/2'));
    const boards = await page.locator('.desk-boards tbody tr').count();
    for (let board = 1; board < boards; board++) {
        await arbiter.key('5');
        await arbiter.reads(new RegExp(`${board} of ${boards} boards in`));
    }
    await arbiter.key('+');
    await page.locator('.special select').selectOption('1F-0F');
    await page.getByRole('button', { name: 'Enter' }).click();
    await arbiter.reads(new RegExp(`${boards} of ${boards} boards in`));
    await step(/closed/);
    await arbiter.key('p'); // on to the next
    await page.getByText('will be paired').waitFor();
    await arbiter.key('p');
    await page.getByText('Check before you go on').waitFor();
    assert.match(await page.locator('[data-needs]').innerText(), /did not come in round 2: still in\?/);
    await page.getByRole('link', { name: '“Absence excused: the player stays in”' }).click();
    await page.getByRole('button', { name: 'Keep in' }).click();
    await arbiter.reads(/not paired yet/);
    await step(/draft: only/);
    await step(/published/);
});

await holds('a_round_is_cancelled', async () => {
    await act('do/cancel?round=3', {}, 'Cancel the round');
    await page.goto(at('round/3'));
    await arbiter.reads(/not paired yet/);
    assert.equal(await page.getByRole('navigation', { name: 'Rounds' }).getByRole('link').count(), 4, 'one of five falls away');
});

await holds('the_data_of_a_person_are_erased', async () => {
    await act('do/erase', { person: 'p3' }, 'Erase for good');
    await page.goto(at('players'));
    assert.doesNotMatch(await text(), /Christen/);
});

await holds('what_is_asked_never_speaks_of_the_command_line', () => {
    assert.ok(asked.length > 8);
    for (const html of asked) {
        const instead = [...html.matchAll(/Instead: (.*?)<\/span>/gs)].map((match) => match[1].replace(/<[^>]*>/g, ''));
        for (const sentence of instead) assert.doesNotMatch(sentence, /&quot;|"|=/, sentence);
    }
});

await holds('twelve_pages_one_after_the_other_come_at_once', async () => {
    const slow = [];
    for (let i = 0; i < 12; i++) {
        const begun = Date.now();
        await page.getByRole('link', { name: ['Players', 'Settings', 'Standings'][i % 3], exact: true }).click();
        await page.getByRole('heading', { level: 1, name: ['Players', 'Settings', 'Standings'][i % 3] }).waitFor();
        if (Date.now() - begun > 5000) slow.push(i);
    }
    assert.deepEqual(slow, []);
});

await holds('nothing_complained', () => assert.deepEqual(complaints, []));

await browser.close();
server.end();
done();
