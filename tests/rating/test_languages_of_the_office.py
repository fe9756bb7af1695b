#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_languages_of_the_office.py LIMMAT REPORTS: `limmat rate` in each language; in TAP.

Each mistake of mistakes.tsv is planted alone: its finding and its remedy are in other words in each language, with the
same numbers.  So are the month's list, its story, checks, comparisons and refusals.  JSON, CSV and files are the same.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

limmat, reports = os.path.realpath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve().parent
OTHERS = ("de", "fr", "it", "es")
FINDING = re.compile(r"(?:refused|doubtful): (.*) \(((?:TRF26|B\.0|C\.04)[^()]*(?:\([^()]*\)[^()]*)?)\); (.*)$")
# What the parser of tournament files finds is English in all languages; so are its remedies.
PARSER = {"TRF26"}
count = 0


def ok(good, name, told=""):
    global count
    count += 1
    print(f"{'' if good else 'not '}ok {count} - {name}")
    if not good:
        print("# " + str(told).replace("\n", "\n# "))


def rate(language, *words):
    done = subprocess.run([limmat, "rate", *words, "--lang", language], capture_output=True, text=True)
    return done.stdout, done.stderr, done.returncode


def plant(file, edit):
    for name in ("clean.trf", "clean.rating.json"):
        shutil.copy(reports / name, name)
    if file == "trf+norms":
        subprocess.run(["sed", "-i", 's/{/{"norms": true, /', "clean.rating.json"], check=True)
    subprocess.run(["sed", "-i", "-e", edit, "clean.rating.json" if file == "json" else "clean.trf"], check=True)


def numbers(text):
    return sorted(re.findall(r"\d+", text))


def english_left(english, other):
    """The parts of findings that are the same as in English, or have other numbers."""
    for ours, theirs in zip(english.splitlines(), other.splitlines()):
        if (match := FINDING.search(ours)) and match[2] not in PARSER:
            yield from (part for part in (match[1], match[3]) if part in theirs)
        if numbers(ours) != numbers(theirs):
            yield theirs


def mistakes():
    for line in (reports / "mistakes.tsv").read_text(encoding="utf-8").splitlines():
        cells = line.split("\t")
        if not line.startswith("#") and len(cells) > 5:
            yield cells[:3]


def check_findings():
    left, forms = {language: [] for language in OTHERS}, set()
    for name, file, edit in mistakes():
        plant(file, edit)
        english = rate("en", "report", "-l", "list", "clean.trf")[0]
        forms.add(len({rate(one, "report", "-f", "json", "-l", "list", "clean.trf")[0] for one in ("en", "de")}))
        for language in OTHERS:
            told = rate(language, "report", "-l", "list", "clean.trf")[0]
            left[language] += [f"{name}: {part}" for part in english_left(english, told)]
            if len(english.splitlines()) != len(told.splitlines()):
                left[language].append(name)
    for language in OTHERS:
        ok(left[language] == [], f"findings/none_is_english_in_{language}", "\n".join(left[language]))
    ok(forms == {1}, "findings/json_is_the_same", forms)


# Commands of a month: name, words, which lines may be the same as in English (names, figures).
MONTH = (("check", ["check", "clean.trf"]), ("event", ["event", "clean.trf"]), ("games", ["event", "-p", "1300105", "clean.trf"]),
         ("first", ["event", "-p", "1300107", "clean.trf"]), ("dwz", ["event", "--edition", "DWZ", "-p", "1300105", "clean.trf"]), ("why", ["why", "-l", "may", "1300103"]),
         ("lookup", ["lookup", "-l", "may", "brunner"]), ("reconcile", ["reconcile", "-l", "may", "-d", "2026-05-01", "list.xml"]),
         ("older", ["reconcile", "-l", "may", "-d", "2026-01-01", "list.xml"]), ("taken", ["person", "-l", "may", "add", "1300105", "name=X"]),
         ("orders", ["period", "-l", "base", "-o", "new"]), ("exists", ["period", "-l", "base", "-e", "events", "-o", "may"]),
         ("fields", ["person", "-l", "may", "correct", "1300105", "born=soon"]), ("nobody", ["lookup", "-l", "may", "zzz"]),
         ("many", ["lookup", "-l", "may", "-n", "0", "x"]))
FIGURES = re.compile(r"[^A-Za-zÀ-ž]+|\b(?:limmat|Meier|Georg|Rossi|Carlo|Keller|Anna|Dubois|Luc|Brunner|Beat|García|María|Novák|Petr|Open|Bern|clean|SUI|CZE|ESP|"
                     r"dwz|standard|Standard|rating|K|Rp|Ru|bye|id|name|Elo|Partien)\b")


def check_month():
    shutil.copy(reports / "list.xml", "list.xml")
    plant("trf", "s/a/a/")
    os.mkdir("base"), os.mkdir("events")
    shutil.copy("list", "base/registry")
    for name in ("clean.trf", "clean.rating.json"):
        shutil.copy(name, "events")
    made = {one: rate(one, "period", "-l", "base", "-e", "events", "-o", one, "-d", "2026-05-01") for one in ("en",) + OTHERS}
    ok(len({told for told, _, _ in made.values()}) == 5 and all(done == 0 for _, _, done in made.values()), "period/its_summary", made)
    files = sorted(os.listdir("en"))
    ok(all((pathlib.Path("en") / name).read_bytes() == (pathlib.Path(one) / name).read_bytes() for one in OTHERS for name in files),
       "period/its_files_are_the_same", files)
    os.rename("en", "may")
    for name, words in MONTH:
        told = {one: rate(one, *words) for one in ("en",) + OTHERS}
        english = [line for part in told["en"][:2] for line in part.splitlines() if FIGURES.sub("", line)]
        left = [f"{one}: {line}" for one in OTHERS for line in english if line in told[one][0].splitlines() + told[one][1].splitlines()]
        ok(left == [] and english and len({done for _, _, done in told.values()}) == 1, f"month/{name}", "\n".join(left))
    for name, words in (("csv", ["reconcile", "-f", "csv", "-l", "may", "-d", "2026-05-01", "list.xml"]), ("json", ["event", "-f", "json", "clean.trf"]),
                        ("rules", ["check", "-f", "json", "clean.trf"])):
        ok(len({rate(one, *words)[0] for one in ("en",) + OTHERS}) == 1, f"files/{name}_is_the_same")


def check_corrections():
    """A past event is corrected: the reader's language on the screen, English in the file."""
    lines = pathlib.Path("events/clean.trf").read_text(encoding="utf-8")
    for was, now in (("4.5    1     4 w 1", "4.0    1     4 w ="), ("3.0    3     1 b 0", "3.5    3     1 b =")):
        lines = lines.replace(was, now)
    pathlib.Path("events/clean.trf").write_text(lines, encoding="utf-8")
    made = {one: rate(one, "rectify", "-e", "events", "-o", f"rectified-{one}", "base", "may") for one in ("en",) + OTHERS}
    files = {pathlib.Path(f"rectified-{one}/differences.txt").read_text(encoding="utf-8") for one in ("en",) + OTHERS}
    ok(files == {made["en"][0]} and "score " in made["en"][0], "rectify/its_file_is_english", made["en"])
    ok(len({told for told, _, _ in made.values()}) == 5 and "event clean" not in "".join(made[one][0] for one in OTHERS), "rectify/the_screen_is_not", made["de"])


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    rate("en", "import", "-d", "2026-04-01", "-o", "list", str(reports / "list.xml"))
    check_findings()
    check_month()
    check_corrections()
    told = subprocess.run([limmat, "rate", "lookup", "x"], capture_output=True, text=True, env={**os.environ, "LC_ALL": "", "LANG": "it_IT.UTF-8"}).stderr
    ok("indicare il registro" in told, "environment/its_language_without_asking", told)
    told = rate("xx", "lookup", "x")
    ok(told[2] == 3 and "unknown language" in told[1], "environment/another_is_refused", told)
print(f"1..{count}")
