#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# #include lines point downwards only: a layer may use those on its row, itself, and include/limmat.
set -euo pipefail
cd "$(dirname "$0")/.."

declare -A may=(
    [base]=""
    [tournament]="base"
    [graph]="base"
    [pairing]="base tournament graph"
    [ranking]="base tournament"
    [rating]="base tournament"
    [championship]="base tournament graph pairing ranking rating"
    [formats]="base tournament graph pairing ranking rating championship"
    [store]="base tournament graph pairing ranking rating championship formats"
    [site]="base tournament graph pairing ranking rating championship formats"
    [wasm]="base tournament graph pairing ranking rating championship formats"
    [server]="base tournament graph pairing ranking rating championship formats store site"
    [cli]="base tournament graph pairing ranking rating championship formats store site server"
)
bad=0
while IFS=: read -r file line text; do
    layer=${file#src/}
    layer=${layer%%/*}
    target=${text#*\"}
    target=${target%%\"*}
    target=${target%%/*}
    case " limmat $layer ${may[$layer]-} " in
    *" $target "*) ;;
    *)
        echo "$file:$line: layer $layer must not include from $target/"
        bad=1
        ;;
    esac
done < <(git ls-files --cached --others --exclude-standard 'src/*.[ch]' |
    xargs -r grep -nE '^#include "' /dev/null)
exit $bad
