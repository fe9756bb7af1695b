/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "championship/championship_events.h"
#include "limmat/date.h"

/* ---- pair */

static bool read_pair(struct taking *t, const struct lm_json *item, struct proposed_pair *pair)
{
    *pair = (struct proposed_pair){.player = {NOBODY, NOBODY}};
    const struct lm_json *name = item->type == LM_JSON_ARRAY ? item->first : NULL;
    for (uint32_t i = 0; i < 2 && name != NULL; i++, name = name->next) {
        const char *text = lm_json_string(name);
        pair->player[i] = text != NULL ? lm_champ_person(t->c, text) : NOBODY;
        if (pair->player[i] == NOBODY) {
            lm_field_wrong(t->f, name, "pairs", "names of players", "no one has that name");
            return false;
        }
    }
    if (pair->player[0] != NOBODY && name == NULL)
        return true;
    lm_field_wrong(t->f, item, "pairs", "[\"white\", \"black\"], or [\"name\"] for a bye",
                   "not a pair");
    return false;
}

static bool read_pairs(struct taking *t, struct proposed_pair **out, uint32_t *count)
{
    const struct lm_json *list = lm_field_typed(t->f, t->event, "pairs", OPTIONAL, LM_JSON_ARRAY);
    *out = NULL;
    *count = 0;
    if (list == NULL)
        return lm_json_get(t->event, "pairs") == NULL;
    *out = lm_arena_alloc(t->c->arena, list->length, sizeof **out);
    for (const struct lm_json *item = list->first; *out != NULL && item != NULL;
         item = item->next) {
        if (!read_pair(t, item, &(*out)[(*count)++]))
            return false;
    }
    return *out != NULL;
}

/* Check a director's pairing: all players who are in, once, with one bye at most. */
static enum lm_status check_manual(struct taking *t, const struct proposal *p)
{
    uint32_t *times = lm_arena_alloc(t->c->arena, t->c->person_count, sizeof *times);
    uint32_t byes = 0;
    if (times == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < p->count; i++) {
        byes += p->pairs[i].player[1] == NOBODY;
        times[p->pairs[i].player[0]]++;
        if (p->pairs[i].player[1] != NOBODY)
            times[p->pairs[i].player[1]]++;
    }
    for (uint32_t i = 0; i < p->player_count; i++) {
        uint32_t person = p->players[i];
        bool in = t->c->people[person].out == GROUND_NONE;
        if (times[person] != (in ? 1u : 0u))
            return REFUSE(t, "pairs", ART_PAIRING, "give each remaining player once, and no others",
                          "%s is paired %u times", lm_champ_name(t->c, person), times[person]);
        times[person] = 0;
    }
    for (uint32_t i = 0; i < t->c->person_count; i++) {
        if (times[i] != 0)
            return REFUSE(t, "pairs", ART_PAIRING, "players of this stage",
                          "%s does not play this stage", lm_champ_name(t->c, i));
    }
    return byes <= 1 ? LM_OK
                     : REFUSE(t, "pairs", ART_BYE, "pair them with each other",
                              "%u players have a bye", byes);
}

static bool same_pairs(const struct proposal *p, const struct proposed_pair *pairs, uint32_t count)
{
    bool same = p->count == count;
    for (uint32_t i = 0; same && i < count; i++)
        same = p->pairs[i].player[0] == pairs[i].player[0] &&
               p->pairs[i].player[1] == pairs[i].player[1];
    return same;
}

static bool check_round(struct taking *t, const struct proposal *p)
{
    const char *stage = NULL;
    uint32_t round = 0;
    const struct stage *next = &t->c->definition->stages[p->stage];
    if (!lm_field_string(t->f, t->event, "stage", OPTIONAL, &stage) ||
        !lm_field_count(t->f, t->event, "round", OPTIONAL, 1, 1000, &round))
        return false;
    if ((stage == NULL || strcmp(stage, next->name) == 0) && (round == 0 || round == p->round + 1))
        return true;
    REFUSE(t, "round", ART_PUBLISHING, "pair this round", "next is round %u of %s", p->round + 1,
           next->title);
    return false;
}

/* ---- the line of a pairing */

static void put_names(const struct taking *t, struct lm_json_writer *w, const char *key,
                      const uint32_t *people, uint32_t count)
{
    lm_json_begin(w, key, '[');
    for (uint32_t i = 0; i < count; i++) {
        if (people[i] == NOBODY)
            lm_json_put_null(w, NULL);
        else
            lm_json_put_string(w, NULL, lm_champ_name(t->c, people[i]));
    }
    lm_json_end(w, ']');
}

static void put_pairs(const struct taking *t, struct lm_json_writer *w, const struct proposal *p)
{
    lm_json_begin(w, "pairs", '[');
    for (uint32_t i = 0; i < p->count; i++)
        put_names(t, w, NULL, p->pairs[i].player, p->pairs[i].player[1] == NOBODY ? 1 : 2);
    lm_json_end(w, ']');
}

static void put_groups(struct lm_json_writer *w, const struct proposal *p)
{
    bool any = false;
    for (uint32_t i = 0; i < p->count; i++)
        any |= p->pairs[i].group != 0;
    if (!any)
        return;
    lm_json_begin(w, "groups", '[');
    for (uint32_t i = 0; i < p->count; i++)
        lm_json_put_integer(w, NULL, p->pairs[i].group);
    lm_json_end(w, ']');
}

static const struct seating *seating_of(const struct taking *t, const struct proposal *p)
{
    const struct stage *stage = &t->c->definition->stages[p->stage];
    return stage->seating_count > 0 ? &stage->seatings[p->seating] : NULL;
}

/* Write the players of the stage and their seats: the basis of later rounds. */
static void put_start(const struct taking *t, struct lm_json_writer *w, const struct proposal *p)
{
    const struct seating *seating = seating_of(t, p);
    lm_json_put_integer(w, "rounds", p->rounds);
    put_names(t, w, "players", p->players, p->player_count);
    if (p->seating != 0)
        lm_json_put_integer(w, "seating", p->seating);
    if (seating == NULL)
        return;
    lm_json_begin(w, "seats", '[');
    for (uint32_t g = 0; g < seating->group_count; g++)
        put_names(t, w, NULL, p->seats[g], (uint32_t)seating->groups[g].seat_count);
    lm_json_end(w, ']');
}

static void put_pairing(const struct taking *t, const struct proposal *p)
{
    struct lm_json_writer *w = t->found;
    if (w == NULL)
        return;
    if (lm_event_found(t, "stage") != NULL)
        lm_json_put_string(w, "stage", t->c->definition->stages[p->stage].name);
    if (lm_event_found(t, "round") != NULL)
        lm_json_put_integer(w, "round", p->round + 1);
    if (lm_event_found(t, "pairs") != NULL)
        put_pairs(t, w, p);
    put_groups(w, p);
    if (p->round == 0)
        put_start(t, w, p);
}

/* Read a list of at most ${limit} players, null where seats may be ${empty}. */
static bool read_names(struct taking *t, const struct lm_json *list, uint32_t limit, bool empty,
                       uint32_t **out, uint32_t *count)
{
    *count = 0;
    if (list == NULL || list->type != LM_JSON_ARRAY || list->length > limit)
        return false;
    *out = lm_arena_alloc(t->c->arena, limit, sizeof **out);
    for (const struct lm_json *item = list->first; *out != NULL && item != NULL;
         item = item->next) {
        const char *name = lm_json_string(item);
        uint32_t person = name != NULL ? lm_champ_person(t->c, name) : NOBODY;
        if (person == NOBODY && !(empty && item->type == LM_JSON_NULL))
            return false;
        (*out)[(*count)++] = person;
    }
    return *out != NULL;
}

static bool read_seats(struct taking *t, struct proposal *p)
{
    const struct seating *seating = seating_of(t, p);
    const struct lm_json *list = lm_json_get(t->event, "seats");
    if (seating == NULL)
        return list == NULL;
    if (list == NULL || list->type != LM_JSON_ARRAY || list->length != seating->group_count)
        return false;
    p->seats = lm_arena_alloc(t->c->arena, seating->group_count, sizeof *p->seats);
    const struct lm_json *item = list->first;
    for (uint32_t g = 0; p->seats != NULL && g < seating->group_count; g++, item = item->next) {
        uint32_t seats = (uint32_t)seating->groups[g].seat_count, count = 0;
        if (!read_names(t, item, seats, true, &p->seats[g], &count) || count != seats)
            return false;
    }
    return p->seats != NULL;
}

/* Does each player play once, and is every seated player one who plays? */
static bool is_sound_start(const struct taking *t, const struct proposal *p)
{
    const struct seating *seating = seating_of(t, p);
    uint8_t *seen = lm_arena_alloc(t->c->arena, t->c->person_count + 1, 1);
    bool sound = seen != NULL;
    for (uint32_t i = 0; sound && i < p->player_count; i++)
        sound = seen[p->players[i]]++ == 0;
    for (uint32_t g = 0; sound && seating != NULL && g < seating->group_count; g++)
        for (uint32_t i = 0; sound && i < seating->groups[g].seat_count; i++)
            sound = p->seats[g][i] == NOBODY || seen[p->seats[g][i]]++ == 1;
    return sound;
}

static bool read_start(struct taking *t, struct proposal *p)
{
    enum { KNOCK_OUT_ROUNDS = 20, ROUNDS = 1000 };
    const struct stage *stage = &t->c->definition->stages[p->stage];
    uint32_t most = stage->type == STAGE_KNOCK_OUT ? KNOCK_OUT_ROUNDS : ROUNDS;
    uint32_t seatings = stage->seating_count > 0 ? (uint32_t)stage->seating_count : 1;
    bool good = lm_field_count(t->f, t->event, "rounds", REQUIRED, 0, most, &p->rounds) &&
                lm_field_count(t->f, t->event, "seating", OPTIONAL, 0, seatings - 1, &p->seating);
    if (!good)
        return false;
    if (read_names(t, lm_json_get(t->event, "players"), (uint32_t)t->c->person_count, false,
                   &p->players, &p->player_count) &&
        read_seats(t, p) && is_sound_start(t, p))
        return true;
    lm_field_wrong(t->f, lm_event_place(t, "players"), "players", "restore the journal",
                   "these players can't have these places in the stage");
    return false;
}

static bool read_groups(struct taking *t, const struct proposal *p, struct proposed_pair *pairs,
                        uint32_t count)
{
    const struct lm_json *list = lm_json_get(t->event, "groups");
    const struct seating *seating = seating_of(t, p);
    enum stage_type type = t->c->definition->stages[p->stage].type;
    bool apart = seating != NULL && (type == STAGE_ROUND_ROBIN || type == STAGE_MATCHES);
    int64_t most = apart ? (int64_t)seating->group_count - 1 : 1 << 20;
    const struct lm_json *item = list != NULL ? list->first : NULL;
    bool good = list == NULL || (list->type == LM_JSON_ARRAY && list->length == count);
    for (uint32_t i = 0; good && item != NULL; i++, item = item->next) {
        int64_t group = 0;
        good = lm_json_integer(item, 0, most, &group);
        pairs[i].group = (uint32_t)group;
    }
    if (!good)
        lm_field_wrong(t->f, list, "groups", "restore the journal",
                       "the pairs need one group each");
    return good;
}

/* Does the rules' pairing differ from the published one, now that an earlier line was undone? */
static enum lm_status ask_rules(struct taking *t, const struct proposed_pair *pairs, uint32_t count)
{
    struct lm_championship *c = t->c;
    struct proposal p;
    bool manual = false;
    struct lm_log log = {.arena = c->arena};
    struct fields f = {.arena = c->arena, .log = &log};
    if (c->aftermath == NULL || c->line <= c->aftermath->undoes ||
        !lm_field_boolean(t->f, t->event, "manual", OPTIONAL, &manual) || manual)
        return LM_OK;
    enum lm_status status = lm_champ_propose(c, &f, t->event, &p);
    if (status == LM_LIMIT || (status == LM_OK && (p.by_director || same_pairs(&p, pairs, count))))
        return status;
    return lm_champ_note(c, c->line, NULL);
}

/* A replay keeps the published pairs of a Swiss round, whichever engine made them, and whatever
 * today's engine would make; it only checks that every player who was in was paired once. */
static enum lm_status take_recorded(struct taking *t, struct proposal *p,
                                    struct proposed_pair *pairs, uint32_t count)
{
    p->pairs = pairs;
    p->count = count;
    bool swiss = t->c->definition->stages[p->stage].type == STAGE_SWISS;
    return swiss && !t->c->revised ? check_manual(t, p) : LM_OK;
}

/* Read the round of the line as published, without an engine. */
static enum lm_status read_recorded(struct taking *t, struct proposal *p,
                                    struct proposed_pair *pairs, uint32_t count)
{
    *p = (struct proposal){0};
    enum lm_status status = ask_rules(t, pairs, count);
    if (status == LM_OK)
        status = lm_champ_find_next(t->c, t->f, t->event, p);
    if (status != LM_OK)
        return status;
    if (p->round > 0)
        lm_champ_go_on(t->c, p);
    else if (!read_start(t, p))
        return LM_INVALID;
    return read_groups(t, p, pairs, count) ? LM_OK : LM_INVALID;
}

/* Give losses to players who were out by then, if a line that brought them back was undone. */
static void lose_if_out(struct lm_championship *c, size_t first)
{
    for (size_t i = first; c->revised && i < c->contest_count; i++) {
        struct contest *contest = &c->contests[i];
        for (uint32_t side = FIRST; side <= SECOND; side++) {
            uint32_t person = contest->player[side];
            if (contest->state == CONTEST_OPEN && person != NOBODY &&
                c->people[person].out != GROUND_NONE)
                lm_champ_finish(c, contest, 1 - side, RESULT_WALKOVER);
        }
    }
}

/* Judge by the rules, or by the director if the rules leave it to one. */
static enum lm_status take_judged(struct taking *t, struct proposal *p, struct proposed_pair *pairs,
                                  uint32_t count, bool manual)
{
    bool swiss = t->c->definition->stages[p->stage].type == STAGE_SWISS;
    if (swiss && (p->by_director || manual)) {
        if (pairs == NULL)
            return REFUSE(t, "pairs", ART_PAIRING, "give \"pairs\"",
                          "the director pairs this stage");
        p->pairs = pairs;
        p->count = count;
        return check_manual(t, p);
    }
    if (pairs != NULL && !same_pairs(p, pairs, count))
        return REFUSE(t, "pairs", ART_PAIRING,
                      "leave them out, or give \"manual\": true and the reason (Swiss only)",
                      "the rules give other pairs");
    return LM_OK;
}

/* Name reports by one player alone that can still be disputed, so that the director pairs
 * knowingly. */
static void name_open_reports(struct taking *t)
{
    struct lm_championship *c = t->c;
    for (size_t i = 0; i < c->contest_count && t->reasons != NULL; i++) {
        const struct contest *contest = &c->contests[i];
        int64_t until = lm_champ_dispute_until(c, contest);
        if (contest->state != CONTEST_DONE || until == NEVER || c->time > until)
            continue;
        struct lm_text token = lm_text_in(c->arena), when = lm_text_in(c->arena);
        lm_text_print(&token, "alone:%s", contest->id);
        lm_champ_add_moment(&when, until);
        lm_event_need(t, LM_LEVEL_CONFIRM, lm_text_string(&token), ART_RESULT,
                      "wait until both players have confirmed it",
                      "only %s reported the result against %s; it can be disputed until %s",
                      lm_champ_name(c, contest->player[contest->alone]),
                      lm_champ_name(c, contest->player[1 - contest->alone]), lm_text_string(&when));
    }
}

enum lm_status lm_event_pair(struct taking *t)
{
    struct proposal p;
    struct proposed_pair *pairs = NULL;
    uint32_t count = 0;
    bool manual = false;
    if (!read_pairs(t, &pairs, &count) ||
        !lm_field_boolean(t->f, t->event, "manual", OPTIONAL, &manual))
        return LM_INVALID;
    bool recorded = t->c->replaying && lm_event_is_recorded(t);
    enum lm_status status =
        recorded ? read_recorded(t, &p, pairs, count) : lm_champ_next(t->c, t->f, t->event, &p);
    if (status != LM_OK)
        return status;
    /* an old line of a stage holds only the pairs of its Swiss rounds */
    bool swiss = t->c->definition->stages[p.stage].type == STAGE_SWISS;
    recorded |= t->c->replaying && swiss && pairs != NULL;
    if (!recorded)
        status = lm_champ_propose(t->c, t->f, t->event, &p);
    if (status != LM_OK)
        return status;
    if (!check_round(t, &p))
        return LM_INVALID;
    status =
        recorded ? take_recorded(t, &p, pairs, count) : take_judged(t, &p, pairs, count, manual);
    if (status != LM_OK)
        return status;
    name_open_reports(t);
    if (p.round == 0 && p.stage > 0)
        lm_champ_tell_ties(t->c, p.stage - 1);
    size_t first = t->c->contest_count;
    put_pairing(t, &p);
    lm_champ_publish(t->c, &p);
    if (t->c->replaying)
        lose_if_out(t->c, first);
    return LM_OK;
}

/* ---- results */

bool lm_event_games(struct taking *t, const struct contest *contest, const char *before,
                    enum need need, const char **games)
{
    const struct lm_json *node = lm_field_typed(t->f, t->event, "games", need, LM_JSON_STRING);
    *games = before;
    if (node == NULL)
        return need == OPTIONAL && lm_json_get(t->event, "games") == NULL;
    if (strspn(node->text, "1=0") != node->length) {
        lm_field_wrong(t->f, node, "games",
                       "1, = and 0, as the first player scored. Example: \"1=0\"",
                       "these aren't results of games");
        return false;
    }
    struct lm_text text = lm_text_in(t->c->arena);
    lm_text_add(&text, before);
    lm_text_add(&text, node->text);
    struct match_view view = lm_champ_match(contest->format, lm_text_string(&text));
    if (view.games < text.length) {
        REFUSE(t, "games", ART_RESULT, "only games up to the end of the match",
               "%s was over after game %u", lm_event_named(t, contest), view.games);
        return false;
    }
    *games = lm_text_string(&text);
    return true;
}

/* Return the player who reports alone; NO_SIDE: a director. */
static uint32_t teller(const struct taking *t, const struct contest *contest)
{
    return lm_event_is_arbiter(t, contest) ? NO_SIDE : lm_champ_side(contest, t->by);
}

/* Old lines do not record it: then no report was by one alone. */
void lm_event_agreed_by(struct taking *t, struct contest *contest, bool agreed)
{
    uint32_t side = teller(t, contest);
    bool alone = side <= SECOND && !agreed && !t->c->replaying;
    struct lm_json_writer *w = alone ? lm_event_found(t, "alone") : NULL;
    if (w != NULL)
        lm_json_put_boolean(w, "alone", true);
    if (t->c->replaying)
        (void)lm_json_boolean(lm_json_get(t->event, "alone"), &alone);
    contest->alone = alone ? side : NO_SIDE;
    contest->disputed = NO_SIDE;
    contest->reported_line = t->c->line;
    contest->proposer = NO_SIDE;
}

/* Confirm the report if the other player, or a director, enters ${all} of it again. */
static void confirm(const struct taking *t, struct contest *contest, bool all)
{
    if (all && teller(t, contest) != contest->alone)
        contest->alone = NO_SIDE;
}

static void take_games(struct lm_championship *c, struct contest *contest, const char *games)
{
    struct match_view view = lm_champ_match(contest->format, games);
    struct lm_text score = lm_text_in(c->arena);
    bool later =
        contest->last_game != NEVER && c->time - contest->last_game > c->definition->periods.idle;
    contest->days += contest->games[0] == '\0' || (later && strlen(games) > strlen(contest->games));
    contest->games = games;
    contest->last_game = c->time;
    lm_champ_forget_presence(contest);
    lm_champ_add_score(&score, contest);
    lm_champ_change(c, c->definition->articles[ART_RESULT], contest->player[FIRST], contest,
                    "%s: %s after %u games", lm_champ_between(c, contest), lm_text_string(&score),
                    view.games);
    if (view.state == MATCH_OVER)
        lm_champ_finish(c, contest, view.winner, RESULT_PLAYED);
    else if (view.state == MATCH_ARMAGEDDON)
        lm_champ_change(c, c->definition->articles[ART_ARMAGEDDON], contest->player[FIRST], contest,
                        "an Armageddon game decides: both bid for White");
}

/* V.A: games before the agreed time, or without one, count when both report the same; all of them,
 * as consent to one isn't consent to the next. */
static bool is_pending(const struct taking *t, const struct contest *contest, const char *games)
{
    bool pending = false;
    uint32_t side = teller(t, contest);
    bool same = contest->proposer <= SECOND && contest->proposer == 1 - side &&
                strcmp(contest->proposed, games) == 0;
    if (t->c->replaying)
        return lm_json_boolean(lm_json_get(t->event, "pending"), &pending) && pending;
    return side <= SECOND && t->c->time < contest->time && !same;
}

static enum lm_status take_told(struct taking *t, struct contest *contest, const char *games)
{
    uint32_t side = teller(t, contest);
    if (!is_pending(t, contest, games)) {
        lm_event_agreed_by(t, contest, contest->proposer <= SECOND && contest->proposer != side);
        take_games(t->c, contest, games);
        return LM_OK;
    }
    struct lm_json_writer *w = lm_event_found(t, "pending");
    if (w != NULL)
        lm_json_put_boolean(w, "pending", true);
    contest->proposer = side;
    contest->proposed = games;
    lm_champ_change(t->c, t->c->definition->articles[ART_AGREEMENT], contest->player[side], contest,
                    "%s reports games before the agreed time: they count when %s reports the same",
                    lm_champ_name(t->c, contest->player[side]),
                    lm_champ_name(t->c, contest->player[1 - side]));
    return LM_OK;
}

/* Results are White's and Black's; a draw is Black's win (III.H.6.i). */
static enum lm_status take_armageddon(struct taking *t, struct contest *contest)
{
    static const char *const results[] = {"1-0", "0-1", "1/2", NULL};
    unsigned result = 0;
    if (!lm_field_choice(t->f, t->event, "armageddon", REQUIRED, results, &result))
        return LM_INVALID;
    if (contest->state == CONTEST_DONE) {
        uint32_t winner = result == 0 ? contest->white : 1 - contest->white;
        if (contest->winner != winner)
            return REFUSE(t, "armageddon", ART_RESULT, "dispute it",
                          "%s has another recorded result", lm_event_named(t, contest));
        confirm(t, contest, true);
        lm_champ_change(t->c, t->c->definition->articles[ART_RESULT], contest->player[winner],
                        contest, "the result of %s is confirmed", lm_champ_between(t->c, contest));
        return LM_OK;
    }
    if (lm_champ_match(contest->format, contest->games).state != MATCH_ARMAGEDDON)
        return REFUSE(t, "armageddon", ART_ARMAGEDDON, "enter its games",
                      "%s has no Armageddon game", lm_event_named(t, contest));
    if (contest->white == NO_SIDE)
        return REFUSE(t, "armageddon", ART_BID, "enter the bids", "the colours aren't decided yet");
    lm_event_agreed_by(t, contest, false);
    lm_champ_finish(t->c, contest, result == 0 ? contest->white : 1 - contest->white,
                    RESULT_ARMAGEDDON);
    return LM_OK;
}

/* Compare a repeated report with the entered games; refuse it at the first difference. */
static enum lm_status compare_report(struct taking *t, const struct contest *contest, uint32_t from,
                                     const char *games)
{
    const char *entered = contest->games + from - 1;
    for (uint32_t i = 0; games[i] != '\0' && entered[i] != '\0'; i++) {
        if (games[i] != entered[i])
            return REFUSE(t, "games", ART_RESULT, "let the director correct it",
                          "game %u of match %s is entered as %c, not as %c", from + i,
                          lm_champ_between(t->c, contest), entered[i], games[i]);
    }
    return LM_OK;
}

/* Read games from the number "from" on: those already entered are compared, not counted twice;
 * without a number they follow the entered ones. */
static enum lm_status take_report(struct taking *t, struct contest *contest)
{
    const uint32_t entered = (uint32_t)strlen(contest->games);
    uint32_t from = entered + 1;
    const char *games = NULL;
    const struct lm_json *node = lm_field_typed(t->f, t->event, "games", REQUIRED, LM_JSON_STRING);
    if (node == NULL || !lm_field_count(t->f, t->event, "from", OPTIONAL, 1, 100000, &from))
        return LM_INVALID;
    struct lm_json_writer *w = lm_event_found(t, "from");
    if (w != NULL)
        lm_json_put_integer(w, "from", from);
    if (from > entered + 1)
        return REFUSE(t, "from", ART_RESULT, "enter the games before it first",
                      "%s has %u games entered, game %u is missing", lm_event_named(t, contest),
                      entered, entered + 1);
    enum lm_status status = compare_report(t, contest, from, node->text);
    if (status != LM_OK)
        return status;
    if (node->length > 0 && from - 1 + node->length <= entered) {
        lm_champ_change(t->c, t->c->definition->articles[ART_RESULT], contest->player[FIRST],
                        contest, "%s: games %u to %u were reported again, with the same results",
                        lm_champ_between(t->c, contest), from, from - 1 + (uint32_t)node->length);
        confirm(t, contest, from - 1 + node->length == entered);
        return LM_OK;
    }
    const char *before = lm_arena_copy(t->c->arena, contest->games, from - 1);
    if (before == NULL)
        return LM_LIMIT;
    if (!lm_event_games(t, contest, before, REQUIRED, &games))
        return LM_INVALID;
    if (strlen(games) == entered)
        return REFUSE(t, "games", ART_RESULT, "write at least one game", "no games");
    return take_told(t, contest, games);
}

/* Return games that end "6-2", reported without their order: those of the loser come first, because
 * a match can be over before its last game.  NULL: reported, or no memory. */
static const char *games_of_score(struct taking *t, const struct lm_json *node)
{
    const char *dash = strchr(node->text, '-');
    int32_t score[2];
    if (dash == NULL || !lm_parse_tenths(node->text, (size_t)(dash - node->text), &score[FIRST]) ||
        !lm_parse_tenths(dash + 1, strlen(dash + 1), &score[SECOND]) || score[FIRST] < 0 ||
        score[SECOND] < 0 || score[FIRST] % HALF_WIN != 0 || score[FIRST] > 1000 ||
        score[SECOND] > 1000 || score[FIRST] % WIN != score[SECOND] % WIN) {
        lm_field_wrong(t->f, node, "score",
                       "the first player's points and the second's. Example: \"6-2\"",
                       "not a score");
        return NULL;
    }
    uint32_t loser = score[FIRST] < score[SECOND] ? FIRST : SECOND;
    struct lm_text games = lm_text_in(t->c->arena);
    for (int32_t i = 0; i < score[loser] / WIN; i++)
        lm_text_add_char(&games, loser == FIRST ? '1' : '0');
    if (score[loser] % WIN != 0)
        lm_text_add_char(&games, '=');
    for (int32_t i = 0; i < score[1 - loser] / WIN; i++)
        lm_text_add_char(&games, loser == FIRST ? '0' : '1');
    return lm_text_string(&games);
}

static enum lm_status take_score(struct taking *t, struct contest *contest)
{
    const struct lm_json *node = lm_field_typed(t->f, t->event, "score", REQUIRED, LM_JSON_STRING);
    const char *games = node != NULL ? games_of_score(t, node) : NULL;
    if (games == NULL)
        return t->c->out_of_memory ? LM_LIMIT : LM_INVALID;
    if (contest->games[0] != '\0')
        return REFUSE(t, "score", ART_RESULT, "enter the later games one by one",
                      "%s has %zu games entered", lm_event_named(t, contest),
                      strlen(contest->games));
    struct match_view view = lm_champ_match(contest->format, games);
    if (view.games == 0 || view.games < strlen(games))
        return REFUSE(t, "score", ART_RESULT, "enter the games in their order", "%s can't end %s",
                      lm_event_named(t, contest), node->text);
    lm_champ_change(t->c, t->c->definition->articles[ART_RESULT], contest->player[FIRST], contest,
                    "%s: reported as %s, without the order of its games",
                    lm_champ_between(t->c, contest), node->text);
    return take_told(t, contest, games);
}

/* Does the event report games of a match that has ended, by their numbers?  The other player
 * confirms them this way. */
static bool is_told_again(const struct taking *t, const struct contest *contest)
{
    const struct lm_json *games = lm_json_get(t->event, "games");
    int64_t from = 0;
    if (contest->state == CONTEST_DONE && contest->kind == RESULT_ARMAGEDDON)
        return lm_json_get(t->event, "armageddon") != NULL && contest->alone <= SECOND;
    return contest->state == CONTEST_DONE && contest->kind == RESULT_PLAYED && games != NULL &&
           games->type == LM_JSON_STRING && games->length > 0 &&
           lm_json_integer(lm_json_get(t->event, "from"), 1, 100000, &from) &&
           (size_t)from - 1 + games->length <= strlen(contest->games);
}

/* VI.G: a result by either player, or the director. */
enum lm_status lm_event_result(struct taking *t)
{
    struct contest *contest = NULL;
    if (!lm_event_match(t, &contest) ||
        (!is_told_again(t, contest) && !lm_event_is_open(t, contest)))
        return LM_INVALID;
    if (!t->director && lm_champ_side(contest, t->by) == NO_SIDE)
        return REFUSE(t, "by", ART_RESULT, "a player of the match, or the director",
                      "%s does not play match %s", lm_champ_name(t->c, t->by),
                      lm_champ_between(t->c, contest));
    if (lm_json_get(t->event, "armageddon") != NULL)
        return take_armageddon(t, contest);
    if (lm_json_get(t->event, "score") != NULL)
        return take_score(t, contest);
    return take_report(t, contest);
}

/* Drop games that were reported before the agreed time and don't count yet; the director is
 * informed. */
static enum lm_status dispute_proposal(struct taking *t, struct contest *contest, uint32_t side)
{
    contest->proposer = NO_SIDE;
    contest->proposed = "";
    lm_champ_change(
        t->c, t->c->definition->articles[ART_DISPUTES], contest->player[side], contest,
        "%s says that what %s reported before the agreed time is not right: it does not count",
        lm_champ_name(t->c, contest->player[side]), lm_champ_name(t->c, contest->player[1 - side]));
    return LM_OK;
}

/* "This is not right": a report by one player alone goes to the director. */
enum lm_status lm_event_dispute(struct taking *t)
{
    struct contest *contest = NULL;
    uint32_t side = NO_SIDE;
    const struct lm_championship *c = t->c;
    if (!lm_event_match(t, &contest) || !lm_event_side(t, contest, &side))
        return LM_INVALID;
    if (contest->state == CONTEST_OPEN && contest->proposer == 1 - side)
        return dispute_proposal(t, contest, side);
    if (contest->alone != 1 - side || contest->disputed <= SECOND || contest->waiting != NULL ||
        contest->state == CONTEST_VOID)
        return REFUSE(t, "match", ART_RESULT, "ask the director",
                      "%s has no result that the opponent alone reported",
                      lm_event_named(t, contest));
    if (!lm_champ_may_dispute(c, contest, side, c->time))
        return REFUSE(t, "match", ART_RESULT, "ask the director", "%s can no longer be disputed",
                      lm_event_named(t, contest));
    contest->disputed = side;
    contest->dispute_line = c->line;
    if (contest->state == CONTEST_OPEN)
        contest->waiting = LM_MESSAGE("disputed");
    lm_champ_change(
        t->c, c->definition->articles[ART_DISPUTES], contest->player[side], contest,
        "%s says that what %s reported of their match is not right: the director decides",
        lm_champ_name(c, contest->player[side]), lm_champ_name(c, contest->player[1 - side]));
    return LM_OK;
}

/* Correct a wrong result while its stage is being played. */
enum lm_status lm_event_correct(struct taking *t)
{
    const char *games = NULL;
    struct contest *contest = NULL;
    if (!lm_event_match(t, &contest))
        return LM_INVALID;
    if (contest->state == CONTEST_VOID || contest->kind == RESULT_BYE)
        return REFUSE(t, "match", ART_RESULT, "look at the matches", "match %s not found",
                      lm_champ_between(t->c, contest));
    if (contest->stage != t->c->current)
        return REFUSE(t, "match", ART_RESULT, NULL, "its stage is over, and others depend on it");
    enum stage_type type = t->c->definition->stages[contest->stage].type;
    if (type == STAGE_KNOCK_OUT && contest->round + 1 < t->c->stages[contest->stage].published)
        return REFUSE(t, "match", ART_RESULT, NULL, "its winner has been paired already");
    if (!lm_event_games(t, contest, "", REQUIRED, &games))
        return LM_INVALID;
    lm_champ_change(t->c, t->c->definition->articles[ART_DISPUTES], contest->player[FIRST], contest,
                    "the director corrects the result of %s", lm_champ_between(t->c, contest));
    contest->state = CONTEST_OPEN;
    contest->winner = NO_SIDE;
    contest->waiting = NULL;
    contest->alone = contest->disputed = NO_SIDE;
    take_games(t->c, contest, games);
    return LM_OK;
}

/* ---- the Armageddon bids (III.H.6) */

static uint32_t holder_side(const struct lm_championship *c, const struct contest *contest)
{
    for (uint32_t side = FIRST; side <= SECOND; side++) {
        if (c->people[contest->player[side]].holder == 0)
            return side;
    }
    return NO_SIDE;
}

/* Return the player of White by the rules; at equal bids, unknown seeds do not decide (III.E). */
static uint32_t white_by_rule(const struct taking *t, const struct contest *contest)
{
    const struct lm_championship *c = t->c;
    const struct person *first = &c->people[contest->player[FIRST]];
    const struct person *second = &c->people[contest->player[SECOND]];
    int32_t seeds[2] = {first->seeding, second->seeding};
    bool known = first->has_seeding && second->has_seeding;
    if (contest->bids[FIRST] == contest->bids[SECOND] && !known && t->record == NULL &&
        contest->format->bid_tie == BID_TIE_SEED)
        return NO_SIDE;
    return lm_champ_white(contest->format, contest->bids, seeds, holder_side(c, contest));
}

/* Return White from the line; an old line leaves it to the rules. */
static uint32_t find_white(const struct taking *t, const struct contest *contest)
{
    const struct lm_json *given = lm_json_get(t->event, "white");
    if (given != NULL)
        return given->type == LM_JSON_STRING
                   ? lm_champ_side(contest, lm_champ_person(t->c, given->text))
                   : NO_SIDE;
    uint32_t white = white_by_rule(t, contest);
    struct lm_json_writer *w = lm_event_found(t, "white");
    if (w != NULL && white <= SECOND)
        lm_json_put_string(w, "white", lm_champ_name(t->c, contest->player[white]));
    else if (w != NULL)
        lm_json_put_null(w, "white");
    return white;
}

static void settle_colours(struct taking *t, struct contest *contest)
{
    struct lm_championship *c = t->c;
    contest->white = find_white(t, contest);
    bool equal = contest->bids[FIRST] == contest->bids[SECOND];
    const char *why = equal ? LM_MESSAGE("equal bids") : LM_MESSAGE("the lower bid");
    if (contest->white == NO_SIDE)
        return;
    lm_champ_change(c, c->definition->articles[equal ? ART_EQUAL_BIDS : ART_BID],
                    contest->player[contest->white], contest,
                    "%s plays White with %d seconds against %d: %s",
                    lm_champ_name(c, contest->player[contest->white]),
                    contest->bids[contest->white], contest->format->black_seconds, why);
    lm_champ_change_says(c, why);
}

/* Read the seconds of the bid: private in a line until both have bid, and unknown without the
 * private parts. */
static bool read_seconds(struct taking *t, int32_t *seconds)
{
    const struct lm_json *object = lm_event_is_recorded(t) ? t->record->line.secret : t->event;
    uint32_t number = 0;
    *seconds = BID_SEALED;
    if (object == NULL)
        return true;
    if (!lm_field_count(t->f, object, "seconds", REQUIRED, 1, 1000000, &number))
        return false;
    *seconds = (int32_t)number;
    return true;
}

/* Write both bids, with the private part of the first, so that anyone can verify that it is the
 * sealed one. */
static void put_opened(const struct taking *t, const struct contest *contest, uint32_t side)
{
    struct lm_json_writer *w = t->found;
    const struct record *first = lm_champ_record(t->c, contest->bid_lines[1 - side]);
    if (w == NULL)
        return;
    lm_json_begin(w, "bids", '[');
    lm_json_put_integer(w, NULL, contest->bids[FIRST]);
    lm_json_put_integer(w, NULL, contest->bids[SECOND]);
    lm_json_end(w, ']');
    if (first != NULL && first->secret != NULL)
        lm_json_put_string(w, "opened", first->secret);
}

/* Read the bids of a line that opened both. */
static bool read_opened(struct taking *t, int32_t bids[2])
{
    const struct lm_json *list = lm_json_get(t->event, "bids");
    const struct lm_json *first = list != NULL ? list->first : NULL;
    int64_t read[2];
    if (first == NULL || !lm_json_integer(first, 1, 1000000, &read[FIRST]) || first->next == NULL ||
        !lm_json_integer(first->next, 1, 1000000, &read[SECOND])) {
        lm_field_wrong(t->f, lm_event_place(t, "bids"), "bids", "restore the journal",
                       "both players have bid, but the entry lacks the bids");
        return false;
    }
    bids[FIRST] = (int32_t)read[FIRST];
    bids[SECOND] = (int32_t)read[SECOND];
    return true;
}

enum lm_status lm_event_bid(struct taking *t)
{
    struct contest *contest = NULL;
    uint32_t side = NO_SIDE;
    int32_t bids[2] = {0};
    if (!lm_event_contest(t, &contest) || !lm_event_side(t, contest, &side) ||
        !read_seconds(t, &bids[side]))
        return LM_INVALID;
    if (lm_champ_match(contest->format, contest->games).state != MATCH_ARMAGEDDON)
        return REFUSE(t, "match", ART_BID, NULL, "%s has no Armageddon game",
                      lm_event_named(t, contest));
    if (contest->bids[side] != 0)
        return REFUSE(t, "seconds", ART_BID, NULL, "%s has bid already",
                      lm_champ_name(t->c, contest->player[side]));
    bids[1 - side] = contest->bids[1 - side];
    bool both = bids[1 - side] != 0;
    if (both && lm_event_is_recorded(t) && !read_opened(t, bids))
        return LM_INVALID;
    if (both && (bids[FIRST] == BID_SEALED || bids[SECOND] == BID_SEALED))
        return REFUSE(t, "seconds", ART_BID, "restore the journal's private file",
                      "the other bid can't be read");
    contest->bids[FIRST] = bids[FIRST];
    contest->bids[SECOND] = bids[SECOND];
    contest->bid_lines[side] = t->c->line;
    lm_champ_change(t->c, t->c->definition->articles[ART_BID], contest->player[side], contest,
                    "%s bids for White", lm_champ_name(t->c, contest->player[side]));
    if (!both)
        return LM_OK;
    put_opened(t, contest, side);
    settle_colours(t, contest);
    return LM_OK;
}
