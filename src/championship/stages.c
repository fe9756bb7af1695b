/* SPDX-License-Identifier: Apache-2.0 */
#include "championship/state.h"
#include "pairing/berger.h"
#include "pairing/knock_out.h"
#include "pairing/monrad_acwc_2019/monrad_acwc_2019.h"

#include <string.h>

/* ---- the progress of a championship */

uint32_t lm_champ_group_count(const struct lm_championship *c, uint32_t stage)
{
    const struct stage *s = &c->definition->stages[stage];
    return s->type == STAGE_ROUND_ROBIN && s->seating_count > 0 ? s->seatings[0].group_count : 1;
}

const char *lm_champ_group_name(const struct lm_championship *c, uint32_t stage, uint32_t group)
{
    const struct stage *s = &c->definition->stages[stage];
    return s->seating_count > 0 ? s->seatings[0].groups[group].name : "";
}

bool lm_champ_round_over(const struct lm_championship *c, uint32_t stage)
{
    for (size_t i = 0; i < c->contest_count; i++) {
        if (c->contests[i].stage == stage && !lm_champ_is_settled(&c->contests[i]))
            return false;
    }
    return true;
}

bool lm_champ_stage_over(const struct lm_championship *c, uint32_t stage)
{
    const struct stage_state *state = &c->stages[stage];
    return state->started && state->published >= state->rounds && lm_champ_round_over(c, stage);
}

bool lm_champ_over(const struct lm_championship *c)
{
    return lm_champ_stage_over(c, c->definition->stage_count - 1);
}

/* The valid match of a group of a stage of matches: voided ones were replaced. */
static const struct contest *contest_of_group(const struct lm_championship *c, uint32_t stage,
                                              uint32_t group)
{
    for (size_t i = c->contest_count; i-- > 0;) {
        const struct contest *contest = &c->contests[i];
        if (contest->stage == stage && contest->group == group && contest->state != CONTEST_VOID)
            return contest;
    }
    return NULL;
}

static uint32_t side_of_result(const struct lm_championship *c, const struct source *source)
{
    const struct contest *contest = contest_of_group(c, source->stage, source->group);
    if (contest == NULL || contest->state != CONTEST_DONE || contest->winner > SECOND)
        return NOBODY;
    uint32_t side = source->kind == SOURCE_WINNER ? contest->winner : 1 - contest->winner;
    return contest->player[side];
}

/* The k-th player of a group still in: a player who has left cannot qualify, and the next takes the
 * place. */
static uint32_t still_in_place(const struct lm_championship *c, const struct source *source)
{
    uint32_t count = 0;
    uint32_t place = 0;
    const struct standing *rows = lm_champ_standings(c, source->stage, source->group, &count);
    for (uint32_t i = 0; rows != NULL && i < count; i++) {
        if (c->people[rows[i].person].out == GROUND_NONE && ++place == source->place)
            return rows[i].person;
    }
    return NOBODY;
}

uint32_t lm_champ_source(const struct lm_championship *c, const struct source *source)
{
    uint32_t person = NOBODY;
    if (source->kind == SOURCE_HOLDER) {
        person = lm_champ_person(c, c->definition->holders[source->holder].player);
        return person != NOBODY && lm_champ_takes_part(c, person) ? person : NOBODY;
    }
    if (!lm_champ_stage_over(c, source->stage))
        return NOBODY;
    person = source->kind == SOURCE_PLACE ? still_in_place(c, source) : side_of_result(c, source);
    return person != NOBODY && c->people[person].out == GROUND_NONE ? person : NOBODY;
}

/* ---- pairing */

static bool is_in(const struct lm_championship *c, uint32_t person)
{
    return person != NOBODY && c->people[person].out == GROUND_NONE;
}

static bool make_room(struct lm_championship *c, struct proposal *p, uint32_t pairs)
{
    p->pairs = lm_arena_alloc(c->arena, pairs, sizeof *p->pairs);
    return p->pairs != NULL;
}

static void add_pair(struct proposal *p, uint32_t group, uint32_t first, uint32_t second,
                     bool rematch)
{
    p->pairs[p->count++] = (struct proposed_pair){group, {first, second}, rematch};
}

/* III.F.4.ii, A11: opponents are all players paired with this one in a finished match. */
static bool collect_history(const struct lm_championship *c, const struct proposal *p,
                            uint32_t index, struct monrad_player *player)
{
    const struct stage *stage = &c->definition->stages[p->stage];
    uint32_t person = p->players[index];
    uint32_t *opponents = lm_arena_alloc(c->arena, p->round + 1u, sizeof *opponents);
    if (opponents == NULL)
        return false;
    *player = (struct monrad_player){
        .active = is_in(c, person), .seeding = c->people[person].seeding, .opponents = opponents};
    for (size_t i = 0; i < c->contest_count; i++) {
        const struct contest *contest = &c->contests[i];
        uint32_t side = lm_champ_side(contest, person);
        if (contest->stage != p->stage || contest->state != CONTEST_DONE || side == NO_SIDE)
            continue;
        player->score += lm_champ_points(stage, contest, side);
        player->byes += contest->kind == RESULT_BYE;
        for (uint32_t j = 0; contest->kind != RESULT_BYE && j < p->player_count; j++) {
            if (p->players[j] == contest->player[1 - side])
                opponents[player->opponent_count++] = j;
        }
    }
    return true;
}

/* Rank and pair the players of ${p} by Monrad's method. */
static bool pair_by_monrad(const struct lm_championship *c, const struct proposal *p,
                           struct monrad_player **players, struct monrad_pairing *pairing)
{
    *players = lm_arena_alloc(c->arena, p->player_count, sizeof **players);
    if (*players == NULL)
        return false;
    for (uint32_t i = 0; i < p->player_count; i++) {
        if (!collect_history(c, p, i, &(*players)[i]))
            return false;
    }
    return lm_monrad_pair(*players, p->player_count, (struct monrad_reading){0}, c->arena,
                          pairing) == LM_OK;
}

bool lm_champ_suggest(struct lm_championship *c, struct proposal *p)
{
    struct monrad_player *players;
    struct monrad_pairing pairing;
    if (!pair_by_monrad(c, p, &players, &pairing) || !make_room(c, p, p->player_count / 2 + 1))
        return false;
    p->count = 0;
    for (uint32_t i = 0; i < pairing.pair_count; i++)
        add_pair(p, 0, p->players[pairing.pairs[i].higher], p->players[pairing.pairs[i].lower],
                 pairing.pairs[i].rematch);
    if (pairing.bye != MONRAD_NO_BYE)
        add_pair(p, 0, p->players[pairing.bye], NOBODY, false);
    return true;
}

struct pairing_rank *lm_champ_pairing_ranking(const struct lm_championship *c,
                                              const struct proposal *p, uint32_t *count)
{
    struct monrad_player *players;
    struct monrad_pairing pairing;
    *count = 0;
    if (!pair_by_monrad(c, p, &players, &pairing))
        return NULL;
    struct pairing_rank *rows = lm_arena_alloc(c->arena, pairing.ranked + 1u, sizeof *rows);
    for (; rows != NULL && *count < pairing.ranked; ++*count) {
        const struct monrad_rank *rank = &pairing.ranking[*count];
        rows[*count] = (struct pairing_rank){.person = p->players[rank->player],
                                             .score = players[rank->player].score,
                                             .sum = rank->opponents_sum,
                                             .opponents = rank->opponents_count};
    }
    return rows;
}

/* Pair by the stage's system; the director gives the pairs if the stage says so, or if the system
 * allows no pairing. */
static bool pair_swiss(struct lm_championship *c, struct proposal *p)
{
    const char *system = c->definition->stages[p->stage].system;
    if (strcmp(system, "monrad-acwc-2019") == 0)
        return lm_champ_suggest(c, p);
    enum lm_status status = LM_NO_PAIRING;
    if (strcmp(system, "director") != 0 && p->player_count > 1)
        status = lm_champ_pair_by_system(c, system, p);
    p->by_director = status == LM_NO_PAIRING;
    return status == LM_OK || p->by_director;
}

static uint32_t even(uint32_t n)
{
    return n + n % 2;
}

/* III.G.1: pools side by side by the Berger table; a player paired with an empty seat has a free
 * round. */
static bool pair_round_robin(struct lm_championship *c, struct proposal *p)
{
    const struct stage *stage = &c->definition->stages[p->stage];
    uint32_t groups = lm_champ_group_count(c, p->stage);
    uint32_t room = 1;
    for (uint32_t g = 0; g < groups; g++)
        room += p->player_count;
    if (!make_room(c, p, room))
        return false;
    for (uint32_t g = 0; g < groups; g++) {
        uint32_t seats = stage->seating_count > 0 ? stage->seatings[p->seating].groups[g].seat_count
                                                  : p->player_count;
        const uint32_t *players = stage->seating_count > 0 ? p->seats[g] : p->players;
        if (seats < 2)
            continue;
        uint32_t length = even(seats) - 1;
        bool reversed = p->round / length % 2 == 1;
        for (uint32_t board = 0; p->round < length * stage->cycles && board < even(seats) / 2;
             board++) {
            uint32_t at[2];
            lm_berger(even(seats), p->round % length, board, at);
            uint32_t first = at[reversed] < seats ? players[at[reversed]] : NOBODY;
            uint32_t second = at[!reversed] < seats ? players[at[!reversed]] : NOBODY;
            if (is_in(c, first) && is_in(c, second))
                add_pair(p, g, first, second, false);
        }
    }
    return true;
}

/* Return the winner of slot ${slot} after ${rounds} rounds of the knock-out. */
static uint32_t knock_out_slot(const struct lm_championship *c, const struct proposal *p,
                               uint32_t rounds, uint32_t slot)
{
    if (rounds == 0) {
        uint32_t seed = lm_bracket_seed(slot, 1u << p->rounds);
        return seed < p->player_count && is_in(c, p->players[seed]) ? p->players[seed] : NOBODY;
    }
    for (size_t i = 0; i < c->contest_count; i++) {
        const struct contest *contest = &c->contests[i];
        if (contest->stage == p->stage && contest->round == rounds - 1 && contest->group == slot &&
            contest->winner <= SECOND && is_in(c, contest->player[contest->winner]))
            return contest->player[contest->winner];
    }
    return NOBODY;
}

static bool pair_knock_out(struct lm_championship *c, struct proposal *p)
{
    uint32_t pairs = (1u << p->rounds) >> (p->round + 1);
    if (!make_room(c, p, pairs))
        return false;
    for (uint32_t slot = 0; slot < pairs; slot++) {
        uint32_t a = knock_out_slot(c, p, p->round, 2 * slot);
        uint32_t b = knock_out_slot(c, p, p->round, 2 * slot + 1);
        if (a != NOBODY || b != NOBODY)
            add_pair(p, slot, a != NOBODY ? a : b, a != NOBODY ? b : NOBODY, false);
    }
    return true;
}

struct taken {
    const struct proposal *p;
    uint32_t groups;
};

static bool has_no_seat(const struct lm_championship *c, uint32_t person, const void *context)
{
    const struct taken *taken = context;
    for (uint32_t g = 0; g < taken->groups; g++) {
        if (taken->p->seats[g][0] == person || taken->p->seats[g][1] == person)
            return false;
    }
    return is_in(c, person);
}

/* VIII.C: an empty seat goes to the best remaining player of the named stages. */
uint32_t lm_champ_next_in_line(const struct lm_championship *c, size_t seat, champ_fits fits,
                               const void *context)
{
    const struct stage *stage = &c->definition->stages[seat];
    for (size_t r = 0; r < stage->replacement_count; r++) {
        uint32_t from = stage->replacements[r];
        for (uint32_t g = 0; g < lm_champ_group_count(c, from); g++) {
            uint32_t count = 0;
            const struct standing *rows = lm_champ_standings(c, from, g, &count);
            for (uint32_t i = 0; rows != NULL && i < count; i++) {
                if (fits(c, rows[i].person, context))
                    return rows[i].person;
            }
        }
    }
    return NOBODY;
}

/* Fill the empty seats; the new players play the stage. */
static void fill_matches(const struct lm_championship *c, struct proposal *p, uint32_t groups)
{
    for (uint32_t g = 0; g < groups; g++) {
        uint32_t *seat = p->seats[g];
        if (seat[0] == NOBODY) { /* the remaining player keeps the match and is named first */
            seat[0] = seat[1];
            seat[1] = NOBODY;
        }
        for (uint32_t i = 0; i < 2; i++) {
            if (seat[i] != NOBODY)
                continue;
            seat[i] = lm_champ_next_in_line(c, p->stage, has_no_seat, &(struct taken){p, groups});
            if (seat[i] != NOBODY)
                p->players[p->player_count++] = seat[i];
        }
    }
}

static bool pair_matches(struct lm_championship *c, struct proposal *p)
{
    uint32_t groups = c->definition->stages[p->stage].seatings[p->seating].group_count;
    if (!make_room(c, p, groups))
        return false;
    for (uint32_t g = 0; g < groups; g++)
        if (p->seats[g][0] != NOBODY)
            add_pair(p, g, p->seats[g][0], p->seats[g][1], false);
    return true;
}

/* ---- starting a stage */

/* Return the first seating all of whose holders take part. */
static uint32_t seating_for(const struct lm_championship *c, const struct stage *stage)
{
    for (uint32_t i = 0; i + 1 < stage->seating_count; i++) {
        const struct seating *seating = &stage->seatings[i];
        bool all = true;
        for (size_t h = 0; all && h < seating->holder_count; h++) {
            const char *name = c->definition->holders[seating->holders[h]].player;
            uint32_t person = lm_champ_person(c, name);
            all = person != NOBODY && lm_champ_takes_part(c, person);
        }
        if (all)
            return i;
    }
    return (uint32_t)stage->seating_count - 1;
}

/* The player of a seat, unless seated in this stage already: places move up when a player leaves,
 * so that two sources can name the same player. */
static uint32_t player_for(const struct lm_championship *c, const struct proposal *p,
                           const struct source *source)
{
    uint32_t person = lm_champ_source(c, source);
    for (uint32_t i = 0; i < p->player_count; i++) {
        if (p->players[i] == person)
            return NOBODY;
    }
    return person;
}

/* In a pool the present players sit in order, and the empty seats come last. */
static void fill_group(const struct lm_championship *c, struct proposal *p, enum stage_type type,
                       uint32_t g, const struct group *group)
{
    uint32_t taken = 0;
    for (uint32_t i = 0; i < group->seat_count; i++) {
        uint32_t person = player_for(c, p, &group->seats[i]);
        if (type == STAGE_MATCHES)
            taken = i;
        else
            p->seats[g][i] = NOBODY;
        if (person != NOBODY)
            p->players[p->player_count++] = person;
        if (person != NOBODY || type == STAGE_MATCHES)
            p->seats[g][taken++] = person;
    }
}

static bool seat_groups(struct lm_championship *c, struct proposal *p)
{
    const struct stage *stage = &c->definition->stages[p->stage];
    p->seating = seating_for(c, stage);
    const struct seating *seating = &stage->seatings[p->seating];
    p->seats = lm_arena_alloc(c->arena, seating->group_count, sizeof *p->seats);
    p->players = lm_arena_alloc(c->arena, c->person_count + 1, sizeof *p->players);
    if (p->seats == NULL || p->players == NULL)
        return false;
    for (uint32_t g = 0; g < seating->group_count; g++) {
        const struct group *group = &seating->groups[g];
        p->seats[g] = lm_arena_alloc(c->arena, group->seat_count, sizeof **p->seats);
        if (p->seats[g] == NULL)
            return false;
        fill_group(c, p, stage->type, g, group);
    }
    if (stage->type == STAGE_MATCHES)
        fill_matches(c, p, seating->group_count);
    return true;
}

/* Knock-outs and round robins of all entrants seat them by seeding rating. */
void lm_champ_sort_by_seeding(const struct lm_championship *c, uint32_t *players, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        uint32_t player = players[i];
        uint32_t j = i;
        for (; j > 0 && c->people[players[j - 1]].seeding < c->people[player].seeding; j--)
            players[j] = players[j - 1];
        players[j] = player;
    }
}

static uint32_t rounds_of(const struct stage *stage, const struct proposal *p)
{
    uint32_t longest = p->player_count;
    switch (stage->type) {
    case STAGE_SWISS:
        return lm_champ_rounds(&stage->rounds, p->player_count);
    case STAGE_KNOCK_OUT:
        return lm_champ_rounds(&(struct round_rules){.log2 = ROUND_LOG_CEIL}, p->player_count);
    case STAGE_ROUND_ROBIN:
        if (stage->seating_count > 0)
            longest = 0;
        for (uint32_t g = 0;
             stage->seating_count > 0 && g < stage->seatings[p->seating].group_count; g++) {
            uint32_t seats = stage->seatings[p->seating].groups[g].seat_count;
            longest = seats > longest ? seats : longest;
        }
        return longest < 2 ? 1 : (even(longest) - 1) * stage->cycles;
    case STAGE_MATCHES:
        break;
    }
    return 1;
}

static bool start_stage(struct lm_championship *c, struct proposal *p)
{
    const struct stage *stage = &c->definition->stages[p->stage];
    if (stage->seating_count > 0) {
        if (!seat_groups(c, p))
            return false;
    } else {
        p->players = lm_champ_entrants(c, &p->player_count);
        if (p->players == NULL)
            return false;
        if (stage->type != STAGE_SWISS)
            lm_champ_sort_by_seeding(c, p->players, p->player_count);
    }
    p->rounds = rounds_of(stage, p);
    return true;
}

/* Find the next stage and round; refused while matches are open, and after the end. */
enum lm_status lm_champ_find_next(const struct lm_championship *c, struct fields *f,
                                  const struct lm_json *node, struct proposal *p)
{
    /* a published pairing stays valid, although a line that ended a match was undone */
    bool stands = c->replaying && c->revised;
    if (c->current == NOBODY)
        return LM_OK;
    const struct stage_state *state = &c->stages[c->current];
    for (size_t i = 0; i < c->contest_count; i++) {
        if (c->contests[i].state == CONTEST_OPEN && !stands)
            return lm_champ_refuse(c, f, node, ART_PUBLISHING, "enter its result first",
                                   "match %s is not over", lm_champ_between(c, &c->contests[i]));
        if (!lm_champ_is_settled(&c->contests[i]) && !stands)
            return lm_champ_refuse(c, f, node, ART_PUBLISHING, "decide first",
                                   "the result of match %s is disputed",
                                   lm_champ_between(c, &c->contests[i]));
    }
    p->stage = c->current;
    p->round = state->published;
    if (state->published >= state->rounds) {
        p->stage++;
        p->round = 0;
    }
    if (p->stage >= c->definition->stage_count)
        return lm_champ_refuse(c, f, node, ART_PUBLISHING, NULL, "%s is over",
                               c->definition->title);
    return LM_OK;
}

void lm_champ_go_on(const struct lm_championship *c, struct proposal *p)
{
    const struct stage_state *state = &c->stages[p->stage];
    p->players = state->players;
    p->player_count = state->player_count;
    p->seating = state->seating;
    p->seats = state->seats;
    p->rounds = state->rounds;
}

enum lm_status lm_champ_next(struct lm_championship *c, struct fields *f,
                             const struct lm_json *node, struct proposal *out)
{
    struct proposal p = {0};
    enum lm_status status = lm_champ_find_next(c, f, node, &p);
    if (status != LM_OK)
        return status;
    if (p.round == 0 && !start_stage(c, &p))
        return LM_LIMIT;
    if (p.round > 0)
        lm_champ_go_on(c, &p);
    *out = p;
    return LM_OK;
}

enum lm_status lm_champ_propose(struct lm_championship *c, struct fields *f,
                                const struct lm_json *node, struct proposal *out)
{
    static bool (*const pair[])(struct lm_championship *, struct proposal *) = {
        [STAGE_SWISS] = pair_swiss,
        [STAGE_ROUND_ROBIN] = pair_round_robin,
        [STAGE_KNOCK_OUT] = pair_knock_out,
        [STAGE_MATCHES] = pair_matches,
    };
    struct proposal p;
    enum lm_status status = lm_champ_next(c, f, node, &p);
    if (status != LM_OK)
        return status;
    if (!c->replaying && p.stage == 0 && p.round == 0 && p.player_count < 2)
        return lm_champ_refuse(c, f, node, ART_ROUNDS, "accept applications first",
                               "%s needs at least two players",
                               c->definition->stages[p.stage].title);
    if (!pair[c->definition->stages[p.stage].type](c, &p))
        return LM_LIMIT;
    *out = p;
    return LM_OK;
}

/* ---- publishing */

/* Return the article of a stage: its own, or the definition's on rounds and pairings, which applies
 * to its Swiss stage. */
static const char *article_of_stage(const struct lm_championship *c, uint32_t stage,
                                    const char *own, enum article otherwise)
{
    bool swiss = c->definition->stages[stage].type == STAGE_SWISS;
    if (own[0] != '\0')
        return own;
    return swiss || c->definition->stage_count == 1 ? c->definition->articles[otherwise] : "";
}

bool lm_champ_have_met(const struct lm_championship *c, uint32_t stage, const uint32_t player[2])
{
    for (size_t i = c->contest_count; i-- > 0;) {
        const struct contest *contest = &c->contests[i];
        if (contest->stage == stage && contest->state == CONTEST_DONE && player[1] != NOBODY &&
            lm_champ_side(contest, player[0]) != NO_SIDE &&
            lm_champ_side(contest, player[1]) != NO_SIDE)
            return true;
    }
    return false;
}

/* Return " again", for a Swiss of any system; the rules of Monrad's method allow it for one reason
 * only. */
static const char *again(const struct stage *stage, bool rematch)
{
    bool monrad = stage->type == STAGE_SWISS && strcmp(stage->system, "monrad-acwc-2019") == 0;
    return !rematch ? ""
           : monrad ? LM_MESSAGE(" again: every possible opponent had been met")
                    : LM_MESSAGE(" again");
}

static void publish_pair(struct lm_championship *c, const struct proposal *p,
                         const struct proposed_pair *pair)
{
    const char *const *articles = c->definition->articles;
    struct contest *contest =
        lm_champ_add_contest(c, p->stage, p->round, pair->group, pair->player[0], pair->player[1]);
    if (contest == NULL)
        return;
    const struct stage *stage = &c->definition->stages[p->stage];
    contest->rematch = stage->type == STAGE_SWISS && lm_champ_have_met(c, p->stage, pair->player);
    if (pair->player[1] == NOBODY) {
        lm_champ_change(c, articles[ART_BYE], pair->player[0], contest,
                        "%s has no opponent in this round: it counts as a win",
                        lm_champ_name(c, pair->player[0]));
        return;
    }
    const char *own = stage->pairing_article;
    lm_champ_change(c, article_of_stage(c, p->stage, own, ART_PAIRING), pair->player[0], contest,
                    "%s meets %s%s", lm_champ_name(c, pair->player[0]),
                    lm_champ_name(c, pair->player[1]), again(stage, contest->rematch));
    lm_champ_change_says(c, again(stage, contest->rematch));
    if (c->change_count > 0)
        c->changes[c->change_count - 1].other = pair->player[1];
}

void lm_champ_publish(struct lm_championship *c, const struct proposal *p)
{
    struct stage_state *state = &c->stages[p->stage];
    const struct stage *stage = &c->definition->stages[p->stage];
    if (!state->started) {
        *state = (struct stage_state){.started = true,
                                      .players = p->players,
                                      .player_count = p->player_count,
                                      .seating = p->seating,
                                      .seats = stage->type == STAGE_ROUND_ROBIN ? p->seats : NULL,
                                      .rounds = p->rounds};
        c->current = p->stage;
        lm_champ_change(c, article_of_stage(c, p->stage, stage->article, ART_ROUNDS), NOBODY, NULL,
                        p->rounds == 1 ? "%s begins: %u players, %u round"
                                       : "%s begins: %u players, %u rounds",
                        stage->title, p->player_count, p->rounds);
    }
    for (uint32_t i = 0; i < p->count; i++)
        publish_pair(c, p, &p->pairs[i]);
    state->published = p->round + 1;
}
