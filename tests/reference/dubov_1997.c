/* SPDX-License-Identifier: Apache-2.0 */
#include "dubov_1997.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Assert what the articles guarantee, in every build. */
static void must(bool holds)
{
    if (!holds)
        abort();
}

/* A set of players is a bit mask over the players present, numbered in the order of the state. */
typedef unsigned set;

struct player {
    int index; /* in the state */
    int score; /* half points */
    int rating;
    long sum; /* of the opponents' ratings, over ${games} */
    int games, difference;
    char due;          /* 'w', 'b', or 0 */
    bool white, black; /* allowed by 2.3 and 2.4 */
    bool up_barred;    /* 2.5 */
};

struct round {
    const struct dv_state *s;
    struct dv_result *out;
    int count;
    struct player player[DV_SMALL];
    bool possible[DV_SMALL][DV_SMALL];
    set left;
    signed char complete[1u << DV_SMALL]; /* last: cleared as far as it is used */
};

static bool in(set all, int x)
{
    return (all >> x & 1) != 0;
}
static set one(int x)
{
    return 1u << x;
}

static int size_of(set all)
{
    int count = 0;
    for (; all != 0; all &= all - 1)
        count++;
    return count;
}

/* ---- Facts from the past ---- */

static bool is_played(char result)
{
    return result == '1' || result == '=' || result == '0';
}

static int worth(char result)
{
    return strchr("1+UF", result) != NULL ? 2 : strchr("=H", result) != NULL ? 1 : 0;
}

static int score_before(const struct dv_state *s, int player, int round)
{
    int sum = 0;
    for (int r = 0; r < round; r++)
        sum += worth(s->entry[player][r].result);
    return sum;
}

static int rating_of(const struct dv_state *s, int player)
{
    return s->rating[player] != 0 ? s->rating[player] : s->unrated;
}

bool dv_have_played(const struct dv_state *s, int a, int b)
{
    for (int r = 0; r < s->rounds; r++)
        if (s->entry[a][r].opponent == b && is_played(s->entry[a][r].result))
            return true;
    return false;
}

bool dv_bye_barred(const struct dv_state *s, int player)
{
    for (int r = 0; r < s->rounds; r++)
        if (strchr("+UF", s->entry[player][r].result) != NULL)
            return true;
    return false;
}

/* The ${back}th colour from the end of the games played: 'w', 'b', or 0. */
static char colour_back(const struct dv_state *s, int player, int back)
{
    for (int r = s->rounds - 1; r >= 0; r--)
        if (is_played(s->entry[player][r].result) && back-- == 0)
            return s->entry[player][r].white ? 'w' : 'b';
    return 0;
}

static int difference_of(const struct dv_state *s, int player)
{
    int difference = 0;
    for (int back = 0; colour_back(s, player, back) != 0; back++)
        difference += colour_back(s, player, back) == 'w' ? 1 : -1;
    return difference;
}

/* 2.3; beyond the limit a colour is allowed if it reduces the excess.  2.4. */
bool dv_may_have(const struct dv_state *s, int player, bool white)
{
    char colour = white ? 'w' : 'b';
    int before = difference_of(s, player), after = before + (white ? 1 : -1);
    bool within = after >= -2 && after <= 2;
    bool back = white ? before < 0 : before > 0;
    bool third = colour_back(s, player, 0) == colour && colour_back(s, player, 1) == colour;
    return (within || back) && !third;
}

/* 2.5. */
static bool up_barred(const struct dv_state *s, int player)
{
    int ups = 0;
    bool running = false;
    for (int r = 0; r < s->rounds; r++) {
        int opponent = s->entry[player][r].opponent;
        running =
            opponent != DV_NOBODY && score_before(s, opponent, r) > score_before(s, player, r);
        ups += running;
    }
    if (s->rounds + 1 == s->rounds_total)
        return false;
    return running || ups >= (s->rounds_total < 10 ? 3 : 4);
}

static struct player player_of(const struct dv_state *s, int index)
{
    struct player p = {.index = index,
                       .score = score_before(s, index, s->rounds),
                       .rating = rating_of(s, index),
                       .difference = difference_of(s, index),
                       .white = dv_may_have(s, index, true),
                       .black = dv_may_have(s, index, false),
                       .up_barred = up_barred(s, index)};
    for (int r = 0; r < s->rounds; r++)
        if (is_played(s->entry[index][r].result)) {
            p.sum += rating_of(s, s->entry[index][r].opponent);
            p.games++;
        }
    char last = colour_back(s, index, 0);
    if (last != 0)
        p.due = p.difference < 0 ? 'w' : p.difference > 0 ? 'b' : last == 'w' ? 'b' : 'w';
    return p;
}

static void find_players(struct round *r)
{
    for (int i = 0; i < r->s->players; i++)
        if (!r->s->absent[i]) {
            must(r->count < DV_SMALL);
            r->player[r->count++] = player_of(r->s, i);
        }
    for (int x = 0; x < r->count; x++)
        for (int y = 0; y < r->count; y++) {
            const struct player *a = &r->player[x], *b = &r->player[y];
            r->possible[x][y] = x != y && !r->s->forbidden[a->index][b->index] &&
                                !dv_have_played(r->s, a->index, b->index) &&
                                ((a->white && b->black) || (a->black && b->white));
        }
}

/* ---- Orders ---- */

static int compare_aro(const struct round *r, int x, int y)
{
    const struct player *a = &r->player[x], *b = &r->player[y];
    long left = a->sum * (b->games != 0 ? b->games : 1);
    long right = b->sum * (a->games != 0 ? a->games : 1);
    return left < right ? -1 : left > right;
}

static int compare_names(const struct round *r, int x, int y)
{
    const char *a = r->s->name[r->player[x].index], *b = r->s->name[r->player[y].index];
    for (; *a != '\0' && tolower((unsigned char)*a) == tolower((unsigned char)*b); a++, b++)
        ;
    int order = tolower((unsigned char)*a) - tolower((unsigned char)*b);
    return order != 0 ? order : r->s->id[r->player[x].index] - r->s->id[r->player[y].index];
}

/* An order of players; < 0: ${x} comes first.  ${colour} is the due colour it can prefer. */
typedef int order(const struct round *r, char colour, int x, int y);

static int white_column(const struct round *r, char colour, int x, int y)
{
    (void)colour;
    int by = compare_aro(r, x, y);
    if (by == 0)
        by = r->player[x].rating - r->player[y].rating;
    return by != 0 ? by : compare_names(r, x, y);
}

static int black_column(const struct round *r, char colour, int x, int y)
{
    (void)colour;
    int by = r->player[y].rating - r->player[x].rating;
    if (by == 0)
        by = compare_aro(r, y, x);
    return by != 0 ? by : compare_names(r, x, y);
}

static int move_to_black(const struct round *r, char colour, int x, int y)
{
    (void)colour;
    int by = compare_aro(r, x, y);
    if (by == 0)
        by = r->player[y].rating - r->player[x].rating;
    return by != 0 ? by : compare_names(r, x, y);
}

static int move_to_white(const struct round *r, char colour, int x, int y)
{
    (void)colour;
    int by = compare_aro(r, y, x);
    if (by == 0)
        by = r->player[x].rating - r->player[y].rating;
    return by != 0 ? by : compare_names(r, x, y);
}

static int no_colour(const struct round *r, char colour, int x, int y)
{
    (void)colour;
    int by = r->player[y].rating - r->player[x].rating;
    return by != 0 ? by : compare_names(r, x, y);
}

static int distance(char mine, char theirs)
{
    return mine == 0 ? 0 : theirs == 0 ? 1 : theirs == mine ? 2 : 0;
}

/* 7.1, 7.2, 8.2. */
static int partner(const struct round *r, char colour, int x, int y)
{
    int by = distance(colour, r->player[x].due) - distance(colour, r->player[y].due);
    if (by == 0)
        by = r->player[y].rating - r->player[x].rating;
    if (by == 0)
        by = compare_aro(r, x, y);
    return by != 0 ? by : compare_names(r, x, y);
}

/* Art. 4 within a score; also 6.4 within a class. */
static int for_bye(const struct round *r, char dominating, int x, int y)
{
    int by = r->player[x].rating - r->player[y].rating;
    if (by == 0 && dominating != 0)
        by = (r->player[x].due != dominating) - (r->player[y].due != dominating);
    if (by == 0)
        by = compare_aro(r, y, x);
    return by != 0 ? by : compare_names(r, x, y);
}

static int sort_set(const struct round *r, set all, order *compare, char colour, int *out)
{
    int count = 0;
    for (int x = 0; x < r->count; x++) {
        if (!in(all, x))
            continue;
        int place = count++;
        for (; place > 0 && compare(r, colour, x, out[place - 1]) < 0; place--)
            out[place] = out[place - 1];
        out[place] = x;
    }
    return count;
}

static char dominating(const struct round *r, set all)
{
    int balance = 0;
    for (int x = 0; x < r->count; x++)
        if (in(all, x))
            balance += (r->player[x].due == 'w') - (r->player[x].due == 'b');
    return balance > 0 ? 'w' : balance < 0 ? 'b' : 0;
}

/* ---- Completion ---- */

static bool complete(struct round *r, set all)
{
    if (all == 0)
        return true;
    if (r->complete[all] != 0)
        return r->complete[all] > 0;
    bool found = false;
    int x = 0;
    while (!in(all, x))
        x++;
    for (int y = x + 1; y < r->count && !found; y++)
        found = in(all, y) && r->possible[x][y] && complete(r, all & ~one(x) & ~one(y));
    r->complete[all] = found ? 1 : -1;
    return found;
}

/* The most pairs that ${all} can make. */
static int most_pairs(struct round *r, set all)
{
    int most = 0;
    for (set part = all;; part = (part - 1) & all) {
        if (size_of(part) > 2 * most && complete(r, part))
            most = size_of(part) / 2;
        if (part == 0)
            return most;
    }
}

static bool has_possible(const struct round *r, int x, set among)
{
    for (int y = 0; y < r->count; y++)
        if (in(among, y) && r->possible[x][y])
            return true;
    return false;
}

/* ---- Colours (art. 3) ---- */

static bool wants_white(const struct round *r, int x, int y)
{
    const struct player *a = &r->player[x], *b = &r->player[y];
    if (a->due != b->due)
        return a->due == 'w' || (a->due == 0 && b->due == 'b');
    if (a->difference != b->difference)
        return a->difference < b->difference;
    for (int back = 0;; back++) {
        char mine = colour_back(r->s, a->index, back), theirs = colour_back(r->s, b->index, back);
        if (mine == 0 || theirs == 0)
            break;
        if (mine != theirs)
            return mine == 'b';
    }
    int by = compare_aro(r, x, y);
    if (by != 0)
        return by > 0;
    if (a->rating != b->rating)
        return a->rating < b->rating;
    return compare_names(r, x, y) < 0;
}

static void add_pair(struct round *r, int x, int y)
{
    const struct player *a = &r->player[x], *b = &r->player[y];
    bool white = wants_white(r, x, y);
    if (!(white ? a->white && b->black : a->black && b->white))
        white = !white;
    r->out->white[r->out->pairs] = white ? a->index : b->index;
    r->out->black[r->out->pairs++] = white ? b->index : a->index;
    r->left &= ~one(x) & ~one(y);
}

/* ---- 6.1, 8.1 ---- */

struct columns {
    int white[DV_SMALL], black[DV_SMALL];
    int whites, blacks;
};

static void split(const struct round *r, set all, set *white, set *black)
{
    int none[DV_SMALL], count;
    set others = 0;
    *white = *black = 0;
    for (int x = 0; x < r->count; x++)
        if (in(all, x)) {
            set *side = r->player[x].due == 'w' ? white : r->player[x].due == 'b' ? black : &others;
            *side |= one(x);
        }
    count = sort_set(r, others, no_colour, 0, none);
    for (int i = 0; i < count; i++)
        *(size_of(*white) < size_of(*black) ? white : black) |= one(none[i]);
}

static void order_columns(const struct round *r, set white, set black, struct columns *c)
{
    c->whites = sort_set(r, white, white_column, 0, c->white);
    c->blacks = sort_set(r, black, black_column, 0, c->black);
}

static int in_turns(const struct round *r, set all, int *out)
{
    set white, black;
    struct columns c;
    int count = 0;
    split(r, all, &white, &black);
    order_columns(r, white, black, &c);
    for (int i = 0; i < c.whites || i < c.blacks; i++) {
        if (i < c.whites)
            out[count++] = c.white[i];
        if (i < c.blacks)
            out[count++] = c.black[i];
    }
    return count;
}

/* ---- 8, 7.1, 7.2 ---- */

/* Return the first of ${candidates} whom ${x} can play so that the rest can be paired; DV_NOBODY.
 */
static int pair_first(struct round *r, int x, set candidates)
{
    int sorted[DV_SMALL];
    int count = sort_set(r, candidates, partner, r->player[x].due, sorted);
    for (int i = 0; i < count; i++) {
        int y = sorted[i];
        if (!r->possible[x][y])
            continue;
        if (complete(r, r->left & ~one(x) & ~one(y))) {
            add_pair(r, x, y);
            return y;
        }
        r->out->flags |= DV_LOOK_AHEAD;
    }
    return DV_NOBODY;
}

static set scoregroup(const struct round *r, set all)
{
    int best = -1;
    set group = 0;
    for (int x = 0; x < r->count; x++)
        if (in(all, x) && r->player[x].score > best)
            best = r->player[x].score;
    for (int x = 0; x < r->count; x++)
        if (in(all, x) && r->player[x].score == best)
            group |= one(x);
    return group;
}

static set not_barred(const struct round *r, set all)
{
    for (int x = 0; x < r->count; x++)
        if (in(all, x) && r->player[x].up_barred)
            all &= ~one(x);
    return all;
}

/* "The next possible lower score group" for a player of ${who}. */
static set next_possible(const struct round *r, set who, set lower)
{
    while (lower != 0) {
        set group = scoregroup(r, lower);
        for (int x = 0; x < r->count; x++)
            if (in(who, x) && has_possible(r, x, group))
                return group;
        lower &= ~group;
    }
    return 0;
}

static void rescue_islands(struct round *r, set *group, set *lower)
{
    int islands[DV_SMALL];
    set alone = 0;
    for (int x = 0; x < r->count; x++)
        if (in(*group, x) && !has_possible(r, x, *group))
            alone |= one(x);
    int count = in_turns(r, alone, islands);
    for (int i = 0; i < count; i++) {
        int x = islands[i];
        int y = pair_first(r, x, not_barred(r, next_possible(r, one(x), *lower)));
        if (y == DV_NOBODY)
            continue;
        r->out->up[r->player[y].index] = 1;
        *group &= ~one(x);
        *lower &= ~one(y);
    }
}

/* Can some of ${able}, of ${group}, be sent down so that the remaining players and all below can be
 * paired? */
static bool some_can_go(struct round *r, set group, set able, set lower)
{
    for (set sent = able;; sent = (sent - 1) & able) {
        if (complete(r, group & ~sent) && complete(r, lower | sent))
            return true;
        if (sent == 0)
            return false;
    }
}

/* 7.2: return the player who joined, or DV_NOBODY. */
static int join_odd_group(struct round *r, set group, set lower)
{
    int sorted[DV_SMALL];
    set candidates = not_barred(r, next_possible(r, group, lower));
    int count = sort_set(r, candidates, partner, dominating(r, group), sorted);
    int pairs = most_pairs(r, group);
    for (int i = 0; i < count; i++)
        if (complete(r, group | one(sorted[i]))) {
            if (complete(r, lower & ~one(sorted[i])))
                return sorted[i];
            r->out->flags |= DV_LOOK_AHEAD;
        }
    for (int i = 0; i < count; i++)
        if (!complete(r, group | one(sorted[i])) && most_pairs(r, group | one(sorted[i])) > pairs) {
            if (some_can_go(r, group | one(sorted[i]), group, lower & ~one(sorted[i]))) {
                r->out->flags |= DV_RESIDUE;
                return sorted[i];
            }
            r->out->flags |= DV_LOOK_AHEAD;
        }
    return DV_NOBODY;
}

/* ---- 6.4 ---- */

static int class_of(const struct round *r, int x, set came_down, set lower)
{
    return (in(came_down, x) ? 3 : 1) + !has_possible(r, x, scoregroup(r, lower));
}

/* Try the sets of ${need} players of ${sorted}[from …] in order: take the first that leaves the
 * group pairable and, with ${ahead}, those below as well. */
static bool first_set(struct round *r, const int *sorted, int count, int from, int need, set group,
                      set lower, bool ahead, set *taken)
{
    if (need == 0)
        return complete(r, group & ~*taken) && (!ahead || complete(r, lower | *taken));
    for (int i = from; i < count; i++) {
        *taken |= one(sorted[i]);
        if (first_set(r, sorted, count, i + 1, need - 1, group, lower, ahead, taken))
            return true;
        *taken &= ~one(sorted[i]);
    }
    return false;
}

static bool smallest_set(struct round *r, const int *sorted, int count, set group, set lower,
                         bool ahead, set *taken)
{
    for (int need = 0; need <= count; need++) {
        *taken = 0;
        if (first_set(r, sorted, count, 0, need, group, lower, ahead, taken))
            return true;
    }
    return false;
}

static int order_for_floating(const struct round *r, set group, set able, set came_down, set lower,
                              int *sorted)
{
    int count = 0;
    for (int class = 1; class <= 4; class ++) {
        set members = 0;
        for (int x = 0; x < r->count; x++)
            if (in(able, x) && class_of(r, x, came_down, lower) == class)
                members |= one(x);
        count += sort_set(r, members, for_bye, dominating(r, group), sorted + count);
    }
    return count;
}

static set send_down(struct round *r, set group, set lower, set came_down, int joined)
{
    int sorted[DV_SMALL];
    set literal, taken;
    set able = joined == DV_NOBODY ? group : group & ~one(joined);
    int count = order_for_floating(r, group, able, came_down, lower, sorted);
    bool any = smallest_set(r, sorted, count, group, lower, false, &literal);
    must(any);
    any = smallest_set(r, sorted, count, group, lower, true, &taken);
    must(any); /* never the player who has just joined */
    if (literal != taken)
        r->out->flags |= literal == 0 ? DV_COMPLETION : DV_LOOK_AHEAD;
    for (int x = 0; x < r->count; x++)
        if (in(taken, x)) {
            long long *down = &r->out->down[r->player[x].index];
            *down = 10 * *down + class_of(r, x, came_down, lower);
        }
    return taken;
}

/* ---- 7.3, 7.4, 6.2, 6.3 ---- */

static void even_columns(const struct round *r, set *white, set *black)
{
    int sorted[DV_SMALL];
    bool whites = size_of(*white) > size_of(*black);
    set *from = whites ? white : black, *to = whites ? black : white;
    int moves = (size_of(*from) - size_of(*to)) / 2;
    int count = sort_set(r, *from, whites ? move_to_black : move_to_white, 0, sorted);
    for (int i = 0; i < count && moves > 0; i++) {
        const struct player *p = &r->player[sorted[i]];
        if (!(whites ? p->black : p->white))
            continue; /* 2.6 */
        *from &= ~one(sorted[i]);
        *to |= one(sorted[i]);
        moves--;
    }
    must(moves == 0);
}

/* Serve the rows from ${row} up to ${end} with the blacks not ${used}, by trial and error. */
static bool serve(const struct round *r, const struct columns *c, int row, int end, set used,
                  int *black_of)
{
    if (row == end)
        return true;
    for (int i = 0; i < c->blacks; i++) {
        if (in(used, i) || !r->possible[c->white[row]][c->black[i]])
            continue;
        black_of[row] = c->black[i];
        if (serve(r, c, row + 1, end, used | one(i), black_of))
            return true;
    }
    return false;
}

static int find_problem(struct round *r, const struct columns *c, bool *in_white)
{
    int black_of[DV_SMALL];
    set white = 0, black = 0;
    for (int i = 0; i < c->whites; i++) {
        white |= one(c->white[i]);
        black |= one(c->black[i]);
    }
    *in_white = true;
    for (int i = 0; i < c->whites; i++)
        if (!has_possible(r, c->white[i], black))
            return i;
    *in_white = false;
    for (int i = 0; i < c->blacks; i++)
        if (!has_possible(r, c->black[i], white)) {
            r->out->flags |= DV_MIRROR;
            return i;
        }
    *in_white = true;
    r->out->flags |= DV_HALL;
    int row = 0;
    while (serve(r, c, 0, row + 1, 0, black_of))
        row++;
    return row;
}

static bool set_aside(struct round *r, set *group, int x, int y)
{
    if (!r->possible[x][y] || !complete(r, *group & ~one(x) & ~one(y)))
        return false;
    add_pair(r, x, y);
    *group &= ~one(x) & ~one(y);
    return true;
}

static void solve_problem(struct round *r, const struct columns *c, set *group)
{
    bool in_white;
    int k = find_problem(r, c, &in_white);
    const int *own = in_white ? c->white : c->black, *other = in_white ? c->black : c->white;
    for (int i = k + 1; i < c->whites; i++)
        if (set_aside(r, group, own[k], own[i]))
            return;
    for (int i = k - 1; i >= 0; i--)
        if (set_aside(r, group, own[k], own[i]))
            return;
    r->out->flags |= DV_FORCED_ROW;
    for (int i = 0; i < c->whites; i++)
        if (set_aside(r, group, own[k], other[i]))
            return;
    must(false);
}

static void pair_columns(struct round *r, set group)
{
    while (group != 0) {
        set white, black;
        struct columns c;
        int black_of[DV_SMALL];
        split(r, group, &white, &black);
        even_columns(r, &white, &black);
        order_columns(r, white, black, &c);
        if (!serve(r, &c, 0, c.whites, 0, black_of)) {
            solve_problem(r, &c, &group);
            continue;
        }
        for (int row = 0; row < c.whites; row++)
            add_pair(r, c.white[row], black_of[row]);
        return;
    }
}

/* ---- The round ---- */

static void pair_floaters(struct round *r, set floaters, set *members)
{
    int sorted[DV_SMALL];
    int count = in_turns(r, floaters, sorted);
    for (int i = 0; i < count; i++) {
        int y = pair_first(r, sorted[i], *members);
        if (y != DV_NOBODY)
            *members &= ~one(y);
    }
}

static void pair_groups(struct round *r)
{
    set floaters = 0;
    while (r->left != 0) {
        set members = scoregroup(r, r->left & ~floaters);
        set lower = r->left & ~floaters & ~members;
        pair_floaters(r, floaters, &members);
        set group = members | (floaters & r->left);
        rescue_islands(r, &group, &lower);
        int joined = size_of(group) % 2 == 1 ? join_odd_group(r, group, lower) : DV_NOBODY;
        if (joined != DV_NOBODY) {
            group |= one(joined);
            lower &= ~one(joined);
            r->out->up[r->player[joined].index] = 2;
        }
        floaters = send_down(r, group, lower, floaters, joined);
        pair_columns(r, group & ~floaters);
    }
}

/* Art. 4. */
static bool give_bye(struct round *r)
{
    for (set all = r->left; all != 0;) {
        set group = all;
        for (int x = 0; x < r->count; x++) /* the lowest score not yet examined */
            for (int y = 0; y < r->count; y++)
                if (in(all, y) && in(group, x) && r->player[x].score > r->player[y].score)
                    group &= ~one(x);
        int sorted[DV_SMALL];
        int count = sort_set(r, group, for_bye, dominating(r, group), sorted);
        for (int i = 0; i < count; i++) {
            if (dv_bye_barred(r->s, r->player[sorted[i]].index))
                continue;
            if (complete(r, r->left & ~one(sorted[i]))) {
                r->out->bye = r->player[sorted[i]].index;
                r->left &= ~one(sorted[i]);
                return true;
            }
            r->out->flags |= DV_BYE;
        }
        all &= ~group;
    }
    return false;
}

static int title_rank(const char *title)
{
    static const char *const titles[] = {"GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM"};
    for (int i = 0; i < 8; i++)
        if (strcmp(titles[i], title) == 0)
            return i;
    return 8;
}

static int first_list(const struct round *r, char colour, int x, int y)
{
    (void)colour;
    const struct player *a = &r->player[x], *b = &r->player[y];
    int by = b->rating - a->rating;
    if (by == 0)
        by = title_rank(r->s->title[a->index]) - title_rank(r->s->title[b->index]);
    return by != 0 ? by : compare_names(r, x, y);
}

/* Art. 5. */
static void pair_first_round(struct round *r)
{
    int list[DV_SMALL];
    int count = sort_set(r, r->left, first_list, 0, list), half = count / 2;
    for (int i = 0; i < half; i++) {
        bool white = (i % 2 == 0) == r->s->first_white;
        r->out->white[i] = r->player[list[white ? i : half + i]].index;
        r->out->black[i] = r->player[list[white ? half + i : i]].index;
    }
    r->out->pairs = half;
    if (count % 2 == 1)
        r->out->bye = r->player[list[count - 1]].index;
}

void dv_reference(const struct dv_state *state, struct dv_result *result)
{
    static struct round r;
    memset(&r, 0, offsetof(struct round, complete));
    memset(result, 0, sizeof *result);
    result->bye = DV_NOBODY;
    r.s = state;
    r.out = result;
    find_players(&r);
    r.left = one(r.count) - 1;
    memset(r.complete, 0, r.left + 1);
    if (state->rounds == 0) {
        result->possible = true;
        pair_first_round(&r);
        return;
    }
    bool good = r.count % 2 == 0 || give_bye(&r);
    result->possible = good && complete(&r, r.left);
    if (result->possible)
        pair_groups(&r);
}
