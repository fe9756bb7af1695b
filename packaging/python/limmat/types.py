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


class Reason(TypedDict):
    about: Literal["opponent", "float", "colour", "bye", "absence", "criterion"]
    code: str
    article: str
    text: str


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
    reasons: list[Reason]


class RoundExplanation(TypedDict):
    tournament: str
    round: int
    system: str
    brackets: list[Bracket]


class PlayerExplanation(TypedDict):
    tournament: str
    round: int
    system: str
    player: int
    board: NotRequired[int]
    opponent: NotRequired[int]
    colour: NotRequired[Literal["white", "black"]]
    reasons: list[Reason]


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
