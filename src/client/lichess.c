/* SPDX-License-Identifier: Apache-2.0 */
#include "client/lichess.h"

#include <string.h>

#include "base/texts.h"
#include "client/fetch.h"
#include "client/http_client.h"
#include "limmat/date.h"
#include "os/clock.h"

enum {
    OK = 200,
    UNAUTHORIZED = 401,
    FORBIDDEN = 403,
    NOT_FOUND = 404,
    TOO_MANY = 429,
    SERVER_ERROR = 500,
    WAIT_MAX = 600
};

/* Refuse names with characters other than letters, digits, _ and -, as they enter addresses. */
static enum lm_status check_name(const struct lichess *l, const char *name)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    size_t length = strlen(name);
    if (length > 0 && length <= 30 && strspn(name, letters) == length)
        return LM_OK;
    return client_fail(l->log, LM_INVALID, "\"%s\" can't be the name of a Lichess account", name);
}

/* GET ${path}; ask a busy server again. */
static enum lm_status ask(const struct lichess *l, const char *path, const char *accept,
                          struct client_answer *answer)
{
    struct lm_text url = lm_text_in(l->arena);
    lm_text_print(&url, "%s%s", l->server, path);
    const struct client_request request = {
        .url = lm_text_string(&url), .accept = accept, .token = l->token, .stop = l->stop};
    for (uint32_t attempt = 1;; attempt++) {
        enum lm_status status = client_get(&request, l->log, answer);
        if (status != LM_OK || answer->status == OK || answer->status == NOT_FOUND)
            return status;
        if (answer->status == UNAUTHORIZED && l->token != NULL)
            return client_fail(l->log, LM_INVALID, "Lichess does not accept the token");
        bool busy = answer->status == TOO_MANY || answer->status >= SERVER_ERROR;
        if (!busy || attempt >= l->attempts)
            return client_fail(l->log, LM_IO,
                               answer->status == TOO_MANY
                                   ? "%s answers %d: too many requests, try later"
                                   : "%s answers %d",
                               request.url, answer->status);
        int64_t seconds = answer->retry_after >= 0 ? answer->retry_after : l->patience;
        os_sleep((seconds < WAIT_MAX ? seconds : WAIT_MAX) * 1000);
    }
}

static enum lm_status parse(const struct lichess *l, const char *bytes, size_t length,
                            const char *what, struct lm_json **out)
{
    if (lm_json_parse(bytes, length, l->arena, NULL, out) == LM_OK)
        return LM_OK;
    return client_fail(l->log, LM_IO, "the answer of %s about %s isn't JSON", l->server, what);
}

static bool is_true(const struct lm_json *object, const char *key)
{
    bool value = false;
    return lm_json_boolean(lm_json_get(object, key), &value) && value;
}

/* Read the ratings by perf, those with games; puzzles and the like have none. */
static enum lm_status read_perfs(const struct lichess *l, const struct lm_json *user,
                                 struct lichess_account *out)
{
    const struct lm_json *all = lm_json_get(user, "perfs");
    size_t capacity = 0;
    struct lichess_perf *rows = NULL;
    for (const struct lm_json *at = all == NULL ? NULL : all->first; at != NULL; at = at->next) {
        struct lichess_perf perf = {.name = at->key, .provisional = is_true(at, "prov")};
        if (!lm_json_integer(lm_json_get(at, "games"), 1, INT32_MAX, &perf.games) ||
            !lm_json_integer(lm_json_get(at, "rating"), 0, 10000, &perf.rating))
            continue;
        if (!lm_arena_grow(l->arena, &rows, &capacity, out->perf_count + 1, sizeof *rows))
            return LM_LIMIT;
        rows[out->perf_count++] = perf;
    }
    out->perfs = rows;
    return LM_OK;
}

/* Read the answer to either question about an account; ${name}: the account asked for, NULL: the
 * owner of the token. */
static enum lm_status read_account(const struct lichess *l, const struct client_answer *answer,
                                   const char *name, struct lichess_account *out)
{
    struct lm_json *user = NULL;
    int64_t created = 0;
    const char *about = name == NULL ? "the account" : name;
    enum lm_status status = parse(l, answer->body.bytes, answer->body.length, about, &user);
    if (status != LM_OK)
        return status;
    const char *title = lm_json_string(lm_json_get(user, "title"));
    const char *id = lm_json_string(lm_json_get(user, "username"));
    bool dated = lm_json_integer(lm_json_get(user, "createdAt"), 0, INT64_MAX, &created);
    bool closed = is_true(user, "disabled") || is_true(user, "closed");
    if (!dated && !closed)
        return client_fail(l->log, LM_IO, "the answer about %s lacks \"createdAt\"", about);
    if (name == NULL && id == NULL)
        return client_fail(l->log, LM_IO, "the answer about %s lacks \"username\"", about);
    *out = (struct lichess_account){.id = id != NULL ? id : name,
                                    .created = created / 1000,
                                    .marked = is_true(user, "tosViolation"),
                                    .closed = closed,
                                    .bot = title != NULL && strcmp(title, "BOT") == 0};
    (void)lm_json_integer(lm_json_get(lm_json_get(user, "count"), "all"), 0, INT32_MAX,
                          &out->games);
    return read_perfs(l, user, out);
}

enum lm_status lichess_account(const struct lichess *l, const char *name,
                               struct lichess_account *out)
{
    struct client_answer answer;
    struct lm_text path = lm_text_in(l->arena);
    lm_text_print(&path, "/api/user/%s", name);
    enum lm_status status = check_name(l, name);
    if (status == LM_OK)
        status = ask(l, lm_text_string(&path), "application/json", &answer);
    if (status == LM_OK && answer.status == NOT_FOUND)
        return client_fail(l->log, LM_INVALID, "Lichess has no account \"%s\"", name);
    return status == LM_OK ? read_account(l, &answer, name, out) : status;
}

/* --- with a user's login (OAuth 2.0, RFC 6749, with PKCE, RFC 7636) */

/* Add "${key}=${value}&", as in a form. */
static void add_field(struct lm_text *out, const char *key, const char *value)
{
    lm_text_print(out, "%s%s=", out->length == 0 ? "" : "&", key);
    lm_text_add_escaped(out, value, "-._~");
}

enum lm_status lichess_login_address(const struct lichess *l, const struct lichess_login *login,
                                     struct lm_text *out)
{
    struct lm_text query = lm_text_in(l->arena);
    add_field(&query, "response_type", "code");
    add_field(&query, "client_id", login->client);
    add_field(&query, "redirect_uri", login->back);
    add_field(&query, "code_challenge_method", "S256");
    add_field(&query, "code_challenge", login->challenge);
    add_field(&query, "state", login->state);
    lm_text_print(out, "%s/oauth?%s", l->server, lm_text_string(&query));
    return query.failed ? LM_LIMIT : lm_text_status(out);
}

enum lm_status lichess_token(const struct lichess *l, const struct lichess_login *login,
                             const char **token)
{
    struct client_answer answer;
    struct lm_text url = lm_text_in(l->arena), form = lm_text_in(l->arena);
    struct lm_json *object = NULL;
    lm_text_print(&url, "%s/api/token", l->server);
    add_field(&form, "grant_type", "authorization_code");
    add_field(&form, "code", login->code);
    add_field(&form, "code_verifier", login->verifier);
    add_field(&form, "redirect_uri", login->back);
    add_field(&form, "client_id", login->client);
    const struct client_request request = {.url = lm_text_string(&url),
                                           .accept = "application/json",
                                           .type = "application/x-www-form-urlencoded",
                                           .stop = l->stop};
    enum lm_status status = client_post(&request, form.bytes, form.length, l->log, &answer);
    if (status == LM_OK && answer.status >= 400 && answer.status < TOO_MANY)
        return client_fail(l->log, LM_INVALID, "Lichess does not accept this log-in");
    if (status == LM_OK && answer.status != OK)
        return client_fail(l->log, LM_IO, "%s answers %d", request.url, answer.status);
    if (status == LM_OK)
        status = parse(l, answer.body.bytes, answer.body.length, "the log-in", &object);
    if (status != LM_OK)
        return status;
    const char *given = lm_json_string(lm_json_get(object, "access_token"));
    if (given == NULL || strpbrk(given, "\r\n") != NULL) /* must be one line of a request */
        return client_fail(l->log, LM_IO, "the answer about the log-in lacks \"access_token\"");
    *token = given;
    return LM_OK;
}

enum lm_status lichess_own_account(const struct lichess *l, struct lichess_account *out)
{
    struct client_answer answer;
    enum lm_status status = ask(l, "/api/account", "application/json", &answer);
    if (status == LM_OK && answer.status != OK)
        return client_fail(l->log, LM_IO, "Lichess doesn't name the account that signed in");
    if (status == LM_OK)
        status = read_account(l, &answer, NULL, out);
    return status == LM_OK ? check_name(l, out->id) : status;
}

void lichess_end_token(const struct lichess *l)
{
    struct client_answer answer;
    struct lm_text url = lm_text_in(l->arena);
    struct lm_log quiet = {.arena = l->arena};
    lm_text_print(&url, "%s/api/token", l->server);
    const struct client_request request = {
        .url = lm_text_string(&url), .token = l->token, .stop = l->stop};
    if (client_delete(&request, &quiet, &answer) != LM_OK)
        return; /* then the token expires later */
}

/* Does ${title} name ${variant}? The history names variants in words ("Three-check"), the rest of
 * the API in one ("threeCheck"): the same letters in the same order. */
static bool is_variant(const char *title, const char *variant)
{
    for (;; title++, variant++) {
        title += strspn(title, " -");
        if (*title == '\0' || lm_lower(*title) != lm_lower(*variant))
            return *title == '\0' && *variant == '\0';
    }
}

/* Add [year, month from 0, day, rating]. */
static bool add_point(struct lm_text *out, const struct lm_json *point, bool first)
{
    int64_t part[4];
    const struct lm_json *child = point->first;
    for (size_t i = 0; i < 4; i++) {
        if (!lm_json_integer(child, 0, 10000, &part[i]))
            return false;
        child = child->next;
    }
    if (part[0] < 1 || part[0] > 9999 || part[1] > 11 || part[2] < 1 || part[2] > 31)
        return false;
    struct lm_date date = {(int16_t)part[0], (uint8_t)(part[1] + 1), (uint8_t)part[2]};
    lm_text_add(out, first ? "[\"" : ",[\"");
    lm_text_add_instant(out, (int64_t)lm_day_of(date) * 86400);
    lm_text_print(out, "\",%lld]", (long long)part[3]);
    return true;
}

enum lm_status lichess_history(const struct lichess *l, const char *name, struct lm_text *out)
{
    struct client_answer answer;
    struct lm_json *all = NULL;
    struct lm_text path = lm_text_in(l->arena);
    lm_text_print(&path, "/api/user/%s/rating-history", name);
    enum lm_status status = check_name(l, name);
    if (status == LM_OK)
        status = ask(l, lm_text_string(&path), "application/json", &answer);
    if (status == LM_OK)
        status = parse(l, answer.body.bytes, answer.body.length, name, &all);
    if (status != LM_OK)
        return status;
    lm_text_add(out, "[");
    for (const struct lm_json *perf = all->first; perf != NULL; perf = perf->next) {
        const char *title = lm_json_string(lm_json_get(perf, "name"));
        const struct lm_json *points = lm_json_get(perf, "points");
        if (title == NULL || points == NULL || !is_variant(title, l->variant))
            continue;
        for (const struct lm_json *point = points->first; point != NULL; point = point->next) {
            if (!add_point(out, point, point == points->first))
                return client_fail(l->log, LM_IO, "the rating history of %s has an unknown form",
                                   name);
        }
    }
    lm_text_add(out, "]");
    return lm_text_status(out);
}

enum lm_status lichess_games_before(const struct lichess *l, const char *name, int64_t before,
                                    uint32_t enough, uint32_t *count)
{
    struct client_answer answer;
    struct lm_text path = lm_text_in(l->arena);
    lm_text_print(&path, "/api/games/user/%s?rated=true&perfType=%s&until=%lld&max=%u&moves=false",
                  name, l->variant, (long long)before * 1000 - 1, enough);
    enum lm_status status = check_name(l, name);
    if (status == LM_OK)
        status = ask(l, lm_text_string(&path), "application/x-ndjson", &answer);
    if (status != LM_OK)
        return status;
    *count = 0;
    for (size_t i = 0; i < answer.body.length; i++)
        *count += answer.body.bytes[i] == '\n' && i > 0 && answer.body.bytes[i - 1] != '\n';
    *count += answer.body.length > 0 && answer.body.bytes[answer.body.length - 1] != '\n';
    return LM_OK;
}

/* Return '1', '=' or '0' for ${first}; '\0' for an aborted game. */
static char result_of(const struct lm_json *game, const char *first)
{
    static const char *const unplayed[] = {"created", "started", "aborted", "noStart"};
    const char *game_status = lm_json_string(lm_json_get(game, "status"));
    const char *winner = lm_json_string(lm_json_get(game, "winner"));
    const struct lm_json *white = lm_json_get(lm_json_get(game, "players"), "white");
    const char *white_id = lm_json_string(lm_json_get(lm_json_get(white, "user"), "id"));
    for (size_t i = 0; i < sizeof unplayed / sizeof unplayed[0]; i++) {
        if (game_status == NULL || strcmp(game_status, unplayed[i]) == 0)
            return '\0';
    }
    if (winner == NULL)
        return '=';
    bool first_is_white = white_id != NULL && lm_same_letters(white_id, first);
    return (strcmp(winner, "white") == 0) == first_is_white ? '1' : '0';
}

/* Does the clock {"initial": 120, "increment": 5} equal "2+5"? */
static bool has_clock(const struct lm_json *game, const char *wanted)
{
    const struct lm_json *clock = lm_json_get(game, "clock");
    const char *plus = strchr(wanted, '+');
    int64_t initial = 0, increment = 0, added = 0;
    int32_t minutes = 0;
    return plus != NULL && lm_parse_tenths(wanted, (size_t)(plus - wanted), &minutes) &&
           lm_parse_integer(plus + 1, strlen(plus + 1), 0, 3600, &added) &&
           lm_json_integer(lm_json_get(clock, "initial"), 0, 1 << 20, &initial) &&
           lm_json_integer(lm_json_get(clock, "increment"), 0, 3600, &increment) &&
           initial == (int64_t)minutes * 6 && increment == added;
}

/* Is it a game of the match, as its number ${number} (from 0)? */
static bool counts(const struct lichess *l, const struct lm_json *game,
                   const struct lichess_clocks *clocks, size_t number)
{
    const char *variant = lm_json_string(lm_json_get(game, "variant"));
    bool rated = true;
    (void)lm_json_boolean(lm_json_get(game, "rated"), &rated);
    if (!rated || (variant != NULL && *l->variant != '\0' && !is_variant(variant, l->variant)))
        return false;
    if (clocks->count == 0)
        return true;
    return number < clocks->count &&
           (clocks->all[number] == NULL || has_clock(game, clocks->all[number]));
}

enum lm_status lichess_games_between(const struct lichess *l, const char *first, const char *second,
                                     int64_t since, int64_t until,
                                     const struct lichess_clocks *clocks, struct lm_text *out)
{
    size_t number = 0;
    struct client_answer answer;
    struct lm_text path = lm_text_in(l->arena);
    lm_text_print(&path,
                  "/api/games/user/%s?vs=%s&rated=true&perfType=%s&since=%lld&until=%lld"
                  "&sort=dateAsc&moves=false",
                  first, second, l->variant, (long long)since * 1000, (long long)until * 1000);
    enum lm_status status = check_name(l, first);
    if (status == LM_OK)
        status = check_name(l, second);
    if (status == LM_OK)
        status = ask(l, lm_text_string(&path), "application/x-ndjson", &answer);
    for (size_t at = 0; status == LM_OK && at < answer.body.length;) {
        struct lm_json *game = NULL;
        const char *line = answer.body.bytes + at;
        size_t length = strcspn(line, "\n");
        at += length + 1;
        if (length == 0)
            continue;
        status = parse(l, line, length, first, &game);
        char result =
            status == LM_OK && counts(l, game, clocks, number) ? result_of(game, first) : '\0';
        if (result != '\0')
            lm_text_add_char(out, result);
        number += result != '\0';
    }
    return status == LM_OK ? lm_text_status(out) : status;
}

/* --- broadcasts */

bool lichess_is_broadcast(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    return strlen(text) == 8 && strspn(text, letters) == 8;
}

/* POST ${body} to ${path}; put the answer into ${answer}. LM_INVALID: not accepted. */
static enum lm_status tell(const struct lichess *l, const char *path, const char *type,
                           const struct lm_text *body, struct client_answer *answer)
{
    struct lm_text url = lm_text_in(l->arena);
    lm_text_print(&url, "%s%s", l->server, path);
    const struct client_request request = {.url = lm_text_string(&url),
                                           .accept = "application/json",
                                           .type = type,
                                           .token = l->token,
                                           .stop = l->stop};
    enum lm_status status = client_post(&request, body->bytes, body->length, l->log, answer);
    if (status != LM_OK || answer->status == OK)
        return status;
    if (answer->status == UNAUTHORIZED || answer->status == FORBIDDEN)
        return client_fail(l->log, LM_INVALID, "Lichess does not accept the token");
    if (answer->status < TOO_MANY && answer->status >= 400)
        return client_fail(l->log, LM_INVALID, "Lichess does not accept this: %.200s",
                           lm_text_string(&answer->body));
    return client_fail(l->log, LM_IO, "%s answers %d", request.url, answer->status);
}

/* Read the id in the member ${what} of ${answer}. */
static enum lm_status read_id(const struct lichess *l, const struct client_answer *answer,
                              const char *what, const char **id)
{
    struct lm_json *object = NULL;
    enum lm_status status =
        parse(l, answer->body.bytes, answer->body.length, "a broadcast", &object);
    if (status != LM_OK)
        return status;
    const char *given = lm_json_string(lm_json_get(lm_json_get(object, what), "id"));
    if (given == NULL || !lichess_is_broadcast(given))
        return client_fail(l->log, LM_IO, "the answer about a broadcast lacks its id");
    *id = given;
    return LM_OK;
}

enum lm_status lichess_broadcast(const struct lichess *l, const char *name, const char **id)
{
    struct client_answer answer;
    struct lm_text form = lm_text_in(l->arena);
    add_field(&form, "name", name);
    enum lm_status status =
        tell(l, "/broadcast/new", "application/x-www-form-urlencoded", &form, &answer);
    return status == LM_OK ? read_id(l, &answer, "tour", id) : status;
}

/* Find the id of the round called ${name} in the answer about its broadcast; NULL: none. */
static const char *round_called(const struct lm_json *broadcast, const char *name)
{
    const struct lm_json *rounds = lm_json_get(broadcast, "rounds");
    for (const struct lm_json *at = rounds == NULL ? NULL : rounds->first; at != NULL;
         at = at->next) {
        const char *called = lm_json_string(lm_json_get(at, "name"));
        const char *id = lm_json_string(lm_json_get(at, "id"));
        if (called != NULL && strcmp(called, name) == 0 && id != NULL && lichess_is_broadcast(id))
            return id;
    }
    return NULL;
}

enum lm_status lichess_broadcast_round(const struct lichess *l, const char *tour, const char *name,
                                       int64_t starts, const char **id)
{
    struct client_answer answer;
    struct lm_text path = lm_text_in(l->arena), form = lm_text_in(l->arena);
    struct lm_json *object = NULL;
    lm_text_print(&path, "/api/broadcast/%s", tour);
    enum lm_status status = ask(l, lm_text_string(&path), "application/json", &answer);
    if (status == LM_OK && answer.status == NOT_FOUND)
        return client_fail(l->log, LM_INVALID, "Lichess has no broadcast %s", tour);
    if (status == LM_OK)
        status = parse(l, answer.body.bytes, answer.body.length, "the broadcast", &object);
    if (status != LM_OK)
        return status;
    if ((*id = round_called(object, name)) != NULL)
        return LM_OK;
    path = lm_text_in(l->arena);
    lm_text_print(&path, "/broadcast/%s/new", tour);
    add_field(&form, "name", name);
    if (starts > 0) {
        struct lm_text at = lm_text_in(l->arena);
        lm_text_print(&at, "%lld", (long long)starts * 1000);
        add_field(&form, "startsAt", lm_text_string(&at));
    }
    status = tell(l, lm_text_string(&path), "application/x-www-form-urlencoded", &form, &answer);
    return status == LM_OK ? read_id(l, &answer, "round", id) : status;
}

enum lm_status lichess_broadcast_push(const struct lichess *l, const char *round,
                                      const struct lm_text *pgn)
{
    struct client_answer answer;
    struct lm_text path = lm_text_in(l->arena);
    lm_text_print(&path, "/api/broadcast/round/%s/push", round);
    return tell(l, lm_text_string(&path), "text/plain; charset=utf-8", pgn, &answer);
}
