/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Generated tournaments with all irregularities, by any system: no pairing breaks a prohibition of
 * its rules, and none is refused where a legal one exists.  Every round is judged when it is
 * paired, from the records of the tournament alone.  If the system refuses, the Tutte matrix, which
 * shares nothing with the library's matchings, shows that there was no legal pairing.  Then two
 * games of the last round are exchanged: the check has to name the rule that prefers the system's
 * own pairing.  TAP. generated SYSTEM COUNT FIRST_SEED
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "limmat/check.h"
#include "limmat/generate.h"
#include "limmat/random.h"
#include "limmat/rating.h"
#include "tutte.h"

enum { PLAYERS_MAX = 60 };

struct side { /* a player's records before a round */
    int32_t points;
    int difference, running; /* Whites minus Blacks; the latest games of one colour: +2, -3 ... */
    bool bye_barred, present;
};

struct judge {
    const struct law *law;
    const struct lm_tournament *t;
    uint32_t round;
    uint32_t apart; /* as the law's, or less if not all players could be paired */
    struct side side[PLAYERS_MAX];
};

/* ---- The laws ---- */

struct law {
    const char *system;
    /* Does the player's record of ${round} bar ${player} from the bye?  NULL: nothing does. */
    bool (*bars_bye)(const struct lm_tournament *t, uint32_t player, uint32_t round);
    /* Can these two have any colour?  NULL: everyone can. */
    bool (*free_colours)(const struct judge *j, uint32_t a, uint32_t b);
    bool may_meet_again;
    bool by_table; /* rounds are predetermined: within a cycle no two players meet twice */
    bool judged;   /* its judge weighs whole rounds: no legal one looks better than the system's */
    /* Rounds after which two players can meet again, or earlier if one would otherwise be unpaired.
     * 0: never. */
    uint32_t apart;
    bool bracket;   /* losers are out, and the numbers say who can meet when */
    bool two_teams; /* the first half of the numbers (of an odd field the larger) meets the other */
};

/* Did the player forfeit the game, or all games of the match? */
static bool forfeited(const struct lm_tournament *t, uint32_t player, uint32_t round)
{
    const struct lm_record *record = lm_record_of(t, player, round);
    for (uint8_t game = 0; game < t->games_per_match; game++)
        if (record[game].result != LM_FORFEIT_LOSS)
            return false;
    return true;
}

static bool won_by_forfeit(const struct lm_tournament *t, uint32_t player, uint32_t round)
{
    uint32_t other = lm_record_of(t, player, round)->opponent;
    return other != LM_NOBODY && forfeited(t, other, round) && !forfeited(t, player, round);
}

/* C.04.3 of 2017, C.2. */
static bool bye_or_forfeit(const struct lm_tournament *t, uint32_t player, uint32_t round)
{
    return lm_record_of(t, player, round)->result == LM_PAB || won_by_forfeit(t, player, round);
}

/* B1(b) of 2006, 2.2 of Dubov 1997, C.04.5 [C2]. */
static bool bye_or_forfeit_or_full(const struct lm_tournament *t, uint32_t player, uint32_t round)
{
    return bye_or_forfeit(t, player, round) ||
           lm_record_of(t, player, round)->result == LM_FULL_BYE;
}

/* B.1.b of 2012: points in a round without playing. */
static bool bye_or_points(const struct lm_tournament *t, uint32_t player, uint32_t round)
{
    enum lm_result result = (enum lm_result)lm_record_of(t, player, round)->result;
    return result == LM_PAB || (!lm_result_is_played(result) &&
                                lm_round_points(t, player, round) > t->points.value[LM_LOSS][0]);
}

static int32_t win_points(const struct lm_tournament *t)
{
    const int32_t *win = t->points.value[LM_WIN];
    return win[0] > win[1] ? win[0] : win[1];
}

/* C.04.1 art. 4 of 2026: a bye, or a win's points in a round without playing. */
static bool bye_or_free_win(const struct lm_tournament *t, uint32_t player, uint32_t round)
{
    enum lm_result result = (enum lm_result)lm_record_of(t, player, round)->result;
    return result == LM_PAB ||
           (!lm_result_is_played(result) && lm_round_points(t, player, round) >= win_points(t));
}

/* Twice the points of ${player}, minus half of the possible points. */
static int32_t above_half(const struct judge *j, uint32_t player)
{
    return 2 * j->side[player].points - (int32_t)(j->round - 1) * win_points(j->t);
}

/* B2 of 2006: in the last round, for players with half of the points or more. */
static bool both_reach_half(const struct judge *j, uint32_t a, uint32_t b)
{
    return j->round == j->t->rounds_total && above_half(j, a) >= 0 && above_half(j, b) >= 0;
}

/* C.04.3: topscorers and their opponents, in the last round. */
static bool one_passes_half(const struct judge *j, uint32_t a, uint32_t b)
{
    return j->round == j->t->rounds_total && (above_half(j, a) > 0 || above_half(j, b) > 0);
}

static bool nobody(const struct judge *j, uint32_t a, uint32_t b)
{
    (void)j;
    (void)a;
    (void)b;
    return false;
}

static const struct law laws[] = {
    {.system = "dutch-2006", .bars_bye = bye_or_forfeit_or_full, .free_colours = both_reach_half},
    {.system = "dutch-2012", .bars_bye = bye_or_points, .free_colours = one_passes_half},
    {.system = "dutch-2017",
     .bars_bye = bye_or_forfeit,
     .free_colours = one_passes_half,
     .judged = true},
    {.system = "dutch-2026",
     .bars_bye = bye_or_free_win,
     .free_colours = one_passes_half,
     .judged = true},
    {.system = "dubov-1997", .bars_bye = bye_or_forfeit_or_full, .free_colours = nobody},
    {.system = "dubov-2026", .bars_bye = bye_or_free_win, .free_colours = nobody},
    {.system = "dubov-2018", .bars_bye = bye_or_forfeit, .free_colours = nobody},
    {.system = "burstein-2026", .bars_bye = bye_or_free_win, .free_colours = nobody},
    {.system = "double-swiss-2026", .bars_bye = bye_or_forfeit_or_full, .judged = true},
    {.system = "team-2026", .bars_bye = bye_or_forfeit_or_full, .judged = true},
    {.system = "simple-2026", .bars_bye = bye_or_forfeit, .judged = true},
    {.system = "keizer-2026", .judged = true, .apart = 3},
    {.system = "round-robin", .may_meet_again = true, .by_table = true, .judged = true},
    {.system = "team-round-robin", .may_meet_again = true, .by_table = true, .judged = true},
    {.system = "team-knock-out", .may_meet_again = true, .judged = true, .bracket = true},
    {.system = "scheveningen",
     .may_meet_again = true,
     .by_table = true,
     .judged = true,
     .two_teams = true},
    {.system = "monrad-acwc-2019", .may_meet_again = true},
};

/* ---- Facts from the records ---- */

static void read_colours(struct side *side, const struct lm_record *record)
{
    if (!lm_result_is_played((enum lm_result)record->result))
        return;
    int step = record->colour == LM_WHITE ? 1 : -1;
    side->difference += step;
    side->running = side->running * step > 0 ? side->running + step : step;
}

static bool is_present(const struct judge *j, uint32_t player)
{
    uint8_t result =
        j->round <= j->t->round_capacity ? lm_record_of(j->t, player, j->round)->result : LM_BLANK;
    return !lm_result_is_bye((enum lm_result)result);
}

static struct judge judge_before(const struct law *law, const struct lm_tournament *t,
                                 uint32_t round)
{
    struct judge j = {.law = law, .t = t, .round = round, .apart = law->apart};
    for (uint32_t i = 0; i < t->player_count; i++) {
        j.side[i].present = is_present(&j, i);
        for (uint32_t r = 1; r < round; r++) {
            j.side[i].points += lm_round_points(t, i, r);
            j.side[i].bye_barred |= law->bars_bye != NULL && law->bars_bye(t, i, r);
            read_colours(&j.side[i], lm_record_of(t, i, r));
        }
    }
    return j;
}

static bool met_before(const struct judge *j, uint32_t a, uint32_t b)
{
    uint32_t first = j->apart != 0 && j->apart < j->round ? j->round - j->apart + 1 : 1;
    for (uint32_t r = first; r < j->round; r++)
        if (lm_record_of(j->t, a, r)->opponent == b && !forfeited(j->t, a, r) &&
            !forfeited(j->t, b, r))
            return true;
    return false;
}

static bool are_kept_apart(const struct judge *j, uint32_t a, uint32_t b)
{
    for (size_t i = 0; i < j->t->prohibition_count; i++) {
        const struct lm_prohibition *apart = &j->t->prohibitions[i];
        unsigned found = 0;
        for (size_t k = 0; k < apart->count; k++)
            found |= apart->players[k] == a ? 1u : apart->players[k] == b ? 2u : 0u;
        if (found == 3 && j->round >= apart->first_round && j->round <= apart->last_round)
            return true;
    }
    return false;
}

/* Is the colour of ${step} (+1 White, -1 Black) closed to ${side}? */
static bool closed(const struct side *side, int step)
{
    return side->difference * step >= 2 || side->running * step >= 2;
}

static bool are_of_one_team(const struct lm_tournament *t, uint32_t a, uint32_t b)
{
    return (2 * a < t->player_count) == (2 * b < t->player_count);
}

static bool legal_game(const struct judge *j, uint32_t white, uint32_t black)
{
    const struct law *law = j->law;
    if (law->two_teams && are_of_one_team(j->t, white, black))
        return false;
    if (are_kept_apart(j, white, black) || (!law->may_meet_again && met_before(j, white, black)))
        return false;
    return law->free_colours == NULL || law->free_colours(j, white, black) ||
           (!closed(&j->side[white], 1) && !closed(&j->side[black], -1));
}

/* ---- The judgement ---- */

/* Have they met in the cycle that ${j}->round belongs to, forfeited or not? */
static bool met_in_cycle(const struct judge *j, uint32_t a, uint32_t b)
{
    uint32_t players = j->t->player_count;
    uint32_t length = j->law->two_teams ? (players + 1) / 2 : players - 1 + players % 2;
    for (uint32_t r = (j->round - 1) / length * length + 1; r < j->round; r++)
        if (lm_record_of(j->t, a, r)->opponent == b)
            return true;
    return false;
}

/* C.05: no player twice, no pair met before in the cycle; a present player is free only if the
 * number is odd, or for each absent one. */
static bool legal_row(const struct judge *j, const struct lm_pairing *pairing)
{
    bool done[PLAYERS_MAX] = {false};
    unsigned idle = 0, away = 0;
    for (uint32_t i = 0; i < pairing->pair_count; i++) {
        uint32_t white = pairing->pairs[i].white, black = pairing->pairs[i].black;
        if (black == LM_NOBODY || done[white] || done[black] || met_in_cycle(j, white, black) ||
            (j->law->two_teams && are_of_one_team(j->t, white, black)) || !j->side[white].present ||
            !j->side[black].present)
            return false;
        done[white] = done[black] = true;
    }
    for (uint32_t i = 0; i < j->t->player_count; i++) {
        idle += j->side[i].present && !done[i];
        away += !j->side[i].present;
    }
    return idle <= away + j->t->player_count % 2;
}

/* Return the place of ${player} in a bracket written down by hand: each line of the smaller one
 * becomes two, and the two numbers of a line add up to the same. */
static unsigned place_by_hand(uint32_t player, uint32_t players)
{
    unsigned lines[64] = {1, 2}, wider[64], count = 2;
    while (count < players) {
        for (unsigned i = 0; i < count; i++) {
            wider[2 * i] = lines[i];
            wider[2 * i + 1] = 2 * count + 1 - lines[i];
        }
        count *= 2;
        memcpy(lines, wider, sizeof lines);
    }
    unsigned place = 0;
    while (lines[place] != player + 1)
        place++;
    return place;
}

static bool has_lost(const struct judge *j, uint32_t player)
{
    for (uint32_t r = 1; r < j->round; r++) {
        uint8_t result = lm_record_of(j->t, player, r)->result;
        if (result == LM_LOSS || result == LM_UNRATED_LOSS || result == LM_FORFEIT_LOSS)
            return true;
    }
    return false;
}

/* Knock-out 2: no loser of an earlier round, and only pairs whose places come together in this
 * round. */
static bool legal_level(const struct judge *j, const struct lm_pairing *pairing)
{
    bool done[PLAYERS_MAX] = {false};
    for (uint32_t i = 0; i < pairing->pair_count; i++) {
        uint32_t white = pairing->pairs[i].white, black = pairing->pairs[i].black;
        if (black == LM_NOBODY || done[white] || done[black] || has_lost(j, white) ||
            has_lost(j, black) || !j->side[white].present || !j->side[black].present)
            return false;
        unsigned a = place_by_hand(white, j->t->player_count) >> (j->round - 1);
        unsigned b = place_by_hand(black, j->t->player_count) >> (j->round - 1);
        if (a == b || a / 2 != b / 2)
            return false;
        done[white] = done[black] = true;
    }
    return true;
}

/* Check that all present players are paired once, no others are, and no rule is broken. */
static bool legal_round(const struct judge *j, const struct lm_pairing *pairing)
{
    bool done[PLAYERS_MAX] = {false};
    unsigned byes = 0;
    for (uint32_t i = 0; i < pairing->pair_count; i++) {
        uint32_t white = pairing->pairs[i].white, black = pairing->pairs[i].black;
        if (done[white] || !j->side[white].present)
            return false;
        done[white] = true;
        if (black == LM_NOBODY) {
            if (j->side[white].bye_barred || byes++ > 0)
                return false;
            continue;
        }
        if (done[black] || !j->side[black].present || !legal_game(j, white, black))
            return false;
        done[black] = true;
    }
    for (uint32_t i = 0; i < j->t->player_count; i++)
        if (done[i] != j->side[i].present)
            return false;
    return true;
}

/* Can all present players be paired at once, with one bye if their number is odd? */
static bool can_be_paired(const struct judge *j)
{
    static struct tutte_matrix m;
    struct lm_random chance = lm_random_from(j->round);
    uint32_t who[PLAYERS_MAX + 1], count = 0;
    for (uint32_t i = 0; i < j->t->player_count; i++)
        if (j->side[i].present)
            who[count++] = i;
    if (count % 2 != 0)
        who[count++] = LM_NOBODY;
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t b = 0; b <= a; b++) {
            bool edge = who[a] == LM_NOBODY ? who[b] != LM_NOBODY && !j->side[who[b]].bye_barred
                                            : a != b && (legal_game(j, who[a], who[b]) ||
                                                         legal_game(j, who[b], who[a]));
            tutte_set(&m, (int)a, (int)b, edge, &chance);
        }
    return tutte_is_regular(&m, (int)count);
}

/* The system under test: lm_generate pairs by a copy of its row that judges every round. */
static struct {
    const struct law *law;
    const struct lm_system *system;
    uint64_t seed;
    unsigned tournaments, rounds, illegal, refused, wrongly, failed;
    unsigned exchanged, by_rule, by_order, worse; /* worse: called impossible to complete */
} trial;

static void complain(const char *what, uint32_t round)
{
    printf("# seed %llu, round %u: %s\n", (unsigned long long)trial.seed, round, what);
}

static enum lm_status pair_and_judge(const struct lm_position *position,
                                     const struct lm_pair_request *request, struct lm_arena *arena,
                                     struct lm_log *log, struct lm_pairing **out)
{
    const struct lm_system *system =
        lm_system_in_round(trial.system, position->tournament, position->round);
    enum lm_status status = system->pair(position, request, arena, log, out);
    struct judge j = judge_before(trial.law, position->tournament, position->round);
    while (j.apart > 1 && !can_be_paired(&j))
        j.apart--;
    if (status == LM_OK) {
        trial.rounds++;
        if ((trial.law->bracket    ? legal_level
             : trial.law->by_table ? legal_row
                                   : legal_round)(&j, *out))
            return status;
        trial.illegal++;
        complain("illegal", j.round);
    } else if (status == LM_NO_PAIRING) {
        trial.refused++;
        if (!can_be_paired(&j))
            return status;
        trial.wrongly++;
        complain("could be paired", j.round);
    } else {
        trial.failed++;
        complain(lm_status_name(status), j.round);
    }
    return status;
}

/* 1-½-0; 3-1-0; a bye worth a draw; a point for a loss over the board. */
static struct lm_point_system points_of(uint64_t number)
{
    static const int32_t rows[][5] = {
        {10, 5, 0, 10, 0}, {30, 10, 0, 30, 0}, {10, 5, 0, 5, 0}, {30, 20, 10, 20, 0}};
    static const enum lm_result results[][5] = {
        {LM_WIN, LM_UNRATED_WIN, LM_FORFEIT_WIN, LM_FULL_BYE, LM_FULL_BYE},
        {LM_DRAW, LM_UNRATED_DRAW, LM_ADJOURNED, LM_HALF_BYE, LM_HALF_BYE},
        {LM_LOSS, LM_UNRATED_LOSS, LM_LOSS, LM_LOSS, LM_LOSS},
        {LM_PAB, LM_PAB, LM_PAB, LM_PAB, LM_PAB},
        {LM_FORFEIT_LOSS, LM_ZERO_BYE, LM_ZERO_BYE, LM_ZERO_BYE, LM_ZERO_BYE}};
    struct lm_point_system points = lm_points_standard();
    for (int kind = 0; kind < 5; kind++)
        for (int i = 0; i < 5; i++)
            for (int colour = 0; colour < 2; colour++)
                points.value[results[kind][i]][colour] = rows[number % 4][kind];
    return points;
}

static struct lm_plan plan_of(uint64_t seed)
{
    static const uint32_t rates[] = {0, 20000, 60000, 120000};
    struct lm_random random = lm_random_fork(lm_random_from(seed), 1);
    struct lm_plan plan = lm_plan_default();
    plan.players = 4 + (uint32_t)lm_random_below(&random, PLAYERS_MAX - 3);
    plan.rounds = 3 + (uint32_t)lm_random_below(&random, seed % 4 == 0 ? 23 : 12);
    plan.initial_colour = LM_NO_COLOUR;
    plan.expected = lm_rating_expected;
    for (int i = LM_CHANCE_UNRATED; i < LM_CHANCE_COUNT; i++) {
        plan.chances[i].rounds = &rates[lm_random_below(&random, 4)];
        plan.chances[i].count = 1;
    }
    if (lm_random_below(&random, 2) == 0)
        plan.prohibitions = (uint32_t)lm_random_below(&random, plan.players);
    plan.baku = lm_random_below(&random, 4) == 0;
    plan.points = points_of(lm_random_below(&random, 2) * lm_random_below(&random, 4));
    return plan;
}

/* ---- Another legal pairing, and the check's verdict on it ---- */

/* Return a random game of the last round by its player with White; LM_NOBODY: there is none. */
static uint32_t any_white(const struct lm_tournament *t, struct lm_random *random)
{
    uint32_t player = (uint32_t)lm_random_below(random, t->player_count);
    const struct lm_record *record = lm_record_of(t, player, t->rounds_paired);
    return record->opponent != LM_NOBODY && record->colour == LM_WHITE ? player : LM_NOBODY;
}

/* Let two of the last round's games exchange their Blacks, if that is legal. */
static bool exchange(struct lm_tournament *t, uint64_t seed)
{
    struct lm_random random = lm_random_fork(lm_random_from(seed), 2);
    struct judge j = judge_before(trial.law, t, t->rounds_paired);
    for (int attempt = 0; attempt < 100; attempt++) {
        uint32_t a = any_white(t, &random), c = any_white(t, &random);
        if (a == LM_NOBODY || c == LM_NOBODY || a == c)
            continue;
        uint32_t b = lm_record_of(t, a, j.round)->opponent;
        uint32_t d = lm_record_of(t, c, j.round)->opponent;
        if (!legal_game(&j, a, d) || !legal_game(&j, c, b))
            continue;
        for (uint8_t game = 0; game < t->games_per_match; game++) {
            struct lm_record *of_b = &lm_record_of(t, b, j.round)[game];
            struct lm_record *of_d = &lm_record_of(t, d, j.round)[game], other = *of_b;
            *of_b = *of_d;
            *of_d = other;
            lm_record_of(t, a, j.round)[game].opponent = d;
            lm_record_of(t, c, j.round)[game].opponent = b;
        }
        return true;
    }
    return false;
}

static void check_exchanged(struct lm_tournament *t, struct lm_arena *arena, struct lm_log *log)
{
    struct lm_check check;
    if (t->rounds_paired == 0 || !exchange(t, trial.seed))
        return;
    trial.exchanged++;
    if (lm_check_rounds(trial.system, t, arena, log, &check) != LM_OK ||
        check.difference_count != 1) {
        complain("the exchange is not the only difference", t->rounds_paired);
        return;
    }
    const struct lm_difference *d = &check.differences[0];
    trial.by_rule += d->rule != NULL;
    trial.by_order += d->order;
    if (d->rule == NULL || d->rule != &trial.system->criteria[trial.system->completion] ||
        trial.system->completion == 0)
        return;
    trial.worse++;
    if (trial.law->judged)
        complain("a legal pairing is called impossible to complete", d->round);
}

static bool play(uint64_t seed)
{
    struct lm_arena *arena, *notes;
    struct lm_tournament *t;
    struct lm_system judged = *trial.system;
    judged.in_round = NULL; /* it calls the system under test itself */
    if (lm_arena_new(&arena, NULL, 0) != LM_OK || lm_arena_new(&notes, NULL, 0) != LM_OK)
        return false;
    struct lm_log log = {.arena = notes};
    struct lm_plan plan = plan_of(seed);
    judged.pair = pair_and_judge;
    trial.seed = seed;
    trial.tournaments++;
    enum lm_status status = lm_generate(&judged, &plan, seed, arena, &log, &t);
    if (status != LM_OK)
        complain(lm_status_name(status), 0);
    else
        check_exchanged(t, arena, &log);
    lm_arena_free(notes);
    lm_arena_free(arena);
    return status == LM_OK;
}

static void report(int number, bool good, const char *what)
{
    printf("%s %d - %s/%s # %u tournaments, %u rounds paired, %u illegal, %u failed; %u refused, "
           "%u of them wrongly\n",
           good ? "ok" : "not ok", number, trial.law->system, what, trial.tournaments, trial.rounds,
           trial.illegal, trial.failed, trial.refused, trial.wrongly);
}

int main(int argc, char **argv)
{
    for (size_t i = 0; argc == 4 && i < sizeof laws / sizeof *laws; i++)
        if (strcmp(laws[i].system, argv[1]) == 0)
            trial.law = &laws[i];
    if (trial.law == NULL)
        return 2;
    trial.system = lm_system_named(trial.law->system, "");
    uint64_t count = strtoull(argv[2], NULL, 10), first = strtoull(argv[3], NULL, 10);
    unsigned broken = 0;
    for (uint64_t seed = first; seed < first + count; seed++)
        broken += !play(seed);
    puts("1..3");
    report(1, trial.illegal + trial.failed + broken == 0 && trial.rounds > 0,
           "generated_tournaments_are_legal");
    report(2, trial.wrongly == 0 && trial.tournaments == count,
           "nothing_is_refused_that_can_be_paired");
    printf(
        "%s 3 - %s/another_legal_pairing_is_told_from_its_own # %u exchanged, %u by a rule, %u by "
        "the order; %u not to be completed\n",
        trial.by_rule + trial.by_order == trial.exchanged && trial.by_rule > 0 &&
                (trial.worse == 0 || !trial.law->judged)
            ? "ok"
            : "not ok",
        trial.law->system, trial.exchanged, trial.by_rule, trial.by_order, trial.worse);
    return 0;
}
