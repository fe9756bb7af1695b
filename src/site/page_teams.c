/* SPDX-License-Identifier: Apache-2.0 */
/* The pages of teams: the list, a round as matches with their boards, and a page for each team. */
#include "base/texts.h"
#include "limmat/crosstable.h"
#include "site/pages.h"
#include "site/templates.h"

enum lm_status site_write_teams(const struct site_event *e, uint32_t index, struct lm_arena *arena,
                                struct lm_text *out)
{
    (void)index;
    if (e->teams == NULL)
        return LM_OK;
    struct site_teams_page page = {
        .head = site_head_of(e, site_event_word(e, LM_KEY("page.teams")), "teams.html", arena)};
    struct site_team_row *rows = lm_arena_alloc(arena, e->t->team_count, sizeof *rows);
    if (rows == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < e->t->team_count; i++)
        rows[i] = (struct site_team_row){.team = e->teams[i],
                                         .strength = e->t->teams[i].strength,
                                         .players = (uint32_t)e->t->teams[i].count};
    page.teams = rows;
    page.team_count = e->t->team_count;
    page_teams(out, e->names->language, &page);
    return lm_text_status(out);
}

/* --- a match */

/* Return the number of boards of two teams, and the number with a result in ${done}. */
static uint32_t boards_of(const struct site_event *e, uint32_t home, uint32_t away, uint32_t round,
                          uint32_t *done)
{
    uint32_t boards = 0;
    *done = 0;
    for (uint32_t player = 0; player < e->t->player_count; player++) {
        const struct lm_record *record = lm_record_of(e->t, player, round);
        if (e->team_of[player] != home || record->opponent == LM_NOBODY ||
            e->team_of[record->opponent] != away)
            continue;
        boards++;
        *done += record->result != LM_PENDING;
    }
    return boards;
}

/* Return "2½ – 1½"; while boards are pending also the number of finished ones; "" while all are. */
static const char *score_of(const struct site_event *e, uint32_t home, uint32_t away,
                            uint32_t round, struct lm_arena *arena)
{
    const struct lm_cell *ours = lm_cell_at(e->team_table, home, round);
    const struct lm_cell *theirs = lm_cell_at(e->team_table, away, round);
    uint32_t done, boards = boards_of(e, home, away, round, &done);
    if (ours->result == LM_BLANK || (ours->result == LM_PENDING && done == 0))
        return "";
    const char *score = lm_printed(arena, "%s – %s", site_points_text(ours->game_points, arena),
                                   site_points_text(theirs->game_points, arena));
    if (ours->result != LM_PENDING)
        return score;
    return site_say(e->names->language, arena, LM_KEY("page.match-open"),
                    (const struct lm_value[]){lm_value_text("score", score),
                                              lm_value_number("done", done),
                                              lm_value_number("boards", boards)},
                    3);
}

/* Make the board of ${player}, who plays for the home team; without opponent a point won alone. */
static struct site_match_board board_of(const struct site_event *e, uint32_t round, uint32_t player,
                                        uint32_t other, struct lm_arena *arena)
{
    struct site_match_board row = {0};
    uint32_t one = player != LM_NOBODY ? player : other;
    const struct lm_record *record = lm_record_of(e->t, one, round);
    if (player != LM_NOBODY)
        row.home = e->people[player];
    if (other != LM_NOBODY)
        row.away = e->people[other];
    row.colour = "";
    row.result = player != LM_NOBODY ? site_score_text(e, 10, 0, true, arena)
                                     : site_score_text(e, 0, 10, true, arena);
    if (player != LM_NOBODY && other != LM_NOBODY) {
        const struct lm_pair pair = {.white = player, .black = other};
        if (record->colour != LM_NO_COLOUR)
            row.colour = site_event_word(e, record->colour == LM_WHITE ? LM_KEY("page.white")
                                                                       : LM_KEY("page.black"));
        row.number = e->round[round].seats[player].board;
        row.anchor = e->round[round].board[player];
        row.result = site_result_of(e, &pair, round, arena);
    }
    return row;
}

/* Add the boards of a match in the home team's line-up, and points won without an opponent. */
static enum lm_status add_boards(const struct site_event *e, uint32_t round,
                                 const struct site_match_of *m, struct lm_arena *arena,
                                 struct site_match *match)
{
    size_t counts[2], count = 0;
    const uint32_t *sides[2] = {lm_team_line_up(e->t, m->home, round, &counts[0]),
                                lm_team_line_up(e->t, m->away, round, &counts[1])};
    struct site_match_board *boards = lm_arena_alloc(arena, counts[0] + counts[1], sizeof *boards);
    if (boards == NULL)
        return LM_LIMIT;
    for (size_t side = 0; side < 2; side++)
        for (size_t i = 0; i < counts[side]; i++) {
            uint32_t player = sides[side][i];
            if (player == LM_NOBODY)
                continue;
            const struct lm_record *record = lm_record_of(e->t, player, round);
            bool alone = record->opponent == LM_NOBODY && record->result == LM_FORFEIT_WIN;
            bool game = record->opponent != LM_NOBODY && side == 0 &&
                        e->team_of[record->opponent] == m->away;
            if (alone || game)
                boards[count++] = side == 0 ? board_of(e, round, player, record->opponent, arena)
                                            : board_of(e, round, LM_NOBODY, player, arena);
        }
    match->boards = boards;
    match->board_count = count;
    return LM_OK;
}

static enum lm_status add_matches(const struct site_event *e, struct lm_arena *arena,
                                  struct site_matches_page *page)
{
    const struct site_round *round = &e->round[page->round];
    struct site_match *matches = lm_arena_alloc(arena, round->match_count, sizeof *matches);
    enum lm_status status = matches == NULL ? LM_LIMIT : LM_OK;
    for (uint32_t i = 0; status == LM_OK && i < round->match_count; i++) {
        const struct site_match_of *m = &round->matches[i];
        matches[i] =
            (struct site_match){.number = i + 1,
                                .home = e->teams[m->home],
                                .away = e->teams[m->away],
                                .result = score_of(e, m->home, m->away, page->round, arena),
                                .note = site_match_note(e, m->home, m->away, page->round, arena)};
        status = add_boards(e, page->round, m, arena, &matches[i]);
    }
    page->matches = matches;
    page->match_count = round->match_count;
    return status;
}

const struct site_idle *site_idle_teams(const struct site_event *e, uint32_t round, bool byes,
                                        struct lm_arena *arena, size_t *count)
{
    struct site_idle *idles = lm_arena_alloc(arena, e->t->team_count, sizeof *idles);
    *count = 0;
    for (uint32_t team = 0; idles != NULL && team < e->t->team_count; team++) {
        const struct lm_cell *cell = lm_cell_at(e->team_table, team, round);
        const char *why = site_team_idle(e, team, round, (enum lm_result)cell->result, arena);
        if (cell->opponent == LM_NOBODY && (byes || cell->result != LM_PAB) && *why != '\0')
            idles[(*count)++] = (struct site_idle){.player = e->teams[team], .why = why};
    }
    return idles;
}

enum lm_status site_write_matches(const struct site_event *e, uint32_t round,
                                  struct lm_arena *arena, struct lm_text *out)
{
    const char *here = lm_printed(arena, "round-%u.html", round);
    struct site_matches_page page = {
        .head = site_head_of(e, site_round_title(e, round, arena), here, arena),
        .rounds = site_rounds_of(e->names, "round", e->rounds, round, arena),
        .round = round,
        .when = site_round_when(e, round, arena),
        .by_name = site_own(e->names, arena, "names-%u.html", round),
        .supposing = site_supposing(e, round, arena)};
    if (round <= e->played)
        page.standings = site_own(e->names, arena, "standings-%u.html", round);
    if (e->pairs_teams)
        page.why = site_own(e->names, arena, "why-%u.html", round);
    page.idles = site_idle_teams(e, round, true, arena, &page.idle_count);
    enum lm_status status = page.idles == NULL ? LM_LIMIT : add_matches(e, arena, &page);
    if (status == LM_OK)
        page_matches(out, e->names->language, &page);
    return status == LM_OK ? lm_text_status(out) : status;
}

/* --- a team */

/* Return the results of ${player} in each round: "1w ½b", a line through the event. */
static const struct site_cell *results_of(const struct site_event *e, uint32_t player,
                                          struct lm_arena *arena)
{
    struct site_cell *cells = lm_arena_alloc(arena, e->rounds, sizeof *cells);
    for (uint32_t round = 1; cells != NULL && round <= e->rounds; round++) {
        const struct lm_record *record = lm_record_of(e->t, player, round);
        struct lm_text cell = lm_text_in(arena);
        const char *colour = site_colour_letter(e, (enum lm_colour)record->colour);
        if (record->result == LM_PENDING)
            lm_text_print(&cell, "%s", colour);
        else if (lm_result_is_played((enum lm_result)record->result))
            lm_text_print(&cell, "%s%s", colour,
                          site_points_text(lm_round_points(e->t, player, round), arena));
        else if (record->result == LM_FORFEIT_WIN || record->result == LM_FORFEIT_LOSS)
            lm_text_add(&cell, record->result == LM_FORFEIT_WIN ? "+" : "−");
        cells[round - 1].text = lm_text_string(&cell);
    }
    return cells;
}

static enum lm_status add_line_up(const struct site_event *e, uint32_t team, struct lm_arena *arena,
                                  struct site_team_page *page)
{
    const struct lm_team *about = &e->t->teams[team];
    struct site_member *members = lm_arena_alloc(arena, about->count, sizeof *members);
    struct site_column *columns = lm_arena_alloc(arena, e->rounds, sizeof *columns);
    int32_t *points = lm_arena_alloc(arena, e->t->player_count, sizeof *points);
    if (members == NULL || columns == NULL || points == NULL)
        return LM_LIMIT;
    lm_points_after(e->t, e->rounds, points);
    for (size_t i = 0; i < about->count; i++)
        if (about->players[i] != LM_NOBODY) {
            members[page->member_count++] =
                (struct site_member){.number = (uint32_t)i + 1,
                                     .player = e->people[about->players[i]],
                                     .points = {points[about->players[i]]},
                                     .cells = results_of(e, about->players[i], arena),
                                     .cell_count = e->rounds};
        }
    for (uint32_t round = 1; round <= e->rounds; round++)
        columns[round - 1].code = lm_printed(arena, "%u", round);
    page->members = members;
    page->columns = columns;
    page->column_count = e->rounds;
    return LM_OK;
}

uint32_t site_match_number(const struct site_event *e, uint32_t team, uint32_t round)
{
    for (uint32_t i = 0; i < e->round[round].match_count; i++)
        if (e->round[round].matches[i].home == team || e->round[round].matches[i].away == team)
            return i + 1;
    return 0;
}

static enum lm_status add_rounds(const struct site_event *e, uint32_t team, struct lm_arena *arena,
                                 struct site_team_page *page)
{
    struct site_team_round *rounds = lm_arena_alloc(arena, e->rounds, sizeof *rounds);
    if (rounds == NULL)
        return LM_LIMIT;
    for (uint32_t round = 1; round <= e->rounds; round++) {
        const struct lm_cell *cell = lm_cell_at(e->team_table, team, round);
        struct site_team_round *row = &rounds[round - 1];
        *row = (struct site_team_round){
            .round = round,
            .total = {cell->total},
            .why = site_team_idle(e, team, round, (enum lm_result)cell->result, arena),
            .result = ""};
        if (e->pairs_teams && (cell->opponent != LM_NOBODY || cell->result == LM_PAB))
            row->because = site_own(e->names, arena, "why-%u.html#p%u", round, e->teams[team].tpn);
        if (cell->opponent == LM_NOBODY)
            continue;
        row->opponent = e->teams[cell->opponent];
        row->result = score_of(e, team, cell->opponent, round, arena);
        row->match = site_own(e->names, arena, "round-%u.html#m%u", round,
                              site_match_number(e, team, round));
    }
    page->matches = rounds;
    page->match_count = e->rounds;
    return LM_OK;
}

static enum lm_status add_facts(const struct site_event *e, uint32_t team, struct lm_arena *arena,
                                struct site_team_page *page)
{
    struct site_fact all[4] = {
        {site_event_word(e, LM_KEY("page.strength")), e->t->teams[team].strength}};
    size_t count = 1;
    if (e->played > 0) {
        const struct lm_standings *s = e->team_standings[e->played];
        int32_t match_points, game_points;
        lm_standings_team_points(s, team, &match_points, &game_points);
        all[count++] = (struct site_fact){site_event_word(e, LM_KEY("page.rank")),
                                          site_place_text(e, s->rank[team], s->count, arena)};
        all[count++] = (struct site_fact){site_event_word(e, LM_KEY("page.match-points")),
                                          site_points_text(match_points, arena)};
        all[count++] = (struct site_fact){site_event_word(e, LM_KEY("page.game-points")),
                                          site_points_text(game_points, arena)};
    }
    page->facts = site_facts_of(all, count, arena, &page->fact_count);
    return page->facts == NULL ? LM_LIMIT : LM_OK;
}

enum lm_status site_write_team(const struct site_event *e, uint32_t team, struct lm_arena *arena,
                               struct lm_text *out)
{
    const char *here = lm_printed(arena, "team-%u.html", e->teams[team].tpn);
    struct site_team_page page = {.head = site_head_of(e, e->teams[team].name, here, arena),
                                  .team = e->teams[team]};
    enum lm_status status = add_facts(e, team, arena, &page);
    if (status == LM_OK)
        status = add_line_up(e, team, arena, &page);
    if (status == LM_OK)
        status = add_rounds(e, team, arena, &page);
    if (status == LM_OK && e->pairs_teams)
        status = site_answer(e, team, arena, &page.answers);
    if (status == LM_OK)
        page_team(out, e->names->language, &page);
    return status == LM_OK ? lm_text_status(out) : status;
}
