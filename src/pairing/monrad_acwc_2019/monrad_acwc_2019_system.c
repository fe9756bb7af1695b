/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/words.h"
#include "pairing/impossible.h"
#include "pairing/judge.h"
#include "pairing/monrad_acwc_2019/monrad_acwc_2019.h"
#include "pairing/prohibited.h"
#include "pairing/system_rows.h"

/*
 * The row of monrad-acwc-2019 in the table of systems: a tournament's position as the plain data of
 * the rules.  A player's rating is used as the seeding rating (1500 if there is none), the TPN as
 * the order of entry.  The rules know no colours: the higher ranked player is named first.
 */

enum { UNRATED = 1500, TENTHS = 10 };

enum { BYE, AGAIN, MET, EXCLUDED, REST };

static const struct lm_rule criteria[] = {
    [AGAIN] = {"again", "III.F.4.iii", "players who meet again", .own = LM_KEY("wish.again")},
    [BYE] = {"bye", "III.F.4.ii", "the lowest-ranked player with the fewest byes", .reason = NULL},
    [MET] = {"met", "III.F.4.iii", "players who have met", .reason = LM_KEY("obstacle.met")},
    [EXCLUDED] = {"excluded", "III.F.4.iii", "players who may not meet",
                  .reason = LM_KEY("obstacle.excluded")},
    [REST] = {"rest", "III.F.4.iii", "everybody else can be paired",
              .reason = LM_KEY("obstacle.rest")},
    {0},
};

/* Reasons for a pair. */
enum { MEET_AGAIN, NEAREST, NEXT };

static const struct lm_rule opponent_rules[] = {
    [MEET_AGAIN] = {"again", "III.F.4.iii", "have met everybody who is left",
                    .reason = LM_KEY("natural.again")},
    [NEAREST] = {"nearest", "III.F.4.iii", "the nearest in the ranking not yet met",
                 .reason = LM_KEY("natural.monrad"), .own = LM_KEY("natural.monrad-met")},
    [NEXT] = {"next", "III.F.4.iii", "next to each other in the ranking",
              .reason = LM_KEY("natural.monrad")},
    {0},
};

static const struct lm_rule colour_rules[] = {
    {"named", "III.F.4.i", "who ranks higher is named first", .reason = LM_KEY("colour.none")},
    {0},
};

/* Add what was played before the round: all opponents, forfeits included, and byes. */
static enum lm_status add_history(const struct lm_position *p, uint32_t index,
                                  struct lm_arena *arena, struct monrad_player *player)
{
    uint32_t *opponents = lm_arena_alloc(arena, p->round, sizeof *opponents);
    if (opponents == NULL)
        return LM_LIMIT;
    player->opponents = opponents;
    for (uint32_t round = 1; round < p->round; round++) {
        const struct lm_record *record = lm_record_of(p->tournament, index, round);
        if (record->opponent != LM_NOBODY)
            opponents[player->opponent_count++] = record->opponent;
        else
            player->byes += record->result == LM_PAB || record->result == LM_FULL_BYE;
    }
    return LM_OK;
}

/* Add the players whom ${index} must not meet.  ${last}, per seat, is where each was last
 * listed. */
static enum lm_status add_prohibited(const struct lm_position *p,
                                     const struct lm_prohibited *prohibited, uint32_t index,
                                     uint32_t *last, struct lm_arena *arena,
                                     struct monrad_player *player)
{
    const uint32_t own = p->seat_of[index];
    uint32_t *list = lm_arena_alloc(arena, lm_prohibited_at_most(prohibited, own), sizeof *list);
    if (list == NULL)
        return LM_LIMIT;
    player->prohibited = list;
    for (size_t i = prohibited->own[own]; i < prohibited->own[own + 1]; i++) {
        const uint32_t group = prohibited->of[i];
        for (size_t k = prohibited->start[group]; k < prohibited->start[group + 1]; k++) {
            const uint32_t seat = prohibited->seats[k];
            if (seat != own && last[seat] != own + 1)
                list[player->prohibited_count++] = p->seats[seat].player;
            last[seat] = own + 1;
        }
    }
    return LM_OK;
}

static enum lm_status add_prohibitions(const struct lm_position *p, struct lm_arena *arena,
                                       struct monrad_player *players)
{
    const struct lm_tournament *t = p->tournament;
    struct lm_prohibited prohibited;
    if (lm_ids_are_teams(t))
        return LM_OK;
    enum lm_status status =
        lm_find_prohibited(t, p->round, p->seat_of, p->seat_count, arena, &prohibited);
    if (status != LM_OK || prohibited.count == 0)
        return status;
    uint32_t *last = lm_arena_alloc(arena, p->seat_count, sizeof *last);
    if (last == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < t->player_count && status == LM_OK; i++)
        if (players[i].active)
            status = add_prohibited(p, &prohibited, i, last, arena, &players[i]);
    return status;
}

static enum lm_status make_players(const struct lm_position *p, struct lm_arena *arena,
                                   struct monrad_player **out)
{
    const struct lm_tournament *t = p->tournament;
    struct monrad_player *players = lm_arena_alloc(arena, t->player_count, sizeof *players);
    enum lm_status status = players != NULL ? LM_OK : LM_LIMIT;
    for (uint32_t i = 0; status == LM_OK && i < t->player_count; i++) {
        int32_t rating = t->players[i].rating > 0 ? t->players[i].rating : UNRATED;
        players[i] = (struct monrad_player){.active = p->seat_of[i] != LM_NOBODY,
                                            .score = p->points[i],
                                            .seeding = rating * TENTHS};
        status = add_history(p, i, arena, &players[i]);
    }
    if (status == LM_OK)
        status = add_prohibitions(p, arena, players);
    *out = players;
    return status;
}

/* Return the rule by which ${player} does not get ${other}, who is free and nearer. */
static uint8_t rule_against(const struct monrad_player *player, uint32_t other)
{
    if (lm_is_among(player->opponents, player->opponent_count, other))
        return MET;
    return lm_is_among(player->prohibited, player->prohibited_count, other) ? EXCLUDED : REST;
}

/* Ask about each free player between the two of pair ${number} in the ranking.  ${rank} is that of
 * the pair's higher player. */
static enum lm_status ask_between(const struct monrad_pairing *monrad,
                                  const struct monrad_player *players, uint32_t number,
                                  uint32_t rank, const bool *taken, struct lm_arena *arena,
                                  struct lm_alternative **all, size_t *capacity, size_t *count)
{
    const struct monrad_pair *pair = &monrad->pairs[number];
    size_t before = *count;
    while (monrad->ranking[++rank].player != pair->lower) {
        uint32_t player = monrad->ranking[rank].player;
        if (taken[player])
            continue;
        if (!lm_arena_grow(arena, all, capacity, *count + 1, sizeof **all))
            return LM_LIMIT;
        (*all)[*count] =
            (struct lm_alternative){.player = pair->higher,
                                    .opponent = player,
                                    .rule = rule_against(&players[pair->higher], player),
                                    .expected = *count == before,
                                    .told = true};
        ++*count;
    }
    return LM_OK;
}

/* Ask why not a nearer player, and which pairs follow each other. */
static enum lm_status add_questions(const struct monrad_pairing *monrad,
                                    const struct monrad_player *players, uint32_t player_count,
                                    struct lm_arena *arena, struct lm_pairing *pairing,
                                    struct lm_bracket *bracket)
{
    bool *taken = lm_arena_alloc(arena, player_count, sizeof *taken);
    struct lm_alternative *all = NULL;
    size_t capacity = 0, count = 0;
    enum lm_status status = taken == NULL ? LM_LIMIT : LM_OK;
    if (status == LM_OK && monrad->bye != MONRAD_NO_BYE)
        taken[monrad->bye] = true;
    for (uint32_t i = 0, rank = 0; i < monrad->pair_count && status == LM_OK; i++) {
        const struct monrad_pair *pair = &monrad->pairs[i];
        while (monrad->ranking[rank].player != pair->higher)
            rank++;
        size_t before = count;
        if (!pair->rematch)
            status = ask_between(monrad, players, i, rank, taken, arena, &all, &capacity, &count);
        taken[pair->higher] = taken[pair->lower] = true;
        pairing->pairs[i].opponent_rule = pair->rematch     ? MEET_AGAIN
                                          : count == before ? NEXT
                                                            : NEAREST;
    }
    bracket->alternatives = all;
    bracket->alternative_count = count;
    return status;
}

/* Store all players in one bracket, by rank; rematches and the bye are its findings. */
static enum lm_status add_reasons(const struct monrad_pairing *monrad,
                                  const struct monrad_player *players, uint32_t player_count,
                                  struct lm_arena *arena, struct lm_pairing *pairing)
{
    struct lm_bracket *bracket = lm_arena_alloc(arena, 1, sizeof *bracket);
    struct lm_finding *findings = lm_arena_alloc(arena, 2, sizeof *findings);
    uint32_t *residents = lm_arena_alloc(arena, monrad->ranked, sizeof *residents);
    uint32_t *again = lm_arena_alloc(arena, monrad->ranked + 1u, sizeof *again);
    size_t count = 0;
    if (bracket == NULL || findings == NULL || residents == NULL || again == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < monrad->ranked; i++)
        residents[i] = monrad->ranking[i].player;
    for (uint32_t i = 0; i < monrad->pair_count; i++) {
        if (monrad->pairs[i].rematch)
            again[count++] = monrad->pairs[i].higher;
    }
    *bracket = (struct lm_bracket){.score = LM_NO_POINTS,
                                   .residents = residents,
                                   .resident_count = monrad->ranked,
                                   .findings = findings};
    if (count > 0)
        findings[bracket->finding_count++] =
            (struct lm_finding){.rule = AGAIN, .players = again, .player_count = count};
    if (monrad->bye != MONRAD_NO_BYE) {
        again[count] = monrad->bye;
        findings[bracket->finding_count++] = (struct lm_finding){
            .rule = BYE, .about = LM_WHY_BYE, .players = &again[count], .player_count = 1};
    }
    pairing->brackets = bracket;
    pairing->bracket_count = 1;
    return add_questions(monrad, players, player_count, arena, pairing, bracket);
}

/* Return the sort key of boards. */
static int32_t score_of(const struct lm_position *p, uint32_t player)
{
    return p->seats[p->seat_of[player]].score;
}

/* Pair the round by the rules, or explain why that is impossible. */
static enum lm_status pair_by_rules(const struct lm_position *position, struct lm_arena *arena,
                                    struct lm_log *log, struct monrad_player **players,
                                    struct monrad_pairing *monrad)
{
    enum lm_status status = make_players(position, arena, players);
    if (status == LM_OK)
        status = lm_monrad_pair(*players, position->tournament->player_count,
                                (struct monrad_reading){0}, arena, monrad);
    if (status != LM_NO_PAIRING) /* otherwise prohibitions forbid it: rematches are allowed */
        return status;
    struct lm_obstacles obstacles = {
        .position = position, .prohibitions_only = true, .where = "III.F.4.iii"};
    return lm_say_impossible(&obstacles, NULL, arena, log);
}

static enum lm_status pair_round(const struct lm_position *position,
                                 const struct lm_pair_request *request, struct lm_arena *arena,
                                 struct lm_log *log, struct lm_pairing **out)
{
    struct monrad_player *players = NULL;
    struct monrad_pairing monrad = {0};
    struct lm_pairing *pairing = lm_arena_alloc(arena, 1, sizeof *pairing);
    enum lm_status status =
        pairing != NULL ? pair_by_rules(position, arena, log, &players, &monrad) : LM_LIMIT;
    if (status != LM_OK)
        return status;
    struct lm_pair *pairs = lm_arena_alloc(arena, monrad.pair_count + 1u, sizeof *pairs);
    if (pairs == NULL)
        return LM_LIMIT;
    *pairing = (struct lm_pairing){
        .round = position->round, .pairs = pairs, .pair_count = monrad.pair_count};
    for (uint32_t i = 0; i < monrad.pair_count; i++)
        pairs[i] = (struct lm_pair){.white = monrad.pairs[i].higher,
                                    .black = monrad.pairs[i].lower,
                                    .white_score = score_of(position, monrad.pairs[i].higher),
                                    .black_score = score_of(position, monrad.pairs[i].lower)};
    if (monrad.bye != MONRAD_NO_BYE)
        pairs[pairing->pair_count++] = (struct lm_pair){
            .white = monrad.bye, .black = LM_NOBODY, .white_score = score_of(position, monrad.bye)};
    if (request->want >= LM_WANT_REASONS)
        status = add_reasons(&monrad, players, position->tournament->player_count, arena, pairing);
    if (status == LM_OK)
        *out = pairing;
    return status;
}

/* Count the rematches; for the bye, the receiver's earlier byes and the distance from the lowest
 * rank. */
static enum lm_status judge(const struct lm_position *position, const struct lm_pair *pairs,
                            uint32_t pair_count, struct lm_arena *arena, struct lm_log *log,
                            struct lm_pairing **out)
{
    struct monrad_player *players = NULL;
    struct monrad_pairing monrad = {0};
    struct lm_finding_list list = {.arena = arena};
    struct lm_bracket *bracket = lm_arena_alloc(arena, 1, sizeof *bracket);
    uint32_t *seats = lm_arena_alloc(arena, 2 * (size_t)pair_count, sizeof *seats);
    enum lm_status status = bracket != NULL && seats != NULL
                                ? pair_by_rules(position, arena, log, &players, &monrad)
                                : LM_LIMIT;
    if (status != LM_OK)
        return status;
    int32_t again = 0;
    for (uint32_t i = 0; i < pair_count; i++) {
        const struct monrad_player *player = &players[pairs[i].white];
        if (pairs[i].black != LM_NOBODY) {
            if (lm_is_among(player->opponents, player->opponent_count, pairs[i].black)) {
                seats[2 * again] = position->seat_of[pairs[i].white];
                seats[2 * again++ + 1] = position->seat_of[pairs[i].black];
            }
            continue;
        }
        uint32_t rank = monrad.ranked;
        while (rank > 1 && monrad.ranking[rank - 1].player != pairs[i].white)
            rank--;
        int32_t bye[] = {(int32_t)player->byes, (int32_t)(monrad.ranked - rank)};
        lm_finding_add(&list, BYE, bye, 2);
    }
    lm_finding_note(&list, position, AGAIN, LM_WHY_WISH, &again, 1, seats, 2 * (size_t)again);
    *bracket = (struct lm_bracket){
        .score = LM_NO_POINTS, .findings = list.items, .finding_count = list.count};
    return list.failed ? LM_LIMIT
                       : lm_judgement(position, pairs, pair_count, bracket, 1, arena, out);
}

static const char *const codes[] = {"MONRAD_ACWC_2019", NULL};

const struct lm_system lm_system_monrad_acwc_2019 = {
    .name = "monrad-acwc-2019",
    .family = "monrad",
    .title = "Monrad-like Swiss of the Antichess World Championship 2019",
    .source = "ACWC rules, text of 4 September 2019, III.F.4",
    .from = "2019/09/04",
    .until = "",
    .codes = codes,
    .games_per_match = 1,
    .rules = {.floats = LM_FLOATS_2026, .pab = LM_PAB_2017},
    .colours = LM_NO_COLOURS,
    .floaters = LM_NO_FLOATERS,
    .criteria = criteria,
    .opponent_rules = opponent_rules,
    .bye_reason = LM_KEY("bye.ranking"),
    .colour_rules = colour_rules,
    .pair = pair_round,
    .judge = judge,
};
