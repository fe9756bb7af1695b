#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""templates.py OUT.h OUT.c FILE...: templates as functions in C.

A template is HTML with holes; docs/developer.md shows one.

    {% page NAME: struct TYPE VARIABLE %} ... {% end %}
            void page_NAME(struct lm_text *out, const struct lm_language *language,
                           const struct TYPE *VARIABLE)
    {{ a.b.c }}                         what a->b.c is, escaped by its type (site/hole.h)
    {{ "key" }}  {{ "key" name=a.b }}   the sentence of that key in the reader's language (limmat/words.h),
                                        with what a->b is for its {name}
    {% if a.b %} ... {% else %} ... {% end %}          also {% if not a.b %}; what is not empty, not 0
    {% for row in a.rows %} ... {% end %}              each of the a->row_count elements of a->rows
    {% use NAME a.b %}                  the page NAME for the struct a->b, or for a itself
    {% form a.address a.token LOOK %} ... {% end %}    a form that changes something: it is posted, and carries
                                        the token without which the server takes none; LOOK is its class; with
                                        a word "file" behind it may send one
    {# a remark #}

Where a hole stands decides which macro fills it: text, the text of an element that holds nothing
but text, an attribute, or an attribute that is an address.  Its type decides the rest, and what is
not meant to stand there does not compile; the compiler names the line of the template.

A FILE.xml is not HTML but XML.  Elements are balanced within each block, attributes are quoted, and there is no hole where
escaping could not help: in a script, a style, a handler, the name of a tag.  Indentation is
dropped, a line with nothing but a directive vanishes, and so do those end tags that HTML lets one
leave out and that stand in every row of a table.
"""
import pathlib
import re
import sys

TOKEN = re.compile(r"(\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\})", re.DOTALL)
PATH = re.compile(r"[a-z_]\w*(\.[a-z_]\w*)*")
SENTENCE = re.compile(r'"([a-z][\w.-]*)"((?:\s+[a-z]\w*=\S+)*)')
VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "wbr"}
LEFT_OPEN = {"html", "body"}  # pieces open them; their end tags are optional
DROPPED = {"dd", "dt", "li", "option", "td", "th", "tr"}  # likewise
PLAIN = {"title", "option", "text", "tspan", "desc"}  # hold nothing but text
RAW = {"script", "style"}
ADDRESSES = {"href", "src", "action", "formaction", "xlink:href"}
FORBIDDEN = re.compile(r"on\w+|style|srcdoc")


class Mistake(Exception):
    """What is wrong with a template, and on which line."""

    def __init__(self, line, what):
        super().__init__(what)
        self.line = line


class Markup:
    """Where in the HTML we are: fed with the literal parts of a template, in order."""

    NAME = re.compile(r"[A-Za-z!?/][\w:.?-]*")
    ATTRIBUTE = re.compile(r'\s*([\w:-]+)(="|=|)')

    def __init__(self, xml):
        self.xml = xml  # all elements are closed, and a text holds nothing but text
        self.open = []  # (element, line)
        self.tag = None  # the tag we are in, before its ">"
        self.attribute = None  # the attribute whose value we are in

    def state(self):
        """What must be the same at both ends of a block."""
        return [name for name, _ in self.open if name not in LEFT_OPEN], self.tag, self.attribute

    def feed(self, text, line):
        """Read ${text}, which begins on ${line}; return it without what may be left out."""
        kept, at = [], 0
        while at < len(text):
            here = line + text.count("\n", 0, at)
            step = self.in_value if self.attribute else self.in_tag if self.tag else self.in_text
            end = step(text, at, here)
            piece = text[at:end]
            if self.xml or not (piece.startswith("</") and piece[2:-1] in DROPPED):
                kept.append(piece)
            at = end
        return "".join(kept)

    def in_text(self, text, at, line):
        if text[at] != "<":
            end = text.find("<", at)
            return len(text) if end < 0 else end
        if text.startswith("<!--", at):
            raise Mistake(line, "write {# a remark #}: an HTML comment would be published")
        name = self.NAME.match(text, at + 1)
        if name is None:
            raise Mistake(line, 'a "<" that begins no tag; write &lt;')
        self.tag = name.group()
        if not self.tag.startswith("/"):
            return name.end()
        end = text.find(">", at)
        if end < 0 or end != name.end():
            raise Mistake(line, f"<{self.tag} is not closed")
        self.close(self.tag[1:], line)
        self.tag = None
        return end + 1

    def close(self, name, line):
        if not self.open or self.open[-1][0] != name:
            what = "nothing is open" if not self.open else (
                f"<{self.open[-1][0]}> of line {self.open[-1][1]} is open")
            raise Mistake(line, f"</{name}> where {what}")
        self.open.pop()

    def in_tag(self, text, at, line):
        end = re.compile(r"\s*[/?]?>").match(text, at)
        if end is not None:
            void = self.tag in VOID and not self.xml
            if self.tag[0] not in "!?" and not void and "/" not in end.group():
                self.open.append((self.tag, line))
            self.tag = None
            return end.end()
        attribute = self.ATTRIBUTE.match(text, at)
        if attribute is None and text[at:].strip() == "":
            return len(text)
        if attribute is None or attribute.group(2) == "=":
            line += len(re.match(r"\s*", text[at:]).group().split("\n")) - 1
            raise Mistake(line, f"<{self.tag}: write its attributes as name=\"value\"")
        if attribute.group(2) == '="':
            self.attribute = attribute.group(1)
            if FORBIDDEN.fullmatch(self.attribute):
                raise Mistake(line, f'attribute "{self.attribute}": scripts and styles are files')
        return attribute.end()

    def in_value(self, text, at, line):
        end = text.find('"', at)
        if end < 0:
            return len(text)
        self.attribute = None
        return end + 1

    def hole(self, line):
        """The macro for a hole that stands here."""
        if self.attribute in ADDRESSES:
            return "SITE_ADDRESS"
        if self.attribute:
            return "SITE_ATTRIBUTE"
        if self.tag:
            raise Mistake(line, f"<{self.tag}: a hole can only stand in a quoted value")
        within = self.open[-1][0] if self.open else ""
        if within in RAW:
            raise Mistake(line, f"<{within}>: no escaping is safe here; use a data- attribute")
        return "SITE_PLAIN" if self.xml or within in PLAIN else "SITE_TEXT"


def tidy(source):
    """Drop indentation, and the lines that hold nothing but a directive.  Lines keep their
    numbers: what a directive swallows is kept inside of it."""
    source = re.sub(r"^[ \t]+", "", source, flags=re.MULTILINE)
    return re.sub(r"^((?:\{%[^\n]*?%\}|\{#(?:[^#]|#(?!\}))*#\})+)\n", r"\1{##\n#}", source,
                  flags=re.MULTILINE)


def c_string(text):
    """${text} as a C string literal, a line of it a line, in UTF-8 by octal escapes."""
    def letter(byte):
        plain = {10: "\\n", 34: '\\"', 92: "\\\\"}
        return plain.get(byte) or (chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}")
    lines = text.encode("utf-8").splitlines(keepends=True)
    return "\n        ".join('"' + "".join(map(letter, line)) + '"' for line in lines)


class Template:
    """One file, translated page by page."""

    def __init__(self, name, source):
        self.name, self.source = name, source
        self.prototypes, self.code = [], []
        self.blocks = []  # (kind, state of the markup, variable, line)
        self.markup = None

    def translate(self):
        line = 1
        for token in TOKEN.split(tidy(self.source)):
            if token.startswith("{{"):
                self.hole(token[2:-2].strip(), line)
            elif token.startswith("{%"):
                self.directive(token[2:-2].split(), line)
            elif not token.startswith("{#") and token != "":
                self.literal(token, line)
            line += token.count("\n")
        if self.blocks:
            raise Mistake(self.blocks[-1][3], f"{{% {self.blocks[-1][0]} %}} has no {{% end %}}")

    def literal(self, text, line):
        stray = re.search(r"\{\{|\{%|\{#|%\}|\}\}|#\}", text)
        if stray:
            raise Mistake(line + text.count("\n", 0, stray.start()), f'a stray "{stray.group()}"')
        if self.markup is None:
            if text.strip():
                raise Mistake(line, "text outside of a page")
            return
        bare = re.search(r"<form[^>]*post", text)
        if bare:
            raise Mistake(line + text.count("\n", 0, bare.start()), "write {% form %}: it carries the token")
        self.made(text, line)

    def made(self, text, line):
        """Markup of the template, or our own."""
        text = re.sub(r"\n{2,}", "\n", self.markup.feed(text, line))
        if text:
            self.emit(f"lm_text_add_bytes(out, {c_string(text)}, {len(text.encode('utf-8'))});")

    def hole(self, path, line):
        if path.startswith('"'):
            self.sentence(path, line)
            return
        value = self.value(path, line)
        self.emit(f"{self.markup.hole(line)}(out, {value});", line)

    def sentence(self, text, line):
        match = SENTENCE.fullmatch(text)
        if match is None:
            raise Mistake(line, 'write {{ "key" }} or {{ "key" name=event.rounds }}')
        macro = self.markup.hole(line)
        if macro == "SITE_ADDRESS":
            raise Mistake(line, "a sentence is no address")
        key, rest = match.groups()
        values = [word.split("=", 1) for word in rest.split()]
        listed = ", ".join(f'SITE_VALUE("{name}", {self.value(path, line)})' for name, path in values)
        add = "site_add_sentence" if macro == "SITE_TEXT" else "site_add_plain_sentence"
        array = f"(const struct lm_value[]){{{listed}}}" if values else "NULL"
        self.emit(f'{add}(out, language, "{key}", {array}, {len(values)});', line)

    def directive(self, words, line):
        kind = words[0] if words else ""
        act = {"page": self.page, "for": self.loop, "if": self.condition, "else": self.otherwise,
               "use": self.use, "form": self.form, "end": self.end}.get(kind)
        if act is None:
            raise Mistake(line, f'"{kind}" is no directive; there are page, for, if, else, use, form, end')
        if (kind == "page") != (self.markup is None):
            raise Mistake(line, "a page within a page" if kind == "page" else f"{kind} outside of a page")
        act(words[1:], line)

    def page(self, words, line):
        match = re.fullmatch(r"(\w+): (struct \w+) ([a-z_]\w*)", " ".join(words))
        if match is None:
            raise Mistake(line, "write {% page NAME: struct TYPE VARIABLE %}")
        name, kind, variable = match.groups()
        prototype = (f"void page_{name}(struct lm_text *out, const struct lm_language *language, "
                     f"const {kind} *{variable})")
        self.prototypes.append((kind, prototype))
        self.markup = Markup(self.name.endswith(".xml"))
        self.begin("page", variable, line)
        self.code += ["", prototype, "{", "    (void)language;"]

    def loop(self, words, line):
        match = re.fullmatch(r"([a-z_]\w*) in (\S+)", " ".join(words))
        if match is None:
            raise Mistake(line, "write {% for ROW in TABLE.ROWS %}")
        one, many = match.group(1), self.value(match.group(2), line)
        if one in self.variables():
            raise Mistake(line, f'"{one}" is in use')
        if "." not in match.group(2):
            raise Mistake(line, f'"{many}" has no elements; write {{% for ROW in TABLE.ROWS %}}')
        count = re.sub(r"\w+$", f"{one}_count", many)
        self.emit(f"for (size_t {one}_at = 0; {one}_at < {count}; {one}_at++) {{", line)
        self.begin("for", one, line)
        self.emit(f"const __typeof__(*{many}) *{one} = &{many}[{one}_at];", line)

    def condition(self, words, line):
        unless = words[:1] == ["not"]
        value = self.value(" ".join(words[unless:]), line)
        self.emit(f"if ({'!' if unless else ''}SITE_HOLDS({value})) {{", line)
        self.begin("if", None, line)

    def otherwise(self, _, line):
        if self.blocks[-1][0] != "if":
            raise Mistake(line, "else without if")
        _, state, variable, begin = self.blocks.pop()
        self.balanced(state, begin, line)
        self.blocks.append(("else", state, variable, begin))
        self.code.append("    " * len(self.blocks) + "} else {")

    def use(self, words, line):
        if len(words) != 2:
            raise Mistake(line, "write {% use PAGE DATA %}")
        value = self.value(words[1], line)
        if self.markup.tag:
            raise Mistake(line, f"a page within the tag <{self.markup.tag}>")
        self.emit(f"page_{words[0]}(out, language, {'&' if '.' in words[1] else ''}{value});", line)

    def form(self, words, line):
        if len(words) not in (2, 3, 4) or words[3:] not in ([], ["file"]):
            raise Mistake(line, "write {% form PAGE.ADDRESS PAGE.TOKEN LOOK file %}")
        self.emit("{")
        self.begin("form", None, line)
        look = f' class="{words[2]}"' if len(words) > 2 else ""
        look += ' enctype="multipart/form-data"' if len(words) > 3 else ""
        self.made(f'<form method="post"{look} action="', line)
        self.hole(words[0], line)
        self.made('"><input type="hidden" name="csrf" value="', line)
        self.hole(words[1], line)
        self.made('">', line)

    def end(self, _, line):
        if self.blocks[-1][0] == "form":
            self.made("</form>", line)
        kind, state, _, begin = self.blocks.pop()
        self.balanced(state, begin, line)
        self.code.append("    " * len(self.blocks) + "}")
        if kind == "page":
            self.markup = None

    def balanced(self, state, begin, line):
        if self.markup.state() != state:
            opened, tag, _ = self.markup.state()
            where = f"within <{tag}" if tag else f"<{opened[-1]}> open" if opened else "nothing open"
            raise Mistake(line, f"the block of line {begin} ends elsewhere than it began: {where}")

    def begin(self, kind, variable, line):
        self.blocks.append((kind, self.markup.state(), variable, line))

    def variables(self):
        return {"out", "language"} | {block[2] for block in self.blocks}

    def value(self, path, line):
        """The C expression of a path; its first name is a pointer, all else are members."""
        if PATH.fullmatch(path) is None:
            raise Mistake(line, f'"{path}" is no path such as event.name')
        first = path.split(".")[0]
        if self.markup is None or first not in self.variables():
            raise Mistake(line, f'there is no "{first}" here')
        return path.replace(".", "->", 1)

    def emit(self, statement, line=None):
        if line is not None:
            self.code.append(f'#line {line} "{self.name}"')
        self.code.append("    " * len(self.blocks) + statement)


def main():
    header, source, *files = sys.argv[1:]
    templates, bad = [], False
    for name in files:
        template = Template(name, pathlib.Path(name).read_text(encoding="utf-8"))
        try:
            template.translate()
        except Mistake as mistake:
            print(f"{name}:{mistake.line}: {mistake}", file=sys.stderr)
            bad = True
        templates.append(template)
    if bad:
        sys.exit(1)
    made = "/* Made by scripts/templates.py. */"
    layer = pathlib.Path(header).parent.name  # site, or who else has pages; its pages.h says of what
    guard = f"LIMMAT_{layer.upper()}_TEMPLATES_H"
    prototypes = [row for template in templates for row in template.prototypes]
    pathlib.Path(header).write_text("\n".join(
        [made, f"#ifndef {guard}", f"#define {guard}", "",
         '#include "limmat/text.h"', "", "struct lm_language;", *sorted({f"{kind};" for kind, _ in prototypes}), "",
         *(f"{prototype};" for _, prototype in prototypes), "", "#endif", ""]), encoding="utf-8")
    pathlib.Path(source).write_text("\n".join(
        [made, f'#include "{layer}/templates.h"', '#include "site/hole.h"', f'#include "{layer}/pages.h"',
         *(line for template in templates for line in template.code), ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
