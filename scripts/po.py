# SPDX-License-Identifier: Apache-2.0
"""po.py: the entries of a catalogue of sentences (words/)."""
import collections
import json
import re
import sys

QUOTED = r'"(?:[^"\\\n]|\\["\\nt])*"'
ENTRY = re.compile(rf"((?:^#.*\n)*)^msgid((?:\s+{QUOTED})+)\nmsgstr((?:\s+{QUOTED})+)$", re.MULTILINE)
Entry = collections.namedtuple("Entry", "key words fuzzy line")


def unquote(strings):
    return "".join(json.loads(one) for one in re.findall(QUOTED, strings))


def read(path):
    """Each entry but the head."""
    text = path.read_text(encoding="utf-8")
    between = ENTRY.sub(lambda match: "\n" * match.group().count("\n"), text)
    for lost in re.finditer(r"^[^#\n]", between, re.MULTILINE):
        sys.exit(f"{path}:{between.count(chr(10), 0, lost.start()) + 1}: neither a comment nor msgid and msgstr")
    for match in ENTRY.finditer(text):
        key, words = unquote(match[2]), unquote(match[3])
        if key:
            yield Entry(key, words, bool(re.search("^#,.*fuzzy", match[1], re.MULTILINE)), text.count("\n", 0, match.start(2)) + 1)
