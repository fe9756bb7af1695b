/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Shares are in millionths, so that the squares of a million events still fit into 63 bits.  Places
 * are those of the standings; tied players share theirs.  A tied pair counts as half wrong, as a
 * coin toss to decide which of the two is stronger is wrong half the time.
 */

#include "cli/study/measure.h"
#include "base/sort.h"

#include <stdlib.h>

enum { WHOLE = 1000000 };

const struct measure_kind measure_kinds[MEASURES] = {
    [WRONG_PAIRS] = {"wrong_pairs", "pairs of players in the wrong order", "%", WHOLE / 100, -1},
    [SPEARMAN] = {"spearman", "rank correlation (Spearman)", "", WHOLE, 1},
    [STRONGEST_FIRST] = {"strongest_first", "the strongest is first", "%", WHOLE / 100, 1},
    [TOP_FOUND] = {"top_found", "of the strongest, found at the top", "%", WHOLE / 100, 1},
    [COLOUR_SPREAD] = {"colour_spread", "games of one colour beyond the other", "", WHOLE, -1},
    [COLOUR_OFF] = {"colour_off", "players with two or more such games", "%", WHOLE / 100, -1},
    [COLOUR_AGAIN] = {"colour_again", "same colour as in the game before", "%", WHOLE / 100, -1},
    [FLOATS] = {"floats", "pairs of different scores", "%", WHOLE / 100, -1},
    [FLOAT_GAP] = {"float_gap", "difference of scores", "points", WHOLE, -1},
    [FLOAT_AGAIN] = {"float_again", "floats as in the round before", "%", WHOLE / 100, -1},
    [STRENGTH_GAP] = {"strength_gap", "difference of strength", "Elo", 1000, 0},
    [BYES] = {"byes", "byes in an event", "", 1000, 0},
    [BYE_PLACE] = {"bye_place", "place by strength of who has them", "%", WHOLE / 100, 0},
    [CUT_SHORT] = {"cut_short", "events without a legal pairing", "%", WHOLE / 100, -1},
};

static void put(struct measured *out, enum measure which, int64_t value)
{
    out->value[which] = value;
    out->has[which] = true;
}

/* Put ${part} of ${whole} in millionths, to the nearest; nothing without a whole. */
static void put_share(struct measured *out, enum measure which, int64_t part, int64_t whole)
{
    if (whole > 0)
        put(out, which, (part * WHOLE + whole / 2) / whole);
}

/* --- places against strengths */

/* Return the share of the pairs of different strength that ${rank} has in the wrong order, in
 * millionths. */
static int64_t wrong_pairs(const uint32_t *rank, const int32_t *strengths, uint32_t count)
{
    int64_t halves = 0, pairs = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i + 1; j < count; j++) {
            if (strengths[i] == strengths[j])
                continue;
            bool right = (strengths[i] > strengths[j]) == (rank[i] < rank[j]);
            pairs++;
            halves += rank[i] == rank[j] ? 1 : right ? 0 : 2;
        }
    return pairs == 0 ? 0 : (halves * WHOLE + pairs) / (2 * pairs);
}

/* A player to be placed, with twice the mean place of equal ones. */
struct placed {
    int64_t by; /* less is first */
    uint32_t player;
};

static int by_value(const void *a, const void *b)
{
    const struct placed *x = a, *y = b;
    if (x->by != y->by)
        return x->by < y->by ? -1 : 1;
    return x->player < y->player ? -1 : x->player > y->player;
}

/* Compute ${twice}[player] from ${all}, which gets sorted. */
static void mean_places(struct placed *all, uint32_t count, int64_t *twice)
{
    lm_sort(all, count, sizeof *all, by_value);
    for (uint32_t from = 0, to; from < count; from = to) {
        for (to = from; to < count && all[to].by == all[from].by;)
            to++;
        for (uint32_t i = from; i < to; i++)
            twice[all[i].player] = (int64_t)from + to + 1;
    }
}

__extension__ typedef unsigned __int128 wide;

/* Return the geometric mean of ${a} and ${b} in millionths. */
static int64_t root_of_product(int64_t a, int64_t b)
{
    wide square = (wide)(uint64_t)a * (uint64_t)b * WHOLE * WHOLE;
    int64_t low = 0, high = (a > b ? a : b) * WHOLE;
    while (low < high) {
        int64_t middle = low + (high - low + 1) / 2;
        if ((wide)(uint64_t)middle * (uint64_t)middle <= square)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/* Pearson's correlation of mean places equals Spearman's, with ties. */
static int64_t correlation(const int64_t *a, const int64_t *b, uint32_t count)
{
    int64_t ab = 0, aa = 0, bb = 0, mean = (int64_t)count + 1; /* twice the mean place */
    for (uint32_t i = 0; i < count; i++) {
        ab += (a[i] - mean) * (b[i] - mean);
        aa += (a[i] - mean) * (a[i] - mean);
        bb += (b[i] - mean) * (b[i] - mean);
    }
    int64_t spread = root_of_product(aa, bb);
    if (spread == 0)
        return 0;
    wide size = (wide)(uint64_t)(ab < 0 ? -ab : ab) * WHOLE * WHOLE;
    int64_t value = (int64_t)((size + (uint64_t)spread / 2) / (uint64_t)spread);
    return ab < 0 ? -value : value;
}

struct places {
    const uint32_t *rank;
    struct placed *scratch;
    int64_t *by_strength, *by_rank; /* twice the mean place, from 2 */
    uint32_t count;
};

static enum lm_status places_of(const uint32_t *rank, const int32_t *strengths, uint32_t count,
                                struct lm_arena *arena, struct places *p)
{
    *p = (struct places){.rank = rank, .count = count};
    p->scratch = lm_arena_alloc(arena, count, sizeof *p->scratch);
    p->by_strength = lm_arena_alloc(arena, count, sizeof *p->by_strength);
    p->by_rank = lm_arena_alloc(arena, count, sizeof *p->by_rank);
    if (p->scratch == NULL || p->by_strength == NULL || p->by_rank == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++)
        p->scratch[i] = (struct placed){-(int64_t)strengths[i], i};
    mean_places(p->scratch, count, p->by_strength);
    for (uint32_t i = 0; i < count; i++)
        p->scratch[i] = (struct placed){rank[i], i};
    mean_places(p->scratch, count, p->by_rank);
    return LM_OK;
}

/* Is the mean place, doubled in ${twice}, among the first ${top}? */
static bool within(int64_t twice, uint32_t top)
{
    return twice <= 2 * (int64_t)top;
}

static void measure_places(const struct places *p, uint32_t top, struct measured *out)
{
    int64_t strongest = 0, first = 0, found = 0, strong = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        bool is_strongest = within(p->by_strength[i], 1), is_first = within(p->by_rank[i], 1);
        strongest += is_strongest;
        first += is_strongest && is_first;
        strong += within(p->by_strength[i], top);
        found += within(p->by_strength[i], top) && within(p->by_rank[i], top);
    }
    put(out, SPEARMAN, correlation(p->by_strength, p->by_rank, p->count));
    put_share(out, STRONGEST_FIRST, first, strongest);
    put_share(out, TOP_FOUND, found, strong);
}

/* --- colours */

static void measure_colours(const struct lm_tournament *t, struct measured *out)
{
    int64_t spread = 0, off = 0, again = 0, games = 0;
    for (uint32_t i = 0; i < t->player_count; i++) {
        int64_t balance = 0;
        uint8_t last = LM_NO_COLOUR;
        for (uint32_t round = 1; round <= t->rounds_paired; round++) {
            const struct lm_record *record = lm_record_of(t, i, round);
            for (uint8_t g = 0; g < t->games_per_match; g++) {
                if (!lm_result_is_played((enum lm_result)record[g].result))
                    continue;
                balance += record[g].colour == LM_WHITE ? 1 : -1;
                games += last != LM_NO_COLOUR;
                again += last == record[g].colour;
                last = record[g].colour;
            }
        }
        spread += llabs(balance);
        off += llabs(balance) >= 2;
    }
    put_share(out, COLOUR_SPREAD, spread, t->player_count);
    put_share(out, COLOUR_OFF, off, t->player_count);
    put_share(out, COLOUR_AGAIN, again, games);
}

/* --- pairings */

struct meetings {
    int64_t pairs, floats, gap, again, gap_of_strength, before;
};

/* The float of a player with ${own} points against one with ${other}: up (1), down (-1) or neither.
 */
static int float_of(int32_t own, int32_t other)
{
    return own == other ? 0 : own < other ? 1 : -1;
}

static void measure_round(const struct lm_tournament *t, const int32_t *strengths, uint32_t round,
                          const int32_t *points, int *last, struct meetings *m)
{
    for (uint32_t i = 0; i < t->player_count; i++) {
        const struct lm_record *record = lm_record_of(t, i, round);
        uint32_t other = record->opponent;
        int now = other == LM_NOBODY ? 0 : float_of(points[i], points[other]);
        m->before += now != 0 && round > 2; /* no player floats in round 1 */
        m->again += now != 0 && round > 2 && now == last[i];
        last[i] = now;
        if (other == LM_NOBODY || record->colour != LM_WHITE)
            continue;
        m->pairs++;
        m->floats += now != 0;
        m->gap += abs(points[i] - points[other]);
        m->gap_of_strength += abs(strengths[i] - strengths[other]);
    }
}

static enum lm_status measure_meetings(const struct lm_tournament *t, const int32_t *strengths,
                                       struct lm_arena *arena, struct measured *out)
{
    struct meetings m = {0};
    int32_t *points = lm_arena_alloc(arena, t->player_count, sizeof *points);
    int *last = lm_arena_alloc(arena, t->player_count, sizeof *last);
    if (points == NULL || last == NULL)
        return LM_LIMIT;
    for (uint32_t round = 1; round <= t->rounds_paired; round++) {
        lm_points_after(t, round - 1, points);
        measure_round(t, strengths, round, points, last, &m);
    }
    put_share(out, FLOATS, m.floats, m.pairs);
    put_share(out, FLOAT_AGAIN, m.again, m.before);
    if (m.pairs > 0) {
        put(out, FLOAT_GAP, (m.gap * (WHOLE / 10) + m.pairs / 2) / m.pairs);
        put(out, STRENGTH_GAP, (m.gap_of_strength * 1000 + m.pairs / 2) / m.pairs);
    }
    return LM_OK;
}

static void measure_byes(const struct lm_tournament *t, const struct places *p,
                         struct measured *out)
{
    int64_t byes = 0, places = 0;
    for (uint32_t i = 0; i < t->player_count; i++)
        for (uint32_t round = 1; round <= t->rounds_paired; round++)
            if (lm_record_of(t, i, round)->result == LM_PAB) {
                byes++;
                places += p->by_strength[i] - 2;
            }
    put(out, BYES, byes * measure_kinds[BYES].scale);
    if (t->player_count > 1)
        put_share(out, BYE_PLACE, places, byes * 2 * ((int64_t)t->player_count - 1));
}

enum lm_status measure(const struct lm_tournament *t, const int32_t *strengths, uint32_t top,
                       const struct lm_standings_options *list, struct lm_arena *arena,
                       struct measured *out, int64_t *wrong, uint32_t *rounds)
{
    struct measured measured = {0};
    struct lm_standings *s = NULL;
    for (uint32_t round = 1; round <= t->rounds_paired; round++) {
        struct lm_standings_options options = *list;
        options.round = round;
        enum lm_status status = lm_standings_compute(t, &options, arena, NULL, &s);
        if (status != LM_OK)
            return status;
        wrong[round - 1] = wrong_pairs(s->rank, strengths, t->player_count);
    }
    put(&measured, CUT_SHORT, t->rounds_paired < t->rounds_total ? WHOLE : 0);
    if (s != NULL) {
        struct places places;
        enum lm_status status = places_of(s->rank, strengths, t->player_count, arena, &places);
        if (status == LM_OK)
            status = measure_meetings(t, strengths, arena, &measured);
        if (status != LM_OK)
            return status;
        put(&measured, WRONG_PAIRS, wrong[t->rounds_paired - 1]);
        measure_places(&places, top, &measured);
        measure_colours(t, &measured);
        measure_byes(t, &places, &measured);
    }
    *out = measured;
    *rounds = t->rounds_paired;
    return LM_OK;
}
