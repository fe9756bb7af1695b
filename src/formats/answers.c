/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/answers.h"

static uint32_t tpn_of(const struct lm_tournament *t, uint32_t player)
{
    return player == LM_NOBODY ? 0 : t->players[player].tpn;
}

/* --- systems */

static void put_rules(struct lm_json_writer *w, const char *key, const struct lm_rule *rules)
{
    lm_json_begin(w, key, '[');
    for (size_t i = 0; rules != NULL && rules[i].code != NULL; i++) {
        lm_json_begin_inline(w, NULL, '{');
        lm_json_put_string(w, "code", rules[i].code);
        lm_json_put_string(w, "article", rules[i].article);
        lm_json_put_string(w, "title", rules[i].title);
        lm_json_end(w, '}');
    }
    lm_json_end(w, ']');
}

static void put_system(struct lm_json_writer *w, const struct lm_system *system)
{
    lm_json_begin(w, NULL, '{');
    lm_json_put_string(w, "name", system->name);
    lm_json_put_string(w, "family", system->family);
    lm_json_put_string(w, "title", system->title);
    lm_json_put_string(w, "source", system->source);
    lm_json_put_string(w, "from", system->from);
    lm_json_put_string(w, "until", system->until);
    lm_json_put_integer(w, "games_per_match", system->games_per_match);
    lm_json_begin_inline(w, "codes", '[');
    for (size_t i = 0; system->codes[i] != NULL; i++)
        lm_json_put_string(w, NULL, system->codes[i]);
    lm_json_end(w, ']');
    put_rules(w, "criteria", system->criteria);
    put_rules(w, "colour_rules", system->colour_rules);
    lm_json_end(w, '}');
}

void lm_answer_systems(struct lm_text *out)
{
    struct lm_json_writer w = lm_json_writer_to(out, false);
    size_t count;
    const struct lm_system *const *systems = lm_systems(&count);
    lm_json_begin(&w, NULL, '[');
    for (size_t i = 0; i < count; i++)
        put_system(&w, systems[i]);
    lm_json_end(&w, ']');
    lm_text_add_char(out, '\n');
}

/* --- a pairing */

static void put_scored_pair(struct lm_json_writer *w, const struct lm_tournament *t,
                            const struct lm_pair *pair, uint32_t board)
{
    lm_json_begin_inline(w, NULL, '{');
    lm_json_put_integer(w, "board", board);
    lm_json_put_integer(w, "white", tpn_of(t, pair->white));
    lm_json_put_integer(w, "black", tpn_of(t, pair->black));
    lm_json_put_tenths(w, "white_score", pair->white_score);
    lm_json_put_tenths(w, "black_score", pair->black_score);
    lm_json_end(w, '}');
}

void lm_answer_pairing(const struct lm_system *system, const struct lm_tournament *t,
                       const struct lm_pairing *pairing, struct lm_text *out)
{
    struct lm_json_writer w = lm_json_writer_to(out, false);
    uint32_t games = pairing->pair_count;
    bool bye = games > 0 && pairing->pairs[games - 1].black == LM_NOBODY;
    games -= bye;
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "tournament", t->name);
    lm_json_put_integer(&w, "round", pairing->round);
    lm_json_put_string(&w, "system", system->name);
    lm_json_begin(&w, "pairs", '[');
    for (uint32_t i = 0; i < games; i++)
        put_scored_pair(&w, t, &pairing->pairs[i], i + 1);
    lm_json_end(&w, ']');
    if (bye)
        lm_json_put_integer(&w, "bye", tpn_of(t, pairing->pairs[games].white));
    else
        lm_json_put_null(&w, "bye");
    lm_json_end(&w, '}');
    lm_text_add_char(out, '\n');
}

/* --- standings */

void lm_answer_rank(struct lm_json_writer *w, uint32_t rank)
{
    if (rank == 0)
        lm_json_put_null(w, "rank");
    else
        lm_json_put_integer(w, "rank", rank);
}

void lm_answer_marks(struct lm_json_writer *w, const struct lm_standings *s)
{
    struct lm_text notes = lm_text_in(w->out->arena);
    size_t marked = 0;
    for (size_t i = 0; i < s->options.count; i++) {
        if (!s->shown_only[i])
            continue;
        if (marked++ == 0)
            lm_json_begin_inline(w, "not_ranking", '[');
        lm_json_put_string(w, NULL, s->options.list[i].code);
    }
    if (marked > 0)
        lm_json_end(w, ']');
    lm_text_add_notes(&notes, s, "; ");
    if (notes.length > 0)
        lm_json_put_string(w, "note", lm_text_string(&notes));
    if (lm_standings_draws_lots(s))
        lm_json_put_integer(w, "seed", (int64_t)s->options.seed);
}

static void put_standing(struct lm_json_writer *w, const struct lm_standings *s, uint32_t who)
{
    lm_json_begin_inline(w, NULL, '{');
    lm_answer_rank(w, s->rank[who]);
    lm_json_put_integer(w, "tpn", lm_participant_number(s, who));
    lm_json_put_string(w, "name", lm_participant_name(s, who));
    lm_json_begin(w, "values", '[');
    for (size_t i = 0; i < s->options.count; i++) {
        struct lm_text value = lm_text_in(w->out->arena);
        lm_text_add_value(&value, s->options.list[i].kind, lm_standings_value(s, who, i));
        if (value.length == 0)
            lm_json_put_null(w, NULL);
        else
            lm_json_put_string(w, NULL, lm_text_string(&value));
    }
    lm_json_end(w, ']');
    lm_json_end(w, '}');
}

void lm_answer_standings(const struct lm_standings *s, struct lm_text *out)
{
    struct lm_json_writer w = lm_json_writer_to(out, false);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "tournament", s->t->name);
    lm_json_put_integer(&w, "round", s->options.round);
    lm_json_put_string(&w, "edition", lm_tie_break_edition_name(s->options.edition));
    lm_json_begin_inline(&w, "tie_breaks", '[');
    for (size_t i = 0; i < s->options.count; i++)
        lm_json_put_string(&w, NULL, s->options.list[i].code);
    lm_json_end(&w, ']');
    lm_answer_marks(&w, s);
    lm_json_begin(&w, "standings", '[');
    for (uint32_t place = 0; place < s->count; place++)
        put_standing(&w, s, s->order[place]);
    lm_json_end(&w, ']');
    lm_json_end(&w, '}');
    lm_text_add_char(out, '\n');
}

/* --- diagnostics */

static void put_text_if_any(struct lm_json_writer *w, const char *key, const char *text)
{
    if (text != NULL)
        lm_json_put_string(w, key, text);
}

void lm_answer_diagnostics(const struct lm_log *log, struct lm_text *out)
{
    static const char *const severities[] = {
        [LM_ERROR] = "error", [LM_SUSPICIOUS] = "suspicious", [LM_NOTE] = "note"};
    struct lm_json_writer w = lm_json_writer_to(out, false);
    lm_json_begin(&w, NULL, '[');
    for (size_t i = 0; i < log->count; i++) {
        const struct lm_diagnostic *d = &log->all[i];
        lm_json_begin_inline(&w, NULL, '{');
        lm_json_put_string(&w, "severity", severities[d->severity]);
        put_text_if_any(&w, "file", d->file);
        lm_json_put_integer(&w, "line", d->line);
        lm_json_put_integer(&w, "column", d->column);
        put_text_if_any(&w, "field", d->field);
        put_text_if_any(&w, "value", d->value);
        lm_json_put_string(&w, "what", d->what);
        put_text_if_any(&w, "remedy", d->remedy);
        lm_json_end(&w, '}');
    }
    lm_json_end(&w, ']');
    lm_text_add_char(out, '\n');
}

/* --- a check */

static void put_pairs(struct lm_json_writer *w, const char *key, const struct lm_tournament *t,
                      const struct lm_pairing *pairing)
{
    if (pairing == NULL) {
        lm_json_put_null(w, key);
        return;
    }
    lm_json_begin_inline(w, key, '[');
    for (uint32_t i = 0; i < pairing->pair_count; i++) {
        lm_json_begin(w, NULL, '[');
        lm_json_put_integer(w, NULL, tpn_of(t, pairing->pairs[i].white));
        lm_json_put_integer(w, NULL, tpn_of(t, pairing->pairs[i].black));
        lm_json_end(w, ']');
    }
    lm_json_end(w, ']');
}

/* Write the two pairings, and their differences. */
static void put_what_differs(struct lm_json_writer *w, const struct lm_tournament *t,
                             const struct lm_difference *d)
{
    put_pairs(w, "expected", t, d->expected);
    put_pairs(w, "found", t, d->found);
    if (d->rule != NULL)
        lm_json_put_string(w, "criterion", d->rule->code);
    else if (d->order)
        lm_json_put_string(w, "criterion", "order");
    else
        lm_json_put_null(w, "criterion");
    if (d->rule != NULL) {
        lm_json_put_string(w, "article", d->rule->article);
        lm_json_put_string(w, "title", d->rule->title);
    }
}

static void put_differences(struct lm_json_writer *w, const struct lm_checked *checked,
                            bool declared)
{
    for (size_t i = 0; i < checked->check.difference_count; i++) {
        const struct lm_difference *d = &checked->check.differences[i];
        if ((d->declared != NULL) != declared)
            continue;
        lm_json_begin(w, NULL, '{');
        put_text_if_any(w, "file", checked->file);
        lm_json_put_integer(w, "round", d->round);
        lm_json_put_string(w, "system", checked->system->name);
        if (declared)
            lm_json_put_string(w, "line", d->declared);
        put_what_differs(w, checked->t, d);
        lm_json_end(w, '}');
    }
}

void lm_json_put_differences(struct lm_json_writer *w, const struct lm_checked *checked)
{
    put_differences(w, checked, false);
}

void lm_json_put_declared(struct lm_json_writer *w, const struct lm_checked *checked)
{
    put_differences(w, checked, true);
}

void lm_json_put_wrong_points(struct lm_json_writer *w, const struct lm_checked *checked)
{
    for (size_t i = 0; i < checked->check.wrong_point_count; i++) {
        const struct lm_wrong_points *wrong = &checked->check.wrong_points[i];
        lm_json_begin_inline(w, NULL, '{');
        put_text_if_any(w, "file", checked->file);
        lm_json_put_integer(w, "player", tpn_of(checked->t, wrong->player));
        lm_json_put_tenths(w, "declared", wrong->declared);
        lm_json_put_tenths(w, "computed", wrong->computed);
        lm_json_end(w, '}');
    }
}

/* Write the wrong declarations of ${first} … ${last}. */
static void put_wrong_declarations(struct lm_json_writer *w, const struct lm_checked *checked,
                                   enum lm_declaration first, enum lm_declaration last)
{
    const struct lm_declared *declared = &checked->declared;
    for (size_t i = 0; i < declared->count; i++) {
        const struct lm_wrong_declaration *wrong = &declared->wrong[i];
        struct lm_text what = lm_text_in(w->out->arena);
        if (wrong->what < first || wrong->what > last)
            continue;
        lm_wrong_declaration_write(declared, i, &what);
        lm_json_begin_inline(w, NULL, '{');
        put_text_if_any(w, "file", checked->file);
        if (wrong->participant != LM_NOBODY)
            lm_json_put_integer(w, "number",
                                lm_participant_number(declared->standings, wrong->participant));
        if (wrong->tie_break != NULL)
            lm_json_put_string(w, "code", wrong->tie_break->code);
        lm_json_put_string(w, "what", lm_text_string(&what));
        lm_json_end(w, '}');
    }
}

void lm_json_put_wrong_ranks(struct lm_json_writer *w, const struct lm_checked *checked)
{
    put_wrong_declarations(w, checked, LM_DECLARED_RANK, LM_DECLARED_GAME_POINTS);
}

void lm_json_put_wrong_tie_breaks(struct lm_json_writer *w, const struct lm_checked *checked)
{
    put_wrong_declarations(w, checked, LM_DECLARED_VALUE, LM_DECLARED_FOR_NOBODY);
}

void lm_answer_check(const struct lm_checked *checked, struct lm_text *out)
{
    struct lm_json_writer w = lm_json_writer_to(out, false);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "tournament", checked->t->name);
    put_text_if_any(&w, "system", checked->system == NULL ? NULL : checked->system->name);
    lm_json_put_integer(&w, "rounds", checked->check.rounds);
    lm_json_begin(&w, "differences", '[');
    lm_json_put_differences(&w, checked);
    lm_json_end(&w, ']');
    lm_json_begin(&w, "declared", '[');
    lm_json_put_declared(&w, checked);
    lm_json_end(&w, ']');
    lm_json_begin(&w, "wrong_points", '[');
    lm_json_put_wrong_points(&w, checked);
    lm_json_end(&w, ']');
    lm_json_begin(&w, "wrong_ranks", '[');
    lm_json_put_wrong_ranks(&w, checked);
    lm_json_end(&w, ']');
    lm_json_begin(&w, "wrong_tie_breaks", '[');
    lm_json_put_wrong_tie_breaks(&w, checked);
    lm_json_end(&w, ']');
    lm_json_end(&w, '}');
    lm_text_add_char(out, '\n');
}

void lm_answer_checked_round(const struct lm_system *system, const struct lm_tournament *t,
                             const struct lm_difference *d, struct lm_text *out)
{
    struct lm_json_writer w = lm_json_writer_to(out, false);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_integer(&w, "round", d->round);
    lm_json_put_string(&w, "system", system->name);
    lm_json_put_integer(&w, "rounds", t->rounds_paired);
    lm_json_put_integer(&w, "pairs", d->found == NULL ? 0 : d->found->pair_count);
    lm_json_put_boolean(&w, "same", !lm_round_differs(d));
    if (lm_round_differs(d))
        put_what_differs(&w, t, d);
    lm_json_end(&w, '}');
    lm_text_add_char(out, '\n');
}
