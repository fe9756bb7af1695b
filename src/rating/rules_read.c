/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The file of an edition (docs/rating-rules.md).  Nearly every member is a row of a table: its
 * name, its type, its place in the struct and its range.  Objects only group members.  Reading
 * continues after a mistake, so that one run reports them all; unknown members are mistakes, since
 * a misspelt rule would be a lost rule.
 */
#include "rating/rules_reader.h"

#include <inttypes.h>
#include <string.h>

#include "limmat/date.h"
#include "limmat/json.h"
#include "limmat/text.h"

#define FORMAT "limmat-rating-rules/1"

/* --- members of the file */

#define AT(field) offsetof(struct lm_rating_rules, field)
#define NUMBER(name, field, least, most)                                                           \
    {                                                                                              \
        .key = name, .look = WHOLE, .place = AT(field), .low = least, .high = most                 \
    }

enum { HIGHEST = 4000, MOST_DAYS = 1000, MOST_SECONDS = 86400 };

static const struct member line_members[] = {{.key = "k",
                                              .look = WHOLE,
                                              .needed = NEEDED,
                                              .place = offsetof(struct lm_k_line, k),
                                              .low = 1,
                                              .high = 250},
                                             {.key = "reached",
                                              .look = WHOLE,
                                              .place = offsetof(struct lm_k_line, reached),
                                              .low = 1,
                                              .high = HIGHEST},
                                             {.key = "below",
                                              .look = WHOLE,
                                              .place = offsetof(struct lm_k_line, below),
                                              .low = 1,
                                              .high = HIGHEST},
                                             {.key = "until_age",
                                              .look = WHOLE,
                                              .place = offsetof(struct lm_k_line, until_age),
                                              .low = 1,
                                              .high = 100},
                                             {.key = "games_below",
                                              .look = WHOLE,
                                              .place = offsetof(struct lm_k_line, games_below),
                                              .low = 1,
                                              .high = 1000},
                                             {0}};

static const struct member time_members[] = {{.key = "rating",
                                              .look = WHOLE,
                                              .needed = NEEDED,
                                              .place = offsetof(struct lm_rating_time, rating),
                                              .low = 0,
                                              .high = HIGHEST},
                                             {.key = "minutes",
                                              .look = WHOLE,
                                              .needed = NEEDED,
                                              .place = offsetof(struct lm_rating_time, minutes),
                                              .low = 1,
                                              .high = 1000},
                                             {0}};

static const struct member remember_members[] = {
    NUMBER("reached", top, 1, HIGHEST), NUMBER("below", junior_below, 1, HIGHEST), {0}};

static const struct member far_members[] = {
    {.key = "difference",
     .look = WHOLE,
     .needed = NEEDED,
     .place = AT(far_difference),
     .low = 1,
     .high = HIGHEST},
    {.key = "above",
     .look = WHOLE,
     .needed = NEEDED,
     .place = AT(far_rating),
     .low = 1,
     .high = HIGHEST},
    {.key = "from", .look = DAY, .needed = NEEDED, .place = AT(far_since)},
    {0}};

static const struct member difference_members[] = {
    NUMBER("most", difference_cap, 1, HIGHEST),
    {.key = "cut", .look = EITHER, .place = AT(cap_once), .no = "every", .yes = "greatest"},
    NUMBER("standard_uncapped_from", uncapped_from, 1, HIGHEST),
    {.key = "too_far", .look = OBJECT, .members = far_members},
    {0}};

static const struct member first_members[] = {
    {.key = "points", .look = TENTHS, .needed = NEEDED, .place = AT(first_points), .high = 100},
    {.key = "opponents",
     .look = WHOLE,
     .needed = NEEDED,
     .place = AT(rated_opponents),
     .low = 1,
     .high = 100},
    {.key = "games",
     .look = WHOLE,
     .needed = NEEDED,
     .place = AT(list_games),
     .low = 1,
     .high = 1000},
    {.key = "pooled_lists",
     .look = WHOLE,
     .needed = NEEDED,
     .place = AT(window),
     .low = 1,
     .high = 1000},
    {.key = "half_point", .look = TENTHS, .place = AT(half_point), .high = 1000},
    NUMBER("hypothetical_games", hypothetical, 1, 100),
    NUMBER("hypothetical_rating", hypothetical_is, 1, HIGHEST),
    NUMBER("most", initial_most, 1, HIGHEST),
    {.key = "ignored_below_floor", .look = FLAG, .place = AT(first_floor)},
    {.key = "league_as_one", .look = FLAG, .place = AT(league_as_one)},
    {0}};

static const struct member round_robin_members[] = {
    {.key = "unrated_count", .look = FLAG, .place = AT(round_robins_apart)},
    {.key = "composition", .look = FLAG, .place = AT(composition)},
    {0}};

static const struct member list_members[] = {
    {.key = "months", .look = MONTHS, .place = AT(list_months)},
    {.key = "closes_days_before",
     .look = WHOLE,
     .needed = NEEDED,
     .place = AT(closing_days),
     .high = 27},
    {0}};

static const struct member raised_members[] = {
    {.key = "list", .look = DAY, .needed = NEEDED, .place = AT(raised_on)},
    {.key = "to_standard_less",
     .look = WHOLE,
     .needed = NEEDED,
     .place = AT(raised_to_less),
     .low = 1,
     .high = HIGHEST},
    {0}};

static const struct member control_members[] = {
    {.key = "moves",
     .look = WHOLE,
     .needed = NEEDED,
     .place = AT(first_moves),
     .low = 1,
     .high = 200},
    {.key = "or_more", .look = FLAG, .place = AT(first_moves_least)},
    {0}};

#define FAST(name, chess)                                                                          \
    static const struct member name[] = {{.key = "seconds_from",                                   \
                                          .look = WHOLE,                                           \
                                          .needed = NEEDED,                                        \
                                          .place = AT(seconds_from[chess]),                        \
                                          .high = MOST_SECONDS},                                   \
                                         {.key = "seconds_to",                                     \
                                          .look = WHOLE,                                           \
                                          .needed = NEEDED,                                        \
                                          .place = AT(seconds_to[chess]),                          \
                                          .high = MOST_SECONDS},                                   \
                                         NUMBER("rounds_a_day", day_rounds[chess], 1, 1000),       \
                                         {0}}
FAST(rapid_members, LM_RAPID);
FAST(blitz_members, LM_BLITZ);

static const struct member event_members[] = {
    {.key = "minutes_by",
     .look = EITHER,
     .place = AT(controls_per_game),
     .no = "event",
     .yes = "game"},
    {.key = "minutes", .look = TIMES},
    {.key = "first_control", .look = OBJECT, .members = control_members},
    NUMBER("registered_days_before", registered, 0, MOST_DAYS),
    NUMBER("registered_for_norms", for_norms, 1, MOST_DAYS),
    NUMBER("registered_for_highest", for_highest, 1, MOST_DAYS),
    NUMBER("longest_days", longest, 1, MOST_DAYS),
    NUMBER("interim_reports_after_days", interim_after, 1, MOST_DAYS),
    {.key = "rapid", .look = OBJECT, .members = rapid_members},
    {.key = "blitz", .look = OBJECT, .members = blitz_members},
    {0}};

static const struct member file_members[] = {
    {.key = "format", .look = VERSION, .needed = NEEDED},
    {.key = "name", .look = WORDS, .needed = NEEDED, .place = AT(name)},
    {.key = "title", .look = WORDS, .needed = NEEDED, .place = AT(title)},
    {.key = "source", .look = WORDS, .needed = NEEDED, .place = AT(source)},
    {.key = "system", .look = WORDS, .place = AT(system)},
    {.key = "basis",
     .look = EITHER,
     .needed = NEEDED,
     .place = AT(extracts),
     .no = "text",
     .yes = "extracts"},
    {.key = "readings", .look = READINGS},
    {.key = "from", .look = DAY, .needed = NEEDED, .place = AT(in_force)},
    {.key = "lists", .look = KINDS, .needed = NEEDED, .place = AT(kinds)},
    {.key = "numbering", .look = YEAR, .needed = NEEDED_BY_LISTS, .place = AT(numbered_as_2024)},
    {.key = "k", .look = LINES, .needed = NEEDED_BY_LISTS},
    {.key = "remember", .look = OBJECT, .members = remember_members},
    NUMBER("k_times_games", k_budget, 1, 100000),
    {.key = "difference", .look = OBJECT, .members = difference_members},
    {.key = "tables", .look = TABLES},
    {.key = "rounding",
     .look = EITHER,
     .needed = NEEDED,
     .place = AT(round_change_away),
     .no = "rating",
     .yes = "change"},
    {.key = "first_rating", .look = OBJECT, .needed = NEEDED_BY_LISTS, .members = first_members},
    {.key = "evaluation", .look = EVALUATION, .place = AT(evaluation)},
    {.key = "adjustments",
     .look = LIST,
     .place = AT(adjustments),
     .count_place = AT(adjustment_count),
     .size = sizeof(struct lm_rating_adjustment),
     .most = LM_ADJUSTMENTS,
     .members = lm_adjustment_members},
    {.key = "round_robins", .look = OBJECT, .members = round_robin_members},
    {.key = "lends_standard", .look = FLAG, .place = AT(lends_standard)},
    {.key = "raised", .look = OBJECT, .members = raised_members},
    {.key = "floor",
     .look = WHOLE,
     .needed = NEEDED_BY_LISTS,
     .place = AT(floor),
     .low = 0,
     .high = HIGHEST},
    {.key = "list_days", .look = OBJECT, .needed = NEEDED, .members = list_members},
    {.key = "inactive_after_lists",
     .look = WHOLE,
     .needed = NEEDED_BY_LISTS,
     .place = AT(idle_lists),
     .low = 1,
     .high = 1000},
    {.key = "event", .look = OBJECT, .needed = NEEDED_BY_LISTS, .members = event_members},
    {0}};

/* --- mistakes */

void lm_rules_wrong(struct reader *r, const struct lm_json *node, const char *field,
                    const char *remedy, const char *format, ...)
{
    va_list arguments;
    struct lm_place place = {
        .line = node->line, .column = node->column, .field = field, .value = node->text};
    va_start(arguments, format);
    (void)lm_log_vadd(r->log, LM_ERROR, place, remedy, format, arguments);
    va_end(arguments);
    r->failed = true;
}

static const struct member *member_named(const struct member *members, const char *key)
{
    for (; members->key != NULL; members++)
        if (strcmp(members->key, key) == 0)
            return members;
    return NULL;
}

/* "k, reached, below" */
static const char *names_of(const struct member *members, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_add(&text, "use one of: ");
    for (const struct member *m = members; m->key != NULL; m++)
        lm_text_print(&text, "%s%s", m == members ? "" : ", ", m->key);
    return text.failed ? NULL : lm_text_string(&text);
}

static bool is_object(struct reader *r, const struct lm_json *node, const char *what)
{
    if (node->type != LM_JSON_OBJECT)
        lm_rules_wrong(r, node, what, "write an object, { … }", "\"%s\" must be an object, not %s",
                       what, lm_json_type_name(node->type));
    return node->type == LM_JSON_OBJECT;
}

static bool is_array(struct reader *r, const struct lm_json *node, size_t most)
{
    if (node->type != LM_JSON_ARRAY || node->length == 0 || node->length > most) {
        lm_rules_wrong(r, node, node->key, "write a list, [ … ]",
                       "\"%s\" must be a list of 1 to %zu items", node->key, most);
        return false;
    }
    return true;
}

/* --- values */

static void read_members(struct reader *r, const struct lm_json *object, const char *what,
                         const struct member *members, void *into);

static void read_number(struct reader *r, const struct lm_json *node, const struct member *m,
                        int32_t *into)
{
    int64_t number;
    int32_t tenths;
    if (m->look == WHOLE && lm_json_integer(node, m->low, m->high, &number))
        *into = (int32_t)number;
    else if (m->look == TENTHS && lm_json_tenths(node, &tenths) && tenths >= 0 &&
             tenths <= 10 * m->high)
        *into = tenths;
    else
        lm_rules_wrong(r, node, m->key, "correct the number",
                       "\"%s\" must be a %s from %" PRId64 " to %" PRId64, m->key,
                       m->look == WHOLE ? "whole number" : "number with at most one decimal",
                       m->low, m->high);
}

static void read_day(struct reader *r, const struct lm_json *node, const struct member *m,
                     int32_t *into)
{
    struct lm_date date;
    const char *text = lm_json_string(node);
    if (text == NULL || !lm_parse_date(text, strlen(text), &date) || date.day == 0)
        lm_rules_wrong(r, node, m->key, "write a day like \"2013-07-01\"", "\"%s\" must be a day",
                       m->key);
    else
        *into = lm_day_of(date);
}

static void read_either(struct reader *r, const struct lm_json *node, const struct member *m,
                        bool *into)
{
    const char *text = lm_json_string(node);
    *into = text != NULL && strcmp(text, m->yes) == 0;
    if (!*into && (text == NULL || strcmp(text, m->no) != 0))
        lm_rules_wrong(r, node, m->key, "write one of the two", "\"%s\" must be \"%s\" or \"%s\"",
                       m->key, m->no, m->yes);
}

static void read_year(struct reader *r, const struct lm_json *node, const struct member *m,
                      bool *into)
{
    int64_t year;
    *into = lm_json_integer(node, 2024, 2024, &year);
    if (!*into && !lm_json_integer(node, 2013, 2013, &year))
        lm_rules_wrong(r, node, m->key, "name the edition whose article numbers are cited",
                       "\"%s\" must be 2013 or 2024", m->key);
}

static void read_kinds(struct reader *r, const struct lm_json *node, unsigned *into)
{
    if (!is_array(r, node, LM_CHESS_KINDS))
        return;
    for (const struct lm_json *item = node->first; item != NULL; item = item->next) {
        const char *text = lm_json_string(item);
        int kind = 0;
        while (kind < LM_CHESS_KINDS &&
               (text == NULL || strcmp(text, lm_chess_name((enum lm_chess)kind)) != 0))
            kind++;
        if (kind == LM_CHESS_KINDS)
            lm_rules_wrong(r, item, node->key, "write \"standard\", \"rapid\" or \"blitz\"",
                           "a list must be standard, rapid or blitz");
        else
            *into |= 1u << kind;
    }
}

static void read_months(struct reader *r, const struct lm_json *node, unsigned *into)
{
    *into = 0;
    if (!is_array(r, node, 12))
        return;
    for (const struct lm_json *item = node->first; item != NULL; item = item->next) {
        int64_t month;
        if (lm_json_integer(item, 1, 12, &month))
            *into |= 1u << (month - 1);
        else
            lm_rules_wrong(r, item, node->key, "write numbers from 1 to 12", "that is not a month");
    }
}

static void read_readings(struct reader *r, const struct lm_json *node)
{
    enum { MOST = 32 };
    const char **texts = NULL;
    if (!is_array(r, node, MOST))
        return;
    texts = lm_arena_alloc(r->arena, node->length, sizeof *texts);
    for (const struct lm_json *item = node->first; texts != NULL && item != NULL;
         item = item->next) {
        const char *text = lm_json_string(item);
        if (text == NULL)
            lm_rules_wrong(r, item, node->key, "write a sentence", "a reading must be a text");
        else
            texts[r->rules->reading_count++] = text;
    }
    r->rules->readings = texts;
    r->failed = r->failed || texts == NULL;
}

static bool is_for_everyone(const struct lm_k_line *line)
{
    return line->reached == 0 && line->below == 0 && line->until_age == 0 && line->games_below == 0;
}

/* Set the values for callers that read K from a list, which names no line. */
static void sum_up_line(struct lm_rating_rules *rules, const struct lm_k_line *line)
{
    if (line->reached != 0 && rules->top == 0)
        rules->top = line->reached;
    if (line->below != 0 && rules->junior_below == 0)
        rules->junior_below = line->below;
    if (line->games_below != 0) {
        rules->k_new = line->k;
        rules->new_games = line->games_below;
    } else if (line->reached != 0) {
        rules->k_top = line->k;
    } else if (line->until_age != 0) {
        rules->k_junior = line->k;
        rules->junior_until_age = line->until_age;
    } else {
        rules->k_usual = line->k;
    }
}

static void read_lines(struct reader *r, const struct lm_json *node)
{
    struct lm_rating_rules *rules = r->rules;
    if (!is_array(r, node, LM_K_LINES))
        return;
    for (const struct lm_json *item = node->first; item != NULL; item = item->next) {
        struct lm_k_line *line = &rules->k_lines[rules->k_line_count++];
        read_members(r, item, "k", line_members, line);
        if (is_for_everyone(line) != (item->next == NULL))
            lm_rules_wrong(r, item, "k", "let the last line, and no other, ask for nothing",
                           item->next == NULL ? "the last line of K must hold for everyone else"
                                              : "this line of K leaves none for those behind it");
        sum_up_line(rules, line);
    }
    if (rules->k_new == 0)
        rules->k_new = rules->k_usual;
}

static void read_times(struct reader *r, const struct lm_json *node)
{
    struct lm_rating_rules *rules = r->rules;
    if (!is_array(r, node, LM_RATING_TIMES))
        return;
    for (const struct lm_json *item = node->first; item != NULL; item = item->next) {
        struct lm_rating_time *time = &rules->times[rules->time_count++];
        read_members(r, item, "minutes", time_members, time);
        if (rules->time_count > 1 && time->rating >= time[-1].rating)
            lm_rules_wrong(r, item, "minutes", "begin with the highest rating",
                           "this rating is not below the one before it");
        if (item->next == NULL && time->rating != 0)
            lm_rules_wrong(r, item, "minutes", "end with \"rating\": 0",
                           "the lowest rating must be 0");
    }
}

/* Read ${node} as ${count} numbers that never fall. */
static void read_row(struct reader *r, const struct lm_json *node, size_t count, int16_t *row)
{
    int64_t last = 0;
    size_t at = 0;
    if (node->type != LM_JSON_ARRAY || node->length != count) {
        lm_rules_wrong(r, node, node->key, "write all numbers of the table",
                       "\"%s\" must be %zu numbers", node->key, count);
        return;
    }
    for (const struct lm_json *item = node->first; item != NULL; item = item->next) {
        int64_t number;
        if (!lm_json_integer(item, last, HIGHEST, &number)) {
            lm_rules_wrong(r, item, node->key, "correct the number",
                           "number %zu must be whole, and not below the one before it", at + 1);
            return;
        }
        row[at++] = (int16_t)(last = number);
    }
}

static void read_tables(struct reader *r, const struct lm_json *node)
{
    static const struct member names[] = {{.key = "dp"}, {.key = "pd"}, {0}};
    struct lm_rating_tables *tables = lm_arena_alloc(r->arena, 1, sizeof *tables);
    const struct lm_json *dp = lm_json_get(node, "dp");
    const struct lm_json *pd = lm_json_get(node, "pd");
    r->failed = r->failed || tables == NULL;
    if (tables == NULL || !is_object(r, node, "tables"))
        return;
    if (dp == NULL || pd == NULL || node->length != 2) {
        lm_rules_wrong(r, node, "tables", names_of(names, r->arena),
                       "\"tables\" must be dp and pd");
        return;
    }
    read_row(r, dp, LM_OFFSETS, tables->offsets);
    read_row(r, pd, LM_BANDS, tables->ends);
    r->rules->tables = tables;
}

static void read_words(struct reader *r, const struct lm_json *node, const struct member *m,
                       const char **into)
{
    const char *text = lm_json_string(node);
    if (text == NULL || *text == '\0')
        lm_rules_wrong(r, node, m->key, "write a text", "\"%s\" must be a text", m->key);
    else if (m->look == VERSION && strcmp(text, FORMAT) != 0)
        lm_rules_wrong(r, node, m->key, "write \"" FORMAT "\"",
                       "this is not a file of rating rules");
    else if (m->look == WORDS)
        *into = text;
}

static void read_list(struct reader *r, const struct lm_json *node, const struct member *m,
                      void *into)
{
    size_t *count = (size_t *)(void *)((char *)into + m->count_place);
    if (!is_array(r, node, m->most))
        return;
    for (const struct lm_json *item = node->first; item != NULL; item = item->next)
        read_members(r, item, m->key, m->members, (char *)into + m->place + (*count)++ * m->size);
}

static void read_numbers(struct reader *r, const struct lm_json *node, const struct member *m,
                         void *into)
{
    size_t *count = (size_t *)(void *)((char *)into + m->count_place);
    int16_t *numbers = (int16_t *)(void *)((char *)into + m->place);
    if (!is_array(r, node, m->most))
        return;
    for (const struct lm_json *item = node->first; item != NULL; item = item->next) {
        int32_t number = 0;
        read_number(r, item,
                    &(struct member){.key = m->key, .low = m->low, .high = m->high, .look = WHOLE},
                    &number);
        numbers[(*count)++] = (int16_t)number;
    }
}

static void read_evaluation(struct reader *r, const struct lm_json *node,
                            const struct lm_rating_evaluation **into)
{
    struct lm_rating_evaluation *evaluation = lm_arena_alloc(r->arena, 1, sizeof *evaluation);
    r->failed = r->failed || evaluation == NULL;
    if (evaluation == NULL)
        return;
    *into = evaluation;
    read_members(r, node, "evaluation", lm_evaluation_members, evaluation);
}

static void read_value(struct reader *r, const struct lm_json *node, const struct member *m,
                       void *into)
{
    void *place = (char *)into + m->place;
    switch (m->look) {
    case OBJECT:
        read_members(r, node, m->key, m->members, into);
        return;
    case VERSION:
    case WORDS:
        read_words(r, node, m, place);
        return;
    case WHOLE:
    case TENTHS:
        read_number(r, node, m, place);
        return;
    case DAY:
        read_day(r, node, m, place);
        return;
    case FLAG:
        if (!lm_json_boolean(node, place))
            lm_rules_wrong(r, node, m->key, "write true or false", "\"%s\" must be true or false",
                           m->key);
        return;
    case EITHER:
        read_either(r, node, m, place);
        return;
    case YEAR:
        read_year(r, node, m, place);
        return;
    case KINDS:
        read_kinds(r, node, place);
        return;
    case MONTHS:
        read_months(r, node, place);
        return;
    case READINGS:
        read_readings(r, node);
        return;
    case LINES:
        read_lines(r, node);
        return;
    case TIMES:
        read_times(r, node);
        return;
    case TABLES:
        read_tables(r, node);
        return;
    case LIST:
        read_list(r, node, m, into);
        return;
    case NUMBERS:
        read_numbers(r, node, m, into);
        return;
    case EVALUATION:
        read_evaluation(r, node, place);
        return;
    }
}

static void read_members(struct reader *r, const struct lm_json *object, const char *what,
                         const struct member *members, void *into)
{
    if (!is_object(r, object, what))
        return;
    for (const struct lm_json *node = object->first; node != NULL; node = node->next) {
        const struct member *m = member_named(members, node->key);
        if (m == NULL)
            lm_rules_wrong(r, node, node->key, names_of(members, r->arena),
                           "\"%s\" is not a member of %s", node->key, what);
        else
            read_value(r, node, m, into);
    }
    for (const struct member *m = members; m->key != NULL; m++)
        if ((m->needed == NEEDED || (m->needed == NEEDED_BY_LISTS && !r->by_event)) &&
            lm_json_get(object, m->key) == NULL)
            lm_rules_wrong(r, object, m->key, "add it", "\"%s\" is missing in %s", m->key, what);
}

/* --- checks of the whole */

/* Refuse lines of K that need two heights: the registry remembers one height of each kind per
 * player. */
static void check_heights(struct reader *r, const struct lm_json *lines)
{
    const struct lm_k_line *line = r->rules->k_lines;
    for (const struct lm_json *item = lines->first; item != NULL; item = item->next, line++) {
        if (line->reached != 0 && line->reached != r->rules->top)
            lm_rules_wrong(r, item, "reached", "use one rating for it",
                           "\"reached\" is %" PRId32 " elsewhere: registries remember one",
                           r->rules->top);
        if (line->below != 0 && line->below != r->rules->junior_below)
            lm_rules_wrong(r, item, "below", "use one rating for it",
                           "\"below\" is %" PRId32 " elsewhere: registries remember one",
                           r->rules->junior_below);
    }
}

static void check_whole(struct reader *r, const struct lm_json *root)
{
    const struct lm_rating_rules *rules = r->rules;
    bool standard = (rules->kinds & 1u << LM_STANDARD) != 0;
    if (lm_json_get(root, "k") != NULL)
        check_heights(r, lm_json_get(root, "k"));
    if (strchr(rules->name, '/') != NULL || strchr(rules->name, '.') != NULL)
        lm_rules_wrong(r, lm_json_get(root, "name"), "name", "write letters, digits and hyphens",
                       "the name of an edition has no dot and no slash, by which files are known");
    if (r->by_event || rules->system != NULL || rules->adjustment_count > 0)
        lm_rules_check_evaluation(r, root);
    if (r->by_event)
        return;
    if (standard && rules->time_count == 0)
        lm_rules_wrong(r, lm_json_get(root, "event"), "minutes",
                       "add the minutes that 60 moves need", "\"minutes\" is missing in event");
    for (int kind = LM_RAPID; kind < LM_CHESS_KINDS; kind++)
        if ((rules->kinds & 1u << kind) != 0 && rules->seconds_to[kind] == 0)
            lm_rules_wrong(r, lm_json_get(root, "event"), lm_chess_name((enum lm_chess)kind),
                           "add the seconds for 60 moves", "\"%s\" is missing in event",
                           lm_chess_name((enum lm_chess)kind));
    if ((rules->hypothetical == 0) != (rules->hypothetical_is == 0))
        lm_rules_wrong(r, lm_json_get(root, "first_rating"), "hypothetical_games",
                       "give both, or neither",
                       "hypothetical games need a rating, and it needs them");
}

enum lm_status lm_rating_rules_read(const char *bytes, size_t length, struct lm_arena *arena,
                                    struct lm_log *log, struct lm_rating_rules *out)
{
    enum { EVERY_MONTH = (1 << 12) - 1 };
    struct lm_rating_rules rules = {.tables = &lm_rating_tables, .list_months = EVERY_MONTH};
    struct reader reader = {.arena = arena, .log = log, .rules = &rules};
    struct lm_json *root;
    enum lm_status status = lm_json_parse(bytes, length, arena, log, &root);
    if (status != LM_OK)
        return status;
    reader.by_event =
        lm_json_get(root, "evaluation") != NULL || lm_json_get(root, "system") != NULL;
    read_members(&reader, root, "the file", file_members, &rules);
    if (!reader.failed)
        check_whole(&reader, root);
    if (reader.failed)
        return log->errors > 0 ? LM_INVALID : LM_LIMIT;
    *out = rules;
    return LM_OK;
}
