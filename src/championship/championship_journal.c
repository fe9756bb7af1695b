/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "championship/championship_events.h"
#include "championship/definition_read.h"

/* A journal: the first line opens it and holds the definition, the others are events. */

enum lm_status lm_championship_begin(const struct lm_definition *definition, const char *by,
                                     int64_t at, const struct lm_journal_hooks *hooks,
                                     struct lm_arena *arena, struct lm_log *log,
                                     struct lm_text *line, struct lm_championship **out)
{
    struct lm_text fields = lm_text_in(arena);
    struct lm_json_writer w = lm_json_writer_to(&fields, true);
    struct lm_championship *c = NULL;
    struct lm_line read;
    enum lm_status status = lm_championship_new(definition, arena, &c);
    if (status == LM_OK)
        status = lm_journal_new(arena, hooks, &c->journal);
    if (status != LM_OK)
        return status;
    lm_json_begin(&w, NULL, '{');
    lm_json_put_node(&w, "definition", definition->json);
    lm_json_end(&w, '}');
    if (fields.failed)
        return LM_LIMIT;
    const struct lm_entry entry = {.at = at,
                                   .happened = at,
                                   .event = "championship",
                                   .by = by,
                                   .request = "",
                                   .fields = lm_event_inside(&fields)};
    struct lm_text secret = lm_text_in(arena);
    status = lm_journal_write(c->journal, &entry, log, line, &secret, &read);
    if (status != LM_OK)
        return status;
    c->begun = lm_journal_mark(c->journal);
    c->opening = 1;
    c->opened = c->time = at;
    *out = c;
    return LM_OK;
}

static enum lm_status opened(const struct lm_json *line, const char *version,
                             struct lm_arena *arena, struct lm_log *log,
                             struct lm_championship **out)
{
    struct fields f = {.arena = arena, .log = log};
    int64_t number = 0;
    struct lm_definition *definition = NULL;
    struct lm_json *node = line->type == LM_JSON_OBJECT ? line->first : NULL;
    while (node != NULL && strcmp(node->key, "definition") != 0)
        node = node->next;
    if (!lm_field_integer(&f, line, version, REQUIRED, 1, 1, &number))
        return LM_INVALID;
    if (node == NULL) {
        lm_field_wrong(&f, line, "definition", "make a journal with \"new\"",
                       "the first line of a journal holds its definition");
        return LM_INVALID;
    }
    enum lm_status status = lm_definition_from(node, NULL, 0, false, arena, log, &definition);
    if (status == LM_OK)
        status = lm_championship_new(definition, arena, out);
    if (status == LM_OK && lm_json_get(line, "at") != NULL &&
        !lm_field_instant(&f, line, "at", REQUIRED, &(*out)->time))
        status = LM_INVALID;
    if (status == LM_OK) {
        (*out)->opening = 1;
        (*out)->opened = (*out)->time;
    }
    return status;
}

/* A journal that is being read. */
struct reading {
    const struct lm_championship_files *files;
    struct lm_arena *arena;
    struct lm_log *log;
    struct lm_journal *journal;
    struct lm_championship *c; /* NULL: the first line was not read yet */
    bool judged;
    bool revised; /* an undo was read: all lines are replayed at the end */
};

/* Replay the record that was read last. */
static enum lm_status tell_last(struct reading *r)
{
    struct lm_championship *c = r->c;
    const struct record *record = &c->records[c->record_count - 1];
    enum lm_status status = LM_OK;
    r->revised |= record->line.undoes != 0;
    if (r->revised && !r->judged)
        return LM_OK;
    if (record->line.undoes != 0) {
        lm_champ_settle(c);
        status = lm_champ_tell_again(c, c->record_count - 1, NULL, r->log);
    }
    c->replaying = !r->judged;
    return status == LM_OK ? lm_champ_tell(c, c->record_count - 1, r->log) : status;
}

/* ---- lines without numbers */

static enum lm_status too_early(struct reading *r, const struct lm_json *line)
{
    struct fields f = {.arena = r->arena, .log = r->log};
    lm_field_wrong(&f, lm_json_get(line, "at"), "at", "restore the journal",
                   "it is earlier than the entry before");
    return LM_INVALID;
}

static enum lm_status read_old_event(struct reading *r, const struct lm_json *object,
                                     unsigned place)
{
    struct fields f = {.arena = r->arena, .log = r->log};
    struct lm_line line = {
        .place = place, .number = place, .object = object, .request = "", .kept = ""};
    if (object->type != LM_JSON_OBJECT) {
        lm_field_wrong(&f, object, "event", "write an object, { … }", "an entry is an object");
        return LM_INVALID;
    }
    if (!lm_field_string(&f, object, "event", REQUIRED, &line.event) ||
        !lm_field_instant(&f, object, "at", REQUIRED, &line.at) ||
        !lm_field_string(&f, object, "by", REQUIRED, &line.by))
        return LM_INVALID;
    if (line.at < r->c->time)
        return too_early(r, object);
    line.happened = line.at;
    enum lm_status status = lm_champ_add_record(r->c, &line, true, r->log);
    return status == LM_OK ? tell_last(r) : status;
}

/* Read ${length} bytes of whole lines, the first of which opens the journal. */
static enum lm_status read_old(struct reading *r, const char *bytes, size_t length)
{
    unsigned place = 0;
    for (size_t at = 0; at < length; at++) {
        const char *end = memchr(bytes + at, '\n', length - at);
        struct lm_json *node = NULL;
        size_t size = (size_t)(end - (bytes + at));
        enum lm_status status =
            lm_json_parse_at(bytes + at, size, ++place, r->arena, r->log, &node);
        if (status == LM_OK && place == 1)
            status = opened(node, "journal", r->arena, r->log, &r->c);
        else if (status == LM_OK)
            status = read_old_event(r, node, place);
        if (status != LM_OK)
            return status;
        at += size;
    }
    if (place == 0)
        return LM_OK;
    r->c->journal = r->journal;
    return lm_journal_adopt(r->journal, bytes, length, place, r->c->time);
}

/* ---- lines of the present form */

static enum lm_status read_line(void *context, const struct lm_line *line, struct lm_log *log)
{
    struct reading *r = context;
    if (r->c == NULL) {
        const struct lm_json *object = NULL; /* the definition stays */
        enum lm_status status = lm_line_object(line, r->arena, &object);
        if (status == LM_OK)
            status = opened(object, "v", r->arena, log, &r->c);
        if (status == LM_OK) {
            r->c->journal = r->journal;
            r->c->begun = lm_journal_mark(r->journal);
        }
        return status;
    }
    enum lm_status status = lm_champ_add_record(r->c, line, false, log);
    return status == LM_OK ? tell_last(r) : status;
}

static enum lm_status half_line(const char *bytes, size_t length, struct lm_log *log)
{
    unsigned line = 1;
    for (size_t i = 0; i < length; i++)
        line += bytes[i] == '\n';
    return lm_log_add(log, LM_ERROR, (struct lm_place){.line = line},
                      "`limmat championship repair JOURNAL` removes what is left of it",
                      "the last line is a half line: it was never taken");
}

static enum lm_status read_all(struct reading *r)
{
    const char *bytes = r->files->journal;
    size_t length = lm_journal_whole(bytes, r->files->length);
    uint64_t lines = 0;
    size_t old = lm_journal_old_part(bytes, length, &lines);
    enum lm_status status = lm_journal_new(r->arena, r->files->hooks, &r->journal);
    if (status == LM_OK && r->files->secrets != NULL)
        status =
            lm_journal_add_private(r->journal, r->files->secrets, r->files->secrets_length, r->log);
    if (status == LM_OK)
        status = read_old(r, bytes, old);
    if (status == LM_OK && r->c != NULL)
        r->c->begun = lm_journal_mark(r->journal);
    if (status == LM_OK)
        status = lm_journal_read(r->journal, bytes + old, length - old, read_line, r, r->log);
    if (status == LM_OK && r->revised && !r->judged) {
        lm_champ_settle(r->c);
        status = lm_champ_tell_again(r->c, r->c->record_count, NULL, r->log);
    }
    if (status == LM_OK && length < r->files->length)
        status = half_line(bytes, length, r->log);
    return status;
}

enum lm_status lm_championship_read(const struct lm_championship_files *files, bool judged,
                                    struct lm_arena *arena, struct lm_log *log,
                                    struct lm_championship **out)
{
    struct reading r = {.files = files, .arena = arena, .log = log, .judged = judged};
    enum lm_status status = read_all(&r);
    if (status != LM_OK)
        return status;
    if (r.c == NULL)
        return lm_log_add(log, LM_ERROR, (struct lm_place){0}, "make one with \"new\"",
                          "the journal is empty");
    r.c->replaying = false;
    *out = r.c;
    return LM_OK;
}

enum lm_status lm_championship_replay(const char *journal, size_t length, struct lm_arena *arena,
                                      struct lm_log *log, struct lm_championship **out)
{
    const struct lm_championship_files files = {.journal = journal, .length = length};
    return lm_championship_read(&files, false, arena, log, out);
}

enum lm_status lm_championship_verify(const char *journal, size_t length, struct lm_arena *arena,
                                      struct lm_log *log, struct lm_championship **out)
{
    const struct lm_championship_files files = {.journal = journal, .length = length};
    return lm_championship_read(&files, true, arena, log, out);
}

enum lm_status lm_championship_propose(struct lm_championship *c, int64_t now, struct lm_log *log,
                                       struct lm_text *out)
{
    struct fields f = {.arena = c->arena, .log = log};
    struct proposal p;
    (void)now;
    enum lm_status status = lm_champ_propose(c, &f, NULL, &p);
    if (status != LM_OK)
        return status;
    if (p.by_director && !lm_champ_suggest(c, &p))
        return LM_LIMIT;
    struct lm_json_writer w = lm_json_writer_to(out, true);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "event", "pair");
    lm_json_put_string(&w, "stage", c->definition->stages[p.stage].name);
    lm_json_put_integer(&w, "round", p.round + 1);
    lm_json_begin(&w, "pairs", '[');
    for (uint32_t i = 0; i < p.count; i++) {
        lm_json_begin(&w, NULL, '[');
        for (uint32_t j = 0; j < 2 && p.pairs[i].player[j] != NOBODY; j++)
            lm_json_put_string(&w, NULL, lm_champ_name(c, p.pairs[i].player[j]));
        lm_json_end(&w, ']');
    }
    lm_json_end(&w, ']');
    lm_json_end(&w, '}');
    return lm_text_status(out);
}
