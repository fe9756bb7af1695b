/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The calendar's automatic acts.  Each is entered as an event of the server, which the rules check
 * like any other.  Two servers of one store can both try it; the journal takes it once.
 */
#include "server/championship_desk.h"

enum { MINUTE = 60 };

/* --- a match that was rescheduled, and whose last day has passed */

/* Return a match whose last day has passed; NULL: none. */
static const struct contest *lapsed(struct visit *v)
{
    const struct lm_championship *c = v->championship->c;
    int64_t now = championships_now(v);
    for (size_t i = 0; i < c->contest_count; i++)
        if (lm_champ_lapses(c, &c->contests[i]) < now)
            return &c->contests[i];
    return NULL;
}

/* --- a round that is due */

static bool applications_wait(struct visit *v)
{
    struct store_record *waiting;
    size_t count = 0;
    return store_list(v->server->store, STORE_SETTING,
                      visit_print(v, "c/%s/applications", v->championship->slug), v->now, v->arena,
                      &waiting, &count, &v->log) != LM_OK ||
           count > 0;
}

/* Return when the first pairings are published: before play begins, or earlier once registration
 * has ended and no application is undecided (IV.D).  NEVER: fewer than two entrants. */
static int64_t first_is_due(struct visit *v, bool undecided)
{
    const struct lm_definition *d = v->championship->c->definition;
    uint32_t entrants = 0;
    (void)lm_champ_entrants(v->championship->c, &entrants);
    if (entrants < 2)
        return NEVER;
    int64_t last = d->calendar.used ? d->calendar.starts - MINUTE : NEVER;
    bool early = d->registration_until < last && !undecided && !applications_wait(v);
    return early ? d->registration_until + 1 : last;
}

/* Return the end of the time to dispute results of the current stage; INT64_MIN: no result can be
 * disputed. */
static int64_t disputes_end(const struct lm_championship *c)
{
    int64_t last = INT64_MIN;
    for (size_t i = 0; i < c->contest_count; i++) {
        int64_t until = lm_champ_dispute_until(c, &c->contests[i]);
        if (c->contests[i].state == CONTEST_DONE && until != NEVER && until > last)
            last = until;
    }
    return last;
}

/* Return when the next round is published (IV.E): when all matches of the round before are over and
 * no result can be disputed any longer.  If players are level for a place, the director has until
 * Monday to order them; then the rules do it. */
static int64_t next_is_due(const struct lm_championship *c, const struct due *pairing, bool level)
{
    if (level)
        return pairing->by;
    int64_t disputed = disputes_end(c);
    return disputed == INT64_MIN ? INT64_MIN : disputed + 1;
}

/* Return when the next round is published automatically; NEVER: it waits for something else. */
static int64_t publishes_at(struct visit *v)
{
    struct lm_championship *c = v->championship->c;
    size_t count = 0;
    const struct due *all = lm_champ_due(c, championships_now(v), &count), *pairing = NULL;
    bool level = false, undecided = false;
    for (size_t i = 0; i < count; i++) {
        pairing = all[i].kind == DUE_PAIRING ? &all[i] : pairing;
        level |= all[i].kind == DUE_TIE;
        undecided |= all[i].kind == DUE_APPLICATION;
    }
    if (pairing == NULL || champ_by_hand(&c->definition->stages[pairing->stage]))
        return NEVER;
    return c->current == NOBODY ? first_is_due(v, undecided) : next_is_due(c, pairing, level);
}

static bool is_published_now(struct visit *v)
{
    return lm_champ_is_automatic(v->championship->c) && publishes_at(v) <= championships_now(v);
}

/* --- both */

bool championship_is_due(struct visit *v)
{
    return lapsed(v) != NULL || is_published_now(v);
}

static void begin(struct visit *v, struct wish *wish, const char *event)
{
    *wish = (struct wish){.text = lm_text_in(v->arena)};
    wish->json = lm_json_writer_to(&wish->text, true);
    lm_json_begin(&wish->json, NULL, '{');
    lm_json_put_string(&wish->json, "event", event);
    wish_put_moment(v, wish, "at", championships_now(v));
    lm_json_put_string(&wish->json, "by", SERVER_NAME);
}

void championship_go_on(struct visit *v)
{
    struct wish wish;
    enum lm_status status = LM_OK;
    for (const struct contest *contest; status == LM_OK && (contest = lapsed(v)) != NULL;) {
        begin(v, &wish, "lapse");
        lm_json_put_string(&wish.json, "match", contest->id);
        status = wish_enter(v, &wish, 1);
    }
    if (status == LM_OK && is_published_now(v)) {
        begin(v, &wish, "pair");
        status = wish_enter(v, &wish, 1);
    }
}
