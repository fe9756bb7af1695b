#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every public header compiles alone as C11, C17 and C++17.
set -euo pipefail
cd "$(dirname "$0")/.."
flags=(-Iinclude -Wall -Wextra -Wpedantic -Werror -fsyntax-only)
for header in include/limmat/*.h; do
    gcc -std=c11 "${flags[@]}" -x c "$header"
    gcc -std=c17 "${flags[@]}" -x c "$header"
    g++ -std=c++17 "${flags[@]}" -x c++ "$header"
done
