/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the calendar does by itself: it is entered as an event of the server, which the rules judge
 * as any other.  Two servers of one store may try the same; the journal takes it once.
 */
#include "server/championship_desk.h"

/* A match that was rescheduled, and whose last day has passed; NULL: there is none. */
static const struct contest *lapsed(struct visit *v)
{
    const struct lm_championship *c = v->championship->c;
    int64_t now = championships_now(v);
    for (size_t i = 0; i < c->contest_count; i++)
        if (lm_champ_lapses(c, &c->contests[i]) < now)
            return &c->contests[i];
    return NULL;
}

bool championship_is_due(struct visit *v)
{
    return lapsed(v) != NULL;
}

static void begin(struct visit *v, struct wish *wish, const char *event)
{
    *wish = (struct wish){.text = lm_text_in(v->arena)};
    wish->json = lm_json_writer_to(&wish->text, true);
    lm_json_begin(&wish->json, NULL, '{');
    lm_json_put_string(&wish->json, "event", event);
    wish_put_moment(v, wish, "at", championships_now(v));
    lm_json_put_string(&wish->json, "by", "limmat");
}

void championship_go_on(struct visit *v)
{
    enum lm_status status = LM_OK;
    for (const struct contest *contest; status == LM_OK && (contest = lapsed(v)) != NULL;) {
        struct wish wish;
        begin(v, &wish, "lapse");
        lm_json_put_string(&wish.json, "match", contest->id);
        status = wish_enter(v, &wish, 1);
    }
}
