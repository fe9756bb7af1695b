#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The main job on real input: pair the next round of sample opens, say why one player has the
# opponent and the colour he has, publish it all as a site; then serve an open in progress, on a
# terminal until Ctrl-C, else until the server has shown that it answers.
set -euo pipefail
cd "$(dirname "$0")/.."
build/limmat pair examples/open-2026.trf
echo
build/limmat explain -p 3 examples/open-2026.trf
echo
rm -rf build/sample
mkdir -p build/sample
for open in open-2026.trf summer-open-2026.trf; do
    build/limmat pair -f trf -o "build/sample/$open" "examples/$open" 2>/dev/null
done
build/limmat publish -o build/sample/site build/sample/*.trf examples/weekend-2026.trf examples/youth-2026.json 2>/dev/null
echo "Look at it: xdg-open build/sample/site/summer-open-2026/player-4.html (any browser, also w3m or lynx),"
echo "or over HTTP: python3 -m http.server -d build/sample/site 8000, then http://localhost:8000/"
echo

port=8080
while (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do port=$((port + 1)); done
serve=(build/limmat serve --quiet --data build/sample/data --sample examples/summer-open-2026.trf --listen "127.0.0.1:$port")
if [ -t 1 ]; then
    echo "Now an open in progress, in your browser.  Open the address below, then: the event, and \"Pair round\"."
    exec "${serve[@]}"
fi
"${serve[@]}" &
server=$!
trap 'kill $server 2>/dev/null || true' EXIT
for _ in $(seq 100); do
    if exec 3<>"/dev/tcp/127.0.0.1/$port"; then
        printf 'GET /health HTTP/1.0\r\nHost: localhost\r\n\r\n' >&3
        answer=$(cat <&3)
        exec 3>&-
        break
    fi 2>/dev/null
    sleep 0.1
done
case ${answer-} in
*" 200 "*) echo "The server answers at http://127.0.0.1:$port/; on a terminal \`make run\` leaves it running." ;;
*) echo "The server does not answer." >&2 && exit 1 ;;
esac
