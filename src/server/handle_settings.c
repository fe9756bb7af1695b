/* SPDX-License-Identifier: Apache-2.0 */
/* What was announced of an event and a section, what is forbidden, asked for and remembered. */
#include <string.h>

#include "limmat/keizer.h"
#include "server/handlers.h"
#include "server/templates.h"
#include "site/pages.h"

struct facts {
    struct visit *v;
    struct fact_row *rows;
    size_t count, capacity;
};

static void add_fact(struct facts *f, const char *term, const char *text)
{
    if (text == NULL || *text == '\0')
        return;
    if (lm_arena_grow(f->v->arena, &f->rows, &f->capacity, f->count + 1, sizeof *f->rows))
        f->rows[f->count++] = (struct fact_row){term, text};
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

/* C.07 art. 10: what the standings do, in words. */
static const char *unrated_text(struct visit *v, const struct lm_desk_section *s)
{
    if (strcmp(s->unrated, "drop") == 0)
        return visit_word(v, LM_KEY("desk.unrated-drop"));
    if (strcmp(s->unrated, "undeclared") != 0)
        return visit_say_of(v, LM_KEY("desk.unrated-count"), lm_value_text("rating", s->unrated));
    return visit_word(v, LM_KEY("desk.unrated-undeclared"));
}

/* Of Keizer's system, all of them; "" for others. */
static const char *keizer_text(struct visit *v, const struct lm_desk_section *s)
{
    struct lm_keizer_settings settings;
    struct lm_text text = lm_text_in(v->arena);
    if (s->system->rules.scores != NULL && lm_keizer_read(s->keizer, NULL, &settings) == LM_OK)
        lm_keizer_say(&text, &settings);
    return lm_text_string(&text);
}

static struct facts section_facts(struct visit *v, const struct lm_desk_section *s)
{
    struct facts f = {.v = v};
    add_fact(&f, visit_word(v, LM_KEY("desk.title")), s->title);
    add_fact(&f, visit_word(v, LM_KEY("desk.pairing-system")),
             site_system_title(v->language, s->system, v->arena));
    add_fact(&f, visit_word(v, LM_KEY("page.rounds")), visit_print(v, "%u", s->rounds));
    add_fact(&f, visit_word(v, LM_KEY("page.points")), points_text(v, s));
    add_fact(&f, visit_word(v, LM_KEY("desk.first-colour")),
             s->colour == LM_WHITE   ? visit_word(v, LM_KEY("page.white"))
             : s->colour == LM_BLACK ? visit_word(v, LM_KEY("page.black"))
                                     : visit_word(v, LM_KEY("desk.colour-by-lot")));
    add_fact(&f, visit_word(v, LM_KEY("desk.tie-breaks")),
             *s->tie_breaks == '\0' ? visit_word(v, LM_KEY("desk.as-recommended")) : s->tie_breaks);
    add_fact(&f, visit_word(v, LM_KEY("desk.unrated-in")), unrated_text(v, s));
    add_fact(&f, visit_word(v, LM_KEY("page.keizer-settings")), keizer_text(v, s));
    add_fact(&f, visit_word(v, LM_KEY("desk.acceleration")), visit_said(v, s->acceleration));
    add_fact(&f, visit_word(v, LM_KEY("desk.rated-as")), visit_said(v, s->rate));
    add_fact(&f, visit_word(v, LM_KEY("desk.lists-first")),
             *s->lists != '\0'
                 ? s->lists
                 : visit_say_of(v, LM_KEY("desk.by-kind"), lm_value_text("lists", list_order(s))));
    add_fact(&f, visit_word(v, LM_KEY("page.time-control")), s->time_control);
    add_fact(&f, visit_word(v, LM_KEY("desk.phones")),
             s->phones ? visit_word(v, LM_KEY("desk.phones-yes"))
                       : visit_word(v, LM_KEY("desk.phones-no")));
    uint32_t byes = s->half_byes < s->rounds ? s->half_byes : s->rounds; /* Keizer: any number */
    add_fact(&f, visit_word(v, LM_KEY("desk.half-byes")),
             s->half_byes == 0 ? visit_word(v, LM_KEY("desk.none"))
             : s->last_bye == 0
                 ? visit_say_of(v, LM_KEY("desk.byes-not-last"), lm_value_number("count", byes))
                 : visit_say(v, LM_KEY("desk.byes-up-to"),
                             (const struct lm_value[]){lm_value_number("count", byes),
                                                       lm_value_number("round", s->last_bye)},
                             2));
    return f;
}

static struct facts event_facts(struct visit *v)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    struct facts f = {.v = v};
    add_fact(&f, visit_word(v, LM_KEY("page.name")), e->name);
    add_fact(&f, visit_word(v, LM_KEY("desk.dates")),
             site_dates(v->language, e->start, e->end, v->arena));
    add_fact(&f, visit_word(v, LM_KEY("page.venue")), e->city);
    add_fact(&f, visit_word(v, LM_KEY("page.federation")), e->federation);
    add_fact(&f, visit_word(v, LM_KEY("page.chief-arbiter")), e->arbiter);
    for (size_t i = 0; i < e->deputy_count; i++)
        add_fact(&f, visit_word(v, LM_KEY("desk.deputy")), e->deputies[i]);
    return f;
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
    lm_text_add(&text, visit_said(v, kinds[n->kind]));
    if (n->kind == LM_NOTE_REQUEST)
        lm_text_print(&text, ": %s %s", visit_said(v, n->what), n->value == NULL ? "" : n->value);
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
        if (n->kind == LM_NOTE_REQUEST && n->answer == LM_UNSAID && act_may(v, "answer")) {
            unsigned long long line = n->line;
            row.grant = section_url(v, s, "do/answer?line=%llu&granted=yes", line);
            row.deny = section_url(v, s, "do/answer?line=%llu&granted=no", line);
        }
        rows[(*count)++] = row;
    }
    *out = rows;
    return rows == NULL ? LM_LIMIT : LM_OK;
}

static enum lm_status show_settings(struct visit *v)
{
    struct lm_desk_section *s;
    enum lm_status status = section_take(v, &s);
    if (status != LM_OK)
        return status;
    struct facts section = section_facts(v, s), event = event_facts(v);
    struct facts_page page = {
        .head = section_head(v, s, TAB_SETTINGS, visit_word(v, LM_KEY("desk.settings"))),
        .facts = section.rows,
        .fact_count = section.count,
        .of_event = event.rows,
        .other_count = event.count,
        .in_mode = s->fide_mode};
    page.fide = s->fide_mode ? visit_word(v, LM_KEY("desk.fide-kept"))
                : s->fide_left > 0
                    ? visit_say(v, LM_KEY("desk.fide-gone"),
                                (const struct lm_value[]){lm_value_number("round", s->fide_left),
                                                          lm_value_text("why", s->fide_why)},
                                2)
                    : visit_word(v, LM_KEY("desk.fide-never"));
    if (act_may(v, "settings"))
        page.change_section = section_url(v, s, "do/settings");
    if (act_may(v, "change")) {
        page.change_event = section_url(v, s, "do/change");
        page.add_section = section_url(v, s, "do/section");
    }
    if (visit_may(v, RIGHT_LOG))
        page.place = site_local(v->arena, "/e/%s/home", v->event->slug);
    if (visit_may(v, RIGHT_INVITE))
        page.people = site_local(v->arena, "/rights");
    if (visit_may(v, RIGHT_PRIVATE))
        status = add_pairs(v, s, &page);
    if (status == LM_OK && visit_may(v, RIGHT_PRIVATE))
        status = add_notes(v, s, NULL, &page.notes, &page.note_count);
    if (status == LM_OK)
        status = act_links(v, s,
                           "forbid announce request incident lots places play-off values cancel "
                           "leave-fide-mode erase",
                           "", &page.acts, &page.act_count);
    if (status == LM_OK)
        page_desk_settings(&v->reply->body, v->language, &page);
    return status;
}

const struct handler settings_handlers[] = {{false, "/e/:event/:section/settings", RIGHT_DESK, NULL,
                                             "what was announced, forbidden, asked for",
                                             show_settings, false},
                                            {0}};
