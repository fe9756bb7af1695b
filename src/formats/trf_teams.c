/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "formats/trf_record.h"

/* Records of teams: 310, 013, line-ups, points without play. */

static struct lm_team *new_team(struct trf *f, uint32_t number)
{
    struct lm_team *team = lm_list_add(&f->r, &f->team_list, sizeof *team);
    f->seats.list = (uint32_t)f->team_list.count;
    if (team != NULL) {
        *team = (struct lm_team){.number = number,
                                 .name = "",
                                 .nickname = "",
                                 .strength = "",
                                 .match_points = LM_NO_POINTS,
                                 .game_points = LM_NO_POINTS};
    }
    return team;
}

void lm_trf_read_old_team(struct trf *f, struct lm_line *line, const struct record *row)
{
    (void)row;
    if (f->team_ids) {
        lm_trf_keep_line(f, line);
        return;
    }
    struct lm_team *team = new_team(f, 0);
    if (team == NULL)
        return;
    team->name = lm_trf_text_in(f, line, 5, 36);
    team->players = lm_trf_ids_from(f, line, 37, ROSTER, &team->count);
}

void lm_trf_read_team(struct trf *f, struct lm_line *line, const struct record *row)
{
    (void)row;
    struct lm_field field = lm_line_columns(line, 5, 7);
    int64_t number;
    if (!lm_trf_number_in(f, line, "team", field, 1, LM_TRF_TEAM_MAX, 0, &number))
        return;
    if (number == 0 || f->teams[number] != LM_NOBODY) {
        lm_refuse(&f->r, lm_trf_place_of(f, line, "team", field), "give each team its own number",
                  number == 0 ? "the team's number is missing" : "the team's number is taken");
        return;
    }
    f->teams[number] = (uint32_t)f->team_list.count;
    f->team_ids = true;
    struct lm_team *team = new_team(f, (uint32_t)number);
    if (team == NULL)
        return;
    team->name = lm_trf_text_in(f, line, 9, 40);
    team->nickname = lm_trf_text_in(f, line, 42, 46);
    team->strength = lm_trf_text_in(f, line, 48, 53);
    team->match_points =
        lm_trf_points_in(f, line, "match points", lm_line_columns(line, 55, 60), LM_NO_POINTS);
    team->game_points =
        lm_trf_points_in(f, line, "game points", lm_line_columns(line, 62, 67), LM_NO_POINTS);
    team->rank = lm_trf_small_number(f, line, "rank", 69, 71, LM_TRF_TEAM_MAX);
    team->players = lm_trf_ids_from(f, line, 74, ROSTER, &team->count);
}

/* Return the number of an existing team, or 0. */
static uint32_t team_number(struct trf *f, struct lm_line *line, unsigned first, unsigned last)
{
    uint32_t number = lm_trf_small_number(f, line, "team", first, last, LM_TRF_TEAM_MAX);
    if (number != 0 && f->teams[number] == LM_NOBODY) {
        lm_refuse(&f->r, lm_trf_place_of(f, line, "team", lm_line_columns(line, first, last)),
                  "name a team that has a 310 record", "no team has this number");
        return 0;
    }
    return number;
}

void lm_trf_read_team_pab(struct trf *f, struct lm_line *line, const struct record *row)
{
    struct lm_tournament *t = f->t;
    t->team_pab_match_points = lm_trf_points_in(f, line, row->name, lm_line_columns(line, 5, 8), 0);
    t->team_pab_game_points =
        lm_trf_points_in(f, line, row->name, lm_line_columns(line, 10, 13), 0);
    struct lm_list byes = {0};
    unsigned width = lm_line_width(line);
    for (unsigned column = 15; column <= width; column += 4) {
        uint32_t *bye = lm_list_add(&f->r, &byes, sizeof *bye);
        if (bye != NULL)
            *bye = team_number(f, line, column, column + 2);
    }
    t->team_pab = byes.items;
    t->team_pab_count = byes.count;
}

static void keep_number(struct trf *f, struct lm_list *numbers, const struct lm_line *line)
{
    unsigned *number = lm_list_add(&f->r, numbers, sizeof *number);
    if (number != NULL)
        *number = line->number;
}

/* Return the round of a line-up or a forfeited match; 0, and report it, if there is none: the line
 * is ignored. */
static uint32_t round_of_match(struct trf *f, struct lm_line *line, unsigned first, unsigned last)
{
    uint32_t round = lm_trf_small_number(f, line, "round", first, last, LM_ROUNDS_MAX);
    if (round == 0)
        lm_doubt(&f->r, LM_DOUBT_FORM,
                 lm_trf_place_of(f, line, "round", lm_line_columns(line, first, last)),
                 "write its number there", "without a round the line is left out");
    return round;
}

void lm_trf_read_lineup(struct trf *f, struct lm_line *line, const struct record *row)
{
    (void)row;
    uint32_t round = round_of_match(f, line, 5, 7);
    struct lm_lineup *lineup = round == 0 ? NULL : lm_list_add(&f->r, &f->lineups, sizeof *lineup);
    if (lineup == NULL)
        return;
    lineup->round = round;
    lineup->team = team_number(f, line, 9, 11);
    lineup->opponent = team_number(f, line, 13, 15);
    keep_number(f, &f->lineup_lines, line);
    lineup->players = lm_trf_ids_from(f, line, 17, BOARDS, &lineup->count);
}

void lm_trf_read_team_forfeit(struct trf *f, struct lm_line *line, const struct record *row)
{
    struct lm_field type = lm_line_columns(line, 5, 6);
    if (!lm_field_is(type, "+-") && !lm_field_is(type, "-+") && !lm_field_is(type, "--")) {
        lm_refuse(&f->r, lm_trf_place_of(f, line, row->name, type), "write +-, -+ or --",
                  "not a kind of forfeit");
        return;
    }
    uint32_t round = round_of_match(f, line, 8, 10);
    struct lm_team_forfeit *forfeit =
        round == 0 ? NULL : lm_list_add(&f->r, &f->team_forfeits, sizeof *forfeit);
    if (forfeit == NULL)
        return;
    memcpy(forfeit->type, type.bytes, 2);
    forfeit->round = round;
    forfeit->white = team_number(f, line, 12, 14);
    forfeit->black = team_number(f, line, 16, 18);
    keep_number(f, &f->forfeit_lines, line);
}
