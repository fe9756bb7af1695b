/* SPDX-License-Identifier: Apache-2.0 */
/* The editions that come with the library, and the one in force on a day. */
#include <string.h>

#include "base/embedded.h"
#include "limmat/date.h"
#include "limmat/message.h"
#include "limmat/rating.h"
#include "limmat/text.h"

extern const struct embedded lm_rating_editions[]; /* data/ratings, ended by a row without name */

bool lm_rating_book_file(size_t number, const char **name, const char **bytes, size_t *length)
{
    const struct embedded *file = lm_rating_editions;
    while (file->name != NULL && number > 0)
        file++, number--;
    if (file->name == NULL)
        return false;
    *name = file->name;
    *bytes = file->bytes;
    *length = file->length;
    return true;
}

enum lm_status lm_rating_book(struct lm_arena *arena, struct lm_rating_book *out)
{
    struct lm_log log = {.arena = arena};
    size_t count = 0;
    while (lm_rating_editions[count].name != NULL)
        count++;
    struct lm_rating_rules *editions = lm_arena_alloc(arena, count, sizeof *editions);
    if (editions == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < count; i++) {
        enum lm_status status = lm_rating_rules_read(
            lm_rating_editions[i].bytes, lm_rating_editions[i].length, arena, &log, &editions[i]);
        if (status != LM_OK)
            return status;
    }
    *out = (struct lm_rating_book){editions, count};
    return LM_OK;
}

const struct lm_rating_rules *lm_rating_rules_named(const struct lm_rating_book *book,
                                                    const char *name)
{
    for (size_t i = 0; i < book->count; i++)
        if (strcmp(book->editions[i].name, name) == 0)
            return &book->editions[i];
    return NULL;
}

static bool covers(const struct lm_rating_rules *rules, enum lm_chess chess)
{
    return rules->system == NULL && (rules->kinds & 1u << chess) != 0;
}

const struct lm_rating_rules *lm_rating_rules_of(const struct lm_rating_book *book,
                                                 const char *system, int32_t day,
                                                 enum lm_chess chess)
{
    const struct lm_rating_rules *last = NULL;
    for (size_t i = 0; i < book->count; i++) {
        const struct lm_rating_rules *rules = &book->editions[i];
        if (rules->system != NULL && lm_same_letters(rules->system, system) &&
            (rules->kinds & 1u << chess) != 0 && rules->in_force <= day &&
            (last == NULL || rules->in_force >= last->in_force))
            last = rules;
    }
    return last;
}

const struct lm_rating_rules *lm_rating_rules_on(const struct lm_rating_book *book, int32_t day,
                                                 enum lm_chess chess)
{
    const struct lm_rating_rules *last = NULL;
    for (size_t i = 0; i < book->count; i++) {
        const struct lm_rating_rules *rules = &book->editions[i];
        if (covers(rules, chess) && rules->in_force <= day &&
            (last == NULL || rules->in_force >= last->in_force))
            last = rules;
    }
    return last;
}

const struct lm_rating_rules *lm_rating_rules_first(const struct lm_rating_book *book,
                                                    enum lm_chess chess)
{
    const struct lm_rating_rules *first = NULL;
    for (size_t i = 0; i < book->count; i++)
        if (covers(&book->editions[i], chess) &&
            (first == NULL || book->editions[i].in_force < first->in_force))
            first = &book->editions[i];
    return first;
}

const struct lm_rating_rules *lm_rating_rules_on_or_first(const struct lm_rating_book *book,
                                                          int32_t day, enum lm_chess chess)
{
    const struct lm_rating_rules *rules = lm_rating_rules_on(book, day, chess);
    return rules != NULL ? rules : lm_rating_rules_first(book, chess);
}

enum lm_status lm_rating_rules_for(const struct lm_rating_book *book, int32_t day,
                                   enum lm_chess chess, struct lm_log *log,
                                   const struct lm_rating_rules **out)
{
    const struct lm_rating_rules *first = lm_rating_rules_first(book, chess);
    struct lm_text on = lm_text_in(log->arena);
    struct lm_text since = lm_text_in(log->arena);
    *out = lm_rating_rules_on(book, day, chess);
    if (*out != NULL)
        return LM_OK;
    lm_text_add_date(&on, lm_date_of(day), '-');
    lm_text_add_date(&since, lm_date_of(first == NULL ? 0 : first->in_force), '-');
    return first == NULL || on.failed || since.failed
               ? LM_LIMIT
               : lm_log_add(
                     log, LM_ERROR, (struct lm_place){.field = "start"},
                     "correct the day, or choose an edition by its name (--edition)",
                     "no edition of the %s rating rules is built in for %s: the first is %s, "
                     "in force from %s",
                     lm_chess_name(chess), lm_text_string(&on), first->name,
                     lm_text_string(&since));
}

enum lm_chapter lm_rating_chapter(const struct lm_rating_rules *rules, enum lm_chess chess)
{
    if (rules->evaluation != NULL)
        return LM_CHAPTER_OWN;
    if (!rules->numbered_as_2024)
        return LM_CHAPTER_2013;
    return chess == LM_STANDARD ? LM_CHAPTER_2024 : LM_CHAPTER_RAPID_BLITZ;
}

const char *lm_chess_name(enum lm_chess chess)
{
    static const char *const names[LM_CHESS_KINDS] = {LM_MESSAGE("standard"), LM_MESSAGE("rapid"),
                                                      LM_MESSAGE("blitz")};
    return names[chess];
}
