/* SPDX-License-Identifier: Apache-2.0 */
/* The list of all events. */
#include <string.h>

#include "base/sort.h"
#include "base/texts.h"
#include "limmat/date.h"
#include "site/pages.h"
#include "site/templates.h"

enum lm_status site_index_row_of(const struct site_event *e, struct lm_arena *arena,
                                 struct site_index_row *out)
{
    struct lm_date start;
    const struct lm_tournament *t = e->t;
    bool dated = lm_parse_date(t->start, strlen(t->start), &start);
    struct site_index_row row = {
        .url = site_own(e->names, arena, "%s/index.html", e->slug),
        .full = site_own(e->names, arena, "%s%s/index.html", e->names->base, e->slug),
        .name = lm_printed(arena, "%s", site_title(e)),
        .place =
            lm_printed(arena, "%s%s%s", t->city,
                       t->city[0] != '\0' && t->federation[0] != '\0' ? ", " : "", t->federation),
        .dates = site_dates(e->names->language, t->start, t->end, arena),
        .state = site_state(e, arena),
        .day = dated ? lm_day_of(start) : LM_NO_DAY,
        .players = t->player_count};
    if (!dated) /* in the tournament's own words */
        row.dates = lm_printed(arena, "%s", row.dates);
    *out = row;
    return LM_OK;
}

static int newest_first(const void *a, const void *b)
{
    const struct site_index_row *x = a, *y = b;
    if (x->day != y->day)
        return x->day < y->day ? 1 : -1;
    return strcmp(x->url.address, y->url.address);
}

static struct site_index_page page_of(const struct site_names *names, const char *title,
                                      const struct site_index_row *rows, size_t count,
                                      struct lm_arena *arena)
{
    struct site_index_page page = {.head = {.title = title,
                                            .home = site_own(names, arena, "index.html"),
                                            .style = site_local(arena, "%s", names->style),
                                            .script = site_local(arena, "%s", names->script)},
                                   .rows = rows,
                                   .row_count = count};
    site_add_languages(&page.head, names, "", "index.html", arena);
    return page;
}

enum lm_status site_write_sections(const struct site_names *names, const char *name,
                                   struct site_url all, const struct site_index_row *sections,
                                   size_t count, struct lm_arena *arena, struct lm_text *out)
{
    struct site_index_page page = page_of(names, name, sections, count, arena);
    page.event = name;
    page.head.home = page.head.site = all;
    page_index(out, names->language, &page);
    return lm_text_status(out);
}

enum lm_status site_write_index(const struct site_names *names, struct site_index_row *rows,
                                size_t count, struct lm_arena *arena, struct lm_text *out)
{
    lm_sort(rows, count, sizeof *rows, newest_first);
    struct site_index_page page =
        page_of(names, site_word(names->language, LM_KEY("page.tournaments")), rows, count, arena);
    page.pair = site_own(names, arena, "pair.html");
    if (names->base[0] != '\0')
        page.head.canonical = names->suffix[0] == '\0'
                                  ? site_local(arena, "%s", names->base)
                                  : site_own(names, arena, "%sindex.html", names->base);
    page.head.picture = site_picture_of(names, arena);
    page_index(out, names->language, &page);
    return lm_text_status(out);
}

enum lm_status site_write_sitemap(const struct site_index_row *const *rows, size_t languages,
                                  size_t count, struct lm_arena *arena, struct lm_text *out)
{
    struct site_index_row *all = lm_arena_alloc(arena, languages * count, sizeof *all);
    if (all == NULL)
        return LM_LIMIT;
    struct site_map map = {.rows = all, .row_count = languages * count};
    for (size_t i = 0; i < map.row_count; i++)
        all[i] = rows[i % languages][i / languages];
    page_sitemap(out, lm_english(), &map);
    return lm_text_status(out);
}
