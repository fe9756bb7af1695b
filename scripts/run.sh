#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The main job on real input: pair the next round of sample opens, say why one player has the
# opponent and the colour he has, and publish it all as a site.
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
