// SPDX-License-Identifier: Apache-2.0
// test_bundlers.mjs LIMMAT PACKAGE TOOLS PAGE-TOOLS: esbuild, Vite and webpack take the npm package in the folder PACKAGE without any set-up,
// and the page they make pairs in Chromium as the command does.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { browserOf, toolsIn } from '../pages/site.mjs';
import { done, holds } from '../wasm/tap.mjs';

const [command, folder, tools, pageTools] = process.argv.slice(2).map((path) => resolve(path));
const bundler = toolsIn(tools);
const file = new URL('../../examples/open-2026.trf', import.meta.url).pathname;
const expected = JSON.parse(execFileSync(command, ['pair', '-f', 'json', file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
const types = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };

/** The page of somebody who installed the package from npm: its address and one script. */
function projectOf(name, from) {
    const home = mkdtempSync(join(tmpdir(), `limmat-${name}-`));
    mkdirSync(join(home, 'node_modules'));
    cpSync(folder, join(home, 'node_modules', 'limmat'), { recursive: true });
    writeFileSync(join(home, 'package.json'), '{ "private": true, "type": "module" }\n');
    writeFileSync(join(home, 'index.html'), '<!doctype html><title>open</title><script type="module" src="./main.js"></script>\n');
    mkdirSync(join(home, 'public'));
    copyFileSync(file, join(home, 'public', 'open.trf'));
    writeFileSync(join(home, 'main.js'), `import { load } from '${from}';

const limmat = await load();
const response = await fetch('./open.trf');
const event = limmat.read(await response.arrayBuffer(), { name: 'open.trf' });
globalThis.paired = event.pair();
globalThis.audit = await limmat.verifyJournal('');
`);
    return home;
}

/** A server of the files in ${root}, on a port of the system's choice. */
async function serverOf(root) {
    const server = createServer((request, response) => {
        try {
            const path = join(root, new URL(request.url, 'http://x').pathname.replace(/\/$/, '/index.html'));
            const bytes = readFileSync(path);
            response.setHeader('Content-Type', types[extname(path)] ?? 'application/octet-stream');
            response.end(bytes);
        } catch {
            response.statusCode = 404;
            response.end();
        }
    });
    await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
    return server;
}

const browser = await browserOf(toolsIn(pageTools));

async function pairsAt(address) {
    const page = await browser.newPage();
    const complaints = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(address);
    await page.waitForFunction(() => globalThis.audit !== undefined, null, { timeout: 60000 }).catch(() => {
        throw new Error(complaints.join('\n') || 'the page never paired');
    });
    assert.deepEqual(await page.evaluate(() => globalThis.paired), expected);
    assert.deepEqual(complaints, []);
    await page.close();
}

async function pairsIn(root) {
    const server = await serverOf(root);
    try {
        await pairsAt(`http://127.0.0.1:${server.address().port}/`);
    } finally {
        server.close();
    }
}

/** The page beside what a bundler made of its script. */
function pageIn(home) {
    cpSync(join(home, 'public'), join(home, 'dist'), { recursive: true });
    copyFileSync(join(home, 'index.html'), join(home, 'dist', 'index.html'));
}

const project = (name, from, body) =>
    holds(`${name} takes "${from}"`, async () => {
        const home = projectOf(name, from);
        try {
            await body(home);
        } finally {
            rmSync(home, { recursive: true });
        }
    });

for (const from of ['limmat', 'limmat/inline'])
    await project('esbuild', from, async (home) => {
        const { build } = bundler('esbuild');
        const { warnings } = await build({
            absWorkingDir: home, entryPoints: ['main.js'], bundle: true, format: 'esm', outdir: 'dist', logLevel: 'silent',
        });
        assert.deepEqual(warnings, []);
        pageIn(home);
        // It leaves files where they are: one is copied, or the engine is in the script.
        if (from === 'limmat') copyFileSync(join(home, 'node_modules/limmat/limmat.wasm'), join(home, 'dist/limmat.wasm'));
        await pairsIn(join(home, 'dist'));
    });

await project('webpack', 'limmat', async (home) => {
    const webpack = bundler('webpack');
    const stats = await new Promise((resolve, reject) => {
        webpack({ context: home, entry: './main.js', mode: 'production', output: { path: join(home, 'dist') }, performance: false }, (error, all) =>
            error ? reject(error) : resolve(all));
    });
    assert.equal(stats.toString({ all: false, errors: true, warnings: true }), '');
    pageIn(home);
    await pairsIn(join(home, 'dist'));
});

const vite = await import(pathToFileURL(join(tools, 'node_modules/vite/dist/node/index.js')));
await project('vite build', 'limmat', async (home) => {
    await vite.build({ root: home, logLevel: 'warn', build: { target: 'esnext' } });
    await pairsIn(join(home, 'dist'));
});
// It moves what it takes from node_modules, but not files beside it: the condition "development" gives it inline.js.
await project('vite, its server', 'limmat', async (home) => {
    process.env.NODE_ENV = 'development'; // what was built before left the other word there
    const before = process.cwd();
    process.chdir(home); // where Vite runs: a file "limmat" beside it would be taken for the package
    const server = await vite.createServer({ root: home, logLevel: 'error', server: { host: '127.0.0.1', port: 0, hmr: false, watch: null } });
    try {
        await server.listen();
        await pairsAt(`http://127.0.0.1:${server.httpServer.address().port}/`);
    } finally {
        await server.close();
        process.chdir(before);
    }
});

await holds('the page of the README ranks the file that is chosen', async () => {
    const home = mkdtempSync(join(tmpdir(), 'limmat-readme-'));
    const [block] = readFileSync(join(folder, 'README.md'), 'utf8').match(/(?<=^```html\n)[^]*?(?=^```)/m);
    writeFileSync(join(home, 'index.html'), `<!doctype html><title>open</title>\n${block}`);
    cpSync(folder, join(home, 'limmat'), { recursive: true });
    const server = await serverOf(home);
    try {
        const page = await browser.newPage();
        const tables = [];
        page.on('console', async (message) => {
            if (message.type() === 'table') tables.push(await message.args()[0].jsonValue());
        });
        await page.goto(`http://127.0.0.1:${server.address().port}/`);
        for (let i = 0; i < 200 && tables.length === 0; i++) {
            await page.setInputFiles('#file', []); // until the script listens
            await page.setInputFiles('#file', file);
            await page.waitForTimeout(100);
        }
        const ranked = execFileSync(command, ['standings', '-f', 'json', file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
        assert.deepEqual(tables[0], JSON.parse(ranked).standings);
    } finally {
        server.close();
        rmSync(home, { recursive: true });
    }
});

await browser.close();
done();
