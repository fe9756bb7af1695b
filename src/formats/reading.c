/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/reading.h"

/* A program that makes a mistake makes it on every line.  This many of a kind are reported one by
 * one, and the lines of the others as this many spans. */
enum { NOTES_ALIKE = 1, MISTAKES_ALIKE = 5, SPANS = 8 };

struct lm_reading lm_reading_new(const struct lm_read_options *options, struct lm_arena *arena,
                                 struct lm_log *log)
{
    return (struct lm_reading){
        .arena = arena, .log = log, .refuse = options == NULL ? 0 : options->refuse};
}

/* A message that was logged for several lines. */
struct lm_message {
    const char *format;
    enum lm_severity severity;
    size_t count;
    size_t entry; /* the last one in the log */
    struct {
        unsigned first, last;
    } spans[SPANS]; /* lines of the others */
    size_t span_count;
    bool more; /* there are further lines */
};

static void add_line(struct lm_message *told, unsigned line)
{
    if (line == 0)
        return;
    unsigned *last = told->span_count == 0 ? NULL : &told->spans[told->span_count - 1].last;
    if (last != NULL && (line == *last || line == *last + 1)) {
        *last = line;
    } else if (told->span_count == SPANS) {
        told->more = true;
    } else {
        told->spans[told->span_count].first = told->spans[told->span_count].last = line;
        told->span_count++;
    }
}

/* " (lines 20-27, 31 …)" */
static void add_lines(struct lm_text *out, const struct lm_message *told)
{
    bool one = told->span_count == 1 && told->spans[0].first == told->spans[0].last;
    for (size_t i = 0; i < told->span_count; i++) {
        lm_text_add(out, i > 0 ? ", " : one ? " (line " : " (lines ");
        lm_text_print(out, "%u", told->spans[i].first);
        if (told->spans[i].last != told->spans[i].first)
            lm_text_print(out, "-%u", told->spans[i].last);
    }
    if (told->span_count > 0)
        lm_text_add(out, told->more ? " …)" : ")");
}

static struct lm_message *told_before(struct lm_reading *r, const char *format,
                                      enum lm_severity severity)
{
    struct lm_message *all = r->told.items;
    for (size_t i = 0; i < r->told.count; i++)
        if (all[i].format == format && all[i].severity == severity)
            return &all[i];
    struct lm_message *told = lm_list_add(r, &r->told, sizeof *told);
    if (told != NULL)
        *told = (struct lm_message){.format = format, .severity = severity};
    return told;
}

static void LM_PRINTF(5, 0)
    tell(struct lm_reading *r, enum lm_severity severity, struct lm_place place, const char *remedy,
         const char *format, va_list arguments)
{
    r->errors += severity == LM_ERROR;
    struct lm_message *told = r->log == NULL ? NULL : told_before(r, format, severity);
    if (told == NULL)
        return;
    if (++told->count > (severity == LM_NOTE ? NOTES_ALIKE : MISTAKES_ALIKE)) {
        r->log->errors += severity == LM_ERROR;
        add_line(told, place.line);
        return;
    }
    told->entry = r->log->count;
    struct lm_text what = lm_text_in(r->arena);
    lm_text_vprint(&what, format, arguments);
    if (lm_text_status(&what) != LM_OK ||
        lm_log_add(r->log, severity, place, remedy, "%s", lm_text_string(&what)) == LM_LIMIT)
        r->failed = true;
}

void lm_refuse(struct lm_reading *r, struct lm_place place, const char *remedy, const char *format,
               ...)
{
    va_list arguments;
    va_start(arguments, format);
    tell(r, LM_ERROR, place, remedy, format, arguments);
    va_end(arguments);
}

void lm_doubt(struct lm_reading *r, enum lm_doubt kind, struct lm_place place, const char *remedy,
              const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    enum lm_severity severity = (r->refuse & (unsigned)kind) != 0 ? LM_ERROR : LM_SUSPICIOUS;
    tell(r, severity, place, remedy, format, arguments);
    va_end(arguments);
}

const char *lm_whole_number(struct lm_reading *r, int64_t low, int64_t high)
{
    struct lm_text remedy = lm_text_in(r->arena);
    lm_text_print(&remedy, "write a whole number from %lld to %lld", (long long)low,
                  (long long)high);
    r->failed |= remedy.failed;
    return lm_text_string(&remedy);
}

void lm_note(struct lm_reading *r, struct lm_place place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tell(r, LM_NOTE, place, NULL, format, arguments);
    va_end(arguments);
}

/* Report after the last of a kind how many more there were. */
static void sum_up(struct lm_reading *r)
{
    const struct lm_message *all = r->told.items;
    for (size_t i = 0; i < r->told.count; i++) {
        size_t most = all[i].severity == LM_NOTE ? NOTES_ALIKE : MISTAKES_ALIKE;
        if (all[i].count <= most || all[i].entry >= r->log->count)
            continue;
        struct lm_text what = lm_text_in(r->log->arena);
        lm_text_print(&what, "%s, and %zu more like it", r->log->all[all[i].entry].what,
                      all[i].count - most);
        add_lines(&what, &all[i]);
        r->failed |= lm_text_status(&what) != LM_OK;
        r->log->all[all[i].entry].what = lm_text_string(&what);
    }
    r->told.count = 0;
}

enum lm_status lm_reading_end(struct lm_reading *r)
{
    sum_up(r);
    return r->failed ? LM_LIMIT : r->errors > 0 ? LM_INVALID : LM_OK;
}

const char *lm_keep(struct lm_reading *r, const char *bytes, size_t length)
{
    if (length == 0)
        return "";
    const char *copy = lm_arena_copy(r->arena, bytes, length);
    if (copy == NULL)
        r->failed = true;
    return copy == NULL ? "" : copy;
}

void *lm_list_add(struct lm_reading *r, struct lm_list *list, size_t size)
{
    if (!lm_arena_grow(r->arena, &list->items, &list->capacity, list->count + 1, size)) {
        r->failed = true;
        return NULL;
    }
    return (char *)list->items + size * list->count++;
}

/* ---- rolls ---- */

struct lm_roll lm_roll_new(struct lm_reading *r, size_t count)
{
    struct lm_roll roll = {.named = lm_arena_alloc(r->arena, count, sizeof *roll.named)};
    r->failed |= roll.named == NULL;
    return roll;
}

bool lm_named_again(struct lm_reading *r, struct lm_roll *roll, uint32_t index,
                    struct lm_place place, const char *left_out)
{
    if (roll->named[index] != roll->list) {
        roll->named[index] = roll->list;
        return false;
    }
    lm_doubt(r, LM_DOUBT_FORM, place, "name each once", "named twice in one list; %s", left_out);
    return true;
}

bool lm_in_team_already(struct lm_reading *r, struct lm_roll *roll, uint32_t index,
                        struct lm_place place)
{
    uint32_t team = roll->named[index];
    if (team == 0)
        roll->named[index] = roll->list;
    else if (team == roll->list)
        lm_doubt(r, LM_DOUBT_FORM, place, "name each player once",
                 "the player is twice in this team; the second is left out");
    else
        lm_doubt(
            r, LM_DOUBT_FORM, place, "name each player in one team",
            "the player is in two teams, number %u of the file and this one; this entry is ignored",
            team);
    return team != 0;
}
