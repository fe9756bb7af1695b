/* SPDX-License-Identifier: Apache-2.0 */
/* Every outcome is entered into a copy of the records and paired (for teams: into the team view of
 * them).  The engine's memory is freed before the next outcome, so that memory does not grow with
 * their number. */
#include "base/sort.h"
#include "pairing/previewing.h"
#include "pairing/system_rows.h"

#include <stdlib.h>
#include <string.h>

static enum lm_status refuse(struct lm_log *log, const char *remedy, const char *what)
{
    return lm_log_add(log, LM_ERROR, (struct lm_place){0}, remedy, "%s", what);
}

/* Find the open games of ${round} that the player has with White. */
static enum lm_status find_open_of(const struct lm_tournament *t, uint32_t player, uint32_t round,
                                   struct lm_log *log, struct lm_preview *out)
{
    for (uint16_t game = 0; game < t->games_per_match; game++) {
        const struct lm_record *r = lm_record_of(t, player, round) + game;
        if (r->result != LM_PENDING || r->colour != LM_WHITE)
            continue;
        if (round != t->rounds_paired)
            return refuse(log, "enter its results", "a game of an earlier round is open");
        if (out->open_count == LM_PREVIEW_GAMES)
            return refuse(log, "wait for some results", "more than six games are open");
        out->open[out->open_count++] = (struct lm_open_game){player, r->opponent, game};
    }
    return LM_OK;
}

static enum lm_status find_open(const struct lm_tournament *t, struct lm_log *log,
                                struct lm_preview *out)
{
    enum lm_status status = LM_OK;
    for (uint32_t round = 1; round <= t->rounds_paired; round++)
        for (uint32_t i = 0; i < t->player_count && status == LM_OK; i++)
            status = find_open_of(t, i, round, log, out);
    return status;
}

/* Copy ${t} with records of its own. */
static enum lm_status copy_records(const struct lm_tournament *t, struct lm_arena *arena,
                                   struct lm_tournament *out)
{
    size_t count = (size_t)t->player_count * t->round_capacity * t->games_per_match;
    *out = *t;
    out->records = lm_arena_alloc(arena, count, sizeof *out->records);
    if (out->records == NULL)
        return LM_LIMIT;
    if (count > 0)
        memcpy(out->records, t->records, count * sizeof *out->records);
    return LM_OK;
}

static void enter_outcome(struct lm_tournament *t, const struct lm_preview *p, uint32_t outcome)
{
    static const uint8_t results[][2] = {{LM_WIN, LM_LOSS}, {LM_DRAW, LM_DRAW}, {LM_LOSS, LM_WIN}};
    for (uint32_t g = 0; g < p->open_count; g++, outcome /= 3) {
        const struct lm_open_game *open = &p->open[g];
        lm_record_of(t, open->white, t->rounds_paired)[open->game].result = results[outcome % 3][0];
        lm_record_of(t, open->black, t->rounds_paired)[open->game].result = results[outcome % 3][1];
    }
}

/* Pair the round after ${outcome}; free all memory except the pairs. */
static enum lm_status pair_outcome(const struct lm_system *system, struct lm_tournament *t,
                                   uint32_t outcome, struct lm_arena *arena, struct lm_preview *p)
{
    const struct lm_pair_request request = {.want = LM_WANT_PAIRS, .player = LM_NOBODY};
    struct lm_mark mark = lm_arena_mark(arena);
    struct lm_log aside = {.arena = arena, .limit = 1};
    struct lm_pairing *pairing;
    struct lm_tournament *view;
    enum lm_status status = lm_system_view(system, t, arena, &aside, &view);
    if (status == LM_OK)
        status = lm_pair_round(system, view, p->round, &request, arena, &aside, &pairing);
    if (status == LM_OK) {
        struct lm_pair *pairs = lm_arena_alloc_lasting(arena, pairing->pair_count, sizeof *pairs);
        if (pairs != NULL && pairing->pair_count > 0)
            memcpy(pairs, pairing->pairs, pairing->pair_count * sizeof *pairs);
        p->pairs[outcome] = pairs;
        p->pair_counts[outcome] = pairing->pair_count;
        status = pairs == NULL ? LM_LIMIT : LM_OK;
    } else if (status == LM_NO_PAIRING) {
        p->impossible++;
        status = LM_OK;
    }
    lm_arena_reset(arena, mark);
    return status;
}

/* --- the preview of each player */

static bool count_meeting(struct lm_arena *arena, struct lm_preview_player *player,
                          size_t *capacity, uint32_t opponent, uint8_t colour)
{
    for (uint32_t i = 0; i < player->count; i++)
        if (player->meetings[i].opponent == opponent && player->meetings[i].colour == colour) {
            player->meetings[i].outcomes++;
            return true;
        }
    if (!lm_arena_grow(arena, &player->meetings, capacity, (size_t)player->count + 1,
                       sizeof *player->meetings))
        return false;
    player->meetings[player->count++] = (struct lm_preview_meeting){opponent, colour, 1};
    return true;
}

static int by_outcomes(const void *a, const void *b)
{
    const struct lm_preview_meeting *x = a, *y = b;
    if (x->outcomes != y->outcomes)
        return x->outcomes < y->outcomes ? 1 : -1;
    if (x->opponent != y->opponent)
        return x->opponent < y->opponent ? -1 : 1;
    return (x->colour > y->colour) - (x->colour < y->colour);
}

bool lm_preview_count(struct lm_arena *arena, const struct lm_pair *pairs, uint32_t count,
                      struct lm_preview_player *players, size_t *capacities)
{
    bool well = true;
    for (uint32_t i = 0; well && i < count; i++) {
        uint32_t white = pairs[i].white, black = pairs[i].black;
        bool bye = black == LM_NOBODY;
        well = count_meeting(arena, &players[white], &capacities[white], black,
                             bye ? LM_NO_COLOUR : LM_WHITE);
        if (well && !bye)
            well = count_meeting(arena, &players[black], &capacities[black], white, LM_BLACK);
    }
    return well;
}

void lm_preview_sort(struct lm_preview_player *players, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (players[i].count > 0)
            lm_sort(players[i].meetings, players[i].count, sizeof *players[i].meetings,
                    by_outcomes);
}

static enum lm_status count_meetings(struct lm_arena *arena, struct lm_preview *p)
{
    size_t *capacities = lm_arena_alloc(arena, p->paired->player_count, sizeof *capacities);
    p->players = lm_arena_alloc(arena, p->paired->player_count, sizeof *p->players);
    bool well = capacities != NULL && p->players != NULL;
    for (uint32_t o = 0; well && o < p->outcomes; o++)
        well = lm_preview_count(arena, p->pairs[o], p->pair_counts[o], p->players, capacities);
    if (well)
        lm_preview_sort(p->players, p->paired->player_count);
    return well ? LM_OK : LM_LIMIT;
}

enum lm_status lm_preview(const struct lm_system *system, const struct lm_tournament *t,
                          struct lm_arena *arena, struct lm_log *log, struct lm_preview *out)
{
    struct lm_preview p = {.round = t->rounds_paired + 1, .outcomes = 1};
    struct lm_tournament copy, *view = NULL;
    if (lm_system_check(system, log) != LM_OK)
        return LM_INVALID;
    if (t->rounds_total > 0 && p.round > t->rounds_total)
        return refuse(log, NULL, "this is the last round");
    enum lm_status status = find_open(t, log, &p);
    for (uint32_t g = 0; g < p.open_count; g++)
        p.outcomes *= 3;
    if (status == LM_OK)
        status = copy_records(t, arena, &copy);
    if (status == LM_OK)
        status = lm_system_view(system, &copy, arena, log, &view);
    p.paired = view == &copy ? t : view;
    p.pairs = lm_arena_alloc(arena, p.outcomes, sizeof *p.pairs);
    p.pair_counts = lm_arena_alloc(arena, p.outcomes, sizeof *p.pair_counts);
    if (status == LM_OK && (p.pairs == NULL || p.pair_counts == NULL))
        status = LM_LIMIT;
    for (uint32_t o = 0; status == LM_OK && o < p.outcomes; o++) {
        enter_outcome(&copy, &p, o);
        status = pair_outcome(system, &copy, o, arena, &p);
    }
    if (status == LM_OK)
        status = count_meetings(arena, &p);
    if (status == LM_OK)
        *out = p;
    return status;
}
