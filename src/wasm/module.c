/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The library as a WebAssembly module.  It imports nothing and exports what stands in this file;
 * packaging/npm/limmat.js is its other half and the only one that calls it.
 *
 * A session holds one tournament.  The caller asks for room, puts the file there, has it read, and
 * asks questions; each leaves a JSON document as the session's answer, until the next question.
 * The result of a question is an enum lm_status, and what there is to say besides is in its
 * messages.  A text that a question needs (a system, a list of tie-breaks, the name of a format)
 * stands NUL-terminated in the session's argument before; "" is none.
 */

#include <stdlib.h>
#include <string.h>

#include "limmat/answers.h"
#include "limmat/explain.h"
#include "limmat/formats.h"

#define EXPORT(name) __attribute__((export_name("limmat_" name)))

enum { ARGUMENT_SIZE = 256, MEMORY_MAX = 1 << 30 };

struct session {
    struct lm_arena *arena;
    struct lm_arena
        *words;          /* the log's: what it says outlasts a reset, and goes with its question */
    struct lm_mark read; /* the tournament; what comes after it belongs to the last question */
    char *bytes;
    size_t length;
    char argument[ARGUMENT_SIZE];
    struct lm_tournament *t;      /* NULL: not read */
    struct lm_tournament *paired; /* as the system of the question pairs it */
    struct lm_log log;
    struct lm_text answer;
};

/* --- a session */

static void forget_last(struct session *s)
{
    struct lm_arena *words;
    lm_arena_reset(s->arena, s->read);
    if (lm_arena_new(&words, NULL, MEMORY_MAX) == LM_OK) {
        lm_arena_free(s->words);
        s->words = words;
    }
    s->log = (struct lm_log){.arena = s->words};
    s->answer = lm_text_in(s->arena);
}

/* A session with room for a file of ${length} bytes; NULL when there is no memory. */
EXPORT("open") struct session *limmat_open(size_t length)
{
    struct lm_arena *arena, *words;
    if (lm_arena_new(&arena, NULL, MEMORY_MAX) != LM_OK)
        return NULL;
    if (lm_arena_new(&words, NULL, MEMORY_MAX) != LM_OK) {
        lm_arena_free(arena);
        return NULL;
    }
    struct session *s = lm_arena_alloc(arena, 1, sizeof *s);
    char *bytes = lm_arena_alloc(arena, length, 1);
    if (s == NULL || bytes == NULL) {
        lm_arena_free(words);
        lm_arena_free(arena);
        return NULL;
    }
    *s = (struct session){.arena = arena, .words = words, .bytes = bytes, .length = length};
    s->read = lm_arena_mark(arena);
    forget_last(s);
    return s;
}

EXPORT("close") void limmat_close(struct session *s)
{
    lm_arena_free(s->words);
    lm_arena_free(s->arena);
}

/* Where the file goes, and where the argument of a question. */
EXPORT("bytes") char *limmat_bytes(struct session *s)
{
    return s->bytes;
}

EXPORT("argument") char *limmat_argument(struct session *s)
{
    return s->argument;
}

EXPORT("argument_size") size_t limmat_argument_size(void)
{
    return ARGUMENT_SIZE;
}

EXPORT("answer") const char *limmat_answer(struct session *s)
{
    return lm_text_string(&s->answer);
}

EXPORT("answer_length") size_t limmat_answer_length(struct session *s)
{
    return s->answer.length;
}

/* Make the answer what there is to say about the last question. */
EXPORT("messages") enum lm_status limmat_messages(struct session *s)
{
    s->answer = lm_text_in(s->arena);
    lm_answer_diagnostics(&s->log, &s->answer);
    return lm_text_status(&s->answer);
}

/* --- what the questions share */

/* What the user gave, or NULL. */
static const char *argument_of(const struct session *s)
{
    return s->argument[0] == '\0' ? NULL : s->argument;
}

static enum lm_status refuse(struct session *s, const char *what)
{
    struct lm_place nowhere = {0};
    return lm_log_add(&s->log, LM_ERROR, nowhere, NULL, "%s", what);
}

/* Begin a question about the tournament. */
static enum lm_status begin(struct session *s)
{
    forget_last(s);
    return s->t == NULL ? refuse(s, "no tournament was read") : LM_OK;
}

static enum lm_status finish(const struct session *s, enum lm_status status)
{
    return status == LM_OK ? lm_text_status(&s->answer) : status;
}

/* The system that the argument names, else that of the tournament. */
static enum lm_status choose_system(struct session *s, const struct lm_system **system)
{
    const char *name = argument_of(s), *how = "as asked for";
    const struct lm_system *chosen =
        name == NULL ? lm_system_of(s->t, &how) : lm_system_named(name, s->t->start);
    if (chosen == NULL)
        return refuse(s, "there is no such pairing system");
    lm_log_add(&s->log, LM_NOTE, (struct lm_place){0}, NULL, "%s: %s", chosen->name, how);
    *system = chosen;
    return lm_system_view(chosen, s->t, s->arena, &s->log, &s->paired);
}

/* --- questions */

/* Read the file; the argument is its name. */
EXPORT("read") enum lm_status limmat_read(struct session *s, int strict)
{
    struct lm_read_options options = {.file = argument_of(s),
                                      .refuse = strict ? LM_STRICT : LM_DOUBT_GAMES};
    forget_last(s);
    struct lm_tournament *t;
    enum lm_status status = lm_read(s->bytes, s->length, &options, s->arena, &s->log, &t);
    if (status == LM_OK && t->player_count == 0)
        status = refuse(s, "there are no players in it");
    if (status == LM_OK) {
        s->t = t;
        s->read = lm_arena_mark(s->arena);
    }
    return status;
}

EXPORT("systems") enum lm_status limmat_systems(struct session *s)
{
    forget_last(s);
    lm_answer_systems(&s->answer);
    return finish(s, LM_OK);
}

/* The tournament in the format that the argument names: the one answer that may be no JSON. */
EXPORT("write") enum lm_status limmat_write(struct session *s)
{
    enum lm_status status = begin(s);
    const struct lm_format *format = lm_format_named(s->argument);
    if (status == LM_OK && (format == NULL || format->write == NULL))
        status = refuse(s, "there is no such format to write");
    if (status == LM_OK)
        status = lm_write(format, s->t, NULL, &s->log, &s->answer);
    return finish(s, status);
}

/* Pair ${round}; 0: the next one. */
EXPORT("pair") enum lm_status limmat_pair(struct session *s, uint32_t round)
{
    static const struct lm_pair_request pairs_only = {.want = LM_WANT_PAIRS, .player = LM_NOBODY};
    const struct lm_system *system;
    struct lm_pairing *pairing;
    enum lm_status status = begin(s);
    if (status == LM_OK)
        status = choose_system(s, &system);
    if (status == LM_OK)
        status = lm_pair_round(system, s->paired, round, &pairs_only, s->arena, &s->log, &pairing);
    if (status == LM_OK)
        lm_answer_pairing(system, s->paired, pairing, &s->answer);
    return finish(s, status);
}

/* Why ${round} (0: the next one) is paired as it is; with ${tpn} (0: nobody) why that player. */
EXPORT("explain") enum lm_status limmat_explain(struct session *s, uint32_t round, uint32_t tpn)
{
    const struct lm_system *system;
    struct lm_position *position;
    struct lm_pairing *pairing;
    enum lm_status status = begin(s);
    if (status == LM_OK)
        status = choose_system(s, &system);
    uint32_t player = status == LM_OK && tpn != 0 ? lm_player_with_tpn(s->paired, tpn) : LM_NOBODY;
    if (status == LM_OK && tpn != 0 && player == LM_NOBODY)
        status = refuse(s, "there is no player with that number");
    if (status == LM_OK)
        status = lm_explain_round(system, s->paired, round, player, LM_NOBODY, s->arena, &s->log,
                                  &position, &pairing);
    if (status == LM_OK)
        status = lm_answer_explanation(system, position, pairing, player, lm_english(), &s->answer);
    return finish(s, status);
}

static enum lm_status check_round(struct session *s, const struct lm_system *system, uint32_t round)
{
    struct lm_difference difference;
    enum lm_status status =
        lm_check_round(system, s->paired, round, s->arena, &s->log, &difference);
    if (status == LM_OK)
        lm_answer_checked_round(system, s->paired, &difference, &s->answer);
    return status;
}

static enum lm_status check_all(struct session *s, const struct lm_system *system)
{
    struct lm_checked checked = {.system = system, .t = s->paired};
    enum lm_status status = lm_check_rounds(system, s->paired, s->arena, &s->log, &checked.check);
    if (status == LM_OK)
        status = lm_check_declared(s->t, s->arena, &checked.declared);
    if (status == LM_OK)
        lm_answer_check(&checked, &s->answer);
    return status;
}

/* Pair ${round} again and compare; 0: all rounds, and all that the file declares. */
EXPORT("check") enum lm_status limmat_check(struct session *s, uint32_t round)
{
    const struct lm_system *system;
    enum lm_status status = begin(s);
    if (status == LM_OK)
        status = choose_system(s, &system);
    if (status == LM_OK && round > s->t->rounds_paired)
        status = refuse(s, "that round is not paired yet");
    if (status == LM_OK)
        status = round == 0 ? check_all(s, system) : check_round(s, system, round);
    return finish(s, status);
}

/* Rank everybody after ${round} (0: the last one) in the order of the argument. */
EXPORT("standings") enum lm_status limmat_standings(struct session *s, uint32_t round)
{
    struct lm_standings *standings;
    enum lm_status status = begin(s);
    if (status != LM_OK)
        return status;
    struct lm_standings_options options = {.round = round,
                                           .edition = lm_tie_break_edition_of(s->t)};
    status = lm_standings_order(s->t, argument_of(s), s->arena, &s->log, &options);
    if (status == LM_OK)
        status = lm_standings_compute(s->t, &options, s->arena, &s->log, &standings);
    if (status == LM_OK)
        lm_answer_standings(standings, &s->answer);
    return finish(s, status);
}
