#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every sentence that is said has words in every complete language, and they are well-formed.
set -euo pipefail
exec "$(dirname "$0")/check-words.py"
