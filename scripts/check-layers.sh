#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# #include lines point downwards only.  The layers, lowest first: each may use itself and those before it, in
# src/ and in include/limmat/, whose headers belong to the layer named here.  os/ is the operating system's,
# so the library (words to formats) may not use it.  Pairing systems do not know of each other.
set -euo pipefail
cd "$(dirname "$0")/.."

layers="base os words tournament graph pairing rating ranking journal championship desk formats flat wasm store site client server fetch cli"
library=" base words tournament graph pairing rating ranking journal championship desk formats flat wasm "
declare -A header=(
    [base]="arena export date fraction json random status text message"
    [words]="words"
    [tournament]="tournament matches periods"
    [pairing]="pairing position preview check explain why generate dubov dutch_2006 keizer knock_out varma"
    [rating]="rating federation rating_event registry identity persons repeats report reconcile rating_story"
    [ranking]="ranking category crosstable norms report_form prizes forecast statistics"
    [journal]="journal"
    [championship]="championship"
    [desk]="desk"
    [formats]="formats answers event_files people registry_files"
    [flat]="flat limmat"
)

declare -A rank layer_of
at=0
for layer in $layers; do
    rank[$layer]=$((at += 1))
    for name in ${header[$layer]-}; do layer_of[$name]=$layer; done
done

bad=0
# complain PLACE WHAT
complain() {
    echo "$1: $2"
    bad=1
}

while IFS=: read -r file line text; do
    target=${text#*\"}
    target=${target%%\"*}
    case $file in
    src/*) layer=${file#src/} layer=${layer%%/*} ;;
    *) name=${file##*/} layer=${layer_of[${name%.h}]-} ;;
    esac
    case $target in
    limmat/*) name=${target#limmat/} to=${layer_of[${name%.h}]-} ;;
    *) to=${target%%/*} ;;
    esac
    if [ -z "${rank[${layer:-none}]-}" ]; then
        complain "$file:$line" "no layer is named for this file in scripts/check-layers.sh"
    elif [ -z "${rank[${to:-none}]-}" ]; then
        complain "$file:$line" "no layer is named for $target in scripts/check-layers.sh"
    elif [ "${rank[$to]}" -gt "${rank[$layer]}" ]; then
        complain "$file:$line" "layer $layer must not include $target of layer $to"
    elif [ "$to" = os ] && [ "$layer" != os ] && [[ $library == *" $layer "* ]]; then
        complain "$file:$line" "the library has no I/O: $layer must not include $target"
    fi
    # Within pairing/ a system's own headers are its own; systems share through the files beside the folders.
    if [[ $target =~ ^pairing/([^/]+)/ ]]; then
        system=${BASH_REMATCH[1]}
        case $file in
        src/pairing/"$system"/*) ;;
        src/pairing/*) complain "$file:$line" "only $system itself includes $target" ;;
        esac
    fi
done < <(git ls-files --cached --others --exclude-standard 'src/*.[ch]' 'include/*.h' |
    xargs -r grep -nE '^#include "' /dev/null)
# A search for a file's name finds one file.
while read -r name; do
    complain "src/*/$name" "two files have this name"
done < <(git ls-files --cached --others --exclude-standard 'src/*.c' | sed 's|.*/||' | sort | uniq -d)
exit $bad
