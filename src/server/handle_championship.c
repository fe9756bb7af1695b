/* SPDX-License-Identifier: Apache-2.0 */
/* A championship as a whole: its making, tasks, public pages, log and files. */
#include <string.h>

#include "base/embedded.h"
#include "limmat/date.h"
#include "server/championship_desk.h"
#include "server/letters.h"
#include "server/notices.h"
#include "server/pages.h"
#include "server/secrets.h"
#include "server/templates.h"
#include "site/championship.h"
#include "site/pages.h"

/* --- a new championship */

enum { DEFINITION, OWN, SETTINGS, SUGGESTED, NEW_ACT, ENTRANTS, EVERYBODY };

enum { ENTRANTS_USUAL = 24 };

static const struct form_field new_fields[] = {
    [DEFINITION] = {"definition", FORM_TEXT, 0, 80, NULL, false},
    [OWN] = {"own", FORM_FILE, 0, 256 << 10, NULL, false},
    [SETTINGS] = {"settings", FORM_LINES, 0, 8000, NULL, false},
    [SUGGESTED] = {"suggested", FORM_CHECK, 0, 0, NULL, false},
    [NEW_ACT] = {"act", FORM_CHOICE, 0, 10, "look|begin", false},
    [ENTRANTS] = {"entrants", FORM_NUMBER, 3, 200, NULL, false},
    [EVERYBODY] = {"everybody", FORM_CHECK, 0, 0, NULL, false},
    {0}};

static const struct embedded *shipped(const char *name)
{
    for (const struct embedded *d = shipped_definitions; d->name != NULL; d++)
        if (strcmp(d->name, name) == 0)
            return d;
    return NULL;
}

/* Return the place of an error in the user's text: "line 12, column 5: ". */
static const char *place_of(struct visit *v, const struct lm_diagnostic *d)
{
    if (d->line == 0)
        return "";
    const struct lm_value values[] = {lm_value_text("line", visit_print(v, "%u", d->line)),
                                      lm_value_text("column", visit_print(v, "%u", d->column))};
    return visit_print(v, "%s ", visit_say(v, LM_KEY("desk.d-place"), values, 2));
}

/* Return the first stage after another that does not define who enters it; NULL: none, or the form
 * says that all players do. */
static const struct stage *unasked(struct visit *v, const struct lm_definition *definition)
{
    bool everybody = value(v, EVERYBODY)->given;
    for (uint32_t i = 1; definition != NULL && !everybody && i < definition->stage_count; i++)
        if (definition->stages[i].seating_count == 0)
            return &definition->stages[i];
    return NULL;
}

/* Write the page; ${guessed}: the stage that does not define who enters it, or NULL. */
static enum lm_status write_new(struct visit *v, const char *chosen, const char *own,
                                const char *settings, bool suggested, const struct champ_plan *plan,
                                const struct stage *guessed)
{
    enum { MOST = 40 };
    struct champ_choice *choices = lm_arena_alloc(v->arena, MOST, sizeof *choices);
    struct needs_reason *rows = lm_arena_alloc(v->arena, v->log.count + 1, sizeof *rows);
    struct champ_new_page page = {.head = head_of(v, visit_word(v, LM_KEY("desk.d-new"))),
                                  .token = v->who.token,
                                  .own = own,
                                  .settings = settings,
                                  .from = chosen,
                                  .action = site_local(v->arena, "/championships"),
                                  .form = site_local(v->arena, "/championships/form"),
                                  .choices = choices,
                                  .complaints = rows,
                                  .suggested = suggested};
    if (choices == NULL || rows == NULL)
        return LM_LIMIT;
    if (plan != NULL)
        page.plan = *plan;
    for (const struct embedded *d = shipped_definitions; d->name != NULL; d++)
        if (page.choice_count < MOST)
            choices[page.choice_count++] = (struct champ_choice){
                .value = d->name,
                .label = d->name,
                .url = site_local(v->arena, "/championships?from=%s", d->name),
                .chosen = strcmp(d->name, chosen) == 0};
    for (size_t i = 0; i < v->log.count; i++) {
        const struct lm_diagnostic *d = &v->log.all[i];
        rows[page.complaint_count++] = (struct needs_reason){
            .what =
                visit_print(v, "%s%s%s%s", place_of(v, d), visit_message_as(v, d->what, d->message),
                            d->remedy == NULL ? "" : ": ",
                            d->remedy == NULL ? "" : visit_message_as(v, d->remedy, NULL)),
            .article = ""};
    }
    if (guessed != NULL)
        rows[page.complaint_count++] =
            (struct needs_reason){.what = visit_say_of(v, LM_KEY("desk.f-choose"),
                                                       lm_value_text("stage", guessed->title)),
                                  .article = ""};
    page.ask_everybody = guessed != NULL;
    page_desk_new_championship(&v->reply->body, v->language, &page);
    return LM_OK;
}

static const struct form_field from_fields[] = {{"from", FORM_TEXT, 0, 80, NULL, false}, {0}};

/* Show the page, with a shipped definition as an example for one's own. */
static enum lm_status show_new(struct visit *v)
{
    const struct embedded *d = shipped(value(v, 0)->text);
    const char *own = d == NULL ? "" : lm_arena_copy(v->arena, d->bytes, d->length);
    return write_new(v, value(v, 0)->text, own, "", false, NULL, NULL);
}

/* Read settings, lines NAME=VALUE. */
static enum lm_status read_settings(struct visit *v, struct lm_setting **out, size_t *count)
{
    size_t capacity = 0;
    *out = NULL;
    *count = 0;
    for (const char *at = value(v, SETTINGS)->text; *at != '\0';) {
        size_t size = strcspn(at, "\r\n"), name = strcspn(at, "=");
        if (size > 0 && name >= size)
            return visit_refuse(v, 422, "Write a setting as NAME=VALUE, not \"%.*s\"", (int)size,
                                at);
        if (!lm_arena_grow(v->arena, out, &capacity, *count + 1, sizeof **out))
            return LM_LIMIT;
        if (size > 0)
            (*out)[(*count)++] =
                (struct lm_setting){lm_arena_copy(v->arena, at, name),
                                    lm_arena_copy(v->arena, at + name + 1, size - name - 1)};
        at += size;
        at += strspn(at, "\r\n");
    }
    return LM_OK;
}

static enum lm_status read_definition(struct visit *v, struct lm_definition **out)
{
    const struct form_value *own = value(v, OWN);
    const struct embedded *d = shipped(value(v, DEFINITION)->text);
    struct lm_setting *settings;
    size_t count;
    enum lm_status status = read_settings(v, &settings, &count);
    if (status != LM_OK)
        return status;
    if (own->length == 0 && d == NULL)
        return visit_refuse(v, 422, "Choose a definition, or write your own");
    const char *bytes = own->length > 0 ? own->text : d->bytes;
    size_t length = own->length > 0 ? own->length : d->length;
    return lm_definition_read(bytes, length, settings, count, value(v, SUGGESTED)->given, v->arena,
                              &v->log, out);
}

static uint32_t entrants_of(const struct form_value *given)
{
    return given->given && given->length > 0 ? (uint32_t)given->number : ENTRANTS_USUAL;
}

/* Write the page again with the typed values and their simulation, or NULL. */
static enum lm_status write_new_again(struct visit *v, const struct champ_plan *plan,
                                      const struct stage *guessed)
{
    return write_new(v, value(v, DEFINITION)->text, value(v, OWN)->text, value(v, SETTINGS)->text,
                     value(v, SUGGESTED)->given, plan, guessed);
}

static enum lm_status look_at_new(struct visit *v, const struct lm_definition *definition)
{
    struct champ_plan plan;
    enum lm_status status = champ_plan(v, definition, entrants_of(value(v, ENTRANTS)), &plan);
    return status == LM_OK ? write_new_again(v, &plan, NULL) : status;
}

static enum lm_status make_new(struct visit *v)
{
    struct lm_definition *definition = NULL;
    enum lm_status status = read_definition(v, &definition);
    const struct stage *guessed = unasked(v, status == LM_OK ? definition : NULL);
    if (status == LM_INVALID || guessed != NULL) {
        v->reply->status = 422;
        v->answered = true;
        return write_new_again(v, NULL, guessed);
    }
    if (status == LM_OK && strcmp(value(v, NEW_ACT)->text, "look") == 0)
        return look_at_new(v, definition);
    if (status == LM_OK)
        status = championship_make(v, definition);
    if (status == LM_OK)
        status = champ_put_record(v, "language", v->language->code);
    if (status == LM_OK)
        status = visit_go(v, "/c/%s", v->championship->slug);
    championship_give(v);
    return status;
}

static const struct form_field plan_fields[] = {{"entrants", FORM_NUMBER, 3, 200, NULL, false},
                                                {0}};

/* Simulate a championship that was made but not played yet. */
static enum lm_status show_plan(struct visit *v)
{
    uint32_t count = 0;
    (void)lm_champ_entrants(v->championship->c, &count);
    const struct form_value *given = value(v, 0);
    uint32_t entrants = given->given && given->length > 0 ? (uint32_t)given->number
                        : count >= 3                      ? count
                                                          : ENTRANTS_USUAL;
    struct champ_plan_page page = {
        .head = champ_head(v, CHAMP_TABS, visit_word(v, LM_KEY("desk.d-plan"))),
        .action = champ_url(v, "/simulation")};
    enum lm_status status =
        champ_plan(v, v->championship->c->definition, entrants < 200 ? entrants : 200, &page.plan);
    if (status == LM_OK)
        page_desk_champ_plan(&v->reply->body, v->language, &page);
    return status;
}

/* --- its state */

enum lm_status championship_row(struct visit *v, const char *slug, struct home_row *row)
{
    enum lm_status status = championship_take(v, slug);
    if (status != LM_OK)
        return status;
    const struct lm_championship *c = v->championship->c;
    const struct lm_definition *d = c->definition;
    struct lm_text start = lm_text_in(v->arena);
    if (d->calendar.used)
        lm_text_add_date(&start, lm_date_of((int32_t)(d->calendar.starts / 86400)), '-');
    *row = (struct home_row){.url = site_local(v->arena, "/c/%s", slug),
                             .name = visit_print(v, "%s", d->title),
                             .dates = site_dates(v->language, lm_text_string(&start), "", v->arena),
                             .state = champ_state(v)};
    for (uint32_t i = 0; i < c->person_count; i++)
        row->players += lm_champ_takes_part(c, i);
    championship_give(v);
    return LM_OK;
}

enum lm_status champ_duties(struct visit *v, const struct viewer *who, uint32_t person,
                            const struct contest *contest, const struct champ_duty **out,
                            size_t *count)
{
    struct lm_championship *c = v->championship->c;
    size_t all_count = 0;
    const struct due *all = lm_champ_due(c, championships_now(v), &all_count);
    struct champ_duty *rows = lm_arena_alloc(v->arena, all_count, sizeof *rows);
    if (rows == NULL || c->out_of_memory)
        return LM_LIMIT;
    for (size_t i = 0; i < all_count; i++)
        if (all[i].person == person && person != NOBODY &&
            (contest == NULL || (all[i].contest == contest && all[i].kind != DUE_ACCEPTANCE)))
            rows[(*count)++] = champ_duty_of(v, who, &all[i]);
    *out = rows;
    return LM_OK;
}

/* Add the overdue tasks of players. */
static enum lm_status add_late(struct visit *v, const struct viewer *who,
                               struct champ_home_page *page)
{
    struct lm_championship *c = v->championship->c;
    size_t count = 0;
    const struct due *all = lm_champ_due(c, championships_now(v), &count);
    struct champ_duty *rows = lm_arena_alloc(v->arena, count, sizeof *rows);
    if (rows == NULL || c->out_of_memory)
        return LM_LIMIT;
    for (size_t i = 0; i < count; i++) {
        if (all[i].person == NOBODY || !all[i].must)
            continue;
        struct champ_duty row = champ_duty_of(v, who, &all[i]);
        row.what = visit_print(v, "%s: %s", lm_champ_name(c, all[i].person), row.what);
        if (row.late)
            rows[page->late_count++] = row;
    }
    page->lates = rows;
    return LM_OK;
}

static enum lm_status add_matches(struct visit *v, const struct viewer *who,
                                  struct champ_home_page *page)
{
    const struct lm_championship *c = v->championship->c;
    struct champ_match_row *rows = lm_arena_alloc(v->arena, c->contest_count, sizeof *rows);
    if (rows == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < c->contest_count; i++) {
        const struct contest *contest = &c->contests[i];
        if (contest->stage != c->current || contest->kind == RESULT_BYE ||
            contest->round + 1 != c->stages[c->current].published)
            continue;
        rows[page->match_count++] =
            (struct champ_match_row){.url = champ_match_url(v, contest),
                                     .name = visit_print(v, "%u", contest->board),
                                     .first = lm_champ_name(c, contest->player[FIRST]),
                                     .second = lm_champ_name(c, contest->player[SECOND]),
                                     .state = champ_contest_state(v, who, contest)};
    }
    page->matches = rows;
    return LM_OK;
}

/* Can ${who} still apply?  Each person can once, before play begins. */
static bool may_apply(const struct visit *v, const struct lm_championship *c,
                      const struct viewer *who)
{
    bool open = championships_now(v) <= c->definition->registration_until;
    if (c->current != NOBODY)
        return false;
    if (who->director) /* only a director of the definition, as a player */
        return open && c->definition->directors_may_play &&
               lm_champ_is_director(c->definition, who->name) && visit_may(v, RIGHT_NAMED) &&
               (who->person == NOBODY || c->people[who->person].applied == NEVER);
    if (!who->player)
        return open;
    return who->person != NOBODY && c->people[who->person].applied == NEVER;
}

static enum lm_status add_director(struct visit *v, const struct viewer *who,
                                   struct champ_home_page *page)
{
    struct champ_application *applications;
    size_t good = 0;
    enum lm_status status = champ_cases(v, who, &page->tasks, &page->task_count);
    if (status == LM_OK)
        status = champ_applications(v, &applications, &page->application_count, &good);
    if (status != LM_OK)
        return status;
    page->good_count = (uint32_t)good;
    page->applications = applications;
    page->applications_url = champ_url(v, "/applications");
    return add_late(v, who, page);
}

/* Show the last notices of ${all}, as many as a page has room for. */
static void show_notices(struct visit *v, const struct viewer *who, const struct notice *all,
                         size_t count, struct champ_notice *rows, struct champ_home_page *page)
{
    enum { MOST = 30 };
    for (size_t i = count; i-- > 0 && page->notice_count < MOST;)
        rows[page->notice_count++] =
            (struct champ_notice){.when = zone_moment(v, who->zone, all[i].at),
                                  .what = all[i].message,
                                  .why = all[i].why,
                                  .url = all[i].url};
}

/* Add what happened since the reader last marked it as read, latest first; then messages. */
static enum lm_status add_notices(struct visit *v, const struct viewer *who,
                                  struct champ_home_page *page)
{
    struct notice *written, *all;
    struct notices_mark seen;
    size_t written_count, count;
    (void)notices_mark_of(v, visit_print(v, "seen %s", who->name), &seen);
    enum lm_status status = notices_written(v, who, seen.at, &written, &written_count);
    if (status == LM_OK)
        status = notices_of(v, who, seen.line, &all, &count);
    struct champ_notice *rows =
        status == LM_OK ? lm_arena_alloc(v->arena, written_count + count, sizeof *rows) : NULL;
    if (rows == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    show_notices(v, who, written, written_count, rows, page);
    show_notices(v, who, all, count, rows, page);
    page->notices = rows;
    page->seen = champ_url(v, "/seen");
    page->last_line = visit_print(v, "%llu", (unsigned long long)v->number);
    page->last_at = visit_print(v, "%lld", (long long)championships_now(v));
    return LM_OK;
}

/* Add the links for writing to the director and withdrawing, and the number of unanswered letters.
 */
static enum lm_status add_letters(struct visit *v, const struct viewer *who,
                                  struct champ_home_page *page)
{
    struct letter *all;
    size_t count;
    enum lm_status status = letters_list(v, letters_box(v), &all, &count);
    page->letters = champ_url(v, "/letters");
    for (size_t i = 0; status == LM_OK && who->director && i < count; i++)
        page->letter_count +=
            !all[i].closed && all[i].kind != LETTER_ANSWER && letters_may_read(who, &all[i]);
    if (who->person != NOBODY && lm_champ_takes_part(v->championship->c, who->person) &&
        !lm_champ_over(v->championship->c))
        page->withdraw = champ_url(v, "/withdraw");
    return status;
}

static const char *utc_field(struct visit *v, int64_t at)
{
    const struct os_zone *utc;
    (void)zone_of_player(v, "", &utc);
    return utc == NULL ? "" : zone_field(v, utc, at);
}

/* Make the part of the page that all readers see, and the addresses of forms. */
static struct champ_home_page home_of(struct visit *v, const struct viewer *who)
{
    const struct lm_championship *c = v->championship->c;
    struct champ_home_page page = {
        .head = champ_head(v, CHAMP_HOME, visit_word(v, LM_KEY("desk.c-now"))),
        .token = v->who.token,
        .state = champ_state(v),
        .now = zone_moment(v, who->zone, championships_now(v)),
        .me = who->name,
        .director = who->director,
        .player = who->player,
        .champion = lm_championship_champion(c),
        .zone_name = who->zone_name,
        .zone = champ_url(v, "/zone"),
        .rules = champ_page_url(v, "rules"),
        .pages = champ_page_url(v, "index"),
        .people = champ_url(v, "/people"),
        .key = champ_url(v, "/key"),
        .outbox = champ_url(v, "/outbox"),
        .mail = champ_url(v, "/mail"),
        .devices = champ_url(v, "/sign-ins"),
        .automatic = champ_url(v, "/do/automatic"),
        .is_automatic = lm_champ_is_automatic(c),
        .hooks = v->server->webhooks,
        .hook = champ_url(v, "/hook"),
        .hook_address = champ_record(v, visit_print(v, "hook %s", who->name)),
        .simulation = champ_url(v, "/simulation"),
        .lichess_use = champ_url(v, "/lichess/use"),
        .mail_address = champ_record(v, visit_print(v, "mail %s", who->name)),
        .pair = champ_url(v, "/do/pair"),
        .clock = site_local(v->arena, "/championships/clock")};
    const char *waits = champ_record(v, visit_print(v, "unsure %s", who->name));
    const char *space = waits == NULL ? NULL : strchr(waits, ' ');
    page.unsure = space == NULL ? NULL : space + 1;
    if (*champ_lichess(v) != '\0' && *v->who.key == '\0')
        page.lichess = champ_url(v, "/lichess/begin");
    if (*v->who.key == '\0')
        page.sign_in = site_local(v->arena, "/sign-in");
    if (championships_rehearse(v))
        page.rehearsal = "yes";
    if (championships_rehearse(v) && visit_may(v, RIGHT_SERVER))
        page.clock_at = utc_field(v, championships_now(v));
    return page;
}

/* Add tasks, notices and letters, for readers with a role in the championship. */
static enum lm_status add_own(struct visit *v, const struct viewer *who,
                              struct champ_home_page *page)
{
    enum lm_status status = LM_OK;
    if (who->person != NOBODY)
        status = champ_duties(v, who, who->person, NULL, &page->duties, &page->duty_count);
    if (status == LM_OK && who->director)
        status = add_director(v, who, page);
    if (status == LM_OK && who->director)
        status = champ_lichess_choices(v, &page->variants, &page->variant_count);
    if (status == LM_OK && *who->name != '\0' && visit_may(v, RIGHT_NAMED))
        status = add_notices(v, who, page);
    if (status == LM_OK && *who->name != '\0')
        status = add_letters(v, who, page);
    bool due =
        page->duty_count + page->task_count + page->application_count + page->letter_count > 0;
    page->nothing = !due && page->notice_count == 0;
    page->only_news = !due && page->notice_count > 0;
    return status;
}

static enum lm_status show_home(struct visit *v)
{
    struct viewer who;
    enum lm_status status = viewer_of(v, &who);
    if (status != LM_OK)
        return status;
    struct champ_home_page page = home_of(v, &who);
    status = add_own(v, &who, &page);
    if (status == LM_OK)
        status = add_matches(v, &who, &page);
    page.waiting = who.player && champ_is_waiting(v, who.name);
    if (who.player && who.person == NOBODY)
        page.rejected = champ_rejected(v, who.name);
    if (may_apply(v, v->championship->c, &who) && !page.waiting)
        page.apply = champ_url(v, "/apply");
    if (who.person != NOBODY)
        page.calendar = champ_url(v, "/calendar/%s.ics", who.name);
    if (status == LM_OK)
        page_desk_championship(&v->reply->body, v->language, &page);
    return status;
}

/* --- the reader's time zone, the clock of a rehearsal */

static const struct form_field zone_fields[] = {{"zone", FORM_TEXT, 0, 60, NULL, true}, {0}};

static enum lm_status set_zone(struct visit *v)
{
    const struct os_zone *zone;
    struct lm_log log = {.arena = v->arena};
    const char *name = value(v, 0)->text;
    if (os_zone_load(&os_zones, name, v->arena, &log, &zone) != LM_OK)
        return visit_refuse(
            v, 422, "\"%s\" isn’t a time zone. Examples: Europe/Zurich, America/New_York, UTC",
            name);
    enum lm_status status = champ_put_record(v, visit_print(v, "zone %s", wish_author(v)), name);
    return status == LM_OK ? visit_go(v, "/c/%s", v->championship->slug) : status;
}

static const struct form_field clock_fields[] = {{"at", FORM_TEXT, 0, 20, NULL, true}, {0}};

static enum lm_status move_clock(struct visit *v)
{
    int64_t at;
    const char *typed = value(v, 0)->text;
    if (!championships_rehearse(v))
        return visit_refuse(v, 422, "Only a rehearsal can set its clock");
    if (strlen(typed) == 16)
        typed = visit_print(v, "%sZ", typed);
    if (!lm_parse_instant(typed, strlen(typed), &at))
        return visit_refuse(v, 422, "\"%s\" isn’t a date and time. Example: 2019-10-01T12:00",
                            typed);
    enum lm_status status = championships_set_clock(v->server->championships, at, false, &v->log);
    return status == LM_OK ? visit_go(v, "/") : status;
}

/* --- public pages, in every language, in their present state */

static enum lm_status list_languages(struct visit *v, const struct site_language **out,
                                     size_t *count)
{
    const struct lm_language *known = lm_languages(count);
    struct site_language *all = lm_arena_alloc(v->arena, *count, sizeof *all);
    if (all == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < *count; i++)
        all[i] =
            (struct site_language){&known[i], i == 0 ? "" : visit_print(v, ".%s", known[i].code)};
    *out = all;
    return LM_OK;
}

/* Find the page of the table ${path}, with its ${suffix}; NULL: none. */
static const struct site_championship_row *
row_at(struct visit *v, const struct site_championship *e, const char *path, uint32_t *index)
{
    for (const struct site_championship_row *row = site_championship_pages; row->name != NULL;
         row++)
        for (*index = 0; *index < site_championship_count(row, e); ++*index) {
            struct lm_text text = lm_text_in(v->arena);
            site_add_numbered(&text, row->path, row->shared ? "" : e->names->suffix, *index + 1);
            if (strcmp(lm_text_string(&text), path) == 0)
                return row;
        }
    return NULL;
}

static enum lm_status show_page(struct visit *v)
{
    const struct site_language *languages;
    size_t count;
    uint32_t index = 0;
    const char *base = *v->server->host == '\0' ? "" : visit_print(v, "%s/c/", v->server->url);
    const struct site_names english = site_names_of(base, v->arena);
    enum lm_status status = list_languages(v, &languages, &count);
    for (size_t i = 0; status == LM_OK && i < count; i++) {
        const struct site_names names = site_names_in(&english, languages, count, i);
        const struct site_championship e = {.c = v->championship->c,
                                            .slug = v->championship->slug,
                                            .folder = visit_print(v, "%s/p", v->championship->slug),
                                            .names = &names,
                                            .hooks = &secrets_hooks};
        const struct site_championship_row *row = row_at(v, &e, v->parts[1], &index);
        if (row == NULL)
            continue;
        status = row->write(&e, index, v->arena, &v->reply->body);
        if (status == LM_OK && v->reply->body.length == 0)
            break;
        v->reply->type = public_type(row->path);
        return status;
    }
    return status == LM_OK ? visit_refuse(v, 404, "Page not found") : status;
}

/* Send a file that the public pages share; it is one level above them. */
static enum lm_status show_shared(struct visit *v)
{
    if (strcmp(v->parts[1], "index.html") == 0)
        return visit_go(v, "/");
    v->parts[0] = v->parts[1];
    return show_asset(v);
}

/* --- the log */

/* Describe the effects of line ${number}. */
static const char *told(struct visit *v, const struct viewer *who, uint64_t number)
{
    const struct lm_championship *c = v->championship->c;
    struct lm_text text = lm_text_in(v->arena);
    for (size_t i = 0; i < c->change_count; i++) {
        const struct change *change = &c->changes[i];
        if (change->line != number)
            continue;
        lm_text_print(&text, "%s%s", text.length > 0 ? "; " : "",
                      champ_message(v, who->zone, change));
        if (*change->article != '\0')
            lm_text_print(&text, " [%s]", change->article);
    }
    return lm_text_string(&text);
}

/* The data of a line entered in this run are in the stored text, not parsed. */
const char *champ_why(struct visit *v, const struct record *record)
{
    struct lm_json *own = NULL;
    const struct lm_json *data = record->line.secret;
    struct lm_log log = {.arena = v->arena};
    if (data == NULL && record->secret != NULL &&
        lm_json_parse(record->secret, strlen(record->secret), v->arena, &log, &own) == LM_OK)
        data = lm_json_get(own, "data");
    const char *why = lm_json_string(lm_json_get(data, "why"));
    return why == NULL ? "" : why;
}

/* Describe a line without visible effects. */
static const char *said_record(struct visit *v, const struct record *record)
{
    const struct lm_message *message = lm_champ_say_record(v->championship->c, record);
    return message == NULL ? "" : visit_message_as(v, message->text, message);
}

/* Can ${who} read the reason?  Only directors can read a player's complaint about another (VII.A).
 */
static bool may_read_why(const struct viewer *who, const struct record *record)
{
    return who->director || strcmp(record->line.event, "dispute") != 0;
}

static enum lm_status show_log(struct visit *v)
{
    struct lm_championship *c = v->championship->c;
    struct viewer who;
    enum lm_status status = viewer_of(v, &who);
    struct champ_log_row *rows =
        status == LM_OK ? lm_arena_alloc(v->arena, c->record_count, sizeof *rows) : NULL;
    if (rows == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    struct champ_log_page page = {
        .head = champ_head(v, CHAMP_LOG, visit_word(v, LM_KEY("desk.m-happened"))),
        .token = v->who.token,
        .fingerprint = lm_championship_head(c),
        .rows = rows};
    if (who.director) {
        page.journal = champ_url(v, "/journal");
        page.secrets = champ_url(v, "/private");
    }
    if (visit_may(v, RIGHT_SERVER))
        page.along = champ_url(v, "/along");
    for (size_t i = c->record_count; i-- > 0;) {
        const struct record *record = &c->records[i];
        if (!who.director && lm_champ_is_private(c, record))
            continue;
        struct champ_log_row *row = &rows[page.row_count++];
        *row = (struct champ_log_row){
            .number = record->line.number,
            .line = visit_print(v, "%llu", (unsigned long long)record->line.number),
            .when = zone_moment(v, who.zone, record->line.at),
            .who = record->name,
            .what = told(v, &who, record->line.number),
            .why = may_read_why(&who, record) ? champ_why(v, record) : "",
            .token = v->who.token,
            .undone = record->dropped != 0};
        if (*row->what == '\0')
            row->what = said_record(v, record);
        if (who.director && !row->undone)
            row->back = champ_url(v, "/do/restore");
    }
    page_desk_champ_log(&v->reply->body, v->language, &page);
    return LM_OK;
}

static enum lm_status show_journal(struct visit *v)
{
    struct lines lines;
    bool sealed, secret = strcmp(strrchr(v->request->path, '/'), "/private") == 0;
    enum lm_status status = championship_lines(v, &lines, &sealed);
    if (status != LM_OK)
        return status;
    lm_text_add_bytes(&v->reply->body, secret ? lines.secrets : lines.bytes,
                      secret ? lines.secret_length : lines.length);
    v->reply->type = "text/plain; charset=utf-8";
    v->reply->file = visit_print(v, "%s.%s", v->championship->slug, secret ? "private" : "journal");
    return LM_OK;
}

/* Send the whole championship for another machine.  Refuse while a bid is sealed: without the bid
 * it would be incomplete, and with it the bid could be read. */
static enum lm_status send_along(struct visit *v)
{
    struct lines lines;
    bool sealed;
    enum lm_status status = championship_lines(v, &lines, &sealed);
    if (status == LM_OK && sealed)
        return visit_refuse(v, 409,
                            "A bid is sealed. Export the championship when both have bid, or use "
                            "`limmat db export`");
    struct lm_text letters = lm_text_in(v->arena);
    if (status == LM_OK)
        status = letters_write(v, &letters);
    lines.letters = lm_text_string(&letters);
    lines.letter_length = letters.length;
    if (status == LM_OK)
        status = lines_together(&lines, &v->reply->body);
    v->reply->type = "text/plain; charset=utf-8";
    v->reply->file = visit_print(v, "%s.limmat", v->championship->slug);
    return status;
}

/* Send the visitor's duties as JSON, for programs. */
static enum lm_status show_due(struct visit *v)
{
    lm_championship_due(v->championship->c, championships_now(v), wish_author(v),
                        LM_CHAMPIONSHIP_JSON, &v->reply->body);
    v->reply->type = "application/json";
    return LM_OK;
}

static enum lm_status open_live(struct visit *v)
{
    v->reply->channel = visit_print(v, "c/%s", v->championship->slug);
    lm_text_print(&v->reply->body, "retry: 2000\ndata: %llu\n\n", (unsigned long long)v->number);
    return LM_OK;
}

const struct handler championship_handlers[] = {
    {false, "/championships", RIGHT_SERVER, from_fields, "the form of a new championship", show_new,
     false},
    {true, "/championships", RIGHT_SERVER, new_fields, "begin a championship", make_new, false},
    {true, "/championships/clock", RIGHT_SERVER, clock_fields, "move the clock of a rehearsal",
     move_clock, false},
    {false, "/c/:championship", RIGHT_LOOK, NULL, "what is due, and where it stands", show_home,
     false},
    {true, "/c/:championship/zone", RIGHT_PLAY, zone_fields, "choose one's time zone", set_zone,
     false},
    {false, "/c/:championship/due.json", RIGHT_PLAY, NULL, "what is due for who asks", show_due,
     false},
    {false, "/c/:championship/log", RIGHT_LOOK, NULL, "what happened", show_log, false},
    {false, "/c/:championship/journal", RIGHT_DIRECT, NULL, "the journal as `limmat` reads it",
     show_journal, false},
    {false, "/c/:championship/private", RIGHT_DIRECT, NULL,
     "its private lines, but for what is sealed", show_journal, false},
    {false, "/c/:championship/along", RIGHT_SERVER, NULL,
     "the championship with all that is private, for another machine", send_along, false},
    {false, "/c/:championship/simulation", RIGHT_DIRECT, plan_fields,
     "what it comes to: dates, rounds, matches, by playing a few", show_plan, false},
    {false, "/c/:championship/live", RIGHT_LOOK, NULL, "the number of each new entry, as it comes",
     open_live, false},
    {false, "/c/:championship/p/:page", RIGHT_LOOK, NULL, "a public page", show_page, false},
    {0}};

/* Behind all other handlers, because its pattern matches anything. */
const struct handler championship_files[] = {{false, "/c/:championship/:file", RIGHT_LOOK, NULL,
                                              "what public pages need", show_shared, false},
                                             {0}};
