/* SPDX-License-Identifier: Apache-2.0 */
/*
 * TRF16 without extensions: the head up to record 132, XXR, a line for each player, and teams as
 * 013.  Swiss-Manager and chess-results.com accept it in this form.
 */
#include "formats/trf.h"

/* Remove the teams' numbers, so that they are written as 013; NULL: no memory. */
static const struct lm_team *nameless(const struct lm_tournament *t, struct lm_arena *arena)
{
    struct lm_team *teams = lm_arena_alloc(arena, t->team_count, sizeof *teams);
    for (size_t i = 0; teams != NULL && i < t->team_count; i++) {
        teams[i] = t->teams[i];
        teams[i].number = 0;
    }
    return teams;
}

static const char *type_of(const struct lm_tournament *t)
{
    bool table = lm_type_says_predetermined(t) > 0;
    if (t->type[0] != '\0')
        return t->type;
    if (t->team_count > 0)
        return table ? "Team: Round-Robin" : "Team: Swiss-System";
    return table ? "Individual: Round-Robin" : "Individual: Swiss-System";
}

enum lm_status lm_trf_plain_write(const struct lm_tournament *t,
                                  const struct lm_write_options *options, struct lm_log *log,
                                  struct lm_text *out)
{
    struct lm_tournament *plain = lm_arena_alloc(out->arena, 1, sizeof *plain);
    const struct lm_team *teams = nameless(t, out->arena);
    if (plain == NULL || teams == NULL)
        return LM_LIMIT;
    *plain = *t;
    plain->type = type_of(t);
    plain->teams = teams;
    plain->declared_players = t->player_count;
    plain->declared_teams = (uint32_t)t->team_count;
    plain->declared_rated = 0;
    for (uint32_t i = 0; i < t->player_count; i++)
        plain->declared_rated += t->players[i].rating > 0;
    plain->rank_method = plain->pairing_controller = plain->type_code = plain->tie_breaks = "";
    plain->standings_order = plain->time_control_code = plain->colour_sequence = "";
    plain->initial_colour = LM_NO_COLOUR;
    plain->rank_order = plain->points_declared = false;
    plain->points = lm_points_standard();
    plain->team_pab_match_points = plain->team_pab_game_points = 0;
    const int32_t usual[] = {20, 10, 0};
    for (int i = 0; i < 3; i++)
        plain->team_points[i] = usual[i];
    plain->team_pab_count = plain->national_count = plain->bye_count = plain->acceleration_count =
        plain->prohibition_count = plain->adjustment_count = plain->lineup_count =
            plain->team_forfeit_count = plain->kept_count = plain->option_count = 0;
    const struct lm_write_options how = {.line_end = options->line_end == NULL ? "\r\n"
                                                                               : options->line_end};
    return lm_trf16_write(plain, &how, log, out);
}
