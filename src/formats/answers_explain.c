/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/answers.h"
#include "limmat/why.h"

#include <string.h>

/* The data of an explanation, and its writer. */
struct story {
    const struct lm_system *system;
    const struct lm_position *position;
    const struct lm_pairing *pairing;
    const struct lm_player *players;
    const struct lm_language *language;
    struct lm_json_writer w;
};

static void put_players(struct story *s, const char *key, const uint32_t *players, size_t count)
{
    lm_json_begin_inline(&s->w, key, '[');
    for (size_t i = 0; i < count; i++)
        lm_json_put_integer(&s->w, NULL, s->players[players[i]].tpn);
    lm_json_end(&s->w, ']');
}

static void put_lines(struct story *s, const struct lm_lines *lines)
{
    if (lines->count == 0)
        return;
    lm_json_begin(&s->w, "lines", '{');
    put_players(s, "tops", lines->tops, lines->count);
    put_players(s, "bottoms", lines->bottoms, lines->count);
    lm_json_end(&s->w, '}');
}

static void put_pair(struct story *s, uint32_t i)
{
    const struct lm_pair *pair = &s->pairing->pairs[i];
    bool bye = pair->black == LM_NOBODY;
    lm_json_begin_inline(&s->w, NULL, '{');
    lm_json_put_integer(&s->w, "board", bye ? 0 : i + 1);
    lm_json_put_integer(&s->w, "white", s->players[pair->white].tpn);
    lm_json_put_integer(&s->w, "black", bye ? 0 : s->players[pair->black].tpn);
    if (!bye && s->system->colour_rules != NULL)
        lm_json_put_string(&s->w, "colour_rule", s->system->colour_rules[pair->colour_rule].code);
    if (!bye && s->system->opponent_rules != NULL)
        lm_json_put_string(&s->w, "opponent_rule",
                           s->system->opponent_rules[pair->opponent_rule].code);
    lm_json_end(&s->w, '}');
}

/* --- answers: the facts a program needs to check the sentence */

static uint32_t tpn_of(const struct story *s, uint32_t player)
{
    return player == LM_NOBODY ? 0 : s->players[player].tpn;
}

/* Write the pair that was prescribed, and the outcome. */
static void put_forced(struct story *s, const struct lm_alternative *other)
{
    const struct lm_forced *f = &other->forced;
    size_t named = f->hurt_count < LM_FORCED_NAMED ? f->hurt_count : LM_FORCED_NAMED;
    lm_json_begin_inline(&s->w, "forced", '{');
    if (other->opponent == LM_NOBODY) {
        lm_json_put_integer(&s->w, "leaves", tpn_of(s, other->player));
    } else {
        lm_json_begin(&s->w, "pair", '[');
        lm_json_put_integer(&s->w, NULL, tpn_of(s, other->player));
        lm_json_put_integer(&s->w, NULL, tpn_of(s, other->opponent));
        lm_json_end(&s->w, ']');
    }
    lm_json_put_boolean(&s->w, "possible", f->possible);
    if (!f->possible || f->decided) {
        lm_json_begin(&s->w, "first", '{');
        lm_json_put_string(&s->w, "code", s->system->criteria[f->rule].code);
        lm_json_put_integer(&s->w, "with", f->with);
        lm_json_put_integer(&s->w, "without", f->without);
        lm_json_end(&s->w, '}');
    }
    lm_json_begin(&s->w, "hurt", '[');
    for (size_t i = 0; i < named; i++) {
        lm_json_begin(&s->w, NULL, '[');
        lm_json_put_integer(&s->w, NULL, tpn_of(s, f->hurt[i].player));
        lm_json_put_integer(&s->w, NULL, tpn_of(s, f->hurt[i].opponent));
        lm_json_end(&s->w, ']');
    }
    lm_json_end(&s->w, ']');
    lm_json_end(&s->w, '}');
    if (!f->possible || f->decided)
        return;
    lm_json_begin_inline(&s->w, "before", '{');
    lm_json_put_integer(&s->w, "first", tpn_of(s, f->first));
    lm_json_put_integer(&s->w, "meets", tpn_of(s, f->own));
    lm_json_put_integer(&s->w, "else", tpn_of(s, f->other));
    lm_json_put_boolean(&s->w, "exchanges", f->exchanges);
    if (f->exchanges) {
        lm_json_put_integer(&s->w, "up", tpn_of(s, f->up));
        lm_json_put_integer(&s->w, "down", tpn_of(s, f->down));
    }
    lm_json_end(&s->w, '}');
}

static void put_tpns(struct story *s, const char *key, const uint32_t *players, size_t count)
{
    lm_json_begin(&s->w, key, '[');
    for (size_t i = 0; i < count; i++)
        lm_json_put_integer(&s->w, NULL, tpn_of(s, players[i]));
    lm_json_end(&s->w, ']');
}

/* Write the step of the procedure that passed over the alternative. */
static void put_told(struct story *s, const struct lm_alternative *other)
{
    static const char *const lines[] = {
        [LM_LINE_NONE] = "",     [LM_LINE_ITSELF] = "itself", [LM_LINE_TAKEN] = "taken",
        [LM_LINE_LEFT] = "left", [LM_LINE_REST] = "rest",     [LM_LINE_ALONE] = "alone"};
    lm_json_begin_inline(&s->w, "told", '{');
    lm_json_put_integer(&s->w, "player", tpn_of(s, other->player));
    lm_json_put_integer(&s->w, "opponent", tpn_of(s, other->opponent));
    lm_json_put_string(&s->w, "line", lines[other->line]);
    if (other->line == LM_LINE_TAKEN || other->line == LM_LINE_LEFT) {
        lm_json_put_integer(&s->w, "first", tpn_of(s, other->forced.first));
        if (other->line == LM_LINE_TAKEN)
            lm_json_put_integer(&s->w, "own", tpn_of(s, other->forced.own));
    } else {
        lm_json_put_string(&s->w, "code",
                           other->later ? "order" : s->system->criteria[other->rule].code);
    }
    if (other->line == LM_LINE_REST && !other->forced.decided && other->forced.hurt_count > 0)
        lm_json_put_integer(&s->w, "stays", tpn_of(s, other->forced.hurt[0].player));
    if (other->shortage != NULL) {
        put_tpns(s, "short", other->shortage->players, other->shortage->count);
        put_tpns(s, "left", other->shortage->left, other->shortage->count - 1);
    }
    lm_json_end(&s->w, '}');
}

/* Was ${other} weighed against the pairing, or only met on the way? */
static bool is_compared(const struct lm_alternative *other)
{
    bool in_line = other->line == LM_LINE_TAKEN || other->line == LM_LINE_LEFT;
    return other->was_forced ||
           (other->told && (other->forced.decided || other->later) && !in_line);
}

/* Write the player's position for a line's answer. */
static void put_group(struct story *s, const struct lm_why *why)
{
    lm_json_begin_inline(&s->w, "group", '{');
    lm_json_put_tenths(&s->w, "score", why->score);
    lm_json_put_integer(&s->w, "size", why->size);
    if (why->bracket != NULL) {
        lm_json_put_integer(&s->w, "bracket", why->bracket - s->pairing->brackets);
        lm_json_put_integer(&s->w, "leaving", (int64_t)why->bracket->floater_count);
        lm_json_put_integer(&s->w, "coming", (int64_t)why->bracket->moved_count);
    }
    if (why->place > 0)
        lm_json_put_integer(&s->w, "place", why->place);
    lm_json_end(&s->w, '}');
}

/* --- the facts for only one kind of question */

/* Write a player's history of the games that count for colours. */
static void put_history(struct story *s, const char *key, uint32_t player)
{
    static const char *const strengths[] = {[LM_NO_PREFERENCE] = "none",
                                            [LM_MILD] = "mild",
                                            [LM_STRONG] = "strong",
                                            [LM_ABSOLUTE] = "absolute"};
    const struct lm_seat *seat = &s->position->seats[s->position->seat_of[player]];
    struct lm_text history = lm_text_in(s->w.out->arena);
    for (uint16_t i = 0; i < seat->games; i++)
        lm_text_add_char(&history, seat->colours[i] == LM_WHITE ? 'w' : 'b');
    lm_json_begin_inline(&s->w, key, '{');
    lm_json_put_integer(&s->w, "player", tpn_of(s, player));
    lm_json_put_string(&s->w, "history", lm_text_string(&history));
    if (s->system->colours == LM_COLOURS_BY_PREFERENCE && seat->wish != LM_NO_COLOUR) {
        lm_json_put_string(&s->w, "due", seat->wish == LM_WHITE ? "white" : "black");
        lm_json_put_string(&s->w, "strength", strengths[seat->strength]);
    }
    lm_json_end(&s->w, '}');
}

/* Write both histories; of a draw by lot also its outcome and the places that count. */
static void put_colours(struct story *s, const struct lm_pair *pair)
{
    const struct lm_seat *white = &s->position->seats[s->position->seat_of[pair->white]];
    const struct lm_seat *black = &s->position->seats[s->position->seat_of[pair->black]];
    lm_json_begin(&s->w, "colours", '{');
    put_history(s, "white", pair->white);
    put_history(s, "black", pair->black);
    if (white->games == 0 && black->games == 0) {
        lm_json_put_string(&s->w, "lot",
                           s->position->initial_colour == LM_WHITE ? "white" : "black");
        lm_json_put_integer(&s->w, "white_counted", white->counted);
        lm_json_put_integer(&s->w, "black_counted", black->counted);
    }
    lm_json_end(&s->w, '}');
}

/* Write the sort keys of the board. */
static void put_board(struct story *s, const struct lm_pair *pair, uint32_t board)
{
    int32_t white = pair->white_score, black = pair->black_score;
    lm_json_begin_inline(&s->w, "board_keys", '{');
    lm_json_put_integer(&s->w, "number", board);
    lm_json_put_tenths(&s->w, "higher", white > black ? white : black);
    lm_json_put_tenths(&s->w, "sum", white + black);
    lm_json_end(&s->w, '}');
}

/* If the fewest byes decide, return the number of byes of ${seat}, as the rules count them. */
static uint32_t count_byes(const struct story *s, const struct lm_seat *seat)
{
    uint8_t too = s->system->colours == LM_NO_COLOURS ? LM_FULL_BYE : LM_FORFEIT_WIN;
    uint32_t count = 0;
    for (uint32_t round = 1; round < s->position->round; round++) {
        uint8_t result = lm_record_of(s->position->tournament, seat->player, round)->result;
        count += result == LM_PAB || result == too;
    }
    return count;
}

/* Compare ${seat} with ${holder} of the bye: above 0, it had more byes, or is barred from one;
 * below 0, where the fewest decide, it had fewer, and so could not be spared. */
static int compare_byes(const struct story *s, const struct lm_seat *seat,
                        const struct lm_seat *holder)
{
    if (s->system->bye_reason == NULL || strcmp(s->system->bye_reason, "bye.ranking") != 0)
        return seat->pab_barred;
    uint32_t own = count_byes(s, seat), least = count_byes(s, holder);
    return (own > least) - (own < least);
}

/* Return the number of rounds that ${seat} missed: of matches of several games, those without one.
 */
static int64_t missed_by(const struct story *s, const struct lm_seat *seat)
{
    bool matches = s->system->games_per_match > 1;
    return matches ? (int64_t)s->position->round - 1 - seat->meetings : seat->unplayed;
}

/* Write the players who cannot have the bye again, and the number of games that each of the others
 * missed. */
static void put_bye(struct story *s, uint32_t player)
{
    const struct lm_position *p = s->position;
    const struct lm_seat *holder = &p->seats[p->seat_of[player]];
    lm_json_begin_inline(&s->w, "barred", '[');
    for (uint32_t i = 0; i < p->seat_count; i++)
        if (compare_byes(s, &p->seats[i], holder) > 0 && p->seats[i].score <= holder->score)
            lm_json_put_integer(&s->w, NULL, p->seats[i].tpn);
    lm_json_end(&s->w, ']');
    lm_json_begin_inline(&s->w, "rivals", '[');
    for (uint32_t i = 0; i < p->seat_count; i++)
        if (compare_byes(s, &p->seats[i], holder) == 0 && p->seats[i].score <= holder->score) {
            lm_json_begin(&s->w, NULL, '{');
            lm_json_put_integer(&s->w, "player", p->seats[i].tpn);
            lm_json_put_tenths(&s->w, "score", p->seats[i].score);
            lm_json_put_integer(&s->w, "missed", missed_by(s, &p->seats[i]));
            lm_json_end(&s->w, '}');
        }
    lm_json_end(&s->w, ']');
}

/* Write the row of a table, and the two numbers that meet in it. */
static void put_place(struct story *s, const struct lm_table_place *place)
{
    lm_json_begin_inline(&s->w, "table", '{');
    lm_json_put_integer(&s->w, "seats", place->seats);
    lm_json_put_integer(&s->w, "row", place->row);
    lm_json_put_integer(&s->w, "mine", place->mine);
    lm_json_put_integer(&s->w, "theirs", place->theirs);
    if (place->my_team != 0) {
        lm_json_put_string(&s->w, "my_team", place->my_team == 'A' ? "A" : "B");
        lm_json_put_string(&s->w, "opponents", place->opponents == 'A' ? "A" : "B");
    }
    lm_json_put_integer(&s->w, "opponent", tpn_of(s, place->opponent));
    lm_json_end(&s->w, '}');
}

/* Write the scores used for the pairing; with virtual points, also those of the standings. */
static void put_scores(struct story *s, const struct lm_why *why)
{
    const struct lm_position *p = s->position;
    const struct lm_seat *own = &p->seats[p->seat_of[why->player]];
    const struct lm_seat *other =
        why->opponent == LM_NOBODY ? NULL : &p->seats[p->seat_of[why->opponent]];
    lm_json_begin_inline(&s->w, "scores", '{');
    lm_json_put_tenths(&s->w, "player", own->score);
    if (other != NULL)
        lm_json_put_tenths(&s->w, "opponent", other->score);
    lm_json_end(&s->w, '}');
    if (own->score == own->points && (other == NULL || other->score == other->points))
        return;
    lm_json_begin_inline(&s->w, "points", '{');
    lm_json_put_tenths(&s->w, "player", own->points);
    if (other != NULL)
        lm_json_put_tenths(&s->w, "opponent", other->points);
    lm_json_end(&s->w, '}');
}

/* Return the last round in which the two of ${other} met, if that forbids the pair (by rules
 * without colours by forfeit, too); 0: it does not. */
static uint32_t round_met(const struct story *s, const struct lm_alternative *other)
{
    const struct lm_position *p = s->position;
    const char *reason = s->system->criteria[other->rule].reason;
    if (other->opponent == LM_NOBODY || other->possible || other->later || reason == NULL ||
        strcmp(reason, "obstacle.met") != 0)
        return 0;
    uint32_t met = lm_round_met(p, p->seat_of[other->player], p->seat_of[other->opponent]);
    for (uint32_t r = p->round; s->system->colours == LM_NO_COLOURS && --r > met;)
        if (lm_record_of(p->tournament, other->player, r)->opponent == other->opponent)
            met = r;
    return met;
}

/* Write another alternative that was weighed, and the reason against it. */
static void put_other(struct story *s, const struct lm_alternative *other)
{
    uint32_t met = round_met(s, other);
    lm_json_begin_inline(&s->w, NULL, '{');
    lm_json_put_integer(&s->w, "player", tpn_of(s, other->player));
    lm_json_put_integer(&s->w, "opponent", tpn_of(s, other->opponent));
    lm_json_put_string(&s->w, "code",
                       other->later ? "order" : s->system->criteria[other->rule].code);
    if (!other->later && other->forced.with != other->forced.without) {
        lm_json_put_integer(&s->w, "with", other->forced.with);
        lm_json_put_integer(&s->w, "without", other->forced.without);
    }
    if (met > 0)
        lm_json_put_integer(&s->w, "met_in_round", met);
    lm_json_end(&s->w, '}');
}

/* Does ${other} also answer ${why}: is it about players who might leave, or who might meet one of
 * the two? */
static bool answers_too(const struct story *s, const struct lm_why *why,
                        const struct lm_alternative *other)
{
    if (other == why->alternative || other->line != LM_LINE_NONE)
        return false;
    if (why->question != LM_WHY_OPPONENT)
        return lm_why_moves_too(s->position, why, other);
    if (other->opponent == LM_NOBODY)
        return false;
    return other->player == why->player || other->opponent == why->player ||
           other->player == why->opponent;
}

static void put_others(struct story *s, const struct lm_why *why)
{
    lm_json_begin(&s->w, "others", '[');
    for (size_t i = 0; why->bracket != NULL && i < why->bracket->alternative_count; i++)
        if (answers_too(s, why, &why->bracket->alternatives[i]))
            put_other(s, &why->bracket->alternatives[i]);
    lm_json_end(&s->w, ']');
}

/* Return why there is no game. */
static const char *absence_name(uint8_t absence)
{
    return absence == LM_FULL_BYE   ? "full"
           : absence == LM_HALF_BYE ? "half"
           : absence == LM_ZERO_BYE ? "zero"
                                    : "none";
}

/* Write the players left over that make several groups be paired as one. */
static void put_left_over(struct story *s, const struct lm_forced *rest)
{
    lm_json_begin_inline(&s->w, "left_over", '{');
    lm_json_put_tenths(&s->w, "score", rest->with);
    lm_json_begin(&s->w, "players", '[');
    for (size_t i = 0; i < rest->hurt_count && i < LM_FORCED_NAMED; i++)
        lm_json_put_integer(&s->w, NULL, tpn_of(s, rest->hurt[i].player));
    lm_json_end(&s->w, ']');
    lm_json_end(&s->w, '}');
}

static bool is_paired(const struct story *s, uint32_t player)
{
    return s->position->seat_of[player] != LM_NOBODY;
}

static void put_facts(struct story *s, const struct lm_why *why)
{
    uint32_t board;
    const struct lm_pair *pair = lm_pairing_of_player(s->pairing, why->player, &board);
    if (why->question == LM_WHY_COLOUR)
        put_colours(s, pair);
    else if (why->question == LM_WHY_BOARD)
        put_board(s, pair, board);
    else if (why->question == LM_WHY_BYE)
        put_bye(s, why->player);
    else if (why->question == LM_WHY_ABSENCE)
        lm_json_put_string(&s->w, "kind", absence_name(why->absence));
    if (why->question == LM_WHY_OPPONENT && s->system->opponent_rules != NULL)
        lm_json_put_string(&s->w, "opponent_rule",
                           s->system->opponent_rules[pair->opponent_rule].code);
    bool against =
        why->question == LM_WHY_AGAINST && is_paired(s, why->player) && is_paired(s, why->opponent);
    if (why->question == LM_WHY_OPPONENT || why->question == LM_WHY_FLOAT ||
        why->question == LM_WHY_BYE || against)
        put_scores(s, why);
    if (why->table.seats > 0)
        put_place(s, &why->table);
    if (why->answer == LM_WHY_BY_RULE && why->question == LM_WHY_FLOAT && why->alternative != NULL)
        put_left_over(s, &why->alternative->forced);
    if (why->question != LM_WHY_OPPONENT || why->alternative == NULL)
        return;
    lm_json_begin_inline(&s->w, "expected", '{');
    lm_json_put_integer(&s->w, "player", tpn_of(s, why->alternative->player));
    lm_json_put_integer(&s->w, "opponent", tpn_of(s, why->alternative->opponent));
    lm_json_end(&s->w, '}');
}

static void put_why(struct story *s, const struct lm_why *why)
{
    lm_json_begin(&s->w, NULL, '{');
    lm_json_put_string(&s->w, "question", lm_question_name(why->question));
    lm_json_put_integer(&s->w, "player", tpn_of(s, why->player));
    if (why->opponent != LM_NOBODY)
        lm_json_put_integer(&s->w, "opponent", tpn_of(s, why->opponent));
    lm_json_put_string(&s->w, "answer", lm_why_kind_name(why->answer));
    lm_json_put_string(&s->w, "template", why->key);
    lm_json_put_string(&s->w, "code", why->code);
    lm_json_put_string(&s->w, "article", why->article);
    if (why->score != LM_NO_POINTS)
        put_group(s, why);
    if (why->met_round > 0)
        lm_json_put_integer(&s->w, "met_in_round", why->met_round);
    put_facts(s, why);
    if (why->alternative != NULL && why->alternative->told)
        put_told(s, why->alternative);
    if (why->alternative != NULL && is_compared(why->alternative))
        put_forced(s, why->alternative);
    if (why->question == LM_WHY_OPPONENT || why->question == LM_WHY_FLOAT ||
        why->question == LM_WHY_BYE)
        put_others(s, why);
    lm_json_put_string(&s->w, "text", why->text);
    lm_json_begin(&s->w, "more", '[');
    for (size_t i = 0; i < why->more_count; i++)
        lm_json_put_string(&s->w, NULL, why->more[i]);
    lm_json_end(&s->w, ']');
    lm_json_end(&s->w, '}');
}

/* Write the pairing that was played instead of the explained one. */
static enum lm_status put_departure(struct story *s)
{
    struct lm_arena *arena = s->w.out->arena;
    struct lm_difference d;
    enum lm_status status = lm_compare_played(s->system, s->position, s->pairing, arena, &d);
    if (status != LM_OK || !lm_round_differs(&d))
        return status;
    lm_json_begin(&s->w, "departure", '{');
    lm_json_put_string(&s->w, "text", lm_departure_note(&d, s->language, arena));
    if (d.declared != NULL)
        lm_json_put_string(&s->w, "declared", d.declared);
    lm_json_begin(&s->w, "played", '[');
    const struct lm_pair *pair;
    for (uint32_t next = 0; (pair = lm_pairing_next_own(d.found, d.expected, &next)) != NULL;) {
        lm_json_begin_inline(&s->w, NULL, '{');
        lm_json_put_integer(&s->w, "white", tpn_of(s, pair->white));
        if (pair->black != LM_NOBODY)
            lm_json_put_integer(&s->w, "black", tpn_of(s, pair->black));
        lm_json_end(&s->w, '}');
    }
    lm_json_end(&s->w, ']');
    lm_json_end(&s->w, '}');
    return LM_OK;
}

/* Write the answers for ${player}, or for all players. */
static enum lm_status put_answers(struct story *s, uint32_t player, uint32_t against)
{
    const struct lm_tournament *t = s->position->tournament;
    uint32_t first = player == LM_NOBODY ? 0 : player;
    uint32_t end = player == LM_NOBODY ? t->player_count : player + 1;
    enum lm_status status = LM_OK;
    lm_json_begin(&s->w, "answers", '[');
    for (uint32_t i = first; i < end && status == LM_OK; i++) {
        struct lm_whys whys;
        status = lm_why_player(s->system, s->position, s->pairing, i, against, s->language,
                               s->w.out->arena, &whys);
        for (size_t k = 0; status == LM_OK && k < whys.count; k++)
            put_why(s, &whys.all[k]);
    }
    lm_json_end(&s->w, ']');
    return status;
}

static bool concerns(const struct lm_finding *finding, uint32_t player)
{
    for (size_t i = 0; i < finding->player_count; i++)
        if (finding->players[i] == player)
            return true;
    return false;
}

/* Write the findings of bracket ${number} under its rules: all of them, or those about ${player}.
 */
static void put_findings(struct story *s, size_t number, uint32_t player)
{
    const struct lm_bracket *bracket = &s->pairing->brackets[number];
    for (size_t i = 0; i < bracket->finding_count; i++) {
        const struct lm_finding *finding = &bracket->findings[i];
        const struct lm_rule *rule = &s->system->criteria[finding->rule];
        if (player != LM_NOBODY && !concerns(finding, player))
            continue;
        lm_json_begin_inline(&s->w, NULL, '{');
        if (player != LM_NOBODY)
            lm_json_put_integer(&s->w, "bracket", (int64_t)number);
        lm_json_put_string(&s->w, "question", lm_question_name(finding->about));
        lm_json_put_string(&s->w, "code", rule->code);
        lm_json_put_string(&s->w, "article", rule->article);
        lm_json_begin(&s->w, "values", '[');
        for (size_t k = 0; k < finding->value_count; k++)
            lm_json_put_integer(&s->w, NULL, finding->values[k]);
        lm_json_end(&s->w, ']');
        put_players(s, "players", finding->players, finding->player_count);
        lm_json_end(&s->w, '}');
    }
}

static void put_bracket(struct story *s, size_t number)
{
    const struct lm_bracket *bracket = &s->pairing->brackets[number];
    lm_json_begin(&s->w, NULL, '{');
    if (bracket->score != LM_NO_POINTS)
        lm_json_put_tenths(&s->w, "score", bracket->score);
    put_players(s, "moved", bracket->moved, bracket->moved_count);
    put_players(s, "residents", bracket->residents, bracket->resident_count);
    put_players(s, "floaters", bracket->floaters, bracket->floater_count);
    lm_json_begin(&s->w, "pairs", '[');
    for (uint32_t i = 0; i < s->pairing->pair_count; i++)
        if (s->pairing->pairs[i].bracket == number)
            put_pair(s, i);
    lm_json_end(&s->w, ']');
    put_lines(s, &bracket->lines);
    lm_json_begin(&s->w, "findings", '[');
    put_findings(s, number, LM_NOBODY);
    lm_json_end(&s->w, ']');
    lm_json_end(&s->w, '}');
}

static void put_round(struct story *s)
{
    lm_json_begin(&s->w, "brackets", '[');
    for (size_t b = 0; b < s->pairing->bracket_count; b++)
        put_bracket(s, b);
    lm_json_end(&s->w, ']');
}

static void put_player(struct story *s, uint32_t player)
{
    uint32_t board;
    const struct lm_pair *pair = lm_pairing_of_player(s->pairing, player, &board);
    lm_json_put_integer(&s->w, "player", s->players[player].tpn);
    if (pair != NULL && pair->black != LM_NOBODY) {
        bool white = pair->white == player;
        lm_json_put_integer(&s->w, "board", board);
        lm_json_put_integer(&s->w, "opponent", s->players[white ? pair->black : pair->white].tpn);
        lm_json_put_string(&s->w, "colour", white ? "white" : "black");
    }
    lm_json_begin(&s->w, "findings", '[');
    for (size_t b = 0; b < s->pairing->bracket_count; b++)
        put_findings(s, b, player);
    lm_json_end(&s->w, ']');
}

enum lm_status lm_answer_explanation(const struct lm_system *system,
                                     const struct lm_position *position,
                                     const struct lm_pairing *pairing, uint32_t player,
                                     uint32_t against, const struct lm_language *language,
                                     struct lm_text *out)
{
    const struct lm_tournament *t = position->tournament;
    if (system == NULL || (player != LM_NOBODY && player >= t->player_count))
        return LM_INVALID;
    struct story s = {.system = lm_system_in_round(system, t, pairing->round),
                      .position = position,
                      .pairing = pairing,
                      .players = t->players,
                      .language = language,
                      .w = lm_json_writer_to(out, false)};
    lm_json_begin(&s.w, NULL, '{');
    lm_json_put_string(&s.w, "format", "limmat-explanation/1");
    lm_json_put_string(&s.w, "tournament", t->name);
    lm_json_put_integer(&s.w, "round", pairing->round);
    lm_json_put_string(&s.w, "system", system->name);
    enum lm_status status = put_departure(&s);
    if (status == LM_OK && player == LM_NOBODY)
        put_round(&s);
    else if (status == LM_OK)
        put_player(&s, player);
    if (status == LM_OK)
        status = put_answers(&s, player, player == LM_NOBODY ? LM_NOBODY : against);
    lm_json_end(&s.w, '}');
    lm_text_add_char(out, '\n');
    return status;
}
