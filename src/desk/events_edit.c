/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "desk/rounds.h"
#include "journal/fields.h"

/* Editing a draft by hand, and discarding it. */

static const char *const bye_names[] = {"pab", "half", "full", "zero", "unpaired", NULL};
static const uint8_t bye_kinds[] = {LM_BLANK,    LM_PAB,      LM_HALF_BYE,
                                    LM_FULL_BYE, LM_ZERO_BYE, LM_BLANK};

static const struct lm_field round_fields[] = {ROUND(LM_OPTIONAL)};
static const struct lm_field seat_fields[] = {ID_OF(white, "White", LM_REQUIRED, "player"),
                                              ID_OF(black, "Black", LM_REQUIRED, "player")};
static const struct lm_field rest_fields[] = {PLAYER(LM_REQUIRED),
                                              CHOICE_OF(kind, "instead", LM_REQUIRED, bye_names)};
static const struct lm_field board_fields[] = {BOARD};

void lm_desk_check_editing(struct taking *t)
{
    if (lm_desk_proposed(t->s) == NULL)
        REFUSE(t, "no-proposal", "", "\"pair\" the round, or \"alter\" the published one",
               "no round is being paired");
}

bool lm_desk_is_locked(const struct lm_desk_board *b)
{
    return b != NULL && lm_desk_has_begun(b);
}

static void refuse_locked(struct taking *t, const struct lm_desk_player *p)
{
    const struct lm_desk_round *r = lm_desk_proposed(t->s);
    const struct lm_desk_board *b = r == NULL ? NULL : lm_desk_board_of(t->s, r->number, p);
    if (lm_desk_is_locked(b))
        lm_desk_need(t, LM_LEVEL_REFUSED, "moves-made", b->id, "C.04.2 art. 4.4",
                     "take \"moves\" back, if none were made", "%s has begun to play on board %u",
                     lm_desk_who(t, p), b->number);
    else if (r != NULL && !lm_desk_in_play(p, r->number))
        lm_desk_need(t, LM_LEVEL_REFUSED, "left", p->person->id, "C.04.2",
                     "\"return\" the player first", "%s is not in the tournament in round %u",
                     lm_desk_who(t, p), r->number);
}

static void check_seat(struct taking *t)
{
    lm_desk_check_editing(t);
    if (t->player == t->other)
        REFUSE(t, "same", "C.04.1 art. 2", "name two players",
               "a player cannot play against themselves");
    if (t->player != NULL && t->other != NULL) {
        refuse_locked(t, t->player);
        refuse_locked(t, t->other);
    }
}

static void check_rest(struct taking *t)
{
    lm_desk_check_editing(t);
    if (t->player != NULL)
        refuse_locked(t, t->player);
}

static void check_turn(struct taking *t)
{
    lm_desk_check_editing(t);
    if (t->board != NULL && t->round != lm_desk_proposed(t->s))
        REFUSE(t, "other-round", "", "\"correct\" turns colours of a round that was played",
               "board %u of round %u is not in the round being paired", t->board->number,
               t->board->round);
    else if (lm_desk_is_locked(t->board))
        REFUSE(t, "moves-made", "Laws 7.3", "take \"moves\" back, if none were made",
               "the game of board %u has begun", t->board->number);
}

/* Remove ${p} from the board or bye; the opponent is then unpaired.  Return the index of the board;
 * else the end. */
size_t lm_desk_lift(struct taking *t, struct lm_desk_round *r, struct lm_desk_player *p)
{
    struct lm_desk *d = t->d;
    struct lm_desk_idle *idle = lm_desk_idle_of(r, p);
    if (idle != NULL) {
        struct lm_desk_idle last = r->idle[r->idle_count - 1];
        SET(d, idle->player, last.player);
        SET(d, idle->kind, last.kind);
        SET(d, r->idle_count, r->idle_count - 1);
        return r->board_count;
    }
    size_t at = 0;
    while (at < r->board_count && r->boards[at]->white != p && r->boards[at]->black != p)
        at++;
    if (at == r->board_count)
        return at;
    const struct lm_desk_board *b = r->boards[at];
    struct lm_desk_player *other = b->white == p ? b->black : b->white;
    for (size_t i = at; i + 1 < r->board_count; i++)
        SET(d, r->boards[i], r->boards[i + 1]);
    SET(d, r->board_count, r->board_count - 1);
    if (other != NULL)
        lm_desk_add_idle(t, r, other, LM_BLANK);
    return at;
}

/* Does a board of ${r} that has begun have the number ${number}? */
static bool is_held(const struct lm_desk_round *r, uint32_t number)
{
    bool held = false;
    for (size_t i = 0; i < r->board_count; i++)
        held |= r->boards[i]->number == number && lm_desk_is_locked(r->boards[i]);
    return held;
}

/* Put the boards of ${r} into the order of their numbers. */
static void sort_boards(struct taking *t, struct lm_desk_round *r)
{
    for (size_t i = 1; i < r->board_count; i++)
        for (size_t k = i; k > 0 && r->boards[k - 1]->number > r->boards[k]->number; k--) {
            struct lm_desk_board *b = r->boards[k];
            SET(t->d, r->boards[k], r->boards[k - 1]);
            SET(t->d, r->boards[k - 1], b);
        }
}

/* A board that has begun keeps its number once the round was published; the others have those that
 * are left. */
void lm_desk_renumber(struct taking *t, struct lm_desk_round *r)
{
    uint32_t number = 0;
    bool keeps = r->keeps && r->version > 0;
    for (size_t i = 0; i < r->board_count; i++) {
        struct lm_desk_board *b = r->boards[i];
        if (keeps && lm_desk_is_locked(b))
            continue;
        do
            number++;
        while (keeps && is_held(r, number));
        if (b->number != number)
            SET(t->d, b->number, number);
    }
    if (keeps)
        sort_boards(t, r);
}

void lm_desk_note_tables(struct taking *t, struct lm_desk_round *r)
{
    const char *const *tables;
    if (!r->keeps)
        return;
    if (lm_desk_tables(r, t->d->arena, &tables) != LM_OK) {
        t->d->out_of_memory = true;
        return;
    }
    for (size_t i = 0; i < r->board_count; i++)
        SET(t->d, r->boards[i]->table, tables[i]);
}

void lm_desk_sit(struct taking *t, struct lm_desk_round *r, struct lm_desk_player *white,
                 struct lm_desk_player *black)
{
    size_t at = lm_desk_lift(t, r, white), end = r->board_count;
    size_t other = lm_desk_lift(t, r, black);
    if (at == end) /* the player comes to the board of the other */
        at = other;
    struct lm_desk_board *b = lm_desk_new_board(t, r, white, black);
    if (b == NULL || !APPEND(t->d, r->boards, r->board_count, r->board_capacity, b))
        return;
    for (size_t i = r->board_count - 1; i > at; i--) {
        SET(t->d, r->boards[i], r->boards[i - 1]);
        SET(t->d, r->boards[i - 1], b);
    }
    lm_desk_renumber(t, r);
}

static void apply_seat(struct taking *t)
{
    struct lm_desk_round *r = lm_desk_proposed(t->s);
    SET(t->d, r->by_hand, true);
    lm_desk_sit(t, r, t->player, t->other);
}

static void apply_rest(struct taking *t)
{
    struct lm_desk_round *r = lm_desk_proposed(t->s);
    SET(t->d, r->by_hand, true);
    (void)lm_desk_lift(t, r, t->player);
    lm_desk_add_idle(t, r, t->player, bye_kinds[t->v->kind]);
    lm_desk_renumber(t, r);
}

static void apply_turn(struct taking *t)
{
    SET(t->d, t->round->by_hand, true);
    lm_desk_turn_sides(t, t->board);
}

/* Judge the rules broken by the present seats of ${about} (VCL 66, 67). */
void lm_desk_judge_seats(struct taking *t, const struct lm_desk_round *r,
                         struct lm_desk_player *const *about, size_t count)
{
    struct breach *breaches = NULL;
    size_t found = 0;
    enum lm_status status = lm_desk_find_breaches(t->d, t->s, r, t->d->arena, &breaches, &found);
    if (status == LM_LIMIT)
        t->d->out_of_memory = true;
    for (size_t i = 0; status == LM_OK && i < found; i++) {
        bool named = false;
        for (size_t k = 0; k < count; k++)
            named |= about[k] != NULL && strstr(breaches[i].about, about[k]->person->id) != NULL;
        if (named)
            lm_desk_need_message(t, breaches[i].level, breaches[i].code, breaches[i].about,
                                 breaches[i].article, LM_MESSAGE("seat other players"),
                                 breaches[i].what);
    }
}

static void judge_edit(struct taking *t)
{
    struct lm_desk_player *const about[] = {t->board != NULL ? t->board->white : t->player,
                                            t->board != NULL ? t->board->black : t->other};
    lm_desk_judge_seats(t, lm_desk_proposed(t->s), about, 2);
}

static void check_unpair(struct taking *t)
{
    const struct lm_desk_round *r = lm_desk_proposed(t->s);
    if (r == NULL)
        REFUSE(t, "no-proposal", "", "there is nothing to do", "no round is being paired");
    else if (r->state == LM_ROUND_ALTERED)
        REFUSE(t, "published", "C.04.2 art. 4.4", "\"publish\" it again, or \"unpublish\" it",
               "round %u is published already", r->number);
}

static void apply_unpair(struct taking *t)
{
    if (lm_desk_is_fixed(t->s)) {
        lm_desk_drop_table(t);
        return;
    }
    SET(t->d, lm_desk_proposed(t->s)->state, LM_ROUND_NONE);
}

const struct row lm_desk_rows_edit[] = {
    {ROUND_KIND("seat", "Two players paired by hand", "VCL 64-69", LM_RIGHT_CHIEF, seat_fields),
     .check = check_seat, .after = judge_edit, .apply = apply_seat},
    {ROUND_KIND("rest", "Player left out of the draft", "VCL 64-69", LM_RIGHT_CHIEF, rest_fields),
     .check = check_rest, .after = judge_edit, .apply = apply_rest},
    {ROUND_KIND("turn", "Colours of a board exchanged", "VCL 64-69", LM_RIGHT_CHIEF, board_fields),
     .check = check_turn, .after = judge_edit, .apply = apply_turn},
    {ROUND_KIND("unpair", "Draft discarded", "", LM_RIGHT_ARBITER, round_fields),
     .check = check_unpair, .apply = apply_unpair},
    {.check = NULL},
};
