/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "limmat/knock_out.h"

#include "base/texts.h"
#include "desk/rounds.h"
#include "journal/fields.h"

/* A published round: published, altered, played, closed. */

static const struct lm_field alter_fields[] = {
    ROUND(LM_OPTIONAL), YES_NO_OF(again, "pair those without moves again", LM_OPTIONAL),
    FIELD("pairs", "pairs, White first", LM_FIELD_PAIRS, LM_OUTCOME, NULL, NULL, 0, 0, pairs),
    FIELD("idle", "players without a game, with reasons", LM_FIELD_IDS, LM_OUTCOME, NULL, NULL, 0,
          0, idle)};
static const struct lm_field round_fields[] = {ROUND(LM_OPTIONAL)};
static const struct lm_field moves_fields[] = {
    FIELD("boards", "boards", LM_FIELD_IDS, LM_REQUIRED, NULL, NULL, 0, 0, boards),
    YES_NO_OF(made, "moves were made", LM_OPTIONAL)};
static const struct lm_field publish_fields[] = {
    ROUND(LM_OPTIONAL),
    FIELD("version", "version", LM_FIELD_NUMBER, LM_OUTCOME | LM_REQUIRED, NULL, NULL, 1, 1000000,
          version),
    FIELD("boards", "boards in their order", LM_FIELD_IDS, LM_OUTCOME, NULL, NULL, 0, 0, boards),
    YES_NO_OF(keeps, "boards that have begun keep their numbers", LM_OUTCOME),
    TEXT_OF(departure, "pairs by the rules => pairs played", LM_OUTCOME, 20000)};
static const struct lm_field expect_fields[] = {
    BOARD, FIELD("until", "comes at", LM_FIELD_INSTANT, LM_REQUIRED, NULL, NULL, 0, 0, until)};

/* ---- publishing */

static void check_publish(struct taking *t)
{
    struct lm_desk_round *r = lm_desk_proposed(t->s);
    lm_desk_check_editing(t);
    if (r == NULL)
        return;
    t->round = r;
    bool whole = lm_desk_is_fixed(t->s) && r->state == LM_ROUND_PROPOSED; /* all rounds */
    if (t->v->round != LM_NOT_SET && t->v->round != r->number && !whole)
        REFUSE(t, "not-next", "", "leave the round out", "round %u is the one being paired",
               r->number);
    bool empty = r->board_count == 0;
    for (size_t i = 0; i < r->idle_count; i++)
        empty &= r->idle[i].kind != LM_PAB;
    if (empty)
        REFUSE(t, "empty-round", "C.04.1", "\"seat\" players; or \"unpair\" it and \"finish\"",
               "no one plays in round %u", r->number);
    size_t free = 0;
    for (size_t i = 0; i < r->idle_count; i++)
        free += r->idle[i].kind == LM_BLANK && lm_desk_in_play(r->idle[i].player, r->number);
    if (lm_desk_is_fixed(t->s) && free < 2) /* an odd field, or a player has left */
        return;
    if (t->s->system
            ->knocks_out) /* players who are out, or have a bye: the bracket decides the pairing */
        return;
    for (size_t i = 0; i < r->idle_count; i++)
        if (r->idle[i].kind == LM_BLANK && lm_desk_in_play(r->idle[i].player, r->number))
            lm_desk_need(
                t, LM_LEVEL_REFUSED, "unpaired", r->idle[i].player->person->id, "C.04.1 art. 3",
                lm_desk_is_fixed(t->s) ? "\"seat\" them together, or \"unpair\" all rounds"
                                       : "\"seat\" the player, or give a bye with \"rest\"",
                "%s is neither paired nor has a bye", lm_desk_who(t, r->idle[i].player));
}

/* A result may have been deleted since the round was paired: the pairing depends on a missing
 * result, and the next round could not be paired. */
static void judge_missing_results(struct taking *t)
{
    for (uint32_t round = 1; !lm_desk_is_fixed(t->s) && round < t->round->number; round++) {
        const struct lm_desk_round *r = t->s->rounds_played[round - 1];
        for (size_t i = 0; i < r->board_count; i++)
            if (r->boards[i]->result == 0) {
                REFUSE(t, "open-results", "C.04.2 art. 3.1, VCL 158-160",
                       "enter the result; or \"unpair\" and \"pair\", which counts it as postponed",
                       "board %u of round %u no longer has a result", r->boards[i]->number, round);
                return;
            }
    }
}

/* Does ${team} play in ${r}, without a bye? */
static bool is_there(struct lm_desk_round *r, const struct lm_desk_player *team)
{
    const struct lm_desk_idle *idle = lm_desk_idle_of(r, team);
    return lm_desk_in_play(team, r->number) && (idle == NULL || idle->kind == LM_BLANK);
}

/* Count the matches of the bracket in round ${r}, and in ${*found} the boards of ${r} that are
 * among them. */
static enum lm_status count_matches(const struct taking *t, struct lm_desk_round *r,
                                    size_t *matches, size_t *found)
{
    struct making how = {.rounds = r->number - 1};
    struct lm_tournament *made = NULL;
    struct lm_desk_player **players = NULL;
    struct lm_knock_out k;
    enum lm_status status = lm_desk_make(t->d, t->s, &how, t->d->arena, NULL, &players, &made);
    if (status == LM_OK)
        status = lm_knock_out_of(made, r->number - 1, t->d->arena, &k);
    for (size_t i = 0; status == LM_OK && i < k.count; i++) {
        const struct lm_knock_out_match *match = &k.matches[i];
        if (match->round != r->number || match->sides[0] == LM_NOBODY ||
            match->sides[1] == LM_NOBODY)
            continue;
        const struct lm_desk_player *a = players[match->sides[0]], *b = players[match->sides[1]];
        const struct lm_desk_board *board = lm_desk_board_of(t->s, r->number, a);
        *matches += is_there(r, a) && is_there(r, b);
        *found += board != NULL && (board->white == b || board->black == b);
    }
    return status;
}

/* Require the matches of the bracket: others would leave it without winners. */
static void judge_bracket(struct taking *t)
{
    struct lm_desk_round *r = t->round;
    size_t matches = 0, found = 0;
    struct lm_mark mark = lm_arena_mark(t->d->arena);
    enum lm_status status = count_matches(t, r, &matches, &found);
    lm_arena_reset(t->d->arena, mark);
    if (status == LM_LIMIT)
        t->d->out_of_memory = true;
    else if (status == LM_OK && (found != r->board_count || found < matches))
        REFUSE(t, "bracket", "Knock-out 2", "\"unpair\" and \"pair\" the round again",
               "the matches of round %u are not those of the bracket", r->number);
}

static void judge_publish(struct taking *t)
{
    struct lm_desk_round *r = t->round;
    judge_missing_results(t);
    if (t->s->system->knocks_out)
        judge_bracket(t);
    for (size_t i = 0; i < t->s->player_count; i++)
        if (lm_desk_left_out(t->s, r, t->s->players[i]))
            lm_desk_need(t, LM_LEVEL_ACKNOWLEDGE, "left-out", t->s->players[i]->person->id,
                         "C.04.1 art. 3", "\"unpair\" and \"pair\" the round again",
                         "%s entered after the pairing and is not in it",
                         lm_desk_who(t, t->s->players[i]));
    struct breach *breaches = NULL;
    size_t count = 0;
    if (lm_desk_find_breaches(t->d, t->s, r, t->d->arena, &breaches, &count) == LM_LIMIT)
        t->d->out_of_memory = true;
    for (size_t i = 0; i < count; i++)
        if (breaches[i].level >= LM_LEVEL_CONFIRM)
            lm_desk_need_message(t, breaches[i].level, breaches[i].code, breaches[i].about,
                                 breaches[i].article, LM_MESSAGE("\"seat\" other players"),
                                 breaches[i].what);
    const char *departure = "";
    enum lm_status status = lm_desk_departure(t->d, t->s, r->number, t->d->arena, NULL, &departure);
    if (status == LM_LIMIT)
        t->d->out_of_memory = true;
    t->v->departure = departure;
    if (departure[0] != '\0')
        lm_desk_need(t, LM_LEVEL_CONFIRM, "differs-from-rules",
                     lm_printed(t->d->arena, "%u", r->number), "C.04.2 art. 4.4, VCL 68, 69",
                     "\"unpair\" and \"pair\" the round again",
                     "the rules give another pairing: %s", departure);
}

static void put_order(struct taking *t, struct lm_json_writer *w)
{
    struct lm_desk *d = t->d;
    const struct lm_desk_round *r = t->round;
    struct lm_desk_board **order = lm_arena_alloc(d->arena, r->board_count, sizeof *order);
    size_t count = 0;
    if (order == NULL) {
        d->out_of_memory = true;
        return;
    }
    struct lm_mark mark = lm_arena_mark(d->arena);
    struct making how = {.rounds = r->number};
    struct lm_tournament *made = NULL;
    struct lm_desk_player **players = NULL;
    struct lm_position *p = NULL;
    struct lm_pairing *played = NULL;
    enum lm_status status = lm_desk_make(d, t->s, &how, d->arena, NULL, &players, &made);
    if (status == LM_OK)
        status = lm_position_new(made, r->number, &t->s->system->rules, d->arena, NULL, &p);
    if (status == LM_OK)
        status = lm_played_pairing(t->s->system, p, d->arena, &played);
    for (uint32_t i = 0; status == LM_OK && i < played->pair_count; i++)
        if (played->pairs[i].black != LM_NOBODY)
            order[count++] = lm_desk_board_of(t->s, r->number, players[played->pairs[i].white]);
    lm_arena_reset(d->arena, mark);
    if (status != LM_OK || count != r->board_count)
        return;
    lm_json_begin(w, "boards", '[');
    for (size_t i = 0; i < count; i++)
        lm_json_put_string(w, NULL, order[i]->id);
    lm_json_end(w, ']');
}

static void decide_publish(struct taking *t, struct lm_json_writer *w)
{
    lm_json_put_integer(w, "version", t->round->version + 1);
    if (!lm_desk_is_fixed(t->s)) { /* of a fixed table, boards keep its order */
        put_order(t, w);
        lm_json_put_boolean(w, "keeps", true);
    }
    if (t->v->departure != NULL && t->v->departure[0] != '\0')
        lm_json_put_string(w, "departure", t->v->departure);
}

/* Return the index of board ${id} in ${r}; the board count if absent. */
static size_t place_of(const struct taking *t, const struct lm_desk_round *r, const char *id)
{
    const struct lm_desk_board *b = lm_desk_board(t->s, id);
    size_t guess = b == NULL || b->round != r->number ? r->board_count : b->number - 1;
    if (guess < r->board_count && r->boards[guess] == b)
        return guess;
    for (guess = 0; guess < r->board_count && r->boards[guess] != b; guess++)
        ;
    return guess;
}

/* Put the boards into the order of the line, if it names each once. */
static void order_boards(struct taking *t, struct lm_desk_round *r)
{
    const struct lm_words *ids = &t->v->boards;
    struct lm_desk_board **order =
        lm_arena_alloc(t->d->arena, r->board_count, sizeof(struct lm_desk_board *));
    bool *named = lm_arena_alloc(t->d->arena, r->board_count, sizeof *named);
    bool whole = order != NULL && named != NULL && ids->count == r->board_count;
    for (size_t i = 0; whole && i < ids->count; i++) {
        size_t at = place_of(t, r, ids->items[i]);
        whole = at < r->board_count && !named[at];
        if (!whole)
            break;
        named[at] = true;
        order[i] = r->boards[at];
    }
    if (whole) {
        SET(t->d, r->boards, order);
        SET(t->d, r->board_capacity, r->board_count);
    }
    lm_desk_renumber(t, r);
}

static void publish_round(struct taking *t, struct lm_desk_round *r)
{
    bool begun = false;
    for (size_t i = 0; i < r->board_count; i++)
        begun |= lm_desk_is_locked(r->boards[i]);
    SET(t->d, r->state, begun ? LM_ROUND_PLAYING : LM_ROUND_PUBLISHED);
    SET(t->d, r->version, (uint32_t)t->v->version);
    SET(t->d, r->departure, r == t->round ? t->v->departure : "");
    SET(t->d, r->line, t->line->number);
    SET(t->d, r->at, t->line->at);
    SET(t->d, r->closed_at, LM_NO_TIME);
    SET(t->d, r->keeps, t->v->keeps == LM_YES);
    SET(t->d, r->wall, NULL);
    order_boards(t, r);
    lm_desk_note_tables(t, r);
    for (size_t i = 0; i < r->board_count; i++)
        if (r->boards[i]->version == 0)
            SET(t->d, r->boards[i]->version, r->version);
}

/* Publish: of a round-robin all rounds together, but an altered round alone. */
static void apply_publish(struct taking *t)
{
    bool all = lm_desk_is_fixed(t->s) && t->round->state == LM_ROUND_PROPOSED;
    publish_round(t, t->round);
    for (size_t i = 0; all && i < t->s->round_count; i++)
        if (t->s->rounds_played[i]->state == LM_ROUND_PROPOSED)
            publish_round(t, t->s->rounds_played[i]);
}

/* ---- a published round */

void lm_desk_check_current(struct taking *t)
{
    if (t->round == NULL)
        t->round = lm_desk_current(t->s);
    bool any = lm_desk_is_fixed(t->s); /* any round can be the current one */
    if (t->round == NULL || !lm_desk_is_published(t->round) ||
        (t->round != lm_desk_current(t->s) && !any))
        REFUSE(t, "not-current", "", "name the round that was published last",
               "that round is not the published one");
    else if (lm_desk_paired_since(t->s, t->round->number))
        REFUSE(t, "proposal", "", "unpair it first", "round %u is being paired",
               lm_desk_paired(t->s));
    else if (any && lm_desk_proposed(t->s) != NULL && lm_desk_proposed(t->s) != t->round)
        REFUSE(t, "proposal", "", "\"publish\" it first", "round %u is being made",
               lm_desk_proposed(t->s)->number);
}

static void check_unpublish(struct taking *t)
{
    lm_desk_check_current(t);
    if (t->verdict->level == LM_LEVEL_REFUSED)
        return;
    bool all = lm_desk_is_fixed(t->s);
    for (size_t k = 0; k < t->s->round_count; k++) {
        const struct lm_desk_round *r = t->s->rounds_played[k];
        bool begun = false;
        for (size_t i = 0; (all || r == t->round) && i < r->board_count; i++)
            begun |= lm_desk_is_locked(r->boards[i]);
        if (begun || (all && r->state >= LM_ROUND_CLOSED)) {
            REFUSE(t, "games-begun", "C.04.2 art. 4.4",
                   "\"alter\" pairs again only those whose games have not begun",
                   "games of round %u have begun", r->number);
            return;
        }
    }
}

static void judge_unpublish(struct taking *t)
{
    lm_desk_need(t, LM_LEVEL_CONFIRM, "unpublish",
                 lm_printed(t->d->arena, "%u.%u", t->round->number, t->round->version),
                 "C.04.2 art. 4.4", "\"alter\" changes single boards",
                 "version %u of round %u is published: all players have to be informed again",
                 t->round->version, t->round->number);
}

static void apply_unpublish(struct taking *t)
{
    for (size_t i = 0; lm_desk_is_fixed(t->s) && i < t->s->round_count; i++)
        if (lm_desk_is_published(t->s->rounds_played[i]))
            SET(t->d, t->s->rounds_played[i]->state, LM_ROUND_PROPOSED);
    SET(t->d, t->round->state, LM_ROUND_PROPOSED);
}

static void check_alter(struct taking *t)
{
    lm_desk_check_current(t);
    if (t->verdict->level < LM_LEVEL_REFUSED && t->round->state != LM_ROUND_PUBLISHED &&
        t->round->state != LM_ROUND_PLAYING)
        REFUSE(t, "not-open", "", "\"reopen\" a closed round first; an altered one is open already",
               "round %u is %s", t->round->number, lm_desk_round_state_name(t->round->state));
}

static void judge_alter(struct taking *t)
{
    lm_desk_need(t, LM_LEVEL_CONFIRM, "alter",
                 lm_printed(t->d->arena, "%u.%u", t->round->number, t->round->version),
                 "C.04.2 art. 4.4", "leave the round as it is",
                 "version %u of round %u is published; boards with moves stay", t->round->version,
                 t->round->number);
    lm_desk_judge_published_2006(t, t->round);
}

/* Admit players who entered since the round was paired (C.04.2 art. 2.4). */
static void admit_late(struct taking *t, struct lm_desk_round *r, bool idle)
{
    if (lm_desk_is_fixed(t->s))
        return;
    for (size_t i = 0; i < t->s->player_count; i++) {
        struct lm_desk_player *p = t->s->players[i];
        if (p->standing != LM_PLAYS || p->first_round != r->number + 1 || p->number == 0 ||
            lm_desk_has_played(p))
            continue;
        SET(t->d, p->first_round, r->number);
        if (idle && lm_desk_idle_of(r, p) == NULL)
            lm_desk_add_idle(t, r, p, LM_ZERO_BYE);
    }
}

static void decide_alter(struct taking *t, struct lm_json_writer *w)
{
    size_t cells = t->d->cell_count;
    if (t->v->again != LM_YES || lm_desk_is_fixed(t->s))
        return;
    admit_late(t, t->round, false);
    struct making how = {.rounds = t->round->number - 1, .locked_absent = true};
    struct lm_desk_found found = lm_desk_find_pairs(t, how);
    lm_desk_tell_trouble(t, &found, t->round->number);
    lm_desk_put_pairs(&found, w);
    lm_json_begin(w, "idle", '[');
    for (size_t i = 0; i < t->s->player_count; i++) {
        const struct lm_desk_player *p = t->s->players[i];
        const struct lm_desk_board *b = lm_desk_board_of(t->s, t->round->number, p);
        if (p->standing != LM_REMOVED && lm_desk_in_play(p, t->round->number) &&
            !lm_desk_is_locked(b) && !lm_desk_is_seated(&found, p))
            lm_desk_put_idle(w, p, lm_desk_bye_of(p, t->round->number));
    }
    lm_json_end(w, ']');
    lm_desk_undo_cells(t->d, cells);
}

/* Remove the boards that have not begun, for the new pairs. */
static void clear_unlocked(struct taking *t, struct lm_desk_round *r)
{
    size_t kept = 0;
    for (size_t i = 0; i < r->board_count; i++)
        if (lm_desk_is_locked(r->boards[i])) {
            SET(t->d, r->boards[kept], r->boards[i]);
            kept++;
        }
    SET(t->d, r->board_count, kept);
    SET(t->d, r->idle_count, 0);
}

static bool same_pair(const struct taking *t, const struct lm_desk_board *b)
{
    const struct lm_words *pairs = &t->v->pairs;
    for (size_t i = 0; i + 1 < pairs->count; i += 2)
        if (strcmp(pairs->items[i], b->white->person->id) == 0 &&
            strcmp(pairs->items[i + 1], b->black->person->id) == 0)
            return true;
    return false;
}

static bool all_same(const struct taking *t, const struct lm_desk_round *r)
{
    size_t same = 0, open = 0;
    for (size_t i = 0; i < r->board_count; i++)
        if (!lm_desk_is_locked(r->boards[i])) {
            open++;
            same += same_pair(t, r->boards[i]);
        }
    return same == open && t->v->pairs.count / 2 == open;
}

/* Return the published version, which stays visible meanwhile; boards that have begun are not
 * altered. */
static const struct lm_desk_round *on_the_wall(struct taking *t, const struct lm_desk_round *r)
{
    struct lm_arena *arena = t->d->arena;
    struct lm_desk_round *wall = lm_arena_alloc(arena, 1, sizeof *wall);
    struct lm_desk_board **boards = lm_arena_alloc(arena, r->board_count, sizeof *boards);
    struct lm_desk_board *copies = lm_arena_alloc(arena, r->board_count, sizeof *copies);
    struct lm_desk_idle *idle = lm_arena_alloc(arena, r->idle_count, sizeof *idle);
    if (wall == NULL || boards == NULL || copies == NULL || idle == NULL) {
        t->d->out_of_memory = true;
        return NULL;
    }
    *wall = *r;
    for (size_t i = 0; i < r->board_count; i++) {
        copies[i] = *r->boards[i];
        boards[i] = lm_desk_is_locked(r->boards[i]) ? r->boards[i] : &copies[i];
    }
    for (size_t i = 0; i < r->idle_count; i++)
        idle[i] = r->idle[i];
    wall->boards = boards;
    wall->idle = idle;
    return wall;
}

static void apply_alter(struct taking *t)
{
    struct lm_desk_round *r = t->round;
    SET(t->d, r->wall, on_the_wall(t, r));
    SET(t->d, r->state, LM_ROUND_ALTERED);
    admit_late(t, r, true);
    if (!t->v->pairs.given || all_same(t, r))
        return;
    SET(t->d, r->by_hand, true);
    clear_unlocked(t, r);
    lm_desk_fill_boards(t, r);
    lm_desk_fill_idle(t, r);
    lm_desk_renumber(t, r);
}

static void check_moves(struct taking *t)
{
    for (size_t i = 0; i < t->v->boards.count; i++) {
        const struct lm_desk_board *b = lm_desk_board(t->s, t->v->boards.items[i]);
        if (b == NULL || !lm_desk_is_published(lm_desk_round(t->s, b->round)))
            lm_desk_need(t, LM_LEVEL_REFUSED, "unknown-board", t->v->boards.items[i], "",
                         "use boards of a published round", "board \"%s\" not found",
                         t->v->boards.items[i]);
    }
}

static void apply_moves(struct taking *t)
{
    for (size_t i = 0; i < t->v->boards.count; i++) {
        struct lm_desk_board *b = lm_desk_board(t->s, t->v->boards.items[i]);
        struct lm_desk_round *r = lm_desk_round(t->s, b->round);
        SET(t->d, b->moves, t->v->made != LM_NO);
        if (r->state == LM_ROUND_PUBLISHED && b->moves)
            SET(t->d, r->state, LM_ROUND_PLAYING);
    }
}

static void check_begin(struct taking *t)
{
    lm_desk_check_current(t);
    if (t->verdict->level < LM_LEVEL_REFUSED && t->round->state != LM_ROUND_PUBLISHED)
        REFUSE(t, "begun", "", "there is nothing to do", "round %u is %s", t->round->number,
               lm_desk_round_state_name(t->round->state));
}

static void apply_begin(struct taking *t)
{
    if (t->round->closed_at != LM_NO_TIME)
        SET(t->d, t->round->closed_at, LM_NO_TIME);
    SET(t->d, t->round->state, LM_ROUND_PLAYING);
}

static void check_close(struct taking *t)
{
    lm_desk_check_current(t);
    if (t->verdict->level == LM_LEVEL_REFUSED)
        return;
    if (t->round->state != LM_ROUND_PUBLISHED && t->round->state != LM_ROUND_PLAYING)
        REFUSE(t, "not-open", "", "\"publish\" an altered round first", "round %u is %s",
               t->round->number, lm_desk_round_state_name(t->round->state));
}

static bool has_conflict(const struct lm_desk_board *b)
{
    bool conflict = false;
    for (size_t k = 0; k < b->report_count; k++)
        conflict |= lm_desk_report_waits(b, k);
    return conflict;
}

static void judge_close(struct taking *t)
{
    for (size_t i = 0; i < t->round->board_count; i++) {
        const struct lm_desk_board *b = t->round->boards[i];
        if (b->result == 0)
            lm_desk_need(t, LM_LEVEL_REFUSED, "no-result", b->id, "",
                         "enter it: also \"postponed\" or \"unknown\"", "board %u has no result",
                         b->number);
        else if (has_conflict(b))
            lm_desk_need(t, LM_LEVEL_ACKNOWLEDGE, "conflict", b->id, "",
                         "decide which result holds", "board %u: two results were reported",
                         b->number);
    }
}

static void apply_close(struct taking *t)
{
    for (size_t i = 0; i < t->round->board_count; i++)
        READ(t->d, t->round->boards[i]->result);
    SET(t->d, t->round->state, LM_ROUND_CLOSED);
    SET(t->d, t->round->closed_at, t->line->at);
}

static void check_reopen(struct taking *t)
{
    lm_desk_check_current(t);
    if (t->verdict->level < LM_LEVEL_REFUSED && t->round->state != LM_ROUND_CLOSED)
        REFUSE(t, "not-closed", "", "there is nothing to do", "round %u is %s", t->round->number,
               lm_desk_round_state_name(t->round->state));
    else if (t->s->finished)
        REFUSE(t, "finished", "", "undo the end first", "the section is finished");
}

static void check_cancel(struct taking *t)
{
    lm_desk_check_current(t);
    if (t->verdict->level < LM_LEVEL_REFUSED && t->s->rounds == 1)
        REFUSE(t, "only-round", "C.04.1 art. 1", "\"call-off\" ends the event",
               "there is only one round");
    else if (t->verdict->level < LM_LEVEL_REFUSED && t->s->system->knocks_out)
        REFUSE(t, "knock-out", "Knock-out 2", "\"delay\" it, or \"call-off\" ends the event",
               "each round of a knock-out decides the teams of the next one");
}

/* Situation 42: warn that played games would be lost. */
static void judge_cancel(struct taking *t)
{
    uint32_t played = 0;
    for (size_t i = 0; i < t->round->board_count; i++)
        played += t->round->boards[i]->result != 0;
    lm_desk_depart(t, "round-cancelled", "C.04.1 art. 1",
                   "\"unpublish\" it, and play it later: \"schedule\" says when",
                   "round %u is not played: no one gets points (results lost: %u), the pairs may "
                   "meet again, and %u rounds are left instead of %u",
                   t->round->number, played, t->s->rounds - 1, t->s->rounds);
    lm_desk_remark(t, "Configuration @ Round %u: cancelled, rounds %u => %u", t->round->number,
                   t->s->rounds, t->s->rounds - 1);
}

static void judge_fewer(struct taking *t)
{
    lm_desk_tell_shorter(t, t->s, t->s->rounds);
}

static void apply_cancel(struct taking *t)
{
    for (size_t i = 0; i < t->round->board_count; i++)
        READ(t->d, t->round->boards[i]->result);
    SET(t->d, t->round->state, LM_ROUND_NONE);
    SET(t->d, t->s->rounds, t->s->rounds - 1);
}

static void check_expect(struct taking *t)
{
    if (t->board != NULL && t->board->result != 0)
        REFUSE(t, "has-result", "", "there is nothing to do", "board %u has a result",
               t->board->number);
}

static void apply_expect(struct taking *t)
{
    SET(t->d, t->board->expected, t->v->until);
}

const struct row lm_desk_rows_round[] = {
    {ROUND_KIND("publish", "Round published", "C.04.2 art. 4.4", LM_RIGHT_ARBITER, publish_fields),
     .check = check_publish, .judge = judge_publish, .decide = decide_publish,
     .apply = apply_publish},
    {ROUND_KIND("unpublish", "Round unpublished", "C.04.2 art. 4.4", LM_RIGHT_CHIEF, round_fields),
     .check = check_unpublish, .judge = judge_unpublish, .apply = apply_unpublish},
    {ROUND_KIND("alter", "Published round changed", "C.04.2 art. 4.4", LM_RIGHT_CHIEF,
                alter_fields),
     .check = check_alter, .judge = judge_alter, .decide = decide_alter, .apply = apply_alter},
    {ROUND_KIND("moves", "Boards marked as begun or not begun", "", LM_RIGHT_RESULTS, moves_fields),
     .check = check_moves, .apply = apply_moves},
    {ROUND_KIND("begin", "Round begun", "", LM_RIGHT_ARBITER, round_fields), .check = check_begin,
     .apply = apply_begin},
    {ROUND_KIND("expect", "Player announced as late", "Laws 6.7.1", LM_RIGHT_RESULTS,
                expect_fields),
     .check = check_expect, .apply = apply_expect},
    {ROUND_KIND("close", "Round closed", "", LM_RIGHT_ARBITER, round_fields), .check = check_close,
     .judge = judge_close, .apply = apply_close},
    {ROUND_KIND("reopen", "Round reopened", "", LM_RIGHT_ARBITER, round_fields),
     .check = check_reopen, .apply = apply_begin},
    {ROUND_KIND("cancel", "Round cancelled", "C.04.1 art. 1", LM_RIGHT_CHIEF, round_fields),
     .check = check_cancel, .judge = judge_cancel, .after = judge_fewer, .apply = apply_cancel},
    {.check = NULL},
};
