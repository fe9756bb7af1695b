/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/monrad_acwc_2019.h"
#include "pairing/systems.h"

/*
 * The row of monrad-acwc-2019 in the table of systems: a tournament's position as the plain data of
 * the rules.  A player's rating stands for the seeding rating (1500 where there is none), the TPN
 * for the order of entry.  The rules know no colours: who ranks higher is named first.
 */

enum { UNRATED = 1500, TENTHS = 10 };

enum { AGAIN, BYE };

static const struct lm_rule criteria[] = {
    [AGAIN] = {"again", "III.F.4.iii", "players who meet again",
               "%s has met everybody who was left"},
    [BYE] = {"bye", "III.F.4.ii", "the lowest-ranked player without a bye",
             "%s is the lowest-ranked player without a bye"},
    {0}};

static const struct lm_rule colour_rules[] = {
    {"named", "III.F.4.i", "the rules know no colours: who ranks higher is named first", NULL},
    {0}};

/* What was played before the round: everybody met, forfeits included, and byes. */
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
    *out = players;
    return status;
}

/* One bracket holds everybody, by rank; who meets again and who has the bye are its findings. */
static enum lm_status add_reasons(const struct monrad_pairing *monrad, struct lm_arena *arena,
                                  struct lm_pairing *pairing)
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
    *bracket = (struct lm_bracket){
        .residents = residents, .resident_count = monrad->ranked, .findings = findings};
    if (count > 0)
        findings[bracket->finding_count++] =
            (struct lm_finding){.rule = AGAIN, .players = again, .player_count = count};
    if (monrad->bye != MONRAD_NO_BYE) {
        again[count] = monrad->bye;
        findings[bracket->finding_count++] =
            (struct lm_finding){.rule = BYE, .players = &again[count], .player_count = 1};
    }
    pairing->brackets = bracket;
    pairing->bracket_count = 1;
    return LM_OK;
}

static enum lm_status pair_round(const struct lm_position *position,
                                 const struct lm_pair_request *request, struct lm_arena *arena,
                                 struct lm_log *log, struct lm_pairing **out)
{
    struct monrad_player *players = NULL;
    struct monrad_pairing monrad = {0};
    struct lm_pairing *pairing = lm_arena_alloc(arena, 1, sizeof *pairing);
    (void)log; /* there always is a pairing: at worst with players who meet again */
    enum lm_status status = pairing != NULL ? make_players(position, arena, &players) : LM_LIMIT;
    if (status == LM_OK)
        status = lm_monrad_pair(players, position->tournament->player_count,
                                (struct monrad_reading){0}, arena, &monrad);
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
                                    .white_score = players[monrad.pairs[i].higher].score,
                                    .black_score = players[monrad.pairs[i].lower].score};
    if (monrad.bye != MONRAD_NO_BYE)
        pairs[pairing->pair_count++] = (struct lm_pair){
            .white = monrad.bye, .black = LM_NOBODY, .white_score = players[monrad.bye].score};
    if (request->want >= LM_WANT_REASONS)
        status = add_reasons(&monrad, arena, pairing);
    if (status == LM_OK)
        *out = pairing;
    return status;
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
    .criteria = criteria,
    .colour_rules = colour_rules,
    .pair = pair_round,
};
