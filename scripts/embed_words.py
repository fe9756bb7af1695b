#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""embed_words.py [--lean | --file LANGUAGE | --english] OUT TABLE LANGUAGE.po...: catalogues as one in C (words/catalogue.h); files of
one name are one language, and all have the same keys.  --lean, for browsers: with English only, without the tables, which are made
of the strings when they are first needed, and without the desk's log, which browsers don't have.  --file: the language that is added
to the lean catalogue, a line for each key.  --english: English sentences are the keys of the others."""
import collections
import itertools
import pathlib
import sys
import zlib

import po

LOG = b"told."  # the keys of src/desk/log.c
WORDLESS = 0  # where the words of a key begin that a language has none for: see `words` below


def places(strings):
    """Where each begins when they stand behind each other, a NUL after each."""
    return itertools.accumulate((len(s) + 1 for s in strings), initial=0)


def array(kind, name, numbers):
    numbers = [str(n) for n in numbers]
    lines = ["    " + ", ".join(numbers[at : at + 24]) + "," for at in range(0, len(numbers), 24)]
    return [f"static const {kind} {name}[] = {{", *lines, "};"]


def characters(name, strings):
    data = b"".join(s + b"\0" for s in strings)
    return array("char", name, (byte if byte < 128 else byte - 256 for byte in data))


def slots_of(keys):
    """Where a hash finds the number of each key, from 1 (words/catalogue.h): half of them and more stay free."""
    mask = (1 << (2 * len(keys)).bit_length()) - 1
    slots = [0] * (mask + 1)
    for number, key in enumerate(keys, 1):
        at = 0x811C9DC5
        for byte in key:
            at = (at ^ byte) * 0x01000193 & 0xFFFFFFFF
        at &= mask
        while slots[at]:
            at = at + 1 & mask
        slots[at] = number
    return slots


def room(kind, name, count):
    return [f"static {kind} {name}[{count}];"]


arguments = sys.argv[1:]
alone = arguments.pop(1) if arguments[0] == "--file" else None
lean, by_english = arguments[0] in ("--lean", "--file"), arguments[0] == "--english"
out, table, *files = arguments[lean or by_english:]
languages = collections.defaultdict(dict)
for path in map(pathlib.Path, files):
    languages[path.stem] |= {e.key.encode(): e.words.encode() for e in po.read(path) if e.words and not e.fuzzy}
if by_english:
    english = languages.pop("en")
    languages = {code: {english[key]: words for key, words in said.items() if key in english} for code, said in languages.items()}
keys = sorted(key for key in set().union(*languages.values()) if not (lean and key.startswith(LOG)))
build = f"{zlib.crc32(b' '.join(keys)):08x}"
if alone:
    texts = [languages[alone].get(key, b"") for key in keys]
    assert not any(b"\n" in text for text in texts), "a line for each key"
    pathlib.Path(out).write_bytes(b"\n".join([f"{alone} {build}".encode(), *texts, b""]))
    sys.exit()
lines = ["/* Made by scripts/embed_words.py. */", '#include "words/catalogue.h"', ""]
slots = slots_of(keys)
lines += characters("keys", keys)
if lean:
    lines += room("uint32_t", "key_at", len(keys)) + room("uint16_t", "slots", len(slots))
else:
    lines += array("uint32_t", "key_at", list(places(keys))[:-1]) + array("uint16_t", "slots", slots)
rows = []
for code, said in languages.items():
    # The first string is empty: that of the keys without words.
    if lean:
        if code == "en":
            lines += characters("words_en", [b""] + [said.get(key, b"") for key in keys])
        lines += room("uint32_t", f"{code}_at", len(keys))
    else:
        words = [b""] + [said[key] for key in keys if key in said]
        begin = iter(list(places(words))[1:-1])
        lines += characters(f"words_{code}", words)
        lines += array("uint32_t", f"{code}_at", (next(begin) if key in said else WORDLESS for key in keys))
    rows.append(f'    {{"{code}", {"NULL" if lean and code != "en" else f"words_{code}"}, {code}_at}},')
lines += [f"static {'' if lean else 'const '}struct lm_catalogue_language languages[] = {{", *rows, "};"]
if lean:
    lines += ["static uint32_t *const words_at[] = {" + ", ".join(f"{code}_at" for code in languages) + "};",
              f'static struct lm_catalogue_tables tables = {{key_at, slots, languages, words_at, "{build}", {len(keys)}, false}};']
lines += [f"extern const struct lm_catalogue {table};", f"const struct lm_catalogue {table} = {{",
          f"    keys, key_at, slots, {len(slots) - 1}, languages, {len(rows)}, {'&tables' if lean else 'NULL'}}};", ""]
pathlib.Path(out).write_text("\n".join(lines), encoding="utf-8")
