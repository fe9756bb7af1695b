/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "base/sort.h"
#include "limmat/dutch_2006.h"

/* F9: final results of adjourned games: option "adjourned", "ROUND:WHITE-BLACK=RESULT ...". */
struct final_result {
    uint32_t round, white, black; /* players' indices */
    enum lm_result result;        /* for White */
};

/* Read digits at ${*text}, followed by ${end}. */
static bool read_number(const char **text, char end, uint32_t *number)
{
    char *stop;
    unsigned long value = strtoul(*text, &stop, 10);
    if (stop == *text || *stop != end || value > LM_TPN_MAX)
        return false;
    *number = (uint32_t)value;
    *text = stop + 1;
    return true;
}

static bool read_final(const struct lm_tournament *t, const char **text, struct final_result *out)
{
    uint32_t white, black;
    while (**text == ' ')
        ++*text;
    if (!read_number(text, ':', &out->round) || !read_number(text, '-', &white) ||
        !read_number(text, '=', &black))
        return false;
    char result = **text;
    if (result != '1' && result != '=' && result != '0')
        return false;
    ++*text;
    out->white = lm_player_with_tpn(t, white);
    out->black = lm_player_with_tpn(t, black);
    out->result = result == '1' ? LM_WIN : result == '=' ? LM_DRAW : LM_LOSS;
    return out->white != LM_NOBODY && out->black != LM_NOBODY;
}

/* F9: return the value for ${player} of the adjourned game's final result, or of a draw. */
static int32_t final_value(const struct lm_tournament *t, uint32_t player, uint32_t round)
{
    const struct lm_record *record = lm_record_of(t, player, round);
    bool is_black = record->colour == LM_BLACK;
    uint32_t white = is_black ? record->opponent : player;
    const char *text = lm_option(t, "adjourned");
    struct final_result end;
    while (text != NULL && read_final(t, &text, &end)) {
        if (end.round != round || end.white != white)
            continue;
        enum lm_result mine = !is_black               ? end.result
                              : end.result == LM_DRAW ? LM_DRAW
                              : end.result == LM_WIN  ? LM_LOSS
                                                      : LM_WIN;
        return t->points.value[mine][is_black];
    }
    return t->points.value[LM_ADJOURNED][is_black];
}

/* Return the points of a round, with the final results of adjourned games. */
static int32_t final_points(const struct lm_tournament *t, uint32_t player, uint32_t round)
{
    const struct lm_record *record = lm_record_of(t, player, round);
    int32_t points = lm_round_points(t, player, round);
    if (record->result != LM_ADJOURNED)
        return points;
    return points - t->points.value[LM_ADJOURNED][record->colour == LM_BLACK] +
           final_value(t, player, round);
}

static bool met(const struct lm_tournament *t, uint32_t player, uint32_t round, uint32_t *opponent)
{
    const struct lm_record *record = lm_record_of(t, player, round);
    *opponent = record->opponent;
    return record->opponent != LM_NOBODY && lm_result_is_played((enum lm_result)record->result);
}

struct table {
    const struct lm_tournament *t;
    uint32_t rounds;
    const int32_t *ratings;
    struct lm_dutch_2006_place *of; /* per player */
};

static void sum_up(const struct table *table, uint32_t player)
{
    struct lm_dutch_2006_place *place = &table->of[player];
    *place = (struct lm_dutch_2006_place){.player = player};
    for (uint32_t round = 1; round <= table->rounds; round++) {
        uint32_t opponent;
        place->points += final_points(table->t, player, round);
        if (!met(table->t, player, round, &opponent))
            continue;
        place->opponent_ratings += table->ratings[opponent];
        place->opponents++;
    }
}

/* F10: "where it concerns the first place: the best result in games played against each other". */
static void compare_first(const struct table *table)
{
    uint32_t count = table->t->player_count, tied = 0;
    int32_t most = INT32_MIN;
    for (uint32_t i = 0; i < count; i++)
        most = table->of[i].points > most ? table->of[i].points : most;
    for (uint32_t i = 0; i < count; i++)
        tied += table->of[i].points == most;
    for (uint32_t i = 0; i < count && tied > 1; i++)
        table->of[i].tied_first = table->of[i].points == most;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t round = 1; round <= table->rounds; round++) {
            uint32_t opponent;
            if (table->of[i].tied_first && met(table->t, i, round, &opponent) &&
                table->of[opponent].tied_first)
                table->of[i].head_to_head += final_points(table->t, i, round);
        }
}

/* Compare average ratings of opponents; without opponents it is 0. */
static int by_average(const struct lm_dutch_2006_place *a, const struct lm_dutch_2006_place *b)
{
    int64_t x = a->opponent_ratings * (b->opponents > 0 ? b->opponents : 1);
    int64_t y = b->opponent_ratings * (a->opponents > 0 ? a->opponents : 1);
    return x > y ? -1 : x < y;
}

/* For lm_sort: places with their sort keys. */
struct ranked {
    struct lm_dutch_2006_place place;
    bool first; /* has the first place by the result against the others */
    uint32_t lot, tpn;
};

static int by_points_and_average(const struct ranked *x, const struct ranked *y)
{
    if (x->place.points != y->place.points)
        return x->place.points > y->place.points ? -1 : 1;
    return by_average(&x->place, &y->place);
}

static int by_lots(const struct ranked *x, const struct ranked *y)
{
    if (x->lot != y->lot)
        return x->lot < y->lot ? -1 : 1;
    return x->tpn < y->tpn ? -1 : x->tpn > y->tpn;
}

static int by_f10(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->first != y->first)
        return x->first ? -1 : 1;
    int order = by_points_and_average(x, y);
    return order != 0 ? order : by_lots(x, y);
}

/* F10: give the first place, and no other, to the best result among those tied for it. */
static void give_first_place(struct ranked *rows, uint32_t count)
{
    struct ranked *first = NULL;
    for (uint32_t i = 0; i < count; i++) {
        struct ranked *row = &rows[i];
        if (!row->place.tied_first)
            continue;
        int32_t lead = first == NULL ? 1 : row->place.head_to_head - first->place.head_to_head;
        if (lead > 0 || (lead == 0 && by_f10(row, first) < 0))
            first = row;
    }
    if (first == NULL)
        return;
    first->first = true;
    for (uint32_t i = 0; i < count; i++)
        first->place.by_lot |= &rows[i] != first && rows[i].place.tied_first &&
                               rows[i].place.head_to_head == first->place.head_to_head &&
                               by_points_and_average(first, &rows[i]) == 0;
}

/* Do only lots separate two neighbours?  Not the first and the second, who were not ranked by the
 * average: see give_first_place. */
static bool parted_by_lot(const struct ranked *x, const struct ranked *y)
{
    return !x->first && by_points_and_average(x, y) == 0;
}

static void fill_rows(const struct table *table, struct ranked *rows)
{
    const struct lm_tournament *t = table->t;
    for (uint32_t i = 0; i < t->player_count; i++)
        sum_up(table, i);
    compare_first(table);
    for (uint32_t i = 0; i < t->player_count; i++)
        rows[i] = (struct ranked){.place = table->of[i],
                                  .lot = t->players[i].lot > 0 ? t->players[i].lot : UINT32_MAX,
                                  .tpn = t->players[i].tpn};
}

enum lm_status lm_dutch_2006_standings(const struct lm_tournament *t, uint32_t round,
                                       struct lm_arena *arena, struct lm_dutch_2006_place *places)
{
    struct lm_mark mark = lm_arena_mark(arena);
    uint32_t count = t->player_count;
    uint32_t last = round == 0 || round > t->rounds_paired ? t->rounds_paired : round;
    int32_t *ratings = lm_arena_alloc(arena, count, sizeof *ratings);
    struct ranked *rows = lm_arena_alloc(arena, count, sizeof *rows);
    struct table table = {.t = t,
                          .rounds = last,
                          .ratings = ratings,
                          .of = lm_arena_alloc(arena, count, sizeof *table.of)};
    if (ratings == NULL || rows == NULL || table.of == NULL)
        return LM_LIMIT;
    lm_dutch_2006_ratings(t, ratings);
    fill_rows(&table, rows);
    give_first_place(rows, count);
    lm_sort(rows, count, sizeof *rows, by_f10);
    for (uint32_t i = 0; i < count; i++) {
        rows[i].place.by_lot |= (i > 0 && parted_by_lot(&rows[i - 1], &rows[i])) ||
                                (i + 1 < count && parted_by_lot(&rows[i], &rows[i + 1]));
        places[i] = rows[i].place;
    }
    lm_arena_reset(arena, mark);
    return LM_OK;
}
