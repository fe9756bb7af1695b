#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The types of the npm and of the Python package are what the schema of the answers makes.
set -euo pipefail
exec "$(dirname "$0")/answer_types.py" --check
