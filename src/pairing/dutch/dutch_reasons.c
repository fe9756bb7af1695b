/* SPDX-License-Identifier: Apache-2.0 */

/*
 * How a finished pairing fares under each criterion, bracket by bracket: the engine's own result,
 * or any other pairing of the same players.  Each criterion of C.04.3 art. 2.4 (section C of 2017)
 * is a function about one player of a bracket, so that the rule is written once, here.
 */

#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "limmat/words.h"
#include "pairing/colour.h"
#include "pairing/dutch/dutch_model.h"
#include "pairing/legal.h"
#include "pairing/meeting.h"
#include "pairing/turns.h"

/* The outcome of a player in a bracket. */
struct fate {
    const struct lm_seat *seat;
    const struct lm_seat *opponent; /* NULL: the player leaves the bracket unpaired */
    int colour;                     /* +1 White, -1 Black; 0: no game in this bracket */
    bool moved;                     /* the player is an MDP */
    bool meets_higher;              /* the player is not, and the opponent has more points */
    bool met;                       /* the two are barred from each other [C1] */
    bool bye;                       /* the player has the bye, or no opponent anywhere */
    int32_t fall; /* score difference to the opponent, in this bracket or a lower one; 2017, A.8: of
                     a downfloater to a point less than the lowest of the bracket */
};

/* [C10], [C11]: is one of the two a topscorer (art. 1.8)? */
static bool among_topscorers(const struct fate *f)
{
    return f->opponent != NULL && (f->seat->topscorer || f->opponent->topscorer);
}

static bool difference_beyond_two(const struct fate *f)
{
    return among_topscorers(f) && abs(f->seat->colour_difference + f->colour) > 2;
}

static bool same_colour_thrice(const struct fate *f)
{
    return among_topscorers(f) && f->seat->repeats >= 2 &&
           (f->seat->colours[f->seat->games - 1] == LM_WHITE) == (f->colour > 0);
}

static bool misses_preference(const struct fate *f)
{
    return f->opponent != NULL && f->seat->wish != LM_NO_COLOUR &&
           (f->seat->wish == LM_WHITE) != (f->colour > 0);
}

static bool misses_strong_preference(const struct fate *f)
{
    return misses_preference(f) && f->seat->strength == LM_STRONG;
}

static bool has_met(const struct fate *f)
{
    return f->met;
}

static bool has_second_bye(const struct fate *f)
{
    return f->bye && f->seat->pab_barred;
}

/* [C3]: do both of a pair have the same absolute preference? */
static bool shares_absolute(const struct fate *f)
{
    return f->opponent != NULL && !among_topscorers(f) && f->seat->strength == LM_ABSOLUTE &&
           f->opponent->strength == LM_ABSOLUTE && f->seat->wish == f->opponent->wish;
}

static bool downfloats(const struct fate *f)
{
    return f->opponent == NULL;
}

static bool resident_downfloats_again(const struct fate *f)
{
    return downfloats(f) && !f->moved && f->seat->float_1 == LM_DOWNFLOAT;
}

static bool upfloats_again(const struct fate *f)
{
    return f->meets_higher && f->seat->float_1 == LM_UPFLOAT;
}

static bool resident_downfloats_again_after_two(const struct fate *f)
{
    return downfloats(f) && !f->moved && f->seat->float_2 == LM_DOWNFLOAT;
}

static bool upfloats_again_after_two(const struct fate *f)
{
    return f->meets_higher && f->seat->float_2 == LM_UPFLOAT;
}

static bool moved_down_again(const struct fate *f)
{
    return f->moved && f->seat->float_1 == LM_DOWNFLOAT;
}

static bool moved_down_again_after_two(const struct fate *f)
{
    return f->moved && f->seat->float_2 == LM_DOWNFLOAT;
}

/* 2017, A.4: does the player leave the bracket, or meet an opponent with fewer points in it? */
static bool meets_lower(const struct fate *f)
{
    return f->opponent == NULL || f->opponent->score < f->seat->score;
}

static bool meets_lower_again(const struct fate *f)
{
    return meets_lower(f) && f->seat->float_1 == LM_DOWNFLOAT;
}

static bool meets_lower_again_after_two(const struct fate *f)
{
    return meets_lower(f) && f->seat->float_2 == LM_DOWNFLOAT;
}

/* Measures of the players that a criterion concerns. */
enum measure { COUNT, SCORES, FALLS };

/* [C8] and C.7 of 2017 have no row: see judge_next. */
enum { CRITERIA = 17 };

struct dutch_measures {
    struct measured {
        enum dutch_criterion rule;
        bool (*concerns)(const struct fate *);
        enum measure measure;
    } rows[CRITERIA];
};

const struct dutch_measures lm_dutch_measures_2026 = {{
    {DUTCH_C1, has_met, COUNT},
    {DUTCH_C2, has_second_bye, COUNT},
    {DUTCH_C3, shares_absolute, COUNT},
    {DUTCH_C6, downfloats, COUNT},
    {DUTCH_C7, downfloats, SCORES},
    {DUTCH_C10, difference_beyond_two, COUNT},
    {DUTCH_C11, same_colour_thrice, COUNT},
    {DUTCH_C12, misses_preference, COUNT},
    {DUTCH_C13, misses_strong_preference, COUNT},
    {DUTCH_C14, resident_downfloats_again, COUNT},
    {DUTCH_C15, upfloats_again, COUNT},
    {DUTCH_C16, resident_downfloats_again_after_two, COUNT},
    {DUTCH_C17, upfloats_again_after_two, COUNT},
    {DUTCH_C18, moved_down_again, FALLS},
    {DUTCH_C19, upfloats_again, FALLS},
    {DUTCH_C20, moved_down_again_after_two, FALLS},
    {DUTCH_C21, upfloats_again_after_two, FALLS},
}};

const struct dutch_measures lm_dutch_measures_2017 = {{
    {DUTCH_C1, has_met, COUNT},
    {DUTCH_C2, has_second_bye, COUNT},
    {DUTCH_C3, shares_absolute, COUNT},
    {DUTCH_C5, downfloats, COUNT},
    {DUTCH_C6, meets_lower, FALLS},
    {DUTCH_C8, difference_beyond_two, COUNT},
    {DUTCH_C9, same_colour_thrice, COUNT},
    {DUTCH_C10, misses_preference, COUNT},
    {DUTCH_C11, misses_strong_preference, COUNT},
    {DUTCH_C12, meets_lower_again, COUNT},
    {DUTCH_C13, upfloats_again, COUNT},
    {DUTCH_C14, meets_lower_again_after_two, COUNT},
    {DUTCH_C15, upfloats_again_after_two, COUNT},
    {DUTCH_C16, meets_lower_again, FALLS},
    {DUTCH_C17, upfloats_again, FALLS},
    {DUTCH_C18, meets_lower_again_after_two, FALLS},
    {DUTCH_C19, upfloats_again_after_two, FALLS},
}};

/* The place of a pair in the very first pairing of a bracket in the rules' order. */
enum order { ORDER_OTHER, ORDER_HALVES, ORDER_MOVED, ORDER_REMAINDER, ORDER_NEXT };

#define ORDER_RULES(order, halves, moved)                                                          \
    {                                                                                              \
        [ORDER_OTHER] = {"order", order, "the first in order of the best",                         \
                         .reason = LM_KEY("natural.order")},                                       \
        [ORDER_HALVES] = {"halves", halves, "the upper half against the lower half, in order",     \
                          .reason = LM_KEY("natural.halves"), .plain = LM_KEY("natural.mixed")},   \
        [ORDER_MOVED] = {"moved", moved, "who comes from above against the first of the group",    \
                         .reason = LM_KEY("natural.moved")},                                       \
        [ORDER_REMAINDER] = {"rest", halves, "the others: upper half against lower half",          \
                             .reason = LM_KEY("natural.rest")},                                    \
        [ORDER_NEXT] = {"next", halves, "the first who is left, in order",                         \
                        .reason = LM_KEY("natural.next")},                                         \
    }

const struct lm_rule lm_dutch_order_rules[] =
    ORDER_RULES("C.04.3 art. 4.1", "C.04.3 art. 3.3.1", "C.04.3 art. 3.3.3");
const struct lm_rule lm_dutch_2017_order_rules[] =
    ORDER_RULES("C.04.3 B.8, D", "C.04.3 B.3", "C.04.3 B.3");

/* A pairing under review, bracket by bracket. */
struct review {
    const struct dutch_edition *edition;
    const struct lm_position *p;
    struct lm_arena *arena;
    uint32_t *partner; /* per seat: seat, or LM_NOBODY (the bye) */
    int8_t *colour;    /* per seat */
    uint32_t *bracket; /* per seat: bracket of the pair (or the bye) */
    uint8_t *order;    /* per seat: enum order of its pair */
    uint32_t *members; /* seats of the current bracket: MDPs, then residents */
    uint32_t moved, count;
    uint32_t collapse; /* 2017, A.9: the first seat of the collapsed scoregroup; or past the end */
    bool looks_down;   /* [C8] is weighed */
    struct lm_bracket *out;
};

static int descending(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return x > y ? -1 : x < y;
}

static struct fate fate_of(const struct review *r, uint32_t index, uint32_t bracket)
{
    uint32_t seat = r->members[index], partner = r->partner[seat];
    struct fate f = {.seat = &r->p->seats[seat], .moved = index < r->moved};
    bool paired = partner != LM_NOBODY && r->bracket[seat] == bracket;
    const struct lm_seat *other = partner == LM_NOBODY ? NULL : &r->p->seats[partner];
    if (other != NULL)
        f.fall = abs(f.seat->score - other->score);
    if (!paired && !r->edition->always_completes)
        f.fall = f.seat->score - (r->p->seats[r->members[r->count - 1]].score - DUTCH_POINT);
    f.bye = partner == LM_NOBODY;
    if (!paired)
        return f;
    f.opponent = other;
    f.met = lm_is_barred(r->p, seat, partner);
    f.colour = r->colour[seat];
    f.meets_higher = !f.moved && other->score > f.seat->score;
    return f;
}

/* Return the outcome of player ${index} of ${bracket} under ${result}; ${fall} is not known
 * then. */
static struct fate fate_in(const struct dutch *d, const struct dutch_bracket *bracket,
                           const struct dutch_result *result, uint32_t index)
{
    uint32_t seat = bracket->players[index], other = LM_NOBODY;
    for (uint32_t i = 0; i < result->pair_count && other == LM_NOBODY; i++)
        for (int k = 0; k < 2; k++)
            if (result->pairs[i][k] == seat)
                other = result->pairs[i][1 - k];
    struct fate f = {.seat = &d->seats[seat], .moved = index < bracket->moved};
    f.bye = other == LM_NOBODY && bracket->next_begin == d->count;
    if (other == LM_NOBODY)
        return f;
    enum lm_dutch_colour_rule rule;
    bool first = lm_dutch_gets_white(d->position, seat < other ? seat : other,
                                     seat < other ? other : seat, &rule);
    f.opponent = &d->seats[other];
    f.colour = first == (seat < other) ? 1 : -1;
    f.meets_higher = !f.moved && f.opponent->score > f.seat->score;
    return f;
}

size_t lm_dutch_concerned(const struct dutch *d, const struct dutch_bracket *bracket,
                          const struct dutch_result *result, uint8_t rule, uint32_t *out)
{
    bool (*concerns)(const struct fate *) = NULL;
    size_t count = 0;
    for (size_t c = 0; c < CRITERIA; c++)
        if (d->edition->measures->rows[c].rule == rule)
            concerns = d->edition->measures->rows[c].concerns;
    if (d->edition->weighs_bye && rule == DUTCH_C9)
        concerns = downfloats; /* it counts only where one player leaves, for the bye */
    for (uint32_t i = 0; i < bracket->count && concerns != NULL; i++) {
        struct fate f = fate_in(d, bracket, result, i);
        if (concerns(&f))
            out[count++] = bracket->players[i];
    }
    return count;
}

/* Find the players that criterion ${c} concerns in the bracket, and their values; no finding
 * without players. */
static enum lm_status judge_criterion(struct review *r, size_t c, uint32_t number,
                                      struct lm_finding *finding)
{
    uint32_t *players = lm_arena_alloc(r->arena, r->count, sizeof *players);
    int32_t *values = lm_arena_alloc(r->arena, r->count, sizeof *values);
    if (players == NULL || values == NULL)
        return LM_LIMIT;
    const struct measured *criterion = &r->edition->measures->rows[c];
    size_t found = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        struct fate f = fate_of(r, i, number);
        if (!criterion->concerns(&f))
            continue;
        values[found] = criterion->measure == SCORES ? f.seat->score : f.fall;
        players[found++] = f.seat->player;
    }
    bool counts = criterion->measure == COUNT;
    lm_sort(values, found, sizeof *values, descending);
    if (counts)
        values[0] = (int32_t)found;
    const uint8_t *rule_of = r->edition->rule_of;
    bool floats = criterion->rule == rule_of[FLOATERS] || criterion->rule == rule_of[FLOATER_SCORE];
    *finding = (struct lm_finding){.rule = (uint8_t)criterion->rule,
                                   .about = floats ? LM_WHY_FLOAT : LM_WHY_WISH,
                                   .values = values,
                                   .value_count = counts ? 1 : found,
                                   .players = players,
                                   .player_count = found};
    return LM_OK;
}

/* Judge [C5] and [C9], which belong to the bracket whose resident has the bye. */
static enum lm_status judge_bye(struct review *r, uint32_t seat, struct lm_finding finding[2])
{
    uint32_t *player = lm_arena_alloc(r->arena, 1, sizeof *player);
    int32_t *values = lm_arena_alloc(r->arena, 2, sizeof *values);
    if (player == NULL || values == NULL)
        return LM_LIMIT;
    const struct lm_seat *who = &r->p->seats[seat];
    *player = who->player;
    values[0] = who->score;
    values[1] = who->unplayed;
    for (int i = 0; i < 2; i++)
        finding[i] = (struct lm_finding){.rule = i == 0 ? DUTCH_C5 : DUTCH_C9,
                                         .about = LM_WHY_BYE,
                                         .values = &values[i],
                                         .value_count = 1,
                                         .players = player,
                                         .player_count = 1};
    return LM_OK;
}

static int by_rule(const void *a, const void *b)
{
    const struct lm_finding *x = a, *y = b;
    return (int)x->rule - (int)y->rule;
}

static enum lm_status judge_bracket(struct review *r, uint32_t number, struct lm_bracket *out)
{
    struct lm_finding *findings = lm_arena_alloc(r->arena, CRITERIA + 2, sizeof *findings);
    if (findings == NULL)
        return LM_LIMIT;
    size_t count = 0;
    for (uint32_t i = r->moved; i < r->count && r->edition->weighs_bye; i++)
        if (r->partner[r->members[i]] == LM_NOBODY) {
            enum lm_status status = judge_bye(r, r->members[i], findings + count);
            if (status != LM_OK)
                return status;
            count += 2;
        }
    for (size_t c = 0; c < CRITERIA; c++) {
        enum lm_status status = judge_criterion(r, c, number, &findings[count]);
        if (status != LM_OK)
            return status;
        count += findings[count].player_count > 0;
    }
    lm_sort(findings, count, sizeof *findings, by_rule);
    out->findings = findings;
    out->finding_count = count;
    return LM_OK;
}

/* Can seats ${a} and ${b} not meet, by [C1] or [C3]?  If so, store that in ${*rule}. */
static bool forbidden(const struct lm_position *p, uint32_t a, uint32_t b, uint8_t *rule)
{
    bool barred = lm_is_barred(p, a, b);
    *rule = barred ? DUTCH_C1 : DUTCH_C3;
    return barred || lm_closed_but_to_topscorers(p, a, b);
}

/* List forbidden pairs of the first candidate.  Without MDPs it pairs the first of the upper half
 * with the first of the lower half, and so on (art. 4.2); players first ask about these. */
static enum lm_status list_forbidden(struct review *r, struct lm_bracket *out)
{
    if (r->moved > 0)
        return LM_OK;
    uint32_t half = r->count / 2;
    struct lm_alternative *list = lm_arena_alloc(r->arena, half, sizeof *list);
    if (list == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < half; i++) {
        uint32_t upper = r->members[i], lower = r->members[half + i];
        uint8_t rule;
        if (forbidden(r->p, upper, lower, &rule))
            list[out->alternative_count++] =
                (struct lm_alternative){.player = r->p->seats[upper].player,
                                        .opponent = r->p->seats[lower].player,
                                        .rule = rule};
    }
    out->alternatives = list;
    return LM_OK;
}

/* List the players (not seats) of members ${first} … ${end}-1, or those of them who leave. */
static const uint32_t *list_players(struct review *r, uint32_t first, uint32_t end, bool leaving,
                                    uint32_t number, size_t *count)
{
    uint32_t *players = lm_arena_alloc(r->arena, end - first, sizeof *players);
    *count = 0;
    for (uint32_t i = first; players != NULL && i < end; i++)
        if (!leaving || fate_of(r, i, number).opponent == NULL)
            players[(*count)++] = r->p->seats[r->members[i]].player;
    return players;
}

/* Record the bracket of the members who are paired in it: their partner has arrived, too, with a
 * seat before ${first_below}. */
static void place_pairs(struct review *r, uint32_t first_below, uint32_t number)
{
    for (uint32_t i = 0; i < r->count; i++) {
        uint32_t seat = r->members[i], partner = r->partner[seat];
        if (partner != LM_NOBODY && partner < first_below)
            r->bracket[seat] = number;
    }
}

/* Record which pairs of ${tops} with ${bottoms} are made in turn; ${in_place}: those of the same
 * place. */
static enum lm_status note_turns(struct review *r, const uint32_t *tops, uint32_t count,
                                 const uint32_t *bottoms, uint32_t bottom_count,
                                 enum order in_place)
{
    struct lm_mark mark = lm_arena_mark(r->arena);
    bool *taken = lm_arena_alloc(r->arena, r->p->seat_count, sizeof *taken);
    uint8_t *turn = lm_arena_alloc(r->arena, count, sizeof *turn);
    if (taken == NULL || turn == NULL)
        return LM_LIMIT;
    lm_take_turns(r->partner, tops, count, bottoms, bottom_count, taken, turn);
    for (uint32_t i = 0; i < count; i++)
        if (turn[i] != LM_TURN_OTHER)
            r->order[tops[i]] = r->order[r->partner[tops[i]]] =
                (uint8_t)(turn[i] == LM_TURN_ROW ? in_place : ORDER_NEXT);
    lm_arena_reset(r->arena, mark);
    return LM_OK;
}

/* Record which pairs of the bracket come first in its order (art. 3.3).  Players from above are
 * paired first, with the residents in turn; of the others the upper half with the lower one. */
static enum lm_status note_order(struct review *r, uint32_t number)
{
    uint32_t *tops = lm_arena_alloc(r->arena, r->count, sizeof *tops);
    uint32_t *rest = lm_arena_alloc(r->arena, r->count, sizeof *rest);
    uint32_t moved = 0, left = 0, paired = 0;
    if (tops == NULL || rest == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < r->moved; i++)
        if (fate_of(r, i, number).opponent != NULL)
            tops[moved++] = r->members[i];
    enum lm_status status =
        note_turns(r, tops, moved, r->members + r->moved, r->count - r->moved, ORDER_MOVED);
    for (uint32_t i = r->moved; i < r->count; i++) {
        struct fate f = fate_of(r, i, number);
        if (f.meets_higher)
            continue;
        rest[left++] = r->members[i];
        paired += f.opponent != NULL;
    }
    if (status != LM_OK)
        return status;
    return note_turns(r, rest, paired / 2, rest + paired / 2, left - paired / 2,
                      moved > 0 ? ORDER_REMAINDER : ORDER_HALVES);
}

/* Return the end of the bracket that begins at seat ${begin}. */
static uint32_t bracket_end(const struct review *r, uint32_t begin)
{
    const struct lm_seat *seats = r->p->seats;
    uint32_t end = begin + 1;
    while (end < r->p->seat_count &&
           (begin >= r->collapse || seats[end].score == seats[begin].score))
        end++;
    return end;
}

/* Return the class of a seat by [C3]: seats of the same one cannot meet; 0: all others. */
static uint8_t absolute_class(const struct lm_seat *seat)
{
    return seat->strength == LM_ABSOLUTE && !seat->topscorer ? seat->wish : 0;
}

/* Count how many players of the following bracket, the present floaters and the seats [${begin},
 * ${end}), cannot be paired in it at best. */
static enum lm_status count_left_over(const struct review *r, uint32_t begin, uint32_t end,
                                      int32_t *out)
{
    enum { CLASSES = LM_BLACK + 1 };
    bool barred[CLASSES * CLASSES] = {false};
    uint32_t count = r->count + end - begin;
    uint32_t *seats = lm_arena_alloc(r->arena, count, sizeof *seats);
    uint8_t *class_of = lm_arena_alloc(r->arena, count, sizeof *class_of);
    struct lm_graph graph;
    struct lm_matching *matching;
    if (seats == NULL || class_of == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++) {
        seats[i] = i < r->count ? r->members[i] : begin + i - r->count;
        class_of[i] = absolute_class(&r->p->seats[seats[i]]);
    }
    for (int class = LM_WHITE; class <= LM_BLACK; class ++)
        barred[class * CLASSES + class] = true;
    enum lm_status status = lm_meeting_graph(r->p, seats, count, r->arena, &graph);
    graph.class_of = class_of;
    graph.class_barred = barred;
    graph.classes = CLASSES;
    if (status == LM_OK)
        status = lm_matching_new(&matching, r->arena, &graph);
    if (status == LM_OK)
        *out = (int32_t)count - 2 * lm_matching_repair(matching);
    return status;
}

/* Append ${rule} with ${value}, or a ${bound} of it, to the findings of ${out}. */
static enum lm_status append_finding(const struct review *r, struct lm_bracket *out, uint8_t rule,
                                     bool bound, int32_t value)
{
    int32_t *values = lm_arena_alloc(r->arena, 1, sizeof *values);
    struct lm_finding *findings =
        lm_arena_alloc(r->arena, out->finding_count + 1, sizeof *findings);
    if (values == NULL || findings == NULL)
        return LM_LIMIT;
    *values = value;
    memcpy(findings, out->findings, out->finding_count * sizeof *findings);
    findings[out->finding_count++] =
        (struct lm_finding){.rule = rule, .bound = bound, .values = values, .value_count = 1};
    out->findings = findings;
    return LM_OK;
}

/* Judge [C5] in the first bracket, because it binds every bracket. */
static enum lm_status judge_bye_at_once(const struct review *r, struct lm_bracket *out)
{
    for (uint32_t seat = 0; seat < r->p->seat_count; seat++)
        if (r->partner[seat] == LM_NOBODY)
            return append_finding(r, out, DUTCH_C5, false, r->p->seats[seat].score);
    return LM_OK;
}

/* Judge [C8] (2017, C.7): the best result of the following bracket with the current floaters.  This
 * ignores players who must leave it so that those below can be paired, and so is a bound. */
static enum lm_status judge_next(const struct review *r, uint32_t end, struct lm_bracket *out)
{
    int32_t left_over;
    if (!r->looks_down || end == r->p->seat_count || end >= r->collapse)
        return LM_OK;
    struct lm_mark mark = lm_arena_mark(r->arena);
    enum lm_status status = count_left_over(r, end, bracket_end(r, end), &left_over);
    lm_arena_reset(r->arena, mark);
    return status == LM_OK
               ? append_finding(r, out, r->edition->rule_of[NEXT_FLOATERS], true, left_over)
               : status;
}

/* Review a bracket: the residents of the scoregroup that begins at seat ${begin} join the MDPs. */
static enum lm_status review_bracket(struct review *r, uint32_t begin, uint32_t end,
                                     uint32_t number)
{
    struct lm_bracket *out = &r->out[number];
    for (uint32_t seat = begin; seat < end; seat++)
        r->members[r->count++] = seat;
    place_pairs(r, end, number);
    out->score = r->p->seats[begin].score;
    out->moved = list_players(r, 0, r->moved, false, number, &out->moved_count);
    out->residents = list_players(r, r->moved, r->count, false, number, &out->resident_count);
    out->floaters = list_players(r, 0, r->count, true, number, &out->floater_count);
    if (out->moved == NULL || out->residents == NULL || out->floaters == NULL)
        return LM_LIMIT;
    enum lm_status status = judge_bracket(r, number, out);
    if (status == LM_OK)
        status = list_forbidden(r, out);
    if (status == LM_OK)
        status = note_order(r, number);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < r->count; i++)
        if (fate_of(r, i, number).opponent == NULL)
            r->members[kept++] = r->members[i];
    r->moved = r->count = kept;
    if (status == LM_OK && number == 0 && r->looks_down && r->edition->weighs_bye)
        status = judge_bye_at_once(r, out);
    return status == LM_OK ? judge_next(r, end, out) : status;
}

static enum lm_status new_review(struct review *r, const struct lm_pair *pairs, uint32_t pair_count)
{
    const struct lm_position *p = r->p;
    r->partner = lm_arena_alloc(r->arena, p->seat_count, sizeof *r->partner);
    r->colour = lm_arena_alloc(r->arena, p->seat_count, sizeof *r->colour);
    r->bracket = lm_arena_alloc(r->arena, p->seat_count, sizeof *r->bracket);
    r->order = lm_arena_alloc(r->arena, p->seat_count, sizeof *r->order);
    r->members = lm_arena_alloc(r->arena, p->seat_count, sizeof *r->members);
    r->out = lm_arena_alloc(r->arena, p->seat_count, sizeof *r->out);
    if (r->partner == NULL || r->colour == NULL || r->bracket == NULL || r->order == NULL ||
        r->members == NULL || r->out == NULL)
        return LM_LIMIT;
    for (uint32_t seat = 0; seat < p->seat_count; seat++)
        r->partner[seat] = r->bracket[seat] = LM_NOBODY;
    for (uint32_t i = 0; i < pair_count; i++) {
        if (pairs[i].black == LM_NOBODY)
            continue;
        uint32_t white = p->seat_of[pairs[i].white], black = p->seat_of[pairs[i].black];
        if (white == LM_NOBODY || black == LM_NOBODY)
            continue; /* a player who was not to be paired is ignored */
        r->partner[white] = black;
        r->partner[black] = white;
        r->colour[white] = 1;
        r->colour[black] = -1;
    }
    return LM_OK;
}

enum lm_status lm_dutch_judge(const struct dutch_edition *edition,
                              const struct lm_position *position, uint32_t collapse,
                              bool looks_down, const struct lm_pair *pairs, uint32_t pair_count,
                              struct lm_arena *arena, struct lm_pairing **out)
{
    struct review r = {.edition = edition,
                       .p = position,
                       .arena = arena,
                       .collapse = collapse,
                       .looks_down = looks_down};
    struct lm_pairing *pairing = lm_arena_alloc(arena, 1, sizeof *pairing);
    struct lm_pair *copies = lm_arena_alloc(arena, pair_count, sizeof *copies);
    enum lm_status status = new_review(&r, pairs, pair_count);
    if (pairing == NULL || copies == NULL)
        status = LM_LIMIT;

    uint32_t number = 0;
    for (uint32_t begin = 0, end; status == LM_OK && begin < position->seat_count; begin = end) {
        end = bracket_end(&r, begin);
        status = review_bracket(&r, begin, end, number++);
    }
    if (status != LM_OK)
        return status;
    for (uint32_t i = 0; i < pair_count; i++) {
        uint32_t seat = position->seat_of[pairs[i].white];
        copies[i] = pairs[i];
        copies[i].opponent_rule = seat == LM_NOBODY ? ORDER_OTHER : r.order[seat];
        copies[i].bracket = seat == LM_NOBODY || r.bracket[seat] == LM_NOBODY
                                ? (uint16_t)(number - (number > 0))
                                : (uint16_t)r.bracket[seat];
    }
    *pairing = (struct lm_pairing){.round = position->round,
                                   .pairs = copies,
                                   .pair_count = pair_count,
                                   .brackets = r.out,
                                   .bracket_count = number};
    *out = pairing;
    return LM_OK;
}
