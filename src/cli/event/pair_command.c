/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/core/command.h"
#include "limmat/answers.h"
#include "limmat/dutch_2006.h"
#include "limmat/formats.h"
#include "limmat/ranking.h"

enum { SYSTEM, ROUND, FORMAT, OUT, STRICT };

static const struct option options[] = {
    [SYSTEM] = SYSTEM_OPTION,
    [ROUND] = ROUND_OPTION("pair this round instead of the next one"),
    [FORMAT] = {'f', "format", CHOICE, "text|plain|json|trf", 0, 0,
                "output format: for people; WHITE BLACK per line; JSON; the file with the round"},
    [OUT] = OUT_OPTION,
    [STRICT] = STRICT_OPTION,
    {0}};

/* The data of the printout. */
struct result {
    const struct lm_system *system;
    struct lm_tournament *t;    /* as paired: of teams a view … */
    struct lm_tournament event; /* … of this */
    const struct lm_pairing *pairing;
};

static uint32_t tpn_of(const struct lm_tournament *t, uint32_t player)
{
    return player == LM_NOBODY ? 0 : t->players[player].tpn;
}

static enum lm_status write_plain(struct result *r, struct run *run)
{
    lm_text_print(&run->out, "%u\n", r->pairing->pair_count);
    for (uint32_t i = 0; i < r->pairing->pair_count; i++)
        lm_text_print(&run->out, "%u %u\n", tpn_of(r->t, r->pairing->pairs[i].white),
                      tpn_of(r->t, r->pairing->pairs[i].black));
    return LM_OK;
}

static void add_points(struct table *table, int32_t tenths)
{
    struct lm_text text = lm_text_in(table->arena);
    lm_text_add_tenths(&text, tenths);
    table_add(table, lm_text_string(&text));
}

static void add_player(struct table *table, const struct lm_player *player)
{
    table_print(table, "%u", player->tpn);
    table_add(table, player->name);
    if (player->rating > 0)
        table_print(table, "%d", player->rating);
    else
        table_add(table, "");
}

static void add_head(const struct result *r, struct lm_text *out)
{
    const struct lm_tournament *t = r->t;
    if (t->name[0] != '\0')
        lm_text_print(out, "%s, round %u", t->name, r->pairing->round);
    else
        lm_text_print(out, "Round %u", r->pairing->round);
    if (t->rounds_total != 0)
        lm_text_print(out, " of %u", t->rounds_total);
    lm_text_print(out, "\n%s\n\n", r->system->title);
}

static enum lm_status write_text(struct result *r, struct run *run)
{
    static const char *const heads[] = {"Board", "No.",    "White", "Rating", "Points",
                                        "",      "Points", "No.",   "Black",  "Rating"};
    struct table table = table_new(run->arena, "rrlrrlrrlr");
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        table_add(&table, heads[i]);
    for (uint32_t i = 0; i < r->pairing->pair_count; i++) {
        const struct lm_pair *pair = &r->pairing->pairs[i];
        bool bye = pair->black == LM_NOBODY;
        if (bye)
            table_add(&table, "");
        else
            table_print(&table, "%u", i + 1);
        add_player(&table, &r->t->players[pair->white]);
        add_points(&table, pair->white_score);
        table_add(&table, bye ? "bye" : "-");
        if (bye)
            break;
        add_points(&table, pair->black_score);
        add_player(&table, &r->t->players[pair->black]);
    }
    add_head(r, &run->out);
    table_write(&table, &run->out);
    return LM_OK;
}

static enum lm_status write_json(struct result *r, struct run *run)
{
    lm_answer_pairing(r->system, r->t, r->pairing, &run->out);
    return LM_OK;
}

/* Does ${t} have a result of ${round}, or anything of a later one? */
static bool was_played(const struct lm_tournament *t, uint32_t round)
{
    bool played = t->rounds_paired > round;
    for (uint32_t i = 0; i < t->player_count && round <= t->rounds_paired; i++) {
        const struct lm_record *record = lm_record_of(t, i, round);
        played |= record->opponent != LM_NOBODY && record->result != LM_PENDING;
    }
    return played;
}

static enum lm_status write_trf(struct result *r, struct run *run)
{
    if (was_played(r->t, r->pairing->round))
        return lm_log_add(run->log, LM_ERROR, (struct lm_place){.field = "round"},
                          "print it as text, or remove the results first",
                          "round %u has results, which would be lost", r->pairing->round);
    struct lm_tournament *t = r->system->teams ? &r->event : r->t;
    struct lm_declared_right right;
    enum lm_status status = lm_declared_right_of(t, run->arena, &right);
    if (status == LM_OK)
        status = r->system->teams ? lm_pairing_enter_teams(t, r->pairing)
                                  : lm_pairing_enter(t, r->pairing);
    if (status == LM_OK)
        status = lm_pairing_record(t, r->pairing, r->system->teams);
    if (status == LM_OK)
        status = lm_declare_again(t, &right, run->arena); /* credit the bye's points */
    return status != LM_OK ? status
                           : lm_write(lm_format_named("trf26"), t, NULL, run->log, &run->out);
}

/* In the order of the choices of -f. */
static enum lm_status (*const writers[])(struct result *, struct run *) = {write_text, write_plain,
                                                                           write_json, write_trf};

/* Return the national rating of ${player}, a provisional estimate; 0: none. */
static int32_t national_of(const struct lm_tournament *t, uint32_t player)
{
    for (size_t i = 0; i < t->national_count; i++)
        if (t->nationals[i].player == player)
            return t->nationals[i].rating;
    return 0;
}

/* Dutch 2006, A1: players without a rating get an estimate before the start.  Name them, with the
 * file's data for an estimate. */
static void note_unrated(const struct result *r, struct lm_arena *arena, struct lm_log *log)
{
    const struct lm_tournament *t = r->t;
    struct lm_text names = lm_text_in(arena);
    int32_t *ratings = lm_arena_alloc(arena, t->player_count, sizeof *ratings);
    if (ratings == NULL || r->pairing->round != 1 || strcmp(r->system->name, "dutch-2006") != 0)
        return;
    lm_dutch_2006_ratings(t, ratings);
    for (uint32_t i = 0; i < t->player_count; i++) {
        if (ratings[i] != 0)
            continue;
        lm_text_print(&names, "%s%u %s", names.length > 0 ? "; " : "", t->players[i].tpn,
                      t->players[i].name);
        if (national_of(t, i) != 0)
            lm_text_print(&names, " (suggested: the national rating, %d)", (int)national_of(t, i));
    }
    if (names.length > 0 && !names.failed)
        lm_log_add(log, LM_NOTE, (struct lm_place){.field = "rating"},
                   "estimate one before the start (A1) and enter it as the rating",
                   "players without a rating come after all others: %s", lm_text_string(&names));
}

static void note_assumptions(const struct result *r, struct lm_log *log)
{
    struct lm_place nowhere = {0};
    if (r->t->initial_colour == LM_NO_COLOUR && r->pairing->round == 1 &&
        (r->system->board == NULL || r->system->knocks_out))
        lm_log_add(log, LM_NOTE, nowhere, "record 152 gives it",
                   "the file does not give the initial colour; White was assumed");
    if (r->pairing->note != NULL)
        lm_log_add(log, LM_NOTE, nowhere, NULL, "%s", r->pairing->note);
}

static enum lm_status pair(struct run *run)
{
    static const struct lm_pair_request pairs_only = {.want = LM_WANT_PAIRS, .player = LM_NOBODY};
    struct result r = {0};
    struct lm_pairing *pairing;
    uint32_t round = (uint32_t)run->values[ROUND].number;
    enum lm_status status = load_tournament(run->operands[0], run->values[STRICT].text != NULL,
                                            run->arena, run->log, &r.t);
    if (status == LM_OK)
        r.event = *r.t;
    if (status == LM_OK)
        status = choose_system(run->values[SYSTEM].text, r.t, run->log, &r.system);
    if (status == LM_OK)
        status = lm_pair_round(r.system, r.t, round, &pairs_only, run->arena, run->log, &pairing);
    if (status == LM_OK && pairing->pair_count == 0 && r.t->player_count > 0)
        status = lm_log_add(run->log, LM_ERROR, (struct lm_place){.field = "round"},
                            "enter a player who is present, or remove a bye",
                            "no player is left to pair in round %u", pairing->round);
    if (status != LM_OK)
        return status;
    r.pairing = pairing;
    note_assumptions(&r, run->log);
    note_unrated(&r, run->arena, run->log);
    run->destination = run->values[OUT].text;
    return writers[run->values[FORMAT].number](&r, run);
}

const struct command pair_command = {
    .name = "pair",
    .operands = "FILE",
    .summary = "pair the next round of a tournament",
    .description =
        "FILE is a tournament in any format that Limmat reads: a TRF of any edition, JSON, CSV or\n"
        "a file of another program (docs/format-others.md).\n"
        "The system is the one that FILE names (record 192), otherwise the Dutch rules in force\n"
        "on its start date.  Players with a recorded bye or absence are not paired.\n"
        "\n"
        "With -f plain the first line is the number of pairs; each pair follows as WHITE BLACK\n"
        "in the order of boards, the pairing-allocated bye as ID 0.",
    .example =
        "limmat pair open.trf\nlimmat pair -s dutch-2017 -r 4 -f plain -o pairs.txt open.trf",
    .options = options,
    .least = 1,
    .most = 1,
    .run = pair,
};
