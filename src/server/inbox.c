/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Items are records of the store. "inbox SLUG" has those that wait for the home, "lines SLUG" the
 * lines that a person must decide, "decided SLUG" those already decided, so that a repeated one
 * stays decided. "refused SLUG PERSON" has the reasons for a player. Keys begin with a time, so the
 * store's order is that of arrival.
 */
#include "server/inbox.h"

#include <stdio.h>
#include <string.h>

#include "limmat/json.h"
#include "server/handlers.h"
#include "server/http.h"
#include "server/link.h"
#include "server/secrets.h"

enum { WAIT_DAYS = 30, DAY = 86400, EACH_MOST = 20 /* requests of one person that wait */ };

static const char *scope_of(struct visit *v, const char *what)
{
    return visit_print(v, "%s %s", what, v->event->slug);
}

static const char *key_of(struct visit *v, const char *what, const char *id)
{
    return visit_print(v, "%s %s %s", what, v->event->slug, id);
}

/* --- a request */

static bool is_id(const char *id)
{
    size_t length = strlen(id);
    return length > 0 && length <= 80 &&
           strspn(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") == length;
}

/* Refuse a player's report unless it is about their board of the round in play, and players can
 * report. */
static enum lm_status check_report(struct visit *v, const struct inbox_ask *ask, const char **why)
{
    const struct lm_desk_section *s = ask->section;
    const struct lm_desk_round *round = lm_desk_current(s);
    struct lm_json *fields;
    enum lm_status status =
        lm_json_parse(ask->fields, strlen(ask->fields), v->arena, &v->log, &fields);
    if (status != LM_OK)
        return status;
    const char *id = lm_json_string(lm_json_get(fields, "board"));
    const struct lm_desk_board *b = id == NULL ? NULL : lm_desk_board(s, id);
    if (!s->phones && !ask->kiosk)
        *why = LM_MESSAGE(
            "Players don’t report results in this event (Laws 11.3, 12.8). Give it to an arbiter");
    else if (b == NULL || (b->white != ask->player && b->black != ask->player))
        *why = LM_MESSAGE("This isn’t your board");
    else if (round == NULL || b->round != round->number || round->state == LM_ROUND_CLOSED)
        *why = LM_MESSAGE("This round is over. Speak to an arbiter");
    return LM_OK;
}

static enum lm_status check(struct visit *v, const struct inbox_ask *ask, const char **why)
{
    *why = NULL;
    if (strcmp(ask->event, "report") == 0)
        return check_report(v, ask, why);
    bool lines_up =
        strcmp(ask->event, "line-up") == 0 && ask->section->teams && ask->player->team == NULL;
    if (strcmp(ask->event, "request") != 0 && !lines_up)
        *why = LM_MESSAGE("This can’t be requested from outside");
    else if (ask->player->standing == LM_REMOVED || ask->section->finished)
        *why = LM_MESSAGE("The tournament is over, or the entry was removed");
    return LM_OK;
}

/* If both players report the same, enter it as the result of the board. */
static enum lm_status confirm(struct visit *v, const struct inbox_ask *ask, const char *request)
{
    struct lm_json *fields;
    struct act act;
    const char *why;
    if (strcmp(ask->event, "report") != 0)
        return LM_OK;
    enum lm_status status =
        lm_json_parse(ask->fields, strlen(ask->fields), v->arena, &v->log, &fields);
    if (status != LM_OK)
        return status;
    const struct lm_desk_board *b =
        lm_desk_board(ask->section, lm_json_string(lm_json_get(fields, "board")));
    const char *other = b->white == ask->player ? b->black->person->id : b->white->person->id;
    const struct lm_desk_report *mine = NULL, *his = NULL;
    for (size_t i = 0; i < b->report_count; i++) {
        mine = strcmp(b->reports[i].by, ask->player->person->id) == 0 ? &b->reports[i] : mine;
        his = strcmp(b->reports[i].by, other) == 0 ? &b->reports[i] : his;
    }
    if (b->games != NULL || lm_desk_has_result(b) || mine == NULL || his == NULL ||
        mine->games[0] != his->games[0])
        return LM_OK;
    v->who.account = "players";
    act_begin(v, &act, "result", ask->section->id);
    lm_json_put_string(&act.json, "board", b->id);
    lm_json_put_string(&act.json, "result", lm_desk_result_at(mine->games[0])->name);
    act.act.was = "none";
    /* If the desk refuses it without a confirmation, it stays a report and a task. */
    return act_try(v, &act, visit_print(v, "%s-c", request), &why);
}

static enum lm_status act_on(struct visit *v, const struct inbox_ask *ask, const char *request,
                             int64_t at, const char **why)
{
    struct act act;
    struct lm_json *fields;
    enum lm_status status = check(v, ask, why);
    if (status == LM_OK && *why == NULL)
        status = lm_json_parse(ask->fields, strlen(ask->fields), v->arena, &v->log, &fields);
    if (status != LM_OK || *why != NULL)
        return status;
    struct who before = v->who;
    v->who.account = ask->player->person->id;
    act_begin(v, &act, ask->event, ask->section->id);
    act.act.happened = at > v->now ? v->now : at;
    for (const struct lm_json *node = fields->first; node != NULL; node = node->next)
        lm_json_put_node(&act.json, node->key, node);
    if (strcmp(ask->event, "request") == 0)
        lm_json_put_string(&act.json, "player", ask->player->person->id);
    if (strcmp(ask->event, "line-up") == 0)
        lm_json_put_string(&act.json, "team", ask->player->person->id);
    status = act_try(v, &act, request, why);
    if (status == LM_OK && *why == NULL)
        status = confirm(v, ask, request);
    v->who = before;
    return status;
}

/* Write the item of ${ask}, as it is sent. */
static const char *item_text(struct visit *v, const struct inbox_ask *ask)
{
    struct lm_text text = lm_text_in(v->arena);
    struct lm_json_writer w = lm_json_writer_to(&text, true);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "kind", "ask");
    lm_json_put_string(&w, "event", ask->event);
    lm_json_put_string(&w, "section", ask->section->id);
    lm_json_put_string(&w, "person", ask->player->person->id);
    lm_json_put_integer(&w, "at", v->now);
    lm_json_put_string(&w, "fields", ask->fields);
    lm_json_end(&w, '}');
    return text.failed ? NULL : lm_text_string(&text);
}

static enum lm_status put_item(struct visit *v, const char *what, const char *id, const char *text)
{
    const struct store_record record = {.key = key_of(v, what, id),
                                        .scope = scope_of(v, what),
                                        .value = text,
                                        .until = v->now + (int64_t)WAIT_DAYS * DAY};
    return text == NULL ? LM_LIMIT : store_put(v->server->store, STORE_OUTBOX, &record, &v->log);
}

enum lm_status inbox_put(struct visit *v, const struct inbox_ask *ask, const char **why,
                         bool *waits)
{
    char token[SECRETS_TOKEN];
    secrets_token(token);
    token[16] = '\0';
    const char *id =
        is_id(v->form.request)
            ? visit_print(v, "%s%s", v->form.request, ask->mark == NULL ? "" : ask->mark)
            : visit_print(v, "%010lld-%s", (long long)v->now, token);
    struct sync_item *items;
    size_t count = 0;
    *waits = !event_is_home(v);
    if (!*waits)
        return act_on(v, ask, id, v->now, why);
    enum lm_status status = check(v, ask, why);
    if (status == LM_OK && *why == NULL)
        status = inbox_list(v, ask->player->person->id, &items, &count);
    if (status == LM_OK && *why == NULL && count >= EACH_MOST)
        *why = LM_MESSAGE("Your last request hasn’t arrived yet. Speak to an arbiter");
    if (status == LM_OK && *why == NULL) {
        status = put_item(v, "inbox", id, item_text(v, ask));
        link_wake(v->server->link);
    }
    return status;
}

/* --- waiting items */

static const char *member(struct visit *v, const char *text, const char *key)
{
    struct lm_json *object;
    struct lm_log quiet = {.arena = v->arena};
    if (lm_json_parse(text, strlen(text), v->arena, &quiet, &object) != LM_OK)
        return "";
    const char *value = lm_json_string(lm_json_get(object, key));
    return value == NULL ? "" : value;
}

/* Append the items of ${what} to the ${*count} that are there. */
static enum lm_status add_items(struct visit *v, const char *what, const char *person,
                                struct sync_item **items, size_t *count, size_t *capacity)
{
    struct store_record *records;
    size_t found = 0, skip = strlen(what) + strlen(v->event->slug) + 2;
    enum lm_status status = store_list(v->server->store, STORE_OUTBOX, scope_of(v, what), v->now,
                                       v->arena, &records, &found, &v->log);
    if (status != LM_OK ||
        !lm_arena_grow(v->arena, items, capacity, *count + found, sizeof **items))
        return status != LM_OK ? status : LM_LIMIT;
    for (size_t i = 0; i < found; i++)
        if (person == NULL || strcmp(member(v, records[i].value, "person"), person) == 0)
            (*items)[(*count)++] = (struct sync_item){records[i].key + skip, records[i].value};
    return LM_OK;
}

enum lm_status inbox_list(struct visit *v, const char *person, struct sync_item **items,
                          size_t *count)
{
    size_t capacity = 0;
    *items = NULL;
    *count = 0;
    enum lm_status status = add_items(v, "inbox", person, items, count, &capacity);
    /* A machine that is no longer the home passes on the lines that were offered to it. */
    if (status == LM_OK && person == NULL && !event_is_home(v))
        status = add_items(v, "lines", person, items, count, &capacity);
    return status;
}

enum lm_status inbox_refusals(struct visit *v, const char *person, const char *const **whys,
                              size_t *count)
{
    struct store_record *records;
    const char *scope = visit_print(v, "refused %s %s", v->event->slug, person);
    enum lm_status status = store_list(v->server->store, STORE_OUTBOX, scope, v->now, v->arena,
                                       &records, count, &v->log);
    const char **texts =
        status == LM_OK ? lm_arena_alloc(v->arena, *count + 1, sizeof *texts) : NULL;
    for (size_t i = 0; texts != NULL && i < *count; i++)
        texts[*count - 1 - i] = records[i].value;
    *whys = texts;
    return status == LM_OK && texts == NULL ? LM_LIMIT : status;
}

enum lm_status inbox_settle(struct visit *v, const char *id, const char *why)
{
    static const char *const whats[] = {"inbox", "lines"};
    struct store_record found = {0};
    const char *key = key_of(v, "inbox", id);
    enum lm_status status =
        store_get(v->server->store, STORE_OUTBOX, key, v->now, v->arena, &found, &v->log);
    if (status == LM_OK && found.key != NULL && *why != '\0') {
        const char *person = member(v, found.value, "person");
        const struct store_record record = {
            .key = key_of(v, "refused", id),
            .scope = visit_print(v, "refused %s %s", v->event->slug, person),
            .value = why,
            .until = v->now + (int64_t)WAIT_DAYS * DAY};
        status = store_put(v->server->store, STORE_OUTBOX, &record, &v->log);
    }
    for (size_t i = 0; status == LM_OK && i < sizeof whats / sizeof *whats; i++)
        status = store_remove(v->server->store, STORE_OUTBOX, key_of(v, whats[i], id), &v->log);
    return status;
}

/* --- judging */

void inbox_tell(struct visit *v)
{
    http_tell_as(v->server->http, v->event->slug, "offer", "");
}

/* Store a line without judging it: it waits until a person decides whether to enter it. */
static enum lm_status keep_line(struct visit *v, const struct sync_item *item)
{
    struct store_record there;
    enum lm_status status =
        store_get(v->server->store, STORE_OUTBOX, key_of(v, "decided", item->id), v->now, v->arena,
                  &there, &v->log);
    if (status != LM_OK || there.key != NULL)
        return status;
    status = put_item(v, "lines", item->id, item->text);
    if (status == LM_OK)
        inbox_tell(v);
    return status;
}

enum lm_status inbox_judge(struct visit *v, const struct sync_item *item, const char **why)
{
    struct lm_json *object;
    *why = LM_MESSAGE("The request can’t be read");
    if (!is_id(item->id) ||
        lm_json_parse(item->text, strlen(item->text), v->arena, &v->log, &object) != LM_OK)
        return LM_OK;
    const char *kind = lm_json_string(lm_json_get(object, "kind"));
    if (kind != NULL && strcmp(kind, "line") == 0) {
        *why = NULL;
        return keep_line(v, item);
    }
    const char *section = lm_json_string(lm_json_get(object, "section"));
    const char *person = lm_json_string(lm_json_get(object, "person"));
    struct inbox_ask ask = {.event = lm_json_string(lm_json_get(object, "event")),
                            .fields = lm_json_string(lm_json_get(object, "fields"))};
    int64_t at = v->now;
    if (section == NULL || person == NULL || ask.event == NULL || ask.fields == NULL)
        return LM_OK;
    (void)lm_json_integer(lm_json_get(object, "at"), 0, v->now, &at);
    ask.section = lm_desk_section(v->event->desk, section);
    ask.player = ask.section == NULL ? NULL : lm_desk_player(ask.section, person);
    if (ask.player == NULL)
        *why = LM_MESSAGE("This player is no longer in the event");
    if (ask.player == NULL)
        return LM_OK;
    enum lm_status status = act_on(v, &ask, item->id, at, why);
    if (status != LM_INVALID)
        return status;
    *why = LM_MESSAGE("The request isn’t one that Limmat knows");
    return LM_OK;
}
