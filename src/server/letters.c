/* SPDX-License-Identifier: Apache-2.0 */
#include "server/letters.h"

#include <string.h>

#include "server/pages.h"

enum { EACH_HOUR = 20, MOST = 500 };

static const char *const kinds[] = {[LETTER_SAID] = "said",
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

/* --- as they are kept */

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
    lm_json_put_string(&w, "text", letter->removed ? "" : letter->text);
    lm_json_put_boolean(&w, "removed", letter->removed);
    lm_json_put_boolean(&w, "closed", letter->closed);
    lm_json_end(&w, '}');
    return text.failed ? NULL : lm_text_string(&text);
}

static const char *text_of(const struct lm_json *node, const char *key)
{
    const char *text = lm_json_string(lm_json_get(node, key));
    return text == NULL ? "" : text;
}

static bool is_true(const struct lm_json *node, const char *key)
{
    const struct lm_json *member = lm_json_get(node, key);
    return member != NULL && member->type == LM_JSON_TRUE;
}

static enum lm_status read_letter(struct visit *v, const struct store_record *record,
                                  struct letter *out)
{
    struct lm_json *node;
    int64_t number = 0;
    const char *last = strrchr(record->key, ' ') + 1;
    enum lm_status status =
        lm_json_parse(record->value, strlen(record->value), v->arena, &v->log, &node);
    if (status != LM_OK)
        return status;
    *out = (struct letter){.by = text_of(node, "by"),
                           .whom = text_of(node, "whom"),
                           .match = text_of(node, "match"),
                           .text = text_of(node, "text"),
                           .removed = is_true(node, "removed"),
                           .closed = is_true(node, "closed")};
    (void)lm_parse_integer(last, strlen(last), 0, INT32_MAX, &number);
    (void)lm_json_integer(lm_json_get(node, "at"), 0, INT64_MAX, &out->at);
    out->number = (uint64_t)number;
    for (unsigned kind = 0; kind < LETTER_KINDS; kind++)
        if (strcmp(text_of(node, "kind"), kinds[kind]) == 0)
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
    for (size_t i = 0; status == LM_OK && i < found; i++)
        status = read_letter(v, &records[i], &(*out)[(*count)++]);
    return status;
}

enum lm_status letters_put(struct visit *v, const char *scope, const struct letter *letter)
{
    const struct store_record record = {key_of(v, scope, letter->number), scope, written(v, letter),
                                        0};
    return record.value == NULL ? LM_LIMIT
                                : store_put(v->server->store, STORE_SETTING, &record, &v->log);
}

/* Nobody floods anybody: so much an hour from one person, so much in all. */
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

/* Another server may have taken the number meanwhile: then the next. */
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
    for (bool taken = false; status == LM_OK && !taken; own.number++) {
        struct store_record there;
        const struct store_record record = {key_of(v, scope, own.number), scope, written(v, &own),
                                            0};
        status = record.value == NULL ? LM_LIMIT
                                      : store_put_first(v->server->store, STORE_SETTING, &record,
                                                        v->arena, &there, &v->log);
        taken = status == LM_OK && strcmp(there.value, record.value) == 0;
    }
    if (status == LM_OK)
        http_tell(v->server->http, visit_print(v, "c/%s", v->championship->slug), "0");
    return status;
}

bool letters_may_read(const struct viewer *who, const struct letter *letter)
{
    bool accused =
        letter->kind == LETTER_ACCUSATION && lm_champ_same_account(letter->whom, who->name);
    bool answered = letter->kind == LETTER_ANSWER && strcmp(letter->whom, who->name) == 0;
    return strcmp(letter->by, who->name) == 0 || answered || (who->director && !accused);
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
                strcmp(all[i].by, who->name) == 0 ? visit_word(v, LM_KEY("desk.m-you")) : all[i].by,
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
