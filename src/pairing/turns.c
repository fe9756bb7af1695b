/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/turns.h"

#include <string.h>

#include "pairing/forced.h"

void lm_take_turns(const uint32_t *partner, const uint32_t *tops, uint32_t top_count,
                   const uint32_t *bottoms, uint32_t bottom_count, bool *taken, uint8_t *turn)
{
    uint32_t next = 0; /* the first of ${bottoms} left */
    for (uint32_t i = 0; i < top_count; i++) {
        uint32_t own = partner[tops[i]];
        while (next < bottom_count && taken[bottoms[next]])
            next++;
        turn[i] = LM_TURN_OTHER;
        if (next < bottom_count && bottoms[next] == own)
            turn[i] = LM_TURN_NEXT;
        if (i < bottom_count && bottoms[i] == own)
            turn[i] = LM_TURN_ROW;
        if (own != UINT32_MAX)
            taken[own] = true;
    }
}

/* --- why not the opponent opposite? */

/* Return the place of each seat in a line, from 1; 0: not there. */
static const uint32_t *places_in(const struct lm_lined_up *lines, const uint32_t *line,
                                 uint32_t count, struct lm_arena *arena)
{
    uint32_t *place = lm_arena_alloc(arena, lines->p->seat_count, sizeof *place);
    for (uint32_t i = 0; place != NULL && i < count; i++)
        place[line[i]] = i + 1;
    return place;
}

/* Return the ${count} players of ${before}, then those of ${line}. */
static const uint32_t *players_of(const struct lm_lined_up *lines, const uint32_t *before,
                                  size_t count, const uint32_t *line, struct lm_arena *arena)
{
    uint32_t *players = lm_arena_alloc(arena, count + lines->count, sizeof *players);
    if (players != NULL && count > 0)
        memcpy(players, before, count * sizeof *players);
    for (uint32_t i = 0; players != NULL && i < lines->count; i++)
        players[count + i] = lines->p->seats[line[i]].player;
    return players;
}

static bool is_before(const uint32_t *place, uint32_t seat, uint32_t row)
{
    return seat != LM_NOBODY && place[seat] != 0 && place[seat] <= row;
}

/* Follow the two of ${row}, who could meet, through the lines. */
static void follow_lines(const struct lm_lined_up *lines, uint32_t row, const uint32_t *top_place,
                         const uint32_t *bottom_place, struct lm_alternative *answer)
{
    const struct lm_seat *seats = lines->p->seats;
    uint32_t top = lines->tops[row], bottom = lines->bottoms[row];
    uint32_t of_top = lines->partner[top], of_bottom = lines->partner[bottom];
    struct lm_forced *forced = &answer->forced;
    forced->first = forced->own = forced->other = LM_NOBODY;
    forced->possible = true;
    answer->later = true;
    if (is_before(top_place, of_bottom, row) || is_before(top_place, of_top, row)) {
        bool bottom_is = is_before(top_place, of_bottom, row);
        answer->line = LM_LINE_TAKEN;
        forced->first = seats[bottom_is ? of_bottom : of_top].player;
        forced->own = seats[bottom_is ? bottom : top].player;
    } else if (is_before(bottom_place, of_top, row)) {
        answer->line = LM_LINE_LEFT;
        forced->first = seats[of_top].player;
    } else {
        answer->line = LM_LINE_REST;
        answer->rule = lines->rest;
        answer->later = false;
    }
}

enum lm_status lm_ask_lines(const struct lm_lined_up *lines, struct lm_arena *arena,
                            struct lm_bracket *out, struct lm_alternative **made)
{
    struct lm_alternative *all =
        lm_arena_alloc(arena, out->alternative_count + lines->count, sizeof *all);
    const struct lm_lines old = out->lines;
    out->lines = (struct lm_lines){players_of(lines, old.tops, old.count, lines->tops, arena),
                                   players_of(lines, old.bottoms, old.count, lines->bottoms, arena),
                                   old.count + lines->count};
    struct lm_mark mark = lm_arena_mark(arena);
    const uint32_t *top_place = places_in(lines, lines->tops, lines->count, arena);
    const uint32_t *bottom_place = places_in(lines, lines->bottoms, lines->bottom_count, arena);
    if (all == NULL || out->lines.tops == NULL || out->lines.bottoms == NULL || top_place == NULL ||
        bottom_place == NULL)
        return LM_LIMIT;
    if (out->alternative_count > 0)
        memcpy(all, out->alternatives, out->alternative_count * sizeof *all);
    for (uint32_t row = 0; row < lines->count; row++) {
        uint32_t top = lines->tops[row], bottom = lines->bottoms[row];
        if (lines->partner[top] == bottom)
            continue;
        struct lm_alternative *answer = &all[out->alternative_count++];
        *answer = (struct lm_alternative){.player = lines->p->seats[top].player,
                                          .opponent = lines->p->seats[bottom].player,
                                          .expected = true,
                                          .told = true};
        enum lm_bar bar = lines->bars(lines->context, top, bottom, &answer->rule);
        answer->possible = bar != LM_MAY_NOT;
        answer->line = LM_LINE_ITSELF;
        if (bar == LM_MAY_MEET)
            follow_lines(lines, row, top_place, bottom_place, answer);
        if (bar == LM_COSTS) {
            answer->forced = (struct lm_forced){
                .possible = true, .decided = true, .rule = answer->rule, .with = 1};
            lm_forced_hurts(&answer->forced, answer->player, answer->opponent);
        }
    }
    out->alternatives = all;
    if (made != NULL)
        *made = all;
    lm_arena_reset(arena, mark);
    return LM_OK;
}
