/* SPDX-License-Identifier: Apache-2.0 */
#include "outcomes.h"

void play_pending(struct lm_tournament *t, uint32_t round, outcome_function *outcome,
                  const void *context, struct lm_random *random)
{
    static const uint8_t results[] = {
        [BLACK_WINS] = LM_LOSS, [DRAWN] = LM_DRAW, [WHITE_WINS] = LM_WIN};
    for (uint32_t i = 0; i < t->player_count; i++) {
        struct lm_record *record = lm_record_of(t, i, round);
        if (record->result != LM_PENDING || record->colour != LM_WHITE)
            continue;
        struct lm_record *other = lm_record_of(t, record->opponent, round);
        for (uint8_t game = 0; game < t->games_per_match; game++) {
            enum outcome ends = outcome(context, random, i, record->opponent);
            record[game].result = results[ends];
            other[game].result = results[WHITE_WINS - ends];
        }
    }
}
