/* SPDX-License-Identifier: Apache-2.0 */
#include "server/broadcast.h"

#include <string.h>

#include "base/texts.h"
#include "client/lichess.h"
#include "limmat/formats.h"
#include "limmat/json.h"
#include "os/clock.h"
#include "os/files.h"
#include "server/errands.h"
#include "server/publication.h"
#include "server/secrets.h"

#define SCOPE "broadcasts"

enum { PAUSE_SECONDS = 30, REFUSED_SECONDS = 3600 };

/* --- the store */

static const char *key_of(struct visit *v, const char *slug, const char *section)
{
    return visit_print(v, "broadcast/%s/%s", slug, section);
}

static int64_t number_of(const struct lm_json *object, const char *key)
{
    int64_t number = 0;
    (void)lm_json_integer(lm_json_get(object, key), 0, INT64_MAX, &number);
    return number;
}

static bool read_broadcast(struct visit *v, const char *value, struct broadcast *out)
{
    struct lm_json *object = NULL;
    if (lm_json_parse(value, strlen(value), v->arena, NULL, &object) != LM_OK)
        return false;
    *out = (struct broadcast){.slug = lm_json_text(object, "event"),
                              .section = lm_json_text(object, "section"),
                              .token = lm_json_text(object, "token"),
                              .tour = lm_json_text(object, "tour"),
                              .name = lm_json_text(object, "name"),
                              .trouble = lm_json_text(object, "trouble"),
                              .line = (uint64_t)number_of(object, "line"),
                              .sent = number_of(object, "sent"),
                              .wait = number_of(object, "wait")};
    return true;
}

bool broadcast_find(struct visit *v, const char *slug, const char *section, struct broadcast *out)
{
    struct store_record record = {.value = NULL};
    enum lm_status status = store_get(v->server->store, STORE_SETTING, key_of(v, slug, section),
                                      v->now, v->arena, &record, &v->log);
    return status == LM_OK && record.value != NULL && read_broadcast(v, record.value, out);
}

static enum lm_status put(struct visit *v, const struct broadcast *b)
{
    struct lm_text text = lm_text_in(v->arena);
    struct lm_json_writer w = lm_json_writer_to(&text, true);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "event", b->slug);
    lm_json_put_string(&w, "section", b->section);
    lm_json_put_string(&w, "token", b->token);
    lm_json_put_string(&w, "tour", b->tour);
    lm_json_put_string(&w, "name", b->name);
    lm_json_put_string(&w, "trouble", b->trouble);
    lm_json_put_integer(&w, "line", (int64_t)b->line);
    lm_json_put_integer(&w, "sent", b->sent);
    lm_json_put_integer(&w, "wait", b->wait);
    lm_json_end(&w, '}');
    const struct store_record record = {key_of(v, b->slug, b->section), SCOPE,
                                        lm_text_string(&text), 0};
    return text.failed ? LM_LIMIT : store_put(v->server->store, STORE_SETTING, &record, &v->log);
}

/* Store ${b} unless it has been ended, or begun again, since it was read. */
static bool keep(struct visit *v, const struct broadcast *b)
{
    struct broadcast now;
    return broadcast_find(v, b->slug, b->section, &now) && strcmp(now.token, b->token) == 0 &&
           put(v, b) == LM_OK;
}

/* --- the key of this machine */

/* Return the key from a file in the data folder; make it at the first use.  NULL: not possible. */
static const char *machine_key(struct visit *v)
{
    char token[SECRETS_TOKEN];
    const char *bytes;
    size_t length;
    struct lm_log unheard = {.arena = v->arena};
    const char *path = os_join(v->arena, v->server->folder, "broadcast-key");
    for (int attempt = 0; path != NULL && attempt < 2; attempt++) {
        if (os_read(path, v->arena, &unheard, &bytes, &length) == LM_OK &&
            length == SECRETS_TOKEN - 1 && secrets_is_token(bytes))
            return bytes;
        secrets_token(token);
        enum lm_status status = os_write(path, token, strlen(token), OS_SECRET, &unheard);
        if (status != LM_OK && status != LM_INVALID) /* LM_INVALID: another process made it first */
            return NULL;
    }
    return NULL;
}

enum lm_status broadcast_begin(struct visit *v, struct broadcast *b, const char *token)
{
    const char *key = machine_key(v);
    if (key == NULL)
        return lm_log_add(&v->log, LM_ERROR, (struct lm_place){0},
                          "let the server write into the folder of its data",
                          "the key for secrets can’t be kept");
    b->token = secrets_seal(token, key, v->arena);
    return *b->token == '\0' ? LM_LIMIT : put(v, b);
}

enum lm_status broadcast_end(struct visit *v, const char *slug, const char *section)
{
    struct store_record *rounds;
    size_t count = 0;
    const char *key = key_of(v, slug, section);
    enum lm_status status = store_list(v->server->store, STORE_SETTING, key, v->now, v->arena,
                                       &rounds, &count, &v->log);
    for (size_t i = 0; status == LM_OK && i < count; i++)
        status = store_remove(v->server->store, STORE_SETTING, rounds[i].key, &v->log);
    return status == LM_OK ? store_remove(v->server->store, STORE_SETTING, key, &v->log) : status;
}

/* --- sending */

/* Return an error message for the organiser: the last one of the log. */
static const char *last_trouble(const struct visit *v)
{
    return v->log.count == 0 ? "" : v->log.all[v->log.count - 1].what;
}

/* Return the start of ${round}; 0: unknown. */
static int64_t start_of(const struct lm_tournament *t, uint32_t round)
{
    int64_t at = 0;
    int32_t offset;
    const char *text = round <= t->start_count ? t->starts[round - 1] : "";
    return lm_parse_moment(text, strlen(text), &at, &offset) ? at : 0;
}

/* Send ${round}, unless its present state was sent already.  The store has the id and a digest of
 * each round. */
static enum lm_status send_round(struct visit *v, const struct lichess *l,
                                 const struct broadcast *b, const struct lm_tournament *t,
                                 uint32_t round)
{
    char digest[SECRETS_DIGEST];
    struct store_record record = {.value = NULL};
    struct lm_text pgn = lm_text_in(v->arena);
    const struct lm_write_options how = {.first_round = round, .last_round = round};
    const char *scope = key_of(v, b->slug, b->section), *id = NULL;
    const char *key = visit_print(v, "%s/%u", scope, round);
    enum lm_status status = lm_write(lm_format_named("pgn"), t, &how, &v->log, &pgn);
    if (status == LM_OK)
        status =
            store_get(v->server->store, STORE_SETTING, key, v->now, v->arena, &record, &v->log);
    if (status != LM_OK || pgn.length == 0)
        return status;
    secrets_digest(pgn.bytes, pgn.length, digest);
    const char *is = visit_print(v, "%s %s", b->tour, digest);
    if (record.value != NULL && strcmp(record.value, is) == 0)
        return LM_OK;
    status = lichess_broadcast_round(l, b->tour, visit_print(v, "Round %u", round),
                                     start_of(t, round), &id);
    if (status == LM_OK)
        status = lichess_broadcast_push(l, id, &pgn);
    const struct store_record sent = {key, scope, is, 0};
    return status == LM_OK ? store_put(v->server->store, STORE_SETTING, &sent, &v->log) : status;
}

/* Make the broadcast, once.  If Lichess received the request but did not answer, the organiser has
 * to check whether it exists. */
static enum lm_status make_tour(struct visit *v, const struct lichess *l, struct broadcast *b)
{
    struct lichess_account own;
    if (strcmp(b->tour, "?") == 0)
        return lm_log_add(&v->log, LM_ERROR, (struct lm_place){0}, NULL,
                          "Lichess did not answer when the broadcast was made. Look whether it is "
                          "there, and enter its address");
    enum lm_status status = lichess_own_account(l, &own); /* test the connection */
    if (status != LM_OK)
        return status;
    b->tour = "?";
    if (!keep(v, b))
        return LM_INVALID;
    const char *id = "";
    status = lichess_broadcast(l, b->name, &id);
    if (status == LM_OK || status == LM_INVALID)
        b->tour = id;
    return status;
}

static enum lm_status send_all(struct visit *v, struct broadcast *b, const char *token)
{
    const struct lichess l = {.server = v->server->lichess,
                              .token = token,
                              .attempts = 1,
                              .arena = v->arena,
                              .log = &v->log,
                              .stop = v->server->stop};
    struct publication *p;
    enum lm_status status = publication_take(v, b->slug, b->section, &p);
    if (status != LM_OK)
        return status;
    const struct lm_tournament *t = publication_event(p, "")->t;
    uint64_t line = publication_number(p);
    if (t->rounds_paired > 0 && !lichess_is_broadcast(b->tour))
        status = make_tour(v, &l, b);
    for (uint32_t round = 1; status == LM_OK && round <= t->rounds_paired; round++)
        status = send_round(v, &l, b, t, round);
    publication_give(v->server->publications, p);
    if (status == LM_OK)
        b->line = line;
    return status;
}

/* Do an errand.  The open token is used only here. */
static void run(struct visit *v, const char *key, const char *order)
{
    struct broadcast b;
    (void)key;
    const char *section = strchr(order, ' ');
    if (section == NULL ||
        !broadcast_find(v, lm_arena_copy(v->arena, order, (size_t)(section - order)), section + 1,
                        &b))
        return;
    const char *secret = machine_key(v);
    const char *token = secret == NULL ? NULL : secrets_open(b.token, secret, v->arena);
    if (token == NULL) /* another server of this store has the key */
        return;
    enum lm_status status = send_all(v, &b, token);
    b.trouble = status == LM_OK ? "" : last_trouble(v);
    b.sent = status == LM_OK ? os_now_seconds() : b.sent;
    b.wait = status == LM_OK
                 ? 0
                 : os_now_seconds() + (status == LM_INVALID ? REFUSED_SECONDS : PAUSE_SECONDS);
    (void)keep(v, &b);
}

void broadcasts_look(struct visit *v)
{
    struct store_record *records;
    size_t count = 0;
    if (store_list(v->server->store, STORE_SETTING, SCOPE, v->now, v->arena, &records, &count,
                   &v->log) != LM_OK)
        return;
    for (size_t i = 0; i < count; i++) {
        struct broadcast b;
        uint64_t number;
        if (read_broadcast(v, records[i].value, &b) && b.wait <= v->now &&
            publication_number_of(v->server, b.slug, &number) && number != b.line)
            (void)errands_give(v->server->errands, run, records[i].key,
                               visit_print(v, "%s %s", b.slug, b.section));
    }
}
