// SPDX-License-Identifier: Apache-2.0
// Numbers of players are TPNs (tournament pairing numbers), as everywhere in Limmat; 0 is nobody.

// --- made by scripts/answer_types.py from docs/limmat-answers.schema.json

export type Severity = 'error' | 'suspicious' | 'note';

/** One thing to say about an input. */
export interface Message {
    severity: Severity;
    file?: string;
    /** From 1; 0: not about a line. */
    line: number;
    /** From 1; 0: the whole line. */
    column: number;
    /** What of the line it is about. */
    field?: string;
    /** As it stands there. */
    value?: string;
    what: string;
    remedy?: string;
}

/** What there is to say about the last question. */
export type Messages = Message[];

export interface Rule {
    /** "C14", as the regulations name it. */
    code: string;
    article: string;
    title: string;
}

export interface System {
    /** The edition: "dutch-2026". */
    name: string;
    /** "dutch". */
    family: string;
    title: string;
    /** The document that has the rules. */
    source: string;
    /** In force from this day, YYYY/MM/DD; "": open. */
    from: string;
    /** In force until this day; "": open. */
    until: string;
    games_per_match: number;
    /** As TRF files name it. */
    codes: string[];
    /** In the order of their priority. */
    criteria: Rule[];
    colour_rules: Rule[];
}

/** Every pairing system. */
export type Systems = System[];

export interface ScoredPair {
    board: number;
    white: number;
    black: number;
    /** Before the round. */
    white_score: number;
    black_score: number;
}

/** Who plays whom in a round. */
export interface Pairing {
    tournament: string;
    round: number;
    system: string;
    pairs: ScoredPair[];
    /** Who has the pairing-allocated bye. */
    bye: number | null;
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

export type Question =
    | 'opponent'
    | 'float'
    | 'bye'
    | 'colour'
    | 'board'
    | 'absence'
    | 'against'
    | 'wish';

export type Colour = 'white' | 'black';

/** A rule that could not be granted to all. */
export interface Finding {
    /** Its place in the round's brackets; in the answer to one player. */
    bracket?: number;
    /** What it answers to one of the players. */
    question: Question;
    code: string;
    article: string;
    /** Scores in tenths. */
    values: number[];
    players: number[];
}

/** The first rule under which the round is worse, with what was prescribed and without. */
export interface FirstRule {
    code: string;
    with: number;
    without: number;
}

/** What was prescribed, and what the round came to: prescribe it again to verify the answer. */
export interface Forced {
    /** Two who would meet. */
    pair?: [number, number];
    /** Or who would leave the bracket, or have the bye. */
    leaves?: number;
    /** false: no pairing by the rules that cannot be broken has it. */
    possible: boolean;
    first?: FirstRule;
    /** Whom it concerns, and whom they would meet; 0: nobody in the bracket. */
    hurt: [number, number][];
}

/** Where the order decides: the first whose opponent would be another one. */
export interface Before {
    first: number;
    meets: number;
    else: number;
    /** `up` and `down` would change halves. */
    exchanges: boolean;
    up?: number;
    down?: number;
}

/** A step of the rules' own procedure that passed something over. */
export interface Told {
    player: number;
    /** 0: the player does not move to another group. */
    opponent: number;
    /**
     * Of the bracket's lines: "itself", the two are barred from each other; "taken", `first`, a top
     * before, meets `own`; "left", `first`, a bottom before, was left over; "rest", with the rows
     * above as they are the others would have no opponent, or a worse one; "alone", as "rest", with
     * this pair alone held and all rows paired again.
     */
    line: '' | 'itself' | 'taken' | 'left' | 'rest' | 'alone';
    /** A rule, or "order". */
    code?: string;
    first?: number;
    own?: number;
    /** Who leaves the group now and then could not. */
    stays?: number;
    /** Who of one line would have only `left`. */
    short?: number[];
    /** One fewer, in the other line. */
    left?: number[];
}

export interface Scores {
    player: number;
    /** None with the bye. */
    opponent?: number;
}

/** Where a player stands among those of a score. */
export interface Group {
    score: number;
    size: number;
    /** Its place in the round's brackets. */
    bracket?: number;
    /** How many leave it. */
    leaving?: number;
    /** How many come into it from above. */
    coming?: number;
    /** In the line, where the answer goes by it. */
    place?: number;
}

/**
 * Something else that was weighed; opponent 0: leaves the bracket, comes up into it, or has the
 * bye.
 */
export interface Other {
    player: number;
    opponent: number;
    /** The first rule against it, or "order": it comes later in the order of the rules. */
    code: string;
    with?: number;
    without?: number;
    met_in_round?: number;
}

/** The pair that the order alone would have made. */
export interface Expected {
    player: number;
    opponent: number;
}

export interface History {
    player: number;
    /** Colours of the games that count, oldest first: "wbw". */
    history: string;
    due?: Colour;
    strength?: 'none' | 'mild' | 'strong' | 'absolute';
}

export interface Colours {
    white: History;
    black: History;
    /** What was drawn, of two who have not played. */
    lot?: Colour;
    /** The places that count for the lot. */
    white_counted?: number;
    black_counted?: number;
}

/** What boards are sorted by. */
export interface BoardKeys {
    number: number;
    /** The higher score of the two. */
    higher: number;
    sum: number;
}

/** Who could have the bye. */
export interface Rival {
    player: number;
    score: number;
    /** Games not played. */
    missed: number;
}

/**
 * Why several groups are paired as one: of those with at most `score`, `players`, for example, have
 * no opponent.
 */
export interface LeftOver {
    score: number;
    players: number[];
}

/** Of rounds known before the first: the row of the table, and which of its numbers meet. */
export interface TablePlace {
    seats: number;
    row: number;
    mine: number;
    theirs: number;
    my_team?: 'A' | 'B';
    opponents?: 'A' | 'B';
    /** 0: nobody has that number. */
    opponent: number;
}

/** An answer to one player's question, with the facts that a program needs to check it. */
export interface Answer {
    question: Question;
    player: number;
    opponent?: number;
    answer: 'natural' | 'obstacle' | 'order' | 'rule';
    /** The key of its sentence. */
    template: string;
    code: string;
    article: string;
    group?: Group;
    met_in_round?: number;
    colours?: Colours;
    board_keys?: BoardKeys;
    /** Who can have no bye. */
    barred?: number[];
    /** Who could have the bye. */
    rivals?: Rival[];
    /** Of an absence. */
    kind?: 'full' | 'half' | 'zero' | 'none';
    /** By which the two meet. */
    opponent_rule?: string;
    /** That the pairing goes by. */
    scores?: Scores;
    /** Of the standings, where scores have virtual points. */
    points?: Scores;
    table?: TablePlace;
    left_over?: LeftOver;
    expected?: Expected;
    told?: Told;
    forced?: Forced;
    before?: Before;
    /** What else was weighed. */
    others?: Other[];
    /** The sentence. */
    text: string;
    /** Further sentences. */
    more: string[];
}

export interface BracketPair {
    /** 0: the bye. */
    board: number;
    white: number;
    /** 0: the bye. */
    black: number;
    colour_rule?: string;
    opponent_rule?: string;
}

/**
 * Two lines of a bracket: each top in turn got the first bottom who was left, may meet him and
 * leaves the others an opponent.
 */
export interface Lines {
    tops: number[];
    bottoms: number[];
}

export interface Bracket {
    /** Of its residents; absent where they have different ones (Monrad pairs everybody at once). */
    score?: number;
    moved: number[];
    residents: number[];
    floaters: number[];
    pairs: BracketPair[];
    lines?: Lines;
    findings: Finding[];
}

export interface PlayedPair {
    white: number;
    /** None with the bye. */
    black?: number;
}

/** How the round that was played differs from the rules. */
export interface Departure {
    text: string;
    /** The comment (###) of the file that declares it. */
    declared?: string;
    played: PlayedPair[];
}

export interface RoundExplanation {
    format: 'limmat-explanation/1';
    tournament: string;
    round: number;
    system: string;
    departure?: Departure;
    brackets: Bracket[];
    answers: Answer[];
}

export interface PlayerExplanation {
    format: 'limmat-explanation/1';
    tournament: string;
    round: number;
    system: string;
    departure?: Departure;
    player: number;
    board?: number;
    opponent?: number;
    colour?: Colour;
    /** That concern the player. */
    findings: Finding[];
    answers: Answer[];
}

/** White and Black; a bye has Black 0. */
export type Pair = [number, number];

/** Two pairings of a round, and what separates them. */
export interface WhatDiffers {
    /** null: the system finds no legal pairing. */
    expected: Pair[] | null;
    found: Pair[];
    /**
     * The first rule that separates the two; "order": equal by every criterion; null: not known.
     */
    criterion: string | null;
    article?: string;
    title?: string;
}

/** A round that the system pairs in another way. */
export interface Difference {
    /** Where several are checked. */
    file?: string;
    round: number;
    system: string;
    /** null: the system finds no legal pairing. */
    expected: Pair[] | null;
    found: Pair[];
    /**
     * The first rule that separates the two; "order": equal by every criterion; null: not known.
     */
    criterion: string | null;
    article?: string;
    title?: string;
}

/** One that a comment (###) of the file declares. */
export interface DeclaredDifference {
    file?: string;
    round: number;
    system: string;
    /** The comment. */
    line: string;
    expected: Pair[] | null;
    found: Pair[];
    criterion: string | null;
    article?: string;
    title?: string;
}

export interface WrongPoints {
    file?: string;
    player: number;
    declared: number;
    computed: number;
}

/** Something that the file declares and that is computed otherwise. */
export interface WrongDeclaration {
    file?: string;
    /** Of the player or team; absent where it is about all. */
    number?: number;
    /** The tie-break. */
    code?: string;
    what: string;
}

/** A tournament paired again. */
export interface Check {
    tournament: string;
    system?: string;
    /** How many were paired again. */
    rounds: number;
    differences: Difference[];
    declared: DeclaredDifference[];
    wrong_points: WrongPoints[];
    wrong_ranks: WrongDeclaration[];
    wrong_tie_breaks: WrongDeclaration[];
}

/** Tournaments paired again. */
export interface CheckedFiles {
    files: number;
    /** How many were paired again. */
    rounds: number;
    differences: Difference[];
    declared: DeclaredDifference[];
    wrong_points: WrongPoints[];
    wrong_ranks: WrongDeclaration[];
    wrong_tie_breaks: WrongDeclaration[];
    /** Files that could not be checked. */
    not_checked: number;
    seconds: number;
}

export interface CheckedRound {
    round: number;
    system: string;
    /** How many there are. */
    rounds: number;
    /** With the bye; 0: nobody was paired. */
    pairs: number;
    same: boolean;
    expected?: Pair[] | null;
    found?: Pair[];
    criterion?: string | null;
    article?: string;
    title?: string;
}

export type Verdict = 'agrees' | 'differs' | 'not judged';

export interface AuditedPart {
    verdict: Verdict;
    /** The edition that it was judged by. */
    by: string;
    what: string;
    article: string;
    compared: number;
    different: number;
}

export interface AuditedFile {
    file: string;
    name: string;
    format: string;
    year: number;
    verdict: Verdict;
    pairings: AuditedPart;
    standings: AuditedPart;
    ratings: string;
}

export interface Audit {
    files: AuditedFile[];
}

export interface Standing {
    /** null: not ranked (left a round-robin before half of the games). */
    rank: number | null;
    /** A team's number in standings of teams. */
    tpn: number;
    name: string;
    /** In the order of tie_breaks; null: no value. */
    values: (string | null)[];
    /** In the category, where one was asked for. */
    category_rank?: number;
}

export interface Standings {
    tournament: string;
    round: number;
    /** The tie-break rules: "tb-2009", "c07-2023" or "c07-2026", by the start date. */
    edition: string;
    /** Who is listed, where a category was asked for. */
    category?: string;
    tie_breaks: string[];
    /** Tie-breaks that are only shown (C.07 art. 10). */
    not_ranking?: string[];
    /** How unrated opponents count, who has left. */
    note?: string;
    /** Where lots are drawn. */
    seed?: number;
    standings: Standing[];
}

/** A round of a player. */
export interface Cell {
    round: number;
    opponent?: number;
    /** The opponent's in the table. */
    place?: number;
    colour?: Colour;
    /** As in a TRF. */
    result: string;
    points: number;
    /** With this round. */
    total: number;
    float?: 'down' | 'up';
}

/** Counts of a player's rounds. */
export interface Balance {
    white: number;
    black: number;
    downfloats: number;
    upfloats: number;
    forfeits_won: number;
    forfeits_lost: number;
    allocated_byes: number;
    requested_byes: number;
    absent: number;
}

export interface CrosstableRow {
    place: number;
    rank: number | null;
    tpn: number;
    name: string;
    values: (string | null)[];
    category_rank?: number;
    rating?: number;
    rounds: Cell[];
    balance: Balance;
}

export interface Crosstable {
    tournament: string;
    round: number;
    edition: string;
    category?: string;
    tie_breaks: string[];
    not_ranking?: string[];
    note?: string;
    seed?: number;
    crosstable: CrosstableRow[];
}

/** Of a round, or of all. */
export interface ResultCounts {
    round?: number;
    /** Over the board. */
    played: number;
    white_won: number;
    drawn: number;
    black_won: number;
    /** Adjourned, or decided otherwise. */
    otherwise: number;
    pending: number;
    /** Won by forfeit. */
    forfeited: number;
    /** Forfeited by both. */
    unattended: number;
    /** Pairing-allocated byes. */
    allocated: number;
    /** Requested full-point byes. */
    full: number;
    half: number;
    absent: number;
    /** Played between two rated players. */
    rated: number;
    /** Won by the higher rated. */
    favourites: number;
    /** Won by the lower rated. */
    upsets: number;
}

export interface Upset {
    round: number;
    winner: number;
    loser: number;
    /** Of the winner. */
    colour?: Colour;
    /** Of the two ratings. */
    difference: number;
}

export interface Statistics {
    tournament: string;
    round: number;
    rounds: ResultCounts[];
    total: ResultCounts;
    upsets: Upset[];
    players: number;
    rated: number;
    women: number;
    /** How many have each. */
    titles: Record<string, number>;
    federations: Record<string, number>;
}

/** What a round adds to a tie-break. */
export interface Contribution {
    /** 0: not of a round. */
    round: number;
    opponent?: number;
    value: string;
    source:
        | 'opponent'
        | 'self'
        | 'dummy'
        | 'dummy capped by the scheduled opponent'
        | 'dummy capped by draws'
        | 'not met'
        | 'virtual opponent';
    adjusted?: boolean;
    cut?: 'least' | 'voluntary' | 'greatest';
}

/** How a tie-break came to its value. */
export interface Derivation {
    code: string;
    article: string;
    /** "": none. */
    value: string;
    summary: string;
    contributions: Contribution[];
}

export interface StandingExplanation {
    name: string;
    rank: number | null;
    round: number;
    edition: string;
    not_ranking?: string[];
    note?: string;
    seed?: number;
    tie_breaks: Derivation[];
}

export interface RoundBoard {
    board: number;
    white: number;
    black: number;
    /** Before the round. */
    white_score: number;
    black_score: number;
    /** Of each game of a match, White's of that game first; null: of no name. */
    results: (string | null)[];
}

export interface Idle {
    player: number;
    /** "won", "lost": by forfeit. */
    why: 'bye' | 'full' | 'half' | 'absent' | 'won' | 'lost' | 'none';
}

/** A round as it stands. */
export interface Round {
    /** 0: no round is paired yet. */
    round: number;
    system: string;
    rounds_paired: number;
    /** Announced; 0: not said. */
    rounds: number;
    /** Results. */
    missing: number;
    boards: RoundBoard[];
    idle: Idle[];
}

export interface OpenGame {
    white: number;
    black: number;
    /** Of a match of several, from 1. */
    game?: number;
}

export interface NextPair {
    board: number;
    white: number;
    /** 0: the bye. */
    black: number;
}

export interface Meeting {
    /** 0: the bye. */
    opponent: number;
    colour?: Colour;
    outcomes: number;
}

export interface PreviewPlayer {
    tpn: number;
    /** The most frequent first. */
    meetings: Meeting[];
}

/** Whom everybody may meet in the next round. */
export interface Preview {
    round: number;
    /** Of the games that are open; all are paired. */
    outcomes: number;
    /** Of them without any legal pairing. */
    impossible: number;
    /** Of the only outcome: its pairs by board, of teams by their numbers; the bye is the last. */
    pairs?: NextPair[];
    open: OpenGame[];
    players: PreviewPlayer[];
}

export interface ForecastMeeting {
    /** 0: the bye. */
    opponent: number;
    colour?: Colour;
    runs: number;
}

export interface ForecastPlayer {
    tpn: number;
    /** Runs that end on place 1 … 10. */
    places: number[];
    /** In the next round. */
    meetings: ForecastMeeting[];
}

/** Counts of runs that came to an end. */
export interface Forecast {
    /** The next one; 0 when only games are open. */
    round: number;
    /** Games without a result. */
    open: number;
    runs: number;
    impossible: number;
    players: ForecastPlayer[];
}

export interface RatedPlayer {
    tpn: number;
    rating: number;
    k: number;
    games: number;
    /** In hundredths. */
    change: number;
}

/** By the regulations of the first day and the likely K. */
export interface Ratings {
    players: RatedPlayer[];
}

/** What must be hashed to verify a journal: offset and length of each part. */
export type JournalParts = [number, number][];

export interface JournalFault {
    fault:
        | 'changed'
        | 'missing'
        | 'twice'
        | 'swapped'
        | 'cut'
        | 'private changed'
        | 'private unsealed'
        | 'other end'
        | 'old part changed';
    /** In the file. */
    line: number;
    /** Of the line concerned. */
    number: number;
    what: string;
}

export interface JournalAudit {
    lines: number;
    /** Lines with a private part. */
    sealed: number;
    /** The fingerprint of the last line. */
    head: string;
    faults: JournalFault[];
}

/** An article, and whether it is met. */
export interface NormCheck {
    article: string;
    met: boolean;
    have: number;
    need: number;
}

export interface NormArticles {
    games?: NormCheck;
    foreign_federations?: NormCheck;
    /** Players of the own federation. */
    own?: NormCheck;
    /** Players of one federation. */
    one?: NormCheck;
    /** Holders of titles. */
    holders?: NormCheck;
    /** Holders of the title or a higher one. */
    required?: NormCheck;
    players?: NormCheck;
    average?: NormCheck;
    score?: NormCheck;
    performance?: NormCheck;
}

/** What is left to do. */
export interface NormNeeds {
    points: number;
    games: number;
    opponents: number[];
}

export interface Norm {
    tpn: number;
    name: string;
    /** "GM", "IM", "WGM", "WIM". */
    norm: string;
    state: 'missed' | 'possible' | 'reached';
    /** Of games, when reached. */
    counts_as?: number;
    rounds: number[];
    points: number;
    average: number;
    performance: number;
    /** The rating to which the lowest opponent's is raised. */
    raised?: number;
    /**
     * Of "wins_ignored", "later_ignored", "eight_as_nine", "last_forfeited", "exempt",
     * "exempt_swiss", "not_searched".
     */
    remarks: string[];
    needs?: NormNeeds;
    articles: NormArticles;
    why: string;
}

/** The foreigners of the event. */
export interface NormField {
    asked: boolean;
    met: boolean;
    foreigners: number;
    federations: number;
    titled: number;
}

export interface Norms {
    tournament: string;
    rules: string;
    event: string;
    rounds: number;
    played: number;
    predetermined: boolean;
    field: NormField;
    norms: Norm[];
}

export interface Award {
    place: number;
    rank: number;
    tpn: number;
    name: string;
    /** "275.40". */
    amount: string;
    why: string;
}

export interface PrizeGroup {
    name: string;
    eligible: number;
    fund: string;
    paid: string;
    unused: string;
    rounding: string;
    awards: Award[];
}

/** The smaller of two. */
export interface DeclinedPrize {
    tpn: number;
    group: string;
    amount: string;
    /** The group of the prize taken. */
    instead: string;
}

export interface Prizes {
    tournament: string;
    round: number;
    currency: string;
    groups: PrizeGroup[];
    declined: DeclinedPrize[];
}

export type Chess = 'standard' | 'rapid' | 'blitz';

export interface RatingFinding {
    article: string;
    rule: string;
    verdict: 'passed' | 'failed' | 'warning' | 'unknown';
    found: string;
    remedy?: string;
}

export interface RatedGame {
    round: number;
    /** FIDE ID, or TPN where the file has none. */
    opponent?: number;
    colour: Colour;
    score: number;
    rated: boolean;
    /** Why it is not rated. */
    article?: string;
    reason?: string;
    opponent_rating?: number;
    /** The opponent's rating is that of another list. */
    lent?: boolean;
    difference?: number;
    /** The difference as far as it counts. */
    counted?: number;
    expected?: string;
    change?: string;
}

/** What an event changes for one player; amounts are decimal texts. */
export interface RatingReport {
    id: number;
    name: string;
    mode: 'rated' | 'unrated' | 'published since' | 'lent';
    games: number;
    score: number;
    /** Of somebody unrated: the result counts for a first rating. */
    counts?: boolean;
    article?: string;
    reason?: string;
    /** Of the opponents. */
    average?: string;
    p?: string;
    added?: string;
    /** The rating of the result. */
    ru?: number;
    rating?: number;
    k?: number;
    listed_k?: number;
    expected?: string;
    difference?: string;
    change?: string;
    new?: number;
    /** National systems: the development coefficient. */
    e?: string;
    /** National systems: K by index. */
    factor?: string;
    /** National systems: the expected score before rounding. */
    expected_exact?: string;
    /** National systems: rated by the rule for exceptional results. */
    exceptional?: boolean;
    /**
     * National systems: 1: a first rating from rated opponents, 2: also from those of stage 1; 0:
     * none.
     */
    stage?: number;
    /** National systems: steps to the first rating. */
    iterated?: number;
    performance?: number;
    lines: RatedGame[];
}

export interface RatedEvent {
    id: string;
    name: string;
    rules: string;
    /** What is known of rules whose full text is lost. */
    basis?: 'published extracts';
    source?: string;
    readings?: string[];
    chess: Chess;
    rated_as: 'swiss' | 'rr' | 'match';
    ratable: boolean;
    findings: RatingFinding[];
    /** Not of limmat rate check. */
    players?: RatingReport[];
}

export type RatedEvents = RatedEvent[];

/** Two who play each other. */
export interface RatedGames {
    rules: string;
    basis?: 'published extracts';
    source?: string;
    readings?: string[];
    players: RatingReport[];
}

export interface RatingRules {
    /** The edition: "rating-2024". */
    rules: string;
    title: string;
    from: string;
    /** Of a national rating system: "DWZ". */
    system?: string;
    lists: Chess[];
    basis?: 'published extracts';
    source?: string;
    readings?: string[];
}

export type RatingEditions = RatingRules[];

export interface RatingTrack {
    rating: number;
    k: number;
    games: number;
}

/** Of a rating list. */
export interface Person {
    id: number;
    name: string;
    federation: string;
    /** "M", "F" or "". */
    sex: string;
    title: string;
    women_title: string;
    /** The year; 0: not known. */
    born: number;
    standard?: RatingTrack;
    rapid?: RatingTrack;
    blitz?: RatingTrack;
}

export type People = Person[];

export interface ListedPerson {
    id: number;
    name: string;
    federation: string;
    sex?: string;
    title?: string;
    women_title?: string;
    other_titles?: string;
    /** The year. */
    born?: number;
    standard?: RatingTrack;
    rapid?: RatingTrack;
    blitz?: RatingTrack;
    /** As FIDE's lists have it. */
    flag?: string;
}

export interface RatingList {
    /** Its day. */
    list: string;
    people: ListedPerson[];
}

export interface FormField {
    name: string;
    label: string;
    value: string;
    article?: string;
    /** Where it would stand. */
    missing?: string;
}

export interface RatingForm {
    /** "IT3". */
    form: string;
    fields: FormField[];
}

export type RatingForms = RatingForm[];

export interface ReportFault {
    code: string;
    weight: 'refused' | 'doubtful';
    article: string;
    record?: string;
    line?: number;
    column?: number;
    what: string;
    remedy: string;
}

export interface RatingReportFile {
    file: string;
    accepted: boolean;
    rules?: string;
    basis?: 'published extracts';
    source?: string;
    readings?: string[];
    faults: ReportFault[];
}

export type RatingReportFiles = RatingReportFile[];

/** Tables whose rows have their heads as members. */
export interface RatingDrift {
    lists: Record<string, string>[];
    bands: Record<string, string>[];
    calibration: Record<string, string>[];
}

/** What somebody must or may do. */
export interface Due {
    /** A player, or "director". */
    who: string;
    do: string;
    must: boolean;
    by: string | null;
    match?: string;
    time?: string | null;
    text: string;
    /** What happens when it is not done. */
    otherwise?: string;
    article: string;
}

export interface ChampionshipDue {
    at: string;
    due: Due[];
}

export interface ChampionshipStanding {
    place: number;
    player: string;
    points?: number;
    games?: number;
    sum_of_seeds?: number;
    median_buchholz?: number;
    cumulative?: number;
    kashdan?: number;
    wins?: number;
    wins_among_tied?: number;
    points_among_tied?: number;
    games_among_tied?: number;
    last_final?: number;
    first_stage?: number;
    seeding?: number;
    level_with_next: boolean;
    out: boolean;
}

export interface ChampionshipStandings {
    stage: string;
    round: number;
    rounds: number;
    groups: ChampionshipStanding[][];
}

export interface ChampionshipChange {
    /** Of the journal. */
    line: number;
    at: string;
    by: string;
    what: string;
    article: string;
}

/** What was entered, and what followed from it. */
export type ChampionshipChanges = ChampionshipChange[];

export interface ChampionshipPerson {
    player: string;
    application: 'not applied' | 'accepted' | 'pending' | 'rejected' | 'automatic';
    articles: string[];
    seeding: number;
    forfeits: number;
    out?: 'withdraw' | 'engine' | 'booster' | 'cheating' | 'accusation' | 'forfeits' | 'director';
    out_at?: string | null;
}

export interface ChampionshipMatch {
    match: string;
    first: string;
    /** null: nobody. */
    second: string | null;
    state: 'open' | 'over' | 'void';
    games: string;
    winner?: string;
    time: string | null;
    text: string;
}

export interface Championship {
    definition: string;
    title: string;
    events: number;
    at: string | null;
    champion?: string;
    people: ChampionshipPerson[];
    matches: ChampionshipMatch[];
    standings: ChampionshipStandings[];
    due: Due[];
}

export interface DeskSection {
    id: string;
    title: string;
    players?: number;
    teams?: number;
    rounds: number;
    round: number;
    /**
     * Of the last round: "none", "proposed", "altered", "published", "playing", "closed",
     * "cancelled".
     */
    state: string;
    fide_mode: boolean;
}

export interface DeskDue {
    /** "": of the whole event. */
    section: string;
    round: number;
    text: string;
    acts: string;
}

export interface DeskOverview {
    event: string;
    sections: DeskSection[];
    due: DeskDue[];
}

/** A line of the journal. */
export interface DeskEntry {
    number: number;
    at: string;
    by: string;
    section: string;
    event: string;
    text: string;
    /** By that line; 0: it stands. */
    undone: number;
}

export type DeskLog = DeskEntry[];

export interface DeskSide {
    id: string;
    number: number;
    name: string;
    /** Nobody sat there. */
    empty: boolean;
    /** Moves. */
    illegal: number;
}

export interface DeskReport {
    by: string;
    result: string;
}

export interface DeskBoard {
    id: string;
    round: number;
    board: number;
    white: DeskSide;
    black: DeskSide;
    result: string;
    reports: DeskReport[];
    lines: DeskEntry[];
}

export interface DeskCheckedRound {
    section: string;
    round: number;
    line: number;
    differs: boolean;
    /** The system cannot tell. */
    unknown: boolean;
    declared: boolean;
}

/** An event of the desk paired again. */
export interface DeskCheck {
    rounds: number;
    differences: number;
    checked: DeskCheckedRound[];
}

export interface SheetColumn {
    head: string;
    /** For programs; "": none. */
    name: string;
}

export interface SheetTable {
    heading: string;
    note: string;
    columns: SheetColumn[];
    rows: string[][];
}

/** A list of the desk, as it is printed. */
export interface Sheet {
    title: string;
    subtitle: string;
    legend: string;
    tables: SheetTable[];
}

/** A player, or a team; counts and texts of nothing are left out. */
export interface DeskPlayer {
    id: string;
    name: string;
    title?: string;
    federation?: string;
    club?: string;
    /** The year, for the public. */
    born?: string;
    fide_id?: string;
    birth?: string;
    sex?: string;
    contact?: string;
    note?: string;
    pseudonym?: string;
    merged?: string;
    erased?: boolean;
    number?: number;
    rating?: number;
    standing?: 'withdrawn' | 'expelled' | 'removed';
    out_from?: number;
    first_round?: number;
    /** Of a team. */
    members?: string[];
    captain?: string;
    /** By round. */
    line_ups?: Record<string, string[]>;
    /** Of a player. */
    team?: string;
    fide?: number;
    national?: number;
    source?: string;
    table?: string;
    lot?: number;
    forfeits?: number;
    explained?: number;
    paid?: number;
    twin?: boolean;
    present?: boolean;
    no_half_bye?: boolean;
    /** By round. */
    byes?: Record<string, string>;
}

export interface DeskStateBoard {
    id: string;
    number: number;
    white: string;
    black: string;
    result?: string;
    /** As the game is rated, where that differs. */
    rated?: string;
    second_rated?: string;
    /** Of a match. */
    games?: string[];
    first?: string[];
    second?: string[];
    turned?: number[];
    score?: number[];
    by_decision?: number[];
    line?: number;
    moves?: boolean;
    reports?: number;
    empty?: number;
    illegal?: number;
    since?: number;
    /** Of further games. */
    [member: `rated_${number}`]: string;
}

export interface DeskStateRound {
    round: number;
    state: string;
    version: number;
    system?: string;
    departure?: string;
    position?: string;
    closed_at?: number;
    boards: DeskStateBoard[];
    /** A player's id, a colon and the letter of the bye. */
    idle: string[];
}

export interface DeskStateSection {
    id: string;
    title: string;
    system: string;
    rounds: number;
    /** Of a win, a draw, a loss, a pairing-allocated bye. */
    points: number[];
    boards?: number;
    match_points?: number[];
    scores?: string;
    preferences?: string;
    board_colours?: string;
    line_up_minutes?: number;
    pab_games?: number;
    tie_breaks?: string;
    tie_break_edition?: string;
    rating_use?: string;
    unrated?: string;
    keizer?: string;
    numbers_by?: string;
    acceleration: string;
    rate: string;
    rating_by?: string;
    equals?: string;
    lists?: string;
    time_control?: string;
    games_link?: string;
    colour?: number;
    fide_mode: boolean;
    fide_why?: string;
    fee?: number;
    default_time?: number;
    starts?: Record<string, number>;
    offsets?: Record<string, number>;
    finished: boolean;
    /** Of teams the teams. */
    players: DeskPlayer[];
    persons?: DeskPlayer[];
    played: DeskStateRound[];
    /** Not for the public, as all below. */
    remarks?: string[];
    adjustments?: number;
    prohibitions?: number;
    kept_apart?: number;
    play_offs?: number;
    later_ratings?: number;
    given_values?: number;
    numbers_by_hand?: boolean;
    checked_in?: number;
    sent?: number;
    accelerated?: number;
    check_in?: boolean;
    phones?: boolean;
}

export interface DeskNote {
    line: number;
    kind: 'request' | 'incident' | 'announcement' | 'prize';
    person?: string;
    what?: string;
    text?: string;
    value?: string;
    round?: number;
    answer?: number;
}

/** All of an event. */
export interface DeskState {
    /** Lines of the journal. */
    number: number;
    /** The fingerprint of the last one. */
    head?: string;
    name?: string;
    city?: string;
    federation?: string;
    start?: string;
    end?: string;
    zone?: string;
    arbiter?: string;
    called_off?: string;
    deleted?: boolean;
    home?: string;
    epoch?: number;
    sanctions?: number;
    sections: DeskStateSection[];
    notes: DeskNote[];
}

/** A measure over many events. */
export interface StudySums {
    events: number;
    mean?: number;
    /** Of the 95 % interval. */
    half_width?: number;
    sum: number;
    squares: number;
}

export interface StudyMeasure {
    measure: string;
    what: string;
    unit: string;
    parts: number;
    events: number;
    mean?: number;
    half_width?: number;
    sum: number;
    squares: number;
    /** How far it lies from the first system's. */
    beyond_first: StudySums;
}

export interface StudyRound {
    round: number;
    events: number;
    mean?: number;
    half_width?: number;
    sum: number;
    squares: number;
}

export interface StudyResult {
    system: string;
    rounds: number;
    games: number;
    measures: StudyMeasure[];
    wrong_pairs_after: StudyRound[];
}

export interface Study {
    /** The form of this document. */
    study: number;
    /** The version that made it. */
    limmat: string;
    systems: string[];
    players: number;
    rounds: number;
    seed: number;
    count: number;
    order: string;
    top: number;
    config: string;
    /** "2/8", of a part. */
    shard?: string;
    results: StudyResult[];
}

// --- end of what is made

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

export interface SystemOption {
    /** By edition ("dutch-2026") or family ("dutch"); else the one that the file names. */
    system?: string;
}

export interface RoundOption {
    /** From 1; of a pairing the next one, of standings the last one, when not given. */
    round?: number;
}

/** Whom and what an explanation is about. */
export interface ExplainOptions extends SystemOption, RoundOption {
    /** Why not against this one. */
    against?: number;
    /** "de", "en", "es", "fr", "it"; English when not given. */
    language?: string;
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
    /** The answer as JSON text: what the command prints with -f json, but for check, which is about files there. */
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
    /** Treat warnings about the file as errors. */
    strict?: boolean;
}

export interface Limmat {
    read(file: string | ArrayBuffer | ArrayBufferView, options?: ReadOptions): Tournament;
    systems(): Systems;
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

/**
 * The engine, from limmat.wasm beside this package's script, or from an address, its bytes or a
 * compiled module.
 */
export function load(source?: string | URL | BufferSource | WebAssembly.Module): Promise<Limmat>;
