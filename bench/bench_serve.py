#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bench_serve.py LIMMAT [PEOPLE]: the desk and the public pages of an event of 500 players, and the
search in a rating list of PEOPLE (1,600,000): milliseconds at the other end of the connection (best,
median, worst), and as a ratio to an empty page of the same server, which tells a slow machine from a
slow program.  bench_browser.mjs has what the browser adds."""
import http.client
import pathlib
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse

limmat = pathlib.Path(sys.argv[1]).resolve()
people = int(sys.argv[2]) if len(sys.argv) > 2 else 1_600_000
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def make_list(path):
    """FIDE's combined text, of names made of syllables: few are frequent, most are rare."""
    chance = random.Random(5)
    syllables = "an ar be bo ca da de di do el en er fa ga go ha in is ja ka ko la le li lo ma me mi mo na ni no ov po ra re ri ro sa se si so sta ta te ti to va ve vi vo ya za zi".split()
    words = [["".join(chance.choices(syllables, k=chance.randint(2, k))).capitalize() for _ in range(n)]
             for k, n in ((4, 60000), (3, 6000))]

    def word(kind):
        return words[kind][int(len(words[kind]) * chance.random() ** 3)]

    with open(path, "w") as out:
        out.write("ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag \n")
        for i in range(people):
            name = f"{word(0)}, {word(1)}" + (f" {word(1)}" if i % 4 == 0 else "")
            out.write(f"{100000 + i:<15}{name:<61}SUI M                                {1400 + i % 1300:4}  0   20                          1990      \n")


class Client:
    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.connection.connect()
        self.connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.headers, self.token = {"Accept-Encoding": "gzip"}, ""

    def ask(self, method, path, body=None, headers=None):
        begin = time.perf_counter()
        self.connection.request(method, path, body, {**self.headers, **(headers or {})})
        answer = self.connection.getresponse()
        text = answer.read()
        return answer, text, 1000 * (time.perf_counter() - begin)

    def get(self, path, good=200, **headers):
        answer, text, took = self.ask("GET", path, headers=headers)
        if answer.status != good:
            sys.exit(f"GET {path}: {answer.status}")
        return took

    def post(self, path, good=303, **fields):
        body = urllib.parse.urlencode({**fields, "csrf": self.token})
        answer, text, took = self.ask("POST", path, body, FORM)
        if answer.status != good:
            sys.exit(f"POST {path}: {answer.status} {text[:300]}")
        cookie = answer.headers.get("Set-Cookie")
        if cookie:
            self.headers["Cookie"] = cookie.split(";")[0]
        return took


with tempfile.TemporaryDirectory() as folder:
    work = pathlib.Path(folder)
    (work / "data").mkdir()
    make_list(work / "list.txt")
    subprocess.run([limmat, "rate", "import", "-d", "2026-11-01", "-o", work / "data" / "fide.registry", work / "list.txt"],
                   check=True, stdout=subprocess.DEVNULL)
    (work / "list.txt").unlink()
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    server = subprocess.Popen([limmat, "serve", "--quiet", "--data", work / "data", "--listen", f"127.0.0.1:{port}"],
                              stdout=subprocess.PIPE, text=True)
    key = None
    while key is None:
        key = re.search(r"/key/\S+", server.stdout.readline())
    chief, crowd = Client(port), Client(port)
    chief.post(key.group(0), name="Vera")
    chief.headers["Accept-Encoding"] = "identity"
    chief.token = re.search(rb'name="csrf" value="(\w+)"', chief.ask("GET", "/")[1]).group(1).decode()
    chief.post("/new", name="Bench", start="2026-07-14", rounds=9)
    desk, public = "/e/bench/main/", "/p/bench/main/"
    rows = "\n".join(f"Player {i:03}, Anna\t{2600 - 3 * i}\tSUI" for i in range(500))
    chief.post(desk + "people/enter", text=rows)
    figures = {}

    def add(what, took):
        figures.setdefault(what, []).append(took)

    for _ in range(200):
        add("an empty page", crowd.get("/favicon.ico", 204))
    chance = random.Random(1)
    for number in range(1, 6):
        url = f"{desk}round/{number}"
        add("pair", chief.post(url + "/pair"))
        add("look at the proposal", chief.get(url))
        add("publish", chief.post(url + "/publish", was="0"))
        for page in ("index.html", f"round-{number}.html", "player-7.html"):
            add("a public page after publication, the first" if page == "index.html" else "likewise, another page", crowd.get(public + page))
        for board in range(1, 251):
            add("a result", chief.post(url + "/result", board=f"{number}.{board}", result=chance.choice(["1-0", "0-1", "1/2-1/2"])))
            if board % 50 == 0:
                add("public standings after a result", crowd.get(f"{public}standings-{number}.html"))
                known = crowd.ask("GET", f"{public}standings-{number}.html")[0].headers["ETag"]
                add("the same, unchanged", crowd.get(f"{public}standings-{number}.html"))
                add("the same, known (304)", crowd.get(f"{public}standings-{number}.html", 304, **{"If-None-Match": known}))
        chief.post(url + "/close")
    for typed in ["an", "and", "be", "be a", "maro d", "sa be to", "vel", "vi an", "zz", "x y z", "koli", "ta ma"]:
        for _ in range(5):
            add(f"search {people:,} people", chief.get("/list?q=" + urllib.parse.quote(typed)))
    server.terminate()
    server.wait(20)
    empty = statistics.median(figures["an empty page"])
    for what, took in figures.items():
        middle, worst = statistics.median(took), max(took)
        print(f"serve    {what:46} best {min(took):8.2f} ms, median {middle:8.2f}, worst {worst:8.2f} {middle / empty:8.1f} x empty", flush=True)
