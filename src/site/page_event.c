/* SPDX-License-Identifier: Apache-2.0 */
/* The event's main page, and the list of its players. */
#include "base/texts.h"
#include "site/pages.h"
#include "site/templates.h"

/* Return the system and edition that paired it. */
static const char *system_said(const struct site_event *e, struct lm_arena *arena)
{
    const struct lm_language *language = e->names->language;
    const struct lm_system *named = lm_system_of(e->t, NULL);
    if (!e->explained)
        return e->t->type;
    const char *title = site_system_title(language, e->system, arena);
    const struct lm_value values[] = {
        lm_value_text("used", title),
        lm_value_text("named", named == NULL ? "" : site_system_title(language, named, arena))};
    return named == e->system || named == NULL
               ? title
               : site_say(language, arena, LM_KEY("page.edition-of-day"), values, 2);
}

/* Add the known facts. */
static enum lm_status add_facts(const struct site_event *e, struct lm_arena *arena,
                                struct site_event_page *page)
{
    const struct lm_tournament *t = e->t;
    uint32_t rounds = t->rounds_total > 0 ? t->rounds_total : t->rounds_paired;
    const struct site_fact all[] = {
        {site_event_word(e, LM_KEY("page.teams")),
         e->teams == NULL ? "" : lm_printed(arena, "%zu", t->team_count)},
        {site_event_word(e, LM_KEY("page.players")), lm_printed(arena, "%u", t->player_count)},
        {site_event_word(e, LM_KEY("page.rounds")), lm_printed(arena, "%u", rounds)},
        {site_event_word(e, LM_KEY("page.system")), system_said(e, arena)},
        {site_event_word(e, LM_KEY("page.pairing-check")),
         e->rounds == 0 ? "" : site_unjudged_sentence(e, e->names->language, arena)},
        {site_event_word(e, LM_KEY("page.time-control")), t->time_control},
        {site_event_word(e, LM_KEY("page.time-zone")), site_zone(e, arena)},
        {site_event_word(e, LM_KEY("page.chief-arbiter")), t->chief_arbiter},
        {site_event_word(e, LM_KEY("page.federation")), t->federation},
    };
    page->facts = site_facts_of(all, sizeof all / sizeof *all, arena, &page->fact_count);
    return page->facts == NULL ? LM_LIMIT : LM_OK;
}

/* Each round that was paired, or has a date. */
static enum lm_status add_rounds(const struct site_event *e, struct lm_arena *arena,
                                 struct site_event_page *page)
{
    uint32_t dated =
        (uint32_t)(e->t->date_count > e->t->start_count ? e->t->date_count : e->t->start_count);
    uint32_t count = e->rounds > dated ? e->rounds : dated;
    struct site_round_line *lines = lm_arena_alloc(arena, count, sizeof *lines);
    if (lines == NULL)
        return LM_LIMIT;
    for (uint32_t round = 1; round <= count; round++) {
        struct site_round_line *line = &lines[round - 1];
        *line = (struct site_round_line){.number = round, .date = site_round_date(e, round, arena)};
        page->dates |= line->date[0] != '\0';
        if (round <= e->rounds) {
            line->pairings = site_own(e->names, arena, "round-%u.html", round);
            line->names = site_own(e->names, arena, "names-%u.html", round);
        }
        if (round <= e->played)
            line->standings = site_own(e->names, arena, "standings-%u.html", round);
        if (round <= e->rounds && e->explained)
            line->why = site_own(e->names, arena, "why-%u.html", round);
    }
    page->rounds = lines;
    page->round_count = count;
    return LM_OK;
}

enum { LINKS = 3, STARTERS = 30 };

/* Add the most wanted links. */
static void add_links(const struct site_event *e, struct lm_arena *arena,
                      struct site_event_page *page, struct site_link links[static LINKS])
{
    if (e->rounds > 0)
        links[page->link_count++] =
            (struct site_link){site_event_word(e, LM_KEY("page.pairings")),
                               site_own(e->names, arena, "round-%u.html", e->rounds), false};
    if (e->rounds > 0 && e->round[e->rounds].pending)
        page->where = site_own(e->names, arena, "names-%u.html", e->rounds);
    const char *games = lm_games_link(e->t);
    if (*games != '\0')
        links[page->link_count++] =
            (struct site_link){site_event_word(e, LM_KEY("page.games-link")), {games}, false};
    if (e->played > 0)
        links[page->link_count++] =
            (struct site_link){site_event_word(e, LM_KEY("page.standings")),
                               site_own(e->names, arena, "standings-%u.html", e->played), false};
    page->now = links;
}

/* Add calendar, feed, and the page for embedding; before round 1 the starting players. */
static void add_ways_out(const struct site_event *e, struct lm_arena *arena,
                         struct site_event_page *page)
{
    if (e->t->date_count > 0)
        page->calendar = site_own(e->names, arena, "event.ics");
    if (site_has_feed(e))
        page->feed = site_own(e->names, arena, "feed.xml");
    if (e->names->base[0] != '\0')
        page->embedded = site_say_of(
            e->names->language, arena, LM_KEY("page.embed-code"),
            lm_value_text(
                "address",
                site_own(e->names, arena, "%s%s/embed.html", e->names->base, e->slug).address));
    if (e->rounds > 0 || e->teams != NULL)
        return;
    page->starters = e->people;
    page->starter_count = e->t->player_count < STARTERS ? e->t->player_count : STARTERS;
    page->start = site_own(e->names, arena, "players.html");
}

/* Add the first boards of a round in progress. */
static void add_first_boards(const struct site_event *e, struct lm_arena *arena,
                             struct site_event_page *page)
{
    enum { FIRST = 5 };
    if (e->rounds == 0 || !e->round[e->rounds].pending || e->teams != NULL)
        return;
    page->boards = site_boards_of(e, e->rounds, FIRST, arena, &page->board_count);
    page->boards_title = site_say_of(e->names->language, arena, LM_KEY("pair.next-round"),
                                     lm_value_number("round", e->rounds));
    page->results = site_results_in(e, e->rounds);
    page->all_boards = site_own(e->names, arena, "round-%u.html", e->rounds);
    page->by_name = site_own(e->names, arena, "names-%u.html", e->rounds);
    if (e->explained)
        page->why = site_own(e->names, arena, "why-%u.html", e->rounds);
}

enum lm_status site_write_event(const struct site_event *e, uint32_t index, struct lm_arena *arena,
                                struct lm_text *out)
{
    (void)index;
    enum { LEADERS = 10 };
    struct site_link links[LINKS], files[SITE_FILES + 1];
    struct site_event_page page = {
        .head = site_head_of(e, site_event_word(e, LM_KEY("page.overview")), "index.html", arena),
        .history = {e->history},
        .subtitle = site_place_and_dates(e, arena),
        .state = site_state(e, arena),
        .sections = e->sections,
        .section_count = e->section_count,
        .teams = e->teams != NULL,
        .federations = site_has_federations(e->t),
        .after = e->played,
        .when = site_when(e, e->played),
        .files = files};
    for (size_t i = 0; i < SITE_FILES; i++)
        if (e->files[i].bytes != NULL)
            files[page.file_count++] =
                (struct site_link){e->files[i].label, {e->files[i].path}, false};
    if (e->journal.bytes != NULL)
        files[page.file_count++] = (struct site_link){
            site_event_word(e, LM_KEY("page.journal")), {e->journal.path}, false};
    add_links(e, arena, &page, links);
    add_ways_out(e, arena, &page);
    add_first_boards(e, arena, &page);
    if (e->played > 0)
        page.leaders =
            site_standings_rows(e, e->played, e->teams != NULL, LEADERS, arena, &page.leader_count);
    /* The columns of teams are match points and game points. */
    for (size_t i = 0; e->teams != NULL && i < page.leader_count; i++)
        ((struct site_standing *)(uintptr_t)page.leaders)[i].cell_count = 2;
    enum lm_status status = add_facts(e, arena, &page);
    if (status == LM_OK)
        status = add_rounds(e, arena, &page);
    if (status == LM_OK)
        page_event(out, e->names->language, &page);
    return status == LM_OK ? lm_text_status(out) : status;
}

enum lm_status site_write_players(const struct site_event *e, uint32_t index,
                                  struct lm_arena *arena, struct lm_text *out)
{
    (void)index;
    enum { WAYS = 4 };
    struct site_link ways[WAYS];
    struct site_players_page page = {
        .head = site_head_of(e, site_event_word(e, LM_KEY("page.players")), "players.html", arena),
        .players = e->people,
        .player_count = e->t->player_count,
        .clubs = site_has_clubs(e->t),
        .federations = site_has_federations(e->t),
        .ways = ways};
    const struct {
        const char *key, *path;
        bool there;
    } rows[WAYS] = {
        {LM_KEY("page.federations"), "federations.html", e->teams == NULL && page.federations},
        {LM_KEY("page.clubs"), "clubs.html", e->teams == NULL && page.clubs},
        {LM_KEY("page.categories"), "categories.html", site_has_categories(e, arena)},
        {LM_KEY("page.rating-changes"), "ratings.html", site_has_changes(e)}};
    for (size_t i = 0; i < WAYS; i++)
        if (rows[i].there)
            ways[page.way_count++] =
                (struct site_link){site_event_word(e, rows[i].key),
                                   site_own(e->names, arena, "%s", rows[i].path), false};
    page_players(out, e->names->language, &page);
    return lm_text_status(out);
}

/* --- files for download */

static enum lm_status add_file(const struct site_event *e, size_t file, struct lm_text *out)
{
    if (e->files[file].bytes != NULL)
        lm_text_add_bytes(out, e->files[file].bytes, e->files[file].length);
    return lm_text_status(out);
}

enum lm_status site_write_trf(const struct site_event *e, uint32_t index, struct lm_arena *arena,
                              struct lm_text *out)
{
    (void)index, (void)arena;
    return add_file(e, 0, out);
}

enum lm_status site_write_json(const struct site_event *e, uint32_t index, struct lm_arena *arena,
                               struct lm_text *out)
{
    (void)index, (void)arena;
    return add_file(e, 1, out);
}

enum lm_status site_write_csv(const struct site_event *e, uint32_t index, struct lm_arena *arena,
                              struct lm_text *out)
{
    (void)index, (void)arena;
    return add_file(e, 2, out);
}

enum lm_status site_write_journal(const struct site_event *e, uint32_t index,
                                  struct lm_arena *arena, struct lm_text *out)
{
    (void)index, (void)arena;
    if (e->journal.bytes != NULL)
        lm_text_add_bytes(out, e->journal.bytes, e->journal.length);
    return lm_text_status(out);
}
