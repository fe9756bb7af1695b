/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "limmat/matching.h"
#include "pairing/dutch_2006/dutch_2006.h"

/*
 * C12 and C13: "if in this previous score bracket a pairing can be made whereby another player will
 * be moved down to the current one, and this now allows p pairings to be made".
 *
 * The pairings of the bracket are looked at in the order of its own search, each set of floaters
 * once.  To get from one set to the next, the pairings not looked at yet are kept in *shares*: a
 * share names positions that must float and positions that must not, and knows its first pairing.
 * The share whose first pairing comes first of all is next; if its floaters do not serve, it is
 * divided: without the first floater; with the first but without the second; and so on.  A share is
 * dropped when no matching of both brackets together leaves it hope; so a bracket that cannot help
 * is usually known by one matching.
 *
 * The number of sets is exponential in the number of floaters, in principle; after SETS_LIMIT of
 * them, where shares are needed, the bracket counts as unable to help, and the procedure goes on
 * with its next step.
 *
 * As a rule no shares are needed.  When those below need as many as come down (*tight*), any
 * matching of both brackets with everybody has p pairs above at most; those that have p are the
 * pairings whose floaters serve, each with a pairing below.  (Two floaters that are paired with
 * each other below would be a pair above, too, and one more than p.)  So the search of the bracket,
 * with those below as further vertices that all have to be matched, finds the first of them.  C12
 * asks for more: for other sets than those tried, and for opponents of each who comes down.
 *
 * Hope only grows while p is lowered, for the share of all pairings: so the first p for which there
 * is some is found by halving (dutch_2006_procedure.c).
 *
 * C12 lowers the rest of the bracket below.  Each step lets two more be left over, in the same
 * graph; so a pair of the matching has to be found that can be parted.  Let F be how many float.
 * Where those from above are paired first, nobody else meets them: of the residents, who alone can
 * be left over, all but those left over and the partners of those from above are paired with each
 * other, and counting gives twice the rest at least.  Otherwise any pair below will do: who came
 * down for it still comes down.  If there is none, so many less than F come down that one more pair
 * than those of the target is made above, hence two for whom nobody is STAYS: they come down.
 *
 * C13 lowers p of the bracket above.  How many of the lowest bracket are left over stays the same,
 * as the number of floaters changes by two; more may come down; fewer are STAYS; and sooner or
 * later those from above need not be paired first.  None of this takes an edge away.
 */
enum { SETS_LIMIT = 3000 };

struct share {
    bool *must, *may; /* per position */
    struct outcome first;
    bool done;
    bool tight; /* those below need as many as come down */
};

struct sets {
    struct descent descent;
    struct share *all;
    size_t count, capacity;
};

/* ---- Shares ---- */

/* Add the share of ${must} and ${may} with its first pairing, unless it is empty or hopeless;
 * ${least}: that of the share it is a part of. */
static enum lm_status add_share(struct sets *sets, const bool *must, const bool *may,
                                const struct outcome *least)
{
    struct lm_arena *arena = sets->descent.field->arena;
    uint32_t count = sets->descent.bracket->count;
    bool hope;
    uint32_t leaving,
        floaters = count - 2 * (sets->descent.target.moved + sets->descent.target.rest);
    enum lm_status status = lm_dutch_2006_hope(&sets->descent, must, may, &hope, &leaving);
    if (status != LM_OK || !hope)
        return status;
    struct share share = {.tight = leaving == floaters,
                          .must = lm_arena_alloc(arena, count, sizeof *share.must),
                          .may = lm_arena_alloc(arena, count, sizeof *share.may)};
    if (share.must == NULL || share.may == NULL ||
        !lm_arena_grow(arena, &sets->all, &sets->capacity, sets->count + 1, sizeof *sets->all))
        return LM_LIMIT;
    memcpy(share.must, must, count * sizeof *must);
    memcpy(share.may, may, count * sizeof *may);
    struct search search = {.field = sets->descent.field,
                            .bracket = sets->descent.bracket,
                            .target = sets->descent.target,
                            .must_float = share.must,
                            .may_float = share.may,
                            .forced = {NO_PARTNER, NO_PARTNER},
                            .least = least};
    status = lm_dutch_2006_search(&search, &share.first);
    if (status == LM_OK)
        sets->all[sets->count++] = share;
    return status == LM_NO_PAIRING ? LM_OK : status;
}

/* "Another player will be moved down": is it none of the sets that were tried? */
static bool is_new(const struct sets *sets, const bool *floats)
{
    for (size_t i = 0; i < sets->descent.below->tried_count; i++)
        if (memcmp(sets->descent.below->tried[i], floats,
                   sets->descent.bracket->count * sizeof *floats) == 0)
            return false;
    return true;
}

/* The share with the first pairing of all; NULL: none is left. */
static struct share *first_share(struct sets *sets)
{
    struct share *first = NULL;
    for (size_t i = 0; i < sets->count; i++) {
        struct share *share = &sets->all[i];
        if (!share->done && (first == NULL || lm_dutch_2006_before(&share->first, &first->first)))
            first = share;
    }
    return first;
}

/* Divide ${share} into what it holds besides the floaters of its first pairing. */
static enum lm_status divide(struct sets *sets, const struct share *share, bool *must, bool *may)
{
    uint32_t count = sets->descent.bracket->count;
    const uint32_t *partner = share->first.partner;
    memcpy(must, share->must, count * sizeof *must);
    memcpy(may, share->may, count * sizeof *may);
    for (uint32_t i = 0; i < count; i++) {
        if (partner[i] != NO_PARTNER || must[i])
            continue;
        may[i] = false;
        enum lm_status status = add_share(sets, must, may, &share->first);
        if (status != LM_OK)
            return status;
        may[i] = must[i] = true;
    }
    return LM_OK;
}

static enum lm_status next_that_serves(struct sets *sets, bool *must, bool *may,
                                       struct outcome *out)
{
    uint32_t count = sets->descent.bracket->count;
    struct share *share;
    for (int looked = 0; looked < SETS_LIMIT && (share = first_share(sets)) != NULL; looked++) {
        bool serves;
        struct share taken = *share;
        share->done = true;
        for (uint32_t i = 0; i < count; i++)
            must[i] = taken.first.partner[i] == NO_PARTNER;
        enum lm_status status = lm_dutch_2006_serves(&sets->descent, must, &serves);
        if (status == LM_OK && serves && is_new(sets, must)) {
            *out = taken.first;
            return LM_OK;
        }
        if (status == LM_OK)
            status = divide(sets, &taken, must, may);
        if (status != LM_OK)
            return status;
    }
    return LM_NO_PAIRING;
}

/* Do the floaters of ${outcome} serve, and were they not tried? */
static enum lm_status does_serve(const struct sets *sets, const struct outcome *outcome,
                                 bool *floats, bool *serves)
{
    for (uint32_t i = 0; i < sets->descent.bracket->count; i++)
        floats[i] = outcome->partner[i] == NO_PARTNER;
    enum lm_status status = lm_dutch_2006_serves(&sets->descent, floats, serves);
    *serves = status == LM_OK && *serves && is_new(sets, floats);
    return status;
}

/* The first pairing of all; or, if it does not serve, the first one of both brackets.  ${*known}:
 * that is the answer. */
static enum lm_status search_both(const struct sets *sets, bool *floats, struct outcome *out,
                                  bool *known)
{
    const struct descent *d = &sets->descent;
    struct union_graph *below;
    *out = sets->all[0].first;
    enum lm_status status = does_serve(sets, out, floats, known);
    if (status == LM_OK && !*known)
        status = lm_dutch_2006_union(d, &below);
    if (status != LM_OK || *known || below == NULL)
        return status;
    const struct search search = {.field = d->field,
                                  .bracket = d->bracket,
                                  .target = d->target,
                                  .forced = {NO_PARTNER, NO_PARTNER},
                                  .below = below};
    status = lm_dutch_2006_best(&search, true, out);
    *known = status == LM_NO_PAIRING;
    return status == LM_OK ? does_serve(sets, out, floats, known) : status;
}

enum lm_status lm_dutch_2006_repair(const struct field *field, const struct bracket *bracket,
                                    struct target target, const struct below *below,
                                    struct outcome *out)
{
    struct sets sets = {.descent = {field, bracket, target, below}};
    bool *must = lm_arena_alloc(field->arena, bracket->count, sizeof *must);
    bool *may = lm_arena_alloc(field->arena, bracket->count, sizeof *may);
    bool known = false;
    if (must == NULL || may == NULL)
        return LM_LIMIT;
    memset(may, true, bracket->count * sizeof *may);
    enum lm_status status = add_share(&sets, must, may, NULL);
    if (status == LM_OK && sets.count > 0 && sets.all[0].tight)
        status = search_both(&sets, must, out, &known);
    if (status != LM_OK || known)
        return status;
    return next_that_serves(&sets, must, may, out);
}

enum lm_status lm_dutch_2006_may_repair(const struct field *field, const struct bracket *bracket,
                                        struct target target, const struct below *below, bool *may,
                                        uint32_t *leaving)
{
    const struct descent descent = {field, bracket, target, below};
    struct lm_mark mark = lm_arena_mark(field->arena);
    bool *all = lm_arena_alloc(field->arena, bracket->count, sizeof *all);
    bool *none = lm_arena_alloc(field->arena, bracket->count, sizeof *none);
    if (all == NULL || none == NULL)
        return LM_LIMIT;
    memset(all, true, bracket->count * sizeof *all);
    enum lm_status status = lm_dutch_2006_hope(&descent, none, all, may, leaving);
    lm_arena_reset(field->arena, mark);
    return status;
}
