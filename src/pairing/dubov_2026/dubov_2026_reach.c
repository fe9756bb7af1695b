/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/dubov_2026/dubov_2026.h"

/*
 * C.04.4.1 art. 3.2.1, 3.2.2: from how far down somebody has to come up, without weights.
 *
 * [C6] asks first that as few as can be come from the lowest score, then from the one above it, and
 * so on.  So if, with the fewest who come up at all [C5], nobody need come from below a score,
 * nobody does.  Whether all can be paired so is a matching over rows of bits, and the score is
 * found by halves.  The number of those who come up is not asked about: who finds a best matching
 * in which nobody comes from further down has to see whether it has the fewest.
 */

/* Of those below who may come up and who may not, and where a largest matching of them is asked
 * for, who is of which part. */
enum { HOST, STAYS, REST, ODD, UP, CLASSES };

struct reach {
    const struct dubov26_bracket *b;
    const uint8_t *part;
    struct lm_dense *graph; /* the vertices are those of ${b}'s left */
};

static int32_t vertex(const struct reach *r, uint32_t seat)
{
    return (int32_t)(seat - r->b->left->first);
}

static int32_t class_of(const struct reach *r, uint32_t i)
{
    if (r->part == NULL || r->part[i] == LM_PART_EVEN)
        return UP;
    return r->part[i] == LM_PART_ODD ? ODD : REST;
}

/* ${seat} is of ${class}, and with its mate if it has one. */
static void enter(const struct reach *r, uint32_t seat, int32_t class)
{
    const struct lm_dense *matching = r->b->left->matching;
    int32_t v = vertex(r, seat), mate = lm_dense_mate(matching, v);
    lm_dense_move(r->graph, v, class);
    if (mate != LM_ALONE && mate < v)
        lm_dense_pair(r->graph, v, mate);
}

/* Pairs of a largest matching of those below (Gallai, Edmonds): none within A, nor of A and C. */
static enum lm_status draw(struct reach *r, bool hosts_meet)
{
    const struct dubov26_bracket *b = r->b;
    bool barred[CLASSES * CLASSES] = {[HOST * CLASSES + HOST] = !hosts_meet,
                                      [ODD * CLASSES + ODD] = true};
    static const int32_t apart[][2] = {{HOST, STAYS}, {HOST, REST}, {HOST, ODD}, {ODD, REST}};
    for (size_t i = 0; i < sizeof apart / sizeof *apart; i++)
        barred[apart[i][0] * CLASSES + apart[i][1]] = barred[apart[i][1] * CLASSES + apart[i][0]] =
            true;
    for (uint32_t i = 0; i < b->resident_count; i++)
        lm_dense_restore(b->left->matching, vertex(r, b->members[i]));
    enum lm_status status =
        lm_dense_new_of(&r->graph, b->d->arena, b->left->matching, CLASSES, barred);
    for (uint32_t i = 0; i < b->lower_count && status == LM_OK; i++)
        enter(r, b->lower[i], class_of(r, i));
    for (uint32_t i = 0; i < b->resident_count; i++)
        lm_dense_remove(b->left->matching, vertex(r, b->members[i]));
    return status;
}

/* Those of the levels from ${from} to ${to} - 1 stay below. */
static void stay(const struct reach *r, const uint32_t *level, uint32_t from, uint32_t to)
{
    for (uint32_t i = 0; i < r->b->lower_count; i++)
        if (level[i] >= from && level[i] < to && class_of(r, i) == UP)
            lm_dense_move(r->graph, vertex(r, r->b->lower[i]), STAYS);
}

enum lm_status lm_dubov26_reach(const struct dubov26_bracket *b, const uint32_t *level,
                                const uint8_t *part, bool hosts_meet, uint32_t *levels)
{
    struct reach r = {.b = b, .part = part};
    struct lm_mark mark = lm_arena_mark(b->d->arena);
    enum lm_status status = draw(&r, hosts_meet);
    uint32_t few = 1, enough = *levels;
    if (status == LM_OK && !lm_dense_is_perfect(r.graph))
        few = enough;
    while (status == LM_OK && few < enough) {
        uint32_t middle = (few + enough) / 2;
        lm_dense_keep(r.graph);
        stay(&r, level, middle, enough);
        if (lm_dense_is_perfect(r.graph)) {
            enough = middle;
        } else {
            lm_dense_go_back(r.graph);
            few = middle + 1;
        }
    }
    *levels = enough;
    lm_arena_reset(b->d->arena, mark);
    return status;
}
