#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A PostgreSQL cluster of one's own: made in a new folder, reached by its socket there and by nothing
else, gone when it ends.  As a program: run a test with the folder as its argument.

    cluster.py PROGRAM [ARGUMENT…]
"""
import atexit
import glob
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

BIN = pathlib.Path(max(glob.glob("/usr/lib/postgresql/*/bin"), default="/usr/bin"))


def is_there():
    return (BIN / "initdb").exists()


class Cluster:
    """With databases t0, t1 …; kill and start it at will.  A careless one waits for no disk."""

    def __init__(self, databases=0, careless=False):
        self.folder = tempfile.mkdtemp(prefix="limmat-cluster.")
        self.data = f"{self.folder}/data"
        self.address = f"postgresql://postgres@/postgres?host={self.folder}"
        # PostgreSQL refuses to run as root.
        self.user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
        if self.user:
            shutil.chown(self.folder, "postgres", "postgres")
        os.chmod(self.folder, 0o700 if not self.user else 0o755)
        self.run("initdb", "--no-sync", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "-D", self.data)
        with open(f"{self.data}/postgresql.conf", "a") as settings:
            settings.write(f"listen_addresses = ''\nunix_socket_directories = '{self.folder}'\n"
                           "shared_buffers = 16MB\nmax_connections = 40\n" + "fsync = off\n" * careless)
        self.process = None
        atexit.register(self.end)  # whatever happens to the test
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        self.start()
        if databases:
            self.ask("".join(f"CREATE DATABASE t{i};\n" for i in range(databases)))

    def run(self, program, *arguments):
        done = subprocess.run([*self.user, BIN / program, *arguments], cwd=self.folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self):
        """Start it, and wait until it answers."""
        self.process, until = None, time.monotonic() + 120
        while subprocess.run([BIN / "pg_isready", "-q", "-h", self.folder]).returncode != 0:
            # After a kill it refuses to begin until the last of the old processes is gone.
            if self.process is None or self.process.poll() is not None:
                with open(f"{self.folder}/log", "a") as log:
                    self.process = subprocess.Popen([*self.user, BIN / "postgres", "-D", self.data], cwd=self.folder,
                                                    stdout=subprocess.DEVNULL, stderr=log)
            if time.monotonic() > until:
                raise SystemExit("Bail out! PostgreSQL does not start: " + pathlib.Path(f"{self.folder}/log").read_text()[-2000:])
            time.sleep(0.05)

    def kill(self):
        """As a power cut would: nobody is told, nothing is written out."""
        self.process.kill()
        self.process.wait()

    def ask(self, sql):
        done = subprocess.run(["psql", "-qAtX", "-v", "ON_ERROR_STOP=1", self.address], input=sql, capture_output=True,
                              text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def end(self):
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)  # at once: nobody needs what is in it
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def skip(why):
    """Say to the test runner, in TAP, that nothing was tried."""
    print(f"1..0 # SKIP {why}")
    sys.exit(0)


if __name__ == "__main__":
    if not is_there():
        skip("PostgreSQL is not installed (scripts/packages-test.txt)")
    cluster = Cluster(databases=16, careless=True)
    try:
        code = subprocess.run([*sys.argv[1:], cluster.folder]).returncode
    finally:
        cluster.end()
    sys.exit(code)
