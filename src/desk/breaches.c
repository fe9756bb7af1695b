/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/texts.h"
#include "desk/desk.h"

/* The rules that a pairing made by hand breaks, and its difference from the rules' pairing. */

struct search {
    const struct lm_desk *d;
    const struct lm_desk_section *s;
    const struct lm_position *p;
    struct lm_desk_player **players;
    uint32_t *index;
    struct lm_arena *arena;
    struct breach *all;
    size_t count, capacity;
    bool failed;
};

static void add(struct search *f, enum lm_desk_level level, const char *code, const char *about,
                const char *article, const struct lm_message *what)
{
    if (what == NULL ||
        !lm_arena_grow(f->arena, &f->all, &f->capacity, f->count + 1, sizeof *f->all))
        f->failed = true;
    else
        f->all[f->count++] = (struct breach){level, code, about, article, what};
}

static uint32_t seat_of(const struct search *f, const struct lm_desk_player *p)
{
    uint32_t i = f->index[p->entry];
    return i == LM_NOBODY ? LM_NOBODY : f->p->seat_of[i];
}

static bool have_met(const struct search *f, const struct lm_desk_board *now)
{
    for (uint32_t round = 1; round < now->round; round++) {
        const struct lm_desk_board *b = lm_desk_board_of(f->s, round, now->white);
        if (b == NULL || (b->white != now->black && b->black != now->black))
            continue;
        if (lm_desk_was_played(b))
            return true; /* C.04.2 art. 3.5: after a forfeit they have not met */
    }
    return false;
}

static bool is_forbidden(const struct lm_desk_prohibition *p, const struct lm_desk_board *b)
{
    size_t named = 0;
    for (size_t i = 0; i < p->count; i++)
        named += p->players[i] == b->white || p->players[i] == b->black;
    return named == 2 && !p->lifted && p->first_round <= b->round && b->round <= p->last_round;
}

static const char *two(struct search *f, const struct lm_desk_board *b)
{
    return lm_printed(f->arena, "%s:%s", b->white->person->id, b->black->person->id);
}

static const char *name(struct search *f, const struct lm_desk_player *p)
{
    return lm_desk_name(p, LM_FOR_ARBITERS, f->arena);
}

static void look_at_meeting(struct search *f, const struct lm_desk_board *b)
{
    if (have_met(f, b))
        add(f, LM_LEVEL_CONFIRM, "met", two(f, b), "C.04.1 art. 2",
            lm_message_print(f->arena, "%s and %s have met before", name(f, b->white),
                             name(f, b->black)));
    for (size_t i = 0; i < f->s->prohibition_count; i++) {
        const struct lm_desk_prohibition *p = f->s->prohibitions[i];
        if (is_forbidden(p, b))
            add(f, p->wished ? LM_LEVEL_ACKNOWLEDGE : LM_LEVEL_CONFIRM, "forbidden", two(f, b),
                "C.05 art. 5.2",
                lm_message_print(
                    f->arena, p->wished ? "%s and %s asked not to meet" : "%s and %s must not meet",
                    name(f, b->white), name(f, b->black)));
    }
}

/* Three in a row, or a difference above two, before the last round (C.04.1 art. 6, 7). */
static void look_at_colour(struct search *f, const struct lm_desk_player *p, enum lm_colour colour)
{
    uint32_t i = seat_of(f, p);
    if (i == LM_NOBODY || f->p->last_round || f->s->system->colours != LM_COLOURS_BY_PREFERENCE)
        return;
    const struct lm_seat *seat = &f->p->seats[i];
    if (seat->strength == LM_ABSOLUTE && seat->wish != colour)
        add(f, LM_LEVEL_CONFIRM, "colour", p->person->id, "C.04.1 art. 6, 7",
            lm_message_print(f->arena,
                             colour == LM_WHITE ? "%s must not have White again"
                                                : "%s must not have Black again",
                             name(f, p)));
}

static void look_at_both(struct search *f, const struct lm_desk_board *b)
{
    uint32_t white = seat_of(f, b->white), black = seat_of(f, b->black);
    if (white == LM_NOBODY || black == LM_NOBODY)
        return;
    if (f->p->seats[white].wish == LM_BLACK && f->p->seats[black].wish == LM_WHITE)
        add(f, LM_LEVEL_ACKNOWLEDGE, "both-colours", two(f, b), "C.04.1 art. 8, VCL 67",
            lm_message_print(f->arena, "%s and %s both get the colour they should not",
                             name(f, b->white), name(f, b->black)));
}

static void look_at_bye(struct search *f, const struct lm_desk_idle *idle, uint32_t *byes)
{
    if (idle->kind != LM_PAB)
        return;
    ++*byes;
    uint32_t seat = seat_of(f, idle->player);
    if (seat != LM_NOBODY && f->p->seats[seat].pab_barred)
        add(f, LM_LEVEL_CONFIRM, "second-bye", idle->player->person->id, "C.04.1 art. 4",
            lm_message_print(f->arena, "%s cannot have the pairing-allocated bye",
                             name(f, idle->player)));
    if (*byes > 1)
        add(f, LM_LEVEL_CONFIRM, "two-byes", idle->player->person->id, "C.04.1 art. 3",
            lm_message_print(f->arena, "more than one player has the bye of the pairing"));
}

/* VCL 100-102: a round-robin's round made by hand. */
static enum lm_status look_at_table(struct search *f, const struct lm_desk_round *r)
{
    for (size_t i = 0; r->by_hand && i < r->board_count; i++) {
        const struct lm_desk_board *b = r->boards[i];
        const struct lm_desk_player *const sides[] = {b->white, b->black};
        if (lm_desk_met_in_cycle(f->s, b))
            add(f, LM_LEVEL_CONFIRM, "met", two(f, b), "C.05 Annex 1, VCL 101",
                lm_message_print(f->arena, "%s and %s meet twice in one cycle", name(f, b->white),
                                 name(f, b->black)));
        for (int side = 0; side < 2; side++)
            if (lm_desk_thrice(f->s, sides[side], r->number))
                add(f, LM_LEVEL_CONFIRM, "colour", sides[side]->person->id, "VCL 102",
                    lm_message_print(f->arena, "%s has the same colour three times running",
                                     name(f, sides[side])));
    }
    return f->failed ? LM_LIMIT : LM_OK;
}

static enum lm_status look(struct search *f, const struct lm_desk_round *r)
{
    if (lm_desk_is_fixed(f->s))
        return look_at_table(f, r);
    struct making how = {.rounds = r->number};
    struct lm_tournament *t = NULL;
    struct lm_position *p = NULL;
    enum lm_status status = lm_desk_make(f->d, f->s, &how, f->arena, &f->index, &f->players, &t);
    if (status == LM_OK)
        status = lm_position_new(t, r->number, &f->s->system->rules, f->arena, NULL, &p);
    if (status != LM_OK)
        return status;
    f->p = p;
    uint32_t byes = 0;
    for (size_t i = 0; i < r->board_count; i++) {
        look_at_meeting(f, r->boards[i]);
        look_at_colour(f, r->boards[i]->white, LM_WHITE);
        look_at_colour(f, r->boards[i]->black, LM_BLACK);
        look_at_both(f, r->boards[i]);
    }
    for (size_t i = 0; i < r->idle_count; i++)
        look_at_bye(f, &r->idle[i], &byes);
    return f->failed ? LM_LIMIT : LM_OK;
}

enum lm_status lm_desk_find_breaches(const struct lm_desk *d, const struct lm_desk_section *s,
                                     const struct lm_desk_round *r, struct lm_arena *arena,
                                     struct breach **out, size_t *count)
{
    struct search f = {.d = d, .s = s, .arena = arena};
    enum lm_status status = look(&f, r);
    if (status != LM_OK)
        return status;
    *out = f.all;
    *count = f.count;
    return LM_OK;
}

enum lm_status lm_desk_breaches(const struct lm_desk *d, const struct lm_desk_section *s,
                                uint32_t round, struct lm_arena *arena,
                                const struct lm_desk_reason **reasons, size_t *count)
{
    const struct lm_desk_round *r = lm_desk_round(s, round);
    struct breach *all = NULL;
    size_t n = 0;
    if (r == NULL)
        return LM_INVALID;
    enum lm_status status = lm_desk_find_breaches(d, s, r, arena, &all, &n);
    if (status != LM_OK)
        return status;
    struct lm_desk_reason *out = lm_arena_alloc(arena, n, sizeof *out);
    if (out == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < n; i++)
        out[i] = (struct lm_desk_reason){
            .level = all[i].level,
            .token = lm_printed(arena, "%s:%s", all[i].code, all[i].about),
            .article = all[i].article,
            .what = all[i].what->text,
            .remedy = LM_MESSAGE("\"alter\" the round, or correct the result that it comes from"),
            .message = all[i].what};
    *reasons = out;
    *count = n;
    return LM_OK;
}

/* ---- comparison with the rules */

enum lm_status lm_desk_compare(const struct lm_desk *d, const struct lm_desk_section *s,
                               uint32_t round, struct lm_arena *arena, struct lm_log *log,
                               struct lm_difference *out)
{
    const struct lm_desk_round *r = lm_desk_round(s, round);
    if (r == NULL)
        return lm_log_add(log, LM_ERROR, (struct lm_place){.field = "round"}, "pair it first",
                          "round %u is not paired", round);
    struct making how = {.rounds = round, .leave = r->gave, .target = round};
    struct lm_tournament *t = NULL;
    enum lm_status status = lm_desk_make(d, s, &how, arena, NULL, NULL, &t);
    return status == LM_OK ? lm_check_round(s->system, t, round, arena, log, out) : status;
}

static void add_pairs(struct lm_text *out, const struct lm_tournament *t,
                      const struct lm_pairing *own, const struct lm_pairing *other)
{
    uint32_t next = 0;
    const struct lm_pair *pair = NULL;
    if (own == NULL)
        lm_text_add(out, "none");
    for (bool first = true; (pair = lm_pairing_next_own(own, other, &next)) != NULL;
         first = false) {
        lm_text_print(out, "%s%u", first ? "" : " ", t->players[pair->white].tpn);
        if (pair->black == LM_NOBODY)
            lm_text_add(out, "=PAB");
        else
            lm_text_print(out, "-%u", t->players[pair->black].tpn);
    }
}

enum lm_status lm_desk_departure(const struct lm_desk *d, const struct lm_desk_section *s,
                                 uint32_t round, struct lm_arena *arena, struct lm_log *log,
                                 const char **out)
{
    const struct lm_desk_round *r = lm_desk_round(s, round);
    struct making how = {.rounds = round, .leave = r->gave, .target = round};
    struct lm_text text = lm_text_in(arena);
    struct lm_tournament *t = NULL;
    struct lm_difference difference = {0};
    enum lm_status status = lm_desk_make(d, s, &how, arena, NULL, NULL, &t);
    if (status == LM_OK)
        status = lm_check_round(s->system, t, round, arena, log, &difference);
    if (status != LM_OK)
        return status;
    if (lm_round_differs(&difference)) {
        add_pairs(&text, t, difference.expected, difference.found);
        lm_text_add(&text, " => ");
        add_pairs(&text, t, difference.found, difference.expected);
    }
    *out = lm_text_string(&text);
    return lm_text_status(&text);
}
