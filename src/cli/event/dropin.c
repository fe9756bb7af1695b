/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The argument forms of bbpPairings 6.0.0 and JaVaFo, with their outputs, messages and exit codes,
 * so that Limmat can replace either program where scripts call it:
 *
 *   [-r]
 *   [-r] [--dutch | …] INPUT -c [-l [LIST]]
 *   [-r] [--dutch | …] INPUT -p [OUTPUT] [-l [LIST]]
 *   [-r] [--dutch | …] [MODEL] -g [CONFIG] -o TRF [-s SEED] [-l [LIST]]
 *   -check FILE
 *
 * JaVaFo's -w and -q [N] are accepted anywhere and ignored.  Unlike in those programs, options can
 * follow the action in any order, and a failure leaves no output file behind.
 */

#include <string.h>

#include "cli/core/command.h"
#include "cli/event/check_command.h"
#include "cli/event/checklist.h"
#include "limmat/check.h"
#include "limmat/formats.h"
#include "limmat/generate.h"
#include "limmat/rating.h"
#include "os/files.h"

static const char usage[] =
    "Command line argument syntax:\n"
    "limmat [-r]\n"
    "limmat [-r] (--dutch | --burstein | ...) input-file -c [-l [check-list-file]]\n"
    "limmat [-r] (--dutch | --burstein | ...) input-file -p [output-file] [-l [check-list-file]]\n"
    "limmat [-r] (--dutch | --burstein | ...) (model-file -g | -g [config-file]) -o trf_file"
    " [-s random_seed] [-l [check-list-file]]\n"
    "limmat -check input-file\n"
    "limmat help";

struct request {
    char deed;          /* 'p', 'c', 'g'; 0: only -r */
    bool release;       /* -r */
    const char *system; /* of --dutch; NULL: the file decides */
    const char *input;  /* the tournament, or the model; NULL: none */
    const char *config;
    const char *output; /* after -p or -o; NULL: not given */
    bool standings;   /* -check: also check the declared standings, and report them in the status */
    bool lists;       /* -l */
    const char *list; /* NULL: named after the input */
    const char *seed;
};

/* --- arguments */

struct words {
    const char *const *all;
    size_t count, next;
};

/* Return the next word if it is not an option; else NULL. */
static const char *next_operand(struct words *words)
{
    if (words->next == words->count || words->all[words->next][0] == '-')
        return NULL;
    return words->all[words->next++];
}

static bool next_is(struct words *words, const char *word)
{
    if (words->next == words->count || strcmp(words->all[words->next], word) != 0)
        return false;
    words->next++;
    return true;
}

static bool is_number(const char *word)
{
    return word[0] != '\0' && word[strspn(word, "0123456789")] == '\0';
}

static bool read_option(struct words *words, struct request *request)
{
    if (next_is(words, "-l")) {
        request->lists = true;
        request->list = next_operand(words);
        return true;
    }
    if (request->deed == 'g' && next_is(words, "-o"))
        return (request->output = next_operand(words)) != NULL;
    if (request->deed == 'g' && next_is(words, "-s"))
        return (request->seed = next_operand(words)) != NULL;
    return false;
}

static bool read_deed(struct words *words, struct request *request)
{
    if (request->input != NULL && next_is(words, "-c")) {
        request->deed = 'c';
    } else if (request->input != NULL && next_is(words, "-p")) {
        request->deed = 'p';
        request->output = next_operand(words);
    } else if (next_is(words, "-g")) {
        request->deed = 'g';
        request->config = next_operand(words);
    }
    return request->deed != 0;
}

/* Return ${words} without JaVaFo's -w and -q [N]. */
static struct words without_javafo(struct words words, const char **kept)
{
    struct words left = {kept, 0, 0};
    while (words.next < words.count) {
        if (next_is(&words, "-w"))
            continue;
        if (!next_is(&words, "-q"))
            kept[left.count++] = words.all[words.next++];
        else if (words.next < words.count && is_number(words.all[words.next]))
            words.next++;
    }
    return left;
}

static bool read_request(struct words words, struct request *request)
{
    request->release = next_is(&words, "-r");
    if (words.next == words.count)
        return request->release;
    if (next_is(&words, "-check")) {
        request->deed = 'c';
        request->standings = true;
        request->input = next_operand(&words);
        return request->input != NULL && words.next == words.count;
    }
    if (strncmp(words.all[words.next], "--", 2) == 0)
        request->system = words.all[words.next++] + 2;
    request->input = next_operand(&words);
    if (!read_deed(&words, request))
        return false;
    while (words.next < words.count)
        if (!read_option(&words, request))
            return false;
    return request->deed != 'g' || request->output != NULL;
}

bool is_dropin(const char *const *arguments, size_t count)
{
    static const char *const deeds[] = {"-p", "-c", "-g", "-q", "-w"};
    if (count == 0)
        return false;
    for (size_t i = 0; count > 1 && i < sizeof deeds / sizeof *deeds; i++)
        if (strcmp(arguments[1], deeds[i]) == 0)
            return true;
    return arguments[0][0] == '-';
}

/* --- files */

/* Return the length of the directory of ${path}, with the slash. */
static size_t directory_length(const char *path)
{
    return (size_t)(os_name_in(path) - path);
}

/* Return ${name} itself, or in the folder of ${input} if it has no folder. */
static const char *beside(struct lm_arena *arena, const char *input, const char *name)
{
    struct lm_text path = lm_text_in(arena);
    if (input != NULL && directory_length(name) == 0)
        lm_text_add_bytes(&path, input, directory_length(input));
    lm_text_add(&path, name);
    return lm_text_string(&path);
}

/* Return the length of ${path} without its extension. */
static size_t stem_length(const char *path)
{
    size_t start = directory_length(path);
    const char *dot = strrchr(path + start, '.');
    return dot == NULL ? strlen(path) : (size_t)(dot - path);
}

/* Write the checklist; if that fails, log it without failing the command. */
static void deliver_list(struct run *run, const struct request *request, struct lm_text *list)
{
    const char *origin = request->input != NULL ? request->input : request->config;
    const char *owner = request->deed == 'g' ? request->output : request->input;
    struct lm_text name = lm_text_in(run->arena);
    if (request->list != NULL) {
        lm_text_add(&name, request->list);
    } else {
        lm_text_add_bytes(&name, owner, stem_length(owner));
        lm_text_add(&name, ".list");
    }
    const char *path = beside(run->arena, origin, lm_text_string(&name));
    struct lm_log quiet = {.arena = run->arena};
    if (write_file(path, lm_text_string(list), list->length, &quiet) != LM_OK)
        fail(run->log, LM_IO, "The checklist file (%s) could not be opened.", path);
}

static enum lm_status deliver_output(struct run *run, const char *origin, const char *name,
                                     const struct lm_text *bytes)
{
    const char *path = beside(run->arena, origin, name);
    struct lm_log quiet = {.arena = run->arena};
    enum lm_status status = write_file(path, lm_text_string(bytes), bytes->length, &quiet);
    if (status != LM_OK)
        fail(run->log, status, "The output file (%s) could not be opened.", path);
    return status;
}

/* Repeat the errors of ${log}, each after "${what} ${file}: ${more}". */
static enum lm_status repeat(struct run *run, const struct lm_log *log, enum lm_status status,
                             const char *what, const char *file, const char *more)
{
    for (size_t i = 0; i < log->count; i++) {
        struct lm_text line = lm_text_in(run->arena);
        if (log->all[i].severity == LM_ERROR && lm_diagnostic_write(&log->all[i], &line) == LM_OK)
            fail(run->log, status, "%s %s: %s%s", what, file, more, lm_text_string(&line));
    }
    if (log->errors == 0)
        fail(run->log, status, "%s %s: %s%s", what, file, more, lm_status_name(status));
    return status;
}

static enum lm_status read_bytes(struct run *run, const char *path, const char **bytes,
                                 size_t *length)
{
    struct lm_log quiet = {.arena = run->arena};
    enum lm_status status = read_file(path, run->arena, &quiet, bytes, length);
    if (status != LM_OK)
        fail(run->log, status, "Error reading file %s: The file could not be loaded.", path);
    return status;
}

/* Read the input.  Both programs refuse a file whose points do not follow from its results.  Do the
 * same, except if the standings are to be checked, and except for teams, where a player's points
 * are only information. */
static enum lm_status read_input(struct run *run, const struct request *request,
                                 struct lm_tournament **t)
{
    const char *path = request->input;
    const char *bytes;
    size_t length;
    struct lm_log log = {.arena = run->arena};
    struct lm_read_options options = {.format = lm_format_named("trf26"),
                                      .refuse = LM_DOUBT_GAMES | LM_DOUBT_POINTS};
    const struct lm_system *system =
        request->system == NULL ? NULL : lm_system_named(request->system, "");
    if (request->standings)
        options = (struct lm_read_options){.file = path, .refuse = LM_DOUBT_GAMES};
    else if (system != NULL && system->teams)
        options.refuse = LM_DOUBT_GAMES;
    enum lm_status status = read_bytes(run, path, &bytes, &length);
    if (status != LM_OK)
        return status;
    status = lm_read(bytes, length, &options, run->arena, &log, t);
    return status == LM_OK ? LM_OK : repeat(run, &log, status, "Error parsing file", path, "");
}

/* --- pairing */

/* Both programs print boards by the real scores even in accelerated rounds, where C.04.7 art. 1.5
 * uses the pairing scores.  Do the same for scripts that read boards by line number. */
static enum lm_status sort_as_they_do(const struct lm_system *system, const struct lm_tournament *t,
                                      struct lm_pairing *pairing, struct lm_arena *arena)
{
    int32_t *points = lm_arena_alloc(arena, t->player_count, sizeof *points);
    if (points == NULL)
        return LM_LIMIT;
    lm_points_after(t, pairing->round - 1, points);
    for (uint32_t i = 0; i < pairing->pair_count; i++) {
        struct lm_pair *pair = &pairing->pairs[i];
        pair->white_score = points[pair->white];
        pair->black_score = pair->black == LM_NOBODY ? 0 : points[pair->black];
    }
    return lm_pairing_sort(system, t, pairing, arena);
}

static const struct lm_pair_request pairs_only = {.want = LM_WANT_PAIRS, .player = LM_NOBODY};

/* Pair ${round} of ${t} (0: the next): set the position, and the pairing, which stays NULL if there
 * is none. */
static enum lm_status pair_position(const struct lm_system *system, const struct lm_tournament *t,
                                    uint32_t round, struct lm_arena *arena, struct lm_log *log,
                                    struct lm_position **position, struct lm_pairing **pairing)
{
    enum lm_status status = lm_position_new(t, round, &system->rules, arena, log, position);
    if (status == LM_OK)
        status = lm_system_in_round(system, t, (*position)->round)
                     ->pair(*position, &pairs_only, arena, log, pairing);
    return status == LM_OK ? sort_as_they_do(system, t, *pairing, arena) : status;
}

static enum lm_status check_pairable(struct run *run, const struct request *request,
                                     const struct lm_tournament *t)
{
    if (t->rounds_total == 0)
        return fail(run->log, LM_INVALID,
                    "Error parsing file %s: The total number of rounds in the tournament must be "
                    "specified.",
                    request->input);
    if (request->system != NULL && t->initial_colour == LM_NO_COLOUR && t->rounds_paired == 0)
        return fail(run->log, LM_INVALID,
                    "Error while parsing %s: Please configure the initial piece colors.",
                    request->input);
    return LM_OK;
}

static void write_pairs(const struct lm_tournament *t, const struct lm_pairing *pairing,
                        struct lm_text *out)
{
    lm_text_print(out, "%u\n", pairing->pair_count);
    for (uint32_t i = 0; i < pairing->pair_count; i++) {
        const struct lm_pair *pair = &pairing->pairs[i];
        lm_text_print(out, "%u %u\n", t->players[pair->white].tpn,
                      pair->black == LM_NOBODY ? 0 : t->players[pair->black].tpn);
    }
}

static enum lm_status do_pair(struct run *run, const struct request *request,
                              const struct lm_system *system, const struct lm_tournament *t)
{
    struct lm_position *position = NULL;
    struct lm_pairing *pairing = NULL;
    struct lm_log log = {.arena = run->arena};
    struct lm_text pairs = lm_text_in(run->arena), list = lm_text_in(run->arena);
    enum lm_status status = check_pairable(run, request, t);
    if (status != LM_OK)
        return status;
    status = pair_position(system, t, 0, run->arena, &log, &position, &pairing);
    if (request->lists && (status == LM_OK || status == LM_NO_PAIRING)) {
        lm_text_add_char(&list, '\n');
        write_checklist(&list, position, pairing);
        lm_text_add(&list, status == LM_OK ? PROGRAM_LINE : "");
        deliver_list(run, request, &list);
    }
    if (status == LM_NO_PAIRING)
        return repeat(run, &log, status, "Error while pairing", request->input,
                      "No valid pairing exists: ");
    if (status != LM_OK)
        return repeat(run, &log, status, "Error while pairing", request->input, "");
    write_pairs(t, pairing, request->output == NULL ? &run->out : &pairs);
    return request->output == NULL ? LM_OK
                                   : deliver_output(run, request->input, request->output, &pairs);
}

/* --- checking */

static void write_cell(const struct lm_tournament *t, const struct lm_pair *pair,
                       struct lm_text *out)
{
    if (pair == NULL)
        lm_text_repeat(out, ' ', strlen("  1 -   2"));
    else
        lm_text_print(out, "%3u - %3u", t->players[pair->white].tpn,
                      pair->black == LM_NOBODY ? 0 : t->players[pair->black].tpn);
}

/* Both programs show a pair without colours this way. */
static void show_higher_number_white(const struct lm_tournament *t,
                                     const struct lm_pairing *expected, struct lm_pairing *found)
{
    for (uint32_t i = 0; i < found->pair_count; i++) {
        struct lm_pair *pair = &found->pairs[i];
        uint32_t white = pair->white;
        if (pair->black == LM_NOBODY ||
            lm_record_of(t, white, found->round)->colour != LM_NO_COLOUR ||
            t->players[white].tpn > t->players[pair->black].tpn)
            continue;
        pair->white = pair->black;
        pair->black = white;
    }
    lm_pairing_lend_colours(t, expected, found);
}

static void write_difference(const struct lm_tournament *t, const struct lm_pairing *expected,
                             const struct lm_pairing *found, struct lm_text *out)
{
    uint32_t i = 0, k = 0;
    lm_text_add(out, "  Checker pairings        Tournament pairings \n");
    for (;;) {
        const struct lm_pair *left = lm_pairing_next_own(expected, found, &i);
        const struct lm_pair *right = lm_pairing_next_own(found, expected, &k);
        if (left == NULL && right == NULL)
            break;
        lm_text_add(out, "    ");
        write_cell(t, left, out);
        lm_text_repeat(out, ' ', 16);
        write_cell(t, right, out);
        lm_text_add_char(out, '\n');
    }
    lm_text_add_char(out, '\n');
}

static void write_round(const struct request *request, uint32_t round, struct lm_text *out)
{
    size_t start = directory_length(request->input);
    lm_text_add_bytes(out, request->input + start, stem_length(request->input) - start);
    lm_text_print(out, ": Round #%u\n", round);
}

/* Check one round for -c; the caller frees everything allocated in it. */
static enum lm_status check_round(struct run *run, const struct request *request,
                                  const struct lm_system *system, const struct lm_tournament *t,
                                  uint32_t round, struct lm_arena *arena, struct lm_text *list,
                                  bool *different)
{
    struct lm_position *position;
    struct lm_pairing *expected = NULL, *found = NULL;
    struct lm_log log = {.arena = arena};
    enum lm_status status = pair_position(system, t, round, arena, &log, &position, &expected);
    if (status != LM_OK && status != LM_NO_PAIRING)
        return repeat(run, &log, status, "Error while checking", request->input, "");
    write_round(request, round, &run->out);
    *different |= status == LM_NO_PAIRING;
    if (status == LM_NO_PAIRING)
        lm_text_print(&run->out, "No valid pairing exists for round %u.\n\n", round);
    if (request->lists) {
        lm_text_print(list, "Round #%u\n\n", round);
        write_checklist(list, position, expected);
    }
    if (status == LM_NO_PAIRING)
        return LM_OK;
    status = lm_played_pairing(system, position, arena, &found);
    if (status == LM_OK)
        status = sort_as_they_do(system, t, found, arena);
    if (status != LM_OK)
        return status;
    show_higher_number_white(t, expected, found);
    if (!lm_pairing_equal(expected, found)) {
        const char *declared = request->standings ? lm_declared_departure(t, round) : NULL;
        write_difference(t, expected, found, &run->out);
        if (declared != NULL)
            lm_text_print(&run->out, "  Declared by \"%s\"\n\n", declared);
        *different |= declared == NULL;
    }
    return status;
}

/* Show a column that holds only byes entered beforehand: both programs treat it as a round played
 * without games. */
static enum lm_status show_announced(const struct request *request, const struct lm_system *system,
                                     const struct lm_tournament *t, struct run *run,
                                     struct lm_text *list)
{
    uint32_t round = t->rounds_paired + 1;
    bool announced = false;
    for (size_t i = 0; i < t->bye_count; i++)
        announced |= t->byes[i].round == round && t->byes[i].whom == LM_PLAYERS;
    for (uint32_t i = 0; round <= t->round_capacity && i < t->player_count; i++)
        announced |= lm_record_of(t, i, round)->result == LM_PAB;
    if (!announced || round > t->round_capacity)
        return LM_OK;
    write_round(request, round, &run->out);
    struct lm_position *position;
    struct lm_log log = {.arena = run->arena};
    enum lm_status status =
        request->lists ? lm_position_new(t, round, &system->rules, run->arena, &log, &position)
                       : LM_OK;
    if (status != LM_OK || !request->lists)
        return status;
    position->seat_count = 0;
    lm_text_print(list, "Round #%u\n\n", round);
    write_checklist(list, position, NULL);
    return LM_OK;
}

/* Check points, ranks and tie-breaks, by C.02.03. */
static enum lm_status check_declared(struct run *run, const struct request *request,
                                     const struct lm_tournament *t, const char **unpaired,
                                     bool *different)
{
    struct lm_checked checked = {.file = request->input, .t = t};
    enum lm_status status = lm_check_declared(t, run->arena, &checked.declared);
    if (status == LM_OK)
        status = lm_check_points(t, run->arena, &checked.check);
    if (status != LM_OK)
        return status;
    write_wrong_declarations(&checked, "", &run->out);
    *different = checked.check.wrong_point_count + checked.declared.count > 0;
    *unpaired = lm_declared_unpaired(t);
    if (*unpaired != NULL)
        lm_text_print(&run->out, "The pairings were not checked: %s.\n", *unpaired);
    return LM_OK;
}

static enum lm_status do_check(struct run *run, const struct request *request,
                               const struct lm_system *system, struct lm_tournament *t)
{
    struct lm_text list = lm_text_in(run->arena);
    struct lm_arena *arena;
    bool different = false;
    const char *unpaired = NULL;
    enum lm_status status = LM_OK;
    if (request->standings)
        status = check_declared(run, request, t, &unpaired, &different);
    if (status == LM_OK)
        status = lm_arena_new(&arena, NULL, 0);
    if (status != LM_OK)
        return status;
    uint32_t rounds = unpaired == NULL ? t->rounds_paired : 0;
    if (lm_close_rounds(t))
        note_last_round(t, run->log);
    for (uint32_t round = 1; status == LM_OK && round <= rounds; round++) {
        struct lm_mark mark = lm_arena_mark(arena);
        status = check_round(run, request, system, t, round, arena, &list, &different);
        lm_arena_reset(arena, mark);
    }
    lm_arena_free(arena);
    if (status == LM_OK && !request->standings && rounds > 0)
        status = show_announced(request, system, t, run, &list);
    lm_text_add_char(&run->out, '\n');
    lm_text_add(&list, PROGRAM_LINE);
    if (status == LM_OK && request->lists)
        deliver_list(run, request, &list);
    return status == LM_OK && request->standings && different ? LM_DIFFERENT : status;
}

/* --- generating */

static enum lm_status read_config(struct run *run, const char *path, struct lm_plan *plan)
{
    const char *bytes;
    size_t length;
    struct lm_log log = {.arena = run->arena};
    enum lm_status status = read_bytes(run, path, &bytes, &length);
    if (status != LM_OK)
        return status;
    status = lm_plan_read(bytes, length, run->arena, &log, plan);
    return status == LM_OK
               ? LM_OK
               : repeat(run, &log, status, "Error parsing configuration file", path, "");
}

static enum lm_status list_rounds(struct run *run, const struct request *request,
                                  const struct lm_system *system, const struct lm_tournament *t)
{
    struct lm_text list = lm_text_in(run->arena);
    enum lm_status status = LM_OK;
    for (uint32_t round = 1; status == LM_OK && round <= t->rounds_paired; round++) {
        struct lm_position *position;
        struct lm_pairing *pairing;
        status = pair_position(system, t, round, run->arena, NULL, &position, &pairing);
        if (status != LM_OK)
            break;
        lm_text_print(&list, "Round #%u.\n\n", round);
        write_checklist(&list, position, pairing);
    }
    lm_text_add(&list, PROGRAM_LINE);
    if (status == LM_OK)
        deliver_list(run, request, &list);
    return status;
}

/* Make the plan of the tournament: a model gives its size, the configuration overrides it. */
static enum lm_status make_plan(struct run *run, const struct request *request,
                                const struct lm_tournament *model, struct lm_plan *plan,
                                int64_t *seed)
{
    *plan = lm_plan_default();
    plan->expected = lm_rating_expected;
    *seed = 1;
    if (model != NULL) {
        plan->players = model->player_count;
        plan->rounds = model->rounds_total != 0 ? model->rounds_total : model->rounds_paired;
    }
    if (request->seed != NULL &&
        !lm_parse_integer(request->seed, strlen(request->seed), 0, INT64_MAX, seed))
        return fail(run->log, LM_INVALID, "The seed %s is not a number.", request->seed);
    return request->config == NULL ? LM_OK : read_config(run, request->config, plan);
}

static enum lm_status generate_into(struct run *run, const struct request *request,
                                    const struct lm_system *system, const struct lm_plan *plan,
                                    int64_t seed, struct lm_arena *arena)
{
    struct lm_tournament *t;
    struct lm_text bytes = lm_text_in(arena);
    const struct lm_write_options carriage_returns = {.line_end = "\r"};
    const char *origin = request->input != NULL ? request->input : request->config;
    enum lm_status status = lm_generate(system, plan, (uint64_t)seed, arena, run->log, &t);
    if (status == LM_OK)
        status = lm_write(lm_format_named("trf26"), t, &carriage_returns, run->log, &bytes);
    if (status == LM_OK)
        status = deliver_output(run, origin, request->output, &bytes);
    if (status == LM_OK && request->lists)
        status = list_rounds(run, request, system, t);
    return status;
}

static enum lm_status do_generate(struct run *run, const struct request *request,
                                  const struct lm_system *system, const struct lm_tournament *model)
{
    struct lm_plan plan;
    struct lm_arena *arena;
    int64_t seed;
    if (system->teams)
        return fail(run->log, LM_INVALID, "teams are made by: limmat generate -s %s", system->name);
    enum lm_status status = make_plan(run, request, model, &plan, &seed);
    if (status == LM_OK)
        status = lm_arena_new(&arena, NULL, 0);
    if (status != LM_OK)
        return status;
    struct lm_text name = lm_text_in(run->arena);
    lm_text_print(&name, "AutoTest Tournament %lld", (long long)seed);
    plan.name = lm_text_string(&name);
    status = generate_into(run, request, system, &plan, seed, arena);
    lm_arena_free(arena);
    return status;
}

/* --- */

static const struct lm_system *system_for(const struct request *request,
                                          const struct lm_tournament *t)
{
    if (request->system == NULL && t != NULL)
        return lm_system_of(t, NULL);
    return lm_system_named(request->system == NULL ? "dutch" : request->system, "");
}

/* Read the arguments into ${request}; refuse input that cannot be read. */
static enum lm_status take_request(struct run *run, const char *const *arguments, size_t count,
                                   struct request *request)
{
    const char **kept = lm_arena_alloc(run->arena, count, sizeof *kept);
    *request = (struct request){0};
    if (kept == NULL)
        return LM_LIMIT;
    if (!read_request(without_javafo((struct words){arguments, count, 0}, kept), request) ||
        (request->system != NULL && lm_system_named(request->system, "") == NULL))
        return fail(run->log, LM_INVALID, PROGRAM_LINE "\n\n%s", usage);
    return LM_OK;
}

/* Note which system a flag means, and which data of ${t} ${system} does not support. */
static void note_system(struct run *run, const struct request *request,
                        const struct lm_system *system, const struct lm_tournament *t)
{
    if (request->system != NULL)
        lm_log_add(run->log, LM_NOTE, (struct lm_place){0}, NULL, "--%s is %s: %s", request->system,
                   system->name, system->title);
    const char *missing =
        t == NULL || system == NULL ? NULL : lm_system_missing(system, t->start, run->arena);
    if (missing != NULL)
        lm_log_add(run->log, LM_NOTE, (struct lm_place){0}, NULL, "%s", missing);
}

enum lm_status run_dropin(struct run *run, const char *const *arguments, size_t count)
{
    struct request request;
    struct lm_tournament *t = NULL;
    run->voice = "";
    enum lm_status status = take_request(run, arguments, count, &request);
    if (status != LM_OK)
        return status;
    if (request.release)
        lm_text_add(&run->out, PROGRAM_LINE "\n");
    if (request.input != NULL)
        status = read_input(run, &request, &t);
    if (status != LM_OK || request.deed == 0)
        return status;
    const struct lm_system *system = system_for(&request, t);
    note_system(run, &request, system, t);
    bool unpaired = request.standings && lm_declared_unpaired(t) != NULL;
    if (system == NULL && !unpaired)
        return refuse_code(t, run->log);
    if (t != NULL && !unpaired)
        status = lm_system_view(system, t, run->arena, run->log, &t);
    if (status != LM_OK)
        return status;
    return request.deed == 'p'   ? do_pair(run, &request, system, t)
           : request.deed == 'c' ? do_check(run, &request, system, t)
                                 : do_generate(run, &request, system, t);
}
