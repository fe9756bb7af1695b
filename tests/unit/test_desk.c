/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

#include "journal_hooks.h"
#include "limmat/desk.h"
#include "limmat/formats.h"
#include "limmat/periods.h"
#include "limmat/ranking.h"

/* An event at a desk, as a client uses it: acts in, lines out. */
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

/* Try an act with single quotes for double ones; ${tokens} (separated by spaces) are acknowledged.
 */
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

/* White wins on all boards without a result. */
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

/* Check that reading the journal gives what was accepted, line for line and byte for byte. */
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

/* ---- refusals and levels -----------------------------------------------------------------------
 */

static void rules_are_said_with_a_way_out(void **state)
{
    (void)state;
    struct hall h = open_with(8, 3);
    refused(&h, "result", "{'board':'1.1','result':'1-0'}", "unknown");
    refused(&h, "publish", "{}", "no-proposal");
    refused(&h, "bye", "{'player':'p3','rounds':[9],'kind':'half'}", "round");
    did(&h, "bye", "{'player':'p3','rounds':[2],'kind':'half'}", "");
    needs(&h, "bye", "{'player':'p3','rounds':[1],'kind':'half'}", "second-half-bye:p3",
          LM_LEVEL_CONFIRM);
    needs(&h, "bye", "{'player':'p4','rounds':[3],'kind':'half'}", "late-half-bye",
          LM_LEVEL_CONFIRM);
    did(&h, "edit", "{'player':'p4','no_half_bye':true}", "");
    refused(&h, "bye", "{'player':'p4','rounds':[2],'kind':'half'}", "no-half-bye");
    needs(&h, "bye", "{'player':'p5','rounds':[2],'kind':'full'}", "full-bye:p5",
          LM_LEVEL_ACKNOWLEDGE);
    refused(&h, "settings", "{'draw':0.8}", "points");
    refused(&h, "settings", "{'pab':1.5}", "pab");
    refused(&h, "settings", "{'pab':0.7}", "pab");
    start_round(&h);
    refused(&h, "settings", "{'system':'dubov-1997'}", "system-locked");
    refused(&h, "settings", "{'acceleration':'baku'}", "acceleration-locked");
    needs(&h, "settings", "{'tie_breaks':'PTS,BH'}", "tie-breaks-changed", LM_LEVEL_TWO_STEPS);
    needs(&h, "settings", "{'pab':0.5}", "pab-changed", LM_LEVEL_TWO_STEPS);
    needs(&h, "settings", "{'rounds':4}", "rounds-changed", LM_LEVEL_TWO_STEPS);
    needs(&h, "forbid", "{'players':['p1','p2']}", "prohibition-late", LM_LEVEL_TWO_STEPS);
    refused(&h, "remove", "{'player':'p1'}", "has-played");
    refused(&h, "bye", "{'player':'p1','rounds':[1],'kind':'zero'}", "published");
    replays(&h);
    leave(&h);
}

static void fide_mode_is_left_for_good(void **state)
{
    (void)state;
    struct hall h = open_with(6, 3);
    start_round(&h);
    did(&h, "settings", "{'rounds':4}", "rounds-changed");
    assert_false(section(&h)->fide_mode);
    assert_string_equal(section(&h)->fide_why, "rounds-changed");
    /* undoing it does not restore the mode (VCL 45) */
    struct lm_desk_step back;
    assert_int_equal(lm_desk_undo(h.desk, "vh", NULL, h.arena, &h.log, &back), LM_OK);
    assert_int_equal(
        try_as(&h, "vh", back.acts[0].section, back.acts[0].event, back.acts[0].fields, NULL, ""),
        LM_ACT_TAKEN);
    assert_int_equal(section(&h)->rounds, 3);
    assert_false(section(&h)->fide_mode);
    struct lm_tournament *t;
    assert_int_equal(lm_desk_tournament(h.desk, section(&h), LM_FOR_REPORT, 0, h.arena, NULL, &t),
                     LM_OK);
    assert_string_equal(t->kept[0].text, "### FIDE mode exited @ Round 2");
    assert_string_equal(t->kept[1].text, "### Configuration @ Round 1: rounds 3 => 4");
    replays(&h);
    leave(&h);
}

static void two_desks_do_not_overwrite_each_other(void **state)
{
    (void)state;
    struct hall h = open_with(6, 3);
    start_round(&h);
    did(&h, "result", "{'board':'1','result':'1-0'}", "");
    /* a helper who saw no result is shown the recorded one; one who saw it can change it */
    assert_int_equal(
        try_as(&h, "other", "A", "result", "{'board':'1.1','result':'0-1'}", "none", ""),
        LM_ACT_CONFLICT);
    assert_int_equal(try_as(&h, "other", "A", "result", "{'board':'1.1','result':'0-1'}", NULL, ""),
                     LM_ACT_NEEDS);
    assert_true(has_reason(&h, "overwrites:1.1:1-0"));
    assert_int_equal(
        try_as(&h, "other", "A", "result", "{'board':'1.1','result':'0-1'}", "1-0", ""),
        LM_ACT_TAKEN);
    replays(&h);
    leave(&h);
}

static void a_retry_is_the_same_line(void **state)
{
    (void)state;
    struct hall h = open_with(6, 3);
    start_round(&h);
    struct lm_desk_act acts[2] = {{.event = "result",
                                   .section = "A",
                                   .by = "vh",
                                   .at = h.now,
                                   .happened = LM_NO_TIME,
                                   .request = "r1",
                                   .fields = "{\"board\":\"1.1\",\"result\":\"1-0\"}"},
                                  {.event = "result",
                                   .section = "A",
                                   .by = "vh",
                                   .at = h.now,
                                   .happened = LM_NO_TIME,
                                   .request = "r2",
                                   .fields = "{\"board\":\"1.2\",\"result\":\"0-1\"}"}};
    assert_int_equal(lm_desk_take(h.desk, acts, 2, &h.log, &h.last), LM_OK);
    assert_int_equal(h.last.answer, LM_ACT_TAKEN);
    assert_int_equal(h.last.last, h.last.first + 1);
    uint64_t first = h.last.first;
    assert_int_equal(lm_desk_take(h.desk, acts, 2, &h.log, &h.last), LM_OK);
    assert_int_equal(h.last.answer, LM_ACT_REPEATED);
    assert_int_equal(h.last.first, first);
    assert_int_equal(h.last.line_length, 0);
    leave(&h);
}

static void a_batch_is_taken_whole_or_not_at_all(void **state)
{
    (void)state;
    struct hall h = open_with(6, 3);
    start_round(&h);
    const char *before = state_of(&h, h.desk);
    struct lm_desk_act acts[2] = {{.event = "result",
                                   .section = "A",
                                   .by = "vh",
                                   .at = h.now,
                                   .happened = LM_NO_TIME,
                                   .fields = "{\"board\":\"1.1\",\"result\":\"1-0\"}"},
                                  {.event = "result",
                                   .section = "A",
                                   .by = "vh",
                                   .at = h.now,
                                   .happened = LM_NO_TIME,
                                   .fields = "{\"board\":\"1.9\",\"result\":\"0-1\"}"}};
    assert_int_equal(lm_desk_take(h.desk, acts, 2, &h.log, &h.last), LM_OK);
    assert_int_equal(h.last.answer, LM_ACT_REFUSED);
    assert_int_equal(h.last.reasons[0].act, 1);
    assert_string_equal(state_of(&h, h.desk), before);
    /* what if? */
    assert_int_equal(lm_desk_judge(h.desk, acts, 1, &h.log, &h.last), LM_OK);
    assert_int_equal(h.last.answer, LM_ACT_TAKEN);
    assert_string_equal(state_of(&h, h.desk), before);
    leave(&h);
}

/* ---- C.04.2 art. 4
 * ------------------------------------------------------------------------------- */

static void a_wrong_result_has_three_windows(void **state)
{
    (void)state;
    struct hall h = open_with(8, 5);
    start_round(&h);
    play_round(&h);
    did(&h, "correct", "{'board':'1.1','result':'0-1'}", "");
    assert_int_equal(h.last.level, LM_LEVEL_INFORM);
    start_round(&h);
    needs(&h, "correct", "{'board':'1.2','result':'0-1'}", "next-pairing:1.2:0-1",
          LM_LEVEL_CONFIRM);
    did(&h, "correct", "{'board':'1.2','result':'0-1'}", "next-pairing:1.2:0-1");
    assert_true(section(&h)->fide_mode);
    assert_string_equal(section(&h)->remarks[0].text, "Correction @ Round 1: 6-2: 1-0 => 0-1");
    refused(&h, "correct-rating", "{'board':'1.3','result':'0-1'}", "in-time");
    play_round(&h);
    start_round(&h);
    needs(&h, "correct", "{'board':'1.3','result':'0-1'}", "late-correction:1.3", LM_LEVEL_REFUSED);
    did(&h, "correct-rating", "{'board':'1.3','result':'0-1'}", "rating-only:1.3");
    assert_true(section(&h)->fide_mode);
    struct lm_tournament *own, *report;
    assert_int_equal(
        lm_desk_tournament(h.desk, section(&h), LM_FOR_ARBITERS, 0, h.arena, NULL, &own), LM_OK);
    assert_int_equal(
        lm_desk_tournament(h.desk, section(&h), LM_FOR_REPORT, 0, h.arena, NULL, &report), LM_OK);
    const struct lm_desk_board *b = lm_desk_board(section(&h), "1.3");
    uint32_t white = lm_player_with_tpn(own, b->white->number);
    assert_int_equal(lm_record_of(own, white, 1)->result, LM_WIN);
    assert_int_equal(lm_record_of(report, white, 1)->result, LM_LOSS);
    replays(&h);
    leave(&h);
}

/* Count the pairs of round 2 that are on other boards in ${t} than published. */
static uint32_t moved_boards(struct hall *h, struct lm_tournament *t)
{
    struct lm_position *p;
    struct lm_pairing *played;
    const struct lm_desk_round *wall = lm_desk_round(section(h), 2);
    uint32_t moved = 0;
    assert_int_equal(lm_position_new(t, 2, &section(h)->system->rules, h->arena, &h->log, &p),
                     LM_OK);
    assert_int_equal(lm_played_pairing(section(h)->system, p, h->arena, &played), LM_OK);
    assert_int_equal(played->pair_count, wall->board_count);
    for (uint32_t i = 0; i < played->pair_count; i++)
        moved += t->players[played->pairs[i].white].tpn != wall->boards[i]->white->number;
    return moved;
}

static void a_correction_moves_no_board(void **state)
{
    (void)state;
    struct hall h = open_with(8, 5);
    start_round(&h);
    play_round(&h);
    start_round(&h);
    did(&h, "correct", "{'board':'1.1','result':'0-1'}", "next-pairing:1.1:0-1");
    for (int audience = LM_FOR_PUBLIC; audience <= LM_FOR_REPORT; audience++) {
        struct lm_tournament *t;
        assert_int_equal(lm_desk_tournament(h.desk, section(&h), (enum lm_desk_audience)audience, 0,
                                            h.arena, NULL, &t),
                         LM_OK);
        assert_int_equal(moved_boards(&h, t), 0);
        t->kept_count = 0; /* without the kept lines it would */
        assert_true(moved_boards(&h, t) > 0);
    }
    leave(&h);
}

/* Situation 55: a forfeit corrected into a game turns a published pair into a repeated one. */
static void a_correction_shows_what_it_makes_wrong(void **state)
{
    (void)state;
    struct hall h = open_with(2, 3);
    did(&h, "pair", "{}", "too-many-rounds");
    did(&h, "publish", "{}", "");
    did(&h, "result", "{'board':'1','result':'0F-0F'}", "");
    did(&h, "close", "{}", "");
    needs(&h, "pair", "{}", "still-in:p1:1", LM_LEVEL_CONFIRM);
    did(&h, "stay", "{'player':'p1'}", ""); /* one answered before, one by pairing */
    did(&h, "pair", "{}", "still-in:p2:1"); /* a forfeit does not count: they can meet again */
    did(&h, "publish", "{}", "");
    did(&h, "correct", "{'board':'1.1','result':'1-0'}", "next-pairing:1.1:1-0");
    const struct lm_desk_due *due;
    size_t count;
    assert_int_equal(lm_desk_due(h.desk, section(&h), h.now, h.arena, &due, &count), LM_OK);
    assert_int_equal(due[0].kind, LM_DUE_REPEATED);
    leave(&h);
}

static void colours_turned_keep_the_point(void **state)
{
    (void)state;
    struct hall h = open_with(6, 3);
    start_round(&h);
    play_round(&h);
    struct lm_desk_board *b = lm_desk_board(section(&h), "1.1");
    const struct lm_desk_player *winner = b->white;
    did(&h, "correct", "{'board':'1.1','turned':true}", "");
    assert_ptr_equal(b->black, winner);
    assert_int_equal(b->result, lm_desk_result_named("0-1") - lm_desk_result_named("none"));
    replays(&h);
    leave(&h);
}

/* ---- rounds
 * -------------------------------------------------------------------------------------- */

static void pairs_by_hand_are_told_what_they_break(void **state)
{
    (void)state;
    struct hall h = open_with(8, 5);
    start_round(&h);
    play_round(&h);
    did(&h, "pair", "{}", "");
    const struct lm_desk_board *first = lm_desk_board(section(&h), "1.1");
    char fields[100], token[64];
    (void)snprintf(fields, sizeof fields, "{'white':'%s','black':'%s'}", first->black->person->id,
                   first->white->person->id);
    (void)snprintf(token, sizeof token, "met:%s:%s", first->black->person->id,
                   first->white->person->id);
    needs(&h, "seat", fields, token, LM_LEVEL_CONFIRM);
    did(&h, "seat", fields, token);
    refused(&h, "publish", "{}", "unpaired");
    did(&h, "unpair", "{}", "");
    did(&h, "pair", "{}", "");
    /* colours turned: the published pairing differs from the rules */
    attempt(&h, "turn", "{'board':'2.9'}");
    const struct lm_desk_round *r = lm_desk_proposed(section(&h));
    (void)snprintf(fields, sizeof fields, "{'board':'%s'}", r->boards[0]->id);
    attempt(&h, "turn", fields);
    char tokens[200] = "";
    for (size_t i = 0; i < h.last.reason_count; i++)
        (void)snprintf(tokens + strlen(tokens), sizeof tokens - strlen(tokens), "%s ",
                       h.last.reasons[i].token);
    did(&h, "turn", fields, tokens);
    assert_int_equal(attempt(&h, "publish", "{}"), LM_ACT_NEEDS);
    assert_true(has_reason(&h, "differs-from-rules:2"));
    tokens[0] = '\0';
    for (size_t i = 0; i < h.last.reason_count; i++)
        (void)snprintf(tokens + strlen(tokens), sizeof tokens - strlen(tokens), "%s ",
                       h.last.reasons[i].token);
    did(&h, "publish", "{}", tokens);
    assert_true(strstr(lm_desk_current(section(&h))->departure, " => ") != NULL);
    replays(&h);
    leave(&h);
}

/* Situations 21 and 40: a latecomer is put onto the bye of a published round. */
static void a_published_round_is_altered(void **state)
{
    (void)state;
    struct hall h = open_with(7, 3);
    start_round(&h);
    struct lm_desk_round *r = lm_desk_current(section(&h));
    assert_int_equal(r->idle_count, 1);
    const char *with_bye = r->idle[0].player->person->id;
    did(&h, "moves", "{'boards':['1.1']}", "");
    did(&h, "enter", "{'name':'Late, Lara','rating':2445}", "late-entry");
    needs(&h, "alter", "{}", "alter:1.1", LM_LEVEL_CONFIRM);
    did(&h, "alter", "{}", "alter:1.1");
    assert_int_equal(r->state, LM_ROUND_ALTERED);
    char fields[100];
    (void)snprintf(fields, sizeof fields, "{'white':'p8','black':'%s'}", with_bye);
    did(&h, "seat", fields, "");
    refused(&h, "seat", "{'white':'p1','black':'p2'}", "moves-made");
    assert_int_equal(attempt(&h, "publish", "{}"), LM_ACT_NEEDS);
    did(&h, "publish", "{}", "differs-from-rules:1");
    assert_int_equal(r->version, 2);
    assert_int_equal(r->board_count, 4);
    assert_int_equal(r->idle_count, 0);
    /* ids stay, and boards with moves stay as they are */
    assert_non_null(lm_desk_board(section(&h), "1.1"));
    replays(&h);
    leave(&h);
}

static void taking_a_rest_back_puts_everybody_where_he_was(void **state)
{
    (void)state;
    struct hall h = open_with(4, 3);
    did(&h, "pair", "{}", "");
    did(&h, "rest", "{'player':'p2','kind':'zero'}", "");
    did(&h, "rest", "{'player':'p4','kind':'zero'}", "unpaired:p2");
    did(&h, "rest", "{'player':'p1','kind':'zero'}", "");
    char line[40];
    did(&h, "rest", "{'player':'p4','kind':'half'}", "");
    (void)snprintf(line, sizeof line, "{'line':%u}", (unsigned)lm_desk_number(h.desk));
    did(&h, "restore", line, "");
    struct lm_desk_round *r = lm_desk_proposed(section(&h));
    assert_int_equal(r->idle_count, 4);
    for (size_t i = 0; i < 4; i++)
        for (size_t k = 0; k < i; k++)
            assert_ptr_not_equal(r->idle[i].player, r->idle[k].player);
    replays(&h);
    leave(&h);
}

static void the_engine_pairs_those_who_have_not_begun(void **state)
{
    (void)state;
    struct hall h = open_with(8, 3);
    start_round(&h);
    did(&h, "moves", "{'boards':['1.1','1.2']}", "");
    did(&h, "withdraw", "{'player':'p3','from':1}", "is-paired:1.3");
    did(&h, "alter", "{'again':true}", "alter:1.1");
    struct lm_desk_round *r = lm_desk_current(section(&h));
    assert_null(lm_desk_board_of(section(&h), 1, lm_desk_player(section(&h), "p3")));
    assert_int_equal(r->board_count, 3);
    did(&h, "publish", "{}", "differs-from-rules:1");
    replays(&h);
    leave(&h);
}

static void who_comes_while_a_draft_waits_is_not_forgotten(void **state)
{
    (void)state;
    struct hall h = open_with(6, 3);
    did(&h, "pair", "{}", "");
    did(&h, "enter", "{'name':'Late, Lara','rating':2445,'from':1}", "");
    needs(&h, "publish", "{}", "left-out:p7", LM_LEVEL_ACKNOWLEDGE);
    did(&h, "unpair", "{}", "");
    did(&h, "pair", "{}", "");
    did(&h, "publish", "{}", "");
    assert_int_equal(lm_desk_current(section(&h))->board_count, 3);
    assert_int_equal(lm_desk_current(section(&h))->idle_count, 1);
    replays(&h);
    leave(&h);
}

static void a_round_with_two_reports_is_not_closed_unseen(void **state)
{
    (void)state;
    struct hall h = open_with(4, 3);
    start_round(&h);
    play_round(&h);
    did(&h, "reopen", "{}", "");
    did(&h, "report", "{'board':'1.1','result':'0-1'}", "");
    needs(&h, "close", "{}", "conflict:1.1", LM_LEVEL_ACKNOWLEDGE);
    did(&h, "close", "{}", "conflict:1.1");
    replays(&h);
    leave(&h);
}

static void postponed_games_are_draws_for_pairing(void **state)
{
    (void)state;
    struct hall h = open_with(6, 3);
    start_round(&h);
    did(&h, "result", "{'board':'1.1','result':'postponed'}", "");
    did(&h, "result", "{'board':'1.2','result':'1-0'}", "");
    needs(&h, "pair", "{}", "open-results:1", LM_LEVEL_ACKNOWLEDGE);
    did(&h, "result", "{'board':'1.3','result':'1-0'}", "");
    did(&h, "close", "{}", "");
    needs(&h, "pair", "{}", "open-games:2", LM_LEVEL_ACKNOWLEDGE);
    assert_non_null(strstr(h.last.reasons[0].what, "still open in round 1, board 1: "));
    did(&h, "pair", "{}", "open-games:2");
    did(&h, "publish", "{}", "");
    refused(&h, "correct", "{'board':'1.1','result':'0-1'}", "open-game:1.1");
    needs(&h, "result", "{'board':'1.1','result':'0-1'}", "paired-as-draw:1.1", LM_LEVEL_CONFIRM);
    did(&h, "result", "{'board':'1.1','result':'0-1'}", "paired-as-draw:1.1");
    assert_true(section(&h)->fide_mode);
    assert_int_equal(section(&h)->remark_count, 1);
    replays(&h);
    leave(&h);
}

/* ---- coming and going
 * -------------------------------------------------------------------------------- */

static void players_leave_and_come_back(void **state)
{
    (void)state;
    struct hall h = open_with(8, 5);
    start_round(&h);
    play_round(&h);
    did(&h, "withdraw", "{'player':'p8','text':'ill'}", "");
    start_round(&h);
    assert_null(lm_desk_board_of(section(&h), 2, lm_desk_player(section(&h), "p8")));
    play_round(&h);
    did(&h, "return", "{'player':'p8'}", "");
    start_round(&h);
    assert_non_null(lm_desk_board_of(section(&h), 3, lm_desk_player(section(&h), "p8")));
    needs(&h, "expel", "{'player':'p7'}", "expel:p7", LM_LEVEL_CONFIRM);
    refused(&h, "return", "{'player':'p6'}", "there");
    replays(&h);
    leave(&h);
}

/* Situation 24: where half-point byes are announced, a late entry gets one for a missed round. */
static void a_late_entry_gets_the_half_point(void **state)
{
    (void)state;
    struct hall h = open_with(6, 5);
    const uint32_t *index;
    struct lm_tournament *t;
    did(&h, "settings", "{'half_byes':1}", "");
    start_round(&h);
    play_round(&h);
    did(&h, "enter", "{'name':'Late, Lara','rating':1500}", "late-entry");
    did(&h, "bye", "{'player':'p7','rounds':[1],'kind':'half'}", "");
    assert_int_equal(h.last.level, LM_LEVEL_NONE);
    assert_int_equal(lm_desk_tournament(h.desk, section(&h), LM_FOR_PUBLIC, 0, h.arena, &index, &t),
                     LM_OK);
    uint32_t who = index[lm_desk_player(section(&h), "p7")->entry];
    assert_int_equal(lm_record_of(t, who, 1)->result, LM_HALF_BYE);
    assert_int_equal(lm_round_points(t, who, 1), 5);
    refused(&h, "bye", "{'player':'p1','rounds':[1],'kind':'half'}", "published");
    did(&h, "bye", "{'player':'p7','rounds':[1],'kind':'none'}", "");
    did(&h, "bye", "{'player':'p7','rounds':[1],'kind':'half'}", "");
    start_round(&h);
    refused(&h, "bye", "{'player':'p7','rounds':[1],'kind':'zero'}", "published");
    replays(&h);
    leave(&h);
}

static void who_leaves_later_has_a_number(void **state)
{
    (void)state;
    struct hall h = open_with(6, 5);
    did(&h, "withdraw", "{'player':'p5','from':3}", "");
    did(&h, "withdraw", "{'player':'p6','from':1}", "");
    start_round(&h);
    assert_int_equal(lm_desk_player(section(&h), "p5")->number, 5);
    assert_int_equal(lm_desk_player(section(&h), "p6")->number, 0);
    refused(&h, "return", "{'player':'p6'}", "no-number");
    play_round(&h);
    start_round(&h);
    play_round(&h);
    start_round(&h);
    assert_null(lm_desk_board_of(section(&h), 3, lm_desk_player(section(&h), "p5")));
    replays(&h);
    leave(&h);
}

static void a_cancelled_round_leaves_no_open_game(void **state)
{
    (void)state;
    struct hall h = open_with(4, 3);
    start_round(&h);
    play_round(&h);
    start_round(&h);
    did(&h, "result", "{'board':'2.1','result':'postponed'}", "");
    did(&h, "result", "{'board':'2.2','result':'1-0'}", "");
    did(&h, "close", "{}", "");
    refused(&h, "finish", "{}", "open-game:2.1");
    did(&h, "cancel", "{}", "round-cancelled");
    did(&h, "finish", "{}", "fewer-rounds");
    replays(&h);
    leave(&h);
}

static void a_player_moves_between_sections(void **state)
{
    (void)state;
    struct hall h = open_with(6, 3);
    did(&h, "section", "{'id':'B','rounds':3}", "");
    did(&h, "move", "{'player':'p6','to':'B'}", "");
    assert_null(lm_desk_player(section(&h), "p6"));
    assert_non_null(lm_desk_player(lm_desk_section(h.desk, "B"), "p6"));
    start_round(&h);
    needs(&h, "move", "{'player':'p5','to':'B'}", "late-move:B", LM_LEVEL_CONFIRM);
    did(&h, "move", "{'player':'p5','to':'B'}", "late-move:B");
    assert_int_equal(lm_desk_player(section(&h), "p5")->standing, LM_WITHDRAWN);
    replays(&h);
    leave(&h);
}

static void late_entries_get_the_number_they_earn(void **state)
{
    (void)state;
    struct hall h = open_with(6, 3);
    start_round(&h);
    did(&h, "enter", "{'name':'Strong, Sara','rating':2475}", "late-entry");
    assert_int_equal(lm_desk_player(section(&h), "p7")->number, 3);
    assert_int_equal(lm_desk_player(section(&h), "p3")->number, 4);
    assert_string_equal(lm_desk_player(section(&h), "4")->person->id, "p3");
    replays(&h);
    leave(&h);
}

/* Players of equal rating and title are ordered as announced (VCL 146): here the younger first. */
static void late_entries_stand_among_equals_as_announced(void **state)
{
    (void)state;
    struct hall h = hall_of();
    did(&h, "open", "{'name':'Summer Open','start':'2026-07-16','end':'2026-07-19'}", "");
    did(&h, "section", "{'id':'A','rounds':3,'colour':'white','equals':'youngest'}", "");
    did(&h, "enter", "{'name':'Alt, A','rating':2000,'title':'FM','birth':'1950'}", "");
    did(&h, "enter", "{'name':'Mitte, B','rating':2000,'title':'FM','birth':'1980'}", "");
    did(&h, "enter", "{'name':'Ohne, C','rating':2000,'birth':'1960'}", "");
    did(&h, "enter", "{'name':'Meister, D','rating':2000,'title':'GM','birth':'1940'}", "");
    start_round(&h);
    did(&h, "enter", "{'name':'Zwei, E','rating':2000,'title':'FM','birth':'1970'}", "late-entry");
    did(&h, "enter", "{'name':'Jung, F','rating':2000,'birth':'2010'}", "late-entry");
    did(&h, "enter", "{'name':'Groß, G','rating':2000,'title':'IM','birth':'1930'}", "late-entry");
    static const char *const order[] = {"p4", "p7", "p2", "p5", "p1", "p6", "p3"};
    for (uint32_t i = 0; i < 7; i++)
        assert_int_equal(lm_desk_player(section(&h), order[i])->number, i + 1);
    replays(&h);
    leave(&h);
}

static size_t count_due(struct hall *h, enum lm_desk_due_kind kind)
{
    const struct lm_desk_due *due;
    size_t count, found = 0;
    assert_int_equal(lm_desk_due(h->desk, section(h), h->now, h->arena, &due, &count), LM_OK);
    for (size_t i = 0; i < count; i++)
        found += due[i].kind == kind;
    return found;
}

static void look_alikes_are_a_question(void **state)
{
    (void)state;
    struct hall h = open_with(2, 3);
    needs(&h, "enter", "{'name':'Player, No 1','birth':'1951'}", "look-alike:p1",
          LM_LEVEL_ACKNOWLEDGE);
    did(&h, "enter", "{'name':'Player, No 1','birth':'1951'}", "look-alike:p1");
    assert_int_equal(count_due(&h, LM_DUE_LOOK_ALIKE), 0); /* was answered */
    did(&h, "enter", "{'name':'Player, No 9','birth':'1952'}", "");
    did(&h, "edit", "{'player':'p4','name':'Player, No 2'}", "");
    assert_int_equal(count_due(&h, LM_DUE_LOOK_ALIKE), 1); /* was never asked */
    did(&h, "merge", "{'player':'p1','other':'p3'}", "");
    assert_null(lm_desk_player(section(&h), "p3"));
    replays(&h);
    leave(&h);
}

static bool is_twin(const struct hall *h, const char *id)
{
    return lm_desk_person(h->desk, id)->twin;
}

/* Names are compared with earlier names of players, too, but not with undone entries. */
static void namesakes_are_told_apart(void **state)
{
    (void)state;
    struct hall h = open_with(150, 3);
    uint64_t before = lm_desk_number(h.desk);
    size_t lines = h.journal.length, secrets = h.secrets.length;
    did(&h, "enter", "{'name':'Huber, Ida','birth':'1999'}", "");
    lm_desk_take_back(h.desk, before);
    h.journal.length = lines;
    h.secrets.length = secrets;
    did(&h, "enter", "{'name':'Huber, Ida','birth':'1998'}", "");
    assert_false(is_twin(&h, "p151"));
    did(&h, "enter", "{'name':'Player, No 7','birth':'1999'}", "");
    assert_true(is_twin(&h, "p7") && is_twin(&h, "p152"));
    assert_false(is_twin(&h, "p8"));
    did(&h, "edit", "{'player':'p8','name':'Huber, Ida'}", "");
    assert_true(is_twin(&h, "p8") && is_twin(&h, "p151"));
    did(&h, "enter", "{'name':'Player, No 8','birth':'1999'}", ""); /* the name is free now */
    assert_false(is_twin(&h, "p153"));
    replays(&h);
    leave(&h);
}

/* ---- taking back
 * --------------------------------------------------------------------------------------- */

static void undo_takes_back_my_last_entry(void **state)
{
    (void)state;
    struct hall h = open_with(6, 3);
    start_round(&h);
    const char *before = NULL;
    did(&h, "result", "{'board':'1.1','result':'1-0'}", "");
    assert_int_equal(
        try_as(&h, "helper", "A", "result", "{'board':'1.2','result':'1-0'}", NULL, ""),
        LM_ACT_TAKEN);
    (void)before;
    struct lm_desk_step back;
    assert_int_equal(lm_desk_undo(h.desk, "vh", "A", h.arena, &h.log, &back), LM_OK);
    assert_int_equal(back.dependents.count, 0);
    assert_int_equal(
        try_as(&h, "vh", back.acts[0].section, back.acts[0].event, back.acts[0].fields, NULL, ""),
        LM_ACT_TAKEN);
    assert_int_equal(lm_desk_board(section(&h), "1.1")->result, 0);
    assert_int_not_equal(lm_desk_board(section(&h), "1.2")->result, 0);
    /* the next to undo is the publication: the helper's result depends on it */
    assert_int_equal(lm_desk_undo(h.desk, "vh", "A", h.arena, &h.log, &back), LM_OK);
    assert_int_equal(back.dependents.count, 1);
    assert_int_equal(
        try_as(&h, "vh", back.acts[0].section, back.acts[0].event, back.acts[0].fields, NULL, ""),
        LM_ACT_REFUSED);
    assert_true(has_reason(&h, "depends"));
    replays(&h);
    leave(&h);
}

/* Return the rank that ${audience} sees, 0: none; and whether the file says that the player is
 * expelled. */
static uint32_t rank_for(const struct hall *h, enum lm_desk_audience audience, const char *who,
                         bool *expelled)
{
    struct lm_tournament *t;
    struct lm_standings *s;
    struct lm_standings_options o = {.edition = LM_C07_2026};
    const uint32_t *index;
    assert_int_equal(lm_desk_tournament(h->desk, section(h), audience, 0, h->arena, &index, &t),
                     LM_OK);
    assert_int_equal(lm_standings_order(t, "PTS,BH", h->arena, NULL, &o), LM_OK);
    assert_int_equal(lm_standings_compute(t, &o, h->arena, NULL, &s), LM_OK);
    struct lm_text out = lm_text_in(h->arena);
    assert_int_equal(lm_write(lm_format_named("trf26"), t, NULL, NULL, &out), LM_OK);
    *expelled = strstr(lm_text_string(&out), "### Expelled: ") != NULL;
    return s->rank[index[lm_desk_player(section(h), who)->entry]];
}

static void who_is_expelled_is_out_of_the_standings(void **state)
{
    (void)state;
    struct hall h = open_with(6, 3);
    bool expelled;
    start_round(&h);
    play_round(&h);
    assert_int_not_equal(rank_for(&h, LM_FOR_ARBITERS, "p1", &expelled), 0);
    did(&h, "expel", "{'player':'p1'}", "expel:p1");
    assert_int_equal(rank_for(&h, LM_FOR_ARBITERS, "p1", &expelled), 0);
    assert_true(expelled);
    assert_int_equal(rank_for(&h, LM_FOR_REPORT, "p1", &expelled), 0);
    assert_true(expelled);
    assert_int_equal(rank_for(&h, LM_FOR_PUBLIC, "p1", &expelled), 0);
    assert_false(expelled); /* not published by the organiser */
    replays(&h);
    leave(&h);
}

static void a_mistaken_expulsion_is_taken_back(void **state)
{
    (void)state;
    struct hall h = open_with(6, 3);
    start_round(&h);
    play_round(&h);
    did(&h, "expel", "{'player':'p1'}", "expel:p1");
    char fields[50];
    (void)snprintf(fields, sizeof fields, "{'line':%llu}",
                   (unsigned long long)lm_desk_number(h.desk));
    did(&h, "restore", fields, "");
    assert_int_equal(lm_desk_player(section(&h), "p1")->standing, LM_PLAYS);
    refused(&h, "restore", fields, "undone");
    replays(&h);
    leave(&h);
}

static void erasing_a_person_leaves_the_event(void **state)
{
    (void)state;
    struct hall h = open_with(6, 3);
    start_round(&h);
    play_round(&h);
    needs(&h, "erase", "{'person':'p2'}", "erase:p2", LM_LEVEL_TWO_STEPS);
    did(&h, "erase", "{'person':'p2'}", "erase:p2");
    struct lm_words erased;
    struct lm_text left = lm_text_in(h.arena);
    assert_int_equal(lm_desk_erased(h.desk, h.arena, &erased), LM_OK);
    assert_int_equal(lm_journal_erase(lm_text_string(&h.secrets), h.secrets.length, erased.items,
                                      erased.count, h.arena, &h.log, &left),
                     LM_OK);
    assert_null(strstr(lm_text_string(&left), "No 2\""));
    assert_null(strstr(lm_text_string(&h.journal), "No 2\""));
    h.secrets = left;
    replays(&h);
    assert_string_equal(lm_desk_name(lm_desk_player(section(&h), "p2"), LM_FOR_ARBITERS, h.arena),
                        "player 2");
    start_round(&h);
    leave(&h);
}

/* A sanction has no id: erasing uses the name, and covers a sanction that was undone. */
static void erasing_a_person_takes_his_sanctions_along(void **state)
{
    (void)state;
    struct hall h = open_with(4, 3);
    did(&h, "sanction", "{'name':'Other, Ann','fide_id':'77','text':'stays'}", "");
    did(&h, "sanction", "{'name':'Banned, Bo','text':'C.05, until May'}", "");
    did(&h, "restore", "{'line':8}", "");
    did(&h, "sanction", "{'name':'Banned, Bo','text':'for ever'}", "");
    did(&h, "enter", "{'name':'Banned, Bo','birth':'1990'}", "sanction:10");
    did(&h, "erase", "{'person':'p5'}", "erase:p5");
    struct lm_words erased;
    struct lm_text left = lm_text_in(h.arena);
    assert_int_equal(lm_desk_erased(h.desk, h.arena, &erased), LM_OK);
    assert_int_equal(erased.count, 3);
    assert_int_equal(lm_journal_erase(lm_text_string(&h.secrets), h.secrets.length, erased.items,
                                      erased.count, h.arena, &h.log, &left),
                     LM_OK);
    assert_null(strstr(lm_text_string(&left), "Banned"));
    assert_non_null(strstr(lm_text_string(&left), "Other, Ann"));
    const struct lm_desk_event *e = lm_desk_event(h.desk);
    assert_string_equal(e->sanctions[e->sanction_count - 1].name, "");
    h.secrets = left;
    replays(&h);
    leave(&h);
}

static void the_public_sees_a_whitelist(void **state)
{
    (void)state;
    struct hall h = open_with(2, 3);
    did(&h, "enter",
        "{'name':'Secret, Sam','birth':'2015-03-04','contact':'sam@example.org','note':'allergic',"
        "'fide_id':'123','pseudonym':'S. S.'}",
        "");
    did(&h, "incident", "{'player':'p3','text':'phone in the bag'}", "");
    struct lm_text text = lm_text_in(h.arena);
    lm_desk_write(h.desk, LM_FOR_PUBLIC, &text);
    static const char *const hidden[] = {
        "Secret",   "2015-", "\"2015\"", ":2015", "example",
        "allergic", "phone", "\"123\"",  "1951-"}; /* digests have digits, too */
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
        assert_null(strstr(lm_text_string(&text), hidden[i]));
    assert_non_null(strstr(lm_text_string(&text), "S. S."));
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
        assert_null(strstr(lm_text_string(&h.journal), hidden[i]));
    leave(&h);
}

/* ---- forbidden pairs
 * ------------------------------------------------------------------------------------- */

static void wishes_give_way_and_bans_do_not(void **state)
{
    (void)state;
    struct hall h = open_with(4, 3);
    did(&h, "forbid", "{'players':['p1','p3'],'wished':true}", "");
    did(&h, "forbid", "{'players':['p1','p4'],'wished':true}", "");
    did(&h, "forbid", "{'players':['p1','p2']}", "costs:p1");
    /* p1 has no possible opponent: the last wish is dropped */
    needs(&h, "pair", "{}", "wishes-gave-way:1", LM_LEVEL_ACKNOWLEDGE);
    did(&h, "pair", "{}", "wishes-gave-way:1");
    struct lm_desk_board *b = lm_desk_board_of(section(&h), 1, lm_desk_player(section(&h), "p1"));
    assert_true(b->black == lm_desk_player(section(&h), "p4") ||
                b->white == lm_desk_player(section(&h), "p4"));
    did(&h, "publish", "{}", "");
    assert_string_equal(lm_desk_current(section(&h))->departure, "");
    leave(&h);
}

static void where_nothing_is_legal_the_round_is_empty(void **state)
{
    (void)state;
    struct hall h = open_with(2, 3);
    did(&h, "pair", "{}", "too-many-rounds");
    did(&h, "publish", "{}", "");
    play_round(&h);
    needs(&h, "pair", "{}", "no-legal-pairing:2", LM_LEVEL_CONFIRM);
    did(&h, "pair", "{}", "no-legal-pairing:2");
    assert_int_equal(lm_desk_proposed(section(&h))->board_count, 0);
    refused(&h, "publish", "{}", "unpaired");
    did(&h, "rest", "{'player':'p1','kind':'zero'}", "");
    did(&h, "rest", "{'player':'p2','kind':'pab'}", "");
    replays(&h);
    leave(&h);
}

/* ---- other programs
 * ---------------------------------------------------------------------------------------- */

static void a_half_played_event_is_taken_over(void **state)
{
    (void)state;
    struct hall h = open_with(9, 5);
    for (int round = 1; round <= 3; round++) {
        start_round(&h);
        if (round < 3)
            play_round(&h);
    }
    did(&h, "result", "{'board':'2','result':'1/2-1/2'}", "");
    struct lm_tournament *t, *read, *again;
    struct lm_text trf = lm_text_in(h.arena);
    assert_int_equal(lm_desk_tournament(h.desk, section(&h), LM_FOR_REPORT, 0, h.arena, NULL, &t),
                     LM_OK);
    assert_int_equal(lm_write(lm_format_named("json"), t, NULL, &h.log, &trf), LM_OK);
    assert_int_equal(lm_read(trf.bytes, trf.length, NULL, h.arena, &h.log, &read), LM_OK);
    struct hall other = hall_of();
    struct lm_desk_act act = {
        .section = "X", .by = "vh", .at = other.now, .happened = LM_NO_TIME, .request = "import-1"};
    enum lm_status status = lm_desk_import(other.desk, &act, read, &other.log, &other.last);
    if (status != LM_OK)
        fail_msg("%s %s", other.log.all[0].what, other.log.all[0].field);
    for (size_t i = 0; i < other.last.reason_count; i++)
        if (other.last.reasons[i].level > LM_LEVEL_INFORM)
            fail_msg("%s", other.last.reasons[i].what);
    assert_int_equal(other.last.answer, LM_ACT_TAKEN);
    const struct lm_desk_section *x = lm_desk_section(other.desk, "X");
    assert_int_equal(lm_desk_current(x)->number, 3);
    assert_int_equal(lm_desk_current(x)->state, LM_ROUND_PLAYING);
    assert_int_equal(lm_desk_tournament(other.desk, x, LM_FOR_REPORT, 0, h.arena, NULL, &again),
                     LM_OK);
    again->name = t->name;
    struct lm_text back = lm_text_in(h.arena);
    assert_int_equal(lm_write(lm_format_named("json"), again, NULL, &h.log, &back), LM_OK);
    assert_string_equal(lm_text_string(&back), lm_text_string(&trf));
    leave(&other);
    leave(&h);
}

/* ---- numbers, places, lengths
 * ----------------------------------------------------------------------------- */

static void numbers_follow_the_ratings(void **state)
{
    (void)state;
    struct hall h = open_with(6, 5);
    start_round(&h);
    did(&h, "edit", "{'player':'p2','rating':2490}", "rating-changed");
    /* p1 and p2 are equal now: they can swap numbers, others cannot (VCL 147) */
    needs(&h, "number", "{'numbers':['p3','p2','p1','p4','p5','p6']}", "numbers-not-by-rating",
          LM_LEVEL_TWO_STEPS);
    did(&h, "number", "{'numbers':['p2','p1','p3','p4','p5','p6']}", "numbers");
    assert_int_equal(lm_desk_player(section(&h), "p2")->number, 1);
    did(&h, "edit", "{'player':'p6','rating':2600}", "rating-changed");
    did(&h, "number", "{}", "numbers");
    assert_int_equal(lm_desk_player(section(&h), "p6")->number, 1);
    assert_int_equal(lm_desk_player(section(&h), "p2")->number, 2); /* equals keep their order */
    assert_true(section(&h)->fide_mode);
    replays(&h);
    leave(&h);
}

/* VCL 145: the rating for the tournament by the method that was announced; record 172 says it. */
static void ratings_follow_the_method_announced(void **state)
{
    (void)state;
    static const struct {
        const char *by, *code;
        int32_t both, only_fide, only_national;
    } methods[] = {{"fide", "SUI FIDE", 2000, 1900, 0},
                   {"national", "SUI NRO", 2100, 0, 1800},
                   {"fide-or-national", "SUI FIDON", 2000, 1900, 1800},
                   {"national-or-fide", "SUI NIDOF", 2100, 1900, 1800},
                   {"higher", "SUI HBFN", 2100, 1900, 1800}};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        struct hall h = open_with(0, 3);
        char fields[80];
        did(&h, "change", "{'federation':'SUI'}", "");
        did(&h, "enter", "{'name':'Early, Eva','fide':2000,'national':2100}", "");
        (void)snprintf(fields, sizeof fields, "{'rating_by':'%s'}", methods[i].by);
        did(&h, "settings", fields, "");
        assert_int_equal(lm_desk_player(section(&h), "p1")->rating, methods[i].both);
        did(&h, "enter", "{'name':'Both, Bo','fide':2000,'national':2100}", "seeding");
        did(&h, "enter", "{'name':'Fide, Fay','fide':1900}", "");
        did(&h, "enter", "{'name':'National, Nic','national':1800}", "");
        did(&h, "enter", "{'name':'Hand, Hal','fide':1500,'rating':2222}", "");
        assert_int_equal(lm_desk_player(section(&h), "p2")->rating, methods[i].both);
        assert_int_equal(lm_desk_player(section(&h), "p3")->rating, methods[i].only_fide);
        assert_int_equal(lm_desk_player(section(&h), "p4")->rating, methods[i].only_national);
        assert_int_equal(lm_desk_player(section(&h), "p5")->rating, 2222);
        struct lm_tournament *t;
        assert_int_equal(
            lm_desk_tournament(h.desk, section(&h), LM_FOR_REPORT, 0, h.arena, NULL, &t), LM_OK);
        assert_string_equal(t->rank_method, methods[i].code);
        did(&h, "pair", "{}", "");
        did(&h, "publish", "{}", "");
        refused(&h, "settings", fields, "rating-by-locked");
        replays(&h);
        leave(&h);
    }
}

/* A later list gives a rating to players rated by a list, but not to those rated by an arbiter. */
static void a_rating_by_hand_outlasts_the_list(void **state)
{
    (void)state;
    struct hall h = open_with(0, 3);
    did(&h, "settings", "{'rating_by':'fide-or-national'}", "");
    did(&h, "enter", "{'name':'List, Lia','fide':1500,'national':1400}", "");
    did(&h, "enter", "{'name':'Hand, Hal','fide':1500,'national':1400,'rating':2222}", "");
    did(&h, "edit", "{'player':'p1','fide':1611,'national':1600}", "");
    did(&h, "edit", "{'player':'p2','fide':1611,'national':1600}", "");
    assert_int_equal(lm_desk_player(section(&h), "p1")->rating, 1611);
    assert_int_equal(lm_desk_player(section(&h), "p2")->rating, 2222);
    did(&h, "settings", "{'rating_by':'national'}", "");
    assert_int_equal(lm_desk_player(section(&h), "p1")->rating, 1600);
    assert_int_equal(lm_desk_player(section(&h), "p2")->rating, 2222);
    assert_string_equal(lm_desk_player(section(&h), "p2")->source, "by hand");
    did(&h, "edit", "{'player':'p2','rating':1700}", "");
    assert_int_equal(lm_desk_player(section(&h), "p2")->rating, 1700);
    replays(&h);
    leave(&h);
}

/* Situation 19 asks when more than half are missing: at check-in, and when round 1 is paired. */
static void half_the_hall_missing_is_no_question(void **state)
{
    (void)state;
    struct hall h = open_with(6, 3);
    did(&h, "check-in", "{'open':true}", "");
    did(&h, "present", "{'players':['p1','p2']}", "");
    needs(&h, "check-in", "{'open':false}", "half-missing:4", LM_LEVEL_CONFIRM);
    needs(&h, "pair", "{}", "half-missing", LM_LEVEL_CONFIRM);
    did(&h, "present", "{'players':['p3']}", "");
    did(&h, "pair", "{}", "");
    did(&h, "unpair", "{}", "");
    did(&h, "check-in", "{'open':false}", "");
    replays(&h);
    leave(&h);
}

/* A player without a game after a published round was changed was absent: no points, recorded as Z.
 */
static void who_is_absent_from_a_changed_round_has_nothing(void **state)
{
    (void)state;
    struct hall h = open_with(8, 3);
    start_round(&h);
    did(&h, "withdraw", "{'player':'p5','from':1}", "is-paired:1.1");
    did(&h, "withdraw", "{'player':'p2','from':1}", "is-paired:1.2");
    did(&h, "reseat", "{'pairs':[['p1','p6']]}", "reseat:1.1 differs-from-rules:1");
    struct lm_desk_round *r = lm_desk_current(section(&h));
    assert_int_equal(r->board_count, 3);
    assert_int_equal(r->idle_count, 2);
    for (size_t i = 0; i < r->idle_count; i++)
        assert_int_equal(r->idle[i].kind, LM_ZERO_BYE);
    play_round(&h);
    struct lm_tournament *t;
    const uint32_t *index;
    assert_int_equal(lm_desk_tournament(h.desk, section(&h), LM_FOR_REPORT, 0, h.arena, &index, &t),
                     LM_OK);
    for (size_t i = 0; i < r->idle_count; i++)
        assert_int_equal(lm_round_points(t, index[r->idle[i].player->entry], 1), 0);
    replays(&h);
    leave(&h);
}

/* VCL 146: title, then the criterion that was announced; the alphabet when none was. */
static void equals_are_ordered_as_announced(void **state)
{
    (void)state;
    static const struct {
        const char *by, *order[4];
    } criteria[] = {{"name", {"p4", "p3", "p1", "p2"}},     {"entry", {"p4", "p1", "p2", "p3"}},
                    {"fide", {"p4", "p2", "p3", "p1"}},     {"national", {"p4", "p3", "p1", "p2"}},
                    {"youngest", {"p4", "p1", "p2", "p3"}}, {"oldest", {"p4", "p2", "p1", "p3"}}};
    for (size_t i = 0; i < sizeof criteria / sizeof *criteria; i++) {
        struct hall h = open_with(0, 3);
        char fields[80];
        did(&h, "enter", "{'name':'Moser','rating':2000,'fide':1000,'national':20,'birth':'2005'}",
            "seeding");
        did(&h, "enter", "{'name':'Zaugg','rating':2000,'fide':1900,'national':10,'birth':'1960'}",
            "seeding");
        did(&h, "enter", "{'name':'Amsler','rating':2000,'fide':1100,'national':30}", "seeding");
        did(&h, "enter", "{'name':'Zwahlen','rating':2000,'title':'GM','birth':'1980'}", "");
        (void)snprintf(fields, sizeof fields, "{'equals':'%s'}", criteria[i].by);
        did(&h, "settings", fields, "");
        did(&h, "pair", "{}", "");
        for (unsigned k = 0; k < 4; k++)
            assert_int_equal(lm_desk_player(section(&h), criteria[i].order[k])->number, k + 1);
        did(&h, "publish", "{}", "");
        refused(&h, "settings", fields, "equals-locked");
        assert_true(section(&h)->fide_mode);
        replays(&h);
        leave(&h);
    }
}

/* If the rules order by rating, title and name in every round, changes of these are recorded. */
static void what_orders_rounds_played_is_on_record(void **state)
{
    (void)state;
    static const struct {
        const char *system;
        bool by_name;
    } systems[] = {{"dutch-2026", false}, {"dutch-2006", true}, {"dubov-1997", true}};
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++) {
        struct hall h = open_with(0, 3);
        char fields[80];
        (void)snprintf(fields, sizeof fields, "{'system':'%s','rating_by':'fide'}",
                       systems[i].system);
        did(&h, "settings", fields, "");
        for (unsigned k = 1; k <= 6; k++) {
            (void)snprintf(fields, sizeof fields, "{'name':'Equal, No %u','fide':2000}", k);
            did(&h, "enter", fields, "");
        }
        did(&h, "edit", "{'player':'p2','title':'FM'}", "");
        start_round(&h);
        size_t remarks = section(&h)->remark_count;
        needs(&h, "edit", "{'player':'p1','fide':2100}", "rating-changed", LM_LEVEL_CONFIRM);
        did(&h, "edit", "{'player':'p1','fide':2000,'title':''}", "");
        assert_int_equal(section(&h)->remark_count, remarks);
        if (!systems[i].by_name)
            did(&h, "edit", "{'player':'p1','title':'GM','name':'Aab'}", "");
        else
            needs(&h, "edit", "{'player':'p1','title':'GM'}", "order-of-equals", LM_LEVEL_CONFIRM);
        assert_int_equal(section(&h)->remark_count, remarks);
        if (systems[i].by_name) {
            did(&h, "edit", "{'player':'p1','name':'Zz'}", "order-of-equals");
            assert_int_equal(section(&h)->remark_count, remarks + 1);
        }
        replays(&h);
        leave(&h);
    }
}

/* A result undone while the next round is a draft counts as postponed in a new draft. */
static void no_round_is_published_on_a_result_taken_back(void **state)
{
    (void)state;
    struct hall h = open_with(6, 3);
    char fields[50];
    start_round(&h);
    for (unsigned k = 1; k <= 3; k++) {
        (void)snprintf(fields, sizeof fields, "{'board':'1.%u','result':'1-0'}", k);
        did(&h, "result", fields, "");
    }
    (void)snprintf(fields, sizeof fields, "{'line':%llu}",
                   (unsigned long long)lm_desk_number(h.desk));
    did(&h, "pair", "{}", "");
    did(&h, "restore", fields, "");
    refused(&h, "publish", "{}", "open-results");
    did(&h, "unpair", "{}", "");
    did(&h, "pair", "{}", "open-results:1");
    did(&h, "publish", "{}", "");
    play_round(&h);
    did(&h, "pair", "{}", "open-games:3");
    replays(&h);
    leave(&h);
}

/* ---- teams
 * ----------------------------------------------------------------------------------------------
 */

/* Open ${teams} of ${persons} each: those of t1 are p2 to p1 + ${persons}, since a team is a
 * person, too. */
static struct hall open_teams(unsigned teams, unsigned persons)
{
    struct hall h = hall_of();
    did(&h, "open", "{'name':'Team Cup','start':'2026-07-16','end':'2026-07-19'}", "");
    did(&h, "section", "{'id':'A','rounds':3,'colour':'white','system':'team-2026','boards':2}",
        "");
    for (unsigned t = 1; t <= teams; t++) {
        char fields[200];
        (void)snprintf(fields, sizeof fields, "{'name':'Club %u'}", t);
        did(&h, "team", fields, "");
        const char *id = section(&h)->players[t - 1]->person->id;
        for (unsigned k = 0; k < persons; k++) {
            (void)snprintf(fields, sizeof fields,
                           "{'name':'Member %u of %u','team':'%s','rating':%u}", k + 1, t, id,
                           2400 - 100 * t - 10 * k);
            did(&h, "enter", fields, "");
        }
    }
    return h;
}

static struct lm_desk_board *first_board(const struct hall *h)
{
    return lm_desk_current(section(h))->boards[0];
}

/* The entry of a paired player cannot be undone while the pairing exists. */
static void who_sits_is_not_taken_back(void **state)
{
    (void)state;
    struct hall h = open_teams(4, 1); /* the second boards are empty */
    char fields[100];
    did(&h, "enter", "{'name':'Late, Lo','team':'t1','rating':1500}", "");
    (void)snprintf(fields, sizeof fields, "{'line':%llu}",
                   (unsigned long long)lm_desk_number(h.desk));
    start_round(&h);
    refused(&h, "restore", fields, "depends");
    did(&h, "unpublish", "{}", "unpublish:1.1");
    did(&h, "unpair", "{}", "");
    did(&h, "remove", "{'player':'p5'}", "");
    start_round(&h);
    replays(&h);
    leave(&h);
}

/* A named winner identifies the board within the match. */
static void a_winner_names_his_board(void **state)
{
    (void)state;
    struct hall h = open_teams(4, 2);
    char fields[100];
    start_round(&h);
    const struct lm_desk_board *b = first_board(&h);
    const char *winner = b->games[1].players[0]->person->id;
    (void)snprintf(fields, sizeof fields, "{'board':'%s','other':'%s'}", b->id, winner);
    did(&h, "result", fields, "");
    assert_string_equal(lm_desk_result_at(b->games[1].result)->name, "1-0");
    assert_int_equal(b->games[0].result, 0);
    for (size_t i = 0; i < 2; i++) {
        char all[100];
        (void)snprintf(all, sizeof all, "{'board':'%s','games':['1-0','1-0']}",
                       lm_desk_current(section(&h))->boards[i]->id);
        did(&h, "result", all, "");
    }
    did(&h, "pair", "{}", "");
    refused(&h, "result", fields, "later-round"); /* read again, it would be refused */
    replays(&h);
    leave(&h);
}

/* Moves made in the match do not count for a board with an absent player. */
static void an_empty_board_is_forfeited_beside_a_played_one(void **state)
{
    (void)state;
    struct hall h = open_teams(4, 2);
    char fields[100];
    did(&h, "enter", "{'name':'Third, Th','team':'t1','rating':1500}", "");
    did(&h, "line-up", "{'team':'t1','round':1,'players':['p1','-']}", "");
    start_round(&h);
    const struct lm_desk_board *b = first_board(&h);
    bool first = strcmp(b->white->person->id, "t1") == 0;
    const char *forfeit = first ? "0F-1F" : "1F-0F";
    (void)snprintf(fields, sizeof fields, "{'boards':['%s']}", b->id);
    did(&h, "moves", fields, "");
    (void)snprintf(fields, sizeof fields, "{'board':'%s','games':['%s','%s']}", b->id, forfeit,
                   forfeit);
    refused(&h, "result", fields, "moves-made");
    (void)snprintf(fields, sizeof fields, "{'board':'%s','games':['1/2-1/2','%s']}", b->id,
                   forfeit);
    did(&h, "result", fields, "");
    replays(&h);
    leave(&h);
}

static int times(const char *text, char piece)
{
    int count = 0;
    for (; *text != '\0'; text++)
        count += *text == piece;
    return count;
}

/* All 960 differ; the bishops are on both colours, the king between the rooks. */
static void start_positions_are_those_of_chess960(void **state)
{
    (void)state;
    static char all[960][9];
    for (uint32_t i = 0; i < 960; i++) {
        const char *p = all[i];
        lm_desk_start_position(i, all[i]);
        assert_int_equal(strlen(p), 8);
        assert_true(times(p, 'K') == 1 && times(p, 'Q') == 1 && times(p, 'N') == 2);
        assert_true(strchr(p, 'R') < strchr(p, 'K') && strchr(p, 'K') < strrchr(p, 'R'));
        assert_int_equal((strchr(p, 'B') - strrchr(p, 'B')) % 2 != 0, 1);
        for (uint32_t k = 0; k < i; k++)
            assert_string_not_equal(p, all[k]);
    }
    assert_string_equal(all[518], "RNBQKBNR");
    assert_string_equal(all[0], "BBQNNRKR");
    assert_string_equal(all[959], "RKRNNQBB");
}

/* VCL 222: drawn once a round, from published data, and not again until a wanted one comes. */
static void a_start_position_is_drawn_once_a_round(void **state)
{
    (void)state;
    struct hall h = open_with(6, 3);
    refused(&h, "position", "{}", "not-published");
    start_round(&h);
    char digits[16] = "", pieces[9];
    memcpy(digits, lm_desk_head(h.desk), 15); /* of the line that published */
    uint32_t number = (uint32_t)(strtoull(digits, NULL, 16) % 960);
    did(&h, "result", "{'board':'1.1','result':'1-0'}", ""); /* changes nothing */
    did(&h, "position", "{}", "");
    lm_desk_start_position(number, pieces);
    const struct lm_desk_round *r = lm_desk_round(section(&h), 1);
    assert_int_equal(r->position_number, number);
    assert_string_equal(r->position, pieces);
    struct lm_tournament *t;
    assert_int_equal(lm_desk_tournament(h.desk, section(&h), LM_FOR_PUBLIC, 0, h.arena, NULL, &t),
                     LM_OK);
    assert_string_equal(strchr(lm_desk_position_on_record(t, 1, h.arena), ' ') + 1, pieces);
    assert_string_equal(lm_desk_position_on_record(t, 2, h.arena), "");
    refused(&h, "position", "{}", "drawn");
    did(&h, "clear", "{'board':'1.1'}", "");
    did(&h, "unpublish", "{}", "unpublish:1.1");
    did(&h, "publish", "{}", "");
    refused(&h, "position", "{'round':1}", "drawn");
    assert_string_equal(r->position, pieces);
    replays(&h);
    leave(&h);
}

static void clubs_are_kept_apart_also_those_who_come_later(void **state)
{
    (void)state;
    struct hall h = open_with(6, 3);
    did(&h, "enter", "{'name':'Eins, Eva','rating':2100,'club':'SK B\xC3\xA4r'}", "");
    did(&h, "forbid", "{'all':'club'}", "");
    assert_int_equal(section(&h)->prohibition_count, 1); /* the rule: no clubmates yet */
    did(&h, "enter", "{'name':'Zwei, Zoe','rating':2090,'club':'SK Baer'}", "");
    did(&h, "enter", "{'name':'Drei, Dan','rating':2080,'club':'Sk B\xC3\xA4r'}", "");
    assert_int_equal(section(&h)->prohibition_count, 2);
    struct lm_tournament *t;
    did(&h, "pair", "{}", "");
    assert_int_equal(lm_desk_tournament(h.desk, section(&h), LM_FOR_ARBITERS, 0, h.arena, NULL, &t),
                     LM_OK);
    assert_int_equal(t->prohibition_count, 1);
    assert_true(t->prohibitions[0].count >= 2);
    replays(&h);
    char fields[50];
    (void)snprintf(fields, sizeof fields, "{'line':%llu}",
                   (unsigned long long)section(&h)->prohibitions[0]->line);
    did(&h, "unpair", "{}", "");
    did(&h, "allow", fields, "");
    assert_true(section(&h)->prohibitions[0]->lifted && section(&h)->prohibitions[1]->lifted);
    leave(&h);
}

static void equals_are_placed_by_hand_and_after_play_offs(void **state)
{
    (void)state;
    struct hall h = open_with(6, 3);
    start_round(&h);
    play_round(&h);
    did(&h, "play-off", "{'white':'p1','black':'p2','result':'0-1'}", "");
    needs(&h, "places", "{'players':['p2','p1']}", "places", LM_LEVEL_CONFIRM);
    did(&h, "places", "{'players':['p2','p1']}", "places");
    assert_int_equal(section(&h)->play_off_count, 1);
    assert_int_equal(lm_desk_player(section(&h), "p2")->lot, 1);
    assert_string_equal(section(&h)->remarks[0].text, "Play-off: 1-2: 0-1");
    assert_string_equal(section(&h)->remarks[1].text, "Order @ Round 1: 2 1");
    replays(&h);
    leave(&h);
}

static void long_events_are_told_of(void **state)
{
    (void)state;
    struct hall h = hall_of();
    did(&h, "open", "{'name':'Club','start':'2026-01-16','end':'2026-07-19'}", "");
    needs(&h, "section", "{'id':'A','rounds':5,'tie_breaks':'PTS,ARO'}", "rating-tie-break:ARO",
          LM_LEVEL_ACKNOWLEDGE);
    needs(&h, "section", "{'id':'A','rounds':5}", "long-event", LM_LEVEL_ACKNOWLEDGE);
    did(&h, "section", "{'id':'A','rounds':5}", "long-event");
    leave(&h);
}

static struct lm_desk_section *taken_over(struct hall *h, struct hall *other, const char *format)
{
    struct lm_tournament *t, *read;
    struct lm_text file = lm_text_in(h->arena);
    assert_int_equal(lm_desk_tournament(h->desk, section(h), LM_FOR_REPORT, 0, h->arena, NULL, &t),
                     LM_OK);
    assert_int_equal(lm_write(lm_format_named(format), t, NULL, &h->log, &file), LM_OK);
    assert_int_equal(lm_read(lm_text_string(&file), file.length, NULL, h->arena, &h->log, &read),
                     LM_OK);
    static const char *const tokens[] = {"long-event", "later-ratings", "values:OTHER_EXT",
                                         "rating-tie-break:ARO"};
    *other = hall_of();
    struct lm_desk_act act = {.section = "A",
                              .by = "vh",
                              .at = other->now,
                              .happened = LM_NO_TIME,
                              .acknowledged = tokens,
                              .acknowledged_count = 4};
    assert_int_equal(lm_desk_import(other->desk, &act, read, &other->log, &other->last), LM_OK);
    if (other->last.answer != LM_ACT_TAKEN)
        fail_msg("%s", other->last.reasons[0].what);
    return lm_desk_section(other->desk, "A");
}

/* Check the edition of the tie-breaks of ${t}, and that its comments name it if the start does not.
 */
static void is_by(const struct hall *h, enum lm_tie_break_edition edition, size_t comments)
{
    struct lm_tournament *t;
    assert_int_equal(lm_desk_tournament(h->desk, section(h), LM_FOR_PUBLIC, 0, h->arena, NULL, &t),
                     LM_OK);
    assert_int_equal(lm_tie_break_edition_of(t), edition);
    assert_int_equal(t->kept_count, comments);
}

static void tie_breaks_are_by_the_rules_of_the_first_day(void **state)
{
    (void)state;
    struct hall h = hall_of(), other;
    did(&h, "open", "{'name':'Open of 2018','start':'2018-05-01','end':'2018-05-02'}", "");
    refused(&h, "section", "{'id':'A','rounds':3,'tie_breaks':'BH,FB'}", "tie-break:FB");
    refused(&h, "section", "{'id':'A','rounds':3,'tie_break_edition':'c07'}", "tie-break");
    did(&h, "section", "{'id':'A','rounds':3,'tie_breaks':'BH,SB:draw'}", "");
    assert_non_null(strstr(h.last.lines, "\"tie_break_edition\":\"tb-2009\""));
    is_by(&h, LM_TB_2009, 0);
    replays(&h);
    /* As a journal of an earlier version has it. */
    section(&h)->tie_break_edition = "";
    is_by(&h, LM_C07_2023, 1);
    leave(&h);
    h = hall_of();
    did(&h, "open", "{'name':'Club of 2018','start':'2018-05-01','end':'2018-05-02'}", "");
    did(&h, "section",
        "{'id':'A','rounds':3,'colour':'white','tie_breaks':'BH,FB','tie_break_edition':'c07-2023'"
        "}",
        "");
    is_by(&h, LM_C07_2023, 1);
    taken_over(&h, &other, "trf26");
    is_by(&other, LM_C07_2023, 1);
    leave(&other);
    leave(&h);
    h = hall_of();
    did(&h, "open", "{'name':'Open of 2026','start':'2026-05-01','end':'2026-05-02'}", "");
    did(&h, "section", "{'id':'A','rounds':3}", "");
    assert_null(strstr(h.last.lines, "tie_break_edition"));
    is_by(&h, LM_C07_2026, 0);
    leave(&h);
}

/* VCL 207 and 212-216, and the part of it that comes back from a report. */
static void values_from_elsewhere_and_later_ratings_rank(void **state)
{
    (void)state;
    struct hall h = hall_of(), other;
    did(&h, "open", "{'name':'League','start':'2026-01-16','end':'2026-07-19'}", "");
    did(&h, "section",
        "{'id':'A','rounds':3,'colour':'white','tie_breaks':'ARO,OTHER_EXT/R',"
        "'rating_by':'fide-or-national','rating_use':'round'}",
        "long-event rating-tie-break:ARO");
    refused(&h, "settings", "{'rating_use':'mine'}", "rating-use");
    refused(&h, "settings", "{'tie_breaks':'BHX,ARO'}", "tie-break:1");
    refused(&h, "settings", "{'tie_breaks':'MPTS'}", "tie-break:MPTS");
    refused(&h, "section", "{'id':'B','rounds':3,'system':'round-robin','tie_breaks':'SB,BH/C1'}",
            "tie-break:BH-C1"); /* VCL 105 */
    for (unsigned i = 1; i <= 4; i++) {
        char fields[100];
        (void)snprintf(fields, sizeof fields, "{'name':'No, %u','rating':%u,'birth':'1990'}", i,
                       2500 - 10 * i);
        did(&h, "enter", fields, "");
    }
    start_round(&h);
    play_round(&h);
    refused(&h, "ratings", "{'players':['1'],'ratings':[2600],'from':4}", "no-round");
    needs(&h, "ratings", "{'players':['1','2'],'ratings':[2600,2300],'from':2}", "later-ratings",
          LM_LEVEL_CONFIRM);
    did(&h, "ratings", "{'players':['1','2'],'ratings':[2600,2300],'from':2}", "later-ratings");
    assert_int_equal(lm_desk_player(section(&h), "1")->rating, 2490);
    refused(&h, "values", "{'tie_break':'OTHER_X','players':['1'],'values':['3']}",
            "not-announced");
    refused(&h, "values", "{'tie_break':'EXT','players':['1'],'values':['3','4']}", "not-each");
    refused(&h, "values", "{'tie_break':'EXT','players':['1'],'values':['3.00001']}", "no-value");
    did(&h, "values", "{'tie_break':'ext','players':['1','3'],'values':['3','4.5']}",
        "values:OTHER_EXT");
    did(&h, "values", "{'tie_break':'OTHER_EXT','players':['1'],'values':['-2.25']}",
        "values:OTHER_EXT");
    replays(&h);
    for (int i = 0; i < 2; i++) {
        struct lm_desk_section *s = taken_over(&h, &other, i == 0 ? "trf26" : "json");
        struct lm_tournament *t;
        struct lm_fraction values[4] = {{0, 0}};
        const int32_t *ratings = NULL;
        assert_string_equal(s->rating_use, "round");
        assert_string_equal(s->rating_by, "fide-or-national");
        assert_int_equal(s->later_rating_count, 2);
        assert_int_equal(lm_desk_player(s, "1")->rating, 2490);
        assert_int_equal(lm_desk_tournament(other.desk, s, LM_FOR_PUBLIC, 0, other.arena, NULL, &t),
                         LM_OK);
        assert_true(lm_given_values(t, false, "OTHER_EXT", values));
        assert_true(values[0].over == -9 && values[0].under == 4 && values[1].under == 0 &&
                    values[2].over == 9 && values[2].under == 2);
        assert_int_equal(lm_ratings_by_round(t, 3, other.arena, &ratings), LM_OK);
        assert_true(ratings[0] == 2490 && ratings[1] == 2600 && ratings[5] == 2300);
        assert_int_equal(lm_rating_use(t), LM_RATINGS_BY_ROUND);
        leave(&other);
    }
    leave(&h);
}

/* C.07 art. 10: check that tie-breaks rank if the handling of unrated players is announced, and
 * that ${aro} is the ARO of a player who met No. 4; 0: none. */
static void ranks_so(struct hall *h, struct lm_desk_section *s, enum lm_unrated unrated,
                     int32_t aro)
{
    struct lm_tournament *t;
    struct lm_standings *standings;
    struct lm_standings_options o = {0};
    assert_int_equal(lm_desk_tournament(h->desk, s, LM_FOR_PUBLIC, 0, h->arena, NULL, &t), LM_OK);
    assert_int_equal(lm_standings_order(t, NULL, h->arena, NULL, &o), LM_OK);
    assert_int_equal(lm_standings_compute(t, &o, h->arena, NULL, &standings), LM_OK);
    assert_int_equal(standings->options.unrated, unrated);
    assert_int_equal(standings->shown_only[1], unrated == LM_UNRATED_UNDECLARED);
    struct lm_fraction value = lm_standings_value(standings, 1, 1);
    assert_true(aro == 0 ? value.under == 0 : value.over == (int64_t)aro * value.under);
}

static void what_is_announced_of_the_unrated_ranks(void **state)
{
    (void)state;
    static const struct {
        const char *message;
        enum lm_unrated unrated;
        int32_t aro;
    } cases[] = {{"undeclared", LM_UNRATED_UNDECLARED, 0},
                 {"drop", LM_UNRATED_DROP, 0},
                 {"1400", LM_UNRATED_COUNT, 1400}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct hall h = hall_of(), other;
        char fields[100];
        did(&h, "open", "{'name':'Open','start':'2026-05-01','end':'2026-05-03'}", "");
        did(&h, "section", "{'id':'A','rounds':2,'colour':'white','tie_breaks':'ARO'}", "");
        refused(&h, "settings", "{'unrated':'many'}", "unrated");
        refused(&h, "settings", "{'unrated':'4001'}", "unrated");
        refused(&h, "section", "{'id':'B','rounds':2,'unrated':'0'}", "unrated");
        for (int rating = 2100; rating > 1700; rating -= 100) {
            (void)snprintf(fields, sizeof fields, "{'name':'No, %d','rating':%d}", rating,
                           rating == 1800 ? 0 : rating);
            did(&h, "enter", fields, "");
        }
        (void)snprintf(fields, sizeof fields, "{'unrated':'%s'}", cases[i].message);
        did(&h, "settings", fields, "");
        start_round(&h);
        play_round(&h);
        ranks_so(&h, section(&h), cases[i].unrated, cases[i].aro);
        for (int k = 0; k < 2; k++) {
            struct lm_desk_section *s = taken_over(&h, &other, k == 0 ? "trf26" : "json");
            assert_string_equal(s->unrated, cases[i].message);
            ranks_so(&other, s, cases[i].unrated, cases[i].aro);
            leave(&other);
        }
        did(&h, "settings", fields, ""); /* repeating the announcement is no departure from it */
        needs(&h, "settings", "{'unrated':'1700'}", "tie-breaks-changed", LM_LEVEL_TWO_STEPS);
        replays(&h);
        leave(&h);
    }
}

static void a_clock_that_goes_back_is_told_of(void **state)
{
    (void)state;
    struct hall h = open_with(6, 3);
    const struct lm_desk_due *due;
    size_t count;
    assert_int_equal(lm_desk_due(h.desk, NULL, h.now - 3600, h.arena, &due, &count), LM_OK);
    assert_int_equal(due[0].kind, LM_DUE_CLOCK);
    h.now -= 3600; /* and does not matter */
    start_round(&h);
    replays(&h);
    leave(&h);
}

/* ---- an event that ends early, times, money
 * ----------------------------------------------------------------------------- */

static void an_event_is_called_off(void **state)
{
    (void)state;
    struct hall h = open_with(6, 3);
    start_round(&h);
    refused(&h, "call-off", "{'text':'the hall is flooded'}", "round-open:A");
    play_round(&h);
    needs(&h, "call-off", "{'text':'the hall is flooded'}", "call-off:A", LM_LEVEL_TWO_STEPS);
    did(&h, "call-off", "{'text':'the hall is flooded'}", "call-off:A");
    assert_true(section(&h)->finished);
    assert_string_equal(lm_desk_event(h.desk)->called_off, "the hall is flooded");
    assert_string_equal(section(&h)->remarks[0].text,
                        "Configuration @ Round 1: called off, rounds 3 => 1");
    refused(&h, "pair", "{}", "finished");
    replays(&h);
    char fields[50];
    (void)snprintf(fields, sizeof fields, "{'line':%llu}",
                   (unsigned long long)lm_desk_number(h.desk));
    did(&h, "restore", fields, "published-since"); /* it is played after all */
    start_round(&h);
    replays(&h);
    leave(&h);
}

static void the_default_time_is_judged_by_when_it_was(void **state)
{
    (void)state;
    struct hall h = open_with(6, 3);
    did(&h, "settings", "{'default_time':30}", "");
    did(&h, "schedule", "{'round':1,'start':'2026-07-16T14:00:00Z'}", "");
    start_round(&h);
    did(&h, "empty", "{'player':'p4'}", "");
    int64_t start = lm_desk_start(section(&h), 1);
    h.now = start + 20 * 60;
    needs(&h, "forfeits", "{}", "too-early:1.1", LM_LEVEL_CONFIRM);
    did(&h, "delay", "{'minutes':60}", "");
    assert_int_equal(lm_desk_start(section(&h), 1), start + 3600);
    h.now = start + 95 * 60;
    did(&h, "forfeits", "{}", "forfeit:1.1");
    assert_false(has_reason(&h, "too-early"));
    assert_string_equal(
        lm_desk_results(&(size_t){0})[lm_desk_board(section(&h), "1.1")->result].name, "1F-0F");
    refused(&h, "forfeits", "{}", "no-chair");
    replays(&h);
    leave(&h);
}

static void fixed_tables_are_labels(void **state)
{
    (void)state;
    struct hall h = open_with(8, 3);
    did(&h, "edit", "{'player':'p8','table':'2'}", "");
    did(&h, "edit", "{'player':'p1','table':'2'}", "");
    did(&h, "edit", "{'player':'p2','table':'door'}", "");
    start_round(&h);
    const char *const *tables;
    struct lm_desk_round *r = lm_desk_current(section(&h));
    assert_int_equal(lm_desk_tables(r, h.arena, &tables), LM_OK);
    /* the first board that wants the table gets it; the others close up */
    static const char *const expected[] = {"2", "door", "1", "3"};
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(tables[i], expected[i]);
    leave(&h);
}

/* ---- in sentences
 * ----------------------------------------------------------------------------------------- */

static const char *told(struct hall *h, enum lm_desk_audience audience, const char *language)
{
    struct lm_text text = lm_text_in(h->arena);
    lm_desk_tell(h->desk, lm_desk_number(h->desk), audience, lm_language_named(language), &text);
    return lm_text_string(&text);
}

static void lines_are_told_in_sentences(void **state)
{
    (void)state;
    struct hall h = open_with(6, 3);
    assert_string_equal(told(&h, LM_FOR_ARBITERS, "en"), "Player, No 6 entered");
    start_round(&h);
    assert_string_equal(told(&h, LM_FOR_ARBITERS, "en"), "Round 1 published, version 1");
    did(&h, "schedule", "{'round':2,'start':'2026-11-28T23:30:00Z','offset':60}", "");
    assert_string_equal(told(&h, LM_FOR_ARBITERS, "en"), "Round 2 begins at 2026-11-29 00:30");
    did(&h, "result", "{'board':'1.1','result':'1/2-0'}", "");
    assert_string_equal(
        told(&h, LM_FOR_ARBITERS, "en"),
        "Round 1, board 1, Player, No 1 \xE2\x80\x93 Player, No 4: \xC2\xBD\xE2\x80\x93"
        "0");
    assert_string_equal(
        told(&h, LM_FOR_ARBITERS, "de"),
        "Runde 1, Brett 1, Player, No 1 \xE2\x80\x93 Player, No 4: \xC2\xBD\xE2\x80\x93"
        "0");
    did(&h, "bye", "{'player':'p3','rounds':[2,3],'kind':'zero'}", "");
    assert_string_equal(told(&h, LM_FOR_ARBITERS, "en"), "Player, No 3, round 2 and 3: no game");
    did(&h, "incident", "{'player':'p3','text':'a phone'}", "");
    assert_string_equal(told(&h, LM_FOR_ARBITERS, "fr"), "Incident\u00A0: a phone");
    assert_string_equal(told(&h, LM_FOR_PUBLIC, "fr"), "Un incident est not\xC3\xA9");
    did(&h, "withdraw", "{'player':'p5','from':3}", "");
    assert_string_equal(told(&h, LM_FOR_ARBITERS, "es"), "Player, No 5 se retira desde la ronda 3");
    leave(&h);
}

/* An unpaired player of a draft has no game, and a large draft is counted completely. */
static void a_proposal_is_told_by_its_games(void **state)
{
    (void)state;
    struct hall few = open_with(7, 3), many = open_with(201, 3);
    for (unsigned i = 202; i <= 411; i++) {
        char fields[80];
        (void)snprintf(fields, sizeof fields, "{'name':'Player, No %u'}", i);
        did(&many, "enter", fields, "");
    }
    did(&few, "pair", "{}", "");
    assert_string_equal(told(&few, LM_FOR_ARBITERS, "en"), "Round paired as a draft: 3 games");
    did(&many, "pair", "{}", "");
    assert_string_equal(told(&many, LM_FOR_ARBITERS, "en"), "Round paired as a draft: 205 games");
    leave(&few);
    leave(&many);
}

/* ---- matches of two games (C.04.5)
 * ---------------------------------------------------------------
 */

static struct hall open_matches(unsigned players)
{
    struct hall h = hall_of();
    did(&h, "open", "{'name':'Match Cup','start':'2026-07-16','end':'2026-07-19'}", "");
    did(&h, "section", "{'id':'A','rounds':3,'colour':'white','system':'double-swiss-2026'}", "");
    for (unsigned i = 1; i <= players; i++) {
        char fields[100];
        (void)snprintf(fields, sizeof fields, "{'name':'Player, No %u','rating':%u}", i,
                       2500 - 10 * i);
        did(&h, "enter", fields, "");
    }
    return h;
}

static const char *stands(const struct hall *h, const char *board)
{
    return lm_desk_result_text(lm_desk_board(section(h), board), h->arena);
}

static void a_match_has_a_result_for_each_game(void **state)
{
    (void)state;
    struct hall h = open_matches(8);
    start_round(&h);
    did(&h, "result", "{'board':'1','result':'1-0','second':'1/2-1/2'}", "");
    assert_string_equal(stands(&h, "1"), "1-0 1/2-1/2");
    did(&h, "result", "{'board':'2b','result':'0-1'}", "");
    assert_string_equal(stands(&h, "2"), "none 0-1");
    assert_true(lm_desk_board(section(&h), "2")->result == 0);
    refused(&h, "close", "{}", "no-result:1.2");
    did(&h, "result", "{'board':'1.2a','result':'0-1'}", "");
    assert_int_equal(lm_desk_board(section(&h), "2")->result, LM_DESK_PLAYED);
    refused(&h, "result", "{'board':'3a','result':'1-0','second':'1-0'}", "one-game");
    refused(&h, "result", "{'board':'3','other':'3'}", "which-game");
    leave(&h);
}

/* C.04.5 Preface: one game forfeited by each makes a played match; both by one does not. */
static void a_match_ends_by_forfeit_when_one_forfeits_both(void **state)
{
    (void)state;
    struct hall h = open_matches(8);
    start_round(&h);
    did(&h, "result", "{'board':'1','result':'1F-0F','second':'0F-1F'}", "");
    assert_int_equal(lm_desk_board(section(&h), "1")->result, LM_DESK_PLAYED);
    did(&h, "result", "{'board':'2','result':'1F-0F','second':'1F-0F'}", "");
    assert_string_equal(lm_desk_result_at(lm_desk_board(section(&h), "2")->result)->name, "1F-0F");
    assert_int_equal(lm_desk_board(section(&h), "2")->black->forfeits, 1);
    did(&h, "result", "{'board':'3','result':'0F-1F','second':'0F-0F'}", "");
    assert_string_equal(lm_desk_result_at(lm_desk_board(section(&h), "3")->result)->name, "0F-1F");
    did(&h, "result", "{'board':'4','result':'1-0','second':'postponed'}", "");
    assert_true(lm_desk_result_at(lm_desk_board(section(&h), "4")->result)->open);
    did(&h, "correct", "{'board':'2b','result':'0-1'}", "");
    assert_int_equal(lm_desk_board(section(&h), "2")->black->forfeits, 0);
    replays(&h);
    leave(&h);
}

/* Results are those of the side named first, whatever its colour in the game. */
static void both_games_stand_in_the_tournament(void **state)
{
    (void)state;
    struct hall h = open_matches(9);
    start_round(&h);
    did(&h, "result", "{'board':'1','result':'1-0','second':'1/2-1/2'}", "");
    struct lm_tournament *t;
    assert_int_equal(lm_desk_tournament(h.desk, section(&h), LM_FOR_REPORT, 0, h.arena, NULL, &t),
                     LM_OK);
    const struct lm_desk_board *b = lm_desk_board(section(&h), "1");
    const struct lm_record *first = lm_record_of(t, b->white->number - 1, 1);
    const struct lm_record *other = lm_record_of(t, b->black->number - 1, 1);
    assert_int_equal(first[0].colour, LM_WHITE);
    assert_int_equal(first[1].colour, LM_BLACK);
    assert_int_equal(first[0].result, LM_WIN);
    assert_int_equal(other[0].result, LM_LOSS);
    assert_int_equal(other[1].colour, LM_WHITE);
    assert_int_equal(other[1].result, LM_DRAW);
    assert_int_equal(lm_round_points(t, b->white->number - 1, 1), 15);
    assert_int_equal(lm_round_points(t, 8, 1), 15); /* the bye: 1½ (art. 1.4) */
    assert_false(t->points_declared);
    refused(&h, "settings", "{'acceleration':'baku'}", "acceleration");
    leave(&h);
}

static void colours_of_a_match_are_turned_with_its_games(void **state)
{
    (void)state;
    struct hall h = open_matches(8);
    start_round(&h);
    const struct lm_desk_player *white = lm_desk_board(section(&h), "1")->white;
    did(&h, "result", "{'board':'1','result':'1-0','second':'1/2-1/2'}", "");
    did(&h, "correct", "{'board':'1','turned':true}", "");
    const struct lm_desk_board *b = lm_desk_board(section(&h), "1");
    assert_true(b->black == white);
    assert_string_equal(stands(&h, "1"), "0-1 1/2-1/2"); /* all players keep their points */
    did(&h, "clear", "{'board':'1a'}", "");
    assert_string_equal(stands(&h, "1"), "none 1/2-1/2");
    did(&h, "clear", "{'board':'1'}", "");
    assert_string_equal(stands(&h, "1"), "none");
    replays(&h);
    leave(&h);
}

static void two_entries_of_a_match_are_compared(void **state)
{
    (void)state;
    struct hall h = open_matches(8);
    start_round(&h);
    did(&h, "result", "{'board':'1','result':'1-0','second':'0-1'}", "");
    did(&h, "report", "{'board':'1b','result':'0-1'}", "");
    const struct lm_desk_board *b = lm_desk_board(section(&h), "1");
    assert_false(lm_desk_report_differs(b, &b->reports[0]));
    did(&h, "report", "{'board':'1','result':'1-0','second':'1/2-1/2'}", "");
    assert_true(lm_desk_report_differs(b, &b->reports[1]));
    assert_int_equal(
        try_as(&h, "vh", "A", "result", "{'board':'1b','result':'1-0'}", "1-0 1/2-1/2", ""),
        LM_ACT_CONFLICT);
    assert_int_equal(
        try_as(&h, "vh", "A", "result", "{'board':'1b','result':'1-0'}", "1-0 0-1", ""),
        LM_ACT_TAKEN);
    leave(&h);
}

/* Mid-event, with a game of a match open: the exported event can be imported, and goes on. */
static void matches_are_taken_over(void **state)
{
    (void)state;
    static const char *const formats[] = {"trf26", "json"};
    struct hall h = open_matches(9);
    start_round(&h);
    for (int i = 1; i <= 4; i++) {
        char fields[100];
        (void)snprintf(fields, sizeof fields, "{'board':'%d','result':'%s','second':'%s'}", i,
                       i == 2 ? "1F-0F" : "1-0", i == 3 ? "0-1" : "1/2-1/2");
        did(&h, "result", fields, "");
    }
    did(&h, "close", "{}", "");
    start_round(&h);
    did(&h, "result", "{'board':'1','result':'1-0'}", "");
    struct lm_tournament *t, *read;
    assert_int_equal(lm_desk_tournament(h.desk, section(&h), LM_FOR_REPORT, 0, h.arena, NULL, &t),
                     LM_OK);
    for (size_t i = 0; i < 2; i++) {
        struct lm_text file = lm_text_in(h.arena);
        struct hall other = hall_of();
        assert_int_equal(lm_write(lm_format_named(formats[i]), t, NULL, &h.log, &file), LM_OK);
        assert_int_equal(lm_read(lm_text_string(&file), file.length, NULL, h.arena, &h.log, &read),
                         LM_OK);
        struct lm_desk_act act = {
            .section = "A", .by = "vh", .at = other.now, .happened = LM_NO_TIME};
        assert_int_equal(lm_desk_import(other.desk, &act, read, &other.log, &other.last), LM_OK);
        assert_int_equal(other.last.answer, LM_ACT_TAKEN);
        struct lm_desk_section *s = lm_desk_section(other.desk, "A");
        assert_string_equal(s->system->name, "double-swiss-2026");
        assert_int_equal(s->pab, 15);
        for (uint32_t round = 1; round <= 2; round++)
            for (size_t b = 0; b < 4; b++) {
                const struct lm_desk_board *was = lm_desk_round(section(&h), round)->boards[b];
                const struct lm_desk_board *now = lm_desk_round(s, round)->boards[b];
                assert_int_equal(was->white->number, now->white->number);
                assert_string_equal(lm_desk_result_text(was, h.arena),
                                    lm_desk_result_text(now, h.arena));
            }
        leave(&other);
    }
    leave(&h);
}

/* ---- round-robins (C.05 Annex 1) ----------------------------------------------------------------
 */

static struct hall open_table(unsigned players, const char *settings)
{
    struct hall h = hall_of();
    char fields[200];
    did(&h, "open", "{'name':'Club Round','start':'2026-07-16'}", "");
    (void)snprintf(fields, sizeof fields, "{'id':'A','system':'round-robin',%s}", settings);
    did(&h, "section", fields, "");
    for (unsigned i = 1; i <= players; i++) {
        (void)snprintf(fields, sizeof fields, "{'name':'Player, No %u','rating':%u}", i,
                       2500 - 10 * i);
        did(&h, "enter", fields, "");
    }
    return h;
}

/* Check that all players meet each other once a cycle; return how often a player has a colour three
 * times running. */
static unsigned look_at_table(const struct lm_desk_section *s, unsigned players, uint32_t length)
{
    unsigned thrice = 0;
    for (uint32_t cycle = 0; cycle * length < s->rounds; cycle++)
        for (size_t i = 0; i < players; i++) {
            unsigned met = 0;
            for (uint32_t round = cycle * length + 1; round <= (cycle + 1) * length; round++) {
                const struct lm_desk_board *b = lm_desk_board_of(s, round, s->players[i]);
                for (uint32_t other = cycle * length + 1; b != NULL && other < round; other++) {
                    const struct lm_desk_board *old = lm_desk_board_of(s, other, s->players[i]);
                    assert_false(old != NULL &&
                                 (old->white == b->white || old->black == b->white) &&
                                 (old->white == b->black || old->black == b->black));
                }
                met += b != NULL;
            }
            assert_int_equal(met, players - 1);
        }
    for (uint32_t round = 1; round + 2 <= s->rounds; round++)
        for (size_t i = 0; i < players; i++) {
            unsigned white = 0, black = 0;
            for (uint32_t r = round; r < round + 3; r++) {
                const struct lm_desk_board *b = lm_desk_board_of(s, r, s->players[i]);
                white += b != NULL && b->white == s->players[i];
                black += b != NULL && b->black == s->players[i];
            }
            thrice += white == 3 || black == 3;
        }
    return thrice;
}

static void all_rounds_of_a_table_exist_from_the_start(void **state)
{
    (void)state;
    struct hall h = open_table(7, "'rounds':9");
    did(&h, "pair", "{}", "");
    assert_true(has_reason(&h, "rounds-follow"));
    did(&h, "publish", "{}", "");
    assert_int_equal(section(&h)->rounds, 7);
    (void)look_at_table(section(&h), 7, 7);
    assert_int_equal(lm_desk_current(section(&h))->number, 1);
    assert_int_equal(lm_desk_round(section(&h), 7)->board_count, 3);
    assert_int_equal(lm_desk_round(section(&h), 7)->idle_count, 1); /* free: no bye, no points */
    did(&h, "result", "{'board':'6.2','result':'1-0'}", "");        /* played ahead */
    did(&h, "result", "{'board':'6.2','result':'0-1'}", "");
    for (int round = 1; round <= 7; round++) {
        assert_int_equal(lm_desk_current(section(&h))->number, round);
        play_round(&h);
    }
    refused(&h, "pair", "{}", "all-rounds");
    did(&h, "correct", "{'board':'2.1','result':'1/2-1/2'}", ""); /* nothing was paired by it */
    did(&h, "finish", "{}", "");
    struct lm_tournament *t;
    struct lm_check check;
    struct lm_desk_check own;
    assert_int_equal(lm_desk_tournament(h.desk, section(&h), LM_FOR_REPORT, 0, h.arena, NULL, &t),
                     LM_OK);
    assert_int_equal(lm_check_rounds(section(&h)->system, t, h.arena, &h.log, &check), LM_OK);
    assert_int_equal(check.rounds, 7);
    assert_int_equal(check.difference_count, 0);
    assert_int_equal(lm_desk_check(lm_text_string(&h.journal), h.journal.length,
                                   lm_text_string(&h.secrets), h.secrets.length, &test_hooks,
                                   h.arena, &h.log, &own),
                     LM_OK);
    assert_int_equal(own.count, 7);
    assert_int_equal(own.differences, 0);
    replays(&h);
    leave(&h);
}

/* VCL 98, 99: the recommendation of the annex, or not. */
static void a_double_table_exchanges_two_rounds_or_not(void **state)
{
    (void)state;
    struct hall plain = open_table(6, "'rounds':10"); /* the number of rounds of two cycles */
    struct hall turned = open_table(6, "'rounds':5,'cycles':2,'exchanged':true");
    start_round(&plain);
    start_round(&turned);
    assert_int_equal(section(&plain)->rounds, 10);
    assert_int_equal(section(&turned)->rounds, 10);
    assert_true(look_at_table(section(&plain), 6, 5) > 0);
    assert_int_equal(look_at_table(section(&turned), 6, 5), 0);
    struct lm_tournament *t;
    assert_int_equal(
        lm_desk_tournament(turned.desk, section(&turned), LM_FOR_REPORT, 0, turned.arena, NULL, &t),
        LM_OK);
    assert_string_equal(t->type_code, "FIDE_DOUBLEROUNDROBIN");
    refused(&turned, "settings", "{'cycles':1}", "table-locked");
    did(&turned, "unpublish", "{}", "unpublish:1.1");
    refused(&turned, "settings", "{'cycles':1}", "table-locked"); /* they can still be made */
    did(&turned, "unpair", "{}", "");
    did(&turned, "settings", "{'cycles':1}", "");
    did(&turned, "pair", "{}", "");
    assert_int_equal(section(&turned)->rounds, 5);
    leave(&plain);
    leave(&turned);
}

/* VCL 95. */
static void numbers_of_a_table_are_drawn_or_entered(void **state)
{
    (void)state;
    struct hall h = open_table(12, "'rounds':11");
    did(&h, "pair", "{}", "");
    bool by_rating = true;
    uint32_t seen = 0;
    for (size_t i = 0; i < 12; i++) {
        by_rating &= section(&h)->players[i]->number == i + 1;
        seen |= 1u << section(&h)->players[i]->number;
    }
    assert_false(by_rating);
    assert_int_equal(seen, 0x1ffe);
    bool fide = section(&h)->fide_mode;
    leave(&h);
    h = open_table(6, "'rounds':5");
    did(&h, "pair", "{}", "");
    did(&h, "number", "{'numbers':['p6','p5','p4','p3','p2','p1']}", "numbers");
    did(&h, "pair", "{}", "");
    assert_int_equal(lm_desk_player(section(&h), "p6")->number, 1);
    assert_int_equal(section(&h)->fide_mode, fide); /* no departure */
    did(&h, "publish", "{}", "");
    const struct lm_desk_board *b = lm_desk_board(section(&h), "1");
    assert_int_equal(b->white->number, 1);
    assert_int_equal(b->black->number, 6);
    refused(&h, "number", "{'numbers':['p1','p2','p3','p4','p5','p6']}", "round-robin");
    refused(&h, "bye", "{'player':'1','rounds':[2],'kind':'half'}", "round-robin");
    refused(&h, "enter", "{'name':'Late, A'}",
            "round-robin"); /* an even field has no free number */
    leave(&h);
}

/* Let ${who} win ${games} games, in an event for a later withdrawal. */
static struct hall table_left_after(unsigned games, const char *who)
{
    struct hall h = open_table(7, "'rounds':7");
    char fields[100];
    start_round(&h);
    struct lm_desk_player *p = lm_desk_player(section(&h), who);
    for (uint32_t round = 1; round <= 7 && games > 0; round++) {
        const struct lm_desk_board *b = lm_desk_board_of(section(&h), round, p);
        if (b == NULL)
            continue;
        (void)snprintf(fields, sizeof fields, "{'board':'%s','result':'%s'}", b->id,
                       b->white == p ? "1-0" : "0-1");
        did(&h, "result", fields, "");
        games--;
    }
    return h;
}

static double value_of(const struct lm_standings *s, uint32_t who)
{
    struct lm_fraction value = lm_standings_value(s, who, 0);
    return (double)value.over / (double)value.under;
}

/* C.05: with under half, the games count for no one but stay in the table; with half or more they
 * count. */
static void who_leaves_a_table_before_half_counts_for_nobody(void **state)
{
    (void)state;
    for (unsigned games = 2; games <= 3; games++) {
        struct hall h = table_left_after(games, "p1");
        struct lm_tournament *t;
        struct lm_standings *s;
        const uint32_t *index;
        needs(&h, "withdraw", "{'player':'p1'}", "leaves:p1", LM_LEVEL_CONFIRM);
        did(&h, "withdraw", "{'player':'p1'}", games == 2 ? "leaves:p1:2" : "leaves:p1:3");
        struct lm_desk_player *p = lm_desk_player(section(&h), "p1");
        unsigned lost = 0, played = 0;
        for (uint32_t round = 1; round <= 7; round++) {
            const struct lm_desk_board *b = lm_desk_board_of(section(&h), round, p);
            const struct lm_desk_result *r = b == NULL ? NULL : lm_desk_result_at(b->result);
            lost += r != NULL && (b->white == p ? r->white : r->black) == LM_FORFEIT_LOSS;
            played += r != NULL && r->played;
        }
        assert_int_equal(played, games);
        assert_int_equal(lost, 6 - games);
        while (lm_desk_current(section(&h))->state < LM_ROUND_CLOSED)
            play_round(&h);
        assert_int_equal(
            lm_desk_tournament(h.desk, section(&h), LM_FOR_REPORT, 0, h.arena, &index, &t), LM_OK);
        assert_int_equal(lm_left_before_half(t, index[0], 7), games == 2);
        struct lm_standings_options own = {.round = 0};
        assert_int_equal(lm_tie_breaks_parse("PTS", h.arena, &h.log, &own.list, &own.count), LM_OK);
        assert_int_equal(lm_standings_compute(t, &own, h.arena, &h.log, &s), LM_OK);
        double all = 0;
        for (uint32_t i = 0; i < s->ranked; i++)
            all += value_of(s, s->order[i]);
        /* 15 games among the six others; 21 with those of the player who left */
        assert_true(all == (games == 2 ? 15 : 21));
        assert_int_equal(s->ranked, games == 2 ? 6 : 7);
        refused(&h, "return", "{'player':'p1'}", "round-robin");
        replays(&h);
        leave(&h);
    }
}

/* Situation 76: a player who steps in gets the games that the table gives the free number. */
static void who_steps_into_a_table_takes_the_free_number(void **state)
{
    (void)state;
    for (int postponed = 0; postponed < 2; postponed++) {
        struct hall h = open_table(5, "'rounds':5");
        start_round(&h);
        play_round(&h);
        refused(&h, "enter", "{'name':'Friend, A'}", "missed");
        did(&h, "enter",
            postponed ? "{'name':'Friend, A','missed':'postponed'}"
                      : "{'name':'Friend, A','missed':'forfeit'}",
            "steps-in:6");
        struct lm_desk_player *p = lm_desk_player(section(&h), "6");
        assert_non_null(p);
        (void)look_at_table(section(&h), 6, 5);
        const struct lm_desk_board *b = lm_desk_board_of(section(&h), 1, p);
        assert_string_equal(lm_desk_result_at(b->result)->name, postponed       ? "postponed"
                                                                : b->white == p ? "0F-1F"
                                                                                : "1F-0F");
        for (uint32_t round = 1; round <= 5; round++)
            assert_int_equal(lm_desk_round(section(&h), round)->idle_count, 0);
        refused(&h, "enter", "{'name':'Another, B','missed':'forfeit'}", "round-robin");
        if (postponed)
            did(&h, "result",
                b->white == p ? "{'board':'1.3','result':'1-0'}" : "{'board':'1.3','result':'0-1'}",
                "");
        while (lm_desk_current(section(&h))->state < LM_ROUND_CLOSED)
            play_round(&h);
        did(&h, "finish", "{}", "");
        struct lm_tournament *t;
        struct lm_check check;
        assert_int_equal(
            lm_desk_tournament(h.desk, section(&h), LM_FOR_REPORT, 0, h.arena, NULL, &t), LM_OK);
        assert_int_equal(lm_check_rounds(section(&h)->system, t, h.arena, &h.log, &check), LM_OK);
        assert_int_equal(check.difference_count, 0); /* the table of six */
        replays(&h);
        leave(&h);
    }
}

/* Confirm everything that is asked, including ${token}. */
static void did_anyway(struct hall *h, const char *event, const char *fields, const char *token)
{
    char tokens[1000] = "";
    assert_int_equal(attempt(h, event, fields), LM_ACT_NEEDS);
    assert_true(has_reason(h, token));
    for (size_t i = 0; i < h->last.reason_count; i++) {
        (void)strcat(tokens, h->last.reasons[i].token);
        (void)strcat(tokens, " ");
    }
    did(h, event, fields, tokens);
}

/* VCL 100-102. */
static void a_round_of_a_table_is_made_by_hand(void **state)
{
    (void)state;
    struct hall h = open_table(6, "'rounds':5");
    start_round(&h);
    did(&h, "alter", "{'round':3}", "alter:3.1");
    const struct lm_desk_board *b = lm_desk_round(section(&h), 1)->boards[0];
    char fields[100];
    (void)snprintf(fields, sizeof fields, "{'white':'%s','black':'%s'}", b->white->person->id,
                   b->black->person->id);
    needs(&h, "seat", fields, "met", LM_LEVEL_CONFIRM);
    did_anyway(&h, "turn", "{'board':'3.1'}", "colour");
    did_anyway(&h, "publish", "{}", "differs-from-rules");
    assert_true(lm_desk_round(section(&h), 3)->departure[0] != '\0');
    assert_string_equal(lm_desk_round(section(&h), 2)->departure, "");
    replays(&h);
    leave(&h);
}

/* Every kind of event has its sentence. */
static void every_kind_has_a_sentence(void **state)
{
    (void)state;
    for (size_t i = 0; i < lm_desk_kind_count(); i++) {
        char key[64];
        const char *name = lm_desk_kind(i)->name;
        (void)snprintf(key, sizeof key, "told.%s", strcmp(name, "join") == 0 ? "enter" : name);
        if (lm_words_of(lm_english(), key) == NULL)
            fail_msg("no words for %s", key);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_event_is_run),
        cmocka_unit_test(rules_are_said_with_a_way_out),
        cmocka_unit_test(fide_mode_is_left_for_good),
        cmocka_unit_test(two_desks_do_not_overwrite_each_other),
        cmocka_unit_test(a_retry_is_the_same_line),
        cmocka_unit_test(a_batch_is_taken_whole_or_not_at_all),
        cmocka_unit_test(a_wrong_result_has_three_windows),
        cmocka_unit_test(a_correction_moves_no_board),
        cmocka_unit_test(a_correction_shows_what_it_makes_wrong),
        cmocka_unit_test(colours_turned_keep_the_point),
        cmocka_unit_test(pairs_by_hand_are_told_what_they_break),
        cmocka_unit_test(a_published_round_is_altered),
        cmocka_unit_test(taking_a_rest_back_puts_everybody_where_he_was),
        cmocka_unit_test(the_engine_pairs_those_who_have_not_begun),
        cmocka_unit_test(who_comes_while_a_draft_waits_is_not_forgotten),
        cmocka_unit_test(a_round_with_two_reports_is_not_closed_unseen),
        cmocka_unit_test(postponed_games_are_draws_for_pairing),
        cmocka_unit_test(players_leave_and_come_back),
        cmocka_unit_test(a_late_entry_gets_the_half_point),
        cmocka_unit_test(who_leaves_later_has_a_number),
        cmocka_unit_test(a_cancelled_round_leaves_no_open_game),
        cmocka_unit_test(a_player_moves_between_sections),
        cmocka_unit_test(late_entries_get_the_number_they_earn),
        cmocka_unit_test(late_entries_stand_among_equals_as_announced),
        cmocka_unit_test(look_alikes_are_a_question),
        cmocka_unit_test(namesakes_are_told_apart),
        cmocka_unit_test(undo_takes_back_my_last_entry),
        cmocka_unit_test(who_is_expelled_is_out_of_the_standings),
        cmocka_unit_test(a_mistaken_expulsion_is_taken_back),
        cmocka_unit_test(erasing_a_person_leaves_the_event),
        cmocka_unit_test(erasing_a_person_takes_his_sanctions_along),
        cmocka_unit_test(the_public_sees_a_whitelist),
        cmocka_unit_test(wishes_give_way_and_bans_do_not),
        cmocka_unit_test(where_nothing_is_legal_the_round_is_empty),
        cmocka_unit_test(a_half_played_event_is_taken_over),
        cmocka_unit_test(a_rating_by_hand_outlasts_the_list),
        cmocka_unit_test(half_the_hall_missing_is_no_question),
        cmocka_unit_test(who_is_absent_from_a_changed_round_has_nothing),
        cmocka_unit_test(numbers_follow_the_ratings),
        cmocka_unit_test(ratings_follow_the_method_announced),
        cmocka_unit_test(tie_breaks_are_by_the_rules_of_the_first_day),
        cmocka_unit_test(equals_are_ordered_as_announced),
        cmocka_unit_test(start_positions_are_those_of_chess960),
        cmocka_unit_test(a_start_position_is_drawn_once_a_round),
        cmocka_unit_test(clubs_are_kept_apart_also_those_who_come_later),
        cmocka_unit_test(what_orders_rounds_played_is_on_record),
        cmocka_unit_test(no_round_is_published_on_a_result_taken_back),
        cmocka_unit_test(who_sits_is_not_taken_back),
        cmocka_unit_test(a_winner_names_his_board),
        cmocka_unit_test(an_empty_board_is_forfeited_beside_a_played_one),
        cmocka_unit_test(equals_are_placed_by_hand_and_after_play_offs),
        cmocka_unit_test(long_events_are_told_of),
        cmocka_unit_test(values_from_elsewhere_and_later_ratings_rank),
        cmocka_unit_test(what_is_announced_of_the_unrated_ranks),
        cmocka_unit_test(a_clock_that_goes_back_is_told_of),
        cmocka_unit_test(lines_are_told_in_sentences),
        cmocka_unit_test(a_proposal_is_told_by_its_games),
        cmocka_unit_test(every_kind_has_a_sentence),
        cmocka_unit_test(an_event_is_called_off),
        cmocka_unit_test(the_default_time_is_judged_by_when_it_was),
        cmocka_unit_test(fixed_tables_are_labels),
        cmocka_unit_test(a_match_has_a_result_for_each_game),
        cmocka_unit_test(a_match_ends_by_forfeit_when_one_forfeits_both),
        cmocka_unit_test(both_games_stand_in_the_tournament),
        cmocka_unit_test(colours_of_a_match_are_turned_with_its_games),
        cmocka_unit_test(two_entries_of_a_match_are_compared),
        cmocka_unit_test(matches_are_taken_over),
        cmocka_unit_test(all_rounds_of_a_table_exist_from_the_start),
        cmocka_unit_test(a_double_table_exchanges_two_rounds_or_not),
        cmocka_unit_test(numbers_of_a_table_are_drawn_or_entered),
        cmocka_unit_test(who_leaves_a_table_before_half_counts_for_nobody),
        cmocka_unit_test(a_round_of_a_table_is_made_by_hand),
        cmocka_unit_test(who_steps_into_a_table_takes_the_free_number),
    };
    return cmocka_run_group_tests_name("desk", tests, NULL, NULL);
}
