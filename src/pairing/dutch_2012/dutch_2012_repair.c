/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "pairing/dutch_2012/dutch_2012.h"

/*
 * Other pairings of a bracket, in order, by their floaters.
 *
 * The first pairing of all is examined; if its floaters do not serve, the other pairings are
 * divided into shares by the first of these floaters who is not left over, with all earlier ones
 * left over. The share whose first pairing comes first is next.  So each set of floaters is
 * examined once, in the order of its first pairing.
 */

/* The pairings that leave over all players of ${must} and only players of ${may}. */
struct share {
    bool *must, *may; /* per place */
    struct outcome outcome;
    struct share *next; /* in order */
};

/* Shares that are examined before the search gives up: no known round needs that many. */
enum { SHARES = 3000 };

static void enter(struct share **list, struct share *share)
{
    while (*list != NULL && lm_dutch_2012_before(&(*list)->outcome, &share->outcome))
        list = &(*list)->next;
    share->next = *list;
    *list = share;
}

/* Add to ${list} the share of ${from} in which those of ${floats} before ${out} are left over, and
 * ${out} is not; nothing when it is empty. */
static enum lm_status divide(const struct search *s, const struct share *from, const bool *floats,
                             uint32_t out, struct share **list)
{
    struct share *share = lm_arena_alloc(s->arena, 1, sizeof *share);
    bool *must = lm_arena_alloc(s->arena, s->count, sizeof *must);
    bool *may = lm_arena_alloc(s->arena, s->count, sizeof *may);
    if (share == NULL || must == NULL || may == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < s->count; i++) {
        must[i] = from->must[i] || (i < out && floats[i]);
        may[i] = from->may[i] && i != out;
    }
    *share = (struct share){.must = must, .may = may};
    struct search own = *s;
    own.must = must;
    own.may = may;
    enum lm_status status = lm_dutch_2012_search(&own, &share->outcome);
    if (status == LM_OK)
        enter(list, share);
    return status == LM_NO_PAIRING ? LM_OK : status;
}

/* Make a list of the share of all pairings of ${s}. */
static enum lm_status whole(const struct search *s, struct share **out)
{
    struct share *share = lm_arena_alloc(s->arena, 1, sizeof *share);
    bool *must = lm_arena_alloc(s->arena, s->count, sizeof *must);
    bool *may = lm_arena_alloc(s->arena, s->count, sizeof *may);
    if (share == NULL || must == NULL || may == NULL)
        return LM_LIMIT;
    memset(may, true, s->count * sizeof *may);
    *share = (struct share){.must = must, .may = may};
    *out = share;
    return lm_dutch_2012_search(s, &share->outcome);
}

enum lm_status lm_dutch_2012_repair(const struct search *s, lm_dutch_2012_test *test, void *context,
                                    struct outcome *out)
{
    struct share *list = NULL;
    bool *floats = lm_arena_alloc(s->arena, s->count, sizeof *floats);
    enum lm_status status = floats == NULL ? LM_LIMIT : whole(s, &list);
    for (uint32_t looked = 0; status == LM_OK && list != NULL; looked++) {
        struct share *first = list;
        bool serves;
        list = first->next;
        for (uint32_t i = 0; i < s->count; i++)
            floats[i] = first->outcome.partner[i] == NO_PARTNER;
        status = test(context, floats, &serves);
        if (status == LM_OK && serves) {
            *out = first->outcome;
            return LM_OK;
        }
        if (looked == SHARES)
            return LM_LIMIT;
        for (uint32_t i = 0; i < s->count && status == LM_OK; i++)
            if (floats[i] && !first->must[i])
                status = divide(s, first, floats, i, &list);
    }
    return status == LM_OK ? LM_NO_PAIRING : status;
}
