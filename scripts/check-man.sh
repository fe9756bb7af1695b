#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The manual pages that the build made from the table of commands and from the headers are good mdoc, and
# every function that the library exports has one.
set -euo pipefail
cd "$(dirname "$0")/.."
mandoc -T lint -W warning build/man1/*.1
grep -L '^\.so ' build/man3/*.3 | xargs mandoc -T lint -W warning
nm -D --defined-only build/src/liblimmat.so | while read -r _ _ name; do
    [ -f "build/man3/$name.3" ] || { echo "build/man3 lacks $name.3"; exit 1; }
done
