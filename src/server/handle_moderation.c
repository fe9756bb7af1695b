/* SPDX-License-Identifier: Apache-2.0 */
/* The desk of the server's owner: submissions that wait for review, reported ones, hidden ones. */
#include <string.h>

#include "server/secrets.h"
#include "server/service.h"
#include "server/submissions.h"
#include "server/templates.h"

enum { RECENT = 20 }; /* on a page */

enum { WORDS, FROM };

static const struct form_field seek_fields[] = {
    [WORDS] = {"q", FORM_TEXT, 0, 100, NULL, false},
    [FROM] = {"from", FORM_NUMBER, 0, 1000000, NULL, false},
    {0}};

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
        .slug = s->slug,
        .url =
            site_local(v->arena, shown ? "/t/%s/index.html" : "/moderation/%s/index.html", s->slug),
        .act = site_local(v->arena, "/moderation/%s", s->slug),
        .history = site_local(v->arena, shown ? "/t/%s/history.html" : "/moderation/%s/index.html",
                              s->slug),
        .name = s->name,
        .when = service_time(v, s->changed),
        .reason = visit_message_as(v, s->reason, NULL),
        .players = s->players,
        .reports = rows,
        .report_count = count};
    return LM_OK;
}

/* Does the name or address of ${s} contain all words of ${words}? */
static bool is_sought(struct visit *v, const struct submission *s, const char *words)
{
    struct lm_text all = lm_text_in(v->arena);
    lm_text_add_sought(&all, s->name, strlen(s->name), false);
    lm_text_print(&all, " %s ", s->slug);
    lm_text_add_sought(&all, s->name, strlen(s->name), true);
    for (const char *at = words; *at != '\0';) {
        struct lm_text word = lm_text_in(v->arena);
        size_t size = strcspn(at, " ");
        lm_text_add_sought(&word, at, size, false);
        if (strstr(lm_text_string(&all), lm_text_string(&word)) == NULL)
            return false;
        at += size + (at[size] == ' ');
    }
    return true;
}

static enum lm_status add_rows(struct visit *v, enum submission_state state, size_t most,
                               const struct queue_row **out, size_t *count)
{
    struct submission *all;
    enum lm_status status = submissions_list(v->server->submissions, state, v->arena, &all, count);
    size_t found = 0;
    for (size_t i = 0; status == LM_OK && i < *count && found < most; i++)
        if (is_sought(v, &all[i], value(v, WORDS)->text))
            all[found++] = all[i];
    *count = found;
    struct queue_row *rows =
        status == LM_OK ? lm_arena_alloc(v->arena, *count, sizeof *rows) : NULL;
    if (rows == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    for (size_t i = 0; status == LM_OK && i < *count; i++)
        status = fill_row(v, &all[i], &rows[i]);
    *out = rows;
    return status;
}

/* Add the public submissions that were reported, and the latest. */
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
    size_t from = (size_t)value(v, FROM)->number < count ? (size_t)value(v, FROM)->number : 0;
    page->recent = all + from;
    page->recent_count = count - from > RECENT ? RECENT : count - from;
    const char *words = visit_escaped(v, page->words);
    if (from + page->recent_count < count)
        page->earlier = site_local(v->arena, "/moderation?q=%s&from=%zu", words, from + RECENT);
    if (from > 0)
        page->later = site_local(v->arena, "/moderation?q=%s&from=%zu", words,
                                 from > RECENT ? from - RECENT : 0);
    return LM_OK;
}

static enum lm_status show_moderation(struct visit *v)
{
    struct moderation_page page = {.head = head_of(v, visit_word(v, LM_KEY("moderation.title"))),
                                   .token = v->who.token,
                                   .words = value(v, WORDS)->text,
                                   .several = site_local(v->arena, "/moderation")};
    enum lm_status status = service_is_on(v);
    if (status == LM_OK)
        status = add_rows(v, SUBMISSION_HELD, SIZE_MAX, &page.held, &page.held_count);
    if (status == LM_OK)
        status = add_rows(v, SUBMISSION_HIDDEN, SIZE_MAX, &page.hidden, &page.hidden_count);
    if (status == LM_OK)
        status = add_public(v, &page);
    if (status == LM_OK)
        page_service_moderation(&v->reply->body, v->language, &page);
    return status;
}

/* Show the pages of a submission that is not public, for its review. */
static enum lm_status show_sent(struct visit *v)
{
    struct lm_tournament *t;
    enum lm_status status = service_is_on(v);
    if (status == LM_OK &&
        submission_version(v->server, v->parts[0], 0, v->arena, &v->log, &t) != LM_OK)
        return visit_refuse(v, 404, "Tournament not found");
    return status == LM_OK ? service_write_page(v, t, v->parts[1]) : status;
}

static enum lm_status show_file(struct visit *v)
{
    return strcmp(v->parts[0], "index.html") == 0 ? visit_go(v, "/moderation") : show_asset(v);
}

/* Delete the reports about ${slug}. */
static enum lm_status dismiss(struct visit *v, const char *slug)
{
    struct store_record *reports;
    size_t count;
    enum lm_status status = find_reports(v, slug, &reports, &count);
    for (size_t i = 0; status == LM_OK && i < count; i++)
        status = store_remove(v->server->store, STORE_AUDIT, reports[i].key, &v->log);
    return status;
}

enum { ACT, REASON, EVENTS };

static const struct form_field decide_fields[] = {
    [ACT] = {"act", FORM_CHOICE, 0, 20, "publish|hide|dismiss", true},
    [REASON] = {"reason", FORM_TEXT, 0, 200, NULL, false},
    {0}};

static const struct form_field several_fields[] = {
    [ACT] = {"act", FORM_CHOICE, 0, 20, "publish|hide|dismiss", true},
    [REASON] = {"reason", FORM_TEXT, 0, 200, NULL, false},
    [EVENTS] = {"event", FORM_MANY, 0, 0, NULL, true},
    {0}};

static enum lm_status decide_one(struct visit *v, const char *slug)
{
    struct submission s;
    const char *act = value(v, ACT)->text;
    enum lm_status status = service_is_on(v);
    if (status == LM_OK)
        status = submissions_at(v->server->submissions, slug, v->arena, &s);
    if (status == LM_OK && s.slug == NULL)
        return visit_refuse(v, 404, "Tournament not found");
    if (status == LM_OK && strcmp(act, "hide") == 0 && value(v, REASON)->length == 0)
        return visit_refuse(v, 422, "Give a reason. The sender and the history will show it");
    enum submission_state state = strcmp(act, "hide") == 0 ? SUBMISSION_HIDDEN : SUBMISSION_PUBLIC;
    if (status == LM_OK && strcmp(act, "dismiss") != 0 && s.state != state)
        status = submission_decide(v, s.slug, state, "server", value(v, REASON)->text);
    if (status == LM_OK)
        status = dismiss(v, s.slug);
    return status;
}

static enum lm_status decide(struct visit *v)
{
    enum lm_status status = decide_one(v, v->parts[0]);
    return status == LM_OK ? visit_go(v, "/moderation") : status;
}

/* Apply the decision to all chosen ones; stop at the first refusal, with its reason. */
static enum lm_status decide_several(struct visit *v)
{
    enum lm_status status = LM_OK;
    for (const char *at = value(v, EVENTS)->text; status == LM_OK && *at != '\0';) {
        size_t size = strcspn(at, " ");
        status = decide_one(v, visit_print(v, "%.*s", (int)size, at));
        at += size + (at[size] == ' ');
    }
    return status == LM_OK ? visit_go(v, "/moderation") : status;
}

const struct handler moderation_handlers[] = {
    {false, "/moderation", RIGHT_SERVER, seek_fields, "what was sent in, for the server's owner",
     show_moderation, false},
    {true, "/moderation", RIGHT_SERVER, several_fields, "publish several, or take them down",
     decide_several, false},
    {false, "/moderation/:event", RIGHT_SERVER, NULL, "what its pages need", show_file, false},
    {true, "/moderation/:event", RIGHT_SERVER, decide_fields, "publish it, take it down", decide,
     false},
    {false, "/moderation/:event/:page", RIGHT_SERVER, NULL, "a page of what is not public",
     show_sent, false},
    {0}};
