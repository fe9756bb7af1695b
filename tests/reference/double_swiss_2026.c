/* SPDX-License-Identifier: Apache-2.0 */
#include "double_swiss_2026.h"

#include <stdlib.h>
#include <string.h>

/* Assert what the articles guarantee, in every build. */
static void must(bool holds)
{
    if (!holds)
        abort();
}

/* A set of players is a bit mask over the players present, numbered by score, then TPN. */
typedef unsigned set;

struct field {
    const struct ds_state *state;
    int count;
    int player[DS_SMALL], score[DS_SMALL], tpn[DS_SMALL];
    bool floater[DS_SMALL]; /* in the previous round; never in the last round */
    bool met[DS_SMALL][DS_SMALL];
    signed char complete[1u << DS_SMALL]; /* can a set be paired completely?  0: not yet known */
};

/* ---- Facts from the past ---- */

static bool forfeited_both(const struct ds_entry *entry)
{
    return entry->forfeited[0] && entry->forfeited[1];
}

/* Preface: a match ends by forfeit only if at least one player forfeits both games. */
static bool is_regular(const struct ds_state *s, int player, int round)
{
    const struct ds_entry *mine = &s->entry[player][round];
    return mine->bye == 0 && !forfeited_both(mine) &&
           !forfeited_both(&s->entry[mine->opponent][round]);
}

/* 1.6: at least one game of the match was actually played. */
static bool had_colour(const struct ds_state *s, int player, int round)
{
    const struct ds_entry *mine = &s->entry[player][round];
    if (mine->bye != 0)
        return false;
    const struct ds_entry *other = &s->entry[mine->opponent][round];
    return (!mine->forfeited[0] && !other->forfeited[0]) ||
           (!mine->forfeited[1] && !other->forfeited[1]);
}

static int score_before(const struct ds_state *s, int player, int round)
{
    int sum = 0;
    for (int r = 0; r < round; r++) {
        const struct ds_entry *e = &s->entry[player][r];
        sum += e->bye != 0 ? e->bye_points : e->points[0] + e->points[1];
    }
    return sum;
}

int ds_score(const struct ds_state *s, int player)
{
    return score_before(s, player, s->rounds);
}

bool ds_have_met(const struct ds_state *s, int a, int b)
{
    for (int r = 0; r < s->rounds; r++)
        if (is_regular(s, a, r) && s->entry[a][r].opponent == b)
            return true;
    return false;
}

bool ds_bye_barred(const struct ds_state *s, int player)
{
    for (int r = 0; r < s->rounds; r++) {
        const struct ds_entry *e = &s->entry[player][r];
        if (e->bye == 'P' || e->bye == 'F')
            return true;
        if (e->bye == 0 && forfeited_both(&s->entry[e->opponent][r]) && !forfeited_both(e))
            return true;
    }
    return false;
}

static int matches_played(const struct ds_state *s, int player)
{
    int count = 0;
    for (int r = 0; r < s->rounds; r++)
        count += is_regular(s, player, r);
    return count;
}

/* 1.5, for the round before. */
static bool was_floater(const struct ds_state *s, int player)
{
    int last = s->rounds - 1;
    return last >= 0 && is_regular(s, player, last) &&
           score_before(s, player, last) != score_before(s, s->entry[player][last].opponent, last);
}

/* ---- C1 and C3 ---- */

static bool in(set all, int x)
{
    return (all >> x & 1) != 0;
}

static int size_of(set all)
{
    int count = 0;
    for (; all != 0; all &= all - 1)
        count++;
    return count;
}

static int first_of(set all)
{
    int x = 0;
    while (!in(all, x))
        x++;
    return x;
}

/* Do all of them have an opponent, by some pairing complying with C1? */
static bool complete(struct field *f, set all)
{
    if (all == 0)
        return true;
    if (f->complete[all] != 0)
        return f->complete[all] > 0;
    bool possible = false;
    int x = first_of(all);
    for (int y = x + 1; y < f->count && !possible; y++)
        possible = in(all, y) && !f->met[x][y] && complete(f, all & ~(1u << x) & ~(1u << y));
    f->complete[all] = possible ? 1 : -1;
    return possible;
}

/* ---- 3.4 ---- */

static int choose_bye(struct field *f, set all)
{
    int best = DS_NOBODY;
    for (int x = 0; x < f->count; x++) {
        if (ds_bye_barred(f->state, f->player[x]) || !complete(f, all & ~(1u << x)))
            continue;
        if (best == DS_NOBODY) {
            best = x;
            continue;
        }
        int mine = matches_played(f->state, f->player[x]);
        int theirs = matches_played(f->state, f->player[best]);
        if (f->score[x] != f->score[best] ? f->score[x] < f->score[best]
            : mine != theirs              ? mine > theirs
                                          : f->tpn[x] > f->tpn[best])
            best = x;
    }
    return best;
}

/* ---- 3.5 ---- */

/* C4: the least number of upfloaters for ${top} out of ${lower}. */
static int least_upfloaters(struct field *f, set top, set lower)
{
    int least = -1;
    for (set u = lower;; u = (u - 1) & lower) {
        if (complete(f, top | u) && complete(f, lower & ~u) && (least < 0 || size_of(u) < least))
            least = size_of(u);
        if (u == 0)
            return least;
    }
}

/* C5: > 0 when ${a} has the better scores, compared from the lowest up; both of the same size. */
static int compare_scores(const struct field *f, set a, set b)
{
    for (int x = f->count - 1, y = f->count - 1;; x--, y--) { /* numbers run from the top down */
        while (x >= 0 && !in(a, x))
            x--;
        while (y >= 0 && !in(b, y))
            y--;
        if (x < 0)
            return 0;
        if (f->score[x] != f->score[y])
            return f->score[x] - f->score[y];
    }
}

static int count_floaters(const struct field *f, set all)
{
    int count = 0;
    for (int x = 0; x < f->count; x++)
        count += in(all, x) && f->floater[x];
    return count;
}

/* 3.5.4: does ${a} come before ${b} in the order of TPNs, both sorted as in 3.5.3? */
static bool comes_first(const struct field *f, set a, set b)
{
    for (int x = 0, y = 0;; x++, y++) {
        while (x < f->count && !in(a, x))
            x++;
        while (y < f->count && !in(b, y))
            y++;
        if (x == f->count)
            return false;
        if (x != y)
            return f->tpn[x] < f->tpn[y];
    }
}

/* C6: the number that the following scoregroup needs when ${u} has left; 0 if it is empty. */
static int needed_after(struct field *f, set following, set lower, set u)
{
    set left = following & ~u;
    return left == 0 ? 0 : least_upfloaters(f, left, lower & ~following & ~u);
}

static set choose_upfloaters(struct field *f, set top, set lower, set following)
{
    int least = least_upfloaters(f, top, lower);
    must(least >= 0);
    set best = 0;
    bool any = false;
    for (set u = lower;; u = (u - 1) & lower) {
        if (size_of(u) == least && complete(f, top | u) && complete(f, lower & ~u)) {
            int better = any ? compare_scores(f, u, best) : 1;
            if (better == 0)
                better =
                    needed_after(f, following, lower, best) - needed_after(f, following, lower, u);
            if (better == 0)
                better = count_floaters(f, best) - count_floaters(f, u);
            if (better > 0 || (better == 0 && comes_first(f, u, best)))
                best = u;
            any = true;
        }
        if (u == 0)
            return best;
    }
}

/* ---- 3.6 ---- */

struct search {
    struct field *f;
    set upfloaters;
    int order[DS_SMALL]; /* the members by TPN */
    int count;
    int mate[DS_SMALL]; /* places in ${order}; DS_NOBODY: none yet */
    int floats;
    bool any;
    int best_floats;
    int best[DS_SMALL]; /* identifier, as places in ${order} */
};

/* 3.6.2: top members in ascending order, then the bottom member of each. */
static void identify(const struct search *s, int *identifier)
{
    int pairs = s->count / 2, k = 0;
    for (int x = 0; x < s->count; x++)
        if (s->mate[x] > x) {
            identifier[k] = x;
            identifier[pairs + k++] = s->mate[x];
        }
}

static void weigh(struct search *s)
{
    int identifier[DS_SMALL];
    identify(s, identifier);
    int better = s->any ? s->best_floats - s->floats : 1;
    for (int i = 0; i < s->count && better == 0; i++)
        better = s->best[i] - identifier[i];
    if (better <= 0)
        return;
    s->any = true;
    s->best_floats = s->floats;
    memcpy(s->best, identifier, sizeof identifier);
}

/* C8: an upfloater, and a resident who was a floater? */
static bool floats_again(const struct search *s, int x, int y)
{
    return in(s->upfloaters, x) && !in(s->upfloaters, y) && s->f->floater[y];
}

static void try_all(struct search *s)
{
    int x = 0;
    while (x < s->count && s->mate[x] != DS_NOBODY)
        x++;
    if (x == s->count) {
        weigh(s);
        return;
    }
    for (int y = x + 1; y < s->count; y++) {
        int a = s->order[x], b = s->order[y];
        if (s->mate[y] != DS_NOBODY || s->f->met[a][b])
            continue;
        int floats = floats_again(s, a, b) || floats_again(s, b, a);
        s->mate[x] = y;
        s->mate[y] = x;
        s->floats += floats;
        try_all(s);
        s->floats -= floats;
        s->mate[x] = s->mate[y] = DS_NOBODY;
    }
}

/* ---- 4 ---- */

static int whites(const struct ds_state *s, int player)
{
    int count = 0;
    for (int r = 0; r < s->rounds; r++)
        count += had_colour(s, player, r) && s->entry[player][r].white_first;
    return count;
}

/* The ${back}th colour from the end: 'w', 'b' or 0 if there are not that many. */
static char colour_back(const struct ds_state *s, int player, int back)
{
    for (int r = s->rounds - 1; r >= 0; r--)
        if (had_colour(s, player, r) && back-- == 0)
            return s->entry[player][r].white_first ? 'w' : 'b';
    return 0;
}

static bool higher_gets_white(const struct ds_state *s, int higher, int other, const char **rule)
{
    char mine = colour_back(s, higher, 0), theirs = colour_back(s, other, 0);
    *rule = "4.3.1";
    if (mine == 0 && theirs == 0)
        return (s->tpn[higher] % 2 == 1) == s->initial_white;
    *rule = "4.3.2";
    if (whites(s, higher) != whites(s, other))
        return whites(s, higher) < whites(s, other);
    *rule = "4.3.3";
    for (int back = 0; colour_back(s, higher, back) != 0 && colour_back(s, other, back) != 0;
         back++)
        if (colour_back(s, higher, back) != colour_back(s, other, back))
            return colour_back(s, higher, back) == 'b';
    *rule = "4.3.4";
    if (mine != 0)
        return mine == 'b';
    *rule = "4.3.5";
    return theirs == 'w';
}

/* ---- 3.3.2 ---- */

static void add_pair(const struct field *f, int x, int y, struct ds_result *result)
{
    int higher = x < y ? x : y, other = x < y ? y : x, k = result->pairs++;
    bool white = higher_gets_white(f->state, f->player[higher], f->player[other], &result->rule[k]);
    result->white[k] = f->player[white ? higher : other];
    result->black[k] = f->player[white ? other : higher];
}

static void pair_bracket(struct field *f, set top, set upfloaters, struct ds_result *result,
                         struct ds_group *group)
{
    struct search s = {.f = f, .upfloaters = upfloaters};
    for (int x = 0; x < f->count; x++) {
        if (!in(top | upfloaters, x))
            continue;
        int place = s.count++;
        for (; place > 0 && f->tpn[s.order[place - 1]] > f->tpn[x]; place--)
            s.order[place] = s.order[place - 1];
        s.order[place] = x;
    }
    for (int i = 0; i < s.count; i++)
        s.mate[i] = DS_NOBODY;
    try_all(&s);
    must(s.any);
    for (int i = 0; i < s.count / 2; i++)
        add_pair(f, s.order[s.best[i]], s.order[s.best[s.count / 2 + i]], result);
    group->opponents = s.best_floats;
}

/* The players with the highest score below ${bound}. */
static set scoregroup(const struct field *f, set all, int bound, int *score)
{
    set group = 0;
    for (int x = 0; x < f->count; x++) {
        if (!in(all, x) || f->score[x] >= bound)
            continue;
        if (group == 0)
            *score = f->score[x];
        if (f->score[x] == *score)
            group |= 1u << x;
    }
    return group;
}

static void pair_all(struct field *f, set all, struct ds_result *result)
{
    const int above_all = 1000000;
    for (set left = all; left != 0;) {
        struct ds_group *group = &result->group[result->groups++];
        int next = 0;
        set top = scoregroup(f, left, above_all, &group->score);
        set following = scoregroup(f, all, group->score, &next) & left;
        set upfloaters = choose_upfloaters(f, top, left & ~top, following);
        group->residents = size_of(top);
        group->upfloaters = size_of(upfloaters);
        group->after = (following & ~upfloaters) == 0 || upfloaters == 0
                           ? -1
                           : needed_after(f, following, left & ~top, upfloaters);
        group->floaters = count_floaters(f, upfloaters);
        pair_bracket(f, top, upfloaters, result, group);
        left &= ~top & ~upfloaters;
    }
}

static void find_field(const struct ds_state *s, struct field *f)
{
    memset(f, 0, sizeof *f);
    f->state = s;
    for (int player = 0; player < s->players; player++) {
        if (s->absent[player])
            continue;
        must(f->count < DS_SMALL);
        int score = ds_score(s, player), place = f->count++;
        for (; place > 0 && f->score[place - 1] < score; place--) {
            f->player[place] = f->player[place - 1];
            f->score[place] = f->score[place - 1];
        }
        f->player[place] = player;
        f->score[place] = score;
    }
    for (int x = 0; x < f->count; x++) {
        f->tpn[x] = s->tpn[f->player[x]];
        f->floater[x] = s->rounds + 1 != s->rounds_total && was_floater(s, f->player[x]);
        for (int y = 0; y < f->count; y++)
            f->met[x][y] = s->forbidden[f->player[x]][f->player[y]] ||
                           ds_have_met(s, f->player[x], f->player[y]);
    }
}

void ds_reference(const struct ds_state *state, struct ds_result *result)
{
    static struct field f;
    find_field(state, &f);
    memset(result, 0, sizeof *result);
    result->bye = DS_NOBODY;
    set all = (1u << f.count) - 1;
    if (f.count % 2 == 1) {
        int bye = choose_bye(&f, all);
        if (bye == DS_NOBODY)
            return;
        result->bye = f.player[bye];
        all &= ~(1u << bye);
    }
    result->possible = complete(&f, all);
    if (result->possible)
        pair_all(&f, all, result);
}
