/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "pairing/colour.h"
#include "pairing/dutch.h"
#include "pairing/systems.h"

/* C.04.3, approved by the FIDE Council on 28 October 2025, in force from 1 February 2026. */

static const struct lm_rule criteria[] = {
    [DUTCH_C1] = {"C1", "C.04.3 art. 2.1.1", "no two meet twice", "they have already met"},
    [DUTCH_C2] = {"C2", "C.04.3 art. 2.1.2", "no second bye",
                  "%s already had a bye, or a win's points without playing"},
    [DUTCH_C3] = {"C3", "C.04.3 art. 2.1.3", "no two with the same absolute colour preference",
                  "both must have the same colour"},
    [DUTCH_C4] = {"C4", "C.04.3 art. 2.2.1", "the rest can be paired completely",
                  "the others could not all be paired then"},
    [DUTCH_C5] = {"C5", "C.04.3 art. 2.3.1", "lowest score of the player who gets the bye",
                  "the bye would go to a higher score"},
    [DUTCH_C6] = {"C6", "C.04.3 art. 2.4.1", "fewest downfloaters",
                  "more players would have to float down"},
    [DUTCH_C7] = {"C7", "C.04.3 art. 2.4.2", "lowest scores of the downfloaters",
                  "a player with a higher score would float down"},
    [DUTCH_C8] = {"C8", "C.04.3 art. 2.4.3", "best pairing of the following bracket",
                  "the bracket below would fare worse"},
    [DUTCH_C9] = {"C9", "C.04.3 art. 2.4.4", "fewest unplayed games of the one who gets the bye",
                  "the bye would go to a player with more unplayed games"},
    [DUTCH_C10] = {"C10", "C.04.3 art. 2.4.5", "topscorers' colour differences beyond two",
                   "%s gets a colour difference beyond two"},
    [DUTCH_C11] = {"C11", "C.04.3 art. 2.4.6", "topscorers' third equal colour in a row",
                   "%s gets the same colour for the third time in a row"},
    [DUTCH_C12] = {"C12", "C.04.3 art. 2.4.7", "players who do not get their colour",
                   "%s does not get the colour due"},
    [DUTCH_C13] = {"C13", "C.04.3 art. 2.4.8", "players who do not get a colour strongly due",
                   "%s does not get the colour strongly due"},
    [DUTCH_C14] = {"C14", "C.04.3 art. 2.4.9", "downfloats as in the previous round",
                   "%s floats down again, as in the previous round"},
    [DUTCH_C15] = {"C15", "C.04.3 art. 2.4.10", "upfloats as in the previous round",
                   "%s floats up again, as in the previous round"},
    [DUTCH_C16] = {"C16", "C.04.3 art. 2.4.11", "downfloats as two rounds before",
                   "%s floats down again, as two rounds before"},
    [DUTCH_C17] = {"C17", "C.04.3 art. 2.4.12", "upfloats as two rounds before",
                   "%s floats up again, as two rounds before"},
    [DUTCH_C18] = {"C18", "C.04.3 art. 2.4.13",
                   "score differences of those moved down again since the previous round",
                   "%s was moved down in the previous round too"},
    [DUTCH_C19] = {"C19", "C.04.3 art. 2.4.14",
                   "score differences of those who float up again since the previous round",
                   "%s meets a higher score again, as in the previous round"},
    [DUTCH_C20] = {"C20", "C.04.3 art. 2.4.15",
                   "score differences of those moved down again since two rounds before",
                   "%s was moved down two rounds before too"},
    [DUTCH_C21] = {"C21", "C.04.3 art. 2.4.16",
                   "score differences of those who float up again since two rounds before",
                   "%s meets a higher score again, as two rounds before"},
    {0},
};

/* What the walk over the brackets carries along. */
struct walk {
    struct dutch d;
    uint32_t swift_from;
    uint32_t *players;          /* of the bracket at hand: MDPs, then residents */
    uint32_t moved;             /* MDPs among them */
    uint32_t next;              /* first seat that no bracket has had yet */
    struct dutch_result result; /* of the bracket at hand */
    uint32_t end;               /* how far the view went that proved it */
    struct lm_pairing *pairing;
    const struct lm_pair_request *request;
    struct weighed {
        const struct lm_alternative *all;
        size_t count;
    } * weighed; /* per bracket; NULL: not asked for */
};

static enum lm_status new_walk(struct walk *w, const struct lm_position *position,
                               struct lm_arena *arena, struct lm_log *log)
{
    uint32_t count = position->seat_count;
    w->d = (struct dutch){.position = position,
                          .seats = position->seats,
                          .count = count,
                          .odd = count % 2 == 1,
                          .bye_seat = LM_NOBODY,
                          .arena = arena,
                          .log = log};
    w->players = lm_arena_alloc(arena, count, sizeof *w->players);
    w->result.pairs = lm_arena_alloc(arena, count, sizeof *w->result.pairs);
    w->result.floaters = lm_arena_alloc(arena, count, sizeof *w->result.floaters);
    w->pairing = lm_arena_alloc(arena, 1, sizeof *w->pairing);
    if (w->players == NULL || w->result.pairs == NULL || w->result.floaters == NULL ||
        w->pairing == NULL)
        return LM_LIMIT;
    w->weighed = lm_arena_alloc(arena, count, sizeof *w->weighed);
    if (w->weighed == NULL)
        return LM_LIMIT;
    w->pairing->round = position->round;
    w->pairing->pairs = lm_arena_alloc(arena, count / 2 + 1, sizeof *w->pairing->pairs);
    return w->pairing->pairs == NULL ? LM_LIMIT : LM_OK;
}

/* The bracket of the next scoregroup with the players left over so far (art. 1.3.2). */
static struct dutch_bracket next_bracket(struct walk *w)
{
    const struct lm_seat *seats = w->d.seats;
    uint32_t count = w->d.count, end = w->next, after;
    while (end < count && seats[end].score == seats[w->next].score)
        w->players[w->moved + (end - w->next)] = end, end++;
    for (after = end; after < count && seats[after].score == seats[end].score;)
        after++;
    return (struct dutch_bracket){
        .players = w->players,
        .count = w->moved + (end - w->next),
        .moved = w->moved,
        .score = seats[w->next].score,
        .next_begin = end,
        .next_end = after,
    };
}

/* Commit the result found with the seats up to ${end} in view, if that proves it right; else
 * LM_NO_PAIRING: a wider view has to decide. */
static enum lm_status commit(struct walk *w, const struct dutch_bracket *bracket, uint32_t end)
{
    struct dutch *d = &w->d;
    if (!dutch_rest_commit(d, &w->result))
        return LM_NO_PAIRING;
    bool proved = end == d->count || w->result.floater_count == 0;
    enum lm_status status = LM_OK;
    if (!proved)
        status = dutch_next_is_perfect(d, bracket, &w->result, &proved);
    if (status != LM_OK)
        return status;
    proved = proved || (end > bracket->next_begin && dutch_rest_confirm(d, &w->result));
    w->end = end;
    if (!proved)
        dutch_rest_undo(d, &w->result);
    return proved ? LM_OK : LM_NO_PAIRING;
}

static enum lm_status try_exactly(struct walk *w, const struct dutch_bracket *bracket, uint32_t end)
{
    enum lm_status status = dutch_pair_exactly(&w->d, bracket, end, &w->result);
    return status == LM_OK ? commit(w, bracket, end) : status;
}

static enum lm_status try_swiftly(struct walk *w, const struct dutch_bracket *bracket)
{
    bool done;
    enum lm_status status = dutch_pair_swiftly(&w->d, bracket, &w->result, &done);
    if (status != LM_OK)
        return status;
    return done ? commit(w, bracket, bracket->next_begin) : LM_NO_PAIRING;
}

/* The end of a scoregroup at or after ${end}. */
static uint32_t group_end(const struct dutch *d, uint32_t end)
{
    while (end > 0 && end < d->count && d->seats[end].score == d->seats[end - 1].score)
        end++;
    return end;
}

/* Start from the bracket alone (or from where the bye's receiver is in view, if he is in the
 * bracket), and widen the view until the result is proved. */
static enum lm_status pair_bracket(struct walk *w, const struct dutch_bracket *bracket)
{
    const struct dutch *d = &w->d;
    uint32_t end = bracket->next_begin;
    if (bracket->count >= w->swift_from) {
        enum lm_status status = try_swiftly(w, bracket);
        if (status != LM_NO_PAIRING)
            return status;
    }
    for (;;) {
        enum lm_status status = try_exactly(w, bracket, end);
        if (status != LM_NO_PAIRING)
            return status;
        if (end == d->count)
            return LM_INTERNAL;
        uint32_t size = bracket->count + end - bracket->next_begin;
        end = end < bracket->next_end  ? bracket->next_end
              : d->count - end <= size ? d->count
                                       : group_end(d, end + size);
    }
}

static void add_pair(struct walk *w, uint32_t high, uint32_t low, uint32_t bracket)
{
    const struct lm_seat *a = &w->d.seats[high], *b = &w->d.seats[low];
    enum lm_dutch_colour_rule rule;
    bool white = lm_dutch_gets_white(w->d.position, high, low, &rule);
    w->pairing->pairs[w->pairing->pair_count++] = (struct lm_pair){
        .white = white ? a->player : b->player,
        .black = white ? b->player : a->player,
        .bracket = (uint16_t)bracket,
        .colour_rule = (uint8_t)rule,
        .white_score = white ? a->score : b->score,
        .black_score = white ? b->score : a->score,
    };
}

static void add_bye(struct walk *w, uint32_t seat, uint32_t bracket)
{
    w->pairing->pairs[w->pairing->pair_count++] = (struct lm_pair){
        .white = w->d.seats[seat].player,
        .black = LM_NOBODY,
        .bracket = (uint16_t)bracket,
        .white_score = w->d.seats[seat].score,
    };
}

/* Enter the bracket's pairs; its floaters are the MDPs of the next. */
static void close_bracket(struct walk *w, const struct dutch_bracket *bracket, uint32_t number)
{
    for (uint32_t i = 0; i < w->result.pair_count; i++)
        add_pair(w, w->result.pairs[i][0], w->result.pairs[i][1], number);
    w->moved = w->result.floater_count;
    memcpy(w->players, w->result.floaters, w->moved * sizeof *w->players);
    w->next = bracket->next_begin;
}

/* What else was possible in the bracket, if that was asked. */
static enum lm_status weigh(struct walk *w, const struct dutch_bracket *bracket, uint32_t number)
{
    if (w->request->want < LM_WANT_ALTERNATIVES)
        return LM_OK;
    struct weighed *weighed = &w->weighed[number];
    return dutch_weigh(&w->d, bracket, w->end, &w->result, w->request->player, &weighed->all,
                       &weighed->count);
}

/* The finished round as dutch_judge sees it, with what was weighed on the way. */
static enum lm_status give_reasons(struct walk *w)
{
    struct lm_pairing *judged;
    if (w->request->want < LM_WANT_REASONS)
        return LM_OK;
    enum lm_status status = dutch_judge(w->d.position, w->pairing->pairs, w->pairing->pair_count,
                                        w->d.arena, w->d.log, &judged);
    if (status != LM_OK)
        return status;
    struct lm_bracket *brackets =
        lm_arena_alloc(w->d.arena, judged->bracket_count, sizeof *brackets);
    if (brackets == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < judged->bracket_count; i++) {
        brackets[i] = judged->brackets[i];
        if (w->weighed[i].count == 0)
            continue;
        brackets[i].alternatives = w->weighed[i].all;
        brackets[i].alternative_count = w->weighed[i].count;
    }
    w->pairing = judged;
    w->pairing->brackets = brackets;
    return LM_OK;
}

enum lm_status dutch_pair_round(const struct lm_position *position,
                                const struct lm_pair_request *request, uint32_t swift_from,
                                struct lm_arena *arena, struct lm_log *log, struct lm_pairing **out)
{
    struct walk w = {.swift_from = swift_from, .request = request};
    enum lm_status status = new_walk(&w, position, arena, log);
    if (status == LM_OK)
        status = dutch_rest_new(&w.d);
    uint32_t number = 0;
    for (; status == LM_OK && w.next < w.d.count; number++) {
        struct dutch_bracket bracket = next_bracket(&w);
        status = pair_bracket(&w, &bracket);
        if (status == LM_OK)
            status = weigh(&w, &bracket, number);
        if (status == LM_OK)
            close_bracket(&w, &bracket, number);
    }
    if (status != LM_OK)
        return status;
    if (w.moved != w.d.odd)
        return LM_INTERNAL;
    if (w.moved == 1)
        add_bye(&w, w.players[0], number - 1);
    status = give_reasons(&w);
    if (status == LM_OK)
        *out = w.pairing;
    return status;
}

/* Below this size the exact method is as fast as counting. */
enum { SWIFT_FROM = 24 };

static enum lm_status pair_round(const struct lm_position *position,
                                 const struct lm_pair_request *request, struct lm_arena *arena,
                                 struct lm_log *log, struct lm_pairing **out)
{
    return dutch_pair_round(position, request, SWIFT_FROM, arena, log, out);
}

static const char *const codes[] = {"FIDE_DUTCH_2025", "FIDE_DUTCH_2026", NULL};

const struct lm_system lm_system_dutch_2026 = {
    .name = "dutch-2026",
    .family = "dutch",
    .title = "FIDE (Dutch) System, in force from 1 February 2026",
    .source = "FIDE Handbook C.04.3, approved 28 October 2025",
    .from = "2026/02/01",
    .until = "",
    .codes = codes,
    .games_per_match = 1,
    .rules = {.floats = LM_FLOATS_2026, .pab = LM_PAB_2026},
    .criteria = criteria,
    .colour_rules = lm_dutch_colour_rules,
    .pair = pair_round,
    .judge = dutch_judge,
};
