/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Are the answers true?  For random small tournaments, take the answers for all players of every
 * round, as JSON.  Each claim about another pairing is tried with the reference: the pair (or the
 * leaving) is prescribed by forbidding everything else, and the first difference is the one that
 * the answer must name. Of the sentences, only the length is checked.
 *
 * For 2017 the reference gives pairs and no values.  There brackets are taken from the JSON, and
 * the checks of a prescription are: is it possible, who meets whom as a result, and who comes
 * first.
 *
 * check_answers TOURNAMENTS [FIRST-SEED [MOST-PLAYERS [dutch-2017]]]: prints TAP.
 */
#include "as_tournament.h"
#include "dutch_2017.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "limmat/answers.h"
#include "limmat/explain.h"
#include "limmat/json.h"
#include "limmat/words.h"

enum { WORDS_MOST = 40, CRITERION_FIRST = 5, CRITERION_LAST = 21 };

struct counts {
    long rounds, answers, forced, impossible, decided, order, natural, byes, met, excluded,
        in_round;
    long mistakes;
    const struct lm_language *language;
    const struct lm_system *system;
    bool values; /* the reference gives the values of brackets */
};

/* An answer and the reference's result. */
struct claim {
    struct counts *counts;
    const struct random_tournament *from;
    const struct ref_pairing *base;
    const struct lm_json *answer;
    int ppb; /* 2017: the number of the bracket below which all collapse, or REF_NO_PPB */
};

LM_PRINTF(2, 3)
static void wrong(const struct claim *c, const char *format, ...)
{
    va_list arguments;
    const char *text = lm_json_string(lm_json_get(c->answer, "text"));
    c->counts->mistakes++;
    printf("# tournament %llu, round %d: ", (unsigned long long)c->from->seed,
           c->from->state.round);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf(": %s\n", text == NULL ? "" : text);
}

static int number(const struct lm_json *object, const char *key)
{
    int64_t value = 0;
    return lm_json_integer(lm_json_get(object, key), INT32_MIN, INT32_MAX, &value) ? (int)value : 0;
}

static bool truth(const struct lm_json *object, const char *key)
{
    bool value = false;
    return lm_json_boolean(lm_json_get(object, key), &value) && value;
}

static const char *word(const struct lm_json *object, const char *key)
{
    const char *text = lm_json_string(lm_json_get(object, key));
    return text == NULL ? "" : text;
}

static int element(const struct lm_json *list, int index)
{
    const struct lm_json *node = list == NULL ? NULL : list->first;
    int64_t value = 0;
    while (node != NULL && index-- > 0)
        node = node->next;
    return lm_json_integer(node, 0, INT32_MAX, &value) ? (int)value : 0;
}

/* --- the reference's pairing */

static int partner_of(const struct ref_pairing *p, int tpn)
{
    for (int i = 0; i < p->pairs; i++) {
        if (p->pair[i].white == tpn)
            return p->pair[i].black;
        if (p->pair[i].black == tpn)
            return p->pair[i].white;
    }
    return 0;
}

static int place_in(const struct ref_bracket *b, int tpn)
{
    for (int i = 0; i < b->players; i++)
        if (b->player[i] == tpn)
            return i;
    return -1;
}

/* Return the bracket that the answer is about: of that score and size. */
static int bracket_of(const struct claim *c)
{
    const struct lm_json *group = lm_json_get(c->answer, "group");
    int32_t score = 0;
    if (!c->counts->values)
        return number(group, "bracket") < c->base->brackets ? number(group, "bracket") : -1;
    if (!lm_json_tenths(lm_json_get(group, "score"), &score))
        return -1;
    for (int i = 0; i < c->base->brackets; i++)
        if (c->base->bracket[i].score == score &&
            c->base->bracket[i].players == number(group, "size"))
            return i;
    return -1;
}

/* --- prescribing */

static void forbid(struct ref_state *state, int a, int b)
{
    if (a == b || state->forbidden_count == REF_FORBIDDEN)
        return;
    state->forbidden[state->forbidden_count][0] = a;
    state->forbidden[state->forbidden_count++][1] = b;
}

/* Forbid ${a} and ${b} all opponents but each other. */
static void prescribe(struct ref_state *state, int a, int b)
{
    for (int i = 0; i < state->count; i++) {
        int other = state->player[i].tpn;
        if (other != a && other != b && state->player[i].present) {
            forbid(state, a, other);
            forbid(state, b, other);
        }
    }
}

static int pair_by_reference(const struct counts *counts, const struct ref_state *state,
                             struct ref_pairing *out, int *ppb)
{
    *ppb = REF_NO_PPB;
    return counts->values ? ref_dutch_2026_pair(state, out) : ref_dutch_2017_pair(state, out, ppb);
}

/* Pair the round again, with the brackets before number ${bracket} unchanged, and with the pair
 * ${a}, ${b}; or, if ${b} is 0, with ${a} leaving.  Return the reference's result. */
static int pair_again(const struct claim *c, int bracket, int a, int b, struct ref_pairing *out)
{
    static struct ref_state state;
    state = c->from->state;
    int pair = 0;
    for (int i = 0; i < bracket; i++) {
        int pairs = (c->base->bracket[i].players - c->base->bracket[i].downfloaters) / 2;
        for (int k = 0; k < pairs; k++, pair++)
            prescribe(&state, c->base->pair[pair].white, c->base->pair[pair].black);
    }
    const struct ref_bracket *own = &c->base->bracket[bracket];
    if (b != 0)
        prescribe(&state, a, b);
    for (int i = 0; b == 0 && i < own->players; i++)
        forbid(&state, a, own->player[i]);
    if (state.forbidden_count == REF_FORBIDDEN) {
        printf("# too many prescriptions\n");
        exit(1);
    }
    int ppb;
    if (c->ppb != REF_NO_PPB && c->ppb <= bracket) /* earlier collapses remain */
        return ref_dutch_2017_pair_held(&state, c->ppb, out);
    return pair_by_reference(c->counts, &state, out, &ppb);
}

static bool same_value(const struct ref_value *a, const struct ref_value *b)
{
    return a->count == b->count &&
           memcmp(a->item, b->item, (size_t)a->count * sizeof *a->item) == 0;
}

/* --- the prescribed pairing */

/* Check that the two named together meet in ${then}; and that a named holder of the bye has it. */
static void check_hurt(const struct claim *c, const struct lm_json *forced, bool bye,
                       const struct ref_pairing *then)
{
    const struct lm_json *hurt = lm_json_get(forced, "hurt");
    bool found = hurt == NULL || hurt->length == 0 || hurt->length >= LM_FORCED_NAMED;
    for (const struct lm_json *pair = hurt == NULL ? NULL : hurt->first; pair != NULL;
         pair = pair->next) {
        int player = element(pair, 0), other = element(pair, 1);
        found |= player == then->pab;
        if (other != 0 && partner_of(then, player) != other)
            wrong(c, "%d does not meet %d then", player, other);
    }
    if (bye && !found)
        wrong(c, "the bye goes to %d then", then->pab);
}

/* Check that the numbers are those of the reference, if they are counts, a score or missed games.
 */
static void check_numbers(const struct claim *c, const struct lm_json *first, int criterion,
                          const struct ref_value *now, const struct ref_value *then)
{
    bool counted = criterion == 5 || criterion == 6 || (criterion >= 9 && criterion <= 17);
    if (counted && now->count == 1 && then->count == 1 &&
        (number(first, "with") != then->item[0] || number(first, "without") != now->item[0]))
        wrong(c, "C%d: %d instead of %d", criterion, then->item[0], now->item[0]);
}

/* Only the order differs: check the opponents, in both pairings, of the player that the answer
 * names. */
static void check_order(const struct claim *c, const struct ref_pairing *then)
{
    const struct lm_json *before = lm_json_get(c->answer, "before");
    int first = number(before, "first"), meets = number(before, "meets");
    int other = number(before, "else");
    if (before == NULL)
        wrong(c, "by every criterion it is as good");
    else if (first != 0 && (partner_of(c->base, first) != meets ||
                            (other != 0 && partner_of(then, first) != other)))
        wrong(c, "%d meets %d, and then %d", first, partner_of(c->base, first),
              partner_of(then, first));
    c->counts->order++;
}

/* Do the same arriving players leave the bracket again? */
static bool same_limbo(const struct ref_bracket *a, const struct ref_bracket *b)
{
    bool same = a->downfloaters == b->downfloaters;
    for (int i = 0; same && i < a->downfloaters; i++)
        same = place_in(a, a->downfloater[i]) >= a->moved_down ||
               a->downfloater[i] == b->downfloater[i];
    return same;
}

/* Check ${then} as far as possible without its brackets' values. */
static void check_persons(const struct claim *c, const struct lm_json *forced,
                          const struct ref_pairing *then)
{
    const struct lm_json *first = lm_json_get(forced, "first");
    if (!truth(forced, "possible"))
        wrong(c, "it is possible");
    else if (first == NULL)
        check_order(c, then);
    else
        c->counts->decided++;
    if (first == NULL)
        return;
    if (number(first, "with") <= number(first, "without"))
        wrong(c, "%s would not be worse: %d, %d", word(first, "code"), number(first, "with"),
              number(first, "without"));
    check_hurt(c, forced, false, then);
}

/* Pair the whole round again, with the pair ${a}, ${b}, or (${b} is 0) with the bye for ${a}. */
/* The fewest points of ${b}. */
static int lowest_of(const struct claim *c, const struct ref_bracket *b)
{
    const struct ref_state *state = &c->from->state;
    int lowest = INT_MAX;
    for (int i = 0; i < state->count; i++)
        if (place_in(b, state->player[i].tpn) >= 0 && state->player[i].score < lowest)
            lowest = state->player[i].score;
    return lowest;
}

static int pair_round_again(const struct claim *c, int a, int b, struct ref_pairing *out)
{
    static struct ref_state state;
    int ppb, lowest = 0;
    state = c->from->state;
    if (b != 0)
        prescribe(&state, a, b);
    /* A player who leaves a bracket meets fewer points than it has; one with the bye meets no one.
     */
    if (b == 0 && strcmp(word(c->answer, "question"), "bye") != 0)
        lowest = lowest_of(c, &c->base->bracket[bracket_of(c)]);
    for (int i = 0; b == 0 && i < state.count; i++)
        if (state.player[i].present && state.player[i].score >= lowest)
            forbid(&state, a, state.player[i].tpn);
    return pair_by_reference(c->counts, &state, out, &ppb);
}

/* A bracket alone cannot decide: check that the round has the pair, or not, and first differs at
 * the bracket and criterion that the answer names. */
static void check_in_round(const struct claim *c, const struct lm_json *forced, int a, int b)
{
    static struct ref_pairing then;
    const struct lm_json *first = lm_json_get(forced, "first");
    const char *code = word(first, "code");
    int bracket = 0, criterion = CRITERION_FIRST;
    char found[8] = "";
    bool possible = pair_round_again(c, a, b, &then) == 0;
    c->counts->in_round++;
    if (possible != truth(forced, "possible")) {
        wrong(c, "the round %s it", possible ? "has" : "cannot have");
        return;
    }
    if (!possible)
        return;
    if (!c->counts->values || first == NULL) {
        check_persons(c, forced, &then);
        return;
    }
    for (; bracket < c->base->brackets && bracket < then.brackets; bracket++) {
        const struct ref_bracket *now = &c->base->bracket[bracket], *new = &then.bracket[bracket];
        for (criterion = CRITERION_FIRST;
             criterion <= CRITERION_LAST && same_value(&now->c[criterion], &new->c[criterion]);)
            criterion++;
        bool unseen = strcmp(code, "C18") == 0 || strcmp(code, "C20") == 0;
        if (unseen && !same_limbo(now, new)) /* see check_forced */
            return;
        if (criterion <= CRITERION_LAST)
            break;
    }
    snprintf(found, sizeof found, "C%d", criterion);
    if (strcmp(found, code) != 0)
        wrong(c, "%d and %d, in the round: first differs %s, not %s (%d, %d)", a, b, found, code,
              number(first, "with"), number(first, "without"));
    check_hurt(c, forced, false, &then);
}

static void check_forced(const struct claim *c, const struct lm_json *forced)
{
    static struct ref_pairing then;
    const struct lm_json *pair = lm_json_get(forced, "pair");
    const struct lm_json *first = lm_json_get(forced, "first");
    const char *code = word(first, "code");
    int a = pair == NULL ? number(forced, "leaves") : element(pair, 0), b = element(pair, 1);
    int bracket = bracket_of(c), criterion = CRITERION_FIRST;
    char found[8] = "";
    c->counts->forced++;
    bool of_bye = strcmp(word(c->answer, "question"), "bye") == 0;
    if (of_bye && (bracket < 0 || place_in(&c->base->bracket[bracket], a) < 0)) {
        check_in_round(c, forced, a, b);
        return;
    }
    if (bracket < 0 || place_in(&c->base->bracket[bracket], a) < 0) {
        wrong(c, "there is no such bracket");
        return;
    }
    if (pair_again(c, bracket, a, b, &then) != 0) {
        c->counts->impossible++;
        check_in_round(c, forced, a, b);
        return;
    }
    if (!c->counts->values) {
        check_persons(c, forced, &then);
        return;
    }
    const struct ref_bracket *now = &c->base->bracket[bracket], *new = &then.bracket[bracket];
    while (criterion <= CRITERION_LAST && same_value(&now->c[criterion], &new->c[criterion]))
        criterion++;
    if (criterion <= CRITERION_LAST)
        snprintf(found, sizeof found, "C%d", criterion);
    /* In the reference's list, an MDP who floats on looks like a paired one of as many points. */
    bool unseen = (strcmp(code, "C18") == 0 || strcmp(code, "C20") == 0) && !same_limbo(now, new);
    if (unseen && criterion > atoi(code + 1))
        return;
    if (strcmp(found, code) != 0 || !truth(forced, "possible")) {
        wrong(c, "%d and %d: first differs %s, not %s (%d, %d)", a, b, found, code,
              number(first, "with"), number(first, "without"));
        return;
    }
    if (criterion > CRITERION_LAST) {
        check_order(c, &then);
        return;
    }
    c->counts->decided++;
    check_numbers(c, first, criterion, &now->c[criterion], &new->c[criterion]);
    check_hurt(c, forced, criterion == CRITERION_FIRST, &then);
}

/* --- the others */

static int round_met(const struct ref_state *state, int a, int b)
{
    for (int i = 0; i < state->count; i++)
        for (int r = 0; r < state->round - 1 && state->player[i].tpn == a; r++)
            if (state->player[i].record[r].played && state->player[i].record[r].opponent == b)
                return r + 1;
    return 0;
}

static bool excluded(const struct ref_state *state, int a, int b)
{
    for (int i = 0; i < state->forbidden_count; i++)
        if ((state->forbidden[i][0] == a && state->forbidden[i][1] == b) ||
            (state->forbidden[i][0] == b && state->forbidden[i][1] == a))
            return true;
    return false;
}

/* Does ${tpn} meet a player of ${b}? */
static bool in_bracket_pair(const struct claim *c, const struct ref_bracket *b, int tpn)
{
    int partner = partner_of(c->base, tpn);
    return partner != 0 && place_in(b, partner) >= 0;
}

/* Check a claim that the others need the player: pair the round without that player. */
static void check_not_spared(const struct claim *c)
{
    static struct ref_state state;
    static struct ref_pairing then;
    int ppb, needed = number(lm_json_get(c->answer, "told"), "player");
    state = c->from->state;
    for (int i = 0; i < state.count; i++)
        if (state.player[i].tpn == needed)
            state.player[i].present = false;
    c->counts->byes++;
    if (needed == 0)
        wrong(c, "nobody is named");
    else if (pair_by_reference(c->counts, &state, &then, &ppb) == 0)
        wrong(c, "all could be paired without %d", needed);
}

static void check_template(const struct claim *c)
{
    const struct ref_state *state = &c->from->state;
    const char *key = word(c->answer, "template");
    const struct lm_json *pair = lm_json_get(lm_json_get(c->answer, "forced"), "pair");
    int player = number(c->answer, "player"), opponent = number(c->answer, "opponent");
    int met = round_met(state, element(pair, 0), element(pair, 1));
    if (strcmp(key, "obstacle.met") == 0) {
        c->counts->met++;
        if (met == 0 || met != number(c->answer, "met_in_round"))
            wrong(c, "they met in round %d", met);
    } else if (strcmp(key, "obstacle.excluded") == 0) {
        c->counts->excluded++;
        if (met != 0 || !excluded(state, element(pair, 0), element(pair, 1)))
            wrong(c, "nobody excluded it");
    } else if (strcmp(key, "natural.halves") == 0) {
        const struct ref_bracket *b = &c->base->bracket[bracket_of(c)];
        int half = (b->players - b->downfloaters) / 2, moved = 0;
        for (int i = 0; i < b->moved_down; i++)
            moved += in_bracket_pair(c, b, b->player[i]);
        c->counts->natural++;
        if (moved != 0 || abs(place_in(b, player) - place_in(b, opponent)) != half)
            wrong(c, "upper and lower half do not make it");
    } else if (strcmp(word(c->answer, "question"), "bye") == 0 &&
               lm_json_get(c->answer, "told") != NULL) {
        check_not_spared(c);
    } else if (strncmp(key, "bye.", 4) == 0) {
        c->counts->byes++;
        if (player != c->base->pab)
            wrong(c, "%d has the bye", c->base->pab);
    }
}

static void check_text(const struct claim *c)
{
    const char *text = word(c->answer, "text");
    int words = 0;
    for (const char *at = text; *at != '\0'; at++)
        words += *at != ' ' && (at == text || at[-1] == ' ');
    if (words == 0 || words > WORDS_MOST)
        wrong(c, "%d words", words);
    if (strpbrk(text, "{}") != NULL)
        wrong(c, "a hole is open");
}

static void check_answer(const struct claim *c)
{
    const struct lm_json *forced = lm_json_get(c->answer, "forced");
    c->counts->answers++;
    check_text(c);
    check_template(c);
    if (forced != NULL)
        check_forced(c, forced);
}

/* --- a round */

/* Return the whole explanation; NULL: there is none. */
static const struct lm_json *explain(const struct random_tournament *from,
                                     const struct counts *counts, struct lm_arena *arena)
{
    struct lm_tournament *t;
    struct lm_position *position;
    struct lm_pairing *pairing;
    struct lm_json *json;
    const struct lm_system *system = counts->system;
    struct lm_text text = lm_text_in(arena);
    enum lm_status status = as_tournament(from, arena, &t);
    if (status == LM_OK)
        status = lm_explain_round(system, t, (uint32_t)from->state.round, LM_NOBODY, LM_NOBODY,
                                  arena, NULL, &position, &pairing);
    if (status == LM_OK)
        status = lm_answer_explanation(system, position, pairing, LM_NOBODY, LM_NOBODY,
                                       counts->language, &text);
    if (status == LM_OK)
        status = lm_json_parse(text.bytes, text.length, arena, NULL, &json);
    return status == LM_OK ? json : NULL;
}

/* Copy the brackets and their pairs as in ${told}, the pairs being those of ${out}. */
static void take_brackets(const struct claim *c, const struct lm_json *told,
                          const struct ref_pairing *out, struct ref_pairing *base)
{
    *base = (struct ref_pairing){.pab = out->pab};
    const struct lm_json *all = lm_json_get(told, "brackets");
    for (const struct lm_json *from = all->first; from != NULL; from = from->next) {
        struct ref_bracket *b = &base->bracket[base->brackets++];
        const struct lm_json *moved = lm_json_get(from, "moved");
        const struct lm_json *residents = lm_json_get(from, "residents");
        int before = base->pairs;
        b->moved_down = (int)moved->length;
        for (int i = 0; i < b->moved_down; i++)
            b->player[b->players++] = element(moved, i);
        for (int i = 0; i < (int)residents->length; i++)
            b->player[b->players++] = element(residents, i);
        const struct lm_json *pair = lm_json_get(from, "pairs")->first;
        for (; pair != NULL; pair = pair->next) {
            int white = number(pair, "white"), black = number(pair, "black");
            if (black == 0)
                continue;
            if (partner_of(out, white) != black)
                wrong(c, "%d and %d are no pair of the reference", white, black);
            base->pair[base->pairs].white = white;
            base->pair[base->pairs++].black = black;
        }
        b->downfloaters = b->players - 2 * (base->pairs - before);
    }
}

static int check_round(void *context, const struct random_tournament *from, struct ref_pairing *out)
{
    static struct ref_pairing base;
    struct claim claim = {.counts = context, .from = from, .base = out};
    struct lm_arena *arena;
    if (pair_by_reference(claim.counts, &from->state, out, &claim.ppb) != 0)
        return 1;
    if (lm_arena_new(&arena, NULL, 0) != LM_OK)
        return -1;
    const struct lm_json *told = explain(from, claim.counts, arena);
    claim.counts->rounds++;
    if (told == NULL)
        wrong(&claim, "no answers");
    if (told != NULL && !claim.counts->values) {
        take_brackets(&claim, told, out, &base);
        claim.base = &base;
    }
    claim.answer = told == NULL ? NULL : lm_json_get(told, "answers")->first;
    for (; claim.answer != NULL; claim.answer = claim.answer->next)
        check_answer(&claim);
    lm_arena_free(arena);
    return 0;
}

int main(int count, char **argument)
{
    long tournaments = count > 1 ? atol(argument[1]) : 300;
    unsigned long long seed = count > 2 ? strtoull(argument[2], NULL, 10) : 1;
    int most = count > 3 ? atoi(argument[3]) : 12;
    size_t languages;
    const struct lm_language *all = lm_languages(&languages);
    const char *system = count > 4 ? argument[4] : "dutch-2026";
    struct counts c = {.system = lm_system_named(system, ""),
                       .values = strcmp(system, "dutch-2026") == 0};
    for (long i = 0; i < tournaments; i++) {
        c.language = &all[(size_t)i % languages];
        random_tournament_play(seed + (unsigned long long)i, most, check_round, &c);
    }
    bool enough = c.impossible > 0 && c.decided > 0 && c.order > 0 && c.natural > 0 && c.byes > 0 &&
                  c.met > 0 && c.excluded > 0;
    printf("1..1\n%s 1 - answers_are_true # %ld tournaments, %ld rounds, %ld answers: %ld natural, "
           "%ld byes, %ld met, %ld excluded, %ld prescribed (%ld impossible in "
           "their bracket, %ld asked of the round, %ld by a criterion, %ld by order), %ld "
           "mistakes\n",
           c.mistakes == 0 && enough ? "ok" : "not ok", tournaments, c.rounds, c.answers, c.natural,
           c.byes, c.met, c.excluded, c.forced, c.impossible, c.in_round, c.decided, c.order,
           c.mistakes);
    return c.mistakes != 0 || !enough;
}
