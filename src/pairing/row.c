/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/row.h"

#include <string.h>

#include "pairing/judge.h"

/* ---- Length ---- */

static uint32_t cycles_of_code(const char *code)
{
    const char *g = strstr(code, "_G");
    if (g != NULL && g[2] >= '1' && g[2] <= '9' && g[3] == '\0')
        return (uint32_t)(g[2] - '0');
    return strstr(code, "DOUBLE") != NULL ? 2 : 1;
}

uint32_t lm_cycles_of(const struct lm_tournament *t, uint32_t length)
{
    uint32_t given = cycles_of_code(t->type_code[0] != '\0' ? t->type_code : t->type);
    uint32_t needed = (t->rounds_total + length - 1) / length;
    return given < needed ? needed : given;
}

enum lm_status lm_row_refuse(uint32_t rounds, struct lm_log *log)
{
    return lm_log_add(log, LM_ERROR, (struct lm_place){.field = "round"},
                      "declare more rounds (record 142) or another code (192) to go on",
                      "all %u rounds of the table are played", rounds);
}

/* ---- Presence ---- */

bool lm_row_has_left(const struct lm_tournament *t, uint32_t player, uint32_t round)
{
    uint32_t left = t->players[player].withdrawn;
    return left != 0 && left <= round && lm_left_before_half(t, player, round - 1);
}

static bool is_there(const struct lm_position *p, uint32_t player)
{
    return player != LM_NOBODY && p->seat_of[player] != LM_NOBODY;
}

/* Is the game of ${pair} lost by the player who is away? */
static bool is_forfeit(const struct lm_position *p, const uint32_t pair[2])
{
    return pair[0] != LM_NOBODY && pair[1] != LM_NOBODY &&
           is_there(p, pair[0]) != is_there(p, pair[1]) &&
           !lm_row_has_left(p->tournament, pair[is_there(p, pair[0])], p->round);
}

/* Name the game of ${pair} in the note. */
static void note_forfeit(const struct lm_position *p, const uint32_t pair[2], struct lm_text *note)
{
    const struct lm_player *players = p->tournament->players;
    lm_text_add(note, note->length == 0 ? "lost by forfeit, as one of them is away: " : ", ");
    lm_text_print(note, "%u - %u", players[pair[0]].tpn, players[pair[1]].tpn);
}

/* ---- The round ---- */

static enum lm_status note_everybody(const struct lm_position *p, struct lm_arena *arena,
                                     struct lm_pairing *pairing)
{
    struct lm_bracket *bracket = lm_arena_alloc(arena, 1, sizeof *bracket);
    uint32_t *players = lm_arena_alloc(arena, p->seat_count, sizeof *players);
    if (bracket == NULL || players == NULL)
        return LM_LIMIT;
    for (uint32_t s = 0; s < p->seat_count; s++)
        players[s] = p->seats[s].player;
    *bracket = (struct lm_bracket){
        .score = LM_NO_POINTS, .residents = players, .resident_count = p->seat_count};
    pairing->brackets = bracket;
    pairing->bracket_count = 1;
    return LM_OK;
}

static void list_pairs(const struct lm_position *p, const struct lm_row *row,
                       struct lm_pairing *pairing, struct lm_text *note)
{
    for (uint32_t board = 0; board < row->count; board++) {
        const uint32_t *pair = row->pairs[board];
        if (is_forfeit(p, pair))
            note_forfeit(p, pair, note);
        if (!is_there(p, pair[0]) || !is_there(p, pair[1]))
            continue;
        pairing->pairs[pairing->pair_count++] = (struct lm_pair){
            .white = pair[0],
            .black = pair[1],
            .colour_rule = row->colour_rule,
            .opponent_rule = row->opponent_rule,
            .white_score = p->seats[p->seat_of[pair[0]]].score,
            .black_score = p->seats[p->seat_of[pair[1]]].score,
        };
    }
}

enum lm_status lm_row_pair(const struct lm_position *position,
                           const struct lm_pair_request *request, const struct lm_row *row,
                           struct lm_arena *arena, struct lm_pairing **out)
{
    struct lm_pairing *pairing = lm_arena_alloc(arena, 1, sizeof *pairing);
    struct lm_pair *pairs = lm_arena_alloc(arena, row->count, sizeof *pairs);
    if (pairing == NULL || pairs == NULL)
        return LM_LIMIT;
    *pairing = (struct lm_pairing){.round = position->round, .pairs = pairs};
    struct lm_text note = lm_text_in(arena);
    list_pairs(position, row, pairing, &note);
    pairing->note = note.length > 0 ? lm_text_string(&note) : NULL;
    enum lm_status status =
        request->want < LM_WANT_REASONS ? LM_OK : note_everybody(position, arena, pairing);
    if (status == LM_OK)
        status = lm_text_status(&note);
    if (status == LM_OK)
        *out = pairing;
    return status;
}

enum lm_status lm_row_judge(const struct lm_position *p, const struct lm_row *row,
                            const struct lm_pair *pairs, uint32_t pair_count,
                            struct lm_arena *arena, struct lm_pairing **out)
{
    uint32_t count = p->tournament->player_count;
    struct lm_finding_list list = {.arena = arena};
    struct lm_bracket *bracket = lm_arena_alloc(arena, 1, sizeof *bracket);
    uint32_t *opponent = lm_arena_alloc(arena, count, sizeof *opponent);
    int32_t others = 0;
    if (bracket == NULL || opponent == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++)
        opponent[i] = LM_NOBODY;
    for (uint32_t board = 0; board < row->count; board++)
        for (int side = 0; side < 2; side++)
            if (row->pairs[board][side] != LM_NOBODY)
                opponent[row->pairs[board][side]] = row->pairs[board][1 - side];
    for (uint32_t i = 0; i < pair_count; i++)
        others += pairs[i].black == LM_NOBODY || opponent[pairs[i].white] != pairs[i].black;
    lm_finding_add(&list, 0, &others, 1);
    if (list.failed)
        return LM_LIMIT;
    *bracket = (struct lm_bracket){
        .score = LM_NO_POINTS, .findings = list.items, .finding_count = list.count};
    return lm_judgement(p, pairs, pair_count, bracket, 1, arena, out);
}
