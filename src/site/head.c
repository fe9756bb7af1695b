/* SPDX-License-Identifier: Apache-2.0 */
/* The content above every page: titles, the style sheet, links to the other pages. */
#include <stdlib.h>
#include <string.h>

#include "base/texts.h"
#include "limmat/crosstable.h"
#include "limmat/date.h"
#include "site/icon.h"
#include "site/pages.h"

const char *site_event_word(const struct site_event *e, const char *key)
{
    return site_word(e->names->language, key);
}

const char *site_place_and_dates(const struct site_event *e, struct lm_arena *arena)
{
    const struct lm_tournament *t = e->t;
    struct lm_text text = lm_text_in(arena);
    lm_text_add(&text, t->city);
    if (t->city[0] != '\0' && t->start[0] != '\0')
        lm_text_add(&text, ", ");
    lm_text_add(&text, site_dates(e->names->language, t->start, t->end, arena));
    return lm_text_string(&text);
}

const char *site_title(const struct site_event *e)
{
    return e->t->name[0] == '\0' ? site_event_word(e, LM_KEY("page.tournament")) : e->t->name;
}

bool site_round_start(const struct lm_tournament *t, uint32_t round, int64_t *start,
                      int32_t *offset)
{
    return round >= 1 && round <= t->start_count &&
           lm_parse_moment(t->starts[round - 1], strlen(t->starts[round - 1]), start, offset);
}

const char *site_zone(const struct site_event *e, struct lm_arena *arena)
{
    int64_t start;
    int32_t offset;
    struct lm_text zone = lm_text_in(arena);
    for (uint32_t round = 1; round <= e->t->start_count && zone.length == 0; round++) {
        if (!site_round_start(e->t, round, &start, &offset))
            continue;
        for (const char *c = e->t->zone; *c != '\0'; c++)
            lm_text_add_char(&zone, *c == '_' ? ' ' : *c);
        int minutes = abs(offset / 60);
        if (*e->t->zone == '\0')
            lm_text_print(&zone, "UTC%c%d", offset < 0 ? '-' : '+', minutes / 60);
        if (*e->t->zone == '\0' && minutes % 60 != 0)
            lm_text_print(&zone, ":%02d", minutes % 60);
    }
    return lm_text_string(&zone);
}

/* Return the day of ${round} in words, "" unknown; with the local time if it is known. */
const char *site_round_date(const struct site_event *e, uint32_t round, struct lm_arena *arena)
{
    const struct lm_tournament *t = e->t;
    int64_t start;
    int32_t offset;
    if (site_round_start(t, round, &start, &offset)) {
        const char *there = t->starts[round - 1];
        const char *day =
            site_dates(e->names->language, lm_printed(arena, "%.10s", there), "", arena);
        const struct lm_value values[] = {
            lm_value_text("date", day),
            lm_value_text("time", lm_printed(arena, "%.5s", there + 11))};
        return site_say(e->names->language, arena, LM_KEY("page.date-time"), values, 2);
    }
    if (round > t->date_count)
        return "";
    const char *date = t->dates[round - 1];
    /* Record 132 has two digits of the year. */
    if (strlen(date) == 8 && strspn(date, "0123456789/") == 8 && date[2] == '/')
        date = lm_printed(arena, "20%s", date);
    return site_dates(e->names->language, date, "", arena);
}

const char *site_round_when(const struct site_event *e, uint32_t round, struct lm_arena *arena)
{
    int64_t start;
    int32_t offset;
    const char *when = site_round_date(e, round, arena);
    if (!site_round_start(e->t, round, &start, &offset))
        return when;
    const struct lm_value values[] = {lm_value_text("when", when),
                                      lm_value_text("zone", site_zone(e, arena))};
    return site_say(e->names->language, arena, LM_KEY("page.in-zone"), values, 2);
}

const char *site_points_text(int32_t tenths, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_add_points(&text, tenths);
    return lm_text_string(&text);
}

const char *site_colour_letter(const struct site_event *e, enum lm_colour colour)
{
    if (colour == LM_NO_COLOUR)
        return "";
    return site_event_word(e, colour == LM_WHITE ? LM_KEY("letter.white") : LM_KEY("letter.black"));
}

const char *site_place_text(const struct site_event *e, uint32_t place, uint32_t count,
                            struct lm_arena *arena)
{
    return site_say(
        e->names->language, arena, LM_KEY("page.place-of"),
        (const struct lm_value[]){lm_value_number("place", place), lm_value_number("count", count)},
        2);
}

const char *site_state(const struct site_event *e, struct lm_arena *arena)
{
    uint32_t total = e->t->rounds_total > e->rounds ? e->t->rounds_total : e->rounds;
    if (e->rounds == 0)
        return site_event_word(e, LM_KEY("state.unpaired"));
    const char *key =
        e->round[e->rounds].pending
            ? (e->played < e->rounds ? LM_KEY("state.paired") : LM_KEY("state.playing"))
            : (e->rounds == total ? LM_KEY("state.over") : LM_KEY("state.played"));
    return site_say(e->names->language, arena, key,
                    (const struct lm_value[]){lm_value_number("round", e->rounds),
                                              lm_value_number("total", total),
                                              lm_value_number("done", e->round[e->rounds].done),
                                              lm_value_number("games", e->round[e->rounds].games)},
                    4);
}

bool site_has_clubs(const struct lm_tournament *t)
{
    for (uint32_t i = 0; i < t->player_count; i++)
        if (t->players[i].club[0] != '\0')
            return true;
    return false;
}

bool site_has_federations(const struct lm_tournament *t)
{
    for (uint32_t i = 0; i < t->player_count; i++)
        if (t->players[i].federation[0] != '\0')
            return true;
    return false;
}

/* Add the row of links to existing pages.  Links with an icon are in reach on phones, too. */
static void add_links(const struct site_event *e, const char *here, struct lm_arena *arena,
                      struct site_head *head)
{
    const struct site_names *n = e->names;
    const struct {
        const char *key;
        const char *path;
        uint32_t number;
        bool there;
        enum site_icon icon; /* ICON_MORE: in the menu */
    } rows[] = {
        {LM_KEY("page.event"), "index.html", 0, true, ICON_HOME},
        {LM_KEY("page.pairings"), "round-%u.html", e->rounds, e->rounds > 0, ICON_ROUND},
        {LM_KEY("page.standings"), "standings-%u.html", e->played, e->played > 0, ICON_STANDINGS},
        {LM_KEY("page.players"), "players.html", 0, true, ICON_PLAYERS},
        {LM_KEY("page.teams"), "teams.html", 0, e->teams != NULL, ICON_MORE},
        {LM_KEY("champ.bracket"), "bracket.html", 0, site_has_bracket(e), ICON_MORE},
        {LM_KEY("page.crosstable"), "crosstable.html", 0, e->played > 0, ICON_MORE},
        {LM_KEY("page.prizes"), "prizes.html", 0, e->prizes != NULL, ICON_MORE},
        {LM_KEY("page.norms"), "norms.html", 0, e->norms != NULL, ICON_MORE},
        {LM_KEY("page.statistics"), "statistics.html", 0, e->played > 0, ICON_MORE},
        {LM_KEY("page.verify"), "verify.html", 0, site_is_verifiable(e), ICON_MORE},
    };
    enum { MOST = sizeof rows / sizeof *rows };
    struct site_tab *links = lm_arena_alloc(arena, MOST, sizeof *links);
    head->links = links;
    for (size_t i = 0; links != NULL && i < MOST; i++) {
        struct lm_text plain = lm_text_in(arena), own = lm_text_in(arena);
        site_add_numbered(&plain, rows[i].path, "", rows[i].number);
        site_add_numbered(&own, rows[i].path, n->suffix, rows[i].number);
        if (!rows[i].there)
            continue;
        struct site_html sign = site_icon(rows[i].icon);
        links[head->link_count++] =
            (struct site_tab){site_event_word(e, rows[i].key),
                              {lm_text_string(&own)},
                              strcmp(lm_text_string(&plain), here) == 0,
                              rows[i].icon == ICON_MORE ? (struct site_html){NULL} : sign};
        if (rows[i].icon == ICON_MORE)
            head->more = sign;
    }
}

/* --- addresses in the language of the page */

/* Return ${address} with ${suffix} before the ending of its file. */
static struct site_url with_suffix(const char *address, const char *suffix, struct lm_arena *arena)
{
    size_t dot = strcspn(address, "#");
    struct lm_text text = lm_text_in(arena);
    while (dot > 0 && address[dot] != '.')
        dot--;
    lm_text_add_bytes(&text, address, dot);
    lm_text_print(&text, "%s%s", suffix, address + dot);
    return (struct site_url){lm_text_string(&text)};
}

struct site_url site_own(const struct site_names *names, struct lm_arena *arena, const char *format,
                         ...)
{
    struct lm_text address = lm_text_in(arena);
    va_list arguments;
    va_start(arguments, format);
    lm_text_vprint(&address, format, arguments);
    va_end(arguments);
    return with_suffix(lm_text_string(&address), names->suffix, arena);
}

void site_add_languages(struct site_head *head, const struct site_names *names, const char *folder,
                        const char *here, struct lm_arena *arena)
{
    head->lang = names->language->code;
    head->foreign = names->language != lm_english();
    if (names->language_count < 2)
        return;
    struct site_edition *all = lm_arena_alloc(arena, names->language_count, sizeof *all);
    for (size_t i = 0; all != NULL && i < names->language_count; i++) {
        const struct site_language *one = &names->languages[i];
        all[i] = (struct site_edition){.code = one->language->code,
                                       .name = one->language->name,
                                       .url = with_suffix(here, one->suffix, arena),
                                       .here = one->language == names->language};
        if (names->base[0] != '\0')
            all[i].full = site_local(arena, "%s%s%s", names->base, folder, all[i].url.address);
    }
    head->editions = all;
    head->edition_count = all == NULL ? 0 : names->language_count;
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
    return names->base[0] == '\0' ? "" : lm_printed(arena, "%s%s", names->base, names->picture);
}

/* VCL 46: return the file's line about the departure from FIDE mode, whatever program wrote it. */
static const char *fide_mark(const struct site_event *e, struct lm_arena *arena)
{
    const struct lm_tournament *t = e->t;
    static const char line[] = "### FIDE mode exited @ Round ";
    for (size_t i = 0; i < t->kept_count; i++)
        if (strncmp(t->kept[i].text, line, sizeof line - 1) == 0)
            return site_say_of(e->names->language, arena, LM_KEY("page.fide-mode"),
                               lm_value_text("round", t->kept[i].text + sizeof line - 1));
    return "";
}

/* Does the page ${here} need web/css/more.css? */
static bool has_rare_parts(const char *here)
{
    static const char *const starts[] = {"player-",     "team-",  "why-",    "cross",
                                         "statistics.", "verify", "bracket."};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (strncmp(here, starts[i], strlen(starts[i])) == 0)
            return true;
    return false;
}

/* "14 July 2026, 15:04 UTC" */
static const char *updated_of(const struct site_event *e, struct lm_arena *arena)
{
    enum { DAY = 86400 };
    struct lm_text day = lm_text_in(arena);
    if (e->updated == 0)
        return "";
    lm_text_add_date(&day, lm_date_of((int32_t)(e->updated / DAY)), '-');
    int minutes = (int)(e->updated % DAY / 60);
    return lm_printed(arena, "%s, %02d:%02d UTC",
                      site_dates(e->names->language, lm_text_string(&day), "", arena), minutes / 60,
                      minutes % 60);
}

static const char *updated_at(const struct site_event *e, struct lm_arena *arena)
{
    enum { DAY = 86400 };
    struct lm_text text = lm_text_in(arena);
    if (e->updated == 0)
        return "";
    lm_text_add_date(&text, lm_date_of((int32_t)(e->updated / DAY)), '-');
    int minutes = (int)(e->updated % DAY / 60);
    lm_text_print(&text, "T%02d:%02dZ", minutes / 60, minutes % 60);
    return lm_text_string(&text);
}

struct site_head site_head_of(const struct site_event *e, const char *title, const char *here,
                              struct lm_arena *arena)
{
    const struct site_names *names = e->names;
    struct site_head head = {.title = title,
                             .event = site_title(e),
                             .description = site_place_and_dates(e, arena),
                             .home = site_own(names, arena, "index.html"),
                             .site = site_own(names, arena, "../index.html"),
                             .style = site_local(arena, "../%s", names->style),
                             .script = site_local(arena, "../%s", names->script),
                             .unexplained = !e->explained || e->pairs_teams,
                             .away = e->away,
                             .stale = e->stale,
                             .heard = e->heard,
                             .lives = e->live,
                             .live_count = e->live != NULL,
                             .guide = e->guide,
                             .updated = updated_of(e, arena),
                             .updated_at = updated_at(e, arena),
                             .gap = "{time}",
                             .mark = fide_mark(e, arena)};
    if (names->base[0] != '\0') {
        head.canonical = site_own(names, arena, "%s%s/%s", names->base, e->slug, here);
        head.picture = site_share_address(e, here, arena);
        if (site_has_feed(e))
            head.feed = site_own(names, arena, "feed.xml");
    }
    if (has_rare_parts(here))
        head.look = site_local(arena, "../%s", names->more);
    site_add_languages(&head, names, lm_printed(arena, "%s/", e->slug), here, arena);
    add_links(e, here, arena, &head);
    return head;
}

struct site_rounds site_rounds_of(const struct site_names *names, const char *path, uint32_t count,
                                  uint32_t here, struct lm_arena *arena)
{
    struct site_link *links = lm_arena_alloc(arena, count, sizeof *links);
    struct site_rounds rounds = {.links = links};
    for (uint32_t round = 1; links != NULL && round <= count; round++)
        links[rounds.link_count++] =
            (struct site_link){lm_printed(arena, "%u", round),
                               site_own(names, arena, "%s-%u.html", path, round), round == here};
    return rounds;
}
