/* SPDX-License-Identifier: Apache-2.0 */
/* The Dutch rules of 2006 have their own section F on events around a pairing, which differs from
 * today's C.04.2.  Events of 2006 are judged by it.  Its rules have no numbers: they are counted
 * here, as elsewhere in this project. */
#include <string.h>

#include "base/texts.h"
#include "desk/desk.h"

bool lm_desk_is_2006(const struct lm_desk_section *s)
{
    return s != NULL && s->system != NULL && strcmp(s->system->name, "dutch-2006") == 0;
}

const char *lm_desk_article_of_day(const struct lm_desk_section *s, const char *article)
{
    static const struct {
        const char *today, *then;
    } rows[] = {
        {"C.04.2 art. 4.4", "Dutch 2006 F6"},   /* published rounds */
        {"C.04.2 art. 4", "Dutch 2006 F7"},     /* wrong results */
        {"C.04.2 art. 3.1", "Dutch 2006 F9"},   /* adjourned games */
        {"C.04.2 art. 3.5", "Dutch 2006 F2"},   /* games not played */
        {"C.04.2 art. 2.4", "Dutch 2006 F5"},   /* known not to play */
        {"C.04.2 art. 2", "Dutch 2006 A1, A2"}, /* ratings and numbers */
        {"C.05", "Dutch 2006 F8"},              /* absent without notice */
    };
    if (article == NULL || !lm_desk_is_2006(s))
        return article;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strncmp(article, rows[i].today, strlen(rows[i].today)) == 0)
            return rows[i].then;
    return article;
}

void lm_desk_judge_published_2006(struct taking *t, const struct lm_desk_round *round)
{
    struct breach *breaches;
    size_t count;
    bool breaks = false;
    if (!lm_desk_is_2006(t->s) || !lm_desk_is_published(round))
        return;
    if (lm_desk_find_breaches(t->d, t->s, round, t->d->arena, &breaches, &count) != LM_OK) {
        t->d->out_of_memory = true;
        return;
    }
    for (size_t i = 0; i < count; i++)
        breaks |= strcmp(breaches[i].code, "met") == 0 || strcmp(breaches[i].code, "colour") == 0;
    if (!breaks)
        lm_desk_need(t, LM_LEVEL_CONFIRM, "published-2006",
                     lm_printed(t->d->arena, "%u.%u", round->number, round->version),
                     "Dutch 2006 F6", "leave the round as it is",
                     "round %u breaks neither B1 nor B2: then a published pairing isn't changed",
                     round->number);
}

void lm_desk_judge_half_bye_2006(struct taking *t)
{
    if (lm_desk_is_2006(t->s))
        lm_desk_need(t, LM_LEVEL_ACKNOWLEDGE, "half-bye-2006", t->player->person->id,
                     "Dutch 2006 F5", "a zero-point bye is what the rules know",
                     "%s would get half a point; by the rules of 2006 a player who is known not to "
                     "play scores 0",
                     lm_desk_who(t, t->player));
}
