# SPDX-License-Identifier: Apache-2.0
"""A server of its own for a test, and browsers that ask it; TAP."""
import http.client
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import tempfile
import threading
import time
import urllib.parse

FORM = "application/x-www-form-urlencoded"
# tests/windows/run.sh says that it runs a program of Windows: one loop, no modes of files, and of what asks it to
# end it hears Ctrl-C only.
WINDOWS = "LIMMAT_CONSOLE" in os.environ
ASK_TO_END = signal.SIGINT if WINDOWS else signal.SIGTERM
# Not as systemd starts it: the key is printed.
PLAIN = {name: value for name, value in os.environ.items() if name not in ("JOURNAL_STREAM", "INVOCATION_ID")}


class Report:
    def __init__(self):
        self.count = self.failures = 0

    def __call__(self, good, name, why=""):
        self.count += 1
        self.failures += not good
        print(f"{'ok' if good else 'not ok'} {self.count} - {name}", flush=True)
        if not good:
            print("# " + str(why)[:3000].replace("\n", "\n# "), flush=True)

    def end(self):
        print(f"1..{self.count}")
        return self.failures != 0


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Net:
    """A port that leads to another one, as long as it is not cut."""

    def __init__(self, target):
        self.target, self.port, self.up, self.pairs = target, free_port(), True, []
        self.listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            near, _ = self.listener.accept()
            if not self.up:
                near.close()
                continue
            far = socket.create_connection(("127.0.0.1", self.target))
            self.pairs += [near, far]
            for a, b in ((near, far), (far, near)):
                threading.Thread(target=self.pass_on, args=(a, b), daemon=True).start()

    def pass_on(self, a, b):
        try:
            while (piece := a.recv(65536)):
                if not self.up:
                    break
                b.sendall(piece)
        except OSError:
            pass
        for s in (a, b):
            try:
                s.close()
            except OSError:
                pass

    def cut(self):
        self.up = False
        for s in self.pairs:
            try:
                s.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self.pairs = []

    def mend(self):
        self.up = True


def until(what, seconds=40):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if (found := what()):
            return found
        time.sleep(0.05)
    return what()


class Server:
    """`limmat serve` over a folder that is kept from one start to the next; ${how} is for subprocess.Popen."""

    def __init__(self, limmat, *options, data=None, **how):
        self.limmat, self.options, self.how, self.port = pathlib.Path(limmat).resolve(), options, how, free_port()
        self.work = pathlib.Path(tempfile.mkdtemp())
        self.data = data or self.work / "data"
        self.start()

    def start(self):
        """Another program may have taken the port meanwhile, and where the one before was killed in the midst of
        answers, wine may keep it: then another one."""
        for _ in range(20):
            log = self.work / "log"
            before = log.stat().st_size if log.exists() else 0
            self.errors = open(log, "ab")
            self.process = subprocess.Popen(
                [self.limmat, "serve", "--data", self.data, "--listen", f"127.0.0.1:{self.port}", *self.options],
                **{"stdout": subprocess.PIPE, "stderr": self.errors, "text": True, "env": PLAIN, **self.how})
            said = ""
            while (key := re.search(r"(/key/\S+)", said)) is None and (line := self.process.stdout.readline()) != "":
                said += line
            if key is not None:
                self.key = key.group(1)
                return
            self.process.wait(60)
            why = log.read_bytes()[before:].decode(errors="replace")[-500:]
            if "cannot listen" not in why:
                break
            self.port = free_port()
        raise SystemExit("Bail out! the server did not start: " + why)

    def end(self, how=ASK_TO_END):
        self.process.send_signal(how)
        status = self.process.wait(60)
        self.process.stdout.close()
        self.errors.close()
        return status

    def db(self, *words):
        return subprocess.run([self.limmat, "db", *words], capture_output=True, text=True, errors="replace")


class Browser:
    """Who has a session, or has none."""

    def __init__(self, server):
        self.server, self.cookie, self.kept, self.token = server, "", "", ""
        self.local = threading.local()

    def ask(self, method, path, body=None, headers=None, form=FORM):
        sent = {"Content-Type": form} if body is not None else {}
        if self.cookie or self.kept:
            sent["Cookie"] = (self.cookie + self.kept).removeprefix("; ")
        answer, text = self.send(method, path, body, {**sent, **(headers or {})})
        if answer.headers.get("Set-Cookie"):
            name, _, value = answer.headers["Set-Cookie"].split(";")[0].partition("=")
            if not name.startswith("limmat_"):  # what is kept besides: a language
                self.cookie = f"{name}={value}"
            elif f"{name}={value}" not in self.cookie:
                self.kept = f"; {name}={value}"
        return answer.status, text.decode("utf-8", "replace"), answer.headers

    def pdf(self, path):
        """Is the sheet at ${path} a PDF?  Where the server was built without, it must say so, and its page must not offer one."""
        answer, content = self.send("GET", path, None, {"Cookie": self.cookie})
        if answer.status == 404 and b"make a PDF" in content:
            return "pdf=" not in self.ask("GET", re.sub(r"[?&]pdf=\w+", "", path))[1]
        return answer.status == 200 and answer.headers["Content-Type"] == "application/pdf" and content.startswith(b"%PDF-")

    def send(self, *request):
        """Over the connection that there is, each thread its own; once more when it was closed meanwhile."""
        for turn in (0, 1):
            kept = getattr(self.local, "connection", None)
            connection = kept or http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
            self.local.connection = None
            try:
                connection.request(*request)
                answer = connection.getresponse()
                text = answer.read()
            except (OSError, http.client.HTTPException):
                connection.close()
                if kept is None or turn == 1:
                    raise
                continue
            if answer.will_close:
                connection.close()
            else:
                self.local.connection = connection
            return answer, text
        raise OSError("no answer")

    def get(self, path, **headers):
        return self.ask("GET", path, headers=headers)

    def post(self, path, fields, token=None, **more):
        fields = list(fields.items()) if isinstance(fields, dict) else fields
        fields = [*fields, ("csrf", self.token if token is None else token)]
        return self.ask("POST", path, urllib.parse.urlencode(fields), **more)

    def begin(self, key, name="Somebody"):
        status = self.post(key, {"name": name})[0]
        found = re.search(r'name="csrf" value="(\w+)"', self.get("/")[1])
        self.token = found.group(1) if found else ""
        return status

    def invite(self, role):
        """Somebody else, with a role."""
        other = Browser(self.server)
        other.begin(re.search(r"(/key/[\w-]+)", self.post("/rights", {"role": role})[1]).group(1), role)
        return other


def rows_of(browser):
    """The table of handlers: method, path with {names}, row."""
    table = json.loads(browser.get("/openapi.json")[1])["paths"]
    return [(method.upper(), path, row) for path, methods in table.items() for method, row in methods.items()]


def publish_at_once(link, hands):
    """All of them publish the same draft in the same moment: the statuses, and the addresses that it has then at each of them."""
    ready, statuses = threading.Barrier(len(hands)), [0] * len(hands)

    def publish(i):
        ready.wait()
        statuses[i] = hands[i].post(link + "/publish", {})[0]

    threads = [threading.Thread(target=publish, args=(i,)) for i in range(len(hands))]
    [each.start() for each in threads]
    [each.join() for each in threads]
    return statuses, {found.group(1) if (found := re.search(r"/t/([\w-]+)/index", hand.get(link)[1])) else "" for hand in hands}


def simulated_office(limmat, players, seed):
    """A rating office of four months in the folder "office" of ${work}: `limmat rate` there, ${work}, and its lists."""
    work = pathlib.Path(tempfile.mkdtemp())
    limmat = pathlib.Path(limmat).resolve()

    def rate(*words):
        done = subprocess.run([limmat, "rate", *words], capture_output=True, text=True, cwd=work)
        assert done.returncode == 0, (words, done.stderr)
        return done.stdout

    rate("simulate", "-n", str(players), "-m", "4", "--seed", str(seed), "--events", "-o", work / "office")
    return rate, work, sorted(path.name for path in (work / "office").iterdir() if re.fullmatch(r"\d{4}-\d\d", path.name))
