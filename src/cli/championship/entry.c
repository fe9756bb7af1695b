/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/championship/entry.h"

#include <string.h>

#include "os/clock.h"

const struct option event_options[] = {ROWS_OF_EVENTS, {0}};

enum lm_status moment_of(const char *text, struct lm_log *log, int64_t *at)
{
    if (text == NULL) {
        *at = os_now_seconds();
        return LM_OK;
    }
    if (lm_parse_instant(text, strlen(text), at))
        return LM_OK;
    return fail(log, LM_INVALID, "\"%s\" is not a moment; 2019-10-02T18:00:00Z would be one", text);
}

/* --- an event, or a few */

enum lm_status entry_open(struct entry *e, struct run *run)
{
    *e = (struct entry){.run = run, .lines = lm_text_in(run->arena)};
    enum lm_status status = moment_of(run->values[AT].text, run->log, &e->at);
    return status == LM_OK ? journal_open(run->operands[0], true, run->arena, run->log, &e->journal)
                           : status;
}

void put_moment(struct entry *e, const char *key, int64_t at)
{
    struct lm_text text = lm_text_in(e->run->arena);
    lm_text_add_instant(&text, at);
    lm_json_put_string(&e->w, key, lm_text_string(&text));
}

void put_if(struct entry *e, const char *key, const char *text)
{
    if (text != NULL)
        lm_json_put_string(&e->w, key, text);
}

void event_begin(struct entry *e, const char *name)
{
    const char *by = e->run->values[BY].text;
    if (by == NULL)
        by = e->player != NULL ? e->player : lm_championship_director(e->journal.championship);
    e->line = lm_text_in(e->run->arena);
    e->w = lm_json_writer_to(&e->line, true);
    lm_json_begin(&e->w, NULL, '{');
    lm_json_put_string(&e->w, "event", name);
    put_moment(e, "at", e->at);
    lm_json_put_string(&e->w, "by", by);
    put_if(e, "why", e->run->values[WHY].text);
}

/* The open match of ${player}, which the event is about. */
enum lm_status put_match(struct entry *e, const char *player)
{
    struct lm_open_match match = {.id = player};
    if (strchr(player, '/') == NULL &&
        !lm_championship_open_match(e->journal.championship, player, &match))
        return fail(e->run->log, LM_INVALID,
                    "%s has no match now; see `limmat championship status`", player);
    lm_json_put_string(&e->w, "match", match.id);
    return LM_OK;
}

/* The event lives in no file: places in it would mislead. */
static void forget_places(struct lm_log *log)
{
    for (size_t i = 0; i < log->count; i++)
        log->all[i].line = log->all[i].column = 0;
}

enum lm_status event_end(struct entry *e)
{
    lm_json_end(&e->w, '}');
    if (lm_text_status(&e->line) != LM_OK)
        return LM_LIMIT;
    enum lm_status status =
        journal_take(&e->journal, lm_text_string(&e->line), e->run->arena, e->run->log);
    if (status != LM_OK) {
        forget_places(e->run->log);
        return status;
    }
    lm_text_add(&e->lines, lm_text_string(&e->line));
    lm_text_add(&e->lines, "\n");
    return LM_OK;
}

/* All events are entered, or none. */
enum lm_status entry_close(struct entry *e, enum lm_status status)
{
    struct lm_text nothing = lm_text_in(e->run->arena);
    enum lm_status closed =
        journal_close(&e->journal, status == LM_OK ? &e->lines : &nothing, e->run->log);
    if (status == LM_OK && closed == LM_OK)
        lm_championship_news(e->journal.championship, e->journal.events, &e->run->out);
    return status != LM_OK ? status : closed;
}

/* A verb whose event is about the match of its first player, written by ${put}. */
enum lm_status enter(struct run *run, const char *name, enum lm_status (*put)(struct entry *e))
{
    struct entry e;
    enum lm_status status = entry_open(&e, run);
    if (status != LM_OK)
        return status;
    e.player = run->operand_count > 1 ? run->operands[1] : NULL;
    event_begin(&e, name);
    status = put(&e);
    return entry_close(&e, status == LM_OK ? event_end(&e) : status);
}

/* --- what several events hold */

/* The next field of a line of CSV (no quotes: names of accounts have no commas). */
const char *next_field(struct lm_arena *arena, const char **line)
{
    size_t length = strcspn(*line, ",\r\n");
    const char *field = lm_arena_copy(arena, *line, length);
    *line += length + ((*line)[length] == ',');
    return field != NULL && field[0] != '\0' ? field : NULL;
}

enum lm_status put_number(struct entry *e, const char *key, const char *text)
{
    int32_t tenths = 0;
    if (text == NULL)
        return LM_OK;
    if (!lm_parse_tenths(text, strlen(text), &tenths))
        return fail(e->run->log, LM_INVALID, "%s is \"%s\"; a number would be right", key, text);
    if (tenths % 10 == 0)
        lm_json_put_integer(&e->w, key, tenths / 10);
    else
        lm_json_put_tenths(&e->w, key, tenths);
    return LM_OK;
}

/* A copy of ${node}: no objects occur. */
void put_node(struct lm_json_writer *w, const char *key, const struct lm_json *node)
{
    if (node->type == LM_JSON_STRING) {
        lm_json_put_string(w, key, node->text);
    } else if (node->type == LM_JSON_NUMBER) {
        int64_t number = 0;
        (void)lm_json_integer(node, INT64_MIN, INT64_MAX, &number);
        lm_json_put_integer(w, key, number);
    } else if (node->type == LM_JSON_ARRAY) {
        lm_json_begin(w, key, '[');
        for (const struct lm_json *child = node->first; child != NULL; child = child->next)
            put_node(w, NULL, child);
        lm_json_end(w, ']');
    }
}

/* Games as seen by ${player}, written from the first player's side. */
enum lm_status put_games(struct entry *e, const char *player, const char *games)
{
    struct lm_open_match match;
    bool first = !lm_championship_open_match(e->journal.championship, player, &match) ||
                 strcmp(match.first, player) == 0;
    char *copy = lm_arena_copy(e->run->arena, games, strlen(games));
    if (copy == NULL)
        return LM_LIMIT;
    for (char *game = copy; !first && *game != '\0'; game++)
        *game = *game == '1' ? '0' : (*game == '0' ? '1' : *game);
    lm_json_put_string(&e->w, "games", copy);
    return LM_OK;
}
