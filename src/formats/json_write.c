/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "formats/cells.h"
#include "formats/json.h"
#include "formats/json_schema.h"
#include "formats/trf.h"
#include "limmat/json.h"

struct writer {
    const struct lm_tournament *t;
    struct lm_json_writer json;
    uint8_t whom; /* enum lm_whom: kind of the ids in the object being written */
};

/* ---- values ---- */

static void put_letter(struct writer *w, const char *key, char letter)
{
    const char text[] = {letter, '\0'};
    lm_json_put_string(&w->json, key, text);
}

static void put_texts(struct writer *w, const char *key, const char *const *texts, size_t count)
{
    lm_json_begin_inline(&w->json, key, '[');
    for (size_t i = 0; i < count; i++)
        lm_json_put_string(&w->json, NULL, texts[i]);
    lm_json_end(&w->json, ']');
}

static uint32_t id_of(const struct writer *w, uint32_t index)
{
    return w->whom == LM_TEAMS ? w->t->teams[index].number : w->t->players[index].tpn;
}

static uint32_t board_of(const struct writer *w, uint32_t index)
{
    return index == LM_NOBODY ? 0 : w->t->players[index].tpn;
}

static uint32_t number_itself(const struct writer *w, uint32_t number)
{
    (void)w;
    return number;
}

static void put_numbers(struct writer *w, const char *key, const uint32_t *numbers, size_t count,
                        uint32_t (*told)(const struct writer *, uint32_t))
{
    lm_json_begin_inline(&w->json, key, '[');
    for (size_t i = 0; i < count; i++)
        lm_json_put_integer(&w->json, NULL, told(w, numbers[i]));
    lm_json_end(&w->json, ']');
}

static void put_span(struct writer *w, const char *key, uint32_t first, uint32_t last)
{
    const uint32_t span[] = {first, last};
    put_numbers(w, key, span, 2, number_itself);
}

static void put_team_points(struct writer *w, const char *key, const int32_t *points)
{
    if (points[0] == 20 && points[1] == 10 && points[2] == 0)
        return;
    lm_json_begin_inline(&w->json, key, '[');
    for (size_t i = 0; i < 3; i++)
        lm_json_put_tenths(&w->json, NULL, points[i]);
    lm_json_end(&w->json, ']');
}

static void put_worth(struct writer *w, const char *key, const int32_t value[2])
{
    if (value[0] == value[1]) {
        lm_json_put_tenths(&w->json, key, value[0]);
        return;
    }
    lm_json_begin(&w->json, key, '[');
    lm_json_put_tenths(&w->json, NULL, value[0]);
    lm_json_put_tenths(&w->json, NULL, value[1]);
    lm_json_end(&w->json, ']');
}

/* Write win, draw and loss always; other results only if they differ from their default. */
static void put_point_system(struct writer *w, const char *key,
                             const struct lm_point_system *points)
{
    static const int32_t nothing[2];
    lm_json_begin_inline(&w->json, key, '{');
    for (size_t i = 0; i < LM_RESULT_COUNT; i++) {
        const struct lm_json_result *row = &lm_json_results[i];
        const int32_t *value = points->value[row->result];
        const int32_t *usual = row->like == row->result ? nothing : points->value[row->like];
        if (i < 3 || memcmp(value, usual, sizeof nothing) != 0)
            put_worth(w, row->key, value);
    }
    lm_json_end(&w->json, '}');
}

static void put_options(struct writer *w, const char *key, const char *const *options, size_t count)
{
    lm_json_begin(&w->json, key, '{');
    for (size_t i = 0; i < count; i++)
        lm_json_put_string(&w->json, options[2 * i], options[2 * i + 1]);
    lm_json_end(&w->json, '}');
}

/* ---- results ---- */

/* Write one text for each round up to the last that is not blank; blanks wait until then. */
static void put_results(struct writer *w, const char *key, uint32_t player)
{
    struct lm_text cell = lm_text_in(w->json.out->arena);
    uint32_t blanks = 0;
    lm_json_begin(&w->json, key, '[');
    for (uint32_t round = 1; round <= w->t->round_capacity; round++) {
        cell.length = 0;
        lm_cell_write(&cell, w->t, player, round);
        if (cell.length == 0) {
            blanks++;
            continue;
        }
        for (; blanks > 0; blanks--)
            lm_json_put_string(&w->json, NULL, "");
        lm_json_put_string(&w->json, NULL, lm_text_string(&cell));
    }
    lm_json_end(&w->json, ']');
    w->json.out->failed |= cell.failed;
}

/* ---- objects by their shape ---- */

static void put_list(struct writer *w, const char *key, const struct lm_json_shape *shape,
                     const char *items, size_t count);

static void put_members(struct writer *w, const struct lm_json_shape *shape, const void *item);

/* Write a value as a number unless it is ${usual}. */
static void put_unless(struct writer *w, const char *key, int64_t value, int64_t usual)
{
    if (value != usual)
        lm_json_put_integer(&w->json, key, value);
}

static void put_points_unless(struct writer *w, const char *key, int32_t points, int32_t usual)
{
    if (points != usual)
        lm_json_put_tenths(&w->json, key, points);
}

static void put_text(struct writer *w, const char *key, const char *text)
{
    if (*text != '\0')
        lm_json_put_string(&w->json, key, text);
}

static void put_value(struct writer *w, const struct lm_json_member *member, const void *item)
{
    static const char *const colours[] = {"", "white", "black"};
    const char *key = member->key;
    const void *field = (const char *)item + member->field;
    const void *other = (const char *)item + member->other;
    switch (member->look) {
    case TEXT:
    case CODE:
        put_text(w, key, *(const char *const *)field);
        break;
    case TEXTS:
        if (*(const size_t *)other > 0)
            put_texts(w, key, *(const char *const *const *)field, *(const size_t *)other);
        break;
    case NUMBER:
    case ROUND:
    case TEAM:
        put_unless(w, key, *(const uint32_t *)field, 0);
        break;
    case TEAM_NUMBERS:
        if (*(const size_t *)other > 0)
            put_numbers(w, key, *(const uint32_t *const *)field, *(const size_t *)other,
                        number_itself);
        break;
    case SMALL:
        put_unless(w, key, *(const uint8_t *)field, 1);
        break;
    case RATING:
        put_unless(w, key, *(const int32_t *)field, 0);
        break;
    case POINTS:
        put_points_unless(w, key, *(const int32_t *)field, 0);
        break;
    case DECLARED:
        put_points_unless(w, key, *(const int32_t *)field, LM_NO_POINTS);
        break;
    case TEAM_POINTS:
        put_team_points(w, key, field);
        break;
    case FLAG:
        if (*(const bool *)field)
            lm_json_put_boolean(&w->json, key, true);
        break;
    case SEX:
        if (*(const char *)field != 0)
            put_letter(w, key, *(const char *)field);
        break;
    case COLOUR:
        put_text(w, key, colours[*(const uint8_t *)field]);
        break;
    case BYE:
        put_letter(w, key, lm_trf_letters[*(const uint8_t *)field]);
        break;
    case ADJUSTMENT:
        if (*(const char *)field != ' ')
            put_letter(w, key, *(const char *)field);
        break;
    case FORFEIT:
        lm_json_put_string(&w->json, key, field);
        break;
    case PLAYER:
        lm_json_put_integer(&w->json, key, w->t->players[*(const uint32_t *)field].tpn);
        break;
    case WHOM:
        w->whom = *(const uint8_t *)field;
        if (w->whom == LM_PLAYERS && lm_ids_are_teams(w->t))
            put_text(w, key, "players");
        break;
    case ID:
        lm_json_put_integer(&w->json, key, id_of(w, *(const uint32_t *)field));
        break;
    case IDS:
        put_numbers(w, key, *(const uint32_t *const *)field, *(const size_t *)other, id_of);
        break;
    case ROSTER:
    case BOARDS:
        put_numbers(w, key, *(const uint32_t *const *)field, *(const size_t *)other, board_of);
        break;
    case PLAYER_SPAN:
        put_span(w, key, *(const uint32_t *)field, *(const uint32_t *)other);
        break;
    case ROUND_SPAN:
        if (*(const uint32_t *)field != 1 || *(const uint32_t *)other != LM_ROUNDS_MAX)
            put_span(w, key, *(const uint32_t *)field, *(const uint32_t *)other);
        break;
    case LIST:
        put_list(w, key, member->shape, *(const char *const *)field, *(const size_t *)other);
        break;
    case POINT_SYSTEM:
        if (*(const bool *)other)
            put_point_system(w, key, field);
        break;
    case OPTIONS:
        if (*(const size_t *)other > 0)
            put_options(w, key, *(const char *const *const *)field, *(const size_t *)other);
        break;
    case PLAYERS:
        put_list(w, key, member->shape, (const char *)w->t->players, w->t->player_count);
        break;
    case RESULTS:
        put_results(w, key, (uint32_t)((const struct lm_player *)item - w->t->players));
        break;
    }
}

static void put_members(struct writer *w, const struct lm_json_shape *shape, const void *item)
{
    for (size_t i = 0; i < shape->count; i++)
        put_value(w, &shape->members[i], item);
}

/* Write one line for each item. */
static void put_list(struct writer *w, const char *key, const struct lm_json_shape *shape,
                     const char *items, size_t count)
{
    if (count == 0)
        return;
    lm_json_begin(&w->json, key, '[');
    for (size_t i = 0; i < count; i++) {
        lm_json_begin_inline(&w->json, NULL, '{');
        put_members(w, shape, items + i * shape->size);
        lm_json_end(&w->json, '}');
    }
    lm_json_end(&w->json, ']');
}

enum lm_status lm_json_tournament_write(const struct lm_tournament *t,
                                        const struct lm_write_options *options, struct lm_log *log,
                                        struct lm_text *out)
{
    (void)options;
    (void)log;
    struct writer w = {.t = t, .json = lm_json_writer_to(out, false)};
    lm_json_begin(&w.json, NULL, '{');
    lm_json_put_string(&w.json, "format", LM_JSON_VERSION);
    put_members(&w, &lm_json_tournament, t);
    lm_json_end(&w.json, '}');
    return lm_text_status(out);
}
