/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/explain.h"

#include <string.h>

#include "pairing/forced.h"
#include "pairing/system_rows.h"
#include "pairing/what_if.h"

/*
 * The engine reports what it weighed.  What it calls impossible is impossible for the current
 * bracket, with the pairs above it fixed; to find out whether it is impossible for the round, the
 * round is paired again.
 */

/* In fields up to this size one player gets the same answers as all; in larger ones more is weighed
 * for one player than for all. */
enum { FIELD_WEIGHED_FOR_ALL = 300, BRACKET_WEIGHED_FOR_ALL = 60 };

/* This many rounds are paired again for what an explanation calls impossible. */
enum { ROUNDS_ASKED = 40 };

/* The explanation in progress. */
struct story {
    const struct lm_system *event, *system; /* of the event; of the round */
    const struct lm_position *p;
    struct lm_pairing *pairing;
    struct lm_arena *arena;
    uint32_t player; /* the player who asks; LM_NOBODY: all */
    size_t last;     /* the bracket of the bye */
    uint32_t asked;  /* number of rounds paired again */
};

static bool has_reason(const struct story *s, const struct lm_alternative *other,
                       const char *reason)
{
    const char *message = s->system->criteria[other->rule].reason;
    return message != NULL && strcmp(message, reason) == 0;
}

/* Can ${other} be impossible in its bracket but possible in the round? */
static bool is_open(const struct story *s, size_t bracket, const struct lm_alternative *other)
{
    const struct lm_seat *seat = &s->p->seats[s->p->seat_of[other->player]];
    if (other->opponent == LM_NOBODY)
        return bracket != s->last ? s->system->floaters == LM_FLOATERS : !seat->pab_barred;
    return !has_reason(s, other, "obstacle.same-absolute");
}

/* Return the fewest points of ${bracket}, which can be several groups paired as one. */
static int32_t lowest_of(const struct story *s, const struct lm_bracket *bracket)
{
    int32_t lowest = bracket->score;
    for (size_t i = 0; i < bracket->resident_count; i++) {
        int32_t score = s->p->seats[s->p->seat_of[bracket->residents[i]]].score;
        lowest = score < lowest ? score : lowest;
    }
    return lowest;
}

/* Pair the round with ${other} of bracket ${number}: the answer into ${with}, and the round into
 * ${round}. */
static enum lm_status ask(struct story *s, size_t number, const struct lm_alternative *other,
                          enum lm_found *found, struct lm_alternative *with,
                          struct lm_pairing **round)
{
    s->asked++;
    if (other->opponent == LM_NOBODY && number != s->last)
        return lm_ask_to_leave(s->event, s->p, s->pairing, other->player,
                               lowest_of(s, &s->pairing->brackets[number]), s->arena, found, with,
                               round);
    return lm_ask_prescribed(s->event, s->p, s->pairing, other->player, other->opponent, s->arena,
                             found, with, round);
}

/* Facts that only pairing the round can check. */
enum doubt {
    CERTAIN,
    IMPOSSIBLE, /* that no pairing has it, found for its bracket only */
    POSSIBLE,   /* that one has it, seen only by the players who leave, or by the lines */
    NAMELESS,   /* whom it costs, which a procedure or a bound does not report */
    OPEN,       /* everything: the lines do not show it */
    COSTS /* the cost, of which only that of the pair itself is known; a procedure (Dutch 2006)
             reports it in its own order */
};

/* Does the sentence about ${other} name no player, though the round with it would show them? */
static bool is_nameless(const struct story *s, const struct lm_alternative *other)
{
    static const char *const reasons[] = {
        "obstacle.fewer-pairs", "obstacle.next",  "obstacle.next-pairs", "obstacle.lowest-pairs",
        "obstacle.differences", "obstacle.falls", "obstacle.climbs",     "obstacle.missed"};
    bool nobody = other->forced.hurt_count == 0 && !other->later && other->line <= LM_LINE_ITSELF;
    for (size_t i = 0; nobody && i < sizeof reasons / sizeof *reasons; i++)
        if (has_reason(s, other, reasons[i]))
            return true;
    return false;
}

/* Must it be checked whom ${other} would hurt? */
static enum doubt doubt_of_names(const struct story *s, size_t number,
                                 const struct lm_alternative *other)
{
    bool forced = other->was_forced && other->possible && other->expected;
    bool shown = other->shortage != NULL || other->forced.hurt_count > 0;
    if (other->line == LM_LINE_REST && !shown)
        return OPEN;
    if (s->p->seat_count > FIELD_WEIGHED_FOR_ALL)
        return CERTAIN;
    if ((other->told || forced) && is_nameless(s, other))
        return NAMELESS;
    if (other->opponent == LM_NOBODY && number != s->last && other->forced.hurt_count > 0 &&
        has_reason(s, other, "obstacle.floaters"))
        return POSSIBLE; /* the number of players who leave is sure, but not who they are */
    return CERTAIN;
}

static enum doubt doubt_of(const struct story *s, size_t number, const struct lm_alternative *other)
{
    bool pair = other->opponent != LM_NOBODY;
    bool asked = other->told && s->p->seat_count <= FIELD_WEIGHED_FOR_ALL;
    enum doubt names = doubt_of_names(s, number, other);
    if (names != CERTAIN)
        return names;
    if (asked && other->later && other->line <= LM_LINE_ITSELF)
        return POSSIBLE;
    if (other->possible && !other->forced.decided)
        return CERTAIN;
    if (!other->possible)
        return (other->was_forced || !pair) && other->line == LM_LINE_NONE ? IMPOSSIBLE : CERTAIN;
    if (!asked)
        return CERTAIN;
    if (pair && other->line == LM_LINE_ITSELF)
        return s->system->bye_reason != NULL ? COSTS : POSSIBLE;
    return pair ? (other->line == LM_LINE_ALONE ? POSSIBLE : CERTAIN)
                : (number != s->last ? POSSIBLE : CERTAIN);
}

static bool is_member(const struct lm_bracket *bracket, uint32_t player)
{
    for (size_t i = 0; i < bracket->moved_count; i++)
        if (bracket->moved[i] == player)
            return true;
    for (size_t i = 0; i < bracket->resident_count; i++)
        if (bracket->residents[i] == player)
            return true;
    return false;
}

/* Does ${player} meet ${wanted} in ${round}; or (LM_NOBODY) no player of ${bracket}? */
static bool does_meet(const struct lm_bracket *bracket, const struct lm_pairing *round,
                      uint32_t player, uint32_t wanted)
{
    uint32_t board;
    const struct lm_pair *pair = lm_pairing_of_player(round, player, &board);
    uint32_t meets = LM_NOBODY;
    if (pair != NULL)
        meets = pair->white == player ? pair->black : pair->white;
    return wanted == LM_NOBODY ? meets == LM_NOBODY || !is_member(bracket, meets) : meets == wanted;
}

/* Does ${round}, which has ${other}, confirm the players it hurts in ${bracket}, or the first
 * player with another opponent? */
static bool is_borne_out(const struct lm_bracket *bracket, const struct lm_alternative *other,
                         const struct lm_pairing *round)
{
    const struct lm_forced *f = &other->forced;
    if (other->later && f->first != LM_NOBODY && !does_meet(bracket, round, f->first, f->other))
        return false;
    for (size_t i = 0; i < f->hurt_count && i < LM_FORCED_NAMED; i++)
        if (!does_meet(bracket, round, f->hurt[i].player, f->hurt[i].opponent))
            return false;
    return true;
}

/* Import from ${with} the players left over, or who leave, too. */
static void name_left_over(struct lm_alternative *other, const struct lm_alternative *with)
{
    const struct lm_forced *f = &with->forced;
    size_t unnamed = f->hurt_count > LM_FORCED_NAMED ? f->hurt_count - LM_FORCED_NAMED : 0;
    other->forced.hurt_count = 0;
    for (size_t i = 0; i < f->hurt_count - unnamed; i++)
        if (f->hurt[i].player != other->player || !with->possible)
            lm_forced_hurts(&other->forced, f->hurt[i].player, f->hurt[i].opponent);
    other->forced.hurt_count += unnamed;
}

/* Does ${with} show that to pair the players below more leave than the bracket alone shows? */
static bool more_leave(const struct story *s, const struct lm_alternative *other,
                       const struct lm_alternative *with)
{
    bool leave = has_reason(s, other, "obstacle.floaters") && !with->later &&
                 (with->rule == other->rule || has_reason(s, with, "obstacle.next"));
    return leave && with->forced.hurt_count > 0 && with->forced.with > other->forced.with &&
           with->forced.without == other->forced.without;
}

/* Does ${with} name no player for the sentence about ${other} of bracket ${number}? */
static bool names_nobody(const struct story *s, size_t number, const struct lm_alternative *other,
                         const struct lm_alternative *with)
{
    bool by_procedure = other->told && other->opponent != LM_NOBODY;
    return !with->possible || with->forced.hurt_count == 0 || (with->later && !by_procedure) ||
           lm_parts_above(s->pairing, number, with);
}

/* Correct ${other} of bracket ${number} by ${with}, the answer of ${round} (NULL: there is none).
 */
static void correct(const struct story *s, size_t number, enum doubt doubt,
                    struct lm_alternative *other, struct lm_alternative *with,
                    const struct lm_pairing *round)
{
    bool possible = doubt == POSSIBLE && round != NULL;
    if (doubt == IMPOSSIBLE && round == NULL) {
        if (other->opponent == LM_NOBODY && other->forced.hurt_count == 0 &&
            has_reason(s, other, "obstacle.rest"))
            name_left_over(other, with);
    } else if (possible && more_leave(s, other, with)) {
        other->forced.with = with->forced.with;
        name_left_over(other, with);
    } else if (doubt == COSTS && round != NULL && with->rule == other->rule && !with->later) {
        other->forced.with = with->forced.with;
        other->forced.without = with->forced.without;
    } else if (!(possible && is_borne_out(&s->pairing->brackets[number], other, round)) &&
               !(doubt == NAMELESS && names_nobody(s, number, other, with))) {
        with->expected = other->expected;
        *other = *with;
    }
}

/* Pair the round with ${other} of bracket ${number}, to resolve its ${doubt}, and correct it. */
static enum lm_status clear_doubt(struct story *s, size_t number, enum doubt doubt,
                                  struct lm_alternative *other)
{
    struct lm_alternative with;
    struct lm_pairing *round = NULL;
    enum lm_found found;
    enum lm_status status = ask(s, number, other, &found, &with, &round);
    if (status == LM_OK && found != LM_UNDECIDED)
        correct(s, number, doubt, other, &with, round);
    else if (status == LM_OK && doubt == POSSIBLE && round != NULL &&
             !is_borne_out(&s->pairing->brackets[number], other, round))
        other->opponent = other->player; /* the round belies it, and does not show the reason */
    return status;
}

/* Correct what the engine reports of ${other} with only its bracket ${number} in view. */
static enum lm_status settle(struct story *s, size_t number, struct lm_alternative *other)
{
    const uint32_t *seat_of = s->p->seat_of;
    bool bye_score = !other->possible && has_reason(s, other, "obstacle.bye-score");
    /* Keizer 3.5: opponents can meet again sooner than by the position. */
    bool sooner = s->system->rules.apart != NULL && has_reason(s, other, "obstacle.rest");
    if (other->opponent != LM_NOBODY && !sooner &&
        lm_is_barred(s->p, seat_of[other->player], seat_of[other->opponent])) {
        if (has_reason(s, other, "obstacle.same-absolute")) /* the first one in the rules' order */
            other->rule = other->forced.rule = lm_rule_with(s->system, "obstacle.met", other->rule);
        return LM_OK;
    }
    if (bye_score && (other->was_forced || other->told)) { /* this rule can give way */
        other->possible = other->forced.possible = other->forced.decided = true;
        return LM_OK;
    }
    enum doubt doubt = doubt_of(s, number, other);
    if (doubt == CERTAIN || s->asked == ROUNDS_ASKED || !is_open(s, number, other))
        return LM_OK;
    return clear_doubt(s, number, doubt, other);
}

static bool is_same(const struct lm_alternative *x, const struct lm_alternative *y)
{
    return (x->player == y->player && x->opponent == y->opponent) ||
           (x->player == y->opponent && x->opponent == y->player);
}

/* Keep each of ${count} alternatives once, the expected one if there is one, in the place of the
 * first; return how many. */
static size_t drop_twice(struct lm_alternative *all, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        size_t k = 0;
        while (k < kept && !is_same(&all[k], &all[i]))
            k++;
        if (k == kept || (all[i].expected && !all[k].expected))
            all[k] = all[i];
        kept += k == kept;
    }
    return kept;
}

/* Ask why the two of ${row} of ${bracket}'s lines do not meet; ${*known} is
 * false where the two meet, or it is not known. */
static enum lm_status ask_row(struct story *s, const struct lm_bracket *bracket, size_t row,
                              bool *known, struct lm_alternative *out)
{
    uint32_t top = bracket->lines.tops[row], bottom = bracket->lines.bottoms[row];
    uint32_t x = s->p->seat_of[top], y = s->p->seat_of[bottom];
    bool barred = lm_is_barred(s->p, x, y);
    *known = !does_meet(bracket, s->pairing, top, bottom);
    if (!*known)
        return LM_OK;
    *out = (struct lm_alternative){.player = top, .opponent = bottom, .was_forced = true};
    if (barred || (s->system->closed != NULL && s->system->closed(s->p, x, y))) {
        out->rule = out->forced.rule = lm_rule_with(
            s->system, barred ? "obstacle.met" : "obstacle.same-absolute", s->system->completion);
        return LM_OK;
    }
    enum lm_found found = LM_UNDECIDED;
    *known = s->asked < ROUNDS_ASKED;
    s->asked += *known;
    enum lm_status status = *known ? lm_ask_prescribed(s->event, s->p, s->pairing, top, bottom,
                                                       s->arena, &found, out, NULL)
                                   : LM_OK;
    *known = found != LM_UNDECIDED;
    return status;
}

/* Where the engine reports its lines only, ask the round why the two of a row do not meet: of all
 * rows, or in a large field of those of the player. */
static enum lm_status ask_rows(struct story *s, struct lm_bracket *bracket)
{
    const struct lm_lines *lines = &bracket->lines;
    struct lm_alternative *all = lm_arena_alloc(s->arena, lines->count, sizeof *all);
    size_t count = 0;
    if (all == NULL)
        return LM_LIMIT;
    for (size_t row = 0; row < lines->count; row++) {
        bool known = false, wanted = s->p->seat_count <= FIELD_WEIGHED_FOR_ALL ||
                                     lines->tops[row] == s->player ||
                                     lines->bottoms[row] == s->player;
        enum lm_status status = wanted ? ask_row(s, bracket, row, &known, &all[count]) : LM_OK;
        if (status != LM_OK)
            return status;
        all[count].expected = true;
        count += known;
    }
    bracket->alternatives = all;
    bracket->alternative_count = count;
    return LM_OK;
}

/* Give ${out} the alternatives of ${bracket}, the ${number}th, each once, and settle those that are
 * answers. */
static enum lm_status settle_expected(struct story *s, size_t number, struct lm_bracket *out,
                                      struct lm_alternative **all)
{
    size_t count = out->alternative_count;
    enum lm_status status = LM_OK;
    *all = lm_arena_alloc(s->arena, count, sizeof **all);
    if (*all == NULL)
        return LM_LIMIT;
    if (count == 0)
        return ask_rows(s, out);
    memcpy(*all, out->alternatives, count * sizeof **all);
    out->alternatives = *all;
    out->alternative_count = drop_twice(*all, count);
    for (size_t i = 0; i < out->alternative_count && status == LM_OK; i++)
        if ((*all)[i].expected)
            status = settle(s, number, &(*all)[i]);
    return status;
}

/* Settle the others, and drop those that the round belied. */
static enum lm_status settle_others(struct story *s, size_t number, struct lm_bracket *bracket,
                                    struct lm_alternative *all)
{
    size_t kept = 0;
    for (size_t i = 0; i < bracket->alternative_count; i++) {
        enum lm_status status = all[i].expected ? LM_OK : settle(s, number, &all[i]);
        if (status != LM_OK)
            return status;
        if (all[i].opponent != all[i].player)
            all[kept++] = all[i];
    }
    bracket->alternative_count = kept;
    return LM_OK;
}

/* Settle all alternatives weighed; as few rounds are paired again, first those that are answers. */
static enum lm_status settle_all(struct story *s)
{
    size_t count = s->pairing->bracket_count;
    struct lm_bracket *brackets = lm_arena_alloc(s->arena, count, sizeof *brackets);
    struct lm_alternative **all = lm_arena_alloc(s->arena, count, sizeof *all);
    enum lm_status status = brackets == NULL || all == NULL ? LM_LIMIT : LM_OK;
    s->last = count;
    for (uint32_t i = 0; i < s->pairing->pair_count; i++)
        if (s->pairing->pairs[i].black == LM_NOBODY)
            s->last = s->pairing->pairs[i].bracket;
    for (size_t b = 0; b < count && status == LM_OK; b++) {
        brackets[b] = s->pairing->brackets[b];
        status = settle_expected(s, b, &brackets[b], &all[b]);
    }
    for (size_t b = 0; b < count && status == LM_OK; b++)
        if (s->pairing->brackets[b].alternative_count > 0)
            status = settle_others(s, b, &brackets[b], all[b]);
    s->pairing->brackets = status == LM_OK ? brackets : s->pairing->brackets;
    return status;
}

static bool is_known(const struct lm_bracket *bracket, const struct lm_alternative *other)
{
    for (size_t i = 0; i < bracket->alternative_count; i++)
        if (is_same(&bracket->alternatives[i], other))
            return true;
    return false;
}

/* Add to ${all}, made for all players, what ${one} reports additionally of one player: to unfold,
 * and in large brackets, where answers for all are fewer, also as the answer. */
static enum lm_status add_own(struct lm_pairing *all, const struct lm_pairing *one,
                              struct lm_arena *arena)
{
    struct lm_bracket *brackets = lm_arena_alloc(arena, all->bracket_count, sizeof *brackets);
    if (brackets == NULL)
        return LM_LIMIT;
    for (size_t b = 0; b < all->bracket_count; b++) {
        struct lm_bracket *bracket = &brackets[b];
        const struct lm_bracket *own = &one->brackets[b];
        *bracket = all->brackets[b];
        bool large = bracket->moved_count + bracket->resident_count > BRACKET_WEIGHED_FOR_ALL;
        size_t count = bracket->alternative_count;
        struct lm_alternative *both =
            lm_arena_alloc(arena, count + own->alternative_count, sizeof *both);
        if (both == NULL)
            return LM_LIMIT;
        if (count > 0)
            memcpy(both, bracket->alternatives, count * sizeof *both);
        for (size_t i = 0; i < own->alternative_count; i++) {
            if (is_known(bracket, &own->alternatives[i]))
                continue;
            both[count] = own->alternatives[i];
            both[count++].expected &= large;
        }
        bracket->alternatives = both;
        bracket->alternative_count = count;
    }
    all->brackets = brackets;
    return LM_OK;
}

/* Pair the round with the alternatives of ${player} (LM_NOBODY: of all). */
static enum lm_status weigh(struct story *s, uint32_t player, struct lm_log *log)
{
    struct lm_pair_request request = {.want = LM_WANT_ALTERNATIVES, .player = player};
    struct lm_pairing *one;
    enum lm_status status = s->system->pair(s->p, &request, s->arena, log, &s->pairing);
    if (status != LM_OK || player == LM_NOBODY || s->pairing->brackets == NULL ||
        s->p->seat_count > FIELD_WEIGHED_FOR_ALL)
        return status;
    one = s->pairing;
    request.player = LM_NOBODY;
    status = s->system->pair(s->p, &request, s->arena, log, &s->pairing);
    return status == LM_OK ? add_own(s->pairing, one, s->arena) : status;
}

enum lm_status lm_explain_round(const struct lm_system *system, const struct lm_tournament *t,
                                uint32_t round, uint32_t player, uint32_t against,
                                struct lm_arena *arena, struct lm_log *log,
                                struct lm_position **position, struct lm_pairing **pairing)
{
    const struct lm_pair_request request = {.want = LM_WANT_ALTERNATIVES, .player = player};
    struct story s = {.event = system, .arena = arena, .player = player};
    struct lm_position *p;
    struct lm_pairing *judged;
    if (player == LM_NOBODY && against != LM_NOBODY)
        return lm_log_add(log, LM_ERROR, (struct lm_place){0}, "name the player who asks, too",
                          "why two players do not meet is a question of one of them");
    enum lm_status status = lm_system_fits(system, t, log);
    if (status == LM_OK)
        status = lm_request_check(&request, against, t, log);
    if (status == LM_OK)
        status = lm_position_new(t, round, &system->rules, arena, log, &p);
    if (status != LM_OK)
        return status;
    s.p = p;
    s.system = lm_system_in_round(system, t, p->round);
    status = weigh(&s, player, log);
    if (status == LM_OK)
        status = lm_pairing_sort(s.system, t, s.pairing, arena);
    if (status == LM_OK && s.pairing->brackets == NULL && s.system->judge != NULL) {
        status = s.system->judge(p, s.pairing->pairs, s.pairing->pair_count, arena, log, &judged);
        if (status == LM_OK) {
            judged->note = s.pairing->note;
            s.pairing = judged;
        }
    }
    if (status == LM_OK && s.system->as_seen != NULL && (p = s.system->as_seen(p, arena)) == NULL)
        status = LM_LIMIT;
    s.p = p;
    if (status == LM_OK)
        status = settle_all(&s);
    if (status != LM_OK)
        return status;
    *position = p;
    *pairing = s.pairing;
    return LM_OK;
}
