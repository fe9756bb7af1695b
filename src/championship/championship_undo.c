/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "championship/championship_events.h"

/*
 * Undo.  A mistake is undone by its line: a disqualification by "return", a pairing by "unpublish",
 * any line by "restore".  Later lines that become impossible are invalidated; published pairings
 * that stay although the rules would now differ are named: both must be acknowledged.
 */

/* Return a description of the record, by its event and the subject of a decision. */
static const char *say_event(const struct record *record)
{
    static const struct {
        const char *event, *what, *message;
    } rows[] = {{"apply", NULL, LM_MESSAGE("an application")},
                {"decide", "application", LM_MESSAGE("a decision on an application")},
                {"decide", "finding", LM_MESSAGE("a finding of fault")},
                {"decide", "result", LM_MESSAGE("a ruling on a result")},
                {"decide", "white", LM_MESSAGE("the choice of colours")},
                {"decide", "order", LM_MESSAGE("an order of tied players")},
                {"pair", NULL, LM_MESSAGE("a pairing")},
                {"offer", NULL, LM_MESSAGE("an offer")},
                {"accept", NULL, LM_MESSAGE("an agreement")},
                {"time", NULL, LM_MESSAGE("a time")},
                {"move", NULL, LM_MESSAGE("another time")},
                {"result", NULL, LM_MESSAGE("a result")},
                {"dispute", NULL, LM_MESSAGE("a dispute")},
                {"decide", "dispute", LM_MESSAGE("a decision on a dispute")},
                {"correct", NULL, LM_MESSAGE("a correction")},
                {"wait", NULL, LM_MESSAGE("a report of absence")},
                {"here", NULL, LM_MESSAGE("an answer to it")},
                {"rematch", NULL, LM_MESSAGE("a report of a game not begun")},
                {"lapse", NULL, LM_MESSAGE("the end of a rescheduled match")},
                {"claim", NULL, LM_MESSAGE("a claim")},
                {"break", NULL, LM_MESSAGE("a break")},
                {"bid", NULL, LM_MESSAGE("a bid")},
                {"out", NULL, LM_MESSAGE("a withdrawal or disqualification")},
                {"restore", NULL, LM_MESSAGE("an undone entry")},
                {"return", NULL, LM_MESSAGE("a return")},
                {"automatic", NULL, LM_MESSAGE("the way rounds are published")},
                {"unpublish", NULL, LM_MESSAGE("an undone pairing")}};
    const char *what = lm_json_string(lm_json_get(record->line.object, "what"));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].event, record->line.event) == 0 &&
            (rows[i].what == NULL || (what != NULL && strcmp(rows[i].what, what) == 0)))
            return rows[i].message;
    return record->line.event;
}

/* Return the title of ${stage}; an unknown name is returned itself. */
static const char *title_of(const struct lm_championship *c, const char *stage)
{
    for (size_t i = 0; stage != NULL && i < c->definition->stage_count; i++)
        if (strcmp(c->definition->stages[i].name, stage) == 0)
            return c->definition->stages[i].title;
    return stage;
}

const struct lm_message *lm_champ_say_record(const struct lm_championship *c,
                                             const struct record *record)
{
    const struct lm_message *done = lm_message_print(c->arena, "%s", say_event(record));
    const struct lm_json *node = lm_json_get(record->line.object, "round");
    const char *about = NULL;
    int64_t round = 0;
    const char *match = lm_json_string(lm_json_get(record->line.object, "match"));
    const char *stage = lm_json_string(lm_json_get(record->line.object, "stage"));
    const struct contest *contest = match == NULL ? NULL : lm_champ_contest(c, match);
    if (match != NULL)
        about = lm_event_meant(c, record->line.object);
    else if ((about = lm_json_string(lm_json_get(record->line.object, "player"))) == NULL)
        about = title_of(c, stage);
    if (about == NULL && contest != NULL)
        about = lm_champ_between(c, contest);
    if (about == NULL || done == NULL)
        return done;
    bool of_round = node != NULL && lm_json_integer(node, 1, 1000, &round);
    const struct lm_message *message =
        of_round
            ? lm_message_print(c->arena, "%s (%s, round %lld)", done->text, about, (long long)round)
            : lm_message_print(c->arena, "%s (%s)", done->text, about);
    return lm_message_within(message, done, c->arena);
}

/* Record the undo in the history of the record's subject. */
static void tell_about(struct lm_championship *c, const struct record *record, const char *what,
                       unsigned long long number)
{
    const struct lm_json *object = record->line.object;
    const char *match = lm_json_string(lm_json_get(object, "match"));
    const char *player = lm_json_string(lm_json_get(object, "player"));
    const struct contest *contest = match != NULL ? lm_champ_contest(c, match) : NULL;
    const struct lm_message *message = lm_champ_say_record(c, record);
    if (message == NULL) {
        c->out_of_memory = true;
        return;
    }
    uint32_t person = player != NULL ? lm_champ_person(c, player) : NOBODY;
    if (person == NOBODY && contest != NULL)
        person = contest->player[FIRST];
    struct lm_text line = lm_text_in(c->arena);
    lm_text_print(&line, "%llu", number); /* a name: without digit grouping */
    lm_champ_change(c, c->definition->articles[ART_DISPUTES], person, contest, "line %s, %s, %s",
                    lm_text_string(&line), message->text, what);
    lm_champ_change_says(c, what);
    lm_champ_change_within(c, message);
}

/* Record what the line of ${t}, which was taken, undid. */
static enum lm_status tell_undo(struct taking *t, uint64_t undoes, const uint64_t *falls,
                                size_t count)
{
    const struct record *record = lm_champ_record(t->c, undoes);
    if (record == NULL || undoes >= t->c->line) {
        lm_field_wrong(t->f, lm_event_place(t, "undoes"), "undoes",
                       "the number of an earlier entry", "there is nothing to undo");
        return LM_INVALID;
    }
    tell_about(t->c, record, LM_MESSAGE("is undone"), undoes);
    for (size_t i = 0; i < count; i++)
        if ((record = lm_champ_record(t->c, falls[i])) != NULL)
            tell_about(t->c, record, LM_MESSAGE("is undone with it"), falls[i]);
    return LM_OK;
}

/* ---- judging */

/* Can the line be undone at all? */
static enum lm_status check_target(struct taking *t, const char *key, uint64_t number)
{
    const struct record *record = lm_champ_record(t->c, number);
    if (record == NULL)
        return REFUSE(t, key, ART_DISPUTES, "the log shows the numbers",
                      number != 0 && number <= t->c->opening
                          ? "the entry that opens the championship can't be undone"
                          : "entry not found");
    if (record->dropped != 0)
        return REFUSE(t, key, ART_DISPUTES, "\"restore\" of that entry brings it back",
                      "entry %llu is undone: entry %llu undid it", (unsigned long long)number,
                      (unsigned long long)record->dropped);
    return LM_OK;
}

static void need_line(struct taking *t, const struct aftermath_line *line)
{
    struct lm_text token = lm_text_in(t->c->arena);
    unsigned long long number = line->number;
    const struct lm_message *message =
        lm_champ_say_record(t->c, lm_champ_record(t->c, line->number));
    if (message == NULL)
        return;
    lm_text_print(&token, "%s:%llu", line->why != NULL ? "falls" : "stands", number);
    if (line->why != NULL)
        lm_event_need(t, LM_LEVEL_CONFIRM, lm_text_string(&token), ART_DISPUTES,
                      "enter the parts that are still right again",
                      "entry %llu, %s, isn't possible then: %s", number, message->text,
                      line->why->text);
    else
        lm_event_need(t, LM_LEVEL_CONFIRM, lm_text_string(&token), ART_PUBLISHING,
                      "undo that round first, if possible",
                      "entry %llu, %s, was published with the results of that time, and stays",
                      number, message->text);
    lm_event_need_says(t, message);
    lm_event_need_says(t, line->why);
}

static void put_falls(const struct taking *t, const uint64_t *falls, size_t count)
{
    struct lm_json_writer *w = count > 0 ? lm_event_found(t, "falls") : NULL;
    if (w == NULL)
        return;
    lm_json_begin(w, "falls", '[');
    for (size_t i = 0; i < count; i++)
        lm_json_put_integer(w, NULL, (int64_t)falls[i]);
    lm_json_end(w, ']');
}

/* Replay the lines as if ${undo} came after them. */
static enum lm_status try_undo(struct taking *t, const struct record *undo,
                               struct aftermath *aftermath)
{
    struct lm_championship *c = t->c;
    size_t count = c->record_count;
    if (!lm_arena_grow(c->arena, &c->records, &c->record_capacity, count + 1, sizeof *c->records))
        return LM_LIMIT;
    c->records[c->record_count++] = *undo;
    lm_champ_settle(c);
    enum lm_status status = lm_champ_tell_again(c, count, aftermath, t->f->log);
    c->record_count = count;
    if (status != LM_OK)
        lm_champ_settle(c);
    return status;
}

static enum lm_status take_back(struct taking *t, const char *key, uint64_t number)
{
    struct lm_championship *c = t->c;
    int64_t time = c->time, entered = c->entered;
    uint64_t line = c->line;
    const char *by = c->by;
    enum lm_status status = check_target(t, key, number);
    if (status != LM_OK)
        return status;
    struct record undo = {.line = {.number = line, .undoes = number}};
    struct aftermath aftermath = {.undoes = number, .by = line};
    status = try_undo(t, &undo, &aftermath);
    if (status != LM_OK)
        return status;
    c->time = time, c->entered = entered, c->line = line, c->by = by;
    uint64_t *falls = lm_arena_alloc(c->arena, aftermath.count, sizeof *falls);
    size_t count = 0;
    if (falls == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < aftermath.count; i++) {
        need_line(t, &aftermath.lines[i]);
        if (aftermath.lines[i].why != NULL)
            falls[count++] = aftermath.lines[i].number;
    }
    put_falls(t, falls, count);
    t->undoes = number;
    return tell_undo(t, number, falls, count);
}

/* ---- the events */

static enum lm_status told(struct taking *t)
{
    return tell_undo(t, t->record->line.undoes, t->record->falls, t->record->fall_count);
}

enum lm_status lm_event_restore(struct taking *t)
{
    int64_t number = 0;
    if (t->record != NULL)
        return told(t);
    if (!lm_field_integer(t->f, t->event, "line", REQUIRED, 1, INT64_MAX / 2, &number))
        return LM_INVALID;
    return take_back(t, "line", (uint64_t)number);
}

/* Bring a player who withdrew or was disqualified back in, as if it had not happened. */
enum lm_status lm_event_return(struct taking *t)
{
    uint32_t person = NOBODY;
    if (t->record != NULL)
        return told(t);
    if (!lm_event_person(t, "player", &person))
        return LM_INVALID;
    const struct person *p = &t->c->people[person];
    if (p->out == GROUND_NONE)
        return REFUSE(t, "player", ART_DISPUTES, NULL, "%s is still in the championship", p->id);
    return take_back(t, "player", p->out_line);
}

/* Undo the last valid pairing. */
enum lm_status lm_event_unpublish(struct taking *t)
{
    if (t->record != NULL)
        return told(t);
    for (size_t i = t->c->record_count; i-- > 0;) {
        const struct record *record = &t->c->records[i];
        if (record->dropped == 0 && record->row->take == lm_event_pair)
            return take_back(t, "event", record->line.number);
    }
    return REFUSE(t, "event", ART_PUBLISHING, NULL, "nothing has been published");
}

/* ---- rounds published when they are due */

static bool is_on(const struct record *record)
{
    const char *message = lm_json_string(lm_json_get(record->line.object, "pairings"));
    return message != NULL && strcmp(message, "on") == 0;
}

bool lm_champ_is_automatic(const struct lm_championship *c)
{
    for (size_t i = c->record_count; i-- > 0;) {
        const struct record *record = &c->records[i];
        const struct record *undone =
            record->line.undoes != 0 ? lm_champ_record(c, record->line.undoes) : NULL;
        if (undone != NULL && undone->row->take == lm_event_pair)
            return false; /* its director has other plans */
        if (record->dropped == 0 && record->row->take == lm_event_automatic)
            return is_on(record);
    }
    return false;
}

enum lm_status lm_event_automatic(struct taking *t)
{
    static const char *const choices[] = {"off", "on", NULL};
    unsigned on = 0;
    if (!lm_field_choice(t->f, t->event, "pairings", REQUIRED, choices, &on))
        return LM_INVALID;
    lm_champ_change(t->c, t->c->definition->articles[ART_PUBLISHING], NOBODY, NULL,
                    on != 0 ? "rounds are published when they are due"
                            : "the director publishes the rounds");
    return LM_OK;
}
