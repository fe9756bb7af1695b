/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "base/texts.h"
#include "desk/rows.h"

/*
 * Events in the hall during a published round: an empty chair, a player at a wrong board, a late
 * arrival, a delayed start.  A change of the published round is one act here, not three: all of its
 * effects are known when it is typed, so that it is judged as a whole, and the round gets its next
 * version at once.  "alter" remains for experiments.
 */

static const char *const bye_names[] = {"pab", "half", "full", "zero", NULL};
static const uint8_t bye_kinds[] = {LM_BLANK, LM_PAB, LM_HALF_BYE, LM_FULL_BYE, LM_ZERO_BYE};

#define VERSION                                                                                    \
    FIELD("version", "version", LM_FIELD_NUMBER, LM_OUTCOME | LM_REQUIRED, NULL, NULL, 1, 1000000, \
          version),                                                                                \
        TEXT_OF(departure, "pairs by the rules => pairs played", LM_OUTCOME, 20000)

static const struct lm_field reseat_fields[] = {
    FIELD("pairs", "new pairings", LM_FIELD_PAIRS, LM_REQUIRED, NULL, NULL, 0, 0, pairs), WHY,
    VERSION};
static const struct lm_field excuse_fields[] = {
    PLAYER(LM_REQUIRED), CHOICE_OF(kind, "instead", LM_REQUIRED, bye_names), WHY, VERSION};
static const struct lm_field chair_fields[] = {PLAYER(LM_REQUIRED),
                                               YES_NO_OF(empty, "not at the board", LM_OPTIONAL)};
static const struct lm_field forfeits_fields[] = {
    FIELD("boards", "boards", LM_FIELD_IDS, LM_OUTCOME | LM_REQUIRED, NULL, NULL, 0, 0, boards),
    FIELD("results", "their results", LM_FIELD_TEXTS, LM_OUTCOME | LM_REQUIRED, NULL, NULL, 0, 20,
          results)};
static const struct lm_field illegal_fields[] = {PLAYER(LM_REQUIRED)};
static const struct lm_field schedule_fields[] = {
    ROUND(LM_REQUIRED),
    FIELD("start", "begins at", LM_FIELD_INSTANT, LM_REQUIRED, NULL, NULL, 0, 0, time),
    NUMBER_OF(offset, "minutes that the time zone is ahead of UTC then", LM_OPTIONAL, -840, 840)};
static const struct lm_field delay_fields[] = {NUMBER_OF(minutes, "minutes", LM_REQUIRED, 1, 10000),
                                               ROUND(LM_OPTIONAL)};

static const struct lm_field position_fields[] = {
    ROUND(LM_OPTIONAL), NUMBER_OF(number, "start position", LM_OUTCOME | LM_REQUIRED, 0, 959),
    TEXT_OF(value, "pieces from a1 to h1", LM_OUTCOME | LM_REQUIRED, 8)};

/* ---- a published round */

static void check_open(struct taking *t)
{
    lm_desk_check_current(t);
    if (t->verdict->level < LM_LEVEL_REFUSED && t->round->state != LM_ROUND_PUBLISHED &&
        t->round->state != LM_ROUND_PLAYING)
        REFUSE(t, "not-open", "", "\"reopen\" a closed round, \"publish\" an altered one",
               "round %u is %s", t->round->number, lm_desk_round_state_name(t->round->state));
}

/* Can a player who entered since the round was paired play in it (C.04.2 art. 2.4)? */
static bool may_sit(const struct lm_desk_player *p, uint32_t round)
{
    bool late = p->standing == LM_PLAYS && p->first_round == round + 1 && p->number != 0 &&
                !lm_desk_has_played(p);
    return late || lm_desk_in_play(p, round);
}

static bool is_named(const struct taking *t, const struct lm_desk_player *p)
{
    for (size_t i = 0; i < t->v->pairs.count; i++)
        if (lm_desk_player(t->s, t->v->pairs.items[i]) == p)
            return true;
    return false;
}

static void check_seated(struct taking *t, const struct lm_desk_player *p)
{
    const struct lm_desk_board *b = lm_desk_board_of(t->s, t->round->number, p);
    const struct lm_desk_player *other = b == NULL ? NULL : b->white == p ? b->black : b->white;
    if (!may_sit(p, t->round->number))
        lm_desk_need(t, LM_LEVEL_REFUSED, "left", p->person->id, "C.04.2",
                     "\"return\" the player first", "%s is not in the tournament in round %u",
                     lm_desk_who(t, p), t->round->number);
    else if (b != NULL && lm_desk_has_result(b))
        lm_desk_need(t, LM_LEVEL_REFUSED, "has-result", b->id, "C.04.2 art. 4.4",
                     "\"clear\" the result first, if it is none", "board %u has a result",
                     b->number);
    else if (other != NULL && !is_named(t, other) && lm_desk_in_play(other, t->round->number))
        lm_desk_need(
            t, LM_LEVEL_REFUSED, "left-over", other->person->id, "C.04.1 art. 3",
            "name all pairs that change, as \"reseat 4-9 7-2\"; \"withdraw\" players who have left",
            "%s would be left without a game", lm_desk_who(t, other));
}

static void check_reseat(struct taking *t)
{
    const struct lm_words *pairs = &t->v->pairs;
    check_open(t);
    if (pairs->count == 0)
        REFUSE(t, "nothing", "", "name the pairs, White first: \"reseat 4-9\"", "no pair is named");
    for (size_t i = 0; i < pairs->count && t->verdict->level < LM_LEVEL_REFUSED; i++) {
        struct lm_desk_player *p = lm_desk_player(t->s, pairs->items[i]);
        if (p == NULL) {
            lm_desk_need(t, LM_LEVEL_REFUSED, "unknown-player", pairs->items[i], "",
                         "use ids or numbers of this section; \"excuse\" adds a bye",
                         "player \"%s\" not found", pairs->items[i]);
            return;
        }
        check_seated(t, p);
        for (size_t k = 0; k < i; k++)
            if (lm_desk_player(t->s, pairs->items[k]) == p)
                REFUSE(t, "twice", "C.04.1 art. 1", "name each player once", "%s is named twice",
                       lm_desk_who(t, p));
    }
}

static const char *version_of(const struct taking *t)
{
    return lm_printed(t->d->arena, "%u.%u", t->round->number, t->round->version);
}

static void judge_change(struct taking *t, const char *code)
{
    lm_desk_need(t, LM_LEVEL_CONFIRM, code, version_of(t), "C.04.2 art. 4.4",
                 "leave the round as it is",
                 "round %u is published: version %u tells only the players it concerns",
                 t->round->number, t->round->version + 1);
    lm_desk_judge_published_2006(t, t->round);
    for (size_t i = 0; i < t->round->idle_count; i++)
        if (t->round->idle[i].kind == LM_PAB && is_named(t, t->round->idle[i].player))
            lm_desk_need(t, LM_LEVEL_INFORM, "bye-gone", t->round->idle[i].player->person->id,
                         "C.04.2 art. 2.4", "nothing: the player plays instead",
                         "%s loses the bye of the pairing",
                         lm_desk_who(t, t->round->idle[i].player));
}

static void judge_reseat(struct taking *t)
{
    judge_change(t, "reseat");
}

/* Judge the rules that the change breaks, and the difference from the rules' pairing. */
static void judge_result_of_change(struct taking *t)
{
    const struct lm_words *pairs = &t->v->pairs;
    struct lm_desk_player **about =
        lm_arena_alloc(t->d->arena, pairs->count + 1, sizeof(struct lm_desk_player *));
    size_t count = 0;
    if (about == NULL) {
        t->d->out_of_memory = true;
        return;
    }
    for (size_t i = 0; i < pairs->count; i++)
        about[count++] = lm_desk_player(t->s, pairs->items[i]);
    about[count++] = t->player;
    lm_desk_judge_seats(t, t->round, about, count);
    const char *departure = "";
    if (lm_desk_departure(t->d, t->s, t->round->number, t->d->arena, NULL, &departure) == LM_LIMIT)
        t->d->out_of_memory = true;
    t->v->departure = departure;
    if (departure[0] != '\0')
        lm_desk_need(
            t, LM_LEVEL_CONFIRM, "differs-from-rules",
            lm_printed(t->d->arena, "%u", t->round->number), "C.04.2 art. 4.4, VCL 68, 69",
            "\"alter\" with \"again=yes\" pairs all players who have not begun by the rules",
            "the rules give another pairing: %s", departure);
}

static void decide_change(struct taking *t, struct lm_json_writer *w)
{
    lm_json_put_integer(w, "version", t->round->version + 1);
    if (t->v->departure != NULL && t->v->departure[0] != '\0')
        lm_json_put_string(w, "departure", t->v->departure);
}

/* Make the changed round its next version. */
static void version_again(struct taking *t)
{
    struct lm_desk_round *r = t->round;
    for (size_t i = 0; i < r->idle_count; i++)
        if (r->idle[i].kind == LM_BLANK)
            SET(t->d, r->idle[i].kind, LM_ZERO_BYE);
    lm_desk_renumber(t, r);
    SET(t->d, r->by_hand, true);
    SET(t->d, r->version, (uint32_t)t->v->version);
    SET(t->d, r->departure, t->v->departure);
    SET(t->d, r->line, t->line->number);
    SET(t->d, r->at, t->line->at);
    lm_desk_note_tables(t, r);
    for (size_t i = 0; i < r->board_count; i++)
        if (r->boards[i]->version == 0)
            SET(t->d, r->boards[i]->version, r->version);
}

static bool has_moved(const struct taking *t, const struct lm_desk_player *p)
{
    const struct lm_desk_board *b = lm_desk_board_of(t->s, t->round->number, p);
    return b != NULL && b->moves;
}

/* Games that were begun at the wrong table go on: both moved (situation 36). */
static void apply_reseat(struct taking *t)
{
    const struct lm_words *pairs = &t->v->pairs;
    for (size_t i = 0; i + 1 < pairs->count; i += 2) {
        struct lm_desk_player *white = lm_desk_player(t->s, pairs->items[i]);
        struct lm_desk_player *black = lm_desk_player(t->s, pairs->items[i + 1]);
        bool moved = has_moved(t, white) && has_moved(t, black);
        struct lm_desk_player *two[] = {white, black};
        for (int k = 0; k < 2; k++)
            if (two[k]->first_round > t->round->number)
                SET(t->d, two[k]->first_round, t->round->number);
        lm_desk_sit(t, t->round, white, black);
        struct lm_desk_board *b = lm_desk_board_of(t->s, t->round->number, white);
        if (moved && b != NULL)
            SET(t->d, b->moves, true);
    }
    version_again(t);
}

static void check_excuse(struct taking *t)
{
    check_open(t);
    if (t->player == NULL || t->verdict->level == LM_LEVEL_REFUSED)
        return;
    uint8_t kind = bye_kinds[t->v->kind];
    const struct lm_desk_board *own = lm_desk_board_of(t->s, t->round->number, t->player);
    size_t left = t->round->board_count - (own != NULL) + (kind == LM_PAB);
    check_seated(t, t->player);
    for (size_t i = 0; i < t->round->idle_count; i++)
        left += t->round->idle[i].kind == LM_PAB && t->round->idle[i].player != t->player;
    if (left == 0)
        REFUSE(t, "empty-round", "C.04.1", "\"unpublish\" the round, or \"cancel\" it",
               "no one would play in round %u", t->round->number);
    for (size_t i = 0; kind == LM_PAB && i < t->round->idle_count; i++)
        if (t->round->idle[i].kind == LM_PAB && t->round->idle[i].player != t->player)
            REFUSE(t, "two-byes", "C.04.1 art. 3",
                   "\"reseat\" the two free players, or give a half- or zero-point bye",
                   "%s has the bye of the pairing, and a round has one",
                   lm_desk_who(t, t->round->idle[i].player));
}

static void judge_excuse(struct taking *t)
{
    judge_change(t, "excuse");
    if (bye_kinds[t->v->kind] == LM_FULL_BYE) {
        lm_desk_need(t, LM_LEVEL_ACKNOWLEDGE, "full-bye", t->player->person->id, "VCL 178",
                     "a half-point bye is what the rules know",
                     "the rules no longer know a full-point bye");
        lm_desk_remark(t, "FPB @ Round %u: %u=FPB", t->round->number, t->player->number);
    }
}

static void apply_excuse(struct taking *t)
{
    if (t->player->first_round > t->round->number)
        SET(t->d, t->player->first_round, t->round->number);
    (void)lm_desk_lift(t, t->round, t->player);
    lm_desk_add_idle(t, t->round, t->player, bye_kinds[t->v->kind]);
    version_again(t);
}

/* ---- chairs */

/* Find the player's board in the published round. */
static void find_chair(struct taking *t)
{
    check_open(t);
    if (t->verdict->level == LM_LEVEL_REFUSED || t->player == NULL)
        return;
    t->board = lm_desk_board_of(t->s, t->round->number, t->player);
    if (t->board == NULL)
        REFUSE(t, "not-seated", "", "\"absent\" and \"bye\" are for players who are not paired",
               "%s does not sit in round %u", lm_desk_who(t, t->player), t->round->number);
    else if (t->board->result != 0)
        REFUSE(t, "has-result", "", "there is nothing to do", "board %u has a result",
               t->board->number);
}

static void apply_empty(struct taking *t)
{
    bool *place = &t->board->empty[t->board->black == t->player];
    SET(t->d, *place, t->v->empty != LM_NO);
}

static uint8_t forfeit_of(const struct lm_desk_board *b)
{
    if (b->result != 0 || b->moves || (!b->empty[0] && !b->empty[1]))
        return 0;
    return lm_desk_result_index(b->empty[0] && b->empty[1] ? "0F-0F"
                                : b->empty[0]              ? "0F-1F"
                                                           : "1F-0F");
}

static void check_forfeits(struct taking *t)
{
    size_t empty = 0;
    check_open(t);
    if (t->act == NULL || t->verdict->level == LM_LEVEL_REFUSED)
        return;
    for (size_t i = 0; i < t->round->board_count; i++)
        empty += forfeit_of(t->round->boards[i]) != 0;
    if (empty == 0)
        REFUSE(t, "no-chair", "Laws 6.7.1", "\"empty\" records a player who is missing",
               "no player is recorded as missing");
}

/* The default time decides, by the time of the event (Laws 6.7.1). */
static void judge_forfeits(struct taking *t)
{
    int64_t start = lm_desk_start(t->s, t->round->number);
    int64_t end = start == LM_NO_TIME ? LM_NO_TIME : start + 60 * (int64_t)t->s->default_time;
    size_t count;
    const struct lm_desk_result *results = lm_desk_results(&count);
    if (end != LM_NO_TIME && lm_desk_took_place(t) < end) {
        struct lm_text until = lm_text_in(t->d->arena);
        lm_text_add_instant(&until, end);
        lm_desk_need(t, LM_LEVEL_CONFIRM, "too-early", version_of(t), "Laws 6.7.1",
                     "wait; a player who comes before that plays",
                     "the default time of round %u ends at %s", t->round->number,
                     lm_text_string(&until));
    }
    for (size_t i = 0; i < t->round->board_count; i++) {
        const struct lm_desk_board *b = t->round->boards[i];
        if (forfeit_of(b) != 0)
            lm_desk_need(t, LM_LEVEL_ACKNOWLEDGE, "forfeit", b->id, "Laws 6.7.1",
                         "\"empty 12 no\" when the player comes", "board %u (%s - %s): %s",
                         b->number, lm_desk_who(t, b->white), lm_desk_who(t, b->black),
                         results[forfeit_of(b)].name);
    }
}

static void decide_forfeits(struct taking *t, struct lm_json_writer *w)
{
    size_t count;
    const struct lm_desk_result *results = lm_desk_results(&count);
    lm_json_begin(w, "boards", '[');
    for (size_t i = 0; i < t->round->board_count; i++)
        if (forfeit_of(t->round->boards[i]) != 0)
            lm_json_put_string(w, NULL, t->round->boards[i]->id);
    lm_json_end(w, ']');
    lm_json_begin(w, "results", '[');
    for (size_t i = 0; i < t->round->board_count; i++)
        if (forfeit_of(t->round->boards[i]) != 0)
            lm_json_put_string(w, NULL, results[forfeit_of(t->round->boards[i])].name);
    lm_json_end(w, ']');
}

/* Of a match, forfeit the pending game: the player can come to the next one. */
static void forfeit_next(struct taking *t, struct lm_desk_board *b, uint8_t result)
{
    uint8_t games[LM_DESK_GAMES];
    bool entered = false;
    for (size_t g = 0; g < b->game_count; g++) {
        games[g] = lm_desk_game_result(b, g);
        if (games[g] == 0 && !entered) {
            games[g] = result;
            entered = true;
        }
    }
    lm_desk_set_results(t, b, games);
    SET(t->d, b->line, t->line->number);
}

static void apply_forfeits(struct taking *t)
{
    for (size_t i = 0; i < t->v->boards.count && i < t->v->results.count; i++) {
        t->board = lm_desk_board(t->s, t->v->boards.items[i]);
        if (t->board != NULL)
            forfeit_next(t, t->board, lm_desk_result_index(t->v->results.items[i]));
    }
    SET(t->d, t->round->state, LM_ROUND_PLAYING);
}

/* ---- at the board */

static void judge_illegal(struct taking *t)
{
    bool black = t->board->black == t->player;
    unsigned nth = t->board->illegal[black] + 1u;
    if (nth >= 2)
        lm_desk_need(t, LM_LEVEL_INFORM, "second-illegal", t->board->id, "Laws 7.5.5",
                     black ? "enter that White has won, or the draw"
                           : "enter that Black has won, or the draw",
                     "illegal move %u of %s: the game is lost, or drawn when the opponent cannot "
                     "mate",
                     nth, lm_desk_who(t, t->player));
    else
        lm_desk_need(t, LM_LEVEL_INFORM, "illegal", t->board->id, "Laws 7.5.5",
                     "the opponent gets two minutes, in blitz one", "the first illegal move of %s",
                     lm_desk_who(t, t->player));
}

static void apply_illegal(struct taking *t)
{
    uint8_t *place = &t->board->illegal[t->board->black == t->player];
    SET(t->d, *place, (uint8_t)(*place + (*place < UINT8_MAX)));
    if (!t->board->moves)
        SET(t->d, t->board->moves, true);
}

/* ---- tables */

static const char *fixed_table(const struct lm_desk_board *b)
{
    return b->white->table[0] != '\0' ? b->white->table : b->black->table;
}

static bool is_taken(const char *const *tables, size_t count, const char *label)
{
    for (size_t i = 0; i < count; i++)
        if (tables[i] != NULL && strcmp(tables[i], label) == 0)
            return true;
    return false;
}

enum lm_status lm_desk_tables(const struct lm_desk_round *r, struct lm_arena *arena,
                              const char *const **tables)
{
    const char **labels = lm_arena_alloc(arena, r->board_count + 1, sizeof *labels);
    size_t fixed = 0;
    if (labels == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < r->board_count; i++) {
        bool stays = r->boards[i]->table != NULL && lm_desk_is_locked(r->boards[i]);
        labels[i] = stays ? r->boards[i]->table : NULL;
        fixed += stays;
    }
    for (size_t i = 0; i < r->board_count; i++) {
        const char *label = fixed_table(r->boards[i]);
        if (labels[i] == NULL && label[0] != '\0' && !is_taken(labels, r->board_count, label)) {
            labels[i] = label;
            fixed++;
        }
    }
    uint32_t next = 1;
    for (size_t i = 0; i < r->board_count; i++) {
        if (labels[i] != NULL)
            continue;
        const char *label = lm_printed(arena, "%u", next++);
        while (fixed > 0 && is_taken(labels, r->board_count, label))
            label = lm_printed(arena, "%u", next++);
        labels[i] = label;
    }
    *tables = labels;
    return LM_OK;
}

/* ---- start of rounds */

int64_t lm_desk_start(const struct lm_desk_section *s, uint32_t round)
{
    return round < s->start_capacity ? s->starts[round] : LM_NO_TIME;
}

int32_t lm_desk_start_offset(const struct lm_desk_section *s, uint32_t round)
{
    return round < s->start_capacity ? s->offsets[round] : LM_NO_OFFSET;
}

/* Make room for the start of ${round}; false: no memory. */
static bool reserve_start(struct taking *t, uint32_t round)
{
    struct lm_desk_section *s = t->s;
    size_t had = s->start_capacity, capacity = had;
    if (round < had)
        return true;
    SET(t->d, s->start_capacity, s->start_capacity);
    SET(t->d, s->starts, s->starts);
    SET(t->d, s->offsets, s->offsets);
    if (!lm_arena_grow(t->d->arena, &s->offsets, &capacity, round + 1, sizeof *s->offsets) ||
        !lm_arena_grow(t->d->arena, &s->starts, &s->start_capacity, round + 1, sizeof *s->starts)) {
        t->d->out_of_memory = true;
        return false;
    }
    for (; had < s->start_capacity; had++) {
        s->starts[had] = LM_NO_TIME;
        s->offsets[had] = LM_NO_OFFSET;
    }
    return true;
}

void lm_desk_set_start(struct taking *t, uint32_t round, int64_t when)
{
    if (reserve_start(t, round))
        SET(t->d, t->s->starts[round], when);
}

static void check_schedule(struct taking *t)
{
    if (t->v->round > (int64_t)t->s->rounds)
        REFUSE(t, "round", "", "name a round of this section", "round %lld not found",
               (long long)t->v->round);
}

static void apply_schedule(struct taking *t)
{
    uint32_t round = (uint32_t)t->v->round;
    int64_t offset = t->v->offset;
    if (!reserve_start(t, round))
        return;
    lm_desk_set_start(t, round, t->v->time);
    SET(t->d, t->s->offsets[round], offset == LM_NOT_SET ? LM_NO_OFFSET : (int32_t)offset);
}

static uint32_t delayed_round(const struct taking *t)
{
    const struct lm_desk_round *r = lm_desk_current(t->s);
    if (t->v->round != LM_NOT_SET)
        return (uint32_t)t->v->round;
    return r != NULL && r->state < LM_ROUND_CLOSED ? r->number : lm_desk_next_round(t->s);
}

static void check_delay(struct taking *t)
{
    uint32_t round = delayed_round(t);
    if (lm_desk_start(t->s, round) == LM_NO_TIME)
        REFUSE(t, "no-start", "Laws 6.7.1", "\"schedule\" says when a round begins",
               "the start of round %u is missing", round);
}

/* The default time and announced arrivals move with the start (situation 41). */
static void apply_delay(struct taking *t)
{
    uint32_t round = delayed_round(t);
    struct lm_desk_round *r = lm_desk_round(t->s, round);
    lm_desk_set_start(t, round, lm_desk_start(t->s, round) + 60 * t->v->minutes);
    for (size_t i = 0; r != NULL && i < r->board_count; i++)
        if (r->boards[i]->expected != LM_NO_TIME)
            SET(t->d, r->boards[i]->expected, r->boards[i]->expected + 60 * t->v->minutes);
}

/* ---- Chess960 */

/* Return the ${n}th empty square, from a1. */
static size_t empty_square(const char *squares, uint32_t n)
{
    size_t at = 0;
    while (squares[at] != ' ' || n-- > 0)
        at++;
    return at;
}

/* The usual numbers: a bishop on b1 d1 f1 h1, one on a1 c1 e1 g1, the queen on one of six squares,
 * the knights on two of five, king between rooks on the rest. */
void lm_desk_start_position(uint32_t number, char out[9])
{
    static const uint8_t knights[10][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2},
                                           {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
    memcpy(out, "        ", 9);
    out[2 * (number % 4) + 1] = 'B';
    out[2 * (number / 4 % 4)] = 'B';
    out[empty_square(out, number / 16 % 6)] = 'Q';
    const uint8_t *two = knights[number / 96 % 10];
    size_t second = empty_square(out, two[1]);
    out[empty_square(out, two[0])] = 'N';
    out[second] = 'N';
    for (const char *piece = "RKR"; *piece != '\0'; piece++)
        out[empty_square(out, 0)] = *piece;
}

/* The digest of the line that published ${r}: it could not be chosen, and can be checked. */
static const char *digest_of(const struct lm_desk *d, const struct lm_desk_round *r)
{
    return r->line < d->entry_count ? d->entries[r->line]->shown.line.previous : lm_desk_head(d);
}

static void check_position(struct taking *t)
{
    if (t->round == NULL && t->v->round == LM_NOT_SET)
        t->round = lm_desk_current(t->s);
    if (!lm_desk_is_published(t->round))
        REFUSE(t, "not-published", "Laws, Guidelines II", "publish the round first",
               "the position is drawn for a round that is published");
    else if (t->round->position[0] != '\0')
        REFUSE(t, "drawn", "Laws, Guidelines II", "play this one: it is drawn once a round",
               "the position of round %u is drawn: %u, %s", t->round->number,
               t->round->position_number, t->round->position);
    else if (t->act != NULL && digest_of(t->d, t->round)[0] == '\0')
        REFUSE(t, "no-chain", "Laws, Guidelines II", "keep the journal with its chain",
               "a journal without fingerprints has nothing to draw from");
}

/* The first fifteen digits of the digest as a number, modulo 960. */
static void decide_position(struct taking *t, struct lm_json_writer *w)
{
    enum { DIGITS = 15, POSITIONS = 960 };
    char text[DIGITS + 1] = "", pieces[9];
    memcpy(text, digest_of(t->d, t->round), DIGITS);
    uint32_t number = (uint32_t)(strtoull(text, NULL, 16) % POSITIONS);
    lm_desk_start_position(number, pieces);
    lm_json_put_integer(w, "number", number);
    lm_json_put_string(w, "value", pieces);
}

static void apply_position(struct taking *t)
{
    SET_FOR_GOOD(t->d, t->round->position_number, (uint32_t)t->v->number);
    SET_FOR_GOOD(t->d, t->round->position, t->v->value);
}

#define KIND(name, title, article, right, fields)                                                  \
    .kind = {name, title, "in the hall", article, true, right, LM_UNDO_RESTORE, FIELDS(fields)}

const struct row lm_desk_rows_hall[] = {
    {KIND("reseat", "Published pairings changed by hand", "C.04.2 art. 4.4", LM_RIGHT_CHIEF,
          reseat_fields),
     .check = check_reseat, .judge = judge_reseat, .after = judge_result_of_change,
     .decide = decide_change, .apply = apply_reseat},
    {KIND("excuse", "Bye given instead of a published game", "C.04.2 art. 4.4", LM_RIGHT_CHIEF,
          excuse_fields),
     .check = check_excuse, .judge = judge_excuse, .after = judge_result_of_change,
     .decide = decide_change, .apply = apply_excuse, .person = "player"},
    {KIND("empty", "Player not at the board", "Laws 6.7.1", LM_RIGHT_RESULTS, chair_fields),
     .check = find_chair, .apply = apply_empty},
    {KIND("forfeits", "Games lost on default time", "Laws 6.7.1", LM_RIGHT_ARBITER,
          forfeits_fields),
     .check = check_forfeits, .judge = judge_forfeits, .decide = decide_forfeits,
     .apply = apply_forfeits},
    {KIND("illegal", "Illegal move recorded", "Laws 7.5", LM_RIGHT_RESULTS, illegal_fields),
     .check = find_chair, .judge = judge_illegal, .apply = apply_illegal},
    {KIND("schedule", "Round scheduled", "", LM_RIGHT_ARBITER, schedule_fields),
     .check = check_schedule, .apply = apply_schedule},
    {.kind = {"position", "Start position drawn (Chess960)", "in the hall", "Laws, Guidelines II",
              true, LM_RIGHT_ARBITER, LM_UNDO_NEVER, FIELDS(position_fields)},
     .check = check_position,
     .decide = decide_position,
     .apply = apply_position},
    {KIND("delay", "Round delayed or interrupted", "Laws 6.11", LM_RIGHT_ARBITER, delay_fields),
     .check = check_delay, .apply = apply_delay},
    {.check = NULL},
};
