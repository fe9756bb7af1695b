/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/words.h"
#include "pairing/dutch_2012/dutch_2012.h"
#include "pairing/judge.h"

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
    [LEFT_OVER] = {"C.14", C041 "C.14" BY, "players who leave the bracket", .reason = NULL},
    [BROKEN_B2] = {"B.2", C041 "B.2, C.10.g" BY, "top scorers with the same absolute preference",
                   .own = LM_KEY("wish.closed")},
    [BROKEN_A7D] = {"A.7.d", C041 "A.7.d, C.10.f" BY,
                    "odd rounds: strong preferences count as absolute", .reason = NULL},
    [MISSED_COLOUR] = {"B.4", C041 "B.4, C.10.e" BY, "pairs that miss a colour preference (X)",
                       .own = LM_KEY("wish.colour")},
    [MISSED_STRONG] = {"A.8.b", C041 "A.8.b, C.10.e" BY,
                       "even rounds: pairs that miss a strong preference (Z)", .reason = NULL},
    [DOWN_AGAIN] = {"B.5d", C041 "B.5, C.10.d" BY, "no downfloat in two consecutive rounds",
                    .own = LM_KEY("wish.down-1")},
    [DOWN_AGAIN_2] = {"B.6d", C041 "B.6, C.10.c" BY, "no downfloat as two rounds before",
                      .own = LM_KEY("wish.down-2")},
    [UP_AGAIN] = {"B.5u", C041 "B.5, C.10.b" BY, "no upfloat in two consecutive rounds",
                  .own = LM_KEY("wish.up-1")},
    [UP_AGAIN_2] = {"B.6u", C041 "B.6, C.10.a" BY, "no upfloat as two rounds before",
                    .own = LM_KEY("wish.up-2")},
    [RULE_COUNT] = {0},
};

struct review {
    const struct lm_position *position;
    struct lm_arena *arena;
    struct lm_given given;
    uint32_t *place; /* seats in the bracket, in order */
    uint32_t *left;  /* seats that leave it */
    uint32_t count, left_count, moved_count;
    bool lowest;
    int32_t value[RULE_COUNT];
    uint32_t *named[RULE_COUNT]; /* player indices, ... */
    uint32_t named_count[RULE_COUNT];
    struct lm_bracket *out;
    size_t brackets;
};

static void fall_short(struct review *r, enum rule rule, uint32_t seat)
{
    r->named[rule][r->named_count[rule]++] = r->position->seats[seat].player;
}

static void review_float(struct review *r, uint32_t seat, uint8_t way, enum rule once)
{
    const struct lm_seat *who = &r->position->seats[seat];
    const bool again[] = {who->float_1 == way, who->float_2 == way};
    for (int i = 0; i < 2; i++)
        if (again[i]) {
            r->value[once + (enum rule)i]++;
            fall_short(r, once + (enum rule)i, seat);
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

/* Review the pair of seats ${a} < ${b}; ${first}: ${a} is a moved-down player who is paired
 * first. */
static void review_pair(struct review *r, uint32_t a, uint32_t b, bool first)
{
    const struct lm_seat *x = &r->position->seats[a], *y = &r->position->seats[b];
    bool odd = r->position->round % 2 == 1;
    bool same = x->wish == y->wish && x->wish != LM_NO_COLOUR;
    bool absolute = x->strength == LM_ABSOLUTE && y->strength == LM_ABSOLUTE;
    bool strong = x->strength >= LM_STRONG && y->strength >= LM_STRONG;
    bool barred = lm_is_barred(r->position, a, b);
    r->value[MET_BEFORE] += barred;
    r->value[SAME_CLOSED] += !barred && !lm_dutch_2012_legal(r->position, a, b);
    if (same && absolute)
        miss(r, BROKEN_B2, a, b);
    if (same)
        miss(r, MISSED_COLOUR, a, b);
    r->value[BROKEN_A7D] += odd && same && strong && !absolute;
    r->value[MISSED_STRONG] += !odd && same && strong;
    if (x->score == y->score)
        return;
    review_float(r, b, LM_UPFLOAT, UP_AGAIN);
    if (!first)
        review_float(r, a, LM_DOWNFLOAT, DOWN_AGAIN);
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
        review_float(r, seat, LM_DOWNFLOAT, DOWN_AGAIN);
        r->left[r->left_count++] = seat;
    }
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
    return write_bracket(r, r->position->seats[begin].score);
}

enum lm_status lm_dutch_2012_review(const struct lm_position *p, const struct lm_pair *pairs,
                                    uint32_t pair_count, struct lm_arena *arena,
                                    struct lm_bracket **out, size_t *count)
{
    struct review r = {.position = p,
                       .arena = arena,
                       .place = lm_arena_alloc(arena, p->seat_count, sizeof *r.place),
                       .left = lm_arena_alloc(arena, p->seat_count, sizeof *r.left),
                       .out = lm_arena_alloc(arena, p->seat_count, sizeof *r.out)};
    if (r.place == NULL || r.left == NULL || r.out == NULL)
        return LM_LIMIT;
    enum lm_status status = lm_read_given(p, pairs, pair_count, arena, &r.given);
    for (uint32_t begin = 0, end; begin < p->seat_count && status == LM_OK; begin = end) {
        for (end = begin; end < p->seat_count && p->seats[end].score == p->seats[begin].score;)
            end++;
        status = review_bracket(&r, begin, end);
    }
    *out = r.out;
    *count = r.brackets;
    return status;
}

enum lm_status lm_dutch_2012_judge(const struct lm_position *p, const struct lm_pair *pairs,
                                   uint32_t pair_count, struct lm_arena *arena, struct lm_log *log,
                                   struct lm_pairing **out)
{
    struct lm_bracket *brackets;
    size_t count;
    (void)log;
    enum lm_status status = lm_dutch_2012_review(p, pairs, pair_count, arena, &brackets, &count);
    if (status != LM_OK)
        return status;
    return lm_judgement(p, pairs, pair_count, brackets, count, arena, out);
}
