/* SPDX-License-Identifier: Apache-2.0 */
/*
 * usage: round_trip FILE…  Reads each tournament strictly, writes it in each format, and reads and
 * writes that again: no byte changes the second time, and JSON, which holds everything, shows that
 * TRF26 and JSON lost nothing; TRF16 writes acceleration and byes differently, and nothing else. A
 * JSON file can hold data that the others cannot: it is only written as JSON. Prints one TAP line
 * for each format.
 */
#include "files.h"

static struct lm_text written(const struct lm_format *format, const struct lm_tournament *t,
                              struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    if (lm_write(format, t, NULL, NULL, &text) != LM_OK)
        text.length = 0;
    return text;
}

static struct lm_tournament *read_strictly(const char *bytes, size_t length,
                                           const struct lm_format *format, struct lm_arena *arena)
{
    struct lm_read_options options = {.format = format, .refuse = LM_STRICT};
    struct lm_tournament *t = NULL;
    return lm_read(bytes, length, &options, arena, NULL, &t) == LM_OK ? t : NULL;
}

static bool same(const struct lm_text *a, const struct lm_text *b)
{
    return a->length > 0 && a->length == b->length && memcmp(a->bytes, b->bytes, a->length) == 0;
}

static struct lm_text json_of(struct lm_tournament t, bool whole, struct lm_arena *arena)
{
    if (!whole)
        t.acceleration_count = t.prohibition_count = 0;
    return written(lm_format_named("json"), &t, arena);
}

static bool goes_round(const struct lm_format *format, const struct lm_tournament *t,
                       struct lm_arena *arena)
{
    struct lm_text once = written(format, t, arena);
    struct lm_tournament *again =
        once.length == 0 ? NULL : read_strictly(once.bytes, once.length, format, arena);
    if (again == NULL)
        return false;
    /* A workbook also has standings, which need more than the players. */
    const struct lm_format *csv = lm_format_named("csv");
    if (strcmp(format->name, "xlsx") == 0) {
        struct lm_text first = written(csv, t, arena), second = written(csv, again, arena);
        return same(&first, &second);
    }
    struct lm_text twice = written(format, again, arena);
    bool whole = strcmp(format->name, "trf16") != 0;
    struct lm_text before = json_of(*t, whole, arena), after = json_of(*again, whole, arena);
    return same(&once, &twice) && (format == csv || same(&before, &after));
}

int main(int count, char **files)
{
    size_t formats;
    const struct lm_format *all = lm_formats(&formats);
    int failed[16] = {0}, unread = 0;
    if (formats > sizeof failed / sizeof *failed)
        return 1;
    for (int i = 1; i < count; i++) {
        struct bytes bytes = load(files[i]);
        struct lm_arena *arena;
        if (lm_arena_new(&arena, NULL, 0) != LM_OK)
            return 1;
        struct lm_tournament *t = read_strictly(bytes.all, bytes.length, NULL, arena);
        unread += t == NULL;
        bool json = strstr(files[i], ".json") != NULL;
        for (size_t k = 0; k < formats && t != NULL; k++)
            if (all[k].write != NULL && all[k].read != NULL &&
                (!json || strcmp(all[k].name, "json") == 0) && !goes_round(&all[k], t, arena) &&
                failed[k]++ == 0)
                printf("# %s: %s\n", all[k].name, files[i]);
        lm_arena_free(arena);
        free(bytes.all);
    }
    bool good = unread == 0;
    printf("%s 1 - read_strictly: %d of %d\n", good ? "ok" : "not ok", count - 1 - unread,
           count - 1);
    for (size_t k = 0; k < formats; k++) {
        good &= failed[k] == 0;
        printf("%s %zu - %s\n", failed[k] == 0 ? "ok" : "not ok", k + 2, all[k].name);
    }
    printf("1..%zu\n", formats + 1);
    return good && count > 1 ? 0 : 1;
}
