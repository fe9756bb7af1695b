// SPDX-License-Identifier: Apache-2.0
// test_screens.mjs LIMMAT TOOLS [PICTURES]: what an arbiter sees of the sample event beside the round: its overview,
// the events, a new one, players and how they are added, settings, standings, the palette, the wall.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';

import { browserOf, lookIn, SIZES, press, toolsIn, validatorIn } from '../pages/site.mjs';
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
await holds('the_first_page_says_what_this_is_on_a_tablet_too', async () => {
    await page.setViewportSize({ width: 820, height: 1180 });
    const size = (what) => page.locator(what).evaluate((node) => parseFloat(getComputedStyle(node).fontSize));
    assert.ok((await size('.art h2')) > 30 && (await page.locator('.art h2').isVisible()));
    await page.setViewportSize(SIZES.wide);
    assert.deepEqual(await look(page, 'start'), []);
});
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
    assert.deepEqual((await validate(await answer.text())).filter((one) => !/^(no-implicit-|form-dup-name|element-permitted-order)/.test(one)), []);
}

await page.goto(at('round/6'));
await holds('a_round_that_is_not_paired_has_its_step_beside_the_rounds', async () => {
    const box = (what) => page.locator(what).first().boundingBox();
    for (const size of [SIZES.wide, { width: 820, height: 1180 }]) {
        await page.setViewportSize(size);
        const [rounds, step, bar, card] = [await box('.line .rounds'), await box('.line .acts'), await box('.line'), await box('.round > .two > div')];
        assert.ok(step.y < rounds.y + rounds.height && step.x > rounds.x + rounds.width && size.width - step.x - step.width < 60, `${size.width}: ${JSON.stringify(step)}`);
        assert.ok(card.y >= bar.y + bar.height + 8, 'the card stands off the bar');
    }
    await page.setViewportSize(SIZES.wide);
});
await arbiter.step(/draft: only/);

await holds('the_overview_of_a_draft_leads_to_it', async () => {
    await page.goto(event);
    assert.match(page.url(), /\/main\/overview$/);
    assert.match(await text('.progress h2'), /Round 6 is paired, but not published/);
    assert.equal(await page.locator('main .main').count(), 1, 'one step is filled');
    await page.getByRole('link', { name: 'Review draft' }).click();
    await page.waitForURL(/round\/6$/);
});

await holds('a_draft_names_players_who_do_not_get_the_colour_due', async () => {
    const owed = () => page.locator('.desk-boards tr:has(.owed)').evaluateAll((all) => all.map(({ id }) => id)), before = await owed();
    assert.ok(before.length > 0 && !before.includes('b1'));
    for (const box of await page.locator('#b1 [name=who]').all()) await box.check();
    await page.getByRole('button', { name: 'Swap them' }).click();
    await page.waitForFunction(() => document.querySelector('[data-needs], #b1 .owed'));
    if (await page.locator('[data-needs]').count()) await page.locator('[data-go]').click();
    await page.getByRole('link', { name: `Colour not granted ${before.length + 1}` }).click();
    await page.waitForURL(/show=colours$/);
    assert.deepEqual(await page.locator('.desk-boards tbody tr:visible').evaluateAll((all) => all.map(({ id }) => id)), ['b1', ...before]);
    assert.deepEqual(await page.locator('#b1 .owed').allInnerTexts(), ['due Black', 'due White']);
    await page.goto(at('round/6'));
    await arbiter.step(/published/);
    assert.deepEqual(await owed(), ['b1', ...before], 'also once it is published, as it was changed by hand');
    await arbiter.key('Control+z');
    await arbiter.confirm({ said: 'draft: only' });
    await arbiter.key('Control+z');
    await page.getByText('As the rules give it').waitFor();
    assert.deepEqual(await owed(), before);
});

await arbiter.step(/published/);
assert.equal(await page.locator('.owed').count(), 0, 'the rules gave it');
await arbiter.key('Delete'); // there is nothing to clear, and no question takes the next keys
for (const [i, result] of [...'110'].entries()) {
    await page.keyboard.press(result);
    await arbiter.reads(new RegExp(`\\b${i + 1} of`));
}

await holds('twenty_six_boards_are_in_view', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(at('round/6'));
    await page.evaluate(() => scrollTo(0, 0));
    const seen = await page.evaluate(() => [...document.querySelectorAll('.desk-boards tbody tr')].filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length);
    assert.ok(seen >= 26, `${seen} boards`);
});

await holds('boards_without_a_result_are_looked_at_alone', async () => {
    await page.goto(at('round/6'));
    const inView = () => page.locator('.desk-boards tbody tr:visible').count();
    assert.equal(await inView(), 48);
    await page.keyboard.press('m');
    await page.waitForURL(/round\/6\?show=missing$/);
    assert.equal(await inView(), 45);
    assert.deepEqual(await page.locator('.shows a').allInnerTexts(), ['All 48', 'Missing 45', 'Reports 0']);
    await isSound('round, what is missing');
    const first = await page.locator('.desk-boards tr.here').getAttribute('id');
    await arbiter.key('1');
    await page.locator(`#${first}`).waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Missing 44' }).waitFor();
    assert.equal(await inView(), 44, 'what has a result leaves');
    await page.locator('.toast').getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('link', { name: 'Missing 45' }).waitFor();
    assert.equal(await page.locator('.shows [aria-current]').innerText(), 'Missing 45', 'the address says what is shown');
    assert.equal(await inView(), 45);
    await page.getByLabel('Player or board').fill('ruegg');
    await page.waitForFunction(() => [...document.querySelectorAll('.desk-boards tbody tr')].filter((row) => row.checkVisibility()).length < 5);
    await page.getByLabel('Player or board').fill('');
    await page.locator('h1').first().evaluate(() => document.activeElement.blur());
    await page.keyboard.press('m');
    await page.waitForURL(/round\/6$/);
    assert.equal(await inView(), 48);
});

await holds('a_result_over_another_is_reported_with_both', async () => {
    await page.locator('#b1 .white').click();
    await arbiter.key('0');
    await page.locator('.toast').getByText(/0.–.1 \(before: 1.–.0\)$/).waitFor();
    await isSound('round, a result over another');
    await page.locator('.toast').getByRole('button', { name: 'Undo', exact: true }).click();
    await page.waitForFunction(() => document.querySelector('#b1 [name=was]').value === '1-0');
    await page.goto(`${event}/log`);
    assert.match(await text('.log'), /board 1,[^\n]*: 0–1 \(before: 1–0\)/);
    await page.goto(at('round/6'));
});

await holds('letters_lead_to_places_and_can_be_turned_off', async () => {
    await page.goto(at('round/6'));
    await page.keyboard.press('w');
    await page.waitForURL(/board\/6\.\d+$/);
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.waitForURL(/standings$/);
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.waitForURL(/round\/6$/);
    await page.getByRole('button', { name: 'Turn single keys off' }).click();
    for (const key of ['m', '1', 'w']) await page.keyboard.press(key);
    await page.keyboard.press('ArrowDown');
    assert.match(await page.locator('.said').innerText(), /3 of 48/);
    assert.equal(page.url(), at('round/6'));
    await page.getByRole('button', { name: 'Turn single keys on' }).click();
    await page.getByRole('button', { name: 'Turn single keys off' }).waitFor();
});

await holds('the_overview_says_how_far_the_round_is_and_what_comes_next', async () => {
    await page.goto(at('overview'));
    assert.equal(await page.locator('.ring').getAttribute('aria-label'), '3 of 48 results');
    assert.match(await text('.progress'), /Round 6 is in progress/);
    assert.equal(await page.locator('.progress .main').innerText(), 'Enter results');
    assert.equal(await page.getByRole('button', { name: 'Close the round' }).getAttribute('aria-disabled'), 'true');
    assert.equal(await page.locator('.boards-left .chip').count(), 45);
    assert.match(await page.locator('.boards-left .chip').first().getAttribute('href'), /round\/6#b4$/);
    await page.waitForFunction(() => /^Saved \d\d:\d\d\s*(· )?online$/.test(document.querySelector('.saved').innerText));
    assert.match(await text('.rail > nav'), /Players\s*96[\s\S]*Round 6\s*45/);
    await isSound('overview');
});

await holds('on_a_phone_each_name_of_a_board_has_its_colour', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(at('round/6'));
    await page.getByText(/The clock of this machine says \d+ [A-Z][a-z]+ 20\d\d, /).waitFor(); // of an event that is past
    const disc = (side) => page.locator(`.desk-boards td.${side}`).first().evaluate((cell) => {
        const { width, borderRadius, backgroundColor } = getComputedStyle(cell, '::before');
        return [Math.round(parseFloat(width)) >= 8 && borderRadius === '50%', backgroundColor];
    });
    const [white, black] = [await disc('white'), await disc('black')];
    assert.deepEqual([white[0], black[0], white[1] !== black[1]], [true, true, true]);
    await page.setViewportSize(SIZES.wide);
    await page.goto(at('overview'));
});

await holds('on_a_phone_the_places_are_two_rows_and_the_rest_is_behind_more', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(at('prizes'));
    const inView = (what) => what.evaluate((node) => {
        const { left, right } = node.getBoundingClientRect();
        return left >= 0 && right <= innerWidth;
    });
    assert.ok((await page.locator('header').boundingBox()).height < 110);
    assert.ok(await inView(page.locator('.rail nav [aria-current]').first()), 'the place where one is');
    assert.equal(await page.getByRole('link', { name: 'Help' }).isVisible(), false);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    assert.deepEqual(await look(page, 'more'), []);
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Sign out' }).waitFor({ state: 'hidden' });
    await page.goto(at('round/6'));
    await page.getByRole('link', { name: 'This round' }).click();
    await page.waitForFunction(() => document.querySelector('#acts a').getBoundingClientRect().top < innerHeight);
    await page.setViewportSize(SIZES.wide);
    assert.ok(await inView(page.getByRole('link', { name: 'Help' })) && !(await page.getByRole('button', { name: 'More', exact: true }).isVisible()));
    await page.goto(at('overview'));
});

await holds('what_was_done_last_is_undone_where_it_stands', async () => {
    await page.locator('.activity').getByRole('button', { name: 'Undo' }).click();
    await page.waitForFunction(() => document.querySelector('.ring')?.getAttribute('aria-label') === '2 of 48 results');
    assert.match(page.url(), /overview$/);
    assert.equal(await page.locator('.boards-left .chip').count(), 46);
});

await holds('events_that_are_played_lead_to_their_next_step', async () => {
    await page.goto(`${server.origin}/`);
    await page.locator('.menu summary').first().click();
    assert.deepEqual(await page.locator('.menu li').allInnerTexts(), ['Players', 'Standings', 'Paper and files', 'Settings', 'Public page']);
    await page.locator('.menu summary').first().click();
    assert.match(await text('.live-card'), /Live[\s\S]*96 players[\s\S]*Round 6 of 9\s*2 of 48 results/);
    assert.equal(await page.locator('.live-card .meter .in').getAttribute('width'), '4');
    assert.match(await page.getByRole('link', { name: 'Enter results' }).getAttribute('href'), /round\/6$/);
    assert.match(await text('.all-events tbody'), /11–19 July 2026\s+Swiss \(Dutch\)\s+96/);
    await isSound('home');
});

/** The tie-breaks that a form has, in their order. */
const chosen = (page) => page.locator('[name=tie_breaks]').evaluateAll((all) => all.map((one) => one.value).filter((code) => code !== '-').join(' '));

await holds('a_new_event_has_its_system_order_and_times_from_one_page', async () => {
    await page.getByRole('link', { name: 'New event' }).click();
    const chips = () => page.locator('.orders .chip').evaluateAll((all) => all.map((one) => one.childNodes[1].textContent));
    assert.deepEqual((await chips()).slice(0, 2), ['Buchholz Cut-1', 'Buchholz']);
    await page.getByRole('radio', { name: /^Round-robin/ }).check();
    assert.deepEqual((await chips())[0], 'Direct encounter', 'the order of the other system');
    await page.getByRole('radio', { name: /^Swiss \(Dutch\)/ }).check();
    await isSound('new');
    await page.locator('.orders .chip').nth(2).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('button', { name: 'Remove: Direct encounter' }).click();
    await page.locator('.orders select').selectOption('BWG');
    assert.deepEqual(await chips(), ['Sonneborn-Berger', 'Buchholz Cut-1', 'Buchholz', 'Number of wins', 'Games won with Black']);
    await page.getByRole('textbox', { name: 'Name' }).fill('Autumn Rapid');
    await page.locator('[name=start]').fill('2026-12-05');
    await page.locator('[name=rounds]').fill('5');
    await page.getByRole('radio', { name: 'Rapid' }).check();
    await page.locator('[name=first_time]').fill('09:50');
    await page.locator('[name=a_day]').fill('3');
    await page.locator('[name=every]').fill('50');
    const times = () => page.locator('.schedule td input').evaluateAll((all) => all.map((one) => one.value));
    assert.deepEqual(await times(), ['2026-12-05T09:50', '2026-12-05T10:40', '2026-12-05T11:30', '2026-12-06T09:50', '2026-12-06T10:40']);
    assert.equal(await page.locator('[name=zone]').inputValue(), await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone));
    await page.locator('.schedule td input').nth(1).fill('2026-12-05T11:00');
    assert.match(await text('.summary'), /Autumn Rapid\s+5 December 2026[\s\S]*Swiss \(Dutch\)[\s\S]*5, 09:50[\s\S]*Rapid/);
    await page.getByLabel('Time control').fill('soon');
    await page.getByText('Not understood. Example').waitFor();
    await page.getByLabel('Time control').fill('15+10');
    await page.getByText('Rapid under FIDE’s rules: 25 minutes for 60 moves.').waitFor();
    assert.match(await text('.summary'), /Ends about\s+6 December, 11:30/, 'both use their time in the last round');
    await page.getByRole('radio', { name: 'Not rated' }).check();
    assert.match(await text('.summary'), /Rated as\s+Not rated/);
    await page.getByRole('button', { name: 'Create event' }).click();
    await page.waitForURL(/autumn-rapid\/main\/players/);
    await page.goto(`${server.origin}/e/autumn-rapid/log`);
    assert.match(await text('.log'), /round 2[^\n]*11:00/i);
    await page.goto(`${server.origin}/e/autumn-rapid/main/do/settings`);
    assert.equal(await chosen(page), 'SB BH/C1 BH WIN BWG');
    await page.goto(`${server.origin}/e/autumn-rapid/main/settings`);
    assert.match(await text('#time'), /Rated as\s+not rated/);
});

await holds('without_scripts_a_new_event_has_the_same', async () => {
    const still = await browser.newContext({ javaScriptEnabled: false, storageState: await page.context().storageState() });
    const tab = await still.newPage();
    await tab.goto(`${server.origin}/new`);
    await tab.locator('[name=name]').fill('Winter Open');
    await tab.locator('[name=start]').fill('2026-12-05');
    await tab.locator('[name=rounds]').fill('3');
    await tab.getByLabel('Tie-break 1').selectOption('SB');
    await tab.getByLabel('Tie-break 3').selectOption('BH');
    await tab.locator('[name=first_time]').fill('19:00');
    await press(tab, tab.getByRole('button', { name: 'Create event' }));
    await tab.goto(`${server.origin}/e/winter-open/main/do/settings`);
    assert.equal(await chosen(tab), 'SB BH');
    await tab.goto(`${server.origin}/e/winter-open/log`);
    assert.match(await tab.locator('.log').innerText(), /round 3/i);
    await still.close();
});

await holds('a_player_opens_beside_the_list_and_back_closes', async () => {
    await page.goto(at('players'));
    assert.match(await text('.people tbody tr:nth-child(4)'), /4\s+GM Imboden, Jonas\s+2501\s+SUI[\s\S]*Active/);
    await isSound('players');
    await page.getByRole('link', { name: 'Imboden, Jonas' }).click();
    await page.locator('.drawer h1').waitFor();
    assert.match(page.url(), /players#p4$/);
    assert.match(await text('.drawer h1'), /Imboden, Jonas/);
    assert.deepEqual(await look(page, 'drawer'), []);
    await page.locator('.drawer').getByRole('button', { name: 'Withdraw' }).click();
    await page.locator('.people tr.open').getByText('withdrawn from round 7').waitFor();
    assert.match(await text('.drawer h1'), /withdrawn/, 'it stays open');
    assert.equal(await page.locator('.toast').getByRole('button', { name: 'Undo', exact: true }).count(), 1);
    await page.goBack();
    await page.locator('.drawer').waitFor({ state: 'detached' });
    await page.locator('.shows').getByText('Absent 1').click();
    await page.waitForFunction(() => document.querySelectorAll('.people tbody tr').length === 1);
    await page.goto(at('players?by=points'));
    assert.match(await text('.people tbody tr:nth-child(1)'), /4½|5½/);
});

await holds('pasted_text_stands_beside_what_each_row_became', async () => {
    await page.goto(at('people/add'));
    await page.getByLabel('Pasted rows').fill('SNo\tName\tEloN\tEloI\tFED\tHandy\n1\tMuzychenko Olena\t2241\t2300\tUKR\t079 1\n2\tGerber, Reto\t2183\t0\tSUI\t\n3\t\t1700\t0\t\t\n');
    await page.locator('#became table').waitFor(); // as it is typed
    assert.match(await text('#became h2'), /3 rows read\s+1 ready\s+1 to check\s+1 problem/);
    assert.match(await text('#became p.unread'), /Columns not imported: SNo, Handy/);
    assert.match(await text('#became tbody tr:nth-child(1)'), /Muzychenko Olena\s+2300 2241\s+UKR[\s\S]*Not imported: Handy: 079 1/);
    assert.match(await text('#became tbody tr:nth-child(2)'), /already entered/);
    assert.match(await text('#became tbody tr:nth-child(3)'), /No name: this row will be left out/);
    assert.equal(await page.getByRole('button', { name: 'Add 1 player' }).count(), 1);
    await isSound('add');
    await page.getByRole('checkbox', { name: 'Add Gerber, Reto' }).check();
    await page.getByRole('checkbox', { name: 'Add Muzychenko Olena' }).uncheck();
    await page.getByRole('checkbox', { name: 'Add Muzychenko Olena' }).check();
    await page.getByRole('button', { name: 'Add 2 players' }).click();
    await arbiter.confirm({ from: at('people/add') });
    await page.locator('.people').getByText('Muzychenko Olena').waitFor();
    assert.match(await page.locator('.people tr', { hasText: 'Muzychenko Olena' }).innerText(), /2300/);
    assert.equal(await page.locator('.people tr', { hasText: 'Gerber, Reto' }).count(), 2);
});

await holds('a_file_becomes_rows_as_pasted_text_does', async () => {
    await page.goto(at('people/add'));
    const table = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('Name;EloI;Handy\nDropped, Dora;1999;079\n') };
    const given = await page.evaluateHandle(({ name, text }) => {
        const all = new DataTransfer();
        all.items.add(new File([text], name));
        return all;
    }, { name: table.name, text: table.buffer.toString() });
    await page.locator('form.pasting').dispatchEvent('drop', { dataTransfer: given });
    await page.locator('#became', { hasText: 'Dropped, Dora' }).waitFor();
    assert.match(await text('#became'), /1 row read[\s\S]*Columns not imported: Handy[\s\S]*1999/);
    assert.match(await page.getByRole('textbox', { name: 'Pasted rows' }).inputValue(), /Dropped, Dora/, 'it can be mended as text');
    await page.getByRole('textbox', { name: 'Pasted rows' }).fill('');
    await page.locator('input[type=file]').setInputFiles({ ...table, buffer: Buffer.from('Name\nChosen, Carl\n') });
    await page.locator('#became', { hasText: 'Chosen, Carl' }).waitFor();
});

await holds('settings_are_rows_and_each_is_changed_alone', async () => {
    await page.goto(at('settings'));
    assert.match(await text('#pairing'), /Pairing system\s+Swiss \(Dutch\)[\s\S]*fixed[\s\S]*Rounds\s+9\s+Edit/);
    assert.match(await text('#scores .undecided'), /Not decided\s+\d+ players are unrated[\s\S]*Decide/);
    await isSound('settings');
    await page.locator('a[href$="only=time_control"]').click();
    const field = page.locator('.setting [name=time_control]');
    await field.waitFor();
    assert.equal(page.url(), at('settings'), 'the other settings stay in view');
    assert.equal(await page.locator('.setting form label').count(), 1, 'what was not chosen is not asked');
    assert.ok(await field.evaluate((node) => node === document.activeElement));
    await isSound('settings, one of them open');
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    assert.ok(await page.locator('a[href$="only=time_control"]').evaluate((node) => node === document.activeElement), 'back at its link');
    await page.keyboard.press('Enter');
    await field.fill('60/end+30');
    await page.keyboard.press('Enter');
    await page.locator('#time dd b').getByText('60/end+30').waitFor();
    assert.equal(page.url(), at('settings'));
    assert.equal(await page.locator('.setting form').count(), 0);
    await page.goto(at('do/settings'));
    const fields = await page.locator('main form [name]').evaluateAll((all) => all.map((one) => one.name));
    assert.ok(fields.includes('acceleration') && !fields.includes('match_win') && !fields.includes('keizer') && !fields.includes('cycles'), `those of the system alone: ${fields}`);
    assert.equal(await page.locator('[name=time_control]').inputValue(), '60/end+30');
});

await holds('standings_are_of_the_chosen_round_with_results_as_chips', async () => {
    await page.goto(at('standings'));
    assert.equal(await page.locator('.sheet thead abbr').nth(1).getAttribute('title'), 'Buchholz Cut-1');
    assert.equal(await page.locator('.sheet tbody tr:first-child .rr').count(), 6);
    await page.getByLabel('After round').selectOption('5');
    await page.waitForURL(/after=5$/);
    assert.match(await text('h1'), /after round 5/);
    assert.equal(await page.locator('.sheet tbody tr:first-child .rr').count(), 5);
    assert.match(await text('.sheet tbody tr:first-child'), /^1\s+Součková, Jiří\s+2495\s+CZE\s+4\.5\s+13\.5/);
    await isSound('standings');
});

await holds('the_wall_turns_pages_of_24_players_without_navigation', async () => {
    const wall = await deviceOf(browser, { width: 1920, height: 1080 }, complaints);
    await wall.clock.install();
    await wall.goto(at('wall'));
    const names = () => wall.locator('section:not([hidden]) li b').allInnerTexts();
    const first = await names();
    assert.equal(first.length, 24);
    assert.equal(first[0], 'Bernasconi, Chiara');
    assert.match(await wall.locator('section:not([hidden]) .above').innerText(), /Round 6\s+Zürich Summer Open 2026 · B to D/);
    assert.equal(await wall.locator('.leaves i').count(), 4);
    assert.equal(await wall.getByRole('navigation').count(), 0);
    assert.ok(await wall.evaluate(() => document.documentElement.scrollHeight <= innerHeight), 'a page is a screen');
    await wall.clock.fastForward(12500);
    await wall.waitForFunction((name) => document.querySelector('section:not([hidden]) li b').innerText !== name, first[0]);
    assert.equal((await names()).length, 24);
    await wall.context().close();
});

await holds('search_finds_players_boards_places_and_acts', async () => {
    await page.goto(at('overview'));
    await page.keyboard.press('Control+k');
    const chosen = (said) => page.waitForFunction((text) => document.querySelector('.palette [aria-selected=true]')?.textContent.includes(text), said);
    await page.locator('.palette [role=option]').first().waitFor();
    await page.keyboard.type('sliwowski luk');
    await chosen('Śliwowski, Łukasz');
    assert.deepEqual(await look(page, 'palette'), []);
    const offered = await page.locator('.palette [role=option]').allInnerTexts();
    assert.deepEqual(['All details', 'Add bye', 'Withdraw'].filter((act) => !offered.includes(`CM Śliwowski, Łukasz: ${act}`)), [], offered.join('; '));
    await page.keyboard.press('Enter');
    await page.waitForURL(/player\/p\d+$/);
    // What to do, and with whom, in one line; and ü as ue.
    await page.getByRole('link', { name: 'Search' }).click();
    await page.keyboard.type('withdraw sliw l');
    await chosen('CM Śliwowski, Łukasz: Withdraw');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('brueck');
    await chosen('Brückner');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Search' }).click();
    await page.keyboard.type('#12');
    await chosen('Board 12');
    await page.keyboard.press('Enter');
    await page.waitForURL(/round\/6#b12$/);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('standin');
    await chosen('Standings');
    await page.keyboard.press('Escape');
    await page.locator('.palette').waitFor({ state: 'detached' });
});

await holds('a_finger_has_44_px_at_every_button_and_field', async () => {
    const tablet = await browser.newContext({ viewport: { width: 820, height: 1180 }, hasTouch: true, storageState: await page.context().storageState() });
    const touched = await tablet.newPage();
    const small = [];
    const places = ['overview', 'players', 'people/add', 'do/enter', 'player/p4', 'check-in', 'round/6', 'round/5', 'board/6.1', 'standings', 'prizes', 'files', 'settings', 'do/settings', 'do/expel?player=p4', 'schedule', 'numbers'];
    for (const address of [...places.map(at), `${server.origin}/`, `${server.origin}/new`, `${server.origin}/rights`, `${server.origin}/help`]) {
        await touched.goto(address);
        // A link within a sentence, and a box within a label or a row of its own, are as large as their text.
        small.push(...(await touched.evaluate(() => [...document.querySelectorAll('button, summary, select, textarea, .btn, input:not([type=hidden], [type=checkbox], [type=radio])')]
            .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && Math.round(one.getBoundingClientRect().height) < 44 && one.getBoundingClientRect().width > 1)
            .map((one) => `${location.pathname} ${one.localName} ${(one.name || one.textContent).trim().slice(0, 30)} ${Math.round(one.getBoundingClientRect().height)}`))));
    }
    await tablet.close();
    assert.deepEqual(small, []);
});

await holds('no_screen_complains', async () => assert.deepEqual(complaints, []));
await browser.close();
server.end();
done();
