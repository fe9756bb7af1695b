/* SPDX-License-Identifier: Apache-2.0 */
/* A round: by board and by name. */
#include <stdlib.h>
#include <string.h>

#include "site/pages.h"
#include "site/templates.h"

const char *site_idle_text(enum lm_result result)
{
    static const char *const words[LM_RESULT_COUNT] = {[LM_BLANK] = "not playing",
                                                       [LM_PAB] = "bye",
                                                       [LM_FULL_BYE] = "full-point bye",
                                                       [LM_HALF_BYE] = "half-point bye",
                                                       [LM_ZERO_BYE] = "absent",
                                                       [LM_FORFEIT_WIN] = "won by forfeit",
                                                       [LM_FORFEIT_LOSS] = "lost by forfeit"};
    return words[result] == NULL ? "not playing" : words[result];
}

static bool is_forfeit(enum lm_result result)
{
    return result == LM_FORFEIT_WIN || result == LM_FORFEIT_LOSS;
}

/* What ${record} won: of a game a point, a half, nothing, whatever the tournament pays. */
int32_t site_game_tenths(enum lm_result result)
{
    switch (result) {
    case LM_WIN:
    case LM_UNRATED_WIN:
    case LM_FORFEIT_WIN:
        return 10;
    case LM_DRAW:
    case LM_UNRATED_DRAW:
        return 5;
    default:
        return 0;
    }
}

const char *site_result_of(const struct lm_tournament *t, const struct lm_pair *pair,
                           uint32_t round, struct lm_arena *arena)
{
    const struct lm_record *white = lm_record_of(t, pair->white, round);
    const struct lm_record *black = lm_record_of(t, pair->black, round);
    struct lm_text games = lm_text_in(arena); /* of a match, from White's side */
    int32_t points[2] = {0, 0};
    bool forfeit = false;
    for (uint8_t g = 0; g < t->games_per_match; g++) {
        if (white[g].result == LM_ADJOURNED)
            return "adjourned";
        if (white[g].result == LM_PENDING || white[g].result == LM_BLANK)
            return "";
        points[0] += site_game_tenths((enum lm_result)white[g].result);
        points[1] += site_game_tenths((enum lm_result)black[g].result);
        forfeit |= is_forfeit((enum lm_result)white[g].result);
        lm_text_print(&games, "%s%s", g == 0 ? "(" : ", ",
                      site_points_text(site_game_tenths((enum lm_result)white[g].result), arena));
    }
    lm_text_add_char(&games, ')');
    return site_print(arena, "%s – %s%s%s%s", site_points_text(points[0], arena),
                      site_points_text(points[1], arena), forfeit ? " forfeit" : "",
                      t->games_per_match > 1 ? " " : "",
                      t->games_per_match > 1 ? lm_text_string(&games) : "");
}

static struct site_side side_of(const struct site_event *e, uint32_t round, uint32_t player)
{
    return (struct site_side){.player = e->people[player],
                              .before = {e->round[round].before[player]}};
}

static enum lm_status add_boards(const struct site_event *e, struct lm_arena *arena,
                                 struct site_round_page *page)
{
    const struct lm_pairing *played = e->round[page->round].played;
    struct site_board *boards = lm_arena_alloc(arena, played->pair_count, sizeof *boards);
    if (boards == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < played->pair_count; i++) {
        const struct lm_pair *pair = &played->pairs[i];
        if (pair->black == LM_NOBODY)
            continue;
        boards[page->board_count++] =
            (struct site_board){.number = i + 1,
                                .white = side_of(e, page->round, pair->white),
                                .black = side_of(e, page->round, pair->black),
                                .result = site_result_of(e->t, pair, page->round, arena)};
    }
    page->boards = boards;
    return LM_OK;
}

const struct site_idle *site_idles(const struct site_event *e, uint32_t round, bool byes,
                                   struct lm_arena *arena, size_t *count)
{
    struct site_idle *idles = lm_arena_alloc(arena, e->t->player_count, sizeof *idles);
    *count = 0;
    for (uint32_t i = 0; idles != NULL && i < e->t->player_count; i++) {
        enum lm_result result = (enum lm_result)lm_record_of(e->t, i, round)->result;
        if (e->round[round].board[i] == 0 && (byes || result != LM_PAB))
            idles[(*count)++] =
                (struct site_idle){.player = e->people[i], .why = site_idle_text(result)};
    }
    return idles;
}

static struct site_round_page page_of(const struct site_event *e, uint32_t round, const char *path,
                                      struct lm_arena *arena)
{
    const char *here = site_print(arena, "%s-%u.html", path, round);
    const char *what = e->round[round].pending ? "pairings" : "results";
    struct site_round_page page = {
        .head = site_head_of(e, site_print(arena, "Round %u: %s", round, what), here, arena),
        .rounds = site_rounds_of(path, e->rounds, round, arena),
        .round = round,
        .when = site_round_date(e->t, round, arena),
        .what = what,
        .by_board = site_local(arena, "round-%u.html", round),
        .by_name = site_local(arena, "names-%u.html", round)};
    if (round <= e->played)
        page.standings = site_local(arena, "standings-%u.html", round);
    if (e->explained)
        page.why = site_local(arena, "why-%u.html", round);
    page.idles = site_idles(e, round, true, arena, &page.idle_count);
    return page;
}

enum lm_status site_write_round(const struct site_event *e, uint32_t round, struct lm_arena *arena,
                                struct lm_text *out)
{
    if (e->teams != NULL)
        return site_write_matches(e, round, arena, out);
    struct site_round_page page = page_of(e, round, "round", arena);
    enum lm_status status = add_boards(e, arena, &page);
    if (status == LM_OK)
        page_round(out, e->names->language, &page);
    return status == LM_OK ? lm_text_status(out) : status;
}

/* --- by name */

/* Names as a reader looks them up: without regard to case and diacritics. */
struct entry {
    const char *folded;
    uint32_t player;
};

static int by_folded_name(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    int order = strcmp(x->folded, y->folded);
    return order != 0 ? order : (x->player > y->player) - (x->player < y->player);
}

static struct site_named named(const struct site_event *e, uint32_t round, uint32_t player,
                               struct lm_arena *arena)
{
    const struct lm_record *record = lm_record_of(e->t, player, round);
    uint32_t board = e->round[round].board[player];
    struct site_named row = {.player = e->people[player]};
    if (board == 0) {
        row.where = site_idle_text((enum lm_result)record->result);
        return row;
    }
    row.opponent = e->people[record->opponent];
    const char *colour =
        e->round[round].played->pairs[board - 1].white == player ? "White" : "Black";
    const struct site_seat *seats = e->round[round].seats;
    row.where = seats == NULL || seats[player].match == 0
                    ? site_print(arena, "%u %s", board, colour)
                    : site_print(arena, "match %u, board %u %s", seats[player].match,
                                 seats[player].board, colour);
    return row;
}

enum lm_status site_write_names(const struct site_event *e, uint32_t round, struct lm_arena *arena,
                                struct lm_text *out)
{
    struct site_round_page page = page_of(e, round, "names", arena);
    uint32_t count = e->t->player_count;
    struct entry *entries = lm_arena_alloc(arena, count, sizeof *entries);
    struct site_named *rows = lm_arena_alloc(arena, count, sizeof *rows);
    if (entries == NULL || rows == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++) {
        struct lm_text folded = lm_text_in(arena);
        const char *name = e->people[i].name;
        if (lm_utf8_valid(name, strlen(name)))
            lm_text_add_folded(&folded, name, strlen(name));
        entries[i] = (struct entry){lm_text_string(&folded), i};
    }
    qsort(entries, count, sizeof *entries, by_folded_name);
    for (uint32_t i = 0; i < count; i++)
        rows[i] = named(e, round, entries[i].player, arena);
    page.names = rows;
    page.name_count = count;
    page_names(out, e->names->language, &page);
    return lm_text_status(out);
}
