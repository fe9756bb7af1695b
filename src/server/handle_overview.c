/* SPDX-License-Identifier: Apache-2.0 */
/* Overview of a section: the progress of its round, waiting tasks, the latest entries. */
#include <string.h>

#include "limmat/rating_event.h"
#include "server/entries.h"
#include "server/handlers.h"
#include "server/templates.h"
#include "site/pages.h"

/* Describe the backup: the mirror has every entry, or the head of the page reports trouble. */
static const char *backup_said(struct visit *v)
{
    char why[STORE_WHY];
    uint64_t last = lm_desk_number(v->event->desk);
    store_mirror_trouble(v->server->store, why);
    return !store_is_mirrored(v->server->store) || last == 0
               ? visit_word(v, LM_KEY("desk.backup-none"))
           : *why != '\0'
               ? visit_word(v, LM_KEY("desk.backup-broken"))
               : visit_say_of(
                     v, LM_KEY("desk.backup-at"),
                     lm_value_text(
                         "time",
                         visit_clock(v, lm_desk_entry(v->event->desk, last)->line.at, true)));
}

/* Return the latest end of ${round}'s games: both players use their time for 60 moves; "" without a
 * start or time control. */
static const char *end_said(struct visit *v, const struct lm_desk_section *s, uint32_t round)
{
    enum { PERIODS = 8, STEP = 300 };
    struct lm_clock clock[PERIODS];
    size_t periods = lm_time_control_read(s->time_control, clock, PERIODS);
    int64_t start = lm_desk_start(s, round);
    int64_t end = start + 2 * (int64_t)lm_clock_seconds(clock, periods) + STEP - 1;
    if (start == LM_NO_TIME || periods == 0)
        return "";
    return visit_say_of(v, LM_KEY("desk.ends-about"),
                        lm_value_text("time", visit_clock(v, end - end % STEP, false)));
}

/* Describe the round's next step in a line, with its link if it is on another page. */
static void say_state(struct visit *v, const struct lm_desk_section *s,
                      const struct lm_desk_round *round, struct overview_page *page)
{
    const struct lm_value number = lm_value_number("round", page->round.number);
    bool made = page->round.can_publish;
    page->lead = page->ring ? page->round.message : page->round.lead;
    page->step_url = section_url(v, s, "round/%u", page->round.number);
    if (s->finished) {
        page->title = visit_word(v, LM_KEY("desk.over-finished"));
        page->step = visit_word(v, LM_KEY("page.standings"));
        page->step_url = section_url(v, s, "standings");
    } else if (s->player_count < 2) {
        page->title = visit_word(v, LM_KEY("desk.over-empty"));
        page->step = visit_word(v, LM_KEY("desk.add-players"));
        page->step_url = section_url(v, s, "players");
    } else if (made) {
        page->title = visit_say_of(v, LM_KEY("desk.over-draft"), number);
        page->lead = page->round.message;
        page->step = visit_word(v, LM_KEY("desk.review-draft"));
    } else if (page->ring && page->round.left > 0) {
        page->title = visit_say_of(v, LM_KEY("desk.over-playing"), number);
        page->step = visit_word(v, LM_KEY("desk.enter-results"));
    } else if (page->ring) {
        page->title = visit_say_of(v, LM_KEY("desk.over-in"), number);
    } else if (page->round.can_pair) {
        page->title = visit_say_of(v, LM_KEY("desk.over-pair"), number);
    } else {
        page->title = visit_say_of(v, LM_KEY("desk.over-closed"), number);
        page->lead = "";
    }
    if (round == NULL && page->round.number == 1 && s->player_count > 1)
        page->check_in = section_url(v, s, "check-in");
}

/* Add the latest entries; the one that the user can undo has a button. */
static enum lm_status add_activity(struct visit *v, const struct lm_desk_section *s,
                                   struct overview_page *page)
{
    enum { SHOWN = 6 };
    struct lm_desk *desk = v->event->desk;
    struct lm_desk_step step;
    bool undoes = *page->round.undo != '\0' &&
                  lm_desk_undo(desk, v->who.account, s->id, v->arena, NULL, &step) == LM_OK;
    struct log_row *rows = lm_arena_alloc(v->arena, SHOWN, sizeof *rows);
    if (rows == NULL)
        return LM_LIMIT;
    for (uint64_t n = lm_desk_number(desk); n > 0 && page->row_count < SHOWN; n--) {
        const struct lm_desk_entry *entry = lm_desk_entry(desk, n);
        if (entry->undone > 0 || entry->line.undoes > 0)
            continue;
        rows[page->row_count++] = (struct log_row){.when = visit_clock(v, entry->line.at, true),
                                                   .who = session_name_of(v, entry->line.by),
                                                   .what = entry_said(v, n),
                                                   .mine = undoes && step.line == n};
    }
    page->rows = rows;
    return LM_OK;
}

static enum lm_status add_facts(struct visit *v, const struct lm_desk_section *s,
                                struct overview_page *page)
{
    enum { MOST = 4 };
    struct fact_row *facts = lm_arena_alloc(v->arena, MOST, sizeof *facts);
    size_t in = 0, here = 0;
    if (facts == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < s->player_count; i++) {
        in += s->players[i]->standing != LM_REMOVED;
        here += s->players[i]->standing == LM_PLAYS;
    }
    const struct lm_value counts[] = {lm_value_number("all", (int64_t)in),
                                      lm_value_number("here", (int64_t)here)};
    facts[page->fact_count++] =
        (struct fact_row){visit_word(v, LM_KEY("page.players")),
                          in == here ? visit_print(v, "%zu", in)
                                     : visit_say(v, LM_KEY("desk.players-active"), counts, 2)};
    facts[page->fact_count++] =
        (struct fact_row){visit_word(v, LM_KEY("desk.pairing-system")),
                          site_system_title(v->language, s->system, v->arena)};
    if (*s->time_control != '\0')
        facts[page->fact_count++] =
            (struct fact_row){visit_word(v, LM_KEY("page.time-control")), s->time_control};
    if (visit_may(v, RIGHT_LOG))
        facts[page->fact_count++] =
            (struct fact_row){visit_word(v, LM_KEY("desk.backup")), backup_said(v)};
    page->facts = facts;
    return LM_OK;
}

/* Add the entries that wait for the organiser, first. */
static void add_entries(struct visit *v, struct overview_page *page)
{
    size_t asking = visit_may_in(v, NULL, RIGHT_ACROSS) ? entries_asking(v) : 0;
    struct due_row *rows =
        asking == 0 ? NULL : lm_arena_alloc(v->arena, page->wait_count + 1, sizeof *rows);
    if (rows == NULL)
        return;
    rows[0] = (struct due_row){
        .text = visit_say_of(v, LM_KEY("entry.asking"), lm_value_number("count", (int64_t)asking)),
        .url = site_local(v->arena, "/e/%s/entries", v->event->slug)};
    for (size_t i = 0; i < page->wait_count; i++)
        rows[i + 1] = page->waits[i];
    page->waits = rows;
    page->wait_count++;
}

static enum lm_status show_overview(struct visit *v)
{
    struct lm_desk_section *s;
    struct overview_page page = {.step = "", .lead = ""};
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    enum lm_status status = section_take(v, &s);
    if (status == LM_OK)
        status = round_look(v, s, section_round(s), false, &page.round);
    if (status != LM_OK)
        return status;
    const struct lm_desk_round *round = lm_desk_round(s, page.round.number);
    const char *dates = site_dates(v->language, e->start, e->end, v->arena);
    page.head = section_head(v, s, TAB_OVERVIEW, visit_word(v, LM_KEY("desk.overview")));
    page.when = *e->city == '\0' ? dates : visit_print(v, "%s, %s", dates, e->city);
    page.ring = page.round.playing;
    page.boards = (uint32_t)page.round.board_count;
    page.left = (uint32_t)page.round.left;
    page.in = page.boards - page.left;
    page.percent = page.boards == 0 ? 0 : 100 * page.in / page.boards;
    page.undo = section_url(v, s, "undo");
    page.log = site_local(v->arena, "/e/%s/log", v->event->slug);
    page.public_page =
        site_local(v->arena, "/p/%s/%s/index%s.html", v->event->slug, s->id, language_suffix(v));
    page.address = visit_print(v, "%s/p/%s", v->server->url, v->event->slug);
    page.print_standings = section_url(v, s, "standings");
    page.crosstable = site_local(v->arena, "/p/%s/%s/crosstable%s.html", v->event->slug, s->id,
                                 language_suffix(v));
    page.in_mode = s->fide_mode;
    if (lm_desk_current(s) != NULL)
        page.wall = section_url(v, s, "wall");
    page.round.first_pass = section_url(v, s, "round/%u", page.round.number);
    /* Missing results have a card of their own. */
    size_t skipped = page.ring && page.round.left > 0 && page.round.due_count > 0;
    page.waits = page.round.dues + skipped;
    page.wait_count = page.round.due_count - skipped;
    say_state(v, s, round, &page);
    if (page.ring && *end_said(v, s, page.round.number) != '\0')
        page.lead = visit_print(v, "%s · %s", page.lead, end_said(v, s, page.round.number));
    add_entries(v, &page);
    status = add_facts(v, s, &page);
    if (status == LM_OK && visit_may(v, RIGHT_LOG))
        status = add_activity(v, s, &page);
    if (status == LM_OK)
        page_desk_overview(&v->reply->body, v->language, &page);
    return status;
}

static enum lm_status undo_here(struct visit *v)
{
    struct lm_desk_section *s;
    const char *what = "";
    enum lm_status status = section_take(v, &s);
    if (status == LM_OK)
        status = act_undo(v, s->id, &what);
    return status == LM_OK ? visit_go(v, "/e/%s/%s/overview", v->event->slug, s->id) : status;
}

const struct handler overview_handlers[] = {{false, "/e/:event/:section/overview", RIGHT_DESK, NULL,
                                             "a section at a glance", show_overview, false},
                                            {true, "/e/:event/:section/undo", RIGHT_RESULT, NULL,
                                             "undo one's last entry", undo_here, false},
                                            {0}};
