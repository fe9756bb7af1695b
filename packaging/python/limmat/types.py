# SPDX-License-Identifier: Apache-2.0
# Made by scripts/answer_types.py from docs/limmat-answers.schema.json.
"""The shapes of the answers.  Numbers of players are TPNs, 0 is nobody."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Literal, Optional, TypedDict

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif TYPE_CHECKING:
    from typing_extensions import NotRequired  # every type checker brings it
else:
    from typing import Any

    class NotRequired:
        def __class_getitem__(cls, item: Any) -> Any:
            return item


Severity = Literal["error", "suspicious", "note"]


class Message(TypedDict):
    """One thing to say about an input."""

    severity: Severity
    file: NotRequired[str]
    #: From 1; 0: not about a line
    line: int
    #: From 1; 0: the whole line
    column: int
    #: What of the line it is about
    field: NotRequired[str]
    #: As it stands there
    value: NotRequired[str]
    what: str
    remedy: NotRequired[str]


#: What there is to say about the last question
Messages = list[Message]


class Rule(TypedDict):
    #: "C14", as the regulations name it
    code: str
    article: str
    title: str


System = TypedDict(
    "System",
    {
        #: The edition: "dutch-2026"
        "name": str,
        #: "dutch"
        "family": str,
        "title": str,
        #: The document that has the rules
        "source": str,
        #: In force from this day, YYYY/MM/DD; "": open
        "from": str,
        #: In force until this day; "": open
        "until": str,
        "games_per_match": int,
        #: As TRF files name it
        "codes": list[str],
        #: In the order of their priority
        "criteria": list[Rule],
        "colour_rules": list[Rule],
    },
)


#: Every pairing system
Systems = list[System]


class ScoredPair(TypedDict):
    board: int
    white: int
    black: int
    #: Before the round
    white_score: float
    black_score: float


class Pairing(TypedDict):
    """Who plays whom in a round."""

    tournament: str
    round: int
    system: str
    pairs: list[ScoredPair]
    #: Who has the pairing-allocated bye
    bye: Optional[int]


class EnteredResult(TypedDict):
    round: int
    white: int
    black: int
    #: Of a match, from 1
    game: int
    result: str
    #: How many results of that round are still missing
    missing: int


Question = Literal["opponent", "float", "bye", "colour", "board", "absence", "against", "wish"]


Colour = Literal["white", "black"]


class Finding(TypedDict):
    """A rule that could not be granted to all."""

    #: Its place in the round's brackets; in the answer to one player
    bracket: NotRequired[int]
    #: What it answers to one of the players
    question: Question
    code: str
    article: str
    #: Scores in tenths
    values: list[int]
    players: list[int]


#: The first rule under which the round is worse, with what was prescribed and without
FirstRule = TypedDict(
    "FirstRule",
    {
        "code": str,
        "with": int,
        "without": int,
    },
)


class Forced(TypedDict):
    """What was prescribed, and what the round came to: prescribe it again to verify the
    answer."""

    #: Two who would meet
    pair: NotRequired[list[int]]
    #: Or who would leave the bracket, or have the bye
    leaves: NotRequired[int]
    #: false: no pairing by the rules that cannot be broken has it
    possible: bool
    first: NotRequired[FirstRule]
    #: Whom it concerns, and whom they would meet; 0: nobody in the bracket
    hurt: list[list[int]]


#: Where the order decides: the first whose opponent would be another one
Before = TypedDict(
    "Before",
    {
        "first": int,
        "meets": int,
        "else": int,
        #: `up` and `down` would change halves
        "exchanges": bool,
        "up": NotRequired[int],
        "down": NotRequired[int],
    },
)


class Told(TypedDict):
    """A step of the rules' own procedure that passed something over."""

    player: int
    #: 0: the player does not move to another group
    opponent: int
    #: Of the bracket's lines: "itself", the two are barred from each other; "taken", `first`, a
    #: top before, meets `own`; "left", `first`, a bottom before, was left over; "rest", with
    #: the rows above as they are the others would have no opponent, or a worse one; "alone", as
    #: "rest", with this pair alone held and all rows paired again
    line: Literal["", "itself", "taken", "left", "rest", "alone"]
    #: A rule, or "order"
    code: NotRequired[str]
    first: NotRequired[int]
    own: NotRequired[int]
    #: Who leaves the group now and then could not
    stays: NotRequired[int]
    #: Who of one line would have only `left`
    short: NotRequired[list[int]]
    #: One fewer, in the other line
    left: NotRequired[list[int]]


class Scores(TypedDict):
    player: float
    #: None with the bye
    opponent: NotRequired[float]


class Group(TypedDict):
    """Where a player stands among those of a score."""

    score: float
    size: int
    #: Its place in the round's brackets
    bracket: NotRequired[int]
    #: How many leave it
    leaving: NotRequired[int]
    #: How many come into it from above
    coming: NotRequired[int]
    #: In the line, where the answer goes by it
    place: NotRequired[int]


#: Something else that was weighed; opponent 0: leaves the bracket, comes up into it, or has the
#: bye
Other = TypedDict(
    "Other",
    {
        "player": int,
        "opponent": int,
        #: The first rule against it, or "order": it comes later in the order of the rules
        "code": str,
        "with": NotRequired[int],
        "without": NotRequired[int],
        "met_in_round": NotRequired[int],
    },
)


class Expected(TypedDict):
    """The pair that the order alone would have made."""

    player: int
    opponent: int


class History(TypedDict):
    player: int
    #: Colours of the games that count, oldest first: "wbw"
    history: str
    due: NotRequired[Colour]
    strength: NotRequired[Literal["none", "mild", "strong", "absolute"]]


class Colours(TypedDict):
    white: History
    black: History
    #: What was drawn, of two who have not played
    lot: NotRequired[Colour]
    #: The places that count for the lot
    white_counted: NotRequired[int]
    black_counted: NotRequired[int]


class BoardKeys(TypedDict):
    """What boards are sorted by."""

    number: int
    #: The higher score of the two
    higher: float
    sum: float


class Rival(TypedDict):
    """Who could have the bye."""

    player: int
    score: float
    #: Games not played
    missed: int


class LeftOver(TypedDict):
    """Why several groups are paired as one: of those with at most `score`, `players`, for
    example, have no opponent."""

    score: float
    players: list[int]


class TablePlace(TypedDict):
    """Of rounds known before the first: the row of the table, and which of its numbers meet."""

    seats: int
    row: int
    mine: int
    theirs: int
    my_team: NotRequired[Literal["A", "B"]]
    opponents: NotRequired[Literal["A", "B"]]
    #: 0: nobody has that number
    opponent: int


class Answer(TypedDict):
    """An answer to one player's question, with the facts that a program needs to check it."""

    question: Question
    player: int
    opponent: NotRequired[int]
    answer: Literal["natural", "obstacle", "order", "rule"]
    #: The key of its sentence
    template: str
    code: str
    article: str
    group: NotRequired[Group]
    met_in_round: NotRequired[int]
    colours: NotRequired[Colours]
    board_keys: NotRequired[BoardKeys]
    #: Who can have no bye
    barred: NotRequired[list[int]]
    #: Who could have the bye
    rivals: NotRequired[list[Rival]]
    #: Of an absence
    kind: NotRequired[Literal["full", "half", "zero", "none"]]
    #: By which the two meet
    opponent_rule: NotRequired[str]
    #: That the pairing goes by
    scores: NotRequired[Scores]
    #: Of the standings, where scores have virtual points
    points: NotRequired[Scores]
    table: NotRequired[TablePlace]
    left_over: NotRequired[LeftOver]
    expected: NotRequired[Expected]
    told: NotRequired[Told]
    forced: NotRequired[Forced]
    before: NotRequired[Before]
    #: What else was weighed
    others: NotRequired[list[Other]]
    #: The sentence
    text: str
    #: Further sentences
    more: list[str]


class BracketPair(TypedDict):
    #: 0: the bye
    board: int
    white: int
    #: 0: the bye
    black: int
    colour_rule: NotRequired[str]
    opponent_rule: NotRequired[str]


class Lines(TypedDict):
    """Two lines of a bracket: each top in turn got the first bottom who was left, may meet him
    and leaves the others an opponent."""

    tops: list[int]
    bottoms: list[int]


class Bracket(TypedDict):
    #: Of its residents; absent where they have different ones (Monrad pairs everybody at once)
    score: NotRequired[float]
    moved: list[int]
    residents: list[int]
    floaters: list[int]
    pairs: list[BracketPair]
    lines: NotRequired[Lines]
    findings: list[Finding]


class PlayedPair(TypedDict):
    white: int
    #: None with the bye
    black: NotRequired[int]


class Departure(TypedDict):
    """How the round that was played differs from the rules."""

    text: str
    #: The comment (###) of the file that declares it
    declared: NotRequired[str]
    played: list[PlayedPair]


class RoundExplanation(TypedDict):
    format: Literal["limmat-explanation/1"]
    tournament: str
    round: int
    system: str
    departure: NotRequired[Departure]
    brackets: list[Bracket]
    answers: list[Answer]


class PlayerExplanation(TypedDict):
    format: Literal["limmat-explanation/1"]
    tournament: str
    round: int
    system: str
    departure: NotRequired[Departure]
    player: int
    board: NotRequired[int]
    opponent: NotRequired[int]
    colour: NotRequired[Colour]
    #: That concern the player
    findings: list[Finding]
    answers: list[Answer]


#: White and Black; a bye has Black 0
Pair = list[int]


class WhatDiffers(TypedDict):
    """Two pairings of a round, and what separates them."""

    #: null: the system finds no legal pairing
    expected: Optional[list[Pair]]
    found: list[Pair]
    #: The first rule that separates the two; "order": equal by every criterion; null: not known
    criterion: Optional[str]
    article: NotRequired[str]
    title: NotRequired[str]


class Difference(TypedDict):
    """A round that the system pairs in another way."""

    #: Where several are checked
    file: NotRequired[str]
    round: int
    system: str
    #: null: the system finds no legal pairing
    expected: Optional[list[Pair]]
    found: list[Pair]
    #: The first rule that separates the two; "order": equal by every criterion; null: not known
    criterion: Optional[str]
    article: NotRequired[str]
    title: NotRequired[str]


class DeclaredDifference(TypedDict):
    """One that a comment (###) of the file declares."""

    file: NotRequired[str]
    round: int
    system: str
    #: The comment
    line: str
    expected: Optional[list[Pair]]
    found: list[Pair]
    criterion: Optional[str]
    article: NotRequired[str]
    title: NotRequired[str]


class WrongPoints(TypedDict):
    file: NotRequired[str]
    player: int
    declared: float
    computed: float


class WrongDeclaration(TypedDict):
    """Something that the file declares and that is computed otherwise."""

    file: NotRequired[str]
    #: Of the player or team; absent where it is about all
    number: NotRequired[int]
    #: The tie-break
    code: NotRequired[str]
    what: str


class Check(TypedDict):
    """A tournament paired again."""

    tournament: str
    system: NotRequired[str]
    #: How many were paired again
    rounds: int
    differences: list[Difference]
    declared: list[DeclaredDifference]
    wrong_points: list[WrongPoints]
    wrong_ranks: list[WrongDeclaration]
    wrong_tie_breaks: list[WrongDeclaration]


class CheckedFiles(TypedDict):
    """Tournaments paired again."""

    files: int
    #: How many were paired again
    rounds: int
    differences: list[Difference]
    declared: list[DeclaredDifference]
    wrong_points: list[WrongPoints]
    wrong_ranks: list[WrongDeclaration]
    wrong_tie_breaks: list[WrongDeclaration]
    #: Files that could not be checked
    not_checked: int
    seconds: float


class CheckedRound(TypedDict):
    round: int
    system: str
    #: How many there are
    rounds: int
    #: With the bye; 0: nobody was paired
    pairs: int
    same: bool
    expected: NotRequired[Optional[list[Pair]]]
    found: NotRequired[list[Pair]]
    criterion: NotRequired[Optional[str]]
    article: NotRequired[str]
    title: NotRequired[str]


Verdict = Literal["agrees", "differs", "not judged"]


class AuditedPart(TypedDict):
    verdict: Verdict
    #: The edition that it was judged by
    by: str
    what: str
    article: str
    compared: int
    different: int


class AuditedFile(TypedDict):
    file: str
    name: str
    format: str
    year: int
    verdict: Verdict
    pairings: AuditedPart
    standings: AuditedPart
    ratings: str


class Audit(TypedDict):
    files: list[AuditedFile]


class Standing(TypedDict):
    #: null: not ranked (left a round-robin before half of the games)
    rank: Optional[int]
    #: A team's number in standings of teams
    tpn: int
    name: str
    #: In the order of tie_breaks; null: no value
    values: list[Optional[str]]
    #: In the category, where one was asked for
    category_rank: NotRequired[int]


class Standings(TypedDict):
    tournament: str
    round: int
    #: The tie-break rules: "tb-2009", "c07-2023" or "c07-2026", by the start date
    edition: str
    #: Who is listed, where a category was asked for
    category: NotRequired[str]
    tie_breaks: list[str]
    #: Tie-breaks that are only shown (C.07 art. 10)
    not_ranking: NotRequired[list[str]]
    #: How unrated opponents count, who has left
    note: NotRequired[str]
    #: Where lots are drawn
    seed: NotRequired[int]
    standings: list[Standing]


#: A round of a player
Cell = TypedDict(
    "Cell",
    {
        "round": int,
        "opponent": NotRequired[int],
        #: The opponent's in the table
        "place": NotRequired[int],
        "colour": NotRequired[Colour],
        #: As in a TRF
        "result": str,
        "points": float,
        #: With this round
        "total": float,
        "float": NotRequired[Literal["down", "up"]],
    },
)


class Balance(TypedDict):
    """Counts of a player's rounds."""

    white: int
    black: int
    downfloats: int
    upfloats: int
    forfeits_won: int
    forfeits_lost: int
    allocated_byes: int
    requested_byes: int
    absent: int


class CrosstableRow(TypedDict):
    place: int
    rank: Optional[int]
    tpn: int
    name: str
    values: list[Optional[str]]
    category_rank: NotRequired[int]
    rating: NotRequired[int]
    rounds: list[Cell]
    balance: Balance


class Crosstable(TypedDict):
    tournament: str
    round: int
    edition: str
    category: NotRequired[str]
    tie_breaks: list[str]
    not_ranking: NotRequired[list[str]]
    note: NotRequired[str]
    seed: NotRequired[int]
    crosstable: list[CrosstableRow]


class ResultCounts(TypedDict):
    """Of a round, or of all."""

    round: NotRequired[int]
    #: Over the board
    played: int
    white_won: int
    drawn: int
    black_won: int
    #: Adjourned, or decided otherwise
    otherwise: int
    pending: int
    #: Won by forfeit
    forfeited: int
    #: Forfeited by both
    unattended: int
    #: Pairing-allocated byes
    allocated: int
    #: Requested full-point byes
    full: int
    half: int
    absent: int
    #: Played between two rated players
    rated: int
    #: Won by the higher rated
    favourites: int
    #: Won by the lower rated
    upsets: int


class Upset(TypedDict):
    round: int
    winner: int
    loser: int
    #: Of the winner
    colour: NotRequired[Colour]
    #: Of the two ratings
    difference: int


class Statistics(TypedDict):
    tournament: str
    round: int
    rounds: list[ResultCounts]
    total: ResultCounts
    upsets: list[Upset]
    players: int
    rated: int
    women: int
    #: How many have each
    titles: dict[str, int]
    federations: dict[str, int]


class Contribution(TypedDict):
    """What a round adds to a tie-break."""

    #: 0: not of a round
    round: int
    opponent: NotRequired[int]
    value: str
    source: Literal[
        "opponent",
        "self",
        "dummy",
        "dummy capped by the scheduled opponent",
        "dummy capped by draws",
        "not met",
        "virtual opponent",
    ]
    adjusted: NotRequired[bool]
    cut: NotRequired[Literal["least", "voluntary", "greatest"]]


class Derivation(TypedDict):
    """How a tie-break came to its value."""

    code: str
    article: str
    #: "": none
    value: str
    summary: str
    contributions: list[Contribution]


class StandingExplanation(TypedDict):
    name: str
    rank: Optional[int]
    round: int
    edition: str
    not_ranking: NotRequired[list[str]]
    note: NotRequired[str]
    seed: NotRequired[int]
    tie_breaks: list[Derivation]


class RoundBoard(TypedDict):
    board: int
    white: int
    black: int
    #: Before the round
    white_score: float
    black_score: float
    #: Of each game of a match, White's of that game first; null: of no name
    results: list[Optional[str]]


class Idle(TypedDict):
    player: int
    #: "won", "lost": by forfeit
    why: Literal["bye", "full", "half", "absent", "won", "lost", "none"]


class Round(TypedDict):
    """A round as it stands."""

    #: 0: no round is paired yet
    round: int
    system: str
    rounds_paired: int
    #: Announced; 0: not said
    rounds: int
    #: Results
    missing: int
    boards: list[RoundBoard]
    idle: list[Idle]


class OpenGame(TypedDict):
    white: int
    black: int
    #: Of a match of several, from 1
    game: NotRequired[int]


class NextPair(TypedDict):
    board: int
    white: int
    #: 0: the bye
    black: int


class Meeting(TypedDict):
    #: 0: the bye
    opponent: int
    colour: NotRequired[Colour]
    outcomes: int


class PreviewPlayer(TypedDict):
    tpn: int
    #: The most frequent first
    meetings: list[Meeting]


class Preview(TypedDict):
    """Whom everybody may meet in the next round."""

    round: int
    #: Of the games that are open; all are paired
    outcomes: int
    #: Of them without any legal pairing
    impossible: int
    #: Of the only outcome: its pairs by board, of teams by their numbers; the bye is the last
    pairs: NotRequired[list[NextPair]]
    open: list[OpenGame]
    players: list[PreviewPlayer]


class ForecastMeeting(TypedDict):
    #: 0: the bye
    opponent: int
    colour: NotRequired[Colour]
    runs: int


class ForecastPlayer(TypedDict):
    tpn: int
    #: Runs that end on place 1 … 10
    places: list[int]
    #: In the next round
    meetings: list[ForecastMeeting]


class Forecast(TypedDict):
    """Counts of runs that came to an end."""

    #: The next one; 0 when only games are open
    round: int
    #: Games without a result
    open: int
    runs: int
    impossible: int
    players: list[ForecastPlayer]


class RatedPlayer(TypedDict):
    tpn: int
    rating: int
    k: int
    games: int
    #: In hundredths
    change: int


class Ratings(TypedDict):
    """By the regulations of the first day and the likely K."""

    players: list[RatedPlayer]


#: What must be hashed to verify a journal: offset and length of each part
JournalParts = list[list[int]]


class JournalFault(TypedDict):
    fault: Literal[
        "changed",
        "missing",
        "twice",
        "swapped",
        "cut",
        "private changed",
        "private unsealed",
        "other end",
        "old part changed",
    ]
    #: In the file
    line: int
    #: Of the line concerned
    number: int
    what: str


class JournalAudit(TypedDict):
    lines: int
    #: Lines with a private part
    sealed: int
    #: The fingerprint of the last line
    head: str
    faults: list[JournalFault]


class NormCheck(TypedDict):
    """An article, and whether it is met."""

    article: str
    met: bool
    have: float
    need: float


class NormArticles(TypedDict):
    games: NotRequired[NormCheck]
    foreign_federations: NotRequired[NormCheck]
    #: Players of the own federation
    own: NotRequired[NormCheck]
    #: Players of one federation
    one: NotRequired[NormCheck]
    #: Holders of titles
    holders: NotRequired[NormCheck]
    #: Holders of the title or a higher one
    required: NotRequired[NormCheck]
    players: NotRequired[NormCheck]
    average: NotRequired[NormCheck]
    score: NotRequired[NormCheck]
    performance: NotRequired[NormCheck]


class NormNeeds(TypedDict):
    """What is left to do."""

    points: float
    games: int
    opponents: list[int]


class Norm(TypedDict):
    tpn: int
    name: str
    #: "GM", "IM", "WGM", "WIM"
    norm: str
    state: Literal["missed", "possible", "reached"]
    #: Of games, when reached
    counts_as: NotRequired[int]
    rounds: list[int]
    points: float
    average: int
    performance: int
    #: The rating to which the lowest opponent's is raised
    raised: NotRequired[int]
    #: Of "wins_ignored", "later_ignored", "eight_as_nine", "last_forfeited", "exempt",
    #: "exempt_swiss", "not_searched"
    remarks: list[str]
    needs: NotRequired[NormNeeds]
    articles: NormArticles
    why: str


class NormField(TypedDict):
    """The foreigners of the event."""

    asked: bool
    met: bool
    foreigners: int
    federations: int
    titled: int


class Norms(TypedDict):
    tournament: str
    rules: str
    event: str
    rounds: int
    played: int
    predetermined: bool
    field: NormField
    norms: list[Norm]


class Award(TypedDict):
    place: int
    rank: int
    tpn: int
    name: str
    #: "275.40"
    amount: str
    why: str


class PrizeGroup(TypedDict):
    name: str
    eligible: int
    fund: str
    paid: str
    unused: str
    rounding: str
    awards: list[Award]


class DeclinedPrize(TypedDict):
    """The smaller of two."""

    tpn: int
    group: str
    amount: str
    #: The group of the prize taken
    instead: str


class Prizes(TypedDict):
    tournament: str
    round: int
    currency: str
    groups: list[PrizeGroup]
    declined: list[DeclinedPrize]


Chess = Literal["standard", "rapid", "blitz"]


class RatingFinding(TypedDict):
    article: str
    rule: str
    verdict: Literal["passed", "failed", "warning", "unknown"]
    found: str
    remedy: NotRequired[str]


class RatedGame(TypedDict):
    round: int
    #: FIDE ID, or TPN where the file has none
    opponent: NotRequired[int]
    colour: Colour
    score: float
    rated: bool
    #: Why it is not rated
    article: NotRequired[str]
    reason: NotRequired[str]
    opponent_rating: NotRequired[int]
    #: The opponent's rating is that of another list
    lent: NotRequired[bool]
    difference: NotRequired[int]
    #: The difference as far as it counts
    counted: NotRequired[int]
    expected: NotRequired[str]
    change: NotRequired[str]


class RatingReport(TypedDict):
    """What an event changes for one player; amounts are decimal texts."""

    id: int
    name: str
    mode: Literal["rated", "unrated", "published since", "lent"]
    games: int
    score: float
    #: Of somebody unrated: the result counts for a first rating
    counts: NotRequired[bool]
    article: NotRequired[str]
    reason: NotRequired[str]
    #: Of the opponents
    average: NotRequired[str]
    p: NotRequired[str]
    added: NotRequired[str]
    #: The rating of the result
    ru: NotRequired[int]
    rating: NotRequired[int]
    k: NotRequired[int]
    listed_k: NotRequired[int]
    expected: NotRequired[str]
    difference: NotRequired[str]
    change: NotRequired[str]
    new: NotRequired[int]
    #: National systems: the development coefficient
    e: NotRequired[str]
    #: National systems: K by index
    factor: NotRequired[str]
    #: National systems: the expected score before rounding
    expected_exact: NotRequired[str]
    #: National systems: rated by the rule for exceptional results
    exceptional: NotRequired[bool]
    #: National systems: 1: a first rating from rated opponents, 2: also from those of stage 1;
    #: 0: none
    stage: NotRequired[int]
    #: National systems: steps to the first rating
    iterated: NotRequired[int]
    performance: NotRequired[int]
    lines: list[RatedGame]


class RatedEvent(TypedDict):
    id: str
    name: str
    rules: str
    #: What is known of rules whose full text is lost
    basis: NotRequired[Literal["published extracts"]]
    source: NotRequired[str]
    readings: NotRequired[list[str]]
    chess: Chess
    rated_as: Literal["swiss", "rr", "match"]
    ratable: bool
    findings: list[RatingFinding]
    #: Not of limmat rate check
    players: NotRequired[list[RatingReport]]


RatedEvents = list[RatedEvent]


class RatedGames(TypedDict):
    """Two who play each other."""

    rules: str
    basis: NotRequired[Literal["published extracts"]]
    source: NotRequired[str]
    readings: NotRequired[list[str]]
    players: list[RatingReport]


RatingRules = TypedDict(
    "RatingRules",
    {
        #: The edition: "rating-2024"
        "rules": str,
        "title": str,
        "from": str,
        #: Of a national rating system: "DWZ"
        "system": NotRequired[str],
        "lists": list[Chess],
        "basis": NotRequired[Literal["published extracts"]],
        "source": NotRequired[str],
        "readings": NotRequired[list[str]],
    },
)


RatingEditions = list[RatingRules]


class RatingTrack(TypedDict):
    rating: int
    k: int
    games: int


class Person(TypedDict):
    """Of a rating list."""

    id: int
    name: str
    federation: str
    #: "M", "F" or ""
    sex: str
    title: str
    women_title: str
    #: The year; 0: not known
    born: int
    standard: NotRequired[RatingTrack]
    rapid: NotRequired[RatingTrack]
    blitz: NotRequired[RatingTrack]


People = list[Person]


class ListedPerson(TypedDict):
    id: int
    name: str
    federation: str
    sex: NotRequired[str]
    title: NotRequired[str]
    women_title: NotRequired[str]
    other_titles: NotRequired[str]
    #: The year
    born: NotRequired[int]
    standard: NotRequired[RatingTrack]
    rapid: NotRequired[RatingTrack]
    blitz: NotRequired[RatingTrack]
    #: As FIDE's lists have it
    flag: NotRequired[str]


class RatingList(TypedDict):
    #: Its day
    list: str
    people: list[ListedPerson]


class FormField(TypedDict):
    name: str
    label: str
    value: str
    article: NotRequired[str]
    #: Where it would stand
    missing: NotRequired[str]


class RatingForm(TypedDict):
    #: "IT3"
    form: str
    fields: list[FormField]


RatingForms = list[RatingForm]


class ReportFault(TypedDict):
    code: str
    weight: Literal["refused", "doubtful"]
    article: str
    record: NotRequired[str]
    line: NotRequired[int]
    column: NotRequired[int]
    what: str
    remedy: str


class RatingReportFile(TypedDict):
    file: str
    accepted: bool
    rules: NotRequired[str]
    basis: NotRequired[Literal["published extracts"]]
    source: NotRequired[str]
    readings: NotRequired[list[str]]
    faults: list[ReportFault]


RatingReportFiles = list[RatingReportFile]


class RatingDrift(TypedDict):
    """Tables whose rows have their heads as members."""

    lists: list[dict[str, str]]
    bands: list[dict[str, str]]
    calibration: list[dict[str, str]]


class Due(TypedDict):
    """What somebody must or may do."""

    #: A player, or "director"
    who: str
    do: str
    must: bool
    by: Optional[str]
    match: NotRequired[str]
    time: NotRequired[Optional[str]]
    text: str
    #: What happens when it is not done
    otherwise: NotRequired[str]
    article: str


class ChampionshipDue(TypedDict):
    at: str
    due: list[Due]


class ChampionshipStanding(TypedDict):
    place: int
    player: str
    points: NotRequired[float]
    games: NotRequired[float]
    sum_of_seeds: NotRequired[float]
    median_buchholz: NotRequired[float]
    cumulative: NotRequired[float]
    kashdan: NotRequired[float]
    wins: NotRequired[float]
    wins_among_tied: NotRequired[float]
    points_among_tied: NotRequired[float]
    games_among_tied: NotRequired[float]
    last_final: NotRequired[float]
    first_stage: NotRequired[float]
    seeding: NotRequired[float]
    level_with_next: bool
    out: bool


class ChampionshipStandings(TypedDict):
    stage: str
    round: int
    rounds: int
    groups: list[list[ChampionshipStanding]]


class ChampionshipChange(TypedDict):
    #: Of the journal
    line: int
    at: str
    by: str
    what: str
    article: str


#: What was entered, and what followed from it
ChampionshipChanges = list[ChampionshipChange]


class ChampionshipPerson(TypedDict):
    player: str
    application: Literal["not applied", "accepted", "pending", "rejected", "automatic"]
    articles: list[str]
    seeding: float
    forfeits: int
    out: NotRequired[Literal[
        "withdraw",
        "engine",
        "booster",
        "cheating",
        "accusation",
        "forfeits",
        "director",
    ]]
    out_at: NotRequired[Optional[str]]


class ChampionshipMatch(TypedDict):
    match: str
    first: str
    #: null: nobody
    second: Optional[str]
    state: Literal["open", "over", "void"]
    games: str
    winner: NotRequired[str]
    time: Optional[str]
    text: str


class Championship(TypedDict):
    definition: str
    title: str
    events: int
    at: Optional[str]
    champion: NotRequired[str]
    people: list[ChampionshipPerson]
    matches: list[ChampionshipMatch]
    standings: list[ChampionshipStandings]
    due: list[Due]


class DeskSection(TypedDict):
    id: str
    title: str
    players: NotRequired[int]
    teams: NotRequired[int]
    rounds: int
    round: int
    #: Of the last round: "none", "proposed", "altered", "published", "playing", "closed",
    #: "cancelled"
    state: str
    fide_mode: bool


class DeskDue(TypedDict):
    #: "": of the whole event
    section: str
    round: int
    text: str
    acts: str


class DeskOverview(TypedDict):
    event: str
    sections: list[DeskSection]
    due: list[DeskDue]


class DeskEntry(TypedDict):
    """A line of the journal."""

    number: int
    at: str
    by: str
    section: str
    event: str
    text: str
    #: By that line; 0: it stands
    undone: int


DeskLog = list[DeskEntry]


class DeskSide(TypedDict):
    id: str
    number: int
    name: str
    #: Nobody sat there
    empty: bool
    #: Moves
    illegal: int


class DeskReport(TypedDict):
    by: str
    result: str


class DeskBoard(TypedDict):
    id: str
    round: int
    board: int
    white: DeskSide
    black: DeskSide
    result: str
    reports: list[DeskReport]
    lines: list[DeskEntry]


class DeskCheckedRound(TypedDict):
    section: str
    round: int
    line: int
    differs: bool
    #: The system cannot tell
    unknown: bool
    declared: bool


class DeskCheck(TypedDict):
    """An event of the desk paired again."""

    rounds: int
    differences: int
    checked: list[DeskCheckedRound]


class SheetColumn(TypedDict):
    head: str
    #: For programs; "": none
    name: str


class SheetTable(TypedDict):
    heading: str
    note: str
    columns: list[SheetColumn]
    rows: list[list[str]]


class Sheet(TypedDict):
    """A list of the desk, as it is printed."""

    title: str
    subtitle: str
    legend: str
    tables: list[SheetTable]


class DeskPlayer(TypedDict):
    """A player, or a team; counts and texts of nothing are left out."""

    id: str
    name: str
    title: NotRequired[str]
    federation: NotRequired[str]
    club: NotRequired[str]
    #: The year, for the public
    born: NotRequired[str]
    fide_id: NotRequired[str]
    birth: NotRequired[str]
    sex: NotRequired[str]
    contact: NotRequired[str]
    note: NotRequired[str]
    pseudonym: NotRequired[str]
    merged: NotRequired[str]
    erased: NotRequired[bool]
    number: NotRequired[int]
    rating: NotRequired[int]
    standing: NotRequired[Literal["withdrawn", "expelled", "removed"]]
    out_from: NotRequired[int]
    first_round: NotRequired[int]
    #: Of a team
    members: NotRequired[list[str]]
    captain: NotRequired[str]
    #: By round
    line_ups: NotRequired[dict[str, list[str]]]
    #: Of a player
    team: NotRequired[str]
    fide: NotRequired[int]
    national: NotRequired[int]
    source: NotRequired[str]
    table: NotRequired[str]
    lot: NotRequired[int]
    forfeits: NotRequired[int]
    explained: NotRequired[int]
    paid: NotRequired[int]
    twin: NotRequired[bool]
    present: NotRequired[bool]
    no_half_bye: NotRequired[bool]
    #: By round
    byes: NotRequired[dict[str, str]]


class DeskStateBoard(TypedDict):
    id: str
    number: int
    white: str
    black: str
    result: NotRequired[str]
    #: As the game is rated, where that differs
    rated: NotRequired[str]
    second_rated: NotRequired[str]
    #: Of a match
    games: NotRequired[list[str]]
    first: NotRequired[list[str]]
    second: NotRequired[list[str]]
    turned: NotRequired[list[int]]
    score: NotRequired[list[float]]
    by_decision: NotRequired[list[float]]
    line: NotRequired[int]
    moves: NotRequired[bool]
    reports: NotRequired[int]
    empty: NotRequired[int]
    illegal: NotRequired[int]
    since: NotRequired[int]
    # and members like ^rated_[0-9]+$


class DeskStateRound(TypedDict):
    round: int
    state: str
    version: int
    system: NotRequired[str]
    departure: NotRequired[str]
    position: NotRequired[str]
    closed_at: NotRequired[int]
    boards: list[DeskStateBoard]
    #: A player's id, a colon and the letter of the bye
    idle: list[str]


class DeskStateSection(TypedDict):
    id: str
    title: str
    system: str
    rounds: int
    #: Of a win, a draw, a loss, a pairing-allocated bye
    points: list[float]
    boards: NotRequired[int]
    match_points: NotRequired[list[float]]
    scores: NotRequired[str]
    preferences: NotRequired[str]
    board_colours: NotRequired[str]
    line_up_minutes: NotRequired[int]
    pab_games: NotRequired[float]
    tie_breaks: NotRequired[str]
    tie_break_edition: NotRequired[str]
    rating_use: NotRequired[str]
    unrated: NotRequired[str]
    keizer: NotRequired[str]
    numbers_by: NotRequired[str]
    acceleration: str
    rate: str
    rating_by: NotRequired[str]
    equals: NotRequired[str]
    lists: NotRequired[str]
    time_control: NotRequired[str]
    games_link: NotRequired[str]
    colour: NotRequired[int]
    fide_mode: bool
    fide_why: NotRequired[str]
    fee: NotRequired[int]
    default_time: NotRequired[int]
    starts: NotRequired[dict[str, int]]
    offsets: NotRequired[dict[str, float]]
    finished: bool
    #: Of teams the teams
    players: list[DeskPlayer]
    persons: NotRequired[list[DeskPlayer]]
    played: list[DeskStateRound]
    #: Not for the public, as all below
    remarks: NotRequired[list[str]]
    adjustments: NotRequired[int]
    prohibitions: NotRequired[int]
    kept_apart: NotRequired[int]
    play_offs: NotRequired[int]
    later_ratings: NotRequired[int]
    given_values: NotRequired[int]
    numbers_by_hand: NotRequired[bool]
    checked_in: NotRequired[int]
    sent: NotRequired[int]
    accelerated: NotRequired[int]
    check_in: NotRequired[bool]
    phones: NotRequired[bool]


class DeskNote(TypedDict):
    line: int
    kind: Literal["request", "incident", "announcement", "prize"]
    person: NotRequired[str]
    what: NotRequired[str]
    text: NotRequired[str]
    value: NotRequired[str]
    round: NotRequired[int]
    answer: NotRequired[int]


class DeskState(TypedDict):
    """All of an event."""

    #: Lines of the journal
    number: int
    #: The fingerprint of the last one
    head: NotRequired[str]
    name: NotRequired[str]
    city: NotRequired[str]
    federation: NotRequired[str]
    start: NotRequired[str]
    end: NotRequired[str]
    zone: NotRequired[str]
    arbiter: NotRequired[str]
    called_off: NotRequired[str]
    deleted: NotRequired[bool]
    home: NotRequired[str]
    epoch: NotRequired[int]
    sanctions: NotRequired[int]
    sections: list[DeskStateSection]
    notes: list[DeskNote]


class StudySums(TypedDict):
    """A measure over many events."""

    events: int
    mean: NotRequired[float]
    #: Of the 95 % interval
    half_width: NotRequired[float]
    sum: int
    squares: int


class StudyMeasure(TypedDict):
    measure: str
    what: str
    unit: str
    parts: int
    events: int
    mean: NotRequired[float]
    half_width: NotRequired[float]
    sum: int
    squares: int
    #: How far it lies from the first system's
    beyond_first: StudySums


class StudyRound(TypedDict):
    round: int
    events: int
    mean: NotRequired[float]
    half_width: NotRequired[float]
    sum: int
    squares: int


class StudyResult(TypedDict):
    system: str
    rounds: int
    games: int
    measures: list[StudyMeasure]
    wrong_pairs_after: list[StudyRound]


class Study(TypedDict):
    #: The form of this document
    study: int
    #: The version that made it
    limmat: str
    systems: list[str]
    players: int
    rounds: int
    seed: int
    count: int
    order: str
    top: int
    config: str
    #: "2/8", of a part
    shard: NotRequired[str]
    results: list[StudyResult]
