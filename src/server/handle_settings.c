/* SPDX-License-Identifier: Apache-2.0 */
/* Settings of an event and a section; pairs kept apart, requests and notes. */
#include <string.h>

#include "limmat/keizer.h"
#include "limmat/ranking.h"
#include "server/clocks.h"
#include "server/entries.h"
#include "server/handlers.h"
#include "server/templates.h"
#include "site/pages.h"

/* The group being filled. */
struct settings {
    struct visit *v;
    const struct lm_desk_section *s;
    struct setting_group groups[5];
    size_t count;
    bool may;
    struct setting_row spare; /* filled when there is no memory */
};

static void begin_group(struct settings *f, const char *id, const char *title)
{
    enum { MOST = 10 };
    f->groups[f->count++] = (struct setting_group){
        .id = id,
        .title = title,
        .settings = lm_arena_alloc(f->v->arena, MOST, sizeof(struct setting_row))};
}

/* Begin the next row of the group; ${only} are its fields in the form. */
static struct setting_row *add_setting(struct settings *f, const char *term, const char *value,
                                       const char *only)
{
    struct setting_group *group = &f->groups[f->count - 1];
    if (group->settings == NULL)
        return &f->spare;
    struct setting_row *row = &group->settings[group->setting_count++];
    *row = (struct setting_row){.term = term, .value = value, .note = ""};
    if (f->may && only != NULL)
        row->edit = strcmp(group->id, "event") == 0
                        ? section_url(f->v, f->s, "do/change?only=%s", only)
                        : section_url(f->v, f->s, "do/settings?only=%s", only);
    return row;
}

static const char *points_text(struct visit *v, const struct lm_desk_section *s)
{
    const int32_t tenths[] = {s->win, s->draw, s->loss, s->pab};
    static const char *const names[] = {"win", "draw", "loss", "pab"};
    struct lm_value values[4];
    for (size_t i = 0; i < 4; i++) {
        struct lm_text text = lm_text_in(v->arena);
        site_add_points(&text, (struct site_points){tenths[i]});
        values[i] = lm_value_text(names[i], lm_text_string(&text));
    }
    return visit_say(v, LM_KEY("desk.points-are"), values, 4);
}

/* Describe how standings treat unrated players (C.07 art. 10). */
static const char *unrated_text(struct visit *v, const struct lm_desk_section *s)
{
    if (strcmp(s->unrated, "drop") == 0)
        return visit_word(v, LM_KEY("desk.unrated-drop"));
    if (strcmp(s->unrated, "undeclared") != 0)
        return visit_say_of(v, LM_KEY("desk.unrated-count"), lm_value_text("rating", s->unrated));
    return visit_word(v, LM_KEY("desk.unrated-undeclared"));
}

/* Describe all parameters of Keizer's system; "" for others. */
static const char *keizer_text(struct visit *v, const struct lm_desk_section *s)
{
    struct lm_keizer_settings settings;
    struct lm_text text = lm_text_in(v->arena);
    if (s->system->rules.scores != NULL && lm_keizer_read(s->keizer, NULL, &settings) == LM_OK)
        lm_keizer_say(&text, &settings);
    return lm_text_string(&text);
}

/* Add the names of the tie-breaks in their order. */
static void add_order(struct settings *f, struct setting_row *row)
{
    const struct lm_tie_break *list;
    size_t count = 0;
    if (*f->s->tie_breaks == '\0' ||
        lm_tie_breaks_parse(f->s->tie_breaks, f->v->arena, &f->v->log, &list, &count) != LM_OK)
        return;
    struct fact_row *chips = lm_arena_alloc(f->v->arena, count, sizeof *chips);
    for (size_t i = 0; chips != NULL && i < count; i++)
        chips[row->chip_count++] =
            (struct fact_row){visit_print(f->v, "%zu", i + 1), tie_break_called(f->v, &list[i])};
    row->chips = chips;
}

static size_t unrated_in(const struct lm_desk_section *s)
{
    size_t count = 0;
    for (size_t i = 0; i < s->player_count; i++)
        count += s->players[i]->standing != LM_REMOVED && s->players[i]->rating == 0;
    return count;
}

static void add_pairing(struct settings *f)
{
    struct visit *v = f->v;
    const struct lm_desk_section *s = f->s;
    bool begun = s->round_count > 0 && s->rounds_played[0] != NULL;
    begin_group(f, "pairing", visit_word(v, LM_KEY("desk.pairing")));
    if (*s->title != '\0' && !section_needs_no_name(v, s))
        add_setting(f, visit_word(v, LM_KEY("desk.title")), s->title, "title");
    struct setting_row *row = add_setting(f, visit_word(v, LM_KEY("desk.pairing-system")),
                                          system_called(v, s->system), "system");
    row->note = site_system_title(v->language, s->system, v->arena);
    row->fixed = begun;
    add_setting(f, visit_word(v, LM_KEY("page.rounds")), visit_print(v, "%u", s->rounds),
                s->system->cycle == NULL ? "rounds" : "rounds.cycles");
    if (s->system->cycle != NULL)
        return;
    if (s->system->knocks_out)
        add_setting(f, visit_word(v, LM_KEY("desk.third-place")),
                    visit_title(v, s->third_place ? "yes" : "no"), "third_place");
    row = add_setting(f, visit_word(v, LM_KEY("desk.first-colour")),
                      s->colour == LM_WHITE   ? visit_word(v, LM_KEY("page.white"))
                      : s->colour == LM_BLACK ? visit_word(v, LM_KEY("page.black"))
                                              : visit_word(v, LM_KEY("desk.colour-by-lot")),
                      "colour");
    row->fixed = begun;
    if (s->system->knocks_out)
        return;
    add_setting(f, visit_word(v, LM_KEY("desk.acceleration")), visit_title(v, s->acceleration),
                "acceleration");
    uint32_t byes = s->half_byes < s->rounds ? s->half_byes : s->rounds; /* Keizer: any number */
    add_setting(f, visit_word(v, LM_KEY("desk.half-byes")),
                s->half_byes == 0 ? visit_word(v, LM_KEY("desk.none"))
                : s->last_bye == 0
                    ? visit_say_of(v, LM_KEY("desk.byes-not-last"), lm_value_number("count", byes))
                    : visit_say(v, LM_KEY("desk.byes-up-to"),
                                (const struct lm_value[]){lm_value_number("count", byes),
                                                          lm_value_number("round", s->last_bye)},
                                2),
                "half_byes.last_bye");
    if (*keizer_text(v, s) != '\0')
        add_setting(f, visit_word(v, LM_KEY("page.keizer-settings")), keizer_text(v, s), "keizer");
}

static void add_scores(struct settings *f)
{
    struct visit *v = f->v;
    const struct lm_desk_section *s = f->s;
    size_t unrated = unrated_in(s);
    begin_group(f, "scores", visit_word(v, LM_KEY("desk.points-and-ties")));
    add_setting(f, visit_word(v, LM_KEY("page.points")), points_text(v, s), "win.draw.loss.pab");
    struct setting_row *row =
        add_setting(f, visit_word(v, LM_KEY("desk.tie-breaks")),
                    visit_word(v, LM_KEY("desk.as-recommended")), "tie_breaks");
    add_order(f, row);
    bool open = strcmp(s->unrated, "undeclared") == 0;
    row = add_setting(f, visit_word(v, LM_KEY("desk.unrated-in")),
                      open && unrated > 0 ? visit_word(v, LM_KEY("desk.undecided"))
                                          : unrated_text(v, s),
                      "unrated");
    row->undecided = open && unrated > 0;
    if (row->undecided)
        row->note = visit_say_of(v, LM_KEY("desk.undecided-note"),
                                 lm_value_number("count", (int64_t)unrated));
}

static void add_time(struct settings *f)
{
    struct visit *v = f->v;
    const struct lm_desk_section *s = f->s;
    struct setting_row *row;
    begin_group(f, "time", visit_word(v, LM_KEY("desk.rating-and-time")));
    add_setting(f, visit_word(v, LM_KEY("desk.rated-as")), visit_title(v, s->rate), "rate");
    add_setting(f, visit_word(v, LM_KEY("page.time-control")),
                *s->time_control == '\0' ? visit_word(v, LM_KEY("desk.none")) : s->time_control,
                "time_control");
    row = add_setting(f, visit_word(v, LM_KEY("page.games-link")),
                      *s->games_link == '\0' ? visit_word(v, LM_KEY("desk.none")) : s->games_link,
                      "games_link");
    row->note = visit_word(v, LM_KEY("desk.games-note"));
    add_setting(f, visit_word(v, LM_KEY("desk.lists-first")),
                *s->lists != '\0' ? s->lists
                                  : visit_say_of(v, LM_KEY("desk.by-kind"),
                                                 lm_value_text("lists", list_order(s))),
                "lists");
    row = add_setting(f, visit_word(v, LM_KEY("desk.phones")),
                      s->phones ? visit_word(v, LM_KEY("desk.phones-yes"))
                                : visit_word(v, LM_KEY("desk.phones-no")),
                      "phones");
    row->note = visit_word(v, LM_KEY("desk.phones-note"));
}

static void add_event_rows(struct settings *f)
{
    struct visit *v = f->v;
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    struct lm_text deputies = lm_text_in(v->arena);
    for (size_t i = 0; i < e->deputy_count; i++)
        lm_text_print(&deputies, "%s%s", i == 0 ? "" : "; ", e->deputies[i]);
    const struct {
        const char *key, *text, *only;
    } rows[] = {
        {LM_KEY("page.name"), e->name, "name"},
        {LM_KEY("desk.dates"), site_dates(v->language, e->start, e->end, v->arena), "start.end"},
        {LM_KEY("page.time-zone"), e->zone, "zone"},
        {LM_KEY("page.venue"), e->city, "city"},
        {LM_KEY("page.federation"), e->federation, "federation"},
        {LM_KEY("page.chief-arbiter"), e->arbiter, "arbiter"},
        {LM_KEY("desk.deputies"), lm_text_string(&deputies), "deputies"}};
    f->may = act_may(v, "change");
    begin_group(f, "event", visit_word(v, LM_KEY("desk.the-event")));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        add_setting(f, visit_word(v, rows[i].key),
                    *rows[i].text == '\0' ? visit_word(v, LM_KEY("desk.none")) : rows[i].text,
                    rows[i].only);
}

/* Add the start of each round, with a link to set it. */
static void add_schedule(struct settings *f)
{
    struct visit *v = f->v;
    bool may = act_may(v, "schedule");
    begin_group(f, "schedule", visit_word(v, LM_KEY("new.schedule")));
    struct setting_group *group = &f->groups[f->count - 1];
    group->settings = lm_arena_alloc(v->arena, f->s->rounds, sizeof *group->settings);
    if (may)
        group->edit = section_url(v, f->s, "schedule");
    for (uint32_t round = 1; group->settings != NULL && round <= f->s->rounds; round++) {
        const char *begins = round_begins(v, f->s, round);
        struct setting_row *row =
            add_setting(f, visit_say_of(v, LM_KEY("desk.round"), lm_value_number("round", round)),
                        *begins == '\0' ? visit_word(v, LM_KEY("desk.none")) : begins, NULL);
        if (may && group->edit.address == NULL)
            row->edit = section_url(v, f->s, "do/schedule?round=%u", round);
    }
}

static const char *pair_text(struct visit *v, const struct lm_desk_prohibition *p)
{
    struct lm_text text = lm_text_in(v->arena);
    for (size_t i = 0; i < p->count; i++)
        lm_text_print(&text, "%s%s",
                      i == 0              ? ""
                      : i + 1 == p->count ? visit_word(v, LM_KEY("desk.and"))
                                          : ", ",
                      player_name(v, p->players[i]));
    const char *what =
        visit_say_of(v, p->wished ? LM_KEY("desk.rather-not") : LM_KEY("desk.must-not"),
                     lm_value_text("who", lm_text_string(&text)));
    if (p->first_round <= 1 && p->last_round >= LM_ROUNDS_MAX)
        return what;
    uint32_t last = p->last_round < LM_ROUNDS_MAX ? p->last_round : p->players[0]->section->rounds;
    return visit_say(v, LM_KEY("desk.pair-rounds"),
                     (const struct lm_value[]){lm_value_text("what", what),
                                               lm_value_number("first", p->first_round),
                                               lm_value_number("last", last)},
                     3);
}

static enum lm_status add_pairs(struct visit *v, const struct lm_desk_section *s,
                                struct facts_page *page)
{
    struct note_row *rows = lm_arena_alloc(v->arena, s->prohibition_count, sizeof *rows);
    for (size_t i = 0; rows != NULL && i < s->prohibition_count; i++) {
        const struct lm_desk_prohibition *p = s->prohibitions[i];
        if (p->lifted)
            continue;
        struct note_row row = {.text = pair_text(v, p),
                               .undo_label = visit_word(v, LM_KEY("desk.allow-again"))};
        if (act_may(v, "allow"))
            row.undo = section_url(v, s, "do/allow?line=%llu", (unsigned long long)p->line);
        rows[page->pair_count++] = row;
    }
    page->pairs = rows;
    return rows == NULL ? LM_LIMIT : LM_OK;
}

static const char *note_text(struct visit *v, const struct lm_desk_note *n)
{
    static const char *const kinds[] = {[LM_NOTE_REQUEST] = "asks",
                                        [LM_NOTE_INCIDENT] = "incident",
                                        [LM_NOTE_ANNOUNCEMENT] = "announced",
                                        [LM_NOTE_PRIZE] = "prize"};
    struct lm_text text = lm_text_in(v->arena);
    if (n->person != NULL)
        lm_text_print(&text, "%s: ", n->person->name);
    lm_text_add(&text, visit_title(v, kinds[n->kind]));
    if (n->kind == LM_NOTE_REQUEST)
        lm_text_print(&text, ": %s %s", visit_title(v, n->what), n->value == NULL ? "" : n->value);
    if (n->round > 0)
        lm_text_print(&text, ", %s",
                      visit_say_of(v, LM_KEY("desk.in-round"), lm_value_number("round", n->round)));
    if (n->text != NULL && *n->text != '\0')
        lm_text_print(&text, ": %s", n->text);
    if (n->kind == LM_NOTE_REQUEST)
        lm_text_add(&text, n->answer == LM_YES  ? visit_word(v, LM_KEY("desk.was-granted"))
                           : n->answer == LM_NO ? visit_word(v, LM_KEY("desk.was-denied"))
                                                : "");
    return lm_text_string(&text);
}

enum lm_status add_notes(struct visit *v, const struct lm_desk_section *s,
                         const struct lm_desk_person *about, const struct note_row **out,
                         size_t *count)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    struct note_row *rows = lm_arena_alloc(v->arena, e->note_count, sizeof *rows);
    for (size_t i = e->note_count; rows != NULL && i-- > 0;) {
        const struct lm_desk_note *n = e->notes[i];
        if ((about != NULL && n->person != about) || (n->section != NULL && n->section != s))
            continue;
        struct note_row row = {.text = note_text(v, n), .when = visit_clock(v, n->at, true)};
        if (n->kind == LM_NOTE_REQUEST && n->answer == LM_UNSET && act_may(v, "answer")) {
            unsigned long long line = n->line;
            row.grant = section_url(v, s, "do/answer?line=%llu&granted=yes", line);
            row.deny = section_url(v, s, "do/answer?line=%llu&granted=no", line);
        }
        rows[(*count)++] = row;
    }
    *out = rows;
    return rows == NULL ? LM_LIMIT : LM_OK;
}

/* Can the event be deleted? Only while nothing of it is public. */
static bool may_be_deleted(const struct visit *v)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    for (size_t i = 0; i < e->section_count; i++)
        if (lm_desk_current(e->sections[i]) != NULL)
            return false;
    return true;
}

/* Describe the FIDE mode in a sentence. */
static const char *mode_said(struct visit *v, const struct lm_desk_section *s)
{
    const struct lm_value values[] = {lm_value_number("round", s->fide_left),
                                      lm_value_text("why", s->fide_why)};
    return s->fide_mode       ? visit_word(v, LM_KEY("desk.fide-kept"))
           : s->fide_left > 0 ? visit_say(v, LM_KEY("desk.fide-gone"), values, 2)
                              : visit_word(v, LM_KEY("desk.fide-never"));
}

/* Add links that the user has the right to follow. */
static void add_ways(struct visit *v, const struct lm_desk_section *s, struct facts_page *page)
{
    const struct {
        bool may;
        struct site_url *url;
        struct site_url to;
    } ways[] = {
        {act_may(v, "settings"), &page->change_section, section_url(v, s, "do/settings")},
        {act_may(v, "forbid"), &page->forbid, section_url(v, s, "do/forbid")},
        {s->fide_mode && act_may(v, "leave-fide-mode"), &page->leave_mode,
         section_url(v, s, "do/leave-fide-mode")},
        {act_may(v, "change"), &page->change_event, section_url(v, s, "do/change")},
        {act_may(v, "change"), &page->add_section, section_url(v, s, "do/section")},
        {visit_may(v, RIGHT_LOG), &page->place, site_local(v->arena, "/e/%s/home", v->event->slug)},
        {visit_may(v, RIGHT_EVENT), &page->announcement,
         site_local(v->arena, "/e/%s/announcement", v->event->slug)},
        {visit_may(v, RIGHT_ACROSS), &page->entries,
         site_local(v->arena, "/e/%s/entries", v->event->slug)},
        {visit_may(v, RIGHT_ACROSS), &page->payments,
         site_local(v->arena, "/e/%s/payments", v->event->slug)},
        {visit_may(v, RIGHT_ACROSS), &page->message,
         site_local(v->arena, "/e/%s/message", v->event->slug)},
        {visit_may(v, RIGHT_INVITE), &page->people, site_local(v->arena, "/rights")}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (ways[i].may)
            *ways[i].url = ways[i].to;
}

static enum lm_status add_groups(struct settings *f)
{
    add_pairing(f);
    add_scores(f);
    add_time(f);
    add_schedule(f);
    add_event_rows(f);
    for (size_t i = 0; i < f->count; i++)
        if (f->groups[i].settings == NULL)
            return LM_LIMIT;
    return LM_OK;
}

static enum lm_status show_settings(struct visit *v)
{
    struct lm_desk_section *s;
    enum lm_status status = section_take(v, &s);
    if (status != LM_OK)
        return status;
    struct settings f = {.v = v, .s = s, .may = act_may(v, "settings")};
    status = add_groups(&f);
    struct facts_page page = {
        .head = section_head(v, s, TAB_SETTINGS, visit_word(v, LM_KEY("desk.settings"))),
        .groups = f.groups,
        .group_count = f.count,
        .section = lm_desk_section_title(s),
        .fide = mode_said(v, s),
        .in_mode = s->fide_mode};
    add_ways(v, s, &page);
    if (status == LM_OK && visit_may(v, RIGHT_PRIVATE))
        status = add_pairs(v, s, &page);
    if (status == LM_OK && visit_may(v, RIGHT_PRIVATE))
        status = add_notes(v, s, NULL, &page.notes, &page.note_count);
    if (status == LM_OK)
        status =
            act_links(v, s, "announce request incident sanction lots places play-off values sent",
                      "", &page.acts, &page.act_count);
    if (status == LM_OK)
        status = act_links(v, s, may_be_deleted(v) ? "cancel erase delete" : "cancel erase", "",
                           &page.dangers, &page.danger_count);
    if (status == LM_OK)
        page_desk_settings(&v->reply->body, v->language, &page);
    return status;
}

const struct handler settings_handlers[] = {{false, "/e/:event/:section/settings", RIGHT_DESK, NULL,
                                             "what was announced, forbidden, asked for",
                                             show_settings, false},
                                            {0}};
