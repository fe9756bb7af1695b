// SPDX-License-Identifier: Apache-2.0
// Numbers of players are TPNs (tournament pairing numbers), as everywhere in Limmat; 0 is nobody.

export type Severity = 'error' | 'suspicious' | 'note';

/** One thing to say about an input. */
export interface Message {
    severity: Severity;
    file?: string;
    /** From 1; 0: not about a line. */
    line: number;
    /** From 1; 0: the whole line. */
    column: number;
    field?: string;
    value?: string;
    what: string;
    remedy?: string;
}

/** What went wrong, with everything that Limmat has to say about it. */
export class LimmatError extends Error {
    readonly messages: Message[];
    /** Of the first error; 0: not about a line. */
    readonly line: number;
    readonly column: number;
}
/** The file, or what was asked of it, is wrong. */
export class InvalidInput extends LimmatError {}
/** The rules allow no pairing at all. */
export class NoPairing extends LimmatError {}
/** Out of memory, or beyond a documented limit of size. */
export class LimitExceeded extends LimmatError {}
/** A mistake of ours: please report it. */
export class InternalError extends LimmatError {}

export interface Rule {
    code: string;
    article: string;
    title: string;
}

export interface System {
    name: string;
    family: string;
    title: string;
    source: string;
    /** In force, YYYY/MM/DD; "" is open. */
    from: string;
    until: string;
    games_per_match: number;
    codes: string[];
    criteria: Rule[];
    colour_rules: Rule[];
}

export interface ScoredPair {
    board: number;
    white: number;
    black: number;
    white_score: number;
    black_score: number;
}

export interface Pairing {
    tournament: string;
    round: number;
    system: string;
    pairs: ScoredPair[];
    /** Who has the pairing-allocated bye. */
    bye: number | null;
}

export type Question = 'opponent' | 'float' | 'bye' | 'colour' | 'board' | 'absence' | 'against' | 'wish';

export interface Finding {
    /** Its place, in the answer to one player. */
    bracket?: number;
    /** What it answers to one of the players. */
    question: Question;
    code: string;
    article: string;
    /** Scores in tenths. */
    values: number[];
    players: number[];
}

/** What was prescribed, and what the round came to: prescribe it again to verify the answer. */
export interface Forced {
    /** Two who would meet. */
    pair?: [number, number];
    /** Or who would leave the bracket, or have the bye. */
    leaves?: number;
    /** false: no pairing by the rules that cannot be broken has it. */
    possible: boolean;
    /** The first rule by which the round is worse. */
    first?: { code: string; with: number; without: number };
    /** Whom it concerns, and whom they would meet; 0: nobody in the bracket. */
    hurt: [number, number][];
}

/** A step of the rules' own procedure that passed something over. */
export interface Told {
    player: number;
    /** 0: the player does not move to another group. */
    opponent: number;
    line: '' | 'itself' | 'taken' | 'left' | 'rest' | 'alone';
    /** A rule, or "order". */
    code?: string;
    first?: number;
    own?: number;
    stays?: number;
    short?: number[];
    left?: number[];
}

export interface History {
    player: number;
    /** "wbw", oldest first. */
    history: string;
    due?: 'white' | 'black';
    strength?: 'none' | 'mild' | 'strong' | 'absolute';
}

export interface Answer {
    question: Question;
    player: number;
    opponent?: number;
    answer: 'natural' | 'obstacle' | 'order' | 'rule';
    /** The key of its sentence. */
    template: string;
    code: string;
    article: string;
    group?: { score: number; size: number; bracket?: number; leaving?: number; coming?: number; place?: number };
    met_in_round?: number;
    /** Of an absence. */
    kind?: 'full' | 'half' | 'zero' | 'none';
    opponent_rule?: string;
    /** That the pairing goes by. */
    scores?: { player: number; opponent?: number };
    /** Of the standings, where scores have virtual points. */
    points?: { player: number; opponent?: number };
    /** The pair that the order alone would have made. */
    expected?: { player: number; opponent: number };
    forced?: Forced;
    /** Where the order decides: the first whose opponent would be another one. */
    before?: { first: number; meets: number; else: number; exchanges: boolean; up?: number; down?: number };
    told?: Told;
    /** With what was drawn, of two who have not played. */
    colours?: {
        white: History;
        black: History;
        lot?: 'white' | 'black';
        white_counted?: number;
        black_counted?: number;
    };
    board_keys?: { number: number; higher: number; sum: number };
    /** Who can have no bye. */
    barred?: number[];
    /** Who could have the bye. */
    rivals?: { player: number; score: number; missed: number }[];
    /** Of rounds known before the first; opponent 0: nobody has that number. */
    table?: {
        seats: number;
        row: number;
        mine: number;
        theirs: number;
        my_team?: 'A' | 'B';
        opponents?: 'A' | 'B';
        opponent: number;
    };
    /** What else was weighed: an opponent 0 leaves the bracket, comes up into it, or has the bye; "order": it comes later in their order. */
    others?: {
        player: number;
        opponent: number;
        code: string;
        with?: number;
        without?: number;
        met_in_round?: number;
    }[];
    text: string;
    more: string[];
}

export interface Bracket {
    /** Of its residents; absent where they have different ones (Monrad pairs everybody at once). */
    score?: number;
    moved: number[];
    residents: number[];
    floaters: number[];
    pairs: { board: number; white: number; black: number; colour_rule?: string }[];
    findings: Finding[];
}

export interface RoundExplanation {
    tournament: string;
    round: number;
    system: string;
    brackets: Bracket[];
    answers: Answer[];
}

export interface PlayerExplanation {
    tournament: string;
    round: number;
    system: string;
    player: number;
    board?: number;
    opponent?: number;
    colour?: 'white' | 'black';
    /** That concern the player. */
    findings: Finding[];
    answers: Answer[];
}

/** White and Black; a bye has Black 0. */
export type Pair = [white: number, black: number];

export interface WhatDiffers {
    /** null: the system finds no legal pairing. */
    expected: Pair[] | null;
    found: Pair[];
    /** The first rule that separates the two; "order": equal by every criterion; null: not known. */
    criterion: string | null;
    article?: string;
    title?: string;
}

export interface Difference extends WhatDiffers {
    round: number;
    system: string;
}

export interface Check {
    tournament: string;
    system: string;
    /** How many were paired again. */
    rounds: number;
    differences: Difference[];
    /** Differences that a comment (###) of the file declares; `line` is the comment. */
    declared: (Difference & { line: string })[];
    wrong_points: { player: number; declared: number; computed: number }[];
    wrong_ranks: { number: number; what: string }[];
}

export interface CheckedRound extends Partial<WhatDiffers> {
    round: number;
    /** How many there are. */
    rounds: number;
    system: string;
    /** With the bye; 0: nobody was paired. */
    pairs: number;
    same: boolean;
}

export interface Standings {
    tournament: string;
    round: number;
    /** The tie-break rules: "tb-2009", "c07-2023" or "c07-2026", by the start date. */
    edition: string;
    tie_breaks: string[];
    standings: { rank: number; tpn: number; name: string; values: (string | null)[] }[];
}

export interface SystemOption {
    /** By edition ("dutch-2026") or family ("dutch"); else the one that the file names. */
    system?: string;
}

export interface RoundOption {
    /** From 1; of a pairing the next one, of standings the last one, when not given. */
    round?: number;
}

export interface EnteredResult {
    round: number;
    white: number;
    black: number;
    /** Of a match, from 1. */
    game: number;
    result: string;
    /** How many results of that round are still missing. */
    missing: number;
}

export interface Round {
    /** 0: no round is paired yet. */
    round: number;
    system: string;
    rounds_paired: number;
    /** Announced; 0: not said. */
    rounds: number;
    missing: number;
    /** Of each game of a match the result, White's of that game first; null: of no name. */
    boards: {
        board: number;
        white: number;
        black: number;
        white_score: number;
        black_score: number;
        results: (string | null)[];
    }[];
    idle: { player: number; why: 'bye' | 'full' | 'half' | 'absent' | 'won' | 'lost' | 'none' }[];
}

export interface Preview {
    round: number;
    /** Of the games that are open; all are paired. */
    outcomes: number;
    /** Of them without any legal pairing. */
    impossible: number;
    /** `game`: of a match of several, from 1. */
    open: { white: number; black: number; game?: number }[];
    /** Of the only outcome: its pairs by board, of teams by their numbers; the bye is the last, against 0. */
    pairs?: { board: number; white: number; black: number }[];
    /** The opponents of each player, the most frequent first; 0 is the bye. */
    players: {
        tpn: number;
        meetings: { opponent: number; colour?: 'white' | 'black'; outcomes: number }[];
    }[];
}

export interface Ratings {
    /** `change` is in hundredths. */
    players: { tpn: number; rating: number; k: number; games: number; change: number }[];
}

/** Whom and what an explanation is about. */
export interface ExplainOptions extends SystemOption, RoundOption {
    /** Why not against this one. */
    against?: number;
    /** "de", "en", "es", "fr", "it"; English when not given. */
    language?: string;
}

/** Counts of runs that came to an end. */
export interface Forecast {
    /** The next one; 0 when only games are open. */
    round: number;
    open: number;
    runs: number;
    impossible: number;
    players: {
        tpn: number;
        /** Runs that end on place 1 … 10. */
        places: number[];
        /** In the next round; opponent 0 is the bye. */
        meetings: { opponent: number; colour?: 'white' | 'black'; runs: number }[];
    }[];
}

export interface Tournament {
    readonly name: string;
    /** What the last question left to say: assumptions, and what is suspicious. */
    readonly messages: Message[];
    pair(options?: SystemOption & RoundOption): Pairing;
    explain(options: ExplainOptions & { player: number }): PlayerExplanation;
    explain(options?: ExplainOptions): RoundExplanation;
    /** Pair every round again, and compute again what the file declares. */
    check(options?: SystemOption): Check;
    checkRound(round: number, options?: SystemOption): CheckedRound;
    /** `order`: codes as in `PTS,DE,BH/C1,SB`; else as the file says. */
    standings(options?: RoundOption & { order?: string }): Standings;
    /** The very text that the command prints with -f json. */
    text(
        question: 'pair' | 'check' | 'explain' | 'standings',
        options?: ExplainOptions & { player?: number; order?: string },
    ): string;
    /** Pair the next round and enter it, its results pending. */
    enter(options?: SystemOption): Pairing;
    /** Enter the result of a player's game, White's first: "1-0", "1/2-1/2", "0-1", "1F-0F", "none", … */
    result(round: number, player: number, result: string, options?: { game?: number }): EnteredResult;
    /** A round as it stands; the last one when none is named. */
    round(round?: number, options?: SystemOption): Round;
    /** Whom everybody may meet in the next round; at most six games may be open. */
    preview(options?: SystemOption): Preview;
    /** Opponents, colours and places that may come, from `runs` ends that are played by chance. */
    forecast(options?: SystemOption & { runs?: number; seed?: number }): Forecast;
    /** By the regulations of the first day and the likely K. */
    ratings(): Ratings;
    write(format: 'trf26' | 'trf16' | 'json' | 'csv'): string;
    /** Players, rounds and results, as Limmat's docs/format-json.md describes them. */
    data(): Record<string, unknown>;
    /** Give the memory back. */
    close(): void;
}

export interface ReadOptions extends SystemOption {
    /** The file's name: for messages, and its extension helps to tell the format. */
    name?: string;
    /** Refuse what is merely suspicious. */
    strict?: boolean;
}

export interface Limmat {
    read(file: string | ArrayBuffer | ArrayBufferView, options?: ReadOptions): Tournament;
    systems(): System[];
    /** Which lines of a journal were changed, left out, doubled or moved. */
    verifyJournal(
        file: string | ArrayBuffer | ArrayBufferView,
        options?: {
            /** The fingerprint of its last line as it is known from elsewhere. */
            head?: string;
            /** Else that of the platform, which browsers have on https pages only. */
            sha256?: (bytes: Uint8Array) => Promise<ArrayBuffer | Uint8Array> | ArrayBuffer | Uint8Array;
        },
    ): Promise<JournalAudit>;
}

export interface JournalAudit {
    lines: number;
    /** Lines with a private part. */
    sealed: number;
    /** The fingerprint of the last line. */
    head: string;
    faults: {
        fault: 'changed' | 'missing' | 'twice' | 'swapped' | 'cut' | 'other end' | 'old part changed';
        /** In the file. */
        line: number;
        /** Of the line concerned. */
        number: number;
        what: string;
    }[];
}

/**
 * The engine, from limmat.wasm beside this package's script, or from an address, its bytes or a
 * compiled module.
 */
export function load(source?: string | URL | BufferSource | WebAssembly.Module): Promise<Limmat>;
