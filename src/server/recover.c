/* SPDX-License-Identifier: Apache-2.0 */
#include "server/recover.h"

#include <string.h>

#include "limmat/text.h"
#include "server/secrets.h"
#include "server/submissions.h"

/* Normalise ${address}: case does not matter. */
static const char *small(struct visit *v, const char *address)
{
    char *copy = lm_arena_copy(v->arena, address, strlen(address));
    for (char *at = copy; copy != NULL && *at != '\0'; at++)
        *at = lm_lower(*at);
    return copy == NULL ? "" : copy;
}

/* Return the scope of the records of ${address}; and the secret that opens them. */
static const char *scope_of(struct visit *v, const char *address)
{
    return submissions_digest(v->server->submissions, "mail", small(v, address), v->arena);
}

static const char *key_of(struct visit *v, const char *address)
{
    return submissions_digest(v->server->submissions, "seal", small(v, address), v->arena);
}

static const char *record_of(struct visit *v, const char *secret)
{
    return visit_print(v, "mail %s", submission_owner(secret, v->arena));
}

enum lm_status recover_keep(struct visit *v, const char *secret, const char *address)
{
    const struct store_record record = {.key = record_of(v, secret),
                                        .scope = scope_of(v, address),
                                        .value =
                                            secrets_seal(secret, key_of(v, address), v->arena)};
    return record.value == NULL ? LM_LIMIT
                                : store_put(v->server->store, STORE_SUBMISSION, &record, &v->log);
}

enum lm_status recover_forget(struct visit *v, const char *secret)
{
    return store_remove(v->server->store, STORE_SUBMISSION, record_of(v, secret), &v->log);
}

enum lm_status recover_has(struct visit *v, const char *secret, bool *has)
{
    struct store_record record;
    enum lm_status status = store_get(v->server->store, STORE_SUBMISSION, record_of(v, secret),
                                      v->now, v->arena, &record, &v->log);
    *has = status == LM_OK && record.key != NULL;
    return status;
}

/* Add a line for each tournament of ${address}: its name, its private address. */
static enum lm_status add_links(struct visit *v, const char *address, struct lm_text *out)
{
    size_t count = 0;
    struct store_record *records;
    enum lm_status status = store_list(v->server->store, STORE_SUBMISSION, scope_of(v, address),
                                       v->now, v->arena, &records, &count, &v->log);
    for (size_t i = 0; status == LM_OK && i < count; i++) {
        struct submission s;
        const char *secret = secrets_open(records[i].value, key_of(v, address), v->arena);
        if (secret == NULL)
            continue;
        status = submissions_of(v->server->submissions, submission_owner(secret, v->arena),
                                v->arena, &s, &v->log);
        if (status == LM_OK && s.slug != NULL)
            lm_text_print(out, "%s\n    %s/s/%s\n\n", s.name, v->server->url, secret);
    }
    return status;
}

bool recover_mail(struct visit *v, const char *address, struct reminder *out)
{
    char key[SECRETS_TOKEN];
    struct lm_text links = lm_text_in(v->arena);
    if (v->server->submissions == NULL || add_links(v, address, &links) != LM_OK ||
        links.length == 0)
        return false;
    secrets_token(key);
    *out = (struct reminder){
        .way = BY_MAIL,
        .key = visit_print(v, "recover %s", key),
        .address = address,
        .language = v->language->code,
        .subject = visit_word(v, LM_KEY("recover.subject")),
        .text = visit_print(
            v, "%s\n\n%s%s\n",
            visit_say_of(v, LM_KEY("recover.text"), lm_value_text("server", v->server->url)),
            lm_text_string(&links), visit_word(v, LM_KEY("recover.warning")))};
    return true;
}
