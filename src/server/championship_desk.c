/* SPDX-License-Identifier: Apache-2.0 */
/* Functions shared by the pages of a championship: the visitor, their time zone, the frame. */
#include "server/championship_desk.h"

#include <stdarg.h>
#include <string.h>

#include "base/texts.h"
#include "limmat/date.h"
#include "server/pages.h"
#include "server/secrets.h"
#include "site/icon.h"
#include "site/said.h"

/* --- records beside the journal */

static const char *record_key(struct visit *v, const char *key)
{
    return visit_print(v, "c/%s %s", v->championship->slug, key);
}

const char *champ_record(struct visit *v, const char *key)
{
    struct store_record record;
    if (store_get(v->server->store, STORE_SETTING, record_key(v, key), v->now, v->arena, &record,
                  NULL) != LM_OK)
        return NULL;
    return record.key == NULL ? NULL : record.value;
}

enum lm_status champ_put_record(struct visit *v, const char *key, const char *value)
{
    const struct store_record record = {record_key(v, key), v->championship->slug, value, 0};
    return store_put(v->server->store, STORE_SETTING, &record, &v->log);
}

const char *champ_request(struct visit *v)
{
    char token[SECRETS_TOKEN];
    secrets_token(token);
    token[16] = '\0';
    return visit_print(v, "w%s", token);
}

/* --- the visitor */

const char *zone_of_player(struct visit *v, const char *player, const struct os_zone **zone)
{
    struct lm_log log = {.arena = v->arena};
    const char *name = champ_record(v, visit_print(v, "zone %s", player));
    if (name != NULL && os_zone_load(&os_zones, name, v->arena, &log, zone) == LM_OK)
        return name;
    if (os_zone_load(&os_zones, "UTC", v->arena, &log, zone) != LM_OK)
        *zone = NULL;
    return "UTC";
}

bool zone_is_known(struct visit *v, const char *name)
{
    const struct os_zone *zone;
    struct lm_log log = {.arena = v->arena};
    return os_zone_load(&os_zones, name, v->arena, &log, &zone) == LM_OK;
}

const struct lm_language *champ_language(struct visit *v, const char *player)
{
    const char *code =
        *player == '\0' ? NULL : champ_record(v, visit_print(v, "language %s", player));
    if (code == NULL)
        code = champ_record(v, "language");
    const struct lm_language *language = code == NULL ? NULL : lm_language_named(code);
    return language == NULL ? lm_english() : language;
}

enum lm_status viewer_of(struct visit *v, struct viewer *out)
{
    const struct lm_championship *c = v->championship->c;
    *out = (struct viewer){.name = "", .person = NOBODY};
    if (visit_may(v, RIGHT_PLAY)) {
        out->name = wish_author(v);
        out->director = visit_may(v, RIGHT_DIRECT);
        out->player = visit_may(v, RIGHT_NAMED) && !out->director;
    }
    if (visit_may(v, RIGHT_NAMED)) /* a director can also play */
        out->person = lm_champ_person(c, out->name);
    out->zone_name = zone_of_player(v, out->name, &out->zone);
    return out->zone == NULL ? LM_LIMIT : LM_OK;
}

/* --- moments */

/* Return the day, rounded down, also before 1970. */
static int32_t day_of(int64_t local)
{
    return (int32_t)((local - (local % 86400 + 86400) % 86400) / 86400);
}

const char *zone_day(struct visit *v, int32_t day)
{
    struct lm_date date = lm_date_of(day);
    const struct lm_value values[] = {
        lm_value_text("weekday", visit_print(v, "%u", (unsigned)lm_weekday(day))),
        lm_value_number("day", date.day), lm_value_text("month", visit_print(v, "%d", date.month))};
    return visit_say(v, LM_KEY("desk.c-day"), values, 3);
}

const char *zone_moment(struct visit *v, const struct os_zone *zone, int64_t at)
{
    struct os_zone_moment moment = os_zone_at(zone, at);
    int64_t local = at + moment.offset;
    int32_t day = day_of(local);
    int minutes = (int)((local - (int64_t)day * 86400) / 60);
    return visit_print(v, "%s, %02d:%02d %s", zone_day(v, day), minutes / 60, minutes % 60,
                       moment.abbreviation);
}

const char *zone_beside(struct visit *v, const struct os_zone *zone, const struct os_zone *own,
                        int64_t at)
{
    int32_t day = day_of(at + os_zone_at(zone, at).offset);
    const char *whole = zone_moment(v, zone, at), *comma = strchr(whole, ',');
    bool same = day == day_of(at + os_zone_at(own, at).offset);
    return same && comma != NULL ? comma + 2 : whole;
}

const char *zone_field(struct visit *v, const struct os_zone *zone, int64_t at)
{
    int64_t local = at + os_zone_at(zone, at).offset;
    int32_t day = day_of(local);
    int minutes = (int)((local - (int64_t)day * 86400) / 60);
    struct lm_date date = lm_date_of(day);
    return visit_print(v, "%04d-%02d-%02dT%02d:%02d", date.year, date.month, date.day, minutes / 60,
                       minutes % 60);
}

/* Return ${message} with its moments in the zone ${zone}. */
static const struct lm_message *by_clock(struct visit *v, const struct os_zone *zone,
                                         const struct lm_message *message)
{
    struct lm_message *own = lm_arena_alloc(v->arena, 1, sizeof *own);
    struct lm_message_part *parts = lm_arena_alloc(v->arena, message->count, sizeof *parts);
    if (own == NULL || parts == NULL)
        return message;
    *own = *message;
    own->parts = parts;
    for (size_t i = 0; i < message->count; i++) {
        parts[i] = message->parts[i];
        if (parts[i].conversion != 't')
            continue;
        parts[i].conversion = 's';
        parts[i].text = zone_moment(v, zone, parts[i].moment);
    }
    return own;
}

const char *champ_message(struct visit *v, const struct os_zone *zone, const struct change *change)
{
    const struct lm_message *message =
        zone == NULL ? change->message : by_clock(v, zone, change->message);
    return visit_message_as(v, message->text, message);
}

bool zone_read(const struct os_zone *zone, const char *typed, int64_t *at)
{
    char text[18];
    int64_t local, second;
    if (strlen(typed) != 16)
        return false;
    memcpy(text, typed, 16);
    text[16] = 'Z';
    text[17] = '\0';
    return lm_parse_instant(text, 17, &local) && os_zone_utc(zone, local, at, &second) != OS_NEVER;
}

const char *champ_date(struct visit *v, int64_t at)
{
    struct lm_date date = lm_date_of(day_of(at));
    const struct lm_value values[] = {lm_value_number("day", date.day),
                                      lm_value_text("month", visit_print(v, "%d", date.month)),
                                      lm_value_text("year", visit_print(v, "%d", date.year))};
    return visit_say(v, LM_KEY("desk.c-date"), values, 3);
}

/* Format a duration: "8 days", "2 d 3 h", "3 h 20 min", "20 min". */
static const char *span_of(struct visit *v, int64_t seconds)
{
    int64_t day = seconds / 86400, hour = seconds % 86400 / 3600, minute = seconds % 3600 / 60;
    const struct lm_value values[] = {lm_value_number("days", day), lm_value_number("hours", hour),
                                      lm_value_number("minutes", minute)};
    if (day >= 7)
        return visit_say(v, LM_KEY("desk.c-days"), values, 3);
    if (day > 0)
        return visit_say(v, LM_KEY("desk.c-day-hours"), values, 3);
    return visit_say(v, hour > 0 ? LM_KEY("desk.c-hour-minutes") : LM_KEY("desk.c-minutes"), values,
                     3);
}

const char *champ_distance(struct visit *v, int64_t now, int64_t at)
{
    const char *span = span_of(v, at >= now ? at - now : now - at);
    return visit_say_of(v, at >= now ? LM_KEY("desk.c-in") : LM_KEY("desk.c-ago"),
                        lm_value_text("span", span));
}

/* --- the frame */

struct site_url champ_url(struct visit *v, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *path = lm_vprinted(v->arena, format, arguments);
    va_end(arguments);
    return site_local(v->arena, "/c/%s%s", v->championship->slug, path);
}

struct site_url champ_page_url(struct visit *v, const char *name)
{
    return champ_url(v, "/p/%s%s.html", name, language_suffix(v));
}

struct site_url champ_match_url(struct visit *v, const struct contest *contest)
{
    return champ_url(v, "/m/%s", contest->id);
}

struct desk_head champ_head(struct visit *v, enum champ_tab tab, const char *title)
{
    struct desk_head head = head_of(v, title);
    struct rail_tab *tabs = lm_arena_alloc(v->arena, CHAMP_TABS, sizeof *tabs);
    head.event = v->championship->c->definition->title;
    head.number = v->number;
    head.home = champ_url(v, "%s", "");
    head.live = champ_url(v, "/live");
    if (tabs == NULL)
        return head;
    size_t n = 0;
    tabs[n++] = (struct rail_tab){
        head.home,
        visit_word(v, *v->who.key == '\0' ? LM_KEY("desk.c-now") : LM_KEY("desk.c-for-you")),
        tab == CHAMP_HOME,
        site_icon(ICON_HOME),
        0,
        false};
    tabs[n++] = (struct rail_tab){champ_page_url(v, "index"),
                                  visit_word(v, LM_KEY("desk.c-tables")),
                                  tab == CHAMP_TABLES,
                                  site_icon(ICON_STANDINGS),
                                  0,
                                  false};
    tabs[n++] = (struct rail_tab){champ_page_url(v, "rules"),
                                  visit_word(v, LM_KEY("desk.c-rules")),
                                  tab == CHAMP_RULES,
                                  site_icon(ICON_RULES),
                                  0,
                                  false};
    tabs[n++] = (struct rail_tab){champ_url(v, "/log"),
                                  visit_word(v, LM_KEY("desk.c-log")),
                                  tab == CHAMP_LOG,
                                  site_icon(ICON_LOG),
                                  0,
                                  false};
    if (visit_may(v, RIGHT_DIRECT))
        tabs[n++] = (struct rail_tab){champ_url(v, "/people"),
                                      visit_word(v, LM_KEY("desk.c-people")),
                                      tab == CHAMP_PEOPLE,
                                      site_icon(ICON_PLAYERS),
                                      0,
                                      false};
    head.tabs = tabs;
    head.tab_count = n;
    return head;
}
