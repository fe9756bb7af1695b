/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/judge.h"
#include "pairing/row.h"
#include "pairing/what_if.h"
#include "pairing/why_parts.h"

#include <string.h>

/*
 * An answer is composed from what the engine recorded: the pair's place in the order, and the
 * alternatives that it weighed, each with its first cost and the players hurt (struct lm_forced),
 * or with the step of the procedure that passed it over.  Keys of sentences come from the rules'
 * rows; a system whose rows have none is not answered here.
 */

const char *lm_question_name(enum lm_question question)
{
    static const char *const names[LM_QUESTION_COUNT] = {
        "wish", "opponent", "float", "bye", "colour", "board", "absence", "against"};
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

bool lm_why_lists(const struct lm_system *system, const struct lm_finding *finding)
{
    const struct lm_rule *rule = &system->criteria[finding->rule];
    bool moves = finding->about == LM_WHY_FLOAT || finding->about == LM_WHY_BYE;
    return !moves || rule->own != NULL || rule->reason == NULL;
}

const char *lm_departure_note(const struct lm_difference *d, const struct lm_language *language,
                              struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    const struct lm_value declaration = lm_value_text("declaration", d->declared);
    const char *key = d->declared != NULL ? LM_KEY("departure.declared")
                      : d->round == 1     ? LM_KEY("departure.first") /* no result was known */
                                          : LM_KEY("departure");
    const struct lm_sentence sentence = {key, &declaration, d->declared != NULL};
    lm_say(&text, language, &sentence);
    return lm_text_string(&text);
}

/* --- alternatives of a player */

const struct lm_alternative *lm_why_expected(const struct lm_bracket *bracket, uint32_t player)
{
    for (size_t i = 0; i < bracket->alternative_count; i++) {
        const struct lm_alternative *other = &bracket->alternatives[i];
        bool of_both = other->was_forced || other->bounded || other->line != LM_LINE_NONE;
        if (other->expected && other->opponent != LM_NOBODY &&
            (other->player == player || (of_both && other->opponent == player)))
            return other;
    }
    return NULL;
}

/* --- answers */

/* Begin an answer to ${question}, with the parts that all answers have. */
struct lm_why *lm_why_begin(struct asking *a, enum lm_question question,
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
                           .size = bracket == NULL ? 0 : why_size(bracket),
                           .bracket = bracket};
    return why;
}

/* Return the alternative at the root of the chain of players served before ${other}; NULL: none. */
static const struct lm_alternative *root_of(const struct lm_bracket *bracket,
                                            const struct lm_alternative *other)
{
    for (size_t i = 0; other != NULL && i < bracket->alternative_count; i++) {
        if (other->line <= LM_LINE_ITSELF || other->line >= LM_LINE_REST)
            return other;
        other = lm_why_expected(bracket, other->forced.first);
    }
    return NULL;
}

size_t lm_why_words(const char *text)
{
    size_t words = 0;
    for (const char *at = text; *at != '\0'; at++)
        words += *at != ' ' && (at == text || at[-1] == ' ');
    return words;
}

/* Return whom the rules take first for the first player with another opponent, where the sentence
 * is about other players; NULL: nothing to add. */
static const char *first_in_order(struct asking *a, const struct lm_alternative *other)
{
    const struct lm_forced *f = &other->forced;
    bool others = f->hurt_count > 0 && f->hurt[0].player != f->first && !f->exchanges;
    if (!other->later || !others || f->first == LM_NOBODY || f->own == LM_NOBODY ||
        f->other == LM_NOBODY)
        return NULL;
    const struct lm_value values[] = {lm_why_person(a, "first", f->first),
                                      lm_why_person(a, "own", f->own),
                                      lm_why_person(a, "other", f->other)};
    return lm_why_say(a, LM_KEY("order.before"), values, 3);
}

/* Return a sentence about the root of the chain, where the lines answer, or about the order; NULL:
 * none. */
static const char *beginning_of(struct asking *a, const struct lm_why *why)
{
    struct obstacle obstacle;
    if (why->alternative == NULL)
        return NULL;
    if (why->alternative->line <= LM_LINE_ITSELF)
        return first_in_order(a, why->alternative);
    const struct lm_alternative *root = root_of(why->bracket, why->alternative);
    if (root == NULL || root == why->alternative || !lm_why_obstacle(a, root, &obstacle))
        return NULL;
    return obstacle.text;
}

/* Answer ${why} with the obstacle to ${other}, after ${lead} and ${expectation}. */
bool lm_why_answer_by(struct asking *a, struct lm_why *why, const char *lead,
                      const char *expectation, const struct lm_alternative *other)
{
    struct obstacle obstacle;
    a->contrasts = expectation != NULL;
    bool told = lm_why_obstacle(a, other, &obstacle);
    a->contrasts = false;
    if (!told)
        return false;
    why->answer = other->later ? LM_WHY_BY_ORDER : LM_WHY_BY_OBSTACLE;
    why->alternative = other;
    why->key = obstacle.key;
    why->code = obstacle.code;
    why->article = obstacle.article;
    why->met_round = obstacle.met_round;
    why->text = lm_why_in_turn(a, lead, expectation, obstacle.text);
    if (lead != NULL && lm_why_words(why->text) > WHY_WORDS) {
        why->text = lm_why_in_turn(a, expectation, obstacle.text, NULL);
        why->lead = lead;
    }
    const char *longer = lm_why_in_turn(a, why->text, beginning_of(a, why), NULL);
    if (lm_why_words(longer) <= WHY_WORDS)
        why->text = longer;
    return true;
}

bool lm_why_moves_too(const struct lm_position *p, const struct lm_why *why,
                      const struct lm_alternative *other)
{
    const struct lm_bracket *bracket = why->bracket;
    const uint32_t two[] = {why->player, why->opponent};
    bool up = false;
    for (int i = 0; i < 2; i++)
        up |= lm_is_among(bracket->moved, bracket->moved_count, two[i]) &&
              p->seats[p->seat_of[two[i]]].score < bracket->score;
    bool comes = !lm_is_among(bracket->moved, bracket->moved_count, other->player) &&
                 !lm_is_among(bracket->residents, bracket->resident_count, other->player);
    return other->opponent == LM_NOBODY && up == comes;
}

/* Is ${other} about the player, or (${leaving}) about a player who could have left, and not the
 * answer already given? */
static bool is_further(const struct asking *a, const struct lm_why *why,
                       const struct lm_alternative *other, bool leaving)
{
    const struct lm_alternative *told = why->alternative;
    if (told != NULL && other->player == told->player && other->opponent == told->opponent)
        return false;
    return leaving ? lm_why_moves_too(a->p, why, other)
                   : other->opponent != LM_NOBODY && why_is_of(other, a->player);
}

/* Add the other alternatives of the player, to unfold. */
void lm_why_add_more(struct asking *a, struct lm_why *why, bool leaving)
{
    const char **more = lm_arena_alloc(a->arena, WHY_MORE, sizeof *more);
    if (more == NULL || why->bracket == NULL) {
        a->failed |= more == NULL;
        return;
    }
    if (why->lead != NULL)
        more[why->more_count++] = why->lead;
    const char *began = beginning_of(a, why);
    if (began != NULL && strstr(why->text, began) == NULL)
        more[why->more_count++] = began;
    for (size_t i = 0; i < why->bracket->alternative_count && why->more_count < WHY_MORE; i++) {
        const struct lm_alternative *other = &why->bracket->alternatives[i];
        const char *text = NULL;
        if (is_further(a, why, other, leaving))
            text = lm_why_further(a, other);
        if (text != NULL)
            more[why->more_count++] = text;
    }
    why->more = more;
}

/* Return the place of ${player} in the own line, from 1; 0: in none. */
static uint32_t place_of(const struct lm_bracket *bracket, uint32_t player)
{
    const struct lm_lines *lines = &bracket->lines;
    for (size_t i = 0; i < lines->count; i++)
        if (lines->tops[i] == player || lines->bottoms[i] == player)
            return (uint32_t)i + 1;
    return 0;
}

/* Return the number of ${player} among those who play, from 1, without the player with the bye. */
static uint32_t number_of(const struct asking *a, uint32_t player)
{
    uint32_t seat = a->p->seat_of[player], before = 0;
    for (uint32_t i = 0; i < a->pairing->pair_count; i++)
        before += a->pairing->pairs[i].black == LM_NOBODY &&
                  a->p->seat_of[a->pairing->pairs[i].white] < seat;
    return seat + 1 - before;
}

/* Has ${higher}, who meets an opponent again, met all later players who are left? */
static bool met_all_left(const struct asking *a, const struct lm_bracket *bracket, uint32_t higher)
{
    size_t place = 0, first = 0;
    while (bracket->residents[first] != higher)
        first++;
    for (size_t i = first + 1; i < bracket->resident_count; i++) {
        uint32_t board, other = bracket->residents[i];
        uint32_t own = why_opponent(lm_pairing_of_player(a->pairing, other, &board), other);
        for (place = 0; place < first && bracket->residents[place] != own;)
            place++;
        if (own != LM_NOBODY && place == first && lm_why_round_met(a, higher, other) == 0)
            return false;
    }
    return true;
}

/* Return the sentence ${key} of the order, or another one where the facts require it. */
static const char *key_by_facts(const struct asking *a, const struct lm_why *why, const char *key)
{
    uint32_t mine = number_of(a, a->player), theirs = number_of(a, why->opponent), board;
    if (strcmp(key, "natural.ladder") == 0 && mine + 1 != theirs && theirs + 1 != mine)
        return LM_KEY("natural.ladder-far");
    if (strcmp(key, "natural.again") == 0 &&
        !met_all_left(a, why->bracket, lm_pairing_of_player(a->pairing, a->player, &board)->white))
        return LM_KEY("natural.again-rest");
    return key;
}

/* Return member ${i} of ${bracket}: the moved players, then the residents, each in order. */
static uint32_t member_at(const struct lm_bracket *bracket, size_t i)
{
    return i < bracket->moved_count ? bracket->moved[i]
                                    : bracket->residents[i - bracket->moved_count];
}

/* Return the member of ${bracket}, of three, who is neither the player nor ${opponent}. */
static uint32_t third_of(const struct asking *a, const struct lm_bracket *bracket,
                         uint32_t opponent)
{
    size_t i = 0;
    while (i + 1 < why_size(bracket) &&
           (member_at(bracket, i) == a->player || member_at(bracket, i) == opponent))
        i++;
    return member_at(bracket, i);
}

/* Answer that the order alone gives the pair. */
static void answer_natural(struct asking *a, struct lm_why *why, uint8_t number)
{
    const struct lm_rule *rule = &a->system->opponent_rules[number];
    bool same = lm_why_seat(a, a->player)->score == lm_why_seat(a, why->opponent)->score;
    bool of_score = why->score != LM_NO_POINTS;
    bool two = why_size(why->bracket) == 2 && of_score;
    int32_t own = lm_why_seat(a, a->player)->score;
    uint32_t board;
    bool only = same && lm_why_seats_with(a, own) == 2;
    bool three = of_score && why->size == 3 && why->bracket->lines.count == 1;
    uint32_t third = three ? third_of(a, why->bracket, why->opponent) : LM_NOBODY;
    uint32_t higher = lm_pairing_of_player(a->pairing, a->player, &board)->white;
    uint32_t paired = 2 * (uint32_t)why->bracket->lines.count;
    const char *key = two && !only                   ? LM_KEY("natural.only")
                      : two                          ? LM_KEY("natural.two")
                      : three                        ? LM_KEY("natural.three")
                      : !same && rule->plain != NULL ? rule->plain
                                                     : rule->reason;
    const struct lm_value values[] = {lm_why_points(a, "points", same ? own : why->score),
                                      lm_why_person(a, "other", why->opponent),
                                      lm_value_number("n", paired > 0 ? paired : why->size),
                                      lm_value_number("place", place_of(why->bracket, a->player)),
                                      lm_value_number("mine", number_of(a, a->player)),
                                      lm_value_number("theirs", number_of(a, why->opponent)),
                                      lm_why_person(a, "third", third),
                                      lm_why_person(a, "higher", higher)};
    key = key_by_facts(a, why, key);
    why->place = place_of(why->bracket, a->player);
    why->answer = LM_WHY_BY_NATURE;
    why->key = key;
    why_take_rule(why, rule);
    why->text = lm_why_say(a, key, values, sizeof values / sizeof values[0]);
}

/* Return the expectation as a sentence, addressed to the player if it is the player's own. */
const char *lm_why_expectation(struct asking *a, const struct lm_alternative *other)
{
    bool own = why_is_of(other, a->player);
    uint32_t first = own ? a->player : other->player;
    uint32_t second = other->player == first ? other->opponent : other->player;
    const struct lm_value values[] = {lm_why_person(a, "a", first), lm_why_person(a, "b", second)};
    return lm_why_say(a, own ? LM_KEY("expected.you") : LM_KEY("expected.pair"), values, 2);
}

/* Return the expectation to begin with: that of ${player}, or, where the opponent's claim to the
 * player is the answer, that of ${opponent}. */
static const struct lm_alternative *expected_of_pair(const struct lm_bracket *bracket,
                                                     uint32_t player, uint32_t opponent)
{
    const struct lm_alternative *own = lm_why_expected(bracket, player);
    if (own != NULL && (own->line != LM_LINE_TAKEN || own->forced.first != opponent))
        return own;
    const struct lm_alternative *other = lm_why_expected(bracket, opponent);
    return other != NULL ? other : own;
}

/* Answer that all who come before are passed over for the same reason: they have met. */
static bool answer_passed(struct asking *a, struct lm_why *why, const struct lm_pair *pair)
{
    const struct lm_alternative *all = why->bracket->alternatives;
    struct lm_value *list = lm_arena_alloc(a->arena, why->bracket->alternative_count, sizeof *list);
    size_t count = 0;
    uint32_t higher = LM_NOBODY;
    for (size_t i = 0; list != NULL && i < why->bracket->alternative_count; i++) {
        if (all[i].player != pair->white && all[i].player != pair->black)
            continue;
        if (strcmp(a->system->criteria[all[i].rule].reason, "obstacle.met") != 0 ||
            all[i].possible) /* other players would then meet again */
            return false;
        higher = all[i].player;
        why->alternative = count == 0 ? &all[i] : why->alternative;
        list[count++] = lm_why_person(a, NULL, all[i].opponent);
    }
    if (count == 0)
        return false;
    const struct lm_rule *rule = &a->system->opponent_rules[pair->opponent_rule];
    const struct lm_value values[] = {lm_why_person(a, "higher", higher),
                                      lm_why_person(a, "next", why_opponent(pair, higher)),
                                      lm_value_list("players", list, count)};
    why->answer = LM_WHY_BY_OBSTACLE;
    why->key = rule->own;
    why_take_rule(why, rule);
    why->text = lm_why_say(a, why->key, values, 3);
    return true;
}

/* Continue the answer.  Down a list, a player passed over has the next one left; and where the
 * opponent could have expected another player, that is why the opponent comes to this player. */
static void go_on(struct asking *a, struct lm_why *why, uint8_t number)
{
    const struct lm_value other = lm_why_person(a, "other", why->opponent);
    const char *key = NULL;
    if (strcmp(a->system->opponent_rules[number].reason, "natural.ladder") == 0)
        key = LM_KEY("natural.ladder-then");
    else if (why->alternative != NULL && !why_is_of(why->alternative, a->player) &&
             why_is_of(why->alternative, why->opponent))
        key = LM_KEY("expected.comes");
    if (key == NULL)
        return;
    const char *next = lm_why_say(a, key, &other, 1);
    const char *both = lm_why_in_turn(a, why->text, next, NULL);
    if (lm_why_words(both) <= WHY_WORDS)
        why->text = both;
}

/* Return the number in a team: "A3". */
static struct lm_value number_in_team(struct asking *a, const char *name, char team,
                                      uint32_t number)
{
    struct lm_text text = lm_text_in(a->arena);
    lm_text_add_char(&text, team);
    lm_text_print(&text, "%u", number);
    a->failed |= lm_text_status(&text) != LM_OK;
    return lm_value_text(name, a->failed ? "" : lm_text_string(&text));
}

enum { TABLE_VALUES = 6 };

/* Fill in the row of the table, the numbers that meet in it, and the player with the other
 * number. */
static void values_of_table(struct asking *a, const struct lm_table_place *place,
                            struct lm_value values[TABLE_VALUES])
{
    bool teams = place->my_team != 0;
    values[0] = lm_value_number("round", a->p->round);
    values[1] = lm_value_number("seats", place->seats);
    values[2] = lm_value_number("row", place->row);
    values[3] = teams ? number_in_team(a, "mine", place->my_team, place->mine)
                      : lm_value_number("mine", place->mine);
    values[4] = teams ? number_in_team(a, "theirs", place->opponents, place->theirs)
                      : lm_value_number("theirs", place->theirs);
    values[5] = lm_why_person(a, "other", place->opponent);
}

/* Answer rounds of a table by its row. */
static void answer_by_table(struct asking *a, const struct lm_pair *pair,
                            const struct lm_bracket *bracket)
{
    struct lm_why *why = lm_why_begin(a, LM_WHY_OPPONENT, bracket, why_opponent(pair, a->player));
    struct lm_value values[TABLE_VALUES];
    if (why == NULL)
        return;
    a->system->place(a->p->tournament, a->p->round, a->player, &why->table);
    values_of_table(a, &why->table, values);
    why->answer = LM_WHY_BY_NATURE;
    why->key = a->system->opponent_rules[pair->opponent_rule].reason;
    why_take_rule(why, &a->system->opponent_rules[pair->opponent_rule]);
    why->text = lm_why_say(a, why->key, values, TABLE_VALUES);
}

/* In fields up to this size the round is paired again for players whom the lines leave open. */
enum { FIELD_ASKED = 300 };

/* Return the opponent of ${player} if every member of ${bracket} were paired by order alone: moved
 * players with the first residents, of the others (of all, where half were moved) the upper half
 * with the lower; LM_NOBODY: none. */
static uint32_t opponent_by_order(const struct lm_bracket *bracket, uint32_t player)
{
    size_t size = why_size(bracket), moved = bracket->moved_count, i = 0;
    if (2 * moved >= size)
        moved = 0;
    while (i < size && member_at(bracket, i) != player)
        i++;
    if (i < 2 * moved)
        return member_at(bracket, i < moved ? i + moved : i - moved);
    size_t half = (size - 2 * moved) / 2, place = i - 2 * moved;
    if (place >= 2 * half)
        return LM_NOBODY;
    return member_at(bracket, place < half ? i + half : i - half);
}

/* Return the opponent of ${player} by the order of the residents of ${bracket} whom its moved
 * players leave over: the upper half with the lower; LM_NOBODY: none. */
static uint32_t opponent_by_rest(struct asking *a, const struct lm_bracket *bracket,
                                 uint32_t player)
{
    uint32_t *rest = lm_arena_alloc(a->arena, bracket->resident_count, sizeof *rest), count = 0;
    uint32_t place = LM_NOBODY, board;
    a->failed |= rest == NULL;
    for (size_t i = 0; rest != NULL && i < bracket->resident_count; i++) {
        uint32_t one = bracket->residents[i];
        uint32_t opponent = why_opponent(lm_pairing_of_player(a->pairing, one, &board), one);
        if (lm_is_among(bracket->moved, bracket->moved_count, opponent))
            continue;
        place = one == player ? count : place;
        rest[count++] = one;
    }
    uint32_t half = count / 2;
    if (bracket->moved_count == 0 || place == LM_NOBODY || place >= 2 * half)
        return LM_NOBODY;
    return rest[place < half ? place + half : place - half];
}

/* Where the bracket's lines say nothing of ${player}, who meets ${opponent}: return why not
 * ${other}, the opponent by order alone; NULL: unknown, or it is this one. */
static const struct lm_alternative *expected_by_order(struct asking *a, uint32_t player,
                                                      uint32_t opponent, uint32_t other)
{
    if (other == LM_NOBODY || other == opponent)
        return NULL;
    const uint32_t *seat_of = a->p->seat_of;
    bool barred = lm_is_barred(a->p, seat_of[player], seat_of[other]);
    bool closed =
        a->system->closed != NULL && a->system->closed(a->p, seat_of[player], seat_of[other]);
    const struct lm_alternative *with =
        barred || closed ? NULL : lm_why_prescribed(a, player, other);
    struct lm_alternative *pair = lm_arena_alloc(a->arena, 1, sizeof *pair);
    a->failed |= pair == NULL;
    if (a->failed || (with == NULL && !barred && !closed))
        return NULL;
    *pair = with != NULL
                ? *with
                : (struct lm_alternative){
                      .player = player,
                      .opponent = other,
                      .rule = lm_why_rule_of(a, barred ? "obstacle.met" : "obstacle.same-absolute"),
                      .was_forced = true};
    pair->forced.rule = pair->rule;
    pair->expected = true;
    return pair;
}

/* Does the rule of ${pair} only say that the pair came first, of systems that pair by halves? */
static bool is_left_open(const struct asking *a, const struct lm_pair *pair)
{
    const char *reason = a->system->opponent_rules[pair->opponent_rule].reason;
    return a->system->floaters == LM_FLOATERS && a->p->seat_count <= FIELD_ASKED &&
           (strcmp(reason, "natural.next") == 0 || strcmp(reason, "natural.order") == 0);
}

/* Return why not the opponent by order alone of the player or of ${opponent}, first of all members
 * of ${bracket}, then of those left by the moved players; NULL: unknown. */
static const struct lm_alternative *
expected_of_left_open(struct asking *a, const struct lm_bracket *bracket, uint32_t opponent)
{
    const struct lm_alternative *other = NULL;
    for (int i = 0; i < 4 && other == NULL; i++) {
        uint32_t one = i % 2 == 0 ? a->player : opponent;
        other = expected_by_order(a, one, i % 2 == 0 ? opponent : a->player,
                                  i < 2 ? opponent_by_order(bracket, one)
                                        : opponent_by_rest(a, bracket, one));
    }
    return other;
}

static void answer_opponent(struct asking *a, const struct lm_pair *pair,
                            const struct lm_bracket *bracket)
{
    uint32_t opponent = why_opponent(pair, a->player);
    struct lm_why *why = lm_why_begin(a, LM_WHY_OPPONENT, bracket, opponent);
    if (why == NULL)
        return;
    const struct lm_alternative *other = expected_of_pair(bracket, a->player, opponent);
    if (other == NULL && why_size(bracket) > 3 && is_left_open(a, pair))
        other = expected_of_left_open(a, bracket, opponent);
    if (a->system->opponent_rules[pair->opponent_rule].own != NULL && answer_passed(a, why, pair))
        return;
    if (other == NULL || !lm_why_answer_by(a, why, NULL, lm_why_expectation(a, other), other))
        answer_natural(a, why, pair->opponent_rule);
    else
        go_on(a, why, pair->opponent_rule);
    lm_why_add_more(a, why, false);
}

/* --- colours and boards */

static const char *strength_name(const struct lm_seat *seat)
{
    static const char *const names[] = {[LM_NO_PREFERENCE] = "none",
                                        [LM_MILD] = "mild",
                                        [LM_STRONG] = "strong",
                                        [LM_ABSOLUTE] = "absolute"};
    return names[seat->strength];
}

/* Return the cause that makes a colour due, for an absolute preference. */
static const char *cause_name(const struct lm_seat *seat)
{
    int excess = seat->colour_difference < 0 ? -seat->colour_difference : seat->colour_difference;
    if (seat->strength != LM_ABSOLUTE)
        return strength_name(seat);
    return seat->repeats >= 2 ? "twice" : excess >= 2 ? "more" : "absolute";
}

/* Is the colour of ${seat} due because the last two were the other one (C.04.6 art. 1.7)? */
static bool due_after_two(const struct asking *a, const struct lm_seat *seat)
{
    int excess = seat->colour_difference < 0 ? -seat->colour_difference : seat->colour_difference;
    return a->system->teams && excess < 2 && seat->repeats >= 2 &&
           lm_why_due(a, seat) != (enum lm_colour)seat->colours[seat->games - 1];
}

/* Return the number of games of ${seat} with each colour, and the due colour. */
static const char *due_of(struct asking *a, const struct lm_seat *seat)
{
    int whites = (seat->games + seat->colour_difference) / 2;
    int blacks = whites - seat->colour_difference;
    uint8_t last = seat->games == 0 ? LM_NO_COLOUR : seat->colours[seat->games - 1];
    const char *strength = cause_name(seat);
    if (a->system->colours == LM_COLOURS_BY_HISTORY)
        strength = due_after_two(a, seat)         ? "twice"
                   : seat->colour_difference == 0 ? "mild"
                                                  : "strong";
    const struct lm_value values[] = {
        lm_why_person(a, "player", seat->player), lm_why_colour("colour", lm_why_due(a, seat)),
        lm_value_text("strength", strength),      lm_value_number("whites", whites),
        lm_value_number("blacks", blacks),        lm_why_colour("last", last)};
    if (seat->games == 0)
        return lm_why_say(a,
                          a->system->due_without_games == LM_BLACK ? LM_KEY("colour.no-game-black")
                                                                   : LM_KEY("colour.no-game"),
                          values, 1);
    /* C.04.6 art. 1.7: type A; without a type no colour is ever due, with type B always one here */
    bool simple = a->system->teams && seat->strength != LM_NO_PREFERENCE && whites != blacks;
    const char *key = lm_why_due(a, seat) == LM_NO_COLOUR
                          ? simple ? LM_KEY("colour.no-wish-team") : LM_KEY("colour.no-wish")
                      : a->system->games_per_match > 1 ? LM_KEY("colour.began")
                                                       : LM_KEY("colour.due");
    return lm_why_say(a, key, values, 6);
}

/* Return the player whose colour decides: the only one who gets the due colour, otherwise the
 * higher ranked. */
static const struct lm_seat *favoured(const struct asking *a, const struct lm_seat *white,
                                      const struct lm_seat *black)
{
    bool white_pleased = lm_why_due(a, white) == LM_WHITE;
    bool black_pleased = lm_why_due(a, black) == LM_BLACK;
    if (white_pleased != black_pleased)
        return white_pleased ? white : black;
    return white < black ? white : black;
}

/* Return the key of the rule that allots the colours of ${white} and ${black}. */
static const char *key_of_colours(const struct asking *a, uint8_t rule, const struct lm_seat *white,
                                  const struct lm_seat *black)
{
    const struct lm_rule *message = &a->system->colour_rules[rule];
    bool one_free =
        (white->games == 0) != (black->games == 0) && a->system->due_without_games == LM_NO_COLOUR;
    uint8_t due_white = lm_why_due(a, white), due_black = lm_why_due(a, black);
    bool both = strcmp(message->reason, "colour.both") == 0;
    bool plain = both ? due_white == LM_WHITE && due_black == LM_BLACK : due_white == due_black;
    if (one_free && message->plain != NULL)
        return message->plain;
    return !plain && message->own != NULL ? message->own : message->reason;
}

/* Return ${key} in a fuller form: addressed to the reader, or with the reason why ${who}'s claim is
 * stronger than ${lesser}'s. */
static const char *fuller(const struct asking *a, const char *key, const struct lm_seat *who,
                          const struct lm_seat *lesser)
{
    bool by_strength = a->system->colours == LM_COLOURS_BY_PREFERENCE &&
                       who->strength > lesser->strength && lesser->strength > LM_NO_PREFERENCE;
    if (strcmp(key, "colour.both") == 0)
        return LM_KEY("colour.both-you");
    return by_strength && strcmp(key, "colour.stronger") == 0 ? LM_KEY("colour.stronger-by") : key;
}

static void answer_colour(struct asking *a, const struct lm_pair *pair)
{
    const struct lm_rule *rule = &a->system->colour_rules[pair->colour_rule];
    const struct lm_seat *white = lm_why_seat(a, pair->white), *black = lm_why_seat(a, pair->black);
    const struct lm_seat *who = favoured(a, white, black);
    struct lm_why *why = lm_why_begin(a, LM_WHY_COLOUR, NULL, why_opponent(pair, a->player));
    const char **more = lm_arena_alloc(a->arena, 2, sizeof *more);
    if (why == NULL || more == NULL) {
        a->failed = true;
        return;
    }
    const struct lm_seat *first = white < black ? white : black;
    why->key = key_of_colours(a, pair->colour_rule, white, black);
    if (strcmp(why->key, "colour.team-changes") == 0) /* the team whose last colour was the other */
        first = white->colours[white->games - 1] == LM_BLACK ? white : black;
    const struct lm_seat *lesser = who == white ? black : white;
    const struct lm_value values[] = {
        lm_why_person(a, "other", why->opponent),
        lm_why_colour("mine", pair->white == a->player ? LM_WHITE : LM_BLACK),
        lm_why_person(a, "lesser", lesser->player),
        lm_value_text("strong", cause_name(who)),
        lm_value_text("weak", strength_name(lesser)),
        lm_why_person(a, "white", pair->white),
        lm_why_person(a, "black", pair->black),
        lm_why_person(a, "first", first->player),
        lm_why_person(a, "who", who->player),
        lm_why_person(a, "free", white->games == 0 ? pair->white : pair->black),
        lm_why_colour("colour", lm_why_due(a, who)),
        lm_value_number("counted", who->counted),
        lm_value_number("number", first->tpn),
        lm_value_text("parity", who->odd ? "odd" : "even"),
        lm_why_colour("lot", a->p->initial_colour)};
    why_take_rule(why, rule);
    why->text =
        lm_why_say(a, fuller(a, why->key, who, lesser), values, sizeof values / sizeof values[0]);
    if (a->system->colours == LM_NO_COLOURS || a->system->rules.predetermined ||
        a->system->knocks_out)
        return;
    more[0] = due_of(a, white);
    more[1] = due_of(a, black);
    why->more = more;
    why->more_count = 2;
}

static void answer_board(struct asking *a, const struct lm_pair *pair, uint32_t board)
{
    int32_t high = pair->white_score > pair->black_score ? pair->white_score : pair->black_score;
    uint32_t opponent = why_opponent(pair, a->player);
    struct lm_why *why = lm_why_begin(a, LM_WHY_BOARD, NULL, opponent);
    if (why == NULL)
        return;
    const struct lm_value values[] = {
        lm_value_number("board", board), lm_why_points(a, "points", high),
        lm_why_points(a, "sum", pair->white_score + pair->black_score)};
    bool by_table = a->system->board != NULL;
    why->key = a->system->knocks_out ? LM_KEY("board.bracket")
               : by_table            ? LM_KEY("board.table")
                                     : LM_KEY("board.order");
    why->article = by_table ? a->system->criteria[0].article : "C.04.2 art. 3.6";
    why->text = lm_why_say(a, why->key, values, 3);
}

/* Return the absence on record of ${player} for the round; LM_BLANK: none. */
static uint8_t absence_on_record(const struct asking *a, uint32_t player)
{
    const struct lm_tournament *t = a->p->tournament;
    uint8_t result = LM_BLANK;
    if (a->p->round <= t->round_capacity)
        result = lm_record_of(t, player, a->p->round)->result;
    for (size_t i = 0; i < t->bye_count; i++)
        if (t->byes[i].whom == LM_PLAYERS && t->byes[i].player == player &&
            t->byes[i].round == a->p->round && result != LM_FULL_BYE && result != LM_HALF_BYE)
            result = t->byes[i].kind;
    return result;
}

/* Was the player away?  In a finished round a seat only shows that something was recorded. */
static bool is_away(const struct asking *a, uint32_t player)
{
    const struct lm_tournament *t = a->p->tournament;
    uint32_t left = t->players[player].withdrawn;
    if (a->p->round > t->rounds_paired)
        return a->p->seat_of[player] == LM_NOBODY;
    return (left != 0 && left <= a->p->round) || absence_on_record(a, player) != LM_BLANK;
}

/* Return the key of why the player has no game, by the table: which of the two is away? */
static const char *key_by_table(const struct asking *a, const struct lm_table_place *place,
                                const char **article)
{
    const struct lm_tournament *t = a->p->tournament;
    const bool over = a->p->round <= t->rounds_paired, away = is_away(a, a->player);
    const char *leaving = place->my_team != 0 ? "Scheveningen 3.1" : "C.05 art. 6.6.1";
    if (lm_row_has_left(t, a->player, a->p->round)) {
        *article = leaving;
        return LM_KEY("absence.gone");
    }
    if (place->opponent == LM_NOBODY)
        return away                  ? LM_KEY("absence")
               : place->my_team == 0 ? LM_KEY("absence.free")
                                     : LM_KEY("absence.free-match");
    if (lm_row_has_left(t, place->opponent, a->p->round)) {
        *article = away ? *article : leaving;
        return away ? LM_KEY("absence") : LM_KEY("absence.left");
    }
    if (away)
        return over || is_away(a, place->opponent) ? LM_KEY("absence") : LM_KEY("absence.lost");
    return over ? LM_KEY("absence.other") : LM_KEY("absence.won");
}

static void answer_absence(struct asking *a)
{
    static const char *const why_not[LM_RESULT_COUNT] = {
        [LM_FULL_BYE] = "full", [LM_HALF_BYE] = "half", [LM_ZERO_BYE] = "zero"};
    uint8_t result = absence_on_record(a, a->player);
    struct lm_why *why = lm_why_begin(a, LM_WHY_ABSENCE, NULL, LM_NOBODY);
    struct lm_value values[TABLE_VALUES + 2];
    size_t count = 1;
    if (why == NULL)
        return;
    why->key = LM_KEY("absence");
    why->absence = result;
    if (a->system->knocks_out && lm_why_answer_no_match(a, why))
        return;
    values[0] = lm_value_number("round", a->p->round);
    if (a->system->place != NULL && result != LM_FULL_BYE && result != LM_HALF_BYE) {
        a->system->place(a->p->tournament, a->p->round, a->player, &why->table);
        values_of_table(a, &why->table, values);
        count = TABLE_VALUES;
        why->article = a->system->criteria[0].article;
        why->key = key_by_table(a, &why->table, &why->article);
        bool alone = why->table.opponent != LM_NOBODY && is_away(a, why->table.opponent);
        values[count++] = lm_value_text("away", alone ? "yes" : "no");
    }
    values[count++] = lm_value_text("kind", why_not[result] == NULL ? "none" : why_not[result]);
    why->text = lm_why_say(a, why->key, values, count);
}

/* --- */

/* Return the round in which the table pairs ${player} with ${other}; 0: none. */
static uint32_t round_of_table(const struct asking *a, uint32_t player, uint32_t other)
{
    const struct lm_tournament *t = a->p->tournament;
    struct lm_table_place place;
    for (uint32_t round = 1; round <= t->rounds_total; round++) {
        a->system->place(t, round, player, &place);
        if (place.opponent == other)
            return round;
    }
    return 0;
}

/* Are the player and the named one in the same team of the table? */
static bool are_of_one_team(const struct asking *a)
{
    struct lm_table_place own, named;
    a->system->place(a->p->tournament, a->p->round, a->player, &own);
    a->system->place(a->p->tournament, a->p->round, a->against, &named);
    return own.my_team != 0 && own.my_team == named.my_team;
}

/* Answer by the first placed of the two and their opponents, and that player's opponent: from the
 * top each player gets an opponent in turn. */
static void answer_in_turn(struct asking *a, struct lm_why *why, uint32_t opponent)
{
    uint32_t board, first = a->player;
    const struct lm_pair *theirs = lm_pairing_of_player(a->pairing, a->against, &board);
    const uint32_t others[] = {a->against, opponent, why_opponent(theirs, a->against)};
    for (size_t i = 0; i < 3; i++)
        if (others[i] != LM_NOBODY && a->p->seat_of[others[i]] < a->p->seat_of[first])
            first = others[i];
    const struct lm_pair *pair = lm_pairing_of_player(a->pairing, first, &board);
    uint32_t own = why_opponent(pair, first);
    const struct lm_value values[] = {lm_why_person(a, "first", first),
                                      lm_why_person(a, "own", own)};
    struct lm_alternative *other = lm_arena_alloc(a->arena, 1, sizeof *other);
    if (other == NULL) {
        a->failed = true;
        return;
    }
    *other = (struct lm_alternative){.player = a->player,
                                     .opponent = a->against,
                                     .named = true,
                                     .told = true,
                                     .later = true,
                                     .line = LM_LINE_TAKEN,
                                     .forced = {.first = first, .own = own}};
    why->alternative = other;
    why->answer = LM_WHY_BY_ORDER;
    why->key = own == LM_NOBODY ? LM_KEY("against.first-bye") : LM_KEY("against.first");
    why->text = lm_why_say(a, why->key, values, 2);
}

const struct lm_alternative *lm_why_prescribed(struct asking *a, uint32_t player, uint32_t opponent)
{
    enum lm_found found = LM_UNDECIDED;
    struct lm_alternative *other = lm_arena_alloc(a->arena, 1, sizeof *other);
    a->failed |= other == NULL || lm_ask_prescribed(a->event, a->p, a->pairing, player, opponent,
                                                    a->arena, &found, other, NULL) != LM_OK;
    return a->failed || found == LM_UNDECIDED ? NULL : other;
}

/* Return the key where nothing is weighed: one of the two has no seat, or a table decides. */
static const char *key_without_pairing(struct asking *a, uint32_t opponent, uint32_t *round)
{
    if (a->p->seat_of[a->against] == LM_NOBODY)
        return LM_KEY("against.away");
    if (a->against == opponent)
        return LM_KEY("against.meets");
    if (a->system->knocks_out)
        return lm_why_not_in_bracket(a, round);
    if (!a->system->rules.predetermined || a->system->place == NULL)
        return NULL;
    *round = round_of_table(a, a->player, a->against);
    return *round == 0 ? LM_KEY("against.never") : LM_KEY("against.table");
}

/* Do the rules bar the two?  Keizer 3.5: where not all could be paired otherwise, players meet
 * again sooner, and so can these two if a pair of the round met as recently. */
static bool is_barred_still(const struct asking *a, uint32_t player, uint32_t other)
{
    const uint32_t *seat_of = a->p->seat_of;
    uint32_t met = lm_round_met(a->p, seat_of[player], seat_of[other]);
    if (!lm_is_barred(a->p, seat_of[player], seat_of[other]))
        return false;
    for (uint32_t i = 0; a->system->rules.apart != NULL && i < a->pairing->pair_count; i++) {
        const struct lm_pair *pair = &a->pairing->pairs[i];
        if (pair->black != LM_NOBODY && met > 0 &&
            lm_round_met(a->p, seat_of[pair->white], seat_of[pair->black]) >= met)
            return false;
    }
    return true;
}

/* Answer why not a player whom the reader named.  ${opponent}: the player's opponent; LM_NOBODY:
 * none. */
static void answer_against(struct asking *a, uint32_t opponent)
{
    uint32_t round = a->p->round;
    if (a->against == LM_NOBODY)
        return;
    struct lm_why *why = lm_why_begin(a, LM_WHY_AGAINST, NULL, a->against);
    if (why == NULL)
        return;
    const struct lm_value other = lm_why_person(a, "b", a->against);
    const char *lead = lm_why_say(a, LM_KEY("against.you"), &other, 1);
    const char *key = a->p->seat_of[a->player] == LM_NOBODY
                          ? LM_KEY("against.absent")
                          : key_without_pairing(a, opponent, &round);
    if (key != NULL) {
        const char *apart =
            strcmp(key, "against.never") == 0 && are_of_one_team(a) ? "team" : "rounds";
        const struct lm_value values[] = {
            other, lm_value_number("round", round), lm_value_text("why", apart),
            lm_value_number("rounds", a->p->tournament->rounds_total)};
        why->key = key;
        why->text = lm_why_say(a, key, values, sizeof values / sizeof values[0]);
        if (a->system->rules.predetermined)
            why->article = a->system->criteria[0].article;
    } else if (is_barred_still(a, a->player, a->against)) {
        struct lm_alternative *pair = lm_arena_alloc(a->arena, 1, sizeof *pair);
        struct obstacle obstacle = {.code = "", .article = ""};
        if (pair == NULL) {
            a->failed = true;
            return;
        }
        *pair = (struct lm_alternative){.player = a->player,
                                        .opponent = a->against,
                                        .rule = lm_why_rule_of(a, "obstacle.met"),
                                        .named = true,
                                        .was_forced = true};
        pair->forced.rule = pair->rule;
        lm_why_forbidden(a, pair, &obstacle);
        why->answer = LM_WHY_BY_OBSTACLE;
        why->key = obstacle.key;
        why->met_round = obstacle.met_round;
        why->text = obstacle.text;
        why->alternative = pair;
        if (obstacle.met_round > 0)
            why_take_rule(why, &a->system->criteria[pair->rule]);
    } else {
        const struct lm_alternative *pair = lm_why_prescribed(a, a->player, a->against);
        if (!a->failed && (pair == NULL || !lm_why_answer_by(a, why, NULL, NULL, pair)))
            answer_in_turn(a, why, opponent);
    }
    why->text = lm_why_in_turn(a, lead, why->text, NULL);
}

static bool is_told(const struct asking *a, const char *key)
{
    for (size_t i = 0; i < a->out->count; i++)
        if (strcmp(a->out->all[i].key, key) == 0)
            return true;
    return false;
}

/* Does another finding of ${bracket} already cover ${rule} for the player? */
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
    const char *key = a->system->criteria[rule].own;
    if (key == NULL || is_told(a, key) || is_covered(a, bracket, rule))
        return;
    struct lm_why *why = lm_why_begin(a, LM_WHY_WISH, bracket, LM_NOBODY);
    if (why == NULL)
        return;
    uint32_t board;
    const struct lm_pair *pair = lm_pairing_of_player(a->pairing, a->player, &board);
    bool free = lm_why_seat(a, pair->white)->games == 0 && lm_why_seat(a, pair->black)->games == 0;
    const struct lm_value value = lm_value_text("free", free ? "yes" : "no");
    why->key = key;
    why_take_rule(why, &a->system->criteria[rule]);
    why->text = lm_why_say(a, key, &value, 1);
}

/* Answer which wishes of the player could not be granted, in all brackets. */
static void answer_wishes(struct asking *a)
{
    for (size_t b = 0; b < a->pairing->bracket_count; b++) {
        const struct lm_bracket *bracket = &a->pairing->brackets[b];
        for (size_t i = 0; i < bracket->finding_count; i++)
            for (size_t k = 0; k < bracket->findings[i].player_count; k++)
                if (bracket->findings[i].players[k] == a->player &&
                    bracket->findings[i].about == LM_WHY_WISH)
                    answer_wish(a, bracket, bracket->findings[i].rule);
    }
}

static void answer_game(struct asking *a, const struct lm_pair *pair, uint32_t board)
{
    const struct lm_seat *own = lm_why_seat(a, a->player);
    uint32_t opponent = why_opponent(pair, a->player);
    const struct lm_seat *other = lm_why_seat(a, opponent);
    bool brackets = pair->bracket < a->pairing->bracket_count;
    if (brackets && a->system->knocks_out)
        lm_why_answer_bracket(a, pair);
    else if (brackets && a->system->opponent_rules != NULL) {
        if (own->score != other->score && !a->system->rules.predetermined)
            lm_why_answer_float(a, pair);
        (a->system->place != NULL ? answer_by_table
                                  : answer_opponent)(a, pair, &a->pairing->brackets[pair->bracket]);
    }
    a->for_both = true;
    if (a->system->colour_rules != NULL)
        answer_colour(a, pair);
    a->for_both = false;
    answer_board(a, pair, board);
}

enum lm_status lm_why_player(const struct lm_system *system, const struct lm_position *position,
                             const struct lm_pairing *pairing, uint32_t player, uint32_t against,
                             const struct lm_language *language, struct lm_arena *arena,
                             struct lm_whys *out)
{
    struct asking a = {.event = system,
                       .system = lm_system_in_round(system, position->tournament, pairing->round),
                       .p = position,
                       .pairing = pairing,
                       .language = language,
                       .arena = arena,
                       .out = out,
                       .player = player,
                       .against = against};
    uint32_t board, players = position->tournament->player_count;
    if (a.system == NULL || player >= players || player == against ||
        (against != LM_NOBODY && against >= players))
        return LM_INVALID;
    const struct lm_pair *pair = lm_pairing_of_player(pairing, player, &board);
    *out = (struct lm_whys){0};
    if (pair == NULL)
        answer_absence(&a);
    else if (pair->black != LM_NOBODY)
        answer_game(&a, pair, board);
    else if (pair->bracket < pairing->bracket_count)
        lm_why_answer_bye(&a, pair);
    answer_against(&a, pair == NULL ? LM_NOBODY : why_opponent(pair, player));
    if (pair != NULL && pair->black != LM_NOBODY)
        answer_wishes(&a);
    for (size_t i = 0; i < out->count; i++)
        out->all[i].text = lm_why_named_once(&a, out->all[i].text);
    return a.failed ? LM_LIMIT : LM_OK;
}
