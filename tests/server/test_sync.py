#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_sync.py LIMMAT: a laptop in the hall and a public server, two real processes, and a net between them that is cut: every entry
arrives, what is asked at the public server comes to the hall, the event is handed over and back, and a laptop that comes back after it
was given up finds its entries offered, none lost, none merged.  TAP."""
import hashlib
import http.client
import json
import re
import signal
import sys
import threading
import time

from served import Browser, Net, Report, Server, until

report = Report()
limmat = sys.argv[1]
public, hall = Server(limmat, "--quiet", "--name", "the public server"), Server(limmat, "--quiet", "--name", "the laptop")
net = Net(public.port)
admin, chief = Browser(public), Browser(hall)
admin.begin(public.key, "Ada")
chief.begin(hall.key, "Vera")

made = admin.post("/sync/invite", {"name": "Vera's laptop"})[1]
link = re.search(r"/link/[\w-]+", made).group(0)
report(chief.post("/sync/call", {"address": "https://example.com/"})[0] == 422, "an address that no server has made is refused")
chief.post("/sync/call", {"address": f"http://127.0.0.1:{net.port}{link}"})

SLUG, DESK = "open", "/e/open/main/"
chief.post("/new", {"name": "Open", "start": "2026-07-14", "rounds": "5"})
names = ["Caflisch, Urs", "Imboden, Jonas", "Součková, Jiřina", "Trần, Văn Đức", "Meier, Kurt", "Orelli, Ugo", "Huber, Eva", "Frey, Max"]
chief.post(DESK + "people/enter", {"text": "\n".join(f"{n}\t{2400 - 50 * i}\tSUI" for i, n in enumerate(names))})


def head(browser, slug=SLUG):
    """The fingerprint of the last entry, as the log shows it."""
    found = re.search(r"<code>([0-9a-f]+)</code>", browser.get(f"/e/{slug}/log")[1])
    return found and found.group(1)


def same(seconds=40):
    return until(lambda: head(admin) is not None and head(admin) == head(chief), seconds)


def page(browser):
    return browser.get("/e/open/home")[1]


report("On this machine, “" in page(chief) and "”, only." in page(chief), "an event that was never shown elsewhere says so")
time.sleep(2)
report(head(admin) is None, "and nothing of it leaves the machine before somebody says so")
report(chief.post("/e/open/home/begin", {})[0] == 303 and same(), "the public server has every entry of it", page(admin))
status, text, _ = admin.get("/p/open/main/index.html")
report(status == 200 and "Open" in text, "and its pages", (status, text))
report("run at" in admin.post(DESK + "round/1/pair", {})[1] and same(), "nobody can enter anything there meanwhile")
visitor = Browser(public)
report(visitor.ask("PUT", "/sync/open", "{}")[0] == 403 and visitor.ask("PUT", "/sync", "{}", {"Authorization": "Bearer " + "x" * 43})[0] == 403,
       "who has no key is told nothing")

def put(body, slug="open"):
    return visitor.ask("PUT", f"/sync/{slug}", body, {"Authorization": "Bearer " + link.split("/")[-1]})


known = head(admin)
good = {"state": "", "node": "n1", "name": "x", "epoch": 9, "head": 99, "from": 1, "lines": [], "items": [], "done": []}
for bad in (b"", b"{", b"[]", b"\xff", b"[" * 100000, json.dumps({**good, "from": -1}), json.dumps({**good, "epoch": "x"}),
            json.dumps({**good, "lines": [{"line": "a\nb"}]}), json.dumps({**good, "lines": "x"}), json.dumps({**good, "items": [1]}),
            json.dumps({**good, "from": int(re.search(r'data-number="(\d+)"', page(admin)).group(1)) % 1000000 + 1, "lines": [{"line": '{"v":1}'}]})):
    status = put(bad)[0]
    report(400 <= status < 500 or status == 200, f"a message that is none: {str(bad)[:30]}", status)
report(head(admin) == known and put(json.dumps({**good, "lines": [{"line": "x"}]}), "mine")[0] in (409, 422) and head(admin, "mine") is None,
       "changes nothing and makes nothing")

# what belongs to the event beside its journal is of that event alone, and nothing is taken where it is run
before = admin.get(f"/e/{SLUG}/announcement/edit")[1]
for records in ([{"key": "node", "scope": "", "value": "x", "until": 0}], [{"key": "announcement own", "scope": "own", "value": "{}", "until": 0}],
                [{"key": f"announcement {SLUG}", "scope": SLUG, "value": "no JSON", "until": 0}], [{"key": f"announcement {SLUG}2", "scope": SLUG, "value": "{}", "until": 0}], [1], "x"):
    status = put(json.dumps({**good, "head": 0, "from": 0, "beside": {"epoch": 99, "count": 9, "records": records}}))[0]
    report(400 <= status < 500, f"what belongs to no event: {str(records)[:40]}", status)
report(put(json.dumps({**good, "head": 0, "from": 0, "beside": {"epoch": 99, "count": 99, "records": []}}))[0] == 200, "an empty list removes nothing")

admin.post("/new", {"name": "Own", "start": "2026-07-14", "rounds": "5"})
own = admin.get("/e/own/journal")[1]
report([put(json.dumps({**good, **more}), "own")[0] for more in ({"head": 2}, {"head": 0}, {"head": 3, "from": 3, "lines": [{"line": "x"}]})] == [403] * 3 and
       admin.get("/e/own/journal")[1] == own and "own" not in json.loads(visitor.ask("PUT", "/sync", "{}", {"Authorization": "Bearer " + link.split("/")[-1]})[1])["events"],
       "what the public server runs itself is no laptop's")

# --- an outage
chief.post(DESK + "round/1/pair", {})
chief.post(DESK + "round/1/publish", {"was": "0"})
same()
net.cut()
for board in (1, 2):
    chief.post(DESK + "round/1/result", {"board": f"1.{board}", "result": "1-0"})
card = re.search(r"https?://[^/<]+(/card/[^<\s]+)", chief.get(DESK + "player/p3/card")[1]).group(1)
report(f"127.0.0.1:{net.port}{card}" in chief.get(DESK + "player/p3/card")[1], "the address of a card is that of the public server")
status, text, _ = visitor.get(card)
report(status == 200 and "Součková" in text and "Board" in text, "a card at the public server", text)
report("Last update from the hall" in text, "says how fresh it is", text)
report(visitor.get(card[:-1] + ("0" if card[-1] != "0" else "1"))[0] == 404, "a card with another token is none")
report(visitor.ask("POST", card + "/ask", "what=bye&round=3&req=wish1")[0] == 303, "a bye is asked for there, without a net to the hall")
report(visitor.ask("POST", card + "/ask", "what=bye&round=1")[0] == 422, "for a round that is not paired yet")
visitor.ask("POST", card + "/ask", "what=bye&round=3&req=wish1")
report("on its way" in visitor.get(card)[1], "and waits")
crowd = re.search(r"https?://[^/<]+(/card/[^<\s]+)", chief.get(DESK + "player/p5/card")[1]).group(1)
answers = [visitor.ask("POST", crowd + "/ask", f"what=other&text=more{n}&req=crowd{n}x") for n in range(22)]
report([answer[0] for answer in answers] == [303] * 20 + [422] * 2 and "Speak to an arbiter" in answers[-1][1], "of one card twenty wait at most", [answer[0] for answer in answers])
report("Not reached" in until(lambda: "Not reached" in page(chief) and page(chief)), "the hall sees that the net is gone, and goes on")
text = visitor.get("/p/open/main/index.html")[1]
report("Last update from the hall" in text, "the public pages say how fresh they are", text)
net.mend()
report(until(lambda: "asked for a bye" in visitor.get(card)[1]), "with the net it comes to the hall", visitor.get(card)[1])
due = chief.get(DESK + "round/1")[1]
report(due.count("asks for") >= 1 and same(), "where it is due, and every result of the outage arrives", due)
said = json.loads(chief.get("/openapi.json")[1]) and chief.get("/e/open/log")[1]
report(re.sub(r"<[^>]*>", " ", said).count("bye") == 1, "once, though it was sent twice", said)

# --- the net is cut again and again while results come in
stop = threading.Event()


def disturb():
    while not stop.is_set():
        net.cut()
        time.sleep(0.15)
        net.mend()
        time.sleep(0.35)


thread = threading.Thread(target=disturb)
thread.start()
for turn in range(30):
    chief.post(DESK + "round/1/result", {"board": f"1.{3 + turn % 2}", "result": ["1-0", "0-1", "1/2-1/2"][turn % 3]})
    if turn % 10 == 0:
        visitor.ask("POST", card + "/ask", f"what=other&text=word{turn}&req=word{turn}x")
    time.sleep(0.1)
stop.set()
thread.join()
net.mend()
report(same(), "through a net that is cut again and again both end at the same entry")
report(until(lambda: all(f"word{n}" in chief.get("/e/open/main/settings")[1] for n in (0, 10, 20))), "and nothing that was asked is lost")

# --- both are killed
hall.end(signal.SIGKILL)
public.end(signal.SIGKILL)
public.start()
hall.start()
report(same() and until(lambda: "has every entry" in page(chief)), "killed and started, they go on", page(chief))

# --- handed over, and back
report(chief.post("/e/open/home/hand", {})[0] == 303, "the event is handed over", page(chief))
report(until(lambda: "Here, at" in page(admin)), "the public server has it", page(admin))
report(chief.post(DESK + "round/1/result", {"board": "1.1", "result": "0-1"})[0] == 409, "and the laptop takes nothing any more")
lines = admin.get("/e/open/journal")[1].splitlines()
epoch = max(int(found) for found in re.findall(r'"event":"home".*?"epoch":(\d+)', "\n".join(lines)))
forged = json.dumps({"v": 1, "n": len(lines) + 1, "at": json.loads(lines[-1])["at"], "by": "x", "event": "announce", "text": "Go home",
                     "prev": hashlib.sha256(lines[-1].encode()).hexdigest()}, separators=(",", ":"))
answer = put(json.dumps({**good, "epoch": epoch, "head": len(lines) + 1, "from": len(lines) + 1, "lines": [{"line": forged}]}))
report(answer[0] == 200 and json.loads(answer[1])["state"] == "refused" and admin.get("/e/open/journal")[1].splitlines()[:len(lines) + 1] == lines,
       "nor does it write there what would follow", answer[1][:300])
report(admin.post("/e/open/main/do/announce", {"text": "Doors are open"})[0] == 303 and same(), "what is entered there comes to the laptop")
report(admin.post("/e/open/home/hand", {})[0] == 303 and until(lambda: "Here, at" in page(chief)), "and it is handed back", page(admin))

# --- given up, and it comes back
net.cut()
kept = head(chief)
chief.post(DESK + "round/1/result", {"board": "1.1", "result": "1/2-1/2"})
chief.post("/e/open/main/do/announce", {"text": "Tea at four"})
chief.post("/e/open/main/do/announce", {"text": "Blitz at nine"})
report(admin.post("/e/open/home/seize", {})[0] == 303, "an administrator takes the event over without the laptop's word")
admin.post(DESK + "round/1/result", {"board": "1.2", "result": "0-1"})
there = head(admin)
heard = []


def listen():
    """What the stream of the event says to the administrator's page."""
    line = http.client.HTTPConnection("127.0.0.1", public.port, timeout=60)
    line.request("GET", "/e/open/live", headers={"Cookie": admin.cookie})
    answer = line.getresponse()
    while b"event: offer" not in heard:
        heard.append(answer.readline().strip())


threading.Thread(target=listen, daemon=True).start()
net.mend()
report(until(lambda: head(chief) == head(admin) and "At “the public server”" in page(chief)), "the laptop that comes back gives way", page(chief))
report(until(lambda: page(admin).count('name="id"') == 3) == True, "what it had is offered, line by line", page(admin))
report(until(lambda: b"event: offer" in heard), "an open page is told of it, though no entry says so", heard)
report("Tea at four" in page(admin) and "Blitz" in page(admin), "in words", page(admin))
report(head(admin) == there, "nothing of it was merged")


def item(browser, word):
    at = page(browser)
    line = next(line for line in re.findall(r"<li>.*?(?=<li>|</ul>)", at, re.S) if word in line)
    return re.search(r'name="id" value="([^"]+)"', line).group(1)


report(admin.post("/e/open/home/line", {"id": item(admin, "Tea"), "do": "enter"})[0] == 303 and "Tea at four" in admin.get("/e/open/log")[1],
       "one is entered", page(admin))
report(admin.post("/e/open/home/line", {"id": item(admin, "Blitz"), "do": "leave"})[0] == 303 and "Blitz" not in page(admin), "one is left")
status, text, _ = admin.post("/e/open/home/line", {"id": item(admin, "Caflisch"), "do": "enter"})
report(status in (303, 409), "a result that stands otherwise meanwhile is entered or shown as a conflict", text)
report(same(), "and the laptop has it")
check = hall.end(), public.end(), hall.db("check", hall.data / "limmat.db").returncode, public.db("check", public.data / "limmat.db").returncode
report(check == (0, 0, 0, 0), "both stores hold together", check)
sys.exit(report.end())
