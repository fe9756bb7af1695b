/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/dutch/dutch_model.h"

#include <string.h>

/*
 * "Why not him?"  Each question is the bracket's matching problem with one pair (or one floater)
 * prescribed.  Its best values are compared with those of the bracket: the first criterion that
 * differs is the answer.  Where none differs, the other pairing was as good, and it comes later in
 * the order of candidates, for the one chosen is the first of the best.
 */

enum { QUESTIONS_EACH = 4, WHOLE_FIELD = 120 };

struct weighing {
    struct dutch *d;
    const struct dutch_bracket *bracket;
    uint32_t end;
    const struct dutch_result *result;
    uint32_t player; /* LM_NOBODY: everybody */
    int64_t actual[LM_PRIORITIES_MAX];
    struct dutch_priority serves[LM_PRIORITIES_MAX]; /* what they are the values of */
    uint32_t actual_count;
    struct lm_alternative *all;
    size_t count, capacity;
};

/* ---- Best values ---- */

static enum dutch_criterion criterion_of(const struct dutch_edition *edition,
                                         const struct dutch_priority *p)
{
    return (enum dutch_criterion)(edition->rule_of[p->kind] + (p->back == 2 ? 2 : 0));
}

static void add_up(const struct dutch_model *m, int64_t *total)
{
    for (uint32_t i = 0; i < m->priority_count; i++) {
        total[i] = 0;
        for (uint32_t v = 0; v < m->count; v++) {
            uint32_t mate = (uint32_t)lm_best_mate(m->best, (int32_t)v);
            if (mate > v)
                total[i] += dutch_value_of(m, &m->priorities[i], v, mate);
        }
    }
}

/* The best values under ${question} into ${total}, and the model that has them; LM_NO_PAIRING when
 * there is no pairing then. */
static enum lm_status best_values(const struct weighing *w, const struct dutch_question *question,
                                  struct dutch_model *m, int64_t *total)
{
    *m = (struct dutch_model){.d = w->d,
                              .bracket = w->bracket,
                              .end = w->end,
                              .arena = w->d->arena,
                              .question = question};
    enum lm_status status = dutch_solve_bracket(m);
    if (status == LM_OK)
        add_up(m, total);
    return status;
}

/* ---- Questions ---- */

static uint8_t why_impossible(const struct dutch *d, const struct dutch_question *q)
{
    if (q->other == LM_NOBODY || dutch_compatible(d, q->seat, q->other))
        return DUTCH_C4;
    return dutch_colours_allow(d, q->seat, q->other) ? DUTCH_C1 : DUTCH_C3;
}

static enum lm_status ask(struct weighing *w, struct dutch_question q)
{
    const struct lm_seat *seats = w->d->seats;
    struct lm_alternative answer = {
        .player = seats[q.seat].player,
        .opponent = q.other == LM_NOBODY ? LM_NOBODY : seats[q.other].player,
    };
    int64_t total[LM_PRIORITIES_MAX];
    struct dutch_model *m = lm_arena_alloc(w->d->arena, 1, sizeof *m);
    if (m == NULL || w->count == w->capacity)
        return m == NULL ? LM_LIMIT : LM_OK;
    enum lm_status status = best_values(w, &q, m, total);
    if (status == LM_NO_PAIRING) {
        answer.rule = why_impossible(w->d, &q);
        w->all[w->count++] = answer;
        return LM_OK;
    }
    if (status != LM_OK)
        return status;
    uint32_t i = 0;
    while (i < m->priority_count && total[i] == w->actual[i] &&
           m->priorities[i].score == w->serves[i].score)
        i++;
    answer.possible = true;
    answer.later = i == m->priority_count;
    if (!answer.later) {
        answer.rule = (uint8_t)criterion_of(w->d->edition, &m->priorities[i]);
        answer.value = (int32_t)-total[i];
        answer.actual = m->priorities[i].score == w->serves[i].score ? (int32_t)-w->actual[i] : 0;
    }
    w->all[w->count++] = answer;
    return LM_OK;
}

/* One question, its memory given back. */
static enum lm_status ask_once(struct weighing *w, uint32_t seat, uint32_t other)
{
    struct lm_mark mark = lm_arena_mark(w->d->arena);
    enum lm_status status = ask(w, (struct dutch_question){seat, other});
    lm_arena_reset(w->d->arena, mark);
    return status;
}

static bool is_asked_for(const struct weighing *w, uint32_t seat)
{
    return w->player == LM_NOBODY || w->d->seats[seat].player == w->player;
}

static bool is_upper(const struct dutch_result *r, uint32_t seat)
{
    for (uint32_t i = 0; i < r->pair_count; i++)
        if (r->pairs[i][0] == seat)
            return true;
    return false;
}

/* Is ${seat} the opponent of one of the first ${pairs} pairs? */
static bool is_taken(const struct dutch_result *r, uint32_t pairs, uint32_t seat)
{
    for (uint32_t i = 0; i < pairs; i++)
        if (r->pairs[i][1] == seat)
            return true;
    return false;
}

/* Who comes before the actual opponent in the order of transpositions (art. 4.2): for an MDP any
 * resident, for a player of S1 those of S2, as far as the pairs before have left them. */
static enum lm_status ask_of_pair(struct weighing *w, uint32_t number)
{
    const struct dutch_bracket *b = w->bracket;
    uint32_t upper = w->result->pairs[number][0], lower = w->result->pairs[number][1];
    bool moved = w->d->seats[upper].score > b->score;
    uint32_t asked = 0;
    if (!is_asked_for(w, upper) && !is_asked_for(w, lower))
        return LM_OK;
    for (uint32_t i = b->moved; i < b->count && asked < QUESTIONS_EACH; i++) {
        uint32_t other = b->players[i];
        if (other >= lower)
            break;
        if (other == upper || is_taken(w->result, number, other) ||
            (!moved && is_upper(w->result, other)))
            continue;
        asked++;
        enum lm_status status = ask_once(w, upper, other);
        if (status != LM_OK)
            return status;
    }
    return LM_OK;
}

static bool floats(const struct dutch_result *r, uint32_t seat)
{
    for (uint32_t i = 0; i < r->floater_count; i++)
        if (r->floaters[i] == seat)
            return true;
    return false;
}

/* The plain order lets the last ones float: why not one of those after ${seat}? */
static enum lm_status ask_of_floater(struct weighing *w, uint32_t seat)
{
    const struct dutch_bracket *b = w->bracket;
    if (!is_asked_for(w, seat) || w->d->seats[seat].score > b->score)
        return LM_OK;
    uint32_t asked = 0;
    for (uint32_t i = b->count; i-- > b->moved && asked < QUESTIONS_EACH;) {
        if (b->players[i] <= seat)
            break;
        if (floats(w->result, b->players[i]))
            continue;
        asked++;
        enum lm_status status = ask_once(w, b->players[i], LM_NOBODY);
        if (status != LM_OK)
            return status;
    }
    return LM_OK;
}

static enum lm_status ask_all(struct weighing *w)
{
    struct lm_mark mark = lm_arena_mark(w->d->arena);
    struct dutch_model *m = lm_arena_alloc(w->d->arena, 1, sizeof *m);
    enum lm_status status = m == NULL ? LM_LIMIT : best_values(w, NULL, m, w->actual);
    if (status == LM_OK)
        memcpy(w->serves, m->priorities, sizeof w->serves);
    lm_arena_reset(w->d->arena, mark);
    for (uint32_t i = 0; i < w->result->pair_count && status == LM_OK; i++)
        status = ask_of_pair(w, i);
    for (uint32_t i = 0; i < w->result->floater_count && status == LM_OK; i++)
        status = ask_of_floater(w, w->result->floaters[i]);
    return status;
}

/* In a small field the answers look at everybody left, so that "as good" is beyond doubt; in 2017
 * at the following bracket, as far as C.7 does. */
static uint32_t last_view(const struct dutch *d, const struct dutch_bracket *bracket, uint32_t end)
{
    bool small = bracket->count + d->count - bracket->next_begin <= WHOLE_FIELD;
    if (!small)
        return end;
    return d->edition->completes || !bracket->looks_down ? d->count : bracket->next_end;
}

enum lm_status dutch_weigh(struct dutch *d, const struct dutch_bracket *bracket, uint32_t end,
                           const struct dutch_result *result, uint32_t player,
                           const struct lm_alternative **out, size_t *count)
{
    struct weighing w = {.d = d,
                         .bracket = bracket,
                         .end = last_view(d, bracket, end),
                         .result = result,
                         .player = player};
    uint32_t limit = player == LM_NOBODY ? DUTCH_WEIGHED_FOR_ALL : DUTCH_WEIGHED_FOR_ONE;
    *count = 0;
    if (bracket->count > limit)
        return LM_OK;
    w.capacity = (size_t)QUESTIONS_EACH * bracket->count;
    w.all = lm_arena_alloc(d->arena, w.capacity, sizeof *w.all);
    enum lm_status status = w.all == NULL ? LM_LIMIT : ask_all(&w);
    *out = w.all;
    *count = w.count;
    return status;
}
