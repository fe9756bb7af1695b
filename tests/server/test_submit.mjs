// SPDX-License-Identifier: Apache-2.0
// test_submit.mjs LIMMAT TOOLS [PICTURES]: an arbiter without account sends a file, has mended what
// is sure, publishes it and sends the next round; somebody searches; the server's owner decides.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';

import { browserOf, lookIn, press, toolsIn } from '../pages/site.mjs';
import { done, holds } from '../wasm/tap.mjs';
import { serverOf } from './desk.mjs';

const [command, toolFolder, pictures] = process.argv.slice(2);
const tools = toolsIn(toolFolder);
const lookAt = lookIn(tools, pictures);
const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const server = await serverOf(command);
const key = await server.start('--submissions', '--push', 'mailto:owner@example.org', '--mail', '/bin/true');
const browser = await browserOf(tools);
const complaints = [];
const visitor = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
const owner = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
for (const page of [visitor, owner]) {
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('response', (answer) => {
        if (answer.status() >= 400 && answer.status() !== 422) complaints.push(`${answer.status()} ${answer.url()}`);
    });
}
const at = (path) => `${server.origin}${path}`;
const found = [];

const look = async (page, name) => found.push(...(await lookAt(page, name)));

async function send(path) {
    await visitor.locator('[name=file]').setInputFiles(path);
    await visitor.getByRole('button', { name: /^Preview$|next version/ }).click();
}

await holds('a_file_that_cannot_be_published_says_why', async () => {
    await visitor.goto(at('/submit'));
    await look(visitor, 'submit');
    await send(file('../cli/data/contradiction.trf'));
    await visitor.getByText('line 15').first().waitFor();
    await look(visitor, 'refused');
});

let mine;
await holds('what_is_sure_is_mended_at_a_click', async () => {
    await visitor.goto(at('/submit'));
    await send(file('../cli/data/wrong-points.trf'));
    await visitor.getByText('not public yet').first().waitFor();
    mine = visitor.url();
    await look(visitor, 'draft');
    await visitor.getByRole('button', { name: 'Correct the points by the results' }).click();
    await visitor.getByText('Corrected:').first().waitFor();
    assert.equal(await visitor.getByRole('button', { name: 'Correct the points by the results' }).count(), 0);
    await visitor.getByLabel('Name', { exact: true }).fill('Limmat Spring Open');
    await visitor.getByRole('button', { name: 'Save details' }).click();
    await visitor.getByRole('heading', { name: 'Limmat Spring Open' }).waitFor();
    await look(visitor, 'mended');
});

await holds('the_pages_are_looked_at_before_anybody_sees_them', async () => {
    await visitor.getByRole('link', { name: 'Preview its pages' }).click();
    await visitor.getByRole('heading', { name: 'Limmat Spring Open' }).waitFor();
    await visitor.getByRole('link', { name: 'Standings' }).first().click();
    await visitor.locator('table').first().waitFor();
    await look(visitor, 'preview');
    await owner.goto(at('/results'));
    assert.equal(await owner.getByRole('link', { name: 'Limmat Spring Open' }).count(), 0);
});

await holds('one_click_publishes_it', async () => {
    await visitor.goto(mine);
    await visitor.getByRole('button', { name: 'Publish', exact: true }).click();
    await visitor.getByText('It is public').waitFor();
    await owner.goto(at('/results?q=spring'));
    await look(owner, 'results');
    await owner.getByRole('link', { name: 'Limmat Spring Open' }).click();
    await owner.getByRole('heading', { name: 'Limmat Spring Open' }).waitFor();
    await look(owner, 'event');
});

await holds('a_next_version_tells_what_it_changed', async () => {
    await visitor.goto(mine);
    await send(file('../../examples/open-2026.trf'));
    await visitor.getByText('Version 2', { exact: true }).waitFor();
    assert.equal(await visitor.locator('h1').innerText(), 'Limmat Spring Open', 'what was typed stays');
    await look(visitor, 'published');
    const history = await visitor.getByRole('link', { name: 'History' }).first().getAttribute('href');
    await owner.goto(at(history));
    await look(owner, 'history');
    await owner.getByLabel('What is wrong').fill('The name of player 3 is mine, and wrong');
    await press(owner, owner.getByRole('button', { name: 'Send report' }));
    await visitor.goto(mine);
    await visitor.getByRole('button', { name: 'Restore version 1' }).click();
    await visitor.getByText('Version 3', { exact: true }).waitFor();
});

await holds('a_person_is_found_over_all_tournaments', async () => {
    await visitor.goto(at('/submit'));
    await send(file('../../examples/summer-open-2026.trf'));
    await press(visitor, visitor.getByRole('button', { name: 'Publish', exact: true }));
    await visitor.goto(at('/results'));
    await visitor.getByRole('searchbox').fill('caflisch');
    await visitor.keyboard.press('Enter');
    await visitor.waitForURL(/[?&]q=caflisch/);
    await look(visitor, 'search');
    await visitor.getByRole('link', { name: /Caflisch/ }).first().click();
    await visitor.getByRole('link', { name: /Zürich Summer Open/ }).waitFor();
    await look(visitor, 'person');
});

await holds('the_servers_owner_decides', async () => {
    await owner.goto(key);
    await owner.getByRole('button', { name: 'Begin' }).click();
    await owner.getByRole('link', { name: 'Submitted tournaments' }).click();
    await owner.getByText('The name of player 3 is mine').first().waitFor();
    await look(owner, 'moderation');
    const row = owner.locator('.queue li', { hasText: 'The name of player 3' }).first();
    await row.getByLabel('Reason').fill('a name that is not hers');
    await press(owner, row.getByRole('button', { name: 'Unpublish' }));
    await visitor.goto(mine);
    await visitor.getByText('a name that is not hers').first().waitFor();
    await look(visitor, 'taken-down');
    await owner.goto(at('/privacy'));
    await look(owner, 'privacy');
});

await holds('visitors_have_a_guide_and_alerts', async () => {
    await visitor.goto(at('/guide'));
    await visitor.getByRole('heading', { name: 'For visitors' }).waitFor();
    await look(visitor, 'guide');
    await visitor.goto(at('/results?q=summer'));
    await visitor.getByRole('link', { name: /Zürich Summer Open/ }).click();
    await look(visitor, 'event-page');
    for (const [name, title] of [['Federations', 'federations'], ['Rating changes', 'ratings'], ['Categories', 'categories']]) {
        await visitor.goto(at(visitor.url().replace(server.origin, '').replace(/[^/]*$/, 'players.html')));
        await visitor.getByRole('link', { name }).click();
        await visitor.getByRole('heading', { name, exact: true }).waitFor();
        await look(visitor, title);
    }
    await visitor.goto(at(visitor.url().replace(server.origin, '').replace(/[^/]*$/, 'player-1.html')));
    assert.equal(await visitor.getByRole('heading', { name: 'Pairing alerts' }).isVisible(), false, 'not before one follows');
    await visitor.getByRole('button', { name: 'Follow' }).click();
    await visitor.getByRole('button', { name: 'Alert me on this device' }).waitFor();
    await visitor.getByLabel('Or by mail').waitFor();
    await look(visitor, 'player-alerts');
});

await holds('every_screen_is_clean_for_assistive_technology_and_fits_a_phone', () => assert.deepEqual(found, []));
await holds('nothing_complained', () => assert.deepEqual(complaints, []));

await browser.close();
server.end();
done();
