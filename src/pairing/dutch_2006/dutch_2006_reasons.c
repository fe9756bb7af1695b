/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/dutch_2006/dutch_2006_reasons.h"

#include <assert.h>
#include <string.h>

#include "limmat/words.h"
#include "pairing/forced.h"
#include "pairing/turns.h"

/* Shortcomings of a bracket, the one given up last first; then, from WORSE_B2 on, the obstacles to
 * another opponent, in the order in which C gives up. */
enum rule {
    MET_BEFORE = LM_DUTCH_2006_MET_BEFORE,
    SAME_CLOSED = LM_DUTCH_2006_SAME_CLOSED,
    SECOND_BYE = LM_DUTCH_2006_SECOND_BYE,
    NO_OPPONENT,
    FEWER_PAIRS,
    HELPS_NEXT,
    HELPS_LOWEST = LM_DUTCH_2006_HELPS_LOWEST,
    JOINED,
    COLOURS_CLOSED,
    LIKE_CLOSED,
    MISSED_COLOUR,
    DOWN_AGAIN,
    DOWN_AGAIN_2,
    UP_AGAIN,
    UP_AGAIN_2,
    HALF_MOVED,
    BENT_WISH,
    WORSE_B2,
    WORSE_A7C,
    WORSE_COLOURS,
    WORSE_DOWN,
    WORSE_UP,
    WORSE_PAIRS,
    WORSE_NEXT,
    WORSE_LOWEST,
    WORSE_REST,
    RULE_COUNT
};

#define C041 "C.04.1 "
#define BY   " (2006)"

const struct lm_rule lm_dutch_2006_criteria[] = {
    [MET_BEFORE] = {"B1a", C041 "B1(a)" BY, "two players meet only once",
                    .reason = LM_KEY("obstacle.met")},
    [SAME_CLOSED] = {"B2c", C041 "B2" BY, "two players to whom the same colour is closed",
                     .reason = LM_KEY("obstacle.same-absolute")},
    [SECOND_BYE] = {"B1b", C041 "B1(b)" BY, "no bye for who received a point without playing",
                    .reason = LM_KEY("obstacle.second-bye")},
    [COLOURS_CLOSED] = {"B2", C041 "B2" BY,
                        "nobody three times the same colour running, or three more of one colour",
                        .own = LM_KEY("wish.closed")},
    [NO_OPPONENT] = {"C1", C041 "C1" BY, "players without an opponent in the bracket move down",
                     .own = LM_KEY("float.no-opponent")},
    [FEWER_PAIRS] = {"C14", C041 "C14" BY, "fewer pairs (p) than the bracket has room for",
                     .own = LM_KEY("float.fewer-pairs")},
    [HELPS_NEXT] = {"C12", C041 "C12" BY,
                    "paired again, with others moved down, so that the next bracket can be paired",
                    .own = LM_KEY("float.helps-next")},
    [HELPS_LOWEST] = {"C13", C041 "C13" BY, "paired again so that the lowest bracket can be paired",
                      .own = LM_KEY("float.helps-lowest")},
    [JOINED] = {"C13j", C041 "C13" BY, "brackets joined with the lowest one, to pair it at all",
                .reason = NULL},
    [LIKE_CLOSED] = {"A7c", C041 "A7(c)" BY,
                     "odd rounds: strong preferences of those who had a bye count as absolute",
                     .own = LM_KEY("wish.strong")},
    [MISSED_COLOUR] = {"B4", C041 "A8, B4" BY, "pairs that miss a colour preference (x)",
                       .own = LM_KEY("wish.colour")},
    [DOWN_AGAIN] = {"B5d", C041 "B5" BY, "no downfloat in two consecutive rounds",
                    .own = LM_KEY("wish.down-1")},
    [DOWN_AGAIN_2] = {"B6d", C041 "B6" BY, "no downfloat as two rounds before",
                      .own = LM_KEY("wish.down-2")},
    [UP_AGAIN] = {"B5u", C041 "B5" BY, "no upfloat in two consecutive rounds",
                  .own = LM_KEY("wish.up-1")},
    [UP_AGAIN_2] = {"B6u", C041 "B6" BY, "no upfloat as two rounds before",
                    .own = LM_KEY("wish.up-2")},
    [HALF_MOVED] = {"A3", C041 "A3" BY,
                    "at least half of the bracket moved down: treated as homogeneous",
                    .reason = NULL},
    [BENT_WISH] = {"A7d", C041 "A7(d)" BY,
                   "even rounds: a mild preference of who had a bye counts as the other colour",
                   .reason = NULL},
    [WORSE_B2] = {"B2w", C041 "B2" BY, "as few pairs as possible without B2 in the last round",
                  .reason = LM_KEY("obstacle.closed"), .plain = LM_KEY("obstacle.closed-plain")},
    [WORSE_A7C] = {"A7cw", C041 "A7(c)" BY, "as few pairs as possible against A7(c)",
                   .reason = LM_KEY("obstacle.after-bye"),
                   .plain = LM_KEY("obstacle.after-bye-plain")},
    [WORSE_COLOURS] = {"C11", C041 "B4, C11" BY, "x is not increased before all else has failed",
                       .reason = LM_KEY("obstacle.colour")},
    [WORSE_DOWN] = {"C10", C041 "B5, B6, C10" BY, "downfloats are repeated only when need be",
                    .reason = LM_KEY("obstacle.down-soon"),
                    .plain = LM_KEY("obstacle.down-soon-plain")},
    [WORSE_UP] = {"C9", C041 "B5, B6, C9" BY, "upfloats are repeated only when need be",
                  .reason = LM_KEY("obstacle.up-soon"), .plain = LM_KEY("obstacle.up-soon-plain")},
    [WORSE_PAIRS] = {"C14w", C041 "C14" BY, "p is not decreased before all else has failed",
                     .reason = LM_KEY("obstacle.fewer-pairs")},
    [WORSE_NEXT] = {"C12w", C041 "C12" BY, "the next bracket has to be paired",
                    .reason = LM_KEY("obstacle.next-pairs")},
    [WORSE_LOWEST] = {"C13w", C041 "C13" BY, "the lowest bracket has to be paired",
                      .reason = LM_KEY("obstacle.lowest-pairs")},
    [WORSE_REST] = {"D1r", C041 "D1" BY, "the others of the bracket",
                    .reason = LM_KEY("obstacle.lines-well")},
    [RULE_COUNT] = {0},
};

struct writer {
    const struct field *field;
    const struct bracket *b;
    struct lm_finding *findings;
    size_t count;
    uint32_t *players; /* of the current finding */
    size_t player_count;
};

static const struct entrant *entrant_at(const struct writer *w, uint32_t position)
{
    return &w->field->entrants[w->b->players[position]];
}

static void name_player(struct writer *w, const struct entrant *who)
{
    w->players[w->player_count++] = who->seat->player;
}

/* Return the question that a finding answers to a player whom it names. */
static enum lm_question about(enum rule rule)
{
    if (rule >= NO_OPPONENT && rule <= JOINED)
        return LM_WHY_FLOAT;
    return rule == HALF_MOVED ? LM_WHY_OPPONENT : rule == BENT_WISH ? LM_WHY_COLOUR : LM_WHY_WISH;
}

/* End the finding: ${rule} with ${value} and the players named since the last one. */
static enum lm_status add_finding(struct writer *w, enum rule rule, uint32_t value)
{
    struct lm_arena *arena = w->field->arena;
    int32_t *values = lm_arena_alloc(arena, 1, sizeof *values);
    uint32_t *players = lm_arena_alloc(arena, w->player_count, sizeof *players);
    if (values == NULL || players == NULL)
        return LM_LIMIT;
    *values = (int32_t)value;
    memcpy(players, w->players, w->player_count * sizeof *players);
    w->findings[w->count++] = (struct lm_finding){.rule = (uint8_t)rule,
                                                  .about = (uint8_t)about(rule),
                                                  .values = values,
                                                  .value_count = 1,
                                                  .players = players,
                                                  .player_count = w->player_count};
    w->player_count = 0;
    return LM_OK;
}

static enum lm_status add_if_any(struct writer *w, enum rule rule)
{
    return w->player_count > 0 ? add_finding(w, rule, (uint32_t)w->player_count) : LM_OK;
}

static bool floats_down(const struct writer *w, uint32_t a)
{
    const struct bracket *b = w->b;
    uint32_t partner = b->outcome.partner[a];
    if (partner == NO_PARTNER)
        return true;
    return a >= b->target.moved && entrant_at(w, a)->score > entrant_at(w, partner)->score;
}

static bool floats_up(const struct writer *w, uint32_t a)
{
    uint32_t partner = w->b->outcome.partner[a];
    return partner != NO_PARTNER && entrant_at(w, a)->score < entrant_at(w, partner)->score;
}

/* Name the players who float as they did ${back} (1, 2) rounds before, against B5 or B6. */
static enum lm_status floats_again(struct writer *w, enum rule rule, enum lm_float way, int back)
{
    for (uint32_t a = 0; a < w->b->count; a++) {
        const struct entrant *who = entrant_at(w, a);
        bool floats = way == LM_DOWNFLOAT ? floats_down(w, a) : floats_up(w, a);
        if (floats && !who->may_float_again && (back == 1 ? who->float_1 : who->float_2) == way)
            name_player(w, who);
    }
    return add_if_any(w, rule);
}

static enum lm_status criteria_of_floats(struct writer *w)
{
    static const struct {
        enum rule rule;
        enum lm_float way;
        int back;
    } rows[] = {{DOWN_AGAIN, LM_DOWNFLOAT, 1},
                {DOWN_AGAIN_2, LM_DOWNFLOAT, 2},
                {UP_AGAIN, LM_UPFLOAT, 1},
                {UP_AGAIN_2, LM_UPFLOAT, 2}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        enum lm_status status = floats_again(w, rows[i].rule, rows[i].way, rows[i].back);
        if (status != LM_OK)
            return status;
    }
    return LM_OK;
}

/* Count the pairs that give up ${part}, and name the players whose preference is not granted. */
static enum lm_status given_up(struct writer *w, enum rule rule, int part)
{
    const struct bracket *b = w->b;
    struct search search = {
        .field = w->field, .bracket = b, .target = b->target, .forced = {NO_PARTNER, NO_PARTNER}};
    for (uint32_t a = 0; a < b->count; a++) {
        uint32_t partner = b->outcome.partner[a];
        struct cost cost;
        if (partner == NO_PARTNER || partner < a ||
            !lm_dutch_2006_edge(&search, a, partner, FLOATS_FREE, FLOATS_FREE, &cost) ||
            cost.part[part] == 0)
            continue;
        struct lm_pair pair = lm_dutch_2006_colours(w->field, b, a, partner);
        bool higher_is_white = pair.white == entrant_at(w, a)->seat->player;
        bool higher_is_granted = higher_is_white == (b->wish[a] == LM_WHITE);
        name_player(w, entrant_at(w, higher_is_granted ? partner : a));
    }
    return add_if_any(w, rule);
}

static void name_floaters(struct writer *w)
{
    for (uint32_t a = 0; a < w->b->count; a++)
        if (w->b->outcome.partner[a] == NO_PARTNER)
            name_player(w, entrant_at(w, a));
}

/* Add findings about C1 and C12 to C14. */
static enum lm_status steps_taken(struct writer *w)
{
    const struct bracket *b = w->b;
    enum lm_status status;
    for (uint32_t i = 0; i < b->sent_count; i++)
        name_player(w, &w->field->entrants[b->sent[i]]);
    if ((status = add_if_any(w, NO_OPPONENT)) != LM_OK)
        return status;
    uint32_t made = b->paired ? b->target.moved + b->target.rest : 0, full = b->count / 2;
    if (b->paired && made < full) {
        name_floaters(w);
        if ((status = add_finding(w, FEWER_PAIRS, full - made)) != LM_OK)
            return status;
    }
    static const enum rule rules[] = {HELPS_NEXT, HELPS_LOWEST, JOINED};
    static const enum event events[] = {EVENT_C12, EVENT_C13, EVENT_JOINED};
    for (size_t i = 0; i < 3; i++) {
        if ((b->events & events[i]) == 0)
            continue;
        if (rules[i] != JOINED)
            name_floaters(w);
        if ((status = add_finding(w, rules[i], 1)) != LM_OK)
            return status;
    }
    return LM_OK;
}

/* Add findings about A3 and A7(d): how the bracket was treated. */
static enum lm_status views_taken(struct writer *w)
{
    const struct bracket *b = w->b;
    for (uint32_t a = 0; a < b->moved && b->target.moved == 0; a++)
        name_player(w, entrant_at(w, a));
    enum lm_status status = add_if_any(w, HALF_MOVED);
    for (uint32_t a = 0; a < b->count; a++)
        if (b->wish[a] != entrant_at(w, a)->wish)
            name_player(w, entrant_at(w, a));
    return status == LM_OK ? add_if_any(w, BENT_WISH) : status;
}

static enum lm_status describe(struct writer *w)
{
    enum lm_status status = steps_taken(w);
    if (status != LM_OK || !w->b->paired)
        return status;
    if ((status = given_up(w, COLOURS_CLOSED, COST_B2)) != LM_OK ||
        (status = given_up(w, LIKE_CLOSED, COST_A7C)) != LM_OK ||
        (status = given_up(w, MISSED_COLOUR, COST_B4)) != LM_OK ||
        (status = criteria_of_floats(w)) != LM_OK)
        return status;
    return views_taken(w);
}

/* ---- The order of a bracket: D1 before all transpositions ---- */

enum order { ORDER_OTHER, ORDER_HALVES, ORDER_MOVED, ORDER_REMAINDER, ORDER_NEXT };

const struct lm_rule lm_dutch_2006_order_rules[] = {
    [ORDER_OTHER] = {"order", C041 "D" BY, "the first in order that is good enough",
                     .reason = LM_KEY("natural.order")},
    [ORDER_HALVES] = {"halves", C041 "C6, D1" BY, "the upper half against the lower half",
                      .reason = LM_KEY("natural.halves"), .plain = LM_KEY("natural.mixed")},
    [ORDER_MOVED] = {"moved", C041 "C6, D1" BY, "moved down players against the first residents",
                     .reason = LM_KEY("natural.moved")},
    [ORDER_REMAINDER] = {"rest", C041 "C6, D1" BY, "the remainder: upper half against lower half",
                         .reason = LM_KEY("natural.rest")},
    [ORDER_NEXT] = {"next", C041 "D1" BY, "the first who is left, in order",
                    .reason = LM_KEY("natural.next")},
    {0},
};

struct lines {
    uint32_t *tops, *bottoms;
    uint32_t top_count, bottom_count;
    enum order in_place;
};

static enum lm_status new_lines(const struct writer *w, struct lines *lines)
{
    *lines = (struct lines){
        .tops = lm_arena_alloc(w->field->arena, w->b->count, sizeof *lines->tops),
        .bottoms = lm_arena_alloc(w->field->arena, w->b->count, sizeof *lines->bottoms)};
    return lines->tops == NULL || lines->bottoms == NULL ? LM_LIMIT : LM_OK;
}

/* C6: line up the moved-down players against the residents; or, of the others, the two halves. */
static void line_up(const struct bracket *b, bool moved, struct lines *lines)
{
    const uint32_t *partner = b->outcome.partner;
    uint32_t half = b->target.rest;
    lines->top_count = lines->bottom_count = 0;
    lines->in_place = moved ? ORDER_MOVED : b->target.moved > 0 ? ORDER_REMAINDER : ORDER_HALVES;
    for (uint32_t a = 0; a < b->count; a++) {
        bool top = moved ? a < b->target.moved : lines->top_count < half;
        if (!moved &&
            (a < b->target.moved || (partner[a] != NO_PARTNER && partner[a] < b->target.moved)))
            continue;
        if (top)
            lines->tops[lines->top_count++] = a;
        else
            lines->bottoms[lines->bottom_count++] = a;
    }
}

/* ---- Alternatives ---- */

/* Return what the pair of positions ${a} and ${c} gives up. */
static struct cost cost_of(const struct search *search, uint32_t a, uint32_t c)
{
    const struct search any = {.field = search->field,
                               .bracket = search->bracket,
                               .target = search->target,
                               .forced = {NO_PARTNER, NO_PARTNER}};
    struct cost cost = {{0}};
    (void)lm_dutch_2006_edge(&any, a, c, FLOATS_FREE, FLOATS_FREE, &cost);
    return cost;
}

/* Does the player at ${a} float ${way} by ${partner}, the partners of a pairing of ${search}'s
 * bracket? */
static bool floats_by(const struct search *search, const uint32_t *partner, uint32_t a,
                      enum lm_float way)
{
    const struct bracket *b = search->bracket;
    const struct entrant *all = search->field->entrants;
    if (partner[a] == NO_PARTNER)
        return way == LM_DOWNFLOAT;
    int32_t own = all[b->players[a]].score, other = all[b->players[partner[a]]].score;
    return way == LM_DOWNFLOAT ? a >= search->target.moved && own > other : own < other;
}

/* Name the players who float ${way} too soon with ${other}, and not now. */
static void note_floats(const struct search *search, const struct outcome *other, enum lm_float way,
                        struct lm_forced *forced)
{
    const struct bracket *b = search->bracket;
    for (uint32_t a = 0; a < b->count; a++) {
        const struct entrant *who = &search->field->entrants[b->players[a]];
        if (!who->may_float_again && (who->float_1 == way || who->float_2 == way) &&
            floats_by(search, other->partner, a, way) &&
            !floats_by(search, b->outcome.partner, a, way))
            lm_forced_hurts(forced, who->seat->player, LM_NOBODY);
    }
}

/* Name the pairs of ${other} that give up ${part} and are not made now. */
static void note_hurt(const struct search *search, const struct outcome *other, size_t part,
                      struct lm_forced *forced)
{
    const struct bracket *b = search->bracket;
    forced->possible = forced->decided = true;
    if (part >= COST_COUNT)
        note_floats(search, other, part == COST_COUNT ? LM_DOWNFLOAT : LM_UPFLOAT, forced);
    for (uint32_t a = 0; a < b->count && part < COST_COUNT; a++) {
        uint32_t c = other->partner[a];
        if (c == NO_PARTNER || c < a || b->outcome.partner[a] == c ||
            cost_of(search, a, c).part[part] == 0)
            continue;
        const struct entrant *all = search->field->entrants;
        lm_forced_hurts(forced, all[b->players[a]].seat->player, all[b->players[c]].seat->player);
    }
}

/* Is ${a} the upper player of a pair of ${partner}? */
static bool is_upper(const uint32_t *partner, uint32_t a)
{
    return partner[a] != NO_PARTNER && partner[a] > a;
}

/* Name the players who would change halves, or leave them (D2). */
static void note_exchanges(const struct search *search, const struct outcome *other,
                           struct lm_forced *forced)
{
    const struct bracket *b = search->bracket;
    const struct entrant *all = search->field->entrants;
    for (uint32_t a = 0; a < b->count; a++) {
        bool was = is_upper(b->outcome.partner, a), is = is_upper(other->partner, a);
        uint32_t player = all[b->players[a]].seat->player;
        forced->exchanges |= was != is;
        if (is && !was && forced->up == LM_NOBODY && b->outcome.partner[a] != NO_PARTNER)
            forced->up = player;
        if (was && !is && forced->down == LM_NOBODY && other->partner[a] != NO_PARTNER)
            forced->down = player;
    }
}

/* Name the first player with another opponent, where only the order decides. */
static void note_first(const struct search *search, const struct outcome *other,
                       struct lm_forced *forced)
{
    const struct bracket *b = search->bracket;
    const struct entrant *all = search->field->entrants;
    forced->possible = true;
    forced->first = forced->own = forced->other = forced->up = forced->down = LM_NOBODY;
    note_exchanges(search, other, forced);
    for (uint32_t a = 0; a < b->count && forced->first == LM_NOBODY; a++) {
        uint32_t own = b->outcome.partner[a], then = other->partner[a];
        if (own == then || own == NO_PARTNER || own < a)
            continue;
        forced->first = all[b->players[a]].seat->player;
        forced->own = all[b->players[own]].seat->player;
        forced->other = then == NO_PARTNER ? LM_NOBODY : all[b->players[then]].seat->player;
    }
}

/* Find what decides against a possible pair of positions: compare with ${other}, its bracket's
 * first pairing with it. */
static void compare(const struct search *search, const struct outcome *other,
                    struct lm_alternative *alternative)
{
    const struct bracket *b = search->bracket;
    const struct outcome *actual = &b->outcome;
    alternative->possible = true;
    for (size_t i = 0; i < COST_COUNT + 2 && other->key[i] >= actual->key[i]; i++) {
        if (other->key[i] == actual->key[i])
            continue;
        alternative->rule = (uint8_t)(WORSE_B2 + i);
        alternative->forced.rule = alternative->rule;
        alternative->forced.with = other->key[i];
        alternative->forced.without = actual->key[i];
        note_hurt(search, other, i, &alternative->forced);
        return;
    }
    alternative->later = lm_dutch_2006_before(actual, other);
    if (alternative->later)
        note_first(search, other, &alternative->forced);
    alternative->rule = (uint8_t)((b->events & EVENT_C13) != 0 ? WORSE_LOWEST : WORSE_NEXT);
}

/* The bracket of ${search} cannot make its pairs: name players who then have no opponent in it, if
 * a largest matching shows it. */
static enum lm_status note_fewer_pairs(const struct search *search, struct lm_alternative *other)
{
    const struct bracket *b = search->bracket;
    uint32_t count, now = b->count - 2 * (search->target.moved + search->target.rest);
    bool *left = lm_arena_alloc(search->field->arena, b->count, sizeof *left);
    enum lm_status status = left == NULL ? LM_LIMIT : lm_dutch_2006_left_over(search, left, &count);
    other->possible = true;
    other->rule = other->forced.rule = WORSE_PAIRS;
    bool bye = b->lowest && search->must_float != NULL;
    if (status != LM_OK || count <= now || bye)
        return status;
    other->forced.possible = other->forced.decided = true;
    other->forced.with = (int32_t)(count + b->sent_count);
    other->forced.without = (int32_t)(now + b->sent_count);
    for (uint32_t a = 0; a < b->count; a++)
        if (left[a] && (search->must_float == NULL || !search->must_float[a]))
            lm_forced_hurts(&other->forced, search->field->entrants[b->players[a]].seat->player,
                            LM_NOBODY);
    return LM_OK;
}

/* Find what decides against the best pairing of the bracket that ${search} admits. */
static enum lm_status weigh(const struct search *search, struct lm_alternative *alternative)
{
    struct outcome other;
    uint32_t most;
    enum lm_status status = lm_dutch_2006_search(search, &other, &most);
    if (status == LM_OK)
        compare(search, &other, alternative);
    return status == LM_NO_PAIRING ? note_fewer_pairs(search, alternative) : status;
}

/* Weigh the pair of positions ${a} and ${c}. */
static enum lm_status weigh_pair(struct writer *w, uint32_t a, uint32_t c,
                                 struct lm_alternative *alternative)
{
    const struct field *field = w->field;
    const struct bracket *b = w->b;
    const struct entrant *x = entrant_at(w, a), *y = entrant_at(w, c);
    *alternative = (struct lm_alternative){
        .player = x->seat->player, .opponent = y->seat->player, .told = true};
    if (!lm_dutch_2006_legal(field, b->players[a], b->players[c])) {
        bool met = lm_is_barred(field->position, x->seat_index, y->seat_index);
        alternative->rule = met ? MET_BEFORE : SAME_CLOSED;
        return LM_OK;
    }
    struct search search = {.field = field, .bracket = b, .target = b->target, .forced = {a, c}};
    return weigh(&search, alternative);
}

/* Weigh the player at ${a} floating, or having the bye, instead. */
static enum lm_status weigh_float(struct writer *w, uint32_t a, struct lm_alternative *alternative)
{
    const struct bracket *b = w->b;
    const struct entrant *who = entrant_at(w, a);
    bool *must = lm_arena_alloc(w->field->arena, b->count, sizeof *must);
    if (must == NULL)
        return LM_LIMIT;
    must[a] = true;
    *alternative = (struct lm_alternative){
        .player = who->seat->player, .opponent = LM_NOBODY, .rule = SECOND_BYE, .told = true};
    struct search search = {.field = w->field,
                            .bracket = b,
                            .target = b->target,
                            .must_float = must,
                            .forced = {NO_PARTNER, NO_PARTNER}};
    return b->lowest && who->seat->pab_barred ? LM_OK : weigh(&search, alternative);
}

enum { QUESTIONS_EACH = 4 };

/* Brackets larger than the first are weighed for one player only, than the second not at all. */
enum { WEIGHED_FOR_ALL = 60, WEIGHED_FOR_ONE = 300 };

/* A pair that the lines leave open needs one search: brackets up to this size do it for all
 * players, in half a second. */
enum { RESTS_FOR_ALL = 150 };

/* Is ${player} at ${position}, or are all players asked about? */
static bool asks(const struct writer *w, uint32_t player, uint32_t position)
{
    return player == LM_NOBODY ||
           (position != NO_PARTNER && entrant_at(w, position)->seat->player == player);
}

/* Is ${c} the opponent of a player before ${a}, or in the same line as ${a}? */
static bool is_taken(const struct bracket *b, uint32_t a, uint32_t c)
{
    uint32_t partner = b->outcome.partner[c];
    return partner != NO_PARTNER && (partner < a || (partner > c && a >= b->target.moved));
}

/* Weigh the opponents before that of ${a} in the order of D1, as far as the players before ${a}
 * have left them. */
static enum lm_status weigh_opponents(struct writer *w, uint32_t a, struct lm_bracket *out,
                                      struct lm_alternative *all)
{
    const struct bracket *b = w->b;
    uint32_t asked = 0, first = a < b->target.moved ? b->moved : a + 1;
    for (uint32_t c = first; c < b->outcome.partner[a] && asked < QUESTIONS_EACH; c++) {
        if (is_taken(b, a, c))
            continue;
        asked++;
        enum lm_status status = weigh_pair(w, a, c, &all[out->alternative_count++]);
        if (status != LM_OK)
            return status;
    }
    return LM_OK;
}

/* Weigh floaters: the last ones float first, so why not those after the floater ${a} instead? */
static enum lm_status weigh_floaters(struct writer *w, uint32_t a, struct lm_bracket *out,
                                     struct lm_alternative *all)
{
    const struct bracket *b = w->b;
    uint32_t asked = 0;
    for (uint32_t c = b->count; --c > a && asked < QUESTIONS_EACH;) {
        if (b->outcome.partner[c] == NO_PARTNER)
            continue;
        struct lm_alternative *other = &all[out->alternative_count++];
        enum lm_status status = weigh_float(w, c, other);
        if (status != LM_OK)
            return status;
        other->expected = asked++ == 0;
    }
    return LM_OK;
}

static bool was_asked(const struct writer *w, const struct lm_bracket *out,
                      const struct lm_alternative *all, uint32_t a, uint32_t c)
{
    uint32_t player = entrant_at(w, a)->seat->player, opponent = entrant_at(w, c)->seat->player;
    for (size_t i = 0; i < out->alternative_count; i++)
        if (all[i].player == player && all[i].opponent == opponent)
            return true;
    return false;
}

/* Weigh pairs of two players of the same half (D2): why does each not meet the opponent
 * opposite? */
static enum lm_status weigh_exchanges(struct writer *w, uint32_t player, struct lm_bracket *out,
                                      struct lm_alternative *all)
{
    const struct bracket *b = w->b;
    struct lines lines;
    enum lm_status status = new_lines(w, &lines);
    if (status != LM_OK)
        return status;
    line_up(b, false, &lines);
    for (uint32_t i = 0; i < lines.top_count && i < lines.bottom_count && status == LM_OK; i++) {
        uint32_t top = lines.tops[i], bottom = lines.bottoms[i];
        uint32_t of_top = b->outcome.partner[top], of_bottom = b->outcome.partner[bottom];
        bool exchanged =
            of_top < lines.bottoms[0] || (of_bottom != NO_PARTNER && of_bottom >= lines.bottoms[0]);
        if (exchanged && (asks(w, player, top) || asks(w, player, bottom)) &&
            !was_asked(w, out, all, top, bottom))
            status = weigh_pair(w, top, bottom, &all[out->alternative_count++]);
    }
    return status;
}

/* ---- Opponents opposite in the lines (C6, D1) ---- */

static_assert((int)LM_LINE_COSTS == (int)COST_COUNT, "a line's costs are a pair's");

struct facing {
    const struct writer *w;
    const uint32_t *position_of; /* per seat */
};

/* Test a pair by B1, B2; and by x, where no player of the bracket misses a colour. */
static enum lm_bar bars(const void *context, uint32_t top, uint32_t bottom, uint8_t *rule)
{
    const struct facing *f = context;
    const struct bracket *b = f->w->b;
    uint32_t a = f->position_of[top], c = f->position_of[bottom];
    struct search search = {.field = f->w->field, .bracket = b, .target = b->target};
    *rule = lm_is_barred(f->w->field->position, top, bottom) ? MET_BEFORE : SAME_CLOSED;
    if (!lm_dutch_2006_legal(f->w->field, b->players[a], b->players[c]))
        return LM_MAY_NOT;
    *rule = WORSE_COLOURS;
    const struct cost cost = cost_of(&search, a < c ? a : c, a < c ? c : a);
    bool granted = true;
    for (size_t i = 0; i < COST_COUNT; i++)
        granted &= b->outcome.cost.part[i] == 0;
    return granted && cost.part[COST_B4] > 0 ? LM_COSTS : LM_MAY_MEET;
}

/* Return what a pair adds to B2, A7(c), x. */
static void line_cost(const void *context, uint32_t top, uint32_t bottom,
                      uint8_t out[LM_LINE_COSTS])
{
    const struct facing *f = context;
    const struct bracket *b = f->w->b;
    uint32_t a = f->position_of[top], c = f->position_of[bottom];
    struct search search = {.field = f->w->field, .bracket = b, .target = b->target};
    const struct cost cost = cost_of(&search, a < c ? a : c, a < c ? c : a);
    for (size_t i = 0; i < COST_COUNT; i++)
        out[i] = cost.part[i] != 0;
}

static uint32_t position_of_player(const struct writer *w, uint32_t player)
{
    uint32_t a = 0;
    while (entrant_at(w, a)->seat->player != player)
        a++;
    return a;
}

/* Weigh pairs that the lines alone leave open: by a search in brackets that are not too large,
 * otherwise by the lines; in a homogeneous bracket by the result of prescribing the pair alone. */
static enum lm_status weigh_rest(struct writer *w, const struct lm_lined_up *lined, uint32_t player,
                                 size_t from, struct lm_bracket *out, struct lm_alternative *all)
{
    enum lm_status status = LM_OK;
    bool large = w->b->count > (player == LM_NOBODY ? RESTS_FOR_ALL : WEIGHED_FOR_ONE);
    for (size_t i = from; i < out->alternative_count && status == LM_OK; i++) {
        struct lm_alternative *other = &all[i];
        if (large || other->line != LM_LINE_REST)
            continue;
        uint32_t a = position_of_player(w, other->player);
        uint32_t c = position_of_player(w, other->opponent);
        status = weigh_pair(w, a < c ? a : c, a < c ? c : a, other);
        other->expected = true;
        other->line = LM_LINE_ITSELF;
    }
    if (status != LM_OK || !(large || lined->whole))
        return status;
    return lm_ask_rest(lined, w->field->arena, all + from, out->alternative_count - from);
}

static enum lm_status ask_lines(struct writer *w, bool moved, uint32_t player,
                                struct lm_bracket *out)
{
    const struct lm_position *p = w->field->position;
    struct lm_arena *arena = w->field->arena;
    struct lines lines;
    uint32_t *partner = lm_arena_alloc(arena, p->seat_count, sizeof *partner);
    uint32_t *position_of = lm_arena_alloc(arena, p->seat_count, sizeof *position_of);
    if (partner == NULL || position_of == NULL || new_lines(w, &lines) != LM_OK)
        return LM_LIMIT;
    line_up(w->b, moved, &lines);
    for (uint32_t a = 0; a < w->b->count; a++) {
        uint32_t seat = entrant_at(w, a)->seat_index, other = w->b->outcome.partner[a];
        partner[seat] = other == NO_PARTNER ? LM_NOBODY : entrant_at(w, other)->seat_index;
        position_of[seat] = a;
    }
    for (uint32_t i = 0; i < lines.top_count; i++)
        lines.tops[i] = entrant_at(w, lines.tops[i])->seat_index;
    for (uint32_t i = 0; i < lines.bottom_count; i++)
        lines.bottoms[i] = entrant_at(w, lines.bottoms[i])->seat_index;
    uint32_t count = lines.top_count < lines.bottom_count ? lines.top_count : lines.bottom_count;
    const struct facing facing = {w, position_of};
    struct lm_lined_up lined = {.p = p,
                                .whole = !moved && w->b->moved == 0,
                                .tops = lines.tops,
                                .bottoms = lines.bottoms,
                                .count = count,
                                .bottom_count = lines.bottom_count,
                                .partner = partner,
                                .bars = bars,
                                .context = &facing,
                                .rest = WORSE_REST,
                                .cost = line_cost,
                                .cost_rule = {WORSE_B2, WORSE_A7C, WORSE_COLOURS}};
    for (size_t i = 0; i < COST_COUNT; i++)
        lined.total[i] = w->b->outcome.cost.part[i];
    size_t before = out->alternative_count;
    struct lm_alternative *all;
    enum lm_status status = count == 0 ? LM_OK : lm_ask_lines(&lined, arena, out, &all);
    return status != LM_OK || count == 0 ? status : weigh_rest(w, &lined, player, before, out, all);
}

/* Weigh the alternatives of ${player}, or of all (LM_NOBODY). */
static enum lm_status weigh_all(struct writer *w, uint32_t player, struct lm_bracket *out)
{
    const struct bracket *b = w->b;
    enum lm_status lined = ask_lines(w, true, player, out);
    if (lined == LM_OK)
        lined = ask_lines(w, false, player, out);
    if (lined != LM_OK || b->count > (player == LM_NOBODY ? WEIGHED_FOR_ALL : WEIGHED_FOR_ONE))
        return lined;
    struct lm_alternative *all = lm_arena_alloc(
        w->field->arena, out->alternative_count + (size_t)(QUESTIONS_EACH + 1) * b->count,
        sizeof *all);
    if (all == NULL)
        return LM_LIMIT;
    if (out->alternative_count > 0)
        memcpy(all, out->alternatives, out->alternative_count * sizeof *all);
    out->alternatives = all;
    enum lm_status status = LM_OK;
    for (uint32_t a = 0; a < b->count && status == LM_OK; a++) {
        uint32_t partner = b->outcome.partner[a];
        if (!asks(w, player, a) && !asks(w, player, partner))
            continue;
        if (partner == NO_PARTNER)
            status = weigh_floaters(w, a, out, all);
        else if (partner > a)
            status = weigh_opponents(w, a, out, all);
    }
    return status == LM_OK ? weigh_exchanges(w, player, out, all) : status;
}

/* ---- Turns ---- */

/* Record why two players meet who come first in the order of their bracket, number ${number}. */
static enum lm_status note_order(struct writer *w, size_t number, struct lm_pairing *pairing)
{
    const struct bracket *b = w->b;
    struct lm_arena *arena = w->field->arena;
    uint8_t *order = lm_arena_alloc(arena, w->field->position->tournament->player_count, 1);
    struct lines lines;
    if (order == NULL || new_lines(w, &lines) != LM_OK)
        return LM_LIMIT;
    for (int moved = 1; moved >= 0; moved--) {
        bool *taken = lm_arena_alloc(arena, b->count, sizeof *taken);
        uint8_t *turn = lm_arena_alloc(arena, b->count, sizeof *turn);
        if (taken == NULL || turn == NULL)
            return LM_LIMIT;
        line_up(b, moved == 1, &lines);
        lm_take_turns(b->outcome.partner, lines.tops, lines.top_count, lines.bottoms,
                      lines.bottom_count, taken, turn);
        for (uint32_t i = 0; i < lines.top_count; i++)
            if (turn[i] != LM_TURN_OTHER)
                order[entrant_at(w, lines.tops[i])->seat->player] =
                    (uint8_t)(turn[i] == LM_TURN_ROW ? lines.in_place : ORDER_NEXT);
    }
    for (uint32_t i = 0; i < pairing->pair_count; i++) {
        struct lm_pair *pair = &pairing->pairs[i];
        if (pair->bracket == number && pair->black != LM_NOBODY)
            pair->opponent_rule = order[pair->white] | order[pair->black];
    }
    return LM_OK;
}

/* ---- The brackets ---- */

static enum lm_status list_players(const struct field *field, const uint32_t *entrants,
                                   uint32_t count, const uint32_t **list, size_t *list_count)
{
    uint32_t *players = lm_arena_alloc(field->arena, count, sizeof *players);
    if (players == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++)
        players[i] = field->entrants[entrants[i]].seat->player;
    *list = players;
    *list_count = count;
    return LM_OK;
}

bool lm_dutch_2006_is_float(uint8_t rule)
{
    return rule >= DOWN_AGAIN && rule <= UP_AGAIN_2;
}

enum lm_status lm_dutch_2006_describe(const struct field *field, const struct bracket *b,
                                      struct lm_bracket *out)
{
    struct writer w = {.field = field,
                       .b = b,
                       .players = lm_arena_alloc(field->arena, b->count + (size_t)b->sent_count,
                                                 sizeof *w.players),
                       .findings = lm_arena_alloc(field->arena, RULE_COUNT, sizeof *w.findings)};
    uint32_t *leaving, leaving_count;
    if (w.players == NULL || w.findings == NULL)
        return LM_LIMIT;
    enum lm_status status = lm_dutch_2006_leaving(field, b, &leaving, &leaving_count);
    if (status != LM_OK)
        return status;
    out->score = b->score;
    if ((status = list_players(field, b->residents, b->resident_count, &out->residents,
                               &out->resident_count)) != LM_OK ||
        (status = list_players(field, b->arrived, b->arrived_count, &out->moved,
                               &out->moved_count)) != LM_OK ||
        (status = list_players(field, leaving, leaving_count, &out->floaters,
                               &out->floater_count)) != LM_OK)
        return status;
    status = describe(&w);
    out->findings = w.findings;
    out->finding_count = w.count;
    return status;
}

enum lm_status lm_dutch_2006_reasons(const struct field *field, const struct brackets *brackets,
                                     const struct lm_pair_request *request,
                                     struct lm_pairing *pairing)
{
    struct lm_bracket *all = lm_arena_alloc(field->arena, brackets->count, sizeof *all);
    struct writer w = {.field = field};
    if (all == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < brackets->count; i++) {
        w.b = brackets->all[i];
        enum lm_status status = lm_dutch_2006_describe(field, w.b, &all[i]);
        if (status == LM_OK && w.b->paired)
            status = note_order(&w, i, pairing);
        if (status == LM_OK && w.b->paired && request->want >= LM_WANT_ALTERNATIVES)
            status = weigh_all(&w, request->player, &all[i]);
        if (status != LM_OK)
            return status;
    }
    pairing->brackets = all;
    pairing->bracket_count = brackets->count;
    return LM_OK;
}
