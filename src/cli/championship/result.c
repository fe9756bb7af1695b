/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/championship/entry.h"

#include <string.h>

enum { ARMAGEDDON = EVENT_OPTIONS, FROM };

static const struct option result_options[] = {
    ROWS_OF_EVENTS,
    [ARMAGEDDON] = {0, "armageddon", SWITCH, NULL, 0, 0,
                    "GAMES is the Armageddon game: 1-0, 0-1 or 1/2, White's result first"},
    [FROM] = {0, "from", NUMBER, "N", 1, 1000,
              "the number of the first of GAMES in the match; 1 when not given"},
    {0}};

/* Write the running number of the first game.  A player who reports a second time says which games,
 * so that the same ones do not count twice. */
static enum lm_status put_from(struct entry *e, const char *player)
{
    struct lm_open_match match = {.games = ""};
    const struct value *from = &e->run->values[FROM];
    bool open = lm_championship_open_match(e->journal.championship, player, &match);
    size_t entered = open ? strlen(match.games) : 0;
    if (from->text == NULL && entered > 0)
        return fail(e->run->log, LM_INVALID,
                    "%zu games of this match are entered (%s); --from %zu adds games, --from 1 "
                    "reports them again",
                    entered, match.games, entered + 1);
    lm_json_put_integer(&e->w, "from", from->text != NULL ? from->number : 1);
    return LM_OK;
}

/* Write "6-2" of ${player} with the first player's score first. */
static enum lm_status put_score(struct entry *e, const char *player, const char *score)
{
    struct lm_open_match match;
    struct lm_text turned = lm_text_in(e->run->arena);
    const char *dash = strchr(score, '-');
    bool first = !lm_championship_open_match(e->journal.championship, player, &match) ||
                 strcmp(match.first, player) == 0;
    lm_text_print(&turned, "%s-%.*s", dash + 1, (int)(dash - score), score);
    lm_json_put_string(&e->w, "score", first ? score : lm_text_string(&turned));
    return lm_text_status(&turned);
}

static enum lm_status put_result(struct entry *e)
{
    const char *player = e->run->operands[1];
    enum lm_status status = put_match(e, player);
    if (status != LM_OK)
        return status;
    if (e->run->values[ARMAGEDDON].text == NULL && strchr(e->run->operands[2], '-') != NULL)
        return put_score(e, player, e->run->operands[2]);
    if (e->run->values[ARMAGEDDON].text == NULL) {
        status = put_from(e, player);
        return status == LM_OK ? put_games(e, player, e->run->operands[2]) : status;
    }
    lm_json_put_string(&e->w, "armageddon", e->run->operands[2]);
    return LM_OK;
}

static enum lm_status run_result(struct run *run)
{
    return enter(run, "result", put_result);
}

const struct command championship_result_command = {
    .name = "championship result",
    .operands = "[JOURNAL] PLAYER GAMES",
    .assumed = journal_assumed,
    .summary = "enter games of the match of PLAYER: 1 won, = drawn, 0 lost by PLAYER",
    .description = "GAMES are the games since the last entry; a match can be reported in parts.  A "
                   "complete match can\n"
                   "be reported as 6-2, PLAYER's score first; the journal then says that the order "
                   "is unknown.",
    .example = "limmat championship result p12 11=0111\nlimmat championship result p12 6-2",
    .options = result_options,
    .least = 3,
    .most = 3,
    .run = run_result,
};

static enum lm_status run_correct(struct run *run)
{
    struct entry e;
    enum lm_status status = entry_open(&e, run);
    if (status != LM_OK)
        return status;
    event_begin(&e, "correct");
    lm_json_put_string(&e.w, "match", run->operands[1]);
    lm_json_put_string(&e.w, "games", run->operands[2]);
    return entry_close(&e, event_end(&e));
}

const struct command championship_correct_command = {
    .name = "championship correct",
    .operands = "[JOURNAL] MATCH GAMES",
    .assumed = journal_assumed,
    .summary = "correct a wrong result: all games, from the first player's side",
    .example = "limmat championship correct acwc.journal qualification/2/5 0011=0100",
    .options = event_options,
    .least = 3,
    .most = 3,
    .run = run_correct,
};
