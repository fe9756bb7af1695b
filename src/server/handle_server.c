/* SPDX-License-Identifier: Apache-2.0 */
/* The pages of the whole server: events, keys, invitations, assets, health. */
#include <stdio.h>
#include <string.h>

#include "limmat/date.h"
#include "os/clock.h"
#include "server/championships.h"
#include "server/damage.h"
#include "server/events.h"
#include "server/handlers.h"
#include "server/office.h"
#include "server/qr.h"
#include "server/rating_lists.h"
#include "server/templates.h"
#include "site/icon.h"
#include "site/pages.h"
#include "site/said.h"

extern const struct embedded server_assets[];

/* --- the head of every page */

/* Return the address of ${asset} under /static/. */
static struct site_url asset_address(struct visit *v, const struct embedded *table,
                                     const char *name, const char *extension)
{
    for (const struct embedded *a = table; a->name != NULL; a++) {
        struct lm_text text = lm_text_in(v->arena);
        if (strcmp(a->name, name) != 0 || strcmp(a->extension, extension) != 0)
            continue;
        site_add_asset(&text, a);
        return site_local(v->arena, "/static/%s", lm_text_string(&text));
    }
    return (struct site_url){NULL};
}

struct site_url asset_url(struct visit *v, const char *name, const char *extension)
{
    return asset_address(v, server_assets, name, extension);
}

/* Add the server's tabs; pages of an event replace them by its own. */
static void add_server_places(struct visit *v, struct desk_head *head)
{
    enum { MOST = 3 };
    struct rail_tab *tabs = lm_arena_alloc(v->arena, MOST, sizeof *tabs);
    if (tabs == NULL || !head->desk)
        return;
    const char *path = v->request->path;
    tabs[head->tab_count++] = (struct rail_tab){head->home,
                                                visit_word(v, LM_KEY("desk.events")),
                                                strcmp(path, "/") == 0,
                                                site_icon(ICON_EVENTS),
                                                0,
                                                false};
    if (head->devices.address != NULL)
        tabs[head->tab_count++] = (struct rail_tab){head->devices,
                                                    visit_word(v, LM_KEY("desk.devices")),
                                                    strcmp(path, "/rights") == 0,
                                                    site_icon(ICON_DEVICES),
                                                    0,
                                                    false};
    if (v->server->office != NULL && rights_federation(v) != NULL)
        tabs[head->tab_count++] = (struct rail_tab){site_local(v->arena, "/office"),
                                                    visit_word(v, LM_KEY("office.office")),
                                                    false,
                                                    site_icon(ICON_STANDINGS),
                                                    0,
                                                    false};
    head->tabs = tabs;
}

/* Return the warning that the mirror is not being written, for users who run events; NULL: none. */
static const char *mirror_said(struct visit *v)
{
    char why[STORE_WHY];
    store_mirror_trouble(v->server->store, why);
    if (*why == '\0' || *v->who.key == '\0' || !rights_elsewhere(v, RIGHT_DESK))
        return NULL;
    return visit_say_of(v, LM_KEY("desk.mirror-trouble"),
                        lm_value_text("what", lm_arena_copy(v->arena, why, strlen(why))));
}

struct desk_head head_of(struct visit *v, const char *title)
{
    struct desk_head head = {.title = title,
                             .home = site_local(v->arena, "/"),
                             .style = asset_address(v, server_assets, "desk", "css"),
                             .script = asset_address(v, server_assets, "desk", "js"),
                             .leave = site_local(v->arena, "/leave"),
                             .who = "",
                             .section = "",
                             .deeds = "",
                             .token = v->who.token};
    head.all = head.home;
    head.seek = head.home;
    head.help = site_local(v->arena, "/help");
    head.desk = rights_elsewhere(v, RIGHT_DESK) || rights_elsewhere(v, RIGHT_DIRECT);
    head.language = v->language->code;
    head.spoken = v->language->name;
    languages_offered(v, &head);
    head.answers = v->request->post;
    if (visit_may(v, RIGHT_INVITE))
        head.devices = site_local(v->arena, "/rights");
    head.mirror = mirror_said(v);
    add_server_places(v, &head);
    if (*rights_championship(v) != '\0')
        head.leave = site_local(v->arena, "/c/%s/leave", rights_championship(v));
    if (*v->who.key != '\0') {
        head.who = v->who.name;
        head.role = rights_text(v);
    }
    return head;
}

enum lm_status show_asset(struct visit *v)
{
    const struct embedded *const tables[] = {site_assets, server_assets};
    static const struct {
        const char *extension, *type;
    } types[] = {{"css", "text/css; charset=utf-8"},
                 {"js", "text/javascript; charset=utf-8"},
                 {"wasm", "application/wasm"},
                 {"png", "image/png"},
                 {"txt", "text/plain; charset=utf-8"}};
    for (size_t t = 0; t < 2; t++)
        for (const struct embedded *a = tables[t]; a->name != NULL; a++) {
            struct lm_text text = lm_text_in(v->arena);
            site_add_asset(&text, a);
            if (strcmp(lm_text_string(&text), v->parts[0]) != 0)
                continue;
            v->reply->type = "application/octet-stream";
            for (size_t i = 0; i < sizeof types / sizeof *types; i++)
                if (strcmp(types[i].extension, a->extension) == 0)
                    v->reply->type = types[i].type;
            v->reply->bytes = a->bytes;
            v->reply->length = a->length;
            v->reply->forever = true;
            return LM_OK;
        }
    return visit_refuse(v, 404, "File not found");
}

/* Show a worker. It controls the pages below its own address, and all pages share a module by its
 * address. So each worker has a permanent address above all pages. */
static enum lm_status show_worker(struct visit *v)
{
    const char *name = v->handler->pattern + 1;
    for (const struct embedded *a = server_assets; a->name != NULL; a++)
        if (strncmp(name, a->name, strlen(a->name)) == 0 &&
            strcmp(name + strlen(a->name), ".js") == 0) {
            v->reply->type = "text/javascript; charset=utf-8";
            v->reply->bytes = a->bytes;
            v->reply->length = a->length;
            return LM_OK;
        }
    return visit_refuse(v, 404, "File not found");
}

/* Show the icon, which browsers request unasked. */
static enum lm_status show_icon(struct visit *v)
{
    v->reply->type = "image/svg+xml";
    lm_text_add(&v->reply->body, site_mark);
    return LM_OK;
}

/* --- events */

const char *visit_today(struct visit *v)
{
    int32_t day = (int32_t)(v->now / 86400);
    struct lm_date date = lm_date_of(day);
    return visit_print(v, "%04d-%02d-%02d", date.year, date.month, date.day);
}

static const char *state_of(struct visit *v, const struct lm_desk_event *e)
{
    if (e->finished)
        return visit_message(v, "finished");
    if (e->section_count == 0)
        return visit_message(v, "being prepared");
    const struct lm_desk_section *s = e->sections[0];
    const struct lm_desk_round *round = lm_desk_current(s);
    if (round == NULL)
        return visit_message(v, "before round 1 of %u", s->rounds);
    return visit_message(v,
                         round->state == LM_ROUND_CLOSED ? "round %u of %u is over"
                                                         : "round %u of %u is being played",
                         round->number, s->rounds);
}

/* Limits of the home page: only the latest events are listed, the rest are found by a search. */
enum { LISTED_MOST = 200, CARDS_MOST = 6, WAITS_MOST = 6 };

static size_t listed(size_t count)
{
    return count > LISTED_MOST ? LISTED_MOST : count;
}

/* Describe the progress of ${card}'s round, and its next step. */
static void say_progress(struct visit *v, const struct lm_desk_section *s,
                         const struct lm_desk_round *round, struct home_card *card)
{
    uint32_t in = 0, all = (uint32_t)round->board_count;
    bool draft = round->state == LM_ROUND_PROPOSED || round->state == LM_ROUND_ALTERED;
    for (size_t i = 0; i < round->board_count; i++)
        in += lm_desk_has_result(round->boards[i]);
    const struct lm_value values[] = {lm_value_number("round", round->number),
                                      lm_value_number("rounds", s->rounds)};
    const struct lm_value results[] = {lm_value_number("in", in), lm_value_number("boards", all)};
    card->percent = draft || all == 0 ? 100 : 100 * in / all;
    card->round = visit_say(v, LM_KEY("home.round-of"), values, 2);
    card->state = draft ? visit_word(v, LM_KEY("home.draft")) : "";
    card->progress = draft ? visit_say_of(v, LM_KEY("home.boards"), results[1])
                           : visit_say(v, LM_KEY("desk.results-in"), results, 2);
    card->step = visit_word(v, draft       ? LM_KEY("desk.review-draft")
                               : in == all ? LM_KEY("desk.close-round")
                                           : LM_KEY("desk.enter-results"));
}

/* Add the sections in play of the open event, if the user works there. */
static void add_cards(struct visit *v, const char *slug, const struct home_row *row,
                      struct home_page *page)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    for (size_t i = 0; i < e->section_count && page->card_count < CARDS_MOST; i++) {
        const struct lm_desk_section *s = e->sections[i];
        const struct lm_desk_round *made = lm_desk_proposed(s), *current = lm_desk_current(s);
        const struct lm_desk_round *round = made != NULL ? made : current;
        if (round == NULL || round->state == LM_ROUND_CLOSED ||
            round->state == LM_ROUND_CANCELLED || !visit_may_in(v, s->id, RIGHT_DESK))
            continue;
        const char *title = lm_desk_section_title(s);
        const struct lm_value values[] = {
            lm_value_text("dates", row->dates),
            lm_value_number("players", (int64_t)s->player_count),
            lm_value_text("section", e->section_count > 1 ? title : "")};
        struct home_card *card = &page->cards[page->card_count++];
        *card = (struct home_card){
            .url = site_local(v->arena, "/e/%s/%s/overview", slug, s->id),
            .step_url = site_local(v->arena, "/e/%s/%s/round/%u", slug, s->id, round->number),
            .public_page =
                site_local(v->arena, "/p/%s/%s/index%s.html", slug, s->id, language_suffix(v)),
            .name = row->name,
            .what = visit_say(
                v, e->section_count > 1 ? LM_KEY("home.card-section") : LM_KEY("home.card-what"),
                values, e->section_count > 1 ? 3 : 2)};
        say_progress(v, s, round, card);
    }
}

/* Add the open event's tasks that need a decision: drafts, conflicting reports, requests. */
static enum lm_status add_waits(struct visit *v, const char *slug, const char *name,
                                struct home_page *page)
{
    const struct lm_desk_due *dues;
    size_t count = 0;
    enum lm_status status = lm_desk_due(v->event->desk, NULL, v->now, v->arena, &dues, &count);
    for (size_t i = 0; status == LM_OK && i < count && page->wait_count < WAITS_MOST; i++) {
        const struct lm_desk_section *s = dues[i].section;
        bool wanted = dues[i].kind == LM_DUE_PUBLISH || dues[i].kind == LM_DUE_CONFLICT ||
                      dues[i].kind == LM_DUE_REQUEST || dues[i].kind == LM_DUE_FINISH;
        if (!wanted || s == NULL || !visit_may_in(v, s->id, RIGHT_PRIVATE))
            continue;
        page->waits[page->wait_count++] = (struct due_row){
            .text =
                visit_print(v, "%s: %s", name, visit_message_as(v, dues[i].text, dues[i].message)),
            .url = site_local(v->arena, "/e/%s/%s/overview", slug, s->id)};
    }
    return status;
}

/* Add the menu of an event's row: players, standings, printouts, settings, public page. */
static void add_places(struct visit *v, const char *slug, const struct lm_desk_section *s,
                       struct home_row *row)
{
    const struct {
        const char *path, *key;
    } places[] = {{"players", LM_KEY("page.players")},
                  {"standings", LM_KEY("page.standings")},
                  {"files", LM_KEY("desk.paper")},
                  {"settings", LM_KEY("desk.settings")}};
    enum { PLACES = sizeof places / sizeof *places };
    if (s == NULL || !visit_may_in(v, s->id, RIGHT_DESK))
        return;
    struct tab *tabs = lm_arena_alloc(v->arena, PLACES + 1, sizeof *tabs);
    for (size_t i = 0; tabs != NULL && i < PLACES; i++)
        tabs[row->place_count++] =
            (struct tab){site_local(v->arena, "/e/%s/%s/%s", slug, s->id, places[i].path),
                         visit_word(v, places[i].key), false};
    if (tabs != NULL)
        tabs[row->place_count++] = (struct tab){
            site_local(v->arena, "/p/%s/%s/index%s.html", slug, s->id, language_suffix(v)),
            visit_word(v, LM_KEY("desk.public-page")), false};
    row->places = tabs;
}

static enum lm_status add_event(struct visit *v, const char *slug, struct home_page *page,
                                struct home_row *row)
{
    enum lm_status status = event_take_well(v, slug);
    if (status != LM_OK || v->event == NULL)
        return status;
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    const struct lm_desk_section *s = e->section_count == 0 ? NULL : e->sections[0];
    *row = (struct home_row){
        .url = site_local(v->arena, "/e/%s", slug),
        .name = visit_print(v, "%s", e->name),
        .dates = site_dates(v->language, e->start, e->end, v->arena),
        .state =
            s != NULL && s->sent > 0 ? visit_word(v, LM_KEY("home.report-sent")) : state_of(v, e),
        .look = e->finished || (s != NULL && s->sent > 0) ? "ok" : "",
        .system = s == NULL ? "" : system_called(v, s->system),
        .draft = s == NULL || (lm_desk_current(s) == NULL && lm_desk_proposed(s) == NULL),
        .past = e->finished || (s != NULL && s->finished)};
    if (*row->name == '\0')
        row->name = slug;
    for (size_t i = 0; i < e->section_count; i++)
        row->players += (uint32_t)e->sections[i]->player_count;
    page->row_count++;
    add_places(v, slug, s, row);
    add_cards(v, slug, row, page);
    status = add_waits(v, slug, row->name, page);
    event_give(v);
    return status;
}

/* Add reports of damage, for users who can repair it. */
static enum lm_status add_damages(struct visit *v, struct home_page *page)
{
    const struct damage_item *items;
    size_t count = 0;
    enum lm_status status = damage_list(v->server->damage, v->arena, &items, &count);
    struct message_link *rows =
        status == LM_OK ? lm_arena_alloc(v->arena, count, sizeof *rows) : NULL;
    bool may = rights_elsewhere(v, RIGHT_DESK);
    if (rows == NULL)
        return LM_LIMIT;
    for (size_t i = 0; may && i < count; i++) {
        const char *journal = items[i].journal;
        const struct lm_value values[] = {lm_value_text("event", journal),
                                          lm_value_text("what", items[i].what)};
        size_t length = strlen(journal);
        bool mine = length == 0 ? visit_may(v, RIGHT_SERVER) : rights_cover(v, journal);
        if (mine)
            rows[page->damage_count++].text =
                length == 0 ? visit_say_of(v, LM_KEY("home.damaged-store"), values[1])
                            : visit_say(v, LM_KEY("home.damaged"), values, 2);
    }
    page->damages = rows;
    return LM_OK;
}

static enum lm_status add_championships(struct visit *v, struct home_page *page)
{
    const char *const *slugs;
    size_t count = 0;
    enum lm_status status = championships_list(v->server->championships, v->arena, &slugs, &count);
    struct home_row *rows = status == LM_OK ? lm_arena_alloc(v->arena, count, sizeof *rows) : NULL;
    if (rows == NULL)
        return LM_LIMIT;
    for (size_t i = 0; status == LM_OK && i < count; i++)
        status = championship_row(v, slugs[count - 1 - i], &rows[i]);
    page->championships = rows;
    page->championship_count = count;
    page->new_championship = site_local(v->arena, "/championships/form");
    return status;
}

static const struct form_field home_fields[] = {{"show", FORM_CHOICE, 0, 8, "|drafts|past", false},
                                                {0}};

/* Keep those of ${count} ${rows} that pass the filter; count the rows of each filter. */
static enum lm_status choose_rows(struct visit *v, struct home_page *page, struct home_row *rows)
{
    enum { ALL, DRAFTS, PAST, WAYS };
    static const char *const names[WAYS] = {"", "drafts", "past"};
    const char *const keys[WAYS] = {LM_KEY("home.all"), LM_KEY("home.drafts"), LM_KEY("home.past")};
    struct tab *shows = lm_arena_alloc(v->arena, WAYS, sizeof *shows);
    size_t counts[WAYS] = {page->row_count, 0, 0}, kept = 0;
    if (shows == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < page->row_count; i++) {
        bool is[WAYS] = {true, rows[i].draft, rows[i].past};
        for (size_t way = DRAFTS; way < WAYS; way++)
            counts[way] += is[way];
        for (size_t way = 0; way < WAYS; way++)
            if (is[way] && strcmp(value(v, 0)->text, names[way]) == 0)
                rows[kept++] = rows[i];
    }
    for (size_t way = 0; way < WAYS; way++)
        shows[way] =
            (struct tab){site_local(v->arena, "/%s%s", way == ALL ? "" : "?show=", names[way]),
                         visit_say_of(v, keys[way], lm_value_number("count", (int64_t)counts[way])),
                         strcmp(value(v, 0)->text, names[way]) == 0};
    page->row_count = kept;
    page->rows = rows;
    page->shows = shows;
    page->show_count = counts[ALL] > 1 ? (size_t)WAYS : 0;
    return LM_OK;
}

static enum lm_status add_events(struct visit *v, struct home_page *page)
{
    const char *const *slugs;
    size_t count = 0;
    enum lm_status status = events_list(v->server->events, v->arena, &slugs, &count);
    struct home_row *rows =
        status == LM_OK ? lm_arena_alloc(v->arena, listed(count), sizeof *rows) : NULL;
    page->cards = lm_arena_alloc(v->arena, CARDS_MOST, sizeof *page->cards);
    page->waits = lm_arena_alloc(v->arena, WAITS_MOST, sizeof *page->waits);
    if (rows == NULL || page->cards == NULL || page->waits == NULL)
        return LM_LIMIT;
    for (size_t i = 0; status == LM_OK && i < listed(count); i++)
        status = add_event(v, slugs[count - 1 - i], page, &rows[page->row_count]);
    if (listed(count) < count)
        page->earlier = site_local(v->arena, "/results");
    return status == LM_OK ? choose_rows(v, page, rows) : status;
}

/* Return "2026-11-01": FIDE's lists have the first of a month. */
static const char *month_of(struct visit *v)
{
    struct lm_text day = lm_text_in(v->arena);
    struct lm_date today = lm_date_of((int32_t)(v->now / 86400));
    today.day = 1;
    lm_text_add_date(&day, today, '-');
    return lm_text_string(&day);
}

static enum lm_status show_home(struct visit *v)
{
    struct home_page page = {.head = head_of(v, visit_word(v, LM_KEY("home.events"))),
                             .token = v->who.token,
                             .add = site_local(v->arena, "/new"),
                             .import = site_local(v->arena, "/import"),
                             .fresh = site_local(v->arena, "/list/fresh"),
                             .list_kept = lists_are_kept(v->server->lists),
                             .fetching = lists_said(v->server->lists, v),
                             .send = site_local(v->arena, "/list/send"),
                             .done = "{done}",
                             .whole = "{all}",
                             .pair = site_local(v->arena, "/pair/pair.html"),
                             .may_add = visit_may(v, RIGHT_SERVER)};
    if (v->server->submissions != NULL && *v->who.name == '\0')
        return visit_go(v, "/results"); /* visitors of a results service look for results */
    page.list = list_text(v, &page.list_old);
    page.head.soon = lists_are_busy(v->server->lists);
    page.month = month_of(v);
    if (v->server->office != NULL)
        page.ratings = site_local(v->arena, "/ratings");
    if (v->server->submissions != NULL) {
        page.results = site_local(v->arena, "/results");
        page.submit = site_local(v->arena, "/submit");
        page.moderation = site_local(v->arena, "/moderation");
    }
    enum lm_status status = add_championships(v, &page);
    if (status == LM_OK)
        status = add_events(v, &page);
    if (status == LM_OK)
        status = add_damages(v, &page);
    if (status == LM_OK)
        page_desk_home(&v->reply->body, v->language, &page);
    return status;
}

/* --- keys */

static enum lm_status show_key(struct visit *v)
{
    struct invited who;
    enum lm_status status = session_invitation(v, v->parts[0], &who);
    if (status != LM_OK)
        return status;
    if (who.role == ROLE_VISITOR)
        return visit_refuse(v, 403, "This link has been used or has expired. Ask for a new one");
    bool named = *who.account != '\0';
    struct key_page page = {.head = head_of(v, named ? visit_message(v, "This is you")
                                                     : visit_word(v, LM_KEY("key.device"))),
                            .role = visit_message_as(v, role_title(who.role), NULL),
                            .whom = named ? who.name : "",
                            .action = site_local(v->arena, "%s", v->request->path)};
    page_desk_key(&v->reply->body, v->language, &page);
    return LM_OK;
}

static const struct form_field key_fields[] = {{"name", FORM_TEXT, 0, 60, NULL, false}, {0}};

static enum lm_status take_key(struct visit *v)
{
    enum lm_status status = session_begin(v, v->parts[0], value(v, 0)->text);
    return status == LM_OK ? visit_go(v, "%s", rights_home(v)) : status;
}

enum lm_status session_leave(struct visit *v)
{
    enum lm_status status = session_end(v);
    return status == LM_OK ? visit_go(v, "/") : status;
}

/* --- invitations */

static const struct rights_choice choices[] = {
    {"chief", LM_MESSAGE("Chief arbiter"),
     LM_MESSAGE("everything in the events, except new events and invitations")},
    {"arbiter", LM_MESSAGE("Arbiter"), LM_MESSAGE("players, check-in, rounds, results")},
    {"results", LM_MESSAGE("Results"), LM_MESSAGE("results only: a helper at the boards")},
    {"check-in", LM_MESSAGE("Check-in"), LM_MESSAGE("attendance: a tablet at the door")},
    {"kiosk", LM_MESSAGE("Kiosk"),
     LM_MESSAGE("a screen at the exit, where both players enter their result")},
    {"administrator", LM_MESSAGE("Administrator"), LM_MESSAGE("everything, as you")},
    {"officer", LM_MESSAGE("Rating officer"),
     LM_MESSAGE("reports, players and lists of the rating office")}};

/* List the roles that can be given, in the language of ${v}. */
static const struct rights_choice *choices_in(struct visit *v, size_t *count)
{
    *count = sizeof choices / sizeof *choices;
    struct rights_choice *out = lm_arena_alloc(v->arena, *count, sizeof *out);
    for (size_t i = 0; out != NULL && i < *count; i++)
        out[i] =
            (struct rights_choice){choices[i].name, visit_message_as(v, choices[i].title, NULL),
                                   visit_message_as(v, choices[i].what, NULL)};
    return out;
}

enum { ROLE, SCOPE };
enum { INVITED_SECONDS = 2 * 86400 };

static enum lm_status add_where(struct visit *v, struct rights_page *page,
                                struct rights_where *rows, const char *scope, const char *label)
{
    if (rights_cover(v, scope))
        rows[page->where_count++] = (struct rights_where){scope, label};
    return scope == NULL || label == NULL ? LM_LIMIT : LM_OK;
}

/* List the scopes for which the user can invite: all events, one, or one section of one. */
static enum lm_status add_wheres(struct visit *v, struct rights_page *page)
{
    const char *const *slugs;
    size_t count = 0, capacity = 0;
    struct rights_where *rows = NULL;
    enum lm_status status = events_list(v->server->events, v->arena, &slugs, &count);
    for (size_t i = 0; status == LM_OK && i < listed(count); i++) {
        status = event_take_well(v, slugs[count - 1 - i]);
        if (status != LM_OK)
            break;
        if (v->event == NULL)
            continue;
        const struct lm_desk_event *e = lm_desk_event(v->event->desk);
        const char *name = visit_print(v, "%s", e->name);
        if (!lm_arena_grow(v->arena, &rows, &capacity, page->where_count + 1 + e->section_count,
                           sizeof *rows))
            status = LM_LIMIT;
        else
            status = add_where(v, page, rows, slugs[count - 1 - i], name);
        for (size_t k = 0; status == LM_OK && e->section_count > 1 && k < e->section_count; k++)
            status = add_where(v, page, rows,
                               visit_print(v, "%s/%s", slugs[count - 1 - i], e->sections[k]->id),
                               visit_print(v, "%s: %s", name, e->sections[k]->title));
        event_give(v);
    }
    page->wheres = rows;
    return status;
}

static const char office_scope[] = "federation:";

/* Append to ${page}'s scopes the federations that can have rating officers. */
static enum lm_status add_federations(struct visit *v, struct rights_page *page)
{
    const struct office_view *view = NULL;
    if (v->server->office == NULL || !rights_cover(v, ""))
        return LM_OK;
    enum lm_status status = office_take(v->server->office, &v->log, &view);
    if (status != LM_OK)
        return status;
    size_t most = view->index == NULL ? 0 : view->index->federation_count;
    struct rights_where *rows = lm_arena_alloc(v->arena, page->where_count + most, sizeof *rows);
    for (size_t i = 0; rows != NULL && i < page->where_count; i++)
        rows[i] = page->wheres[i];
    for (size_t i = 0; rows != NULL && i < most; i++)
        rows[page->where_count++] =
            (struct rights_where){visit_print(v, "%s%s", office_scope, view->index->federations[i]),
                                  visit_print(v, "%s", view->index->federations[i])};
    office_give(v->server->office, view);
    page->wheres = rows;
    return rows == NULL ? LM_LIMIT : LM_OK;
}

static enum lm_status show_rights_with(struct visit *v, const char *address, const char *title)
{
    struct rights_page page = {.head = head_of(v, visit_word(v, LM_KEY("rights.title"))),
                               .address = address,
                               .title = title,
                               .action = site_local(v->arena, "/rights"),
                               .end = site_local(v->arena, "/rights/end"),
                               .all = rights_cover(v, "")};
    if (visit_may(v, RIGHT_SERVER))
        page.machines = site_local(v->arena, "/sync");
    page.choices = choices_in(v, &page.choice_count);
    if (page.choices == NULL)
        return LM_LIMIT;
    if (*address != '\0')
        page.code = qr_picture(address, visit_word(v, LM_KEY("desk.qr")), v->arena);
    enum lm_status status = add_wheres(v, &page);
    size_t shown = page.where_count;
    if (status == LM_OK)
        status = add_federations(v, &page);
    if (status == LM_OK)
        status =
            session_devices(v, page.wheres, page.where_count, &page.devices, &page.device_count);
    page.where_count = shown;
    if (status == LM_OK)
        page_desk_rights(&v->reply->body, v->language, &page);
    return status;
}

static enum lm_status show_rights(struct visit *v)
{
    return show_rights_with(v, "", "");
}

static const struct form_field invite_fields[] = {
    [ROLE] = {"role", FORM_CHOICE, 0, 20,
              "chief|arbiter|results|check-in|kiosk|administrator|officer", true},
    [SCOPE] = {"scope", FORM_TEXT, 0, 120, NULL, false},
    {0}};

static enum lm_status invite(struct visit *v)
{
    const struct invited whom = {role_named(value(v, ROLE)->text), value(v, SCOPE)->text, "", ""};
    const char *address = "", *scope = whom.scope;
    struct rights_page known = {.where_count = 0};
    if (!rights_cover(v, scope))
        return visit_refuse(v, 403,
                            "You can invite people only to where you work yourself. Choose one of "
                            "the events or sections on the list");
    enum lm_status status = add_wheres(v, &known);
    bool officer = whom.role == ROLE_OFFICER, found = *scope == '\0';
    if (status == LM_OK && officer) {
        known.where_count = 0;
        status = add_federations(v, &known);
    }
    for (size_t i = 0; i < known.where_count; i++)
        found |= strcmp(known.wheres[i].scope, scope) == 0;
    if (status == LM_OK && !found)
        return visit_refuse(v, 422, "Event or section \"%s\" not found", scope);
    if (status == LM_OK)
        status =
            session_invite(v->server, &whom, v->now + INVITED_SECONDS, v->arena, &v->log, &address);
    return status == LM_OK
               ? show_rights_with(v, address, visit_message_as(v, role_title(whom.role), NULL))
               : status;
}

static const struct form_field end_fields[] = {{"device", FORM_TEXT, 0, 100, NULL, true}, {0}};

static enum lm_status end_device(struct visit *v)
{
    const struct rights_device *devices;
    struct rights_page known = {.where_count = 0};
    size_t count = 0;
    enum lm_status status = add_wheres(v, &known);
    if (status == LM_OK)
        status = add_federations(v, &known);
    if (status == LM_OK)
        status = session_devices(v, known.wheres, known.where_count, &devices, &count);
    for (size_t i = 0; status == LM_OK && i < count; i++)
        if (strcmp(devices[i].key, value(v, 0)->text) == 0) {
            status = store_remove(v->server->store, STORE_SESSION, devices[i].key, &v->log);
            return status == LM_OK ? visit_go(v, "/rights") : status;
        }
    return status == LM_OK ? visit_refuse(v, 404, "Access of this device is already revoked")
                           : status;
}

/* --- a file of the user's own, paired in the browser */

static enum lm_status show_pair(struct visit *v)
{
    size_t count;
    const struct site_names plain = site_names_of("", v->arena);
    const struct site_language *all = site_every_language(v->arena, &count);
    for (size_t i = 0; all != NULL && i < count; i++) {
        if (strcmp(v->parts[0], visit_print(v, "pair%s.html", all[i].suffix)) != 0)
            continue;
        struct site_names names = site_names_in(&plain, all, count, i);
        v->reply->type = "text/html; charset=utf-8";
        return site_write_pair(&names, "/static/", site_local(v->arena, "/"), v->arena,
                               &v->reply->body);
    }
    return all == NULL ? LM_LIMIT : visit_refuse(v, 404, "Page not found");
}

/* --- for programs */

static enum lm_status show_health(struct visit *v)
{
    v->reply->type = "text/plain; charset=utf-8";
    struct store_record record;
    enum lm_status status =
        store_get(v->server->store, STORE_SETTING, "health", v->now, v->arena, &record, &v->log);
    const struct damage_item *items;
    size_t count = 0;
    char why[STORE_WHY];
    if (status == LM_OK)
        status = damage_list(v->server->damage, v->arena, &items, &count);
    for (size_t i = 0; status == LM_OK && i < count; i++)
        lm_text_print(&v->reply->body, "damaged: %s\n",
                      *items[i].journal == '\0' ? "the store" : items[i].journal);
    store_mirror_trouble(v->server->store, why);
    if (*why != '\0')
        lm_text_add(&v->reply->body, "mirror: not written\n");
    lm_text_add(&v->reply->body, count == 0 && *why == '\0' ? "well\n" : "");
    return status;
}

static enum lm_status show_help(struct visit *v)
{
    struct desk_head head = head_of(v, visit_word(v, LM_KEY("desk.help")));
    page_desk_help(&v->reply->body, v->language, &head);
    return LM_OK;
}

static enum lm_status show_metrics(struct visit *v)
{
    struct lm_text *out = &v->reply->body;
    v->reply->type = "text/plain; version=0.0.4; charset=utf-8";
    lm_text_print(out, "# TYPE limmat_up_seconds gauge\nlimmat_up_seconds %lld\n",
                  (long long)((os_elapsed_milliseconds() - v->server->began) / 1000));
    lm_text_print(out, "# TYPE limmat_streams gauge\nlimmat_streams %zu\n",
                  http_streams(v->server->http));
    size_t awake, events = events_count(v->server->events, &awake);
    lm_text_print(out,
                  "# TYPE limmat_events gauge\nlimmat_events %zu\n"
                  "# TYPE limmat_events_awake gauge\nlimmat_events_awake %zu\n",
                  events, awake);
    const struct damage_item *items;
    size_t damages = 0;
    char why[STORE_WHY];
    enum lm_status status = damage_list(v->server->damage, v->arena, &items, &damages);
    if (status != LM_OK)
        return status;
    lm_text_print(out, "# TYPE limmat_damaged gauge\nlimmat_damaged %zu\n", damages);
    if (damages > 0)
        lm_text_add(out, "# TYPE limmat_damaged_event gauge\n");
    for (size_t i = 0; i < damages; i++)
        if (strpbrk(items[i].journal, "\"\\\n") == NULL)
            lm_text_print(out, "limmat_damaged_event{event=\"%s\"} 1\n", items[i].journal);
    store_mirror_trouble(v->server->store, why);
    lm_text_print(out, "# TYPE limmat_mirror_failing gauge\nlimmat_mirror_failing %d\n",
                  *why != '\0');
    lm_text_add(out, "# TYPE limmat_replies_total counter\n");
    for (unsigned hundred = 2; hundred < 6; hundred++)
        lm_text_print(out, "limmat_replies_total{code=\"%uxx\"} %llu\n", hundred,
                      atomic_load(&v->server->counts[hundred]));
    return LM_OK;
}

const struct handler server_handlers[] = {
    {false, "/", RIGHT_LOOK, home_fields, "the list of events", show_home, false},
    {false, "/static/:file", RIGHT_LOOK, NULL, "style sheets and scripts", show_asset, false},
    {false, "/news.js", RIGHT_LOOK, NULL, "one stream of news for all tabs of a browser",
     show_worker, false},
    {false, "/live-worker.js", RIGHT_LOOK, NULL, "keeps public pages for when there is no net",
     show_worker, false},
    {false, "/pair/:page", RIGHT_LOOK, NULL, "a page that pairs a file in the browser", show_pair,
     false},
    {false, "/favicon.ico", RIGHT_LOOK, NULL, "the mark", show_icon, false},
    {false, "/key/:key", RIGHT_LOOK, NULL, "what a key is good for", show_key, false},
    {true, "/key/:key", RIGHT_LOOK, key_fields, "begin a session with a key", take_key, true},
    {true, "/leave", RIGHT_LOOK, NULL, "end the session", session_leave, false},
    {false, "/rights", RIGHT_INVITE, NULL, "invite others", show_rights, false},
    {true, "/rights", RIGHT_INVITE, invite_fields, "make an invitation", invite, false},
    {true, "/rights/end", RIGHT_INVITE, end_fields, "shut a device out", end_device, false},
    {false, "/help", RIGHT_LOOK, NULL, "what each screen is for", show_help, false},
    {false, "/health", RIGHT_LOOK, NULL, "does the server answer?", show_health, false},
    {false, "/metrics", RIGHT_LOOK, NULL, "figures for Prometheus", show_metrics, false},
    {false, "/openapi.json", RIGHT_LOOK, NULL, "this table", show_openapi, false},
    {0}};
