/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The session of limmat/flat.h.  Compiled to WebAssembly it is all that the module exports, and the
 * module imports nothing.
 */

#include "limmat/flat.h"

#include <stdlib.h>
#include <string.h>

#include "limmat/answers.h"
#include "limmat/desk.h"
#include "limmat/event_files.h"
#include "limmat/explain.h"
#include "limmat/formats.h"
#include "limmat/journal.h"
#include "limmat/position.h"
#include "limmat/preview.h"

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(#name))) name
#else
#define EXPORT(name) name
#endif

enum { INTERFACE = 4, ARGUMENT_SIZE = 1024, MEMORY_MAX = 1 << 30 };

struct limmat_session {
    struct lm_arena *kept;  /* the session and its file */
    struct lm_arena *event; /* its tournament's; NULL: not read */
    struct lm_arena *work;  /* the last question's, its answer among it */
    struct lm_arena *words; /* its messages: outlasts the marks that questions go back to */
    char *bytes;
    size_t length;
    char argument[ARGUMENT_SIZE];
    const struct lm_language *language;
    struct lm_tournament *t;      /* NULL: not read */
    struct lm_tournament *paired; /* as the system of the question pairs it */
    bool changed;                 /* since it was read */
    struct lm_log log;
    struct lm_text answer;
};

uint32_t EXPORT(limmat_interface)(void)
{
    return INTERFACE;
}

const char *EXPORT(limmat_version)(void)
{
    return lm_version();
}

/* --- a session */

/* ${*arena} anew; without memory the old one stays, which costs only room. */
static void renew(struct lm_arena **arena)
{
    struct lm_arena *fresh;
    if (lm_arena_new(&fresh, NULL, MEMORY_MAX) != LM_OK)
        return;
    lm_arena_free(*arena);
    *arena = fresh;
}

static void forget_last(struct limmat_session *s)
{
    renew(&s->work);
    renew(&s->words);
    s->log = (struct lm_log){.arena = s->words};
    s->answer = lm_text_in(s->work);
}

static struct limmat_session *session_in(struct lm_arena *kept, size_t length)
{
    struct limmat_session *s = lm_arena_alloc(kept, 1, sizeof *s);
    char *bytes = lm_arena_alloc(kept, length, 1);
    if (s == NULL || bytes == NULL)
        return NULL;
    *s = (struct limmat_session){
        .kept = kept, .bytes = bytes, .length = length, .language = lm_english()};
    if (lm_arena_new(&s->work, NULL, MEMORY_MAX) != LM_OK)
        return NULL;
    if (lm_arena_new(&s->words, NULL, MEMORY_MAX) != LM_OK) {
        lm_arena_free(s->work);
        return NULL;
    }
    forget_last(s);
    return s;
}

struct limmat_session *EXPORT(limmat_open)(size_t length)
{
    struct lm_arena *kept;
    if (lm_arena_new(&kept, NULL, MEMORY_MAX) != LM_OK)
        return NULL;
    struct limmat_session *s = session_in(kept, length);
    if (s == NULL)
        lm_arena_free(kept);
    return s;
}

void EXPORT(limmat_close)(struct limmat_session *s)
{
    if (s == NULL)
        return;
    lm_arena_free(s->words);
    lm_arena_free(s->work);
    lm_arena_free(s->event);
    lm_arena_free(s->kept);
}

char *EXPORT(limmat_bytes)(struct limmat_session *s)
{
    return s->bytes;
}

char *EXPORT(limmat_argument)(struct limmat_session *s)
{
    return s->argument;
}

size_t EXPORT(limmat_argument_size)(void)
{
    return ARGUMENT_SIZE;
}

const char *EXPORT(limmat_answer)(struct limmat_session *s)
{
    return lm_text_string(&s->answer);
}

size_t EXPORT(limmat_answer_length)(struct limmat_session *s)
{
    return s->answer.length;
}

uint32_t EXPORT(limmat_messages)(struct limmat_session *s)
{
    s->answer = lm_text_in(s->work);
    lm_answer_diagnostics(&s->log, &s->answer);
    return lm_text_status(&s->answer);
}

/* --- what the questions share */

/* Return the user's text, or NULL. */
static const char *argument_of(const struct limmat_session *s)
{
    return s->argument[0] == '\0' ? NULL : s->argument;
}

static enum lm_status refuse(struct limmat_session *s, const char *what)
{
    struct lm_place nowhere = {0};
    return lm_log_add(&s->log, LM_ERROR, nowhere, NULL, "%s", what);
}

/* Begin a question about the tournament. */
static enum lm_status begin(struct limmat_session *s)
{
    forget_last(s);
    return s->t == NULL ? refuse(s, "no tournament was read") : LM_OK;
}

static enum lm_status finish(const struct limmat_session *s, enum lm_status status)
{
    return status == LM_OK ? lm_text_status(&s->answer) : status;
}

/* The system that the argument names, else that of the tournament. */
static enum lm_status choose_system(struct limmat_session *s, const struct lm_system **system)
{
    const char *name = argument_of(s), *how = "as asked for";
    const struct lm_system *chosen =
        name == NULL ? lm_system_of(s->t, &how) : lm_system_named(name, s->t->start);
    if (chosen == NULL)
        return refuse(s, "unknown pairing system");
    bool named = name == NULL ? lm_code_names_edition(s->t) : lm_same_letters(name, chosen->name);
    const char *missing = named ? NULL : lm_system_missing(chosen, s->t->start, s->work);
    if (missing != NULL)
        lm_log_add(&s->log, LM_NOTE, (struct lm_place){0}, NULL, "%s", missing);
    else
        lm_log_add(&s->log, LM_NOTE, (struct lm_place){0}, NULL, "%s: %s", chosen->name, how);
    *system = chosen;
    return lm_system_view(chosen, s->t, s->work, &s->log, &s->paired);
}

/* --- questions */

/* The tournament in the bytes, in an arena of its own. */
static enum lm_status read_into(struct limmat_session *s, int strict, struct lm_arena *arena,
                                struct lm_tournament **t)
{
    struct lm_read_options options = {.file = argument_of(s),
                                      .refuse = strict ? LM_STRICT : LM_DOUBT_GAMES};
    enum lm_status status = lm_read(s->bytes, s->length, &options, arena, &s->log, t);
    if (status == LM_OK && (*t)->player_count == 0)
        status = refuse(s, "no players found in it");
    return status;
}

uint32_t EXPORT(limmat_read)(struct limmat_session *s, int strict)
{
    struct lm_arena *arena;
    struct lm_tournament *t;
    forget_last(s);
    enum lm_status status = lm_arena_new(&arena, NULL, MEMORY_MAX);
    if (status != LM_OK)
        return status;
    status = read_into(s, strict, arena, &t);
    if (status != LM_OK) {
        lm_arena_free(arena);
        return status;
    }
    lm_arena_free(s->event);
    s->event = arena;
    s->t = t;
    s->changed = false;
    return LM_OK;
}

uint32_t EXPORT(limmat_language)(struct limmat_session *s)
{
    forget_last(s);
    const struct lm_language *language = lm_language_named(s->argument);
    if (language == NULL)
        return refuse(s, "there are no words in that language");
    s->language = language;
    return LM_OK;
}

uint32_t EXPORT(limmat_systems)(struct limmat_session *s)
{
    forget_last(s);
    lm_answer_systems(&s->answer);
    return finish(s, LM_OK);
}

/* Declare current points and ranks where the file declares some. */
static enum lm_status declare_again(struct limmat_session *s)
{
    struct lm_standings_options options = {.edition = lm_tie_break_edition_of(s->t)};
    struct lm_standings *standings;
    bool points = false, ranks = false;
    for (uint32_t i = 0; i < s->t->player_count; i++) {
        points |= s->t->players[i].declared_points != LM_NO_POINTS;
        ranks |= s->t->players[i].declared_rank != 0;
    }
    if (!s->changed || !(points || ranks))
        return LM_OK;
    enum lm_status status = lm_standings_order(s->t, NULL, s->work, &s->log, &options);
    if (status == LM_OK)
        status = lm_standings_compute(s->t, &options, s->work, &s->log, &standings);
    if (status == LM_OK)
        status = lm_standings_declare(standings, s->t);
    if (status == LM_OK)
        s->changed = false;
    return status;
}

uint32_t EXPORT(limmat_write)(struct limmat_session *s)
{
    enum lm_status status = begin(s);
    const struct lm_format *format = lm_format_named(s->argument);
    if (status == LM_OK && (format == NULL || format->write == NULL))
        status = refuse(s, "unknown format");
    if (status == LM_OK)
        status = declare_again(s);
    if (status == LM_OK)
        status = lm_write(format, s->t, NULL, &s->log, &s->answer);
    return finish(s, status);
}

/* Pair ${round}, 0: the next one, by the system of the argument, and answer who plays whom. */
static enum lm_status pair_round(struct limmat_session *s, uint32_t round,
                                 const struct lm_system **system, struct lm_pairing **pairing)
{
    static const struct lm_pair_request pairs_only = {.want = LM_WANT_PAIRS, .player = LM_NOBODY};
    enum lm_status status = begin(s);
    if (status == LM_OK)
        status = choose_system(s, system);
    if (status == LM_OK)
        status = lm_pair_round(*system, s->paired, round, &pairs_only, s->work, &s->log, pairing);
    if (status == LM_OK)
        lm_answer_pairing(*system, s->paired, *pairing, &s->answer);
    return finish(s, status);
}

uint32_t EXPORT(limmat_pair)(struct limmat_session *s, uint32_t round)
{
    const struct lm_system *system;
    struct lm_pairing *pairing;
    return pair_round(s, round, &system, &pairing);
}

/* Count the games of ${round} without a result. */
static uint32_t missing_in(const struct lm_tournament *t, uint32_t round)
{
    uint32_t sides = 0;
    for (uint32_t player = 0; player < t->player_count; player++)
        for (uint32_t game = 0; game < t->games_per_match; game++)
            sides += lm_record_of(t, player, round)[game].result == LM_PENDING;
    return sides / 2;
}

uint32_t EXPORT(limmat_enter)(struct limmat_session *s)
{
    const struct lm_system *system;
    struct lm_pairing *pairing;
    enum lm_status status = pair_round(s, 0, &system, &pairing);
    if (status == LM_OK && s->t->rounds_paired > 0 && missing_in(s->t, s->t->rounds_paired) > 0)
        status = refuse(s, "results of the last round are missing");
    if (status == LM_OK)
        status =
            system->teams ? lm_pairing_enter_teams(s->t, pairing) : lm_pairing_enter(s->t, pairing);
    if (status == LM_OK)
        status = lm_pairing_record(s->t, pairing, system->teams);
    if (status == LM_OK)
        s->changed = true;
    return status;
}

static void answer_result(struct limmat_session *s, uint32_t round, const struct lm_record *white,
                          uint32_t game, const struct lm_desk_result *result)
{
    struct lm_json_writer w = lm_json_writer_to(&s->answer, false);
    const struct lm_record *black = lm_record_of(s->t, white->opponent, round) + game - 1;
    lm_json_begin(&w, NULL, '{');
    lm_json_put_integer(&w, "round", round);
    lm_json_put_integer(&w, "white", s->t->players[black->opponent].tpn);
    lm_json_put_integer(&w, "black", s->t->players[white->opponent].tpn);
    lm_json_put_integer(&w, "game", game);
    lm_json_put_string(&w, "result", result->name);
    lm_json_put_integer(&w, "missing", missing_in(s->t, round));
    lm_json_end(&w, '}');
    lm_text_add_char(&s->answer, '\n');
}

/* The game's record of White; NULL: no game. */
static struct lm_record *white_of(const struct lm_tournament *t, uint32_t round, uint32_t player,
                                  uint32_t game)
{
    struct lm_record *own = lm_record_of(t, player, round) + game - 1;
    if (own->opponent == LM_NOBODY)
        return NULL;
    return own->colour == LM_BLACK ? lm_record_of(t, own->opponent, round) + game - 1 : own;
}

uint32_t EXPORT(limmat_result)(struct limmat_session *s, uint32_t round, uint32_t tpn,
                               uint32_t game)
{
    enum lm_status status = begin(s);
    if (status != LM_OK)
        return status;
    uint32_t player = lm_player_with_tpn(s->t, tpn);
    const struct lm_desk_result *result = lm_desk_result_named(s->argument);
    if (player == LM_NOBODY)
        return refuse(s, "no player has that number");
    if (round < 1 || round > s->t->rounds_paired)
        return refuse(s, "that round is not paired yet");
    if (game < 1 || game > s->t->games_per_match)
        return refuse(s, "there are not so many games in a match");
    if (result == NULL)
        return refuse(s, "unknown result; results are 1-0, 1/2-1/2, 0-1 and others");
    struct lm_record *white = white_of(s->t, round, player, game);
    if (white == NULL)
        return refuse(s, "that player has no game in that round");
    struct lm_record *black = lm_record_of(s->t, white->opponent, round) + game - 1;
    white->result = result->white;
    black->result = result->black;
    s->changed = true;
    answer_result(s, round, white, game, result);
    return finish(s, LM_OK);
}

/* Write the index of the player or team numbered ${tpn} to ${*player}; LM_NOBODY for 0. */
static enum lm_status find_player(struct limmat_session *s, uint32_t tpn, uint32_t *player)
{
    *player = tpn == 0 ? LM_NOBODY : lm_player_with_tpn(s->paired, tpn);
    return tpn != 0 && *player == LM_NOBODY ? refuse(s, "no player has that number") : LM_OK;
}

uint32_t EXPORT(limmat_explain)(struct limmat_session *s, uint32_t round, uint32_t tpn,
                                uint32_t against)
{
    const struct lm_system *system;
    struct lm_position *position;
    struct lm_pairing *pairing;
    uint32_t player, other;
    enum lm_status status = begin(s);
    if (status == LM_OK)
        status = choose_system(s, &system);
    if (status == LM_OK)
        status = find_player(s, tpn, &player);
    if (status == LM_OK)
        status = find_player(s, against, &other);
    if (status == LM_OK)
        status = lm_explain_round(system, s->paired, round, player, other, s->work, &s->log,
                                  &position, &pairing);
    if (status == LM_OK)
        status = lm_answer_explanation(system, position, pairing, player, other, s->language,
                                       &s->answer);
    return finish(s, status);
}

static enum lm_status check_round(struct limmat_session *s, const struct lm_system *system,
                                  uint32_t round)
{
    struct lm_difference difference;
    enum lm_status status = lm_check_round(system, s->paired, round, s->work, &s->log, &difference);
    if (status == LM_OK)
        lm_answer_checked_round(system, s->paired, &difference, &s->answer);
    return status;
}

static enum lm_status check_all(struct limmat_session *s, const struct lm_system *system)
{
    struct lm_checked checked = {.system = system, .t = s->paired};
    enum lm_status status = lm_check_rounds(system, s->paired, s->work, &s->log, &checked.check);
    if (status == LM_OK)
        status = lm_check_declared(s->t, s->work, &checked.declared);
    if (status == LM_OK)
        lm_answer_check(&checked, &s->answer);
    return status;
}

uint32_t EXPORT(limmat_check)(struct limmat_session *s, uint32_t round)
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

uint32_t EXPORT(limmat_standings)(struct limmat_session *s, uint32_t round)
{
    struct lm_standings *standings;
    enum lm_status status = begin(s);
    if (status != LM_OK)
        return status;
    struct lm_standings_options options = {.round = round,
                                           .edition = lm_tie_break_edition_of(s->t)};
    status = lm_standings_order(s->t, argument_of(s), s->work, &s->log, &options);
    if (status == LM_OK)
        status = lm_standings_compute(s->t, &options, s->work, &s->log, &standings);
    if (status == LM_OK)
        lm_answer_standings(standings, &s->answer);
    return finish(s, status);
}

uint32_t EXPORT(limmat_round)(struct limmat_session *s, uint32_t round)
{
    const struct lm_system *system;
    struct lm_position *position;
    struct lm_pairing none = {0}, *played = &none;
    enum lm_status status = begin(s);
    if (status == LM_OK)
        status = choose_system(s, &system);
    if (status == LM_OK && round == 0)
        round = s->t->rounds_paired;
    if (status == LM_OK && round > s->t->rounds_paired)
        status = refuse(s, "that round is not paired yet");
    if (status == LM_OK && round > 0)
        status = lm_position_new(s->t, round, &system->rules, s->work, &s->log, &position);
    if (status == LM_OK && round > 0)
        status = lm_played_pairing(system, position, s->work, &played);
    if (status == LM_OK)
        lm_answer_round(system, s->t, played, &s->answer);
    return finish(s, status);
}

uint32_t EXPORT(limmat_preview)(struct limmat_session *s)
{
    const struct lm_system *system;
    struct lm_preview preview = {0};
    enum lm_status status = begin(s);
    if (status == LM_OK)
        status = choose_system(s, &system);
    if (status == LM_OK)
        status = lm_preview(system, s->t, s->work, &s->log, &preview);
    if (status == LM_OK)
        lm_answer_preview(s->t, &preview, &s->answer);
    return finish(s, status);
}

uint32_t EXPORT(limmat_forecast)(struct limmat_session *s, uint32_t runs, uint32_t seed)
{
    const struct lm_system *system;
    struct lm_forecast forecast = {0};
    struct lm_forecast_options options = lm_forecast_default();
    options.runs = runs;
    options.seed = seed;
    enum lm_status status = begin(s);
    if (status == LM_OK)
        status = choose_system(s, &system);
    if (status == LM_OK)
        status = lm_forecast(system, s->paired, &options, s->work, &s->log, &forecast);
    if (status == LM_OK)
        lm_answer_forecast(s->paired, &forecast, &s->answer);
    return finish(s, status);
}

uint32_t EXPORT(limmat_ratings)(struct limmat_session *s)
{
    const struct lm_rating_rules *rules;
    const struct lm_event_player *players;
    struct lm_assessment assessment;
    enum lm_status status = begin(s);
    if (status == LM_OK)
        status = lm_assess_tournament(s->t, "", true, s->work, &rules, &players, &assessment);
    if (status == LM_OK)
        lm_answer_ratings(s->t, &assessment, &s->answer);
    return finish(s, status);
}

/* --- a journal */

/* The library hashes nothing itself.  Which bytes it would have hashed is noted first; then the
 * digests of those are given in the same order. */
struct hashing {
    const struct limmat_session *s;
    struct lm_json_writer *parts; /* while they are noted */
    const uint8_t *digests;
    size_t count, next;
};

static void note_part(void *context, const char *bytes, size_t length, uint8_t out[LM_DIGEST_BYTES])
{
    struct hashing *h = context;
    lm_json_begin_inline(h->parts, NULL, '[');
    lm_json_put_integer(h->parts, NULL, bytes - h->s->bytes);
    lm_json_put_integer(h->parts, NULL, (int64_t)length);
    lm_json_end(h->parts, ']');
    memset(out, 0, LM_DIGEST_BYTES);
}

static void give_digest(void *context, const char *bytes, size_t length,
                        uint8_t out[LM_DIGEST_BYTES])
{
    struct hashing *h = context;
    (void)bytes, (void)length;
    if (h->next < h->count)
        memcpy(out, h->digests + LM_DIGEST_BYTES * h->next++, LM_DIGEST_BYTES);
    else
        memset(out, 0, LM_DIGEST_BYTES);
}

uint32_t EXPORT(limmat_journal_parts)(struct limmat_session *s)
{
    forget_last(s);
    struct lm_json_writer w = lm_json_writer_to(&s->answer, true);
    struct hashing hashing = {.s = s, .parts = &w};
    const struct lm_journal_hooks hooks = {.digest = note_part, .context = &hashing};
    struct lm_journal_audit audit;
    lm_json_begin(&w, NULL, '[');
    enum lm_status status =
        lm_journal_verify(s->bytes, s->length, "", 0, NULL, &hooks, s->work, NULL, &audit);
    lm_json_end(&w, ']');
    return finish(s, status);
}

static const char *fault_name(enum lm_journal_fault fault)
{
    static const char *const names[] = {[LM_LINE_CHANGED] = "changed",
                                        [LM_LINE_MISSING] = "missing",
                                        [LM_LINE_TWICE] = "twice",
                                        [LM_LINES_SWAPPED] = "swapped",
                                        [LM_LINE_CUT] = "cut",
                                        [LM_SECRET_CHANGED] = "private changed",
                                        [LM_SECRET_STRAY] = "private unsealed",
                                        [LM_HEAD_DIFFERENT] = "other end",
                                        [LM_OLD_CHANGED] = "old part changed"};
    return names[fault];
}

static void answer_audit(struct limmat_session *s, const struct lm_journal_audit *audit)
{
    struct lm_json_writer w = lm_json_writer_to(&s->answer, false);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_integer(&w, "lines", (int64_t)audit->lines);
    lm_json_put_integer(&w, "sealed", (int64_t)audit->sealed);
    lm_json_put_string(&w, "head", audit->head);
    lm_json_begin(&w, "faults", '[');
    for (size_t i = 0; i < audit->count; i++) {
        lm_json_begin_inline(&w, NULL, '{');
        lm_json_put_string(&w, "fault", fault_name(audit->findings[i].fault));
        lm_json_put_integer(&w, "line", audit->findings[i].place);
        lm_json_put_integer(&w, "number", (int64_t)audit->findings[i].number);
        lm_json_put_string(&w, "what", s->log.all[i].what);
        lm_json_end(&w, '}');
    }
    lm_json_end(&w, ']');
    lm_json_end(&w, '}');
}

uint32_t EXPORT(limmat_journal)(struct limmat_session *s, uint32_t digests)
{
    forget_last(s);
    if (digests > s->length / LM_DIGEST_BYTES)
        return refuse(s, "there are fewer bytes than digests");
    size_t length = s->length - (size_t)digests * LM_DIGEST_BYTES;
    struct hashing hashing = {
        .s = s, .digests = (const uint8_t *)s->bytes + length, .count = digests};
    const struct lm_journal_hooks hooks = {.digest = give_digest, .context = &hashing};
    struct lm_journal_audit audit;
    enum lm_status status = lm_journal_verify(s->bytes, length, "", 0, argument_of(s), &hooks,
                                              s->work, &s->log, &audit);
    if (status == LM_OK)
        answer_audit(s, &audit);
    return finish(s, status);
}
