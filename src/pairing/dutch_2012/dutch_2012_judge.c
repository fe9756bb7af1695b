/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "limmat/words.h"
#include "pairing/dutch_2012/dutch_2012.h"
#include "pairing/judge.h"
#include "pairing/turns.h"

/*
 * Findings on a pairing, bracket by bracket: of players with equal points, and those moved down to
 * them.  Steps that only the procedure knows (C12, C13) do not appear.
 */

enum rule {
    MET_BEFORE,
    SAME_CLOSED,
    SECOND_BYE = LM_DUTCH_2012_SECOND_BYE,
    HELPS_LOWEST = LM_DUTCH_2012_HELPS_LOWEST,
    LEFT_OVER,
    BROKEN_B2,
    BROKEN_A7D,
    MISSED_COLOUR,
    MISSED_STRONG,
    DOWN_AGAIN,
    DOWN_AGAIN_2,
    UP_AGAIN,
    UP_AGAIN_2,
    RULE_COUNT
};

#define C041 "C.04.1 "
#define BY   " (2012)"

const struct lm_rule lm_dutch_2012_criteria[] = {
    [MET_BEFORE] = {"B.1.a", C041 "B.1.a" BY, "two players meet only once",
                    .reason = LM_KEY("obstacle.met")},
    [SAME_CLOSED] = {"B.2c", C041 "B.2" BY, "two players with the same absolute preference",
                     .reason = LM_KEY("obstacle.same-absolute")},
    [SECOND_BYE] = {"B.1.b", C041 "B.1.b" BY, "no bye for who received points without playing",
                    .reason = LM_KEY("obstacle.second-bye")},
    [HELPS_LOWEST] = {"C.13", C041 "C.13" BY, "the lowest bracket has to be paired",
                      .reason = LM_KEY("obstacle.lowest-pairs")},
    [LEFT_OVER] = {"C.14", C041 "C.14" BY, "players who leave the bracket",
                   .reason = LM_KEY("obstacle.floaters"),
                   .plain = LM_KEY("obstacle.floaters-plain")},
    [BROKEN_B2] = {"B.2", C041 "B.2, C.10.g" BY, "top scorers with the same absolute preference",
                   .reason = LM_KEY("obstacle.closed"), .plain = LM_KEY("obstacle.closed-plain"),
                   .own = LM_KEY("wish.closed")},
    [BROKEN_A7D] = {"A.7.d", C041 "A.7.d, C.10.f" BY,
                    "odd rounds: strong preferences count as absolute",
                    .reason = LM_KEY("obstacle.strong"), .plain = LM_KEY("obstacle.strong-plain")},
    [MISSED_COLOUR] = {"B.4", C041 "B.4, C.10.e" BY, "pairs that miss a colour preference (X)",
                       .reason = LM_KEY("obstacle.colour"), .own = LM_KEY("wish.colour")},
    [MISSED_STRONG] = {"A.8.b", C041 "A.8.b, C.10.e" BY,
                       "even rounds: pairs that miss a strong preference (Z)",
                       .reason = LM_KEY("obstacle.strong"),
                       .plain = LM_KEY("obstacle.strong-plain")},
    [DOWN_AGAIN] = {"B.5d", C041 "B.5, C.10.d" BY, "no downfloat in two consecutive rounds",
                    .reason = LM_KEY("obstacle.down-1"), .plain = LM_KEY("obstacle.floats-again"),
                    .own = LM_KEY("wish.down-1")},
    [DOWN_AGAIN_2] = {"B.6d", C041 "B.6, C.10.c" BY, "no downfloat as two rounds before",
                      .reason = LM_KEY("obstacle.down-2"), .plain = LM_KEY("obstacle.floats-again"),
                      .own = LM_KEY("wish.down-2")},
    [UP_AGAIN] = {"B.5u", C041 "B.5, C.10.b" BY, "no upfloat in two consecutive rounds",
                  .reason = LM_KEY("obstacle.up-1"), .plain = LM_KEY("obstacle.floats-again"),
                  .own = LM_KEY("wish.up-1")},
    [UP_AGAIN_2] = {"B.6u", C041 "B.6, C.10.a" BY, "no upfloat as two rounds before",
                    .reason = LM_KEY("obstacle.up-2"), .plain = LM_KEY("obstacle.floats-again"),
                    .own = LM_KEY("wish.up-2")},
    [RULE_COUNT] = {0},
};

enum order { ORDER_OTHER, ORDER_HALVES, ORDER_MOVED, ORDER_REMAINDER, ORDER_NEXT };

const struct lm_rule lm_dutch_2012_order_rules[] = {
    [ORDER_OTHER] = {"order", C041 "C, D" BY, "the first in order that is good enough",
                     .reason = LM_KEY("natural.order")},
    [ORDER_HALVES] = {"halves", C041 "C.6" BY, "the upper half against the lower half",
                      .reason = LM_KEY("natural.halves"), .plain = LM_KEY("natural.mixed")},
    [ORDER_MOVED] = {"moved", C041 "C.6" BY, "moved down players against the first residents",
                     .reason = LM_KEY("natural.moved")},
    [ORDER_REMAINDER] = {"rest", C041 "C.6" BY, "the remainder: upper half against lower half",
                         .reason = LM_KEY("natural.rest")},
    [ORDER_NEXT] = {"next", C041 "C.6, D.1" BY, "the first who is left, in order",
                    .reason = LM_KEY("natural.next")},
    {0},
};

struct review {
    const struct lm_position *position;
    struct lm_arena *arena;
    struct lm_given given;
    uint32_t *place; /* seats in the bracket, in order */
    uint32_t *left;  /* seats that leave it */
    uint32_t count, left_count, moved_count;
    bool lowest;
    bool asks;  /* why do those opposite in the lines not meet? */
    bool first; /* the lines are those of moved-down players */
    int32_t value[RULE_COUNT];
    uint32_t *named[RULE_COUNT]; /* player indices, ... */
    uint32_t named_count[RULE_COUNT];
    uint8_t *order;                 /* per seat: enum order of its pair */
    uint32_t *tops, *bottoms, rows; /* player indices: the lines of the bracket */
    struct lm_bracket *out;
    size_t brackets;
};

static void fall_short(struct review *r, enum rule rule, uint32_t seat)
{
    r->named[rule][r->named_count[rule]++] = r->position->seats[seat].player;
}

static void review_downfloat(struct review *r, uint32_t seat)
{
    const struct lm_seat *who = &r->position->seats[seat];
    const bool again[] = {who->float_1 == LM_DOWNFLOAT, who->float_2 == LM_DOWNFLOAT};
    for (int i = 0; i < 2; i++)
        if (again[i]) {
            r->value[DOWN_AGAIN + (enum rule)i]++;
            fall_short(r, DOWN_AGAIN + (enum rule)i, seat);
        }
}

static void miss(struct review *r, enum rule rule, uint32_t a, uint32_t b)
{
    const uint32_t pair[] = {a, b};
    r->value[rule]++;
    for (int i = 0; i < 2; i++) {
        bool white = r->given.colour[pair[i]] > 0;
        if (white != (r->position->seats[pair[i]].wish == LM_WHITE))
            fall_short(r, rule, pair[i]);
    }
}

/* Store what the pair of seats ${a} < ${b} drops of C10: 0 or 1 under each rule; ${first}: ${a} is
 * a moved-down player who is paired first. */
static void costs_of(const struct lm_position *p, uint32_t a, uint32_t b, bool first,
                     uint8_t cost[RULE_COUNT])
{
    const struct lm_seat *x = &p->seats[a], *y = &p->seats[b];
    bool odd = p->round % 2 == 1;
    bool same = x->wish == y->wish && x->wish != LM_NO_COLOUR;
    bool absolute = same && x->strength == LM_ABSOLUTE && y->strength == LM_ABSOLUTE;
    bool strong = same && x->strength >= LM_STRONG && y->strength >= LM_STRONG;
    bool up = x->score != y->score, down = up && !first;
    memset(cost, 0, RULE_COUNT);
    cost[BROKEN_B2] = absolute;
    cost[BROKEN_A7D] = odd && strong && !absolute;
    cost[MISSED_COLOUR] = same;
    cost[MISSED_STRONG] = !odd && strong;
    cost[DOWN_AGAIN] = down && x->float_1 == LM_DOWNFLOAT;
    cost[DOWN_AGAIN_2] = down && x->float_2 == LM_DOWNFLOAT;
    cost[UP_AGAIN] = up && y->float_1 == LM_UPFLOAT;
    cost[UP_AGAIN_2] = up && y->float_2 == LM_UPFLOAT;
}

/* Review the pair of seats ${a} < ${b}; ${first}: ${a} is a moved-down player who is paired
 * first. */
static void review_pair(struct review *r, uint32_t a, uint32_t b, bool first)
{
    uint8_t cost[RULE_COUNT];
    bool barred = lm_is_barred(r->position, a, b);
    costs_of(r->position, a, b, first, cost);
    r->value[MET_BEFORE] += barred;
    r->value[SAME_CLOSED] += !barred && !lm_dutch_2012_legal(r->position, a, b);
    for (enum rule rule = BROKEN_B2; rule <= MISSED_STRONG; rule++)
        if (cost[rule] > 0)
            miss(r, rule, a, b);
    for (enum rule rule = DOWN_AGAIN; rule < RULE_COUNT; rule++)
        if (cost[rule] > 0) {
            r->value[rule]++;
            fall_short(r, rule, rule < UP_AGAIN ? a : b);
        }
}

/* Review the pairs of the bracket, and the players who leave it. */
static void review_members(struct review *r, uint32_t end)
{
    bool heterogeneous = 2 * r->moved_count < r->count; /* A.3 */
    r->left_count = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        uint32_t seat = r->place[i], other = r->given.partner[seat];
        if (other != LM_NOBODY && other < end) {
            if (seat < other)
                review_pair(r, seat, other, heterogeneous && i < r->moved_count);
            continue;
        }
        r->value[SECOND_BYE] += seat == r->given.bye && r->position->seats[seat].pab_barred;
        r->value[LEFT_OVER] += !r->lowest;
        review_downfloat(r, seat);
        r->left[r->left_count++] = seat;
    }
}

/* ---- Why not the opponent opposite? ---- */

/* Test a pair by B1, B2; and by C10, where the bracket drops nothing. */
static enum lm_bar bars(const void *context, uint32_t top, uint32_t bottom, uint8_t *rule)
{
    const struct review *r = context;
    uint8_t cost[RULE_COUNT];
    uint32_t a = top < bottom ? top : bottom, b = top < bottom ? bottom : top;
    *rule = lm_is_barred(r->position, a, b) ? MET_BEFORE : SAME_CLOSED;
    if (!lm_dutch_2012_legal(r->position, a, b))
        return LM_MAY_NOT;
    costs_of(r->position, a, b, r->first, cost);
    for (*rule = BROKEN_B2; *rule < RULE_COUNT && r->value[*rule] == 0; ++*rule)
        if (cost[*rule] > 0)
            return LM_COSTS;
    return LM_MAY_MEET;
}

/* Return rule ${i} of the three about colours that count in the round. */
static enum rule rule_of_cost(const struct review *r, int i)
{
    static const uint8_t rules[2][LM_LINE_COSTS] = {{BROKEN_B2, MISSED_COLOUR, MISSED_STRONG},
                                                    {BROKEN_B2, BROKEN_A7D, MISSED_COLOUR}};
    return rules[r->position->round % 2][i];
}

static void line_cost(const void *context, uint32_t top, uint32_t bottom,
                      uint8_t out[LM_LINE_COSTS])
{
    const struct review *r = context;
    uint8_t cost[RULE_COUNT];
    costs_of(r->position, top, bottom, true, cost);
    for (int i = 0; i < LM_LINE_COSTS; i++)
        out[i] = cost[rule_of_cost(r, i)];
}

/* Ask why the players opposite in two lines do not meet. */
static enum lm_status ask_lines(struct review *r, const uint32_t *tops, uint32_t count,
                                const uint32_t *bottoms, uint32_t bottom_count,
                                struct lm_bracket *out)
{
    struct lm_lined_up lines = {.p = r->position,
                                .whole = !r->first && r->moved_count == 0,
                                .tops = tops,
                                .bottoms = bottoms,
                                .count = count,
                                .bottom_count = bottom_count,
                                .partner = r->given.partner,
                                .bars = bars,
                                .context = r,
                                .rest = LEFT_OVER,
                                .cost = line_cost};
    struct lm_alternative *all;
    size_t before = out->alternative_count;
    for (int i = 0; i < LM_LINE_COSTS; i++) {
        lines.cost_rule[i] = (uint8_t)rule_of_cost(r, i);
        lines.total[i] = r->value[rule_of_cost(r, i)];
    }
    enum lm_status status = lm_ask_lines(&lines, r->arena, out, &all);
    if (status != LM_OK || r->lowest) /* C13 pairs the bracket above again for it */
        return status;
    return lm_ask_rest(&lines, r->arena, all + before, out->alternative_count - before);
}

/* Line up the ${top_count} ${tops} with the ${bottom_count} ${bottoms}, and record which pairs are
 * made in turn; ${in_place}: those of the same place. */
static enum lm_status line_up(struct review *r, const uint32_t *tops, uint32_t top_count,
                              const uint32_t *bottoms, uint32_t bottom_count, enum order in_place,
                              struct lm_bracket *out)
{
    uint32_t count = top_count < bottom_count ? top_count : bottom_count;
    bool *taken = lm_arena_alloc(r->arena, r->position->seat_count, sizeof *taken);
    uint8_t *turn = lm_arena_alloc(r->arena, count, sizeof *turn);
    if (taken == NULL || turn == NULL)
        return LM_LIMIT;
    lm_take_turns(r->given.partner, tops, count, bottoms, bottom_count, taken, turn);
    for (uint32_t i = 0; i < count; i++) {
        r->tops[r->rows] = r->position->seats[tops[i]].player;
        r->bottoms[r->rows++] = r->position->seats[bottoms[i]].player;
        if (turn[i] != LM_TURN_OTHER)
            r->order[tops[i]] = r->order[r->given.partner[tops[i]]] =
                (uint8_t)(turn[i] == LM_TURN_ROW ? in_place : ORDER_NEXT);
    }
    r->first = in_place == ORDER_MOVED;
    return r->asks && count > 0 ? ask_lines(r, tops, count, bottoms, bottom_count, out) : LM_OK;
}

/* Line up the bracket (C.6): moved-down players with the residents, then of the others, or of all
 * where half were moved down (A.3), the upper half with the lower. */
static enum lm_status line_up_all(struct review *r, uint32_t end, struct lm_bracket *out)
{
    uint32_t *first = lm_arena_alloc(r->arena, r->count, sizeof *first);
    uint32_t *rest = lm_arena_alloc(r->arena, r->count, sizeof *rest);
    uint32_t moved = 2 * r->moved_count < r->count ? r->moved_count : 0;
    uint32_t firsts = 0, rests = 0, paired = 0;
    r->rows = 0;
    r->tops = lm_arena_alloc(r->arena, r->count, sizeof *r->tops);
    r->bottoms = lm_arena_alloc(r->arena, r->count, sizeof *r->bottoms);
    if (first == NULL || rest == NULL || r->tops == NULL || r->bottoms == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < r->count; i++) {
        uint32_t seat = r->place[i], other = r->given.partner[seat];
        bool stays = other != LM_NOBODY && other < end;
        if (stays && lm_is_among(first, firsts, other))
            continue;
        if (stays && i < moved)
            first[firsts++] = seat;
        else if (i >= moved)
            rest[rests++] = seat;
        paired += stays && i >= moved;
    }
    enum lm_status status = line_up(r, first, firsts, r->place + r->moved_count,
                                    r->count - r->moved_count, ORDER_MOVED, out);
    if (status == LM_OK)
        status = line_up(r, rest, paired / 2, rest + paired / 2, rests - paired / 2,
                         firsts > 0 ? ORDER_REMAINDER : ORDER_HALVES, out);
    out->lines = (struct lm_lines){r->tops, r->bottoms, r->rows};
    return status;
}

/* Write the findings of the members as a bracket. */
static enum lm_status write_bracket(struct review *r, int32_t score)
{
    struct lm_bracket *out = &r->out[r->brackets++];
    struct lm_finding *findings = lm_arena_alloc(r->arena, RULE_COUNT, sizeof *findings);
    int32_t *values = lm_arena_alloc(r->arena, RULE_COUNT, sizeof *values);
    *out = (struct lm_bracket){
        .score = score,
        .moved = lm_players_of(r->position, r->place, r->moved_count, r->arena),
        .moved_count = r->moved_count,
        .residents = lm_players_of(r->position, r->place + r->moved_count,
                                   r->count - r->moved_count, r->arena),
        .resident_count = r->count - r->moved_count,
        .floaters = lm_players_of(r->position, r->left, r->left_count, r->arena),
        .floater_count = r->left_count,
        .findings = findings};
    if (findings == NULL || values == NULL || out->moved == NULL || out->residents == NULL ||
        out->floaters == NULL)
        return LM_LIMIT;
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        values[rule] = r->value[rule];
        if (values[rule] != 0)
            findings[out->finding_count++] =
                (struct lm_finding){.rule = (uint8_t)rule,
                                    .about = LM_WHY_WISH,
                                    .values = &values[rule],
                                    .value_count = 1,
                                    .players = r->named[rule],
                                    .player_count = r->named_count[rule]};
    }
    return LM_OK;
}

/* Review a bracket of the players moved down, then the seats ${begin} ... ${end}-1. */
static enum lm_status review_bracket(struct review *r, uint32_t begin, uint32_t end)
{
    r->moved_count = r->left_count;
    r->count = r->left_count + end - begin;
    r->lowest = end == r->position->seat_count;
    for (uint32_t i = 0; i < r->count; i++)
        r->place[i] = i < r->left_count ? r->left[i] : begin + i - r->left_count;
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        r->value[rule] = 0;
        r->named_count[rule] = 0;
        r->named[rule] = lm_arena_alloc(r->arena, r->count, sizeof *r->named[rule]);
        if (r->named[rule] == NULL)
            return LM_LIMIT;
    }
    review_members(r, end);
    enum lm_status status = write_bracket(r, r->position->seats[begin].score);
    return status == LM_OK ? line_up_all(r, end, &r->out[r->brackets - 1]) : status;
}

enum lm_status lm_dutch_2012_review(const struct lm_position *p, const struct lm_pair *pairs,
                                    uint32_t pair_count, bool asks, struct lm_arena *arena,
                                    struct lm_bracket **out, size_t *count, uint8_t **order)
{
    struct review r = {.position = p,
                       .arena = arena,
                       .asks = asks,
                       .order = lm_arena_alloc(arena, p->seat_count, 1),
                       .place = lm_arena_alloc(arena, p->seat_count, sizeof *r.place),
                       .left = lm_arena_alloc(arena, p->seat_count, sizeof *r.left),
                       .out = lm_arena_alloc(arena, p->seat_count, sizeof *r.out)};
    if (r.order == NULL || r.place == NULL || r.left == NULL || r.out == NULL)
        return LM_LIMIT;
    enum lm_status status = lm_read_given(p, pairs, pair_count, arena, &r.given);
    for (uint32_t begin = 0, end; begin < p->seat_count && status == LM_OK; begin = end) {
        for (end = begin; end < p->seat_count && p->seats[end].score == p->seats[begin].score;)
            end++;
        status = review_bracket(&r, begin, end);
    }
    *out = r.out;
    *count = r.brackets;
    *order = r.order;
    return status;
}

enum lm_status lm_dutch_2012_judge(const struct lm_position *p, const struct lm_pair *pairs,
                                   uint32_t pair_count, struct lm_arena *arena, struct lm_log *log,
                                   struct lm_pairing **out)
{
    struct lm_bracket *brackets;
    size_t count;
    uint8_t *order;
    (void)log;
    enum lm_status status =
        lm_dutch_2012_review(p, pairs, pair_count, false, arena, &brackets, &count, &order);
    if (status != LM_OK)
        return status;
    return lm_judgement(p, pairs, pair_count, brackets, count, arena, out);
}
