#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_templates.py TRANSLATOR INCLUDE SOURCE COMPILER...: what templates.py makes, in TAP.

Mistakes are told with the line; good templates come out as C that compiles, and a value of a type
that has no business in its hole does not."""
import pathlib
import subprocess
import sys
import tempfile

translator, include, source, *compiler = sys.argv[1:]
folder = pathlib.Path(tempfile.mkdtemp())
(folder / "site").mkdir()
count = 0

PAGES_H = """
#include "site/hole.h"
struct row { const char *name; struct site_points points; struct site_change change; };
struct data {
    const char *title; int number; bool yes; double real; struct site_url url;
    struct site_html html; struct row best; const struct row *rows; size_t row_count;
};
"""
(folder / "site/pages.h").write_text(PAGES_H)


def report(good, name, why=""):
    global count
    count += 1
    print(f"{'ok' if good else 'not ok'} {count} - {name}")
    if not good:
        print("# " + why.replace("\n", "\n# "))


def translate(text, suffix="html"):
    (folder / f"t.{suffix}").write_text(text)
    outs = [folder / "site/templates.h", folder / "templates.c"]
    done = subprocess.run([translator, *outs, folder / f"t.{suffix}"], capture_output=True, text=True)
    return done.returncode, done.stderr, outs[1].read_text() if done.returncode == 0 else ""


def page(body):
    return "{% page x: struct data d %}\n" + body + "\n{% end %}\n"


def compile_it():
    return subprocess.run(
        [*compiler, "-std=c17", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only",
         "-I", folder, "-I", include, "-I", source, folder / "templates.c"],
        capture_output=True, text=True)


def refused(name, text, line, words):
    status, said, _ = translate(text)
    report(status == 1 and f"t.html:{line}: " in said and words in said, name, said)


def compiles(name, body, good=True, words=""):
    status, said, _ = translate(page(body))
    done = compile_it() if status == 0 else None
    report(done is not None and (done.returncode == 0) == good and words in done.stderr, name,
           said + (done.stderr if done else ""))


def becomes(name, body, *parts, suffix="html"):
    _, said, code = translate(page(body), suffix)
    missing = [part for part in parts if part not in code]
    report(code != "" and not missing, name, said + code)


# --- mistakes, each with its line
refused("an_element_closed_by_another", page("<p>\n<b></i></b></p>"), 3, "</i> where <b> of line 3")
refused("an_element_left_open", page("<p>"), 3, "ends elsewhere than it began: <p> open")
refused("blocks_balance_on_their_own", page("{% if d.yes %}\n<p>\n{% end %}\n</p>"), 4, "line 2")
refused("both_branches_balance", page("{% if d.yes %}<p></p>{% else %}<p>{% end %}"), 2, "<p> open")
refused("nothing_to_close", page("</p>"), 2, "nothing is open")
refused("a_block_without_end", "{% page x: struct data d %}\n{% if d.yes %}\n", 2, "has no {% end %}")
refused("an_end_too_many", page("") + "{% end %}", 4, "end outside of a page")
refused("an_unknown_name", page("<p>\n{{ e.title }}</p>"), 3, 'no "e" here')
refused("no_expression_in_a_hole", page("{{ d.number + 1 }}"), 2, "is no path")
refused("an_unquoted_value", page("<p\nid={{ d.title }}></p>"), 3, 'as name="value"')
refused("a_hole_for_a_name", page("<p {{ d.title }}></p>"), 2, "in a quoted value")
refused("a_hole_in_a_script", page("<script>{{ d.title }}</script>"), 2, "no escaping is safe")
refused("a_handler", page('<p onclick="x"></p>'), 2, '"onclick"')
refused("a_style", page('<p style="x"></p>'), 2, '"style"')
refused("a_comment_that_would_be_published", page("<!-- x -->"), 2, "{# a remark #}")
refused("a_bare_less_than", page("1 < 2"), 2, "write &lt;")
refused("a_stray_brace", page("<p>\n\n}}</p>"), 4, 'stray "}}"')
refused("an_unknown_directive", page("{% elif %}"), 2, "is no directive")
refused("a_loop_without_a_list", page("{% for d.rows %}{% end %}"), 2, "for ROW in TABLE.ROWS")
refused("a_loop_that_hides_a_name", page("{% for d in d.rows %}{% end %}"), 2, "in use")
refused("a_page_within_a_tag", page("<p {% use x d %}></p>"), 2, "within the tag")
refused("a_sentence_of_an_expression", page('{{ "x.y" n=d.number+1 }}'), 2, "is no path")
refused("a_sentence_as_an_address", page('<a href="{{ "x.y" }}">x</a>'), 2, "is no address")
refused("a_form_without_its_token", page('<form method="post" action="x"></form>'), 2, "{% form %}")
refused("a_form_that_is_not_balanced", page("{% form d.url d.title %}<p>{% end %}"), 2, "<p>")
refused("text_outside_of_pages", "hello\n" + page(""), 1, "outside of a page")

# --- types, which the compiler checks
compiles("every_type_where_it_belongs", """<p title="{{ d.title }} {{ d.number }}">{{ d.title }}
{{ d.number }} {{ d.html }} {{ d.best.points }} {{ d.best.change }}<a href="{{ d.url }}">x</a></p>
{% if d.title %}a{% else %}b{% end %}{% if not d.yes %}c{% end %}{% if d.url %}d{% end %}
{% for row in d.rows %}<p{% if row.name %} title="{{ row.name }}"{% end %}>{{ row.points }}</p>{% end %}""")
compiles("a_form_that_is_posted", '{% form d.url d.title small %}<button>x</button>{% end %}')
compiles("a_form_goes_to_an_address", '{% form d.title d.title %}x{% end %}', False, "t.html:2")
compiles("a_sentence_where_text_may_be", """<p title="{{ "x.y" }}">{{ "x.y" n=d.number t=d.title p=d.best.points }}</p>""")
compiles("markup_is_no_value", '{{ "x.y" h=d.html }}', False, "t.html:2")
compiles("a_text_is_no_address", '<a href="{{ d.title }}">x</a>', False, "t.html:2")
compiles("an_address_is_no_text", "\n<p>{{ d.url }}</p>", False, "t.html:3")
compiles("markup_is_no_attribute", '<p title="{{ d.html }}"></p>', False, "t.html:2")
compiles("markup_is_no_title", "<title>{{ d.html }}</title>", False, "t.html:2")
compiles("no_floating_point", "{{ d.real }}", False, "t.html:2")
compiles("no_truth_value_as_text", "{{ d.yes }}", False, "t.html:2")
compiles("no_such_member", "\n\n{{ d.titel }}", False, "t.html:4")
compiles("a_struct_is_used_by_a_page_of_its_type", "{% use x d.best %}", False, "t.html:2")

# --- what comes out
becomes("text_is_isolated_where_elements_may_be", "<p>{{ d.title }}</p>", "SITE_TEXT(out, d->title)")
becomes("plain_text_is_not", "<title>{{ d.title }}</title>", "SITE_PLAIN(out, d->title)")
becomes("xml_has_no_isolation", "<b>{{ d.title }}</b>", "SITE_PLAIN(out, d->title)", suffix="xml")
becomes("xml_keeps_its_end_tags", "<li>a</li>", "</li>", suffix="xml")
becomes("end_tags_of_cells_are_left_out", "<table><tr><td>1</td><td>2</td></tr></table>",
        '"<table><tr><td>1<td>2</table>')
becomes("indentation_and_lines_of_directives_vanish", "  <p>\n    {% if d.yes %}\n    a\n  {% end %}\n</p>",
        '"<p>\\n"', '"a\\n"', '"</p>\\n"')
becomes("a_form_has_the_token", "{% form d.url d.title %}x{% end %}", 'name=\\"csrf\\"', "SITE_ADDRESS(out, d->url)",
        "SITE_ATTRIBUTE(out, d->title)", '"</form>')
becomes("quotes_and_other_letters_in_literals", '<p title="é">\\</p>',
        '"<p title=\\"\\303\\251\\">\\\\</p>\\n", 20')

# --- the example of the documents
document = (pathlib.Path(__file__).resolve().parents[2] / "docs/developer.md").read_text()
example = document[document.index("{% page greeting"):].split("```")[0]
(folder / "site/pages.h").write_text("""
#include "site/hole.h"
struct game { struct site_url url; uint32_t round; struct site_points points; };
struct guest { const char *club, *name; uint32_t rating; const struct game *games; size_t game_count; };
""")
status, said, text = translate(example)
done = compile_it()
signature = document[document.index("void page_greeting"):].split("`")[0]
report(status == 0 and done.returncode == 0 and " ".join(signature.split()) in " ".join(text.split()),
       "the_example_of_the_documents_compiles_to_what_they_say", said + done.stderr + text)

print(f"1..{count}")
sys.exit(0)
