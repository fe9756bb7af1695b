#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# deps.sh FOLDER: what limmat.exe is linked with, from the sources of Debian 12 (SQLite: of Debian
# unstable, docs/windows.md says why), static, into FOLDER.  Made once and kept: each library is made
# again when its recipe below or the compiler is another one.  apt is asked in a configuration of its
# own, which the machine's does not know of, and checks all that it downloads against Debian's key.
set -euo pipefail
[ $# -eq 1 ] || { echo "usage: deps.sh FOLDER" >&2; exit 3; }
mkdir -p "$1"
root=$(cd "$1" && pwd)
out=$root/prefix
host=x86_64-w64-mingw32
jobs=${JOBS:-2}
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
# Windows 10 is the oldest that is still asked for; canaries and checked copies as for ours.
flags=(-O2 -fstack-protector-strong -D_WIN32_WINNT=0x0A00 "-ffile-prefix-map=$root=.")
mkdir -p "$root/source" "$root/licences" "$out/lib/pkgconfig" "$out/include" "$root/made"

# --- sources

# configure_apt RELEASE LINE…: an apt of its own, $root/apt/RELEASE/apt.conf
configure_apt() {
    local at=$root/apt/$1
    mkdir -p "$at/lists/partial" "$at/cache/archives/partial"
    printf "deb-src [signed-by=$keyring] http://deb.debian.org/%s\n" "${@:2}" >"$at/sources.list"
    cat >"$at/apt.conf" <<END
Dir::Etc::sourcelist "$at/sources.list";
Dir::Etc::sourceparts "-";
Dir::State::lists "$at/lists";
Dir::Cache "$at/cache";
APT::Sandbox::User "root";
END
    [ -n "$(find "$at/lists" -name '*Sources*' -mtime -1 -print -quit)" ] ||
        APT_CONFIG=$at/apt.conf apt-get update -qq
}

# unpack RELEASE PACKAGE [apt-get source's options]: its newest version whose files are there, into
# $root/source/PACKAGE.  (Mirrors may lack the very newest for a while.)
unpack() {
    local release=$1 package=$2 version at=$root/source/$2
    rm -rf "$at" && mkdir -p "$at"
    export APT_CONFIG=$root/apt/$release/apt.conf
    while read -r version; do
        if (cd "$at" && apt-get source -qq "${@:3}" "$package=$version" >"$at.log" 2>&1); then
            echo "$package $version ($release)" >"$at.version"
            [ "${3:-}" != --tar-only ] || tar -C "$at" -xf "$at"/*.orig.tar.*
            mv "$(find "$at" -mindepth 1 -maxdepth 1 -type d)" "$at/tree"
            unset APT_CONFIG
            return
        fi
        echo "$package $version cannot be had; an older one is tried" >&2
    done < <(apt-cache showsrc "$package" | sed -n 's/^Version: //p' | sort -rV)
    cat "$at.log" >&2
    exit 1
}

# --- recipes: each works in the unpacked tree

with_cmake() {
    cmake -S . -B made -G Ninja -DCMAKE_SYSTEM_NAME=Windows -DCMAKE_C_COMPILER=$host-gcc \
        -DCMAKE_RC_COMPILER=$host-windres -DCMAKE_FIND_ROOT_PATH="$out" \
        -DCMAKE_FIND_ROOT_PATH_MODE_PROGRAM=NEVER -DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY \
        -DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY -DCMAKE_FIND_ROOT_PATH_MODE_PACKAGE=ONLY \
        -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS="${flags[*]}" -DCMAKE_INSTALL_PREFIX="$out" \
        -DBUILD_SHARED_LIBS=OFF "$@"
    ninja -C made -j"$jobs" install
}

with_configure() {
    autoreconf -fi # which Debian's changes of configure.ac need
    ./configure --host=$host --prefix="$out" --disable-shared --enable-static \
        CFLAGS="${flags[*]}" CPPFLAGS="-I$out/include" LDFLAGS="-L$out/lib" "$@"
    make -j"$jobs"
    make install
}

# pc NAME VERSION LIBS: for those that bring none
pc() {
    cat >"$out/lib/pkgconfig/$1.pc" <<END
Name: $1
Description: $1
Version: $2
Cflags: -I$out/include
Libs: -L$out/lib $3
END
}

make_zlib() {
    # Debian's archive is without zlib's makefile for Windows; it is these files and nothing else.
    $host-gcc "${flags[@]}" -c ./*.c
    $host-gcc-ar rcs libz.a ./*.o
    cp libz.a "$out/lib/"
    cp zlib.h zconf.h "$out/include/"
    pc zlib "$(sed -n 's/.*ZLIB_VERSION "\(.*\)"/\1/p' zlib.h)" -lz
}

make_openssl() {
    # No programs, modules or old protocols: TLS 1.2 and 1.3 of a server, and a certificate.  The prefix gets into the
    # library: one that is the same everywhere.
    ./Configure mingw64 --cross-compile-prefix=$host- --prefix=/nowhere --openssldir=/nowhere --libdir=lib \
        no-shared no-tests no-module no-engine no-legacy no-comp no-dso no-autoload-config \
        no-ssl3 no-tls1 no-tls1_1 no-dtls no-srp no-psk no-ct no-cms no-ts no-cmp no-ocsp \
        no-idea no-seed no-camellia no-aria no-bf no-cast no-des no-rc2 no-rc4 no-md4 no-mdc2 \
        no-whirlpool no-rmd160 no-sm2 no-sm3 no-sm4 no-gost no-siphash no-uplink "${flags[@]}"
    make -j"$jobs" build_generated
    make -j"$jobs" libcrypto.a libssl.a libcrypto.pc libssl.pc openssl.pc
    cp libcrypto.a libssl.a "$out/lib/"
    cp -r include/openssl "$out/include/"
    sed -i "s,^prefix=.*,prefix=$out," libcrypto.pc libssl.pc openssl.pc
    cp libcrypto.pc libssl.pc openssl.pc "$out/lib/pkgconfig/"
}

make_libsodium() {
    with_configure --disable-pie
}

make_libevent() {
    with_configure --disable-samples --disable-libevent-regress --disable-debug-mode \
        --disable-dependency-tracking LIBS="-lws2_32 -lcrypt32 -lbcrypt -liphlpapi"
}

make_libzip() {
    # FIDE's lists are deflated and not encrypted.
    with_cmake -DENABLE_COMMONCRYPTO=OFF -DENABLE_GNUTLS=OFF -DENABLE_MBEDTLS=OFF \
        -DENABLE_OPENSSL=OFF -DENABLE_WINDOWS_CRYPTO=OFF -DENABLE_BZIP2=OFF -DENABLE_LZMA=OFF \
        -DBUILD_TOOLS=OFF -DBUILD_REGRESS=OFF -DBUILD_EXAMPLES=OFF -DBUILD_DOC=OFF
}

make_curl() {
    # Schannel is Windows' own TLS: it knows which authorities this machine trusts.
    with_configure --with-schannel --without-zlib --without-brotli --without-zstd --without-libpsl \
        --without-libidn2 --without-nghttp2 --without-librtmp --without-libssh2 --disable-ldap \
        --disable-ftp --disable-file --disable-rtsp --disable-dict --disable-telnet --disable-tftp \
        --disable-pop3 --disable-imap --disable-smb --disable-smtp --disable-gopher --disable-mqtt \
        --disable-manual --disable-alt-svc --disable-hsts --enable-sspi
    mv "$out/lib/libcurl-nss.a" "$out/lib/libcurl.a" # the name that Debian's last change gives it
}

make_qr-code-generator() {
    (cd c && $host-gcc -std=c99 "${flags[@]}" -c qrcodegen.c -o qrcodegen.o && $host-gcc-ar rcs libqrcodegen.a qrcodegen.o)
    cp c/libqrcodegen.a "$out/lib/"
    mkdir -p "$out/include/qrcodegen"
    cp c/qrcodegen.h "$out/include/qrcodegen/"
}

make_sqlite3() {
    # The source is many files, made one by programs of this machine.
    ./configure --disable-tcl --disable-readline
    make -j"$jobs" sqlite3.c sqlite3.h
    $host-gcc "${flags[@]}" -DSQLITE_THREADSAFE=1 -DSQLITE_OMIT_LOAD_EXTENSION -c sqlite3.c -o sqlite3.o
    $host-gcc-ar rcs libsqlite3.a sqlite3.o
    cp libsqlite3.a "$out/lib/"
    cp sqlite3.h "$out/include/"
    pc sqlite3 "$(cat VERSION)" -lsqlite3
}

# terms PACKAGE: what its authors ask of whoever passes the program on, from the unpacked tree to
# $root/licences/PACKAGE: `limmat version --licences` prints them.
terms() {
    if [ -f debian/copyright ]; then
        cp debian/copyright "$root/licences/$1"
    else # unpacked without what Debian adds; the licence is the first comment of each file
        sed '/\*\//q' c/qrcodegen.h >"$root/licences/$1"
    fi
    grep -qi copyright "$root/licences/$1"
}

# library RELEASE PACKAGE [apt-get source's options]
library() {
    local package=$2 stamp
    stamp=$( { $host-gcc --version; echo "${flags[*]} $out"; declare -f with_cmake with_configure pc "make_$package"; } | sha256sum)
    [ "$(cat "$root/made/$package" 2>/dev/null)" != "$stamp" ] || [ ! -s "$root/licences/$package" ] || return 0
    echo "$package"
    unpack "$@"
    # (Behind || or if, a failing line of the recipe would not end it.)
    set +e
    (set -e && cd "$root/source/$package/tree" && terms "$package" && "make_$package") >"$root/source/$package.log" 2>&1
    local failed=$?
    set -e
    [ $failed -eq 0 ] || { tail -30 "$root/source/$package.log" >&2; exit 1; }
    rm -rf "$root/source/$package"
    echo "$stamp" >"$root/made/$package"
}

configure_apt bookworm "debian bookworm main" "debian-security bookworm-security main"
configure_apt sid "debian sid main"
library bookworm zlib
library bookworm libsodium
library bookworm openssl
library bookworm libevent
library bookworm libzip
library bookworm curl
library bookworm qr-code-generator --tar-only
library sid sqlite3
cat "$root"/source/*.version >"$root/versions.txt"
cat >"$root/cross.ini" <<END
[properties]
pkg_config_libdir = '$out/lib/pkgconfig'
qrcodegen_folder = '$out/lib'
licences_folder = '$root/licences'

[built-in options]
c_args = ['-I$out/include', '-D_WIN32_WINNT=0x0A00']
END
