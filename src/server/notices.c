/* SPDX-License-Identifier: Apache-2.0 */
#include "server/notices.h"

#include <stdlib.h>
#include <string.h>

#include "server/letters.h"
#include "server/pages.h"
#include "server/secrets.h"

bool notices_whom(struct visit *v, const char *name, struct viewer *out)
{
    const struct lm_championship *c = v->championship->c;
    *out = (struct viewer){.name = name, .person = lm_champ_person(c, name)};
    out->director = lm_champ_is_director(c->definition, name);
    out->player = !out->director;
    out->zone_name = zone_of_player(v, name, &out->zone);
    return out->zone != NULL;
}

bool notices_mark_of(struct visit *v, const char *key, struct notices_mark *out)
{
    const char *value = champ_record(v, key);
    char *end = NULL;
    *out = (struct notices_mark){0};
    if (value == NULL)
        return false;
    out->line = strtoull(value, &end, 10);
    out->at = strtoll(end, NULL, 10);
    return true;
}

enum lm_status notices_put_mark(struct visit *v, const char *key, struct notices_mark mark)
{
    return champ_put_record(
        v, key, visit_print(v, "%llu %lld", (unsigned long long)mark.line, (long long)mark.at));
}

/* --- lines */

/* VI.D, I.C: must a director know of the player's report at once? */
static bool is_for_directors(const struct lm_championship *c, const struct change *change)
{
    const struct record *record = lm_champ_record(c, change->line);
    return record != NULL &&
           (strcmp(record->line.event, "wait") == 0 || strcmp(record->line.event, "rematch") == 0 ||
            strcmp(record->line.event, "dispute") == 0);
}

static bool concerns(const struct lm_championship *c, const struct viewer *whom,
                     const struct change *change)
{
    bool plays =
        whom->person != NOBODY && (change->person == whom->person || change->other == whom->person);
    return strcmp(change->by, whom->name) != 0 &&
           (plays || (whom->director && is_for_directors(c, change)));
}

/* Return the reason of line ${number}, unless it is for the director alone (VII.A). */
static const char *reason_of(struct visit *v, const struct viewer *whom, uint64_t number)
{
    const struct record *record = lm_champ_record(v->championship->c, number);
    bool hidden =
        record == NULL || (!whom->director && (strcmp(record->line.event, "dispute") == 0 ||
                                               strcmp(record->line.event, "apply") == 0));
    return hidden ? "" : champ_why(v, record);
}

static const char *key_of(struct visit *v, const struct viewer *whom, const char *what)
{
    return visit_print(v, "c/%s news %s %s", v->championship->slug, whom->name, what);
}

static struct notice *begin(struct visit *v, const struct viewer *whom, const struct change *change,
                            struct notice *out)
{
    const struct contest *contest =
        change->contest == NULL ? NULL : lm_champ_contest(v->championship->c, change->contest);
    *out = (struct notice){
        .line = change->line,
        .key = key_of(v, whom, visit_print(v, "%llu", (unsigned long long)change->line)),
        .at = change->at,
        .message = "",
        .why = reason_of(v, whom, change->line),
        .url = contest != NULL && contest->player[SECOND] != NOBODY ? champ_match_url(v, contest)
                                                                    : champ_url(v, "%s", "")};
    return out;
}

/* Make one notice for each line: its effects, sentence by sentence. */
enum lm_status notices_of(struct visit *v, const struct viewer *whom, uint64_t after,
                          struct notice **out, size_t *count)
{
    const struct lm_championship *c = v->championship->c;
    size_t capacity = 0;
    *out = NULL;
    *count = 0;
    for (size_t i = 0; i < c->change_count; i++) {
        const struct change *change = &c->changes[i];
        if (change->line <= after || !concerns(c, whom, change))
            continue;
        bool more = *count > 0 && (*out)[*count - 1].line == change->line;
        if (!more && !lm_arena_grow(v->arena, out, &capacity, *count + 1, sizeof **out))
            return LM_LIMIT;
        struct notice *n = more ? &(*out)[*count - 1] : begin(v, whom, change, &(*out)[(*count)++]);
        bool article = *change->article != '\0';
        n->message = visit_print(v, "%s%s%s%s%s%s", n->message, more ? "; " : "",
                                 champ_message(v, whom->zone, change), article ? " [" : "",
                                 change->article, article ? "]" : "");
    }
    return LM_OK;
}

/* --- notices without a line */

static void add(struct visit *v, const struct viewer *whom, const char *what, const char *message,
                struct notice *rows, size_t *count)
{
    rows[(*count)++] = (struct notice){.key = key_of(v, whom, what),
                                       .at = championships_now(v),
                                       .message = message,
                                       .why = "",
                                       .url = champ_url(v, "%s", "")};
}

/* --- messages */

/* Add those in ${scope} that others wrote after ${since} and ${whom} can read; ${key} has the
 * sentences for the opponent, the director and the player answered. */
static enum lm_status add_letters(struct visit *v, const struct viewer *whom, const char *scope,
                                  int64_t since, struct notice **out, size_t *count,
                                  size_t *capacity)
{
    struct letter *all;
    size_t found;
    enum lm_status status = letters_list(v, scope, &all, &found);
    if (status != LM_OK || !lm_arena_grow(v->arena, out, capacity, *count + found, sizeof **out))
        return status == LM_OK ? LM_LIMIT : status;
    for (size_t i = 0; i < found; i++) {
        const struct letter *letter = &all[i];
        bool message = letter->kind == LETTER_MESSAGE;
        if (letter->at <= since || letter->removed || strcmp(letter->by, whom->name) == 0 ||
            (!message && !letters_may_read(whom, letter)))
            continue;
        const char *key = message                         ? LM_KEY("desk.n-wrote")
                          : letter->kind == LETTER_ANSWER ? LM_KEY("desk.n-answered")
                                                          : LM_KEY("desk.n-letter");
        const char *what = visit_print(v, "%s %s %llu", message ? "said" : "letter", letter->match,
                                       (unsigned long long)letter->number);
        add(v, whom, what, visit_say_of(v, key, lm_value_text("player", letter->by)), *out, count);
        (*out)[*count - 1].at = letter->at;
        (*out)[*count - 1].url =
            message ? champ_url(v, "/m/%s", letter->match) : champ_url(v, "/letters");
    }
    return LM_OK;
}

enum lm_status notices_written(struct visit *v, const struct viewer *whom, int64_t since,
                               struct notice **out, size_t *count)
{
    const struct lm_championship *c = v->championship->c;
    size_t capacity = 0;
    *out = NULL;
    *count = 0;
    enum lm_status status = add_letters(v, whom, letters_box(v), since, out, count, &capacity);
    for (size_t i = 0; i < c->contest_count && status == LM_OK; i++)
        if (whom->person != NOBODY && c->contests[i].player[SECOND] != NOBODY &&
            lm_champ_side(&c->contests[i], whom->person) != NO_SIDE)
            status = add_letters(v, whom, letters_thread(v, c->contests[i].id), since, out, count,
                                 &capacity);
    return status;
}

/* --- cases */

/* Return an id of the case, which changes with its facts. */
static const char *case_of(struct visit *v, const struct due *due)
{
    const struct contest *contest = due->contest;
    uint64_t line = contest == NULL ? 0 : contest->dispute_line;
    return visit_print(v, "%s %s %u %u %u %llu", lm_champ_due_name(due->kind),
                       contest == NULL ? "" : contest->id, due->stage, due->round, due->subject,
                       (unsigned long long)line);
}

static enum lm_status add_cases(struct visit *v, const struct viewer *whom, struct notice **rows,
                                size_t *count)
{
    struct store_record *waiting;
    size_t due_count = 0, found = 0;
    const struct due *all = lm_champ_due(v->championship->c, championships_now(v), &due_count);
    enum lm_status status = store_list(v->server->store, STORE_SETTING,
                                       visit_print(v, "c/%s/applications", v->championship->slug),
                                       v->now, v->arena, &waiting, &found, &v->log);
    *rows = status == LM_OK ? lm_arena_alloc(v->arena, due_count + found, sizeof **rows) : NULL;
    if (*rows == NULL || v->championship->c->out_of_memory)
        return status == LM_OK ? LM_LIMIT : status;
    for (size_t i = 0; i < found; i++) {
        const char *player = strrchr(waiting[i].key, '/') + 1;
        add(v, whom, visit_print(v, "application %s", player),
            visit_say_of(v, LM_KEY("desk.n-applied"), lm_value_text("player", player)), *rows,
            count);
    }
    for (size_t i = 0; i < due_count; i++)
        if (all[i].person == NOBODY)
            add(v, whom, case_of(v, &all[i]),
                visit_say_of(v, LM_KEY("desk.n-case"),
                             lm_value_text("what", champ_case_what(v, &all[i]))),
                *rows, count);
    return LM_OK;
}

enum lm_status notices_beside(struct visit *v, const struct viewer *whom, struct notice **out,
                              size_t *count)
{
    const char *why = whom->director ? "" : champ_rejected(v, whom->name);
    char digest[SECRETS_DIGEST];
    *count = 0;
    *out = NULL;
    if (whom->director)
        return add_cases(v, whom, out, count);
    if (whom->person != NOBODY || *why == '\0')
        return LM_OK;
    *out = lm_arena_alloc(v->arena, 1, sizeof **out);
    if (*out == NULL)
        return LM_LIMIT;
    secrets_digest(why, strlen(why), digest);
    digest[16] = '\0';
    add(v, whom, visit_print(v, "rejected %s", digest),
        visit_say_of(v, LM_KEY("desk.c-rejected"), lm_value_text("why", why)), *out, count);
    return LM_OK;
}
