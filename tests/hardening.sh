#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hardening.sh BINARY…: what readelf and nm say of each binary as it is shipped, in TAP.
set -uo pipefail

count=0
holds() { # holds NAME PATTERN COMMAND…: the command's output has the pattern
    local name=$1 pattern=$2 output
    shift 2
    count=$((count + 1))
    output=$("$@")
    if grep -Eq "$pattern" <<<"$output"; then echo "ok $count - $name"; else echo "not ok $count - $name"; fi
}

echo "1..$((6 * $#))"
for binary; do
    name=$(basename "$binary")
    holds "$name: read-only relocations" 'GNU_RELRO' readelf -lW "$binary"
    holds "$name: all bound at the start" '\(FLAGS(_1)?\).*NOW' readelf -dW "$binary"
    holds "$name: position-independent" 'Type: *DYN' readelf -hW "$binary"
    holds "$name: no executable stack" 'GNU_STACK.* RW +0' readelf -lW "$binary"
    holds "$name: canaries on the stack" '__stack_chk_fail' readelf --dyn-syms -W "$binary"
    holds "$name: checked copies" '__[a-z]+_chk' readelf --dyn-syms -W "$binary"
done
