#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""weigh.py LIMMAT: how much comes over the line before a published page can be read?

An open of 100 players with names that nobody can compress, its last round being played, in five
languages.  Every page is at most 40 kB and what it loads at first, with style sheets, scripts
and pictures, at most 60 kB, gzipped; the engine is none of that.  Prints TAP.
"""
import gzip
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

LIMMAT = sys.argv[1]
PAGE, FIRST = 40_000, 60_000
LINKED = re.compile(r'<(link|script|img|source|iframe|object|video)\b([^>]*)>')
ADDRESS = re.compile(r'\s(?:href|src|data|srcset)="([^"#?\s]+)')
LOADS = re.compile(r'\brel="[^"]*(?:stylesheet|preload|modulepreload|prefetch|manifest|icon)')


def run(*arguments):
    return subprocess.run([LIMMAT, *arguments], capture_output=True, text=True, check=True).stdout


def event(folder):
    file = folder / "open.json"
    run("generate", "-s", "dutch-2026", "-n", "100", "-R", "9", "--seed", "7", "-t", "json", "-o", str(file))
    tournament, letters = json.loads(file.read_text()), random.Random(1)
    word = lambda n: "".join(letters.choices("abcdefghijklmnopqrstuvwxyzäéñßø", k=n)).capitalize()
    for player in tournament["players"]:
        player["name"] = f"{word(12)}, {word(9)}"
        player["results"][8] = player["results"][8].rstrip("10=")
    file.write_text(json.dumps(tournament))
    return file


def loaded(page, text):
    """The files that a browser asks for before anybody taps."""
    for kind, attributes in LINKED.findall(text):
        if kind == "link" and not LOADS.search(attributes):
            continue
        for address in ADDRESS.findall(attributes):
            if not re.match(r"[a-z]+:", address):
                yield (page.parent / address).resolve()


def main():
    weight = lambda path: len(gzip.compress(path.read_bytes()))
    heavy, engine, most, count = [], [], [0, 0], 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        run("publish", "-o", str(folder / "site"), "--lang", "en,de,fr,it,es", str(event(folder)))
        for page in (folder / "site").rglob("*.html"):
            files = set(loaded(page, page.read_text(encoding="utf-8")))
            own, first = weight(page), weight(page) + sum(weight(file) for file in files)
            count, most = count + 1, [max(most[0], own), max(most[1], first)]
            heavy += [f"{page.name}: {own}, at first {first} bytes"] if own > PAGE or first > FIRST else []
            engine += [page.name for file in files if file.suffix == ".wasm" or file.name.startswith("engine")]
    print("1..2")
    for text in heavy[:8] + engine[:8]:
        print(f"# {text}")
    print(f"{'not ok' if heavy or count < 500 else 'ok'} 1 - pages are light "
          f"# {count} pages, the heaviest {most[0]}, at first {most[1]} bytes")
    print(f"{'not ok' if engine else 'ok'} 2 - no page loads the engine by itself")
    return bool(heavy or engine or count < 500)


if __name__ == "__main__":
    sys.exit(main())
