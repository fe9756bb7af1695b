#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bench_live.py LIMMAT [VIEWERS [EVENTS]]: the last minutes of a championship.  5,000 who look on at one event (streams that stay open)
are told of a result: milliseconds from the arbiter's answer to the first, the middle and the last of them, and what the server needs in
memory.  Then results for 100 events at once, by 8 hands: answered a second, with the store in a file and, where PostgreSQL is there, in
a database of its own; and the processor's time for each."""
import http.client
import os
import pathlib
import re
import resource
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "server"))
import cluster  # noqa: E402

limmat = pathlib.Path(sys.argv[1]).resolve()
viewers = int(sys.argv[2]) if len(sys.argv) > 2 else 5000
events = int(sys.argv[3]) if len(sys.argv) > 3 else 100
HANDS, SECONDS, RESULTS = 8, 5, 10
soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
viewers = min(viewers, (hard if hard != resource.RLIM_INFINITY else 1 << 20) - 200)
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Server:
    def __init__(self, data, *options):
        self.port = free_port()
        self.process = subprocess.Popen([limmat, "serve", "--quiet", "--data", data, "--listen", f"127.0.0.1:{self.port}", *options],
                                        stdout=subprocess.PIPE, text=True)
        while (key := re.search(r"/key/\S+", self.process.stdout.readline())) is None:
            pass
        self.cookie, self.token = "", ""
        self.local = threading.local()
        self.post(key.group(0), name="Vera")
        self.token = re.search(rb'name="csrf" value="(\w+)"', self.ask("GET", "/")[1]).group(1).decode()

    def ask(self, method, path, body=None):
        connection = getattr(self.local, "connection", None)
        if connection is None:
            connection = self.local.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
            connection.connect()
            connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.request(method, path, body, {**({"Cookie": self.cookie} if self.cookie else {}), **(FORM if body is not None else {})})
        answer = connection.getresponse()
        text = answer.read()
        if answer.headers.get("Set-Cookie"):
            self.cookie = answer.headers["Set-Cookie"].split(";")[0]
        return answer.status, text

    def post(self, path, **fields):
        status, text = self.ask("POST", path, urllib.parse.urlencode({**fields, "csrf": self.token}))
        if status != 303:
            sys.exit(f"POST {path}: {status} {text[-600:].decode()}")

    def make(self, name, boards):
        """An event in its first round."""
        self.post("/new", name=name, start="2026-07-14", rounds="5")
        main = f"/e/{name.lower()}/main/"
        self.post(main + "people/enter", text="\n".join(f"Player{i:03}, A\t{2400 - i}\tSUI" for i in range(2 * boards)))
        self.post(main + "round/1/pair")
        self.post(main + "round/1/publish", was="0")
        return main

    def memory(self):
        """MiB resident, the most it ever was."""
        return int(re.search(r"VmHWM:\s+(\d+)", pathlib.Path(f"/proc/{self.process.pid}/status").read_text()).group(1)) / 1024

    def spent(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self):
        self.process.terminate()
        self.process.wait(30)


def look_on(server):
    main = server.make("Live", 10)
    before = server.memory()
    ready = selectors.DefaultSelector()
    streams = []
    for begun in range(0, viewers, 100):  # they do not come in the same millisecond
        some = []
        for _ in range(min(100, viewers - begun)):
            s = socket.create_connection(("127.0.0.1", server.port), 60)
            s.sendall(b"GET /e/live/live HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n")
            some.append(s)
        for s in some:
            said = b""
            while b"data: " not in said:
                more = s.recv(4096)
                if more == b"":
                    sys.exit(f"a viewer is not let in: {said[:200]}")
                said += more
            s.setblocking(False)
            ready.register(s, selectors.EVENT_READ)
        streams += some
    middles, lasts, firsts = [], [], []
    for result in range(RESULTS):
        told, cpu = {}, server.spent()
        server.post(main + "round/1/result", board=f"1.{result + 1}", result="1-0")
        answered = time.perf_counter()
        while len(told) < viewers and time.perf_counter() - answered < 30:
            for key, _ in ready.select(1):
                said = key.fileobj.recv(4096)
                if said == b"":
                    sys.exit("a viewer was sent away")
                if b"data: " in said:
                    told.setdefault(key.fd, time.perf_counter())
        took = sorted(1000 * (t - answered) for t in told.values())
        if len(took) < viewers:
            sys.exit(f"{viewers - len(took)} of {viewers} were not told")
        firsts.append(took[0]), middles.append(took[viewers // 2]), lasts.append(took[-1])
    cpu = server.spent() - cpu
    print(f"live     {viewers} viewers told of a result: the first after {statistics.median(firsts):5.0f} ms, half after {statistics.median(middles):5.0f} ms, "
          f"the last after {statistics.median(lasts):5.0f} ms (worst of {RESULTS}: {max(lasts):.0f}); {1e6 * cpu / viewers:.1f} us each; "
          f"{server.memory():.0f} MiB, {1024 * (server.memory() - before) / viewers:.1f} KiB each", flush=True)
    for s in streams:
        s.close()


def write(server, what):
    places = [server.make(f"Many{i}", 5) for i in range(events)]
    counts, stop = [0] * HANDS, threading.Event()

    def hand(which):
        number = which
        while not stop.is_set():
            number += HANDS
            server.post(places[number % events] + "round/1/result", board=f"1.{number // events % 5 + 1}",
                        result=["1-0", "0-1", "1/2-1/2"][number // events % 3])
            counts[which] += 1

    hands = [threading.Thread(target=hand, args=(i,)) for i in range(HANDS)]
    [h.start() for h in hands]
    time.sleep(1)
    before, cpu, began = sum(counts), server.spent(), time.perf_counter()
    time.sleep(SECONDS)
    done, cpu, took = sum(counts) - before, server.spent() - cpu, time.perf_counter() - began
    stop.set()
    [h.join() for h in hands]
    print(f"live     results over {events} events by {HANDS} hands, {what:10} {done / took:7.0f} answered a second, {1e6 * cpu / max(1, done):6.0f} us each, "
          f"{server.memory():.0f} MiB", flush=True)


with tempfile.TemporaryDirectory() as folder:
    server = Server(pathlib.Path(folder) / "live")
    look_on(server)
    server.end()
    server = Server(pathlib.Path(folder) / "file")
    write(server, "SQLite")
    server.end()
    if cluster.is_there():
        database = cluster.Cluster()
        server = Server(pathlib.Path(folder) / "database", "--database", database.address)
        write(server, "PostgreSQL")
        server.end()
        database.end()
