/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/persons.h"

#include <assert.h>
#include <string.h>

/* Join the results of both, in the order of their lists. */
static bool join_pools(struct lm_track *to, const struct lm_track_record *from,
                       struct lm_arena *arena)
{
    for (size_t i = 0; i < from->pool_count; i++) {
        if (!lm_track_add_pooled(to, arena, from->pool[i]))
            return false;
        struct lm_pooled *pool = to->record->pool;
        for (size_t at = to->record->pool_count - 1; at > 0 && pool[at - 1].month > pool[at].month;
             at--) {
            struct lm_pooled later = pool[at - 1];
            pool[at - 1] = pool[at];
            pool[at] = later;
        }
    }
    return true;
}

static bool join_waiting(struct lm_track *to, const struct lm_track_record *from,
                         struct lm_arena *arena)
{
    for (size_t i = 0; i < from->waiting_count; i++)
        if (!lm_track_add_waiting(to, arena, from->waiting[i]))
            return false;
    return true;
}

/* Put the rating of ${from} in force with its history; a pool is then useless. */
static bool take_rating(struct lm_track *to, const struct lm_track *from, struct lm_arena *arena)
{
    struct lm_track_record *record = lm_track_remember(to, arena);
    if (record == NULL)
        return false;
    record->pool_count = 0;
    record->past_count = 0;
    for (size_t i = 0; from->record != NULL && i < from->record->past_count; i++)
        if (!lm_track_add_past(to, arena, from->record->past[i]))
            return false;
    to->since = from->since;
    to->rating = from->rating;
    to->games = from->games;
    to->last = from->last;
    to->delisted = false;
    return true;
}

static void take_last(struct lm_track *to, const struct lm_track *from)
{
    if (from->last == to->last)
        to->games = (uint16_t)(to->games + from->games);
    else if (from->last > to->last)
        to->games = from->games;
    if (from->last > to->last)
        to->last = from->last;
}

static bool merge_track(const struct lm_registry *registry, const struct lm_rating_book *book,
                        struct lm_person *right, enum lm_chess chess, const struct lm_track *from)
{
    const struct lm_rating_rules *rules = lm_rating_rules_on_or_first(book, registry->list, chess);
    struct lm_track *to = &right->tracks[chess];
    if (lm_track_is_blank(from))
        return true;
    if (lm_track_is_blank(to)) {
        *to = *from;
        return true;
    }
    to->total += from->total;
    to->top = to->top || from->top;
    to->high = to->high || from->high;
    to->prior = to->prior || from->prior;
    if (to->rating == 0 && from->rating != 0) {
        if (!take_rating(to, from, registry->arena))
            return false;
    } else if (to->rating != 0) {
        take_last(to, from);
    } else if (from->record != NULL && !join_pools(to, from->record, registry->arena)) {
        return false;
    }
    if (from->record != NULL && !join_waiting(to, from->record, registry->arena))
        return false;
    if (to->rating != 0)
        to->k = (uint8_t)lm_rating_k(rules, (struct lm_rating_standing){
                                                .rating = to->rating,
                                                .games = (int32_t)to->total,
                                                .reached_top = to->top,
                                                .reached_high = to->high,
                                                .birth = right->born / 10000,
                                                .list_year = lm_date_of(registry->list).year,
                                            });
    return true;
}

/* Games that wait for a league's end have the opponent's id: replace it. */
static void rename_opponents(struct lm_registry *registry, uint32_t wrong, uint32_t right)
{
    for (size_t p = 0; p < registry->count; p++)
        for (int chess = 0; chess < LM_CHESS_KINDS; chess++) {
            struct lm_track_record *record = registry->people[p].tracks[chess].record;
            for (size_t i = 0; record != NULL && i < record->waiting_count; i++)
                if (record->waiting[i].opponent == wrong)
                    record->waiting[i].opponent = right;
        }
}

enum lm_status lm_person_merge(struct lm_registry *registry, uint32_t wrong, uint32_t right)
{
    struct lm_person *from = lm_registry_find(registry, wrong);
    struct lm_person *to = lm_registry_find(registry, right);
    struct lm_rating_book book;
    assert(from != NULL && to != NULL && from != to);
    if (lm_rating_book(registry->arena, &book) != LM_OK)
        return LM_LIMIT;
    for (int chess = 0; chess < LM_CHESS_KINDS; chess++)
        if (!merge_track(registry, &book, to, (enum lm_chess)chess, &from->tracks[chess]))
            return LM_LIMIT;
    size_t behind = registry->count - (size_t)(from - registry->people) - 1;
    memmove(from, from + 1, behind * sizeof *from);
    registry->count--;
    rename_opponents(registry, wrong, right);
    return LM_OK;
}
