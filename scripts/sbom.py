#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""sbom.py FOLDER VERSION EPOCH: limmat-VERSION.cdx.json, the software bill of materials of a release (CycloneDX 1.5).
sbom.py --check FOLDER: is it of that form, and does it name every file with its digest?

Each file in FOLDER is a component, with its digest and what it is linked with or carries: the same that
`limmat version --licences` prints the terms of.  Versions are those of the Debian packages that are installed here,
of limmat.exe those of the sources that packaging/windows/deps.sh took."""
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import time
import urllib.parse
import uuid

KEPT = pathlib.Path(os.environ.get("LIMMAT_WINDOWS_DEPS") or
                    pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "limmat-windows")

# The Debian package that has each part, and its licence (docs/dependencies.md).
PARTS = {
    "wasi-libc": "MIT",
    "libsodium-dev": "ISC",
    "mingw-w64-x86-64-dev": "Zlib",
    "tzdata": "LicenseRef-public-domain",
    "curl": "curl", "libevent": "BSD-3-Clause", "libsodium": "ISC", "libzip": "BSD-3-Clause", "openssl": "Apache-2.0",
    "qr-code-generator": "MIT", "sqlite3": "blessing", "zlib": "Zlib",
}
ENGINE = ["wasi-libc"]  # of the engine of the pages
WINDOWS = ["curl", "libevent", "libsodium", "libzip", "openssl", "qr-code-generator", "sqlite3", "zlib"]


def parts_of(name):
    """What is inside the file ${name}."""
    if name.endswith(".exe"):
        return [*ENGINE, "mingw-w64-x86-64-dev", "tzdata", *WINDOWS]
    if name.endswith(".whl"):
        return [*ENGINE, "libsodium-dev"]
    if name.endswith(".tgz") or name.startswith("limmat_") and name.endswith(".deb"):
        return ENGINE
    return []


def version_of(part):
    if part in WINDOWS:
        words = (KEPT / "source" / f"{part}.version").read_text().split()
        return words[1]
    return subprocess.run(["dpkg-query", "-W", "-f", "${Version}", part], capture_output=True, text=True, check=True).stdout


def licence_of(name):
    known = not name.startswith("LicenseRef")
    return [{"license": {"id": name} if known else {"name": name[11:]}}]


def component(part):
    return {"type": "library", "bom-ref": f"part:{part}", "name": part, "version": version_of(part), "licenses": licence_of(PARTS[part]),
            "purl": f"pkg:deb/debian/{part}@{urllib.parse.quote(version_of(part), safe='')}"}


def digests_in(folder):
    files = sorted(path for path in folder.iterdir() if path.is_file() and path.suffix != ".json" and path.name != "SHA256SUMS")
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def check(folder):
    """The main points of CycloneDX's schema, and that nothing is left out."""
    [path] = folder.glob("*.cdx.json")
    bill = json.loads(path.read_text())
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.5")
    assert bill.keys() <= {"bomFormat", "specVersion", "serialNumber", "version", "metadata", "components", "dependencies"}
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", bill["serialNumber"]) and bill["version"] == 1
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", bill["metadata"]["timestamp"])
    every = [bill["metadata"]["component"], *bill["components"]]
    refs = [one["bom-ref"] for one in every]
    assert len(set(refs)) == len(refs), refs
    for one in every:
        assert one["type"] in ("application", "file", "library") and one["name"] and one["version"], one
        assert all(len(licence["license"]) == 1 for licence in one["licenses"]) and one["licenses"], one
        assert one["type"] != "library" or re.fullmatch(r"pkg:deb/debian/[a-z0-9.+-]+@[A-Za-z0-9._~%-]+", one["purl"]), one
    depends = {one["ref"]: one.get("dependsOn", []) for one in bill["dependencies"]}
    assert depends.keys() == set(refs) and {ref for more in depends.values() for ref in more} == set(refs) - {"limmat"}, depends
    named = {one["name"]: one["hashes"] for one in every if one["type"] == "file"}
    assert named == {name: [{"alg": "SHA-256", "content": digest}] for name, digest in digests_in(folder).items()}, named


if sys.argv[1] == "--check":
    check(pathlib.Path(sys.argv[2]))
    sys.exit()
folder, version, epoch = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
TARGET = folder / f"limmat-{version}.cdx.json"
digests = digests_in(folder)
used = sorted({part for name in digests for part in parts_of(name)})
document = {
    "bomFormat": "CycloneDX",
    "specVersion": "1.5",
    "serialNumber": "urn:uuid:" + str(uuid.uuid5(uuid.NAMESPACE_URL, "limmat " + version + "".join(digests.values()))),
    "version": 1,
    "metadata": {
        "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(epoch)),
        "component": {"type": "application", "bom-ref": "limmat", "name": "limmat", "version": version, "licenses": licence_of("Apache-2.0")},
    },
    "components": [
        *({"type": "file", "bom-ref": f"file:{name}", "name": name, "version": version, "licenses": licence_of("Apache-2.0"),
           "hashes": [{"alg": "SHA-256", "content": digest}]} for name, digest in digests.items()),
        *(component(part) for part in used),
    ],
    "dependencies": [
        {"ref": "limmat", "dependsOn": [f"file:{name}" for name in digests]},
        *({"ref": f"file:{name}", "dependsOn": [f"part:{part}" for part in parts_of(name)]} for name in digests),
        *({"ref": f"part:{part}"} for part in used),
    ],
}
TARGET.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
