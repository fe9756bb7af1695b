#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""man3.py FOLDER DEPENDENCIES DATE VERSION INTRODUCTION HEADERS: the manual pages of the library.

The headers are the specification, so the pages are made of them: limmat_NAME(3) for each NAME.h of the folder
HEADERS, in mdoc, a file that points to it for each function, and liblimmat(3) from INTRODUCTION.  A function
that no comment stands above, or that is not understood, is an error: a page would lack it.  What was read is
listed in DEPENDENCIES, for ninja."""

import os
import pathlib
import re
import sys

FUNCTION = re.compile(
    r"LM_API\s+(?:LM_MUST_CHECK\s+)?(?P<type>[\w\s*]+?[\s*]+)(?P<name>l\w+)\s*"
    r"\((?P<arguments>(?:[^()]|\([^()]*\))*)\)\s*(?:LM_PRINTF\([\d\s,]+\)\s*)?;"
)
SKIPPED = re.compile(r"#(ifn?def|endif|else|if|include)\b|#define LIMMAT_\w+_H$|extern \"C\"|}$")


class Unclear(Exception):
    pass


def escaped(text):
    text = text.replace("\\", "\\e")
    return "\\&" + text if text[:1] in (".", "'") else text


def prose(lines):
    """Comment lines as mdoc: paragraphs, and what is indented as it stands.  ${x} is an argument."""
    out, literal, gap = [], False, False
    for line in lines:
        indented = line.startswith("   ") or (literal and line == "")
        if line == "" and not literal:
            gap = True
            continue
        if indented and not literal:
            out.append(".Bd -literal -offset indent")
            literal, gap = True, False
        elif literal and not indented:
            while out[-1] == "":
                out.pop()
            out.append(".Ed")
            literal, gap = False, True
        if gap and not literal:
            if out:
                out.append(".Pp")
            gap = False
        if literal:
            out.append(escaped(re.sub(r"\$\{(.*?)\}", r"\1", line[3:])))
            continue
        for sentence in re.split(r"(?<=[.:;?!)\"]) {2,}(?=\S)|(?<=[a-z0-9)}\]][.?!]) (?=[A-Z$])", line):
            out.append(re.sub(r"\$\{(.*?)\}", r"\\fI\1\\fP", escaped(sentence)))
    if literal:
        while out[-1] == "":
            out.pop()
        out.append(".Ed")
    return out


def comment_lines(text):
    """What a comment says, line by line, without its stars."""
    body = text[2:-2].strip("\n")
    lines = [re.sub(r"^ \* ?|^ \*?$", "", line).rstrip() for line in body.split("\n")]
    lines[0] = lines[0].lstrip()
    while lines and not lines[0].strip():
        lines.pop(0)
    while lines and not lines[-1].strip():
        lines.pop()
    return [re.sub(r"^ {1,2}(?=\S)", "", line) for line in lines]


def items(text):
    """("comment", text) and ("code", text) by turns, as they stand at the left margin."""
    at, lines = 0, text.split("\n")
    while at < len(lines):
        line = lines[at]
        if line.startswith("/*"):
            start = at
            while "*/" not in lines[at]:
                at += 1
            yield "comment", "\n".join(lines[start : at + 1]).rstrip()
            at += 1
        elif line == "" or SKIPPED.match(line):
            if line.startswith("#define") or line == "":
                yield "gap", ""
            at += 1
        else:
            start, depth = at, 0
            while at < len(lines):
                depth += lines[at].count("{") + lines[at].count("(") - lines[at].count("}") - lines[at].count(")")
                at += 1
                ended = depth == 0 and not lines[at - 1].endswith("\\")
                if ended and (lines[at] == "" or lines[at].startswith("/*")):
                    break
            yield "code", "\n".join(lines[start:at])


def arguments_of(function):
    words = " ".join(function["arguments"].split())
    if words == "void":
        return []
    return [word.strip() for word in re.split(r",(?![^(]*\))", words)]


def quoted(argument):
    return '"' + argument + '"' if " " in argument else argument


def functions_of(header, code):
    """The functions of ${code}, and what it is besides."""
    if "LM_API" not in code:
        return [], code
    plain = re.sub(r"/\*.*?\*/", "", code, flags=re.S)
    left = FUNCTION.sub("", plain).strip("\n")
    if "LM_API" in left:
        raise Unclear(f"{header}: not understood: {left.strip()}")
    return list(FUNCTION.finditer(plain)), left


def literal(code):
    return [".Bd -literal", *map(escaped, code.split("\n")), ".Ed"]


def described(header, found, comment):
    if comment is None:
        raise Unclear(f"{header}: nothing is said of {found[0]['name']}")
    heads = [" ".join(["Fn", one["name"], *map(quoted, arguments_of(one))]) for one in found]
    return [".Bl -tag -width Ds", ".It " + " , ".join(heads), *prose(comment), ".El"]


def body_of(header, text):
    """The prototypes, what is said of them, and the names."""
    names, prototypes, out, comment, introduced = [], [], [], None, False
    for kind, piece in items(text):
        if kind == "gap":
            if comment is not None and not introduced:
                out += prose(comment)
                introduced, comment = True, None
            continue
        if kind == "comment":
            if "SPDX" in piece:
                continue
            if comment is not None and introduced:
                out += [] if out and out[-1].startswith(".Ss") else [".Pp"]
                out += prose(comment)
            elif comment is not None:
                out += prose(comment)
                introduced = True
            comment = None
            section = re.fullmatch(r"/\* -{3,} ?(.*?) ?-* ?\*/", piece, flags=re.S)
            if section:
                while out and out[-1] == ".Pp":
                    out.pop()
                out.append(".Ss " + " ".join(section[1].split()).replace("\n", " ").capitalize())
            else:
                comment = comment_lines(piece)
            continue
        found, piece = functions_of(header, piece)
        if found:
            out += literal(piece) if piece else []
            out += described(header, found, comment)
            for one in found:
                names.append(one["name"])
                prototypes += [".Ft " + quoted(" ".join(one["type"].split())), ".Fo " + one["name"]]
                prototypes += [".Fa " + quoted(argument) for argument in arguments_of(one)] + [".Fc"]
        else:
            if comment is not None:
                out += [] if out and out[-1].startswith(".Ss") else [".Pp"]
                out += prose(comment)
            out += literal(piece)
        comment = None
    return names, prototypes, out


def summary_of(text):
    """The first sentence of what a header says of itself, as a half sentence."""
    for kind, piece in items(text):
        if kind == "comment" and "SPDX" not in piece:
            first = []
            for line in comment_lines(piece):
                if not line:
                    break
                first.append(line)
            sentence = re.split(r"(?<=[.:;])\s", " ".join(first) + " ")[0].rstrip(".:;")
            sentence = sentence.replace("${", "").replace("}", "")
            return escaped(sentence[0].lower() + sentence[1:])
    return "declarations"


def page(path, text, date):
    names, prototypes, body = body_of(path, text)
    title = "limmat_" + path.stem
    named = [title, *names]
    lines = [f".Dd {date}", f".Dt {title.upper()} 3", ".Os", ".Sh NAME"]
    lines += [f".Nm {name} ," for name in named[:-1]] + [f".Nm {named[-1]}"]
    lines += [f".Nd {summary_of(text)}", ".Sh LIBRARY", "liblimmat, -llimmat", ".Sh SYNOPSIS"]
    lines += [f".In limmat/{path.name}", *prototypes, ".Sh DESCRIPTION", *body]
    lines += [".Sh SEE ALSO", ".Xr liblimmat 3", ""]
    return title, names, "\n".join(lines)


def example_of(flat):
    """The life of a session, as the header of the flat interface has it."""
    lines = [line[7:] for line in flat.split("\n") if line.startswith(" *     ")]
    return "\n".join(map(escaped, lines))


def main():
    folder, dependencies, date, version, introduction, place = sys.argv[1:]
    headers = sorted(path for path in pathlib.Path(place).glob("*.h") if path.name not in ("export.h", "limmat.h"))
    out = pathlib.Path(folder)
    out.mkdir(parents=True, exist_ok=True)
    table, flat = [], ""
    for path in headers:
        text = path.read_text()
        flat = text if path.stem == "flat" else flat
        title, names, made = page(path, text, date)
        (out / f"{title}.3").write_text(made)
        for name in names:
            (out / f"{name}.3").write_text(f".so man3/{title}.3\n")
        table += [f".It Xr {title} 3", summary_of(text)]
    made = pathlib.Path(introduction).read_text()
    made = made.replace("@DATE@", date).replace("@VERSION@", version)
    made = made.replace("@HEADERS@", "\n".join(table)).replace("@EXAMPLE@", example_of(flat))
    (out / "liblimmat.3").write_text(made)
    os.utime(out)
    read = " ".join([introduction, *map(str, headers)])
    pathlib.Path(dependencies).write_text(f"{out.name}: {read}\n")


try:
    main()
except Unclear as why:
    sys.exit(f"man3.py: {why}")
