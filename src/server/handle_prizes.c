/* SPDX-License-Identifier: Apache-2.0 */
/* Prizes: the plan of a section, stored beside its journal, and the winners with reasons. */
#include <string.h>

#include "base/texts.h"
#include "limmat/json.h"
#include "limmat/prizes.h"
#include "limmat/ranking.h"
#include "server/handlers.h"
#include "server/paper.h"
#include "server/tables.h"
#include "server/templates.h"
#include "site/said.h"

enum { CURRENCY, SHARING, AWARD, GROUPS, NAME, COMPETE, AMOUNTS };
enum { PLAN_BYTES = 8000, ROWS_MOST = 30, ROWS_SPARE = 3, ROWS_LEAST = 5 };

static const struct form_field plan_fields[] = {
    [CURRENCY] = {"currency", FORM_TEXT, 0, 10, NULL, false},
    [SHARING] = {"sharing", FORM_CHOICE, 0, 10, "equal|hort|place", true},
    [AWARD] = {"award", FORM_CHOICE, 0, 12, "highest|cumulative", true},
    [GROUPS] = {"groups", FORM_LINES, 0, PLAN_BYTES, NULL, false},
    [NAME] = {"name", FORM_EACH, 0, PLAN_BYTES, NULL, false},
    [COMPETE] = {"who", FORM_EACH, 0, PLAN_BYTES, NULL, false},
    [AMOUNTS] = {"amounts", FORM_EACH, 0, PLAN_BYTES, NULL, false},
    {0}};

static const char *plan_key(struct visit *v, const struct lm_desk_section *s)
{
    return visit_print(v, "prizes/%s/%s", v->event->slug, s->id);
}

/* --- the plan as typed, a line for each group: "U18 [U18]: 100 60.50 40" */

/* Return ${text}[0..${length}) without blanks around it. */
static const char *trimmed(struct visit *v, const char *text, size_t length)
{
    lm_trim(&text, &length);
    return lm_arena_copy(v->arena, text, length);
}

static enum lm_status put_amounts(struct visit *v, struct lm_json_writer *w, const char *amounts)
{
    lm_json_begin(w, "places", '[');
    for (const char *at = amounts + strspn(amounts, " ,"); *at != '\0'; at += strspn(at, " ,")) {
        size_t size = strcspn(at, " ,"), digits = strspn(at, "0123456789");
        const char *rest = at + digits;
        size_t behind = *rest == ',' ? strspn(rest + 1, "0123456789") : 0;
        if (behind > 0 && behind <= 2 && rest[1 + behind] != ',')
            return visit_refuse(v, 422, "\"%.*s\" can be one amount or two. Write 60.50 or 60 50",
                                (int)(digits + 1 + behind), at);
        size_t cents = *rest == '.' ? strspn(rest + 1, "0123456789") : 0;
        int64_t whole, part = 0;
        if (digits == 0 || digits + (cents > 0 ? cents + 1 : 0) != size || cents > 2 ||
            !lm_parse_integer(at, digits, 0, LM_PRIZE_MAX / 100, &whole) ||
            (cents > 0 && !lm_parse_integer(rest + 1, cents, 0, 99, &part)))
            return visit_refuse(v, 422, "\"%.*s\" isn’t an amount. Example: 100 or 60.50",
                                (int)size, at);
        struct lm_json amount = {.type = LM_JSON_NUMBER};
        amount.text = visit_print(v, "%lld.%02lld", (long long)whole,
                                  (long long)(cents == 1 ? part * 10 : part));
        amount.length = strlen(amount.text);
        lm_json_put_node(w, NULL, &amount);
        at += size;
    }
    lm_json_end(w, ']');
    return LM_OK;
}

static enum lm_status put_entry(struct visit *v, struct lm_json_writer *w,
                                const struct prize_entry *entry)
{
    lm_json_begin(w, NULL, '{');
    lm_json_put_string(w, "name", entry->name);
    if (*entry->who != '\0')
        lm_json_put_string(w, "category", entry->who);
    enum lm_status status =
        entry->amounts[strspn(entry->amounts, " ,")] == '\0'
            ? visit_refuse(v, 422, "\"%s\" has no amounts. Example: 500 300 200", entry->name)
            : put_amounts(v, w, entry->amounts);
    lm_json_end(w, '}');
    return status;
}

static enum lm_status put_group(struct visit *v, struct lm_json_writer *w, const char *line)
{
    const char *colon = strrchr(line, ':'), *bracket = strpbrk(line, "[(");
    const char *end = bracket == NULL ? NULL : strchr(bracket, *bracket == '[' ? ']' : ')');
    if (colon == NULL)
        return visit_refuse(v, 422, "\"%.60s\" lacks a colon. Example: General: 500 300 200", line);
    bool has = end != NULL && end < colon;
    const struct prize_entry entry = {
        .name = trimmed(v, line, (size_t)((has ? bracket : colon) - line)),
        .who = has ? trimmed(v, bracket + 1, (size_t)(end - bracket - 1)) : "",
        .amounts = colon + 1};
    return put_entry(v, w, &entry);
}

/* Return the line that ${*at} begins with, and go behind it. */
static const char *next_line(struct visit *v, const char **at)
{
    size_t size = strcspn(*at, "\n");
    const char *line = trimmed(v, *at, size);
    *at += size + ((*at)[size] == '\n');
    return line == NULL ? "" : line;
}

/* Put the rows of the form, without empty ones. */
static enum lm_status put_rows(struct visit *v, struct lm_json_writer *w, size_t *groups)
{
    const char *names = value(v, NAME)->text, *who = value(v, COMPETE)->text;
    const char *amounts = value(v, AMOUNTS)->text;
    enum lm_status status = LM_OK;
    while (status == LM_OK && (*names != '\0' || *who != '\0' || *amounts != '\0')) {
        const struct prize_entry entry = {.name = next_line(v, &names),
                                          .who = next_line(v, &who),
                                          .amounts = next_line(v, &amounts)};
        if (*entry.name == '\0' && *entry.who == '\0' && *entry.amounts == '\0')
            continue;
        status = *entry.name == '\0'
                     ? visit_refuse(v, 422, "A prize group has no name. Example: Women")
                     : put_entry(v, w, &entry);
        ++*groups;
    }
    return status;
}

/* Make the plan of the form, the typed groups before those of the rows; ${*groups}: how many. */
static enum lm_status plan_of_form(struct visit *v, const char **out, size_t *groups)
{
    struct lm_text text = lm_text_in(v->arena);
    struct lm_json_writer w = lm_json_writer_to(&text, true);
    enum lm_status status = LM_OK;
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "format", "limmat-prizes/1");
    if (value(v, CURRENCY)->length > 0)
        lm_json_put_string(&w, "currency", value(v, CURRENCY)->text);
    lm_json_put_string(&w, "sharing", value(v, SHARING)->text);
    lm_json_put_string(&w, "award", value(v, AWARD)->text);
    lm_json_begin(&w, "groups", '[');
    for (const char *at = value(v, GROUPS)->text; status == LM_OK && *at != '\0';) {
        const char *line = next_line(v, &at);
        if (*line == '\0')
            continue;
        status = put_group(v, &w, line);
        ++*groups;
    }
    if (status == LM_OK)
        status = put_rows(v, &w, groups);
    lm_json_end(&w, ']');
    lm_json_end(&w, '}');
    *out = lm_text_string(&text);
    return status == LM_OK ? lm_text_status(&text) : status;
}

/* Return "100 60.50". */
static const char *amounts_of(struct visit *v, const struct lm_prize_group *g)
{
    struct lm_text text = lm_text_in(v->arena);
    for (size_t k = 0; k < g->prize_count; k++) {
        lm_text_add(&text, k == 0 ? "" : " ");
        if (g->prizes[k] % 100 == 0)
            lm_text_print(&text, "%lld", (long long)(g->prizes[k] / 100));
        else
            lm_text_add_cents(&text, g->prizes[k]);
    }
    return lm_text_string(&text);
}

/* Add the form of ${plan} (NULL: none yet): its rows and some for more; ${as_text}, or with more
 * groups than rows, as text. */
static enum lm_status add_form(struct visit *v, const struct lm_desk_section *s,
                               const struct lm_prize_plan *plan, bool as_text,
                               struct prizes_page *page)
{
    struct lm_text text = lm_text_in(v->arena);
    const size_t count = plan == NULL ? 0 : plan->group_count, rows = count + ROWS_SPARE;
    struct prize_entry *entries = lm_arena_alloc(v->arena, rows + ROWS_LEAST, sizeof *entries);
    size_t most = 0;
    while (site_category(most) != NULL)
        most++;
    struct choice_row *choices = lm_arena_alloc(v->arena, most + 1, sizeof *choices);
    if (entries == NULL || choices == NULL)
        return LM_LIMIT;
    page->entry_count = rows < ROWS_LEAST ? ROWS_LEAST : rows;
    for (size_t i = 0; i < page->entry_count; i++) {
        const struct lm_prize_group *g = i < count ? &plan->groups[i] : NULL;
        bool some = g != NULL && g->category != NULL;
        entries[i] = (struct prize_entry){.number = (uint32_t)i + 1,
                                          .name = g == NULL ? "" : g->name,
                                          .who = some ? g->category->condition : "",
                                          .amounts = g == NULL ? "" : amounts_of(v, g)};
        if (g != NULL)
            lm_text_print(&text, "%s%s%s%s: %s\n", g->name, some ? " [" : "", entries[i].who,
                          some ? "]" : "", entries[i].amounts);
    }
    for (size_t i = 0; i < most; i++)
        choices[page->choice_count++] =
            (struct choice_row){site_category(i)->condition,
                                site_category_name(site_category(i), v->language, v->arena)};
    choices[page->choice_count++] = (struct choice_row){
        "rating<2000", visit_say_of(v, LM_KEY("prizes.below"), lm_value_number("rating", 2000))};
    page->typed = lm_text_string(&text);
    page->entries = entries;
    page->choices = choices;
    if (!as_text && count <= ROWS_MOST)
        page->as_text = section_url(v, s, "prizes?as=text");
    return lm_text_status(&text);
}

/* --- the winners */

static const char *amount_text(struct visit *v, const struct lm_prize_plan *plan, int64_t cents)
{
    struct lm_text text = lm_text_in(v->arena);
    if (*plan->currency != '\0')
        lm_text_print(&text, "%s ", plan->currency);
    lm_text_add_cents(&text, cents);
    return lm_text_string(&text);
}

static enum lm_status add_awards(struct visit *v, const struct lm_prizes *p,
                                 struct prizes_page *page)
{
    struct prize_group *groups = lm_arena_alloc(v->arena, p->plan->group_count, sizeof *groups);
    struct prize_row *rows = lm_arena_alloc(v->arena, p->award_count, sizeof *rows);
    if (groups == NULL || rows == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < p->award_count; i++) {
        const struct lm_award *a = &p->awards[i];
        static const struct lm_player nobody = {.title = ""}; /* a team has no title */
        const struct lm_player *player =
            p->standings->options.teams ? &nobody : &p->standings->t->players[a->participant];
        const char *name = lm_participant_name(p->standings, a->participant);
        rows[i] = (struct prize_row){
            .place = a->place,
            .rank = p->standings->rank[a->participant],
            .name = *player->title == '\0' ? name : visit_print(v, "%s %s", player->title, name),
            .amount = amount_text(v, p->plan, a->amount),
            .why = site_award_reason(v->language, p, a, v->arena)};
        if (groups[a->group].row_count++ == 0)
            groups[a->group].rows = &rows[i];
    }
    for (size_t g = 0; g < p->plan->group_count; g++) {
        const struct lm_prize_balance *b = &p->balances[g];
        groups[g].name = p->plan->groups[g].name;
        groups[g].unknown = b->unknown;
        groups[g].note =
            visit_message(v, "%u compete; %s of %s paid", b->eligible,
                          amount_text(v, p->plan, b->paid), amount_text(v, p->plan, b->fund));
    }
    page->groups = groups;
    page->group_count = p->plan->group_count;
    return LM_OK;
}

static enum lm_status award(struct visit *v, const struct lm_desk_section *s,
                            const struct lm_prize_plan *plan, struct lm_prizes **p)
{
    struct lm_tournament *t;
    struct lm_standings_options options = {0};
    struct lm_standings *standings = NULL;
    enum lm_status status =
        lm_desk_tournament(v->event->desk, s, LM_FOR_ARBITERS, 0, v->arena, NULL, &t);
    if (status != LM_OK || t->player_count == 0 || t->rounds_paired == 0)
        return status;
    options.edition = lm_tie_break_edition_of(t);
    status = lm_standings_order(t, NULL, v->arena, &v->log, &options);
    if (status == LM_OK)
        status = lm_standings_compute(t, &options, v->arena, &v->log, &standings);
    return status == LM_OK ? lm_prizes_award(plan, standings, v->arena, &v->log, p) : status;
}

/* Find the plan of ${s}, NULL none, and its winners, NULL before round 1. */
static enum lm_status plan_of(struct visit *v, const struct lm_desk_section *s,
                              const struct lm_prize_plan **plan, struct lm_prizes **p)
{
    struct store_record record;
    enum lm_status status = store_get(v->server->store, STORE_SETTING, plan_key(v, s), v->now,
                                      v->arena, &record, &v->log);
    *plan = NULL;
    *p = NULL;
    if (status != LM_OK || record.key == NULL)
        return status;
    status = lm_prize_plan_read(record.value, strlen(record.value), v->arena, &v->log, plan);
    return status == LM_OK ? award(v, s, *plan, p) : status;
}

enum lm_status prizes_of(struct visit *v, const struct lm_desk_section *s,
                         const struct lm_prizes **out)
{
    const struct lm_prize_plan *plan;
    struct lm_prizes *p;
    enum lm_status status = plan_of(v, s, &plan, &p);
    *out = p;
    return status;
}

/* The winners as one table, for a device that cannot print a page. */
static enum lm_status send_prizes(struct visit *v, const struct lm_desk_section *s,
                                  const struct prizes_page *page)
{
    struct table_maker m = paper_list(v, s, LM_KEY("page.prizes"));
    if (!page->final)
        m.page.note = visit_word(v, LM_KEY("prizes.as-it-stands"));
    add_column(&m, visit_word(v, LM_KEY("prizes.group")), "name");
    add_column(&m, visit_word(v, LM_KEY("page.place")), "n");
    add_column(&m, visit_word(v, LM_KEY("prizes.rank")), "n");
    add_column(&m, visit_word(v, LM_KEY("page.name")), "name");
    add_column(&m, visit_word(v, LM_KEY("prizes.prize")), "n");
    for (size_t g = 0; g < page->group_count; g++)
        for (size_t i = 0; i < page->groups[g].row_count; i++) {
            const struct prize_row *row = &page->groups[g].rows[i];
            struct cell *cells = add_row(&m);
            if (cells == NULL)
                return LM_LIMIT;
            cells[0].text = page->groups[g].name;
            cells[1].text = visit_print(v, "%u", row->place);
            cells[2].text = visit_print(v, "%u", row->rank);
            cells[3].text = row->name;
            cells[4].text = row->amount;
        }
    return write_table(&m);
}

enum { PDF, AS };

static const struct form_field show_fields[] = {
    [PDF] = SHEET_FIELD, [AS] = {"as", FORM_CHOICE, 0, 4, "|text", false}, {0}};

static enum lm_status show_prizes(struct visit *v)
{
    struct lm_desk_section *s;
    const struct lm_prize_plan *plan = NULL;
    struct lm_prizes *p = NULL;
    enum lm_status status = section_take(v, &s);
    if (status == LM_OK)
        status = plan_of(v, s, &plan, &p);
    if (status != LM_OK)
        return status;
    struct prizes_page page = {
        .head = section_head(v, s, TAB_PRIZES, visit_word(v, LM_KEY("page.prizes"))),
        .token = v->who.token,
        .act = section_url(v, s, "prizes"),
        .may = visit_may(v, RIGHT_EVENT),
        .final = s->finished,
        .currency = "",
        .stamp = stamp_of(v, NULL)};
    if (p != NULL) {
        page.receipts = section_url(v, s, "prizes/receipts");
        status = add_awards(v, p, &page);
        if (status != LM_OK)
            return status;
        enum pdf_paper paper;
        if (paper_wants_pdf(v, &paper))
            return send_prizes(v, s, &page);
        page.pdf_a4 = paper_pdf_url(v, "?pdf=a4");
        page.pdf_letter = paper_pdf_url(v, "?pdf=letter");
    }
    status = add_form(v, s, plan, *value(v, AS)->text != '\0', &page);
    if (plan != NULL) {
        page.currency = plan->currency;
        page.hort = plan->group_count > 0 && plan->groups[0].sharing == LM_SHARE_HORT;
        page.by_place = plan->group_count > 0 && plan->groups[0].sharing == LM_SHARE_BY_PLACE;
        page.cumulative = plan->group_count > 0 && plan->groups[0].cumulative;
    }
    if (status == LM_OK)
        page_desk_prizes(&v->reply->body, v->language, &page);
    return status;
}

static enum lm_status set_prizes(struct visit *v)
{
    struct lm_desk_section *s;
    const char *text = NULL;
    size_t groups = 0;
    const struct lm_prize_plan *plan;
    enum lm_status status = section_take(v, &s);
    if (status == LM_OK)
        status = plan_of_form(v, &text, &groups);
    if (status == LM_OK && groups > 0)
        status = lm_prize_plan_read(text, strlen(text), v->arena, &v->log, &plan);
    if (status != LM_OK)
        return status;
    const struct store_record record = {plan_key(v, s), v->event->slug, text, 0};
    status = groups == 0 ? store_remove(v->server->store, STORE_SETTING, record.key, &v->log)
                         : store_put(v->server->store, STORE_SETTING, &record, &v->log);
    return status == LM_OK ? visit_go(v, "/e/%s/%s/prizes", v->event->slug, s->id) : status;
}

const struct handler prizes_handlers[] = {{false, "/e/:event/:section/prizes", RIGHT_DESK,
                                           show_fields, "who has which prize, and why", show_prizes,
                                           false},
                                          {true, "/e/:event/:section/prizes", RIGHT_EVENT,
                                           plan_fields, "what the prizes are", set_prizes, false},
                                          {0}};
