/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/championship/entry.h"

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
        status = moment_of(run->operands[i], run->log, &time);
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
    .operands = "JOURNAL PLAYER TIME…",
    .summary = "offer the opponent times for the match",
    .example = "limmat championship offer acwc.journal p12 2019-10-04T18:00Z 2019-10-05T18:00Z",
    .options = event_options,
    .least = 3,
    .most = 32,
    .run = run_offer,
};

const struct command championship_accept_command = {
    .name = "championship accept",
    .operands = "JOURNAL PLAYER TIME",
    .summary = "accept a time that the opponent offered",
    .options = event_options,
    .least = 3,
    .most = 3,
    .run = run_accept,
};

const struct command championship_choose_command = {
    .name = "championship choose",
    .operands = "JOURNAL PLAYER TIME",
    .summary = "choose the time, as the player whom the rules let choose",
    .options = event_options,
    .least = 3,
    .most = 3,
    .run = run_choose,
};

const struct command championship_assign_command = {
    .name = "championship assign",
    .operands = "JOURNAL PLAYER TIME",
    .summary = "assign a time to the match of PLAYER, as the arbiter",
    .options = event_options,
    .least = 3,
    .most = 3,
    .run = run_assign,
};
