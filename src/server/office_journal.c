/* SPDX-License-Identifier: Apache-2.0 */
#include "server/office_journal.h"

#include <stdlib.h>
#include <string.h>

#include "limmat/json.h"
#include "server/championships.h"
#include "server/secrets.h"

const char office_journal[] = "%office";

static const char *text_in(const struct lm_json *node, const char *name)
{
    const char *text = node == NULL ? NULL : lm_json_string(lm_json_get(node, name));
    return text == NULL ? "" : text;
}

const char *office_fact_of(const struct office_entry *entry, const char *name)
{
    return entry == NULL ? "" : text_in(entry->line, name);
}

const char *office_own_of(const struct office_entry *entry, const char *name)
{
    return entry == NULL ? "" : text_in(entry->own, name);
}

static int64_t number_in(const struct lm_json *node, const char *name)
{
    int64_t number = 0;
    (void)lm_json_integer(lm_json_get(node, name), 0, INT64_MAX, &number);
    return number;
}

static enum lm_status read_line(struct visit *v, const struct store_line *line,
                                struct office_entry *out)
{
    struct lm_json *tree, *own = NULL;
    enum lm_status status = lm_json_parse(line->text, line->length, v->arena, &v->log, &tree);
    if (status == LM_OK && *line->secret != '\0')
        status = lm_json_parse(line->secret, strlen(line->secret), v->arena, &v->log, &own);
    if (status != LM_OK)
        return status == LM_INVALID ? LM_INTERNAL : status;
    *out = (struct office_entry){.number = line->number,
                                 .at = number_in(tree, "at"),
                                 .event = text_in(tree, "event"),
                                 .by = text_in(tree, "by"),
                                 .line = tree,
                                 .own = own};
    return LM_OK;
}

enum lm_status office_log_read(struct visit *v, struct office_log *out)
{
    struct store_line *lines;
    size_t count;
    *out = (struct office_log){0};
    if (v->server->office == NULL)
        return visit_refuse(v, 404, "Page not found");
    enum lm_status status =
        store_lines(v->server->store, office_journal, 1, v->arena, &lines, &count, &v->log);
    if (status != LM_OK)
        return status;
    out->entries = lm_arena_alloc(v->arena, count + 1, sizeof *out->entries);
    if (out->entries == NULL)
        return LM_LIMIT;
    for (; status == LM_OK && out->count < count; out->count++)
        status = read_line(v, &lines[out->count], &out->entries[out->count]);
    return status;
}

static void put_facts(struct lm_json_writer *w, const struct office_fact *facts)
{
    for (; facts != NULL && facts->name != NULL; facts++)
        if (facts->text != NULL && *facts->text != '\0')
            lm_json_put_string(w, facts->name, facts->text);
}

enum lm_status office_append(struct visit *v, struct office_log *log, const char *event,
                             const struct office_fact *facts, const struct office_fact *own)
{
    struct lm_text line = lm_text_in(v->arena), secret = lm_text_in(v->arena);
    char salt[SECRETS_TOKEN], seal[SECRETS_DIGEST];
    uint64_t number = log->count + 1;
    if (own != NULL) {
        struct lm_json_writer w = lm_json_writer_to(&secret, true);
        secrets_token(salt);
        lm_json_begin(&w, NULL, '{');
        lm_json_put_integer(&w, "n", (int64_t)number);
        lm_json_put_string(&w, "salt", salt);
        put_facts(&w, own);
        lm_json_end(&w, '}');
    }
    struct lm_json_writer w = lm_json_writer_to(&line, true);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_integer(&w, "n", (int64_t)number);
    lm_json_put_string(&w, "event", event);
    lm_json_put_integer(&w, "at", office_now(v));
    lm_json_put_string(&w, "by", v->who.account);
    put_facts(&w, facts);
    if (own != NULL) {
        secrets_digest(lm_text_string(&secret), secret.length, seal);
        lm_json_put_string(&w, "seal", seal);
    }
    lm_json_end(&w, '}');
    if (line.failed || secret.failed)
        return LM_LIMIT;
    struct store_line row = {number, lm_text_string(&line), line.length, lm_text_string(&secret)};
    enum lm_status status =
        store_append(v->server->store, office_journal, number, &row, 1, &v->log);
    if (status == LM_DIFFERENT)
        return visit_refuse(v, 409, "Someone else just changed this. Check and try again");
    struct office_entry *entries = lm_arena_alloc(v->arena, log->count + 1, sizeof *entries);
    if (status != LM_OK || entries == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    if (log->count > 0)
        memcpy(entries, log->entries, log->count * sizeof *entries);
    log->entries = entries;
    return read_line(v, &row, &log->entries[log->count++]);
}

int64_t office_now(const struct visit *v)
{
    return championships_now(v);
}

/* --- events */

static struct office_event begun(const struct office_entry *e)
{
    return (struct office_event){.number = e->number,
                                 .name = office_fact_of(e, "name"),
                                 .city = office_fact_of(e, "city"),
                                 .federation = office_fact_of(e, "federation"),
                                 .start = office_fact_of(e, "start"),
                                 .end = office_fact_of(e, "end"),
                                 .chess = office_fact_of(e, "chess"),
                                 .owner = office_fact_of(e, "owner"),
                                 .section = office_fact_of(e, "section"),
                                 .late = *office_fact_of(e, "late") != '\0',
                                 .laws = *office_fact_of(e, "laws") != '\0',
                                 .licensed = *office_fact_of(e, "licensed") != '\0',
                                 .claims_unrated = *office_fact_of(e, "unrated") != '\0',
                                 .confirmed = "",
                                 .registered = e->at};
}

static void take_report(struct office_event *event, const struct office_entry *e)
{
    event->report = e;
    event->versions++;
    event->received = event->received == 0 ? e->at : event->received;
    event->state = OFFICE_SENT;
}

static void decide(struct office_event *event, const struct office_entry *e,
                   enum office_state state)
{
    event->decision = e;
    event->filed = state == OFFICE_ACCEPTED;
    event->confirmed = office_fact_of(e, "confirmed");
    event->decided = e->at;
    event->state = state;
}

static void take_entry(struct office_event *event, const struct office_entry *e)
{
    const char *what = e->event;
    if (strcmp(what, "report") == 0)
        take_report(event, e);
    else if (strcmp(what, "accepted") == 0)
        decide(event, e, OFFICE_ACCEPTED);
    else if (strcmp(what, "returned") == 0)
        decide(event, e, OFFICE_RETURNED);
    else if (strcmp(what, "refused") == 0)
        decide(event, e, OFFICE_REFUSED);
    else if (strcmp(what, "unrated") == 0)
        decide(event, e, OFFICE_UNRATED);
    else if (strcmp(what, "permitted") == 0)
        event->permitted = true;
    else if (strcmp(what, "reminded") == 0)
        event->reminded = true;
    else if (strcmp(what, "relinked") == 0)
        event->owner = office_fact_of(e, "owner");
    else if (strcmp(what, "tied") == 0)
        event->section = office_fact_of(e, "section");
    else if (strcmp(what, "appealed") == 0)
        event->appeal = e;
    else if (strcmp(what, "upheld") == 0)
        event->ruling = e;
    if (strcmp(what, "rated") == 0 || strcmp(what, "unrated") == 0)
        event->claims_unrated = false;
    if (strcmp(what, "granted") != 0)
        return;
    event->ruling = e; /* the refusal is open again */
    event->permitted = true;
    event->state = event->report == NULL ? OFFICE_REGISTERED : OFFICE_SENT;
}

enum lm_status office_events(struct visit *v, const struct office_log *log,
                             struct office_event **out, size_t *count)
{
    *count = 0;
    *out = lm_arena_alloc(v->arena, log->count + 1, sizeof **out);
    size_t *places = lm_arena_alloc(v->arena, log->count + 1, sizeof *places); /* by line, from 1 */
    if (*out == NULL || places == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < log->count; i++) {
        const struct office_entry *e = &log->entries[i];
        uint64_t of = strtoull(office_fact_of(e, "of"), NULL, 10);
        if (strcmp(e->event, "registered") == 0) {
            (*out)[(*count)++] = begun(e);
            places[i] = *count;
        } else if (of > 0 && of <= i && places[of - 1] > 0) {
            take_entry(&(*out)[places[of - 1] - 1], e);
        }
    }
    return LM_OK;
}

const char *office_file_of(struct visit *v, const struct office_event *event)
{
    return visit_print(v, "e%llu", (unsigned long long)event->number);
}
