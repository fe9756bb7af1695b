/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/command.h"
#include "cli/standings.h"
#include "limmat/answers.h"
#include "limmat/formats.h"
#include "limmat/ranking.h"

enum { ORDER, ROUND, FORMAT, EDITION, SCHEDULE, TEAMS, SEED, LIST, OUT, STRICT };
enum { AS_TEXT, AS_JSON, AS_CSV, AS_TRF };

static const struct option options[] = {
    [ORDER] = {'t', "tie-breaks", TEXT, "LIST", 0, 0,
               "order by these codes: PTS,DE,BH/C1,BH,SB; else as the file says"},
    [ROUND] = ROUND_OPTION("after this round instead of the last one"),
    [FORMAT] = {'f', "format", CHOICE, "text|json|csv|trf", 0, 0,
                "how to print it; trf: FILE with ranks, points and tie-breaks declared"},
    [EDITION] = {0, "edition", TEXT, "EDITION", 0, 0,
                 "rules of unplayed rounds: c07-2026 or c07-2023; else those of the start date"},
    [SCHEDULE] = {0, "schedule", CHOICE, "file|swiss|predetermined", 0, 0,
                  "how it was paired, when the file does not say"},
    [TEAMS] = {0, "teams", SWITCH, NULL, 0, 0, "rank the teams"},
    [SEED] = {0, "seed", NUMBER, "N", 0, INT64_MAX, "of LOT, for lots that are not recorded"},
    [LIST] = {0, "list", SWITCH, NULL, 0, 0, "list the tie-breaks instead; takes no FILE"},
    [OUT] = OUT_OPTION,
    [STRICT] = STRICT_OPTION,
    {0}};

/* --- what to compute: also used by explain */

enum lm_status choose_edition(const char *name, const struct lm_tournament *t, struct lm_log *log,
                              enum lm_tie_break_edition *edition)
{
    *edition = lm_tie_break_edition_of(t);
    if (name != NULL && !lm_tie_break_edition_named(name, edition))
        return fail(log, LM_INVALID, "\"%s\" is no edition; there are: c07-2023 c07-2026", name);
    return LM_OK;
}

/* --- printing */

static void print_value(struct table *table, const struct lm_standings *s, uint32_t who, size_t i)
{
    struct lm_text cell = lm_text_in(table->arena);
    lm_text_add_value(&cell, s->options.list[i].kind, lm_standings_value(s, who, i));
    table_add(table, lm_text_string(&cell));
}

static const char *alignment(const struct run *run, const struct lm_standings *s)
{
    struct lm_text align = lm_text_in(run->arena);
    lm_text_add(&align, s->options.teams ? "rrl" : "rrllrl");
    lm_text_repeat(&align, 'r', s->options.count);
    return lm_text_string(&align);
}

static bool is_tied(const struct lm_standings *s, uint32_t place)
{
    uint32_t rank = s->rank[s->order[place]];
    return (place > 0 && s->rank[s->order[place - 1]] == rank) ||
           (place + 1 < s->count && s->rank[s->order[place + 1]] == rank);
}

static void add_player_cells(struct table *table, const struct lm_player *player)
{
    table_add(table, player->title);
    table_add(table, player->name);
    if (player->rating != 0)
        table_print(table, "%d", player->rating);
    else
        table_add(table, "");
    table_add(table, player->federation);
}

static void write_text(struct run *run, const struct lm_standings *s)
{
    struct table table = table_new(run->arena, alignment(run, s));
    static const char *const heads[] = {"Rank", "No.", "", "Name", "Rtg", "Fed"};
    static const char *const team_heads[] = {"Rank", "No.", "Team"};
    for (size_t i = 0; i < (s->options.teams ? 3u : 6u); i++)
        table_add(&table, s->options.teams ? team_heads[i] : heads[i]);
    for (size_t i = 0; i < s->options.count; i++)
        table_add(&table, s->options.list[i].code);
    for (uint32_t place = 0; place < s->count; place++) {
        uint32_t who = s->order[place];
        table_print(&table, "%u%s", s->rank[who], is_tied(s, place) ? "=" : " ");
        table_print(&table, "%u", lm_participant_number(s, who));
        if (s->options.teams)
            table_add(&table, lm_participant_name(s, who));
        else
            add_player_cells(&table, &s->t->players[who]);
        for (size_t i = 0; i < s->options.count; i++)
            print_value(&table, s, who, i);
    }
    if (*s->t->name != '\0')
        lm_text_print(&run->out, "%s\n", s->t->name);
    lm_text_print(&run->out, "Standings after round %u\n", s->options.round);
    if (lm_standings_draws_lots(s))
        lm_text_print(&run->out, "Lots drawn with seed %llu, where none are recorded\n",
                      (unsigned long long)s->options.seed);
    lm_text_add_char(&run->out, '\n');
    table_write(&table, &run->out);
}

/* RFC 4180: quoted when it must be. */
static void add_csv(struct lm_text *out, const char *cell)
{
    if (strpbrk(cell, ",\"\r\n") == NULL) {
        lm_text_add(out, cell);
        return;
    }
    lm_text_add_char(out, '"');
    for (; *cell != '\0'; cell++) {
        if (*cell == '"')
            lm_text_add_char(out, '"');
        lm_text_add_char(out, *cell);
    }
    lm_text_add_char(out, '"');
}

static void write_csv(struct run *run, const struct lm_standings *s)
{
    struct lm_text *out = &run->out;
    lm_text_add(out, "rank,tpn,name");
    for (size_t i = 0; i < s->options.count; i++)
        lm_text_print(out, ",%s", s->options.list[i].code);
    lm_text_add_char(out, '\n');
    for (uint32_t place = 0; place < s->count; place++) {
        uint32_t who = s->order[place];
        lm_text_print(out, "%u,%u,", s->rank[who], lm_participant_number(s, who));
        add_csv(out, lm_participant_name(s, who));
        for (size_t i = 0; i < s->options.count; i++) {
            lm_text_add_char(out, ',');
            lm_text_add_value(out, s->options.list[i].kind, lm_standings_value(s, who, i));
        }
        lm_text_add_char(out, '\n');
    }
}

static void write_json(struct run *run, const struct lm_standings *s)
{
    lm_answer_standings(s, &run->out);
}

/* FILE itself, declaring what it should. */
static enum lm_status write_trf(struct run *run, const struct lm_standings *s,
                                struct lm_tournament *t)
{
    if (s->options.round != t->rounds_paired)
        return fail(run->log, LM_INVALID,
                    "a file can only declare the standings after its last round, which is %u",
                    t->rounds_paired);
    enum lm_status status = lm_standings_declare(s, t);
    return status == LM_OK ? lm_write(lm_format_named("trf26"), t, NULL, run->log, &run->out)
                           : status;
}

static enum lm_status list_tie_breaks(struct run *run)
{
    struct table table = table_new(run->arena, "llll");
    const struct lm_tie_break_kind *kind;
    for (size_t i = 0; (kind = lm_tie_break_kind_at(i)) != NULL; i++) {
        table_add(&table, kind->code);
        table_add(&table, kind->modifiers);
        table_add(&table, kind->name);
        table_add(&table, kind->article);
    }
    table_write(&table, &run->out);
    return LM_OK;
}

static enum lm_status standings(struct run *run)
{
    const struct value *values = run->values;
    if (values[LIST].text != NULL)
        return list_tie_breaks(run);
    if (run->operand_count == 0)
        return fail(run->log, LM_INVALID,
                    "standings: FILE is missing; see `limmat help standings`");
    struct lm_tournament *t;
    struct lm_standings *s;
    struct lm_standings_options o = {.round = (uint32_t)values[ROUND].number,
                                     .teams = values[TEAMS].text != NULL,
                                     .schedule = (enum lm_schedule)values[SCHEDULE].number,
                                     .seed = (uint64_t)values[SEED].number};
    run->destination = values[OUT].text;
    enum lm_status status =
        load_tournament(run->operands[0], values[STRICT].text != NULL, run->arena, run->log, &t);
    if (status == LM_OK)
        status = choose_edition(values[EDITION].text, t, run->log, &o.edition);
    if (status == LM_OK)
        status = lm_standings_order(t, values[ORDER].text, run->arena, run->log, &o);
    if (status == LM_OK)
        status = lm_standings_compute(t, &o, run->arena, run->log, &s);
    if (status != LM_OK)
        return status;
    if (values[FORMAT].number == AS_TRF)
        return write_trf(run, s, t);
    static void (*const writers[])(struct run *, const struct lm_standings *) = {
        [AS_TEXT] = write_text, [AS_JSON] = write_json, [AS_CSV] = write_csv};
    writers[values[FORMAT].number](run, s);
    return LM_OK;
}

const struct command standings_command = {
    .name = "standings",
    .operands = "FILE",
    .summary = "rank the players after a round, by the tie-breaks of FIDE's C.07 and older ones",
    .description =
        "The order is that of -t, else that of the file's record 212, else points and its record\n"
        "202, else what is usual for such an event.  Ties that remain are shown as ties.\n"
        "\n"
        "Codes are those of TRF26: BH, BH/C1, BH/M1, SB/C1/P, KS/L+2, BH:GP; --list names all.\n"
        "LOT at the end breaks every tie by lots: those of the file, else drawn from --seed.",
    .example = "limmat standings -t PTS,DE,BH/C1,BH,SB -r 5 open.trf",
    .options = options,
    .least = 0,
    .most = 1,
    .run = standings,
};
