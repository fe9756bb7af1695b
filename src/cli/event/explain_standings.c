/* SPDX-License-Identifier: Apache-2.0 */

/* `limmat explain --standings -p TPN`: every tie-break, round by round. */

#include <string.h>

#include "cli/core/command.h"
#include "cli/event/standings_command.h"
#include "limmat/answers.h"
#include "limmat/json.h"

/* Return ${value} in units of 1/${scale}: "12.5", "9.25", "2100". */
static const char *number(struct lm_arena *arena, int64_t value, int32_t scale)
{
    static const struct lm_tie_break_kind plain = {.decimals = 0};
    struct lm_text text = lm_text_in(arena);
    lm_text_add_value(&text, &plain, lm_fraction_of(value, scale));
    return lm_text_string(&text);
}

/* Add "unplayed against 5 Weber, Eva: " or "bye or absence: ", and the dummy opponent. */
static void add_dummy(struct lm_text *text, const struct lm_standings *s,
                      const struct lm_contribution *c)
{
    static const char *const dummies[] = {
        [LM_FROM_DUMMY] = "a dummy with the player's own score [16.4]",
        [LM_FROM_DUMMY_CAPPED_BY_OPPONENT] = "a dummy with the opponent's adjusted score [16.4.1]",
        [LM_FROM_DUMMY_CAPPED_BY_DRAWS] = "a dummy with draws in all rounds [16.4.2]",
        [LM_FROM_VIRTUAL] = "a virtual opponent: points before the round, the rest of the point, "
                            "then draws [tb-2009]"};
    if (c->opponent == LM_NOBODY)
        lm_text_add(text, "bye or absence");
    else
        lm_text_print(text, "forfeit with %u %s", lm_participant_number(s, c->opponent),
                      lm_participant_name(s, c->opponent));
    lm_text_print(text, ": %s", dummies[c->source]);
}

/* Return the source of the contribution, in words. */
static const char *source_of(const struct lm_standings *s, const struct lm_contribution *c,
                             struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    if (c->source >= LM_FROM_DUMMY && c->source != LM_NOT_MET)
        add_dummy(&text, s, c);
    else if (c->opponent != LM_NOBODY)
        lm_text_print(&text, "%u %s%s", lm_participant_number(s, c->opponent),
                      lm_participant_name(s, c->opponent),
                      !c->adjusted ? ""
                      : s->options.edition == LM_TB_2009
                          ? " (adjusted: unplayed rounds are draws [tb-2009])"
                          : " (adjusted: absences at the end are draws [16.3.2])");
    else if (c->round != 0)
        lm_text_add(&text, "without opponent");
    return lm_text_string(&text);
}

static const char *cut_of(const struct lm_contribution *c)
{
    static const char *const cuts[] = {[LM_KEPT] = "",
                                       [LM_CUT_LEAST] = "cut: least significant [14.1]",
                                       [LM_CUT_VOLUNTARY] =
                                           "cut: lowest of a voluntary unplayed round [16.5]",
                                       [LM_CUT_GREATEST] = "cut: most significant [14.3]"};
    return cuts[c->cut];
}

/* Return "5 x 1" for a product, the score for a rating, "" otherwise. */
static const char *product_of(const struct lm_derivation *d, const struct lm_contribution *c,
                              struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    if (d->scale == 100)
        lm_text_print(&text, "%s x %s", number(arena, c->key, 10), number(arena, c->factor, 10));
    else if ((d->tie_break->kind->needs & LM_NEEDS_RATINGS) && d->scale == 1)
        lm_text_print(&text, "scored %s", number(arena, c->factor, 10));
    return lm_text_string(&text);
}

static void add_contribution(struct table *table, const struct lm_standings *s,
                             const struct lm_derivation *d, const struct lm_contribution *c)
{
    table_add(table, "");
    if (c->round > 0)
        table_print(table, "round %u", c->round);
    else
        table_add(table, "");
    table_add(table,
              c->source == LM_NOT_MET ? "not met" : number(table->arena, c->value, d->scale));
    table_add(table, product_of(d, c, table->arena));
    table_add(table, source_of(s, c, table->arena));
    table_add(table, cut_of(c));
}

static void add_text(struct run *run, const struct lm_standings *s, const struct lm_derivation *d)
{
    enum { NAMED = 8 }; /* of those not met */
    struct table table = table_new(run->arena, "lrlrll");
    size_t not_met = 0;
    for (size_t i = 0; i < d->count; i++) {
        not_met += d->contributions[i].source == LM_NOT_MET;
        if (not_met <= NAMED)
            add_contribution(&table, s, d, &d->contributions[i]);
    }
    struct lm_text *out = &run->out;
    const struct lm_tie_break_kind *kind = d->tie_break->kind;
    lm_text_print(out, "\n%s, %s", d->tie_break->code, kind->name);
    if (d->tie_break->least > 0)
        lm_text_print(out, " %s-%u", d->tie_break->greatest > 0 ? "Median" : "Cut",
                      d->tie_break->least);
    lm_text_print(out, " [%s]: ", lm_tie_break_article(kind, s->options.edition));
    if (d->value.under == 0)
        lm_text_add(out, "no value");
    else
        lm_text_add_value(out, kind, d->value);
    lm_text_print(out, "\n  %s\n", lm_tie_break_what(kind, s->options.edition));
    const struct lm_contribution *first = d->contributions;
    char capital = (char)(d->summary[0] - 'a' + 'A');
    if (d->count == 0 && d->value.under == 0) {
        lm_text_print(out, "  %c%s.\n", capital, d->summary + 1);
    } else if (d->count > 1 ||
               (d->count == 1 && (first->round > 0 || first->source == LM_NOT_MET))) {
        lm_text_print(out, "  %c%s:\n", capital, d->summary + 1);
        table_write(&table, out);
        if (not_met > NAMED)
            lm_text_print(out, "  … and %zu more not met\n", not_met - NAMED);
    }
}

static void put_json(struct run *run, struct lm_json_writer *w, const struct lm_standings *s,
                     const struct lm_derivation *d)
{
    static const char *const cuts[] = {"", "least", "voluntary", "greatest"};
    static const char *const sources[] = {"opponent",
                                          "self",
                                          "dummy",
                                          "dummy capped by the scheduled opponent",
                                          "dummy capped by draws",
                                          "not met",
                                          "virtual opponent"};
    struct lm_text value = lm_text_in(run->arena);
    lm_text_add_value(&value, d->tie_break->kind, d->value);
    lm_json_begin(w, NULL, '{');
    lm_json_put_string(w, "code", d->tie_break->code);
    lm_json_put_string(w, "article", lm_tie_break_article(d->tie_break->kind, s->options.edition));
    lm_json_put_string(w, "value", lm_text_string(&value));
    lm_json_put_string(w, "summary", d->summary);
    lm_json_begin(w, "contributions", '[');
    for (size_t i = 0; i < d->count; i++) {
        const struct lm_contribution *c = &d->contributions[i];
        lm_json_begin_inline(w, NULL, '{');
        lm_json_put_integer(w, "round", c->round);
        if (c->opponent != LM_NOBODY)
            lm_json_put_integer(w, "opponent", lm_participant_number(s, c->opponent));
        lm_json_put_string(w, "value", number(run->arena, c->value, d->scale));
        lm_json_put_string(w, "source", sources[c->source]);
        if (c->adjusted)
            lm_json_put_boolean(w, "adjusted", true);
        if (c->cut != LM_KEPT)
            lm_json_put_string(w, "cut", cuts[c->cut]);
        lm_json_end(w, '}');
    }
    lm_json_end(w, ']');
    lm_json_end(w, '}');
}

static bool is_shared(const struct lm_standings *s, uint32_t who)
{
    uint32_t sharing = 0;
    for (uint32_t other = 0; other < s->count; other++)
        sharing += s->rank[other] == s->rank[who];
    return sharing > 1;
}

/* Return the participant with the number ${number}, or LM_NOBODY. */
static uint32_t participant_numbered(const struct lm_standings *s, int64_t wanted)
{
    for (uint32_t who = 0; who < s->count; who++)
        if (lm_participant_number(s, who) == wanted)
            return who;
    return LM_NOBODY;
}

static void add_place(struct run *run, const struct lm_standings *s, uint32_t who)
{
    struct lm_text *out = &run->out, notes = lm_text_in(run->arena);
    lm_text_print(out, "%u %s: ", lm_participant_number(s, who), lm_participant_name(s, who));
    if (s->rank[who] == 0)
        lm_text_add(out, "not ranked");
    else
        lm_text_print(out, "rank %u%s", s->rank[who], is_shared(s, who) ? " (shared)" : "");
    lm_text_print(out, " after round %u, by %s\n", s->options.round,
                  lm_tie_break_edition_name(s->options.edition));
    lm_text_add_notes(&notes, s, "\n");
    if (notes.length > 0)
        lm_text_print(out, "%s\n", lm_text_string(&notes));
}

enum lm_status explain_standings(struct run *run, const struct lm_standings *s, int64_t wanted,
                                 bool json)
{
    const struct lm_standings_options *o = &s->options;
    enum lm_status status = LM_OK;
    uint32_t who = participant_numbered(s, wanted);
    if (who == LM_NOBODY)
        return fail(run->log, LM_INVALID, "no player has the number %u", (uint32_t)wanted);
    struct lm_json_writer w = lm_json_writer_to(&run->out, false);
    if (json) {
        lm_json_begin(&w, NULL, '{');
        lm_json_put_string(&w, "name", lm_participant_name(s, who));
        lm_answer_rank(&w, s->rank[who]);
        lm_json_put_integer(&w, "round", o->round);
        lm_json_put_string(&w, "edition", lm_tie_break_edition_name(o->edition));
        lm_answer_marks(&w, s);
        lm_json_begin(&w, "tie_breaks", '[');
    } else {
        add_place(run, s, who);
    }
    for (size_t i = 0; status == LM_OK && i < o->count; i++) {
        struct lm_derivation d;
        status = lm_standings_derive(s, who, i, run->arena, &d);
        if (status == LM_OK && json)
            put_json(run, &w, s, &d);
        else if (status == LM_OK)
            add_text(run, s, &d);
    }
    if (json) {
        lm_json_end(&w, ']');
        lm_json_end(&w, '}');
        lm_text_add_char(&run->out, '\n');
    }
    return status;
}
