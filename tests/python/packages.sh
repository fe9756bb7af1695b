#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# packages.sh [WHEEL]: build the source archive and from it the wheel, install that into a fresh environment
# without the network, and do the main job with it.  TAP.  Minutes: it compiles the library anew.  With WHEEL,
# nothing is built: that one is installed and used.
set -uo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
wheel=${1:+$(realpath "$1")}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 3
python=/usr/bin/python3
count=0

# holds NAME COMMAND…: it ends with 0
holds() {
    local name=$1
    shift
    count=$((count + 1))
    if "$@" >"$work/said" 2>&1; then
        echo "ok $count - $name"
    else
        echo "not ok $count - $name"
        sed 's/^/# /' "$work/said"
    fi
}

build() { # build HOOK FOLDER: as pip calls it, in this folder
    PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=packaging/python $python -c \
        "import backend, sys; print(backend.$1(sys.argv[1]))" "$2"
}

from_the_clone() { (cd "$top" && build build_sdist "$work"); }
from_the_archive() { tar xzf limmat-*.tar.gz && (cd limmat-*/ && build build_wheel "$work"); }
the_same_again() {
    mkdir again && (cd limmat-*/ && build build_sdist "$work/again" && build build_wheel "$work/again") &&
        cmp ./*.tar.gz again/*.tar.gz && cmp ./*.whl again/*.whl
}
# The tag names the first glibc that has all symbols of what is inside, and nothing else is needed.
its_tag_is_true() {
    mkdir inside && (cd inside && $python -m zipfile -e ../*.whl .) || return 1
    local programs=(inside/limmat/liblimmat.so inside/limmat/bin/limmat) first
    first=$(readelf -V "${programs[@]}" | grep -o 'Name: GLIBC_[0-9.]*' | sort -Vu | tail -1 | sed 's/.*_//; s/\./_/')
    ! readelf -d "${programs[@]}" | grep NEEDED | grep -v 'libc\.so\.6\|ld-linux' &&
        ls ./*-py3-none-"manylinux_${first}_$(uname -m)".whl && grep "manylinux_$first" inside/*.dist-info/WHEEL
}
into_a_venv() { $python -m venv venv && venv/bin/pip install --no-index ./*.whl; }
# Python 3.9 and 3.10 have no tomllib: pip gets tomli for them.
builds_with_tomli() {
    (cd "$top" && PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=packaging/python "$work/venv/bin/python" -c "
import sys
from pip._vendor import tomli
sys.modules.update(tomllib=None, tomli=tomli)
import backend
assert backend.PROJECT['name'] == 'limmat'")
}
without_leftovers() {
    venv/bin/pip uninstall -y limmat | grep -q Successfully && [ -z "$(find venv -iname '*limmat*')" ]
}

if [ -n "$wheel" ]; then
    echo 1..6
    cp "$wheel" .
else
    echo 1..10
    holds a_source_archive_is_made from_the_clone
    holds a_wheel_is_made_from_it from_the_archive
    holds both_are_the_same_bytes_when_made_again the_same_again
fi
holds its_tag_is_true its_tag_is_true
holds pip_installs_it_without_a_network into_a_venv
holds the_package_does_its_job env -u PYTHONPATH venv/bin/python "$top/tests/python/test_package.py" \
    "$top/examples" "$top/tests/cli/data"
[ -n "$wheel" ] || holds it_is_built_by_older_pythons builds_with_tomli
holds its_command_pairs venv/bin/limmat pair "$top/examples/open-2026.trf"
holds it_is_a_module_too venv/bin/python -m limmat version
holds it_is_removed_whole without_leftovers
