/* SPDX-License-Identifier: Apache-2.0 */
/* An event as a whole: its creation, the frame of its pages, its log, live updates. */
#include <stdarg.h>
#include <string.h>

#include "base/texts.h"
#include "limmat/date.h"
#include "limmat/formats.h"
#include "limmat/journal.h"
#include "os/clock.h"
#include "server/championships.h"
#include "server/clocks.h"
#include "server/handlers.h"
#include "server/letters.h"
#include "server/templates.h"
#include "site/icon.h"
#include "site/pages.h"
#include "site/said.h"

/* --- parts of all pages of an event */

enum lm_status section_take(struct visit *v, struct lm_desk_section **out)
{
    *out = lm_desk_section(v->event->desk, v->parts[1]);
    if (*out == NULL)
        return visit_refuse(v, 404, "This event doesn’t have a section of that name");
    return LM_OK;
}

struct site_url section_url(struct visit *v, const struct lm_desk_section *section,
                            const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *path = lm_vprinted(v->arena, format, arguments);
    va_end(arguments);
    return site_local(v->arena, "/e/%s/%s/%s", v->event->slug, section->id, path);
}

uint32_t section_round(const struct lm_desk_section *section)
{
    const struct lm_desk_round *made = lm_desk_proposed(section);
    const struct lm_desk_round *current = lm_desk_current(section);
    if (made != NULL)
        return made->number;
    if (current == NULL)
        return 1;
    bool over = current->state == LM_ROUND_CLOSED || current->state == LM_ROUND_CANCELLED;
    return over && current->number < section->rounds ? current->number + 1 : current->number;
}

/* Return the name of ${player} for ${audience}; mark an expelled player. */
static const char *name_for(struct visit *v, const struct lm_desk_player *player,
                            enum lm_desk_audience audience)
{
    if (player == NULL)
        return "";
    bool hidden = audience == LM_FOR_PUBLIC && !player->shown;
    return site_marked(v->language, lm_desk_name(player, audience, v->arena),
                       player->standing != LM_EXPELLED ? LM_IN_STANDINGS
                       : hidden                        ? LM_OUT_WITHDRAWN
                                                       : LM_OUT_EXPELLED,
                       v->arena);
}

const char *public_name(struct visit *v, const struct lm_desk_player *player)
{
    return name_for(v, player, LM_FOR_PUBLIC);
}

const char *player_name(struct visit *v, const struct lm_desk_player *player)
{
    return name_for(v, player, visit_may(v, RIGHT_DESK) ? LM_FOR_ARBITERS : LM_FOR_PUBLIC);
}

const char *visit_clock(struct visit *v, int64_t at, bool day)
{
    enum { HALF_YEAR = 183 * 86400 };
    static const char *const months[] = {"",    "Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    if (at == LM_NO_TIME)
        return "";
    at += visit_offset(v, at);
    struct lm_date date = lm_date_of((int32_t)(at / 86400));
    int minutes = (int)(at % 86400 / 60);
    /* Show the year if it differs much from today, as with a wrong clock: the log is read in the
     * year of the event. */
    if (day && (at - v->now > HALF_YEAR || v->now - at > HALF_YEAR))
        return visit_dated(v, visit_print(v, "%04d-%02d-%02d %02d:%02d", date.year, date.month,
                                          date.day, minutes / 60, minutes % 60));
    if (day && v->language != lm_english())
        return visit_print(
            v, "%s %02d:%02d",
            visit_say(v, LM_KEY("date.no-year"),
                      (const struct lm_value[]){lm_value_number("first", date.day),
                                                lm_value_number("month", date.month)},
                      2),
            minutes / 60, minutes % 60);
    if (day)
        return visit_print(v, "%d %s %02d:%02d", date.day, months[date.month], minutes / 60,
                           minutes % 60);
    return visit_print(v, "%02d:%02d", minutes / 60, minutes % 60);
}

const char *stamp_of(struct visit *v, const struct lm_desk_round *round)
{
    const struct lm_desk *desk = v->event->desk;
    struct lm_text text = lm_text_in(v->arena);
    if (round != NULL && round->version > 0)
        lm_text_print(&text, "%s · ",
                      visit_say(v, LM_KEY("desk.stamp-version"),
                                (const struct lm_value[]){
                                    lm_value_number("version", round->version),
                                    lm_value_text("time", visit_clock(v, round->at, true))},
                                2));
    if (round != NULL && round->position[0] != '\0')
        lm_text_print(
            &text, "%s · ",
            visit_say(v, LM_KEY("desk.stamp-position"),
                      (const struct lm_value[]){lm_value_number("number", round->position_number),
                                                lm_value_text("pieces", round->position)},
                      2));
    lm_text_add(&text, visit_say(v, LM_KEY("desk.stamp"),
                                 (const struct lm_value[]){
                                     lm_value_number("number", (int64_t)lm_desk_number(desk)),
                                     lm_value_text("fingerprint",
                                                   visit_print(v, "%.12s", lm_desk_head(desk))),
                                     lm_value_text("time", visit_clock(v, v->now, true))},
                                 3));
    return visit_capital(v, lm_text_string(&text));
}

/* Count the boards without a result in the round in play. */
static uint32_t waiting_of(const struct lm_desk_section *s)
{
    const struct lm_desk_round *round = lm_desk_current(s);
    uint32_t waiting = 0;
    bool played =
        round != NULL && (round->state == LM_ROUND_PUBLISHED || round->state == LM_ROUND_PLAYING);
    for (size_t i = 0; played && i < round->board_count; i++)
        waiting += !lm_desk_has_result(round->boards[i]);
    return waiting;
}

static uint32_t entered_in(const struct lm_desk_section *s)
{
    uint32_t count = 0;
    for (size_t i = 0; i < s->player_count; i++)
        count += s->players[i]->standing != LM_REMOVED;
    return count;
}

/* The tabs of a section, in order; the address of the round contains its number. */
static const struct place {
    const char *path, *key, *help;
    enum site_icon icon;
    bool desk; /* for users of the desk */
} places[TABS] = {
    [TAB_OVERVIEW] = {"overview", LM_KEY("desk.overview"), "#round", ICON_HOME, true},
    [TAB_PLAYERS] = {"players", LM_KEY("page.players"), "#players", ICON_PLAYERS, true},
    [TAB_CHECK_IN] = {"check-in", LM_KEY("desk.check-in"), "#check-in", ICON_CHECK_IN, true},
    [TAB_ROUND] = {"round", LM_KEY("desk.round"), "#round", ICON_ROUND, false},
    [TAB_STANDINGS] = {"standings", LM_KEY("page.standings"), "#standings", ICON_STANDINGS, false},
    [TAB_PRIZES] = {"prizes", LM_KEY("page.prizes"), "#standings", ICON_PRIZES, true},
    [TAB_FILES] = {"files", LM_KEY("desk.paper"), "#paper", ICON_PRINT, false},
    [TAB_SETTINGS] = {"settings", LM_KEY("desk.settings"), "#settings", ICON_SETTINGS, true},
    [TAB_LOG] = {"log", LM_KEY("desk.log"), "#log", ICON_LOG, false}};

static struct site_url place_url(struct visit *v, const struct lm_desk_section *s,
                                 enum tab_name tab)
{
    return tab == TAB_LOG     ? site_local(v->arena, "/e/%s/log", v->event->slug)
           : tab == TAB_ROUND ? section_url(v, s, "round/%u", section_round(s))
           : tab == TABS      ? section_url(v, s, "overview")
                              : section_url(v, s, "%s", places[tab].path);
}

static void add_tabs(struct visit *v, const struct lm_desk_section *s, enum tab_name tab,
                     struct desk_head *head)
{
    struct rail_tab *tabs = lm_arena_alloc(v->arena, TABS + 1, sizeof *tabs);
    size_t n = 0;
    if (tabs == NULL)
        return;
    bool desk = visit_may(v, RIGHT_DESK);
    for (enum tab_name at = 0; at < TABS; at++) {
        const struct place *place = &places[at];
        if (at == TAB_LOG ? !visit_may(v, RIGHT_LOG) : place->desk && !desk)
            continue;
        struct rail_tab *one = &tabs[n++];
        *one = (struct rail_tab){.url = place_url(v, s, at),
                                 .label = visit_word(v, place->key),
                                 .here = at == tab,
                                 .icon = site_icon(place->icon)};
        if (at == TAB_PLAYERS)
            one->count = entered_in(s);
        if (at == TAB_LOG)
            one->count = (uint32_t)lm_desk_number(v->event->desk);
        if (at != TAB_ROUND)
            continue;
        one->label =
            visit_say_of(v, LM_KEY("desk.round"), lm_value_number("round", section_round(s)));
        one->count = desk ? waiting_of(s) : 0;
        one->due = one->count > 0;
    }
    head->tabs = tabs;
    head->tab_count = n;
}

/* Add links to the other sections, each on the same tab. */
static void add_sections(struct visit *v, const struct lm_desk_section *here, enum tab_name tab,
                         struct desk_head *head)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    struct tab *tabs = lm_arena_alloc(v->arena, e->section_count, sizeof *tabs);
    if (tabs == NULL || e->section_count < 2)
        return;
    bool kept = tab < TABS && tab != TAB_LOG && visit_may(v, RIGHT_DESK);
    for (size_t i = 0; i < e->section_count; i++) {
        const struct lm_desk_section *s = e->sections[i];
        tabs[i] = (struct tab){place_url(v, s, kept ? tab : TAB_ROUND), lm_desk_section_title(s),
                               s == here};
    }
    head->sections = tabs;
    head->section_count = e->section_count;
}

/* List the actions that the search offers for a player it finds: "edit Edit the details|bye …". */
static const char *deeds_said(struct visit *v, const struct lm_desk_section *section)
{
    static const char *const kinds[] = {"edit", "bye", "withdraw", "pay", "incident", "move"};
    struct lm_text text = lm_text_in(v->arena);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!section->teams && !section->finished && act_may(v, kinds[i]))
            lm_text_print(&text, "%s%s %s", text.length == 0 ? "" : "|", kinds[i],
                          visit_title(v, deed_name(kinds[i])));
    return lm_text_string(&text);
}

struct desk_head section_head(struct visit *v, const struct lm_desk_section *section,
                              enum tab_name tab, const char *title)
{
    struct desk_head head = head_of(v, title);
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    head.help = site_local(v->arena, "/help%s", tab == TABS ? "#word" : places[tab].help);
    head.event = e->name;
    head.number = event_version(v->event);
    head.home = site_local(v->arena, "/e/%s", v->event->slug);
    head.live = site_local(v->arena, "/e/%s/live", v->event->slug);
    if (section == NULL && e->section_count > 0)
        section = e->sections[0];
    if (section != NULL) {
        add_tabs(v, section, tab, &head);
        head.seek = visit_may(v, RIGHT_DESK) ? section_url(v, section, "players") : head.home;
    }
    if (section != NULL && section->fide_left > 0) {
        head.mark =
            visit_say_of(v, LM_KEY("desk.fide-left"), lm_value_number("round", section->fide_left));
        head.marked = section_url(v, section, "settings");
    }
    add_sections(v, section, tab, &head);
    if (section != NULL)
        head.deeds = deeds_said(v, section);
    uint64_t last = lm_desk_number(v->event->desk);
    if (last > 0 && visit_may(v, RIGHT_DESK))
        head.saved = visit_clock(v, lm_desk_entry(v->event->desk, last)->line.at, false);
    return head;
}

/* --- import from another program */

enum { IMPORT_FILE, IMPORT_KEPT };

static const struct form_field import_fields[] = {
    [IMPORT_FILE] = {"file", FORM_FILE, 0, HTTP_BODY_MAX, NULL, false},
    [IMPORT_KEPT] = {"kept", FORM_FILE, 0, HTTP_BODY_MAX, NULL, false},
    {0}};

/* Encode the bytes of a file as digits, so that a form can carry them to the second step; and
 * decode them. */
static const char *kept_of(struct visit *v, const struct form_value *file)
{
    struct lm_text out = lm_text_in(v->arena);
    lm_text_add_hex(&out, file->text, file->length);
    return out.failed ? NULL : lm_text_string(&out);
}

static enum lm_status file_of(struct visit *v, const char **bytes, size_t *length)
{
    const struct form_value *file = value(v, IMPORT_FILE), *kept = value(v, IMPORT_KEPT);
    *bytes = file->text;
    *length = file->length;
    if (kept->length == 0)
        return *length > 0 ? LM_OK : visit_refuse(v, 422, "This file is empty");
    char *out = lm_arena_alloc(v->arena, kept->length / 2 + 1, 1);
    for (size_t i = 0; out != NULL && i + 1 < kept->length; i += 2) {
        int high = lm_hex_digit(kept->text[i]), low = lm_hex_digit(kept->text[i + 1]);
        if (high < 0 || low < 0)
            return visit_refuse(v, 400, "This form has expired. Reload the page");
        out[i / 2] = (char)(high * 16 + low);
    }
    *bytes = out;
    *length = kept->length / 2;
    return out == NULL ? LM_LIMIT : LM_OK;
}

static void add_reason(struct needs_reason *rows, size_t *count, const char *what,
                       const char *article, bool grave)
{
    rows[(*count)++] = (struct needs_reason){.what = what, .article = article, .grave = grave};
}

/* Show the content of the file and the assumptions made, before it is imported. */
static enum lm_status look_at_import(struct visit *v, const struct lm_tournament *t,
                                     const struct lm_desk_taken *look)
{
    const struct lm_desk_section *s = lm_desk_section(v->event->desk, "main");
    struct needs_reason *rows =
        lm_arena_alloc(v->arena, look->reason_count + v->log.count, sizeof *rows);
    struct import_page page = {.head = head_of(v, visit_message(v, "Contents of this file")),
                               .token = v->who.token,
                               .action = site_local(v->arena, "/import"),
                               .kept = kept_of(v, value(v, IMPORT_FILE)),
                               .reasons = rows};
    if (rows == NULL || page.kept == NULL || s == NULL)
        return LM_LIMIT;
    page.name = *t->name == '\0' ? "event" : t->name;
    page.what =
        visit_message(v, "%zu players, %zu of %u rounds, %s", s->player_count, s->round_count,
                      s->rounds, site_system_title(v->language, s->system, v->arena));
    for (size_t i = 0; i < v->log.count; i++)
        add_reason(rows, &page.reason_count,
                   visit_message_as(v, v->log.all[i].what, v->log.all[i].message), "", false);
    for (size_t i = 0; i < look->reason_count; i++)
        add_reason(rows, &page.reason_count,
                   visit_message_as(v, look->reasons[i].what, look->reasons[i].message),
                   visit_message_as(v, look->reasons[i].article, NULL),
                   look->reasons[i].level >= LM_LEVEL_CONFIRM);
    page_desk_import(&v->reply->body, v->language, &page);
    return LM_OK;
}

/* --- an event brought from another machine */

/* Return the name in the first line; NULL: not an event. */
static const char *name_in(const struct lines *lines, struct lm_arena *arena)
{
    struct lm_json *tree;
    const char *end = memchr(lines->bytes, '\n', lines->length);
    if (end == NULL ||
        lm_json_parse(lines->bytes, (size_t)(end - lines->bytes), arena, NULL, &tree) != LM_OK)
        return NULL;
    return lm_json_string(lm_json_get(tree, "name"));
}

/* Compare ${count} ${rows} with the event ${slug}: the first ${*same} are equal. If the first line
 * differs, it is another event, and ${*same} is 0. */
static enum lm_status compare_lines(struct visit *v, const char *slug,
                                    const struct store_line *rows, size_t count, size_t *same)
{
    struct store_line *there;
    size_t there_count;
    enum lm_status status =
        store_lines(v->server->store, slug, 1, v->arena, &there, &there_count, &v->log);
    for (*same = 0; status == LM_OK && *same < count && *same < there_count; ++*same)
        if (rows[*same].length != there[*same].length ||
            memcmp(rows[*same].text, there[*same].text, rows[*same].length) != 0)
            break;
    if (status == LM_OK && *same > 0 && *same < there_count && *same < count)
        return visit_refuse(v, 409,
                            "Entries of %s were made here and elsewhere. Only one can go on", slug);
    return status;
}

static enum lm_status take_championship(struct visit *v, const struct lines *lines)
{
    const char *slug = "";
    enum lm_status status = championship_along(v, lines, &slug);
    if (status == LM_OK)
        status = championship_take(v, slug);
    if (status == LM_OK)
        status = letters_take(v, lines);
    championship_give(v);
    return status == LM_OK ? visit_go(v, "/c/%s", slug) : status;
}

/* Import the event or championship of ${lines}, if it is new or longer than the one here. */
static enum lm_status take_along(struct visit *v, const struct lines *lines)
{
    struct store_line *rows;
    size_t count, same = 0;
    bool all = false;
    struct lm_text slug = lm_text_in(v->arena);
    if (lines_lack_secrets(lines, v->arena, &all) && all)
        return visit_refuse(v, 422, "The names are missing. Export the event with its names");
    if (championships_are(lines))
        return take_championship(v, lines);
    const char *name = name_in(lines, v->arena);
    if (name == NULL)
        return visit_refuse(v, 422, "This isn’t an event that was exported from a desk");
    site_add_slug(&slug, name);
    enum lm_status status = lines_rows(lines, 1, v->arena, &rows, &count);
    if (status == LM_OK)
        status = compare_lines(v, lm_text_string(&slug), rows, count, &same);
    if (status == LM_OK)
        status = same > 0 ? event_take(v, lm_text_string(&slug)) : event_make(v, name);
    if (status != LM_OK)
        return status;
    if (same < count)
        status = event_extend(v, rows + same, count - same);
    if (status == LM_OK)
        status = visit_go(v, "/e/%s", v->event->slug);
    event_give(v);
    return status;
}

/* Import a tournament of another program: show it first, import it when the form returns. */
static enum lm_status take_over(struct visit *v)
{
    struct lm_tournament *t;
    const char *bytes;
    size_t length;
    bool sure = value(v, IMPORT_KEPT)->length > 0;
    struct lines lines;
    enum lm_status status = file_of(v, &bytes, &length);
    if (status == LM_OK) {
        lines_part(bytes, length, &lines);
        lines.length = lm_journal_whole(lines.bytes, lines.length);
        if (lines_are_journal(&lines) || championships_are(&lines))
            return take_along(v, &lines);
        status = lm_read(bytes, length, NULL, v->arena, &v->log, &t);
    }
    if (status == LM_OK)
        status = event_make(v, *t->name == '\0' ? "event" : t->name);
    if (status != LM_OK)
        return status;
    struct lm_desk_taken look = {.answer = LM_ACT_REFUSED};
    struct lm_desk_act act = {.section = "main",
                              .by = v->who.account,
                              .at = v->now,
                              .happened = LM_NO_TIME,
                              .request = v->form.request};
    status = act_import(v, &act, t, sure ? NULL : &look);
    if (status == LM_OK)
        status = sure ? visit_go(v, "/e/%s", v->event->slug) : look_at_import(v, t, &look);
    if (!sure)
        lm_desk_take_back(v->event->desk, 0);
    event_give(v);
    return status;
}

/* Return the first section in which the user has work to do; NULL: none. */
static const struct lm_desk_section *own_section(const struct visit *v,
                                                 const struct lm_desk_event *e)
{
    for (size_t i = 0; i < e->section_count; i++) {
        const char *id = e->sections[i]->id;
        if (visit_may_in(v, id, RIGHT_DESK) || visit_may_in(v, id, RIGHT_KIOSK))
            return e->sections[i];
    }
    return NULL;
}

static enum lm_status show_event(struct visit *v)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    if (e->section_count == 0)
        return visit_refuse(v, 404, "This event doesn’t have a section yet");
    const struct lm_desk_section *s = own_section(v, e);
    if (s == NULL)
        return visit_go(v, "/p/%s", v->event->slug);
    if (!visit_may_in(v, s->id, RIGHT_DESK))
        return visit_go(v, "/e/%s/%s/kiosk", v->event->slug, s->id);
    return visit_go(v, "/e/%s/%s/%s", v->event->slug, s->id,
                    s->player_count == 0 ? "players" : "overview");
}

/* --- the log, and live updates */

static const struct form_field log_fields[] = {{"by", FORM_TEXT, 0, 40, NULL, false}, {0}};

static enum lm_status show_log(struct visit *v)
{
    const char *only = value(v, 0)->text;
    const struct lm_desk *desk = v->event->desk;
    uint64_t count = lm_desk_number(desk);
    struct log_page page = {.head =
                                section_head(v, NULL, TAB_LOG, visit_word(v, LM_KEY("desk.log"))),
                            .fingerprint = lm_desk_head(desk),
                            .only = *only == '\0' ? "" : session_name_of(v, only),
                            .all = site_local(v->arena, "/e/%s/log", v->event->slug)};
    struct log_row *rows = lm_arena_alloc(v->arena, (size_t)count, sizeof *rows);
    if (rows == NULL)
        return LM_LIMIT;
    for (uint64_t n = count; n > 0; n--) {
        const struct lm_desk_entry *entry = lm_desk_entry(desk, n);
        if (*only != '\0' && strcmp(only, entry->line.by) != 0)
            continue;
        rows[page.row_count++] = (struct log_row){
            .number = n,
            .when = visit_clock(v, entry->line.at, true),
            .who = session_name_of(v, entry->line.by),
            .by = site_local(v->arena, "/e/%s/log?by=%s", v->event->slug, entry->line.by),
            .what = entry_said(v, n),
            .undone = entry->undone > 0};
    }
    page.rows = rows;
    page_desk_log(&v->reply->body, v->language, &page);
    return LM_OK;
}

static enum lm_status open_live(struct visit *v)
{
    v->reply->channel = v->event->slug;
    lm_text_print(&v->reply->body, "retry: 2000\ndata: %llu\n\n",
                  (unsigned long long)event_version(v->event));
    return LM_OK;
}

const struct handler event_handlers[] = {
    {true, "/import", RIGHT_SERVER, import_fields, "take over a tournament's file", take_over,
     false},
    {false, "/e/:event", RIGHT_LOOK, NULL, "where the event stands", show_event, false},
    {false, "/e/:event/log", RIGHT_LOG, log_fields, "every entry, or those by one", show_log,
     false},
    {false, "/e/:event/live", RIGHT_LOOK, NULL, "the number of each new entry, as it comes",
     open_live, false},
    {0}};
