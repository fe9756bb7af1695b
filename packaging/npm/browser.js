/* SPDX-License-Identifier: Apache-2.0 */

/**
 * Limmat in JavaScript: the engine is limmat.wasm, this file calls it.  It asks for nothing but what browsers and
 * their workers have, so that bundlers take it as it is; limmat.js adds what Node has instead.  Types: index.d.ts.
 */

const OK = 0;
const NO_PAIRING = 1;
const INVALID = 3;
const LIMIT = 4;

/** What went wrong, with everything that Limmat has to say about it. */
export class LimmatError extends Error {
    constructor(message, messages = []) {
        super(message);
        this.name = new.target.name;
        this.messages = messages;
        const first = messages.find((one) => one.severity === 'error');
        this.line = first?.line ?? 0;
        this.column = first?.column ?? 0;
    }
}

/** The file, or what was asked of it, is wrong: ${line} and ${column} say where. */
export class InvalidInput extends LimmatError {}

/** The rules allow no pairing at all. */
export class NoPairing extends LimmatError {}

/** Out of memory, or beyond a documented limit of size. */
export class LimitExceeded extends LimmatError {}

/** A mistake of ours: please report it. */
export class InternalError extends LimmatError {}

const ERRORS = { [NO_PAIRING]: NoPairing, [INVALID]: InvalidInput, [LIMIT]: LimitExceeded };
const TITLES = {
    [NO_PAIRING]: 'no legal pairing exists',
    [INVALID]: 'bad input',
    [LIMIT]: 'out of memory or beyond a size limit',
};

/** "open.trf:3:85: what is wrong (points, "9.5"); what would be right": as the command says it. */
function sentenceOf(name, { line, column, field, value, what, remedy }) {
    const place = [name, line || null, (line && column) || null].filter(Boolean).join(':');
    const seen = [field, value === undefined ? null : `"${value}"`].filter(Boolean).join(', ');
    return `${place ? `${place}: ` : ''}${what}${seen ? ` (${seen})` : ''}${remedy ? `; ${remedy}` : ''}`;
}

function errorOf(status, name, messages) {
    const first = messages.find((one) => one.severity === 'error');
    const Kind = ERRORS[status] ?? InternalError;
    const text = first ? sentenceOf(name, first) : (TITLES[status] ?? `status ${status}`);
    return new Kind(text, messages);
}

/** Numbers go to the engine as 32 bits: what would change on the way is refused. */
function wholeNumber(number) {
    if (!Number.isInteger(number) || number < 0 || number > 0xffffffff)
        throw new TypeError(`${number} is no whole number from 0 on`);
}

/** One instance of the module.  Sessions in it are numbers: addresses in its memory. */
class Engine {
    constructor(module, languages) {
        this.exports = new WebAssembly.Instance(module, {}).exports;
        this.stopped = null; // the trap after which its memory is not to be trusted any more
        for (const bytes of languages) {
            // The instance keeps the session: the language's sentences are in it.
            if (this.#call('sentences', this.open(bytes), bytes.length) !== OK)
                throw new LimmatError('the sentences of a language are of another build than the engine');
        }
    }

    /* Addresses come as signed numbers: those above 2 GiB are negative. */
    #put(bytes, address) {
        new Uint8Array(this.exports.memory.buffer).set(bytes, address >>> 0);
    }

    #answer(session) {
        const { memory, limmat_answer, limmat_answer_length } = this.exports;
        const start = limmat_answer(session) >>> 0; // may not stand in the same expression as the buffer:
        const length = limmat_answer_length(session); // memory that grows gets a new one
        return new TextDecoder().decode(new Uint8Array(memory.buffer, start, length));
    }

    #call(name, ...numbers) {
        if (this.stopped !== null) throw new InternalError(`the engine stopped: ${this.stopped}`);
        try {
            return this.exports[`limmat_${name}`](...numbers);
        } catch (trap) {
            this.stopped = trap.message;
            throw new InternalError(`the engine stopped: ${this.stopped}`);
        }
    }

    /** A session with ${bytes} in it. */
    open(bytes) {
        const session = this.#call('open', bytes.length);
        if (session === 0) throw errorOf(LIMIT, '', []);
        this.#put(bytes, this.#call('bytes', session));
        return session;
    }

    /** The answer to ${question} with ${argument}, its status and what there is to say about it. */
    ask(session, question, argument, ...numbers) {
        const text = new TextEncoder().encode(`${argument}\0`);
        if (text.length > this.#call('argument_size'))
            throw new InvalidInput(`"${argument.slice(0, 40)}…" is too long`);
        this.#put(text, this.#call('argument', session));
        const status = this.#call(question, session, ...numbers);
        const answer = this.#answer(session);
        this.#call('messages', session);
        const messages = this.#answer(session) || '[]'; // no memory is left even for them
        return { status, answer, messages: JSON.parse(messages) };
    }

    close(session) {
        if (this.stopped === null) this.#call('close', session);
    }
}

/** A tournament that was read.  Its questions are those of the command, with its answers. */
class Tournament {
    #engine;
    #session;
    #system;

    constructor(engine, bytes, { name = '', strict = false, system = '' } = {}) {
        this.#engine = engine;
        this.#session = engine.open(bytes);
        this.#system = system;
        this.name = name;
        this.messages = [];
        try {
            this.#ask('read', name.slice(-40), strict ? 1 : 0); // a name counts for its extension
        } catch (error) {
            this.close();
            throw error;
        }
    }

    #ask(question, argument, ...numbers) {
        if (this.#session === 0) throw new TypeError('this tournament was closed');
        const { status, answer, messages } = this.#engine.ask(
            this.#session,
            question,
            argument,
            ...numbers,
        );
        this.messages = messages;
        if (status !== OK) throw errorOf(status, this.name, messages);
        return answer;
    }

    /** The very text that the command prints with -f json. */
    text(
        question,
        { round = 0, player = 0, against = 0, system = this.#system, order = '', language } = {},
    ) {
        [round, player, against].forEach(wholeNumber);
        if (question === 'explain') this.#ask('language', language ?? 'en');
        switch (question) {
            case 'pair':
            case 'check':
                return this.#ask(question, system, round);
            case 'explain':
                return this.#ask(question, system, round, player, against);
            case 'standings':
                return this.#ask(question, order, round);
            default:
                throw new TypeError(
                    `"${question}" is no question; there are: pair check explain standings`,
                );
        }
    }

    pair(options) {
        return JSON.parse(this.text('pair', options));
    }

    explain(options) {
        return JSON.parse(this.text('explain', options));
    }

    check(options) {
        return JSON.parse(this.text('check', { ...options, round: 0 }));
    }

    checkRound(round, options) {
        if (!(round >= 1)) throw new TypeError('rounds are counted from 1');
        return JSON.parse(this.text('check', { ...options, round }));
    }

    standings(options) {
        return JSON.parse(this.text('standings', options));
    }

    /** Pair the next round and enter it, its results pending. */
    enter({ system = this.#system } = {}) {
        return JSON.parse(this.#ask('enter', system));
    }

    /** A round as it stands, the last one when none is named: boards with results, who does not play. */
    round(round = 0, { system = this.#system } = {}) {
        wholeNumber(round);
        return JSON.parse(this.#ask('round', system, round));
    }

    /** Whom everybody may meet next, by all outcomes of the games that are open (six at most). */
    preview({ system = this.#system } = {}) {
        return JSON.parse(this.#ask('preview', system));
    }

    /** What may come: ends of the tournament played by chance, counted. The same seed gives the same. */
    forecast({ runs = 500, seed = 1, system = this.#system } = {}) {
        [runs, seed].forEach(wholeNumber);
        return JSON.parse(this.#ask('forecast', system, runs, seed));
    }

    /** What the tournament as it stands changes in the ratings: in hundredths of a point. */
    ratings() {
        return JSON.parse(this.#ask('ratings', ''));
    }

    /** Enter the result of a player's game: "1-0", "1/2-1/2", "0-1", "1F-0F", …, White's first. */
    result(round, player, result, { game = 1 } = {}) {
        [round, player, game].forEach(wholeNumber);
        return JSON.parse(this.#ask('result', result, round, player, game));
    }

    /** The tournament in another format: "trf26", "trf16", "json" or "csv". */
    write(format) {
        return this.#ask('write', format);
    }

    /** Players, rounds and results. */
    data() {
        return JSON.parse(this.write('json'));
    }

    /** Give the memory back.  Closing twice does nothing. */
    close() {
        if (this.#session !== 0) this.#engine.close(this.#session);
        this.#session = 0;
    }
}

/** The engine, ready to read. */
class Limmat {
    #module;
    #engine;
    #languages; // English is in the module
    #sha256;

    constructor(module, languages, sha256) {
        this.#module = module;
        this.#languages = languages;
        this.#engine = new Engine(module, languages);
        this.#sha256 = sha256;
    }

    /** The instance, a fresh one when the last has stopped. */
    #ready() {
        if (this.#engine.stopped !== null) this.#engine = new Engine(this.#module, this.#languages);
        return this.#engine;
    }

    /** Read a tournament file: its bytes, or its text. */
    read(file, options) {
        const bytes =
            typeof file === 'string' ? new TextEncoder().encode(file) : new Uint8Array(file);
        return new Tournament(this.#ready(), bytes, options);
    }

    /**
     * Verify a journal: which lines were changed, left out, doubled or moved.  ${head} is the
     * fingerprint of its last line as it is known from elsewhere, ${sha256} hashes bytes.
     */
    async verifyJournal(file, { head = '', sha256 = this.#sha256 } = {}) {
        const bytes =
            typeof file === 'string' ? new TextEncoder().encode(file) : new Uint8Array(file);
        const { answer: parts } = this.#once(bytes, 'journal_parts', '');
        const digests = await Promise.all(
            JSON.parse(parts).map(([start, length]) => sha256(bytes.slice(start, start + length))),
        );
        const whole = new Uint8Array(bytes.length + 32 * digests.length);
        whole.set(bytes);
        digests.forEach((digest, i) => whole.set(new Uint8Array(digest), bytes.length + 32 * i));
        const { status, answer, messages } = this.#once(whole, 'journal', head, digests.length);
        if (status !== OK) throw errorOf(status, '', messages);
        return JSON.parse(answer);
    }

    /** One question about ${bytes}. */
    #once(bytes, question, argument, ...numbers) {
        const engine = this.#ready();
        const session = engine.open(bytes);
        const got = engine.ask(session, question, argument, ...numbers);
        engine.close(session);
        return got;
    }

    /** Every pairing system, with its criteria and its colour rules. */
    systems() {
        const engine = this.#ready();
        const session = engine.open(new Uint8Array());
        const { answer } = engine.ask(session, 'systems', '');
        engine.close(session);
        return JSON.parse(answer);
    }
}

/** SHA-256, of the platform: browsers have it on https pages and on this device's own. */
async function platformSha256(bytes) {
    const { crypto } = globalThis;
    if (!crypto?.subtle)
        throw new LimmatError('this page was not loaded securely: a browser computes SHA-256 on https pages only');
    return crypto.subtle.digest('SHA-256', bytes);
}

async function bytesOf(source) {
    if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return source;
    const here = import.meta.url;
    // The very words by which bundlers know a file that has to come along.
    const url = source === undefined ? new URL('./limmat.wasm', import.meta.url) : new URL(source, here);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
    return response.arrayBuffer();
}

/**
 * The sentences of all languages but English: the package's module has them in sections, beside the
 * module of a page is a file of each language.  Where it cannot be fetched, English is spoken.
 */
async function languagesOf(module, sentences) {
    const added = await sentences;
    return [...WebAssembly.Module.customSections(module, 'sentences'), ...(added?.byteLength ? [added] : [])]
        .map((bytes) => new Uint8Array(bytes));
}

/**
 * The engine from limmat.wasm beside this file, or from ${source}: its address, its bytes, or a module.
 * Pages add ${sentences} of their language: the address of the file, or its bytes.
 */
export async function load(source, { sha256 = platformSha256, sentences } = {}) {
    const language = sentences && bytesOf(sentences).catch(() => undefined); // while the module comes
    const module =
        source instanceof WebAssembly.Module
            ? source
            : await WebAssembly.compile(await bytesOf(source));
    return new Limmat(module, await languagesOf(module, language), sha256);
}
