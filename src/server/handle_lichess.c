/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Login with a Lichess account: the authorization code of OAuth 2.0 (RFC 6749, 4.1) with PKCE (RFC
 * 7636). The server sends the browser to Lichess, and it returns with a code. An errand asks
 * Lichess for the account of the code and the facts about it; the page shows them, and the player
 * confirms.
 *
 * All secrets of a login derive from one random text, which only the browser has, in a cookie: the
 * state, so that another login's answer is not accepted as this one's (RFC 6749, 10.12); the
 * verifier, without which an intercepted code is worthless; and the name of the record with the
 * outcome. The session's cookie cannot serve: a browser that comes from another site does not send
 * it.
 *
 * A code goes to Lichess once: the record sees to that, and Lichess accepts it once. If the server
 * stops before the answer, it sends the code again when the browser asks again, and Lichess refuses
 * if it had accepted it. Meanwhile the code is stored sealed, so that only that browser can open
 * it. The token serves one question and is then revoked; it is never stored.
 */
#include <string.h>

#include "base/texts.h"
#include "client/lichess.h"
#include "limmat/date.h"
#include "limmat/message.h"
#include "os/clock.h"
#include "os/process.h"
#include "server/championship_desk.h"
#include "server/errands.h"
#include "server/pages.h"
#include "server/quota.h"
#include "server/secrets.h"
#include "server/sync.h"
#include "server/templates.h"

#define COOKIE "limmat_lichess"
#define CLIENT "limmat"

enum { LOGIN_SECONDS = 900, ANSWER_SECONDS = 120 };

/* --- secrets of a login */

/* Return the secret of the browser; NULL: it has begun no login. */
static const char *secret_of(struct visit *v)
{
    const char *secret = session_cookie(v, COOKIE);
    return secret == NULL || strlen(secret) != SECRETS_TOKEN - 1 ? NULL : secret;
}

/* Derive a text from ${secret} for one ${use} in this championship: 64 letters and digits. */
static const char *made_of(struct visit *v, const char *secret, const char *use)
{
    char digest[SECRETS_DIGEST];
    const char *text = visit_print(v, "lichess %s %s %s", use, v->championship->slug, secret);
    secrets_digest(text, strlen(text), digest);
    const char *copy = lm_arena_copy(v->arena, digest, strlen(digest));
    return copy == NULL ? "" : copy;
}

static const char *record_of(struct visit *v, const char *secret)
{
    return visit_print(v, "lichess %s", made_of(v, secret, "record"));
}

/* Return the address to which the browser returns: on the server as it was reached. */
static const char *back_of(struct visit *v)
{
    const struct server *s = v->server;
    const char *here = *s->host != '\0' ? s->url
                                        : visit_print(v, "%s://%s", s->secure ? "https" : "http",
                                                      v->request->host);
    return visit_print(v, "%s/c/%s/lichess/back", here, v->championship->slug);
}

static struct lichess lichess_of(struct visit *v, const char *variant)
{
    return (struct lichess){.server = v->server->lichess,
                            .variant = variant,
                            .attempts = 1,
                            .arena = v->arena,
                            .log = &v->log,
                            .stop = v->server->stop};
}

const char *champ_lichess(struct visit *v)
{
    const char *variant = champ_record(v, "lichess");
    return variant == NULL ? "" : variant;
}

static enum lm_status refuse_none(struct visit *v)
{
    return visit_refuse(v, 404, "Signing in with Lichess is off here. Ask a director for a link");
}

/* --- to Lichess */

static enum lm_status begin_login(struct visit *v)
{
    char secret[SECRETS_TOKEN], challenge[SECRETS_TOKEN];
    if (*champ_lichess(v) == '\0')
        return refuse_none(v);
    secrets_token(secret);
    secrets_challenge(made_of(v, secret, "verifier"), challenge);
    const struct lichess_login login = {.client = CLIENT,
                                        .back = back_of(v),
                                        .state = made_of(v, secret, "state"),
                                        .challenge = challenge};
    const struct lichess lichess = lichess_of(v, "");
    struct lm_text address = lm_text_in(v->arena);
    enum lm_status status = lichess_login_address(&lichess, &login, &address);
    if (status != LM_OK)
        return status;
    /* Lax: the browser also sends it when it returns from another site. */
    v->reply->cookie = visit_print(
        v, COOKIE "=%s; Path=/c/%s/lichess; Max-Age=%d; HttpOnly; SameSite=Lax%s", secret,
        v->championship->slug, (int)LOGIN_SECONDS, v->server->secure ? "; Secure" : "");
    v->reply->status = 303;
    v->reply->location = lm_text_string(&address);
    return LM_OK;
}

/* --- errands */

/* The scope of questions about games that wait for an answer. */
#define WAITING "lichess errands"

enum { SURELY_DEAD = 90 }; /* seconds after which no server still waits for an answer */

/* Store under ${key} that a question is open, and ${order}, with which it can be asked again after
 * a stop; for a login ${sealed}, which only its browser can open. Then have ${run} ask it. */
static enum lm_status give_errand(struct visit *v, errand_run *run, const char *key,
                                  const char *order, const char *sealed)
{
    struct lm_text text = lm_text_in(v->arena);
    struct lm_json_writer w = lm_json_writer_to(&text, true);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_integer(&w, "asked", v->now);
    lm_json_put_string(&w, "order", sealed == NULL ? order : sealed);
    lm_json_end(&w, '}');
    const struct store_record record = {key, sealed == NULL ? WAITING : "", lm_text_string(&text),
                                        v->now + LOGIN_SECONDS};
    enum lm_status status = store_put(v->server->store, STORE_CODE, &record, &v->log);
    if (status == LM_OK && !errands_give(v->server->errands, run, key, order))
        return visit_refuse(v, 503, "Lichess is busy. Try again in a minute");
    return status;
}

/* Return the order of ${record} if it has no answer yet and no other server can be working on it;
 * else NULL. */
static const char *order_left(struct visit *v, const struct lm_json *record)
{
    int64_t asked = 0;
    if (!lm_json_integer(lm_json_get(record, "asked"), 0, INT64_MAX, &asked))
        return NULL;
    bool others = store_is_shared(v->server->store) && v->now - asked < SURELY_DEAD;
    return others ? NULL : lm_json_string(lm_json_get(record, "order"));
}

/* Has ${key} an answer already, from an errand that was done while this one was given? */
static bool is_answered(struct visit *v, const char *key)
{
    struct store_record record;
    struct lm_json *node;
    return store_get(v->server->store, STORE_CODE, key, v->now, v->arena, &record, &v->log) ==
               LM_OK &&
           record.key != NULL &&
           lm_json_parse(record.value, strlen(record.value), v->arena, &v->log, &node) == LM_OK &&
           lm_json_get(node, "asked") == NULL;
}

/* --- owner of a login */

/* Arguments of an errand, as JSON: it runs after the visit that gives it. */
struct order {
    const char *code, *verifier, *back, *variant;
    int64_t games, before; /* count that many games before a time; 0: do not count */
};

static const char *write_order(struct visit *v, const struct order *order)
{
    struct lm_text text = lm_text_in(v->arena);
    struct lm_json_writer w = lm_json_writer_to(&text, true);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "code", order->code);
    lm_json_put_string(&w, "verifier", order->verifier);
    lm_json_put_string(&w, "back", order->back);
    lm_json_put_string(&w, "variant", order->variant);
    lm_json_put_integer(&w, "games", order->games);
    lm_json_put_integer(&w, "before", order->before);
    lm_json_end(&w, '}');
    return lm_text_string(&text);
}

static enum lm_status read_order(struct visit *v, const char *text, struct order *out)
{
    struct lm_json *object;
    enum lm_status status = lm_json_parse(text, strlen(text), v->arena, &v->log, &object);
    if (status != LM_OK)
        return status;
    *out = (struct order){.code = lm_json_string(lm_json_get(object, "code")),
                          .verifier = lm_json_string(lm_json_get(object, "verifier")),
                          .back = lm_json_string(lm_json_get(object, "back")),
                          .variant = lm_json_string(lm_json_get(object, "variant"))};
    (void)lm_json_integer(lm_json_get(object, "games"), 0, INT32_MAX, &out->games);
    (void)lm_json_integer(lm_json_get(object, "before"), INT64_MIN, INT64_MAX, &out->before);
    return LM_OK;
}

/* Write the facts of an account that the articles ask for, as in "apply". */
static enum lm_status put_facts(const struct lichess *l, const struct order *order,
                                const struct lichess_account *account, struct lm_json_writer *w)
{
    struct lm_text history = lm_text_in(l->arena), created = lm_text_in(l->arena);
    struct lm_json *node = NULL;
    uint32_t games = 0;
    enum lm_status status = lichess_history(l, account->id, &history);
    if (status == LM_OK)
        status = lm_json_parse(history.bytes, history.length, l->arena, l->log, &node);
    if (status == LM_OK && order->games > 0)
        status =
            lichess_games_before(l, account->id, order->before, (uint32_t)order->games, &games);
    if (status != LM_OK)
        return status;
    lm_text_add_instant(&created, account->created);
    lm_json_begin(w, "facts", '{');
    lm_json_put_string(w, "player", account->id);
    lm_json_put_string(w, "created", lm_text_string(&created));
    if (order->games > 0)
        lm_json_put_integer(w, "games", games);
    if (node->first != NULL)
        lm_json_put_node(w, "history", node);
    lm_json_put_boolean(w, "bot", account->bot);
    lm_json_put_string(w, "source", l->server);
    lm_json_end(w, '}');
    return LM_OK;
}

/* Write facts for the player to read; the articles do not ask for them. */
static void put_shown(const struct lichess_account *account, struct lm_json_writer *w)
{
    lm_json_put_boolean(w, "marked", account->marked);
    lm_json_put_integer(w, "all", account->games);
    lm_json_begin(w, "perfs", '[');
    for (size_t i = 0; i < account->perf_count; i++) {
        const struct lichess_perf *perf = &account->perfs[i];
        lm_json_begin(w, NULL, '{');
        lm_json_put_string(w, "name", perf->name);
        lm_json_put_integer(w, "rating", perf->rating);
        lm_json_put_integer(w, "games", perf->games);
        lm_json_put_boolean(w, "prov", perf->provisional);
        lm_json_end(w, '}');
    }
    lm_json_end(w, ']');
}

static enum lm_status find_out(struct visit *v, const char *text, struct lm_json_writer *w)
{
    struct order order;
    struct lichess_account account;
    enum lm_status status = read_order(v, text, &order);
    if (status != LM_OK)
        return status;
    struct lichess l = lichess_of(v, order.variant);
    const struct lichess_login login = {
        .client = CLIENT, .back = order.back, .verifier = order.verifier, .code = order.code};
    status = lichess_token(&l, &login, &l.token);
    if (status != LM_OK)
        return status;
    status = lichess_own_account(&l, &account);
    if (status == LM_OK && account.closed)
        status = visit_refuse(v, 422, "The account %s is closed", account.id);
    if (status == LM_OK)
        status = put_facts(&l, &order, &account, w);
    if (status == LM_OK)
        put_shown(&account, w);
    lichess_end_token(&l);
    return status;
}

/* Write the reason of a failure, a sentence that is later shown in the reader's language. */
static void put_trouble(struct visit *v, struct lm_json_writer *w)
{
    const struct lm_message *message =
        v->log.count > 0 ? v->log.all[0].message
                         : lm_message_print(v->arena, "Lichess sent an answer that can’t be read");
    lm_json_put_string(w, "trouble", message == NULL ? "" : message->text);
    if (message == NULL || message->count == 0 || message->format == message->text)
        return;
    lm_json_put_string(w, "format", message->format);
    lm_json_begin(w, "parts", '[');
    for (size_t i = 0; i < message->count; i++)
        lm_json_put_string(w, NULL, message->parts[i].text);
    lm_json_end(w, ']');
}

/* Return the reason of a failure in ${answer}, in the reader's language; "": none. */
static const char *trouble_of(struct visit *v, const struct lm_json *answer)
{
    const struct lm_json *list = lm_json_get(answer, "parts");
    struct lm_message message = {.text = lm_json_text(answer, "trouble"),
                                 .format = lm_json_text(answer, "format")};
    struct lm_message_part *parts =
        lm_arena_alloc(v->arena, list == NULL ? 0 : list->length, sizeof *parts);
    if (*message.text == '\0' || parts == NULL)
        return message.text;
    for (const struct lm_json *part = list == NULL ? NULL : list->first; part != NULL;
         part = part->next)
        parts[message.count++] = (struct lm_message_part){
            .conversion = 's', .text = lm_json_string(part) == NULL ? "" : lm_json_string(part)};
    message.parts = parts;
    return visit_message_as(v, message.text, *message.format == '\0' ? NULL : &message);
}

/* Store under ${key} what ${find} found out, or the reason of its failure. */
static void keep_answer(struct visit *v, const char *key, const char *order,
                        enum lm_status (*find)(struct visit *, const char *,
                                               struct lm_json_writer *))
{
    struct lm_text text = lm_text_in(v->arena);
    struct lm_json_writer w = lm_json_writer_to(&text, true);
    if (is_answered(v, key))
        return;
    lm_json_begin(&w, NULL, '{');
    enum lm_status status = find(v, order, &w);
    lm_json_end(&w, '}');
    if (status != LM_OK) {
        text = lm_text_in(v->arena);
        w = lm_json_writer_to(&text, true);
        lm_json_begin(&w, NULL, '{');
        put_trouble(v, &w);
        lm_json_end(&w, '}');
    }
    if (status != LM_OK && os_stop_asked(v->server->stop))
        return; /* the stop ended it: it is asked again after the next start */
    const struct store_record record = {key, "", lm_text_string(&text),
                                        os_now_seconds() + LOGIN_SECONDS};
    if (store_put(v->server->store, STORE_CODE, &record, &v->log) != LM_OK)
        return; /* the waiting page reports that there is no answer */
}

static void ask_lichess(struct visit *v, const char *key, const char *order)
{
    keep_answer(v, key, order, find_out);
}

/* --- return from Lichess */

enum { CODE, STATE, FAULT };

static const struct form_field back_fields[] = {[CODE] = {"code", FORM_TEXT, 0, 2000, NULL, false},
                                                [STATE] = {"state", FORM_TEXT, 0, 200, NULL, false},
                                                [FAULT] = {"error", FORM_TEXT, 0, 200, NULL, false},
                                                {0}};

static enum lm_status send_errand(struct visit *v, const char *secret, const char *key)
{
    struct order order = {.code = value(v, CODE)->text,
                          .verifier = made_of(v, secret, "verifier"),
                          .back = back_of(v),
                          .variant = champ_lichess(v)};
    uint32_t games = 0;
    if (lm_championship_games_asked(v->championship->c, &games, &order.before))
        order.games = games;
    /* Store it first, so that a repeated request with the same code finds it. */
    const char *text = write_order(v, &order);
    return give_errand(v, ask_lichess, key, text,
                       secrets_seal(text, made_of(v, secret, "order"), v->arena));
}

static enum lm_status come_back(struct visit *v)
{
    const char *secret = secret_of(v);
    if (*champ_lichess(v) == '\0')
        return refuse_none(v);
    if (secret == NULL || !secrets_equal(value(v, STATE)->text, made_of(v, secret, "state")))
        return visit_refuse(v, 403, "This sign-in began in another browser. Begin again here");
    if (value(v, FAULT)->length > 0 || value(v, CODE)->length == 0)
        return visit_refuse(v, 403, "Lichess did not sign you in, or you declined there");
    struct store_record record;
    const char *key = record_of(v, secret);
    enum lm_status status =
        store_get(v->server->store, STORE_CODE, key, v->now, v->arena, &record, &v->log);
    if (status == LM_OK && record.key == NULL && !quota_take(v->server->quota, v))
        return visit_refuse(v, 429, "Too many attempts. Try again in an hour");
    if (status == LM_OK && record.key == NULL)
        status = send_errand(v, secret, key);
    return status == LM_OK ? visit_go(v, "/c/%s/lichess", v->championship->slug) : status;
}

/* --- the facts from Lichess, shown to the player */

/* Read the outcome of this browser's login; ${*out} NULL: none is known. */
static enum lm_status answer_of(struct visit *v, const char *secret, const struct lm_json **out)
{
    struct store_record record;
    struct lm_json *node;
    *out = NULL;
    if (secret == NULL)
        return LM_OK;
    enum lm_status status = store_get(v->server->store, STORE_CODE, record_of(v, secret), v->now,
                                      v->arena, &record, &v->log);
    if (status == LM_OK && record.key != NULL)
        status = lm_json_parse(record.value, strlen(record.value), v->arena, &v->log, &node);
    if (status == LM_OK && record.key != NULL)
        *out = node;
    return status;
}

static enum lm_status add_perfs(struct visit *v, const struct lm_json *answer,
                                struct champ_lichess_page *page)
{
    const struct lm_json *all = lm_json_get(answer, "perfs");
    struct champ_perf *rows =
        all == NULL ? NULL : lm_arena_alloc(v->arena, all->length, sizeof *rows);
    if (rows == NULL)
        return LM_LIMIT;
    for (const struct lm_json *at = all->first; at != NULL; at = at->next) {
        bool provisional = false;
        int64_t rating = 0, games = 0;
        (void)lm_json_boolean(lm_json_get(at, "prov"), &provisional);
        (void)lm_json_integer(lm_json_get(at, "rating"), 0, INT32_MAX, &rating);
        (void)lm_json_integer(lm_json_get(at, "games"), 0, INT32_MAX, &games);
        rows[page->perf_count++] = (struct champ_perf){
            .name = lm_json_text(at, "name"),
            .rating = visit_print(v, "%lld%s", (long long)rating, provisional ? "?" : ""),
            .games = visit_print(v, "%lld", (long long)games),
            .here = strcmp(lm_json_text(at, "name"), champ_lichess(v)) == 0};
    }
    page->perfs = rows;
    return LM_OK;
}

/* Find the account among the people of the championship; NOBODY: not in it yet. */
static uint32_t person_of(const struct lm_championship *c, const char *account)
{
    for (uint32_t i = 0; i < c->person_count; i++)
        if (lm_same_letters(c->people[i].id, account))
            return i;
    return NOBODY;
}

/* Can ${person} enter their facts now? Once, before play begins. */
static bool may_say(const struct lm_championship *c, uint32_t person)
{
    return c->current == NOBODY && (person == NOBODY || c->people[person].applied == NEVER);
}

/* Make an application of the facts from Lichess and the time of their confirmation. */
static const char *application_of(struct visit *v, const struct lm_json *facts, const char *name)
{
    struct wish wish = {.text = lm_text_in(v->arena)};
    wish.json = lm_json_writer_to(&wish.text, true);
    lm_json_begin(&wish.json, NULL, '{');
    lm_json_put_string(&wish.json, "player", name);
    for (const struct lm_json *at = facts->first; at != NULL; at = at->next)
        if (strcmp(at->key, "player") != 0)
            lm_json_put_node(&wish.json, at->key, at);
    wish_put_moment(v, &wish, "happened", championships_now(v));
    lm_json_end(&wish.json, '}');
    return lm_text_string(&wish.text);
}

/* Add the facts from Lichess to the page, and the verdict of the articles. */
static enum lm_status add_facts(struct visit *v, const struct lm_json *answer,
                                struct champ_lichess_page *page)
{
    const struct lm_championship *c = v->championship->c;
    const struct lm_json *facts = lm_json_get(answer, "facts");
    const char *created = lm_json_text(facts, "created");
    uint32_t person, asked;
    int64_t at = 0, games = 0, all = 0;
    page->account = lm_json_text(facts, "player");
    person = person_of(c, page->account);
    page->player = person == NOBODY ? page->account : c->people[person].id;
    if (lm_parse_instant(created, strlen(created), &at))
        page->created = champ_date(v, at);
    (void)lm_json_integer(lm_json_get(answer, "all"), 0, INT32_MAX, &all);
    page->all = visit_print(v, "%lld", (long long)all);
    if (lm_json_integer(lm_json_get(facts, "games"), 0, INT32_MAX, &games) &&
        lm_championship_games_asked(c, &asked, &at)) {
        page->games = visit_print(v, "%lld%s", (long long)games, games >= asked ? " or more" : "");
        page->before = champ_date(v, at);
    }
    (void)lm_json_boolean(lm_json_get(answer, "marked"), &page->marked);
    (void)lm_json_boolean(lm_json_get(facts, "bot"), &page->bot);
    page->known = !may_say(c, person);
    if (person == NOBODY && page->known)
        page->trouble = visit_word(v, LM_KEY("desk.l-begun"));
    enum lm_status status = add_perfs(v, answer, page);
    if (status == LM_OK && !page->known)
        status =
            champ_judge(v, application_of(v, facts, page->player), page->player, &page->verdict);
    return status;
}

/* Repeat the errand of a login that a stop of the server has cut off: the waiting browser has the
 * key of its order. If it is still running, no second one starts. */
static void take_up_login(struct visit *v, const char *secret, const struct lm_json *answer)
{
    const char *sealed = order_left(v, answer);
    const char *order =
        sealed == NULL ? NULL : secrets_open(sealed, made_of(v, secret, "order"), v->arena);
    if (order != NULL)
        (void)errands_give(v->server->errands, ask_lichess, record_of(v, secret), order);
}

static enum lm_status show_answer(struct visit *v)
{
    const struct lm_json *answer, *asked;
    const char *secret = secret_of(v);
    int64_t at = 0;
    struct champ_lichess_page page = {
        .head = champ_head(v, CHAMP_TABS, visit_word(v, LM_KEY("desk.l-title"))),
        .action = champ_url(v, "/lichess"),
        .begin = champ_url(v, "/lichess/begin"),
        .trouble = ""};
    enum lm_status status = answer_of(v, secret, &answer);
    if (status != LM_OK)
        return status;
    if (*champ_lichess(v) == '\0')
        return refuse_none(v);
    asked = answer == NULL ? NULL : lm_json_get(answer, "asked");
    if (answer == NULL)
        page.trouble = visit_word(v, LM_KEY("desk.l-none"));
    else if (lm_json_get(answer, "facts") != NULL)
        status = add_facts(v, answer, &page);
    else if (asked == NULL)
        page.trouble = trouble_of(v, answer);
    else if (lm_json_integer(asked, 0, INT64_MAX, &at) && v->now - at < ANSWER_SECONDS) {
        take_up_login(v, secret, answer);
        page.head.soon = true;
    } else
        page.trouble = visit_word(v, LM_KEY("desk.l-silent"));
    if (secret != NULL)
        page.mine = made_of(v, secret, "form");
    if (status == LM_OK)
        page_desk_champ_lichess(&v->reply->body, v->language, &page);
    return status;
}

/* --- confirmation */

static const struct form_field confirm_fields[] = {{"zone", FORM_TEXT, 0, 60, NULL, false}, {0}};

/* Take the facts out of the record: of two answers to the same form only one finds them. */
static enum lm_status take_facts(struct visit *v, const char *secret, const struct lm_json **out)
{
    struct store_record record;
    struct lm_json *node = NULL;
    *out = NULL;
    enum lm_status status = answer_of(v, secret, out);
    if (status != LM_OK || *out == NULL || lm_json_get(*out, "facts") == NULL)
        return status != LM_OK ? status : visit_refuse(v, 403, "Sign in with Lichess again");
    *out = NULL;
    status = store_take(v->server->store, STORE_CODE, record_of(v, secret), v->now, v->arena,
                        &record, &v->log);
    if (status == LM_OK && record.key == NULL)
        return visit_refuse(v, 403, "Sign in with Lichess again");
    if (status == LM_OK)
        status = lm_json_parse(record.value, strlen(record.value), v->arena, &v->log, &node);
    if (status == LM_OK)
        *out = lm_json_get(node, "facts");
    return status;
}

static enum lm_status confirm(struct visit *v)
{
    struct lm_championship *c = v->championship->c;
    const struct lm_json *facts;
    const char *secret = secret_of(v);
    if (secret == NULL || !secrets_equal(v->form.token, made_of(v, secret, "form")))
        return visit_refuse(v, 403, "This sign-in began in another browser. Begin again here");
    enum lm_status status = take_facts(v, secret, &facts);
    if (status != LM_OK)
        return status;
    const char *account = lm_json_text(facts, "player");
    uint32_t person = person_of(c, account);
    const char *name = person == NOBODY ? account : c->people[person].id;
    if (lm_champ_is_director(c->definition, account))
        return visit_refuse(v, 403, "Directors sign in with their link");
    if (person == NOBODY && !may_say(c, person))
        return visit_refuse(v, 422, "Play has begun, and no player of this name takes part");
    if (person == NOBODY) /* an earlier applicant has proved nothing */
        status = champ_free_name(v, name);
    if (status == LM_OK && may_say(c, person))
        status = champ_keep_application(v, name, application_of(v, facts, name), value(v, 0)->text);
    if (status == LM_OK)
        status = champ_log_in(v, name);
    return status == LM_OK ? visit_go(v, "/c/%s", v->championship->slug) : status;
}

/* --- the games of a match */

static const char *games_key(struct visit *v, const char *slug, const char *match)
{
    return visit_print(v, "lichess games %s %s", slug, match);
}

static enum lm_status find_games(struct visit *v, const char *text, struct lm_json_writer *w)
{
    struct lm_json *order;
    int64_t since = 0, until = 0;
    struct lm_text games = lm_text_in(v->arena);
    enum lm_status status = lm_json_parse(text, strlen(text), v->arena, &v->log, &order);
    if (status != LM_OK)
        return status;
    (void)lm_json_integer(lm_json_get(order, "since"), INT64_MIN, INT64_MAX, &since);
    (void)lm_json_integer(lm_json_get(order, "until"), INT64_MIN, INT64_MAX, &until);
    const struct lichess l = lichess_of(v, lm_json_text(order, "variant"));
    const struct lm_json *asked = lm_json_get(order, "clocks");
    struct lichess_clocks clocks = {NULL, 0};
    const char **all = lm_arena_alloc(v->arena, asked == NULL ? 0 : asked->length, sizeof *all);
    if (all == NULL)
        return LM_LIMIT;
    for (const struct lm_json *at = asked == NULL ? NULL : asked->first; at != NULL; at = at->next)
        all[clocks.count++] = lm_json_string(at);
    clocks.all = all;
    status = lichess_games_between(&l, lm_json_text(order, "first"), lm_json_text(order, "second"),
                                   since, until, &clocks, &games);
    if (status == LM_OK)
        lm_json_put_string(w, "games", lm_text_string(&games));
    return status;
}

static void ask_for_games(struct visit *v, const char *key, const char *order)
{
    keep_answer(v, key, order, find_games);
}

/* Write the order of an errand: the two players' games since the match began, or could begin. */
static const char *games_order(struct visit *v, const struct contest *contest)
{
    const struct lm_championship *c = v->championship->c;
    struct lm_text text = lm_text_in(v->arena);
    struct lm_json_writer w = lm_json_writer_to(&text, true);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "variant", champ_lichess(v));
    lm_json_put_string(&w, "first", lm_champ_name(c, contest->player[FIRST]));
    lm_json_put_string(&w, "second", lm_champ_name(c, contest->player[SECOND]));
    lm_json_put_integer(&w, "since", contest->time != NEVER ? contest->time : contest->published);
    lm_json_put_integer(&w, "until", championships_now(v));
    size_t count = 0;
    const char *const *clocks = lm_champ_clocks(contest->format, v->arena, &count);
    lm_json_begin(&w, "clocks", '[');
    for (size_t i = 0; clocks != NULL && i < count; i++) {
        if (clocks[i] == NULL)
            lm_json_put_null(&w, NULL);
        else
            lm_json_put_string(&w, NULL, clocks[i]);
    }
    lm_json_end(&w, ']');
    lm_json_end(&w, '}');
    return lm_text_string(&text);
}

static const struct form_field games_fields[] = {{"match", FORM_TEXT, 0, 80, NULL, true}, {0}};

static enum lm_status fetch_games(struct visit *v)
{
    const struct lm_championship *c = v->championship->c;
    const char *match = value(v, 0)->text;
    const struct contest *contest = lm_champ_contest(c, match);
    struct viewer who;
    enum lm_status status = viewer_of(v, &who);
    if (status != LM_OK)
        return status;
    if (contest == NULL || contest->player[SECOND] == NOBODY || contest->state != CONTEST_OPEN)
        return visit_refuse(v, 422, "This match isn’t being played now");
    bool his = who.person != NOBODY && lm_champ_side(contest, who.person) != NO_SIDE;
    if (!his && !who.director)
        return visit_refuse(v, 403,
                            "Only the players of a match and the director can fetch its games");
    if (*champ_lichess(v) == '\0')
        return refuse_none(v);
    if (!quota_take(v->server->quota, v))
        return visit_refuse(v, 429, "Too many attempts. Try again in an hour");
    const char *key = games_key(v, v->championship->slug, match);
    status = give_errand(v, ask_for_games, key, games_order(v, contest), NULL);
    return status == LM_OK ? visit_go(v, "/c/%s/m/%s", v->championship->slug, match) : status;
}

/* --- after a stop */

static void take_up(struct visit *v, const struct store_record *record)
{
    struct lm_json *node;
    struct lm_log log = {.arena = v->arena};
    if (lm_json_parse(record->value, strlen(record->value), v->arena, &log, &node) != LM_OK)
        return;
    const char *order = order_left(v, node);
    if (order != NULL)
        (void)errands_give(v->server->errands, ask_for_games, record->key, order);
}

enum lm_status lichess_take_up(struct server *s, struct lm_log *log)
{
    struct http_request request;
    struct http_reply reply;
    struct store_record *records;
    size_t count = 0;
    struct visit v = sync_visit(s, log->arena, &request, &reply);
    enum lm_status status =
        store_list(s->store, STORE_CODE, WAITING, v.now, log->arena, &records, &count, log);
    for (size_t i = 0; i < count && status == LM_OK; i++)
        take_up(&v, &records[i]);
    return status;
}

enum lm_status champ_lichess_games(struct visit *v, const struct contest *contest,
                                   const char **games, bool *asked, const char **trouble)
{
    struct store_record record;
    struct lm_json *node;
    int64_t at = 0;
    *games = NULL;
    *asked = false;
    *trouble = "";
    enum lm_status status =
        store_get(v->server->store, STORE_CODE, games_key(v, v->championship->slug, contest->id),
                  v->now, v->arena, &record, &v->log);
    if (status != LM_OK || record.key == NULL)
        return status;
    status = lm_json_parse(record.value, strlen(record.value), v->arena, &v->log, &node);
    if (status != LM_OK)
        return status;
    *games = lm_json_string(lm_json_get(node, "games"));
    *trouble = trouble_of(v, node);
    *asked = lm_json_integer(lm_json_get(node, "asked"), 0, INT64_MAX, &at) &&
             v->now - at < ANSWER_SECONDS;
    return LM_OK;
}

/* --- the director */

#define VARIANTS                                                                                   \
    "none|antichess|atomic|blitz|bullet|chess960|classical|correspondence|crazyhouse|horde|"       \
    "kingOfTheHill|racingKings|rapid|threeCheck|ultraBullet"

enum lm_status champ_lichess_choices(struct visit *v, const struct champ_choice **out,
                                     size_t *count)
{
    const char *chosen = *champ_lichess(v) == '\0' ? "none" : champ_lichess(v);
    struct champ_choice *rows = NULL;
    size_t capacity = 0;
    *count = 0;
    for (const char *at = VARIANTS; *at != '\0'; at += *at == '|') {
        size_t size = strcspn(at, "|");
        const char *name = lm_arena_copy(v->arena, at, size);
        if (name == NULL || !lm_arena_grow(v->arena, &rows, &capacity, *count + 1, sizeof *rows))
            return LM_LIMIT;
        rows[(*count)++] = (struct champ_choice){
            .value = name,
            .label = strcmp(name, "none") == 0 ? visit_word(v, LM_KEY("desk.d-keys-alone")) : name,
            .chosen = strcmp(name, chosen) == 0};
        at += size;
    }
    *out = rows;
    return LM_OK;
}

static const struct form_field use_fields[] = {{"variant", FORM_CHOICE, 0, 40, VARIANTS, true},
                                               {0}};

static enum lm_status set_variant(struct visit *v)
{
    const char *variant = value(v, 0)->text;
    enum lm_status status =
        champ_put_record(v, "lichess", strcmp(variant, "none") == 0 ? "" : variant);
    return status == LM_OK ? visit_go(v, "/c/%s", v->championship->slug) : status;
}

const struct handler lichess_handlers[] = {
    {false, "/c/:championship/lichess/begin", RIGHT_LOOK, NULL, "log in with an account of Lichess",
     begin_login, false},
    {false, "/c/:championship/lichess/back", RIGHT_LOOK, back_fields,
     "where Lichess sends the browser back to", come_back, false},
    {false, "/c/:championship/lichess", RIGHT_LOOK, NULL, "what Lichess says of who logs in",
     show_answer, false},
    {true, "/c/:championship/lichess", RIGHT_LOOK, confirm_fields,
     "confirm what Lichess says, and be logged in", confirm, true},
    {true, "/c/:championship/do/fetch", RIGHT_PLAY, games_fields,
     "ask Lichess for the games of a match", fetch_games, false},
    {true, "/c/:championship/lichess/use", RIGHT_DIRECT, use_fields,
     "let people log in by Lichess, and say which games count", set_variant, false},
    {0}};
