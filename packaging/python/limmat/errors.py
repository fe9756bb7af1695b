# SPDX-License-Identifier: Apache-2.0
"""What can go wrong, each with everything that Limmat has to say about it."""

from __future__ import annotations

from collections.abc import Sequence

from limmat.types import Message


class LimmatError(Exception):
    """What went wrong: the first error is the text, all there is to say is in ``messages``."""

    def __init__(self, text: str, messages: Sequence[Message] = ()) -> None:
        super().__init__(text)
        self.messages = list(messages)
        first = next((one for one in self.messages if one["severity"] == "error"), None)
        #: From 1; 0: not about a line.
        self.line: int = first["line"] if first else 0
        #: From 1; 0: the whole line.
        self.column: int = first["column"] if first else 0
        #: What would be right; "" when it is obvious.
        self.remedy: str = first.get("remedy", "") if first else ""


class InvalidInput(LimmatError):
    """The file, or what was asked of it, is wrong: ``line`` and ``column`` say where."""


class NoPairing(LimmatError):
    """The rules allow no pairing at all."""


class LimitExceeded(LimmatError):
    """Out of memory, or beyond a documented limit of size."""


class Unreadable(LimmatError):
    """A file could not be read or written."""


class InternalError(LimmatError):
    """A mistake of Limmat's: please report it."""


OK, DIFFERENT = 0, 6
_KINDS: dict[int, tuple[type[LimmatError], str]] = {
    1: (NoPairing, "no legal pairing exists"),
    3: (InvalidInput, "bad input"),
    4: (LimitExceeded, "out of memory or beyond a size limit"),
    5: (Unreadable, "a file could not be read or written"),
}


def sentence_of(name: str, message: Message) -> str:
    """``open.trf:3:85: what is wrong (points, "9.5"); what would be right``."""
    line, column = message["line"], message["column"]
    place = ":".join(str(part) for part in (name, line, column if line else 0) if part)
    seen = [message["field"]] if message.get("field") else []
    if "value" in message:
        seen.append(f'"{message["value"]}"')
    return (
        (f"{place}: " if place else "")
        + message["what"]
        + (f" ({', '.join(seen)})" if seen else "")
        + (f"; {message['remedy']}" if message.get("remedy") else "")
    )


def error_of(status: int, name: str, messages: Sequence[Message]) -> LimmatError:
    """The exception for an exit status."""
    kind, title = _KINDS.get(status, (InternalError, f"internal error {status}"))
    first = next((one for one in messages if one["severity"] == "error"), None)
    return kind(sentence_of(name, first) if first else title, messages)
