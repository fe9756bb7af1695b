/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The "Round" is ROUND.BOARD, as boards and broadcasts expect; of a match of two players
 * ROUND.BOARD.GAME; of a match of teams ROUND.MATCH, with the board in "Board".
 */
#include "formats/pgn.h"

#include <string.h>

#include "limmat/check.h"
#include "limmat/date.h"
#include "limmat/pairing.h"

struct pgn {
    const struct lm_tournament *t;
    const char *line_end;
    struct lm_text *out;
    uint32_t first, last; /* boards, or matches; 0: all */
};

bool lm_pgn_looks_like(const char *bytes, size_t length)
{
    (void)bytes;
    (void)length;
    return false;
}

/* Write [WHOSEWHAT "VALUE"]; nothing if ${value} is "". */
static void put_tag_of(const struct pgn *p, const char *whose, const char *what, const char *value)
{
    if (value[0] == '\0')
        return;
    lm_text_print(p->out, "[%s%s \"", whose, what);
    for (const char *c = value; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\')
            lm_text_add_char(p->out, '\\');
        lm_text_add_char(p->out, (unsigned char)*c < ' ' ? ' ' : *c);
    }
    lm_text_print(p->out, "\"]%s", p->line_end);
}

static void put_tag(const struct pgn *p, const char *name, const char *value)
{
    put_tag_of(p, "", name, value);
}

/* Return the day of ${text} as "2026.07.14"; "????.??.??" if it has none. */
static const char *pgn_date(const struct pgn *p, const char *text)
{
    struct lm_text date = lm_text_in(p->out->arena);
    struct lm_date day;
    char whole[16] = "20";
    size_t length = strlen(text);
    if (length == 8 && text[2] == '/') { /* "26/07/14", as in record 132 */
        memcpy(whole + 2, text, length);
        text = whole;
        length += 2;
    }
    if (!lm_parse_date(text, length, &day) || day.month == 0 || day.day == 0)
        return "????.??.??";
    lm_text_add_date(&date, day, '.');
    return lm_text_string(&date);
}

static const char *team_name(const struct pgn *p, uint32_t player)
{
    for (size_t i = 0; i < p->t->team_count; i++)
        for (size_t k = 0; k < p->t->teams[i].count; k++)
            if (p->t->teams[i].players[k] == player)
                return p->t->teams[i].name;
    return "";
}

static void put_player(const struct pgn *p, const char *colour, uint32_t index)
{
    const struct lm_player *player = &p->t->players[index];
    bool listed = player->fide_id[strspn(player->fide_id, "0")] != '\0';
    struct lm_text rating = lm_text_in(p->out->arena);
    if (player->rating > 0)
        lm_text_print(&rating, "%d", player->rating);
    put_tag_of(p, colour, "Title", player->title);
    put_tag_of(p, colour, "Elo", lm_text_string(&rating));
    put_tag_of(p, colour, "FideId", listed ? player->fide_id : "");
    put_tag_of(p, colour, "Team", team_name(p, index));
}

static const char *pgn_result(const struct lm_record *white)
{
    switch (white->result) {
    case LM_WIN:
    case LM_UNRATED_WIN:
        return "1-0";
    case LM_LOSS:
    case LM_UNRATED_LOSS:
        return "0-1";
    case LM_DRAW:
    case LM_UNRATED_DRAW:
        return "1/2-1/2";
    default:
        return "*";
    }
}

/* Write the local time when ${round} begins, and the same in UTC. */
static void put_time(const struct pgn *p, uint32_t round)
{
    enum { DAY = 86400 };
    const char *text = round <= p->t->start_count ? p->t->starts[round - 1] : "";
    int64_t at;
    int32_t offset;
    struct lm_text time[3];
    if (!lm_parse_moment(text, strlen(text), &at, &offset))
        return;
    for (int i = 0; i < 3; i++)
        time[i] = lm_text_in(p->out->arena);
    const int64_t here = at + offset;
    lm_text_print(&time[0], "%02d:%02d:00", (int)(here % DAY / 3600), (int)(here % 3600 / 60));
    lm_text_add_date(&time[1], lm_date_of((int32_t)(at / DAY)), '.');
    lm_text_print(&time[2], "%02d:%02d:00", (int)(at % DAY / 3600), (int)(at % 3600 / 60));
    put_tag(p, "Time", lm_text_string(&time[0]));
    put_tag(p, "UTCDate", lm_text_string(&time[1]));
    put_tag(p, "UTCTime", lm_text_string(&time[2]));
}

/* Return the time control for PGN, in seconds: record 222, or "90+30" (minutes and an increment) of
 * record 122; "" if neither has it. */
static const char *pgn_control(const struct pgn *p)
{
    const char *text = p->t->time_control;
    size_t minutes = strspn(text, "0123456789");
    const char *plus = text + minutes + strspn(text + minutes, " ");
    size_t skip = *plus == '+' ? 1 + strspn(plus + 1, " ") : 0;
    size_t seconds = skip == 0 ? 0 : strspn(plus + skip, "0123456789");
    int64_t base, more;
    struct lm_text control = lm_text_in(p->out->arena);
    if (p->t->time_control_code[0] != '\0')
        return p->t->time_control_code;
    if (minutes == 0 || seconds == 0 || plus[skip + seconds] != '\0' ||
        !lm_parse_integer(text, minutes, 1, 600, &base) ||
        !lm_parse_integer(plus + skip, seconds, 0, 600, &more))
        return "";
    lm_text_print(&control, "%d+%d", (int)base * 60, (int)more);
    return lm_text_string(&control);
}

static const char *known(const char *text)
{
    return text[0] == '\0' ? "?" : text;
}

/* Write game ${game} of ${player} in ${round}, if it is played or will be; ${number} and ${board}
 * are the values of "Round" and "Board". */
static void put_game(const struct pgn *p, uint32_t player, uint32_t round, uint32_t game,
                     const char *number, uint32_t board)
{
    const struct lm_tournament *t = p->t;
    const struct lm_record *own = lm_record_of(t, player, round) + game;
    if (own->opponent == LM_NOBODY ||
        (own->result != LM_PENDING && !lm_result_is_played((enum lm_result)own->result)))
        return;
    uint32_t white = own->colour == LM_BLACK ? own->opponent : player;
    const struct lm_record *record = lm_record_of(t, white, round) + game;
    struct lm_text text = lm_text_in(p->out->arena);
    lm_text_print(&text, "%u", board);
    const char *result = pgn_result(record);
    put_tag(p, "Event", known(t->name));
    put_tag(p, "Site", known(t->city));
    put_tag(p, "Date", pgn_date(p, round <= t->date_count ? t->dates[round - 1] : ""));
    put_tag(p, "Round", number);
    put_tag(p, "White", known(t->players[white].name));
    put_tag(p, "Black", known(t->players[record->opponent].name));
    put_tag(p, "Result", result);
    put_tag(p, "Board", lm_text_string(&text));
    put_player(p, "White", white);
    put_player(p, "Black", record->opponent);
    const char *begins = pgn_date(p, t->start);
    put_tag(p, "EventDate", begins[0] == '?' ? "" : begins);
    put_tag(p, "TimeControl", pgn_control(p));
    put_time(p, round);
    lm_text_print(p->out, "%s%s%s%s", p->line_end, result, p->line_end, p->line_end);
}

static const struct lm_team *team_numbered(const struct lm_tournament *t, uint32_t number)
{
    for (size_t i = 0; i < t->team_count; i++)
        if (t->teams[i].number == number)
            return &t->teams[i];
    return NULL;
}

static bool plays_for(const struct lm_team *team, uint32_t player)
{
    for (size_t i = 0; i < team->count; i++)
        if (team->players[i] == player)
            return true;
    return false;
}

/* Write the games of match ${match} of ${round}, between the teams with these numbers. */
static void put_team_match(const struct pgn *p, uint32_t round, uint32_t match, uint32_t one,
                           uint32_t other)
{
    const struct lm_team *a = team_numbered(p->t, one), *b = team_numbered(p->t, other);
    struct lm_text number = lm_text_in(p->out->arena);
    lm_text_print(&number, "%u.%u", round, match);
    uint32_t board = 0;
    for (size_t i = 0; a != NULL && b != NULL && i < a->count; i++) {
        if (a->players[i] == LM_NOBODY)
            continue;
        const struct lm_record *own = lm_record_of(p->t, a->players[i], round);
        if (own->opponent != LM_NOBODY && plays_for(b, own->opponent))
            put_game(p, a->players[i], round, 0, lm_text_string(&number), ++board);
    }
}

static void put_pair(const struct pgn *p, uint32_t round, uint32_t board, uint32_t player)
{
    for (uint32_t game = 0; game < p->t->games_per_match; game++) {
        struct lm_text number = lm_text_in(p->out->arena);
        lm_text_print(&number, p->t->games_per_match > 1 ? "%u.%u.%u" : "%u.%u", round, board,
                      game + 1);
        put_game(p, player, round, game, lm_text_string(&number), board);
    }
}

/* Write the games of ${round}, whose matches or pairs are in ${view}. */
static enum lm_status put_round(const struct pgn *p, const struct lm_system *system,
                                const struct lm_tournament *view, uint32_t round,
                                struct lm_log *log)
{
    struct lm_position *position;
    struct lm_pairing *played;
    enum lm_status status =
        lm_position_new(view, round, &system->rules, p->out->arena, log, &position);
    if (status == LM_OK)
        status = lm_played_pairing(system, position, p->out->arena, &played);
    for (uint32_t i = 0; status == LM_OK && i < played->pair_count; i++) {
        const struct lm_pair *pair = &played->pairs[i];
        if (pair->black == LM_NOBODY || i + 1 < p->first || (p->last != 0 && i + 1 > p->last))
            continue;
        if (view != p->t)
            put_team_match(p, round, i + 1, view->players[pair->white].tpn,
                           view->players[pair->black].tpn);
        else
            put_pair(p, round, i + 1, pair->white);
    }
    return status;
}

enum lm_status lm_pgn_write(const struct lm_tournament *t, const struct lm_write_options *options,
                            struct lm_log *log, struct lm_text *out)
{
    const char *line_end = options->line_end == NULL ? "\n" : options->line_end;
    const struct pgn p = {.t = t,
                          .line_end = line_end,
                          .out = out,
                          .first = options->first_board,
                          .last = options->last_board};
    const struct lm_system *system = lm_system_of(t, NULL);
    struct lm_tournament *copy = lm_arena_alloc(out->arena, 1, sizeof *copy), *view = copy;
    if (copy == NULL)
        return LM_LIMIT;
    if (system == NULL)
        system = lm_system_named("dutch", t->start);
    *copy = *t;
    uint32_t first = options->first_round == 0 ? 1 : options->first_round;
    uint32_t last = options->last_round == 0 || options->last_round > t->rounds_paired
                        ? t->rounds_paired
                        : options->last_round;
    enum lm_status status = lm_system_view(system, copy, out->arena, log, &view);
    if (status == LM_OK && view == copy)
        view = NULL;
    for (uint32_t round = first; status == LM_OK && round <= last; round++)
        status = put_round(&p, system, view == NULL ? t : view, round, log);
    return status == LM_OK ? lm_text_status(out) : status;
}
