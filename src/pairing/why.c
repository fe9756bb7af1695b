/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/why.h"

#include <string.h>

/*
 * An answer is put together from what the engine recorded: the pair's place in the order, and the
 * alternatives that it weighed, each with what it would have cost first and whom (struct
 * lm_forced). Keys of sentences come from the rules' rows; a system whose rows have none is not
 * answered here.
 */

enum { MORE = 6 };

/* An answer while it is made. */
struct asking {
    const struct lm_system *system;
    const struct lm_position *p;
    const struct lm_pairing *pairing;
    const struct lm_language *language;
    struct lm_arena *arena;
    struct lm_whys *out;
    uint32_t player, against;
    bool failed;
};

const char *lm_question_name(enum lm_question question)
{
    static const char *const names[LM_QUESTION_COUNT] = {"opponent", "float",   "bye",     "colour",
                                                         "board",    "absence", "against", "wish"};
    return names[question];
}

const char *lm_question_key(enum lm_question question)
{
    static const char *const keys[LM_QUESTION_COUNT] = {
        [LM_WHY_OPPONENT] = LM_KEY("question.opponent"),
        [LM_WHY_FLOAT] = LM_KEY("question.float"),
        [LM_WHY_BYE] = LM_KEY("question.bye"),
        [LM_WHY_COLOUR] = LM_KEY("question.colour"),
        [LM_WHY_BOARD] = LM_KEY("question.board"),
        [LM_WHY_ABSENCE] = LM_KEY("question.absence"),
        [LM_WHY_AGAINST] = LM_KEY("question.against"),
        [LM_WHY_WISH] = LM_KEY("question.wish")};
    return keys[question];
}

const char *lm_why_kind_name(enum lm_why_kind answer)
{
    static const char *const names[] = {"natural", "obstacle", "order", "rule"};
    return names[answer];
}

const char *lm_departure_told(const struct lm_difference *d, const struct lm_language *language,
                              struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    const struct lm_value declaration = lm_value_text("declaration", d->declared);
    const struct lm_sentence sentence = {d->declared == NULL ? LM_KEY("departure")
                                                             : LM_KEY("departure.declared"),
                                         &declaration, d->declared != NULL};
    lm_say(&text, language, &sentence);
    return lm_text_string(&text);
}

/* --- values */

static const struct lm_seat *seat_of(const struct asking *a, uint32_t player)
{
    return &a->p->seats[a->p->seat_of[player]];
}

/* "7 Huber" as what stands for ${name}; nobody is nothing. */
static struct lm_value person(struct asking *a, const char *name, uint32_t player)
{
    struct lm_text text = lm_text_in(a->arena);
    if (player == LM_NOBODY)
        return lm_value_text(name, "");
    const struct lm_player *who = &a->p->tournament->players[player];
    lm_text_print(&text, who->name[0] == '\0' ? "%u" : "%u %s", who->tpn, who->name);
    a->failed |= text.failed;
    return lm_value_text(name, lm_text_string(&text));
}

/* "2½ points" */
static struct lm_value points(struct asking *a, const char *name, int32_t tenths)
{
    struct lm_sentence *sentence = lm_arena_alloc(a->arena, 1, sizeof *sentence);
    struct lm_value *value = lm_arena_alloc(a->arena, 1, sizeof *value);
    if (sentence == NULL || value == NULL) {
        a->failed = true;
        return lm_value_text(name, "");
    }
    *value = lm_value_points("points", tenths);
    *sentence = (struct lm_sentence){LM_KEY("points"), value, 1};
    return lm_value_sentence(name, sentence);
}

static struct lm_value colour(const char *name, uint8_t wish)
{
    return lm_value_text(name, wish == LM_WHITE ? "white" : "black");
}

static struct lm_value persons(struct asking *a, const char *name, const struct lm_forced *forced)
{
    size_t count = forced->hurt_count < LM_FORCED_NAMED ? forced->hurt_count : LM_FORCED_NAMED;
    struct lm_value *list = lm_arena_alloc(a->arena, forced->hurt_count, sizeof *list);
    if (list == NULL) {
        a->failed = true;
        count = 0;
    }
    for (size_t i = 0; i < count; i++)
        list[i] = person(a, NULL, forced->hurt[i].player);
    return lm_value_list(name, list, list == NULL ? 0 : forced->hurt_count);
}

static const char *say(struct asking *a, const char *key, const struct lm_value *values,
                       size_t count)
{
    struct lm_text text = lm_text_in(a->arena);
    lm_say(&text, a->language, &(struct lm_sentence){key, values, count});
    a->failed |= text.failed;
    return lm_text_string(&text);
}

/* The sentences one after the other; NULL is none. */
static const char *in_turn(struct asking *a, const char *first, const char *second,
                           const char *third)
{
    struct lm_text text = lm_text_in(a->arena);
    const char *const all[] = {first, second, third};
    for (int i = 0; i < 3; i++)
        if (all[i] != NULL && all[i][0] != '\0')
            lm_text_print(&text, "%s%s", text.length == 0 ? "" : " ", all[i]);
    a->failed |= text.failed;
    return lm_text_string(&text);
}

/* --- what stands against something */

/* A sentence about an alternative. */
struct obstacle {
    const char *key, *code, *article, *text;
    uint32_t met_round;
};

/* Two who may not meet: because they met, by the arbiter, or for their colours. */
static void say_forbidden(struct asking *a, const struct lm_alternative *other,
                          struct obstacle *out)
{
    const struct lm_seat *one = seat_of(a, other->player);
    uint32_t x = a->p->seat_of[other->player], y = a->p->seat_of[other->opponent];
    const struct lm_value values[] = {person(a, "a", other->player),
                                      person(a, "b", other->opponent), colour("colour", one->wish),
                                      lm_value_number("round", 0)};
    struct lm_value filled[4];
    memcpy(filled, values, sizeof filled);
    out->key = LM_KEY("obstacle.same-absolute");
    if (lm_is_barred(a->p, x, y)) {
        out->met_round = lm_round_met(a->p, x, y);
        filled[3] = lm_value_number("round", out->met_round);
        out->key = out->met_round > 0 ? LM_KEY("obstacle.met") : LM_KEY("obstacle.excluded");
    }
    if (out->met_round == 0 && strcmp(out->key, "obstacle.excluded") == 0)
        out->code = out->article = "";
    out->text = say(a, out->key, filled, 4);
}

/* Of who may not have the bye: what was had instead of play. */
static void say_barred(struct asking *a, uint32_t player, struct obstacle *out)
{
    const struct lm_tournament *t = a->p->tournament;
    uint32_t round = 1;
    bool bye = false;
    for (; round < a->p->round && !bye; round++)
        bye = lm_record_of(t, player, round)->result == LM_PAB;
    const struct lm_value values[] = {person(a, "player", player),
                                      lm_value_number("round", round - 1)};
    out->key = bye ? LM_KEY("obstacle.second-bye") : LM_KEY("obstacle.unplayed-points");
    out->text = say(a, out->key, values, 2);
}

/* No legal pairing has it. */
static void say_impossible(struct asking *a, const struct lm_alternative *other,
                           struct obstacle *out)
{
    const struct lm_forced *forced = &other->forced;
    bool pair = other->opponent != LM_NOBODY;
    uint32_t x = a->p->seat_of[other->player];
    const char *key = a->system->criteria_said[other->rule].key;
    const struct lm_value values[] = {persons(a, "players", forced),
                                      points(a, "with", forced->with),
                                      points(a, "without", forced->without)};
    if (pair && (lm_is_barred(a->p, x, a->p->seat_of[other->opponent]) ||
                 strcmp(key, "obstacle.same-absolute") == 0)) {
        say_forbidden(a, other, out);
    } else if (!pair && strcmp(key, "obstacle.second-bye") == 0) {
        say_barred(a, other->player, out);
    } else if (strcmp(key, "obstacle.bye-score") == 0) {
        out->key = key;
        if (forced->hurt_count == 1)
            out->key = LM_KEY("obstacle.bye-score-of");
        out->text = say(a, out->key, values, 3);
    } else {
        out->key = forced->hurt_count > 0 ? LM_KEY("obstacle.left-over") : key;
        out->text = say(a, out->key, values, 1);
    }
}

/* It would be as good, and comes later. */
static void say_later(struct asking *a, const struct lm_alternative *other, struct obstacle *out)
{
    const struct lm_forced *f = &other->forced;
    bool own =
        other->opponent != LM_NOBODY && (f->first == other->player || f->first == other->opponent);
    const struct lm_value values[] = {person(a, "first", f->first), person(a, "own", f->own),
                                      person(a, "other", f->other)};
    out->code = "order";
    out->article = a->system->opponent_rules == NULL ? "" : a->system->opponent_rules[0].article;
    out->key = f->exchanges            ? LM_KEY("order.exchange")
               : f->first == LM_NOBODY ? LM_KEY("order.later")
               : f->other == LM_NOBODY ? LM_KEY("order.leaves")
               : own                   ? LM_KEY("order.own")
                                       : LM_KEY("order.first");
    out->text = say(a, out->key, values, 3);
}

/* Is the pair that ${forced} hurts first the pair of ${other} itself? */
static bool hurts_itself(const struct lm_alternative *other)
{
    uint32_t player = other->forced.hurt[0].player, opponent = other->forced.hurt[0].opponent;
    return (player == other->player && opponent == other->opponent) ||
           (player == other->opponent && opponent == other->player);
}

/* A criterion is worse with it. */
static void say_worse(struct asking *a, const struct lm_alternative *other, struct obstacle *out)
{
    const struct lm_forced *f = &other->forced;
    uint32_t first = f->hurt_count > 0 ? f->hurt[0].player : LM_NOBODY;
    uint32_t second = f->hurt_count > 0 ? f->hurt[0].opponent : LM_NOBODY;
    const struct lm_value values[] = {
        person(a, "a", first),
        person(a, "b", second),
        colour("colour", first == LM_NOBODY ? LM_NO_COLOUR : seat_of(a, first)->wish),
        persons(a, "players", f),
        lm_value_number("with", f->with),
        lm_value_number("without", f->without),
        lm_value_number("more", f->with - f->without)};
    const char *key = a->system->criteria_said[other->rule].key;
    if (strcmp(key, "obstacle.colour") == 0)
        key = f->hurt_count == 0 || second == LM_NOBODY             ? LM_KEY("obstacle.colours")
              : other->opponent != LM_NOBODY && hurts_itself(other) ? LM_KEY("obstacle.colour-own")
                                                                    : key;
    else if (f->hurt_count == 0 && a->system->criteria_said[other->rule].plain != NULL)
        key = a->system->criteria_said[other->rule].plain;
    out->key = key;
    out->text = say(a, key, values, sizeof values / sizeof values[0]);
}

static bool find_obstacle(struct asking *a, const struct lm_alternative *other,
                          struct obstacle *out)
{
    const struct lm_rule *rule = &a->system->criteria[other->rule];
    *out = (struct obstacle){.code = rule->code, .article = rule->article};
    if ((!other->was_forced && !other->bounded) || a->system->criteria_said == NULL)
        return false;
    if (!other->possible)
        say_impossible(a, other, out);
    else if (other->later)
        say_later(a, other, out);
    else
        say_worse(a, other, out);
    return true;
}

const char *lm_why_not(const struct lm_system *system, const struct lm_position *position,
                       const struct lm_pairing *pairing, const struct lm_alternative *alternative,
                       const struct lm_language *language, struct lm_arena *arena)
{
    struct asking a = {
        .system = system, .p = position, .pairing = pairing, .language = language, .arena = arena};
    struct obstacle obstacle;
    if (!find_obstacle(&a, alternative, &obstacle))
        return NULL;
    const struct lm_value values[] = {person(&a, "a", alternative->player),
                                      person(&a, "b", alternative->opponent)};
    const char *expectation =
        alternative->opponent == LM_NOBODY ? say(&a, LM_KEY("expected.leaves"), values, 1)
        : alternative->expected            ? say(&a, LM_KEY("expected.pair"), values, 2)
                                           : say(&a, LM_KEY("expected.named"), values, 2);
    return in_turn(&a, expectation, obstacle.text, NULL);
}

/* --- alternatives of a player */

static bool is_of(const struct lm_alternative *other, uint32_t player)
{
    return other->player == player || other->opponent == player;
}

/* What was expected of ${player} in ${bracket}; NULL: nothing was weighed. */
static const struct lm_alternative *expected_of(const struct lm_bracket *bracket, uint32_t player)
{
    for (size_t i = 0; i < bracket->alternative_count; i++) {
        const struct lm_alternative *other = &bracket->alternatives[i];
        if (other->expected && other->opponent != LM_NOBODY && is_of(other, player))
            return other;
    }
    return NULL;
}

/* Who was expected to leave ${bracket}. */
static const struct lm_alternative *expected_to_leave(const struct lm_bracket *bracket)
{
    for (size_t i = 0; i < bracket->alternative_count; i++)
        if (bracket->alternatives[i].expected && bracket->alternatives[i].opponent == LM_NOBODY)
            return &bracket->alternatives[i];
    return NULL;
}

static uint32_t size_of(const struct lm_bracket *bracket)
{
    return (uint32_t)(bracket->moved_count + bracket->resident_count);
}

/* --- answers */

/* A new answer to ${question}, with what all of them have. */
static struct lm_why *begin(struct asking *a, enum lm_question question,
                            const struct lm_bracket *bracket, uint32_t opponent)
{
    struct lm_whys *out = a->out;
    if (!lm_arena_grow(a->arena, &out->all, &out->capacity, out->count + 1, sizeof *out->all)) {
        a->failed = true;
        return NULL;
    }
    struct lm_why *why = &out->all[out->count++];
    *why = (struct lm_why){.question = question,
                           .answer = LM_WHY_BY_RULE,
                           .key = "",
                           .code = "",
                           .article = "",
                           .text = "",
                           .player = a->player,
                           .opponent = opponent,
                           .score = bracket == NULL ? LM_NO_POINTS : bracket->score,
                           .size = bracket == NULL ? 0 : size_of(bracket),
                           .bracket = bracket};
    return why;
}

static void take_rule(struct lm_why *why, const struct lm_rule *rule)
{
    why->code = rule->code;
    why->article = rule->article;
}

/* ${why} is answered by what stands against ${other}, after ${expectation}. */
static bool answer_by(struct asking *a, struct lm_why *why, const char *lead,
                      const char *expectation, const struct lm_alternative *other)
{
    struct obstacle obstacle;
    if (!find_obstacle(a, other, &obstacle))
        return false;
    why->answer = other->later ? LM_WHY_BY_ORDER : LM_WHY_BY_OBSTACLE;
    why->alternative = other;
    why->key = obstacle.key;
    why->code = obstacle.code;
    why->article = obstacle.article;
    why->met_round = obstacle.met_round;
    why->text = in_turn(a, lead, expectation, obstacle.text);
    return true;
}

/* The other alternatives of the player, to unfold. */
static void add_more(struct asking *a, struct lm_why *why, bool leaving)
{
    const char **more = lm_arena_alloc(a->arena, MORE, sizeof *more);
    if (more == NULL || why->bracket == NULL) {
        a->failed |= more == NULL;
        return;
    }
    for (size_t i = 0; i < why->bracket->alternative_count && why->more_count < MORE; i++) {
        const struct lm_alternative *other = &why->bracket->alternatives[i];
        bool about = leaving ? other->opponent == LM_NOBODY
                             : other->opponent != LM_NOBODY && is_of(other, a->player);
        if (!about || other == why->alternative)
            continue;
        const char *text = lm_why_not(a->system, a->p, a->pairing, other, a->language, a->arena);
        if (text != NULL)
            more[why->more_count++] = text;
    }
    why->more = more;
}

/* The order alone gives the pair. */
static void answer_natural(struct asking *a, struct lm_why *why, uint8_t number)
{
    const char *key = a->system->opponents_said[number].key;
    const struct lm_value values[] = {points(a, "points", why->score),
                                      person(a, "other", why->opponent),
                                      lm_value_number("n", (int64_t)why->bracket->resident_count)};
    why->answer = LM_WHY_BY_NATURE;
    why->key = key;
    take_rule(why, &a->system->opponent_rules[number]);
    why->text = say(a, key, values, 3);
}

/* The expectation, said to the player if it is his own. */
static const char *expectation_of(struct asking *a, const struct lm_alternative *other)
{
    bool own = is_of(other, a->player);
    uint32_t first = own ? a->player : other->player;
    uint32_t second = other->player == first ? other->opponent : other->player;
    const struct lm_value values[] = {person(a, "a", first), person(a, "b", second)};
    return say(a, own ? LM_KEY("expected.you") : LM_KEY("expected.pair"), values, 2);
}

static void answer_opponent(struct asking *a, const struct lm_pair *pair,
                            const struct lm_bracket *bracket)
{
    uint32_t opponent = pair->white == a->player ? pair->black : pair->white;
    struct lm_why *why = begin(a, LM_WHY_OPPONENT, bracket, opponent);
    if (why == NULL)
        return;
    const struct lm_alternative *other = expected_of(bracket, a->player);
    if (other == NULL)
        other = expected_of(bracket, opponent);
    if (pair->opponent_rule != 0 && other == NULL)
        answer_natural(a, why, pair->opponent_rule);
    else if (other == NULL || !answer_by(a, why, NULL, expectation_of(a, other), other))
        answer_natural(a, why, pair->opponent_rule);
    add_more(a, why, false);
}

/* The bracket that ${player} left unpaired, whose resident he was; NULL: he did not. */
static const struct lm_bracket *left_bracket(const struct asking *a, uint32_t player)
{
    for (size_t b = 0; b < a->pairing->bracket_count; b++)
        for (size_t i = 0; i < a->pairing->brackets[b].floater_count; i++)
            if (a->pairing->brackets[b].floaters[i] == player)
                return &a->pairing->brackets[b];
    return NULL;
}

/* Why ${player} plays with fewer points. */
static void answer_down(struct asking *a, const struct lm_pair *pair)
{
    const struct lm_bracket *bracket = left_bracket(a, a->player);
    uint32_t opponent = pair->white == a->player ? pair->black : pair->white;
    if (bracket == NULL)
        return;
    struct lm_why *why = begin(a, LM_WHY_FLOAT, bracket, opponent);
    if (why == NULL)
        return;
    const struct lm_alternative *other = expected_to_leave(bracket);
    const struct lm_value values[] = {
        points(a, "points", why->score), lm_value_number("n", why->size),
        lm_value_number("leaving", (int64_t)bracket->floater_count),
        person(a, "expected", other == NULL ? LM_NOBODY : other->player)};
    const char *key = why->size == 1                ? LM_KEY("float.alone")
                      : bracket->floater_count == 1 ? LM_KEY("float.odd")
                                                    : LM_KEY("float.several");
    const char *lead = say(a, key, values, 3);
    const struct lm_rule *rule = &a->system->opponent_rules[0];
    why->key = key;
    why->answer = LM_WHY_BY_NATURE;
    why->text = lead;
    take_rule(why, rule);
    if (why->size == 1)
        return;
    const struct lm_alternative *stay = expected_of(bracket, a->player);
    if (stay != NULL && bracket->floater_count > 1 &&
        answer_by(a, why, lead, expectation_of(a, stay), stay))
        return;
    if (other == NULL ||
        !answer_by(a, why, lead, say(a, LM_KEY("float.usual"), values, 4), other)) {
        why->key = LM_KEY("float.last");
        why->text = in_turn(a, lead, say(a, LM_KEY("float.last"), NULL, 0), NULL);
    }
    add_more(a, why, true);
}

/* Why ${player} plays with more points: the other one's float. */
static void answer_up(struct asking *a, const struct lm_pair *pair)
{
    uint32_t opponent = pair->white == a->player ? pair->black : pair->white;
    const struct lm_bracket *left = left_bracket(a, opponent);
    if (left == NULL)
        return;
    struct lm_why *why = begin(a, LM_WHY_FLOAT, left, opponent);
    if (why == NULL)
        return;
    const struct lm_value values[] = {person(a, "other", opponent),
                                      points(a, "points", seat_of(a, opponent)->score),
                                      lm_value_number("leaving", (int64_t)left->floater_count)};
    why->answer = LM_WHY_BY_NATURE;
    why->key = size_of(left) == 1 ? LM_KEY("float.up-alone") : LM_KEY("float.up");
    why->text = say(a, why->key, values, 3);
    take_rule(why, &a->system->opponent_rules[0]);
}

/* --- the bye */

/* Those with no more points who may not have the bye, into ${list}. */
static size_t list_passed(struct asking *a, const struct lm_seat *receiver, struct lm_value *list)
{
    size_t count = 0;
    for (uint32_t s = 0; s < a->p->seat_count; s++) {
        const struct lm_seat *seat = &a->p->seats[s];
        if (seat->pab_barred && seat->score <= receiver->score && seat > receiver)
            list[count++] = person(a, NULL, seat->player);
    }
    return count;
}

static void answer_bye(struct asking *a, const struct lm_bracket *bracket)
{
    const struct lm_seat *receiver = seat_of(a, a->player);
    struct lm_value *list = lm_arena_alloc(a->arena, a->p->seat_count, sizeof *list);
    const char **more = lm_arena_alloc(a->arena, MORE, sizeof *more);
    struct lm_why *why = begin(a, LM_WHY_BYE, bracket, LM_NOBODY);
    if (list == NULL || more == NULL || why == NULL) {
        a->failed = true;
        return;
    }
    const struct lm_rule *rule = &a->system->criteria[a->system->second_bye];
    for (size_t i = bracket->finding_count; i-- > 0;) /* the first that is about it */
        if (bracket->findings[i].about == LM_ABOUT_BYE)
            rule = &a->system->criteria[bracket->findings[i].rule];
    const struct lm_alternative *other = expected_to_leave(bracket);
    size_t passed = list_passed(a, receiver, list);
    bool last = receiver == &a->p->seats[a->p->seat_count - 1];
    const struct lm_value values[] = {
        points(a, "points", receiver->score), lm_value_list("players", list, passed),
        person(a, "expected", other == NULL ? LM_NOBODY : other->player)};
    why->score = receiver->score;
    take_rule(why, rule);
    why->answer = LM_WHY_BY_NATURE;
    why->key = last ? LM_KEY("bye.last") : LM_KEY("bye.lowest");
    const char *lead = say(a, why->key, values, 1);
    why->text = lead;
    if (!last && passed == a->p->seat_count - 1 - (size_t)(receiver - a->p->seats)) {
        why->key = LM_KEY("bye.passed");
        why->text = in_turn(a, lead, say(a, why->key, values, 2), NULL);
    } else if (!last && other != NULL) {
        answer_by(a, why, lead, say(a, LM_KEY("bye.usual"), values, 3), other);
        if (passed > 0)
            more[why->more_count++] = say(a, LM_KEY("bye.passed"), values, 2);
        why->more = more;
    }
}

/* --- colours and boards */

static const char *due_of(struct asking *a, const struct lm_seat *seat)
{
    static const char *const strengths[] = {[LM_NO_PREFERENCE] = "none",
                                            [LM_MILD] = "mild",
                                            [LM_STRONG] = "strong",
                                            [LM_ABSOLUTE] = "absolute"};
    int whites = (seat->games + seat->colour_difference) / 2;
    uint8_t last = seat->games == 0 ? LM_NO_COLOUR : seat->colours[seat->games - 1];
    const struct lm_value values[] = {person(a, "player", seat->player),
                                      colour("colour", seat->wish),
                                      lm_value_text("strength", strengths[seat->strength]),
                                      lm_value_number("whites", whites),
                                      lm_value_number("blacks", whites - seat->colour_difference),
                                      colour("last", last)};
    if (seat->wish == LM_NO_COLOUR)
        return say(a, LM_KEY("colour.no-game"), values, 1);
    return say(a, LM_KEY("colour.due"), values, 6);
}

/* Whose colour decides: of the only one due his, else of the higher ranked. */
static const struct lm_seat *favoured(const struct lm_seat *white, const struct lm_seat *black)
{
    bool white_pleased = white->wish == LM_WHITE, black_pleased = black->wish == LM_BLACK;
    if (white_pleased != black_pleased)
        return white_pleased ? white : black;
    return white < black ? white : black;
}

static void answer_colour(struct asking *a, const struct lm_pair *pair)
{
    const struct lm_rule *rule = &a->system->colour_rules[pair->colour_rule];
    const struct lm_phrase *said = &a->system->colours_said[pair->colour_rule];
    const struct lm_seat *white = seat_of(a, pair->white), *black = seat_of(a, pair->black);
    const struct lm_seat *who = favoured(white, black);
    uint32_t opponent = pair->white == a->player ? pair->black : pair->white;
    struct lm_why *why = begin(a, LM_WHY_COLOUR, NULL, opponent);
    const char **more = lm_arena_alloc(a->arena, 2, sizeof *more);
    if (why == NULL || more == NULL) {
        a->failed = true;
        return;
    }
    bool one_free = (white->wish == LM_NO_COLOUR) != (black->wish == LM_NO_COLOUR);
    const struct lm_value values[] = {
        person(a, "white", pair->white),
        person(a, "black", pair->black),
        person(a, "who", who->player),
        person(a, "free", white->wish == LM_NO_COLOUR ? pair->white : pair->black),
        colour("colour", who->wish),
        lm_value_number("counted", who->counted),
        lm_value_text("parity", who->odd ? "odd" : "even"),
        colour("lot", a->p->initial_colour)};
    take_rule(why, rule);
    why->key = one_free && said->plain != NULL ? said->plain : said->key;
    why->text = say(a, why->key, values, sizeof values / sizeof values[0]);
    more[0] = due_of(a, white);
    more[1] = due_of(a, black);
    why->more = more;
    why->more_count = 2;
}

static void answer_board(struct asking *a, const struct lm_pair *pair, uint32_t board)
{
    int32_t high = pair->white_score > pair->black_score ? pair->white_score : pair->black_score;
    uint32_t opponent = pair->white == a->player ? pair->black : pair->white;
    struct lm_why *why = begin(a, LM_WHY_BOARD, NULL, opponent);
    if (why == NULL)
        return;
    const struct lm_value values[] = {lm_value_number("board", board), points(a, "points", high),
                                      points(a, "sum", pair->white_score + pair->black_score)};
    why->key = LM_KEY("board.order");
    why->article = "C.04.2 art. 3.6";
    why->text = say(a, why->key, values, 3);
}

static void answer_absence(struct asking *a)
{
    static const char *const why_not[LM_RESULT_COUNT] = {
        [LM_FULL_BYE] = "full", [LM_HALF_BYE] = "half", [LM_ZERO_BYE] = "zero"};
    const struct lm_tournament *t = a->p->tournament;
    uint8_t result = LM_BLANK;
    if (a->p->round <= t->round_capacity)
        result = lm_record_of(t, a->player, a->p->round)->result;
    for (size_t i = 0; i < t->bye_count && why_not[result] == NULL; i++)
        if (t->byes[i].player == a->player && t->byes[i].round == a->p->round)
            result = t->byes[i].kind;
    struct lm_why *why = begin(a, LM_WHY_ABSENCE, NULL, LM_NOBODY);
    if (why == NULL)
        return;
    const struct lm_value values[] = {
        lm_value_number("round", a->p->round),
        lm_value_text("kind", why_not[result] == NULL ? "none" : why_not[result])};
    why->key = LM_KEY("absence");
    why->text = say(a, why->key, values, 2);
}

/* --- */

/* The alternative that the player asked for by name; NULL: the two were in no bracket together. */
static const struct lm_alternative *named(const struct asking *a, const struct lm_bracket **bracket)
{
    for (size_t b = 0; b < a->pairing->bracket_count; b++) {
        *bracket = &a->pairing->brackets[b];
        for (size_t i = 0; i < (*bracket)->alternative_count; i++) {
            const struct lm_alternative *other = &(*bracket)->alternatives[i];
            if (other->named && is_of(other, a->player) && is_of(other, a->against))
                return other;
        }
    }
    *bracket = NULL;
    return NULL;
}

/* Why not somebody whom the player named? */
static void answer_against(struct asking *a, uint32_t opponent)
{
    bool seated = a->against != LM_NOBODY && a->p->seat_of[a->against] != LM_NOBODY;
    if (!seated || a->against == opponent || a->against == a->player ||
        a->system->criteria_said == NULL)
        return;
    const struct lm_bracket *bracket;
    const struct lm_alternative *other = named(a, &bracket);
    struct lm_why *why = begin(a, LM_WHY_AGAINST, bracket, LM_NOBODY);
    const struct lm_value values[] = {person(a, "b", a->against),
                                      points(a, "theirs", seat_of(a, a->against)->score),
                                      points(a, "own", seat_of(a, a->player)->score)};
    const char *lead = say(a, LM_KEY("against.you"), values, 1);
    if (why == NULL || (other != NULL && answer_by(a, why, NULL, lead, other)))
        return;
    uint32_t x = a->p->seat_of[a->player], y = a->p->seat_of[a->against];
    if (lm_is_barred(a->p, x, y)) {
        const struct lm_alternative pair = {.player = a->player, .opponent = a->against};
        struct obstacle obstacle = {.code = "", .article = ""};
        say_forbidden(a, &pair, &obstacle);
        why->key = obstacle.key;
        why->met_round = obstacle.met_round;
        why->text = in_turn(a, lead, obstacle.text, NULL);
    } else {
        why->key = LM_KEY("against.points");
        why->text = in_turn(a, lead, say(a, why->key, values, 3), NULL);
    }
}

static bool is_told(const struct asking *a, const char *key)
{
    for (size_t i = 0; i < a->out->count; i++)
        if (strcmp(a->out->all[i].key, key) == 0)
            return true;
    return false;
}

/* Does another finding of ${bracket} say of the player what ${rule} would? */
static bool is_covered(const struct asking *a, const struct lm_bracket *bracket, uint8_t rule)
{
    const struct lm_covered *row = a->system->covered;
    for (; row != NULL && row->rule != row->by; row++)
        for (size_t i = 0; row->rule == rule && i < bracket->finding_count; i++)
            for (size_t k = 0; k < bracket->findings[i].player_count; k++)
                if (bracket->findings[i].rule == row->by &&
                    bracket->findings[i].players[k] == a->player)
                    return true;
    return false;
}

static void answer_wish(struct asking *a, const struct lm_bracket *bracket, uint8_t rule)
{
    const char *key = a->system->criteria_said[rule].own;
    if (key == NULL || is_told(a, key) || is_covered(a, bracket, rule))
        return;
    struct lm_why *why = begin(a, LM_WHY_WISH, bracket, LM_NOBODY);
    if (why == NULL)
        return;
    why->key = key;
    take_rule(why, &a->system->criteria[rule]);
    why->text = say(a, key, NULL, 0);
}

/* What could not be granted to the player, wherever he passed through. */
static void answer_wishes(struct asking *a)
{
    for (size_t b = 0; a->system->criteria_said != NULL && b < a->pairing->bracket_count; b++) {
        const struct lm_bracket *bracket = &a->pairing->brackets[b];
        for (size_t i = 0; i < bracket->finding_count; i++)
            for (size_t k = 0; k < bracket->findings[i].player_count; k++)
                if (bracket->findings[i].players[k] == a->player)
                    answer_wish(a, bracket, bracket->findings[i].rule);
    }
}

static void answer_game(struct asking *a, const struct lm_pair *pair, uint32_t board)
{
    const struct lm_seat *own = seat_of(a, a->player);
    uint32_t opponent = pair->white == a->player ? pair->black : pair->white;
    const struct lm_seat *other = seat_of(a, opponent);
    bool brackets = pair->bracket < a->pairing->bracket_count;
    if (brackets && a->system->opponents_said != NULL) {
        if (own->score > other->score)
            answer_down(a, pair);
        if (own->score < other->score)
            answer_up(a, pair);
        answer_opponent(a, pair, &a->pairing->brackets[pair->bracket]);
    }
    if (a->system->colours_said != NULL)
        answer_colour(a, pair);
    answer_board(a, pair, board);
    answer_against(a, opponent);
    answer_wishes(a);
}

enum lm_status lm_why_player(const struct lm_system *system, const struct lm_position *position,
                             const struct lm_pairing *pairing, uint32_t player, uint32_t against,
                             const struct lm_language *language, struct lm_arena *arena,
                             struct lm_whys *out)
{
    struct asking a = {.system = system,
                       .p = position,
                       .pairing = pairing,
                       .language = language,
                       .arena = arena,
                       .out = out,
                       .player = player,
                       .against = against};
    uint32_t board;
    const struct lm_pair *pair = lm_pairing_of_player(pairing, player, &board);
    *out = (struct lm_whys){0};
    if (pair == NULL)
        answer_absence(&a);
    else if (pair->black != LM_NOBODY)
        answer_game(&a, pair, board);
    else if (pair->bracket < pairing->bracket_count && system->criteria_said != NULL)
        answer_bye(&a, &pairing->brackets[pair->bracket]);
    return a.failed ? LM_LIMIT : LM_OK;
}
