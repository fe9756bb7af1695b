/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "desk/desk.h"

/*
 * Results: of a game, and of a match of several games.  A board has one whole result for all
 * questions about rounds (is it there, is it open, who did not come); of a match it is made from
 * the games, whenever one of them changes.
 */

/* ---- results */

static const struct lm_desk_result results[] = {
    {"none", "", LM_PENDING, LM_PENDING, true, false},
    {"1-0", "1 w white", LM_WIN, LM_LOSS, false, true},
    {"1/2-1/2", "5 = d draw \xC2\xBD \xC2\xBD-\xC2\xBD", LM_DRAW, LM_DRAW, false, true},
    {"0-1", "0 b black", LM_LOSS, LM_WIN, false, true},
    {"1/2-0", "50 \xC2\xBD-0", LM_DRAW, LM_LOSS, false, true},
    {"0-1/2", "05 0-\xC2\xBD", LM_LOSS, LM_DRAW, false, true},
    {"0-0", "00", LM_LOSS, LM_LOSS, false, true},
    {"1F-0F", "+- + 1f", LM_FORFEIT_WIN, LM_FORFEIT_LOSS, false, false},
    {"0F-1F", "-+ - 0f", LM_FORFEIT_LOSS, LM_FORFEIT_WIN, false, false},
    {"0F-0F", "-- ff", LM_FORFEIT_LOSS, LM_FORFEIT_LOSS, false, false},
    {"1-0U", "1u", LM_UNRATED_WIN, LM_UNRATED_LOSS, false, true},
    {"1/2-1/2U", "5u =u", LM_UNRATED_DRAW, LM_UNRATED_DRAW, false, true},
    {"0-1U", "0u", LM_UNRATED_LOSS, LM_UNRATED_WIN, false, true},
    {"postponed", "p x adjourned", LM_ADJOURNED, LM_ADJOURNED, true, true},
    {"unknown", "?", LM_ADJOURNED, LM_ADJOURNED, true, true},
    [LM_DESK_PLAYED] = {"played", "", LM_DRAW, LM_DRAW, false, true}, /* it cannot be entered */
};

const struct lm_desk_result *lm_desk_results(size_t *count)
{
    *count = LM_DESK_PLAYED;
    return results;
}

const struct lm_desk_result *lm_desk_result_at(uint8_t index)
{
    return &results[index <= LM_DESK_PLAYED ? index : 0];
}

static bool is_typed(const char *typed, const char *text)
{
    size_t length = strlen(text);
    for (const char *at = typed; *at != '\0' && length > 0;) {
        size_t word = strcspn(at, " ");
        if (word == length && memcmp(at, text, length) == 0)
            return true;
        at += word + (at[word] == ' ');
    }
    return false;
}

const struct lm_desk_result *lm_desk_result_named(const char *text)
{
    for (size_t i = 0; i < LM_DESK_PLAYED; i++)
        if (strcmp(results[i].name, text) == 0 || is_typed(results[i].typed, text))
            return &results[i];
    return NULL;
}

uint8_t lm_desk_result_index(const char *name)
{
    const struct lm_desk_result *found = lm_desk_result_named(name);
    return found == NULL ? 0 : (uint8_t)(found - results);
}

/* ---- matches of several games */

/* Return the game in "7b", or in "7:2", as people count boards. */
int lm_desk_game_named(const char *board)
{
    size_t length = strlen(board);
    char last = length < 2 ? '\0' : board[length - 1];
    const char *colon = strchr(board, ':');
    int64_t number = 0;
    if (colon != NULL)
        return lm_parse_integer(colon + 1, strlen(colon + 1), 1, LM_DESK_GAMES, &number)
                   ? (int)number - 1
                   : -1;
    bool named = last >= 'a' && last < 'a' + LM_DESK_GAMES;
    return named ? last - 'a' : -1;
}

size_t lm_desk_game_part(const char *board)
{
    const char *colon = strchr(board, ':');
    if (lm_desk_game_named(board) < 0)
        return 0;
    return colon == NULL ? 1 : strlen(colon);
}

uint8_t lm_desk_game_result(const struct lm_desk_board *b, size_t game)
{
    if (b->games == NULL)
        return game == 0 ? b->result : 0;
    return game < b->game_count ? b->games[game].result : 0;
}

bool lm_desk_has_result(const struct lm_desk_board *b)
{
    bool has = b->result != 0;
    for (size_t g = 0; b->games != NULL && g < b->game_count; g++)
        has |= b->games[g].result != 0;
    return has;
}

/* C.04.5 Preface: a match ends by forfeit when at least one of the two forfeits all its games; in
 * all other cases it counts as regularly played. */
uint8_t lm_desk_whole_of(const uint8_t *games, size_t count)
{
    bool open = false, white = true, black = true;
    for (size_t g = 0; g < count; g++) {
        const struct lm_desk_result *r = &results[games[g]];
        if (games[g] == 0)
            return 0;
        open |= r->open;
        white &= r->white == LM_FORFEIT_LOSS;
        black &= r->black == LM_FORFEIT_LOSS;
    }
    if (open)
        return lm_desk_result_index("postponed");
    if (!white && !black)
        return LM_DESK_PLAYED;
    return lm_desk_result_index(white && black ? "0F-0F" : white ? "0F-1F" : "1F-0F");
}

void lm_desk_set_results(struct taking *t, struct lm_desk_board *b, const uint8_t *games)
{
    uint8_t whole = b->games == NULL ? games[0] : lm_desk_whole_of(games, b->game_count);
    lm_desk_count_forfeits(t, b, whole);
    for (size_t g = 0; b->games != NULL && g < b->game_count; g++)
        if (b->games[g].result != games[g])
            SET(t->d, b->games[g].result, games[g]);
    SET(t->d, b->result, whole);
    if (b->games == NULL || whole != 0 || b->white->section->teams)
        return;
    /* the next game has not begun */
    if (b->moves)
        SET(t->d, b->moves, false);
    for (int side = 0; side < 2; side++)
        if (b->empty[side])
            SET(t->d, b->empty[side], false);
}

void lm_desk_count_forfeits(struct taking *t, const struct lm_desk_board *b, uint8_t after)
{
    struct lm_desk_player *sides[] = {b->white, b->black};
    for (int i = 0; i < 2; i++) {
        uint8_t old = i == 0 ? results[b->result].white : results[b->result].black;
        uint8_t now = i == 0 ? results[after].white : results[after].black;
        uint32_t forfeits =
            sides[i]->forfeits + (now == LM_FORFEIT_LOSS) - (old == LM_FORFEIT_LOSS);
        if (forfeits != sides[i]->forfeits)
            SET(t->d, sides[i]->forfeits, forfeits);
    }
}

const char *lm_desk_results_text(const uint8_t *games, size_t count, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    for (size_t g = 0; g < count; g++)
        lm_text_print(&text, "%s%s", g == 0 ? "" : " ", results[games[g]].name);
    return lm_text_string(&text);
}

const char *lm_desk_result_text(const struct lm_desk_board *b, struct lm_arena *arena)
{
    uint8_t games[LM_DESK_GAMES];
    if (b->games == NULL)
        return results[b->result].name;
    for (size_t g = 0; g < b->game_count; g++)
        games[g] = b->games[g].result;
    return lm_desk_has_result(b) ? lm_desk_results_text(games, b->game_count, arena) : "none";
}

const char *lm_desk_report_text(const struct lm_desk_report *report, struct lm_arena *arena)
{
    size_t count = LM_DESK_GAMES;
    while (count > 1 && report->games[count - 1] == 0)
        count--;
    return lm_desk_results_text(report->games, count, arena);
}

bool lm_desk_report_differs(const struct lm_desk_board *b, const struct lm_desk_report *report)
{
    bool differs = false;
    for (size_t g = 0; g < LM_DESK_GAMES; g++)
        differs |= report->games[g] != 0 && report->games[g] != lm_desk_game_result(b, g);
    return differs;
}

/* Does ${later} have a result for every game of ${report}, by the same person? */
static bool says_again(const struct lm_desk_report *later, const struct lm_desk_report *report)
{
    bool every = strcmp(later->by, report->by) == 0;
    for (size_t g = 0; g < LM_DESK_GAMES; g++)
        every &= report->games[g] == 0 || later->games[g] != 0;
    return every;
}

bool lm_desk_report_waits(const struct lm_desk_board *b, size_t at)
{
    const struct lm_desk_report *report = &b->reports[at];
    bool last = true;
    for (size_t i = at + 1; i < b->report_count; i++)
        last &= !says_again(&b->reports[i], report);
    return last && report->line > b->line && lm_desk_report_differs(b, report);
}

bool lm_desk_read_results(const char *text, uint8_t *games, size_t count, struct lm_arena *arena)
{
    size_t found = 0;
    while (*text != '\0') {
        size_t word = strcspn(text, " ");
        const char *name = lm_arena_copy(arena, text, word);
        const struct lm_desk_result *r = name == NULL ? NULL : lm_desk_result_named(name);
        if (r == NULL || found == count)
            return false;
        games[found++] = (uint8_t)(r - results);
        text += word + (text[word] == ' ');
    }
    while (found > 0 && found < count) /* "unknown" and "none" apply to the whole match */
        games[found++] = games[0];
    return found == count;
}
