/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "championship/state.h"

enum { WEEK = 7 * 86400 };

struct contest *lm_champ_contest(const struct lm_championship *c, const char *id)
{
    uint32_t index = lm_names_get(&c->contest_names, id);
    return index == NOBODY ? NULL : &c->contests[index];
}

struct contest *lm_champ_open_contest(const struct lm_championship *c, uint32_t person)
{
    for (size_t i = c->contest_count; i-- > 0;) {
        struct contest *contest = &c->contests[i];
        if (contest->state == CONTEST_OPEN && lm_champ_side(contest, person) != NO_SIDE)
            return contest;
    }
    return NULL;
}

uint32_t lm_champ_side(const struct contest *contest, uint32_t person)
{
    if (person == NOBODY)
        return NO_SIDE;
    if (contest->player[FIRST] == person)
        return FIRST;
    return contest->player[SECOND] == person ? SECOND : NO_SIDE;
}

/* The format of a group: the stage's, unless the group has its own. */
static const struct match_format *format_of(const struct lm_championship *c, uint32_t stage,
                                            uint32_t group)
{
    const struct stage *s = &c->definition->stages[stage];
    if (s->seating_count == 0)
        return s->format;
    bool apart = s->type == STAGE_ROUND_ROBIN || s->type == STAGE_MATCHES;
    return s->seatings[c->stages[stage].seating].groups[apart ? group : 0].format;
}

struct contest *lm_champ_add_contest(struct lm_championship *c, uint32_t stage, uint32_t round,
                                     uint32_t group, uint32_t first, uint32_t second)
{
    /* Matches of a round are together, at the end of the list. */
    uint32_t board = 1;
    for (size_t i = c->contest_count; i-- > 0;) {
        if (c->contests[i].stage != stage || c->contests[i].round != round)
            break;
        board++;
    }
    struct lm_text id = lm_text_in(c->arena);
    lm_text_print(&id, "%s/%u/%u", c->definition->stages[stage].name, round + 1, board);
    if (lm_text_status(&id) != LM_OK ||
        !lm_arena_grow(c->arena, &c->contests, &c->contest_capacity, c->contest_count + 1,
                       sizeof *c->contests) ||
        !lm_names_put(&c->contest_names, c->arena, lm_text_string(&id),
                      (uint32_t)c->contest_count)) {
        c->out_of_memory = true;
        return NULL;
    }
    struct contest *contest = &c->contests[c->contest_count++];
    *contest = (struct contest){.id = lm_text_string(&id),
                                .stage = stage,
                                .round = round,
                                .group = group,
                                .board = board,
                                .player = {first, second},
                                .format = format_of(c, stage, group),
                                .winner = NO_SIDE,
                                .games = "",
                                .published = c->time,
                                .time = NEVER,
                                .move = {NO_SIDE, NEVER},
                                .presence = {{.here = NEVER}, {.here = NEVER}},
                                .last_game = NEVER,
                                .refused_at = NEVER,
                                .alone = NO_SIDE,
                                .disputed = NO_SIDE,
                                .proposer = NO_SIDE,
                                .absent = NO_SIDE,
                                .ended = NEVER,
                                .white = NO_SIDE};
    if (second == NOBODY) {
        contest->state = CONTEST_DONE;
        contest->kind = RESULT_BYE;
        contest->winner = FIRST;
    }
    return contest;
}

int32_t lm_champ_points(const struct stage *stage, const struct contest *contest, uint32_t side)
{
    if (contest->state != CONTEST_DONE)
        return 0;
    if (contest->kind == RESULT_BYE)
        return stage->bye;
    if (contest->winner == DRAWN)
        return stage->draw;
    return contest->winner == side ? stage->win : stage->loss;
}

/* III.G.3: played games count; of a match that ended by absence or ruling, the missing games go to
 * the winner. */
int32_t lm_champ_subscore(const struct contest *contest, uint32_t side)
{
    struct match_view view = lm_champ_match(contest->format, contest->games);
    int32_t score = view.score[side];
    bool cut_short = contest->kind == RESULT_NO_SHOW || contest->kind == RESULT_LEFT ||
                     contest->kind == RESULT_RULED || contest->kind == RESULT_WALKOVER;
    if (contest->state == CONTEST_DONE && cut_short && contest->winner == side)
        score += (int32_t)(lm_champ_match_length(contest->format) - view.games) * WIN;
    return score;
}

/* IV.A, IV.B, IV.F: one week per round, stages one after another, with their free weeks; early
 * publication moves no deadline. */
bool lm_champ_period(const struct lm_championship *c, uint32_t stage, uint32_t round,
                     struct period *period)
{
    const struct lm_definition *d = c->definition;
    if (!d->calendar.used || d->stages[stage].free_of_dates)
        return false;
    uint32_t weeks = round;
    for (uint32_t s = 0; s < stage; s++) {
        if (!d->stages[s].free_of_dates)
            weeks += c->stages[s].rounds + d->stages[s].free_weeks_after;
    }
    int64_t starts = d->calendar.starts + (int64_t)weeks * WEEK;
    *period = (struct period){.starts = starts,
                              .offers_until = starts + d->calendar.offers_until,
                              .agree_before = starts + d->calendar.agree_before,
                              .complete_by = starts + d->calendar.complete_by};
    return true;
}

struct negotiation lm_champ_contest_negotiation(const struct contest *contest)
{
    return (struct negotiation){.known_at = contest->published,
                                .offers = contest->offers,
                                .offer_count = contest->offer_count,
                                .acceptances = contest->acceptances,
                                .acceptance_count = contest->acceptance_count,
                                .finding = contest->finding};
}

struct period lm_champ_deal_period(const struct lm_championship *c, const struct contest *contest)
{
    struct period period = {contest->published, NEVER, NEVER, NEVER};
    struct period week;
    if (lm_champ_period(c, contest->stage, contest->round, &week)) {
        period.complete_by = week.complete_by;
        if (c->definition->negotiation.used && !contest->rescheduled)
            period = week;
    }
    return period;
}

int64_t lm_champ_lapses(const struct lm_championship *c, const struct contest *contest)
{
    bool open = contest->state == CONTEST_OPEN && contest->waiting == NULL &&
                contest->absent <= SECOND && contest->games[0] == '\0';
    int64_t end = lm_champ_deal_period(c, contest).complete_by;
    if (!open)
        return NEVER;
    return end != NEVER ? end : contest->rescheduled_at + c->definition->periods.reschedule;
}

int64_t lm_champ_last_moment(const struct lm_championship *c, const struct contest *contest,
                             int64_t now)
{
    int64_t end = lm_champ_deal_period(c, contest).complete_by;
    return end != NEVER ? end : now + c->definition->periods.ahead;
}

struct deal_view lm_champ_contest_deal(const struct lm_championship *c,
                                       const struct contest *contest, int64_t now)
{
    if (contest->time != NEVER)
        return (struct deal_view){.deal = DEAL_AGREED, .chooser = NO_SIDE, .time = contest->time};
    struct period period = lm_champ_deal_period(c, contest);
    struct negotiation negotiation = lm_champ_contest_negotiation(contest);
    return lm_champ_deal(&c->definition->negotiation, &negotiation, &period, now);
}

bool lm_champ_may_move(const struct lm_championship *c, const struct contest *contest)
{
    bool days = c->definition->stages[contest->stage].free_of_dates;
    return contest->state == CONTEST_OPEN && contest->waiting == NULL &&
           (contest->games[0] == '\0' ? contest->time != NEVER : days);
}

bool lm_champ_is_adjourned(const struct contest *contest)
{
    return contest->games[0] != '\0' && contest->time != NEVER && contest->last_game != NEVER &&
           contest->time > contest->last_game;
}

bool lm_champ_has_begun(const struct contest *contest)
{
    return contest->games[0] != '\0' && !lm_champ_is_adjourned(contest);
}

bool lm_champ_refuses(const struct contest *contest, uint32_t side)
{
    return contest->state == CONTEST_OPEN && contest->refusals[side] > 1 &&
           contest->refused_at != NEVER && contest->refused_games == strlen(contest->games);
}

const char *const *lm_champ_clocks(const struct match_format *format, struct lm_arena *arena,
                                   size_t *count)
{
    const char **clocks = lm_arena_alloc(arena, lm_champ_match_length(format), sizeof *clocks);
    *count = 0;
    for (size_t s = 0; clocks != NULL && s < format->step_count; s++)
        for (uint32_t i = 0; i < format->steps[s].repeat * format->steps[s].games; i++)
            clocks[(*count)++] = format->steps[s].clock;
    return clocks;
}

bool lm_champ_is_running(const struct lm_championship *c, const struct contest *contest,
                         int64_t now)
{
    return contest->games[0] != '\0' && contest->last_game != NEVER &&
           now - contest->last_game <= c->definition->periods.idle;
}

void lm_champ_forget_presence(struct contest *contest)
{
    for (uint32_t side = FIRST; side <= SECOND; side++) {
        contest->presence[side].wait_count = 0;
        contest->presence[side].here = NEVER;
    }
}

int64_t lm_champ_away_since(const struct contest *contest, uint32_t side)
{
    const struct presence *other = &contest->presence[1 - side];
    return other->wait_count > 0 ? other->waits[0] : NEVER;
}

int64_t lm_champ_time_to_return(const struct lm_championship *c)
{
    int64_t length = c->definition->attendance.break_length, least = c->definition->periods.back;
    return length > least ? length : least;
}

/* Do others depend on its result: was another stage published, or the winner's next round? */
static bool has_followed(const struct lm_championship *c, const struct contest *contest)
{
    return contest->stage != c->current ||
           (c->definition->stages[contest->stage].type == STAGE_KNOCK_OUT &&
            contest->round + 1 < c->stages[contest->stage].published);
}

int64_t lm_champ_dispute_until(const struct lm_championship *c, const struct contest *contest)
{
    bool open = contest->alone <= SECOND && contest->disputed == NO_SIDE &&
                contest->waiting == NULL && contest->state != CONTEST_VOID;
    if (!open || has_followed(c, contest))
        return NEVER;
    return (contest->state == CONTEST_DONE ? contest->ended : contest->last_game) +
           c->definition->periods.dispute;
}

bool lm_champ_may_dispute(const struct lm_championship *c, const struct contest *contest,
                          uint32_t side, int64_t now)
{
    int64_t until = lm_champ_dispute_until(c, contest);
    return until != NEVER && now <= until && side <= SECOND && side != contest->alone;
}

bool lm_champ_is_settled(const struct contest *contest)
{
    return contest->state != CONTEST_OPEN && contest->disputed == NO_SIDE;
}

bool lm_champ_is_asked(const struct lm_championship *c, const struct contest *contest, int64_t now)
{
    return lm_champ_may_move(c, contest) && contest->move.time != NEVER && now < contest->move.time;
}

/* Must the match have a winner, because others wait for one? */
bool lm_champ_is_decisive(const struct lm_championship *c, const struct contest *contest)
{
    enum stage_type type = c->definition->stages[contest->stage].type;
    return type == STAGE_KNOCK_OUT || type == STAGE_MATCHES;
}
