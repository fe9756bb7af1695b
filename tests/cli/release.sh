#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# release.sh: what `make release` makes of a clone without compiling is the same bytes in another clone elsewhere, and is what it says.
# The compiled parts are compared by hand, docs/promises.md says when.  TAP.
set -uo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git -C "$top" rev-parse HEAD >/dev/null 2>&1 || { echo "1..0 # SKIP this is no clone"; exit 0; }

count=0
holds() { # holds NAME COMMAND…: it ends with 0
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

released() { # released CLONE OUT: another clone, another place, another mask and zone
    git clone -q "$top" "$work/$1" && (cd "$work/$1" && umask "$3" && TZ=$4 scripts/release.sh -o "$work/$2" source container)
}
twice() { released a one 022 UTC && released elsewhere/b two 077 Asia/Tokyo && diff -r -x tree "$work/one" "$work/two"; }
sums() { (cd "$work/one" && sha256sum -c SHA256SUMS && [ "$(wc -l <SHA256SUMS)" -eq 3 ]); }
is_built_from() { # the archive has every file of the commit and knows no clone
    tar -tzf "$work"/one/limmat-*.tar.gz | sed 's,^[^/]*/,,; /\/$/d; /^$/d' | sort >"$work/have"
    git -C "$work/a" ls-files | sort | diff - "$work/have" && ! tar -xzOf "$work"/one/limmat-*.tar.gz | grep -aq "$work"
}
names_each_file() { # and a file that it doesn't name is found
    "$work/a/scripts/sbom.py" --check "$work/one" && cp -r "$work/one" "$work/more" && touch "$work/more/other.whl" &&
        ! "$work/a/scripts/sbom.py" --check "$work/more"
}
# Without the network, limmat.exe's libraries can't be had.
makes_the_rest() {
    local status=0
    (cd "$work/a" && LIMMAT_WINDOWS_DEPS=/dev/null/none scripts/release.sh -o "$work/rest" windows source) 2>"$work/missing" || status=$?
    [ $status -eq 1 ] && grep 'not made.*: windows\.' "$work/missing" && cmp "$work"/one/limmat-*.tar.gz "$work"/rest/limmat-*.tar.gz &&
        (cd "$work/rest" && sha256sum -c SHA256SUMS)
}
# Every line of the recipe is one of the clone's second stage, but for those that name the package.
recipe() {
    ! grep -v '^#' "$work/one/Containerfile" | grep -vxFf "$top/packaging/container/Containerfile" | grep -v 'limmat_\*' &&
        grep -q '^COPY limmat_\*_\*.deb /srv/packages/$' "$work/one/Containerfile" && [ "$(grep -c ^FROM "$work/one/Containerfile")" -eq 1 ]
}
refuses_changes() { echo >>"$work/a/README.md" && ! (cd "$work/a" && scripts/release.sh -o "$work/no" source) && [ ! -e "$work/no" ]; }
versions_agree() { # and a version that disagrees is found
    (cd "$work/a" && git checkout -q . && scripts/check-version.sh && sed -i 's/"version": "/&9/' packaging/npm/package.json && ! scripts/check-version.sh)
}

echo 1..8
holds the_same_bytes_of_two_clones twice
holds the_sums_are_right sums
holds the_archive_is_the_commit is_built_from
holds the_bill_of_materials_names_each_file names_each_file
holds the_recipe_is_that_of_the_clone recipe
holds what_cannot_be_made_is_named_and_the_rest_is_made makes_the_rest
holds what_is_not_committed_is_refused refuses_changes
holds the_version_is_in_one_place versions_agree
