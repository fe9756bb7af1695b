/* SPDX-License-Identifier: Apache-2.0 */

/* The players whom the arbiter has put out of the standings (Laws 12.9.9), from a tournament's kept
 * lines. */

#include <string.h>

#include "ranking/tie_break.h"

static const char *const marks[] = {
    [LM_OUT_WITHDRAWN] = "### Withdrawn without a rank:", [LM_OUT_EXPELLED] = "### Expelled:"};

static enum lm_out out_in(const char *comment)
{
    for (uint8_t out = LM_OUT_WITHDRAWN; out <= LM_OUT_EXPELLED; out++)
        if (strncmp(comment, marks[out], strlen(marks[out])) == 0)
            return (enum lm_out)out;
    return LM_IN_STANDINGS;
}

bool lm_is_record_of_out(const char *comment)
{
    return out_in(comment) != LM_IN_STANDINGS;
}

static uint32_t number_of(const struct lm_tournament *t, bool teams, uint32_t who)
{
    if (!teams)
        return t->players[who].tpn;
    return t->teams[who].number != 0 ? t->teams[who].number : who + 1;
}

bool lm_out_declared(const struct lm_tournament *t, bool teams, uint8_t *out)
{
    uint32_t count = teams ? (uint32_t)t->team_count : t->player_count;
    bool any = false;
    memset(out, LM_IN_STANDINGS, count);
    if (!teams && t->team_count > 0)
        return false; /* in a team event only teams can be declared out */
    for (size_t i = 0; i < t->kept_count; i++) {
        enum lm_out given = out_in(t->kept[i].text);
        const char *at = given == LM_IN_STANDINGS ? "" : t->kept[i].text + strlen(marks[given]);
        for (at += strspn(at, " "); *at != '\0'; at += strspn(at, " ")) {
            size_t size = strcspn(at, " ");
            int64_t number;
            bool read = lm_parse_integer(at, size, 1, LM_TPN_MAX, &number);
            for (uint32_t who = 0; read && who < count; who++)
                if (number_of(t, teams, who) == (uint32_t)number) {
                    out[who] = (uint8_t)given;
                    any = true;
                }
            at += size;
        }
    }
    return any;
}

const char *lm_record_of_out(enum lm_out out, const uint32_t *numbers, size_t count,
                             struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_add(&text, marks[out]);
    for (size_t i = 0; i < count; i++)
        lm_text_print(&text, " %u", numbers[i]);
    return lm_text_status(&text) == LM_OK ? lm_text_string(&text) : NULL;
}
