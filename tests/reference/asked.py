# SPDX-License-Identifier: Apache-2.0
"""Random tournaments, and the answers about them: from the command, or from liblimmat.so through the Python package, which saves a process
for each question."""
import json
import os
import subprocess
import sys

PACKAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "packaging", "python")


def generate(limmat, system, seed, players, rounds, path, rates=None):
    """Whether the tournament stands in ${path}."""
    more = []
    if rates is not None:
        more = ["--config", path + ".rates"]
        with open(more[1], "w", encoding="utf-8") as f:
            f.write(rates)
    done = subprocess.run([limmat, "generate", "-s", system, "-n", str(players), "-R", str(rounds), "--seed", str(seed), "-o", path, *more],
                          capture_output=True, text=True, timeout=300)
    return done.returncode == 0


class Asked:
    """The answers about one file, by the command ${limmat}, or by ${library} where that is given."""

    def __init__(self, limmat, system, path, library=None):
        self.limmat, self.system, self.path, self.refused, self.tournament = limmat, system, path, "", None
        if library:
            os.environ["LIMMAT_LIBRARY"] = os.path.abspath(library)
            sys.path[:0] = [] if PACKAGE in sys.path else [PACKAGE]
            import limmat as package

            self.package = package
            with open(path, "rb") as f:
                self.tournament = package.Tournament(f.read(), name=path, system=system)

    def explain(self, number, player=0, against=0):
        """The document; None: refused, for the reason in ${refused}."""
        if self.tournament:
            try:
                return self.tournament.explain(number, player=player, against=against)
            except self.package.LimmatError as error:
                self.refused = str(error)
                return None
        more = ["-p", str(player)] if player else []
        more += ["--against", str(against)] if against else []
        done = subprocess.run([self.limmat, "explain", self.path, "-s", self.system, "-r", str(number), "-f", "json", "--lang", "en", *more],
                              capture_output=True, text=True, timeout=300)
        self.refused = f"status {done.returncode} {done.stderr}"
        return json.loads(done.stdout) if done.returncode == 0 else None
