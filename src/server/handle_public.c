/* SPDX-License-Identifier: Apache-2.0 */
/* What everybody may see of an event: the pages of `limmat publish`, made when they are asked for.
 */
#include <string.h>

#include "server/handlers.h"
#include "server/publication.h"
#include "server/views.h"

enum { STALE_SECONDS = 60 }; /* without a word of the home */

/* Files that all public pages share lie one level above them. */
static enum lm_status show_shared(struct visit *v)
{
    if (strcmp(v->parts[1], "index.html") == 0)
        return visit_go(v, "/");
    v->parts[0] = v->parts[1];
    return show_asset(v);
}

/* --- the public pages: those of `limmat publish`, made when they are asked for */

/* The page of the table that is called ${path}, and its index. */
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

/* One of the files to take away that is called ${path}; NULL: there is none. */
static const struct site_file *file_at(const struct site_event *e, const char *path)
{
    for (size_t i = 0; i < SITE_FILES; i++)
        if (e->files[i].bytes != NULL && strcmp(e->files[i].path, path) == 0)
            return &e->files[i];
    return NULL;
}

static const char *type_of(const char *path)
{
    static const char *const types[][2] = {{".svg", "image/svg+xml"},
                                           {".xml", "application/atom+xml"}};
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot != NULL && i < sizeof types / sizeof *types; i++)
        if (strcmp(dot, types[i][0]) == 0)
            return types[i][1];
    return "text/html; charset=utf-8";
}

static bool tells_reasons(const struct site_page *page)
{
    return page->over == SITE_PLAYERS || page->over == SITE_EXPLAINED;
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
    if (page == NULL)
        return visit_refuse(v, 404, "there is no such page");
    v->reply->type = type_of(path);
    /* Reasons take longest, and most pages tell none. */
    enum lm_status status = LM_OK;
    if (tells_reasons(page) && p != NULL) {
        status = publication_explain(v, p);
        e->last = publication_event(p, path)->last;
    } else if (tells_reasons(page) && e->explained && e->rounds > 0) {
        status = site_explain(e, e->rounds, v->arena, &e->last);
    }
    if (status == LM_OK)
        status = page->write(e, index, v->arena, &v->reply->body);
    if (status == LM_OK && v->reply->body.length == 0)
        return visit_refuse(v, 404, "there is no such page");
    return status;
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
    e.away = heard != LM_NO_TIME;
    e.stale = heard <= 0 || v->now - heard > STALE_SECONDS;
    e.heard = heard <= 0 ? NULL : visit_clock(v, heard, v->now - heard > 12 * 3600);
    status = public_write(v, &e, p, v->parts[2]);
    publication_give(v->server->publications, p);
    return status;
}

const struct handler public_handlers[] = {
    {false, "/p/:event/:file", RIGHT_LOOK, NULL, "what public pages need", show_shared, false},
    {false, "/p/:event/:section/:page", RIGHT_LOOK, NULL, "a public page", show_public, false},
    {0}};
