#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The members that the JSON reader knows and those that the schema documents are the same.
set -euo pipefail
cd "$(dirname "$0")/.."
known=$(grep -o '^ *[A-Z_{(a-z, ]*"[a-z_]*"' src/formats/json_schema.c | grep -o '[a-z_]*"$' | tr -d '"' | sort -u)
documented=$(/usr/bin/python3 - <<'PYTHON'
import json
def members(node):
    if isinstance(node, dict):
        for name in node.get("properties", {}):
            yield name
        for value in node.values():
            yield from members(value)
print("\n".join(sorted(set(members(json.load(open("docs/limmat-tournament.schema.json")))) - {"format"})))
PYTHON
)
diff <(echo "$known") <(echo "$documented") || {
    echo "left: src/formats/json_schema.c, right: docs/limmat-tournament.schema.json" >&2
    exit 1
}
