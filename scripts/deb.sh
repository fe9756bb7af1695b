#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# deb.sh source|binary [FOLDER]: the Debian packages from the files of this clone, into FOLDER (build/deb).
#   source   the source archive and the .dsc: nothing is compiled
#   binary   and the packages
# packaging/debian is no debian/ at the top: Debian asks authors to leave that name to its packagers, whose
# format (3.0, quilt) would put theirs over ours without a word.  So it is copied into a tree of its own.
# The same files make the same bytes: all dates are the changelog's.
set -euo pipefail
cd "$(dirname "$0")/.."
what=${1:-binary}
out=${2:-build/deb}
mkdir -p "$out"
out=$(cd "$out" && pwd)

version=$(dpkg-parsechangelog -l packaging/debian/changelog -S Version)
export SOURCE_DATE_EPOCH
SOURCE_DATE_EPOCH=$(dpkg-parsechangelog -l packaging/debian/changelog -S Timestamp)
upstream=${version%-*}
tree=limmat-$upstream
[ "$upstream" = "$(sed -n "s/^  version: '\(.*\)',/\1/p" meson.build)" ] ||
    { echo "deb.sh: packaging/debian/changelog is not of the version in meson.build" >&2; exit 3; }

rm -rf "${out:?}/$tree" "$out"/limmat_* "$out"/*.deb
git ls-files -z --cached --others --exclude-standard |
    while IFS= read -r -d '' file; do [ ! -f "$file" ] || printf '%s\0' "$file"; done |
    LC_ALL=C sort -z |
    tar --create --no-recursion --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
        --mode='u=rwX,go=rX' --format=gnu --transform "s,^,$tree/," --null --files-from=- |
    gzip -9n >"$out/limmat_$upstream.orig.tar.gz"
tar -xzf "$out/limmat_$upstream.orig.tar.gz" -C "$out"
cp -r "$out/$tree/packaging/debian" "$out/$tree/debian"

cd "$out/$tree"
case $what in
source) cd .. && dpkg-source -b "$tree" ;; # which asks for no debhelper, as `dpkg-buildpackage` would
binary) dpkg-buildpackage --build=full -us -uc ;;
*)
    echo "usage: deb.sh source|binary [FOLDER]" >&2
    exit 3
    ;;
esac
