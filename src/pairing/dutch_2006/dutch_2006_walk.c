/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/matching.h"
#include "pairing/dutch_2006/dutch_2006.h"
#include "pairing/meeting.h"

/*
 * D1, walked from its start.
 *
 * At the strictest level there can be (x by A8, which no pairing of the bracket can undercut; all
 * of A7(c), B2, B5, B6 in force) the pairs are set one after another, each with the first S2 player
 * that is allowed and leaves the others able to keep within x as far as *counting* preferences
 * tells.  A dead end is left by the usual step back.  Whatever is skipped has no completion, so the
 * first complete pairing is the first one in the order of D1; and without exchanges it is the first
 * of all.  When the group needs an exchange, or after too many steps, the walk gives up and says
 * nothing: dutch_2006_best.c then answers by matching.
 *
 * The moved down players' partners are part of the same walk, but another choice of them is worth
 * trying only after all exchanges of the remainder group have failed.  So a step back from the
 * remainder group into them ends the walk too.
 *
 * Where nobody is moved down and the walk has given up, the same is asked of a matching of S1 and
 * S2.  The bound of A8: let L be the larger of the two groups of seekers, and s the players less
 * the pairs; of L at most s are left over or have an opponent who is not of L, so at least L - s
 * pairs miss a preference.  With x = 0 a pairing keeps to it when no pair misses one; with x > 0
 * exactly when each pair has somebody of L, and all who are left over are of L.  Either way that is
 * said pair by pair, so the first perfect matching of such pairs, each of S1 in turn taking the
 * first of S2 that leaves the others one each, is the first pairing in the order of D1; rows that
 * stand for nobody take up who is left over.  If there is none, an exchange is needed.
 */

struct kinds { /* players of a group by colour preference */
    int32_t count[3];
};

struct walk {
    const struct search *s;
    uint32_t pairs;
    uint32_t *top, *pick;      /* per pair: position of its S1 and S2 player */
    uint32_t *after;           /* per pair: the position behind which to try */
    bool *used;                /* per position */
    uint32_t *left, *right;    /* per position not in use: its neighbours not in use; who is taken
                                  keeps his, to come back in reverse order */
    struct kinds upper, lower; /* unpaired: S1 and S2 of the remainder group; before it is formed
                                  everybody is in ${lower} */
    int32_t x;                 /* pairs that may still miss a preference */
    uint64_t steps;            /* left to go */
    uint32_t backs; /* steps back left where nobody is moved down: then matching is next */
};

static int32_t positive(int32_t value)
{
    return value > 0 ? value : 0;
}

static uint8_t wish_of(const struct walk *w, uint32_t position)
{
    return w->s->bracket->wish[position];
}

/* At least so many pairs of the players that are left will miss a preference: A8. */
static int32_t misses_ahead(const struct walk *w, uint32_t pairs_made)
{
    const int32_t *c = w->lower.count;
    uint32_t count = (uint32_t)(c[LM_NO_COLOUR] + c[LM_WHITE] + c[LM_BLACK]);
    return (int32_t)lm_dutch_2006_x(count, w->pairs - pairs_made, (uint32_t)c[LM_WHITE],
                                    (uint32_t)c[LM_BLACK]);
}

/* The same for pairs of one of ${upper} with one of ${lower}: seekers of White in one group need
 * seekers of Black, or players without preference, in the other. */
static int32_t misses_across(const struct walk *w)
{
    const int32_t *u = w->upper.count, *l = w->lower.count;
    int32_t spare = l[0] + l[1] + l[2] - (u[0] + u[1] + u[2]);
    int32_t above =
        positive(u[LM_WHITE] - l[LM_BLACK]) + positive(u[LM_BLACK] - l[LM_WHITE]) - l[LM_NO_COLOUR];
    int32_t below = positive(l[LM_WHITE] - u[LM_BLACK]) + positive(l[LM_BLACK] - u[LM_WHITE]) -
                    u[LM_NO_COLOUR] - spare;
    return positive(above > below ? above : below);
}

/* C4, C5: S1 and S2 of the remainder group, when the moved down players have been paired. */
static void form_remainder(struct walk *w)
{
    uint32_t made = w->s->target.moved;
    if (made == w->pairs)
        return;
    for (uint32_t position = 0; made < w->pairs; position++) {
        if (w->used[position])
            continue;
        w->top[made] = position;
        w->upper.count[wish_of(w, position)]++;
        w->lower.count[wish_of(w, position)]--;
        made++;
    }
    w->after[w->s->target.moved] = w->top[w->pairs - 1];
}

static void unlink_position(struct walk *w, uint32_t position)
{
    w->right[w->left[position]] = w->right[position];
    w->left[w->right[position]] = w->left[position];
    w->used[position] = true;
}

static void relink_position(struct walk *w, uint32_t position)
{
    w->right[w->left[position]] = w->left[w->right[position]] = position;
    w->used[position] = false;
}

static bool in_remainder(const struct walk *w, uint32_t pair)
{
    return pair >= w->s->target.moved;
}

static void count_pair(struct walk *w, uint32_t pair, int32_t by)
{
    struct kinds *side = in_remainder(w, pair) ? &w->upper : &w->lower;
    side->count[wish_of(w, w->top[pair])] += by;
    w->lower.count[wish_of(w, w->pick[pair])] += by;
    struct cost cost = {{0}};
    (void)lm_dutch_2006_edge(w->s, w->top[pair], w->pick[pair], FLOATS_FREE, FLOATS_FREE, &cost);
    w->x += by * cost.part[COST_B4];
    if (by < 0) {
        unlink_position(w, w->top[pair]);
        unlink_position(w, w->pick[pair]);
    } else {
        relink_position(w, w->pick[pair]);
        relink_position(w, w->top[pair]);
    }
}

/* Pair ${top}[${pair}] with ${candidate}, if that is allowed and the rest can keep within x. */
static bool take(struct walk *w, uint32_t pair, uint32_t candidate)
{
    struct cost cost;
    if (!lm_dutch_2006_edge(w->s, w->top[pair], candidate, FLOATS_ALL, FLOATS_ALL, &cost) ||
        cost.part[COST_B2] + cost.part[COST_A7C] > 0)
        return false;
    w->pick[pair] = candidate;
    count_pair(w, pair, -1);
    if (w->x >= (in_remainder(w, pair) ? misses_across(w) : misses_ahead(w, pair + 1)))
        return true;
    count_pair(w, pair, 1);
    return false;
}

static bool leavers_allowed(const struct walk *w)
{
    for (uint32_t i = 0; i < w->s->bracket->count; i++)
        if (!w->used[i] && !lm_dutch_2006_leaver(w->s, i, FLOATS_ALL))
            return false;
    return true;
}

/* The next S2 player for ${pair}. */
static bool advance(struct walk *w, uint32_t pair)
{
    uint32_t end = w->s->bracket->count, c = w->right[w->after[pair]];
    for (; c != end && w->steps > 0; c = w->right[c], w->steps--)
        if (take(w, pair, c)) {
            w->after[pair] = c;
            return true;
        }
    return false;
}

/* D1 by steps forward and back; false: ended without a pairing. */
static bool run(struct walk *w)
{
    uint32_t pair = 0, moved = w->s->target.moved;
    if (moved == 0)
        form_remainder(w);
    while (pair < w->pairs || !leavers_allowed(w)) {
        if (pair < w->pairs && advance(w, pair)) {
            if (++pair == moved)
                form_remainder(w);
            else if (pair < w->pairs)
                w->after[pair] = pair < moved ? moved - 1 : w->top[w->pairs - 1];
            continue;
        }
        if (w->steps == 0 || pair == 0 || pair == moved || (moved == 0 && w->backs-- == 0))
            return false;
        count_pair(w, --pair, 1);
    }
    return true;
}

static bool start(struct walk *w, const struct search *s)
{
    uint32_t count = s->bracket->count;
    struct lm_arena *arena = s->field->arena;
    *w = (struct walk){
        .s = s,
        .pairs = s->target.moved + s->target.rest,
        .steps = 4 * (uint64_t)count * count + 10000,
        .backs = count / 8,
        .top = lm_arena_alloc(arena, count, sizeof *w->top),
        .pick = lm_arena_alloc(arena, count, sizeof *w->pick),
        .after = lm_arena_alloc(arena, (size_t)count + 1, sizeof *w->after),
        .used = lm_arena_alloc(arena, count, sizeof *w->used),
        .left = lm_arena_alloc(arena, (size_t)count + 1, sizeof *w->left),
        .right = lm_arena_alloc(arena, (size_t)count + 1, sizeof *w->right),
    };
    if (w->top == NULL || w->pick == NULL || w->after == NULL || w->used == NULL ||
        w->left == NULL || w->right == NULL)
        return false;
    for (uint32_t i = 0; i <= count; i++) { /* a ring; its last place stands for both ends */
        w->right[i] = i < count ? i + 1 : 0;
        w->left[i] = i > 0 ? i - 1 : count;
    }
    for (uint32_t i = 0; i < count; i++)
        w->lower.count[wish_of(w, i)]++;
    for (uint32_t i = 0; i < s->target.moved; i++) {
        w->top[i] = i;
        w->after[i] = s->target.moved - 1;
    }
    w->x = misses_ahead(w, 0);
    return true;
}

/* The outcome of a finished walk; ${x} of A8. */
static enum lm_status finish(const struct walk *w, int32_t x, struct outcome *out)
{
    const struct search *s = w->s;
    uint32_t moved = s->target.moved;
    size_t length = COST_COUNT + 2 + w->pairs + 2, k = 0;
    struct outcome made = {.key_length = length};
    made.cost.part[COST_B4] = x;
    made.partner = lm_arena_alloc(s->field->arena, s->bracket->count, sizeof *made.partner);
    made.key = lm_arena_alloc(s->field->arena, length, sizeof *made.key);
    if (made.partner == NULL || made.key == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < s->bracket->count; i++)
        made.partner[i] = NO_PARTNER;
    made.key[COST_B4] = x;
    k = COST_COUNT + 2;
    for (uint32_t i = 0; i < w->pairs; i++) {
        made.partner[w->top[i]] = w->pick[i];
        made.partner[w->pick[i]] = w->top[i];
        k += i == moved ? 2 : 0; /* no exchange: both its numbers are 0 */
        made.key[k++] = (int32_t)w->pick[i];
    }
    *out = made;
    return LM_OK;
}

/* ---- D1 by matching ---- */

/* Vertices: S1, one row for each who is left over, then S2. */
struct lines {
    const struct search *s;
    uint32_t pairs, rows;
    uint8_t larger; /* the colour that too many want: enum lm_colour; LM_NO_COLOUR with x = 0 */
};

/* Classes: the wishes in S1, the rows of those left over, the wishes in S2. */
enum { LEFT_OVER = 3, IN_S2 = 4, CLASSES = 7 };

static uint32_t position_of(const struct lines *l, uint32_t vertex)
{
    return vertex < l->pairs ? vertex : vertex - l->rows + l->pairs;
}

static uint8_t class_of(const struct lines *l, uint32_t vertex)
{
    if (vertex >= l->pairs && vertex < l->rows)
        return LEFT_OVER;
    uint8_t wish = l->s->bracket->wish[position_of(l, vertex)];
    return vertex < l->pairs ? wish : (uint8_t)(IN_S2 + wish);
}

/* Do the wishes of ${upper}, not in S2, and ${lower}, in S2, keep to x? */
static bool keeps_x(const struct lines *l, uint8_t upper, uint8_t lower)
{
    uint8_t wish = (uint8_t)(lower - IN_S2);
    if (l->larger != LM_NO_COLOUR)
        return wish == l->larger || upper == l->larger;
    return upper == LEFT_OVER || upper != wish || wish == LM_NO_COLOUR;
}

/* Is the pair allowed, whatever the two wish?  ${row} may stand for nobody. */
static bool is_allowed(const struct lines *l, uint32_t row, uint32_t column)
{
    struct cost cost;
    uint32_t lower = position_of(l, column);
    if (row >= l->pairs)
        return lm_dutch_2006_leaver(l->s, lower, FLOATS_ALL);
    return lm_dutch_2006_edge(l->s, row, lower, FLOATS_ALL, FLOATS_ALL, &cost) &&
           cost.part[COST_B2] + cost.part[COST_A7C] == 0;
}

static bool is_line(const void *context, uint32_t row, uint32_t column)
{
    const struct lines *l = context;
    return keeps_x(l, class_of(l, row), class_of(l, column)) && is_allowed(l, row, column);
}

static void bar_classes(const struct lines *l, bool *barred)
{
    for (uint8_t a = 0; a < CLASSES; a++)
        for (uint8_t b = 0; b < CLASSES; b++) {
            bool across = (a < IN_S2) != (b < IN_S2);
            barred[a * CLASSES + b] = !across || !keeps_x(l, a < b ? a : b, a < b ? b : a);
        }
}

/* The other vertices that ${v} may not be paired with though the classes may: into ${list}, if not
 * NULL; how many. */
static size_t bar_vertices(const struct lines *l, uint32_t v, int32_t *list)
{
    size_t count = 0;
    bool row = v < l->rows;
    for (uint32_t other = row ? l->rows : 0; other < (row ? 2 * l->rows : l->rows); other++) {
        uint32_t top = row ? v : other, bottom = row ? other : v;
        if (!keeps_x(l, class_of(l, top), class_of(l, bottom)) || is_allowed(l, top, bottom))
            continue;
        if (list != NULL)
            list[count] = (int32_t)other;
        count++;
    }
    return count;
}

static enum lm_status make_lines(const struct lines *l, struct lm_arena *arena,
                                 struct lm_matching **out)
{
    uint32_t vertices = 2 * l->rows;
    size_t *start = lm_arena_alloc(arena, (size_t)vertices + 1, sizeof *start);
    uint8_t *classes = lm_arena_alloc(arena, vertices, sizeof *classes);
    bool *barred = lm_arena_alloc(arena, CLASSES * CLASSES, sizeof *barred);
    if (start == NULL || classes == NULL || barred == NULL)
        return LM_LIMIT;
    bar_classes(l, barred);
    for (uint32_t v = 0; v < vertices; v++) {
        classes[v] = class_of(l, v);
        start[v + 1] = start[v] + bar_vertices(l, v, NULL);
    }
    int32_t *list = lm_arena_alloc(arena, start[vertices], sizeof *list);
    if (list == NULL)
        return LM_LIMIT;
    for (uint32_t v = 0; v < vertices; v++)
        (void)bar_vertices(l, v, list + start[v]);
    const struct lm_graph graph = {.form = LM_GRAPH_BARRED,
                                   .vertices = (int32_t)vertices,
                                   .start = start,
                                   .list = list,
                                   .class_of = classes,
                                   .class_barred = barred,
                                   .classes = CLASSES};
    return lm_matching_new(out, arena, &graph);
}

/* ${w}->pick by a first matching; LM_NO_PAIRING: there is none without an exchange. */
static enum lm_status match_lines(struct walk *w, int32_t x, struct lm_arena *arena)
{
    const struct bracket *bracket = w->s->bracket;
    uint32_t wishes[3] = {0};
    for (uint32_t i = 0; i < bracket->count; i++)
        wishes[bracket->wish[i]]++;
    uint8_t larger = wishes[LM_WHITE] > wishes[LM_BLACK] ? LM_WHITE : LM_BLACK;
    const struct lines l = {.s = w->s,
                            .pairs = w->pairs,
                            .rows = bracket->count - w->pairs,
                            .larger = x > 0 ? larger : LM_NO_COLOUR};
    struct lm_matching *matching;
    uint32_t *columns = lm_arena_alloc(arena, l.rows, sizeof *columns);
    enum lm_status status = columns == NULL ? LM_LIMIT : make_lines(&l, arena, &matching);
    if (status != LM_OK)
        return status;
    lm_matching_repair(matching);
    if (lm_matching_alone(matching) > 0)
        return LM_NO_PAIRING;
    status = lm_first_matching(matching, l.rows, is_line, &l, arena, columns);
    for (uint32_t row = 0; status == LM_OK && row < l.pairs; row++) {
        w->top[row] = row;
        w->pick[row] = position_of(&l, columns[row]);
    }
    return status;
}

enum lm_status lm_dutch_2006_walk(const struct search *search, struct outcome *out)
{
    struct lm_mark mark = lm_arena_mark(search->field->arena);
    struct walk walk;
    if (!start(&walk, search))
        return LM_LIMIT;
    int32_t x = walk.x;
    if (run(&walk))
        return finish(&walk, x, out);
    lm_arena_reset(search->field->arena, mark);
    return LM_NO_PAIRING;
}

/* Are there as many in S2 who may be left over as must be? */
static bool enough_leavers(const struct search *s)
{
    uint32_t count = s->bracket->count, leavers = 0;
    for (uint32_t i = s->target.rest; i < count; i++)
        leavers += lm_dutch_2006_leaver(s, i, FLOATS_ALL);
    return leavers >= count - 2 * s->target.rest;
}

enum lm_status lm_dutch_2006_lines(const struct search *search, struct outcome *out)
{
    struct lm_mark mark = lm_arena_mark(search->field->arena);
    struct walk walk;
    if (search->target.moved > 0 || search->target.rest == 0 || !enough_leavers(search))
        return LM_NO_PAIRING;
    if (!start(&walk, search))
        return LM_LIMIT;
    enum lm_status status = match_lines(&walk, walk.x, search->field->arena);
    if (status == LM_OK)
        return finish(&walk, walk.x, out);
    lm_arena_reset(search->field->arena, mark);
    return status;
}
