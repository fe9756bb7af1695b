/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "pairing/colour.h"
#include "pairing/impossible.h"
#include "pairing/judge.h"
#include "pairing/meeting.h"
#include "pairing/upfloat.h"

/* C.04.5 and C.04.6, art. 3.3.2: the bye, then bracket after bracket from the top, with the colours
 * of each pair. */

/* ---- The round ---- */

struct round {
    const struct lm_up_rules *rules;
    const struct lm_position *p;
    const struct lm_pair_request *request;
    struct lm_arena *arena;
    struct lm_pairing *pairing;
    uint32_t *left; /* seats yet to be paired, ascending */
    uint32_t left_count;
    struct lm_bracket *brackets;
};

static bool wants_reasons(const struct round *r)
{
    return r->request->want >= LM_WANT_REASONS;
}

static void add_pair(struct round *r, uint32_t a, uint32_t b)
{
    uint32_t x = a < b ? a : b, y = a < b ? b : a;
    bool tie = r->rules->is_first != NULL && r->p->seats[x].score == r->p->seats[y].score;
    bool first_is_x = !tie || r->rules->is_first(r->p, x, y);
    const struct lm_seat *higher = &r->p->seats[first_is_x ? x : y];
    const struct lm_seat *other = &r->p->seats[first_is_x ? y : x];
    uint8_t rule;
    bool white = r->rules->gets_white(r->p, higher, other, &rule);
    struct lm_pair *pair = &r->pairing->pairs[r->pairing->pair_count++];
    *pair = lm_pair_of(r->p, x, y, white == first_is_x, r->pairing->bracket_count);
    pair->colour_rule = rule;
}

/* ---- The bye (art. 3.4) ---- */

/* Art. 3.4.2 to 3.4.4: does ${a} get the bye rather than ${b}?  Store which of them decides, from
 * 0. */
static bool before_for_bye(const struct lm_seat *a, const struct lm_seat *b, uint8_t *rule)
{
    *rule = 0;
    if (a->score != b->score)
        return a->score < b->score;
    *rule = 1;
    if (a->meetings != b->meetings)
        return a->meetings > b->meetings;
    *rule = 2;
    return a->tpn > b->tpn;
}

/* Write the finding about the bye: the row of art. 3.4 that decided. */
static enum lm_status explain_bye(struct round *r, uint32_t receiver, uint8_t rule)
{
    struct lm_finding *finding = lm_arena_alloc(r->arena, 1, sizeof *finding);
    uint32_t *player = lm_players_of(r->p, &receiver, 1, r->arena);
    if (finding == NULL || player == NULL)
        return LM_LIMIT;
    *finding = (struct lm_finding){.rule = (uint8_t)(r->rules->pab + rule),
                                   .about = LM_WHY_BYE,
                                   .players = player,
                                   .player_count = 1};
    r->brackets[r->pairing->bracket_count] = (struct lm_bracket){
        .score = r->p->seats[receiver].score,
        .residents = player,
        .resident_count = 1,
        .floaters = player,
        .floater_count = 1,
        .findings = finding,
        .finding_count = 1,
    };
    return LM_OK;
}

/* Store in ${leaves}[seat] whether the others can all be paired without that player (art.
 * 3.4.1). */
static enum lm_status find_who_can_be_left_out(const struct round *r, bool *leaves)
{
    struct lm_graph graph;
    struct lm_matching *matching;
    const uint32_t count = r->left_count;
    memset(leaves, true, count * sizeof *leaves);
    if (lm_completes_by_counting(count - 1, lm_most_barred(r->p, r->left, count)))
        return LM_OK;
    enum lm_status status = lm_meeting_graph(r->p, r->left, count, r->arena, &graph);
    if (status == LM_OK)
        status = lm_matching_new(&matching, r->arena, &graph);
    if (status != LM_OK)
        return status;
    lm_matching_even_set(matching, leaves);
    if (lm_matching_alone(matching) != 1)
        memset(leaves, false, count * sizeof *leaves);
    return LM_OK;
}

/* Art. 3.4: return the seat that gets the bye, of those that ${can} have it; LM_NOBODY: none. */
static uint32_t first_for_bye(const struct round *r, const bool *can)
{
    uint8_t rule;
    uint32_t first = LM_NOBODY;
    for (uint32_t s = 0; s < r->left_count; s++)
        if (can[s] &&
            (first == LM_NOBODY || before_for_bye(&r->p->seats[s], &r->p->seats[first], &rule)))
            first = s;
    return first;
}

/* Return the last of art. 3.4.2 to 3.4.4 that was needed to prefer ${receiver}. */
static uint8_t rule_of_bye(const struct round *r, const bool *can, uint32_t receiver)
{
    uint8_t last = 0, rule;
    for (uint32_t s = 0; s < r->left_count; s++)
        if (can[s] && s != receiver) {
            before_for_bye(&r->p->seats[receiver], &r->p->seats[s], &rule);
            last = rule > last ? rule : last;
        }
    return last;
}

static enum lm_status choose_bye(const struct round *r, uint32_t *receiver, uint8_t *rule)
{
    bool *can = lm_arena_alloc(r->arena, r->left_count, sizeof *can);
    enum lm_status status = can != NULL ? find_who_can_be_left_out(r, can) : LM_LIMIT;
    if (status != LM_OK)
        return status;
    for (uint32_t s = 0; s < r->left_count; s++)
        can[s] &= !r->p->seats[s].pab_barred;
    *receiver = first_for_bye(r, can);
    if (*receiver == LM_NOBODY)
        return LM_NO_PAIRING;
    *rule = rule_of_bye(r, can, *receiver);
    return LM_OK;
}

/* Assign the bye (art. 3.3.2, step 1). */
static enum lm_status assign_bye(struct round *r, uint32_t *receiver, uint8_t *rule)
{
    bool all;
    enum lm_status status = LM_OK;
    *receiver = LM_NOBODY;
    if (r->left_count % 2 == 0) {
        status = lm_all_can_meet(r->p, r->left, r->left_count, r->arena, &all);
        return status == LM_OK && !all ? LM_NO_PAIRING : status;
    }
    struct lm_mark mark = lm_arena_mark(r->arena);
    status = choose_bye(r, receiver, rule);
    lm_arena_reset(r->arena, mark);
    if (status != LM_OK)
        return status;
    memmove(r->left + *receiver, r->left + *receiver + 1,
            (r->left_count - *receiver - 1) * sizeof *r->left);
    r->left_count--;
    return LM_OK;
}

static enum lm_status add_bye(struct round *r, uint32_t receiver, uint8_t rule)
{
    r->pairing->pairs[r->pairing->pair_count++] =
        lm_pair_of(r->p, receiver, LM_NOBODY, true, r->pairing->bracket_count);
    enum lm_status status = wants_reasons(r) ? explain_bye(r, receiver, rule) : LM_OK;
    r->pairing->bracket_count++;
    return status;
}

/* ---- Brackets ---- */

/* Do the two fall short of ${rule}, one of the criteria on colours, which follow [C7]? */
static bool falls_short(const struct lm_position *p, uint8_t rule, uint32_t a, uint32_t b)
{
    return rule == UP_C7 + 1 ? lm_up_same_wish(p, a, b) : lm_up_same_strong_wish(p, a, b);
}

/* Write the seats of ${b} that fall short of ${rule} to ${seats}; return how many. */
static uint32_t concerned_by(const struct round *r, const struct lm_up_bracket *b, uint8_t rule,
                             uint32_t *seats)
{
    uint32_t count = 0;
    for (uint32_t i = 0; rule < UP_C7 && i < b->upfloater_count; i++)
        seats[count++] = b->upfloaters[i];
    for (uint32_t i = 0; rule == UP_C7 && i < b->upfloater_count; i++)
        if (lm_up_was_floater(r->p, b->upfloaters[i]))
            seats[count++] = b->upfloaters[i];
    uint32_t pairs = (b->resident_count + b->upfloater_count) / 2;
    int32_t score = r->p->seats[b->residents[0]].score;
    for (uint32_t i = 0; rule > UP_C7 && i < pairs; i++)
        for (int side = 0; side < 2; side++) {
            uint32_t seat = b->pairs[i][side], other = b->pairs[i][1 - side];
            if (rule == r->rules->opponents
                    ? r->p->seats[other].score != score && lm_up_was_floater(r->p, seat)
                    : side == 0 && falls_short(r->p, rule, seat, other))
                seats[count++] = seat;
        }
    return count;
}

/* Fill in a finding: a list of scores for [C5], a count for the others. */
static enum lm_status fill_finding(const struct round *r, const struct lm_up_bracket *b,
                                   uint8_t rule, struct lm_finding *finding, bool *short_of)
{
    uint32_t *seats =
        lm_arena_alloc(r->arena, b->resident_count + b->upfloater_count, sizeof *seats);
    if (seats == NULL)
        return LM_LIMIT;
    uint32_t count = concerned_by(r, b, rule, seats);
    uint32_t values = rule == UP_C5 ? count : 1;
    int32_t *value = lm_arena_alloc(r->arena, values, sizeof *value);
    uint32_t *players = lm_players_of(r->p, seats, count, r->arena);
    if (value == NULL || players == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < values; i++)
        value[i] = rule == UP_C5   ? r->p->seats[seats[i]].score
                   : rule == UP_C6 ? (int32_t)b->upfloaters_after
                                   : (int32_t)count;
    *finding = (struct lm_finding){.rule = (uint8_t)rule,
                                   .about = rule <= UP_C5 ? LM_WHY_FLOAT : LM_WHY_WISH,
                                   .values = value,
                                   .value_count = values,
                                   .players = players,
                                   .player_count = count};
    *short_of = rule == UP_C6 ? b->upfloaters_after > 0 : count > 0;
    return LM_OK;
}

static enum lm_status explain_bracket(struct round *r, const struct lm_up_bracket *b)
{
    struct lm_finding *findings =
        lm_arena_alloc(r->arena, (size_t)r->rules->opponents - UP_C4 + 1, sizeof *findings);
    uint32_t *residents = lm_players_of(r->p, b->residents, b->resident_count, r->arena);
    uint32_t *moved = lm_players_of(r->p, b->upfloaters, b->upfloater_count, r->arena);
    if (findings == NULL || residents == NULL || moved == NULL)
        return LM_LIMIT;
    size_t count = 0;
    for (uint8_t rule = UP_C4; rule <= r->rules->opponents; rule++) {
        bool short_of = false;
        enum lm_status status = fill_finding(r, b, rule, &findings[count], &short_of);
        if (status != LM_OK)
            return status;
        count += short_of;
    }
    r->brackets[r->pairing->bracket_count] = (struct lm_bracket){
        .score = r->p->seats[b->residents[0]].score,
        .residents = residents,
        .resident_count = b->resident_count,
        .moved = moved,
        .moved_count = b->upfloater_count,
        .findings = findings,
        .finding_count = count,
    };
    return LM_OK;
}

/* Explain the pairs of ${b}, the last ones entered, and the alternatives. */
static enum lm_status explain_pairs(struct round *r, const struct lm_up_bracket *b)
{
    uint32_t count = (b->resident_count + b->upfloater_count) / 2;
    struct lm_pair *pairs = r->pairing->pairs + r->pairing->pair_count - count;
    return lm_up_explain(r->rules, b, r->request, pairs, &r->brackets[r->pairing->bracket_count]);
}

/* Return the end of the highest scoregroup of ${left} from ${start} on. */
static uint32_t end_of_group(const struct round *r, uint32_t start)
{
    uint32_t end = start;
    int32_t score = start < r->left_count ? r->p->seats[r->left[start]].score : 0;
    while (end < r->left_count && r->p->seats[r->left[end]].score == score)
        end++;
    return end;
}

/* Take the bracket's members out of ${left}. */
static void leave(struct round *r, const struct lm_up_bracket *b)
{
    uint32_t kept = 0, next = 0;
    for (uint32_t i = b->resident_count; i < r->left_count; i++) {
        bool taken = next < b->upfloater_count && r->left[i] == b->upfloaters[next];
        next += taken;
        if (!taken)
            r->left[kept++] = r->left[i];
    }
    r->left_count = kept;
}

/* Pair the top scoregroup (art. 3.3.2, step 2).  ${following}: the next lower score of the round,
 * even if no player of it is left. */
static enum lm_status pair_top_scoregroup(struct round *r, uint32_t *upfloaters,
                                          uint32_t (*pairs)[2], int32_t following)
{
    uint32_t end = end_of_group(r, 0), next = end_of_group(r, end);
    bool empty = end == r->left_count || r->p->seats[r->left[end]].score != following;
    struct lm_up_bracket b = {
        .p = r->p,
        .arena = r->arena,
        .colours = r->rules->colours,
        .residents = r->left,
        .resident_count = end,
        .lower = r->left + end,
        .lower_count = r->left_count - end,
        .following = empty ? 0 : next - end,
        .upfloaters = upfloaters,
        .pairs = pairs,
    };
    enum lm_status status = lm_up_choose(&b);
    if (status == LM_OK)
        status = lm_up_pair_bracket(&b);
    if (status != LM_OK)
        return status;
    for (uint32_t i = 0; i < (b.resident_count + b.upfloater_count) / 2; i++)
        add_pair(r, pairs[i][0], pairs[i][1]);
    if (wants_reasons(r))
        status = explain_bracket(r, &b);
    if (wants_reasons(r) && status == LM_OK)
        status = explain_pairs(r, &b);
    if (status != LM_OK)
        return status;
    r->pairing->bracket_count++;
    leave(r, &b);
    return LM_OK;
}

static enum lm_status pair_brackets(struct round *r)
{
    uint32_t count = r->left_count;
    uint32_t *upfloaters = lm_arena_alloc(r->arena, count, sizeof *upfloaters);
    uint32_t(*pairs)[2] = lm_arena_alloc(r->arena, count, sizeof *pairs);
    int32_t *scores = lm_arena_alloc(r->arena, (size_t)count + 1, sizeof *scores);
    if (upfloaters == NULL || pairs == NULL || scores == NULL)
        return LM_LIMIT;
    uint32_t groups = 0;
    for (uint32_t i = 0; i < count; i = end_of_group(r, i))
        scores[groups++] = r->p->seats[r->left[i]].score;
    for (uint32_t g = 0; g < groups; g++) {
        if (r->left_count == 0 || r->p->seats[r->left[0]].score != scores[g])
            continue; /* all of it floated up */
        int32_t following = g + 1 < groups ? scores[g + 1] : scores[g];
        enum lm_status status = pair_top_scoregroup(r, upfloaters, pairs, following);
        if (status != LM_OK)
            return status;
    }
    return LM_OK;
}

static enum lm_status prepare(struct round *r)
{
    uint32_t count = r->p->seat_count;
    r->pairing = lm_arena_alloc(r->arena, 1, sizeof *r->pairing);
    r->left = lm_arena_alloc(r->arena, count, sizeof *r->left);
    r->brackets = lm_arena_alloc(r->arena, (size_t)count + 1, sizeof *r->brackets);
    struct lm_pair *pairs = lm_arena_alloc(r->arena, (size_t)count / 2 + 1, sizeof *pairs);
    if (r->pairing == NULL || r->left == NULL || r->brackets == NULL || pairs == NULL)
        return LM_LIMIT;
    for (uint32_t s = 0; s < count; s++)
        r->left[s] = s;
    r->left_count = count;
    *r->pairing = (struct lm_pairing){.round = r->p->round, .pairs = pairs};
    return LM_OK;
}

enum lm_status lm_up_pair_round(const struct lm_up_rules *rules, const struct lm_position *position,
                                const struct lm_pair_request *request, struct lm_arena *arena,
                                struct lm_log *log, struct lm_pairing **out)
{
    struct round r = {.rules = rules, .p = position, .request = request, .arena = arena};
    uint32_t receiver;
    uint8_t rule = 0;
    enum lm_status status = prepare(&r);
    if (status == LM_OK)
        status = assign_bye(&r, &receiver, &rule);
    if (status == LM_NO_PAIRING) {
        struct lm_obstacles obstacles = {.position = position, .where = rules->where};
        return lm_say_impossible(&obstacles, NULL, arena, log);
    }
    if (status == LM_OK)
        status = pair_brackets(&r);
    if (status == LM_OK && receiver != LM_NOBODY)
        status = add_bye(&r, receiver, rule);
    if (status != LM_OK)
        return status;
    if (wants_reasons(&r))
        r.pairing->brackets = r.brackets;
    *out = r.pairing;
    return LM_OK;
}
