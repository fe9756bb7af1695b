/* SPDX-License-Identifier: Apache-2.0 */
/* Public pages of an event: those of `limmat publish`, made on request. */
#include <string.h>

#include "server/event_views.h"
#include "server/follow.h"
#include "server/handlers.h"
#include "server/outbox.h"
#include "server/publication.h"
#include "server/service.h"
#include "server/share_pictures.h"
#include "site/pages.h"

enum { STALE_SECONDS = 60 }; /* since the last contact of the home */

/* --- addresses of an event */

/* The sections of an event as their list shows them, and the data behind it. */
struct sections {
    const char *const *ids;
    size_t count;
    const char *event;
};

static enum lm_status read_sections(struct visit *v, const char *slug, struct sections *out)
{
    enum lm_status status = event_take(v, slug);
    if (status != LM_OK)
        return status;
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    const char **ids = lm_arena_alloc(v->arena, e->section_count, sizeof *ids);
    out->event = visit_print(v, "%s", *e->name == '\0' ? slug : e->name);
    for (size_t i = 0; ids != NULL && i < e->section_count; i++)
        ids[out->count++] = visit_print(v, "%s", e->sections[i]->id);
    out->ids = ids;
    event_give(v);
    if (ids == NULL)
        return LM_LIMIT;
    return out->count > 0 ? LM_OK : visit_refuse(v, 404, "This event doesn’t have a section yet");
}

static enum lm_status add_section(struct visit *v, const char *id, const char *page,
                                  struct site_index_row *row)
{
    struct publication *p;
    enum lm_status status = publication_take(v, v->parts[0], id, &p);
    if (status != LM_OK)
        return status;
    status = site_index_row_of(publication_event(p, page), v->arena, row);
    publication_give(v->server->publications, p);
    return status;
}

/* Write the list of sections, in the language of ${page}. */
static enum lm_status list_sections(struct visit *v, const struct sections *s, const char *page)
{
    size_t count;
    const struct site_language *languages = site_every_language(v->arena, &count);
    struct site_index_row *rows = lm_arena_alloc(v->arena, s->count, sizeof *rows);
    enum lm_status status = languages == NULL || rows == NULL ? LM_LIMIT : LM_OK;
    for (size_t i = 0; status == LM_OK && i < s->count; i++)
        status = add_section(v, s->ids[i], page, &rows[i]);
    if (status != LM_OK)
        return status;
    const struct site_names plain = site_names_of("", v->arena);
    const struct site_names names =
        site_names_in(&plain, languages, count, site_language_at(languages, count, page));
    v->reply->type = "text/html; charset=utf-8";
    return site_write_sections(&names, s->event, site_local(v->arena, "/"), rows, s->count,
                               v->arena, &v->reply->body);
}

/* Redirect to the list of sections, or of a single section to its first page; in the reader's
 * language. */
static enum lm_status show_short(struct visit *v)
{
    struct sections s = {0};
    const char *slug = v->parts[0];
    enum lm_status status = read_sections(v, slug, &s);
    if (status != LM_OK)
        return status;
    const char *page = visit_print(v, "index%s.html", language_suffix(v));
    return s.count > 1 ? visit_go(v, "/p/%s/%s", slug, page)
                       : visit_go(v, "/p/%s/%s/%s", slug, s.ids[0], page);
}

/* Show the pages above a section: the list of sections, or of all events if there is one section.
 * The files that public pages share are there, too. */
static enum lm_status show_shared(struct visit *v)
{
    struct sections s = {0};
    const char *file = v->parts[1];
    if (strncmp(file, "index.", 6) != 0) {
        v->parts[0] = file;
        return show_asset(v);
    }
    enum lm_status status = read_sections(v, v->parts[0], &s);
    if (status != LM_OK)
        return status;
    return s.count > 1 ? list_sections(v, &s, file) : language_follow(v, file, "/");
}

/* --- the public pages */

/* Find the page called ${path} in the table, and its index. */
static const struct site_page *page_at(const struct site_event *e, const char *path,
                                       struct lm_arena *arena, uint32_t *index)
{
    for (const struct site_page *page = site_pages; page->name != NULL; page++) {
        uint32_t first, end;
        site_page_range(page, e, &first, &end);
        for (*index = first; *index < end; (*index)++) {
            struct lm_text text = lm_text_in(arena);
            site_add_path(&text, page, e, *index);
            if (strcmp(lm_text_string(&text), path) == 0)
                return page;
        }
    }
    return NULL;
}

/* Find the downloadable file called ${path}; NULL: there is none. */
static const struct site_file *file_at(const struct site_event *e, const char *path)
{
    for (size_t i = 0; i < SITE_FILES; i++)
        if (e->files[i].bytes != NULL && strcmp(e->files[i].path, path) == 0)
            return &e->files[i];
    return NULL;
}

const char *public_type(const char *path)
{
    static const char *const types[][2] = {{".svg", "image/svg+xml"},
                                           {".png", "image/png"},
                                           {".xml", "application/atom+xml"},
                                           {".json", "application/json"},
                                           {".ics", "text/calendar; charset=utf-8"},
                                           {".journal", "text/plain; charset=utf-8"}};
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot != NULL && i < sizeof types / sizeof *types; i++)
        if (strcmp(dot, types[i][0]) == 0)
            return types[i][1];
    return "text/html; charset=utf-8";
}

static bool tells_reasons(const struct site_page *page)
{
    return page->over == SITE_PLAYERS || page->over == SITE_TEAMS || page->over == SITE_EXPLAINED;
}

/* Return what the page of ${v} offers followers; NULL: nothing. */
const struct site_follow *public_follow(struct visit *v)
{
    struct site_follow *follow = lm_arena_alloc(v->arena, 1, sizeof *follow);
    bool mails = outbox_sends(v->server->outbox, BY_MAIL);
    const char *key = follow_key(v->server);
    if (follow == NULL || (!mails && *key == '\0'))
        return NULL;
    *follow =
        (struct site_follow){key, v->request->path, mails, site_local(v->arena, "/follow"), ""};
    return follow;
}

/* Return the directory's address of the event at the address of ${v}. */
static const char *folder_of(struct visit *v)
{
    const char *path = v->request->path, *end = strrchr(path, '/');
    return visit_print(v, "%.*s", (int)(end - path + 1), path);
}

/* Add the sections beside ${e} to its first page ${path}. */
static enum lm_status add_beside(struct visit *v, struct site_event *e, const char *path)
{
    struct directory_event *all;
    size_t count;
    enum lm_status status = service_refresh(v);
    if (status == LM_OK)
        status = directory_sections(v->server->directory, folder_of(v), v->arena, &all, &count);
    struct site_link *links =
        status == LM_OK ? lm_arena_alloc(v->arena, count, sizeof *links) : NULL;
    if (links == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    for (size_t i = 0; i < count; i++)
        links[i] = (struct site_link){service_name_of(v, &all[i]),
                                      site_local(v->arena, "%s%s", all[i].address, path),
                                      strcmp(all[i].address, folder_of(v)) == 0};
    e->sections = links;
    e->section_count = count;
    return LM_OK;
}

/* Add what the directory knows to ${page} at the address of ${v}. */
static enum lm_status add_found(struct visit *v, struct site_event *e, const struct site_page *page,
                                const char *path, uint32_t index)
{
    if (page->write == site_write_event)
        return add_beside(v, e, path);
    if (page->write == site_write_player)
        e->person = directory_key(v->server->directory, folder_of(v), e->t->players[index].tpn,
                                  v->now, v->arena);
    return LM_OK;
}

enum lm_status public_write(struct visit *v, struct site_event *e, struct publication *p,
                            const char *path)
{
    uint32_t index = 0;
    const struct site_file *file = file_at(e, path);
    if (file != NULL) {
        lm_text_add_bytes(&v->reply->body, file->bytes, file->length);
        v->reply->type = "text/plain; charset=utf-8";
        v->reply->file = file->path;
        return LM_OK;
    }
    if (view_write(e, path, v->arena, &v->reply->body)) {
        v->reply->type = "application/json";
        return LM_OK;
    }
    const struct site_page *page = page_at(e, path, v->arena, &index);
    unsigned number;
    if (page == NULL && sscanf(path, "player-%9u.", &number) == 1) {
        const struct lm_value which = lm_value_text("number", visit_print(v, "%u", number));
        return visit_refuse(v, 404, "%s", visit_say(v, LM_KEY("results.no-player"), &which, 1));
    }
    if (page == NULL)
        return visit_refuse(v, 404, "Page not found");
    v->reply->type = public_type(path);
    /* Reasons take the longest, and most pages need none. */
    enum lm_status status = LM_OK;
    if (tells_reasons(page) && p != NULL) {
        status = publication_explain(v, p);
        e->last = publication_event(p, path)->last;
    } else if (tells_reasons(page) && e->explained && e->rounds > 0) {
        status = site_explain(e, e->rounds, v->arena, &e->last);
    }
    if (status == LM_OK && p != NULL)
        status = add_found(v, e, page, path, index);
    if (status == LM_OK)
        status = page->write(e, index, v->arena, &v->reply->body);
    if (status == LM_OK && v->reply->body.length == 0)
        return visit_refuse(v, 404, "Page not found");
    return status;
}

void public_missing(struct visit *v, const struct site_event *e, const char *at)
{
    v->of = visit_print(v, "%s", site_title(e));
    v->of_at = visit_print(v, "%s/index%s.html", at, language_suffix(v));
}

static enum lm_status show_public(struct visit *v)
{
    struct publication *p;
    enum lm_status status = publication_take(v, v->parts[0], v->parts[1], &p);
    if (status != LM_OK)
        return status;
    struct site_event e = *publication_event(p, v->parts[2]);
    int64_t heard = events_heard(v->server->events, v->parts[0]);
    const struct site_live live = {.stream = visit_print(v, "/e/%s/live", v->parts[0]),
                                   .script = asset_url(v, "live", "js"),
                                   .number = publication_number(p)};
    e.live = &live;
    e.guide = site_local(v->arena, "/guide");
    e.follow = public_follow(v);
    e.pictures = share_pictures(v);
    e.away = heard != LM_NO_TIME;
    e.stale = heard <= 0 || v->now - heard > STALE_SECONDS;
    e.heard = heard <= 0 ? NULL : visit_clock(v, heard, v->now - heard > 12 * 3600);
    status = public_write(v, &e, p, v->parts[2]);
    if (status != LM_OK)
        public_missing(v, &e, visit_print(v, "/p/%s/%s", v->parts[0], v->parts[1]));
    publication_give(v->server->publications, p);
    return status;
}

const struct handler public_handlers[] = {
    {false, "/p/:event", RIGHT_LOOK, NULL, "the public pages of an event", show_short, false},
    {false, "/p/:event/:file", RIGHT_LOOK, NULL,
     "the sections of an event, and what their pages need", show_shared, false},
    {false, "/p/:event/:section/:page", RIGHT_LOOK, NULL, "a public page", show_public, false},
    {0}};
