#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_docs.py: every link of the documents leads to a file and, behind "#", to a heading of it; named source files exist; every document
is in the menu of mkdocs.yml, once, and links from docs/ stay in docs/, as the site has nothing else."""
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parent.parent
docs = root / "docs"
faults = []


def prose(document):
    """(line number, line) outside fenced blocks."""
    fenced = False
    for number, line in enumerate(document.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("```"):
            fenced = not fenced
        elif not fenced:
            yield number, line


def anchors(document):
    """What "#" may lead to: headings as the site and GitHub name them."""
    named = set()
    for _, line in prose(document):
        if heading := re.match(r"#+ (.*)", line):
            words = re.sub(r"[^\w\s-]", "", heading[1].strip().lower())
            named |= {re.sub(r"[-\s]+", "-", words), words.replace(" ", "-")}
    return named


def check(document):
    for number, line in prose(document):
        for path in re.findall(r"`((?:bench|data|fuzz|include|packaging|scripts|src|tests)/[^`\s*…{]*)`", line):
            if not re.search("[A-Z]{3}", path) and not (root / path).exists():
                faults.append(f"{document.relative_to(root)}:{number}: {path} is not there")
        for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", line)):
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            aim = (document.parent / path).resolve() if path else document
            where = f"{document.relative_to(root)}:{number}: "
            if not aim.exists():
                faults.append(f"{where}{target} is not there")
            elif document.is_relative_to(docs) and not aim.is_relative_to(docs):
                faults.append(f"{where}{target} is outside docs/: name it as `code`")
            elif anchor and anchor not in anchors(aim):
                faults.append(f"{where}{path or document.name} has no heading #{anchor}")


menu = re.findall(r": ([\w/.-]+\.md)$", (root / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
there = [str(path.relative_to(docs)) for path in sorted(docs.rglob("*.md"))]
faults += [f"mkdocs.yml: {name} {'is listed twice' if name in menu else 'is missing'}" for name in there if menu.count(name) != 1]
faults += [f"mkdocs.yml: docs/{name} is not there" for name in menu if name not in there]
for document in [root / "README.md", root / "CONTRIBUTING.md", *sorted(docs.rglob("*.md"))]:
    check(document)
print("\n".join(faults), file=sys.stderr)
sys.exit(1 if faults else 0)
