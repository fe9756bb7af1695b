/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "graph/bits.h"
#include "graph/matching.h"
#include "pairing/dutch_2006/dutch_2006.h"

/*
 * C12 and C13: "if in this previous score bracket a pairing can be made whereby another player will
 * be moved down to the current one, and this now allows p pairings to be made".
 *
 * The first such pairing is found by one search of both brackets: that of the upper one with the
 * players of the lower one as further vertices (dutch_2006_descent.c).  All of these have to be
 * matched, with each other, with players who come down, or with dummies for players left over.
 *
 * When the lower bracket needs as many players as come down (*tight*), any matching of all players
 * of both brackets has at most p pairs above.  Matchings with p pairs are the pairings whose
 * floaters serve, each with a pairing below.  C12 is always tight: p of the bracket above is the
 * most it can make (dutch_2006_most.c).  So no two of its floaters can meet: they would be a pair
 * above, too.  Hence a floater of C12 needs an opponent among the players who wait below, whichever
 * others come.  A player moved down before, without opponent among those who wait, needs a floater,
 * and can be taken to be paired with one: if the pairing leaves that player over, the player takes
 * the place of that floater's partner, who is left over instead.
 *
 * Two facts depend on the floaters: how many players are paired first, and which residents C1 moves
 * out of the bracket.  Both are *supposed*.  A share of the pairings is all that agree with a
 * supposition; what it leaves open is decided in favour of the pairing.  So the first pairing of a
 * share comes before all that serve in it, and when it serves itself it is the first of them.  The
 * search always takes the share whose first pairing comes first.  If that pairing does not serve,
 * the share is divided by a resident who is open and would remain with these floaters: in one part
 * the resident remains, and is matched or left over; in the other the resident leaves, and no
 * player who can meet the resident comes down.  A resident who is supposed to remain but leaves
 * does no harm: as a vertex the resident was left over, and without this player the bracket needs
 * no more pairs.  It does no harm, either, if the players from above are paired first and turn out
 * to be as many as the residents: then each resident is the partner of one of them.
 *
 * Where the players from above are supposed to be paired first, more residents remain than come
 * down.  Suppose that with these floaters too many residents leave for that.  Then at least one of
 * any set of leaving residents, of one more than can leave, has to remain, so a player comes down
 * who can meet one of them: the share is divided by the first of these players.
 *
 * When C14 has lowered how many are paired first, the last ones of the players from above, in A2
 * order, are not; which ones depends on who else comes down.  A share supposes between which places
 * the first of these last ones ranks, and is divided in the middle.  A half that cannot serve, as
 * most cannot, is dropped before any search.  When the first one is known, that player comes down,
 * and after it as many as C14 has lowered; all who come down and rank before it are paired first.
 * Where only these matter (C1, C4), they are paired with players who rank behind, and of the others
 * no more come down than there are dummies for them, except one who is the opponent of a player
 * moved down before.  Where the others matter, too, too many of them can come down by the first
 * pairing of the share.  Then too few come down of those who rank before, and the share is divided
 * by the first of these who comes down, among those who did not.  As no part of a share comes
 * before it, the parts are not searched until the first one is known: usually all of them have the
 * same pairing before, because it is then open who is not paired first.
 *
 * In all other cases a set that does not serve divides the share by floaters: without the first of
 * them; with the first but without the second; and so on.  After SETS_LIMIT sets the bracket counts
 * as unable to help, and the procedure goes on with its next step.  C13 where it is not tight and
 * the players from above are paired like the others took that many in fields of 137 to 221 players,
 * so the lower bracket is matched first there (dutch_2006_lines.c); the few cases without a proved
 * pairing go on by sets.  (In general, floaters by which the fewest residents remain are k sets of
 * a smallest union, which is hard to find.)
 */
enum { SETS_LIMIT = 3000 };

struct share {
    bool *must, *may; /* per position */
    uint8_t *leaves;  /* per resident below */
    struct supposed supposed;
    struct outcome first;
    bool done;
};

struct sets {
    struct descent descent;
    struct share *all;
    size_t count, capacity;
    uint32_t looked;       /* number of first pairings examined */
    bool *floats, *wanted; /* scratch: per position */
};

/* "Another player will be moved down": is the set none of those tried before? */
static bool is_new(const struct sets *sets, const bool *floats)
{
    for (size_t i = 0; i < sets->descent.below->tried_count; i++)
        if (memcmp(sets->descent.below->tried[i], floats,
                   sets->descent.bracket->count * sizeof *floats) == 0)
            return false;
    return true;
}

static void take_floaters(const struct sets *sets, const struct outcome *outcome)
{
    for (uint32_t i = 0; i < sets->descent.bracket->count; i++)
        sets->floats[i] = outcome->partner[i] == NO_PARTNER;
}

/* Do the floaters of ${outcome} serve, and are they a new set?  Store them in ${sets->floats}. */
static enum lm_status does_serve(const struct sets *sets, const struct outcome *outcome,
                                 bool *serves)
{
    take_floaters(sets, outcome);
    enum lm_status status = lm_dutch_2006_serves(&sets->descent, sets->floats, serves);
    *serves = status == LM_OK && *serves && is_new(sets, sets->floats);
    return status;
}

/* ---- Shares ---- */

/* Make ${share} from a copy of ${s}. */
static enum lm_status new_share(const struct sets *sets, const struct supposed *s,
                                struct share *share)
{
    struct lm_arena *arena = sets->descent.field->arena;
    uint32_t count = sets->descent.bracket->count, below = sets->descent.below->resident_count;
    *share = (struct share){.must = lm_arena_alloc(arena, count, sizeof *share->must),
                            .may = lm_arena_alloc(arena, count, sizeof *share->may),
                            .leaves = lm_arena_alloc(arena, below, sizeof *share->leaves)};
    if (share->must == NULL || share->may == NULL || share->leaves == NULL)
        return LM_LIMIT;
    memcpy(share->must, s->must, count * sizeof *s->must);
    memcpy(share->may, s->may, count * sizeof *s->may);
    memcpy(share->leaves, s->leaves, below * sizeof *s->leaves);
    share->supposed = *s;
    share->supposed.must = share->must;
    share->supposed.may = share->may;
    share->supposed.leaves = share->leaves;
    return LM_OK;
}

/* List the entrants who come down, or can: the first one not paired first below is one of them; in
 * A2 order. */
static enum lm_status list_from_above(const struct descent *d, const struct supposed *s,
                                      uint32_t **list, uint32_t *count)
{
    uint64_t *all = lm_dutch_2006_set(d->field);
    *list =
        lm_arena_alloc(d->field->arena, d->bracket->count + d->below->moved_count, sizeof **list);
    *count = 0;
    if (all == NULL || *list == NULL)
        return LM_LIMIT;
    for (uint32_t i = d->target.moved; i < d->bracket->count; i++)
        if (s->may[i])
            lm_dutch_2006_add(all, d->bracket->players[i]);
    for (uint32_t i = 0; i < d->below->moved_count; i++)
        lm_dutch_2006_add(all, d->below->moved[i]);
    for (uint32_t i = s->from; i < s->to && i < d->field->count; i++)
        if (lm_set_holds(all, (int32_t)i))
            (*list)[(*count)++] = i;
    return LM_OK;
}

/* Are some of the players from above paired first below, but not all? */
static bool has_order(const struct sets *sets, const struct supposed *s)
{
    return s->first && sets->descent.below->moved_lowered > 0;
}

/* Suppose that the entrant ${first} is the first one not paired first, and so comes down.  Return
 * whether that was known. */
static bool fix_first(const struct sets *sets, struct share *share, uint32_t first)
{
    const struct bracket *bracket = sets->descent.bracket;
    struct supposed *s = &share->supposed;
    bool known = s->from == first && s->to == first + 1;
    s->from = first;
    s->to = first + 1;
    for (uint32_t i = 0; i < bracket->count; i++)
        if (bracket->players[i] == first && !share->must[i]) {
            share->must[i] = true;
            known = false;
        }
    return known;
}

/* Narrow the places of the first player not paired first: while only one half of them can serve,
 * ${share} becomes that half.  ${*may}: can one serve? */
static enum lm_status narrow_first(const struct sets *sets, struct share *share, bool *may)
{
    struct supposed *s = &share->supposed;
    uint32_t *place, count, leaving;
    enum lm_status status = list_from_above(&sets->descent, s, &place, &count);
    bool may_high = false;
    *may = count > 0;
    while (status == LM_OK && *may != may_high && count > 1) {
        struct supposed low = *s, high = *s;
        uint32_t half = count / 2;
        low.to = high.from = place[half];
        status = lm_dutch_2006_may_serve(&sets->descent, &low, may, &leaving);
        if (status == LM_OK)
            status = lm_dutch_2006_may_serve(&sets->descent, &high, &may_high, &leaving);
        if (may_high && !*may) {
            *s = high;
            place += half;
            count -= half;
            *may = true;
            may_high = false;
        } else if (!may_high) {
            *s = low;
            count = half;
        }
    }
    if (status == LM_OK && count == 1 && *may && !fix_first(sets, share, place[0]))
        status = lm_dutch_2006_may_serve(&sets->descent, s, may, &leaving);
    return status;
}

/* Exclude all players who can meet ${resident} from coming down. */
static void let_leave(const struct descent *d, uint32_t resident, bool *may)
{
    for (uint32_t i = 0; i < d->bracket->count; i++)
        may[i] &=
            !lm_dutch_2006_legal(d->field, d->below->residents[resident], d->bracket->players[i]);
}

static struct search search_of(const struct sets *sets, const struct share *share)
{
    const struct descent *d = &sets->descent;
    return (struct search){.field = d->field,
                           .bracket = d->bracket,
                           .target = d->target,
                           .must_float = share->must,
                           .may_float = share->may,
                           .forced = {NO_PARTNER, NO_PARTNER}};
}

/* Find the first pairing of ${share}, which is not tight, or one before it; with a pairing of the
 * lower bracket, if that is one group (C13) and it is the share of ${all}. */
static enum lm_status search_loose(const struct sets *sets, struct share *share, bool all)
{
    const struct descent *d = &sets->descent;
    const struct search search = search_of(sets, share);
    struct union_graph *below;
    enum lm_status status = LM_NO_PAIRING;
    uint32_t most;
    if (all && !d->below->c12 && !share->supposed.first) {
        status = lm_dutch_2006_union(d, &share->supposed, &below);
        if (status == LM_OK)
            status = lm_dutch_2006_lines(&search, below, &share->first);
    }
    return status == LM_NO_PAIRING ? lm_dutch_2006_search(&search, &share->first, &most) : status;
}

/* Find the first pairing of ${share}, which is tight, with one of the lower bracket. */
static enum lm_status search_tight(const struct sets *sets, struct share *share)
{
    struct union_graph *below;
    struct search search = search_of(sets, share);
    enum lm_status status = lm_dutch_2006_union(&sets->descent, &share->supposed, &below);
    search.below = below;
    return status == LM_OK ? lm_dutch_2006_best(&search, &share->first) : status;
}

/* If it is known which players from above are paired first when they come down: are they fewer by
 * ${partner}, per position, than required? */
static bool lacks_by(const struct sets *sets, const struct supposed *s, const uint32_t *partner)
{
    const struct descent *d = &sets->descent;
    uint32_t present = 0, moved = lm_dutch_2006_floaters(d) + d->below->moved_count;
    for (uint32_t i = 0; i < d->below->moved_count; i++)
        present += d->below->moved[i] < s->from;
    for (uint32_t i = 0; i < d->bracket->count; i++)
        present += partner[i] == NO_PARTNER && d->bracket->players[i] < s->from;
    return present + d->below->moved_lowered < moved;
}

/* Find the first pairing of ${share} (that of ${all}, or a part of one), or one before it; with a
 * pairing of the lower bracket, as far as its players are known. */
static enum lm_status find_first(const struct sets *sets, struct share *share, bool all)
{
    bool may;
    uint32_t leaving;
    enum lm_status status =
        lm_dutch_2006_may_serve(&sets->descent, &share->supposed, &may, &leaving);
    if (status != LM_OK || !may)
        return status == LM_OK ? LM_NO_PAIRING : status;
    const bool tight = leaving == lm_dutch_2006_floaters(&sets->descent);
    if (has_order(sets, &share->supposed))
        status = narrow_first(sets, share, &may);
    if (status != LM_OK || !may)
        return status == LM_OK ? LM_NO_PAIRING : status;
    return tight ? search_tight(sets, share) : search_loose(sets, share, all);
}

static enum lm_status put_share(struct sets *sets, const struct share *share)
{
    struct lm_arena *arena = sets->descent.field->arena;
    if (!lm_arena_grow(arena, &sets->all, &sets->capacity, sets->count + 1, sizeof *sets->all))
        return LM_LIMIT;
    sets->all[sets->count++] = *share;
    return LM_OK;
}

/* Add the share of ${s} (that of ${all}, or a part of one) with its first pairing, unless it is
 * empty or cannot serve. */
static enum lm_status add_share(struct sets *sets, const struct supposed *s, bool all)
{
    struct share share;
    enum lm_status status = new_share(sets, s, &share);
    if (status == LM_OK)
        status = find_first(sets, &share, all);
    if (status == LM_OK)
        status = put_share(sets, &share);
    return status == LM_NO_PAIRING ? LM_OK : status;
}

/* Return the share with the first pairing of all; NULL: none is left. */
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

/* Divide ${share} into parts that have other floaters than its first pairing. */
static enum lm_status divide_by_floaters(struct sets *sets, const struct share *share)
{
    struct share part;
    const uint32_t *partner = share->first.partner;
    enum lm_status status = new_share(sets, &share->supposed, &part);
    for (uint32_t i = 0; i < sets->descent.bracket->count && status == LM_OK; i++) {
        if (partner[i] != NO_PARTNER || part.must[i])
            continue;
        part.may[i] = false;
        status = add_share(sets, &part.supposed, false);
        part.may[i] = part.must[i] = true;
    }
    return status;
}

/* Divide ${share}: ${resident} remains; or leaves, as no player who can meet the resident comes
 * down. */
static enum lm_status divide_by_resident(struct sets *sets, const struct share *share,
                                         uint32_t resident)
{
    const struct descent *d = &sets->descent;
    struct share part;
    enum lm_status status = new_share(sets, &share->supposed, &part);
    if (status != LM_OK)
        return status;
    part.leaves[resident] = REMAINS;
    status = add_share(sets, &part.supposed, false);
    part.leaves[resident] = LEAVES;
    let_leave(d, resident, part.may);
    return status == LM_OK ? add_share(sets, &part.supposed, false) : status;
}

/* Divide ${share}, whose floaters include one of ${wanted}, by the first of these. */
static enum lm_status divide_by_wanted(struct sets *sets, const struct share *share,
                                       const bool *wanted)
{
    struct share part;
    enum lm_status status = new_share(sets, &share->supposed, &part);
    for (uint32_t i = 0; i < sets->descent.bracket->count && status == LM_OK; i++) {
        if (!wanted[i])
            continue;
        part.must[i] = true;
        status = add_share(sets, &part.supposed, false);
        part.must[i] = part.may[i] = false;
    }
    return status;
}

/* Divide ${share} by the first player from above who is not paired first. */
static enum lm_status divide_by_first(struct sets *sets, const struct share *share)
{
    struct supposed low = share->supposed, high = low;
    uint32_t *place, count;
    enum lm_status status = list_from_above(&sets->descent, &low, &place, &count);
    if (status != LM_OK || count == 0)
        return status;
    low.to = high.from = place[count / 2];
    status = add_share(sets, &low, false);
    return status == LM_OK ? add_share(sets, &high, false) : status;
}

/* Does the first pairing of ${share} have too few players who are paired first, as in lacks_by?
 * Then any set that serves has one of the others, stored in ${sets->wanted}. */
static bool lacks_first(const struct sets *sets, const struct share *share)
{
    const struct descent *d = &sets->descent;
    const struct supposed *s = &share->supposed;
    if (!has_order(sets, s))
        return false;
    for (uint32_t i = 0; i < d->bracket->count; i++)
        sets->wanted[i] = d->bracket->players[i] < s->from && s->may[i] && i >= d->target.moved &&
                          share->first.partner[i] != NO_PARTNER;
    return lacks_by(sets, s, share->first.partner);
}

static enum lm_status divide(struct sets *sets, const struct share *share)
{
    const struct supposed *s = &share->supposed;
    uint32_t resident;
    bool lacks;
    enum lm_status status =
        lm_dutch_2006_wanted(&sets->descent, s, sets->floats, sets->wanted, &lacks);
    if (status == LM_OK && lacks)
        return divide_by_wanted(sets, share, sets->wanted);
    if (has_order(sets, s) && s->to - s->from > 1)
        return status == LM_OK ? divide_by_first(sets, share) : status;
    if (status == LM_OK && lacks_first(sets, share))
        return divide_by_wanted(sets, share, sets->wanted);
    if (status == LM_OK)
        status = lm_dutch_2006_doubtful(&sets->descent, s, sets->floats, &resident);
    if (status != LM_OK)
        return status;
    return resident == LM_NOBODY ? divide_by_floaters(sets, share)
                                 : divide_by_resident(sets, share, resident);
}

static enum lm_status next_that_serves(struct sets *sets, struct outcome *out)
{
    for (; sets->looked < SETS_LIMIT; sets->looked++) {
        bool serves = false;
        struct share *share = first_share(sets);
        if (share == NULL)
            return LM_NO_PAIRING;
        struct share taken = *share;
        share->done = true;
        enum lm_status status = does_serve(sets, &taken.first, &serves);
        if (status == LM_OK && serves)
            *out = taken.first;
        else if (status == LM_OK)
            status = divide(sets, &taken);
        if (status != LM_OK || serves)
            return status;
    }
    return LM_NO_PAIRING;
}

/* Make ${*s} the supposition that leaves everything open. */
static bool suppose_nothing(const struct descent *d, struct supposed *s)
{
    bool *must = lm_arena_alloc(d->field->arena, d->bracket->count, sizeof *must);
    bool *may = lm_arena_alloc(d->field->arena, d->bracket->count, sizeof *may);
    uint8_t *leaves =
        lm_arena_alloc(d->field->arena, d->below->resident_count, sizeof *leaves); /* OPEN */
    if (must == NULL || may == NULL || leaves == NULL)
        return false;
    memset(may, true, d->bracket->count * sizeof *may);
    *s = (struct supposed){.must = must, .may = may, .leaves = leaves, .to = d->field->count + 1};
    return true;
}

/* A3: can players from above be paired first below, because there are more residents? */
static bool can_be_first(const struct descent *d)
{
    return d->below->resident_count > d->below->moved_count + lm_dutch_2006_floaters(d);
}

enum lm_status lm_dutch_2006_repair(const struct field *field, const struct bracket *bracket,
                                    struct target target, const struct below *below,
                                    struct outcome *out)
{
    struct supposed all;
    struct sets sets = {.descent = {field, bracket, target, below},
                        .floats = lm_arena_alloc(field->arena, bracket->count, sizeof *sets.floats),
                        .wanted =
                            lm_arena_alloc(field->arena, bracket->count, sizeof *sets.wanted)};
    if (sets.floats == NULL || sets.wanted == NULL || !suppose_nothing(&sets.descent, &all))
        return LM_LIMIT;
    enum lm_status status = add_share(&sets, &all, true);
    all.first = true;
    if (status == LM_OK && can_be_first(&sets.descent))
        status = add_share(&sets, &all, true);
    return status == LM_OK ? next_that_serves(&sets, out) : status;
}
