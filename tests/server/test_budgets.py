#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Nothing that is sent stops the server: log lines that no one reads, connections without number, bodies without right.
usage: test_budgets.py LIMMAT"""
import json
import os
import pathlib
import re
import resource
import select
import socket
import subprocess
import sys
import time

from served import PLAIN, Browser, Report, Server

report = Report()


def raw(server, data, seconds=10, wait=b""):
    """All that the server says to ${data}, until it closes, has said ${wait}, or is silent for so many seconds."""
    answer = b""
    with socket.create_connection(("127.0.0.1", server.port), timeout=seconds) as s:
        s.sendall(data)
        try:
            while piece := s.recv(65536):
                answer += piece
                if wait and wait in answer:
                    break
        except OSError:
            answer += b"(silent)" if not answer else b""
    return answer


def status_of(answer):
    found = re.match(rb"HTTP/1\.[01] (\d+)", answer)
    return int(found.group(1)) if found else 0


def ask_many(server, count):
    """GETs over one connection until one is not answered within five seconds: how many were."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as s:
        reader = s.makefile("rb")
        for done in range(count):
            try:
                s.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                length = 0
                while (line := reader.readline()) not in (b"\r\n", b""):
                    if line.lower().startswith(b"content-length:"):
                        length = int(line.split(b":")[1])
                reader.read(length)
            except OSError:
                return done
    return count


# --- the log

def test_unread_log(limmat):
    server = Server(limmat, stderr=subprocess.PIPE)
    asked = 8000
    done = ask_many(server, asked)
    report(done == asked, "no_answer_waits_for_an_unread_log", f"{done} of {asked}")
    lines = [json.loads(server.process.stderr.readline()) for _ in range(50)]
    time.sleep(0.2)
    done += ask_many(server, 50)
    server.process.send_signal(2)
    lines += [json.loads(line) for line in server.process.stderr.read().splitlines() if line.startswith("{")]
    server.process.wait(60)
    dropped = sum(line.get("dropped", 0) for line in lines)
    entries = sum("path" in line for line in lines)
    report(dropped > 0 and entries + dropped == done, "log_says_how_many_lines_it_dropped", f"{entries} + {dropped}, {done} asked")


def test_stopped_log_and_the_end(limmat):
    server = Server(limmat, stderr=subprocess.PIPE)
    ask_many(server, 8000)
    server.process.send_signal(2)
    try:
        status = server.process.wait(20)
    except subprocess.TimeoutExpired:
        server.process.kill()
        status = "does not end"
    report(status == 0, "server_ends_while_its_log_is_stopped", status)


PATHS = [b"/a\x1b[2Jb", b"/a\x07", b"/a\x9b31m", b"/a\xff\xfe", b"/\xe2\x80\xae/abc", b'/a"b', b"/a\\b", b"/" + b"%41" * 1200]


def test_printable_log(server):
    for path in PATHS:
        raw(server, b"GET " + path + b" HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    time.sleep(0.5)
    lines = (server.work / "log").read_bytes().splitlines()
    bad = [line for line in lines if re.search(rb"[^ -~]", line.replace("…".encode(), b"")) or not line.startswith(b"{")]
    report(len(lines) >= 4 and not bad, "log_is_lines_of_printable_text", bad[:3])
    report(all(set(json.loads(line)) >= {"at"} for line in lines), "every_log_line_is_json")


# --- connections without number

def busy(server):
    """Seconds for which its threads had a processor, or waited for one that others had."""
    found = [path.read_text().split() for path in pathlib.Path(f"/proc/{server.process.pid}/task").glob("*/schedstat")]
    return sum(int(run) + int(waited) for run, waited, _ in found) / 1e9


def test_descriptors(limmat):
    limit = 96
    server = Server(limmat, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit)))
    crowd = []
    for _ in range(2 * limit):
        s = socket.socket()
        s.settimeout(2)
        s.connect(("127.0.0.1", server.port))
        crowd.append(s)
    time.sleep(2)
    spent = busy(server)
    time.sleep(2)
    spent = busy(server) - spent
    log = (server.work / "log").read_text()
    report(len(log.splitlines()) < 10 and "New connections wait" in log, "full_server_logs_one_line", f"{len(log)} bytes\n{log[:300]}")
    report(spent < 1, "full_server_rests", f"{spent:.2f} seconds in two seconds")
    for s in crowd:
        s.close()
    answer = raw(server, b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    report(status_of(answer) == 200, "server_goes_on_when_descriptors_are_free", answer[:200])
    server.end()


# --- requests as RFC 9112 frames them

HOST = b"Host: 127.0.0.1\r\n"
# name, request, the status; 400 closes the connection, and nothing behind it is taken for a request
FRAMES = [
    ("plain", b"GET /health HTTP/1.1\r\n" + HOST, 200),
    ("http_1_0", b"GET /health HTTP/1.0\r\nConnection: keep-alive\r\n" + HOST, 200),
    ("empty_line_before", b"\r\nGET /health HTTP/1.1\r\n" + HOST, 200),
    ("blanks_around_a_value", b"GET /health HTTP/1.1\r\nHost: \t 127.0.0.1 \t\r\n", 200),
    ("letters_beyond_ascii", b"GET /health HTTP/1.1\r\nX: \xe4\xff\r\n" + HOST, 200),
    ("no_body_of_a_post", b"POST /nothing HTTP/1.1\r\n" + HOST, 404),
    ("length_zero_of_a_get", b"GET /health HTTP/1.1\r\nContent-Length: 0\r\n" + HOST, 200),
    ("two_lengths", b"POST /nothing HTTP/1.1\r\nContent-Length: 0\r\nContent-Length: 30\r\n" + HOST, 400),
    ("two_equal_lengths", b"POST /nothing HTTP/1.1\r\nContent-Length: 0\r\nContent-Length: 0\r\n" + HOST, 400),
    ("list_of_lengths", b"POST /nothing HTTP/1.1\r\nContent-Length: 0, 0\r\n" + HOST, 400),
    ("length_with_a_sign", b"POST /nothing HTTP/1.1\r\nContent-Length: +5\r\n" + HOST + b"\r\nabcde", 400),
    ("negative_length", b"POST /nothing HTTP/1.1\r\nContent-Length: -1\r\n" + HOST, 400),
    ("length_in_hexadecimal", b"POST /nothing HTTP/1.1\r\nContent-Length: 0x5\r\n" + HOST + b"\r\nabcde", 400),
    ("empty_length", b"POST /nothing HTTP/1.1\r\nContent-Length:\r\n" + HOST, 400),
    ("length_that_overflows", b"POST /nothing HTTP/1.1\r\nContent-Length: 18446744073709551616\r\n" + HOST, 400),
    ("blank_before_the_colon_of_a_coding", b"POST /nothing HTTP/1.1\r\nTransfer-Encoding : chunked\r\n" + HOST + b"\r\n0\r\n", 400),
    ("blank_before_the_colon_of_a_length", b"POST /nothing HTTP/1.1\r\nContent-Length : 5\r\n" + HOST + b"\r\nabcde", 400),
    ("unknown_coding", b"POST /nothing HTTP/1.1\r\nTransfer-Encoding: xchunked\r\n" + HOST, 400),
    ("identity", b"POST /nothing HTTP/1.1\r\nTransfer-Encoding: identity\r\n" + HOST, 400),
    ("two_codings", b"POST /nothing HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n" + HOST, 400),
    ("two_lines_of_codings", b"POST /nothing HTTP/1.1\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n" + HOST, 400),
    ("length_and_coding", b"POST /nothing HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n" + HOST + b"\r\n0\r\n", 400),
    ("coding_of_http_1_0", b"POST /nothing HTTP/1.0\r\nTransfer-Encoding: chunked\r\n" + HOST + b"\r\n0\r\n", 400),
    ("body_of_a_get", b"GET /health HTTP/1.1\r\nContent-Length: 5\r\n" + HOST + b"\r\nabcde", 400),
    ("two_hosts", b"GET /health HTTP/1.1\r\n" + HOST + HOST, 400),
    ("no_host", b"GET /health HTTP/1.1\r\nX: y\r\n", 400),
    ("nul_in_a_value", b"GET /health HTTP/1.1\r\nX: a\0b\r\n" + HOST, 400),
    ("nul_in_a_name", b"GET /health HTTP/1.1\r\nX\0: b\r\n" + HOST, 400),
    ("nul_in_the_first_line", b"GET /hea\0lth HTTP/1.1\r\n" + HOST, 400),
    ("control_character", b"GET /health HTTP/1.1\r\nX: a\x08b\r\n" + HOST, 400),
    ("bare_carriage_return", b"GET /health HTTP/1.1\r\nX: a\rContent-Length: 5\r\n" + HOST, 400),
    ("bare_line_feed", b"GET /health HTTP/1.1\r\nX: a\nContent-Length: 5\r\n" + HOST, 400),
    ("line_that_goes_on", b"GET /health HTTP/1.1\r\nX: a\r\n b\r\n" + HOST, 400),
    ("no_name", b"GET /health HTTP/1.1\r\n: a\r\n" + HOST, 400),
    ("no_colon", b"GET /health HTTP/1.1\r\nX\r\n" + HOST, 400),
    ("two_blanks", b"GET  /health HTTP/1.1\r\n" + HOST, 400),
    ("other_version", b"GET /health HTTP/2.0\r\n" + HOST, 400),
]
CHUNKED = b"POST /nothing HTTP/1.1\r\nTransfer-Encoding: chunked\r\n" + HOST + b"\r\n"
CHUNKS = [
    ("one", b"5\r\nabcde\r\n0\r\n\r\n", 422),
    ("an_extension", b'5;a="b"\r\nabcde\r\n0\r\n\r\n', 422),
    ("a_trailer", b"1\r\na\r\n0\r\nX: y\r\n\r\n", 422),
    ("a_sign", b"+5\r\nabcde\r\n0\r\n\r\n", 400),
    ("a_prefix", b"0x5\r\nabcde\r\n0\r\n\r\n", 400),
    ("no_size", b"\r\nabcde\r\n0\r\n\r\n", 400),
    ("a_size_too_large", b"5\r\nabcdefgh\r\n0\r\n\r\n", 400),
    ("a_size_that_overflows", b"10000000000000005\r\nabcde\r\n0\r\n\r\n", 400),
    ("a_bare_line_feed", b"5\nabcde\r\n0\r\n\r\n", 400),
]
SMUGGLED = b"GET /nothing/smuggled HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n"


def test_frames(server):
    for name, head, wanted in FRAMES:
        request = head if b"\r\n\r\n" in head[4:] else head + b"\r\n"
        for pieces in (1, 7):
            answer = dribble(server, request + (SMUGGLED if wanted == 400 else b""), pieces, wanted)
            closed = answer.count(b"HTTP/1.1 ") == 1 if wanted == 400 else True
            report(status_of(answer) == wanted and closed, f"{name}_is_{wanted}_in_{'pieces' if pieces > 1 else 'one'}", answer[:300])
    # that a file is none is found out when it was read
    for name, body, wanted in CHUNKS:
        request = CHUNKED.replace(b"POST /nothing", b"PUT /submit")
        for pieces in (1, 3):
            answer = dribble(server, request + body, pieces, 0)
            status = status_of(answer)
            report((status == 400) if wanted == 400 else status == 422, f"chunks_with_{name}_in_{'pieces' if pieces > 1 else 'one'}", answer[:300])


def dribble(server, data, pieces, wanted):
    """The answer to ${data}, which comes in so many bytes at a time; a connection that is refused ends."""
    answer = b""
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as s:
        s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            if pieces == 1:
                s.sendall(data)
            else:
                for at in range(0, len(data), len(data) // pieces + 1):
                    s.sendall(data[at : at + len(data) // pieces + 1])
                    time.sleep(0.005)
            while piece := s.recv(65536):
                answer += piece
                if wanted != 400 and b"\r\n\r\n" in answer:
                    break
        except OSError as error:
            answer += repr(error).encode() if not answer else b" HTTP/1.1 not closed"
    return answer


def test_pipelined(server):
    request = b"GET /health HTTP/1.1\r\n" + HOST + b"X: " + b"y" * 100 + b"\r\n"
    post = b"POST /nothing HTTP/1.1\r\n" + HOST + b"Content-Length: 0\r\n\r\n"
    data = (request + b"TE: trailers\r\n\r\n" + post + request + b"\r\n") * 20
    answer = dribble(server, data + request + b"Connection: close\r\n\r\n", 1, 400)
    found = [int(status) for status in re.findall(rb"HTTP/1\.1 (\d+) ", answer)]
    report(found == [200, 404, 200] * 20 + [200], "requests_one_behind_the_other_are_answered_in_order", found)


# --- bodies without right

def upload(server, path, size, headers=b"", method=b"POST", sent=0):
    """Say that ${size} bytes come, and send ${sent} of them: the answer, which comes without the rest."""
    return raw(server, method + b" " + path + b" HTTP/1.1\r\n" + HOST + headers + b"Content-Length: %d\r\n\r\n" % size + b"x" * sent, wait=b"\r\n\r\n")


def test_unread_bodies(server, chief):
    cookie = b"Cookie: " + chief.cookie.encode() + b"\r\n"
    other = b"Cookie: limmat=" + b"x" * 43 + b"\r\n"
    for name, wanted, *request in [
            ("no_address", 404, b"/nothing", 1000), ("another_method", 405, b"/e/:event/live", 1000),
            ("nobodys", 403, b"/import", 1000), ("a_false_cookies", 403, b"/import", 1 << 20, other),
            ("too_large", 413, b"/submit", 9 << 20), ("too_large_for_its_form", 413, b"/rights", 3 << 20, cookie),
            ("no_machines", 403, b"/sync", 1 << 20, b"Authorization: Bearer x\r\n", b"PUT"),
            ("unpublished", 404, b"/s/" + b"x" * 43, 1 << 20, b"", b"PUT")]:
        answer = upload(server, *request)
        report(status_of(answer) == wanted, f"body_of_{name}_is_not_read", answer[:300])
    raw_post = b"POST /import HTTP/1.1\r\n" + HOST + cookie + b"Content-Type: application/x-www-form-urlencoded\r\nExpect: 100-continue\r\n"
    answer = raw(server, raw_post + b"Content-Length: 200000\r\n\r\n", wait=b"\r\n\r\n")
    report(status_of(answer) == 100, "who_has_the_right_may_go_on", answer[:300])
    answer = raw(server, raw_post.replace(cookie, b"") + b"Content-Length: 200000\r\n\r\n", wait=b"\r\n\r\n")
    report(status_of(answer) == 403, "who_has_none_is_told_instead", answer[:300])
    status, text, _ = chief.ask("POST", "/import", b"x" * 3_000_000)
    report(status == 403 and "Reload the page" in text, "large_form_with_a_right_is_read", (status, text[:300]))
    answer = upload(server, b"/submit", 9 << 20, sent=4 << 20)
    report(status_of(answer) == 413, "who_sends_on_is_told_why", answer[:300])


def memory(server, name="VmRSS"):
    return int(re.search(name + r":\s+(\d+)", open(f"/proc/{server.process.pid}/status").read()).group(1)) >> 10


def test_body_budget(server, chief):
    before, crowd, statuses = memory(server), [], []
    size = 7 << 20
    for _ in range(12):
        s = socket.create_connection(("127.0.0.1", server.port), timeout=10)
        crowd.append(s)
        s.sendall(b"PUT /submit HTTP/1.1\r\n" + HOST + b"Content-Length: %d\r\n\r\n" % size)
        try:
            s.sendall(b"x" * (size - 1))
        except OSError:
            pass
    time.sleep(1)
    grown = memory(server) - before
    for s in crowd:
        s.settimeout(0.3)
        try:
            statuses.append(status_of(s.recv(1000)))
        except OSError:
            statuses.append(0)
    report(statuses.count(503) >= 6 and statuses.count(0) >= 4, "bodies_have_a_budget", statuses)
    report(grown < 100, "bodies_take_no_more_memory_than_that", f"{grown} MiB")
    status = chief.ask("POST", "/import", b"x" * 3_000_000)[0]
    report(status in (400, 403), "desk_has_room_of_its_own", status)
    for s in crowd:
        s.close()
    time.sleep(1)
    answer = raw(server, b"PUT /submit HTTP/1.1\r\n" + HOST + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % size + b"x" * size, 30)
    report(status_of(answer) == 422, "room_comes_back", answer[:300])


def tournament(players, rounds):
    """A TRF in which all play, each round another opponent, and White wins."""
    ring, lines = players - 1, [[] for _ in range(players)]
    for k in range(rounds):
        pairs = [(players - 1, k % ring)] + [((k + j) % ring, (k - j) % ring) for j in range(1, players // 2)]
        for white, black in pairs:
            lines[white].append(f"  {black + 1:4d} w 1")
            lines[black].append(f"  {white + 1:4d} b 0")
    rows = []
    for i, games in enumerate(lines):
        points = sum(game.endswith("1") for game in games)
        rows.append(f"001 {i + 1:4d} m    {f'Player {i + 1:05d}, A':33s} 1500 SUI {'':11s} {'':10s} {points:4.1f} {i + 1:4d}" + "".join(games))
    return "\n".join(["012 Large", "042 2026/07/01", f"062 {players}", f"XXR {rounds}", *rows, ""]).encode()


def test_size_of_a_submission(server):
    sender = Browser(server)
    answer = sender.ask("PUT", "/submit", tournament(9998, 31))
    report(answer[0] == 422 and "309938" in answer[1] and "300000" in answer[1], "tournament_that_no_page_can_show_is_refused", answer[:2])


# --- one client of many

def test_streams(server, chief):
    chief.post("/new", {"name": "Stream", "start": "2026-07-14", "rounds": "5"})
    path = re.search(r"/e/[\w-]+", chief.get("/")[1]).group(0) + "/live"
    listeners, statuses = [], []
    for _ in range(503):
        s = socket.create_connection(("127.0.0.1", server.port), timeout=10)
        s.sendall(b"GET " + path.encode() + b" HTTP/1.1\r\n" + HOST + b"\r\n")
        listeners.append(s)
    statuses = [status_of(s.recv(2000)) for s in listeners]
    report(statuses.count(200) == 500 and statuses.count(429) == 3, "address_has_500_streams", {s: statuses.count(s) for s in set(statuses)})
    listeners[0].close()
    for _ in range(50):
        time.sleep(0.1)
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as s:
            s.sendall(b"GET " + path.encode() + b" HTTP/1.1\r\n" + HOST + b"\r\n")
            status = status_of(s.recv(2000))
        if status == 200:
            break
    report(status == 200, "stream_that_ends_makes_room", status)
    for s in listeners:
        s.close()


def test_lanes(server, chief):
    """Strangers who send some cookie, and what takes long: who has a session does not stand in their queue."""
    path = re.search(r"/e/[\w-]+", chief.get("/")[1]).group(0)
    name = chief.cookie.split("=")[0]
    file = tournament(340, 9)  # small enough to be read at once, and every round is paired again
    chief.get(path)
    crowd = []
    for number in range(8):
        cookie = (f"{name}={'y' * 43}", f"limmat={'y' * 43}; a=b", "a=b")[number % 3].encode()
        body = file.replace(b"012 Large", b"012 Crowd %d" % number)
        s = socket.create_connection(("127.0.0.1", server.port), timeout=60)
        s.sendall(b"PUT /submit HTTP/1.1\r\n" + HOST + b"Cookie: " + cookie + b"\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        crowd.append(s)
    select.select(crowd, [], [], 60)
    status = chief.get(path)[0]
    before = len(select.select(crowd, [], [], 0)[0])
    statuses = [status_of(s.recv(1000)) for s in crowd]
    for s in crowd:
        s.close()
    report(status < 400 and before <= 4 and set(statuses) == {201}, "desk_does_not_stand_behind_false_cookies", f"{status}, {before} of 8 were answered before; {statuses}")


def main(limmat):
    test_unread_log(limmat)
    test_stopped_log_and_the_end(limmat)
    test_descriptors(limmat)
    # memory that was given back is not kept to find its misuse
    frugal = {**PLAIN, "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=1"}
    server = Server(limmat, "--submissions", env=frugal)
    test_printable_log(server)
    test_frames(server)
    test_pipelined(server)
    chief = Browser(server)
    chief.begin(server.key)
    test_size_of_a_submission(server)
    test_streams(server, chief)
    test_lanes(server, chief)
    test_unread_bodies(server, chief)
    test_body_budget(server, chief)
    server.end()
    return report.end()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
