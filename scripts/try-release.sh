#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# try-release.sh [-o FOLDER] [PART…]: install each file of a release in FOLDER (build/release) where nothing of this clone
# is, and use it.  TAP; the last line sums it.  For root: source, deb and container want a clean root (debootstrap).
#   sums       SHA256SUMS and the SBOM name every file, with its digest
#   wheel      into a new environment of Python: pairs, explains, checks, as module and as command
#   npm        into an empty folder: pairs in Node, and in pages made by esbuild, Vite and webpack
#   windows    limmat.exe under wine: pairs, writes the bytes of Linux, serves the desk
#   deb        into a clean root, with the container's recipe: pairs, serves, links, is removed
#   source     built in a clean root by the two commands of README.md: pairs and serves
# All of them where no part is named.  A quarter of an hour on two idle cores.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
out=build/release
[ "${1:-}" != -o ] || { out=$2; shift 2; }
out=$(realpath "$out") || exit 3
parts=("$@")
[ $# -gt 0 ] || parts=(sums wheel npm windows deb source)
work=$(mktemp -d /var/tmp/limmat-try.XXXXXX)
trap 'rm -rf --one-file-system "$work"' EXIT
count=0

# holds NAME COMMAND…: it ends with 0
holds() {
    local name=$1
    shift
    count=$((count + 1))
    if "$@" >"$work/log" 2>&1; then
        echo "ok $count - $name"
    else
        echo "not ok $count - $name"
        tail -n 40 "$work/log" | sed 's/^/# /'
    fi
}
# whole COMMAND…: every test that the plan of its TAP names is ok
whole() {
    local plan
    "$@" 2>&1 | tee "$work/tap"
    plan=$(sed -n 's/^1\.\.\([0-9]*\).*/\1/p' "$work/tap")
    [ "${plan:-0}" -gt 0 ] && [ "$(grep -c '^ok ' "$work/tap")" -eq "$plan" ]
}

# The command for Linux out of the wheel, which others are compared with.
command_of_wheel() {
    [ -x "$work/wheel/limmat/bin/limmat" ] || python3 -m zipfile -e "$out"/limmat-*.whl "$work/wheel"
    chmod +x "$work/wheel/limmat/bin/limmat"
}
limmat=$work/wheel/limmat/bin/limmat

# Each digest is right, and each file has one.
sums() {
    (cd "$out" && sha256sum -c SHA256SUMS) &&
        diff <(find "$out" -maxdepth 1 -type f ! -name SHA256SUMS -printf '%P\n' | sort) <(sed 's/^[^ ]*  //' "$out/SHA256SUMS" | sort)
}
try_sums() {
    holds the_sums_are_right_and_whole sums
    holds the_sbom_is_cyclonedx_and_names_every_file scripts/sbom.py --check "$out"
}

try_wheel() { holds the_wheel_pairs_and_is_removed whole tests/python/packages.sh "$out"/limmat-*.whl; }

tools() { for one in "$@"; do tests/pages/install.sh "$work/tools/$one" "tests/$one/package.json" "tests/$one/package-lock.json" || return; done; }
npm_installed() { mkdir "$work/npm" && (cd "$work/npm" && npm install --offline --no-audit --no-fund "$out"/limmat-*.tgz); }
try_npm() {
    command_of_wheel
    holds npm_installs_it_into_an_empty_folder npm_installed
    holds the_npm_package_pairs_in_node whole node tests/wasm/test_package.mjs "$limmat" "$work/npm/node_modules/limmat"
    holds the_bundlers_are_installed tools pages bundlers
    holds the_npm_package_pairs_in_a_browser whole node tests/bundlers/test_bundlers.mjs "$limmat" "$work/npm/node_modules/limmat" "$work/tools/bundlers" "$work/tools/pages"
}

try_windows() {
    command_of_wheel
    holds limmat_exe_does_its_job_under_wine env LIMMAT_EXE="$out/limmat.exe" LIMMAT="$limmat" tests/windows/run.sh windows serve
}

try_deb() { holds the_packages_and_the_container_are_used whole tests/debian/packages.sh -i "$out"; }

# What README.md says: git, make and a C compiler, then two commands.
built_from_nothing() {
    debootstrap --variant=minbase bookworm "$work/root" "${LIMMAT_MIRROR:-http://deb.debian.org/debian}" &&
        tar -xzf "$out"/limmat-*.tar.gz -C "$work/root/srv" &&
        env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive chroot "$work/root" sh -ec '
            mount -t proc proc /proc
            trap "umount /proc" EXIT
            apt-get update -qq
            apt-get install -y -qq --no-install-recommends git make gcc libc6-dev
            cd /srv/limmat-*
            make run'
}
try_source() { holds the_source_archive_builds_pairs_and_serves built_from_nothing; }

{
    for part in "${parts[@]}"; do
        echo "# $part"
        "try_$part"
    done
    echo "1..$count"
} | tee "$work/all"
passed=$(grep -c '^ok ' "$work/all") failed=$(grep -c '^not ok ' "$work/all")
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
