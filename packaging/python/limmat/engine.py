# SPDX-License-Identifier: Apache-2.0
"""The flat interface of liblimmat (limmat/flat.h): numbers and addresses, nothing else."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path
from typing import NoReturn

INTERFACE = 4  # of flat.h, at least


def _path() -> str:
    """The library that came with the package, or the one that LIMMAT_LIBRARY names."""
    beside = Path(__file__).parent / "liblimmat.so"
    return os.environ.get("LIMMAT_LIBRARY") or (str(beside) if beside.exists() else "liblimmat.so.1")


def _load() -> ctypes.CDLL:
    library = ctypes.CDLL(_path())
    session, number, size = ctypes.c_void_p, ctypes.c_uint32, ctypes.c_size_t
    shapes: dict[str, tuple[object, list[object]]] = {
        "interface": (number, []),
        "version": (ctypes.c_char_p, []),
        "open": (session, [size]),
        "close": (None, [session]),
        "bytes": (ctypes.c_void_p, [session]),
        "argument": (ctypes.c_void_p, [session]),
        "argument_size": (size, []),
        "answer": (ctypes.c_void_p, [session]),
        "answer_length": (size, [session]),
        "messages": (number, [session]),
        "read": (number, [session, ctypes.c_int]),
        "write": (number, [session]),
        "enter": (number, [session]),
        "result": (number, [session, number, number, number]),
        "language": (number, [session]),
        "pair": (number, [session, number]),
        "explain": (number, [session, number, number, number]),
        "check": (number, [session, number]),
        "standings": (number, [session, number]),
        "round": (number, [session, number]),
        "preview": (number, [session]),
        "forecast": (number, [session, number, number]),
        "ratings": (number, [session]),
        "systems": (number, [session]),
        "journal_parts": (number, [session]),
        "journal": (number, [session, number]),
    }
    for name, (result, arguments) in shapes.items():
        function = getattr(library, f"limmat_{name}")
        function.restype, function.argtypes = result, arguments
    if library.limmat_interface() < INTERFACE:
        raise ImportError(f"{_path()} is older than this package")
    return library


library = _load()


class Session:
    """One tournament in the library.  Not for two threads at a time."""

    def __init__(self, data: bytes) -> None:
        self._address: int | None = library.limmat_open(len(data))
        if self._address is None:
            raise MemoryError("no memory for the tournament")
        ctypes.memmove(library.limmat_bytes(self._address), data, len(data))

    @property
    def closed(self) -> bool:
        return self._address is None

    def ask(self, question: str, argument: str, *numbers: int) -> tuple[int, bytes, bytes]:
        """The status, the answer and the list of messages, the latter two as they come."""
        if self._address is None:
            raise ValueError("this tournament was closed")
        text = argument.encode()
        if len(text) >= library.limmat_argument_size() or 0 in text:
            raise ValueError(f'"{argument[:40]}…" is too long')
        for number in numbers:
            if not 0 <= number < 2**32:
                raise ValueError(f"{number} is no number from 0 on")
        ctypes.memmove(library.limmat_argument(self._address), text + b"\0", len(text) + 1)
        status = getattr(library, f"limmat_{question}")(self._address, *numbers)
        answer = self._answer()
        library.limmat_messages(self._address)
        return status, answer, self._answer()

    def _answer(self) -> bytes:
        length = library.limmat_answer_length(self._address)
        return ctypes.string_at(library.limmat_answer(self._address), length)

    def close(self) -> None:
        library.limmat_close(self._address)
        self._address = None

    def __reduce__(self) -> NoReturn:
        # A copy of the address would be given back twice.
        raise TypeError("a session can't be copied or pickled; copy or pickle its Tournament")

    def __del__(self) -> None:
        if getattr(self, "_address", None) is not None:
            self.close()
