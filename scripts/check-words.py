#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check-words.py: catalogues against the code, and against each other.
check-words.py --seen LANGUAGE KEY…: the translations of KEY still say, or say now, what the English says;
LANGUAGE may be "all".
check-words.py --add: give new sentences of refusals a key, each language an empty entry for every key
that it lacks, and a new language of words.c its catalogues.

 - each key that the code or a template uses has an English pattern, and each pattern is used;
 - a pattern is well-formed: braces, branches, an "other";
 - a complete language has all keys, with the same parameters and branches as English, in at most
   LONGER times its letters;
 - French has a no-break space before ; : ? ! » and after «, as it is written there;
 - beside each translation stands the English that it was made from, and it is still today's;
 - what is refused and why (limmat/message.h) has its English in words/told, and words in each other
   language with the same values and the same quoted acts, and nothing is glued into it;
 - the English has none of the turns of TICS, nor documents and comments those of PROSE, but where words/voice.txt says why;
 - public pages (src/site, web/verify.js) say nothing but keys: no word of a language stands in a
   template or, as a text for people, in a literal of C;
 - the command's help lists all languages.
"""
import argparse
import collections
import difflib
import functools
import itertools
import os
import pathlib
import re
import sys

import po

LONGER, SPARE = 1.7, 24  # a translation may be so much longer than the English
PLURALS = {"one", "other"}
os.chdir(pathlib.Path(__file__).resolve().parent.parent)
here = pathlib.Path()
mistakes = []


# Turns that people don't use: {their name: what they look like}, in what is left of a sentence without its values and quoted acts.
VALUES = re.compile(r"\{\w+\}|\{\w+, (?:select|plural),|\"[^\"]*\"")
TICS = {name: re.compile(pattern) for name, pattern in {
    "who without a noun": r"(?<![Pp]layer )(?<![Pp]layers )(?<!teams )(?<!floaters )(?<!organiser )(?<!organisers )(?<!those )(?<!decides )(?<![Ss]ay )(?<!find )(?<!people )(?<!person )(?<!anyone )(?<!arbiter )(?<!arbiters )(?<!one )(?<!, )(?<!Those )\b(?<!^)who(?:ever)?\b(?!’s)",
    "so": r"(?<!, )(?<!and )\bso\b(?! (?:that|far|many)\b)",
    "told without an actor": r"(?<!You )\b(?:told|said|asked|heard|known)\b",
    "there is no": r"\b[Tt]here (?:is|are) no\b|\bis no (?!longer)",
    "stands": r"\bstands?\b",
    "deed, thing, matter, word": r"\b(?:deeds?|things?|matters?|words?)\b",
    "may, shall, would": r"\b(?:may|shall|would)\b",
    "somebody": r"\b(?:[Ss]ome|[Nn]o|[Ee]very|[Aa]ny)body\b",
    "he": r"\b(?:[Hh]e|[Hh]is|[Hh]im|himself)\b",
    "take over": r"\b(?:tak(?:e|es|en|ing)|took) (?:\w+ )?(?:over|back|out|down|off)\b",
    "any more": r"\bany ?more\b",
    "else, besides": r"(?<!one )(?<!thing )(?<!all )\b(?:else|besides|mend\w*|fresh\w*)\b",
    "by itself": r"by (?:it|them)sel(?:f|ves)",
}.items()}

# The same in documents and comments, where more words are terms: "who" has its noun nearby, "matters" is a verb, "words" are bits.
PROSE = TICS | {name: re.compile(pattern) for name, pattern in {
    "who without a noun": r"(?:\n\n[^\w\n]*|/\*+\s+|[.;:(]\s+|\b(?:by|for|from|of|than|to|with)\s+)[Ww]ho\b(?![^.;:]*\?)|\b[Ww]hoever\b",
    "so": r"(?<![,;:(.]\s)(?<!\()\b(?<!and )(?<!if )(?<!If )(?<!do )(?<!does )(?<!done )(?<!say )(?<!says )(?<!assume )so\b(?!,| (?:that|far|as|few|is|are|many|much|did|do|does)\b)",
    "told without an actor": r"\b(?:be|been|are|is|it|that|was|were|what|What) (?:told|said|asked(?! again| for)|heard|known (?:of|from))\b",
    "there is no": r"(?<![Tt]here )\b(?:are|is) no (?!if|longer|more|other|room|worse)",
    "stands": r"\bstands?\b(?! for\b|-in)",
    "take over": r"\b(?:tak(?:e|es|en|ing)|took) (?!precedence)(?:\w+ )?(?:over|back|down)\b",
    "deed, thing, matter, word": r"\b(?:deeds?|(?<!one )(?<!same )(?<!first )things?|a matter)\b",
    "may, shall, would": r"\bshall\b",
    "else, besides": r"\b(?:besides|mend\w*|fresh\w*)\b",
    "riddle": r"\b(?:[Tt]hat|[Tt]hose) which\b|\b(?:he|she|they) who\b",
}.items()}

BREAKING = re.compile(r" [;:?!»]|« |[^\W\d_][?!»]|«\w")


def check_spaces(place, words):
    """French, where a plain space would leave a sign alone in the next line."""
    for match in BREAKING.finditer(words):
        mistakes.append(f'{place}: "{words[max(0, match.start() - 12) : match.end()]}" lacks a no-break space')


def read_catalogues(*patterns):
    """{language: {key: entry}}; complains of what is fuzzy or there twice."""
    found = collections.defaultdict(dict)
    for entry in (one for pattern in patterns for path in sorted(here.glob(pattern)) for one in po.read(path)):
        code = entry.path.stem
        if entry.fuzzy:
            mistakes.append(f"{entry.place}: fuzzy")
        if entry.key in found[code]:
            mistakes.append(f"{entry.place}: {entry.key} is at {found[code][entry.key].place} too")
        if code == "fr":
            check_spaces(f"{entry.place}: {entry.key}", entry.words)
        found[code][entry.key] = entry
    return found


class Malformed(Exception):
    pass


def parse(pattern, at=0, depth=0, names=None):
    """The parameters of a pattern: {name: set of (kind, branches)}; and where it ended."""
    names = collections.defaultdict(set) if names is None else names
    while brace := re.compile("[{}]").search(pattern, at):
        at = brace.start()
        if brace.group() == "}":
            if depth == 0:
                raise Malformed('a stray "}"')
            return names, at
        at = parse_argument(pattern, at + 1, names) + 1
    if depth:
        raise Malformed('a "{" is not closed')
    return names, at


def parse_argument(pattern, at, names):
    """The "}" at the end of an argument that begins at ${at}."""
    head = re.compile(r"\s*([a-z][a-z_0-9]*)\s*(?:,\s*(plural|select|list)\s*)?(,\s*|(?=\}))").match(pattern, at)
    if head is None:
        raise Malformed(f'"{{{pattern[at:at + 20]}": no parameter')
    name, kind, more = head.groups()
    at = head.end()
    branches = []
    while pattern[at:at + 1] != "}":
        branch = re.compile(r"\s*(=?\w+)\s*\{").match(pattern, at)
        if branch is None or not more or kind not in ("plural", "select"):
            raise Malformed(f"{{{name}}}: no branch")
        _, at = parse(pattern, branch.end(), 1, names)
        branches.append(branch.group(1))
        at = re.compile(r"\s*").match(pattern, at + 1).end()
    if kind in ("plural", "select") and ("other" not in branches or len(set(branches)) < len(branches)):
        raise Malformed(f'{{{name}, {kind}}} has no "other", or a branch twice')
    if kind == "plural" and any(b not in PLURALS and b[0] != "=" for b in branches):
        raise Malformed(f"{{{name}, plural}} knows one, other and =N")
    names[name].add((kind, frozenset(branches)))
    return at


def parameters(where, pattern):
    try:
        return parse(pattern)[0]
    except Malformed as mistake:
        mistakes.append(f"{where}: {mistake}")
        return {}


def used_keys():
    """{key: place} from LM_KEY("…") in C, and from {{ "key" }} in templates; a key that ends in "."
    is the beginning of keys that are made of it."""
    keys = {}
    sources = [*here.glob("src/**/*.[ch]"), *here.glob("include/**/*.h")]
    for path in sources:
        for key in re.findall(r'LM_KEY\(\s*"([^"]+)"\s*\)', path.read_text(encoding="utf-8")):
            keys.setdefault(key, path.name)
    for path in [*here.glob("src/**/*.html"), *here.glob("src/**/*.xml")]:
        for key in re.findall(r'\{\{\s*"([^"]+)"', path.read_text(encoding="utf-8")):
            keys.setdefault(key, path.name)
    return keys


# What is the same in every language: codes, names of formats, the command.
SAME = {"Del", "Ctrl", "MP", "GP", "Limmat", "limmat check", "limmat", "caflisch u", "C.04.2 art. 2", "SUI", "CHF", "Enter", "90/40+30/end+30/move1",
        "Verena Hösli", "https://host/link/…",
        "FIDE", "FIDE ID", "CSV", "https://", "limmat championship", "--mail /usr/sbin/sendmail", "--webhooks https://discord.com/api/webhooks/",
        "Europe/Zurich", "Muster, Anna", "SUI LIE", "2026-01-01,registration,all,event,50.00,CHF", "2026-01-01,rating,standard,player,1.00,CHF",
        "60&#10;50 until 2026-06-30&#10;30 born 2008&#10;0 title GM IM WGM WIM", "Hall A: 1-20&#10;Hall B: 21-40", "Ada Muster: 1-20&#10;Beat Muster: 21-40",
        "GM Caflisch, Urs  2541  SUI&#10;Orelli Ugo; 1820; 1998; SC Bellinzona"}
SPOKEN = {"title", "placeholder", "alt", "aria-label", "data-filter", "data-unit"}
# Literals of src/site that are no texts of pages.
NOT_SAID = re.compile(r"<script |BEGIN|END|VERSION|DTSTART|-//Limmat|the pairings are neither|### FIDE|M40 |https?:|ARO|White$|Black$")


def bare_words_of_template(path):
    """Words that a reader would see and no catalogue knows: (line, words)."""
    text = path.read_text(encoding="utf-8")
    blank = lambda match: re.sub(r"[^\n]", " ", match.group())
    for gone in (r"\{#.*?#\}", r"<style>.*?</style>", r"\{\{.*?\}\}", r"\{%.*?%\}", r"<\?xml.*?\?>"):
        text = re.sub(gone, blank, text, flags=re.DOTALL)
    spoken = [(m.start(), m.group(2)) for m in re.finditer(r'([\w-]+)="([^"]*)"', text) if m.group(1) in SPOKEN]
    within = re.sub(r"<[^>]*>", lambda m: "\0" * len(m.group()), text)
    spoken += [(m.start(), m.group()) for m in re.finditer(r"[^\0\n]+", within)]
    for at, words in spoken:
        words = words.strip(" –·:,.()")
        if re.search(r"[A-Za-z]{2}", words) and words not in SAME and not words.startswith("width="):
            yield text.count("\n", 0, at) + 1, words


def bare_words_of_code(path):
    """Literals with two words, or with a capital as texts have it, that are not keys: (line, words)."""
    text = re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m.group()), path.read_text(encoding="utf-8"), flags=re.DOTALL)
    text = re.sub(r"(?m)^#include.*|'\"'", "", text)
    for match in re.finditer(r'"((?:[^"\\]|\\.)*)"', text):
        words = match.group(1)
        if text[: match.start()].endswith("LM_KEY(") or NOT_SAID.match(words):
            continue
        if re.search(r"[A-Za-z]{2,}[,:;]? [A-Za-z]|^[A-Z][a-z]{2,}", words):
            yield text.count("\n", 0, match.start()) + 1, words


def check_said():
    found = [(path, bare_words_of_template) for path in here.glob("src/*/templates/*")]
    found += [(path, bare_words_of_code) for path in here.glob("src/site/*.c") if path.name not in ("icon.c", "sheet.c")]
    for path, words_of in found:
        for line, words in words_of(path):
            mistakes.append(f'{path.name}:{line}: "{words}" is no key: put it into words/pages')


# What is told in English and, by its catalogue, in other languages (limmat/message.h): for each function the
# places of its remedy and its format among the arguments, and where it is used.
TOLD = (("REFUSE", (2, 3, 4), "src/desk/*.c"), ("lm_desk_need", (4, 5, 6), "src/desk/*.c"), ("lm_desk_depart", (2, 3, 4), "src/desk/*.c"),
        ("unknown", (3,), "src/desk/take.c"), ("lm_message_print", (1,), "src/**/*.c"), ("LM_MESSAGE", (0,), "src/**/*.c"),
        ("lm_refuse", (2, 3), "src/formats/swt.c src/formats/tunx.c"),
        ("REFUSE", (3, 4), "src/championship/*.c"), ("lm_champ_refuse", (4, 5), "src/championship/*.c"), ("lm_event_need", (4, 5), "src/championship/*.c"),
        ("lm_field_wrong", (3, 4), "src/championship/*.c"), ("lm_field_wrong_as", (3,), "src/championship/*.c"), ("lm_champ_change", (4,), "src/championship/*.c"),
        ("client_fail", (2,), "src/client/lichess.c"), ("visit_refuse", (2,), "src/server/*.c"), ("visit_message", (1,), "src/server/*.c"),
        ("wrong", (1, 2), "src/ranking/codes.c"),
        ("lm_report_add_fault", (2, 3), "src/rating/*.c"), ("lm_report_print", (1,), "src/rating/*.c"), ("say", (3, 4), "src/rating/validity.c"),
        ("unknown", (2, 3), "src/rating/validity.c"), ("answered", (3, 4), "src/rating/validity.c"), ("within_days", (4, 5), "src/rating/validity.c"),
        ("registered_before", (4,), "src/rating/validity.c"), ("rate_say", (2,), "src/cli/rating/*.c"), ("CELL_SAID", (2,), "src/cli/rating/*.c"),
        ("fail", (2,), "src/cli/rating/*.c src/cli/core/options.c src/cli/core/files.c"), ("lm_log_add", (3, 4), "src/rating/*.c src/cli/rating/*.c src/os/files.c"),
        ("lm_log_add", (3, 4), "src/pairing/position.c src/pairing/system.c src/pairing/dubov_*/*.c src/pairing/row.c src/pairing/scheveningen/*.c src/pairing/team_knock_out/*.c src/ranking/codes.c src/desk/import.c src/desk/preview_event.c src/desk/breaches.c src/desk/log.c src/desk/undo.c src/journal/fields.c src/server/event*.c"))
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
MARK = re.compile(r"""["'()\[\]{},]""")
CONVERSION = re.compile(r"%(?:%|[-+0# ]*\d*(?:\.(?:\d+|\*))?(?:ll|l|z)?([a-z]))")
QUOTED = re.compile(r'"([^"]*)"')


def one_literal(argument):
    """An argument with its literals joined: "player %" PRIu32 " has" is "player %u has"."""
    argument = re.sub(r'"\s*\bPRI([du])\d+\b\s*(")?', lambda match: match[1] + ("" if match[2] else '"'), argument)
    return re.sub(r'"\s*\n\s*"', "", argument).strip()


def calls(text, name):
    """(line, arguments) of each call of ${name}; a literal in several parts is one."""
    for match in re.finditer(rf"(?<![\w>.]){name}\(", text) if f"{name}(" in text else ():
        at, depth, begin, arguments = match.end(), 1, match.end(), []
        while depth and (mark := MARK.search(text, at)):
            at = mark.start()
            if text[at] == '"':
                at = LITERAL.match(text, at).end()
                continue
            if text[at] == "'":
                at += 3 + (text[at + 1] == "\\")
                continue
            depth += (text[at] in "([{") - (text[at] in ")]}")
            if depth == 0 or (depth == 1 and text[at] == ","):
                arguments.append(one_literal(text[begin:at]))
                begin = at + 1
            at += 1
        yield text.count("\n", 0, match.start()) + 1, arguments


@functools.lru_cache(maxsize=None)
def code_of(path):
    """What is neither comment nor directive; lines stay."""
    blank = lambda match: re.sub(r"[^\n]", " ", match.group())
    text = re.sub(r"/\*.*?\*/", blank, path.read_text(encoding="utf-8"), flags=re.DOTALL)
    return re.sub(r"(?m)^#(?:.*\\\n)*.*", blank, text)


def is_sentence(english, article):
    """An article is no sentence but where it has words ("C.05, as announced"); "%s" alone is passed on."""
    words = re.sub(CONVERSION, "", english)
    return bool(re.search(r"announced|record|Preface" if article else r"[a-z]{2}", words)) or (not article and len(CONVERSION.findall(english)) > 1)


def with_names(english):
    """A printf format with "{a}" for its first conversion, as catalogues have it; and the names of numbers."""
    names, numbers = iter("abcdefgh"), set()
    def name(match):
        if match[1] is None:
            return "%"
        one = next(names)
        if match[1] in "du":
            numbers.add(one)
        return f"{{{one}}}"
    return CONVERSION.sub(name, english), numbers


def told_sentences():
    """{English: (place, names of numbers)}; complains of fragments that are glued into a sentence."""
    told = {}
    for name, places, pattern in TOLD:
        for path in sorted(path for one in pattern.split() for path in here.glob(one)):
            for line, arguments in calls(code_of(path), name):
                where = f"{path}:{line}"
                for place in places:
                    article = len(places) == 3 and place == places[0]
                    for english in LITERAL.findall(arguments[place]) if place < len(arguments) else ():
                        english = english.replace('\\"', '"')
                        if is_sentence(english, article) and "lm_desk_format" not in arguments[place]:
                            english, numbers = with_names(english)
                            told[english] = (told[english][0], told[english][1] & numbers) if english in told else (where, numbers)
                for argument in arguments[places[-1] + 1:]:
                    for english in LITERAL.findall(argument):
                        if re.search(r"[a-z]{2}", re.sub(CONVERSION, "", english)) and "LM_" not in argument and "visit_" not in argument:
                            mistakes.append(f'{where}: "{english}" is glued into a sentence: give each its whole one')
    return told


def check_told(translated, english, numbers):
    """A translation says what its English says: {a}, {b}, …, and the same quoted acts."""
    where, words = f"{translated.place}: {translated.key}", translated.words
    given, names = parameters(where, words), re.findall(r"\{([a-h])\}", english)
    if sorted(given) != names:
        mistakes.append(f"{where}: parameters {sorted(given)}, of the English {names}")
    for name, uses in given.items():
        if any(kind == "plural" for kind, _ in uses) and name not in numbers:
            mistakes.append(f"{where}: {{{name}}} is no number")
    quoted, acts = ([act for act in QUOTED.findall(said) if "{" not in act] for said in (words, english))
    if sorted(quoted) != sorted(acts):
        mistakes.append(f"{where}: quotes {quoted}, in English {acts}")
    if len(words) > LONGER * len(english) + 3 * SPARE and not re.search("select|plural", words):
        mistakes.append(f"{where}: {len(words)} letters for {len(english)}")


def compare_told(english, said):
    """The sentences in the code against those that have a key."""
    known = {entry.words for entry in english.values()}
    new = {words: place for words, (place, _) in said.items() if words not in known}
    for entry in english.values():
        if entry.words not in said:
            near = difflib.get_close_matches(entry.words, new, 1, 0.4)
            mistakes.append(f'{entry.place}: {entry.key}: the English in the code is gone, "{entry.words}"' +
                            "".join(f'; put the new one under this key: "{words}" ({new.pop(words)})' for words in near))
    for words, place in new.items():
        mistakes.append(f'{place}: "{words}" has no key: --add gives it one')


def check_voice(english):
    """The desk's sentences against TICS; those of words/voice.txt are looked at and stay."""
    path = here / "words/voice.txt"
    excused = dict(line.split("\t") for line in path.read_text().splitlines() if line and not line.startswith("#"))
    check_prose(path, {key: excused.pop(key) for key in list(excused) if "/" in key or ".md" in key})
    for entry in english:
        words = VALUES.sub("", entry.words)
        if entry.path.parent.name == "words":  # reasons are conditions, which keep "would"
            words = re.sub(r"\bwould\b", "", words)
        found = [name for name, pattern in TICS.items() if pattern.search(words)]
        if found and excused.pop(entry.key, None) is None:
            mistakes.append(f"{entry.place}: {entry.key} has {', '.join(found)}: rewrite it, or say why not in {path}")
        elif not found and entry.key in excused:
            mistakes.append(f"{path}: {entry.key} needs no exception")
            del excused[entry.key]
    mistakes.extend(f"{path}: {key} is in no catalogue" for key in excused)


def prose_of(path):
    """Sentences of a document, with X for code, links and quotations; the comments of a source file.  Lines stay."""
    lines_of = lambda match: "X" + "\n" * match.group().count("\n")
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return re.sub(r"(?ms)^ *```.*?^ *```|`[^`]*`|\]\([^)]*\)|\"[^\"\n]*\"|“[^”\n]*”|^ {4}.*?$", lines_of, text)
    comments = re.sub(r"(?s)(/\*.*?\*/)|\"(?:[^\"\\\n]|\\.)*\"|[^\"/\n]+|.", lambda match: match[1] or lines_of(match)[1:], text)
    return re.sub(r"\"[^\"\n]*\"|\$\{\*?\w+\}", lines_of, re.sub(r"(?m)^ *\*? *", "", comments))


def check_prose(path, excused):
    """Documents and comments against PROSE; ${excused} has "FILE: a part of the line"."""
    used = set()
    for source in [*here.glob("*.md"), *here.glob("docs/**/*.md"), *here.glob("include/**/*.h"), *here.glob("src/**/*.[ch]")]:
        lines, prose = source.read_text(encoding="utf-8").splitlines(), prose_of(source)
        for name, match in ((name, match) for name, pattern in PROSE.items() for match in pattern.finditer(prose)):
            number = prose.count("\n", 0, match.end() - 1)
            key = next((key for key in excused if key.split(": ", 1)[0] == str(source) and key.split(": ", 1)[1] in lines[number]), None)
            if key is None:
                mistakes.append(f"{source}:{number + 1}: {name}: {lines[number].strip()}")
            used.add(key)
    mistakes.extend(f"{path}: {key} needs no exception" for key in excused.keys() - used)


def languages():
    """{code: complete} from the table of words.c."""
    table = (here / "src/words/words.c").read_text(encoding="utf-8")
    return {code: flag == "true"
            for code, flag in re.findall(r'\{"([a-z]{2})", "[^}]*, (true|false)\}', table)}


def check_alike(translated, english):
    where = f"{translated.place}: {translated.key}"
    ours, theirs = parameters(f"{english.place}: {english.key}", english.words), parameters(where, translated.words)
    if ours.keys() != theirs.keys():
        mistakes.append(f"{where}: parameters {sorted(theirs)}, in English {sorted(ours)}")
    for name in ours.keys() & theirs.keys():
        chosen = {frozenset(b) for k, b in ours[name] if k == "select"}
        for kind, branches in theirs[name]:
            if kind == "select" and chosen and branches not in chosen:
                mistakes.append(f"{where}: {{{name}, select}} has other branches")
    if len(translated.words) > LONGER * len(english.words) + SPARE:
        mistakes.append(f"{where}: {len(translated.words)} letters for {len(english.words)}")


def compare(code, english, words, complete, check):
    """The catalogues of one language against the English ones."""
    for key in words.keys() - english.keys():
        mistakes.append(f"{words[key].place}: {key} is no key of en.po")
    for key, entry in english.items():
        translated = words.get(key)
        if translated is None or not translated.words:
            if complete:
                mistakes.append(f'{entry.path.parent}/{code}.po: {key} has no sentence for "{entry.words}"')
            continue
        if translated.path.parent != entry.path.parent:
            mistakes.append(f"{translated.place}: {key} is in {entry.place}")
        if code != "en" and translated.english != po.beside(entry.words):
            mistakes.append(f'{translated.place}: {key}: the English was "{translated.english}" and is "{entry.words}"; '
                            f"look at the translation, then --seen {code} {key}")
        check(translated, entry)


def compare_pages(pages, known):
    english, used = pages["en"], used_keys()
    stems = tuple(key for key in used if key.endswith("."))
    for key, place in used.items():
        if key not in english and not (key in stems and any(k.startswith(key) for k in english)):
            mistakes.append(f"{place}: {key} has no English sentence")
    for key in english:
        if key not in used and not (stems and key.startswith(stems)):
            mistakes.append(f"{english[key].place}: {key} is never said")
    for code, complete in known.items():
        compare(code, english, pages[code], complete, check_alike)


def seen(code, keys, catalogues):
    """The English beside the translations of ${keys} is today's from now on."""
    for words in (catalogues[one] for one in catalogues if one != "en" and code in (one, "all")):
        for path in {words[key].path for key in keys if key in words}:
            po.set_english(path, keys, catalogues["en"])
    lost = keys - set.union(set(), *(words.keys() for one, words in catalogues.items() if one != "en" and code in (one, "all")))
    if lost:
        sys.exit(f"{code} has no {', '.join(sorted(lost))}")


# Layers whose refusals stand with those of another.
BESIDE = {"cli": "rating", "os": "rating", "site": "rating", "base": "formats", "client": "championship", "journal": "formats"}
SMALL = set("a an and are as at be by for from has have in is it its of on that the there this to was were with".split())


def key_for(english, area, taken):
    """A key of the first telling words of ${english}, or else of its first words."""
    words = re.findall(r"[a-z0-9]+", re.sub(r"\{\w\}|['’]", "", english.lower())) or ["values"]
    telling = [word for word in words if word not in SMALL] or words
    stems = (f"{area}.{'-'.join(some[:count])}" for some in (telling, words) for count in range(min(4, len(some)), len(some) + 1))
    numbered = (f"{area}.{'-'.join(telling)}-{number}" for number in itertools.count(2))
    return next(key for key in itertools.chain(stems, numbered) if key not in taken)


def add_sentences(pages, told, said):
    """Keys for what is refused in new words; an empty entry for each key that a language lacks."""
    known = {entry.words for entry in told["en"].values()}
    gone = known - said.keys()
    if gone and said.keys() - known:
        sys.exit("first put what is said in other words under its key (check-words.py names them), or remove the key")
    for words, (place, _) in said.items():
        if words not in known:
            layer = place.split("/")[1]
            path = here / "words/told" / BESIDE.get(layer, layer) / "en.po"
            key = key_for(words, path.parent.name, pages["en"].keys() | told["en"].keys())
            po.add(path, key, words, "", [entry.key for entry in po.read(path)][-1])
            told["en"][key] = po.Entry(key, words, "", False, path, "")
    for kind, code in ((kind, code) for kind in (pages, told) for code in kind if code != "en"):
        before = {}
        for key, entry in kind["en"].items():
            path = entry.path.with_name(f"{code}.po")
            if key not in kind[code]:
                po.add(path, key, "", entry.words, before.get(path, ""))
            before[path] = key


def begin_catalogues():
    """Empty catalogues for a language that has none yet."""
    for english in sorted(here.glob("words/**/en.po")):
        for code in languages():
            path = english.with_name(f"{code}.po")
            if not path.exists():
                po.begin(path, english)


def main():
    options = argparse.ArgumentParser(usage="check-words.py [--seen LANGUAGE KEY… | --add]")
    options.add_argument("--seen", nargs="+")
    options.add_argument("--add", action="store_true")
    options = options.parse_args()
    if options.add:
        begin_catalogues()
    pages, told = read_catalogues("words/*.po", "words/pages/*/*.po"), read_catalogues("words/told/*/*.po")
    if options.seen:
        return seen(options.seen[0], set(options.seen[1:]), {code: pages[code] | told[code] for code in pages})
    known, said = languages(), told_sentences()
    if options.add:
        return add_sentences(pages, told, said)
    if pages.keys() != known.keys():
        mistakes.append(f"catalogues {sorted(pages)}, languages {sorted(known)}")
    listed = re.search(r'LANGUAGE_CODES "(.*)"', (here / "src/cli/core/command.h").read_text(encoding="utf-8"))[1]
    if set(re.findall(r"\b[a-z]{2}\b", listed)) - {"or"} != known.keys():
        mistakes.append(f"src/cli/core/command.h: LANGUAGE_CODES are {listed}, languages {sorted(known)}")
    for key in pages["en"].keys() & told["en"].keys():
        mistakes.append(f"{told['en'][key].place}: {key} is at {pages['en'][key].place} too")
    check_said()
    check_voice([*pages["en"].values(), *told["en"].values()])
    compare_pages(pages, known)
    compare_told(told["en"], said)
    for code, complete in known.items():
        if code != "en":
            compare(code, told["en"], told[code], complete,
                    lambda words, english: check_told(words, english.words, said.get(english.words, ("", set("abcdefgh")))[1]))
    print("\n".join(dict.fromkeys(mistakes)), end="\n" if mistakes else "")
    sys.exit(bool(mistakes))


if __name__ == "__main__":
    main()
