/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "pairing/judge.h"
#include "pairing/system_rows.h"

/*
 * A round with a prescription is the same round with more prohibitions: a player who meets one of
 * some players is kept from all others, and from the bye.  The systems already obey prohibitions,
 * so none of them needs a second way to pair.
 */

struct prescribing {
    struct lm_tournament with; /* the tournament, with more prohibitions */
    struct lm_prohibition *all;
    uint32_t (*pairs)[2]; /* the players they keep apart */
    size_t room;          /* of ${pairs} */
    bool *named;          /* per player, of the current prescription */
    bool *no_bye;         /* per player */
};

/* Keep ${player} from all named players, or (${never} false) from all others. */
static void keep_apart(struct prescribing *w, uint32_t player, bool never)
{
    for (uint32_t other = 0; other < w->with.player_count; other++) {
        if (other == player || w->named[other] != never)
            continue;
        size_t at = w->with.prohibition_count++;
        uint32_t *pair = w->pairs[--w->room];
        pair[0] = player;
        pair[1] = other;
        w->all[at] = (struct lm_prohibition){.first_round = 1,
                                             .last_round = LM_ROUNDS_MAX,
                                             .players = pair,
                                             .count = 2,
                                             .whom = LM_PLAYERS};
    }
}

static void prescribe(struct prescribing *w, const struct lm_prescription *wanted)
{
    memset(w->named, 0, w->with.player_count * sizeof *w->named);
    for (size_t i = 0; i < wanted->other_count; i++)
        if (wanted->others[i] != LM_NOBODY)
            w->named[wanted->others[i]] = true;
    keep_apart(w, wanted->player, wanted->never);
    w->no_bye[wanted->player] |=
        lm_is_among(wanted->others, wanted->other_count, LM_NOBODY) == wanted->never;
    if (wanted->never || wanted->other_count != 1 || wanted->others[0] == LM_NOBODY)
        return;
    /* Both players of a pair are kept free for each other. */
    w->named[wanted->others[0]] = false;
    w->named[wanted->player] = true;
    keep_apart(w, wanted->others[0], false);
    w->no_bye[wanted->others[0]] = true;
}

static enum lm_status begin(struct prescribing *w, const struct lm_tournament *t, size_t count,
                            struct lm_arena *arena)
{
    size_t before = t->prohibition_count;
    *w = (struct prescribing){.with = *t, .room = 2 * count * t->player_count};
    w->all = lm_arena_alloc(arena, before + w->room, sizeof *w->all);
    w->pairs = lm_arena_alloc(arena, w->room, sizeof *w->pairs);
    w->named = lm_arena_alloc(arena, t->player_count, sizeof *w->named);
    w->no_bye = lm_arena_alloc(arena, t->player_count, sizeof *w->no_bye);
    if (w->all == NULL || w->pairs == NULL || w->named == NULL || w->no_bye == NULL)
        return LM_LIMIT;
    if (before > 0)
        memcpy(w->all, t->prohibitions, before * sizeof *w->all);
    w->with.prohibitions = w->all;
    return LM_OK;
}

/* Give ${p} a copy of its seats in which more players are barred from the bye. */
static enum lm_status bar_byes(const struct prescribing *w, struct lm_arena *arena,
                               struct lm_position *p)
{
    struct lm_seat *seats = lm_arena_alloc(arena, p->seat_count, sizeof *seats);
    if (seats == NULL)
        return LM_LIMIT;
    memcpy(seats, p->seats, p->seat_count * sizeof *seats);
    for (uint32_t s = 0; s < p->seat_count; s++)
        seats[s].pab_barred |= w->no_bye[seats[s].player];
    p->seats = seats;
    return LM_OK;
}

static bool has(const struct lm_pairing *pairing, const struct lm_prescription *wanted)
{
    uint32_t board;
    const struct lm_pair *pair = lm_pairing_of_player(pairing, wanted->player, &board);
    if (pair == NULL)
        return false;
    uint32_t opponent = pair->white == wanted->player ? pair->black : pair->white;
    return lm_is_among(wanted->others, wanted->other_count, opponent) != wanted->never;
}

static bool is_in_range(const struct lm_prescription *wanted, uint32_t players)
{
    for (size_t i = 0; i < wanted->other_count; i++)
        if (wanted->others[i] >= players && wanted->others[i] != LM_NOBODY)
            return false;
    return wanted->player < players;
}

enum lm_status lm_prescribe(const struct lm_system *system, const struct lm_tournament *t,
                            uint32_t round, const struct lm_prescription *prescriptions,
                            size_t count, struct lm_arena *arena, enum lm_found *found,
                            struct lm_pairing **out)
{
    const struct lm_pair_request pairs_only = {.player = LM_NOBODY};
    struct lm_log unset = {.arena = arena};
    struct prescribing w;
    struct lm_position *position;
    struct lm_pairing *pairing;
    enum lm_status status = lm_system_fits(system, t, &unset);
    for (size_t i = 0; i < count && status == LM_OK; i++)
        if (!is_in_range(&prescriptions[i], t->player_count))
            return LM_INVALID;
    if (status == LM_OK)
        status = begin(&w, t, count, arena);
    if (status != LM_OK)
        return status;
    for (size_t i = 0; i < count; i++)
        prescribe(&w, &prescriptions[i]);
    status = lm_position_new(&w.with, round, &system->rules, arena, &unset, &position);
    if (status == LM_OK)
        status = bar_byes(&w, arena, position);
    if (status == LM_OK)
        status = lm_system_in_round(system, t, position->round)
                     ->pair(position, &pairs_only, arena, &unset, &pairing);
    if (status != LM_OK && status != LM_NO_PAIRING)
        return status;
    *found = status == LM_OK ? LM_FOUND : LM_NONE;
    for (size_t i = 0; i < count && *found == LM_FOUND; i++)
        if (!has(pairing, &prescriptions[i]))
            *found = system->rules.predetermined ? LM_NONE : LM_UNDECIDED;
    if (*found != LM_FOUND)
        return LM_OK;
    status = lm_pairing_sort(system, t, pairing, arena);
    if (status == LM_OK)
        *out = pairing;
    return status;
}
