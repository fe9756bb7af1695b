/* SPDX-License-Identifier: Apache-2.0 */
#include "server/belongings.h"

#include <stdio.h>
#include <string.h>

#include "limmat/json.h"
#include "server/inbox.h"
#include "server/secrets.h"

/* A kind of record: its scope, and its key before and after the event's name.  Records whose value
 * is a JSON object (or empty) are parsed before they are accepted. */
static const struct kind {
    const char *scope, *key, *behind;
    bool json;
} kinds[] = {{"", "announcement ", "", true},
             {"", "prizes/", "/", true},
             {"entries ", "entry ", " ", true},
             {"entry links ", "entry ", " ", false},
             {"regulations ", "regulations ", "", false},
             {"licences ", "licences ", "", false}};

enum { KINDS = sizeof kinds / sizeof *kinds };

static const char *scope_of(struct visit *v, const struct kind *kind)
{
    return visit_print(v, "%s%s", kind->scope, v->event->slug);
}

/* Is ${record} of ${kind} and of this event? */
static bool is_of(struct visit *v, const struct kind *kind, const struct store_record *record)
{
    const char *key = visit_print(v, "%s%s%s", kind->key, v->event->slug, kind->behind);
    size_t length = strlen(key);
    return strcmp(record->scope, scope_of(v, kind)) == 0 &&
           strncmp(record->key, key, length) == 0 &&
           (*kind->behind != '\0' || record->key[length] == '\0' || record->key[length] == ' ');
}

static enum lm_status list_all(struct visit *v, struct store_record **out, size_t *count)
{
    size_t capacity = 0;
    enum lm_status status = LM_OK;
    *out = NULL;
    *count = 0;
    for (size_t k = 0; status == LM_OK && k < KINDS; k++) {
        struct store_record *found;
        size_t found_count = 0;
        status = store_list(v->server->store, STORE_SETTING, scope_of(v, &kinds[k]), v->now,
                            v->arena, &found, &found_count, &v->log);
        for (size_t i = 0; status == LM_OK && i < found_count; i++) {
            if (!is_of(v, &kinds[k], &found[i]))
                continue;
            if (!lm_arena_grow(v->arena, out, &capacity, *count + 1, sizeof **out))
                return LM_LIMIT;
            (*out)[(*count)++] = found[i];
        }
    }
    return status;
}

static void digest_of(struct visit *v, const struct store_record *all, size_t count,
                      char out[SECRETS_DIGEST])
{
    struct lm_text text = lm_text_in(v->arena);
    for (size_t i = 0; i < count; i++) {
        secrets_digest(all[i].value, strlen(all[i].value), out);
        lm_text_print(&text, "%s %s %lld\n", all[i].key, out, (long long)all[i].until);
    }
    secrets_digest(lm_text_string(&text), text.length, out);
}

static const char *note_key(struct visit *v)
{
    return visit_print(v, "beside %s", v->event->slug);
}

/* Read the version and the digest noted at the last check. */
static enum lm_status read_note(struct visit *v, struct belongings *out,
                                char digest[SECRETS_DIGEST])
{
    struct store_record record;
    long long epoch = 0, count = 0;
    *digest = '\0';
    enum lm_status status =
        store_get(v->server->store, STORE_SETTING, note_key(v), v->now, v->arena, &record, &v->log);
    if (status == LM_OK && record.key != NULL)
        (void)sscanf(record.value, "%lld %lld %64s", &epoch, &count, digest);
    *out = (struct belongings){.epoch = epoch, .count = count};
    return status;
}

static enum lm_status write_note(struct visit *v, const struct belongings *b, const char *digest)
{
    const struct store_record record = {
        note_key(v), v->event->slug,
        visit_print(v, "%lld %lld %s", (long long)b->epoch, (long long)b->count, digest), 0};
    return store_put(v->server->store, STORE_SETTING, &record, &v->log);
}

static bool is_newer(const struct belongings *a, const struct belongings *b)
{
    return a->epoch != b->epoch ? a->epoch > b->epoch : a->count > b->count;
}

/* List the records and their version; at the home, raise the version if they changed. */
static enum lm_status look(struct visit *v, struct belongings *out)
{
    char before[SECRETS_DIGEST], now[SECRETS_DIGEST];
    struct store_record *all;
    size_t count;
    int64_t epoch = (int64_t)lm_desk_event(v->event->desk)->epoch;
    enum lm_status status = read_note(v, out, before);
    if (status == LM_OK)
        status = list_all(v, &all, &count);
    if (status != LM_OK)
        return status;
    digest_of(v, all, count, now);
    out->records = all;
    out->record_count = count;
    bool never = *before == '\0' && count == 0;
    if (never || !event_is_home(v) || (out->epoch == epoch && strcmp(before, now) == 0))
        return LM_OK;
    out->count = out->epoch == epoch ? out->count + 1 : 1;
    out->epoch = epoch;
    return write_note(v, out, now);
}

enum lm_status belongings_look(struct visit *v, struct belongings *out)
{
    enum lm_status status = look(v, out);
    out->records = NULL;
    out->record_count = 0;
    return status;
}

enum lm_status belongings_fill(struct visit *v, const struct belongings *theirs,
                               struct belongings *out)
{
    enum lm_status status = look(v, out);
    if (!is_newer(out, theirs)) {
        out->records = NULL;
        out->record_count = 0;
    }
    return status;
}

/* Is ${record} a valid record of this event? */
static bool is_well(struct visit *v, const struct store_record *record)
{
    struct lm_json *node;
    struct lm_log log = {.arena = v->arena};
    size_t k = 0;
    while (k < KINDS && !is_of(v, &kinds[k], record))
        k++;
    if (k == KINDS || strlen(record->key) > 400)
        return false;
    return !kinds[k].json || *record->value == '\0' ||
           (lm_json_parse(record->value, strlen(record->value), v->arena, &log, &node) == LM_OK &&
            node->type == LM_JSON_OBJECT);
}

enum lm_status belongings_take(struct visit *v, const struct belongings *sent)
{
    struct belongings own, after;
    struct store_record *all;
    char digest[SECRETS_DIGEST];
    size_t count;
    enum lm_status status = sent->records == NULL ? LM_OK : belongings_look(v, &own);
    if (status != LM_OK || sent->records == NULL || !is_newer(sent, &own) ||
        (event_is_home(v) && own.count > 0))
        return status;
    for (size_t i = 0; i < sent->record_count; i++)
        if (!is_well(v, &sent->records[i]))
            return visit_refuse(v, 422, "A record isn’t one of this event");
    for (size_t i = 0; status == LM_OK && i < sent->record_count; i++)
        status = store_put(v->server->store, STORE_SETTING, &sent->records[i], &v->log);
    if (status == LM_OK)
        status = list_all(v, &all, &count);
    if (status != LM_OK)
        return status;
    digest_of(v, all, count, digest);
    after = (struct belongings){.epoch = sent->epoch, .count = sent->count};
    status = write_note(v, &after, digest);
    inbox_tell(v);
    return status;
}

enum lm_status belongings_forget(struct visit *v)
{
    struct store_record *all;
    size_t count;
    enum lm_status status = list_all(v, &all, &count);
    for (size_t i = 0; status == LM_OK && i < count; i++)
        status = store_remove(v->server->store, STORE_SETTING, all[i].key, &v->log);
    return status == LM_OK ? store_remove(v->server->store, STORE_SETTING, note_key(v), &v->log)
                           : status;
}
