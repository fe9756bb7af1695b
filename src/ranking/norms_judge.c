/* SPDX-License-Identifier: Apache-2.0 */
/* A set of games checked by the articles: B.01, 1.4.3 to 1.4.9. */
#include <assert.h>

#include "limmat/rating.h"
#include "ranking/norms.h"

/* 1.4.4: maxima are rounded down, minima up. */
uint32_t lm_norm_own_most(uint32_t games)
{
    return 3 * games / 5;
}

uint32_t lm_norm_one_most(uint32_t games)
{
    return 2 * games / 3;
}

uint32_t lm_norm_holders_least(uint32_t games)
{
    return (games + 1) / 2;
}

/* 1.4.5: a third, at least three; in a double round-robin, where each opponent is met twice, half
 * as many different players, rounded up. */
uint32_t lm_norm_required_least(const struct norm_field *f, uint32_t games)
{
    uint32_t third = (games + 2) / 3, least = third < 3 ? 3 : third;
    return f->norms->twice ? (least + 1) / 2 : least;
}

int32_t lm_norm_score_least(uint32_t games)
{
    return (int32_t)((7 * games + 9) / 10) * 5; /* 35 % is 7 of 20 half-points */
}

bool lm_norm_is_required(const struct norm_field *f, uint32_t player, enum lm_norm_title title)
{
    static const uint8_t least[] = {[LM_NORM_GM] = GM_LEVEL,
                                    [LM_NORM_IM] = IM_LEVEL,
                                    [LM_NORM_WGM] = WGM_LEVEL,
                                    [LM_NORM_WIM] = WIM_LEVEL};
    return f->level[player] >= least[title];
}

int32_t lm_norm_rating(const struct norm_field *f, uint32_t player)
{
    int32_t rating = f->t->players[player].rating;
    return rating > 0 ? rating : f->norms->rules->unrated;
}

static bool is_met_before(const struct norm_game *games, uint32_t at)
{
    for (uint32_t i = 0; i < at; i++)
        if (games[i].opponent == games[at].opponent)
            return true;
    return false;
}

/* Count each federation: 1.4.3, 1.4.4.  FID is not one. */
static void add_federations(const struct norm_case *x, const struct norm_game *games,
                            uint32_t count, struct norm_sum *sum)
{
    struct norm_field *f = x->field;
    uint32_t own = f->federation[x->player];
    for (uint32_t i = 0; i < count; i++) {
        uint32_t federation = f->federation[games[i].opponent];
        if (federation < FIRST_FEDERATION)
            continue;
        uint32_t times = ++f->seen[federation];
        sum->foreign += times == 1 && federation != own;
        sum->own += federation == own;
        sum->one = times > sum->one ? times : sum->one;
    }
    for (uint32_t i = 0; i < count; i++)
        f->seen[f->federation[games[i].opponent]] = 0;
}

/* 1.4.6 to 1.4.9. */
static void add_performance(const struct norm_case *x, int32_t lowest, struct norm_sum *sum)
{
    if (sum->games == 0)
        return;
    sum->raised = lowest < x->demand->floor ? x->demand->floor - lowest : 0;
    sum->ratings += sum->raised;
    sum->average = (int32_t)lm_fraction_round(lm_fraction_of(sum->ratings, sum->games));
    sum->performance =
        sum->average + lm_rating_offset(lm_rating_percent(sum->tenths, (int32_t)sum->games));
}

void lm_norm_add_up(const struct norm_case *x, const struct norm_game *games, uint32_t count,
                    struct norm_sum *out)
{
    struct norm_sum sum = {.games = count};
    int32_t lowest = INT32_MAX;
    for (uint32_t i = 0; i < count; i++) {
        const struct norm_game *game = &games[i];
        int32_t rating = lm_norm_rating(x->field, game->opponent);
        bool again = x->field->norms->twice && is_met_before(games, i);
        sum.ratings += rating;
        sum.tenths += game->tenths;
        lowest = rating < lowest ? rating : lowest;
        sum.holders += x->field->level[game->opponent] >= HOLDER;
        sum.required += !again && lm_norm_is_required(x->field, game->opponent, x->title);
    }
    add_federations(x, games, count, &sum);
    add_performance(x, lowest, &sum);
    *out = sum;
}

static struct lm_norm_check at_least(int64_t have, int64_t need)
{
    return (struct lm_norm_check){(int32_t)have, (int32_t)need, have >= need, true};
}

static struct lm_norm_check at_most(int64_t have, int64_t need)
{
    return (struct lm_norm_check){(int32_t)have, (int32_t)need, have <= need, true};
}

bool lm_norm_judge(const struct norm_case *x, const struct norm_sum *sum, uint32_t minimum,
                   struct lm_norm_check checks[LM_NORM_ARTICLES])
{
    const struct norm_field *f = x->field;
    uint32_t games = sum->games;
    checks[LM_NORM_GAMES] = at_least(games, minimum);
    checks[LM_NORM_FOREIGN] = at_least(sum->foreign, 2);
    checks[LM_NORM_OWN] = at_most(sum->own, lm_norm_own_most(games));
    checks[LM_NORM_ONE] = at_most(sum->one, lm_norm_one_most(games));
    checks[LM_NORM_HOLDERS] = at_least(sum->holders, lm_norm_holders_least(games));
    checks[LM_NORM_REQUIRED] = at_least(sum->required, lm_norm_required_least(f, games));
    checks[LM_NORM_PLAYERS] = at_least(f->t->player_count, 6);
    checks[LM_NORM_AVERAGE] = at_least(sum->average, x->demand->average);
    checks[LM_NORM_SCORE] = at_least(sum->tenths, lm_norm_score_least(games));
    checks[LM_NORM_PERFORMANCE] = at_least(sum->performance, x->demand->performance);
    /* 1.4.3: its exemptions include 1.4.4, as 1.4.3d and e say. */
    checks[LM_NORM_FOREIGN].asked = checks[LM_NORM_OWN].asked = !x->exempt;
    checks[LM_NORM_ONE].asked = !x->exempt;
    checks[LM_NORM_PLAYERS].asked = f->norms->twice;
    bool all = true;
    for (size_t i = 0; i < LM_NORM_ARTICLES; i++)
        all &= checks[i].met || !checks[i].asked;
    return all;
}

bool lm_norm_mix_is_met(const struct lm_norm_check checks[LM_NORM_ARTICLES])
{
    static const uint8_t mix[] = {LM_NORM_FOREIGN, LM_NORM_OWN, LM_NORM_ONE, LM_NORM_HOLDERS,
                                  LM_NORM_REQUIRED};
    for (size_t i = 0; i < sizeof mix; i++)
        if (checks[mix[i]].asked && !checks[mix[i]].met)
            return false;
    return true;
}
