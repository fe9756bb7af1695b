/* SPDX-License-Identifier: Apache-2.0 */
#include "dutch_2006.h"

#include <stdlib.h>
#include <string.h>

/* A player's pairing card. */
struct card {
    int player;
    int points;            /* twice */
    char wish;             /* 'W', 'B', 0 */
    int strength;          /* 0 none, 1 mild, 2 strong, 3 like absolute A7(c), 4 absolute (B2) */
    char float_1, float_2; /* 'D', 'U', 0 */
    bool had_bye, no_bye, over_half, half;
    char colours[OLD_ROUNDS + 1];
    int games;
};

typedef unsigned set; /* of places in A2 order */

/* A score bracket. */
struct score_bracket {
    int points;
    set residents, arrived, sent; /* sent: moved down by C1 */
    set left;                     /* unpaired by the pairing below */
    bool paired;
    int moved_pairs, rest_pairs;
    int partner[OLD_PLAYERS];
    char wish[OLD_PLAYERS]; /* with A7(d) */
    set tried[4096];        /* C12: the sets that the bracket above has left over */
    int tried_count;
    bool lowest;
};

struct event {
    const struct old_tournament *t;
    struct card card[OLD_PLAYERS];
    int count;
    struct score_bracket bracket[OLD_PLAYERS];
    int brackets;
};

static bool in(set s, int i)
{
    return (s >> i & 1) != 0;
}

static int size(set s)
{
    int n = 0;
    for (; s != 0; s &= s - 1)
        n++;
    return n;
}

/* ---- A, F: the cards ---- */

static int points_of(const struct old_game *game)
{
    switch (game->result) {
    case OLD_WIN:
    case OLD_FORFEIT_WIN:
    case OLD_BYE:
        return 2;
    case OLD_DRAW:
    case OLD_HALF_BYE:
        return 1;
    default:
        return 0;
    }
}

static int points_before(const struct old_tournament *t, int player, int round)
{
    int sum = 0;
    for (int r = 0; r < round - 1; r++)
        sum += points_of(&t->game[player][r]);
    return sum;
}

/* A4, A5: the float of ${player} in ${round}. */
static char float_in(const struct old_tournament *t, int player, int round)
{
    if (round < 1)
        return 0;
    const struct old_game *game = &t->game[player][round - 1];
    if (game->result == OLD_BYE)
        return 'D';
    if (game->opponent < 0)
        return 0;
    int mine = points_before(t, player, round), theirs = points_before(t, game->opponent, round);
    return mine > theirs ? 'D' : mine < theirs ? 'U' : 0;
}

static bool over_the_board(const struct old_game *game)
{
    return game->result == OLD_WIN || game->result == OLD_DRAW || game->result == OLD_LOSS;
}

/* A7 */
static void prefer(struct card *c, const struct old_tournament *t)
{
    int difference = 0;
    for (int i = 0; i < c->games; i++)
        difference += c->colours[i] == 'W' ? 1 : -1;
    if (c->games == 0)
        return;
    char last = c->colours[c->games - 1];
    bool twice = c->games >= 2 && c->colours[c->games - 2] == last;
    c->wish = last == 'W' ? 'B' : 'W';
    c->strength = difference == 0 ? 1 : 2;
    if (difference != 0)
        c->wish = difference < 0 ? 'W' : 'B';
    if (t->round % 2 == 1 && c->strength == 2 && c->had_bye)
        c->strength = 3;
    if (difference >= 2 || difference <= -2)
        c->strength = 4;
    else if (twice) {
        c->strength = 4;
        c->wish = last == 'W' ? 'B' : 'W';
    }
}

static struct card card_of(const struct old_tournament *t, int player)
{
    struct card c = {.player = player, .points = points_before(t, player, t->round)};
    for (int r = 0; r < t->round - 1; r++) {
        const struct old_game *game = &t->game[player][r];
        c.had_bye |= game->result == OLD_BYE;
        c.no_bye |= game->result == OLD_BYE || game->result == OLD_FORFEIT_WIN;
        if (over_the_board(game))
            c.colours[c.games++] = game->colour;
    }
    bool last = t->round == t->rounds_total;
    c.over_half = last && c.points > t->round - 1;
    c.half = last && c.points >= t->round - 1;
    c.float_1 = float_in(t, player, t->round - 1);
    c.float_2 = float_in(t, player, t->round - 2);
    prefer(&c, t);
    return c;
}

static void make_cards(struct event *e)
{
    for (int points = 2 * OLD_ROUNDS; points >= 0; points--)
        for (int i = 0; i < e->t->players; i++)
            if (!e->t->absent[i] && points_before(e->t, i, e->t->round) == points)
                e->card[e->count++] = card_of(e->t, i);
}

/* ---- B ---- */

static bool met(const struct event *e, int a, int b)
{
    if (e->t->forbidden[e->card[a].player][e->card[b].player])
        return true;
    for (int r = 0; r < e->t->round - 1; r++) {
        const struct old_game *game = &e->t->game[e->card[a].player][r];
        if (over_the_board(game) && game->opponent == e->card[b].player)
            return true;
    }
    return false;
}

static bool breaks_b2(const struct event *e, int a, int b)
{
    const struct card *x = &e->card[a], *y = &e->card[b];
    return x->strength == 4 && y->strength == 4 && x->wish == y->wish;
}

/* B1, and B2 where it applies. */
static bool may_meet(const struct event *e, int a, int b)
{
    return !met(e, a, b) && (!breaks_b2(e, a, b) || (e->card[a].half && e->card[b].half));
}

static bool breaks_a7c(const struct event *e, int a, int b)
{
    const struct card *x = &e->card[a], *y = &e->card[b];
    return x->wish == y->wish && x->strength >= 3 && y->strength >= 3 && !breaks_b2(e, a, b);
}

static bool float_again(const struct card *c, char way, int dropped)
{
    if (c->over_half)
        return false;
    return (dropped < 2 && c->float_1 == way) || (dropped < 1 && c->float_2 == way);
}

/* ---- The search: C4 to C11 ---- */

struct trial {
    struct event *e;
    struct score_bracket *b;
    int place[OLD_PLAYERS], count; /* the players of the bracket */
    int moved_pairs, rest_pairs;
    int b2, a7c, x, down, up; /* the limits */
    bool any;                 /* no limits */
    int partner[OLD_PLAYERS]; /* by place; -1 */
    bool (*accept)(struct trial *trial, void *context);
    void *context;
};

static set players_of(const struct score_bracket *b)
{
    return (b->residents | b->arrived) & ~b->sent;
}

static set left_over(const struct trial *t)
{
    set left = 0;
    for (int i = 0; i < t->count; i++)
        if (t->partner[t->place[i]] < 0)
            left |= 1u << t->place[i];
    return left;
}

static bool floats_allowed(const struct trial *t)
{
    for (int i = 0; i < t->count; i++) {
        int a = t->place[i], b = t->partner[a];
        const struct card *c = &t->e->card[a];
        if (b < 0) {
            if (t->b->lowest && c->no_bye)
                return false;
            if (!t->any && float_again(c, 'D', t->down))
                return false;
            continue;
        }
        int theirs = t->e->card[b].points;
        if (t->any || c->points == theirs)
            continue;
        if (c->points < theirs && float_again(c, 'U', t->up))
            return false;
        if (c->points > theirs && i >= t->moved_pairs && float_again(c, 'D', t->down))
            return false;
    }
    return true;
}

/* Examine a complete candidate: is it acceptable? */
static bool examine(struct trial *t)
{
    int b2 = 0, a7c = 0, x = 0;
    for (int i = 0; i < t->count; i++) {
        int a = t->place[i], b = t->partner[a];
        if (b < a)
            continue;
        b2 += breaks_b2(t->e, a, b);
        a7c += breaks_a7c(t->e, a, b);
        x += t->b->wish[a] != 0 && t->b->wish[a] == t->b->wish[b];
    }
    if (!t->any && (b2 > t->b2 || a7c > t->a7c || x > t->x))
        return false;
    return floats_allowed(t) && t->accept(t, t->context);
}

static bool try_pair(struct trial *t, int a, int b)
{
    if (t->partner[b] >= 0 || !may_meet(t->e, a, b))
        return false;
    t->partner[a] = b;
    t->partner[b] = a;
    return true;
}

static void undo_pair(struct trial *t, int a)
{
    t->partner[t->partner[a]] = -1;
    t->partner[a] = -1;
}

/* D1: pair S2 with S1 from its ${i}th player on. */
static bool transpose(struct trial *t, const int *s1, int n1, const int *s2, int n2, int i)
{
    if (i == n1)
        return examine(t);
    for (int k = 0; k < n2; k++) {
        if (!try_pair(t, s1[i], s2[k]))
            continue;
        if (transpose(t, s1, n1, s2, n2, i + 1))
            return true;
        undo_pair(t, s1[i]);
    }
    return false;
}

enum { MOST_EXCHANGES = 1024 }; /* twelve players in a bracket */

/* D2: one exchange, as the set of places (within the group) that make up S1. */
struct exchange {
    set s1;
    int players, difference;
    set out, into;
};

/* "take the one concerning the lowest player of S1", then the highest of S2. */
static int by_d2(const void *p, const void *q)
{
    const struct exchange *a = p, *b = q;
    if (a->players != b->players)
        return a->players - b->players;
    if (a->difference != b->difference)
        return a->difference - b->difference;
    if (a->out != b->out)
        return a->out > b->out ? -1 : 1;
    set differ = a->into ^ b->into;
    return differ == 0 ? 0 : (a->into & differ & (~differ + 1)) != 0 ? -1 : 1;
}

static int sum_of(set s)
{
    int sum = 0;
    for (int i = 0; i < OLD_PLAYERS; i++)
        sum += in(s, i) ? i : 0;
    return sum;
}

static int list_exchanges(int n, int n1, struct exchange *list)
{
    int count = 0;
    set first = (1u << n1) - 1;
    for (set s1 = 0; s1 < 1u << n; s1++) {
        if (size(s1) != n1)
            continue;
        struct exchange x = {.s1 = s1, .out = first & ~s1, .into = s1 & ~first};
        x.players = size(x.out);
        x.difference = sum_of(x.into) - sum_of(x.out);
        if (count == MOST_EXCHANGES)
            abort(); /* too many players for a literal reference */
        list[count++] = x;
    }
    qsort(list, (size_t)count, sizeof *list, by_d2);
    return count;
}

/* Pair the homogeneous (remainder) group. */
static bool exchange_and_transpose(struct trial *t)
{
    static struct exchange list[MOST_EXCHANGES];
    int group[OLD_PLAYERS], n = 0;
    for (int i = 0; i < t->count; i++)
        if (t->partner[t->place[i]] < 0)
            group[n++] = t->place[i];
    int exchanges = list_exchanges(n, t->rest_pairs, list);
    set s1_of[MOST_EXCHANGES];
    for (int k = 0; k < exchanges; k++)
        s1_of[k] = list[k].s1;
    for (int k = 0; k < exchanges; k++) {
        int s1[OLD_PLAYERS], s2[OLD_PLAYERS], n1 = 0, n2 = 0;
        for (int i = 0; i < n; i++) {
            if (in(s1_of[k], i))
                s1[n1++] = group[i];
            else
                s2[n2++] = group[i];
        }
        if (transpose(t, s1, n1, s2, n2, 0))
            return true;
    }
    return false;
}

/* Pair the moved down players, from the ${i}th on. */
static bool pair_moved(struct trial *t, int i)
{
    if (i == t->moved_pairs)
        return exchange_and_transpose(t);
    for (int k = t->moved_pairs; k < t->count; k++) {
        if (!try_pair(t, t->place[i], t->place[k]))
            continue;
        if (pair_moved(t, i + 1))
            return true;
        undo_pair(t, t->place[i]);
    }
    return false;
}

static int count_wish(const struct trial *t, char wish)
{
    int n = 0;
    for (int i = 0; i < t->count; i++)
        n += t->b->wish[t->place[i]] == wish;
    return n;
}

/* A8, with A7(d). */
static int find_x(struct trial *t)
{
    for (int i = 0; i < t->count; i++)
        t->b->wish[t->place[i]] = t->e->card[t->place[i]].wish;
    int white = count_wish(t, 'W'), black = count_wish(t, 'B'), q = (t->count + 1) / 2;
    char larger = black > white ? 'B' : 'W';
    int x = (black > white ? black : white) - q;
    for (int i = 0; i < t->count && t->e->t->round % 2 == 0; i++) {
        const struct card *c = &t->e->card[t->place[i]];
        if (x <= 0 || !c->had_bye || c->strength != 1 || c->wish != larger)
            continue;
        t->b->wish[t->place[i]] = larger == 'W' ? 'B' : 'W';
        x--;
    }
    return x > 0 ? x : 0;
}

static bool note(struct trial *t, void *context)
{
    (void)t;
    (void)context;
    return true;
}

static bool search_level(struct trial *t)
{
    memset(t->partner, -1, sizeof t->partner);
    return pair_moved(t, 0);
}

/* C4 to C11: enter the first pairing of ${b} with this many pairs that ${accept} takes. */
static bool search(struct event *e, struct score_bracket *b, int moved_pairs, int rest_pairs,
                   bool (*accept)(struct trial *, void *), void *context)
{
    struct trial t = {.e = e, .b = b, .moved_pairs = moved_pairs, .rest_pairs = rest_pairs};
    for (int i = 0; i < e->count; i++)
        if (in(players_of(b), i))
            t.place[t.count++] = i;
    int pairs = moved_pairs + rest_pairs, start = find_x(&t) - (t.count / 2 - pairs);
    t.any = true;
    t.accept = note;
    if (!search_level(&t)) /* no pairing at any level */
        return false;
    t.any = false;
    t.accept = accept;
    t.context = context;
    int b2_most = e->t->round == e->t->rounds_total ? pairs : 0;
    int a7c_most = e->t->round % 2 == 1 ? pairs : 0;
    for (t.b2 = 0; t.b2 <= b2_most; t.b2++)
        for (t.a7c = 0; t.a7c <= a7c_most; t.a7c++)
            for (t.x = start > 0 ? start : 0; t.x <= pairs; t.x++)
                for (t.down = 0; t.down <= 2; t.down++)
                    for (t.up = 0; t.up <= 2; t.up++) {
                        if (!search_level(&t))
                            continue;
                        memcpy(b->partner, t.partner, sizeof b->partner);
                        b->left = left_over(&t);
                        b->moved_pairs = moved_pairs;
                        b->rest_pairs = rest_pairs;
                        b->paired = true;
                        return true;
                    }
    return false;
}

/* ---- C1 to C14 ---- */

static int moved_count(const struct event *e, const struct score_bracket *b)
{
    int n = 0;
    for (int i = 0; i < e->count; i++)
        n += in(players_of(b), i) && e->card[i].points > b->points;
    return n;
}

/* A3, A6: the number of moved down players paired first. */
static int moved_first(const struct event *e, const struct score_bracket *b)
{
    int moved = moved_count(e, b);
    return 2 * moved < size(players_of(b)) ? moved : 0;
}

static int full_rest(const struct score_bracket *b, int moved_pairs)
{
    return (size(players_of(b)) - 2 * moved_pairs) / 2;
}

static bool possible(struct event *e, const struct score_bracket *b, int moved_pairs,
                     int rest_pairs)
{
    struct score_bracket copy = *b;
    return search(e, &copy, moved_pairs, rest_pairs, note, NULL);
}

static bool has_opponent(const struct event *e, const struct score_bracket *b, int a)
{
    for (int i = 0; i < e->count; i++)
        if (i != a && in(players_of(b), i) && may_meet(e, a, i))
            return true;
    return false;
}

/* The lower bracket's request for other floaters that let it make p pairs. */
struct wish_for_below {
    struct score_bracket *below;
    bool c12;
    bool from_c1;                    /* p is that of C3, after C1 */
    bool moved_only;                 /* p of the moved down players */
    int moved_lowered, rest_lowered; /* by C14 */
};

static bool tried_already(const struct score_bracket *b, set left)
{
    for (int i = 0; i < b->tried_count; i++)
        if (b->tried[i] == left)
            return true;
    return false;
}

/* C1, for arriving players: those of ${asked} without a possible opponent move down.  false: one of
 * them had come down to the bracket. */
static bool ask_c1_again(const struct event *e, struct score_bracket *b, set asked)
{
    b->sent = 0;
    for (int i = 0; i < e->count; i++) {
        if (!in(players_of(b), i) || has_opponent(e, b, i))
            continue;
        if (e->card[i].points > b->points)
            return false;
        b->sent |= asked & 1u << i;
    }
    return true;
}

static int more_than_none(int pairs)
{
    return pairs > 0 ? pairs : 0;
}

/* C12, C13: would these floaters allow the bracket below to be paired? */
static bool serves_below(struct trial *t, void *context)
{
    struct wish_for_below *wish = context;
    struct score_bracket next = *wish->below;
    set left = left_over(t);
    if (wish->c12 && tried_already(wish->below, left))
        return false;
    next.arrived = (next.arrived & ~t->b->left) | left;
    set asked = wish->from_c1 ? next.residents : wish->below->sent;
    if (wish->c12 && !ask_c1_again(t->e, &next, asked))
        return false;
    int moved = more_than_none(moved_first(t->e, &next) - wish->moved_lowered);
    int rest = more_than_none(full_rest(&next, moved) - wish->rest_lowered);
    return possible(t->e, &next, moved, wish->moved_only && moved > 0 ? 0 : rest);
}

/* C12; then "with this score bracket restart at C1". */
static bool apply_c12(struct event *e, struct score_bracket *b, struct wish_for_below wish)
{
    struct score_bracket *above = b - 1;
    if (b == e->bracket || !above->paired || moved_count(e, b) == 0)
        return false;
    wish.below = b;
    wish.c12 = true;
    set before = above->left;
    b->tried[b->tried_count++] = before;
    if (!search(e, above, above->moved_pairs, above->rest_pairs, serves_below, &wish))
        return false;
    b->arrived = (b->arrived & ~before) | above->left;
    b->sent = 0;
    return true;
}

/* C1. */
static void apply_c1(struct event *e, struct score_bracket *b)
{
    for (int i = 0; i < e->count; i++) {
        if (!in(players_of(b), i) || has_opponent(e, b, i))
            continue;
        if (e->card[i].points <= b->points ||
            !apply_c12(e, b, (struct wish_for_below){.from_c1 = true, .moved_only = true}))
            b->sent |= 1u << i;
        i = -1;
    }
}

/* Pair a bracket that is not the lowest. */
static void pair_bracket(struct event *e, struct score_bracket *b)
{
    apply_c1(e, b);
    int moved = moved_first(e, b), rest = full_rest(b, moved);
    bool heterogeneous = moved > 0;
    while (heterogeneous ? moved > 0 : rest > 0) {
        if (search(e, b, moved, rest, note, NULL))
            return;
        bool moved_failed = !possible(e, b, moved, 0);
        struct wish_for_below wish = {.moved_only = moved_failed,
                                      .moved_lowered = moved_first(e, b) - moved,
                                      .rest_lowered = full_rest(b, moved) - rest};
        if (apply_c12(e, b, wish)) {
            pair_bracket(e, b);
            return;
        }
        if (!moved_failed && rest > 0)
            rest--; /* C14 */
        else
            rest = full_rest(b, --moved);
    }
    b->left = players_of(b);
}

/* C13: pair the penultimate bracket so that ${lowest} can be paired. */
static bool apply_c13(struct event *e, struct score_bracket *above, struct score_bracket *lowest)
{
    if (!above->paired)
        return false;
    struct wish_for_below wish = {.below = lowest};
    int moved = above->moved_pairs, rest = above->rest_pairs;
    bool heterogeneous = moved_first(e, above) > 0;
    set before = above->left;
    while (heterogeneous ? moved > 0 : rest > 0) {
        if (search(e, above, moved, rest, serves_below, &wish)) {
            lowest->arrived = (lowest->arrived & ~before) | above->left;
            return true;
        }
        if (rest > 0)
            rest--;
        else
            rest = full_rest(above, --moved);
    }
    return false;
}

static bool pair_lowest(struct event *e)
{
    for (;;) {
        struct score_bracket *b = &e->bracket[e->brackets - 1];
        int moved = moved_first(e, b);
        if (search(e, b, moved, full_rest(b, moved), note, NULL))
            return true;
        if (e->brackets == 1) {
            while (moved-- > 0)
                if (search(e, b, moved, full_rest(b, moved), note, NULL))
                    return true;
            return false;
        }
        if (apply_c13(e, b - 1, b))
            continue;
        b[-1].residents |= b->residents; /* joined */
        b[-1].points = b->points;
        b[-1].sent = 0;
        b[-1].paired = false;
        b[-1].lowest = true;
        e->brackets--;
    }
}

static bool pair_brackets(struct event *e)
{
    for (int i = 0; i < e->count;) {
        struct score_bracket *b = &e->bracket[e->brackets++];
        memset(b, 0, sizeof *b);
        b->points = e->card[i].points;
        if (b != e->bracket)
            b->arrived = b[-1].left | b[-1].sent;
        for (; i < e->count && e->card[i].points == b->points; i++)
            b->residents |= 1u << i;
        b->lowest = i == e->count;
        if (b->lowest)
            return pair_lowest(e);
        pair_bracket(e, b);
    }
    return true;
}

/* ---- E ---- */

/* Does the higher ranked ${a} get White? */
static bool gets_white(const struct event *e, const struct score_bracket *b, int a, int c)
{
    const struct card *x = &e->card[a], *y = &e->card[c];
    char mine = b->wish[a], theirs = b->wish[c];
    if (mine == 0 && theirs == 0)
        return (x->player % 2 == 0) == e->t->white_first;
    if (mine != theirs)
        return mine == 'W' || theirs == 'B';
    if (x->strength != y->strength)
        return (x->strength > y->strength) == (mine == 'W');
    for (int i = 1; i <= x->games && i <= y->games; i++)
        if (x->colours[x->games - i] != y->colours[y->games - i])
            return x->colours[x->games - i] == 'B';
    return mine == 'W';
}

static void allot(const struct event *e, struct old_pairing *out)
{
    for (int k = 0; k < e->brackets; k++) {
        const struct score_bracket *b = &e->bracket[k];
        for (int i = 0; i < e->count && b->paired; i++) {
            if (!in(players_of(b), i))
                continue;
            int me = e->card[i].player, place = b->partner[i];
            if (place < 0 && b->lowest)
                out->bye = me;
            if (place < 0)
                continue;
            out->opponent[me] = e->card[place].player;
            bool higher = i < place;
            bool white = gets_white(e, b, higher ? i : place, higher ? place : i);
            out->colour[me] = white == higher ? 'W' : 'B';
        }
    }
}

bool old_pair(const struct old_tournament *t, struct old_pairing *out)
{
    static struct event e;
    memset(&e, 0, sizeof e);
    e.t = t;
    memset(out, 0, sizeof *out);
    memset(out->opponent, -1, sizeof out->opponent);
    out->bye = -1;
    make_cards(&e);
    if (!pair_brackets(&e))
        return false;
    allot(&e, out);
    return true;
}
