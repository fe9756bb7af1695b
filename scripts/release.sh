#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# release.sh [-o FOLDER] [PART…]: what is handed out of the commit that is checked out, into FOLDER (build/release).
#   source     limmat-VERSION.tar.gz
#   npm        limmat-VERSION.tgz
#   wheel      limmat-VERSION-py3-none-manylinux_….whl
#   deb        the Debian packages, and their sources
#   windows    limmat.exe
#   container  Containerfile, which installs the Debian package beside it
# All of them where no part is named; then limmat-VERSION.cdx.json (what is in each: an SBOM in CycloneDX's form) and SHA256SUMS.
# A part that can't be made (no network for the libraries of limmat.exe, say) is named at the end, with status 1; the
# others are made all the same.
# The same commit makes the same bytes with the same versions of the tools: every date is the commit's, or that of Debian's
# changelog, and everything but the Debian packages is made of the unpacked source archive.
set -euo pipefail
cd "$(dirname "$0")/.."
umask 022
export LC_ALL=C TZ=UTC

out=build/release
[ "${1:-}" != -o ] || { out=$2; shift 2; }
parts=("$@")
[ $# -gt 0 ] || parts=(source npm wheel deb windows container)
version=$(sed -n "s/^  version: '\(.*\)',/\1/p" meson.build)
name=limmat-$version
scripts/check-version.sh
if [ -n "$(git status --porcelain)" ]; then
    echo "release.sh: files differ from the commit; commit them or take them away first" >&2
    exit 3
fi
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
mkdir -p "$out"
out=$(cd "$out" && pwd)
find "$out" -mindepth 1 -maxdepth 1 -type f -delete
tree=$out/tree/$name # what is compiled stays in out/tree
rm -rf "$out/tree"
mkdir -p "$out/tree"

git archive --format=tar --prefix="$name/" HEAD | gzip -9n >"$out/tree/$name.tar.gz"
tar -xzf "$out/tree/$name.tar.gz" -C "$out/tree"
engine=$tree/build/src/wasm/limmat.wasm

make_source() { cp "$out/tree/$name.tar.gz" "$out"; }

# The modules are compiled once, for the npm package and for the pages in the wheel's command and in limmat.exe.
make_engine() {
    [ -f "$engine" ] || (cd "$tree" && meson setup build --buildtype=release -Dnetwork=disabled -Dtests=false >/dev/null &&
        ninja -C build --quiet src/wasm/npm.stamp src/wasm/engine.wasm)
}

make_npm() {
    make_engine
    (cd "$tree/build/npm" && npm pack --silent --ignore-scripts --pack-destination "$out" >/dev/null)
}

make_wheel() {
    make_engine
    (cd "$tree" && PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=packaging/python /usr/bin/python3 -c \
        'import backend, sys; backend.build_wheel(sys.argv[1], {"setup-args": "-Dengine=" + sys.argv[2]})' "$out" "$engine")
}

make_deb() {
    scripts/deb.sh binary "$out/tree/deb" >"$out/tree/deb.log" 2>&1 || { tail -40 "$out/tree/deb.log" >&2; return 1; }
    cp "$out/tree/deb"/limmat_*.{dsc,orig.tar.gz,debian.tar.xz} "$out/tree/deb"/*.deb "$out"
}

make_windows() {
    "$tree/packaging/windows/deps.sh" "${LIMMAT_WINDOWS_DEPS:-${XDG_CACHE_HOME:-$HOME/.cache}/limmat-windows}"
    make_engine
    (cd "$tree" && packaging/windows/build.sh -Dengine="$engine" >/dev/null)
    cp "$tree/build-windows/limmat.exe" "$out"
}

# The recipe of the clone builds the package first; who has the package needs its second stage alone.
make_container() {
    {
        echo "# SPDX-License-Identifier: Apache-2.0"
        echo "# \`limmat serve\` in a container, of Limmat $version, in the folder with the Debian package:"
        echo "#"
        sed -n 's,^#   podman build -f [^ ]*,#   podman build -f Containerfile,p; /^#   podman [^b]/p' packaging/container/Containerfile
        sed -e '1,/^FROM docker.io.* AS build$/d' packaging/container/Containerfile | sed -n '/^FROM/,$p' |
            sed 's,^COPY --from=build [^ ]*,COPY limmat_*_*.deb,; s,/srv/packages/limmat.deb,/srv/packages/limmat_*.deb,'
    } >"$out/Containerfile"
}

missing=()
for part in "${parts[@]}"; do
    case $part in
    source | npm | wheel | deb | windows | container) ;;
    *)
        echo "release.sh: there are source, npm, wheel, deb, windows and container; \"$part\" is none of them" >&2
        exit 3
        ;;
    esac
    # (Behind || or if, a failing line of the part would not end it.)
    set +e
    (set -e && "make_$part")
    failed=$?
    set -e
    [ $failed -eq 0 ] || missing+=("$part")
done
scripts/sbom.py "$out" "$version" "$SOURCE_DATE_EPOCH"
cd "$out"
find . -maxdepth 1 -type f ! -name SHA256SUMS -printf '%P\n' | sort | xargs sha256sum >tree/SHA256SUMS
mv tree/SHA256SUMS .
cat SHA256SUMS
[ ${#missing[@]} -eq 0 ] || {
    echo "release.sh: not made, the messages above say why: ${missing[*]}.  Everything else is in $out" >&2
    exit 1
}
