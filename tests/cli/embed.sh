#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# embed.sh BUILD-DIR: install the library, compile the example of docs/developer.md against what was
# installed (static and shared, C11, C17 and C++17), and let it pair a tournament.  TAP.
set -uo pipefail
build=$(realpath "$1")
top=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 3

DESTDIR=$work meson install -C "$build" --no-rebuild --quiet || exit 1
PKG_CONFIG_LIBDIR=$(dirname "$(find "$work" -name limmat.pc)")
export PKG_CONFIG_LIBDIR PKG_CONFIG_SYSROOT_DIR=$work
lib=$(find "$work" -name liblimmat.a)

{
    awk '/^```/ {inside = /^```c$/} inside && !/^```/' "$top/docs/developer.md"
    cat <<'MAIN'
int main(int count, char **argument)
{
    static char bytes[1 << 16];
    FILE *file = count == 2 ? fopen(argument[1], "rb") : 0;
    return file == 0 ? 5 : (int)print_next_round(bytes, fread(bytes, 1, sizeof bytes, file));
}
MAIN
} >example.c
"$build/limmat" pair -f plain "$top/examples/open-2026.trf" 2>&1 | sed 1d >expected

count=0
pairs_with() { # pairs_with NAME COMPILER ARGUMENT…: compiled so, the example pairs as the command does
    local name=$1
    shift
    count=$((count + 1))
    if "$@" -o example &&
        LD_LIBRARY_PATH=$(dirname "$lib") ./example "$top/examples/open-2026.trf" >got &&
        diff expected got; then
        echo "ok $count - $name"
    else
        echo "not ok $count - $name"
    fi
}

strict=(-Wall -Wextra -Wpedantic -Werror)
read -ra cflags <<<"$(pkg-config --cflags limmat)"
read -ra libs <<<"$(pkg-config --libs limmat)"
echo 1..4
pairs_with example_in_c11_with_the_shared_library gcc -std=c11 "${strict[@]}" "${cflags[@]}" example.c "${libs[@]}"
pairs_with example_in_c17_with_the_shared_library gcc -std=c17 "${strict[@]}" "${cflags[@]}" example.c "${libs[@]}"
pairs_with example_in_c17_with_the_static_library gcc -std=c17 "${strict[@]}" "${cflags[@]}" example.c "$lib"
pairs_with example_in_cpp_with_the_shared_library g++ -std=c++20 "${strict[@]}" -Wno-missing-field-initializers "${cflags[@]}" -x c++ example.c -x none "${libs[@]}"
