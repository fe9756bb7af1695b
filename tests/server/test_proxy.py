#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whom the server takes a visitor for: the header of the proxy that was named counts, and no one else's; with the
nginx of this machine, if there is one, by the file that is shipped.
usage: test_proxy.py LIMMAT NGINX.CONF"""
import http.client
import os
import pathlib
import shutil
import ssl
import subprocess
import sys
import time

from served import Report, Server, free_port

report = Report()
NAME = "chess.example.org"
TRF = b"012 Small\n062 2\nXXR 1\n" + b"".join(
    b"001 %4d m    %-33s 1500 SUI %-11s %-10s %4.1f %4d  %4d %s %s\n" % (i, b"Player %d" % i, b"", b"", 2 - i, i, 3 - i, b"wb"[i - 1:i], b"10"[i - 1:i])
    for i in (1, 2))


def send(port, source, forwarded, secure=False, host=NAME):
    """The status of a file that is sent from the address ${source}."""
    kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
    more = {"context": ssl._create_unverified_context()} if secure else {}
    connection = kind("127.0.0.1", port, timeout=30, source_address=(source, 0), **more)
    connection.request("PUT", "/submit", TRF, {"Host": host, **({"X-Forwarded-For": forwarded} if forwarded else {})})
    status = connection.getresponse().status
    connection.close()
    return status


def status_of(port, host):
    """Of a page that is asked for under the name ${host}."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", "/health", headers={"Host": host})
    status = connection.getresponse().status
    connection.close()
    return status


def test_named_proxy(limmat):
    server = Server(limmat, "--submissions", "--submission-limit", "2", "--host", NAME, "--proxy", "127.0.0.3")
    forged = [send(server.port, "127.0.0.1", f"10.0.0.{n}") for n in range(3)]
    report(forged == [201, 201, 429], "header_of_a_visitor_does_not_count", forged)
    told = [send(server.port, "127.0.0.3", f"10.0.0.{n}") for n in (1, 2, 3, 1, 1)]
    report(told == [201, 201, 201, 201, 429], "header_of_the_proxy_counts", told)
    listed = [send(server.port, "127.0.0.3", f"10.1.0.{n}, 10.2.0.1") for n in range(3)]
    report(listed == [201, 201, 429], "what_the_proxy_wrote_last_counts", listed)
    network = [send(server.port, "127.0.0.3", f"2001:db8:1:{n}") for n in ("2::1", "2:3::1", "2:a:b:c:d", "3::1", "4:a:b:c:d")]
    report(network == [201, 201, 429, 201, 201], "a_network_of_ipv6_counts_as_one", network)
    hosts = {host: status_of(server.port, host) for host in (NAME, NAME + ":8443", "chess.example.or", "chess", NAME + "s", NAME + ".example", "x" + NAME, "localhost", "local")}
    report({host for host, status in hosts.items() if status == 200} == {NAME, NAME + ":8443", "localhost"} and set(hosts.values()) == {200, 421},
           "only_its_whole_name_is_its_own", hosts)
    server.end()


def test_no_proxy_named(limmat):
    """Then it is a program of this machine, where the site has a name, and else nobody."""
    server = Server(limmat, "--submissions", "--submission-limit", "2", "--host", NAME)
    far = [send(server.port, "127.0.0.2", f"10.0.0.{n}") for n in range(3)]
    near = [send(server.port, "127.0.0.1", f"10.0.0.{n}") for n in range(3)]
    report(far == [201, 201, 429] and near == [201, 201, 201], "header_of_this_machine_alone_counts", (far, near))
    server.end()
    server = Server(limmat, "--submissions", "--submission-limit", "2")
    forged = [send(server.port, "127.0.0.1", f"10.0.0.{n}", host="127.0.0.1") for n in range(3)]
    report(forged == [201, 201, 429], "without_a_name_no_header_counts", forged)
    server.end()


def adapted(text, folder, server, ports):
    """The shipped file with ports, certificates and a server of this machine."""
    for old, new in [("listen [::]:", "# listen [::]:"), ("listen 80;", f"listen 127.0.0.1:{ports[0]};"), ("listen 443 ", f"listen 127.0.0.1:{ports[1]} "),
                     ("127.0.0.1:8080", f"127.0.0.1:{server.port}"), ("/etc/letsencrypt/live/chess.example.org/", f"{folder}/")]:
        assert old in text, old
        text = text.replace(old, new)
    return text


def test_shipped_file(limmat, file, nginx):
    server = Server(limmat, "--submissions", "--submission-limit", "2", "--host", NAME)
    folder, ports = server.work / "nginx", (free_port(), free_port())
    folder.mkdir()
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={NAME}", "-days", "2",
                    "-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem"], check=True, capture_output=True)
    (folder / "limmat.conf").write_text(adapted(pathlib.Path(file).read_text(), folder, server, ports))
    paths = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (folder / "nginx.conf").write_text(f"daemon off;\nmaster_process off;\npid {folder}/pid;\nerror_log {folder}/errors;\nevents {{}}\n"
                                       f"http {{\naccess_log off;\n{paths}include {folder}/limmat.conf;\n}}\n")
    proxy = subprocess.Popen([nginx, "-p", folder, "-c", folder / "nginx.conf"], stderr=subprocess.DEVNULL)
    statuses = []
    for _ in range(50):
        try:
            statuses = [send(ports[1], "127.0.0.1", "10.9.9.9", True)]
            break
        except OSError:
            time.sleep(0.1)
    statuses += [send(ports[1], "127.0.0.1", f"10.0.0.{n}", True) for n in range(2)] if statuses else []
    report(statuses == [201, 201, 429], "forged_header_does_not_escape_the_quota", statuses or (folder / "errors").read_text())
    if statuses:
        other = send(ports[1], "127.0.0.2", "", True)
        report(other == 201, "each_visitor_has_a_quota", other)
    proxy.terminate()
    proxy.wait(30)
    server.end()


def main(limmat, file):
    test_no_proxy_named(limmat)
    test_named_proxy(limmat)
    nginx = os.environ.get("NGINX") or shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if nginx:
        test_shipped_file(limmat, file, nginx)
    else:
        report(True, "shipped_file # SKIP no nginx")
    return report.end()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
