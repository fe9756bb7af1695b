/* SPDX-License-Identifier: Apache-2.0 */
#include "dutch_2017.h"

#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/*
 * Readings where the text is silent: MaxPairs and M1 (B.1) are those of the best candidate; players
 * of the CLB keep their own scores (A.8); the following bracket (C.7) is judged by C.1-C.3, so if
 * it is the last one, first by whether the remaining player can have the bye; the players of a
 * remainder have in-bracket numbers of their own (A.3, D).
 *
 * Players are in the order of A.2, so that sets are bit masks in that order.
 */
typedef uint32_t set_t;

enum { NOBODY = -1, POINT = 10 };

struct person {
    const struct ref_player *player;
    int score;
    int number; /* E.5 */
    int games;
    char colours[REF_ROUNDS]; /* of the games, oldest first */
    int difference;
    char wish;    /* 'w', 'b' or 0 */
    int strength; /* 0 none, 1 mild, 2 strong, 3 absolute */
    bool topscorer;
    bool bye_barred;
    char floats[2]; /* previous round, two rounds before: 'd', 'u' or 0 */
};

struct field {
    const struct ref_state *state;
    int count;
    struct person person[REF_PLAYERS];
    bool legal[REF_PLAYERS][REF_PLAYERS];
    signed char *completes; /* by set: 0 unknown, 1 yes, -1 no */
};

static set_t bit(int i)
{
    return (set_t)1 << i;
}

/* ---- A: the players ---- */

static int score_before(const struct ref_player *player, int round)
{
    int score = player->record[round].virtual_points;
    while (round-- > 0)
        score += player->record[round].points;
    return score;
}

static const struct ref_player *player_with(const struct ref_state *state, int tpn)
{
    int i = 0;
    while (state->player[i].tpn != tpn)
        i++;
    return &state->player[i];
}

/* A.4.b: ${back} rounds ago. */
static char float_of(const struct ref_state *state, const struct ref_player *player, int back)
{
    int round = state->round - 1 - back;
    if (round < 0)
        return 0;
    const struct ref_record *record = &player->record[round];
    if (!record->played)
        return 'd';
    int mine = score_before(player, round);
    int theirs = score_before(player_with(state, record->opponent), round);
    return mine > theirs ? 'd' : mine < theirs ? 'u' : 0;
}

/* A.6 */
static void set_preference(struct person *p)
{
    if (p->games == 0)
        return;
    char last = p->colours[p->games - 1];
    bool repeated = p->games > 1 && p->colours[p->games - 2] == last;
    p->wish = last == 'w' ? 'b' : 'w';
    p->strength = 1;
    if (p->difference != 0) {
        p->strength = 2;
        p->wish = p->difference > 0 ? 'b' : 'w';
    }
    if (repeated || abs(p->difference) > 1)
        p->strength = 3;
    if (repeated && abs(p->difference) < 2)
        p->wish = last == 'w' ? 'b' : 'w';
}

static struct person person_of(const struct ref_state *state, const struct ref_player *player)
{
    struct person p = {.player = player, .score = player->score};
    for (int r = 0; r < state->round - 1; r++) {
        const struct ref_record *record = &player->record[r];
        /* C.2: a bye by pairing, or a win because the opponent did not appear */
        p.bye_barred |= record->pab || (!record->played && record->opponent != 0 &&
                                        record->points == state->win && state->win > state->loss);
        if (!record->played)
            continue;
        p.colours[p.games++] = record->colour;
        p.difference += record->colour == 'w' ? 1 : -1;
    }
    set_preference(&p);
    for (int i = 0; i < state->count; i++)
        p.number += state->player[i].arrived && state->player[i].tpn <= player->tpn;
    p.topscorer = state->round == state->total_rounds &&
                  2 * player->score > (state->round - 1) * state->win; /* A.7 */
    p.floats[0] = float_of(state, player, 1);
    p.floats[1] = float_of(state, player, 2);
    return p;
}

static int by_order(const void *left, const void *right) /* A.2 */
{
    const struct person *a = left, *b = right;
    return a->score != b->score ? b->score - a->score : a->player->tpn - b->player->tpn;
}

/* C.1 (and pairs that the arbiter forbids), C.3 */
static bool is_legal(const struct ref_state *state, const struct person *a, const struct person *b)
{
    for (int r = 0; r < state->round - 1; r++)
        if (a->player->record[r].played && a->player->record[r].opponent == b->player->tpn)
            return false;
    for (int i = 0; i < state->forbidden_count; i++) {
        const int *pair = state->forbidden[i];
        if ((pair[0] == a->player->tpn && pair[1] == b->player->tpn) ||
            (pair[1] == a->player->tpn && pair[0] == b->player->tpn))
            return false;
    }
    return a->wish != b->wish || a->strength < 3 || b->strength < 3 || a->topscorer || b->topscorer;
}

/* A.9: can these be paired, except one who can have the bye, by C.1-C.3? */
static bool completes(struct field *f, set_t set)
{
    if (set == 0)
        return true;
    if (f->completes[set] != 0)
        return f->completes[set] > 0;
    int first = __builtin_ctz(set);
    set_t rest = set & ~bit(first);
    bool yes =
        __builtin_popcount(set) % 2 == 1 && !f->person[first].bye_barred && completes(f, rest);
    for (int i = first + 1; i < f->count && !yes; i++)
        yes = (rest & bit(i)) != 0 && f->legal[first][i] && completes(f, rest & ~bit(i));
    f->completes[set] = yes ? 1 : -1;
    return yes;
}

/* ---- E ---- */

static char other_than(char colour)
{
    return colour == 'w' ? 'b' : 'w';
}

/* E.2 (1: ${a} has the stronger preference), E.3 */
static int stronger(const struct person *a, const struct person *b)
{
    if (a->strength != b->strength)
        return a->strength > b->strength ? 1 : -1;
    if (a->strength < 3)
        return 0;
    return (abs(a->difference) > abs(b->difference)) - (abs(a->difference) < abs(b->difference));
}

static char colour_of_higher(const struct ref_state *state, const struct person *a,
                             const struct person *b)
{
    if (a->wish == 0 && b->wish == 0)
        return a->number % 2 == 1 ? state->initial_colour : other_than(state->initial_colour);
    if (a->wish == 0 || b->wish == 0)
        return a->wish != 0 ? a->wish : other_than(b->wish);
    if (a->wish != b->wish || stronger(a, b) > 0)
        return a->wish;
    if (stronger(a, b) < 0)
        return other_than(b->wish);
    for (int i = 1; i <= a->games && i <= b->games; i++)
        if (a->colours[a->games - i] != b->colours[b->games - i])
            return b->colours[b->games - i];
    return a->wish;
}

/* ---- C: the value of a candidate ---- */

/* Numbers that are compared from first to last, the smaller the better; a list of score differences
 * takes as many places as there are players, in descending order, then -1 (A.8). */
struct value {
    int length;
    int item[8 * REF_PLAYERS];
};

static void add_number(struct value *v, int number)
{
    v->item[v->length++] = number;
}

static int descending(const void *left, const void *right)
{
    return *(const int *)right - *(const int *)left;
}

static void add_list(struct value *v, int *list, int count)
{
    qsort(list, (size_t)count, sizeof *list, descending);
    for (int i = 0; i < REF_PLAYERS; i++)
        add_number(v, i < count ? list[i] : -1);
}

static int compare(const struct value *a, const struct value *b)
{
    assert(a->length == b->length);
    for (int i = 0; i < a->length; i++)
        if (a->item[i] != b->item[i])
            return a->item[i] < b->item[i] ? -1 : 1;
    return 0;
}

struct candidate {
    int pairs;
    int pair[REF_PLAYERS / 2][2]; /* the higher ranked first */
    set_t floaters;
};

struct bracket {
    struct field *f;
    set_t mdps, residents, lower, next; /* ${next}: the following scoregroup */
    bool ppb;                           /* C.4, not C.7 */
    int lowest;                         /* score */
    bool found;
    struct candidate now, best;
    struct value best_value;
    struct {
        set_t floaters;
        struct value value;
    } ahead[256]; /* C.7 for sets of downfloaters, cached */
    int ahead_count;
};

/* A.8: the score difference of a downfloater. */
static int fall_of(const struct bracket *b, int player)
{
    return b->f->person[player].score - (b->lowest - POINT);
}

/* How much more ${player} has than ${opponent}; NOBODY if not more. */
static int lead_of(const struct bracket *b, int player, int opponent)
{
    int lead = b->f->person[player].score - b->f->person[opponent].score;
    return lead > 0 ? lead : NOBODY;
}

/* C.5, C.6 */
static void add_pairs_and_psd(const struct bracket *b, const struct candidate *c, struct value *v)
{
    int list[REF_PLAYERS], count = 0;
    add_number(v, -c->pairs);
    for (int i = 0; i < c->pairs; i++)
        list[count++] = b->f->person[c->pair[i][0]].score - b->f->person[c->pair[i][1]].score;
    for (int i = 0; i < b->f->count; i++)
        if (c->floaters & bit(i))
            list[count++] = fall_of(b, i);
    add_list(v, list, count);
}

/* Try all ways to pair some of ${set} in bracket ${b}, the MDPs with residents only: the best by
 * C.2, C.5 and C.6. */
static void best_of_next(struct bracket *b, set_t set)
{
    if (set == 0) {
        struct value v = {0};
        add_number(&v, b->lower == 0 && !completes(b->f, b->now.floaters));
        add_pairs_and_psd(b, &b->now, &v);
        if (!b->found || compare(&v, &b->best_value) < 0) {
            b->found = true;
            b->best_value = v;
        }
        return;
    }
    int first = __builtin_ctz(set);
    set_t rest = set & ~bit(first);
    for (int i = first + 1; i < b->f->count; i++) {
        if (!(rest & b->residents & bit(i)) || !b->f->legal[first][i])
            continue;
        b->now.pair[b->now.pairs][0] = first;
        b->now.pair[b->now.pairs++][1] = i;
        best_of_next(b, rest & ~bit(i));
        b->now.pairs--;
    }
    b->now.floaters |= bit(first);
    best_of_next(b, rest);
    b->now.floaters &= ~bit(first);
}

static int lowest_score(const struct field *f, set_t set)
{
    return f->person[31 - __builtin_clz(set)].score;
}

/* C.7 */
static const struct value *look_ahead(struct bracket *b, set_t floaters)
{
    for (int i = 0; i < b->ahead_count; i++)
        if (b->ahead[i].floaters == floaters)
            return &b->ahead[i].value;
    static struct bracket next; /* too large for the stack of every call */
    next = (struct bracket){
        .f = b->f, .mdps = floaters, .residents = b->next, .lower = b->lower & ~b->next};
    next.lowest = lowest_score(b->f, b->next);
    best_of_next(&next, floaters | b->next);
    assert(b->ahead_count < (int)(sizeof b->ahead / sizeof *b->ahead));
    b->ahead[b->ahead_count].floaters = floaters;
    b->ahead[b->ahead_count].value = next.best_value;
    return &b->ahead[b->ahead_count++].value;
}

struct counts {
    int number[8];                /* C.8-C.15 */
    int list[4][REF_PLAYERS + 1]; /* C.16-C.19 */
    int length[4];
};

/* Count the candidate's consequences for ${player}. */
static void count_player(const struct bracket *b, int player, int opponent, char colour,
                         struct counts *n)
{
    const struct person *p = &b->f->person[player];
    const struct person *o = opponent < 0 ? NULL : &b->f->person[opponent];
    bool top = o != NULL && (p->topscorer || o->topscorer);
    bool missed = o != NULL && p->wish != 0 && p->wish != colour;
    n->number[0] += top && abs(p->difference + (colour == 'w' ? 1 : -1)) > 2;
    n->number[1] += top && p->games > 1 && p->colours[p->games - 1] == colour &&
                    p->colours[p->games - 2] == colour;
    n->number[2] += missed;
    n->number[3] += missed && p->strength >= 2;
    int down = opponent < 0 ? fall_of(b, player) : lead_of(b, player, opponent);
    int up = opponent < 0 ? NOBODY : lead_of(b, opponent, player);
    for (int back = 0; back < 2; back++) {
        if (down != NOBODY && p->floats[back] == 'd') {
            n->number[4 + 2 * back]++;
            n->list[2 * back][n->length[2 * back]++] = down;
        }
        if (up != NOBODY && p->floats[back] == 'u') {
            n->number[5 + 2 * back]++;
            n->list[1 + 2 * back][n->length[1 + 2 * back]++] = up;
        }
    }
}

/* B.4, B.8: keep the candidate if it is better than all before. */
static void evaluate(struct bracket *b)
{
    const struct candidate *c = &b->now;
    struct value v = {0};
    if ((b->ppb || b->lower == 0) && !completes(b->f, c->floaters | b->lower))
        return; /* C.4; A.9: at most one is left of the last bracket, and has the bye */
    if (b->lower == 0 && __builtin_popcount(c->floaters) > 1)
        return;
    add_pairs_and_psd(b, c, &v);
    if (!b->ppb && b->lower != 0) {
        const struct value *ahead = look_ahead(b, c->floaters);
        for (int i = 0; i < ahead->length; i++)
            add_number(&v, ahead->item[i]);
    }
    struct counts n = {0};
    for (int i = 0; i < c->pairs; i++) {
        int high = c->pair[i][0], low = c->pair[i][1];
        char colour = colour_of_higher(b->f->state, &b->f->person[high], &b->f->person[low]);
        count_player(b, high, low, colour, &n);
        count_player(b, low, high, other_than(colour), &n);
    }
    for (int i = 0; i < b->f->count; i++)
        if (c->floaters & bit(i))
            count_player(b, i, NOBODY, 0, &n);
    for (int i = 0; i < 8; i++)
        add_number(&v, n.number[i]);
    for (int i = 0; i < 4; i++)
        add_list(&v, n.list[i], n.length[i]);
    if (b->found && compare(&v, &b->best_value) >= 0)
        return;
    b->found = true;
    b->best = *c;
    b->best_value = v;
}

/* ---- B, D: the candidates in their order ---- */

/* List the players of ${set} in order; return their number. */
static int list_of(set_t set, int *list)
{
    int count = 0;
    for (; set != 0; set &= set - 1)
        list[count++] = __builtin_ctz(set);
    return count;
}

static void pair_remainder(struct bracket *b, set_t remainder, int pairs);

/* D.1: pair each of ${s1} with each of ${s2} in turn; then pair the ${remainder_pairs} of the
 * remainder, or (NOBODY) the candidate is complete. */
static void transpose(struct bracket *b, set_t s1, set_t s2, int remainder_pairs)
{
    if (s1 == 0 && remainder_pairs != NOBODY) {
        pair_remainder(b, s2, remainder_pairs);
        return;
    }
    if (s1 == 0) {
        set_t before = b->now.floaters;
        b->now.floaters |= s2;
        evaluate(b);
        b->now.floaters = before;
        return;
    }
    int first = __builtin_ctz(s1);
    for (int i = 0; i < b->f->count; i++) {
        if (!(s2 & bit(i)) || !b->f->legal[first][i])
            continue;
        int *pair = b->now.pair[b->now.pairs++];
        pair[0] = first < i ? first : i;
        pair[1] = first < i ? i : first;
        transpose(b, s1 & ~bit(first), s2 & ~bit(i), remainder_pairs);
        b->now.pairs--;
    }
}

struct exchange {
    set_t down, up; /* of numbers in the remainder, from 0 */
};

static int sum_of(set_t set)
{
    int sum = 0;
    for (; set != 0; set &= set - 1)
        sum += __builtin_ctz(set);
    return sum;
}

static int by_d2(const void *left, const void *right)
{
    const struct exchange *a = left, *b = right;
    int a_size = __builtin_popcount(a->down), b_size = __builtin_popcount(b->down);
    int a_sum = sum_of(a->up) - sum_of(a->down), b_sum = sum_of(b->up) - sum_of(b->down);
    if (a_size != b_size) /* a */
        return a_size - b_size;
    if (a_sum != b_sum) /* b */
        return a_sum - b_sum;
    if (a->down != b->down) /* c: the highest different number leaves S1 */
        return a->down > b->down ? -1 : 1;
    if (a->up == b->up)
        return 0;
    return a->up & (a->up ^ b->up) & -(a->up ^ b->up) ? -1 : 1; /* d: the lowest enters it */
}

static set_t chosen(set_t numbers, const int *list)
{
    set_t set = 0;
    for (; numbers != 0; numbers &= numbers - 1)
        set |= bit(list[__builtin_ctz(numbers)]);
    return set;
}

/* B.6 with ${pairs} pairs: the exchanges in the order of D.2, each with all transpositions. */
static void pair_remainder(struct bracket *b, set_t remainder, int pairs)
{
    int list[REF_PLAYERS], size = list_of(remainder, list), count = 0;
    set_t s1 = bit(pairs) - 1, all = bit(size) - 1;
    struct exchange *exchanges = calloc(bit(size), sizeof *exchanges);
    for (set_t set = 0; set <= all; set++) /* every S1 of that size results from one exchange */
        if (__builtin_popcount(set) == pairs)
            exchanges[count++] = (struct exchange){s1 & ~set, set & ~s1};
    qsort(exchanges, (size_t)count, sizeof *exchanges, by_d2);
    for (int i = 0; i < count; i++) {
        set_t new_s1 = (s1 & ~exchanges[i].down) | exchanges[i].up;
        transpose(b, chosen(new_s1, list), chosen(all & ~new_s1, list), NOBODY);
    }
    free(exchanges);
}

/* D.3, for sets of MDPs of one size: the higher scores first, then the lower numbers. */
static int by_d3(const struct field *f, set_t a, set_t b)
{
    int x[REF_PLAYERS], y[REF_PLAYERS], count = list_of(a, x);
    list_of(b, y);
    for (int i = 0; i < count; i++)
        if (f->person[x[i]].score != f->person[y[i]].score)
            return f->person[x[i]].score > f->person[y[i]].score ? -1 : 1;
    for (int i = 0; i < count; i++)
        if (x[i] != y[i])
            return x[i] - y[i];
    return 0;
}

/* B.7 with ${m1} MDPs paired among ${pairs} pairs: the sets of MDPs in the order of D.3. */
static void pair_with_mdps(struct bracket *b, int pairs, int m1)
{
    for (set_t set = 0, last = 0;; last = set) {
        bool any = false;
        for (set_t other = b->mdps;; other = (other - 1) & b->mdps) {
            if (__builtin_popcount(other) == m1 && (last == 0 || by_d3(b->f, last, other) < 0) &&
                (!any || by_d3(b->f, other, set) < 0)) {
                set = other;
                any = true;
            }
            if (other == 0)
                break;
        }
        if (!any)
            return;
        b->now.floaters = b->mdps & ~set; /* the Limbo */
        transpose(b, set, b->residents, pairs - m1);
        if (m1 == 0)
            return;
    }
}

/* B.1: find the largest number of pairs that has a candidate at all, and try every M1; C.6 decides.
 */
static void pair_bracket(struct bracket *b)
{
    int residents = __builtin_popcount(b->residents), mdps = __builtin_popcount(b->mdps);
    b->found = false;
    b->ahead_count = 0;
    memset(b->ahead, 0, sizeof b->ahead);
    for (int pairs = (residents + mdps) / 2; pairs >= 0 && !b->found; pairs--)
        for (int m1 = mdps < pairs ? mdps : pairs; m1 >= 0; m1--) {
            b->now = (struct candidate){0};
            if (m1 <= residents && 2 * (pairs - m1) <= residents - m1)
                pair_with_mdps(b, pairs, m1);
        }
    assert(b->found);
}

/* ---- A.9: the round ---- */

static set_t top_scoregroup(const struct field *f, set_t set)
{
    set_t group = 0;
    for (int i = 0; i < f->count && set != 0; i++)
        if ((set & bit(i)) && f->person[i].score == f->person[__builtin_ctz(set)].score)
            group |= bit(i);
    return group;
}

static void report(const struct bracket *b, struct ref_pairing *out)
{
    const struct field *f = b->f;
    for (int i = 0; i < b->best.pairs; i++) {
        const struct person *high = &f->person[b->best.pair[i][0]];
        const struct person *low = &f->person[b->best.pair[i][1]];
        bool white = colour_of_higher(f->state, high, low) == 'w';
        out->pair[out->pairs].white = white ? high->player->tpn : low->player->tpn;
        out->pair[out->pairs++].black = white ? low->player->tpn : high->player->tpn;
    }
}

static void prepare(struct field *f)
{
    const struct ref_state *state = f->state;
    for (int i = 0; i < state->count; i++)
        if (state->player[i].present)
            f->person[f->count++] = person_of(state, &state->player[i]);
    qsort(f->person, (size_t)f->count, sizeof *f->person, by_order);
    for (int a = 0; a < f->count; a++)
        for (int b = 0; b < f->count; b++)
            f->legal[a][b] = a != b && is_legal(state, &f->person[a], &f->person[b]);
    f->completes = calloc(bit(f->count), sizeof *f->completes);
    assert(f->completes != NULL);
}

/* Pair the round; ${*ppb} is the number of the PPB if known, or NO_PPB. */
static int pair_round(const struct ref_state *state, struct ref_pairing *out, int *ppb)
{
    struct field f = {.state = state};
    prepare(&f);
    *out = (struct ref_pairing){0};
    struct bracket *b = calloc(1, sizeof *b);
    assert(b != NULL);
    b->f = &f;
    set_t rest = bit(f.count) - 1;
    bool possible = completes(&f, rest), known = *ppb != REF_NO_PPB;
    for (int number = 0; possible && rest != 0; number++) {
        b->residents = number > *ppb && *ppb != REF_NO_PPB ? rest : top_scoregroup(&f, rest);
        b->lower = rest & ~b->residents;
        b->next = top_scoregroup(&f, b->lower);
        b->lowest = lowest_score(&f, b->residents);
        b->ppb = known && number == *ppb;
        pair_bracket(b);
        if (!b->ppb && !completes(&f, b->best.floaters | b->lower)) {
            b->ppb = true;
            *ppb = number;
            pair_bracket(b);
        }
        report(b, out);
        b->mdps = b->best.floaters;
        rest = b->lower;
    }
    if (b->mdps != 0)
        out->pab = f.person[__builtin_ctz(b->mdps)].player->tpn;
    free(b);
    free(f.completes);
    return possible ? 0 : 1;
}

int ref_dutch_2017_pair(const struct ref_state *state, struct ref_pairing *out, int *ppb)
{
    *ppb = REF_NO_PPB;
    return pair_round(state, out, ppb);
}

int ref_dutch_2017_pair_held(const struct ref_state *state, int ppb, struct ref_pairing *out)
{
    return pair_round(state, out, &ppb);
}
