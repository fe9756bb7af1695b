/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "championship/rules.h"

struct seeding lm_champ_seeding(const struct seeding_rules *rules,
                                const struct rating_entry *history, size_t count)
{
    int32_t current = rules->unrated;
    int32_t carried = rules->unrated;
    int32_t highest = 0;
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        if (history[i].at < rules->at)
            current = history[i].rating;
        if (history[i].at < rules->from) {
            carried = history[i].rating;
            any = any || !rules->games_only;
            if (!rules->games_only)
                highest = carried;
        } else if (history[i].at < rules->until) {
            if (!any || history[i].rating > highest)
                highest = history[i].rating;
            any = true;
        }
    }
    if (!any)
        highest = carried;
    return (struct seeding){current, highest, (current + highest) * 5};
}

static int32_t points_of(char game)
{
    return game == '1' ? WIN : game == '=' ? HALF_WIN : 0;
}

/* Return the side that leads by ${lead} tenths in the score so far. */
static uint32_t leader(const struct match_view *view, int32_t lead)
{
    if (view->score[FIRST] - view->score[SECOND] >= lead)
        return FIRST;
    return view->score[SECOND] - view->score[FIRST] >= lead ? SECOND : DRAWN;
}

static void finish(struct match_view *view, uint32_t winner)
{
    view->state = MATCH_OVER;
    view->winner = winner;
    view->next = 0;
    view->clock = NULL;
    view->exact = true;
}

/* Add the games of one block; return whether it was played to its end. */
static bool take_block(struct match_view *view, const char **games, const struct match_step *step)
{
    uint32_t taken = 0;
    for (; taken < step->games && **games != '\0'; taken++, (*games)++) {
        view->score[FIRST] += points_of(**games);
        view->score[SECOND] += WIN - points_of(**games);
        view->games++;
    }
    view->next = step->games - taken;
    view->clock = step->clock;
    view->exact = taken == 0;
    return taken == step->games;
}

/* Has a player more than half of the points of the first block, so that its remaining games change
 * nothing (III.F.1)? */
static bool has_majority(const struct match_format *format, const struct match_view *view)
{
    int32_t half = (int32_t)format->steps[0].games * HALF_WIN;
    return format->stop_at_majority && view->games <= format->steps[0].games &&
           (view->score[FIRST] > half || view->score[SECOND] > half);
}

struct match_view lm_champ_match(const struct match_format *format, const char *games)
{
    struct match_view view = {.winner = NO_SIDE, .exact = true};
    for (size_t s = 0; s < format->step_count; s++) {
        const struct match_step *step = &format->steps[s];
        for (uint32_t i = 0; i < step->repeat; i++) {
            bool whole = take_block(&view, &games, step);
            if (has_majority(format, &view)) {
                finish(&view, leader(&view, 1));
                return view;
            }
            if (!whole)
                return view;
            uint32_t winner = leader(&view, step->lead);
            if (winner != DRAWN) {
                finish(&view, winner);
                return view;
            }
        }
    }
    finish(&view, DRAWN);
    if (format->armageddon) {
        view.state = MATCH_ARMAGEDDON;
        view.winner = NO_SIDE;
    }
    return view;
}

uint32_t lm_champ_match_length(const struct match_format *format)
{
    uint32_t games = 0;
    for (size_t s = 0; s < format->step_count; s++)
        games += format->steps[s].games * format->steps[s].repeat;
    return games;
}

uint32_t lm_champ_white(const struct match_format *format, const int32_t bids[2],
                        const int32_t seeds[2], uint32_t holder)
{
    if (bids[FIRST] != bids[SECOND])
        return bids[FIRST] < bids[SECOND] ? FIRST : SECOND;
    if (format->bid_tie == BID_TIE_DIRECTOR)
        return NO_SIDE;
    if (format->bid_tie == BID_TIE_SEED && seeds[FIRST] != seeds[SECOND])
        return seeds[FIRST] > seeds[SECOND] ? FIRST : SECOND;
    return holder;
}

static uint32_t log2_of(uint32_t n, bool up)
{
    uint32_t log = 0;
    while (n >> (log + 1) != 0)
        log++;
    return log + (up && (1u << log) < n ? 1u : 0u);
}

uint32_t lm_champ_rounds(const struct round_rules *rules, uint32_t players)
{
    uint32_t rounds = rules->plus;
    if (rules->log2 != ROUND_LOG_NONE && players > 0)
        rounds += log2_of(players, rules->log2 == ROUND_LOG_CEIL);
    return rounds > rules->at_least ? rounds : rules->at_least;
}
