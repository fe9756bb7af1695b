/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Public lists of a rating office: the list of the month, a player's ratings, and the reasons for
 * their changes. Births are shown as years, of people certainly over 18; excluded or deceased
 * people (13, 10.2) have no page.
 */
#include <stdlib.h>
#include <string.h>

#include "client/client_program.h"
#include "limmat/date.h"
#include "limmat/registry_files.h"
#include "server/handlers.h"
#include "server/office.h"
#include "server/office_chart.h"
#include "server/office_pages.h"
#include "server/office_story.h"
#include "server/quota.h"
#include "server/rating_lists.h"
#include "server/templates.h"
#include "site/pages.h"
#include "site/templates.h"

enum { PAGE = 100, PERIODS_MOST = 240, FEED_MOST = 24 };

static const char *const kind_keys[LM_CHESS_KINDS] = {
    LM_KEY("office.standard"), LM_KEY("office.rapid"), LM_KEY("office.blitz")};

static struct desk_head rating_head(struct visit *v, const char *title)
{
    struct desk_head head = head_of(v, title);
    if (head.desk)
        return head; /* with the places of the server */
    head.event = visit_word(v, LM_KEY("office.title"));
    head.home = site_local(v->arena, "/ratings");
    return head;
}

enum lm_status office_is_on(struct visit *v, const struct office_view **view)
{
    *view = NULL;
    if (v->server->office == NULL)
        return visit_refuse(v, 404, "Page not found");
    return office_take(v->server->office, &v->log, view);
}

enum lm_status office_with(struct visit *v,
                           enum lm_status (*run)(struct visit *, const struct office_view *))
{
    const struct office_view *view;
    enum lm_status status = office_is_on(v, &view);
    if (status != LM_OK)
        return status;
    status = run(v, view);
    office_give(v->server->office, view);
    return status;
}

static const char *title_of(const struct lm_person *p)
{
    return *p->title != '\0' ? p->title : p->women_title;
}

/* Return "1 May 2026". */
static const char *day_words(struct visit *v, int32_t day)
{
    struct lm_text text = lm_text_in(v->arena);
    lm_text_add_date(&text, lm_date_of(day), '-');
    return site_dates(v->language, lm_text_string(&text), "", v->arena);
}

static struct site_url player_url(struct visit *v, uint32_t id)
{
    return site_local(v->arena, "/ratings/%u", id);
}

static const char *signed_number(struct visit *v, int32_t number)
{
    return number == 0 ? "" : visit_print(v, "%+d", number);
}

/* Return the list before ${list}; NULL: none. */
static const struct office_list *list_before(const struct office_view *view,
                                             const struct office_list *list)
{
    size_t at = (size_t)(list - view->lists) + 1;
    return at < view->count ? &view->lists[at] : NULL;
}

/* Return the change of ${rating} since ${before}; 0 if either is missing. */
static int32_t change_since(struct visit *v, const struct office_list *before, uint32_t id,
                            enum lm_chess chess, int32_t rating)
{
    struct lm_person then;
    if (before == NULL || rating == 0 || !office_person(before, id, v->arena, &then) ||
        then.tracks[chess].rating == 0)
        return 0;
    return rating - then.tracks[chess].rating;
}

/* --- the list of the month */

enum { TYPED, CHESS, SHOW, FEDERATION, SEX, AGE, FROM };

static const struct form_field list_fields[] = {
    [TYPED] = {"q", FORM_TEXT, 0, LIST_TYPED, NULL, false},
    [CHESS] = {"chess", FORM_CHOICE, 0, 10, "standard|rapid|blitz", false},
    [SHOW] = {"show", FORM_CHOICE, 0, 10, "active|all|inactive|titled", false},
    [FEDERATION] = {"federation", FORM_TEXT, 0, 3, NULL, false},
    [SEX] = {"sex", FORM_CHOICE, 0, 10, "all|women|men", false},
    [AGE] = {"age", FORM_NUMBER, 0, 120, NULL, false},
    [FROM] = {"from", FORM_NUMBER, 0, 10000000, NULL, false},
    {0}};

static const char *const show_names[OFFICE_SHOWS] = {"active", "all", "inactive", "titled"};
static const char *const show_keys[OFFICE_SHOWS] = {LM_KEY("office.active"), LM_KEY("office.all"),
                                                    LM_KEY("office.inactive"),
                                                    LM_KEY("office.titled")};

static const char *const sex_names[OFFICE_SEXES] = {"all", "women", "men"};
static const char *const sex_keys[OFFICE_SEXES] = {LM_KEY("office.all"), LM_KEY("office.women"),
                                                   LM_KEY("office.men")};

/* Return the index of ${text} among ${count} ${names}; 0: not found. */
static int place_of(const char *text, const char *const *names, int count)
{
    for (int i = 0; text != NULL && i < count; i++)
        if (strcmp(text, names[i]) == 0)
            return i;
    return 0;
}

static struct office_query query_of(struct visit *v)
{
    static const char *const kinds[LM_CHESS_KINDS] = {"standard", "rapid", "blitz"};
    const char *federation = value(v, FEDERATION)->text;
    return (struct office_query){
        .chess = (enum lm_chess)place_of(value(v, CHESS)->text, kinds, LM_CHESS_KINDS),
        .show = (enum office_show)place_of(value(v, SHOW)->text, show_names, OFFICE_SHOWS),
        .federation = federation == NULL ? "" : federation,
        .sex = (enum office_sex)place_of(value(v, SEX)->text, sex_names, OFFICE_SEXES),
        .age = (int32_t)value(v, AGE)->number,
        .from = (size_t)value(v, FROM)->number,
        .most = PAGE};
}

static struct site_url list_url(struct visit *v, const struct office_query *q, enum lm_chess chess,
                                size_t from)
{
    const char *age = q->age == 0 ? "" : visit_print(v, "&age=%d", q->age);
    return site_local(v->arena, "/ratings?chess=%s&show=%s&federation=%s&sex=%s%s&from=%zu",
                      lm_chess_name(chess), show_names[q->show], visit_escaped(v, q->federation),
                      sex_names[q->sex], age, from);
}

static struct rated_row row_of(struct visit *v, const struct office_view *view,
                               const struct lm_person *p, enum lm_chess chess)
{
    const struct office_list *list = &view->lists[0];
    int32_t rating = p->tracks[chess].rating;
    int32_t change = change_since(v, list_before(view, list), p->id, chess, rating);
    return (struct rated_row){.url = player_url(v, p->id),
                              .title = visit_print(v, "%s", title_of(p)),
                              .name = visit_print(v, "%s", p->name),
                              .federation = visit_print(v, "%s", p->federation),
                              .change = signed_number(v, change),
                              .rating = rating,
                              .games = lm_games_on_list(&p->tracks[chess], list->day),
                              .born = lm_person_is_adult(p, list->day) ? p->born / 10000 : 0};
}

static enum lm_status add_ranked(struct visit *v, const struct office_view *view,
                                 const struct office_query *q, struct rating_list_page *page)
{
    size_t all;
    struct office_found *found = lm_arena_alloc(v->arena, q->most, sizeof *found);
    struct rated_row *rows = lm_arena_alloc(v->arena, q->most, sizeof *rows);
    if (found == NULL || rows == NULL)
        return LM_LIMIT;
    size_t count = office_search(view, q, found, &all);
    for (size_t i = 0; i < count; i++) {
        struct lm_person p;
        if (!office_person(&view->lists[0], found[i].row->id, v->arena, &p))
            continue;
        rows[page->row_count] = row_of(v, view, &p, q->chess);
        rows[page->row_count++].rank = found[i].rank;
    }
    page->rows = rows;
    const struct lm_value counts[] = {lm_value_number("all", (int64_t)all),
                                      lm_value_number("from", (int64_t)q->from + 1),
                                      lm_value_number("to", (int64_t)(q->from + count))};
    page->message = all == 0       ? visit_word(v, LM_KEY("office.none"))
                    : count == all ? visit_say(v, LM_KEY("office.count"), counts, 1)
                                   : visit_say(v, LM_KEY("office.part"), counts, 3);
    if (q->from + count < all)
        page->after = list_url(v, q, q->chess, q->from + PAGE);
    if (q->from > 0) {
        page->first = list_url(v, q, q->chess, 0);
        page->before = list_url(v, q, q->chess, q->from > PAGE ? q->from - PAGE : 0);
    }
    return LM_OK;
}

static enum lm_status add_typed(struct visit *v, const struct office_view *view,
                                const struct office_query *q, struct rating_list_page *page)
{
    uint32_t ids[LIST_SHOWN];
    const struct office_list *list = &view->lists[0];
    if (!quota_take(v->server->find_quota, v))
        return visit_refuse(v, 429, "Too many requests from your address. Try again in an hour");
    size_t count = list_find(v, &list->steps[list->step_count - 1].registry, page->typed, ids);
    struct rated_row *rows = lm_arena_alloc(v->arena, LIST_SHOWN, sizeof *rows);
    for (size_t i = 0; rows != NULL && i < count; i++) {
        struct lm_person p;
        if (office_person(list, ids[i], v->arena, &p))
            rows[page->row_count++] = row_of(v, view, &p, q->chess);
    }
    page->rows = rows;
    page->message = page->row_count == 0
                        ? visit_word(v, LM_KEY("office.none"))
                        : visit_say_of(v, LM_KEY("office.count"),
                                       lm_value_number("all", (int64_t)page->row_count));
    return rows == NULL ? LM_LIMIT : LM_OK;
}

/* Add the choices, the current one first. */
static enum lm_status add_choices(struct visit *v, const struct office_view *view,
                                  const struct office_query *q, struct rating_list_page *page)
{
    const struct office_index *index = view->index;
    struct choice_row *shows = lm_arena_alloc(v->arena, OFFICE_SHOWS, sizeof *shows);
    struct choice_row *sexes = lm_arena_alloc(v->arena, OFFICE_SEXES, sizeof *sexes);
    struct choice_row *all = lm_arena_alloc(v->arena, index->federation_count + 2, sizeof *all);
    struct tab *kinds = lm_arena_alloc(v->arena, LM_CHESS_KINDS, sizeof *kinds);
    if (shows == NULL || sexes == NULL || all == NULL || kinds == NULL)
        return LM_LIMIT;
    for (int i = 0; i < OFFICE_SHOWS; i++) {
        int show = (i + (int)q->show) % OFFICE_SHOWS;
        shows[i] = (struct choice_row){show_names[show], visit_word(v, show_keys[show])};
    }
    for (int i = 0; i < OFFICE_SEXES; i++) {
        int sex = (i + (int)q->sex) % OFFICE_SEXES;
        sexes[i] = (struct choice_row){sex_names[sex], visit_word(v, sex_keys[sex])};
    }
    if (*q->federation != '\0')
        all[page->federation_count++] = (struct choice_row){q->federation, q->federation};
    all[page->federation_count++] =
        (struct choice_row){"", visit_word(v, LM_KEY("results.all-federations"))};
    for (size_t i = 0; i < index->federation_count; i++)
        if (strcmp(index->federations[i], q->federation) != 0) {
            const char *code = visit_print(v, "%s", index->federations[i]);
            all[page->federation_count++] = (struct choice_row){code, code};
        }
    for (int chess = 0; chess < LM_CHESS_KINDS; chess++)
        kinds[chess] = (struct tab){list_url(v, q, (enum lm_chess)chess, 0),
                                    visit_word(v, kind_keys[chess]), chess == (int)q->chess};
    page->sexes = sexes;
    page->sex_count = OFFICE_SEXES;
    page->shows = shows;
    page->show_count = OFFICE_SHOWS;
    page->federations = all;
    page->kinds = kinds;
    page->kind_count = LM_CHESS_KINDS;
    return LM_OK;
}

static const struct {
    const char *ending, *form, *type, *label;
} downloads[] = {{"txt", "combined", "text/plain; charset=utf-8", "FIDE, TXT"},
                 {"xml", "xml", "application/xml", "FIDE, XML"},
                 {"csv", "csv", "text/csv; charset=utf-8", "CSV"},
                 {"json", "json", "application/json", "JSON"}};
enum { DOWNLOADS = sizeof downloads / sizeof *downloads };

static enum lm_status add_files(struct visit *v, const struct office_list *list,
                                struct rating_list_page *page)
{
    struct tab *files = lm_arena_alloc(v->arena, DOWNLOADS, sizeof *files);
    for (size_t i = 0; files != NULL && i < DOWNLOADS; i++)
        files[page->file_count++] = (struct tab){
            site_local(v->arena, "/ratings/files/%s.%s", list->name, downloads[i].ending),
            downloads[i].label, false};
    page->files = files;
    return files == NULL ? LM_LIMIT : LM_OK;
}

static enum lm_status write_list(struct visit *v, const struct office_view *view)
{
    if (view->count == 0)
        return visit_refuse(v, 404, "No rating list found");
    const struct office_query q = query_of(v);
    if (q.age > 0 && q.age < 18)
        return visit_refuse(v, 422, "Ages begin at 18. Choose 18 or more");
    const char *typed = value(v, TYPED)->text;
    struct rating_list_page page = {.head = rating_head(v, visit_word(v, LM_KEY("office.title"))),
                                    .when = day_words(v, view->lists[0].day),
                                    .typed = typed == NULL ? "" : typed,
                                    .federation = q.federation,
                                    .action = site_local(v->arena, "/ratings"),
                                    .events = site_local(v->arena, "/ratings/events"),
                                    .enter = site_local(v->arena, "/ratings/register"),
                                    .chess = lm_chess_name(q.chess),
                                    .age = q.age};
    enum lm_status status =
        *page.typed == '\0' ? add_ranked(v, view, &q, &page) : add_typed(v, view, &q, &page);
    if (status == LM_OK)
        status = add_choices(v, view, &q, &page);
    if (status == LM_OK)
        status = add_files(v, &view->lists[0], &page);
    if (status == LM_OK)
        page_office_list(&v->reply->body, v->language, &page);
    return status;
}

static enum lm_status show_list(struct visit *v)
{
    return office_with(v, write_list);
}

/* --- a player */

/* Ratings on one list; 0: none. */
struct point {
    const struct office_list *list;
    int32_t ratings[LM_CHESS_KINDS];
};

static enum lm_status collect(struct visit *v, const struct office_view *view, uint32_t id,
                              struct point **out, size_t *count)
{
    struct point *points = lm_arena_alloc(v->arena, view->count, sizeof *points);
    for (size_t i = 0; points != NULL && i < view->count && *count < PERIODS_MOST; i++) {
        struct lm_person p;
        if (!office_person(&view->lists[i], id, v->arena, &p))
            continue;
        struct point *point = &points[(*count)++];
        point->list = &view->lists[i];
        for (int chess = 0; chess < LM_CHESS_KINDS; chess++)
            point->ratings[chess] = p.tracks[chess].rating;
    }
    *out = points;
    return points == NULL ? LM_LIMIT : LM_OK;
}

static const char *rating_words(struct visit *v, int32_t rating)
{
    return rating == 0 ? "" : visit_print(v, "%d", rating);
}

static enum lm_status add_periods(struct visit *v, const struct point *points, size_t count,
                                  uint32_t id, struct rating_player_page *page)
{
    struct rating_period_row *rows = lm_arena_alloc(v->arena, count, sizeof *rows);
    if (rows == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < count; i++) {
        const char *changes[LM_CHESS_KINDS];
        const struct point *p = &points[i];
        for (int chess = 0; chess < LM_CHESS_KINDS; chess++) {
            int32_t before = i + 1 < count ? points[i + 1].ratings[chess] : 0;
            changes[chess] = before == 0 || p->ratings[chess] == 0
                                 ? ""
                                 : signed_number(v, p->ratings[chess] - before);
        }
        rows[i] = (struct rating_period_row){.when = day_words(v, p->list->day),
                                             .standard = rating_words(v, p->ratings[LM_STANDARD]),
                                             .rapid = rating_words(v, p->ratings[LM_RAPID]),
                                             .blitz = rating_words(v, p->ratings[LM_BLITZ]),
                                             .standard_change = changes[LM_STANDARD],
                                             .rapid_change = changes[LM_RAPID],
                                             .blitz_change = changes[LM_BLITZ]};
        for (size_t s = 0; s < p->list->step_count; s++)
            if (p->list->steps[s].journal.bytes != NULL)
                rows[i].url = site_local(v->arena, "/ratings/%u/%s", id, p->list->name);
    }
    page->periods = rows;
    page->period_count = count;
    return LM_OK;
}

static enum lm_status add_kinds(struct visit *v, const struct office_list *list,
                                const struct lm_person *p, struct rating_player_page *page)
{
    struct lm_rating_book book;
    struct rating_kind_row *rows = lm_arena_alloc(v->arena, LM_CHESS_KINDS, sizeof *rows);
    enum lm_status status = rows == NULL ? LM_LIMIT : lm_rating_book(v->arena, &book);
    if (status != LM_OK)
        return status;
    for (int chess = 0; chess < LM_CHESS_KINDS; chess++) {
        const struct lm_track *track = &p->tracks[chess];
        const struct lm_rating_rules *rules =
            office_rules(list, &book, (enum lm_chess)chess, v->arena);
        enum lm_listing how = lm_listing_of(rules, p, (enum lm_chess)chess, list->day);
        if (track->rating == 0)
            continue;
        rows[page->kind_count++] = (struct rating_kind_row){
            .name = visit_word(v, kind_keys[chess]),
            .state = how == LM_LISTED_INACTIVE ? visit_word(v, LM_KEY("office.is-inactive")) : "",
            .rating = track->rating,
            .games = lm_games_on_list(track, list->day),
            .k = track->k};
    }
    page->kinds = rows;
    return LM_OK;
}

static enum lm_status add_chart(struct visit *v, const struct point *points, size_t count,
                                struct rating_player_page *page)
{
    struct lm_text label = lm_text_in(v->arena);
    struct chart_point *drawn = lm_arena_alloc(v->arena, count, sizeof *drawn);
    if (drawn == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < count; i++) {
        drawn[i] = (struct chart_point){.day = points[i].list->day, .name = points[i].list->name};
        memcpy(drawn[i].values, points[i].ratings, sizeof points[i].ratings);
    }
    enum lm_status status = office_chart(v, drawn, count, &page->chart);
    for (size_t i = 0; i < page->chart.line_count; i++)
        lm_text_print(&label, "%s%s", i == 0 ? "" : ", ",
                      visit_word(v, kind_keys[page->chart.lines[i].line]));
    page->chart.label = office_chart_label(v, lm_text_string(&label), drawn, count);
    return status;
}

static enum lm_status write_player(struct visit *v, const struct office_view *view,
                                   const struct lm_person *p)
{
    struct point *points;
    size_t count = 0;
    const struct office_list *list = &view->lists[0];
    struct rating_player_page page = {.head = rating_head(v, visit_print(v, "%s", p->name)),
                                      .name = visit_print(v, "%s", p->name),
                                      .title = visit_print(v, "%s", title_of(p)),
                                      .federation = visit_print(v, "%s", p->federation),
                                      .id = visit_print(v, "%u", p->id),
                                      .born =
                                          lm_person_is_adult(p, list->day) ? p->born / 10000 : 0,
                                      .feed = site_local(v->arena, "/ratings/%u.atom", p->id),
                                      .list = site_local(v->arena, "/ratings"),
                                      .caption = day_words(v, list->day)};
    enum lm_status status = collect(v, view, p->id, &points, &count);
    if (status == LM_OK)
        status = add_kinds(v, list, p, &page);
    if (status == LM_OK)
        status = add_periods(v, points, count, p->id, &page);
    if (status == LM_OK)
        status = add_chart(v, points, count, &page);
    v->reply->unlisted = !lm_person_is_adult(p, list->day);
    if (status == LM_OK)
        page_office_player(&v->reply->body, v->language, &page);
    return status;
}

static const char *feed_summary(struct visit *v, const struct point *now,
                                const struct point *before)
{
    struct lm_text text = lm_text_in(v->arena);
    for (int chess = 0; chess < LM_CHESS_KINDS; chess++) {
        int32_t rating = now->ratings[chess];
        if (rating == 0)
            continue;
        lm_text_print(&text, "%s%s %d", text.length == 0 ? "" : ", ",
                      visit_word(v, kind_keys[chess]), rating);
        if (before != NULL && before->ratings[chess] != 0)
            lm_text_print(&text, " (%+d)", rating - before->ratings[chess]);
    }
    return text.length == 0 ? visit_word(v, LM_KEY("office.unrated")) : lm_text_string(&text);
}

static const char *instant_of(struct visit *v, int32_t day)
{
    struct lm_text text = lm_text_in(v->arena);
    lm_text_add_instant(&text, (int64_t)day * 86400);
    return lm_text_string(&text);
}

static enum lm_status write_feed(struct visit *v, const struct office_view *view,
                                 const struct lm_person *p)
{
    struct point *points;
    size_t count = 0;
    const char *base = v->server->url;
    struct site_entry *entries = lm_arena_alloc(v->arena, FEED_MOST, sizeof *entries);
    enum lm_status status = collect(v, view, p->id, &points, &count);
    if (status != LM_OK || entries == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    struct site_feed feed = {
        .title = visit_say_of(v, LM_KEY("office.feed-of"), lm_value_text("name", p->name)),
        .updated = instant_of(v, view->lists[0].day),
        .home = site_local(v->arena, "%s/ratings/%u", base, p->id),
        .self = site_local(v->arena, "%s/ratings/%u.atom", base, p->id),
        .entries = entries};
    for (size_t i = 0; i < count && i < FEED_MOST; i++)
        entries[feed.entry_count++] = (struct site_entry){
            .title = visit_say_of(v, LM_KEY("office.list-of"),
                                  lm_value_text("day", day_words(v, points[i].list->day))),
            .summary = feed_summary(v, &points[i], i + 1 < count ? &points[i + 1] : NULL),
            .updated = instant_of(v, points[i].list->day),
            .url = site_local(v->arena, "%s/ratings/%u/%s", base, p->id, points[i].list->name)};
    page_feed(&v->reply->body, v->language, &feed);
    v->reply->type = "application/atom+xml";
    return LM_OK;
}

/* Find the person whose id begins ${text}; put the remaining text into ${*rest}. */
static enum lm_status find_player(struct visit *v, const struct office_view *view, const char *text,
                                  const char **rest, struct lm_person *out)
{
    size_t digits = strspn(text, "0123456789");
    int64_t id;
    *rest = text + digits;
    if (view->count == 0 || !lm_parse_integer(text, digits, 1, UINT32_MAX, &id) ||
        !office_person(&view->lists[0], (uint32_t)id, v->arena, out))
        return visit_refuse(v, 404, "Player not found");
    return LM_OK;
}

static enum lm_status write_player_or_feed(struct visit *v, const struct office_view *view)
{
    struct lm_person p;
    const char *rest;
    enum lm_status status = find_player(v, view, v->parts[0], &rest, &p);
    if (status == LM_OK && strcmp(rest, ".atom") == 0)
        status = write_feed(v, view, &p);
    else if (status == LM_OK && *rest == '\0')
        status = write_player(v, view, &p);
    else if (status == LM_OK)
        status = visit_refuse(v, 404, "Page not found");
    return status;
}

static enum lm_status show_player(struct visit *v)
{
    return office_with(v, write_player_or_feed);
}

/* --- a month of a player */

static enum lm_status write_period(struct visit *v, const struct office_view *view)
{
    const struct office_list *list = office_list_named(view, v->parts[1]);
    struct lm_person found, then;
    const struct lm_person *p = &found;
    const char *rest;
    enum lm_status status = find_player(v, view, v->parts[0], &rest, &found);
    if (status != LM_OK)
        return status;
    if (*rest != '\0' || list == NULL || !office_person(list, p->id, v->arena, &then))
        return visit_refuse(v, 404, "Page not found");
    struct rating_period_page page = {
        .head = rating_head(v, visit_say_of(v, LM_KEY("office.list-of"),
                                            lm_value_text("day", day_words(v, list->day)))),
        .name = visit_print(v, "%s", p->name),
        .lead = visit_word(v, LM_KEY("office.period-lead")),
        .player = player_url(v, p->id)};
    status = office_tell(v, list, list_before(view, list), p->id, &page);
    v->reply->unlisted = !lm_person_is_adult(p, view->lists[0].day);
    if (status == LM_OK)
        page_office_period(&v->reply->body, v->language, &page);
    return status;
}

static enum lm_status show_period(struct visit *v)
{
    return office_with(v, write_period);
}

/* --- downloads: made by the command once for each list, and stored with the data */

static bool pass_over(void *context, const char *bytes, size_t length)
{
    (void)context;
    (void)bytes;
    (void)length;
    return true;
}

/* Write the file ${path} of ${list} in ${form}; it appears whole. */
static enum lm_status export_list(struct visit *v, const struct office_list *list, const char *form,
                                  const char *path)
{
    const struct office_step *step = &list->steps[list->step_count - 1];
    const char *const operands[] = {"rate", "export", "--public", "-t",       form,
                                    "-o",   path,     "--",       step->path, NULL};
    return program_run(&(struct program){"limmat", operands, "", pass_over, NULL, v->server->stop},
                       &v->log);
}

/* A file that is mapped until its reply is sent. */
struct held_file {
    struct http_held held; /* must be first */
    struct os_map map;
};

static void release(struct http_held *held)
{
    struct held_file *file = (struct held_file *)(void *)held;
    os_unmap(&file->map);
    free(file);
}

static enum lm_status send_file(struct visit *v, const char *path, const char *name, size_t form)
{
    enum { PACKED_MOST = 4 << 20 };
    struct held_file *file = calloc(1, sizeof *file);
    if (file == NULL)
        return LM_LIMIT;
    enum lm_status status = os_map_file(path, &v->log, &file->map);
    if (status != LM_OK) {
        free(file);
        return status;
    }
    file->held.release = release;
    v->reply->held = &file->held;
    v->reply->bytes = file->map.bytes;
    v->reply->length = file->map.length;
    v->reply->type = downloads[form].type;
    v->reply->file = name;
    v->reply->ready = file->map.length > PACKED_MOST;
    return LM_OK;
}

static enum lm_status write_file(struct visit *v, const struct office_view *view)
{
    size_t form = 0;
    const char *dot = strchr(v->parts[0], '.');
    const char *name =
        dot == NULL ? "" : lm_arena_copy(v->arena, v->parts[0], (size_t)(dot - v->parts[0]));
    const struct office_list *list = name == NULL ? NULL : office_list_named(view, name);
    while (dot != NULL && form < DOWNLOADS && strcmp(downloads[form].ending, dot + 1) != 0)
        form++;
    if (list == NULL || form == DOWNLOADS)
        return visit_refuse(v, 404, "File not found");
    const struct office_step *step = &list->steps[list->step_count - 1];
    const char *folder = os_join(v->arena, v->server->folder, "ratings");
    const char *path =
        folder == NULL
            ? NULL
            : os_join(v->arena, folder,
                      visit_print(v, "%s-%lld-%zu.%s", step->name, (long long)step->written,
                                  step->registry.length, downloads[form].ending));
    if (path == NULL)
        return LM_LIMIT;
    enum lm_status status = os_make_folder(folder, &v->log);
    if (status == LM_OK && !os_is_there(path))
        status = export_list(v, list, downloads[form].form, path);
    return status == LM_OK ? send_file(v, path, visit_print(v, "ratings-%s", v->parts[0]), form)
                           : status;
}

static enum lm_status show_file(struct visit *v)
{
    return office_with(v, write_file);
}

const struct handler rating_list_handlers[] = {
    {false, "/ratings", RIGHT_LOOK, list_fields, "the rating list of the month", show_list, true},
    {false, "/ratings/files/:file", RIGHT_LOOK, NULL,
     "a list as FIDE's text or XML, CSV, JSON (2026-05.xml)", show_file, true},
    {false, "/ratings/:player", RIGHT_LOOK, NULL, "somebody's ratings, or (ID.atom) their feed",
     show_player, true},
    {false, "/ratings/:player/:list", RIGHT_LOOK, NULL, "why somebody's rating changed on a list",
     show_period, true},
    {0}};
