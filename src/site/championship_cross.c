/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The crosstable of a stage, in the order of its standings: of a Swiss stage a column for each
 * round, with the opponent's place; of a round-robin one for each opponent.
 */
#include "base/texts.h"
#include "championship/state.h"
#include "site/championship.h"
#include "site/said.h"

struct crossing {
    const struct site_championship *e;
    uint32_t stage;
    bool rounds; /* columns are rounds, not opponents */
    const struct standing *standings;
    uint32_t count;
    struct lm_arena *arena;
};

/* Return the place of ${person}; 0: not in this group. */
static uint32_t place_of(const struct crossing *x, uint32_t person)
{
    for (uint32_t i = 0; person != NOBODY && i < x->count; i++)
        if (x->standings[i].person == person)
            return i + 1;
    return 0;
}

/* Return "6–4"; of a match decided without games "+", "–" or "=". */
static const char *score_of(const struct crossing *x, const struct contest *contest, uint32_t side)
{
    struct match_view view = lm_champ_match(contest->format, contest->games);
    if (contest->kind == RESULT_BYE)
        return site_word(x->e->names->language, LM_KEY("page.bye"));
    if (contest->games[0] != '\0')
        return lm_printed(x->arena, "%s–%s", site_points_text(view.score[side], x->arena),
                          site_points_text(view.score[1 - side], x->arena));
    return contest->state == CONTEST_OPEN ? "·"
           : contest->winner == side      ? "+"
           : contest->winner == DRAWN     ? "="
                                          : "–";
}

/* Does ${contest} of ${person} belong in that column? */
static bool is_in(const struct crossing *x, const struct contest *contest, uint32_t person,
                  uint32_t column)
{
    uint32_t side = lm_champ_side(contest, person);
    if (contest->stage != x->stage || contest->state == CONTEST_VOID || side == NO_SIDE)
        return false;
    return x->rounds ? contest->round == column
                     : contest->player[1 - side] == x->standings[column].person;
}

static enum lm_status fill_cell(const struct crossing *x, uint32_t person, uint32_t column,
                                struct site_cross_cell *cell)
{
    const struct lm_championship *c = x->e->c;
    size_t count = 0;
    for (size_t i = 0; i < c->contest_count; i++)
        count += is_in(x, &c->contests[i], person, column);
    struct site_cross_match *matches = lm_arena_alloc(x->arena, count, sizeof *matches);
    if (matches == NULL)
        return LM_LIMIT;
    cell->matches = matches;
    cell->itself = !x->rounds && x->standings[column].person == person;
    for (size_t i = 0; i < c->contest_count; i++) {
        const struct contest *contest = &c->contests[i];
        if (!is_in(x, contest, person, column))
            continue;
        uint32_t side = lm_champ_side(contest, person);
        matches[cell->match_count++] = (struct site_cross_match){
            .url = site_contest_url(x->e, contest, x->arena),
            .score = score_of(x, contest, side),
            .opponent = x->rounds ? place_of(x, contest->player[1 - side]) : 0,
            .alone = contest->alone <= SECOND};
    }
    return LM_OK;
}

enum lm_status site_add_crosstable(const struct site_championship *e, uint32_t stage,
                                   const struct standing *standings, uint32_t count,
                                   struct lm_arena *arena, struct site_stage_group *group)
{
    const struct stage_state *state = &e->c->stages[stage];
    bool rounds = e->c->definition->stages[stage].type == STAGE_SWISS;
    const struct crossing x = {e, stage, rounds, standings, count, arena};
    uint32_t columns = state->published == 0 ? 0 : rounds ? state->published : count;
    struct site_number *heads = lm_arena_alloc(arena, columns, sizeof *heads);
    if (heads == NULL)
        return LM_LIMIT;
    for (uint32_t k = 0; k < columns; k++)
        heads[k].number = k + 1;
    group->heads = heads;
    group->head_count = columns;
    for (uint32_t i = 0; columns > 0 && i < count; i++) {
        struct site_cross_cell *cells = lm_arena_alloc(arena, columns, sizeof *cells);
        if (cells == NULL)
            return LM_LIMIT;
        group->rows[i].crosses = cells;
        group->rows[i].cross_count = columns;
        for (uint32_t k = 0; k < columns; k++) {
            if (fill_cell(&x, standings[i].person, k, &cells[k]) != LM_OK)
                return LM_LIMIT;
            for (size_t m = 0; m < cells[k].match_count; m++)
                group->alone |= cells[k].matches[m].alone;
        }
    }
    return LM_OK;
}
