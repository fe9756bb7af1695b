#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The manual pages that the build made from the table of commands are good mdoc.
set -euo pipefail
cd "$(dirname "$0")/.."
mandoc -T lint -W warning build/man1/*.1
