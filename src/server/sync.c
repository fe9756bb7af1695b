/* SPDX-License-Identifier: Apache-2.0 */
#include "server/sync.h"

#include <string.h>

#include "limmat/json.h"
#include "os/clock.h"
#include "server/inbox.h"
#include "server/link.h"
#include "server/secrets.h"

enum {
    LINES_MOST = 4000,    /* in a message … */
    BYTES_MOST = 2 << 20, /* … and of text, which must fit into a request when escaped */
    ITEMS_MOST = 500
};

/* --- a message as text */

static void put_items(struct lm_json_writer *w, const char *key, const struct sync_item *items,
                      size_t count)
{
    lm_json_begin(w, key, '[');
    for (size_t i = 0; i < count; i++) {
        lm_json_begin(w, NULL, '{');
        lm_json_put_string(w, "id", items[i].id);
        lm_json_put_string(w, "text", items[i].text);
        lm_json_end(w, '}');
    }
    lm_json_end(w, ']');
}

static void put_beside(struct lm_json_writer *w, const struct belongings *b)
{
    lm_json_begin(w, "beside", '{');
    lm_json_put_integer(w, "epoch", b->epoch);
    lm_json_put_integer(w, "count", b->count);
    if (b->records != NULL)
        lm_json_begin(w, "records", '[');
    for (size_t i = 0; i < b->record_count; i++) {
        lm_json_begin(w, NULL, '{');
        lm_json_put_string(w, "key", b->records[i].key);
        lm_json_put_string(w, "scope", b->records[i].scope);
        lm_json_put_string(w, "value", b->records[i].value);
        lm_json_put_integer(w, "until", b->records[i].until);
        lm_json_end(w, '}');
    }
    if (b->records != NULL)
        lm_json_end(w, ']');
    lm_json_end(w, '}');
}

enum lm_status sync_write(const struct sync_message *m, struct lm_text *out)
{
    struct lm_json_writer w = lm_json_writer_to(out, true);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "state", m->state);
    lm_json_put_string(&w, "node", m->node);
    lm_json_put_string(&w, "name", m->name);
    lm_json_put_integer(&w, "epoch", (int64_t)m->epoch);
    lm_json_put_integer(&w, "head", (int64_t)m->head);
    lm_json_put_integer(&w, "from", (int64_t)m->from);
    lm_json_begin(&w, "lines", '[');
    for (size_t i = 0; i < m->count; i++) {
        lm_json_begin(&w, NULL, '{');
        lm_json_put_string(&w, "line", m->lines[i].text);
        if (*m->lines[i].secret != '\0')
            lm_json_put_string(&w, "private", m->lines[i].secret);
        lm_json_end(&w, '}');
    }
    lm_json_end(&w, ']');
    put_items(&w, "items", m->items, m->item_count);
    put_items(&w, "done", m->done, m->done_count);
    put_beside(&w, &m->beside);
    lm_json_end(&w, '}');
    return lm_text_status(out);
}

struct reading {
    struct lm_arena *arena;
    struct lm_log *log;
    const struct lm_json *object;
    bool bad;
};

static const char *text_of(struct reading *r, const struct lm_json *object, const char *key)
{
    const struct lm_json *node = lm_json_get(object, key);
    const char *text = lm_json_string(node);
    r->bad |= node != NULL && (text == NULL || strlen(text) != node->length);
    return text == NULL ? "" : text;
}

static int64_t integer_of(struct reading *r, const struct lm_json *object, const char *key)
{
    int64_t number = 0;
    r->bad |= !lm_json_integer(lm_json_get(object, key), 0, INT64_MAX / 2, &number);
    return number;
}

static uint64_t number_of(struct reading *r, const char *key)
{
    return (uint64_t)integer_of(r, r->object, key);
}

/* Find the children of the member ${key}, which are objects, and room of ${size} bytes for each. */
static const struct lm_json *list_of(struct reading *r, const char *key, size_t size, void *array,
                                     size_t *count)
{
    const struct lm_json *list = lm_json_get(r->object, key);
    *count = list != NULL && list->type == LM_JSON_ARRAY ? list->length : 0;
    void *rows = lm_arena_alloc(r->arena, *count + 1, size);
    r->bad |= list != NULL && list->type != LM_JSON_ARRAY;
    memcpy(array, &rows, sizeof rows);
    if (rows == NULL)
        *count = 0;
    return *count == 0 ? NULL : list->first;
}

static void read_items(struct reading *r, const char *key, struct sync_item **items, size_t *count)
{
    size_t i = 0;
    const struct lm_json *node = list_of(r, key, sizeof **items, items, count);
    for (; node != NULL && i < *count; node = node->next)
        (*items)[i++] = (struct sync_item){text_of(r, node, "id"), text_of(r, node, "text")};
}

static void read_lines(struct reading *r, struct sync_message *out)
{
    size_t i = 0;
    const struct lm_json *node = list_of(r, "lines", sizeof *out->lines, &out->lines, &out->count);
    for (; node != NULL && i < out->count; node = node->next, i++) {
        const char *text = text_of(r, node, "line");
        out->lines[i] = (struct store_line){.number = out->from + i,
                                            .text = text,
                                            .length = strlen(text),
                                            .secret = text_of(r, node, "private")};
        r->bad |= strchr(text, '\n') != NULL || strchr(out->lines[i].secret, '\n') != NULL;
    }
}

/* Read the records beside the journal, which messages of older versions lack. */
static void read_beside(struct reading *r, struct belongings *out)
{
    const struct lm_json *beside = lm_json_get(r->object, "beside");
    const struct lm_json *list = beside == NULL ? NULL : lm_json_get(beside, "records");
    struct store_record *records;
    struct reading within = {r->arena, r->log, beside, false};
    size_t i = 0;
    *out = (struct belongings){.epoch = 0};
    if (beside == NULL || beside->type != LM_JSON_OBJECT)
        return;
    out->epoch = integer_of(&within, beside, "epoch");
    out->count = integer_of(&within, beside, "count");
    const struct lm_json *node =
        list_of(&within, "records", sizeof *records, &records, &out->record_count);
    for (; node != NULL && i < out->record_count; node = node->next)
        records[i++] = (struct store_record){.key = text_of(&within, node, "key"),
                                             .scope = text_of(&within, node, "scope"),
                                             .value = text_of(&within, node, "value"),
                                             .until = integer_of(&within, node, "until")};
    out->records = list == NULL ? NULL : records;
    r->bad |= within.bad || records == NULL;
}

enum lm_status sync_read(const char *bytes, size_t length, struct lm_arena *arena,
                         struct lm_log *log, struct sync_message *out)
{
    struct lm_json *object;
    enum lm_status status = lm_json_parse(bytes, length, arena, log, &object);
    if (status != LM_OK)
        return status;
    struct reading r = {arena, log, object, object->type != LM_JSON_OBJECT};
    *out = (struct sync_message){.state = text_of(&r, object, "state"),
                                 .node = text_of(&r, object, "node"),
                                 .name = text_of(&r, object, "name"),
                                 .epoch = number_of(&r, "epoch"),
                                 .head = number_of(&r, "head"),
                                 .from = number_of(&r, "from")};
    read_lines(&r, out);
    read_items(&r, "items", &out->items, &out->item_count);
    read_items(&r, "done", &out->done, &out->done_count);
    read_beside(&r, &out->beside);
    if (out->lines == NULL || out->items == NULL || out->done == NULL)
        return LM_LIMIT;
    if (r.bad || (out->count > 0 && out->from == 0) || out->from > INT64_MAX / 4)
        return lm_log_add(log, LM_ERROR, (struct lm_place){0}, "use the same version at both",
                          "what the other machine has sent is no message of ours");
    return LM_OK;
}

/* --- lines */

enum lm_status sync_fill(struct visit *v, uint64_t from, struct sync_message *out)
{
    const struct lm_desk *desk = v->event->desk;
    size_t bytes = 0, all = 0;
    out->node = v->server->node;
    out->name = v->server->node_name;
    out->epoch = lm_desk_event(desk)->epoch;
    out->head = lm_desk_number(desk);
    out->from = from == 0 ? 1 : from;
    enum lm_status status = LM_OK;
    if (out->from <= out->head)
        status = store_lines(v->server->store, v->event->slug, out->from, v->arena, &out->lines,
                             &all, &v->log);
    out->count = 0;
    while (status == LM_OK && out->count < all && out->count < LINES_MOST && bytes < BYTES_MOST)
        bytes += out->lines[out->count++].length;
    if (status == LM_OK && !event_is_home(v))
        status = inbox_list(v, NULL, &out->items, &out->item_count);
    if (out->item_count > ITEMS_MOST)
        out->item_count = ITEMS_MOST;
    return status;
}

static bool is_same(const struct store_line *a, const struct store_line *b)
{
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

/* Settle a fork: two machines wrote after the line before ${at}, the first of ${m} that differs
 * from ours. */
static enum lm_status settle_fork(struct visit *v, const struct sync_message *m, size_t at,
                                  const char **state)
{
    uint64_t number = m->from + at, epoch = lm_desk_event(v->event->desk)->epoch;
    *state = number == 1         ? SYNC_OTHER
             : at == 0           ? SYNC_EARLIER
             : m->epoch < epoch  ? SYNC_FORK
             : m->epoch == epoch ? SYNC_TWINS
                                 : SYNC_WELL;
    if (strcmp(*state, SYNC_WELL) != 0)
        return LM_OK;
    enum lm_status status = inbox_offer(v, number);
    if (status == LM_OK)
        status = event_yield(v, number);
    return status == LM_OK ? event_extend(v, m->lines + at, m->count - at) : status;
}

/* Does another machine's line follow ours although this one is the home? */
static bool is_intruder(const struct visit *v, const struct store_line *line)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    return e->epoch > 0 && strcmp(e->home, v->server->node) == 0 &&
           strstr(line->text, "\"event\":\"home\"") == NULL;
}

enum lm_status sync_take(struct visit *v, const struct sync_message *m, bool guest,
                         const char **state, uint64_t *next)
{
    uint64_t head = lm_desk_number(v->event->desk);
    struct store_line *own = NULL;
    size_t own_count = 0, at = 0;
    enum lm_status status = LM_OK;
    *state = m->count > 0 && m->from > head + 1 ? SYNC_GAP : SYNC_WELL;
    *next = m->head + 1;
    if (m->count == 0 || m->from > head + 1)
        return LM_OK;
    if (m->from <= head)
        status = store_lines(v->server->store, v->event->slug, m->from, v->arena, &own, &own_count,
                             &v->log);
    if (status != LM_OK)
        return status;
    while (at < m->count && at < own_count && is_same(&own[at], &m->lines[at]))
        at++;
    *next = m->from + (at < own_count ? at : m->count);
    if (at == m->count)
        return LM_OK;
    if (at < own_count) {
        status = settle_fork(v, m, at, state);
        if (strcmp(*state, SYNC_WELL) == 0)
            *next = m->from + m->count;
        return status;
    }
    if (guest && is_intruder(v, &m->lines[at])) {
        *state = SYNC_REFUSED;
        return LM_OK;
    }
    return event_extend(v, m->lines + at, m->count - at);
}

/* --- items */

enum lm_status sync_judge(struct visit *v, const struct sync_message *m, struct sync_message *out)
{
    enum lm_status status = LM_OK;
    out->done = lm_arena_alloc(v->arena, m->item_count + 1, sizeof *out->done);
    if (out->done == NULL || !event_is_home(v))
        return out->done == NULL ? LM_LIMIT : LM_OK;
    for (size_t i = 0; status == LM_OK && i < m->item_count; i++) {
        const char *why = NULL;
        status = inbox_judge(v, &m->items[i], &why);
        out->done[out->done_count++] = (struct sync_item){m->items[i].id, why == NULL ? "" : why};
    }
    return status;
}

enum lm_status sync_settle(struct visit *v, const struct sync_message *m)
{
    enum lm_status status = LM_OK;
    for (size_t i = 0; status == LM_OK && i < m->done_count; i++)
        status = inbox_settle(v, m->done[i].id, m->done[i].text);
    return status;
}

/* --- this machine */

static enum lm_status put_setting(struct server *s, const char *key, const char *value,
                                  struct lm_log *log)
{
    const struct store_record record = {.key = key, .scope = "", .value = value};
    return store_put(s->store, STORE_SETTING, &record, log);
}

/* Find the id and the name of this machine, made at the first start: "n0123456789ab\tthe laptop
 * 0123", or with the server's host name. If several servers start on an empty database at the same
 * time, all get the same. */
static enum lm_status find_node(const struct server *s, struct lm_log *log,
                                struct store_record *record)
{
    char token[SECRETS_TOKEN];
    struct lm_text text = lm_text_in(log->arena);
    enum lm_status status = store_get(s->store, STORE_SETTING, "node", 0, log->arena, record, log);
    if (status != LM_OK || record->key != NULL)
        return status;
    secrets_token(token);
    lm_text_print(&text, "n%.12s\t", token);
    if (*s->host == '\0')
        lm_text_print(&text, "the laptop %.4s", token);
    else
        lm_text_print(&text, "%.90s", s->host);
    const struct store_record ours = {.key = "node", .scope = "", .value = lm_text_string(&text)};
    return text.failed ? LM_LIMIT
                       : store_put_first(s->store, STORE_SETTING, &ours, log->arena, record, log);
}

enum lm_status sync_begin(struct server *s, const char *name, const char *address,
                          struct lm_log *log)
{
    struct store_record record;
    const char *site, *key;
    struct lm_text text = lm_text_in(log->arena);
    if (address != NULL && *address != '\0' && !link_address(address, log->arena, &site, &key))
        return lm_log_add(log, LM_ERROR, (struct lm_place){0},
                          "ask the public server for one (Devices, Other machines)",
                          "--public wants an address like https://host/link/…");
    enum lm_status status = find_node(s, log, &record);
    if (status != LM_OK)
        return status;
    size_t length = strcspn(record.value, "\t");
    s->node = lm_arena_copy(log->arena, record.value, length);
    s->node_name = record.value + length + (record.value[length] == '\t');
    if (name != NULL) {
        lm_text_print(&text, "%.*s\t%.90s", (int)length, record.value, name);
        s->node_name = lm_text_string(&text) + length + 1;
        status = text.failed ? LM_LIMIT : put_setting(s, "node", lm_text_string(&text), log);
    }
    if (status == LM_OK && address != NULL)
        status = put_setting(s, "public", address, log);
    return status == LM_OK && s->node == NULL ? LM_LIMIT : status;
}

struct visit sync_visit(struct server *s, struct lm_arena *arena, struct http_request *request,
                        struct http_reply *reply)
{
    *request =
        (struct http_request){.path = "/", .query = "", .cookie = "", .host = "", .referer = ""};
    *reply = (struct http_reply){.arena = arena, .body = lm_text_in(arena)};
    return (struct visit){.server = s,
                          .request = request,
                          .reply = reply,
                          .arena = arena,
                          .log = {.arena = arena},
                          .form = {.acknowledged = "", .request = ""},
                          .who = {"", "", "", ""},
                          .now = os_now_seconds()};
}
