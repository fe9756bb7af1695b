/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/baku.h"

#include <string.h>

static bool ends_in_baku(const char *code)
{
    static const char suffix[] = "_BAKU";
    size_t length = strlen(code), own = sizeof suffix - 1;
    if (length < own)
        return false;
    for (size_t i = 0; i < own; i++)
        if ((code[length - own + i] & ~0x20) != (suffix[i] & ~0x20))
            return false;
    return true;
}

bool lm_baku_is_asked(const struct lm_tournament *t)
{
    return t->acceleration_count == 0 && !lm_ids_are_teams(t) &&
           ends_in_baku(t->type_code[0] != '\0' ? t->type_code : t->type);
}

const char *lm_baku_obstacle(const struct lm_tournament *t, const char **remedy)
{
    const int32_t(*value)[2] = t->points.value;
    *remedy = "give the virtual points in records 250";
    if (t->games_per_match > 1)
        return "C.04.7 does not say what the virtual points of a match are";
    for (size_t colour = 0; colour < 2; colour++)
        if (value[LM_WIN][colour] != 2 * value[LM_DRAW][colour] || value[LM_LOSS][colour] != 0)
            return "C.04.7 needs a win worth two draws and a loss worth nothing";
    *remedy = "declare them in record 142";
    return t->rounds_total == 0 ? "C.04.7 needs the number of rounds" : NULL;
}

/* Write the records of art. 1.  Art. 1.2: group A is the first half of the list, rounded up to an
 * even number.  Art. 1.3 and 1.4: half of the rounds (rounded up) are accelerated, the first half
 * of those (rounded up) by a win, the others by half of it. */
size_t lm_baku_records(const struct lm_tournament *t, struct lm_acceleration *rows)
{
    uint32_t group = 2 * ((t->player_count + 3) / 4);
    group = group < t->player_count ? group : t->player_count;
    if (group == 0 || t->rounds_total == 0)
        return 0;
    uint32_t end = t->players[group - 1].tpn;
    uint32_t last = (t->rounds_total + 1) / 2, full = (last + 1) / 2;
    int32_t win = t->points.value[LM_WIN][0];
    rows[0] = (struct lm_acceleration){0, win, 1, full, 1, end, LM_PLAYERS};
    rows[1] = (struct lm_acceleration){0, win / 2, full + 1, last, 1, end, LM_PLAYERS};
    return last > full ? 2 : 1;
}
