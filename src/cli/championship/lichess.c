/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/championship/lichess.h"

#include <string.h>

#include "cli/championship/http.h"
#include "cli/core/command.h"
#include "limmat/date.h"
#include "os/clock.h"

enum { OK = 200, NOT_FOUND = 404, TOO_MANY = 429, SERVER_ERROR = 500, WAIT_MAX = 600 };

/* Account names are letters, digits, _ and -: nothing else may come into an address. */
static enum lm_status check_name(const struct lichess *l, const char *name)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    size_t length = strlen(name);
    if (length > 0 && length <= 30 && strspn(name, letters) == length)
        return LM_OK;
    return fail(l->log, LM_INVALID, "\"%s\" is no name of a Lichess account", name);
}

/* GET ${path}; a busy server is asked again. */
static enum lm_status ask(const struct lichess *l, const char *path, const char *accept,
                          struct http_answer *answer)
{
    struct lm_text url = lm_text_in(l->arena);
    lm_text_print(&url, "%s%s", l->server, path);
    const struct http_request request = {lm_text_string(&url), accept, l->token};
    for (uint32_t attempt = 1;; attempt++) {
        enum lm_status status = http_get(&request, l->log, answer);
        if (status != LM_OK || answer->status == OK || answer->status == NOT_FOUND)
            return status;
        bool busy = answer->status == TOO_MANY || answer->status >= SERVER_ERROR;
        if (!busy || attempt >= l->attempts)
            return fail(l->log, LM_IO, "%s answers %d%s", request.url, answer->status,
                        answer->status == TOO_MANY ? ": too many questions, try later" : "");
        int64_t seconds = answer->retry_after >= 0 ? answer->retry_after : l->patience;
        os_sleep((seconds < WAIT_MAX ? seconds : WAIT_MAX) * 1000);
    }
}

static enum lm_status parse(const struct lichess *l, const char *bytes, size_t length,
                            const char *what, struct lm_json **out)
{
    if (lm_json_parse(bytes, length, l->arena, NULL, out) == LM_OK)
        return LM_OK;
    return fail(l->log, LM_IO, "the answer of %s about %s is no JSON", l->server, what);
}

static bool is_true(const struct lm_json *object, const char *key)
{
    bool value = false;
    return lm_json_boolean(lm_json_get(object, key), &value) && value;
}

enum lm_status lichess_account(const struct lichess *l, const char *name,
                               struct lichess_account *out)
{
    struct http_answer answer;
    struct lm_json *user = NULL;
    struct lm_text path = lm_text_in(l->arena);
    int64_t created = 0;
    lm_text_print(&path, "/api/user/%s", name);
    enum lm_status status = check_name(l, name);
    if (status == LM_OK)
        status = ask(l, lm_text_string(&path), "application/json", &answer);
    if (status == LM_OK && answer.status == NOT_FOUND)
        return fail(l->log, LM_INVALID, "Lichess has no account \"%s\"", name);
    if (status == LM_OK)
        status = parse(l, answer.body.bytes, answer.body.length, name, &user);
    if (status != LM_OK)
        return status;
    const char *title = lm_json_string(lm_json_get(user, "title"));
    const char *id = lm_json_string(lm_json_get(user, "username"));
    bool dated = lm_json_integer(lm_json_get(user, "createdAt"), 0, INT64_MAX, &created);
    bool closed = is_true(user, "disabled") || is_true(user, "closed");
    if (!dated && !closed)
        return fail(l->log, LM_IO, "the answer about %s lacks \"createdAt\"", name);
    *out = (struct lichess_account){.id = id != NULL ? id : name,
                                    .created = created / 1000,
                                    .marked = is_true(user, "tosViolation"),
                                    .closed = closed,
                                    .bot = title != NULL && strcmp(title, "BOT") == 0};
    return LM_OK;
}

/* The history names variants in words ("Three-check"), the rest of the API in one ("threeCheck"):
 * the same letters in the same order. */
static bool is_variant(const char *title, const char *variant)
{
    for (;; title++, variant++) {
        title += strspn(title, " -");
        if (*title == '\0' || lm_lower(*title) != lm_lower(*variant))
            return *title == '\0' && *variant == '\0';
    }
}

/* [year, month from 0, day, rating] */
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
    struct http_answer answer;
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
                return fail(l->log, LM_IO, "the rating history of %s is not as documented", name);
        }
    }
    lm_text_add(out, "]");
    return lm_text_status(out);
}

enum lm_status lichess_games_before(const struct lichess *l, const char *name, int64_t before,
                                    uint32_t enough, uint32_t *count)
{
    struct http_answer answer;
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

/* '1', '=' or '0' for ${first}; '\0' for a game that was aborted. */
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

enum lm_status lichess_games_between(const struct lichess *l, const char *first, const char *second,
                                     int64_t since, int64_t until, struct lm_text *out)
{
    struct http_answer answer;
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
        char result = status == LM_OK ? result_of(game, first) : '\0';
        if (result != '\0')
            lm_text_add_char(out, result);
    }
    return status == LM_OK ? lm_text_status(out) : status;
}
