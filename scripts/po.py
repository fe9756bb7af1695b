# SPDX-License-Identifier: Apache-2.0
"""po.py: the entries of a catalogue of sentences (words/).

A translation has the English that it was made from above it, as a comment "#. …".
"""
import collections
import json
import re
import sys

QUOTED = r'"(?:[^"\\\n]|\\["\\nt])*"'
ENTRY = re.compile(rf"((?:^#.*\n)*)^msgid((?:\s+{QUOTED})+)\nmsgstr((?:\s+{QUOTED})+)$", re.MULTILINE)
Entry = collections.namedtuple("Entry", "key words english fuzzy path place")


def unquote(strings):
    return "".join(json.loads(one) for one in re.findall(QUOTED, strings))


def beside(english):
    """English as it stands beside a translation."""
    return english.replace("\n", "\\n")


def read(path):
    """Each entry but the head; ${english}: what stands beside it, "" for nothing."""
    text = path.read_text(encoding="utf-8")
    between = ENTRY.sub(lambda match: "\n" * match[0].count("\n"), text)
    for lost in re.finditer(r"^[^#\n]", between, re.MULTILINE):
        sys.exit(f"{path}:{between.count(chr(10), 0, lost.start()) + 1}: neither a comment nor msgid and msgstr")
    line, at = 1, 0
    for match in ENTRY.finditer(text):
        line, at = line + text.count("\n", at, match.start(2)), match.start(2)
        key, english = unquote(match[2]), re.findall(r"^#\. (.*)$", match[1], re.MULTILINE)
        if key:
            yield Entry(key, unquote(match[3]), "\n".join(english), bool(re.search("^#,.*fuzzy", match[1], re.MULTILINE)),
                        path, f"{path}:{line}")


def set_english(path, keys, english):
    """Write today's ${english} beside the ${keys}, which are fuzzy no more."""
    def seen(match):
        key = unquote(match[2])
        if key not in keys:
            return match[0]
        kept = "".join(line for line in match[1].splitlines(True) if not line.startswith(("#. ", "#, fuzzy")))
        return f"{kept}#. {beside(english[key].words)}\n{match[0][len(match[1]):]}"
    path.write_text(ENTRY.sub(seen, path.read_text(encoding="utf-8")), encoding="utf-8")


def add(path, key, words, english, before):
    """Add an entry behind that of the key ${before}; English stands beside it unless it is ""."""
    text = path.read_text(encoding="utf-8")
    end = next(match.end() for match in ENTRY.finditer(text) if unquote(match[2]) == before)
    note = f"#. {beside(english)}\n" if english else ""
    entry = f"\n\n{note}msgid {json.dumps(key, ensure_ascii=False)}\nmsgstr {json.dumps(words, ensure_ascii=False)}"
    path.write_text(text[:end] + entry + text[end:], encoding="utf-8")


def begin(path, english):
    """A new catalogue with an empty entry for each one of the catalogue ${english}."""
    head = english.read_text(encoding="utf-8").split("\n\n", 1)[0]
    head = re.sub(r"^#(?! SPDX).*\n", "", head, flags=re.MULTILINE)
    head = head.replace('"Language: en\\n"', f'"Language: {path.stem}\\n"')
    rows = [f"#. {beside(one.words)}\nmsgid {json.dumps(one.key, ensure_ascii=False)}\nmsgstr \"\"" for one in read(english)]
    path.write_text("\n\n".join([head, *rows]) + "\n", encoding="utf-8")
