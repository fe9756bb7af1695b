#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""answer_types.py [--check]: the types of the npm package and of the Python package, from the schema of the answers.

docs/limmat-answers.schema.json is what a person edits. From it come the part of packaging/npm/index.d.ts between
its two marks and the whole of packaging/python/limmat/types.py. With --check nothing is written: the status is 1
and the file is named where it is not what the schema makes.
"""
import json
import keyword
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCHEMA = ROOT / "docs" / "limmat-answers.schema.json"
BEGIN, END = "// --- made by scripts/answer_types.py", "// --- end of what is made"
WIDTH = 100


def refers_to(node):
    return node["$ref"].rsplit("/", 1)[1]


def options(node):
    """Those between which ${node} leaves the choice, and whether null is one."""
    kind = node.get("type")
    if isinstance(kind, list):
        rest = [one for one in kind if one != "null"]
        return [{**node, "type": one} for one in rest], "null" in kind
    if "anyOf" in node:
        rest = [one for one in node["anyOf"] if one.get("type") != "null"]
        return rest, len(rest) < len(node["anyOf"])
    return [node], False


# --- TypeScript

TS_PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean"}


def ts_one(node):
    if "$ref" in node:
        return refers_to(node)
    if "const" in node or "enum" in node:
        return " | ".join("'" + one + "'" for one in node.get("enum", [node.get("const")]))
    if node["type"] in TS_PLAIN:
        return TS_PLAIN[node["type"]]
    if node["type"] == "object":
        return f"Record<string, {ts_type(node['additionalProperties'])}>"
    if "prefixItems" in node:
        return "[" + ", ".join(ts_type(one) for one in node["prefixItems"]) + "]"
    inner = ts_type(node["items"])
    return f"({inner})[]" if " | " in inner else f"{inner}[]"


def ts_type(node):
    several, null = options(node)
    return " | ".join([ts_one(one) for one in several] + ["null"] * null)


def ts_comment(node, indent):
    if "description" not in node:
        return []
    words = node["description"] + "."
    if len(words) + len(indent) + 7 <= WIDTH:
        return [f"{indent}/** {words} */"]
    lines = textwrap.wrap(words, WIDTH - len(indent) - 3)
    return [indent + "/**", *(f"{indent} * {line}" for line in lines), indent + " */"]


def ts_definition(name, node):
    yield from ts_comment(node, "")
    if "properties" not in node:
        line = f"export type {name} = {ts_type(node)};"
        if len(line) > WIDTH:
            line = f"export type {name} =" + "".join(f"\n    | {one}" for one in ts_type(node).split(" | ")) + ";"
        yield line
        return
    yield f"export interface {name} {{"
    for member, value in node["properties"].items():
        yield from ts_comment(value, "    ")
        optional = "" if member in node.get("required", []) else "?"
        line = f"    {member}{optional}: {ts_type(value)};"
        if len(line) > WIDTH:
            line = f"    {member}{optional}:" + "".join(f"\n        | {one}" for one in ts_type(value).split(" | ")) + ";"
        yield line
    for pattern, value in node.get("patternProperties", {}).items():
        yield from ts_comment(value, "    ")
        stem = re.fullmatch(r"\^(\w+)\[0-9\]\+\$", pattern)[1]
        yield f"    [member: `{stem}${{number}}`]: {ts_type(value)};"
    yield "}"


def typescript(definitions):
    """index.d.ts, with its middle as the schema has it."""
    path = ROOT / "packaging" / "npm" / "index.d.ts"
    head, _, rest = path.read_text(encoding="utf-8").partition(BEGIN)
    _, _, tail = rest.partition(END)
    made = [BEGIN + " from docs/limmat-answers.schema.json\n"]
    made += ["\n".join(ts_definition(name, node)) + "\n" for name, node in definitions.items()]
    return path, head + "\n".join(made) + "\n" + END + tail


# --- Python

PY_HEAD = '''# SPDX-License-Identifier: Apache-2.0
# Made by scripts/answer_types.py from docs/limmat-answers.schema.json.
"""The shapes of the answers.  Numbers of players are TPNs, 0 is nobody."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Literal, Optional, TypedDict

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif TYPE_CHECKING:
    from typing_extensions import NotRequired  # every type checker brings it
else:
    from typing import Any

    class NotRequired:
        def __class_getitem__(cls, item: Any) -> Any:
            return item

'''
PY_PLAIN = {"integer": "int", "number": "float", "string": "str", "boolean": "bool"}


def py_one(node):
    if "$ref" in node:
        return refers_to(node)
    if "const" in node or "enum" in node:
        return "Literal[" + ", ".join(f'"{one}"' for one in node.get("enum", [node.get("const")])) + "]"
    if node["type"] in PY_PLAIN:
        return PY_PLAIN[node["type"]]
    if node["type"] == "object":
        return f"dict[str, {py_type(node['additionalProperties'])}]"
    inner = {py_type(one) for one in node["prefixItems"]} if "prefixItems" in node else {py_type(node["items"])}
    return f"list[{inner.pop()}]"  # of a fixed length, too: JSON makes lists


def py_type(node):
    several, null = options(node)
    one = py_one(several[0])
    return f"Optional[{one}]" if null else one


def py_member(node, required):
    return py_type(node) if required else f"NotRequired[{py_type(node)}]"


def py_fold(line, indent):
    """${line} over several lines where it is long and has choices to break between."""
    if len(line) <= WIDTH or "Literal[" not in line:
        return [line]
    head, _, rest = line.partition("Literal[")
    values, _, end = rest.rpartition('"]')
    choices = (values + '"').split(", ")
    return [head + "Literal[", *(f"{indent}    {one}," for one in choices), indent + "]" + end]


def py_comment(node, indent):
    words = node.get("description")
    return textwrap.wrap(words, WIDTH - 4, initial_indent=indent + "#: ", subsequent_indent=indent + "#: ") if words else []


def py_class(name, node):
    yield f"class {name}(TypedDict):"
    words = node.get("description")
    if words:
        yield from textwrap.wrap(f'"""{words}."""', WIDTH - 4, initial_indent="    ", subsequent_indent="    ")
        yield ""
    for member, value in node["properties"].items():
        yield from py_comment(value, "    ")
        yield from py_fold(f"    {member}: {py_member(value, member in node.get('required', []))}", "    ")
    for pattern in node.get("patternProperties", {}):
        yield f"    # and members like {pattern}"


def py_call(name, node):
    """For members that are words or types of Python."""
    yield from py_comment(node, "")
    yield f"{name} = TypedDict("
    yield f'    "{name}",'
    yield "    {"
    for member, value in node["properties"].items():
        yield from py_comment(value, " " * 8)
        yield f'        "{member}": {py_member(value, member in node.get("required", []))},'
    yield "    },"
    yield ")"


def py_definition(name, node):
    if "properties" not in node:
        return [*py_comment(node, ""), *py_fold(f"{name} = {py_type(node)}", "")]
    hidden = any(keyword.iskeyword(one) or one in PY_PLAIN.values() for one in node["properties"])
    return list((py_call if hidden else py_class)(name, node))


def python(definitions):
    made = ["\n".join(py_definition(name, node)) + "\n" for name, node in definitions.items()]
    return ROOT / "packaging" / "python" / "limmat" / "types.py", PY_HEAD + "\n" + "\n\n".join(made)


def main():
    definitions = json.loads(SCHEMA.read_text(encoding="utf-8"))["$defs"]
    stale = False
    for path, text in (typescript(definitions), python(definitions)):
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        if "--check" in sys.argv:
            print(f"{path.relative_to(ROOT)} is not what docs/limmat-answers.schema.json makes: run scripts/answer_types.py",
                  file=sys.stderr)
            stale = True
        else:
            path.write_text(text, encoding="utf-8")
    return stale


if __name__ == "__main__":
    sys.exit(main())
