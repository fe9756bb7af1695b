/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/burstein_2026/burstein_2026.h"

#include <stdlib.h>

#include "base/sort.h"
#include "limmat/words.h"
#include "pairing/colour.h"
#include "pairing/legal.h"
#include "pairing/system_rows.h"
#include "pairing/turns.h"

/*
 * C.04.4.2, the Burstein System in force since 1 February 2026.  Article numbers are its own.
 *
 * The first rounds are seeding rounds, paired by the Dutch rules of the same date and explained by
 * that system's rows (lm_system_in_round).  After them every round ranks the players by the Index,
 * and a bracket pairs the first with the last: the bye (3.1), the brackets from the top (2, 3.2,
 * 4), the colours (5.2).
 */

enum { SEEDING_ROUNDS_MAX = 4 };

static const struct lm_rule criteria[] = {
    [BURSTEIN_C1] = {"C1", "C.04.4.2 art. 2.1.1", "players who have met before",
                     .reason = LM_KEY("obstacle.met")},
    [BURSTEIN_C2] = {"C2", "C.04.4.2 art. 2.1.2", "a second bye",
                     .reason = LM_KEY("obstacle.second-bye")},
    [BURSTEIN_C3] = {"C3", "C.04.4.2 art. 2.1.3", "two who must have the same colour",
                     .reason = LM_KEY("obstacle.same-absolute")},
    [BURSTEIN_C4] = {"C4", "C.04.4.2 art. 2.2.1", "the others could not all be paired",
                     .reason = LM_KEY("obstacle.rest")},
    [BURSTEIN_C5] = {"C5", "C.04.4.2 art. 2.3.1", "players who leave their score group",
                     .reason = LM_KEY("obstacle.lacks-here"), .own = LM_KEY("float.fewest")},
    [BURSTEIN_C6] = {"C6", "C.04.4.2 art. 2.3.2", "scores of those who leave it", .reason = NULL},
    [BURSTEIN_C7] = {"C7", "C.04.4.2 art. 2.3.3", "players who then leave the next group",
                     .reason = NULL},
    [BURSTEIN_C8] = {"C8", "C.04.4.2 art. 2.4.1", "players who do not get their colour",
                     .reason = LM_KEY("obstacle.colour"), .own = LM_KEY("wish.same-due")},
    [BURSTEIN_PAB_SCORE] = {"3.1.3", "C.04.4.2 art. 3.1.3", "the bye goes to the lowest score",
                            .reason = NULL},
    [BURSTEIN_PAB_GAMES] = {"3.1.4", "C.04.4.2 art. 3.1.4", "the bye goes to who played most games",
                            .reason = NULL},
    [BURSTEIN_PAB_RANK] = {"3.1.5", "C.04.4.2 art. 3.1.5", "the bye goes to the lowest rank",
                           .reason = NULL},
    [BURSTEIN_REST] = {"4.3r", "C.04.4.2 art. 4.3", "the others of the bracket",
                       .reason = LM_KEY("obstacle.lines-well")},
    {0},
};

static const struct lm_rule opponent_rules[] = {
    [BURSTEIN_ARRANGED] = {"4.3", "C.04.4.2 art. 4.3", "as far apart as the criteria allow",
                           .reason = LM_KEY("natural.apart")},
    [BURSTEIN_FOLD] = {"4", "C.04.4.2 art. 4.3", "the first against the last",
                       .reason = LM_KEY("natural.fold")},
    {0},
};

#define IN(number) number, "C.04.4.2 art. " number

static const struct lm_rule colour_rules[] =
    LM_DUTCH_COLOUR_RULES(IN("5.2.2"), IN("5.2.3"), IN("5.2.4"), IN("5.2.5"), IN("5.2.1"));

struct round {
    const struct lm_position *p;
    struct lm_arena *arena;
    struct burstein_index *index; /* per seat */
    uint32_t *left;               /* seats to be paired, by score */
    uint32_t left_count;
    uint32_t *partner; /* per seat; LM_NOBODY: none yet */
    struct lm_pairing *pairing;
    bool asked;               /* alternatives are wanted */
    uint32_t *tops, *bottoms; /* of all brackets: the first, and the last players paired */
    uint32_t lined, *rows;    /* rows: per bracket */
};

/* ---- The bye (art. 3.1) ---- */

/* Does ${a} get the bye rather than ${b}?  Art. 3.1.3 to 3.1.5. */
static bool before_for_bye(const void *context, uint32_t a, uint32_t b)
{
    const struct round *r = context;
    const struct lm_seat *x = &r->p->seats[a], *y = &r->p->seats[b];
    if (x->score != y->score)
        return x->score < y->score;
    if (x->games != y->games)
        return x->games > y->games;
    return lm_burstein_before(&r->index[b], &r->index[a]);
}

/* ---- Brackets (art. 3.2) ---- */

struct ranked {
    struct burstein_index index;
    uint32_t seat;
};

static int by_index(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    return lm_burstein_before(&x->index, &y->index) ? -1 : lm_burstein_before(&y->index, &x->index);
}

/* Sort the ${count} ${seats} by the Index: their BSNs. */
static enum lm_status sort_members(const struct round *r, uint32_t *seats, uint32_t count)
{
    struct lm_mark mark = lm_arena_mark(r->arena);
    struct ranked *group = lm_arena_alloc(r->arena, count, sizeof *group);
    if (group == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++)
        group[i] = (struct ranked){r->index[seats[i]], seats[i]};
    lm_sort(group, count, sizeof *group, by_index);
    for (uint32_t i = 0; i < count; i++)
        seats[i] = group[i].seat;
    lm_arena_reset(r->arena, mark);
    return LM_OK;
}

/* Enter a pair with its colours (art. 5.2); the higher ranked player is that by the Index. */
static void enter(struct round *r, uint32_t a, uint32_t b, uint16_t bracket, uint8_t order)
{
    enum lm_dutch_colour_rule rule;
    if (!lm_burstein_before(&r->index[a], &r->index[b])) {
        uint32_t higher = b;
        b = a;
        a = higher;
    }
    struct lm_pair *pair = &r->pairing->pairs[r->pairing->pair_count++];
    r->partner[a] = b;
    r->partner[b] = a;
    *pair = lm_pair_of(r->p, a, b, lm_dutch_gets_white(r->p, a, b, &rule), bracket);
    pair->colour_rule = (uint8_t)rule;
    pair->opponent_rule = order;
}

/* Enter the pairs of ${b}; its floaters go to the front of ${members}. */
static uint32_t enter_bracket(struct round *r, const struct burstein_bracket *b, uint16_t bracket)
{
    uint32_t floaters = 0;
    for (uint32_t x = 0; x < b->member_count; x++) {
        uint32_t y = b->opponents[x];
        bool fold = y == b->member_count - 1 - x;
        if (y != LM_NOBODY && y > x)
            enter(r, b->members[x], b->members[y], bracket,
                  fold ? BURSTEIN_FOLD : BURSTEIN_ARRANGED);
    }
    for (uint32_t x = 0; x < b->member_count; x++)
        if (b->opponents[x] == LM_NOBODY)
            b->members[floaters++] = b->members[x];
    return floaters;
}

/* Record the lines of ${b}: of the members with an opponent there, the first half against the last
 * ones. */
static void note_lines(struct round *r, const struct burstein_bracket *b, uint16_t bracket)
{
    uint32_t first = 0, last = b->member_count, paired = 0;
    for (uint32_t x = 0; x < b->member_count; x++)
        paired += b->opponents[x] != LM_NOBODY;
    r->rows[bracket] = paired / 2;
    for (uint32_t row = 0; row < paired / 2; row++) {
        while (b->opponents[first] == LM_NOBODY)
            first++;
        do
            last--;
        while (b->opponents[last] == LM_NOBODY);
        r->tops[r->lined] = b->members[first++];
        r->bottoms[r->lined++] = b->members[last];
    }
}

/* The context of questions about the lines of a bracket. */
struct lined {
    const struct lm_position *p;
    bool granted; /* no pair of it is due the same colour */
};

/* Test a pair by [C1], [C3]; and by [C8] where no player falls short of it. */
static enum lm_bar bars(const void *context, uint32_t top, uint32_t bottom, uint8_t *rule)
{
    const struct lined *lined = context;
    const struct lm_seat *x = &lined->p->seats[top], *y = &lined->p->seats[bottom];
    *rule = lm_is_barred(lined->p, top, bottom) ? BURSTEIN_C1 : BURSTEIN_C3;
    if (!lm_is_legal(lined->p, top, bottom))
        return LM_MAY_NOT;
    *rule = BURSTEIN_C8;
    bool same = x->wish != LM_NO_COLOUR && x->wish == y->wish;
    return lined->granted && same ? LM_COSTS : LM_MAY_MEET;
}

static bool falls_short(const struct lm_bracket *bracket, uint8_t rule)
{
    for (size_t i = 0; i < bracket->finding_count; i++)
        if (bracket->findings[i].rule == rule)
            return true;
    return false;
}

/* List the players of the ${rows} lines from ${from} on, by the Index, with their opponents. */
static enum lm_status who_stay(const struct round *r, uint32_t from, uint32_t rows,
                               struct burstein_bracket *out)
{
    uint32_t n = 2 * rows;
    uint32_t *place = lm_arena_alloc(r->arena, r->p->seat_count, sizeof *place);
    *out = (struct burstein_bracket){.p = r->p, .arena = r->arena};
    out->members = lm_arena_alloc(r->arena, n, sizeof *out->members);
    out->opponents = lm_arena_alloc(r->arena, n, sizeof *out->opponents);
    if (place == NULL || out->members == NULL || out->opponents == NULL)
        return LM_LIMIT;
    out->member_count = n;
    for (uint32_t i = 0; i < n; i++) {
        out->members[i] = i < rows ? r->tops[from + i] : r->bottoms[from + n - 1 - i];
        place[out->members[i]] = i;
    }
    for (uint32_t i = 0; i < n; i++)
        out->opponents[i] = place[r->partner[out->members[i]]];
    return LM_OK;
}

/* Answer by prescribing the two ends, where the lines of a bracket do not answer. */
static enum lm_status ask_ends(const struct round *r, uint32_t from, uint32_t rows,
                               struct lm_alternative *all, size_t count)
{
    struct burstein_bracket stay;
    bool rests = false;
    for (size_t i = 0; i < count; i++)
        rests |= all[i].line > LM_LINE_ITSELF;
    if (!rests)
        return LM_OK;
    enum lm_status status = who_stay(r, from, rows, &stay);
    return status == LM_OK ? lm_burstein_ask_ends(&stay, all, count) : status;
}

/* Ask why not the player at the other end. */
static enum lm_status add_alternatives(const struct round *r, struct lm_bracket *reported,
                                       uint16_t brackets)
{
    enum lm_status status = LM_OK;
    uint32_t from = 0;
    struct lm_alternative *all;
    for (uint16_t i = 0; i < brackets && status == LM_OK; i++) {
        const struct lined lined = {r->p, !falls_short(&reported[i], BURSTEIN_C8)};
        const struct lm_lined_up lines = {.p = r->p,
                                          .tops = r->tops + from,
                                          .bottoms = r->bottoms + from,
                                          .count = r->rows[i],
                                          .bottom_count = r->rows[i],
                                          .partner = r->partner,
                                          .bars = bars,
                                          .context = &lined,
                                          .rest = BURSTEIN_REST};
        status = lm_ask_lines(&lines, r->arena, &reported[i], &all);
        if (status == LM_OK)
            status = ask_ends(r, from, r->rows[i], all, reported[i].alternative_count);
        from += r->rows[i];
    }
    return status;
}

/* Return the end of the scoregroup of ${left} that begins at ${start}. */
static uint32_t end_of_group(const struct round *r, uint32_t start)
{
    uint32_t end = start;
    while (end < r->left_count &&
           r->p->seats[r->left[end]].score == r->p->seats[r->left[start]].score)
        end++;
    return end;
}

static enum lm_status pair_brackets(struct round *r)
{
    struct burstein_bracket b = {.p = r->p, .arena = r->arena};
    uint32_t floaters = 0;
    b.members = lm_arena_alloc(r->arena, r->left_count, sizeof *b.members);
    b.opponents = lm_arena_alloc(r->arena, r->left_count, sizeof *b.opponents);
    if (b.members == NULL || b.opponents == NULL)
        return LM_LIMIT;
    uint16_t bracket = 0;
    for (uint32_t start = 0, end; start < r->left_count; start = end) {
        end = end_of_group(r, start);
        b.member_count = floaters;
        for (uint32_t i = start; i < end; i++)
            b.members[b.member_count++] = r->left[i];
        b.lower = r->left + end;
        b.lower_count = r->left_count - end;
        b.following = end_of_group(r, end) - end;
        enum lm_status status = sort_members(r, b.members, b.member_count);
        if (status == LM_OK)
            status = lm_burstein_pair_bracket(&b);
        if (status != LM_OK)
            return status;
        if (r->asked)
            note_lines(r, &b, bracket);
        floaters = enter_bracket(r, &b, bracket++);
    }
    return LM_OK;
}

/* ---- The round ---- */

static enum lm_status prepare(struct round *r)
{
    uint32_t count = r->p->seat_count;
    r->index = lm_arena_alloc(r->arena, count, sizeof *r->index);
    r->left = lm_arena_alloc(r->arena, count, sizeof *r->left);
    r->partner = lm_arena_alloc(r->arena, count, sizeof *r->partner);
    r->pairing = lm_arena_alloc(r->arena, 1, sizeof *r->pairing);
    struct lm_pair *pairs = lm_arena_alloc(r->arena, (size_t)count / 2 + 1, sizeof *pairs);
    r->tops = lm_arena_alloc(r->arena, r->asked ? count : 0, sizeof *r->tops);
    r->bottoms = lm_arena_alloc(r->arena, r->asked ? count : 0, sizeof *r->bottoms);
    r->rows = lm_arena_alloc(r->arena, r->asked ? (size_t)count + 1 : 0, sizeof *r->rows);
    if (r->tops == NULL || r->bottoms == NULL || r->rows == NULL || r->index == NULL ||
        r->left == NULL || r->partner == NULL || r->pairing == NULL || pairs == NULL)
        return LM_LIMIT;
    for (uint32_t s = 0; s < count; s++) {
        r->left[s] = s;
        r->partner[s] = LM_NOBODY;
    }
    r->left_count = count;
    *r->pairing = (struct lm_pairing){.round = r->p->round, .pairs = pairs};
    return lm_burstein_indices(r->p, r->arena, r->index);
}

static enum lm_status pair_after_seeding(const struct lm_position *position,
                                         const struct lm_pair_request *request,
                                         struct lm_arena *arena, struct lm_log *log,
                                         struct lm_pairing **out)
{
    struct round r = {
        .p = position, .arena = arena, .asked = request->want >= LM_WANT_ALTERNATIVES};
    uint32_t receiver = LM_NOBODY;
    enum lm_status status = prepare(&r);
    if (status == LM_OK)
        status = lm_assign_bye(position, before_for_bye, &r, "C.04.4.2 art. 1.9.3", r.left,
                               &r.left_count, arena, log, &receiver);
    if (status == LM_OK)
        status = pair_brackets(&r);
    if (status != LM_OK)
        return status;
    struct lm_bracket *brackets;
    uint32_t pairs = r.pairing->pair_count;
    uint16_t last = pairs > 0 ? (uint16_t)(r.pairing->pairs[pairs - 1].bracket + 1) : 0;
    if (receiver != LM_NOBODY) /* its bracket comes after those of the pairs, as its row does */
        r.pairing->pairs[r.pairing->pair_count++] =
            lm_pair_of(position, receiver, LM_NOBODY, true, last);
    if (request->want >= LM_WANT_REASONS) {
        status = lm_burstein_review(position, r.partner, receiver, false, arena, &brackets,
                                    &r.pairing->bracket_count);
        r.pairing->brackets = brackets;
        if (status == LM_OK && r.asked)
            status = add_alternatives(&r, brackets, last);
    }
    if (status == LM_OK)
        *out = r.pairing;
    return status;
}

/* Return the system of ${round}.  Art. 1.6.2: the first half of the rounds, at most four, are
 * paired by the Dutch rules. */
static const struct lm_system *in_round(const struct lm_tournament *t, uint32_t round)
{
    uint32_t half = t->rounds_total / 2;
    uint32_t seeding = half < SEEDING_ROUNDS_MAX ? half : SEEDING_ROUNDS_MAX;
    return round <= seeding ? &lm_system_dutch_2026 : &lm_system_burstein_2026;
}

static const char *const codes[] = {"FIDE_BURSTEIN", "FIDE_BURSTEIN_2026", NULL};

const struct lm_system lm_system_burstein_2026 = {
    .name = "burstein-2026",
    .family = "burstein",
    .title = "FIDE Burstein System, in force from 1 February 2026",
    .source = "C.04.4.2, approved 28 October 2025",
    .from = "2026/02/01",
    .until = "",
    .codes = codes,
    .games_per_match = 1,
    .needs_rounds = true,
    .in_round = in_round,
    .rules = {.floats = LM_FLOATS_2026, .pab = LM_PAB_2026},
    .criteria = criteria,
    .second_bye = BURSTEIN_C2,
    .completion = BURSTEIN_C4,
    .opponent_rules = opponent_rules,
    .bye_reason = LM_KEY("bye.rank"),
    .closed = lm_closed_to_all,
    .colour_rules = colour_rules,
    .pair = pair_after_seeding,
    .judge = lm_burstein_judge,
};
