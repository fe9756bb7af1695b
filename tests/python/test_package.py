#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_package.py EXAMPLES DATA: the Python package that is found answers as the command does, in TAP.

LIMMAT_LIBRARY, LIMMAT_COMMAND and PYTHONPATH name an installation that is not a package's."""

import copy
import hashlib
import json
import os
import pathlib
import pickle
import re
import subprocess
import sys
import tempfile
import threading

import limmat
from limmat.command import _path

examples, data = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
scratch = tempfile.TemporaryDirectory()
work = pathlib.Path(scratch.name)
count = 0


def printed(*words):
    """What the command prints; of a check also when there are differences."""
    done = subprocess.run([_path(), *map(str, words)], capture_output=True, text=True)
    assert done.returncode in (0, 6), done.stderr
    return json.loads(done.stdout)


def generated(system, players, rounds):
    path = work / f"{system}-{players}.trf"
    limmat.run("generate", "-s", system, "-n", str(players), "-R", str(rounds), "--seed", "11", "-o", path)
    return path


def refused(kind, call):
    try:
        call()
    except kind as error:
        return error
    raise AssertionError(f"{kind.__name__} was expected")


def answers_are_those_of_the_command():
    path = generated("dutch-2026", 41, 9)
    with limmat.read(path, system="dutch-2026") as event:
        for round in range(1, 10):
            assert event.pair(round) == printed("pair", "-f", "json", "-s", "dutch-2026", "-r", round, path)
        assert event.explain(4) == printed("explain", "-f", "json", "--lang", "en", "-r", 4, path)
        words = ("explain", "-f", "json", "-r", 5, "-p", 7, "--against", 3)
        assert event.explain(5, player=7, against=3, language="de") == printed(*words, "--lang", "de", path)
        assert event.explain(5, player=7, against=3) == printed(*words, "--lang", "en", path)
        assert event.standings(order="PTS,BH") == printed("standings", "-f", "json", "-t", "PTS,BH", path)
        assert event.check()["differences"] == [] and event.check_round(3)["same"]
        assert event.data() == printed("convert", "-t", "json", path)
    assert limmat.systems() == printed("systems", "-f", "json")
    assert limmat.version() == limmat.__version__


def an_event_is_run():
    with limmat.read(examples / "open-2026.trf") as event:
        before = event.data()
        pairing = event.pair()
        assert event.data() == before
        assert event.enter() == pairing
        refused(limmat.InvalidInput, event.enter)
        missing = len(pairing["pairs"])
        for pair in pairing["pairs"]:
            told = event.result(pairing["round"], pair["black"], ("1-0", "1/2-1/2", "0F-1F")[missing % 3])
            missing -= 1
            assert (told["white"], told["black"], told["missing"]) == (pair["white"], pair["black"], missing)
        event.save(work / "next.trf")
        assert event.pair()["round"] == pairing["round"] + 1
        assert event.pair()["pairs"] == printed("pair", "-f", "json", work / "next.trf")["pairs"]
    checked = printed("check", "-f", "json", work / "next.trf")
    assert not checked["differences"] and not checked["wrong_points"]
    assert [one.name for one in work.glob("*.part")] == []


def what_was_changed_as_data_is_read_again():
    with limmat.read(examples / "open-2026.trf") as event:
        data = event.data()
    data["players"].append({"tpn": len(data["players"]) + 1, "name": "Late, Lia", "rating": 1500})
    with limmat.parse(json.dumps(data), name="late.json") as event:
        assert event.data()["players"][-1]["name"] == "Late, Lia"


def errors_know_place_and_remedy():
    error = refused(limmat.InvalidInput, lambda: limmat.parse("012 x\n001 garbage\n", name="a.trf"))
    assert (error.line, error.column) == (2, 5) and "whole number" in error.remedy, vars(error)
    assert str(error).startswith("a.trf:2:5: "), str(error)
    refused(limmat.NoPairing, lambda: limmat.read(data / "impossible.trf").pair())
    assert "no-such" in str(refused(limmat.Unreadable, lambda: limmat.read("no-such.trf")))
    with limmat.read(examples / "open-2026.trf") as event:
        refused(limmat.InvalidInput, lambda: event.pair(99))
        refused(limmat.InvalidInput, lambda: event.pair(system="no-such"))
        refused(limmat.InvalidInput, lambda: event.explain(player=999))
        refused(limmat.InvalidInput, lambda: event.explain(player=1, language="xx"))
        refused(limmat.InvalidInput, lambda: event.result(1, 1, "2-0"))
        refused(limmat.InvalidInput, lambda: event.write("pdf"))
        refused(ValueError, lambda: event.pair(-1))
        refused(ValueError, lambda: event.standings(order="BH," * 500))
        refused(ValueError, lambda: event.standings(order="P\0TS"))
        refused(ValueError, lambda: event.check_round(0))
        assert event.pair(1)["round"] == 1
    refused(ValueError, event.pair)
    (work / "bad.trf").write_text("012 x\n001 garbage\n")
    error = refused(limmat.InvalidInput, lambda: limmat.rate(work / "bad.trf"))
    assert error.messages[0]["file"].endswith("bad.trf") and error.line == 2, vars(error)
    refused(limmat.Unreadable, lambda: limmat.publish(work / "none.trf", out=work / "site"))


def ratings_and_sites_are_made():
    path = examples / "summer-open-2026.trf"
    assert limmat.rate(path) == printed("rate", "event", "-f", "json", path)[0]
    limmat.publish(path, out=work / "site")
    assert (work / "site/index.html").exists() and list(work.glob("site/*/round-1.html"))


def sessions_know_nothing_of_each_other():
    paths = [generated("dutch-2026", players, 9) for players in (20, 30, 40, 50)]
    expected = [printed("pair", "-f", "json", "-r", 9, path) for path in paths]
    found = [None] * len(paths)

    def work_on(index):
        for _ in range(20):
            with limmat.read(paths[index]) as event:
                found[index] = event.pair(9)

    threads = [threading.Thread(target=work_on, args=[index]) for index in range(len(paths))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == expected


def copies_and_pickles_are_tournaments_of_their_own():
    for copied in (copy.copy, copy.deepcopy, lambda event: pickle.loads(pickle.dumps(event))):
        with limmat.read(examples / "open-2026.trf", system="dutch-2026") as event:
            round = event.enter()["round"]
            event.result(round, 1, "1-0")
            other = copied(event)
            assert other.data() == event.data() and (other.name, other.system) == (event.name, event.system)
            event.result(round, 1, "0-1")
            assert other.data() != event.data()
        assert other.data()["players"] and other.pair(round)["round"] == round
        other.close()
        assert "closed" in str(refused(ValueError, lambda: copied(event)))
    with limmat.read(examples / "open-2026.trf") as event:
        for copied in (copy.copy, copy.deepcopy, pickle.dumps):
            assert "Tournament" in str(refused(TypeError, lambda: copied(event._session)))
    error = pickle.loads(pickle.dumps(refused(limmat.InvalidInput, lambda: limmat.parse("001 garbage\n", name="a.trf"))))
    assert error.line == 1 and error.remedy and error.messages


def players_are_asked_for_by_their_numbers():
    with limmat.read(examples / "open-2026.trf") as event:
        for player, against in ((1, 1), (0, 2), (1, 99), (99, 1), (2**32 - 1, 1), (1, 2**32 - 1)):
            assert str(refused(limmat.InvalidInput, lambda: event.explain(3, player=player, against=against)))


def a_round_that_is_played_is_asked_about():
    with limmat.read(examples / "open-2026.trf") as event:
        pairing = event.enter()
        board = pairing["pairs"][0]
        for pair in pairing["pairs"][1:]:
            event.result(pairing["round"], pair["white"], "1-0")
        stands = event.round()
        assert (stands["round"], stands["missing"]) == (pairing["round"], 1)
        assert stands["boards"][0]["results"] == ["none"] and stands["boards"][1]["results"] == ["1-0"]
        assert event.round(1)["round"] == 1 and event.round(1)["missing"] == 0
        preview = event.preview()
        assert preview["outcomes"] == 3 and [(one["white"], one["black"]) for one in preview["open"]] == [(board["white"], board["black"])]
        forecast = event.forecast(40, seed=3)
        assert forecast["runs"] + forecast["impossible"] == 40 and forecast == event.forecast(40, seed=3)
        assert {one["k"] for one in event.ratings()["players"]} <= {10, 20, 40}
        refused(limmat.InvalidInput, lambda: event.round(99))


def a_journal_is_verified():
    path = work / "played.journal"
    limmat.run("championship", "simulate", "candidates", "-n", "6", "--seed", "3", "-o", path)
    data = path.read_bytes()
    lines = data.split(b"\n")[:-1]
    audit = limmat.verify_journal(data)
    assert (audit["lines"], audit["faults"]) == (len(lines), [])
    assert audit["head"] == hashlib.sha256(lines[-1]).hexdigest()
    changed = b"\n".join([*lines[:9], lines[9].replace(b"T", b"t"), *lines[10:], b""])
    assert limmat.verify_journal(changed)["faults"]
    shorter = b"\n".join([*lines[:-1], b""])
    assert [one["fault"] for one in limmat.verify_journal(shorter, head=audit["head"])["faults"]] == ["other end"]
    assert limmat.verify_journal(b"")["lines"] == 0


def every_function_of_the_flat_interface_is_here():
    """And in the npm package: each is named in its script."""
    top = pathlib.Path(__file__).resolve().parents[2]
    header = re.sub(r"/\*.*?\*/", "", (top / "include/limmat/flat.h").read_text(), flags=re.S)
    functions = set(re.findall(r"\blimmat_(\w+)\(", header))
    python = (top / "packaging/python/limmat").glob("*.py")
    texts = {"Python": "".join(path.read_text() for path in python), "npm": (top / "packaging/npm/browser.js").read_text()}
    assert len(functions) > 20
    for name, text in texts.items():
        missing = {one for one in functions if not re.search(rf"limmat_{one}\b|['\"]{one}['\"]", text)}
        assert missing <= {"npm": {"interface", "version"}}.get(name, set()), (name, missing)
    methods = set(re.findall(r"^    (\w+)\(", (top / "packaging/npm/browser.js").read_text().split("class Tournament")[1].split("class Limmat")[0], re.M))
    snake = {re.sub(r"[A-Z]", lambda one: "_" + one[0].lower(), one) for one in methods} - {"constructor", "text"}
    assert not snake - set(dir(limmat.Tournament)), snake - set(dir(limmat.Tournament))


def the_examples_of_the_readme_hold():
    """One after the other in one folder and one namespace, as they stand there."""
    readme = pathlib.Path(__file__).resolve().parents[2] / "packaging/python/README.md"
    blocks = [part.split("```")[0] for part in readme.read_text().split("```python\n")[1:]]
    (work / "open.trf").write_bytes((examples / "open-2026.trf").read_bytes())
    printed_ = []
    names = {"print": lambda *words: printed_.append(words)}
    here = pathlib.Path.cwd()
    os.chdir(work)
    try:
        for block in blocks:
            before = len(printed_)
            exec(block, names)
            assert len(printed_) > before, block
    finally:
        os.chdir(here)
    assert len(blocks) == 4 and (work / "site/index.html").exists()


for test in (
    answers_are_those_of_the_command,
    an_event_is_run,
    what_was_changed_as_data_is_read_again,
    errors_know_place_and_remedy,
    ratings_and_sites_are_made,
    sessions_know_nothing_of_each_other,
    copies_and_pickles_are_tournaments_of_their_own,
    players_are_asked_for_by_their_numbers,
    a_round_that_is_played_is_asked_about,
    a_journal_is_verified,
    every_function_of_the_flat_interface_is_here,
    the_examples_of_the_readme_hold,
):
    count += 1
    try:
        test()
        print(f"ok {count} - {test.__name__}")
    except Exception as error:
        import traceback

        print(f"not ok {count} - {test.__name__}")
        print("# " + "".join(traceback.format_exception(error)).replace("\n", "\n# "))
print(f"1..{count}")
