#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_tables.py LIMMAT SYSTEM TOURNAMENTS FIRST-SEED: are the answers of rounds known beforehand true?

Tournaments by chance, played by the Berger tables as an arbiter makes them (C.05 Annex 1: the numbers of a row stand in
a ring, the last one apart), or by what the engine gives a match of two teams, of which is known that everybody meets
everybody of the other one once.  People are away, leave early or late, lose by forfeit.  Of every round each answer has
to be the one that the table, the results and who is there call for.  It shares no code with the library.
"""
import collections
import json
import os
import random
import subprocess
import sys
import tempfile

LIMMAT, SYSTEM, TOURNAMENTS, SEED = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
LANGUAGES = ["en", "de", "fr", "it", "es"]
WORDS_MOST = 40
MATCH, TEAMS = SYSTEM == "scheveningen", SYSTEM == "team-round-robin"
counts, mistakes = collections.Counter(), []


def run(*arguments):
    done = subprocess.run([LIMMAT, *arguments], capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(arguments)}: {done.stderr}")
    return done.stdout


class Berger:
    """The table for an even number of seats.  In row r, from 1, the one x with 2x = r + 1 (in a ring of all but the last)
    meets the last number, and those equally far from x on both sides meet each other."""

    def __init__(self, players, cycles, exchanged):
        self.seats = players + players % 2
        self.length, self.players, self.exchanged = self.seats - 1, players, exchanged
        self.rounds = self.length * cycles
        self.games = (players - 1) * cycles

    def row(self, number):
        row = (number - 1) % self.length + 1
        if self.exchanged and number <= self.length and row >= self.length - 1:
            return 2 * self.length - 1 - row
        return row

    def pairs(self, number):
        """(White, Black), board by board."""
        ring, row = self.length, self.row(number)
        x = next(x for x in range(1, ring + 1) if (2 * x - row - 1) % ring == 0)
        pairs = [(x, self.seats) if 2 * x <= self.seats else (self.seats, x)]
        for far in range(1, ring // 2 + 1):
            a, b = (x - 1 + far) % ring + 1, (x - 1 - far) % ring + 1
            pairs.append((min(a, b), max(a, b)) if (a + b) % 2 else (max(a, b), min(a, b)))
        return [p[::-1] for p in pairs] if (number - 1) // self.length % 2 else pairs

    def reversed(self, number):
        return (number - 1) // self.length % 2 == 1

    def is_exchanged(self, number):
        return self.row(number) != (number - 1) % self.length + 1

    def facts(self, number, tpn, other):
        return {"seats": self.seats, "row": self.row(number), "mine": tpn, "theirs": other,
                "opponent": other if other <= self.players else 0}


class Match:
    """The table of a match, as the engine gives it; that it is one is looked at on its own."""

    def __init__(self, players, rows):
        self.players, self.seats = players, (players + 1) // 2
        self.rounds = self.games = self.seats
        self.rows = rows

    def row(self, number):
        return number

    def pairs(self, number):
        return self.rows[number - 1]

    def reversed(self, _):
        return False

    is_exchanged = reversed

    def facts(self, number, tpn, other):
        side, theirs = tpn > self.seats, other > self.seats
        return {"seats": self.seats, "row": number, "mine": tpn - self.seats * side, "theirs": other - self.seats * theirs,
                "my_team": "AB"[side], "opponents": "AB"[theirs], "opponent": other if other <= self.players else 0}

    def is_sound(self):
        """All meet all of the other team once, and in each round everybody one of them."""
        met = [frozenset(p) for row in self.rows for p in row]
        whole = all(sorted(x for p in row for x in p) == list(range(1, 2 * self.seats + 1)) for row in self.rows)
        return whole and len(set(met)) == len(met) and all(min(p) <= self.seats < max(p) for p in met)


class Event:
    """A tournament as it went: who was away, who left, what was played."""

    def __init__(self, chance, table, played):
        self.chance, self.table, self.played = chance, table, played
        everybody = range(1, table.players + 1)
        self.left = {p: chance.randint(2, table.rounds) for p in everybody if chance.random() < 0.2}
        self.away = {p: {r for r in range(1, table.rounds + 1) if chance.random() < 0.08 and not self.gone(p, r)} for p in everybody}
        self.results = {p: [] for p in everybody}
        for number in range(1, played + 1):
            self.play(number)

    def gone(self, tpn, number):
        return tpn in self.left and self.left[tpn] <= number

    def missing(self, tpn, number):
        return self.gone(tpn, number) or number in self.away[tpn]

    def completed(self, tpn, before):
        """Games played, or won by forfeit."""
        return sum(cell[-1:] in ("0", "1", "=", "+") for cell in self.results[tpn][: before - 1])

    def left_early(self, tpn, number):
        return self.gone(tpn, number) and 2 * self.completed(tpn, number) < self.table.games

    def play(self, number):
        for pair in self.table.pairs(number):
            there = [p <= self.table.players and not self.missing(p, number) for p in pair]
            for side, tpn in enumerate(pair):
                if tpn > self.table.players:
                    continue
                cell = "Z" if number in self.away[tpn] else ""
                self.results[tpn].append(cell)
            if all(there):
                score = self.chance.choice(["10", "01", "==", "+-"])
                for side, tpn in enumerate(pair):
                    self.results[tpn][-1] = f"{pair[1 - side]}{'wb'[side]}{score[side]}"

    def all_rounds_have_games(self):
        """Where nobody played a file does not say that there was a round."""
        return all(any(cells[number][-1:] not in ("", "Z") for cells in self.results.values()) for number in range(self.played))

    def document(self):
        t = {"format": "limmat-tournament/1", "name": "Table", "rounds": self.table.rounds, "initial_colour": "white",
             "type": SYSTEM.replace("-", " "), "players": []}
        t["type_code"] = "FIDE_SCHEVENINGEN" if MATCH else "BERGER_ROUNDROBIN"
        if not MATCH and self.table.exchanged:
            t["options"] = {"last_rounds_exchanged": "yes"}
        t["byes"] = [{"kind": "Z", "round": self.played + 1, "player": p} for p in self.away if self.played + 1 in self.away[p]]
        for tpn, results in self.results.items():
            p = {"tpn": tpn, "name": f"Person {tpn}", "results": results}
            if tpn in self.left and self.left[tpn] <= self.played + 1:
                p["withdrawn"] = self.left[tpn]
            t["players"].append(p)
        return t

    def template(self, tpn, other, number):
        """What has to be said of the opponent or of the lack of one."""
        over = number <= self.played
        away = self.missing(tpn, number)
        if self.left_early(tpn, number):
            return "absence.gone"
        if other > self.table.players:
            return "absence" if away else "absence.free-match" if MATCH else "absence.free"
        if not away and not self.missing(other, number):
            return "natural.scheveningen" if MATCH else "natural.table-exchanged" if self.table.is_exchanged(number) else "natural.table"
        if self.left_early(other, number):
            return "absence" if away else "absence.left"
        if away:
            return "absence" if over or self.missing(other, number) else "absence.lost"
        return "absence.other" if over else "absence.won"


def name_of(tpn):
    return f"Team {tpn:04}" if TEAMS else f"Person {tpn}"


def holds(what, where, condition, text):
    counts[what] += 1
    if not condition and len(mistakes) < 20:
        mistakes.append(f"{where}: {what}: {text}")


def check_words(where, answer, wanted):
    text = answer["text"]
    holds("words", where, 0 < len(text.split()) <= WORDS_MOST and "{" not in text, text)
    for word in wanted:
        holds("named", where, str(word) in text, f"{word} is not in: {text}")


def check_round(event, file, number, language, where):
    told = json.loads(run("explain", file, "-s", SYSTEM, "-r", str(number), "-f", "json", "--lang", language))
    answers = collections.defaultdict(list)
    for answer in told["answers"]:
        answers[answer["player"]].append(answer)
    table, board = event.table, 0
    for pair in table.pairs(number):
        both = all(p <= table.players and not event.missing(p, number) for p in pair)
        board += both
        for side, tpn in enumerate(pair):
            if tpn > table.players:
                continue
            other, by = pair[1 - side], {a["question"]: a for a in answers[tpn]}
            at = f"{where} round {number} of {tpn}"
            first = by.get("opponent") or by.get("absence")
            template = event.template(tpn, other, number)
            holds(template, at, first is not None and first["template"] == template, f"not {first and first['template']}: {first and first['text']}")
            if first is None or first["template"] != template:
                continue
            facts = table.facts(number, tpn, other)
            holds("facts", at, first.get("table") == facts, f"{first.get('table')}, not {facts}")
            named = [name_of(other)] if template.split(".")[-1] in ("table", "table-exchanged", "scheveningen", "won", "lost", "left", "other") else []
            if template.startswith("natural") or "free" in template:
                named += [facts["row"], facts["seats"]] + ([] if MATCH else [facts["mine"], facts["theirs"]])
                named += [f"{facts[t]}{facts[n]}" for t, n in (("my_team", "mine"), ("opponents", "theirs")) if MATCH]
            check_words(at, first, named)
            if not template.startswith("natural"):
                continue
            colour = by["colour"]
            is_reversed = table.reversed(number)
            holds("colour", at, (colour["template"] == "colour.table-reversed") == is_reversed and colour["colours"]["white"]["player"] == pair[0],
                  colour["text"])
            check_words(at, colour, [name_of(pair[0])])
            holds("board", at, by["board"]["board_keys"]["number"] == board, f"{by['board']['board_keys']}, not {board}")
            check_words(at, by["board"], [board])


class Teams:
    """All are there."""

    def __init__(self, table, played):
        self.table, self.played = table, played

    def missing(self, *_):
        return False

    left_early = missing
    template = Event.template


def check_teams(table, count, folder):
    """Of teams: matches that were played on boards, as `limmat generate` makes them."""
    table.exchanged = False
    played, path = max(1, (SEED + count) % table.rounds), os.path.join(folder, "teams.trf")
    run("generate", "-s", SYSTEM, "-n", str(table.players), "-R", str(table.rounds), "--played", str(played), "--seed", str(SEED + count), "-o", path)
    for number in range(1, played + 2):
        check_round(Teams(table, played), path, number, LANGUAGES[(count + number) % len(LANGUAGES)], f"{SYSTEM} {SEED}+{count}")


def match_table(players, folder):
    """Its rows, by an event at which everybody is there."""
    seats = (players + 1) // 2
    rows, event = [], {p: [] for p in range(1, 2 * seats + 1)}
    for number in range(1, seats + 1):
        path = os.path.join(folder, "whole.json")
        with open(path, "w", encoding="utf-8") as f:
            json.dump({"format": "limmat-tournament/1", "name": "Whole", "rounds": seats, "type_code": "FIDE_SCHEVENINGEN", "initial_colour": "white",
                       "players": [{"tpn": p, "name": f"Person {p}", "results": r} for p, r in event.items()]}, f)
        told = json.loads(run("explain", path, "-s", SYSTEM, "-r", str(number), "-f", "json"))
        row = [(p["white"], p["black"]) for p in told["brackets"][0]["pairs"]]
        rows.append(row)
        for white, black in row:
            event[white].append(f"{black}w1")
            event[black].append(f"{white}b0")
    return rows


def main():
    chance, tables = random.Random(SEED), {}
    with tempfile.TemporaryDirectory() as folder:
        for count in range(TOURNAMENTS):
            players = chance.randint(3, 12)
            if MATCH:
                seats = (players + 1) // 2
                if seats not in tables:
                    tables[seats] = match_table(2 * seats, folder)
                table = Match(players, tables[seats])
                holds("table", f"{seats} boards", table.is_sound(), str(table.rows))
            else:
                cycles = chance.randint(1, 2)
                table = Berger(players, cycles, cycles == 2 and chance.random() < 0.5)
            if TEAMS:
                check_teams(table, count, folder)
                continue
            event = Event(chance, table, chance.randint(0, table.rounds - 1))
            if not event.all_rounds_have_games():
                continue
            path = os.path.join(folder, "event.json")
            with open(path, "w", encoding="utf-8") as f:
                json.dump(event.document(), f)
            for number in range(1, event.played + 2):
                try:
                    check_round(event, path, number, LANGUAGES[(count + number) % len(LANGUAGES)], f"{SYSTEM} {SEED}+{count}")
                except RuntimeError as error:
                    mistakes.append(str(error))
            if mistakes and os.environ.get("KEEP"):
                os.replace(path, os.environ["KEEP"])
                break
    print("1..1")
    for mistake in mistakes[:20]:
        print("#", mistake)
    print(f"# {TOURNAMENTS} tournaments:", ", ".join(f"{name} {n}" for name, n in sorted(counts.items())))
    print("not ok" if mistakes else "ok", f"1 - {SYSTEM}/answers_are_true")
    sys.exit(1 if mistakes else 0)


main()
