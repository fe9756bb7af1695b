/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/legal.h"
#include "pairing/what_if.h"
#include "pairing/why_parts.h"

#include <string.h>

/*
 * Explanations of floats and of the bye.  A player who comes down has left the own bracket; one who
 * comes up was fetched into the opponent's.  A finding about a float that has its own sentence
 * gives the reason, otherwise the bracket's numbers do.
 */

/* In larger fields no round is paired again for a float. */
enum { FIELD_WEIGHED = 2000 };

/* --- players who moved */

/* Return the bracket that ${player} left unpaired; NULL: none. */
static const struct lm_bracket *left_bracket(const struct asking *a, uint32_t player)
{
    for (size_t b = 0; b < a->pairing->bracket_count; b++)
        for (size_t i = 0; i < a->pairing->brackets[b].floater_count; i++)
            if (a->pairing->brackets[b].floaters[i] == player)
                return &a->pairing->brackets[b];
    return NULL;
}

/* Return the finding of ${bracket} about a float that names ${player} and has a sentence; NULL:
 * none. */
static const struct lm_finding *float_of(const struct asking *a, const struct lm_bracket *bracket,
                                         uint32_t player)
{
    for (size_t i = 0; i < bracket->finding_count; i++) {
        const struct lm_finding *finding = &bracket->findings[i];
        for (size_t k = 0; k < finding->player_count; k++)
            if (finding->players[k] == player && finding->about == LM_WHY_FLOAT &&
                a->system->criteria[finding->rule].own != NULL)
                return finding;
    }
    return NULL;
}

/* Return the alternative that expected another player to change the score in place of ${player}: to
 * leave ${bracket}, or (${up}) to come up into it. */
static const struct lm_alternative *
expected_instead(const struct asking *a, const struct lm_bracket *bracket, uint32_t player, bool up)
{
    for (size_t i = 0; i < bracket->alternative_count; i++) {
        const struct lm_alternative *other = &bracket->alternatives[i];
        bool below = a->p->seats[a->p->seat_of[other->player]].score < bracket->score;
        if (other->expected && other->opponent == LM_NOBODY && other->player != player &&
            below == up)
            return other;
    }
    return NULL;
}

/* The values of all sentences about floats. */
struct floating {
    const struct lm_bracket *bracket;
    struct lm_why *why;
    struct lm_value values[6];
};

static bool begin_float(struct asking *a, const struct lm_bracket *bracket, uint32_t opponent,
                        uint32_t expected, struct floating *out)
{
    struct lm_why *why = lm_why_begin(a, LM_WHY_FLOAT, bracket, opponent);
    if (why == NULL)
        return false;
    *out = (struct floating){
        .bracket = bracket,
        .why = why,
        .values = {lm_why_points(a, "points", bracket->score), lm_value_number("n", why->size),
                   lm_value_number("leaving", (int64_t)bracket->floater_count),
                   lm_why_person(a, "expected", expected), lm_why_person(a, "other", opponent),
                   lm_value_number("coming", (int64_t)bracket->moved_count)}};
    why->answer = LM_WHY_BY_NATURE;
    why_take_rule(why, &a->system->opponent_rules[0]);
    return true;
}

static const char *say_of(struct asking *a, struct floating *f, const char *key)
{
    return lm_why_say(a, key, f->values, sizeof f->values / sizeof f->values[0]);
}

/* Does only one of the players to be paired have the score of ${bracket}? */
static bool is_only_one(const struct asking *a, const struct lm_bracket *bracket)
{
    return lm_why_seats_with(a, bracket->score) == 1;
}

static void set_key(struct floating *f, const char *key, const char *text)
{
    f->why->key = key;
    f->why->text = text;
}

/* --- down */

/* Tell how many players go down, and why that many. */
static void lead_down(struct asking *a, struct floating *f, const struct lm_finding *finding)
{
    size_t leaving = f->bracket->floater_count;
    bool only = is_only_one(a, f->bracket);
    const char *key = f->why->size == 1 ? only ? LM_KEY("float.alone") : LM_KEY("float.alone-left")
                      : leaving == 1 ? LM_KEY("float.odd")
                      : leaving == f->why->size ? LM_KEY("float.all")
                                                : LM_KEY("float.several");
    if (finding != NULL && f->why->size > 1) {
        key = a->system->criteria[finding->rule].own;
        why_take_rule(f->why, &a->system->criteria[finding->rule]);
    }
    set_key(f, key, say_of(a, f, key));
}

/* Return the last placed player of ${bracket} who stays in it, if that is after the player;
 * LM_NOBODY: all after the player leave, too. */
static uint32_t last_who_stays(const struct asking *a, const struct lm_bracket *bracket)
{
    for (size_t i = bracket->resident_count; i-- > 0;) {
        uint32_t player = bracket->residents[i];
        bool leaves = false;
        for (size_t k = 0; k < bracket->floater_count; k++)
            leaves |= bracket->floaters[k] == player;
        if (!leaves)
            return a->p->seat_of[player] > a->p->seat_of[a->player] ? player : LM_NOBODY;
    }
    return LM_NOBODY;
}

/* For a bracket of which no leaver was weighed: return the result of the round when ${player}
 * leaves ${bracket}; NULL: unknown, or the field is too large. */
static const struct lm_alternative *weigh_leaving(struct asking *a,
                                                  const struct lm_bracket *bracket, uint32_t player)
{
    enum lm_found found = LM_UNDECIDED;
    struct lm_alternative *other = lm_arena_alloc(a->arena, 1, sizeof *other);
    if (player == LM_NOBODY || a->p->seat_count > FIELD_WEIGHED)
        return NULL;
    a->failed |=
        other == NULL || lm_ask_to_leave(a->event, a->p, a->pairing, player, bracket->score,
                                         a->arena, &found, other, NULL) != LM_OK;
    return a->failed || found == LM_UNDECIDED ? NULL : other;
}

/* Explain why ${player} plays an opponent with fewer points. */
static void answer_down(struct asking *a, const struct lm_bracket *bracket, uint32_t opponent)
{
    struct floating f;
    const struct lm_alternative *other = expected_instead(a, bracket, a->player, false);
    const struct lm_finding *finding = float_of(a, bracket, a->player);
    uint32_t last = finding == NULL ? last_who_stays(a, bracket) : LM_NOBODY;
    if (other == NULL)
        other = weigh_leaving(a, bracket, last);
    if (!begin_float(a, bracket, opponent, other == NULL ? LM_NOBODY : other->player, &f))
        return;
    lead_down(a, &f, finding);
    if (f.why->size == 1)
        return;
    const char *lead = f.why->text;
    const struct lm_alternative *stay = lm_why_expected(bracket, a->player);
    if (stay != NULL && bracket->floater_count > 1 &&
        lm_why_answer_by(a, f.why, lead, lm_why_expectation(a, stay), stay))
        return;
    const char *usual = finding == NULL ? LM_KEY("float.usual") : LM_KEY("up.usual");
    bool answered = other != NULL && lm_why_answer_by(a, f.why, lead, say_of(a, &f, usual), other);
    bool all = bracket->floater_count == f.why->size;
    if (!answered && finding == NULL && last == LM_NOBODY)
        set_key(&f, LM_KEY("float.last"),
                lm_why_in_turn(a, lead, all ? NULL : say_of(a, &f, LM_KEY("float.last")), NULL));
    lm_why_add_more(a, f.why, true);
}

/* Explain why ${player} plays an opponent with more points: by the opponent's float. */
static void answer_met_from_above(struct asking *a, const struct lm_bracket *left,
                                  uint32_t opponent)
{
    struct floating f;
    if (!begin_float(a, left, opponent, LM_NOBODY, &f))
        return;
    const char *key = why_size(left) > 1     ? LM_KEY("float.up")
                      : is_only_one(a, left) ? LM_KEY("float.up-alone")
                                             : LM_KEY("float.up-left");
    set_key(&f, key, say_of(a, &f, key));
}

/* --- up */

/* Does ${x} come before ${y} to be moved up to ${host}: by the due colour, then by rating? */
static bool moves_up_before(const struct asking *a, const struct lm_seat *x,
                            const struct lm_seat *y, const struct lm_seat *host)
{
    const struct lm_player *players = a->p->tournament->players;
    bool fits = lm_why_due(a, x) != lm_why_due(a, host);
    if (fits != (lm_why_due(a, y) != lm_why_due(a, host)))
        return fits;
    return players[x->player].rating > players[y->player].rating;
}

/* Dubov 1997 art. 2.5, where nothing was weighed: return the first of the player's group who moved
 * up in the last round and would come before; NULL: none. */
static const struct lm_alternative *moved_up_before(struct asking *a, uint32_t opponent)
{
    uint8_t rule = lm_why_rule_of(a, "obstacle.up-often");
    const struct lm_seat *own = lm_why_seat(a, a->player), *host = lm_why_seat(a, opponent);
    const struct lm_seat *first = NULL;
    for (const struct lm_seat *s = a->p->seats; rule != 0 && s < a->p->seats + a->p->seat_count;
         s++)
        if (s->score == own->score && s->float_1 == LM_UPFLOAT && s != own && s != host &&
            !lm_is_barred(a->p, a->p->seat_of[s->player], a->p->seat_of[opponent]) &&
            moves_up_before(a, s, first == NULL ? own : first, host))
            first = s;
    struct lm_alternative *other =
        first == NULL ? NULL : lm_arena_alloc(a->arena, 1, sizeof *other);
    a->failed |= first != NULL && other == NULL;
    if (other != NULL)
        *other = (struct lm_alternative){.player = first->player,
                                         .opponent = LM_NOBODY,
                                         .rule = rule,
                                         .expected = true,
                                         .told = true};
    return other;
}

/* Explain why ${player} was fetched into ${bracket}, for ${opponent}. */
static void answer_up(struct asking *a, const struct lm_bracket *bracket, uint32_t opponent)
{
    struct floating f;
    const struct lm_alternative *other = expected_instead(a, bracket, a->player, true);
    const struct lm_finding *finding = float_of(a, bracket, a->player);
    if (other == NULL && a->system->floaters == LM_TRANSFERS)
        other = moved_up_before(a, opponent);
    if (finding == NULL ||
        !begin_float(a, bracket, opponent, other == NULL ? LM_NOBODY : other->player, &f))
        return;
    const char *key = a->system->criteria[finding->rule].own, *lead = say_of(a, &f, key);
    set_key(&f, key, lead);
    why_take_rule(f.why, &a->system->criteria[finding->rule]);
    const struct lm_player *players = a->p->tournament->players;
    bool rated = a->system->floaters == LM_TRANSFERS && other != NULL &&
                 players[other->player].rating > players[a->player].rating;
    const char *usual = rated ? LM_KEY("up.higher-rated") : LM_KEY("up.usual");
    if (other != NULL)
        lm_why_answer_by(a, f.why, lead, say_of(a, &f, usual), other);
    lm_why_add_more(a, f.why, true);
}

/* Explain why ${player} meets an opponent who was fetched into ${bracket}. */
static void answer_host(struct asking *a, const struct lm_bracket *bracket, uint32_t opponent)
{
    struct floating f;
    const struct lm_finding *finding = float_of(a, bracket, opponent);
    if (finding == NULL || !begin_float(a, bracket, opponent, LM_NOBODY, &f))
        return;
    const char *plain = a->system->criteria[finding->rule].plain;
    const char *key = plain != NULL ? plain : LM_KEY("up.host");
    set_key(&f, key, say_of(a, &f, key));
    why_take_rule(f.why, &a->system->criteria[finding->rule]);
}

static bool is_resident(const struct lm_bracket *bracket, uint32_t player)
{
    for (size_t i = 0; i < bracket->resident_count; i++)
        if (bracket->residents[i] == player)
            return true;
    return false;
}

/* Return the rule by which groups of several scores are paired as one. */
static const struct lm_rule *rule_of_joining(const struct asking *a,
                                             const struct lm_bracket *bracket)
{
    for (size_t i = 0; i < bracket->finding_count; i++) {
        const struct lm_rule *rule = &a->system->criteria[bracket->findings[i].rule];
        if (strcmp(rule->code, "C13j") == 0)
            return rule;
    }
    return &a->system->criteria[a->system->completion];
}

/* Name the players left over when those of ${bracket} with at most ${most} points are paired
 * without the others; false: there are none. */
static bool find_left_over(struct asking *a, const struct lm_bracket *bracket, int32_t most,
                           struct lm_forced *out)
{
    uint32_t *seats = lm_arena_alloc(a->arena, bracket->resident_count + 1, sizeof *seats);
    uint32_t count = 0;
    *out = (struct lm_forced){0};
    for (size_t i = 0; seats != NULL && i < bracket->resident_count; i++)
        if (lm_why_seat(a, bracket->residents[i])->score <= most)
            seats[count++] = a->p->seat_of[bracket->residents[i]];
    bool bye = count % 2 == 1 && a->p->seat_count % 2 == 1;
    uint32_t spare = count % 2 == 1 && !bye; /* comes down in any case */
    if (bye)
        seats[count++] = LM_NOBODY;
    a->failed |=
        seats == NULL || lm_name_left_over(a->system, a->p, seats, count, a->arena, out) != LM_OK;
    return !a->failed && out->hurt_count > spare;
}

/* Return the fewest points, from which on down not all of ${bracket} could be paired, and name
 * those left over in ${out}; LM_NO_POINTS: the groups of ${bracket} do not show it. */
static int32_t points_of_rest(struct asking *a, const struct lm_bracket *bracket,
                              struct lm_forced *out)
{
    int32_t most = LM_NO_POINTS, highest = lm_why_seat(a, bracket->residents[0])->score;
    for (size_t i = bracket->resident_count; i-- > 0;) {
        int32_t score = lm_why_seat(a, bracket->residents[i])->score;
        if (score == most || score == highest)
            continue;
        most = score;
        if (find_left_over(a, bracket, most, out))
            return most;
    }
    return LM_NO_POINTS;
}

/* Explain a pair of two different scores in the same bracket: groups were joined. */
static void answer_joined(struct asking *a, const struct lm_bracket *bracket, uint32_t opponent)
{
    enum { NAMED = 2 };
    int32_t own = lm_why_seat(a, a->player)->score, theirs = lm_why_seat(a, opponent)->score;
    struct lm_why *why = lm_why_begin(a, LM_WHY_FLOAT, bracket, opponent);
    struct lm_alternative *rest = lm_arena_alloc(a->arena, 1, sizeof *rest);
    if (why == NULL || rest == NULL) {
        a->failed = true;
        return;
    }
    *rest = (struct lm_alternative){.player = a->player, .opponent = LM_NOBODY};
    int32_t most = points_of_rest(a, bracket, &rest->forced);
    bool named = most != LM_NO_POINTS;
    rest->forced.with = most; /* neither weighed nor told: whom it leaves over is the answer */
    why->alternative = named ? rest : NULL;
    struct lm_forced first = rest->forced;
    first.hurt_count = first.hurt_count < NAMED ? first.hurt_count : NAMED;
    const struct lm_value values[] = {
        lm_why_points(a, "points", own > theirs ? own : theirs),
        lm_why_points(a, "fewer", own > theirs ? theirs : own),
        lm_why_person(a, "other", opponent),
        lm_why_points(a, "most", named ? most : 0),
        lm_why_points(a, "highest", lm_why_seat(a, bracket->residents[0])->score),
        lm_why_persons(a, "players", &first)};
    why->key = named ? LM_KEY("float.joined-for") : LM_KEY("float.joined");
    why_take_rule(why, rule_of_joining(a, bracket));
    why->text = lm_why_say(a, why->key, values, sizeof values / sizeof values[0]);
}

void lm_why_answer_float(struct asking *a, const struct lm_pair *pair)
{
    uint32_t opponent = why_opponent(pair, a->player);
    bool down = lm_why_seat(a, a->player)->score > lm_why_seat(a, opponent)->score;
    const struct lm_bracket *left = left_bracket(a, down ? a->player : opponent);
    const struct lm_bracket *bracket = &a->pairing->brackets[pair->bracket];
    if (left != NULL && down)
        answer_down(a, left, opponent);
    else if (left != NULL)
        answer_met_from_above(a, left, opponent);
    else if (bracket->score != LM_NO_POINTS && is_resident(bracket, a->player) &&
             is_resident(bracket, opponent))
        answer_joined(a, bracket, opponent);
    else if (down)
        answer_host(a, bracket, opponent);
    else
        answer_up(a, bracket, opponent);
}

/* --- the bye */

/* List the players with no more points who cannot have the bye; ${after}: only those after the
 * receiver. */
static size_t list_passed(struct asking *a, const struct lm_seat *receiver, bool after,
                          struct lm_value *list)
{
    size_t count = 0;
    for (uint32_t s = 0; s < a->p->seat_count; s++) {
        const struct lm_seat *seat = &a->p->seats[s];
        if (seat->pab_barred && seat->score <= receiver->score && seat != receiver &&
            (!after || seat > receiver))
            list[count++] = lm_why_person(a, NULL, seat->player);
    }
    return count;
}

/* Count the players that can be spared and can have the bye, with the score of ${receiver} and
 * (${games}) as many games. */
static uint32_t count_like(const struct asking *a, const struct lm_seat *receiver,
                           const bool *spare, bool games)
{
    uint32_t count = 0;
    for (uint32_t s = 0; s < a->p->seat_count; s++) {
        const struct lm_seat *seat = &a->p->seats[s];
        count += spare[s] && !seat->pab_barred && seat->score == receiver->score &&
                 (!games || seat->games == receiver->games);
    }
    return count;
}

/* Dubov and Burstein, art. 3.1.3 to 3.1.5: return the first of these rules, from ${score} on, that
 * left only ${receiver}. */
static uint8_t rule_that_left_one(struct asking *a, const struct lm_seat *receiver, uint8_t score)
{
    uint32_t count = a->p->seat_count;
    uint32_t *seats = lm_arena_alloc(a->arena, count, sizeof *seats);
    bool *spare = lm_arena_alloc(a->arena, count, sizeof *spare);
    for (uint32_t s = 0; seats != NULL && s < count; s++)
        seats[s] = s;
    if (seats == NULL || spare == NULL ||
        lm_players_not_needed(a->p, seats, count, a->arena, spare) != LM_OK) {
        a->failed = true;
        return score;
    }
    bool by_score = count_like(a, receiver, spare, false) == 1;
    bool by_games = count_like(a, receiver, spare, true) == 1;
    return (uint8_t)(score + (by_score ? 0 : by_games ? 1 : 2));
}

/* Return the rule that decided who has the bye.  A finding without values is the decision; a
 * judge's findings have the value of each article, if that is not 0. */
static const struct lm_rule *rule_of_bye(struct asking *a, const struct lm_bracket *bracket,
                                         const struct lm_seat *receiver)
{
    const struct lm_rule *criteria = a->system->criteria;
    uint8_t rule = a->system->second_bye, first = 0;
    bool given = false;
    for (size_t i = bracket->finding_count; i-- > 0;)
        if (bracket->findings[i].about == LM_WHY_BYE) {
            rule = bracket->findings[i].rule;
            given = bracket->findings[i].value_count == 0;
        }
    while (criteria[first].code != NULL && !lm_rule_is_of_bye(&criteria[first]))
        first++;
    bool by_articles = !given && criteria[first].code != NULL &&
                       lm_rule_is_of_bye(&criteria[first + 1]) &&
                       lm_rule_is_of_bye(&criteria[first + 2]);
    return &criteria[by_articles ? rule_that_left_one(a, receiver, first) : rule];
}

/* An answer about the bye. */
struct bye {
    const struct lm_seat *receiver;
    const struct lm_alternative *other; /* the player expected to have it */
    struct lm_why *why;
    const char **more;
    size_t passed;
    struct lm_value values[3];
};

/* Where nothing was weighed in the last bracket, because the bye came to it from above: return the
 * result of the round if the last player who can have it does; NULL: none, or unknown. */
static const struct lm_alternative *last_with_bye(struct asking *a, const struct lm_seat *receiver)
{
    uint32_t own = (uint32_t)(receiver - a->p->seats), last = a->p->seat_count - 1;
    while (last > own && a->p->seats[last].pab_barred)
        last--;
    return last == own ? NULL : lm_why_prescribed(a, a->p->seats[last].player, LM_NOBODY);
}

/* Answer for systems that give the bye to the player left over by the last bracket: the last who
 * can. */
static void answer_last(struct asking *a, struct bye *b)
{
    uint32_t after = (uint32_t)(&a->p->seats[a->p->seat_count - 1] - b->receiver);
    if (b->other == NULL)
        b->other = last_with_bye(a, b->receiver);
    b->why->key = after == 0 ? LM_KEY("bye.last") : LM_KEY("bye.lowest");
    const char *lead = lm_why_say(a, b->why->key, b->values, 1);
    b->why->text = lead;
    if (after > 0 && b->passed == after) {
        b->why->key = LM_KEY("bye.passed");
        const char *passed = lm_why_say(a, b->why->key, b->values, 2);
        b->why->text = lm_why_in_turn(a, lead, passed, NULL);
        if (lm_why_words(b->why->text) > WHY_WORDS) {
            b->why->text = passed;
            b->more[b->why->more_count++] = lead;
        }
    } else if (after > 0 && b->other != NULL) {
        b->values[2] = lm_why_person(a, "expected", b->other->player);
        lm_why_answer_by(a, b->why, lead, lm_why_say(a, LM_KEY("bye.usual"), b->values, 3),
                         b->other);
        if (b->why->lead != NULL)
            b->more[b->why->more_count++] = b->why->lead;
        if (b->passed > 0)
            b->more[b->why->more_count++] = lm_why_say(a, LM_KEY("bye.passed"), b->values, 2);
    } else if (b->passed > 0) {
        b->why->text =
            lm_why_in_turn(a, lead, lm_why_say(a, LM_KEY("bye.passed"), b->values, 2), NULL);
    }
}

/* Answer for systems that order all players who can have the bye. */
static void answer_ordered(struct asking *a, struct bye *b)
{
    b->why->key = a->system->bye_reason;
    const char *lead = lm_why_say(a, b->why->key, b->values, 1);
    const char *barred = lm_why_say(a, LM_KEY("bye.barred"), b->values, 2);
    b->why->text = lead;
    if (b->other != NULL) {
        lm_why_answer_by(a, b->why, lead, lm_why_say(a, LM_KEY("bye.first"), b->values, 3),
                         b->other);
        if (b->why->lead != NULL)
            b->more[b->why->more_count++] = b->why->lead;
        if (b->passed > 0)
            b->more[b->why->more_count++] = barred;
    } else if (b->passed > 0) {
        b->why->text = lm_why_in_turn(a, lead, barred, NULL);
        if (lm_why_words(b->why->text) <= WHY_WORDS)
            return;
        b->why->text = lead;
        b->more[b->why->more_count++] = barred;
    }
}

void lm_why_answer_bye(struct asking *a, const struct lm_pair *bye)
{
    const struct lm_bracket *bracket = &a->pairing->brackets[bye->bracket];
    struct lm_value *list = lm_arena_alloc(a->arena, a->p->seat_count, sizeof *list);
    struct bye b = {.receiver = lm_why_seat(a, a->player),
                    .other = expected_instead(a, bracket, a->player, false),
                    .why = lm_why_begin(a, LM_WHY_BYE, bracket, LM_NOBODY),
                    .more = lm_arena_alloc(a->arena, WHY_MORE, sizeof *b.more)};
    if (list == NULL || b.more == NULL || b.why == NULL) {
        a->failed = true;
        return;
    }
    bool ordered = a->system->bye_reason != NULL;
    b.passed = list_passed(a, b.receiver, !ordered, list);
    b.values[0] = lm_why_points(a, "points", b.receiver->score);
    b.values[1] = lm_value_list("players", list, b.passed);
    b.values[2] = lm_why_person(a, "expected", b.other == NULL ? LM_NOBODY : b.other->player);
    b.why->answer = LM_WHY_BY_NATURE;
    b.why->more = b.more;
    why_take_rule(b.why, rule_of_bye(a, bracket, b.receiver));
    if (ordered)
        answer_ordered(a, &b);
    else
        answer_last(a, &b);
}
