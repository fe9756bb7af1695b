#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""sheet.py OUT PART...: the parts of a style sheet as one, without comments and needless space."""
import pathlib
import re
import sys

out, *parts = sys.argv[1:]
text = "".join(pathlib.Path(part).read_text(encoding="utf-8") for part in parts)
kept = re.split(r"""("[^"]*"|'[^']*'|/\*.*?\*/)""", text, flags=re.DOTALL)  # texts and remarks stand at odd places
for at, piece in enumerate(kept):
    if piece.startswith("/*"):
        kept[at] = ""
    elif at % 2 == 0:
        piece = re.sub(r"\s+", " ", piece)
        piece = re.sub(r" ?([{};,]) ?", r"\1", piece)
        kept[at] = re.sub(r": (?=[^{}]*[;}])", ":", piece).replace(";}", "}")
pathlib.Path(out).write_text("".join(kept).strip() + "\n", encoding="utf-8")
