#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_explanations.py LIMMAT CASES: rounds that were once explained wrongly, each with the right answer.  TAP.

Each case is a file of CASES and the facts that its answers must state; the sentences are read only where a fact is one of them.
"""
import json
import os
import subprocess
import sys

LIMMAT, CASES = sys.argv[1], sys.argv[2]


def ask(system, round_number, file, *more):
    """The JSON of an explanation."""
    done = subprocess.run([LIMMAT, "explain", "-s", system, "-r", str(round_number), "-f", "json", *more, os.path.join(CASES, file)],
                          capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)


def find(document, question, player, opponent=None):
    """The one answer of the kind."""
    found = [a for a in document["answers"] if a["question"] == question and a["player"] == player
             and opponent in (None, a.get("opponent"))]
    if not found:
        raise AssertionError(f"no answer {question} of {player}")
    return found[0]


def same(got, wanted, what):
    if got != wanted:
        raise AssertionError(f"{what}: {got!r}, not {wanted!r}")


def differs(got, wrong, what):
    if got == wrong:
        raise AssertionError(f"{what}: {got!r}")


def pair_is_asked(system, round_number, file, player, against):
    answer = find(ask(system, round_number, file, "-p", str(player), "--against", str(against)), "against", player, against)
    differs(answer["template"], "against.points", "the cause")
    if answer.get("forced", {}).get("pair", [0])[:2] not in ([player, against], [against, player]):
        raise AssertionError(f"not the pair in question: {answer}")
    return answer


def against_says_what_decides():
    answer = pair_is_asked("dutch-2006", 1, "against-points-dutch-2006.trf", 1, 4)
    same(answer["answer"], "order", "1 and 4")
    same((answer["before"]["first"], answer["before"]["meets"]), (1, 3), "who decides")
    answer = pair_is_asked("team-2026", 1, "against-points-team-2026.trf", 1, 3)
    same(answer["forced"]["possible"], True, "1 and 3")


def only_two_have_the_points():
    for system, number, file in (("dubov-2026", 3, "only-two-dubov-2026.trf"), ("team-2026", 1, "only-two-team.trf"),
                                 ("double-swiss-2026", 2, "only-two-double-swiss.trf")):
        for answer in ask(system, number, file)["answers"]:
            differs(answer["template"], "natural.two", f"{file}, {answer['player']}")


def nobody_else_has_the_points():
    document = ask("burstein-2026", 3, "alone-burstein.trf")
    differs(find(document, "float", 1)["template"], "float.alone", "2 has 1½ points, too")
    differs(find(document, "float", 5)["template"], "float.up-alone", "2 has 1½ points, too")


def changing_halves_is_no_matter_of_who_comes_first():
    answer = find(ask("dutch-2026", 1, "order-own-dutch-2026.trf", "-p", "1"), "opponent", 1)
    differs(answer["template"], "order.own", "3 comes before 4")
    same(answer["before"]["exchanges"], True, "halves")
    same(find(ask("dutch-2006", 1, "order-own-dutch-2026.trf", "-p", "1"), "opponent", 1)["before"]["exchanges"], True, "halves, 2006")


def bursteins_pairs_are_in_their_brackets():
    document = ask("burstein-2026", 5, "bracket-shift-burstein.trf")
    for bracket in document["brackets"]:
        members = set(bracket["moved"] + bracket["residents"])
        for pair in bracket["pairs"]:
            if not {pair["white"], pair["black"] or pair["white"]} <= members:
                raise AssertionError(f"{pair} among {members}")
    for player in (3, 8):
        answer = find(document, "opponent", player)
        differs(answer["template"], "natural.two", "both have 1½ points")
        same(answer["group"]["score"], 1.5, "their group")


def joined_groups_keep_their_points():
    answer = find(ask("dutch-2006", 5, "merged-points-dutch-2006.trf"), "opponent", 5)
    same("1½ points" in answer["text"], True, answer["text"])


def joined_groups_answer_why_another_score():
    document = ask("dutch-2017", 2, "no-float-dutch-2017.trf")
    for player, opponent in ((4, 5), (5, 4)):
        same(find(document, "float", player, opponent)["template"], "float.joined", "4 and 5")


def first_criterion_that_differs():
    document = ask("dutch-2006", 2, "first-C1-dutch-2006.trf")
    same(find(document, "opponent", 1)["forced"]["first"]["code"], "C11", "1 and 4 never met")


def possible_means_in_the_round():
    # The bye would go to a higher score, which the rules try last: the round could be paired.
    document = ask("dutch-2026", 3, "bye-score.trf")
    found = [a["forced"] for a in document["answers"] if a.get("forced", {}).get("first", {}).get("code") == "C5"]
    if not found:
        raise AssertionError("the case has no C5")
    for forced in found:
        same(forced["possible"], True, "C5")


def what_is_told_is_what_was_forced():
    answer = find(ask("dutch-2006", 3, "told-against-forced-dutch-2006.trf", "-p", "5"), "opponent", 5)
    same((answer["answer"], answer["told"]["code"]), ("order", "order"), "as good")


def group_of_the_bye():
    document = ask("dutch-2026", 2, "bye-group-score.trf")
    answer = find(document, "bye", 2)
    same(answer["group"]["score"], document["brackets"][answer["group"]["bracket"]]["score"], "the group's score")
    same(answer["scores"], {"player": 1}, "the player's")


def bye_names_who_was_passed_over():
    answer = find(ask("dutch-2026", 4, "bye-hollow.trf"), "bye", 3)
    differs(answer["template"], "bye.lowest", "nothing")
    if not any(who in answer["text"] for who in ("Player 0004", "Player 0005")):
        raise AssertionError(f"nobody is named: {answer['text']}")


def one_player_hears_what_all_hear():
    for system, number, file, player in (("dutch-2026", 4, "p-hollow.trf", 5), ("dutch-2006", 6, "dutch06.trf", 12)):
        alone = ask(system, number, file, "-p", str(player))["answers"]
        everybody = [a for a in ask(system, number, file)["answers"] if a["player"] == player]
        for answer in alone + everybody:  # one player can unfold more
            answer.pop("others", None)
            answer.pop("more")
        same(alone, everybody, f"{file}, {player}")
    differs(find(ask("dutch-2026", 4, "p-hollow.trf", "-p", "5"), "opponent", 5)["template"], "natural.order", "5")


def who_has_the_bye_is_answered():
    answer = find(ask("dutch-2026", 4, "against-of-bye.trf", "-p", "7", "--against", "5"), "against", 7, 5)
    same(bool(answer["text"]), True, "an answer")


def against_is_in_json():
    answer = find(ask("dutch-2026", 4, "json-against.trf", "-p", "4", "--against", "1"), "against", 4, 1)
    same(answer["met_in_round"], 2, "they met")
    same(answer["scores"]["player"], 2, "scores")


def teams_expect_whom_their_number_gives():
    document = ask("team-2026", 5, "team-expected.trf")
    for player in (4, 1):
        expected = find(document, "opponent", player)["expected"]
        same({expected["player"], expected["opponent"]}, {1, 4}, f"expected of {player}")


def a_colour_that_must_be_has_its_cause():
    answer = find(ask("dutch-2006", 6, "dutch06.trf", "-p", "12"), "colour", 12)
    said = [text for text in answer["more"] if text.startswith("12 ")][0]
    same("before all else" in said, False, said)
    same("twice in a row" in said, True, said)


def dubov_names_who_moved_up():
    answer = find(ask("dubov-1997", 5, "dubov97.trf", "-p", "1"), "float", 1)
    same("2 Player 0002" in answer["text"] and "last round" in answer["text"], True, answer["text"])


def nobody_is_asked_about_themselves():
    done = subprocess.run([LIMMAT, "explain", "-p", "1", "--against", "1", os.path.join(CASES, "hang.json")], capture_output=True,
                          timeout=60)
    differs(done.returncode, 0, "status")


def main():
    cases = [f for f in globals().values() if callable(f) and f.__module__ == __name__ and f.__code__.co_argcount == 0 and f is not main]
    print(f"1..{len(cases)}")
    wrong = 0
    for number, case in enumerate(cases, 1):
        fault = None
        try:
            case()
        except (AssertionError, KeyError, IndexError, TypeError) as error:
            fault = error
        wrong += fault is not None
        print(f"{'not ' if fault is not None else ''}ok {number} - {case.__name__}")
        if fault is not None:
            print(f"# {type(fault).__name__}: {fault}")
    return wrong > 0


sys.exit(main())
