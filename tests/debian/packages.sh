#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# packages.sh [-i] [FOLDER]: build the Debian packages twice, here and in a clean root elsewhere, compare them byte by
# byte, let lintian look at them, run their tests (debian/tests) by autopkgtest in a clean root, install them in
# another, use them there, take them away, and see what is left.  TAP.  A quarter of an hour; for root, since it makes
# roots (debootstrap).  Nothing is fetched but Debian's packages, from LIMMAT_MIRROR; what is compiled elsewhere has no
# network at all.  Packages and logs are left in FOLDER (build/deb).
# -i: nothing is built; the packages of the release in FOLDER are installed and used, and its recipe of a container is
# carried out with them.
# shellcheck disable=SC2016 # what runs in a root is expanded there
set -uo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
given=
[ "${1:-}" != -i ] || { given=yes; shift; }
out=$(realpath -m "${1:-$top/build/deb}")
logs=$out
mirror=${LIMMAT_MIRROR:-http://deb.debian.org/debian}
[ "$(id -u)" -eq 0 ] || { echo "1..0 # SKIP a clean root can be made by root only"; exit 0; }
for program in debootstrap lintian autopkgtest dpkg-buildpackage dh unshare; do
    type -P $program >/dev/null || { echo "1..0 # SKIP $program is not installed (scripts/packages-deb.txt)"; exit 0; }
done
work=$(mktemp -d /var/tmp/limmat-packages.XXXXXX)
count=0 failed=0

trap 'rm -rf --one-file-system "$work"' EXIT

# holds NAME COMMAND…: it ends with 0
holds() {
    local name=$1 start=$SECONDS
    shift
    count=$((count + 1))
    if "$@" >"$work/said" 2>&1; then
        echo "ok $count - $name # $((SECONDS - start)) s"
    else
        echo "not ok $count - $name # $((SECONDS - start)) s"
        tail -n 40 "$work/said" | sed 's/^/# /'
        failed=1
    fi
    cp "$work/said" "$logs/$name.log"
}

# in_root ROOT COMMAND…: with the network of this machine; without_network ROOT COMMAND…: with none
clean=(env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8)
in_root() { "${clean[@]}" chroot "$work/$1" "${@:2}"; }
without_network() {
    "${clean[@]}" unshare --net --mount --pid --fork sh -c \
        'ip link set lo up 2>/dev/null || true; mount -t proc proc "$0/proc" && exec chroot "$0" "$@"' "$work/$1" "${@:2}"
}

base_root() {
    debootstrap --variant=minbase bookworm "$work/base" "$mirror" &&
        in_root base apt-get update
}
copy_root() { cp -a --reflink=auto "$work/base" "$work/$1"; }

built_here() { "$top/scripts/deb.sh" binary "$out"; }

# Another path, time zone, language and mask of rights; nothing but what Build-Depends names; no network.
built_elsewhere() {
    copy_root builder && mkdir -p "$work/builder/srv/another place" &&
        cp "$out"/*.dsc "$out"/*.orig.tar.gz "$out"/*.debian.tar.xz "$work/builder/srv/another place/" &&
        in_root builder apt-get install -y --no-install-recommends dpkg-dev &&
        in_root builder sh -c 'cd "/srv/another place" && apt-get build-dep -y --no-install-recommends ./*.dsc' &&
        without_network builder env TZ=Pacific/Kiritimati LC_ALL=C LANGUAGE=fr sh -ec '
            umask 0027
            cd "/srv/another place"
            dpkg-source -x ./*.dsc a-tree
            cd a-tree
            dpkg-buildpackage --build=binary -us -uc'
}
# With other versions of what they are built with they are other bytes: debug sections tell of headers.  Where this
# machine is not as far as Debian's mirror, or further, they are built here once more, at another place.
versions() { sed -n '/^Installed-Build-Depends:/,/^[A-Z]/p' "$1"/*.buildinfo | sed -n 's/^ //p' | sort; }
built_once_more() {
    mkdir "$work/a third place" && cp "$out"/*.dsc "$out"/*.tar.* "$work/a third place/" &&
        env TZ=Pacific/Kiritimati LC_ALL=C LANGUAGE=fr unshare --net sh -ec '
            umask 0027
            cd "$0"
            dpkg-source -x ./*.dsc a-tree
            cd a-tree
            dpkg-buildpackage --build=binary -us -uc' "$work/a third place"
}
same_bytes() {
    local file same=0 other="$work/builder/srv/another place"
    if ! diff <(versions "$out") <(versions "$other"); then
        built_once_more || return 1
        other="$work/a third place"
    fi
    for file in "$out"/*.deb; do
        sha256sum <"$file" | sed "s|-|${file##*/}|"
        cmp "$file" "$other/${file##*/}" || same=1
    done
    [ -e "${file:-}" ] && return "$same"
}
source_again() {
    "$top/scripts/deb.sh" source "$work/again" &&
        for file in "$work"/again/*.dsc "$work"/again/*.tar.*; do cmp "$file" "$out/${file##*/}" || return 1; done
}

# No error, no warning; what else it says stands in the log.
lintian_is_content() {
    lintian --allow-root --display-info --pedantic --no-tag-display-limit --fail-on error,warning "$out"/*.changes
}

# The packages' own tests, with what their control file asks for, in a root of their own.
autopkgtests_pass() {
    copy_root autopkgtest &&
        autopkgtest --no-built-binaries "$out"/*.deb "$out"/limmat_*.dsc -- chroot "$work/autopkgtest"
}

installed() {
    copy_root user && mkdir "$work/user/srv/packages" &&
        cp "$out"/lib*_amd64.deb "$out"/limmat_*_amd64.deb "$out"/python3-*.deb "$work/user/srv/packages/" &&
        rm -f "$work"/user/srv/packages/*-dbgsym_* &&
        in_root user apt-get install -y --no-install-recommends gcc libc6-dev g++ pkg-config curl man-db python3 &&
        list_files >"$work/before" && list_packages >"$work/packages-before" &&
        in_root user sh -c 'apt-get install -y --no-install-recommends /srv/packages/*.deb' &&
        in_root user dpkg --verify
}
list_files() {
    (cd "$work/user" && find . -path ./proc -prune -o -path ./srv -prune -o -path ./tmp -prune -o \
        -path ./var/cache -prune -o -path ./var/log -prune -o -path ./var/lib/apt -prune -o \
        -path ./var/lib/dpkg -prune -o -print | LC_ALL=C sort)
}
list_packages() { in_root user dpkg-query -W -f '${Package} ${Version} ${Status}\n' | LC_ALL=C sort; }

# The main job where nothing of the clone is: the file that came with the package, and no network.
job() { # job NAME: debian/tests/NAME in the user's root
    mkdir -p "$work/user/tmp/tests" && cp -r "$top/packaging/debian/tests" "$top/examples" "$work/user/tmp/" &&
        without_network user sh -ec "
            mkdir /tmp/work-$1
            export AUTOPKGTEST_TMP=/tmp/work-$1
            cd /tmp
            exec ./tests/$1"
}
ten_lines() {
    local listing
    listing=$(in_root user sh -c 'zcat -f /usr/share/doc/python3-limmat/README.md*' | sed -n '/^```python$/,/^```$/{/^```/!p}' |
        sed '/^$/q')
    [ -n "$listing" ] && [ "$(wc -l <<<"$listing")" -le 10 ] &&
        cp "$top/examples/open-2026.trf" "$work/user/tmp/open.trf" &&
        without_network user sh -ec 'cd /tmp && exec python3 -c "$1"' sh "$listing"
}
only_libc() { # the library asks for nothing but the C library
    in_root user sh -c 'ldd /usr/lib/*/liblimmat.so.1' >"$work/linked" && grep 'libc\.so\.6' "$work/linked" &&
        ! grep -vE 'linux-vdso|libc\.so\.6|ld-linux' "$work/linked"
}
server_does_not_start() { in_root user sh -c '! find /etc/systemd -name "limmat*" | grep .'; }

removed() {
    in_root user apt-get remove -y limmat liblimmat1 liblimmat-dev python3-limmat &&
        [ -e "$work/user/etc/default/limmat" ] && ! in_root user sh -c 'command -v limmat' &&
        in_root user dpkg --purge limmat liblimmat1 liblimmat-dev python3-limmat &&
        in_root user apt-get autoremove --purge -y
}
nothing_is_left() {
    list_files >"$work/after" && list_packages >"$work/packages-after" &&
        diff "$work/packages-before" "$work/packages-after" && diff "$work/before" "$work/after"
}

# The recipe that stands beside the packages, step by step.
container() {
    mkdir "$work/container" && "$top/tests/debian/container.py" "$work/base" "$work/container" "$out" >"$work/tap"
    cat "$work/tap" && [ "$(grep -c '^ok ' "$work/tap")" -eq 8 ]
}

if [ -n "$given" ]; then
    logs=$out/tree/packages
    mkdir -p "$logs"
    echo 1..11
    holds a_clean_root_is_made base_root
    holds the_recipe_of_a_container_serves_and_pairs container
else
    mkdir -p "$out"
    echo 1..16
    holds packages_are_built_in_the_clone built_here
    holds the_source_is_the_same_bytes_when_made_again source_again
    holds a_clean_root_is_made base_root
    holds they_are_built_in_a_clean_root_without_a_network built_elsewhere
    holds both_are_the_same_bytes same_bytes
    holds lintian_finds_no_error_and_no_warning lintian_is_content
    holds their_own_tests_pass_in_a_clean_root autopkgtests_pass
fi
holds they_are_installed_in_a_clean_root installed
holds the_library_needs_the_C_library_alone only_libc
holds the_command_does_its_job job command
holds the_desk_answers_on_the_loopback job serve
holds a_program_in_C_is_compiled_and_pairs job library
holds ten_lines_of_Python_pair_a_TRF ten_lines
holds the_server_is_started_by_nobody server_does_not_start
holds they_are_removed removed
holds nothing_is_left_of_them nothing_is_left
[ $failed = 0 ]
