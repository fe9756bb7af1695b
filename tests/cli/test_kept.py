#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""test_kept.py LIMMAT [FOLDER [postgresql]]: files that former builds wrote (vectors/kept) open with the same facts.  TAP.
Sentences are never compared.  KEEP=1 writes the expectations that are missing, and changes none."""
import contextlib
import hashlib
import html
import json
import lzma
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "server"))
import cluster  # noqa: E402
from served import Browser, Report, Server  # noqa: E402

LIMMAT = os.path.abspath(sys.argv[1])
KEPT = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else pathlib.Path(__file__).resolve().parent.parent / "vectors/kept")
# Members of JSON added since: ignored where the expectation does not have them.
ADDED = set()
# Lines of files, likewise: who is expelled has no rank.
ADDED_LINES = re.compile(r"### (Expelled|Withdrawn without a rank): ")
# Members of JSON that hold sentences.
SENTENCES = {"note", "otherwise", "text", "what"}
# What is right now and was not then: where, and whether it is this change and no other.
def points_of(rows):
    """What each has, in whatever order."""
    return sorted((str(row.get("name", row.get("tpn"))), row["values"][0]) for row in rows)


def closed_up(then, now):
    """Are the two who were expelled behind the others, without a rank, and these as they were, closed up?"""
    ranked = [row["tpn"] for row in now if row["rank"]]
    return ([row["tpn"] for row in now[-2:]] == [6, 7] and ranked == [row["tpn"] for row in then if row["tpn"] not in (6, 7)]
            and [row["rank"] for row in now[:-2]] == list(range(1, len(ranked) + 1)) and points_of(then) == points_of(now))


CORRECTED = (
    # Whoever has a pseudonym has no year of birth in public either.
    # The report of a section that is finished has the final ranks.
    (r"^desk/[^/]+/sections/\w+/(public_)?trf/\d+$", lambda then, now: then[:3] == "001" and not then[85:89].strip() and now[:85] + now[89:] == f"{then:89}"[:85] + then[89:]),
    (r"^desk/[^/]+/sections/\w+/(public_)?trf/\d+$", lambda then, now: then[:3] == "310" and any(now[:k] + "    " + now[k + 4:] == then for k in range(60, 75))),
    (r"(public_trf|tournament\.trf)/\d+$", lambda then, now: now == f"{then[:69]:69}{'':10}{then[79:]}"),
    (r"tournament\.json/players/\d+/birth$", lambda then, now: now is None),
    # Two of one name have their numbers in public, and no year of birth.
    (r"(/public/.*/name|public_trf/\d+|/public.*|/views//p/.*|tournament\.\w+/.*)$",
     lambda then, now: isinstance(then, str) and isinstance(now, str) and re.search(r" \((19|20)\d\d\)", then)
     and re.sub(r" +\(\d{4}\) *", " ", then) == re.sub(r" +\(\d+\) *", " ", now)),
    # Devices for check-in and results don't read the journal.
    (r"/people/(check-in|results)//e/[^/]+/journal$", lambda then, now: (then, now) == (200, 403)),
    # The round that is being altered is public as it was published: its column and its points.
    (r"^desk/altered/sections/A/public_trf/\d+$",
     lambda then, now: now[:80] == then[:80] and now[84:131].rstrip() == then[84:131].rstrip() or then.startswith("### Boards @ Round 5: ")),
    # What was sent in has its own ranks, and the tie-breaks that give them.
    (r"^store/version-\d(\.sql)?/views//t/kept-cup/standings\.json/order$", lambda then, now: now == ["PTS", "TPN"]),
    (r"^store/version-\d(\.sql)?/views//t/kept-cup/standings\.json/rows$", lambda then, now: points_of(then) == points_of(now)),
    # Who is expelled is behind the others, without a rank.
    (r"^desk/erased/sections/A/standings/standings$", lambda then, now: closed_up(then, now)),
)
CLUSTER = cluster.Cluster(careless=True) if sys.argv[3:] == ["postgresql"] and cluster.is_there() else None
report = Report()


def run(*words, status=0):
    done = subprocess.run([LIMMAT, *map(str, words)], capture_output=True, text=True)
    if done.returncode != status:
        raise ValueError(f"limmat {' '.join(map(str, words))}: status {done.returncode}\n{done.stderr[-2000:]}")
    return done.stdout


def without_sentences(told):
    if isinstance(told, list):
        return [without_sentences(one) for one in told]
    if isinstance(told, dict):
        return {key: without_sentences(one) for key, one in told.items() if key not in SENTENCES}
    return told


def is_corrected(wanted, got, where):
    return any(re.search(place, where) and same(wanted, got) for place, same in CORRECTED)


def differences(wanted, got, where):
    """The first five places where ${got} differs from ${wanted}."""
    if isinstance(wanted, dict) and isinstance(got, dict):
        keys = sorted(wanted.keys() | (got.keys() - ADDED))
        found = [d for key in keys for d in differences(wanted.get(key), got.get(key), f"{where}/{key}")]
    elif is_corrected(wanted, got, where):
        found = []
    elif isinstance(wanted, list) and isinstance(got, list):
        got = [one for one in got if one in wanted or not isinstance(one, str) or not ADDED_LINES.match(one)]
        found = [d for i, (a, b) in enumerate(zip(wanted, got)) for d in differences(a, b, f"{where}/{i}")]
        found += [f"{where}: {len(got)} instead of {len(wanted)}"] if len(wanted) != len(got) else []
    elif type(wanted) is type(got) and wanted == got:
        found = []
    else:
        found = [f"{where}: {got!r} instead of {wanted!r}"]
    return found[:5]


def unpack(name, folder):
    """${name}, packed or plain, into ${folder}; its path there."""
    packed = KEPT / (name + ".xz")
    data = lzma.decompress(packed.read_bytes()) if packed.exists() else (KEPT / name).read_bytes()
    path = folder / pathlib.Path(name).name
    path.write_bytes(data)
    return path


def journal_in(name, folder):
    """The journal ${name} with its private part, if it has one, in ${folder}."""
    for end in (".private.xz", ".private"):
        if (KEPT / (name + end)).exists():
            unpack(name + ".private", folder)
    return unpack(name + ".journal", folder)


def cut(path, last, folder):
    """The journal ${path} as it was when line ${last} was its last one."""
    out = folder / path.name
    out.write_text("".join(path.read_text().splitlines(True)[:last]))
    secrets = path.with_suffix(".private")
    if secrets.exists():
        kept = [line for line in secrets.read_text().splitlines(True) if json.loads(line)["n"] <= last]
        out.with_suffix(".private").write_text("".join(kept))
    return out


# --- the facts of a file


def desk_facts(path):
    """State and reports, for arbiters and for the public, and standings of each section."""
    facts = {"state": json.loads(run("desk", path, "state")), "public": json.loads(run("desk", "--public", path, "state"))}
    facts["sections"] = {}
    for section in facts["state"]["sections"]:
        at = f"{path}#{section['id']}"
        facts["sections"][section["id"]] = {
            "standings": without_sentences(json.loads(run("standings", "-f", "json", at))) if section["played"] else None,
            "trf": run("desk", path, section["id"], "export").splitlines(),
            "public_trf": run("desk", "--public", path, section["id"], "export").splitlines(),
        }
    return facts


def desk(name, folder):
    path = journal_in(name, folder)
    facts = desk_facts(path)
    run("journal", "verify", path)
    alone = folder / "alone" / path.name  # without the private file
    alone.parent.mkdir()
    shutil.copy(path, alone)
    facts["alone"] = json.loads(run("desk", alone, "state"))
    run("desk", path, "announce", "It goes on.")
    run("journal", "verify", path)
    return facts


def championship_facts(path, stages=()):
    lines = path.read_text().splitlines()
    last = json.loads(lines[-1])["at"]
    of_stage = {stage: json.loads(run("championship", "standings", "-f", "json", path, stage)) for stage in stages}
    return without_sentences({
        "state": json.loads(run("championship", "export", "-f", "json", path)),
        "standings": of_stage,
        "due": json.loads(run("championship", "due", "-f", "json", "--at", last, path)),
        "log": json.loads(run("championship", "explain", "-f", "json", path)),
    })


def middles(path):
    """Lines in the middle of each stage, with the stages begun by then."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    begins = {line["stage"]: line["n"] for line in reversed(lines) if line["event"] == "pair" and "stage" in line}
    begins = sorted((number, stage) for stage, number in begins.items())
    ends = [number for number, _ in begins[1:]] + [len(lines) + 1]
    for at, ((number, _), end) in enumerate(zip(begins, ends)):
        yield (number + end) // 2, [stage for _, stage in begins[:at + 1]]


def championship(name, folder):
    path = journal_in(name, folder)
    run("journal", "verify", path)
    run("championship", "replay", path)
    facts = {}
    stages = []
    for last, stages in middles(path):
        then = folder / str(last)
        then.mkdir()
        facts[str(last)] = championship_facts(cut(path, last, then), stages)
    return {**facts, "end": championship_facts(path, stages)}


def registry(name, folder):
    path = unpack(name + ".registry", folder)
    lists = {form: run("rate", "export", "-t", form, path).splitlines() for form in ("combined", "legacy", "xml", "unrated")}
    return {**lists, "found": json.loads(run("rate", "lookup", "-f", "json", "-l", path, "Novak"))}


def office(name, folder):
    """A month made from the kept list and reports, then from the kept journal, then rectified."""
    with tarfile.open(KEPT / (name + ".tar.xz")) as pack:
        pack.extractall(folder)
    last = folder / "2013-10"
    run("rate", "period", "-l", last, "-e", folder / "events-2013-11", "-o", folder / "events")
    run("rate", "period", "-l", last, "--replay", folder / "2013-11/journal.txt", "-o", folder / "replay")
    run("rate", "rectify", "-e", folder / "events-2013-11", "-o", folder / "rectified", last, folder / "2013-11")
    return {made: {part: (folder / made / part).read_text().splitlines() for part in ("list.txt", "titled-unrated.txt", "events.txt")}
            for made in ("2013-11", "events", "replay", "rectified/2013-11")}


def study(name, folder):
    with tarfile.open(KEPT / (name + ".tar.xz")) as pack:
        pack.extractall(folder)
    told = json.loads(run("study", "--merge", "-f", "json", *sorted(folder.iterdir())))
    return without_sentences({key: value for key, value in told.items() if key != "limmat"})  # that is the version of today


def tournament(name, folder):
    path = unpack(name, folder)
    return {"trf": run("convert", "-t", "trf26", path).splitlines(), "json": json.loads(run("convert", "-t", "json", path))}


GETS = ("/rights", "/e/small-open/journal", "/e/small-open/main/do/settings", "/e/small-open/main/players", "/moderation", "/sync",
        "/c/acwc-2019/people", "/c/acwc-2019/journal", "/c/acwc-2019/due.json")


def downloaded(chief, name, folder):
    """The championship ${name} of a server, as files."""
    path = folder / f"{name}.journal"
    path.write_text(chief.get(f"/c/{name}/journal")[1])
    path.with_suffix(".private").write_text(chief.get(f"/c/{name}/private")[1])
    run("journal", "verify", path)
    return championship_facts(path)


def served(keys, folder):
    """The answers of a server over the store in ${folder}: public views, sessions, a key, a card, private addresses."""
    server = Server(LIMMAT, "--quiet", *keys["options"], data=folder)
    try:
        nobody = Browser(server)
        facts = {"views": {}, "people": {}, "addresses": {}}
        for view in keys["views"]:
            status, text, _ = nobody.get(view)
            told = json.loads(text) if status == 200 and view.endswith(".json") else text.splitlines()
            facts["views"][view] = told if status == 200 else status
        people = {name: Browser(server) for name in keys["cookies"]}
        for name, who in people.items():
            who.cookie = keys["cookies"][name]
            answers = {path: who.get(path) for path in GETS}
            facts["people"][name] = {path: answer[0] for path, answer in answers.items()}
            if answers[GETS[-1]][0] == 200:
                facts["people"][name]["due"] = without_sentences(json.loads(answers[GETS[-1]][1])["due"])
        facts["shown"] = [text in html.unescape(people[name].get(path)[1]) for name, path, text in keys["shown"]]
        chief = people["Verena"]
        facts["championships"] = {each: downloaded(chief, each, folder.parent) for each in keys["championships"]}
        chief.token = re.search(r'name="csrf" value="(\w+)"', chief.get("/")[1]).group(1)
        result = {"board": "2.2", "result": "1-0", "was": "none"}
        facts["goes_on"] = [chief.post("/e/small-open/main/round/2/result", result)[0],
                            nobody.ask("PUT", "/submit/x.trf", (KEPT / "files/swiss.trf").read_bytes())[0]]
        for address in keys["addresses"]:
            facts["addresses"][address] = nobody.get(address)[0]
        facts["addresses"]["key"] = [Browser(server).post(keys["key"], {"name": "Later"})[0] for _ in range(2)]
        if "link" in keys:
            bearer = {"Authorization": "Bearer " + keys["link"]}
            facts["addresses"]["link"] = [nobody.ask("PUT", "/sync/nowhere", "{}", headers)[0] for headers in (bearer, {})]
        return facts
    finally:
        server.end()


def room(name, folder):
    """A championship on a server, with what stands beside its journal: messages, clocks, who publishes rounds."""
    keys, old = keys_of(name), unpack(name + ".db", folder)
    data = folder / "data"
    data.mkdir()
    shutil.copy(old, data / "limmat.db")
    run("db", "migrate", "--data", data)
    with contextlib.closing(sqlite3.connect(data / "limmat.db")) as db, db:
        db.execute("UPDATE session SET until = 4102444800 WHERE until > 0")
    server = Server(LIMMAT, "--clock", keys["clock"], data=data)
    try:
        people = {each: Browser(server) for each in keys["cookies"]}
        facts = {"people": {}, "championship": {}}
        for each, who in people.items():
            who.cookie = keys["cookies"][each]
            home, match, letters = (html.unescape(who.get(path)[1]) for path in ("/c/acwc-2019", f"/c/acwc-2019/m/{keys['match']}", "/c/acwc-2019/letters"))
            facts["people"][each] = {
                "zone": re.findall(r'name="zone" value="([^"]*)"', home), "automatic": re.findall(r'name="pairings" value="(\w+)"', home),
                "letters": [text for text in keys["texts"] if text in letters], "thread": [text for text in keys["texts"] if text in match],
                "due": without_sentences(json.loads(who.get("/c/acwc-2019/due.json")[1])["due"])}
        facts["championship"] = downloaded(people["Verena"], "acwc-2019", folder)
        return facts
    finally:
        server.end()


def exported(where, keys, folder):
    """Every event of the store ${where}, as files in ${folder}."""
    facts = {}
    for event in keys["events"]:
        path = folder / f"{event}.journal"
        run("db", "export", *where, path)
        run("journal", "verify", path)
        facts[event] = desk_facts(path)
    return facts


def keys_of(name):
    return json.loads((KEPT / (name + ".keys.json")).read_text())


def store(name, folder):
    keys, old = keys_of(name), unpack(name + ".db", folder)
    data, again, copy = folder / "data", folder / "restored", folder / "copy"
    for made in (data, again, copy):
        made.mkdir()
    shutil.copy(old, data / "limmat.db")
    run("db", "migrate", "--data", data)
    run("db", "check", "--data", data)
    if any(erased.encode() in path.read_bytes() for erased in keys["erased"] for path in data.iterdir()):
        raise ValueError("an erased name is still there")
    facts = exported(("--data", data), keys, folder)
    run("db", "restore", "--data", again, old)
    run("db", "check", "--data", again)
    if exported(("--data", again), keys, copy) != facts:
        raise ValueError("db restore and db migrate give different events")
    # These last for days or weeks, and have ended since.
    with contextlib.closing(sqlite3.connect(data / "limmat.db")) as db, db:
        for kind in ("session", "invitation", "submission"):
            db.execute(f"UPDATE {kind} SET until = 4102444800 WHERE until > 0")
    return {"events": facts, **served(keys, data)}


def database(name, folder):
    """The same in PostgreSQL."""
    own = pathlib.Path(name).stem
    CLUSTER.ask(f'CREATE DATABASE "{own}"')
    url = f"postgresql://postgres@/{own}?host={CLUSTER.folder}"
    subprocess.run(["psql", "-qX", "-v", "ON_ERROR_STOP=1", "-f", unpack(name, folder), url], check=True, capture_output=True)
    where = ("--database", url)
    run("db", "migrate", *where)
    run("db", "check", *where)
    return exported(where, keys_of(name.removesuffix(".sql")), folder)


# --- all files


def packed(path):
    return json.loads(lzma.decompress(path.read_bytes()))


def one(kind, name):
    """The differences of ${name} from what is expected."""
    expected = KEPT / (name + ".json.xz")
    with tempfile.TemporaryDirectory() as folder:
        try:
            got = kind(name, pathlib.Path(folder))
        except (ValueError, OSError, KeyError, AssertionError, subprocess.SubprocessError, SystemExit) as why:
            return [f"{type(why).__name__}: {why}"]
    if os.environ.get("KEEP") == "1" and not expected.exists():
        expected.write_bytes(lzma.compress(json.dumps(got, ensure_ascii=False, indent=1).encode(), preset=9))
    return differences(packed(expected), got, name) if expected.exists() else ["no expectation yet; KEEP=1 writes it"]


def sums():
    """The files that differ from SHA256SUMS; KEEP=1 adds new ones to it."""
    noted = KEPT / "SHA256SUMS"
    known = dict(reversed(line.split()) for line in noted.read_text().splitlines()) if noted.exists() else {}
    now = {str(path.relative_to(KEPT)): hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(KEPT.glob("*/*"))}
    if os.environ.get("KEEP") == "1":
        known = {**now, **known}
        noted.write_text("".join(f"{known[name]}  {name}\n" for name in sorted(known)))
    return [name for name in sorted(known.keys() | now.keys()) if known.get(name) != now.get(name)]


def missing():
    """What the current build writes, and no file shows: tables of its version, a definition of a championship."""
    root = pathlib.Path(__file__).resolve().parent.parent.parent
    wanted = [f"championship/{path.stem}.journal.xz" for path in (root / "data/championships").glob("*.json")]
    with tempfile.TemporaryDirectory() as folder:
        run("db", "migrate", "--data", folder)
        with contextlib.closing(sqlite3.connect(pathlib.Path(folder) / "limmat.db")) as db:
            wanted.append(f"store/version-{db.execute('PRAGMA user_version').fetchone()[0]}.db.xz")
    return sorted(name for name in wanted if not (KEPT / name).exists())


def main():
    kinds = (("desk", ".journal", desk), ("championship", ".journal.xz", championship), ("championship", ".db.xz", room), ("store", ".db.xz", store),
             *([("store", ".sql.xz", database)] if CLUSTER else []), ("rating", ".registry.xz", registry),
             ("rating", ".tar.xz", office), ("study", ".tar.xz", study),
             *(("files", form, tournament) for form in (".trf", ".json", ".csv")))
    named = {tournament: "", database: ".xz"}  # the part of the ending to cut off, else all
    todo = [(kind, f"{folder}/{path.name.removesuffix(named.get(kind, end))}") for folder, end, kind in kinds
            for path in sorted((KEPT / folder).glob("*" + end))]
    if not todo:
        raise SystemExit(f"Bail out! no files in {KEPT}")
    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        for (_, name), found in zip(todo, pool.map(lambda each: one(*each), todo)):
            report(not found, name, "\n".join(found))
    changed = sums()
    report(not changed, "no_file_was_changed", "\n".join(changed))
    absent = missing()
    report(not absent, "every_version_is_kept", "\n".join(absent))
    sys.exit(report.end())


main()
