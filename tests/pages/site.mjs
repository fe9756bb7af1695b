// SPDX-License-Identifier: Apache-2.0
// What the page tests and the screenshots share: events of every kind, published and served.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, normalize, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const TYPES = {
    '.html': 'text/html; charset=utf-8',
    '.css': 'text/css; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.json': 'application/json',
    '.wasm': 'application/wasm',
    '.svg': 'image/svg+xml',
    '.xml': 'application/xml',
    '.atom': 'application/atom+xml',
};

/** Serve the files below ${root} on a free port of the loopback. */
export async function serve(root) {
    const server = createServer((request, response) => {
        const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
        const file = join(root, normalize(path).replace(/\/$/, '/index.html'));
        try {
            const body = readFileSync(file);
            response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' });
            response.end(body);
        } catch {
            response.writeHead(path === '/favicon.ico' ? 204 : 404);
            response.end();
        }
    });
    await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
    return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** Publish the examples, one event of every pairing system and ${more} into ${folder}/site. */
export function publish(command, folder, examples, more = []) {
    const run = (...args) =>
        execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const files = examples.concat(more);
    for (const { name } of JSON.parse(run('systems', '-f', 'json'))) {
        const file = join(folder, `${name}.trf`);
        run('generate', '-s', name, '-n', '31', '-R', '10', '--seed', '5', '-o', file);
        files.push(file);
    }
    files.push(...championships(folder, run));
    const root = join(folder, 'site');
    run('publish', '-o', root, '--lang', 'en,de', ...files);
    return root;
}

/** The journal of an event that took ${trf} over. */
export function journalOf(command, folder, trf) {
    const path = join(folder, 'kept.journal');
    const run = (...words) => execFileSync(command, ['desk', path, ...words], { stdio: 'ignore' });
    run('open', 'Kept');
    run('import', trf, '!');
    return path;
}

/** A championship that is over, and the same while its second round is played. */
function championships(folder, run) {
    const [over, running] = ['championship', 'running'].map((name) => join(folder, `${name}.journal`));
    run('championship', 'simulate', 'acwc-2019', '--seed', '5', '-o', over);
    const lines = readFileSync(over, 'utf8').split('\n');
    const pairings = lines.flatMap((line, i) => (line.includes('"event":"pair"') ? [i] : []));
    writeFileSync(running, lines.slice(0, pairings[1] + 30).join('\n') + '\n');
    return [over, running];
}

/** The swapped round of the example, as an event of its own. */
export function falsified(folder, data) {
    const file = join(folder, 'falsified.trf');
    writeFileSync(file, readFileSync(join(data, 'swapped.trf')));
    return file;
}

const HOSTILE = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onfocus='alert(1)' autofocus='",
    'javascript:alert(1)',
    '</title></table></main><h1>x',
    '&lt;b&gt; &amp; &#60;i&#62;',
    'abc\u202edef\u2066\u200f',
    'שלום مرحبا',
    'W'.repeat(300),
    'Ξένη 李小龍 Чёрный 🙂 ẞ',
    `Z${'\u0301'.repeat(60)}`,
    '{{ page.title }} %s%n ${alert(1)}',
];

/** The example, every text of which is hostile. */
export function hostile(command, folder, example) {
    const json = execFileSync(command, ['convert', '-t', 'json', example], { encoding: 'utf8' });
    const event = JSON.parse(json);
    Object.assign(event, { name: HOSTILE[0], city: HOSTILE[1], chief_arbiter: HOSTILE[4] });
    event.players.forEach((player, i) => {
        player.name = HOSTILE[i % HOSTILE.length];
        player.club = HOSTILE[(i + 1) % HOSTILE.length];
    });
    const file = join(folder, 'hostile.json');
    writeFileSync(file, JSON.stringify(event));
    return file;
}

/** One page of each kind, in English: {event, kind, path}; of a numbered kind the last one. */
export function kindsOf(root) {
    const pages = [{ event: 'all', kind: 'index', path: 'index.html' }];
    for (const entry of readdirSync(root, { withFileTypes: true })) {
        if (!entry.isDirectory()) continue;
        const kinds = new Map();
        const names = readdirSync(join(root, entry.name)).filter((name) => /^[^.]+\.html$/.test(name));
        names.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
        for (const name of names)
            kinds.set(name.replace('.html', '').replace(/-\d+$/, ''), `${entry.name}/${name}`);
        for (const [kind, path] of kinds) pages.push({ event: entry.name, kind, path });
    }
    return pages;
}

/** The tools that `npm ci` put into ${folder}. */
export function toolsIn(folder) {
    return createRequire(resolve(folder, 'package.json'));
}

export async function browserOf(tools, more = {}) {
    const { chromium } = tools('playwright-core');
    const browser = await chromium.launch({
        executablePath: '/usr/bin/chromium',
        args: process.getuid() === 0 ? ['--no-sandbox'] : [],
        ...more,
    });
    const slowest = Number(process.env.JITTER ?? 0), open = browser.newContext.bind(browser);
    if (slowest)
        browser.newContext = async (...options) => {
            const context = await open(...options);
            await context.route('**/*', async (route) => {
                await new Promise((sent) => setTimeout(sent, Math.random() ** 3 * slowest));
                await route.continue().catch(() => {}); // the page may be gone
            });
            return context;
        };
    return browser;
}

/** Press ${button} of ${page}, and wait until the server has answered: who goes elsewhere at once takes the form back. */
export async function press(page, button) {
    await Promise.all([page.waitForResponse((answer) => answer.request().method() === 'POST'), button.click()]);
}

/** What asks axe about a page, for all that it complains of or only for what is of one of ${impacts}. */
export function axeIn(tools) {
    const source = readFileSync(tools.resolve('axe-core/axe.min.js'), 'utf8');
    return async (page, impacts = null) => {
        if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
        // What passes is told of nobody: neither gathered nor sent here.
        return page.evaluate(async (only) => {
            const { violations } = await globalThis.axe.run(document, { resultTypes: ['violations'] });
            return violations.filter(({ impact }) => only === null || only.includes(impact)).map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
        }, impacts);
    };
}

export const SIZES = { phone: { width: 390, height: 844 }, wide: { width: 1440, height: 900 } };

/** What looks at a page as it is, at each of ${sizes}: what is too wide, and what axe complains of.  With
 * ${pictures} they are kept there. */
export function lookIn(tools, pictures) {
    const axe = axeIn(tools);
    if (pictures) mkdirSync(pictures, { recursive: true });
    return async (page, what, sizes = SIZES) => {
        const before = page.viewportSize(), found = [];
        await page.waitForLoadState();
        for (const [size, viewport] of Object.entries(sizes)) {
            await page.setViewportSize(viewport);
            if (pictures) await page.screenshot({ path: join(pictures, `${what}-${size}.png`), fullPage: true });
            const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            const complaints = await axe(page).catch((error) => [String(error)]);
            if (wide > 1) complaints.push(`${wide} px too wide`);
            found.push(...complaints.map((one) => `${size} ${what}: ${one}`));
        }
        await page.setViewportSize(before);
        return found;
    };
}

/** What tells the mistakes in HTML: in its syntax, as browsers parse it; then, with every tag that HTML lets one leave
 * out written out, in its elements and attributes. */
export function validatorIn(tools) {
    const parse5 = tools('parse5');
    const { HtmlValidate, StaticConfigLoader } = tools('html-validate');
    const rules = readFileSync(fileURLToPath(new URL('htmlvalidate.json', import.meta.url)), 'utf8');
    const validator = new HtmlValidate(new StaticConfigLoader(JSON.parse(rules)));
    return async (html) => {
        const mistakes = [];
        const onParseError = ({ code, startLine }) => mistakes.push(`line ${startLine}: ${code}`);
        const tree = parse5.parse(html, { onParseError, sourceCodeLocationInfo: true });
        const { results } = await validator.validateString(parse5.serialize(tree));
        for (const { messages } of results)
            for (const { ruleId, message, selector } of messages) mistakes.push(`${ruleId}: ${message} (${selector})`);
        return mistakes;
    };
}
