# SPDX-License-Identifier: Apache-2.0
"""Which article a code stands for, and which code a sentence may have, by system: from the regulations' own numbering."""
D26 = {f"C{n}": "C.04.3 art. " + a for n, a in enumerate(
    "2.1.1 2.1.2 2.1.3 2.2.1 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.4.5 2.4.6 2.4.7 2.4.8 2.4.9 2.4.10 2.4.11 2.4.12 2.4.13 2.4.14 "
    "2.4.15 2.4.16".split(), 1)}
D26 |= {c: "C.04.3 art. " + a for c, a in {"halves": "3.3.1", "rest": "3.3.1", "next": "3.3.1", "moved": "3.3.3", "order": "4.1",
                                           "5.2.1": "5.2.1", "5.2.2": "5.2.2", "5.2.3": "5.2.3", "5.2.4": "5.2.4", "5.2.5": "5.2.5"}.items()}
D17 = {f"C{n}": f"C.04.3 C.{n}" for n in range(1, 20)} | {f"E.{n}": f"C.04.3 E.{n}" for n in range(1, 6)}
D17 |= {"order": "C.04.3 B.8, D", "halves": "C.04.3 B.3", "rest": "C.04.3 B.3", "moved": "C.04.3 B.3", "next": "C.04.3 B.3"}
D06 = {c: f"C.04.1 {a} (2006)" for c, a in {
    "B1a": "B1(a)", "B1b": "B1(b)", "B2c": "B2", "B2": "B2", "B2w": "B2", "A7c": "A7(c)", "A7cw": "A7(c)", "A7d": "A7(d)", "A3": "A3",
    "B4": "A8, B4", "B5d": "B5", "B5u": "B5", "B6d": "B6", "B6u": "B6", "C1": "C1", "C9": "B5, B6, C9", "C10": "B5, B6, C10",
    "C11": "B4, C11", "C12": "C12", "C12w": "C12", "C13": "C13", "C13w": "C13", "C13j": "C13", "C14": "C14", "C14w": "C14", "order": "D",
    "D1r": "D1", "halves": "C6, D1", "rest": "C6, D1", "moved": "C6, D1", "next": "C6, D1", "E1": "E1", "E2": "E2", "E3": "E3, F3", "E4": "E4", "E5": "E5"}.items()}


D12 = {c: f"C.04.1 {a} (2012)" for c, a in {
    "B.1.a": "B.1.a", "B.1.b": "B.1.b", "B.2c": "B.2", "C.13": "C.13", "C.14": "C.14", "B.2": "B.2, C.10.g", "A.7.d": "A.7.d, C.10.f",
    "B.4": "B.4, C.10.e", "A.8.b": "A.8.b, C.10.e", "B.5d": "B.5, C.10.d", "B.6d": "B.6, C.10.c", "B.5u": "B.5, C.10.b", "B.6u": "B.6, C.10.a",
    "order": "C, D", "halves": "C.6", "moved": "C.6", "rest": "C.6", "next": "C.6, D.1", "E.1": "E.1", "E.2": "E.2", "E.3": "E.3", "E.4": "E.4", "E.5": "E.5"}.items()}


def numbered(prefix, codes):
    return {code: prefix + article for code, article in codes.items()}


BURSTEIN = numbered("C.04.4.2 art. ", {"C1": "2.1.1", "C2": "2.1.2", "C3": "2.1.3", "C4": "2.2.1", "C5": "2.3.1", "C6": "2.3.2", "C7": "2.3.3",
                                       "C8": "2.4.1", "4": "4.3", "4.3": "4.3", "order": "4.3", **{x: x for x in (
                                           "3.1.1 3.1.2 3.1.3 3.1.4 3.1.5 5.2.1 5.2.2 5.2.3 5.2.4 5.2.5".split())}})
DUBOV26 = numbered("C.04.4.1 art. ", {"C1": "2.1.1", "C2": "2.1.2", "C3": "2.1.3", "C4": "2.2.1", "C5": "2.3.1", "C6": "2.3.2", "C7": "2.3.3",
                                      "C8": "2.3.4", "C9": "2.3.5", "C10": "2.3.6", "order": "3.2.6", "3.2.5": "3.2.5 and 3.2.6", **{x: x for x in (
                                          "3.1.1 3.1.2 3.1.3 3.1.4 3.1.5 3.2.1 3.2.2 3.2.4 3.2.6 5.2.1 5.2.2 5.2.3 5.2.4 5.2.5".split())}})


def both(codes):
    """Criteria of upfloaters (u) and of a meeting (m) too."""
    return codes | {c + x: a for c, a in codes.items() if c[0] == "C" for x in "um"}


DOUBLE = numbered("C.04.5 art. ", both({"C1": "2.1.1", "C2": "2.1.2", "C3": "2.2.1", "C4": "2.3.1", "C5": "2.3.2", "C6": "2.3.3", "C7": "2.3.4",
                                        "C8": "2.3.5", "order": "3.6.4", "3.6.3n": "3.6.3", **{x: x for x in (
                                            "3.4.1 3.4.2 3.4.3 3.4.4 3.5.4 3.6.3 3.6.4 4.3.1 4.3.2 4.3.3 4.3.4 4.3.5".split())}}))
TEAM = numbered("C.04.6 art. ", both({"C1": "2.1.1", "C2": "2.1.2", "C3": "2.2.1", "C4": "2.3.1", "C5": "2.3.2", "C6": "2.3.3", "C7": "2.3.4",
                                      "C8": "2.3.5", "C9": "2.3.6", "C10": "2.3.7", "order": "3.6.4", "3.6.3n": "3.6.3", **{x: x for x in (
                                          "3.4.1 3.4.2 3.4.3 3.4.4 3.5.4 3.6.3 3.6.4 4.3.1 4.3.2 4.3.3 4.3.4 4.3.5 4.3.6 4.3.7 4.3.8 4.3.9".split())}}))
DUBOV97 = numbered("Dubov 1997 art. ", {
    "2.1": "2.1", "2.5": "2.5", "2.3": "2.3 and 2.4", "2.4": "2.3 and 2.4", "2.3-2.4": "2.3 and 2.4", "3a": "3", "3b": "3", "3c": "3", "3d": "3", "3e": "3", "3f": "3", "4": "4", "5": "5",
    "6.2": "6.2", "6.3": "6.3", "6.3a": "6.3", "6.3r": "6.3", "6.4": "6.4", "6.4b": "6.4, 9", "6.4s": "6.4", "7.1": "7.1", "7.2": "7.2",
    "8.2": "8.2", "7.2n": "7.2", "6.4n": "6.4", "DUE": "7.1, 7.2, 8.2", "BYE": "9", "LOOK-AHEAD": "9", "order": "6.3"})
SIMPLE = numbered("Simple ", {"bye": "2.1", "met": "2.2", "nearest": "2.3", "next": "2.3", "order": "2.3", "rest": "2.4", **{f"3.{n}": f"3.{n}" for n in range(1, 6)}})
KEIZER = numbered("Keizer ", {"bye": "3.2", "met": "3.3", "nearest": "3.4", "next": "3.4", "order": "3.4", "rest": "3.5", **{f"4.{n}": f"4.{n}" for n in range(1, 6)}})
MONRAD = numbered("III.F.4.", {"bye": "ii", "named": "i", "again": "iii", "met": "iii", "nearest": "iii", "next": "iii", "order": "iii", "rest": "iii"})
TABLE = {"A1": "C.05 Annex 1"}
MATCH = {"S2": "Scheveningen 2.1", "S2.6": "Scheveningen 2.6"}
ARTICLES = {"dutch-2026": D26, "dutch-2017": D17, "dutch-2012": D12, "dutch-2006": D06, "burstein-2026": BURSTEIN, "dubov-2026": DUBOV26, "dubov-1997": DUBOV97,
            "double-swiss-2026": DOUBLE, "team-2026": TEAM, "simple-2026": SIMPLE, "keizer-2026": KEIZER, "monrad-acwc-2019": MONRAD,
            "round-robin": TABLE, "team-round-robin": TABLE, "scheveningen": MATCH}

# What the codes of a system are about.
SENSE_26 = dict(zip("met second-bye absolute rest bye-score floaters higher next missed difference triple colour strong down-1 up-1 down-2 "
                    "up-2 falls climbs falls climbs".split(), [f"C{n}" for n in range(1, 22)])) | {"falls": "C18 C20", "climbs": "C19 C21"}
SENSE_17 = {"met": "C1", "second-bye": "C2", "absolute": "C3", "rest": "C4", "floaters": "C5", "differences": "C6", "next": "C7", "difference": "C8",
            "triple": "C9", "colour": "C10", "strong": "C11", "down-1": "C12", "up-1": "C13", "down-2": "C14", "up-2": "C15",
            "falls": "C16 C18", "climbs": "C17 C19"}
SENSE = {
    "dutch-2026": SENSE_26, "dutch-2017": SENSE_17,
    "dutch-2006": {"met": "B1a", "second-bye": "B1b", "absolute": "B2 B2c", "rest": "C13 C13w C13j", "colour": "C11 B4", "down": "C10 B5d B6d",
                   "up": "C9 B5u B6u", "pairs": "C14w C14 C1", "next-pairs": "C12w C12", "floaters": "D1r", "lowest-pairs": "C13w C13 C13j", "closed": "B2 B2w", "strong": "A7c A7cw",
                   "after-bye": "A7c A7cw", "down-1": "B5d", "down-2": "B6d", "up-1": "B5u", "up-2": "B6u"},
    "dutch-2012": {"met": "B.1.a", "second-bye": "B.1.b", "absolute": "B.2c", "rest": "C.13", "lowest-pairs": "C.13", "colour": "B.4", "closed": "B.2",
                   "floaters": "C.14", "strong": "A.7.d A.8.b", "down-1": "B.5d", "down-2": "B.6d", "up-1": "B.5u", "up-2": "B.6u"},
    "burstein-2026": {"met": "C1", "second-bye": "C2", "absolute": "C3", "rest": "C4", "floaters": "C5", "higher": "C6", "next": "C7", "colour": "C8"},
    "dubov-2026": {"met": "C1", "second-bye": "C2", "absolute": "C3", "rest": "C4 3.2.6", "up": "C5", "colour": "C7", "maximum": "C8 C9", "recent": "C10",
                   "above": "3.2.2 C3 C1"},
    "double-swiss-2026": {"met": "C1m C1", "second-bye": "C2", "rest": "3.6.4 C3u C3m C3", "above": "C1u", "below": "C3u", "after": "C6u C6",
                          "floater": "C7u C7", "meets-floater": "C8m C8"},
    "team-2026": {"met": "C1m C1", "second-bye": "C2", "rest": "3.6.4 C3u C3m C3", "above": "C1u", "below": "C3u", "after": "C6u C6",
                  "floater": "C7u C7", "colour": "C8m C8", "meets-floater": "C10m C10"},
    "dubov-1997": {"met": "2.1", "absolute": "2.3-2.4 2.3 2.4", "up-often": "2.5", "fits": "DUE 7.2n 6.4n", "rest": "BYE 6.3r 6.3 LOOK-AHEAD 6.4s 6.4b 6.4"},
    "simple-2026": {"met": "met", "rest": "rest", "second-bye": "bye"}, "keizer-2026": {"met": "met", "rest": "rest", "second-bye": "bye"},
    "monrad-acwc-2019": {"met": "met", "rest": "rest"}}
ABOUT = {
    "obstacle.met": "met", "obstacle.same-absolute": "absolute", "obstacle.second-bye": "second-bye", "obstacle.unplayed-points": "second-bye",
    "obstacle.rest": "rest", "obstacle.left-over": "rest", "obstacle.bye-score": "bye-score", "obstacle.bye-score-of": "bye-score",
    "obstacle.floaters": "floaters next", "obstacle.floaters-plain": "floaters next", "obstacle.higher": "higher", "obstacle.higher-plain": "higher",
    "obstacle.differences": "differences", "obstacle.differences-of": "differences", "obstacle.next": "next", "obstacle.missed": "missed", "obstacle.missed-plain": "missed",
    "obstacle.difference": "difference", "obstacle.difference-plain": "difference", "obstacle.triple": "triple", "obstacle.triple-plain": "triple",
    "obstacle.colour-own": "colour", "obstacle.colour": "colour", "obstacle.colours": "colour", "obstacle.before-colour": "colour",
    "obstacle.strong": "strong", "obstacle.strong-plain": "strong", "obstacle.down-1": "down-1", "obstacle.down-2": "down-2",
    "obstacle.up-1": "up-1", "obstacle.up-2": "up-2", "obstacle.falls": "falls", "obstacle.falls-plain": "falls", "obstacle.climbs": "climbs",
    "obstacle.climbs-plain": "climbs", "obstacle.down-soon": "down", "obstacle.down-soon-plain": "down", "obstacle.up-soon": "up",
    "obstacle.up-soon-plain": "up", "obstacle.fewer-pairs": "pairs", "obstacle.fewer-pairs-of": "pairs", "obstacle.left-in-group": "pairs", "obstacle.next-pairs": "next-pairs", "obstacle.lowest-pairs": "lowest-pairs",
    "obstacle.closed": "closed", "obstacle.closed-plain": "closed", "obstacle.after-bye": "after-bye", "obstacle.after-bye-plain": "after-bye",
    "obstacle.group-above": "above", "obstacle.below": "below rest", "obstacle.pairs-colour": "colour", "obstacle.maximum": "maximum",
    "obstacle.recent": "recent", "obstacle.floated": "floater", "obstacle.next-needs": "after", "obstacle.meets-floater": "meets-floater",
    "obstacle.floaters-meet": "meets-floater", "obstacle.before-floater": "meets-floater", "obstacle.floater-stays": "floater floaters down-1 up-1 down-2 up-2",
    "obstacle.floats-again": "down-1 up-1 down-2 up-2", "obstacle.up-often": "up-often", "obstacle.fits-less": "fits", "obstacle.group-colour": "fits",
    "obstacle.needed": "rest", "obstacle.no-use": "fits rest", "obstacle.none-below": "rest", "obstacle.came-down": "rest", "obstacle.lines": "rest",
     "obstacle.lacks-all": "rest floaters", "obstacle.lacks": "rest floaters", "obstacle.lacks-many": "rest floaters",
    "obstacle.lacks-here": "floaters rest"}
KIND = {"natural": "natural", "float": "natural", "up": "natural", "bye": "natural", "obstacle": "obstacle", "order": "order", "colour": "rule",
        "board": "rule", "absence": "rule", "wish": "rule"}


def articles_of(system, seeded, code):
    """The articles that ${code} may be cited with."""
    table = D26 if seeded else ARTICLES[system]
    return table.get(code)


def codes_about(system, seeded, template):
    """The codes that a sentence may have; None: not known."""
    sense = SENSE_26 if seeded else SENSE[system] if system in SENSE else {}
    found = [c for s in ABOUT.get(template, "").split() for c in sense.get(s, "").split()]
    return set(found) or None
