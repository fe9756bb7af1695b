// SPDX-License-Identifier: Apache-2.0
// test_event.mjs LIMMAT TOOLS [PICTURES]: a small event from the first address to the report, as an
// arbiter with a keyboard plays it, with a second device looking on and the server killed in the
// middle.  With PICTURES every screen is kept there.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { browserOf, lookIn, SIZES, press, toolsIn } from '../pages/site.mjs';
import { done, holds } from '../wasm/tap.mjs';
import { Arbiter, serverOf } from './desk.mjs';

// Not as systemd starts it: the key is printed.
for (const name of ['JOURNAL_STREAM', 'INVOCATION_ID']) delete process.env[name];

const [command, toolFolder, pictures] = process.argv.slice(2);
const tools = toolsIn(toolFolder);
const look = lookIn(tools, pictures);
const server = await serverOf(command);
const { origin, scratch } = server;
const key = await server.start();
const browser = await browserOf(tools);
const desk = await browser.newContext({ viewport: { width: 1440, height: 900 } });
const page = await desk.newPage();
const complaints = [];
for (const event of ['pageerror', 'console'])
    page.on(event, (what) => {
        const text = what.text?.() ?? String(what);
        if ((event === 'pageerror' || what.type() === 'error') && !/status of 4|ERR_CONNECTION|ERR_INCOMPLETE_CHUNKED/.test(text)) complaints.push(text);
    });
page.on('response', (answer) => {
    if (answer.status() >= 400 && ![409, 422].includes(answer.status())) complaints.push(`${answer.status()} ${answer.url()}`);
});
const at = (path) => `${origin}/e/spring-open/main/${path}`;
const said = () => page.locator('.said').innerText();
const arbiter = new Arbiter(page, `${origin}/e/spring-open/main`);
const reads = (pattern) => arbiter.reads(pattern);
const step = (pattern) => arbiter.step(pattern);

const names = ['Caflisch, Urs', 'Björnsdal, Hrafnhildur', 'Imboden, Jonas', 'Součková, Jiří', 'Trần, Văn Đức', 'Großkopf, Götz', 'Orelli, Ugo', 'Meier, Kurt', 'Lavater, Anna'];
const rows = names.map((name, i) => `${i < 3 ? 'FM' : ''}\t${name}\t${2300 - 41 * i}\tSUI\t${1970 + i}\tSC Limmat`).join('\n');

await holds('the_key_makes_this_browser_a_desk', async () => {
    await page.goto(key);
    await page.getByRole('textbox').fill('Verena Hösli');
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByRole('heading', { name: 'All events' }).waitFor();
    await page.getByRole('link', { name: 'New event' }).click();
});

await holds('a_name_and_a_date_make_an_event', async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Spring Open');
    await page.getByLabel('First day').fill('2026-07-14');
    await page.locator('[name=rounds]').fill('3');
    await page.getByRole('button', { name: 'Create event' }).click();
    await page.getByRole('heading', { name: 'Players' }).waitFor();
});

await holds('pasted_rows_are_shown_before_they_are_entered', async () => {
    await page.getByLabel('Pasted rows').fill(rows);
    await page.getByRole('button', { name: 'Check rows' }).click();
    await page.getByText('Nothing is saved until you add them').waitFor();
    assert.match(await page.locator('.look tbody').innerText(), /FM\s+Imboden, Jonas\s+2218\s+SUI\s+1972\s+SC Limmat/);
    await page.getByRole('button', { name: 'Add 9 players' }).click();
    await page.locator('table.people').waitFor();
    assert.equal(await page.locator('table.people tbody tr').count(), 9);
});

await holds('check_in_is_one_touch', async () => {
    const tablet = await desk.newPage();
    await tablet.setViewportSize({ width: 768, height: 1024 });
    await tablet.goto(at('check-in'));
    await tablet.getByRole('button', { name: 'Open check-in' }).click();
    await tablet.getByText('0 here, 9 missing').waitFor();
    await tablet.getByRole('button', { name: /Imboden/ }).click();
    await tablet.getByText('1 here, 8 missing').waitFor();
    await tablet.getByRole('button', { name: 'All are here' }).click();
    await tablet.getByText('9 here, 0 missing').waitFor();
    await tablet.getByRole('button', { name: 'Close check-in' }).click();
    await tablet.getByText('No player is missing').waitFor();
    await tablet.close();
});

await holds('a_missing_player_is_left_out_where_check_in_was_closed', async () => {
    const other = await desk.newPage();
    await other.goto(at('check-in'));
    await other.getByRole('button', { name: 'Open check-in' }).click();
    await other.getByRole('button', { name: /Imboden/ }).click();
    await other.getByText('8 here, 1 missing').waitFor();
    await other.getByRole('button', { name: 'Close check-in' }).click();
    await other.getByText('1 player is missing').waitFor();
    assert.equal(await other.locator('.ticks button').count(), 1, 'the missing player alone');
    await other.goto(at('overview'));
    await other.getByRole('link', { name: 'Leave out of the round' }).click();
    await other.getByRole('button', { name: 'Leave them out of round 1' }).click();
    await other.getByText('No player is missing').waitFor();
    await other.goto(at('round/1'));
    await other.getByText('8 players will be paired').waitFor();
    await other.goto(at('overview'));
    await press(other, other.getByRole('button', { name: 'Undo' }));
    await other.goto(at('check-in'));
    await other.getByRole('button', { name: /Imboden/ }).click();
    await other.getByText('No player is missing').waitFor();
    await other.close();
});

await holds('two_keys_pair_and_publish', async () => {
    await page.goto(at('round/1'));
    await step(/draft: only/);
    assert.equal(await page.locator('.desk-boards tbody tr').count(), 4);
    const visitor = await browser.newContext();
    const other = await visitor.newPage();
    await other.goto(at('round/1'));
    assert.equal(await other.locator('.desk-boards').count(), 0, 'a proposal is nobody else’s');
    await step(/version 1, published/);
    await other.reload();
    assert.equal(await other.locator('.desk-boards tbody tr').count(), 4);
    assert.equal(await other.locator('form').count(), 0);
    await visitor.close();
});

await holds('one_key_a_board_and_the_other_device_sees_it_within_two_seconds', async () => {
    const second = await desk.newPage();
    await second.goto(at('round/1'));
    await arbiter.key('1');
    await arbiter.key('0');
    await arbiter.key('5');
    await second.waitForFunction(() => document.querySelectorAll('.desk-boards tr.done').length === 3, null, { timeout: 2000 });
    await second.close();
    await reads(/3 of 4 boards in/);
    assert.deepEqual((await page.locator('.desk-boards output').allInnerTexts()).slice(0, 3), ['1 – 0', '0 – 1', '½ – ½']);
});

/** What the page sends from now on waits until this is called. */
async function slowly() {
    await page.evaluate(() => {
        const real = window.fetch, open = new Promise((done) => (window.letGo = done));
        window.fetch = async (url, how) => (how?.method === 'POST' && (await open), real(url, how));
    });
    return () => page.evaluate(() => window.letGo());
}

await holds('news_that_come_late_put_nothing_back', async () => {
    const news = new RegExp(`${at('round/1')}$`);
    const csrf = await page.locator('tr[data-board="1.4"] [name=csrf]').inputValue();
    const type = async (...keys) => {
        for (const key of keys) await arbiter.key(key);
    };
    const reply = (board, text) => page.waitForFunction(([board, text]) => document.querySelector(`tr[data-board="${board}"] output`).textContent === text, [board, text]);
    /** Somebody else enters board 4; the page asks what is new, and gets its answer when this is called. */
    const othersEnter = async (was, result) => {
        let open;
        const asked = new Promise((done) => (open = done));
        await page.route(news, async (route) => open([route, await route.fetch()]), { times: 1 });
        const answer = await page.request.post(at('round/1/result'), { form: { csrf, board: '1.4', was, result } });
        assert.ok(answer.ok());
        const [route, old] = await asked;
        return () => route.fulfill({ response: old });
    };
    const come = await othersEnter('none', '1-0');
    await type('/', '1', 'Enter', '0');
    await reads(/4 of 4 boards in/);
    await come();
    await reply('1.4', '1 – 0');
    assert.equal(await page.locator('tr[data-board="1.1"] output').innerText(), '0 – 1', 'what was answered is not taken back by what was asked before');
    // What is on its way when they come stays, too: its next key is no conflict.
    const comeAgain = await othersEnter('1-0', 'none');
    const letGo = await slowly();
    await type('/', '1', 'Enter', '5');
    await comeAgain();
    await reply('1.4', '');
    assert.equal(await page.locator('tr[data-board="1.1"] output').innerText(), '½ – ½', 'what is on its way stays to be seen');
    await type('/', '1', 'Enter', '1');
    await letGo();
    await page.waitForFunction(() => !document.querySelector('tr.sent'));
    await reads(/3 of 4 boards in/);
    assert.deepEqual(await page.locator('.desk-boards output').allInnerTexts(), ['1 – 0', '0 – 1', '½ – ½', '']);
    // Of the third board, as the next test takes it back.
    await type('/', '3', 'Enter', 'Delete');
    await reads(/2 of 4 boards in/);
    await type('/', '3', 'Enter', '5');
    await reads(/3 of 4 boards in/);
});

await holds('undo_takes_back_my_last', async () => {
    await arbiter.key('Control+z');
    await reads(/2 of 4 boards in/);
    await arbiter.key('/');
    await arbiter.key('3');
    await arbiter.key('Enter');
    await arbiter.key('1');
    await reads(/3 of 4 boards in/);
});

await holds('what_somebody_else_entered_is_shown_and_not_lost', async () => {
    const late = await desk.newPage();
    await late.goto(at('round/1'));
    const form = late.locator('tr[data-board="1.4"] form');
    await form.waitFor();
    await late.evaluate(() => document.querySelector('tr[data-board="1.4"] form').setAttribute('data-old', '1'));
    await arbiter.key('/');
    await arbiter.key('4');
    await arbiter.key('Enter');
    await arbiter.key('1');
    await reads(/4 of 4 boards in/);
    const answer = await late.request.post(at('round/1/result'), {
        form: { csrf: await late.locator('tr[data-board="1.4"] [name=csrf]').inputValue(), board: '1.4', was: 'none', result: '0-1' },
    });
    assert.ok((await answer.text()).includes('data-board="1.4"'), 'the sender sees the round again');
    await late.close();
    // Both entries are in the row, with the names of those who made them; one click decides.
    const row = page.locator('tr[data-board="1.4"]');
    await row.getByText('Verena Hösli entered 1 – 0').waitFor();
    await row.getByText('Verena Hösli entered 0 – 1').waitFor();
    await page.locator('.due').getByText('Board 4: Verena Hösli entered 1 – 0, Verena Hösli entered 0 – 1').waitFor();
    await arbiter.click(row.getByRole('button', { name: 'make 1 – 0 the result of board 4' }).first());
    await row.getByText('Verena Hösli entered').first().waitFor({ state: 'detached' });
    assert.deepEqual(await row.locator('output').innerText(), '1 – 0');
});

await holds('killed_and_started_again_everything_is_there', async () => {
    await server.kill();
    await server.start();
    await page.goto(at('round/1'));
    await reads(/4 of 4 boards in/);
    assert.deepEqual(await page.locator('.desk-boards output').allInnerTexts(), ['1 – 0', '0 – 1', '1 – 0', '1 – 0']);
});

await holds('a_second_pass_compares_and_says_where_it_differs', async () => {
    await page.goto(at('round/1?pass=2'));
    await reads(/0 of 4 boards read again/);
    assert.deepEqual(await page.locator('.desk-boards output').allInnerTexts(), ['', '', '', ''], 'the second reader is told nothing');
    await arbiter.key('1');
    await arbiter.key('1');
    await reads(/2 of 4 boards read again/);
    assert.deepEqual(await page.locator('.desk-boards output').allInnerTexts(), ['✓', '≠', '', '']);
    await page.goto(at('round/1'));
    await page.locator('.due').getByText('Board 2: Verena Hösli entered 0 – 1, Verena Hösli entered 1 – 0').waitFor();
    await arbiter.key('/');
    await arbiter.key('2');
    await arbiter.key('Enter');
    await arbiter.key('0');
    await page.locator('.due').getByText('Board 2:').waitFor({ state: 'detached' });
});

/** Fill the form of an act and send it, confirming what it asks. */
async function act(path, fields, button) {
    await page.goto(at(path));
    for (const [name, value] of Object.entries(fields)) {
        const field = page.locator(`main [name="${name}"]`);
        if (await field.evaluate((node) => node.tagName === 'SELECT')) await field.selectOption(value);
        else await field.fill(value);
    }
    await page.getByRole('button', { name: button }).click();
    await page.waitForFunction(() => document.querySelector('[data-needs]') || !location.pathname.includes('/do/'));
    if (await page.locator('[data-needs]').count()) await page.locator('[data-go]').click();
    await page.waitForFunction(() => !location.pathname.includes('/do/'));
}

await holds('what_was_announced_is_changed_in_a_form_that_holds_it', async () => {
    await act('do/change', { city: 'Zürich', deputies: 'Orelli, Anna; Meier, Beat' }, 'Change');
    await page.getByText('Meier, Beat').waitFor();
    await act('do/settings', { time_control: '90/40+30' }, 'Change');
    await page.getByText('90/40+30').waitFor();
    await page.goto(at('do/settings'));
    assert.equal(await page.getByLabel('Time control').inputValue(), '90/40+30');
    assert.equal(await page.getByRole('spinbutton', { name: 'Rounds' }).inputValue(), '3');
});

await holds('a_request_is_asked_and_denied_and_an_incident_remembered', async () => {
    await act('do/request?player=p4', { what: 'bye', round: '2', value: 'half' }, 'Record the request');
    await page.goto(at('settings'));
    await page.getByRole('link', { name: 'Deny' }).click();
    await page.getByRole('button', { name: 'Answer' }).click();
    await page.waitForFunction(() => !location.pathname.includes('/do/'));
    await act('do/incident?player=p4', { text: 'a telephone rang' }, 'Record the incident');
    await page.goto(at('player/p4'));
    await page.locator('.notes').getByText('incident: a telephone rang').waitFor();
    await page.getByText('(denied)').waitFor();
});

await holds('a_board_says_why_these_two', async () => {
    await page.goto(at('round/1'));
    await page.getByRole('link', { name: /^Board 2:/ }).click();
    await page.getByText('Why this opponent?').first().waitFor();
    assert.match(await page.locator('.whys').first().innerText(), /C\.04\.3 art\./);
});

await holds('a_proposal_is_changed_by_hand_and_the_checker_says_what_it_thinks', async () => {
    await page.goto(at('round/1'));
    await step(/closed/);
    await page.goto(at('round/2'));
    await step(/draft: only/);
    assert.match(await page.locator('.verdict').innerText(), /As the rules give it/);
    const names = () => page.locator('.desk-boards :is(.white, .black)').allInnerTexts();
    const before = await names();
    const boxes = page.locator('.desk-boards [name=who]');
    await boxes.nth(0).check();
    await boxes.nth(2).check();
    await page.getByRole('button', { name: 'Swap them' }).click();
    await page.waitForFunction(() => document.querySelector('[data-needs]') || /by hand/.test(document.querySelector('.verdict')?.textContent ?? ''));
    if (await page.locator('[data-needs]').count()) await page.locator('[data-go]').click();
    await page.getByText('The rules would give').waitFor();
    // The boards that were changed are marked, and are shown alone by their chip.
    const changed = await page.locator('tr.changed').count(), seen = () => page.locator('.desk-boards tbody tr:visible').count(), all = await seen();
    assert.ok(changed > 0 && changed <= all && changed === (await page.locator('tr.changed .badge').count()), `${changed} of ${all}`);
    await page.getByRole('link', { name: `Changed ${changed}` }).click();
    await page.waitForURL(/show=changed/);
    assert.equal(await seen(), changed);
    await page.getByRole('link', { name: `All ${all}` }).click();
    await page.waitForURL((url) => url.search === '');
    assert.notDeepEqual(await names(), before);
    await arbiter.key('Control+z');
    await page.getByText('As the rules give it').waitFor();
    assert.deepEqual(await names(), before, 'one undo takes the whole swap back');
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await page.getByText('not paired yet').waitFor();
    await step(/draft: only/);
    assert.deepEqual(await names(), before);
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await page.getByText('not paired yet').waitFor();
});

await holds('rounds_are_closed_paired_and_played_to_the_end', async () => {
    for (const round of [2]) {
        await page.goto(at(`round/${round}`));
        await step(/draft: only/);
        // Who types on while the round is being published has typed the first board's result.
        const letGo = await slowly();
        await arbiter.key('p');
        await arbiter.key('1');
        await letGo();
        await reads(/version 1, published/);
        for (let board = 1; board < 4; board++) await arbiter.key('105'[board % 3]);
        await reads(/4 of 4 boards in/);
        await step(/closed/);
    }
});

/** Press Tab until what has the focus is called so, as somebody without a mouse does. */
async function tabTo(pattern) {
    for (let i = 0; i < 200; i++) {
        await arbiter.key('Tab');
        const name = await page.evaluate(() => {
            const at = document.activeElement;
            return at?.getAttribute('aria-label') ?? at?.labels?.[0]?.innerText ?? at?.innerText ?? '';
        });
        if (pattern.test(name)) return;
    }
    throw new Error(`no way to ${pattern} by Tab`);
}

await holds('a_round_is_run_by_the_keyboard_alone', async () => {
    await page.goto(`${origin}/`);
    await tabTo(/^Spring Open$/);
    await arbiter.key('Enter');
    await page.locator('.rounds').waitFor();
    await tabTo(/^Round \d$/);
    await arbiter.key('Enter');
    await page.getByText('not paired yet').waitFor();
    await step(/draft: only/);
    // Two are swapped and put back, with Space and Enter.
    const names = () => page.locator('.desk-boards :is(.white, .black)').allInnerTexts();
    const before = (await names()).join();
    const boxes = page.locator('.desk-boards [name=who]');
    for (const box of [0, 2]) {
        await tabTo(new RegExp(`^${await boxes.nth(box).getAttribute('aria-label')}$`));
        await arbiter.key('Space');
    }
    await tabTo(/^Swap them$/);
    await arbiter.key('Enter');
    await page.locator('[data-needs], .verdict').filter({ hasText: /before you go on|by hand/ }).waitFor();
    if (await page.locator('[data-needs]').count()) await arbiter.key('Enter'); // it has the focus
    await page.getByText('The rules would give').waitFor();
    await tabTo(/^Discard draft$/);
    await arbiter.key('Enter');
    await page.getByText('not paired yet').waitFor();
    await step(/draft: only/);
    assert.equal((await names()).join(), before);
    await step(/version 1, published/);
    await arbiter.key('1');
    await arbiter.key('0');
    await arbiter.key('5');
    await arbiter.key('ArrowUp');
    await arbiter.key('Delete');
    await reads(/2 of 4 boards in/);
    await arbiter.key('5'); // a board that was cleared waits again
    await arbiter.key('+');
    for (const key of ['ArrowDown', 'ArrowDown']) await arbiter.key(key); // to the draw
    await arbiter.key('Tab');
    await arbiter.key('Enter');
    await reads(/4 of 4 boards in/);
    await step(/closed/);
});

await holds('the_report_is_read_and_every_round_is_paired_the_same', async () => {
    const report = await page.request.get(at('tournament.trf'));
    const file = join(scratch, 'report.trf');
    writeFileSync(file, await report.body());
    execFileSync(command, ['check', file], { stdio: 'pipe' });
});

await holds('prizes_are_shared_out_with_reasons', async () => {
    await page.goto(at('prizes'));
    const row = (number) => page.locator('.prize-rows tbody tr').nth(number - 1);
    await page.locator('#who-competes').getByText('Women').waitFor({ state: 'attached' });
    for (const [i, cells] of [['General', '', '100 50.50'], [], ['Seniors', 'born<1975', '20'], ['Women', 'sex=w', '30']].entries())
        for (const [k, cell] of cells.entries()) await row(i + 1).locator('input').nth(k).fill(cell);
    await page.locator('[name=currency]').fill('CHF');
    await row(4).locator('input').nth(2).fill('30,50');
    await page.getByRole('button', { name: 'Share out the prizes' }).click();
    await page.locator('dialog').getByText('"30,50" can be one amount or two').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.evaluate(() => new Promise((done) => setTimeout(done, 300))); // a page that is closed over looks for news
    await row(4).locator('input').nth(2).fill('30');
    await page.getByRole('button', { name: 'Share out the prizes' }).click();
    await page.getByRole('heading', { name: /^General/ }).waitFor();
    const text = await page.locator('main').innerText();
    assert.match(text, /CHF 150\.50 of CHF 150\.50 paid/);
    assert.match(text, /CHF 20\.00 of CHF 20\.00 paid/);
    assert.deepEqual(await row(2).locator('input').evaluateAll((all) => all.map((one) => one.value)), ['Seniors', 'born<1975', '20'], 'without the empty row');
    assert.equal(await page.locator('.prize-rows tbody tr').count(), 6, 'with some for more');
    await page.locator('details.enter summary').click();
    await page.getByRole('link', { name: 'Write the prizes as text' }).click();
    assert.equal(await page.locator('[name=groups]').inputValue(), 'General: 100 50.50\nSeniors [born<1975]: 20\nWomen [sex=w]: 30\n');
    assert.match(text, /No player gets a prize of this group\.\s+9 players are not counted here: birth date or sex is missing/);
    const wrong = await page.request.post(at('prizes'), {
        form: { csrf: await page.locator('main [name=csrf]').first().inputValue(), groups: 'General 100', sharing: 'equal', award: 'highest' },
    });
    assert.equal(wrong.status(), 422);
    const csrf = await page.locator('main [name=csrf]').first().inputValue(), share = (more) => page.request.post(at('prizes'), { form: { csrf, sharing: 'equal', award: 'highest', ...more } });
    for (const [fields, said] of [[{ name: 'U18', who: 'U18', amounts: '60,50' }, /60\.50 or 60 50/], [{ name: 'U18', who: 'U18', amounts: '' }, /has no amounts/], [{ name: '', who: 'U18', amounts: '50' }, /has no name/]]) {
        const answer = await share(fields);
        assert.deepEqual([answer.status(), said.test(await answer.text())], [422, true], String(said));
    }
});

await holds('slips_of_some_boards_and_cards_of_all', async () => {
    await page.goto(at('paper/slips/3?boards=2,4-9'));
    assert.deepEqual(await page.locator('.slip .board b').allInnerTexts(), ['2', '4']);
    await page.goto(at('paper/cards'));
    assert.equal(await page.locator('.place-card').count(), 9);
    assert.equal(await page.locator('.place-card .qr').count(), 9);
});

await holds('paper_is_whole_sheets_with_a_head_and_without_buttons', async () => {
    const seen = () =>
        page.evaluate(() => {
            const shown = (selector) => [...document.querySelectorAll(selector)].filter((at) => at.getClientRects().length > 0);
            return { buttons: shown('button:not(th button), input, select, textarea, nav').length, heads: shown('.running th').map((at) => at.textContent.trim()) };
        });
    for (const [sheet, head] of Object.entries({ 'paper/boards/3': 'Spring Open · Round 3, by board', 'paper/names/3': 'Spring Open · Round 3, by name', 'paper/check-in': 'Spring Open · Check-in list, 9 players', standings: 'Spring Open · Standings, after round 3', 'paper/slips/3': null, 'paper/cards': null, prizes: null, 'player/p3': null, players: null })) {
        await page.goto(at(sheet));
        await page.emulateMedia({ media: 'print' });
        const found = await seen();
        await page.emulateMedia({ media: null });
        assert.deepEqual(found, { buttons: 0, heads: head ? [head] : [] }, sheet);
    }
    // Four slips on a sheet, two cards: of A4 and of Letter.
    for (const [sheet, pages] of [['paper/slips/3', 1], ['paper/cards', 5]])
        for (const format of ['A4', 'Letter']) {
            await page.goto(at(sheet));
            const pdf = (await page.pdf({ format })).toString('latin1');
            assert.equal(pdf.match(/\/Type \/Page\b/g)?.length, pages, `${sheet} on ${format}`);
        }
    // By name, whatever the title.
    await page.goto(at('paper/names/3'));
    const names = await page.locator('td.name:first-child').allInnerTexts();
    assert.deepEqual(names, [...names].sort((a, b) => a.localeCompare(b)));
});

await holds('a_helper_is_for_one_section_and_is_shut_out', async () => {
    await act('do/section', { id: 'b', title: 'B', rounds: '3' }, 'Add the section');
    await page.goto(`${origin}/rights`);
    await page.locator('[name=scope]').selectOption('spring-open/b');
    await page.getByRole('button', { name: 'Results' }).click();
    const address = await page.locator('.address').innerText();
    const helper = await browser.newContext();
    const telephone = await helper.newPage();
    await telephone.goto(address);
    await telephone.getByRole('textbox').fill('Beat');
    await telephone.getByRole('button', { name: 'Begin' }).click();
    await telephone.getByText('Beat · results').waitFor();
    const status = async (path) => (await telephone.request.get(`${origin}/e/spring-open/${path}`)).status();
    assert.deepEqual([await status('b/players'), await status('main/players'), await status('log')], [200, 403, 403]);
    await page.goto(`${origin}/rights`);
    await page.getByRole('button', { name: 'Revoke the access of Beat' }).click();
    await page.getByRole('button', { name: 'Revoke the access of Beat' }).waitFor({ state: 'detached' });
    assert.equal(await status('b/players'), 403);
    await helper.close();
});

await holds('a_file_is_looked_at_before_it_is_taken_over', async () => {
    const open = fileURLToPath(new URL('../../examples/summer-open-2026.trf', import.meta.url));
    await page.goto(`${origin}/`);
    await page.getByRole('link', { name: 'Import a file' }).click();
    await page.locator('[name=file]').setInputFiles(open);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('Nothing has been imported yet').waitFor();
    const name = await page.locator('h1').innerText();
    await page.goto(`${origin}/`);
    assert.equal(await page.getByRole('link', { name }).count(), 0);
    await page.goto(`${origin}/import`);
    await page.locator('[name=file]').setInputFiles(open);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('button', { name: 'Import' }).click();
    await page.locator('.progress').waitFor();
    await page.goto(`${origin}/`);
    assert.equal(await page.locator('.all-events').getByRole('link', { name }).count(), 1);
});

await holds('matches_of_two_games_by_keyboard_alone', async () => {
    await page.goto(`${origin}/new`);
    await page.getByLabel('Name', { exact: true }).fill('Match Cup');
    await page.getByLabel('Rounds', { exact: true }).fill('3');
    await page.getByRole('radio', { name: /^Double-Swiss/ }).check();
    await page.getByRole('button', { name: 'Create event' }).click();
    const matches = (path) => `${origin}/e/match-cup/main/${path}`;
    await page.locator('textarea').fill(rows);
    await page.getByRole('button', { name: 'Check rows' }).click();
    await page.getByRole('button', { name: /^Add \d+ players$/ }).first().click();
    await page.locator('table.people').waitFor();
    await page.goto(matches('round/1'));
    await arbiter.key('p');
    await reads(/draft: only/);
    await arbiter.key('p');
    await reads(/0 of 4 boards/);
    for (const key of '15' + '01' + '==') await arbiter.key(key);
    await reads(/3 of 4 boards/);
    const shown = async (board) => (await page.locator(`#b${board} output`).allInnerTexts()).map((text) => text.trim());
    assert.deepEqual([await shown(1), await shown(2), await shown(3), await shown(4)], [['1 – 0', '½ – ½'], ['0 – 1', '1 – 0'], ['½ – ½', '½ – ½'], ['', '']]);
    for (const key of ['/', '2', 'Enter', 'ArrowRight', '5']) await arbiter.key(key); // the second game again
    await page.waitForFunction(() => document.querySelectorAll('#b2 output')[1].textContent.trim() === '½ – ½');
    assert.deepEqual(await shown(2), ['0 – 1', '½ – ½']);
    for (const key of ['/', '4', 'Enter', '1', '1']) await arbiter.key(key);
    await reads(/4 of 4 boards/);
    await arbiter.key('p');
    await reads(/closed/);
    await page.goto(matches('standings'));
    await page.getByText(/^1(½|[.]5)$/).first().waitFor();
});

const screens = ['players', 'players?lacking=1', 'player/p3', 'check-in', 'paper/check-in', 'do/enter', 'numbers', 'people/find?q=caflisch', 'round/1', 'round/3', 'standings', 'files', 'paper/boards/3', 'paper/names/3', 'paper/slips/3', 'wall', 'settings', 'do/settings', 'do/forbid', 'do/edit?player=p3', 'do/expect?board=1.1', 'board/1.1', 'prizes', 'paper/cards', 'round/3?pass=2'].map(at).concat(`${origin}/`, `${origin}/rights`, `${origin}/e/spring-open/log`, ...['round/1', 'board/1.2', 'paper/slips/1', 'paper/names/1', 'player/p1'].map((path) => `${origin}/e/match-cup/main/${path}`),
    `${origin}/p/match-cup/main/round-1.html`, `${origin}/p/match-cup/main/crosstable.html`, `${origin}/p/spring-open/main/crosstable.html`);
await holds('every_screen_is_clean_for_assistive_technology_and_fits_a_phone', async () => {
    const found = [];
    for (const url of screens) {
        await page.goto(url);
        found.push(...(await look(page, url.replace(/^.*:\d+/, '').replace(/\W/g, '_'), { ...SIZES, narrow: { width: 320, height: 640 } })));
    }
    assert.deepEqual(found, []);
});

await holds('nothing_complained', () => assert.deepEqual(complaints, []));

await browser.close();
server.end();
done();
