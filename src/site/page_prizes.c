/* SPDX-License-Identifier: Apache-2.0 */
/* Prizes: who gets what from which group, and why. */
#include "limmat/prizes.h"

#include "site/pages.h"
#include "site/templates.h"

static const char *amount_of(const struct site_event *e, int64_t cents, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_add_cents(&text, cents);
    return site_decimal(e->names->language, arena, lm_text_string(&text));
}

static struct site_award award_of(const struct site_event *e, const struct lm_award *award,
                                  struct lm_arena *arena)
{
    struct lm_text why = lm_text_in(arena);
    lm_text_add_award_reason(&why, e->prizes, award);
    return (struct site_award){.place = award->place,
                               .player = e->people[award->participant],
                               .amount = amount_of(e, award->amount, arena),
                               .why = lm_text_string(&why)};
}

/* "women: 900.00 CHF, shared by the Hort system." */
static const char *note_of(const struct site_event *e, size_t group, struct lm_arena *arena)
{
    static const char *const ways[] = {
        [LM_SHARE_EQUALLY] = "equally", [LM_SHARE_HORT] = "hort", [LM_SHARE_BY_PLACE] = "place"};
    const struct lm_prizes *p = e->prizes;
    const struct lm_prize_group *plan = &p->plan->groups[group];
    const char *condition = plan->category == NULL ? "" : plan->category->condition;
    return site_say(
        e->names->language, arena, LM_KEY("prizes.note"),
        (const struct lm_value[]){
            lm_value_text("condition",
                          condition[0] == '\0' ? "" : site_print(arena, "%s: ", condition)),
            lm_value_text("amount", amount_of(e, p->balances[group].fund, arena)),
            lm_value_text("currency", p->plan->currency), lm_value_text("how", ways[plan->sharing]),
            lm_value_text("awarded", p->balances[group].awarded ? "yes" : "no")},
        5);
}

static enum lm_status add_groups(const struct site_event *e, struct lm_arena *arena,
                                 struct site_prizes_page *page)
{
    const struct lm_prizes *p = e->prizes;
    struct site_award_group *groups = lm_arena_alloc(arena, p->plan->group_count, sizeof *groups);
    struct site_award *awards = lm_arena_alloc(arena, p->award_count, sizeof *awards);
    if (groups == NULL || awards == NULL)
        return LM_LIMIT;
    size_t next = 0; /* awards stand by group */
    for (size_t g = 0; g < p->plan->group_count; g++) {
        groups[g] = (struct site_award_group){.title = p->plan->groups[g].name,
                                              .note = note_of(e, g, arena),
                                              .awards = &awards[next]};
        for (; next < p->award_count && p->awards[next].group == g; next++) {
            awards[next] = award_of(e, &p->awards[next], arena);
            groups[g].award_count++;
        }
    }
    page->groups = groups;
    page->group_count = p->plan->group_count;
    return LM_OK;
}

enum lm_status site_write_prizes(const struct site_event *e, uint32_t index, struct lm_arena *arena,
                                 struct lm_text *out)
{
    (void)index;
    if (e->prizes == NULL)
        return LM_OK;
    bool over = e->t->rounds_total <= e->played && !e->round[e->rounds].pending;
    struct site_prizes_page page = {
        .head = site_head_of(e, site_event_word(e, LM_KEY("page.prizes")), "prizes.html", arena),
        .state = over ? ""
                      : site_say_of(e->names->language, arena, LM_KEY("page.prizes-state"),
                                    lm_value_number("round", e->played)),
        .currency = e->prizes->plan->currency};
    enum lm_status status = add_groups(e, arena, &page);
    if (status == LM_OK)
        page_prizes(out, e->names->language, &page);
    return status == LM_OK ? lm_text_status(out) : status;
}
