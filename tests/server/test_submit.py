#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_submit.py LIMMAT VECTORS GENERATED REAL CLIENTS KILLS: what arbiters send to a results
service.  First one sender's way, an erasure through a restore, and the limits; then CLIENTS at once
send GENERATED tournaments that are made here and REAL ones of the test vectors, and publish them,
while the server is killed KILLS times: each is published or refused with reasons, none is lost or
there twice.  In TAP."""
import http.client
import io
import json
import pathlib
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import urllib.parse

from served import Browser, Report, Server, publish_at_once

limmat, vectors = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
generated, real, clients, kills = map(int, sys.argv[3:7])
root = pathlib.Path(__file__).parents[2]
report = Report()
server = Server(limmat, "--submissions", "--submission-limit", "1000000")
nobody, owner = Browser(server), Browser(server)
owner.begin(server.key, "Owner")
OPEN = (root / "examples/summer-open-2026.trf").read_text()
YOUTH = (root / "examples/youth-2026.json").read_bytes()


def put(path, body, who=nobody, **headers):
    return who.ask("PUT", path, body if isinstance(body, bytes) else body.encode(), headers=headers, form="application/octet-stream")


def link_in(text):
    return re.search(r"/s/[\w-]{43}", text).group(0)


def slug_of(link):
    return re.search(r"/t/([\w-]+)/index", nobody.get(link)[1]).group(1)


def search(name):
    return json.loads(nobody.get("/results.json?q=" + urllib.parse.quote(name))[1])["people"]


def parts_of(person):
    return json.loads(nobody.get(person["address"] + "/person.json")[1])["parts"]


def publish(body):
    link = link_in(put("/submit/x.trf", body)[1])
    return link, nobody.post(link + "/publish", {})[0], slug_of(link)


# --- the way of one tournament

status, said, headers = put("/submit/open.trf", OPEN)
mine = link_in(said)
report(status == 201 and "96 players" in said, "curl_is_answered_with_an_address", said)
report(nobody.get("/results.json")[1].count("Summer") == 0 and nobody.get("/t/zurich-summer-open-2026/index.html")[0] == 404, "nobody_sees_a_draft")
report(nobody.get(mine + "/pages/standings-5.html")[0] == 200, "its_sender_sees_its_pages")
report(nobody.post(mine + "/publish", {})[0] == 303 and nobody.get("/t/zurich-summer-open-2026/standings-5.html")[0] == 200, "one_click_publishes_it")
report(nobody.post(mine + "/publish", {})[0] == 303 and json.loads(nobody.get("/results.json")[1])["count"] == 1, "a_second_click_changes_nothing")
other = link_in(put("/submit", OPEN)[1])
report(nobody.post(other + "/publish", {})[0] == 409, "the_same_file_is_not_published_twice")
key = "k" * 43
first, again = [put("/submit", OPEN, **{"Idempotency-Key": key}) for _ in range(2)]
report(first[0] == again[0] == 201 and link_in(first[1]) == link_in(again[1]), "sent_again_with_its_key_it_is_the_same_draft", first)
report(put("/submit", YOUTH, **{"Idempotency-Key": key})[0] == 409, "another_file_with_that_key_is_refused")
status, said, _ = put("/submit/bad.trf", (root / "tests/cli/data/contradiction.trf").read_bytes())
report(status == 422 and "bad.trf:15:102: player 1 meets 3" in said and "make each of the two" in said, "a_refusal_names_line_and_remedy", said)
told = json.loads(put("/submit/x.trf", (root / "tests/cli/data/wrong-points.trf").read_bytes(), Accept="application/json")[1])
report(told["state"] == "draft" and told["findings"][0]["line"] == 15 and "remedy" in told["findings"][0], "programs_are_told_in_json", told)
mended = link_in(told["link"])
nobody.post(mended + "/mend", {"mend": "points"})
report("Corrected:" in nobody.get(mended)[1] and 'value="points"' not in nobody.get(mended)[1], "wrong_points_are_mended_at_a_click")
facts = {"name": "Typed", "city": "Bern", "federation": "SUI", "start": "14.3.2026", "end": "", "rounds": "5", "births": "1"}
nobody.post(mended + "/facts", facts)
nobody.post(mended + "/publish", {})
put(mended, (root / "examples/open-2026.trf").read_bytes())
section = json.loads(nobody.get("/t/typed/section.json")[1])
report(section["name"] == "Typed" and section["city"] == "Bern", "what_was_typed_stays_when_the_file_comes_again", section)
for name, body in {"json": YOUTH, "csv": subprocess.run([limmat, "convert", "-t", "csv", root / "examples/weekend-2026.trf"], capture_output=True, check=True).stdout,
                   "utf16": OPEN.replace("Summer", "Utf16").encode("utf-16")}.items():
    report(put("/submit/x", body)[0] == 201, f"{name}_is_read_like_trf")
owner.post("/new", {"name": "Hall", "start": "2026-07-14", "rounds": "3"})
owner.post("/e/hall/main/people/enter", {"text": "Name\tElo\tFIDE id\n" + "\n".join(f"Hall {chr(65 + i)}, X\t{2000 + i}\t150301{i}" for i in range(8))})
owner.post("/e/hall/main/round/1/pair", {})
owner.post("/e/hall/main/round/1/publish", {"was": "0"})
journal = owner.get("/e/hall/journal")[1]
sent = put("/submit/hall.journal", journal)
report(sent[0] == 201 and "8 players" in sent[1], "the_journal_of_an_event_is_read", sent[1])

# --- versions

fixed = OPEN.replace("Zürich Summer Open", "Zürich Big Open", 1)
answer = put(mine, fixed)
nobody.post(mine + "/confirm", {"act": "publish"})
report(answer[0] == 202 and "version 2" in put(mine, fixed)[1] and "version 2" in put(mine, fixed)[1], "the_next_version_counts_once", answer[1])
history = nobody.get("/t/zurich-summer-open-2026/history.html")[1]
spoken = [nobody.get("/t/zurich-summer-open-2026/history.html", **{"Accept-Language": asked})[1] for asked in ("de", "en", "de", "fr")]
report([re.search('<html lang="(..)"', page)[1] for page in spoken] == ["de", "en", "de", "fr"], "a_page_that_is_kept_speaks_the_language_of_its_reader")
report("Name: Zürich Big Open 2026, was Zürich Summer Open 2026" in history, "its_history_tells_what_changed", history[-800:])
nobody.post(mine + "/restore", {"version": "1"})
report("<h1>Zürich Summer Open 2026" in nobody.get("/t/zurich-summer-open-2026/index.html")[1], "a_version_is_brought_back")
tag = nobody.get("/t/zurich-summer-open-2026/standings.json")[2]["ETag"]
report(nobody.get("/t/zurich-summer-open-2026/standings.json", **{"If-None-Match": tag})[0] == 304, "what_has_not_changed_is_known_by_its_tag")

# --- who is found, and who is not

ids = [row["address"] for row in json.loads(nobody.get("/results.json?q=caflisch")[1])["people"]]
report(len(ids) >= 1 and "/people/fide-" in ids[0], "a_person_is_found_by_name", ids)
parts = json.loads(nobody.get(ids[0] + "/person.json")[1])["parts"]
report(parts[0]["address"] == "/t/zurich-summer-open-2026/" and parts[0]["games"] > 0, "and_has_a_page_over_all_tournaments", parts)
report(json.loads(nobody.get("/results.json?q=hall+b")[1])["people"][0]["tournaments"] == 1, "so_are_those_of_an_event_that_is_run_here")
seen = nobody.get("/people/fide-1503011")[0]
owner.post("/e/hall/main/do/edit", {"player": "p2", "pseudonym": "H. B."})
found = json.loads(nobody.get("/results.json?q=hall+b+x")[1])["people"], nobody.get("/people/fide-1503011")[0], nobody.get("/p/hall/main/players.html")[1]
report(seen == 200 and "H. B." in found[2] and found[:2] == ([], 404), "behind_a_pseudonym_nobody_is_found_by_name_or_id", found[:2])
born = [line for line in OPEN.splitlines() if line.startswith("001")]
young = {line[14:47].strip(): line for line in born[:20]}
youth = "\n".join(line[:69] + "2012/05/17" + line[79:] if line in young.values() else line for line in OPEN.splitlines()).replace("Zürich Summer Open", "Children Open     ")
children = publish(youth)
shown = [name for name in young if any("/t/children" in part["address"] for row in search(name) for part in parts_of(row))]
text = nobody.get(f"/t/{children[2]}/tournament.json")[1] + nobody.get(f"/t/{children[2]}/tournament.trf")[1]
report(not shown and all(name in text for name in young), "minors_are_in_no_search", shown)
report("2012" in text and "05/17" not in text and "-05-17" not in text, "of_a_date_of_birth_the_year_is_told")
initials = link_in(put("/submit/youth.trf", youth + "\n")[1])
nobody.post(initials + "/facts", {"name": "Initials", "start": "2026-07-11", "city": "", "federation": "SUI", "end": "", "rounds": "9"})
nobody.post(initials + "/publish", {})
put(initials, youth)
slug = slug_of(initials)
text = nobody.get(f"/t/{slug}/tournament.json")[1]
report(slug == "initials" and not any(name in text for name in young) and "birth" not in text, "minors_stand_there_by_their_initials_where_their_arbiter_says_so", text[:600])

# --- an erasure, end to end

surname = json.loads(nobody.get("/t/zurich-summer-open-2026/section.json")[1])["players"][6]["name"]
RESPELT = "Qx" + surname[2:]
put(mine, OPEN.replace(surname, RESPELT))
put(mine, OPEN)
backup = server.work / "backup.db"
report(server.db("backup", "--data", server.data, backup).returncode == 0 and surname.encode() in backup.read_bytes(), "a_backup_has_the_name")
report(nobody.post(mine + "/erase", {"player": "7"})[0] == 303, "a_person_is_erased")


def told_anywhere():
    pages = ["index.html", "players.html", "standings-5.html", "round-1.html", "player-7.html", "history.html", "tournament.trf", "tournament.json",
             "section.json", "crosstable.html"]
    found = [page for page in pages for name in (surname, RESPELT) if name in nobody.get("/t/zurich-summer-open-2026/" + page)[1]]
    if any("/t/zurich-" in part["address"] for row in search(surname) for part in parts_of(row)):
        found.append("search")
    with tarfile.open(fileobj=io.BytesIO(nobody.send("GET", "/results.tar?q=summer", None, {})[1])) as archive:
        found += [m.name for m in archive if surname.encode() in archive.extractfile(m).read()]
    return found


report(told_anywhere() == [], "no_page_search_or_archive_tells_the_name", told_anywhere())
put(mine, OPEN)
report(told_anywhere() == [], "a_file_that_has_it_still_does_not_bring_it_back", told_anywhere())
server.end()
store = server.data / "limmat.db"
with sqlite3.connect(store) as db:
    left = [row for name in (surname, RESPELT) for row in
            db.execute("SELECT journal, number FROM secret WHERE journal = '~zurich-summer-open-2026' AND value LIKE ?", [f"%{name}%"])]
report(left == [], "no_line_of_the_store_has_it", left)
restored = server.db("restore", "--data", server.data, backup)
report(restored.returncode == 0, "the_backup_is_restored", restored.stderr)
server.start()
owner.begin(server.key, "Owner")
report(nobody.get("/t/zurich-summer-open-2026/player-7.html")[0] == 200 and told_anywhere() == [], "and_does_not_bring_the_name_back", told_anywhere())
report(server.db("check", "--data", server.data).returncode == 0, "the_store_holds_together")

# --- the server's owner

nobody.post("/t/typed/report", {"text": "the name of player 3 is mine"})
report("the name of player 3 is mine" in owner.get("/moderation")[1], "a_report_reaches_the_owner")
report(owner.post("/moderation/typed", {"act": "hide"})[0] == 422, "nothing_is_taken_down_without_a_reason")
owner.post("/moderation/typed", {"act": "hide", "reason": "a wrong name"})
gone = [nobody.get("/t/typed/" + page)[0] for page in ("index.html", "history.html", "tournament.trf")]
report(gone == [404] * 3 and "typed" not in nobody.get("/results.json")[1] and "a wrong name" in nobody.get(mended)[1], "what_is_taken_down_is_gone_and_its_sender_knows_why", gone)
report(nobody.post(mended + "/show", {})[0] == 403 and put(mended, OPEN)[0] == 403, "its_sender_cannot_bring_it_back")
spam = link_in(put("/submit", OPEN.replace("Zürich Summer Open", "www.buy.example   ", 1))[1])
nobody.post(spam + "/publish", {})
report(nobody.get("/t/www-buy-example-2026/index.html")[0] == 404 and "addresses or markup" in owner.get("/moderation")[1], "what_is_suspicious_waits_for_the_owner")
owner.post("/moderation/www-buy-example-2026", {"act": "publish"})
report(nobody.get("/t/www-buy-example-2026/index.html")[0] == 200, "who_lets_it_pass")
mine_too = publish(OPEN.replace("Zürich Summer Open", "Short Lived       ", 1))
nobody.post(mine_too[0] + "/hide", {"reason": "done"})
report(nobody.get(f"/t/{mine_too[2]}/index.html")[0] == 404, "its_sender_takes_it_down_himself")
hands, wrong = [Browser(server) for _ in range(4)], []
for i in range(5):
    told = publish_at_once(link_in(put("/submit", OPEN.replace("Zürich Summer Open", f"Quick Open {i}      ", 1))[1]), hands)
    if told != ([303] * 4, {f"quick-open-{i}-2026"}):
        wrong.append(told)
report(not wrong, "many_clicks_at_once_make_it_once", wrong)

# --- the command

ran = subprocess.run([limmat, "submit", "--to", f"http://127.0.0.1:{server.port}", root / "examples/weekend-2026.trf"], capture_output=True, text=True)
report(ran.returncode == 0 and "/s/" in ran.stdout, "limmat_submit_prints_the_address", ran)
ran = subprocess.run([limmat, "submit", "--to", f"http://127.0.0.1:{server.port}", root / "tests/cli/data/contradiction.trf"], capture_output=True, text=True)
report(ran.returncode == 3 and ran.stdout == "" and "contradiction.trf:15:102" in ran.stderr, "and_fails_with_the_reasons", ran)

# --- many at once, and the server killed

work = pathlib.Path(tempfile.mkdtemp())
subprocess.run([limmat, "generate", "-n", "24", "-R", "5", "--seed", "7", "--count", str(generated), "-o", work], check=True, capture_output=True)
files = sorted(work.iterdir())
for number, path in enumerate(files):  # each has a name of its own
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([f"012 Generated {number:04}\n"] + [line for line in lines if not line.startswith("012")]))
actual = []
for pack in sorted(vectors.glob("*/*.tar*")):
    with tarfile.open(pack) as archive:
        actual += [(m.name, archive.extractfile(m).read()) for m in archive if m.isfile() and m.name.endswith((".trf", ".trfx", ".json"))]
random.Random(11).shuffle(actual)
for number, (name, body) in enumerate(actual[:real]):
    (work / f"real-{number:03}.trf").write_bytes(body)
files = sorted(work.iterdir())
random.Random(5).shuffle(files)
todo, lock = list(files), threading.Lock()
published, refused, lost = {}, {}, []


def until_answered(act):
    """As a sender does whose line was cut: again, until there is an answer."""
    for _ in range(400):
        try:
            answer = act()
        except (OSError, http.client.HTTPException):
            time.sleep(0.05)
            continue
        if answer[0] != 503:
            return answer
        time.sleep(0.05)
    return 0, "", {}


def work_off(client):
    who = Browser(server)
    while True:
        with lock:
            if not todo:
                return
            path = todo.pop()
        body, key = path.read_bytes(), "".join(random.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij0123456789-_", k=43))
        status, said, _ = until_answered(lambda: put("/submit/" + path.name, body, who, **{"Idempotency-Key": key}))
        if status == 422:
            with lock:
                refused[path.name] = said
            continue
        if status != 201:
            lost.append((path.name, status, said[:200]))
            continue
        link = link_in(said)
        status, said, _ = until_answered(lambda: who.post(link + "/publish", {}))
        with lock:
            if status == 303:
                published[path.name] = link
            elif status == 409:
                refused[path.name] = said
            else:
                lost.append((path.name, status, said[:200]))


began = time.monotonic()
hands = [threading.Thread(target=work_off, args=(c,)) for c in range(clients)]
[hand.start() for hand in hands]
for kill in range(kills):
    share = len(files) * (kill + 1) // (kills + 2)
    while len(published) + len(refused) < share and any(h.is_alive() for h in hands):
        time.sleep(0.01)
    time.sleep(random.Random(kill).random() * 0.05)
    server.end(signal.SIGKILL)
    server.start()
[hand.join() for hand in hands]
took = time.monotonic() - began
report(not lost and len(published) + len(refused) == len(files), f"{len(files)}_files_by_{clients}_clients_are_published_or_refused_across_{kills}_kills", lost[:10])
report(all(reason.strip() for reason in refused.values()), f"{len(refused)}_are_refused_with_reasons")
server.end(signal.SIGKILL)
began = time.monotonic()
server.start()
print(f"# {len(files)} files in {took:.1f} s, {len(published)} published, {len(refused)} refused; a start takes {time.monotonic() - began:.2f} s", flush=True)
slugs, wrong = {}, []
for name, link in published.items():
    page = nobody.get(link)[1]
    found = re.search(r"/t/([\w-]+)/index", page)
    if found is None or slugs.setdefault(found.group(1), name) != name:
        wrong.append((name, page[:200]))
report(not wrong, f"each_of_{len(published)}_has_an_address_of_its_own", wrong[:5])
with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as db:
    twice = db.execute("SELECT count(*) FROM entry WHERE text LIKE '%\"Generated %' AND text LIKE '%\"owner\"%'").fetchone()[0]
report(twice == sum(name.startswith("real") is False for name in published), "none_is_there_twice", (twice, len(published)))
differs = []
for name, link in random.Random(3).sample(sorted(published.items()), min(40, len(published))):
    slug = slug_of(link) if "/t/" in nobody.get(link)[1] else None
    status, text, _ = nobody.get(f"/t/{slug}/tournament.json")
    if status == 200:
        ours = json.loads(subprocess.run([limmat, "convert", "-t", "json", work / name], capture_output=True, check=True).stdout)
        theirs = json.loads(text)
        if [p.get("name") for p in ours["players"]] != [p.get("name") for p in theirs["players"]] or ours.get("rounds") != theirs.get("rounds"):
            differs.append(name)
report(not differs, "what_is_public_is_what_was_sent", differs)
report(server.db("check", "--data", server.data).returncode == 0, "and_the_store_holds_together")

# --- summaries, and what a start makes of them


def state():
    """What is public, what waits, what is searched."""
    pages = [nobody.get(f"/t/{slug}/tournament.json")[:2] for slug in ("zurich-summer-open-2026", "typed", "short-lived-2026", "www-buy-example-2026")]
    return pages, json.loads(nobody.get("/results.json?q=open")[1]), search("caflisch"), nobody.get(mine)[1]


def summaries():
    with sqlite3.connect(store) as db:
        return db.execute("SELECT j.name, j.head, s.number, s.text FROM journal j LEFT JOIN summary s ON s.journal = j.name WHERE j.name LIKE '~%'").fetchall()


def change(sql, *words):
    server.end()
    with sqlite3.connect(store) as db:
        db.execute(sql, words)
    server.start()


put(mine, OPEN.replace("Zürich Summer Open", "Zürich Third Open ", 1))
before = state()
server.end(signal.SIGKILL)
stale = [name for name, head, number, _ in summaries() if head != number]
report("~zurich-summer-open-2026" in stale and len(stale) <= 64, "a_kill_leaves_at_most_64_without_a_summary", stale)
server.start()
report(state() == before, "after_it_all_is_as_it_was")
server.end()
told = summaries()
report(all(head == number for _, head, number, _ in told) and not any(surname in text or RESPELT in text for name, _, _, text in told if "zurich-summer" in name),
       "at_the_end_each_has_one_in_which_who_was_erased_is_not", [each[:3] for each in told if each[1] != each[2]])
server.start()
change("UPDATE summary SET text = replace(text, 'Typed', 'Believed') WHERE journal = '~typed'")
owner.begin(server.key, "Owner")
report("Believed" in owner.get("/moderation")[1], "a_start_reads_no_journal_that_has_a_summary")
change("UPDATE summary SET number = number - 1 WHERE journal = '~typed'")
owner.begin(server.key, "Owner")
report("Believed" not in owner.get("/moderation")[1] and "Typed" in owner.get("/moderation")[1] and state() == before, "and_reads_those_that_have_none_that_is_right")
change("UPDATE summary SET text = replace(text, '\"sections\":', '\"section\":')")
report(state() == before, "a_summary_of_another_kind_is_as_none")
server.end()

# --- what is whose, if it is not as it was sent

whole = server.db("check", "--data", server.data)
with sqlite3.connect(store) as db:
    db.execute("UPDATE secret SET value = replace(value, 'Caflisch', 'Caflesch') WHERE journal = '~zurich-summer-open-2026' AND value LIKE '%Caflisch%'")
    changed = db.total_changes
db.close()
checked = server.db("check", "--data", server.data)
report(whole.returncode == 0 and changed > 0 and checked.returncode != 0 and re.search(r'"~zurich-summer-open-2026".*private part of line \d+ was changed', checked.stderr),
       "a_changed_private_part_of_what_was_sent_in_is_found", (whole.stderr, changed, checked.stderr))

# --- limits

tight = Server(limmat, "--submissions", "--submission-limit", "3")
few = Browser(tight)
statuses = [put("/submit", OPEN, few)[0] for _ in range(5)]
report(statuses == [201, 201, 201, 429, 429], "an_address_may_send_so_much_in_an_hour", statuses)
tight.end()
closed = Server(limmat)
report(put("/submit", OPEN, Browser(closed))[0] == 404, "a_server_in_a_hall_takes_none")
closed.end()
for left in (work, server.work, tight.work, closed.work):
    shutil.rmtree(left, ignore_errors=True)
sys.exit(report.end())
