/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/what_if.h"

#include <string.h>

#include "graph/matching.h"
#include "limmat/check.h"
#include "pairing/forced.h"
#include "pairing/judge.h"

/*
 * The system's judge compares the pairing with the prescribed pair and the actual one.  Where they
 * differ under a rule, the answer is that rule and the players it concerns.  Where they don't, the
 * order decides, and the answer is the first player with another opponent.
 */

enum { FIELD_LEFT_OVER = 2000 };

struct asked {
    const struct lm_system *system; /* of the round */
    const struct lm_position *p;
    const struct lm_pairing *pairing, *with;
    const struct lm_prescription *wanted; /* NULL: nothing is prescribed */
    struct lm_arena *arena;
    struct lm_alternative *out;
};

/* Return the opponent of ${player} in ${pairing}; LM_NOBODY: none. */
static uint32_t opponent_in(const struct lm_pairing *pairing, uint32_t player)
{
    uint32_t board;
    const struct lm_pair *pair = lm_pairing_of_player(pairing, player, &board);
    return pair == NULL ? LM_NOBODY : pair->white == player ? pair->black : pair->white;
}

/* Return the player with the bye in ${pairing}; LM_NOBODY: none. */
static uint32_t receiver_in(const struct lm_pairing *pairing)
{
    for (uint32_t i = 0; i < pairing->pair_count; i++)
        if (pairing->pairs[i].black == LM_NOBODY)
            return pairing->pairs[i].white;
    return LM_NOBODY;
}

/* --- no pairing has it */

/* Do the colours of the two seats forbid that they meet? */
static bool is_closed(const struct asked *a, uint32_t x, uint32_t y)
{
    return a->system->closed != NULL && a->system->closed(a->p, x, y);
}

/* Does the prescription let the seat ${x} meet ${y} (LM_NOBODY: have the bye)? */
static bool is_wanted(const struct asked *a, uint32_t x, uint32_t y)
{
    return a->wanted == NULL || x == LM_NOBODY || a->p->seats[x].player != a->wanted->player ||
           lm_is_among(a->wanted->others, a->wanted->other_count,
                       y == LM_NOBODY ? LM_NOBODY : a->p->seats[y].player);
}

/* Can the two seats meet?  LM_NOBODY is the bye. */
static bool is_open(const struct asked *a, uint32_t x, uint32_t y)
{
    if (!is_wanted(a, x, y) || !is_wanted(a, y, x))
        return false;
    if (x == LM_NOBODY || y == LM_NOBODY)
        return !a->p->seats[x == LM_NOBODY ? y : x].pab_barred;
    return !lm_is_barred(a->p, x, y) && !is_closed(a, x, y);
}

/* Build the graph of legal pairs of the ${count} ${seats}. */
static enum lm_status graph_of(const struct asked *a, const uint32_t *seats, uint32_t count,
                               struct lm_graph *out)
{
    size_t *start = lm_arena_alloc(a->arena, (size_t)count + 1, sizeof *start), used = 0;
    int32_t *list = lm_arena_alloc(a->arena, (size_t)count * count, sizeof *list);
    if (start == NULL || list == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++) {
        start[i] = used;
        for (uint32_t k = 0; k < count; k++)
            if (k != i && is_open(a, seats[i], seats[k]))
                list[used++] = (int32_t)k;
    }
    start[count] = used;
    *out = (struct lm_graph){
        .form = LM_GRAPH_EDGES, .vertices = (int32_t)count, .start = start, .list = list};
    return LM_OK;
}

static enum lm_status name_left_over(const struct asked *a, const uint32_t *seats, uint32_t count,
                                     struct lm_forced *out)
{
    int32_t *mate = lm_arena_alloc(a->arena, (size_t)count + 1, sizeof *mate);
    struct lm_graph graph;
    enum lm_status status = mate == NULL ? LM_LIMIT : graph_of(a, seats, count, &graph);
    if (status == LM_OK)
        status = lm_matching_largest(mate, a->arena, &graph);
    for (uint32_t i = 0; i < count && status == LM_OK; i++)
        if (mate[i] == LM_ALONE && seats[i] != LM_NOBODY)
            lm_forced_hurts(out, a->p->seats[seats[i]].player, LM_NOBODY);
    return status;
}

enum lm_status lm_name_left_over(const struct lm_system *system, const struct lm_position *p,
                                 const uint32_t *seats, uint32_t count, struct lm_arena *arena,
                                 struct lm_forced *out)
{
    return name_left_over(&(struct asked){.system = system, .p = p, .arena = arena}, seats, count,
                          out);
}

/* Name some players who would be left over; none in a field too large for that. */
static enum lm_status find_left_over(const struct asked *a)
{
    const struct lm_position *p = a->p;
    bool leaves = a->out->opponent == LM_NOBODY && a->wanted->other_count > 0 &&
                  a->wanted->others[0] != LM_NOBODY;
    uint32_t count = 0;
    uint32_t *seats = lm_arena_alloc(a->arena, (size_t)p->seat_count + 1, sizeof *seats);
    if (seats == NULL)
        return LM_LIMIT;
    if (p->seat_count > FIELD_LEFT_OVER)
        return LM_OK;
    for (uint32_t s = 0; s < p->seat_count; s++)
        if (leaves ||
            (p->seats[s].player != a->out->player && p->seats[s].player != a->out->opponent))
            seats[count++] = s;
    if (count % 2 == 1)
        seats[count++] = LM_NOBODY;
    return name_left_over(a, seats, count, &a->out->forced);
}

uint8_t lm_rule_with(const struct lm_system *system, const char *reason, uint8_t other)
{
    for (uint8_t rule = 0; system->criteria[rule].code != NULL; rule++)
        if (system->criteria[rule].reason != NULL &&
            strcmp(system->criteria[rule].reason, reason) == 0)
            return rule;
    return other;
}

static enum lm_status answer_impossible(const struct asked *a)
{
    bool closed = a->out->opponent != LM_NOBODY &&
                  is_closed(a, a->p->seat_of[a->out->player], a->p->seat_of[a->out->opponent]);
    const char *reason = closed ? "obstacle.same-absolute" : "obstacle.rest";
    a->out->rule = a->out->forced.rule = lm_rule_with(a->system, reason, a->system->completion);
    return closed ? LM_OK : find_left_over(a);
}

/* --- a rule decides */

static bool is_hurt(const struct lm_forced *forced, uint32_t player)
{
    for (size_t i = 0; i < forced->hurt_count && i < LM_FORCED_NAMED; i++)
        if (forced->hurt[i].opponent == player)
            return true;
    return false;
}

static int32_t value_of(const struct lm_finding *finding, size_t i)
{
    return finding != NULL && i < finding->value_count ? finding->values[i] : 0;
}

static bool is_member(const struct lm_bracket *bracket, uint32_t player)
{
    return lm_is_among(bracket->moved, bracket->moved_count, player) ||
           lm_is_among(bracket->residents, bracket->resident_count, player);
}

/* Name the players of ${then} who are not among ${now}, of ${score} if that is not LM_NO_POINTS. */
static void hurt_comers(const struct asked *a, const uint32_t *then, size_t then_count,
                        const uint32_t *now, size_t now_count, int32_t score)
{
    for (size_t i = 0; i < then_count; i++) {
        int32_t own = a->p->seats[a->p->seat_of[then[i]]].score;
        if (!lm_is_among(now, now_count, then[i]) && (score == LM_NO_POINTS || own == score))
            lm_forced_hurts(&a->out->forced, then[i], LM_NOBODY);
    }
}

/* Name the players who move with the prescription but not now, here or in the next bracket.  A
 * judge only counts who moves, or compares their scores (negative where the higher is the
 * better). */
static void name_movers(const struct asked *a, const struct lm_separation *s)
{
    const struct lm_bracket *now = &s->expected->brackets[s->bracket];
    const struct lm_bracket *then = &s->found->brackets[s->bracket];
    bool next =
        s->bracket + 1 < s->expected->bracket_count && s->bracket + 1 < s->found->bracket_count;
    const struct lm_forced *f = &a->out->forced;
    size_t with = (size_t)f->with, without = (size_t)f->without;
    bool scores = f->with < 0 || (f->with == 0 && f->without < 0);
    if (scores)
        hurt_comers(a, then->moved, then->moved_count, now->moved, now->moved_count, -f->with);
    else if (with == then->moved_count && without == now->moved_count)
        hurt_comers(a, then->moved, with, now->moved, without, LM_NO_POINTS);
    else if (with == then->floater_count && without == now->floater_count)
        hurt_comers(a, then->floaters, with, now->floaters, without, LM_NO_POINTS);
    else if (next && with == then[1].moved_count && without == now[1].moved_count)
        hurt_comers(a, then[1].moved, with, now[1].moved, without, LM_NO_POINTS);
    else if (next && with == then[1].floater_count && without == now[1].floater_count)
        hurt_comers(a, then[1].floaters, with, now[1].floaters, without, LM_NO_POINTS);
}

/* Return the points between ${player} and its opponent in ${round}; without one, its own. */
static int32_t gap_in(const struct asked *a, const struct lm_pairing *round, uint32_t player)
{
    uint32_t opponent = opponent_in(round, player);
    int32_t own = a->p->seats[a->p->seat_of[player]].score;
    int32_t theirs = opponent == LM_NOBODY ? 0 : a->p->seats[a->p->seat_of[opponent]].score;
    return own < theirs ? theirs - own : own - theirs;
}

/* Name those whom the rule of ${then} concerns and who are further from their opponents. */
static void name_further(const struct asked *a, const struct lm_finding *then)
{
    for (size_t i = 0; then != NULL && i < then->player_count; i++)
        if (gap_in(a, a->with, then->players[i]) > gap_in(a, a->pairing, then->players[i]))
            lm_forced_hurts(&a->out->forced, then->players[i],
                            opponent_in(a->with, then->players[i]));
}

/* Name the players who meet again against the rules; in Keizer (3.5) only those who meet sooner
 * than any do now. */
static void name_rematches(const struct asked *a)
{
    const uint32_t *seat_of = a->p->seat_of;
    for (uint32_t i = 0; i < a->with->pair_count; i++) {
        const struct lm_pair *pair = &a->with->pairs[i];
        uint32_t met = pair->black == LM_NOBODY
                           ? 0
                           : lm_round_met(a->p, seat_of[pair->white], seat_of[pair->black]);
        bool latest = a->system->rules.apart == NULL || met == (uint32_t)a->out->forced.with;
        if (met > 0 && latest && opponent_in(a->pairing, pair->white) != pair->black &&
            lm_is_barred(a->p, seat_of[pair->white], seat_of[pair->black]))
            lm_forced_hurts(&a->out->forced, pair->white, pair->black);
    }
}

/* Does ${player} have the bye or an opponent with fewer points in the prescribed round? */
static bool moves_down(const struct asked *a, uint32_t player)
{
    uint32_t opponent = opponent_in(a->with, player);
    const uint32_t *seat_of = a->p->seat_of;
    return opponent == LM_NOBODY ||
           a->p->seats[seat_of[opponent]].score < a->p->seats[seat_of[player]].score;
}

/* Name the players whom the rule of ${then} concerns, and whom it did not concern in ${now}. */
static void name_hurt(const struct asked *a, const struct lm_separation *s,
                      const struct lm_finding *now, const struct lm_finding *then)
{
    const struct lm_bracket *bracket = &s->found->brackets[s->bracket];
    const struct lm_rule *rule = &a->system->criteria[s->rule];
    struct lm_forced *forced = &a->out->forced;
    bool pairs = rule->own != NULL && strcmp(rule->own, "float.fewer-pairs") == 0;
    for (size_t k = 0; then != NULL && k < then->player_count; k++) {
        uint32_t player = then->players[k], opponent = opponent_in(a->with, player);
        if (!(now != NULL && lm_is_among(now->players, now->player_count, player)) &&
            !is_hurt(forced, player) && (!pairs || moves_down(a, player)))
            lm_forced_hurts(forced, player, is_member(bracket, opponent) ? opponent : LM_NOBODY);
    }
    if (forced->hurt_count == 0 && rule->reason != NULL &&
        strcmp(rule->reason, "obstacle.met") == 0)
        name_rematches(a);
    else if (forced->hurt_count == 0)
        name_movers(a, s);
    if (forced->hurt_count == 0 && then != NULL && then->value_count == then->player_count)
        name_further(a, then);
    uint32_t bye = receiver_in(a->with);
    if (forced->hurt_count == 0 && bye != LM_NOBODY && bye != receiver_in(a->pairing) &&
        lm_rule_is_of_bye(rule))
        lm_forced_hurts(forced, bye, LM_NOBODY);
}

/* --- falls (C.04.3 art. 2.4.13, 2.4.15 of 2026) */

/* Is the rule about how far those who were moved down again fall? */
static bool is_of_falls(const struct lm_system *system, uint8_t rule)
{
    static const char title[] = "score differences of those moved down again";
    return strncmp(system->criteria[rule].title, title, sizeof title - 1) == 0;
}

/* Return the next lower number after ${before} of those whom ${finding} of ${bracket} concerns and
 * who leave it (${leave}: their scores), or are paired in it (their falls); ${*count}: how many. */
static int32_t next_fall(const struct asked *a, const struct lm_pairing *round,
                         const struct lm_bracket *bracket, const struct lm_finding *finding,
                         bool leave, int32_t before, int32_t *count)
{
    int32_t next = -1;
    *count = 0;
    for (size_t i = 0; finding != NULL && i < finding->player_count; i++) {
        uint32_t player = finding->players[i];
        int32_t own = leave ? a->p->seats[a->p->seat_of[player]].score : gap_in(a, round, player);
        if (lm_is_among(bracket->floaters, bracket->floater_count, player) != leave ||
            own >= before || own < next)
            continue;
        *count = own > next ? 1 : *count + 1;
        next = own;
    }
    return next;
}

/* Compare the falls of ${s}.  A player who leaves the bracket falls further than any who is paired
 * in it: how far is known only further down.  ${*with}, ${*without}: how many leave with the
 * highest score that differs; or how far the first falls who is paired.  0: they are the same. */
static int compare_falls(const struct asked *a, const struct lm_separation *s, int32_t *with,
                         int32_t *without)
{
    const struct lm_bracket *x = &s->expected->brackets[s->bracket];
    const struct lm_bracket *y = &s->found->brackets[s->bracket];
    const struct lm_finding *now = lm_finding_under(x, s->rule);
    const struct lm_finding *then = lm_finding_under(y, s->rule);
    for (int leave = 1; leave >= 0; leave--)
        for (int32_t before = INT32_MAX, of_now, of_then; before >= 0;) {
            int32_t a_fall = next_fall(a, a->pairing, x, now, leave, before, &of_now);
            int32_t b_fall = next_fall(a, a->with, y, then, leave, before, &of_then);
            before = a_fall > b_fall ? a_fall : b_fall;
            *without = a_fall < before ? 0 : of_now;
            *with = b_fall < before ? 0 : of_then;
            if (*with == *without)
                continue;
            if (!leave && a_fall != b_fall) {
                *without = a_fall < 0 ? 0 : a_fall;
                *with = b_fall < 0 ? 0 : b_fall;
            }
            return *with > *without ? -1 : 1;
        }
    return 0;
}

static void answer_by_rule(const struct asked *a, const struct lm_separation *s)
{
    const struct lm_finding *now = lm_finding_under(&s->expected->brackets[s->bracket], s->rule);
    const struct lm_finding *then = lm_finding_under(&s->found->brackets[s->bracket], s->rule);
    struct lm_forced *forced = &a->out->forced;
    size_t i = 0,
           most = (now == NULL ? 0 : now->value_count) + (then == NULL ? 0 : then->value_count);
    while (i < most && value_of(now, i) == value_of(then, i))
        i++;
    a->out->rule = forced->rule = s->rule;
    forced->decided = true;
    forced->with = value_of(then, i);
    forced->without = value_of(now, i);
    if (is_of_falls(a->system, s->rule))
        compare_falls(a, s, &forced->with, &forced->without);
    name_hurt(a, s, now, then);
}

/* Does ${finding} report the number of players who move, or their scores? */
static bool is_of_movers(const struct lm_system *system, const struct lm_finding *finding)
{
    return finding->about == LM_WHY_FLOAT ||
           strcmp(system->criteria[finding->rule].title, "scores of those who leave it") == 0;
}

/* Find the first rule about movers under which ${found} is worse in bracket ${number}; false:
 * none. */
static bool worse_movers(const struct lm_system *system, const struct lm_separation *s,
                         size_t number, uint8_t *rule)
{
    if (number >= s->expected->bracket_count || number >= s->found->bracket_count)
        return false;
    const struct lm_bracket *now = &s->expected->brackets[number];
    const struct lm_bracket *then = &s->found->brackets[number];
    for (size_t k = 0; k < then->finding_count; k++) {
        const struct lm_finding *y = &then->findings[k], *x = lm_finding_under(now, y->rule);
        for (size_t i = 0; is_of_movers(system, y) && i < y->value_count; i++)
            if (value_of(x, i) != value_of(y, i)) {
                *rule = y->rule;
                return value_of(x, i) < value_of(y, i);
            }
    }
    return false;
}

/* Settle a bound.  A judge only has a bound of what a bracket leaves to the next one, so the result
 * of the next one decides: where it is worse, the bracket above is worse by that.  ${*next}: the
 * rule of the next bracket that shows it. */
static bool settle_bound(const struct lm_system *system, struct lm_separation *s, uint8_t *next)
{
    size_t first = s->bracket == 0 ? 0 : s->bracket - 1;
    for (size_t b = first; b <= s->bracket; b++) {
        const struct lm_bracket *now = &s->expected->brackets[b];
        const struct lm_finding *bound = NULL;
        for (size_t k = 0; k < now->finding_count && bound == NULL; k++)
            bound = now->findings[k].bound ? &now->findings[k] : NULL;
        bool before = b < s->bracket || (bound != NULL && bound->rule < s->rule);
        if (bound == NULL || !before || !worse_movers(system, s, b + 1, next))
            continue;
        s->bracket = b;
        s->rule = bound->rule;
        s->order = -1;
        return true;
    }
    return false;
}

/* Do the two differ in how far the same players, of whom the same ones leave the bracket, fall?
 * That is decided further down, where it appears on its own. */
static bool falls_later(const struct lm_separation *s)
{
    const struct lm_bracket *x = &s->expected->brackets[s->bracket];
    const struct lm_bracket *y = &s->found->brackets[s->bracket];
    const struct lm_finding *now = lm_finding_under(x, s->rule);
    const struct lm_finding *then = lm_finding_under(y, s->rule);
    bool same = now != NULL && then != NULL && now->player_count == then->player_count;
    bool leaves = false;
    for (size_t i = 0; same && i < then->player_count; i++) {
        bool left = lm_is_among(x->floaters, x->floater_count, then->players[i]);
        same = lm_is_among(now->players, now->player_count, then->players[i]) &&
               left == lm_is_among(y->floaters, y->floater_count, then->players[i]);
        leaves |= left;
    }
    bool last = s->bracket + 1 == s->found->bracket_count;
    return same && leaves && !last && then->about == LM_WHY_WISH;
}

/* Do the two differ in a bound? */
static bool is_bound(const struct lm_separation *s)
{
    const struct lm_finding *then = lm_finding_under(&s->found->brackets[s->bracket], s->rule);
    return then != NULL && then->bound;
}

/* Do the two differ in the games that the bye's player missed? */
static bool is_of_missed_games(const struct lm_system *system, const struct lm_separation *s)
{
    const char *reason = system->criteria[s->rule].reason;
    return reason != NULL && strcmp(reason, "obstacle.missed") == 0;
}

/* Does only one player leave the bracket, in both? */
static bool leaves_alone(const struct lm_separation *s)
{
    return s->expected->brackets[s->bracket].floater_count == 1 &&
           s->found->brackets[s->bracket].floater_count == 1;
}

/* Do the two differ in a bound that the next bracket does not confirm, or in the bye's player, who
 * is of this bracket in only one of them, or leaves it with others? */
static bool is_unproven(const struct lm_system *system, const struct lm_separation *s)
{
    const struct lm_finding *now = lm_finding_under(&s->expected->brackets[s->bracket], s->rule);
    const struct lm_finding *then = lm_finding_under(&s->found->brackets[s->bracket], s->rule);
    const struct lm_finding *one = now != NULL ? now : then;
    uint8_t next;
    if ((now == NULL || then == NULL) && one->about == LM_WHY_BYE && one->player_count > 0)
        return true;
    if (is_of_missed_games(system, s) && !leaves_alone(s))
        return true;
    return is_bound(s) && !worse_movers(system, s, s->bracket + 1, &next);
}

/* Do the two differ in who comes up to the next bracket, where none comes up to this one?  This
 * bracket chose none, so that is decided further down. */
static bool is_for_next(const struct lm_system *system, const struct lm_separation *s)
{
    const struct lm_bracket *now = &s->expected->brackets[s->bracket];
    const struct lm_bracket *then = &s->found->brackets[s->bracket];
    return now->moved_count == 0 && then->moved_count == 0 &&
           strcmp(system->criteria[s->rule].title,
                  "upfloaters that the following scoregroup will need") == 0;
}

/* Do the two differ in a fact that no rule prefers: how the group is divided, or whose due colour
 * is the other one? */
static bool is_fact(const struct lm_separation *s)
{
    const struct lm_finding *now = lm_finding_under(&s->expected->brackets[s->bracket], s->rule);
    const struct lm_finding *then = lm_finding_under(&s->found->brackets[s->bracket], s->rule);
    const struct lm_finding *one = now != NULL ? now : then;
    return one != NULL && (one->about == LM_WHY_OPPONENT || one->about == LM_WHY_COLOUR);
}

/* The next bracket is worse, by its ${rule}: name the players who then move on from it. */
static void answer_by_next(const struct asked *a, const struct lm_separation *s, uint8_t rule)
{
    struct lm_forced *forced = &a->out->forced;
    struct lm_separation next = *s;
    next.bracket++;
    next.rule = rule;
    answer_by_rule(a, &next);
    const struct lm_finding *now = lm_finding_under(&s->expected->brackets[next.bracket], rule);
    const struct lm_finding *then = lm_finding_under(&s->found->brackets[next.bracket], rule);
    bool counts = then->value_count == 1 && (size_t)then->values[0] == then->player_count &&
                  (now == NULL || (size_t)now->values[0] == now->player_count);
    a->out->rule = forced->rule = s->rule;
    forced->with = counts ? forced->with : 1;
    forced->without = counts ? forced->without : 0;
}

/* Return the last bracket of ${pairing} with a finding about the bye; where all values are 0,
 * none. */
static const struct lm_bracket *bracket_of_bye(const struct lm_pairing *pairing)
{
    static const struct lm_bracket nothing = {0};
    for (size_t b = pairing->bracket_count; b-- > 0;)
        for (size_t i = 0; i < pairing->brackets[b].finding_count; i++)
            if (pairing->brackets[b].findings[i].about == LM_WHY_BYE)
                return &pairing->brackets[b];
    return &nothing;
}

/* Answer by the rules that order who has the bye, which come first: if another player then has it,
 * the first of them that differs decides.  false: there are none, or it is the same player. */
static bool answer_by_bye(const struct asked *a, const struct lm_separation *s)
{
    struct lm_pairing now = *s->expected, then = *s->found;
    struct lm_separation bye = {.expected = &now, .found = &then, .order = -1};
    now.brackets = bracket_of_bye(s->expected);
    then.brackets = bracket_of_bye(s->found);
    if (a->system->bye_reason == NULL || receiver_in(a->pairing) == receiver_in(a->with))
        return false;
    now.bracket_count = then.bracket_count = 1;
    for (; a->system->criteria[bye.rule].code != NULL; bye.rule++) {
        int32_t x = value_of(lm_finding_under(now.brackets, bye.rule), 0);
        int32_t y = value_of(lm_finding_under(then.brackets, bye.rule), 0);
        if (lm_rule_is_of_bye(&a->system->criteria[bye.rule]) && x != y) {
            if (x < y)
                answer_by_rule(a, &bye);
            return x < y;
        }
    }
    return false;
}

/* --- the order decides */

/* Would a player of ${line} meet none of ${across}? */
static bool leaves_line(const struct asked *a, const uint32_t *line, const uint32_t *across,
                        size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!lm_is_among(across, count, opponent_in(a->with, line[i])))
            return true;
    return false;
}

/* Return the first pair that is then not made: by bracket, then by the higher of the two. */
static const struct lm_pair *first_broken(const struct asked *a)
{
    const struct lm_pair *first = NULL;
    uint32_t highest = LM_NOBODY;
    for (uint32_t i = 0; i < a->pairing->pair_count; i++) {
        const struct lm_pair *pair = &a->pairing->pairs[i];
        if (opponent_in(a->with, pair->white) == pair->black)
            continue;
        uint32_t seat = a->p->seat_of[pair->white];
        if (pair->black != LM_NOBODY && a->p->seat_of[pair->black] < seat)
            seat = a->p->seat_of[pair->black];
        if (first == NULL || pair->bracket < first->bracket ||
            (pair->bracket == first->bracket && seat < highest)) {
            first = pair;
            highest = seat;
        }
    }
    return first;
}

/* Do the lines of ${bracket} alone show that ${forced} comes later, each top in turn taking the
 * first bottom left? */
static bool lines_show(const struct lm_bracket *bracket, const struct lm_forced *forced)
{
    const struct lm_lines *lines = &bracket->lines;
    if (forced->exchanges || !lm_is_among(lines->tops, lines->count, forced->first))
        return false;
    for (size_t i = 0; i < lines->count; i++)
        if (lines->bottoms[i] == forced->own || lines->bottoms[i] == forced->other)
            return lines->bottoms[i] == forced->own;
    return false;
}

static void answer_by_order(const struct asked *a, bool as_good)
{
    struct lm_forced *forced = &a->out->forced;
    const struct lm_pair *pair = first_broken(a);
    a->out->later = true;
    a->out->rule = lm_rule_with(a->system, "obstacle.rest", a->system->completion);
    if (pair == NULL)
        return;
    bool black =
        pair->black != LM_NOBODY && a->p->seat_of[pair->black] < a->p->seat_of[pair->white];
    forced->first = black ? pair->black : pair->white;
    forced->own = black ? pair->white : pair->black;
    forced->other = opponent_in(a->with, forced->first);
    bool shown = false;
    if (a->pairing->brackets != NULL && pair->bracket < a->pairing->bracket_count) {
        const struct lm_bracket *bracket = &a->pairing->brackets[pair->bracket];
        const struct lm_lines *lines = &bracket->lines;
        forced->exchanges = leaves_line(a, lines->tops, lines->bottoms, lines->count) ||
                            leaves_line(a, lines->bottoms, lines->tops, lines->count);
        shown = as_good && lines_show(bracket, forced);
    }
    if (shown)
        return;
    bool itself = forced->first == a->out->player || forced->first == a->out->opponent;
    uint32_t other = itself && forced->own != LM_NOBODY ? forced->own : forced->first;
    lm_forced_hurts(forced, other, opponent_in(a->with, other));
}

/* --- */

/* Does what the two differ in not decide? */
static bool is_passed(const struct asked *a, struct lm_separation *s)
{
    int32_t with, without;
    if (!is_of_falls(a->system, s->rule))
        return falls_later(s) || is_unproven(a->system, s) || is_for_next(a->system, s);
    s->order = compare_falls(a, s, &with, &without);
    return s->order == 0;
}

/* Find where the two rounds of ${a} differ, by the first rule that can decide; ${*next}: the rule
 * of the next bracket that shows it; if none does, ${*bound} is false. */
static enum lm_status find_parting(const struct asked *a, struct lm_separation *s, bool *bound,
                                   uint8_t *next)
{
    const struct lm_difference d = {.round = a->p->round, .expected = a->pairing, .found = a->with};
    *s = (struct lm_separation){.expected = a->pairing, .found = a->with};
    *bound = false;
    if (a->system->judge == NULL)
        return LM_OK;
    enum lm_status status = lm_separate_at(a->system, a->p, &d, a->arena, s);
    if (status != LM_OK)
        return status;
    struct lm_separation passed = *s; /* the first bound that the next bracket didn't show */
    struct lm_separation missed = *s; /* by games missed, of a player who left with others */
    passed.order = missed.order = 0;
    while (s->order != 0 && (is_fact(s) || is_passed(a, s))) {
        if (passed.order == 0 && s->order < 0 && is_bound(s))
            passed = *s;
        if (is_of_missed_games(a->system, s) && s->order < 0 && !leaves_alone(s))
            missed = *s;
        lm_separate_on(a->system, s);
    }
    /* The actual round cannot be worse by all that decides: the bound did, though the next bracket
     * then came to something else. */
    if (s->order > 0 && passed.order < 0)
        *s = passed;
    /* The last bracket then decides the bye, before colours. */
    bool last = s->bracket + 1 == s->expected->bracket_count && s->rule > missed.rule;
    if (missed.order < 0 && (s->order == 0 || last))
        *s = missed;
    *bound = s->bracket < s->expected->bracket_count && settle_bound(a->system, s, next);
    return LM_OK;
}

/* Answer by the difference of the two rounds of ${a}. */
static enum lm_status answer_found(const struct asked *a, enum lm_found *found)
{
    struct lm_separation s;
    bool bound;
    uint8_t next;
    enum lm_status status = find_parting(a, &s, &bound, &next);
    if (status != LM_OK || (a->system->judge != NULL && answer_by_bye(a, &s)))
        return status;
    if (bound) {
        answer_by_next(a, &s, next);
        return LM_OK;
    }
    const char *reason = a->system->criteria[s.rule].reason;
    bool early = is_of_missed_games(a->system, &s) && leaves_alone(&s) &&
                 s.bracket + 1 < s.found->bracket_count;
    if (a->out->opponent == LM_NOBODY && (s.order > 0 || (s.order < 0 && early)))
        *found = LM_UNDECIDED; /* a judge does not see all effects of the bye */
    /* Where a system goes down a list from the top, its order is itself a rule. */
    if (s.order < 0 && (reason == NULL || strcmp(reason, "order.later") != 0))
        answer_by_rule(a, &s);
    else
        answer_by_order(a, s.order == 0);
    return LM_OK;
}

/* Return the round with ${wanted}: its player meets ${opponent}, or (LM_NOBODY) has the bye or
 * leaves a bracket. */
static enum lm_status ask(const struct lm_system *system, const struct lm_position *p,
                          const struct lm_pairing *pairing, const struct lm_prescription *wanted,
                          uint32_t opponent, struct lm_arena *arena, enum lm_found *found,
                          struct lm_alternative *out, struct lm_pairing **round)
{
    struct lm_pairing *with = NULL;
    *found = LM_UNDECIDED;
    enum lm_status status =
        lm_prescribe(system, p->tournament, p->round, wanted, 1, arena, found, &with);
    if (status != LM_OK || *found == LM_UNDECIDED)
        return status;
    if (round != NULL)
        *round = with;
    *out = (struct lm_alternative){.player = wanted->player,
                                   .opponent = opponent,
                                   .possible = *found == LM_FOUND,
                                   .named = true,
                                   .was_forced = true,
                                   .forced = {.possible = *found == LM_FOUND,
                                              .first = LM_NOBODY,
                                              .own = LM_NOBODY,
                                              .other = LM_NOBODY,
                                              .up = LM_NOBODY,
                                              .down = LM_NOBODY}};
    const struct asked a = {.system = lm_system_in_round(system, p->tournament, p->round),
                            .p = p,
                            .pairing = pairing,
                            .with = with,
                            .wanted = wanted,
                            .arena = arena,
                            .out = out};
    return *found == LM_NONE ? answer_impossible(&a) : answer_found(&a, found);
}

enum lm_status lm_ask_prescribed(const struct lm_system *system, const struct lm_position *p,
                                 const struct lm_pairing *pairing, uint32_t player,
                                 uint32_t opponent, struct lm_arena *arena, enum lm_found *found,
                                 struct lm_alternative *out, struct lm_pairing **with)
{
    const struct lm_prescription pair = {player, &opponent, 1, false};
    return ask(system, p, pairing, &pair, opponent, arena, found, out, with);
}

enum lm_status lm_ask_to_leave(const struct lm_system *system, const struct lm_position *p,
                               const struct lm_pairing *pairing, uint32_t player, int32_t score,
                               struct lm_arena *arena, enum lm_found *found,
                               struct lm_alternative *out, struct lm_pairing **with)
{
    uint32_t *lower = lm_arena_alloc(arena, (size_t)p->seat_count + 1, sizeof *lower);
    struct lm_prescription leaves = {.player = player, .others = lower};
    if (lower == NULL)
        return LM_LIMIT;
    for (uint32_t s = 0; s < p->seat_count; s++)
        if (p->seats[s].score < score)
            lower[leaves.other_count++] = p->seats[s].player;
    if (p->seat_count % 2 == 1 && !p->seats[p->seat_of[player]].pab_barred)
        lower[leaves.other_count++] = LM_NOBODY;
    return ask(system, p, pairing, &leaves, LM_NOBODY, arena, found, out, with);
}

static bool is_paired_in(const struct lm_bracket *bracket, uint32_t player)
{
    return (lm_is_among(bracket->residents, bracket->resident_count, player) ||
            lm_is_among(bracket->moved, bracket->moved_count, player)) &&
           !lm_is_among(bracket->floaters, bracket->floater_count, player);
}

bool lm_parts_above(const struct lm_pairing *pairing, size_t number,
                    const struct lm_alternative *with)
{
    const struct lm_forced *forced = &with->forced;
    for (size_t b = 0; b < number; b++)
        for (size_t i = 0; i < forced->hurt_count && i < LM_FORCED_NAMED; i++)
            if (is_paired_in(&pairing->brackets[b], forced->hurt[i].player) ||
                is_paired_in(&pairing->brackets[b], forced->hurt[i].opponent))
                return forced->possible;
    return false;
}
