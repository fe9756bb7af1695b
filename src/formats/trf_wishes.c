/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "formats/trf_record.h"

/* Requests and decisions: byes, acceleration, prohibitions, points added and deducted. */

/* The kind of ids in 240, 250, 260 and 299. */
static uint8_t whom_of_ids(const struct trf *f)
{
    return f->team_ids ? LM_TEAMS : LM_PLAYERS;
}

static enum ids kind_of_ids(const struct trf *f)
{
    return f->team_ids ? TEAMS : PLAYERS;
}

static void add_bye(struct trf *f, struct lm_requested_bye given)
{
    struct lm_requested_bye *bye = lm_list_add(&f->r, &f->byes, sizeof *bye);
    if (bye != NULL)
        *bye = given;
}

void lm_trf_read_byes(struct trf *f, struct lm_line *line, const struct record *row)
{
    uint8_t kind;
    struct lm_field field = lm_line_columns(line, 5, 5);
    if (!lm_trf_result_of_letter(lm_trf_char_in(line, 5), &kind) || kind < LM_FULL_BYE) {
        lm_refuse(&f->r, lm_trf_place_of(f, line, row->name, field), "write F, H or Z",
                  "not a kind of bye");
        return;
    }
    uint32_t round = lm_trf_small_number(f, line, "round", 7, 9, LM_ROUNDS_MAX);
    if (round == 0)
        lm_refuse(&f->r, lm_trf_place_of(f, line, "round", lm_line_columns(line, 7, 9)),
                  "write the bye's round", "the round is missing");
    size_t count;
    const uint32_t *ids = lm_trf_ids_from(f, line, 11, kind_of_ids(f), &count);
    for (size_t i = 0; i < count; i++)
        add_bye(f, (struct lm_requested_bye){kind, whom_of_ids(f), round, ids[i]});
}

void lm_trf_read_absences(struct trf *f, struct lm_line *line, const struct record *row)
{
    (void)row;
    size_t count;
    const uint32_t *ids = lm_trf_ids_from(f, line, 4, PLAYERS, &count);
    for (size_t i = 0; i < count; i++)
        add_bye(f, (struct lm_requested_bye){LM_ZERO_BYE, LM_PLAYERS, 0, ids[i]});
}

/* Read the first and last round from two fields of three columns; a single one counts for both. */
static bool read_span(struct trf *f, struct lm_line *line, unsigned column, uint32_t *first,
                      uint32_t *last)
{
    *first = lm_trf_small_number(f, line, "first round", column, column + 2, LM_ROUNDS_MAX);
    *last = lm_trf_small_number(f, line, "last round", column + 4, column + 6, LM_ROUNDS_MAX);
    if (*last == 0)
        *last = *first;
    if (*first >= 1 && *first <= *last)
        return true;
    lm_refuse(&f->r, lm_trf_place_of(f, line, "rounds", lm_line_columns(line, column, column + 6)),
              "write first and last round, e.g. 001 003", "not a span of rounds");
    return false;
}

void lm_trf_read_acceleration(struct trf *f, struct lm_line *line, const struct record *row)
{
    struct lm_acceleration given = {
        .whom = whom_of_ids(f),
        .match_points = lm_trf_points_in(f, line, row->name, lm_line_columns(line, 5, 8), 0),
        .points = lm_trf_points_in(f, line, row->name, lm_line_columns(line, 10, 13), 0),
    };
    bool good = read_span(f, line, 15, &given.first_round, &given.last_round);
    given.first = lm_trf_small_number(f, line, "first player", 23, 26, LM_TRF_TPN_MAX);
    given.last = lm_trf_small_number(f, line, "last player", 28, 31, LM_TRF_TPN_MAX);
    if (given.last == 0)
        given.last = given.first;
    if (given.first == 0 || given.first > given.last) {
        lm_refuse(&f->r, lm_trf_place_of(f, line, "players", lm_line_columns(line, 23, 31)),
                  "write first and last player, e.g. 0001 0090", "not a span of players");
        good = false;
    }
    struct lm_acceleration *kept =
        good ? lm_list_add(&f->r, &f->accelerations, sizeof *kept) : NULL;
    if (kept != NULL)
        *kept = given;
}

void lm_trf_read_player_acceleration(struct trf *f, struct lm_line *line, const struct record *row)
{
    uint32_t player = lm_trf_index_in(f, line, lm_line_columns(line, 5, 8), false);
    unsigned width = lm_line_width(line);
    struct lm_acceleration *run = NULL;
    uint32_t round = 1;
    if (player == LM_NOBODY)
        return;
    for (unsigned column = 10; column <= width && round <= LM_ROUNDS_MAX; column += 5, round++) {
        struct lm_field field = lm_line_columns(line, column, column + 3);
        int32_t points = lm_trf_points_in(f, line, row->name, field, 0);
        if (run == NULL || run->points != points) {
            run = lm_list_add(&f->r, &f->accelerations, sizeof *run);
            if (run == NULL)
                return;
            run->points = points;
            run->first_round = round;
            run->first = run->last = f->t->players[player].tpn;
        }
        run->last_round = round;
    }
}

static void add_prohibition(struct trf *f, struct lm_line *line, struct lm_prohibition given)
{
    if (given.count < 2) {
        lm_doubt(&f->r, LM_DOUBT_FORM, (struct lm_place){.line = line->number}, "name two or more",
                 "a prohibition of fewer than two players");
        lm_trf_keep_line(f, line);
        return;
    }
    struct lm_prohibition *kept = lm_list_add(&f->r, &f->prohibitions, sizeof *kept);
    if (kept != NULL)
        *kept = given;
}

void lm_trf_read_prohibition(struct trf *f, struct lm_line *line, const struct record *row)
{
    (void)row;
    struct lm_prohibition given = {.whom = whom_of_ids(f)};
    bool good = read_span(f, line, 5, &given.first_round, &given.last_round);
    given.players = lm_trf_ids_from(f, line, 13, kind_of_ids(f), &given.count);
    if (good)
        add_prohibition(f, line, given);
}

void lm_trf_read_lasting_prohibition(struct trf *f, struct lm_line *line, const struct record *row)
{
    (void)row;
    struct lm_prohibition given = {.first_round = 1, .last_round = LM_ROUNDS_MAX};
    given.players = lm_trf_ids_from(f, line, 4, PLAYERS, &given.count);
    add_prohibition(f, line, given);
}

void lm_trf_read_adjustment(struct trf *f, struct lm_line *line, const struct record *row)
{
    char type = lm_upper(lm_trf_char_in(line, 5));
    if (type == '\0' || strchr("WDLFHZ+- ", type) == NULL) {
        lm_refuse(&f->r, lm_trf_place_of(f, line, "type", lm_line_columns(line, 5, 5)),
                  "write W, D, L, F, H, Z, +, - or leave it blank", "not a type of assignment");
        return;
    }
    struct lm_adjustment given = {
        .type = type,
        .whom = whom_of_ids(f),
        .match_points = lm_trf_points_in(f, line, row->name, lm_line_columns(line, 7, 11), 0),
        .points = lm_trf_points_in(f, line, row->name, lm_line_columns(line, 13, 17), 0),
        .round = lm_trf_small_number(f, line, "round", 20, 22, LM_ROUNDS_MAX),
    };
    given.players = lm_trf_ids_from(f, line, 24, kind_of_ids(f), &given.count);
    struct lm_adjustment *kept = lm_list_add(&f->r, &f->adjustments, sizeof *kept);
    if (kept != NULL)
        *kept = given;
}
