// SPDX-License-Identifier: Apache-2.0
// test_champion.mjs LIMMAT TOOLS DEFINITION ENTRANTS [PICTURES]: a championship through browsers, from
// the application to the champion.  Everybody has a context and a key of his own, several act at once;
// players do what is due for them, the director decides by buttons and types nothing but two reasons.
// In the last match all games are drawn until Armageddon decides.  The journal comes to the same by the
// command.  Who is looked at: wide and on a phone, by axe.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { browserOf, lookIn, toolsIn } from '../pages/site.mjs';
import { done, holds } from '../wasm/tap.mjs';
import { serverOf } from './desk.mjs';

const [command, toolFolder, name = 'club-knock-out', entrants = '4', pictures] = process.argv.slice(2);
const count = Number(entrants);
const definition = JSON.parse(readFileSync(fileURLToPath(new URL(`../../data/championships/${name}.json`, import.meta.url)), 'utf8'));
const chief = typeof definition.directors.accounts[0] === 'string' ? definition.directors.accounts[0] : 'director';
const titled = (definition.holders ?? []).filter((holder) => holder.automatic).map((holder) => holder.player);
const DAY = 86400000;
const starts = definition.calendar ? Date.parse(definition.calendar.starts) : Date.parse('2026-01-10T12:00:00Z');
const ZONES = ['Europe/Zurich', 'America/New_York', 'Asia/Tokyo', 'UTC', 'Australia/Sydney'];
const AT_ONCE = 6;

let now = starts - 9 * DAY;
const written = (at) => new Date(at).toISOString().replace('.000', '');
const tools = toolsIn(toolFolder);
const lookAt = lookIn(tools, pictures);
const server = await serverOf(command);
const key = await server.start('--clock', written(now));
const browser = await browserOf(tools);
const complaints = [];
const found = [];
const home = `${server.origin}/c/${name}`;

/** Somebody with a browser of his own; ${typed} is all that he typed. */
async function somebody(who, options = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    context.setDefaultTimeout(Number(process.env.T ?? 60000));
    const page = await context.newPage();
    page.on('dialog', (dialog) => dialog.accept().catch(() => {}));
    page.on('pageerror', (error) => complaints.push(`${who}: ${error}`));
    page.on('response', (answer) => {
        if (answer.status() >= 500 || answer.status() === 404) complaints.push(`${who}: ${answer.status()} ${answer.url()}`);
    });
    return { who, context, page, typed: [], zone: 'UTC' };
}

const stands = () => [location.href, document.body.dataset.number].join();
const AGAIN = 12000; // who sees nothing happen for so long looks again

/** Press ${button}, and first fill ${fields}: false when that is refused.  Others act meanwhile: what they
 * do can take the button away, and then there is something new to look at. */
async function press(person, button, ...fields) {
    const { page } = person;
    const before = await page.evaluate(stands);
    if ((await button.count()) === 0) return true;
    const changed = page.waitForFunction((was) => document.getElementById('main') && [location.href, document.body.dataset.number].join() !== was, before, { timeout: AGAIN });
    const answered = page.waitForResponse((one) => one.request().method() === 'POST', { timeout: AGAIN });
    const gone = changed.catch(() => {}).then(() => null);
    answered.catch(() => {});
    for (const [field, value] of fields) await Promise.race([field.fill(value).catch(() => {}), gone]);
    await Promise.race([button.click().catch(() => {}), gone]);
    const answer = await Promise.race([answered.catch(() => null), gone]);
    if (answer?.status() === 303) await gone;
    return answer === null || answer.status() === 303;
}

/** All of ${people} by ${deed}, so many at once. */
async function together(people, deed) {
    const waiting = [...people];
    const results = [];
    await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
            for (let one = waiting.shift(); one; one = waiting.shift()) results.push(await deed(one));
        }),
    );
    return results;
}

const look = async (page, what) => found.push(...(await lookAt(page, what)));

const owner = await somebody('owner');
const people = new Map();
let director;

const text = (page) => page.locator('#main').innerText();
const dueOf = async (person) => (await (await person.context.request.get(`${home}/due.json`)).json()).due;
const matchOf = (due) => `${home}/m/${due.match}`;

/** By a clock of his own: what a field for dates shows. */
function local(person, at) {
    const parts = Object.fromEntries(
        new Intl.DateTimeFormat('en-CA', { timeZone: person.zone, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
            .formatToParts(new Date(at))
            .map(({ type, value }) => [type, value]),
    );
    return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`;
}

/** The owner makes a key for ${who}, and he comes in by it. */
async function keyed(who, options) {
    const person = await somebody(who, options);
    await owner.page.goto(`${home}/people`);
    await owner.page.getByRole('button', { name: `Sign-in link for ${who}`, exact: true }).click();
    const address = (await owner.page.locator('p.address').innerText()).trim();
    await person.page.goto(address);
    await person.page.getByRole('button').first().click();
    await person.page.goto(home);
    await person.page.getByText(who).first().waitFor();
    return person;
}

/** From the first page of an empty server to a championship, without JSON. */
async function fillTheForm(page) {
    const begin = page.getByRole('button', { name: 'Begin the championship' });
    await page.getByRole('link', { name: 'New online championship' }).first().click();
    await page.getByRole('link', { name: 'Swiss and play-off final' }).click();
    await page.getByLabel('Title').fill('Swiss plus final');
    await page.getByLabel('Number of players').fill(String(count));
    await begin.click(); // nobody directs it yet: the browser asks
    assert.ok(await page.getByLabel('Accounts of the directors').evaluate((field) => !field.validity.valid));
    await page.getByLabel('Accounts of the directors').fill(chief);
    await page.getByRole('button', { name: 'Preview' }).last().click();
    await page.getByRole('cell', { name: 'Play-off' }).waitFor();
    assert.equal(await page.locator('[name=s0_rounds]').getAttribute('placeholder'), String(Math.ceil(Math.log2(count)) + 1));
    assert.equal(await page.getByLabel('Title').inputValue(), 'Swiss plus final');
    await look(page, 'form');
    await begin.click();
}

await holds('a_championship_begins_from_a_definition', async () => {
    await owner.page.goto(key);
    await owner.page.getByRole('textbox').fill('Verena Hösli');
    await owner.page.getByRole('button', { name: 'Begin' }).click();
    await owner.page.getByRole('heading').first().waitFor();
    if (name === 'swiss-plus-final') {
        await fillTheForm(owner.page);
    } else {
        await owner.page.goto(`${server.origin}/championships`);
        await owner.page.locator('select[name=definition]').selectOption(name);
        await owner.page.getByLabel('Use the suggested answers').check();
        await owner.page.getByRole('button', { name: 'Begin the championship' }).click();
    }
    await owner.page.waitForURL(home);
    director = await keyed(chief);
    assert.match(await text(director.page), /Decisions/);
});

await holds('a_form_changes_its_stages_without_scripts', async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, javaScriptEnabled: false, storageState: await owner.context.storageState() });
    const page = await context.newPage();
    await page.goto(`${server.origin}/championships/form?from=acwc-2019`);
    await page.locator('[name=title]').fill('Town Cup');
    await page.locator('[name=kind]').selectOption('knock_out');
    await page.getByRole('button', { name: 'Add stage' }).click();
    await page.locator('[name=s3_title]').fill('Super final');
    await page.getByRole('button', { name: 'Move earlier: knock-out' }).click();
    await page.getByRole('button', { name: 'Remove Candidates' }).click();
    await page.locator('[name=s1_title]').waitFor({ state: 'detached' });
    assert.deepEqual(await page.locator('.parts [name$=_title]').evaluateAll((all) => all.map((one) => one.value)), ['Qualification', 'Super final', 'Final']);
    assert.equal(await page.locator('[name=title]').inputValue(), 'Town Cup');
    assert.equal(await page.locator('[name=s3_enter]:checked').count(), 0);
    const wide = await page.getByText('All accepted players').first().evaluate((label) => label.getBoundingClientRect().width);
    assert.ok(wide > 150, `an answer is ${wide} px wide`);
    await page.locator('[name=title]').press('Enter'); // previews: the first button removes nothing
    assert.equal(await page.locator('.parts [name$=_title]').count(), 3);
    await context.close();
});

await holds('everybody_applies_with_a_browser_of_his_own', async () => {
    const names = Array.from({ length: count }, (_, i) => `p${String(i).padStart(2, '0')}`);
    await together(names, async (who) => {
        const person = await somebody(who, who === 'p00' ? { viewport: { width: 390, height: 844 } } : {});
        const i = Number(who.slice(1));
        person.zone = ZONES[i % ZONES.length];
        people.set(who, person);
        await person.page.goto(home);
        await person.page.getByRole('link', { name: 'Apply', exact: true }).click();
        await person.page.getByLabel('Name of your account').fill(who);
        await person.page.getByLabel('Made on').fill('2016-01-01');
        await person.page.getByLabel(/^Rated games/).fill('500');
        await person.page.getByLabel('Seeding rating').fill(String(1950 - 13 * i));
        await person.page.getByLabel('Your time zone').fill(person.zone);
        if (i === 0) {
            await person.page.getByRole('button', { name: 'See what the rules say' }).click();
            await person.page.getByRole('heading', { name: 'What the rules say' }).waitFor();
            await look(person.page, 'apply');
        }
        await person.page.getByRole('button', { name: 'Send', exact: true }).click();
        await person.page.getByText('Application sent').waitFor();
    });
    for (const who of titled) people.set(who, await keyed(who));
});

await holds('the_director_takes_all_that_are_good_by_one_button', async () => {
    await director.page.goto(home);
    await look(director.page, 'director-applications');
    assert.ok(await press(director, director.page.getByRole('button', { name: `Accept all ${count} that` })));
    await owner.page.goto(`${home}/people`);
    assert.equal(await owner.page.getByRole('cell', { name: 'accepted' }).count(), count);
});

// --- what goes on between them

const story = { moved: 0, absent: {}, found: 0, out: '', confirmed: 0, chosen: 0, ordered: 0 };
// Whose time is moved, where somebody does not come, whose offers nobody accepts: by the match, so that
// every run is the same whoever is first.
const opening = `${definition.stages[0].stage}/1`;
const [MOVED, ABSENT, STUBBORN] = [1, 2, 4].map((board) => `${opening}/${board}`);
const lookedAt = new Set();
const formatOf = (match) => {
    const stage = definition.stages.find((one) => one.stage === match.split('/')[0]);
    const group = (stage.matches ?? stage.pools ?? [])[Number(match.split('/')[2]) - 1];
    return definition.formats[group?.format ?? stage.format];
};
const isLast = (match, page) => match === 'play-off/1/1' || page.includes('Final') || (name === 'club-knock-out' && Number(match.split('/')[1]) === Math.ceil(Math.log2(count)));

/** Games that end the match; in the last one everything is drawn, as long as it goes. */
function series(match, last) {
    const { steps, stop_at_majority: majority } = formatOf(match);
    if (last) return '='.repeat(steps.reduce((sum, { games, repeat = 1 }) => sum + games * repeat, 0));
    const [{ games }] = steps;
    const board = Number(match.split('/')[2]);
    const winner = board % 3 === 0 ? '0' : '1';
    return games > 2 ? `=${winner.repeat(majority ? Math.floor(games / 2) + 1 : games - 1)}` : winner.repeat(games);
}

const opened = (page) => page.locator('main details:not([open]) > summary');
async function unfold(page, what) {
    const fold = opened(page).filter({ hasText: what });
    if ((await fold.count()) > 0) await fold.first().click();
}

/** A calendar by keys alone: Tab comes to it once, arrows and End go in it, and each hour has a name to be heard. */
function byKeys() {
    const table = document.querySelector('[data-arrows]');
    if (table === null) return null;
    const stops = [...table.querySelectorAll('td :is(input, button)')];
    const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    const open = stops.filter((one) => one.tabIndex === 0);
    open[0].focus();
    press('ArrowDown');
    const next = document.activeElement;
    press('End');
    const last = document.activeElement;
    const row = (one) => one.closest('tr').rowIndex;
    return {
        once: open.length === 1 && last.tabIndex === 0 && open[0].tabIndex === -1,
        down: next.closest('td').cellIndex === open[0].closest('td').cellIndex && row(next) > row(open[0]),
        end: row(last) > row(next),
        named: stops.every((one) => (one.getAttribute('aria-label') ?? '') !== '') && (table.getAttribute('aria-label') ?? '') !== '',
    };
}

const deeds = {
    async offer(person, due) {
        if (!due.must) return false;
        const day = Math.ceil((now + DAY / 2) / DAY) * DAY + 15 * 3600000;
        await person.page.goto(matchOf(due));
        const times = [day, day + 4 * 3600000, day + DAY].map((at, i) => [person.page.locator(`[name=time${i + 1}]`), local(person, at)]);
        const ok = await press(person, person.page.getByRole('button', { name: 'Offer', exact: true }), ...times);
        if (ok && !lookedAt.has('offers')) {
            lookedAt.add('offers');
            await look(person.page, 'match-offers');
        }
        return ok;
    },
    async accept(person, due) {
        if (definition.negotiation && due.match === STUBBORN) return false;
        await person.page.goto(matchOf(due));
        const button = person.page.getByRole('button', { name: 'Accept' }).first();
        return (await button.count()) > 0 && press(person, button);
    },
    async choose_time(person, due) {
        await person.page.goto(matchOf(due));
        const choose = person.page.getByRole('button', { name: 'Choose', exact: true });
        if ((await choose.count()) === 0) return false;
        const walked = lookedAt.has('keys') ? null : await person.page.evaluate(byKeys);
        if (walked !== null) {
            lookedAt.add('keys');
            assert.deepEqual(walked, { once: true, down: true, end: true, named: true });
        }
        const hour = person.page.locator('form[action$="/do/time"] input[type=radio][name=at]').last();
        story.chosen++;
        if ((await hour.count()) === 0) return press(person, choose, [person.page.getByLabel('Choose the time'), local(person, now + 13 * 3600000)]);
        await hour.check();
        if (!lookedAt.has('choosing')) {
            lookedAt.add('choosing');
            await look(person.page, 'match-choosing');
        }
        return press(person, choose);
    },
    async agree(person, due) {
        const asked = `${person.who} ${due.match}`;
        if (lookedAt.has(asked) || (await dueOf(person)).some((one) => one.do === 'accept' && one.match === due.match)) return false;
        lookedAt.add(asked);
        await person.page.goto(matchOf(due));
        return press(person, person.page.getByRole('button', { name: 'Offer', exact: true }), [person.page.locator('[name=time1]'), local(person, now + 3 * 3600000)]);
    },
    async confirm(person, due) {
        await person.page.goto(matchOf(due));
        const right = person.page.getByRole('button', { name: /(are|is) right$|^It’s right$/ }).first();
        if ((await right.count()) === 0) return false;
        story.confirmed++;
        return press(person, right);
    },
    async play(person, due) {
        if (story.moved > 0 || due.match !== MOVED) return false;
        story.moved = 1; // one asks, and goes on until it is asked: news of others can take the form away
        const { page } = person;
        for (let asked = false; !asked; asked = (await text(page)).includes('You asked to play')) {
            await page.goto(matchOf(due));
            await unfold(page, 'Play at another time');
            const ask = page.getByRole('button', { name: 'Ask', exact: true });
            if (!(await press(person, ask, [page.getByLabel(/to play at/), local(person, Date.parse(due.time) + 3600000)]))) return false;
        }
        await look(page, 'match-moved');
        return true;
    },
    async answer_move(person, due) {
        await person.page.goto(matchOf(due));
        const ok = await press(person, person.page.getByRole('button', { name: 'Play then' }));
        if ((await text(person.page)).includes('moved by consent')) story.moved = 2;
        return ok;
    },
    async result(person, due) {
        const { page } = person;
        if (due.match === ABSENT) return absence(person, due);
        await page.goto(matchOf(due));
        const finish = page.getByRole('button', { name: /^Drawn: .* wins the match/ });
        if ((await finish.count()) > 0) {
            if (!lookedAt.has('armageddon')) {
                lookedAt.add('armageddon');
                await look(page, 'armageddon');
            }
            return press(person, finish);
        }
        const field = page.getByLabel(/^Or several/);
        const players = await page.locator('h1').innerText();
        if ((await field.count()) === 0 || !players.startsWith(`${person.who} – `)) return false; // games are told from one's own side
        const games = series(due.match, isLast(due.match, players));
        return press(person, page.getByRole('button', { name: 'Enter', exact: true }), [field.first(), games]);
    },
    async bid(person, due) {
        await person.page.goto(matchOf(due));
        const seconds = String(100 + person.who.length + person.who.charCodeAt(person.who.length - 1));
        return press(person, person.page.getByRole('button', { name: 'Seal it' }), [person.page.getByLabel(/^Your bid/), seconds]);
    },
};

/** Who waits says so twice, and claims; the other never comes. */
async function absence(person, due) {
    const { page } = person;
    await page.goto(matchOf(due));
    if (!(await page.locator('h1').innerText()).startsWith(`${person.who} – `)) return false;
    const claim = page.getByRole('button', { name: 'Claim the match' });
    if ((await claim.count()) > 0) {
        const ok = await press(person, claim);
        story.absent.claimed = ok;
        return ok;
    }
    const wait = page.getByRole('button', { name: / isn’t here$/ });
    const state = await text(page);
    if ((await wait.count()) === 0 || (state.includes('You reported at') && now < story.absent.again)) return false;
    await Promise.all([page.waitForResponse((one) => one.request().method() === 'POST'), wait.click()]);
    await page.getByText('You reported at').waitFor();
    story.absent.again = now + 40 * 60000;
    return true;
}

/** All that somebody can do now, one after another; whether it was anything. */
async function sweep(person) {
    let did = false;
    for (let again = true; again; ) {
        again = false;
        for (const due of await dueOf(person)) {
            const done = deeds[due.do]?.(person, due).catch(async (error) => {
                throw new Error(`${person.who}, ${due.do}: ${error.message}\n${await text(person.page)}`);
            });
            if (!(await done)) continue;
            again = did = true;
            break;
        }
    }
    return did;
}

/** What the other one entered is right. */
async function confirmAll() {
    const page = await (await owner.context.request.get(home)).text();
    const matches = [...page.matchAll(/href="(\/c\/[^"]*\/m\/[^"]+)"/g)].map((one) => one[1]).slice(0, 3);
    await together([...people.values()].slice(0, 4), async (person) => {
        for (const match of matches) {
            await person.page.goto(server.origin + match);
            const right = person.page.getByRole('button', { name: /(are|is) right$/ });
            if ((await right.count()) > 0 && (await press(person, right))) story.confirmed++;
        }
    });
}

/** A reason that everybody reads: what the director types. */
async function because(field, reason) {
    director.typed.push(reason);
    await field.fill(reason);
}

/** The first thing that waits for the director, by its button. */
async function decide(due) {
    const { page } = director;
    await page.goto(home);
    if (due.do === 'pair') {
        await look(page, 'director-pair');
        const publish = page.getByRole('button', { name: 'Publish', exact: true });
        if ((await publish.count()) === 0) await page.goto(`${home}/pairing`);
        if (await press(director, page.getByRole('button', { name: 'Publish', exact: true }))) return true;
        return press(director, page.locator('[data-go]')); // what one player alone reported can still be disputed
    }
    if (due.do === 'decide_finding') {
        await look(page, 'director-finding');
        if (story.found++ === 0) await because(page.getByLabel(/^Reason/).first(), 'he would not answer');
        return press(director, page.getByRole('button', { name: /is at fault$/ }).first());
    }
    if (due.do === 'assign_time') {
        await page.goto(matchOf(due));
        await page.locator('input[type=radio][name=at]').nth(4).check();
        await look(page, 'director-assigning');
        return press(director, page.getByRole('button', { name: 'Assign', exact: true }));
    }
    const buttons = { decide_white: / has White$/, decide_order: / first$/, decide_overdue: /^Award to /, decide_result: /^Award to /, decide_dispute: /^Keep /, decide_unagreed: /^Drawn$/ };
    if (!buttons[due.do]) throw new Error(`nobody thought of ${due.do}: ${due.text}`);
    if (due.do === 'decide_order' && story.ordered++ === 0) await look(page, 'director-tie');
    return press(director, page.getByRole('button', { name: buttons[due.do] }).first());
}

/** Somebody is marked: out, with a reason. */
async function takeOut(who) {
    const { page } = director;
    await page.goto(`${home}/people`);
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: who, exact: true }) });
    await row.locator('summary').click();
    await row.getByLabel('Ground').selectOption('engine');
    await because(row.getByLabel('Reason'), 'marked on the ninth');
    const [answer] = await Promise.all([page.waitForResponse((one) => one.request().method() === 'POST'), row.getByRole('button', { name: 'Remove', exact: true }).click()]);
    if (answer.status() === 409) await page.locator('[data-go]').click();
    await owner.page.goto(`${home}/people`);
    await owner.page.getByRole('row').filter({ hasText: who }).getByRole('button', { name: 'Let in again' }).waitFor();
    story.out = who;
}

async function moveClock(at) {
    now = Math.max(now, at);
    await owner.page.goto(home);
    await owner.page.getByLabel(/^Move the clock/).fill(written(Math.ceil(now / 60000) * 60000).slice(0, 16));
    now = Math.ceil(now / 60000) * 60000;
    await Promise.all([owner.page.waitForResponse((one) => one.request().method() === 'POST'), owner.page.getByRole('button', { name: 'Move', exact: true }).click()]);
    await owner.page.waitForURL(`${server.origin}/`);
}

const champion = async () => (await (await owner.context.request.get(home)).text()).match(/Champion: <b>(.*?)<\/b>/)?.[1];

async function turn() {
    const did = await together([...people.values()].filter((one) => one.who !== story.out), sweep);
    if (did.some(Boolean)) return true;
    const dues = await dueOf(director);
    const first = dues.find((due) => due.do !== 'pair') ?? dues[0];
    if (first && (first.do !== 'pair' || Date.parse(first.by ?? written(now)) <= now)) {
        if (first.do === 'pair' && /[^1]\/?$/.test(first.text) && story.out === '' && count > 8 && /round 3/.test(first.text)) await takeOut(`p${Math.min(20, count - 1)}`);
        if (first.do === 'pair' && story.confirmed === 0) await confirmAll();
        return decide(first);
    }
    const next = [];
    for (const due of dues) if (due.by) next.push(Date.parse(due.by));
    for (const person of people.values()) for (const due of person.who === story.out ? [] : await dueOf(person)) if (due.by) next.push(Date.parse(due.by));
    if (story.absent.again) next.push(story.absent.again);
    const later = next.filter((at) => at >= now);
    if (later.length === 0) return false;
    await moveClock(Math.min(...later) + 60000);
    return true;
}

await holds('it_comes_to_a_champion', async () => {
    for (let turns = 0; !(await champion()); turns++) {
        assert.ok(turns < 2000, 'it does not end');
        assert.ok(await turn(), `nobody can do anything: ${await text(owner.page)}\nfor the director: ${JSON.stringify(await dueOf(director))}\n${server.scratch}`);
    }
    await owner.page.goto(home);
    await look(owner.page, 'champion');
});

await holds('with_all_that_happens_between_people', async () => {
    assert.equal(story.moved, 2, 'one match was moved by consent');
    assert.ok(story.absent.claimed, 'who did not come lost the match');
    assert.ok(story.confirmed > 0, 'results were confirmed by the other');
    // Why somebody is out; and, where players have to answer for it that no time was found, of whose fault that is.
    const reasons = [story.found > 0, story.out !== ''].filter(Boolean).length;
    assert.equal(director.typed.length, reasons, `the director typed ${director.typed}`);
    if (count > 8) assert.equal(reasons, name === 'club-knock-out' ? 1 : 2);
});

await holds('a_phone_parts_the_players_of_a_match_from_how_it_stands', async () => {
    const { page } = people.get('p00');
    await page.goto(home);
    const players = page.locator('table.stack tbody th').first();
    assert.equal(await players.evaluate((cell) => getComputedStyle(cell, '::after').content), '" · "');
});

await holds('the_journal_comes_to_the_same_by_the_command', async () => {
    const at = join(server.scratch, 'played.journal');
    await director.page.goto(`${home}/log`);
    await look(director.page, 'log');
    writeFileSync(at, await (await director.context.request.get(`${home}/journal`)).text());
    writeFileSync(join(server.scratch, 'played.private'), await (await director.context.request.get(`${home}/private`)).text());
    const state = spawnSync(command, ['championship', 'status', at], { encoding: 'utf8' });
    assert.match(state.stdout, new RegExp(`Champion: ${await champion()}`), state.stderr);
    const verified = spawnSync(command, ['championship', 'verify', at], { encoding: 'utf8' });
    assert.equal(verified.status, 0, verified.stderr);
    const told = spawnSync(command, ['championship', 'explain', at], { encoding: 'utf8' });
    for (const what of [/Armageddon game decides/, /plays White with/, /moved by consent/, /did not come|the opponent did not come/]) assert.match(told.stdout, what);
});

await holds('pages_are_in_order', () => {
    assert.deepEqual([...new Set(found)], []);
    assert.deepEqual(complaints, []);
});

await browser.close();
server.end();
done();
