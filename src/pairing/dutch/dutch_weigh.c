/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/dutch/dutch_forced.h"

/*
 * "Why not this opponent?"  The questions asked about a bracket: for each player the opponent whom
 * the order of the rules would have given without other conditions (art. 3.3, 4.2), and for each
 * player who leaves it the one who would have left instead.  A player who asks also learns about
 * the others before the actual opponent.  dutch_forced.c answers.
 */

enum { QUESTIONS_EACH = 4 };

/* For all players of a large bracket: the number of consecutive questions that counting does not
 * answer after which it is not tried again, and the limit of players counted in total. */
enum { FAILURES_MOST = 8, EFFORT_MOST = 1 << 20 };

/* The reason for a question. */
enum why { EXPECTED, BEFORE };

struct weighing {
    struct dutch *d;
    const struct dutch_bracket *bracket;
    const struct dutch_result *result;
    uint32_t end; /* end of the view that proved it */
    bool cheaply; /* solve nothing exactly */
    uint32_t failures;
    uint64_t effort;
    struct dutch_values known; /* the bracket's values, for questions that are solved */
    const struct lm_pair_request *request;
    uint32_t *expected; /* per index in the bracket: seat; LM_NOBODY: leaves it */
    struct lm_alternative *all;
    size_t count, capacity;
};

/* --- the result of the order alone */

static uint32_t index_of(const struct dutch_bracket *b, uint32_t seat)
{
    uint32_t i = 0;
    while (b->players[i] != seat)
        i++;
    return i;
}

static bool floats(const struct dutch_result *r, uint32_t seat)
{
    for (uint32_t i = 0; i < r->floater_count; i++)
        if (r->floaters[i] == seat)
            return true;
    return false;
}

static void expect(struct weighing *w, uint32_t a, uint32_t b)
{
    w->expected[a] = w->bracket->players[b];
    w->expected[b] = w->bracket->players[a];
}

/* List the first candidate of the bracket (art. 3.3, 4.2), with the MDPs that are paired in it:
 * these against the first residents, of the others the upper half against the lower one. */
static enum lm_status list_expected(struct weighing *w)
{
    const struct dutch_bracket *b = w->bracket;
    w->expected = lm_arena_alloc(w->d->arena, b->count, sizeof *w->expected);
    if (w->expected == NULL)
        return LM_LIMIT;
    uint32_t next = b->moved;
    for (uint32_t i = 0; i < b->count; i++)
        w->expected[i] = LM_NOBODY;
    for (uint32_t i = 0; i < b->moved && next < b->count; i++)
        if (!floats(w->result, b->players[i]))
            expect(w, i, next++);
    uint32_t pairs = w->result->pair_count - (next - b->moved);
    for (uint32_t i = 0; i < pairs && next + pairs + i < b->count; i++)
        expect(w, next + i, next + pairs + i);
    return LM_OK;
}

/* --- questions */

static struct lm_alternative *asked_already(const struct weighing *w,
                                            const struct lm_alternative *q)
{
    for (size_t i = 0; i < w->count; i++) {
        struct lm_alternative *other = &w->all[i];
        if ((other->player == q->player && other->opponent == q->opponent) ||
            (other->player == q->opponent && other->opponent == q->player))
            return other;
    }
    return NULL;
}

/* Keep the result of ${answer}'s forced pairing. */
static enum lm_status keep(struct weighing *w, struct lm_alternative *answer)
{
    answer->possible = answer->forced.possible;
    answer->later = answer->possible && !answer->forced.decided;
    answer->rule = answer->forced.rule;
    if (!lm_arena_grow(w->d->arena, &w->all, &w->capacity, w->count + 1, sizeof *w->all))
        return LM_LIMIT;
    w->all[w->count++] = *answer;
    return LM_OK;
}

/* --- answers from the lines of the first candidate */

static uint32_t partner_of(const struct dutch_result *r, uint32_t seat)
{
    for (uint32_t i = 0; i < r->pair_count; i++)
        if (r->pairs[i][0] == seat || r->pairs[i][1] == seat)
            return r->pairs[i][r->pairs[i][0] == seat];
    return LM_NOBODY;
}

/* Return the row of ${seat}, from 1, if it is its top (${top}) or its bottom; 0: neither. */
static uint32_t row_of(const struct weighing *w, uint32_t seat, bool top)
{
    if (seat == LM_NOBODY)
        return 0;
    uint32_t own = index_of(w->bracket, seat), other = w->expected[own];
    if (other == LM_NOBODY || (own < index_of(w->bracket, other)) != top)
        return 0;
    return (top ? own : index_of(w->bracket, other)) + 1;
}

static bool is_before(const struct weighing *w, uint32_t seat, bool top, uint32_t row)
{
    uint32_t own = row_of(w, seat, top);
    return own != 0 && own < row;
}

/* Test the lines where ${seat} and ${other} are opposite and can meet: has an earlier player taken
 * one of them (art. 3.3, 4.2)? */
static bool follow_lines(const struct weighing *w, uint32_t seat, uint32_t other,
                         struct lm_alternative *answer)
{
    const struct lm_seat *seats = w->d->seats;
    bool first = row_of(w, seat, true) != 0;
    uint32_t top = first ? seat : other, bottom = first ? other : seat;
    uint32_t row = row_of(w, top, true);
    uint32_t of_top = partner_of(w->result, top), of_bottom = partner_of(w->result, bottom);
    struct lm_forced *forced = &answer->forced;
    *forced = (struct lm_forced){
        .possible = true, .first = LM_NOBODY, .own = LM_NOBODY, .other = LM_NOBODY};
    answer->line = LM_LINE_NONE;
    if (is_before(w, of_bottom, true, row) || is_before(w, of_top, true, row)) {
        bool taken = is_before(w, of_bottom, true, row);
        answer->line = LM_LINE_TAKEN;
        forced->first = seats[taken ? of_bottom : of_top].player;
        forced->own = seats[taken ? bottom : top].player;
    } else if (is_before(w, of_top, false, row)) {
        answer->line = LM_LINE_LEFT;
        forced->first = seats[of_top].player;
    }
    answer->player = seats[top].player;
    answer->opponent = seats[bottom].player;
    answer->told = answer->line != LM_LINE_NONE;
    return answer->told;
}

/* Prescribe ${question} by counting, unless that has failed too often here. */
static enum lm_status try_counting(struct weighing *w, struct dutch_question question, bool *done,
                                   struct lm_alternative *answer)
{
    *done = false;
    if (w->failures == FAILURES_MOST || w->effort > EFFORT_MOST)
        return LM_OK;
    enum lm_status status =
        lm_dutch_force_by_counting(w->d, w->bracket, w->result, question, done, &answer->forced);
    w->failures = *done ? 0 : w->failures + 1;
    w->effort += w->bracket->count;
    return status;
}

/* Answer ${question} without solving the bracket exactly, into ${answer}: ${*answered}. */
static enum lm_status answer_cheaply(struct weighing *w, struct dutch_question question,
                                     bool *answered, struct lm_alternative *answer)
{
    *answered = lm_dutch_forbids(w->d, w->bracket, w->result, question, &answer->forced);
    if (*answered) {
        answer->was_forced = !answer->forced.possible;
        answer->bounded = answer->forced.possible;
        return LM_OK;
    }
    enum lm_status status = try_counting(w, question, answered, answer);
    if (status != LM_OK || *answered)
        return status;
    *answered = answer->expected && question.other != LM_NOBODY &&
                follow_lines(w, question.seat, question.other, answer);
    answer->was_forced = false;
    return LM_OK;
}

/* Find the cost of ${seat} meeting ${other}, or (LM_NOBODY) leaving the bracket. */
static enum lm_status ask(struct weighing *w, uint32_t seat, uint32_t other, enum why why)
{
    const struct lm_seat *seats = w->d->seats;
    struct lm_alternative answer = {
        .player = seats[seat].player,
        .opponent = other == LM_NOBODY ? LM_NOBODY : seats[other].player,
        .expected = why == EXPECTED,
        .was_forced = true,
    };
    struct lm_alternative *before = asked_already(w, &answer);
    if (before != NULL) {
        before->expected |= answer.expected;
        return LM_OK;
    }
    struct lm_mark mark = lm_arena_mark(w->d->arena);
    const struct dutch_question question = {seat, other};
    bool answered = true;
    enum lm_status status = w->cheaply ? answer_cheaply(w, question, &answered, &answer)
                                       : lm_dutch_force(w->d, w->bracket, w->result, w->end,
                                                        question, &w->known, &answer.forced);
    lm_arena_reset(w->d->arena, mark);
    return status == LM_OK && answered ? keep(w, &answer) : status;
}

static bool is_asked_for(const struct weighing *w, uint32_t seat)
{
    return w->request->player == LM_NOBODY || w->d->seats[seat].player == w->request->player;
}

/* Ask about the expected opponents of the two of pair ${number}. */
static enum lm_status ask_of_expected(struct weighing *w, uint32_t number)
{
    const uint32_t *pair = w->result->pairs[number];
    enum lm_status status = LM_OK;
    if (!is_asked_for(w, pair[0]) && !is_asked_for(w, pair[1]))
        return LM_OK;
    for (int i = 0; i < 2 && status == LM_OK; i++) {
        uint32_t expected = w->expected[index_of(w->bracket, pair[i])];
        if (expected != LM_NOBODY && expected != pair[1 - i])
            status = ask(w, pair[i], expected, EXPECTED);
    }
    return status;
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

/* Where more players leave than the number requires: ask about the opponent of ${seat}, who is one
 * of them, if no additional player had to leave. */
static enum lm_status ask_of_staying(struct weighing *w, uint32_t seat)
{
    const struct dutch_bracket *b = w->bracket;
    uint32_t index = index_of(b, seat), residents = b->count - b->moved;
    uint32_t moved = b->moved < residents ? b->moved : residents;
    uint32_t half = (residents - moved) / 2, other;
    if (!is_asked_for(w, seat) || w->result->floater_count <= b->count % 2)
        return LM_OK;
    if (index < b->moved) {
        other = index < residents ? b->moved + index : LM_NOBODY;
    } else if (index < b->moved + moved) {
        other = index - b->moved;
    } else {
        uint32_t at = index - b->moved - moved, begin = b->moved + moved;
        other = at < half ? begin + half + at : at < 2 * half ? begin + at - half : LM_NOBODY;
    }
    return other == LM_NOBODY ? LM_OK : ask(w, seat, b->players[other], EXPECTED);
}

/* Ask about players before the actual opponent in the order of transpositions (art. 4.2): for an
 * MDP any resident, for a player of S1 those of S2, as far as the pairs before have left them. */
static enum lm_status ask_of_pair(struct weighing *w, uint32_t number)
{
    const struct dutch_bracket *b = w->bracket;
    uint32_t upper = w->result->pairs[number][0], lower = w->result->pairs[number][1];
    bool moved = w->d->seats[upper].score > b->score;
    uint32_t asked = 0;
    enum lm_status status = ask_of_expected(w, number);
    if (w->request->player == LM_NOBODY || (!is_asked_for(w, upper) && !is_asked_for(w, lower)))
        return status;
    for (uint32_t i = b->moved; i < b->count && asked < QUESTIONS_EACH && status == LM_OK; i++) {
        uint32_t other = b->players[i];
        if (other >= lower)
            break;
        if (other == upper || is_taken(w->result, number, other) ||
            (!moved && is_upper(w->result, other)))
            continue;
        asked++;
        status = ask(w, upper, other, BEFORE);
    }
    return status;
}

/* The plain order lets the last ones leave: ask why not one of those after ${seat}.  The last of
 * them is the one expected to leave. */
static enum lm_status ask_of_floater(struct weighing *w, uint32_t seat)
{
    const struct dutch_bracket *b = w->bracket;
    uint32_t limit = w->request->player == LM_NOBODY ? 1 : QUESTIONS_EACH, asked = 0;
    if (!is_asked_for(w, seat) || index_of(b, seat) < b->moved)
        return LM_OK;
    for (uint32_t i = b->count; i-- > b->moved && asked < limit;) {
        if (b->players[i] <= seat)
            break;
        if (floats(w->result, b->players[i]))
            continue;
        enum lm_status status = ask(w, b->players[i], LM_NOBODY, asked++ == 0 ? EXPECTED : BEFORE);
        if (status != LM_OK)
            return status;
    }
    return LM_OK;
}

/* List the opponents in the first candidate. */
static enum lm_status list_lines(const struct weighing *w, struct lm_lines *out)
{
    const struct dutch_bracket *b = w->bracket;
    uint32_t *tops = lm_arena_alloc(w->d->arena, b->count / 2, sizeof *tops);
    uint32_t *bottoms = lm_arena_alloc(w->d->arena, b->count / 2, sizeof *bottoms);
    *out = (struct lm_lines){.tops = tops, .bottoms = bottoms};
    if (tops == NULL || bottoms == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < b->count; i++) {
        uint32_t other = w->expected[i];
        if (other == LM_NOBODY || index_of(b, other) < i)
            continue;
        tops[out->count] = w->d->seats[b->players[i]].player;
        bottoms[out->count++] = w->d->seats[other].player;
    }
    return LM_OK;
}

static enum lm_status ask_all(struct weighing *w)
{
    enum lm_status status = list_expected(w);
    for (uint32_t i = 0; i < w->result->pair_count && status == LM_OK; i++)
        status = ask_of_pair(w, i);
    for (uint32_t i = 0; i < w->result->floater_count && status == LM_OK; i++)
        status = ask_of_staying(w, w->result->floaters[i]);
    for (uint32_t i = 0; i < w->result->floater_count && status == LM_OK; i++)
        status = ask_of_floater(w, w->result->floaters[i]);
    return status;
}

enum lm_status lm_dutch_weigh(struct dutch *d, const struct dutch_bracket *bracket, uint32_t end,
                              const struct dutch_result *result,
                              const struct lm_pair_request *request, struct lm_bracket *out)
{
    struct weighing w = {
        .d = d, .bracket = bracket, .result = result, .end = end, .request = request};
    w.cheaply = request->player == LM_NOBODY && bracket->count > DUTCH_WEIGHED_FOR_ALL;
    if (!w.cheaply && !lm_dutch_values_new(bracket, d->arena, &w.known))
        return LM_LIMIT;
    lm_dutch_rest_undo(d, result);
    enum lm_status status = ask_all(&w);
    if (status == LM_OK && !lm_dutch_rest_commit(d, result))
        return LM_INTERNAL;
    out->alternatives = w.all;
    out->alternative_count = w.count;
    return status == LM_OK ? list_lines(&w, &out->lines) : status;
}
