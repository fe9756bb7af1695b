# SPDX-License-Identifier: Apache-2.0
"""What works on folders and registries is done by the command, which comes with the package."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Literal, NoReturn, Union, cast

from limmat.errors import OK, LimmatError, Unreadable, error_of
from limmat.types import Message, RatedEvent

StrPath = Union[str, "os.PathLike[str]"]
_SAID = re.compile(r"limmat: (?:(?P<file>[^\n]*?):(?:(?P<line>\d+):(?:(?P<column>\d+):)?)? )?(?P<what>.*)")


def _path() -> str:
    """The command that came with the package, the one that LIMMAT_COMMAND names, or that of PATH."""
    beside = Path(__file__).parent / "bin" / "limmat"
    found = os.environ.get("LIMMAT_COMMAND") or (str(beside) if beside.exists() else None)
    found = found or shutil.which("limmat")
    if found is None:
        raise Unreadable("the command limmat is not installed; LIMMAT_COMMAND may name it")
    return found


def _messages(said: str) -> list[Message]:
    messages: list[Message] = []
    for line in said.splitlines():
        match = _SAID.fullmatch(line)
        if match is None or match["what"].startswith("note: "):
            continue
        messages.append(
            {
                "severity": "error",
                "file": match["file"] or "",
                "line": int(match["line"] or 0),
                "column": int(match["column"] or 0),
                "what": match["what"],
            }
        )
    return messages


def run(*arguments: StrPath, allowed: Iterable[int] = (OK,)) -> str:
    """Run the command with ``arguments`` and return what it prints; a status that is not among
    ``allowed`` is an error as everywhere in this package."""
    words = [_path(), *(os.fspath(one) for one in arguments)]
    done = subprocess.run(words, capture_output=True, check=False)
    if done.returncode in allowed:
        return done.stdout.decode()
    messages = _messages(done.stderr.decode(errors="replace"))
    name = messages[0].get("file", "") if messages else ""
    raise error_of(done.returncode, name, messages)


def rate(
    path: StrPath,
    *,
    ratings: StrPath | None = None,
    rules: str | None = None,
    chess: Literal["standard", "rapid", "blitz"] | None = None,
) -> RatedEvent:
    """What an event changes in its players' ratings, by the regulations in force when it began or
    by ``rules`` ("rating-2013"); with ratings and K of the registry ``ratings``, else of the file."""
    words: list[StrPath] = ["rate", "event", "-f", "json"]
    if ratings is not None:
        words += ["-l", ratings]
    if rules is not None:
        words += ["--rules", rules]
    if chess is not None:
        words += ["--chess", chess]
    return cast(RatedEvent, json.loads(run(*words, path))[0])


def publish(
    *paths: StrPath,
    out: StrPath,
    base: str | None = None,
    birth: Literal["year", "none"] = "year",
) -> str:
    """Make the folder ``out`` a website of tournaments; returns what there is to say about it."""
    words: list[StrPath] = ["publish", "-o", out, "--birth", birth]
    if base is not None:
        words += ["--base", base]
    return run(*words, *paths)


def main() -> NoReturn:
    """The command itself: ``limmat`` on the path, and ``python -m limmat``."""
    os.execv(_path(), ["limmat", *sys.argv[1:]])
