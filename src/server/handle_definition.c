/* SPDX-License-Identifier: Apache-2.0 */
/* New championships without JSON: a template, a form, a preview. */
#include <string.h>

#include "base/embedded.h"
#include "limmat/date.h"
#include "server/championship_stages.h"
#include "server/pages.h"
#include "server/templates.h"
#include "site/championship.h"

enum { ENTRANTS_USUAL = 24 };

/* The form being shown. */
struct form_view {
    struct visit *v;
    const struct lm_definition *d; /* the template, with the stages of ${s}; NULL: none chosen */
    struct champ_stages s;
    bool typed; /* the form was sent */
    struct needs_reason *complaints;
    size_t complaint_count;
    struct champ_form_page page;
};

static const struct form_value *of_stage(const struct form_view *f, size_t stage, size_t index)
{
    return value(f->v, CF_STAGES + f->s.rows[stage].slot * CF_STAGE_FIELDS + index);
}

/* Return the typed value, or the template's. */
static const char *shown(const struct form_value *typed, const char *usual)
{
    return typed->given ? typed->text : usual;
}

static const char *number_of(const struct form_view *f, int64_t number)
{
    return visit_print(f->v, "%lld", (long long)number);
}

static enum lm_status read_template(struct visit *v, const char *name, struct lm_definition **out)
{
    const struct embedded *d = shipped_definitions;
    while (d->name != NULL && strcmp(d->name, name) != 0)
        d++;
    *out = NULL;
    return d->name == NULL
               ? LM_OK
               : lm_definition_read(d->bytes, d->length, NULL, 0, true, v->arena, &v->log, out);
}

static enum lm_status add_templates(struct form_view *f)
{
    enum { MOST = 40 };
    struct champ_choice *rows = lm_arena_alloc(f->v->arena, MOST, sizeof *rows);
    enum lm_status status = rows == NULL ? LM_LIMIT : LM_OK;
    for (const struct embedded *d = shipped_definitions; status == LM_OK && d->name != NULL; d++) {
        struct lm_definition *read;
        status = read_template(f->v, d->name, &read);
        if (status == LM_OK && f->page.template_count < MOST)
            rows[f->page.template_count++] = (struct champ_choice){
                .value = d->name,
                .label = read->title,
                .url = site_local(f->v->arena, "/championships/form?from=%s", d->name),
                .chosen = f->d != NULL && strcmp(f->page.from, d->name) == 0};
    }
    f->page.templates = rows;
    return status;
}

/* --- people and deadlines */

static enum lm_status add_people(struct form_view *f)
{
    struct champ_form_holder *rows = lm_arena_alloc(f->v->arena, 2, sizeof *rows);
    struct lm_text names = lm_text_in(f->v->arena);
    if (rows == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < f->d->holder_count && i < 2; i++)
        rows[f->page.holder_count++] =
            (struct champ_form_holder){.name = visit_print(f->v, "holder%zu", i + 1),
                                       .title = f->d->holders[i].title,
                                       .player = shown(value(f->v, CF_HOLDER + i), "")};
    f->page.holders = rows;
    f->page.directors = shown(value(f->v, CF_DIRECTORS), lm_text_string(&names));
    return LM_OK;
}

static void add_entry(struct form_view *f)
{
    struct champ_form_page *page = &f->page;
    for (size_t i = 0; i < f->d->entry_rule_count; i++) {
        const struct entry_rule *rule = &f->d->entry_rules[i];
        page->asks_account |= rule->kind == ENTRY_ACCOUNT_BEFORE;
        if (rule->kind != ENTRY_GAMES_BEFORE)
            continue;
        page->asks_games = true;
        page->games = number_of(f, rule->games);
    }
    page->seeds = lm_json_get(f->d->json, "seeding") != NULL;
    page->judges = page->asks_account || page->asks_games || page->seeds;
    page->until = value(f->v, CF_REGISTER)->text;
    page->created = value(f->v, CF_CREATED)->text;
    page->games = shown(value(f->v, CF_GAMES), page->games);
    page->games_at = value(f->v, CF_GAMES_AT)->text;
    page->seed_at = value(f->v, CF_SEED_AT)->text;
}

static const char *weekday(struct visit *v, int day)
{
    return visit_say_of(v, LM_KEY("desk.f-weekday"),
                        lm_value_text("day", visit_print(v, "%d", day)));
}

/* Return the day of the week, counted from Monday, ${after} seconds after the start of the first
 * week. */
static int day_after(const struct lm_definition *d, int64_t after)
{
    return lm_weekday((int32_t)((d->calendar.starts + after) / 86400));
}

static enum lm_status add_days(struct form_view *f)
{
    static const struct {
        const char *name, *label;
    } rows[] = {{"offers_day", LM_KEY("desk.f-offers-day")},
                {"agree_day", LM_KEY("desk.f-agree-day")},
                {"complete_day", LM_KEY("desk.f-complete-day")}};
    const struct calendar *calendar = &f->d->calendar;
    const int64_t afters[] = {calendar->offers_until, calendar->agree_before,
                              calendar->complete_by};
    struct champ_form_day *days = lm_arena_alloc(f->v->arena, 3, sizeof *days);
    struct champ_choice *choices = lm_arena_alloc(f->v->arena, 21, sizeof *choices);
    if (days == NULL || choices == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < 3; i++) {
        const struct form_value *typed = value(f->v, CF_OFFERS_DAY + i);
        int chosen =
            f->typed && typed->length > 0 ? (int)typed->number : day_after(f->d, afters[i]);
        for (int day = 0; day < 7; day++)
            choices[i * 7 + (size_t)day] = (struct champ_choice){
                .value = number_of(f, day), .label = weekday(f->v, day), .chosen = day == chosen};
        days[f->page.day_count++] =
            (struct champ_form_day){.name = rows[i].name,
                                    .label = visit_word(f->v, rows[i].label),
                                    .choices = &choices[i * 7],
                                    .choice_count = 7};
    }
    f->page.days = days;
    f->page.week = visit_say_of(f->v, LM_KEY("desk.f-week"),
                                lm_value_text("day", weekday(f->v, day_after(f->d, 0))));
    return LM_OK;
}

static enum lm_status add_deadlines(struct form_view *f)
{
    struct champ_form_page *page = &f->page;
    const struct negotiation_rules *deal = &f->d->negotiation;
    page->dated = f->d->calendar.used;
    page->deals = deal->used;
    page->start = value(f->v, CF_START)->text;
    page->offers = shown(value(f->v, CF_OFFERS), number_of(f, deal->offers));
    page->apart = shown(value(f->v, CF_APART), number_of(f, deal->apart / 3600));
    page->per_date = shown(value(f->v, CF_PER_DATE), number_of(f, deal->per_date));
    page->grace = shown(value(f->v, CF_GRACE), number_of(f, f->d->attendance.grace / 60));
    page->forfeits = shown(value(f->v, CF_FORFEITS), number_of(f, f->d->attendance.forfeits));
    return page->dated ? add_days(f) : LM_OK;
}

/* --- stages */

static uint32_t entrants_of(const struct form_view *f)
{
    const struct form_value *typed = value(f->v, CF_ENTRANTS);
    return typed->length > 0 ? (uint32_t)typed->number : ENTRANTS_USUAL;
}

static const char *tenths(struct visit *v, int32_t points)
{
    struct lm_text text = lm_text_in(v->arena);
    lm_text_add_tenths(&text, points);
    return lm_text_string(&text);
}

/* Describe a seat: "2 of Qualification", "champion". */
static const char *seat_of(const struct form_view *f, const struct source *source)
{
    const struct stage *stage = &f->s.from->stages[source->stage];
    static const char *const kinds[] = {[SOURCE_HOLDER] = "holder",
                                        [SOURCE_PLACE] = "place",
                                        [SOURCE_WINNER] = "winner",
                                        [SOURCE_LOSER] = "loser"};
    bool holder = source->kind == SOURCE_HOLDER;
    const struct lm_value values[] = {
        lm_value_text("kind", kinds[source->kind]), lm_value_number("place", source->place),
        lm_value_text("stage", holder ? f->d->holders[source->holder].title : stage->title)};
    return visit_say(f->v, LM_KEY("desk.f-seat"), values, 3);
}

/* Describe the seats in the seating for the case that all title holders take part. */
static const char *seats_of(const struct form_view *f, const struct stage *stage)
{
    struct lm_text text = lm_text_in(f->v->arena);
    const struct seating *seating = &stage->seatings[0];
    for (uint32_t g = 0; g < seating->group_count; g++)
        for (uint32_t i = 0; i < seating->groups[g].seat_count; i++)
            lm_text_print(&text, "%s%s",
                          i > 0   ? ", "
                          : g > 0 ? " – "
                                  : "",
                          seat_of(f, &seating->groups[g].seats[i]));
    return lm_text_string(&text);
}

static enum lm_status add_ranks(const struct form_view *f, size_t index,
                                struct champ_form_stage *row)
{
    const struct stage *stage = &f->d->stages[index];
    struct champ_form_rank *ranks = lm_arena_alloc(f->v->arena, CF_RANKS, sizeof *ranks);
    struct champ_choice *choices =
        lm_arena_alloc(f->v->arena, CF_RANKS * (CRITERIA + 1), sizeof *choices);
    if (ranks == NULL || choices == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < CF_RANKS; i++) {
        const char *usual =
            i < stage->ranking_count ? lm_champ_criterion_names[stage->ranking[i]] : "";
        const char *chosen = shown(of_stage(f, index, CF_RANK + i), usual);
        struct champ_form_rank *rank = &ranks[row->rank_count++];
        *rank = (struct champ_form_rank){
            .name = visit_print(f->v, "s%zu_rank%zu", f->s.rows[index].slot, i + 1),
            .label = visit_say_of(f->v, LM_KEY("desk.f-rank"),
                                  lm_value_number("number", (int64_t)i + 1)),
            .choices = &choices[i * (CRITERIA + 1)]};
        choices[i * (CRITERIA + 1)] = (struct champ_choice){.value = "", .label = "–"};
        rank->choice_count = 1;
        for (enum criterion c = 0; c < CRITERIA; c++)
            choices[i * (CRITERIA + 1) + rank->choice_count++] =
                (struct champ_choice){.value = lm_champ_criterion_names[c],
                                      .label = site_criterion(f->v->language, f->v->arena, c),
                                      .chosen = strcmp(lm_champ_criterion_names[c], chosen) == 0};
    }
    row->ranks = ranks;
    return LM_OK;
}

static enum lm_status add_stage(struct form_view *f, size_t index, struct champ_form_stage *row)
{
    const struct stage *stage = &f->d->stages[index];
    const struct match_step *step =
        stage->format == NULL || stage->format->step_count == 0 ? NULL : &stage->format->steps[0];
    bool seated = stage->seating_count > 0;
    const char *enter = of_stage(f, index, CF_ENTER)->text;
    bool open = stage->type == STAGE_SWISS && champ_rounds_are_open(stage);
    *row = (struct champ_form_stage){
        .number = number_of(f, (int64_t)f->s.rows[index].slot),
        .type = visit_word(f->v, champ_stage_words[stage->type]),
        .title = shown(of_stage(f, index, CF_STAGE_TITLE), stage->title),
        .swiss = stage->type == STAGE_SWISS,
        .ranked = stage->type == STAGE_SWISS || stage->type == STAGE_ROUND_ROBIN,
        .several = stage->type != STAGE_MATCHES,
        .later = index > 0,
        .removable = f->d->stage_count > 1,
        .rounds =
            shown(of_stage(f, index, CF_ROUNDS),
                  open || stage->rounds.at_least == 0 ? "" : number_of(f, stage->rounds.at_least)),
        .usual = open ? lm_champ_rounds(&champ_rounds_usual, entrants_of(f)) : 0,
        .players = entrants_of(f),
        .games =
            shown(of_stage(f, index, CF_LENGTH), step == NULL ? "" : number_of(f, step->games)),
        .clock = shown(of_stage(f, index, CF_CLOCK),
                       step == NULL || step->clock == NULL ? "" : step->clock),
        .win = shown(of_stage(f, index, CF_WIN), tenths(f->v, stage->win)),
        .draw = shown(of_stage(f, index, CF_DRAW), tenths(f->v, stage->draw)),
        .loss = shown(of_stage(f, index, CF_LOSS), tenths(f->v, stage->loss)),
        .seats = seated ? seats_of(f, stage) : "",
        .before = index > 0 ? f->d->stages[index - 1].title : "",
        .first = of_stage(f, index, CF_FIRST)->text,
        .keep = f->typed ? strcmp(enter, "keep") == 0 : seated,
        .all = *enter == '\0' ? stage->type != STAGE_MATCHES && !seated && index == 0
                              : strcmp(enter, "all") == 0,
        .some = strcmp(enter, "first") == 0};
    return row->ranked ? add_ranks(f, index, row) : LM_OK;
}

static enum lm_status add_kinds(struct form_view *f)
{
    enum { KINDS = STAGE_MATCHES + 1 };
    struct champ_choice *rows = lm_arena_alloc(f->v->arena, KINDS, sizeof *rows);
    if (rows == NULL)
        return LM_LIMIT;
    for (size_t i = 0; f->d->stage_count < CF_STAGES_MOST && i < KINDS; i++)
        rows[f->page.kind_count++] = (struct champ_choice){
            .value = champ_stage_kinds[i], .label = visit_word(f->v, champ_stage_words[i])};
    f->page.kinds = rows;
    return LM_OK;
}

static enum lm_status add_stages(struct form_view *f)
{
    struct champ_form_stage *rows = lm_arena_alloc(f->v->arena, CF_STAGES_MOST, sizeof *rows);
    enum lm_status status = rows == NULL ? LM_LIMIT : LM_OK;
    for (size_t i = 0; status == LM_OK && i < f->d->stage_count; i++)
        status = add_stage(f, i, &rows[f->page.stage_count++]);
    f->page.stages = rows;
    f->page.list = champ_stages_text(f->v, &f->s);
    return status == LM_OK ? add_kinds(f) : status;
}

/* --- the page */

static enum lm_status write_form(struct form_view *f)
{
    struct champ_form_page *page = &f->page;
    enum lm_status status = add_templates(f);
    page->head = head_of(f->v, visit_word(f->v, LM_KEY("desk.d-new")));
    page->token = f->v->who.token;
    page->action = site_local(f->v->arena, "/championships/form");
    page->own = f->d == NULL ? site_local(f->v->arena, "/championships")
                             : site_local(f->v->arena, "/championships?from=%s", page->from);
    page->title = value(f->v, CF_TITLE)->text;
    page->entrants = number_of(f, entrants_of(f));
    page->complaints = f->complaints;
    page->complaint_count = f->complaint_count;
    if (status == LM_OK && f->d != NULL)
        status = add_people(f);
    if (status == LM_OK && f->d != NULL)
        status = add_deadlines(f);
    if (status == LM_OK && f->d != NULL)
        status = add_stages(f);
    if (status == LM_OK && f->d != NULL)
        add_entry(f);
    if (status == LM_OK)
        page_desk_champ_form(&f->v->reply->body, f->v->language, page);
    return status;
}

static const struct form_field from_fields[] = {{"from", FORM_TEXT, 0, 80, NULL, false}, {0}};

static enum lm_status show_form(struct visit *v)
{
    struct lm_definition *d;
    const char *from = value(v, 0)->text;
    struct form_view f = {.v = v, .page.from = from};
    enum lm_status status = read_template(v, from, &d);
    if (status == LM_OK && d != NULL) {
        status = champ_stages_read(v, d, false, &f.s);
        f.d = &f.s.d;
    }
    memset(v->form.values, 0, sizeof v->form.values); /* the values of a form that was not sent */
    for (size_t i = 0; i < FORM_FIELDS_MAX; i++)
        v->form.values[i].text = "";
    return status == LM_OK ? write_form(&f) : status;
}

/* --- complaints */

static void complain(struct form_view *f, const char *what)
{
    f->complaints[f->complaint_count++] = (struct needs_reason){.what = what, .article = ""};
}

static void want(struct form_view *f, bool asked, size_t index, const char *key)
{
    if (asked && value(f->v, index)->length == 0)
        complain(f, visit_say_of(f->v, LM_KEY("desk.f-missing"),
                                 lm_value_text("field", visit_word(f->v, key))));
}

/* Complain about missing values that must not be guessed: names, dates, who enters. */
static void check_asked(struct form_view *f)
{
    want(f, true, CF_TITLE, LM_KEY("desk.f-name"));
    want(f, true, CF_DIRECTORS, LM_KEY("desk.f-directors"));
    want(f, f->d->calendar.used, CF_START, LM_KEY("desk.f-start"));
    want(f, f->page.asks_account, CF_CREATED, LM_KEY("desk.f-created"));
    want(f, f->page.asks_games, CF_GAMES_AT, LM_KEY("desk.f-games-at"));
    want(f, f->page.seeds, CF_SEED_AT, LM_KEY("desk.f-seed-at"));
    for (size_t i = 0; i < f->d->holder_count && i < 2; i++)
        if (value(f->v, CF_HOLDER + i)->length == 0)
            complain(f, visit_say_of(f->v, LM_KEY("desk.f-missing"),
                                     lm_value_text("field", f->d->holders[i].title)));
    for (size_t i = 0; i < f->d->stage_count; i++) {
        const char *enter = of_stage(f, i, CF_ENTER)->text;
        bool some = strcmp(enter, "first") == 0;
        bool keep = strcmp(enter, "keep") == 0 && f->d->stages[i].seating_count == 0;
        bool counted =
            f->d->stages[i].type == STAGE_MATCHES || of_stage(f, i, CF_FIRST)->length > 0;
        if (*enter == '\0' || keep || (some && (i == 0 || !counted)))
            complain(f, visit_say_of(f->v, LM_KEY("desk.f-choose"),
                                     lm_value_text("stage", f->d->stages[i].title)));
    }
}

static void add_log(struct form_view *f)
{
    for (size_t i = 0; i < f->v->log.count; i++) {
        const struct lm_diagnostic *d = &f->v->log.all[i];
        const char *remedy = d->remedy == NULL ? "" : visit_message_as(f->v, d->remedy, NULL);
        complain(f, visit_print(f->v, "%s%s%s", visit_message_as(f->v, d->what, d->message),
                                *remedy == '\0' ? "" : ": ", remedy));
    }
}

static enum lm_status begin(struct visit *v, const struct lm_definition *definition)
{
    enum lm_status status = championship_make(v, definition);
    if (status == LM_OK)
        status = champ_put_record(v, "language", v->language->code);
    if (status == LM_OK)
        status = visit_go(v, "/c/%s", v->championship->slug);
    championship_give(v);
    return status;
}

/* Answer the form: complaints appear above it, a preview beside it. */
static enum lm_status answer_form(struct form_view *f, const struct lm_definition *made)
{
    const char *act = value(f->v, CF_ACT)->text;
    bool ready = strcmp(act, "begin") == 0 || strcmp(act, "preview") == 0;
    if (!ready) { /* the user is still editing the stages */
        bool open = f->complaint_count > 0;
        f->complaint_count = 0;
        want(f, strcmp(act, "add") == 0, CF_KIND, LM_KEY("desk.f-kind"));
        if (open)
            f->page.json = NULL;
        if (open && f->complaint_count == 0)
            return write_form(f);
    }
    if (f->complaint_count > 0) {
        f->v->reply->status = 422;
        f->v->answered = true;
        return write_form(f);
    }
    if (strcmp(act, "begin") == 0)
        return begin(f->v, made);
    enum lm_status status = champ_plan(f->v, made, entrants_of(f), &f->page.plan);
    return status == LM_OK ? write_form(f) : status;
}

static enum lm_status send_form(struct visit *v)
{
    enum { MOST = 60 };
    struct lm_definition *d, *made = NULL;
    struct form_view f = {.v = v, .typed = true, .page.from = value(v, CF_FROM)->text};
    f.complaints = lm_arena_alloc(v->arena, MOST, sizeof *f.complaints);
    enum lm_status status = read_template(v, f.page.from, &d);
    if (status != LM_OK || f.complaints == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    if (d == NULL)
        return visit_refuse(v, 422, "Choose a template first");
    status = champ_stages_read(v, d, true, &f.s);
    if (status != LM_OK)
        return status;
    f.d = &f.s.d;
    add_entry(&f);
    check_asked(&f);
    if (f.complaint_count == 0) {
        f.page.json = champ_form_json(v, &f.s);
        status = f.page.json == NULL ? LM_LIMIT
                                     : lm_definition_read(f.page.json, strlen(f.page.json), NULL, 0,
                                                          true, v->arena, &v->log, &made);
        if (status == LM_INVALID) {
            add_log(&f);
            status = LM_OK;
        }
    }
    return status == LM_OK ? answer_form(&f, made) : status;
}

const struct handler definition_handlers[] = {
    {false, "/championships/form", RIGHT_SERVER, from_fields,
     "the form of a new championship, from a template", show_form, false},
    {true, "/championships/form", RIGHT_SERVER, champ_form_fields,
     "look what a championship comes to, or begin it", send_form, false},
    {0}};
