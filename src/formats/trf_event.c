/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/texts.h"
#include "formats/trf_record.h"

/* Records of the tournament itself: 012 to 222, its configuration and point systems. */

void lm_trf_read_text(struct trf *f, struct lm_line *line, const struct record *row)
{
    const char **text = (const char **)((char *)f->t + row->offset);
    struct lm_field field = lm_line_columns(line, 4, UINT32_MAX);
    if (**text == '\0') {
        *text = lm_keep(&f->r, field.bytes, field.length);
        if (text == &f->t->start)
            f->start_line = line->number;
        if (text == &f->t->end)
            f->end_line = line->number;
        return;
    }
    lm_doubt(&f->r, LM_DOUBT_FORM, lm_trf_place_of(f, line, row->name, field), "keep one of them",
             "a second record %s", row->code);
    lm_trf_keep_line(f, line);
}

/* Read "129 (88)": players, and the number of rated ones. */
static bool read_two_counts(struct trf *f, struct lm_field field)
{
    struct lm_field rest = field;
    struct lm_field first = lm_next_word(&rest), second = lm_next_word(&rest);
    int64_t players, rated;
    bool brackets = second.length > 2 && second.bytes[0] == '(' &&
                    second.bytes[second.length - 1] == ')' && lm_next_word(&rest).length == 0;
    if (!brackets || !lm_parse_integer(first.bytes, first.length, 0, 9999999, &players) ||
        !lm_parse_integer(second.bytes + 1, second.length - 2, 0, 9999999, &rated))
        return false;
    f->t->declared_players = (uint32_t)players;
    if (f->t->declared_rated == 0)
        f->t->declared_rated = (uint32_t)rated;
    return true;
}

void lm_trf_read_count(struct trf *f, struct lm_line *line, const struct record *row)
{
    uint32_t *count = (uint32_t *)(void *)((char *)f->t + row->offset);
    struct lm_field field = lm_line_columns(line, 4, UINT32_MAX);
    int64_t value;
    if (*count == 0 && lm_parse_integer(field.bytes, field.length, 0, 9999999, &value)) {
        *count = (uint32_t)value;
        return;
    }
    if (count == &f->t->declared_players && *count == 0 && read_two_counts(f, field))
        return;
    if (*count != 0)
        lm_doubt(&f->r, LM_DOUBT_FORM, lm_trf_place_of(f, line, row->name, field),
                 "keep one of them", "declared twice: %u came first", *count);
    else if (field.length > 0)
        lm_doubt(&f->r, LM_DOUBT_FORM, lm_trf_place_of(f, line, row->name, field),
                 "write one whole number", "not a number");
    lm_trf_keep_line(f, line);
}

void lm_trf_read_rounds(struct trf *f, struct lm_line *line, const struct record *row)
{
    struct lm_field field = lm_line_columns(line, 4, UINT32_MAX);
    int64_t value;
    if (!lm_trf_number_in(f, line, row->name, field, 1, LM_ROUNDS_MAX, 0, &value) || value == 0)
        return;
    if (f->t->rounds_total != 0 && f->t->rounds_total != value)
        lm_refuse(&f->r, lm_trf_place_of(f, line, row->name, field), "keep one of them",
                  "the number of rounds is already %u", f->t->rounds_total);
    f->t->rounds_total = (uint32_t)value;
}

static void set_initial_colour(struct trf *f, const struct lm_line *line, struct lm_field field,
                               enum lm_colour colour)
{
    if (f->t->initial_colour != LM_NO_COLOUR && f->t->initial_colour != colour)
        lm_refuse(&f->r, lm_trf_place_of(f, line, "initial colour", field), "keep one of them",
                  "the initial colour was given differently before");
    f->t->initial_colour = (uint8_t)colour;
}

void lm_trf_read_initial_colour(struct trf *f, struct lm_line *line, const struct record *row)
{
    struct lm_field field = lm_line_columns(line, 4, UINT32_MAX);
    if (lm_field_is(field, "w") || lm_field_is(field, "b"))
        set_initial_colour(f, line, field, lm_field_is(field, "w") ? LM_WHITE : LM_BLACK);
    else
        lm_refuse(&f->r, lm_trf_place_of(f, line, row->name, field), "write W or B",
                  "not a colour");
}

void lm_trf_read_configuration(struct trf *f, struct lm_line *line, const struct record *row)
{
    struct lm_field rest = lm_line_columns(line, 4, UINT32_MAX);
    for (struct lm_field word; (word = lm_next_word(&rest)).length > 0;) {
        if (lm_field_is(word, "rank"))
            f->t->rank_order = true;
        else if (lm_field_is(word, "white1") || lm_field_is(word, "black1"))
            set_initial_colour(f, line, word, lm_field_is(word, "white1") ? LM_WHITE : LM_BLACK);
        else
            lm_refuse(&f->r, lm_trf_place_of(f, line, row->name, word),
                      "write rank, white1 or black1", "an unknown word in XXC");
    }
}

void lm_trf_read_deputy(struct trf *f, struct lm_line *line, const struct record *row)
{
    (void)row;
    const char *name = lm_trf_text_in(f, line, 4, UINT32_MAX);
    const char **deputy = *name == '\0' ? NULL : lm_list_add(&f->r, &f->deputies, sizeof *deputy);
    if (deputy != NULL)
        *deputy = name;
}

static bool is_date(struct lm_field field)
{
    struct lm_date date;
    return lm_parse_date(field.bytes, field.length, &date);
}

static void add_date(struct trf *f, struct lm_field field)
{
    const char **date = lm_list_add(&f->r, &f->dates, sizeof *date);
    if (date != NULL)
        *date = lm_keep(&f->r, field.bytes, field.length);
}

void lm_trf_read_dates(struct trf *f, struct lm_line *line, const struct record *row)
{
    unsigned width = lm_line_width(line);
    struct lm_field before = lm_line_columns(line, 4, LM_TRF_FIRST_ROUND - 1);
    if (before.length > 0 && f->dates.count < LM_ROUNDS_MAX && is_date(before)) {
        add_date(f, before); /* a record for each round */
        f->dates_line = f->dates_line == 0 ? line->number : f->dates_line;
        return;
    }
    if (before.length > 0 || f->dates.count > 0) {
        lm_doubt(&f->r, LM_DOUBT_FORM, lm_trf_place_of(f, line, row->name, before),
                 "write them once, in the columns of the rounds", "dates that are not understood");
        lm_trf_keep_line(f, line);
        return;
    }
    f->dates_line = line->number;
    for (unsigned column = LM_TRF_FIRST_ROUND; column <= width; column += LM_TRF_ROUND_WIDTH) {
        add_date(f, lm_line_columns(line, column, column + LM_TRF_ROUND_WIDTH - 1));
    }
}

/* ---- point systems ---- */

/* Split the next "CODE=VALUE", "CODE VALUE" or "CODEVALUE" off ${*rest}. */
static bool next_setting(struct lm_field *rest, struct lm_field *code, struct lm_field *value)
{
    size_t at = 0, end;
    while (at < rest->length && rest->bytes[at] == ' ')
        at++;
    for (end = at; end < rest->length && lm_is_letter(rest->bytes[end]);)
        end++;
    *code = (struct lm_field){rest->bytes + at, end - at, rest->column + (unsigned)at};
    for (at = end; at < rest->length && (rest->bytes[at] == ' ' || rest->bytes[at] == '=');)
        at++;
    for (end = at; end < rest->length && rest->bytes[end] != ' ';)
        end++;
    *value = (struct lm_field){rest->bytes + at, end - at, rest->column + (unsigned)at};
    *rest = (struct lm_field){rest->bytes + end, rest->length - end, rest->column + (unsigned)end};
    return code->length + value->length > 0;
}

static const struct lm_trf_worth *worth_called(const char *record, struct lm_field code)
{
    if (strcmp(record, "162") == 0 && lm_field_is(code, "Z")) /* TRF26 writes A, bbpPairings Z */
        code = (struct lm_field){"A", 1, code.column};
    for (size_t i = 0; i < lm_trf_worth_count; i++)
        if (strcmp(lm_trf_worths[i].record, record) == 0 &&
            lm_field_is(code, lm_trf_worths[i].code))
            return &lm_trf_worths[i];
    return NULL;
}

void lm_trf_read_worth(struct trf *f, struct lm_line *line, const struct record *row)
{
    struct lm_field rest = lm_line_columns(line, 4, UINT32_MAX), code, value;
    f->pab_like_win |= strcmp(row->code, "XXS") != 0;
    while (next_setting(&rest, &code, &value)) {
        const struct lm_trf_worth *worth = worth_called(row->code, code);
        if (worth == NULL)
            lm_refuse(&f->r, lm_trf_place_of(f, line, row->name, code), NULL,
                      "record %s knows no such code", row->code);
        else if (value.length == 0)
            lm_refuse(&f->r, lm_trf_place_of(f, line, row->name, code), "write points as 2.5",
                      "points are missing");
        else {
            lm_trf_set_worth(&f->t->points, worth, lm_trf_points_in(f, line, row->name, value, 0));
            f->worth_given |= worth->results;
            f->t->points_declared = true;
        }
    }
}

void lm_trf_complete_worth(struct trf *f)
{
    int32_t(*value)[2] = f->t->points.value;
    if (f->pab_like_win && (f->worth_given >> LM_PAB & 1) == 0)
        value[LM_PAB][0] = value[LM_PAB][1] = value[LM_WIN][0];
    if (f->t->points_declared && (f->worth_given >> LM_ADJOURNED & 1) == 0)
        for (size_t colour = 0; colour < 2; colour++)
            value[LM_ADJOURNED][colour] = value[LM_DRAW][colour];
}

void lm_trf_read_team_points(struct trf *f, struct lm_line *line, const struct record *row)
{
    static const char *const codes[] = {"TW", "TD", "TL"};
    struct lm_field rest = lm_line_columns(line, 4, UINT32_MAX), code, value;
    while (next_setting(&rest, &code, &value)) {
        size_t i = 0;
        while (i < 3 && !lm_field_is(code, codes[i]))
            i++;
        if (i == 3)
            lm_refuse(&f->r, lm_trf_place_of(f, line, row->name, code), "write TW, TD or TL",
                      "record 362 knows no such code");
        else
            f->t->team_points[i] =
                lm_trf_points_in(f, line, row->name, value, f->t->team_points[i]);
    }
}
