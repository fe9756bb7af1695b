/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Events of teams: their members, the matches of each round, and the standings of the teams.
 *
 * A team has a name, a number and a page like a person, so that tables of standings and crosstables
 * serve both.  Boards are numbered through the matches of a round: match after match, board after
 * board, in the order of the hall.
 */

#include "base/sort.h"
#include "limmat/check.h"
#include "site/pages.h"

const struct site_person *site_name_teams(const struct lm_tournament *t,
                                          const struct site_names *names, struct lm_arena *arena)
{
    struct site_person *teams = lm_arena_alloc(arena, t->team_count, sizeof *teams);
    uint8_t *out = lm_arena_alloc(arena, t->team_count, sizeof *out);
    if (out == NULL)
        return NULL;
    (void)lm_out_declared(t, true, out);
    for (uint32_t i = 0; teams != NULL && i < t->team_count; i++) {
        const struct lm_team *team = &t->teams[i];
        uint32_t number = team->number != 0 ? team->number : i + 1;
        teams[i] = (struct site_person){
            .url = site_own(names, arena, "team-%u.html", number),
            .tpn = number,
            .title = "",
            .name =
                site_marked(names->language,
                            team->name[0] != '\0'
                                ? team->name
                                : site_say_of(names->language, arena, LM_KEY("page.team-numbered"),
                                              lm_value_number("number", number)),
                            out[i], arena),
            .federation = "",
            .club = ""};
    }
    return teams;
}

static enum lm_status name_teams(struct site_event *e, struct lm_arena *arena)
{
    const struct lm_tournament *t = e->t;
    uint32_t *team_of = lm_arena_alloc(arena, t->player_count, sizeof *team_of);
    e->teams = site_name_teams(t, e->names, arena);
    if (e->teams == NULL || team_of == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < t->player_count; i++)
        team_of[i] = LM_NOBODY;
    for (uint32_t i = 0; i < t->team_count; i++) {
        const struct lm_team *team = &t->teams[i];
        for (size_t k = 0; k < team->count; k++)
            if (team->players[k] != LM_NOBODY)
                team_of[team->players[k]] = i;
    }
    e->team_of = team_of;
    return LM_OK;
}

/* --- standings */

/* Rank in the declared order; by points if that cannot be computed. */
static enum lm_status rank_after(const struct site_event *e, uint32_t round,
                                 const struct lm_standings_options *asked, struct lm_arena *arena,
                                 struct lm_standings **out)
{
    struct lm_log unheard = {.arena = arena};
    struct lm_standings_options o = *asked;
    o.round = round;
    o.as_declared &= round == e->played;
    enum lm_status status = lm_standings_compute(e->t, &o, arena, &unheard, out);
    if (status != LM_INVALID)
        return status;
    status = lm_tie_breaks_parse("PTS", arena, &unheard, &o.list, &o.count);
    return status == LM_OK ? lm_standings_compute(e->t, &o, arena, &unheard, out) : status;
}

/* Choose that order, and find out whether the ranks of the last standings are declared. */
static enum lm_status choose_order(struct site_event *e, struct lm_arena *arena,
                                   struct lm_standings_options *o)
{
    const char *how;
    struct lm_log unheard = {.arena = arena};
    *o = (struct lm_standings_options){
        .edition = lm_tie_break_edition_of(e->t), .round = e->played, .teams = true};
    enum lm_status status = lm_tie_breaks_of(e->t, arena, &unheard, &o->list, &o->count, &how);
    return status == LM_OK && e->played > 0 ? lm_ranks_declared(e->t, arena, o, &e->team_ranks)
                                            : status;
}

static enum lm_status rank_teams(struct site_event *e, struct lm_arena *arena)
{
    struct lm_standings_options options;
    struct lm_standings **all = lm_arena_alloc(arena, (size_t)e->rounds + 1, sizeof *all);
    enum lm_status status = all == NULL ? LM_LIMIT : choose_order(e, arena, &options);
    for (uint32_t round = 1; status == LM_OK && round <= e->rounds; round++)
        status = rank_after(e, round, &options, arena, &all[round]);
    if (status != LM_OK)
        return status;
    e->team_standings = (const struct lm_standings *const *)all;
    struct lm_crosstable *table = NULL;
    if (e->rounds > 0)
        status = lm_crosstable_new(all[e->rounds], arena, &table);
    e->team_table = table;
    return status;
}

/* --- the matches */

/* A match being sorted. */
struct order {
    struct site_match_of match;
    int32_t best, sum; /* points before the round */
    uint32_t first;    /* the smaller number */
    uint32_t place;    /* in the bracket of a knock-out; else 0 */
};

static int by_points(const void *a, const void *b)
{
    const struct order *x = a, *y = b;
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    if (x->best != y->best)
        return x->best > y->best ? -1 : 1;
    if (x->sum != y->sum)
        return x->sum > y->sum ? -1 : 1;
    return x->first < y->first ? -1 : x->first > y->first;
}

static int32_t points_before(const struct site_event *e, uint32_t team, uint32_t round)
{
    return round == 1 ? 0 : lm_cell_at(e->team_table, team, round - 1)->total;
}

/* List the matches of ${round}: the home team is the one with White on the first board, else the
 * smaller number. */
static enum lm_status list_matches(const struct site_event *e, uint32_t round,
                                   struct lm_arena *arena, struct site_round *out)
{
    uint32_t count = 0;
    struct order *all = lm_arena_alloc(arena, e->t->team_count, sizeof *all);
    struct site_match_of *matches = lm_arena_alloc(arena, e->t->team_count, sizeof *matches);
    if (all == NULL || matches == NULL)
        return LM_LIMIT;
    for (uint32_t team = 0; team < e->t->team_count; team++) {
        const struct lm_cell *cell = lm_cell_at(e->team_table, team, round);
        if (cell->opponent == LM_NOBODY || cell->opponent < team)
            continue;
        int32_t own = points_before(e, team, round),
                other = points_before(e, cell->opponent, round);
        bool home = cell->colour != LM_BLACK;
        all[count++] =
            (struct order){.match = {home ? team : cell->opponent, home ? cell->opponent : team},
                           .best = own > other ? own : other,
                           .sum = own + other,
                           .first = e->teams[team].tpn};
    }
    struct lm_tournament *view = NULL;
    if (e->system != NULL && e->system->knocks_out &&
        lm_team_view(e->t, false, arena, &view) != LM_OK)
        return LM_LIMIT;
    for (uint32_t i = 0; view != NULL && i < count; i++)
        all[i].place = e->system->board(
            view, round, &(struct lm_pair){.white = all[i].match.home, .black = all[i].match.away});
    if (count > 0)
        lm_sort(all, count, sizeof *all, by_points);
    for (uint32_t i = 0; i < count; i++)
        matches[i] = all[i].match;
    out->matches = matches;
    out->match_count = count;
    return LM_OK;
}

/* Number the boards of a match in the order of the home team's line-up: its games against the other
 * team. */
static uint32_t number_boards(const struct site_event *e, uint32_t round, uint32_t match,
                              struct site_seat *seats, uint32_t *board, struct lm_pair *pairs,
                              uint32_t next)
{
    const struct site_match_of *m = &e->round[round].matches[match];
    size_t count;
    const uint32_t *players = lm_team_line_up(e->t, m->home, round, &count);
    uint32_t own = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t player = players[i];
        uint32_t other =
            player == LM_NOBODY ? LM_NOBODY : lm_record_of(e->t, player, round)->opponent;
        if (other == LM_NOBODY || e->team_of[other] != m->away || board[player] != 0)
            continue;
        bool white = lm_record_of(e->t, player, round)->colour != LM_BLACK;
        seats[player] = seats[other] = (struct site_seat){match + 1, ++own};
        pairs[next++] =
            (struct lm_pair){.white = white ? player : other, .black = white ? other : player};
        board[player] = board[other] = next;
    }
    return next;
}

/* Number the boards of ${round} again, through its matches. */
static enum lm_status seat_round(struct site_event *e, uint32_t round, struct lm_arena *arena,
                                 struct site_round *out)
{
    const struct lm_pairing *played = out->played;
    struct lm_pairing *seated = lm_arena_alloc(arena, 1, sizeof *seated);
    struct lm_pair *pairs =
        lm_arena_alloc(arena, (size_t)played->pair_count + e->t->player_count, sizeof *pairs);
    uint32_t *board = lm_arena_alloc(arena, e->t->player_count, sizeof *board);
    struct site_seat *seats = lm_arena_alloc(arena, e->t->player_count, sizeof *seats);
    enum lm_status status = list_matches(e, round, arena, out);
    if (status != LM_OK || seated == NULL || pairs == NULL || board == NULL || seats == NULL)
        return status != LM_OK ? status : LM_LIMIT;
    uint32_t next = 0;
    for (uint32_t match = 0; match < out->match_count; match++)
        next = number_boards(e, round, match, seats, board, pairs, next);
    /* games of players without a match, and the byes */
    for (uint32_t i = 0; i < played->pair_count; i++) {
        const struct lm_pair *pair = &played->pairs[i];
        if (board[pair->white] != 0)
            continue;
        pairs[next++] = *pair;
        if (pair->black != LM_NOBODY)
            board[pair->white] = board[pair->black] = next;
    }
    *seated = *played;
    seated->pairs = pairs;
    seated->pair_count = next;
    out->played = seated;
    out->board = board;
    out->seats = seats;
    return LM_OK;
}

enum lm_status site_add_teams(struct site_event *e, struct site_round *rounds,
                              struct lm_arena *arena)
{
    if (e->t->team_count == 0)
        return LM_OK;
    enum lm_status status = name_teams(e, arena);
    if (status == LM_OK)
        status = rank_teams(e, arena);
    for (uint32_t round = 1; status == LM_OK && round <= e->rounds; round++)
        status = seat_round(e, round, arena, &rounds[round]);
    return status;
}
