/* SPDX-License-Identifier: Apache-2.0 */
#include "burstein_2026.h"

#include <assert.h>
#include <string.h>

#include "others_2026.h"

/* 1.7, 1.8 */
struct index {
    long long buchholz, sonneborn_berger;
    int tpn;
};

struct round {
    struct others_field field;
    struct index index[REF_PLAYERS]; /* by place in the table */
};

/* ---- The Index ---- */

/* Was the round missed with a zero-point bye? */
static bool zero_point_bye(const struct ref_record *record)
{
    return record->opponent == 0 && !record->pab && record->points == 0;
}

/* 1.7.2, exception 2: the score of ${player} as it counts for the opponents.  The run of zero-point
 * byes continues in the round to be paired. */
static int score_for_others(const struct ref_state *state, const struct ref_player *player)
{
    int score = others_points(player, state->round - 1);
    const bool runs = !player->present && !player->scores;
    for (int r = state->round - 2; runs && r >= 0; r--) {
        if (!zero_point_bye(&player->record[r]))
            break;
        score += state->draw;
    }
    return score;
}

static struct index index_of(const struct ref_state *state, const struct ref_player *player)
{
    struct index index = {.tpn = player->tpn};
    for (int r = 0; r < state->round - 1; r++) {
        const struct ref_record *record = &player->record[r];
        const int score = record->played
                              ? score_for_others(state, others_by_tpn(state, record->opponent))
                              : others_points(player, state->round - 1); /* own score */
        index.buchholz += score;
        index.sonneborn_berger += (long long)score * record->points;
    }
    return index;
}

static bool ranks_before(const void *context, int x, int y)
{
    const struct round *r = context;
    const struct index *a = &r->index[x], *b = &r->index[y];
    if (a->buchholz != b->buchholz)
        return a->buchholz > b->buchholz;
    if (a->sonneborn_berger != b->sonneborn_berger)
        return a->sonneborn_berger > b->sonneborn_berger;
    return a->tpn < b->tpn;
}

/* ---- Who floats: [C4] to [C7] ---- */

/* The number of floaters, and their scores in descending order. */
struct value {
    int item[REF_PLAYERS + 1];
};

static struct value value_of(const struct round *r, others_set floaters)
{
    struct value value = {.item = {others_size(floaters)}};
    int count = 1;
    for (int x = 0; x < r->field.count; x++) /* the table is sorted by score */
        if (others_in(floaters, x))
            value.item[count++] = r->field.who[x].score;
    return value;
}

static int compare(const struct value *a, const struct value *b)
{
    for (int i = 0; i <= REF_PLAYERS; i++)
        if (a->item[i] != b->item[i])
            return a->item[i] < b->item[i] ? -1 : 1;
    return 0;
}

static bool can_float(struct round *r, others_set bracket, others_set lower, others_set floaters)
{
    return others_complete(&r->field, bracket & ~floaters) &&
           others_complete(&r->field, lower | floaters); /* [C4] */
}

/* The least value that ${bracket} can have under [C5] and [C6]. */
static struct value least_value(struct round *r, others_set bracket, others_set lower)
{
    struct value least = {.item = {REF_PLAYERS + 1}};
    for (others_set floaters = bracket;; floaters = (floaters - 1) & bracket) {
        const struct value value = value_of(r, floaters);
        if (can_float(r, bracket, lower, floaters) && compare(&value, &least) < 0)
            least = value;
        if (floaters == 0)
            return least;
    }
}

/* [C7]: the value of the following bracket as a result. */
static struct value value_of_next(struct round *r, others_set lower, others_set floaters)
{
    const others_set next = others_top(&r->field, lower);
    return least_value(r, next | floaters, lower & ~next);
}

/* Mark in ${good} all sets of floaters that are best under [C4] to [C7]. */
static void find_floaters(struct round *r, others_set bracket, others_set lower, bool *good)
{
    const struct value least = least_value(r, bracket, lower);
    struct value least_next = {.item = {REF_PLAYERS + 1}};
    for (others_set floaters = bracket;; floaters = (floaters - 1) & bracket) {
        const struct value value = value_of(r, floaters);
        good[floaters] = false;
        if (can_float(r, bracket, lower, floaters) && compare(&value, &least) == 0) {
            const struct value next = value_of_next(r, lower, floaters);
            const int by = compare(&next, &least_next);
            for (others_set f = bracket; by < 0 && f != floaters; f = (f - 1) & bracket)
                good[f] = false;
            good[floaters] = by <= 0;
            least_next = by < 0 ? next : least_next;
        }
        if (floaters == 0)
            return;
    }
}

/* ---- The pairing of a bracket: [C8] and the order of article 4 ---- */

struct search {
    struct round *r;
    const bool *good;
    int count;
    int place[REF_PLAYERS]; /* by BSN - 1 */
    int mate[REF_PLAYERS];  /* BSN of the opponent, 0: floats, -1: not yet */
    int missed;             /* [C8] */
    int best_missed;        /* -1: none found yet */
    int best[REF_PLAYERS];
};

static void weigh(struct search *s)
{
    others_set floaters = 0;
    for (int x = 0; x < s->count; x++)
        if (s->mate[x] == 0)
            floaters |= 1u << s->place[x];
    if (!s->good[floaters])
        return;
    int better = s->best_missed < 0 ? 1 : s->best_missed - s->missed;
    for (int x = 0; x < s->count && better == 0; x++) /* 4.3 */
        better = s->mate[x] - s->best[x];
    if (better <= 0)
        return;
    s->best_missed = s->missed;
    memcpy(s->best, s->mate, sizeof s->best);
}

/* Is a player's colour preference missed? */
static bool colour_missed(const struct others_player *a, const struct others_player *b)
{
    return a->wish != 0 && a->wish == b->wish;
}

static void try_all(struct search *s)
{
    int x = 0;
    while (x < s->count && s->mate[x] >= 0)
        x++;
    if (x == s->count) {
        weigh(s);
        return;
    }
    s->mate[x] = 0;
    try_all(s);
    for (int y = x + 1; y < s->count; y++) {
        const struct others_field *f = &s->r->field;
        if (s->mate[y] >= 0 || !f->legal[s->place[x]][s->place[y]])
            continue;
        const int missed = colour_missed(&f->who[s->place[x]], &f->who[s->place[y]]);
        s->mate[x] = y + 1;
        s->mate[y] = x + 1;
        s->missed += missed;
        try_all(s);
        s->missed -= missed;
        s->mate[y] = -1;
    }
    s->mate[x] = -1;
}

/* Pair the bracket; return the floaters. */
static others_set pair_bracket(struct round *r, others_set bracket, others_set lower,
                               struct ref_pairing *out)
{
    static bool good[1u << REF_PLAYERS];
    struct search s = {.r = r, .good = good, .best_missed = -1};
    others_set floaters = 0;
    find_floaters(r, bracket, lower, good);
    for (int x = 0; x < r->field.count; x++) { /* 4.1 */
        if (!others_in(bracket, x))
            continue;
        int bsn = s.count++;
        for (; bsn > 0 && ranks_before(r, x, s.place[bsn - 1]); bsn--)
            s.place[bsn] = s.place[bsn - 1];
        s.place[bsn] = x;
    }
    for (int x = 0; x < s.count; x++)
        s.mate[x] = -1;
    try_all(&s);
    assert(s.best_missed >= 0);
    for (int x = 0; x < s.count; x++)
        if (s.best[x] == 0)
            floaters |= 1u << s.place[x];
        else if (s.best[x] - 1 > x)
            others_enter(&r->field, s.place[x], s.place[s.best[x] - 1], out);
    return floaters;
}

int ref_burstein_2026_pair(const struct ref_state *state, struct ref_pairing *out)
{
    static struct round r;
    const int half = state->total_rounds / 2;
    if (state->round <= (half < 4 ? half : 4)) /* 1.6 */
        return ref_dutch_2026_pair(state, out);
    memset(out, 0, sizeof *out);
    others_find(&r.field, state, 0);
    for (int x = 0; x < r.field.count; x++)
        r.index[x] = index_of(state, r.field.who[x].player);
    int bye;
    others_set left = (1u << r.field.count) - 1, floaters = 0;
    if (!others_give_bye(&r.field, ranks_before, &r, &left, &bye))
        return 1;
    while (left != 0) {
        const others_set group = others_top(&r.field, left);
        left &= ~group;
        floaters = pair_bracket(&r, group | floaters, left, out);
    }
    assert(floaters == 0);
    out->pab = bye < 0 ? 0 : r.field.who[bye].player->tpn;
    return 0;
}
