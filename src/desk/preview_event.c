/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "desk/desk.h"
#include "limmat/preview.h"

/* A preview of the next round while the last games are played (situation 72): a pair common to all
 * outcomes is certain; other players are open, with their possible opponents.  None of it is a
 * pairing. */

struct looking {
    const struct lm_preview *all;
    struct lm_desk_player *const *players; /* by index */
    struct lm_arena *arena;
};

/* Return the board, from 1, of ${pair} in outcome ${outcome}; 0: none. */
static uint32_t board_in(const struct lm_preview *all, uint32_t outcome, const struct lm_pair *pair)
{
    for (uint32_t i = 0; i < all->pair_counts[outcome]; i++)
        if (all->pairs[outcome][i].white == pair->white &&
            all->pairs[outcome][i].black == pair->black)
            return i + 1;
    return 0;
}

/* Is ${pair} made in every outcome?  Then find its possible boards. */
static bool is_certain(const struct lm_preview *all, const struct lm_pair *pair, uint32_t *first,
                       uint32_t *last)
{
    *first = UINT32_MAX;
    *last = 0;
    for (uint32_t outcome = 0; outcome < all->outcomes; outcome++) {
        uint32_t board = all->pairs[outcome] == NULL ? 0 : board_in(all, outcome, pair);
        if (board == 0)
            return false;
        *first = board < *first ? board : *first;
        *last = board > *last ? board : *last;
    }
    return true;
}

static enum lm_status add_boards(const struct looking *l, struct lm_desk_preview *out)
{
    const struct lm_preview *all = l->all;
    uint32_t count = all->outcomes > 0 && all->pairs[0] != NULL ? all->pair_counts[0] : 0;
    struct lm_desk_preview_board *boards = lm_arena_alloc(l->arena, count, sizeof *boards);
    if (boards == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++) {
        const struct lm_pair *pair = &all->pairs[0][i];
        struct lm_desk_preview_board *b = &boards[out->board_count];
        if (!is_certain(all, pair, &b->first, &b->last))
            continue;
        b->white = l->players[pair->white];
        b->black = pair->black == LM_NOBODY ? NULL : l->players[pair->black];
        out->board_count++;
    }
    out->boards = boards;
    return LM_OK;
}

/* Add the players whose opponent or colour is not the same in every outcome. */
static enum lm_status add_players(const struct looking *l, uint32_t count,
                                  struct lm_desk_preview *out)
{
    struct lm_desk_preview_player *players = lm_arena_alloc(l->arena, count, sizeof *players);
    if (players == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++) {
        const struct lm_preview_player *p = &l->all->players[i];
        struct lm_desk_preview_player *open = &players[out->player_count];
        if (p->count == 0 || (p->count == 1 && p->meetings[0].outcomes == l->all->outcomes))
            continue;
        struct lm_desk_preview_meeting *meetings =
            lm_arena_alloc(l->arena, p->count, sizeof *meetings);
        if (meetings == NULL)
            return LM_LIMIT;
        for (uint32_t k = 0; k < p->count; k++)
            meetings[k] = (struct lm_desk_preview_meeting){
                p->meetings[k].opponent == LM_NOBODY ? NULL : l->players[p->meetings[k].opponent],
                p->meetings[k].colour, p->meetings[k].outcomes};
        *open = (struct lm_desk_preview_player){l->players[i], meetings, p->count};
        out->player_count++;
    }
    out->players = players;
    return LM_OK;
}

/* Add the boards with open games. */
static enum lm_status add_open(const struct looking *l, const struct lm_desk_section *s,
                               struct lm_desk_preview *out)
{
    const struct lm_desk_board **open =
        lm_arena_alloc(l->arena, LM_PREVIEW_GAMES, sizeof(const struct lm_desk_board *));
    if (open == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < l->all->open_count; i++) {
        const struct lm_desk_board *b =
            lm_desk_board_of(s, l->all->round - 1, l->players[l->all->open[i].white]);
        if (b != NULL)
            open[out->open_count++] = b;
    }
    out->open = open;
    return LM_OK;
}

static enum lm_status refuse(struct lm_log *log, const char *remedy, const char *what)
{
    return lm_log_add(log, LM_ERROR, (struct lm_place){0}, remedy, "%s", what);
}

enum lm_status lm_desk_preview(const struct lm_desk *d, const struct lm_desk_section *s,
                               struct lm_arena *arena, struct lm_log *log,
                               struct lm_desk_preview *out)
{
    struct lm_preview all = {0};
    struct lm_tournament *t = NULL;
    struct lm_desk_player **players = NULL;
    struct lm_desk_preview found = {0};
    struct making how = {.audience = LM_FOR_ARBITERS, .rounds = lm_desk_published(s)};
    if (s->teams || lm_desk_games_of(s) > 1)
        return refuse(log, "look again when the matches are over",
                      "a match of several games has too many outcomes to pair each");
    if (lm_desk_is_fixed(s))
        return refuse(log, "\"table\" shows all rounds",
                      "the rounds of a round-robin are known from the start");
    if (lm_desk_paired(s) > how.rounds)
        return refuse(log, "\"pairings\" shows it", "the next round is paired already");
    enum lm_status status = lm_desk_make(d, s, &how, arena, NULL, &players, &t);
    if (status == LM_OK)
        status = lm_preview(s->system, t, arena, log, &all);
    if (status != LM_OK)
        return status;
    struct looking l = {&all, players, arena};
    found.round = all.round;
    found.outcomes = all.outcomes;
    found.impossible = all.impossible;
    status = add_open(&l, s, &found);
    if (status == LM_OK)
        status = add_boards(&l, &found);
    if (status == LM_OK)
        status = add_players(&l, t->player_count, &found);
    if (status == LM_OK)
        *out = found;
    return status;
}
