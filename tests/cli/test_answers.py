#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_answers.py LIMMAT [TOOLS]: every JSON document that the command and the library give is as docs/limmat-answers.schema.json says, in TAP.

The suites of the command run once more with a command between that keeps each document with its arguments.  The flat interface is asked
all its questions about every tournament of tests/cli/data, and about one of each system; LIMMAT_LIBRARY and PYTHONPATH name it.  A member that
the schema doesn't have is a fault.  The documents are then assigned to the types: index.d.ts by the compiler in TOOLS, limmat/types.py by mypy;
where one isn't there, that is skipped."""
import collections
import hashlib
import json
import lzma
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap

import limmat as package
from limmat import engine

limmat = pathlib.Path(sys.argv[1]).resolve()
tools = pathlib.Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else None
root = pathlib.Path(__file__).resolve().parent.parent.parent
scratch = tempfile.TemporaryDirectory()
work = pathlib.Path(scratch.name)
answers = json.loads((root / "docs/limmat-answers.schema.json").read_text(encoding="utf-8"))
tournament = json.loads((root / "docs/limmat-tournament.schema.json").read_text(encoding="utf-8"))
count = 0


def holds(name, faults, skip=""):
    global count
    count += 1
    print(f"{'not ok' if faults else 'ok'} {count} - {name}{' # SKIP ' + skip if skip else ''}", flush=True)
    for fault in faults[:20]:
        print(f"# {fault}")


# --- JSON Schema 2020-12, as far as our schemas go

IS = {"object": dict, "array": list, "string": str, "number": (int, float), "integer": int, "boolean": bool, "null": type(None)}
NOTES = {"$schema", "$defs", "title", "description", "x-printed-by", "default", "examples"}


def has_type(value, name):
    return isinstance(value, IS[name]) and not (isinstance(value, bool) and name in ("integer", "number"))


def faults_of(value, node, document, place=""):
    """What of ${value} is not as ${node} of the schema ${document} says; a member it doesn't have is a fault, too."""
    if node is False:
        yield f"{place}: one too many"
        return
    for key, rule in node.items():
        if key == "$ref":
            yield from faults_of(value, document["$defs"][rule.rsplit("/", 1)[1]], document, place)
        elif key == "anyOf":
            if all(any(True for _ in faults_of(value, one, document)) for one in rule):
                yield f"{place}: {json.dumps(value)[:60]} is none of the choices"
        elif key == "type":
            if not any(has_type(value, one) for one in ([rule] if isinstance(rule, str) else rule)):
                yield f"{place}: {json.dumps(value)[:60]} is no {rule}"
                return
        elif key in ("enum", "const"):
            if value not in (rule if key == "enum" else [rule]):
                yield f"{place}: {json.dumps(value)[:60]} is not one of {rule}"
        elif key == "required":
            yield from (f"{place}: {one} is missing" for one in rule if isinstance(value, dict) and one not in value)
        elif key in ("properties", "patternProperties", "additionalProperties", "prefixItems", "items"):
            pass  # below, together
        elif key in LIMITS:
            if value is not None and not LIMITS[key](value, rule):
                yield f"{place}: {json.dumps(value)[:60]} against {key} {rule}"
        elif key not in NOTES:
            raise SystemExit(f"no such word of JSON Schema is known here: {key}")
    if isinstance(value, dict) and node.keys() & {"properties", "additionalProperties"}:
        yield from faults_of_members(value, node, document, place)
    if isinstance(value, list) and "items" in node:
        first = node.get("prefixItems", [])
        for i, one in enumerate(value):
            yield from faults_of(one, first[i] if i < len(first) else node["items"], document, f"{place}[{i}]")


def faults_of_members(value, node, document, place):
    for name, one in value.items():
        patterns = [rule for pattern, rule in node.get("patternProperties", {}).items() if re.search(pattern, name)]
        rule = node.get("properties", {}).get(name) or (patterns or [node.get("additionalProperties")])[0]
        if not isinstance(rule, dict):
            yield f"{place}.{name}: no such member"
        else:
            yield from faults_of(one, rule, document, f"{place}.{name}")


LIMITS = {
    "minItems": lambda value, rule: not isinstance(value, list) or len(value) >= rule,
    "maxItems": lambda value, rule: not isinstance(value, list) or len(value) <= rule,
    "minimum": lambda value, rule: not has_type(value, "number") or value >= rule,
    "maximum": lambda value, rule: not has_type(value, "number") or value <= rule,
    "multipleOf": lambda value, rule: not has_type(value, "number") or abs(value / rule - round(value / rule)) < 1e-9,
    "pattern": lambda value, rule: not isinstance(value, str) or re.search(rule, value) is not None,
}


# --- whose document is it

PRINTED = collections.defaultdict(list)
for definition, its in answers["$defs"].items():
    for who in its.get("x-printed-by", []):
        PRINTED[who].append(definition)
VIEWS = {who.split()[2] for who in PRINTED if who.startswith("limmat desk ")}
# What a longer option of the command is among the names of documents.
OPTIONS = {"--standings": "--standings", "--crosstable": "--crosstable", "--cards": "--cards", "--statistics": "--statistics",
           "-p": "--player", "--player": "--player"}


def words_of(arguments):
    """The name under which the schema has what these arguments print: "limmat explain --player"."""
    if arguments[0] in ("convert", "generate") or "export" in arguments[:4] and arguments[0] == "desk":
        return "tournament"
    if arguments[0] == "desk":
        return "limmat desk " + next((one for one in arguments[2:] if one in VIEWS), "due")
    if arguments[0] in ("explain", "standings"):
        option = next((short for given, short in OPTIONS.items() if given in arguments), "")
        return f"limmat {arguments[0]} {option}".rstrip() if f"limmat {arguments[0]} {option}".rstrip() in PRINTED else f"limmat {arguments[0]}"
    longest = [who for who in PRINTED if who.startswith("limmat ") and who.split()[1:] == arguments[: len(who.split()) - 1]]
    return max(longest, key=len, default=" ".join(arguments[:2]))


seen = collections.defaultdict(dict)  # by definition: the documents, each once


def keep(definition, document):
    text = json.dumps(document, ensure_ascii=False)
    seen[definition].setdefault(hashlib.sha256(text.encode()).hexdigest(), document)


def judge(who, document):
    """The faults of a document that ${who} gave, by the definition that fits best where several do."""
    if who == "tournament":
        return list(faults_of(document, tournament, tournament))
    if who not in PRINTED:
        return [f"{who}: the schema has no such document"]
    tries = [(list(faults_of(document, answers["$defs"][one], answers)), one) for one in PRINTED[who]]
    faults, definition = min(tries, key=lambda one: len(one[0]))
    keep(definition, document)
    return [f"{who}: {definition}{one}" for one in faults]


# --- the command

BETWEEN = """#!/usr/bin/env bash
case " $* " in *json*|*export*|*state*) ;; *) exec {limmat} "$@" ;; esac
kept=$(mktemp -p {kept} XXXXXXXXXX)
{limmat} "$@" >"$kept"
status=$?
cat "$kept"
printf '%s\\n' "$@" >"$kept.args"
exit $status
"""


def suite(name, *words):
    """A suite of the command with a recorder between: is each document it printed as the schema says?"""
    kept = work / name
    kept.mkdir()
    between = kept / "limmat"
    between.write_text(BETWEEN.format(limmat=limmat, kept=kept))
    between.chmod(0o755)
    words = [str(between) if one == "LIMMAT" else one for one in words]
    done = subprocess.run(words, cwd=root, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    faults, documents = [] if done.returncode in (0, 1) else [f"status {done.returncode}: {done.stderr[-200:]}"], 0
    for path in kept.glob("*.args"):
        arguments = path.read_text().split("\n")[:-1]
        text = path.with_suffix("").read_text(encoding="utf-8", errors="replace")
        if text[:1] not in ("{", "["):
            continue
        try:
            document = json.loads(text)
        except ValueError:
            continue  # a PGN or an INI begins so, too
        documents += 1
        faults += [f"{one} ({' '.join(arguments)[:120]})" for one in judge(words_of(arguments), document)]
    holds(f"documents_of_{name}", faults if documents else [f"{name} printed no document: {done.stderr[-300:]}"])


for name, script, *rest in [
    ("command", "tests/cli/run.sh", "LIMMAT"),
    ("study", "tests/cli/study.sh", "LIMMAT"),
    ("desk", "tests/cli/test_desk.py", "LIMMAT"),
    ("championship", "tests/championship/command.py", "LIMMAT"),
    ("rules_of_championships", "tests/championship/rules.py", "LIMMAT"),
]:
    suite(name, *(["/usr/bin/env", "python3", script] if script.endswith(".py") else [script]), *rest)

# --- what those suites never print as JSON

EVENT = {"id": "E1", "name": "Small Open", "kind": "swiss", "start": "2013-09-20", "end": "2013-09-22", "registered": "2013-09-16",
         "arbiters_licensed": True, "laws": True, "time_control": [{"minutes": 89, "increment": 0}],
         "players": [{"id": 1, "name": "Ärmel, A", "rating": 2000, "k": 15}, {"id": 2, "name": "Bär, B", "rating": 1900, "k": 30},
                     {"id": 3, "name": "Cerf, C"}],
         "games": [[1, 1, 2, "1-0"], [1, 3, None, "bye"], [2, 2, 3, "+-"], [3, 3, 1, "1/2"]]}
desk = work / "further"
shutil.copytree(root / "examples", desk)
shutil.copytree(root / "tests/vectors/reports", desk, dirs_exist_ok=True)
(desk / "event.json").write_text(json.dumps(EVENT), encoding="utf-8")
subprocess.run([limmat, "rate", "simulate", "-n", "60", "-m", "2", "--seed", "7", "--events", "-o", "fed"], cwd=desk, check=True, capture_output=True)
months = sorted(one.name for one in (desk / "fed").iterdir() if re.fullmatch(r"\d{4}-\d{2}", one.name))
faults = []
for row in [
    "rate game -f json 2400 2300 1", "rate rules list -f json", "rate event -f json event.json",
    "rate event -f json summer-open-2026.trf", "rate check -f json event.json", "rate report -f json clean.trf summer-open-2026.trf", "rate form -f json clean.trf",
    f"rate export -t json fed/{months[0]}", f"rate lookup -f json -l fed/{months[0]} a", "rate drift -f json " + " ".join(f"fed/{one}" for one in months),
    "standings --cards -f json summer-open-2026.trf", "standings --category rating<2000 -f json summer-open-2026.trf",
    "standings --category rating<2000 --crosstable -f json summer-open-2026.trf", "standings --statistics -f json summer-open-2026.trf",
    "norms -f json summer-open-2026.trf", "audit -f json summer-open-2026.trf",
]:
    done = subprocess.run([limmat, *row.split()], cwd=desk, capture_output=True, text=True)
    if not done.stdout.startswith(("{", "[")):
        faults.append(f"{row}: {done.stderr}")
        continue
    faults += [f"{one} ({row})" for one in judge(words_of(row.split()), json.loads(done.stdout))]
holds("documents_of_further_commands", faults)

shutil.copytree(root / "tests/vectors/kept", work / "kept")
faults = []
for packed in sorted((work / "kept/championship").glob("*.xz")):
    packed.with_suffix("").write_bytes(lzma.decompress(packed.read_bytes()))
for journal in sorted((work / "kept").rglob("*.journal")):
    rows = [["championship", "export", journal], ["championship", "due", "-f", "json", journal]]
    if journal.parent.name == "desk":
        rows = [["desk", *public, "-f", "json", journal, "state"] for public in ([], ["--public"])]
        rows += [["desk", "-f", "json", journal, view] for view in ("due", "log", "players", "check")]
    for row in rows:
        done = subprocess.run([limmat, *row], capture_output=True, text=True)
        if done.stdout.startswith(("{", "[")):
            faults += [f"{one} ({' '.join(map(str, row))})" for one in judge(words_of([str(one) for one in row]), json.loads(done.stdout))]
        elif done.returncode == 0:
            faults.append(f"{row}: {done.stdout[:60]}")
holds("documents_of_kept_journals", faults)

# --- the example of a tournament in the documents

example = (root / "docs/format-json.md").read_text(encoding="utf-8").split("```json\n")[1].split("```")[0]
(work / "example.json").write_text(example, encoding="utf-8")
done = subprocess.run([limmat, "convert", "--strict", "-t", "json", work / "example.json"], capture_output=True, text=True)
same = done.returncode == 0 and json.loads(done.stdout).items() >= {"name": json.loads(example)["name"]}.items()
holds("the_example_of_the_documents_is_read", [*faults_of(json.loads(example), tournament, tournament), *([] if same else [done.stderr])])

# --- the library

def answers_of(data, name):
    """Every question about a tournament: the documents by the name of the function."""
    session = engine.Session(data)
    status, _, messages = session.ask("read", name, 0)
    yield "limmat_messages", messages
    if status == 0:
        for question, *numbers in [("pair", 0), ("explain", 0, 0, 0), ("explain", 1, 1, 0), ("explain", 0, 1, 2), ("check", 0), ("check", 1),
                                   ("standings", 0), ("round", 0), ("round", 1), ("preview",), ("forecast", 20, 1), ("ratings",), ("enter",),
                                   ("round", 0)]:
            status, answer, messages = session.ask(question, "", *numbers)
            yield "limmat_messages", messages
            if status == 0:
                yield "limmat_" + question, answer
        for number in (1, 2):
            status, answer, _ = session.ask("result", "1-0", session_rounds(session), number, 1)
            if status == 0:
                yield "limmat_result", answer
        status, answer, _ = session.ask("preview", "")
        if status == 0:
            yield "limmat_preview", answer
    session.close()


def session_rounds(session):
    status, answer, _ = session.ask("round", "", 0)
    return json.loads(answer)["round"] if status == 0 else 0


tournaments = [one for one in sorted((root / "tests/cli/data").iterdir()) if one.suffix in (".trf", ".json", ".csv")]
tournaments += sorted((root / "examples").glob("*.trf"))
for system in package.systems():
    for players, rounds in ((6, 2), (9, 3), (30, 4)):
        path = work / f"{system['name']}-{players}.trf"
        done = subprocess.run([limmat, "generate", "-s", system["name"], "-n", str(players), "-R", str(rounds), "--seed", "5", "-o", path],
                              capture_output=True)
        if done.returncode == 0:
            tournaments.append(path)
faults, asked = [], set()
for path in tournaments:
    for who, answer in answers_of(path.read_bytes(), path.name):
        asked.add(who)
        faults += [f"{one} ({path.name})" for one in judge(who, json.loads(answer))]
holds("documents_of_the_library", faults)

faults = []
for path in sorted((root / "tests/vectors").rglob("*.journal"))[:3]:
    data = path.read_bytes()
    session = engine.Session(data)
    parts = json.loads(session.ask("journal_parts", "")[1])
    session.close()
    faults += judge("limmat_journal_parts", parts)
    for changed in (data, data.replace(b'"at"', b'"aT"', 1), data[: len(data) // 2]):
        digests = b"".join(hashlib.sha256(changed[start:start + length]).digest() for start, length in parts if start + length <= len(changed))
        session = engine.Session(changed + digests)
        status, answer, _ = session.ask("journal", "", len(digests) // 32)
        faults += judge("limmat_journal", json.loads(answer)) if status == 0 else []
        session.close()
    asked |= {"limmat_journal_parts", "limmat_journal"}
session = engine.Session(b"")
faults += judge("limmat_systems", json.loads(session.ask("systems", "")[1]))
asked.add("limmat_systems")
holds("documents_of_journals_and_systems", faults)

unseen = sorted(one for names in PRINTED.values() for one in names if one not in seen)
holds("every_document_of_the_schema_was_seen", [f"no {one} was given" for one in set(unseen)])


def members_of(node, document, value, into):
    """Which members of which definitions ${value} has: the rest of them no test has seen."""
    if "$ref" in node:
        name = node["$ref"].rsplit("/", 1)[1]
        if isinstance(value, dict):
            into[name] |= value.keys()
        node = document["$defs"][name]
    for one in value if isinstance(value, list) else []:
        members_of((node.get("prefixItems") or [node.get("items")])[0] or {}, document, one, into)
    for name, one in value.items() if isinstance(value, dict) else []:
        members_of(node.get("properties", {}).get(name) or {}, document, one, into)


had = collections.defaultdict(set)
for definition, documents in seen.items():
    for document in documents.values():
        members_of({"$ref": "#/$defs/" + definition}, answers, document, had)
declared = {(name, member) for name, its in answers["$defs"].items() for member in its.get("properties", {})}
missed = sorted(f"{name}.{member}" for name, member in declared if member not in had[name])
print(f"# {sum(map(len, seen.values()))} documents of {len(seen)} kinds; {len(declared) - len(missed)} of {len(declared)} members")
for one in textwrap.wrap("never seen: " + " ".join(missed), 130):
    print("# " + one)

# --- the types


def telling(definition, documents):
    """Those of ${documents} that have a member which none before had: enough for a compiler."""
    had, chosen = collections.defaultdict(set), []
    for document in documents:
        before = sum(map(len, had.values()))
        members_of({"$ref": "#/$defs/" + definition}, answers, document, had)
        if not chosen or sum(map(len, had.values())) > before:
            chosen.append(document)
    return chosen


sample = {one: telling(one, documents.values()) for one, documents in sorted(seen.items())}
compiler = tools / "node_modules/typescript/bin/tsc" if tools else None
if compiler is None or not compiler.exists():
    holds("documents_are_of_their_typescript_types", [], "there is no TypeScript compiler")
else:
    names = ", ".join(sample)
    (work / "index.d.ts").write_text((root / "packaging/npm/index.d.ts").read_text(encoding="utf-8"), encoding="utf-8")
    lines = [f"import type {{ {names} }} from './index.js';"]
    for one, documents in sample.items():
        lines += [f"export const a{len(lines)}{i}: {one} = {json.dumps(document, ensure_ascii=False)};" for i, document in enumerate(documents)]
    (work / "assigned.ts").write_text("\n".join(lines), encoding="utf-8")
    done = subprocess.run(["node", compiler, "--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom",
                           work / "assigned.ts"], capture_output=True, text=True)
    holds("documents_are_of_their_typescript_types", done.stdout.splitlines() if done.returncode else [])

if shutil.which("mypy") is None:
    holds("documents_are_of_their_python_types_in_3.11", [], "there is no mypy")
else:
    lines = ["from limmat.types import *", "from limmat import types"]
    for one, documents in sample.items():
        lines += [f"a{len(lines)}_{i}: types.{one} = {document!r}" for i, document in enumerate(documents)]
    (work / "assigned.py").write_text("\n".join(lines), encoding="utf-8")
    for python in ("3.11", "3.9"):  # with typing.NotRequired, and without
        done = subprocess.run(["mypy", "--strict", "--python-version", python, "--cache-dir", work / "mypy", work / "assigned.py",
                               root / "packaging/python/limmat"], capture_output=True, text=True)
        holds(f"documents_are_of_their_python_types_in_{python}", done.stdout.splitlines() if done.returncode else [])

print(f"1..{count}")
