/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lines of a machine that gave way, each offered as an act to repeat. The item keeps what its
 * writer entered, not what the desk derived from it. It also keeps the names of those concerned,
 * since a number of a board or a person can mean another one at the home by now.
 */
#include <string.h>

#include "limmat/json.h"
#include "server/handlers.h"
#include "server/inbox.h"
#include "server/secrets.h"

enum { DECIDED_DAYS = 90, DAY = 86400 };

/* --- people concerned */

static void add_board(struct visit *v, const struct lm_desk_section *s, const char *id,
                      struct lm_text *out)
{
    const struct lm_desk_board *b = s == NULL ? NULL : lm_desk_board(s, id);
    if (b != NULL)
        lm_text_print(out, "%s - %s; ", lm_desk_name(b->white, LM_FOR_ARBITERS, v->arena),
                      lm_desk_name(b->black, LM_FOR_ARBITERS, v->arena));
}

static void add_player(struct visit *v, const struct lm_desk_section *s, const char *id,
                       struct lm_text *out)
{
    const struct lm_desk_player *p = s == NULL ? NULL : lm_desk_player(s, id);
    if (p != NULL)
        lm_text_print(out, "%s; ", lm_desk_name(p, LM_FOR_ARBITERS, v->arena));
}

static void add_names(struct visit *v, const struct lm_desk_section *s,
                      const struct lm_field *field, const struct lm_json *node, struct lm_text *out)
{
    if (node == NULL || field->names == NULL)
        return;
    for (const struct lm_json *x = node->type == LM_JSON_ARRAY ? node->first : node; x != NULL;
         x = node->type == LM_JSON_ARRAY ? x->next : NULL) {
        const char *id = lm_json_string(x);
        if (id != NULL && strcmp(field->names, "board") == 0)
            add_board(v, s, id, out);
        else if (id != NULL)
            add_player(v, s, id, out);
    }
}

/* Return the names of the people in ${fields} of ${kind}, as they are known here. */
static const char *names_in(struct visit *v, const struct lm_desk_kind *kind, const char *section,
                            const struct lm_json *fields)
{
    struct lm_text out = lm_text_in(v->arena);
    const struct lm_desk_section *s = lm_desk_section(v->event->desk, section);
    for (size_t i = 0; i < kind->field_count; i++)
        add_names(v, s, &kind->fields[i], lm_json_get(fields, kind->fields[i].name), &out);
    return lm_text_string(&out);
}

/* --- offering */

static enum lm_status offer(struct visit *v, uint64_t number)
{
    const struct lm_desk_entry *entry = lm_desk_entry(v->event->desk, number);
    const struct lm_line *line = &entry->line;
    const struct lm_json *object;
    struct lm_text text = lm_text_in(v->arena), wish = lm_text_in(v->arena),
                   told = lm_text_in(v->arena);
    struct lm_json_writer w = lm_json_writer_to(&text, true), f = lm_json_writer_to(&wish, true);
    if (strcmp(line->event, "home") == 0 || entry->undone != 0)
        return LM_OK;
    enum lm_status status = lm_line_object(line, v->arena, &object);
    if (status != LM_OK)
        return status;
    lm_desk_tell(v->event->desk, number, LM_FOR_ARBITERS, lm_english(), &told);
    lm_json_begin(&f, NULL, '{');
    bool may = lm_desk_repeat(entry->kind, object, line->secret, &f);
    lm_json_end(&f, '}');
    struct lm_json *fields;
    status = lm_json_parse(lm_text_string(&wish), wish.length, v->arena, &v->log, &fields);
    if (status != LM_OK)
        return status;
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "kind", "line");
    lm_json_put_integer(&w, "at", line->happened);
    lm_json_put_string(&w, "event", line->event);
    lm_json_put_string(&w, "section", line->section);
    lm_json_put_string(&w, "text", lm_text_string(&told));
    lm_json_put_string(&w, "about", names_in(v, entry->kind, line->section, fields));
    lm_json_put_boolean(&w, "may", may);
    lm_json_put_string(&w, "fields", lm_text_string(&wish));
    lm_json_end(&w, '}');
    /* The id is made from the line's digest: offered twice, it is the same item. */
    char digest[SECRETS_DIGEST];
    secrets_digest(lm_text_string(&text), text.length, digest);
    const char *id = visit_print(v, "%010llu-%.16s", (unsigned long long)number, digest);
    const struct store_record record = {.key = visit_print(v, "lines %s %s", v->event->slug, id),
                                        .scope = visit_print(v, "lines %s", v->event->slug),
                                        .value = lm_text_string(&text)};
    return text.failed ? LM_LIMIT : store_put(v->server->store, STORE_OUTBOX, &record, &v->log);
}

enum lm_status inbox_offer(struct visit *v, uint64_t from)
{
    enum lm_status status = LM_OK;
    for (uint64_t n = from; status == LM_OK && n <= lm_desk_number(v->event->desk); n++)
        status = offer(v, n);
    return status;
}

/* --- deciding */

enum lm_status inbox_lines(struct visit *v, struct inbox_line **lines, size_t *count)
{
    struct store_record *records;
    const char *scope = visit_print(v, "lines %s", v->event->slug);
    enum lm_status status = store_list(v->server->store, STORE_OUTBOX, scope, v->now, v->arena,
                                       &records, count, &v->log);
    *lines = status == LM_OK ? lm_arena_alloc(v->arena, *count + 1, sizeof **lines) : NULL;
    for (size_t i = 0; *lines != NULL && i < *count; i++) {
        struct lm_json *object = NULL;
        struct inbox_line *out = &(*lines)[i];
        *out = (struct inbox_line){.id = records[i].key + strlen(scope) + 1, .text = ""};
        if (lm_json_parse(records[i].value, strlen(records[i].value), v->arena, &v->log, &object) !=
            LM_OK)
            continue;
        out->text = lm_json_string(lm_json_get(object, "text"));
        (void)lm_json_boolean(lm_json_get(object, "may"), &out->may);
        (void)lm_json_integer(lm_json_get(object, "at"), 0, INT64_MAX, &out->at);
    }
    return status == LM_OK && *lines == NULL ? LM_LIMIT : status;
}

static enum lm_status enter(struct visit *v, const char *id, const struct lm_json *object)
{
    const char *event = lm_json_string(lm_json_get(object, "event"));
    const char *section = lm_json_string(lm_json_get(object, "section"));
    const char *about = lm_json_string(lm_json_get(object, "about"));
    const char *wish = lm_json_string(lm_json_get(object, "fields"));
    const struct lm_desk_kind *kind = event == NULL ? NULL : lm_desk_kind_named(event);
    struct lm_json *fields;
    struct act act;
    bool may = false;
    (void)lm_json_boolean(lm_json_get(object, "may"), &may);
    if (kind == NULL || section == NULL || about == NULL || wish == NULL || !may)
        return visit_refuse(v, 422, "This entry can only be read. Enter by hand what it contains");
    if (!act_may(v, event))
        return visit_refuse(v, 403, "Your role doesn’t allow this");
    enum lm_status status = lm_json_parse(wish, strlen(wish), v->arena, &v->log, &fields);
    if (status != LM_OK)
        return status;
    if (strcmp(about, names_in(v, kind, section, fields)) != 0)
        return *about == '\0' ? visit_refuse(v, 409,
                                             "The entry was about a player who isn’t here, and "
                                             "would be about %s. Enter by hand what is right",
                                             names_in(v, kind, section, fields))
                              : visit_refuse(v, 409,
                                             "The entry was about %s and would be about %s here. "
                                             "Enter by hand what is right",
                                             about, names_in(v, kind, section, fields));
    act_begin(v, &act, event, kind->in_section || *section != '\0' ? section : NULL);
    (void)lm_json_integer(lm_json_get(object, "at"), 0, v->now, &act.act.happened);
    for (const struct lm_json *node = fields->first; node != NULL; node = node->next)
        lm_json_put_node(&act.json, node->key, node);
    v->form.request = id;
    return act_do(v, &act, 1);
}

enum lm_status inbox_decide(struct visit *v, const char *id, bool leave)
{
    struct store_record found;
    struct lm_json *object;
    const char *key = visit_print(v, "lines %s %s", v->event->slug, id);
    enum lm_status status =
        store_get(v->server->store, STORE_OUTBOX, key, v->now, v->arena, &found, &v->log);
    if (status == LM_OK && found.key == NULL)
        return visit_refuse(v, 404, "This is already decided");
    if (status == LM_OK)
        status = lm_json_parse(found.value, strlen(found.value), v->arena, &v->log, &object);
    if (status == LM_OK && !leave)
        status = enter(v, id, object);
    if (status != LM_OK)
        return status;
    const struct store_record record = {.key = visit_print(v, "decided %s %s", v->event->slug, id),
                                        .scope = visit_print(v, "decided %s", v->event->slug),
                                        .value = leave ? "left" : "entered",
                                        .until = v->now + (int64_t)DECIDED_DAYS * DAY};
    status = store_put(v->server->store, STORE_OUTBOX, &record, &v->log);
    if (status == LM_OK)
        status = store_remove(v->server->store, STORE_OUTBOX, key, &v->log);
    if (status == LM_OK)
        inbox_tell(v);
    return status;
}
