/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All the way: a tournament in whatever format, read with nothing refused; then it is checked as
 * one made by hand, ranked, paired by every system, explained to everybody, checked round by round
 * and published.  Each may refuse, with a reason; none may touch what is not its own.
 */
#include "fuzz.h"

#include "limmat/check.h"
#include "limmat/crosstable.h"
#include "limmat/explain.h"
#include "limmat/matches.h"
#include "limmat/ranking.h"
#include "limmat/why.h"
#include "site/site.h"

/* Beyond this a run is slow and shows nothing new. */
enum { PLAYERS = 48, ROUNDS = 16, NEEDED = 64 * 1024 * 1024 };

struct way {
    struct lm_tournament *t;
    struct lm_arena *arena;
    struct lm_log log;
};

/* What was refused was refused in words. */
static bool went(struct way *way, enum lm_status status)
{
    HOLDS(status == LM_OK || status == LM_LIMIT || status == LM_NO_PAIRING || way->log.errors > 0);
    for (size_t i = 0; i < way->log.count; i++) {
        struct lm_text line = lm_text_in(way->arena);
        HOLDS(lm_diagnostic_write(&way->log.all[i], &line) != LM_INVALID);
    }
    way->log = (struct lm_log){.arena = way->arena};
    return status == LM_OK;
}

static void rank(struct way *way, bool teams)
{
    struct lm_standings_options options = {.teams = teams};
    struct lm_standings *standings;
    struct lm_crosstable *crosstable;
    if (!went(way, lm_standings_order(way->t, NULL, way->arena, &way->log, &options)) ||
        !went(way, lm_standings_compute(way->t, &options, way->arena, &way->log, &standings)))
        return;
    for (uint32_t who = 0; who < standings->count; who++)
        for (size_t i = 0; i < standings->options.count; i++) {
            struct lm_derivation d;
            went(way, lm_standings_derive(standings, who, i, way->arena, &d));
        }
    if (lm_crosstable_new(standings, way->arena, &crosstable) == LM_OK)
        for (uint32_t who = 0; who < standings->count; who++)
            for (uint32_t round = 1; round <= crosstable->rounds; round++) {
                struct lm_text cell = lm_text_in(way->arena);
                lm_text_add_cell(&cell, crosstable, who, round, (enum lm_cell_style)0);
            }
}

static void tell(struct way *way, const struct lm_system *system, uint32_t round)
{
    struct lm_position *position;
    struct lm_pairing *pairing;
    struct lm_whys whys;
    uint32_t everybody = LM_NOBODY;
    if (!went(way, lm_explain_round(system, way->t, round, everybody, LM_NOBODY, way->arena,
                                    &way->log, &position, &pairing)))
        return;
    for (uint32_t player = 0; player < way->t->player_count; player++)
        went(way, lm_why_player(system, position, pairing, player, LM_NOBODY, lm_english(),
                                way->arena, &whys));
}

/* As ${system} pairs it: the players, or the teams. */
static bool view(struct way *way, const struct lm_system *system, struct way *paired)
{
    *paired = *way;
    return went(way, lm_system_view(system, way->t, way->arena, &way->log, &paired->t));
}

static void pair(struct way *way, const struct lm_system *system)
{
    struct lm_check check;
    struct way paired;
    if (!view(way, system, &paired) ||
        !went(&paired, lm_check_rounds(system, paired.t, way->arena, &paired.log, &check)))
        return;
    tell(&paired, system, 0);
    if (paired.t->rounds_paired > 0)
        tell(&paired, system, paired.t->rounds_paired);
}

static void publish(struct way *way)
{
    struct site_names names = site_names_of("", way->arena);
    struct site_event *event;
    if (!went(way, site_event_new(way->t, "event", &names, way->arena, &way->log, &event)))
        return;
    for (const struct site_page *row = site_pages; row->name != NULL; row++) {
        uint32_t index, end;
        site_page_range(row, event, &index, &end);
        for (; index < end; index++) {
            struct lm_text page = lm_text_in(way->arena);
            struct lm_mark mark = lm_arena_mark(way->arena);
            enum lm_status status = row->write(event, index, way->arena, &page);
            HOLDS(status == LM_OK || status == LM_LIMIT);
            lm_arena_reset(way->arena, mark);
        }
    }
}

/* Pair the next round, enter it, and publish that: results are then awaited. */
static void go_on(struct way *way, const struct lm_system *system)
{
    static const struct lm_pair_request pairs_only = {.want = LM_WANT_PAIRS, .player = LM_NOBODY};
    struct lm_pairing *pairing;
    struct way paired;
    if (view(way, system, &paired) &&
        went(&paired,
             lm_pair_round(system, paired.t, 0, &pairs_only, way->arena, &paired.log, &pairing)) &&
        (system->teams ? lm_pairing_enter_teams(way->t, pairing)
                       : lm_pairing_enter(way->t, pairing)) == LM_OK) {
        publish(way);
        rank(way, false);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct lm_arena *arena;
    struct lm_read_options any = {0};
    if (lm_arena_new(&arena, NULL, ARENA_LIMIT) != LM_OK)
        return 0;
    struct way way = {.arena = arena, .log = {.arena = arena}};
    size_t systems;
    const struct lm_system *const *system = lm_systems(&systems);
    if (went(&way, lm_read((const char *)data, size, &any, arena, &way.log, &way.t)) &&
        way.t->player_count > 0 && way.t->player_count <= PLAYERS &&
        way.t->round_capacity <= ROUNDS && lm_arena_size(arena) < NEEDED) {
        HOLDS(went(&way, lm_tournament_check(way.t, &way.log)));
        rank(&way, false);
        if (way.t->team_count > 0)
            rank(&way, true);
        for (size_t i = 0; i < systems; i++)
            pair(&way, system[i]);
        publish(&way);
        go_on(&way, system[size % systems]);
        HOLDS(went(&way, lm_tournament_check(way.t, &way.log)));
    }
    lm_arena_free(arena);
    return 0;
}
