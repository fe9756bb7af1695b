/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/upfloat_greedy.h"

#include <string.h>

#include "base/sort.h"
#include "graph/largest.h"
#include "pairing/meeting.h"

/*
 * C.04.5 and C.04.6, art. 3.5, without weights: one matching of all who are left in the round is
 * kept from bracket to bracket, and every question is whether it can be made perfect when some may
 * meet only some (the classes below).
 *
 * [C4] T leaves t alone in a largest matching of its own, all below (L) leave l alone; k, the
 * greater of the two, is a bound for the number of upfloaters.  Let D, A and C be the parts of T by
 * Gallai and Edmonds, and every component of D a single seat.  If k = t, the pairings with k
 * upfloaters are those in which C stays by itself, A meets D alone and no two of D meet: then as
 * many of D as there are more than of A, which is t, go outside; and in no other way can t be all.
 * So a perfect matching of the graph that has just these edges of T (HOST is D, HOST_ODD is A, CORE
 * is C) and all of L has k upfloaters, and all pairings with k are such.  If k = l, the same holds
 * of L (FREE or STAY is D, BELOW_ODD is A, CORE is C).  When that graph has a perfect matching, k
 * is the number.
 *
 * [C5], [C7] and art. 3.5.4 put the candidates into an order: by score, in a scoregroup those who
 * were no floaters first, then by TPN.  Scoregroups are barred from the bottom up while the graph
 * stays perfect; no best set has anybody of them.  Then each candidate in order is taken who can be
 * an upfloater along with those taken before.  If the sets were the bases of a matroid that would
 * be the best set, and it is proved to be: let S be the candidates that come before a scoregroup,
 * or before the floaters of one, and j of them taken.  A set with more of S than j has k - j - 1
 * others at most.  So the graph would stay perfect if only S could meet T, and k - j - 1 JOKERs
 * stood in for as many of T, whom as many TAKERs take: JOKERs may meet every candidate.  If it does
 * not, no set has more than j of S.  Where that holds of each S, none has fewer of the lowest
 * scores, nor, with the same scores, fewer floaters.
 *
 * Among the sets that are as good, the first by art. 3.5.4: suppose another were earlier, u its
 * first member that was not taken.  It has all who were taken and stand before u by TPN, and so the
 * question about u was answered with no only for somebody who stands after u: u is a floater then,
 * and that one a resident of the same score who is none.  Where that can be, u is asked about
 * again without them, in the same way.
 *
 * [C6] How many of the following scoregroup F need somebody outside it: |F| less those who
 * are upfloaters (of whom [C5] says how many), less two for each pair inside.  When no two of F may
 * meet that is the same for every set.  If some set needed two less, n - 2, the graph would stay
 * perfect with no pair of F and somebody outside, but n - 2 SCOUTs for those outside, whom KEEPERs
 * take: that is asked.  That the set taken needs no more than n is shown by all of F being that
 * many, by the parts of F (no set needs less than a largest matching of F leaves alone, less its
 * own of F; it does not need more if NEXT, NEXT_ODD and NEXT_CORE, as above for T, leave a perfect
 * matching), or by pairs that are found inside.
 *
 * Whatever cannot be said so is left to the search with weights.
 */

enum class {
    FREE,       /* below: meets others below, or goes up */
    STAY,       /* below: does not go up */
    UP,         /* below: goes up */
    CORE,       /* meets its like alone */
    HOST,       /* of T: meets an upfloater, or HOST_ODD */
    HOST_ODD,   /* of T: meets HOST */
    TOP,        /* of T: meets its like, or an upfloater */
    BELOW_ODD,  /* below: meets who would be alone */
    NEXT,       /* of F: meets outside, or NEXT_ODD */
    NEXT_ODD,   /* of F: meets NEXT */
    NEXT_CORE,  /* of F: meets its like */
    LATER,      /* below: meets others below, or a JOKER */
    JOKER,      /* a host without a name: meets who may go up */
    TAKER,      /* meets who of T a JOKER stands for */
    BELOW_CORE, /* below: meets its like */
    INNER,      /* of F: meets others of it, or goes up */
    INNER_ODD,  /* of F: meets INNER */
    INNER_CORE, /* of F: meets its like */
    SCOUT,      /* whoever outside meets one of F, without a name */
    KEEPER,     /* meets who outside a SCOUT stands for */
    CLASSES
};

/* How many there are of each at most; they come after the seats, first the JOKERs. */
enum { JOKERS = 32 };

static const bool meets[CLASSES][CLASSES] = {
    [FREE] = {[FREE] = true,
              [STAY] = true,
              [HOST] = true,
              [TOP] = true,
              [BELOW_ODD] = true,
              [NEXT] = true,
              [LATER] = true,
              [JOKER] = true,
              [KEEPER] = true},
    [STAY] = {[FREE] = true, [STAY] = true, [BELOW_ODD] = true, [LATER] = true, [KEEPER] = true},
    [UP] = {[HOST] = true, [TOP] = true},
    [CORE] = {[CORE] = true},
    [HOST] = {[HOST_ODD] = true, [FREE] = true, [UP] = true, [TAKER] = true, [INNER] = true},
    [HOST_ODD] = {[HOST] = true},
    [TOP] = {[TOP] = true, [FREE] = true, [UP] = true, [TAKER] = true, [INNER] = true},
    [BELOW_ODD] = {[FREE] = true, [STAY] = true, [LATER] = true, [KEEPER] = true},
    [NEXT] = {[FREE] = true, [NEXT_ODD] = true},
    [NEXT_ODD] = {[NEXT] = true},
    [NEXT_CORE] = {[NEXT_CORE] = true},
    [LATER] = {[FREE] = true, [STAY] = true, [BELOW_ODD] = true, [LATER] = true, [JOKER] = true},
    [JOKER] = {[FREE] = true, [LATER] = true},
    [TAKER] = {[HOST] = true, [TOP] = true},
    [BELOW_CORE] = {[BELOW_CORE] = true, [KEEPER] = true},
    [INNER] = {[INNER] = true, [INNER_ODD] = true, [HOST] = true, [TOP] = true, [SCOUT] = true},
    [INNER_ODD] = {[INNER] = true, [SCOUT] = true},
    [INNER_CORE] = {[INNER_CORE] = true, [SCOUT] = true},
    [SCOUT] = {[INNER] = true, [INNER_ODD] = true, [INNER_CORE] = true, [KEEPER] = true},
    [KEEPER] =
        {[FREE] = true, [STAY] = true, [BELOW_ODD] = true, [BELOW_CORE] = true, [SCOUT] = true},
};

struct search {
    struct lm_up_bracket *b;
    struct lm_matching *m; /* vertices are seats */
    uint8_t *part;         /* per seat: enum lm_part, of T and of L */
    bool *can;             /* per seat: may be an upfloater */
    bool *fits;            /* per seat: may be one along with those taken */
    bool *even;            /* scratch */
    uint32_t hosts;        /* how many are HOST */
    uint32_t k;
    uint32_t *order;       /* of the candidates, by score, float, TPN */
    uint32_t *level_start; /* in order, and in lower */
    uint32_t levels;
    uint32_t end;    /* nobody in order from here on is an upfloater */
    uint32_t *taken; /* places in order, ascending; of the k */
    uint32_t taken_count;
};

static int32_t vertex(uint32_t seat)
{
    return (int32_t)seat;
}

static bool is_perfect(const struct search *s)
{
    lm_matching_repair(s->m);
    return lm_matching_alone(s->m) == 0;
}

static bool is_up(const struct search *s, uint32_t seat)
{
    int32_t mate = lm_matching_mate(s->m, vertex(seat));
    if (mate == LM_ALONE)
        return false;
    int32_t class = lm_matching_class(s->m, mate);
    return class == HOST || class == TOP;
}

/* ---- What is kept ---- */

enum lm_status lm_up_keep(const struct lm_up_bracket *b)
{
    const struct lm_position *p = b->p;
    struct lm_graph graph;
    if (b->kept->matching != NULL)
        return LM_OK;
    bool *barred = lm_arena_alloc(b->arena, (size_t)CLASSES * CLASSES, sizeof *barred);
    uint32_t *seats = lm_arena_alloc(b->arena, p->seat_count, sizeof *seats);
    if (barred == NULL || seats == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < p->seat_count; i++)
        seats[i] = i;
    for (int a = 0; a < CLASSES; a++)
        for (int c = 0; c < CLASSES; c++)
            barred[a * CLASSES + c] = !meets[a][c];
    enum lm_status status = lm_meeting_graph(p, seats, p->seat_count, b->arena, &graph);
    if (status != LM_OK)
        return status;
    uint32_t vertices = p->seat_count + 2 * JOKERS;
    size_t *start = lm_arena_alloc(b->arena, (size_t)vertices + 1, sizeof *start);
    if (start == NULL)
        return LM_LIMIT;
    for (uint32_t v = 0; v <= vertices; v++)
        start[v] = graph.start[v < p->seat_count ? v : p->seat_count];
    graph.start = start;
    graph.vertices = (int32_t)vertices;
    graph.classes = CLASSES;
    graph.class_barred = barred;
    status = lm_matching_new_moving(&b->kept->matching, b->arena, &graph);
    for (uint32_t v = p->seat_count; status == LM_OK && v < vertices; v++)
        lm_matching_remove(b->kept->matching, vertex(v));
    return status;
}

/* Those of the bracket are there and nobody else; T is CORE, all others are FREE. */
static void look_at_bracket(const struct search *s)
{
    const struct lm_up_bracket *b = s->b;
    uint32_t resident = 0, lower = 0;
    for (uint32_t seat = 0; seat < b->p->seat_count; seat++) {
        bool top = resident < b->resident_count && b->residents[resident] == seat;
        bool below = lower < b->lower_count && b->lower[lower] == seat;
        resident += top;
        lower += below;
        if (!top && !below) {
            lm_matching_remove(s->m, vertex(seat));
            continue;
        }
        lm_matching_restore(s->m, vertex(seat));
        lm_matching_move(s->m, vertex(seat), top ? CORE : FREE);
    }
}

/* ---- [C4] ---- */

/* What a side of the bracket leaves alone; ${*single}: every component of its D is one seat. */
static uint32_t left_alone(const struct search *s, const uint32_t *seats, uint32_t count,
                           bool *single)
{
    uint32_t alone = 0, even = 0, odd = 0;
    for (uint32_t i = 0; i < count; i++) {
        alone += lm_matching_mate(s->m, vertex(seats[i])) == LM_ALONE;
        even += s->part[seats[i]] == LM_PART_EVEN;
        odd += s->part[seats[i]] == LM_PART_ODD;
    }
    *single = even == alone + odd;
    return alone;
}

static void open_top(struct search *s)
{
    static const uint8_t class_of[] = {
        [LM_PART_REST] = CORE, [LM_PART_ODD] = HOST_ODD, [LM_PART_EVEN] = HOST};
    for (uint32_t i = 0; i < s->b->resident_count; i++) {
        uint32_t seat = s->b->residents[i];
        lm_matching_move(s->m, vertex(seat), class_of[s->part[seat]]);
        s->hosts += s->part[seat] == LM_PART_EVEN;
    }
    memset(s->can, true, s->b->p->seat_count * sizeof *s->can);
}

static void open_below(const struct search *s)
{
    static const uint8_t class_of[] = {
        [LM_PART_REST] = BELOW_CORE, [LM_PART_ODD] = BELOW_ODD, [LM_PART_EVEN] = FREE};
    for (uint32_t i = 0; i < s->b->resident_count; i++)
        lm_matching_move(s->m, vertex(s->b->residents[i]), TOP);
    for (uint32_t i = 0; i < s->b->lower_count; i++) {
        uint32_t seat = s->b->lower[i];
        lm_matching_move(s->m, vertex(seat), class_of[s->part[seat]]);
        s->can[seat] = s->part[seat] == LM_PART_EVEN;
    }
}

/* The graph whose perfect matchings have the fewest upfloaters, if it can be had. */
static bool count_upfloaters(struct search *s)
{
    const struct lm_up_bracket *b = s->b;
    bool single_top, single_below;
    lm_matching_decompose(s->m, s->part);
    uint32_t top = left_alone(s, b->residents, b->resident_count, &single_top);
    uint32_t below = left_alone(s, b->lower, b->lower_count, &single_below);
    s->k = top > below ? top : below;
    if (s->k == top && single_top)
        open_top(s);
    else if (s->k == below && single_below)
        open_below(s);
    else
        return false;
    return is_perfect(s);
}

/* ---- The order ---- */

/* By score and float; the seats of a score by TPN already. */
static enum lm_status make_order(struct search *s)
{
    const struct lm_up_bracket *b = s->b;
    const struct lm_seat *seats = b->p->seats;
    s->order = lm_arena_alloc(b->arena, b->lower_count, sizeof *s->order);
    s->level_start = lm_arena_alloc(b->arena, (size_t)b->lower_count + 1, sizeof *s->level_start);
    s->taken = lm_arena_alloc(b->arena, (size_t)s->k + 1, sizeof *s->taken);
    if (s->order == NULL || s->level_start == NULL || s->taken == NULL)
        return LM_LIMIT;
    uint32_t count = 0;
    for (uint32_t i = 0, end; i < b->lower_count; i = end) {
        s->level_start[s->levels++] = i;
        for (end = i;
             end < b->lower_count && seats[b->lower[end]].score == seats[b->lower[i]].score;)
            end++;
        for (int floater = 0; floater < 2; floater++)
            for (uint32_t k = i; k < end; k++)
                if (lm_up_was_floater(b->p, b->lower[k]) == (floater == 1))
                    s->order[count++] = b->lower[k];
    }
    s->level_start[s->levels] = s->end = b->lower_count;
    return LM_OK;
}

static void set_class(const struct search *s, uint32_t place, enum class class)
{
    if (s->can[s->order[place]])
        lm_matching_move(s->m, vertex(s->order[place]), (uint8_t) class);
}

/* Bar in order all from ${end} on. */
static void bar_from(struct search *s, uint32_t end)
{
    for (uint32_t i = end; i < s->end; i++)
        set_class(s, i, STAY);
    for (uint32_t i = s->end; i < end; i++)
        set_class(s, i, FREE);
    s->end = end;
}

/* The number of levels down to the lowest that the matching has an upfloater of. */
static uint32_t levels_used(const struct search *s, uint32_t levels)
{
    uint32_t last = s->level_start[levels];
    while (last > 0 && !is_up(s, s->order[last - 1]))
        last--;
    while (levels > 0 && s->level_start[levels - 1] >= last)
        levels--;
    return levels;
}

/* [C5] The lowest upfloater is as high as can be. */
static void bar_low_levels(struct search *s)
{
    uint32_t too_few = 0, enough = levels_used(s, s->levels);
    while (enough - too_few > 1) {
        uint32_t middle = too_few + (enough - too_few) / 2;
        bar_from(s, s->level_start[middle]);
        if (is_perfect(s))
            enough = levels_used(s, middle);
        else
            too_few = middle;
        bar_from(s, s->level_start[enough]);
    }
    bar_from(s, s->level_start[enough]);
    lm_matching_repair(s->m);
}

/* ---- The set ---- */

static uint32_t seat_taken(const struct search *s, uint32_t i)
{
    return s->order[s->taken[i]];
}

/* Can he be an upfloater, along with those taken?  He is one then. */
static bool try_up(const struct search *s, uint32_t place)
{
    uint32_t seat = s->order[place];
    bool already = is_up(s, seat);
    set_class(s, place, UP);
    if (already || is_perfect(s))
        return true;
    set_class(s, place, FREE);
    lm_matching_repair(s->m);
    return false;
}

/* Whom to ask: who fits along with those taken has a host without whom a largest matching can leave
 * him alone. */
static void narrow(struct search *s)
{
    const struct lm_up_bracket *b = s->b;
    memset(s->fits, false, b->p->seat_count * sizeof *s->fits);
    for (uint32_t h = 0; h < b->resident_count; h++) {
        int32_t host = vertex(b->residents[h]), mate = lm_matching_mate(s->m, host);
        if (lm_matching_class(s->m, host) != HOST)
            continue;
        lm_matching_remove(s->m, host);
        lm_matching_even_set(s->m, s->even);
        lm_matching_restore(s->m, host);
        lm_matching_pair(s->m, host, mate);
        for (uint32_t i = 0; i < s->end; i++)
            s->fits[s->order[i]] |=
                s->even[s->order[i]] && !lm_is_barred(b->p, b->residents[h], s->order[i]);
    }
}

/* Take the first who can, in order. */
static bool take_first(struct search *s)
{
    uint32_t tries = 0;
    for (uint32_t i = 0; i < s->end && s->taken_count < s->k; i++) {
        if (!s->can[s->order[i]] || !s->fits[s->order[i]])
            continue;
        if (try_up(s, i)) {
            s->taken[s->taken_count++] = i;
            tries = 0;
        } else if (s->hosts > 0 && ++tries == s->hosts) {
            narrow(s);
        }
    }
    return s->taken_count == s->k;
}

/* ---- The proof ---- */

static bool same_level(const struct search *s, uint32_t a, uint32_t b)
{
    return s->b->p->seats[s->order[a]].score == s->b->p->seats[s->order[b]].score;
}

static bool was_floater(const struct search *s, uint32_t place)
{
    return lm_up_was_floater(s->b->p, s->order[place]);
}

/* Where the candidates begin that are as good as that at ${place}. */
static uint32_t group_start(const struct search *s, uint32_t place)
{
    while (place > 0 && same_level(s, place - 1, place) &&
           was_floater(s, place - 1) == was_floater(s, place))
        place--;
    return place;
}

/* Let ${count} of ${stand_in} stand for as many whom ${taker}s take; none are there yet. */
static void play(const struct search *s, uint32_t count, enum class stand_in, enum class taker)
{
    uint32_t first = s->b->p->seat_count;
    for (uint32_t i = 0; i < count; i++) {
        int32_t one = vertex(first + i), other = vertex(first + JOKERS + i);
        lm_matching_move(s->m, one, (uint8_t)stand_in);
        lm_matching_move(s->m, other, (uint8_t)taker);
        lm_matching_restore(s->m, one);
        lm_matching_restore(s->m, other);
    }
}

static void play_none(const struct search *s)
{
    uint32_t first = s->b->p->seat_count;
    for (uint32_t i = 0; i < 2 * JOKERS; i++)
        lm_matching_remove(s->m, vertex(first + i));
}

/* Is it proved that no set has more than ${count} of the candidates before ${start}? */
static bool is_most(struct search *s, uint32_t start, uint32_t count)
{
    uint32_t jokers = s->k - count - 1;
    bool few = jokers <= JOKERS;
    for (uint32_t i = 0; i < s->end; i++)
        set_class(s, i, i < start ? FREE : few ? LATER : STAY);
    play(s, few ? jokers : 0, JOKER, TAKER);
    lm_matching_repair(s->m);
    uint32_t alone = (uint32_t)lm_matching_alone(s->m);
    play_none(s);
    return few ? alone > 0 : count + alone / 2 >= s->k;
}

/* [C5], [C7] */
static bool is_best(struct search *s)
{
    for (uint32_t i = 1; i < s->k; i++) {
        uint32_t start = group_start(s, s->taken[i]);
        if (start <= s->taken[i - 1] || start == i)
            continue; /* the same group; or nobody was passed over */
        bool lowest = start == s->level_start[0] || !same_level(s, start - 1, start);
        if (lowest && i == s->k - 1 && same_level(s, start, s->end - 1))
            continue; /* the lowest level is needed */
        if (!is_most(s, start, i))
            return false;
    }
    return true;
}

/* Was somebody taken who stands after ${u}, who was passed over, by TPN, and is no floater? */
static bool gave_way(const struct search *s, uint32_t u)
{
    for (uint32_t i = 0; i < s->k && s->taken[i] < u; i++)
        if (same_level(s, s->taken[i], u) && !was_floater(s, s->taken[i]) &&
            seat_taken(s, i) > s->order[u])
            return true;
    return false;
}

/* Is it proved that ${u}, a floater, cannot be in a set that is as good and has those taken who
 * stand before him? */
static bool cannot_be(const struct search *s, uint32_t u)
{
    uint32_t start = group_start(s, u), named = 1;
    for (uint32_t i = 0, next = 0; i < s->end; i++) {
        bool taken = next < s->k && s->taken[next] == i;
        bool before = taken && s->order[i] < s->order[u];
        next += taken;
        named += before ? i >= start : taken && i < start;
        named += before && i < start;
        set_class(s, i, before || i == u ? UP : i < start ? FREE : LATER);
    }
    if (named > s->k)
        return true;
    if (s->k - named > JOKERS)
        return false;
    play(s, s->k - named, JOKER, TAKER);
    lm_matching_repair(s->m);
    bool alone = lm_matching_alone(s->m) > 0;
    play_none(s);
    return alone;
}

/* Art. 3.5.4: is no set that is as good before the one taken? */
static bool is_first(const struct search *s)
{
    for (uint32_t i = 0, u = 0; i < s->k; u = s->taken[i++] + 1) {
        uint32_t start = group_start(s, s->taken[i]);
        if (!was_floater(s, s->taken[i]))
            continue;
        for (u = u > start ? u : start; u < s->taken[i]; u++)
            if (s->can[s->order[u]] && gave_way(s, u) && !cannot_be(s, u))
                return false;
    }
    return true;
}

/* ---- [C6] ---- */

static uint32_t taken_of_following(const struct search *s)
{
    uint32_t count = 0;
    while (count < s->k && s->taken[count] < s->b->following)
        count++;
    return count;
}

/* May two of F meet? */
static bool meet_inside(const struct search *s)
{
    const struct lm_up_bracket *b = s->b;
    for (uint32_t i = 0; i < b->following; i++)
        for (uint32_t k = i + 1; k < b->following; k++)
            if (!lm_is_barred(b->p, b->lower[i], b->lower[k]))
                return true;
    return false;
}

/* A largest matching of ${seats} alone: how many it leaves, and the ${part}s. */
static enum lm_status look_inside(const struct search *s, const uint32_t *seats, uint32_t count,
                                  uint8_t *part, uint32_t *alone)
{
    struct lm_graph graph;
    struct lm_matching *m;
    enum lm_status status = lm_meeting_graph(s->b->p, seats, count, s->b->arena, &graph);
    if (status == LM_OK)
        status = lm_matching_new(&m, s->b->arena, &graph);
    if (status != LM_OK)
        return status;
    lm_matching_decompose(m, part);
    *alone = (uint32_t)lm_matching_alone(m);
    return LM_OK;
}

/* Only the following scoregroup and the others below are left, without those taken. */
static void look_below(const struct search *s)
{
    for (uint32_t i = 0; i < s->b->resident_count; i++)
        lm_matching_remove(s->m, vertex(s->b->residents[i]));
    for (uint32_t i = 0; i < s->k; i++)
        lm_matching_remove(s->m, vertex(seat_taken(s, i)));
    for (uint32_t i = 0; i < s->b->lower_count; i++)
        lm_matching_move(s->m, vertex(s->b->lower[i]), FREE);
}

/* Do only ${alone} of the ${count} ${seats} of F, which are left by themselves as ${part} says,
 * meet the others below in a best pairing? */
static bool can_stay_inside(const struct search *s, const uint32_t *seats, uint32_t count,
                            const uint8_t *part, uint32_t alone)
{
    static const uint8_t class_of[] = {
        [LM_PART_REST] = NEXT_CORE, [LM_PART_ODD] = NEXT_ODD, [LM_PART_EVEN] = NEXT};
    uint32_t even = 0, odd = 0;
    for (uint32_t i = 0; i < count; i++) {
        even += part[i] == LM_PART_EVEN;
        odd += part[i] == LM_PART_ODD;
    }
    if (even != alone + odd)
        return false;
    look_below(s);
    for (uint32_t i = 0; i < count; i++)
        lm_matching_move(s->m, vertex(seats[i]), class_of[part[i]]);
    return is_perfect(s);
}

/* The graph of those who may float as bar_low_levels left it, with everybody in it. */
static void open_again(struct search *s)
{
    const struct lm_up_bracket *b = s->b;
    for (uint32_t i = 0; i < b->resident_count; i++)
        lm_matching_restore(s->m, vertex(b->residents[i]));
    for (uint32_t i = 0; i < b->lower_count; i++)
        lm_matching_restore(s->m, vertex(b->lower[i]));
    if (s->hosts == 0)
        open_below(s);
    for (uint32_t i = 0; i < b->lower_count; i++)
        set_class(s, i, i < s->end ? FREE : STAY);
}

/* Is it proved that with no best set less than ${need} of F need somebody outside? */
static bool is_needed(struct search *s, uint32_t need)
{
    const struct lm_up_bracket *b = s->b;
    if (need < 2)
        return true; /* there are as many, less two for each pair inside */
    if (need - 2 > JOKERS)
        return false;
    for (uint32_t i = 0; i < b->following; i++) {
        uint8_t part = s->hosts > 0 ? LM_PART_EVEN : s->part[b->lower[i]];
        lm_matching_move(s->m, vertex(b->lower[i]),
                         part == LM_PART_EVEN  ? INNER
                         : part == LM_PART_ODD ? INNER_ODD
                                               : INNER_CORE);
    }
    play(s, need - 2, SCOUT, KEEPER);
    lm_matching_repair(s->m);
    bool alone = lm_matching_alone(s->m) > 0;
    play_none(s);
    return alone;
}

/* Pairs of the ${count} ${seats} of F that leave all others below an opponent, as many as come
 * without looking back. */
static uint32_t pairs_inside(const struct search *s, const uint32_t *seats, uint32_t count)
{
    uint32_t pairs = 0;
    look_below(s);
    lm_matching_repair(s->m);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = i + 1; k < count && lm_matching_is_present(s->m, vertex(seats[i])); k++) {
            int32_t x = vertex(seats[i]), y = vertex(seats[k]);
            if (!lm_matching_is_present(s->m, y) || lm_is_barred(s->b->p, seats[i], seats[k]))
                continue;
            lm_matching_remove(s->m, x);
            lm_matching_remove(s->m, y);
            if (is_perfect(s)) {
                pairs++;
                break;
            }
            lm_matching_restore(s->m, x);
            lm_matching_restore(s->m, y);
            lm_matching_repair(s->m);
        }
    return pairs;
}

/* The seats of F that were not taken. */
static uint32_t rest_of_following(const struct search *s, uint32_t gone, uint32_t *seats)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->b->following; i++) {
        bool is_taken = false;
        for (uint32_t k = 0; k < gone; k++)
            is_taken |= seat_taken(s, k) == s->b->lower[i];
        if (!is_taken)
            seats[count++] = s->b->lower[i];
    }
    return count;
}

/* ${*found}: the least there is, ${*need}, is what the set taken has. */
static enum lm_status find_need(struct search *s, uint32_t *need, bool *found)
{
    const struct lm_up_bracket *b = s->b;
    uint32_t gone = taken_of_following(s), most = b->following - gone, all, alone;
    *found = true;
    *need = most;
    if (b->following == 0 || !meet_inside(s))
        return LM_OK;
    open_again(s);
    if (is_needed(s, most))
        return LM_OK;
    uint8_t *part = lm_arena_alloc(b->arena, b->following, sizeof *part);
    uint32_t *seats = lm_arena_alloc(b->arena, b->following, sizeof *seats);
    if (part == NULL || seats == NULL)
        return LM_LIMIT;
    uint32_t left = rest_of_following(s, gone, seats);
    enum lm_status status = look_inside(s, b->lower, b->following, part, &all);
    alone = all;
    if (status == LM_OK && gone > 0)
        status = look_inside(s, seats, left, part, &alone);
    if (status != LM_OK)
        return status;
    *need = alone;
    if (alone + gone == all && can_stay_inside(s, seats, left, part, alone))
        return LM_OK;
    *need = most - 2 * pairs_inside(s, seats, left);
    open_again(s);
    *found = is_needed(s, *need);
    return LM_OK;
}

/* ---- The choice ---- */

static int ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

enum lm_status lm_up_choose_greedily(struct lm_up_bracket *b, bool *found)
{
    struct search s = {.b = b, .m = b->kept->matching};
    uint32_t need;
    *found = false;
    uint32_t vertices = b->p->seat_count + 2 * JOKERS;
    s.part = lm_arena_alloc(b->arena, vertices, sizeof *s.part);
    s.can = lm_arena_alloc(b->arena, b->p->seat_count, sizeof *s.can);
    s.fits = lm_arena_alloc(b->arena, b->p->seat_count, sizeof *s.fits);
    s.even = lm_arena_alloc(b->arena, vertices, sizeof *s.even);
    if (s.part == NULL || s.can == NULL || s.fits == NULL || s.even == NULL)
        return LM_LIMIT;
    memset(s.fits, true, b->p->seat_count * sizeof *s.fits);
    look_at_bracket(&s);
    if (!count_upfloaters(&s))
        return LM_OK;
    enum lm_status status = make_order(&s);
    if (status != LM_OK)
        return status;
    bar_low_levels(&s);
    if (!take_first(&s) || !is_best(&s) || !is_first(&s))
        return LM_OK;
    status = find_need(&s, &need, found);
    if (status != LM_OK || !*found)
        return status;
    for (uint32_t i = 0; i < s.k; i++)
        b->upfloaters[i] = seat_taken(&s, i);
    b->upfloater_count = s.k;
    b->upfloaters_after = need;
    lm_sort(b->upfloaters, s.k, sizeof *b->upfloaters, ascending);
    return LM_OK;
}
