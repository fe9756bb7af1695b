/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/core/command.h"
#include "cli/core/names.h"
#include "cli/desk/desk_file.h"
#include "limmat/formats.h"
#include "limmat/matches.h"
#include "limmat/periods.h"
#include "limmat/ranking.h"

enum lm_status load_tournament(const char *path, bool strict, struct lm_arena *arena,
                               struct lm_log *log, struct lm_tournament **out)
{
    const char *bytes;
    size_t length;
    if (desk_is_journal(path))
        return desk_load(path, arena, log, out);
    enum lm_status status = read_file(path, arena, log, &bytes, &length);
    if (status != LM_OK)
        return status;
    log->file = strcmp(path, "-") == 0 ? "standard input" : path;
    struct lm_read_options options = {.file = path, .refuse = LM_DOUBT_GAMES};
    if (strict)
        options.refuse = LM_STRICT;
    struct lm_tournament *t;
    status = lm_read(bytes, length, &options, arena, log, &t);
    if (status == LM_OK && t->player_count == 0)
        status = lm_log_add(log, LM_ERROR, (struct lm_place){0}, "give a tournament file",
                            "no players found in it");
    if (status == LM_OK)
        *out = t;
    return status;
}

enum lm_status read_rounds(struct run *run, const char *rounds, uint32_t *from, uint32_t *to)
{
    int64_t first = 0, last = 0;
    size_t length = strcspn(rounds, "-"), rest = strlen(rounds) - length;
    bool good = lm_parse_integer(rounds, length, 1, LM_ROUNDS_MAX, &first);
    last = first;
    if (good && rest > 0)
        good = lm_parse_integer(rounds + length + 1, rest - 1, 1, LM_ROUNDS_MAX, &last);
    if (!good)
        return fail(run->log, LM_INVALID, "\"%s\" is not a range of rounds; write 5-7 or 5",
                    rounds);
    *from = (uint32_t)first;
    *to = (uint32_t)last;
    return LM_OK;
}

enum lm_status take_period(struct run *run, const char *rounds, struct lm_tournament **t)
{
    uint32_t first = 0, last = 0;
    enum lm_status status = read_rounds(run, rounds, &first, &last);
    return status == LM_OK ? lm_tournament_period(*t, first, last, run->arena, run->log, t)
                           : status;
}

static const char *all_systems(struct lm_arena *arena)
{
    struct lm_text names = lm_text_in(arena);
    size_t count;
    const struct lm_system *const *systems = lm_systems(&count);
    for (size_t i = 0; i < count; i++)
        lm_text_print(&names, " %s", systems[i]->name);
    return lm_text_string(&names);
}

static enum lm_status no_such_system(const char *name, struct lm_log *log)
{
    if (lm_means_knock_out(name))
        return fail(
            log, LM_INVALID,
            "a knock-out of players follows its bracket and isn't a pairing system; `limmat "
            "championship new club-knock-out` opens one; of teams it is team-knock-out");
    return fail(log, LM_INVALID, "unknown pairing system \"%s\"; use one of:%s", name,
                all_systems(log->arena));
}

enum lm_status refuse_code(const struct lm_tournament *t, struct lm_log *log)
{
    bool coded = t->type_code[0] != '\0';
    const char *why = lm_code_refused(coded ? t->type_code : t->type);
    struct lm_text remedy = lm_text_in(log->arena);
    lm_text_print(&remedy, "choose one with -s:%s", all_systems(log->arena));
    return lm_log_add(log, LM_ERROR,
                      (struct lm_place){.field = coded ? "record 192" : "record 092",
                                        .value = coded ? t->type_code : t->type},
                      lm_text_string(&remedy), "Limmat has no pairing system with this code%s%s",
                      why == NULL ? "" : ": ", why == NULL ? "" : why);
}

void note_last_round(const struct lm_tournament *t, struct lm_log *log)
{
    lm_log_add(log, LM_NOTE, (struct lm_place){0}, "record 142 gives it",
               "the file does not give the number of rounds; round %u is taken as the last",
               t->rounds_total);
}

/* Read columns as the system defines them if the file does not: two of them are a match of a
 * Double-Swiss. */
static enum lm_status read_columns_as(const struct lm_system *system, struct lm_tournament *t,
                                      struct lm_log *log)
{
    if (t == NULL || system->games_per_match != 2 || t->games_per_match != 1)
        return LM_OK;
    enum lm_status status = lm_join_matches(t, log);
    if (status != LM_OK)
        return status;
    if (t->type_code[0] == '\0')
        t->type_code = system->codes[0]; /* a written file then names the system */
    lm_log_add(log, LM_NOTE, (struct lm_place){0}, NULL,
               "%s: two columns of the file make a match; its round numbers count columns",
               system->name);
    return LM_OK;
}

/* If the system pairs teams, let it pair a view of the event. */
static enum lm_status read_teams_as(const struct lm_system *system, struct lm_tournament *t,
                                    struct lm_log *log)
{
    struct lm_tournament *view;
    enum lm_status status = t == NULL ? LM_OK : lm_system_view(system, t, t->arena, log, &view);
    if (t != NULL && status == LM_OK)
        *t = *view;
    return status;
}

/* Note which edition was in force on ${start} if it is not built in; otherwise how ${system} was
 * found (${how}), unless the user or a code of the file names it. */
static void note_edition(const struct lm_system *system, const char *start, bool named,
                         const char *how, struct lm_log *log)
{
    const char *missing = named ? NULL : lm_system_missing(system, start, log->arena);
    bool by_code = strncmp(how, "record", strlen("record")) == 0;
    if (missing != NULL)
        lm_log_add(log, LM_NOTE, (struct lm_place){0}, NULL, "%s", missing);
    else if (!named && !by_code)
        lm_log_add(log, LM_NOTE, (struct lm_place){0}, NULL, "%s: %s", system->name, how);
}

enum lm_status choose_system(const char *name, struct lm_tournament *t, struct lm_log *log,
                             const struct lm_system **out)
{
    const char *start = t == NULL ? "" : t->start;
    struct lm_date date;
    const char *how = lm_parse_date(start, strlen(start), &date)
                          ? "the edition in force on the start date"
                          : "the edition in force";
    const struct lm_system *system;
    bool by_file = name == NULL && t != NULL;
    if (by_file && !lm_ids_are_teams(t) && lm_declared_unpaired(t) != NULL &&
        lm_system_of(t, NULL) != NULL && lm_system_of(t, NULL)->board == NULL)
        return fail(
            log, LM_INVALID,
            "the rounds of a round-robin are fixed in advance; choose another system with -s:%s",
            all_systems(log->arena));
    if (by_file)
        system = lm_system_of(t, &how);
    else
        system = lm_system_named(name == NULL ? "dutch" : name, start);
    if (system == NULL)
        return by_file ? refuse_code(t, log) : no_such_system(name == NULL ? "dutch" : name, log);
    bool by_code = by_file && strncmp(how, "record", strlen("record")) == 0;
    bool named = by_file ? by_code && lm_code_names_edition(t)
                         : name != NULL && lm_same_letters(name, system->name);
    note_edition(system, start, named, how, log);
    enum lm_status status = read_columns_as(system, t, log);
    if (status == LM_OK)
        status = read_teams_as(system, t, log);
    if (status == LM_OK)
        *out = system;
    return status;
}

/* Return how many players or teams ${called} matches. */
static size_t count_called(const struct lm_tournament *t, bool teams, const char *called,
                           struct lm_arena *arena, struct lm_text *all, int64_t *number)
{
    size_t found = 0, count = teams ? t->team_count : t->player_count;
    for (size_t i = 0; i < count && called != NULL; i++) {
        const char *own = teams ? t->teams[i].name : t->players[i].name;
        const char *name = name_folded(arena, own);
        uint32_t its = teams ? t->teams[i].number : t->players[i].tpn;
        if (name == NULL || !name_is_called(name, called))
            continue;
        *number = its;
        if (++found <= 4)
            lm_text_print(all, "%s%u %s", found == 1 ? "" : "; ", its, own);
    }
    return found;
}

enum lm_status number_called(const struct lm_tournament *t, const char *text, struct run *run,
                             int64_t *number)
{
    if (lm_parse_integer(text, strlen(text), 1, LM_TPN_MAX, number))
        return LM_OK;
    struct lm_text all = lm_text_in(run->arena);
    const char *called = name_folded(run->arena, text);
    if (called == NULL)
        return LM_LIMIT;
    if (strlen(called) < 2 || strspn(text, "+-0123456789.") == strlen(text))
        return fail(run->log, LM_INVALID, "\"%s\" is not a player number; give one from 1 to %d",
                    text, LM_TPN_MAX);
    size_t found = count_called(t, false, called, run->arena, &all, number);
    if (found == 0)
        found = count_called(t, true, called, run->arena, &all, number);
    if (found == 1)
        return lm_text_status(&all);
    if (found == 0)
        return fail(run->log, LM_INVALID,
                    "no player is called \"%s\"; give the number, or a part of the name", text);
    return fail(run->log, LM_INVALID, "%zu players are called \"%s\": %s%s; give the number", found,
                text, lm_text_string(&all), found > 4 ? "; …" : "");
}

enum lm_status find_player(const struct lm_tournament *t, int64_t tpn, struct lm_log *log,
                           uint32_t *player)
{
    uint32_t found = lm_player_with_tpn(t, (uint32_t)tpn);
    if (found == LM_NOBODY)
        return fail(log, LM_INVALID, "no player has the number %u", (uint32_t)tpn);
    *player = found;
    return LM_OK;
}
