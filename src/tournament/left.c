/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Players who left a round-robin before half of their games (C.05 art. 6.6).
 *
 * JSON and the desk declare a withdrawal; a TRF shows it only by its consequences: games lost by
 * forfeit, or byes requested to the end.  From those alone a player is assumed to have left if the
 * completed games can no longer become half of all, and the player did not play at the end: a
 * player who missed most games but came to the last one has not left.
 */
#include <string.h>

#include "limmat/tournament.h"

/* ---- Is it a round-robin? ---- */

static bool contains(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (; *text != '\0'; text++) {
        size_t i = 0;
        while (i < length && (text[i] | 0x20) == word[i])
            i++;
        if (i == length)
            return true;
    }
    return false;
}

/* 1: predetermined, -1: not, 0: ${type} is inconclusive. */
static int type_says(const char *type)
{
    static const char *const predetermined[] = {"robin", "berger", "schevening", "schiller",
                                                "varma"};
    static const char *const swiss[] = {"swiss", "dutch",  "dubov", "burstein",
                                        "lim",   "monrad", "knock", "keizer"};
    for (size_t i = 0; i < sizeof predetermined / sizeof *predetermined; i++)
        if (contains(type, predetermined[i]))
            return 1;
    for (size_t i = 0; i < sizeof swiss / sizeof *swiss; i++)
        if (contains(type, swiss[i]))
            return -1;
    return 0;
}

int lm_type_says_predetermined(const struct lm_tournament *t)
{
    int says = type_says(t->type_code);
    return says != 0 ? says : type_says(t->type);
}

/* ---- Players who left ---- */

/* The number of games of each player: against each of the others, as often as the rounds allow; one
 * a round in a Scheveningen match, and if the rounds are not a whole number of cycles. */
static uint32_t games_of_each(const struct lm_tournament *t)
{
    bool match = lm_type_says_match(t);
    uint32_t seats = t->player_count + t->player_count % 2;
    uint32_t length = seats < 2 ? 1 : seats - 1;
    bool declared = t->rounds_total >= t->rounds_paired && t->rounds_total > 0;
    uint32_t rounds = declared ? t->rounds_total : t->rounds_paired;
    if (match || (declared && rounds % length != 0))
        return rounds;
    return (rounds + length - 1) / length * (t->player_count - 1);
}

/* Is the game played, or won because the opponent did not come? */
static bool is_completed(const struct lm_record *record)
{
    return record->opponent != LM_NOBODY && (lm_result_is_played((enum lm_result)record->result) ||
                                             record->result == LM_FORFEIT_WIN);
}

/* The number of rounds after ${round} for which the player has not requested absence. */
static uint32_t rounds_to_come(const struct lm_tournament *t, uint32_t player, uint32_t round)
{
    uint32_t count = t->rounds_total > round ? t->rounds_total - round : 0;
    for (size_t i = 0; i < t->bye_count; i++) {
        const struct lm_requested_bye *bye = &t->byes[i];
        bool his = bye->whom == LM_PLAYERS && bye->player == player && bye->kind == LM_ZERO_BYE;
        count -= his && bye->round > round && bye->round <= t->rounds_total && count > 0;
    }
    return count;
}

/* The number of rounds up to ${round} since the player last completed a game or had one open. */
static uint32_t rounds_away(const struct lm_tournament *t, uint32_t player, uint32_t round)
{
    uint32_t away = 0;
    for (; round >= 1; round--, away++) {
        const struct lm_record *record = lm_record_of(t, player, round);
        if (is_completed(record) || record->result == LM_PENDING)
            break;
    }
    return away;
}

bool lm_left_before_half(const struct lm_tournament *t, uint32_t player, uint32_t round)
{
    if (player >= t->player_count)
        return false;
    uint32_t games = games_of_each(t), completed = 0, open = 0;
    uint32_t withdrawn = t->players[player].withdrawn;
    bool gone = withdrawn != 0 && withdrawn <= round + 1;
    for (uint32_t r = 1; r <= round && r <= t->round_capacity; r++) {
        const struct lm_record *record = lm_record_of(t, player, r);
        completed += is_completed(record);
        open += record->result == LM_PENDING;
    }
    if (gone)
        return 2 * completed < games;
    uint32_t idle = t->player_count % 2; /* the last round can be the player's free one */
    return withdrawn == 0 && round == t->rounds_paired && round > 0 &&
           rounds_away(t, player, round) > idle &&
           2 * (completed + open + rounds_to_come(t, player, round)) < games;
}

/* ---- Points ---- */

void lm_points_standing(const struct lm_tournament *t, uint32_t round, int32_t *points)
{
    lm_points_after(t, round, points);
    if (t->team_count > 0 || lm_type_says_predetermined(t) <= 0)
        return;
    for (uint32_t player = 0; player < t->player_count; player++) {
        if (!lm_left_before_half(t, player, round))
            continue;
        points[player] = 0;
        for (uint32_t r = 1; r <= round && r <= t->round_capacity; r++) {
            uint32_t opponent = lm_record_of(t, player, r)->opponent;
            if (opponent != LM_NOBODY && !lm_left_before_half(t, opponent, round))
                points[opponent] -= lm_round_points(t, opponent, r);
        }
    }
}
