// SPDX-License-Identifier: Apache-2.0
// test_hall.mjs LIMMAT TOOLS [patient]: a laptop in the hall, a public server, and people who look at its
// pages in their browsers: through an outage of the net, a handover, a laptop that was given up and comes
// back.  With "patient" until the public page says that the hall was not heard for a while.
import assert from 'node:assert/strict';

import { browserOf, toolsIn } from '../pages/site.mjs';
import { done, holds } from '../wasm/tap.mjs';
import { deviceOf, netTo, serverOf } from './desk.mjs';

const [command, toolFolder, patient] = process.argv.slice(2);
const [open, hall] = [await serverOf(command), await serverOf(command)];
const net = await netTo(open.origin);
const keys = [await open.start('--name', 'the public server'), await hall.start('--name', 'the laptop')];
const browser = await browserOf(toolsIn(toolFolder));
const complaints = [];
const wide = { width: 1280, height: 800 }, phone = [{ width: 390, height: 844 }, complaints, { hasTouch: true, isMobile: true }];
const [admin, chief] = [await deviceOf(browser, wide, complaints), await deviceOf(browser, wide, complaints)];
const [visitor, guest] = [await deviceOf(browser, ...phone), await deviceOf(browser, ...phone)];
const NAMES = ['Caflisch, Urs', 'Imboden, Jonas', 'Součková, Jiřina', 'Trần, Văn Đức', 'Meier, Kurt', 'Orelli, Ugo', 'Huber, Eva', 'Frey, Max'];

/** Enter what a form would; the status of the answer. */
async function post(page, path, form) {
    const { origin } = new URL(page.url());
    const csrf = /name="csrf" value="(\w+)"/.exec(await (await page.request.get(`${origin}/`)).text())[1];
    return (await page.request.post(origin + path, { form: { ...form, csrf }, maxRedirects: 0 })).status();
}
const result = (page, board, what, was = 'none') => post(page, '/e/open/main/round/1/result', { board: `1.${board}`, result: what, was });
const place = (page) => page.goto(`${new URL(page.url()).origin}/e/open/home`);

/** What is on board ${number} of the round that ${page} shows. */
const shows = (page, number, what) =>
    page.waitForFunction(
        ([board, wanted]) => {
            const row = [...document.querySelectorAll('main tbody tr')].find((one) => one.querySelector('th, td')?.textContent.trim() === board);
            return row?.textContent.replace(/\s/g, '').includes(wanted);
        },
        [String(number), what],
    );

await holds('the_laptop_is_known_to_the_public_server', async () => {
    for (const [page, key, name] of [[admin, keys[0], 'Ada'], [chief, keys[1], 'Vera']]) {
        await page.goto(key);
        await page.getByRole('textbox').fill(name);
        await page.getByRole('button', { name: 'Begin' }).click();
        await page.getByRole('heading', { name: 'All events' }).waitFor();
    }
    await admin.goto(`${open.origin}/sync`);
    await admin.getByLabel('Called').fill('Vera’s laptop');
    await admin.getByRole('button', { name: 'Make an address' }).click();
    const address = await admin.locator('.address').innerText();
    await chief.goto(`${hall.origin}/sync`);
    await chief.getByLabel(/address that it has made/).fill(net.origin + new URL(address).pathname);
    await chief.getByRole('button', { name: 'Connect' }).click();
    await chief.getByText('answered last').or(chief.getByText('being called')).waitFor();
});

await holds('an_event_in_the_hall_is_seen_at_the_public_server', async () => {
    assert.equal(await post(chief, '/new', { name: 'Open', start: '2026-07-14', rounds: '5' }), 303);
    assert.equal(await post(chief, '/e/open/main/people/enter', { text: NAMES.map((name, i) => `${name}\t${2400 - 50 * i}\tSUI`).join('\n') }), 303);
    assert.equal(await post(chief, '/e/open/main/round/1/pair', {}), 303);
    assert.equal(await post(chief, '/e/open/main/round/1/publish', { was: '0' }), 303);
    await place(chief);
    await chief.getByRole('button', { name: 'Show it at the public server, too' }).click();
    const round = `${open.origin}/p/open/main/round-1.html`;
    for (let there = 404; there !== 200; ) there = (await visitor.request.get(round)).status();
    await visitor.goto(round);
    await visitor.getByText('Last update from the hall:').waitFor();
    assert.equal(await visitor.locator('main tbody tr').count(), 4);
    await guest.goto(`${hall.origin}/p/open/main/round-1.html`); // in the hall, at the laptop itself
    await guest.locator('.as-of').getByText('As of').waitFor();
});

await holds('results_of_the_hall_come_to_both_by_themselves', async () => {
    assert.equal(await result(chief, 1, '1-0'), 303);
    await shows(visitor, 1, '1–0');
    await shows(guest, 1, '1–0');
});

await holds('without_a_net_the_hall_goes_on_and_the_public_page_stays', async () => {
    net.cut();
    assert.equal(await result(chief, 2, '0-1'), 303);
    await shows(guest, 2, '0–1');
    await place(chief);
    await chief.getByText('Not reached').waitFor();
    assert.equal(await visitor.locator('main').getByText('0 – 1').count(), 0);
    await visitor.getByText('Last update from the hall:').waitFor();
    if (patient) await visitor.getByText('Later entries aren’t here yet').waitFor({ timeout: 200000 });
});

await holds('with_the_net_it_comes_to_the_public_page', async () => {
    net.mend();
    await shows(visitor, 2, '0–1');
});

await holds('handed_over_the_public_server_goes_on_and_both_pages_follow', async () => {
    await place(chief);
    await chief.getByRole('button', { name: 'Hand it over to' }).click();
    await place(admin);
    await admin.getByText('Here, at').waitFor();
    assert.equal(await result(chief, 3, '1-0'), 409, 'the laptop takes nothing any more');
    assert.equal(await result(admin, 3, '1/2-1/2'), 303);
    await shows(visitor, 3, '½–½');
    await visitor.locator('.as-of').getByText('As of').waitFor(); // it is run here: no word of a hall
    await shows(guest, 3, '½–½');
    await admin.getByRole('button', { name: 'Hand it over to' }).click();
    await place(chief);
    await chief.getByText('Here, at').waitFor();
});

await holds('a_laptop_that_was_given_up_comes_back_and_gives_way', async () => {
    await visitor.getByText('Last update from the hall:').waitFor();
    net.cut();
    assert.equal(await result(chief, 4, '1-0'), 303); // nobody outside will know of it
    await shows(guest, 4, '1–0');
    await place(admin);
    await admin.getByRole('button', { name: /Take over anyway/ }).click();
    await admin.getByText('Here, at').waitFor();
    assert.equal(await result(admin, 2, '1/2-1/2', '0-1'), 303);
    await shows(visitor, 2, '½–½');
    assert.equal(await guest.locator('main').getByText('½ – ½').count(), 1, 'the hall does not know yet');
    net.mend();
    await shows(guest, 2, '½–½');
    await guest.waitForFunction(() => !/1\s–\s0/.test([...document.querySelectorAll('main tbody tr')].find((row) => row.querySelector('th, td').textContent.trim() === '4').textContent));
    // What it had entered is offered at the next call: the page that is open shows it by itself.
    await admin.getByText('Entries of another machine').waitFor();
});

await holds('what_it_had_is_entered_by_a_person_and_seen_by_all', async () => {
    await admin.getByRole('button', { name: 'Enter it' }).first().click();
    await shows(visitor, 4, '1–0');
    await shows(guest, 4, '1–0');
    const [there, here] = await Promise.all([visitor, guest].map((page) => page.locator('main table').first().innerText()));
    assert.equal(there, here);
});

await holds('no_page_complained', async () => assert.deepEqual(complaints, []));

await browser.close();
net.end();
open.end();
hall.end();
done();
