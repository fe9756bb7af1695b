/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The director's queue: the cases that wait for a decision, each with its facts, its article and
 * its buttons, and under each button its consequences.  They are found by trying the act on a copy
 * of the championship, replayed from its journal; the copy ends with the visit.
 */
#include <string.h>

#include "server/championship_desk.h"
#include "server/pages.h"
#include "server/templates.h"

enum { BUTTONS_MOST = 12, LEADS_MOST = 400 };

/* The queue being built. */
struct queue {
    struct visit *v;
    struct lm_championship *c, *copy;
    const struct viewer *who;
    struct champ_case *rows;
    size_t count;
};

/* Put the consequences ${told} (${taken}), or the reason why the act is not possible, beside the
 * button ${b}. */
static const char *say_leads(struct queue *q, struct champ_button *b, bool taken, const char *told)
{
    struct lm_text text = lm_text_in(q->v->arena);
    b->refused = !taken;
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

/* Return the consequences of the button ${b} of ${row}. */
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
    bool taken = wish_try(q->v, q->copy, &wish, 1, &told);
    return say_leads(q, b, taken, told);
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

/* Return the players who are level from place ${from} on, with ${first} in front: "p3 p1". */
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

/* Add a button that draws lots between the level players ${names}, "p1 p2 p3". */
static void add_lot(struct queue *q, struct champ_case *row, const char *names)
{
    if (row->buttons == NULL || row->button_count == BUTTONS_MOST)
        return;
    row->buttons[row->button_count++] =
        (struct champ_button){.name = "lot",
                              .value = names,
                              .label = visit_word(q->v, LM_KEY("desk.t-lot")),
                              .leads = visit_word(q->v, LM_KEY("desk.t-lot-leads"))};
}

/* Add one case for all players who are level with one another. */
static void add_tie(struct queue *q, const struct due *due)
{
    struct champ_case *row = NULL;
    for (uint32_t g = 0; g < lm_champ_group_count(q->c, due->stage); g++) {
        uint32_t count = 0, from = 0;
        const struct standing *rows = lm_champ_standings(q->c, due->stage, g, &count);
        while (rows != NULL && from < count && rows[from].person != due->subject)
            from++;
        if (rows == NULL || from == count || (from > 0 && rows[from - 1].tied))
            continue;
        row = begin(q, due, "order");
        row->why = true;
        hide(row, "stage", q->c->definition->stages[due->stage].name);
        for (uint32_t i = from; i < count; i++) {
            button(q, row, "order", order_of(q, rows, count, from, i),
                   with_player(q, LM_KEY("desk.t-first"), lm_champ_name(q->c, rows[i].person)),
                   "decide", "order");
            if (!rows[i].tied)
                break;
        }
        add_lot(q, row, order_of(q, rows, count, from, from));
    }
}

/* Do the rules find no pairing, because all have met or no player is left for a bye? */
static bool is_without_pairing(const struct queue *q)
{
    struct proposal p;
    struct lm_log log = {.arena = q->v->arena};
    struct fields f = {.arena = q->v->arena, .log = &log};
    return lm_champ_propose(q->copy, &f, NULL, &p) == LM_OK && p.by_director;
}

static void add_pairing(struct queue *q, const struct due *due)
{
    struct champ_case *row = begin(q, due, "pair");
    const struct stage *stage = &q->c->definition->stages[due->stage];
    row->url = champ_url(q->v, "/pairing");
    bool by_hand = champ_by_hand(stage);
    row->facts =
        visit_word(q->v, by_hand ? LM_KEY("desk.t-pairs-by-hand") : LM_KEY("desk.t-pairs"));
    uint32_t entrants = 0;
    if (q->c->current == NOBODY)
        (void)lm_champ_entrants(q->c, &entrants);
    if (q->c->current == NOBODY && entrants < 2) {
        row->url = champ_url(q->v, "/people");
        row->what = visit_word(q->v, LM_KEY("desk.t-no-players"));
        row->facts =
            visit_say_of(q->v, LM_KEY("desk.t-few-players"), lm_value_number("count", entrants));
        return;
    }
    if (by_hand)
        return;
    if (is_without_pairing(q)) {
        row->facts = visit_word(q->v, LM_KEY("desk.t-no-pairing"));
        return;
    }
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

/* Set the consequences of the button ${b} if all ticked matches are ruled on this way. */
static void lead_all(struct queue *q, const struct champ_case *row, struct champ_button *b)
{
    struct wish *wishes = lm_arena_alloc(q->v->arena, row->tick_count, sizeof *wishes);
    const char *told = "";
    if (wishes == NULL || q->copy == NULL)
        return;
    for (size_t i = 0; i < row->tick_count; i++)
        champ_ruling(q->v, &wishes[i], row->ticks[i].value, b->value);
    bool taken = wish_try(q->v, q->copy, wishes, row->tick_count, &told);
    b->leads = say_leads(q, b, taken, told);
}

/* Add one case for several overdue matches: all ticked ones can be ruled on at once, and each has
 * its own case below. */
static void add_overdue(struct queue *q, const struct due *const *dues, size_t count)
{
    struct champ_case *row = begin(q, dues[0], "overdue");
    struct champ_tick *ticks = lm_arena_alloc(q->v->arena, count, sizeof *ticks);
    struct queue each = *q;
    each.rows = lm_arena_alloc(q->v->arena, count, sizeof *each.rows);
    each.count = 0;
    if (ticks == NULL || each.rows == NULL)
        return;
    row->what =
        visit_say_of(q->v, LM_KEY("desk.t-overdue-all"), lm_value_number("count", (int64_t)count));
    row->facts = "";
    row->why = true;
    row->ticks = ticks;
    for (size_t i = 0; i < count; i++) {
        const struct contest *contest = dues[i]->contest;
        ticks[row->tick_count++] = (struct champ_tick){
            .value = contest->id,
            .label = visit_print(q->v, "%s – %s: %s", lm_champ_name(q->c, contest->player[FIRST]),
                                 lm_champ_name(q->c, contest->player[SECOND]),
                                 champ_contest_state(q->v, q->who, contest))};
        add_ruling(&each, dues[i]);
    }
    row->members = each.rows;
    row->member_count = each.count;
    button(q, row, "winner", "draw", visit_word(q->v, LM_KEY("desk.t-all-drawn")), NULL, NULL);
    button(q, row, "winner", "nobody", visit_word(q->v, LM_KEY("desk.t-all-lost")), NULL, NULL);
    for (size_t i = 0; i < row->button_count; i++)
        lead_all(q, row, &row->buttons[i]);
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

/* Add a disputed result, with the player's reason. */
static void add_dispute(struct queue *q, const struct due *due)
{
    const struct contest *contest = due->contest;
    const struct record *record = lm_champ_record(q->c, contest->dispute_line);
    const char *why = record == NULL ? "" : champ_why(q->v, record);
    bool claim = contest->kind == RESULT_NO_SHOW || contest->kind == RESULT_LEFT;
    struct champ_case *row = begin(q, due, "settle");
    if (*why != '\0')
        row->facts = visit_print(q->v, "%s. %s: %s", row->facts,
                                 lm_champ_name(q->c, contest->player[contest->disputed]), why);
    row->why = true;
    hide(row, "match", contest->id);
    button(q, row, "", "", visit_word(q->v, LM_KEY("desk.t-stands")), "decide", "dispute");
    row = begin(q, due, claim ? "restore" : "ruling");
    row->what = visit_word(q->v, LM_KEY("desk.t-or-else"));
    row->why = true;
    if (claim) {
        button(q, row, "line",
               visit_print(q->v, "%llu", (unsigned long long)contest->reported_line),
               visit_word(q->v, LM_KEY("desk.t-claim-back")), NULL, NULL);
        return;
    }
    hide(row, "match", contest->id);
    for (uint32_t side = FIRST; side <= SECOND; side++) {
        const char *name = lm_champ_name(q->c, contest->player[side]);
        button(q, row, "winner", name, with_player(q, LM_KEY("desk.t-for"), name), "decide",
               "result");
    }
    button(q, row, "winner", "draw", visit_word(q->v, LM_KEY("desk.t-drawn")), "decide", "result");
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
    case DUE_DISPUTE:
        add_dispute(q, due);
        break;
    default:
        add_ruling(q, due);
        break;
    }
}

/* Add the overdue matches of ${all}, in one case if there are several. */
static enum lm_status gather_overdue(struct queue *q, const struct due *all, size_t count)
{
    const struct due **late = lm_arena_alloc(q->v->arena, count, sizeof *late);
    size_t late_count = 0;
    if (late == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < count; i++)
        if (all[i].person == NOBODY && all[i].kind == DUE_OVERDUE)
            late[late_count++] = &all[i];
    if (late_count > 1)
        add_overdue(q, late, late_count);
    else if (late_count == 1)
        add_case(q, late[0]);
    return LM_OK;
}

/* Overdue matches come first, as one case; then the most urgent first, but pairings last, because
 * ties are settled before the round that depends on them. */
enum lm_status champ_cases(struct visit *v, const struct viewer *who, const struct champ_case **out,
                           size_t *count)
{
    struct queue q = {.v = v, .c = v->championship->c, .who = who};
    size_t all_count = 0;
    const struct due *all = lm_champ_due(q.c, championships_now(v), &all_count);
    bool any = false;
    for (size_t i = 0; i < all_count; i++)
        any |= all[i].person == NOBODY;
    q.rows = lm_arena_alloc(v->arena, 2 * all_count, sizeof *q.rows);
    if (q.rows == NULL || q.c->out_of_memory)
        return LM_LIMIT;
    enum lm_status status =
        any ? championship_copy(v, lm_championship_number(q.c), &q.copy) : LM_OK;
    if (status == LM_OK)
        status = gather_overdue(&q, all, all_count);
    for (int last = 0; last < 2 && status == LM_OK; last++)
        for (size_t i = 0; i < all_count; i++)
            if (all[i].person == NOBODY && all[i].kind != DUE_OVERDUE &&
                (all[i].kind == DUE_PAIRING) == (last == 1))
                add_case(&q, &all[i]);
    *out = q.rows;
    *count = q.count;
    return status;
}
