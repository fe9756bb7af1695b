// SPDX-License-Identifier: Apache-2.0
// test_package.mjs LIMMAT PACKAGE: the npm package in the folder PACKAGE answers as the command does.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { done, holds } from './tap.mjs';

const [command, folder] = process.argv.slice(2);
const { load, InvalidInput, LimitExceeded, NoPairing, LimmatError } = await import(
    pathToFileURL(join(folder, 'limmat.js'))
);
const { load: loadHere } = await import(pathToFileURL(join(folder, 'browser.js'))); // as pages do
const limmat = await load();
const data = new URL('../cli/data/', import.meta.url);
const scratch = mkdtempSync(join(tmpdir(), 'limmat-wasm-'));

/** What the command prints; of a check also when there are differences. */
function printed(...args) {
    try {
        return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    } catch (error) {
        if (error.status === 6) return error.stdout;
        throw error;
    }
}

function generated(system, players, rounds) {
    const path = join(scratch, `${system}-${players}.trf`);
    printed('generate', '-s', system, '-n', `${players}`, '-R', `${rounds}`, '--seed', '11', '-o', path);
    return path;
}

function opened(path, options) {
    return limmat.read(readFileSync(path), { name: String(path), ...options });
}

const systems = JSON.parse(printed('systems', '-f', 'json'));
await holds('systems are those of the command', () => {
    assert.deepEqual(limmat.systems(), systems);
});

for (const { name: system } of systems) {
    const path = generated(system, 41, 10);
    const event = opened(path, { system });
    const asked = (...args) => printed(...args, '-s', system, '-f', 'json', path);
    const last = event.round().rounds_paired; // ten, but a cup ends earlier

    await holds(`${system}: ten rounds are paired the same, byte for byte`, () => {
        for (let round = 1; round <= last; round++)
            assert.equal(event.text('pair', { round }), asked('pair', '-r', `${round}`));
    });
    await holds(`${system}: a round and a player are explained the same, byte for byte`, () => {
        assert.equal(event.text('explain', { round: 4 }), asked('explain', '-r', '4'));
        assert.equal(
            event.text('explain', { round: Math.min(7, last), player: 5 }),
            asked('explain', '-r', `${Math.min(7, last)}`, '-p', '5'),
        );
    });
    await holds(`${system}: the check agrees, round by round and as a whole`, () => {
        const { rounds, differences } = event.check();
        assert.deepEqual([rounds, differences], [last, []]);
        assert.ok(last === 10 || system === 'team-knock-out');
        for (let round = 1; round <= last; round++) {
            const { same, pairs } = event.checkRound(round);
            assert.deepEqual([same, pairs > 15 || system === 'team-knock-out'], [true, true]);
        }
    });
    await holds(`${system}: standings and files are the same, byte for byte`, () => {
        assert.equal(event.text('standings'), printed('standings', '-f', 'json', path));
        for (const format of ['trf26', 'json'])
            assert.equal(event.write(format), printed('convert', '-t', format, path));
    });
    event.close();
}

await holds('a falsified round is exposed, with the criterion that separates', () => {
    const path = new URL('swapped.trf', data);
    const event = opened(path);
    const told = JSON.parse(printed('check', '-f', 'json', path.pathname));
    const { differences } = event.check();
    assert.ok(differences.length > 0);
    assert.deepEqual(
        differences,
        told.differences.map(({ file, ...rest }) => rest),
    );
    const { same, expected, found, criterion } = event.checkRound(differences[0].round);
    assert.equal(same, false);
    assert.deepEqual({ expected, found, criterion }, {
        expected: differences[0].expected,
        found: differences[0].found,
        criterion: differences[0].criterion,
    });
});

await holds('a refused file says line, column, value and remedy', () => {
    assert.throws(() => opened(new URL('garbage.trf', data)), InvalidInput);
    assert.throws(
        () => limmat.read('012 x\n001 garbage\n', { name: 'a.trf' }),
        (error) => {
            const { name, line, column, messages, message } = error;
            assert.ok(error instanceof InvalidInput && error instanceof LimmatError);
            assert.deepEqual([name, line, column], ['InvalidInput', 2, 5]);
            assert.deepEqual([messages.length, messages[0].value], [1, 'garb']);
            assert.match(message, /^a\.trf:2:5: .*"garb".*; write a whole number/);
            return true;
        },
    );
});

await holds('no legal pairing is an error of its own kind', () => {
    assert.throws(() => opened(new URL('impossible.trf', data)).pair(), NoPairing);
});

await holds('questions that make no sense are refused', () => {
    const event = opened(generated('dutch-2026', 41, 10));
    assert.throws(() => event.pair({ round: 99 }), InvalidInput);
    assert.throws(() => event.pair({ system: 'no-such' }), InvalidInput);
    assert.throws(() => event.explain({ player: 999 }), InvalidInput);
    assert.throws(() => event.checkRound(11), InvalidInput);
    assert.throws(() => event.checkRound(0), TypeError);
    assert.throws(() => event.standings({ order: 'XX' }), InvalidInput);
    assert.throws(() => event.standings({ order: 'BH,'.repeat(400) }), InvalidInput);
    assert.throws(() => event.write('pdf'), InvalidInput);
    assert.throws(() => event.text('dance'), TypeError);
    assert.equal(event.pair({ round: 1 }).round, 1);
    event.close();
    event.close();
    assert.throws(() => event.pair(), TypeError);
});

await holds('a tournament is run: pair, enter, results, pair again', () => {
    const path = join(scratch, 'twelve.trf');
    const twelve = readFileSync(generated('dutch-2026', 12, 2), 'latin1');
    writeFileSync(path, twelve.replace(/^142 .*$/m, '142 4'), 'latin1');
    const event = opened(path);
    const paired = event.pair();
    assert.deepEqual(event.enter(), paired);
    assert.equal(paired.round, 3);
    assert.throws(() => event.enter(), InvalidInput);
    let missing = paired.pairs.length;
    for (const { white, black, board } of paired.pairs) {
        const told = event.result(3, board % 2 ? white : black, board % 3 ? '1-0' : '1/2-1/2');
        assert.deepEqual([told.white, told.black, told.missing], [white, black, --missing]);
    }
    assert.equal(event.result(3, paired.pairs[0].white, 'none').missing, 1);
    event.result(3, paired.pairs[0].black, '0F-1F');
    assert.throws(() => event.result(3, 1, '2-0'), InvalidInput);
    assert.throws(() => event.result(4, 1, '1-0'), InvalidInput);
    assert.throws(() => event.result(3, 99, '1-0'), InvalidInput);
    assert.throws(() => event.result(3, 1.5, '1-0'), TypeError);
    assert.throws(() => event.result(3, 1, '1-0', { game: 2 }), InvalidInput);
    const file = join(scratch, 'run.trf');
    writeFileSync(file, event.write('trf26'));
    assert.equal(event.text('pair'), printed('pair', '-f', 'json', file).replace(file, path));
    assert.deepEqual(JSON.parse(printed('check', '-f', 'json', file)).wrong_points, []);
    event.close();
});

await holds('an explanation says why not against somebody, in the language asked for', () => {
    const path = generated('dutch-2026', 41, 10);
    const event = opened(path);
    for (const language of ['en', 'de', 'es', 'fr', 'it'])
        assert.equal(
            event.text('explain', { round: 7, player: 5, against: 9, language }),
            printed('explain', '-r', '7', '-p', '5', '--against', '9', '--lang', language, '-f', 'json', path),
        );
    assert.throws(() => event.explain({ player: 5, language: 'xx' }), InvalidInput);
    event.close();
});

await holds('a thousand tournaments in a row need no more memory than one', () => {
    const bytes = readFileSync(generated('dutch-2026', 41, 10));
    const [first, last] = [1, 1000].map((times) => {
        for (let i = 0; i < times; i++) {
            const event = limmat.read(bytes);
            event.pair({ round: 3 });
            event.close();
        }
        return process.memoryUsage().rss;
    });
    assert.ok(last < first + 100e6, `${first} bytes grew to ${last}`);
});

await holds('1,000 players and 11 rounds are verified within a second', () => {
    const path = generated('dutch-2026', 1000, 11);
    const start = performance.now();
    const { rounds, differences } = opened(path).check();
    const seconds = (performance.now() - start) / 1000;
    console.log(`# 1,000 players: ${seconds.toFixed(2)} s`);
    assert.deepEqual([rounds, differences, seconds < 1], [11, [], true]);
});

// --- journals

/** What the command says of a journal: its faults, in sentences. */
function faultsByCommand(text) {
    const path = join(scratch, 'judged.journal');
    writeFileSync(path, text);
    const { stderr } = spawnSync(command, ['journal', 'verify', path], { encoding: 'utf8' });
    return [...stderr.matchAll(/: ((?:line|the old part).*?); take the journal/g)].map(([, what]) => what);
}

const journal = (() => {
    const path = join(scratch, 'played.journal');
    printed('championship', 'simulate', 'candidates', '-n', '6', '--seed', '3', '-o', path);
    return readFileSync(path, 'utf8');
})();
const lines = journal.split('\n').slice(0, -1);
const spliced = (at, count, ...more) => [...lines.slice(0, at), ...more, ...lines.slice(at + count)];
const broken = {
    'one byte changed': spliced(9, 1, lines[9].replace('T', 't')),
    'one byte of the first changed': spliced(0, 1, lines[0].replace('"at":"2', '"at":"3')),
    'a line left out': spliced(9, 1),
    'two swapped': spliced(9, 2, lines[10], lines[9]),
    'a line twice': spliced(9, 0, lines[8]),
};

await holds('a journal is verified, its last line known by its fingerprint', async () => {
    const { lines: count, faults, head } = await limmat.verifyJournal(journal);
    assert.deepEqual([count, faults], [lines.length, []]);
    assert.equal(head, createHash('sha256').update(lines.at(-1)).digest('hex'));
    const other = await limmat.verifyJournal(journal.slice(0, journal.lastIndexOf('{')), { head });
    assert.deepEqual(other.faults.map(({ fault, number }) => [fault, number]), [['other end', lines.length - 1]]);
});
for (const [how, changed] of Object.entries(broken))
    await holds(`a journal with ${how} is refused, the line is named as by the command`, async () => {
        const text = `${changed.join('\n')}\n`;
        const { faults } = await limmat.verifyJournal(text);
        assert.ok(faults.length > 0 && faults.every(({ what }) => /line \d+/.test(what)));
        assert.deepEqual(faults.map(({ what }) => what), faultsByCommand(text));
    });
await holds('a journal that began before there was a chain is verified as a whole', async () => {
    const old = '{"journal":1,"at":"2019-09-05T00:00:00Z"}\n{"event":"x"}\n';
    const prev = createHash('sha256').update(old).digest('hex');
    const next = `{"v":1,"n":3,"at":"2019-09-05T00:00:00Z","by":"TD","event":"x","prev":"${prev}"}\n`;
    assert.deepEqual((await limmat.verifyJournal(old + next)).faults, []);
    const [fault] = (await limmat.verifyJournal(old.replace('05T', '06T') + next)).faults;
    assert.ok(fault !== undefined);
});
await holds('what is no journal is refused without a trap', async () => {
    for (const text of ['', '\n', 'x', '{}\n', '{"v":1}\n'.repeat(3), '{"journal":1}'])
        assert.ok(Array.isArray((await limmat.verifyJournal(text)).faults));
});

/** A package whose module finds the memory below ${pages} of 64 KiB taken. */
async function loadedAbove(pages) {
    const { Instance } = WebAssembly;
    let memory;
    WebAssembly.Instance = function (module, imports) {
        const instance = new Instance(module, imports);
        memory = instance.exports.memory;
        return instance;
    };
    try {
        const loaded = await load();
        loaded.systems(); // what there is in the beginning is the allocator's
        memory.grow(pages - memory.buffer.byteLength / 65536);
        return loaded;
    } finally {
        WebAssembly.Instance = Instance;
    }
}

await holds('addresses above 2 GiB are addresses', async () => {
    const path = generated('dutch-2026', 1000, 9);
    const file = readFileSync(path);
    const event = (await loadedAbove(40_000)).read(file, { name: path, system: 'dutch-2026' });
    assert.equal(event.text('pair', { round: 5 }), opened(path).text('pair', { round: 5 }));
});

await holds('where no memory is left the limit is told', async () => {
    const path = generated('dutch-2026', 41, 10);
    const full = await loadedAbove(65_300);
    const kept = [];
    const fill = () => {
        for (;;) {
            kept.push(full.read(readFileSync(path), { name: path }));
            kept.at(-1).text('pair', { round: 5 });
        }
    };
    assert.throws(fill, LimitExceeded);
});

// What visitors fetch: the module, and the sentences of their page's language.
printed('publish', '--lang', 'en,de', '-o', join(scratch, 'site'), join(fileURLToPath(data), '../../../examples/open-2026.trf'));
const published = (pattern) => readFileSync(join(scratch, 'site', readdirSync(join(scratch, 'site')).find((name) => pattern.test(name))));
const pageModule = published(/^engine-\w{10}\.wasm$/), german = published(/^words-de-.*\.txt$/);

await holds("the pages' module imports nothing and is below 250 kB compressed, a language included", async () => {
    assert.deepEqual(WebAssembly.Module.imports(await WebAssembly.compile(pageModule)), []);
    const sizes = [pageModule, german].map((bytes) => [bytes.length, gzipSync(bytes).length, brotliCompressSync(bytes).length]);
    console.log(`# bytes, gzip, brotli: ${sizes[0]}; German ${sizes[1]}`);
    assert.ok(sizes[0][1] + sizes[1][1] < 250_000);
    assert.ok(sizes[1][1] > 5_000, 'a language is no part of the module');
});

await holds("the pages' module has every system but those for which pages load the whole one", async () => {
    const namesIn = async (module) => (await loadHere(module)).systems().map(({ name }) => name);
    const [few, all] = [await namesIn(pageModule), await namesIn(published(/^engine-whole-\w{10}\.wasm$/))];
    const moduleOf = (system) => {
        const site = join(scratch, `site-${system}`), pattern = /data-wasm="[./]*(engine[-a-z]*)-\w{10}\.wasm"/;
        printed('publish', '-o', site, generated(system, 41, 10));
        const event = readdirSync(site, { withFileTypes: true }).find((entry) => entry.isDirectory() && readdirSync(join(site, entry.name)).includes('verify.html'));
        return pattern.exec(readFileSync(join(site, event.name, 'verify.html'), 'utf8'))[1];
    };
    const rare = all.filter((name) => !few.includes(name));
    assert.deepEqual(rare.toSorted(), ['dubov-1997', 'dutch-2006', 'dutch-2012']);
    for (const name of rare) assert.equal(moduleOf(name), 'engine-whole', name);
    for (const name of ['dutch-2026', 'dutch-2017', 'dubov-2026']) assert.equal(moduleOf(name), 'engine', name);
});

await holds("the pages' module speaks the language that is fetched beside it, else English", async () => {
    const path = generated('dutch-2026', 41, 10), file = readFileSync(path);
    const said = async (sentences) => {
        const event = (await loadHere(pageModule, { sentences })).read(file, { name: path });
        return event.text('explain', { round: 7, player: 5, language: 'de' });
    };
    const asked = (language) => printed('explain', '-r', '7', '-p', '5', '--lang', language, '-f', 'json', path);
    assert.equal(await said(german), asked('de'));
    assert.equal(await said(undefined), asked('en'));
    assert.equal(await said('file:///nowhere/words-de.txt'), asked('en'), 'it cannot be fetched');
    for (const wrong of ['de 00000000\n', german.subarray(0, 20_000), 'xx', german.toString().replace(/\n.*\n$/, '\n')])
        await assert.rejects(said(typeof wrong === 'string' ? new TextEncoder().encode(wrong) : wrong), LimmatError);
});

await holds('the package brings every file that it names, and the terms of the C library in its module', () => {
    const { files } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    for (const file of files) assert.ok(statSync(join(folder, file)).size > 0, file);
    const terms = files.filter((file) => file.startsWith('LICENSE'));
    assert.match(terms.map((file) => readFileSync(join(folder, file), 'utf8')).join(''), /wasi-libc contributors/);
});

await holds('the examples of the README run, one after the other as they stand there', () => {
    const home = join(scratch, 'readme');
    mkdirSync(join(home, 'node_modules'), { recursive: true });
    symlinkSync(resolve(folder), join(home, 'node_modules', 'limmat'));
    copyFileSync(new URL('../../examples/open-2026.trf', import.meta.url), join(home, 'open.trf'));
    const blocks = readFileSync(join(folder, 'README.md'), 'utf8').match(/(?<=^```js\n)[^]*?(?=^```)/gm);
    assert.equal(blocks.length, 4);
    writeFileSync(join(home, 'all.mjs'), blocks.join('\n'));
    const run = spawnSync(process.execPath, ['all.mjs'], { cwd: home, encoding: 'utf8' });
    assert.equal(run.status, 0, run.stderr);
    assert.equal(run.stderr, '');
    const pairs = printed('pair', '-f', 'plain', new URL('../../examples/open-2026.trf', import.meta.url).pathname);
    for (const line of pairs.trim().split('\n').slice(1)) {
        const [white, black] = line.split(' ');
        if (black !== '0') assert.ok(run.stdout.includes(`  ${white} - ${black}\n`), run.stdout);
    }
    assert.match(run.stdout, /\[C\.04\.3 art\. /);
});

await holds('a player is not asked for against themself, or without a number', () => {
    const event = opened(join(scratch, 'readme', 'open.trf'));
    for (const who of [{ player: 1, against: 1 }, { against: 2 }, { player: 99 }, { player: 1, against: 99 }])
        assert.throws(() => event.explain({ round: 3, ...who }), InvalidInput);
});

rmSync(scratch, { recursive: true });
done();
