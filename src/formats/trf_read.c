/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One reader for TRF06, TRF16, TRF(x), TRF(bx) and TRF26: their records have different codes, or
 * the same meaning, so a table of records understands them all and any mixture.
 *
 * The file is read in three passes over its lines, for records refer to each other in any order:
 * first the TPNs of all players, then the teams, then everything.
 */
#include <string.h>

#include "formats/lines.h"
#include "formats/reading.h"
#include "formats/trf.h"
#include "formats/trf_columns.h"
#include "limmat/matches.h"

struct trf {
    struct lm_reading r;
    struct lm_lines lines;
    struct lm_tournament *t;
    struct lm_line **line_of;                  /* per player: his 001 record */
    uint32_t players[LM_TRF_TPN_MAX + 1];      /* TPN -> index or LM_NOBODY */
    uint32_t teams[LM_TRF_TEAM_MAX + 1];       /* team number -> index or LM_NOBODY */
    bool team_ids;                             /* there are 310 records: 240 … 299 name teams */
    uint32_t seen_players;                     /* 001 records before the current line */
    const char *behind;                        /* code of the record before it; "": 001 */
    uint32_t *seen;                            /* records before it, by row of the table */
    uint32_t behind_count;                     /* of ${behind} */
    unsigned worth_given;                      /* set of results the point system names */
    unsigned start_line, end_line, dates_line; /* of 042, 052, 132 */
    bool pab_like_win;    /* the point system is one whose PAB defaults to a win */
    struct lm_roll named; /* who was named in the list being read: players or teams */
    struct lm_roll seats; /* players, in which team */
    struct lm_list nationals, byes, accelerations, prohibitions, adjustments, team_list, lineups,
        team_forfeits, kept, deputies, dates, options;
    struct lm_list lineup_lines, forfeit_lines; /* where those stand */
};

enum pass { PASS_PLAYERS, PASS_TEAMS, PASS_REST };

struct record {
    const char *code;
    enum pass pass;
    void (*read)(struct trf *f, struct lm_line *line, const struct record *row);
    size_t offset; /* of the field in struct lm_tournament, for plain texts and numbers */
    const char *name;
};

/* ---- fields ---- */

static struct lm_place place_of(struct trf *f, const struct lm_line *line, const char *name,
                                struct lm_field field)
{
    return (struct lm_place){line->number, field.column, name,
                             lm_keep(&f->r, field.bytes, field.length)};
}

/* A whole number of ${field}, or ${otherwise} when it is blank; else refused. */
static bool number_in(struct trf *f, const struct lm_line *line, const char *name,
                      struct lm_field field, int64_t low, int64_t high, int64_t otherwise,
                      int64_t *value)
{
    if (field.length == 0) {
        *value = otherwise;
        return true;
    }
    if (lm_parse_integer(field.bytes, field.length, low, high, value))
        return true;
    struct lm_text remedy = lm_text_in(f->r.arena);
    lm_text_print(&remedy, "write a whole number from %lld to %lld", (long long)low,
                  (long long)high);
    lm_refuse(&f->r, place_of(f, line, name, field), lm_text_string(&remedy),
              "not a number that is possible here");
    return false;
}

static uint32_t small_number(struct trf *f, struct lm_line *line, const char *name, unsigned first,
                             unsigned last, int64_t high)
{
    int64_t value;
    bool good = number_in(f, line, name, lm_line_columns(line, first, last), 0, high, 0, &value);
    return good ? (uint32_t)value : 0;
}

/* Points of ${field}, or ${otherwise} when it is blank; else refused. */
static int32_t points_in(struct trf *f, const struct lm_line *line, const char *name,
                         struct lm_field field, int32_t otherwise)
{
    int32_t value;
    if (field.length == 0)
        return otherwise;
    if (lm_parse_tenths(field.bytes, field.length, &value))
        return value;
    lm_refuse(&f->r, place_of(f, line, name, field), "write points as 2.5", "not points");
    return otherwise;
}

static const char *text_in(struct trf *f, struct lm_line *line, unsigned first, unsigned last)
{
    struct lm_field field = lm_line_columns(line, first, last);
    return lm_keep(&f->r, field.bytes, field.length);
}

static char char_in(struct lm_line *line, unsigned column)
{
    struct lm_field field = lm_line_columns(line, column, column);
    return field.length == 1 ? field.bytes[0] : field.length == 0 ? ' ' : '?';
}

/* The comment of an option, "### Option NAME: VALUE"; false: it is another line. */
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

static void keep_line(struct trf *f, const struct lm_line *line)
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

/* The index of the player or team called ${field}; LM_NOBODY, refused, when there is none. */
static uint32_t index_in(struct trf *f, const struct lm_line *line, struct lm_field field,
                         bool team)
{
    int64_t number;
    const char *name = team ? "team" : "player";
    int64_t high = team ? LM_TRF_TEAM_MAX : LM_TRF_TPN_MAX;
    if (!number_in(f, line, name, field, 1, high, 0, &number))
        return LM_NOBODY;
    uint32_t index = number == 0 ? LM_NOBODY : team ? f->teams[number] : f->players[number];
    if (index == LM_NOBODY)
        lm_refuse(&f->r, place_of(f, line, name, field),
                  team ? "name a team that has a 310 record" : "name a player with a 001 record",
                  "no %s has this number", name);
    return index;
}

/* What the ids of a record are: each is named once, and a board may be empty (0000). */
enum ids { PLAYERS, TEAMS, ROSTER, BOARDS };

static bool named_before(struct trf *f, uint32_t index, enum ids kind, struct lm_place place)
{
    if (kind == ROSTER)
        return lm_in_team_already(&f->r, &f->seats, index, place);
    return lm_named_again(&f->r, &f->named, index, place,
                          kind == BOARDS ? "the second board is left empty"
                                         : "the second is left out");
}

/* The ids from ${column} to the end of the line, as indices. */
static const uint32_t *ids_from(struct trf *f, struct lm_line *line, unsigned column, enum ids kind,
                                size_t *count)
{
    struct lm_list ids = {0};
    struct lm_field rest = lm_line_columns(line, column, UINT32_MAX);
    bool may_be_empty = kind == ROSTER || kind == BOARDS;
    f->named.list++;
    for (struct lm_field word; (word = lm_next_word(&rest)).length > 0;) {
        bool empty = may_be_empty && (lm_field_is(word, "0000") || lm_field_is(word, "0"));
        uint32_t index = empty ? LM_NOBODY : index_in(f, line, word, kind == TEAMS);
        if (index != LM_NOBODY &&
            named_before(f, index, kind,
                         place_of(f, line, kind == TEAMS ? "team" : "player", word))) {
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

/* ---- the tournament's own records ---- */

static void read_text(struct trf *f, struct lm_line *line, const struct record *row)
{
    const char **text = (const char **)((char *)f->t + row->offset);
    struct lm_field field = lm_line_columns(line, 4, UINT32_MAX);
    if (**text == '\0') {
        *text = lm_keep(&f->r, field.bytes, field.length);
        if (text == &f->t->start)
            f->start_line = line->number;
        if (text == &f->t->end)
            f->end_line = line->number;
        return;
    }
    lm_doubt(&f->r, LM_DOUBT_FORM, place_of(f, line, row->name, field), "keep one of them",
             "a second record %s", row->code);
    keep_line(f, line);
}

/* "129 (88)": players, and how many of them are rated. */
static bool read_two_counts(struct trf *f, struct lm_field field)
{
    struct lm_field rest = field;
    struct lm_field first = lm_next_word(&rest), second = lm_next_word(&rest);
    int64_t players, rated;
    bool brackets = second.length > 2 && second.bytes[0] == '(' &&
                    second.bytes[second.length - 1] == ')' && lm_next_word(&rest).length == 0;
    if (!brackets || !lm_parse_integer(first.bytes, first.length, 0, 9999999, &players) ||
        !lm_parse_integer(second.bytes + 1, second.length - 2, 0, 9999999, &rated))
        return false;
    f->t->declared_players = (uint32_t)players;
    if (f->t->declared_rated == 0)
        f->t->declared_rated = (uint32_t)rated;
    return true;
}

/* A count that nobody depends on: what is no number is kept as it stands. */
static void read_count(struct trf *f, struct lm_line *line, const struct record *row)
{
    uint32_t *count = (uint32_t *)(void *)((char *)f->t + row->offset);
    struct lm_field field = lm_line_columns(line, 4, UINT32_MAX);
    int64_t value;
    if (*count == 0 && lm_parse_integer(field.bytes, field.length, 0, 9999999, &value)) {
        *count = (uint32_t)value;
        return;
    }
    if (count == &f->t->declared_players && *count == 0 && read_two_counts(f, field))
        return;
    if (field.length > 0)
        lm_doubt(&f->r, LM_DOUBT_FORM, place_of(f, line, row->name, field),
                 "write one whole number", "not a number");
    keep_line(f, line);
}

/* 142 and XXR. */
static void read_rounds(struct trf *f, struct lm_line *line, const struct record *row)
{
    struct lm_field field = lm_line_columns(line, 4, UINT32_MAX);
    int64_t value;
    if (!number_in(f, line, row->name, field, 1, LM_ROUNDS_MAX, 0, &value) || value == 0)
        return;
    if (f->t->rounds_total != 0 && f->t->rounds_total != value)
        lm_refuse(&f->r, place_of(f, line, row->name, field), "keep one of them",
                  "the number of rounds is already %u", f->t->rounds_total);
    f->t->rounds_total = (uint32_t)value;
}

static void set_initial_colour(struct trf *f, const struct lm_line *line, struct lm_field field,
                               enum lm_colour colour)
{
    if (f->t->initial_colour != LM_NO_COLOUR && f->t->initial_colour != colour)
        lm_refuse(&f->r, place_of(f, line, "initial colour", field), "keep one of them",
                  "the initial colour was given differently before");
    f->t->initial_colour = (uint8_t)colour;
}

/* 152 */
static void read_initial_colour(struct trf *f, struct lm_line *line, const struct record *row)
{
    struct lm_field field = lm_line_columns(line, 4, UINT32_MAX);
    if (lm_field_is(field, "w") || lm_field_is(field, "b"))
        set_initial_colour(f, line, field, lm_field_is(field, "w") ? LM_WHITE : LM_BLACK);
    else
        lm_refuse(&f->r, place_of(f, line, row->name, field), "write W or B", "not a colour");
}

/* XXC: "rank", "white1", "black1", in any number and order. */
static void read_configuration(struct trf *f, struct lm_line *line, const struct record *row)
{
    struct lm_field rest = lm_line_columns(line, 4, UINT32_MAX);
    for (struct lm_field word; (word = lm_next_word(&rest)).length > 0;) {
        if (lm_field_is(word, "rank"))
            f->t->rank_order = true;
        else if (lm_field_is(word, "white1") || lm_field_is(word, "black1"))
            set_initial_colour(f, line, word, lm_field_is(word, "white1") ? LM_WHITE : LM_BLACK);
        else
            lm_refuse(&f->r, place_of(f, line, row->name, word), "write rank, white1 or black1",
                      "an unknown word in XXC");
    }
}

static void read_deputy(struct trf *f, struct lm_line *line, const struct record *row)
{
    (void)row;
    const char *name = text_in(f, line, 4, UINT32_MAX);
    const char **deputy = *name == '\0' ? NULL : lm_list_add(&f->r, &f->deputies, sizeof *deputy);
    if (deputy != NULL)
        *deputy = name;
}

static bool is_date(struct lm_field field)
{
    struct lm_date date;
    return lm_parse_date(field.bytes, field.length, &date);
}

static void add_date(struct trf *f, struct lm_field field)
{
    const char **date = lm_list_add(&f->r, &f->dates, sizeof *date);
    if (date != NULL)
        *date = lm_keep(&f->r, field.bytes, field.length);
}

/* 132: dates of the rounds, in the columns of the rounds. */
static void read_dates(struct trf *f, struct lm_line *line, const struct record *row)
{
    unsigned width = lm_line_width(line);
    struct lm_field before = lm_line_columns(line, 4, LM_TRF_FIRST_ROUND - 1);
    if (before.length > 0 && f->dates.count < LM_ROUNDS_MAX && is_date(before)) {
        add_date(f, before); /* a record for each round */
        f->dates_line = f->dates_line == 0 ? line->number : f->dates_line;
        return;
    }
    if (before.length > 0 || f->dates.count > 0) {
        lm_doubt(&f->r, LM_DOUBT_FORM, place_of(f, line, row->name, before),
                 "write them once, in the columns of the rounds", "dates that are not understood");
        keep_line(f, line);
        return;
    }
    f->dates_line = line->number;
    for (unsigned column = LM_TRF_FIRST_ROUND; column <= width; column += LM_TRF_ROUND_WIDTH) {
        add_date(f, lm_line_columns(line, column, column + LM_TRF_ROUND_WIDTH - 1));
    }
}

/* ---- point systems ---- */

static bool is_letter(char c)
{
    return lm_upper(c) >= 'A' && lm_upper(c) <= 'Z';
}

/* Split the next "CODE=VALUE", "CODE VALUE" or "CODEVALUE" off ${*rest}. */
static bool next_setting(struct lm_field *rest, struct lm_field *code, struct lm_field *value)
{
    size_t at = 0, end;
    while (at < rest->length && rest->bytes[at] == ' ')
        at++;
    for (end = at; end < rest->length && is_letter(rest->bytes[end]);)
        end++;
    *code = (struct lm_field){rest->bytes + at, end - at, rest->column + (unsigned)at};
    for (at = end; at < rest->length && (rest->bytes[at] == ' ' || rest->bytes[at] == '=');)
        at++;
    for (end = at; end < rest->length && rest->bytes[end] != ' ';)
        end++;
    *value = (struct lm_field){rest->bytes + at, end - at, rest->column + (unsigned)at};
    *rest = (struct lm_field){rest->bytes + end, rest->length - end, rest->column + (unsigned)end};
    return code->length + value->length > 0;
}

static const struct lm_trf_worth *worth_called(const char *record, struct lm_field code)
{
    for (size_t i = 0; i < lm_trf_worth_count; i++)
        if (strcmp(lm_trf_worths[i].record, record) == 0 &&
            lm_field_is(code, lm_trf_worths[i].code))
            return &lm_trf_worths[i];
    return NULL;
}

/* 162, XXS, BB?: what results are worth. */
static void read_worth(struct trf *f, struct lm_line *line, const struct record *row)
{
    struct lm_field rest = lm_line_columns(line, 4, UINT32_MAX), code, value;
    f->pab_like_win |= strcmp(row->code, "XXS") != 0;
    while (next_setting(&rest, &code, &value)) {
        const struct lm_trf_worth *worth = worth_called(row->code, code);
        if (worth == NULL)
            lm_refuse(&f->r, place_of(f, line, row->name, code), NULL,
                      "record %s knows no such code", row->code);
        else if (value.length == 0)
            lm_refuse(&f->r, place_of(f, line, row->name, code), "write points as 2.5",
                      "points are missing");
        else {
            lm_trf_set_worth(&f->t->points, worth, points_in(f, line, row->name, value, 0));
            f->worth_given |= worth->results;
            f->t->points_declared = true;
        }
    }
}

/* A PAB not mentioned is worth a win where the record says so (162, BB?); an adjourned game not
 * mentioned is worth a draw. */
static void complete_worth(struct trf *f)
{
    int32_t(*value)[2] = f->t->points.value;
    if (f->pab_like_win && (f->worth_given >> LM_PAB & 1) == 0)
        value[LM_PAB][0] = value[LM_PAB][1] = value[LM_WIN][0];
    if (f->t->points_declared && (f->worth_given >> LM_ADJOURNED & 1) == 0)
        for (size_t colour = 0; colour < 2; colour++)
            value[LM_ADJOURNED][colour] = value[LM_DRAW][colour];
}

/* 362: match points. */
static void read_team_points(struct trf *f, struct lm_line *line, const struct record *row)
{
    static const char *const codes[] = {"TW", "TD", "TL"};
    struct lm_field rest = lm_line_columns(line, 4, UINT32_MAX), code, value;
    while (next_setting(&rest, &code, &value)) {
        size_t i = 0;
        while (i < 3 && !lm_field_is(code, codes[i]))
            i++;
        if (i == 3)
            lm_refuse(&f->r, place_of(f, line, row->name, code), "write TW, TD or TL",
                      "record 362 knows no such code");
        else
            f->t->team_points[i] = points_in(f, line, row->name, value, f->t->team_points[i]);
    }
}

/* ---- players ---- */

static bool result_of_letter(char letter, uint8_t *result)
{
    const char *found = strchr(&lm_trf_letters[LM_WIN], lm_upper(letter));
    if (letter == ' ' || letter == '*')
        *result = LM_BLANK; /* "*": still to be played, as in PGN */
    else if (letter == '?')
        *result = LM_ADJOURNED; /* how programs wrote an unknown result before X */
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
    if (!number_in(f, line, "opponent", field, 0, LM_TRF_TPN_MAX, 0, &tpn))
        return false;
    record->opponent = tpn == 0 ? LM_NOBODY : f->players[tpn];
    if (tpn == 0 || record->opponent != LM_NOBODY)
        return true;
    lm_refuse(&f->r, place_of(f, line, "opponent", field), "name a player with a 001 record",
              "no player has this number");
    return false;
}

static bool read_colour(struct trf *f, struct lm_line *line, unsigned column,
                        struct lm_record *record)
{
    static const char colours[] = "-WB";
    char letter = lm_upper(char_in(line, column));
    const char *found = letter == '\0' ? NULL : strchr(colours, letter == ' ' ? '-' : letter);
    if (found == NULL) {
        lm_refuse(&f->r, place_of(f, line, "colour", lm_line_columns(line, column, column)),
                  "write w, b or -", "not a colour");
        return false;
    }
    record->colour = (uint8_t)(found - colours);
    return true;
}

static bool read_result(struct trf *f, struct lm_line *line, unsigned column,
                        struct lm_record *record)
{
    if (result_of_letter(char_in(line, column), &record->result))
        return true;
    lm_refuse(&f->r, place_of(f, line, "result", lm_line_columns(line, column, column)),
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
                 place_of(f, line, "colour", lm_line_columns(line, column + 5, column + 5)),
                 "write - for the colour", "a colour without an opponent; it is left out");
        record.colour = LM_NO_COLOUR;
    }
    *lm_record_of(f->t, player, round) = record;
}

static char sex_in(struct trf *f, struct lm_line *line)
{
    char sex = char_in(line, 10);
    if (sex == ' ')
        return 0;
    if (lm_upper(sex) == 'M')
        return 'm';
    if (lm_upper(sex) == 'W' || lm_upper(sex) == 'F')
        return 'w';
    lm_doubt(&f->r, LM_DOUBT_FORM, place_of(f, line, "sex", lm_line_columns(line, 10, 10)),
             "write m or w", "not a sex; it is left out");
    return 0;
}

static void read_player(struct trf *f, struct lm_line *line, const struct record *row)
{
    (void)row;
    f->seen_players++;
    uint32_t tpn = 0;
    struct lm_field field = lm_line_columns(line, 5, 8);
    int64_t number;
    if (lm_parse_integer(field.bytes, field.length, 1, LM_TRF_TPN_MAX, &number))
        tpn = (uint32_t)number;
    uint32_t index = f->players[tpn];
    if (index == LM_NOBODY || f->line_of[index] != line)
        return; /* already refused in the first pass */
    struct lm_player *player = &f->t->players[index];
    player->tpn = tpn;
    player->line = line->number;
    player->sex = sex_in(f, line);
    player->title = text_in(f, line, 11, 13);
    player->name = text_in(f, line, 15, 47);
    player->rating = (int32_t)small_number(f, line, "rating", 49, 52, 9999);
    player->federation = text_in(f, line, 54, 56);
    player->fide_id = text_in(f, line, 58, 68);
    player->birth = text_in(f, line, 70, 79);
    player->declared_points =
        points_in(f, line, "points", lm_line_columns(line, 81, 84), LM_NO_POINTS);
    player->declared_rank = small_number(f, line, "rank", 86, 89, LM_TRF_TPN_MAX);
    for (uint32_t round = 1; round <= f->t->round_capacity; round++)
        read_round(f, line, index, round);
}

/* The code of a federation instead of 001, and the TPN of a player. */
static bool is_national(struct trf *f, struct lm_line *line)
{
    struct lm_field number = lm_line_columns(line, 5, 8);
    int64_t tpn;
    return line->length > 4 && lm_trf_is_rater(line->bytes) && line->bytes[3] == ' ' &&
           lm_parse_integer(number.bytes, number.length, 1, LM_TRF_TPN_MAX, &tpn) &&
           f->players[tpn] != LM_NOBODY;
}

static void read_national(struct trf *f, struct lm_line *line)
{
    uint32_t player = index_in(f, line, lm_line_columns(line, 5, 8), false);
    struct lm_national *national = lm_list_add(&f->r, &f->nationals, sizeof *national);
    if (national == NULL)
        return;
    *national = (struct lm_national){
        .rater = text_in(f, line, 1, 3),
        .player = player,
        .sex = sex_in(f, line),
        .classification = text_in(f, line, 11, 13),
        .name = text_in(f, line, 15, 47),
        .rating = (int32_t)small_number(f, line, "rating", 49, 52, 9999),
        .origin = text_in(f, line, 54, 56),
        .number = text_in(f, line, 58, 68),
        .birth = text_in(f, line, 70, 79),
    };
}

/* ---- teams ---- */

static struct lm_team *new_team(struct trf *f, uint32_t number)
{
    struct lm_team *team = lm_list_add(&f->r, &f->team_list, sizeof *team);
    f->seats.list = (uint32_t)f->team_list.count;
    if (team != NULL) {
        *team = (struct lm_team){.number = number,
                                 .name = "",
                                 .nickname = "",
                                 .strength = "",
                                 .match_points = LM_NO_POINTS,
                                 .game_points = LM_NO_POINTS};
    }
    return team;
}

/* 013; beside records 310, which replace it, it says nothing new. */
static void read_old_team(struct trf *f, struct lm_line *line, const struct record *row)
{
    (void)row;
    if (f->team_ids) {
        keep_line(f, line);
        return;
    }
    struct lm_team *team = new_team(f, 0);
    if (team == NULL)
        return;
    team->name = text_in(f, line, 5, 36);
    team->players = ids_from(f, line, 37, ROSTER, &team->count);
}

/* 310 */
static void read_team(struct trf *f, struct lm_line *line, const struct record *row)
{
    (void)row;
    struct lm_field field = lm_line_columns(line, 5, 7);
    int64_t number;
    if (!number_in(f, line, "team", field, 1, LM_TRF_TEAM_MAX, 0, &number))
        return;
    if (number == 0 || f->teams[number] != LM_NOBODY) {
        lm_refuse(&f->r, place_of(f, line, "team", field), "give each team its own number",
                  number == 0 ? "the team's number is missing" : "the team's number is taken");
        return;
    }
    f->teams[number] = (uint32_t)f->team_list.count;
    f->team_ids = true;
    struct lm_team *team = new_team(f, (uint32_t)number);
    if (team == NULL)
        return;
    team->name = text_in(f, line, 9, 40);
    team->nickname = text_in(f, line, 42, 46);
    team->strength = text_in(f, line, 48, 53);
    team->match_points =
        points_in(f, line, "match points", lm_line_columns(line, 55, 60), LM_NO_POINTS);
    team->game_points =
        points_in(f, line, "game points", lm_line_columns(line, 62, 67), LM_NO_POINTS);
    team->rank = small_number(f, line, "rank", 69, 71, LM_TRF_TEAM_MAX);
    team->players = ids_from(f, line, 74, ROSTER, &team->count);
}

/* The number of a team that there is, or 0. */
static uint32_t team_number(struct trf *f, struct lm_line *line, unsigned first, unsigned last)
{
    uint32_t number = small_number(f, line, "team", first, last, LM_TRF_TEAM_MAX);
    if (number != 0 && f->teams[number] == LM_NOBODY) {
        lm_refuse(&f->r, place_of(f, line, "team", lm_line_columns(line, first, last)),
                  "name a team that has a 310 record", "no team has this number");
        return 0;
    }
    return number;
}

/* 320: the teams' pairing-allocated byes. */
static void read_team_pab(struct trf *f, struct lm_line *line, const struct record *row)
{
    struct lm_tournament *t = f->t;
    t->team_pab_match_points = points_in(f, line, row->name, lm_line_columns(line, 5, 8), 0);
    t->team_pab_game_points = points_in(f, line, row->name, lm_line_columns(line, 10, 13), 0);
    struct lm_list byes = {0};
    unsigned width = lm_line_width(line);
    for (unsigned column = 15; column <= width; column += 4) {
        uint32_t *bye = lm_list_add(&f->r, &byes, sizeof *bye);
        if (bye != NULL)
            *bye = team_number(f, line, column, column + 2);
    }
    t->team_pab = byes.items;
    t->team_pab_count = byes.count;
}

static void keep_number(struct trf *f, struct lm_list *numbers, const struct lm_line *line)
{
    unsigned *number = lm_list_add(&f->r, numbers, sizeof *number);
    if (number != NULL)
        *number = line->number;
}

/* The round that a line-up or a forfeited match is of; 0, told: there is none, the line counts for
 * nothing. */
static uint32_t round_of_match(struct trf *f, struct lm_line *line, unsigned first, unsigned last)
{
    uint32_t round = small_number(f, line, "round", first, last, LM_ROUNDS_MAX);
    if (round == 0)
        lm_doubt(&f->r, LM_DOUBT_FORM,
                 place_of(f, line, "round", lm_line_columns(line, first, last)),
                 "write its number there", "without a round the line is left out");
    return round;
}

/* 300 */
static void read_lineup(struct trf *f, struct lm_line *line, const struct record *row)
{
    (void)row;
    uint32_t round = round_of_match(f, line, 5, 7);
    struct lm_lineup *lineup = round == 0 ? NULL : lm_list_add(&f->r, &f->lineups, sizeof *lineup);
    if (lineup == NULL)
        return;
    lineup->round = round;
    lineup->team = team_number(f, line, 9, 11);
    lineup->opponent = team_number(f, line, 13, 15);
    keep_number(f, &f->lineup_lines, line);
    lineup->players = ids_from(f, line, 17, BOARDS, &lineup->count);
}

/* 330 */
static void read_team_forfeit(struct trf *f, struct lm_line *line, const struct record *row)
{
    struct lm_field type = lm_line_columns(line, 5, 6);
    if (!lm_field_is(type, "+-") && !lm_field_is(type, "-+") && !lm_field_is(type, "--")) {
        lm_refuse(&f->r, place_of(f, line, row->name, type), "write +-, -+ or --",
                  "not a kind of forfeit");
        return;
    }
    uint32_t round = round_of_match(f, line, 8, 10);
    struct lm_team_forfeit *forfeit =
        round == 0 ? NULL : lm_list_add(&f->r, &f->team_forfeits, sizeof *forfeit);
    if (forfeit == NULL)
        return;
    memcpy(forfeit->type, type.bytes, 2);
    forfeit->round = round;
    forfeit->white = team_number(f, line, 12, 14);
    forfeit->black = team_number(f, line, 16, 18);
    keep_number(f, &f->forfeit_lines, line);
}

/* ---- byes, acceleration, prohibitions, adjustments ---- */

/* Whom 240, 250, 260 and 299 name. */
static uint8_t whom_of_ids(const struct trf *f)
{
    return f->team_ids ? LM_TEAMS : LM_PLAYERS;
}

static enum ids kind_of_ids(const struct trf *f)
{
    return f->team_ids ? TEAMS : PLAYERS;
}

static void add_bye(struct trf *f, struct lm_requested_bye given)
{
    struct lm_requested_bye *bye = lm_list_add(&f->r, &f->byes, sizeof *bye);
    if (bye != NULL)
        *bye = given;
}

/* 240 */
static void read_byes(struct trf *f, struct lm_line *line, const struct record *row)
{
    uint8_t kind;
    struct lm_field field = lm_line_columns(line, 5, 5);
    if (!result_of_letter(char_in(line, 5), &kind) || kind < LM_FULL_BYE) {
        lm_refuse(&f->r, place_of(f, line, row->name, field), "write F, H or Z",
                  "not a kind of bye");
        return;
    }
    uint32_t round = small_number(f, line, "round", 7, 9, LM_ROUNDS_MAX);
    if (round == 0)
        lm_refuse(&f->r, place_of(f, line, "round", lm_line_columns(line, 7, 9)),
                  "write the bye's round", "the round is missing");
    size_t count;
    const uint32_t *ids = ids_from(f, line, 11, kind_of_ids(f), &count);
    for (size_t i = 0; i < count; i++)
        add_bye(f, (struct lm_requested_bye){kind, whom_of_ids(f), round, ids[i]});
}

/* XXZ: absent from the round to pair, whose number is known at the end (round 0 until then). */
static void read_absences(struct trf *f, struct lm_line *line, const struct record *row)
{
    (void)row;
    size_t count;
    const uint32_t *ids = ids_from(f, line, 4, PLAYERS, &count);
    for (size_t i = 0; i < count; i++)
        add_bye(f, (struct lm_requested_bye){LM_ZERO_BYE, LM_PLAYERS, 0, ids[i]});
}

/* First and last round in two fields of three columns; a single one stands for both. */
static bool read_span(struct trf *f, struct lm_line *line, unsigned column, uint32_t *first,
                      uint32_t *last)
{
    *first = small_number(f, line, "first round", column, column + 2, LM_ROUNDS_MAX);
    *last = small_number(f, line, "last round", column + 4, column + 6, LM_ROUNDS_MAX);
    if (*last == 0)
        *last = *first;
    if (*first >= 1 && *first <= *last)
        return true;
    lm_refuse(&f->r, place_of(f, line, "rounds", lm_line_columns(line, column, column + 6)),
              "write first and last round, e.g. 001 003", "not a span of rounds");
    return false;
}

/* 250 */
static void read_acceleration(struct trf *f, struct lm_line *line, const struct record *row)
{
    struct lm_acceleration given = {
        .whom = whom_of_ids(f),
        .match_points = points_in(f, line, row->name, lm_line_columns(line, 5, 8), 0),
        .points = points_in(f, line, row->name, lm_line_columns(line, 10, 13), 0),
    };
    bool good = read_span(f, line, 15, &given.first_round, &given.last_round);
    given.first = small_number(f, line, "first player", 23, 26, LM_TRF_TPN_MAX);
    given.last = small_number(f, line, "last player", 28, 31, LM_TRF_TPN_MAX);
    if (given.last == 0)
        given.last = given.first;
    if (given.first == 0 || given.first > given.last) {
        lm_refuse(&f->r, place_of(f, line, "players", lm_line_columns(line, 23, 31)),
                  "write first and last player, e.g. 0001 0090", "not a span of players");
        good = false;
    }
    struct lm_acceleration *kept =
        good ? lm_list_add(&f->r, &f->accelerations, sizeof *kept) : NULL;
    if (kept != NULL)
        *kept = given;
}

/* XXA: fictitious points of one player, round by round from column 10. */
static void read_player_acceleration(struct trf *f, struct lm_line *line, const struct record *row)
{
    uint32_t player = index_in(f, line, lm_line_columns(line, 5, 8), false);
    unsigned width = lm_line_width(line);
    struct lm_acceleration *run = NULL;
    uint32_t round = 1;
    if (player == LM_NOBODY)
        return;
    for (unsigned column = 10; column <= width && round <= LM_ROUNDS_MAX; column += 5, round++) {
        struct lm_field field = lm_line_columns(line, column, column + 3);
        int32_t points = points_in(f, line, row->name, field, 0);
        if (run == NULL || run->points != points) {
            run = lm_list_add(&f->r, &f->accelerations, sizeof *run);
            if (run == NULL)
                return;
            run->points = points;
            run->first_round = round;
            run->first = run->last = f->t->players[player].tpn;
        }
        run->last_round = round;
    }
}

static void add_prohibition(struct trf *f, struct lm_line *line, struct lm_prohibition given)
{
    if (given.count < 2) {
        lm_doubt(&f->r, LM_DOUBT_FORM, (struct lm_place){.line = line->number}, "name two or more",
                 "a prohibition of fewer than two players");
        keep_line(f, line);
        return;
    }
    struct lm_prohibition *kept = lm_list_add(&f->r, &f->prohibitions, sizeof *kept);
    if (kept != NULL)
        *kept = given;
}

/* 260 */
static void read_prohibition(struct trf *f, struct lm_line *line, const struct record *row)
{
    (void)row;
    struct lm_prohibition given = {.whom = whom_of_ids(f)};
    bool good = read_span(f, line, 5, &given.first_round, &given.last_round);
    given.players = ids_from(f, line, 13, kind_of_ids(f), &given.count);
    if (good)
        add_prohibition(f, line, given);
}

/* XXP */
static void read_lasting_prohibition(struct trf *f, struct lm_line *line, const struct record *row)
{
    (void)row;
    struct lm_prohibition given = {.first_round = 1, .last_round = LM_ROUNDS_MAX};
    given.players = ids_from(f, line, 4, PLAYERS, &given.count);
    add_prohibition(f, line, given);
}

/* 299.  The sign of a penalty may stand before the columns of its points. */
static void read_adjustment(struct trf *f, struct lm_line *line, const struct record *row)
{
    char type = lm_upper(char_in(line, 5));
    if (type == '\0' || strchr("WDLFHZ+- ", type) == NULL) {
        lm_refuse(&f->r, place_of(f, line, "type", lm_line_columns(line, 5, 5)),
                  "write W, D, L, F, H, Z, +, - or leave it blank", "not a type of assignment");
        return;
    }
    struct lm_adjustment given = {
        .type = type,
        .whom = whom_of_ids(f),
        .match_points = points_in(f, line, row->name, lm_line_columns(line, 7, 11), 0),
        .points = points_in(f, line, row->name, lm_line_columns(line, 13, 17), 0),
        .round = small_number(f, line, "round", 20, 22, LM_ROUNDS_MAX),
    };
    given.players = ids_from(f, line, 24, kind_of_ids(f), &given.count);
    struct lm_adjustment *kept = lm_list_add(&f->r, &f->adjustments, sizeof *kept);
    if (kept != NULL)
        *kept = given;
}

/* ---- the table ---- */

#define TEXT(code, field, name)                                                                    \
    {                                                                                              \
        code, PASS_REST, read_text, offsetof(struct lm_tournament, field), name                    \
    }
#define COUNT(code, field, name)                                                                   \
    {                                                                                              \
        code, PASS_REST, read_count, offsetof(struct lm_tournament, field), name                   \
    }

static const struct record records[] = {
    {"001", PASS_REST, read_player, 0, "player"},
    TEXT("012", name, "tournament name"),
    TEXT("022", city, "city"),
    TEXT("032", federation, "federation"),
    TEXT("042", start, "date of start"),
    TEXT("052", end, "date of end"),
    COUNT("062", declared_players, "number of players"),
    COUNT("072", declared_rated, "number of rated players"),
    COUNT("082", declared_teams, "number of teams"),
    TEXT("092", type, "type of tournament"),
    TEXT("102", chief_arbiter, "chief arbiter"),
    {"112", PASS_REST, read_deputy, 0, "deputy chief arbiter"},
    TEXT("122", time_control, "time control"),
    {"132", PASS_REST, read_dates, 0, "dates of the rounds"},
    {"142", PASS_REST, read_rounds, 0, "number of rounds"},
    {"XXR", PASS_REST, read_rounds, 0, "number of rounds"},
    {"152", PASS_REST, read_initial_colour, 0, "initial colour"},
    {"XXC", PASS_REST, read_configuration, 0, "configuration"},
    {"162", PASS_REST, read_worth, 0, "point system"},
    {"XXS", PASS_REST, read_worth, 0, "point system"},
    {"BBW", PASS_REST, read_worth, 0, "points for a win"},
    {"BBD", PASS_REST, read_worth, 0, "points for a draw"},
    {"BBL", PASS_REST, read_worth, 0, "points for a loss"},
    {"BBZ", PASS_REST, read_worth, 0, "points for a zero-point bye"},
    {"BBF", PASS_REST, read_worth, 0, "points for a forfeit loss"},
    {"BBU", PASS_REST, read_worth, 0, "points for a pairing-allocated bye"},
    TEXT("172", rank_method, "starting rank method"),
    TEXT("182", pairing_controller, "pairing controller"),
    TEXT("192", type_code, "encoded type"),
    TEXT("202", tie_breaks, "tie-breaks"),
    TEXT("212", standings_order, "standings order"),
    TEXT("222", time_control_code, "encoded time control"),
    TEXT("352", colour_sequence, "colour sequence"),
    {"362", PASS_REST, read_team_points, 0, "match points"},
    {"310", PASS_TEAMS, read_team, 0, "team"},
    {"013", PASS_REST, read_old_team, 0, "team"},
    {"300", PASS_REST, read_lineup, 0, "line-up"},
    {"320", PASS_REST, read_team_pab, 0, "pairing-allocated byes of teams"},
    {"330", PASS_REST, read_team_forfeit, 0, "type of forfeit"},
    {"240", PASS_REST, read_byes, 0, "type of bye"},
    {"XXZ", PASS_REST, read_absences, 0, "absent players"},
    {"250", PASS_REST, read_acceleration, 0, "fictitious points"},
    {"XXA", PASS_REST, read_player_acceleration, 0, "fictitious points"},
    {"260", PASS_REST, read_prohibition, 0, "prohibited pairings"},
    {"XXP", PASS_REST, read_lasting_prohibition, 0, "prohibited pairings"},
    {"299", PASS_REST, read_adjustment, 0, "points"},
};

static const struct record *record_of(const struct lm_line *line)
{
    struct lm_field code = {line->bytes, line->length < 3 ? line->length : 3, 1};
    bool apart = line->length < 4 || line->bytes[3] == ' ';
    for (size_t i = 0; apart && i < sizeof records / sizeof *records; i++)
        if (lm_field_is(code, records[i].code))
            return &records[i];
    return NULL;
}

/* ---- the passes ---- */

/* Find the TPN of a 001 record and remember the line; refuse what is no TPN or taken. */
static void note_player(struct trf *f, struct lm_line *line, struct lm_line **line_with)
{
    struct lm_field field = lm_line_columns(line, 5, 8), wide = lm_line_columns(line, 5, 9);
    int64_t tpn;
    if (lm_parse_integer(wide.bytes, wide.length, LM_TRF_TPN_MAX + 1, INT64_MAX, &tpn)) {
        lm_refuse(&f->r, place_of(f, line, "starting rank", wide), "write the tournament as JSON",
                  "a number of five digits: TRF has four columns for it, and so 9999 players");
        return;
    }
    if (!number_in(f, line, "starting rank", field, 1, LM_TRF_TPN_MAX, 0, &tpn))
        return;
    if (tpn == 0)
        lm_refuse(&f->r, place_of(f, line, "starting rank", field), "number the players from 1",
                  "the player has no number");
    else if (line_with[tpn] != NULL)
        lm_refuse(&f->r, place_of(f, line, "starting rank", field),
                  "give each player his own number", "the number is taken by line %u",
                  line_with[tpn]->number);
    else
        line_with[tpn] = line;
}

/* How many rounds a 001 record of ${width} columns tells of. */
static uint32_t rounds_in(unsigned width)
{
    return width < LM_TRF_FIRST_ROUND ? 0 : (width - LM_TRF_FIRST_ROUND) / LM_TRF_ROUND_WIDTH + 1;
}

/* First pass: who plays, in ascending order of TPN whatever the file's, and how many rounds. */
static enum lm_status find_players(struct trf *f)
{
    struct lm_line **line_with = lm_arena_alloc(f->r.arena, LM_TRF_TPN_MAX + 1, sizeof *line_with);
    if (line_with == NULL)
        return LM_LIMIT;
    uint32_t rounds = 0, count = 0;
    for (size_t i = 0; i < f->lines.count; i++) {
        struct lm_line *line = &f->lines.all[i];
        const struct record *row = record_of(line);
        if (row == NULL || row->read != read_player)
            continue;
        lm_trf_straighten(&f->r, line);
        uint32_t here = rounds_in(lm_line_width(line));
        if (here > LM_ROUNDS_MAX)
            lm_refuse(&f->r, (struct lm_place){.line = line->number}, "shorten the line",
                      "more than %u rounds", LM_ROUNDS_MAX);
        else if (here > rounds)
            rounds = here;
        note_player(f, line, line_with);
    }
    for (uint32_t tpn = 0; tpn <= LM_TRF_TPN_MAX; tpn++) {
        f->players[tpn] = line_with[tpn] == NULL ? LM_NOBODY : count;
        if (line_with[tpn] != NULL)
            line_with[count++] = line_with[tpn];
    }
    f->line_of = line_with;
    return lm_tournament_new(f->r.arena, count, rounds, 1, &f->t);
}

/* What is kept of the lines to come stood behind a record of ${row}. */
static void note_record(struct trf *f, const struct record *row)
{
    f->behind_count = ++f->seen[row - records];
    f->behind = row->read == read_player ? "" : row->code;
}

static void read_pass(struct trf *f, enum pass pass)
{
    for (size_t i = 0; i < f->lines.count && !f->r.failed; i++) {
        struct lm_line *line = &f->lines.all[i];
        const struct record *row = record_of(line);
        if (row != NULL && row->pass == pass)
            row->read(f, line, row);
        else if (row == NULL && pass == PASS_REST && is_national(f, line))
            read_national(f, line);
        else if (row == NULL && pass == PASS_REST)
            keep_line(f, line);
        if (row != NULL && pass == PASS_REST)
            note_record(f, row);
    }
}

/* ---- the end ---- */

static void hand_over_lists(struct trf *f)
{
    struct lm_tournament *t = f->t;
    t->nationals = f->nationals.items;
    t->national_count = f->nationals.count;
    t->byes = f->byes.items;
    t->bye_count = f->byes.count;
    t->accelerations = f->accelerations.items;
    t->acceleration_count = f->accelerations.count;
    t->prohibitions = f->prohibitions.items;
    t->prohibition_count = f->prohibitions.count;
    t->adjustments = f->adjustments.items;
    t->adjustment_count = f->adjustments.count;
    t->teams = f->team_list.items;
    t->team_count = f->team_list.count;
    t->lineups = f->lineups.items;
    t->lineup_count = f->lineups.count;
    t->team_forfeits = f->team_forfeits.items;
    t->team_forfeit_count = f->team_forfeits.count;
    t->kept = f->kept.items;
    t->kept_count = f->kept.count;
    t->deputies = f->deputies.items;
    t->deputy_count = f->deputies.count;
    t->options = f->options.items;
    t->option_count = f->options.count / 2;
    t->dates = f->dates.items;
    t->date_count = f->dates.count;
}

static struct lm_place place_in_record(void *context, uint32_t player, enum lm_part part,
                                       uint32_t round)
{
    struct trf *f = context;
    if (part == LM_PART_LINEUP || part == LM_PART_FORFEIT) {
        const unsigned *lines =
            part == LM_PART_LINEUP ? f->lineup_lines.items : f->forfeit_lines.items;
        return (struct lm_place){.line = lines[player], .column = part == LM_PART_LINEUP ? 9 : 12};
    }
    struct lm_line *line = player == LM_NOBODY ? NULL : f->line_of[player];
    struct lm_place place = {.line = line == NULL ? 0 : line->number};
    switch (part) {
    case LM_PART_ROUND:
        place.column = LM_TRF_FIRST_ROUND + LM_TRF_ROUND_WIDTH * (round - 1);
        place.value = text_in(f, line, place.column, place.column + LM_TRF_ROUND_WIDTH - 3);
        break;
    case LM_PART_POINTS:
        place.column = 81;
        break;
    case LM_PART_RANK:
        place.column = 86;
        break;
    case LM_PART_ID:
        place.column = 58;
        break;
    case LM_PART_BIRTH:
        place.column = 70;
        break;
    case LM_PART_START:
    case LM_PART_END:
        place.line = part == LM_PART_START ? f->start_line : f->end_line;
        place.column = 5;
        break;
    case LM_PART_LINEUP:
    case LM_PART_FORFEIT:
        break; /* above */
    case LM_PART_DATES:
        place.line = f->dates_line;
        place.column = LM_TRF_FIRST_ROUND + LM_TRF_ROUND_WIDTH * (round - 1);
        break;
    }
    return place;
}

enum lm_status lm_trf_read(const char *bytes, size_t length, const struct lm_read_options *options,
                           struct lm_arena *arena, struct lm_log *log, struct lm_tournament **out)
{
    struct trf *f = lm_arena_alloc(arena, 1, sizeof *f);
    if (f == NULL)
        return LM_LIMIT;
    f->r = lm_reading_new(options, arena, log);
    lm_lines_split(&f->r, bytes, length, &f->lines);
    for (size_t i = 0; i <= LM_TRF_TEAM_MAX; i++)
        f->teams[i] = LM_NOBODY;
    enum lm_status status = find_players(f);
    if (status != LM_OK)
        return status;
    f->named = lm_roll_new(&f->r, (size_t)f->t->player_count + LM_TRF_TEAM_MAX);
    f->seats = lm_roll_new(&f->r, f->t->player_count);
    f->behind = "000";
    f->seen = lm_arena_alloc(arena, sizeof records / sizeof *records, sizeof *f->seen);
    if (f->r.failed || f->seen == NULL)
        return LM_LIMIT;
    read_pass(f, PASS_TEAMS);
    read_pass(f, PASS_REST);
    complete_worth(f);
    hand_over_lists(f);
    struct lm_locator where = {f, place_in_record};
    lm_settle(&f->r, f->t, &where);
    if (f->r.failed)
        return LM_LIMIT;
    lm_check_tournament(&f->r, f->t, &where);
    status = lm_reading_end(&f->r);
    if (status == LM_OK && lm_has_split_matches(f->t))
        status = lm_join_matches(f->t, log);
    if (status == LM_OK)
        *out = f->t;
    return status;
}
