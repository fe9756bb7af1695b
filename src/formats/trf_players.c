/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "formats/trf_record.h"

/* Records of players: 001 and the national ones after it. */

bool lm_trf_result_of_letter(char letter, uint8_t *result)
{
    const char *found = strchr(&lm_trf_letters[LM_WIN], lm_upper(letter));
    if (letter == ' ' || letter == '*')
        *result = LM_BLANK; /* "*": still to be played, as in PGN */
    else if (letter == '?')
        *result = LM_ADJOURNED; /* some programs wrote an unknown result this way before X */
    else if (found != NULL && *found != '\0')
        *result = (uint8_t)(found - lm_trf_letters);
    else
        return false;
    return true;
}

static bool read_opponent(struct trf *f, struct lm_line *line, unsigned column,
                          struct lm_record *record)
{
    struct lm_field field = lm_line_columns(line, column, column + 3);
    int64_t tpn;
    if (!lm_trf_number_in(f, line, "opponent", field, 0, LM_TRF_TPN_MAX, 0, &tpn))
        return false;
    record->opponent = tpn == 0 ? LM_NOBODY : lm_trf_player(f, (uint64_t)tpn);
    if (tpn == 0 || record->opponent != LM_NOBODY)
        return true;
    lm_refuse(&f->r, lm_trf_place_of(f, line, "opponent", field), "name a player with a 001 record",
              "no player has this number");
    return false;
}

static bool read_colour(struct trf *f, struct lm_line *line, unsigned column,
                        struct lm_record *record)
{
    static const char colours[] = "-WB";
    char letter = lm_upper(lm_trf_char_in(line, column));
    const char *found = letter == '\0' ? NULL : strchr(colours, letter == ' ' ? '-' : letter);
    if (found == NULL) {
        lm_refuse(&f->r, lm_trf_place_of(f, line, "colour", lm_line_columns(line, column, column)),
                  "write w, b or -", "not a colour");
        return false;
    }
    record->colour = (uint8_t)(found - colours);
    return true;
}

static bool read_result(struct trf *f, struct lm_line *line, unsigned column,
                        struct lm_record *record)
{
    if (lm_trf_result_of_letter(lm_trf_char_in(line, column), &record->result))
        return true;
    lm_refuse(&f->r, lm_trf_place_of(f, line, "result", lm_line_columns(line, column, column)),
              "write one of 1 = 0 W D L X + - U F H Z", "not a result");
    return false;
}

static void read_round(struct trf *f, struct lm_line *line, uint32_t player, uint32_t round)
{
    unsigned column = LM_TRF_FIRST_ROUND + LM_TRF_ROUND_WIDTH * (round - 1);
    struct lm_record record = {.opponent = LM_NOBODY};
    bool good = read_opponent(f, line, column, &record);
    good &= read_colour(f, line, column + 5, &record);
    good &= read_result(f, line, column + 7, &record);
    if (!good)
        record = (struct lm_record){LM_NOBODY, LM_NO_COLOUR, LM_UNREADABLE};
    else if (record.opponent != LM_NOBODY && record.result == LM_BLANK)
        record.result = LM_PENDING;
    if (record.opponent == LM_NOBODY && record.colour != LM_NO_COLOUR) {
        lm_doubt(&f->r, LM_DOUBT_FORM,
                 lm_trf_place_of(f, line, "colour", lm_line_columns(line, column + 5, column + 5)),
                 "write - for the colour", "a colour without an opponent; it is left out");
        record.colour = LM_NO_COLOUR;
    }
    *lm_record_of(f->t, player, round) = record;
}

static char sex_in(struct trf *f, struct lm_line *line)
{
    char sex = lm_trf_char_in(line, 10);
    if (sex == ' ')
        return 0;
    if (lm_upper(sex) == 'M')
        return 'm';
    if (lm_upper(sex) == 'W' || lm_upper(sex) == 'F')
        return 'w';
    lm_doubt(&f->r, LM_DOUBT_FORM, lm_trf_place_of(f, line, "sex", lm_line_columns(line, 10, 10)),
             "write m or w", "not a sex; it is left out");
    return 0;
}

void lm_trf_read_player(struct trf *f, struct lm_line *line, const struct record *row)
{
    (void)row;
    f->seen_players++;
    uint32_t tpn = 0;
    struct lm_field field = lm_line_columns(line, 5, 8);
    int64_t number;
    if (lm_parse_integer(field.bytes, field.length, 1, LM_TRF_TPN_MAX, &number))
        tpn = (uint32_t)number;
    uint32_t index = lm_trf_player(f, (uint64_t)tpn);
    if (index == LM_NOBODY || f->line_of[index] != line)
        return; /* already refused in the first pass */
    struct lm_player *player = &f->t->players[index];
    player->tpn = tpn;
    player->line = line->number;
    player->sex = sex_in(f, line);
    player->title = lm_trf_text_in(f, line, 11, 13);
    player->name = lm_trf_text_in(f, line, 15, 47);
    player->rating = (int32_t)lm_trf_small_number(f, line, "rating", 49, 52, 9999);
    player->federation = lm_trf_text_in(f, line, 54, 56);
    player->fide_id = lm_trf_text_in(f, line, 58, 68);
    player->birth = lm_trf_text_in(f, line, 70, 79);
    player->declared_points =
        lm_trf_points_in(f, line, "points", lm_line_columns(line, 81, 84), LM_NO_POINTS);
    player->declared_rank = lm_trf_small_number(f, line, "rank", 86, 89, LM_TRF_TPN_MAX);
    for (uint32_t round = 1; round <= f->t->round_capacity; round++)
        read_round(f, line, index, round);
}

bool lm_trf_is_national(struct trf *f, struct lm_line *line)
{
    struct lm_field number = lm_line_columns(line, 5, 8);
    int64_t tpn;
    return line->length > 4 && lm_trf_is_rater(line->bytes) && line->bytes[3] == ' ' &&
           lm_parse_integer(number.bytes, number.length, 1, LM_TRF_TPN_MAX, &tpn) &&
           lm_trf_player(f, (uint64_t)tpn) != LM_NOBODY;
}

void lm_trf_read_national(struct trf *f, struct lm_line *line)
{
    uint32_t player = lm_trf_index_in(f, line, lm_line_columns(line, 5, 8), false);
    struct lm_national *national = lm_list_add(&f->r, &f->nationals, sizeof *national);
    if (national == NULL)
        return;
    *national = (struct lm_national){
        .rater = lm_trf_text_in(f, line, 1, 3),
        .player = player,
        .sex = sex_in(f, line),
        .classification = lm_trf_text_in(f, line, 11, 13),
        .name = lm_trf_text_in(f, line, 15, 47),
        .rating = (int32_t)lm_trf_small_number(f, line, "rating", 49, 52, 9999),
        .origin = lm_trf_text_in(f, line, 54, 56),
        .number = lm_trf_text_in(f, line, 58, 68),
        .birth = lm_trf_text_in(f, line, 70, 79),
    };
}
