#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compare Limmat with another engine that takes the arguments of bbpPairings or JaVaFo: random tournaments of each are paired
again, round by round, by the other (questions 33 to 39 of FIDE's list).  See docs/comparing-engines.md.

usage: compare-engines.py [--tournaments N] [--seed N] [--system dutch] [--folder DIR] [--limmat FILE] ENGINE [ARGUMENT...]

Writes DIR/report.md, DIR/report.json and each tournament in which a round differs.  Goes on where it was stopped.
Ends with 0 when no round differs, 6 when one does."""
import argparse
import datetime
import json
import os
import random
import re
import subprocess
import sys


def run(words, folder):
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, errors="replace", timeout=600)


def version(words):
    told = run(words + ["-r"], ".")
    lines = (told.stdout + told.stderr).strip().splitlines()
    return lines[0].strip() if lines else words[0]


def config_of(chance):
    """What happens in a tournament, as lines of the configuration that both understand."""
    players = chance.choice([chance.randint(6, 30), chance.randint(20, 60), chance.randint(50, 120)])
    return {
        "PlayersNumber": players,
        "RoundsNumber": chance.randint(3, min(13, players - 1 if players % 2 == 0 else players - 2)),
        "DrawPercentage": chance.randint(10, 50),
        "ForfeitRate": chance.randint(10, 200),
        "RetiredRate": chance.randint(50, 400),
        "HalfPointByeRate": chance.randint(20, 200),
    }


def generate(words, system, number, config, folder):
    """A tournament of ${words}; its name, None: it made none."""
    name, lines = f"{number:06d}.trf", "".join(f"{key}={value}\n" for key, value in config.items())
    with open(os.path.join(folder, "config.txt"), "w", encoding="ascii") as f:
        f.write(lines)
    if os.path.exists(os.path.join(folder, name)):
        os.remove(os.path.join(folder, name))
    told = run(words + [f"--{system}", "-g", "config.txt", "-o", name, "-s", str(number)], folder)
    made = told.returncode == 0 and os.path.exists(os.path.join(folder, name))
    return name if made else None


def declare_rounds(path):
    """Generators leave the number of rounds out; then the last one played would be taken for it by one of the two alone."""
    with open(path, encoding="utf-8", errors="replace", newline="") as f:
        text = f.read()
    if re.search(r"^(142|XXR) ", text, re.M):
        return
    rounds = max((len(line) - 91 + 9) // 10 for line in re.split(r"[\r\n]+", text) if line.startswith("001"))
    with open(path, "w", encoding="utf-8", newline="") as f:
        f.write(text.rstrip("\r\n") + f"\nXXR {rounds}\n")


def paired_again(words, system, name, folder):
    """Rounds in which ${words} comes to other pairs: [(round, text)], how many it paired; None: it refused the file."""
    told = run(words + [f"--{system}", name, "-c"], folder)
    if told.returncode != 0:
        return None, 0
    rounds, differing, at = 0, [], None
    for line in told.stdout.splitlines():
        found = re.search(r"[Rr]ound #(\d+)", line)
        if found:
            rounds, at = rounds + 1, int(found.group(1))
        elif at is not None and line.strip() and re.search(r"\d", line):
            if not differing or differing[-1][0] != at:
                differing.append((at, []))
            differing[-1][1].append(line.rstrip())
    return differing, rounds


def reason(limmat, system, name, folder):
    """By which criterion the pairing of Limmat is the better one, round by round, as it says itself."""
    told = run(limmat + ["check", "-s", system, "-f", "json", name], folder)
    try:
        found = json.loads(told.stdout)["differences"]
    except (ValueError, KeyError):
        return {}
    return {d["round"]: d for d in found}


def one_way(number, maker, checker, arguments, state):
    chance = random.Random(number * 2 + (maker == "limmat"))
    folder, engines = arguments.folder, arguments.engines
    way = state["ways"].setdefault(f"{maker} by {checker}", {"made": 0, "rounds": 0, "not_made": 0, "refused": 0, "differing": 0})
    name = generate(engines[maker], arguments.system, number, config_of(chance), folder)
    if name is None:
        way["not_made"] += 1
        return
    declare_rounds(os.path.join(folder, name))
    differing, rounds = paired_again(engines[checker], arguments.system, name, folder)
    way["made"] += 1
    way["rounds"] += rounds
    if differing is None:
        way["refused"] += 1
        differing = [(0, ["the file is refused"])]
    way["differing"] += len(differing)
    if not differing:
        os.remove(os.path.join(folder, name))
        return
    kept = f"{maker}-{name}"
    os.replace(os.path.join(folder, name), os.path.join(folder, kept))
    why = reason(engines["limmat"], arguments.system, kept, folder) if checker == "limmat" else {}
    for number_of_round, lines in differing:
        told = why.get(number_of_round, {})
        state["differences"].append({"file": kept, "round": number_of_round, "checked_by": checker, "lines": lines,
                                     "rule": told.get("rule") or told.get("code") or "", "cause": "", "reported": ""})


def report(arguments, state):
    lines = [f"# {arguments.names['limmat']} and {arguments.names['other']}", "",
             f"{state['begun'][:10]} to {state['ended'][:10]}, system `--{arguments.system}`, seeds from {arguments.seed}; made by",
             f"`compare-engines.py --tournaments {arguments.tournaments} --seed {arguments.seed}`. Each round of each tournament was paired again by the other program.", "",
             "| made by | paired again by | tournaments | rounds | differing rounds | refused | not made |", "|---|---|---|---|---|---|---|"]
    for way, n in sorted(state["ways"].items()):
        maker, checker = way.split(" by ")
        lines.append(f"| {arguments.names[maker]} | {arguments.names[checker]} | {n['made']} | {n['rounds']} | {n['differing']} | {n['refused']} | {n['not_made']} |")
    lines += ["", f"## Differences: {len(state['differences'])}", ""]
    for i, d in enumerate(state["differences"], 1):
        lines += [f"### {i}. {d['file']}, round {d['round']}, paired again by {arguments.names[d['checked_by']]}", "", "```", *d["lines"], "```", ""]
        if d["rule"]:
            lines += [f"The first criterion that separates the two: {d['rule']}.", ""]
        lines += [f"- Cause (fault of which program, or reading of which article): {d['cause'] or '…'}",
                  f"- Reported to, on: {d['reported'] or '…'}", ""]
    with open(os.path.join(arguments.folder, "report.md"), "w", encoding="utf-8") as f:
        f.write("\n".join(lines) + "\n")
    with open(os.path.join(arguments.folder, "report.json"), "w", encoding="utf-8") as f:
        json.dump(state, f, indent=1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tournaments", type=int, default=1000, help="of each of the two (50000 is what FIDE asks)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--system", default="dutch")
    parser.add_argument("--folder", default="comparison")
    parser.add_argument("--limmat", default="limmat")
    parser.add_argument("engine", nargs="+")
    arguments = parser.parse_args()
    arguments.engines = {"limmat": [arguments.limmat], "other": arguments.engine}
    if os.path.sep in arguments.limmat:
        arguments.engines["limmat"] = [os.path.abspath(arguments.limmat)]
    if os.path.exists(arguments.engine[0]):
        arguments.engines["other"] = [os.path.abspath(arguments.engine[0])] + [
            os.path.abspath(word) if os.path.exists(word) else word for word in arguments.engine[1:]]
    arguments.names = {name: version(words) for name, words in arguments.engines.items()}
    os.makedirs(arguments.folder, exist_ok=True)
    path, now = os.path.join(arguments.folder, "report.json"), lambda: datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")
    state = {"names": arguments.names, "system": arguments.system, "seed": arguments.seed, "begun": now(), "next": arguments.seed, "ways": {}, "differences": []}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as f:
            before = json.load(f)
        if (before["names"], before["system"], before["seed"]) == (state["names"], state["system"], state["seed"]):
            state = before
    while state["next"] < arguments.seed + arguments.tournaments:
        one_way(state["next"], "limmat", "other", arguments, state)
        one_way(state["next"], "other", "limmat", arguments, state)
        state["next"] += 1
        state["ended"] = now()
        if state["next"] % 100 == 0:
            report(arguments, state)
    state.setdefault("ended", now())
    report(arguments, state)
    for way, n in sorted(state["ways"].items()):
        print(f"{way}: {n['made']} tournaments, {n['rounds']} rounds, {n['differing']} differing, {n['refused']} refused, {n['not_made']} not made")
    return 6 if state["differences"] else 0


if __name__ == "__main__":
    sys.exit(main())
