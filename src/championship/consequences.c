/* SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <string.h>

#include "championship/state.h"

void lm_champ_change(struct lm_championship *c, const char *article, uint32_t person,
                     const struct contest *contest, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const struct lm_message *message = lm_message_vprint(c->arena, format, arguments);
    va_end(arguments);
    if (message == NULL || !lm_arena_grow(c->arena, &c->changes, &c->change_capacity,
                                          c->change_count + 1, sizeof *c->changes)) {
        c->out_of_memory = true;
        return;
    }
    uint32_t side = contest != NULL ? lm_champ_side(contest, person) : NO_SIDE;
    if (contest != NULL)
        c->contests[contest - c->contests].touched = c->line;
    if (person != NOBODY)
        c->people[person].touched = c->line;
    c->changes[c->change_count++] =
        (struct change){.line = c->line,
                        .at = c->time,
                        .entered = c->entered,
                        .by = c->by,
                        .article = article != NULL ? article : "",
                        .person = person,
                        .other = side == NO_SIDE ? NOBODY : contest->player[1 - side],
                        .contest = contest != NULL ? contest->id : NULL,
                        .message = message};
}

void lm_champ_change_at(struct lm_championship *c, int64_t at)
{
    struct lm_text text = lm_text_in(c->arena);
    lm_champ_add_moment(&text, at);
    if (c->change_count == 0)
        return;
    struct change *last = &c->changes[c->change_count - 1];
    last->message = lm_message_at(last->message, lm_text_string(&text), at, c->arena);
}

void lm_champ_change_within(struct lm_championship *c, const struct lm_message *what)
{
    if (c->change_count == 0)
        return;
    struct change *last = &c->changes[c->change_count - 1];
    last->message = lm_message_within(last->message, what, c->arena);
}

void lm_champ_change_says(struct lm_championship *c, const char *what)
{
    if (*what != '\0')
        lm_champ_change_within(c, lm_message_print(c->arena, "%s", what));
}

/* Return the article for this end of a match. */
static const char *article_of_end(const struct lm_championship *c, const struct contest *contest,
                                  enum result_kind kind)
{
    static const enum article articles[] = {
        [RESULT_PLAYED] = ART_RESULT,   [RESULT_ARMAGEDDON] = ART_ARMAGEDDON,
        [RESULT_NO_SHOW] = ART_NO_SHOW, [RESULT_LEFT] = ART_LEAVING_MATCH,
        [RESULT_RULED] = ART_DISPUTES,  [RESULT_UNPLAYED] = ART_DISPUTES,
        [RESULT_BYE] = ART_BYE,
    };
    const struct stage *stage = &c->definition->stages[contest->stage];
    if (kind == RESULT_WALKOVER)
        return stage->leaving_article;
    if (kind == RESULT_RESCORED)
        return stage->rescore_article[0] != '\0' ? stage->rescore_article : stage->leaving_article;
    return c->definition->articles[articles[kind]];
}

void lm_champ_finish(struct lm_championship *c, struct contest *contest, uint32_t winner,
                     enum result_kind kind)
{
    static const char *const how[] = {
        [RESULT_PLAYED] = "",
        [RESULT_ARMAGEDDON] = LM_MESSAGE(" in the Armageddon game"),
        [RESULT_NO_SHOW] = LM_MESSAGE(": the opponent did not come"),
        [RESULT_LEFT] = LM_MESSAGE(": the opponent left and did not come back in time"),
        [RESULT_RULED] = LM_MESSAGE(" by ruling of the director"),
        [RESULT_WALKOVER] = LM_MESSAGE(": the opponent is out of the championship"),
        [RESULT_RESCORED] = LM_MESSAGE(": the opponent's results are reversed"),
        [RESULT_UNPLAYED] = LM_MESSAGE(" without play"),
        [RESULT_BYE] = "",
    };
    contest->state = CONTEST_DONE;
    contest->kind = kind;
    contest->winner = winner;
    contest->waiting = NULL;
    contest->ended = c->time;
    bool by_player = kind == RESULT_PLAYED || kind == RESULT_ARMAGEDDON || kind == RESULT_NO_SHOW ||
                     kind == RESULT_LEFT;
    if (!by_player)
        contest->alone = contest->disputed = NO_SIDE;
    const char *first = lm_champ_name(c, contest->player[FIRST]);
    const char *second = lm_champ_name(c, contest->player[SECOND]);
    const char *article = article_of_end(c, contest, kind);
    if (winner == DRAWN)
        lm_champ_change(c, article, contest->player[FIRST], contest, "%s and %s draw their match%s",
                        first, second, how[kind]);
    else if (winner == NO_SIDE)
        lm_champ_change(c, article, contest->player[FIRST], contest,
                        "%s and %s both lose their match%s", first, second, how[kind]);
    else
        lm_champ_change(c, article, contest->player[winner], contest, "%s wins against %s%s",
                        winner == FIRST ? first : second, winner == FIRST ? second : first,
                        how[kind]);
    lm_champ_change_says(c, how[kind]);
}

void lm_champ_forfeit(struct lm_championship *c, uint32_t person)
{
    uint32_t limit = c->definition->attendance.forfeits;
    struct person *p = &c->people[person];
    p->forfeits++;
    lm_champ_change(c, c->definition->articles[ART_FORFEITS], person, NULL,
                    p->forfeits == 1 ? "%s has forfeited %u match" : "%s has forfeited %u matches",
                    p->id, p->forfeits);
    if (limit > 0 && p->forfeits >= limit && p->out == GROUND_NONE)
        lm_champ_leave(c, person, GROUND_FORFEITS);
}

bool lm_champ_ended_after(const struct contest *contest, int64_t time)
{
    return contest->state == CONTEST_DONE && contest->kind != RESULT_BYE && contest->ended > time;
}

/* VIII.A.1, VIII.A.2: the open match is lost whatever its score; on some grounds so are all
 * finished ones.  A match counts as open if it was open at the moment of leaving, which can be
 * entered later. */
static void lose_matches(struct lm_championship *c, const struct stage *stage, uint32_t index,
                         uint32_t person, enum ground ground)
{
    for (size_t i = 0; i < c->contest_count; i++) {
        struct contest *contest = &c->contests[i];
        uint32_t side = lm_champ_side(contest, person);
        if (contest->stage != index || side == NO_SIDE || contest->kind == RESULT_BYE)
            continue;
        bool open = contest->state == CONTEST_OPEN || lm_champ_ended_after(contest, c->time);
        if (open && contest->winner != 1 - side)
            lm_champ_finish(c, contest, 1 - side, RESULT_WALKOVER);
        else if (contest->state == CONTEST_DONE && stage->rescored[ground] &&
                 contest->winner != 1 - side)
            lm_champ_finish(c, contest, 1 - side, RESULT_RESCORED);
    }
}

/* Void a match: nothing of it counts, and it can no longer be disputed. */
static void void_contest(struct contest *contest)
{
    contest->state = CONTEST_VOID;
    contest->alone = contest->disputed = NO_SIDE;
}

/* VIII.B: all matches of the stage are disregarded, finished or not. */
static void disregard_matches(struct lm_championship *c, const struct stage *stage, uint32_t index,
                              uint32_t person)
{
    for (size_t i = 0; i < c->contest_count; i++) {
        struct contest *contest = &c->contests[i];
        uint32_t side = lm_champ_side(contest, person);
        if (contest->stage != index || side == NO_SIDE)
            continue;
        void_contest(contest);
        lm_champ_change(c, stage->leaving_article, contest->player[1 - side], contest,
                        "the match of %s with %s is disregarded",
                        lm_champ_name(c, contest->player[1 - side]), lm_champ_name(c, person));
    }
}

static bool has_started(const struct contest *contest)
{
    return contest->games[0] != '\0';
}

/* Return the match of the stage in which ${person} plays, unless void; NULL: none. */
static struct contest *seat_in_stage(const struct lm_championship *c, uint32_t stage,
                                     uint32_t person)
{
    for (size_t i = 0; i < c->contest_count; i++) {
        struct contest *contest = &c->contests[i];
        if (contest->stage == stage && contest->state != CONTEST_VOID &&
            lm_champ_side(contest, person) != NO_SIDE)
            return contest;
    }
    return NULL;
}

static bool can_move_up(const struct lm_championship *c, uint32_t person, const void *context)
{
    const struct contest *vacated = context;
    if (c->people[person].out != GROUND_NONE)
        return false;
    const struct contest *seat = seat_in_stage(c, vacated->stage, person);
    return seat == NULL ||
           (seat->group > vacated->group && seat->state == CONTEST_OPEN && !has_started(seat));
}

/* VIII.C: the remaining player starts a new match, at 0-0, against the best player who can move up;
 * if that one leaves a seat of a later match, it is filled the same way.  Without a replacement,
 * the remaining player has won. */
static void replace(struct lm_championship *c, size_t index, uint32_t leaver)
{
    struct contest *contest = &c->contests[index];
    const char *article = c->definition->stages[contest->stage].leaving_article;
    while (contest != NULL) {
        uint32_t remaining = contest->player[1 - lm_champ_side(contest, leaver)];
        uint32_t moved = lm_champ_next_in_line(c, contest->stage, can_move_up, contest);
        struct contest *left_behind =
            moved != NOBODY ? seat_in_stage(c, contest->stage, moved) : NULL;
        size_t behind = left_behind != NULL ? (size_t)(left_behind - c->contests) : SIZE_MAX;
        void_contest(contest);
        struct contest *fresh = lm_champ_add_contest(c, contest->stage, contest->round,
                                                     contest->group, remaining, moved);
        if (fresh == NULL)
            return;
        if (moved != NOBODY)
            lm_champ_change(c, article, moved, fresh, "%s moves up and meets %s",
                            lm_champ_name(c, moved), lm_champ_name(c, remaining));
        else
            lm_champ_change(c, article, remaining, fresh, "%s has no opponent left",
                            lm_champ_name(c, remaining));
        contest = behind != SIZE_MAX ? &c->contests[behind] : NULL;
        leaver = moved;
    }
}

static void move_up(struct lm_championship *c, uint32_t stage, uint32_t person)
{
    for (size_t i = 0; i < c->contest_count; i++) {
        if (c->contests[i].stage == stage && c->contests[i].state == CONTEST_OPEN &&
            lm_champ_side(&c->contests[i], person) != NO_SIDE) {
            replace(c, i, person);
            return;
        }
    }
}

void lm_champ_leave(struct lm_championship *c, uint32_t person, enum ground ground)
{
    static const enum article articles[] = {
        [GROUND_ENGINE] = ART_MARK,         [GROUND_BOOSTER] = ART_MARK,
        [GROUND_CHEATING] = ART_GUILT,      [GROUND_ACCUSATION] = ART_ACCUSATION,
        [GROUND_FORFEITS] = ART_FORFEITS,   [GROUND_DIRECTOR] = ART_DISPUTES,
        [GROUND_WITHDRAWAL] = ART_DISPUTES,
    };
    struct person *p = &c->people[person];
    p->out = ground;
    p->out_at = c->time;
    p->out_line = c->line;
    if (ground == GROUND_WITHDRAWAL)
        lm_champ_change(c, "", person, NULL, "%s withdraws", p->id);
    else
        lm_champ_change(c, c->definition->articles[articles[ground]], person, NULL,
                        "%s is disqualified: %s", p->id, lm_champ_ground_names[ground]);
    if (c->current == NOBODY)
        return;
    const struct stage *stage = &c->definition->stages[c->current];
    switch (stage->leaving) {
    case LEAVING_OPPONENT_WINS:
        lose_matches(c, stage, c->current, person, ground);
        break;
    case LEAVING_DISREGARD:
        disregard_matches(c, stage, c->current, person);
        break;
    case LEAVING_MOVE_UP:
        move_up(c, c->current, person);
        break;
    }
}
