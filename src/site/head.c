/* SPDX-License-Identifier: Apache-2.0 */
/* What stands above every page: titles, the style sheet, the way to the other pages. */
#include <string.h>

#include "limmat/date.h"
#include "site/pages.h"

/* "11–19 July 2026", "30 January – 2 February 2026"; what is no date as it is written. */
static void add_dates(struct lm_text *out, const char *start, const char *end)
{
    static const char *const months[] = {"",        "January",  "February", "March",  "April",
                                         "May",     "June",     "July",     "August", "September",
                                         "October", "November", "December"};
    struct lm_date a, b;
    if (!lm_parse_date(start, strlen(start), &a) || a.day == 0) {
        lm_text_add(out, start);
        return;
    }
    bool known = lm_parse_date(end, strlen(end), &b) && b.day != 0;
    if (!known || memcmp(&a, &b, sizeof a) == 0)
        b = a;
    bool same_month = a.year == b.year && a.month == b.month;
    if (!same_month)
        lm_text_print(out, "%d %s", a.day, months[a.month]);
    if (a.year != b.year)
        lm_text_print(out, " %d", a.year);
    if (!same_month)
        lm_text_add(out, " – ");
    else if (a.day != b.day)
        lm_text_print(out, "%d–", a.day);
    lm_text_print(out, "%d %s %d", b.day, months[b.month], b.year);
}

const char *site_dates(const char *start, const char *end, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    add_dates(&text, start, end);
    return lm_text_string(&text);
}

const char *site_place_and_dates(const struct lm_tournament *t, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_add(&text, t->city);
    if (t->city[0] != '\0' && t->start[0] != '\0')
        lm_text_add(&text, ", ");
    add_dates(&text, t->start, t->end);
    return lm_text_string(&text);
}

const char *site_title(const struct lm_tournament *t)
{
    return t->name[0] == '\0' ? "Tournament" : t->name;
}

/* The row of links: what there is by now. */
static void add_links(const struct site_event *e, const char *here, struct lm_arena *arena,
                      struct site_head *head)
{
    const struct {
        const char *label;
        struct site_url url;
        bool there;
    } rows[] = {
        {"Event", site_local(arena, "index.html"), true},
        {"Players", site_local(arena, "players.html"), true},
        {"Pairings", site_local(arena, "round-%u.html", e->rounds), e->rounds > 0},
        {"Standings", site_local(arena, "standings-%u.html", e->played), e->played > 0},
        {"Crosstable", site_local(arena, "crosstable.html"), e->played > 0},
        {"Statistics", site_local(arena, "statistics.html"), e->played > 0},
    };
    enum { MOST = sizeof rows / sizeof *rows };
    struct site_link *links = lm_arena_alloc(arena, MOST, sizeof *links);
    head->links = links;
    for (size_t i = 0; links != NULL && i < MOST; i++)
        if (rows[i].there)
            links[head->link_count++] = (struct site_link){rows[i].label, rows[i].url,
                                                           strcmp(rows[i].url.address, here) == 0};
}

struct site_head site_head_of(const struct site_event *e, const char *title, const char *here,
                              struct lm_arena *arena)
{
    const struct site_names *names = e->names;
    struct site_head head = {.title = title,
                             .event = site_title(e->t),
                             .description = site_place_and_dates(e->t, arena),
                             .home = site_local(arena, "index.html"),
                             .site = site_local(arena, "../index.html"),
                             .style = site_local(arena, "../%s", names->style),
                             .script = site_local(arena, "../%s", names->script)};
    if (names->base[0] != '\0')
        head.canonical = site_local(arena, "%s%s/%s", names->base, e->slug, here);
    add_links(e, here, arena, &head);
    return head;
}
