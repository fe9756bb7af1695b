#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every public header compiles alone as C11, C17 and C++17.
set -euo pipefail
cd "$(dirname "$0")/.."
flags=(-Iinclude -Wall -Wextra -Wpedantic -Werror -fsyntax-only)
for header in include/limmat/*.h; do
    use="#include \"limmat/${header##*/}\"
extern int alone;"
    gcc -std=c11 "${flags[@]}" -x c - <<<"$use"
    gcc -std=c17 "${flags[@]}" -x c - <<<"$use"
    g++ -std=c++17 "${flags[@]}" -x c++ - <<<"$use"
done
