/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/check.h"

#include <string.h>

#include "base/texts.h"
#include "pairing/judge.h"
#include "pairing/remark.h"
#include "pairing/system_rows.h"

/* Store White and Black of the pair that ${seat} makes, as recorded for the player with White (or,
 * without colours, the better ranked).  Return false for the other of the two, and for an unpaired
 * player. */
static bool played_pair(const struct lm_position *p, uint32_t seat, struct lm_pair *pair)
{
    const struct lm_tournament *t = p->tournament;
    uint32_t player = p->seats[seat].player;
    const struct lm_record *record = lm_record_of(t, player, p->round);
    *pair = (struct lm_pair){.white = player, .white_score = p->seats[seat].score};
    pair->black = LM_NOBODY;
    if (record->opponent == LM_NOBODY)
        return record->result == LM_PAB;
    uint32_t other = p->seat_of[record->opponent];
    pair->black = record->opponent;
    pair->black_score = other == LM_NOBODY ? p->points[record->opponent] : p->seats[other].score;
    return record->colour == LM_WHITE || (record->colour == LM_NO_COLOUR && seat < other);
}

enum lm_status lm_played_pairing(const struct lm_system *system, const struct lm_position *p,
                                 struct lm_arena *arena, struct lm_pairing **out)
{
    if (lm_system_check(system, NULL) != LM_OK)
        return LM_INVALID;
    struct lm_pairing *played = lm_arena_alloc(arena, 1, sizeof *played);
    if (played == NULL)
        return LM_LIMIT;
    played->round = p->round;
    played->pairs = lm_arena_alloc(arena, p->seat_count, sizeof *played->pairs);
    if (played->pairs == NULL)
        return LM_LIMIT;
    bool on_record = p->round <= p->tournament->round_capacity;
    for (uint32_t seat = 0; on_record && seat < p->seat_count; seat++)
        played->pair_count += played_pair(p, seat, &played->pairs[played->pair_count]);
    enum lm_status status = lm_pairing_sort(system, p->tournament, played, arena);
    if (status == LM_OK)
        *out = played;
    return status;
}

bool lm_pairing_equal(const struct lm_pairing *a, const struct lm_pairing *b)
{
    if (a->pair_count != b->pair_count)
        return false;
    for (uint32_t i = 0; i < a->pair_count; i++)
        if (a->pairs[i].white != b->pairs[i].white || a->pairs[i].black != b->pairs[i].black)
            return false;
    return true;
}

static bool has_pair(const struct lm_pairing *pairing, const struct lm_pair *pair)
{
    for (uint32_t i = 0; pairing != NULL && i < pairing->pair_count; i++)
        if (pairing->pairs[i].white == pair->white && pairing->pairs[i].black == pair->black)
            return true;
    return false;
}

static void turn(struct lm_pair *pair)
{
    const struct lm_pair was = *pair;
    pair->white = was.black;
    pair->black = was.white;
    pair->white_score = was.black_score;
    pair->black_score = was.white_score;
}

void lm_pairing_lend_colours(const struct lm_tournament *t, const struct lm_pairing *expected,
                             struct lm_pairing *found)
{
    for (uint32_t i = 0; i < found->pair_count; i++) {
        struct lm_pair *pair = &found->pairs[i], turned = *pair;
        if (pair->black == LM_NOBODY ||
            lm_record_of(t, pair->white, found->round)->colour != LM_NO_COLOUR)
            continue;
        turn(&turned);
        if (has_pair(expected, &turned))
            *pair = turned;
    }
}

const struct lm_pair *lm_pairing_next_own(const struct lm_pairing *own,
                                          const struct lm_pairing *other, uint32_t *next)
{
    while (own != NULL && *next < own->pair_count) {
        const struct lm_pair *pair = &own->pairs[(*next)++];
        if (!has_pair(other, pair))
            return pair;
    }
    return NULL;
}

/* Return the first pair of ${expected} with other colours, if all opponents are the same; otherwise
 * NULL.  The order of boards does not depend on colours, so the pairs lie side by side. */
static const struct lm_pair *first_swapped(const struct lm_pairing *expected,
                                           const struct lm_pairing *found)
{
    const struct lm_pair *first = NULL;
    if (expected->pair_count != found->pair_count)
        return NULL;
    for (uint32_t i = 0; i < expected->pair_count; i++) {
        const struct lm_pair *a = &expected->pairs[i], *b = &found->pairs[i];
        bool same = a->white == b->white && a->black == b->black;
        bool swapped = a->white == b->black && a->black == b->white;
        if (!same && !swapped)
            return NULL;
        if (swapped && first == NULL)
            first = a;
    }
    return first;
}

static int32_t value_at(const struct lm_finding *finding, size_t i)
{
    return finding != NULL && i < finding->value_count ? finding->values[i] : 0;
}

/* Compare the two brackets under ${rule}: below 0, ${a} is better; above, ${b} is, if that is
 * proved. A missing finding is perfect: zero. */
static int compare_under(const struct lm_bracket *a, const struct lm_bracket *b, uint8_t rule)
{
    const struct lm_finding *x = lm_finding_under(a, rule), *y = lm_finding_under(b, rule);
    size_t count = x == NULL ? 0 : x->value_count;
    if (y != NULL && y->value_count > count)
        count = y->value_count;
    for (size_t i = 0; i < count; i++)
        if (value_at(x, i) != value_at(y, i))
            return value_at(x, i) < value_at(y, i) ? -1 : !(x != NULL && x->bound);
    return 0;
}

static bool same_players(const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count)
{
    return a_count == b_count && (a_count == 0 || memcmp(a, b, a_count * sizeof *a) == 0);
}

/* Do the same players come into both brackets, and leave them, as far as the judge reports? */
static bool same_movements(const struct lm_bracket *a, const struct lm_bracket *b)
{
    return same_players(a->moved, a->moved_count, b->moved, b->moved_count) &&
           same_players(a->floaters, a->floater_count, b->floaters, b->floater_count);
}

/* Is it decided under ${system} that other players move, before ${rule} compares the pairs? */
static bool others_move(const struct lm_system *system, uint8_t rule, const struct lm_bracket *a,
                        const struct lm_bracket *b)
{
    return system->movers != 0 && rule > system->movers && !same_movements(a, b);
}

/* Continue from ${s}'s bracket and rule.  Brackets are compared in their order, criteria in theirs,
 * as the rules compare candidates.  Where other players move and no rule differs, the order of
 * candidates has decided: its effects, on the pairs and on later brackets, no longer count. */
static void separate_from(const struct lm_system *system, struct lm_separation *s)
{
    const struct lm_pairing *a = s->expected, *b = s->found;
    size_t brackets = a->bracket_count < b->bracket_count ? a->bracket_count : b->bracket_count;
    for (; s->bracket < brackets; s->bracket++) {
        const struct lm_bracket *x = &a->brackets[s->bracket], *y = &b->brackets[s->bracket];
        for (; system->criteria[s->rule].code != NULL; s->rule++) {
            if (others_move(system, s->rule, x, y))
                return;
            s->order = compare_under(x, y, s->rule);
            if (s->order != 0)
                return;
        }
        if (!same_movements(x, y))
            return;
        s->rule = 0;
    }
}

void lm_separate_on(const struct lm_system *system, struct lm_separation *s)
{
    s->rule++;
    s->order = 0;
    separate_from(system, s);
}

enum lm_status lm_separate_at(const struct lm_system *system, const struct lm_position *p,
                              const struct lm_difference *d, struct lm_arena *arena,
                              struct lm_separation *out)
{
    struct lm_pairing *expected, *found;
    struct lm_log unset = {.arena = arena};
    enum lm_status status =
        system->judge(p, d->expected->pairs, d->expected->pair_count, arena, &unset, &expected);
    if (status == LM_OK)
        status = system->judge(p, d->found->pairs, d->found->pair_count, arena, &unset, &found);
    if (status != LM_OK)
        return status;
    *out = (struct lm_separation){.expected = expected, .found = found};
    separate_from(system, out);
    return LM_OK;
}

const struct lm_finding *lm_finding_under(const struct lm_bracket *bracket, uint8_t rule)
{
    for (size_t i = 0; i < bracket->finding_count; i++)
        if (bracket->findings[i].rule == rule)
            return &bracket->findings[i];
    return NULL;
}

/* Find what separates the two pairings of ${d}, into its ${rule} and ${order}. */
static enum lm_status separate(const struct lm_system *system, const struct lm_position *p,
                               struct lm_arena *arena, struct lm_difference *d)
{
    const struct lm_pair *swapped = first_swapped(d->expected, d->found);
    struct lm_separation s;
    if (swapped != NULL) {
        d->rule = system->colour_rules == NULL ? NULL : &system->colour_rules[swapped->colour_rule];
        return LM_OK;
    }
    if (system->judge == NULL)
        return LM_OK;
    enum lm_status status = lm_separate_at(system, p, d, arena, &s);
    if (status != LM_OK)
        return status;
    d->order = s.order == 0;
    /* Where the found one looks better at first, it cannot be completed below. */
    if (s.order != 0)
        d->rule =
            &system->criteria[s.order > 0 && system->completion != 0 ? system->completion : s.rule];
    return LM_OK;
}

/* Pair again.  An impossible round is an answer and not reported; the reason why it cannot be
 * computed is. */
static enum lm_status pair_again(const struct lm_system *system, const struct lm_position *p,
                                 struct lm_arena *arena, struct lm_log *log,
                                 struct lm_pairing **out)
{
    static const struct lm_pair_request pairs_only = {.want = LM_WANT_PAIRS, .player = LM_NOBODY};
    struct lm_log given = {.arena = arena};
    enum lm_status status = system->pair(p, &pairs_only, arena, &given, out);
    for (size_t i = 0; i < given.count && status != LM_OK && status != LM_NO_PAIRING; i++) {
        const struct lm_diagnostic *d = &given.all[i];
        lm_log_add(log, d->severity, (struct lm_place){.field = d->field, .value = d->value},
                   d->remedy, "%s", d->what);
    }
    return status;
}

enum lm_status lm_check_round(const struct lm_system *system, const struct lm_tournament *t,
                              uint32_t round, struct lm_arena *arena, struct lm_log *log,
                              struct lm_difference *out)
{
    struct lm_difference d = {.round = round};
    struct lm_position *p;
    struct lm_pairing *found, *expected = NULL;
    if (lm_system_check(system, log) != LM_OK)
        return LM_INVALID;
    system = lm_system_in_round(system, t, round);
    enum lm_status status = lm_position_new(t, round, &system->rules, arena, log, &p);
    if (status == LM_OK)
        status = lm_played_pairing(system, p, arena, &found);
    if (status == LM_OK && found->pair_count > 0) {
        status = pair_again(system, p, arena, log, &expected);
        if (status == LM_OK)
            status = lm_pairing_sort(system, t, expected, arena);
        else if (status == LM_NO_PAIRING)
            status = LM_OK;
        lm_pairing_lend_colours(t, expected, found);
        d.expected = expected;
        d.found = found;
        if (status == LM_OK && expected != NULL && lm_round_differs(&d))
            status = separate(system, p, arena, &d);
    }
    if (status == LM_OK)
        *out = d;
    return status;
}

enum lm_status lm_compare_played(const struct lm_system *system, const struct lm_position *position,
                                 const struct lm_pairing *pairing, struct lm_arena *arena,
                                 struct lm_difference *out)
{
    struct lm_difference d = {.round = position->round, .expected = pairing};
    struct lm_pairing *found;
    enum lm_status status = lm_played_pairing(system, position, arena, &found);
    if (status != LM_OK)
        return status;
    lm_pairing_lend_colours(position->tournament, pairing, found);
    d.found = found->pair_count > 0 ? found : NULL;
    if (lm_round_differs(&d))
        d.declared = lm_declared_departure(position->tournament, position->round);
    *out = d;
    return LM_OK;
}

bool lm_player_differs(const struct lm_difference *d, uint32_t player)
{
    uint32_t board;
    if (!lm_round_differs(d))
        return false;
    const struct lm_pair *expected =
        d->expected == NULL ? NULL : lm_pairing_of_player(d->expected, player, &board);
    const struct lm_pair *found = lm_pairing_of_player(d->found, player, &board);
    if (expected == NULL || found == NULL)
        return expected != found;
    return expected->white != found->white || expected->black != found->black;
}

bool lm_round_differs(const struct lm_difference *d)
{
    return d->found != NULL && (d->expected == NULL || !lm_pairing_equal(d->expected, d->found));
}

/* Return the last round that was paired when the correction ${text} of round ${corrected} came: "…
 * (after Round 6)"; otherwise the next round. */
static uint32_t last_before_correction(const char *text, uint32_t corrected)
{
    const char *after = strstr(text, "(after Round ");
    after = after == NULL ? "" : after + strlen("(after Round ");
    uint32_t round = (uint32_t)lm_take_number(&after, LM_ROUNDS_MAX);
    return round != 0 ? round : corrected + 1;
}

/* Return the round in which ${text} corrects a result for the rating report alone (C.04.2 art.
 * 4.3): all later rounds were paired with the earlier result.  0: none. */
static uint32_t rated_otherwise(const char *text)
{
    uint32_t round = lm_remark_round(text, "Rating correction");
    const char *pair = round == 0 ? NULL : strstr(text, ": ");
    size_t digits = pair == NULL ? 0 : strspn(pair + 2, "0123456789");
    return digits > 0 && pair[2 + digits] == '-' ? round : 0;
}

const char *lm_declared_departure(const struct lm_tournament *t, uint32_t round)
{
    static const char *const of_the_round[] = {"MPA", "Import", "Configuration"};
    for (size_t i = 0; i < t->kept_count; i++) {
        const char *text = t->kept[i].text;
        uint32_t corrected = lm_remark_round(text, "Correction");
        if (corrected == 0) /* which counted as a draw meanwhile (C.04.2 art. 3.1) */
            corrected = lm_remark_round(text, "Postponed");
        if (corrected != 0 && round > corrected && round <= last_before_correction(text, corrected))
            return text;
        uint32_t rated = rated_otherwise(text);
        if (rated != 0 && round > rated)
            return text;
        for (size_t k = 0; k < sizeof of_the_round / sizeof *of_the_round; k++)
            if (lm_remark_round(text, of_the_round[k]) == round)
                return text;
    }
    return NULL;
}

static enum lm_status check_rounds(const struct lm_system *system, const struct lm_tournament *t,
                                   struct lm_arena *arena, struct lm_log *log,
                                   struct lm_check *check)
{
    check->differences = lm_arena_alloc(arena, t->rounds_paired, sizeof *check->differences);
    if (check->differences == NULL)
        return LM_LIMIT;
    for (uint32_t round = 1; round <= t->rounds_paired; round++) {
        struct lm_difference *d = &check->differences[check->difference_count];
        struct lm_mark mark = lm_arena_mark(arena);
        enum lm_status status = lm_check_round(system, t, round, arena, log, d);
        if (status != LM_OK)
            return status;
        check->rounds += d->found != NULL;
        if (!lm_round_differs(d)) {
            lm_arena_reset(arena, mark);
            continue;
        }
        d->declared = lm_declared_departure(t, round);
        check->declared_count += d->declared != NULL;
        check->difference_count++; /* keeps its pairings */
    }
    return LM_OK;
}

enum lm_status lm_check_points(const struct lm_tournament *t, struct lm_arena *arena,
                               struct lm_check *out)
{
    struct lm_check check = {0};
    int32_t *points = lm_arena_alloc(arena, t->player_count, sizeof *points);
    check.wrong_points = lm_arena_alloc(arena, t->player_count, sizeof *check.wrong_points);
    if (points == NULL || check.wrong_points == NULL)
        return LM_LIMIT;
    int32_t *extra = lm_arena_alloc(arena, t->player_count, sizeof *extra);
    int32_t *standing = lm_arena_alloc(arena, t->player_count, sizeof *standing);
    if (extra == NULL || standing == NULL)
        return LM_LIMIT;
    lm_points_after(t, t->rounds_paired, points);
    lm_points_standing(t, t->rounds_paired, standing);
    lm_points_add_next_byes(t, extra); /* the declared points can include them */
    for (uint32_t i = 0; i < t->player_count; i++) {
        int32_t declared = t->players[i].declared_points;
        if (declared != LM_NO_POINTS && declared != points[i] && declared != points[i] + extra[i] &&
            declared != standing[i])
            check.wrong_points[check.wrong_point_count++] =
                (struct lm_wrong_points){i, declared, points[i]};
    }
    *out = check;
    return LM_OK;
}

enum lm_status lm_check_rounds(const struct lm_system *system, const struct lm_tournament *t,
                               struct lm_arena *arena, struct lm_log *log, struct lm_check *out)
{
    struct lm_check check = {0};
    enum lm_status status = lm_check_points(t, arena, &check);
    if (status == LM_OK)
        status = check_rounds(system, t, arena, log, &check);
    if (status == LM_OK)
        *out = check;
    return status;
}
