/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pairing the last round of a large event again, with its reasons, took nearly all the time of its
 * public pages (240 ms for 500 players), on every page. A new result changes no reason of that
 * round. So the reasons are stored apart, under a digest of everything they depend on (the previous
 * rounds, the pairs and absences). They are made for the first page that needs them, and outlive
 * the publications that share them.
 *
 * A tournament of the desk points into the desk's memory, which belongs to the visit that holds the
 * event. So it is copied by writing and reading it; the digest is made of the same bytes.
 */
#include "server/publication.h"

#include <stdlib.h>
#include <string.h>

#include "limmat/formats.h"
#include "os/threads.h"
#include "server/entries.h"
#include "server/events.h"
#include "server/secrets.h"
#include "server/submissions.h"

enum {
    LANGUAGES_MAX = 16,
    ARENA_MAX = 1 << 30,
    KEPT = 64 /* publications: some megabytes each for a large event */
};

/* Reasons for the pairing of the last round. */
struct reasons {
    unsigned users;
    struct lm_arena *arena;
    struct site_reasons why;
};

struct publication {
    unsigned users; /* the list counts as one */
    uint64_t number;
    struct lm_arena *arena;
    char *slug, *section;
    struct site_event *event;                   /* in English */
    struct site_event *editions[LANGUAGES_MAX]; /* the same in each language; [0] is ${event} */
    const struct site_language *languages;
    size_t language_count;
    char digest[SECRETS_DIGEST]; /* of the data that the reasons depend on */
    struct reasons *reasons;     /* NULL: not requested yet */
    bool explaining, making;     /* a thread is making the reasons; the next publication */
    struct publication *next;
};

struct publications {
    struct os_mutex lock; /* of all fields here, and those above except the parts being made */
    struct os_condition made;
    struct publication *first; /* the latest of each section, the newest first */
};

/* --- counting users */

static void drop_reasons(struct reasons *r)
{
    if (r == NULL || --r->users > 0)
        return;
    lm_arena_free(r->arena);
    free(r);
}

static void drop(struct publication *p)
{
    if (p == NULL || --p->users > 0)
        return;
    drop_reasons(p->reasons);
    lm_arena_free(p->arena);
    free(p->slug);
    free(p->section);
    free(p);
}

struct publications *publications_new(void)
{
    struct publications *all = calloc(1, sizeof *all);
    if (all == NULL)
        return NULL;
    os_mutex_make(&all->lock);
    os_condition_make(&all->made);
    return all;
}

void publications_free(struct publications *all)
{
    if (all == NULL)
        return;
    for (struct publication *p = all->first, *next; p != NULL; p = next) {
        next = p->next;
        drop(p);
    }
    os_condition_end(&all->made);
    os_mutex_end(&all->lock);
    free(all);
}

void publication_give(struct publications *all, struct publication *p)
{
    if (p == NULL)
        return;
    os_mutex_take(&all->lock);
    drop(p);
    os_mutex_give(&all->lock);
}

struct site_event *publication_event(const struct publication *p, const char *path)
{
    size_t i = site_language_at(p->languages, p->language_count, path);
    return i == 0 ? p->event : p->editions[i];
}

uint64_t publication_number(const struct publication *p)
{
    return p->number;
}

bool publication_number_of(struct server *s, const char *slug, uint64_t *number)
{
    if (!submissions_own(slug))
        return events_number(s->events, slug, number);
    return s->submissions != NULL && submissions_number(s->submissions, slug + 1, number);
}

/* Give every edition the reasons. */
static void give_reasons(struct publication *p)
{
    for (size_t i = 0; i < p->language_count; i++)
        p->editions[i]->last = p->reasons->why;
}

/* --- making one */

/* Copy a submitted tournament in the same way; no visit holds it. */
static enum lm_status copy_sent(struct visit *v, const char *slug, struct lm_text *bytes)
{
    struct lm_tournament *t;
    if (!submissions_number(v->server->submissions, slug, &v->number))
        return visit_refuse(v, 404, "Tournament not found");
    enum lm_status status = submission_version(v->server, slug, 0, v->arena, &v->log, &t);
    return status == LM_OK ? lm_write(lm_format_named("json"), t, NULL, &v->log, bytes) : status;
}

/* Return the rooms of the boards in the last published round of ${s}, in ${v}'s arena; NULL: none
 * were set. */
static const char *const *rooms_of(struct visit *v, const struct lm_desk_section *s, size_t *count)
{
    const struct lm_desk_round *round = lm_desk_current(s);
    const char *const *tables;
    bool any = false;
    if (round != NULL && round->version == 0)
        round = lm_desk_round(s, round->number - 1);
    round = round == NULL ? NULL : lm_desk_seen(round);
    *count = round == NULL ? 0 : round->board_count;
    const char **rooms = lm_arena_alloc(v->arena, *count + 1, sizeof *rooms);
    if (*count == 0 || rooms == NULL || lm_desk_tables(round, v->arena, &tables) != LM_OK)
        return NULL;
    for (size_t i = 0; i < *count; i++) {
        rooms[i] = room_in(v, s, tables[i]);
        any |= *rooms[i] != '\0';
    }
    return any ? rooms : NULL;
}

/* Data copied from the event: the tournament as bytes, and what is not part of it. */
struct copied {
    struct lm_text bytes;
    const char *const *rooms; /* as in struct site_event; NULL: none */
    size_t room_count;
};

/* Copy the data of ${section} into the arena of ${v} and give the event back. */
static enum lm_status copy_out(struct visit *v, const char *slug, const char *section,
                               struct copied *out)
{
    struct lm_tournament *t;
    struct lm_text *bytes = &out->bytes;
    if (submissions_own(slug))
        return copy_sent(v, slug + 1, bytes);
    enum lm_status status = event_take(v, slug);
    if (status != LM_OK)
        return status;
    const struct lm_desk_section *s = lm_desk_section(v->event->desk, section);
    if (s == NULL)
        status = visit_refuse(v, 404, "This event doesn’t have a section of that name");
    else
        status = lm_desk_tournament(v->event->desk, s, LM_FOR_PUBLIC, 0, v->arena, NULL, &t);
    if (status == LM_OK)
        status = lm_write(lm_format_named("json"), t, NULL, &v->log, bytes);
    if (status == LM_OK)
        out->rooms = rooms_of(v, s, &out->room_count);
    event_give(v);
    return status;
}

/* Copy the rooms into ${arena}; NULL: none. */
static const char *const *keep_rooms(const struct copied *from, struct lm_arena *arena)
{
    const char **rooms =
        from->rooms == NULL ? NULL : lm_arena_alloc(arena, from->room_count, sizeof *rooms);
    for (size_t i = 0; rooms != NULL && i < from->room_count; i++)
        if ((rooms[i] = lm_arena_copy(arena, from->rooms[i], strlen(from->rooms[i]))) == NULL)
            return NULL;
    return rooms;
}

static enum lm_status copy_in(struct visit *v, const struct lm_text *bytes, struct lm_arena *arena,
                              struct lm_tournament **t)
{
    const struct lm_read_options json = {.format = lm_format_named("json")};
    enum lm_status status = lm_read(lm_text_string(bytes), bytes->length, &json, arena, &v->log, t);
    return status == LM_INVALID ? LM_INTERNAL : status; /* what the desk wrote must be readable */
}

/* Compute the digest of ${t} without the results of its last round. */
static enum lm_status digest_cause(struct visit *v, struct lm_tournament *t,
                                   char digest[SECRETS_DIGEST])
{
    struct lm_text text = lm_text_in(v->arena);
    uint32_t games = t->games_per_match;
    uint8_t *kept = lm_arena_alloc(v->arena, t->player_count, games);
    if (kept == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; t->rounds_paired > 0 && i < t->player_count * games; i++) {
        struct lm_record *last = lm_record_of(t, i / games, t->rounds_paired) + i % games;
        kept[i] = last->result;
        last->result = last->opponent == LM_NOBODY ? last->result : LM_DRAW;
    }
    enum lm_status status = lm_write(lm_format_named("json"), t, NULL, &v->log, &text);
    for (uint32_t i = 0; t->rounds_paired > 0 && i < t->player_count * games; i++)
        lm_record_of(t, i / games, t->rounds_paired)[i % games].result = kept[i];
    secrets_digest(lm_text_string(&text), text.length, digest);
    return status;
}

/* Make the reasons of the last round of ${e}, whose tournament is written in ${bytes}. */
static enum lm_status explain(struct visit *v, const struct site_event *e,
                              const struct lm_text *bytes, struct reasons **out)
{
    struct reasons *r = calloc(1, sizeof *r);
    if (r == NULL)
        return LM_LIMIT;
    r->users = 1;
    struct site_event own = {
        .system = e->system, .slug = e->slug, .names = e->names, .known = e->known};
    struct lm_tournament *t = NULL;
    enum lm_status status = lm_arena_new(&r->arena, NULL, ARENA_MAX);
    if (status == LM_OK)
        status = copy_in(v, bytes, r->arena, &t);
    own.t = t;
    if (status == LM_OK)
        status = site_see_as_paired(&own, r->arena);
    if (status == LM_OK)
        status = site_explain(&own, e->rounds, r->arena, &r->why);
    if (status == LM_OK)
        *out = r;
    else
        drop_reasons(r);
    return status;
}

/* Give ${p} the reasons of ${old} if they are about the same pairing. */
static enum lm_status carry_reasons(struct visit *v, struct publication *p, struct publication *old,
                                    struct lm_tournament *t)
{
    struct publications *all = v->server->publications;
    enum lm_status status = digest_cause(v, t, p->digest);
    if (status != LM_OK || old == NULL)
        return status;
    os_mutex_take(&all->lock);
    if (old->reasons != NULL && strcmp(old->digest, p->digest) == 0) {
        p->reasons = old->reasons;
        p->reasons->users++;
        give_reasons(p);
    }
    os_mutex_give(&all->lock);
    return LM_OK;
}

/* Make the other languages of ${p}'s event. */
static enum lm_status translate(struct publication *p)
{
    enum lm_status status = LM_OK;
    p->editions[0] = p->event;
    p->language_count = p->language_count < LANGUAGES_MAX ? p->language_count : LANGUAGES_MAX;
    for (size_t i = 1; status == LM_OK && i < p->language_count; i++) {
        struct site_names *names = lm_arena_alloc(p->arena, 1, sizeof *names);
        if (names == NULL)
            return LM_LIMIT;
        *names = site_names_in(p->event->names, p->languages, p->language_count, i);
        status = site_event_in(p->event, names, p->arena, &p->editions[i]);
    }
    return status;
}

/* Add the time of the last change of a submission, and the link to its history. */
static enum lm_status tell_version(struct visit *v, struct publication *p)
{
    struct submission s;
    enum lm_status status = submissions_at(v->server->submissions, p->section, p->arena, &s);
    p->event->history = "history.html";
    p->event->updated = status == LM_OK && s.slug != NULL ? s.changed : 0;
    return status;
}

/* Fill ${p}, whose section and event are named, with data of ${old} where it still holds. */
static enum lm_status make(struct visit *v, struct publication *p, struct publication *old)
{
    struct copied copied = {.bytes = lm_text_in(v->arena)};
    struct lm_tournament *t = NULL;
    enum lm_status status = copy_out(v, p->slug, p->section, &copied);
    p->number = v->number;
    if (status == LM_OK)
        status = lm_arena_new(&p->arena, NULL, ARENA_MAX);
    if (status == LM_OK)
        status = copy_in(v, &copied.bytes, p->arena, &t);
    struct site_names *names = status == LM_OK ? lm_arena_alloc(p->arena, 1, sizeof *names) : NULL;
    if (names == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    /* Absolute addresses (feeds, link previews) need a permanent host name. */
    bool sent = submissions_own(p->slug);
    const char *base = *v->server->host == '\0' ? ""
                       : sent                   ? visit_print(v, "%s/t/", v->server->url)
                              : visit_print(v, "%s/p/%s/", v->server->url, p->slug);
    p->languages = site_every_language(p->arena, &p->language_count);
    if (p->languages == NULL)
        return LM_LIMIT;
    const struct site_names plain =
        site_names_of(lm_arena_copy(p->arena, base, strlen(base)), p->arena);
    *names = site_names_in(&plain, p->languages, p->language_count, 0);
    names->run_here = !sent;
    status = site_event_begin(t, p->section, names, p->arena, &v->log, &p->event);
    if (status == LM_OK && sent)
        status = tell_version(v, p);
    if (status == LM_OK)
        p->event->rooms = keep_rooms(&copied, p->arena);
    if (status == LM_OK)
        status = translate(p);
    if (status == LM_OK && p->event->explained && p->event->rounds > 0)
        status = carry_reasons(v, p, old, t);
    return status;
}

enum lm_status publication_explain(struct visit *v, struct publication *p)
{
    struct publications *all = v->server->publications;
    struct lm_text bytes = lm_text_in(v->arena);
    struct reasons *fresh = NULL;
    enum lm_status status = LM_OK;
    if (!p->event->explained || p->event->rounds == 0)
        return LM_OK;
    os_mutex_take(&all->lock);
    while (p->explaining)
        os_condition_wait(&all->made, &all->lock);
    bool mine = p->explaining = p->reasons == NULL;
    os_mutex_give(&all->lock);
    if (!mine)
        return LM_OK;
    status = lm_write(lm_format_named("json"), p->event->t, NULL, &v->log, &bytes);
    if (status == LM_OK)
        status = explain(v, p->event, &bytes, &fresh);
    os_mutex_take(&all->lock);
    if (status == LM_OK) {
        p->reasons = fresh;
        give_reasons(p);
    }
    p->explaining = false;
    os_condition_broadcast(&all->made);
    os_mutex_give(&all->lock);
    return status;
}

static struct publication *publication_new(const char *slug, const char *section)
{
    struct publication *p = calloc(1, sizeof *p);
    if (p == NULL)
        return NULL;
    *p = (struct publication){.users = 1, .slug = strdup(slug), .section = strdup(section)};
    if (p->slug != NULL && p->section != NULL)
        return p;
    drop(p);
    return NULL;
}

/* --- the latest */

/* Find the place of that section in the list; NULL at its end. */
static struct publication **place_of(struct publications *all, const char *slug,
                                     const char *section)
{
    struct publication **at = &all->first;
    while (*at != NULL && (strcmp((*at)->slug, slug) != 0 || strcmp((*at)->section, section) != 0))
        at = &(*at)->next;
    return at;
}

/* Put ${fresh} first, instead of the previous one of its section; drop the oldest if there are too
 * many. */
static void put_first(struct publications *all, struct publication *fresh)
{
    struct publication **at = place_of(all, fresh->slug, fresh->section), *there = *at;
    if (there != NULL)
        *at = there->next;
    drop(there);
    fresh->next = all->first;
    all->first = fresh;
    at = &all->first;
    for (unsigned i = 0; i < KEPT && *at != NULL; i++)
        at = &(*at)->next;
    for (struct publication *old; (old = *at) != NULL; drop(old))
        *at = old->next;
}

/* Make the successor of ${old} (NULL: none) and put it in its place. The lock is held on entry and
 * on return, not between. */
static enum lm_status replace(struct visit *v, struct publications *all, struct publication *old,
                              const char *slug, const char *section, struct publication **out)
{
    if (old != NULL) {
        old->making = true;
        old->users++;
    }
    os_mutex_give(&all->lock);
    struct publication *fresh = publication_new(slug, section);
    enum lm_status status = fresh == NULL ? LM_LIMIT : make(v, fresh, old);
    os_mutex_take(&all->lock);
    if (status == LM_OK) {
        fresh->users++; /* users: the list and the caller */
        put_first(all, fresh);
        *out = fresh;
    } else {
        drop(fresh);
    }
    if (old != NULL)
        old->making = false;
    drop(old);
    os_condition_broadcast(&all->made);
    return status;
}

enum lm_status publication_take(struct visit *v, const char *slug, const char *section,
                                struct publication **out)
{
    struct publications *all = v->server->publications;
    uint64_t number;
    if (!publication_number_of(v->server, slug, &number))
        return visit_refuse(v, 404, "Event not found");
    enum lm_status status = LM_OK;
    *out = NULL;
    os_mutex_take(&all->lock);
    while (status == LM_OK && *out == NULL) {
        struct publication *p = *place_of(all, slug, section);
        if (p != NULL && p->number >= number) {
            p->users++;
            *out = p;
        } else if (p != NULL && p->making) {
            os_condition_wait(&all->made, &all->lock);
        } else {
            status = replace(v, all, p, slug, section, out);
        }
    }
    os_mutex_give(&all->lock);
    if (status == LM_OK)
        v->number = (*out)->number;
    return status;
}
