/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/explain.h"

#include "pairing/systems.h"

#include <string.h>

/* An explanation while it is written. */
struct telling {
    const struct lm_system *system;
    const struct lm_position *p;
    const struct lm_pairing *pairing;
    struct lm_arena *arena;
    struct lm_explanation *out;
    bool failed;
};

const char *lm_about_name(enum lm_about about)
{
    static const char *const names[LM_ABOUT_COUNT] = {"criterion", "opponent", "float",
                                                      "colour",    "bye",      "absence"};
    return names[about];
}

/* "7 Meier, Kurt" */
static const char *name_of(struct telling *say, uint32_t player)
{
    const struct lm_player *who = &say->p->tournament->players[player];
    struct lm_text name = lm_text_in(say->arena);
    lm_text_print(&name, who->name[0] == '\0' ? "%u" : "%u %s", who->tpn, who->name);
    return lm_text_string(&name);
}

/* "3.5 points", "3.5 points (1.0 of them virtual)" */
static const char *score_of(struct telling *say, const struct lm_seat *seat)
{
    struct lm_text score = lm_text_in(say->arena);
    lm_text_add_tenths(&score, seat->score);
    lm_text_add(&score, seat->score == 10 ? " point" : " points");
    if (seat->score != seat->points) {
        lm_text_add(&score, " (");
        lm_text_add_tenths(&score, seat->score - seat->points);
        lm_text_add(&score, " of them virtual)");
    }
    return lm_text_string(&score);
}

static void tell(struct telling *say, enum lm_about about, const char *code, const char *article,
                 const char *format, ...) LM_PRINTF(5, 6);

static void tell(struct telling *say, enum lm_about about, const char *code, const char *article,
                 const char *format, ...)
{
    struct lm_explanation *out = say->out;
    struct lm_text text = lm_text_in(say->arena);
    va_list arguments;
    va_start(arguments, format);
    lm_text_vprint(&text, format, arguments);
    va_end(arguments);
    if (text.failed || !lm_arena_grow(say->arena, &out->reasons, &out->capacity, out->count + 1,
                                      sizeof *out->reasons)) {
        say->failed = true;
        return;
    }
    out->reasons[out->count++] = (struct lm_reason){about, code, article, lm_text_string(&text)};
}

/* ${sentence} of a rule with ${name} for its first %s and ${other} for a second. */
static const char *fill_two(struct telling *say, const char *sentence, const char *name,
                            const char *other)
{
    struct lm_text text = lm_text_in(say->arena);
    for (const char *slot; (slot = strstr(sentence, "%s")) != NULL; sentence = slot + 2) {
        lm_text_add_bytes(&text, sentence, (size_t)(slot - sentence));
        lm_text_add(&text, name);
        name = other;
    }
    lm_text_add(&text, sentence);
    say->failed |= lm_text_status(&text) != LM_OK;
    return lm_text_string(&text);
}

static const char *fill(struct telling *say, const char *sentence, const char *name)
{
    return fill_two(say, sentence, name, name);
}

static bool speaks_of_player(const struct lm_rule *rule)
{
    return rule->sentence != NULL && strstr(rule->sentence, "%s") != NULL;
}

/* --- colours */

/* "White, Black, White" */
static const char *colours_of(struct telling *say, const struct lm_seat *seat)
{
    struct lm_text text = lm_text_in(say->arena);
    for (uint16_t i = 0; i < seat->games; i++)
        lm_text_print(&text, "%s%s", i == 0 ? "" : ", ",
                      seat->colours[i] == LM_WHITE ? "White" : "Black");
    return lm_text_string(&text);
}

/* C.04.3 art. 1.7: what a history of colours makes due. */
static void tell_preference(struct telling *say, const struct lm_seat *seat)
{
    static const char *const due[] = {
        [LM_MILD] = "%s had %s; %s is due in turn (a mild preference).",
        [LM_STRONG] = "%s had %s; %s is due to balance them (a strong preference).",
        [LM_ABSOLUTE] = "%s had %s; %s is due before all else (an absolute preference)."};
    const char *name = name_of(say, seat->player);
    const char *colour = seat->wish == LM_WHITE ? "White" : "Black";
    if (seat->wish == LM_NO_COLOUR) {
        tell(say, LM_ABOUT_COLOUR, "", "", "%s has not played yet, so no colour is due.", name);
        return;
    }
    if (say->system->colours == LM_COLOURS_BY_HISTORY) {
        tell(say, LM_ABOUT_COLOUR, "", "", "%s %s with %s.", name,
             say->system->games_per_match > 1 ? "began matches" : "played", colours_of(say, seat));
        return;
    }
    struct lm_text text = lm_text_in(say->arena);
    const char *format = due[seat->strength];
    for (const char *part[] = {name, colours_of(say, seat), colour}, **next = part; *format != '\0';
         format++)
        if (format[0] == '%') {
            lm_text_add(&text, *next++);
            format++;
        } else {
            lm_text_add_char(&text, *format);
        }
    tell(say, LM_ABOUT_COLOUR, "", "", "%s", lm_text_string(&text));
}

/* Whose preference decided: of the only one who gets it, else the higher ranked's. */
static const struct lm_seat *favoured(const struct lm_seat *white, const struct lm_seat *black)
{
    bool white_pleased = white->wish == LM_WHITE, black_pleased = black->wish == LM_BLACK;
    if (white_pleased != black_pleased)
        return white_pleased ? white : black;
    return white < black ? white : black;
}

static void tell_colour(struct telling *say, const struct lm_pair *pair,
                        const struct lm_seat *white, const struct lm_seat *black)
{
    if (say->system->colours != LM_NO_COLOURS) {
        tell_preference(say, white);
        tell_preference(say, black);
    }
    if (say->system->colour_rules == NULL)
        return;
    const struct lm_rule *rule = &say->system->colour_rules[pair->colour_rule];
    const struct lm_seat *who = favoured(white, black);
    struct lm_text counted = lm_text_in(say->arena);
    lm_text_print(&counted, "%u", who->counted);
    tell(say, LM_ABOUT_COLOUR, rule->code, rule->article, "%s: %s has White, %s has Black.",
         fill_two(say, rule->sentence == NULL ? rule->title : rule->sentence,
                  name_of(say, who->player), lm_text_string(&counted)),
         name_of(say, white->player), name_of(say, black->player));
}

/* --- opponents and floats */

static void tell_scores(struct telling *say, const struct lm_seat *a, const struct lm_seat *b)
{
    const char *name_a = name_of(say, a->player), *name_b = name_of(say, b->player);
    if (a->score == b->score) {
        tell(say, LM_ABOUT_OPPONENT, "", "", "%s and %s both have %s.", name_a, name_b,
             score_of(say, a));
        return;
    }
    const char *high = a->score > b->score ? name_a : name_b;
    const char *low = a->score > b->score ? name_b : name_a;
    struct lm_text text = lm_text_in(say->arena);
    lm_text_print(&text, "%s has %s and %s has %s", name_a, score_of(say, a), name_b,
                  score_of(say, b));
    if (say->system->floaters == LM_FLOATERS)
        lm_text_print(&text, ": %s floats down, %s floats up", high, low);
    if (say->system->floaters == LM_UPFLOATERS)
        lm_text_print(&text, ": %s floats up", low);
    bool by_rank = say->system->floaters == LM_NO_FLOATERS;
    tell(say, by_rank ? LM_ABOUT_OPPONENT : LM_ABOUT_FLOAT, "", "", "%s.", lm_text_string(&text));
}

/* Did another bracket that the player passed through say it? */
static bool was_told(const struct telling *say, const struct lm_rule *rule)
{
    for (size_t i = 0; i < say->out->count; i++)
        if (say->out->reasons[i].code == rule->code &&
            say->out->reasons[i].about == LM_ABOUT_CRITERION)
            return true;
    return false;
}

static bool has_player(const struct lm_finding *finding, uint32_t player)
{
    for (size_t i = 0; i < finding->player_count; i++)
        if (finding->players[i] == player)
            return true;
    return false;
}

/* Does another finding of ${bracket} say of ${player} what ${rule} would? */
static bool is_covered(const struct telling *say, const struct lm_bracket *bracket, uint8_t rule,
                       uint32_t player)
{
    const struct lm_covered *row = say->system->covered;
    for (; row != NULL && row->rule != row->by; row++)
        for (size_t i = 0; row->rule == rule && i < bracket->finding_count; i++)
            if (bracket->findings[i].rule == row->by && has_player(&bracket->findings[i], player))
                return true;
    return false;
}

/* What the findings say of ${player}, wherever he passed through: the criteria that could not be
 * granted, and the rules by which he was moved. */
static void tell_findings(struct telling *say, uint32_t player)
{
    for (size_t b = 0; b < say->pairing->bracket_count; b++) {
        const struct lm_bracket *bracket = &say->pairing->brackets[b];
        for (size_t i = 0; i < bracket->finding_count; i++) {
            const struct lm_finding *finding = &bracket->findings[i];
            const struct lm_rule *rule = &say->system->criteria[finding->rule];
            if (has_player(finding, player) && speaks_of_player(rule) &&
                !is_covered(say, bracket, finding->rule, player) && !was_told(say, rule))
                tell(say, (enum lm_about)finding->about, rule->code, rule->article, "%s.",
                     fill(say, rule->sentence, name_of(say, player)));
        }
    }
}

/* "they have already met", "fewer players do not get their colour: 2 instead of 3". */
static const char *reason_against(struct telling *say, const struct lm_alternative *other,
                                  const struct lm_rule *rule)
{
    if (rule->sentence != NULL && !speaks_of_player(rule))
        return rule->sentence;
    struct lm_text text = lm_text_in(say->arena);
    lm_text_print(&text, "%s, %d instead of %d", rule->title, other->value, other->actual);
    say->failed |= lm_text_status(&text) != LM_OK;
    return lm_text_string(&text);
}

/* May the two not meet because the arbiter said so, and for no game of theirs? */
static bool is_excluded(const struct telling *say, uint32_t player, uint32_t other)
{
    const uint32_t *seat_of = say->p->seat_of;
    return say->system->colours != LM_NO_COLOURS && /* Monrad knows no prohibitions */
           lm_is_barred(say->p, seat_of[player], seat_of[other]) &&
           lm_round_met(say->p, seat_of[player], seat_of[other]) == 0;
}

/* "7 Meier could not meet 4 Huber: they have already met." */
static void tell_alternative(struct telling *say, const struct lm_alternative *other,
                             uint32_t player)
{
    const struct lm_rule *rule = &say->system->criteria[other->rule];
    uint32_t rival = other->player == player ? other->opponent : other->player;
    if (rule->sentence == NULL)
        return;
    const char *name = name_of(say, player), *rival_name = name_of(say, rival);
    if (!other->possible && is_excluded(say, player, rival))
        tell(say, LM_ABOUT_OPPONENT, "", "",
             "%s could not meet %s: the arbiter has excluded this pairing in advance.", name,
             rival_name);
    else if (!other->possible)
        tell(say, LM_ABOUT_OPPONENT, rule->code, rule->article, "%s could not meet %s: %s.", name,
             rival_name, fill(say, rule->sentence, rival_name));
    else if (other->later)
        tell(say, LM_ABOUT_OPPONENT, "", "",
             "%s against %s would have been as good, but it comes later in the order in which the "
             "rules go through the pairings.",
             name, rival_name);
    else
        tell(say, LM_ABOUT_OPPONENT, rule->code, rule->article,
             "%s against %s would have made the whole bracket worse: %s.", name, rival_name,
             reason_against(say, other, rule));
}

/* What the other one would do instead of ${player}. */
enum instead { FLOAT_DOWN, FLOAT_UP, HAVE_BYE };

/* "12 Frei, who stands lower in the bracket, could not float down instead: …" */
static void tell_other_floater(struct telling *say, const struct lm_alternative *other,
                               enum instead instead)
{
    static const struct {
        const char *who, *verb;
    } words[] = {[FLOAT_DOWN] = {"who stands lower in the bracket", "float down"},
                 [FLOAT_UP] = {"who stands higher", "be moved up"},
                 [HAVE_BYE] = {"who stands lower in the bracket", "have the bye"}};
    const struct lm_rule *rule = &say->system->criteria[other->rule];
    const char *name = name_of(say, other->player), *who = words[instead].who;
    const char *verb = words[instead].verb;
    enum lm_about about = instead == HAVE_BYE ? LM_ABOUT_BYE : LM_ABOUT_FLOAT;
    if (instead == HAVE_BYE && other->rule == say->system->second_bye)
        return; /* told of all of them at once */
    if (!other->possible)
        tell(say, about, rule->code, rule->article, "%s, %s, could not %s instead: %s.", name, who,
             verb, rule->sentence == NULL ? rule->title : fill(say, rule->sentence, name));
    else if (other->later)
        tell(say, about, "", "",
             "%s, %s, could %s as well, but that comes later in the order in which the rules go "
             "through the pairings.",
             name, who, verb);
    else
        tell(say, about, rule->code, rule->article,
             "If %s, %s, were to %s instead, that would be worse: %s.", name, who, verb,
             reason_against(say, other, rule));
}

static bool is_among(const uint32_t *players, size_t count, uint32_t player)
{
    for (size_t i = 0; i < count; i++)
        if (players[i] == player)
            return true;
    return false;
}

/* Does ${player} have the bye in ${bracket}? */
static bool has_bye(const struct telling *say, const struct lm_bracket *bracket, uint32_t player)
{
    for (uint32_t i = 0; i < say->pairing->pair_count; i++) {
        const struct lm_pair *pair = &say->pairing->pairs[i];
        if (pair->black == LM_NOBODY)
            return pair->white == player && &say->pairing->brackets[pair->bracket] == bracket;
    }
    return false;
}

/* Who else might have left ${bracket}, or come up into it, in place of ${player}. */
static void tell_replacement(struct telling *say, const struct lm_bracket *bracket,
                             const struct lm_alternative *other, uint32_t player)
{
    bool up = say->p->seats[say->p->seat_of[other->player]].score < bracket->score;
    if (up && is_among(bracket->moved, bracket->moved_count, player))
        tell_other_floater(say, other, FLOAT_UP);
    else if (!up && is_among(bracket->floaters, bracket->floater_count, player))
        tell_other_floater(say, other, has_bye(say, bracket, player) ? HAVE_BYE : FLOAT_DOWN);
}

/* A question about a pair, as far as it concerns ${player}: he asks for himself, his opponent
 * ${rival} why he came down to him, and another one whom he would rather have had. */
static void tell_question(struct telling *say, const struct lm_alternative *other, uint32_t player,
                          uint32_t rival)
{
    const uint32_t *seat_of = say->p->seat_of;
    if (other->line != LM_LINE_NONE)
        return; /* told by limmat/why.h alone */
    if (other->player == player || other->player == rival)
        tell_alternative(say, other, other->player);
    else if (other->opponent == player && seat_of[other->player] < seat_of[rival])
        tell_alternative(say, other, player);
}

/* ${rival}: the opponent that ${player} has; LM_NOBODY: he has the bye. */
static void tell_alternatives(struct telling *say, uint32_t player, uint32_t rival)
{
    for (size_t b = 0; b < say->pairing->bracket_count; b++) {
        const struct lm_bracket *bracket = &say->pairing->brackets[b];
        for (size_t i = 0; i < bracket->alternative_count; i++) {
            const struct lm_alternative *other = &bracket->alternatives[i];
            if (other->opponent == LM_NOBODY)
                tell_replacement(say, bracket, other, player);
            else if (rival != LM_NOBODY)
                tell_question(say, other, player, rival);
        }
    }
}

static void tell_order(struct telling *say, const struct lm_pair *pair)
{
    if (say->system->opponent_rules == NULL)
        return;
    const struct lm_rule *rule = &say->system->opponent_rules[pair->opponent_rule];
    if (rule->sentence != NULL)
        tell(say, LM_ABOUT_OPPONENT, rule->code, rule->article, "%s.",
             fill_two(say, rule->sentence, name_of(say, pair->white), name_of(say, pair->black)));
}

static void tell_game(struct telling *say, const struct lm_pair *pair, uint32_t player)
{
    const struct lm_seat *white = &say->p->seats[say->p->seat_of[pair->white]];
    const struct lm_seat *black = &say->p->seats[say->p->seat_of[pair->black]];
    if (pair->white == player)
        tell_scores(say, white, black);
    else
        tell_scores(say, black, white);
    size_t before = say->out->count;
    if (pair->opponent_rule != 0)
        tell_order(say, pair);
    tell_alternatives(say, player, pair->white == player ? pair->black : pair->white);
    if (say->out->count == before)
        tell_order(say, pair);
    tell_colour(say, pair, white, black);
    tell_findings(say, player);
}

/* --- byes */

/* Those not above the receiver's score whom the bye passed over for having had their turn. */
static void tell_barred(struct telling *say, const struct lm_seat *receiver)
{
    const struct lm_rule *rule = &say->system->criteria[say->system->second_bye];
    struct lm_text names = lm_text_in(say->arena);
    uint32_t count = 0;
    for (uint32_t s = 0; s < say->p->seat_count && say->system->second_bye != 0; s++) {
        const struct lm_seat *seat = &say->p->seats[s];
        if (!seat->pab_barred || seat->score > receiver->score)
            continue;
        lm_text_print(&names, "%s%s", count++ == 0 ? "" : "; ", name_of(say, seat->player));
    }
    if (count > 0)
        tell(say, LM_ABOUT_BYE, rule->code, rule->article,
             "Of those with no more points, these may not have it, after a bye or a win without "
             "play: %s.",
             lm_text_string(&names));
}

static void tell_bye(struct telling *say, uint32_t player)
{
    const struct lm_seat *seat = &say->p->seats[say->p->seat_of[player]];
    tell(say, LM_ABOUT_BYE, "", "",
         "An odd number of players is to be paired, so one of them has the bye: %s, with %s.",
         name_of(say, player), score_of(say, seat));
    for (size_t b = 0; b < say->pairing->bracket_count; b++)
        for (size_t i = 0; i < say->pairing->brackets[b].finding_count; i++) {
            const struct lm_finding *finding = &say->pairing->brackets[b].findings[i];
            const struct lm_rule *rule = &say->system->criteria[finding->rule];
            if (finding->about == LM_ABOUT_BYE && has_player(finding, player) &&
                !speaks_of_player(rule) && say->out->count == 1) /* the first one decides */
                tell(say, LM_ABOUT_BYE, rule->code, rule->article,
                     "What decides: %s, provided that all others can be paired.", rule->title);
        }
    if (say->out->count == 1 && say->system->floaters == LM_FLOATERS)
        tell(say, LM_ABOUT_BYE, "", "", "It goes to whom the lowest bracket leaves over.");
    tell_barred(say, seat);
    tell_alternatives(say, player, LM_NOBODY);
    tell_findings(say, player);
}

static void tell_absence(struct telling *say, uint32_t player)
{
    static const char *const why[LM_RESULT_COUNT] = {
        [LM_FULL_BYE] = "a full-point bye is on record",
        [LM_HALF_BYE] = "a half-point bye is on record",
        [LM_ZERO_BYE] = "an absence is on record",
    };
    const struct lm_tournament *t = say->p->tournament;
    uint8_t result = LM_BLANK;
    if (say->p->round <= t->round_capacity)
        result = lm_record_of(t, player, say->p->round)->result;
    for (size_t i = 0; i < t->bye_count && why[result] == NULL; i++)
        if (t->byes[i].whom == LM_PLAYERS && t->byes[i].player == player &&
            t->byes[i].round == say->p->round)
            result = t->byes[i].kind;
    if (say->system->board != NULL && say->p->seat_of[player] != LM_NOBODY) {
        tell(say, LM_ABOUT_ABSENCE, "", "", "%s is free in round %u: the table has no opponent.",
             name_of(say, player), say->p->round);
        return;
    }
    tell(say, LM_ABOUT_ABSENCE, "", "", "%s is not paired in round %u: %s.", name_of(say, player),
         say->p->round, why[result] != NULL ? why[result] : "not in the tournament at the time");
}

/* --- */

/* What was told, all about one matter together, in the order in which the matters came up. */
static enum lm_status finish(const struct telling *say, struct lm_explanation *out)
{
    const struct lm_explanation *told = say->out;
    struct lm_reason *sorted = lm_arena_alloc(say->arena, told->count, sizeof *sorted);
    bool done[LM_ABOUT_COUNT] = {false};
    size_t count = 0;
    if (say->failed || sorted == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < told->count; i++) {
        enum lm_about about = told->reasons[i].about;
        for (size_t k = i; k < told->count && !done[about]; k++)
            if (told->reasons[k].about == about)
                sorted[count++] = told->reasons[k];
        done[about] = true;
    }
    *out = (struct lm_explanation){sorted, count, count};
    return LM_OK;
}

enum lm_status lm_explain_player(const struct lm_system *system, const struct lm_position *position,
                                 const struct lm_pairing *pairing, uint32_t player,
                                 struct lm_arena *arena, struct lm_explanation *out)
{
    struct lm_explanation told = {0};
    system = lm_system_in_round(system, position->tournament, pairing->round);
    if (system == NULL || player >= position->tournament->player_count)
        return LM_INVALID;
    struct telling say = {system, position, pairing, arena, &told, false};
    uint32_t board;
    const struct lm_pair *own = lm_pairing_of_player(pairing, player, &board);
    if (own == NULL)
        tell_absence(&say, player);
    else if (own->black == LM_NOBODY)
        tell_bye(&say, player);
    else
        tell_game(&say, own, player);
    return finish(&say, out);
}

enum lm_status lm_explain_bracket(const struct lm_system *system,
                                  const struct lm_position *position,
                                  const struct lm_pairing *pairing, size_t bracket,
                                  struct lm_arena *arena, struct lm_explanation *out)
{
    struct lm_explanation told = {0};
    system = lm_system_in_round(system, position->tournament, pairing->round);
    if (system == NULL || bracket >= pairing->bracket_count)
        return LM_INVALID;
    struct telling say = {system, position, pairing, arena, &told, false};
    for (size_t i = 0; i < pairing->brackets[bracket].finding_count; i++) {
        const struct lm_finding *finding = &pairing->brackets[bracket].findings[i];
        const struct lm_rule *rule = &system->criteria[finding->rule];
        if (!speaks_of_player(rule))
            continue;
        struct lm_text names = lm_text_in(arena);
        for (size_t k = 0; k < finding->player_count; k++)
            lm_text_print(&names, "%s%s", k == 0 ? "" : "; ", name_of(&say, finding->players[k]));
        tell(&say, LM_ABOUT_CRITERION, rule->code, rule->article, "%s%s%s.", rule->title,
             finding->player_count > 0 ? ": " : "", lm_text_string(&names));
    }
    return finish(&say, out);
}

/* The bracket that weighed ${other}; NULL: none did. */
static const struct lm_bracket *bracket_of(const struct lm_pairing *pairing,
                                           const struct lm_alternative *other)
{
    for (size_t b = 0; b < pairing->bracket_count; b++)
        for (size_t i = 0; i < pairing->brackets[b].alternative_count; i++)
            if (&pairing->brackets[b].alternatives[i] == other)
                return &pairing->brackets[b];
    return NULL;
}

/* What the player of ${other} would do: somebody of the bracket does it. */
static enum instead instead_of(const struct telling *say, const struct lm_alternative *other)
{
    const struct lm_bracket *bracket = bracket_of(say->pairing, other);
    if (say->p->seats[say->p->seat_of[other->player]].score < bracket->score)
        return FLOAT_UP;
    for (size_t i = 0; i < bracket->floater_count; i++)
        if (has_bye(say, bracket, bracket->floaters[i]))
            return HAVE_BYE;
    return FLOAT_DOWN;
}

enum lm_status lm_explain_alternative(const struct lm_system *system,
                                      const struct lm_position *position,
                                      const struct lm_pairing *pairing,
                                      const struct lm_alternative *other, struct lm_arena *arena,
                                      struct lm_explanation *out)
{
    struct lm_explanation told = {0};
    system = lm_system_in_round(system, position->tournament, pairing->round);
    if (system == NULL || bracket_of(pairing, other) == NULL)
        return LM_INVALID;
    struct telling say = {system, position, pairing, arena, &told, false};
    if (other->opponent == LM_NOBODY)
        tell_other_floater(&say, other, instead_of(&say, other));
    else
        tell_alternative(&say, other, other->player);
    return finish(&say, out);
}

enum lm_status lm_explain_round(const struct lm_system *system, const struct lm_tournament *t,
                                uint32_t round, uint32_t player, uint32_t against,
                                struct lm_arena *arena, struct lm_log *log,
                                struct lm_position **position, struct lm_pairing **pairing)
{
    const struct lm_pair_request request = {
        .want = LM_WANT_ALTERNATIVES, .player = player, .against = against};
    struct lm_position *p;
    struct lm_pairing *made, *judged;
    if (player == LM_NOBODY && against != LM_NOBODY)
        return lm_log_add(log, LM_ERROR, (struct lm_place){0}, "name the player who asks, too",
                          "why two players do not meet is a question of one of them");
    enum lm_status status = lm_system_fits(system, t, log);
    if (status == LM_OK)
        status = lm_request_check(&request, t, log);
    if (status == LM_OK)
        status = lm_position_new(t, round, &system->rules, arena, log, &p);
    if (status == LM_OK) {
        system = lm_system_in_round(system, t, p->round);
        status = system->pair(p, &request, arena, log, &made);
    }
    if (status == LM_OK)
        status = lm_pairing_sort(system, t, made, arena);
    if (status == LM_OK && made->brackets == NULL && system->judge != NULL) {
        status = system->judge(p, made->pairs, made->pair_count, arena, log, &judged);
        if (status == LM_OK) {
            judged->note = made->note;
            made = judged;
        }
    }
    if (status == LM_OK && system->as_seen != NULL && (p = system->as_seen(p, arena)) == NULL)
        status = LM_LIMIT;
    if (status != LM_OK)
        return status;
    *position = p;
    *pairing = made;
    return LM_OK;
}
