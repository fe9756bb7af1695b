/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/colour.h"
#include "pairing/dutch/dutch.h"

#include <string.h>

/*
 * The walk from bracket to bracket (art. 1.9; A.9 of 2017).
 *
 * A bracket is first paired with nothing below it in view.  If a proof shows that the criteria
 * about later brackets cannot be served better, that is the result; otherwise the view widens.  The
 * editions differ in what must be proved:
 *
 *   - in 2026 every bracket must leave a rest that can be completed [C4], and serve the following
 *     bracket [C8] as well as that allows;
 *   - in 2017 a bracket serves the following one (C.7) with no regard to completion.  If the rest
 *     cannot be completed then, the bracket is the PPB: it is paired again, for completion (C.4)
 *     instead of C.7, and all below it collapses into one last bracket, the CLB.
 */

/* The state of the walk over the brackets. */
struct walk {
    struct dutch d;
    uint32_t *players;          /* of the current bracket: MDPs, then residents */
    uint32_t moved;             /* MDPs among them */
    uint32_t next;              /* first seat not yet in a bracket */
    uint32_t collapse;          /* 2017: the first seat below the PPB; ${d.count}: there is none */
    struct dutch_result result; /* of the current bracket */
    uint32_t seen; /* end of the view of the last exact attempt; 0: none yet, or no pairing in it */
    uint32_t end;  /* end of the view that proved it */
    bool completes_alone; /* with nothing below in view the rest could be completed */
    int32_t *scores;      /* 2017: of its downfloaters, with nothing below it in view */
    uint32_t score_count;
    struct lm_pairing *pairing;
    const struct lm_pair_request *request;
    struct lm_bracket *weighed; /* per bracket: its alternatives and lines, if wanted */
};

static enum lm_status new_walk(struct walk *w, const struct dutch_edition *edition,
                               const struct lm_position *position, struct lm_arena *arena,
                               struct lm_log *log)
{
    uint32_t count = position->seat_count;
    w->d = (struct dutch){.edition = edition,
                          .position = position,
                          .seats = position->seats,
                          .count = count,
                          .odd = count % 2 == 1,
                          .arena = arena,
                          .log = log};
    w->collapse = count;
    w->players = lm_arena_alloc(arena, count, sizeof *w->players);
    w->result.pairs = lm_arena_alloc(arena, count, sizeof *w->result.pairs);
    w->result.floaters = lm_arena_alloc(arena, count, sizeof *w->result.floaters);
    w->scores = lm_arena_alloc(arena, count, sizeof *w->scores);
    w->pairing = lm_arena_alloc(arena, 1, sizeof *w->pairing);
    if (w->players == NULL || w->result.pairs == NULL || w->result.floaters == NULL ||
        w->scores == NULL || w->pairing == NULL)
        return LM_LIMIT;
    w->weighed = lm_arena_alloc(arena, count, sizeof *w->weighed);
    if (w->weighed == NULL)
        return LM_LIMIT;
    w->pairing->round = position->round;
    w->pairing->pairs = lm_arena_alloc(arena, count / 2 + 1, sizeof *w->pairing->pairs);
    return w->pairing->pairs == NULL ? LM_LIMIT : LM_OK;
}

/* Return the bracket of the next scoregroup, or of all of them collapsed, with the players left
 * over until now (art. 1.3.2). */
static struct dutch_bracket next_bracket(struct walk *w)
{
    const struct lm_seat *seats = w->d.seats;
    uint32_t count = w->d.count, end = w->next, after;
    bool collapsed = w->next >= w->collapse;
    while (end < count && (collapsed || seats[end].score == seats[w->next].score))
        w->players[w->moved + (end - w->next)] = end, end++;
    for (after = end; after < count && seats[after].score == seats[end].score;)
        after++;
    return (struct dutch_bracket){
        .players = w->players,
        .count = w->moved + (end - w->next),
        .moved = w->moved,
        .score = seats[w->next].score,
        .collapsed = collapsed,
        .looks_down = end < count,
        .next_begin = end,
        .next_end = after,
    };
}

static void note_scores(struct walk *w)
{
    w->score_count = w->result.floater_count;
    for (uint32_t i = 0; i < w->score_count; i++)
        w->scores[i] = w->d.seats[w->result.floaters[i]].score;
}

static bool has_noted_scores(const struct walk *w)
{
    bool same = w->score_count == w->result.floater_count;
    for (uint32_t i = 0; same && i < w->score_count; i++)
        same = w->scores[i] == w->d.seats[w->result.floaters[i]].score;
    return same;
}

/* Is the result, with which the rest can be completed, as good as any for the players below? */
static enum lm_status prove(struct walk *w, const struct dutch_bracket *bracket, uint32_t end,
                            bool *proved)
{
    struct dutch *d = &w->d;
    bool ahead = end > bracket->next_begin;
    *proved = true;
    if (!bracket->looks_down || w->result.floater_count == 0)
        return LM_OK;
    if (ahead && !d->edition->always_completes) {
        /* With all players in view the model puts completion before all criteria.  C.5 and C.6 come
         * before C.7, so that is right only if they did not suffer. */
        *proved = end < d->count || has_noted_scores(w);
        return LM_OK;
    }
    if (end == d->count)
        return LM_OK;
    /* The players who leave it together cannot meet each other, or they would be a pair of it. */
    uint32_t next = bracket->next_end - bracket->next_begin;
    enum lm_status status = LM_OK;
    *proved = false;
    if (w->result.floater_count <= next)
        status = lm_dutch_next_is_perfect(d, bracket, &w->result, proved);
    *proved = *proved || (ahead && lm_dutch_rest_confirm(d, &w->result));
    return status;
}

/* Take the pairs of the result, which was found with the seats up to ${end} in view, out of the
 * rest, if the result is proved right; otherwise return LM_NO_PAIRING: a wider view has to
 * decide. */
static enum lm_status commit(struct walk *w, const struct dutch_bracket *bracket, uint32_t end)
{
    if (end == bracket->next_begin)
        note_scores(w);
    if (!lm_dutch_rest_commit(&w->d, &w->result))
        return LM_NO_PAIRING;
    w->completes_alone |= end == bracket->next_begin;
    bool proved;
    w->end = end;
    enum lm_status status = prove(w, bracket, end, &proved);
    if (status != LM_OK || proved)
        return status;
    lm_dutch_rest_undo(&w->d, &w->result);
    return LM_NO_PAIRING;
}

static enum lm_status try_exactly(struct walk *w, const struct dutch_bracket *bracket, uint32_t end)
{
    enum lm_status status = lm_dutch_pair_exactly(&w->d, bracket, end, &w->result);
    w->seen = status == LM_OK ? end : 0;
    return status == LM_OK ? commit(w, bracket, end) : status;
}

/* Pair by counting; ${*done}: a pairing was found, whether proved or not. */
static enum lm_status try_counting(struct walk *w, const struct dutch_bracket *bracket, bool *done)
{
    enum lm_status status = lm_dutch_pair_by_counting(&w->d, bracket, &w->result, done);
    if (status != LM_OK)
        return status;
    return *done ? commit(w, bracket, bracket->next_begin) : LM_NO_PAIRING;
}

/* Return the end of a scoregroup at or after ${end}. */
static uint32_t group_end(const struct dutch *d, uint32_t end)
{
    while (end > 0 && end < d->count && d->seats[end].score == d->seats[end - 1].score)
        end++;
    return end;
}

uint32_t lm_dutch_next_view(const struct dutch *d, const struct dutch_bracket *bracket,
                            uint32_t end)
{
    uint32_t size = bracket->count + end - bracket->next_begin;
    return end < bracket->next_end      ? bracket->next_end
           : d->count - end <= 2 * size ? d->count
                                        : group_end(d, end + size);
}

/* Make ${bracket} the PPB (2017, A.9): the rest cannot be completed after its best pairing, so it
 * is paired for completion (C.4), not for the following bracket (C.7). */
static void collapse(struct walk *w, struct dutch_bracket *bracket)
{
    w->collapse = bracket->next_begin;
    bracket->looks_down = false;
}

/* Return the end of the widest view of ${bracket}, in which any result is proved. */
static uint32_t last_view(const struct dutch *d, const struct dutch_bracket *bracket)
{
    return d->edition->always_completes || !bracket->looks_down ? d->count : bracket->next_end;
}

/* Pair the PPB (2017), which the walk reaches after all other views.  It only drops C.7, which does
 * not concern the bracket alone: so its pairing with nothing else in view is unchanged, and right
 * if only C.7 was against it; otherwise the rest has to be in view.  Where all of the rest is the
 * next bracket and no player gets the bye, all players who leave meet one of it in any case: C.7
 * had no effect, and the last result, with all players in view, is final. */
static enum lm_status pair_ppb(struct walk *w, struct dutch_bracket *bracket)
{
    const struct dutch *d = &w->d;
    collapse(w, bracket);
    if (!w->completes_alone && w->seen == d->count && bracket->next_end == d->count && !d->odd)
        return commit(w, bracket, d->count);
    return try_exactly(w, bracket, w->completes_alone ? bracket->next_begin : d->count);
}

static bool is_counted(const struct walk *w, const struct dutch_bracket *bracket)
{
    return bracket->count >= w->d.count_from && !bracket->collapsed;
}

/* Pair with nothing below ${bracket} in view.  A result found by counting is not computed again
 * where a wider view has to decide. */
static enum lm_status pair_alone(struct walk *w, struct dutch_bracket *bracket, uint32_t last)
{
    enum lm_status status = LM_NO_PAIRING;
    bool found = false;
    w->completes_alone = false;
    w->seen = 0;
    if (is_counted(w, bracket))
        status = try_counting(w, bracket, &found);
    if (status == LM_NO_PAIRING && !(found && bracket->next_begin < last))
        status = try_exactly(w, bracket, bracket->next_begin);
    return status;
}

/* Start from the bracket alone, and widen the view until the result is proved. */
static enum lm_status pair_bracket(struct walk *w, struct dutch_bracket *bracket)
{
    const struct dutch *d = &w->d;
    uint32_t end = bracket->next_begin, last = last_view(d, bracket);
    enum lm_status status = pair_alone(w, bracket, last);
    while (status == LM_NO_PAIRING && end < last) {
        end = lm_dutch_next_view(d, bracket, end);
        status = try_exactly(w, bracket, end);
    }
    if (status == LM_NO_PAIRING && bracket->looks_down && !d->edition->always_completes)
        status = pair_ppb(w, bracket);
    return status == LM_NO_PAIRING ? LM_INTERNAL : status;
}

static void add_pair(struct walk *w, uint32_t high, uint32_t low, uint32_t bracket)
{
    enum lm_dutch_colour_rule rule;
    bool white = lm_dutch_gets_white(w->d.position, high, low, &rule);
    struct lm_pair *pair = &w->pairing->pairs[w->pairing->pair_count++];
    *pair = lm_pair_of(w->d.position, high, low, white, bracket);
    pair->colour_rule = (uint8_t)rule;
}

/* Enter the bracket's pairs; its floaters are the MDPs of the next. */
static void close_bracket(struct walk *w, const struct dutch_bracket *bracket, uint32_t number)
{
    for (uint32_t i = 0; i < w->result.pair_count; i++)
        add_pair(w, w->result.pairs[i][0], w->result.pairs[i][1], number);
    w->moved = w->result.floater_count;
    memcpy(w->players, w->result.floaters, w->moved * sizeof *w->players);
    w->next = bracket->next_begin;
}

/* Weigh the alternatives of the bracket, if wanted. */
static enum lm_status weigh(struct walk *w, const struct dutch_bracket *bracket, uint32_t number)
{
    if (w->request->want < LM_WANT_ALTERNATIVES)
        return LM_OK;
    return lm_dutch_weigh(&w->d, bracket, w->end, &w->result, w->request, &w->weighed[number]);
}

/* Give the reasons: the finished round as lm_dutch_judge sees it, with the alternatives weighed in
 * the walk. */
static enum lm_status give_reasons(struct walk *w)
{
    struct lm_pairing *judged;
    if (w->request->want < LM_WANT_REASONS)
        return LM_OK;
    enum lm_status status =
        lm_dutch_judge(w->d.edition, w->d.position, w->collapse, false, w->pairing->pairs,
                       w->pairing->pair_count, w->d.arena, &judged);
    if (status != LM_OK)
        return status;
    struct lm_bracket *brackets =
        lm_arena_alloc(w->d.arena, judged->bracket_count, sizeof *brackets);
    if (brackets == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < judged->bracket_count; i++) {
        brackets[i] = judged->brackets[i];
        brackets[i].lines = w->weighed[i].lines;
        if (w->weighed[i].alternative_count == 0)
            continue;
        brackets[i].alternatives = w->weighed[i].alternatives;
        brackets[i].alternative_count = w->weighed[i].alternative_count;
    }
    w->pairing = judged;
    w->pairing->brackets = brackets;
    return LM_OK;
}

enum lm_status lm_dutch_pair_round(const struct dutch_edition *edition,
                                   const struct lm_position *position,
                                   const struct lm_pair_request *request, uint32_t count_from,
                                   struct lm_arena *arena, struct lm_log *log,
                                   struct lm_pairing **out, uint32_t *collapse)
{
    struct walk w = {.request = request};
    enum lm_status status = new_walk(&w, edition, position, arena, log);
    w.d.count_from = count_from;
    if (status == LM_OK)
        status = lm_dutch_rest_new(&w.d);
    uint32_t number = 0;
    for (; status == LM_OK && w.next < w.d.count; number++) {
        struct dutch_bracket bracket = next_bracket(&w);
        status = pair_bracket(&w, &bracket);
        if (status == LM_OK)
            status = weigh(&w, &bracket, number);
        if (status == LM_OK)
            close_bracket(&w, &bracket, number);
    }
    if (status != LM_OK)
        return status;
    if (w.moved != w.d.odd)
        return LM_INTERNAL;
    if (w.moved == 1)
        w.pairing->pairs[w.pairing->pair_count++] =
            lm_pair_of(w.d.position, w.players[0], LM_NOBODY, true, number - 1);
    status = give_reasons(&w);
    if (status != LM_OK)
        return status;
    *out = w.pairing;
    *collapse = w.collapse;
    return LM_OK;
}
