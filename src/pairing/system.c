/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/pairing.h"

#include <string.h>

#include "base/texts.h"
#include "pairing/system_rows.h"

/* The only table of systems, used by commands, help, documents and tests.  Of two rows of a family
 * the newer comes first. */
static const struct lm_system *const systems[] = {
    &lm_system_dutch_2026,        &lm_system_dutch_2017,
#ifndef LM_FOR_PAGES /* the whole module has them, for events that use them: site/page_table.c */
    &lm_system_dutch_2012,        &lm_system_dutch_2006,
#endif
    &lm_system_double_swiss_2026, &lm_system_team_2026,        &lm_system_dubov_2026,
    &lm_system_dubov_2018,
#ifndef LM_FOR_PAGES
    &lm_system_dubov_1997,
#endif
    &lm_system_burstein_2026,     &lm_system_round_robin,      &lm_system_team_round_robin,
    &lm_system_team_knock_out,    &lm_system_scheveningen,     &lm_system_simple_2026,
    &lm_system_keizer_2026,       &lm_system_monrad_acwc_2019, NULL,
};

static const size_t system_count = sizeof systems / sizeof *systems - 1;

const struct lm_system *const *lm_systems(size_t *count)
{
    *count = system_count;
    return systems;
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

bool lm_system_holds_on(const struct lm_system *system, const char *start)
{
    struct lm_date date;
    return !lm_parse_date(start, strlen(start), &date) || in_force(system, lm_day_of(date));
}

/* Rules that were in force and are not built in, by their last days. */
static const struct {
    const char *family, *until, *title; /* title NULL: there were none */
} missing[] = {
    {"dutch", "2000/12/31", "the Dutch System of 1992 to 1998"},
    {"dubov", "1997/09/30", NULL},
    {"burstein", "2026/01/31", "an earlier Burstein System"},
    {"team", "2023/12/31", NULL},
    {"team", "2026/01/31", "the Swiss Team Pairing System of 2024"},
    {"double-swiss", "2026/01/31", NULL},
};

static const struct lm_system *system_in_force(const char *family, int32_t day)
{
    for (size_t i = 0; i < system_count; i++)
        if (lm_same_letters(systems[i]->family, family) && in_force(systems[i], day))
            return systems[i];
    return NULL;
}

const char *lm_system_missing(const struct lm_system *system, const char *start,
                              struct lm_arena *arena)
{
    struct lm_date date;
    struct lm_date until;
    struct lm_text text = lm_text_in(arena);
    const char *title = "an edition";
    if (!lm_parse_date(start, strlen(start), &date) ||
        system_in_force(system->family, lm_day_of(date)) != NULL)
        return NULL;
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++)
        if (strcmp(missing[i].family, system->family) == 0 &&
            lm_parse_date(missing[i].until, strlen(missing[i].until), &until) &&
            lm_day_of(date) <= lm_day_of(until)) {
            title = missing[i].title;
            break;
        }
    lm_text_add(&text, title == NULL ? "no such rules of FIDE were in force on " : "in force on ");
    lm_text_add_date(&text, date, '-');
    if (title != NULL)
        lm_text_print(&text, " was %s, which is not built in", title);
    lm_text_print(&text, "; %s is used", system->name);
    return text.failed ? NULL : lm_text_string(&text);
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
        if (lm_same_letters(systems[i]->name, name))
            return systems[i];
    for (size_t i = 0; i < system_count; i++) {
        if (!lm_same_letters(systems[i]->family, name))
            continue;
        if (in_force(systems[i], day))
            return systems[i];
        if (nearest == NULL || begins_after(systems[i], day))
            nearest = systems[i];
    }
    return nearest; /* between two editions: the later one; after the last: the last */
}

static bool begins_as(const char *text, size_t length, const char *code)
{
    size_t i = 0;
    while (i < length && code[i] != '\0' && (text[i] & ~0x20) == (code[i] & ~0x20))
        i++;
    return i == length && code[i] == '\0';
}

/* Return the length of ${code} without the acceleration suffix, which any system can have. */
static size_t system_part(const char *code)
{
    static const char suffix[] = "_BAKU";
    size_t length = strlen(code), own = sizeof suffix - 1;
    return length > own && lm_same_letters(code + length - own, suffix) ? length - own : length;
}

static const struct lm_system *with_code(const char *code)
{
    size_t length = system_part(code);
    for (size_t i = 0; i < system_count; i++) {
        if (begins_as(code, length, systems[i]->name))
            return systems[i];
        for (const char *const *own = systems[i]->codes; *own != NULL; own++)
            if (lm_same_letters(*own, code) || begins_as(code, length, *own))
                return systems[i];
    }
    return NULL;
}

/* The other codes of FIDE's table, by a part of them. */
static const struct {
    const char *part, *why;
} refusals[] = {
    {"CUSTOM_", "it says that the organiser's own rules hold"},
    {"SCHILLER", "FIDE has not defined the order of its rounds and colours"},
    {"KNOCKOUT", "a knock-out follows its bracket: `limmat championship` runs one"},
    {"FIDE_LIM", "C.04.4.3 exchanges players by steps that its text does not settle"},
};

const char *lm_code_refused(const char *code)
{
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
        if (strstr(code, refusals[i].part) != NULL)
            return refusals[i].why;
    return NULL;
}

bool lm_means_knock_out(const char *name)
{
    static const char word[] = "knock";
    size_t i = 0;
    while (word[i] != '\0' && lm_lower(name[i]) == word[i])
        i++;
    return word[i] == '\0' || lm_same_letters(name, "ko");
}

/* Is it a code of the Dutch system without edition? */
static bool is_dutch(const char *code)
{
    size_t length = system_part(code);
    return begins_as(code, length, "FIDE_DUTCH") || begins_as(code, length, "DUTCH");
}

/* Is ${text} a code?  Record 092 is for people ("Individual: Swiss-System"), but some programs
 * write a code into it: one word, of several parts. */
static bool is_code(const char *text)
{
    return strchr(text, '_') != NULL && strpbrk(text, " \t:,;()") == NULL;
}

/* Return the code of ${t}: record 192, otherwise 092; "" for none. */
static const char *code_of(const struct lm_tournament *t)
{
    return t->type_code[0] != '\0' ? t->type_code : is_code(t->type) ? t->type : "";
}

bool lm_code_names_edition(const struct lm_tournament *t)
{
    const char *code = code_of(t);
    size_t length = system_part(code);
    return length > 0 && lm_is_digit(code[length - 1]);
}

const struct lm_system *lm_system_of(const struct lm_tournament *t, const char **how)
{
    const char *unheard;
    struct lm_date date;
    bool dated = lm_parse_date(t->start, strlen(t->start), &date);
    bool coded = t->type_code[0] != '\0';
    const char *code = code_of(t);
    const struct lm_system *system = with_code(code);
    how = how == NULL ? &unheard : how;
    *how = coded ? "record 192 of the file" : "record 092 of the file";
    if (system != NULL && dated && system->from[0] != '\0' && !lm_code_names_edition(t))
        return lm_system_named(system->family, t->start);
    if (system != NULL || (code[0] != '\0' && !is_dutch(code)))
        return system;
    *how = dated ? "the Dutch rules in force on the start date (record 042)"
           : t->start[0] != '\0'
               ? "the Dutch rules in force today; the start date is not understood"
           : code[0] != '\0' ? "the Dutch rules in force today; the file has no start date"
                             : "the Dutch rules in force today; the file names no other";
    return lm_system_named("dutch", t->start);
}

const struct lm_system *lm_system_in_round(const struct lm_system *system,
                                           const struct lm_tournament *t, uint32_t round)
{
    return system == NULL || system->in_round == NULL ? system : system->in_round(t, round);
}

enum lm_status lm_system_view(const struct lm_system *system, struct lm_tournament *t,
                              struct lm_arena *arena, struct lm_log *log,
                              struct lm_tournament **out)
{
    if (lm_system_check(system, log) != LM_OK)
        return LM_INVALID;
    if (system->teams && lm_ids_are_teams(t))
        return lm_team_view(t, lm_game_points_first(t), arena, out);
    if (system->teams)
        return lm_log_add(log, LM_ERROR, (struct lm_place){.field = "record 310"},
                          "number the teams by records 310, or choose another system with -s",
                          "%s pairs teams, and no team in the file has a number", system->name);
    *out = t;
    return LM_OK;
}

enum lm_status lm_system_check(const struct lm_system *system, struct lm_log *log)
{
    if (system != NULL && system->pair != NULL)
        return LM_OK;
    return lm_log_add(log, LM_ERROR, (struct lm_place){0},
                      "choose one by its name, for example dutch-2026", "no pairing system chosen");
}

enum lm_status lm_system_fits(const struct lm_system *system, const struct lm_tournament *t,
                              struct lm_log *log)
{
    if (lm_system_check(system, log) != LM_OK)
        return LM_INVALID;
    if (t->games_per_match != system->games_per_match)
        return lm_log_add(log, LM_ERROR, (struct lm_place){.field = "games_per_match"},
                          "choose another system with -s, or convert the file",
                          "%s has %u game(s) in a match, the file has %u", system->name,
                          system->games_per_match, t->games_per_match);
    if (t->rounds_total != 0 || !system->needs_rounds)
        return LM_OK;
    return lm_log_add(log, LM_ERROR, (struct lm_place){.field = "record 142"},
                      "declare it in record 142", "%s needs the number of rounds of the tournament",
                      system->name);
}

enum lm_status lm_request_check(const struct lm_pair_request *request, uint32_t against,
                                const struct lm_tournament *t, struct lm_log *log)
{
    const struct lm_place nowhere = {0};
    if (request == NULL)
        return lm_log_add(log, LM_ERROR, nowhere, NULL, "no request was given");
    if (request->want == LM_WANT_PAIRS || request->player == LM_NOBODY)
        return LM_OK; /* the request names no player */
    if (request->player >= t->player_count || (against != LM_NOBODY && against >= t->player_count))
        return lm_log_add(log, LM_ERROR, nowhere, "choose a player of the tournament",
                          "no player has that index");
    if (request->player == against)
        return lm_log_add(log, LM_ERROR, nowhere, "choose another player",
                          "a player cannot be paired with themself");
    return LM_OK;
}

enum lm_status lm_pair_round(const struct lm_system *system, const struct lm_tournament *t,
                             uint32_t round, const struct lm_pair_request *request,
                             struct lm_arena *arena, struct lm_log *log, struct lm_pairing **out)
{
    struct lm_position *position;
    enum lm_status status = lm_system_fits(system, t, log);
    if (status == LM_OK)
        status = lm_request_check(request, LM_NOBODY, t, log);
    if (status == LM_OK)
        status = lm_position_new(t, round, &system->rules, arena, log, &position);
    if (status != LM_OK)
        return status;
    struct lm_pairing *pairing;
    system = lm_system_in_round(system, t, position->round);
    status = system->pair(position, request, arena, log, &pairing);
    if (status != LM_OK)
        return status;
    status = lm_pairing_sort(system, t, pairing, arena);
    if (status == LM_OK)
        *out = pairing;
    return status;
}
