/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/turns_rest.h"

#include "pairing/forced.h"

/*
 * Two players opposite in the lines could meet: what happens to the other rows?  To all of them
 * where the two lines are the whole bracket, because only the pair is prescribed; otherwise to
 * those further down, while the rows before stay as they are.
 *
 * Of the rows in question, every top has a bottom.  If the two met, the top that had that bottom,
 * the *loser*, would have no partner and the bottom that had that top, the *freed*, would be free.
 * Any new pairing then follows a path that alternates between present and possible pairs, from the
 * loser to the freed.  The cheapest such path gives the cheapest pairing, because the present one
 * is as cheap as possible (shortest augmenting paths; no cycle gains anything).  Where there is no
 * path, the tops that can be reached have no bottoms but those of each other, one fewer than they
 * are: a shortage that any reader can count (Hall 1935).  From the freed upwards there is another
 * one, of bottoms; the smaller of the two is reported.
 */

/* After this many steps the order is final: the first player in it decides, unless no answer has
 * been computed yet. */
enum { EFFORT_MOST = 1 << 25 };

static uint8_t cost_between(const struct lm_lined_up *lines, uint32_t row, uint32_t column)
{
    uint8_t rule, cost[LM_LINE_COSTS] = {0};
    uint32_t top = lines->tops[row], bottom = lines->bottoms[column], bits = 0;
    if (lines->bars(lines->context, top, bottom, &rule) == LM_MAY_NOT)
        return BARRED;
    if (lines->cost != NULL)
        lines->cost(lines->context, top, bottom, cost);
    for (int i = 0; i < LM_LINE_COSTS; i++)
        bits = 2 * bits + (cost[i] != 0);
    return (uint8_t)bits;
}

/* Record the pairs; ${*across}: every top has a partner of the other line. */
static void pair_up(struct rest *r, const uint32_t *place, bool *across)
{
    *across = true;
    for (uint32_t i = 0; i < r->columns; i++)
        r->bottoms[i].top = NONE;
    for (uint32_t i = 0; i < r->count; i++) {
        uint32_t own = r->lines->partner[r->lines->tops[i]];
        bool there = own != LM_NOBODY && place[own] != 0;
        r->tops[i].bottom = there ? (int32_t)place[own] - 1 : NONE;
        if (there)
            r->bottoms[place[own] - 1].top = (int32_t)i;
        *across &= there;
    }
}

static enum lm_status begin(const struct lm_lined_up *lines, struct lm_arena *arena,
                            struct rest *out, bool *across)
{
    uint32_t n = lines->count, m = lines->bottom_count;
    *out = (struct rest){.lines = lines,
                         .alone = lines->whole && n == m,
                         .count = n,
                         .columns = m,
                         .cost = lm_arena_alloc(arena, (size_t)n * m, sizeof *out->cost),
                         .tops = lm_arena_alloc(arena, n, sizeof *out->tops),
                         .bottoms = lm_arena_alloc(arena, m, sizeof *out->bottoms),
                         .queue = lm_arena_alloc(arena, m, sizeof *out->queue)};
    uint32_t *place = lm_arena_alloc(arena, lines->p->seat_count, sizeof *place);
    if (out->cost == NULL || out->tops == NULL || out->bottoms == NULL || out->queue == NULL ||
        place == NULL)
        return LM_LIMIT;
    for (int bits = 0; bits < BARRED; bits++)
        for (int i = 0; i < LM_LINE_COSTS; i++)
            out->worth[bits] += (int64_t)(bits >> i & 1) << (FIELD * i);
    for (uint32_t i = 0; i < m; i++)
        place[lines->bottoms[i]] = i + 1;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < m; k++)
            out->cost[(size_t)i * m + k] = cost_between(lines, i, k);
    pair_up(out, place, across);
    return LM_OK;
}

/* Leave in question only players who are not the two of ${row}, nor (unless it is prescribed alone)
 * in the rows before. */
static void leave(struct rest *r, uint32_t row)
{
    for (uint32_t i = 0; i < r->columns; i++) {
        int32_t top = r->bottoms[i].top;
        r->bottoms[i].left = i != row && (r->alone || top == NONE || top >= (int32_t)row);
        r->bottoms[i].reached = false;
    }
    for (uint32_t i = 0; i < r->count; i++) {
        r->tops[i].distance = FAR;
        r->tops[i].from = NONE;
        r->tops[i].waits = false;
    }
}

/* If ${bottom} from ${top} is the cheapest way yet to the top that has this bottom, record it.
 * Return whether that top has to be queued. */
static bool step(struct rest *r, uint32_t top, uint32_t bottom, uint32_t loser)
{
    uint32_t own = (uint32_t)r->bottoms[bottom].top;
    int64_t cost = r->tops[top].distance + rest_cost(r, top, bottom) - rest_cost(r, own, bottom);
    if (own == loser || cost >= r->tops[own].distance)
        return false;
    r->tops[own].distance = cost;
    r->tops[own].from = (int32_t)top;
    bool waited = r->tops[own].waits;
    r->tops[own].waits = true;
    return !waited;
}

/* A cheapest way, and its end; FAR: there is none. */
struct way {
    int64_t cost;
    uint32_t top, bottom;
};

static void end_in(struct way *way, int64_t cost, uint32_t top, uint32_t bottom)
{
    if (cost < way->cost)
        *way = (struct way){cost, top, bottom};
}

/* Find the cheapest ways from ${loser} to ${freed}, and to a bottom without partner.  Tops without
 * way are FAR. */
static void find_ways(struct rest *r, uint32_t loser, uint32_t freed, struct way *to_freed,
                      struct way *to_free)
{
    uint32_t n = r->count, head = 0, waiting = 1;
    uint64_t most = (uint64_t)n * n; /* of tops served, if a cycle gained something for ever */
    *to_freed = *to_free = (struct way){.cost = FAR};
    r->tops[loser].distance = 0;
    r->queue[0] = loser;
    for (uint64_t served = 0; waiting > 0 && served <= most; served++) {
        uint32_t top = r->queue[head];
        head = (head + 1) % n;
        waiting--;
        r->tops[top].waits = false;
        for (uint32_t bottom = 0; bottom < r->columns; bottom++) {
            int64_t cost = rest_cost(r, top, bottom);
            if (!r->bottoms[bottom].left || cost == FAR)
                continue;
            if (bottom == freed)
                end_in(to_freed, r->tops[top].distance + cost, top, bottom);
            else if (r->bottoms[bottom].top == NONE)
                end_in(to_free, r->tops[top].distance + cost, top, bottom);
            else if (step(r, top, bottom, loser))
                r->queue[(head + waiting++) % n] = (uint32_t)r->bottoms[bottom].top;
        }
    }
}

/* Can ${top} give up its partner, so that the two of ${row} can meet? */
static bool gives_up(const struct rest *r, uint32_t row, uint32_t top)
{
    return r->alone ? top != row : top > row;
}

/* Mark the bottoms that could be exchanged for ${freed}, step by step, by tops other than that of
 * ${row}.  Return their number. */
static uint32_t reach_back(struct rest *r, uint32_t row, uint32_t freed)
{
    uint32_t count = 1;
    r->bottoms[freed].reached = true;
    r->queue[0] = freed;
    for (uint32_t done = 0; done < count; done++)
        for (uint32_t top = 0; top < r->count; top++) {
            uint32_t own = (uint32_t)r->tops[top].bottom;
            if (!gives_up(r, row, top) || rest_cost(r, top, r->queue[done]) == FAR ||
                r->bottoms[own].reached)
                continue;
            r->bottoms[own].reached = true;
            r->queue[count++] = own;
        }
    return count;
}

/* --- writing an answer */

/* Name the players reached by a way, or those who lead to ${freed}: whichever are fewer. */
static enum lm_status note_shortage(struct rest *r, uint32_t row, uint32_t freed,
                                    struct lm_arena *arena, struct lm_alternative *answer)
{
    const struct lm_lined_up *lines = r->lines;
    const struct lm_seat *seats = lines->p->seats;
    uint32_t tops = 0, bottoms = reach_back(r, row, freed), made = 0, left = 0;
    for (uint32_t i = 0; i < r->count; i++)
        tops += r->tops[i].distance != FAR;
    bool upper = tops <= bottoms;
    uint32_t count = upper ? tops : bottoms;
    struct lm_shortage *shortage = lm_arena_alloc(arena, 1, sizeof *shortage);
    uint32_t *players = lm_arena_alloc(arena, count, sizeof *players);
    uint32_t *others = lm_arena_alloc(arena, count, sizeof *others);
    if (shortage == NULL || players == NULL || others == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < r->count; i++) {
        bool theirs = gives_up(r, row, i) && r->bottoms[r->tops[i].bottom].reached;
        if (upper && r->tops[i].distance != FAR)
            players[made++] = seats[lines->tops[i]].player;
        if (!upper && theirs)
            others[left++] = seats[lines->tops[i]].player;
    }
    for (uint32_t i = 0; i < r->columns; i++) {
        const struct bottom *bottom = &r->bottoms[i];
        if (!upper && bottom->reached)
            players[made++] = seats[lines->bottoms[i]].player;
        if (upper && bottom->left && i != freed && bottom->top != NONE &&
            r->tops[bottom->top].distance != FAR)
            others[left++] = seats[lines->bottoms[i]].player;
    }
    *shortage = (struct lm_shortage){players, others, count};
    answer->shortage = shortage;
    return LM_OK;
}

/* Name the pair of ${top} and ${bottom} if it costs something under criterion ${part}. */
static void note_pair(const struct rest *r, uint32_t top, uint32_t bottom, int part,
                      struct lm_forced *forced)
{
    const struct lm_lined_up *lines = r->lines;
    const struct lm_seat *seats = lines->p->seats;
    if ((r->cost[(size_t)top * r->columns + bottom] >> (LM_LINE_COSTS - 1 - part) & 1) != 0)
        lm_forced_hurts(forced, seats[lines->tops[top]].player,
                        seats[lines->bottoms[bottom]].player);
}

/* Return how much ${more} is under the first criterion where it is not 0: ${*part}. */
static int32_t first_of(int64_t more, int *part)
{
    for (*part = 0; *part < LM_LINE_COSTS - 1; ++*part) {
        int64_t unit = (int64_t)1 << (FIELD * (LM_LINE_COSTS - 1 - *part));
        int64_t units = (more + unit / 2) / unit;
        if (units != 0)
            return (int32_t)units;
    }
    return (int32_t)more;
}

/* Record that the rows cost ${more} along the path that ends in ${end}. */
static void note_cost(const struct rest *r, uint32_t row, uint32_t end, int64_t more,
                      struct lm_alternative *answer)
{
    struct lm_forced *forced = &answer->forced;
    int part;
    int32_t units = first_of(more, &part);
    *forced = (struct lm_forced){.possible = true,
                                 .decided = true,
                                 .rule = r->lines->cost_rule[part],
                                 .with = r->lines->total[part] + units,
                                 .without = r->lines->total[part],
                                 .exchanges = true};
    note_pair(r, row, row, part, forced);
    uint32_t bottom = (uint32_t)r->tops[row].bottom;
    for (int32_t top = (int32_t)end; top != NONE; top = r->tops[top].from) {
        note_pair(r, (uint32_t)top, bottom, part, forced);
        bottom = (uint32_t)r->tops[top].bottom;
    }
    answer->rule = forced->rule;
}

/* Mark ${answer} as found by prescribing its pair alone. */
static void note_alone(const struct rest *r, struct lm_alternative *answer)
{
    answer->line = LM_LINE_ALONE;
    answer->later = false;
    answer->rule = r->lines->rest;
    answer->forced = (struct lm_forced){.possible = true,
                                        .first = LM_NOBODY,
                                        .own = LM_NOBODY,
                                        .other = LM_NOBODY,
                                        .up = LM_NOBODY,
                                        .down = LM_NOBODY};
}

/* Store in ${answer} the effect on the rows in question if the two of ${row} met.  If the order
 * passed the pair over, the answer is unchanged where the pair would be as good. */
static enum lm_status ask_row(struct rest *r, uint32_t row, struct lm_arena *arena,
                              struct lm_alternative *answer)
{
    int32_t first = r->alone ? 0 : (int32_t)row;
    if (r->bottoms[row].top < first || r->tops[row].bottom == (int32_t)row)
        return LM_OK;
    uint32_t loser = (uint32_t)r->bottoms[row].top, freed = (uint32_t)r->tops[row].bottom;
    struct way to_freed, to_free;
    leave(r, row);
    find_ways(r, loser, freed, &to_freed, &to_free);
    int64_t saved = rest_cost(r, row, freed) + rest_cost(r, loser, row) - rest_cost(r, row, row);
    bool none = to_freed.cost == FAR && to_free.cost == FAR;
    if (r->alone && (none || to_freed.cost > saved))
        note_alone(r, answer);
    if (none)
        return note_shortage(r, row, freed, arena, answer);
    if (to_freed.cost == FAR)
        lm_forced_hurts(&answer->forced,
                        r->lines->p->seats[r->lines->bottoms[to_free.bottom]].player, LM_NOBODY);
    else if (to_freed.cost > saved)
        note_cost(r, row, to_freed.top, to_freed.cost - saved, answer);
    else if (r->alone && answer->line == LM_LINE_REST && to_freed.cost == saved)
        return lm_rest_first_change(r, row, arena, answer);
    return LM_OK;
}

/* Return the row of ${answer}; the number of rows: none. */
static uint32_t row_of(const struct lm_lined_up *lines, const struct lm_alternative *answer)
{
    const struct lm_seat *seats = lines->p->seats;
    uint32_t row = 0;
    while (row < lines->count && (seats[lines->tops[row]].player != answer->player ||
                                  seats[lines->bottoms[row]].player != answer->opponent))
        row++;
    return row;
}

/* Does ${answer} need the effect on the other rows? */
static bool is_asked(const struct lm_lined_up *lines, const struct lm_alternative *answer)
{
    bool before = answer->line == LM_LINE_TAKEN || answer->line == LM_LINE_LEFT;
    bool alone = lines->whole && lines->count == lines->bottom_count;
    return answer->line == LM_LINE_REST || (alone && before);
}

enum lm_status lm_ask_rest(const struct lm_lined_up *lines, struct lm_arena *arena,
                           struct lm_alternative *all, size_t count)
{
    struct rest rest;
    bool begun = false, across = lines->count <= ROWS_MOST;
    uint64_t effort = 0;
    enum lm_status status = LM_OK;
    for (size_t i = 0; i < count && across && status == LM_OK; i++) {
        bool rests = all[i].line == LM_LINE_REST;
        if (!is_asked(lines, &all[i]) || (!rests && effort > EFFORT_MOST))
            continue;
        uint32_t row = row_of(lines, &all[i]);
        if (!begun)
            status = begin(lines, arena, &rest, &across);
        begun = true;
        effort += (uint64_t)lines->count * lines->bottom_count;
        if (status == LM_OK && across && row < lines->count)
            status = ask_row(&rest, row, arena, &all[i]);
    }
    return status;
}
