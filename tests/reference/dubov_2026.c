/* SPDX-License-Identifier: Apache-2.0 */
#include "dubov_2026.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

#include "others_2026.h"

typedef others_set set;

struct round {
    struct others_field field;
    int aro[REF_PLAYERS];
    int upfloats[REF_PLAYERS];
    bool maximum[REF_PLAYERS], recent[REF_PLAYERS]; /* never in the last round */
};

static set one(int x)
{
    return (set)1 << x;
}

/* ---- Facts from the past ---- */

/* 1.7 */
static int aro_of(const struct ref_state *state, const struct ref_player *player)
{
    int sum = 0, games = 0;
    for (int r = 0; r < state->round - 1; r++)
        if (player->record[r].played) {
            sum += others_by_tpn(state, player->record[r].opponent)->rating;
            games++;
        }
    return games == 0 ? 0 : (2 * sum + games) / (2 * games);
}

static int score_in(const struct ref_player *player, int round)
{
    return others_points(player, round) + player->record[round].virtual_points;
}

/* Was the player in a bracket of a higher scoregroup?  Then the opponent had a higher score. */
static bool upfloated(const struct ref_state *state, const struct ref_player *player, int round)
{
    const int opponent = player->record[round].opponent;
    return opponent != 0 &&
           score_in(player, round) < score_in(others_by_tpn(state, opponent), round);
}

static void find_facts(struct round *r, const struct ref_state *state)
{
    const bool last = state->round == state->total_rounds;
    others_find(&r->field, state, 'b'); /* 1.6.4 */
    for (int x = 0; x < r->field.count; x++) {
        const struct ref_player *player = r->field.who[x].player;
        r->aro[x] = aro_of(state, player);
        r->upfloats[x] = 0;
        for (int round = 0; round < state->round - 1; round++)
            r->upfloats[x] += upfloated(state, player, round);
        r->maximum[x] = !last && r->upfloats[x] >= 2 + state->total_rounds / 5; /* 1.8 */
        r->recent[x] = !last && state->round > 1 && upfloated(state, player, state->round - 2);
    }
}

static bool lower_tpn(const void *context, int x, int y)
{
    const struct round *r = context;
    return r->field.who[x].player->tpn < r->field.who[y].player->tpn;
}

/* ---- Pairings of a bracket ---- */

static bool same_wish(const struct round *r, int x, int y)
{
    return r->field.who[x].wish == r->field.who[y].wish;
}

/* Over all legal pairings of ${bracket}: the fewest pairs inside ${group}, or, without one, the
 * fewest of equal preference [C7].  INT_MAX / 2 if there is no pairing. */
static int fewest(const struct round *r, set bracket, set group)
{
    if (bracket == 0)
        return 0;
    int x = 0, least = INT_MAX / 2;
    while (!others_in(bracket, x))
        x++;
    for (int y = x + 1; y < r->field.count; y++) {
        if (!others_in(bracket, y) || !r->field.legal[x][y])
            continue;
        const bool counts =
            group == 0 ? same_wish(r, x, y) : others_in(group, x) && others_in(group, y);
        const int sum = counts + fewest(r, bracket & ~one(x) & ~one(y), group);
        least = sum < least ? sum : least;
    }
    return least;
}

/* The fewest pairs of equal preference [C7] when each of ${one_side} meets a player of ${other}. */
static int fewest_across(const struct round *r, set one_side, set other)
{
    if (one_side == 0)
        return 0;
    int x = 0, least = INT_MAX / 2;
    while (!others_in(one_side, x))
        x++;
    for (int y = 0; y < r->field.count; y++) {
        if (!others_in(other, y) || !r->field.legal[x][y])
            continue;
        const int sum = same_wish(r, x, y) + fewest_across(r, one_side & ~one(x), other & ~one(y));
        least = sum < least ? sum : least;
    }
    return least;
}

/* ---- The upfloaters (3.2.1, 3.2.2) ---- */

/* [C5] to [C10] of a bracket, smaller is better. */
struct value {
    int item[REF_PLAYERS + 5];
};

static struct value value_of(const struct round *r, set residents, set upfloaters)
{
    struct value value = {.item = {others_size(upfloaters)}}; /* [C5] */
    int *next = &value.item[1];
    for (int x = r->field.count - 1; x >= 0;
         x--) /* [C6]: from the lowest score, higher is better */
        if (others_in(upfloaters, x))
            *next++ = -r->field.who[x].score;
    *next++ = fewest(r, residents | upfloaters, 0); /* [C7] */
    for (int x = 0; x < r->field.count; x++)
        if (others_in(upfloaters, x)) {
            next[0] += r->maximum[x];                      /* [C8] */
            next[1] += r->maximum[x] ? r->upfloats[x] : 0; /* [C9] */
            next[2] += r->recent[x];                       /* [C10] */
        }
    return value;
}

/* Is ${upfloaters} better than ${best}?  Sets of equal value are compared by the first differing
 * number of 4.2, which is the place in the table. */
static bool is_better(const struct value *value, set upfloaters, const struct value *than, set best)
{
    for (int i = 0; i < REF_PLAYERS + 5; i++)
        if (value->item[i] != than->item[i])
            return value->item[i] < than->item[i];
    const set differ = upfloaters ^ best;
    return (upfloaters & differ & (0 - differ)) != 0;
}

static set choose_upfloaters(struct round *r, set residents, set lower)
{
    set best = 0;
    struct value least = {.item = {INT_MAX}};
    for (set upfloaters = lower;; upfloaters = (upfloaters - 1) & lower) {
        if (others_size(upfloaters) <= least.item[0] &&
            others_complete(&r->field, residents | upfloaters) &&
            others_complete(&r->field, lower & ~upfloaters)) {
            const struct value value = value_of(r, residents, upfloaters);
            if (is_better(&value, upfloaters, &least, best)) {
                least = value;
                best = upfloaters;
            }
        }
        if (upfloaters == 0)
            break;
    }
    assert(least.item[0] != INT_MAX);
    return best;
}

/* ---- The groups (3.2.3, 3.2.4) ---- */

struct groups {
    set first, second; /* G1, G2 */
};

static int sorted(const struct round *r, set players, bool by_aro, int *out)
{
    int count = 0;
    for (int x = 0; x < r->field.count; x++) {
        if (!others_in(players, x))
            continue;
        int place = count++;
        for (; place > 0; place--) {
            const int y = out[place - 1];
            const bool before =
                by_aro && r->aro[x] != r->aro[y] ? r->aro[x] < r->aro[y] : lower_tpn(r, x, y);
            if (!before)
                break;
            out[place] = y;
        }
        out[place] = x;
    }
    return count;
}

static struct groups divide(const struct round *r, set bracket)
{
    struct groups g = {0, 0};
    int order[REF_PLAYERS];
    const int count = sorted(r, bracket, false, order);
    bool played = false;
    for (int i = 0; i < count; i++)
        played = played || r->field.who[order[i]].games > 0;
    for (int i = 0; i < count; i++) {
        const bool in_first = played ? r->field.who[order[i]].wish == 'w' : i < count / 2;
        *(in_first ? &g.first : &g.second) |= one(order[i]);
    }
    return g;
}

/* 4.3: the shifters by their sequence numbers: from the middle of the list outwards. */
static int number_shifters(const struct round *r, set players, bool white, int *out)
{
    int list[REF_PLAYERS];
    int left = sorted(r, players, white, list);
    const int count = left;
    for (int i = 0; i < count; i++, left--) {
        const int middle = (left - 1) / 2; /* of two, the one with the higher position */
        out[i] = list[middle];
        memmove(&list[middle], &list[middle + 1], sizeof *list * (size_t)(left - 1 - middle));
    }
    return count;
}

struct shifting {
    const struct round *r;
    int least;    /* [C7] of the bracket */
    bool smaller; /* the group that Shift 1 takes from is G1 */
    int first_shift, second_shift;
    int shifter[2][REF_PLAYERS], count[2];
};

/* Move ${players} out of G1 (or G2). */
static struct groups shift(struct groups g, bool from_first, set players)
{
    if (from_first)
        return (struct groups){g.first & ~players, g.second | players};
    return (struct groups){g.first | players, g.second & ~players};
}

/* Try the sets of ${need} shifters numbered ${from} or more, in order: 4.1.3.  ${*g} becomes the
 * groups of the first good one. */
static bool shift_second(const struct shifting *s, int from, int need, set players,
                         struct groups *g)
{
    if (need == 0) {
        const struct groups after = shift(*g, !s->smaller, players);
        if (fewest_across(s->r, after.first, after.second) != s->least)
            return false;
        *g = after;
        return true;
    }
    for (int i = from; i < s->count[1]; i++)
        if (shift_second(s, i + 1, need - 1, players | one(s->shifter[1][i]), g))
            return true;
    return false;
}

static bool shift_first(const struct shifting *s, int from, int need, set players, struct groups *g)
{
    if (need == 0) {
        struct groups after = shift(*g, s->smaller, players);
        if (!shift_second(s, 0, s->second_shift, 0, &after))
            return false;
        *g = after;
        return true;
    }
    for (int i = from; i < s->count[0]; i++)
        if (shift_first(s, i + 1, need - 1, players | one(s->shifter[0][i]), g))
            return true;
    return false;
}

/* 3.2.4 */
static struct groups recompose(const struct round *r, set bracket)
{
    struct groups g = divide(r, bracket);
    const int firsts = others_size(g.first), seconds = others_size(g.second);
    struct shifting s = {.r = r, .smaller = firsts <= seconds, .least = fewest(r, bracket, 0)};
    const set small = s.smaller ? g.first : g.second, large = s.smaller ? g.second : g.first;
    s.first_shift = small == 0 ? 0 : fewest(r, bracket, small);
    s.second_shift = (others_size(large) - others_size(small)) / 2 + s.first_shift;
    s.count[0] = number_shifters(r, small, s.smaller, s.shifter[0]);
    s.count[1] = number_shifters(r, large, !s.smaller, s.shifter[1]);
    const bool found = shift_first(&s, 0, s.first_shift, 0, &g);
    assert(found);
    (void)found;
    return g;
}

/* ---- The pairs (3.2.5, 3.2.6) ---- */

/* The first transposition: with ${row} rows served, the others out of ${second}. */
static bool transpose(const struct round *r, const int *white, int rows, int row, const int *second,
                      set left, int *out)
{
    if (row == rows)
        return true;
    for (int i = 0; i < rows; i++) {
        if (!others_in(left, second[i]) || !r->field.legal[white[row]][second[i]])
            continue;
        out[row] = second[i];
        if (transpose(r, white, rows, row + 1, second, left & ~one(second[i]), out))
            return true;
    }
    return false;
}

static void pair_bracket(const struct round *r, set bracket, struct ref_pairing *out)
{
    const struct groups g = recompose(r, bracket);
    int white[REF_PLAYERS], second[REF_PLAYERS], black[REF_PLAYERS];
    const int rows = sorted(r, g.first, true, white);
    (void)sorted(r, g.second, false, second);
    const bool found = transpose(r, white, rows, 0, second, g.second, black);
    assert(found);
    (void)found;
    for (int i = 0; i < rows; i++) { /* the table is sorted by rank */
        const bool higher = white[i] < black[i];
        others_enter(&r->field, higher ? white[i] : black[i], higher ? black[i] : white[i], out);
    }
}

int ref_dubov_2026_pair(const struct ref_state *state, struct ref_pairing *out)
{
    static struct round r;
    memset(out, 0, sizeof *out);
    find_facts(&r, state);
    int bye;
    set left = one(r.field.count) - 1;
    if (!others_give_bye(&r.field, lower_tpn, &r, &left, &bye))
        return 1;
    while (left != 0) {
        const set residents = others_top(&r.field, left);
        const set upfloaters = choose_upfloaters(&r, residents, left & ~residents);
        pair_bracket(&r, residents | upfloaters, out);
        left &= ~residents & ~upfloaters;
    }
    out->pab = bye < 0 ? 0 : r.field.who[bye].player->tpn;
    return 0;
}
