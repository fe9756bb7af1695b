/* SPDX-License-Identifier: Apache-2.0 */
/* The desk of the server's owner: what waits for him, what was reported, what he took down. */
#include <string.h>

#include "server/secrets.h"
#include "server/service.h"
#include "server/submissions.h"
#include "server/templates.h"

enum { RECENT = 20 };

static enum lm_status find_reports(struct visit *v, const char *slug, struct store_record **reports,
                                   size_t *count)
{
    return store_list(v->server->store, STORE_AUDIT, visit_print(v, "report ~%s", slug), v->now,
                      v->arena, reports, count, &v->log);
}

static enum lm_status fill_row(struct visit *v, const struct submission *s, struct queue_row *row)
{
    struct store_record *reports;
    size_t count;
    enum lm_status status = find_reports(v, s->slug, &reports, &count);
    struct choice_row *rows =
        status == LM_OK ? lm_arena_alloc(v->arena, count, sizeof *rows) : NULL;
    if (rows == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    for (size_t i = 0; i < count; i++)
        rows[i].label = reports[i].value;
    bool shown = s->state == SUBMISSION_PUBLIC;
    *row = (struct queue_row){
        .url =
            site_local(v->arena, shown ? "/t/%s/index.html" : "/moderation/%s/index.html", s->slug),
        .act = site_local(v->arena, "/moderation/%s", s->slug),
        .history = site_local(v->arena, shown ? "/t/%s/history.html" : "/moderation/%s/index.html",
                              s->slug),
        .name = s->name,
        .when = service_time(v, s->changed),
        .reason = s->reason,
        .players = s->players,
        .reports = rows,
        .report_count = count};
    return LM_OK;
}

static enum lm_status add_rows(struct visit *v, enum submission_state state, size_t most,
                               const struct queue_row **out, size_t *count)
{
    struct submission *all;
    enum lm_status status = submissions_list(v->server->submissions, state, v->arena, &all, count);
    *count = *count > most ? most : *count;
    struct queue_row *rows =
        status == LM_OK ? lm_arena_alloc(v->arena, *count, sizeof *rows) : NULL;
    if (rows == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    for (size_t i = 0; status == LM_OK && i < *count; i++)
        status = fill_row(v, &all[i], &rows[i]);
    *out = rows;
    return status;
}

/* Of all that are public those that were reported, and the latest. */
static enum lm_status add_public(struct visit *v, struct moderation_page *page)
{
    const struct queue_row *all;
    size_t count;
    enum lm_status status = add_rows(v, SUBMISSION_PUBLIC, SIZE_MAX, &all, &count);
    struct queue_row *reported =
        status == LM_OK ? lm_arena_alloc(v->arena, count, sizeof *reported) : NULL;
    if (reported == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    for (size_t i = 0; i < count; i++)
        if (all[i].report_count > 0)
            reported[page->reported_count++] = all[i];
    page->reported = reported;
    page->recent = all;
    page->recent_count = count > RECENT ? RECENT : count;
    return LM_OK;
}

static enum lm_status show_moderation(struct visit *v)
{
    struct moderation_page page = {.head = head_of(v, "What was sent in"), .token = v->who.token};
    enum lm_status status = service_is_on(v);
    if (status == LM_OK)
        status = add_rows(v, SUBMISSION_HELD, SIZE_MAX, &page.held, &page.held_count);
    if (status == LM_OK)
        status = add_rows(v, SUBMISSION_HIDDEN, SIZE_MAX, &page.hidden, &page.hidden_count);
    if (status == LM_OK)
        status = add_public(v, &page);
    if (status == LM_OK)
        page_service_moderation(&v->reply->body, lm_english(), &page);
    return status;
}

/* The pages of what is not public, for who decides about it. */
static enum lm_status show_sent(struct visit *v)
{
    struct lm_tournament *t;
    enum lm_status status = service_is_on(v);
    if (status == LM_OK &&
        submission_version(v->server, v->parts[0], 0, v->arena, &v->log, &t) != LM_OK)
        return visit_refuse(v, 404, "there is no tournament at this address");
    return status == LM_OK ? service_write_page(v, t, v->parts[1]) : status;
}

static enum lm_status show_file(struct visit *v)
{
    return strcmp(v->parts[0], "index.html") == 0 ? visit_go(v, "/moderation") : show_asset(v);
}

/* Forget what was reported about ${slug}. */
static enum lm_status dismiss(struct visit *v, const char *slug)
{
    struct store_record *reports;
    size_t count;
    enum lm_status status = find_reports(v, slug, &reports, &count);
    for (size_t i = 0; status == LM_OK && i < count; i++)
        status = store_remove(v->server->store, STORE_AUDIT, reports[i].key, &v->log);
    return status;
}

enum { ACT, REASON };

static const struct form_field decide_fields[] = {
    [ACT] = {"act", FORM_CHOICE, 0, 20, "publish|hide|dismiss", true},
    [REASON] = {"reason", FORM_TEXT, 0, 200, NULL, false},
    {0}};

static enum lm_status decide(struct visit *v)
{
    struct submission s;
    const char *act = value(v, ACT)->text;
    enum lm_status status = service_is_on(v);
    if (status == LM_OK)
        status = submissions_at(v->server->submissions, v->parts[0], v->arena, &s);
    if (status == LM_OK && s.slug == NULL)
        return visit_refuse(v, 404, "there is no tournament at this address");
    if (status == LM_OK && strcmp(act, "hide") == 0 && value(v, REASON)->length == 0)
        return visit_refuse(v, 422, "say why: its sender and its history tell it");
    enum submission_state state = strcmp(act, "hide") == 0 ? SUBMISSION_HIDDEN : SUBMISSION_PUBLIC;
    if (status == LM_OK && strcmp(act, "dismiss") != 0 && s.state != state)
        status = submission_decide(v, s.slug, state, "server", value(v, REASON)->text);
    if (status == LM_OK)
        status = dismiss(v, s.slug);
    return status == LM_OK ? visit_go(v, "/moderation") : status;
}

const struct handler moderation_handlers[] = {
    {false, "/moderation", RIGHT_SERVER, NULL, "what was sent in, for the server's owner",
     show_moderation, false},
    {false, "/moderation/:event", RIGHT_SERVER, NULL, "what its pages need", show_file, false},
    {true, "/moderation/:event", RIGHT_SERVER, decide_fields, "publish it, take it down", decide,
     false},
    {false, "/moderation/:event/:page", RIGHT_SERVER, NULL, "a page of what is not public",
     show_sent, false},
    {0}};
