/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The bracket of a knock-out as a tree: its rounds side by side, each match where the winners of
 * two earlier matches meet.  Matches not paired yet show players who are already through.
 */
#include "championship/state.h"
#include "site/championship.h"
#include "site/said.h"

struct drawing {
    const struct site_championship *e;
    uint32_t stage, rounds;
    struct lm_arena *arena;
};

/* Return the match at ${slot} of ${round}, both from 0; NULL: none yet, or none needed. */
static const struct contest *contest_at(const struct drawing *d, uint32_t round, uint32_t slot)
{
    const struct lm_championship *c = d->e->c;
    for (size_t i = 0; i < c->contest_count; i++)
        if (c->contests[i].stage == d->stage && c->contests[i].round == round &&
            c->contests[i].group == slot)
            return &c->contests[i];
    return NULL;
}

/* Return the games won; of a match decided without games, "+" and "–"; of a bye the word. */
static const char *score_of(const struct drawing *d, const struct contest *contest, uint32_t side)
{
    if (contest->player[side] == NOBODY)
        return site_word(d->e->names->language, LM_KEY("page.bye"));
    if (contest->player[!side] == NOBODY)
        return "";
    if (contest->games[0] != '\0')
        return site_points_text(lm_champ_subscore(contest, side), d->arena);
    return contest->state == CONTEST_OPEN ? "" : contest->winner == side ? "+" : "–";
}

static struct site_tree_side side_of(const struct drawing *d, const struct contest *contest,
                                     uint32_t side)
{
    bool over = contest->state != CONTEST_OPEN && contest->player[side] != NOBODY;
    return (struct site_tree_side){.player =
                                       site_contender_of(d->e, contest->player[side], d->arena),
                                   .score = score_of(d, contest, side),
                                   .state = !over                     ? ""
                                            : contest->winner == side ? "through"
                                                                      : "lost"};
}

/* Return the player who reaches ${slot} of ${round} from below; unknown: without name. */
static struct site_tree_side comer(const struct drawing *d, uint32_t round, uint32_t slot)
{
    struct site_tree_side shown = {.score = "", .state = ""};
    const struct contest *below = round == 0 ? NULL : contest_at(d, round - 1, slot);
    if (below != NULL && below->state != CONTEST_OPEN && below->winner <= SECOND)
        shown.player = site_contender_of(d->e, below->player[below->winner], d->arena);
    return shown;
}

static struct site_tie tie_at(const struct drawing *d, uint32_t round, uint32_t slot)
{
    const struct contest *contest = contest_at(d, round, slot);
    if (contest != NULL)
        return (struct site_tie){.url = site_contest_url(d->e, contest, d->arena),
                                 .first = side_of(d, contest, FIRST),
                                 .second = side_of(d, contest, SECOND)};
    return (struct site_tie){.first = comer(d, round, 2 * slot),
                             .second = comer(d, round, 2 * slot + 1)};
}

enum lm_status site_add_tree(const struct site_championship *e, uint32_t stage,
                             struct lm_arena *arena, struct site_stage_page *page)
{
    const struct stage_state *state = &e->c->stages[stage];
    const struct drawing d = {e, stage, state->rounds, arena};
    if (e->c->definition->stages[stage].type != STAGE_KNOCK_OUT || !state->started ||
        state->published == 0 || state->rounds < 2)
        return LM_OK;
    struct site_level *levels = lm_arena_alloc(arena, d.rounds, sizeof *levels);
    if (levels == NULL)
        return LM_LIMIT;
    for (uint32_t round = 0; round < d.rounds; round++) {
        uint32_t count = 1U << (d.rounds - 1 - round);
        struct site_tie *ties = lm_arena_alloc(arena, count, sizeof *ties);
        if (ties == NULL)
            return LM_LIMIT;
        for (uint32_t slot = 0; slot < count; slot++)
            ties[slot] = tie_at(&d, round, slot);
        levels[round] = (struct site_level){
            site_level_title(e->names->language, round + 1, d.rounds, arena), ties, count};
    }
    page->tree = (struct site_tree){levels, d.rounds};
    return LM_OK;
}
