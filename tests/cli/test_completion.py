#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_completion.py LIMMAT: what bash, zsh and fish offer behind a line that somebody has begun.
Prints TAP.  Each shell is asked itself, with the script that `limmat help --completion` prints."""
import os
import pty
import shutil
import subprocess
import sys
import tempfile
import time

limmat = os.path.abspath(sys.argv[1])
scratch = tempfile.mkdtemp(prefix="limmat-completion-")
SYSTEMS = [line.split()[0] for line in subprocess.run([limmat, "systems"], capture_output=True, text=True, check=True).stdout.splitlines()]

# A begun line, and what must be and must not be among the words offered for its last one.
CASES = [
    ("limmat pa", ["pair", "page"], ["check"]),
    ("limmat championship of", ["offer"], ["accept", "pair"]),
    ("limmat rate ", ["lookup", "person"], ["pair"]),
    ("limmat pair --system du", [s for s in SYSTEMS if s.startswith("du")], ["burstein-2026"]),
    ("limmat pair -s bur", [s for s in SYSTEMS if s.startswith("bur")], ["dutch-2026"]),
    ("limmat rate period --chess ", ["standard", "rapid", "blitz"], ["text"]),
    ("limmat explain --ag", ["--against"], ["--system"]),
    ("limmat check here", ["here.trf"], []),
]


def script(shell):
    path = os.path.join(scratch, {"bash": "limmat", "zsh": "_limmat", "fish": "limmat.fish"}[shell])
    with open(path, "wb") as out:
        out.write(subprocess.run([limmat, "help", "--completion", shell], capture_output=True, check=True).stdout)
    return path


def ask_bash(path, line):
    words = line.split(" ")
    quoted = " ".join(f"'{w}'" for w in words)
    asked = f"""source {path}; COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _limmat
        if [ ${{#COMPREPLY[@]}} = 0 ]; then compgen -f -- '{words[-1]}'; else printf '%s\\n' "${{COMPREPLY[@]}}"; fi"""
    return subprocess.run(["bash", "--norc", "-c", asked], capture_output=True, text=True, cwd=scratch).stdout.split()


def ask_fish(path, line):
    done = subprocess.run(["fish", "--no-config", "-c", f"source {path}; complete -C'{line}'"], capture_output=True,
                          text=True, cwd=scratch, env={**os.environ, "HOME": scratch, "TERM": "dumb"})
    return [row.split("\t")[0] for row in done.stdout.splitlines()]


def ask_zsh(_, line):
    """A shell at a terminal is given the line and Tab; all that it then shows."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(scratch)
        os.environ.update(HOME=scratch, TERM="dumb", PS1="> ")
        os.execvp("zsh", ["zsh", "-f"])
    shown = b""

    def until(mark, seconds=20):
        nonlocal shown
        shown, end = b"", time.monotonic() + seconds
        while mark not in shown and time.monotonic() < end:
            shown += os.read(terminal, 65536)
        return shown

    os.write(terminal, f"fpath=({scratch} $fpath); autoload -Uz compinit; compinit -u -d {scratch}/dump; LISTMAX=9999; COLUMNS=200; echo rea''dy\n".encode())
    until(b"ready\r\n")
    # What is offered, one word a line, by the shell's own list of matches.
    os.write(terminal, b"show() { compstate[insert]=''; compstate[list]=''; _main_complete; }; zle -C show list-choices show; bindkey '^T' list-choices; echo rea''dy\n")
    until(b"ready\r\n")
    os.write(terminal, line.encode() + b"\x14")
    time.sleep(0.2)
    os.write(terminal, b"\x15echo rea''dy\n")
    said = until(b"ready\r\n").decode(errors="replace")
    os.write(terminal, b"exit\n")
    os.close(terminal)
    os.waitpid(pid, 0)
    return said.split()


open(os.path.join(scratch, "here.trf"), "w").close()
count = failed = 0
for shell, ask in {"bash": ask_bash, "zsh": ask_zsh, "fish": ask_fish}.items():
    count += 1
    if shutil.which(shell) is None:
        print(f"ok {count} - {shell} # SKIP there is none")
        continue
    path, wrong = script(shell), []
    for line, offered, others in CASES:
        got = ask(path, line)
        missing = [word for word in offered if word not in got]
        more = [word for word in others if word in got]
        if missing or more:
            wrong.append(f"{line!r}: {missing} missing, {more} too many of {got[:12]}")
    failed += bool(wrong)
    print(f"{'not ok' if wrong else 'ok'} {count} - {shell}_offers_what_may_come")
    for line in wrong:
        print(f"# {line}")
print(f"1..{count}")
shutil.rmtree(scratch, ignore_errors=True)
sys.exit(failed > 0)
