/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/ladder.h"

#include "graph/complete.h"
#include "graph/matching.h"
#include "limmat/words.h"
#include "pairing/colour.h"
#include "pairing/impossible.h"
#include "pairing/judge.h"
#include "pairing/prohibited.h"

/*
 * The first complete pairing in the order of the rules: the bye first, then the first of the list
 * with the nearest below, and so on.  A largest matching of possible pairs, begun with the pairs
 * made without looking ahead, decides whether a pair leaves each of the others an opponent.  A pair
 * that it already has is free, and any other costs one search; the proof of a vain search also
 * excludes other pairs and is kept (graph/complete.c).  So an ordinary round is a walk down the
 * list, and no field is exponential.
 *
 * Vertices are seats, in the order of the list; with an odd number the bye is the vertex after
 * them.
 */

struct ladder {
    const struct lm_ladder_rules *rules;
    const struct lm_position *p;
    struct lm_arena *arena;
    uint32_t seats, vertices;
    uint32_t apart; /* rounds after which two players can meet again; 0: never */
    uint32_t usual; /* the same by the rules, as in the position */
    size_t *start;  /* of the lists of barred partners, ascending */
    int32_t *list;
    struct lm_matching *matching;
    struct lm_completion *completion;
    uint32_t *mate; /* per vertex; LM_NOBODY: not paired yet */
    /* Passed-over pairs, where reasons are wanted. */
    bool reasons;
    struct lm_alternative *passed;
    size_t passed_count, passed_capacity;
    uint8_t *opponent_rule; /* per seat: of the pair in which it is the upper one */
};

/* ---- Legal pairs ---- */

/* Have seats ${a} and ${b} met too recently to meet again? */
static bool met_lately(const struct ladder *l, uint32_t a, uint32_t b)
{
    uint32_t met = lm_round_met(l->p, a, b);
    return met != 0 && (l->apart == 0 || l->p->round - met < l->apart);
}

static bool may_have_bye(const struct ladder *l, uint32_t seat)
{
    return l->rules->always_paired || !l->p->seats[seat].pab_barred;
}

/* Mark the seats that the arbiter keeps from ${seat}: their ${kept}, per seat, becomes ${seat} +
 * 1. */
static void mark_prohibited(const struct lm_prohibited *prohibited, uint32_t seat, uint32_t *kept)
{
    if (prohibited->count == 0)
        return;
    for (size_t i = prohibited->own[seat]; i < prohibited->own[seat + 1]; i++) {
        const uint32_t group = prohibited->of[i];
        for (size_t k = prohibited->start[group]; k < prohibited->start[group + 1]; k++)
            kept[prohibited->seats[k]] = seat + 1;
    }
}

/* List the seats that ${seat} cannot meet: those that the position bars; or, where players can meet
 * again sooner than that (${kept} not NULL), recent opponents and marked seats. */
static size_t list_apart(const struct ladder *l, uint32_t seat, const uint32_t *kept, size_t count)
{
    const struct lm_seat *own = &l->p->seats[seat];
    for (uint32_t i = 0; i < own->barred_count; i++) {
        const uint32_t other = own->barred[i];
        if (kept == NULL || kept[other] == seat + 1 || met_lately(l, seat, other))
            l->list[count++] = (int32_t)other;
    }
    return count;
}

/* Write the lists. */
static void list_barred(struct ladder *l, const struct lm_prohibited *prohibited, uint32_t *kept)
{
    const bool odd = l->vertices > l->seats;
    size_t count = 0;
    for (uint32_t s = 0; s < l->seats; s++) {
        l->start[s] = count;
        if (kept != NULL)
            mark_prohibited(prohibited, s, kept);
        count = list_apart(l, s, kept, count);
        if (odd && !may_have_bye(l, s))
            l->list[count++] = (int32_t)l->seats;
    }
    l->start[l->seats] = count;
    for (uint32_t s = 0; odd && s < l->seats; s++)
        if (!may_have_bye(l, s))
            l->list[count++] = (int32_t)s;
    l->start[l->vertices] = count;
}

static enum lm_status make_lists(struct ladder *l)
{
    struct lm_prohibited prohibited = {0};
    uint32_t *kept = NULL;
    size_t room = l->vertices > l->seats ? 2 * (size_t)l->seats : 0;
    for (uint32_t s = 0; s < l->seats; s++)
        room += l->p->seats[s].barred_count;
    l->start = lm_arena_alloc(l->arena, (size_t)l->vertices + 2, sizeof *l->start);
    l->list = lm_arena_alloc(l->arena, room, sizeof *l->list);
    if (l->start == NULL || l->list == NULL)
        return LM_LIMIT;
    if (l->apart != l->usual) {
        enum lm_status status = LM_OK;
        if (!lm_ids_are_teams(l->p->tournament))
            status = lm_find_prohibited(l->p->tournament, l->p->round, l->p->seat_of, l->seats,
                                        l->arena, &prohibited);
        kept = lm_arena_alloc(l->arena, l->seats, sizeof *kept);
        if (status != LM_OK || kept == NULL)
            return LM_LIMIT;
    }
    list_barred(l, &prohibited, kept);
    return LM_OK;
}

/* Do the same for ${b} in ascending order: ${*at} is the current place in the list of ${a}. */
static bool may_pair_next(const struct ladder *l, uint32_t a, uint32_t b, size_t *at)
{
    while (*at < l->start[a + 1] && l->list[*at] < (int32_t)b)
        ++*at;
    return *at == l->start[a + 1] || l->list[*at] != (int32_t)b;
}

/* ---- The bye ---- */

/* Return the rounds in which ${seat} was left over, or won without a game. */
static uint32_t free_rounds(const struct lm_position *p, uint32_t seat)
{
    uint32_t count = 0;
    for (uint32_t round = 1; round < p->round; round++) {
        uint8_t result = lm_record_of(p->tournament, p->seats[seat].player, round)->result;
        count += result == LM_PAB || result == LM_FORFEIT_WIN;
    }
    return count;
}

/* Return all seats in the order in which the bye is offered, if there is one: fewest free rounds,
 * then the last. */
static uint32_t *order_of_bye(const struct ladder *l)
{
    uint32_t *order = lm_arena_alloc(l->arena, l->seats, sizeof *order), count = 0;
    if (l->vertices == l->seats)
        return order;
    uint32_t *times = lm_arena_alloc(l->arena, l->seats, sizeof *times);
    if (order == NULL || times == NULL)
        return NULL;
    for (uint32_t s = 0; s < l->seats; s++)
        times[s] = free_rounds(l->p, s);
    for (uint32_t had = 0; count < l->seats; had++)
        for (uint32_t s = l->seats; s-- > 0;)
            if (times[s] == had)
                order[count++] = s;
    return order;
}

/* ---- The matching ---- */

/* Pair each player in order with the nearest one left, without looking ahead. */
static enum lm_status begin(struct ladder *l, const uint32_t *byes)
{
    uint32_t *next = lm_arena_alloc(l->arena, l->seats + 1, sizeof *next); /* 0 is the head */
    if (next == NULL)
        return LM_LIMIT;
    uint32_t bye = 0;
    while (l->vertices > l->seats && bye < l->seats && !may_have_bye(l, byes[bye]))
        bye++;
    bool given = l->vertices > l->seats && bye < l->seats;
    if (given)
        lm_matching_pair(l->matching, (int32_t)byes[bye], (int32_t)l->seats);
    uint32_t end = l->seats + 1, last = 0;
    for (uint32_t s = 0; s < l->seats; s++)
        if (!given || s != byes[bye]) {
            next[last] = s + 1;
            last = s + 1;
        }
    next[last] = end;
    for (uint32_t first = next[0]; first != end; first = next[first]) {
        uint32_t before = first;
        size_t at = l->start[first - 1];
        while (next[before] != end && !may_pair_next(l, first - 1, next[before] - 1, &at))
            before = next[before];
        if (next[before] == end)
            continue;
        lm_matching_pair(l->matching, (int32_t)first - 1, (int32_t)next[before] - 1);
        next[before] = next[next[before]];
    }
    return LM_OK;
}

static enum lm_status make_matching(struct ladder *l, const uint32_t *byes)
{
    enum lm_status status = make_lists(l);
    if (status != LM_OK)
        return status;
    struct lm_graph graph = {.form = LM_GRAPH_BARRED,
                             .vertices = (int32_t)l->vertices,
                             .start = l->start,
                             .list = l->list};
    status = lm_matching_new(&l->matching, l->arena, &graph);
    if (status == LM_OK)
        status = begin(l, byes);
    if (status == LM_OK)
        lm_matching_repair(l->matching);
    return status;
}

/* Record some players whom the matching leaves alone. */
static void note_left_over(const struct ladder *l, struct lm_forced *forced)
{
    for (uint32_t s = 0; s < l->seats; s++)
        if (lm_matching_is_present(l->matching, (int32_t)s) &&
            lm_matching_mate(l->matching, (int32_t)s) == LM_ALONE &&
            forced->hurt_count < LM_FORCED_NAMED) {
            forced->hurt[forced->hurt_count].player = l->p->seats[s].player;
            forced->hurt[forced->hurt_count++].opponent = LM_NOBODY;
        }
}

/* Pair ${a} and ${b}, a legal pair, if that leaves each of the others an opponent; otherwise list
 * in ${forced} some players who would be left over. */
static bool take(struct ladder *l, uint32_t a, uint32_t b, struct lm_forced *forced)
{
    bool has = lm_matching_mate(l->matching, (int32_t)a) == (int32_t)b;
    lm_matching_remove(l->matching, (int32_t)a);
    lm_matching_remove(l->matching, (int32_t)b);
    if (!has)
        lm_matching_repair(l->matching);
    if (lm_matching_alone(l->matching) == 0) {
        l->mate[a] = b;
        l->mate[b] = a;
        return true;
    }
    note_left_over(l, forced);
    lm_matching_restore(l->matching, (int32_t)a);
    lm_matching_restore(l->matching, (int32_t)b);
    lm_matching_repair(l->matching);
    return false;
}

/* Do the same for ${a} with one ${b} after the other, where no reasons are wanted.  Reasons name
 * players whom the matching happens to leave over, so they need a new search for each pair. */
static bool settle(struct ladder *l, uint32_t a, uint32_t b, struct lm_forced *forced)
{
    if (l->reasons)
        return a < b ? take(l, a, b, forced) : take(l, b, a, forced);
    if (!lm_completion_take(l->completion, (int32_t)a, (int32_t)b))
        return false;
    l->mate[a] = b;
    l->mate[b] = a;
    return true;
}

/* ---- Passed-over pairs ---- */

static uint32_t player_at(const struct ladder *l, uint32_t vertex)
{
    return vertex < l->seats ? l->p->seats[vertex].player : LM_NOBODY;
}

/* Record that ${a} could not have ${b} (of the bye's vertex: could not have it); ${expected}: ${b}
 * is the opponent by the list. */
static bool pass_over(struct ladder *l, uint32_t a, uint32_t b, uint8_t rule, bool expected,
                      const struct lm_forced *forced)
{
    if (!l->reasons)
        return true;
    if (!lm_arena_grow(l->arena, &l->passed, &l->passed_capacity, l->passed_count + 1,
                       sizeof *l->passed))
        return false;
    l->passed[l->passed_count] = (struct lm_alternative){.player = player_at(l, a),
                                                         .opponent = player_at(l, b),
                                                         .rule = rule,
                                                         .expected = expected,
                                                         .was_forced = true,
                                                         .forced = *forced};
    l->passed_count++;
    return true;
}

/* Return the rule by which the list keeps seats ${a} and ${b} apart. */
static uint8_t rule_against(const struct ladder *l, uint32_t a, uint32_t b)
{
    return met_lately(l, a, b) ? LADDER_MET : LADDER_EXCLUDED;
}

/* ---- The round ---- */

static enum lm_status give_bye(struct ladder *l, const uint32_t *byes)
{
    bool first = true;
    for (uint32_t i = 0; i < l->seats; i++) {
        struct lm_forced forced = {0};
        if (l->mate[byes[i]] != LM_NOBODY || !may_have_bye(l, byes[i]))
            continue;
        if (settle(l, l->seats, byes[i], &forced))
            return LM_OK;
        if (!pass_over(l, byes[i], l->seats, LADDER_REST, first, &forced))
            return LM_LIMIT;
        first = false;
    }
    return LM_INTERNAL; /* a complete pairing has a player there */
}

static enum lm_status pair_first(struct ladder *l, uint32_t first)
{
    bool nobody_passed = true;
    size_t at = l->start[first];
    for (uint32_t other = first + 1; other < l->seats; other++) {
        struct lm_forced forced = {0};
        if (l->mate[other] != LM_NOBODY)
            continue;
        bool may = may_pair_next(l, first, other, &at);
        if (may && settle(l, first, other, &forced)) {
            l->opponent_rule[first] = nobody_passed ? LADDER_NEXT : LADDER_PASSED;
            return LM_OK;
        }
        uint8_t rule = may || !l->reasons ? LADDER_REST : rule_against(l, first, other);
        if (!pass_over(l, first, other, rule, nobody_passed, &forced))
            return LM_LIMIT;
        nobody_passed = false;
    }
    return LM_INTERNAL;
}

/* Give all vertices a mate, in the order of the rules. */
static enum lm_status pair_all(struct ladder *l, const uint32_t *byes)
{
    enum lm_status status = l->vertices > l->seats ? give_bye(l, byes) : LM_OK;
    for (uint32_t s = 0; s < l->seats && status == LM_OK; s++)
        if (l->mate[s] == LM_NOBODY)
            status = pair_first(l, s);
    return status;
}

/* Make lists and matching; LM_NO_PAIRING: not all players can be paired. */
static enum lm_status prepare(struct ladder *l, const uint32_t *byes)
{
    enum lm_status status = make_matching(l, byes);
    l->mate = lm_arena_alloc(l->arena, l->vertices, sizeof *l->mate);
    l->opponent_rule = lm_arena_alloc(l->arena, l->seats, sizeof *l->opponent_rule);
    if (status == LM_OK)
        status = lm_completion_new(&l->completion, l->arena, l->matching, (int32_t)l->vertices);
    if (status != LM_OK || l->mate == NULL || l->opponent_rule == NULL)
        return LM_LIMIT;
    for (uint32_t v = 0; v < l->vertices; v++)
        l->mate[v] = LM_NOBODY;
    return lm_matching_alone(l->matching) == 0 ? LM_OK : LM_NO_PAIRING;
}

/* ---- Colours ---- */

/* Does the upper player get White?  ${*fresh} counts the pairs in which neither has played. */
static bool gets_white(const struct lm_position *p, uint32_t upper, uint32_t lower, uint32_t *fresh,
                       uint8_t *rule)
{
    const struct lm_seat *a = &p->seats[upper], *b = &p->seats[lower];
    if (a->games == 0 && b->games == 0) {
        *rule = LADDER_FIRST_GAMES;
        return (++*fresh % 2 == 1) == (p->initial_colour == LM_WHITE);
    }
    *rule = LADDER_BALANCE;
    if (a->colour_difference != b->colour_difference)
        return a->colour_difference < b->colour_difference;
    *rule = LADDER_SWAP;
    enum lm_colour last = lm_last_different_colour(a, b);
    if (last != LM_NO_COLOUR)
        return last == LM_BLACK;
    *rule = LADDER_CHANGES;
    if (a->games > 0)
        return a->colours[a->games - 1] == LM_BLACK;
    *rule = LADDER_CHANGES_OTHER;
    return b->colours[b->games - 1] == LM_WHITE;
}

static void fill_pairs(const struct ladder *l, struct lm_pairing *pairing)
{
    const struct lm_seat *seats = l->p->seats;
    uint32_t fresh = 0;
    for (uint32_t s = 0; s < l->seats; s++) {
        uint32_t other = l->mate[s];
        struct lm_pair *pair = &pairing->pairs[pairing->pair_count];
        if (other < s)
            continue;
        *pair = (struct lm_pair){.white = seats[s].player,
                                 .black = LM_NOBODY,
                                 .opponent_rule = l->opponent_rule[s],
                                 .white_score = seats[s].score};
        pairing->pair_count++;
        if (other == l->seats)
            continue;
        bool white = gets_white(l->p, s, other, &fresh, &pair->colour_rule);
        pair->white = seats[white ? s : other].player;
        pair->black = seats[white ? other : s].player;
        pair->white_score = seats[white ? s : other].score;
        pair->black_score = seats[white ? other : s].score;
    }
}

/* ---- Reasons ---- */

static enum lm_status add_reasons(const struct ladder *l, struct lm_pairing *pairing)
{
    struct lm_bracket *bracket = lm_arena_alloc(l->arena, 1, sizeof *bracket);
    uint32_t *residents = lm_arena_alloc(l->arena, l->seats, sizeof *residents);
    struct lm_finding *finding = lm_arena_alloc(l->arena, 1, sizeof *finding);
    uint32_t *who = lm_arena_alloc(l->arena, 1, sizeof *who);
    if (bracket == NULL || residents == NULL || finding == NULL || who == NULL)
        return LM_LIMIT;
    for (uint32_t s = 0; s < l->seats; s++)
        residents[s] = player_at(l, s);
    bool odd = l->vertices > l->seats;
    if (odd)
        *who = player_at(l, l->mate[l->seats]);
    *finding = (struct lm_finding){
        .rule = LADDER_BYE, .about = LM_WHY_BYE, .players = who, .player_count = 1};
    *bracket = (struct lm_bracket){.score = LM_NO_POINTS,
                                   .residents = residents,
                                   .resident_count = l->seats,
                                   .findings = finding,
                                   .finding_count = odd,
                                   .alternatives = l->passed,
                                   .alternative_count = l->passed_count};
    pairing->brackets = bracket;
    pairing->bracket_count = 1;
    return LM_OK;
}

/* ---- The call ---- */

static enum lm_status say_impossible(const struct ladder *l, struct lm_log *log)
{
    struct lm_obstacles obstacles = {
        .position = l->p, .prohibitions_only = l->rules->always_paired, .where = l->rules->where};
    return lm_say_impossible(&obstacles, NULL, l->arena, log);
}

/* Where no player is to be refused, allow earlier rematches, one round at a time. */
static enum lm_status prepare_some(struct ladder *l, const uint32_t *byes)
{
    enum lm_status status = prepare(l, byes);
    while (status == LM_NO_PAIRING && l->rules->always_paired && l->apart != 1) {
        l->apart = l->apart == 0 ? l->p->round : l->apart - 1;
        status = prepare(l, byes);
    }
    return status;
}

static const char *remark_of(const struct ladder *l)
{
    struct lm_text text = lm_text_in(l->arena);
    if (l->apart == l->usual)
        return NULL;
    lm_text_print(&text,
                  "to pair all players, opponents can meet again after %u round(s) instead of %u",
                  l->apart, l->usual);
    return lm_text_string(&text);
}

enum lm_status lm_ladder_pair(const struct lm_ladder_rules *rules, const struct lm_position *p,
                              const struct lm_pair_request *request, uint32_t apart,
                              struct lm_arena *arena, struct lm_log *log, struct lm_pairing **out)
{
    struct ladder l = {.rules = rules,
                       .p = p,
                       .arena = arena,
                       .seats = p->seat_count,
                       .vertices = p->seat_count + p->seat_count % 2,
                       .apart = apart,
                       .usual = apart,
                       .reasons = request->want >= LM_WANT_REASONS};
    struct lm_pairing *pairing = lm_arena_alloc(arena, 1, sizeof *pairing);
    struct lm_pair *pairs = lm_arena_alloc(arena, l.seats / 2 + 1, sizeof *pairs);
    const uint32_t *byes = order_of_bye(&l);
    if (pairing == NULL || pairs == NULL || byes == NULL)
        return LM_LIMIT;
    enum lm_status status = prepare_some(&l, byes);
    if (status == LM_NO_PAIRING)
        return say_impossible(&l, log);
    if (status == LM_OK)
        status = pair_all(&l, byes);
    if (status != LM_OK)
        return status;
    *pairing = (struct lm_pairing){.round = p->round, .pairs = pairs, .note = remark_of(&l)};
    fill_pairs(&l, pairing);
    if (l.reasons)
        status = add_reasons(&l, pairing);
    if (status == LM_OK)
        *out = pairing;
    return status;
}

/* ---- A given pairing ---- */

/* Return the last round in which the two met, who may not meet again yet; if the arbiter keeps them
 * apart, the current one.  The earlier it is, the sooner players can meet again (Keizer 3.5). */
static int32_t met_too_late(const struct lm_position *p, uint32_t a, uint32_t b)
{
    uint32_t met = lm_is_barred(p, a, b) ? lm_round_met(p, a, b) : 0;
    return (int32_t)(met == 0 && lm_is_barred(p, a, b) ? p->round : met);
}

/* Store broken rules, the bye, and for each player down the list the opponent's place in it: by
 * these the order of the rules compares pairings.  ${barred}: players can't have a second bye, nor
 * meet again; otherwise the latest of the meetings repeated counts. */
static enum lm_status judge(const struct lm_position *p, const struct lm_pair *pairs,
                            uint32_t pair_count, bool barred, struct lm_arena *arena,
                            struct lm_pairing **out)
{
    struct lm_finding_list list = {.arena = arena};
    struct lm_given given;
    struct lm_bracket *bracket = lm_arena_alloc(arena, 1, sizeof *bracket);
    int32_t *places = lm_arena_alloc(arena, p->seat_count, sizeof *places), met = 0, second = 0;
    if (bracket == NULL || places == NULL ||
        lm_read_given(p, pairs, pair_count, arena, &given) != LM_OK)
        return LM_LIMIT;
    for (uint32_t s = 0; s < p->seat_count; s++) {
        uint32_t other = given.partner[s];
        places[s] = other == LM_NOBODY ? 0 : (int32_t)other;
        int32_t late = other != LM_NOBODY && other > s ? met_too_late(p, s, other) : 0;
        met = barred ? met + (late > 0) : late > met ? late : met;
    }
    if (given.bye != LM_NOBODY) {
        int32_t bye[] = {(int32_t)free_rounds(p, given.bye),
                         (int32_t)(p->seat_count - 1 - given.bye)};
        second = barred && p->seats[given.bye].pab_barred;
        lm_finding_add(&list, LADDER_BYE, bye, 2);
    }
    lm_finding_add(&list, LADDER_MET, &met, 1);
    lm_finding_add(&list, LADDER_SECOND_BYE, &second, 1);
    lm_finding_add(&list, LADDER_NEAREST, places, p->seat_count);
    *bracket = (struct lm_bracket){
        .score = LM_NO_POINTS, .findings = list.items, .finding_count = list.count};
    return list.failed ? LM_LIMIT : lm_judgement(p, pairs, pair_count, bracket, 1, arena, out);
}

enum lm_status lm_ladder_judge(const struct lm_position *p, const struct lm_pair *pairs,
                               uint32_t pair_count, struct lm_arena *arena, struct lm_log *log,
                               struct lm_pairing **out)
{
    (void)log;
    return judge(p, pairs, pair_count, true, arena, out);
}

enum lm_status lm_ladder_judge_free_byes(const struct lm_position *p, const struct lm_pair *pairs,
                                         uint32_t pair_count, struct lm_arena *arena,
                                         struct lm_log *log, struct lm_pairing **out)
{
    (void)log;
    return judge(p, pairs, pair_count, false, arena, out);
}
