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
echo 1..9
pairs_with example_in_c11_with_the_shared_library gcc -std=c11 "${strict[@]}" "${cflags[@]}" example.c "${libs[@]}"
pairs_with example_in_c17_with_the_shared_library gcc -std=c17 "${strict[@]}" "${cflags[@]}" example.c "${libs[@]}"
pairs_with example_in_c17_with_the_static_library gcc -std=c17 "${strict[@]}" "${cflags[@]}" example.c "$lib"
pairs_with example_in_cpp_with_the_shared_library g++ -std=c++20 "${strict[@]}" -Wno-missing-field-initializers "${cflags[@]}" -x c++ example.c -x none "${libs[@]}"

# Every header by itself, as C++ and with every enumeration in real use.
cat >use.cpp <<'CPP'
#include <cstdio>
#include <cstring>
HEADERS
static lm_colour other(lm_colour colour) { return colour == LM_WHITE ? LM_BLACK : LM_WHITE; }

int main()
{
    lm_arena *arena;
    lm_tournament *t;
    if (lm_arena_new(&arena, nullptr, 0) != LM_OK || lm_tournament_new(arena, 2, 1, 1, &t) != LM_OK)
        return 1;
    lm_log log = {};
    log.arena = arena;
    lm_colour colour = LM_WHITE;
    for (uint32_t i = 0; i < 2; i++, colour = other(colour)) {
        t->players[i].tpn = i + 1;
        lm_record *record = lm_record_of(t, i, 1);
        record->opponent = 1 - i;
        record->colour = colour;
        record->result = i == 0 ? LM_WIN : LM_LOSS;
    }
    lm_tournament_count_rounds(t);
    bool good = lm_tournament_check(t, &log) == LM_OK && lm_result_is_played(LM_WIN);
    lm_read_options options = {};
    options.refuse = LM_DOUBT_POINTS | LM_DOUBT_GAMES;
    lm_tournament *none;
    good = good && lm_read("", 0, &options, arena, &log, &none) == LM_INVALID;
    lm_pair_request request = {};
    request.want = LM_WANT_REASONS;
    request.player = LM_NOBODY;
    lm_pairing *pairing;
    lm_status status = lm_pair_round(lm_system_named("dutch", ""), t, 0, &request, arena, &log, &pairing);
    good = good && status == LM_NO_PAIRING && log.errors > 0 && log.all[0].severity == LM_ERROR;
    std::puts(lm_version());
    good = good && std::strcmp(lm_version(), LM_VERSION) == 0;
    lm_arena_free(arena);
    return good ? 0 : 1;
}
CPP
include=$(find "$work" -type d -path '*include/limmat' | head -1)
headers=$(cd "$include" && for header in *.h; do echo "#include \"limmat/$header\""; done)
{ sed -n '1,/^HEADERS/p' use.cpp | sed '$d'; echo "$headers"; sed -n '/^HEADERS/,$p' use.cpp | sed 1d; } >whole.cpp
cxx() { # cxx NAME LIBRARY…: the C++ program runs and tells the version that pkg-config knows
    local name=$1
    shift
    count=$((count + 1))
    if g++ -std=c++17 "${strict[@]}" -Wno-missing-field-initializers "${cflags[@]}" whole.cpp "$@" -o whole &&
        [ "$(LD_LIBRARY_PATH=$(dirname "$lib") ./whole)" = "$(pkg-config --modversion limmat)" ]; then
        echo "ok $count - $name"
    else
        echo "not ok $count - $name"
    fi
}
cxx enumerations_and_every_header_in_cpp_with_the_shared_library "${libs[@]}"
cxx enumerations_and_every_header_in_cpp_with_the_static_library "$lib"

count=$((count + 1))
alone=yes
for header in "$include"/*.h; do
    g++ -std=c++17 "${strict[@]}" "${cflags[@]}" -fsyntax-only -x c++ - <<<"#include \"limmat/$(basename "$header")\"" ||
        alone=no
done
[ $alone = yes ] && echo "ok $count - every_header_stands_alone_in_cpp" ||
    echo "not ok $count - every_header_stands_alone_in_cpp"

# An embedder's program has names of its own: all that the archive adds to them begins with lm_, or limmat_ (flat.h).
count=$((count + 1))
if nm -g --defined-only "$lib" >symbols && grep -q ' T lm_pair_round$' symbols &&
    ! awk 'NF == 3 && $3 !~ /^(lm|limmat)_/ {print $3; found = 1} END {exit !found}' symbols; then
    echo "ok $count - every_symbol_of_the_archive_begins_with_lm_or_limmat_"
else
    echo "not ok $count - every_symbol_of_the_archive_begins_with_lm_or_limmat_"
fi

# As a program that CMake builds finds the library.
cat >CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(example C)
find_package(limmat VERSION REQUIRED)
add_executable(shared example.c)
target_link_libraries(shared limmat::limmat)
add_executable(fixed example.c)
target_link_libraries(fixed limmat::static)
CMAKE
sed -i "s/VERSION REQUIRED/$(pkg-config --modversion limmat) REQUIRED/" CMakeLists.txt
found_by_cmake() {
    local program
    cmake -S . -B made -DCMAKE_PREFIX_PATH="$(dirname "$(dirname "$include")")" -Dlimmat_DIR="$(dirname "$(find "$work" -name limmatConfig.cmake)")" &&
        cmake --build made || return 1
    for program in shared fixed; do
        "made/$program" "$top/examples/open-2026.trf" | diff expected - || return 1
    done
    sed -i 's/find_package(limmat [0-9.]*/find_package(limmat 9.0/' CMakeLists.txt
    ! cmake -S . -B other -Dlimmat_DIR="$(dirname "$(find "$work" -name limmatConfig.cmake)")"
}
count=$((count + 1))
if found_by_cmake >said 2>&1; then
    echo "ok $count - cmake_finds_it_of_this_version_and_of_no_other"
else
    echo "not ok $count - cmake_finds_it_of_this_version_and_of_no_other"
    sed 's/^/# /' said
fi
