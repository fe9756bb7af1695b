#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The main job on real input: pair the next round of a sample open, and say why one player has the
# opponent and the colour he has.
set -euo pipefail
cd "$(dirname "$0")/.."
build/limmat pair examples/open-2026.trf
echo
build/limmat explain -p 3 examples/open-2026.trf
