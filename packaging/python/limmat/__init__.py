# SPDX-License-Identifier: Apache-2.0
"""Limmat: pair, explain, check, rank, rate and publish chess tournaments.

    >>> import limmat
    >>> with limmat.read("open.trf") as event:
    ...     for pair in event.enter()["pairs"]:
    ...         print(pair["board"], pair["white"], pair["black"])

Answers are the JSON documents that the command prints with ``-f json``, as dictionaries; their
shapes are in :mod:`limmat.types`.  Players are named by their TPN (tournament pairing number).
Whatever goes wrong is a :class:`LimmatError` that knows the place and the remedy.
"""

from limmat.command import publish, rate, run
from limmat.errors import (
    InternalError,
    InvalidInput,
    LimitExceeded,
    LimmatError,
    NoPairing,
    Unreadable,
)
from limmat.tournament import Tournament, parse, read, systems, verify_journal, version

__all__ = [
    "InternalError",
    "InvalidInput",
    "LimitExceeded",
    "LimmatError",
    "NoPairing",
    "Tournament",
    "Unreadable",
    "parse",
    "publish",
    "rate",
    "read",
    "run",
    "systems",
    "verify_journal",
    "version",
]
__version__ = version()
