/* SPDX-License-Identifier: Apache-2.0 */
/* What stands above every page: titles, the style sheet, the way to the other pages. */
#include <string.h>

#include "limmat/crosstable.h"
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

const char *site_round_date(const struct lm_tournament *t, uint32_t round, struct lm_arena *arena)
{
    if (round > t->date_count)
        return "";
    const char *date = t->dates[round - 1];
    /* Record 132 writes two digits of the year. */
    if (strlen(date) == 8 && strspn(date, "0123456789/") == 8 && date[2] == '/')
        date = site_print(arena, "20%s", date);
    return site_dates(date, "", arena);
}

const char *site_print(struct lm_arena *arena, const char *format, ...)
{
    struct lm_text text = lm_text_in(arena);
    va_list arguments;
    va_start(arguments, format);
    lm_text_vprint(&text, format, arguments);
    va_end(arguments);
    return lm_text_string(&text);
}

const char *site_points_text(int32_t tenths, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_add_points(&text, tenths);
    return lm_text_string(&text);
}

const char *site_state(const struct site_event *e, struct lm_arena *arena)
{
    uint32_t total = e->t->rounds_total > e->rounds ? e->t->rounds_total : e->rounds;
    if (e->rounds == 0)
        return "Not paired yet.";
    if (e->round[e->rounds].pending)
        return site_print(arena,
                          e->played < e->rounds ? "Round %u of %u is paired."
                                                : "Round %u of %u is being played.",
                          e->rounds, total);
    if (e->rounds == total)
        return site_print(arena, "All %u rounds are played.", total);
    return site_print(arena, "%u of %u rounds are played.", e->rounds, total);
}

bool site_has_clubs(const struct lm_tournament *t)
{
    for (uint32_t i = 0; i < t->player_count; i++)
        if (t->players[i].club[0] != '\0')
            return true;
    return false;
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
        {"Teams", site_local(arena, "teams.html"), e->teams != NULL},
        {"Players", site_local(arena, "players.html"), true},
        {"Pairings", site_local(arena, "round-%u.html", e->rounds), e->rounds > 0},
        {"Standings", site_local(arena, "standings-%u.html", e->played), e->played > 0},
        {"Crosstable", site_local(arena, "crosstable.html"), e->played > 0},
        {"Prizes", site_local(arena, "prizes.html"), e->prizes != NULL},
        {"Statistics", site_local(arena, "statistics.html"), e->played > 0},
        {"Verify", site_local(arena, "verify.html"), site_is_verifiable(e)},
    };
    enum { MOST = sizeof rows / sizeof *rows };
    struct site_link *links = lm_arena_alloc(arena, MOST, sizeof *links);
    head->links = links;
    for (size_t i = 0; links != NULL && i < MOST; i++)
        if (rows[i].there)
            links[head->link_count++] = (struct site_link){rows[i].label, rows[i].url,
                                                           strcmp(rows[i].url.address, here) == 0};
}

const struct site_fact *site_facts_of(const struct site_fact *all, size_t count,
                                      struct lm_arena *arena, size_t *kept)
{
    struct site_fact *facts = lm_arena_alloc(arena, count, sizeof *facts);
    *kept = 0;
    for (size_t i = 0; facts != NULL && i < count; i++)
        if (all[i].text[0] != '\0')
            facts[(*kept)++] = all[i];
    return facts;
}

const char *site_picture_of(const struct site_names *names, struct lm_arena *arena)
{
    return names->base[0] == '\0' ? "" : site_print(arena, "%s%s", names->base, names->picture);
}

/* VCL 46: the file's line about it, by whatever program. */
static const char *fide_mark(const struct lm_tournament *t, struct lm_arena *arena)
{
    static const char line[] = "### FIDE mode exited @ Round ";
    for (size_t i = 0; i < t->kept_count; i++)
        if (strncmp(t->kept[i].text, line, sizeof line - 1) == 0)
            return site_print(arena, "Not in FIDE mode since round %s",
                              t->kept[i].text + sizeof line - 1);
    return "";
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
                             .script = site_local(arena, "../%s", names->script),
                             .unexplained = !e->explained,
                             .mark = fide_mark(e->t, arena)};
    if (names->base[0] != '\0') {
        head.canonical = site_local(arena, "%s%s/%s", names->base, e->slug, here);
        head.picture = site_picture_of(names, arena);
        if (site_has_feed(e))
            head.feed = site_local(arena, "feed.xml");
    }
    add_links(e, here, arena, &head);
    return head;
}

struct site_rounds site_rounds_of(const char *path, uint32_t count, uint32_t here,
                                  struct lm_arena *arena)
{
    struct site_link *links = lm_arena_alloc(arena, count, sizeof *links);
    struct site_rounds rounds = {.links = links};
    for (uint32_t round = 1; links != NULL && round <= count; round++)
        links[rounds.link_count++] =
            (struct site_link){site_print(arena, "%u", round),
                               site_local(arena, "%s-%u.html", path, round), round == here};
    return rounds;
}
