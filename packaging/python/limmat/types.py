# SPDX-License-Identifier: Apache-2.0
"""The shapes of the answers.  Numbers of players are TPNs, 0 is nobody."""

from __future__ import annotations

import sys
from typing import Literal, Optional, TypedDict

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    from typing import Any

    class NotRequired:  # its meaning is for type checkers, which know a later Python
        def __class_getitem__(cls, item: Any) -> Any:
            return item


class Message(TypedDict):
    """One thing to say about an input."""

    severity: Literal["error", "suspicious", "note"]
    file: NotRequired[str]
    line: int  #: from 1; 0: not about a line
    column: int  #: from 1; 0: the whole line
    field: NotRequired[str]
    value: NotRequired[str]
    what: str
    remedy: NotRequired[str]


class Rule(TypedDict):
    code: str
    article: str
    title: str


class System(TypedDict):
    name: str
    family: str
    title: str
    source: str
    until: str
    games_per_match: int
    codes: list[str]
    criteria: list[Rule]
    colour_rules: list[Rule]


class ScoredPair(TypedDict):
    board: int
    white: int
    black: int
    white_score: float
    black_score: float


class Pairing(TypedDict):
    tournament: str
    round: int
    system: str
    pairs: list[ScoredPair]
    bye: Optional[int]  #: who has the pairing-allocated bye


class EnteredResult(TypedDict):
    round: int
    white: int
    black: int
    game: int
    result: str
    missing: int  #: results still missing in the round


Question = Literal["opponent", "float", "bye", "colour", "board", "absence", "against", "wish"]


class Finding(TypedDict):
    bracket: NotRequired[int]  #: its place, in the answer to one player
    question: Question  #: what it answers to one of the players
    code: str
    article: str
    values: list[int]  #: scores in tenths
    players: list[int]


class Scores(TypedDict):
    player: float
    opponent: NotRequired[float]  #: there is none with the bye


class Group(TypedDict):
    score: float
    size: int
    bracket: NotRequired[int]
    leaving: NotRequired[int]
    coming: NotRequired[int]
    place: NotRequired[int]


#: Something else that was weighed; opponent 0: leaves the bracket, comes up into it, or has the bye.
#: "code" is the first rule against it, with its values, or "order": it comes later in their order.
Other = TypedDict(
    "Other",
    {
        "player": int,
        "opponent": int,
        "code": str,
        "with": NotRequired[int],
        "without": NotRequired[int],
        "met_in_round": NotRequired[int],
    },
)


#: The first rule by which the round is worse with what was prescribed.
FirstRule = TypedDict("FirstRule", {"code": str, "with": int, "without": int})


class Forced(TypedDict):
    """What was prescribed, and what the round came to: prescribe it again to verify the answer."""

    pair: NotRequired[list[int]]  #: of two who would meet
    leaves: NotRequired[int]  #: or who would leave the bracket, or have the bye
    possible: bool  #: False: no pairing by the rules that cannot be broken has it
    first: NotRequired[FirstRule]
    hurt: list[list[int]]  #: whom it concerns, and whom they would meet; 0: nobody in the bracket


#: Where the order decides: the first whose opponent would be another one.
Before = TypedDict(
    "Before",
    {
        "first": int,
        "meets": int,
        "else": int,
        "exchanges": bool,
        "up": NotRequired[int],
        "down": NotRequired[int],
    },
)


class Told(TypedDict):
    """A step of the rules' own procedure that passed something over."""

    player: int
    opponent: int  #: 0: the player does not move to another group
    line: Literal["", "itself", "taken", "left", "rest", "alone"]
    code: NotRequired[str]  #: a rule, or "order"
    first: NotRequired[int]
    own: NotRequired[int]
    stays: NotRequired[int]
    short: NotRequired[list[int]]
    left: NotRequired[list[int]]


class Expected(TypedDict):
    player: int
    opponent: int


class History(TypedDict):
    player: int
    history: str  #: "wbw", oldest first
    due: NotRequired[Literal["white", "black"]]
    strength: NotRequired[Literal["none", "mild", "strong", "absolute"]]


class Colours(TypedDict):
    white: History
    black: History
    lot: NotRequired[Literal["white", "black"]]  #: of two who have not played
    white_counted: NotRequired[int]
    black_counted: NotRequired[int]


class BoardKeys(TypedDict):
    number: int
    higher: float
    sum: float


class Rival(TypedDict):
    player: int
    score: float
    missed: int


class TablePlace(TypedDict):
    seats: int
    row: int
    mine: int
    theirs: int
    my_team: NotRequired[Literal["A", "B"]]
    opponents: NotRequired[Literal["A", "B"]]
    opponent: int  #: 0: nobody has that number


class Answer(TypedDict):
    question: Question
    player: int
    opponent: NotRequired[int]
    answer: Literal["natural", "obstacle", "order", "rule"]
    template: str  #: the key of its sentence
    code: str
    article: str
    group: NotRequired[Group]
    met_in_round: NotRequired[int]
    kind: NotRequired[Literal["full", "half", "zero", "none"]]  #: of an absence
    opponent_rule: NotRequired[str]
    scores: NotRequired[Scores]  #: that the pairing goes by
    points: NotRequired[Scores]  #: of the standings, where scores have virtual points
    others: NotRequired[list[Other]]  #: what else was weighed
    expected: NotRequired[Expected]  #: the pair that the order alone would have made
    forced: NotRequired[Forced]
    before: NotRequired[Before]
    told: NotRequired[Told]
    colours: NotRequired[Colours]
    board_keys: NotRequired[BoardKeys]
    barred: NotRequired[list[int]]  #: who can have no bye
    rivals: NotRequired[list[Rival]]  #: who could have the bye
    table: NotRequired[TablePlace]  #: of rounds known before the first
    text: str
    more: list[str]


class BracketPair(TypedDict):
    board: int
    white: int
    black: int
    colour_rule: NotRequired[str]


class Bracket(TypedDict):
    score: NotRequired[float]
    moved: list[int]
    residents: list[int]
    floaters: list[int]
    pairs: list[BracketPair]
    findings: list[Finding]


class RoundExplanation(TypedDict):
    tournament: str
    round: int
    system: str
    brackets: list[Bracket]
    answers: list[Answer]


class PlayerExplanation(TypedDict):
    tournament: str
    round: int
    system: str
    player: int
    board: NotRequired[int]
    opponent: NotRequired[int]
    colour: NotRequired[Literal["white", "black"]]
    findings: list[Finding]  #: that concern the player
    answers: list[Answer]


class Difference(TypedDict):
    round: int
    system: str
    expected: Optional[list[tuple[int, int]]]  #: None: the system finds no legal pairing
    found: list[tuple[int, int]]  #: White and Black; a bye has Black 0
    criterion: Optional[str]  #: that separates the two; "order": equal by every criterion


class WrongPoints(TypedDict):
    player: int
    declared: float
    computed: float


class Check(TypedDict):
    tournament: str
    system: str
    rounds: int  #: how many were paired again
    differences: list[Difference]
    declared: list[Difference]  #: that a comment (###) of the file declares
    wrong_points: list[WrongPoints]


class CheckedRound(TypedDict):
    round: int
    rounds: int
    system: str
    pairs: int
    same: bool
    expected: NotRequired[Optional[list[tuple[int, int]]]]
    found: NotRequired[list[tuple[int, int]]]
    criterion: NotRequired[Optional[str]]


class Standing(TypedDict):
    rank: int
    tpn: int
    name: str
    values: list[Optional[str]]


class Standings(TypedDict):
    tournament: str
    round: int
    edition: str  # of tie-breaks, by the start date: "tb-2009", "c07-2023" or "c07-2026"
    tie_breaks: list[str]
    standings: list[Standing]
