/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The director's queue: what waits for a decision, with its facts, its article, its buttons, and
 * under each button what it leads to.  That is found by pressing it: on a copy of the championship,
 * made of its journal, which goes with the visit.
 */
#include <string.h>

#include "server/championship_desk.h"
#include "server/pages.h"
#include "server/templates.h"

enum { BUTTONS_MOST = 12, LEADS_MOST = 400 };

/* A case under way. */
struct queue {
    struct visit *v;
    struct lm_championship *c, *copy;
    const struct viewer *who;
    struct champ_case *rows;
    size_t count;
};

/* What the button ${b} of ${row} leads to. */
static const char *leads(struct queue *q, const struct champ_case *row, struct champ_button *b,
                         const char *event, const char *what)
{
    struct wish wish;
    const char *told = "";
    if (q->copy == NULL)
        return "";
    wish_begin(q->v, &wish, event);
    if (what != NULL)
        lm_json_put_string(&wish.json, "what", what);
    for (size_t i = 0; i < row->hidden_count; i++)
        lm_json_put_string(&wish.json, row->hiddens[i].name, row->hiddens[i].value);
    if (strcmp(b->name, "order") == 0)
        wish_put_words(q->v, &wish, b->name, b->value);
    else if (*b->name != '\0')
        lm_json_put_string(&wish.json, b->name, b->value);
    bool taken = wish_try(q->v, q->copy, &wish, &told);
    b->refused = !taken;
    struct lm_text text = lm_text_in(q->v->arena);
    for (const char *at = told; *at != '\0';) {
        size_t size = strcspn(at, "\n");
        if (text.length + size > LEADS_MOST) {
            lm_text_add(&text, " …");
            break;
        }
        lm_text_print(&text, "%s%.*s", text.length > 0 ? "; " : "", (int)size, at);
        at += size + (at[size] == '\n');
    }
    return taken ? lm_text_string(&text)
                 : visit_say_of(q->v, LM_KEY("desk.t-not-possible"),
                                lm_value_text("why", lm_text_string(&text)));
}

static struct champ_case *begin(struct queue *q, const struct due *due, const char *path)
{
    struct champ_case *row = &q->rows[q->count++];
    int64_t now = championships_now(q->v);
    *row = (struct champ_case){.what = champ_case_what(q->v, due),
                               .article = due->article,
                               .by = "",
                               .token = q->v->who.token,
                               .request = champ_request(q->v),
                               .late = due->by != NEVER && due->by < now,
                               .action = champ_url(q->v, "/do/%s", path),
                               .hiddens = lm_arena_alloc(q->v->arena, 3, sizeof *row->hiddens),
                               .buttons =
                                   lm_arena_alloc(q->v->arena, BUTTONS_MOST, sizeof *row->buttons)};
    if (due->by != NEVER)
        row->by = champ_by(q->v, q->who, due);
    if (due->otherwise != NULL)
        row->otherwise = visit_word(q->v, due->kind == DUE_APPLICATION ? LM_KEY("desk.t-left-out")
                                                                       : LM_KEY("desk.t-higher"));
    if (due->contest != NULL) {
        row->facts = visit_print(q->v, "%s: %s – %s, %s", champ_match_name(q->v, due->contest),
                                 lm_champ_name(q->c, due->contest->player[FIRST]),
                                 lm_champ_name(q->c, due->contest->player[SECOND]),
                                 champ_contest_state(q->v, q->who, due->contest));
        row->url = champ_match_url(q->v, due->contest);
    }
    return row;
}

static void hide(struct champ_case *row, const char *name, const char *value)
{
    if (row->hiddens != NULL)
        row->hiddens[row->hidden_count++] = (struct champ_hidden){name, value};
}

static void button(struct queue *q, struct champ_case *row, const char *name, const char *value,
                   const char *label, const char *event, const char *what)
{
    if (row->buttons == NULL || row->button_count == BUTTONS_MOST)
        return;
    struct champ_button *b = &row->buttons[row->button_count++];
    *b = (struct champ_button){.name = name, .value = value, .label = label, .leads = ""};
    if (event != NULL)
        b->leads = leads(q, row, b, event, what);
}

static const char *with_player(const struct queue *q, const char *key, const char *name)
{
    return visit_say_of(q->v, key, lm_value_text("player", name));
}

/* --- the kinds */

bool champ_by_hand(const struct stage *stage)
{
    return stage->type == STAGE_SWISS && strcmp(stage->system, "director") == 0;
}

static void add_application(struct queue *q, const struct due *due)
{
    const struct person *p = &q->c->people[due->subject];
    struct champ_case *row = begin(q, due, "application");
    const struct lm_value values[] = {
        lm_value_text("player", p->id),
        lm_value_text("date", p->created == NEVER ? "?" : champ_date(q->v, p->created)),
        lm_value_number("games", p->games)};
    row->facts = visit_say(q->v, LM_KEY("desk.t-application-facts"), values, 3);
    row->why = true;
    hide(row, "player", p->id);
    hide(row, "article", due->article);
    button(q, row, "verdict", "accept", visit_word(q->v, LM_KEY("desk.t-accept")), "decide",
           "application");
    button(q, row, "verdict", "deny", visit_word(q->v, LM_KEY("desk.t-deny")), "decide",
           "application");
}

/* Who is level with ${person}, the first of them, from their place on: "p3 p1", with ${first} in
 * front. */
static const char *order_of(struct queue *q, const struct standing *rows, uint32_t count,
                            uint32_t from, uint32_t first)
{
    struct lm_text text = lm_text_in(q->v->arena);
    lm_text_add(&text, lm_champ_name(q->c, rows[first].person));
    for (uint32_t i = from; i < count; i++) {
        if (i != first)
            lm_text_print(&text, " %s", lm_champ_name(q->c, rows[i].person));
        if (!rows[i].tied)
            break;
    }
    return lm_text_string(&text);
}

static void add_tie(struct queue *q, const struct due *due)
{
    struct champ_case *row = begin(q, due, "order");
    row->why = true;
    hide(row, "stage", q->c->definition->stages[due->stage].name);
    for (uint32_t g = 0; g < lm_champ_group_count(q->c, due->stage); g++) {
        uint32_t count = 0, from = 0;
        const struct standing *rows = lm_champ_standings(q->c, due->stage, g, &count);
        while (rows != NULL && from < count && rows[from].person != due->subject)
            from++;
        for (uint32_t i = from; rows != NULL && i < count; i++) {
            button(q, row, "order", order_of(q, rows, count, from, i),
                   with_player(q, LM_KEY("desk.t-first"), lm_champ_name(q->c, rows[i].person)),
                   "decide", "order");
            if (!rows[i].tied)
                break;
        }
    }
}

static void add_pairing(struct queue *q, const struct due *due)
{
    struct champ_case *row = begin(q, due, "pair");
    const struct stage *stage = &q->c->definition->stages[due->stage];
    row->url = champ_url(q->v, "/pairing");
    bool by_hand = champ_by_hand(stage);
    row->facts =
        visit_word(q->v, by_hand ? LM_KEY("desk.t-pairs-by-hand") : LM_KEY("desk.t-pairs"));
    if (by_hand)
        return;
    button(q, row, "", "", visit_word(q->v, LM_KEY("desk.d-publish")), "pair", NULL);
}

static void add_finding(struct queue *q, const struct due *due)
{
    struct champ_case *row = begin(q, due, "finding");
    row->why = true;
    hide(row, "match", due->contest->id);
    for (uint32_t side = FIRST; side <= SECOND; side++) {
        const char *name = lm_champ_name(q->c, due->contest->player[side]);
        button(q, row, "at_fault", name, with_player(q, LM_KEY("desk.t-at-fault"), name), "decide",
               "finding");
    }
    button(q, row, "at_fault", "none", visit_word(q->v, LM_KEY("desk.t-nobody")), "decide",
           "finding");
    button(q, row, "at_fault", "both", visit_word(q->v, LM_KEY("desk.t-both")), "decide",
           "finding");
}

static void add_assignment(struct queue *q, const struct due *due)
{
    struct champ_case *row = begin(q, due, "time");
    row->time = true;
    row->zone = q->who->zone_name;
    hide(row, "match", due->contest->id);
    button(q, row, "", "", visit_word(q->v, LM_KEY("desk.t-assign-this")), NULL, NULL);
}

static void add_ruling(struct queue *q, const struct due *due)
{
    struct champ_case *row = begin(q, due, "ruling");
    row->why = true;
    hide(row, "match", due->contest->id);
    row->first = lm_champ_name(q->c, due->contest->player[FIRST]);
    row->second = lm_champ_name(q->c, due->contest->player[SECOND]);
    button(q, row, "winner", row->first, with_player(q, LM_KEY("desk.t-for"), row->first), "decide",
           "result");
    button(q, row, "winner", row->second, with_player(q, LM_KEY("desk.t-for"), row->second),
           "decide", "result");
    button(q, row, "winner", "draw", visit_word(q->v, LM_KEY("desk.t-drawn")), "decide", "result");
    button(q, row, "winner", "nobody", visit_word(q->v, LM_KEY("desk.t-lost-by-both")), "decide",
           "result");
}

static void add_white(struct queue *q, const struct due *due)
{
    struct champ_case *row = begin(q, due, "white");
    row->why = true;
    hide(row, "match", due->contest->id);
    for (uint32_t side = FIRST; side <= SECOND; side++) {
        const char *name = lm_champ_name(q->c, due->contest->player[side]);
        button(q, row, "player", name, with_player(q, LM_KEY("desk.t-has-white"), name), "decide",
               "white");
    }
}

static void add_case(struct queue *q, const struct due *due)
{
    switch (due->kind) {
    case DUE_APPLICATION:
        add_application(q, due);
        break;
    case DUE_TIE:
        add_tie(q, due);
        break;
    case DUE_PAIRING:
        add_pairing(q, due);
        break;
    case DUE_FINDING:
        add_finding(q, due);
        break;
    case DUE_ASSIGNMENT:
        add_assignment(q, due);
        break;
    case DUE_WHITE:
        add_white(q, due);
        break;
    default:
        add_ruling(q, due);
        break;
    }
}

/* Ties are settled before the round that is made of them; else the most urgent first. */
enum lm_status champ_cases(struct visit *v, const struct viewer *who, const struct champ_case **out,
                           size_t *count)
{
    struct queue q = {.v = v, .c = v->championship->c, .who = who};
    size_t all_count = 0;
    const struct due *all = lm_champ_due(q.c, championships_now(v), &all_count);
    bool any = false;
    for (size_t i = 0; i < all_count; i++)
        any |= all[i].person == NOBODY;
    q.rows = lm_arena_alloc(v->arena, all_count, sizeof *q.rows);
    if (q.rows == NULL || q.c->out_of_memory)
        return LM_LIMIT;
    enum lm_status status =
        any ? championship_copy(v, lm_championship_number(q.c), &q.copy) : LM_OK;
    for (int last = 0; last < 2 && status == LM_OK; last++)
        for (size_t i = 0; i < all_count; i++)
            if (all[i].person == NOBODY && (all[i].kind == DUE_PAIRING) == (last == 1))
                add_case(&q, &all[i]);
    *out = q.rows;
    *count = q.count;
    return status;
}

/* --- a round, and the ranking that made it */

static const char *played(struct visit *v, const char *player, uint32_t round)
{
    const struct lm_value values[] = {lm_value_text("player", player),
                                      lm_value_number("round", round + 1)};
    return visit_say(v, LM_KEY("desk.d-has-played"), values, 2);
}

/* Why the pair of places ${first} and ${second} of ${page}: who stood between them. */
static const char *reason_of(struct visit *v, struct lm_championship *c, uint32_t stage,
                             const struct standing *rows, const uint32_t *round_of, uint32_t first,
                             uint32_t second)
{
    struct lm_text text = lm_text_in(v->arena);
    for (uint32_t i = first + 1; i < second; i++) {
        if (round_of[i] < round_of[first])
            continue; /* paired before, from further up */
        for (size_t k = 0; k < c->contest_count; k++)
            if (c->contests[k].stage == stage &&
                lm_champ_side(&c->contests[k], rows[i].person) != NO_SIDE &&
                lm_champ_side(&c->contests[k], rows[first].person) != NO_SIDE)
                lm_text_print(&text, "%s%s", text.length > 0 ? ", " : "",
                              played(v, lm_champ_name(c, rows[i].person), c->contests[k].round));
    }
    return text.length > 0 ? lm_text_string(&text) : visit_word(v, LM_KEY("desk.d-nearest"));
}

/* The pairs among the places of ${rows}: for each place the other's, and the turn in which they
 * were paired, counted from the top. */
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
        lm_text_print(&text, "%s%s ", k > 0 ? ", " : "", lm_champ_heading(stage->ranking[k]));
        lm_champ_add_key(&text, stage->ranking[k], row->keys[k]);
    }
    return lm_text_string(&text);
}

/* Of the state ${c} before the round, whose pairs are ${p}. */
static enum lm_status fill_ranking(struct visit *v, struct lm_championship *c,
                                   const struct proposal *p, struct champ_pairing_page *page)
{
    const struct stage *stage = &c->definition->stages[p->stage];
    uint32_t count = 0;
    const struct standing *rows = p->round == 0 ? NULL : lm_champ_standings(c, p->stage, 0, &count);
    uint32_t most = p->round == 0 ? p->player_count : count;
    struct standing *seeds = lm_arena_alloc(v->arena, most + 1, sizeof *seeds);
    uint32_t *with = lm_arena_alloc(v->arena, most + 1, sizeof *with);
    uint32_t *turn = lm_arena_alloc(v->arena, most + 1, sizeof *turn);
    struct champ_rank *out = lm_arena_alloc(v->arena, most + 1, sizeof *out);
    if (seeds == NULL || with == NULL || turn == NULL || out == NULL)
        return LM_LIMIT;
    if (p->round == 0) {
        uint32_t *order = lm_arena_alloc(v->arena, most + 1, sizeof *order);
        if (order == NULL)
            return LM_LIMIT;
        if (most > 0)
            memcpy(order, p->players, most * sizeof *order);
        lm_champ_sort_by_seeding(c, order, most);
        for (uint32_t i = 0; i < most; i++)
            seeds[i].person = order[i];
        rows = seeds;
        count = most;
    }
    match_places(rows, count, p, with, turn);
    for (uint32_t i = 0; i < count; i++) {
        if (turn[i] == NOBODY)
            continue; /* out, or of another group */
        struct lm_text seeding = lm_text_in(v->arena);
        lm_text_add_tenths(&seeding, c->people[rows[i].person].seeding);
        out[page->rank_count++] = (struct champ_rank){
            .place = i + 1,
            .name = lm_champ_name(c, rows[i].person),
            .keys = p->round == 0 ? "" : keys_of(v, stage, &rows[i]),
            .seeding = lm_text_string(&seeding),
            .with = with[i] == NOBODY ? "" : lm_champ_name(c, rows[with[i]].person),
            .why = with[i] == NOBODY ? visit_word(v, LM_KEY("desk.d-bye"))
                   : with[i] < i     ? ""
                                     : reason_of(v, c, p->stage, rows, turn, i, with[i])};
    }
    page->ranks = out;
    const struct lm_value values[] = {lm_value_text("stage", stage->title),
                                      lm_value_number("round", p->round + 1)};
    page->title = visit_say(v, LM_KEY("desk.d-round-of"), values, 2);
    page->article = *stage->pairing_article != '\0' ? stage->pairing_article
                                                    : c->definition->articles[ART_PAIRING];
    return LM_OK;
}

/* Who would meet again, and in which round they met. */
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

/* ${typed}: the pairs that a director has before him, NULL: as ${p} has them; ${trouble} with them.
 */
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

/* The next round, as the rules pair it now. */
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

/* --- publishing it */

enum { PAIRS, ACT };

static const struct form_field pair_fields[] = {
    [PAIRS] = {"pairs", FORM_LINES, 0, 60000, NULL, false},
    [ACT] = {"act", FORM_CHOICE, 0, 10, "look|publish", false},
    {0}};

/* The wish to pair, with the pairs that were typed, two names a line. */
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

/* The pairs of ${typed} whose names are known, into ${p}. */
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

/* What the pairs that were typed would mean: tried on a copy. */
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
    bool good = wish_try(v, copy, &wish, &told);
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

/* The line that published round ${round} (from 0) of ${stage}; 0: none. */
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

/* The pairs of the round of ${p}, and who plays its stage, as ${copy} knows them. */
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

/* A round that was published: its pairs, by the ranking of that moment. */
static enum lm_status show_pairing(struct visit *v)
{
    struct lm_championship *c = v->championship->c, *copy;
    int64_t round = 0;
    uint32_t stage = 0;
    if (!lm_parse_integer(v->parts[2], strlen(v->parts[2]), 1, 1000, &round))
        return visit_refuse(v, 404, "there is no such round");
    while (stage < c->definition->stage_count &&
           strcmp(c->definition->stages[stage].name, v->parts[1]) != 0)
        stage++;
    uint64_t line = line_of_round(c, v->parts[1], (uint32_t)round - 1);
    if (stage == c->definition->stage_count || line == 0)
        return visit_refuse(v, 404, "there is no such round");
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
