/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/reading.h"

#include <stdlib.h>

struct lm_reading lm_reading_new(const struct lm_read_options *options, struct lm_arena *arena,
                                 struct lm_log *log)
{
    return (struct lm_reading){
        .arena = arena, .log = log, .refuse = options == NULL ? 0 : options->refuse};
}

static void LM_PRINTF(5, 0)
    tell(struct lm_reading *r, enum lm_severity severity, struct lm_place place, const char *remedy,
         const char *format, va_list arguments)
{
    r->errors += severity == LM_ERROR;
    if (r->log == NULL)
        return;
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

void lm_note(struct lm_reading *r, struct lm_place place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tell(r, LM_NOTE, place, NULL, format, arguments);
    va_end(arguments);
}

enum lm_status lm_reading_status(const struct lm_reading *r)
{
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

static void add_bye(struct lm_reading *r, struct lm_list *byes, struct lm_requested_bye given)
{
    struct lm_requested_bye *bye = lm_list_add(r, byes, sizeof *bye);
    if (bye != NULL)
        *bye = given;
}

/* Take the letters out of the columns of rounds not yet paired. */
static void requests_from_columns(struct lm_reading *r, struct lm_tournament *t,
                                  struct lm_list *byes)
{
    for (uint32_t round = t->rounds_paired + 1; round <= t->round_capacity; round++)
        for (uint32_t player = 0; player < t->player_count; player++) {
            struct lm_record *record = lm_record_of(t, player, round);
            if (record->result >= LM_FULL_BYE && record->result <= LM_ZERO_BYE &&
                !lm_ids_are_teams(t))
                add_bye(r, byes, (struct lm_requested_bye){record->result, round, player});
            for (uint8_t game = 0; game < t->games_per_match; game++)
                record[game] = (struct lm_record){LM_NOBODY, LM_NO_COLOUR, LM_BLANK};
        }
}

static int by_round(const void *a, const void *b)
{
    const struct lm_requested_bye *left = a, *right = b;
    if (left->round != right->round)
        return left->round < right->round ? -1 : 1;
    if (left->kind != right->kind)
        return left->kind < right->kind ? -1 : 1;
    return (left->player > right->player) - (left->player < right->player);
}

void lm_settle_byes(struct lm_reading *r, struct lm_tournament *t)
{
    struct lm_list list = {0};
    lm_tournament_count_rounds(t);
    for (size_t i = 0; i < t->bye_count; i++) {
        struct lm_requested_bye bye = t->byes[i];
        bye.round = bye.round == 0 ? t->rounds_paired + 1 : bye.round;
        add_bye(r, &list, bye);
    }
    requests_from_columns(r, t, &list);
    struct lm_requested_bye *byes = list.items;
    if (list.count > 0)
        qsort(byes, list.count, sizeof *byes, by_round);
    size_t count = 0;
    for (size_t i = 0; i < list.count; i++)
        if (count == 0 || by_round(&byes[count - 1], &byes[i]) != 0)
            byes[count++] = byes[i];
    t->byes = byes;
    t->bye_count = count;
}
