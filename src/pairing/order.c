/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The order of boards: by C.04.2 art. 3.6, unless it is on record for the round.
 *
 * The article's order goes by scores, so a result that is corrected later gives another one, while
 * the players sit where the first one put them.  No record of TRF holds the order in which a round
 * was paired; a comment does, which every program passes over and every format keeps:
 *
 *   ### Boards @ Round 4: 3-17 8-2 12-5      White and Black of board 1, of board 2, …
 */
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "base/texts.h"
#include "limmat/pairing.h"
#include "pairing/remark.h"

static const char word[] = "Boards";

/* The sort key of boards. */
struct board_key {
    bool bye;
    uint32_t seat;       /* on record; decides first. 0: no record, UINT32_MAX: not this pair */
    uint32_t board;      /* of predetermined rounds: decides first */
    int32_t higher, sum; /* score of the better ranked, of both */
    uint32_t rank;       /* number of the better ranked */
    struct lm_pair pair;
};

static enum lm_status number_players(const struct lm_system *system, const struct lm_tournament *t,
                                     struct lm_arena *arena, uint32_t *number)
{
    if (system->number != NULL)
        return system->number(t, arena, number);
    for (uint32_t i = 0; i < t->player_count; i++) {
        const struct lm_player *who = &t->players[i];
        number[i] = t->rank_order && who->declared_rank != 0 ? who->declared_rank : who->tpn;
    }
    return LM_OK;
}

static struct board_key key_of(const uint32_t *number, const struct lm_pair *pair)
{
    struct board_key key = {.pair = *pair, .bye = pair->black == LM_NOBODY};
    key.rank = number[pair->white];
    key.higher = key.sum = pair->white_score;
    if (key.bye)
        return key;
    uint32_t black = number[pair->black];
    bool black_first = pair->black_score > pair->white_score ||
                       (pair->black_score == pair->white_score && black < key.rank);
    if (black_first) {
        key.higher = pair->black_score;
        key.rank = black;
    }
    key.sum = pair->white_score + pair->black_score;
    return key;
}

/* --- boards on record */

bool lm_is_record_of_boards(const char *comment)
{
    return lm_remark_round(comment, word) != 0;
}

/* Return the comment with the boards of ${round}; NULL: they are not on record. */
static const char *record_of_boards(const struct lm_tournament *t, uint32_t round)
{
    const char *line = NULL;
    for (size_t i = 0; i < t->kept_count; i++)
        if (lm_remark_round(t->kept[i].text, word) == round)
            line = t->kept[i].text;
    return line;
}

/* Read each player's board in ${line}, from 1, into ${seat}[player_count]. */
static void read_boards(const struct lm_tournament *t, const char *line, uint32_t *seat)
{
    const char *at = strstr(line, ": ");
    for (uint32_t board = 1; at != NULL; board++, at = strchr(at, ' ')) {
        at += strspn(at, ": ");
        uint32_t white = lm_player_with_tpn(t, (uint32_t)lm_take_number(&at, LM_TPN_MAX));
        at += *at == '-';
        uint32_t black = lm_player_with_tpn(t, (uint32_t)lm_take_number(&at, LM_TPN_MAX));
        if (white != LM_NOBODY)
            seat[white] = board;
        if (black != LM_NOBODY)
            seat[black] = board;
    }
}

/* Order pairs as in the record.  One that was changed since takes the place of its White, or else
 * its Black; others come last.  A record with none of the pairs belongs to other numbers. */
static enum lm_status seat_boards(const struct lm_tournament *t, uint32_t round,
                                  struct lm_arena *arena, struct board_key *keys, uint32_t count)
{
    const char *line = record_of_boards(t, round);
    if (line == NULL)
        return LM_OK;
    uint32_t *seat = lm_arena_alloc(arena, t->player_count, sizeof *seat), whole = 0;
    if (seat == NULL)
        return LM_LIMIT;
    read_boards(t, line, seat);
    for (uint32_t i = 0; i < count; i++) {
        const struct lm_pair *pair = &keys[i].pair;
        uint32_t white = seat[pair->white];
        uint32_t black = keys[i].bye ? 0 : seat[pair->black];
        whole += white != 0 && white == black;
        keys[i].seat = white != 0 ? white : black != 0 ? black : UINT32_MAX;
    }
    for (uint32_t i = 0; i < count && whole == 0; i++)
        keys[i].seat = 0;
    return LM_OK;
}

/* Replace the comment with ${round}'s boards among ${t}'s comments by ${line}, at the end. */
static enum lm_status keep_boards(struct lm_tournament *t, uint32_t round, const char *line)
{
    struct lm_kept_line *kept = lm_arena_alloc(t->arena, t->kept_count + 1, sizeof *kept);
    size_t count = 0;
    if (kept == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < t->kept_count; i++)
        if (lm_remark_round(t->kept[i].text, word) != round)
            kept[count++] = t->kept[i];
    if (line != NULL)
        kept[count++] = (struct lm_kept_line){line, t->player_count, ""};
    t->kept = kept;
    t->kept_count = count;
    return LM_OK;
}

enum lm_status lm_pairing_record(struct lm_tournament *t, const struct lm_pairing *pairing,
                                 bool teams)
{
    struct lm_text line = lm_text_in(t->arena);
    uint32_t pairs = 0;
    lm_text_print(&line, "### %s @ Round %u:", word, pairing->round);
    for (uint32_t i = 0; i < pairing->pair_count; i++) {
        const struct lm_pair *pair = &pairing->pairs[i];
        if (pair->black == LM_NOBODY)
            continue;
        lm_text_print(&line, " %u-%u",
                      teams ? t->teams[pair->white].number : t->players[pair->white].tpn,
                      teams ? t->teams[pair->black].number : t->players[pair->black].tpn);
        pairs++;
    }
    enum lm_status status = lm_text_status(&line);
    const char *text = status == LM_OK && pairs > 0 ? lm_text_string(&line) : NULL;
    return status == LM_OK ? keep_boards(t, pairing->round, text) : status;
}

/* --- the order */

/* Sort ${pairing} by ${keys}: the last key first, since a sort by digits keeps the order of equal
 * ones. */
static enum lm_status sort_boards(const struct board_key *keys, struct lm_pairing *pairing,
                                  struct lm_arena *arena)
{
    const uint32_t count = pairing->pair_count;
    struct lm_keyed *order = lm_arena_alloc(arena, count, 2 * sizeof *order);
    if (order == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++)
        order[i] = (struct lm_keyed){lm_key_of(lm_key_down(keys[i].sum), keys[i].rank), i};
    lm_sort_keyed(order, order + count, count);
    for (uint32_t i = 0; i < count; i++) {
        const struct board_key *key = &keys[order[i].what];
        order[i].key = lm_key_of(key->board, lm_key_down(key->higher));
    }
    lm_sort_keyed(order, order + count, count);
    for (uint32_t i = 0; i < count; i++) {
        const struct board_key *key = &keys[order[i].what];
        order[i].key = lm_key_of(key->bye, key->seat);
    }
    lm_sort_keyed(order, order + count, count);
    for (uint32_t i = 0; i < count; i++)
        pairing->pairs[i] = keys[order[i].what].pair;
    return LM_OK;
}

enum lm_status lm_pairing_sort(const struct lm_system *system, const struct lm_tournament *t,
                               struct lm_pairing *pairing, struct lm_arena *arena)
{
    struct lm_mark mark = lm_arena_mark(arena);
    struct board_key *keys = lm_arena_alloc(arena, pairing->pair_count, sizeof *keys);
    uint32_t *number = lm_arena_alloc(arena, t->player_count, sizeof *number);
    if (keys == NULL || number == NULL || number_players(system, t, arena, number) != LM_OK)
        return LM_LIMIT;
    for (uint32_t i = 0; i < pairing->pair_count; i++)
        keys[i] = key_of(number, &pairing->pairs[i]);
    for (uint32_t i = 0; system->board != NULL && i < pairing->pair_count; i++)
        keys[i].board = system->board(t, pairing->round, &pairing->pairs[i]);
    enum lm_status status = seat_boards(t, pairing->round, arena, keys, pairing->pair_count);
    if (status != LM_OK)
        return status;
    status = sort_boards(keys, pairing, arena);
    lm_arena_reset(arena, mark);
    return status;
}

const struct lm_pair *lm_pairing_of_player(const struct lm_pairing *pairing, uint32_t player,
                                           uint32_t *board)
{
    for (uint32_t i = 0; i < pairing->pair_count; i++)
        if (pairing->pairs[i].white == player || pairing->pairs[i].black == player) {
            *board = i + 1;
            return &pairing->pairs[i];
        }
    return NULL;
}

static void enter_bye(struct lm_tournament *t, uint32_t player, uint32_t round, uint8_t kind)
{
    struct lm_record *record = lm_record_of(t, player, round);
    *record = (struct lm_record){.opponent = LM_NOBODY, .result = kind};
}

static void enter_game(struct lm_tournament *t, uint32_t player, uint32_t opponent, uint32_t round,
                       bool white_first)
{
    struct lm_record *record = lm_record_of(t, player, round);
    for (uint8_t game = 0; game < t->games_per_match; game++)
        record[game] = (struct lm_record){
            .opponent = opponent,
            .colour = white_first == (game % 2 == 0) ? LM_WHITE : LM_BLACK,
            .result = LM_PENDING,
        };
}

/* Can ${pairing} be a round of ${count} players or teams? */
static bool is_round_of(const struct lm_pairing *pairing, size_t count)
{
    if (pairing->round < 1 || pairing->round > LM_ROUNDS_MAX)
        return false;
    for (uint32_t i = 0; i < pairing->pair_count; i++) {
        const struct lm_pair *pair = &pairing->pairs[i];
        if (pair->white >= count || (pair->black != LM_NOBODY && pair->black >= count) ||
            pair->white == pair->black)
            return false;
    }
    return true;
}

enum lm_status lm_pairing_enter(struct lm_tournament *t, const struct lm_pairing *pairing)
{
    uint32_t round = pairing->round;
    if (!is_round_of(pairing, t->player_count))
        return LM_INVALID;
    enum lm_status status = lm_tournament_reserve(t, round);
    if (status != LM_OK)
        return status;
    for (size_t i = 0; i < t->bye_count; i++)
        if (t->byes[i].whom == LM_PLAYERS && t->byes[i].round == round &&
            lm_record_of(t, t->byes[i].player, round)->result == LM_BLANK)
            enter_bye(t, t->byes[i].player, round, t->byes[i].kind);
    for (uint32_t i = 0; i < pairing->pair_count; i++) {
        const struct lm_pair *pair = &pairing->pairs[i];
        if (pair->black == LM_NOBODY) {
            enter_bye(t, pair->white, round, LM_PAB);
            continue;
        }
        enter_game(t, pair->white, pair->black, round, true);
        enter_game(t, pair->black, pair->white, round, false);
    }
    lm_tournament_count_rounds(t);
    return LM_OK;
}

/* Enter what teams requested (240) in the columns of their players. */
static void enter_absences(struct lm_tournament *t, uint32_t round)
{
    for (size_t i = 0; i < t->bye_count; i++)
        if (t->byes[i].whom == LM_TEAMS && t->byes[i].round == round)
            lm_team_enter_absence(t, round, t->byes[i].player, (enum lm_result)t->byes[i].kind);
}

enum lm_status lm_pairing_enter_teams(struct lm_tournament *t, const struct lm_pairing *pairing)
{
    uint32_t round = pairing->round, boards = lm_team_boards(t);
    if (!is_round_of(pairing, t->team_count))
        return LM_INVALID;
    enum lm_status status = lm_tournament_reserve(t, round);
    if (status != LM_OK)
        return status;
    enter_absences(t, round);
    for (uint32_t i = 0; i < pairing->pair_count && status == LM_OK; i++) {
        const struct lm_pair *pair = &pairing->pairs[i];
        if (pair->black != LM_NOBODY) {
            lm_team_enter_match(t, round, pair->white, pair->black, boards);
            continue;
        }
        status = lm_team_enter_bye(t, round, pair->white);
        lm_team_enter_absence(t, round, pair->white, LM_PAB);
    }
    lm_tournament_count_rounds(t);
    return status;
}
