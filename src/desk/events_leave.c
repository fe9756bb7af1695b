/* SPDX-License-Identifier: Apache-2.0 */
#include "desk/people.h"

/* Participants leave, return, and move to another section. */

#define OUTCOME_NUMBER NUMBER_OF(number, "number", LM_OUTCOME, 1, LM_TPN_MAX)

static const char *const publicly[] = {"withdrawn", "expelled", NULL};

static const struct lm_field leave_fields[] = {
    PLAYER(LM_REQUIRED),
    NUMBER_OF(from, "first round without the player", LM_OPTIONAL, 1, LM_ROUNDS_MAX + 1), WHY};
static const struct lm_field expel_fields[] = {
    PLAYER(LM_REQUIRED),
    NUMBER_OF(from, "first round without the player", LM_OPTIONAL, 1, LM_ROUNDS_MAX + 1),
    CHOICE_OF(shown, "text for the public", LM_OPTIONAL, publicly), WHY};
static const struct lm_field return_fields[] = {
    PLAYER(LM_REQUIRED), NUMBER_OF(from, "first round back", LM_OPTIONAL, 1, LM_ROUNDS_MAX),
    OUTCOME_NUMBER};
static const struct lm_field move_fields[] = {
    PLAYER(LM_REQUIRED), ID_OF(to, "to section", LM_REQUIRED, NULL), OUTCOME_NUMBER};

/* ---- leaving and returning */

static uint32_t leaves_from(const struct taking *t)
{
    uint32_t now = lm_desk_published(t->s);
    if (t->v->from != LM_NOT_SET)
        return (uint32_t)t->v->from;
    if (lm_desk_is_fixed(t->s) &&
        now > 0) { /* the games are already paired: the first one not played */
        const struct lm_desk_board *b = lm_desk_board_of(t->s, now, t->player);
        return b != NULL && !lm_desk_has_result(b) ? now : now + 1;
    }
    return now + 1;
}

/* List the possible opponents for the opponent left behind (situation 65). */
static const struct lm_message *free_opponents(const struct taking *t,
                                               const struct lm_desk_board *b)
{
    struct lm_text text = lm_text_in(t->d->arena);
    const struct lm_desk_player *left = b->white == t->player ? b->black : b->white;
    const struct lm_desk_round *r = lm_desk_round(t->s, b->round);
    for (size_t i = 0; i < r->idle_count; i++) {
        const struct lm_desk_player *p = r->idle[i].player;
        bool met = false;
        for (uint32_t round = 1; round < b->round && !met; round++) {
            const struct lm_desk_board *played = lm_desk_board_of(t->s, round, p);
            met = played != NULL && (played->white == left || played->black == left);
        }
        if (!met && lm_desk_in_play(p, b->round))
            lm_text_print(&text, "%s%s (\"reseat %u-%u\")", text.length == 0 ? "" : ", ",
                          lm_desk_who(t, p), left->number, p->number);
    }
    return text.length == 0 ? lm_message_print(t->d->arena, "enter the forfeit")
                            : lm_message_print(t->d->arena, "enter the forfeit; free to play: %s",
                                               lm_text_string(&text));
}

static void judge_leaving(struct taking *t)
{
    const struct lm_desk_player *p = t->player;
    uint32_t from = leaves_from(t);
    struct lm_desk_board *board = lm_desk_board_of(t->s, from, p);
    if (p->standing != LM_PLAYS)
        REFUSE(t, "gone", "", "\"return\" lets the player come back", "%s has left already",
               lm_desk_who(t, p));
    else if (from <= lm_desk_published(t->s) && board != NULL && lm_desk_has_result(board))
        REFUSE(t, "played-since", "", "name a later round", "%s has a result in round %u",
               lm_desk_who(t, p), from);
    else if (lm_desk_is_fixed(t->s) && lm_desk_proposed(t->s) != NULL)
        REFUSE(t, "in-proposal", "", "\"unpair\", or \"publish\" what is altered, first",
               "round %u is being made", lm_desk_proposed(t->s)->number);
    else if (lm_desk_is_fixed(t->s))
        lm_desk_judge_games_left(t, from);
    else if (board != NULL && lm_desk_is_published(lm_desk_round(t->s, from))) {
        lm_desk_need(t, LM_LEVEL_CONFIRM, "is-paired", board->id, "C.04.2 art. 4.4",
                     "enter the forfeit", "%s is paired on board %u of round %u", lm_desk_who(t, p),
                     board->number, from);
        lm_desk_instead(t, free_opponents(t, board));
    } else if (board != NULL)
        REFUSE(t, "in-proposal", "", "unpair the round first; the player will be left out",
               "%s sits in the round being paired", lm_desk_who(t, p));
}

static void apply_leaving(struct taking *t, enum lm_desk_standing standing)
{
    SET(t->d, t->player->standing, (uint8_t)standing);
    SET(t->d, t->player->out_from, leaves_from(t));
    if (lm_desk_is_fixed(t->s))
        lm_desk_forfeit_games_left(t, t->player->out_from);
}

static void apply_withdraw(struct taking *t)
{
    apply_leaving(t, LM_WITHDRAWN);
}

static void judge_expel(struct taking *t)
{
    judge_leaving(t);
    lm_desk_need(t, LM_LEVEL_CONFIRM, "expel", t->player->person->id, "C.05, Laws 12.9.9",
                 "\"withdraw\" lets the player leave and keep the place",
                 "%s loses the place; the games still count for the opponents",
                 lm_desk_who(t, t->player));
}

static void apply_expel(struct taking *t)
{
    if (t->v->shown != 0)
        SET(t->d, t->player->shown, t->v->shown == 2);
    apply_leaving(t, LM_EXPELLED);
}

static void judge_return(struct taking *t)
{
    const struct lm_desk_player *p = t->player;
    uint32_t next = lm_desk_published(t->s) + 1;
    if (p->standing == LM_PLAYS)
        REFUSE(t, "there", "", "there is nothing to do", "%s has not left", lm_desk_who(t, p));
    else if (t->s->numbered && p->number == 0)
        REFUSE(t, "no-number", "C.04.2 art. 2.4", "\"enter\" the player as a late entry",
               "%s left before players got their numbers", lm_desk_who(t, p));
    else if (p->standing == LM_EXPELLED)
        lm_desk_need(t, LM_LEVEL_CONFIRM, "was-expelled", p->person->id, "Laws 12.9.9",
                     "leave it as it is", "%s was expelled", lm_desk_who(t, p));
    if (t->v->from != LM_NOT_SET && t->v->from < (int64_t)next && t->v->from != p->out_from)
        REFUSE(
            t, "published", "C.04.2 art. 2.4, 4.4",
            "return from the next round; then \"reseat\" can pair the player in the published one",
            "round %lld is published", (long long)t->v->from);
}

/* A player who left before the numbers were given has none yet. */
static void decide_return(struct taking *t, struct lm_json_writer *w)
{
    if (t->s->numbered && t->player->number == 0)
        lm_json_put_integer(w, "number", lm_desk_number_for(t->s, t->player));
}

/* Missed rounds stay missed: the player returns in a later one. */
static void apply_return(struct taking *t)
{
    struct lm_desk_player *p = t->player;
    uint32_t from = t->v->from != LM_NOT_SET ? (uint32_t)t->v->from : lm_desk_published(t->s) + 1;
    SET(t->d, p->standing, LM_PLAYS);
    SET(t->d, p->out_from, 0);
    SET(t->d, p->explained, lm_desk_published(t->s));
    if (t->v->number != LM_NOT_SET && p->number == 0)
        lm_desk_give_number(t, p, (uint32_t)t->v->number);
    for (uint32_t round = lm_desk_published(t->s) + 1; round < from; round++)
        lm_desk_set_bye(t, p, round, LM_ZERO_BYE);
}

/* ---- sections */

static void check_move(struct taking *t)
{
    struct lm_desk_section *to = lm_desk_section(t->d, t->v->to);
    if (to == NULL)
        REFUSE(t, "unknown-section", "", "name a section of this event", "section \"%s\" not found",
               t->v->to);
    else if (to == t->s || lm_desk_player_of(to, t->player->person) != NULL)
        REFUSE(t, "entered", "", "there is nothing to do", "the player is already entered there");
    else if (lm_desk_is_fixed(to) && lm_desk_paired(to) > 0)
        REFUSE(t, "round-robin", "C.05 Annex 1",
               "\"unpair\" or \"unpublish\" its rounds, while no game has begun",
               "the rounds of section %s are made", lm_desk_section_title(to));
}

static void judge_move(struct taking *t)
{
    struct lm_desk_section *to = lm_desk_section(t->d, t->v->to);
    if (to->fee != t->s->fee)
        lm_desk_need(t, LM_LEVEL_INFORM, "fee", t->player->person->id, "",
                     "\"pay\" says what was paid, or given back",
                     "the fee of section %s is %d instead of %d, %d are paid",
                     lm_desk_section_title(to), to->fee, t->s->fee, t->player->paid);
    if (lm_desk_board_of(t->s, lm_desk_next_round(t->s), t->player) != NULL)
        REFUSE(t, "in-proposal", "", "unpair the round first", "%s sits in the round being paired",
               lm_desk_who(t, t->player));
    else if (to->finished || lm_desk_published(to) >= to->rounds)
        REFUSE(t, "too-late", "", "choose another section", "section %s is over",
               lm_desk_section_title(to));
    else if (lm_desk_started(to) || lm_desk_has_played(t->player))
        lm_desk_need(t, LM_LEVEL_CONFIRM, "late-move", t->v->to, "C.04.2 art. 2.4",
                     "let the player stay in this section",
                     "a section has started: %s withdraws here and is a late entry there",
                     lm_desk_who(t, t->player));
}

static void decide_move(struct taking *t, struct lm_json_writer *w)
{
    struct lm_desk_section *to = lm_desk_section(t->d, t->v->to);
    if (to->numbered)
        lm_json_put_integer(w, "number", lm_desk_number_for(to, t->player));
}

static void apply_move(struct taking *t)
{
    struct lm_desk_player *from = t->player;
    struct lm_desk_section *to = lm_desk_section(t->d, t->v->to);
    struct lm_desk_person *person = NULL;
    for (size_t i = 0; i < t->d->event.person_count; i++)
        if (t->d->event.people[i] == from->person)
            person = t->d->event.people[i];
    struct lm_desk_player *p = lm_desk_add_player(t, to, person);
    if (p == NULL)
        return;
    SET(t->d, p->first_round, lm_desk_published(to) + 1);
    SET(t->d, p->rating, from->rating);
    SET(t->d, p->fide, from->fide);
    SET(t->d, p->national, from->national);
    SET(t->d, p->source, from->source);
    SET(t->d, p->table, from->table);
    SET(t->d, p->no_half_bye, from->no_half_bye);
    SET(t->d, p->present, from->present);
    SET(t->d, p->paid, from->paid);
    SET(t->d, from->paid, 0);
    if (t->v->number != LM_NOT_SET)
        lm_desk_give_number(t, p, (uint32_t)t->v->number);
    if (lm_desk_started(to)) {
        struct lm_desk_remark remark = {
            "Late entry from another section: the numbers behind it move "
            "by one",
            lm_desk_published(to), t->line->number};
        (void)lm_desk_append(t->d, &to->remarks, &to->remark_count, &to->remark_capacity,
                             sizeof remark, &remark, CELL_FOR_GOOD);
    }
    if (lm_desk_has_played(from)) {
        SET(t->d, from->standing, LM_WITHDRAWN);
        SET(t->d, from->out_from, lm_desk_published(t->s) + 1);
    } else {
        lm_desk_take_out(t);
    }
}

const struct row lm_desk_rows_leave[] = {
    {.kind = {"withdraw", "Player withdrawn", "people", "C.04.2", true, LM_RIGHT_ARBITER,
              LM_UNDO_RESTORE, FIELDS(leave_fields)},
     .judge = judge_leaving,
     .apply = apply_withdraw,
     .person = "player"},
    {.kind = {"expel", "Player expelled", "people", "C.05, Laws 12.9.9", true, LM_RIGHT_CHIEF,
              LM_UNDO_RESTORE, FIELDS(expel_fields)},
     .judge = judge_expel,
     .apply = apply_expel,
     .person = "player"},
    {.kind = {"return", "Withdrawn player returned", "people", "C.04.2 art. 2.4", true,
              LM_RIGHT_ARBITER, LM_UNDO_RESTORE, FIELDS(return_fields)},
     .judge = judge_return,
     .decide = decide_return,
     .apply = apply_return},
    {.kind = {"move", "Player moved to another section", "people", "C.04.2 art. 2.4", true,
              LM_RIGHT_ARBITER, LM_UNDO_RESTORE, FIELDS(move_fields)},
     .check = check_move,
     .judge = judge_move,
     .decide = decide_move,
     .apply = apply_move},
    {.check = NULL},
};
