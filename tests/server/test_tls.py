#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_tls.py LIMMAT: TLS without a proxy, by the certificate that the server makes and by one's own,
in TAP."""
import hashlib
import http.client
import re
import shutil
import socket
import ssl
import subprocess
import sys
import urllib.parse

from served import WINDOWS, Report, Server

report = Report()
server = Server(sys.argv[1], "--quiet", "--tls")
certificate = server.data / "tls-certificate.pem"


def trusting(file):
    return ssl.create_default_context(cafile=file)


def ask(method, path, body=None, headers=None, context=None):
    connection = http.client.HTTPSConnection("localhost", server.port, context=context or trusting(certificate), timeout=60)
    connection.request(method, path, body, headers or {})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer, text


def digest(file):
    der = ssl.PEM_cert_to_DER_cert(file.read_text())
    return hashlib.sha256(der).hexdigest()


answer, _ = ask("GET", "/health")
report(answer.status == 200, "who_trusts_its_certificate_reaches_it")
shown = server.process.stdout.readline() + server.process.stdout.readline() + server.process.stdout.readline() + server.process.stdout.readline() + server.process.stdout.readline()
report(digest(certificate) in shown.replace(":", "").lower(), "the_fingerprint_is_printed", shown)
answer, _ = ask("POST", server.key, urllib.parse.urlencode({"name": "Vera"}), {"Content-Type": "application/x-www-form-urlencoded"})
cookie = answer.headers["Set-Cookie"] or ""
report(answer.status == 303 and "; Secure" in cookie and "HttpOnly" in cookie, "the_key_is_good_over_it_and_the_session_never_leaves_it", cookie)
_, page = ask("GET", "/", headers={"Cookie": cookie.split(";")[0]})
token = re.search(r'name="csrf" value="(\w+)"', page).group(1)
body = urllib.parse.urlencode({"name": "Tls", "start": "2026-07-14", "csrf": token})
answer, _ = ask("POST", "/new", body, {"Cookie": cookie.split(";")[0], "Content-Type": "application/x-www-form-urlencoded",
                                       "Origin": f"https://localhost:{server.port}"})
report(answer.status == 303, "an_event_is_made_over_it", answer.status)
large = ask("GET", "/static/" + re.search(r'/static/(desk-\w+\.css)', page).group(1))
report(large[0].status == 200 and len(large[1]) > 4000, "what_is_large_comes_whole")

with socket.create_connection(("127.0.0.1", server.port), 30) as raw, trusting(certificate).wrap_socket(raw, server_hostname="localhost") as s:
    s.sendall(b"GET /e/tls/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
    seen = b""
    while b"data: " not in seen:
        seen += s.recv(1000)
report(b"text/event-stream" in seen, "news_come_over_it")


def refused(work):
    try:
        return work()
    except (OSError, http.client.HTTPException):
        return True


def plain():
    connection = http.client.HTTPConnection("localhost", server.port, timeout=30)
    connection.request("GET", "/health")
    return connection.getresponse().status != 200


report(refused(plain), "nothing_is_said_in_the_clear")
report(refused(lambda: not ask("GET", "/health", context=ssl.create_default_context())), "who_does_not_trust_it_is_told_by_his_browser")
for _ in range(20):
    with socket.create_connection(("127.0.0.1", server.port), 30) as s:
        s.sendall(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"x" * 40)
report(ask("GET", "/health")[0].status == 200, "broken_handshakes_do_no_harm")
report(WINDOWS or (server.data / "tls-key.pem").stat().st_mode & 0o077 == 0 and (server.data / "limmat.db").stat().st_mode & 0o077 == 0,
       "key_and_data_are_their_owners")
key, first = (server.data / "tls-key.pem").read_text(), digest(certificate)
report(server.end() == 0, "it_ends_when_it_is_asked_to")
server.start()
report(digest(certificate) == first, "the_certificate_stays_from_start_to_start")
server.end()
server.options = ("--quiet", "--tls", "--host", "chess.example.org")
server.start()
report(digest(certificate) != first and (server.data / "tls-key.pem").read_text() == key, "for_another_name_it_is_made_anew_with_the_same_key")
server.end()

own, own_key = server.work / "own.pem", server.work / "own-key.pem"
shutil.copy(certificate, own)
shutil.copy(server.data / "tls-key.pem", own_key)
shutil.rmtree(server.data)
server.options = ("--quiet", "--certificate", str(own), "--private-key", str(own_key))
server.start()
report(ask("GET", "/health", context=trusting(own))[0].status == 200 and not certificate.exists(), "ones_own_certificate_is_used")
server.end()
for name, words in {"a_certificate_without_key": ["--certificate", own], "a_key_that_is_none": ["--certificate", own, "--private-key", own],
                    "a_certificate_that_is_not_there": ["--certificate", "/nowhere.pem", "--private-key", own_key]}.items():
    done = subprocess.run([server.limmat, "serve", "--data", server.data, "--listen", f"127.0.0.1:{server.port}", *words],
                          capture_output=True, text=True, timeout=60)
    report(done.returncode != 0 and "limmat: " in done.stderr, name + "_is_refused", done.stderr)
sys.exit(report.end())
