# SPDX-License-Identifier: Apache-2.0
"""One answer, read field by field: what each field, and each sentence's key, claims of the round, against the articles and against the
references.  A kind names what was claimed; what cannot be decided is counted by name."""
import collections
import os
import re

from articles import ABOUT, KIND, articles_of, codes_about
from literal import ABSOLUTE, CLOSED, DUTCH, HOUSE, MILD, NAMED, STRONG, TABLES
from rounds import (Pairing, aro_of, berger, bye_difference, colour_rule, counted, fewest_same, first_difference, groups_of, index_of, monrad_key, most_pairs,
                    natural_rows, rises, same_wish, score_of, upfloats, values, was_floater)

WORDS_MOST, NAMED_MOST = 40, 4
OF_PAIRS = {"double-swiss-2026": "C8", "team-2026": "C8"}  # art. 3.5 before art. 3.6
COUNTED = {"C6", "C9", "C10", "C11", "C12", "C13", "C14", "C15", "C16", "C17"}


class Checked:
    """What was found: claims read, false ones by kind, what could not be decided by kind."""

    def __init__(self):
        self.claims, self.false, self.undecided = collections.Counter(), collections.Counter(), collections.Counter()
        self.examples, self.found = {}, []


class Claims:
    """One answer, read field by field.  Each check names its kind."""

    def __init__(self, r, answer, out, with_text=True, asked=0):
        self.asked = asked  # why not this one?
        self.r, self.a, self.out, self.pos = r, answer, out, r.pos
        self.player, self.opponent = answer.get("player", 0), answer.get("opponent", 0)
        self.template, self.code = answer.get("template", ""), answer.get("code", "")
        self.read = set()
        self.with_text = with_text
        group = answer.get("group")
        self.group = r.group_of.get(group.get("bracket")) if group else None

    def holds(self, kind, condition, what=""):
        self.out.claims[kind.split(":")[0]] += 1
        if not condition:
            text = self.a.get("text", "")
            self.out.false[kind] += 1
            self.out.found.append((kind, self.player, what))
            where = f"{os.path.basename(self.r.path)} round {self.r.number}: {self.player} {self.template}: {kind}: {what}: {text}"
            self.out.examples.setdefault(kind, []).append((where, self.r.path, self.r.number))
        return condition

    def open(self, kind):
        self.out.undecided[kind] += 1

    def check(self):
        a, pos = self.a, self.pos
        question = a.get("question")
        if not self.holds("player", self.player in pos.was, f"{self.player}"):
            return
        if question != "absence":
            self.holds("player", self.player in pos.present, f"{self.player} is not to be paired")
            partner = self.r.pairing.partner.get(self.player, 0)
            if question == "against":
                self.holds("opponent", self.opponent == self.asked, f"{self.opponent}, not {self.asked}")
            elif question != "wish":
                self.holds("opponent", self.opponent == partner, f"{self.opponent}, not {partner}")
            if question != "wish" and question != "bye":
                self.holds("opponent", self.opponent in pos.was, "is nobody")
        self.check_kind()
        self.check_article()
        if "group" in a:
            self.check_group(a["group"])
        if question in QUESTIONS and (question in ("absence",) or self.player in pos.present):
            QUESTIONS[question](self)
        else:
            self.open(f"question {question}")
        for field in ("scores", "points"):
            if field in a:
                self.check_scores(field)
        if self.with_text:
            self.check_text()

    # --- what all answers have

    def check_kind(self):
        want = KIND.get(self.template.split(".")[0])
        if self.template == "natural.monrad-met":
            want = "obstacle"
        if self.template in ("float.joined", "float.joined-for"):
            want = "rule"
        if self.a.get("question") == "against" and self.a.get("answer") == "rule":
            want = "rule"
        self.holds("answer", self.a.get("answer") == want, f"{self.a.get('answer')}, not {want}")
        first = self.template.split(".")[0]
        may = {"opponent": ("natural", "obstacle", "order"), "float": ("float", "up", "obstacle", "order"), "bye": ("bye", "obstacle", "order"),
               "colour": ("colour",), "board": ("board",), "absence": ("absence",), "wish": ("wish",)}.get(self.a.get("question"))
        if may:
            self.holds("template", first in may, self.template)

    def check_article(self):
        code, article = self.code, self.a.get("article", "")
        if code == "" or self.a.get("question") in ("board", "absence"):
            plain = {"board": {"C.04.2 art. 3.6"}, "absence": {""}}.get(self.a.get("question"), {""})
            if self.r.system in TABLES:
                plain = plain | {"C.05 Annex 1"} if self.r.system != "scheveningen" else plain | {"Scheveningen 2.1"}
            if self.a.get("question") == "board" and self.r.system in TABLES:
                plain = {"Scheveningen 2.1"} if self.r.system == "scheveningen" else {"C.05 Annex 1"}
            if self.a.get("question") == "absence" and self.r.system in TABLES:
                free = "kind" not in self.a and self.template != "absence"
                plain = plain - {""} if free else plain
            self.holds("article", article in plain, f"{code} {article}")
            self.holds("code", code == "" and (self.a.get("question") in ("board", "absence") or self.template == "obstacle.excluded"
                                               or self.a.get("question") == "against"), f"no code for {self.template}")
            return
        want = articles_of(self.r.system, self.r.seeded, code)
        if self.holds("code", want is not None, f"{code} is no code of {self.r.system}"):
            self.holds("article", article == want, f"{article} for {code}")
        codes = codes_about(self.r.system, self.r.seeded, self.template)
        if self.a.get("question") == "against" and codes is None:
            return
        if codes is not None:
            self.holds("code", code in codes, f"{code} for {self.template}")
        elif self.template in ABOUT:
            self.holds("template", False, f"{self.template} is no sentence of {self.r.system}")
        elif self.template.startswith("order"):
            self.holds("code", code == "order", f"{code} for {self.template}")

    def check_group(self, told):
        g = self.group
        if not self.holds("group.bracket", g is not None, f"bracket {told.get('bracket')}"):
            return
        came = self.template in ("float.up", "float.up-alone", "float.up-left")  # the group that the opponent came from
        one = self.opponent if came else self.player
        self.holds("group.bracket", not came or one in g.leaving, f"{one} does not leave bracket {told['bracket']}")
        if self.holds("group.bracket", one in g.players, f"{one} is not in bracket {told['bracket']}"):
            if self.a["question"] == "opponent":
                self.holds("group.bracket", self.opponent in g.players, f"{self.opponent} is not in bracket {told['bracket']}")
        score = told.get("score")
        if self.r.system == "keizer-2026":
            if self.r.keizer:
                self.holds("group.score", score_of(score) == self.r.keizer[self.player], f"{score}, not {self.r.keizer[self.player] / 10}")
            else:
                self.open("group.score of Keizer's")
        elif self.r.system in HOUSE:
            self.holds("group.score", score_of(score) == self.pos.scores[self.player], f"{score}")
        elif g.joined:
            self.holds("group.score", score_of(score) in {self.pos.scores[t] for t in g.players}, f"{score}")
            self.open("group.score of joined groups")
        else:
            self.holds("group.score", score_of(score) == g.score, f"{score}, not {g.score / 10}")
        self.holds("group.size", told.get("size") == len(g.players), f"{told.get('size')}, not {len(g.players)}")
        leaving = len(g.leaving)
        if self.r.system in HOUSE:
            leaving = 0
        self.holds("group.leaving", told.get("leaving") == leaving, f"{told.get('leaving')}, not {leaving}")
        coming = {len(g.moved)}
        if g.joined:
            coming |= {sum(self.pos.scores[t] > s for t in g.players) for s in (g.score, score_of(score))}
        self.holds("group.coming", told.get("coming") in coming, f"{told.get('coming')}, not {coming}")

    def check_scores(self, field):
        mine = self.pos.scores if field == "scores" else self.pos.points
        for who in ("player", "opponent"):
            value = self.a[field].get(who)
            tpn = self.a.get(who, 0)
            if field == "scores" and self.r.system == "keizer-2026":
                mine = self.r.keizer
            if value is not None and mine:
                self.holds(field, score_of(value) == mine.get(tpn), f"{tpn} has {mine.get(tpn)}, not {value}")

    def check_text(self):
        text = self.a.get("text", "")
        words = len(text.split())
        self.holds("text", 0 < words <= WORDS_MOST and "{" not in text, f"{words} words")
        named = {int(n) for n in re.findall(r"(?:Player|Team) (\d{4})\b", text)}
        told = set()

        def collect(value):
            if isinstance(value, dict):
                for v in value.values():
                    collect(v)
            elif isinstance(value, list):
                for v in value:
                    collect(v)
            elif isinstance(value, int):
                told.add(value)

        collect({k: v for k, v in self.a.items() if k not in ("text", "more", "board_keys")})
        if self.template == "natural.three" and self.group is not None:
            told |= set(self.group.leaving)
        if self.template not in ("natural.monrad-met", "order.taken", "order.left"):
            self.holds("text.names", named <= told, f"{sorted(named - told)} stand in no field")

    # --- colours and boards

    def check_colour(self):
        a, pos, r = self.a, self.pos, self.r
        told = a.get("colours", {})
        white, black = told.get("white", {}), told.get("black", {})
        pair = (self.player, self.opponent) if self.player in r.pairing.white else (self.opponent, self.player)
        self.holds("colours.player", (white.get("player"), black.get("player")) == pair, f"{pair}")
        if r.system in TABLES:
            return self.check_table_colour(pair)
        for side, tpn in ((white, pair[0]), (black, pair[1])):
            self.holds("colours.history", side.get("history") == pos.colours[tpn], f"{tpn}: {side.get('history')}, not {pos.colours[tpn]}")
            due = pos.due[tpn]
            if r.system in DUTCH + ("burstein-2026", "dubov-2026"):
                wish = NAMED.get(due.wish)
                if r.system == "dubov-2026" and not pos.colours[tpn] and "due" not in side:
                    wish = None
                self.holds("colours.due", side.get("due") == wish, f"{tpn} is due {wish}")
                strength = {MILD: ("mild",), STRONG: ("strong",), CLOSED: ("strong", "absolute", "closed"), ABSOLUTE: ("absolute",)}.get(due.strength, (None,))
                if wish is None:
                    strength = (None,)
                self.holds("colours.strength", side.get("strength") in strength, f"{tpn}: {side.get('strength')}, not {strength[0]}")
            elif "due" in side:
                self.holds("colours.due", side["due"] == NAMED.get(due.wish), f"{tpn} is due {due.wish}")
                if "strength" in side:
                    self.open("strength of " + r.system)
        lot = not pos.colours[pair[0]] and not pos.colours[pair[1]]
        if r.system == "dubov-1997" or r.system == "monrad-acwc-2019":
            lot = "lot" in told
        self.holds("colours.lot", told.get("lot") == (NAMED[self.event_lot()] if lot else None), f"{told.get('lot')}")
        for side, tpn in (("white", pair[0]), ("black", pair[1])):
            want = None
            if lot:
                want = tpn if r.system in ("dutch-2006", "double-swiss-2026") and False else counted(pos, tpn)
            self.holds("colours.counted", told.get(side + "_counted") == want, f"{tpn} is number {want}")
        self.check_colour_rule(pair)

    def event_lot(self):
        return self.pos.event.lot

    def higher_of(self, x, y):
        """Who stands higher of two; None: not known."""
        pos = self.pos
        if self.r.system == "burstein-2026" and not self.r.seeded:
            return min((x, y), key=lambda t: index_of(self.pos, t))
        if self.r.system == "monrad-acwc-2019":
            return min((x, y), key=lambda t: monrad_key(pos, t))
        if self.r.system == "keizer-2026":
            return min((x, y), key=lambda t: (-self.r.keizer[t], t)) if self.r.keizer else None
        if self.r.system == "team-2026":
            second = {t: sum(w.second for w in pos.was[t]) for t in (x, y)}
            return min((x, y), key=lambda t: (-pos.scores[t], -second[t], t))
        return min((x, y), key=lambda t: (-pos.scores[t], t))

    def check_colour_rule(self, pair):
        higher = self.higher_of(*pair)
        if higher is None:
            return self.open("colour rule")
        lower = pair[0] if higher == pair[1] else pair[1]
        code, template, colour = colour_rule(self.pos, higher, lower)
        if code is None:
            self.holds("colour.rule", self.code in ("E1", "E2", "E3", "E4", "3a", "3b", "3c", "3d", "3e", "3f", "5"), self.code)
            return self.open("colour rule")
        self.holds("colour.rule", self.code == code, f"{self.code}, not {code}")
        short = {"colour.stronger": ("colour.stronger", "colour.stronger-by")}.get(template, (template,))
        self.holds("colour.template", self.template in short, f"not {template}")
        if colour is not None:
            self.holds("colour.white", (colour == "w") == (higher == pair[0]), f"{higher} has {colour}")

    def check_table_colour(self, pair):
        self.open("colours of tables")
        for side in ("white", "black"):
            tpn = self.a["colours"][side].get("player")
            history = self.a["colours"][side].get("history")
            self.holds("colours.history", history == self.pos.colours.get(tpn), f"{tpn}: {history}")
        told = self.a["colours"]
        if "lot" in told:
            self.holds("colours.lot", told["lot"] == NAMED[self.event_lot()], told["lot"])
            for side, tpn in (("white", pair[0]), ("black", pair[1])):
                self.holds("colours.counted", told.get(side + "_counted") == counted(self.pos, tpn), f"{tpn}")
        self.holds("colour.template", self.template in ("colour.table", "colour.table-reversed"), self.template)
        if self.r.system == "round-robin" or self.r.system == "team-round-robin":
            seats = len(self.pos.was) + len(self.pos.was) % 2
            again = (self.r.number - 1) // (seats - 1) % 2 == 1
            self.holds("colour.template", (self.template == "colour.table-reversed") == again, self.template)
        self.holds("code", self.code in ({"A1"} if self.r.system != "scheveningen" else {"S2", "S2.6"}), self.code)

    def check_board(self):
        told = self.a.get("board_keys", {})
        boards = self.r.boards()
        if self.r.system in TABLES:
            self.holds("board.template", self.template == "board.table", self.template)
            self.holds("board.sum", score_of(told["sum"]) == self.pos.scores[self.player] + self.pos.scores[self.opponent], f"{told['sum']}")
            self.holds("board.higher", score_of(told["higher"]) == max(self.pos.scores[self.player], self.pos.scores[self.opponent]), f"{told['higher']}")
            pair = frozenset((self.player, self.opponent))
            numbers = [p["board"] for b in self.r.brackets for p in b["pairs"] if frozenset((p["white"], p["black"])) == pair]
            self.holds("board.number", numbers == [told.get("number")], f"{numbers}")
            return
        self.holds("board.template", self.template in ("board.order", "board.order-team", "board.fixed"), self.template)
        if self.r.system == "keizer-2026" and not self.r.keizer:
            return self.open("boards of Keizer's")
        mine = self.r.keizer or self.pos.scores
        pair = (mine[self.player], mine[self.opponent])
        self.holds("board.sum", score_of(told["sum"]) == sum(pair), f"{told['sum']}, not {sum(pair) / 10}")
        self.holds("board.higher", score_of(told["higher"]) == max(pair), f"{told['higher']}, not {max(pair) / 10}")
        if boards is None:
            return self.open("order of boards")
        self.holds("board.number", told.get("number") == boards.get(frozenset((self.player, self.opponent))), f"{told.get('number')}")

    # --- wishes

    def check_wish(self):
        pos, r, t = self.pos, self.r, self.template
        p, o = self.player, r.pairing.partner.get(self.player, 0)
        due, got = pos.due[p], "w" if p in r.pairing.white else "b"
        g = self.group
        leaving = g is not None and p in g.leaving
        higher = o and pos.scores[o] > pos.scores[p]
        lower = o and pos.scores[o] < pos.scores[p]
        down = leaving or (lower and r.system == "dutch-2017") or (lower and r.system in ("dutch-2006", "dutch-2012")) or not o
        missed = o and due.wish not in ("", got)
        checks = {
            "wish.colour": missed, "wish.strong": missed and due.strength >= STRONG,
            "wish.down-1": down and pos.floated(p, r.number - 1) < 0, "wish.down-2": down and pos.floated(p, r.number - 2) < 0,
            "wish.up-1": higher and pos.floated(p, r.number - 1) > 0, "wish.up-2": higher and pos.floated(p, r.number - 2) > 0,
            "wish.triple": o and pos.colours[p][-2:] == 2 * got, "wish.difference": o and abs(due.difference + (1 if got == "w" else -1)) > 2,
            "wish.same-due": o and same_wish(pos, p, o), "wish.again": (p, o) in pos.met,
            "wish.floats-again": o and pos.scores[p] != pos.scores[o] and pos.floated(p, r.number - 1) != 0}
        checks["wish.closed"] = checks["wish.triple"] or checks["wish.difference"]
        checks["wish.up-often"] = o and pos.scores[o] > pos.scores[p] and (pos.floated(p, r.number - 1) > 0 or upfloats(pos, p) >= 2)
        bent = r.system == "dutch-2006" and r.number % 2 == 0 and any(w.bye for w in pos.was[p])
        if t in checks and not (bent and t in ("wish.colour", "wish.strong")):
            self.holds("wish", bool(checks[t]), t)
        else:
            self.open(t)
        codes = {"dutch-2026": {"wish.colour": "C12", "wish.strong": "C13", "wish.down-1": "C14", "wish.up-1": "C15", "wish.down-2": "C16",
                                "wish.up-2": "C17", "wish.difference": "C10", "wish.triple": "C11"},
                 "dutch-2017": {"wish.colour": "C10", "wish.strong": "C11", "wish.down-1": "C12", "wish.up-1": "C13", "wish.down-2": "C14",
                                "wish.up-2": "C15", "wish.difference": "C8", "wish.triple": "C9"},
                 "dutch-2006": {"wish.colour": "B4", "wish.strong": "A7c", "wish.down-1": "B5d", "wish.up-1": "B5u", "wish.down-2": "B6d",
                                "wish.up-2": "B6u"}}.get("dutch-2026" if r.seeded else r.system, {})
        other = {"burstein-2026": {"wish.colour": "C8", "wish.same-due": "C8"}, "dubov-2026": {"wish.same-due": "C7", "wish.floats-again": "C10",
                                                                                               "wish.up-1": "C10", "wish.up-often": "C8"},
                 "team-2026": {"wish.same-due": "C8"}, "monrad-acwc-2019": {"wish.again": "again"}}
        want = codes.get(t) or other.get(r.system, {}).get(t)
        if t == "wish.floats-again" and r.system in ("double-swiss-2026", "team-2026"):
            want = "C7" if higher else "C8" if r.system == "double-swiss-2026" else "C10"
        if want:
            self.holds("wish.code", self.code == want, f"{self.code}, not {want}")
        elif r.system != "monrad-acwc-2019":
            self.open(f"code of {t}")
        group = self.a.get("group")
        if group is not None and g is not None and not down and o and self.r.system not in HOUSE:
            self.holds("group.bracket", o in g.players, f"{o} is not in bracket {group['bracket']}")

    # --- absences

    def check_absence(self):
        now = self.pos.now[self.player]
        self.holds("absence", not (now.opponent or now.bye) or self.r.system in TABLES, "is to be paired")
        self.holds("absence.opponent", "opponent" not in self.a or self.a["opponent"] == 0 or self.r.system in TABLES, "has no opponent")
        if "kind" in self.a:
            want = {"F": "full", "H": "half", "Z": "zero"}.get(now.kind, "none")
            self.holds("absence.kind", self.a["kind"] == want, f"{self.a['kind']}, not {want}")
        if self.r.system not in TABLES:
            self.holds("template", self.template == "absence", self.template)
        else:
            self.check_table()

    def check_table(self):
        told = self.a.get("table")
        if told is None:
            return self.holds("table", self.r.system not in TABLES or self.template in ("absence", "absence.gone"), "no place in the table")
        n = len(self.pos.was)
        if self.r.system == "scheveningen":
            half = (n + 1) // 2
            side = "AB"[self.player > half]
            step, back = (self.r.number - 1) % half + 1, (self.r.number - 1) // half % 2
            self.holds("table", told.get("seats") == half and told.get("row") == (half + 1 - step if back else step), f"{told}")
            self.holds("table", told.get("mine") == self.player - half * (side == "B") and told.get("my_team") == side, f"{told}")
            self.holds("table", told.get("opponents") == "BA"["AB".index(side)], f"{told}")
            theirs = told.get("theirs", 0) + half * (side == "A")
            opponent = theirs if theirs <= n else 0
            self.holds("table", told.get("opponent") == opponent, f"{told}")
        else:
            seats = n + n % 2
            row = (self.r.number - 1) % (seats - 1) + 1
            other = berger(seats, row, self.player)
            want = {"seats": seats, "row": row, "mine": self.player, "theirs": other, "opponent": other if other <= n else 0}
            self.holds("table", {k: told.get(k) for k in want} == want, f"{told}, not {want}")
        if self.a["question"] == "opponent":
            self.holds("table", told.get("opponent") == self.opponent, f"{told}")
        elif self.template in ("absence.free", "absence.free-match"):
            self.holds("table", told.get("opponent") == 0, f"{told}")
        elif self.template in ("absence.other", "absence.won", "absence.lost", "absence.left"):
            self.holds("table", told.get("opponent") != 0, f"{told}")

    # --- byes

    def check_bye(self):
        pos, r = self.pos, self.r
        self.holds("bye", self.player == r.pairing.bye, f"the bye goes to {r.pairing.bye}")
        self.check_rivals()
        t, sure = self.template, not any(r.problems)
        eligible = [x for x in pos.present if x not in pos.barred]
        last = lambda key: max(eligible, key=key, default=0)
        if t == "bye.last":
            self.holds("bye.template", self.player == last(lambda x: (-pos.scores[x], x)), f"the last is {last(lambda x: (-pos.scores[x], x))}")
        elif t == "bye.passed":
            after = [x for x in pos.present if (-pos.scores[x], x) > (-pos.scores[self.player], self.player)]
            self.holds("bye.template", bool(after) and all(x in pos.barred for x in after), f"{after}")
        elif t in ("bye.rank", "bye.most-games", "bye.rating", "bye.lowest", "bye.ranking", "bye.none-yet"):
            fits = {"bye.rank": ("burstein-2026",), "bye.most-games": ("dubov-2026", "double-swiss-2026", "team-2026"), "bye.rating": ("dubov-1997",),
                    "bye.lowest": DUTCH + ("burstein-2026",), "bye.ranking": ("keizer-2026", "monrad-acwc-2019"), "bye.none-yet": ("simple-2026",)}[t]
            self.holds("bye.template", r.system in fits, t)
            if t in ("bye.rank", "bye.most-games"):
                spare = self.spared()
                if spare is not None:
                    self.holds("bye.score", pos.scores[self.player] == min(pos.scores[x] for x in spare), "a lower score can spare somebody")
                    self.check_bye_code(spare)
        elif t.startswith(("obstacle", "order")):
            self.check_alternative()
        else:
            self.open(t)

    def spared(self):
        pos = self.pos
        if len(pos.present) > 24:
            return None
        here = set(pos.present)
        return [x for x in pos.present if x not in pos.barred and pos.complete(here - {x})]

    def byes(self, tpn):
        """How many byes somebody had, as the house systems count them: Monrad's a bye with a point, Keizer's a win by forfeit too."""
        extra = lambda w: w.kind == "F" if self.r.system == "monrad-acwc-2019" else w.free_win
        return sum(w.bye or extra(w) for w in self.pos.was[tpn])

    def check_bye_code(self, spare):
        """The article that decided: of the score, of the games played, or of the rank."""
        pos, me = self.pos, self.player
        same = [x for x in spare if pos.scores[x] == pos.scores[me]]
        most = [x for x in same if pos.unplayed(x) == pos.unplayed(me)]
        self.holds("bye.games", all(pos.unplayed(x) >= pos.unplayed(me) for x in same), "somebody played more")
        if self.r.system in ("burstein-2026", "dubov-2026"):
            if len(spare) == 1 and self.r.system == "burstein-2026" and self.code == "C2":
                return
            want = "3.1.3" if len(same) == 1 else "3.1.4" if len(most) == 1 else "3.1.5"
            self.holds("bye.code", self.code == want, f"{self.code}, not {want}")
        elif self.r.system in ("double-swiss-2026", "team-2026"):
            want = "3.4.2" if len(same) == 1 else "3.4.3" if len(most) == 1 else "3.4.4"
            self.holds("bye.code", self.code == want, f"{self.code}, not {want}")

    def check_rivals(self):
        pos, r = self.pos, self.r
        mine = r.keizer or pos.scores
        rivals = self.a.get("rivals", [])
        for rival in rivals:
            tpn = rival.get("player")
            if not self.holds("rivals", tpn in pos.present, f"{tpn} is not to be paired"):
                continue
            if r.system not in ("keizer-2026", "monrad-acwc-2019"):
                self.holds("rivals", tpn not in pos.barred, f"{tpn} may not have the bye")
            if r.system != "keizer-2026" or r.keizer:
                self.holds("rivals.score", score_of(rival["score"]) == mine[tpn], f"{tpn} has {mine[tpn]}, not {rival['score']}")
            missed = pos.unplayed(tpn)
            self.holds("rivals.missed", rival["missed"] == missed, f"{tpn} missed {missed}, not {rival['missed']}")
        who = [x["player"] for x in rivals]
        others = self.template.startswith("obstacle")  # those who would come first
        self.holds("rivals", len(set(who)) == len(who) and (not rivals or others or self.player in who), f"{who}")
        if r.system in HOUSE:
            spare = self.spared()  # others may have had fewer, whom the round can't spare
            fewest = min((self.byes(x) for x in (pos.present if spare is None else spare)), default=0)
            ladder = self.ladder()
            order = (ladder + [self.player]) if ladder is not None else []
            for x in who:
                self.holds("rivals", self.byes(x) == fewest or self.template.startswith("obstacle"), f"{x} had more byes")
            for x in self.a.get("barred", []):
                self.holds("barred", self.byes(x) > fewest, f"{x} had no more byes")
        for tpn in self.a.get("barred", []):
            self.holds("barred", tpn in pos.present and (tpn in pos.barred or r.system in HOUSE and self.byes(tpn) > 0), f"{tpn} may have the bye")
            if r.system not in ("keizer-2026", "monrad-acwc-2019"):
                self.holds("barred", pos.scores.get(tpn, 10**6) <= pos.scores[self.player], f"{tpn} has more points")
        if r.system in DUTCH or r.system in ("burstein-2026", "dubov-2026", "double-swiss-2026", "team-2026"):
            me = pos.scores[self.player]
            want = {x for x in pos.present if x in pos.barred and pos.scores[x] <= me and x != self.player}
            self.holds("barred", set(self.a.get("barred", [])) == want, f"{self.a.get('barred')}, not {sorted(want)}")
            if r.group_of and "rivals" in self.a:
                want = {x for x in pos.present if x not in pos.barred and pos.scores[x] <= me}
                self.holds("rivals", set(who) == want, f"{who}, not {sorted(want)}")

    # --- opponents and floats

    def check_opponent(self):
        pos, r, t = self.pos, self.r, self.template
        if "opponent_rule" in self.a:
            pair = frozenset((self.player, self.opponent))
            told = {p.get("opponent_rule") for b in r.brackets for p in b["pairs"] if frozenset((p["white"], p["black"])) == pair}
            self.holds("opponent_rule", self.a["opponent_rule"] in told, f"{self.a['opponent_rule']}, not {told}")
        if r.system in TABLES:
            self.holds("template", t in ("natural.table", "natural.table-exchanged", "natural.scheveningen"), t)
            self.holds("template", (t == "natural.scheveningen") == (r.system == "scheveningen"), t)
            return self.check_table()
        if self.opponent not in pos.present or self.opponent != r.pairing.partner.get(self.player):
            return
        if t.startswith("natural") and t != "natural.monrad-met":
            self.holds("field", not any(k in self.a for k in ("forced", "before")), "an obstacle is told")
            self.check_natural()
        else:
            self.check_alternative()
    def natural_codes(self):
        r, plain = self.r, {"halves", "moved", "rest", "next", "order"}
        any_97 = {"6.2", "6.3", "6.3a", "7.1", "8.2", "5", "order"}
        if r.system in DUTCH or r.seeded:
            return {"natural.halves": {"halves"}, "natural.rest": {"rest"}, "natural.moved": {"moved"}, "natural.next": {"next"},
                    "natural.two": {"halves", "order"}, "natural.three": plain, "natural.only": plain, "natural.mixed": {"halves"},
                    "natural.order": {"order"}}
        return {"burstein-2026": {"natural.fold": {"4", "4.3"}, "natural.apart": {"4", "4.3"}, "natural.two": {"4", "4.3"}, "natural.only": {"4", "4.3"},
                                  "natural.three": {"4", "4.3"}},
                "dubov-2026": {"natural.columns-number": {"3.2.5"}, "natural.two": {"3.2.5"}, "natural.only": {"3.2.5"}, "natural.arranged": {"3.2.6"},
                               "natural.three": {"3.2.5"}},
                "double-swiss-2026": {"natural.numbers": {"3.6.3"}, "natural.two": {"3.6.3"}, "natural.only": {"3.6.3"}, "natural.order": {"3.6.4"},
                                      "natural.next": {"3.6.3n"}, "natural.arranged": {"3.6.4"}},
                "team-2026": {"natural.numbers": {"3.6.3"}, "natural.two": {"3.6.3"}, "natural.only": {"3.6.3"}, "natural.order": {"3.6.4"},
                              "natural.next": {"3.6.3n"}, "natural.arranged": {"3.6.4"}},
                "dubov-1997": {"natural.list": {"5"}, "natural.columns": {"6.2"}, "natural.two": any_97, "natural.only": any_97, "natural.three": any_97, "natural.order": any_97,
                               "natural.fetched": {"7.1"}, "natural.after": {"8.2"}, "natural.aside": {"6.3a", "6.3"}},
                "simple-2026": {"natural.ladder": {"next"}, "natural.ladder-far": {"next"}}, "keizer-2026": {
                    "natural.ladder": {"next"}, "natural.ladder-far": {"next"}},
                "monrad-acwc-2019": {"natural.monrad": {"next"}, "natural.again": {"again"}, "natural.again-rest": {"again"}}}.get(r.system, {})

    def check_natural(self):
        pos, r, t, g = self.pos, self.r, self.template, self.group
        me, other = self.player, self.opponent
        codes = self.natural_codes().get(t)
        if self.holds("natural.code", codes is not None, f"{t} is no sentence of {r.system}"):
            self.holds("natural.code", self.code in codes, f"{self.code} for {t}")
        place = (self.a.get("group") or {}).get("place")
        if t in ("natural.halves", "natural.two") and g is not None:  # "you both have" the points of the group
            alike = pos.scores[me] == pos.scores[other]  # of a joined group the sentence says the points of the two
            self.holds("natural.points", alike and (g.joined or score_of(self.a["group"]["score"]) == pos.scores[me]), f"{pos.scores[me] / 10}")
        if t == "natural.two":
            same = [x for x in pos.present if pos.scores[x] == pos.scores[me]]
            self.holds("natural.two", set(same) == {me, other}, f"{same} have as many points")
        elif t == "natural.three":
            self.holds("natural.three", g is not None and len(g.players) == 3 and len(g.leaving) == 1, "the group is another")
        elif t == "natural.only":
            self.holds("natural.only", g is not None and len(g.pairs) == 1, "others are paired in the group")
        elif t in NATURAL and g is not None:
            NATURAL[t](self, g, place)
        elif t in ("natural.ladder", "natural.ladder-far", "natural.monrad", "natural.again", "natural.again-rest"):
            self.check_ladder()
        else:
            self.open(t)
        if place is not None and t not in NATURAL:
            self.check_line_place(place)

    def check_line_place(self, place):
        """The place in the lines of the bracket as they are told."""
        lines = self.r.brackets[self.a["group"]["bracket"]].get("lines")
        if not lines:
            return self.open("group.place")
        places = [i + 1 for line in (lines["tops"], lines["bottoms"]) for i, x in enumerate(line) if x == self.player]
        self.holds("group.place", place in places, f"{place}, not {places}")

    def check_lines(self, g, order, pairs, kind, place):
        """${order} cut in half: the two face each other in row ${place}."""
        upper, lower = order[:pairs], order[pairs:]
        me, other = self.player, self.opponent
        rows = [upper.index(x) + 1 if x in upper else lower.index(x) + 1 if x in lower else None for x in (me, other)]
        self.holds(kind, rows[0] is not None and rows[0] == rows[1] and (me in upper) != (other in upper), f"{me} and {other} stand in {rows}")
        if place != "told":
            self.holds("group.place", place == rows[0], f"{place}, not {rows[0]}")

    def orders(self, g):
        """The members by place, and how many pairs: all of them; of 2006 also without those who moved down before (C1)."""
        order = sorted(g.players, key=lambda x: (-self.pos.scores[x], x))
        yield order, len(g.pairs)
        yield order, len(order) // 2
        stay = [x for x in order if x not in g.moved or x not in g.leaving]
        yield stay, len(stay) // 2
        if self.r.system == "dutch-2012":
            yield stay, len(g.pairs)  # A.6, C.6: S1 has as many as pairs are made
        if self.r.system == "dutch-2006":
            yield [x for x in order if x not in g.leaving], len(g.pairs)
            stuck = [x for x in g.leaving if not any(self.pos.legal(x, y) for y in g.players if y != x)]
            yield [x for x in order if x not in stuck], len(g.pairs)

    def check_halves(self, g, place):
        if self.template == "natural.halves":
            self.holds("natural.halves", self.pos.scores[self.player] == self.pos.scores[self.opponent], "their points differ")
        for order, pairs in self.orders(g):
            upper, lower = order[:pairs], order[pairs:]
            rows = [upper.index(x) + 1 if x in upper else lower.index(x) + 1 if x in lower else None for x in (self.player, self.opponent)]
            if rows[0] == rows[1] == place and (self.player in upper) != (self.opponent in upper):
                break
        else:
            return self.check_lines(g, order, pairs, self.template, place)
        return self.holds(self.template, True)

    def firsts(self, g):
        """Who is paired first in a group: those moved down who stay, all of them, or (2006, where fewer pairs are made, A6, and in joined
        groups) the first of all; each with those whom they face, in order."""
        pos = self.pos
        order = sorted(g.players, key=lambda x: (-pos.scores[x], x))
        movers = [x for x in order if x in g.moved and x not in g.leaving]
        residents = [x for x in order if x not in g.moved]
        yield movers, residents
        if self.r.system != "dutch-2006":
            return
        yield movers, [x for x in residents if x not in g.leaving]
        stuck = {x for x in g.leaving if not any(pos.legal(x, y) for y in g.players if y != x)}
        for some in (order, [x for x in order if x not in stuck]):
            for n in range(1, sum(pos.scores[x] > min(pos.scores[y] for y in g.players) for x in some) + 1):
                yield some[:n], some[n:]

    def check_remainder(self, g, place):
        partner = self.r.pairing.partner
        last = None
        for first, rest in self.firsts(g):
            away = set(first) | {partner.get(x) for x in first}
            order, last = [x for x in rest if x not in away], (rest, away)
            pairs = len([p for p in g.pairs if not set(p) & away])
            if (self.player in order[:pairs] and self.opponent in order[pairs:] or self.opponent in order[:pairs] and self.player in order[pairs:]) and \
                    abs(order.index(self.player) - order.index(self.opponent)) == pairs:
                self.holds("natural.rest", True)
                break
        else:
            self.check_lines(g, [x for x in last[0] if x not in last[1]], len(g.pairs), "natural.rest", "told")
        self.check_line_place(place)

    def check_moved(self, g, place):
        pos, me, other = self.pos, self.player, self.opponent
        high, low = (me, other) if pos.scores[me] > pos.scores[other] else (other, me)
        fits = any(high in first and low in rest and first.index(high) == rest.index(low) for first, rest in self.firsts(g))
        self.holds("natural.moved", pos.scores[high] > pos.scores[low] or high in g.moved, "nobody of the two was moved")
        self.holds("natural.moved", fits, f"{low} is not the first placed")
        self.check_line_place(place) if place is not None else None

    def check_numbers(self, g, place):
        self.check_lines(g, sorted(g.players), len(g.pairs), "natural.numbers", place)

    def check_columns(self, g, place):
        pos, r = self.pos, self.r
        lines = r.brackets[self.a["group"]["bracket"]].get("lines") or {"tops": [], "bottoms": []}
        tops, bottoms = lines["tops"], lines["bottoms"]
        rows = [tops.index(x) if x in tops else bottoms.index(x) if x in bottoms else None for x in (self.player, self.opponent)]
        self.holds("natural.columns", rows[0] is not None and rows[0] == rows[1], f"they stand in {rows}")
        self.holds("group.place", place == (rows[0] or 0) + 1, f"{place}")
        aro = lambda x: aro_of(pos, x)
        self.holds("natural.columns", tops == sorted(tops, key=lambda x: (aro(x), x)) or r.system == "dubov-1997", f"{tops} not by the average")
        if r.system == "dubov-2026":
            self.holds("natural.columns", bottoms == sorted(bottoms), f"{bottoms} not by number")
        else:
            self.holds("natural.columns", [aro(x) for x in tops] == sorted(aro(x) for x in tops), f"{tops} not by the average")
            rated = [-pos.event.ratings[x] for x in bottoms]
            self.holds("natural.columns", rated == sorted(rated), f"{bottoms} not by rating")

    def check_list(self, g, place):
        order = sorted(g.players | ({self.r.pairing.bye} - {0}), key=lambda x: (-self.pos.event.ratings[x], x))
        half = len(order) // 2
        self.holds("natural.list", self.r.number == 1 or not any(self.pos.colours.values()), "it is not the first round")
        self.check_lines(g, order[: 2 * half], half, "natural.list", place)

    def check_fold(self, g, place):
        order = sorted(g.players, key=lambda x: index_of(self.pos, x))
        if not {self.player, self.opponent} <= set(order):
            return self.holds("natural.fold", False, "they are not in the group")
        i, j = sorted((order.index(self.player), order.index(self.opponent)))
        self.holds("natural.fold", i + j == len(order) - 1, f"numbers {i + 1} and {j + 1} of {len(order)}")
        if place not in (None, i + 1):
            self.check_line_place(place)

    def check_apart(self, g, place):
        order = sorted(g.players - set(g.leaving), key=lambda x: index_of(self.pos, x))
        if not {self.player, self.opponent} <= set(order):
            return self.holds("natural.apart", False, "they are not in the group")
        i, j = sorted((order.index(self.player), order.index(self.opponent)))
        self.holds("natural.apart", i + j == len(order) - 1, f"numbers {i + 1} and {j + 1} of {len(order)}")
        if place not in (None, i + 1):
            self.check_line_place(place)

    def check_after(self, g, place):
        pos = self.pos
        self.holds("natural.after", pos.scores[self.player] != pos.scores[self.opponent], "their points are the same")
        if place is not None:
            self.check_line_place(place)

    def check_fetched(self, g, place):
        self.check_after(g, place)

    def check_aside(self, g, place):
        self.open("natural.aside")

    def check_next(self, g, place):
        pos = self.pos
        self.holds("natural.next", pos.legal(self.player, self.opponent), "they may not meet")
        self.open("natural.next")
        if place is not None:
            self.check_line_place(place)

    def ladder(self):
        pos, r = self.pos, self.r
        if r.system == "keizer-2026" and not r.keizer:
            return None
        key = {"simple-2026": lambda x: (-pos.scores[x], x), "keizer-2026": lambda x: (-r.keizer[x], x),
               "monrad-acwc-2019": lambda x: monrad_key(pos, x)}[r.system]
        return sorted((x for x in pos.present if x != r.pairing.bye), key=key)

    def check_ladder(self):
        pos, r, t = self.pos, self.r, self.template
        order = self.ladder()
        if order is None:
            return self.open(t)
        i, j = sorted((order.index(self.player), order.index(self.opponent)))
        between = order[i + 1 : j]
        higher = lambda x: order.index(r.pairing.partner[x]) < i
        if t == "natural.ladder":
            self.holds("natural.ladder", not between, f"{between} stand between")
        elif t == "natural.ladder-far":
            self.holds("natural.ladder-far", bool(between) and all(higher(x) for x in between), f"between stand {between}, and who has the bye")
        elif t == "natural.monrad":
            free = [x for x in between if not higher(x)]
            self.holds("natural.monrad", all(not pos.legal(order[i], x) or (order[i], x) in pos.met for x in free) and (order[i], order[j]) not in pos.met, f"{free} are free")
        else:
            left = [x for x in order[i + 1 :] if not higher(x)]
            new = [x for x in left if (order[i], x) not in pos.met]
            self.holds("natural.again", (order[i], order[j]) in pos.met and bool(new) == (t == "natural.again-rest"), f"of {left} not met: {new}")
            for x in new:  # only the arbiter keeps two apart for good
                self.holds("natural.again", not pos.legal(order[i], x) or not pos.complete(set(left) - {x}), f"{order[i]} could take {x}")

    # --- why not otherwise

    def check_alternative(self):
        a, pos = self.a, self.pos
        self.named_pair = None
        if "expected" in a:
            self.check_expected()
        forced, told = a.get("forced"), a.get("told")
        pair = tuple(forced["pair"]) if forced and "pair" in forced else None
        if told and told.get("opponent"):
            step = (told.get("player"), told.get("opponent"))
            if pair and self.template not in ("order.taken", "order.left"):
                self.holds("told.pair", frozenset(step) == frozenset(pair), f"{step}, forced {pair}")
            pair = pair or step
        self.about = pair
        met = pos.met.get(pair) if pair else None
        if self.template == "obstacle.met":
            if self.holds("met", pair is not None and met is not None, f"{pair} never met"):
                self.holds("met_in_round", a.get("met_in_round") == met, f"{a.get('met_in_round')}, not {met}")
        elif "met_in_round" in a:
            self.holds("met_in_round", a["met_in_round"] == met, f"{a['met_in_round']}, not {met}")
        if self.template == "obstacle.excluded":
            self.holds("excluded", pair is not None and frozenset(pair) in pos.kept and (met is None or self.r.system in HOUSE), f"{pair} is not excluded")
        if pair and self.template not in ("obstacle.met", "obstacle.excluded", "obstacle.same-absolute", "natural.monrad-met") and \
                not (told and told.get("line") in ("taken", "left")):
            obstacle = pos.obstacle(*pair) if all(x in pos.was for x in pair) else "nobody"
            if not self.template.startswith("order.") or self.template in ("order.first", "order.own", "order.halves"):
                self.holds("possible", obstacle == "", f"{pair} may not meet: {obstacle}")
        if self.template == "natural.monrad-met":
            self.holds("code", self.code == "nearest", self.code)
            if told and "code" in told:
                self.holds("told.code", told["code"] == "met", told["code"])
            self.check_monrad_met(pair)
        if self.template == "obstacle.same-absolute":
            self.holds("absolute", pair is not None and pos.obstacle(*pair) == "colour", f"{pair}")
        if pair and self.template in ("obstacle.colour-own",):
            self.holds("same_due", same_wish(pos, *pair), f"{pair} are not due the same")
        if told is not None:
            self.check_told(told)
        if forced is not None:
            self.check_forced(forced)
        if "before" in a:
            self.holds("before", self.template.startswith("order"), "an order is told")
        elif self.template in ("order.first", "order.own", "order.halves", "order.leaves"):
            self.holds("before", False, "missing")
        if self.template.startswith("obstacle") and not (forced or told) and a["question"] != "against":
            self.holds("field", False, "neither forced nor told")
        for other in a.get("others", []):
            self.check_other(other)

    def check_monrad_met(self, pair):
        order = self.ladder()
        if order is None or pair is None or not all(x in order for x in pair):
            return self.open("natural.monrad-met")
        i, j = sorted((order.index(self.player), order.index(self.opponent)))
        higher = lambda x: order.index(self.r.pairing.partner[x]) < i
        skipped = [x for x in order[i + 1 : j] if not higher(x)]
        who = [x for x in pair if x != order[i]]
        self.holds("monrad-met", order[i] in pair and who and who[0] in skipped[:1], f"{pair}, passed over {skipped}")
        self.holds("monrad-met", all((order[i], x) in self.pos.met or self.r.system != "monrad-acwc-2019" for x in who), f"{pair} never met")

    def check_expected(self):
        """The pair that the order alone would have made."""
        e, g, pos, r = self.a["expected"], self.group, self.pos, self.r
        pair = (e.get("player"), e.get("opponent"))
        if not self.holds("expected", all(x in pos.present for x in pair), f"{pair}"):
            return
        forced, told = self.a.get("forced"), self.a.get("told")
        if forced and "pair" in forced and self.a["question"] != "against":
            self.holds("expected", frozenset(forced["pair"]) == frozenset(pair), f"{pair}, forced {forced['pair']}")
        elif told and told.get("opponent"):
            self.holds("expected", frozenset((told["player"], told["opponent"])) == frozenset(pair), f"{pair}, told {told}")
        self.holds("expected", self.player in pair or self.opponent in pair, f"{pair} is about others")
        self.holds("expected", frozenset(pair) != frozenset((self.player, self.opponent)), f"{pair} meet")
        if g is None:
            return
        self.holds("expected", set(pair) <= g.players or r.system == "dubov-1997" and bool(set(pair) & g.players), f"{pair} are not both in the group")
        if r.system in ("double-swiss-2026", "team-2026"):
            order, half = sorted(g.players), len(g.players) // 2
            if set(pair) <= g.players:
                i, j = sorted(order.index(x) for x in pair)
                self.holds("expected.row", j - i == half, f"{pair} stand in {i + 1} and {j + 1} of {len(order)}")
        elif g.joined:
            self.open("expected of joined groups")
        elif r.system in DUTCH or r.seeded:
            self.holds("expected.row", frozenset(pair) in natural_rows(pos, r.pairing, g), f"{pair} is no row by the order alone")
        elif r.system != "dubov-1997":
            lines = r.brackets[self.a["group"]["bracket"]].get("lines")
            if lines:
                rows = {frozenset(p) for p in zip(lines["tops"], lines["bottoms"])}
                self.holds("expected.row", frozenset(pair) in rows, f"{pair} is no row of the lines")
        else:
            self.open("expected of Dubov 1997")

    def check_told(self, told):
        pos, r = self.pos, self.r
        a, b, line, code = told.get("player"), told.get("opponent"), told.get("line"), told.get("code")
        if not self.holds("told", a in pos.present and (b == 0 or b in pos.present), f"{a}, {b}"):
            return
        lines = ("", "itself", "taken", "left", "rest", "alone")
        self.holds("told.line", line in lines, f"{line}")
        self.holds("told.line", (line == "") == (b == 0 or r.system in HOUSE) or r.system == "dubov-1997" and line == "", f"{line}")
        if code is not None and line in ("", "itself") and self.template != "natural.monrad-met":
            if self.template != "obstacle.excluded":
                codes = codes_about(r.system, r.seeded, self.template)
                if codes is not None or self.template.startswith("order"):
                    self.holds("told.code", code == self.code, f"{code}, not {self.code}")
            elif r.system not in HOUSE:
                self.holds("told.code", code in codes_about(r.system, r.seeded, "obstacle.met"), code)
        elif code is not None and self.template != "natural.monrad-met":
            self.holds("told.code", code == self.code, f"{code}, not {self.code}")
        if line == "itself" and b:
            meets = pos.obstacle(a, b)
            if code in (codes_about(r.system, r.seeded, "obstacle.met") or ()):
                self.holds("told.itself", meets in ("met", "apart"), f"{a} and {b} may meet")
        if line in ("taken", "left") and "first" in told:
            self.check_taken(told)
        if line in ("rest", "alone"):
            for key in ("short", "left", "stays"):
                if key in told:
                    self.check_short(told, key)
            if "short" not in told:
                self.open(f"told.line {line}")
        if b == 0:
            self.holds("told", self.a["question"] in ("float", "bye"), "nobody is met")
        if b and self.a["question"] == "float":
            self.holds("told", self.player in (a, b), f"{a} and {b} are others")
        if b == 0 and self.a["question"] == "float" and rises(r.system):
            self.check_not_up(a, code)
        if b == 0 and self.a["question"] == "bye":
            self.check_not_bye(a)

    def check_taken(self, told):
        pos, r = self.pos, self.r
        first, own = told["first"], told.get("own")
        self.holds("told.first", first in pos.present and first not in (told["player"], told["opponent"]), f"{first}")
        if told["line"] == "taken" and first in pos.present:
            self.holds("told.own", r.pairing.partner.get(first) == own and own in (told["player"], told["opponent"]), f"{first} meets {r.pairing.partner.get(first)}, not {own}")
        if told["line"] == "left" and first in pos.present and self.group is not None:
            self.holds("told.first", first in self.group.players and r.pairing.partner.get(first) in (told["player"], told["opponent"]), f"{first} meets nobody of the two")

    def check_short(self, told, key):
        """Who of one line would have only those left in the other."""
        pos, g = self.pos, self.group
        who = told[key] if isinstance(told[key], list) else [told[key]]
        self.holds("told.short", g is not None and all(x in g.players for x in who), f"{who} are not of the group")
        if key == "short" and g is not None:
            left = set(told.get("left", []))
            self.holds("told.short", len(left) == len(who) - 1 and not left & set(who), f"{who} have {sorted(left)}")
            lines = self.r.brackets[self.a["group"]["bracket"]].get("lines") or {"tops": [], "bottoms": []}
            other = lines["bottoms"] if set(who) <= set(lines["tops"]) else lines["tops"]
            gone = set()
            row = next((i for i, p in enumerate(zip(lines["tops"], lines["bottoms"])) if set(p) == {told["player"], told["opponent"]}), 0)
            for top in lines["tops"][:row]:
                gone |= {top, self.r.pairing.partner.get(top)}
            gone |= {told["player"], told["opponent"]}
            for x in who:
                free = {y for y in other if y not in gone and y not in left and pos.legal(x, y)}
                self.holds("told.short", not free, f"{x} has {sorted(free)} left")

    def check_not_up(self, tpn, code, kind="told.up"):
        """Who does not come up to the group: why?"""
        pos, g, r = self.pos, self.group, self.r
        if g is None or r.system == "dubov-1997":
            return self.open(f"why not up: {code}")
        self.holds(kind, tpn not in g.players, f"{tpn} is in the group")
        if tpn in g.players or len(g.moved) != 1:
            return self.open(f"why not up: {code}")
        mine = g.moved[0]
        self.holds(kind, (-pos.scores[tpn], tpn) < (-pos.scores[mine], mine), f"{tpn} does not come before {mine}")
        i = r.groups.index(g)
        above = {x for h in r.groups[:i] for x in h.players}
        self.holds(kind, tpn not in above, f"{tpn} is paired already")
        rest = set(pos.present) - above - {r.pairing.bye} - set(g.residents) - {tpn}
        fits, spares = pos.complete(set(g.residents) | {tpn}), pos.complete(rest)
        if code in ("C1u", "3.2.2"):
            self.holds(kind, not fits, f"with {tpn} the group can be paired")
        elif code in ("C3u", "C4"):
            self.holds(kind, fits and not spares, f"without {tpn} the others can be paired")
        elif code in ("C7u", "C10"):
            recent = was_floater(pos, tpn) if code == "C7u" else not pos.last and pos.floated(tpn, r.number - 1) > 0
            self.holds(kind, fits and spares and recent, f"{tpn} did not float")
        elif code == "C7" and len(g.players) > 12:
            self.open("why not up: C7 of many")
        elif code == "C7":
            mine_now = fewest_same(pos, set(g.residents) | {mine})
            self.holds(kind, fits and spares and fewest_same(pos, set(g.residents) | {tpn}) > mine_now, f"{tpn} costs no colour")
        else:
            self.open(f"why not up: {code}")

    def check_not_bye(self, tpn):
        pos = self.pos
        about = ABOUT.get(self.template)
        if about == "second-bye":
            self.holds("told.bye", tpn in pos.barred, f"{tpn} may have the bye")
        elif about == "rest":
            self.holds("told.bye", tpn not in pos.barred and not pos.possible(tpn), f"the others can be paired without {tpn}")
        else:
            self.holds("told.bye", tpn not in pos.barred, f"{tpn} may not have the bye")

    def check_other(self, other):
        """What else was weighed: the first rule against it, or that it is as good and comes later."""
        pos, r, g = self.pos, self.r, self.group
        a, b, code = other.get("player"), other.get("opponent"), other.get("code")
        if not self.holds("others", a in pos.present and (b == 0 or b in pos.present) and a != b, f"{a}, {b}"):
            return
        met = codes_about(r.system, r.seeded, "obstacle.met") or set()
        if code not in ("order", "excluded"):
            self.holds("others.code", articles_of(r.system, r.seeded, code) is not None, f"{code}")
        if b:
            self.holds("others", bool({a, b} & {self.player, self.opponent}) and r.pairing.partner.get(a) != b, f"{a} and {b} are others, or meet")
            again = r.system == "keizer-2026" and other.get("with", 0) > other.get("without", 0)  # 3.5: then others meet again sooner
            self.holds("others.met", other.get("met_in_round") == (pos.met.get((a, b)) if code in met and not again else None),
                       f"{a} and {b}: {pos.met.get((a, b))}")
            obstacle = pos.obstacle(a, b)
            if r.system == "monrad-acwc-2019":
                once = (a, b) in pos.met
                self.holds("others.code", code == "met" if once and not obstacle else code == "excluded" if obstacle and not once else code in ("met", "excluded", "rest")
                           and (code != "met" or once), f"{code} of {a} and {b}")
                return
            want = {"met": met, "apart": met | {"excluded"}, "colour": codes_about(r.system, r.seeded, "obstacle.same-absolute")}.get(obstacle)
            if obstacle:
                self.holds("others.code", want is None or code in want, f"{code} of {a} and {b}: {obstacle}")
                return
            self.holds("others.code", code not in met | {"excluded"} or again, f"{code} of {a} and {b}, who may meet")
        else:
            self.holds("others", a not in (self.player, self.opponent), f"{a} leaves")
            barred = codes_about(r.system, r.seeded, "obstacle.second-bye") or set()
            if self.a["question"] == "bye":
                self.holds("others.code", (code in barred) == (a in pos.barred), f"{code}: {a} may {'not ' * (a in pos.barred)}have the bye")
                if a in pos.barred:
                    return
            if rises(r.system):
                return self.check_not_up(a, code, "others.up")
        if not r.solves or g is None or r.system in HOUSE + ("dutch-2006", "dutch-2012", "dubov-1997"):
            return self.open("others, not solved")
        if not self.holds("others", a in g.players and (b == 0 or b in g.players), f"{a}, {b} are not of the group"):
            return
        solutions = r.forced(a, b, g, b == 0 and self.a["question"] == "bye")
        now = weighed(pos, r.pairing, r.groups, code)
        found = []
        for then, start in solutions:
            bye = bye_difference(pos, r.pairing.bye, then.bye)
            groups = groups_of(pos, then)
            found.append((0, *bye) if bye else first_difference(now, weighed(pos, then, groups, code), r.groups, groups, start, r.place_of(g), OF_PAIRS.get(r.system)))
        codes = {d[1] if d else "order" for d in found}
        rest = codes_about(r.system, r.seeded, "obstacle.rest") or set()
        if code in rest:
            return self.open("others, by the rest")
        name = code.rstrip("mu")
        if not self.holds("others.code", name in codes or not solutions, f"{code} of {a}, {b}, not {sorted(codes)}"):
            return
        if "with" in other and name in COUNTED:
            fits = [(d[3], d[2]) for d in found if d and d[1] == name]
            values_of = (other["with"], other["without"])
            by_one = r.system == "dutch-2017" and name in ("C12", "C14") and any(a - b == values_of[0] - values_of[1] for a, b in fits)
            self.holds("others.values", values_of in fits or by_one or not fits or not isinstance(fits[0][0], int), f"{other}, not {fits}")
        elif "with" in other:
            self.holds("others.values", other["with"] > other["without"], f"{other}")

    # --- prescribed and solved again

    def check_forced(self, forced):
        pos, r = self.pos, self.r
        a, b = tuple(forced["pair"]) if "pair" in forced else (forced.get("leaves"), 0)
        if not self.holds("forced.pair", a in pos.present and (b == 0 or b in pos.present) and a != b, f"{a}, {b}"):
            return
        self.holds("forced.pair", b == 0 or r.pairing.partner.get(a) != b, f"{a} and {b} meet")
        g = self.group
        if g is not None and self.a["question"] != "bye":
            self.holds("forced.pair", a in g.players and (b == 0 or b in g.players), f"{a}, {b} are not of the group")
            if b == 0:
                self.holds("forced.pair", a not in g.leaving, f"{a} leaves the group")
        first, possible, hurt = forced.get("first"), forced.get("possible"), forced.get("hurt", [])
        for x, y in hurt:
            self.holds("forced.hurt", x in pos.present and (y == 0 or y in pos.present) and x != y, f"{x}, {y}")
        if self.template == "obstacle.colour" and hurt:
            x, y = hurt[0]
            self.holds("same_due", y and x in pos.was and y in pos.was and same_wish(pos, x, y), f"{x} and {y} are not due the same")
        obstacle = pos.obstacle(a, b) if b else ""
        if b == 0 and self.a["question"] == "bye" and a in pos.barred:
            obstacle = "bye"
        if obstacle:
            self.holds("forced.possible", possible is False, f"{a} and {b}: {obstacle}")
            codes = {"met": "obstacle.met", "apart": "obstacle.met", "colour": "obstacle.same-absolute", "bye": "obstacle.second-bye"}[obstacle]
            known = codes_about(r.system, r.seeded, codes)
            if known and first is not None:
                self.holds("forced.first.code", first.get("code") in known, f"{first.get('code')}, not {sorted(known)}")
                self.holds("forced.first.values", first.get("with") == first.get("without") == 0, f"{first}")
            self.holds("forced.hurt", not hurt, f"{hurt}")
            return
        known = codes_about(r.system, r.seeded, "obstacle.met") or set()
        if first is not None:
            self.holds("forced.first.code", first.get("code") not in known or b == 0 or r.system in HOUSE, f"{first.get('code')} of {a} and {b}, who never met")
            if possible and r.system not in HOUSE:
                self.holds("forced.first.values", first.get("with", 0) > first.get("without", 0), f"{first}")
        decided = None
        if b:
            decided = pos.possible(a, b)
        elif self.a["question"] == "bye":
            decided = pos.possible(a)
        elif r.solves and g is not None:
            decided = bool(r.forced(a, 0, g))
        self.holds_possible(decided, possible, first, a, b)
        if self.template.startswith("order"):
            self.holds("forced.first.code", first is None, f"{first} is worse")
        elif first is not None and self.template in ABOUT and not (self.a.get("told") or {}).get("line") in ("rest", "alone"):
            if not self.template.startswith(("obstacle.lacks", "obstacle.before")) and r.system not in HOUSE:
                codes = codes_about(r.system, r.seeded, self.template)
                if codes:
                    self.holds("forced.first.code", first.get("code") in codes, f"{first.get('code')} for {self.template}")
        if first is not None and not possible and self.template in ("obstacle.left-over",):
            self.check_left_over(a, b, hurt)
        elif self.template == "obstacle.left-in-group":
            self.check_left_in_group(a, b, first, hurt)
        elif r.solves and r.system not in HOUSE and (self.a.get("told") or {}).get("line") not in ("rest", "alone"):
            self.check_solved(a, b, first, possible, hurt)
        elif r.solves and r.system in HOUSE and first is None and possible:
            solutions = [then for then, _ in r.forced(a, b)]
            if self.holds("forced.possible", bool(solutions), "the reference finds no such round"):
                self.check_before(*solutions)
        else:
            self.open("forced, not solved")

    def holds_possible(self, decided, possible, first, a, b):
        if decided is None:
            return self.open("forced.possible of leaving")
        code = (first or {}).get("code")
        kind = "forced.possible"
        if self.r.system == "keizer-2026" and possible and not decided:  # 3.5: then they meet again sooner
            decided = self.pos.possible_at_all(a, b or None)
        if self.r.system == "monrad-acwc-2019" and (a, b) in self.pos.met:
            return self.open("forced.possible of a game played again")
        if possible is False and decided and code in (codes_about(self.r.system, self.r.seeded, "obstacle.bye-score") or ()):
            kind = "forced.possible:bye-score"
        elif possible is False and decided:
            kind = "forced.possible:in-group"
        self.holds(kind, possible is decided, f"{a}, {b}: a round {'has' if decided else 'cannot have'} it")

    def check_left_over(self, a, b, hurt):
        pos, r = self.pos, self.r
        self.holds("forced.hurt", len(hurt) > 0 and all(y == 0 for _, y in hurt), f"{hurt}")
        left = {x for x, _ in hurt}
        self.holds("forced.hurt", len(left) == len(hurt) and not left & ({a, b} if b else set()), f"{hurt}")
        if len(pos.present) > 24:
            return self.open("who is left over")
        bye = r.pairing.bye if not pos.dutch_rules() and self.a["question"] != "bye" else 0  # who has it plays, if another one has it
        members = set(pos.present) - {bye}
        if self.group is not None and self.group in r.groups:
            i = r.groups.index(self.group)
            members -= {x for h in r.groups[:i] for p in h.pairs for x in p}
        if rises(r.system) and self.group is not None:
            members = set(self.group.players)
        if b == 0 and self.a["question"] != "bye":
            return self.check_left_by_leaving(a, left, members)
        rest = members - {a, b} - left
        odd = len(rest) % 2 == 1
        fine = pos.complete(rest, odd) if b else pos.complete(rest - {a}, len(rest - {a}) % 2 == 1)
        for whole in (set(pos.present) - {a, b} - left - {bye}, set(pos.present) - {a, b} - left):
            fine = fine or pos.complete(whole, len(whole) % 2 == 1)
        self.holds("forced.hurt", fine, f"without {sorted(left)} the others cannot be paired")
        if len(left) == 2:
            self.holds("forced.hurt", not pos.legal(*left) or not pos.complete(rest, odd), f"{sorted(left)} may meet")

    def check_left_by_leaving(self, a, left, members):
        """Where ${a} would leave the group: all but those left over can be paired then, ${a} with somebody below or with the bye; and of
        two left over, not both, too."""
        pos = self.pos
        lowest = min(pos.scores[x] for x in self.group.players) if self.group else 0

        def fits(players):
            if a not in players:
                return pos.complete(players, len(players) % 2 == 1)
            below = [x for x in players if pos.scores[x] < lowest and pos.legal(a, x)]
            bye = len(players) % 2 == 1 and a not in pos.barred and pos.complete(players - {a})
            return bye or any(pos.complete(players - {a, x}, len(players) % 2 == 1) for x in below)

        self.holds("forced.hurt", any(fits(some - left) for some in (members, set(pos.present))), f"without {sorted(left)} the others cannot be paired")
        self.holds("forced.hurt", not fits(set(members)), "all can be paired")

    def check_left_in_group(self, a, b, first, hurt):
        """2006: with the pair (or without ${a}) these of the group have no opponent in it, and the others do; fewer are left now."""
        pos, g = self.pos, self.group
        left = {x for x, y in hurt if y == 0}
        if not self.holds("forced.hurt", g is not None and len(left) == len(hurt) and left <= g.players - {a, b}, f"{hurt}"):
            return
        made = {x for p in g.pairs for x in p}
        left |= {x for x in g.leaving if not any(pos.legal(x, y) for y in g.players if x != y)}  # C1: they move down in any case
        self.holds("forced.first.values", first["without"] == len(g.players) - len(made), f"{first}, {len(g.players) - len(made)} are left now")
        self.holds("forced.first.values", first["with"] == len(left) + (b == 0) and first["with"] > first["without"], f"{first}, {sorted(left)}")
        self.holds("forced.hurt", pos.complete(g.players - {a, b} - left), f"without {sorted(left)} the others of the group cannot be paired")
        self.holds("forced.hurt", not any(x < y and pos.legal(x, y) for x in left for y in left), f"some of {sorted(left)} may meet")

    def check_left_over_of_joined(self):
        """Why several groups are paired as one: of those with at most so many points, all but these can be paired, and no more."""
        pos, g, told = self.pos, self.group, self.a.get("left_over")
        if not self.holds("left_over", (told is not None) == (self.template == "float.joined-for"), f"{told}") or told is None or g is None:
            return
        left, most = set(told["players"]), score_of(told["score"])
        members = {x for x in g.players if pos.scores[x] <= most and x not in self.r.brackets[self.a["group"]["bracket"]]["moved"]}
        self.holds("left_over", most in {pos.scores[x] for x in members} and most < max(pos.scores[x] for x in g.players), f"{told['score']} points")
        if len(left) == 6:
            return self.open("left over, of many")
        odd = len(pos.present) % 2 == 1 and len(members) % 2 == 1
        self.holds("left_over", left <= members and len(left) == len(told["players"]), f"{sorted(left)}, of {sorted(members)}")
        whole = pos.complete(members - left, odd) or odd and pos.complete(members - left)
        self.holds("left_over", whole, f"without {sorted(left)} the others cannot be paired")
        spare = len(members) % 2 if not odd else 0
        self.holds("left_over", len(left) > spare and not any(x < y and pos.legal(x, y) for x in left for y in left), f"some of {sorted(left)} may meet")

    def check_solved(self, a, b, first, possible, hurt):
        """Prescribe, pair again, and compare."""
        r, pos = self.r, self.pos
        solutions = r.forced(a, b, self.group, b == 0 and self.a["question"] == "bye")
        if not solutions:
            if b and possible:
                self.open("forced, not by the reference")
            return
        if r.system in ("dutch-2006", "dutch-2012", "dubov-1997"):
            return self.check_by_pairs([then for then, _ in solutions], first, possible, hurt)
        found, own, code = [], r.place_of(self.group), (first or {}).get("code")
        now = weighed(pos, r.pairing, r.groups, code)
        if r.system == "dutch-2017":  # A.9: what is one bracket in this round is one in that round too
            solutions = solutions + [(Pairing(then.pairs, then.bye, r.pairing.collapse), start) for then, start in solutions
                                     if then.collapse != r.pairing.collapse]
        for then, start in solutions:
            groups, bye = groups_of(pos, then), bye_difference(pos, r.pairing.bye, then.bye)
            if bye:  # it is given first
                found.append(((0, *bye), then, groups))
                continue
            found.append((first_difference(now, weighed(pos, then, groups, code), r.groups, groups, start, own, OF_PAIRS.get(r.system)), then, groups))
        codes = {d[1] if d else None for d, _, _ in found}
        plain = code if code is None or r.system not in ("double-swiss-2026", "team-2026") else code.rstrip("mu")
        if not possible and first is not None:
            if code in (codes_about(r.system, r.seeded, "obstacle.bye-score") or ()):
                self.holds("forced.first.code", "C5" in codes, f"{code}, not {codes}")
            return
        collapses = any(p.collapse is not None for p in [r.pairing] + [then for then, _ in solutions])
        if r.system == "dutch-2017" and code == "C7" and code not in codes and collapses:
            return self.open("C.7 where the next bracket collapses after all")
        seen = plain in codes
        self.holds("forced.first.code", seen, f"{code}, not {sorted(c or 'order' for c in codes)}")
        if not seen:
            return
        for difference, then, groups in found:
            if (difference[1] if difference else None) != plain:
                continue
            if difference is None:
                self.check_before(*[s for d, s, _ in found if d is None])
                break
            if isinstance(difference[2], int) and isinstance(difference[3], int) and difference[1] != "C5" or \
                    difference[1] == "C5" and r.system == "burstein-2026" and not r.seeded:
                told = first["with"], first["without"]
                wants = [(d[3], d[2]) for d, _, _ in found if d and d[1] == plain]
                want = told if told in wants else wants[0]
                by_one = r.system == "dutch-2017" and code in ("C12", "C14") and told[0] - told[1] == want[0] - want[1]
                self.holds("forced.first.values", told == want or by_one, f"{first}, not {want}")
            elif r.system in ("dutch-2026", "burstein-2026") and difference[1] == "C5" and difference[3] and isinstance(difference[3], list):
                # art. 2.3.1 is about the round: pairs above the group can change for it
                wants = [(d[3][0], d[2][0]) for d, _, _ in found if d and d[1] == plain]
                self.holds("forced.first.values", (first["with"], first["without"]) in wants, f"{first}, not {wants}")
            else:
                self.open(f"values of {code}")
            same = [(d, t, h) for d, t, h in found if d and d[1] == plain]
            fits = [all(self.is_hurt(d, t, h, x, y) for x, y in hurt[:NAMED_MOST]) for d, t, h in same]
            best = same[fits.index(True)] if True in fits else same[0]
            self.check_hurt(*best, hurt)
            break

    def is_hurt(self, difference, then, groups, x, y):
        """Does ${x} meet ${y} then; or leave, come up, or have the bye?"""
        if y:
            return then.partner.get(x) == y
        if self.template.startswith("obstacle.up-"):
            return pos_higher(self.pos, then, x)
        if difference[1] == "C5" and self.r.system in ("dutch-2026", "burstein-2026") and then.bye and isinstance(difference[3], list):
            return x not in self.pos.barred and self.pos.scores[x] == self.pos.scores[then.bye]  # one of those who could have it
        near = groups[difference[0] : difference[0] + 2]  # [C8] is about the group that follows
        return x == then.bye or any(x in (h.moved if rises(self.r.system) else h.leaving) for h in near)

    def check_hurt(self, difference, then, groups, hurt):
        for x, y in hurt[:NAMED_MOST]:
            self.holds("forced.hurt", self.is_hurt(difference, then, groups, x, y), f"{x}, {y}: not so then")
        if self.template in ("obstacle.colour", "obstacle.floaters", "obstacle.down-1", "obstacle.down-2", "obstacle.up-1", "obstacle.up-2"):
            self.holds("forced.hurt", bool(hurt) or "leaves" in self.a["forced"], "nobody")

    def check_by_pairs(self, solutions, first, possible, hurt):
        """Where the rules are a procedure the reference tells pairs only."""
        pos = self.pos
        self.open("first criterion of a procedure")
        if first is None and possible:
            self.check_before(*solutions)
        for x, y in hurt[:NAMED_MOST]:
            if y:
                self.holds("forced.hurt", any(s.partner.get(x) == y for s in solutions), f"{x} does not meet {y} then")
            elif self.template.startswith("obstacle.up-"):
                higher = any(pos_higher(self.pos, s, x) for s in solutions)
                if not higher and "leaves" in self.a["forced"]:
                    self.open("up, where somebody kept apart leaves by C1 before the group is paired")
                else:
                    self.holds("forced.hurt", higher, f"{x} meets no more points then")
            elif self.group is not None:
                lower = lambda s: pos.scores.get(s.partner.get(x), 10**6) < pos.scores[x]  # in a joined group, which the pairs don't show
                self.holds("forced.hurt", any(s.bye == x or s.partner.get(x) not in self.group.players or lower(s) for s in solutions),
                           f"{x} does not leave then")

    def check_before(self, *solutions):
        """Who is said to have somebody else has."""
        before = self.a.get("before")
        if before is None:
            return self.holds("before", False, "missing")
        pos, r = self.pos, self.r
        first, meets, other = before.get("first", 0), before.get("meets", 0), before.get("else", 0)
        self.holds("before.first", first in pos.present, f"{first}")
        if first in pos.present:
            self.holds("before.meets", r.pairing.partner.get(first, 0) == meets, f"{first} meets {r.pairing.partner.get(first, 0)}, not {meets}")
            fits = any(s.partner.get(first, 0) == other or (other == 0 and (self.group is None or s.partner.get(first) not in self.group.players))
                       for s in solutions)
            self.holds("before.else", fits, f"{first} meets {[s.partner.get(first, 0) for s in solutions]}, not {other}, then")
        self.check_exchange(before)

    def check_exchange(self, before):
        g, r = self.group, self.r
        up, down, exchanges = before.get("up"), before.get("down"), before.get("exchanges")
        self.holds("before.exchanges", exchanges == (up is not None or down is not None) or exchanges is None, f"{before}")
        if self.template == "order.halves":
            self.holds("before.exchanges", exchanges is True, "nobody changes halves")
        if self.template == "order.own" and (r.system in DUTCH or r.seeded):
            place = lambda x: (-self.pos.scores.get(x, 0), x)
            self.holds("order.own", place(before.get("meets")) < place(before.get("else")), f"{before.get('else')} comes before {before.get('meets')}")
        if g is None or not (r.system in DUTCH or r.seeded) or g.moved:
            if exchanges:
                self.open("before.exchanges with moved players")
            return
        order = sorted(g.players, key=lambda x: (-self.pos.scores[x], x))
        upper = order[: len(g.pairs)]
        if up:
            self.holds("before.up", up in g.players and (up not in upper or self.r.pairing.partner.get(up) in upper), f"{up} is in the upper half")
        if down:
            self.holds("before.down", down in g.players and (down in upper or self.r.pairing.partner.get(down) not in upper) and down != up,
                       f"{down} is in the lower half")

    def check_float(self):
        pos, r, t, g = self.pos, self.r, self.template, self.group
        me, other = self.player, self.opponent
        if other not in pos.present:
            return
        own, theirs = pos.scores[me], pos.scores[other]
        same = lambda s: [x for x in pos.present if pos.scores[x] == s]
        if g is not None and g.joined:
            self.open("float of joined groups")
        else:
            self.holds("float", own != theirs or me in (g.leaving if g else []), "their points are the same")
        down = r.system in DUTCH or r.system == "burstein-2026"
        codes = {"float.alone": {"order", "4.3"}, "float.up-alone": {"order", "4.3"}, "float.last": {"order"}, "float.up": {"order", "4.3"},
                 "float.fewest": {"C5"}, "up.needs": {"C4", "C5"}, "up.host": {"C4", "C5"}, "up.host-alone": {"7.1"}, "up.alone": {"7.1"},
                 "up.host-odd": {"7.2"}, "up.odd": {"7.2"}}.get(t)
        if r.system == "burstein-2026" and codes and t.startswith("float"):
            codes = {"order"} if r.seeded and t != "float.fewest" else {"4.3"} if t != "float.fewest" else {"C5"}
        if r.system == "dubov-1997" and t.startswith("float"):
            codes = {"6.3", "6.4", "6.4b", "6.4s", "7.1", "7.2", "2.1"}
        if codes:
            self.holds("float.code", self.code in codes, f"{self.code} for {t}")
        if t == "float.alone":
            self.holds("float.alone", same(own) == [me] and theirs < own, f"{same(own)} have as many points")
            self.holds("float.alone", g is None or me in g.leaving, "does not leave the group")
        elif t == "float.up-alone":
            self.holds("float.alone", same(theirs) == [other] and theirs > own, f"{same(theirs)} have as many points")
        elif t == "float.alone-left":
            self.holds("float.alone", same(own) != [me] and g is not None and g.players == {me} and theirs < own, f"{sorted(g.players) if g else g} are left")
        elif t == "float.up-left":
            self.holds("float.alone", same(theirs) != [other] and g is not None and g.players == {other} and theirs > own, f"{sorted(g.players) if g else g} are left")
        elif t == "float.last":
            order = sorted(g.players, key=lambda x: (-pos.scores[x], x)) if g else []
            self.holds("float.last", g is not None and me in g.leaving and me in order[-len(g.leaving):], "is not among the last placed")
        elif t == "float.fewest":
            self.holds("float.fewest", g is not None and me in g.leaving, "does not leave the group")
        elif t == "float.up":
            self.holds("float.up", theirs > own, "the opponent has no more points")
            if down:
                self.holds("float.up", any(other in h.leaving for h in r.groups), "the opponent left no group")
        elif t in ("float.not-all", "float.for-below", "float.no-opponent", "float.fewer-pairs", "float.helps-next", "float.helps-lowest", "float.all", "float.odd", "float.several"):
            self.holds("float.down", theirs < own, "the opponent has no fewer points")
            fits = {"float.not-all": ("dubov-1997",), "float.for-below": ("dubov-1997",), "float.no-opponent": ("dubov-1997", "dutch-2006"),
                    "float.fewer-pairs": ("dutch-2006",), "float.helps-next": ("dutch-2006",), "float.helps-lowest": ("dutch-2006",)}
            self.holds("float.template", r.system in fits.get(t, DUTCH + ("burstein-2026", "dubov-1997")), t)
            if t == "float.no-opponent" and g is not None and not g.joined:
                mine = [x for x in g.players if x not in g.leaving and pos.legal(me, x)] if r.system == "dutch-2006" else []
                arrived = {x for x in g.players if x in g.moved}
                self.holds("float.no-opponent", not [x for x in g.players - arrived if x != me and pos.legal(me, x)], f"may meet {mine}")
            self.open(t)
        elif t in ("up.host", "up.host-team", "up.host-odd", "up.host-alone"):
            self.holds("up.host", own > theirs and g is not None and me in g.residents and other in g.moved, "nobody comes up")
        elif t in ("up.needs", "up.needs-team", "up.odd", "up.alone"):
            self.holds("up.needs", own < theirs and g is not None and me in g.moved, "does not come up")
        elif t in ("float.joined", "float.joined-for"):
            self.holds("float.joined", r.system in ("dutch-2006", "dutch-2012", "dutch-2017") and own != theirs, t)
            self.check_left_over_of_joined()
        elif t.startswith(("obstacle", "order")):
            self.check_alternative()
            if g is not None and not g.joined:
                if down:
                    self.holds("float", me in g.leaving, "does not leave the group")
                elif r.system != "dubov-1997":
                    self.holds("float", me in g.moved, "does not come up")
        else:
            self.open(t)
        if t.split(".")[0] in ("up",):
            self.holds("float.template", rises(r.system), t)
            self.holds("float.template", (t in ("up.host-odd", "up.odd", "up.host-alone", "up.alone")) == (r.system == "dubov-1997"), t)
        if t in ("float.alone", "float.up-alone", "float.last", "float.up", "float.fewest"):
            self.holds("float.template", not rises(r.system) or r.system == "dubov-1997", t)
        if t in ("up.host-alone", "up.alone"):
            host = me if t == "up.host-alone" else other
            self.holds("up.alone", self.code == "7.1", self.code)
            group = [x for x in pos.present if pos.scores[x] == pos.scores[host] and x != host]
            taken = {x for x in pos.present if pos.scores[r.pairing.partner.get(x, x)] > pos.scores[x]}  # by who came down
            free = [x for x in group if pos.legal(host, x) and x in (self.group.players if self.group else ()) and x not in taken]
            self.holds("up.alone", not free, f"{host} may meet {free}")

    def check_against(self):
        """Why not somebody?  Of the two themselves; what is prescribed is solved as elsewhere."""
        pos, r, pair = self.pos, self.r, (self.player, self.opponent)
        if self.opponent not in pos.was or "forced" in self.a or "told" in self.a:
            return self.check_alternative()
        obstacle = pos.obstacle(*pair)
        if self.template == "against.away" or self.opponent not in pos.present:
            self.holds("against.away", self.opponent not in pos.present and self.template == "against.away", f"{self.opponent} is paired")
        elif self.template == "obstacle.met":
            self.holds("against.met", pair in pos.met, f"{pair} never met")
            if "met_in_round" in self.a:
                self.holds("met_in_round", self.a["met_in_round"] == pos.met.get(pair), f"{pos.met.get(pair)}")
        elif self.template == "obstacle.excluded":
            self.holds("against.excluded", frozenset(pair) in pos.kept, f"{pair} is not excluded")
        elif self.template == "against.points":
            self.holds("against.points", pos.scores[pair[0]] != pos.scores[pair[1]], f"{pair} have the same points")
            self.holds("against.points", r.system not in HOUSE and not any(set(pair) <= g.players for g in r.groups), f"{pair} are in one group")
        else:
            if r.system in TABLES:  # who met may be met again, when the table comes to it
                return self.open(f"against: {self.template}")
            self.holds("against.possible", obstacle in ("", "colour"), f"{pair}: {obstacle}")
            self.open(f"against: {self.template}")


def weighed(pos, pairing, groups, code):
    """The values; of 2017 without C.7, which asks what the next bracket could come to and not what it does, unless that is told: then
    first how many pairs it could make."""
    if pos.system != "dutch-2017":
        return values(pos, pairing, groups)
    out = []
    for i, group in enumerate(values(pos, pairing, groups)):
        lower = groups[i + 1] if i + 1 < len(groups) else None
        could = most_pairs(pos, set(groups[i].leaving) | set(lower.residents)) if code == "C7" and lower and not lower.joined else 0
        out.append([(c, (-could, v)) if c == "C7" and could else (c, v) for c, v in group if c != "C7" or code == "C7"])
    return out


def pos_higher(pos, pairing, tpn):
    return pos.scores.get(pairing.partner.get(tpn), -1) > pos.scores[tpn]


NATURAL = {"natural.halves": Claims.check_halves, "natural.rest": Claims.check_remainder, "natural.moved": Claims.check_moved,
           "natural.numbers": Claims.check_numbers, "natural.numbers-team": Claims.check_numbers, "natural.columns": Claims.check_columns,
           "natural.columns-number": Claims.check_columns, "natural.list": Claims.check_list, "natural.fold": Claims.check_fold,
           "natural.apart": Claims.check_apart, "natural.mixed": Claims.check_halves, "natural.after": Claims.check_after,
           "natural.fetched": Claims.check_fetched, "natural.aside": Claims.check_aside, "natural.next": Claims.check_next}
QUESTIONS = {"opponent": Claims.check_opponent, "float": Claims.check_float, "bye": Claims.check_bye, "colour": Claims.check_colour,
             "board": Claims.check_board, "absence": Claims.check_absence, "wish": Claims.check_wish, "against": Claims.check_against}
