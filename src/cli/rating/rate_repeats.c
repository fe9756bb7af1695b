/* SPDX-License-Identifier: Apache-2.0 */
/*
 * events.txt of a list's directory: recently rated events, so that none is rated again.
 *
 *   event  ID  START  END  LIST  CHESS  GAMES  HASH,HASH,…
 *
 * The journal has the lines of its own month, with the word "games": a replay makes the same file.
 */
#include "cli/rating/rate_office.h"

#include <inttypes.h>
#include <string.h>

#include "base/texts.h"

/* Reports arrive at most three lists late (9.1); events are remembered for twice as long. */
enum { REMEMBERED_LISTS = 6 };

void sketch_write(const struct lm_sketch *sketch, struct lm_text *out)
{
    const int32_t days[] = {sketch->start, sketch->end, sketch->list};
    lm_text_add(out, sketch->event);
    for (size_t i = 0; i < sizeof days / sizeof *days; i++) {
        lm_text_add_char(out, '\t');
        lm_text_add_date(out, lm_date_of(days[i]), '-');
    }
    lm_text_print(out, "\t%s\t%" PRIu32 "\t", lm_chess_name(sketch->chess), sketch->games);
    for (uint32_t i = 0; i < sketch->count; i++) {
        char digits[9] = ",";
        for (int k = 8; k > 0; k--)
            digits[k] = "0123456789abcdef"[sketch->least[i] >> 4 * (8 - k) & 15];
        lm_text_add_bytes(out, digits + (i == 0), sizeof digits - (i == 0));
    }
}

static const char *next_column(const char **line, const char *end, size_t *length)
{
    const char *begin = *line;
    const char *tab = memchr(begin, '\t', (size_t)(end - begin));
    *length = (size_t)((tab == NULL ? end : tab) - begin);
    *line = tab == NULL ? end : tab + 1;
    return begin;
}

static bool next_date(const char **line, const char *end, int32_t *day)
{
    size_t length;
    struct lm_date date;
    const char *text = next_column(line, end, &length);
    if (!lm_parse_date(text, length, &date))
        return false;
    *day = lm_day_of(date);
    return true;
}

static bool read_hash(const char *at, uint32_t *hash)
{
    *hash = 0;
    for (int i = 0; i < 8; i++) {
        int digit = lm_hex_digit(at[i]);
        if (digit < 0)
            return false;
        *hash = *hash << 4 | (uint32_t)digit;
    }
    return true;
}

static bool read_hashes(const char *at, const char *end, struct lm_sketch *sketch)
{
    for (; end - at >= 8 && sketch->count < LM_SKETCH; at += 9) {
        if (!read_hash(at, &sketch->least[sketch->count++]))
            return false;
        if (end - at == 8)
            return true;
    }
    return at == end;
}

/* Read the line after its first word. */
static bool read_sketch(const char *line, const char *end, struct lm_arena *arena,
                        struct lm_sketch *out)
{
    struct lm_sketch sketch = {.count = 0};
    size_t length;
    int64_t games;
    const char *text = next_column(&line, end, &length);
    sketch.event = lm_arena_copy(arena, text, length);
    if (sketch.event == NULL || !next_date(&line, end, &sketch.start) ||
        !next_date(&line, end, &sketch.end) || !next_date(&line, end, &sketch.list))
        return false;
    text = next_column(&line, end, &length);
    for (int kind = 0; kind < LM_CHESS_KINDS; kind++)
        if (strlen(lm_chess_name((enum lm_chess)kind)) == length &&
            memcmp(lm_chess_name((enum lm_chess)kind), text, length) == 0)
            sketch.chess = (enum lm_chess)kind;
    text = next_column(&line, end, &length);
    if (!lm_parse_integer(text, length, 0, UINT32_MAX, &games) || !read_hashes(line, end, &sketch))
        return false;
    sketch.games = (uint32_t)games;
    *out = sketch;
    return true;
}

static enum lm_status keep(struct office *office, struct lm_sketch sketch)
{
    if (!lm_arena_grow(office->working, &office->sketches, &office->sketch_capacity,
                       office->sketch_count + 1, sizeof *office->sketches))
        return LM_LIMIT;
    office->sketches[office->sketch_count++] = sketch;
    return LM_OK;
}

enum lm_status sketches_read(const char *bytes, size_t length, const char *word, struct lm_log *log,
                             struct office *office)
{
    const char *end = bytes + length;
    size_t skip = strlen(word);
    unsigned number = 0;
    for (const char *at = bytes; at < end; number++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline == NULL ? end : newline;
        struct lm_sketch sketch;
        if ((size_t)(stop - at) > skip && memcmp(at, word, skip) == 0 && at[skip] == '\t') {
            if (!read_sketch(at + skip + 1, stop, office->working, &sketch))
                return lm_log_add(log, LM_ERROR, (struct lm_place){.line = number + 1},
                                  "restore the file", "not a line about a rated event");
            if (lm_month_of(office->list) - lm_month_of(sketch.list) < REMEMBERED_LISTS &&
                keep(office, sketch) != LM_OK)
                return LM_LIMIT;
        }
        at = newline == NULL ? end : newline + 1;
    }
    return LM_OK;
}

enum lm_status sketches_load(const char *list, struct lm_log *log, struct office *office)
{
    const char *bytes;
    size_t length;
    const char *path =
        os_kind_of(list) == OS_FOLDER ? os_join(office->working, list, "events.txt") : NULL;
    if (path == NULL || !os_is_there(path))
        return LM_OK;
    log->file = path;
    enum lm_status status = read_file(path, office->working, log, &bytes, &length);
    if (status == LM_OK)
        status = sketches_read(bytes, length, "event", log, office);
    log->file = NULL;
    return status;
}

enum lm_status repeats_refuse(struct lm_log *log, struct office *office)
{
    struct lm_repeat *repeats;
    size_t count;
    size_t fresh = office->sketch_count;
    office->fresh_sketch = fresh;
    for (size_t e = 0; e < office->event_count; e++) {
        struct lm_sketch sketch;
        if (lm_sketch_of(&office->events[e], office->list, office->working, &sketch) != LM_OK ||
            keep(office, sketch) != LM_OK)
            return LM_LIMIT;
    }
    if (lm_repeats_find(office->sketches, office->sketch_count, fresh, office->working, &repeats,
                        &count) != LM_OK)
        return LM_LIMIT;
    enum lm_status status = LM_OK;
    for (size_t i = 0; i < count; i++) {
        const struct lm_sketch *late = &office->sketches[repeats[i].event];
        const struct lm_sketch *early = &office->sketches[repeats[i].before];
        struct lm_text when = lm_text_in(office->working);
        if (repeats[i].before >= fresh) {
            lm_text_add(&when, LM_MESSAGE("is reported, too"));
        } else {
            struct lm_text day = lm_text_in(office->working);
            lm_text_add_date(&day, lm_date_of(early->list), '-');
            lm_text_print(&when, LM_MESSAGE("was rated for the list of %s"), lm_text_string(&day));
        }
        status = lm_log_add(
            log, LM_ERROR, (struct lm_place){.field = "id"},
            "leave one of them out; if they differ, put \"no_repeat\": true into the report",
            "event %s has %" PRId32 " %% of its games in common with %s, which %s", late->event,
            lm_sketch_shared(late, early), early->event, lm_text_string(&when));
    }
    return status;
}
