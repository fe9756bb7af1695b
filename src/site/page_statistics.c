/* SPDX-License-Identifier: Apache-2.0 */
/* The tournament in numbers and pictures. */
#include "base/texts.h"
#include "limmat/statistics.h"
#include "site/pages.h"
#include "site/templates.h"

enum { UPSETS = 10 };

/* "45 (38 %)": ${part} of ${whole}. */
static const char *share(const struct site_event *e, uint32_t part, uint32_t whole,
                         struct lm_arena *arena)
{
    if (whole == 0)
        return "0";
    uint64_t percent = ((uint64_t)part * 200 + whole) / (2 * (uint64_t)whole);
    return site_say(e->names->language, arena, LM_KEY("page.share"),
                    (const struct lm_value[]){lm_value_number("part", part),
                                              lm_value_number("percent", (int64_t)percent)},
                    2);
}

static const struct site_result_row *rows_of(const struct site_event *e,
                                             const struct lm_statistics *s, struct lm_arena *arena)
{
    struct site_result_row *rows = lm_arena_alloc(arena, (size_t)s->rounds + 1, sizeof *rows);
    for (uint32_t i = 0; rows != NULL && i <= s->rounds; i++) {
        const struct lm_result_counts *c = i < s->rounds ? &s->by_round[i] : &s->total;
        rows[i] = (struct site_result_row){.label = i < s->rounds
                                                        ? lm_printed(arena, "%u", i + 1)
                                                        : site_event_word(e, LM_KEY("page.all")),
                                           .games = c->played,
                                           .white = share(e, c->white_won, c->played, arena),
                                           .drawn = share(e, c->drawn, c->played, arena),
                                           .black = share(e, c->black_won, c->played, arena),
                                           .upsets = share(e, c->upsets, c->rated, arena),
                                           .forfeits = c->forfeited + c->unattended,
                                           .byes = c->allocated + c->full + c->half,
                                           .absent = c->absent};
    }
    return rows;
}

static const struct site_upset_row *upsets_of(const struct site_event *e,
                                              const struct lm_statistics *s, struct lm_arena *arena,
                                              size_t *count)
{
    *count = s->upset_count < UPSETS ? s->upset_count : UPSETS;
    struct site_upset_row *rows = lm_arena_alloc(arena, *count, sizeof *rows);
    for (size_t i = 0; rows != NULL && i < *count; i++)
        rows[i] = (struct site_upset_row){.winner = e->people[s->upsets[i].winner],
                                          .loser = e->people[s->upsets[i].loser],
                                          .round = s->upsets[i].round,
                                          .difference = s->upsets[i].difference};
    return rows;
}

/* "SUI 40, GER 12, …" */
static const char *list_of(const struct lm_text_count *counts, size_t count, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    for (size_t i = 0; i < count; i++)
        lm_text_print(&text, "%s%s %u", i == 0 ? "" : ", ", counts[i].text, counts[i].count);
    return lm_text_string(&text);
}

static enum lm_status add_facts(const struct site_event *e, const struct lm_statistics *s,
                                struct lm_arena *arena, struct site_statistics_page *page)
{
    struct lm_text average = lm_text_in(arena);
    if (s->average_rating.under != 0)
        lm_text_print(&average, "%lld", (long long)lm_fraction_round(s->average_rating));
    const struct site_fact all[] = {
        {site_event_word(e, LM_KEY("page.players")), lm_printed(arena, "%u", s->players)},
        {site_event_word(e, LM_KEY("page.with-rating")), share(e, s->rated, s->players, arena)},
        {site_event_word(e, LM_KEY("page.average-rating")), lm_text_string(&average)},
        {site_event_word(e, LM_KEY("page.women")), share(e, s->women, s->players, arena)},
        {site_event_word(e, LM_KEY("page.titles")), list_of(s->titles, s->title_count, arena)},
        {site_event_word(e, LM_KEY("page.federations")),
         list_of(s->federations, s->federation_count, arena)},
    };
    page->facts = site_facts_of(all, sizeof all / sizeof *all, arena, &page->fact_count);
    return page->facts == NULL ? LM_LIMIT : LM_OK;
}

enum lm_status site_write_statistics(const struct site_event *e, uint32_t index,
                                     struct lm_arena *arena, struct lm_text *out)
{
    (void)index;
    struct lm_statistics *s;
    if (e->played == 0)
        return LM_OK;
    enum lm_status status = lm_statistics_of(e->t, e->played, arena, &s);
    if (status != LM_OK)
        return status;
    struct site_statistics_page page = {
        .head = site_head_of(e, site_event_word(e, LM_KEY("page.statistics")), "statistics.html",
                             arena),
        .rows = rows_of(e, s, arena),
        .row_count = (size_t)s->rounds + 1,
        .shares = site_shares_of(e, s->total.white_won, s->total.drawn, s->total.black_won, arena),
        .ratings = site_ratings_of(e, arena)};
    page.upsets = upsets_of(e, s, arena, &page.upset_count);
    status = page.rows == NULL || page.upsets == NULL ? LM_LIMIT : add_facts(e, s, arena, &page);
    if (status == LM_OK)
        page_statistics(out, e->names->language, &page);
    return status == LM_OK ? lm_text_status(out) : status;
}
