/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/desk/desk.h"
#include "cli/event/standings_command.h"
#include "limmat/date.h"
#include "limmat/formats.h"
#include "limmat/json.h"

/* Views for an arbiter while games are played: boards that have not begun, all about one board,
 * possible final standings, and changes since the report was sent. */

/* ---- sweep ---- */

static const char *chairs_of(const struct lm_desk_board *b)
{
    return b->empty[0] && b->empty[1] ? "both empty"
           : b->empty[0]              ? "White empty"
           : b->empty[1]              ? "Black empty"
                                      : "";
}

static void add_instant(struct sheet *sheet, const struct desk_look *look, int64_t when)
{
    struct lm_text text = lm_text_in(sheet->arena);
    if (when != LM_NO_TIME)
        desk_add_clock(&text, lm_desk_event(look->file->desk)->zone, when);
    sheet_add(sheet, lm_text_string(&text));
}

static enum lm_status show_sweep(const struct desk_look *look)
{
    struct lm_desk_round *round;
    const char *const *tables;
    enum lm_status status = desk_round_of(look, &round);
    if (status == LM_OK)
        status = lm_desk_tables(round, look->run->arena, &tables);
    if (status != LM_OK)
        return status;
    int64_t start = lm_desk_start(look->section, round->number);
    struct sheet sheet = desk_sheet(look, "not begun", round);
    sheet_table(&sheet, "", "");
    sheet_column(&sheet, "Bd", "board", "n", SHEET_KEEP);
    sheet_column(&sheet, "Table", "", "n", '1');
    sheet_column(&sheet, "White", "", "k", SHEET_SHRINK);
    sheet_column(&sheet, "No.", "number", "n", '2');
    sheet_column(&sheet, "Black", "", "", SHEET_SHRINK);
    sheet_column(&sheet, "No.", "number", "n", '2');
    sheet_column(&sheet, "Chairs", "", "", SHEET_KEEP);
    sheet_column(&sheet, "Expected", "", "", SHEET_KEEP);
    for (size_t i = 0; i < round->board_count; i++) {
        const struct lm_desk_board *b = round->boards[i];
        if (lm_desk_has_begun(b))
            continue;
        sheet_print(&sheet, "%u", b->number);
        sheet_add(&sheet, tables[i]);
        desk_add_name(&sheet, look, b->white);
        sheet_print(&sheet, "%u", b->white->number);
        desk_add_name(&sheet, look, b->black);
        sheet_print(&sheet, "%u", b->black->number);
        sheet_add(&sheet, chairs_of(b));
        add_instant(&sheet, look, b->expected);
    }
    if (start != LM_NO_TIME) {
        struct lm_text legend = lm_text_in(look->run->arena);
        lm_text_add(&legend, "Default time ends at ");
        desk_add_clock(&legend, lm_desk_event(look->file->desk)->zone,
                       start + 60 * (int64_t)look->section->default_time);
        lm_text_print(&legend, ". %s", sheet.legend);
        sheet.legend = lm_text_string(&legend);
    }
    return desk_write_sheet(look, &sheet);
}

/* ---- one board ---- */

/* The Laws' advice to an arbiter at a board where something went wrong. */
static const char *const laws[] = {
    "Wrong colours: with fewer than ten moves by both, start a new game; otherwise the game "
    "continues, and \"r 7 winner=12 turned=yes\" enters the winner (Laws 7.3).",
    "Illegal move: two minutes for the opponent; the second one loses. \"illegal 12\" counts it "
    "(Laws 7.5.5).",
    "A phone: the game is lost if both have moved (\"r 7 0\"), otherwise it is a forfeit (\"r 7 "
    "0u\") (Laws 11.3.2, B.02).",
    "Wrong opponents: \"reseat 12-9 4-7\" records the games as they are played (C.04.2 art. 4.4).",
};

/* Is line ${n} about ${b}? */
static bool is_about(const struct desk_look *look, const struct lm_desk_board *b, uint64_t n)
{
    const struct lm_desk_entry *entry = lm_desk_entry(look->file->desk, n);
    const struct lm_json *object = NULL;
    if (strcmp(entry->line.section, look->section->id) != 0 ||
        lm_line_object(&entry->line, look->run->arena, &object) != LM_OK)
        return false;
    const char *board = lm_json_string(lm_json_get(object, "board"));
    return board != NULL && strncmp(board, b->id, strlen(b->id)) == 0 &&
           strspn(board + strlen(b->id), "abcdefghijklmnopqrst") == strlen(board + strlen(b->id));
}

/* Write the history of ${b} and the corrections that are still possible. */
static void write_history(const struct desk_look *look, const struct lm_desk_board *b)
{
    struct lm_text *out = &look->run->out;
    for (uint64_t n = 1; n <= lm_desk_number(look->file->desk); n++) {
        const struct lm_desk_entry *entry = lm_desk_entry(look->file->desk, n);
        if (!is_about(look, b, n))
            continue;
        lm_text_print(out, "  %llu  ", (unsigned long long)n);
        desk_add_clock(out, lm_desk_event(look->file->desk)->zone, entry->line.at);
        lm_text_print(out, "  %s  ", entry->line.by);
        lm_desk_tell(look->file->desk, n, look->audience, lm_english(), out);
        lm_text_add(out, entry->undone != 0 ? "  (taken back)\n" : "\n");
    }
}

static void put_side(struct lm_json_writer *w, const struct desk_look *look, const char *key,
                     const struct lm_desk_player *p, const struct lm_desk_board *b, int side)
{
    lm_json_begin_inline(w, key, '{');
    lm_json_put_string(w, "id", p->person->id);
    lm_json_put_integer(w, "number", p->number);
    lm_json_put_string(w, "name", lm_desk_name(p, look->audience, look->run->arena));
    lm_json_put_boolean(w, "empty", b->empty[side]);
    lm_json_put_integer(w, "illegal", b->illegal[side]);
    lm_json_end(w, '}');
}

static enum lm_status write_board(const struct desk_look *look, const struct lm_desk_board *b)
{
    struct lm_json_writer w = lm_json_writer_to(&look->run->out, false);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "id", b->id);
    lm_json_put_integer(&w, "round", b->round);
    lm_json_put_integer(&w, "board", b->number);
    put_side(&w, look, "white", b->white, b, 0);
    put_side(&w, look, "black", b->black, b, 1);
    lm_json_put_string(&w, "result",
                       look->section->teams    ? desk_score_text(look, b)
                       : lm_desk_has_result(b) ? lm_desk_result_text(b, look->run->arena)
                                               : "");
    lm_json_begin(&w, "reports", '[');
    for (size_t i = 0; i < b->report_count; i++) {
        lm_json_begin_inline(&w, NULL, '{');
        lm_json_put_string(&w, "by", b->reports[i].by);
        lm_json_put_string(&w, "result", lm_desk_report_text(&b->reports[i], look->run->arena));
        lm_json_end(&w, '}');
    }
    lm_json_end(&w, ']');
    lm_json_begin(&w, "lines", '[');
    for (uint64_t n = 1; n <= lm_desk_number(look->file->desk); n++)
        if (is_about(look, b, n))
            desk_put_entry(&w, look, n);
    lm_json_end(&w, ']');
    lm_json_end(&w, '}');
    lm_text_add_char(&look->run->out, '\n');
    return lm_text_status(&look->run->out);
}

static const char *window_text(const struct lm_desk_section *s, const struct lm_desk_board *b)
{
    const struct lm_desk_round *last = lm_desk_current(s);
    if (last == NULL || last->number == b->round)
        return "The next round is not paired yet: a correction counts everywhere.";
    if (last->number == b->round + 1 && last->state < LM_ROUND_CLOSED)
        return "A correction counts for the next pairing; the published round stays.";
    return "A correction goes into the rating report only: standings and pairings stay (C.04.2 "
           "art. 4.3). A player harmed by the mistake can appeal; \"incident\" notes it.";
}

/* Write the result that the rating report has instead. */
static void write_rated(struct lm_text *out, const struct lm_desk_board *b)
{
    if (b->rated != 0)
        lm_text_print(out, "For the rating report only: %s\n", lm_desk_result_at(b->rated)->name);
    for (size_t g = 0; b->games != NULL && g < b->game_count; g++)
        if (b->games[g].rated != 0)
            lm_text_print(out, "For the rating report only, game %zu: %s\n", g + 1,
                          lm_desk_result_at(b->games[g].rated)->name);
}

/* Write the boards of a team match: the players, from the side of the team named first. */
static void write_boards(const struct desk_look *look, const struct lm_desk_board *b)
{
    struct lm_arena *arena = look->run->arena;
    for (size_t g = 0; g < b->game_count; g++) {
        const struct lm_desk_game *game = &b->games[g];
        const char *names[2];
        for (int side = 0; side < 2; side++)
            names[side] = game->players[side] == NULL
                              ? "nobody"
                              : lm_desk_name(game->players[side], look->audience, arena);
        lm_text_print(&look->run->out, "  %u:%zu  %s (%s) - %s: %s\n", b->number, g + 1, names[0],
                      lm_desk_first_has_white(b, g) ? "White" : "Black", names[1],
                      game->result == 0 ? "no result" : lm_desk_result_at(game->result)->name);
    }
}

static enum lm_status show_board(const struct desk_look *look)
{
    struct lm_text *out = &look->run->out;
    struct lm_desk_board *b =
        look->count == 0 ? NULL
                         : lm_desk_board(look->section, desk_board_of(look->section, look->words[0],
                                                                      look->run->arena));
    if (b == NULL)
        return fail(look->run->log, LM_INVALID,
                    "give a board: its number in the open round, or 3.12 for board 12 of round 3");
    if (look->form == DESK_JSON)
        return write_board(look, b);
    const char *white = lm_desk_name(b->white, look->audience, look->run->arena);
    const char *black = lm_desk_name(b->black, look->audience, look->run->arena);
    lm_text_print(out, "Round %u, board %u: %s (%u) - %s (%u): %s\n", b->round, b->number, white,
                  b->white->number, black, b->black->number,
                  look->section->teams    ? desk_score_text(look, b)
                  : lm_desk_has_result(b) ? lm_desk_result_text(b, look->run->arena)
                                          : "no result");
    if (look->section->teams)
        write_boards(look, b);
    write_rated(out, b);
    if (chairs_of(b)[0] != '\0')
        lm_text_print(out, "Chairs: %s\n", chairs_of(b));
    for (int side = 0; side < 2; side++)
        if (b->illegal[side] > 0)
            lm_text_print(out, "Illegal moves of %s: %u\n", side == 0 ? white : black,
                          b->illegal[side]);
    for (size_t i = 0; i < b->report_count; i++)
        lm_text_print(out, "Reported by %s: %s\n", b->reports[i].by,
                      lm_desk_report_text(&b->reports[i], look->run->arena));
    write_history(look, b);
    if (lm_desk_has_result(b))
        lm_text_print(out, "%s\n", window_text(look->section, b));
    for (size_t i = 0; !lm_desk_has_result(b) && i < sizeof laws / sizeof *laws; i++)
        lm_text_print(out, "%s\n", laws[i]);
    return lm_text_status(out);
}

/* ---- possible final standings ---- */

enum { OPEN_MOST = 2, WAYS = 9, PLACES = 10 };

struct way {
    const char *name;
    struct lm_standings *s;
};

/* A game still to be decided: "7", in a match "7b". */
struct waiting {
    const char *id;    /* the id of its board for acts */
    const char *label; /* for people */
};

static size_t open_games(const struct desk_look *look, struct waiting *out)
{
    const struct lm_desk_section *s = look->section;
    struct lm_arena *arena = look->run->arena;
    size_t open = 0;
    for (size_t r = 0; r < s->round_count; r++)
        for (size_t i = 0; i < s->rounds_played[r]->board_count; i++) {
            const struct lm_desk_board *b = s->rounds_played[r]->boards[i];
            for (size_t g = 0; g < b->game_count; g++) {
                struct lm_text id = lm_text_in(arena), label = lm_text_in(arena);
                if (!lm_desk_result_at(lm_desk_game_result(b, g))->open ||
                    s->rounds_played[r]->state < LM_ROUND_ALTERED)
                    continue;
                const char letter[] = {b->games == NULL ? '\0' : (char)('a' + g), '\0'};
                lm_text_print(&id, "%s%s", b->id, letter);
                lm_text_print(&label, "%u%s", b->number, letter);
                if (open < OPEN_MOST)
                    out[open] = (struct waiting){lm_text_string(&id), lm_text_string(&label)};
                open++;
            }
        }
    return open;
}

/* Compute the standings if the open games end with ${results}. */
static enum lm_status rank_if(const struct desk_look *look, const struct waiting *open,
                              const char *const *results, size_t count, struct way *way)
{
    struct run *run = look->run;
    struct lm_desk *desk = look->file->desk;
    uint64_t before = lm_desk_number(desk);
    struct lm_text name = lm_text_in(run->arena);
    struct lm_desk_taken taken;
    struct lm_tournament *t;
    enum lm_status status = LM_OK;
    for (size_t i = 0; i < count && status == LM_OK; i++) {
        struct lm_text fields = lm_text_in(run->arena);
        lm_text_print(&fields, "{\"board\":\"%s\",\"result\":\"%s\"}", open[i].id, results[i]);
        lm_text_print(&name, "%sboard %s: %s", i == 0 ? "" : ", ", open[i].label, results[i]);
        struct lm_desk_act act = {.event = "result",
                                  .section = look->section->id,
                                  .by = "what-if",
                                  .at = lm_desk_time(desk),
                                  .happened = LM_NO_TIME,
                                  .fields = lm_text_string(&fields)};
        status = lm_desk_take(desk, &act, 1, run->log, &taken);
        if (status != LM_OK || taken.answer != LM_ACT_NEEDS)
            continue;
        const char **tokens = lm_arena_alloc(run->arena, taken.reason_count, sizeof *tokens);
        for (size_t k = 0; tokens != NULL && k < taken.reason_count; k++)
            tokens[k] = taken.reasons[k].token;
        act.acknowledged = tokens;
        act.acknowledged_count = tokens == NULL ? 0 : taken.reason_count;
        status = lm_desk_take(desk, &act, 1, run->log, &taken);
    }
    if (status == LM_OK)
        status = lm_desk_tournament(desk, look->section, look->audience, 0, run->arena, NULL, &t);
    if (status == LM_OK)
        status = compute_standings(run, t, NULL, NULL, (struct lm_standings_options){0}, &way->s);
    way->name = lm_text_string(&name);
    lm_desk_take_back(desk, before);
    return status;
}

static enum lm_status show_outcomes(const struct desk_look *look)
{
    static const char *const ends[] = {"1-0", "1/2-1/2", "0-1"};
    struct waiting open[OPEN_MOST];
    struct way ways[WAYS];
    size_t games = open_games(look, open), count = 0;
    enum lm_status status = LM_OK;
    if (games == 0 || games > OPEN_MOST)
        return fail(
            look->run->log, LM_INVALID,
            "%zu games are open; the possible outcomes are shown once two or fewer are open",
            games);
    for (size_t a = 0; a < 3; a++)
        for (size_t b = 0; b < (games > 1 ? 3u : 1u) && status == LM_OK; b++)
            status =
                rank_if(look, open, (const char *const[]){ends[a], ends[b]}, games, &ways[count++]);
    if (status != LM_OK)
        return status;
    struct sheet sheet = desk_sheet(look, "ranks, by possible outcome", NULL);
    sheet_table(&sheet, "", "Nothing is final before the games are over.");
    sheet_column(&sheet, "Place", "", "n", SHEET_KEEP);
    for (size_t w = 0; w < count; w++)
        sheet_column_print(&sheet, "", SHEET_SHRINK, "%s", ways[w].name);
    for (uint32_t place = 0; place < ways[0].s->count && place < PLACES; place++) {
        sheet_print(&sheet, "%u", place + 1);
        for (size_t w = 0; w < count; w++) {
            uint32_t who = ways[w].s->order[place];
            struct lm_text points = lm_text_in(look->run->arena);
            lm_text_add_value(&points, ways[w].s->options.list[0].kind,
                              lm_standings_value(ways[w].s, who, 0));
            sheet_print(&sheet, "%s %s", lm_text_string(&points),
                        lm_participant_name(ways[w].s, who));
        }
    }
    return desk_write_sheet(look, &sheet);
}

/* ---- since the report was sent ---- */

static enum lm_status report_of(const struct lm_desk *desk, const char *section, struct run *run,
                                struct lm_text *out)
{
    struct lm_tournament *t;
    enum lm_status status = lm_desk_tournament(desk, lm_desk_section(desk, section), LM_FOR_REPORT,
                                               0, run->arena, NULL, &t);
    return status == LM_OK ? lm_write(lm_format_named("trf26"), t, NULL, run->log, out) : status;
}

/* Return the journal up to line ${number}, in its state then. */
static enum lm_status desk_at(const struct desk_look *look, uint64_t number, struct lm_desk **out)
{
    struct run *run = look->run;
    const char *bytes, *secrets = "";
    size_t length, secret_length = 0, end = 0;
    enum lm_status status = read_file(run->operands[0], run->arena, run->log, &bytes, &length);
    if (status == LM_OK && os_is_there(look->file->secrets_path))
        status =
            read_file(look->file->secrets_path, run->arena, run->log, &secrets, &secret_length);
    for (uint64_t line = 0; status == LM_OK && line < number && end < length; end++)
        line += bytes[end] == '\n';
    if (status == LM_OK)
        status = lm_desk_new(run->arena, &desk_hooks, "", out);
    if (status == LM_OK)
        status =
            lm_desk_add_private(*out, secrets, lm_journal_whole(secrets, secret_length), run->log);
    return status == LM_OK ? lm_desk_replay(*out, bytes, end, NULL, NULL, run->log) : status;
}

static bool has_line(const struct lm_text *text, const char *line, size_t length)
{
    const char *at = lm_text_string(text);
    while (*at != '\0') {
        size_t own = strcspn(at, "\n");
        if (own == length && memcmp(at, line, length) == 0)
            return true;
        at += own + (at[own] == '\n');
    }
    return false;
}

static size_t write_missing(struct lm_text *out, const char *sign, const struct lm_text *from,
                            const struct lm_text *in)
{
    size_t count = 0;
    for (const char *at = lm_text_string(from); *at != '\0';) {
        size_t own = strcspn(at, "\n");
        if (!has_line(in, at, own)) {
            lm_text_print(out, "%s %.*s\n", sign, (int)own, at);
            count++;
        }
        at += own + (at[own] == '\n');
    }
    return count;
}

static enum lm_status show_since_sent(const struct desk_look *look)
{
    struct run *run = look->run;
    struct lm_desk *then;
    struct lm_text sent = lm_text_in(run->arena), now = lm_text_in(run->arena);
    if (look->section->sent == 0)
        return fail(run->log, LM_INVALID, "no report was sent yet; `sent` records that");
    enum lm_status status = desk_at(look, look->section->sent, &then);
    if (status == LM_OK)
        status = report_of(then, look->section->id, run, &sent);
    if (status == LM_OK)
        status = report_of(look->file->desk, look->section->id, run, &now);
    if (status != LM_OK)
        return status;
    size_t count = write_missing(&run->out, "-", &sent, &now);
    count += write_missing(&run->out, "+", &now, &sent);
    lm_text_print(&run->out, "%zu lines differ from the report that was sent (line %llu)\n", count,
                  (unsigned long long)look->section->sent);
    return lm_text_status(&run->out);
}

const struct desk_view desk_hall_views[] = {
    {"sweep", "[ROUND]", "boards that have not begun, and absent players", true, show_sweep},
    {"board", "BOARD", "one board: players, entries and who made them, what can still change", true,
     show_board},
    {"preview", "", "the next round while the last games are played: certain and possible pairings",
     true, desk_show_preview},
    {"outcomes", "", "the first places, by the outcome of the last games", true, show_outcomes},
    {"since-sent", "", "changes since the report was sent", true, show_since_sent},
    {0},
};
