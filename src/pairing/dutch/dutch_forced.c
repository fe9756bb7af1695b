/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The cost of prescribing a pair of a bracket, or a floater.
 *
 * The bracket is paired again with the prescription, in the way the walk pairs it: by counting, if
 * that proves it; otherwise with the view below it that proved the actual pairing, and wider until
 * this one is proved (2026); in 2017 with the view of C.7.  The best values with and without are
 * compared: the first criterion that differs is the cost.  Where none differs, the candidate found
 * comes later in the order.
 */

#include <string.h>

#include "pairing/dutch/dutch_forced.h"
#include "pairing/dutch/dutch_model.h"
#include "pairing/judge.h"

/* A prescription being carried out. */
struct forcing {
    struct dutch *d;
    const struct dutch_bracket *bracket;
    const struct dutch_result *actual;
    struct dutch_question question;
    struct dutch_result result;
    struct dutch_values values; /* of ${result}, where it was found exactly … */
    struct dutch_values *known; /* … and of the bracket with nothing prescribed */
    uint32_t end;               /* end of the view that proved it */
    struct dutch_bracket ppb;   /* 2017, A.9: the bracket, if the prescription makes it the PPB */
};

/* --- existence of a pairing */

/* Can all players left be paired in ${d} when ${a} meets ${b}, who are both left? */
static bool completes_with(struct dutch *d, uint32_t a, uint32_t b)
{
    uint32_t pair[1][2] = {{a, b}};
    struct dutch_result one = {.pairs = pair, .pair_count = 1};
    bool complete = lm_matching_is_present(d->rest.matching, (int32_t)a) &&
                    lm_matching_is_present(d->rest.matching, (int32_t)b) &&
                    lm_dutch_rest_commit(d, &one);
    if (complete)
        lm_dutch_rest_undo(d, &one);
    return complete;
}

static bool may_have_bye(const struct dutch *d, uint32_t seat)
{
    return d->odd && lm_dutch_may_have_bye(d, seat);
}

/* Can all players left be paired in ${d} as ${f} prescribes? */
static bool completes(const struct forcing *f, struct dutch *d)
{
    uint32_t seat = f->question.seat;
    if (f->question.other != LM_NOBODY)
        return completes_with(d, seat, f->question.other);
    if (may_have_bye(d, seat) && completes_with(d, seat, d->bye))
        return true;
    for (uint32_t below = f->bracket->next_begin; below < d->count; below++)
        if (lm_dutch_compatible(d, seat, below) && completes_with(d, seat, below))
            return true;
    return false;
}

/* Copy ${d} without [C5]: any player who can have the bye by [C2] can receive it. */
static enum lm_status without_bye_score(const struct dutch *d, struct dutch *out)
{
    *out = *d;
    out->log = NULL;
    enum lm_status status = lm_dutch_rest_any_bye(out);
    for (uint32_t v = 0; status == LM_OK && v < d->count + d->odd; v++)
        if (!lm_matching_is_present(d->rest.matching, (int32_t)v))
            lm_matching_remove(out->rest.matching, (int32_t)v);
    if (status == LM_OK)
        lm_matching_repair(out->rest.matching);
    return status;
}

/* Name some players whom a largest matching leaves over. */
static void note_left_over(const struct dutch *d, struct lm_forced *out)
{
    for (uint32_t s = 0; s < d->count; s++)
        if (lm_matching_is_present(d->rest.matching, (int32_t)s) &&
            lm_matching_mate(d->rest.matching, (int32_t)s) == LM_ALONE)
            lm_forced_hurts(out, d->seats[s].player, LM_NOBODY);
}

/* Can the bye go to ${seat} in ${free} when ${f} is carried out? */
static bool bye_can_go_to(const struct forcing *f, struct dutch *free, uint32_t seat)
{
    uint32_t pair[1][2] = {{seat, free->bye}};
    struct dutch_result bye = {.pairs = pair, .pair_count = 1};
    bool own = seat == f->question.seat || seat == f->question.other;
    if (free->seats[seat].pab_barred || (own && f->question.other != LM_NOBODY) ||
        !lm_matching_is_present(free->rest.matching, (int32_t)seat) ||
        !lm_dutch_rest_commit(free, &bye))
        return false;
    bool can = own || completes(f, free);
    lm_dutch_rest_undo(free, &bye);
    return can;
}

/* Record the lowest score to which the bye can go when ${f} is carried out, in ${free}, which has
 * no [C5], and the players of that score who could have it. */
static void note_lowest_bye(const struct forcing *f, struct dutch *free, struct lm_forced *out)
{
    out->with = INT32_MAX;
    for (uint32_t s = free->count; s-- > 0 && free->seats[s].score <= out->with;)
        if (bye_can_go_to(f, free, s)) {
            out->with = free->seats[s].score;
            lm_forced_hurts(out, free->seats[s].player, LM_NOBODY);
        }
}

/* Explain why no pairing fits what ${f} prescribes: the others could not be paired [C4], or only
 * with a bye to a higher score [C5]. */
static enum lm_status explain_impossible(const struct forcing *f, struct lm_forced *out)
{
    struct dutch *d = f->d, free;
    out->rule = DUTCH_C4;
    if (d->odd && d->edition->weighs_bye) {
        enum lm_status status = without_bye_score(d, &free);
        if (status != LM_OK)
            return status;
        if (completes(f, &free)) {
            out->rule = DUTCH_C5;
            out->without = d->bye_score;
            note_lowest_bye(f, &free, out);
            return LM_OK;
        }
    }
    if (f->question.other == LM_NOBODY)
        return LM_OK;
    const uint32_t pair[2] = {f->question.seat, f->question.other};
    for (int i = 0; i < 2; i++)
        lm_matching_remove(d->rest.matching, (int32_t)pair[i]);
    lm_matching_repair(d->rest.matching);
    note_left_over(d, out);
    for (int i = 0; i < 2; i++)
        lm_matching_restore(d->rest.matching, (int32_t)pair[i]);
    lm_matching_repair(d->rest.matching);
    return LM_OK;
}

/* --- the best pairing with it */

static enum lm_status pair_in_view(struct forcing *f)
{
    f->d->question = &f->question;
    f->d->values = &f->values;
    enum lm_status status = lm_dutch_pair_exactly(f->d, f->bracket, f->end, &f->result);
    f->d->question = NULL;
    f->d->values = NULL;
    return status;
}

static bool leaves_a_rest(const struct forcing *f)
{
    bool complete = lm_dutch_rest_commit(f->d, &f->result);
    if (complete)
        lm_dutch_rest_undo(f->d, &f->result);
    return complete;
}

/* Pair for 2017, with the view of C.7; where the rest cannot be completed then, the bracket is the
 * PPB, as it would be in the walk (A.9). */
static enum lm_status pair_forced_2017(struct forcing *f)
{
    f->end = f->bracket->looks_down ? f->bracket->next_end : f->d->count;
    enum lm_status status = pair_in_view(f);
    if (status != LM_OK || !f->bracket->looks_down || leaves_a_rest(f))
        return status;
    f->ppb = *f->bracket;
    f->ppb.looks_down = false;
    f->bracket = &f->ppb;
    f->end = f->d->count;
    return pair_in_view(f);
}

static enum lm_status pair_forced(struct forcing *f)
{
    struct dutch *d = f->d;
    if (!d->edition->always_completes)
        return pair_forced_2017(f);
    for (;;) {
        bool proved = false;
        enum lm_status status = pair_in_view(f);
        if (status == LM_OK && lm_dutch_rest_commit(d, &f->result)) {
            proved = f->end == d->count || f->result.floater_count == 0 || !f->bracket->looks_down;
            if (!proved)
                status = lm_dutch_next_is_perfect(d, f->bracket, &f->result, &proved);
            if (!proved && f->end > f->bracket->next_begin)
                proved = lm_dutch_rest_confirm(d, &f->result);
            lm_dutch_rest_undo(d, &f->result);
        }
        if (status == LM_LIMIT || proved)
            return status;
        if (f->end == d->count)
            return LM_NO_PAIRING;
        f->end = lm_dutch_next_view(d, f->bracket, f->end);
    }
}

/* Do the same by counting, if that proves it: ${*done}. */
static enum lm_status pair_by_counting(struct forcing *f, bool *done)
{
    struct dutch *d = f->d;
    *done = false;
    if (f->bracket->collapsed || f->bracket->count < d->count_from)
        return LM_OK;
    d->question = &f->question;
    enum lm_status status = lm_dutch_pair_by_counting(d, f->bracket, &f->result, done);
    d->question = NULL;
    if (status != LM_OK || !*done)
        return status;
    *done =
        f->result.floater_count == f->actual->floater_count && lm_dutch_rest_commit(d, &f->result);
    if (!*done)
        return LM_OK;
    if (f->bracket->looks_down && f->result.floater_count > 0)
        status = lm_dutch_next_is_perfect(d, f->bracket, &f->result, done);
    lm_dutch_rest_undo(d, &f->result);
    return status;
}

/* --- the cost */

/* Find the values of the bracket with nothing prescribed, in the same view as ${f}.  For the
 * original bracket these are the same for all questions, and ${f}->known has them from the last
 * one. */
static enum lm_status values_as_it_is(struct forcing *f, struct dutch_values *out)
{
    bool same = f->bracket != &f->ppb;
    if (same && f->known->end == f->end) {
        *out = *f->known;
        return LM_OK;
    }
    if (same)
        *out = *f->known;
    else if (!lm_dutch_values_new(f->bracket, f->d->arena, out))
        return LM_LIMIT;
    struct lm_mark mark = lm_arena_mark(f->d->arena);
    struct dutch_model *m = lm_arena_alloc(f->d->arena, 1, sizeof *m);
    if (m == NULL)
        return LM_LIMIT;
    *m = (struct dutch_model){
        .d = f->d, .values = out, .bracket = f->bracket, .end = f->end, .arena = f->d->arena};
    enum lm_status status = lm_dutch_solve_bracket(m);
    lm_arena_reset(f->d->arena, mark);
    if (status == LM_OK && same)
        *f->known = *out;
    return status;
}

/* --- the values of two pairings by counting: each has at most one floater, and serves the
 * following bracket as well as any, so that the players below can be ignored */

static void add_pair(const struct dutch_model *m, uint32_t u, uint32_t v, int64_t *total)
{
    for (uint32_t i = 0; i < m->priority_count; i++)
        total[i] += lm_dutch_value_of(m, &m->priorities[i], u, v);
}

/* Add up the values of ${result}, whose players are those of the model: ${place} is the vertex of a
 * seat.  A floater has the bye if it is in view. */
static void add_result(const struct dutch_model *m, const struct dutch_result *result,
                       const uint32_t *place, int64_t *total)
{
    for (uint32_t i = 0; i < result->pair_count; i++)
        add_pair(m, place[result->pairs[i][0]], place[result->pairs[i][1]], total);
    for (uint32_t i = 0; i < result->floater_count && m->count > m->inside; i++)
        add_pair(m, place[result->floaters[i]], m->inside, total);
    for (uint32_t i = 0; i < result->floater_count && m->count == m->inside; i++)
        for (uint32_t k = 0; k < m->priority_count; k++)
            total[k] += lm_dutch_value_alone(m, &m->priorities[k], place[result->floaters[i]]);
}

static enum lm_status list_values(const struct dutch_model *m, const struct dutch_result *result,
                                  const uint32_t *place, struct dutch_values *out)
{
    out->total = lm_arena_alloc(m->arena, m->priority_count, sizeof *out->total);
    out->serves = m->priorities;
    out->count = m->priority_count;
    if (out->total == NULL)
        return LM_LIMIT;
    add_result(m, result, place, out->total);
    return LM_OK;
}

static enum lm_status values_by_counting(const struct forcing *f, struct dutch_values *now,
                                         struct dutch_values *then)
{
    const struct dutch *d = f->d;
    struct dutch_model *m = lm_arena_alloc(d->arena, 1, sizeof *m);
    uint32_t *place = lm_arena_alloc(d->arena, d->count, sizeof *place);
    if (m == NULL || place == NULL)
        return LM_LIMIT;
    *m = (struct dutch_model){
        .d = f->d, .bracket = f->bracket, .end = f->bracket->next_begin, .arena = d->arena};
    enum lm_status status = lm_dutch_list_vertices(m);
    if (status != LM_OK)
        return status;
    for (uint32_t v = 0; v < m->inside; v++)
        place[m->vertices[v].seat] = v;
    m->count_unplayed = m->count > m->inside && d->edition->weighs_bye;
    lm_dutch_list_priorities(m);
    status = list_values(m, f->actual, place, now);
    return status == LM_OK ? list_values(m, &f->result, place, then) : status;
}

static bool same_priority(const struct dutch_priority *a, const struct dutch_priority *b)
{
    return a->kind == b->kind && a->back == b->back && a->score == b->score;
}

static uint32_t partner_in(const struct dutch_result *r, uint32_t seat)
{
    for (uint32_t i = 0; i < r->pair_count; i++)
        if (r->pairs[i][0] == seat || r->pairs[i][1] == seat)
            return r->pairs[i][r->pairs[i][0] == seat];
    return LM_NOBODY;
}

/* Name the players of the bracket whom the rule of ${priority} concerns in one pairing and not in
 * the other. */
static enum lm_status note_hurt(const struct forcing *f, const struct dutch_priority *priority,
                                struct lm_forced *out)
{
    const struct lm_seat *seats = f->d->seats;
    uint32_t *now = lm_arena_alloc(f->d->arena, f->bracket->count, sizeof *now);
    uint32_t *then = lm_arena_alloc(f->d->arena, f->bracket->count, sizeof *then);
    if (now == NULL || then == NULL)
        return LM_LIMIT;
    size_t was = lm_dutch_concerned(f->d, f->bracket, f->actual, out->rule, now);
    size_t is = lm_dutch_concerned(f->d, f->bracket, &f->result, out->rule, then);
    for (size_t i = 0; i < is; i++) {
        uint32_t opponent = partner_in(&f->result, then[i]);
        bool scored = priority->kind != FLOATER_SCORE || seats[then[i]].score == priority->score;
        bool prescribed = f->question.other == LM_NOBODY && then[i] == f->question.seat;
        if (scored && !prescribed && !lm_is_among(now, was, then[i]))
            lm_forced_hurts(out, seats[then[i]].player,
                            opponent == LM_NOBODY ? LM_NOBODY : seats[opponent].player);
    }
    return LM_OK;
}

/* Is ${seat} the one of its pair who chooses an opponent: an MDP, or of S1? */
static bool is_top(const struct dutch_result *r, uint32_t seat)
{
    uint32_t partner = partner_in(r, seat);
    return partner != LM_NOBODY && seat < partner;
}

/* Find the first player with another opponent, where only the order is against the pair. */
static void find_first_change(const struct forcing *f, struct lm_forced *out)
{
    const struct lm_seat *seats = f->d->seats;
    out->first = out->own = out->other = out->up = out->down = LM_NOBODY;
    for (uint32_t i = f->bracket->moved; i < f->bracket->count; i++) {
        uint32_t seat = f->bracket->players[i];
        bool was = is_top(f->actual, seat), is = is_top(&f->result, seat);
        out->exchanges |= was != is;
        if (is && !was && out->up == LM_NOBODY && partner_in(f->actual, seat) != LM_NOBODY)
            out->up = seats[seat].player;
        if (was && !is && out->down == LM_NOBODY && partner_in(&f->result, seat) != LM_NOBODY)
            out->down = seats[seat].player;
    }
    for (uint32_t i = 0; i < f->bracket->count; i++) {
        uint32_t seat = f->bracket->players[i];
        uint32_t own = partner_in(f->actual, seat), other = partner_in(&f->result, seat);
        if (own == other || !is_top(f->actual, seat))
            continue;
        out->first = seats[seat].player;
        out->own = seats[own].player;
        out->other = other == LM_NOBODY ? LM_NOBODY : seats[other].player;
        return;
    }
}

static enum lm_status compare(const struct forcing *f, const struct dutch_values *now,
                              const struct dutch_values *then, struct lm_forced *out)
{
    uint32_t i = 0;
    while (i < now->count && i < then->count && now->total[i] == then->total[i] &&
           same_priority(&now->serves[i], &then->serves[i]))
        i++;
    out->possible = true;
    out->decided = i < now->count && i < then->count;
    if (!out->decided) {
        find_first_change(f, out);
        return LM_OK;
    }
    const struct dutch_priority *first = &then->serves[i];
    bool same = same_priority(first, &now->serves[i]);
    out->rule = (uint8_t)(f->d->edition->rule_of[first->kind] + (first->back == 2 ? 2 : 0));
    out->with = (int32_t)-then->total[i];
    out->without = same ? (int32_t)-now->total[i] : 0;
    return note_hurt(f, first, out);
}

/* Is the prescription forbidden in itself: by [C1], [C3] of the pair; for a player who leaves the
 * last bracket, by [C2] and [C5]? */
static bool forbidden_itself(const struct forcing *f, struct lm_forced *out)
{
    const struct dutch *d = f->d;
    uint32_t seat = f->question.seat, other = f->question.other;
    if (other != LM_NOBODY) {
        out->rule = lm_dutch_colours_allow(d, seat, other) ? DUTCH_C1 : DUTCH_C3;
        return !lm_dutch_compatible(d, seat, other);
    }
    if (f->bracket->next_begin < d->count)
        return false; /* a player below can be the opponent */
    out->rule = DUTCH_C2;
    if (!d->odd || d->seats[seat].pab_barred)
        return true;
    out->rule = DUTCH_C5;
    out->with = d->seats[seat].score;
    out->without = d->bye_score;
    return d->edition->weighs_bye && d->seats[seat].score > d->bye_score;
}

/* Solve the bracket with what ${f} prescribes, view by view, and compare. */
static enum lm_status force_exactly(struct forcing *f, struct lm_forced *out)
{
    struct dutch_values now;
    if (!lm_dutch_values_new(f->bracket, f->d->arena, &f->values))
        return LM_LIMIT;
    enum lm_status status = pair_forced(f);
    if (status == LM_NO_PAIRING) {
        out->rule = DUTCH_C4;
        return LM_OK;
    }
    if (status == LM_OK)
        status = values_as_it_is(f, &now);
    return status == LM_OK ? compare(f, &now, &f->values, out) : status;
}

/* Answer without earlier results, as cheaply as possible; by counting alone if ${by_counting}.
 * ${*done}: that proved it, or the exact method did. */
static enum lm_status force(struct forcing *f, bool by_counting, bool *done, struct lm_forced *out)
{
    struct lm_arena *arena = f->d->arena;
    struct dutch_values now = {0}, then = {0};
    *done = true;
    if (!completes(f, f->d))
        return explain_impossible(f, out);
    f->result.pairs = lm_arena_alloc(arena, f->d->count, sizeof *f->result.pairs);
    f->result.floaters = lm_arena_alloc(arena, f->d->count, sizeof *f->result.floaters);
    if (f->result.pairs == NULL || f->result.floaters == NULL)
        return LM_LIMIT;
    enum lm_status status = pair_by_counting(f, done);
    if (status == LM_OK && *done) {
        status = values_by_counting(f, &now, &then);
        return status == LM_OK ? compare(f, &now, &then, out) : status;
    }
    if (status != LM_OK || by_counting)
        return status;
    *done = true;
    return force_exactly(f, out);
}

enum lm_status lm_dutch_force(struct dutch *d, const struct dutch_bracket *bracket,
                              const struct dutch_result *actual, uint32_t end,
                              struct dutch_question question, struct dutch_values *known,
                              struct lm_forced *out)
{
    struct forcing f = {.d = d,
                        .bracket = bracket,
                        .actual = actual,
                        .question = question,
                        .known = known,
                        .end = end};
    bool done;
    *out = (struct lm_forced){.first = LM_NOBODY, .own = LM_NOBODY, .other = LM_NOBODY};
    return forbidden_itself(&f, out) ? LM_OK : force(&f, false, &done, out);
}

enum lm_status lm_dutch_force_by_counting(struct dutch *d, const struct dutch_bracket *bracket,
                                          const struct dutch_result *actual,
                                          struct dutch_question question, bool *done,
                                          struct lm_forced *out)
{
    struct forcing f = {.d = d, .bracket = bracket, .actual = actual, .question = question};
    *out = (struct lm_forced){.first = LM_NOBODY, .own = LM_NOBODY, .other = LM_NOBODY};
    *done = forbidden_itself(&f, out);
    return *done ? LM_OK : force(&f, true, done, out);
}

bool lm_dutch_forbids(struct dutch *d, const struct dutch_bracket *bracket,
                      const struct dutch_result *actual, struct dutch_question question,
                      struct lm_forced *out)
{
    struct forcing f = {.d = d, .bracket = bracket, .actual = actual, .question = question};
    *out = (struct lm_forced){.first = LM_NOBODY, .own = LM_NOBODY, .other = LM_NOBODY};
    if (question.other == LM_NOBODY)
        return false;
    if (forbidden_itself(&f, out))
        return true;
    out->rule = d->edition->rule_of[COLOUR_PREFERENCE];
    if (lm_dutch_colour_cost(d, question.seat, question.other).preference == 0)
        return false;
    uint32_t *missing = lm_arena_alloc(d->arena, bracket->count, sizeof *missing);
    if (missing == NULL || lm_dutch_concerned(d, bracket, actual, out->rule, missing) > 0)
        return false;
    out->possible = out->decided = true;
    out->with = 1;
    lm_forced_hurts(out, d->seats[question.seat].player, d->seats[question.other].player);
    return true;
}
