/* SPDX-License-Identifier: Apache-2.0 */
/* `limmat rate report`: check a tournament's report as federations do before they send it on. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "cli/rating/rate.h"
#include "limmat/report.h"
#include "rating/licences.h"

enum { LIST, RULES, CHESS, FORMAT, STRICT, LICENCES };

static const struct option options[] = {
    [LIST] = LIST_OPTION("check ids, names, births, titles and ratings against this registry"),
    [RULES] = RULES_OPTION,
    [CHESS] = CHESS_OPTION,
    [FORMAT] = FORMAT_OPTION("text|json"),
    [STRICT] = {0, "strict", SWITCH, NULL, 0, 0, "also return status 6 for doubts"},
    [LICENCES] = {0, "licences", TEXT, "FILE", 0, 0,
                  "the federation's list of licensed arbiters, a line each, in any layout: each "
                  "arbiter of the report must be on it (0.3)"},
    LANGUAGE_OPTION,
    {0}};

/* A fault of the file or of the report, with its place. */
struct line {
    unsigned line, column;
    const char *code;
    bool refused;
    const char *article, *record, *what, *remedy;
    size_t number; /* order of discovery, which sorts faults without a place */
};

struct page {
    struct lm_arena *arena;
    const char *path;
    const char *bytes;
    struct line *lines;
    size_t count, capacity;
    size_t refused;
    const struct lm_rating_rules *rules; /* NULL: the file could not be read */
};

static enum lm_status add_line(struct page *page, struct line line)
{
    if (!lm_arena_grow(page->arena, &page->lines, &page->capacity, page->count + 1, sizeof line))
        return LM_LIMIT;
    line.number = page->count;
    page->refused += line.refused ? 1 : 0;
    page->lines[page->count++] = line;
    return LM_OK;
}

/* Return the line of the first record ${code} of a tournament file; 0: it has none. */
static unsigned line_of_record(const char *bytes, const char *code)
{
    unsigned number = 1;
    if (bytes == NULL || *code == '\0')
        return 0;
    for (const char *at = bytes; *at != '\0';) {
        if (strncmp(at, code, 3) == 0)
            return number;
        at += strcspn(at, "\r\n");
        at += at[0] == '\r' && at[1] == '\n' ? 2 : *at != '\0' ? 1 : 0;
        number++;
    }
    return 0;
}

static enum lm_status add_faults(struct page *page, const struct lm_tournament *t,
                                 const struct lm_faults *faults)
{
    bool columns = line_of_record(page->bytes, "001") != 0;
    for (size_t i = 0; i < faults->count; i++) {
        const struct lm_fault *f = &faults->all[i];
        struct line line = {.code = f->code,
                            .refused = f->weight == LM_FAULT_REFUSED,
                            .article = f->article,
                            .record = f->record,
                            .what = f->what,
                            .remedy = f->remedy};
        if (f->player != LM_NOBODY)
            line.line = t->players[f->player].line;
        else if (columns)
            line.line = line_of_record(page->bytes, f->record);
        line.column = columns && line.line != 0 ? f->column : 0;
        if (add_line(page, line) != LM_OK)
            return LM_LIMIT;
    }
    return LM_OK;
}

/* Was a fault reported at the place of ${d}, or for its whole line? */
static bool is_told(const struct page *page, const struct lm_diagnostic *d)
{
    for (size_t i = 0; i < page->count; i++)
        if (d->line != 0 && page->lines[i].line == d->line &&
            (page->lines[i].column == d->column || page->lines[i].column == 0))
            return true;
    return false;
}

/* Add the messages of the reader that no fault replaces: mistakes of form, and doubts. */
static enum lm_status add_reading(struct page *page, const struct lm_log *log)
{
    size_t found = page->count;
    for (size_t i = 0; i < log->count; i++) {
        const struct lm_diagnostic *d = &log->all[i];
        struct page faults = *page;
        faults.count = found;
        if (d->severity == LM_NOTE || is_told(&faults, d))
            continue;
        struct lm_text what = lm_text_in(page->arena);
        lm_text_add(&what, d->what);
        if (d->field != NULL)
            lm_text_print(&what, " (%s%s%s%s)", d->field, d->value == NULL ? "" : ", \"",
                          d->value == NULL ? "" : d->value, d->value == NULL ? "" : "\"");
        struct line line = {
            .line = d->line,
            .column = d->column,
            .code = "form",
            .refused = d->severity == LM_ERROR,
            .article = "TRF26",
            .what = lm_text_string(&what),
            .remedy = d->remedy == NULL ? LM_MESSAGE("correct it") : d->remedy,
        };
        if (add_line(page, line) != LM_OK)
            return LM_LIMIT;
    }
    return LM_OK;
}

static int by_place(const void *left, const void *right)
{
    const struct line *a = left;
    const struct line *b = right;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    if (a->column != b->column)
        return a->column < b->column ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

/* --- printing --- */

/* Write the place: "open.trf:9:58", "open.trf: record 022" without a line, "open.rating.json" for
 * answers that no record has. */
static void write_place(const struct run *run, const struct page *page, const struct line *l,
                        struct lm_text *out)
{
    bool beside = l->line == 0 && l->record != NULL && *l->record == '\0';
    const char *file = beside ? companion_of(page->path, page->arena) : NULL;
    add_visible(out, file == NULL ? page->path : file);
    if (l->line != 0)
        lm_text_print(out, ":%u", l->line);
    else if (l->record != NULL && *l->record != '\0')
        rate_say(run, out, ": record %s", l->record);
    if (l->column != 0)
        lm_text_print(out, ":%u", l->column);
}

static void write_text(const struct run *run, const struct page *page, struct lm_text *out)
{
    for (size_t i = 0; i < page->count; i++) {
        const struct line *l = &page->lines[i];
        write_place(run, page, l, out);
        lm_text_print(out, ": %s: ",
                      rate_word(run, l->refused ? LM_MESSAGE("refused") : LM_MESSAGE("doubtful")));
        add_visible(out, rate_word(run, l->what));
        lm_text_print(out, " (%s); ", l->article);
        add_visible(out, rate_word(run, l->remedy));
        lm_text_add_char(out, '\n');
    }
    add_visible(out, page->path);
    if (page->count == 0)
        rate_say(run, out, ": no objections");
    else
        rate_say(run, out, ": %zu to correct, %zu to check", page->refused,
                 page->count - page->refused);
    if (page->rules != NULL)
        lm_text_print(out, " (%s)", page->rules->name);
    lm_text_add_char(out, '\n');
    if (page->rules != NULL)
        write_basis(run, page->rules, out);
}

static void write_json(const struct page *page, struct lm_json_writer *w)
{
    lm_json_begin(w, NULL, '{');
    lm_json_put_string(w, "file", page->path);
    lm_json_put_boolean(w, "accepted", page->refused == 0);
    if (page->rules != NULL) {
        lm_json_put_string(w, "rules", page->rules->name);
        put_basis(page->rules, w);
    }
    lm_json_begin(w, "faults", '[');
    for (size_t i = 0; i < page->count; i++) {
        const struct line *l = &page->lines[i];
        lm_json_begin(w, NULL, '{');
        lm_json_put_string(w, "code", l->code);
        lm_json_put_string(w, "weight", l->refused ? "refused" : "doubtful");
        lm_json_put_string(w, "article", l->article);
        if (l->record != NULL && *l->record != '\0')
            lm_json_put_string(w, "record", l->record);
        if (l->line != 0)
            lm_json_put_integer(w, "line", l->line);
        if (l->column != 0)
            lm_json_put_integer(w, "column", l->column);
        lm_json_put_string(w, "what", l->what);
        lm_json_put_string(w, "remedy", l->remedy);
        lm_json_end(w, '}');
    }
    lm_json_end(w, ']');
    lm_json_end(w, '}');
}

/* --- one report --- */

/* If every arbiter is on the list of licences, 0.3 is answered; otherwise name each one who is not.
 */
static enum lm_status inspect_licences(struct run *run, const struct lm_tournament *t,
                                       struct lm_rating_event *event, struct page *page)
{
    size_t length, missing = 0;
    const char *text;
    if (run->values[LICENCES].text == NULL)
        return LM_OK;
    enum lm_status status =
        read_file(run->values[LICENCES].text, run->arena, run->log, &text, &length);
    const char *list = status == LM_OK ? lm_licences_fold(text, run->arena) : NULL;
    if (list == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    for (size_t i = 0; status == LM_OK && i <= t->deputy_count; i++) {
        const char *arbiter = i == 0 ? t->chief_arbiter : t->deputies[i - 1];
        const char *record = i == 0 ? "102" : "112";
        struct lm_text what = lm_text_in(run->arena);
        if (*arbiter == '\0' || lm_licences_have_arbiter(list, arbiter, run->arena))
            continue;
        missing++;
        lm_text_print(&what, LM_MESSAGE("arbiter %s is not on the list of licences"), arbiter);
        status =
            add_line(page, (struct line){.line = line_of_record(page->bytes, record),
                                         .code = "arbiter-unlicensed",
                                         .refused = true,
                                         .article = "B.02 0.3",
                                         .record = record,
                                         .what = lm_text_string(&what),
                                         .remedy = LM_MESSAGE("check name and FIDE ID, or have "
                                                              "the arbiter get a licence")});
    }
    if (missing == 0 && *t->chief_arbiter != '\0')
        event->licensed = LM_ANSWERED_YES;
    return status;
}

/* An event without known days is checked by none of the regulations. */
static enum lm_status inspect_event(struct run *run, const struct lm_tournament *t,
                                    struct lm_rating_event *event,
                                    const struct lm_registry *registry, struct page *page)
{
    struct lm_faults faults;
    const struct lm_rating_rules *rules;
    bool dated = event->start != LM_NO_DAY;
    enum lm_status status = LM_OK;
    if (run->values[CHESS].text != NULL)
        event->chess = (enum lm_chess)run->values[CHESS].number;
    status = choose_rules(run->values[RULES].text, dated ? event->start : INT32_MAX, event->chess,
                          run->arena, run->log, &rules);
    bool judged = dated || run->values[RULES].text != NULL;
    page->rules = status == LM_OK && judged ? rules : NULL;
    struct lm_rating_event rated = *event;
    if (status == LM_OK && registry != NULL && event->start != LM_NO_DAY)
        status = lm_event_take_ratings(registry, run->arena, &rated);
    if (status == LM_OK)
        status = lm_report_check(t, &rated, rules, registry, run->arena, &faults);
    return status == LM_OK ? add_faults(page, t, &faults) : status;
}

static enum lm_status inspect(struct run *run, const char *path, const struct lm_registry *registry,
                              struct page *page)
{
    size_t length;
    struct lm_log reading = {.arena = run->arena};
    struct lm_tournament *t;
    struct lm_rating_event event;
    *page = (struct page){.arena = run->arena, .path = path};
    enum lm_status status = read_file(path, run->arena, run->log, &page->bytes, &length);
    if (status != LM_OK)
        return status;
    if (lm_is_event_json(page->bytes, length))
        return fail(run->log, LM_INVALID,
                    "%s is an event of the rating office, not a report; `limmat rate check` checks "
                    "whether it can be rated",
                    path);
    status = load_tournament(path, false, run->arena, &reading, &t);
    if (status == LM_INVALID)
        return add_reading(page, &reading); /* an unreadable report is not checked further */
    if (status == LM_OK)
        status = event_of_tournament(t, path, run->arena, run->log, &event);
    if (status == LM_OK)
        status = inspect_licences(run, t, &event, page);
    if (status == LM_OK)
        status = inspect_event(run, t, &event, registry, page);
    if (status == LM_OK)
        status = add_reading(page, &reading);
    if (status == LM_OK && page->count > 1)
        lm_sort(page->lines, page->count, sizeof *page->lines, by_place);
    return status;
}

static enum lm_status rate_report(struct run *run)
{
    struct lm_registry registry;
    bool listed = run->values[LIST].text != NULL;
    bool json = run->values[FORMAT].number == 1;
    struct lm_json_writer w = lm_json_writer_to(&run->out, false);
    enum lm_status status = LM_OK;
    bool objected = false;
    if (listed)
        status = load_registry(run->values[LIST].text, run->arena, run->log, &registry);
    if (json)
        lm_json_begin(&w, NULL, '[');
    for (size_t i = 0; status == LM_OK && i < run->operand_count; i++) {
        struct page page;
        status = inspect(run, run->operands[i], listed ? &registry : NULL, &page);
        if (status != LM_OK)
            break;
        if (json)
            write_json(&page, &w);
        else
            write_text(run, &page, &run->out);
        objected =
            objected || page.refused > 0 || (run->values[STRICT].text != NULL && page.count > 0);
    }
    if (json) {
        lm_json_end(&w, ']');
        lm_text_add_char(&run->out, '\n');
    }
    run->partial = status == LM_OK;
    return status == LM_OK && objected ? LM_DIFFERENT : status;
}

const struct command rate_report_command = {
    .name = "rate report",
    .operands = "FILE…",
    .summary = "check a tournament report as a federation would",
    .description =
        "FILE is a tournament file as sent to the rating officer, with NAME.rating.json beside it\n"
        "for data that no record has (see `limmat rate event`).\n"
        "\n"
        "The command checks the heading (city, federation, days, arbiters, time control in words\n"
        "and encoded), the players (ids, births, titles, federations, ratings, ranks), the games\n"
        "(missing or impossible results), and all conditions of the rating regulations.  With a\n"
        "list it compares the players with it, and proposes the likely right id.\n"
        "\n"
        "Each finding has its place, its article and a remedy.  A report with \"refused\"\n"
        "findings will be returned; \"doubtful\" gives a warning.  The exit status is 6 when\n"
        "anything is refused.",
    .example = "limmat rate report open.trf\n"
               "limmat rate report -l 2026-04 --strict open.trf",
    .options = options,
    .least = 1,
    .most = SIZE_MAX,
    .run = rate_report,
};
