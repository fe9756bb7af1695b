/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/answers.h"
#include "limmat/explain.h"

/* What is explained, and where to. */
struct story {
    const struct lm_system *system;
    const struct lm_position *position;
    const struct lm_pairing *pairing;
    const struct lm_player *players;
    struct lm_json_writer w;
};

static void put_players(struct story *s, const char *key, const uint32_t *players, size_t count)
{
    lm_json_begin_inline(&s->w, key, '[');
    for (size_t i = 0; i < count; i++)
        lm_json_put_integer(&s->w, NULL, s->players[players[i]].tpn);
    lm_json_end(&s->w, ']');
}

static void put_reasons(struct lm_json_writer *w, const struct lm_explanation *why)
{
    lm_json_begin(w, "reasons", '[');
    for (size_t i = 0; i < why->count; i++) {
        const struct lm_reason *reason = &why->reasons[i];
        lm_json_begin(w, NULL, '{');
        lm_json_put_string(w, "about", lm_about_name(reason->about));
        lm_json_put_string(w, "code", reason->code);
        lm_json_put_string(w, "article", reason->article);
        lm_json_put_string(w, "text", reason->text);
        lm_json_end(w, '}');
    }
    lm_json_end(w, ']');
}

static void put_pair(struct story *s, uint32_t i)
{
    const struct lm_pair *pair = &s->pairing->pairs[i];
    bool bye = pair->black == LM_NOBODY;
    lm_json_begin_inline(&s->w, NULL, '{');
    lm_json_put_integer(&s->w, "board", bye ? 0 : i + 1);
    lm_json_put_integer(&s->w, "white", s->players[pair->white].tpn);
    lm_json_put_integer(&s->w, "black", bye ? 0 : s->players[pair->black].tpn);
    if (!bye && s->system->colour_rules != NULL)
        lm_json_put_string(&s->w, "colour_rule", s->system->colour_rules[pair->colour_rule].code);
    lm_json_end(&s->w, '}');
}

static void put_findings(struct story *s, const struct lm_bracket *bracket)
{
    lm_json_begin(&s->w, "findings", '[');
    for (size_t i = 0; i < bracket->finding_count; i++) {
        const struct lm_finding *finding = &bracket->findings[i];
        lm_json_begin_inline(&s->w, NULL, '{');
        lm_json_put_string(&s->w, "code", s->system->criteria[finding->rule].code);
        lm_json_begin(&s->w, "values", '[');
        for (size_t k = 0; k < finding->value_count; k++)
            lm_json_put_integer(&s->w, NULL, finding->values[k]);
        lm_json_end(&s->w, ']');
        put_players(s, "players", finding->players, finding->player_count);
        lm_json_end(&s->w, '}');
    }
    lm_json_end(&s->w, ']');
}

static enum lm_status put_bracket(struct story *s, size_t number)
{
    const struct lm_bracket *bracket = &s->pairing->brackets[number];
    struct lm_explanation why;
    enum lm_status status =
        lm_explain_bracket(s->system, s->position, s->pairing, number, s->w.out->arena, &why);
    if (status != LM_OK)
        return status;
    lm_json_begin(&s->w, NULL, '{');
    if (bracket->score != LM_NO_POINTS)
        lm_json_put_tenths(&s->w, "score", bracket->score);
    put_players(s, "moved", bracket->moved, bracket->moved_count);
    put_players(s, "residents", bracket->residents, bracket->resident_count);
    put_players(s, "floaters", bracket->floaters, bracket->floater_count);
    lm_json_begin(&s->w, "pairs", '[');
    for (uint32_t i = 0; i < s->pairing->pair_count; i++)
        if (s->pairing->pairs[i].bracket == number)
            put_pair(s, i);
    lm_json_end(&s->w, ']');
    put_findings(s, bracket);
    put_reasons(&s->w, &why);
    lm_json_end(&s->w, '}');
    return LM_OK;
}

static enum lm_status put_round(struct story *s)
{
    enum lm_status status = LM_OK;
    lm_json_begin(&s->w, "brackets", '[');
    for (size_t b = 0; status == LM_OK && b < s->pairing->bracket_count; b++)
        status = put_bracket(s, b);
    lm_json_end(&s->w, ']');
    return status;
}

static enum lm_status put_player(struct story *s, uint32_t player)
{
    struct lm_explanation why = {0};
    enum lm_status status =
        lm_explain_player(s->system, s->position, s->pairing, player, s->w.out->arena, &why);
    uint32_t board;
    const struct lm_pair *pair = lm_pairing_of_player(s->pairing, player, &board);
    lm_json_put_integer(&s->w, "player", s->players[player].tpn);
    if (pair != NULL && pair->black != LM_NOBODY) {
        bool white = pair->white == player;
        lm_json_put_integer(&s->w, "board", board);
        lm_json_put_integer(&s->w, "opponent", s->players[white ? pair->black : pair->white].tpn);
        lm_json_put_string(&s->w, "colour", white ? "white" : "black");
    }
    put_reasons(&s->w, &why);
    return status;
}

enum lm_status lm_answer_explanation(const struct lm_system *system,
                                     const struct lm_position *position,
                                     const struct lm_pairing *pairing, uint32_t player,
                                     struct lm_text *out)
{
    const struct lm_tournament *t = position->tournament;
    struct story s = {.system = lm_system_in_round(system, t, pairing->round),
                      .position = position,
                      .pairing = pairing,
                      .players = t->players,
                      .w = lm_json_writer_to(out, false)};
    lm_json_begin(&s.w, NULL, '{');
    lm_json_put_string(&s.w, "tournament", t->name);
    lm_json_put_integer(&s.w, "round", pairing->round);
    lm_json_put_string(&s.w, "system", system->name);
    enum lm_status status = player == LM_NOBODY ? put_round(&s) : put_player(&s, player);
    lm_json_end(&s.w, '}');
    lm_text_add_char(out, '\n');
    return status;
}
