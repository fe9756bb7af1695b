// SPDX-License-Identifier: Apache-2.0
// phones.mjs TOOLS ORIGIN: phones for a test in another language, one context of Chromium each.  A line of JSON asks, a line
// answers: {who, cookie, pages, path, fields, forge} fills and presses the form for ${path} that one of ${pages} shows.  Where
// none does and ${forge} is set, the same is sent from the page that is open by a script.  {who, pages, choose} fills and presses
// the button that ${choose} has pressed least.  A page is loaded only to press something on it, and news don't load it again.
import { createInterface } from 'node:readline';

import { browserOf, toolsIn } from '../pages/site.mjs';

const [toolFolder, origin] = process.argv.slice(2);
const browser = await browserOf(toolsIn(toolFolder));
const phones = new Map();
const PATIENCE = 15000;

async function phoneOf(who, cookie) {
    const context = phones.get(who)?.context() ?? (await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce', timezoneId: 'UTC' }));
    if (!phones.has(who)) {
        context.setDefaultTimeout(PATIENCE);
        await context.addInitScript(() => {
            globalThis.EventSource = class extends EventTarget {
                static OPEN = 1;
                static CLOSED = 2;
                readyState = 1;
                close() {}
            };
        });
        phones.set(who, await context.newPage());
        for (const one of cookie.split('; ').filter(Boolean)) {
            const [name, value] = one.split('=');
            await context.addCookies([{ name, value, url: origin }]);
        }
    }
    return phones.get(who);
}

/** In a page: mark the fields of a form for ${path} that can say ${fields}, and the button that sends them. */
function find({ path, fields }) {
    const pathOf = (button, form) => button.getAttribute('formaction') ?? form.getAttribute('action');
    const fieldOf = (form, [name, value]) => {
        const all = [...form.elements].filter((one) => one.name === name);
        const same = all.find((one) => (one.type === 'hidden' || one.type === 'radio' || one.type === 'checkbox' || one.type === 'submit') && one.value === value);
        return same ?? all.find((one) => (one.tagName === 'SELECT' ? [...one.options].some((option) => option.value === value) : !/^(hidden|radio|checkbox|submit)$/.test(one.type)));
    };
    for (const one of document.querySelectorAll('[data-hand]')) one.removeAttribute('data-hand');
    const dialog = document.querySelector('dialog[open]');
    for (const form of (dialog ?? document).querySelectorAll('form')) {
        const buttons = [...form.elements].filter((one) => one.type === 'submit' && pathOf(one, form) === path);
        const said = Object.entries(fields).map((field) => ({ field: fieldOf(form, field), value: field[1] }));
        if (form.method !== 'post' || buttons.length === 0 || said.some(({ field }) => !field)) continue;
        const button = said.find(({ field }) => field.type === 'submit')?.field ?? buttons.find((one) => !one.name) ?? null;
        if (button === null || !buttons.includes(button)) continue;
        for (let one = form; one; one = one.parentElement) if (one.tagName === 'DETAILS') one.open = true;
        for (const one of form.querySelectorAll('details')) one.open = true;
        for (const one of form.querySelectorAll('[type=checkbox]:checked')) if (fields[one.name] !== undefined && fields[one.name] !== one.value) one.checked = false;
        button.dataset.hand = 'press';
        const fills = said.filter(({ field }) => field.type !== 'hidden' && field.type !== 'submit');
        return fills.map(({ field, value }, i) => {
            field.dataset.hand = String(i);
            return { type: field.tagName === 'SELECT' ? 'select' : field.type, value };
        });
    }
    return null;
}

/** In a page: mark the button least pressed, and fill its form with ${words}. */
function seize({ pressed, words, never }) {
    const pathOf = (button, form) => button.getAttribute('formaction') ?? form.getAttribute('action');
    const short = (path) => path.replace(/^.*\/c\/[^/]+/, '');
    const all = [...document.querySelectorAll('form')].flatMap((form) =>
        [...form.elements]
            .filter((one) => one.type === 'submit' && form.method === 'post' && !never.includes(short(pathOf(one, form))))
            .map((one) => ({ one, form, name: `${short(pathOf(one, form))} ${one.name}` })),
    );
    const least = all.sort((a, b) => (pressed[a.name] ?? 0) - (pressed[b.name] ?? 0))[0];
    if (!least) return null;
    for (let one = least.form; one; one = one.parentElement) if (one.tagName === 'DETAILS') one.open = true;
    for (const one of document.querySelectorAll('[data-hand]')) one.removeAttribute('data-hand');
    least.one.dataset.hand = 'press';
    for (const one of least.form.elements) {
        if (one.tagName === 'SELECT') one.selectedIndex = one.options.length - 1;
        else if (one.type === 'radio' || one.type === 'checkbox') one.checked = true;
        else if (!/^(hidden|submit)$/.test(one.type)) one.value = words[one.name] ?? words[one.type] ?? 'so it was';
    }
    least.form.noValidate = true;
    return least.name;
}

async function press(page) {
    const answered = page.waitForResponse((one) => one.request().method() === 'POST' && one.url().startsWith(origin));
    answered.catch(() => {});
    await page.locator('[data-hand=press]').click();
    const answer = await answered;
    const text = answer.status() === 303 ? '' : await answer.text().catch(() => '');
    if (answer.status() === 303) await page.waitForLoadState('domcontentloaded');
    return { status: answer.status(), text, where: answer.headers().location };
}

async function fill(page, fills) {
    for (const [i, { type, value }] of fills.entries()) {
        const field = page.locator(`[data-hand="${i}"]`);
        if (type === 'select') await field.selectOption(value);
        else if (type === 'radio' || type === 'checkbox') await field.check();
        else await field.fill(type === 'datetime-local' ? value.slice(0, 16) : value);
    }
    return page.locator('[data-hand=press]').evaluate((button) => button.form.noValidate || button.form.checkValidity());
}

/** In a page: does the one at ${at} have a form for ${path}? */
const shows = async ({ at, path }) => (await (await fetch(at)).text()).includes(`action="${path}"`);

/** In a page: what no form says, sent with the mark of one of it or of the page at ${at}. */
async function send({ at, path, fields }) {
    const csrf = document.querySelector('[name=csrf]')?.value ?? (await (await fetch(at)).text()).match(/name="csrf" value="(\w+)"/)?.[1] ?? '';
    const answer = await fetch(path, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ csrf, ...fields }) });
    return { status: answer.type === 'opaqueredirect' ? 303 : answer.status, text: await answer.text() };
}

/** The answer to a form can still be coming: once more then, when that is there. */
async function open(page, address) {
    for (let turn = 0; ; turn++)
        try {
            return await page.goto(address, { waitUntil: 'domcontentloaded' });
        } catch (error) {
            if (turn === 9 || !/ERR_ABORTED|interrupted/.test(error)) throw error;
            await page.waitForLoadState().catch(() => {});
        }
}

async function act({ who, cookie, pages, path, fields, forge, choose }) {
    const page = await phoneOf(who, cookie);
    if (fields?.ack) {
        await page.locator('[data-needs]').waitFor();
        pages = [null];
    }
    for (const at of pages) {
        if (forge && at !== null && page.url().startsWith(origin) && !(await page.evaluate(shows, { at, path }))) continue;
        if (at !== null) await open(page, origin + at);
        if (choose) {
            const pressed = await page.evaluate(seize, choose);
            return pressed === null ? {} : { pressed, ...(await press(page)) };
        }
        const fills = await page.evaluate(find, { path, fields });
        if (fills !== null && (await fill(page, fills))) return { offered: true, ...(await press(page)) };
    }
    return forge ? page.evaluate(send, { at: pages[0] ?? '/', path, fields }) : { offered: false, status: 0, text: '' };
}

for await (const line of createInterface({ input: process.stdin })) {
    const asked = JSON.parse(line);
    let answer;
    try {
        answer = await act(asked);
        const cookies = await phones.get(asked.who).context().cookies(origin);
        answer.cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    } catch (error) {
        answer = { trouble: String(error) };
    }
    process.stdout.write(`${JSON.stringify(answer)}\n`);
}
await browser.close();
