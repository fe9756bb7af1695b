/* SPDX-License-Identifier: Apache-2.0 */

/* Every tie-break: one row. */

#include <string.h>

#include "ranking/tie_break.h"

#define KIND(code_, name_, article_, since_, modifiers_, what_)                                    \
    .about.code = code_, .about.name = name_, .about.article = article_, .about.since = since_,    \
    .about.modifiers = modifiers_, .about.what = what_

/* Parts shared by many rows. */
#define POINTS   .scale = 10, .about.decimals = 1
#define PRODUCTS .scale = 100, .about.decimals = 2
#define COUNTED  .scale = 1, .about.decimals = 0, .finish = lm_finish_sum

static const struct criterion rows[] = {
    {KIND("PTS", "Points", "C.07 4.2", 2023, "",
          "The points of the tournament (teams: the primary score)."),
     POINTS, .basis = ON_OWN, .collect = lm_collect_points, .finish = lm_finish_sum},
    {KIND("MPTS", "Match points", "C.07 11.1", 2023, "", "The match points of the team."), POINTS,
     .basis = ON_OWN, .collect = lm_collect_points, .finish = lm_finish_sum,
     .about.needs = LM_NEEDS_TEAMS},
    {KIND("GPTS", "Game points", "C.07 11.1", 2023, "", "The game points of the team."), POINTS,
     .basis = ON_OWN, .collect = lm_collect_game_points, .finish = lm_finish_sum,
     .about.needs = LM_NEEDS_TEAMS},

    /* art. 6 */
    {KIND("DE", "Direct encounter", "C.07 6", 2023, "P",
          "The standings of the games among the tied; where games are missing, only places that no "
          "result of them could change."),
     .scale = 1, .basis = ON_OPPONENTS, .split = lm_split_direct, .about.lower_is_better = true},

    /* art. 7 */
    {KIND("WIN", "Number of wins", "C.07 7.1", 2023, "",
          "Rounds with as many points as for a win, with or without playing."),
     COUNTED, .basis = ON_OWN, .collect = lm_collect_wins,
     .what_before = "Games won, over the board or by forfeit."},
    {KIND("WON", "Number of games won", "C.07 7.2", 2023, "", "Games won over the board."), COUNTED,
     .basis = ON_OWN, .collect = lm_collect_games_won},
    {KIND("BPG", "Games played with Black", "C.07 7.3", 2023, "",
          "Games played over the board with the black pieces."),
     COUNTED, .basis = ON_OWN, .collect = lm_collect_black_games},
    {KIND("BWG", "Games won with Black", "C.07 7.4", 2023, "",
          "Games won over the board with the black pieces."),
     COUNTED, .basis = ON_OWN, .collect = lm_collect_black_wins},
    {KIND("PS", "Progressive scores", "C.07 7.5", 2023, "C",
          "The sum of the scores after each round; Cut-1 leaves out the one after the first."),
     POINTS, .basis = ON_OWN, .collect = lm_collect_progress, .finish = lm_finish_sum},
    {KIND("REP", "Rounds one elected to play", "C.07 7.6", 2023, "",
          "Rounds without half-point byes, zero-point byes and forfeit losses."),
     COUNTED, .basis = ON_OWN, .collect = lm_collect_elected, .since_c07 = true},
    {KIND("STD", "Standard points", "C.07 7.7", 2026, "",
          "1 for each round with more points than the opponent, ½ for as many; without "
          "one, the points are compared with those for a draw."),
     POINTS, .basis = ON_OWN, .collect = lm_collect_standard, .finish = lm_finish_sum},
    {KIND("TPN", "Tournament pairing number", "C.07 7.8", 2026, "R",
          "The pairing number; the lower one is first."),
     COUNTED, .basis = ON_OWN, .collect = lm_collect_number, .about.lower_is_better = true},

    /* art. 8 */
    {KIND("BH", "Buchholz", "C.07 8.1", 2023, "CMPF", "The sum of the opponents' scores."), POINTS,
     .basis = ON_OPPONENTS, .collect = lm_collect_buchholz, .finish = lm_finish_sum,
     .about.needs = LM_NEEDS_SWISS},
    {KIND("AOB", "Average of opponents' Buchholz", "C.07 8.2", 2023, "FP",
          "The average Buchholz (/F: Fore Buchholz) of the opponents played over the board."),
     POINTS, .basis = ON_OPPONENTS, .base = "BH", .collect = lm_collect_others,
     .finish = lm_finish_average, .about.needs = LM_NEEDS_SWISS, .since_c07 = true},
    {KIND("FB", "Fore Buchholz", "C.07 8.3", 2023, "CMP",
          "Buchholz as if all paired games of the final round had been drawn."),
     POINTS, .basis = ON_OPPONENTS, .collect = lm_collect_buchholz, .finish = lm_finish_sum,
     .about.needs = LM_NEEDS_SWISS, .since_c07 = true},

    /* art. 9 */
    {KIND("SB", "Sonneborn-Berger", "C.07 9.1", 2023, "CMP",
          "The sum of each opponent’s score times the points scored against that opponent."),
     PRODUCTS, .basis = ON_OPPONENTS, .collect = lm_collect_sonneborn, .finish = lm_finish_sum,
     .practice = "draw"},
    {KIND("KS", "Koya system", "C.07 9.2", 2023, "LP",
          "The points scored against those who have at least half of the maximum score (/L+n: n "
          "half points more)."),
     POINTS, .basis = ON_OPPONENTS, .collect = lm_collect_koya, .finish = lm_finish_sum},

    /* art. 10 */
    {KIND("ARO", "Average rating of opponents", "C.07 10.1", 2023, "CM",
          "The average rating of the opponents played over the board, rounded."),
     .scale = 1, .basis = ON_RATINGS, .collect = lm_collect_ratings, .finish = lm_finish_rounded,
     .about.needs = LM_NEEDS_RATINGS, .practice = "unplayed"},
    {KIND("TPR", "Tournament performance rating", "C.07 10.2", 2023, "",
          "The average rating of the opponents plus the difference that the percentage means."),
     .scale = 1, .basis = ON_RATINGS, .collect = lm_collect_ratings,
     .finish = lm_finish_performance, .about.needs = LM_NEEDS_RATINGS},
    {KIND("PTP", "Perfect tournament performance", "C.07 10.3", 2023, "",
          "The lowest rating whose expected score is at least the score made."),
     .scale = 1, .basis = ON_RATINGS, .collect = lm_collect_ratings, .finish = lm_finish_perfect,
     .about.needs = LM_NEEDS_RATINGS, .since_c07 = true},
    {KIND("APRO", "Average performance rating of opponents", "C.07 10.4", 2023, "",
          "The average TPR of the opponents played over the board, rounded."),
     .scale = 1, .basis = ON_RATINGS, .base = "TPR", .collect = lm_collect_others,
     .finish = lm_finish_rounded, .about.needs = LM_NEEDS_RATINGS},
    {KIND("APPO", "Average perfect performance of opponents", "C.07 10.5", 2023, "",
          "The average PTP of the opponents played over the board, rounded."),
     .scale = 1, .basis = ON_RATINGS, .base = "PTP", .collect = lm_collect_others,
     .finish = lm_finish_rounded, .about.needs = LM_NEEDS_RATINGS, .since_c07 = true},
    {KIND("RTNG", "Rating", "C.07 10.6", 2026, "R", "The player's own rating."), COUNTED,
     .basis = ON_OWN, .collect = lm_collect_rating, .about.needs = LM_NEEDS_RATINGS},

    /* art. 12, 13: teams */
    {KIND("MPvGP", "Match points or game points", "C.07 13.1", 2023, "",
          "The secondary score: game points where match points rank, match points where game "
          "points do."),
     POINTS, .basis = ON_OWN, .collect = lm_collect_other_score, .finish = lm_finish_sum,
     .about.needs = LM_NEEDS_TEAMS},
    {KIND("EMMSB", "Extended Sonneborn-Berger MM", "C.07 13.2.1", 2023, "CP",
          "The sum of each opponent's match points times the match points made against it."),
     PRODUCTS, .basis = ON_OPPONENTS, .collect = lm_collect_emmsb, .finish = lm_finish_sum,
     .about.needs = LM_NEEDS_TEAMS},
    {KIND("EMGSB", "Extended Sonneborn-Berger MG", "C.07 13.2.2", 2023, "CP",
          "The sum of each opponent's match points times the game points made against it."),
     PRODUCTS, .basis = ON_OPPONENTS, .collect = lm_collect_emgsb, .finish = lm_finish_sum,
     .about.needs = LM_NEEDS_TEAMS},
    {KIND("EGMSB", "Extended Sonneborn-Berger GM", "C.07 13.2.3", 2023, "CP",
          "The sum of each opponent's game points times the match points made against it."),
     PRODUCTS, .basis = ON_OPPONENTS, .collect = lm_collect_egmsb, .finish = lm_finish_sum,
     .about.needs = LM_NEEDS_TEAMS},
    {KIND("EGGSB", "Extended Sonneborn-Berger GG", "C.07 13.2.4", 2023, "CP",
          "The sum of each opponent's game points times the game points made against it."),
     PRODUCTS, .basis = ON_OPPONENTS, .collect = lm_collect_eggsb, .finish = lm_finish_sum,
     .about.needs = LM_NEEDS_TEAMS},
    {KIND("EDE", "Extended direct encounter", "C.07 13.3", 2023, "P",
          "Direct encounter by the primary score, then by the secondary one, then anew among those "
          "who are still tied."),
     .scale = 1, .basis = ON_OPPONENTS, .split = lm_split_extended, .about.lower_is_better = true,
     .about.needs = LM_NEEDS_TEAMS},
    {KIND("SSSC", "Scores and schedule strength combination", "C.07 13.4", 2023, "KPF",
          "The secondary score plus the Buchholz of the primary one, divided by the greatest "
          "primary score over the greatest secondary score of a match (/Kn: by n)."),
     POINTS, .basis = ON_OPPONENTS, .collect = lm_collect_buchholz, .finish = lm_finish_sssc,
     .about.needs = LM_NEEDS_TEAMS | LM_NEEDS_SWISS},

    {KIND("EDEBT", "Extended direct encounter, board count, top boards", "C.07 13.3.2", 2026, "P",
          "Extended direct encounter; two who are still tied: by board count and top board results "
          "of their match."),
     .scale = 1, .basis = ON_OPPONENTS, .split = lm_split_edebt, .about.lower_is_better = true,
     .about.needs = LM_NEEDS_TEAMS | LM_NEEDS_BOARDS},
    {KIND("EDEBB", "Extended direct encounter, board count, bottom boards", "C.07 13.3.2", 2026,
          "P",
          "Extended direct encounter; two who are still tied: by board count and bottom board "
          "elimination of their match."),
     .scale = 1, .basis = ON_OPPONENTS, .split = lm_split_edebb, .about.lower_is_better = true,
     .about.needs = LM_NEEDS_TEAMS | LM_NEEDS_BOARDS},
    {KIND("EDET", "Extended direct encounter, top boards", "C.07 13.3.2", 2026, "P",
          "Extended direct encounter; two who are still tied: by the top board results of their "
          "match."),
     .scale = 1, .basis = ON_OPPONENTS, .split = lm_split_edet, .about.lower_is_better = true,
     .about.needs = LM_NEEDS_TEAMS | LM_NEEDS_BOARDS},
    {KIND("EDEB", "Extended direct encounter, bottom boards", "C.07 13.3.2", 2026, "P",
          "Extended direct encounter; two who are still tied: by bottom board elimination of their "
          "match."),
     .scale = 1, .basis = ON_OPPONENTS, .split = lm_split_edeb, .about.lower_is_better = true,
     .about.needs = LM_NEEDS_TEAMS | LM_NEEDS_BOARDS},
    {KIND("BC", "Board count", "C.07 12.1", 2023, "",
          "The sum of the points of each board times its number; the lower is first."),
     POINTS, .basis = ON_OPPONENTS, .collect = lm_collect_board_count, .finish = lm_finish_sum,
     .about.lower_is_better = true, .about.needs = LM_NEEDS_TEAMS | LM_NEEDS_BOARDS},
    {KIND("TBR", "Top board results", "C.07 12.2", 2023, "",
          "The points of the first board; of those who are equal the second, and so on."),
     .scale = 1, .basis = ON_OPPONENTS, .split = lm_split_top_boards, .about.lower_is_better = true,
     .about.needs = LM_NEEDS_TEAMS | LM_NEEDS_BOARDS},
    {KIND("BBE", "Bottom board elimination", "C.07 12.3", 2023, "",
          "The points without the last board; of those who are equal without the last two, and so "
          "on."),
     .scale = 1, .basis = ON_OPPONENTS, .split = lm_split_bottom_boards,
     .about.lower_is_better = true, .about.needs = LM_NEEDS_TEAMS | LM_NEEDS_BOARDS},

    /* tie-breaks from before C.07, and of the rules of systems in this program */
    {KIND(
         "RBT", "Result between those tied for the first place", "Dutch 2006 F10", 0, "",
         "The points of the games among those who are tied for the first place; the best is first, "
         "the others stay tied."),
     .scale = 1, .basis = ON_OPPONENTS, .split = lm_split_first_place,
     .about.lower_is_better = true},
    {KIND("ARO1", "Average rating of opponents, one decimal", "Dubov 1997", 0, "",
          "The average rating of the opponents played over the board, to a tenth."),
     .scale = 1, .about.decimals = 1, .basis = ON_RATINGS, .collect = lm_collect_ratings,
     .finish = lm_finish_tenth, .about.needs = LM_NEEDS_RATINGS},
    {KIND("AROX", "Average rating of opponents, exact", "Dutch 2006", 0, "",
          "The average rating of the opponents played over the board, not rounded."),
     .scale = 1, .about.decimals = 2, .basis = ON_RATINGS, .collect = lm_collect_ratings,
     .finish = lm_finish_average, .about.needs = LM_NEEDS_RATINGS},
    {KIND("OSS", "Sum of opponents' seeding", "ACWC III.F", 0, "",
          "The sum of the seeding ratings of the opponents."),
     COUNTED, .basis = ON_RATINGS, .collect = lm_collect_ratings, .about.needs = LM_NEEDS_RATINGS},
    {KIND("OSA", "Average of opponents' seeding", "ACWC III.F", 0, "",
          "The average of the seeding ratings of the opponents, exact."),
     .scale = 1, .about.decimals = 1, .basis = ON_RATINGS, .collect = lm_collect_ratings,
     .finish = lm_finish_average, .about.needs = LM_NEEDS_RATINGS},
    {KIND("MED", "Median-Buchholz (Harkness)", "before C.07", 0, "",
          "The sum of the opponents' scores without the highest and the lowest (from nine rounds "
          "on two of each); an unplayed round counts 0."),
     POINTS, .basis = ON_OPPONENTS, .collect = lm_collect_real_scores, .finish = lm_finish_sum,
     .median = true},
    {KIND("SOLK", "Solkoff", "before C.07", 0, "CM",
          "The sum of the opponents' scores; an unplayed round counts 0."),
     POINTS, .basis = ON_OPPONENTS, .collect = lm_collect_real_scores, .finish = lm_finish_sum},
    {KIND("OSB", "Sonneborn-Berger as before", "before C.07", 0, "C",
          "The sum of the scores of the beaten and half of those drawn with; an unplayed round "
          "counts 0."),
     PRODUCTS, .basis = ON_OPPONENTS, .collect = lm_collect_real_products, .finish = lm_finish_sum},
    {KIND("CUM", "Cumulative", "before C.07", 0, "",
          "The sum of the scores after each round, less the points of unplayed rounds."),
     POINTS, .basis = ON_OWN, .collect = lm_collect_cumulative, .finish = lm_finish_sum},
    {KIND("KASH", "Kashdan", "before C.07", 0, "",
          "4 for a win, 2 for a draw, 1 for a loss, nothing for an unplayed round."),
     COUNTED, .basis = ON_OWN, .collect = lm_collect_kashdan},
    {KIND("KEIZ", "Keizer score", "Keizer 2.3", 0, "",
          "A share of the own value, and for each round a share of the opponent's value, or of the "
          "own one without a game."),
     POINTS, .basis = ON_OWN, .collect = lm_collect_keizer, .finish = lm_finish_sum},
    {KIND("KVAL", "Keizer value", "Keizer 2.2", 0, "",
          "What a win against the player in this place is worth."),
     COUNTED, .basis = ON_OWN, .collect = lm_collect_keizer_value},
    {KIND("KO", "Place in the bracket", "Knock-out 6", 0, "",
          "The place that the team has in the knock-out, or cannot fall below any more."),
     COUNTED, .basis = ON_OWN, .collect = lm_collect_bracket, .about.lower_is_better = true,
     .about.needs = LM_NEEDS_TEAMS},
    {KIND("LOT", "Drawing of lots", "C.07 4.2", 0, "",
          "The lot: as it was recorded, else drawn from the seed; the lower one is first."),
     COUNTED, .basis = ON_OWN, .collect = lm_collect_lot, .about.lower_is_better = true},
};

enum { ROWS = sizeof rows / sizeof *rows };

/* Its code is the organiser's: OTHER_ and a name of no other row. */
const struct criterion lm_given_criterion = {
    KIND("OTHER_NAME", "Computed elsewhere", "C.07 4", 0, "R",
         "A value that was computed elsewhere and entered, under a name of one's own; the higher "
         "one is first, with /R the lower one."),
    .scale = GIVEN_SCALE,
    .about.decimals = 0,
    .basis = ON_OWN,
    .collect = lm_collect_given,
    .finish = lm_finish_given};

const struct criterion *lm_criterion_named(const char *code, size_t length)
{
    for (size_t row = 0; row < ROWS; row++) {
        const char *own = rows[row].about.code;
        size_t i = 0;
        while (i < length && own[i] != '\0' && lm_upper(own[i]) == lm_upper(code[i]))
            i++;
        if (i == length && own[i] == '\0')
            return &rows[row];
    }
    return NULL;
}

const struct lm_tie_break_kind *lm_tie_break_kind_at(size_t index)
{
    return index < ROWS ? &rows[index].about : index == ROWS ? &lm_given_criterion.about : NULL;
}
