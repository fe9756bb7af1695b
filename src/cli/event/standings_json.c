/* SPDX-License-Identifier: Apache-2.0 */

/* Standings and crosstables as JSON; docs/developer.md has the members. */

#include "cli/event/standings_views.h"
#include "limmat/answers.h"

static void put_head(const struct view *v, struct lm_json_writer *w)
{
    lm_json_put_string(w, "tournament", v->s->t->name);
    lm_json_put_integer(w, "round", v->s->options.round);
    lm_json_put_string(w, "edition", lm_tie_break_edition_name(v->s->options.edition));
    if (v->category != NULL)
        lm_json_put_string(w, "category", v->category->name);
    lm_json_begin_inline(w, "tie_breaks", '[');
    for (size_t i = 0; i < v->s->options.count; i++)
        lm_json_put_string(w, NULL, v->s->options.list[i].code);
    lm_json_end(w, ']');
    lm_answer_marks(w, v->s);
}

static void put_participant(const struct view *v, struct lm_json_writer *w, uint32_t who)
{
    lm_answer_rank(w, v->s->rank[who]);
    lm_json_put_integer(w, "tpn", lm_participant_number(v->s, who));
    lm_json_put_string(w, "name", lm_participant_name(v->s, who));
    lm_json_begin_inline(w, "values", '[');
    for (size_t i = 0; i < v->s->options.count; i++) {
        const char *value = value_text(v, who, i);
        if (*value == '\0')
            lm_json_put_null(w, NULL);
        else
            lm_json_put_string(w, NULL, value);
    }
    lm_json_end(w, ']');
    if (v->category != NULL)
        lm_json_put_integer(w, "category_rank", v->members.rank[who]);
}

void put_standings(const struct view *v, struct lm_json_writer *w)
{
    put_head(v, w);
    lm_json_begin(w, "standings", '[');
    for (uint32_t i = 0; i < v->members.count; i++) {
        lm_json_begin_inline(w, NULL, '{');
        put_participant(v, w, v->members.order[i]);
        lm_json_end(w, '}');
    }
    lm_json_end(w, ']');
}

static void put_cell(const struct view *v, struct lm_json_writer *w, uint32_t who, uint32_t round)
{
    static const char *const colours[] = {[LM_WHITE] = "white", [LM_BLACK] = "black"};
    static const char *const floats[] = {[LM_DOWNFLOAT] = "down", [LM_UPFLOAT] = "up"};
    const struct lm_cell *cell = lm_cell_at(v->c, who, round);
    struct lm_text result = lm_text_in(v->arena);
    lm_text_add_result(&result, v->c, who, round, LM_CELL_ASCII);
    lm_json_begin_inline(w, NULL, '{');
    lm_json_put_integer(w, "round", round);
    if (cell->opponent != LM_NOBODY) {
        lm_json_put_integer(w, "opponent", lm_participant_number(v->s, cell->opponent));
        lm_json_put_integer(w, "place", v->c->places[cell->opponent]);
    }
    if (cell->colour != LM_NO_COLOUR)
        lm_json_put_string(w, "colour", colours[cell->colour]);
    lm_json_put_string(w, "result", lm_text_string(&result));
    lm_json_put_tenths(w, "points", cell->points);
    lm_json_put_tenths(w, "total", cell->total);
    if (cell->floated != LM_NO_FLOAT)
        lm_json_put_string(w, "float", floats[cell->floated]);
    lm_json_end(w, '}');
}

static void put_balance(const struct lm_balance *b, struct lm_json_writer *w)
{
    lm_json_begin_inline(w, "balance", '{');
    lm_json_put_integer(w, "white", b->white);
    lm_json_put_integer(w, "black", b->black);
    lm_json_put_integer(w, "downfloats", b->downfloats);
    lm_json_put_integer(w, "upfloats", b->upfloats);
    lm_json_put_integer(w, "forfeits_won", b->forfeits_won);
    lm_json_put_integer(w, "forfeits_lost", b->forfeits_lost);
    lm_json_put_integer(w, "allocated_byes", b->allocated);
    lm_json_put_integer(w, "requested_byes", b->requested);
    lm_json_put_integer(w, "absent", b->absent);
    lm_json_end(w, '}');
}

void put_crosstable(const struct view *v, struct lm_json_writer *w)
{
    put_head(v, w);
    lm_json_begin(w, "crosstable", '[');
    for (uint32_t i = 0; i < v->members.count; i++) {
        uint32_t who = v->members.order[i];
        lm_json_begin(w, NULL, '{');
        lm_json_put_integer(w, "place", v->c->places[who]);
        put_participant(v, w, who);
        if (!v->s->options.teams && v->s->t->players[who].rating != 0)
            lm_json_put_integer(w, "rating", v->s->t->players[who].rating);
        lm_json_begin(w, "rounds", '[');
        for (uint32_t round = 1; round <= v->c->rounds; round++)
            put_cell(v, w, who, round);
        lm_json_end(w, ']');
        put_balance(&v->c->balances[who], w);
        lm_json_end(w, '}');
    }
    lm_json_end(w, ']');
}
