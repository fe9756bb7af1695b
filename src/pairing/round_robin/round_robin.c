/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "limmat/words.h"
#include "pairing/berger.h"
#include "pairing/judge.h"
#include "pairing/systems.h"

/*
 * Round-robins by the Berger tables (C.05 Annex 1), of players and of teams.
 *
 * Everything is known before the first round: who has which number (the TPN, drawn by lot), and how
 * many cycles are played.  A round is a row of the table.  The game of who is away is no
 * pair; a note names it, as it is lost by forfeit, unless he has left before he finished half of
 * his games: then nobody meets him any more, and his results do not count.
 */

enum { TABLE };

static const struct lm_rule criteria[] = {
    [TABLE] = {"A1", "C.05 Annex 1", "pairs that are not in the table's row of the round",
               "%s has another opponent than the table says"},
    {0},
};

enum opponents { BY_TABLE, BY_EXCHANGED_ROW };

static const struct lm_rule opponent_rules[] = {
    [BY_TABLE] = {"A1", "C.05 Annex 1", "by the Berger table",
                  "The Berger table pairs %s and %s in this round"},
    [BY_EXCHANGED_ROW] =
        {"A1x", "C.05 Annex 1", "by the Berger table, the last two rounds exchanged",
         "The Berger table pairs %s and %s in this round; the last two rounds of the first cycle "
         "are exchanged, so that nobody has the same colour three times running"},
    {0},
};

static const struct lm_phrase opponents_said[] = {
    [BY_TABLE] = {LM_KEY("natural.table"), NULL, NULL},
    [BY_EXCHANGED_ROW] = {LM_KEY("natural.table-exchanged"), NULL, NULL},
};

enum colours { TABLE_COLOUR, REVERSED_COLOUR };

static const struct lm_rule colour_rules[] = {
    [TABLE_COLOUR] = {"A1", "C.05 Annex 1", "by the Berger table",
                      "The table names the player with White first"},
    [REVERSED_COLOUR] = {"A1r", "C.05 Annex 1", "the colours of the cycle before reversed",
                         "In this cycle everybody has the other colour than in the cycle before"},
    {0},
};

static const struct lm_phrase colours_said[] = {
    [TABLE_COLOUR] = {LM_KEY("colour.table"), NULL, NULL},
    [REVERSED_COLOUR] = {LM_KEY("colour.table-reversed"), NULL, NULL},
};

/* ---- The schedule ---- */

struct schedule {
    uint32_t seats;  /* even: an odd field has an empty last number */
    uint32_t length; /* rounds of a cycle */
    uint32_t cycles;
    bool exchanged; /* the last two rounds of the first of several cycles */
};

/* The cycles of which the code speaks: …_G3, DOUBLE…; else one. */
static uint32_t cycles_of_code(const char *code)
{
    const char *g = strstr(code, "_G");
    if (g != NULL && g[2] >= '1' && g[2] <= '9' && g[3] == '\0')
        return (uint32_t)(g[2] - '0');
    return strstr(code, "DOUBLE") != NULL ? 2 : 1;
}

/* As many cycles as the code says, or as the declared rounds need. */
static struct schedule schedule_of(const struct lm_tournament *t)
{
    const char *code = t->type_code[0] != '\0' ? t->type_code : t->type;
    struct schedule s = {.seats = t->player_count + t->player_count % 2};
    s.seats = s.seats < 2 ? 2 : s.seats;
    s.length = s.seats - 1;
    uint32_t needed = (t->rounds_total + s.length - 1) / s.length;
    s.cycles = cycles_of_code(code);
    s.cycles = s.cycles < needed ? needed : s.cycles;
    const char *option = lm_option(t, "last_rounds_exchanged");
    bool fide = strncmp(code, "FIDE_", strlen("FIDE_")) == 0 && s.cycles > 1;
    s.exchanged =
        s.length > 1 && s.cycles > 1 && (fide || (option != NULL && strcmp(option, "yes") == 0));
    return s;
}

/* The row of the table that ${round} (from 1) plays. */
static uint32_t row_of(const struct schedule *s, uint32_t round, bool *exchanged)
{
    uint32_t row = (round - 1) % s->length, last = s->length - 1;
    *exchanged = s->exchanged && round <= s->length && row + 1 >= last;
    return *exchanged ? 2 * last - 1 - row : row;
}

static bool is_reversed(const struct schedule *s, uint32_t round)
{
    return (round - 1) / s->length % 2 == 1;
}

/* ---- Who is there ---- */

/* Has ${player} left for good, with less than half of his games played? */
static bool has_left_early(const struct lm_tournament *t, uint32_t player, uint32_t round)
{
    uint32_t left = t->players[player].withdrawn;
    return left != 0 && left <= round && lm_left_before_half(t, player, round - 1);
}

/* One of the field who is there; the last number of an odd one is nobody. */
static bool is_there(const struct lm_position *p, uint32_t number)
{
    return number < p->tournament->player_count && p->seat_of[number] != LM_NOBODY;
}

/* Is the game of ${pair} lost by the one who is away? */
static bool is_forfeit(const struct lm_position *p, const uint32_t pair[2])
{
    uint32_t count = p->tournament->player_count;
    return pair[0] < count && pair[1] < count && is_there(p, pair[0]) != is_there(p, pair[1]) &&
           !has_left_early(p->tournament, pair[is_there(p, pair[0])], p->round);
}

/* Name the game of ${pair} in the note. */
static void note_forfeit(const struct lm_position *p, const uint32_t pair[2], struct lm_text *note)
{
    const struct lm_player *players = p->tournament->players;
    lm_text_add(note, note->length == 0 ? "lost by forfeit, as one of them is away: " : ", ");
    lm_text_print(note, "%u - %u", players[pair[0]].tpn, players[pair[1]].tpn);
}

/* ---- The round ---- */

static enum lm_status note_everybody(const struct lm_position *p, struct lm_arena *arena,
                                     struct lm_pairing *pairing)
{
    struct lm_bracket *bracket = lm_arena_alloc(arena, 1, sizeof *bracket);
    uint32_t *players = lm_arena_alloc(arena, p->seat_count, sizeof *players);
    if (bracket == NULL || players == NULL)
        return LM_LIMIT;
    for (uint32_t s = 0; s < p->seat_count; s++)
        players[s] = p->seats[s].player;
    *bracket = (struct lm_bracket){
        .score = LM_NO_POINTS, .residents = players, .resident_count = p->seat_count};
    pairing->brackets = bracket;
    pairing->bracket_count = 1;
    return LM_OK;
}

static void list_pairs(const struct lm_position *p, const struct schedule *s,
                       struct lm_pairing *pairing, struct lm_text *note)
{
    bool exchanged, reversed = is_reversed(s, p->round);
    uint32_t row = row_of(s, p->round, &exchanged);
    for (uint32_t board = 0; board < s->seats / 2; board++) {
        uint32_t at[2];
        lm_berger(s->seats, row, board, at);
        uint32_t white = at[reversed], black = at[!reversed];
        if (is_forfeit(p, at))
            note_forfeit(p, (const uint32_t[]){white, black}, note);
        if (!is_there(p, white) || !is_there(p, black))
            continue;
        pairing->pairs[pairing->pair_count++] = (struct lm_pair){
            .white = white,
            .black = black,
            .colour_rule = reversed ? REVERSED_COLOUR : TABLE_COLOUR,
            .opponent_rule = exchanged ? BY_EXCHANGED_ROW : BY_TABLE,
            .white_score = p->seats[p->seat_of[white]].score,
            .black_score = p->seats[p->seat_of[black]].score,
        };
    }
}

static enum lm_status pair_round(const struct lm_position *position,
                                 const struct lm_pair_request *request, struct lm_arena *arena,
                                 struct lm_log *log, struct lm_pairing **out)
{
    struct schedule s = schedule_of(position->tournament);
    if (position->round > s.length * s.cycles)
        return lm_log_add(log, LM_ERROR, (struct lm_place){.field = "round"},
                          "declare more rounds (record 142) or another code (192) to go on",
                          "all %u rounds of the table are played", s.length * s.cycles);
    struct lm_pairing *pairing = lm_arena_alloc(arena, 1, sizeof *pairing);
    struct lm_pair *pairs = lm_arena_alloc(arena, s.seats / 2, sizeof *pairs);
    if (pairing == NULL || pairs == NULL)
        return LM_LIMIT;
    *pairing = (struct lm_pairing){.round = position->round, .pairs = pairs};
    struct lm_text note = lm_text_in(arena);
    list_pairs(position, &s, pairing, &note);
    pairing->note = note.length > 0 ? lm_text_string(&note) : NULL;
    enum lm_status status =
        request->want < LM_WANT_REASONS ? LM_OK : note_everybody(position, arena, pairing);
    if (status == LM_OK)
        status = lm_text_status(&note);
    if (status == LM_OK)
        *out = pairing;
    return status;
}

/* Boards stand as in the table. */
static uint32_t board_of(const struct lm_tournament *t, uint32_t round, const struct lm_pair *pair)
{
    struct schedule s = schedule_of(t);
    bool exchanged;
    return lm_berger_board(s.seats, row_of(&s, round, &exchanged), pair->white);
}

static bool is_of_the_row(const struct schedule *s, uint32_t row, const struct lm_pair *pair)
{
    uint32_t at[2];
    lm_berger(s->seats, row, lm_berger_board(s->seats, row, pair->white), at);
    return (at[0] == pair->white && at[1] == pair->black) ||
           (at[1] == pair->white && at[0] == pair->black);
}

static enum lm_status judge(const struct lm_position *p, const struct lm_pair *pairs,
                            uint32_t pair_count, struct lm_arena *arena, struct lm_log *log,
                            struct lm_pairing **out)
{
    struct schedule s = schedule_of(p->tournament);
    struct lm_docket docket = {.arena = arena};
    struct lm_bracket *bracket = lm_arena_alloc(arena, 1, sizeof *bracket);
    int32_t others = 0;
    bool exchanged;
    (void)log;
    uint32_t row = row_of(&s, p->round, &exchanged);
    for (uint32_t i = 0; i < pair_count; i++)
        others += pairs[i].black == LM_NOBODY || !is_of_the_row(&s, row, &pairs[i]);
    lm_docket_add(&docket, TABLE, &others, 1);
    if (bracket == NULL || docket.failed)
        return LM_LIMIT;
    *bracket = (struct lm_bracket){
        .score = LM_NO_POINTS, .findings = docket.findings, .finding_count = docket.count};
    return lm_judgement(p, pairs, pair_count, bracket, 1, arena, out);
}

static const char *const codes[] = {"BERGER_ROUNDROBIN",       "BERGER_ROUNDROBIN_G1",
                                    "BERGER_ROUNDROBIN_G2",    "BERGER_ROUNDROBIN_G3",
                                    "BERGER_ROUNDROBIN_G4",    "BERGER_ROUNDROBIN_G5",
                                    "BERGER_ROUNDROBIN_G6",    "BERGER_ROUNDROBIN_G7",
                                    "BERGER_ROUNDROBIN_G8",    "BERGER_ROUNDROBIN_G9",
                                    "BERGER_DOUBLEROUNDROBIN", "FIDE_ROUNDROBIN",
                                    "FIDE_DOUBLEROUNDROBIN",   NULL};

static const char *const team_codes[] = {
    "BERGER_TEAM_ROUNDROBIN",       "BERGER_TEAM_ROUNDROBIN_G1",
    "BERGER_TEAM_ROUNDROBIN_G2",    "BERGER_TEAM_ROUNDROBIN_G3",
    "BERGER_TEAM_ROUNDROBIN_G4",    "BERGER_TEAM_ROUNDROBIN_G5",
    "BERGER_TEAM_ROUNDROBIN_G6",    "BERGER_TEAM_ROUNDROBIN_G7",
    "BERGER_TEAM_ROUNDROBIN_G8",    "BERGER_TEAM_ROUNDROBIN_G9",
    "BERGER_TEAM_DOUBLEROUNDROBIN", "FIDE_TEAM_ROUNDROBIN",
    "FIDE_TEAM_DOUBLEROUNDROBIN",   NULL};

const struct lm_system lm_system_round_robin = {
    .name = "round-robin",
    .family = "round-robin",
    .title = "Berger tables (round-robin)",
    .source = "C.05 Annex 1",
    .from = "",
    .until = "",
    .codes = codes,
    .games_per_match = 1,
    .colours = LM_COLOURS_BY_HISTORY,
    .floaters = LM_NO_FLOATERS,
    .rules = {.floats = LM_FLOATS_MET, .pab = LM_PAB_2026, .predetermined = true},
    .board = board_of,
    .criteria = criteria,
    .opponent_rules = opponent_rules,
    .colour_rules = colour_rules,
    .opponents_said = opponents_said,
    .colours_said = colours_said,
    .pair = pair_round,
    .judge = judge,
};

const struct lm_system lm_system_team_round_robin = {
    .name = "team-round-robin",
    .family = "team-round-robin",
    .title = "Berger tables for teams (round-robin)",
    .source = "C.05 Annex 1",
    .from = "",
    .until = "",
    .codes = team_codes,
    .games_per_match = 1,
    .teams = true,
    .colours = LM_COLOURS_BY_HISTORY,
    .floaters = LM_NO_FLOATERS,
    .rules = {.floats = LM_FLOATS_MET, .pab = LM_PAB_2026, .predetermined = true},
    .board = board_of,
    .criteria = criteria,
    .opponent_rules = opponent_rules,
    .colour_rules = colour_rules,
    .opponents_said = opponents_said,
    .colours_said = colours_said,
    .pair = pair_round,
    .judge = judge,
};
