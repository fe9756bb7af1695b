/* SPDX-License-Identifier: Apache-2.0 */
/* The state of a championship and of a match, in the visitor's language and time zone. */
#include "server/championship_desk.h"
#include "server/pages.h"
#include "site/championship.h"

/* The visitor and their time zone. */
struct reader {
    struct visit *v;
    const struct viewer *who;
};

static const char *moment_for(void *context, int64_t at)
{
    const struct reader *r = context;
    return zone_moment(r->v, r->who->zone, at);
}

const char *champ_contest_state(struct visit *v, const struct viewer *who,
                                const struct contest *contest)
{
    struct reader reader = {v, who};
    const struct site_teller by = {v->language == NULL ? lm_english() : v->language, v->arena,
                                   moment_for, &reader};
    return site_contest_state(&by, v->championship->c, contest, championships_now(v));
}

/* --- names and states */

const char *champ_match_name(struct visit *v, const struct contest *contest)
{
    const struct lm_championship *c = v->championship->c;
    const struct lm_value values[] = {
        lm_value_text("stage", c->definition->stages[contest->stage].title),
        lm_value_number("match", contest->board), lm_value_number("round", contest->round + 1)};
    if (c->stages[contest->stage].rounds > 1)
        return visit_say(v, LM_KEY("desk.c-match-name"), values, 3);
    return visit_say(v, LM_KEY("desk.c-match-alone"), values, 2);
}

const char *champ_state(struct visit *v)
{
    struct lm_championship *c = v->championship->c;
    uint32_t over, all, count = 0;
    if (lm_champ_over(c))
        return visit_word(v, LM_KEY("desk.c-over"));
    if (c->current == NOBODY) {
        (void)lm_champ_entrants(c, &count);
        bool open = championships_now(v) <= c->definition->registration_until;
        return visit_say_of(v, open ? LM_KEY("desk.c-open") : LM_KEY("desk.c-closed"),
                            lm_value_number("count", count));
    }
    const struct stage_state *stage = &c->stages[c->current];
    lm_champ_count_round(c, c->current, stage->published - 1, &over, &all);
    const struct lm_value values[] = {
        lm_value_text("stage", c->definition->stages[c->current].title),
        lm_value_number("round", stage->published), lm_value_number("rounds", stage->rounds),
        lm_value_number("over", over), lm_value_number("all", all)};
    return visit_say(v, LM_KEY("desk.c-playing"), values, 5);
}
