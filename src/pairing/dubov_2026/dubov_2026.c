/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/dubov_2026/dubov_2026.h"

#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "limmat/words.h"
#include "pairing/colour.h"
#include "pairing/legal.h"
#include "pairing/system_rows.h"
#include "pairing/turns.h"

/*
 * C.04.4.1, the Dubov System in force since 1 February 2026, which is not that of 1997.  Article
 * numbers are its own.  The bye (3.1), then scoregroup after scoregroup from the top: the
 * upfloaters that complete it (3.2.1, 3.2.2), the columns (3.2.3 to 3.2.6), the colours (5.2).
 */

static const struct lm_rule criteria[] = {
    [DUBOV26_C1] = {"C1", "C.04.4.1 art. 2.1.1", "players who have met before",
                    .reason = LM_KEY("obstacle.met")},
    [DUBOV26_C2] = {"C2", "C.04.4.1 art. 2.1.2", "a second bye",
                    .reason = LM_KEY("obstacle.second-bye")},
    [DUBOV26_C3] = {"C3", "C.04.4.1 art. 2.1.3", "two who must have the same colour",
                    .reason = LM_KEY("obstacle.same-absolute")},
    [DUBOV26_C4] = {"C4", "C.04.4.1 art. 2.2.1", "the others could not all be paired",
                    .reason = LM_KEY("obstacle.below")},
    [DUBOV26_C5] = {"C5", "C.04.4.1 art. 2.3.1", "players who come up", .plain = LM_KEY("up.host"),
                    .own = LM_KEY("up.needs")},
    [DUBOV26_C6] = {"C6", "C.04.4.1 art. 2.3.2", "scores of those who come up", .reason = NULL},
    [DUBOV26_C7] = {"C7", "C.04.4.1 art. 2.3.3", "players who do not get their colour",
                    .reason = LM_KEY("obstacle.pairs-colour"), .own = LM_KEY("wish.same-due")},
    [DUBOV26_C8] = {"C8", "C.04.4.1 art. 2.3.4", "players who came up as often as they should",
                    .reason = LM_KEY("obstacle.maximum"), .own = LM_KEY("wish.up-often")},
    [DUBOV26_C9] = {"C9", "C.04.4.1 art. 2.3.5", "how often those came up",
                    .reason = LM_KEY("obstacle.maximum")},
    [DUBOV26_C10] = {"C10", "C.04.4.1 art. 2.3.6", "players who came up in the last round too",
                     .reason = LM_KEY("obstacle.recent"), .own = LM_KEY("wish.up-1")},
    [DUBOV26_PAB_SCORE] = {"3.1.3", "C.04.4.1 art. 3.1.3", "the bye goes to the lowest score",
                           .reason = NULL},
    [DUBOV26_PAB_GAMES] = {"3.1.4", "C.04.4.1 art. 3.1.4", "the bye goes to who played most games",
                           .reason = NULL},
    [DUBOV26_PAB_TPN] = {"3.1.5", "C.04.4.1 art. 3.1.5", "the bye goes to the largest number",
                         .reason = NULL},
    [DUBOV26_GROUP] = {"3.2.2", "C.04.4.1 art. 3.2.2", "the group above could not be paired",
                       .reason = LM_KEY("obstacle.group-above")},
    [DUBOV26_ROWS] = {"3.2.6", "C.04.4.1 art. 3.2.6", "an opponent for every row",
                      .reason = LM_KEY("obstacle.lines")},
    {0},
};

static const struct lm_rule opponent_rules[] = {
    [DUBOV26_NEXT] = {"3.2.6", "C.04.4.1 art. 3.2.6", "the first who is left",
                      .reason = LM_KEY("natural.arranged")},
    [DUBOV26_ROW] = {"3.2.5", "C.04.4.1 art. 3.2.5 and 3.2.6", "the same row of the two columns",
                     .reason = LM_KEY("natural.columns-number")},
    {0},
};

#define IN(number) number, "C.04.4.1 art. " number

static const struct lm_rule colour_rules[] =
    LM_DUTCH_COLOUR_RULES(IN("5.2.2"), IN("5.2.3"), IN("5.2.4"), IN("5.2.5"), IN("5.2.1"));

/* ---- Facts of the seats ---- */

/* List all ratings in a row: in a large field each game would otherwise fetch a player from
 * memory. */
static int32_t *list_ratings(const struct lm_tournament *t, struct lm_arena *arena)
{
    int32_t *ratings = lm_arena_alloc(arena, t->player_count, sizeof *ratings);
    for (uint32_t i = 0; ratings != NULL && i < t->player_count; i++)
        ratings[i] = t->players[i].rating;
    return ratings;
}

/* Return the ARO (art. 1.7); ${*unrated}: a player whose rating counts but is missing. */
static int32_t aro_of(const struct lm_position *p, uint32_t player, const int32_t *ratings,
                      uint32_t *unrated)
{
    const struct lm_tournament *t = p->tournament;
    int64_t sum = 0, games = 0;
    for (uint32_t round = 1; round < p->round; round++) {
        const struct lm_record *record = lm_record_of(t, player, round);
        if (record->opponent == LM_NOBODY || !lm_result_is_played((enum lm_result)record->result))
            continue;
        if (ratings[record->opponent] == 0)
            *unrated = record->opponent;
        sum += ratings[record->opponent];
        games++;
    }
    return games == 0 ? 0 : (int32_t)((2 * sum + games) / (2 * games));
}

/* Compute all AROs (art. 1.7); return a player whose rating counts but is missing, or LM_NOBODY.
 * The records are read in memory order, unless such a player has to be named: the last one by the
 * seats. */
static uint32_t fill_aros(const struct lm_position *p, const int32_t *ratings,
                          struct dubov26_seat *seats)
{
    uint32_t any = LM_NOBODY, last = LM_NOBODY;
    for (uint32_t i = 0; i < p->tournament->player_count; i++) {
        if (p->seat_of[i] == LM_NOBODY)
            continue;
        seats[p->seat_of[i]].aro = aro_of(p, i, ratings, &any);
        any = ratings[i] == 0 ? i : any;
    }
    for (uint32_t s = 0; s < p->seat_count && any != LM_NOBODY; s++) {
        uint32_t player = p->seats[s].player;
        last = ratings[player] == 0 ? player : last;
        (void)aro_of(p, player, ratings, &last);
    }
    return last;
}

static uint16_t upfloats_of(const struct lm_position *p, const struct lm_seat *seat)
{
    uint16_t count = 0;
    for (uint32_t round = 1; round < p->round; round++)
        count = (uint16_t)(count + (seat->floats[round - 1] == LM_UPFLOAT));
    return count;
}

/* Copy ${p}, with players who have not played due Black, mildly (art. 1.6.4). */
static const struct lm_position *with_due_colours(const struct lm_position *p,
                                                  struct lm_arena *arena)
{
    uint32_t played = 0;
    while (played < p->seat_count && p->seats[played].games > 0)
        played++;
    if (played == p->seat_count)
        return p;
    struct lm_position *copy = lm_arena_alloc(arena, 1, sizeof *copy);
    struct lm_seat *seats = lm_arena_alloc(arena, p->seat_count, sizeof *seats);
    if (copy == NULL || seats == NULL)
        return NULL;
    memcpy(seats, p->seats, p->seat_count * sizeof *seats);
    for (uint32_t s = 0; s < p->seat_count; s++)
        if (seats[s].games == 0) {
            seats[s].wish = LM_BLACK;
            seats[s].strength = LM_MILD;
        }
    *copy = *p;
    copy->seats = seats;
    return copy;
}

enum lm_status lm_dubov_2026_facts(const struct lm_position *p, struct lm_arena *arena,
                                   struct lm_log *log, struct dubov26 *out)
{
    uint32_t rounds = p->tournament->rounds_total;
    uint16_t most = (uint16_t)(2 + (rounds > p->round ? rounds : p->round) / 5); /* MaxT */
    struct dubov26_seat *seats = lm_arena_alloc(arena, p->seat_count, sizeof *seats);
    const struct lm_position *own = with_due_colours(p, arena);
    struct lm_mark mark = lm_arena_mark(arena);
    const int32_t *ratings = list_ratings(p->tournament, arena);
    uint32_t most_barred = 0;
    if (seats == NULL || own == NULL || ratings == NULL)
        return LM_LIMIT;
    const uint32_t unrated = fill_aros(p, ratings, seats);
    for (uint32_t s = 0; s < p->seat_count; s++) {
        uint16_t upfloats = upfloats_of(p, &p->seats[s]);
        if (p->seats[s].barred_count > most_barred)
            most_barred = p->seats[s].barred_count;
        seats[s].upfloats = upfloats;
        seats[s].maximum = upfloats >= most && !p->last_round;
        seats[s].recent = p->seats[s].float_1 == LM_UPFLOAT && !p->last_round;
    }
    if (unrated != LM_NOBODY)
        return lm_log_add(log, LM_ERROR, (struct lm_place){.field = "rating"},
                          "give each of these players a provisional one (C.04.4.1 art. 1.1.2)",
                          "the Dubov System pairs by ratings, and player %u has none",
                          p->tournament->players[unrated].tpn);
    lm_arena_reset(arena, mark);
    *out = (struct dubov26){.p = own, .seats = seats, .most_barred = most_barred, .arena = arena};
    return LM_OK;
}

/* ---- The bye (art. 3.1) ---- */

struct round {
    struct dubov26 d;
    uint32_t *left; /* seats to be paired, by score and TPN */
    uint32_t left_count;
    struct lm_musts musts; /* how many of them must have a colour */
    uint32_t *partner;     /* per seat; LM_NOBODY: none yet */
    struct lm_pairing *pairing;
    bool asked;               /* alternatives are wanted */
    uint32_t *tops, *bottoms; /* the columns of all brackets: S1, and T2 by TPN */
    uint32_t lined;
    struct lm_alternative *instead; /* per bracket: the expected upfloater, or LM_NOBODY */
};

/* Does ${a} get the bye rather than ${b}?  Art. 3.1.3 to 3.1.5. */
static bool before_for_bye(const void *context, uint32_t a, uint32_t b)
{
    const struct lm_position *p = context;
    const struct lm_seat *x = &p->seats[a], *y = &p->seats[b];
    if (x->score != y->score)
        return x->score < y->score;
    if (x->games != y->games)
        return x->games > y->games;
    return x->tpn > y->tpn;
}

static struct lm_musts musts_of(const struct round *r)
{
    struct lm_musts musts = {0};
    for (uint32_t i = 0; i < r->left_count; i++) {
        musts.white += lm_must_have(&r->d.p->seats[r->left[i]], LM_WHITE);
        musts.black += lm_must_have(&r->d.p->seats[r->left[i]], LM_BLACK);
    }
    return musts;
}

/* ---- Colours (art. 5.2) ---- */

/* Does ${higher} get White against ${other}? */
static bool gets_white(const struct lm_position *p, uint32_t higher, uint32_t other,
                       enum lm_dutch_colour_rule *rule)
{
    if (p->seats[higher].games > 0 || p->seats[other].games > 0)
        return lm_dutch_gets_white(p, higher, other, rule);
    *rule = LM_COLOUR_INITIAL;
    return p->seats[higher].odd == (p->initial_colour == LM_WHITE);
}

static void enter(struct round *r, uint32_t a, uint32_t b, uint16_t bracket, uint8_t order)
{
    enum lm_dutch_colour_rule rule;
    uint32_t higher = a < b ? a : b, other = a < b ? b : a;
    bool first = gets_white(r->d.p, higher, other, &rule);
    struct lm_pair *pair = &r->pairing->pairs[r->pairing->pair_count++];
    r->partner[a] = b;
    r->partner[b] = a;
    *pair = lm_pair_of(r->d.p, higher, other, first, bracket);
    pair->colour_rule = (uint8_t)rule;
    pair->opponent_rule = order;
}

/* ---- Brackets (art. 3.2) ---- */

/* Return the end of the scoregroup at the front of ${left}. */
static uint32_t end_of_top_group(const struct round *r)
{
    uint32_t end = 0;
    const struct lm_seat *seats = r->d.p->seats;
    while (end < r->left_count && seats[r->left[end]].score == seats[r->left[0]].score)
        end++;
    return end;
}

static void count_out(struct round *r, uint32_t seat)
{
    r->musts.white -= lm_must_have(&r->d.p->seats[seat], LM_WHITE);
    r->musts.black -= lm_must_have(&r->d.p->seats[seat], LM_BLACK);
}

/* Take the residents, at its front, out of ${left}. */
static void take_residents(struct round *r, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        count_out(r, r->left[i]);
    r->left += count;
    r->left_count -= count;
}

/* Take the ${count} upfloaters out, too: players before the last of them move back. */
static void take_upfloaters(struct round *r, uint32_t count)
{
    uint32_t end = 0, found = 0;
    for (; found < count; end++)
        found += r->partner[r->left[end]] != LM_NOBODY;
    for (uint32_t i = end, to = end; i-- > 0;)
        if (r->partner[r->left[i]] == LM_NOBODY)
            r->left[--to] = r->left[i];
        else
            count_out(r, r->left[i]);
    r->left += count;
    r->left_count -= count;
}

/* Return the rank of ${seat} among the ${count} ${seats} by TPN. */
static uint32_t rank_by_tpn(const struct round *r, const uint32_t *seats, uint32_t count,
                            uint32_t seat)
{
    uint32_t rank = 0;
    for (uint32_t i = 0; i < count; i++)
        rank += r->d.p->seats[seats[i]].tpn < r->d.p->seats[seat].tpn;
    return rank;
}

/* ---- Alternatives ---- */

struct numbered {
    uint32_t tpn, seat;
};

static int by_tpn(const void *a, const void *b)
{
    const struct numbered *x = a, *y = b;
    return x->tpn < y->tpn ? -1 : x->tpn > y->tpn;
}

/* Record the columns of ${b}: S1, and T2 in the order before its transposition. */
static enum lm_status note_columns(struct round *r, const struct dubov26_bracket *b)
{
    struct lm_mark mark = lm_arena_mark(r->d.arena);
    uint32_t rows = b->member_count / 2;
    struct numbered *all = lm_arena_alloc(r->d.arena, rows, sizeof *all);
    if (all == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < rows; i++)
        all[i] = (struct numbered){r->d.p->seats[b->black[i]].tpn, b->black[i]};
    lm_sort(all, rows, sizeof *all, by_tpn);
    for (uint32_t i = 0; i < rows; i++) {
        r->tops[r->lined] = b->white[i];
        r->bottoms[r->lined++] = all[i].seat;
    }
    lm_arena_reset(r->d.arena, mark);
    return LM_OK;
}

/* Count the pairs of two players due the same colour [C7]. */
static uint32_t same_due(const struct dubov26_bracket *b)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < b->member_count / 2; i++)
        count += b->d->p->seats[b->white[i]].wish == b->d->p->seats[b->black[i]].wish;
    return count;
}

/* Can the players of ${b}'s lower be paired without the upfloaters and ${out}, but with ${back}? */
static enum lm_status rest_completes(const struct dubov26_bracket *b, uint32_t back, uint32_t out,
                                     bool *can)
{
    uint32_t count = 0;
    uint32_t *rest = lm_arena_alloc(b->d->arena, b->lower_count + 1, sizeof *rest);
    if (rest == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < b->lower_count; i++) {
        bool taken = b->lower[i] == out;
        for (uint32_t k = b->resident_count; k < b->member_count; k++)
            taken |= b->members[k] == b->lower[i] && b->lower[i] != back;
        if (!taken)
            rest[count++] = b->lower[i];
    }
    return lm_all_legal(b->d->p, rest, count, b->d->arena, can);
}

/* Find the objection to ${seat} in place of upfloater number ${number}, of the same score: the
 * first of [C4] to [C10] that is worse; DUBOV26_PAB_SCORE: none. */
static enum lm_status weigh_upfloater(const struct dubov26_bracket *b, uint32_t number,
                                      uint32_t seat, enum dubov26_rule *rule)
{
    struct dubov26_bracket other = *b;
    struct lm_arena *arena = b->d->arena;
    uint32_t own = b->members[b->resident_count + number];
    const struct dubov26_seat *x = &b->d->seats[seat], *y = &b->d->seats[own];
    bool within, below;
    other.members = lm_arena_alloc(arena, b->member_count, sizeof *other.members);
    other.white = lm_arena_alloc(arena, b->member_count, sizeof *other.white);
    other.black = lm_arena_alloc(arena, b->member_count, sizeof *other.black);
    if (other.members == NULL || other.white == NULL || other.black == NULL)
        return LM_LIMIT;
    memcpy(other.members, b->members, b->member_count * sizeof *other.members);
    other.members[b->resident_count + number] = seat;
    enum lm_status status =
        lm_all_legal(b->d->p, other.members, other.member_count, arena, &within);
    if (status == LM_OK)
        status = rest_completes(b, own, seat, &below);
    if (status == LM_OK && within)
        status = lm_dubov_2026_pair_bracket(&other);
    if (status != LM_OK)
        return status;
    uint32_t times = x->maximum ? x->upfloats : 0, own_times = y->maximum ? y->upfloats : 0;
    *rule = !within                          ? DUBOV26_GROUP
            : !below                         ? DUBOV26_C4
            : same_due(&other) > same_due(b) ? DUBOV26_C7
            : x->maximum && !y->maximum      ? DUBOV26_C8
            : times > own_times              ? DUBOV26_C9
            : x->recent && !y->recent        ? DUBOV26_C10
                                             : DUBOV26_PAB_SCORE;
    return LM_OK;
}

/* Where one player comes up: find the first of the same score in the order of art. 4.2, and why not
 * that player. */
static enum lm_status ask_who_else(const struct round *r, const struct dubov26_bracket *b,
                                   struct lm_alternative *out)
{
    const struct lm_seat *seats = r->d.p->seats;
    enum dubov26_rule rule = DUBOV26_PAB_SCORE;
    uint32_t other = LM_NOBODY;
    *out = (struct lm_alternative){.player = LM_NOBODY};
    if (b->member_count != b->resident_count + 1)
        return LM_OK;
    uint32_t first = b->members[b->resident_count];
    for (uint32_t i = 0; i < b->lower_count && b->lower[i] != first && other == LM_NOBODY; i++)
        if (seats[b->lower[i]].score == seats[first].score)
            other = b->lower[i];
    if (other == LM_NOBODY)
        return LM_OK;
    struct lm_mark mark = lm_arena_mark(r->d.arena);
    enum lm_status status = weigh_upfloater(b, 0, other, &rule);
    lm_arena_reset(r->d.arena, mark);
    if (status == LM_OK && rule != DUBOV26_PAB_SCORE)
        *out = (struct lm_alternative){.player = seats[other].player,
                                       .opponent = LM_NOBODY,
                                       .rule = (uint8_t)rule,
                                       .expected = true,
                                       .told = true};
    return status;
}

/* [C1], [C3] */
static enum lm_bar bars(const void *context, uint32_t top, uint32_t bottom, uint8_t *rule)
{
    const struct lm_position *p = context;
    *rule = lm_is_barred(p, top, bottom) ? DUBOV26_C1 : DUBOV26_C3;
    return lm_is_legal(p, top, bottom) ? LM_MAY_MEET : LM_MAY_NOT;
}

/* Add the alternatives of the reviewed brackets; that of the bye comes last. */
static enum lm_status add_alternatives(const struct round *r, struct lm_bracket *reported,
                                       uint16_t brackets)
{
    uint32_t from = 0;
    for (uint16_t i = 0; i < brackets; i++) {
        uint32_t rows = (uint32_t)(reported[i].resident_count + reported[i].moved_count) / 2;
        const struct lm_lined_up lines = {.p = r->d.p,
                                          .whole = true,
                                          .tops = r->tops + from,
                                          .bottoms = r->bottoms + from,
                                          .count = rows,
                                          .bottom_count = rows,
                                          .partner = r->partner,
                                          .bars = bars,
                                          .context = r->d.p,
                                          .rest = DUBOV26_ROWS};
        from += rows;
        if (r->instead[i].player != LM_NOBODY) {
            reported[i].alternatives = &r->instead[i];
            reported[i].alternative_count = 1;
        }
        struct lm_alternative *all;
        enum lm_status status = lm_ask_lines(&lines, r->d.arena, &reported[i], &all);
        if (status == LM_OK)
            status = lm_ask_rest(&lines, r->d.arena, all, reported[i].alternative_count);
        if (status != LM_OK)
            return status;
    }
    return LM_OK;
}

static enum lm_status pair_top_scoregroup(struct round *r, struct dubov26_bracket *b,
                                          uint16_t bracket)
{
    bool done;
    b->resident_count = end_of_top_group(r);
    memcpy(b->members, r->left, b->resident_count * sizeof *b->members);
    take_residents(r, b->resident_count);
    b->lower = r->left;
    b->lower_count = r->left_count;
    b->lower_musts = r->musts;
    enum lm_status status = lm_dubov_2026_choose_upfloaters(b, &done);
    if (status == LM_OK && !done)
        status = lm_dubov_2026_pair_bracket(b);
    if (status != LM_OK)
        return status;
    uint32_t rows = b->member_count / 2;
    if (2 * rows != b->member_count || rows == 0)
        return LM_INTERNAL; /* the remaining players can be paired completely */
    if (r->asked)
        status = note_columns(r, b);
    if (r->asked && status == LM_OK)
        status = ask_who_else(r, b, &r->instead[bracket]);
    if (status != LM_OK)
        return status;
    for (uint32_t row = 0; row < rows; row++) {
        bool level = rows <= 512 && rank_by_tpn(r, b->black, rows, b->black[row]) == row;
        enter(r, b->white[row], b->black[row], bracket, level ? DUBOV26_ROW : DUBOV26_NEXT);
    }
    take_upfloaters(r, b->member_count - b->resident_count);
    return LM_OK;
}

static enum lm_status pair_brackets(struct round *r, uint16_t *brackets)
{
    uint32_t count = r->left_count;
    struct dubov26_bracket b = {.d = &r->d};
    r->musts = musts_of(r);
    b.members = lm_arena_alloc(r->d.arena, count, sizeof *b.members);
    b.white = lm_arena_alloc(r->d.arena, count, sizeof *b.white);
    b.black = lm_arena_alloc(r->d.arena, count, sizeof *b.black);
    enum lm_status status =
        b.members == NULL || b.white == NULL || b.black == NULL ? LM_LIMIT : LM_OK;
    for (*brackets = 0; status == LM_OK && r->left_count > 0; (*brackets)++)
        status = pair_top_scoregroup(r, &b, *brackets);
    return status;
}

/* ---- The round ---- */

static enum lm_status prepare(struct round *r, const struct lm_position *p, struct lm_arena *arena,
                              struct lm_log *log)
{
    uint32_t count = p->seat_count;
    r->left = lm_arena_alloc(arena, count, sizeof *r->left);
    r->partner = lm_arena_alloc(arena, count, sizeof *r->partner);
    r->pairing = lm_arena_alloc(arena, 1, sizeof *r->pairing);
    struct lm_pair *pairs = lm_arena_alloc(arena, (size_t)count / 2 + 1, sizeof *pairs);
    r->tops = lm_arena_alloc(arena, r->asked ? count : 0, sizeof *r->tops);
    r->bottoms = lm_arena_alloc(arena, r->asked ? count : 0, sizeof *r->bottoms);
    r->instead = lm_arena_alloc(arena, r->asked ? count : 0, sizeof *r->instead);
    if (r->left == NULL || r->partner == NULL || r->pairing == NULL || pairs == NULL ||
        r->tops == NULL || r->bottoms == NULL || r->instead == NULL)
        return LM_LIMIT;
    for (uint32_t s = 0; s < count; s++) {
        r->left[s] = s;
        r->partner[s] = LM_NOBODY;
    }
    r->left_count = count;
    *r->pairing = (struct lm_pairing){.round = p->round, .pairs = pairs};
    return lm_dubov_2026_facts(p, arena, log, &r->d);
}

enum lm_status lm_dubov_2026_pair_round(const struct lm_position *position,
                                        const struct lm_pair_request *request, enum dubov26_way way,
                                        struct lm_arena *arena, struct lm_log *log,
                                        struct lm_pairing **out)
{
    struct round r = {.asked = request->want >= LM_WANT_ALTERNATIVES};
    uint32_t receiver = LM_NOBODY;
    uint16_t brackets = 0;
    enum lm_status status = prepare(&r, position, arena, log);
    r.d.way = way;
    if (status == LM_OK)
        status = lm_assign_bye(r.d.p, before_for_bye, r.d.p, "C.04.4.1 art. 1.9.3", r.left,
                               &r.left_count, arena, log, &receiver);
    if (status == LM_OK)
        status = pair_brackets(&r, &brackets);
    if (status != LM_OK)
        return status;
    if (receiver != LM_NOBODY)
        r.pairing->pairs[r.pairing->pair_count++] =
            lm_pair_of(position, receiver, LM_NOBODY, true, brackets);
    if (request->want >= LM_WANT_REASONS) {
        struct lm_bracket *reported;
        status =
            lm_dubov_2026_review(&r.d, r.partner, receiver, &reported, &r.pairing->bracket_count);
        r.pairing->brackets = reported;
        if (status == LM_OK && r.asked)
            status = add_alternatives(&r, reported, brackets);
    }
    if (status == LM_OK)
        *out = r.pairing;
    return status;
}

static enum lm_status pair_round(const struct lm_position *position,
                                 const struct lm_pair_request *request, struct lm_arena *arena,
                                 struct lm_log *log, struct lm_pairing **out)
{
    return lm_dubov_2026_pair_round(position, request, DUBOV26_GUESS, arena, log, out);
}

static const char *const codes[] = {"FIDE_DUBOV", "FIDE_DUBOV_2026", NULL};

/* The text of 2018 has other articles and the same rules, except for C2: a full-point bye does not
 * bar from another (its sets of upfloaters, described differently, come in the same order). */
const struct lm_system lm_system_dubov_2018 = {
    .name = "dubov-2018",
    .family = "dubov",
    .title = "FIDE Dubov System of 2018, in force until 31 January 2026",
    .source = "C.04.4.1 of 2018; articles are cited by their numbers of 2026",
    .from = "2018/07/01",
    .until = "2026/01/31",
    .codes = (const char *const[]){"FIDE_DUBOV_2018", NULL},
    .games_per_match = 1,
    .floaters = LM_UPFLOATERS,
    .rules = {.floats = LM_FLOATS_PAIRED, .all_floats = true, .pab = LM_PAB_2017},
    .criteria = criteria,
    .second_bye = DUBOV26_C2,
    .completion = DUBOV26_C4,
    .opponent_rules = opponent_rules,
    .bye_reason = LM_KEY("bye.most-games"),
    .due_without_games = LM_BLACK,
    .closed = lm_closed_to_all,
    .colour_rules = colour_rules,
    .pair = pair_round,
    .judge = lm_dubov_2026_judge,
};

const struct lm_system lm_system_dubov_2026 = {
    .name = "dubov-2026",
    .family = "dubov",
    .title = "FIDE Dubov System, in force from 1 February 2026",
    .source = "C.04.4.1, approved 28 October 2025",
    .from = "2026/02/01",
    .until = "",
    .codes = codes,
    .games_per_match = 1,
    .floaters = LM_UPFLOATERS,
    .rules = {.floats = LM_FLOATS_PAIRED, .all_floats = true, .pab = LM_PAB_2026},
    .criteria = criteria,
    .second_bye = DUBOV26_C2,
    .completion = DUBOV26_C4,
    .opponent_rules = opponent_rules,
    .bye_reason = LM_KEY("bye.most-games"),
    .due_without_games = LM_BLACK,
    .closed = lm_closed_to_all,
    .colour_rules = colour_rules,
    .pair = pair_round,
    .judge = lm_dubov_2026_judge,
};
