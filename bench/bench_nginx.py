#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bench_nginx.py LIMMAT: the standings of 300 players after nine rounds, sent in and published, served by `limmat serve` and by
nginx from a file with the same bytes, in turns, in the same run: answers a second, the processor's microseconds for each (which a
busy machine does not change much), and the ratio of those.  Needs nginx and wrk."""
import http.client
import os
import pathlib
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time

TURNS, SECONDS = 3, 3
limmat = pathlib.Path(sys.argv[1]).resolve()
nginx, wrk = shutil.which("nginx", path="/usr/sbin:/usr/bin:/sbin:/bin"), shutil.which("wrk")
if nginx is None or wrk is None:
    print("serve    nginx or wrk is not here: nothing to compare with")
    sys.exit(0)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def ask(port, method, path, body=None, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    return answer.status, answer.read(), answer.headers


def spent(process):
    """Microseconds of the processor that it and its children have used."""
    children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    fields = [pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split() for pid in (process.pid, *children)]
    return sum(int(f[11]) + int(f[12]) for f in fields) * 1e6 / os.sysconf("SC_CLK_TCK")


def rate(process, port, path, *headers):
    """Answers a second over 32 connections, and microseconds for each."""
    before = spent(process)
    words = [word for header in headers for word in ("-H", header)]
    said = subprocess.run([wrk, "-t1", "-c32", f"-d{SECONDS}s", *words, f"http://127.0.0.1:{port}{path}"], capture_output=True, text=True, check=True).stdout
    if "Non-2xx" in said and "If-None-Match" not in " ".join(headers):
        sys.exit(said)
    count = int(re.search(r"(\d+) requests in", said).group(1))
    return float(re.search(r"Requests/sec:\s+([\d.]+)", said).group(1)), (spent(process) - before) / count


with tempfile.TemporaryDirectory() as folder:
    work = pathlib.Path(folder)
    work.chmod(0o755)
    ours, theirs = free_port(), free_port()
    subprocess.run([limmat, "generate", "-n", "300", "-R", "9", "--seed", "3", "-o", work / "open.trf"], check=True, capture_output=True)
    server = subprocess.Popen([limmat, "serve", "--quiet", "--submissions", "--data", work / "data", "--listen", f"127.0.0.1:{ours}"],
                              stdout=subprocess.PIPE, text=True)
    while "/key/" not in server.stdout.readline():
        pass
    link = re.search(rb"/s/[\w-]+", ask(ours, "PUT", "/submit", (work / "open.trf").read_bytes())[1]).group(0).decode()
    ask(ours, "POST", link + "/publish", "", **{"Content-Type": "application/x-www-form-urlencoded"})
    page = re.search(rb"/t/[\w-]+/", ask(ours, "GET", link)[1]).group(0).decode() + "standings-9.html"
    plain = ask(ours, "GET", page)[1]
    status, packed, headers = ask(ours, "GET", page, **{"Accept-Encoding": "gzip"})
    if status != 200 or headers["Content-Encoding"] != "gzip":
        sys.exit(f"{page}: {status}")
    root = work / "root"
    root.mkdir()
    (root / "standings.html").write_bytes(plain)
    (root / "standings.html.gz").write_bytes(packed)
    (work / "nginx.conf").write_text(f"""daemon off; worker_processes auto; pid {work}/nginx.pid; error_log {work}/error.log;
events {{ worker_connections 1024; }}
http {{ access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; types {{ text/html html; }}
open_file_cache max=100; gzip_static on; client_body_temp_path {work}/b; proxy_temp_path {work}/p; fastcgi_temp_path {work}/f;
uwsgi_temp_path {work}/u; scgi_temp_path {work}/s;
server {{ listen 127.0.0.1:{theirs}; root {root}; }} }}""")
    other = subprocess.Popen([nginx, "-c", work / "nginx.conf"], stderr=subprocess.DEVNULL)
    for _ in range(100):
        try:
            if ask(theirs, "GET", "/standings.html")[1] == plain:
                break
        except OSError:
            time.sleep(0.05)
    tag, etag = headers["ETag"], ask(theirs, "GET", "/standings.html")[2]["ETag"]
    figures = {}
    for _ in range(TURNS):
        for what, mine, its in (("gzip", ["Accept-Encoding: gzip"], ["Accept-Encoding: gzip"]), ("plain", [], []),
                                ("known (304)", [f"If-None-Match: {tag}"], [f"If-None-Match: {etag}"])):
            figures.setdefault(what, []).append((*rate(server, ours, page, *mine), *rate(other, theirs, "/standings.html", *its)))
    server.terminate()
    other.terminate()
    server.wait(20), other.wait(20)
    for what, pairs in figures.items():
        size = len(packed) if what == "gzip" else len(plain) if what == "plain" else 0
        a, cost, b, its_cost = (statistics.median(side) for side in zip(*pairs))
        print(f"serve    standings of 300, {what:12} {size:6} bytes {a:7.0f} a second ({cost:5.1f} us), nginx {b:7.0f} ({its_cost:5.1f} us): "
              f"{a / b:5.2f} as fast, {its_cost / cost:5.2f} by the processor", flush=True)
