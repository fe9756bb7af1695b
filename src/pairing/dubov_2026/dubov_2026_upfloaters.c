/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/matching.h"
#include "pairing/dubov_2026/dubov_2026.h"
#include "pairing/legal.h"

/*
 * C.04.4.1 art. 3.2.1 and 3.2.2: who comes up.
 *
 * A first guess is nearly always right: nobody where the residents are even in number, else the
 * first by art. 4.2 of the next score who is due the colour that is rarer among them, and no
 * upfloater by [C8] or [C10].  If the bracket can then be paired with as few players against their
 * preference as the numbers allow, and those below completely, every criterion is at its best and
 * everybody before him is worse by one of them.
 *
 * Otherwise all is one best matching of residents and everybody below.  An upfloater is who meets a
 * resident there (two upfloaters never meet: the set would not be smallest).  The order of art. 4.2
 * is asked for one candidate after the other.  O(n^3), and O(n^2) for each candidate.
 */

/* The priorities, the first one first; one for each score of those below follows [C5]. */
struct layout {
    int32_t alone, upfloaters, scores, preference, maximum, times, recent, order, count;
};

struct problem {
    const struct dubov26_bracket *b;
    struct layout at;
    int32_t *lower_scores; /* rising, without repetition [C6] */
    int32_t score_count;
    int32_t most_upfloats;
};

static uint32_t seat_of(const struct problem *m, uint32_t v)
{
    return v < m->b->resident_count ? m->b->members[v] : m->b->lower[v - m->b->resident_count];
}

/* What it costs that ${seat} comes up. */
static void cost_of_upfloater(const struct problem *m, uint32_t seat, int64_t *value)
{
    const struct dubov26_seat *x = &m->b->d->seats[seat];
    int32_t place = 0;
    while (m->lower_scores[place] != m->b->d->p->seats[seat].score)
        place++;
    value[m->at.upfloaters] = -1;
    value[m->at.scores + place] = -1;
    value[m->at.maximum] = x->maximum ? -1 : 0;
    value[m->at.times] = x->maximum ? -(int64_t)x->upfloats : 0;
    value[m->at.recent] = x->recent ? -1 : 0;
}

static bool edge_values(const void *context, int32_t a, int32_t b, int64_t *value)
{
    const struct problem *m = context;
    uint32_t u = (uint32_t)(a < b ? a : b), v = (uint32_t)(a < b ? b : a);
    uint32_t x = seat_of(m, u), y = seat_of(m, v), residents = m->b->resident_count;
    const struct lm_seat *seats = m->b->d->p->seats;
    if (!lm_is_legal(m->b->d->p, x, y))
        return false;
    for (int32_t i = 0; i < m->at.count; i++)
        value[i] = 0;
    if (u < residents && v >= residents)
        cost_of_upfloater(m, y, value);
    if (u < residents && seats[x].wish == seats[y].wish)
        value[m->at.preference] = -1;
    return true;
}

static void alone_values(const void *context, int32_t v, int64_t *value)
{
    const struct problem *m = context;
    (void)v;
    for (int32_t i = 0; i < m->at.count; i++)
        value[i] = i == m->at.alone ? -1 : 0;
}

static enum lm_status list_scores(struct problem *m)
{
    const struct dubov26_bracket *b = m->b;
    m->lower_scores = lm_arena_alloc(b->d->arena, b->lower_count, sizeof *m->lower_scores);
    if (m->lower_scores == NULL)
        return LM_LIMIT;
    for (uint32_t i = b->lower_count; i-- > 0;) {
        int32_t score = b->d->p->seats[b->lower[i]].score;
        if (m->score_count == 0 || m->lower_scores[m->score_count - 1] != score)
            m->lower_scores[m->score_count++] = score;
        if (b->d->seats[b->lower[i]].upfloats > m->most_upfloats)
            m->most_upfloats = b->d->seats[b->lower[i]].upfloats;
    }
    return LM_OK;
}

static enum lm_status lay_out(struct problem *m, struct lm_best **best)
{
    enum lm_status status = list_scores(m);
    if (status != LM_OK)
        return status;
    int32_t place = 0;
    m->at.alone = place++;
    m->at.upfloaters = place++;
    m->at.scores = place;
    place += m->score_count;
    m->at.preference = place++;
    m->at.maximum = place++;
    m->at.times = place++;
    m->at.recent = place++;
    m->at.order = place++;
    m->at.count = place;
    struct lm_priority *ranges = lm_arena_alloc(m->b->d->arena, (size_t)place, sizeof *ranges);
    if (ranges == NULL)
        return LM_LIMIT;
    for (int32_t i = 0; i < place; i++)
        ranges[i].edge_low = -1;
    ranges[m->at.alone] = (struct lm_priority){.alone_low = -1};
    ranges[m->at.times].edge_low = -m->most_upfloats;
    ranges[m->at.order] = (struct lm_priority){.edge_high = 1};
    struct lm_priorities priorities = {
        .count = place, .range = ranges, .edge = edge_values, .alone = alone_values, .context = m};
    int32_t vertices = (int32_t)(m->b->resident_count + m->b->lower_count);
    return lm_best_new(best, m->b->d->arena, vertices, &priorities);
}

/* Who was taken meets a resident, nobody else. */
static void keep(const struct problem *m, struct lm_best *best, uint32_t v)
{
    for (uint32_t u = 0; u < m->b->lower_count; u++)
        if (m->b->resident_count + u != v)
            lm_best_set_edge(best, (int32_t)(m->b->resident_count + u), (int32_t)v, NULL);
}

/* Give the edges of the candidate ${v} with residents ${order} as the last priority; below 0: bar
 * them. */
static void weigh(const struct problem *m, struct lm_best *best, uint32_t v, int64_t *value,
                  int64_t order)
{
    for (uint32_t r = 0; r < m->b->resident_count; r++)
        if (edge_values(m, (int32_t)v, (int32_t)r, value)) {
            value[m->at.order] = order;
            lm_best_set_edge(best, (int32_t)v, (int32_t)r, order < 0 ? NULL : value);
        }
}

static uint32_t count_upfloaters(const struct problem *m, const struct lm_best *best)
{
    uint32_t count = 0;
    for (uint32_t r = 0; r < m->b->resident_count; r++)
        count += lm_best_mate(best, (int32_t)r) >= (int32_t)m->b->resident_count;
    return count;
}

/* Art. 4.2: each candidate in turn, until there are as many as the optimum needs. */
static enum lm_status take_in_order(struct problem *m, struct dubov26_bracket *b,
                                    struct lm_best *best)
{
    int64_t *value = lm_arena_alloc(b->d->arena, (size_t)m->at.count, sizeof *value);
    if (value == NULL)
        return LM_LIMIT;
    lm_best_solve(best);
    uint32_t need = count_upfloaters(m, best);
    for (uint32_t i = 0; i < b->lower_count && need > 0; i++) {
        uint32_t v = b->resident_count + i;
        weigh(m, best, v, value, 1);
        lm_best_solve(best);
        int32_t mate = lm_best_mate(best, (int32_t)v);
        if (mate == LM_ALONE)
            return LM_INTERNAL; /* the round can be completed: the bye was chosen so */
        if ((uint32_t)mate < b->resident_count) {
            b->members[b->member_count++] = b->lower[i];
            keep(m, best, v);
            need--;
        } else {
            weigh(m, best, v, value, -1);
        }
    }
    return LM_OK;
}

static enum lm_status solve(struct dubov26_bracket *b)
{
    struct problem m = {.b = b};
    struct lm_best *best;
    enum lm_status status = lay_out(&m, &best);
    return status == LM_OK ? take_in_order(&m, b, best) : status;
}

/* ---- The first guess ---- */

/* The first by art. 4.2 who is at his best under [C6] to [C10], when ${white} of the odd number of
 * residents are due White; LM_NOBODY: nobody of the next score is. */
static uint32_t likely_upfloater(const struct dubov26_bracket *b, uint32_t white)
{
    const struct lm_seat *seats = b->d->p->seats;
    enum lm_colour rarer = 2 * white < b->resident_count ? LM_WHITE : LM_BLACK;
    for (uint32_t i = 0; i < b->lower_count; i++) {
        const struct dubov26_seat *x = &b->d->seats[b->lower[i]];
        if (seats[b->lower[i]].score != seats[b->lower[0]].score)
            return LM_NOBODY;
        if (seats[b->lower[i]].wish == rarer && !x->maximum && !x->recent)
            return i;
    }
    return LM_NOBODY;
}

/* Can those of ${lower} but the ${without}-th be paired completely? */
static enum lm_status rest_is_legal(const struct dubov26_bracket *b, uint32_t without, bool *out)
{
    struct lm_mark mark = lm_arena_mark(b->d->arena);
    uint32_t count = 0;
    uint32_t *rest = lm_arena_alloc(b->d->arena, b->lower_count, sizeof *rest);
    if (rest == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < b->lower_count; i++)
        if (i != without)
            rest[count++] = b->lower[i];
    enum lm_status status = lm_all_legal(b->d->p, rest, count, b->d->arena, out);
    lm_arena_reset(b->d->arena, mark);
    return status;
}

static enum lm_status guess(struct dubov26_bracket *b, bool *done)
{
    uint32_t white = 0, upfloater = LM_NOBODY;
    *done = false;
    for (uint32_t i = 0; i < b->resident_count; i++)
        white += b->d->p->seats[b->members[i]].wish == LM_WHITE;
    bool odd = b->resident_count % 2 != 0;
    if (odd && (upfloater = likely_upfloater(b, white)) == LM_NOBODY)
        return LM_OK;
    if (odd)
        b->members[b->member_count++] = b->lower[upfloater];
    enum lm_status status = rest_is_legal(b, upfloater, done);
    if (status == LM_OK && *done)
        status = lm_dubov26_pair_plainly(b, done);
    if (!*done)
        b->member_count = b->resident_count;
    return status;
}

enum lm_status lm_dubov26_choose_upfloaters(struct dubov26_bracket *b, bool *done)
{
    b->member_count = b->resident_count;
    enum lm_status status = guess(b, done);
    if (status != LM_OK || *done)
        return status;
    struct lm_mark mark = lm_arena_mark(b->d->arena);
    status = solve(b);
    lm_arena_reset(b->d->arena, mark);
    return status;
}
