/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/core/command.h"
#include "limmat/formats.h"
#include "limmat/varma.h"

enum { BY, SEED, FORMAT };

static const struct option options[] = {
    [BY] = {0, "by", CHOICE, "federation|club", 0, 0, "what to keep apart"},
    [SEED] = {0, "seed", NUMBER, "N", 0, INT64_MAX,
              "seed of the lot: the same seed gives the same numbers"},
    [FORMAT] = {'f', "format", CHOICE, "text|csv", 0, 0, "output format"},
    {0}};

static void write_text(struct run *run, const struct lm_tournament *t,
                       const struct lm_varma_player *players, const struct lm_varma_number *drawn)
{
    static const char *const heads[] = {"No.", "Envelope", "Name", "Of"};
    struct table table = table_new(run->arena, "rlll");
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        table_add(&table, heads[i]);
    for (uint32_t number = 1; number <= t->player_count; number++)
        for (uint32_t i = 0; i < t->player_count; i++) {
            if (drawn[i].number != number)
                continue;
            table_print(&table, "%u", number);
            table_print(&table, "%c%s", drawn[i].envelope, drawn[i].apart ? "" : " *");
            table_add(&table, t->players[i].name);
            table_add(&table, players[i].contingent);
        }
    table_write(&table, &run->out);
}

static enum lm_status varma(struct run *run)
{
    struct lm_tournament *t;
    enum lm_status status = load_tournament(run->operands[0], false, run->arena, run->log, &t);
    if (status != LM_OK)
        return status;
    struct lm_varma_player *players = lm_arena_alloc(run->arena, t->player_count, sizeof *players);
    struct lm_varma_number *drawn = lm_arena_alloc(run->arena, t->player_count, sizeof *drawn);
    if (players == NULL || drawn == NULL)
        return LM_LIMIT;
    bool clubs = run->values[BY].number == 1, all_apart = true;
    for (uint32_t i = 0; i < t->player_count; i++)
        players[i] = (struct lm_varma_player){clubs ? t->players[i].club : t->players[i].federation,
                                              t->players[i].name};
    struct lm_random random = lm_random_from((uint64_t)run->values[SEED].number);
    status = lm_varma_draw(players, t->player_count, &random, run->arena, run->log, drawn);
    for (uint32_t i = 0; status == LM_OK && i < t->player_count; i++)
        all_apart &= drawn[i].apart;
    if (status != LM_OK)
        return status;
    if (run->values[FORMAT].number == 1)
        for (uint32_t i = 0; i < t->player_count; i++)
            lm_text_print(&run->out, "%s%u,%u,%c,%s\n", i == 0 ? "tpn,number,envelope,apart\n" : "",
                          t->players[i].tpn, drawn[i].number, drawn[i].envelope,
                          drawn[i].apart ? "yes" : "no");
    else
        write_text(run, t, players, drawn);
    return all_apart
               ? LM_OK
               : lm_log_add(run->log, LM_NOTE, (struct lm_place){0}, NULL,
                            "*: no envelope has numbers for all of them; some can meet at the end");
}

const struct command varma_command = {
    .name = "varma",
    .operands = "FILE",
    .summary = "draw round-robin numbers so that players of one federation meet early",
    .description =
        "This is the restricted drawing of C.05 Annex 2, for 9 to 24 players: players of one\n"
        "federation (or club) get numbers from one envelope of the Varma tables, and do not meet\n"
        "in the last three rounds.  The largest contingent draws first.  With a seed drawn in\n"
        "public, anyone can repeat the draw.",
    .example = "limmat varma --seed 20261123 players.csv",
    .options = options,
    .least = 1,
    .most = 1,
    .run = varma,
};
