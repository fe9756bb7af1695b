#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""add_sentences.py OUT WASM FILE...: the npm package's module, which has all languages: FILES are sections of it named "sentences"."""
import pathlib
import sys

NAME = b"\x09sentences"


def number(n):
    """As WebAssembly writes it: LEB128."""
    return bytes([n]) if n < 128 else bytes([n & 127 | 128]) + number(n >> 7)


out, module, *files = map(pathlib.Path, sys.argv[1:])
sections = (NAME + file.read_bytes() for file in files)
out.write_bytes(module.read_bytes() + b"".join(b"\0" + number(len(section)) + section for section in sections))
