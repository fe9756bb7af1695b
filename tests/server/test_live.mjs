// SPDX-License-Identifier: Apache-2.0
// test_live.mjs LIMMAT TOOLS: the public pages of an event that is served follow by themselves, and touch
// nothing that did not change; they say as of when they are, and stay when the net goes.
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';

import { browserOf, toolsIn, validatorIn } from '../pages/site.mjs';
import { done, holds } from '../wasm/tap.mjs';
import { Arbiter, deviceOf, netTo, serverOf } from './desk.mjs';

const [command, toolFolder] = process.argv.slice(2);
const tools = toolsIn(toolFolder);
const server = await serverOf(command);
const { origin } = server;
const key = await server.start();
const browser = await browserOf(tools);
const complaints = [];
const desk = await deviceOf(browser, { width: 1280, height: 800 }, complaints);
const arbiter = new Arbiter(desk, `${origin}/e/autumn/main`);
const at = (path) => arbiter.at(path);
const FAMILIES = ['Ammann', 'Bühler', 'Caduff', 'Dubois', 'Egli', 'Frey', 'Graf', 'Hösli', 'Imhof', 'Jäggi', 'Keller', 'Lüthi'];
const NAMES = Array.from({ length: 36 }, (_, i) => `${FAMILIES[i % 12]}, ${['Anna', 'Beat', 'Céline'][Math.floor(i / 12)]}`);

/** Type the results of a round, all the same, from board ${from} to ${to}. */
async function results(round, from, to, result) {
    const token = await desk.locator('[name=csrf]').first().inputValue();
    for (let board = from; board <= to; board++) {
        const answer = await desk.request.post(at(`round/${round}/result`), { form: { csrf: token, board: String(board), result } });
        assert.equal(answer.status(), 200, await answer.text());
    }
}
/** The way of visitors to the server, which can be cut: that the browser is off line its shared worker would not see. */
const net = await netTo(origin);
const publicPage = (name) => `${net.origin}/p/autumn/main/${name}`;

await holds('a_round_is_published', async () => {
    await desk.goto(key);
    await desk.getByRole('textbox').fill('Verena Hösli');
    await desk.getByRole('button', { name: 'Begin' }).click();
    await desk.getByRole('link', { name: 'New event' }).click();
    await desk.getByRole('textbox', { name: 'Name' }).fill('Autumn');
    await desk.locator('[name=rounds]').fill('5');
    await desk.getByRole('button', { name: 'Create event' }).click();
    await desk.getByRole('heading', { name: 'Players' }).waitFor();
    await desk.getByLabel('Pasted rows').fill(NAMES.map((name, i) => `${name}\t${2200 - 15 * i}\tSUI\t1990`).join('\n'));
    await desk.getByRole('button', { name: 'Check rows' }).click();
    await desk.getByRole('button', { name: 'Add 36 players' }).click();
    await desk.locator('table.people').waitFor();
    await desk.goto(at('round/1'));
    await arbiter.step(/draft: only/);
    await arbiter.step(/published/);
    await results(1, 1, 10, '1-0');
});

const visitor = await deviceOf(browser, { width: 390, height: 844 }, complaints, { hasTouch: true, isMobile: true });
const asOf = (page = visitor) => page.locator('.as-of');

await holds('a_page_says_as_of_when_it_is', async () => {
    await visitor.goto(publicPage('standings-1.html'));
    await asOf().getByText(/^As of \d\d:\d\d$/).waitFor();
});

await holds('what_changed_is_put_into_its_place_and_nothing_else_is_touched', async () => {
    const rows = visitor.locator('main tbody tr');
    await rows.first().waitFor();
    // A filter that is set, a place in the page, a link that has the focus, a row that is known again.
    const last = NAMES[35];
    await visitor.evaluate(() => {
        window.same = true;
        document.querySelector('h1').known = true;
        const link = [...document.querySelectorAll('main tbody a')].at(-4);
        link.focus({ preventScroll: true });
        window.focused = link.getAttribute('href');
        scrollTo(0, 600);
    });
    const before = await rows.count();
    const place = await visitor.evaluate(() => scrollY);
    assert.ok(place > 300, 'the page is long enough to be scrolled');
    await results(1, 11, 18, '0-1');
    await visitor.waitForFunction((number) => Number(document.body.dataset.number) >= number, await number());
    assert.equal(await rows.count(), before);
    const kept = await visitor.evaluate(() => [window.same, document.querySelector('h1').known, document.activeElement.getAttribute('href') === window.focused]);
    assert.deepEqual(kept, [true, true, true]);
    const now = await visitor.evaluate(() => scrollY);
    assert.ok(Math.abs(now - place) < 100, `scrolled from ${place} to ${now}`);
    const fresh = await (await visitor.request.get(publicPage('standings-1.html'))).text();
    const told = await visitor.evaluate((html) => {
        const texts = (root) => [...root.querySelectorAll('main tbody tr')].map((row) => row.textContent.replace(/\s+/g, ' ').trim());
        return [texts(document), texts(new DOMParser().parseFromString(html, 'text/html'))];
    }, fresh);
    assert.deepEqual(told[0], told[1], 'it reads as a page that is fetched now');
    assert.ok(told[1].join(' ').includes(last.split(',')[0]));
});

/** The number of the desk's last line. */
async function number() {
    const html = await (await desk.request.get(at('round/1'))).text();
    return Number(/data-number="(\d+)"/.exec(html)[1]);
}

await holds('a_filter_that_is_set_and_an_order_that_was_chosen_stay', async () => {
    await visitor.goto(publicPage('players.html'));
    await visitor.getByRole('searchbox').fill('caduff');
    await visitor.waitForFunction(() => [...document.querySelectorAll('main tbody tr')].filter((row) => !row.hidden).length === 3);
    await visitor.locator('main thead button').nth(1).click();
    const order = () => visitor.locator('main tbody tr:not([hidden])').allInnerTexts();
    const before = await order();
    await desk.goto(at('players'));
    await desk.goto(at('do/enter'));
    await desk.getByLabel('Name').first().fill('Caduff, Zita');
    await arbiter.click(desk.locator('main form button.main'));
    await arbiter.confirm({ from: at('do/enter') });
    await visitor.waitForFunction((wanted) => Number(document.body.dataset.number) >= wanted, await number());
    const after = await order();
    assert.ok(after.every((row) => /caduff/i.test(row)), after.join());
    assert.ok(after.length >= before.length);
});

await holds('the_next_round_comes_to_who_looks_at_the_event', async () => {
    await visitor.goto(publicPage('index.html'));
    await desk.goto(at('round/1'));
    await arbiter.step(/closed/);
    await arbiter.key('p');
    await desk.waitForURL(/round\/2/);
    await arbiter.step(/draft: only/);
    await arbiter.step(/published/);
    await visitor.locator('header a[href*="round-2"]').waitFor();
});

await holds('without_a_net_it_says_since_when_and_reads_again_what_it_kept', async () => {
    await visitor.goto(publicPage('round-2.html'));
    await asOf().getByText(/^As of/).waitFor();
    await visitor.waitForFunction(() => document.documentElement.dataset.kept);
    const text = await visitor.locator('main').innerText();
    net.cut();
    await asOf().getByText(/^No connection since \d\d:\d\d\. This page shows the state then\.$/).waitFor();
    assert.equal(await visitor.locator('main').innerText(), text, 'what was there stays');
    await visitor.reload();
    await asOf().getByText(/^No connection since/).waitFor();
    assert.equal(await visitor.locator('main h1').innerText(), 'Round 2: pairings', 'and is there when it is opened again');
    await results(2, 1, 1, '1/2-1/2');
    net.mend();
    await visitor.locator('main').getByText('½').first().waitFor();
    await asOf().getByText(/^As of/).waitFor();
});

await holds('a_card_says_it_too_and_is_kept', async () => {
    await desk.goto(at('player/p1/card'));
    const card = await deviceOf(browser, { width: 390, height: 844 }, complaints, { hasTouch: true, isMobile: true });
    await card.goto((await desk.locator('.address').innerText()).replace(origin, net.origin));
    await asOf(card).getByText(/^As of/).waitFor();
    await card.waitForFunction(() => document.documentElement.dataset.kept);
    net.cut();
    await asOf(card).getByText(/^No connection since/).waitFor();
    await card.reload();
    await card.getByRole('heading', { name: NAMES[0] }).waitFor();
    await asOf(card).getByText(/^No connection since/).waitFor();
    net.mend();
    await card.context().close();
});

await holds('a_card_tells_what_may_come_of_its_player_and_follows', async () => {
    await desk.goto(at('player/p1/card'));
    const address = await desk.locator('.address').innerText();
    for (const [locale, title] of [['en', 'Forecast'], ['de', 'Vorhersage']]) {
        const card = await deviceOf(browser, { width: 320, height: 844 }, complaints, { hasTouch: true, isMobile: true, locale });
        const asked = [];
        card.on('request', (request) => asked.push(request.url()));
        await card.goto(address);
        await card.getByRole('heading', { name: title }).waitFor();
        assert.deepEqual(asked.filter((url) => /engine|wasm|json/.test(url)), [], 'nothing of it before a tap');
        await card.locator('#what-if button').click();
        const said = card.locator('#what-if tbody td');
        await said.first().waitFor({ timeout: 60000 });
        const [opponents, ...chances] = await said.allInnerTexts();
        assert.match(opponents, /, \S+ \d+ %/);
        assert.ok(chances.length === 3 && chances.every((cell) => /^\d+ %$/.test(cell)), chances.join());
        assert.ok(await card.evaluate(() => document.documentElement.scrollWidth <= 320), 'it is not wider than the screen');
        // A result is entered: the card follows, and what may come is reckoned again.
        const before = await card.evaluate(() => Number(document.body.dataset.number));
        await card.evaluate(() => document.querySelector('#what-if .answer').firstChild.old = true);
        await results(2, locale === 'en' ? 3 : 4, locale === 'en' ? 3 : 4, '0-1');
        await card.waitForFunction((number) => Number(document.body.dataset.number) > number && !document.querySelector('#what-if .answer').firstChild?.old
            && document.querySelector('#what-if tbody td'), before, { timeout: 60000 });
        assert.equal(await said.count(), 4);
        await card.context().close();
    }
});

await holds('a_card_of_before_the_first_round_tells_it_when_that_is_paired', async () => {
    const token = await desk.locator('[name=csrf]').first().inputValue();
    const post = async (path, form) => assert.equal((await desk.request.post(origin + path, { form: { csrf: token, ...form } })).status(), 200, path);
    await post('/new', { name: 'Early', start: '2026-07-14', rounds: '3' });
    await post('/e/early/main/people/enter', { text: NAMES.slice(0, 8).map((name) => `${name}\t2000\tSUI`).join('\n') });
    await desk.goto(`${origin}/e/early/main/player/p1/card`);
    const card = await deviceOf(browser, { width: 390, height: 844 }, complaints, { hasTouch: true, isMobile: true });
    await card.goto(await desk.locator('.address').innerText());
    await asOf(card).getByText(/^As of/).waitFor();
    assert.equal(await card.locator('#what-if').count(), 0, 'there is nothing to foresee');
    await post('/e/early/main/round/1/pair', {});
    await post('/e/early/main/round/1/publish', { was: '0' });
    await card.getByRole('heading', { name: 'Forecast' }).waitFor();
    await card.context().close();
});

await holds('the_server_is_killed_and_comes_back_under_a_page_that_is_open', async () => {
    await server.kill();
    await asOf().getByText(/^No connection since/).waitFor();
    await server.start();
    await asOf().getByText(/^As of/).waitFor();
    await results(2, 2, 2, '1-0');
    await visitor.waitForFunction((wanted) => Number(document.body.dataset.number) >= wanted, await number());
});

await holds('pages_that_follow_are_light_and_are_good_html', async () => {
    const validate = validatorIn(tools);
    for (const name of ['index.html', 'round-2.html', 'standings-1.html', 'player-1.html', 'players.html']) {
        const html = await (await visitor.request.get(publicPage(name))).text();
        const addresses = [...html.matchAll(/<(?:link rel="stylesheet" href|script src)="([^"]+)"/g)].map(([, address]) => new URL(address, publicPage(name)).href);
        const sizes = await Promise.all(addresses.map(async (address) => gzipSync(await (await visitor.request.get(address)).body()).length));
        const first = sizes.reduce((sum, size) => sum + size, gzipSync(html).length);
        assert.ok(html.length <= 40000, `${name}: ${html.length} bytes of HTML`);
        assert.ok(first <= 60000, `${name}: ${first} bytes for a first visit`);
        assert.deepEqual(await validate(html), [], name);
        console.log(`# ${name}: ${html.length} bytes, first load ${first} gzipped`);
    }
});

await holds('no_page_complained', async () => assert.deepEqual(complaints, []));

await browser.close();
net.end();
server.end();
done();
