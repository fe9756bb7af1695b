#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""container.py BASE WORK [PACKAGE]: the steps of packaging/container/Containerfile without a daemon, in TAP.

BASE is a root that debootstrap made, which stands for debian:12-slim; WORK a folder with room.  Each stage is a copy
of BASE, in which RUN runs by chroot; what the last stage says of user, environment, command and health is then done
as an engine would do it, without a network but the loopback.  With PACKAGE, a limmat_*.deb, the first stage is not
carried out, which takes most of five minutes.  PACKAGE can also be the folder of a release, whose own Containerfile is
then carried out.  For root."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

top = pathlib.Path(__file__).resolve().parents[2]
base, work = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
package = pathlib.Path(sys.argv[3]).resolve() if len(sys.argv) > 3 else None
release = package if package is not None and package.is_dir() else None
recipe = (release or top / "packaging/container") / "Containerfile"
if release is not None:
    package = None
count = 0


def instructions():
    text = recipe.read_text()
    text = re.sub(r"^#.*\n", "", text, flags=re.M).replace("\\\n", " ")
    return [line.split(None, 1) for line in text.splitlines() if line.strip()]


def holds(name, condition):
    global count
    count += 1
    print(f"{'ok' if condition else 'not ok'} {count} - {name}", flush=True)


def words(text):
    """["a", "b"] of CMD and its like."""
    return re.findall(r'"((?:[^"\\]|\\.)*)"', text)


class Stage:
    def __init__(self, number, name):
        self.name, self.root = name, work / f"stage{number}"
        self.folder, self.user, self.environment, self.said = "/", "root", {}, {}
        subprocess.run(["cp", "-a", "--reflink=auto", base, self.root], check=True)

    def words(self, command, user=None):
        environment = [f"{name}={value}" for name, value in self.environment.items()]
        return ["env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "DEBIAN_FRONTEND=noninteractive",
                *environment, "chroot", f"--userspec={user or self.user}", self.root, "sh", "-c",
                'cd "$0" && exec "$@"', self.folder, *command]  # fmt: skip

    def run(self, text):
        with open(work / "run.log", "ab") as log:
            subprocess.run(self.words(["sh", "-ec", text]), check=True, stdout=log, stderr=log)

    def copy(self, source, target):
        target = self.root / pathlib.PurePosixPath(self.folder, target).relative_to("/")
        if str(source) == ".":
            listed = subprocess.run(["git", "ls-files", "-z"], cwd=top, check=True, capture_output=True).stdout
            subprocess.run(["tar", "--null", "-cf", work / "context.tar", "-T", "-"], cwd=top, input=listed, check=True)
            subprocess.run(["tar", "-xf", work / "context.tar", "-C", target], check=True)
            subprocess.run(["git", "init", "-q"], cwd=target, check=True)  # the context of a clone has its .git
            subprocess.run(["git", "add", "."], cwd=target, check=True)
            return
        target.mkdir(parents=True, exist_ok=True)
        for file in [source] if source.is_absolute() else release.glob(str(source)):
            shutil.copy(file, target)


def carried_out():
    stages = []
    for verb, rest in instructions():
        if verb == "FROM":
            image, *name = re.split(r" AS ", rest)
            assert image == "docker.io/library/debian:12-slim", image
            stages.append(Stage(len(stages), name[0] if name else ""))
            stage = stages[-1]
        elif package is not None and len(stages) == 1:
            continue
        elif verb == "RUN":
            stage.run(rest)
        elif verb == "COPY":
            words_of = rest.split()
            source = pathlib.Path(words_of[-2])
            if words_of[0].startswith("--from="):
                other = next(one for one in stages if one.name == words_of[0][7:])
                source = package or other.root / source.relative_to("/")
            stage.copy(source, words_of[-1])
            if package is not None and words_of[0].startswith("--from="):
                (stage.root / words_of[-1].strip("/") / package.name).rename(
                    stage.root / words_of[-1].strip("/") / pathlib.Path(words_of[-2]).name)
        elif verb == "WORKDIR":
            stage.folder = rest
            (stage.root / rest.lstrip("/")).mkdir(parents=True, exist_ok=True)
        elif verb == "ENV":
            stage.environment.update(word.split("=", 1) for word in rest.split())
        elif verb == "USER":
            stage.user = rest
        else:
            assert verb in ("VOLUME", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT", "CMD"), verb
            stage.said[verb] = rest
    return stages[-1]


print("1..8")
last = carried_out()
holds("its_steps_can_be_carried_out", (last.root / "usr/bin/limmat").exists())
user = subprocess.run(last.words(["id", "-u"]), capture_output=True, text=True).stdout.strip()
holds("it_is_not_root", user == "10001")
outside = subprocess.run(last.words(["touch", "/usr/bin/x"]), capture_output=True).returncode
holds("its_user_can_write_into_the_volume_only", outside != 0 and last.said["VOLUME"] == last.folder)
trf = (top / "examples/open-2026.trf").read_bytes()
done = subprocess.run(last.words([*words(last.said["ENTRYPOINT"]), "pair", "-f", "plain", "-"]), input=trf, capture_output=True)
holds("another_command_pairs", done.returncode == 0 and done.stdout.split(b"\n")[0].isdigit())

# Its own network, so that port 8080 is free.
script = """ip link set lo up
"$@" >"$0/serve.log" 2>&1 &
echo $! >"$0/pid"
wait"""
server = subprocess.Popen(
    ["unshare", "--net", "sh", "-c", script, work,
     *last.words([*words(last.said["ENTRYPOINT"]), *words(last.said["CMD"])])])  # fmt: skip
health = words(last.said["HEALTHCHECK"])


def inside(command):
    return subprocess.run(["nsenter", f"--net=/proc/{server.pid}/ns/net", *last.words(command)], capture_output=True)


well = False
for _ in range(100):
    time.sleep(0.2)
    well = inside(health).returncode == 0
    if well:
        break
holds("its_health_is_asked_and_good", well)
holds("the_first_key_is_in_its_log", b"/key/" in (work / "serve.log").read_bytes())
os.kill(int((work / "pid").read_text()), 15)
try:
    holds("it_ends_when_it_is_told_to", server.wait(30) is not None)
except subprocess.TimeoutExpired:
    server.kill()
    holds("it_ends_when_it_is_told_to", False)
data = last.root / last.folder.lstrip("/")
holds("what_it_keeps_is_in_the_volume", any(data.iterdir()))
