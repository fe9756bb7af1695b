/* SPDX-License-Identifier: Apache-2.0 */
/* Starts of a section's rounds: all of them in one form. */
#include <string.h>

#include "limmat/date.h"
#include "server/clocks.h"
#include "server/handlers.h"
#include "server/templates.h"

/* Rounds in the form; later ones are set one by one. */
enum { SHOWN_ROUNDS = 60, NAME_BYTES = 4, MOMENT_BYTES = 16 };

static char names[SHOWN_ROUNDS][NAME_BYTES];
static struct form_field round_fields[SHOWN_ROUNDS + 1];

enum { START, FIRST_TIME, A_DAY, EVERY };

static const struct form_field plan_fields[] = {
    [START] = {"start", FORM_DATE, 0, 10, NULL, false},
    [FIRST_TIME] = {"first_time", FORM_TEXT, 0, 5, NULL, false},
    [A_DAY] = {"a_day", FORM_NUMBER, 1, 30, NULL, false},
    [EVERY] = {"every", FORM_NUMBER, 1, 1440, NULL, false},
    {0}};

void schedule_begin(void)
{
    for (unsigned i = 0; i < SHOWN_ROUNDS; i++) {
        names[i][0] = 'r';
        names[i][1] = (char)('0' + (i + 1) / 10);
        names[i][2] = (char)('0' + (i + 1) % 10);
        round_fields[i] = (struct form_field){names[i], FORM_TEXT, 0, MOMENT_BYTES, NULL, false};
    }
}

static uint32_t shown_rounds(const struct lm_desk_section *s)
{
    return s->rounds < SHOWN_ROUNDS ? s->rounds : SHOWN_ROUNDS;
}

/* Return the start of ${round} in the requested plan; LM_NO_TIME: none. */
static int64_t planned(struct visit *v, uint32_t round)
{
    if (value(v, START)->length == 0 || value(v, FIRST_TIME)->length == 0)
        return LM_NO_TIME;
    int64_t a_day = value(v, A_DAY)->given ? value(v, A_DAY)->number : 1;
    int64_t every = value(v, EVERY)->given ? value(v, EVERY)->number : 0;
    return schedule_planned(
        moment_at(v, visit_print(v, "%sT%s", value(v, START)->text, value(v, FIRST_TIME)->text)),
        a_day, every, round);
}

static enum lm_status show_schedule(struct visit *v)
{
    struct lm_desk_section *s;
    enum lm_status status = section_take(v, &s);
    if (status != LM_OK)
        return status;
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    struct schedule_row *rows = lm_arena_alloc(v->arena, shown_rounds(s), sizeof *rows);
    if (rows == NULL)
        return LM_LIMIT;
    const char *first = moment_shown(v, schedule_suggested(v, s, 1));
    struct schedule_page page = {
        .head = section_head(v, s, TAB_SETTINGS, visit_word(v, LM_KEY("new.schedule"))),
        .token = v->who.token,
        .act = section_url(v, s, "schedule"),
        .back = section_url(v, s, "settings"),
        .zone = e->zone,
        .start = value(v, START)->given ? value(v, START)->text : visit_print(v, "%.10s", first),
        .first = value(v, FIRST_TIME)->given ? value(v, FIRST_TIME)->text : first + 11,
        .a_day = value(v, A_DAY)->given ? (uint32_t)value(v, A_DAY)->number : 1,
        .every = value(v, EVERY)->given ? visit_print(v, "%d", (int)value(v, EVERY)->number) : "",
        .rows = rows};
    for (uint32_t round = 1; round <= shown_rounds(s); round++) {
        int64_t set = lm_desk_start(s, round), plan = planned(v, round);
        int64_t at = plan != LM_NO_TIME ? plan : set;
        rows[page.row_count++] =
            (struct schedule_row){.number = round,
                                  .name = names[round - 1],
                                  .at = at == LM_NO_TIME ? "" : moment_shown(v, at),
                                  .set = set != LM_NO_TIME};
        page.planned |= plan != LM_NO_TIME && plan != set;
    }
    page_desk_schedule(&v->reply->body, v->language, &page);
    return LM_OK;
}

static enum lm_status set_schedule(struct visit *v)
{
    struct lm_desk_section *s;
    size_t count = 0;
    enum lm_status status = section_take(v, &s);
    if (status != LM_OK)
        return status;
    struct act *acts = lm_arena_alloc(v->arena, shown_rounds(s), sizeof *acts);
    if (acts == NULL)
        return LM_LIMIT;
    for (uint32_t round = 1; status == LM_OK && round <= shown_rounds(s); round++) {
        const struct form_value *typed = value(v, round - 1);
        int64_t at = moment_at(v, typed->text);
        if (typed->length > 0 && at == LM_NO_TIME)
            return visit_refuse(v, 422, "Enter a date and time for round %u", round);
        if (typed->length == 0 || at == lm_desk_start(s, round))
            continue;
        act_begin(v, &acts[count], "schedule", s->id);
        status = schedule_put(v, &acts[count++], round, at);
    }
    if (status == LM_OK && count > 0)
        status = act_do(v, acts, count);
    return status == LM_OK ? visit_go(v, "/e/%s/%s/settings#schedule", v->event->slug, s->id)
                           : status;
}

#define P "/e/:event/:section/"

const struct handler schedule_handlers[] = {
    {false, P "schedule", RIGHT_ROUND, plan_fields,
     "when the rounds begin, as they are or as a plan would have them", show_schedule, false},
    {true, P "schedule", RIGHT_ROUND, round_fields, "set when the rounds begin", set_schedule,
     false},
    {0}};
