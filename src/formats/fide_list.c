/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FIDE's published lists: combined text, legacy text, XML.  The XML is flat
 * (<playerslist><player><fideid>…</fideid>…</player>…), machine-made, and 700 MB long.  A scanner
 * for exactly that shape is smaller and faster than a general parser, and offers no target for
 * attacks: document types and unknown entities are refused, unknown elements skipped.
 */
#include "limmat/json.h"
#include "limmat/registry_files.h"

#include <inttypes.h>
#include <string.h>

#include "base/room.h"
#include "base/texts.h"
#include "formats/line_sink.h"
#include "formats/shared.h"

enum field {
    ID,
    NAME,
    FEDERATION,
    SEX,
    TITLE,
    WOMEN_TITLE,
    OTHER_TITLES,
    ARENA_TITLE,
    RATING, /* of the list's own kind of chess, in a list of one kind */
    GAMES,
    K,
    STANDARD_RATING,
    STANDARD_GAMES,
    STANDARD_K,
    RAPID_RATING,
    RAPID_GAMES,
    RAPID_K,
    BLITZ_RATING,
    BLITZ_GAMES,
    BLITZ_K,
    BORN,
    FLAG,
    FIELDS
};

struct value {
    const char *at;
    size_t length;
};

struct column {
    enum field field;
    size_t begin, end; /* in code points */
};

enum state { HEADER, LINES, ELEMENTS };

struct lm_fide_reader {
    struct lm_registry *registry;
    enum lm_chess chess;
    struct lm_log *log;
    enum state state;
    struct lm_text pending; /* bytes that are not a whole line or element yet */
    struct lm_text decoded; /* the current line or element, if it had to be decoded */
    unsigned line;
    struct column columns[FIELDS];
    size_t column_count;
    bool has_sex;
    const struct lm_rating_rules *rules[LM_CHESS_KINDS]; /* of the list's day */
    enum lm_status status;                               /* LM_INVALID after a mistake */
};

struct word {
    const char *word;
    enum field field;
};

/* The heads of text lists over the years; longer ones before their own beginnings. */
static const struct word header_words[] = {
    {"ID Number", ID},
    {"ID number", ID},
    {"ID_NUMBER", ID},
    {"IDNUMBER", ID},
    {"Name", NAME},
    {"NAME", NAME},
    {"Federation", FEDERATION},
    {"Country", FEDERATION},
    {"COUNTRY", FEDERATION},
    {"Fed", FEDERATION},
    {"FED", FEDERATION},
    {"Sex", SEX},
    {"SEX", SEX},
    {"TITLE_", TITLE},
    {"TITLE", TITLE},
    {"Title", TITLE},
    {"Titl", TITLE},
    {"Tit", TITLE},
    {"WTit", WOMEN_TITLE},
    {"OTit", OTHER_TITLES},
    {"FOA", ARENA_TITLE},
    {"SRtng", STANDARD_RATING},
    {"SGm", STANDARD_GAMES},
    {"SK", STANDARD_K},
    {"RRtng", RAPID_RATING},
    {"RGm", RAPID_GAMES},
    {"Rk", RAPID_K},
    {"RK", RAPID_K},
    {"BRtng", BLITZ_RATING},
    {"BGm", BLITZ_GAMES},
    {"BK", BLITZ_K},
    {"Games", GAMES},
    {"GAMES", GAMES},
    {"Gms", GAMES},
    {"Gm", GAMES},
    {"B-day", BORN},
    {"BIRTHDAY", BORN},
    {"Born", BORN},
    {"BORN", BORN},
    {"Flag", FLAG},
    {"FLAG", FLAG},
    {"K", K},
};

static const struct word xml_tags[] = {
    {"fideid", ID},
    {"name", NAME},
    {"country", FEDERATION},
    {"sex", SEX},
    {"title", TITLE},
    {"w_title", WOMEN_TITLE},
    {"o_title", OTHER_TITLES},
    {"foa_title", ARENA_TITLE},
    {"rating", RATING},
    {"games", GAMES},
    {"k", K},
    {"rapid_rating", RAPID_RATING},
    {"rapid_games", RAPID_GAMES},
    {"rapid_k", RAPID_K},
    {"blitz_rating", BLITZ_RATING},
    {"blitz_games", BLITZ_GAMES},
    {"blitz_k", BLITZ_K},
    {"birthday", BORN},
    {"flag", FLAG},
};

static const char *const months[12] = {"JAN", "FEB", "MAR", "APR", "MAY", "JUN",
                                       "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"};

const char *lm_fide_list_name(enum lm_fide_list format)
{
    static const char *const names[LM_FIDE_LISTS] = {"combined", "legacy", "xml"};
    return names[format];
}

static enum lm_status complain(struct lm_fide_reader *reader, const char *field, struct value value,
                               const char *remedy, const char *what)
{
    char shown[40];
    size_t length = value.length < sizeof shown - 1 ? value.length : sizeof shown - 1;
    memcpy(shown, value.at, length);
    shown[length] = '\0';
    reader->status = LM_INVALID;
    return lm_log_add(reader->log, LM_ERROR,
                      (struct lm_place){.line = reader->line, .field = field, .value = shown},
                      remedy, "%s", what);
}

/* --- values */

static struct value trimmed(const char *at, size_t length)
{
    while (length > 0 && (*at == ' ' || *at == '\t')) {
        at++;
        length--;
    }
    while (length > 0 && (at[length - 1] == ' ' || at[length - 1] == '\t'))
        length--;
    return (struct value){at, length};
}

/* Return digits as a number up to ${high}; anything else is 0: lists have blanks, dashes and zeros.
 */
static int64_t number_in(struct value value, int64_t high)
{
    int64_t number = 0;
    for (size_t i = 0; i < value.length; i++) {
        if (!lm_is_digit(value.at[i]))
            return 0;
        number = number * 10 + (value.at[i] - '0');
        if (number > high)
            return 0;
    }
    return number;
}

/* Replace control characters by blanks: a registry keeps a person in a line with tabs. */
static void clean(char *text)
{
    for (char *c = text; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || *c == '\x7F')
            *c = ' ';
}

static void keep(struct value value, char *out, size_t size)
{
    size_t length = value.length < size ? value.length : size - 1;
    memcpy(out, value.at, length);
    out[length] = '\0';
    clean(out);
}

static bool has_flag(struct value value, char flag)
{
    return value.length > 0 && memchr(value.at, flag, value.length) != NULL;
}

/* Return the year of "1990" or "1990.11.30"; nothing of "00.00.00". */
static int32_t birth_of(struct value value)
{
    if (value.length < 4)
        return 0;
    return (int32_t)number_in((struct value){value.at, 4}, 9999) * 10000;
}

/* The games assumed for a player if a list does not mark new players by their K. */
enum { ENOUGH_GAMES = 30 };

/* Assume values that a list lacks for a rated player: see the header. */
static void assume(const struct lm_fide_reader *reader, const struct lm_person *person,
                   struct lm_track *track, enum lm_chess chess, bool inactive)
{
    int32_t list = reader->registry->list;
    const struct lm_rating_rules *rules = reader->rules[chess];
    int32_t age = person->born == 0 ? 99 : lm_date_of(list).year - person->born / 10000;
    bool junior = rules->k_junior != 0 && age <= rules->junior_until_age &&
                  track->rating < rules->junior_below;
    bool is_new = rules->new_games != 0 && track->k == rules->k_new && !junior;
    bool has_top = rules->top != 0 && track->rating >= rules->top;
    track->total = is_new ? 0 : (uint32_t)(rules->new_games != 0 ? rules->new_games : ENOUGH_GAMES);
    track->top =
        rules->k_top == 0 ? has_top : track->k == rules->k_top || (track->k == 0 && has_top);
    track->high =
        rules->junior_below != 0 &&
        (track->top || track->rating >= rules->junior_below ||
         (rules->k_junior != 0 && track->k == rules->k_usual && age <= rules->junior_until_age));
    if (track->k == 0)
        track->k = (uint8_t)(track->top ? rules->k_top : rules->k_usual);
    track->last = lm_month_of(list) - (inactive ? rules->idle_lists : 0);
    if (inactive)
        track->games = 0;
}

static void read_track(const struct lm_fide_reader *reader, const struct value *values,
                       enum field rating, struct lm_person *person, enum lm_chess chess)
{
    struct lm_track *track = &person->tracks[chess];
    int64_t number = number_in(values[rating], 4000);
    if (number == 0)
        return;
    track->rating = (int16_t)number;
    track->games = (uint16_t)number_in(values[rating + 1], 9999);
    track->k = (uint8_t)number_in(values[rating + 2], 100);
    assume(reader, person, track, chess, has_flag(values[FLAG], 'i'));
}

static enum lm_status add_player(struct lm_fide_reader *reader, const struct value *values)
{
    int64_t id = number_in(values[ID], UINT32_MAX);
    if (id == 0)
        return complain(reader, "ID number", values[ID], "a FIDE ID, digits only", "no ID number");
    struct lm_person *person = lm_registry_add(reader->registry, (uint32_t)id);
    char *name = lm_arena_copy(reader->registry->arena, values[NAME].at, values[NAME].length);
    if (person == NULL || name == NULL)
        return LM_LIMIT;
    clean(name);
    person->name = name;
    keep(values[FEDERATION], person->federation, sizeof person->federation);
    keep(values[TITLE], person->title, sizeof person->title);
    keep(values[WOMEN_TITLE], person->women_title, sizeof person->women_title);
    keep(values[OTHER_TITLES], person->other_titles, sizeof person->other_titles);
    keep(values[ARENA_TITLE], person->arena_title, sizeof person->arena_title);
    char sex = values[SEX].length > 0 ? *values[SEX].at : ' ';
    person->sex = sex > ' ' && sex < '\x7F' ? sex : 0;
    if (!reader->has_sex)
        person->sex = has_flag(values[FLAG], 'w') ? 'F' : 'M';
    person->born = birth_of(values[BORN]);
    read_track(reader, values, STANDARD_RATING, person, LM_STANDARD);
    read_track(reader, values, RAPID_RATING, person, LM_RAPID);
    read_track(reader, values, BLITZ_RATING, person, LM_BLITZ);
    read_track(reader, values, RATING, person, reader->chess);
    return LM_OK;
}

/* --- text */

/* Is it a rating's head in a list of one kind, as "AUG13"? */
static bool is_month(const char *at, size_t length)
{
    if (length < 5 || !lm_is_digit(at[3]) || !lm_is_digit(at[4]))
        return false;
    for (int m = 0; m < 12; m++) {
        bool same = true;
        for (int i = 0; i < 3 && same; i++)
            same = (at[i] & ~0x20) == months[m][i];
        if (same)
            return true;
    }
    return false;
}

/* Find the header word at ${at}; return its length, 0: none. */
static size_t word_at(const char *at, size_t length, enum field *field)
{
    if (is_month(at, length)) {
        *field = RATING;
        return 5;
    }
    for (size_t i = 0; i < sizeof header_words / sizeof *header_words; i++) {
        size_t size = strlen(header_words[i].word);
        if (size <= length && memcmp(at, header_words[i].word, size) == 0) {
            *field = header_words[i].field;
            return size;
        }
    }
    return 0;
}

/* A column begins where its head does, and ends where the next one begins; heads can touch
 * ("TitlFed"). */
static enum lm_status read_header(struct lm_fide_reader *reader, struct value line)
{
    size_t at = 0;
    while (at < line.length) {
        enum field field;
        size_t length = word_at(line.at + at, line.length - at, &field);
        if (length == 0 && line.at[at] != ' ')
            return complain(reader, "header", (struct value){line.at + at, line.length - at},
                            "a list as FIDE publishes it, with its header line", "unknown column");
        if (length > 0 && reader->column_count < FIELDS) {
            if (reader->column_count > 0)
                reader->columns[reader->column_count - 1].end = at;
            reader->columns[reader->column_count++] = (struct column){field, at, SIZE_MAX};
            reader->has_sex = reader->has_sex || field == SEX;
        }
        at += length == 0 ? 1 : length;
    }
    if (reader->column_count == 0)
        return complain(reader, "header", line, "a list with its header line", "no header");
    reader->columns[0].begin = 0;
    reader->state = LINES;
    return LM_OK;
}

/* Return the byte at which code point ${point} of ${line} begins, counting from ${*byte} at
 * ${*reached}. */
static size_t byte_of(struct value line, size_t point, size_t *reached, size_t *byte)
{
    while (*reached < point && *byte < line.length) {
        do
            (*byte)++;
        while (*byte < line.length && lm_is_utf8_tail(line.at[*byte]));
        (*reached)++;
    }
    return *byte;
}

static enum lm_status read_line(struct lm_fide_reader *reader, struct value line)
{
    struct value values[FIELDS];
    for (size_t i = 0; i < FIELDS; i++)
        values[i] = (struct value){"", 0};
    size_t reached = 0;
    size_t byte = 0;
    if (trimmed(line.at, line.length).length == 0)
        return LM_OK;
    for (size_t i = 0; i < reader->column_count; i++) {
        const struct column *column = &reader->columns[i];
        size_t begin = byte_of(line, column->begin, &reached, &byte);
        size_t end = byte_of(line, column->end, &reached, &byte);
        values[column->field] = trimmed(line.at + begin, end - begin);
    }
    return add_player(reader, values);
}

static struct value as_utf8(struct lm_fide_reader *reader, struct value line)
{
    if (lm_utf8_valid(line.at, line.length))
        return line;
    reader->decoded.length = 0;
    lm_text_add_latin1(&reader->decoded, line.at, line.length);
    return (struct value){lm_text_string(&reader->decoded), reader->decoded.length};
}

/* Read one line of ${bytes}; return 0 if there is no whole one. */
static size_t take_line(struct lm_fide_reader *reader, struct value bytes)
{
    const char *end = memchr(bytes.at, '\n', bytes.length);
    if (end == NULL)
        return 0;
    size_t length = (size_t)(end - bytes.at);
    struct value line = {bytes.at, length > 0 && end[-1] == '\r' ? length - 1 : length};
    reader->line++;
    line = as_utf8(reader, line);
    enum lm_status status =
        reader->state == HEADER ? read_header(reader, line) : read_line(reader, line);
    if (status != LM_OK)
        reader->status = status;
    return length + 1;
}

/* --- XML */

/* Append the character of the entity ${value}; false: it is not one of the five or a number. */
static bool add_entity(struct lm_text *out, struct value value)
{
    static const struct {
        const char *name;
        char c;
    } entities[] = {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
    for (size_t i = 0; i < sizeof entities / sizeof *entities; i++)
        if (strlen(entities[i].name) == value.length &&
            memcmp(entities[i].name, value.at, value.length) == 0) {
            lm_text_add_char(out, entities[i].c);
            return true;
        }
    int64_t point = value.length > 1 && *value.at == '#'
                        ? number_in((struct value){value.at + 1, value.length - 1}, 0xFF)
                        : 0;
    char latin1 = (char)point;
    if (point != 0)
        lm_text_add_latin1(out, &latin1, 1);
    return point != 0;
}

/* Resolve the entities of ${value}; the texts of one element follow each other in
 * ${reader->decoded}, which has room for all of them. */
static bool decode(struct lm_fide_reader *reader, struct value *value)
{
    if (memchr(value->at, '&', value->length) == NULL)
        return true;
    struct lm_text *out = &reader->decoded;
    size_t start = out->length;
    for (size_t i = 0; i < value->length; i++) {
        const char *end =
            value->at[i] == '&' ? memchr(value->at + i, ';', value->length - i) : NULL;
        if (value->at[i] != '&') {
            lm_text_add_char(out, value->at[i]);
        } else if (end == NULL ||
                   !add_entity(
                       out, (struct value){value->at + i + 1, (size_t)(end - value->at) - i - 1})) {
            return false;
        } else {
            i = (size_t)(end - value->at);
        }
    }
    *value = (struct value){lm_text_string(out) + start, out->length - start};
    return true;
}

static bool is_tag(struct value tag, const char *name)
{
    return tag.length == strlen(name) && memcmp(tag.at, name, tag.length) == 0;
}

/* Read the tag that begins at ${*at}, without its brackets, and move past it.  false: it is
 * incomplete. */
static bool next_tag(struct value bytes, size_t *at, struct value *tag)
{
    const char *end = memchr(bytes.at + *at, '>', bytes.length - *at);
    if (end == NULL)
        return false;
    *tag = (struct value){bytes.at + *at + 1, (size_t)(end - bytes.at) - *at - 1};
    *at = (size_t)(end - bytes.at) + 1;
    return true;
}

static void set_value(struct value tag, struct value text, struct value *values)
{
    for (size_t i = 0; i < sizeof xml_tags / sizeof *xml_tags; i++)
        if (is_tag(tag, xml_tags[i].word)) {
            values[xml_tags[i].field] = trimmed(text.at, text.length);
            return;
        }
}

enum taken { INCOMPLETE, TAKEN, MALFORMED };

/* Read the rest of a <player> after its opening tag, and move ${*at} past </player>. */
static enum taken read_element(struct lm_fide_reader *reader, struct value bytes, size_t *at,
                               struct value *values)
{
    reader->decoded.length = 0;
    for (;;) {
        const char *open = memchr(bytes.at + *at, '<', bytes.length - *at);
        struct value tag;
        struct value close;
        if (open == NULL)
            return INCOMPLETE;
        *at = (size_t)(open - bytes.at);
        if (!next_tag(bytes, at, &tag))
            return INCOMPLETE;
        if (is_tag(tag, "/player"))
            return TAKEN;
        if (tag.length == 0 || *tag.at == '/' || *tag.at == '!')
            return MALFORMED;
        if (tag.at[tag.length - 1] == '/')
            continue;
        size_t begin = *at;
        const char *end = memchr(bytes.at + *at, '<', bytes.length - *at);
        if (end == NULL)
            return INCOMPLETE;
        *at = (size_t)(end - bytes.at);
        struct value text = {bytes.at + begin, *at - begin};
        if (!next_tag(bytes, at, &close))
            return INCOMPLETE;
        if (close.length != tag.length + 1 || *close.at != '/' ||
            memcmp(close.at + 1, tag.at, tag.length) != 0 || !decode(reader, &text))
            return MALFORMED;
        set_value(tag, text, values);
    }
}

static void count_lines(struct lm_fide_reader *reader, const char *at, size_t length)
{
    for (const char *end = at + length; (at = memchr(at, '\n', (size_t)(end - at))) != NULL; at++)
        reader->line++;
}

/* Read one tag, or one whole player, of ${bytes}; return 0 if there is no whole one. */
static size_t take_element(struct lm_fide_reader *reader, struct value bytes)
{
    const char *open = memchr(bytes.at, '<', bytes.length);
    size_t at = open == NULL ? bytes.length : (size_t)(open - bytes.at);
    struct value tag;
    if (open == NULL) {
        count_lines(reader, bytes.at, at);
        return at;
    }
    if (!next_tag(bytes, &at, &tag))
        return 0;
    if (tag.length > 0 && *tag.at == '!') {
        complain(reader, "xml", tag, "a list as FIDE publishes it", "declarations are not allowed");
    } else if (is_tag(tag, "player")) {
        struct value values[FIELDS];
        for (size_t i = 0; i < FIELDS; i++)
            values[i] = (struct value){"", 0};
        enum taken taken = read_element(reader, bytes, &at, values);
        if (taken == INCOMPLETE)
            return 0;
        enum lm_status status = taken == TAKEN
                                    ? add_player(reader, values)
                                    : complain(reader, "xml", tag, "a list as FIDE publishes it",
                                               "an element that is not well-formed");
        if (status != LM_OK)
            reader->status = status;
    }
    count_lines(reader, bytes.at, at);
    return at;
}

/* --- feeding */

struct lm_fide_reader *lm_fide_reader_new(struct lm_registry *registry, enum lm_chess chess,
                                          struct lm_log *log)
{
    struct lm_fide_reader *reader = lm_arena_alloc(registry->arena, 1, sizeof *reader);
    struct lm_rating_book book;
    if (reader == NULL || lm_rating_book(registry->arena, &book) != LM_OK)
        return NULL;
    *reader = (struct lm_fide_reader){
        .registry = registry,
        .chess = chess,
        .log = log,
        .pending = lm_text_in(registry->arena),
        .decoded = lm_text_in(registry->arena),
    };
    for (int kind = 0; kind < LM_CHESS_KINDS; kind++)
        reader->rules[kind] =
            lm_rating_rules_on_or_first(&book, registry->list, (enum lm_chess)kind);
    return reader;
}

/* The first byte that is not a blank or byte order mark distinguishes text from XML. */
static bool find_format(struct lm_fide_reader *reader)
{
    const char *bytes = reader->pending.bytes;
    size_t length = reader->pending.length;
    size_t at = length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    while (at < length && (bytes[at] == '\r' || bytes[at] == '\n'))
        at++;
    if (at == length)
        return false;
    memmove(reader->pending.bytes, bytes + at, length - at);
    reader->pending.length = length - at;
    if (reader->pending.bytes[0] == '<') {
        reader->line = 1;
        reader->state = ELEMENTS;
        reader->has_sex = true;
        /* room for the texts of an element, so that those already decoded stay where they are */
        lm_text_repeat(&reader->decoded, ' ', 1 << 16);
    }
    return true;
}

enum { UNIT_MOST = 1 << 20 };

enum lm_status lm_fide_reader_feed(struct lm_fide_reader *reader, const char *bytes, size_t length)
{
    struct lm_text *pending = &reader->pending;
    bool begun = reader->line > 0 || reader->state != HEADER;
    lm_text_add_bytes(pending, bytes, length);
    if (pending->failed)
        return LM_LIMIT;
    if (!begun && !find_format(reader))
        return LM_OK;
    size_t done = 0;
    for (size_t taken = 1; taken > 0 && done < pending->length && reader->status != LM_LIMIT;
         done += taken) {
        struct value rest = {pending->bytes + done, pending->length - done};
        taken = reader->state == ELEMENTS ? take_element(reader, rest) : take_line(reader, rest);
    }
    if (pending->length - done > UNIT_MOST)
        return lm_log_add(reader->log, LM_ERROR, (struct lm_place){.line = reader->line}, NULL,
                          "a line or element longer than a million bytes");
    memmove(pending->bytes, pending->bytes + done, pending->length - done);
    pending->length -= done;
    return reader->status == LM_LIMIT ? LM_LIMIT : LM_OK;
}

enum lm_status lm_fide_reader_end(struct lm_fide_reader *reader)
{
    uint32_t twice;
    if (reader->state != ELEMENTS && reader->pending.length > 0) {
        enum lm_status status = lm_fide_reader_feed(reader, "\n", 1);
        if (status != LM_OK)
            return status;
    }
    if (reader->state == ELEMENTS &&
        trimmed(reader->pending.bytes, reader->pending.length).length > 0)
        return complain(reader, "xml", (struct value){"", 0}, "the whole file",
                        "the list ends in the middle of a player");
    if (reader->state == HEADER)
        return complain(reader, "header", (struct value){"", 0}, "a list as FIDE publishes it",
                        "the list is empty");
    if (reader->status != LM_OK)
        return reader->status;
    if (!lm_registry_sort(reader->registry, &twice))
        return lm_log_add(reader->log, LM_ERROR, (struct lm_place){.field = "ID number"}, NULL,
                          "the ID number %" PRIu32 " stands there twice", twice);
    return LM_OK;
}

/* --- writing */

/* Put ${text} into a column of ${width} code points, cut if it is longer; one blank stays free. */
static char *put_column(char *to, const char *text, size_t width)
{
    size_t points = 0;
    for (; *text != '\0'; text++) {
        bool begins = !lm_is_utf8_tail(*text);
        if (begins && points == width - 1)
            break;
        points += begins ? 1 : 0;
        *to++ = *text;
    }
    memset(to, ' ', width - points);
    return to + (width - points);
}

static char *put_number_column(char *to, int64_t number, size_t width)
{
    char digits[LM_DIGITS_MOST + 1];
    *lm_put_number(digits, (uint64_t)number) = '\0';
    return put_column(to, digits, width);
}

struct list {
    const struct lm_registry *registry;
    const struct lm_rating_rules *rules;
    enum lm_chess chess; /* of a legacy list; of the others LM_CHESS_KINDS */
    enum lm_fide_list format;
    uint32_t first; /* on a list as JSON */
};

/* Return the flags of the list's kind of chess, "w", "i", "wi"; for combined lists those of all
 * kinds. */
static const char *flags_of(const struct list *list, const struct lm_person *person)
{
    static const char *const flags[2][2] = {{"", "i"}, {"w", "wi"}};
    bool idle = true;
    for (int chess = 0; chess < LM_CHESS_KINDS; chess++)
        if (list->chess == LM_CHESS_KINDS || (int)list->chess == chess)
            idle = idle && lm_listing_of(list->rules, person, (enum lm_chess)chess,
                                         list->registry->list) != LM_LISTED;
    return flags[person->sex == 'F'][idle];
}

static bool is_on(const struct list *list, const struct lm_person *person)
{
    for (int chess = 0; chess < LM_CHESS_KINDS; chess++)
        if ((list->chess == LM_CHESS_KINDS || (int)list->chess == chess) && !person->excluded &&
            !person->deceased && person->tracks[chess].rating != 0)
            return true;
    return false;
}

static char *put_track(char *to, const struct lm_track *track, int32_t list)
{
    enum { RATING_WIDTH = 6, GAMES_WIDTH = 4, K_WIDTH = 3 };
    if (track->rating == 0)
        return put_column(to, "", RATING_WIDTH + GAMES_WIDTH + K_WIDTH);
    to = put_number_column(to, track->rating, RATING_WIDTH);
    to = put_number_column(to, lm_games_on_list(track, list), GAMES_WIDTH);
    return put_number_column(to, track->k, K_WIDTH);
}

static void write_columns(const struct list *list, const struct lm_person *person,
                          struct lm_text *out)
{
    enum { OTHERS_MOST = 256 }; /* bytes of all columns except the name */
    char sex[2] = {person->sex, '\0'};
    char *to = lm_text_room(out, strlen(person->name) + OTHERS_MOST);
    if (to == NULL)
        return;
    to = put_number_column(to, person->id, 15);
    to = put_column(to, person->name, 61);
    to = put_column(to, person->federation, 4);
    to = put_column(to, sex, 4);
    to = put_column(to, person->title, 5);
    to = put_column(to, person->women_title, 5);
    to = put_column(to, person->other_titles, 15);
    to = put_column(to, person->arena_title, 4);
    for (int chess = 0; chess < LM_CHESS_KINDS; chess++)
        if (list->chess == LM_CHESS_KINDS || (int)list->chess == chess)
            to = put_track(to, &person->tracks[chess], list->registry->list);
    to = put_number_column(to, person->born / 10000, 6);
    to = put_column(to, flags_of(list, person), 5);
    lm_text_ends(out, lm_put(to, "\n", 1));
}

static void write_header(const struct list *list, struct lm_text *out)
{
    lm_text_add(out, "ID Number      Name                                                         "
                     "Fed Sex Tit  WTit OTit           FOA ");
    struct lm_date date = lm_date_of(list->registry->list);
    if (list->chess == LM_CHESS_KINDS)
        lm_text_add(out, "SRtng SGm SK RRtng RGm Rk BRtng BGm BK ");
    else
        lm_text_print(out, "%s%02d Gms K  ", months[date.month - 1], date.year % 100);
    lm_text_add(out, "B-day Flag \n");
}

static void add_element(struct lm_text *out, const char *tag, const char *text)
{
    lm_text_print(out, "<%s>", tag);
    for (; *text != '\0'; text++)
        switch (*text) {
        case '&':
            lm_text_add(out, "&amp;");
            break;
        case '<':
            lm_text_add(out, "&lt;");
            break;
        case '>':
            lm_text_add(out, "&gt;");
            break;
        default:
            lm_text_add_char(out, *text);
        }
    lm_text_print(out, "</%s>\n", tag);
}

static void add_number_element(struct lm_text *out, const char *prefix, const char *tag,
                               int32_t number)
{
    lm_text_print(out, "<%s%s>%" PRId32 "</%s%s>\n", prefix, tag, number, prefix, tag);
}

static void write_element(const struct list *list, const struct lm_person *person,
                          struct lm_text *out)
{
    static const char *const prefixes[LM_CHESS_KINDS] = {"", "rapid_", "blitz_"};
    char sex[2] = {person->sex, '\0'};
    lm_text_add(out, "<player>\n");
    lm_text_print(out, "<fideid>%" PRIu32 "</fideid>\n", person->id);
    add_element(out, "name", person->name);
    add_element(out, "country", person->federation);
    add_element(out, "sex", sex);
    add_element(out, "title", person->title);
    add_element(out, "w_title", person->women_title);
    add_element(out, "o_title", person->other_titles);
    add_element(out, "foa_title", person->arena_title);
    for (int chess = 0; chess < LM_CHESS_KINDS; chess++) {
        const struct lm_track *track = &person->tracks[chess];
        if (track->rating == 0)
            continue;
        add_number_element(out, prefixes[chess], "rating", track->rating);
        add_number_element(out, prefixes[chess], "games",
                           lm_games_on_list(track, list->registry->list));
        add_number_element(out, prefixes[chess], "k", track->k);
    }
    add_number_element(out, "", "birthday", person->born / 10000);
    add_element(out, "flag", flags_of(list, person));
    lm_text_add(out, "</player>\n");
}

/* --- for other programs */

static const char csv_head[] =
    "id,name,federation,sex,title,women_title,other_titles,standard,standard_games,standard_k,"
    "rapid,rapid_games,rapid_k,blitz,blitz_games,blitz_k,born,flag\n";

static void write_row(const struct list *list, const struct lm_person *person, struct lm_text *out)
{
    char sex[2] = {person->sex, '\0'};
    lm_text_print(out, "%" PRIu32 ",", person->id);
    lm_text_add_csv(out, person->name, true);
    lm_text_print(out, ",%s,%s,%s,%s,", person->federation, sex, person->title,
                  person->women_title);
    lm_text_add_csv(out, person->other_titles, false);
    for (int chess = 0; chess < LM_CHESS_KINDS; chess++) {
        const struct lm_track *track = &person->tracks[chess];
        if (track->rating == 0)
            lm_text_add(out, ",,,");
        else
            lm_text_print(out, ",%d,%" PRId32 ",%u", track->rating,
                          lm_games_on_list(track, list->registry->list), track->k);
    }
    lm_text_add_char(out, ',');
    if (person->born != 0)
        lm_text_print(out, "%" PRId32, person->born / 10000);
    lm_text_print(out, ",%s\n", flags_of(list, person));
}

static void put_text(struct lm_json_writer *w, const char *key, const char *text)
{
    if (*text != '\0')
        lm_json_put_string(w, key, text);
}

static void write_object(const struct list *list, const struct lm_person *person,
                         struct lm_text *out)
{
    char sex[2] = {person->sex, '\0'};
    lm_text_add(out, person->id == list->first ? "\n" : ",\n");
    struct lm_json_writer w = lm_json_writer_to(out, true);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_integer(&w, "id", person->id);
    lm_json_put_string(&w, "name", person->name);
    lm_json_put_string(&w, "federation", person->federation);
    put_text(&w, "sex", sex);
    put_text(&w, "title", person->title);
    put_text(&w, "women_title", person->women_title);
    put_text(&w, "other_titles", person->other_titles);
    if (person->born != 0)
        lm_json_put_integer(&w, "born", person->born / 10000);
    for (int chess = 0; chess < LM_CHESS_KINDS; chess++) {
        const struct lm_track *track = &person->tracks[chess];
        if (track->rating == 0)
            continue;
        lm_json_begin(&w, lm_chess_name((enum lm_chess)chess), '{');
        lm_json_put_integer(&w, "rating", track->rating);
        lm_json_put_integer(&w, "games", lm_games_on_list(track, list->registry->list));
        lm_json_put_integer(&w, "k", track->k);
        lm_json_end(&w, '}');
    }
    put_text(&w, "flag", flags_of(list, person));
    lm_json_end(&w, '}');
}

static void write_person(const struct list *list, const struct lm_person *person,
                         struct lm_text *out)
{
    static void (*const writers[LM_LIST_FORMS])(const struct list *, const struct lm_person *,
                                                struct lm_text *) = {
        write_columns, write_columns, write_element, write_row, write_object};
    writers[list->format](list, person, out);
}

/* Return the first id in the list; 0 if it is empty. */
static uint32_t first_on(const struct list *list)
{
    for (size_t i = 0; i < list->registry->count; i++)
        if (is_on(list, &list->registry->people[i]))
            return list->registry->people[i].id;
    return 0;
}

static void write_list_head(const struct list *list, struct lm_text *out)
{
    switch ((int)list->format) {
    case LM_FIDE_XML:
        lm_text_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<playerslist>\n");
        break;
    case LM_LIST_CSV:
        lm_text_add(out, csv_head);
        break;
    case LM_LIST_JSON:
        lm_text_add(out, "{\"list\":\"");
        lm_text_add_date(out, lm_date_of(list->registry->list), '-');
        lm_text_add(out, "\",\"people\":[");
        break;
    default:
        write_header(list, out);
    }
}

enum { PEOPLE_PER_PART = 4096 };

static void write_people(const void *context, size_t part, size_t worker, struct lm_text *out)
{
    const struct list *list = context;
    size_t begin = part * PEOPLE_PER_PART, end = begin + PEOPLE_PER_PART;
    (void)worker;
    for (size_t i = begin; i < end && i < list->registry->count; i++) {
        const struct lm_person *person = &list->registry->people[i];
        if (is_on(list, person))
            write_person(list, person, out);
    }
}

enum lm_status lm_fide_list_write_by(const struct lm_crew *crew, const struct lm_registry *registry,
                                     const struct lm_rating_rules *rules, enum lm_fide_list format,
                                     enum lm_chess chess, struct lm_sink sink)
{
    static const char *const ends[LM_LIST_FORMS] = {
        [LM_FIDE_XML] = "</playerslist>\n", [LM_LIST_JSON] = "\n]}\n"};
    struct list list = {registry, rules, format == LM_FIDE_LEGACY ? chess : LM_CHESS_KINDS, format,
                        0};
    list.first = format == LM_LIST_JSON ? first_on(&list) : 0;
    struct line_sink out = lm_line_sink_to(sink, crew);
    struct lm_text head = lm_text_in(crew->arenas[0]);
    write_list_head(&list, &head);
    lm_line_sink_put(&out, head.bytes, head.length);
    lm_line_sink_add(&out, (registry->count + PEOPLE_PER_PART - 1) / PEOPLE_PER_PART, write_people,
                     &list);
    if (ends[format] != NULL)
        lm_line_sink_put(&out, ends[format], strlen(ends[format]));
    return head.failed ? LM_LIMIT : lm_line_sink_end(&out);
}

enum lm_status lm_fide_list_write(const struct lm_registry *registry,
                                  const struct lm_rating_rules *rules, enum lm_fide_list format,
                                  enum lm_chess chess, struct lm_sink sink,
                                  struct lm_arena *scratch)
{
    struct lm_crew alone = lm_crew_alone(&scratch);
    return lm_fide_list_write_by(&alone, registry, rules, format, chess, sink);
}
