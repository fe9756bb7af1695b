// SPDX-License-Identifier: Apache-2.0
// test_cup.mjs LIMMAT TOOLS [PICTURES]: a cup of 16 teams of four. Captains hand in line-ups on phones until the deadline, matches are drawn
// and decided by board count or by lot, and bracket, round and team pages show it, down to the third place.
import assert from 'node:assert/strict';

import { browserOf, lookIn, toolsIn, validatorIn } from '../pages/site.mjs';
import { done, holds } from '../wasm/tap.mjs';
import { deviceOf, serverOf } from './desk.mjs';

const [command, toolFolder, pictures] = process.argv.slice(2);
const tools = toolsIn(toolFolder);
const look = lookIn(tools, pictures);
const validate = validatorIn(tools);
const server = await serverOf(command);
const key = await server.start();
const browser = await browserOf(tools);
const complaints = [];
const desk = await deviceOf(browser, { width: 1440, height: 900 }, complaints);
const phone = await deviceOf(browser, { width: 390, height: 844 }, complaints);
const event = `${server.origin}/e/cup`;
const at = `${event}/main`;
const pages = `${server.origin}/p/cup/main`;
const TEAMS = 16, BOARDS = 4;
let csrf;

/** An act as a form sends it, confirmed as long as it is asked for. */
async function act(path, form) {
    for (let ack = ''; ;) {
        const answer = await desk.request.post(`${at}/${path}`, { form: { ...form, csrf, ...(ack && { ack }) }, maxRedirects: 0 });
        const body = await answer.text();
        if (answer.status() !== 409) return [answer.status(), body];
        [, ack] = body.match(/name="ack" value="([^"]*)"/) ?? body.match(/name="ack"[^>]* value="([^"]*)"/);
        ack = ack.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"');
    }
}

async function does(path, form) {
    const [status, body] = await act(path, form);
    assert.ok(status < 400, `${path}: ${status} ${body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ').slice(0, 400)}`);
}

/** Results of the match of ${round} at ${place}, board by board as the team named first sees them. */
const result = async (round, id, halves) => {
    const text = { 1: '1-0', '=': '1/2-1/2', 0: '0-1' };
    for (const [n, one] of [...halves].entries()) await does(`round/${round}/result`, { board: `${id}:${n + 1}`, result: text[one] });
};

/** The bracket as its page draws it: rounds of matches, "A 3 through - B 1 lost". */
const bracket = async (page) => {
    await page.goto(`${pages}/bracket.html`);
    return page.$$eval('ol.tree > li', (levels) => levels.map((level) => [level.querySelector('h3').textContent, [...level.querySelectorAll('.tie')].map((tie) =>
        [...tie.querySelectorAll('p')].map((side) => [...side.querySelectorAll('a')].map((one) => one.textContent).join(' ') + (side.className ? ` ${side.className}` : '')).join(' - '))]));
};

await desk.goto(key);
await desk.getByRole('textbox').fill('Verena');
await desk.getByRole('button', { name: 'Begin' }).click();

await holds('a_cup_is_opened_on_the_form', async () => {
    await desk.goto(`${server.origin}/new`);
    await desk.locator('[name=name]').fill('Cup');
    await desk.locator('[name=start]').fill('2099-07-16');
    await desk.getByText('More systems').first().click().catch(() => {});
    await desk.locator('[name=system][value=team-knock-out]').check({ force: true });
    csrf = await desk.locator('[name=csrf]').first().inputValue();
    await desk.request.post(`${server.origin}/new`, { form: { name: 'Cup', start: '2099-07-16', system: 'team-knock-out', boards: '4', tie_breaks: 'BC', first_time: '14:00', csrf } });
    await desk.goto(`${at}/settings`);
    await desk.getByText('Knock-out of teams').first().waitFor();
    await desk.getByText('Match for the third place').first().waitFor();
    await does('do/settings', { third_place: 'yes', line_up_minutes: '30' });
});

const card = async (team) => (await (await desk.request.get(`${at}/player/t${team}/card`)).text()).match(new RegExp(`/card/cup/main/t${team}/\\w+`))[0];

await holds('sixteen_teams_enter', async () => {
    for (let team = 1; team <= TEAMS; team++) {
        await does('do/team', { name: `SK ${String.fromCharCode(64 + team)}`, captain: `Captain ${team}`, rating: String(2400 - 10 * team) });
        for (let n = 1; n <= BOARDS + 1; n++)
            await does('do/enter', { name: `${String.fromCharCode(64 + team)}${n}, Player`, team: `t${team}`, rating: String(2450 - 10 * team - 5 * n) });
    }
});

await holds('a_captain_hands_in_the_line_up_on_a_phone_and_a_late_one_cannot', async () => {
    await phone.goto(`${server.origin}${await card(16)}`);
    const choices = phone.locator('select[name=who]');
    assert.equal(await choices.count(), BOARDS);
    for (const [board, n] of [1, 2, 3, 5].entries()) await choices.nth(board).selectOption({ label: (await choices.nth(board).locator('option').allTextContents()).find((one) => one.includes(`P${n}`)) ?? `P${n}` });
    assert.deepEqual(await look(phone, 'cup-line-up', { phone: { width: 390, height: 844 } }), []);
    await phone.getByRole('button', { name: /Hand in/ }).click();
    await phone.getByText('Your line-up is in').waitFor();
    await does('do/schedule', { round: '1', start: '2020-01-01T10:00' });
    await phone.goto(`${server.origin}${await card(15)}`);
    for (let board = 0; board < BOARDS; board++) await choices.nth(board).selectOption({ index: board + 1 });
    await phone.getByRole('button', { name: /Hand in/ }).click();
    await phone.getByText(/after the time/).first().waitFor();
});

await holds('round_1_follows_the_seeds_with_the_line_ups_that_came', async () => {
    await does('round/1/pair', {});
    await does('round/1/publish', { was: '0' });
    const [[title, ties], ...rest] = await bracket(phone);
    assert.equal(title, 'Round 1');
    assert.deepEqual(ties, ['A - P', 'H - I', 'D - M', 'E - L', 'B - O', 'G - J', 'C - N', 'F - K'].map((pair) => pair.replace(/[A-P]/g, 'SK $&')));
    assert.deepEqual(rest.map(([name, list]) => [name, list.length]), [['Quarter-finals', 4], ['Semi-finals', 2], ['Final', 1]]);
    await phone.goto(`${pages}/round-1.html`);
    const first = await phone.locator('#m1').innerText();
    assert.match(first, /P5/);
    assert.doesNotMatch(first, /P4/);
});

const SEEDED = ['1.1', '1.2', '1.3', '1.4', '1.5', '1.6', '1.7', '1.8'];

/** The ids of the matches of ${round}, in their order. */
const boards = async (round) => [...(await (await desk.request.get(`${at}/round/${round}`)).text()).matchAll(/data-board="(\d[^"]*)"/g)].map(([, id]) => id);

/** The names of the two of match ${number} of ${round}, as its page has them. */
const named = async (round, number) => {
    await phone.goto(`${pages}/round-${round}.html`);
    return phone.locator(`#m${number} h2 a`).allTextContents();
};

await holds('drawn_matches_are_decided_by_board_count_or_wait_for_the_lot', async () => {
    // In the first seven matches the better number wins 3-1; the last is level, also by board count.
    for (const [n, id] of SEEDED.slice(0, 7).entries()) {
        const [home, away] = await named(1, n + 1);
        await result(1, id, home < away ? '11==' : '00==');
    }
    await result(1, SEEDED[7], '1001');
    await does('round/1/close', {});
    const [status, body] = await act('round/2/pair', {});
    assert.equal(status, 422);
    assert.match(body, /is level by every step/);
    const [home] = await named(1, 8);
    await does('do/decide', home === 'SK K' ? { board: SEEDED[7], points: '2', against: '0' } : { board: SEEDED[7], points: '0', against: '2' });
    const [[, ties], [, quarters]] = await bracket(phone);
    assert.equal(ties[0], 'SK A 3 through - SK P 1 lost');
    assert.equal(ties[7], 'SK F 2 lost - SK K 2 through');
    assert.deepEqual(quarters, ['SK A - SK H', 'SK D - SK E', 'SK B - SK G', 'SK C - SK K']);
    assert.match(await phone.locator('main').innerText(), /SK K goes on: decision of the arbiter/);
});

await holds('the_rounds_follow_to_the_final_and_the_third_place', async () => {
    for (const [round, matches] of [[2, 4], [3, 2]]) {
        await does(`round/${round}/pair`, {});
        await does(`round/${round}/publish`, { was: '0' });
        for (let n = 1; n <= matches; n++) {
            const [home, away] = await named(round, n);
            const ids = await boards(round);
            // By board count: the better number wins board 1 and loses board 2.
            await result(round, ids[n - 1], home < away ? '10==' : '01==');
        }
        await does(`round/${round}/close`, {});
    }
    await does('round/4/pair', {});
    await does('round/4/publish', { was: '0' });
    const [, , , [title, final]] = await bracket(phone);
    assert.deepEqual([title, final], ['Final', ['SK A - SK B']]);
    assert.match(await phone.locator('main').innerText(), /Board count/);
    assert.deepEqual((await named(4, 2)).sort(), ['SK C', 'SK D']);
});

await holds('bracket_team_and_standings_pages_are_sound', async () => {
    for (const [n, halves] of ['1===', '===='].entries()) await result(4, (await boards(4))[n], halves);
    const [first] = await named(4, 1), [third, fourth] = await named(4, 2);
    await does('do/decide', { board: (await boards(4))[1], points: '2', against: '0' });
    await does('round/4/close', {});
    await phone.goto(`${pages}/standings-4.html`);
    const rows = await phone.$$eval('tbody tr', (list) => list.map((row) => row.innerText.replace(/\s+/g, ' ').trim()));
    assert.match(rows[0], new RegExp(`^1 .*${first}`));
    assert.match(rows[2], new RegExp(`^3 .*${third}`));
    assert.match(rows[3], new RegExp(`^4 .*${fourth}`));
    for (const path of ['bracket.html', 'bracket.de.html', 'round-4.html', 'team-1.html', 'why-2.html']) {
        await phone.goto(`${pages}/${path}`);
        assert.deepEqual(await look(phone, `cup-${path.replace('.html', '')}`), [], path);
        const answer = await phone.request.get(`${pages}/${path}`);
        assert.deepEqual((await validate(await answer.text())).filter((one) => !/^(no-implicit-|form-dup-name|element-permitted-order)/.test(one)), [], path);
    }
    assert.deepEqual(complaints, []);
});

await browser.close();
server.end();
done();
