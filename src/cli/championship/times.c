/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/championship/entry.h"

#include <string.h>

/* Return the moment that begins at operand ${*at}.  Without quotes, "thu" also takes the clock time
 * after it, and each day of "thu fri sat 18:00" takes the one at the end.  ${*at} then is its last
 * operand. */
static const char *moment_at(struct run *run, size_t *at)
{
    const char *message = run->operands[*at];
    size_t clock = *at;
    while (clock < run->operand_count && is_half_a_moment(run->operands[clock]))
        clock++;
    if (clock == *at || clock == run->operand_count)
        return message;
    struct lm_text text = lm_text_in(run->arena);
    lm_text_print(&text, "%s %s", message, run->operands[clock]);
    *at += clock == *at + 1;
    return lm_text_string(&text);
}

/* One event per moment given. */
static enum lm_status enter_times(struct run *run, const char *name, bool by_director)
{
    struct entry e;
    enum lm_status status = entry_open(&e, run);
    if (status != LM_OK)
        return status;
    e.player = by_director ? NULL : run->operands[1];
    for (size_t i = 2; status == LM_OK && i < run->operand_count; i++) {
        int64_t time = 0;
        const char *message = moment_at(run, &i);
        status = moment_text(message, e.at, true, run->log, &time);
        if (status != LM_OK)
            break;
        event_begin(&e, name);
        status = put_match(&e, run->operands[1]);
        if (!by_director)
            lm_json_put_string(&e.w, "player", run->operands[1]);
        put_moment(&e, "time", time);
        if (status == LM_OK)
            status = event_end(&e);
    }
    return entry_close(&e, status);
}

/* Ask for another time, or answer such a request. */
static enum lm_status run_move(struct run *run)
{
    const char *word = run->operands[2];
    bool answer = strcmp(word, "accept") == 0 || strcmp(word, "decline") == 0;
    struct entry e;
    if (!answer)
        return enter_times(run, "move", false);
    enum lm_status status = entry_open(&e, run);
    if (status != LM_OK)
        return status;
    e.player = run->operands[1];
    event_begin(&e, "move");
    status = put_match(&e, run->operands[1]);
    lm_json_put_string(&e.w, "player", run->operands[1]);
    lm_json_put_string(&e.w, "answer", word);
    return entry_close(&e, status == LM_OK ? event_end(&e) : status);
}

static enum lm_status run_offer(struct run *run)
{
    return enter_times(run, "offer", false);
}

static enum lm_status run_accept(struct run *run)
{
    return enter_times(run, "accept", false);
}

static enum lm_status run_choose(struct run *run)
{
    return enter_times(run, "time", false);
}

static enum lm_status run_assign(struct run *run)
{
    return enter_times(run, "time", true);
}

const struct command championship_offer_command = {
    .name = "championship offer",
    .operands = "[JOURNAL] PLAYER TIME…",
    .assumed = journal_assumed,
    .summary = "offer the opponent times for the match",
    .example = "limmat championship offer p12 fri sat 18:00 sun 14:00",
    .options = event_options,
    .least = 3,
    .most = 32,
    .run = run_offer,
};

const struct command championship_accept_command = {
    .name = "championship accept",
    .operands = "[JOURNAL] PLAYER TIME",
    .assumed = journal_assumed,
    .summary = "accept a time that the opponent offered",
    .options = event_options,
    .least = 3,
    .most = 4,
    .run = run_accept,
};

const struct command championship_choose_command = {
    .name = "championship choose",
    .operands = "[JOURNAL] PLAYER TIME",
    .assumed = journal_assumed,
    .summary = "choose the time, as the player who has the choice by the rules",
    .options = event_options,
    .least = 3,
    .most = 4,
    .run = run_choose,
};

const struct command championship_assign_command = {
    .name = "championship assign",
    .operands = "[JOURNAL] PLAYER TIME",
    .assumed = journal_assumed,
    .summary = "assign a time to the match of PLAYER, as the arbiter",
    .options = event_options,
    .least = 3,
    .most = 4,
    .run = run_assign,
};

const struct command championship_move_command = {
    .name = "championship move",
    .operands = "[JOURNAL] PLAYER TIME|accept|decline",
    .assumed = journal_assumed,
    .summary = "ask to move the agreed time, or answer such a request",
    .description = "The agreed time holds until the opponent accepts.  The player who asked "
                   "withdraws the request\n"
                   "with `decline`.",
    .example = "limmat championship move p12 fri 20:00\nlimmat championship move p08 accept",
    .options = event_options,
    .least = 3,
    .most = 4,
    .run = run_move,
};
