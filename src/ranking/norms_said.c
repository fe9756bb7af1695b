/* SPDX-License-Identifier: Apache-2.0 */
/* The findings of an article about a player's games, as translatable sentences. */
#include "limmat/text.h"
#include "ranking/norms.h"

static const char *points(struct lm_arena *arena, int32_t tenths)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_add_tenths(&text, tenths);
    return lm_text_string(&text);
}

static const char *title_of(const struct lm_norms *norms, const struct lm_norm *norm)
{
    return norms->rules->demands[norm->title].name;
}

const struct lm_message *lm_norm_message(const struct lm_norms *norms, const struct lm_norm *norm,
                                         enum lm_norm_article article, struct lm_arena *arena)
{
    int32_t have = norm->checks[article].have, need = norm->checks[article].need;
    switch (article) {
    case LM_NORM_GAMES:
        return lm_message_print(arena, "games that count: %d, needed %d", have, need);
    case LM_NORM_FOREIGN:
        return lm_message_print(arena, "foreign federations of opponents: %d, needed %d", have,
                                need);
    case LM_NORM_OWN:
        return lm_message_print(arena, "opponents of the player’s federation: %d, allowed %d", have,
                                need);
    case LM_NORM_ONE:
        return lm_message_print(arena, "opponents of one federation: %d, allowed %d", have, need);
    case LM_NORM_HOLDERS:
        return lm_message_print(arena, "opponents with a title above CM and WCM: %d, needed %d",
                                have, need);
    case LM_NORM_REQUIRED:
        return lm_message_print(arena, "opponents with the title %s or higher: %d, needed %d",
                                title_of(norms, norm), have, need);
    case LM_NORM_PLAYERS:
        return lm_message_print(arena, "players: %d, needed in a double round-robin %d", have,
                                need);
    case LM_NORM_AVERAGE:
        return lm_message_print(arena, "average rating of the opponents: %d, needed %d", have,
                                need);
    case LM_NORM_SCORE:
        return lm_message_print(arena, "points: %s, needed %s", points(arena, have),
                                points(arena, need));
    default:
        return lm_message_print(arena, "performance: %d, needed %d", have, need);
    }
}

const struct lm_message *lm_norm_chance_message(const struct lm_norm *norm, struct lm_arena *arena)
{
    return lm_message_print(
        arena, "%s points from the next %d games needed, against the strongest opponents",
        points(arena, norm->chance.tenths), (int)norm->chance.games);
}

const struct lm_message *lm_norm_remark_message(enum lm_norm_remark remark, struct lm_arena *arena)
{
    switch (remark) {
    case LM_NORM_WINS_IGNORED:
        return lm_message_print(arena, "won games are left out (1.4.1f)");
    case LM_NORM_LATER_IGNORED:
        return lm_message_print(arena, "later games are left out (1.4.1e)");
    case LM_NORM_EIGHT_AS_NINE:
        return lm_message_print(arena, "8 games count as 9, once in an application (1.4.1c)");
    case LM_NORM_LAST_FORFEITED:
        return lm_message_print(arena, "the last opponent did not appear (1.4.2c)");
    case LM_NORM_EXEMPT:
        return lm_message_print(arena, "exempt from 1.4.3 and 1.4.4 by the kind of the event");
    case LM_NORM_EXEMPT_SWISS:
        return lm_message_print(arena, "exempt from 1.4.3 and 1.4.4 by the field (1.4.3d)");
    default:
        return lm_message_print(arena, "the search was stopped before its end");
    }
}
