/* SPDX-License-Identifier: Apache-2.0 */
#include "team_2026.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { TEAMS = 12, NONE = -1 };

/* A set of teams is a bit mask over their places in the field. */
typedef unsigned set;

struct team {
    const struct ref_player *player;
    int number; /* its place among those arrived */
    int matches;
    char colour[REF_ROUNDS]; /* of the matches played, without holes */
    int difference;          /* 1.6 */
    char wish;               /* 1.7: 'w', 'b' or 0 */
    bool strong;
    bool floater; /* 1.5, if it matters in this round */
    bool bye_barred;
};

struct field {
    const struct ref_state *state;
    int count;
    struct team team[TEAMS]; /* by score, then TPN */
    bool met[TEAMS][TEAMS];
    signed char complete[1u << TEAMS]; /* 1, -1; 0: not yet known */
};

/* ---- Facts from the past ---- */

static const struct ref_player *with_tpn(const struct ref_state *state, int tpn)
{
    for (int i = 0; i < state->count; i++)
        if (state->player[i].tpn == tpn)
            return &state->player[i];
    abort();
}

/* Return the score used for pairing ${player} in the round with this index. */
static int paired_with(const struct ref_player *player, int round)
{
    int score = player->record[round].virtual_points;
    for (int r = 0; r < round; r++)
        score += player->record[r].points;
    return score;
}

/* 1.5: did the team play one with another score in the round before?  2.3.4, 2.3.7: this is
 * irrelevant in the last two rounds. */
static bool is_floater(const struct ref_state *state, const struct ref_player *player)
{
    const int last = state->round - 2;
    if (last < 0 || state->round >= state->total_rounds - 1 || !player->record[last].played)
        return false;
    const struct ref_player *other = with_tpn(state, player->record[last].opponent);
    return paired_with(player, last) != paired_with(other, last);
}

/* 2.1.2 */
static bool is_barred_from_bye(const struct ref_state *state, const struct ref_player *player)
{
    for (int r = 0; r < state->round - 1; r++) {
        const struct ref_record *record = &player->record[r];
        const bool free_win = !record->played && record->points == state->win;
        if (record->pab || free_win)
            return true;
    }
    return false;
}

static bool may_not_meet(const struct ref_state *state, const struct ref_player *a,
                         const struct ref_player *b)
{
    for (int r = 0; r < state->round - 1; r++)
        if (a->record[r].played && a->record[r].opponent == b->tpn)
            return true;
    for (int i = 0; i < state->forbidden_count; i++) {
        const int x = state->forbidden[i][0], y = state->forbidden[i][1];
        if ((x == a->tpn && y == b->tpn) || (y == a->tpn && x == b->tpn))
            return true;
    }
    return false;
}

/* 1.7.1: the colour of a preference of type A, which is a strong one of type B. */
static char plain_wish(const struct team *team)
{
    const int d = team->difference, n = team->matches;
    const bool twice = n >= 2 && team->colour[n - 1] == team->colour[n - 2];
    const char last = n > 0 ? team->colour[n - 1] : 0;
    if (d < -1 || (twice && last == 'b' && (d == 0 || d == -1)))
        return 'w';
    if (d > 1 || (twice && last == 'w' && (d == 0 || d == 1)))
        return 'b';
    return 0;
}

/* 1.7.2: the mild ones of type B. */
static char mild_wish(const struct team *team, bool last_round)
{
    if (team->difference != 0)
        return team->difference < 0 ? 'w' : 'b';
    if (last_round)
        return 0;
    return team->colour[team->matches - 1] == 'b' ? 'w' : 'b';
}

static void find_colours(const struct ref_state *state, struct team *team)
{
    for (int r = 0; r < state->round - 1; r++) {
        if (!team->player->record[r].played)
            continue;
        const char colour = team->player->record[r].colour;
        team->colour[team->matches++] = colour;
        team->difference += colour == 'w' ? 1 : -1;
    }
    if (state->team_type == 0 || team->matches == 0)
        return;
    team->wish = plain_wish(team);
    team->strong = state->team_type == 'B' && team->wish != 0;
    if (state->team_type == 'B' && team->wish == 0)
        team->wish = mild_wish(team, state->round == state->total_rounds);
}

static int by_score_and_tpn(const void *left, const void *right)
{
    const struct ref_player *a = ((const struct team *)left)->player;
    const struct ref_player *b = ((const struct team *)right)->player;
    return a->score != b->score ? b->score - a->score : a->tpn - b->tpn;
}

static void find_field(const struct ref_state *state, struct field *f)
{
    memset(f, 0, sizeof *f);
    f->state = state;
    for (int i = 0; i < state->count; i++) {
        const struct ref_player *player = &state->player[i];
        if (!player->present)
            continue;
        assert(f->count < TEAMS);
        struct team *team = &f->team[f->count++];
        *team = (struct team){.player = player};
        for (int k = 0; k < state->count; k++)
            team->number += state->player[k].arrived && state->player[k].tpn <= player->tpn;
        team->floater = is_floater(state, player);
        team->bye_barred = is_barred_from_bye(state, player);
        find_colours(state, team);
    }
    qsort(f->team, (size_t)f->count, sizeof *f->team, by_score_and_tpn);
    for (int x = 0; x < f->count; x++)
        for (int y = 0; y < f->count; y++)
            f->met[x][y] = may_not_meet(state, f->team[x].player, f->team[y].player);
}

/* ---- Sets ---- */

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
    int size = 0;
    for (; all != 0; all &= all - 1)
        size++;
    return size;
}

static int score_of(const struct field *f, int x)
{
    return f->team[x].player->score;
}

static int tpn_of(const struct field *f, int x)
{
    return f->team[x].player->tpn;
}

/* Is there a pairing of ${all} that complies with [C1]? */
static bool complete(struct field *f, set all)
{
    if (all == 0)
        return true;
    if (f->complete[all] == 0) {
        int x = 0;
        while (!in(all, x))
            x++;
        bool found = false;
        for (int y = x + 1; y < f->count && !found; y++)
            found = in(all, y) && !f->met[x][y] && complete(f, all & ~one(x) & ~one(y));
        f->complete[all] = found ? 1 : -1;
    }
    return f->complete[all] > 0;
}

/* Return the teams of ${all} with the highest score below ${bound}. */
static set scoregroup(const struct field *f, set all, int bound)
{
    set group = 0;
    int score = 0;
    for (int x = 0; x < f->count; x++)
        if (in(all, x) && score_of(f, x) < bound && (group == 0 || score_of(f, x) == score)) {
            group |= one(x);
            score = score_of(f, x);
        }
    return group;
}

/* ---- The bye (3.4) ---- */

static bool rather(const struct field *f, int x, int y)
{
    if (score_of(f, x) != score_of(f, y)) /* 3.4.2 */
        return score_of(f, x) < score_of(f, y);
    if (f->team[x].matches != f->team[y].matches) /* 3.4.3 */
        return f->team[x].matches > f->team[y].matches;
    return tpn_of(f, x) > tpn_of(f, y); /* 3.4.4 */
}

static int choose_bye(struct field *f, set all)
{
    int bye = NONE;
    for (int x = 0; x < f->count; x++)
        if (!f->team[x].bye_barred && complete(f, all & ~one(x)) && /* 3.4.1 */
            (bye == NONE || rather(f, x, bye)))
            bye = x;
    return bye;
}

/* ---- Upfloaters (3.5) ---- */

/* The value of a set of upfloaters; the smaller, item after item, the better. */
struct value {
    int count;         /* [C4] */
    int score[TEAMS];  /* [C5]: from the lowest, negated, as higher ones are better */
    int after;         /* [C6] */
    int floaters;      /* [C7] */
    int number[TEAMS]; /* 3.5.4: TPNs in the order of 3.5.3 */
};

static bool fits(struct field *f, set top, set lower, set up)
{
    return complete(f, top | up) && complete(f, lower & ~up);
}

/* The least number of upfloaters out of ${lower} for ${top}. */
static int least(struct field *f, set top, set lower)
{
    int best = NONE;
    for (set up = lower;; up = (up - 1) & lower) {
        if ((best == NONE || size_of(up) < best) && fits(f, top, lower, up))
            best = size_of(up);
        if (up == 0)
            return best;
    }
}

static struct value value_of(struct field *f, set up, set lower, set following)
{
    struct value value = {.count = size_of(up)};
    int i = 0, k = 0;
    for (int x = f->count - 1; x >= 0; x--)
        if (in(up, x))
            value.score[i++] = -score_of(f, x);
    for (int x = 0; x < f->count; x++)
        if (in(up, x)) {
            value.number[k++] = tpn_of(f, x);
            value.floaters += f->team[x].floater;
        }
    const set rest = following & ~up;
    value.after = rest == 0 ? 0 : least(f, rest, lower & ~following & ~up);
    return value;
}

static int compare_values(const struct value *a, const struct value *b)
{
    int order = a->count - b->count;
    for (int i = 0; i < TEAMS && order == 0; i++)
        order = a->score[i] - b->score[i];
    order = order != 0 ? order : a->after - b->after;
    order = order != 0 ? order : a->floaters - b->floaters;
    for (int i = 0; i < TEAMS && order == 0; i++)
        order = a->number[i] - b->number[i];
    return order;
}

static set choose_upfloaters(struct field *f, set top, set lower, set following)
{
    const int count = least(f, top, lower);
    struct value best = {0};
    set chosen = 0;
    bool any = false;
    assert(count != NONE);
    for (set up = lower;; up = (up - 1) & lower) {
        if (size_of(up) == count && fits(f, top, lower, up)) {
            const struct value value = value_of(f, up, lower, following);
            if (!any || compare_values(&value, &best) < 0) {
                best = value;
                chosen = up;
            }
            any = true;
        }
        if (up == 0)
            return chosen;
    }
}

/* ---- A bracket (3.6) ---- */

struct bracket {
    const struct field *f;
    set upfloaters;
    int count;
    int member[TEAMS];   /* by TPN: 3.6.1 */
    int opponent[TEAMS]; /* of the member with this number */
    bool any;
    int best[3 + TEAMS]; /* [C8], [C9], [C10], then the identifier of 3.6.2 in TPNs */
};

static bool wish_the_same(const struct team *a, const struct team *b)
{
    return a->wish != 0 && a->wish == b->wish;
}

static bool met_by_upfloater(const struct bracket *b, int x, int y)
{
    return in(b->upfloaters, b->member[x]) && !in(b->upfloaters, b->member[y]) &&
           b->f->team[b->member[y]].floater;
}

static void weigh(struct bracket *b)
{
    int value[3 + TEAMS] = {0}, tops = 3;
    for (int x = 0; x < b->count; x++) {
        const int y = b->opponent[x];
        if (y < x)
            continue;
        const struct team *one = &b->f->team[b->member[x]], *two = &b->f->team[b->member[y]];
        const bool same = wish_the_same(one, two);
        value[0] += same;
        value[1] += same && one->strong && two->strong;
        value[2] += met_by_upfloater(b, x, y) || met_by_upfloater(b, y, x);
        value[tops] = one->player->tpn;
        value[tops + b->count / 2] = two->player->tpn;
        tops++;
    }
    int order = b->any ? 0 : -1;
    for (int i = 0; i < 3 + b->count && order == 0; i++)
        order = value[i] - b->best[i];
    if (order < 0)
        memcpy(b->best, value, sizeof value);
    b->any = true;
}

static void try_all(struct bracket *b)
{
    int x = 0;
    while (x < b->count && b->opponent[x] != NONE)
        x++;
    if (x == b->count)
        weigh(b);
    for (int y = x + 1; y < b->count; y++) {
        if (b->opponent[y] != NONE || b->f->met[b->member[x]][b->member[y]])
            continue;
        b->opponent[x] = y;
        b->opponent[y] = x;
        try_all(b);
        b->opponent[x] = b->opponent[y] = NONE;
    }
}

/* ---- Colours (4) ---- */

static char other_than(char colour)
{
    return colour == 'w' ? 'b' : 'w';
}

static char last_of(const struct team *team)
{
    return team->matches > 0 ? team->colour[team->matches - 1] : 0;
}

/* 4.2: is ${a} the first-team? */
static bool is_first(const struct ref_state *state, const struct ref_player *a,
                     const struct ref_player *b)
{
    if (a->score != b->score)
        return a->score > b->score;
    int mine = 0, theirs = 0;
    for (int r = 0; state->second_counts && r < state->round - 1; r++) {
        mine += a->record[r].second;
        theirs += b->record[r].second;
    }
    return mine != theirs ? mine > theirs : a->tpn < b->tpn;
}

static char colour_of_first(const struct ref_state *state, const struct team *a,
                            const struct team *b)
{
    if (a->matches == 0 && b->matches == 0) /* 4.3.1 */
        return a->number % 2 != 0 ? state->initial_colour : other_than(state->initial_colour);
    if (a->wish != 0 && a->wish != b->wish) /* 4.3.2, 4.3.3 */
        return a->wish;
    if (a->wish == 0 && b->wish != 0)
        return other_than(b->wish);
    if (a->strong != b->strong) /* 4.3.4 */
        return a->strong ? a->wish : other_than(b->wish);
    if (a->difference != b->difference) /* 4.3.5 */
        return a->difference < b->difference ? 'w' : 'b';
    for (int i = 1; i <= a->matches && i <= b->matches; i++) { /* 4.3.6 */
        const char mine = a->colour[a->matches - i], theirs = b->colour[b->matches - i];
        if (mine != theirs)
            return other_than(mine);
    }
    if (a->wish != 0) /* 4.3.7 */
        return a->wish;
    return a->matches > 0 ? other_than(last_of(a)) : last_of(b); /* 4.3.8, 4.3.9 */
}

static int place_of(const struct field *f, int tpn)
{
    for (int x = 0; x < f->count; x++)
        if (tpn_of(f, x) == tpn)
            return x;
    abort();
}

static void enter(const struct field *f, int x, int y, struct ref_pairing *out)
{
    const struct team *a = &f->team[x], *b = &f->team[y];
    if (!is_first(f->state, a->player, b->player)) {
        const struct team *first = b;
        b = a;
        a = first;
    }
    const bool white = colour_of_first(f->state, a, b) == 'w';
    out->pair[out->pairs].white = white ? a->player->tpn : b->player->tpn;
    out->pair[out->pairs++].black = white ? b->player->tpn : a->player->tpn;
}

static void pair_bracket(const struct field *f, set top, set upfloaters, struct ref_pairing *out)
{
    struct bracket b = {.f = f, .upfloaters = upfloaters};
    for (int tpn = 1; tpn <= f->state->count; tpn++)
        for (int x = 0; x < f->count; x++)
            if (tpn_of(f, x) == tpn && in(top | upfloaters, x)) {
                b.opponent[b.count] = NONE;
                b.member[b.count++] = x;
            }
    try_all(&b);
    assert(b.any);
    for (int i = 0; i < b.count / 2; i++)
        enter(f, place_of(f, b.best[3 + i]), place_of(f, b.best[3 + b.count / 2 + i]), out);
}

/* ---- The round (3.3) ---- */

int ref_team_2026_pair(const struct ref_state *state, struct ref_pairing *out)
{
    const int above_all = 1 << 30;
    static struct field f;
    find_field(state, &f);
    memset(out, 0, sizeof *out);
    set left = one(f.count) - 1;
    if (f.count % 2 != 0) {
        const int bye = choose_bye(&f, left);
        if (bye == NONE)
            return 1;
        out->pab = tpn_of(&f, bye);
        left &= ~one(bye);
    }
    const set all = left;
    if (!complete(&f, all))
        return 1;
    while (left != 0) {
        const set top = scoregroup(&f, left, above_all);
        int x = 0;
        while (!in(top, x))
            x++;
        const set following = scoregroup(&f, all, score_of(&f, x)) & left;
        const set upfloaters = choose_upfloaters(&f, top, left & ~top, following);
        pair_bracket(&f, top, upfloaters, out);
        left &= ~top & ~upfloaters;
    }
    return 0;
}
