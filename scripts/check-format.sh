#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# clang-format's word is law.
set -euo pipefail
cd "$(dirname "$0")/.."
git ls-files --cached --others --exclude-standard '*.c' '*.h' | xargs -r clang-format --dry-run -Werror
