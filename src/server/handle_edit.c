/* SPDX-License-Identifier: Apache-2.0 */
/* Manual pairing, before a round is published or published again: the arbiter marks players on
 * their boards, and one button changes their places. The desk judges each edit by the rules. */
#include <stdlib.h>
#include <string.h>

#include "server/handlers.h"
#include "site/said.h"

enum { WHO, DO, MARKED = 2 };

static const struct form_field edit_fields[] = {
    [WHO] = {"who", FORM_MANY, 0, 0, NULL, true},
    [DO] = {"do", FORM_CHOICE, 0, 10, "swap|seat|rest|forbid", true},
    {0}};

static enum lm_status seat(struct visit *v, struct act *act, const struct lm_desk_section *s,
                           const struct lm_desk_player *white, const struct lm_desk_player *black)
{
    act_begin(v, act, "seat", s->id);
    enum lm_status status = act_put(v, act, "white", white->person->id);
    return status == LM_OK ? act_put(v, act, "black", black->person->id) : status;
}

static enum lm_status rest(struct visit *v, struct act *act, const struct lm_desk_section *s,
                           const struct lm_desk_player *player, uint8_t kind)
{
    const char *name = kind == LM_PAB        ? "pab"
                       : kind == LM_HALF_BYE ? "half"
                       : kind == LM_FULL_BYE ? "full"
                       : kind == LM_ZERO_BYE ? "zero"
                                             : "unpaired";
    act_begin(v, act, "rest", s->id);
    enum lm_status status = act_put(v, act, "player", player->person->id);
    return status == LM_OK ? act_put(v, act, "kind", name) : status;
}

/* The place of a player in the round: a board, or a reason for none. */
struct place {
    const struct lm_desk_board *board;
    uint8_t kind;
};

static struct place place_of(const struct lm_desk_section *s, const struct lm_desk_round *round,
                             const struct lm_desk_player *p)
{
    struct place place = {lm_desk_board_of(s, round->number, p), LM_BLANK};
    for (size_t i = 0; place.board == NULL && i < round->idle_count; i++)
        if (round->idle[i].player == p)
            place.kind = round->idle[i].kind;
    return place;
}

/* Put ${p} in the place of another player. */
static enum lm_status put_at(struct visit *v, struct act *act, const struct lm_desk_section *s,
                             const struct place *at, const struct lm_desk_player *other,
                             const struct lm_desk_player *p)
{
    if (at->board == NULL)
        return rest(v, act, s, p, at->kind);
    return at->board->white == other ? seat(v, act, s, p, at->board->black)
                                     : seat(v, act, s, at->board->white, p);
}

static enum lm_status swap(struct visit *v, struct act *acts, size_t *count,
                           const struct lm_desk_section *s, const struct lm_desk_round *round,
                           struct lm_desk_player *const who[MARKED])
{
    const struct place first = place_of(s, round, who[0]), second = place_of(s, round, who[1]);
    *count = 1;
    if (first.board != NULL && first.board == second.board)
        return seat(v, &acts[0], s, first.board->black, first.board->white);
    *count = 2;
    enum lm_status status = put_at(v, &acts[0], s, &first, who[0], who[1]);
    return status == LM_OK ? put_at(v, &acts[1], s, &second, who[1], who[0]) : status;
}

/* List the marked players; return their number. */
static size_t marked(struct visit *v, const struct lm_desk_section *s,
                     struct lm_desk_player *who[MARKED])
{
    size_t count = 0;
    for (const char *at = value(v, WHO)->text; *at != '\0';) {
        const char *id = lm_arena_copy(v->arena, at, strcspn(at, " "));
        struct lm_desk_player *p = id == NULL ? NULL : lm_desk_player(s, id);
        if (p != NULL && count++ < MARKED)
            who[count - 1] = p;
        at += strcspn(at, " ");
        at += strspn(at, " ");
    }
    return count;
}

static enum lm_status edit_pairing(struct visit *v)
{
    struct lm_desk_section *s;
    uint32_t number = 0;
    struct act acts[2];
    struct lm_desk_player *who[MARKED];
    size_t count = 1;
    enum lm_status status = round_take(v, &s, &number);
    if (status != LM_OK)
        return status;
    const struct lm_desk_round *round = lm_desk_proposed(s);
    const char *what = value(v, DO)->text;
    bool aside = strcmp(what, "rest") == 0;
    if (round == NULL || round->number != number)
        return visit_refuse(v, 409, "Round %u no longer has a draft", number);
    if (marked(v, s, who) != (aside ? 1 : MARKED))
        return visit_refuse(v, 422, aside ? "Select one player" : "Select two players");
    if (aside)
        return visit_go(v, "/e/%s/%s/do/rest?player=%s", v->event->slug, s->id, who[0]->person->id);
    if (strcmp(what, "swap") == 0) {
        status = swap(v, acts, &count, s, round, who);
    } else if (strcmp(what, "seat") == 0) {
        status = seat(v, &acts[0], s, who[0], who[1]);
    } else {
        act_begin(v, &acts[0], "forbid", s->id);
        status = act_put(v, &acts[0], "players", value(v, WHO)->text);
    }
    if (status == LM_OK)
        status = act_do(v, acts, count);
    return status == LM_OK ? back_to_round(v, s, number) : status;
}

/* --- verdict of the checker, before publication */

/* List the pairs that the rules give and the pairing lacks: "Caflisch – Orelli; …". */
static const char *missed_pairs(struct visit *v, const struct lm_tournament *t,
                                const struct lm_difference *d)
{
    enum { NAMED = 6 };
    struct lm_text text = lm_text_in(v->arena);
    uint32_t next = 0;
    const struct lm_pair *pair;
    size_t count = 0;
    while ((pair = lm_pairing_next_own(d->expected, d->found, &next)) != NULL && ++count <= NAMED)
        lm_text_print(&text, "%s%s – %s", count == 1 ? "" : "; ", t->players[pair->white].name,
                      pair->black == LM_NOBODY ? "bye" : t->players[pair->black].name);
    if (pair != NULL)
        lm_text_add(&text, "; …");
    return lm_text_string(&text);
}

static bool has_pair(const struct lm_pairing *pairing, uint32_t white, uint32_t black)
{
    for (uint32_t i = 0; i < pairing->pair_count; i++)
        if (pairing->pairs[i].white == white && pairing->pairs[i].black == black)
            return true;
    return false;
}

/* Mark the boards that the rules would pair otherwise. ${index}: of the players, by entry. */
static void mark_changed(const struct lm_desk_round *round, const uint32_t *index,
                         const struct lm_difference *d, struct round_page *page)
{
    for (size_t i = 0; d->expected != NULL && i < page->board_count; i++) {
        const struct lm_desk_board *b = round->boards[i];
        page->boards[i].changed =
            !has_pair(d->expected, index[b->white->entry], index[b->black->entry]);
        page->changed += page->boards[i].changed;
    }
}

/* Does the token of a reason, "met:p1:p2", name ${id}? */
static bool names(const char *token, const char *id)
{
    size_t length = strlen(id);
    for (const char *at = strchr(token, ':'); at != NULL; at = strchr(at + 1, ':'))
        if (strncmp(at + 1, id, length) == 0 && (at[1 + length] == ':' || at[1 + length] == '\0'))
            return true;
    return false;
}

/* Mark the boards at which a rule is broken. */
static void mark_broken(const struct lm_desk_reason *reasons, size_t count, struct round_page *page)
{
    for (size_t i = 0; i < page->board_count; i++)
        for (size_t r = 0; r < count; r++)
            page->boards[i].broken |= names(reasons[r].token, page->boards[i].white_id) ||
                                      names(reasons[r].token, page->boards[i].black_id);
}

/* Return the colour that is due to the player at ${seat}, unless it is ${colour}; NULL: none. */
static const char *missed_colour(struct visit *v, const struct lm_seat *seat, enum lm_colour colour)
{
    if (seat->wish == LM_NO_COLOUR || seat->wish == colour)
        return NULL;
    return visit_word(v, colour == LM_BLACK ? LM_KEY("desk.due-white") : LM_KEY("desk.due-black"));
}

enum lm_status mark_colours(struct visit *v, const struct lm_desk_section *s,
                            struct round_page *page)
{
    struct lm_log log = {.arena = v->arena};
    struct lm_tournament *t;
    struct lm_position *p = NULL;
    const uint32_t *index = NULL;
    enum lm_status status =
        lm_desk_field(v->event->desk, s, LM_FOR_ARBITERS, page->number, v->arena, &index, &t);
    if (status != LM_OK)
        return status;
    const struct lm_system *system = lm_system_in_round(s->system, t, page->number);
    if (system->teams || system->colours != LM_COLOURS_BY_PREFERENCE)
        return LM_OK;
    status = lm_position_new(t, page->number, &system->rules, v->arena, &log, &p);
    for (size_t i = 0; status == LM_OK && i < page->board_count; i++) {
        const struct lm_desk_board *b = lm_desk_board(s, page->boards[i].id);
        uint32_t white = p->seat_of[index[b->white->entry]];
        uint32_t black = p->seat_of[index[b->black->entry]];
        if (white != LM_NOBODY)
            page->boards[i].white_due = missed_colour(v, &p->seats[white], LM_WHITE);
        if (black != LM_NOBODY)
            page->boards[i].black_due = missed_colour(v, &p->seats[black], LM_BLACK);
    }
    return status == LM_LIMIT ? status : LM_OK;
}

static enum lm_status compare(struct visit *v, const struct lm_desk_section *s,
                              const struct lm_desk_round *round, struct round_page *page)
{
    struct lm_difference d = {0};
    struct lm_log log = {.arena = v->arena};
    struct lm_tournament *t;
    const uint32_t *index = NULL;
    enum lm_status status =
        lm_desk_field(v->event->desk, s, LM_FOR_ARBITERS, page->number, v->arena, &index, &t);
    if (status != LM_OK)
        return status;
    status = lm_desk_compare(v->event->desk, s, page->number, v->arena, &log, &d);
    if (status == LM_LIMIT)
        return status;
    page->verdict_bad = status != LM_OK || lm_round_differs(&d);
    if (status == LM_OK && page->verdict_bad)
        mark_changed(round, index, &d, page);
    page->verdict =
        status != LM_OK ? visit_message(v, "Changed by hand. It can’t be compared with the rules.")
        : page->verdict_bad
            ? visit_message(v, "Changed by hand. The rules would give: %s.", missed_pairs(v, t, &d))
            : visit_message(v, "Changed by hand, and the same as the rules give.");
    return LM_OK;
}

enum lm_status add_verdict(struct visit *v, const struct lm_desk_section *s,
                           const struct lm_desk_round *round, struct round_page *page)
{
    const struct lm_desk_reason *reasons;
    size_t count;
    for (size_t i = 0; i < s->player_count; i++)
        if (lm_desk_left_out(s, round, s->players[i])) {
            page->verdict_bad = true;
            page->verdict = visit_message(v, "%s entered after the pairing and is not in it",
                                          lm_desk_name(s->players[i], LM_FOR_ARBITERS, v->arena));
            return LM_OK;
        }
    if (!round->by_hand) {
        page->verdict = visit_message(v, "As the rules give it: %s.",
                                      site_system_title(v->language, s->system, v->arena));
        return LM_OK;
    }
    enum lm_status status =
        lm_desk_breaches(v->event->desk, s, page->number, v->arena, &reasons, &count);
    struct note_row *rows = status == LM_OK ? lm_arena_alloc(v->arena, count, sizeof *rows) : NULL;
    if (rows == NULL)
        return status != LM_OK ? status : LM_LIMIT;
    for (size_t i = 0; i < count; i++)
        rows[i] =
            (struct note_row){.text = visit_message_as(v, reasons[i].what, reasons[i].message),
                              .when = visit_message_as(v, reasons[i].article, NULL)};
    page->breaches = rows;
    page->breach_count = count;
    mark_broken(reasons, count, page);
    return compare(v, s, round, page);
}

/* --- the second check: a second person reads the results again, and both readings are compared */

static const struct form_field second_fields[] = {{"board", FORM_TEXT, 0, 12, NULL, true},
                                                  {"result", FORM_TEXT, 0, 20, NULL, true},
                                                  {"part", FORM_NUMBER, 1, 1, NULL, false},
                                                  {0}};

static enum lm_status enter_second(struct visit *v)
{
    struct lm_desk_section *s;
    uint32_t number = 0;
    struct act act;
    enum lm_status status = round_take(v, &s, &number);
    if (status != LM_OK)
        return status;
    const char *board = board_named(v, lm_desk_round(s, number), value(v, 0)->text);
    const struct lm_desk_result *result = lm_desk_result_named(value(v, 1)->text);
    if (board == NULL || result == NULL)
        return visit_refuse(v, 422, "This board or this result doesn’t exist");
    act_begin(v, &act, "report", s->id);
    status = act_put(v, &act, "board", board);
    if (status == LM_OK)
        status = act_put(v, &act, "result", result->name);
    if (status == LM_OK)
        status = act_do(v, &act, 1);
    if (status != LM_OK)
        return status;
    return value(v, 2)->given
               ? show_board_of_round(v, s, number, true, board)
               : visit_go(v, "/e/%s/%s/round/%u?pass=2", v->event->slug, s->id, number);
}

#define R "/e/:event/:section/round/:round"

const struct handler edit_handlers[] = {
    {true, R "/edit", RIGHT_EVENT, edit_fields, "change the pairing by hand", edit_pairing, false},
    {true, R "/second", RIGHT_RESULT, second_fields, "read a result a second time", enter_second,
     false},
    {0}};
