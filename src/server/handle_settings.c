/* SPDX-License-Identifier: Apache-2.0 */
/* What was announced of an event and a section, what is forbidden, asked for and remembered. */
#include <string.h>

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
    struct lm_text text = lm_text_in(v->arena);
    const struct {
        const char *before;
        int32_t tenths;
    } parts[] = {{"", s->win},
                 {" for a win, ", s->draw},
                 {" for a draw, ", s->loss},
                 {" for a loss, ", s->pab}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        lm_text_add(&text, parts[i].before);
        site_add_points(&text, (struct site_points){parts[i].tenths});
    }
    lm_text_add(&text, " for the bye of the pairing");
    return lm_text_string(&text);
}

/* C.07 art. 10: what the standings do, in words. */
static const char *unrated_text(struct visit *v, const struct lm_desk_section *s)
{
    if (strcmp(s->unrated, "drop") == 0)
        return "games against them are left out (C.07 art. 10)";
    if (strcmp(s->unrated, "undeclared") != 0)
        return visit_print(v, "they count as %s (C.07 art. 10)", s->unrated);
    return "not declared: with such players these tie-breaks are shown and do not rank (C.07 "
           "art. 10)";
}

static struct facts section_facts(struct visit *v, const struct lm_desk_section *s)
{
    struct facts f = {.v = v};
    add_fact(&f, "Title", s->title);
    add_fact(&f, "Pairing system", s->system->title);
    add_fact(&f, "Rounds", visit_print(v, "%u", s->rounds));
    add_fact(&f, "Points", points_text(v, s));
    add_fact(&f, "First colour",
             s->colour == LM_WHITE   ? "White"
             : s->colour == LM_BLACK ? "Black"
                                     : "by lot, when round 1 is paired");
    add_fact(&f, "Tie-breaks", *s->tie_breaks == '\0' ? "as the rules recommend" : s->tie_breaks);
    add_fact(&f, "Unrated players in tie-breaks on ratings", unrated_text(v, s));
    add_fact(&f, "Acceleration", s->acceleration);
    add_fact(&f, "Rated as", s->rate);
    add_fact(
        &f, "Rating lists, the first first",
        visit_print(v, "%s%s", list_order(s), *s->lists == '\0' ? " (by the kind of play)" : ""));
    add_fact(&f, "Time control", s->time_control);
    add_fact(&f, "Results by players’ phones", s->phones ? "yes, outside the playing area" : "no");
    add_fact(&f, "Half-point byes",
             s->half_byes == 0 ? "none"
             : s->last_bye == 0
                 ? visit_print(v, "%u a player, not in the last round", s->half_byes)
                 : visit_print(v, "%u a player, up to round %u", s->half_byes, s->last_bye));
    return f;
}

static struct facts event_facts(struct visit *v)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    struct facts f = {.v = v};
    add_fact(&f, "Name", e->name);
    add_fact(&f, "Dates", site_dates(lm_english(), e->start, e->end, v->arena));
    add_fact(&f, "Place", e->city);
    add_fact(&f, "Federation", e->federation);
    add_fact(&f, "Chief arbiter", e->arbiter);
    for (size_t i = 0; i < e->deputy_count; i++)
        add_fact(&f, "Deputy", e->deputies[i]);
    return f;
}

static const char *pair_text(struct visit *v, const struct lm_desk_prohibition *p)
{
    struct lm_text text = lm_text_in(v->arena);
    for (size_t i = 0; i < p->count; i++)
        lm_text_print(&text, "%s%s",
                      i == 0              ? ""
                      : i + 1 == p->count ? " and "
                                          : ", ",
                      player_name(v, p->players[i]));
    lm_text_add(&text, p->wished ? " would rather not meet" : " must not meet");
    if (p->first_round > 1 || p->last_round < LM_ROUNDS_MAX)
        lm_text_print(&text, ", rounds %u to %u", p->first_round,
                      p->last_round < LM_ROUNDS_MAX ? p->last_round
                                                    : p->players[0]->section->rounds);
    return lm_text_string(&text);
}

static enum lm_status add_pairs(struct visit *v, const struct lm_desk_section *s,
                                struct facts_page *page)
{
    struct note_row *rows = lm_arena_alloc(v->arena, s->prohibition_count, sizeof *rows);
    for (size_t i = 0; rows != NULL && i < s->prohibition_count; i++) {
        const struct lm_desk_prohibition *p = s->prohibitions[i];
        if (p->lifted)
            continue;
        struct note_row row = {.text = pair_text(v, p), .undo_label = "Allow again"};
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
    lm_text_add(&text, kinds[n->kind]);
    if (n->kind == LM_NOTE_REQUEST)
        lm_text_print(&text, " for: %s %s", n->what, n->value == NULL ? "" : n->value);
    if (n->round > 0)
        lm_text_print(&text, ", round %u", n->round);
    if (n->text != NULL && *n->text != '\0')
        lm_text_print(&text, ": %s", n->text);
    if (n->kind == LM_NOTE_REQUEST)
        lm_text_add(&text, n->answer == LM_YES  ? " (granted)"
                           : n->answer == LM_NO ? " (denied)"
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
    struct facts_page page = {.head = section_head(v, s, TAB_SETTINGS, "Settings"),
                              .facts = section.rows,
                              .fact_count = section.count,
                              .of_event = event.rows,
                              .other_count = event.count,
                              .in_mode = s->fide_mode};
    page.fide = s->fide_mode       ? "Everything was done as FIDE’s rules have it."
                : s->fide_left > 0 ? visit_print(v, "Left before round %u, for good: %s.",
                                                 s->fide_left, s->fide_why)
                                   : "The pairing system is none of FIDE’s.";
    if (act_may(v, "settings")) {
        page.change_section = section_url(v, s, "do/settings");
        page.change_event = section_url(v, s, "do/change");
        page.add_section = section_url(v, s, "do/section");
    }
    page.place = site_local(v->arena, "/e/%s/home", v->event->slug);
    if (role_may(v->who.role, RIGHT_SERVER))
        page.people = site_local(v->arena, "/rights");
    status = add_pairs(v, s, &page);
    if (status == LM_OK)
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
