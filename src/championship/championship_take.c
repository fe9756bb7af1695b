/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "championship/championship_events.h"
#include "limmat/date.h"

/*
 * Taking: a wish is judged and changes the state; then its line is written, with its outcomes.  If
 * anything goes wrong after that (a later wish of the batch, a missing acknowledgement), the
 * earlier lines are replayed to restore the state.
 */

/* A call of lm_championship_enter. */
struct session {
    struct lm_championship *c;
    struct lm_log *log;
    struct reasons reasons;
    struct lm_text lines, secrets;
    bool needs, conflict;
};

/* The members of every wish. */
struct wish {
    const struct lm_json *object;
    const struct event_row *row;
    int64_t at, happened; /* LM_NO_TIME: not given */
    const char *by, *request, *why;
    const char *const *acknowledged;
    size_t acknowledged_count;
    uint64_t was;
    bool was_said;
};

static const struct event_row *row_of(struct fields *f, const struct lm_json *event)
{
    const char *name = NULL;
    if (!lm_field_string(f, event, "event", REQUIRED, &name))
        return NULL;
    const struct event_row *row = lm_event_row(name);
    if (row == NULL)
        lm_field_wrong(f, lm_json_get(event, "event"), "event",
                       "see docs/championship-events.md for all of them", "unknown \"event\"");
    return row;
}

static bool read_was(struct fields *f, struct wish *wish)
{
    int64_t was = 0;
    wish->was_said = lm_json_get(wish->object, "was") != NULL;
    if (!lm_field_integer(f, wish->object, "was", OPTIONAL, 0, INT64_MAX / 2, &was))
        return false;
    wish->was = (uint64_t)was;
    return true;
}

static bool read_wish(struct fields *f, const struct lm_json *object, struct wish *wish)
{
    *wish = (struct wish){.object = object, .happened = LM_NO_TIME, .request = ""};
    if (object == NULL || object->type != LM_JSON_OBJECT) {
        lm_field_wrong(f, object, "event", "write an object, { … }", "an entry is an object");
        return false;
    }
    wish->row = row_of(f, object);
    return wish->row != NULL && lm_event_known(f, object, wish->row, EVENT_WISH) &&
           lm_field_instant(f, object, "at", REQUIRED, &wish->at) &&
           lm_field_instant(f, object, "happened", OPTIONAL, &wish->happened) &&
           lm_field_string(f, object, "by", REQUIRED, &wish->by) &&
           lm_field_string(f, object, "req", OPTIONAL, &wish->request) &&
           lm_field_string(f, object, "why", OPTIONAL, &wish->why) &&
           lm_field_strings(f, object, "acknowledged", OPTIONAL, &wish->acknowledged,
                            &wish->acknowledged_count) &&
           read_was(f, wish);
}

/* ---- judging */

/* Deadlines depend on the time of the event; only a director can enter a timely act that was not
 * recorded then. */
static enum lm_status check_times(struct taking *t, struct wish *wish)
{
    struct lm_championship *c = t->c;
    wish->at = lm_journal_stamp(c->journal, wish->at);
    if (wish->happened == LM_NO_TIME || wish->happened == wish->at) {
        wish->happened = wish->at;
        return LM_OK;
    }
    if (wish->happened > wish->at)
        return REFUSE(t, "happened", ART_DISPUTES, "enter it when it has happened",
                      "this time is in the future");
    if (!t->director)
        return REFUSE(t, "happened", ART_DISPUTES, "let a director enter it",
                      "only a director can record that something happened earlier");
    return LM_OK;
}

/* Return the last line about the subject of the wish. */
static uint64_t seen_of(const struct lm_championship *c, const struct lm_json *object)
{
    const char *match = lm_json_string(lm_json_get(object, "match"));
    const char *player = lm_json_string(lm_json_get(object, "player"));
    const struct contest *contest = match != NULL ? lm_champ_contest(c, match) : NULL;
    uint32_t person = player != NULL ? lm_champ_person(c, player) : NOBODY;
    if (match != NULL)
        return contest != NULL ? contest->touched : 0;
    if (player != NULL)
        return person != NOBODY ? c->people[person].touched : 0;
    return lm_journal_number(c->journal);
}

static bool is_acknowledged(const struct wish *wish, const char *token)
{
    for (size_t i = 0; i < wish->acknowledged_count; i++)
        if (strcmp(wish->acknowledged[i], token) == 0)
            return true;
    return false;
}

/* ---- the line */

const char *lm_event_inside(struct lm_text *text)
{
    if (text->failed || text->length < 2)
        return "";
    text->bytes[text->length - 1] = '\0';
    return text->bytes + 1;
}

static bool is_member(const struct event_row *row, const char *key)
{
    for (size_t i = 0; row->members[i] != NULL; i++)
        if (strcmp(row->members[i], key) == 0)
            return row->hidden == NULL || strcmp(row->hidden, key) != 0;
    return false;
}

bool lm_event_is_id(const char *name)
{
    size_t length = strlen(name);
    return length > 0 && length <= 64 &&
           strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:@+") ==
               length;
}

static void put_members(const struct wish *wish, struct lm_json_writer *w)
{
    for (const struct lm_json *node = wish->object->first; node != NULL; node = node->next)
        if (is_member(wish->row, node->key))
            lm_json_put_node(w, node->key, node);
    if (!lm_event_is_id(wish->by))
        lm_json_put_string(w, "who", wish->by);
}

static void put_secrets(const struct wish *wish, struct lm_json_writer *w)
{
    const struct lm_json *hidden =
        wish->row->hidden != NULL ? lm_json_get(wish->object, wish->row->hidden) : NULL;
    if (wish->why != NULL)
        lm_json_put_string(w, "why", wish->why);
    if (hidden != NULL)
        lm_json_put_node(w, hidden->key, hidden);
}

/* Return the private part of the line, in the form of its file. */
static const char *own_secret(const struct session *s, size_t before)
{
    size_t length = s->secrets.length - before;
    return length < 2
               ? NULL
               : lm_arena_copy(s->c->arena, lm_text_string(&s->secrets) + before, length - 1);
}

static enum lm_status write_line(struct session *s, const struct wish *wish, struct taking *t,
                                 struct lm_text *found)
{
    struct lm_championship *c = s->c;
    struct lm_text fields = lm_text_in(c->arena), hidden = lm_text_in(c->arena);
    struct lm_text was = lm_text_in(c->arena);
    struct lm_json_writer w = lm_json_writer_to(&fields, true);
    struct lm_json_writer h = lm_json_writer_to(&hidden, true);
    struct lm_line line;
    size_t before = s->secrets.length;
    const char *person = lm_json_string(lm_json_get(wish->object, "player"));
    if (person == NULL)
        person = wish->by;
    lm_json_begin(&w, NULL, '{');
    put_members(wish, &w);
    const char *members = lm_event_inside(found);
    lm_json_end(&w, '}');
    lm_json_begin(&h, NULL, '{');
    put_secrets(wish, &h);
    lm_json_end(&h, '}');
    struct lm_text all = lm_text_in(c->arena);
    const char *message = lm_event_inside(&fields);
    lm_text_print(&all, "%s%s%s", message, message[0] != '\0' && members[0] != '\0' ? "," : "",
                  members);
    lm_text_print(&was, "%llu", (unsigned long long)wish->was);
    if (fields.failed || hidden.failed || found->failed || all.failed || was.failed)
        return LM_LIMIT;
    struct lm_entry entry = {.at = wish->at,
                             .happened = wish->happened,
                             .event = wish->row->name,
                             .by = lm_event_is_id(wish->by) ? wish->by : "somebody",
                             .request = wish->request,
                             .acknowledged = wish->acknowledged,
                             .acknowledged_count = wish->acknowledged_count,
                             .undoes = t->undoes,
                             .was = wish->was_said ? lm_text_string(&was) : NULL,
                             .fields = lm_text_string(&all),
                             .secrets = lm_event_inside(&hidden),
                             .person = lm_event_is_id(person) ? person : ""};
    enum lm_status status =
        lm_journal_write(c->journal, &entry, s->log, &s->lines, &s->secrets, &line);
    if (status == LM_OK)
        status = lm_champ_add_record(c, &line, false, s->log);
    if (status == LM_OK)
        c->records[c->record_count - 1].secret = own_secret(s, before);
    return status;
}

/* ---- taking */

/* Change the state, as if nothing needed an acknowledgement. */
static enum lm_status judge(struct taking *t, struct wish *wish, bool *conflict)
{
    struct lm_championship *c = t->c;
    int64_t before = c->time;
    if (!lm_event_may_enter(t, wish->row))
        return LM_INVALID;
    enum lm_status status = check_times(t, wish);
    if (status != LM_OK)
        return status;
    *conflict = wish->was_said && wish->was != seen_of(c, wish->object);
    c->time = wish->happened;
    c->entered = wish->at;
    c->by = wish->by;
    c->line = lm_journal_number(c->journal) + 1;
    status = wish->row->take(t);
    if (status == LM_OK && c->out_of_memory)
        status = LM_LIMIT;
    c->time = status == LM_OK ? wish->at : before;
    c->events += status == LM_OK;
    return status;
}

static enum lm_status enter_one(struct session *s, const struct lm_json *object, size_t index)
{
    struct lm_championship *c = s->c;
    struct fields f = {.arena = c->arena, .log = s->log};
    struct lm_text found = lm_text_in(c->arena);
    struct lm_json_writer w = lm_json_writer_to(&found, true);
    struct taking t = {.c = c, .f = &f, .event = object, .found = &w, .reasons = &s->reasons};
    struct wish wish;
    bool conflict = false;
    if (!read_wish(&f, object, &wish))
        return LM_INVALID;
    size_t first = s->reasons.count;
    s->reasons.wish = index;
    t.name = wish.by;
    lm_json_begin(&w, NULL, '{');
    enum lm_status status = judge(&t, &wish, &conflict);
    lm_json_end(&w, '}');
    if (status == LM_OK)
        status = write_line(s, &wish, &t, &found);
    if (status == LM_OK && t.undoes != 0)
        lm_champ_settle(c);
    for (size_t i = first; i < s->reasons.count; i++)
        s->needs |= s->reasons.all[i].level > LM_LEVEL_INFORM &&
                    !is_acknowledged(&wish, s->reasons.all[i].token);
    s->conflict |= conflict;
    return status;
}

/* Restore the state after the first ${count} records, with the journal at ${mark}. */
static enum lm_status go_back(struct lm_championship *c, size_t count,
                              const struct lm_journal_mark *mark, struct lm_log *log)
{
    lm_journal_reset(c->journal, mark);
    c->record_count = count;
    lm_champ_settle(c);
    return lm_champ_tell_again(c, count, NULL, log);
}

static enum lm_desk_level highest(const struct reasons *reasons)
{
    enum lm_desk_level level = LM_LEVEL_NONE;
    for (size_t i = 0; i < reasons->count; i++)
        if (reasons->all[i].level > level)
            level = reasons->all[i].level;
    return level;
}

enum lm_status lm_championship_enter(struct lm_championship *c, const struct lm_json *const *wishes,
                                     size_t count, struct lm_log *log, struct lm_desk_taken *out)
{
    struct session s = {.c = c, .log = log};
    struct lm_journal_mark mark = lm_journal_mark(c->journal);
    size_t before = c->record_count, events = c->events;
    struct lm_desk_taken taken = {.lines = "", .secrets = ""};
    const char *request = count > 0 ? lm_json_string(lm_json_get(wishes[0], "req")) : NULL;
    enum lm_status status = LM_OK;
    s.lines = lm_text_in(c->arena);
    s.secrets = lm_text_in(c->arena);
    if (request != NULL)
        taken.first = taken.last = lm_journal_find_request(c->journal, request);
    if (taken.first != 0) {
        taken.answer = LM_ACT_REPEATED;
        *out = taken;
        return LM_OK;
    }
    for (size_t i = 0; i < count && status == LM_OK && !s.conflict; i++)
        status = enter_one(&s, wishes[i], i);
    taken.answer = s.conflict ? LM_ACT_CONFLICT : s.needs ? LM_ACT_NEEDS : LM_ACT_TAKEN;
    taken.reasons = s.reasons.all;
    taken.reason_count = s.reasons.count;
    taken.level = highest(&s.reasons);
    if (status == LM_OK && (s.lines.failed || s.secrets.failed))
        status = LM_LIMIT;
    if ((status != LM_OK || taken.answer != LM_ACT_TAKEN) &&
        (c->record_count > before || c->events > events || c->out_of_memory)) {
        enum lm_status back = go_back(c, before, &mark, log);
        if (back != LM_OK)
            return back;
    }
    if (status != LM_OK)
        return status;
    if (taken.answer == LM_ACT_TAKEN) {
        taken.first = mark.number + 1;
        taken.last = lm_journal_number(c->journal);
        taken.lines = lm_text_string(&s.lines);
        taken.line_length = s.lines.length;
        taken.secrets = lm_text_string(&s.secrets);
        taken.secret_length = s.secrets.length;
    }
    *out = taken;
    return LM_OK;
}

enum lm_status lm_championship_take_back(struct lm_championship *c, uint64_t number)
{
    struct lm_log log = {.arena = c->arena};
    if (number < c->opening || number - c->opening >= c->record_count)
        return LM_OK;
    size_t count = (size_t)(number - c->opening);
    bool first = count == 0 || c->records[count - 1].old;
    struct lm_journal_mark mark = first ? c->begun : c->records[count - 1].after;
    return go_back(c, count, &mark, &log);
}

enum lm_status lm_championship_take(struct lm_championship *c, const struct lm_json *event,
                                    struct lm_log *log)
{
    struct fields f = {.arena = c->arena, .log = log};
    struct lm_desk_taken taken;
    int64_t at = 0;
    const struct lm_json *when = lm_json_get(event, "at");
    if (lm_json_string(when) != NULL && lm_parse_instant(when->text, when->length, &at) &&
        at < c->time) {
        lm_field_wrong(&f, when, "at",
                       "enter it with the current time, and give its own time in \"happened\"",
                       "it is earlier than the entry before");
        return LM_INVALID;
    }
    enum lm_status status = lm_championship_enter(c, &event, 1, log, &taken);
    if (status != LM_OK || taken.answer == LM_ACT_TAKEN || taken.answer == LM_ACT_REPEATED)
        return status;
    const struct lm_message *message =
        taken.reason_count > 0
            ? taken.reasons[0].message
            : lm_message_print(c->arena, "this has changed since you last saw it");
    lm_field_wrong_as(&f, event, "acknowledged", "confirm it", message);
    return LM_INVALID;
}

/* ---- a championship */

enum lm_status lm_championship_new(const struct lm_definition *definition, struct lm_arena *arena,
                                   struct lm_championship **out)
{
    struct lm_championship *c = lm_arena_alloc(arena, 1, sizeof *c);
    if (c == NULL)
        return LM_LIMIT;
    enum lm_status status = lm_champ_blank(definition, arena, c);
    if (status == LM_OK)
        status = lm_journal_new(arena, NULL, &c->journal);
    if (status != LM_OK)
        return status;
    c->begun = lm_journal_mark(c->journal);
    *out = c;
    return LM_OK;
}

uint64_t lm_championship_number(const struct lm_championship *c)
{
    return lm_journal_number(c->journal);
}

const char *lm_championship_head(const struct lm_championship *c)
{
    return lm_journal_head(c->journal);
}
