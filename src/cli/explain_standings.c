/* SPDX-License-Identifier: Apache-2.0 */

/* `limmat explain --standings -p TPN`: every tie-break, round by round. */

#include <string.h>

#include "cli/command.h"
#include "cli/standings.h"
#include "limmat/json.h"

/* "12.5", "9.25", "2100": ${value} in units of 1/${scale}. */
static const char *number(struct lm_arena *arena, int64_t value, int32_t scale)
{
    static const struct lm_tie_break_kind plain = {.decimals = 0};
    struct lm_text text = lm_text_in(arena);
    lm_text_add_value(&text, &plain, lm_fraction_of(value, scale));
    return lm_text_string(&text);
}

/* Where the contribution comes from, in words. */
static const char *source_of(const struct lm_standings *s, const struct lm_contribution *c,
                             struct lm_arena *arena)
{
    static const char *const dummies[] = {
        [LM_FROM_DUMMY] = "unplayed: a dummy with the own score [16.4]",
        [LM_FROM_DUMMY_CAPPED_BY_OPPONENT] =
            "unplayed: a dummy, capped by the scheduled opponent's adjusted score [16.4.1]",
        [LM_FROM_DUMMY_CAPPED_BY_DRAWS] =
            "unplayed: a dummy, capped by draws in all rounds [16.4.2]"};
    if (c->source >= LM_FROM_DUMMY)
        return dummies[c->source];
    if (c->opponent == LM_NOBODY)
        return c->round == 0 ? "" : "without opponent";
    struct lm_text text = lm_text_in(arena);
    lm_text_print(&text, "%u %s", lm_participant_number(s, c->opponent),
                  lm_participant_name(s, c->opponent));
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

/* "5 x 1" for a product, what was scored for a rating, "" for the rest. */
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

static void add_text(struct run *run, const struct lm_standings *s, const struct lm_derivation *d)
{
    struct table table = table_new(run->arena, "lrlrll");
    for (size_t i = 0; i < d->count; i++) {
        const struct lm_contribution *c = &d->contributions[i];
        table_add(&table, "");
        if (c->round > 0)
            table_print(&table, "round %u", c->round);
        else
            table_add(&table, "");
        table_add(&table, number(run->arena, c->value, d->scale));
        table_add(&table, product_of(d, c, run->arena));
        table_add(&table, source_of(s, c, run->arena));
        table_add(&table, cut_of(c));
    }
    struct lm_text *out = &run->out;
    const struct lm_tie_break_kind *kind = d->tie_break->kind;
    lm_text_print(out, "\n%s, %s [%s]: ", d->tie_break->code, kind->name, kind->article);
    if (d->value.under == 0)
        lm_text_add(out, "no value");
    else
        lm_text_add_value(out, kind, d->value);
    lm_text_print(out, "\n  %s\n", kind->what);
    if (d->count > 1 || (d->count == 1 && d->contributions[0].round > 0)) {
        lm_text_print(out, "  %c%s:\n", d->summary[0] - 'a' + 'A', d->summary + 1);
        table_write(&table, out);
    }
}

static void put_json(struct run *run, struct lm_json_writer *w, const struct lm_standings *s,
                     const struct lm_derivation *d)
{
    static const char *const cuts[] = {"", "least", "voluntary", "greatest"};
    static const char *const sources[] = {"opponent", "self", "dummy",
                                          "dummy capped by the scheduled opponent",
                                          "dummy capped by draws"};
    struct lm_text value = lm_text_in(run->arena);
    lm_text_add_value(&value, d->tie_break->kind, d->value);
    lm_json_begin(w, NULL, '{');
    lm_json_put_string(w, "code", d->tie_break->code);
    lm_json_put_string(w, "article", d->tie_break->kind->article);
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
        if (c->cut != LM_KEPT)
            lm_json_put_string(w, "cut", cuts[c->cut]);
        lm_json_end(w, '}');
    }
    lm_json_end(w, ']');
    lm_json_end(w, '}');
}

/* The participant with the number ${number}, or LM_NOBODY. */
static uint32_t participant_numbered(const struct lm_standings *s, int64_t wanted)
{
    for (uint32_t who = 0; who < s->count; who++)
        if (lm_participant_number(s, who) == wanted)
            return who;
    return LM_NOBODY;
}

enum lm_status explain_standings(struct run *run, const struct lm_tournament *t, int64_t wanted,
                                 const char *list, uint32_t round, bool json)
{
    struct lm_standings_options o = {.round = round};
    struct lm_standings *s = NULL;
    enum lm_status status = choose_edition(NULL, t, run->log, &o.edition);
    if (status == LM_OK)
        status = lm_standings_order(t, list, run->arena, run->log, &o);
    if (status == LM_OK)
        status = lm_standings_compute(t, &o, run->arena, run->log, &s);
    if (status != LM_OK)
        return status;
    uint32_t who = participant_numbered(s, wanted);
    if (who == LM_NOBODY)
        return fail(run->log, LM_INVALID, "there is nobody with the number %u", (uint32_t)wanted);
    struct lm_json_writer w = lm_json_writer_to(&run->out, false);
    if (json) {
        lm_json_begin(&w, NULL, '{');
        lm_json_put_string(&w, "name", lm_participant_name(s, who));
        lm_json_put_integer(&w, "rank", s->rank[who]);
        lm_json_put_integer(&w, "round", s->options.round);
        lm_json_put_string(&w, "edition", lm_tie_break_edition_name(o.edition));
        lm_json_begin(&w, "tie_breaks", '[');
    } else {
        lm_text_print(&run->out, "%u %s: rank %u after round %u, by %s\n",
                      lm_participant_number(s, who), lm_participant_name(s, who), s->rank[who],
                      s->options.round, lm_tie_break_edition_name(o.edition));
    }
    for (size_t i = 0; status == LM_OK && i < o.count; i++) {
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
