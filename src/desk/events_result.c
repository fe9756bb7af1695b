/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/texts.h"
#include "desk/rows.h"

/* Results, as facts; and their corrections, in the three windows of C.04.2 art. 4. */

/* In the order of lm_desk_results, without "none". */
static const char *const result_names[] = {"1-0",      "1/2-1/2", "0-1",       "1/2-0",   "0-1/2",
                                           "0-0",      "1F-0F",   "0F-1F",     "0F-0F",   "1-0U",
                                           "1/2-1/2U", "0-1U",    "postponed", "unknown", NULL};
static const char *const cleared[] = {"none", "1-0",       "1/2-1/2", "0-1",   "1/2-0", "0-1/2",
                                      "0-0",  "1F-0F",     "0F-1F",   "0F-0F", "1-0U",  "1/2-1/2U",
                                      "0-1U", "postponed", "unknown", NULL};

/* In a match each game has its result, from the side of the player named first; a letter behind the
 * board names one game ("7b"). */
#define SECOND CHOICE_OF(second, "of a match: of its second game", LM_OPTIONAL, result_names)
#define GAMES                                                                                      \
    FIELD("games", "of teams: of all boards in their order", LM_FIELD_TEXTS, LM_OPTIONAL, NULL,    \
          NULL, 0, 20, results)

static const struct lm_field result_fields[] = {
    BOARD,
    CHOICE_OF(result, "result", LM_OPTIONAL, result_names),
    SECOND,
    ID_OF(other, "winner, instead of the result", LM_OPTIONAL, "anybody"),
    YES_NO_OF(moved, "both made a move", LM_OPTIONAL),
    YES_NO_OF(turned, "played with the other colours", LM_OPTIONAL),
    FIELD("as", "result", LM_FIELD_CHOICE, LM_OUTCOME | LM_REQUIRED, NULL, cleared, 0, 0, as),
    FIELD("then", "of the second game", LM_FIELD_CHOICE, LM_OUTCOME, NULL, cleared, 0, 0, then),
    GAMES,
    FIELD("came", "of teams: results of all boards", LM_FIELD_TEXTS, LM_OUTCOME, NULL, NULL, 0, 20,
          came)};
static const struct lm_field clear_fields[] = {BOARD};
static const struct lm_field report_fields[] = {
    BOARD, CHOICE_OF(result, "result", LM_OPTIONAL, result_names), SECOND, GAMES};
static const struct lm_field correct_fields[] = {
    BOARD, CHOICE_OF(result, "result", LM_OPTIONAL, result_names), SECOND,
    YES_NO_OF(turned, "played with the other colours", LM_OPTIONAL), GAMES};

/* ---- the result of a game */

/* Return the result with exchanged colours: each player keeps the points (situation 35). */
static uint8_t turned_result(uint8_t index)
{
    static const char *const turned[][2] = {
        {"1-0", "0-1"}, {"1/2-0", "0-1/2"}, {"1F-0F", "0F-1F"}, {"1-0U", "0-1U"}};
    const char *name = lm_desk_result_at(index)->name;
    for (size_t i = 0; i < sizeof turned / sizeof *turned; i++)
        for (int side = 0; side < 2; side++)
            if (strcmp(turned[i][side], name) == 0)
                return lm_desk_result_index(turned[i][1 - side]);
    return index;
}

/* Is it one board of a match of teams?  Its result is from the side of the team, whatever its
 * colour. */
static bool is_board_of_teams(const struct taking *t)
{
    return t->s->teams && t->game >= 0;
}

/* Exchange the sides of a board. */
static void turn(struct taking *t)
{
    if (is_board_of_teams(t))
        SET(t->d, t->board->games[t->game].turned, !t->board->games[t->game].turned);
    else
        lm_desk_turn_sides(t, t->board);
}

static uint8_t seen(const struct taking *t, uint8_t result)
{
    return t->v->turned == LM_YES && !is_board_of_teams(t) ? turned_result(result) : result;
}

/* Return the result from the winner, and from whether both moved. */
static uint8_t won(const struct taking *t)
{
    const struct lm_desk_player *winner = t->other->team != NULL ? t->other->team : t->other;
    bool turned = t->v->turned == LM_YES && !is_board_of_teams(t);
    bool white = winner == (turned ? t->board->black : t->board->white);
    if (t->v->moved == LM_NO)
        return lm_desk_result_index(white ? "1F-0F" : "0F-1F");
    return lm_desk_result_index(white ? "1-0" : "0-1");
}

/* Can ${result} be that of a whole match of teams: a team that did not come, or a match that is not
 * over? */
static bool is_of_all(uint8_t result)
{
    const struct lm_desk_result *r = lm_desk_result_at(result);
    return result != 0 && (r->open || !r->played);
}

static uint8_t said_of_match(const struct taking *t, size_t game)
{
    uint8_t result = t->v->result;
    if (t->board->game_count == 2 && (t->v->second != 0 || !is_of_all(result)))
        return game == 0 ? result : t->v->second;
    bool left = lm_desk_game_result(t->board, game) == 0;
    return is_of_all(result) && (!lm_desk_result_at(result)->open || left) ? result : 0;
}

/* Return the result of game ${game} by the fields "games", "result" and "second"; 0: none. */
static uint8_t said_of(const struct taking *t, size_t game)
{
    const struct lm_words *games = &t->v->results;
    if (games->given)
        return game < games->count ? lm_desk_result_index(games->items[game]) : 0;
    if (t->game >= 0)
        return (size_t)t->game == game ? t->v->result : 0;
    if (t->s->teams)
        return said_of_match(t, game);
    return game == 0 ? t->v->result : t->v->second;
}

/* Do the same, but a board with only one player is lost by forfeit, whatever was typed. */
static uint8_t said_of_seats(const struct taking *t, size_t game)
{
    uint8_t given = said_of(t, game);
    uint8_t empty =
        given == 0 || !t->s->teams ? 0 : lm_desk_result_of_empty(t->board, &t->board->games[game]);
    const struct lm_desk_result *r = lm_desk_result_at(given), *forfeit = lm_desk_result_at(empty);
    bool first = r->white == LM_WIN && forfeit->white == LM_FORFEIT_WIN;
    bool second = r->black == LM_WIN && forfeit->black == LM_FORFEIT_WIN;
    return first || second ? empty : given;
}

static void check_seats(struct taking *t)
{
    for (size_t g = 0; t->s->teams && g < t->board->game_count; g++) {
        uint8_t empty = lm_desk_result_of_empty(t->board, &t->board->games[g]);
        uint8_t given = said_of_seats(t, g);
        const struct lm_desk_result *r = lm_desk_result_at(given);
        if (given != 0 && empty != 0 && (r->played || r->open))
            lm_desk_need(t, LM_LEVEL_REFUSED, "empty-seat",
                         lm_printed(t->d->arena, "%s:%zu", t->board->id, g + 1), "C.04.6",
                         "\"substitute\" gives the player who played; otherwise enter + or -",
                         "no one is lined up on board %zu of match %u: it is %s", g + 1,
                         t->board->number, lm_desk_result_at(empty)->name);
    }
}

/* Find the game of the person who is named as the winner, or as concerned. */
static void find_game_of_winner(struct taking *t)
{
    for (size_t g = 0; t->board->games != NULL && t->other != NULL && t->other->team != NULL &&
                       g < t->board->game_count;
         g++)
        if (t->board->games[g].players[0] == t->other || t->board->games[g].players[1] == t->other)
            t->game = t->game < 0 ? (int)g : t->game;
}

/* Return the result for game ${game}: given, or derived from the winner; 0: none. */
static uint8_t meant(const struct taking *t, size_t game)
{
    uint8_t given = said_of_seats(t, game);
    if (given != 0)
        return seen(t, given);
    bool named = t->game < 0 ? t->board->games == NULL : (size_t)t->game == game;
    return named && t->other != NULL ? won(t) : 0;
}

static bool says_nothing(const struct taking *t)
{
    bool nothing = true;
    for (size_t g = 0; g < t->board->game_count; g++)
        nothing &= meant(t, g) == 0;
    return nothing;
}

/* Find the results of all games of the board after the entry. */
static void find_games(const struct taking *t, uint8_t *games)
{
    for (size_t g = 0; g < t->board->game_count; g++) {
        uint8_t result = meant(t, g);
        games[g] = result != 0 ? result : seen(t, lm_desk_game_result(t->board, g));
    }
}

/* The input forms for results of a match. */
static const char *const games_typed = LM_MESSAGE(
    "\"r 4:3 1\" is the third board of match 4, \"r 4 1=01\" says all, \"r 4 +\" that the "
    "other team has not come");

/* Check results of a match of teams: of each board, or of a named one. */
static void check_boards(struct taking *t)
{
    const struct lm_words *games = &t->v->results;
    for (size_t i = 0; i < games->count; i++)
        if (lm_desk_result_named(games->items[i]) == NULL)
            REFUSE(t, "unknown-result", "", "1-0, 1/2-1/2, 0-1, 1F-0F, … or \"none\"",
                   "result \"%s\" not found", games->items[i]);
    if (games->given && games->count != t->board->game_count)
        REFUSE(t, "not-each-board", "C.04.6", games_typed, "%zu results were given for %u boards",
               games->count, t->board->game_count);
    else if (t->game >= 0 && games->given)
        REFUSE(t, "one-game", "C.04.6", games_typed, "a board of the match is named, and all");
    else if (t->game < 0 && !games->given && t->v->result != 0 && !is_of_all(t->v->result) &&
             t->board->game_count > 2)
        REFUSE(t, "which-board", "C.04.6", games_typed, "which board of match %u is it?",
               t->board->number);
    else
        check_seats(t);
}

/* Refuse results of games that do not exist. */
static void check_games(struct taking *t)
{
    if (t->s->teams) {
        check_boards(t);
        return;
    }
    if (t->v->results.given)
        REFUSE(t, "no-teams", "", "enter \"result\"", "board %u isn't a match of teams",
               t->board->number);
    else if (t->v->second != 0 && t->board->games == NULL)
        REFUSE(t, "one-game", "", "leave the second result out", "board %u is one game",
               t->board->number);
    else if (t->v->second != 0 && t->game >= 0)
        REFUSE(t, "one-game", "C.04.5 Preface",
               "name the match with both results, or each game with its letter",
               "one game has two results");
    else if (t->other != NULL && t->v->result == 0 && t->board->games != NULL && t->game < 0)
        REFUSE(t, "which-game", "C.04.5 Preface",
               "the number with \"a\" is the first game, with \"b\" the second",
               "which game of board %u was won?", t->board->number);
}

static void check_open_round(struct taking *t)
{
    const struct lm_desk_board *b = t->board;
    bool settled = false;
    for (size_t g = 0; g < b->game_count; g++)
        settled |= meant(t, g) != 0 && !lm_desk_result_at(lm_desk_game_result(b, g))->open;
    if (!lm_desk_is_published(t->round))
        REFUSE(t, "not-published", "", "publish the round first", "round %u is not published",
               b->round);
    else if (t->s->finished)
        REFUSE(t, "finished", "", "undo the end first", "the section is finished");
    else if (lm_desk_paired_since(t->s, b->round) && settled)
        REFUSE(t, "later-round", "C.04.2 art. 4", "\"correct\" it", "round %u is paired since",
               lm_desk_paired(t->s));
    else if (t->round->state == LM_ROUND_CLOSED && settled)
        REFUSE(t, "closed", "C.04.2 art. 4", "\"correct\" it, or \"reopen\" the round",
               "round %u is closed", b->round);
}

static void check_result(struct taking *t)
{
    if (t->board == NULL)
        return;
    if (t->act != NULL) /* the line names the game: the rest is judged as in a replay */
        find_game_of_winner(t);
    check_open_round(t);
    if (t->act == NULL)
        return;
    check_games(t);
    const struct lm_desk_player *winner =
        t->other != NULL && t->other->team != NULL ? t->other->team : t->other;
    if (winner != NULL && winner != t->board->white && winner != t->board->black)
        REFUSE(t, "not-at-board", "", "name one of its two players",
               "%s does not sit at board %u (%s - %s)", lm_desk_who(t, t->other), t->board->number,
               lm_desk_who(t, t->board->white), lm_desk_who(t, t->board->black));
    else if (says_nothing(t) && t->verdict->level < LM_LEVEL_REFUSED)
        REFUSE(t, "no-result", "", "give the result or the winner", "the result is missing");
}

/* Were moves made in game ${game}, when the board gets the results ${games}?  In a match of teams
 * moves are recorded for the match: the answer is no if another board can account for them. */
static bool moves_are_known(const struct taking *t, const uint8_t *games, size_t game)
{
    const struct lm_desk_board *b = t->board;
    if (!t->s->teams)
        return b->moves;
    if (t->game >= 0 || lm_desk_result_of_empty(b, &b->games[game]) != 0)
        return false;
    bool elsewhere = false;
    for (size_t g = 0; g < b->game_count; g++)
        elsewhere |= lm_desk_result_at(games[g])->played || lm_desk_result_at(games[g])->open;
    return b->moves && !elsewhere;
}

/* Judge by facts: a forfeit is a game without a move (B.02, Laws 6.7.1). */
static void judge_facts(struct taking *t, const struct lm_desk_result *r, bool moves)
{
    bool forfeit = r->white == LM_FORFEIT_WIN || r->white == LM_FORFEIT_LOSS;
    if (forfeit && (t->v->moved == LM_YES || moves))
        REFUSE(t, "moves-made", "Laws 6.7.1, B.02", "enter it as played: 1-0, 0-1, 0-0",
               "moves were made on board %u: it isn't a forfeit", t->board->number);
    else if (!forfeit && !r->open && t->v->moved == LM_NO && strchr(r->name, 'U') == NULL)
        REFUSE(t, "no-moves", "B.02", "1F-0F, 0F-1F, 0F-0F; or 1-0U, played but not rated",
               "without a move of both %s is not rated", r->name);
}

static void judge_overwriting(struct taking *t, const uint8_t *games)
{
    const struct lm_desk_board *b = t->board;
    bool over = false;
    for (size_t g = 0; g < b->game_count; g++)
        over |= lm_desk_game_result(b, g) != 0 && lm_desk_game_result(b, g) != games[g];
    if (!over || t->act->was != NULL || b->line == 0)
        return;
    const struct lm_desk_entry *entry = lm_desk_entry(t->d, b->line);
    const char *stands = lm_desk_result_text(b, t->d->arena);
    if (entry != NULL && strcmp(entry->line.by, t->act->by) != 0)
        lm_desk_need(
            t, LM_LEVEL_CONFIRM, "overwrites", lm_printed(t->d->arena, "%s:%s", b->id, stands), "",
            "compare the slips", "%s entered %s on board %u (%s - %s)", entry->line.by, stands,
            t->board->number, lm_desk_who(t, t->board->white), lm_desk_who(t, t->board->black));
}

/* VCL 163: later rounds were paired with a draw. */
static void judge_late_result(struct taking *t, const uint8_t *games)
{
    const struct lm_desk_board *b = t->board;
    bool otherwise = false;
    for (size_t g = 0; g < b->game_count; g++) {
        const struct lm_desk_result *r = lm_desk_result_at(games[g]);
        bool was_open = lm_desk_result_at(lm_desk_game_result(b, g))->open;
        otherwise |= was_open && !r->open && r->white != LM_DRAW;
    }
    if (lm_desk_is_fixed(t->s) || b->round >= lm_desk_published(t->s) || !otherwise)
        return;
    lm_desk_remark(
        t, "Postponed @ Round %u: %u-%u: %s, open when round %u was paired (after Round %u)",
        b->round, b->white->number, b->black->number,
        lm_desk_results_text(games, b->game_count, t->d->arena), b->round + 1,
        lm_desk_published(t->s));
    lm_desk_need(t, LM_LEVEL_CONFIRM, "paired-as-draw", b->id, "VCL 163, C.04.2 art. 3.1",
                 "nothing: rounds that were made stay",
                 "rounds after %u were paired as if board %u were drawn", b->round, b->number);
}

/* Situation 35: the colours played count. */
static void judge_turned(struct taking *t)
{
    const struct lm_desk_board *b = t->board;
    if (t->v->turned != LM_YES)
        return;
    lm_desk_need(t, LM_LEVEL_INFORM, "turned", b->id, "Laws 7.3, C.04.2 art. 4",
                 "\"correct\" with \"turned=yes\" turns it back",
                 "%s is on record with White, %s with Black: their next colours follow that",
                 lm_desk_who(t, b->black), lm_desk_who(t, b->white));
    lm_desk_remark(t, "Correction @ Round %u: %u-%u: colours turned", b->round, b->white->number,
                   b->black->number);
}

static void judge_result(struct taking *t)
{
    uint8_t games[LM_DESK_GAMES];
    bool unknown = false;
    judge_turned(t);
    find_games(t, games);
    for (size_t g = 0; g < t->board->game_count; g++) {
        uint8_t result = meant(t, g);
        if (result != 0)
            judge_facts(t, lm_desk_result_at(result), moves_are_known(t, games, g));
        unknown |= lm_desk_result_at(result)->name[0] == 'u';
    }
    judge_overwriting(t, games);
    judge_late_result(t, games);
    if (unknown)
        lm_desk_need(t, LM_LEVEL_INFORM, "unknown", t->board->id, "C.04.2 art. 3.5",
                     "0F-0F when neither came; then the two may meet again",
                     "an unknown result counts as a draw for the pairing until it is entered");
}

static void decide_result(struct taking *t, struct lm_json_writer *w)
{
    uint8_t games[LM_DESK_GAMES];
    find_games(t, games);
    lm_json_put_string(w, "as", lm_desk_result_at(games[0])->name);
    if (t->s->teams) {
        lm_json_begin(w, "came", '[');
        for (size_t g = 0; g < t->board->game_count; g++)
            lm_json_put_string(w, NULL, lm_desk_result_at(games[g])->name);
        lm_json_end(w, ']');
    } else if (t->board->games != NULL)
        lm_json_put_string(w, "then", lm_desk_result_at(games[1])->name);
}

static void set_results(struct taking *t, const uint8_t *games)
{
    READ(t->d, t->round->version);
    lm_desk_set_results(t, t->board, games);
    SET(t->d, t->board->line, t->line->number);
    if (t->round->state == LM_ROUND_PUBLISHED)
        SET(t->d, t->round->state, LM_ROUND_PLAYING);
}

static void apply_result(struct taking *t)
{
    uint8_t games[LM_DESK_GAMES] = {(uint8_t)(t->v->as - 1),
                                    t->v->then == 0 ? 0 : (uint8_t)(t->v->then - 1)};
    for (size_t g = 0; g < t->v->came.count && g < t->board->game_count; g++)
        games[g] = lm_desk_result_index(t->v->came.items[g]);
    if (t->v->turned == LM_YES)
        turn(t);
    set_results(t, games);
}

static void check_clear(struct taking *t)
{
    if (t->board == NULL)
        return;
    if (t->round->state == LM_ROUND_CLOSED || lm_desk_paired_since(t->s, t->board->round))
        REFUSE(t, "closed", "C.04.2 art. 4", "\"correct\" it, or \"reopen\" the round",
               "round %u is closed", t->board->round);
    else if (t->game >= 0 ? lm_desk_game_result(t->board, (size_t)t->game) == 0
                          : !lm_desk_has_result(t->board))
        REFUSE(t, "no-result", "", "there is nothing to do", "board %u has no result",
               t->board->number);
}

static void apply_clear(struct taking *t)
{
    uint8_t games[LM_DESK_GAMES] = {0};
    for (size_t g = 0; g < LM_DESK_GAMES; g++)
        if (t->game >= 0 && (size_t)t->game != g && g < t->board->game_count)
            games[g] = lm_desk_game_result(t->board, g);
    set_results(t, games);
}

static void check_report(struct taking *t)
{
    if (t->board == NULL)
        return;
    check_games(t);
    if (!lm_desk_is_published(t->round))
        REFUSE(t, "not-published", "", "publish the round first", "round %u is not published",
               t->board->round);
    else if (t->v->result == 0 && !t->v->results.given)
        REFUSE(t, "no-result", "", "enter the result", "the result is missing");
}

static struct lm_desk_report reported(const struct taking *t)
{
    struct lm_desk_report report = {.by = ""};
    for (size_t g = 0; g < t->board->game_count; g++)
        report.games[g] = said_of(t, g);
    return report;
}

static void judge_report(struct taking *t)
{
    struct lm_desk_report report = reported(t);
    if (lm_desk_has_result(t->board) && lm_desk_report_differs(t->board, &report))
        lm_desk_need(t, LM_LEVEL_INFORM, "differs", t->board->id, "",
                     "an arbiter decides: both stay visible", "%s is on board %u (%s - %s)",
                     lm_desk_result_text(t->board, t->d->arena), t->board->number,
                     lm_desk_who(t, t->board->white), lm_desk_who(t, t->board->black));
}

static void apply_report(struct taking *t)
{
    struct lm_desk_report report = reported(t);
    report.by = t->line->by;
    report.line = t->line->number;
    APPEND(t->d, t->board->reports, t->board->report_count, t->board->report_capacity, report);
}

/* ---- corrections */

enum window { WINDOW_ALL, WINDOW_NEXT, WINDOW_RATING };

/* C.04.2 art. 4: a correction before the next round is paired counts for everything, until the end
 * of that round for the pairing after it, later for the rating report only.  Dutch 2006 F7: it
 * counts for every later pairing, whenever it is found. */
static enum window window_of(const struct taking *t)
{
    uint32_t published = lm_desk_published(t->s), round = t->board->round;
    if (published == round || lm_desk_is_fixed(t->s))
        return WINDOW_ALL;
    const struct lm_desk_round *next = lm_desk_round(t->s, round + 1);
    bool over = next != NULL && next->state == LM_ROUND_CLOSED;
    if (t->act->happened != LM_NO_TIME) /* it was reported then, and is entered now */
        over = next != NULL && next->closed_at != LM_NO_TIME &&
               next->closed_at <= lm_desk_took_place(t);
    else
        over |= published > round + 1;
    return over && !lm_desk_is_2006(t->s) ? WINDOW_RATING : WINDOW_NEXT;
}

/* Inform how the round after would be paired now (situation 51). */
static void judge_next_pairing(struct taking *t)
{
    const struct lm_desk_round *next = lm_desk_current(t->s);
    const char *departure = "";
    if (window_of(t) != WINDOW_NEXT || next == NULL || next->number == t->board->round)
        return;
    enum lm_status status =
        lm_desk_departure(t->d, t->s, next->number, t->d->arena, NULL, &departure);
    if (status == LM_LIMIT)
        t->d->out_of_memory = true;
    if (status == LM_OK && departure[0] != '\0')
        lm_desk_need(t, LM_LEVEL_INFORM, "would-differ",
                     lm_printed(t->d->arena, "%u", next->number), "C.04.2 art. 4.4",
                     "\"pair\" pairs it again, if none of its games has begun",
                     "with it round %u would be paired otherwise: %s", next->number, departure);
}

/* Would it correct a game without a result? */
static bool corrects_nothing(const struct taking *t)
{
    bool nothing = !lm_desk_has_result(t->board);
    for (size_t g = 0; g < t->board->game_count; g++)
        nothing |= said_of(t, g) != 0 && lm_desk_game_result(t->board, g) == 0;
    return nothing;
}

/* Find the results after the correction.  With exchanged colours each player keeps the points
 * (situation 35), unless the result is given with them. */
static void find_corrected(const struct taking *t, uint8_t *games)
{
    for (size_t g = 0; g < t->board->game_count; g++)
        games[g] = said_of_seats(t, g) != 0 ? said_of_seats(t, g)
                                            : seen(t, lm_desk_game_result(t->board, g));
}

/* Return the correction as text, before any exchange of colours. */
static const char *corrected_text(const struct taking *t)
{
    uint8_t games[LM_DESK_GAMES];
    for (size_t g = 0; g < t->board->game_count; g++)
        games[g] =
            said_of_seats(t, g) != 0 ? said_of_seats(t, g) : lm_desk_game_result(t->board, g);
    return lm_desk_results_text(games, t->board->game_count, t->d->arena);
}

static void check_correct(struct taking *t)
{
    if (t->board == NULL)
        return;
    check_games(t);
    if (!lm_desk_is_published(t->round) || t->round->state == LM_ROUND_ALTERED)
        REFUSE(t, "not-published", "", "publish the round first", "round %u is not published",
               t->board->round);
    else if (t->v->result == 0 && t->v->second == 0 && !t->v->results.given &&
             t->v->turned != LM_YES)
        REFUSE(t, "nothing", "", "enter the right result, or that colours were the other way",
               "the correction is empty");
    else if (corrects_nothing(t))
        REFUSE(t, "no-result", "", "enter it with \"result\"", "board %u has no result yet",
               t->board->number);
}

static const char *change_of(const struct taking *t)
{
    const struct lm_desk_board *b = t->board;
    return lm_printed(t->d->arena, "%u-%u: %s => %s%s", b->white->number, b->black->number,
                      lm_desk_result_text(b, t->d->arena), corrected_text(t),
                      t->v->turned == LM_YES ? ", colours turned" : "");
}

/* Is it a game that is postponed, or whose result was unknown? */
static bool is_open(const struct taking *t)
{
    bool open = false;
    for (size_t g = 0; g < t->board->game_count; g++)
        open |= said_of(t, g) != 0 && lm_desk_result_at(lm_desk_game_result(t->board, g))->open;
    return open;
}

/* Later rounds were paired with the old result: in FIDE mode the correction is for the rating
 * report alone. */
static void judge_too_late(struct taking *t)
{
    bool fide = t->s->fide_mode;
    lm_desk_need(t, fide ? LM_LEVEL_REFUSED : LM_LEVEL_CONFIRM, "late-correction",
                 fide ? t->board->id : NULL, "C.04.2 art. 4.3, VCL 189",
                 "\"correct-rating\" keeps it for the rating report only",
                 "round %u was paired and played since; the result stays for the tournament",
                 t->board->round + 1);
    if (fide)
        lm_desk_instead(t,
                        lm_message_print(t->d->arena,
                                         "\"correct-rating\" keeps it for the rating report only; "
                                         "after \"leave-fide-mode\" it can be changed against the "
                                         "rules"));
}

static void judge_correct(struct taking *t)
{
    const struct lm_desk_board *b = t->board;
    const char *about = lm_printed(t->d->arena, "%s:%s", b->id, corrected_text(t));
    if (is_open(t))
        lm_desk_need(t, LM_LEVEL_REFUSED, "open-game", b->id, "VCL 163",
                     "enter it with \"result\": the result of a postponed game isn't a correction",
                     "board %u is open", b->number);
    if (t->s->finished)
        REFUSE(t, "finished", "C.04.2 art. 4.3", "\"correct-rating\" keeps it for the report",
               "the section is finished");
    if (t->v->turned == LM_YES && window_of(t) == WINDOW_ALL) /* the pairing had other colours */
        lm_desk_remark(t, "Correction @ Round %u: %s", b->round, change_of(t));
    switch (window_of(t)) {
    case WINDOW_ALL:
        if (lm_desk_proposed(t->s) != NULL)
            lm_desk_need(t, LM_LEVEL_ACKNOWLEDGE, "proposal-stale", about, "C.04.2 art. 4",
                         "\"unpair\" and \"pair\" the next round after it",
                         "the round being paired does not know it yet");
        else
            lm_desk_need(t, LM_LEVEL_INFORM, "counts", about, "C.04.2 art. 4",
                         "the next pairing and the report take the new result",
                         "it counts for everything");
        break;
    case WINDOW_NEXT:
        lm_desk_need(
            t, LM_LEVEL_CONFIRM, "next-pairing", about, "C.04.2 art. 4",
            "\"unpublish\" the round first, if its games have not begun",
            t->act->happened == LM_NO_TIME
                ? "round %u stays as it is published; standings and the next pairing follow"
                : "corrected in time: round %u stays as it is published; standings and the next "
                  "pairing follow",
            lm_desk_published(t->s));
        lm_desk_remark(t, "Correction @ Round %u: %s", b->round, change_of(t));
        break;
    case WINDOW_RATING:
        judge_too_late(t);
        lm_desk_remark(t, "Correction @ Round %u: %s (after Round %u)", b->round, change_of(t),
                       lm_desk_current(t->s)->number);
        break;
    }
}

static void apply_correct(struct taking *t)
{
    uint8_t games[LM_DESK_GAMES], state = t->round->state;
    find_corrected(t, games);
    if (t->v->turned == LM_YES)
        turn(t);
    set_results(t, games);
    if (t->round->state != state)
        SET(t->d, t->round->state, state);
}

static void judge_correct_rating(struct taking *t)
{
    if (window_of(t) != WINDOW_RATING && !t->s->finished)
        REFUSE(t, "in-time", "C.04.2 art. 4", "\"correct\" it for the tournament too",
               "it can still be corrected for everything");
    else
        lm_desk_need(t, LM_LEVEL_CONFIRM, "rating-only", t->board->id, "C.04.2 art. 4.3, VCL 192",
                     "leave it", "standings and pairings keep %s; the rating report gets the other",
                     lm_desk_result_text(t->board, t->d->arena));
    lm_desk_remark(t, "Rating correction @ Round %u: %s", t->board->round, change_of(t));
}

static void apply_correct_rating(struct taking *t)
{
    struct lm_desk_board *b = t->board;
    if (b->games == NULL)
        SET(t->d, b->rated, t->v->result);
    for (size_t g = 0; b->games != NULL && g < b->game_count; g++)
        if (said_of(t, g) != 0)
            SET(t->d, b->games[g].rated, said_of(t, g));
}

static void check_correct_rating(struct taking *t)
{
    check_correct(t);
    if (t->board != NULL && t->v->result == 0 && t->v->second == 0 && !t->v->results.given)
        REFUSE(t, "nothing", "", "enter the right result", "the correction is empty");
}

#define KIND(name, title, article, right, fields)                                                  \
    .kind = {name, title, "results", article, true, right, LM_UNDO_RESTORE, FIELDS(fields)}

const struct row lm_desk_rows_result[] = {
    {KIND("result", "Game ended or postponed", "Laws 11, 6.7; C.04.2 art. 3", LM_RIGHT_RESULTS,
          result_fields),
     .check = check_result, .judge = judge_result, .decide = decide_result, .apply = apply_result},
    {KIND("clear", "Result cleared", "", LM_RIGHT_RESULTS, clear_fields), .check = check_clear,
     .apply = apply_clear},
    {KIND("report", "Result reported: a second entry", "Laws 8.7", LM_RIGHT_ANYBODY, report_fields),
     .check = check_report, .judge = judge_report, .apply = apply_report},
    {KIND("correct", "Result corrected", "C.04.2 art. 4", LM_RIGHT_ARBITER, correct_fields),
     .check = check_correct, .judge = judge_correct, .after = judge_next_pairing,
     .apply = apply_correct},
    {KIND("correct-rating", "Result corrected for the rating report only", "C.04.2 art. 4.3",
          LM_RIGHT_CHIEF, correct_fields),
     .check = check_correct_rating, .judge = judge_correct_rating, .apply = apply_correct_rating},
    {.check = NULL},
};
