/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/burstein_2026/burstein_2026.h"

/*
 * C.04.4.2 art. 1.7 and 1.8: Buchholz, then Sonneborn-Berger, then TPN.  Scores are those of the
 * standings, never with virtual points.  A round without a game is a game against oneself.  A
 * player absent in the round to be paired and in the rounds just before counts, for earlier
 * opponents, as having drawn those.
 */

/* Was ${player} absent from ${round} for no points?  A round after the records is not. */
static bool has_zero_point_bye(const struct lm_tournament *t, uint32_t player, uint32_t round)
{
    if (t->players[player].withdrawn != 0 && t->players[player].withdrawn <= round)
        return true;
    for (size_t i = 0; i < t->bye_count; i++)
        if (t->byes[i].player == player && t->byes[i].round == round)
            return t->byes[i].kind == LM_ZERO_BYE;
    if (round > t->round_capacity)
        return false;
    const struct lm_record *record = lm_record_of(t, player, round);
    return record->opponent == LM_NOBODY &&
           (record->result == LM_ZERO_BYE || record->result == LM_BLANK);
}

/* Return ${player}'s score as it counts for earlier opponents. */
static int64_t score_for_opponents(const struct lm_position *p, uint32_t player)
{
    const struct lm_tournament *t = p->tournament;
    int64_t score = p->points[player];
    if (p->seat_of[player] != LM_NOBODY || !has_zero_point_bye(t, player, p->round))
        return score;
    for (uint32_t round = p->round - 1; round > 0 && has_zero_point_bye(t, player, round); round--)
        score += t->points.value[LM_DRAW][0];
    return score;
}

enum lm_status lm_burstein_indices(const struct lm_position *p, struct lm_arena *arena,
                                   struct burstein_index *out)
{
    const struct lm_tournament *t = p->tournament;
    int64_t *worth = lm_arena_alloc(arena, t->player_count, sizeof *worth);
    if (worth == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < t->player_count; i++)
        worth[i] = score_for_opponents(p, i);
    for (uint32_t seat = 0; seat < p->seat_count; seat++) {
        uint32_t player = p->seats[seat].player;
        out[seat] = (struct burstein_index){.tpn = p->seats[seat].tpn};
        for (uint32_t round = 1; round < p->round; round++) {
            const struct lm_record *record = lm_record_of(t, player, round);
            bool met = record->opponent != LM_NOBODY &&
                       lm_result_is_played((enum lm_result)record->result);
            int64_t score = met ? worth[record->opponent] : p->points[player];
            out[seat].buchholz += score;
            out[seat].sonneborn_berger += score * lm_round_points(t, player, round);
        }
    }
    return LM_OK;
}

bool lm_burstein_before(const struct burstein_index *a, const struct burstein_index *b)
{
    if (a->buchholz != b->buchholz)
        return a->buchholz > b->buchholz;
    if (a->sonneborn_berger != b->sonneborn_berger)
        return a->sonneborn_berger > b->sonneborn_berger;
    return a->tpn < b->tpn;
}
