/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "formats/trf_record.h"

/* Columns of a line, and the ids of players and teams. */

struct lm_place lm_trf_place_of(struct trf *f, const struct lm_line *line, const char *name,
                                struct lm_field field)
{
    return (struct lm_place){line->number, field.column, name,
                             lm_keep(&f->r, field.bytes, field.length)};
}

uint32_t lm_trf_player(const struct trf *f, uint64_t tpn)
{
    return tpn == 0 || tpn > f->highest ? LM_NOBODY : f->players[tpn];
}

bool lm_trf_number_in(struct trf *f, const struct lm_line *line, const char *name,
                      struct lm_field field, int64_t low, int64_t high, int64_t otherwise,
                      int64_t *value)
{
    if (field.length == 0) {
        *value = otherwise;
        return true;
    }
    if (lm_parse_integer(field.bytes, field.length, low, high, value))
        return true;
    lm_refuse(&f->r, lm_trf_place_of(f, line, name, field), lm_whole_number(&f->r, low, high),
              "not a number that is possible here");
    return false;
}

uint32_t lm_trf_small_number(struct trf *f, struct lm_line *line, const char *name, unsigned first,
                             unsigned last, int64_t high)
{
    int64_t value;
    bool good =
        lm_trf_number_in(f, line, name, lm_line_columns(line, first, last), 0, high, 0, &value);
    return good ? (uint32_t)value : 0;
}

int32_t lm_trf_points_in(struct trf *f, const struct lm_line *line, const char *name,
                         struct lm_field field, int32_t otherwise)
{
    int32_t value;
    if (field.length == 0)
        return otherwise;
    if (lm_parse_tenths(field.bytes, field.length, &value))
        return value;
    lm_refuse(&f->r, lm_trf_place_of(f, line, name, field), "write points as 2.5", "not points");
    return otherwise;
}

const char *lm_trf_text_in(struct trf *f, struct lm_line *line, unsigned first, unsigned last)
{
    struct lm_field field = lm_line_columns(line, first, last);
    return lm_keep(&f->r, field.bytes, field.length);
}

char lm_trf_char_in(struct lm_line *line, unsigned column)
{
    struct lm_field field = lm_line_columns(line, column, column);
    return field.length == 1 ? field.bytes[0] : field.length == 0 ? ' ' : '?';
}

/* Read the comment of an option, "### Option NAME: VALUE"; false: it is another line. */
static bool read_option(struct trf *f, const struct lm_line *line)
{
    const size_t begin = strlen(LM_TRF_OPTION);
    if (line->length <= begin || memcmp(line->bytes, LM_TRF_OPTION, begin) != 0)
        return false;
    size_t colon = begin, end = line->length;
    while (colon < end && lm_trf_is_of_option(line->bytes[colon]))
        colon++;
    while (end > colon && line->bytes[end - 1] == ' ')
        end--;
    if (colon == begin || colon + 2 >= end || memcmp(line->bytes + colon, ": ", 2) != 0 ||
        line->bytes[colon + 2] == ' ')
        return false;
    for (size_t i = colon; i < end; i++)
        if ((unsigned char)line->bytes[i] < ' ')
            return false;
    const char **name = lm_list_add(&f->r, &f->options, sizeof *name);
    if (name != NULL)
        *name = lm_keep(&f->r, line->bytes + begin, colon - begin);
    const char **value = lm_list_add(&f->r, &f->options, sizeof *value);
    if (value != NULL)
        *value = lm_keep(&f->r, line->bytes + colon + 2, end - colon - 2);
    return true;
}

void lm_trf_keep_line(struct trf *f, const struct lm_line *line)
{
    if (read_option(f, line))
        return;
    struct lm_kept_line *kept = lm_list_add(&f->r, &f->kept, sizeof *kept);
    if (kept != NULL)
        *kept = (struct lm_kept_line){lm_keep(&f->r, line->bytes, line->length),
                                      f->behind[0] == '\0' ? f->seen_players : f->behind_count,
                                      f->behind};
}

/* ---- ids ---- */

uint32_t lm_trf_index_in(struct trf *f, const struct lm_line *line, struct lm_field field,
                         bool team)
{
    int64_t number;
    const char *name = team ? "team" : "player";
    int64_t high = team ? LM_TRF_TEAM_MAX : LM_TRF_TPN_MAX;
    if (!lm_trf_number_in(f, line, name, field, 1, high, 0, &number))
        return LM_NOBODY;
    uint32_t index = number == 0 ? LM_NOBODY
                     : team      ? f->teams[number]
                                 : lm_trf_player(f, (uint64_t)number);
    if (index == LM_NOBODY)
        lm_refuse(&f->r, lm_trf_place_of(f, line, name, field),
                  team ? "name a team that has a 310 record" : "name a player with a 001 record",
                  "no %s has this number", name);
    return index;
}

static bool named_before(struct trf *f, uint32_t index, enum ids kind, struct lm_place place)
{
    if (kind == ROSTER)
        return lm_in_team_already(&f->r, &f->seats, index, place);
    return lm_named_again(&f->r, &f->named, index, place,
                          kind == BOARDS ? "the second board is left empty"
                                         : "the second is left out");
}

const uint32_t *lm_trf_ids_from(struct trf *f, struct lm_line *line, unsigned column, enum ids kind,
                                size_t *count)
{
    struct lm_list ids = {0};
    struct lm_field rest = lm_line_columns(line, column, UINT32_MAX);
    bool may_be_empty = kind == ROSTER || kind == BOARDS;
    f->named.list++;
    for (struct lm_field word; (word = lm_next_word(&rest)).length > 0;) {
        bool empty = may_be_empty && (lm_field_is(word, "0000") || lm_field_is(word, "0"));
        uint32_t index = empty ? LM_NOBODY : lm_trf_index_in(f, line, word, kind == TEAMS);
        if (index != LM_NOBODY &&
            named_before(f, index, kind,
                         lm_trf_place_of(f, line, kind == TEAMS ? "team" : "player", word))) {
            empty = kind == BOARDS;
            index = LM_NOBODY;
        }
        uint32_t *id = empty || index != LM_NOBODY ? lm_list_add(&f->r, &ids, sizeof *id) : NULL;
        if (id != NULL)
            *id = index;
    }
    *count = ids.count;
    return ids.items;
}
