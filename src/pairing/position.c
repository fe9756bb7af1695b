/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/position.h"
#include "base/room.h"
#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

#include "pairing/baku.h"
#include "pairing/prohibited.h"

/*
 * One pass over the players' records gathers each player's past: the score before every round, then
 * colours, meetings and byes; a second one the floats.  Then the seats are sorted and the barred
 * partners collected.  Histories are gathered per player index, because a float needs the
 * opponent's score before that round, and an opponent can have left the tournament since.  A
 * player's rounds are read in a row, as they lie in memory, and once: reading round by round would
 * fetch every player again for each round, which with 100,000 players took most of the time.
 */
struct history {
    uint32_t tpn;
    uint32_t key; /* sort key among equal scores */
    int32_t points;
    int32_t score; /* before the round to be paired: points + virtual points */
    uint16_t games;
    uint16_t unplayed;
    uint16_t meetings;
    int16_t colour_difference;
    uint8_t repeats;
    uint8_t last_colour;
    bool pab_barred;
    bool arrived;
    uint8_t float_1, float_2;
};

struct builder {
    const struct lm_tournament *t;
    const struct lm_position_rules *rules;
    struct lm_arena *arena;
    struct lm_log *log;
    struct lm_position *p;
    struct lm_seat *seats;
    uint32_t *seat_of;
    uint32_t *partners;        /* seats that cannot be met, seat after seat … */
    uint32_t *end;             /* … per seat: the present end of its part */
    struct history *histories; /* per player */
    int32_t *before;           /* per round, player each: the score before it */
    uint32_t *met;             /* per player, round-1 each: the opponent, or LM_NOBODY */
    uint32_t *named;           /* per player: number of players barred for having met the player */
    uint8_t *floats;           /* per player, round-1 each */
    uint8_t *colours;          /* per player, round-1 each */
    bool pending;              /* a past result is unknown */
    bool paired;               /* the round is already paired */
    size_t past;               /* round - 1 */
    size_t floats_from;        /* number of rounds without floats */
    /* The records 250, or their equivalent where the code leaves them to the program. */
    const struct lm_acceleration *boosts;
    size_t boost_count;
    struct lm_acceleration baku[LM_BAKU_STEPS];
};

static uint32_t order_key(const struct lm_tournament *t, uint32_t player)
{
    const struct lm_player *who = &t->players[player];
    return t->rank_order && who->declared_rank != 0 ? who->declared_rank : who->tpn;
}

static bool is_paired(const struct lm_record *record)
{
    return record->opponent != LM_NOBODY || record->result == LM_PAB;
}

static bool round_is_paired(const struct lm_tournament *t, uint32_t round)
{
    if (round > t->round_capacity)
        return false;
    bool byes = t->player_count > 0; /* all players have one */
    for (uint32_t i = 0; i < t->player_count; i++) {
        const struct lm_record *record = lm_record_of(t, i, round);
        if (is_paired(record))
            return true;
        byes &= lm_result_is_bye((enum lm_result)record->result);
    }
    return byes;
}

static uint32_t next_round(const struct lm_tournament *t)
{
    uint32_t round = t->rounds_paired < t->round_capacity ? t->rounds_paired : t->round_capacity;
    while (round > 0 && !round_is_paired(t, round))
        round--;
    return round + 1;
}

static bool was_played(const struct lm_tournament *t, const struct lm_record *record)
{
    for (uint8_t game = 0; game < t->games_per_match; game++)
        if (lm_result_is_played((enum lm_result)record[game].result))
            return true;
    return false;
}

/* Did the player with ${own} forfeit every game against the one with ${other}? */
static bool forfeited_all(const struct lm_tournament *t, const struct lm_record *own,
                          const struct lm_record *other)
{
    for (uint8_t game = 0; game < t->games_per_match; game++)
        if (own[game].result != LM_FORFEIT_LOSS && other[game].result != LM_FORFEIT_WIN)
            return false;
    return true;
}

/* Have ${player} and the opponent of ${round} met?  C.04.2 art. 3.5: if they played.  A match also
 * counts as played when each forfeited a part of it: it ends by forfeit only if one of them
 * forfeits all its games (C.04.5 art. 0). */
static bool have_met(const struct lm_tournament *t, uint32_t player, uint32_t round)
{
    const struct lm_record *own = lm_record_of(t, player, round);
    if (own->opponent == LM_NOBODY)
        return false;
    if (was_played(t, own))
        return true;
    if (own->result != LM_FORFEIT_WIN && own->result != LM_FORFEIT_LOSS)
        return false;
    const struct lm_record *other = lm_record_of(t, own->opponent, round);
    return !forfeited_all(t, own, other) && !forfeited_all(t, other, own);
}

static bool won_by_forfeit(const struct lm_tournament *t, uint32_t player, uint32_t round)
{
    const struct lm_record *own = lm_record_of(t, player, round);
    if (own->opponent == LM_NOBODY)
        return own->result == LM_FORFEIT_WIN;
    const struct lm_record *other = lm_record_of(t, own->opponent, round);
    return forfeited_all(t, other, own) && !forfeited_all(t, own, other);
}

static int32_t win_points(const struct lm_tournament *t)
{
    const int32_t *win = t->points.value[LM_WIN];
    return win[0] > win[1] ? win[0] : win[1];
}

/* Return all players' scores before round ${index} + 1.  They lie by rounds, so that looking up
 * opponents' scores stays within a short list. */
static int32_t *before_of(const struct builder *b, size_t index)
{
    return b->before + index * b->t->player_count;
}

enum { FLOATS_SEEN = 2 }; /* rounds whose floats every position has */

static enum lm_float float_between(int32_t mine, int32_t theirs)
{
    return mine > theirs ? LM_DOWNFLOAT : mine < theirs ? LM_UPFLOAT : LM_NO_FLOAT;
}

/* Return the float of a player who met no opponent in the round.  C.04.3 art. 1.4.2 and 1.4.3, or
 * A.4.b of 2017, or C.04.5 art. 1.5; Dubov 1997, art. 2.5, and the Dutch system of 2006, A4, count
 * all players who were paired, played or not. */
static enum lm_float float_alone(const struct builder *b, uint32_t player, uint32_t round)
{
    const struct lm_record *record = lm_record_of(b->t, player, round);
    bool as_paired = b->rules->floats == LM_FLOATS_PAIRED || b->rules->floats == LM_FLOATS_2006 ||
                     b->rules->floats == LM_FLOATS_2012;
    int32_t gained = lm_round_points(b->t, player, round);
    if (b->rules->floats == LM_FLOATS_2012 && gained > b->p->loss_points)
        return LM_DOWNFLOAT;
    if (as_paired && record->opponent != LM_NOBODY)
        return float_between(before_of(b, round - 1)[player],
                             before_of(b, round - 1)[record->opponent]);
    if (b->rules->floats == LM_FLOATS_MET || b->rules->floats == LM_FLOATS_PAIRED)
        return LM_NO_FLOAT;
    if (b->rules->floats == LM_FLOATS_2017 || record->result == LM_PAB)
        return LM_DOWNFLOAT;
    if (as_paired)
        return LM_NO_FLOAT;
    return gained > b->p->loss_points ? LM_DOWNFLOAT : LM_NO_FLOAT;
}

/* [C2]: C.04.1 art. 4, or the wording of 2017. */
static bool bars_from_pab(const struct builder *b, uint32_t player, uint32_t round)
{
    const struct lm_record *record = lm_record_of(b->t, player, round);
    if (record->result == LM_PAB)
        return true;
    if (was_played(b->t, record))
        return false;
    if (b->rules->pab == LM_PAB_WON && record->result == LM_FULL_BYE)
        return true;
    if (b->rules->pab == LM_PAB_2012)
        return lm_round_points(b->t, player, round) > b->p->loss_points;
    if (b->rules->pab != LM_PAB_2026)
        return won_by_forfeit(b->t, player, round);
    return lm_round_points(b->t, player, round) >= b->p->win_points;
}

/* Return the first round whose meetings keep two players apart. */
static uint32_t first_apart(const struct builder *b)
{
    uint32_t apart = b->rules->apart == NULL ? b->p->round : b->rules->apart(b->t);
    return apart < b->p->round ? b->p->round - apart + 1 : 1;
}

/* Find the floats of ${player}.  The lookups of opponents' scores do not depend on each other,
 * unlike all other work on a record. */
static void find_floats(struct builder *b, uint32_t player)
{
    const uint32_t *met = b->met + player * b->past;
    uint8_t *floats = b->floats + player * b->past;
    memset(floats, LM_NO_FLOAT, b->floats_from);
    for (size_t i = b->floats_from; i < b->past; i++) {
        const int32_t *before = before_of(b, i);
        int32_t theirs = before[met[i] == LM_NOBODY ? player : met[i]];
        floats[i] = (uint8_t)float_between(before[player], theirs);
    }
    for (uint32_t i = (uint32_t)b->floats_from; i < b->past; i++)
        if (met[i] == LM_NOBODY)
            floats[i] = (uint8_t)float_alone(b, player, i + 1);
    struct history *h = &b->histories[player];
    h->float_1 = b->past >= 1 ? floats[b->past - 1] : LM_NO_FLOAT;
    h->float_2 = b->past >= 2 ? floats[b->past - 2] : LM_NO_FLOAT;
}

static void read_record(struct builder *b, uint32_t player, uint32_t round, uint32_t apart)
{
    const struct lm_record *record = lm_record_of(b->t, player, round);
    struct history *h = &b->histories[player];
    b->pending |= record->result == LM_PENDING;
    bool met = have_met(b->t, player, round);
    b->met[player * b->past + round - 1] = met ? record->opponent : LM_NOBODY;
    h->pab_barred |= bars_from_pab(b, player, round);
    h->arrived |= is_paired(record);
    h->meetings = (uint16_t)(h->meetings + met);
    if (met && round >= apart)
        b->named[record->opponent]++;
    if (!was_played(b->t, record)) {
        h->unplayed++;
        return;
    }
    b->colours[player * b->past + h->games++] = record->colour;
    h->colour_difference = (int16_t)(h->colour_difference + (record->colour == LM_WHITE ? 1 : -1));
    bool same = record->colour == h->last_colour;
    h->repeats = same ? (uint8_t)(h->repeats + (h->repeats < UINT8_MAX)) : 1;
    h->last_colour = record->colour;
}

/* Add to the points before each round the virtual points in force then (C.04.7). */
static void add_boosts(const struct builder *b)
{
    const struct lm_tournament *t = b->t;
    const uint32_t n = t->player_count;
    for (size_t a = 0; a < b->boost_count; a++) {
        const struct lm_acceleration *boost = &b->boosts[a];
        if (boost->whom != LM_PLAYERS)
            continue;
        uint32_t first = boost->first == boost->last ? lm_player_with_tpn(t, boost->first) : 0;
        for (uint32_t i = first; i < n && t->players[i].tpn <= boost->last; i++)
            for (size_t round = boost->first_round; round <= b->past + 1; round++)
                if (t->players[i].tpn >= boost->first && round <= boost->last_round && round > 0)
                    before_of(b, round - 1)[i] += boost->points;
    }
}

static void find_boosts(struct builder *b)
{
    b->boosts = b->t->accelerations;
    b->boost_count = b->t->acceleration_count;
    if (!lm_baku_is_asked(b->t))
        return;
    b->boosts = b->baku;
    b->boost_count = lm_baku_records(b->t, b->baku);
}

static enum lm_status check_acceleration(const struct lm_tournament *t, struct lm_log *log)
{
    const char *remedy;
    const char *obstacle = lm_baku_is_asked(t) ? lm_baku_obstacle(t, &remedy) : NULL;
    if (obstacle == NULL)
        return LM_OK;
    bool coded = t->type_code[0] != '\0';
    struct lm_place place = {.field = coded ? "record 192" : "record 092",
                             .value = coded ? t->type_code : t->type};
    return lm_log_add(log, LM_ERROR, place, remedy,
                      "the acceleration in the code can’t be computed: %s", obstacle);
}

/* Report all missing results at once, so that one look into the hall is enough. */
static enum lm_status check_results_known(const struct builder *b)
{
    size_t missing = 0;
    for (uint32_t round = 1; round <= b->past; round++)
        for (uint32_t i = 0; i < b->t->player_count; i++) {
            const struct lm_record *record = lm_record_of(b->t, i, round);
            if (record->result != LM_PENDING || record->colour != LM_WHITE ||
                record->opponent == LM_NOBODY)
                continue;
            missing++;
            (void)lm_log_add(b->log, LM_ERROR,
                             (struct lm_place){.line = b->t->players[i].line, .field = "result"},
                             "enter it before the next round is paired",
                             "round %u: the result of %u - %u is missing", round,
                             b->t->players[i].tpn, b->t->players[record->opponent].tpn);
        }
    return missing == 0 ? LM_OK : LM_INVALID;
}

/* Read the facts of ${player} that do not need all scores, including ${*points}, the scores before
 * each round and before the one to be paired; and whether that one is already paired. */
static void read_past(struct builder *b, uint32_t player, uint32_t apart, int32_t *points)
{
    for (uint32_t round = 1; round <= b->past; round++) {
        before_of(b, round - 1)[player] = *points;
        *points += lm_round_points(b->t, player, round);
        read_record(b, player, round, apart);
    }
    before_of(b, b->past)[player] = b->histories[player].points = *points;
    if (b->p->round > b->t->round_capacity)
        return;
    const struct lm_record *now = lm_record_of(b->t, player, b->p->round);
    bool game = now->opponent != LM_NOBODY; /* a PAB alone can be entered beforehand */
    b->paired |= game || (now->result == LM_PAB && b->p->round <= b->t->rounds_paired);
}

static enum lm_status read_history(struct builder *b, int32_t *points)
{
    const uint32_t n = b->t->player_count, apart = first_apart(b);
    struct lm_mark mark = lm_arena_mark(b->arena);
    b->before = lm_arena_room(b->arena, (b->past + 1) * n, sizeof *b->before);
    if (b->before == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < n; i++)
        read_past(b, i, apart, &points[i]);
    add_boosts(b);
    for (uint32_t i = 0; i < n; i++) {
        find_floats(b, i);
        b->histories[i].score = before_of(b, b->past)[i];
    }
    lm_arena_reset(b->arena, mark);
    return LM_OK;
}

/* Store in ${absent}[player] which players are not to be paired in the round; and number all
 * players. */
static void find_absent(const struct builder *b, bool *absent)
{
    const struct lm_tournament *t = b->t;
    uint32_t round = b->p->round;
    for (uint32_t i = 0; i < t->player_count; i++) {
        b->histories[i].tpn = t->players[i].tpn;
        b->histories[i].key = order_key(t, i);
        absent[i] = t->players[i].withdrawn != 0 && t->players[i].withdrawn <= round;
        if (round > t->round_capacity)
            continue;
        const struct lm_record *record = lm_record_of(t, i, round);
        absent[i] |=
            b->paired ? !is_paired(record) : lm_result_is_bye((enum lm_result)record->result);
    }
    for (size_t i = 0; i < t->bye_count && !b->paired; i++)
        if (t->byes[i].whom == LM_PLAYERS && t->byes[i].round == round)
            absent[t->byes[i].player] = true;
}

/* Set the colour preference by C.04.3 art. 1.7. */
static void set_preference(struct lm_seat *seat, const struct history *h)
{
    int difference = h->colour_difference;
    if (h->games == 0)
        return;
    bool absolute = difference > 1 || difference < -1 || h->repeats >= 2;
    seat->strength = absolute ? LM_ABSOLUTE : difference != 0 ? LM_STRONG : LM_MILD;
    if (difference < -1 || (difference == -1 && !absolute))
        seat->wish = LM_WHITE;
    else if (difference > 1 || (difference == 1 && !absolute))
        seat->wish = LM_BLACK;
    else
        seat->wish = h->last_colour == LM_WHITE ? LM_BLACK : LM_WHITE;
}

static void fill_seat(const struct builder *b, uint32_t player, struct lm_seat *seat)
{
    const struct history *h = &b->histories[player];
    *seat = (struct lm_seat){
        .player = player,
        .tpn = h->tpn,
        .points = h->points,
        .score = h->score,
        .games = h->games,
        .unplayed = h->unplayed,
        .meetings = h->meetings,
        .colour_difference = h->colour_difference,
        .repeats = h->repeats,
        .float_1 = h->float_1,
        .float_2 = h->float_2,
        .pab_barred = h->pab_barred,
        .colours = b->colours + player * b->past,
        .floats = b->floats + player * b->past,
    };
    set_preference(seat, h);
}

static enum lm_status seat_players(struct builder *b)
{
    uint32_t n = b->t->player_count;
    b->seats = lm_arena_room(b->arena, n, sizeof *b->seats);
    struct lm_mark mark = lm_arena_mark(b->arena);
    bool *absent = lm_arena_alloc(b->arena, n, sizeof *absent);
    struct lm_keyed *order = lm_arena_alloc(b->arena, n, 2 * sizeof *order);
    if (b->seats == NULL || absent == NULL || order == NULL)
        return LM_LIMIT;
    find_absent(b, absent);
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++) {
        const struct history *h = &b->histories[i];
        b->seat_of[i] = LM_NOBODY;
        if (!absent[i]) /* the highest score first */
            order[count++] = (struct lm_keyed){lm_key_of(lm_key_down(h->score), h->key), i};
    }
    lm_sort_keyed(order, order + n, count);
    for (uint32_t s = 0; s < count; s++) {
        fill_seat(b, order[s].what, &b->seats[s]);
        b->seat_of[order[s].what] = s;
    }
    lm_arena_reset(b->arena, mark);
    b->p->seats = b->seats;
    b->p->seat_count = count;
    return LM_OK;
}

/* Number the participants who have arrived, for art. 5.2.5, which uses odd and even numbers; the
 * numbering skips participants who have not yet arrived (ruling of the Swiss Pairings Programs
 * Commission, August 2026).  Where the colour of the draw of lots is not on record, the first game
 * of the highest such participant shows it. */
static enum lm_status number_the_arrived(struct builder *b)
{
    uint32_t n = b->t->player_count, count = 0;
    struct lm_mark mark = lm_arena_mark(b->arena);
    struct lm_keyed *order = lm_arena_alloc(b->arena, n, 2 * sizeof *order);
    if (order == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < n; i++)
        if (b->seat_of[i] != LM_NOBODY || b->histories[i].arrived)
            order[count++] = (struct lm_keyed){b->histories[i].key, i};
    lm_sort_keyed(order, order + n, count);
    for (uint32_t k = 0; k < count; k++)
        if (b->seat_of[order[k].what] != LM_NOBODY) {
            struct lm_seat *seat = &b->seats[b->seat_of[order[k].what]];
            seat->counted = k + 1;
            seat->odd = k % 2 == 0;
        }
    lm_arena_reset(b->arena, mark);
    return LM_OK;
}

/* Return the initial-colour as round 1 (or the first round with colours) shows it. */
static uint8_t inferred_colour(const struct lm_tournament *t)
{
    uint32_t rounds = t->rounds_paired < t->round_capacity ? t->rounds_paired : t->round_capacity;
    for (uint32_t round = 1; round <= rounds; round++) {
        uint32_t number = 0;
        for (uint32_t i = 0; i < t->player_count; i++) {
            const struct lm_record *record = lm_record_of(t, i, round);
            number += is_paired(record);
            if (record->opponent == LM_NOBODY || record->colour == LM_NO_COLOUR)
                continue;
            bool white = (record->colour == LM_WHITE) == (number % 2 == 1);
            return white ? LM_WHITE : LM_BLACK;
        }
    }
    return LM_NO_COLOUR;
}

static void set_initial_colour(struct lm_position *p, const struct lm_tournament *t)
{
    p->initial_colour = t->initial_colour;
    if (p->initial_colour == LM_NO_COLOUR)
        p->initial_colour = inferred_colour(t);
    p->initial_assumed = p->initial_colour == LM_NO_COLOUR;
    if (p->initial_assumed)
        p->initial_colour = LM_WHITE;
}

/* Mark topscorers by art. 1.8: over half of the possible score of the rounds already played.  The
 * score is the one used for pairing, as everywhere in C.04.3; it differs from the points made only
 * if virtual points reach the last round, which those of C.04.7 do not. */
static void mark_topscorers(struct builder *b)
{
    int32_t best = (int32_t)b->past * b->p->win_points;
    for (uint32_t s = 0; s < b->p->seat_count && b->p->last_round; s++)
        b->seats[s].topscorer = 2 * b->seats[s].score > best;
}

static void store_partner(struct builder *b, uint32_t seat, uint32_t partner)
{
    b->partners[b->end[partner]++] = seat;
}

/* Return the seat that ${seat} met in the round after the first ${before}, or LM_NOBODY. */
static uint32_t met_after(const struct builder *b, uint32_t seat, uint32_t before)
{
    const uint32_t met = b->met[b->seats[seat].player * b->past + before];
    return met == LM_NOBODY ? LM_NOBODY : b->seat_of[met];
}

/* Add ${seat} to the lists of the seats it met. */
static void bar_met(struct builder *b, uint32_t seat, uint32_t first)
{
    for (uint32_t i = first - 1; i < b->past; i++) {
        const uint32_t partner = met_after(b, seat, i);
        if (partner != LM_NOBODY)
            store_partner(b, seat, partner);
    }
}

/* Add ${seat} to the lists of the seats from which it is kept apart. */
static void bar_prohibited(struct builder *b, const struct lm_prohibited *prohibited, uint32_t seat)
{
    for (size_t i = prohibited->own[seat]; i < prohibited->own[seat + 1]; i++) {
        const uint32_t group = prohibited->of[i];
        for (size_t k = prohibited->start[group]; k < prohibited->start[group + 1]; k++)
            if (prohibited->seats[k] != seat)
                store_partner(b, seat, prohibited->seats[k]);
    }
}

/* Store each seat's list without repetition. */
static void hand_over_partners(uint32_t *list, struct lm_seat *seat, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (kept == 0 || list[i] != list[kept - 1])
            list[kept++] = list[i];
    seat->barred_count = kept;
    seat->barred = list;
}

/* Fill the lists.  Seats come in order, so every list is in order too, and duplicates are adjacent.
 * The ends of the lists lie in a row: with 100,000 players each access to a seat would miss the
 * cache. */
static enum lm_status fill_lists(struct builder *b, const struct lm_prohibited *prohibited)
{
    const uint32_t count = b->p->seat_count, first = first_apart(b);
    struct lm_mark mark = lm_arena_mark(b->arena);
    b->end = lm_arena_alloc(b->arena, count, sizeof *b->end);
    if (b->end == NULL)
        return LM_LIMIT;
    for (uint32_t s = 0; s + 1 < count; s++)
        b->end[s + 1] = b->end[s] + b->seats[s].barred_count;
    for (uint32_t s = 0; s < count; s++) {
        bar_met(b, s, first);
        if (prohibited->count > 0)
            bar_prohibited(b, prohibited, s);
    }
    uint32_t *list = b->partners;
    for (uint32_t s = 0; s < count; s++) {
        uint32_t room = b->seats[s].barred_count;
        hand_over_partners(list, &b->seats[s], (uint32_t)(b->partners + b->end[s] - list));
        list += room;
    }
    lm_arena_reset(b->arena, mark);
    return LM_OK;
}

/* Collect all lists in one pool. */
static enum lm_status bar_partners(struct builder *b)
{
    size_t total = 0;
    const uint32_t count = b->p->seat_count;
    struct lm_prohibited prohibited;
    enum lm_status status =
        lm_find_prohibited(b->t, b->p->round, b->seat_of, count, b->arena, &prohibited);
    if (status != LM_OK)
        return status;
    for (uint32_t s = 0; s < count; s++) {
        size_t most = b->named[b->seats[s].player];
        most += prohibited.count > 0 ? lm_prohibited_at_most(&prohibited, s) : 0;
        b->seats[s].barred_count = (uint32_t)most;
        total += most;
    }
    if (total > UINT32_MAX)
        return LM_LIMIT;
    b->partners = lm_arena_room(b->arena, total, sizeof *b->partners);
    if (b->partners == NULL)
        return LM_LIMIT;
    return fill_lists(b, &prohibited);
}

static enum lm_status check_round(const struct lm_tournament *t, uint32_t round, struct lm_log *log)
{
    struct lm_place place = {.field = "round"};
    if (round > t->rounds_paired + 1 && t->rounds_paired != 0)
        return lm_log_add(log, LM_ERROR, place, "choose one of them, or the next one",
                          "round %u not found: rounds 1 to %u are recorded", round,
                          t->rounds_paired);
    if (t->rounds_total != 0 && round > t->rounds_total)
        return lm_log_add(log, LM_ERROR, place, "declare more rounds (record 142) to go on",
                          "all %u rounds of the tournament are paired", t->rounds_total);
    if (round > t->rounds_paired + 1)
        return lm_log_add(log, LM_ERROR, place, "pair the rounds before it first",
                          "round %u can’t be paired yet: only %u rounds are recorded", round,
                          t->rounds_paired);
    return LM_OK;
}

static enum lm_status gather(struct builder *b)
{
    size_t players = b->t->player_count;
    int32_t *points = lm_arena_alloc(b->arena, players, sizeof *points);
    b->histories = lm_arena_alloc(b->arena, players, sizeof *b->histories);
    b->floats = lm_arena_room(b->arena, players, b->past);
    b->colours = lm_arena_alloc(b->arena, players, b->past);
    b->met = lm_arena_room(b->arena, players, b->past * sizeof *b->met);
    b->seat_of = lm_arena_alloc(b->arena, players, sizeof *b->seat_of);
    b->named = lm_arena_alloc(b->arena, players, sizeof *b->named);
    if (points == NULL || b->histories == NULL || b->floats == NULL || b->colours == NULL ||
        b->met == NULL || b->seat_of == NULL || b->named == NULL)
        return LM_LIMIT;
    b->p->points = points;
    b->p->seat_of = b->seat_of;
    return read_history(b, points);
}

/* Set the scores of rules that do not pair by points. */
static enum lm_status score_otherwise(const struct builder *b)
{
    if (b->rules->scores == NULL)
        return LM_OK;
    int32_t *score = lm_arena_alloc(b->arena, b->t->player_count, sizeof *score);
    if (score == NULL)
        return LM_LIMIT;
    enum lm_status status = b->rules->scores(b->t, b->p->round, b->arena, b->log, score);
    for (uint32_t i = 0; status == LM_OK && i < b->t->player_count; i++)
        b->histories[i].score = score[i];
    return status;
}

enum lm_status lm_position_new(const struct lm_tournament *t, uint32_t round,
                               const struct lm_position_rules *rules, struct lm_arena *arena,
                               struct lm_log *log, struct lm_position **out)
{
    if (rules == NULL)
        return LM_INVALID;
    if (round == 0)
        round = next_round(t);
    enum lm_status status = check_round(t, round, log);
    if (status != LM_OK)
        return status;
    struct lm_position *p = lm_arena_alloc(arena, 1, sizeof *p);
    if (p == NULL)
        return LM_LIMIT;
    *p = (struct lm_position){
        .tournament = t,
        .round = round,
        .last_round = round == t->rounds_total,
        .win_points = win_points(t),
        .loss_points = t->points.value[LM_LOSS][0],
        .pab_points = t->points.value[LM_PAB][0],
    };
    struct builder b = {
        .t = t, .rules = rules, .arena = arena, .log = log, .p = p, .past = round - 1};
    if (!rules->all_floats && b.past > FLOATS_SEEN)
        b.floats_from = b.past - FLOATS_SEEN;
    set_initial_colour(p, t);
    find_boosts(&b);
    if ((status = check_acceleration(t, log)) != LM_OK || (status = gather(&b)) != LM_OK)
        return status;
    if ((b.pending && !rules->predetermined && (status = check_results_known(&b)) != LM_OK) ||
        (status = score_otherwise(&b)) != LM_OK || (status = seat_players(&b)) != LM_OK ||
        (status = number_the_arrived(&b)) != LM_OK || (status = bar_partners(&b)) != LM_OK)
        return status;
    mark_topscorers(&b);
    *out = p;
    return LM_OK;
}

enum lm_status lm_floats_of(const struct lm_tournament *t, uint32_t rounds,
                            const struct lm_position_rules *rules, struct lm_arena *arena,
                            const uint8_t **out)
{
    if (rules == NULL || rounds > t->round_capacity)
        return LM_INVALID;
    struct lm_position p = {.tournament = t,
                            .round = rounds + 1,
                            .win_points = win_points(t),
                            .loss_points = t->points.value[LM_LOSS][0]};
    struct builder b = {.t = t, .rules = rules, .arena = arena, .p = &p, .past = rounds};
    find_boosts(&b);
    enum lm_status status = gather(&b);
    if (status != LM_OK)
        return status;
    for (uint32_t i = 0; i < t->player_count; i++)
        for (uint32_t round = 1; round <= rounds; round++)
            if (lm_record_of(t, i, round)->result == LM_PENDING)
                b.floats[i * b.past + round - 1] = LM_NO_FLOAT;
    *out = b.floats;
    return LM_OK;
}

bool lm_is_barred(const struct lm_position *p, uint32_t a, uint32_t b)
{
    const struct lm_seat *seat = &p->seats[a];
    if (seat->barred_count > p->seats[b].barred_count) {
        seat = &p->seats[b];
        b = a;
    }
    uint32_t low = 0, high = seat->barred_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (seat->barred[middle] < b)
            low = middle + 1;
        else
            high = middle;
    }
    return low < seat->barred_count && seat->barred[low] == b;
}

uint32_t lm_round_met(const struct lm_position *p, uint32_t a, uint32_t b)
{
    for (uint32_t round = p->round; --round > 0;)
        if (lm_record_of(p->tournament, p->seats[a].player, round)->opponent ==
                p->seats[b].player &&
            have_met(p->tournament, p->seats[a].player, round))
            return round;
    return 0;
}
