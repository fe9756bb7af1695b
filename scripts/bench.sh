#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Build and run the programs in bench/; they print their figures.
set -euo pipefail
cd "$(dirname "$0")/.."
meson configure build -Dbenchmarks=true
meson test -C build --benchmark --verbose
