// SPDX-License-Identifier: Apache-2.0
// What the browser tests of `limmat serve` share: a server that can be killed, and a desk at which
// every act of the arbiter is counted.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Not as systemd starts it: the key is printed.
for (const name of ['JOURNAL_STREAM', 'INVOCATION_ID']) delete process.env[name];

/** A server over a scratch folder, on a free port of the loopback. */
export async function serverOf(command) {
    const scratch = mkdtempSync(join(tmpdir(), 'limmat-serve-'));
    const port = await new Promise((ready) => {
        const probe = createServer().listen(0, '127.0.0.1', () => {
            const { port } = probe.address();
            probe.close(() => ready(port));
        });
    });
    let child;
    const server = {
        scratch,
        origin: `http://127.0.0.1:${port}`,
        /** Start it; the address with the key that it prints. */
        async start(...more) {
            child = spawn(command, ['serve', '--quiet', '--data', join(scratch, 'data'), '--listen', `127.0.0.1:${port}`, ...more]);
            let said = '';
            child.stderr.on('data', (text) => process.stderr.write(`# ${text}`));
            for await (const text of child.stdout) {
                said += text;
                const key = said.match(/http:\S+\/key\/\S+/);
                if (key) return key[0];
            }
            throw new Error(`no key in: ${said}`);
        },
        /** End it as a crash would. */
        async kill() {
            child.kill('SIGKILL');
            await new Promise((gone) => child.once('exit', gone));
        },
        end() {
            child.kill('SIGTERM');
            rmSync(scratch, { recursive: true, force: true });
        },
    };
    return server;
}

/** A port that leads to the one at ${origin}, as long as it is not cut. */
export async function netTo(origin) {
    const { hostname, port } = new URL(origin);
    const open = new Set();
    let up = true;
    const listener = createServer((near) => {
        if (!up) return near.destroy();
        const far = connect(Number(port), hostname);
        for (const [one, other] of [[near, far], [far, near]]) {
            open.add(one);
            one.on('error', () => {}).on('close', () => {
                open.delete(one);
                other.destroy();
            });
            one.pipe(other);
        }
    });
    await new Promise((ready) => listener.listen(0, '127.0.0.1', ready));
    return {
        origin: `http://127.0.0.1:${listener.address().port}`,
        cut() {
            up = false;
            for (const one of open) one.destroy();
        },
        mend() {
            up = true;
        },
        end() {
            this.cut();
            listener.close();
        },
    };
}

/** A page of a device of its own; what it complains of is noted, but for what is cut off on purpose. */
export async function deviceOf(browser, viewport, complaints, more = {}) {
    const context = await browser.newContext({ viewport, ...more });
    context.setDefaultTimeout(Number(process.env.PATIENCE ?? 60000));
    const page = await context.newPage();
    page.on('pageerror', (what) => complaints.push(String(what)));
    page.on('console', (said) => {
        if (said.type() === 'error' && !/net::ERR_|status of (409|422)/.test(said.text())) complaints.push(said.text());
    });
    return page;
}

/** An arbiter at ${page} of the section at ${address}; each key, click and line typed is an act. */
export class Arbiter {
    constructor(page, address) {
        this.page = page;
        this.address = address;
        this.acts = new Map();
        this.task = 'setting up';
    }

    count(times = 1) {
        this.acts.set(this.task, (this.acts.get(this.task) ?? 0) + times);
    }

    at(path) {
        return `${this.address}/${path}`;
    }

    /** A key, as soon as the page takes it: what it says is there before its script runs. */
    async key(key) {
        this.count();
        await this.page.waitForLoadState();
        await this.page.keyboard.press(key);
    }

    async click(what) {
        this.count();
        await what.click();
    }

    async type(what, text) {
        this.count();
        await what.fill(text);
    }

    /** Go to a page by its link, or (not counted) by its address. */
    async follow(name) {
        await this.click(this.page.getByRole('link', { name }).first());
    }

    /** Wait until the state of the round reads so, confirming once more what is asked. */
    async reads(pattern) {
        await this.page.waitForFunction((source) => new RegExp(source).test(document.querySelector('.said')?.textContent ?? ''), pattern.source);
    }

    /** What is asked before something is done, confirmed: until the round ${said} this, a text is
     * ${shown}, or the page is another one than ${from}. */
    async confirm(until) {
        for (;;) {
            await this.page.waitForFunction(
                ({ said, shown, from }) =>
                    document.querySelector('[data-needs]') ||
                    (said && new RegExp(said).test(document.querySelector('.said')?.textContent ?? '')) ||
                    (shown && document.getElementById('main')?.textContent.includes(shown)) ||
                    (from && location.href !== from),
                until,
            );
            const word = this.page.locator('[data-go]');
            if ((await this.page.locator('[data-needs]').count()) === 0) return;
            const number = await this.page.locator('[data-needs] li').allInnerTexts();
            const asked = this.page.locator('[data-needs]'), sure = asked.locator('[name=sure]');
            if (await sure.count()) {
                await this.click(asked.getByText('Leave FIDE mode…'));
                await this.type(sure, 'leave FIDE mode');
                await this.click(asked.getByRole('button', { name: 'Leave FIDE mode', exact: true }));
                await sure.waitFor({ state: 'detached' });
                continue;
            }
            if ((await word.count()) === 0) throw new Error(`refused: ${number.join('; ')}`);
            await this.click(word);
            await this.page.waitForFunction((before) => {
                const now = [...document.querySelectorAll('[data-needs] li')].map((node) => node.innerText);
                return now.length === 0 || now.join() !== before;
            }, number.join());
        }
    }

    /** The key of the next step of the round. */
    async step(pattern) {
        await this.key('p');
        await this.confirm({ said: pattern.source });
    }

    /** Fill the form of an act that is open, and send it. */
    async send(fields, button) {
        for (const [name, value] of Object.entries(fields)) {
            const field = this.page.locator(`main [name="${name}"]`);
            this.count();
            if ((await field.count()) > 1) await this.page.locator(`main [name="${name}"][value="${value}"]`).check();
            else if (await field.evaluate((node) => node.tagName === 'SELECT')) await field.selectOption(value);
            else await field.fill(value);
        }
        const from = this.page.url();
        await this.click(this.page.getByRole('button', { name: button, exact: true }));
        await this.confirm({ from });
        await this.page.locator('#main').waitFor();
    }
}
