/* SPDX-License-Identifier: Apache-2.0 */
#include "server/clocks.h"

#include <stdlib.h>
#include <string.h>

#include "limmat/date.h"
#include "os/clock.h"
#include "os/zone.h"
#include "site/said.h"

bool visit_in_zone(struct visit *v, const char *name)
{
    struct lm_log unheard = {.arena = v->arena};
    v->clock_of = v->event;
    v->zone = NULL;
    return *name == '\0' || os_zone_load(&os_zones, name, v->arena, &unheard, &v->zone) == LM_OK;
}

/* Return the time zone of the visit's event; NULL: none, or unknown here. */
static const struct os_zone *zone_of(struct visit *v)
{
    if (v->event != NULL && v->clock_of != v->event)
        (void)visit_in_zone(v, lm_desk_event(v->event->desk)->zone);
    return v->event == NULL ? NULL : v->zone;
}

int32_t visit_offset(struct visit *v, int64_t at)
{
    const struct os_zone *zone = zone_of(v);
    return zone == NULL ? os_local_offset(at) : os_zone_at(zone, at).offset;
}

int64_t moment_at(struct visit *v, const char *typed)
{
    int64_t at, second;
    if (strlen(typed) != 16 || !lm_parse_instant(visit_print(v, "%sZ", typed), 17, &at))
        return LM_NO_TIME;
    if (zone_of(v) == NULL)
        return at - os_local_offset(at);
    (void)os_zone_utc(v->zone, at, &at, &second);
    return at;
}

const char *moment_shown(struct visit *v, int64_t at)
{
    struct lm_text text = lm_text_in(v->arena);
    lm_text_add_instant(&text, at + visit_offset(v, at));
    return lm_arena_copy(v->arena, lm_text_string(&text), 16);
}

int64_t schedule_planned(int64_t first, int64_t a_day, int64_t every, uint32_t round)
{
    return first == LM_NO_TIME
               ? first
               : first + (round - 1) / a_day * 86400 + (round - 1) % a_day * every * 60;
}

int64_t schedule_suggested(struct visit *v, const struct lm_desk_section *s, uint32_t round)
{
    for (uint32_t before = round; before > 0; before--)
        if (lm_desk_start(s, before) != LM_NO_TIME)
            return lm_desk_start(s, before) + (int64_t)(round - before) * 86400;
    int64_t first = moment_at(v, visit_print(v, "%sT14:00", lm_desk_event(v->event->desk)->start));
    return first == LM_NO_TIME ? v->now - v->now % 3600 + 3600
                               : schedule_planned(first, 1, 0, round);
}

enum lm_status schedule_offset(struct visit *v, struct act *act, int64_t at)
{
    if (zone_of(v) == NULL || at == LM_NO_TIME)
        return LM_OK;
    return act_put(v, act, "offset", visit_print(v, "%d", (int)visit_offset(v, at) / 60));
}

enum lm_status schedule_put(struct visit *v, struct act *act, uint32_t round, int64_t at)
{
    struct lm_text text = lm_text_in(v->arena);
    lm_text_add_instant(&text, at);
    enum lm_status status = act_put(v, act, "round", visit_print(v, "%u", round));
    if (status == LM_OK)
        status = act_put(v, act, "start", lm_text_string(&text));
    return status == LM_OK ? schedule_offset(v, act, at) : status;
}

enum lm_status schedule_in_zone(struct visit *v, const char *name, struct act *acts, size_t most,
                                size_t *count)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    const struct os_zone *before = zone_of(v);
    enum lm_status status = LM_OK;
    if (!visit_in_zone(v, name))
        return visit_refuse(v, 422, "%s isn’t a time zone. Example: Europe/Zurich", name);
    for (size_t i = 0; i < e->section_count; i++) {
        const struct lm_desk_section *s = e->sections[i];
        for (uint32_t round = 1; status == LM_OK && round <= s->rounds && *count < most; round++) {
            int64_t at = lm_desk_start(s, round), second;
            if (at == LM_NO_TIME)
                continue;
            at += before == NULL ? os_local_offset(at) : os_zone_at(before, at).offset;
            if (v->zone != NULL)
                (void)os_zone_utc(v->zone, at, &at, &second);
            act_begin(v, &acts[*count], "schedule", s->id);
            status = schedule_put(v, &acts[(*count)++], round, at);
        }
    }
    return status;
}

const char *round_begins(struct visit *v, const struct lm_desk_section *s, uint32_t round)
{
    int64_t at = lm_desk_start(s, round);
    struct lm_text there = lm_text_in(v->arena), zone = lm_text_in(v->arena);
    if (at == LM_NO_TIME)
        return "";
    lm_text_add_instant(&there, at + visit_offset(v, at));
    const struct lm_value values[] = {
        lm_value_text(
            "date",
            site_dates(v->language, visit_print(v, "%.10s", lm_text_string(&there)), "", v->arena)),
        lm_value_text("time", visit_print(v, "%.5s", lm_text_string(&there) + 11))};
    const char *when = visit_say(v, LM_KEY("page.date-time"), values, 2);
    if (zone_of(v) == NULL)
        return when;
    for (const char *c = lm_desk_event(v->event->desk)->zone; *c != '\0'; c++)
        lm_text_add_char(&zone, *c == '_' ? ' ' : *c);
    return visit_say(v, LM_KEY("page.in-zone"),
                     (const struct lm_value[]){lm_value_text("when", when),
                                               lm_value_text("zone", lm_text_string(&zone))},
                     2);
}
