/* SPDX-License-Identifier: Apache-2.0 */
#include "server/letters.h"

#include <stdlib.h>
#include <string.h>

#include "base/texts.h"
#include "server/pages.h"

enum { EACH_HOUR = 20, MOST = 500 };

static const char *const kinds[] = {[LETTER_MESSAGE] = "said",
                                    [LETTER_QUESTION] = "question",
                                    [LETTER_ACCUSATION] = "accusation",
                                    [LETTER_ANSWER] = "answer"};

const char *letters_thread(struct visit *v, const char *match)
{
    return visit_print(v, "c/%s thread %s", v->championship->slug, match);
}

const char *letters_box(struct visit *v)
{
    return visit_print(v, "c/%s letters", v->championship->slug);
}

static const char *key_of(struct visit *v, const char *scope, uint64_t number)
{
    return visit_print(v, "%s %06llu", scope, (unsigned long long)number);
}

/* --- stored form */

static const char *written(struct visit *v, const struct letter *letter)
{
    struct lm_text text = lm_text_in(v->arena);
    struct lm_json_writer w = lm_json_writer_to(&text, true);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "kind", kinds[letter->kind]);
    lm_json_put_string(&w, "by", letter->by);
    lm_json_put_integer(&w, "at", letter->at);
    lm_json_put_string(&w, "whom", letter->whom);
    lm_json_put_string(&w, "match", letter->match);
    if (letter->origin > 0)
        lm_json_put_integer(&w, "origin", (int64_t)letter->origin);
    lm_json_put_string(&w, "text", letter->removed ? "" : letter->text);
    lm_json_put_boolean(&w, "removed", letter->removed);
    lm_json_put_boolean(&w, "closed", letter->closed);
    if (letter->former)
        lm_json_put_boolean(&w, "former", true);
    lm_json_end(&w, '}');
    return text.failed ? NULL : lm_text_string(&text);
}

static bool is_true(const struct lm_json *node, const char *key)
{
    const struct lm_json *member = lm_json_get(node, key);
    return member != NULL && member->type == LM_JSON_TRUE;
}

static enum lm_status read_letter(struct visit *v, const char *text, size_t length,
                                  struct letter *out)
{
    struct lm_json *node;
    int64_t number = 0, origin = 0;
    enum lm_status status = lm_json_parse(text, length, v->arena, &v->log, &node);
    if (status != LM_OK)
        return status;
    *out = (struct letter){.by = lm_json_text(node, "by"),
                           .whom = lm_json_text(node, "whom"),
                           .match = lm_json_text(node, "match"),
                           .text = lm_json_text(node, "text"),
                           .removed = is_true(node, "removed"),
                           .closed = is_true(node, "closed"),
                           .former = is_true(node, "former")};
    (void)lm_json_integer(lm_json_get(node, "number"), 1, INT32_MAX, &number);
    (void)lm_json_integer(lm_json_get(node, "at"), 0, INT64_MAX, &out->at);
    (void)lm_json_integer(lm_json_get(node, "origin"), 1, INT32_MAX, &origin);
    out->number = (uint64_t)number;
    out->origin = (uint64_t)origin;
    for (unsigned kind = 0; kind < LETTER_KINDS; kind++)
        if (strcmp(lm_json_text(node, "kind"), kinds[kind]) == 0)
            out->kind = (enum letter_kind)kind;
    return LM_OK;
}

enum lm_status letters_list(struct visit *v, const char *scope, struct letter **out, size_t *count)
{
    struct store_record *records;
    size_t found = 0;
    enum lm_status status = store_list(v->server->store, STORE_SETTING, scope, v->now, v->arena,
                                       &records, &found, &v->log);
    *count = 0;
    *out = status == LM_OK ? lm_arena_alloc(v->arena, found, sizeof **out) : NULL;
    if (*out == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    for (size_t i = 0; status == LM_OK && i < found; i++) {
        struct letter *letter = &(*out)[(*count)++];
        status = read_letter(v, records[i].value, strlen(records[i].value), letter);
        letter->number = strtoull(strrchr(records[i].key, ' ') + 1, NULL, 10);
    }
    return status;
}

enum lm_status letters_put(struct visit *v, const char *scope, const struct letter *letter)
{
    const struct store_record record = {key_of(v, scope, letter->number), scope, written(v, letter),
                                        0};
    return record.value == NULL ? LM_LIMIT
                                : store_put(v->server->store, STORE_SETTING, &record, &v->log);
}

/* Limit the messages of an hour, from one person and in all. */
static enum lm_status check_limits(struct visit *v, const struct letter *letter,
                                   const struct letter *all, size_t count)
{
    size_t recent = 0;
    for (size_t i = 0; i < count; i++)
        recent += strcmp(all[i].by, letter->by) == 0 && letter->at - all[i].at < 3600;
    if (recent >= EACH_HOUR)
        return visit_refuse(v, 429, "You wrote %d messages in the last hour. Write again later",
                            (int)EACH_HOUR);
    if (count >= MOST)
        return visit_refuse(v, 422, "There are %d messages already. Remove some first", (int)MOST);
    return LM_OK;
}

/* Store ${letter} under the first free number from its own on: another server has perhaps taken
 * that one. */
static enum lm_status put_free(struct visit *v, const char *scope, struct letter *letter)
{
    enum lm_status status = LM_OK;
    for (bool taken = false; status == LM_OK && !taken; letter->number++) {
        struct store_record there;
        const struct store_record record = {key_of(v, scope, letter->number), scope,
                                            written(v, letter), 0};
        status = record.value == NULL ? LM_LIMIT
                                      : store_put_first(v->server->store, STORE_SETTING, &record,
                                                        v->arena, &there, &v->log);
        taken = status == LM_OK && strcmp(there.value, record.value) == 0;
    }
    return status;
}

enum lm_status letters_add(struct visit *v, const char *scope, const struct letter *letter)
{
    struct letter *all, own = *letter;
    size_t count;
    bool empty = strspn(letter->text, " \t\r\n") == strlen(letter->text);
    if (empty)
        return visit_refuse(v, 422, "Write a message first");
    own.at = championships_now(v);
    enum lm_status status = letters_list(v, scope, &all, &count);
    if (status == LM_OK && !visit_may(v, RIGHT_DIRECT))
        status = check_limits(v, &own, all, count);
    own.number = count == 0 ? 1 : all[count - 1].number + 1;
    if (status == LM_OK)
        status = put_free(v, scope, &own);
    if (status == LM_OK)
        http_tell(v->server->http, visit_print(v, "c/%s", v->championship->slug), "0");
    return status;
}

/* Did ${player} write ${letter}, or get it as an answer? */
static bool is_of(const struct letter *letter, const char *player)
{
    return strcmp(letter->by, player) == 0 ||
           (letter->kind == LETTER_ANSWER && strcmp(letter->whom, player) == 0);
}

enum lm_status letters_leave(struct visit *v, const char *player)
{
    struct letter *all;
    size_t count;
    enum lm_status status = letters_list(v, letters_box(v), &all, &count);
    for (size_t i = 0; status == LM_OK && i < count; i++) {
        if (all[i].former || !is_of(&all[i], player))
            continue;
        all[i].former = true;
        status = letters_put(v, letters_box(v), &all[i]);
    }
    return status;
}

/* --- copies from another machine */

static enum lm_status write_scope(struct visit *v, const char *scope, struct lm_text *out)
{
    struct letter *all;
    size_t count;
    enum lm_status status = letters_list(v, scope, &all, &count);
    for (size_t i = 0; status == LM_OK && i < count; i++) {
        const char *value = written(v, &all[i]);
        if (value == NULL)
            return LM_LIMIT;
        lm_text_print(out, "{\"n\":0,\"number\":%llu,%s\n", (unsigned long long)all[i].number,
                      value + 1);
    }
    return status;
}

enum lm_status letters_write(struct visit *v, struct lm_text *out)
{
    const struct lm_championship *c = v->championship->c;
    enum lm_status status = write_scope(v, letters_box(v), out);
    for (size_t i = 0; status == LM_OK && i < c->contest_count; i++)
        status = write_scope(v, letters_thread(v, c->contests[i].id), out);
    return status == LM_OK ? lm_text_status(out) : status;
}

static uint64_t origin_of(const struct letter *letter)
{
    return letter->origin > 0 ? letter->origin : letter->number;
}

/* Are they the same letter? Two of one number and time by one person, written at two machines,
 * differ in their text. */
static bool is_same(const struct letter *a, const struct letter *b)
{
    return origin_of(a) == origin_of(b) && a->at == b->at && strcmp(a->by, b->by) == 0 &&
           strcmp(a->whom, b->whom) == 0 &&
           (a->removed || b->removed || strcmp(a->text, b->text) == 0);
}

static enum lm_status take_letter(struct visit *v, struct letter *letter)
{
    struct letter *all;
    size_t count, i = 0;
    const char *scope =
        letter->kind == LETTER_MESSAGE ? letters_thread(v, letter->match) : letters_box(v);
    enum lm_status status = letters_list(v, scope, &all, &count);
    if (status != LM_OK)
        return status;
    while (i < count && !is_same(&all[i], letter))
        i++;
    if (i == count) {
        letter->origin = origin_of(letter);
        if (count > 0 && letter->number <= all[count - 1].number)
            letter->number = all[count - 1].number + 1;
        letter->origin = letter->origin == letter->number ? 0 : letter->origin;
        return put_free(v, scope, letter);
    }
    all[i].removed |= letter->removed;
    all[i].closed |= letter->closed;
    all[i].former |= letter->former;
    return letters_put(v, scope, &all[i]);
}

enum lm_status letters_take(struct visit *v, const struct lines *lines)
{
    enum lm_status status = LM_OK;
    if (lines->letter_length == 0)
        return LM_OK;
    for (const char *at = lines->letters, *end = at + lines->letter_length;
         status == LM_OK && at < end;) {
        struct letter letter;
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop == NULL ? end : stop) - at);
        status = read_letter(v, at, length, &letter);
        if (status == LM_OK && letter.number > 0 &&
            lm_utf8_length(letter.text, strlen(letter.text)) <= LETTER_MOST)
            status = take_letter(v, &letter);
        at += length + 1;
    }
    return status;
}

bool letters_may_read(const struct viewer *who, const struct letter *letter)
{
    bool accused =
        letter->kind == LETTER_ACCUSATION && lm_champ_same_account(letter->whom, who->name);
    bool own = !letter->former && is_of(letter, who->name);
    return own || (who->director && !accused);
}

/* --- the thread of a match */

enum lm_status letters_of_match(struct visit *v, const struct viewer *who,
                                const struct contest *contest, struct champ_match_page *page)
{
    struct letter *all;
    size_t count;
    bool plays = who->person != NOBODY && lm_champ_side(contest, who->person) != NO_SIDE;
    page->may_read = plays || who->director;
    if (!page->may_read)
        return LM_OK;
    enum lm_status status = letters_list(v, letters_thread(v, contest->id), &all, &count);
    struct champ_letter *rows =
        status == LM_OK ? lm_arena_alloc(v->arena, count, sizeof *rows) : NULL;
    if (rows == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    for (size_t i = 0; i < count; i++)
        rows[page->letter_count++] = (struct champ_letter){
            .number = visit_print(v, "%llu", (unsigned long long)all[i].number),
            .when = zone_moment(v, who->zone, all[i].at),
            .by =
                strcmp(all[i].by, who->name) == 0 ? visit_word(v, LM_KEY("desk.w-you")) : all[i].by,
            .text = all[i].text,
            .removed = all[i].removed,
            .may_remove = who->director && !all[i].removed,
            .token = v->who.token};
    page->letters = rows;
    page->say = champ_url(v, "/do/say");
    page->remove = champ_url(v, "/do/remove");
    page->write = champ_url(v, "/letters?match=%s", contest->id);
    return LM_OK;
}
