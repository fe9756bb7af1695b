/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/championship/entry.h"

enum {
    ARRIVED = EVENT_OPTIONS,
    OPPONENT,
    OPPONENT_ARRIVED,
    MESSAGES,
    CHOICE_MADE,
    START,
    LEFT,
    BACK,
    CLAIM_GAMES
};

static const struct option claim_options[] = {
    ROWS_OF_EVENTS,
    [ARRIVED] = {0, "arrived", TEXT, "TIME", 0, 0,
                 "when PLAYER arrived; at the start when not given"},
    [OPPONENT] = {0, "opponent", TEXT, "NAME", 0, 0, "the opponent who did not come, or left"},
    [OPPONENT_ARRIVED] = {0, "opponent-arrived", TEXT, "TIME", 0, 0,
                          "when the opponent came, if at all"},
    [MESSAGES] = {0, "messages", TEXT, "TIME,TIME", 0, 0, "when PLAYER messaged the director"},
    [CHOICE_MADE] = {0, "choice", CHOICE, "claim|reschedule|failed", 0, 0, "what PLAYER wants"},
    [START] = {0, "start", TEXT, "TIME", 0, 0,
               "when the match should have begun, if not agreed here"},
    [LEFT] = {0, "left", TEXT, "TIME", 0, 0, "when the opponent left a running match"},
    [BACK] = {0, "back", TEXT, "TIME", 0, 0, "when the opponent came back, if at all"},
    [CLAIM_GAMES] = {0, "games", TEXT, "GAMES", 0, 0,
                     "games played until then, from PLAYER's side"},
    {0}};

static void put_messages(struct entry *e, const char *list)
{
    lm_json_begin(&e->w, "messages", '[');
    while (*list != '\0') {
        const char *one = next_field(e->run->arena, &list);
        enum lm_status status = put_past(e, NULL, one);
        if (status != LM_OK)
            e->message = status;
    }
    lm_json_end(&e->w, ']');
}

static enum lm_status put_no_show(struct entry *e, const char *player, const char *opponent)
{
    const struct value *v = e->run->values;
    const char *first_message = v[MESSAGES].text != NULL ? v[MESSAGES].text : "";
    lm_json_put_string(&e->w, "kind", "no_show");
    enum lm_status status = put_past(e, "start", v[START].text);
    lm_json_begin(&e->w, "arrived", '{');
    if (status == LM_OK)
        status = put_past(e, player,
                          v[ARRIVED].text != NULL ? v[ARRIVED].text
                                                  : next_field(e->run->arena, &first_message));
    if (status == LM_OK && v[OPPONENT_ARRIVED].text != NULL)
        status = put_past(e, opponent, v[OPPONENT_ARRIVED].text);
    else if (v[OPPONENT_ARRIVED].text == NULL)
        lm_json_put_null(&e->w, opponent);
    lm_json_end(&e->w, '}');
    put_messages(e, v[MESSAGES].text != NULL ? v[MESSAGES].text : "");
    lm_json_put_string(&e->w, "choice",
                       v[CHOICE_MADE].text != NULL ? v[CHOICE_MADE].text : "claim");
    return status;
}

static enum lm_status put_left(struct entry *e, const char *player, const char *opponent)
{
    const struct value *v = e->run->values;
    lm_json_put_string(&e->w, "kind", "left");
    lm_json_put_string(&e->w, "player", opponent);
    enum lm_status status = put_past(e, "left", v[LEFT].text);
    if (status == LM_OK)
        status = put_past(e, "back", v[BACK].text);
    if (status != LM_OK)
        return status;
    return v[CLAIM_GAMES].text != NULL ? put_games(e, player, v[CLAIM_GAMES].text) : LM_OK;
}

static enum lm_status put_claim(struct entry *e)
{
    const struct value *v = e->run->values;
    const char *player = e->run->operands[1];
    const char *opponent = v[OPPONENT].text;
    enum lm_status status = put_match(e, player);
    if (status != LM_OK)
        return status;
    if (opponent == NULL)
        return fail(e->run->log, LM_INVALID,
                    "--opponent is missing: give the player who did not come, or left");
    if (v[LEFT].text == NULL && v[MESSAGES].text == NULL)
        return fail(e->run->log, LM_INVALID,
                    "--messages is missing: give the times when %s messaged the director", player);
    return v[LEFT].text != NULL ? put_left(e, player, opponent) : put_no_show(e, player, opponent);
}

static enum lm_status run_claim(struct run *run)
{
    return enter(run, "claim", put_claim);
}

const struct command championship_claim_command = {
    .name = "championship claim",
    .operands = "[JOURNAL] PLAYER",
    .assumed = journal_assumed,
    .summary = "claim the match because the opponent did not come, or left",
    .example = "limmat championship claim p12 --opponent p07 --messages 18:01,18:12",
    .options = claim_options,
    .least = 2,
    .most = 2,
    .run = run_claim,
};

static enum lm_status put_bid(struct entry *e)
{
    enum lm_status status = put_match(e, e->run->operands[1]);
    lm_json_put_string(&e->w, "player", e->run->operands[1]);
    return status == LM_OK ? put_number(e, "seconds", e->run->operands[2]) : status;
}

static enum lm_status run_bid(struct run *run)
{
    return enter(run, "bid", put_bid);
}

const struct command championship_bid_command = {
    .name = "championship bid",
    .operands = "[JOURNAL] PLAYER SECONDS",
    .assumed = journal_assumed,
    .summary = "bid for White in the Armageddon game; hidden until both have bid",
    .options = event_options,
    .least = 3,
    .most = 3,
    .run = run_bid,
};

/* --- presence (VI.D, VI.E) and problems (I.C) */

static enum lm_status put_own_match(struct entry *e)
{
    const struct run *run = e->run;
    lm_json_put_string(&e->w, "player", run->operands[1]);
    return put_match(e, run->operands[run->operand_count > 2 ? 2 : 1]);
}

static enum lm_status run_wait(struct run *run)
{
    return enter(run, "wait", put_own_match);
}

const struct command championship_wait_command = {
    .name = "championship wait",
    .operands = "[JOURNAL] PLAYER [MATCH]",
    .assumed = journal_assumed,
    .summary = "report that the opponent of PLAYER is absent or left",
    .options = event_options,
    .least = 2,
    .most = 3,
    .run = run_wait,
};

static enum lm_status run_here(struct run *run)
{
    return enter(run, "here", put_own_match);
}

const struct command championship_here_command = {
    .name = "championship here",
    .operands = "[JOURNAL] PLAYER [MATCH]",
    .assumed = journal_assumed,
    .summary = "answer such a report: PLAYER is present",
    .options = event_options,
    .least = 2,
    .most = 3,
    .run = run_here,
};

static enum lm_status run_dispute(struct run *run)
{
    return enter(run, "dispute", put_own_match);
}

const struct command championship_dispute_command = {
    .name = "championship dispute",
    .operands = "[JOURNAL] PLAYER [MATCH]",
    .assumed = journal_assumed,
    .summary = "dispute a result that only the opponent of PLAYER reported",
    .example = "limmat championship dispute p12 qualification/2/1 --why 'we never played'",
    .options = event_options,
    .least = 2,
    .most = 3,
    .run = run_dispute,
};

/* --- rounds published on their due date (IV.E) */

static enum lm_status run_automatic(struct run *run)
{
    struct entry e;
    enum lm_status status = entry_open(&e, run);
    if (status != LM_OK)
        return status;
    event_begin(&e, "automatic");
    lm_json_put_string(&e.w, "pairings", run->operands[1]);
    return entry_close(&e, event_end(&e));
}

const struct command championship_automatic_command = {
    .name = "championship automatic",
    .operands = "[JOURNAL] on|off",
    .assumed = journal_assumed,
    .summary = "let a server publish rounds when they are due, or stop it",
    .options = event_options,
    .least = 2,
    .most = 2,
    .run = run_automatic,
};

static enum lm_status run_dq(struct run *run)
{
    struct entry e;
    enum lm_status status = entry_open(&e, run);
    if (status != LM_OK)
        return status;
    const char *ground = run->operand_count > 2 ? run->operands[2] : "withdraw";
    event_begin(&e, "out");
    lm_json_put_string(&e.w, "player", run->operands[1]);
    lm_json_put_string(&e.w, "ground", ground);
    return entry_close(&e, event_end(&e));
}

const struct command championship_dq_command = {
    .name = "championship dq",
    .operands = "[JOURNAL] PLAYER [GROUND]",
    .assumed = journal_assumed,
    .summary = "take a player out: engine, booster, cheating, accusation, director, or withdraw",
    .example = "limmat championship dq acwc.journal p07 engine --why 'marked on 12 October'",
    .options = event_options,
    .least = 2,
    .most = 3,
    .run = run_dq,
};
