/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/championship/entry.h"

#include <string.h>

enum { PAIRS = EVENT_OPTIONS, MANUAL, DRY };

static const struct option pair_options[] = {
    ROWS_OF_EVENTS,
    [PAIRS] = {0, "pairs", TEXT, "FILE", 0, 0,
               "pair as in FILE: two names a line, one name for a bye"},
    [MANUAL] = {0, "manual", SWITCH, NULL, 0, 0, "take the pairs from FILE, not from the rules"},
    [DRY] = {'n', "dry-run", SWITCH, NULL, 0, 0, "show the pairing as JSON and enter nothing"},
    {0}};

static void put_pair_line(struct entry *e, const char *line, size_t length)
{
    lm_json_begin(&e->w, NULL, '[');
    for (size_t at = 0; at < length;) {
        at += strspn(line + at, " \t\r");
        size_t word = strcspn(line + at, " \t\r\n");
        const char *name = lm_arena_copy(e->run->arena, line + at, word);
        if (word > 0 && name != NULL)
            lm_json_put_string(&e->w, NULL, name);
        at += word > 0 ? word : 1;
    }
    lm_json_end(&e->w, ']');
}

static enum lm_status put_pairs_of_file(struct entry *e)
{
    const char *text = NULL;
    size_t length = 0;
    enum lm_status status =
        read_file(e->run->values[PAIRS].text, e->run->arena, e->run->log, &text, &length);
    if (status != LM_OK)
        return status;
    lm_json_begin(&e->w, "pairs", '[');
    for (; *text != '\0'; text += strcspn(text, "\n"), text += *text == '\n') {
        size_t line = strcspn(text, "\n");
        if (strspn(text, " \t\r") < line)
            put_pair_line(e, text, line);
    }
    lm_json_end(&e->w, ']');
    if (e->run->values[MANUAL].text != NULL)
        lm_json_put_boolean(&e->w, "manual", true);
    return LM_OK;
}

/* Write the pairing by the rules into the journal, where anyone can check it. */
static enum lm_status put_proposal(struct entry *e)
{
    struct lm_text text = lm_text_in(e->run->arena);
    struct lm_json *proposal = NULL;
    enum lm_status status =
        lm_championship_propose(e->journal.championship, e->at, e->run->log, &text);
    if (status == LM_OK)
        status = lm_json_parse(text.bytes, text.length, e->run->arena, e->run->log, &proposal);
    for (const struct lm_json *member = status == LM_OK ? proposal->first : NULL; member != NULL;
         member = member->next) {
        if (strcmp(member->key, "event") != 0)
            put_node(&e->w, member->key, member);
    }
    return status;
}

static enum lm_status show_proposal(struct run *run)
{
    struct journal journal;
    int64_t at = 0;
    enum lm_status status = moment_of(run->values[AT].text, run->log, &at);
    if (status == LM_OK)
        status = journal_open(run->operands[0], false, run->arena, run->log, &journal);
    if (status == LM_OK)
        status = lm_championship_propose(journal.championship, at, run->log, &run->out);
    lm_text_add(&run->out, "\n");
    return status;
}

static enum lm_status run_pair(struct run *run)
{
    struct entry e;
    if (run->values[DRY].text != NULL)
        return show_proposal(run);
    enum lm_status status = entry_open(&e, run);
    if (status != LM_OK)
        return status;
    event_begin(&e, "pair");
    status = run->values[PAIRS].text != NULL ? put_pairs_of_file(&e) : put_proposal(&e);
    return entry_close(&e, status == LM_OK ? event_end(&e) : status);
}

const struct command championship_pair_command = {
    .name = "championship pair",
    .operands = "[JOURNAL]",
    .assumed = journal_assumed,
    .summary = "pair and publish the next round, or start the next stage",
    .description =
        "If the director pairs (the ACWC since 2020), the pairs come from a file; without one,\n"
        "Monrad's method makes them.",
    .example = "limmat championship pair acwc.journal",
    .options = pair_options,
    .least = 1,
    .most = 1,
    .run = run_pair,
};
