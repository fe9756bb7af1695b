#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_words.py ROOT: scripts/check-words.py on a copy of catalogues, code and documents in which English changed.  Prints TAP."""
import pathlib
import shutil
import subprocess
import sys
import tempfile

root = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(root / "scripts"))
import po  # noqa: E402

copy = pathlib.Path(tempfile.mkdtemp(prefix="limmat-words-"))
for name in ("docs", "include", "scripts", "src", "words"):
    shutil.copytree(root / name, copy / name)
for file in root.glob("*.md"):
    shutil.copy(file, copy)
number = 0


def ok(held, name, said=""):
    global number
    number += 1
    print(f"{'ok' if held else 'not ok'} {number} - {name}" + "".join(f"\n# {line}" for line in said.splitlines() if not held))


def check(*options):
    done = subprocess.run([copy / "scripts/check-words.py", *options], capture_output=True, text=True)
    return done.stdout + done.stderr


def replace(old, new, *paths):
    """Whether ${old} stood in any of ${paths}."""
    found = [path for path in paths if old in path.read_text(encoding="utf-8")]
    for path in found:
        path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    return bool(found)


def put(one, was, words):
    replace(f'msgid "{one.key}"\nmsgstr "{was}"', f'msgid "{one.key}"\nmsgstr "{words}"', one.path)


def entry(catalogue, fits=lambda entry: True):
    return next(one for one in po.read(copy / f"words/{catalogue}.po") if '"' not in one.words and fits(one))


def code_has(one):
    return "{" not in one.words and replace(f'"{one.words}"', f'"{one.words} now"', *copy.glob("src/**/*.c"))


changed = [entry("en"), entry("pages/desk/en"), entry("told/desk/en", code_has)]
told = entry("told/desk/en", lambda one: one.key != changed[2].key and code_has(one))
for one in changed:
    put(one, one.words, f"{one.words} now")
missing = [entry("es", lambda one: one.key != changed[0].key), entry("pages/help/it"), entry("told/server/fr")]
for one in missing[:2]:
    put(one, one.words, "")
replace(f'#. {missing[2].english}\nmsgid "{missing[2].key}"\nmsgstr "{missing[2].words}"\n', "", missing[2].path)

said = check()
for one in changed:
    stale = [f': {one.key}: the English was "{one.words}" and is "{one.words} now"; look at the translation, '
             f"then --seen {code} {one.key}\n" for code in ("de", "es", "fr", "it")]
    ok(all(line in said for line in stale), f"{one.key}: the old and the new English are named", said)
ok(f'{told.key}: the English in the code is gone, "{told.words}"; put the new one under this key: "{told.words} now" (src/desk/' in said,
   "a refusal in other words is found in the code", said)
for one in missing:
    ok(f'/{one.path.name}: {one.key} has no sentence for "' in f"/{said}", f"{one.key} is missing in {one.path.stem}", said)

ok("first put" in check("--add"), "no second key for a refusal in other words")
put(told, told.words, f"{told.words} now")
ok(check("--add") == "" and entry("told/server/fr", lambda one: one.key == missing[2].key).english == missing[2].english,
   "an entry is added with its English")
for one in missing:
    put(one, "", one.words)
ok(check("--seen", "all", *(one.key for one in [*changed, told])) == "", "what was looked at is noted")
said = check()
ok(said == "", "then all is well", said)
ok("de has no no.such-key" in check("--seen", "de", "no.such-key"), "a key that is none is refused")
row = '{"it", "italiano", ",", ".", false, true},'
replace(row, row + '\n    {"xx", "a new one", ",", ".", false, false},', copy / "src/words/words.c")
said = check()
ok("catalogues" in said and "LANGUAGE_CODES" in said, "a language without catalogues, or not in the help, is named", said)
replace("it or es", "it, es or xx", copy / "src/cli/core/command.h")
ok(check("--add") == "" and check() == "" and entry("told/server/xx").words == "", "a new language gets its catalogues, to be filled")
print(f"1..{number}")
shutil.rmtree(copy)
