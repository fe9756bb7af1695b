#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_windows.py LIMMAT EXE LINUX: what is Windows' own, in TAP.  LIMMAT starts EXE; LINUX is the
command of this machine, which must write the same bytes."""
import filecmp
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "server"))
from served import Report

limmat, exe, linux = map(pathlib.Path, sys.argv[1:4])
examples = HERE.parent.parent / "examples"
report = Report()
work = pathlib.Path(tempfile.mkdtemp())
NAME = "Açık – Öğüt 選手権"
# What every Windows 10 has.
SYSTEM = {"advapi32", "bcrypt", "crypt32", "iphlpapi", "kernel32", "msvcrt", "secur32", "shell32", "user32", "ws2_32"}


def run(*words, program=limmat, **more):
    return subprocess.run([program, *words], cwd=work, capture_output=True, stdin=subprocess.DEVNULL, **more)


def same(left, right):
    """Two folders with the same names and bytes."""
    compared = filecmp.dircmp(left, right, ignore=[])
    _, wrong, odd = filecmp.cmpfiles(left, right, compared.common_files, shallow=False)
    return (not (compared.left_only or compared.right_only or wrong or odd)
            and all(same(left / name, right / name) for name in compared.common_dirs))


for file in examples.iterdir():
    if file.is_file():
        shutil.copy(file, work)
sample = "open-2026.trf"

# --- one file

imports = subprocess.run(["x86_64-w64-mingw32-objdump", "-p", exe], capture_output=True, text=True, check=True).stdout
needed = {name.lower().removesuffix(".dll") for name in re.findall(r"DLL Name: (\S+)", imports)}
report(needed and needed <= SYSTEM, "it_needs_nothing_that_windows_has_not", needed - SYSTEM)
characteristics = re.search(r"DllCharacteristics\s+(\w+)", imports)
report(characteristics and int(characteristics[1], 16) & 0x160 == 0x160, "it_is_hardened_as_windows_can", characteristics)

whole = exe.read_bytes()
version = run("version").stdout.decode().split()[1]
told = {word for word in ("Limmat: chess tournaments", version) if word.encode("utf-16-le") not in whole}
report(not told, "windows_can_tell_what_it_is", told)
# One file is passed on with all that is linked into it, so with what each of those asks for.
licences = run("version", "--licences").stdout.decode()
OWNERS = {"curl": "Daniel Stenberg", "libevent": "Niels Provos", "libsodium": "Frank Denis", "libzip": "Thomas Klausner",
          "openssl": "OpenSSL Project", "qr-code-generator": "Project Nayuki", "sqlite3": "public-domain",
          "zlib": "Jean-loup Gailly", "mingw-w64": "the mingw-w64 project", "wasi-libc": "wasi-libc contributors"}
parts = dict(re.findall(r"^=== (\S+?),?(?: [^\n]*)? ===$(.*?)(?=^=== |\Z)", licences, re.M | re.S))
unsaid = {name for name, owner in OWNERS.items() if owner.lower() not in parts.get(name, "").lower()}
report(not unsaid and "TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION" in licences,
       "it_carries_the_licences_of_what_is_in_it", unsaid)

# --- bytes

here, there = run("pair", sample), run("pair", sample, program=linux)
report(here.returncode == 0 and here.stdout == there.stdout and b"\r" not in here.stdout,
       "what_it_writes_is_the_same_bytes", here)
(work / "crlf.trf").write_bytes((work / sample).read_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))
crlf = run("pair", "crlf.trf")
report(crlf.returncode == 0 and crlf.stdout == there.stdout, "lines_may_end_as_windows_ends_them", crlf)
with open(work / sample, "rb") as stream:
    piped = subprocess.run([limmat, "pair", "-"], cwd=work, stdin=stream, capture_output=True)
report(piped.stdout == there.stdout, "standard_input_is_bytes", piped)
(work / "end.trf").write_bytes((work / sample).read_bytes() + b"### \x1a and behind it\n" + b"### more\n")
ended = run("pair", "end.trf")
report(ended.stdout == there.stdout, "a_control_z_ends_no_file", ended)

# --- paths

(work / "a" / "b").mkdir(parents=True)
shutil.copy(work / sample, work / "a" / "b" / "winter.trf")
back = run("pair", "-f", "plain", "a\\b\\winter.trf")
report(back.returncode == 0 and back.stdout == run("pair", "-f", "plain", sample).stdout, "backslashes_separate", back)
out = run("pair", "-f", "trf", "-o", "a\\next.trf", "a\\b\\winter.trf")
report(out.returncode == 0 and (work / "a" / "next.trf").is_file(), "also_of_what_is_written", out)
lines = (work / sample).read_text().replace("\n", "\r\n")
whole = run("pair", "-f", "plain", "Z:" + str(work / "a" / "b" / "winter.trf").replace("/", "\\"))
report(whole.stdout == back.stdout, "drives_have_letters", whole)
made = run("publish", "-o", "a\\site", "a\\b\\winter.trf")
report(made.returncode == 0 and (work / "a" / "site" / "winter" / "index.html").is_file(), "an_address_is_of_the_last_name", made)
deep = work
for i in range(8):
    deep = deep / (f"{i}" * 40)
deep.mkdir(parents=True)
shutil.copy(work / sample, deep / sample)
relative = str(deep.relative_to(work))
long = run("pair", "-f", "trf", "-o", relative + "/long.trf", relative + "\\" + sample)
report(len(relative) > 300 and long.returncode == 0
       and (deep / "long.trf").read_bytes() == (work / "a" / "next.trf").read_bytes(), "paths_may_be_long", long)
stick, letter = work / "stick", pathlib.Path(os.environ["WINEPREFIX"], "dosdevices", "s:")
stick.mkdir()
shutil.copy(work / sample, stick / "My open.trf")
letter.unlink(missing_ok=True)
letter.symlink_to(stick)
there_too = run("pair", "-f", "trf", "-o", "S:My next.trf", "S:\\My open.trf")
site = run("publish", "-o", "S:\\my site\\", "S:\\My next.trf")
report(there_too.returncode == 0 and (stick / "My next.trf").read_bytes() == (work / "a" / "next.trf").read_bytes()
       and (stick / "my site" / "index.html").is_file() and b"\\/" not in site.stdout, "also_of_a_stick_and_with_spaces", site)
(work / "shell.trf").write_bytes(lines.encode("utf-16")) # PowerShell's >
report(run("pair", "-f", "plain", "shell.trf").stdout == back.stdout, "what_powershell_wrote_is_read")
missing = run("pair", "nothing.trf")
report(missing.returncode == 5 and b"No such file or directory" in missing.stderr, "reasons_are_told_in_the_usual_words", missing)

# --- names beyond ASCII

text = (work / sample).read_bytes().decode()
first = re.search(r"^001.{11}(.{33})", text, re.M)[1]
(work / f"{NAME}.trf").write_text(text.replace(first, f"{'Çelik, Ğülşen Ñ':33}"), newline="")
named = run("pair", f"{NAME}.trf")
report(named.returncode == 0 and "Çelik, Ğülşen Ñ" in named.stdout.decode(), "file_names_are_of_all_letters", named)
kept = run("pair", "-f", "trf", "-o", f"{NAME} 2.trf", f"{NAME}.trf")
report(kept.returncode == 0 and (work / f"{NAME} 2.trf").is_file(), "also_of_what_is_written_there", kept)
lost = run("pair", f"{NAME} 3.trf")
report(f"{NAME} 3.trf cannot be opened" in lost.stderr.decode(), "messages_name_them", lost)
pattern = run("check", "Açık*.trf")
report(f"{NAME}.trf" in pattern.stdout.decode() + pattern.stderr.decode() or b"2 files" in pattern.stdout,
       "a_star_means_files", pattern)
german = run("explain", "-p", "3", sample, env={**os.environ, "LC_ALL": "de_DE.UTF-8"})
report(german.stdout.decode().startswith("Runde 4") and run("explain", "-p", "3", sample).stdout.startswith(b"Round 4"),
       "the_environment_says_the_language", german)


def readable(said):
    """Without a terminal's own control sequences."""
    return re.sub(r"\x1b(\[[0-9;?]*[a-zA-Z]|\][^\x07]*\x07)", "", said.decode("utf-8", "replace"))


def on_console(*words):
    """What somebody sees at a terminal."""
    said = bytearray()

    def read(fd):
        data = os.read(fd, 4096)
        said.extend(data)
        return data

    here, silent, shown = os.getcwd(), os.open(os.devnull, os.O_WRONLY), os.dup(1)
    os.chdir(work)
    os.dup2(silent, 1)
    try:
        pty.spawn([str(limmat), *words], read)
    finally:
        os.dup2(shown, 1)
        os.chdir(here)
    return readable(said)


seen = on_console("pair", f"{NAME}.trf")
report("Çelik, Ğülşen" in seen, "a_console_shows_them", seen)

def double_click():
    """What is seen in a window of the program's own: first, and after Enter."""
    pid, fd = pty.fork()
    if pid == 0:
        os.chdir(work)
        os.environ["LIMMAT_DATA"] = "desk"
        os.execv(limmat, [str(limmat)])
    said, first, end = b"", None, time.monotonic() + 60
    while time.monotonic() < end:
        if select.select([fd], [], [], 1)[0]:
            try:
                said += os.read(fd, 4096)
            except OSError:
                break
        elif first is None:
            first = said
            os.write(fd, b"\r")
        elif b"Ctrl-C" in said[len(first):]:
            os.write(fd, b"\x03") # of the server
        elif b"close" in said[len(first):]:
            os.write(fd, b"\r") # its port is another's
    return readable(first or b""), readable(said[len(first or b""):]), os.waitpid(pid, 0)[1]


first, then, status = double_click()
report("Press Enter to begin" in first and "pair the next round" not in first,
       "a_double_click_opens_a_window_that_stays", first)
report("Limmat is running" in then and status == 0 or "Press Enter to close this window" in then,
       "and_serves_upon_enter", then)

# --- publishing

for program, folder in (limmat, "here"), (linux, "there"):
    done = run("publish", "-o", folder, sample, "weekend-2026.trf", "youth-2026.json", program=program)
    report(done.returncode == 0, f"it_publishes_{folder}", done)
report(same(work / "here", work / "there"), "a_site_is_the_same_everywhere")
again = run("publish", "-o", "here", sample, "weekend-2026.trf", "youth-2026.json")
report(again.returncode == 0 and same(work / "here", work / "there")
       and not [name for name in os.listdir(work) if name.endswith((".part", ".before"))], "and_takes_its_own_place", again)

letter.unlink()
shutil.rmtree(work, ignore_errors=True)
sys.exit(report.end())
