/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/core/command.h"
#include "limmat/formats.h"

enum { TO, ROUNDS, OUT, STRICT };

static const struct option options[] = {
    [TO] = {'t', "to", TEXT, "FORMAT", 0, 0,
            "trf26 (default), trf16, trf16-plain, json, csv, xlsx or pgn"},
    [ROUNDS] =
        {0, "rounds", TEXT, "5-7", 0, 0,
         "only these rounds, as a report of their own: the rounds that FIDE rates in one month"},
    [OUT] = OUT_OPTION,
    [STRICT] = STRICT_OPTION,
    {0}};

static enum lm_status no_such_format(const char *name, struct lm_log *log)
{
    struct lm_text names = lm_text_in(log->arena);
    size_t count;
    const struct lm_format *formats = lm_formats(&count);
    for (size_t i = 0; i < count; i++)
        if (formats[i].write != NULL)
            lm_text_print(&names, " %s", formats[i].name);
    return fail(log, LM_INVALID, "\"%s\" is not an output format; use one of:%s", name,
                lm_text_string(&names));
}

/* Note that opponent and colour are written without result: most programs write and read this.  One
 * that pairs or rates needs the result first. */
static void note_unfinished(const struct lm_tournament *t, struct lm_log *log)
{
    uint32_t records = 0, last = 0;
    for (uint32_t player = 0; player < t->player_count; player++)
        for (uint32_t round = 1; round <= t->rounds_paired; round++)
            for (uint8_t game = 0; game < t->games_per_match; game++)
                if (lm_record_of(t, player, round)[game].result == LM_PENDING) {
                    records++;
                    last = round > last ? round : last;
                }
    if (records > 0)
        (void)lm_log_add(log, LM_NOTE, (struct lm_place){0},
                         "enter the results before another program pairs or rates the file",
                         "%u game(s) have no result yet, the last in round %u; they have opponent "
                         "and colour, and a blank result",
                         records / 2, last);
}

static enum lm_status convert(struct run *run)
{
    struct lm_tournament *t;
    const char *name = run->values[TO].text == NULL ? "trf26" : run->values[TO].text;
    const struct lm_format *format = lm_format_named(name);
    if (format == NULL || format->write == NULL)
        return no_such_format(name, run->log);
    enum lm_status status = load_tournament(run->operands[0], run->values[STRICT].text != NULL,
                                            run->arena, run->log, &t);
    run->destination = run->values[OUT].text;
    struct lm_write_options how = {0};
    if (status == LM_OK && run->values[ROUNDS].text != NULL)
        status = strcmp(name, "pgn") == 0
                     ? read_rounds(run, run->values[ROUNDS].text, &how.first_round, &how.last_round)
                     : take_period(run, run->values[ROUNDS].text, &t);
    if (status == LM_OK && strncmp(format->name, "trf", 3) == 0)
        note_unfinished(t, run->log);
    return status == LM_OK ? lm_write(format, t, &how, run->log, &run->out) : status;
}

const struct command convert_command = {
    .name = "convert",
    .operands = "FILE",
    .summary = "write a tournament file in another format",
    .description =
        "Limmat keeps everything that the other format can hold.  It refuses what the format "
        "cannot\n"
        "hold (for example more than 9999 players in a TRF), with the reason.  pgn has\n"
        "the head of each game, in board order, for boards that send their moves and for\n"
        "broadcasts; --rounds 5 gives those of one round.",
    .example = "limmat convert -t json -o open.json open.trf",
    .options = options,
    .least = 1,
    .most = 1,
    .run = convert,
};
