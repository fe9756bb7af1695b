/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bottom-k sketches.  Among the k smallest hashes of two events together, the share that both have
 * estimates that of shared games among all: J.  With the sizes a and b of the events, J/(1+J) x
 * (a+b) games are shared.  A report of the whole event after one of its first half is therefore
 * found as well as the same report twice.  Events with the same players in the same order (yearly
 * round robins, rapid and blitz of one weekend) share the games with equal results, about half:
 * less than the threshold here.
 */
#include "limmat/repeats.h"
#include "base/sort.h"

#include <string.h>

static uint64_t mix(uint64_t value)
{
    value ^= value >> 33;
    value *= UINT64_C(0xFF51AFD7ED558CCD);
    value ^= value >> 33;
    value *= UINT64_C(0xC4CEB9FE1A85EC53);
    return value ^ value >> 33;
}

static int by_value(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left;
    uint64_t b = *(const uint64_t *)right;
    return a < b ? -1 : a > b;
}

/* List the played games as numbers below ${bound}; return their number, and that of all in
 * ${*games}. */
static size_t list_games(const struct lm_rating_event *event, uint64_t bound, uint64_t *out,
                         uint32_t *games)
{
    size_t count = 0;
    *games = 0;
    for (size_t i = 0; i < event->game_count; i++) {
        const struct lm_event_game *game = &event->games[i];
        if (!game->played || game->black == LM_NOBODY)
            continue;
        uint64_t white = event->players[game->white].id;
        uint64_t black = event->players[game->black].id;
        out[count] = mix((mix(white) + black) ^ (uint64_t)game->white_tenths << 32);
        count += out[count] <= bound;
        ++*games;
    }
    return count;
}

enum lm_status lm_sketch_of(const struct lm_rating_event *event, int32_t list,
                            struct lm_arena *scratch, struct lm_sketch *out)
{
    /* For a large event the smallest numbers are enough: the bound lets through twice as many as
     * are kept, on average.  If they are too few, take all. */
    struct lm_mark mark = lm_arena_mark(scratch);
    size_t most = event->game_count;
    uint64_t bound = most <= 2 * LM_SKETCH ? UINT64_MAX : UINT64_MAX / most * 2 * LM_SKETCH;
    uint64_t *games = lm_arena_alloc(scratch, most + 1, sizeof *games);
    struct lm_sketch sketch = {.event = event->id,
                               .start = event->start,
                               .end = event->end,
                               .list = list,
                               .chess = event->chess,
                               .no_repeat = event->no_repeat};
    if (games == NULL)
        return LM_LIMIT;
    size_t count = list_games(event, bound, games, &sketch.games);
    if (count < LM_SKETCH && count < sketch.games)
        count = list_games(event, UINT64_MAX, games, &sketch.games);
    if (count > 0)
        lm_sort(games, count, sizeof *games, by_value);
    for (size_t i = 0; i < count && sketch.count < LM_SKETCH; i++)
        sketch.least[sketch.count++] = (uint32_t)(games[i] >> 32);
    lm_arena_reset(scratch, mark);
    *out = sketch;
    return LM_OK;
}

int32_t lm_sketch_shared(const struct lm_sketch *a, const struct lm_sketch *b)
{
    enum { EVIDENCE = 3 };
    bool whole = a->count == a->games && b->count == b->games;
    uint32_t i = 0;
    uint32_t j = 0;
    int64_t seen = 0;
    int64_t both = 0;
    while ((whole || seen < LM_SKETCH) && (i < a->count || j < b->count)) {
        bool left = j == b->count || (i < a->count && a->least[i] <= b->least[j]);
        bool right = i == a->count || (j < b->count && b->least[j] <= a->least[i]);
        both += left && right;
        i += left;
        j += right;
        seen++;
    }
    int64_t smaller = a->games < b->games ? a->games : b->games;
    /* Without this limit, one game shared by a match of six and a large event would count as a
     * match. */
    if (smaller == 0 || (!whole && both < EVIDENCE))
        return 0;
    int64_t hundreds = 100 * both * ((int64_t)a->games + b->games) / (seen + both) / smaller;
    return hundreds > 100 ? 100 : (int32_t)hundreds;
}

bool lm_sketch_repeats(const struct lm_sketch *a, const struct lm_sketch *b)
{
    enum { FEW = 3, SHORT = 10, MOST = 80, NEARLY_ALL = 95, WEEK = 7 };
    if (strcmp(a->event, b->event) == 0 && a->start == b->start && a->chess == b->chess)
        return true;
    int32_t shared = lm_sketch_shared(a, b);
    if (a->games <= FEW || b->games <= FEW)
        return shared == 100 && a->games == b->games && a->start == b->start &&
               a->chess == b->chess;
    bool same_week = a->start <= b->end + WEEK && b->start <= a->end + WEEK;
    bool short_one = a->games < SHORT || b->games < SHORT; /* a match won 6-0, and another one */
    return same_week ? shared >= MOST : shared >= NEARLY_ALL && !short_one;
}

/* --- all of them */

/* A hash, or an id's hash, and the sketch that has it. */
struct owner {
    uint32_t hash, sketch;
};

static int by_owner(const void *left, const void *right)
{
    const struct owner *a = left;
    const struct owner *b = right;
    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    return a->sketch < b->sketch ? -1 : a->sketch > b->sketch;
}

static uint32_t hash_of_id(const char *id)
{
    uint64_t hash = 0;
    for (; *id != '\0'; id++)
        hash = mix(hash + (unsigned char)*id);
    return (uint32_t)hash;
}

static size_t list_owners(const struct lm_sketch *sketches, size_t count, struct owner *owners)
{
    size_t total = 0;
    for (size_t i = 0; i < count; i++) {
        owners[total++] = (struct owner){hash_of_id(sketches[i].event), (uint32_t)i};
        for (uint32_t h = 0; h < sketches[i].count; h++)
            owners[total++] = (struct owner){sketches[i].least[h], (uint32_t)i};
    }
    return total;
}

enum lm_status lm_repeats_find(const struct lm_sketch *sketches, size_t count, size_t fresh,
                               struct lm_arena *arena, struct lm_repeat **out, size_t *out_count)
{
    struct owner *owners = lm_arena_alloc(arena, count * (LM_SKETCH + 1), sizeof *owners);
    uint32_t *before = lm_arena_alloc(arena, count, sizeof *before); /* 1 + index */
    struct lm_repeat *repeats = lm_arena_alloc(arena, count, sizeof *repeats);
    if (owners == NULL || before == NULL || repeats == NULL)
        return LM_LIMIT;
    size_t total = list_owners(sketches, count, owners);
    if (total > 0)
        lm_sort(owners, total, sizeof *owners, by_owner);
    for (size_t i = 1; i < total; i++)
        for (size_t j = i; j > 0 && owners[j - 1].hash == owners[i].hash; j--) {
            uint32_t late = owners[i].sketch;
            uint32_t early = owners[j - 1].sketch;
            if (late >= fresh && early != late && before[late] == 0 && !sketches[late].no_repeat &&
                lm_sketch_repeats(&sketches[early], &sketches[late]))
                before[late] = early + 1;
        }
    size_t found = 0;
    for (size_t i = fresh; i < count; i++)
        if (before[i] != 0)
            repeats[found++] = (struct lm_repeat){(uint32_t)i, before[i] - 1};
    *out = repeats;
    *out_count = found;
    return LM_OK;
}
