/* SPDX-License-Identifier: Apache-2.0 */
#include "dutch_2012.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/*
 * docs/findings/dutch-2012.md has the readings where the text is silent; [R1] to [R14] refer to
 * them here.
 *
 * C.3 to C.10 lower the requirements step by step, and each time all pairings are tried again in
 * their order.  The first step that accepts a pairing can be computed from the pairing: struct
 * price has the steps in their order, so that the pairing found is the cheapest one, and of equally
 * cheap ones the first.
 *
 * Players are in the order of A.2; a set is a bit mask over their places.
 */
typedef unsigned set;

enum { PLACES = REF_PLAYERS, MOST_TRIED = 4096 };

enum strength { NONE, MILD, STRONG, ABSOLUTE };

struct card {
    const struct ref_player *player;
    int score;
    int number; /* E.5: among those arrived */
    char wish;  /* 'w', 'b', or 0 */
    enum strength strength;
    char colour[REF_ROUNDS]; /* of the games played: F.2, F.3 */
    int games;
    char floats[3]; /* [1] one round ago, [2] two: 'd', 'u', or 0 */
    bool no_bye;    /* B.1.b */
    bool top;       /* A.10 */
};

struct bracket {
    int score; /* of its own players; for a merged bracket, that of the lower */
    set residents, arrived;
    set sent;   /* C.1: moved down before the others were paired */
    set latest; /* C.13: of a merged bracket, the one that was added last */
    bool merged, lowest;
    bool paired;
    int m1, p1;
    int partner[PLACES];
    set left;
    set tried[MOST_TRIED]; /* C.12: sets that came down from above */
    int tried_count;
};

struct event {
    const struct ref_state *state;
    bool step_by_step;
    int count;
    struct card card[PLACES];
    struct bracket bracket[PLACES];
    int brackets;
};

static bool in(set all, int place)
{
    return (all >> place & 1) != 0;
}

static int size_of(set all)
{
    int size = 0;
    for (; all != 0; all &= all - 1)
        size++;
    return size;
}

/* ---- A: the cards ---- */

static const struct ref_player *with_tpn(const struct ref_state *state, int tpn)
{
    for (int i = 0; i < state->count; i++)
        if (state->player[i].tpn == tpn)
            return &state->player[i];
    abort();
}

static int score_before(const struct ref_player *player, int round)
{
    int score = player->record[round].virtual_points;
    for (int r = 0; r < round; r++)
        score += player->record[r].points;
    return score;
}

/* B.1.b */
static bool points_without_playing(const struct ref_state *state, const struct ref_record *record)
{
    return !record->played && record->points > state->loss;
}

/* A.4, B.1.b; [R1], [R2] */
static char float_in(const struct ref_state *state, const struct ref_player *player, int round)
{
    if (round < 0)
        return 0;
    const struct ref_record *record = &player->record[round];
    if (record->pab || points_without_playing(state, record))
        return 'd';
    if (record->opponent == 0)
        return 0;
    const int own = score_before(player, round);
    const int other = score_before(with_tpn(state, record->opponent), round);
    return own > other ? 'd' : own < other ? 'u' : 0;
}

/* A.7; [R3] */
static void find_preference(struct card *card)
{
    int difference = 0;
    for (int i = 0; i < card->games; i++)
        difference += card->colour[i] == 'w' ? 1 : -1;
    if (card->games == 0)
        return; /* A.7.f */
    const char last = card->colour[card->games - 1];
    const char alternated = last == 'w' ? 'b' : 'w', balancing = difference > 0 ? 'b' : 'w';
    const bool twice = card->games > 1 && card->colour[card->games - 2] == last;
    const bool wide = difference > 1 || difference < -1;
    card->strength = wide || twice ? ABSOLUTE : difference != 0 ? STRONG : MILD;
    card->wish = wide || (difference != 0 && !twice) ? balancing : alternated;
}

static struct card card_of(const struct ref_state *state, const struct ref_player *player)
{
    struct card card = {.player = player, .score = player->score};
    for (int r = 0; r < state->round - 1; r++) {
        const struct ref_record *record = &player->record[r];
        card.no_bye |= record->pab || points_without_playing(state, record);
        if (record->played)
            card.colour[card.games++] = record->colour;
    }
    find_preference(&card);
    for (int i = 0; i < state->count; i++)
        card.number += state->player[i].arrived && state->player[i].tpn <= player->tpn;
    card.floats[1] = float_in(state, player, state->round - 2);
    card.floats[2] = float_in(state, player, state->round - 3);
    card.top =
        state->round == state->total_rounds && 2 * player->score > (state->round - 1) * state->win;
    return card;
}

static int by_order(const void *left, const void *right) /* A.2 */
{
    const struct card *a = left, *b = right;
    return a->score != b->score ? b->score - a->score : a->player->tpn - b->player->tpn;
}

static void make_cards(struct event *e)
{
    for (int i = 0; i < e->state->count; i++)
        if (e->state->player[i].present)
            e->card[e->count++] = card_of(e->state, &e->state->player[i]);
    qsort(e->card, (size_t)e->count, sizeof *e->card, by_order);
}

/* ---- B ---- */

/* B.1.a; F.2: a game that was not played is no meeting. */
static bool have_met(const struct event *e, int a, int b)
{
    const struct ref_state *state = e->state;
    const struct ref_player *one = e->card[a].player, *two = e->card[b].player;
    for (int r = 0; r < state->round - 1; r++)
        if (one->record[r].played && one->record[r].opponent == two->tpn)
            return true;
    for (int i = 0; i < state->forbidden_count; i++) {
        const int *pair = state->forbidden[i];
        if ((pair[0] == one->tpn && pair[1] == two->tpn) ||
            (pair[1] == one->tpn && pair[0] == two->tpn))
            return true;
    }
    return false;
}

static bool same_wish(const struct card *a, const struct card *b)
{
    return a->wish != 0 && a->wish == b->wish;
}

static bool breaks_b2(const struct card *a, const struct card *b)
{
    return same_wish(a, b) && a->strength == ABSOLUTE && b->strength == ABSOLUTE;
}

/* B.1, and B.2 but for top scorers (note to B.2). */
static bool may_meet(const struct event *e, int a, int b)
{
    const struct card *one = &e->card[a], *two = &e->card[b];
    return a != b && !have_met(e, a, b) && (!breaks_b2(one, two) || one->top || two->top);
}

/* A.7.d, of pairs that B.2 allows */
static bool breaks_a7d(const struct card *a, const struct card *b)
{
    return same_wish(a, b) && a->strength >= STRONG && b->strength >= STRONG && !breaks_b2(a, b);
}

/* ---- Brackets ---- */

static set members_of(const struct bracket *b)
{
    return (b->residents | b->arrived) & ~b->sent;
}

/* A.6.c, C.13: the players to be paired first. */
static set moved_down(const struct event *e, const struct bracket *b)
{
    set moved = b->merged ? (b->latest | b->arrived) & members_of(b) : 0;
    for (int i = 0; i < e->count && !b->merged; i++)
        if (in(members_of(b), i) && e->card[i].score > b->score)
            moved |= 1u << i;
    return moved;
}

/* C.2, A.3, C.13: the first M1; 0: homogeneous, or treated as such; [R4] */
static int first_m1(const struct event *e, const struct bracket *b)
{
    const int moved = size_of(moved_down(e, b)), all = size_of(members_of(b));
    if (b->merged)
        return moved < all / 2 ? moved : all / 2;
    return 2 * moved < all ? moved : 0;
}

static int most_pairs(const struct bracket *b) /* P0 */
{
    return size_of(members_of(b)) / 2;
}

/* ---- C.3, C.10: the price of a pairing ---- */

/* In the order of C.3.b to C.3.h, the most expensive first. */
enum { B2, A7D, X, Z, DOWN, B5_DOWN, B6_DOWN, UP, B5_UP, B6_UP, STEPS };

struct price {
    int step[STEPS];
};

static int compare_prices(const struct price *a, const struct price *b)
{
    for (int i = 0; i < STEPS; i++)
        if (a->step[i] != b->step[i])
            return a->step[i] < b->step[i] ? -1 : 1;
    return 0;
}

struct search {
    const struct event *e;
    const struct bracket *b;
    int m1, p1, x1, z1;
    int place[PLACES], count;
    int partner[PLACES];
    bool (*accept)(struct search *search, set left, void *context);
    void *context;
    bool found, remainder_reached, any_will_do;
    const struct price *limit; /* step by step: the most allowed now; NULL: no limit */
    struct price best;
    int best_partner[PLACES];
    set best_left;
};

/* A.8; [R5] */
static void find_x1_and_z1(struct search *s, int lowered)
{
    const bool even = s->e->state->round % 2 == 0;
    int white = 0, black = 0, mild_white = 0, mild_black = 0, none = 0;
    const int p0 = s->count / 2;
    for (int i = 0; i < s->count; i++) {
        const struct card *card = &s->e->card[s->place[i]];
        const int unplayed = s->e->state->round - 1 - card->games;
        const bool loose = even && unplayed % 2 == 1 && card->strength == MILD;
        none += card->games == 0;
        mild_white += loose && card->wish == 'w';
        mild_black += loose && card->wish == 'b';
        white += !loose && card->wish == 'w';
        black += !loose && card->wish == 'b';
    }
    const int fewer =
        black + mild_black > white + mild_white ? white + mild_white : black + mild_black;
    const int strong = black > white ? white : black;
    s->x1 = p0 - fewer - none;
    s->z1 = p0 - strong - mild_white - mild_black - none;
    s->x1 = s->x1 - lowered > 0 ? s->x1 - lowered : 0;
    s->z1 = s->z1 - lowered > 0 ? s->z1 - lowered : 0;
}

/* C.10.a, b (c, d): B6 is dropped first, then B5 with B6 in force again, then both. */
static int drop_step(int b5, int b6)
{
    return b5 == 0 ? (b6 == 0 ? 0 : 1) : b6 == 0 ? 2 : 3;
}

/* Add the price of one player: does the player float again?  [R6], [R7] */
static void add_floats(const struct search *s, int i, struct price *price)
{
    const int place = s->place[i], other = s->partner[place];
    const struct card *card = &s->e->card[place];
    const bool first = s->m1 > 0 && in(moved_down(s->e, s->b), place);
    char received = 0;
    if (other < 0)
        received = 'd';
    else if (card->score < s->e->card[other].score)
        received = 'u';
    else if (card->score > s->e->card[other].score && !first)
        received = 'd';
    if (received == 0)
        return;
    price->step[received == 'd' ? B5_DOWN : B5_UP] += card->floats[1] == received;
    price->step[received == 'd' ? B6_DOWN : B6_UP] += card->floats[2] == received;
}

static struct price price_of(const struct search *s)
{
    struct price price = {{0}};
    int missed = 0, missed_strongly = 0;
    for (int i = 0; i < s->count; i++) {
        const int place = s->place[i], other = s->partner[place];
        add_floats(s, i, &price);
        if (other < place)
            continue;
        const struct card *a = &s->e->card[place], *b = &s->e->card[other];
        price.step[B2] += breaks_b2(a, b);
        price.step[A7D] += s->e->state->round % 2 == 1 && breaks_a7d(a, b);
        missed += same_wish(a, b);
        missed_strongly += same_wish(a, b) && a->strength >= STRONG && b->strength >= STRONG;
    }
    price.step[X] = missed > s->x1 ? missed : s->x1;
    if (s->e->state->round % 2 == 0)
        price.step[Z] = missed_strongly > s->z1 ? missed_strongly : s->z1;
    price.step[DOWN] = drop_step(price.step[B5_DOWN], price.step[B6_DOWN]);
    price.step[UP] = drop_step(price.step[B5_UP], price.step[B6_UP]);
    return price;
}

/* Is ${price} within what the step allows? */
static bool within(const struct price *price, const struct price *limit)
{
    for (int i = 0; i < STEPS; i++)
        if (i != DOWN && i != UP && price->step[i] > limit->step[i])
            return false;
    return true;
}

/* ---- C.4 to C.9: the pairings in their order ---- */

/* Examine a complete pairing of the bracket; true: the search is over. */
static bool examine(struct search *s)
{
    set left = 0;
    for (int i = 0; i < s->count; i++)
        if (s->partner[s->place[i]] < 0)
            left |= 1u << s->place[i];
    if (s->b->lowest) {
        if (size_of(left) > 1)
            return false;
        for (int i = 0; i < s->e->count; i++)
            if (in(left, i) && s->e->card[i].no_bye)
                return false;
    }
    const struct price price = price_of(s);
    if (s->limit != NULL ? !within(&price, s->limit)
                         : s->found && compare_prices(&price, &s->best) >= 0)
        return false;
    if (s->accept != NULL && !s->accept(s, left, s->context))
        return false;
    s->found = true;
    s->best = price;
    s->best_left = left;
    memcpy(s->best_partner, s->partner, sizeof s->best_partner);
    return s->any_will_do || s->limit != NULL;
}

static bool pair_remainder(struct search *s);

/* D.1: pair the ${i}th of S1 with each of S2 in turn; then ${remainder} follows, or the pairing is
 * complete. */
static bool transpose(struct search *s, const int *s1, int n1, const int *s2, int n2, int i,
                      bool remainder)
{
    if (i == n1)
        return remainder ? pair_remainder(s) : examine(s);
    for (int k = 0; k < n2; k++) {
        if (s->partner[s2[k]] >= 0 || !may_meet(s->e, s1[i], s2[k]))
            continue;
        s->partner[s1[i]] = s2[k];
        s->partner[s2[k]] = s1[i];
        const bool done = transpose(s, s1, n1, s2, n2, i + 1, remainder);
        s->partner[s1[i]] = s->partner[s2[k]] = -1;
        if (done)
            return true;
    }
    return false;
}

struct ordered {
    struct ref_exchange exchange;
    int difference;
};

static int sum_of(set numbers)
{
    int sum = 0;
    for (int i = 0; i < PLACES; i++)
        sum += in(numbers, i) ? i + 1 : 0;
    return sum;
}

static int by_d2(const void *left, const void *right)
{
    const struct ordered *a = left, *b = right;
    if (a->difference != b->difference)
        return a->difference - b->difference;
    if (a->exchange.from_s1 != b->exchange.from_s1) /* decreasing lexicographic order */
        return a->exchange.from_s1 > b->exchange.from_s1 ? -1 : 1;
    const set differ = a->exchange.from_s2 ^ b->exchange.from_s2; /* increasing */
    return differ == 0 ? 0 : (a->exchange.from_s2 & differ & (0 - differ)) != 0 ? -1 : 1;
}

int ref_dutch_2012_exchanges(int s1, int s2, int moved, struct ref_exchange *list)
{
    static struct ordered all[REF_EXCHANGES];
    int count = 0;
    for (set from_s1 = 0; from_s1 < 1u << s1; from_s1++)
        for (set from_s2 = 0; size_of(from_s1) == moved && from_s2 < 1u << s2; from_s2++) {
            if (size_of(from_s2) != moved)
                continue;
            if (count == REF_EXCHANGES)
                abort(); /* too many players for a literal reference */
            all[count].exchange = (struct ref_exchange){from_s1, from_s2 << s1};
            all[count++].difference = sum_of(from_s2 << s1) - sum_of(from_s1);
        }
    qsort(all, (size_t)count, sizeof *all, by_d2);
    for (int i = 0; i < count; i++)
        list[i] = all[i].exchange;
    return count;
}

/* C.8.a: pair a homogeneous bracket, or a remainder: each exchange with all its transpositions. */
static bool pair_remainder(struct search *s)
{
    int group[PLACES], size = 0;
    const int pairs = s->p1 - s->m1;
    s->remainder_reached = true;
    for (int i = 0; i < s->count; i++)
        if (s->partner[s->place[i]] < 0)
            group[size++] = s->place[i];
    for (int moved = 0; moved <= pairs && moved <= size - pairs; moved++) {
        struct ref_exchange list[REF_EXCHANGES]; /* its own: C.12 and C.13 search within a search */
        const int count = ref_dutch_2012_exchanges(pairs, size - pairs, moved, list);
        for (int k = 0; k < count; k++) {
            const set first = (((1u << pairs) - 1) | list[k].from_s2) & ~list[k].from_s1;
            int s1[PLACES], s2[PLACES], n1 = 0, n2 = 0;
            for (int i = 0; i < size; i++) /* C.5 */
                *(in(first, i) ? &s1[n1++] : &s2[n2++]) = group[i];
            if (transpose(s, s1, n1, s2, n2, 0, false))
                return true;
        }
    }
    return false;
}

/* C.8.b, D.3: choose M1 of the moved down players, from the ${from}th on; the others stay in S2;
 * [R8] */
static bool choose_moved(struct search *s, const int *moved, int m0, int from, int need, set chosen)
{
    if (need == 0) {
        int s1[PLACES], s2[PLACES], n1 = 0, n2 = 0;
        for (int i = 0; i < s->count; i++)
            *(in(chosen, s->place[i]) ? &s1[n1++] : &s2[n2++]) = s->place[i];
        return transpose(s, s1, n1, s2, n2, 0, true);
    }
    for (int i = from; i <= m0 - need; i++)
        if (choose_moved(s, moved, m0, i + 1, need - 1, chosen | 1u << moved[i]))
            return true;
    return false;
}

static bool try_all(struct search *s, const int *moved, int m0)
{
    return s->m1 == 0 ? pair_remainder(s) : choose_moved(s, moved, m0, 0, s->m1, 0);
}

/* C.10.a, b for upfloaters, or c, d for downfloaters: drop B6, then B5, then both, each for the
 * fewest players; go through ${inner} with each. */
static bool lower_floats(struct search *s, struct price *limit, int b5, int b6,
                         bool (*inner)(struct search *, struct price *, const int *, int),
                         const int *moved, int m0)
{
    for (int step = 0; step < 4; step++)
        for (int five = step >= 2; five <= (step >= 2 ? s->count : 0); five++)
            for (int six = step % 2; six <= (step % 2 != 0 ? s->count : 0); six++) {
                limit->step[b5] = five;
                limit->step[b6] = six;
                if (inner(s, limit, moved, m0))
                    return true;
            }
    return false;
}

static bool try_within(struct search *s, struct price *limit, const int *moved, int m0)
{
    s->limit = limit;
    return try_all(s, moved, m0);
}

static bool lower_upfloats(struct search *s, struct price *limit, const int *moved, int m0)
{
    return lower_floats(s, limit, B5_UP, B6_UP, try_within, moved, m0);
}

/* C.10.e to g, in the printed order. */
static void lower_requirements(struct search *s, const int *moved, int m0)
{
    const bool even = s->e->state->round % 2 == 0;
    struct price limit = {{0}};
    int *const step = limit.step;
    for (step[B2] = 0; step[B2] <= s->p1; step[B2]++)
        for (step[A7D] = 0; step[A7D] <= (even ? 0 : s->p1); step[A7D]++)
            for (step[X] = s->x1; step[X] <= s->p1; step[X]++)
                for (step[Z] = even ? s->z1 : 0; step[Z] <= (even ? step[X] : 0); step[Z]++)
                    if (lower_floats(s, &limit, B5_DOWN, B6_DOWN, lower_upfloats, moved, m0))
                        return;
}

/* Find the first of the cheapest pairings of ${b} with P1 pairs, M1 of them of moved down players.
 * ${lowered}: how often C.14 has lowered P1, and X1 and Z1 with it. */
static bool run(struct search *s, const struct event *e, const struct bracket *b, int m1, int p1,
                int lowered)
{
    int moved[PLACES], m0 = 0;
    s->e = e;
    s->b = b;
    s->m1 = m1;
    s->p1 = p1;
    memset(s->partner, -1, sizeof s->partner);
    for (int i = 0; i < e->count; i++)
        if (in(members_of(b), i)) {
            s->place[s->count++] = i;
            if (in(moved_down(e, b), i))
                moved[m0++] = i;
        }
    find_x1_and_z1(s, lowered);
    if (e->step_by_step && !s->any_will_do)
        lower_requirements(s, moved, m0);
    else
        (void)try_all(s, moved, m0);
    return s->found;
}

static void enter(struct bracket *b, const struct search *s)
{
    memcpy(b->partner, s->best_partner, sizeof b->partner);
    b->left = s->best_left;
    b->m1 = s->m1;
    b->p1 = s->p1;
    b->paired = true;
}

/* Can ${b} make these pairs, at any price? */
static bool possible(const struct event *e, const struct bracket *b, int m1, int p1)
{
    struct search s = {.any_will_do = true};
    return m1 <= p1 && run(&s, e, b, m1, p1, 0);
}

/* ---- C.1, C.12 ---- */

static bool has_opponent(const struct event *e, const struct bracket *b, int place)
{
    for (int i = 0; i < e->count; i++)
        if (in(members_of(b), i) && may_meet(e, place, i))
            return true;
    return false;
}

/* The lower bracket's request for another set of floaters. */
struct wish {
    const struct event *e;
    const struct bracket *below;
    set before;
    int m1, p1;   /* below; -1: as in C.2 */
    bool c12;     /* as many, of the same scores, and not tried yet */
    set memo[64]; /* sets already examined */
    bool good[64];
    int known;
};

static bool same_scores(const struct event *e, set a, set b)
{
    if (size_of(a) != size_of(b))
        return false;
    for (int i = 0, k = 0; i < e->count; i++) {
        if (!in(a, i))
            continue;
        while (!in(b, k))
            k++;
        if (e->card[i].score != e->card[k++].score)
            return false;
    }
    return true;
}

static bool tried_already(const struct bracket *b, set left)
{
    for (int i = 0; i < b->tried_count; i++)
        if (b->tried[i] == left)
            return true;
    return false;
}

static bool lowest_possible(const struct event *e, const struct bracket *b)
{
    for (int m1 = first_m1(e, b); m1 >= 0; m1--)
        if (possible(e, b, m1, most_pairs(b)))
            return true;
    return false;
}

/* [R9]: a player without a possible opponent among the original ones stays out; an arriving player
 * must not. */
static bool would_serve(const struct wish *w, set left)
{
    static struct bracket next;
    next = *w->below;
    next.arrived = (next.arrived & ~w->before) | left;
    if (next.lowest)
        return w->c12 ? possible(w->e, &next, w->m1, most_pairs(&next))
                      : lowest_possible(w->e, &next);
    next.sent = 0;
    for (int i = 0; i < w->e->count; i++) {
        if (!in(members_of(&next), i) || has_opponent(w->e, &next, i))
            continue;
        if (w->e->card[i].score > next.score)
            return false;
        next.sent |= 1u << i;
    }
    const int m1 = w->m1 < 0 ? first_m1(w->e, &next) : w->m1;
    const int p1 = w->p1 < 0 ? most_pairs(&next) : w->p1;
    return possible(w->e, &next, m1, p1);
}

static bool serves_below(struct search *s, set left, void *context)
{
    struct wish *w = context;
    (void)s;
    if (w->c12 &&
        (left == w->before || !same_scores(w->e, left, w->before) || tried_already(w->below, left)))
        return false;
    for (int i = 0; i < w->known; i++)
        if (w->memo[i] == left)
            return w->good[i];
    const bool good = would_serve(w, left);
    if (w->known < 64) {
        w->memo[w->known] = left;
        w->good[w->known++] = good;
    }
    return good;
}

/* C.12; ${m1}, ${p1}: the pairs that the bracket needs. */
static bool backtrack(struct event *e, struct bracket *b, int m1, int p1)
{
    struct bracket *above = b - 1;
    if (b == e->bracket || !above->paired || (b->arrived & above->left) == 0 ||
        b->tried_count == MOST_TRIED)
        return false;
    struct wish wish = {.e = e, .below = b, .before = above->left, .m1 = m1, .p1 = p1, .c12 = true};
    struct search s = {.accept = serves_below, .context = &wish};
    b->tried[b->tried_count++] = above->left;
    if (!run(&s, e, above, above->m1, above->p1, most_pairs(above) - above->p1))
        return false;
    b->arrived = (b->arrived & ~above->left) | s.best_left;
    b->sent = 0;
    enter(above, &s);
    return true;
}

/* C.1; [R10] */
static void move_incompatible(struct event *e, struct bracket *b)
{
    for (int i = 0; i < e->count; i++) {
        if (!in(members_of(b), i) || has_opponent(e, b, i))
            continue;
        if (!in(b->arrived, i) || !backtrack(e, b, -1, -1))
            b->sent |= 1u << i;
        i = -1;
    }
}

/* ---- C.2 to C.14 ---- */

static void pair_bracket(struct event *e, struct bracket *b)
{
    move_incompatible(e, b);
    int m1 = first_m1(e, b), p1 = most_pairs(b), lowered = 0;
    while (p1 > 0) {
        struct search s = {0};
        if (run(&s, e, b, m1, p1, lowered)) {
            enter(b, &s);
            return;
        }
        if (backtrack(e, b, m1, p1)) {
            pair_bracket(e, b);
            return;
        }
        if (m1 == 0 || s.remainder_reached) { /* C.14.a, b.1 */
            p1--;
            lowered++;
        } else { /* C.14.b.2 */
            m1--;
        }
    }
    b->left = members_of(b);
    b->paired = false;
}

/* C.13: another pairing of the penultimate bracket, with fewer pairs if need be. */
static bool repair_penultimate(struct event *e, struct bracket *above, struct bracket *lowest)
{
    if (!above->paired)
        return false;
    struct wish wish = {.e = e, .below = lowest, .before = above->left, .m1 = -1, .p1 = -1};
    for (int p1 = above->p1; p1 > 0; p1--) {
        const int m1 = above->m1 < p1 ? above->m1 : p1;
        struct search s = {.accept = serves_below, .context = &wish};
        if (!run(&s, e, above, m1, p1, most_pairs(above) - p1))
            continue;
        lowest->arrived = (lowest->arrived & ~above->left) | s.best_left;
        enter(above, &s);
        return true;
    }
    return false;
}

/* C.13: merge the two lowest brackets; the upper one is the latest added. */
static void merge(struct event *e)
{
    struct bracket *b = &e->bracket[e->brackets - 1], *above = b - 1;
    above->sent = 0;
    above->latest = above->residents | above->arrived;
    above->residents |= b->residents;
    above->score = b->score;
    above->merged = above->lowest = true;
    above->paired = false;
    e->brackets--;
}

/* C.12, then C.13, in the lowest bracket: [R11], [R12]. */
static bool pair_lowest(struct event *e)
{
    for (;;) {
        struct bracket *b = &e->bracket[e->brackets - 1];
        bool again = false;
        for (int m1 = first_m1(e, b); m1 >= 0 && !again; m1--) {
            struct search s = {0};
            if (run(&s, e, b, m1, most_pairs(b), 0)) {
                enter(b, &s);
                return true;
            }
            again = !b->merged && backtrack(e, b, m1, most_pairs(b));
        }
        if (again)
            continue;
        if (e->brackets == 1)
            return false;
        if (!repair_penultimate(e, b - 1, b))
            merge(e);
    }
}

static bool pair_brackets(struct event *e)
{
    for (int i = 0; i < e->count;) {
        struct bracket *b = &e->bracket[e->brackets++];
        memset(b, 0, sizeof *b);
        memset(b->partner, -1, sizeof b->partner);
        b->score = e->card[i].score;
        if (b != e->bracket)
            b->arrived = b[-1].left | b[-1].sent;
        for (; i < e->count && e->card[i].score == b->score; i++)
            b->residents |= 1u << i;
        b->lowest = i == e->count;
        if (b->lowest)
            return pair_lowest(e);
        pair_bracket(e, b);
    }
    return true;
}

/* ---- E ---- */

static char other_than(char colour)
{
    return colour == 'w' ? 'b' : 'w';
}

/* The colour of ${a}, the higher ranked; [R13], [R14] */
static char colour_of(const struct event *e, const struct card *a, const struct card *b)
{
    if (a->wish == 0 && b->wish == 0) /* E.5 */
        return a->number % 2 == 1 ? e->state->initial_colour : other_than(e->state->initial_colour);
    if (a->wish == 0 || b->wish == 0) /* A.7.f */
        return a->wish != 0 ? a->wish : other_than(b->wish);
    if (a->wish != b->wish) /* E.1 */
        return a->wish;
    if (a->strength != b->strength) /* E.2 */
        return a->strength > b->strength ? a->wish : other_than(b->wish);
    for (int i = 1; i <= a->games && i <= b->games; i++) /* E.3 */
        if (a->colour[a->games - i] != b->colour[b->games - i])
            return other_than(a->colour[a->games - i]);
    return a->wish; /* E.4 */
}

static void allot(const struct event *e, struct ref_pairing *out)
{
    for (int k = 0; k < e->brackets; k++) {
        const struct bracket *b = &e->bracket[k];
        for (int i = 0; b->paired && i < e->count; i++) {
            const int other = b->partner[i];
            if (!in(members_of(b), i) || (other >= 0 && other < i))
                continue;
            const struct card *one = &e->card[i];
            if (other < 0) {
                if (b->lowest)
                    out->pab = one->player->tpn;
                continue;
            }
            const struct card *two = &e->card[other];
            const bool white = colour_of(e, one, two) == 'w';
            out->pair[out->pairs].white = (white ? one : two)->player->tpn;
            out->pair[out->pairs++].black = (white ? two : one)->player->tpn;
        }
    }
}

static int pair_round(const struct ref_state *state, bool step_by_step, struct ref_pairing *out)
{
    static struct event e;
    memset(&e, 0, sizeof e);
    memset(out, 0, sizeof *out);
    e.state = state;
    e.step_by_step = step_by_step;
    make_cards(&e);
    if (!pair_brackets(&e))
        return 1;
    allot(&e, out);
    return 0;
}

int ref_dutch_2012_pair(const struct ref_state *state, struct ref_pairing *out)
{
    return pair_round(state, false, out);
}

int ref_dutch_2012_pair_step_by_step(const struct ref_state *state, struct ref_pairing *out)
{
    return pair_round(state, true, out);
}
