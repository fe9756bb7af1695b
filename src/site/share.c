/* SPDX-License-Identifier: Apache-2.0 */
#include "site/share.h"

#include <stdio.h>
#include <string.h>

#include "base/texts.h"
#include "limmat/date.h"
#include "site/pages.h"

enum { ROWS = 4 };

bool site_may_picture(const struct site_event *e, uint32_t player)
{
    const struct lm_player *who = &e->t->players[player];
    struct lm_date born;
    return e->pictures != NULL && who->name[0] != '\0' &&
           lm_parse_date(who->birth, strlen(who->birth), &born) && born.year > 0 &&
           born.year < e->pictures->adults_before;
}

/* Return the index of the player of the page ${here}; LM_NOBODY: not such a page, or no such
 * player. */
static uint32_t player_at(const struct site_event *e, const char *here)
{
    unsigned number;
    return sscanf(here, "player-%9u.", &number) == 1 ? lm_player_with_tpn(e->t, number) : LM_NOBODY;
}

const char *site_share_address(const struct site_event *e, const char *here, struct lm_arena *arena)
{
    unsigned round;
    uint32_t player = player_at(e, here);
    if (e->names->base[0] == '\0' || e->pictures == NULL)
        return site_picture_of(e->names, arena);
    const char *file = "share.png";
    if (player != LM_NOBODY && site_may_picture(e, player))
        file = lm_printed(arena, "player-%u.png", e->people[player].tpn);
    else if (sscanf(here, "round-%9u.", &round) == 1 || sscanf(here, "names-%9u.", &round) == 1)
        file = lm_printed(arena, "round-%u.png", round);
    return site_own(e->names, arena, "%s%s/%s", e->names->base, e->slug, file).address;
}

static struct site_share share_of(const struct site_event *e, struct lm_arena *arena)
{
    return (struct site_share){.event = "",
                               .title = site_title(e),
                               .subtitle = site_place_and_dates(e, arena),
                               .state = site_state(e, arena),
                               .played = e->played,
                               .rounds =
                                   e->t->rounds_total > e->rounds ? e->t->rounds_total : e->rounds};
}

/* Add the first rows of the standings: all can be named, or none are shown. */
static enum lm_status add_leaders(const struct site_event *e, struct lm_arena *arena,
                                  struct site_share *share)
{
    size_t count;
    bool teams = e->teams != NULL;
    const struct site_standing *s = site_standings_rows(e, e->played, teams, ROWS, arena, &count);
    struct site_share_row *rows = lm_arena_alloc(arena, ROWS, sizeof *rows);
    if (s == NULL || rows == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < count; i++) {
        uint32_t player = teams ? LM_NOBODY : lm_player_with_tpn(e->t, s[i].player.tpn);
        if (!teams && (player == LM_NOBODY || !site_may_picture(e, player)))
            return LM_OK;
        rows[i] = (struct site_share_row){
            .number = s[i].rank == 0 ? "" : lm_printed(arena, "%u", s[i].rank),
            .name = s[i].player.name,
            .result = !teams                ? site_points_text(s[i].points.tenths, arena)
                      : s[i].cell_count > 0 ? s[i].cells[0].text
                                            : ""};
    }
    share->rows = rows;
    share->row_count = count;
    return LM_OK;
}

/* Add the first boards of ${round}, in the same way. */
static enum lm_status add_boards(const struct site_event *e, uint32_t round, struct lm_arena *arena,
                                 struct site_share *share)
{
    size_t count;
    const struct site_board *boards = site_boards_of(e, round, ROWS, arena, &count);
    struct site_share_row *rows = lm_arena_alloc(arena, ROWS, sizeof *rows);
    if (boards == NULL || rows == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < count; i++) {
        const struct lm_pair *pair = &e->round[round].played->pairs[boards[i].number - 1];
        if (!site_may_picture(e, pair->white) || !site_may_picture(e, pair->black))
            return LM_OK;
        rows[i] =
            (struct site_share_row){.number = lm_printed(arena, "%u", boards[i].number),
                                    .name = boards[i].white.player.name,
                                    .result = boards[i].result[0] == '\0' ? "–" : boards[i].result,
                                    .other = boards[i].black.player.name};
    }
    share->rows = rows;
    share->row_count = count;
    return LM_OK;
}

static enum lm_status draw(const struct site_event *e, const struct site_share *share,
                           struct lm_text *out)
{
    return e->pictures->draw(share, out);
}

enum lm_status site_write_share(const struct site_event *e, uint32_t index, struct lm_arena *arena,
                                struct lm_text *out)
{
    (void)index;
    enum lm_status status = LM_OK;
    if (e->pictures == NULL)
        return LM_OK;
    struct site_share share = share_of(e, arena);
    if (e->played > 0)
        status = add_leaders(e, arena, &share);
    return status == LM_OK ? draw(e, &share, out) : status;
}

enum lm_status site_write_share_round(const struct site_event *e, uint32_t round,
                                      struct lm_arena *arena, struct lm_text *out)
{
    enum lm_status status = LM_OK;
    if (e->pictures == NULL)
        return LM_OK;
    struct site_share share = share_of(e, arena);
    share.event = share.title;
    share.title =
        site_say_of(e->names->language, arena, LM_KEY("round"), lm_value_number("round", round));
    share.subtitle = site_round_date(e, round, arena);
    share.state = round == e->rounds ? share.state : "";
    share.played = round;
    if (e->teams == NULL)
        status = add_boards(e, round, arena, &share);
    return status == LM_OK ? draw(e, &share, out) : status;
}

/* "GM · SUI · 2480" */
static const char *about(const struct site_person *who, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    const char *all[] = {who->title, who->federation,
                         who->rating > 0 ? lm_printed(arena, "%d", (int)who->rating) : ""};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i] != NULL && all[i][0] != '\0')
            lm_text_print(&text, "%s%s", text.length > 0 ? " · " : "", all[i]);
    return lm_text_string(&text);
}

/* Return the present game of ${player}, if both can be named; else "4½/6 · Rank 3 of 96". */
static const char *standing_of(const struct site_event *e, uint32_t player, struct lm_arena *arena)
{
    bool pending = e->rounds > 0 && e->round[e->rounds].pending;
    uint32_t opponent = pending ? lm_record_of(e->t, player, e->rounds)->opponent : LM_NOBODY;
    if (opponent != LM_NOBODY && site_may_picture(e, opponent))
        return site_game_sentence(e, player, e->rounds, arena);
    if (e->played == 0)
        return site_state(e, arena);
    const struct lm_standings *s = e->standings[e->played];
    const char *points = site_points_text(lm_standings_points(s, player), arena);
    if (s->rank[player] == 0)
        return lm_printed(arena, "%s/%u", points, e->played);
    return lm_printed(arena, "%s/%u · %s %s", points, e->played,
                      site_event_word(e, LM_KEY("page.rank")),
                      site_place_text(e, s->rank[player], s->ranked, arena));
}

enum lm_status site_write_share_player(const struct site_event *e, uint32_t player,
                                       struct lm_arena *arena, struct lm_text *out)
{
    if (e->pictures == NULL || !site_may_picture(e, player))
        return LM_OK;
    struct site_share share = share_of(e, arena);
    struct site_share_game *games = lm_arena_alloc(arena, e->rounds, sizeof *games);
    if (games == NULL)
        return LM_LIMIT;
    for (uint32_t round = 1; round <= e->rounds; round++) {
        const struct lm_record *record = lm_record_of(e->t, player, round);
        int32_t tenths = lm_round_points(e->t, player, round);
        bool open = record->result == LM_PENDING || record->result == LM_ADJOURNED;
        games[share.game_count++] = (struct site_share_game){
            .result = open ? "" : site_points_text(tenths, arena),
            .tenths = tenths,
            .colour =
                record->opponent == LM_NOBODY ? LM_NO_COLOUR : (enum lm_colour)record->colour};
    }
    share.games = games;
    share.event = share.title;
    share.title = e->people[player].name;
    share.subtitle = about(&e->people[player], arena);
    share.state = standing_of(e, player, arena);
    share.rounds = 0;
    return draw(e, &share, out);
}
