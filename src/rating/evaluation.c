/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An event as national systems evaluate it (the German DWZ): expectations by the normal
 * distribution; first ratings in two stages, iterated together; then all rated players.
 *
 * Expectations are billionths, so that sums of them are exact and P(D) + P(-D) is one.  Only the
 * iteration, whose steps are whole differences, works with fractions of a rating.
 */
#include "rating/evaluation.h"

#include <stdlib.h>
#include <string.h>

enum { TENTH = 100000000, MOST_ROUNDS = 200 };
static const double ONE = 1e9, HALF = 0.5;

/* --- the normal distribution, the same on every machine */

static double exponential(double x)
{
    static const double LN2 = 0.69314718055994530942;
    enum { TERMS = 20 };
    int halvings = (int)(x / LN2);
    double rest = x - halvings * LN2, term = 1, sum = 1;
    for (int i = 1; i < TERMS; i++)
        sum += term *= rest / i;
    for (; halvings > 0; halvings--)
        sum *= 2;
    for (; halvings < 0; halvings++)
        sum /= 2;
    return sum;
}

/* Of a standard deviation of one: the density times z + z^3/3 + z^5/15 + …, above one half. */
static double normal(double z)
{
    static const double FAR = 6.5, ROOT_OF_TWO_PI = 2.50662827463100050242, SMALL = 1e-17;
    double size = z < 0 ? -z : z, term = size, sum = size;
    if (size >= FAR)
        return z < 0 ? 0 : 1;
    for (int odd = 3; term > SMALL; odd += 2)
        sum += term *= size * size / odd;
    double above = sum * exponential(-size * size / 2) / ROOT_OF_TWO_PI;
    return z < 0 ? HALF - above : HALF + above;
}

static double expected(const struct lm_rating_evaluation *e, double difference)
{
    static const double ROOT_OF_TWO = 1.41421356237309504880;
    return normal(difference / (e->deviation * ROOT_OF_TWO));
}

int32_t lm_rating_normal(const struct lm_rating_evaluation *evaluation, int32_t difference)
{
    int32_t size = difference < 0 ? -difference : difference;
    int32_t share = (int32_t)(expected(evaluation, size) * ONE + HALF);
    return difference < 0 ? (int32_t)ONE - share : share;
}

/* D(p), whole: the rating difference at which a player is expected to score ${share}. */
static int32_t difference_of(const struct lm_rating_evaluation *e, double share)
{
    enum { MOST = 182, OF = 50 }; /* 728 for a deviation of 200: P(D) is 1.000 */
    int32_t most = e->deviation * MOST / OF, low = 0, high = 2 * most;
    while (low < high) {
        int32_t middle = (low + high) / 2;
        if (expected(e, middle - most + HALF) > share)
            high = middle;
        else
            low = middle + 1;
    }
    return low - most;
}

int32_t lm_rating_bent(const struct lm_rating_bend *bend, int32_t rating)
{
    enum { TENTHS = 10 };
    for (size_t i = 1; i < bend->count; i++) {
        const struct lm_rating_point *from = &bend->points[i - 1], *to = &bend->points[i];
        if (rating >= to->rating)
            continue;
        int64_t run = to->rating - from->rating, rise = to->becomes - from->becomes;
        return (int32_t)lm_fraction_round(
            lm_fraction_of(from->becomes * run + rise * (rating - from->rating), TENTHS * run));
    }
    return rating;
}

/* --- games and opponents */

struct hall {
    const struct lm_rating_evaluation *e;
    const struct lm_rating_event *event;
    struct lm_player_report *reports;
    struct lm_evaluation_report *told;
    int32_t *own;         /* rating before; 0: none */
    int32_t *met;         /* rating that opponents meet; 0: none */
    double *value, *next; /* of the iteration, for players in a stage */
    double *room;         /* for the opponents of one player */
};

/* Opponents and points of one player. */
struct meeting {
    const double *ratings;
    double sum, points;
    int32_t games;
};

enum { WIN = 10, BOTH_STAGES = 2, AS_MET = 3 };

static bool is_played(const struct lm_game_line *line)
{
    return line->fate == LM_GAME_RATED || line->fate == LM_GAME_OPPONENT_UNRATED;
}

/* Does ${opponent} count?  Yes with a rating, or, in a stage up to ${stage}, with the value so far.
 * AS_MET: with the rating that opponents meet. */
static bool counts(const struct hall *hall, uint32_t opponent, int32_t stage, double *rating)
{
    int32_t own = hall->told[opponent].stage;
    bool rated = hall->own[opponent] != 0 || stage == AS_MET;
    *rating = rated ? hall->met[opponent] : hall->value[opponent];
    return rated ? hall->met[opponent] != 0 : own > 0 && own <= stage;
}

static void add_game(struct meeting *m, double *room, double rating, int32_t tenths)
{
    room[m->games++] = rating;
    m->sum += rating;
    m->points += (double)tenths / WIN;
}

/* Collect the games of ${p}; the result is valid until the next call. */
static struct meeting gather(const struct hall *hall, size_t p, int32_t stage)
{
    struct meeting m = {.ratings = hall->room};
    const struct lm_player_report *report = &hall->reports[p];
    const struct lm_event_player *player = &hall->event->players[p];
    for (size_t i = 0; i < report->line_count; i++) {
        const struct lm_game_line *line = &report->lines[i];
        double rating;
        if (is_played(line) && counts(hall, line->opponent, stage, &rating))
            add_game(&m, hall->room, rating, line->tenths);
    }
    for (size_t i = 0; hall->own[p] == 0 && stage != AS_MET && i < player->kept_count; i++)
        add_game(&m, hall->room, player->kept[i].rating, player->kept[i].tenths);
    return m;
}

/* --- first ratings and performances, iterated */

static double average_of(const struct meeting *m)
{
    return m->games == 0 ? 0 : m->sum / m->games;
}

/* Does a player who won all games get one more draw, against the average? */
static bool draws_once_more(const struct lm_rating_evaluation *e, const struct meeting *m)
{
    return m->points >= m->games && (e->all_won_draw || e->all_or_nothing == 0);
}

/* Rp = Rc + D(p), the start of an iteration. */
static double first_guess(const struct lm_rating_evaluation *e, const struct meeting *m)
{
    bool more = draws_once_more(e, m);
    return average_of(m) +
           difference_of(e, (m->points + (more ? HALF : 0)) / (m->games + (more ? 1 : 0)));
}

/* Return the step from ${own}: D of the difference between points and expectation; 0: done. */
static int32_t step_from(const struct lm_rating_evaluation *e, const struct meeting *m, double own)
{
    double games = m->games, beyond = m->points;
    for (int32_t i = 0; i < m->games; i++)
        beyond -= expected(e, own - m->ratings[i]);
    if (draws_once_more(e, m)) {
        games += 1;
        beyond += HALF - expected(e, own - average_of(m));
    }
    double share = HALF + beyond / games;
    return difference_of(e, share < 0 ? 0 : share > 1 ? 1 : share);
}

static int32_t whole(double rating)
{
    int32_t cut = (int32_t)(rating + HALF);
    return cut > rating + HALF ? cut - 1 : cut;
}

/* Iterate all players in a stage together, until no unit changes. */
static void iterate(struct hall *hall)
{
    size_t n = hall->event->player_count;
    bool moved = true;
    for (int32_t stage = 1; stage <= BOTH_STAGES; stage++)
        for (size_t p = 0; p < n; p++)
            if (hall->told[p].stage == stage) {
                struct meeting m = gather(hall, p, stage - 1);
                hall->value[p] = first_guess(hall->e, &m);
            }
    for (int round = 0; moved && round < MOST_ROUNDS; round++) {
        moved = false;
        for (size_t p = 0; p < n; p++) {
            if (hall->told[p].stage == 0)
                continue;
            struct meeting m = gather(hall, p, BOTH_STAGES);
            int32_t step = step_from(hall->e, &m, hall->value[p]);
            hall->next[p] = hall->value[p] + step;
            moved = moved || step != 0;
        }
        memcpy(hall->value, hall->next, n * sizeof *hall->value);
    }
}

/* Find stage 1: players with enough games against rated ones who did not lose all (or win all); and
 * stage 2: the same, with those of stage 1 as opponents. */
static void find_stages(struct hall *hall)
{
    for (int32_t stage = 1; stage <= BOTH_STAGES; stage++) {
        for (size_t p = 0; p < hall->event->player_count; p++) {
            struct meeting m = gather(hall, p, stage - 1);
            bool enough = m.games >= hall->e->first_games && m.points > 0 &&
                          (m.points < m.games || hall->e->all_won_draw);
            hall->next[p] = hall->own[p] == 0 && hall->told[p].stage == 0 && enough;
        }
        for (size_t p = 0; p < hall->event->player_count; p++)
            if (hall->next[p] != 0)
                hall->told[p].stage = stage;
    }
}

static int32_t at_least(const struct lm_rating_evaluation *e, int32_t rating)
{
    return rating < e->lowest ? e->lowest : rating < 1 ? 1 : rating;
}

static void give_first_ratings(struct hall *hall)
{
    iterate(hall);
    for (size_t p = 0; p < hall->event->player_count; p++) {
        struct lm_evaluation_report *told = &hall->told[p];
        if (told->stage == 0)
            continue;
        told->iterated = whole(hall->value[p]);
        told->new_rating = at_least(
            hall->e, lm_rating_bent(&hall->e->first, told->iterated < 0 ? 0 : told->iterated));
        hall->met[p] = told->new_rating;
    }
}

/* Compute the strength at which the points would have been expected; false: too few games, or no
 * point. */
static bool performance_of(const struct hall *hall, size_t p, int32_t *out)
{
    struct meeting m = gather(hall, p, AS_MET);
    bool all = m.points >= m.games, nothing = m.points <= 0;
    if (m.games < hall->e->performance_games || (nothing && hall->e->all_or_nothing == 0))
        return false;
    if ((all || nothing) && hall->e->all_or_nothing != 0) {
        *out = whole(average_of(&m)) + (all ? 1 : -1) * hall->e->all_or_nothing;
        return true;
    }
    double own = first_guess(hall->e, &m);
    int32_t step = 1;
    for (int round = 0; step != 0 && round < MOST_ROUNDS; round++)
        own += step = step_from(hall->e, &m, own);
    *out = whole(own);
    return true;
}

/* Compute performances, and let opponents meet the performance of an exceptionally good player;
 * true: there is one. */
static bool find_exceptional(struct hall *hall)
{
    bool any = false;
    for (size_t p = 0; p < hall->event->player_count; p++) {
        struct lm_player_report *report = &hall->reports[p];
        report->has_performance = performance_of(hall, p, &report->performance);
        hall->told[p].exceptional = hall->own[p] != 0 && report->has_performance &&
                                    hall->e->exceptional != 0 &&
                                    report->performance > hall->own[p] + hall->e->exceptional;
        any = any || hall->told[p].exceptional;
    }
    for (size_t p = 0; any && p < hall->event->player_count; p++)
        if (hall->told[p].exceptional)
            hall->met[p] = hall->reports[p].performance;
    return any;
}

/* --- rated players */

static int32_t age_of(const struct hall *hall, size_t p)
{
    int32_t born = hall->event->players[p].born;
    return born == 0 ? INT32_MAX : lm_date_of(hall->event->end).year - born;
}

static bool is_until(int32_t age, int32_t until)
{
    return until == 0 || age <= until;
}

/* E0 x fB + SBr, rounded, within its bounds. */
static void divide(const struct hall *hall, size_t p, int64_t beyond)
{
    const struct lm_rating_evaluation *e = hall->e;
    struct lm_evaluation_report *told = &hall->told[p];
    static const double LARGEST = 100000;
    double rating = hall->own[p], ratio = rating / e->base;
    int32_t age = age_of(hall, p);
    const struct lm_age_line *line = e->ages;
    while (!is_until(age, line->until_age))
        line++;
    told->base = ratio * ratio * ratio * ratio + line->add;
    told->factor = 1;
    if (e->faster_rating != 0 && beyond >= 0 && is_until(age, e->faster_until_age)) {
        double least = e->faster_least / 10.0, most = e->faster_most / 10.0;
        told->factor = rating / e->faster_rating;
        told->factor = told->factor < least ? least : told->factor > most ? most : told->factor;
    }
    bool braked = e->brake_below != 0 && rating < e->brake_below && beyond <= 0;
    if (braked)
        told->surcharge = exponential((e->brake_below - rating) / e->brake_scale) - 1;
    double sum = told->base * told->factor + told->surcharge;
    int32_t whole_sum = whole(sum > LARGEST ? LARGEST : sum);
    int32_t most = braked ? e->most_braked : e->most;
    if (!braked && e->most_by_index != 0 && told->index != 0 &&
        told->index < most / e->most_by_index)
        most = told->index * e->most_by_index;
    whole_sum = whole_sum > most ? most : whole_sum;
    told->coefficient = 10 * (whole_sum < e->least ? e->least : whole_sum);
}

/* K by index x brake + bonus, in tenths. */
static void multiply(const struct hall *hall, size_t p, int64_t beyond)
{
    const struct lm_rating_evaluation *e = hall->e;
    struct lm_evaluation_report *told = &hall->told[p];
    int32_t rating = hall->own[p], age = age_of(hall, p);
    const struct lm_index_line *line = e->lines;
    while (!is_until(age, line->until_age) || (line->below != 0 && rating >= line->below))
        line++;
    size_t place =
        told->index == 0 || (size_t)told->index > line->count ? line->count : (size_t)told->index;
    int32_t k = 10 * line->by_index[place - 1];
    told->base = line->by_index[place - 1];
    told->factor = 1;
    if (beyond < 0 && rating < e->slow_below) {
        int32_t of = e->slow_below + e->slow_shift;
        told->factor = (double)(rating + e->slow_shift) / of;
        k = (int32_t)lm_fraction_round(lm_fraction_of((int64_t)k * (rating + e->slow_shift), of));
    }
    for (size_t i = 0; beyond >= 0 && i < e->bonus_count; i++) {
        const struct lm_bonus_line *bonus = &e->bonuses[i];
        if (!is_until(age, bonus->until_age))
            continue;
        if (rating < bonus->below && bonus->divisor != 0) {
            told->surcharge = (double)(bonus->below - rating) / bonus->divisor;
            k += (int32_t)lm_fraction_round(
                lm_fraction_of(10 * (int64_t)(bonus->below - rating), bonus->divisor));
        } else if (rating < bonus->below) {
            told->surcharge = bonus->add;
            k += 10 * bonus->add;
        }
        break;
    }
    told->coefficient = k > 10 * e->k_most ? 10 * e->k_most : k;
}

/* Halves are rounded up. */
static int32_t change_of(const struct lm_rating_evaluation *e, int64_t beyond, int32_t coefficient,
                         int32_t games)
{
    enum { BILLION = 1000000000 };
    struct lm_fraction change =
        e->factor != 0
            ? lm_fraction_of(e->factor * beyond, (int64_t)BILLION * (coefficient / 10 + games))
            : lm_fraction_of(beyond * coefficient, (int64_t)BILLION * 10);
    return (int32_t)lm_fraction_round(change);
}

static void evaluate_rated(const struct hall *hall, size_t p)
{
    struct lm_player_report *report = &hall->reports[p];
    struct lm_evaluation_report *told = &hall->told[p];
    int64_t beyond = (int64_t)report->tenths * TENTH - told->expected;
    told->index = hall->event->players[p].index;
    report->own = hall->own[p];
    report->fate = LM_RESULT_COUNTS;
    told->new_rating = report->own;
    if (report->games == 0)
        return;
    if (hall->e->factor != 0)
        divide(hall, p, beyond);
    else
        multiply(hall, p, beyond);
    told->new_rating = at_least(
        hall->e, report->own + change_of(hall->e, beyond, told->coefficient, report->games));
    report->k = report->listed_k = (told->coefficient + 5) / 10;
}

/* --- reports */

enum { CENTS = 100, CENT = 10000000 };

static int64_t hundredths(int64_t billionths)
{
    return lm_fraction_round(lm_fraction_of(billionths, CENT));
}

/* Put opponents' ratings into the lines, and add up those that count. */
static void fill_lines(const struct hall *hall, size_t p)
{
    struct lm_player_report *report = &hall->reports[p];
    bool keeps = hall->own[p] == 0 && hall->told[p].stage == 0;
    for (size_t i = 0; i < report->line_count; i++) {
        struct lm_game_line *line = &report->lines[i];
        if (!is_played(line))
            continue;
        bool counts = hall->met[line->opponent] != 0 &&
                      !(keeps && hall->told[line->opponent].stage == BOTH_STAGES);
        line->fate = counts ? LM_GAME_RATED : LM_GAME_OPPONENT_UNRATED;
        if (!counts)
            continue;
        line->opponent_rating = hall->met[line->opponent];
        report->games++;
        report->tenths += line->tenths;
        if (hall->own[p] == 0)
            continue;
        int32_t difference = hall->own[p] - line->opponent_rating;
        int32_t exact = lm_rating_normal(hall->e, difference);
        line->game = (struct lm_rating_game){
            .own = hall->own[p],
            .opponent = line->opponent_rating,
            .difference = difference,
            .used = difference,
            .expected = (int32_t)hundredths(exact),
            .tenths = line->tenths,
            .delta = line->tenths * 10 - (int32_t)hundredths(exact),
            .exact = exact,
        };
        hall->told[p].expected += exact;
    }
}

static void report_rated(const struct hall *hall, size_t p)
{
    struct lm_player_report *report = &hall->reports[p];
    const struct lm_evaluation_report *told = &hall->told[p];
    report->mode = LM_PLAYER_RATED;
    evaluate_rated(hall, p);
    report->expected = hundredths(told->expected);
    report->delta = hundredths((int64_t)report->tenths * TENTH - told->expected);
    report->change = (int64_t)CENTS * (told->new_rating - report->own);
}

static void report_first(const struct hall *hall, size_t p)
{
    struct lm_player_report *report = &hall->reports[p];
    const struct lm_evaluation_report *told = &hall->told[p];
    struct meeting m = gather(hall, p, told->stage == 0 ? 1 : BOTH_STAGES);
    report->mode = LM_PLAYER_UNRATED;
    report->fate = told->stage == 0 ? LM_RESULT_KEPT : LM_RESULT_COUNTS;
    report->has_ru = told->stage != 0;
    report->ru = (struct lm_rating_initial){
        .games = m.games,
        .tenths = whole(m.points * WIN),
        .average = {whole(average_of(&m)), 1},
        .exact = {told->iterated, 1},
        .rating = told->new_rating,
    };
}

enum lm_status lm_rating_evaluate(const struct lm_rating_rules *rules,
                                  const struct lm_rating_event *event,
                                  struct lm_player_report *reports, struct lm_arena *arena)
{
    size_t n = event->player_count;
    size_t most = 0;
    for (size_t p = 0; p < n; p++) {
        size_t games = reports[p].line_count + event->players[p].kept_count;
        most = games > most ? games : most;
    }
    struct hall hall = {
        .e = rules->evaluation,
        .event = event,
        .reports = reports,
        .told = lm_arena_alloc(arena, n, sizeof *hall.told),
        .own = lm_arena_alloc(arena, n, sizeof *hall.own),
        .met = lm_arena_alloc(arena, n, sizeof *hall.met),
        .value = lm_arena_alloc(arena, n, sizeof *hall.value),
        .next = lm_arena_alloc(arena, n, sizeof *hall.next),
        .room = lm_arena_alloc(arena, most, sizeof *hall.room),
    };
    if (hall.told == NULL || hall.own == NULL || hall.met == NULL || hall.value == NULL ||
        hall.next == NULL || hall.room == NULL)
        return LM_LIMIT;
    for (size_t p = 0; p < n; p++) {
        const struct lm_event_player *player = &event->players[p];
        hall.own[p] = hall.met[p] = player->now_rating != 0 ? player->now_rating : player->rating;
    }
    find_stages(&hall);
    give_first_ratings(&hall);
    if (find_exceptional(&hall))
        give_first_ratings(&hall);
    for (size_t p = 0; p < n; p++) {
        fill_lines(&hall, p);
        reports[p].evaluation = &hall.told[p];
        if (hall.own[p] != 0)
            report_rated(&hall, p);
        else
            report_first(&hall, p);
    }
    return LM_OK;
}
