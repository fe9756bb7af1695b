// SPDX-License-Identifier: Apache-2.0
// screenshots.mjs LIMMAT TOOLS OUT [WORD [WAY]]: the screens of a server with the sample event, as an arbiter, a
// screen at the exit and a visitor see them, in every width, light, dark and on paper, as pictures in the
// folder OUT for people to look at; with WORD those alone in whose name it stands, with WAY (1440-dark) that one alone.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { browserOf, toolsIn } from '../pages/site.mjs';
import { Arbiter, serverOf } from './desk.mjs';

const [command, toolFolder, out, word = '', only] = process.argv.slice(2);
const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const server = await serverOf(command);
const key = await server.start('--sample', file('../../examples/summer-open-2026.trf'), '--submissions');
const browser = await browserOf(toolsIn(toolFolder));
mkdirSync(out, { recursive: true });

const ways = {
    1440: { viewport: { width: 1440, height: 900 } },
    '1440-dark': { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
    820: { viewport: { width: 820, height: 1180 } },
    '820-dark': { viewport: { width: 820, height: 1180 }, colorScheme: 'dark' },
    390: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
    '390-dark': { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, colorScheme: 'dark' },
    320: { viewport: { width: 320, height: 700 } },
};

async function shoot(state, name, address, act) {
    if (!name.includes(word)) return;
    for (const [way, options] of Object.entries(ways)) {
        if (only && way !== only) continue;
        const context = await browser.newContext({ ...options, storageState: state });
        const page = await context.newPage();
        await page.goto(address);
        await act?.(page);
        await page.screenshot({ path: join(out, `${name}-${way}.png`), fullPage: !['round', 'confirm', 'toast', 'drawer', 'palette', 'wall', 'new-event'].includes(name) });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (wide > 0) console.log(`${name} ${way}: ${wide} px too wide`);
        if (way === '1440') await page.pdf({ path: join(out, `${name}.pdf`), format: 'A4' });
        await context.close();
    }
}

const context = await browser.newContext();
const page = await context.newPage();
await page.goto(key);
await shoot(undefined, 'key', key);
await page.getByRole('textbox').fill('Ada Arbiter');
await page.getByRole('button', { name: 'Begin' }).click();
const event = await page.locator('a[href^="/e/"]').first().getAttribute('href');
await page.goto(server.origin + event);
const base = page.url().match(/^.*\/e\/[^/]+\/[^/]+/)[0];
const slug = event.split('/')[2];
const state = await context.storageState();
// Round 6 is paired and published; of its boards most have a result.
const arbiter = new Arbiter(page, base);
await page.goto(`${base}/round/6`);
await arbiter.step(/draft: only/);
await shoot(state, 'draft', `${base}/round/6`);
await arbiter.step(/published/);
const played = [...'110515100105110501'];
for (const [i, result] of played.entries()) {
    await page.keyboard.press(result);
    await arbiter.reads(new RegExp(`\\b${i + 1} of`));
}
const desk = {
    overview: `${base}/overview`,
    round: `${base}/round/6`,
    players: `${base}/players`,
    'check-in': `${base}/check-in`,
    standings: `${base}/standings`,
    files: `${base}/files`,
    settings: `${base}/settings`,
    log: `${server.origin}/e/${slug}/log`,
    prizes: `${base}/prizes`,
    slips: `${base}/paper/slips/6`,
    names: `${base}/paper/names/6`,
    wall: `${base}/wall`,
    home: `${server.origin}/`,
    'new-event': `${server.origin}/new`,
    rights: `${server.origin}/rights`,
    help: `${server.origin}/help`,
    machines: `${server.origin}/machines`,
    'new-championship': `${server.origin}/championships`,
    'championship-form': `${server.origin}/championships/form?from=acwc-2019`,
    'sign-in': `${server.origin}/sign-in`,
};
for (const [name, address] of Object.entries(desk)) await shoot(state, name, address);
await page.goto(desk.settings);
await page.locator('.acts-list a').first().click();
await shoot(state, 'act', page.url());
await page.goto(desk.players);
await shoot(state, 'person', new URL(await page.locator('.people a').first().getAttribute('href'), page.url()).href);
await shoot(state, 'drawer', `${base}/players#p4`, (tab) => tab.waitForSelector('.drawer'));
await shoot(state, 'add', `${base}/people/add`, async (tab) => {
    await tab.locator('textarea[name=text]').first().fill('SNo\tName\tRtg\tFED\tVerein\tHandy\n1\tMuzychenko Olena\t2241\tUKR\t\t\n2\tKeller Tim\t1851\tSUI\tSK Thun\t079 555 12 12\n3\tGerber, Reto\t2183\tSUI\t\t\n4\t\t1700\t\t\t\n5\tYılmaz Cem\tabout 1790\tTUR\t\t\n');
    await tab.getByRole('button', { name: 'Check rows' }).click();
    await tab.locator('#became table').waitFor();
});
await shoot(state, 'palette', `${base}/overview`, async (tab) => {
    await tab.keyboard.press('Control+k');
    await tab.keyboard.type('imb');
    await tab.waitForFunction(() => document.querySelector('.palette [aria-selected]')?.textContent.includes('Imboden'));
});
await shoot(state, 'confirm', `${base}/do/unpublish?round=6`, async (tab) => {
    await tab.locator('main form button.main').click();
    await tab.waitForSelector('dialog');
});
await shoot(state, 'toast', `${base}/round/6`, async (tab) => {
    await tab.keyboard.press('1');
    await tab.waitForTimeout(400);
});
// A screen at the exit, and the card of a player.
await page.goto(desk.rights);
await page.getByRole('button', { name: 'Kiosk', exact: true }).click();
const kiosk = await (await browser.newContext()).newPage();
await kiosk.goto((await page.locator('.address').innerText()).trim());
await kiosk.getByRole('button', { name: 'Begin' }).click();
await kiosk.goto(`${server.origin}${event}`);
const there = await kiosk.context().storageState();
await shoot(there, 'kiosk', kiosk.url());
await shoot(there, 'board-of-kiosk', new URL(await kiosk.locator('.kiosk-boards a').first().getAttribute('href'), kiosk.url()).href);
await page.goto(`${base}/player/p2`);
await page.locator('.top a').last().click();
await shoot(state, 'card-code', page.url());
await shoot(undefined, 'card', (await page.locator('.address').innerText()).trim());
await page.goto(desk.round);
const everybody = {
    'public-event': `${server.origin}/p/${slug}/main/index.html`,
    'public-round': `${server.origin}/p/${slug}/main/round-6.html`,
    pair: `${server.origin}/pair/pair.html`,
    results: `${server.origin}/results`,
    submit: `${server.origin}/submit`,
    privacy: `${server.origin}/privacy`,
    missing: `${server.origin}/p/${slug}/main/player-104.html`,
    refused: `${server.origin}/e/${slug}/nowhere`,
};
for (const [name, address] of Object.entries(everybody)) await shoot(undefined, name, address);
console.log(`look at them in ${out}`);
await browser.close();
server.end();
