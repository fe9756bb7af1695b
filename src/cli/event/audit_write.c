/* SPDX-License-Identifier: Apache-2.0 */
/* Reports of an audit: for people, as JSON (which --merge reads again), CSV and a page. */
#include "cli/event/audit.h"

#include <inttypes.h>
#include <string.h>

#include "site/hole.h"

static const char *const verdicts[AUDIT_VERDICTS] = {"agrees", "differs", "not judged"};

/* --- sums by a property of each row */

static const char *decade_of(const struct audit_row *row, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    if (row->year == 0)
        return "no date";
    lm_text_print(&text, "%" PRId64 "s", row->year / 10 * 10);
    return text.failed ? "" : lm_text_string(&text);
}

static const char *format_of(const struct audit_row *row, struct lm_arena *arena)
{
    (void)arena;
    return row->format;
}

static const char *any(const struct audit_row *row, struct lm_arena *arena)
{
    (void)row, (void)arena;
    return "all";
}

static const struct {
    const char *title;
    const char *(*word)(const struct audit_row *row, struct lm_arena *arena);
} groupings[] = {{"decade", decade_of}, {"format", format_of}, {"sum", any}};

enum { GROUPINGS = sizeof groupings / sizeof *groupings };

struct group {
    const char *word;
    size_t count[AUDIT_VERDICTS];
};

/* The groups of ${audit} by grouping ${by}, in the order of their words; NULL: no memory. */
static struct group *groups_of(const struct audit *audit, size_t by, struct lm_arena *arena,
                               size_t *count)
{
    struct group *groups = lm_arena_alloc(arena, audit->count + 1, sizeof *groups);
    *count = 0;
    for (size_t i = 0; groups != NULL && i < audit->count; i++) {
        const char *word = groupings[by].word(&audit->rows[i], arena);
        size_t at = 0;
        while (at < *count && strcmp(groups[at].word, word) < 0)
            at++;
        if (at == *count || strcmp(groups[at].word, word) != 0) {
            memmove(&groups[at + 1], &groups[at], (*count - at) * sizeof *groups);
            groups[at] = (struct group){.word = word};
            ++*count;
        }
        groups[at].count[audit_verdict_of(&audit->rows[i])]++;
    }
    return groups;
}

/* --- text */

static void write_part(struct lm_text *out, const char *what, const struct audit_part *part)
{
    lm_text_print(out, "  %s: %s", what, verdicts[part->verdict]);
    if (*part->by != '\0')
        lm_text_print(out, " (%s)", part->by);
    if (part->verdict == AUDIT_DIFFERS)
        lm_text_print(out, ", %" PRId64 " of %" PRId64, part->different, part->compared);
    if (*part->what != '\0')
        lm_text_print(out, ": %s", part->what);
    if (*part->article != '\0')
        lm_text_print(out, " (%s)", part->article);
    lm_text_add_char(out, '\n');
}

void audit_write_text(struct run *run, const struct audit *audit)
{
    struct lm_text *out = &run->out;
    struct table table = table_new(run->arena, "llrrr");
    for (size_t i = 0; i < audit->count; i++) {
        const struct audit_row *row = &audit->rows[i];
        lm_text_print(out, "%s: %s\n", row->file, verdicts[audit_verdict_of(row)]);
        write_part(out, "pairings", &row->pairings);
        write_part(out, "standings", &row->standings);
        if (*row->ratings != '\0')
            lm_text_print(out, "  ratings: %s\n", row->ratings);
    }
    table_add(&table, "");
    table_add(&table, "");
    for (int v = 0; v < AUDIT_VERDICTS; v++)
        table_add(&table, verdicts[v]);
    for (size_t by = 0; by < GROUPINGS; by++) {
        size_t count;
        const struct group *groups = groups_of(audit, by, run->arena, &count);
        for (size_t i = 0; groups != NULL && i < count; i++) {
            table_add(&table, groupings[by].title);
            table_add(&table, groups[i].word);
            for (int v = 0; v < AUDIT_VERDICTS; v++)
                table_print(&table, "%zu", groups[i].count[v]);
        }
    }
    table_write(&table, out);
}

/* --- JSON */

static void put_part(struct lm_json_writer *w, const char *key, const struct audit_part *part)
{
    lm_json_begin(w, key, '{');
    lm_json_put_string(w, "verdict", verdicts[part->verdict]);
    lm_json_put_string(w, "by", part->by);
    lm_json_put_string(w, "what", part->what);
    lm_json_put_string(w, "article", part->article);
    lm_json_put_integer(w, "compared", part->compared);
    lm_json_put_integer(w, "different", part->different);
    lm_json_end(w, '}');
}

void audit_write_json(const struct audit *audit, struct lm_text *out)
{
    struct lm_json_writer w = lm_json_writer_to(out, false);
    lm_json_begin(&w, NULL, '{');
    lm_json_begin(&w, "files", '[');
    for (size_t i = 0; i < audit->count; i++) {
        const struct audit_row *row = &audit->rows[i];
        lm_json_begin(&w, NULL, '{');
        lm_json_put_string(&w, "file", row->file);
        lm_json_put_string(&w, "name", row->name);
        lm_json_put_string(&w, "format", row->format);
        lm_json_put_integer(&w, "year", row->year);
        lm_json_put_string(&w, "verdict", verdicts[audit_verdict_of(row)]);
        put_part(&w, "pairings", &row->pairings);
        put_part(&w, "standings", &row->standings);
        lm_json_put_string(&w, "ratings", row->ratings);
        lm_json_end(&w, '}');
    }
    lm_json_end(&w, ']');
    lm_json_end(&w, '}');
    lm_text_add_char(out, '\n');
}

static bool take_text(const struct lm_json *object, const char *key, const char **into)
{
    *into = lm_json_string(lm_json_get(object, key));
    return *into != NULL;
}

static bool take_part(const struct lm_json *node, struct audit_part *part)
{
    const char *verdict = lm_json_string(lm_json_get(node, "verdict"));
    int v = 0;
    while (v < AUDIT_VERDICTS && (verdict == NULL || strcmp(verdicts[v], verdict) != 0))
        v++;
    part->verdict = (enum audit_verdict)v;
    return v < AUDIT_VERDICTS && take_text(node, "by", &part->by) &&
           take_text(node, "what", &part->what) && take_text(node, "article", &part->article) &&
           lm_json_integer(lm_json_get(node, "compared"), 0, INT32_MAX, &part->compared) &&
           lm_json_integer(lm_json_get(node, "different"), 0, INT32_MAX, &part->different);
}

static bool take_row(const struct lm_json *node, struct audit_row *row)
{
    return take_text(node, "file", &row->file) && take_text(node, "name", &row->name) &&
           take_text(node, "format", &row->format) && take_text(node, "ratings", &row->ratings) &&
           lm_json_integer(lm_json_get(node, "year"), 0, 9999, &row->year) &&
           take_part(lm_json_get(node, "pairings"), &row->pairings) &&
           take_part(lm_json_get(node, "standings"), &row->standings);
}

enum lm_status audit_read(struct run *run, const char *path, struct audit_row **rows, size_t *count,
                          size_t *capacity)
{
    const char *bytes;
    size_t length;
    struct lm_json *root = NULL;
    enum lm_status status = read_file(path, run->arena, run->log, &bytes, &length);
    run->log->file = path;
    if (status == LM_OK)
        status = lm_json_parse(bytes, length, run->arena, run->log, &root);
    run->log->file = NULL;
    const struct lm_json *files = status == LM_OK ? lm_json_get(root, "files") : NULL;
    if (status == LM_OK && files == NULL)
        return fail(run->log, LM_INVALID, "%s was not written by `limmat audit -f json`", path);
    for (const struct lm_json *node = files == NULL ? NULL : files->first; node != NULL;
         node = node->next) {
        if (!lm_arena_grow(run->arena, rows, capacity, *count + 1, sizeof **rows))
            return LM_LIMIT;
        if (!take_row(node, &(*rows)[(*count)++]))
            return fail(run->log, LM_INVALID, "%s:%u: not a report of `limmat audit`", path,
                        node->line);
    }
    return status;
}

/* --- CSV */

static void add_cell(struct lm_text *out, const char *text)
{
    lm_text_add_char(out, '"');
    for (; *text != '\0'; text++) {
        if (*text == '"')
            lm_text_add_char(out, '"');
        lm_text_add_char(out, *text == '\n' ? ' ' : *text);
    }
    lm_text_add_char(out, '"');
}

static void add_part(struct lm_text *out, const struct audit_part *part)
{
    const char *const cells[] = {verdicts[part->verdict], part->by, part->what, part->article};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        lm_text_add_char(out, ',');
        add_cell(out, cells[i]);
    }
    lm_text_print(out, ",%" PRId64 ",%" PRId64, part->compared, part->different);
}

void audit_write_csv(const struct audit *audit, struct lm_text *out)
{
    lm_text_add(out, "file,name,format,year,verdict");
    for (int part = 0; part < 2; part++) {
        const char *name = part == 0 ? "pairings" : "standings";
        lm_text_print(out, ",%s,%s_by,%s_what,%s_article,%s_compared,%s_different", name, name,
                      name, name, name, name);
    }
    lm_text_add(out, ",ratings\n");
    for (size_t i = 0; i < audit->count; i++) {
        const struct audit_row *row = &audit->rows[i];
        add_cell(out, row->file);
        lm_text_add_char(out, ',');
        add_cell(out, row->name);
        lm_text_add_char(out, ',');
        add_cell(out, row->format);
        lm_text_print(out, ",%" PRId64 ",", row->year);
        add_cell(out, verdicts[audit_verdict_of(row)]);
        add_part(out, &row->pairings);
        add_part(out, &row->standings);
        lm_text_add_char(out, ',');
        add_cell(out, row->ratings);
        lm_text_add_char(out, '\n');
    }
}

/* --- a page */

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\"><title>Audit</title>\n<style>\n"
    ":root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;"
    "max-width:70rem;padding:0 1rem}table{border-collapse:collapse;margin:1rem 0}"
    "th,td{text-align:left;vertical-align:top;padding:.3rem .8rem .3rem 0;"
    "border-bottom:1px solid #8884}td.n{text-align:right}small{opacity:.75}"
    ".scroll{overflow-x:auto}\n</style></head><body>\n<main><h1>Audit</h1>\n"
    "<p>Each tournament paired and ranked again by the rules of its day. Only what a file declares "
    "is judged.</p>\n";

static void add_groups(const struct audit *audit, size_t by, struct lm_text *out)
{
    size_t count;
    const struct group *groups = groups_of(audit, by, out->arena, &count);
    lm_text_print(out, "<table><thead><tr><th scope=\"col\">%s</th>", groupings[by].title);
    for (int v = 0; v < AUDIT_VERDICTS; v++)
        lm_text_print(out, "<th scope=\"col\">%s</th>", verdicts[v]);
    lm_text_add(out, "</tr></thead><tbody>\n");
    for (size_t i = 0; groups != NULL && i < count; i++) {
        lm_text_add(out, "<tr><th scope=\"row\">");
        site_add_escaped(out, groups[i].word);
        lm_text_add(out, "</th>");
        for (int v = 0; v < AUDIT_VERDICTS; v++)
            lm_text_print(out, "<td class=\"n\">%zu</td>", groups[i].count[v]);
        lm_text_add(out, "</tr>\n");
    }
    lm_text_add(out, "</tbody></table>\n");
}

static void add_part_cell(struct lm_text *out, const struct audit_part *part)
{
    lm_text_print(out, "<td>%s", verdicts[part->verdict]);
    if (*part->what != '\0') {
        lm_text_add(out, ": ");
        site_add_escaped(out, part->what);
    }
    lm_text_add(out, " <small>");
    site_add_escaped(out, *part->article != '\0' ? part->article : part->by);
    lm_text_add(out, "</small></td>");
}

void audit_write_page(const struct audit *audit, struct lm_text *out)
{
    lm_text_add(out, head);
    for (size_t by = 0; by < GROUPINGS; by++)
        add_groups(audit, by, out);
    lm_text_add(out, "<div class=\"scroll\"><table><thead><tr><th scope=\"col\">Tournament</th>"
                     "<th scope=\"col\">Pairings</th><th scope=\"col\">Standings</th>"
                     "<th scope=\"col\">Ratings</th></tr></thead><tbody>\n");
    for (size_t i = 0; i < audit->count; i++) {
        const struct audit_row *row = &audit->rows[i];
        lm_text_add(out, "<tr><th scope=\"row\">");
        site_add_escaped(out, *row->name != '\0' ? row->name : row->file);
        lm_text_add(out, "<br><small>");
        site_add_escaped(out, row->file);
        lm_text_add(out, "</small></th>");
        add_part_cell(out, &row->pairings);
        add_part_cell(out, &row->standings);
        lm_text_add(out, "<td>");
        site_add_escaped(out, row->ratings);
        lm_text_add(out, "</td></tr>\n");
    }
    lm_text_add(out, "</tbody></table></div></main></body></html>\n");
}
