/* SPDX-License-Identifier: Apache-2.0 */
/* The bracket of a knock-out of teams, and the decisions of its matches. */
#include "limmat/knock_out.h"
#include "site/pages.h"
#include "site/said.h"
#include "site/templates.h"

/* Return "Final", "Semi-finals", "Quarter-finals"; for earlier rounds a number. */
const char *site_level_title(const struct lm_language *language, uint32_t round, uint32_t rounds,
                             struct lm_arena *arena)
{
    static const char *const last[] = {LM_KEY("champ.final"), LM_KEY("champ.semi-finals"),
                                       LM_KEY("champ.quarter-finals")};
    return rounds - round < sizeof last / sizeof *last
               ? site_word(language, last[rounds - round])
               : site_say_of(language, arena, LM_KEY("round"), lm_value_number("round", round));
}

/* Find the bracket of ${e}, in ${out}; false: not a knock-out of teams, or not paired yet. */
static bool bracket_of(const struct site_event *e, struct lm_arena *arena, struct lm_knock_out *out)
{
    return e->pairs_teams && e->system->knocks_out && e->rounds > 0 &&
           lm_knock_out_of(e->paired, e->rounds, arena, out) == LM_OK;
}

bool site_has_bracket(const struct site_event *e)
{
    return e->pairs_teams && e->system->knocks_out && e->rounds > 0;
}

/* --- decisions of matches */

static const char *step_called(const struct site_event *e, const char *code, struct lm_arena *arena)
{
    const struct lm_tie_break *one;
    size_t count;
    if (lm_tie_breaks_parse(code, arena, NULL, &one, &count) != LM_OK || count == 0)
        return code;
    return site_tie_break_name(e->names->language, one->kind, arena);
}

/* Return the decision of ${match}; "": game points decided it, or it is undecided. */
static const char *how_decided(const struct site_event *e, const struct lm_knock_out_match *match,
                               struct lm_arena *arena)
{
    static const char *const keys[] = {[LM_BY_NO_STEP] = LM_KEY("page.ko-level"),
                                       [LM_BY_STEP] = LM_KEY("page.ko-step"),
                                       [LM_BY_RULING] = LM_KEY("page.ko-decision"),
                                       [LM_BY_ABSENCE] = LM_KEY("page.ko-nobody")};
    const char *key = match->by < sizeof keys / sizeof *keys ? keys[match->by] : NULL;
    if (key == NULL || match->sides[0] == LM_NOBODY || match->sides[1] == LM_NOBODY)
        return "";
    const struct lm_value values[] = {
        lm_value_text("team", match->winner == LM_NOBODY ? "" : e->teams[match->winner].name),
        lm_value_text("step", match->step == NULL ? "" : step_called(e, match->step, arena))};
    return site_say(e->names->language, arena, key, values, 2);
}

static const struct lm_knock_out_match *match_between(const struct lm_knock_out *k, uint32_t a,
                                                      uint32_t b, uint32_t round)
{
    for (size_t i = 0; i < k->count; i++)
        if (k->matches[i].round == round &&
            ((k->matches[i].sides[0] == a && k->matches[i].sides[1] == b) ||
             (k->matches[i].sides[0] == b && k->matches[i].sides[1] == a)))
            return &k->matches[i];
    return NULL;
}

const char *site_match_note(const struct site_event *e, uint32_t home, uint32_t away,
                            uint32_t round, struct lm_arena *arena)
{
    struct lm_knock_out k;
    const struct lm_knock_out_match *match =
        bracket_of(e, arena, &k) ? match_between(&k, home, away, round) : NULL;
    return match == NULL ? "" : how_decided(e, match, arena);
}

const char *site_team_idle(const struct site_event *e, uint32_t team, uint32_t round,
                           enum lm_result result, struct lm_arena *arena)
{
    struct lm_knock_out k;
    if (result != LM_BLANK || !bracket_of(e, arena, &k))
        return site_idle_text(e->names->language, result);
    for (size_t i = 0; i < k.count; i++)
        if (k.matches[i].round == round &&
            (k.matches[i].sides[0] == team || k.matches[i].sides[1] == team))
            return site_event_word(e, LM_KEY("page.bye"));
    return "";
}

/* --- the tree */

static struct site_tree_side side_of(const struct site_event *e,
                                     const struct lm_knock_out_match *match, int side,
                                     struct lm_arena *arena)
{
    struct site_tree_side shown = {.score = "", .state = ""};
    uint32_t team = match->sides[side], other = match->sides[1 - side];
    if (team == LM_NOBODY) {
        if (match->known[side] && match->round == 1)
            shown.player.name = site_event_word(e, LM_KEY("page.bye"));
        return shown;
    }
    shown.player = (struct site_contender){e->teams[team].url, e->teams[team].name};
    if (match->winner != LM_NOBODY || match->by == LM_BY_ABSENCE)
        shown.state = match->winner == team ? "through" : "lost";
    if (other == LM_NOBODY || match->round > e->rounds)
        return shown;
    const struct lm_cell *cell = lm_cell_at(e->team_table, team, match->round);
    if (cell->opponent == other && cell->result != LM_PENDING)
        shown.score = site_points_text(cell->game_points, arena);
    return shown;
}

static struct site_tie tie_of(const struct site_event *e, const struct lm_knock_out_match *match,
                              struct lm_arena *arena)
{
    struct site_tie tie = {.first = side_of(e, match, 0, arena),
                           .second = side_of(e, match, 1, arena)};
    uint32_t team = match->sides[0];
    uint32_t number = team == LM_NOBODY || match->round > e->rounds
                          ? 0
                          : site_match_number(e, team, match->round);
    if (number > 0)
        tie.url = site_own(e->names, arena, "round-%u.html#m%u", match->round, number);
    return tie;
}

static enum lm_status add_levels(const struct site_event *e, const struct lm_knock_out *k,
                                 struct lm_arena *arena, struct site_tree *tree)
{
    struct site_level *levels = lm_arena_alloc(arena, k->rounds + 1, sizeof *levels);
    if (levels == NULL)
        return LM_LIMIT;
    for (uint32_t round = 1; round <= k->rounds; round++) {
        uint32_t count = 1U << (k->rounds - round);
        struct site_tie *ties = lm_arena_alloc(arena, count, sizeof *ties);
        if (ties == NULL)
            return LM_LIMIT;
        for (uint32_t slot = 0; slot < count; slot++)
            ties[slot] = tie_of(e, lm_knock_out_at(k, round, slot), arena);
        levels[round - 1] = (struct site_level){
            site_level_title(e->names->language, round, k->rounds, arena), ties, count};
    }
    tree->levels = levels;
    tree->level_count = k->rounds;
    return LM_OK;
}

/* Add the matches that game points did not decide, in the order of the rounds. */
static enum lm_status add_decisions(const struct site_event *e, const struct lm_knock_out *k,
                                    struct lm_arena *arena, struct site_bracket_page *page)
{
    struct site_decision *rows = lm_arena_alloc(arena, k->count, sizeof *rows);
    if (rows == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < k->count; i++) {
        const struct lm_knock_out_match *match = &k->matches[i];
        const char *how = how_decided(e, match, arena);
        if (*how != '\0')
            rows[page->decision_count++] = (struct site_decision){
                .round = match->round, .tie = tie_of(e, match, arena), .how = how};
    }
    page->decisions = rows;
    return LM_OK;
}

enum lm_status site_write_bracket(const struct site_event *e, uint32_t index,
                                  struct lm_arena *arena, struct lm_text *out)
{
    struct lm_knock_out k;
    (void)index;
    if (!bracket_of(e, arena, &k))
        return LM_OK;
    struct site_bracket_page page = {
        .head =
            site_head_of(e, site_event_word(e, LM_KEY("champ.bracket")), "bracket.html", arena)};
    enum lm_status status = add_levels(e, &k, arena, &page.tree);
    if (status == LM_OK)
        status = add_decisions(e, &k, arena, &page);
    if (k.third) {
        page.third = tie_of(e, &k.matches[k.count - 1], arena);
        page.has_third = true;
    }
    if (status == LM_OK)
        page_bracket(out, e->names->language, &page);
    return status == LM_OK ? lm_text_status(out) : status;
}
