/* SPDX-License-Identifier: Apache-2.0 */
/* One person's part of a journal; cli/rating/rate_journal.c describes its lines. */
#include "limmat/rating_story.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/sort.h"
#include "base/texts.h"

enum { COLUMNS = 12, DIGITS = 11 };

/* A line split at its tabs; each column points into the journal. */
struct line {
    const char *at[COLUMNS];
    size_t lengths[COLUMNS];
};

static struct line cut_line(const char *line, size_t length)
{
    struct line cut = {0};
    size_t at = 0, count = 0;
    for (; at <= length && count < COLUMNS; count++) {
        const char *tab = memchr(line + at, '\t', length - at);
        cut.at[count] = line + at;
        cut.lengths[count] = tab == NULL ? length - at : (size_t)(tab - line) - at;
        at += cut.lengths[count] + 1;
    }
    for (; count < COLUMNS; count++)
        cut.at[count] = "";
    return cut;
}

static bool is_column(const struct line *line, size_t column, const char *text)
{
    size_t length = strlen(text);
    return line->lengths[column] == length && memcmp(line->at[column], text, length) == 0;
}

/* The text of ${column}; NULL: no memory. */
static const char *text_of(const struct line *line, size_t column, struct lm_arena *arena)
{
    return lm_arena_copy(arena, line->at[column], line->lengths[column]);
}

/* Copies of the ${count} columns from ${first}, into ${texts}. */
static bool take_texts(const struct line *line, size_t first, const char **const *texts,
                       size_t count, struct lm_arena *arena)
{
    for (size_t i = 0; i < count; i++)
        if ((*texts[i] = text_of(line, first + i, arena)) == NULL)
            return false;
    return true;
}

static bool add_result(struct lm_story *s, const struct line *line, struct lm_arena *arena)
{
    if (!lm_arena_grow(arena, &s->results, &s->result_capacity, s->result_count + 1,
                       sizeof *s->results))
        return false;
    struct lm_story_result *r = &s->results[s->result_count++];
    *r = (struct lm_story_result){
        .name = "", .rating = "", .k = "", .beyond = "", .change = "", .ru = "", .note = ""};
    r->unrated = is_column(line, 3, "unrated");
    const char **const both[] = {&r->as, &r->games, &r->score};
    const char **const rated[] = {&r->rating, &r->k, &r->beyond, &r->change};
    const char **const unrated[] = {&r->ru, &r->note};
    r->event = text_of(line, 1, arena);
    return r->event != NULL && take_texts(line, 3, both, 3, arena) &&
           (r->unrated ? take_texts(line, 6, unrated, 2, arena)
                       : take_texts(line, 6, rated, 4, arena));
}

static bool add_difference(struct lm_story *s, const struct line *line, struct lm_arena *arena)
{
    if (!lm_arena_grow(arena, &s->differences, &s->difference_capacity, s->difference_count + 1,
                       sizeof *s->differences))
        return false;
    struct lm_story_difference *d = &s->differences[s->difference_count++];
    const char **const texts[] = {&d->what, &d->ours, &d->theirs, &d->cause};
    return take_texts(line, 2, texts, 4, arena);
}

static bool add_change(struct lm_story *s, const struct line *line, struct lm_arena *arena)
{
    struct lm_story_change *c = &s->change;
    const char **const texts[] = {&c->old_rating, &c->new_rating, &c->old_k, &c->new_k,
                                  &c->games,      &c->change,     &c->why};
    s->changed = true;
    return take_texts(line, 2, texts, 7, arena);
}

/* limmat-journal 1, RULES, CHESS, OLD, NEW; of an imported list limmat-adopted 1, CHESS, OLD, NEW
 */
static enum lm_status read_head(struct lm_story *s, const struct line *line, struct lm_arena *arena)
{
    bool adopted = is_column(line, 0, "limmat-adopted 1");
    size_t at = adopted ? 1 : 2;
    if (!adopted && !is_column(line, 0, "limmat-journal 1"))
        return LM_INVALID;
    for (int chess = 0; chess < LM_CHESS_KINDS; chess++)
        if (is_column(line, at, lm_chess_name((enum lm_chess)chess)))
            s->chess = (enum lm_chess)chess;
    s->rules = adopted ? "" : text_of(line, 1, arena);
    s->from = text_of(line, at + 1, arena);
    s->to = text_of(line, at + 2, arena);
    return s->rules == NULL || s->from == NULL || s->to == NULL ? LM_LIMIT : LM_OK;
}

/* Is ${id} in column ${column} of the line?  It is fast, as a journal of a million games needs
 * 700,000 calls. */
static bool has_id(const char *text, size_t length, int column, const char *id)
{
    const char *at = text, *end = text + length;
    size_t digits = strlen(id);
    for (; column > 0; column--) {
        at = memchr(at, '\t', (size_t)(end - at));
        if (at == NULL)
            return false;
        at++;
    }
    return (size_t)(end - at) >= digits && memcmp(at, id, digits) == 0 &&
           (at + digits == end || at[digits] == '\t');
}

static bool read_line(struct lm_story *s, const char *text, size_t length, const char *id,
                      struct lm_arena *arena)
{
    if (*text != 'r' && *text != 'c' && *text != 'd')
        return true; /* most lines are not about a person */
    if (!has_id(text, length, *text == 'r' ? 2 : 1, id))
        return true;
    const struct line line = cut_line(text, length);
    if (is_column(&line, 0, "result") && is_column(&line, 2, id))
        return add_result(s, &line, arena);
    if (is_column(&line, 0, "change") && is_column(&line, 1, id))
        return add_change(s, &line, arena);
    return !(is_column(&line, 0, "difference") && is_column(&line, 1, id)) ||
           add_difference(s, &line, arena);
}

/* event  ID  KIND  rated|not  EDITION  NAME */
static bool name_event(struct lm_story *s, const char *text, size_t length, struct lm_arena *arena)
{
    if (length < 6 || memcmp(text, "event\t", 6) != 0)
        return true;
    const struct line line = cut_line(text, length);
    for (size_t i = 0; i < s->result_count; i++)
        if (is_column(&line, 1, s->results[i].event) &&
            (s->results[i].name = text_of(&line, 5, arena)) == NULL)
            return false;
    return true;
}

enum lm_status lm_story_read(const char *bytes, size_t length, uint32_t id, struct lm_arena *arena,
                             struct lm_story *out)
{
    char digits[DIGITS];
    snprintf(digits, sizeof digits, "%" PRIu32, id);
    *out = (struct lm_story){.chess = LM_STANDARD};
    const char *end = bytes + length;
    enum lm_status status = LM_OK;
    for (int names = 0; names < 2 && (names == 0 || out->result_count > 0); names++)
        for (const char *at = bytes; at < end && status == LM_OK;) {
            const char *newline = memchr(at, '\n', (size_t)(end - at));
            size_t size = (size_t)((newline == NULL ? end : newline) - at);
            const struct line head = at == bytes ? cut_line(at, size) : (struct line){0};
            if (at == bytes)
                status = names == 0 ? read_head(out, &head, arena) : LM_OK;
            else if (size > 0 && !(names == 0 ? read_line(out, at, size, digits, arena)
                                              : name_event(out, at, size, arena)))
                status = LM_LIMIT;
            at += size + 1;
        }
    return length == 0 ? LM_INVALID : status;
}

/* --- by an index */

/* Return the number at the start of ${at}, before a tab or the end; 0: none. */
static uint32_t number_at(const char *at, const char *end)
{
    uint64_t number = 0;
    for (; at < end && lm_is_digit(*at) && number <= UINT32_MAX; at++)
        number = 10 * number + (uint64_t)(*at - '0');
    return (at == end || *at == '\t') && number <= UINT32_MAX ? (uint32_t)number : 0;
}

/* FNV-1a */
static uint32_t hash_of(const char *at, size_t length)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)at[i]) * 16777619u;
    return hash;
}

enum concern { NOBODY, PERSON, EVENT };

/* Return the kind of subject of a line that a story uses (result, change, difference: a person;
 * event), and its key. */
static enum concern concern_of(const char *text, size_t length, uint32_t *key)
{
    const char *end = text + length, *at = text;
    int column = *text == 'r' ? 2 : 1;
    if (*text != 'r' && *text != 'c' && *text != 'd' && *text != 'e')
        return NOBODY;
    for (; column > 0; column--) {
        at = memchr(at, '\t', (size_t)(end - at));
        if (at == NULL)
            return NOBODY;
        at++;
    }
    if (*text == 'e') {
        const char *tab = memchr(at, '\t', (size_t)(end - at));
        *key = hash_of(at, (size_t)((tab == NULL ? end : tab) - at));
        return EVENT;
    }
    *key = number_at(at, end);
    return *key == 0 ? NOBODY : PERSON;
}

struct indexing {
    struct lm_arena *scratch;
    struct lm_keyed *all[2];
    size_t counts[2], capacities[2];
};

static bool note_line(struct indexing *x, const char *bytes, const char *at, size_t size)
{
    uint32_t key = 0;
    enum concern concern = size == 0 ? NOBODY : concern_of(at, size, &key);
    if (concern == NOBODY)
        return true;
    size_t i = concern == EVENT;
    if (!lm_arena_grow(x->scratch, &x->all[i], &x->capacities[i], x->counts[i] + 1,
                       sizeof *x->all[i]))
        return false;
    x->all[i][x->counts[i]++] = (struct lm_keyed){key, (uint32_t)(at - bytes)};
    return true;
}

static const struct lm_story_place *in_order(struct indexing *x, size_t i, struct lm_arena *arena)
{
    size_t count = x->counts[i];
    struct lm_keyed *aside = lm_arena_alloc(x->scratch, count, sizeof *aside);
    struct lm_story_place *places = lm_arena_alloc(arena, count, sizeof *places);
    if (aside == NULL || places == NULL)
        return NULL;
    lm_sort_keyed(x->all[i], aside, count);
    for (size_t n = 0; n < count; n++)
        places[n] = (struct lm_story_place){(uint32_t)x->all[i][n].key, x->all[i][n].what};
    return places;
}

enum lm_status lm_story_index(const char *bytes, size_t length, struct lm_arena *arena,
                              struct lm_arena *scratch, struct lm_story_index *out)
{
    struct indexing x = {.scratch = scratch};
    const char *end = bytes + length;
    if (length > UINT32_MAX)
        return LM_LIMIT;
    for (const char *at = bytes; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t size = (size_t)((newline == NULL ? end : newline) - at);
        if (at > bytes && !note_line(&x, bytes, at, size))
            return LM_LIMIT;
        at += size + 1;
    }
    *out = (struct lm_story_index){.people = in_order(&x, 0, arena),
                                   .events = in_order(&x, 1, arena),
                                   .count = x.counts[0],
                                   .event_count = x.counts[1]};
    return out->people == NULL || out->events == NULL ? LM_LIMIT : LM_OK;
}

static size_t first_with(const struct lm_story_place *places, size_t count, uint32_t key)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (places[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static size_t line_length(const char *bytes, size_t length, size_t at)
{
    const char *newline = memchr(bytes + at, '\n', length - at);
    return newline == NULL ? length - at : (size_t)(newline - bytes) - at;
}

enum lm_status lm_story_find(const struct lm_story_index *index, const char *bytes, size_t length,
                             uint32_t id, struct lm_arena *arena, struct lm_story *out)
{
    char digits[DIGITS];
    snprintf(digits, sizeof digits, "%" PRIu32, id);
    *out = (struct lm_story){.chess = LM_STANDARD};
    if (length == 0)
        return LM_INVALID;
    const struct line head = cut_line(bytes, line_length(bytes, length, 0));
    enum lm_status status = read_head(out, &head, arena);
    for (size_t i = first_with(index->people, index->count, id);
         status == LM_OK && i < index->count && index->people[i].key == id; i++) {
        size_t at = index->people[i].at;
        if (!read_line(out, bytes + at, line_length(bytes, length, at), digits, arena))
            status = LM_LIMIT;
    }
    for (size_t r = 0; status == LM_OK && r < out->result_count; r++) {
        uint32_t key = hash_of(out->results[r].event, strlen(out->results[r].event));
        for (size_t i = first_with(index->events, index->event_count, key);
             status == LM_OK && i < index->event_count && index->events[i].key == key; i++) {
            size_t at = index->events[i].at;
            if (!name_event(out, bytes + at, line_length(bytes, length, at), arena))
                status = LM_LIMIT;
        }
    }
    return status;
}

const char *lm_story_article(const struct lm_story *story, const struct lm_rating_rules *rules)
{
    static const char *const articles[][3] = {/* of 2013, of 2024: standard, rapid and blitz */
                                              {"8.57", "8.3.4", "7.3.4"},
                                              {"7.14, 8.3", "7.1.4, 8.2", "6.1.4, 7.2"},
                                              {"7.21", "7.2.1", "6.2.1"},
                                              {"8.56", "8.3.3", "7.3.3"}};
    static const char *const whys[] = {"played", "published", "delisted"};
    const struct lm_rating_evaluation *e = rules->evaluation;
    if (e != NULL)
        return strcmp(story->change.why, "adjusted") == 0    ? ""
               : strcmp(story->change.why, "published") == 0 ? e->first_article
                                                             : e->change_article;
    size_t why = 0;
    while (why < sizeof whys / sizeof *whys && strcmp(story->change.why, whys[why]) != 0)
        why++;
    return articles[why][!rules->numbered_as_2024 ? 0 : story->chess == LM_STANDARD ? 1 : 2];
}
