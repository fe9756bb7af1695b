/* SPDX-License-Identifier: Apache-2.0 */
#include "server/outbox.h"
#include "server/broadcast.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/http_client.h"
#include "os/clock.h"
#include "os/process.h"
#include "os/threads.h"
#include "server/championship_desk.h"
#include "server/notices.h"
#include "server/office_journal.h"
#include "server/pages.h"
#include "server/recover.h"
#include "server/secrets.h"

enum { ASKED = 64, ADDRESS = 256 };
enum { PAUSE_MS = 2000, DAY = 86400, KEPT_SECONDS = 400 * DAY, ARENA_MAX = 256 << 20, BUSY = 429 };

bool outbox_is_address(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  ".!#$%&'*+/=?^_`{|}~-@";
    const char *at = strchr(text, '@');
    return strlen(text) <= 200 && *text != '-' && at != NULL && at > text && at[1] != '\0' &&
           strchr(at + 1, '@') == NULL && strchr(at, '.') != NULL &&
           strspn(text, letters) == strlen(text);
}

bool outbox_is_hook(const struct server *s, const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "-._~/?=&%:";
    return s->webhooks != NULL && strncmp(text, s->webhooks, strlen(s->webhooks)) == 0 &&
           strlen(text) <= 300 && strspn(text, letters) == strlen(text) &&
           strstr(text, "..") == NULL;
}

/* --- reminders due */

/* Strip line ends from a definition's text, for use in headers and lines. */
static const char *plain(struct visit *v, const char *text)
{
    char *copy = lm_arena_copy(v->arena, text, strlen(text));
    for (char *at = copy; copy != NULL && *at != '\0'; at++)
        if ((unsigned char)*at < ' ' || *at == 127)
            *at = ' ';
    return copy == NULL ? "" : copy;
}

/* Write the text in the language of ${v}. */
static const char *text_of(struct visit *v, const struct due *due, const struct viewer *whom)
{
    struct lm_text text = lm_text_in(v->arena);
    const struct champ_duty duty = champ_duty_of(v, whom, due);
    lm_text_print(
        &text, "%s,\n\n%s: %s", whom->name, plain(v, v->championship->c->definition->title),
        plain(v, visit_say_of(v, LM_KEY("desk.r-must"), lm_value_text("what", duty.what))));
    if (*due->article != '\0')
        lm_text_print(&text, " [%s]", plain(v, due->article));
    lm_text_print(&text, "\n%s", duty.by);
    if (*duty.otherwise != '\0')
        lm_text_print(&text, "; %s", plain(v, duty.otherwise));
    lm_text_print(
        &text, ".\n\n%s%s\n", v->server->url,
        (due->contest != NULL ? champ_match_url(v, due->contest) : champ_url(v, "%s", "")).address);
    return lm_text_string(&text);
}

/* Return the key of the note that a channel was too busy for ${key}; it stays in the store until
 * the next attempt. */
static const char *later_key(struct visit *v, const char *key)
{
    return visit_print(v, "%s later", key);
}

/* Strip the sender from a state: a claim is "sending" and its server. */
static const char *plain_state(const char *state)
{
    return strncmp(state, "sending", 7) == 0 ? "sending" : state;
}

static const char *state_of(struct visit *v, const char *key)
{
    struct store_record record, later;
    struct store *store = v->server->store;
    if (store_get(store, STORE_OUTBOX, key, v->now, v->arena, &record, NULL) != LM_OK ||
        store_get(store, STORE_OUTBOX, later_key(v, key), v->now, v->arena, &later, NULL) != LM_OK)
        return "sending"; /* unknown: send nothing */
    return record.key != NULL ? plain_state(record.value) : later.key != NULL ? "later" : "";
}

/* Write the subject in the language of ${v}. */
static const char *subject_of(struct visit *v, const struct due *due)
{
    const char *about = due->contest != NULL ? champ_match_name(v, due->contest)
                                             : visit_word(v, LM_KEY("desk.r-turn"));
    const struct lm_value values[] = {lm_value_text("event", v->championship->slug),
                                      lm_value_text("date", champ_date(v, due->by)),
                                      lm_value_text("about", about)};
    return plain(v, visit_say(v, LM_KEY("desk.r-subject"), values, 3));
}

static const char *key_of(struct visit *v, const struct due *due, const char *player, int last)
{
    return visit_print(v, "c/%s %s %s %s %lld %d", v->championship->slug, player,
                       lm_champ_due_name(due->kind), due->contest == NULL ? "" : due->contest->id,
                       (long long)due->by, last);
}

/* Return the address for reminders of ${player} by ${way}; "": none. */
static const char *address_of(struct visit *v, const char *player, enum reminder_way way)
{
    const char *key = way == BY_MAIL   ? visit_print(v, "mail %s", player)
                      : way == BY_HOOK ? visit_print(v, "hook %s", player)
                                       : "channel";
    const char *address = champ_record(v, key);
    return address == NULL ? "" : address;
}

/* Write the texts of ${r} in ${language}. */
static void say(struct visit *v, const struct due *due, const struct viewer *whom,
                const struct lm_language *language, struct reminder *r)
{
    const struct lm_language *own = v->language;
    v->language = language;
    r->language = language->code;
    r->subject = subject_of(v, due);
    r->text = whom->zone == NULL ? "" : text_of(v, due, whom);
    v->language = own;
}

/* The reminders found so far. */
struct rows {
    struct reminder *all;
    size_t count, capacity;
};

static const char *const endings[] = {
    [BY_MAIL] = "", [BY_HOOK] = " hook", [IN_CHANNEL] = " channel"};

static struct reminder *add_row(struct visit *v, struct rows *rows, const struct reminder *r)
{
    if (!lm_arena_grow(v->arena, &rows->all, &rows->capacity, rows->count + 1, sizeof *rows->all))
        return NULL;
    rows->all[rows->count] = *r;
    return &rows->all[rows->count++];
}

/* Add ${r} once for each of its ways, in the reader's language; by mail also without an address, so
 * that the director sees that. */
static enum lm_status add_ways(struct visit *v, const struct reminder *r, const struct due *due,
                               const struct viewer *whom, struct rows *rows)
{
    for (enum reminder_way way = BY_MAIL; way < REMINDER_WAYS; way++) {
        const char *address = address_of(v, r->player, way);
        if (way != BY_MAIL && *address == '\0')
            continue;
        struct reminder *out = add_row(v, rows, r);
        if (out == NULL)
            return LM_LIMIT;
        out->way = way;
        out->address = address;
        out->key = visit_print(v, "%s%s", r->key, endings[way]);
        out->state = state_of(v, out->key);
        say(v, due, whom, champ_language(v, way == IN_CHANNEL ? "" : r->player), out);
    }
    return LM_OK;
}

static enum lm_status add_dues(struct visit *v, struct rows *rows)
{
    struct lm_championship *c = v->championship->c;
    int64_t now = championships_now(v);
    size_t count = 0;
    const struct due *all = lm_champ_due(c, now, &count);
    enum lm_status status = c->out_of_memory ? LM_LIMIT : LM_OK;
    for (size_t i = 0; i < count && status == LM_OK; i++) {
        const struct due *due = &all[i];
        struct viewer whom = {.person = due->person};
        if (due->person == NOBODY || !due->must || due->by == NEVER || due->by <= now)
            continue;
        whom.name = lm_champ_name(c, due->person);
        whom.zone_name = zone_of_player(v, whom.name, &whom.zone);
        /* A day before the deadline; and when the duty comes up, unless that is the same. */
        for (int last = due->by - now <= DAY ? 1 : 0; last < 2 && status == LM_OK; last++) {
            const struct reminder r = {.key = key_of(v, due, whom.name, last),
                                       .scope = "",
                                       .player = whom.name,
                                       .ripe = last == 0 || due->by - now <= DAY};
            status = add_ways(v, &r, due, &whom, rows);
        }
    }
    return status;
}

/* --- news */

static const char *news_scope(struct visit *v)
{
    return visit_print(v, "c/%s news", v->championship->slug);
}

/* Return the key of the line after which ${name} gets news: the last line when they gave their
 * address. */
static const char *from_key(struct visit *v, const char *name)
{
    return visit_print(v, "news %s", name);
}

enum lm_status outbox_begin_news(struct visit *v, const char *name)
{
    return notices_put_mark(v, from_key(v, name),
                            (struct notices_mark){v->number, championships_now(v)});
}

/* Return the first words of ${message}, for a subject. */
static const char *brief(struct visit *v, const char *message)
{
    enum { MOST = 120 };
    size_t length = strcspn(message, ";");
    if (length > MOST) {
        length = MOST;
        while (length > 0 && ((unsigned char)message[length] & 0xc0) == 0x80)
            length--;
    }
    return visit_print(v, "%.*s%s", (int)length, message, length < MOST ? "" : "…");
}

/* Add notice ${n} by ${way}, in the reader's language. */
static enum lm_status add_notice(struct visit *v, const char *name, enum reminder_way way,
                                 const struct notice *n, const char *key, const char *state,
                                 struct rows *rows)
{
    const char *title = plain(v, v->championship->c->definition->title);
    const struct lm_value values[] = {lm_value_text("event", title),
                                      lm_value_text("what", brief(v, n->message))};
    const char *why = *n->why == '\0' ? "" : visit_print(v, "\n“%s”", plain(v, n->why));
    const struct reminder r = {
        .way = way,
        .key = key,
        .scope = news_scope(v),
        .player = name,
        .address = address_of(v, name, way),
        .subject = plain(v, visit_say(v, LM_KEY("desk.n-subject"), values, 2)),
        .text = visit_print(v, "%s,\n\n%s: %s%s\n\n%s%s\n", name, title, plain(v, n->message), why,
                            v->server->url, n->url.address),
        .language = v->language->code,
        .state = state,
        .ripe = true,
        .news = true};
    return add_row(v, rows, &r) == NULL ? LM_LIMIT : LM_OK;
}

/* The records of sent messages, by key. */
struct sent {
    struct store_record *all;
    size_t count;
};

static int by_key(const void *key, const void *record)
{
    return strcmp(key, ((const struct store_record *)record)->key);
}

static const char *state_in(const struct sent *sent, const char *key)
{
    const struct store_record *found =
        sent->count == 0 ? NULL : bsearch(key, sent->all, sent->count, sizeof *sent->all, by_key);
    return found == NULL ? NULL : plain_state(found->value);
}

/* Add the ${notices} not sent by ${way} yet, or with an unknown outcome. */
static enum lm_status add_unsent(struct visit *v, const char *name, enum reminder_way way,
                                 const struct notice *notices, size_t count,
                                 const struct sent *sent, struct rows *rows)
{
    enum lm_status status = LM_OK;
    for (size_t i = 0; i < count && status == LM_OK; i++) {
        const char *key = visit_print(v, "%s%s", notices[i].key, endings[way]);
        const char *state = state_in(sent, key);
        if (state == NULL)
            state = state_in(sent, later_key(v, key)) == NULL ? "" : "later";
        if (strcmp(state, "sent") != 0)
            status = add_notice(v, name, way, &notices[i], key, state, rows);
    }
    return status;
}

static enum lm_status add_news_of(struct visit *v, const char *name, enum reminder_way way,
                                  const struct sent *sent, struct rows *rows)
{
    struct notices_mark from;
    const struct lm_language *own = v->language;
    struct notice *notices;
    struct viewer whom;
    size_t count;
    if (!notices_mark_of(v, from_key(v, name), &from))
        return LM_OK;
    if (!notices_whom(v, name, &whom))
        return LM_LIMIT;
    v->language = champ_language(v, name);
    enum lm_status status = notices_of(v, &whom, from.line, &notices, &count);
    if (status == LM_OK)
        status = add_unsent(v, name, way, notices, count, sent, rows);
    if (status == LM_OK)
        status = notices_written(v, &whom, from.at, &notices, &count);
    if (status == LM_OK)
        status = add_unsent(v, name, way, notices, count, sent, rows);
    if (status == LM_OK)
        status = notices_beside(v, &whom, &notices, &count);
    if (status == LM_OK)
        status = add_unsent(v, name, way, notices, count, sent, rows);
    v->language = own;
    return status;
}

/* Return the name after ${prefix} in ${record}, of a person who has an address; NULL. */
static const char *reader_of(const struct store_record *record, const char *prefix)
{
    size_t length = strlen(prefix);
    return strncmp(record->key, prefix, length) == 0 && *record->value != '\0'
               ? record->key + length
               : NULL;
}

typedef enum lm_status for_reader(struct visit *v, const char *name, enum reminder_way way,
                                  const struct sent *sent, struct rows *rows);

/* Call ${run} for all people who have an address for news. */
static enum lm_status each_reader(struct visit *v, for_reader *run, struct rows *rows)
{
    const char *prefixes[] = {[BY_MAIL] = visit_print(v, "c/%s mail ", v->championship->slug),
                              [BY_HOOK] = visit_print(v, "c/%s hook ", v->championship->slug)};
    struct store_record *records;
    struct sent sent = {0};
    size_t count = 0;
    enum lm_status status = store_list(v->server->store, STORE_SETTING, v->championship->slug,
                                       v->now, v->arena, &records, &count, &v->log);
    bool any = false;
    for (size_t i = 0; status == LM_OK && i < count; i++)
        for (enum reminder_way way = BY_MAIL; way <= BY_HOOK; way++)
            any |= reader_of(&records[i], prefixes[way]) != NULL;
    if (status == LM_OK && any)
        status = store_list(v->server->store, STORE_OUTBOX, news_scope(v), v->now, v->arena,
                            &sent.all, &sent.count, &v->log);
    for (size_t i = 0; status == LM_OK && i < count; i++)
        for (enum reminder_way way = BY_MAIL; way <= BY_HOOK && status == LM_OK; way++)
            if (reader_of(&records[i], prefixes[way]) != NULL)
                status = run(v, reader_of(&records[i], prefixes[way]), way, &sent, rows);
    return status;
}

/* Begin the news of a person whose address is from an earlier version with reminders only. */
static enum lm_status begin_old(struct visit *v, const char *name, enum reminder_way way,
                                const struct sent *sent, struct rows *rows)
{
    (void)way;
    (void)sent;
    (void)rows;
    return champ_record(v, from_key(v, name)) == NULL ? outbox_begin_news(v, name) : LM_OK;
}

enum lm_status outbox_list(struct visit *v, struct reminder **out, size_t *count)
{
    struct rows rows = {0};
    enum lm_status status = add_dues(v, &rows);
    if (status == LM_OK)
        status = each_reader(v, add_news_of, &rows);
    *out = rows.all;
    *count = rows.count;
    return status;
}

/* --- sending */

struct outbox {
    struct server *server;
    const char *command;
    struct os_thread thread;
    struct os_mutex lock;
    struct os_condition wake;
    bool stop;
    struct asked {
        char address[ADDRESS];
        const struct lm_language *language;
    } asked[ASKED]; /* lost private addresses to mail; in memory only */
    size_t asked_count;
    int64_t office_hour; /* last hour in which the rating office reminded its organisers */
};

static enum lm_status put_note(struct visit *v, const char *key, const char *scope,
                               const char *state, int64_t seconds)
{
    const struct store_record record = {key, scope, state, os_now_seconds() + seconds};
    return store_put(v->server->store, STORE_OUTBOX, &record, &v->log);
}

enum lm_status outbox_note(struct visit *v, const char *key, const char *scope, const char *state)
{
    return put_note(v, key, scope, state, KEPT_SECONDS);
}

bool outbox_claim(struct visit *v, const char *key, const char *scope)
{
    char token[SECRETS_TOKEN];
    struct store_record there;
    secrets_token(token);
    const struct store_record ours = {key, scope, visit_print(v, "sending %s", token),
                                      os_now_seconds() + KEPT_SECONDS};
    return store_put_first(v->server->store, STORE_OUTBOX, &ours, v->arena, &there, &v->log) ==
               LM_OK &&
           strcmp(there.value, ours.value) == 0;
}

/* Encode ${text} for a header: words of ASCII as they are, others encoded (RFC 2047, 4.2), at most
 * 75 characters each and cut between characters. */
static const char *header_of(struct visit *v, const char *text)
{
    enum { WORD_MOST = 75 };
    static const char plain_letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                        "0123456789!*+-/";
    struct lm_text out = lm_text_in(v->arena);
    size_t word = 0;
    bool ascii = true;
    for (const char *at = text; *at != '\0'; at++)
        ascii &= (unsigned char)*at < 0x80;
    if (ascii)
        return text;
    for (const unsigned char *at = (const unsigned char *)text; *at != '\0'; at++) {
        bool first = *at < 0x80 || *at >= 0xc0; /* of a character */
        size_t most = *at >= 0xc0 ? 12 : 3;     /* bytes of the whole character when encoded */
        if (word == 0 || (first && word + most + 2 > WORD_MOST)) {
            lm_text_add(&out, word == 0 ? "=?UTF-8?Q?" : "?=\n =?UTF-8?Q?");
            word = 10;
        }
        size_t before = out.length;
        if (*at == ' ')
            lm_text_add_char(&out, '_');
        else if (strchr(plain_letters, *at) != NULL)
            lm_text_add_char(&out, (char)*at);
        else
            lm_text_print(&out, "=%02X", *at);
        word += out.length - before;
    }
    lm_text_add(&out, "?=");
    return lm_text_string(&out);
}

static const char *mail_of(struct visit *v, const struct reminder *r)
{
    char digest[SECRETS_DIGEST];
    secrets_digest(r->key, strlen(r->key), digest);
    digest[32] = '\0';
    return visit_print(
        v,
        "To: %s\nSubject: %s\nMessage-ID: <%s@limmat>\nAuto-Submitted: "
        "auto-generated\nContent-Language: %s\nMIME-Version: 1.0\nContent-Type: text/plain; "
        "charset=UTF-8\nContent-Transfer-Encoding: 8bit\n\n%s",
        r->address, header_of(v, r->subject), digest, r->language, r->text);
}

/* Send by the program; return the outcome. */
static const char *send_mail(struct outbox *o, struct visit *v, const struct reminder *r)
{
    struct lm_text errors = lm_text_in(v->arena);
    const char *mail = mail_of(v, r);
    const char *const arguments[] = {o->command, "-t", "-i", NULL};
    const struct os_program program = {.arguments = arguments,
                                       .input = mail,
                                       .input_length = strlen(mail),
                                       .stop = o->server->stop};
    int result = -1;
    enum lm_status status = os_run(&program, &v->log, &errors, &result);
    return status == LM_OK && result == 0
               ? "sent"
               : visit_print(v, "failed: %.200s", plain(v, lm_text_string(&errors)));
}

const char *outbox_post(struct visit *v, const struct reminder *r)
{
    struct lm_text text = lm_text_in(v->arena);
    struct lm_json_writer w = lm_json_writer_to(&text, true);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "content", visit_print(v, "%.1900s", r->text));
    lm_json_begin(&w, "allowed_mentions", '{'); /* names like "everyone" must notify no one */
    lm_json_begin(&w, "parse", '[');
    lm_json_end(&w, ']');
    lm_json_end(&w, '}');
    lm_json_end(&w, '}');
    return lm_text_string(&text);
}

/* Send by a POST; return the outcome, or "later" after ${*wait} seconds. The address is a secret of
 * its owner, so no state contains it. */
static const char *send_hook(struct visit *v, const struct reminder *r, int64_t *wait)
{
    const char *body = outbox_post(v, r);
    struct client_answer answer;
    const struct client_request request = {
        .url = r->address, .type = "application/json", .stop = v->server->stop};
    if (!outbox_is_hook(v->server, r->address))
        return "failed: reminders are not posted to that address any more";
    if (client_post(&request, body, strlen(body), &v->log, &answer) != LM_OK)
        return "failed: no answer";
    if (answer.status >= 200 && answer.status < 300)
        return "sent";
    *wait = answer.retry_after > 0 && answer.retry_after < DAY ? answer.retry_after : 5;
    return answer.status == BUSY ? "later" : visit_print(v, "failed: answered %d", answer.status);
}

/* Send one. The record is written first, so that neither a second server nor a restart sends it
 * again. A channel that is too busy (429) has not received it: it is sent when the note of that
 * expires. */
static void send_one(struct outbox *o, struct visit *v, const struct reminder *r)
{
    int64_t wait = 0;
    if (!outbox_claim(v, r->key, r->scope))
        return;
    const char *state = r->way == BY_MAIL ? send_mail(o, v, r) : send_hook(v, r, &wait);
    if (strcmp(state, "sent") != 0 && os_stop_asked(o->server->stop))
        return; /* ended while waiting: it was perhaps sent */
    enum lm_status status = strcmp(state, "later") != 0
                                ? outbox_note(v, r->key, r->scope, state)
                                : put_note(v, later_key(v, r->key), r->scope, state, wait);
    if (status == LM_OK && strcmp(state, "later") == 0)
        status = store_remove(v->server->store, STORE_OUTBOX, r->key, &v->log);
    if (status != LM_OK)
        return; /* it stays "sending": the director sees it */
}

/* Is this way configured? */
static bool may_go(const struct outbox *o, const struct reminder *r)
{
    return r->ripe && *r->state == '\0' && *r->address != '\0' && outbox_sends(o, r->way);
}

static bool is_over(struct outbox *o)
{
    os_mutex_take(&o->lock);
    bool over = o->stop;
    os_mutex_give(&o->lock);
    return over;
}

static const struct handler looking = {.pattern = "/c/:championship"};
static const struct handler writing = {.post = true, .pattern = "/c/:championship"};

/* Enter the calendar's automatic acts. */
static void go_on(struct visit *v, const char *slug)
{
    v->handler = &writing;
    if (championship_take(v, slug) == LM_OK) {
        championship_go_on(v);
        championship_give(v);
    }
    v->handler = &looking;
}

bool outbox_sends(const struct outbox *o, enum reminder_way way)
{
    bool mails = o != NULL && o->command != NULL, posts = o != NULL && o->server->webhooks != NULL;
    return way == BY_MAIL ? mails : way == REMINDER_WAYS ? mails || posts : posts;
}

/* --- links to sign in */

enum { ASKED_SECONDS = 600, LINK_SECONDS = 86400 };

static const char *links_scope(struct visit *v)
{
    return visit_print(v, "c/%s links", v->championship->slug);
}

enum lm_status outbox_ask_link(struct visit *v, const char *player)
{
    const char *scope = links_scope(v);
    const struct store_record record = {visit_print(v, "%s %s", scope, player), scope, player,
                                        os_now_seconds() + ASKED_SECONDS};
    return store_put(v->server->store, STORE_OUTBOX, &record, &v->log);
}

/* Write the mail with the link for ${player}; false: no player of that name gave an address. */
static bool link_mail(struct visit *v, const char *player, struct reminder *out)
{
    const struct lm_championship *c = v->championship->c;
    const char *slug = v->championship->slug, *address = address_of(v, player, BY_MAIL), *link;
    bool director = lm_champ_is_director(c->definition, player);
    const struct invited whom = {director ? ROLE_DIRECTOR : ROLE_PLAYER, slug, player,
                                 visit_print(v, "%s/%s", slug, player)};
    char token[SECRETS_TOKEN];
    if (*address == '\0' ||
        session_invite(v->server, &whom, v->now + LINK_SECONDS, v->arena, &v->log, &link) != LM_OK)
        return false;
    secrets_token(token);
    v->language = champ_language(v, player);
    const char *title = plain(v, c->definition->title);
    *out = (struct reminder){
        .key = visit_print(v, "link %s", token),
        .address = address,
        .language = v->language->code,
        .subject = plain(v, visit_say_of(v, LM_KEY("desk.n-link"), lm_value_text("event", title))),
        .text = visit_print(v, "%s,\n\n%s\n\n%s\n", player,
                            visit_word(v, LM_KEY("desk.n-link-text")), link)};
    return true;
}

/* Send a link to each player who asked for one, once. */
static void send_links(struct outbox *o, struct visit *v)
{
    struct store_record *asked, taken;
    struct reminder mail;
    size_t count = 0;
    const struct lm_language *own = v->language;
    if (store_list(v->server->store, STORE_OUTBOX, links_scope(v), v->now, v->arena, &asked, &count,
                   &v->log) != LM_OK)
        return;
    for (size_t i = 0; i < count && !is_over(o); i++)
        if (store_take(v->server->store, STORE_OUTBOX, asked[i].key, v->now, v->arena, &taken,
                       &v->log) == LM_OK &&
            taken.key != NULL && link_mail(v, taken.value, &mail))
            (void)send_mail(o, v, &mail);
    v->language = own;
}

/* Handle a championship in a visit by no user, which only reads. */
static void visit_one(struct outbox *o, struct visit *v, const char *slug)
{
    struct reminder *rows;
    size_t count = 0;
    if (championship_take(v, slug) != LM_OK)
        return;
    bool due = championship_is_due(v);
    bool sends = outbox_sends(o, REMINDER_WAYS);
    enum lm_status status = sends ? each_reader(v, begin_old, NULL) : LM_OK;
    if (status == LM_OK && sends)
        status = outbox_list(v, &rows, &count);
    if (outbox_sends(o, BY_MAIL))
        send_links(o, v);
    championship_give(v);
    if (due)
        go_on(v, slug);
    for (size_t i = 0; status == LM_OK && i < count; i++)
        if (may_go(o, &rows[i]) && !is_over(o))
            send_one(o, v, &rows[i]);
}

/* Mail lost private addresses to those who asked. */
static void answer_asked(struct outbox *o, struct visit *v)
{
    struct asked one;
    struct reminder lost;
    while (!is_over(o)) {
        os_mutex_take(&o->lock);
        bool more = o->asked_count > 0;
        if (more)
            one = o->asked[--o->asked_count];
        os_mutex_give(&o->lock);
        if (!more)
            return;
        v->language = one.language;
        if (recover_mail(v, one.address, &lost))
            (void)send_mail(o, v, &lost);
        v->language = NULL;
    }
}

/* --- mails that wait in the store */

static const char waiting_scope[] = "mails that wait";

enum { WAITING_SECONDS = 3 * 86400 };

enum lm_status outbox_later(struct visit *v, const char *address, const char *subject,
                            const char *text)
{
    char token[SECRETS_TOKEN];
    struct lm_text value = lm_text_in(v->arena);
    struct lm_json_writer w = lm_json_writer_to(&value, true);
    if (!outbox_sends(v->server->outbox, BY_MAIL))
        return LM_OK;
    secrets_token(token);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "address", address);
    lm_json_put_string(&w, "subject", subject);
    lm_json_put_string(&w, "text", text);
    lm_json_put_string(&w, "language", v->language->code);
    lm_json_end(&w, '}');
    const struct store_record record = {visit_print(v, "waiting %s", token), waiting_scope,
                                        lm_text_string(&value), v->now + WAITING_SECONDS};
    enum lm_status status =
        value.failed ? LM_LIMIT : store_put(v->server->store, STORE_OUTBOX, &record, &v->log);
    os_mutex_take(&v->server->outbox->lock);
    os_condition_signal(&v->server->outbox->wake);
    os_mutex_give(&v->server->outbox->lock);
    return status;
}

/* Send the mail ${record}; false: it could not be sent. */
static bool send_waiting(struct outbox *o, struct visit *v, const struct store_record *record)
{
    struct lm_json *mail;
    if (lm_json_parse(record->value, strlen(record->value), v->arena, &v->log, &mail) != LM_OK)
        return true; /* unreadable: drop it */
    const struct reminder r = {.way = BY_MAIL,
                               .key = record->key,
                               .address = lm_json_string(lm_json_get(mail, "address")),
                               .language = lm_json_string(lm_json_get(mail, "language")),
                               .subject = lm_json_string(lm_json_get(mail, "subject")),
                               .text = lm_json_string(lm_json_get(mail, "text"))};
    return strcmp(send_mail(o, v, &r), "sent") == 0;
}

bool outbox_take(struct visit *v, const struct store_record *record)
{
    struct store_record taken = {0};
    return store_take(v->server->store, STORE_OUTBOX, record->key, v->now, v->arena, &taken,
                      &v->log) == LM_OK &&
           taken.key != NULL;
}

/* Send the stored mails; without a net they wait. */
static void send_all_waiting(struct outbox *o, struct visit *v)
{
    struct store_record *records;
    size_t count = 0;
    bool sent = true;
    if (!outbox_sends(o, BY_MAIL) ||
        store_list(v->server->store, STORE_OUTBOX, waiting_scope, v->now, v->arena, &records,
                   &count, &v->log) != LM_OK)
        return;
    for (size_t i = 0; i < count && sent && !is_over(o); i++) {
        if (!outbox_take(v, &records[i]))
            continue;
        sent = send_waiting(o, v, &records[i]);
        if (!sent && store_put(v->server->store, STORE_OUTBOX, &records[i], &v->log) != LM_OK)
            return;
    }
}

/* Remind the office's organisers, once an hour of its clock. */
static void remind_office(struct outbox *o, struct visit *v)
{
    int64_t hour = office_now(v) / 3600;
    if (v->server->office == NULL || !outbox_sends(o, BY_MAIL) || hour == o->office_hour)
        return;
    v->language = lm_language_named("en");
    if (office_remind(v) == LM_OK)
        o->office_hour = hour;
}

static void look(struct outbox *o)
{
    struct lm_arena *arena;
    const char *const *slugs;
    size_t count = 0;
    if (lm_arena_new(&arena, NULL, ARENA_MAX) != LM_OK)
        return;
    struct http_reply reply = {.arena = arena, .body = lm_text_in(arena)};
    const struct http_request request = {.path = "/", .query = ""};
    struct visit v = {.server = o->server,
                      .handler = &looking,
                      .request = &request,
                      .reply = &reply,
                      .arena = arena,
                      .log = {.arena = arena},
                      .form = {.acknowledged = "", .request = ""},
                      .who = {"", "", "", ""},
                      .now = os_now_seconds()};
    answer_asked(o, &v);
    remind_office(o, &v);
    send_all_waiting(o, &v);
    broadcasts_look(&v);
    if (championships_list(o->server->championships, arena, &slugs, &count) == LM_OK)
        for (size_t i = 0; i < count; i++)
            visit_one(o, &v, slugs[i]);
    lm_arena_free(arena);
}

static void work(void *context)
{
    struct outbox *o = context;
    os_mutex_take(&o->lock);
    while (!o->stop) {
        os_mutex_give(&o->lock);
        look(o);
        os_mutex_take(&o->lock);
        if (!o->stop)
            (void)os_condition_wait_for(&o->wake, &o->lock, PAUSE_MS);
    }
    os_mutex_give(&o->lock);
}

void outbox_ask(struct outbox *o, const char *address, const struct lm_language *language)
{
    os_mutex_take(&o->lock);
    if (o->asked_count < ASKED && strlen(address) < ADDRESS) {
        struct asked *one = &o->asked[o->asked_count++];
        memcpy(one->address, address, strlen(address) + 1);
        one->language = language;
    }
    os_condition_signal(&o->wake);
    os_mutex_give(&o->lock);
}

bool outbox_mail(struct outbox *o, struct visit *v, const struct reminder *r)
{
    return outbox_sends(o, BY_MAIL) && strcmp(send_mail(o, v, r), "sent") == 0;
}

struct outbox *outbox_start(struct server *s, const char *command)
{
    struct outbox *o = calloc(1, sizeof *o);
    if (o == NULL)
        return NULL;
    o->server = s;
    o->command = command;
    os_mutex_make(&o->lock);
    os_condition_make(&o->wake);
    if (os_thread_start(&o->thread, work, o))
        return o;
    os_condition_end(&o->wake);
    os_mutex_end(&o->lock);
    free(o);
    return NULL;
}

void outbox_stop(struct outbox *o)
{
    if (o == NULL)
        return;
    os_mutex_take(&o->lock);
    o->stop = true;
    os_condition_signal(&o->wake);
    os_mutex_give(&o->lock);
    os_thread_join(&o->thread);
    os_condition_end(&o->wake);
    os_mutex_end(&o->lock);
    free(o);
}
