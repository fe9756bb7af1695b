/* SPDX-License-Identifier: Apache-2.0 */
/* The explanation of a round's pairing, bracket by bracket. */
#include <string.h>

#include "base/texts.h"
#include "limmat/check.h"
#include "limmat/why.h"
#include "site/pages.h"
#include "site/templates.h"

/* A page being filled. */
struct filling {
    const struct site_event *e;
    const struct site_reasons *why;
    struct lm_arena *arena;
    struct site_why_page *page;
};

/* Return the system whose rules and rows pair the round. */
static const struct lm_system *system_of(const struct filling *f)
{
    return lm_system_in_round(f->e->system, f->e->t, f->why->pairing->round);
}

/* The sentence of ${key} in the page's language. */
static const char *say(const struct filling *f, const char *key, const struct lm_value *values,
                       size_t count)
{
    struct lm_text text = lm_text_in(f->arena);
    lm_say(&text, f->e->names->language, &(struct lm_sentence){key, values, count});
    return lm_text_string(&text);
}

/* Return "7 Meier" as the value of ${name}. */
static struct lm_value person(const char *name, const struct filling *f, uint32_t player)
{
    return lm_value_text(name, lm_printed(f->arena, "%u %s", site_sides(f->e)[player].tpn,
                                          site_sides(f->e)[player].name));
}

/* "7 Meier, 12 Huber" */
static const char *names_of(const struct filling *f, const uint32_t *players, size_t count)
{
    struct lm_text names = lm_text_in(f->arena);
    for (size_t i = 0; i < count; i++)
        lm_text_print(&names, "%s%u %s", i == 0 ? "" : "; ", site_sides(f->e)[players[i]].tpn,
                      site_sides(f->e)[players[i]].name);
    return lm_text_string(&names);
}

/* --- other pairings that were weighed */

/* Are they the same two players, in either order? */
static bool is_same_pair(const struct lm_alternative *a, const struct lm_alternative *b)
{
    return (a->player == b->player && a->opponent == b->opponent) ||
           (a->player == b->opponent && a->opponent == b->player);
}

/* Was it already explained, from the other player's side? */
static bool is_told(const struct lm_bracket *bracket, size_t number)
{
    for (size_t i = 0; i < number; i++)
        if (is_same_pair(&bracket->alternatives[i], &bracket->alternatives[number]))
            return true;
    return false;
}

/* Sentences being collected. */
struct sentences {
    struct site_sentence *all;
    size_t count, capacity;
};

static enum lm_status add_sentence(const struct filling *f, const char *text, const char *article,
                                   struct sentences *to)
{
    if (!lm_arena_grow(f->arena, &to->all, &to->capacity, to->count + 1, sizeof *to->all))
        return LM_LIMIT;
    to->all[to->count++] = (struct site_sentence){text, article};
    return LM_OK;
}

/* Return "7 Meier – 12 Huber"; of a player who could float instead "7 Meier". */
static const char *whom_of(const struct filling *f, const struct lm_alternative *other)
{
    const uint32_t one[] = {other->player}, two[] = {other->opponent};
    const char *name = names_of(f, one, 1);
    return other->opponent == LM_NOBODY
               ? name
               : lm_printed(f->arena, "%s – %s", name, names_of(f, two, 1));
}

/* Add the alternatives of ${bracket} for ${player}: to the opponent, or to the float. */
static enum lm_status add_alternatives(const struct filling *f, const struct lm_bracket *bracket,
                                       uint32_t player, bool floater, struct sentences *to)
{
    enum lm_status status = LM_OK;
    for (size_t i = 0; status == LM_OK && i < bracket->alternative_count; i++) {
        const struct lm_alternative *other = &bracket->alternatives[i];
        if ((other->opponent == LM_NOBODY) != floater || (!floater && other->player != player) ||
            is_told(bracket, i))
            continue;
        const struct lm_rule *rule = &system_of(f)->criteria[other->rule];
        const char *why_not = lm_why_not(f->e->system, f->why->position, f->why->pairing, other,
                                         f->e->names->language, f->arena);
        if (why_not == NULL) /* no sentence for it: show the rule alone */
            why_not = lm_printed(f->arena, "%s: %s.", whom_of(f, other),
                                 site_rule_title(f->e->names->language, rule, f->arena));
        status = add_sentence(f, why_not, other->later ? "" : rule->article, to);
    }
    return status;
}

/* --- the pairs */

/* Return the reason for the bye of ${player}. */
static enum lm_status add_bye(const struct filling *f, uint32_t player, struct sentences *to)
{
    struct lm_whys whys;
    enum lm_status status = lm_why_player(f->e->system, f->why->position, f->why->pairing, player,
                                          LM_NOBODY, f->e->names->language, f->arena, &whys);
    for (size_t i = 0; status == LM_OK && i < whys.count; i++)
        if (whys.all[i].question == LM_WHY_BYE)
            status = add_sentence(f, whys.all[i].text, whys.all[i].article, to);
    return status;
}

static enum lm_status fill_pair(const struct filling *f, uint32_t i, struct site_why_pair *row)
{
    const struct lm_pair *pair = &f->why->pairing->pairs[i];
    const struct lm_pairing *pairing = f->why->pairing;
    struct sentences sentences = {0};
    enum lm_status status = LM_OK;
    *row = (struct site_why_pair){
        .number = i + 1, .white = site_sides(f->e)[pair->white], .colour = ""};
    if (pair->black == LM_NOBODY) {
        status = add_bye(f, pair->white, &sentences);
    } else {
        row->black = site_sides(f->e)[pair->black];
        const struct lm_system *system = system_of(f);
        if (system->colour_rules != NULL)
            row->colour = site_rule_title(f->e->names->language,
                                          &system->colour_rules[pair->colour_rule], f->arena);
        const uint32_t both[] = {pair->white, pair->black};
        for (size_t k = 0; status == LM_OK && pairing->bracket_count > 0 && k < 2; k++)
            status =
                add_alternatives(f, &pairing->brackets[pair->bracket], both[k], false, &sentences);
    }
    row->sentences = sentences.all;
    row->sentence_count = sentences.count;
    return status;
}

/* Fill in the pairs of bracket ${number}; without brackets all pairs. */
static enum lm_status fill_pairs(const struct filling *f, size_t number,
                                 struct site_why_bracket *out)
{
    const struct lm_pairing *pairing = f->why->pairing;
    struct site_why_pair *rows = lm_arena_alloc(f->arena, pairing->pair_count, sizeof *rows);
    enum lm_status status = rows == NULL ? LM_LIMIT : LM_OK;
    for (uint32_t i = 0; status == LM_OK && i < pairing->pair_count; i++)
        if (pairing->bracket_count == 0 || pairing->pairs[i].bracket == number)
            status = fill_pair(f, i, &rows[out->pair_count++]);
    out->pairs = rows;
    return status;
}

/* Add the rules that are not perfectly fulfilled: "C12: players who do not get their colour: 7
 * Meier." */
static enum lm_status fill_reasons(const struct filling *f, const struct lm_bracket *bracket,
                                   struct site_why_bracket *out)
{
    struct sentences reasons = {0};
    enum lm_status status = LM_OK;
    for (size_t i = 0; status == LM_OK && i < bracket->finding_count; i++) {
        const struct lm_finding *finding = &bracket->findings[i];
        const struct lm_rule *rule = &system_of(f)->criteria[finding->rule];
        if (!lm_why_lists(system_of(f), finding))
            continue;
        const char *names = names_of(f, finding->players, finding->player_count);
        status = add_sentence(f,
                              lm_printed(f->arena, "%s: %s%s%s.", rule->code,
                                         site_rule_title(f->e->names->language, rule, f->arena),
                                         finding->player_count > 0 ? ": " : "", names),
                              rule->article, &reasons);
    }
    out->reasons = reasons.all;
    out->reason_count = reasons.count;
    return status;
}

/* Does ${player} have the bye in bracket ${number}, and therefore not float? */
static bool has_bye(const struct filling *f, size_t number, uint32_t player)
{
    const struct lm_pairing *pairing = f->why->pairing;
    if (pairing->pair_count == 0)
        return false;
    const struct lm_pair *last = &pairing->pairs[pairing->pair_count - 1]; /* the bye is last */
    return last->black == LM_NOBODY && last->white == player && last->bracket == number;
}

static enum lm_status fill_bracket(const struct filling *f, size_t number,
                                   struct site_why_bracket *out)
{
    const struct lm_bracket *bracket = &f->why->pairing->brackets[number];
    bool floats = bracket->floater_count > 0 && !has_bye(f, number, bracket->floaters[0]);
    *out = (struct site_why_bracket){
        .number = (uint32_t)number + 1,
        .title = f->e->system->place != NULL ? say(f, LM_KEY("page.why.by-table"), NULL, 0)
                 : bracket->score == LM_NO_POINTS
                     ? say(f, LM_KEY("page.why.by-rank"), NULL, 0)
                     : say(f, LM_KEY("points"),
                           (struct lm_value[]){lm_value_points("points", bracket->score)}, 1),
        .moved = names_of(f, bracket->moved, bracket->moved_count),
        .floaters = floats ? names_of(f, bracket->floaters, bracket->floater_count) : ""};
    struct sentences passed = {0};
    enum lm_status status = add_alternatives(f, bracket, LM_NOBODY, true, &passed);
    out->passed = passed.all;
    out->passed_count = passed.count;
    if (status == LM_OK)
        status = fill_pairs(f, number, out);
    return status == LM_OK ? fill_reasons(f, bracket, out) : status;
}

static enum lm_status fill_brackets(const struct filling *f)
{
    size_t count = f->why->pairing->bracket_count;
    struct site_why_bracket *brackets = lm_arena_alloc(f->arena, count + 1, sizeof *brackets);
    if (brackets == NULL)
        return LM_LIMIT;
    f->page->brackets = brackets;
    f->page->bracket_count = count > 0 ? count : 1;
    if (count == 0) { /* the system has no brackets in its reasons */
        brackets[0] = (struct site_why_bracket){.number = 1,
                                                .title = say(f, LM_KEY("page.why.pairs"), NULL, 0)};
        return fill_pairs(f, 0, &brackets[0]);
    }
    enum lm_status status = LM_OK;
    for (size_t number = 0; status == LM_OK && number < count; number++)
        status = fill_bracket(f, number, &brackets[number]);
    return status;
}

const char *site_played_pair(const struct site_event *e, uint32_t round, const struct lm_pair *pair,
                             struct lm_arena *arena)
{
    const struct filling f = {.e = e, .arena = arena};
    uint32_t number = e->pairs_teams ? site_match_number(e, pair->white, round)
                                     : e->round[round].board[pair->white];
    if (pair->black == LM_NOBODY)
        return say(&f, LM_KEY("page.why.played-bye"),
                   (struct lm_value[]){person("player", &f, pair->white)}, 1);
    return say(&f, LM_KEY("page.why.played"),
               (struct lm_value[]){lm_value_number("board", number),
                                   person("white", &f, pair->white),
                                   person("black", &f, pair->black)},
               3);
}

/* Add each played pair that is not one of the rules'. */
static enum lm_status add_differences(const struct filling *f)
{
    struct lm_difference d;
    const struct site_event *e = f->e;
    enum lm_status status = lm_compare_played(lm_system_in_round(e->system, e->t, f->page->round),
                                              f->why->position, f->why->pairing, f->arena, &d);
    if (status != LM_OK || !lm_round_differs(&d))
        return status;
    struct site_cell *cells = lm_arena_alloc(f->arena, d.found->pair_count, sizeof *cells);
    if (cells == NULL)
        return LM_LIMIT;
    const struct lm_pair *pair;
    for (uint32_t next = 0; (pair = lm_pairing_next_own(d.found, d.expected, &next)) != NULL;)
        cells[f->page->difference_count++].text =
            site_played_pair(e, f->page->round, pair, f->arena);
    f->page->differences = cells;
    f->page->departure = lm_departure_note(&d, e->names->language, f->arena);
    return LM_OK;
}

/* Return the source of the rules.  The day of approval is in English only: the title of the system
 * has the day from which they are in force. */
static const char *source_of(const struct site_event *e, struct lm_arena *arena)
{
    const char *source = e->system->source;
    size_t length = strcspn(source, ",");
    if (e->names->language == lm_english())
        return source;
    return strncmp(source, "approved", 8) == 0 ? ""
                                               : lm_printed(arena, "%.*s", (int)length, source);
}

enum lm_status site_write_why(const struct site_event *e, uint32_t round, struct lm_arena *arena,
                              struct lm_text *out)
{
    struct site_reasons why = e->last;
    enum lm_status status = round == why.round ? LM_OK : site_explain(e, round, arena, &why);
    if (status != LM_OK)
        return status;
    const char *here = lm_printed(arena, "why-%u.html", round);
    struct filling filling = {e, &why, arena, NULL};
    const char *title = say(&filling, LM_KEY("page.why.head"),
                            (struct lm_value[]){lm_value_number("round", round)}, 1);
    struct site_why_page page = {.head = site_head_of(e, title, here, arena),
                                 .rounds = site_rounds_of(e->names, "why", e->rounds, round, arena),
                                 .round = round,
                                 .teams = e->pairs_teams,
                                 .system = site_system_title(e->names->language, e->system, arena),
                                 .source = source_of(e, arena),
                                 .trouble = why.trouble};
    page.idles = e->pairs_teams ? site_idle_teams(e, round, false, arena, &page.idle_count)
                                : site_idles(e, round, false, arena, &page.idle_count);
    filling.page = &page;
    if (why.pairing != NULL) {
        page.note = why.pairing->note;
        status = fill_brackets(&filling);
    }
    if (status == LM_OK && why.pairing != NULL)
        status = add_differences(&filling);
    if (status == LM_OK)
        page_why(out, e->names->language, &page);
    return status == LM_OK ? lm_text_status(out) : status;
}
