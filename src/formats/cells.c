/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/cells.h"

#include <string.h>

#include "base/texts.h"
#include "formats/trf.h"

static const char colours[] = "-wb";

static void *numbers(struct lm_reading *r, size_t count)
{
    uint32_t *array = lm_arena_alloc(r->arena, count, sizeof *array);
    r->failed |= array == NULL;
    return array;
}

/* Map TPNs to positions in the file, for players with a unique TPN. */
static void find_positions(struct lm_reading *r, const uint32_t *tpns,
                           const struct lm_place *places, uint32_t count, uint32_t *position_of)
{
    for (uint32_t i = 0; i < count; i++) {
        if (tpns[i] == 0)
            lm_refuse(r, places[i], "number the players from 1", "a player without a number");
        else if (position_of[tpns[i]] != LM_NOBODY)
            lm_refuse(r, places[i], "give each player a different number",
                      "the number is taken by line %u", places[position_of[tpns[i]]].line);
        else
            position_of[tpns[i]] = i;
    }
}

void lm_numbers_make(struct lm_reading *r, const uint32_t *tpns, const struct lm_place *places,
                     uint32_t count, struct lm_numbers *out)
{
    *out = (struct lm_numbers){0};
    for (uint32_t i = 0; i < count; i++)
        out->tpn_max = tpns[i] > out->tpn_max ? tpns[i] : out->tpn_max;
    out->index_of = numbers(r, (size_t)out->tpn_max + 1);
    out->order = numbers(r, count);
    if (r->failed)
        return;
    memset(out->index_of, 0xFF, ((size_t)out->tpn_max + 1) * sizeof *out->index_of); /* NOBODY */
    find_positions(r, tpns, places, count, out->index_of);
    for (size_t tpn = 1; tpn <= out->tpn_max; tpn++)
        if (out->index_of[tpn] != LM_NOBODY) {
            out->order[out->count] = out->index_of[tpn];
            out->index_of[tpn] = out->count++;
        }
}

uint32_t lm_number_index(const struct lm_numbers *n, uint64_t tpn)
{
    return tpn <= n->tpn_max ? n->index_of[tpn] : LM_NOBODY;
}

/* Read the opponent's number and colour at ${text}, if present; NULL if they are wrong. */
static const char *read_opponent(const struct lm_numbers *n, const char *text,
                                 struct lm_record *record)
{
    const char *at = text;
    uint64_t tpn = lm_take_number(&at, n->tpn_max);
    if (at == text)
        return at;
    const char *colour = *at == '\0' ? NULL : strchr(colours, *at);
    uint32_t opponent = lm_number_index(n, tpn);
    if (colour == NULL || opponent == LM_NOBODY)
        return NULL;
    *record = (struct lm_record){opponent, (uint8_t)(colour - colours), LM_PENDING};
    return at + 1;
}

/* Read one game of a cell.  Return the text after it, NULL if it is not one. */
static const char *read_game(const struct lm_numbers *n, const char *text, struct lm_record *record)
{
    if (*text == '.')
        return text + 1;
    const char *at = read_opponent(n, text, record);
    if (at == NULL || *at == '\0' || *at == ' ')
        return at;
    const char *letter = strchr(&lm_trf_letters[LM_WIN], *at);
    if (letter == NULL)
        return NULL;
    record->result = (uint8_t)(letter - lm_trf_letters);
    return at + 1;
}

/* Read "1½", "1.5", "1,5", "½", "1/2", "2" at ${*at}, in tenths, and move past it; -1: none. */
static int32_t read_points(const char **at)
{
    static const struct {
        const char *written;
        int32_t tenths;
    } rows[] = {{"1\xC2\xBD", 15}, {"1.5", 15}, {"1,5", 15}, {"1 1/2", 15},
                {"\xC2\xBD", 5},   {"0.5", 5},  {"0,5", 5},  {"1/2", 5},
                {"=", 5},          {"0", 0},    {"1", 10},   {"2", 20}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strncmp(*at, rows[i].written, strlen(rows[i].written)) == 0) {
            *at += strlen(rows[i].written);
            return rows[i].tenths;
        }
    return -1;
}

/* Return the text after "-", ":" or an en dash; NULL: there is none. */
static const char *behind_dash(const char *at)
{
    if (*at == '-' || *at == ':')
        return at + 1;
    return strncmp(at, "\xE2\x80\x93", 3) == 0 ? at + 3 : NULL;
}

enum lm_match_form lm_match_written(const char *text, bool alone, char games[2])
{
    static const char of_game[] = "0=1";
    static const char of_match[][3] = {"00", "0=", "==", "1=", "11"};
    const char *at = text;
    int32_t own = read_points(&at);
    if (own < 0)
        return LM_NO_MATCH;
    if (*at == '\0' && alone) {
        memcpy(games, of_match[own / 5], 2);
        return LM_MATCH_POINTS;
    }
    const char *behind = behind_dash(at);
    int32_t other = behind == NULL ? -1 : read_points(&behind);
    if (other < 0 || *behind != '\0' || (own + other != 20 && (own > 10 || other > 10)))
        return LM_NO_MATCH;
    if (own + other == 20) {
        memcpy(games, of_match[own / 5], 2);
        return LM_MATCH_POINTS;
    }
    games[0] = of_game[own / 5];
    games[1] = of_game[other / 5];
    return LM_MATCH_GAMES;
}

/* Read a match in one word, as people write it: "12w1½-½". */
static const char *read_match(const struct lm_numbers *n, const char *text,
                              struct lm_record *records)
{
    char games[2];
    const char *rest = read_opponent(n, text, &records[0]);
    if (rest == NULL || rest == text || records->colour == LM_NO_COLOUR ||
        lm_match_written(rest, false, games) == LM_NO_MATCH)
        return NULL;
    records[1] = records[0];
    records[1].colour = records[0].colour == LM_WHITE ? LM_BLACK : LM_WHITE;
    for (size_t game = 0; game < 2; game++)
        records[game].result =
            (uint8_t)(strchr(&lm_trf_letters[LM_WIN], games[game]) - lm_trf_letters);
    return rest + strlen(rest);
}

/* Complete a match: games without a record are still to be played, with alternating colours. */
static void complete_match(struct lm_reading *r, struct lm_place place, uint8_t games,
                           struct lm_record *records)
{
    uint8_t missing = 0, first = records->colour;
    for (uint8_t game = 1; game < games && records->opponent != LM_NOBODY; game++) {
        if (records[game].opponent != LM_NOBODY || records[game].result != LM_BLANK)
            continue;
        uint8_t other = first == LM_WHITE ? LM_BLACK : LM_WHITE;
        records[game] =
            (struct lm_record){records->opponent, game % 2 == 0 ? first : other, LM_PENDING};
        missing++;
    }
    if (missing > 0)
        lm_doubt(
            r, LM_DOUBT_FORM, place, "write all games of the match",
            "only %u of the %u games of this match are here; the others count as not yet played",
            games - missing, games);
}

void lm_cell_read(struct lm_reading *r, const struct lm_numbers *n, struct lm_place place,
                  const char *text, uint8_t games, struct lm_record *records)
{
    const char *whole = text != NULL && games == 2 ? read_match(n, text, records) : NULL;
    const char *at = whole != NULL ? whole : text;
    for (uint8_t game = 0; at != NULL && *at != '\0'; game++) {
        at = game == games ? NULL : read_game(n, at, &records[game]);
        if (at != NULL && *at == ' ' && at[1] != '\0')
            at++;
        else if (at != NULL && *at != '\0')
            at = NULL;
    }
    if (at != NULL) {
        complete_match(r, place, games, records);
        return;
    }
    records[0] = (struct lm_record){LM_NOBODY, LM_NO_COLOUR, LM_UNREADABLE};
    lm_refuse(r, place,
              "write opponent, colour, result as \"12w1\", or one of U F H Z + -, or nothing",
              "not what a player has for a round");
}

static void write_game(struct lm_text *out, const struct lm_tournament *t,
                       const struct lm_record *record)
{
    if (record->opponent != LM_NOBODY)
        lm_text_print(out, "%u%c", t->players[record->opponent].tpn, colours[record->colour]);
    else if (record->result == LM_BLANK)
        lm_text_add_char(out, '.');
    if (record->result > LM_PENDING)
        lm_text_add_char(out, lm_trf_letters[record->result]);
}

void lm_cell_write(struct lm_text *out, const struct lm_tournament *t, uint32_t player,
                   uint32_t round)
{
    const struct lm_record *records = lm_record_of(t, player, round);
    bool blank = true;
    for (uint8_t game = 0; game < t->games_per_match; game++)
        blank &= records[game].result == LM_BLANK;
    for (uint8_t game = 0; game < t->games_per_match && !blank; game++) {
        if (game > 0)
            lm_text_add_char(out, ' ');
        write_game(out, t, &records[game]);
    }
}
