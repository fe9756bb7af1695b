/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "site/pages.h"
#include "site/templates.h"

/* The facts that there are. */
static enum lm_status add_facts(const struct site_event *e, struct lm_arena *arena,
                                struct site_event_page *page)
{
    const struct lm_tournament *t = e->t;
    struct lm_text rounds = lm_text_in(arena), players = lm_text_in(arena);
    lm_text_print(&players, "%u", t->player_count);
    lm_text_print(&rounds, "%u", t->rounds_total > 0 ? t->rounds_total : t->rounds_paired);
    const struct site_fact all[] = {
        {"Players", lm_text_string(&players)}, {"Rounds", lm_text_string(&rounds)},
        {"Pairing", e->system->title},         {"Time control", t->time_control},
        {"Chief arbiter", t->chief_arbiter},   {"Federation", t->federation},
    };
    enum { MOST = sizeof all / sizeof *all };
    struct site_fact *facts = lm_arena_alloc(arena, MOST, sizeof *facts);
    if (facts == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < MOST; i++)
        if (all[i].text[0] != '\0')
            facts[page->fact_count++] = all[i];
    page->facts = facts;
    return LM_OK;
}

enum lm_status site_write_event(const struct site_event *e, uint32_t index, struct lm_arena *arena,
                                struct lm_text *out)
{
    (void)index;
    struct site_event_page page = {.head = site_head_of(e, "Overview", "index.html", arena),
                                   .subtitle = site_place_and_dates(e->t, arena)};
    enum lm_status status = add_facts(e, arena, &page);
    if (status == LM_OK)
        page_event(out, &page);
    return status == LM_OK ? lm_text_status(out) : status;
}
