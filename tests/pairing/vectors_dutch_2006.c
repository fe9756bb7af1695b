/* SPDX-License-Identifier: Apache-2.0 */
#include "vectors_dutch_2006.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *take(void *pointer)
{
    if (pointer == NULL) {
        fputs("out of memory\n", stderr);
        abort();
    }
    return pointer;
}

static void require(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "vector: %s\n", what);
    abort();
}

int64_t vector_integer(const struct lm_json *object, const char *key)
{
    int64_t value = 0;
    const struct lm_json *node = lm_json_get(object, key);
    require(node != NULL && lm_json_integer(node, INT32_MIN, INT32_MAX, &value), key);
    return value;
}

uint32_t vector_player(const struct vector *v, const struct lm_json *id)
{
    int64_t value = 0;
    require(id != NULL && lm_json_integer(id, 0, INT32_MAX, &value), "a player's id");
    for (uint32_t i = 0; i < v->t->player_count; i++)
        if (v->id[i] == value)
            return i;
    require(false, "a known player's id");
    return LM_NOBODY;
}

static const char *text_of(const struct lm_json *object, const char *key)
{
    const char *text = lm_json_string(lm_json_get(object, key));
    return text != NULL ? text : "";
}

static bool has_number(const struct lm_json *object, const char *key)
{
    const struct lm_json *node = lm_json_get(object, key);
    return node != NULL && node->type == LM_JSON_NUMBER;
}

/* Return the pairing number of the player with ${id} in the vector. */
static uint32_t number_of(const struct vector *v, int64_t id)
{
    char key[24];
    snprintf(key, sizeof key, "%lld", (long long)id);
    return (uint32_t)vector_integer(lm_json_get(v->expected->first, "pairing_numbers"), key);
}

struct lists {
    struct lm_national *nationals;
    struct lm_requested_bye *byes;
};

static void read_player(struct vector *v, const struct lm_json *node, struct lists *lists)
{
    int64_t id = vector_integer(node, "id");
    uint32_t index = number_of(v, id) - 1;
    struct lm_tournament *t = v->t;
    require(index < t->player_count, "pairing numbers from 1 to the number of players");
    struct lm_player *player = &t->players[index];
    v->id[index] = id;
    player->tpn = index + 1;
    player->name = text_of(node, "name");
    player->title = text_of(node, "title");
    if (has_number(node, "rating"))
        player->rating = (int32_t)vector_integer(node, "rating");
    for (const char *const *scale = (const char *const[]){"ingo", "bcf", NULL}; *scale; scale++)
        if (has_number(node, *scale))
            lists->nationals[t->national_count++] =
                (struct lm_national){.rater = strcmp(*scale, "ingo") == 0 ? "INGO" : "BCF",
                                     .player = index,
                                     .rating = (int32_t)vector_integer(node, *scale)};
    player->lot = has_number(node, "lot") ? (uint32_t)vector_integer(node, "lot") : 0;
    if (has_number(node, "withdrawn"))
        player->withdrawn = (uint32_t)vector_integer(node, "withdrawn");
    const struct lm_json *absent = lm_json_get(node, "absent");
    for (const struct lm_json *r = absent != NULL ? absent->first : NULL; r; r = r->next) {
        int64_t round = 0;
        require(lm_json_integer(r, 1, LM_ROUNDS_MAX, &round), "rounds of absence");
        lists->byes[t->bye_count++] = (struct lm_requested_bye){
            .kind = LM_ZERO_BYE, .round = (uint32_t)round, .player = index};
    }
}

static void read_players(struct vector *v, struct lm_arena *arena)
{
    size_t rounds = (size_t)vector_integer(v->input, "rounds_total");
    size_t count = v->t->player_count;
    struct lists lists = {
        .nationals = take(lm_arena_alloc(arena, count, sizeof *lists.nationals)),
        .byes = take(lm_arena_alloc(arena, count * (rounds + 1), sizeof *lists.byes))};
    v->id = take(lm_arena_alloc(arena, count, sizeof *v->id));
    v->t->nationals = lists.nationals;
    v->t->byes = lists.byes;
    const struct lm_json *players = lm_json_get(v->input, "players");
    for (const struct lm_json *node = players->first; node != NULL; node = node->next)
        read_player(v, node, &lists);
}

/* F9: read the final results of adjourned games, as the option for the standings. */
static void read_final_results(struct vector *v, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    unsigned round = 1;
    const struct lm_json *rounds = lm_json_get(v->input, "rounds");
    for (const struct lm_json *r = rounds->first; r != NULL; r = r->next, round++)
        for (const struct lm_json *game = lm_json_get(r, "pairings")->first; game != NULL;
             game = game->next) {
            const char *end = text_of(game, "final");
            if (*end != '\0')
                lm_text_print(&text, "%u:%u-%u=%c ", round,
                              vector_player(v, lm_json_get(game, "white")) + 1,
                              vector_player(v, lm_json_get(game, "black")) + 1,
                              strcmp(end, "1/2") == 0 ? '=' : end[0]);
        }
    const char **options = take(lm_arena_alloc(arena, 2, sizeof *options));
    options[0] = "adjourned";
    options[1] = lm_text_string(&text);
    v->t->options = options;
    v->t->option_count = 1;
}

struct vector vector_read(const struct lm_json *top, struct lm_arena *arena)
{
    struct vector v = {.input = lm_json_get(top, "tournament"),
                       .expected = lm_json_get(top, "expected"),
                       .standings = lm_json_get(top, "standings")};
    require(v.input != NULL && v.expected != NULL, "all parts");
    uint32_t players = (uint32_t)lm_json_get(v.input, "players")->length;
    v.rounds = (uint32_t)lm_json_get(v.input, "rounds")->length;
    require(lm_tournament_new(arena, players, v.rounds + 1, 1, &v.t) == LM_OK, "memory");
    v.t->rounds_total = (uint32_t)vector_integer(v.input, "rounds_total");
    v.t->initial_colour = text_of(v.input, "initial_color")[0] == 'B' ? LM_BLACK : LM_WHITE;
    read_players(&v, arena);
    read_final_results(&v, arena);
    return v;
}

struct outcome_row {
    const char *text;
    enum lm_result white, black;
};

static void enter_game(const struct vector *v, const struct lm_json *game, uint32_t round)
{
    static const struct outcome_row rows[] = {{"1-0", LM_WIN, LM_LOSS},
                                              {"0-1", LM_LOSS, LM_WIN},
                                              {"1/2", LM_DRAW, LM_DRAW},
                                              {"1-0f", LM_FORFEIT_WIN, LM_FORFEIT_LOSS},
                                              {"0-1f", LM_FORFEIT_LOSS, LM_FORFEIT_WIN},
                                              {"0-0f", LM_FORFEIT_LOSS, LM_FORFEIT_LOSS},
                                              {"adj", LM_ADJOURNED, LM_ADJOURNED}};
    const char *result = text_of(game, "result");
    uint32_t white = vector_player(v, lm_json_get(game, "white"));
    uint32_t black = vector_player(v, lm_json_get(game, "black"));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i].text, result) != 0)
            continue;
        *lm_record_of(v->t, white, round) =
            (struct lm_record){black, LM_WHITE, (uint8_t)rows[i].white};
        *lm_record_of(v->t, black, round) =
            (struct lm_record){white, LM_BLACK, (uint8_t)rows[i].black};
        return;
    }
    require(false, "a known result");
}

void vector_enter(struct vector *v, uint32_t round)
{
    const struct lm_json *node = lm_json_get(v->input, "rounds")->first;
    for (uint32_t r = 1; r < round && node != NULL; r++)
        node = node->next;
    require(node != NULL, "the round");
    for (size_t i = 0; i < v->t->bye_count; i++)
        if (v->t->byes[i].round == round)
            *lm_record_of(v->t, v->t->byes[i].player, round) =
                (struct lm_record){LM_NOBODY, LM_NO_COLOUR, LM_ZERO_BYE};
    const struct lm_json *games = lm_json_get(node, "pairings");
    for (const struct lm_json *game = games->first; game != NULL; game = game->next)
        enter_game(v, game, round);
    if (has_number(node, "bye"))
        *lm_record_of(v->t, vector_player(v, lm_json_get(node, "bye")), round) =
            (struct lm_record){LM_NOBODY, LM_NO_COLOUR, LM_PAB};
    const struct lm_json *absent = lm_json_get(node, "no_show");
    for (const struct lm_json *id = absent != NULL ? absent->first : NULL; id; id = id->next) {
        uint32_t *withdrawn = &v->t->players[vector_player(v, id)].withdrawn;
        if (*withdrawn == 0 || *withdrawn > round + 1)
            *withdrawn = round + 1;
    }
    lm_tournament_count_rounds(v->t);
}
