/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/dubov_1997/dubov_1997.h"

#include <stdlib.h>
#include <string.h>

#include "limmat/words.h"
#include "pairing/colour.h"
#include "pairing/impossible.h"
#include "pairing/judge.h"
#include "pairing/meeting.h"
#include "pairing/system_rows.h"
#include "pairing/turns.h"

/*
 * The Dubov System as approved by the General Assembly of 1997.  Numbers are its articles.
 *
 * Round 1 is art. 5.  Then the bye (art. 4), and scoregroup after scoregroup from the top: players
 * who came down are paired (8), players without opponent get one from below (7.1), an odd group
 * gets one more (7.2), players left over go down (6.4), and the rest is paired in two columns (7.3,
 * 7.4, 6.2, 6.3).  dubov_1997_floaters.c and dubov_1997_columns.c explain how that stays
 * polynomial, and always ends with a legal pairing when there is one.
 */

static const struct lm_rule criteria[] = {
    [DUBOV_REMATCH] = {"2.1", "Dubov 1997 art. 2.1", "players who have played each other",
                       .reason = LM_KEY("obstacle.met")},
    [DUBOV_SECOND] = {"2.2", "Dubov 1997 art. 2.2", "a second point without playing",
                      .reason = LM_KEY("obstacle.second-bye")},
    [DUBOV_COLOURS] = {"2.3", "Dubov 1997 art. 2.3 and 2.4",
                       "three games more of one colour, or three in a row",
                       .reason = LM_KEY("obstacle.same-absolute")},
    [DUBOV_BYE] = {"4", "Dubov 1997 art. 4", "the bye", .reason = NULL},
    [DUBOV_FIRST] = {"5", "Dubov 1997 art. 5", "the first round: upper half against lower half",
                     .reason = NULL},
    [DUBOV_FLOATER] = {"6.4", "Dubov 1997 art. 6.4", "goes down to the next score group",
                       .own = LM_KEY("float.not-all")},
    [DUBOV_ISLAND] = {"7.1", "Dubov 1997 art. 7.1",
                      "moved up for a player without an opponent in his group",
                      .plain = LM_KEY("up.host-alone"), .own = LM_KEY("up.alone")},
    [DUBOV_ODD] = {"7.2", "Dubov 1997 art. 7.2", "moved up to make the group even",
                   .plain = LM_KEY("up.host-odd"), .own = LM_KEY("up.odd")},
    [DUBOV_TO_BLACK] = {"7.3", "Dubov 1997 art. 7.3", "moved to the players due Black",
                        .reason = NULL},
    [DUBOV_TO_WHITE] = {"7.4", "Dubov 1997 art. 7.4", "moved to the players due White",
                        .reason = NULL},
    [DUBOV_FROM_ABOVE] = {"8.2", "Dubov 1997 art. 8.2", "paired after coming down", .reason = NULL},
    [DUBOV_PASSED_BYE] = {"BYE", "Dubov 1997 art. 9", "passed over for the bye",
                          .reason = LM_KEY("obstacle.rest"), .own = LM_KEY("obstacle.rest")},
    [DUBOV_LOOK_AHEAD] = {"LOOK-AHEAD", "Dubov 1997 art. 9", "passed over for completion",
                          .reason = LM_KEY("obstacle.rest")},
    [DUBOV_COMPLETION] = {"COMPLETION", "Dubov 1997 art. 9",
                          "gives players to the groups below, so that they can be paired",
                          .reason = NULL},
    [DUBOV_MIRROR] = {"MIRROR", "Dubov 1997 art. 6.3", "no opponent among the players with White",
                      .reason = NULL},
    [DUBOV_HALL] = {"HALL", "Dubov 1997 art. 6.3", "no arrangement of the rows", .reason = NULL},
    [DUBOV_FORCED_ROW] = {"FORCED-ROW", "Dubov 1997 art. 9", "a row that had to be",
                          .reason = NULL},
    [DUBOV_FOR_BELOW] = {"6.4b", "Dubov 1997 art. 6.4, 9", "goes down so that those below can play",
                         .own = LM_KEY("float.for-below")},
    [DUBOV_RESIDUE] = {"RESIDUE", "Dubov 1997 art. 7.2",
                       "moved up though the group stays incomplete", .reason = NULL},
    [DUBOV_DUE] = {"DUE", "Dubov 1997 art. 7.1, 7.2, 8.2", "the due colour before the rating",
                   .reason = LM_KEY("obstacle.fits-less"),
                   .plain = LM_KEY("obstacle.group-colour")},
    [DUBOV_UP_BARRED] = {"2.5", "Dubov 1997 art. 2.5", "moved up too often",
                         .reason = LM_KEY("obstacle.up-often")},
    [DUBOV_NO_USE] = {"7.2n", "Dubov 1997 art. 7.2", "no possible opponent in the group above",
                      .reason = LM_KEY("obstacle.no-use")},
    [DUBOV_ROWS] = {"6.3r", "Dubov 1997 art. 6.3", "an opponent for every row",
                    .reason = LM_KEY("obstacle.lines")},
    [DUBOV_STAYS] = {"6.4s", "Dubov 1997 art. 6.4", "needed to pair the group",
                     .reason = LM_KEY("obstacle.needed")},
    [DUBOV_CAME_DOWN] = {"6.4c", "Dubov 1997 art. 6.4", "came down already",
                         .reason = LM_KEY("obstacle.came-down")},
    [DUBOV_NONE_BELOW] = {"6.4n", "Dubov 1997 art. 6.4", "no possible opponent in the next group",
                          .reason = LM_KEY("obstacle.none-below")},
    {0},
};

static const struct lm_rule opponent_rules[] = {
    [DUBOV_ARRANGED] = {"6.3", "Dubov 1997 art. 6.3",
                        "the first possible arrangement of the columns",
                        .reason = LM_KEY("natural.arranged")},
    [DUBOV_HALVES] = {"5", "Dubov 1997 art. 5", "the upper half against the lower half",
                      .reason = LM_KEY("natural.list")},
    [DUBOV_ROW] = {"6.2", "Dubov 1997 art. 6.2", "the same row of both columns",
                   .reason = LM_KEY("natural.columns")},
    [DUBOV_NEXT] = {"6.3n", "Dubov 1997 art. 6.3", "the first who is left of the column",
                    .reason = LM_KEY("natural.next")},
    [DUBOV_AFTER] = {"8.2", "Dubov 1997 art. 8.2", "who came down meets the highest rating",
                     .reason = LM_KEY("natural.after")},
    [DUBOV_FETCHED] = {"7.1", "Dubov 1997 art. 7.1", "fetched from the next group",
                       .reason = LM_KEY("natural.fetched")},
    [DUBOV_ASIDE] = {"6.3a", "Dubov 1997 art. 6.3", "paired within one column",
                     .reason = LM_KEY("natural.aside")},
    {0},
};

/* ---- Colours (art. 3) ---- */

static const struct lm_rule colour_rules[] = {
    [DUBOV_FIRST_ROUND] = {"5", "Dubov 1997 art. 5", "colours alternate from the first pair",
                           .reason = LM_KEY("colour.boards")},
    [DUBOV_BOTH_DUE] = {"3a", "Dubov 1997 art. 3", "the due colours granted",
                        .reason = LM_KEY("colour.both"), .plain = LM_KEY("colour.one")},
    [DUBOV_EQUALISE] = {"3b", "Dubov 1997 art. 3",
                        "the numbers of games with each colour equalised",
                        .reason = LM_KEY("colour.stronger")},
    [DUBOV_ALTERNATE] = {"3c", "Dubov 1997 art. 3",
                         "colours alternate from the last time they differed",
                         .reason = LM_KEY("colour.alternate")},
    [DUBOV_HIGHER_ARO] = {"3d", "Dubov 1997 art. 3",
                          "White to the higher average of opponents' ratings",
                          .reason = LM_KEY("colour.average")},
    [DUBOV_LOWER_RATING] = {"3e", "Dubov 1997 art. 3", "White to the lower rating",
                            .reason = LM_KEY("colour.rating")},
    [DUBOV_BY_NAME] = {"3f", "Dubov 1997 art. 9", "White to the first by name",
                       .reason = LM_KEY("colour.name")},
    [DUBOV_ONLY_LEGAL] = {"2.3-2.4", "Dubov 1997 art. 2.3 and 2.4", "the only colours allowed",
                          .reason = LM_KEY("colour.only")},
    {0},
};

/* Art. 3: does ${a} get White against ${b}? */
static bool due_white(const struct dubov *d, uint32_t a, uint32_t b, enum dubov_colour *rule)
{
    const struct dubov_seat *x = &d->seats[a], *y = &d->seats[b];
    const struct lm_seat *u = &d->p->seats[a], *v = &d->p->seats[b];
    *rule = DUBOV_BOTH_DUE;
    if (x->due != y->due)
        return x->due != LM_NO_COLOUR ? x->due == LM_WHITE : y->due == LM_BLACK;
    *rule = DUBOV_EQUALISE;
    if (u->colour_difference != v->colour_difference)
        return u->colour_difference < v->colour_difference;
    *rule = DUBOV_ALTERNATE;
    enum lm_colour last = lm_last_different_colour(u, v);
    if (last != LM_NO_COLOUR)
        return last == LM_BLACK;
    *rule = DUBOV_HIGHER_ARO;
    if (x->aro != y->aro)
        return x->aro > y->aro;
    *rule = DUBOV_LOWER_RATING;
    if (x->rating != y->rating)
        return x->rating < y->rating;
    *rule = DUBOV_BY_NAME;
    return x->name < y->name;
}

static bool gets_white(const struct dubov *d, uint32_t a, uint32_t b, enum dubov_colour *rule)
{
    const struct dubov_seat *x = &d->seats[a], *y = &d->seats[b];
    bool white = due_white(d, a, b, rule);
    bool legal = white ? x->can_white && y->can_black : x->can_black && y->can_white;
    if (!legal)
        *rule = DUBOV_ONLY_LEGAL;
    return white == legal;
}

/* ---- Pairs ---- */

static void enter(struct dubov *d, uint32_t white, uint32_t black, enum dubov_colour rule)
{
    struct lm_pair *pair = &d->pairing->pairs[d->pairing->pair_count++];
    *pair = lm_pair_of(d->p, white, black, true, d->pairing->bracket_count);
    pair->colour_rule = (uint8_t)rule;
    pair->opponent_rule = (uint8_t)d->order;
    d->seats[white].paired = d->seats[black].paired = true;
}

static void enter_with_colours(struct dubov *d, uint32_t a, uint32_t b)
{
    enum dubov_colour rule;
    bool white = gets_white(d, a, b, &rule);
    enter(d, white ? a : b, white ? b : a, rule);
}

void lm_dubov_1997_add_pair(struct dubov *d, uint32_t a, uint32_t b)
{
    lm_dubov_1997_leave_rest(d, a);
    lm_dubov_1997_leave_rest(d, b);
    enter_with_colours(d, a, b);
}

bool lm_dubov_1997_try_pair(struct dubov *d, uint32_t a, uint32_t b)
{
    bool good = lm_dubov_1997_pair_leaves_rest(d, a, b);
    if (good)
        enter_with_colours(d, a, b);
    return good;
}

/* ---- Remarks and findings ---- */

void lm_dubov_1997_note(struct dubov *d, enum dubov_rule rule, uint32_t seat, int32_t value)
{
    if (d->remark_count < d->remark_limit)
        d->remarks[d->remark_count++] =
            (struct dubov_remark){d->pairing->bracket_count, rule, seat, value};
}

void lm_dubov_1997_ask(struct dubov *d, uint32_t seat, uint32_t other, enum dubov_rule rule,
                       bool expected)
{
    if (d->question_count < d->question_limit)
        d->questions[d->question_count++] =
            (struct dubov_question){d->pairing->bracket_count, seat, other, rule, expected};
}

void lm_dubov_1997_ask_pair(struct dubov *d, uint32_t seat, uint32_t other, enum dubov_rule rule,
                            bool expected)
{
    if (lm_is_barred(d->p, seat, other))
        rule = DUBOV_REMATCH;
    else if (!lm_dubov_1997_possible(d, seat, other))
        rule = DUBOV_COLOURS;
    lm_dubov_1997_ask(d, seat, other, rule, expected);
}

void lm_dubov_1997_note_lines(struct dubov *d, const uint32_t *tops, const uint32_t *bottoms,
                              uint32_t count)
{
    d->lines[d->pairing->bracket_count] = (struct dubov_lines){d->lined, count};
    memcpy(d->tops + d->lined, tops, count * sizeof *tops);
    memcpy(d->bottoms + d->lined, bottoms, count * sizeof *bottoms);
    d->lined += count;
}

/* Return the question that a finding answers to the player it names. */
static enum lm_question about(enum dubov_rule rule)
{
    static const uint8_t answers[] = {[DUBOV_BYE] = LM_WHY_BYE,
                                      [DUBOV_PASSED_BYE] = LM_WHY_BYE,
                                      [DUBOV_FLOATER] = LM_WHY_FLOAT,
                                      [DUBOV_FOR_BELOW] = LM_WHY_FLOAT,
                                      [DUBOV_ISLAND] = LM_WHY_FLOAT,
                                      [DUBOV_ODD] = LM_WHY_FLOAT,
                                      [DUBOV_FROM_ABOVE] = LM_WHY_FLOAT,
                                      [DUBOV_RESIDUE] = LM_WHY_FLOAT,
                                      [DUBOV_TO_BLACK] = LM_WHY_OPPONENT,
                                      [DUBOV_TO_WHITE] = LM_WHY_OPPONENT,
                                      [DUBOV_MIRROR] = LM_WHY_OPPONENT,
                                      [DUBOV_HALL] = LM_WHY_OPPONENT,
                                      [DUBOV_FORCED_ROW] = LM_WHY_OPPONENT,
                                      [DUBOV_NONE_BELOW] = LM_WHY_WISH};
    return (enum lm_question)answers[rule];
}

/* Append the remarks on ${bracket} about ${rule} as one finding to ${out}, if there are any. */
static enum lm_status gather(const struct dubov *d, size_t bracket, enum dubov_rule rule,
                             struct lm_finding *out, size_t *count)
{
    size_t all = 0, named = 0;
    for (size_t i = 0; i < d->remark_count; i++)
        all += d->remarks[i].bracket == bracket && d->remarks[i].rule == rule;
    if (all == 0)
        return LM_OK;
    uint32_t *players = lm_arena_alloc(d->arena, all, sizeof *players);
    int32_t *values = lm_arena_alloc(d->arena, all, sizeof *values);
    if (players == NULL || values == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < d->remark_count; i++) {
        const struct dubov_remark *remark = &d->remarks[i];
        if (remark->bracket != bracket || remark->rule != rule || remark->seat == LM_NOBODY)
            continue;
        values[named] = remark->value;
        players[named++] = d->p->seats[remark->seat].player;
    }
    out[(*count)++] = (struct lm_finding){.rule = (uint8_t)rule,
                                          .about = (uint8_t)about(rule),
                                          .values = values,
                                          .value_count = named,
                                          .players = players,
                                          .player_count = named};
    return LM_OK;
}

static uint32_t player_at(const struct dubov *d, uint32_t seat)
{
    return seat == LM_NOBODY ? LM_NOBODY : d->p->seats[seat].player;
}

/* 2.1, 2.3, 2.4 */
static enum lm_bar bars(const void *context, uint32_t a, uint32_t b, uint8_t *rule)
{
    const struct dubov *d = context;
    *rule = lm_is_barred(d->p, a, b) ? DUBOV_REMATCH : DUBOV_COLOURS;
    return lm_dubov_1997_possible(d, a, b) ? LM_MAY_MEET : LM_MAY_NOT;
}

/* Ask why not the player of the same row. */
static enum lm_status ask_rows(const struct dubov *d, size_t bracket, const uint32_t *partner)
{
    const struct dubov_lines *lines = &d->lines[bracket];
    const struct lm_lined_up lined = {.p = d->p,
                                      .whole = true,
                                      .tops = d->tops + lines->from,
                                      .bottoms = d->bottoms + lines->from,
                                      .count = lines->count,
                                      .bottom_count = lines->count,
                                      .partner = partner,
                                      .bars = bars,
                                      .context = d,
                                      .rest = DUBOV_ROWS};
    struct lm_alternative *all;
    struct lm_bracket *out = &d->brackets[bracket];
    enum lm_status status = LM_OK;
    if (lines->count > 0)
        status = lm_ask_lines(&lined, d->arena, out, &all);
    if (lines->count > 0 && status == LM_OK)
        status = lm_ask_rest(&lined, d->arena, all, out->alternative_count);
    return status;
}

static enum lm_status add_alternatives(const struct dubov *d, size_t bracket)
{
    size_t count = 0;
    for (size_t i = 0; i < d->question_count; i++)
        count += d->questions[i].bracket == bracket;
    struct lm_alternative *all = lm_arena_alloc(d->arena, count, sizeof *all);
    if (all == NULL)
        return LM_LIMIT;
    d->brackets[bracket].alternatives = all;
    d->brackets[bracket].alternative_count = count;
    for (size_t i = 0; i < d->question_count; i++)
        if (d->questions[i].bracket == bracket)
            *all++ = (struct lm_alternative){.player = player_at(d, d->questions[i].seat),
                                             .opponent = player_at(d, d->questions[i].other),
                                             .rule = (uint8_t)d->questions[i].rule,
                                             .expected = d->questions[i].expected,
                                             .told = true};
    return LM_OK;
}

/* Return each seat's opponent. */
static const uint32_t *partners_of(const struct dubov *d)
{
    uint32_t *partner = lm_arena_alloc(d->arena, d->p->seat_count, sizeof *partner);
    for (uint32_t s = 0; partner != NULL && s < d->p->seat_count; s++)
        partner[s] = LM_NOBODY;
    for (uint32_t i = 0; partner != NULL && i < d->pairing->pair_count; i++) {
        const struct lm_pair *pair = &d->pairing->pairs[i];
        if (pair->black == LM_NOBODY)
            continue;
        partner[d->p->seat_of[pair->white]] = d->p->seat_of[pair->black];
        partner[d->p->seat_of[pair->black]] = d->p->seat_of[pair->white];
    }
    return partner;
}

static enum lm_status add_findings(struct dubov *d)
{
    const uint32_t *partner = partners_of(d);
    if (partner == NULL)
        return LM_LIMIT;
    for (size_t b = 0; b < d->pairing->bracket_count; b++) {
        size_t count = 0;
        struct lm_finding *findings = lm_arena_alloc(d->arena, DUBOV_RESIDUE + 1, sizeof *findings);
        if (findings == NULL)
            return LM_LIMIT;
        for (enum dubov_rule rule = DUBOV_REMATCH; rule <= DUBOV_RESIDUE; rule++)
            if (gather(d, b, rule, findings, &count) != LM_OK)
                return LM_LIMIT;
        d->brackets[b].findings = findings;
        d->brackets[b].finding_count = count;
        if (add_alternatives(d, b) != LM_OK ||
            (d->question_limit > 0 && ask_rows(d, b, partner) != LM_OK))
            return LM_LIMIT;
    }
    d->pairing->brackets = d->brackets;
    return LM_OK;
}

/* ---- The bye (art. 4) ---- */

/* Sort by lowest score, lowest R, due the colour that dominates in the group, higher ARO, name. */
static enum lm_status order_for_bye(const struct dubov *d, struct dubov_entry *entries)
{
    const struct lm_seat *seats = d->p->seats;
    uint32_t *group = lm_arena_alloc(d->arena, d->p->seat_count, sizeof *group);
    if (group == NULL)
        return LM_LIMIT;
    for (uint32_t from = 0, end; from < d->p->seat_count; from = end) {
        uint32_t count = 0;
        for (end = from; end < d->p->seat_count && seats[end].score == seats[from].score; end++)
            group[count++] = end;
        uint8_t dominating = (uint8_t)lm_dubov_1997_dominating(d, group, count);
        for (uint32_t s = from; s < end; s++) {
            const struct dubov_seat *x = &d->seats[s];
            bool wanted = dominating == LM_NO_COLOUR || x->due == dominating;
            entries[s] = (struct dubov_entry){
                {seats[s].score, x->rating, !wanted, -(int64_t)x->aro, x->name}, s};
        }
    }
    lm_dubov_1997_sort(entries, d->p->seat_count);
    return LM_OK;
}

/* 2.3, 2.4 */
static bool colours_bar(const void *context, uint32_t a, uint32_t b)
{
    const struct dubov *d = context;
    return !lm_is_barred(d->p, a, b) && !lm_dubov_1997_possible(d, a, b);
}

static enum lm_status refuse(const struct dubov *d)
{
    struct lm_obstacles obstacles = {
        .position = d->p, .colours = colours_bar, .context = d, .where = "2.1-2.4"};
    return lm_say_impossible(&obstacles, NULL, d->arena, d->log);
}

static enum lm_status choose_bye(struct dubov *d, uint32_t *receiver)
{
    uint32_t count = d->p->seat_count;
    bool *inessential = lm_arena_alloc(d->arena, count, sizeof *inessential);
    struct dubov_entry *entries = lm_arena_alloc(d->arena, count, sizeof *entries);
    if (inessential == NULL || entries == NULL || order_for_bye(d, entries) != LM_OK)
        return LM_LIMIT;
    bool one = lm_dubov_1997_alone_in_rest(d) == 1;
    uint32_t passed = 0;
    lm_dubov_1997_surplus_in_rest(d, inessential);
    for (uint32_t i = 0; i < count && one; i++) {
        uint32_t seat = entries[i].seat;
        if (d->p->seats[seat].pab_barred)
            continue;
        if (inessential[seat]) {
            *receiver = seat;
            return LM_OK;
        }
        lm_dubov_1997_ask(d, seat, LM_NOBODY, DUBOV_PASSED_BYE, passed++ == 0);
        lm_dubov_1997_note(d, DUBOV_PASSED_BYE, seat, 0);
    }
    return refuse(d);
}

/* Give the bye (art. 4), which has a bracket of its own, the first one. */
static enum lm_status give_bye(struct dubov *d)
{
    uint32_t receiver = LM_NOBODY;
    if (d->p->seat_count % 2 == 0)
        return lm_dubov_1997_alone_in_rest(d) == 0 ? LM_OK : refuse(d);
    enum lm_status status = choose_bye(d, &receiver);
    if (status != LM_OK)
        return status;
    lm_dubov_1997_leave_rest(d, receiver);
    lm_dubov_1997_leave_below(d, receiver);
    d->seats[receiver].paired = true;
    lm_dubov_1997_note(d, DUBOV_BYE, receiver, 0);
    uint32_t *player = lm_players_of(d->p, &receiver, 1, d->arena);
    if (player == NULL)
        return LM_LIMIT;
    d->pairing->pairs[d->pairing->pair_count++] =
        lm_pair_of(d->p, receiver, LM_NOBODY, true, d->pairing->bracket_count);
    d->brackets[d->pairing->bracket_count++] = (struct lm_bracket){
        .score = d->p->seats[receiver].score,
        .residents = player,
        .resident_count = 1,
        .floaters = player,
        .floater_count = 1,
    };
    return LM_OK;
}

/* ---- Round 1 (art. 5) ---- */

/* List the seats as "calculated before": R, title, name. */
static enum lm_status first_list(const struct dubov *d, uint32_t *seats)
{
    struct dubov_entry *entries = lm_arena_alloc(d->arena, d->p->seat_count, sizeof *entries);
    if (entries == NULL)
        return LM_LIMIT;
    for (uint32_t s = 0; s < d->p->seat_count; s++) {
        const char *title = d->p->tournament->players[d->p->seats[s].player].title;
        entries[s] =
            (struct dubov_entry){{-d->seats[s].rating, lm_title_rank(title), d->seats[s].name}, s};
    }
    lm_dubov_1997_sort(entries, d->p->seat_count);
    for (uint32_t s = 0; s < d->p->seat_count; s++)
        seats[s] = entries[s].seat;
    return LM_OK;
}

static bool halves_edge(const void *context, uint32_t row, uint32_t column)
{
    const struct dubov *d = context;
    return lm_dubov_1997_possible(d, d->group[row], d->group[column]);
}

static enum lm_status halves_graph(const void *context, const uint32_t *places, uint32_t rows,
                                   struct lm_arena *arena, struct lm_graph *out)
{
    const struct dubov *d = context;
    return lm_dubov_1997_graph_of(d, d->group, places, rows, arena, out);
}

/* Enter upper half against lower half; players who must not meet (a prohibition) get the next
 * one. */
static enum lm_status enter_first_round(struct dubov *d, const uint32_t *column_of, uint32_t rows)
{
    lm_dubov_1997_note_lines(d, d->group, d->group + rows, rows);
    for (uint32_t row = 0; row < rows; row++) {
        bool white = (row % 2 == 0) == (d->p->initial_colour == LM_WHITE);
        uint32_t left = d->group[row], right = d->group[column_of[row]];
        d->order = column_of[row] == row + rows ? DUBOV_HALVES : DUBOV_ARRANGED;
        enter(d, white ? left : right, white ? right : left, DUBOV_FIRST_ROUND);
    }
    if (d->p->seat_count > 2 * rows) {
        uint32_t last = d->group[2 * rows];
        d->pairing->pairs[d->pairing->pair_count++] = lm_pair_of(d->p, last, LM_NOBODY, true, 0);
        lm_dubov_1997_note(d, DUBOV_BYE, last, 0);
    }
    lm_dubov_1997_note(d, DUBOV_FIRST, LM_NOBODY, 0);
    d->brackets[0] = (struct lm_bracket){
        .residents = lm_players_of(d->p, d->group, d->p->seat_count, d->arena),
        .resident_count = d->p->seat_count,
    };
    d->pairing->bracket_count = 1;
    return d->brackets[0].residents != NULL ? LM_OK : LM_LIMIT;
}

/* Pair round 1; ${*done}: art. 5 could be followed. */
static enum lm_status pair_first_round(struct dubov *d, bool *done)
{
    uint32_t rows = d->p->seat_count / 2;
    uint32_t *column_of = lm_arena_alloc(d->arena, rows, sizeof *column_of);
    if (column_of == NULL || first_list(d, d->group) != LM_OK)
        return LM_LIMIT;
    const struct lm_rows halves = {
        .count = rows, .enough = rows, .edge = halves_edge, .graph = halves_graph, .context = d};
    enum lm_status status = lm_first_of_rows(&halves, d->arena, column_of, done);
    return status == LM_OK && *done ? enter_first_round(d, column_of, rows) : status;
}

/* ---- Scoregroups ---- */

/* Move the members of the highest scoregroup of the lower players into the group. */
static void take_top_group(struct dubov *d)
{
    uint32_t count = 0;
    if (d->lower_count > 0)
        d->score = d->p->seats[d->lower[0]].score;
    for (; count < d->lower_count && d->p->seats[d->lower[count]].score == d->score; count++) {
        d->group[count] = d->lower[count];
        lm_dubov_1997_leave_below(d, d->lower[count]);
    }
    d->group_count = count;
    d->lower += count;
    d->lower_count -= count;
}

/* List the players who came to the current scoregroup from another one: ${floaters} from above, and
 * by 7.1 and 7.2 from below. */
static enum lm_status list_moved(const struct dubov *d, const uint32_t *floaters, uint32_t count,
                                 struct lm_bracket *bracket)
{
    uint32_t *players = lm_arena_alloc(d->arena, d->p->seat_count, sizeof *players);
    if (players == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++)
        players[i] = d->p->seats[floaters[i]].player;
    for (size_t i = 0; i < d->remark_count; i++) {
        const struct dubov_remark *remark = &d->remarks[i];
        if (remark->bracket == d->pairing->bracket_count &&
            (remark->rule == DUBOV_ISLAND || remark->rule == DUBOV_ODD))
            players[count++] = d->p->seats[remark->seat].player;
    }
    bracket->moved = players;
    bracket->moved_count = count;
    return LM_OK;
}

/* Pair one scoregroup with the ${*count} ${floaters} that came down to it; store those who go on
 * there. */
static enum lm_status pair_group(struct dubov *d, uint32_t *floaters, uint32_t *count)
{
    if (!lm_arena_grow(d->arena, &d->brackets, &d->bracket_room, d->pairing->bracket_count + 1,
                       sizeof *d->brackets))
        return LM_LIMIT;
    struct lm_bracket *bracket = &d->brackets[d->pairing->bracket_count];
    take_top_group(d);
    *bracket = (struct lm_bracket){
        .score = d->score,
        .residents = lm_players_of(d->p, d->group, d->group_count, d->arena),
        .resident_count = d->group_count,
    };
    enum lm_status status = lm_dubov_1997_pair_floaters(d, floaters, *count);
    if (status == LM_OK)
        status = lm_dubov_1997_transfer_up(d);
    if (status == LM_OK)
        status = list_moved(d, floaters, *count, bracket);
    if (status == LM_OK)
        status = lm_dubov_1997_send_down(d, floaters, count);
    if (status == LM_OK)
        status = lm_dubov_1997_pair_columns(d);
    bracket->floaters = lm_players_of(d->p, floaters, *count, d->arena);
    bracket->floater_count = *count;
    d->pairing->bracket_count++;
    bool enough = bracket->residents != NULL && bracket->floaters != NULL;
    return status != LM_OK || enough ? status : LM_LIMIT;
}

static enum lm_status pair_groups(struct dubov *d)
{
    uint32_t count = 0;
    uint32_t *floaters = lm_arena_alloc(d->arena, d->p->seat_count, sizeof *floaters);
    enum lm_status status = floaters != NULL ? LM_OK : LM_LIMIT;
    while (status == LM_OK && d->pairing->pair_count < (d->p->seat_count + 1) / 2)
        status = pair_group(d, floaters, &count);
    return status;
}

/* ---- The round ---- */

enum { FEW_BRACKETS = 64 }; /* scoregroups of most tournaments, and the bye */

static enum lm_status prepare(struct dubov *d)
{
    struct lm_arena *arena = d->arena;
    uint32_t count = d->p->seat_count;
    d->remarks = lm_arena_alloc(arena, d->remark_limit, sizeof *d->remarks);
    d->pairing = lm_arena_alloc(arena, 1, sizeof *d->pairing);
    d->questions = lm_arena_alloc(arena, d->question_limit, sizeof *d->questions);
    bool roomy =
        lm_arena_grow(arena, &d->brackets, &d->bracket_room, FEW_BRACKETS, sizeof *d->brackets);
    d->group = lm_arena_alloc(arena, count, sizeof *d->group);
    d->lower = lm_arena_alloc(arena, count, sizeof *d->lower);
    d->island = lm_arena_alloc(arena, count, sizeof *d->island);
    d->tops = lm_arena_alloc(arena, count, sizeof *d->tops);
    d->bottoms = lm_arena_alloc(arena, count, sizeof *d->bottoms);
    d->lines = lm_arena_alloc(arena, (size_t)count + 2, sizeof *d->lines);
    struct lm_pair *pairs = lm_arena_alloc(arena, (size_t)count / 2 + 1, sizeof *pairs);
    if (d->remarks == NULL || d->questions == NULL || d->pairing == NULL || !roomy ||
        d->group == NULL || d->lower == NULL || d->island == NULL || d->tops == NULL ||
        d->bottoms == NULL || d->lines == NULL || pairs == NULL)
        return LM_LIMIT;
    *d->pairing = (struct lm_pairing){.round = d->p->round, .pairs = pairs};
    return lm_dubov_1997_facts(d);
}

static enum lm_status pair_later_round(struct dubov *d)
{
    enum lm_status status = lm_dubov_1997_match_rest(d);
    if (status == LM_OK)
        status = give_bye(d);
    for (uint32_t s = 0; s < d->p->seat_count; s++)
        if (!d->seats[s].paired)
            d->lower[d->lower_count++] = s;
    return status == LM_OK ? pair_groups(d) : status;
}

static enum lm_status pair_round(const struct lm_position *position,
                                 const struct lm_pair_request *request, struct lm_arena *arena,
                                 struct lm_log *log, struct lm_pairing **out)
{
    struct dubov d = {.p = position, .arena = arena, .log = log};
    bool done = false;
    if (request->want >= LM_WANT_REASONS)
        d.remark_limit = 16 * (size_t)position->seat_count + 16;
    if (request->want >= LM_WANT_ALTERNATIVES)
        d.question_limit = DUBOV_QUESTIONS_EACH * (size_t)position->seat_count;
    enum lm_status status = prepare(&d);
    if (status == LM_OK && position->round == 1)
        status = pair_first_round(&d, &done);
    if (status == LM_OK && !done)
        status = pair_later_round(&d);
    if (status == LM_OK && request->want >= LM_WANT_REASONS)
        status = add_findings(&d);
    if (status == LM_OK)
        *out = d.pairing;
    return status;
}

static const char *const codes[] = {"DUBOV_1997", NULL};

const struct lm_system lm_system_dubov_1997 = {
    .name = "dubov-1997",
    .family = "dubov",
    .title = "Dubov System, text of 1997",
    .source = "approved by the General Assembly 1997",
    .from = "1997/10/01",
    .until = "2018/06/30",
    .codes = codes,
    .games_per_match = 1,
    .colours = LM_COLOURS_BY_HISTORY,
    .orders_by_name = true,
    .floaters = LM_TRANSFERS,
    .rules = {.floats = LM_FLOATS_PAIRED, .all_floats = true, .pab = LM_PAB_WON},
    .criteria = criteria,
    .second_bye = DUBOV_SECOND,
    .closed = lm_dubov_1997_closed,
    .opponent_rules = opponent_rules,
    .bye_reason = LM_KEY("bye.rating"),
    .colour_rules = colour_rules,
    .pair = pair_round,
    .judge = lm_dubov_1997_judge,
};
