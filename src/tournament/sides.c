/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "limmat/tournament.h"

/* The two teams of a match in which all players of one meet all players of the other. */

bool lm_type_says_match(const struct lm_tournament *t)
{
    const char *type = t->type_code[0] != '\0' ? t->type_code : t->type;
    static const char word[] = "schevening";
    for (; *type != '\0'; type++) {
        size_t i = 0;
        while (i < sizeof word - 1 && (type[i] | 0x20) == word[i])
            i++;
        if (i == sizeof word - 1)
            return true;
    }
    return false;
}

struct lm_sides lm_sides_of(const struct lm_tournament *t)
{
    struct lm_sides s = {.count = {(t->player_count + 1) / 2, t->player_count / 2}};
    for (size_t i = 0; t->team_count == 2 && i < 2; i++) {
        s.members[i] = t->teams[i].players;
        s.count[i] = (uint32_t)t->teams[i].count;
    }
    return s;
}

uint32_t lm_sides_member(const struct lm_sides *s, int side, uint32_t number)
{
    if (number >= s->count[side])
        return LM_NOBODY;
    return s->members[side] != NULL ? s->members[side][number]
                                    : number + (side == 1 ? s->count[0] : 0);
}
