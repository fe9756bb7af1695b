/* SPDX-License-Identifier: Apache-2.0 */
/* The results service: the pages and history of one tournament, a search over all of them, people
 * over all of them, and everything as one archive. */
#include <stdio.h>
#include <string.h>

#include "limmat/desk.h"
#include "limmat/formats.h"
#include "limmat/json.h"
#include "server/directory.h"
#include "server/outbox.h"
#include "server/publication.h"
#include "server/quota.h"
#include "server/secrets.h"
#include "server/service.h"
#include "server/share_pictures.h"
#include "server/submissions.h"
#include "server/tar.h"
#include "server/templates.h"
#include "site/pages.h"

enum {
    PAGE = 50,           /* tournaments a page */
    PEOPLE = 40,         /* shown by one search */
    ARCHIVE = 200 << 20, /* bytes of an archive */
    REPORT_DAYS = 90,
    DAY = 86400
};

/* --- one tournament */

static enum lm_status show_tournament(struct visit *v)
{
    struct publication *p;
    const char *slug = visit_print(v, "~%s", v->parts[0]);
    enum lm_status status = service_is_on(v);
    if (status == LM_OK)
        status = publication_take(v, slug, v->parts[0], &p);
    if (status != LM_OK)
        return status;
    struct site_event e = *publication_event(p, v->parts[1]);
    e.guide = site_local(v->arena, "/guide");
    e.follow = public_follow(v);
    e.pictures = share_pictures(v);
    status = public_write(v, &e, p, v->parts[1]);
    if (status != LM_OK)
        public_missing(v, &e, visit_print(v, "/t/%s", v->parts[0]));
    publication_give(v->server->publications, p);
    return status;
}

/* Show files that all pages share, and the first page of a tournament. */
static enum lm_status show_beside(struct visit *v)
{
    uint64_t number;
    const char *name = v->parts[0];
    if (strncmp(name, "index.", 6) == 0)
        return language_follow(v, name, "/results");
    if (v->server->submissions != NULL && submissions_number(v->server->submissions, name, &number))
        return visit_go(v, "/t/%s/index%s.html", name, language_suffix(v));
    return show_asset(v);
}

enum lm_status service_write_page(struct visit *v, struct lm_tournament *t, const char *path)
{
    struct site_event *e;
    struct site_names *names = lm_arena_alloc(v->arena, 1, sizeof *names);
    if (names == NULL)
        return LM_LIMIT;
    *names = site_names_of("", v->arena);
    enum lm_status status = site_event_begin(t, "preview", names, v->arena, &v->log, &e);
    return status == LM_OK ? public_write(v, e, NULL, path) : status;
}

/* --- its history */

static const char *deed_said(struct visit *v, const struct submission_deed *d)
{
    static const struct {
        const char *event, *key;
    } message[] = {{"version", LM_KEY("history.version")},
                   {"hidden", LM_KEY("history.hidden")},
                   {"public", LM_KEY("history.public")},
                   {"held", LM_KEY("history.held")},
                   {NULL, LM_KEY("history.erased")}};
    const struct lm_value values[] = {lm_value_number("version", d->version),
                                      lm_value_text("by", d->by)};
    size_t i = 0;
    while (message[i].event != NULL && strcmp(d->event, message[i].event) != 0)
        i++;
    return visit_say(v, message[i].key, values, 2);
}

static enum lm_status add_changes(struct visit *v, const struct lm_tournament *before,
                                  const struct submission_deed *d, struct deed_row *row)
{
    struct changes changes;
    enum lm_status status = submission_compare(before, d->t, v->arena, &changes);
    struct choice_row *rows =
        status == LM_OK ? lm_arena_alloc(v->arena, changes.count + 1, sizeof *rows) : NULL;
    if (rows == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    for (size_t i = 0; i < changes.count; i++)
        rows[row->change_count++].label =
            visit_message_as(v, changes.lines[i]->text, changes.lines[i]);
    if (changes.more > 0)
        rows[row->change_count++].label = visit_say_of(
            v, LM_KEY("history.more"), lm_value_number("count", (int64_t)changes.more));
    if (row->change_count == 0)
        row->more = visit_word(v, LM_KEY("history.same"));
    row->changes = rows;
    return LM_OK;
}

static const char *first_said(struct visit *v, const struct lm_tournament *t)
{
    const struct lm_value values[] = {lm_value_number("players", t->player_count),
                                      lm_value_number("rounds", t->rounds_paired)};
    return visit_say(v, LM_KEY("history.first"), values, 2);
}

enum lm_status service_deeds(struct visit *v, const char *slug, unsigned restore,
                             const struct deed_row **out, size_t *count)
{
    struct submission_deed *deeds;
    const struct lm_tournament *before = NULL;
    enum lm_status status = submission_history(v->server, slug, v->arena, &v->log, &deeds, count);
    struct deed_row *rows = status == LM_OK ? lm_arena_alloc(v->arena, *count, sizeof *rows) : NULL;
    if (rows == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    for (size_t i = 0; status == LM_OK && i < *count; i++) {
        const struct submission_deed *d = &deeds[i];
        struct deed_row *row = &rows[*count - 1 - i];
        *row = (struct deed_row){.when = service_time(v, d->at),
                                 .what = deed_said(v, d),
                                 .more = visit_message_as(v, d->reason, NULL),
                                 .version = d->version,
                                 .may_restore = d->version > 0 && d->version < restore};
        if (d->t != NULL && before != NULL)
            status = add_changes(v, before, d, row);
        else if (d->t != NULL)
            row->more = first_said(v, d->t);
        before = d->t != NULL ? d->t : before;
    }
    *out = rows;
    return status;
}

static enum lm_status show_history(struct visit *v)
{
    struct submission s;
    struct history_page page = {
        .event = site_local(v->arena, "/t/%s/index%s.html", v->parts[0], language_suffix(v)),
        .report = site_local(v->arena, "/t/%s/report", v->parts[0])};
    enum lm_status status = service_is_on(v);
    if (status == LM_OK)
        status = submissions_at(v->server->submissions, v->parts[0], v->arena, &s);
    if (status == LM_OK && (s.slug == NULL || s.state != SUBMISSION_PUBLIC))
        return visit_refuse(v, 404, "Tournament not found");
    if (status == LM_OK)
        status = service_deeds(v, s.slug, 0, &page.deeds, &page.deed_count);
    if (status != LM_OK)
        return status;
    page.name = s.name;
    page.head = head_of(v, visit_say_of(v, LM_KEY("history.title"), lm_value_text("name", s.name)));
    v->number = s.head;
    page_service_history(&v->reply->body, v->language, &page);
    return LM_OK;
}

static const struct form_field report_fields[] = {{"text", FORM_TEXT, 0, 1000, NULL, true}, {0}};

static enum lm_status report(struct visit *v)
{
    struct submission s;
    char token[SECRETS_TOKEN];
    enum lm_status status = service_is_on(v);
    if (status == LM_OK)
        status = submissions_at(v->server->submissions, v->parts[0], v->arena, &s);
    if (status == LM_OK && (s.slug == NULL || s.state != SUBMISSION_PUBLIC))
        return visit_refuse(v, 404, "Tournament not found");
    if (status == LM_OK && !quota_take(v->server->quota, v))
        return visit_refuse(v, 429, "Too many requests from your address. Try again in an hour");
    secrets_token(token);
    const struct store_record record = {.key = visit_print(v, "report %s %s", v->parts[0], token),
                                        .scope = visit_print(v, "report ~%s", v->parts[0]),
                                        .value = value(v, 0)->text,
                                        .until = v->now + REPORT_DAYS * (int64_t)DAY};
    if (status == LM_OK)
        status = store_put(v->server->store, STORE_AUDIT, &record, &v->log);
    return status == LM_OK ? visit_go(v, "/t/%s/history.html", v->parts[0]) : status;
}

/* --- updates from the events that are run here */

/* Bring the directory up to date with the desk. */
enum lm_status service_refresh(struct visit *v)
{
    const char *const *slugs;
    size_t count = 0;
    enum lm_status status = events_unlisted(v->server->events, v->arena, &slugs, &count);
    for (size_t i = 0; status == LM_OK && i < count; i++) {
        status = event_take_well(v, slugs[i]);
        if (status == LM_OK && v->event != NULL)
            status = event_enlist(v);
        event_give(v);
    }
    return status;
}

/* --- search */

enum { WORDS, YEAR, FEDERATION, FROM };

static const struct form_field search_fields[] = {
    [WORDS] = {"q", FORM_TEXT, 0, 100, NULL, false},
    [YEAR] = {"year", FORM_NUMBER, 0, 9999, NULL, false},
    [FEDERATION] = {"federation", FORM_TEXT, 0, 20, NULL, false},
    [FROM] = {"from", FORM_NUMBER, 0, 1000000000, NULL, false},
    {0}};

struct found {
    struct directory_query query;
    struct directory_event *events;
    struct directory_person *people;
    size_t event_count, all, people_count;
};

static enum lm_status search(struct visit *v, size_t most, struct found *out)
{
    *out = (struct found){.query = {.words = value(v, WORDS)->text,
                                    .year = value(v, YEAR)->number,
                                    .federation = value(v, FEDERATION)->text,
                                    .from = (size_t)value(v, FROM)->number,
                                    .most = most}};
    enum lm_status status = service_refresh(v);
    if (status == LM_OK)
        status = directory_events(v->server->directory, &out->query, v->arena, &out->events,
                                  &out->event_count, &out->all);
    if (status == LM_OK && *out->query.words != '\0' && out->query.from == 0)
        status = directory_people(v->server->directory, out->query.words, PEOPLE, v->now, v->arena,
                                  &out->people, &out->people_count);
    return status;
}

static struct site_url search_url(struct visit *v, const char *path,
                                  const struct directory_query *q, size_t from)
{
    return site_local(v->arena, "%s?q=%s&year=%lld&federation=%s&from=%zu", path,
                      visit_escaped(v, q->words), (long long)q->year,
                      visit_escaped(v, q->federation), from);
}

/* Add a choice to a list; the chosen one comes first. */
static void add_choice(struct choice_row *rows, size_t *count, const char *name, const char *label,
                       bool chosen)
{
    size_t at = chosen ? 0 : *count;
    memmove(rows + at + 1, rows + at, (*count - at) * sizeof *rows);
    rows[at] = (struct choice_row){name, label};
    (*count)++;
}

static enum lm_status add_span(struct visit *v, const struct directory_query *q,
                               struct results_page *page)
{
    int64_t *years;
    const char **federations;
    size_t year_count, federation_count;
    enum lm_status status = directory_span(v->server->directory, v->arena, &years, &year_count,
                                           &federations, &federation_count);
    struct choice_row *a = lm_arena_alloc(v->arena, year_count + 2, sizeof *a);
    struct choice_row *b = lm_arena_alloc(v->arena, federation_count + 2, sizeof *b);
    if (status != LM_OK || a == NULL || b == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    add_choice(a, &page->year_count, "0", visit_word(v, LM_KEY("results.all-years")), q->year == 0);
    for (size_t i = 0; i < year_count; i++) {
        const char *year = visit_print(v, "%lld", (long long)years[i]);
        add_choice(a, &page->year_count, year, year, years[i] == q->year);
    }
    add_choice(b, &page->federation_count, "", visit_word(v, LM_KEY("results.all-federations")),
               *q->federation == '\0');
    for (size_t i = 0; i < federation_count; i++)
        add_choice(b, &page->federation_count, federations[i], federations[i],
                   strcmp(federations[i], q->federation) == 0);
    page->years = a;
    page->federations = b;
    return LM_OK;
}

static const char *place_of(struct visit *v, const struct directory_event *e)
{
    return visit_print(v, "%s%s%s", e->city, *e->city != '\0' && *e->federation != '\0' ? ", " : "",
                       e->federation);
}

const char *service_name_of(struct visit *v, const struct directory_event *e)
{
    return *e->name == '\0' ? visit_word(v, LM_KEY("page.tournament")) : e->name;
}

/* Is today, by UTC, one of its days? */
static bool is_today(struct visit *v, const struct directory_event *e)
{
    const char *end = *e->end != '\0' ? e->end : e->start;
    struct lm_date first, last;
    int32_t today = (int32_t)(v->now / 86400);
    return lm_parse_date(e->start, strlen(e->start), &first) &&
           lm_parse_date(end, strlen(end), &last) && lm_day_of(first) <= today &&
           today <= lm_day_of(last);
}

static enum lm_status add_rows(struct visit *v, const struct found *f, struct results_page *page)
{
    struct result_row *rows = lm_arena_alloc(v->arena, f->event_count, sizeof *rows);
    struct found_person *people = lm_arena_alloc(v->arena, f->people_count, sizeof *people);
    if (rows == NULL || people == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < f->event_count; i++) {
        const struct directory_event *e = &f->events[i];
        rows[i] = (struct result_row){
            .url = site_local(v->arena, "%sindex%s.html", e->address, language_suffix(v)),
            .name = service_name_of(v, e),
            .place = place_of(v, e),
            .federation = e->federation,
            .dates = site_dates(v->language, e->start, e->end, v->arena),
            .players = e->players,
            .rounds = e->rounds,
            .today = is_today(v, e)};
    }
    for (size_t i = 0; i < f->people_count; i++) {
        const struct directory_person *p = &f->people[i];
        people[i] = (struct found_person){.url = site_local(v->arena, "/people/%s", p->key),
                                          .title = p->title,
                                          .name = p->name,
                                          .federation = p->federation,
                                          .born = p->born,
                                          .events = p->events};
    }
    page->rows = rows;
    page->row_count = f->event_count;
    page->people = people;
    page->person_count = f->people_count;
    return LM_OK;
}

static enum lm_status show_results(struct visit *v)
{
    struct found f;
    struct results_page page = {.head = head_of(v, visit_word(v, LM_KEY("results.tournaments"))),
                                .action = site_local(v->arena, "/results"),
                                .submit = site_local(v->arena, "/submit"),
                                .privacy = site_local(v->arena, "/privacy"),
                                .guide = site_local(v->arena, "/guide"),
                                .taking = v->server->submissions != NULL};
    enum lm_status status = search(v, PAGE, &f);
    if (status == LM_OK)
        status = add_rows(v, &f, &page);
    if (status == LM_OK)
        status = add_span(v, &f.query, &page);
    if (status != LM_OK)
        return status;
    page.words = f.query.words;
    page.first = *f.query.words == '\0' && *f.query.federation == '\0' && f.query.from == 0;
    page.federation = f.query.federation;
    page.all = search_url(v, "/results.tar", &f.query, 0);
    if (f.query.from + f.event_count < f.all)
        page.earlier = search_url(v, "/results", &f.query, f.query.from + PAGE);
    if (f.query.from > 0)
        page.later =
            search_url(v, "/results", &f.query, f.query.from > PAGE ? f.query.from - PAGE : 0);
    const struct lm_value counts[] = {
        lm_value_number("all", (int64_t)f.all), lm_value_number("from", (int64_t)f.query.from + 1),
        lm_value_number("to", (int64_t)(f.query.from + f.event_count))};
    page.message = f.all == 0               ? visit_word(v, LM_KEY("results.none"))
                   : f.event_count == f.all ? visit_say(v, LM_KEY("results.all"), counts, 1)
                                            : visit_say(v, LM_KEY("results.some"), counts, 3);
    page_service_results(&v->reply->body, v->language, &page);
    return LM_OK;
}

static void put_event(struct lm_json_writer *w, struct visit *v, const struct directory_event *e)
{
    lm_json_put_string(w, "address", e->address);
    lm_json_put_string(w, "name", e->name);
    lm_json_put_string(w, "city", e->city);
    lm_json_put_string(w, "federation", e->federation);
    lm_json_put_string(w, "start", e->start);
    lm_json_put_string(w, "end", e->end);
    lm_json_put_integer(w, "players", e->players);
    lm_json_put_integer(w, "rounds", e->rounds);
    lm_json_put_string(w, "trf", visit_print(v, "%stournament.trf", e->address));
    lm_json_put_string(w, "json", visit_print(v, "%stournament.json", e->address));
}

static void put_somebody(struct lm_json_writer *w, struct visit *v,
                         const struct directory_person *p)
{
    lm_json_put_string(w, "address", visit_print(v, "/people/%s", p->key));
    lm_json_put_string(w, "name", p->name);
    lm_json_put_string(w, "title", p->title);
    lm_json_put_string(w, "federation", p->federation);
    if (*p->fide_id != '\0')
        lm_json_put_string(w, "fide_id", p->fide_id);
    if (p->born > 0)
        lm_json_put_integer(w, "born", p->born);
    lm_json_put_integer(w, "tournaments", p->events);
}

static struct lm_json_writer begin_json(struct visit *v)
{
    struct lm_json_writer w = lm_json_writer_to(&v->reply->body, true);
    v->reply->type = "application/json";
    lm_json_begin(&w, NULL, '{');
    lm_json_put_integer(&w, "version", 1);
    return w;
}

static enum lm_status tell_results(struct visit *v)
{
    struct found f;
    enum lm_status status = search(v, PAGE, &f);
    if (status != LM_OK)
        return status;
    struct lm_json_writer w = begin_json(v);
    lm_json_put_integer(&w, "count", (int64_t)f.all);
    lm_json_put_integer(&w, "from", (int64_t)f.query.from);
    lm_json_begin(&w, "tournaments", '[');
    for (size_t i = 0; i < f.event_count; i++) {
        lm_json_begin(&w, NULL, '{');
        put_event(&w, v, &f.events[i]);
        lm_json_end(&w, '}');
    }
    lm_json_end(&w, ']');
    lm_json_begin(&w, "people", '[');
    for (size_t i = 0; i < f.people_count; i++) {
        lm_json_begin(&w, NULL, '{');
        put_somebody(&w, v, &f.people[i]);
        lm_json_end(&w, '}');
    }
    lm_json_end(&w, ']');
    lm_json_end(&w, '}');
    return lm_text_status(&v->reply->body);
}

/* --- a person */

static enum lm_status find_parts(struct visit *v, struct directory_person *person,
                                 struct directory_part **parts, size_t *count)
{
    enum lm_status status = service_refresh(v);
    if (status == LM_OK)
        status = directory_parts(v->server->directory, v->parts[0], v->now, v->arena, person, parts,
                                 count);
    return status == LM_OK && *count == 0
               ? visit_refuse(v, 404, "No player of this name is in a public tournament here")
               : status;
}

static enum lm_status show_person(struct visit *v)
{
    struct directory_person person;
    struct directory_part *parts;
    size_t count;
    enum lm_status status = find_parts(v, &person, &parts, &count);
    struct part_row *rows = status == LM_OK ? lm_arena_alloc(v->arena, count, sizeof *rows) : NULL;
    if (rows == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    for (size_t i = 0; i < count; i++)
        rows[i] = (struct part_row){
            .url = site_local(v->arena, "%splayer-%u%s.html", parts[i].event.address, parts[i].tpn,
                              language_suffix(v)),
            .name = service_name_of(v, &parts[i].event),
            .dates = site_dates(v->language, parts[i].event.start, parts[i].event.end, v->arena),
            .points = {parts[i].points},
            .games = parts[i].games,
            .rating = parts[i].rating};
    struct somebody_page page = {
        .head = head_of(v, person.name),
        .name = person.name,
        .title = person.title,
        .federation = person.federation,
        .fide_id = person.fide_id,
        .fide = site_outside(v->arena, "https://ratings.fide.com/profile/", person.fide_id),
        .born = person.born,
        .rows = rows,
        .row_count = count};
    page_service_somebody(&v->reply->body, v->language, &page);
    return LM_OK;
}

static enum lm_status tell_person(struct visit *v)
{
    struct directory_person person;
    struct directory_part *parts;
    size_t count;
    enum lm_status status = find_parts(v, &person, &parts, &count);
    if (status != LM_OK)
        return status;
    struct lm_json_writer w = begin_json(v);
    put_somebody(&w, v, &person);
    lm_json_begin(&w, "parts", '[');
    for (size_t i = 0; i < count; i++) {
        lm_json_begin(&w, NULL, '{');
        put_event(&w, v, &parts[i].event);
        lm_json_put_integer(&w, "player", parts[i].tpn);
        lm_json_put_integer(&w, "rating", parts[i].rating);
        lm_json_put_tenths(&w, "points", parts[i].points);
        lm_json_put_integer(&w, "games", parts[i].games);
        lm_json_end(&w, '}');
    }
    lm_json_end(&w, ']');
    lm_json_end(&w, '}');
    return lm_text_status(&v->reply->body);
}

/* --- everything */

/* Read the public tournament at ${address}, "/t/SLUG/" or "/p/EVENT/SECTION/", into the arena of
 * ${v}. */
static enum lm_status tournament_at(struct visit *v, const char *address,
                                    struct lm_tournament **out)
{
    char slug[128], section[128] = "";
    if (sscanf(address, "/t/%127[^/]/", slug) == 1)
        return submission_version(v->server, slug, 0, v->arena, &v->log, out);
    if (sscanf(address, "/p/%127[^/]/%127[^/]/", slug, section) != 2)
        return LM_INTERNAL;
    enum lm_status status = event_take(v, slug);
    if (status != LM_OK)
        return status;
    const struct lm_desk_section *s = lm_desk_section(v->event->desk, section);
    struct lm_text text = lm_text_in(v->arena);
    const struct lm_read_options json = {.format = lm_format_named("json")};
    status = s == NULL
                 ? LM_INTERNAL
                 : lm_desk_tournament(v->event->desk, s, LM_FOR_PUBLIC, 0, v->arena, NULL, out);
    if (status == LM_OK) /* pointers into the desk end with it */
        status = lm_write(json.format, *out, NULL, &v->log, &text);
    event_give(v);
    return status == LM_OK ? lm_read(lm_text_string(&text), text.length, &json, v->arena, NULL, out)
                           : status;
}

static enum lm_status add_to_archive(struct visit *v, const struct directory_event *e)
{
    static const char *const formats[][2] = {{"trf26", "trf"}, {"json", "json"}};
    struct lm_mark mark = lm_arena_mark(v->arena);
    struct lm_tournament *t;
    enum lm_status status = tournament_at(v, e->address, &t);
    const char *path = visit_print(v, "%.*s", (int)strlen(e->address) - 2, e->address + 1);
    (void)mark;
    for (size_t i = 0; status == LM_OK && i < sizeof formats / sizeof *formats; i++) {
        struct lm_text text = lm_text_in(v->arena);
        if (lm_write(lm_format_named(formats[i][0]), t, NULL, NULL, &text) != LM_OK)
            continue; /* the format cannot hold it */
        status = tar_add(&v->reply->body, visit_print(v, "%s.%s", path, formats[i][1]),
                         lm_text_string(&text), text.length, v->now);
    }
    return status;
}

static enum lm_status show_archive(struct visit *v)
{
    struct found f;
    enum lm_status status = search(v, SIZE_MAX, &f);
    for (size_t i = 0; status == LM_OK && i < f.event_count; i++) {
        status = add_to_archive(v, &f.events[i]);
        if (status == LM_OK && v->reply->body.length > ARCHIVE)
            return visit_refuse(v, 413,
                                "This is too much for one archive. Choose a year or a federation");
    }
    if (status == LM_OK)
        status = tar_end(&v->reply->body);
    v->reply->type = "application/x-tar";
    v->reply->file = "results.tar";
    return status;
}

static enum lm_status show_privacy(struct visit *v)
{
    struct privacy_page page = {.head = head_of(v, visit_word(v, LM_KEY("results.kept"))),
                                .taking = v->server->submissions != NULL,
                                .draft_days = SUBMISSION_DRAFT_DAYS};
    page_service_privacy(&v->reply->body, v->language, &page);
    return LM_OK;
}

static enum lm_status show_guide(struct visit *v)
{
    const struct guide_page page = {.head = head_of(v, visit_word(v, LM_KEY("guide.title"))),
                                    .submit = site_local(v->arena, "/submit"),
                                    .recover = outbox_sends(v->server->outbox, BY_MAIL)
                                                   ? site_local(v->arena, "/recover")
                                                   : (struct site_url){0},
                                    .results = site_local(v->arena, "/results"),
                                    .pair = site_local(v->arena, "/pair/pair.html"),
                                    .privacy = site_local(v->arena, "/privacy"),
                                    .taking = v->server->submissions != NULL};
    page_guide(&v->reply->body, v->language, &page);
    return LM_OK;
}

const struct handler results_handlers[] = {
    {false, "/guide", RIGHT_LOOK, NULL, "how to use public pages, and how to send a tournament",
     show_guide, false},
    {false, "/t/:event", RIGHT_LOOK, NULL, "a tournament that was sent in", show_beside, false},
    {false, "/t/:event/history.html", RIGHT_LOOK, NULL, "what was sent when, and what it changed",
     show_history, false},
    {false, "/t/:event/:page", RIGHT_LOOK, NULL, "a page, view or file of it", show_tournament,
     false},
    {true, "/t/:event/report", RIGHT_LOOK, report_fields, "tell the server's owner", report, true},
    {false, "/results", RIGHT_LOOK, search_fields, "search in what is public", show_results, false},
    {false, "/results.json", RIGHT_LOOK, search_fields, "likewise, for programs", tell_results,
     false},
    {false, "/results.tar", RIGHT_LOOK, search_fields, "all of it: TRF and JSON of each",
     show_archive, false},
    {false, "/people/:person", RIGHT_LOOK, NULL, "a person over all tournaments", show_person,
     false},
    {false, "/people/:person/person.json", RIGHT_LOOK, NULL, "likewise, for programs", tell_person,
     false},
    {false, "/privacy", RIGHT_LOOK, NULL, "what is kept for how long", show_privacy, false},
    {0}};
