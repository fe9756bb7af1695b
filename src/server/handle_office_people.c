/* SPDX-License-Identifier: Apache-2.0 */
/*
 * People of the office: search, add, correct, transfer, merge, mark as deceased, exclude (13.2) and
 * readmit (13.4). Each act is one of `limmat rate person`, which changes the newest list and notes
 * it in its persons.txt, and a line of the journal with the reason.
 */
#include <string.h>

#include "limmat/date.h"
#include "limmat/registry_files.h"
#include "server/handlers.h"
#include "server/office_desk.h"
#include "server/office_story.h"
#include "server/office_work.h"
#include "server/rating_lists.h"
#include "server/templates.h"

static const struct office_step *newest(const struct office_view *view)
{
    return view->count == 0 ? NULL : &view->lists[0].steps[view->lists[0].step_count - 1];
}

/* Find a person on the newest list, hidden ones included. */
static bool find_person(const struct office_view *view, uint32_t id, struct lm_arena *arena,
                        struct lm_person *out)
{
    const struct office_step *step = newest(view);
    return step != NULL &&
           lm_registry_lookup(step->registry.bytes, step->registry.length, id, arena, out);
}

/* --- search */

enum { TYPED, DOUBLES };

static const struct form_field find_fields[] = {
    [TYPED] = {"q", FORM_TEXT, 0, LIST_TYPED, NULL, false},
    [DOUBLES] = {"doubles", FORM_TEXT, 0, 3, NULL, false},
    {0}};

/* Add players of a federation who seem to have two ids, as the command reports them. */
static enum lm_status add_doubles(struct visit *v, const struct office_step *step,
                                  struct office_people_page *page)
{
    struct office_answer message;
    const char *federation = value(v, DOUBLES)->text;
    if (*federation == '\0' || step == NULL)
        return LM_OK;
    if (!office_covers(v, federation))
        return visit_refuse(v, 403, "This player is of another federation. Ask its officer");
    const char *const operands[] = {"person", "-l", step->path, "doubles", federation, NULL};
    const struct choice_row *lines = NULL;
    size_t count = 0;
    enum lm_status status = office_rate(v, operands, &message);
    if (status == LM_OK)
        status = office_lines(v, message.output, &lines, &count);
    struct choice_row *pairs =
        status == LM_OK ? lm_arena_alloc(v->arena, count + 1, sizeof *pairs) : NULL;
    for (size_t i = 0; pairs != NULL && i + 1 < count; i++) /* the last is the command's advice */
        pairs[page->pair_count++] = lines[i];
    page->pairs = pairs;
    page->sought = true;
    return pairs == NULL && status == LM_OK ? LM_LIMIT : status;
}

static enum lm_status write_people(struct visit *v, const struct office_view *view)
{
    const struct office_step *step = newest(view);
    uint32_t ids[LIST_SHOWN];
    struct office_people_page page = {
        .head = office_head(v, OFFICE_PEOPLE, visit_word(v, LM_KEY("page.players"))),
        .typed = value(v, TYPED)->text,
        .token = v->who.token,
        .action = site_local(v->arena, "/office/people"),
        .add = site_local(v->arena, "/office/people")};
    struct rated_row *rows = lm_arena_alloc(v->arena, LIST_SHOWN, sizeof *rows);
    size_t count =
        step == NULL || *page.typed == '\0' ? 0 : list_find(v, &step->registry, page.typed, ids);
    for (size_t i = 0; rows != NULL && i < count; i++) {
        struct lm_person p;
        if (find_person(view, ids[i], v->arena, &p))
            rows[page.row_count++] = (struct rated_row){
                .rank = p.id,
                .url = site_local(v->arena, "/office/people/%u", p.id),
                .title = visit_print(v, "%s", *p.title != '\0' ? p.title : p.women_title),
                .name = visit_print(v, "%s", p.name),
                .federation = visit_print(v, "%s", p.federation),
                .rating = p.tracks[LM_STANDARD].rating,
                .born = p.born / 10000};
    }
    page.rows = rows;
    enum lm_status status = rows == NULL ? LM_LIMIT : add_doubles(v, step, &page);
    if (status != LM_OK)
        return status;
    page_office_people(&v->reply->body, v->language, &page);
    return LM_OK;
}

static enum lm_status show_people(struct visit *v)
{
    return office_with(v, write_people);
}

/* --- one person */

static const char *born_said(struct visit *v, int32_t born)
{
    struct lm_text text = lm_text_in(v->arena);
    if (born == 0)
        return "";
    if (born % 10000 == 0)
        return visit_print(v, "%d", born / 10000);
    lm_text_add_date(&text,
                     (struct lm_date){.year = (int16_t)(born / 10000),
                                      .month = (uint8_t)(born / 100 % 100),
                                      .day = (uint8_t)(born % 100)},
                     '-');
    return lm_text_string(&text);
}

/* Take the person whose id is in the address, if the officer handles their federation. */
static enum lm_status take_person(struct visit *v, const struct office_view *view,
                                  struct lm_person *out)
{
    int64_t id;
    const char *text = v->parts[0];
    if (!lm_parse_integer(text, strlen(text), 1, UINT32_MAX, &id) ||
        !find_person(view, (uint32_t)id, v->arena, out))
        return visit_refuse(v, 404, "Player not found");
    if (!office_covers(v, out->federation))
        return visit_refuse(v, 403, "This player is of another federation. Ask its officer");
    return LM_OK;
}

static enum lm_status add_history(struct visit *v, struct office_person_page *page)
{
    struct office_log log;
    enum lm_status status = office_log_read(v, &log);
    struct office_history_row *rows =
        status == LM_OK ? lm_arena_alloc(v->arena, log.count, sizeof *rows) : NULL;
    for (size_t i = log.count; rows != NULL && i-- > 0;)
        if (strcmp(office_fact_of(&log.entries[i], "id"), page->id) == 0 ||
            strcmp(office_fact_of(&log.entries[i], "other"), page->id) == 0)
            rows[page->row_count++] = office_entry_row(v, &log.entries[i]);
    page->rows = rows;
    return rows == NULL && status == LM_OK ? LM_LIMIT : status;
}

static enum lm_status write_person(struct visit *v, const struct office_view *view)
{
    struct lm_person p;
    enum lm_status status = take_person(v, view, &p);
    if (status != LM_OK)
        return status;
    const char sex[2] = {p.sex, '\0'};
    const char *name = visit_print(v, "%s", p.name);
    struct office_person_page page = {.head = office_head(v, OFFICE_PEOPLE, name),
                                      .name = name,
                                      .federation = visit_print(v, "%s", p.federation),
                                      .sex = visit_print(v, "%s", sex),
                                      .born = born_said(v, p.born),
                                      .title = visit_print(v, "%s", p.title),
                                      .women_title = visit_print(v, "%s", p.women_title),
                                      .id = visit_print(v, "%u", p.id),
                                      .state =
                                          p.deceased   ? visit_word(v, LM_KEY("office.is-deceased"))
                                          : p.excluded ? visit_word(v, LM_KEY("office.is-excluded"))
                                                       : "",
                                      .action = site_local(v->arena, "/office/people/%u", p.id),
                                      .excluded = p.excluded,
                                      .deceased = p.deceased,
                                      .may_erase = visit_may(v, RIGHT_RATINGS)};
    if (!p.deceased && !p.excluded)
        page.page = site_local(v->arena, "/ratings/%u", p.id);
    status = add_history(v, &page);
    if (status == LM_OK)
        page_office_person(&v->reply->body, v->language, &page);
    return status;
}

static enum lm_status show_person(struct visit *v)
{
    return office_with(v, write_person);
}

/* --- acts */

enum { ACT, ID, NAME, FEDERATION, SEX, BORN, TITLE, WOMEN_TITLE, ANYWAY, REASON };

#define PERSON_FIELDS(acts)                                                                        \
    [ACT] = {"act", FORM_CHOICE, 0, 20, acts, true}, [ID] = {"id",       FORM_NUMBER, 0,           \
                                                             UINT32_MAX, NULL,        false},      \
    [NAME] = {"name", FORM_TEXT, 0, 100, NULL, false}, [FEDERATION] = {"federation",               \
                                                                       FORM_TEXT,                  \
                                                                       0,                          \
                                                                       3,                          \
                                                                       NULL,                       \
                                                                       false},                     \
    [SEX] = {"sex", FORM_TEXT, 0, 1, NULL, false},                                                 \
    [BORN] = {"born", FORM_TEXT, 0, 10, NULL, false}, [TITLE] = {"title", FORM_TEXT, 0,            \
                                                                 3,       NULL,      false},       \
    [WOMEN_TITLE] = {"women_title", FORM_TEXT, 0, 3, NULL, false},                                 \
    [ANYWAY] = {"anyway", FORM_CHECK, 0, 0, NULL, false}, [REASON] = {"reason", FORM_TEXT, 0,      \
                                                                      500,      NULL,      true}

static const struct form_field person_fields[] = {
    PERSON_FIELDS("correct|merge|deceased|exclude|admit|erase"), {0}};
static const struct form_field add_fields[] = {PERSON_FIELDS("add"), {0}};

enum { WORDS_MOST = 20 };

/* "-l LIST VERB ID", and more words. */
struct person_act {
    const char *words[WORDS_MOST + 1];
    size_t count;
    const char *event, *article, *id, *other;
    struct lm_text fields; /* "federation FRA -> SUI" */
};

static void add_word(struct person_act *a, const char *word)
{
    if (a->count < WORDS_MOST)
        a->words[a->count++] = word;
}

/* Add ${name} with the typed value, if it differs from ${before}. */
static void add_field(struct visit *v, struct person_act *a, size_t field, const char *name,
                      const char *before)
{
    const char *typed = value(v, field)->text;
    if (!value(v, field)->given || *typed == '\0' || strcmp(typed, before) == 0)
        return;
    add_word(a, visit_print(v, "%s=%s", name, typed));
    lm_text_print(&a->fields, "%s%s: %s%s%s", a->fields.length == 0 ? "" : ", ", name, before,
                  *before == '\0' ? "" : " → ", typed);
}

static void add_fields_of(struct visit *v, struct person_act *a, const struct lm_person *p)
{
    const char sex[2] = {p == NULL ? '\0' : p->sex, '\0'};
    add_field(v, a, NAME, "name", p == NULL ? "" : p->name);
    add_field(v, a, FEDERATION, "federation", p == NULL ? "" : p->federation);
    add_field(v, a, SEX, "sex", visit_print(v, "%s", sex));
    add_field(v, a, BORN, "born", p == NULL ? "" : born_said(v, p->born));
    add_field(v, a, TITLE, "title", p == NULL ? "" : p->title);
    add_field(v, a, WOMEN_TITLE, "women_title", p == NULL ? "" : p->women_title);
}

/* Plan the act that the form describes for ${p}. */
static enum lm_status plan(struct visit *v, const struct lm_person *p, struct person_act *a)
{
    static const struct {
        const char *act, *event, *article, *word;
    } flags[] = {{"deceased", "deceased", "10.2", "deceased=yes"},
                 {"exclude", "excluded", "13.2", "excluded=yes"},
                 {"admit", "dispensed", "13.4", "excluded=no"}};
    const char *act = value(v, ACT)->text;
    a->id = visit_print(v, "%u", p->id);
    if (strcmp(act, "merge") == 0) {
        a->event = "merged";
        a->other = visit_print(v, "%lld", (long long)value(v, ID)->number);
        add_word(a, "merge");
        add_word(a, a->id); /* the wrong id, which ends */
        add_word(a, a->other);
        return LM_OK;
    }
    add_word(a, "correct");
    add_word(a, a->id);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strcmp(act, flags[i].act) == 0) {
            a->event = flags[i].event;
            a->article = flags[i].article;
            add_word(a, flags[i].word);
            return LM_OK;
        }
    size_t before = a->count;
    add_fields_of(v, a, p);
    if (a->count == before)
        return visit_refuse(v, 422, "Nothing is different. Change a field first");
    bool moves = value(v, FEDERATION)->given && *value(v, FEDERATION)->text != '\0' &&
                 strcmp(value(v, FEDERATION)->text, p->federation) != 0;
    a->event = moves ? "transferred" : "corrected";
    return LM_OK;
}

/* Carry it out on the newest list, and log it. Show the command's refusal. */
static enum lm_status carry_out(struct visit *v, const struct office_view *view,
                                struct person_act *a)
{
    struct office_log log;
    struct office_answer message;
    const struct office_step *step = newest(view);
    const char *operands[WORDS_MOST + 6] = {"person", "-l", step->path};
    size_t count = 3;
    if (value(v, ANYWAY)->given)
        operands[count++] = "--anyway";
    operands[count++] = "--";
    memcpy(operands + count, a->words, a->count * sizeof *a->words);
    enum lm_status status = office_log_read(v, &log);
    if (status == LM_OK)
        status = office_rate(v, operands, &message);
    office_changed(v->server->office);
    if (status == LM_OK && message.result != 0) {
        const struct choice_row *lines;
        size_t lines_count;
        status = office_lines(v, message.complaints, &lines, &lines_count);
        const char *why = lines_count > 0 ? lines[0].label : "";
        if (status == LM_OK && strstr(why, "--anyway") != NULL)
            return visit_refuse(v, 422, "%.*s. If you are sure, tick the last box of the form",
                                (int)strcspn(why, ";"), why);
        return status != LM_OK ? status : visit_refuse(v, 422, "%s", why);
    }
    const struct office_fact facts[] = {{"id", a->id},
                                        {"other", a->other},
                                        {"article", a->article},
                                        {"list", step->name},
                                        {NULL, NULL}};
    const struct office_fact own[] = {
        {"fields", lm_text_string(&a->fields)}, {"reason", value(v, REASON)->text}, {NULL, NULL}};
    return status == LM_OK ? office_append(v, &log, a->event, facts, own) : status;
}

/* Erase the fields and reasons about ${id} from the journal, for good. */
static enum lm_status forget_lines(struct visit *v, const struct office_log *log, const char *id)
{
    enum lm_status status = LM_OK;
    for (size_t i = 0; status == LM_OK && i < log->count; i++)
        if (strcmp(office_fact_of(&log->entries[i], "id"), id) == 0 && log->entries[i].own != NULL)
            status = store_erase(v->server->store, office_journal, log->entries[i].number, &v->log);
    return status;
}

/* Erase a person from all lists, and from the files made from them. */
static enum lm_status erase_person(struct visit *v, const struct office_view *view, const char *id)
{
    struct office_log log;
    struct office_answer message = {.result = 0};
    const char *files = os_join(v->arena, v->server->folder, "ratings");
    enum lm_status status = files == NULL ? LM_LIMIT : office_log_read(v, &log);
    if (status == LM_OK && !visit_may(v, RIGHT_RATINGS))
        return visit_refuse(v, 403, "Only officers of all federations erase players. Ask one");
    if (status == LM_OK && strcmp(visit_print(v, "%lld", (long long)value(v, ID)->number), id) != 0)
        return visit_refuse(v, 422, "Type the ID of the player to erase");
    for (size_t i = 0; status == LM_OK && i < view->count; i++)
        for (size_t s = 0; status == LM_OK && s < view->lists[i].step_count; s++) {
            const char *const operands[] = {"person", "-l", view->lists[i].steps[s].path,
                                            "erase",  id,   NULL};
            struct lm_person p;
            const struct os_map *map = &view->lists[i].steps[s].registry;
            if (lm_registry_lookup(map->bytes, map->length, (uint32_t)value(v, ID)->number,
                                   v->arena, &p))
                status = office_rate(v, operands, &message);
            if (status == LM_OK && message.result != 0)
                status = visit_refuse(v, 500, "%s", message.complaints);
        }
    office_changed(v->server->office);
    if (status == LM_OK)
        os_remove_tree(files);
    if (status == LM_OK)
        status = forget_lines(v, &log, id);
    const struct office_fact facts[] = {{"id", id}, {NULL, NULL}};
    return status == LM_OK ? office_append(v, &log, "erased", facts, NULL) : status;
}

static enum lm_status change_with(struct visit *v, const struct office_view *view)
{
    struct person_act a = {.fields = lm_text_in(v->arena)};
    struct lm_person p, right;
    enum lm_status status = take_person(v, view, &p);
    if (status == LM_OK && strcmp(value(v, ACT)->text, "erase") == 0) {
        status = erase_person(v, view, visit_print(v, "%u", p.id));
        return status == LM_OK ? visit_go(v, "/office/people/%u", p.id) : status;
    }
    if (status == LM_OK)
        status = plan(v, &p, &a);
    if (status != LM_OK)
        return status;
    if (a.other != NULL && (!find_person(view, (uint32_t)value(v, ID)->number, v->arena, &right) ||
                            !office_covers(v, right.federation)))
        return visit_refuse(v, 422, "Player not found");
    status = carry_out(v, view, &a);
    return status == LM_OK ? visit_go(v, "/office/people/%s", a.other != NULL ? a.other : a.id)
                           : status;
}

static enum lm_status change_person(struct visit *v)
{
    return office_with(v, change_with);
}

static enum lm_status add_with(struct visit *v, const struct office_view *view)
{
    struct person_act a = {.fields = lm_text_in(v->arena), .event = "added"};
    if (view->count == 0)
        return visit_refuse(v, 422, "The office has no rating list yet");
    if (!office_covers(v, value(v, FEDERATION)->text))
        return visit_refuse(v, 403, "This player is of another federation. Ask its officer");
    a.id = visit_print(v, "%lld", (long long)value(v, ID)->number);
    add_word(&a, "add");
    add_word(&a, a.id);
    add_fields_of(v, &a, NULL);
    enum lm_status status = carry_out(v, view, &a);
    return status == LM_OK ? visit_go(v, "/office/people/%s", a.id) : status;
}

static enum lm_status add_person(struct visit *v)
{
    return office_with(v, add_with);
}

const struct handler office_people_handlers[] = {
    {false, "/office/people", RIGHT_OFFICE, find_fields, "people of the rating list, for officers",
     show_people, false},
    {true, "/office/people", RIGHT_OFFICE, add_fields, "add somebody to the rating list",
     add_person, false},
    {false, "/office/people/:player", RIGHT_OFFICE, NULL, "somebody of the rating list",
     show_person, false},
    {true, "/office/people/:player", RIGHT_OFFICE, person_fields,
     "correct, transfer, merge or exclude somebody", change_person, false},
    {0}};
