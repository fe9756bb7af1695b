/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/championship/entry.h"

#include <string.h>

static enum lm_status put_order(struct entry *e)
{
    lm_json_put_string(&e->w, "stage", e->run->operands[2]);
    lm_json_begin(&e->w, "order", '[');
    const char *lot = NULL;
    for (size_t i = 3; i < e->run->operand_count; i++)
        if (strncmp(e->run->operands[i], "lot=", 4) == 0)
            lot = e->run->operands[i] + 4;
        else
            lm_json_put_string(&e->w, NULL, e->run->operands[i]);
    lm_json_end(&e->w, ']');
    int64_t seed = 0;
    if (lot != NULL && !lm_parse_integer(lot, strlen(lot), 0, INT64_MAX, &seed))
        return fail(e->run->log, LM_INVALID, "\"%s\" is not a seed; an example is lot=20261123",
                    lot);
    if (lot != NULL)
        lm_json_put_integer(&e->w, "lot", seed);
    return LM_OK;
}

static enum lm_status put_application(struct entry *e)
{
    lm_json_put_string(&e->w, "player", e->run->operands[2]);
    put_if(e, "article", e->run->operand_count > 3 ? e->run->operands[3] : NULL);
    put_if(e, "verdict", e->run->operand_count > 4 ? e->run->operands[4] : NULL);
    return LM_OK;
}

static enum lm_status put_finding(struct entry *e)
{
    put_if(e, "at_fault", e->run->operand_count > 3 ? e->run->operands[3] : NULL);
    return put_match(e, e->run->operands[2]);
}

static enum lm_status put_ruling(struct entry *e)
{
    put_if(e, "winner", e->run->operand_count > 3 ? e->run->operands[3] : NULL);
    if (e->run->operand_count > 4) {
        lm_json_begin(&e->w, "forfeited", '[');
        for (size_t i = 4; i < e->run->operand_count; i++)
            lm_json_put_string(&e->w, NULL, e->run->operands[i]);
        lm_json_end(&e->w, ']');
    }
    return put_match(e, e->run->operands[2]);
}

static enum lm_status put_white(struct entry *e)
{
    lm_json_put_string(&e->w, "player", e->run->operands[2]);
    return put_match(e, e->run->operands[2]);
}

static enum lm_status put_decision(struct entry *e)
{
    static const struct {
        const char *what;
        enum lm_status (*put)(struct entry *e);
    } rows[] = {{"application", put_application},
                {"finding", put_finding},
                {"result", put_ruling},
                {"white", put_white},
                {"order", put_order}};
    const char *what = e->run->operands[1];
    lm_json_put_string(&e->w, "what", what);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(rows[i].what, what) == 0)
            return rows[i].put(e);
    }
    return fail(e->run->log, LM_INVALID,
                "\"%s\" cannot be decided; application, finding, result, white or order can", what);
}

static enum lm_status run_decide(struct run *run)
{
    struct entry e;
    enum lm_status status = entry_open(&e, run);
    if (status != LM_OK)
        return status;
    event_begin(&e, "decide");
    status = put_decision(&e);
    return entry_close(&e, status == LM_OK ? event_end(&e) : status);
}

const struct command championship_decide_command = {
    .name = "championship decide",
    .operands = "[JOURNAL] WHAT PLAYER|STAGE [WORD…]",
    .assumed = journal_assumed,
    .summary = "make a decision that the rules leave to the director",
    .description =
        "decide JOURNAL application PLAYER ARTICLE accept|deny|open\n\n"
        "decide JOURNAL finding PLAYER PLAYER|none|both: who is at fault that there is no time\n\n"
        "decide JOURNAL result PLAYER WINNER|draw|nobody [FORFEITED…]: end the match of PLAYER\n\n"
        "decide JOURNAL white PLAYER: after equal bids\n\n"
        "decide JOURNAL order STAGE PLAYER… [lot=SEED]: of players that the rules leave level, as "
        "they "
        "are named or drawn with the seed",
    .example = "limmat championship decide acwc.journal application p07 II.C.3 accept",
    .options = event_options,
    .least = 3,
    .most = 64,
    .run = run_decide,
};
