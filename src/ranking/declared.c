/* SPDX-License-Identifier: Apache-2.0 */

/* C.02.03: are the declared ranks and the declared points of teams those that follow? */

#include "limmat/ranking.h"

struct findings {
    const struct lm_standings *s;
    struct lm_arena *arena;
    struct lm_wrong_declaration *all;
    size_t count, capacity;
};

static enum lm_status add(struct findings *f, struct lm_wrong_declaration found)
{
    if (!lm_arena_grow(f->arena, &f->all, &f->capacity, f->count + 1, sizeof *f->all))
        return LM_LIMIT;
    f->all[f->count++] = found;
    return LM_OK;
}

/* How many share the rank of each place: those who are tied may be declared in any order. */
static uint32_t last_rank(const struct lm_standings *s, uint32_t place)
{
    uint32_t rank = s->rank[s->order[place]];
    while (place + 1 < s->count && s->rank[s->order[place + 1]] == rank)
        place++;
    return place + 1;
}

static enum lm_status check_rank(struct findings *f, uint32_t place)
{
    const struct lm_standings *s = f->s;
    uint32_t who = s->order[place];
    uint32_t declared = s->options.teams ? s->t->teams[who].rank : s->t->players[who].declared_rank;
    uint32_t first = s->rank[who], last = last_rank(s, place);
    if (declared == 0 || (declared >= first && declared <= last))
        return LM_OK;
    return add(f, (struct lm_wrong_declaration){.what = LM_DECLARED_RANK,
                                                .participant = who,
                                                .declared = declared,
                                                .least = first,
                                                .most = last});
}

static enum lm_status check_team_points(struct findings *f, uint32_t team)
{
    const struct lm_team *about = &f->s->t->teams[team];
    const int32_t declared[] = {about->match_points, about->game_points};
    const enum lm_declaration what[] = {LM_DECLARED_MATCH_POINTS, LM_DECLARED_GAME_POINTS};
    int32_t computed[2];
    lm_standings_team_points(f->s, team, &computed[0], &computed[1]);
    enum lm_status status = LM_OK;
    for (int i = 0; status == LM_OK && i < 2; i++)
        if (declared[i] != LM_NO_POINTS && declared[i] != computed[i])
            status = add(f, (struct lm_wrong_declaration){.what = what[i],
                                                          .participant = team,
                                                          .declared = declared[i],
                                                          .least = computed[i],
                                                          .most = computed[i]});
    return status;
}

enum lm_status lm_standings_check(const struct lm_standings *s, struct lm_arena *arena,
                                  const struct lm_wrong_declaration **out, size_t *count)
{
    struct findings f = {.s = s, .arena = arena};
    enum lm_status status = LM_OK;
    for (uint32_t place = 0; status == LM_OK && place < s->count; place++)
        status = check_rank(&f, place);
    for (uint32_t team = 0; status == LM_OK && s->options.teams && team < s->count; team++)
        status = check_team_points(&f, team);
    if (status != LM_OK)
        return status;
    *out = f.all;
    *count = f.count;
    return LM_OK;
}

/* Without an order of its own a file can only be held to the points. */
static const char *order_of(const struct lm_tournament *t)
{
    return *t->standings_order != '\0' || *t->tie_breaks != '\0' ? NULL : "PTS";
}

enum lm_status lm_check_declared(const struct lm_tournament *t, struct lm_arena *arena,
                                 struct lm_declared *out)
{
    struct lm_standings_options o = {.teams = lm_ids_are_teams(t),
                                     .edition = lm_tie_break_edition_of(t)};
    struct lm_declared declared = {0};
    struct lm_standings *s = NULL;
    enum lm_status status = lm_standings_order(t, order_of(t), arena, NULL, &o);
    if (status == LM_OK)
        status = lm_standings_compute(t, &o, arena, NULL, &s);
    if (status == LM_OK)
        status = lm_standings_check(s, arena, &declared.wrong, &declared.count);
    if (status == LM_OK)
        declared.standings = s;
    if (status != LM_OK && status != LM_INVALID)
        return status;
    *out = declared; /* an order that cannot be computed here declares nothing */
    return LM_OK;
}

void lm_wrong_declaration_write(const struct lm_declared *declared, size_t index,
                                struct lm_text *out)
{
    static const char *const whats[] = {[LM_DECLARED_RANK] = "rank",
                                        [LM_DECLARED_MATCH_POINTS] = "match points",
                                        [LM_DECLARED_GAME_POINTS] = "game points"};
    const struct lm_wrong_declaration *wrong = &declared->wrong[index];
    lm_text_print(out, "%u %s: ", lm_participant_number(declared->standings, wrong->participant),
                  lm_participant_name(declared->standings, wrong->participant));
    if (wrong->what != LM_DECLARED_RANK) {
        lm_text_add_tenths(out, wrong->declared);
        lm_text_print(out, " %s are declared, the results give ", whats[wrong->what]);
        lm_text_add_tenths(out, wrong->least);
        return;
    }
    lm_text_print(out, "rank %lld is declared, the results give %lld", (long long)wrong->declared,
                  (long long)wrong->least);
    if (wrong->most != wrong->least)
        lm_text_print(out, " to %lld", (long long)wrong->most);
}
