# SPDX-License-Identifier: Apache-2.0
"""Builds the Python package (PEP 517): a wheel with liblimmat and the command inside, and a source
archive that builds the same.  It needs what the command needs (meson, ninja, a C compiler, clang
for WebAssembly; scripts/packages.txt), and nothing of Python's but the standard library (before 3.11
also tomli, which pip gets)."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import os
import re
import subprocess
import sysconfig
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

try:
    import tomllib
except ModuleNotFoundError:  # before Python 3.11
    import tomli as tomllib

TOP = Path(__file__).resolve().parent.parent.parent
SOURCE = [
    "LICENSE", "README.md", "meson.build", "meson_options.txt", "pyproject.toml", "data",
    "include", "packaging", "scripts", "src", "web", "words",
]  # fmt: skip
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text())["project"]
VERSION = re.search(r"version: '([^']+)'", (TOP / "meson.build").read_text())[1]
NAME = f"{PROJECT['name']}-{VERSION}"
# The same bytes from the same source: 1980 is the first year that a zip archive knows.
WHEN = max(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), 315532800)


def get_requires_for_build_wheel(settings=None):
    return []


get_requires_for_build_sdist = get_requires_for_build_wheel


def _metadata() -> str:
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {PROJECT['name']}",
        f"Version: {VERSION}",
        f"Summary: {PROJECT['description']}",
        f"License: {PROJECT['license']}",
        f"Requires-Python: {PROJECT['requires-python']}",
        f"Keywords: {','.join(PROJECT['keywords'])}",
        *(f"Classifier: {one}" for one in PROJECT["classifiers"]),
        "Description-Content-Type: text/markdown",
        "",
        (TOP / PROJECT["readme"]).read_text(),
    ]
    return "\n".join(lines)


def _entry_points() -> str:
    scripts = "".join(f"{name} = {where}\n" for name, where in PROJECT["scripts"].items())
    return f"[console_scripts]\n{scripts}"


# What manylinux (PEP 600) takes for granted beside glibc's symbols.
LIBRARIES = {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1"}


def _tag(*programs: Path) -> str:
    """The platforms on which ${programs} run, as readelf sees them: "manylinux_2_34_x86_64" where
    they need glibc from 2.34 on and no other library, else this system alone."""
    platform = re.sub(r"[.-]", "_", sysconfig.get_platform())
    read = ["readelf", "--dynamic", "--version-info", *map(str, programs)]
    seen = subprocess.run(read, capture_output=True, text=True, check=True).stdout
    needed = set(re.findall(r"\(NEEDED\).*\[(.+)\]", seen))
    versions = [tuple(map(int, one)) for one in re.findall(r"Name: GLIBC_(\d+)\.(\d+)", seen)]
    if platform.startswith("linux_") and versions and all(
        one in LIBRARIES or one.startswith("ld-linux") for one in needed
    ):
        platform = platform.replace("linux", "manylinux_{}_{}".format(*max(versions)), 1)
    return "py3-none-" + platform


def _built(folder: str, settings: dict[str, str] | None) -> tuple[Path, Path]:
    """The library and the command, built as they are shipped; "setup-args" are more words for Meson."""
    build = Path(folder) / "build"
    options = ["--buildtype=release", "-Dnetwork=disabled", "-Dtests=false"]
    options += (settings or {}).get("setup-args", "").split()
    library, command = build / "src" / "liblimmat.so.1", build / "limmat"
    for words in (
        ["meson", "setup", *options, str(build), str(TOP)],
        ["ninja", "-C", str(build), str(library.relative_to(build)), "limmat"],
    ):
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(words)}\n{done.stdout}")
    return library, command


class _Wheel:
    """A zip archive that knows the digests of what is in it."""

    def __init__(self, path: Path) -> None:
        self.zip = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED)
        self.record: list[str] = []

    def add(self, name: str, data: bytes, mode: int = 0o644) -> None:
        info = zipfile.ZipInfo(name, _date())
        info.external_attr = (0o100000 | mode) << 16
        info.compress_type = zipfile.ZIP_DEFLATED
        self.zip.writestr(info, data)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(data)}")

    def close(self, info: str) -> None:
        listed = "\n".join([*self.record, f"{info}/RECORD,,", ""])
        self.add(f"{info}/RECORD", listed.encode())
        self.zip.close()


def _date() -> tuple[int, int, int, int, int, int]:
    from time import gmtime

    return gmtime(WHEN)[:6]


def prepare_metadata_for_build_wheel(folder, settings=None):
    """What is known of the package without building it."""
    info = Path(folder) / f"{NAME}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(_metadata())
    (info / "entry_points.txt").write_text(_entry_points())
    return info.name


def build_wheel(folder, settings=None, metadata=None):
    info = f"{NAME}.dist-info"
    with tempfile.TemporaryDirectory() as scratch:
        programs = _built(scratch, settings)
        tag = _tag(*programs)
        library, command = (path.read_bytes() for path in programs)
    name = f"{NAME}-{tag}.whl"
    wheel = _Wheel(Path(folder) / name)
    for path in sorted((TOP / "packaging/python/limmat").glob("*")):
        if path.is_file():
            wheel.add(f"limmat/{path.name}", path.read_bytes())
    wheel.add("limmat/liblimmat.so", library, 0o755)
    wheel.add("limmat/bin/limmat", command, 0o755)
    wheel.add(f"{info}/METADATA", _metadata().encode())
    wheel.add(
        f"{info}/WHEEL",
        f"Wheel-Version: 1.0\nGenerator: limmat\nRoot-Is-Purelib: false\nTag: {tag}\n".encode(),
    )
    wheel.add(f"{info}/entry_points.txt", _entry_points().encode())
    wheel.add(f"{info}/LICENSE", (TOP / "LICENSE").read_bytes())
    wheel.close(info)
    return name


def _files() -> Iterator[Path]:
    for name in SOURCE:
        path = TOP / name
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file() and "__pycache__" not in file.parts:
                yield file


def build_sdist(folder, settings=None):
    name = f"{NAME}.tar.gz"
    with (
        open(Path(folder) / name, "wb") as file,
        gzip.GzipFile("", "wb", fileobj=file, mtime=WHEN) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):

        def add(path: str, data: bytes, mode: int) -> None:
            info = tarfile.TarInfo(f"{NAME}/{path}")
            info.size, info.mode, info.mtime = len(data), mode, WHEN
            archive.addfile(info, io.BytesIO(data))

        add("PKG-INFO", _metadata().encode(), 0o644)
        for path in _files():
            mode = 0o755 if os.access(path, os.X_OK) else 0o644
            add(str(path.relative_to(TOP)), path.read_bytes(), mode)
    return name
