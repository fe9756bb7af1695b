# SPDX-License-Identifier: Apache-2.0
"""A tournament that was read, and what may be asked of it."""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, cast, overload

from limmat import engine
from limmat.errors import OK, Unreadable, error_of
from limmat.types import (
    Check,
    CheckedRound,
    EnteredResult,
    Forecast,
    JournalAudit,
    Message,
    Pairing,
    PlayerExplanation,
    Preview,
    Ratings,
    Round,
    RoundExplanation,
    Standings,
    System,
)

Format = Literal["trf26", "trf16", "json", "csv"]


class Tournament:
    """One tournament; :func:`read` and :func:`parse` make it.

    ``system`` names a pairing system by edition ("dutch-2026") or family ("dutch"); without it
    the one counts that the file names.
    """

    def __init__(
        self, data: bytes, *, name: str = "", strict: bool = False, system: str = ""
    ) -> None:
        self.name = name
        self.system = system
        #: What the last question left to say: assumptions, and what is suspicious.
        self.messages: list[Message] = []
        self._session = engine.Session(data)
        try:
            self._ask("read", Path(name).name[-200:], int(strict))
        except Exception:
            self.close()
            raise

    def _ask(self, question: str, argument: str = "", *numbers: int) -> str:
        status, answer, messages = self._session.ask(question, argument, *numbers)
        self.messages = json.loads(messages)
        if status != OK:
            raise error_of(status, self.name, self.messages)
        return answer.decode()

    def _document(self, question: str, argument: str = "", *numbers: int) -> Any:
        return json.loads(self._ask(question, argument, *numbers))

    def pair(self, round: int = 0, *, system: str | None = None) -> Pairing:
        """Who plays whom in ``round``; 0: the next one.  The tournament stays as it is."""
        return cast(Pairing, self._document("pair", self._system(system), round))

    def enter(self, *, system: str | None = None) -> Pairing:
        """Pair the next round and enter it, its results pending."""
        return cast(Pairing, self._document("enter", self._system(system)))

    def result(self, round: int, player: int, result: str, *, game: int = 1) -> EnteredResult:
        """Enter the result of a player's game, White's side first: "1-0", "1/2-1/2", "0-1",
        "1F-0F" (forfeit), "none" (pending again), …; of a match, that of its ``game``."""
        return cast(EnteredResult, self._document("result", result, round, player, game))

    @overload
    def explain(
        self, round: int = 0, *, system: str | None = None, language: str = "en"
    ) -> RoundExplanation: ...

    @overload
    def explain(
        self,
        round: int = 0,
        *,
        player: int,
        against: int = 0,
        system: str | None = None,
        language: str = "en",
    ) -> PlayerExplanation: ...

    def explain(
        self,
        round: int = 0,
        *,
        player: int = 0,
        against: int = 0,
        system: str | None = None,
        language: str = "en",
    ) -> RoundExplanation | PlayerExplanation:
        """Why ``round`` (0: the next one) is paired as it is, or why ``player`` is, and why not
        ``against`` somebody."""
        self._ask("language", language)
        system = self._system(system)
        return cast(
            "RoundExplanation | PlayerExplanation",
            self._document("explain", system, round, player, against),
        )

    def check(self, *, system: str | None = None) -> Check:
        """Pair every round again and compare; compute again what the file declares."""
        return cast(Check, self._document("check", self._system(system), 0))

    def check_round(self, round: int, *, system: str | None = None) -> CheckedRound:
        """Pair one round again and compare."""
        if round < 1:
            raise ValueError("rounds are counted from 1")
        return cast(CheckedRound, self._document("check", self._system(system), round))

    def standings(self, round: int = 0, *, order: str = "") -> Standings:
        """Everybody in order after ``round`` (0: the last one); ``order`` is "PTS,DE,BH/C1" and
        the like, else as the file says."""
        return cast(Standings, self._document("standings", order, round))

    def round(self, round: int = 0, *, system: str | None = None) -> Round:
        """``round`` (0: the last one) as it stands: boards with their results, who does not play."""
        return cast(Round, self._document("round", self._system(system), round))

    def preview(self, *, system: str | None = None) -> Preview:
        """Whom everybody may meet next, by all outcomes of the games that are open, six at most."""
        return cast(Preview, self._document("preview", self._system(system)))

    def forecast(self, runs: int = 500, *, seed: int = 1, system: str | None = None) -> Forecast:
        """Opponents, colours and places that may come, from ``runs`` ends that are played by chance.
        The same seed gives the same."""
        return cast(Forecast, self._document("forecast", self._system(system), runs, seed))

    def ratings(self) -> Ratings:
        """What the tournament as it stands changes in the ratings, in hundredths of a point."""
        return cast(Ratings, self._document("ratings"))

    def write(self, format: Format = "trf26") -> str:
        """The tournament as the text of a file."""
        return self._ask("write", format)

    def save(self, path: str | os.PathLike[str], format: Format = "trf26") -> None:
        """Write a file; one that stood there is replaced as a whole or not at all."""
        path = Path(path)
        beside = path.with_name(f".{path.name}.part")
        beside.write_bytes(self.write(format).encode())
        os.replace(beside, path)

    def data(self) -> dict[str, Any]:
        """Players, rounds and results, as Limmat's JSON has them.  Changed, it is read by
        ``parse(json.dumps(data))``."""
        return cast("dict[str, Any]", json.loads(self.write("json")))

    def __reduce__(self) -> tuple[object, ...]:
        """A copy, a deep copy and a pickle are read from the bytes of the tournament as it is now."""
        return _again, (self._ask("write", "json").encode(), self.name, self.system)

    def close(self) -> None:
        """Give the memory back.  Closing twice does nothing."""
        if not self._session.closed:
            self._session.close()

    def __enter__(self) -> Tournament:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _system(self, system: str | None) -> str:
        return self.system if system is None else system


def _again(data: bytes, name: str, system: str) -> Tournament:
    return Tournament(data, name=name, system=system)


def parse(
    data: bytes | str, *, name: str = "", strict: bool = False, system: str = ""
) -> Tournament:
    """Read a tournament from memory: TRF of every kind, Limmat's JSON, CSV.  ``name`` is for
    messages, and its extension helps to tell the format; ``strict`` refuses what is merely
    suspicious."""
    return Tournament(
        data.encode() if isinstance(data, str) else data, name=name, strict=strict, system=system
    )


def read(path: str | os.PathLike[str], *, strict: bool = False, system: str = "") -> Tournament:
    """Read a tournament file."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise Unreadable(f"{os.fspath(path)}: {error.strerror}") from error
    return parse(data, name=os.fspath(path), strict=strict, system=system)


def systems() -> list[System]:
    """Every pairing system, with its criteria and its colour rules."""
    return cast("list[System]", json.loads(_asked(b"", "systems", "")))


def verify_journal(data: bytes, *, head: str = "") -> JournalAudit:
    """Which lines of a journal were changed, left out, doubled or moved.  ``head`` is the
    fingerprint of its last line as it is known from elsewhere."""
    parts = json.loads(_asked(data, "journal_parts", ""))
    digests = [sha256(data[start : start + length]).digest() for start, length in parts]
    answer = _asked(data + b"".join(digests), "journal", head, len(digests))
    return cast(JournalAudit, json.loads(answer))


def _asked(data: bytes, question: str, argument: str, *numbers: int) -> bytes:
    """The answer to one question about ``data``."""
    session = engine.Session(data)
    try:
        status, answer, messages = session.ask(question, argument, *numbers)
        if status != OK:
            raise error_of(status, "", json.loads(messages))
        return answer
    finally:
        session.close()


def version() -> str:
    """The version of the library."""
    return cast(bytes, engine.library.limmat_version()).decode()
