#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
exec /usr/bin/python3 "$(dirname "$0")/check_docs.py"
