/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a server that calls itself Lichess answers, to every question that is asked of it.  The
 * input is its answers in turn, each a line "STATUS SECONDS" and a body, apart by lines "--"; the
 * last one is given again and again.
 */
#include "client/lichess.h"
#include "client/http_client.h"
#include "fuzz.h"
#include "limmat/date.h"

/* What is left of the answers; one fuzzed input at a time. */
static const char *answers;
static size_t left;

/* The status and the seconds of ${line}. */
static void read_line(const char *line, size_t length, struct client_answer *answer)
{
    size_t space = 0;
    int64_t status = 200, wait = -1;
    while (space < length && line[space] != ' ')
        space++;
    (void)lm_parse_integer(line, space, 100, 599, &status);
    if (space < length)
        (void)lm_parse_integer(line + space + 1, length - space - 1, -1, INT64_MAX, &wait);
    answer->status = (int)status;
    answer->retry_after = wait;
}

/* The next answer, exactly as long as it is. */
static enum lm_status next(struct lm_log *log, struct client_answer *answer)
{
    size_t length = 0, line = 0;
    *answer = (struct client_answer){.retry_after = -1, .body = lm_text_in(log->arena)};
    while (length + 4 <= left && memcmp(answers + length, "\n--\n", 4) != 0)
        length++;
    bool last = length + 4 > left;
    length = last ? left : length;
    while (line < length && answers[line] != '\n')
        line++;
    read_line(answers, line, answer);
    if (line < length)
        lm_text_add_bytes(&answer->body, answers + line + 1, length - line - 1);
    if (!last) {
        answers += length + 4;
        left -= length + 4;
    }
    return lm_text_status(&answer->body);
}

/* In place of those that use the net. */
enum lm_status client_get(const struct client_request *request, struct lm_log *log,
                          struct client_answer *answer)
{
    HOLDS(strpbrk(request->url, "\r\n ") == NULL);
    HOLDS(request->token == NULL || strpbrk(request->token, "\r\n") == NULL);
    return next(log, answer);
}

enum lm_status client_post(const struct client_request *request, const char *bytes, size_t length,
                           struct lm_log *log, struct client_answer *answer)
{
    HOLDS(memchr(bytes, '\n', length) == NULL);
    return client_get(request, log, answer);
}

enum lm_status client_delete(const struct client_request *request, struct lm_log *log,
                             struct client_answer *answer)
{
    return client_get(request, log, answer);
}

/* What is refused has a reason. */
static bool good(const struct lichess *l, enum lm_status status)
{
    HOLDS(status == LM_OK || status == LM_INVALID || status == LM_IO || status == LM_LIMIT);
    HOLDS(status == LM_OK || status == LM_LIMIT || l->log->errors > 0);
    return status == LM_OK;
}

static void check_account(const struct lichess_account *account)
{
    HOLDS(account->id != NULL && account->games >= 0 && account->created >= 0);
    for (size_t i = 0; i < account->perf_count; i++)
        HOLDS(account->perfs[i].name != NULL && account->perfs[i].games > 0 &&
              account->perfs[i].rating >= 0);
}

/* As an application has it: moments and ratings. */
static void check_history(const struct lichess *l, const struct lm_text *history)
{
    struct lm_json *all;
    int64_t number;
    HOLDS(lm_json_parse(lm_text_string(history), history->length, l->arena, NULL, &all) == LM_OK);
    for (const struct lm_json *at = all->first; at != NULL; at = at->next) {
        const char *moment = lm_json_string(at->first);
        HOLDS(at->length == 2 && moment != NULL);
        HOLDS(lm_parse_instant(moment, strlen(moment), &number));
        HOLDS(lm_json_integer(at->first->next, 0, 10000, &number));
    }
}

static void log_in(struct lichess *l)
{
    struct lichess_account account;
    const struct lichess_login login = {
        .client = "limmat", .back = "http://x/c", .verifier = "v", .code = "c"};
    if (!good(l, lichess_token(l, &login, &l->token)))
        return;
    HOLDS(l->token != NULL);
    if (good(l, lichess_own_account(l, &account))) {
        check_account(&account);
        HOLDS(strlen(account.id) <= 30 && strpbrk(account.id, "/?&# %") == NULL);
    }
    lichess_end_token(l);
}

static void ask(struct lichess *l)
{
    struct lichess_account account;
    struct lm_text history = lm_text_in(l->arena), games = lm_text_in(l->arena);
    uint32_t count = 0;
    if (good(l, lichess_account(l, "ann", &account)))
        check_account(&account);
    if (good(l, lichess_history(l, "ann", &history)))
        check_history(l, &history);
    (void)good(l, lichess_games_before(l, "ann", 1500000000, 100, &count));
    const char *const clocks[] = {"2+5", "2+5", NULL, "2+0"};
    const struct lichess_clocks asked = {clocks, 4};
    if (good(l, lichess_games_between(l, "ann", "bob", 1500000000, 1600000000, &asked, &games)))
        HOLDS(strspn(lm_text_string(&games), "10=") == games.length);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct lm_arena *arena;
    if (lm_arena_new(&arena, NULL, ARENA_LIMIT) != LM_OK)
        return 0;
    struct lm_log log = {.arena = arena};
    struct lichess l = {.server = "http://x",
                        .variant = "antichess",
                        .attempts = 1, /* who asks again waits */
                        .arena = arena,
                        .log = &log};
    answers = (const char *)data;
    left = size;
    log_in(&l);
    ask(&l);
    answers = (const char *)data; /* the same, without a log-in before */
    left = size;
    ask(&l);
    lm_arena_free(arena);
    return 0;
}
