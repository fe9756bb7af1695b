/* SPDX-License-Identifier: Apache-2.0 */
/* Rounds of a championship: the next one, with the ranking it is paired by, and published ones. */
#include <string.h>

#include "server/championship_desk.h"
#include "server/pages.h"
#include "server/templates.h"
#include "site/championship.h"

static const char *played(struct visit *v, const char *player, uint32_t round)
{
    const struct lm_value values[] = {lm_value_text("player", player),
                                      lm_value_number("round", round + 1)};
    return visit_say(v, LM_KEY("desk.d-has-played"), values, 2);
}

/* Explain the pair of places ${first} and ${second}: the players between them whom ${first} had
 * met. */
static const char *reason_of(struct visit *v, struct lm_championship *c, uint32_t stage,
                             const struct standing *rows, const uint32_t *round_of, uint32_t first,
                             uint32_t second)
{
    struct lm_text text = lm_text_in(v->arena);
    for (uint32_t i = first + 1; i < second; i++) {
        if (round_of[i] < round_of[first])
            continue; /* paired earlier, from further up */
        for (size_t k = 0; k < c->contest_count; k++)
            if (c->contests[k].stage == stage &&
                lm_champ_side(&c->contests[k], rows[i].person) != NO_SIDE &&
                lm_champ_side(&c->contests[k], rows[first].person) != NO_SIDE)
                lm_text_print(&text, "%s%s", text.length > 0 ? ", " : "",
                              played(v, lm_champ_name(c, rows[i].person), c->contests[k].round));
    }
    return text.length > 0 ? lm_text_string(&text) : visit_word(v, LM_KEY("desk.d-nearest"));
}

/* Find the pairs among the places of ${rows}: for each place the opponent's, and the turn in which
 * the pair was made, counted from the top. */
static void match_places(const struct standing *rows, uint32_t count, const struct proposal *p,
                         uint32_t *with, uint32_t *turn)
{
    uint32_t turns = 0;
    for (uint32_t i = 0; i < count; i++)
        with[i] = turn[i] = NOBODY;
    for (uint32_t i = 0; i < count; i++) {
        if (with[i] != NOBODY)
            continue;
        for (uint32_t k = 0; k < p->count; k++) {
            const uint32_t *two = p->pairs[k].player;
            if (two[FIRST] != rows[i].person && two[SECOND] != rows[i].person)
                continue;
            uint32_t whom = two[FIRST] == rows[i].person ? two[SECOND] : two[FIRST];
            for (uint32_t j = 0; j < count; j++)
                if (whom != NOBODY && rows[j].person == whom)
                    with[i] = j;
            turn[i] = turns;
            if (with[i] != NOBODY) {
                with[with[i]] = i;
                turn[with[i]] = turns;
            }
            turns++;
        }
    }
}

static const char *keys_of(struct visit *v, const struct stage *stage, const struct standing *row)
{
    struct lm_text text = lm_text_in(v->arena);
    for (size_t k = 0; k < stage->ranking_count; k++) {
        lm_text_print(&text, "%s%s ", k > 0 ? ", " : "",
                      site_criterion(v->language, v->arena, stage->ranking[k]));
        lm_champ_add_key(&text, stage->ranking[k], row->keys[k]);
    }
    return lm_text_string(&text);
}

/* Return the values of Monrad's ranking: "points 2.0, average of the opponents' seeds 1823.4". */
static const char *monrad_keys(struct visit *v, const struct pairing_rank *rank)
{
    struct lm_text points = lm_text_in(v->arena), average = lm_text_in(v->arena);
    int64_t count = rank->opponents > 0 ? rank->opponents : 1;
    lm_text_add_tenths(&points, rank->score);
    lm_text_add_tenths(&average, (int32_t)((rank->sum + count / 2) / count));
    const struct lm_value values[] = {lm_value_text("points", lm_text_string(&points)),
                                      lm_value_text("average", lm_text_string(&average))};
    return visit_say(v, LM_KEY("desk.d-by-average"), values, 2);
}

/* Is the round ranked by III.F.4.i, and not by the standings? */
static bool is_monrad(const struct stage *stage, const struct proposal *p)
{
    return stage->type == STAGE_SWISS && p->round > 0 &&
           strcmp(stage->system, "monrad-acwc-2019") == 0;
}

/* Explain a pair of a stage that is not paired by ranking. */
static const char *reason_of_stage(struct visit *v, const struct stage *stage)
{
    return visit_say_of(v, LM_KEY("desk.d-meet-by"),
                        lm_value_text("type", stage->type == STAGE_ROUND_ROBIN ? "all"
                                              : stage->type == STAGE_KNOCK_OUT ? "cup"
                                                                               : "seats"));
}

/* The ranking before a round, first place first, and its values. */
struct order {
    struct standing *rows; /* with keys if they come from the standings */
    uint32_t count;
    const struct pairing_rank *monrad; /* NULL: another ranking */
};

/* Rank by seeding rating, before the first round. */
static enum lm_status order_by_seeds(struct visit *v, struct lm_championship *c,
                                     const struct proposal *p, struct order *out)
{
    uint32_t *order = lm_arena_alloc(v->arena, p->player_count + 1, sizeof *order);
    out->rows = lm_arena_alloc(v->arena, p->player_count + 1, sizeof *out->rows);
    if (order == NULL || out->rows == NULL)
        return LM_LIMIT;
    if (p->player_count > 0)
        memcpy(order, p->players, p->player_count * sizeof *order);
    lm_champ_sort_by_seeding(c, order, p->player_count);
    for (uint32_t i = 0; i < p->player_count; i++)
        out->rows[i].person = order[i];
    out->count = p->player_count;
    return LM_OK;
}

/* Rank the players in the state ${c} before the round, whose pairs are ${p}. */
static enum lm_status order_of(struct visit *v, struct lm_championship *c, const struct proposal *p,
                               struct order *out)
{
    *out = (struct order){0};
    if (p->round == 0)
        return order_by_seeds(v, c, p, out);
    if (!is_monrad(&c->definition->stages[p->stage], p)) {
        out->rows = lm_champ_standings(c, p->stage, 0, &out->count);
        return LM_OK;
    }
    out->monrad = lm_champ_pairing_ranking(c, p, &out->count);
    if (out->monrad == NULL)
        out->count = 0;
    out->rows = lm_arena_alloc(v->arena, out->count + 1, sizeof *out->rows);
    for (uint32_t i = 0; out->rows != NULL && i < out->count; i++)
        out->rows[i].person = out->monrad[i].person;
    return out->rows == NULL ? LM_LIMIT : LM_OK;
}

/* Return the values that rank place ${i} of ${order}. */
static const char *values_of(struct visit *v, const struct lm_championship *c,
                             const struct proposal *p, const struct order *order, uint32_t i)
{
    return p->round == 0           ? ""
           : order->monrad != NULL ? monrad_keys(v, &order->monrad[i])
                                   : keys_of(v, &c->definition->stages[p->stage], &order->rows[i]);
}

/* Explain why place ${i} meets ${with}; "" if the other place has the explanation. */
static const char *why_of(struct visit *v, struct lm_championship *c, const struct proposal *p,
                          const struct order *order, const uint32_t *turn, uint32_t i,
                          uint32_t with)
{
    const struct stage *stage = &c->definition->stages[p->stage];
    return with == NOBODY               ? visit_word(v, LM_KEY("desk.d-bye"))
           : with < i                   ? ""
           : stage->type != STAGE_SWISS ? reason_of_stage(v, stage)
                                        : reason_of(v, c, p->stage, order->rows, turn, i, with);
}

static enum lm_status fill_ranking(struct visit *v, struct lm_championship *c,
                                   const struct proposal *p, struct champ_pairing_page *page)
{
    const struct stage *stage = &c->definition->stages[p->stage];
    struct order order;
    enum lm_status status = order_of(v, c, p, &order);
    if (status != LM_OK)
        return status;
    uint32_t *with = lm_arena_alloc(v->arena, order.count + 1, sizeof *with);
    uint32_t *turn = lm_arena_alloc(v->arena, order.count + 1, sizeof *turn);
    struct champ_rank *out = lm_arena_alloc(v->arena, order.count + 1, sizeof *out);
    if (with == NULL || turn == NULL || out == NULL)
        return LM_LIMIT;
    match_places(order.rows, order.count, p, with, turn);
    for (uint32_t i = 0; i < order.count; i++) {
        if (turn[i] == NOBODY)
            continue; /* out, or in another group */
        struct lm_text seeding = lm_text_in(v->arena);
        lm_text_add_tenths(&seeding, c->people[order.rows[i].person].seeding);
        page->rank_count++;
        out[page->rank_count - 1] = (struct champ_rank){
            .place = (uint32_t)page->rank_count,
            .name = lm_champ_name(c, order.rows[i].person),
            .keys = values_of(v, c, p, &order, i),
            .seeding = lm_text_string(&seeding),
            .with = with[i] == NOBODY ? "" : lm_champ_name(c, order.rows[with[i]].person),
            .why = why_of(v, c, p, &order, turn, i, with[i])};
    }
    page->ranks = out;
    const struct lm_value values[] = {lm_value_text("stage", stage->title),
                                      lm_value_number("round", p->round + 1)};
    page->title = visit_say(v, LM_KEY("desk.d-round-of"), values, 2);
    page->article = *stage->pairing_article != '\0' ? stage->pairing_article
                                                    : c->definition->articles[ART_PAIRING];
    return LM_OK;
}

/* Add pairs who would meet again, and the round of their last match. */
static enum lm_status add_again(struct visit *v, struct lm_championship *c,
                                const struct proposal *p, struct champ_pairing_page *page)
{
    struct needs_reason *lines = lm_arena_alloc(v->arena, p->count, sizeof *lines);
    if (lines == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < p->count; i++) {
        const uint32_t *two = p->pairs[i].player;
        uint32_t round = 0;
        if (!lm_champ_have_met(c, p->stage, two))
            continue;
        for (size_t k = 0; k < c->contest_count; k++)
            if (c->contests[k].stage == p->stage &&
                lm_champ_side(&c->contests[k], two[FIRST]) != NO_SIDE &&
                lm_champ_side(&c->contests[k], two[SECOND]) != NO_SIDE)
                round = c->contests[k].round + 1;
        const struct lm_value values[] = {lm_value_text("player", lm_champ_name(c, two[FIRST])),
                                          lm_value_text("other", lm_champ_name(c, two[SECOND])),
                                          lm_value_number("round", round)};
        lines[page->again_count++] =
            (struct needs_reason){.what = visit_say(v, LM_KEY("desk.d-again"), values, 3),
                                  .article = c->definition->articles[ART_REMATCH]};
    }
    page->again = lines;
    return LM_OK;
}

static const char *lines_of(struct visit *v, const struct lm_championship *c,
                            const struct proposal *p)
{
    struct lm_text text = lm_text_in(v->arena);
    for (uint32_t i = 0; i < p->count; i++) {
        const uint32_t *two = p->pairs[i].player;
        lm_text_add(&text, lm_champ_name(c, two[FIRST]));
        if (two[SECOND] != NOBODY)
            lm_text_print(&text, " %s", lm_champ_name(c, two[SECOND]));
        lm_text_add(&text, "\n");
    }
    return lm_text_string(&text);
}

/* Write the page.  ${typed}: the pairs as the director typed them, NULL: those of ${p}; ${trouble}:
 * why they are refused. */
static enum lm_status write_pairing(struct visit *v, struct lm_championship *c,
                                    const struct proposal *p, bool next, const char *typed,
                                    const char *trouble)
{
    struct champ_pairing_page page = {
        .head = champ_head(v, CHAMP_TABS, visit_word(v, LM_KEY("desk.d-pairing"))),
        .token = v->who.token,
        .request = champ_request(v),
        .next = next,
        .by_hand = next && p->by_director,
        .trouble = trouble,
        .pair = champ_url(v, "/do/pair")};
    if (page.by_hand)
        page.pairs = typed != NULL ? typed : lines_of(v, c, p);
    enum lm_status status = fill_ranking(v, c, p, &page);
    if (status == LM_OK && next)
        status = add_again(v, c, p, &page);
    if (status == LM_OK)
        page_desk_champ_pairing(&v->reply->body, v->language, &page);
    return status;
}

/* Show the next round, as the rules pair it now. */
static enum lm_status show_next(struct visit *v)
{
    struct lm_championship *copy;
    struct proposal p;
    enum lm_status status = championship_copy(v, lm_championship_number(v->championship->c), &copy);
    struct fields f = {.arena = v->arena, .log = &v->log};
    if (status == LM_OK)
        status = lm_champ_propose(copy, &f, NULL, &p);
    if (status == LM_OK && p.by_director && !lm_champ_suggest(copy, &p))
        status = LM_LIMIT;
    return status == LM_OK ? write_pairing(v, copy, &p, true, NULL, "") : status;
}

/* --- publishing the next round */

enum { PAIRS, ACT };

static const struct form_field pair_fields[] = {
    [PAIRS] = {"pairs", FORM_LINES, 0, 60000, NULL, false},
    [ACT] = {"act", FORM_CHOICE, 0, 10, "look|publish", false},
    {0}};

/* Begin the wish to pair, with the typed pairs, two names a line. */
static void pair_wish(struct visit *v, const char *typed, struct wish *wish)
{
    wish_begin(v, wish, "pair");
    if (*typed == '\0')
        return;
    lm_json_begin(&wish->json, "pairs", '[');
    for (const char *at = typed; *at != '\0';) {
        size_t size = strcspn(at, "\r\n");
        const char *line = lm_arena_copy(v->arena, at, size);
        if (line != NULL && strspn(line, " ") < size)
            wish_put_words(v, wish, NULL, line);
        at += size;
        at += strspn(at, "\r\n");
    }
    lm_json_end(&wish->json, ']');
}

/* Read the pairs of ${typed} into ${p}; skip pairs whose first name is unknown. */
static enum lm_status read_typed(struct visit *v, const struct lm_championship *c,
                                 const char *typed, struct proposal *p)
{
    p->pairs = lm_arena_alloc(v->arena, strlen(typed) + 1, sizeof *p->pairs);
    p->count = 0;
    if (p->pairs == NULL)
        return LM_LIMIT;
    for (const char *at = typed; *at != '\0';) {
        uint32_t two[2] = {NOBODY, NOBODY};
        size_t size = strcspn(at, "\r\n"), from = 0;
        for (uint32_t side = FIRST; side <= SECOND && from < size; side++) {
            from += strspn(at + from, " ");
            size_t word = strcspn(at + from, " \r\n");
            const char *name = lm_arena_copy(v->arena, at + from, word);
            two[side] = name == NULL ? NOBODY : lm_champ_person(c, name);
            from += word;
        }
        if (two[FIRST] != NOBODY)
            p->pairs[p->count++] = (struct proposed_pair){.player = {two[FIRST], two[SECOND]}};
        at += size;
        at += strspn(at, "\r\n");
    }
    return LM_OK;
}

/* Preview the typed pairs, on a copy. */
static enum lm_status look_at_pairs(struct visit *v, const char *typed)
{
    struct lm_championship *copy;
    struct proposal p;
    struct wish wish;
    const char *told = "";
    struct fields f = {.arena = v->arena, .log = &v->log};
    enum lm_status status = championship_copy(v, lm_championship_number(v->championship->c), &copy);
    if (status == LM_OK)
        status = lm_champ_propose(copy, &f, NULL, &p);
    if (status == LM_OK)
        status = read_typed(v, copy, typed, &p);
    if (status != LM_OK)
        return status;
    pair_wish(v, typed, &wish);
    bool good = wish_try(v, copy, &wish, 1, &told);
    return write_pairing(
        v, copy, &p, true, typed,
        good ? "" : visit_say_of(v, LM_KEY("desk.d-cannot"), lm_value_text("why", told)));
}

static enum lm_status do_pair(struct visit *v)
{
    const char *typed = value(v, PAIRS)->text;
    struct wish wish;
    if (strcmp(value(v, ACT)->text, "look") == 0 && *typed != '\0')
        return look_at_pairs(v, typed);
    pair_wish(v, typed, &wish);
    enum lm_status status = wish_enter(v, &wish, 1);
    return status == LM_OK ? visit_go(v, "/c/%s", v->championship->slug) : status;
}

/* Return the line that published round ${round} (from 0) of ${stage}; 0: none. */
static uint64_t line_of_round(const struct lm_championship *c, const char *stage, uint32_t round)
{
    for (size_t i = c->record_count; i-- > 0;) {
        const struct record *record = &c->records[i];
        int64_t number = 0;
        const char *name = lm_json_string(lm_json_get(record->line.object, "stage"));
        if (record->dropped == 0 && strcmp(record->line.event, "pair") == 0 && name != NULL &&
            strcmp(name, stage) == 0 &&
            lm_json_integer(lm_json_get(record->line.object, "round"), 1, 100000, &number) &&
            number == (int64_t)round + 1)
            return record->line.number;
    }
    return 0;
}

static uint32_t same_person(const struct lm_championship *c, struct lm_championship *copy,
                            uint32_t person)
{
    return person == NOBODY ? NOBODY : lm_champ_person(copy, lm_champ_name(c, person));
}

/* Find the pairs of the round of ${p} and the players of its stage, as persons of ${copy}. */
static enum lm_status pairs_of(struct visit *v, struct lm_championship *copy, struct proposal *p)
{
    const struct lm_championship *c = v->championship->c;
    const struct stage_state *stage = &c->stages[p->stage];
    p->pairs = lm_arena_alloc(v->arena, c->contest_count, sizeof *p->pairs);
    p->players = lm_arena_alloc(v->arena, stage->player_count, sizeof *p->players);
    if (p->pairs == NULL || p->players == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < c->contest_count; i++) {
        const struct contest *contest = &c->contests[i];
        if (contest->stage == p->stage && contest->round == p->round)
            p->pairs[p->count++] =
                (struct proposed_pair){.player = {same_person(c, copy, contest->player[FIRST]),
                                                  same_person(c, copy, contest->player[SECOND])}};
    }
    for (uint32_t i = 0; i < stage->player_count; i++)
        if (same_person(c, copy, stage->players[i]) != NOBODY)
            p->players[p->player_count++] = same_person(c, copy, stage->players[i]);
    return LM_OK;
}

/* Show a published round: its pairs, by the ranking of that moment. */
static enum lm_status show_pairing(struct visit *v)
{
    struct lm_championship *c = v->championship->c, *copy;
    int64_t round = 0;
    uint32_t stage = 0;
    if (!lm_parse_integer(v->parts[2], strlen(v->parts[2]), 1, 1000, &round))
        return visit_refuse(v, 404, "Round not found");
    while (stage < c->definition->stage_count &&
           strcmp(c->definition->stages[stage].name, v->parts[1]) != 0)
        stage++;
    uint64_t line = line_of_round(c, v->parts[1], (uint32_t)round - 1);
    if (stage == c->definition->stage_count || line == 0)
        return visit_refuse(v, 404, "Round not found");
    struct proposal p = {.stage = stage, .round = (uint32_t)round - 1};
    enum lm_status status = championship_copy(v, line - 1, &copy);
    if (status == LM_OK)
        status = pairs_of(v, copy, &p);
    return status == LM_OK ? write_pairing(v, copy, &p, false, NULL, "") : status;
}

const struct handler director_handlers[] = {
    {false, "/c/:championship/pairing", RIGHT_DIRECT, NULL,
     "the next round, with the ranking that makes it", show_next, false},
    {true, "/c/:championship/do/pair", RIGHT_DIRECT, pair_fields,
     "publish the next round, or look at pairs of one's own", do_pair, false},
    {false, "/c/:championship/pairing/:stage/:round", RIGHT_LOOK, NULL,
     "a round, with the ranking that made it", show_pairing, false},
    {0}};
