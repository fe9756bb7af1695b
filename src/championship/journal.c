/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "championship/definition_read.h"
#include "championship/state.h"
#include "limmat/date.h"

/* A journal is JSON lines: the first opens it and holds the definition, the others are events. */

static void write_json(struct lm_text *out, const struct lm_json *node)
{
    static const char *const words[] = {
        [LM_JSON_NULL] = "null", [LM_JSON_FALSE] = "false", [LM_JSON_TRUE] = "true"};
    bool object = node->type == LM_JSON_OBJECT;
    if (node->type <= LM_JSON_TRUE) {
        lm_text_add(out, words[node->type]);
    } else if (node->type == LM_JSON_NUMBER) {
        lm_text_add(out, node->text);
    } else if (node->type == LM_JSON_STRING) {
        lm_json_add_string(out, node->text);
    } else {
        lm_text_add_char(out, object ? '{' : '[');
        for (const struct lm_json *child = node->first; child != NULL; child = child->next) {
            if (object) {
                lm_json_add_string(out, child->key);
                lm_text_add_char(out, ':');
            }
            write_json(out, child);
            if (child->next != NULL)
                lm_text_add_char(out, ',');
        }
        lm_text_add_char(out, object ? '}' : ']');
    }
}

void lm_journal_open(const struct lm_definition *definition, const char *by, int64_t at,
                     struct lm_text *out)
{
    lm_text_add(out, "{\"journal\":1,\"at\":\"");
    lm_text_add_instant(out, at);
    lm_text_add(out, "\",\"by\":");
    lm_json_add_string(out, by);
    lm_text_add(out, ",\"definition\":");
    write_json(out, definition->json);
    lm_text_add(out, "}\n");
}

static enum lm_status open_journal(struct lm_json *line, struct lm_arena *arena, struct lm_log *log,
                                   struct lm_championship **out)
{
    struct fields f = {.arena = arena, .log = log};
    int64_t version = 0;
    struct lm_definition *definition = NULL;
    struct lm_json *node = line->type == LM_JSON_OBJECT ? line->first : NULL;
    while (node != NULL && strcmp(node->key, "definition") != 0)
        node = node->next;
    if (!lm_field_integer(&f, line, "journal", REQUIRED, 1, 1, &version))
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
    return status;
}

static void move_to_line(struct lm_json *node, unsigned line)
{
    for (; node != NULL; node = node->next) {
        node->line += line;
        move_to_line(node->first, line);
    }
}

/* Parse one line; places are given in the whole file. */
static enum lm_status parse_line(const char *bytes, size_t length, unsigned line,
                                 struct lm_arena *arena, struct lm_log *log, struct lm_json **out)
{
    size_t before = log != NULL ? log->count : 0;
    enum lm_status status = lm_json_parse(bytes, length, arena, log, out);
    for (size_t i = before; log != NULL && i < log->count; i++)
        log->all[i].line += line;
    if (status == LM_OK)
        move_to_line(*out, line);
    return status;
}

/* Replay; ${judged}: ask of what was published, too, whether the rules would make it today. */
static enum lm_status replay(const char *journal, size_t length, bool judged,
                             struct lm_arena *arena, struct lm_log *log,
                             struct lm_championship **out)
{
    struct lm_championship *c = NULL;
    unsigned line = 0;
    for (size_t at = 0; at < length; line++) {
        const char *end = memchr(journal + at, '\n', length - at);
        if (end == NULL) {
            return lm_log_add(log, LM_ERROR, (struct lm_place){.line = line + 1},
                              "`limmat championship repair JOURNAL` removes what is left of it",
                              "the last line is a half line: it was never taken");
        }
        struct lm_json *node = NULL;
        enum lm_status status =
            parse_line(journal + at, (size_t)(end - (journal + at)), line, arena, log, &node);
        if (status == LM_OK && c != NULL)
            status = lm_championship_take(c, node, log);
        else if (status == LM_OK)
            status = open_journal(node, arena, log, &c);
        if (status != LM_OK)
            return status;
        c->replaying = !judged;
        at = (size_t)(end - journal) + 1;
    }
    if (c == NULL)
        return lm_log_add(log, LM_ERROR, (struct lm_place){0}, "make one with \"new\"",
                          "the journal is empty");
    c->replaying = false;
    *out = c;
    return LM_OK;
}

enum lm_status lm_championship_replay(const char *journal, size_t length, struct lm_arena *arena,
                                      struct lm_log *log, struct lm_championship **out)
{
    return replay(journal, length, false, arena, log, out);
}

enum lm_status lm_championship_verify(const char *journal, size_t length, struct lm_arena *arena,
                                      struct lm_log *log, struct lm_championship **out)
{
    return replay(journal, length, true, arena, log, out);
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
