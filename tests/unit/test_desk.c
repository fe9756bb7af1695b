/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "check.h"

#include "journal_hooks.h"
#include "limmat/desk.h"
#include "limmat/formats.h"

/* An event at a desk, as a client runs it: acts in, lines out. */
struct hall {
    struct lm_arena *arena;
    struct lm_log log;
    struct lm_desk *desk;
    struct lm_text journal, secrets;
    struct lm_desk_taken last;
    int64_t now;
};

static struct hall hall_of(void)
{
    struct hall h = {.now = 1784000000};
    assert_int_equal(lm_arena_new(&h.arena, NULL, 0), LM_OK);
    h.log.arena = h.arena;
    h.journal = lm_text_in(h.arena);
    h.secrets = lm_text_in(h.arena);
    assert_int_equal(lm_desk_new(h.arena, &test_hooks, "test", &h.desk), LM_OK);
    return h;
}

static void leave(struct hall *h)
{
    lm_arena_free(h->arena);
}

/* Try an act with single quotes for double ones; ${tokens} (apart by spaces) are acknowledged. */
static enum lm_desk_answer try_as(struct hall *h, const char *by, const char *section,
                                  const char *event, const char *fields, const char *was,
                                  const char *tokens)
{
    const char *acknowledged[16];
    size_t count = 0;
    char *json = lm_arena_copy(h->arena, fields, strlen(fields));
    char *list = lm_arena_copy(h->arena, tokens, strlen(tokens));
    for (char *c = json; *c != '\0'; c++)
        *c = *c == '\'' ? '"' : *c;
    for (char *word = strtok(list, " "); word != NULL; word = strtok(NULL, " "))
        acknowledged[count++] = word;
    struct lm_desk_act act = {.event = event,
                              .section = section,
                              .by = by,
                              .at = h->now++,
                              .happened = LM_NO_TIME,
                              .was = was,
                              .acknowledged = acknowledged,
                              .acknowledged_count = count,
                              .fields = json};
    enum lm_status status = lm_desk_take(h->desk, &act, 1, &h->log, &h->last);
    if (status != LM_OK)
        fail_msg("%s %s: %s", event, fields,
                 h->log.count > 0 ? h->log.all[h->log.count - 1].what : "no memory");
    lm_text_add_bytes(&h->journal, h->last.lines, h->last.line_length);
    lm_text_add_bytes(&h->secrets, h->last.secrets, h->last.secret_length);
    for (size_t i = 0; i < h->last.reason_count; i++) {
        assert_non_null(h->last.reasons[i].remedy);
        assert_true(h->last.reasons[i].remedy[0] != '\0');
    }
    return h->last.answer;
}

static enum lm_desk_answer attempt(struct hall *h, const char *event, const char *fields)
{
    return try_as(h, "vh", "A", event, fields, NULL, "");
}

static void did(struct hall *h, const char *event, const char *fields, const char *tokens)
{
    enum lm_desk_answer answer = try_as(h, "vh", "A", event, fields, NULL, tokens);
    if (answer != LM_ACT_TAKEN)
        fail_msg("%s %s: %d %s (%s)", event, fields, (int)answer, h->last.reasons[0].what,
                 h->last.reasons[0].token);
}

static bool has_reason(const struct hall *h, const char *token)
{
    for (size_t i = 0; i < h->last.reason_count; i++)
        if (strncmp(h->last.reasons[i].token, token, strlen(token)) == 0)
            return true;
    return false;
}

static void needs(struct hall *h, const char *event, const char *fields, const char *token,
                  enum lm_desk_level level)
{
    enum lm_desk_answer answer = attempt(h, event, fields);
    assert_int_equal(answer, level == LM_LEVEL_REFUSED ? LM_ACT_REFUSED : LM_ACT_NEEDS);
    if (!has_reason(h, token))
        fail_msg("%s %s: %s instead of %s", event, fields, h->last.reasons[0].token, token);
    assert_int_equal(h->last.level, level);
}

static void refused(struct hall *h, const char *event, const char *fields, const char *token)
{
    needs(h, event, fields, token, LM_LEVEL_REFUSED);
}

static struct lm_desk_section *section(const struct hall *h)
{
    return lm_desk_section(h->desk, "A");
}

static struct hall open_with(unsigned players, unsigned rounds)
{
    struct hall h = hall_of();
    did(&h, "open", "{'name':'Summer Open','start':'2026-07-16','end':'2026-07-19'}", "");
    did(&h, "section",
        lm_arena_copy(h.arena, "", 0) == NULL ? ""
        : rounds == 5                         ? "{'id':'A','rounds':5,'colour':'white'}"
                                              : "{'id':'A','rounds':3,'colour':'white'}",
        "");
    for (unsigned i = 1; i <= players; i++) {
        char fields[200];
        (void)snprintf(fields, sizeof fields,
                       "{'name':'Player, No %u','rating':%u,'federation':'SUI','birth':'19%02u'}",
                       i, 2500 - 10 * i, 50 + i % 50);
        did(&h, "enter", fields, "");
    }
    return h;
}

static void start_round(struct hall *h)
{
    did(h, "pair", "{}", "");
    did(h, "publish", "{}", "");
}

/* White wins everywhere but on the boards that have a result. */
static void play_round(struct hall *h)
{
    struct lm_desk_round *r = lm_desk_current(section(h));
    for (size_t i = 0; i < r->board_count; i++) {
        char fields[100];
        (void)snprintf(fields, sizeof fields, "{'board':'%s','result':'1-0'}", r->boards[i]->id);
        if (r->boards[i]->result == 0)
            did(h, "result", fields, "");
    }
    did(h, "close", "{}", "");
}

static const char *state_of(struct hall *h, const struct lm_desk *desk)
{
    struct lm_text text = lm_text_in(h->arena);
    lm_desk_write(desk, LM_FOR_ARBITERS, &text);
    return lm_text_string(&text);
}

/* What was taken is what is read, line for line and byte for byte. */
static void replays(struct hall *h)
{
    struct lm_desk *again;
    assert_int_equal(lm_desk_new(h->arena, &test_hooks, "another engine", &again), LM_OK);
    assert_int_equal(
        lm_desk_add_private(again, lm_text_string(&h->secrets), h->secrets.length, &h->log), LM_OK);
    enum lm_status status =
        lm_desk_replay(again, lm_text_string(&h->journal), h->journal.length, NULL, NULL, &h->log);
    if (status != LM_OK)
        fail_msg("line %u: %s", h->log.all[h->log.count - 1].line,
                 h->log.all[h->log.count - 1].what);
    assert_string_equal(state_of(h, again), state_of(h, h->desk));
}

static void a_small_event_is_run(void **state)
{
    (void)state;
    struct hall h = open_with(7, 3);
    for (int round = 1; round <= 3; round++) {
        start_round(&h);
        assert_int_equal(lm_desk_current(section(&h))->board_count, 3);
        assert_string_equal(lm_desk_current(section(&h))->departure, "");
        play_round(&h);
    }
    did(&h, "finish", "{}", "");
    refused(&h, "finish", "{}", "finished");
    assert_true(section(&h)->fide_mode);
    struct lm_tournament *t;
    assert_int_equal(lm_desk_tournament(h.desk, section(&h), LM_FOR_REPORT, 0, h.arena, NULL, &t),
                     LM_OK);
    assert_int_equal(t->rounds_paired, 3);
    struct lm_check check;
    assert_int_equal(lm_check_rounds(section(&h)->system, t, h.arena, &h.log, &check), LM_OK);
    assert_int_equal(check.rounds, 3);
    assert_int_equal(check.difference_count, 0);
    replays(&h);
    leave(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_event_is_run),
    };
    return cmocka_run_group_tests_name("desk", tests, NULL, NULL);
}
