#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Nothing that is sent stops the server: log lines that no one reads, connections without number, bodies without right.
usage: test_budgets.py LIMMAT"""
import json
import re
import resource
import socket
import subprocess
import sys
import time

from served import Browser, Report, Server

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
                s.sendall(b"GET /nothing/" + b"x" * 150 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
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
    asked = 4000
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
    ask_many(server, 4000)
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
    spent = sum(map(int, open(f"/proc/{server.process.pid}/stat").read().rpartition(")")[2].split()[11:13]))
    time.sleep(2)
    spent = sum(map(int, open(f"/proc/{server.process.pid}/stat").read().rpartition(")")[2].split()[11:13])) - spent
    log = (server.work / "log").read_text()
    report(len(log.splitlines()) < 10 and "New connections wait" in log, "full_server_logs_one_line", f"{len(log)} bytes\n{log[:300]}")
    report(spent < 50, "full_server_rests", f"{spent} hundredths of a second in two seconds")
    for s in crowd:
        s.close()
    answer = raw(server, b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    report(status_of(answer) == 200, "server_goes_on_when_descriptors_are_free", answer[:200])
    server.end()


def main(limmat):
    test_unread_log(limmat)
    test_stopped_log_and_the_end(limmat)
    test_descriptors(limmat)
    server = Server(limmat)
    test_printable_log(server)
    server.end()
    return report.end()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
