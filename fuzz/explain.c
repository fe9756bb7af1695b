/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Explanations of any round to any player, why not against any other among them: the first bytes
 * choose system, round and players, whoever they are; the rest is a tournament in whatever format.
 * What can be asked has an answer, as sentences and as JSON; what cannot is refused in words.
 */
#include "fuzz.h"

#include "limmat/answers.h"
#include "limmat/explain.h"
#include "limmat/why.h"

/* Beyond this a run is slow and shows nothing new. */
enum { PLAYERS = 40, ROUNDS = 12, CHOICES = 4, NEEDED = 64 * 1024 * 1024 };

struct question {
    const struct lm_system *system;
    uint32_t round, player, against;
};

/* A player of ${count}, somebody who is none of them, or nobody. */
static uint32_t somebody(uint8_t byte, uint32_t count)
{
    return byte == 0xFF ? LM_NOBODY : byte == 0xFE ? count : byte % count;
}

static void answer(const struct question *q, const struct lm_position *position,
                   const struct lm_pairing *pairing, struct lm_arena *arena)
{
    struct lm_text json = lm_text_in(arena);
    struct lm_whys whys;
    enum lm_status status = lm_answer_explanation(q->system, position, pairing, q->player,
                                                  q->against, lm_english(), &json);
    HOLDS(status == LM_OK || status == LM_LIMIT);
    HOLDS(status != LM_OK || json.failed || lm_utf8_valid(json.bytes, json.length));
    if (q->player == LM_NOBODY)
        return;
    status = lm_why_player(q->system, position, pairing, q->player, q->against, lm_english(), arena,
                           &whys);
    HOLDS(status == LM_OK || status == LM_LIMIT);
    for (size_t i = 0; status == LM_OK && i < whys.count; i++)
        HOLDS(whys.all[i].text[0] != '\0');
}

static void ask(const uint8_t *choice, struct lm_tournament *t, struct lm_arena *arena)
{
    size_t systems;
    struct lm_log log = {.arena = arena};
    struct question q = {0};
    struct lm_position *position;
    struct lm_pairing *pairing;
    q.system = lm_systems(&systems)[choice[0] % systems];
    enum lm_status status = lm_system_view(q.system, t, arena, &log, &t);
    if (status != LM_OK || t->player_count == 0)
        return;
    q.round = choice[1] % (t->rounds_paired + 3);
    q.player = somebody(choice[2], t->player_count);
    q.against = somebody(choice[3], t->player_count);
    status = lm_explain_round(q.system, t, q.round, q.player, q.against, arena, &log, &position,
                              &pairing);
    HOLDS(status == LM_OK || status == LM_LIMIT || log.errors > 0);
    bool none = q.player == t->player_count || q.against == t->player_count ||
                (q.against != LM_NOBODY && (q.player == q.against || q.player == LM_NOBODY));
    HOLDS(!none || status != LM_OK);
    if (status == LM_OK)
        answer(&q, position, pairing, arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct lm_arena *arena;
    struct lm_read_options any = {0};
    struct lm_tournament *t;
    if (size < CHOICES || lm_arena_new(&arena, NULL, ARENA_LIMIT) != LM_OK)
        return 0;
    struct lm_log log = {.arena = arena};
    enum lm_status status =
        lm_read((const char *)data + CHOICES, size - CHOICES, &any, arena, &log, &t);
    if (status == LM_OK && t->player_count <= PLAYERS && t->round_capacity <= ROUNDS &&
        lm_arena_size(arena) < NEEDED && lm_tournament_check(t, &log) == LM_OK)
        ask(data, t, arena);
    lm_arena_free(arena);
    return 0;
}
