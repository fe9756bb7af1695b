/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The search for the games that give a norm.  First, all games; then, as 1.4.1e and f allow,
 * without those after the result was achieved and without won games, as few of the latter as
 * possible.  The search counts the games it examines and stops at a limit: events of hundreds of
 * rounds are not title tournaments.
 */
#include "limmat/norms.h"

#include <string.h>

#include "limmat/rating.h"
#include "limmat/text.h"
#include "ranking/norms.h"

/* The state of a search. */
struct search {
    const struct norm_case *x;
    struct norm_game *kept; /* room for all games */
    uint32_t end;           /* only games before it are examined */
    bool given_up;
    struct norm_sum sum; /* of the set found */
    struct lm_norm_check checks[LM_NORM_ARTICLES];
    uint32_t found; /* the number of its games, in ${kept} */
};

static bool has_effort(struct search *s, uint32_t games)
{
    struct norm_field *f = s->x->field;
    if (f->effort < games) {
        s->given_up = true;
        return false;
    }
    f->effort -= games;
    return true;
}

static bool judge(struct search *s, const struct norm_game *games, uint32_t count, uint32_t minimum)
{
    if (!has_effort(s, count + 1))
        return false;
    lm_norm_add_up(s->x, games, count, &s->sum);
    s->found = count;
    return lm_norm_judge(s->x, &s->sum, minimum, s->checks);
}

/* Is it a norm if ${left} more wins are left out from ${from} on?  ${count} games before that are
 * kept. */
static bool without_wins(struct search *s, uint32_t from, uint32_t count, uint32_t left)
{
    const struct norm_game *games = s->x->games;
    uint32_t rest = s->end - from;
    if (s->given_up || rest < left)
        return false;
    if (left == 0) {
        memcpy(s->kept + count, games + from, rest * sizeof *games);
        return judge(s, s->kept, count + rest, s->x->minimum);
    }
    if (games[from].tenths == 10 && without_wins(s, from + 1, count, left - 1))
        return true;
    s->kept[count] = games[from];
    return without_wins(s, from + 1, count + 1, left);
}

static bool ignoring_later(struct search *s)
{
    const struct norm_case *x = s->x;
    for (s->end = x->count; s->end >= x->minimum && s->end > 0; s->end--) {
        if (without_wins(s, 0, 0, 0))
            return true;
        if (x->field->norms->predetermined)
            return false;
    }
    return false;
}

static bool ignoring_wins(struct search *s)
{
    const struct norm_case *x = s->x;
    uint32_t most = x->count > x->minimum ? x->count - x->minimum : 0;
    for (uint32_t left = 1; left <= most; left++)
        for (s->end = x->count; s->end >= x->minimum + left; s->end--) {
            if (without_wins(s, 0, 0, left))
                return true;
            if (x->field->norms->predetermined)
                break;
        }
    return false;
}

/* 1.4.2c: was the last round, which the player had to play, won by forfeit, and would a loss have
 * been affordable? */
static bool last_one_forfeited(struct search *s)
{
    const struct norm_case *x = s->x;
    const struct lm_tournament *t = x->field->t;
    uint32_t round = x->field->norms->rounds;
    if (round == 0 || t->rounds_paired < round || x->count + 1 != x->plain)
        return false;
    const struct lm_record *r = lm_record_of(t, x->player, round);
    if (r->result != LM_FORFEIT_WIN || r->opponent == LM_NOBODY ||
        !lm_norm_counts(x->field, r->opponent))
        return false;
    memcpy(s->kept, x->games, x->count * sizeof *x->games);
    s->kept[x->count] = (struct norm_game){r->opponent, round, 0, false};
    return judge(s, s->kept, x->count + 1, x->plain);
}

/* Does the judgement need results still to come?  With a predetermined schedule, it needs all. */
static bool is_early(const struct norm_case *x)
{
    return x->field->norms->predetermined && x->ahead + x->open > 0;
}

/* Is the norm reached?  Set ${remarks} to the exceptions that it needed. */
static bool is_reached(struct search *s, uint8_t *remarks)
{
    const struct norm_case *x = s->x;
    if (is_early(x))
        return false;
    bool reached = ignoring_later(s);
    if (reached && s->end < x->count)
        *remarks |= LM_NORM_LATER_IGNORED;
    /* 1.4.1f: in a round-robin the whole tournament must have the mix. */
    bool whole = !reached && x->count > x->minimum && judge(s, x->games, x->count, x->minimum);
    bool may_leave_out = !x->field->norms->predetermined || whole || lm_norm_mix_is_met(s->checks);
    if (!reached && x->count > x->minimum && may_leave_out && ignoring_wins(s)) {
        *remarks |= LM_NORM_WINS_IGNORED;
        *remarks |= s->end < x->count ? LM_NORM_LATER_IGNORED : 0;
        reached = true;
    }
    if (!reached && last_one_forfeited(s)) {
        *remarks |= LM_NORM_LAST_FORFEITED;
        reached = true;
    }
    if (reached && s->found < x->plain)
        *remarks |= LM_NORM_EIGHT_AS_NINE;
    return reached;
}

/* 1.4.1b to d, 1.7: return the number of games as counted in an application. */
static uint32_t counts_as(const struct search *s)
{
    const struct norm_case *x = s->x;
    uint32_t games = s->found < 9 && x->minimum >= 8 ? 9 : s->found;
    struct norm_sum less = s->sum;
    for (struct lm_norm_check checks[LM_NORM_ARTICLES]; less.tenths >= 10; games++) {
        less.tenths -= 10;
        int32_t percent = lm_rating_percent(less.tenths, (int32_t)less.games);
        less.performance = less.average + lm_rating_offset(percent);
        lm_norm_judge(x, &less, 0, checks);
        if (!checks[LM_NORM_SCORE].met || !checks[LM_NORM_PERFORMANCE].met)
            break;
    }
    return x->field->norms->rounds > 13 && games > 13 ? 13 : games;
}

/* Put the games of ${s} and the findings of the articles into ${norm}. */
static enum lm_status report(const struct search *s, const struct norm_game *games,
                             struct lm_arena *arena, struct lm_norm *norm)
{
    uint32_t *rounds = lm_arena_alloc(arena, s->found, sizeof *rounds);
    if (rounds == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < s->found; i++)
        rounds[i] = games[i].round;
    norm->games = s->found;
    norm->rounds = rounds;
    norm->tenths = s->sum.tenths;
    norm->average = s->sum.average;
    norm->performance = s->sum.performance;
    norm->raised = s->sum.raised;
    memcpy(norm->checks, s->checks, sizeof norm->checks);
    return LM_OK;
}

static enum lm_status judge_case(const struct norm_case *x, struct lm_arena *arena,
                                 struct lm_norm *norm)
{
    struct search s = {.x = x};
    s.kept = lm_arena_alloc(arena, (size_t)x->count + 1, sizeof *s.kept);
    if (s.kept == NULL)
        return LM_LIMIT;
    if (is_reached(&s, &norm->remarks)) {
        norm->state = LM_NORM_REACHED;
        norm->counts_as = counts_as(&s);
        return report(&s, s.kept, arena, norm);
    }
    norm->remarks |= s.given_up ? LM_NORM_NOT_SEARCHED : 0;
    lm_norm_add_up(x, x->games, x->count, &s.sum);
    lm_norm_judge(x, &s.sum, x->minimum, s.checks);
    s.found = x->count;
    enum lm_status status = report(&s, x->games, arena, norm);
    return status == LM_OK && x->ahead + x->open > 0 ? lm_norm_chance_of(x, arena, norm) : status;
}

/* Is ${title} of interest to ${player}?  0.3: titles for women are for women; skip titles at or
 * below one that the player has. */
static bool wants(const struct norm_field *f, uint32_t player, enum lm_norm_title title)
{
    bool for_women = title == LM_NORM_WGM || title == LM_NORM_WIM;
    return !lm_norm_is_required(f, player, title) &&
           (!for_women || f->t->players[player].sex == 'w');
}

/* 1.4.3 a to d, for ${player}. */
static uint8_t exemption_of(const struct norm_field *f, uint32_t player)
{
    const char *host = f->t->federation;
    enum lm_norm_event event = f->norms->event;
    bool at_home = host[0] != '\0' && lm_same_letters(f->t->players[player].federation, host);
    if (event == LM_NORM_ZONAL ||
        ((event == LM_NORM_NATIONAL || event == LM_NORM_NATIONAL_TEAMS) && at_home))
        return LM_NORM_EXEMPT;
    return f->norms->field.met ? LM_NORM_EXEMPT_SWISS : 0;
}

static enum lm_status judge_player(struct norm_field *f, uint32_t player, struct lm_arena *arena,
                                   struct lm_norm *all, size_t *count)
{
    enum lm_status status = LM_OK;
    for (enum lm_norm_title title = LM_NORM_GM; title < LM_NORM_TITLES && status == LM_OK;
         title++) {
        if (!wants(f, player, title))
            continue;
        struct lm_norm *norm = &all[(*count)++];
        *norm = (struct lm_norm){.player = player, .title = (uint8_t)title};
        norm->remarks = exemption_of(f, player);
        struct norm_case x = {.field = f,
                              .demand = &f->norms->rules->demands[title],
                              .title = title,
                              .player = player,
                              .exempt = norm->remarks != 0};
        status = lm_norm_games_take(&x, arena);
        if (status == LM_OK)
            status = judge_case(&x, arena, norm);
    }
    return status;
}

/* Return the number of rounds before the first with an open game. */
static uint32_t rounds_played(const struct lm_tournament *t)
{
    for (uint32_t round = 1; round <= t->rounds_paired; round++)
        for (uint32_t i = 0; i < t->player_count; i++)
            if (lm_record_of(t, i, round)->result == LM_PENDING)
                return round - 1;
    return t->rounds_paired;
}

enum lm_status lm_norms_of(const struct lm_tournament *t, const struct lm_norm_options *options,
                           struct lm_arena *arena, struct lm_norms **out)
{
    size_t editions;
    struct norm_field field;
    struct lm_norms *norms = lm_arena_alloc(arena, 1, sizeof *norms);
    struct lm_norm *all =
        lm_arena_alloc(arena, (size_t)t->player_count * LM_NORM_TITLES, sizeof *all);
    if (norms == NULL || all == NULL)
        return LM_LIMIT;
    const struct lm_norm_rules *rules = lm_norm_editions(&editions);
    norms->rules =
        options != NULL && options->rules != NULL ? options->rules : &rules[editions - 1];
    norms->event = options != NULL ? options->event : LM_NORM_ORDINARY;
    norms->played = rounds_played(t);
    norms->all = all;
    enum lm_status status = lm_norm_field_make(t, norms, arena, &field);
    for (uint32_t i = 0; i < t->player_count && status == LM_OK; i++)
        status = judge_player(&field, i, arena, all, &norms->count);
    if (status == LM_OK)
        *out = norms;
    return status;
}
