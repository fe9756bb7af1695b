/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/pairing.h"

#include <string.h>

#include "pairing/systems.h"

/* The one table of systems: command, help, documents and tests read it.  Of two rows of a family
 * the newer stands first. */
static const struct lm_system *const systems[] = {
    &lm_system_dutch_2026,
    &lm_system_dutch_2017,
    &lm_system_dutch_2006,
    &lm_system_double_swiss_2026,
    &lm_system_dubov_1997,
    &lm_system_monrad_acwc_2019,
    NULL,
};

static const size_t system_count = sizeof systems / sizeof *systems - 1;

const struct lm_system *const *lm_systems(size_t *count)
{
    *count = system_count;
    return systems;
}

static bool same_letters(const char *a, const char *b)
{
    for (; *a != '\0' && *b != '\0'; a++, b++) {
        char x = *a >= 'a' && *a <= 'z' ? (char)(*a - 32) : *a;
        char y = *b >= 'a' && *b <= 'z' ? (char)(*b - 32) : *b;
        if (x != y)
            return false;
    }
    return *a == *b;
}

/* Is ${system} in force on ${day}?  LM_NO_DAY: is it open-ended, the newest? */
static bool in_force(const struct lm_system *system, int32_t day)
{
    struct lm_date date;
    if (day == LM_NO_DAY)
        return system->until[0] == '\0';
    if (lm_parse_date(system->from, strlen(system->from), &date) && day < lm_day_of(date))
        return false;
    return !lm_parse_date(system->until, strlen(system->until), &date) || day <= lm_day_of(date);
}

static bool begins_after(const struct lm_system *system, int32_t day)
{
    struct lm_date date;
    return day != LM_NO_DAY && lm_parse_date(system->from, strlen(system->from), &date) &&
           lm_day_of(date) > day;
}

const struct lm_system *lm_system_named(const char *name, const char *start)
{
    const struct lm_system *nearest = NULL;
    struct lm_date date;
    int32_t day = lm_parse_date(start, strlen(start), &date) ? lm_day_of(date) : LM_NO_DAY;
    for (size_t i = 0; i < system_count; i++)
        if (same_letters(systems[i]->name, name))
            return systems[i];
    for (size_t i = 0; i < system_count; i++) {
        if (!same_letters(systems[i]->family, name))
            continue;
        if (in_force(systems[i], day))
            return systems[i];
        if (nearest == NULL || begins_after(systems[i], day))
            nearest = systems[i];
    }
    return nearest; /* between two editions: the later one; after the last: that */
}

static const struct lm_system *with_code(const char *code)
{
    for (size_t i = 0; i < system_count; i++)
        for (const char *const *own = systems[i]->codes; *own != NULL; own++)
            if (same_letters(*own, code))
                return systems[i];
    return NULL;
}

const struct lm_system *lm_system_of(const struct lm_tournament *t, const char **how)
{
    const struct lm_system *system = with_code(t->type_code);
    const char *reason = "record 192 of the file";
    if (system == NULL && (system = with_code(t->type)) != NULL)
        reason = "record 092 of the file";
    if (system == NULL) {
        system = lm_system_named("dutch", t->start);
        reason = t->start[0] != '\0' ? "the Dutch rules in force on the start date (record 042)"
                                     : "the Dutch rules in force today; the file names no other";
    }
    if (how != NULL)
        *how = reason;
    return system;
}

enum lm_status lm_pair_round(const struct lm_system *system, const struct lm_tournament *t,
                             uint32_t round, const struct lm_pair_request *request,
                             struct lm_arena *arena, struct lm_log *log, struct lm_pairing **out)
{
    struct lm_position *position;
    if (t->games_per_match != system->games_per_match)
        return lm_log_add(log, LM_ERROR, (struct lm_place){.field = "games_per_match"},
                          "choose another system with -s, or convert the file",
                          "%s plays %u game(s) a match, the file has %u", system->name,
                          system->games_per_match, t->games_per_match);
    enum lm_status status = lm_position_new(t, round, &system->rules, arena, log, &position);
    if (status != LM_OK)
        return status;
    struct lm_pairing *pairing;
    status = system->pair(position, request, arena, log, &pairing);
    if (status != LM_OK)
        return status;
    status = lm_pairing_sort(system, t, pairing, arena);
    if (status == LM_OK)
        *out = pairing;
    return status;
}
