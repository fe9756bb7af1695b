/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The registry file; its format is described in the header.  Why text and bisection, not SQLite: a
 * month rewrites most of the file anyway, the file must be comparable byte by byte, and finding one
 * person reads no more than 21 of the sorted lines.
 */
#include "limmat/registry_files.h"

#include <inttypes.h>
#include <string.h>

#include "base/room.h"
#include "base/texts.h"
#include "formats/registry_line.h"
#include "formats/shared.h"
#include "limmat/identity.h"

static const char magic[] = REGISTRY_MAGIC;

/* --- pieces of text */

struct piece {
    const char *at, *end;
};

/* Cut off ${*rest} up to ${separator}, or all of it. */
static struct piece cut(struct piece *rest, char separator)
{
    struct piece piece = *rest;
    const char *found = memchr(rest->at, separator, (size_t)(rest->end - rest->at));
    piece.end = found == NULL ? rest->end : found;
    rest->at = found == NULL ? rest->end : found + 1;
    return piece;
}

/* Read a whole number with an optional minus sign; false: it is not one. */
static bool number_of(struct piece piece, int64_t *value)
{
    bool negative = piece.at < piece.end && *piece.at == '-';
    const char *at = piece.at + (negative ? 1 : 0);
    int64_t sum = 0;
    if (at == piece.end || piece.end - at > 18)
        return false;
    for (; at < piece.end; at++) {
        if (!lm_is_digit(*at))
            return false;
        sum = sum * 10 + (*at - '0');
    }
    *value = negative ? -sum : sum;
    return true;
}

/* Read the next number of ${*rest} within [${low}, ${high}]; ${*good} becomes false on a failure.
 */
static int64_t next_number(struct piece *rest, int64_t low, int64_t high, bool *good)
{
    int64_t value = 0;
    *good = number_of(cut(rest, ','), &value) && value >= low && value <= high && *good;
    return *good ? value : low;
}

static int32_t day_of_number(int64_t number)
{
    return lm_day_of((struct lm_date){.year = (int16_t)(number / 10000),
                                      .month = (uint8_t)(number / 100 % 100),
                                      .day = (uint8_t)(number % 100)});
}

/* YYYYMMDD, or "-". */
static int32_t next_day(struct piece *rest, bool *good)
{
    if (rest->end - rest->at >= 2 && rest->at[0] == '-' && rest->at[1] == ',') {
        rest->at += 2;
        return LM_NO_DAY;
    }
    return day_of_number(next_number(rest, 10101, 99991231, good));
}

/* --- tracks */

static bool read_past(struct piece part, struct lm_arena *arena, struct lm_track *track)
{
    bool good = true;
    struct lm_past_rating past = {.since = next_day(&part, &good)};
    past.rating = (int16_t)next_number(&part, 0, INT16_MAX, &good);
    past.k = (int16_t)next_number(&part, 0, UINT8_MAX, &good);
    return good && lm_track_add_past(track, arena, past);
}

static bool read_pooled(struct piece part, struct lm_arena *arena, struct lm_track *track)
{
    bool good = true;
    struct lm_pooled pooled = {.month = (int32_t)next_number(&part, 0, 120000, &good)};
    pooled.result.games = (int32_t)next_number(&part, 1, 100000, &good);
    pooled.result.tenths = (int32_t)next_number(&part, 0, 10 * pooled.result.games, &good);
    pooled.result.opponents = (int32_t)next_number(&part, 0, 100000, &good);
    struct piece under = cut(&part, ',');
    struct piece over = cut(&under, '/');
    int64_t numerator = 0;
    int64_t denominator = 1;
    good = good && number_of(over, &numerator) &&
           (under.at == under.end || (number_of(under, &denominator) && denominator > 0));
    if (!good)
        return false;
    pooled.result.average = lm_fraction_of(numerator, denominator);
    pooled.event = lm_arena_copy(arena, part.at, (size_t)(part.end - part.at));
    return pooled.event != NULL && lm_track_add_pooled(track, arena, pooled);
}

static bool read_waiting(struct piece part, struct lm_arena *arena, struct lm_track *track)
{
    bool good = true;
    struct lm_waiting waiting = {.opponent = (uint32_t)next_number(&part, 1, UINT32_MAX, &good)};
    waiting.rating = (int16_t)next_number(&part, 1, INT16_MAX, &good);
    waiting.tenths = (int16_t)next_number(&part, 0, 10, &good);
    waiting.league = lm_arena_copy(arena, part.at, (size_t)(part.end - part.at));
    return good && waiting.league != NULL && lm_track_add_waiting(track, arena, waiting);
}

static bool read_extra(struct piece part, struct lm_arena *arena, struct lm_track *track)
{
    if (part.at == part.end)
        return false;
    switch (*part.at++) {
    case 'h':
        return read_past(part, arena, track);
    case 'p':
        return read_pooled(part, arena, track);
    case 'w':
        return read_waiting(part, arena, track);
    default:
        return false;
    }
}

static bool has_letter(struct piece piece, char letter)
{
    return piece.at < piece.end && memchr(piece.at, letter, (size_t)(piece.end - piece.at)) != NULL;
}

bool lm_track_read(const char *bytes, size_t length, struct lm_arena *arena, struct lm_track *track)
{
    struct lm_track read = {.since = LM_NO_DAY};
    struct piece rest = {bytes, bytes + length};
    bool good = true;
    if (length > 0) {
        struct piece base = cut(&rest, '|');
        read.rating = (int16_t)next_number(&base, 0, INT16_MAX, &good);
        read.k = (uint8_t)next_number(&base, 0, UINT8_MAX, &good);
        read.since = next_day(&base, &good);
        read.total = (uint32_t)next_number(&base, 0, UINT32_MAX, &good);
        read.games = (uint16_t)next_number(&base, 0, UINT16_MAX, &good);
        read.last = (int32_t)next_number(&base, 0, 120000, &good);
        read.top = has_letter(base, 't');
        read.high = read.top || has_letter(base, 'h'); /* 2400 is above 2300 */
        read.prior = has_letter(base, 'p');
        read.delisted = has_letter(base, 'd');
    }
    while (good && rest.at < rest.end)
        good = read_extra(cut(&rest, '|'), arena, &read);
    if (good)
        *track = read;
    return good;
}

/* --- people */

/* Copy a short column; false: it is too long. */
static bool keep_short(struct piece piece, char *out, size_t size)
{
    size_t length = (size_t)(piece.end - piece.at);
    if (length >= size)
        return false;
    memcpy(out, piece.at, length);
    out[length] = '\0';
    return true;
}

static bool read_titles(struct piece *line, struct lm_person *person)
{
    return keep_short(cut(line, '\t'), person->title, sizeof person->title) &&
           keep_short(cut(line, '\t'), person->women_title, sizeof person->women_title) &&
           keep_short(cut(line, '\t'), person->other_titles, sizeof person->other_titles) &&
           keep_short(cut(line, '\t'), person->arena_title, sizeof person->arena_title);
}

/* Read the columns in front of the tracks; return NULL, or the name of a wrong one. */
static const char *read_identity(struct piece *line, struct lm_arena *arena,
                                 struct lm_person *person)
{
    int64_t id;
    int64_t born;
    if (!number_of(cut(line, '\t'), &id) || id < 1 || id > UINT32_MAX)
        return "id";
    struct piece name = cut(line, '\t');
    *person = (struct lm_person){
        .id = (uint32_t)id,
        .name = lm_arena_copy(arena, name.at, (size_t)(name.end - name.at)),
    };
    if (person->name == NULL)
        return "name";
    if (!keep_short(cut(line, '\t'), person->federation, sizeof person->federation))
        return "federation";
    struct piece sex = cut(line, '\t');
    person->sex = sex.at < sex.end ? *sex.at : 0;
    if (!number_of(cut(line, '\t'), &born) || born < 0 || born > 99991231)
        return "born";
    person->born = (int32_t)born;
    if (!read_titles(line, person))
        return "titles";
    struct piece flags = cut(line, '\t');
    person->excluded = has_letter(flags, 'x');
    person->deceased = has_letter(flags, 'd');
    return NULL;
}

/* Read a person's line without its newline; ${*column} names the wrong column. */
static bool read_person(struct piece line, struct lm_arena *arena, struct lm_person *person,
                        const char **column)
{
    *column = read_identity(&line, arena, person);
    if (*column != NULL)
        return false;
    for (int chess = 0; chess < LM_CHESS_KINDS; chess++) {
        struct piece track = cut(&line, '\t');
        *column = lm_chess_name((enum lm_chess)chess);
        if (!lm_track_read(track.at, (size_t)(track.end - track.at), arena, &person->tracks[chess]))
            return false;
    }
    if (!lm_registry_can_hold(person, column))
        return false;
    *column = "line";
    return line.at == line.end;
}

/* --- the file */

/* The places of its parts. */
struct layout {
    struct piece people, names, words; /* no words: a file of version 1 */
    struct piece sum;                  /* nothing before version 3 */
    int64_t count;
    int32_t list;
};

/* Is "${what}\n" at ${at}?  Then ${*out} is the part from there to ${end}. */
static bool find_part(const char *bytes, int64_t at, const char *end, const char *what,
                      struct piece *out)
{
    size_t size = strlen(what);
    if (at < 0 || at > end - bytes || (size_t)(end - bytes - at) < size ||
        memcmp(bytes + at, what, size) != 0)
        return false;
    *out = (struct piece){bytes + at + size, end};
    return true;
}

/* Read the numbers of the last line, which has the form of ${version}. */
static bool read_trailer(struct piece line, char version, int64_t *names, int64_t *words,
                         struct layout *out)
{
    if (memcmp(line.at, "end ", 4) != 0 || *line.end != '\n')
        return false;
    line.at += 4;
    if (!number_of(cut(&line, ' '), names) ||
        (version > '1' && !number_of(cut(&line, ' '), words)) ||
        !number_of(cut(&line, ' '), &out->count))
        return false;
    out->sum = line;
    return line.end - line.at == (version > '2' ? SUM : 0);
}

static bool find_parts(const char *bytes, size_t length, struct layout *out)
{
    enum { DATE = 10, VERSION = sizeof magic - 3 };
    static const size_t trailers[] = {TRAILER_1, TRAILER_2, TRAILER_3};
    size_t head = sizeof magic - 1;
    struct lm_date list;
    if (length < head + DATE + 1 || memcmp(bytes, magic, VERSION) != 0 || bytes[VERSION] < '1' ||
        bytes[VERSION] > '3' || bytes[VERSION + 1] != ' ' ||
        !lm_parse_date(bytes + head, DATE, &list) || bytes[head + DATE] != '\n' ||
        length - head - DATE - 1 < trailers[bytes[VERSION] - '1'])
        return false;
    char version = bytes[VERSION];
    const char *end = bytes + length - trailers[version - '1'];
    int64_t names, words = end - bytes;
    if (!read_trailer((struct piece){end, bytes + length - 1}, version, &names, &words, out))
        return false;
    out->words = (struct piece){end, end};
    if ((version > '1' && !find_part(bytes, words, end, "words\n", &out->words)) ||
        !find_part(bytes, names, bytes + words, "names\n", &out->names) ||
        names < (int64_t)(head + DATE + 1))
        return false;
    out->list = lm_day_of(list);
    out->people = (struct piece){bytes + head + DATE + 1, bytes + names};
    return true;
}

bool lm_registry_indices_in(const char *bytes, size_t length, struct registry_indices *out)
{
    struct layout layout;
    if (!find_parts(bytes, length, &layout) || layout.sum.at == layout.sum.end)
        return false;
    const char *begin = layout.people.end;
    *out = (struct registry_indices){
        .bytes = begin,
        .length = (size_t)(layout.words.end - begin),
        .words = (size_t)(layout.names.end - begin),
    };
    memcpy(out->sum, layout.sum.at, SUM);
    return true;
}

int32_t lm_registry_list(const char *bytes, size_t length)
{
    struct layout layout;
    return find_parts(bytes, length, &layout) ? layout.list : LM_NO_DAY;
}

bool lm_registry_next(const char *bytes, size_t length, size_t *at, struct lm_arena *arena,
                      struct lm_person *person)
{
    struct layout layout;
    const char *column;
    if (!find_parts(bytes, length, &layout))
        return false;
    struct piece rest = layout.people;
    rest.at += *at;
    if (rest.at >= rest.end || !read_person(cut(&rest, '\n'), arena, person, &column))
        return false;
    *at = (size_t)(rest.at - layout.people.at);
    return true;
}

static enum lm_status refuse_line(struct lm_log *log, unsigned line, const char *column)
{
    return lm_log_add(log, LM_ERROR, (struct lm_place){.line = line, .field = column},
                      "restore the file, or import the list again", "not a line of a registry");
}

/* Read line by line, and report all mistakes. */
static enum lm_status read_people(struct piece people, struct lm_log *log,
                                  struct lm_registry *registry)
{
    unsigned number = 1;
    uint32_t before = 0;
    enum lm_status status = LM_OK;
    registry->count = 0;
    while (people.at < people.end) {
        const char *column;
        struct lm_person read;
        struct piece line = cut(&people, '\n');
        number++;
        if (!read_person(line, registry->arena, &read, &column)) {
            status = refuse_line(log, number, column);
        } else if (read.id <= before) {
            status = refuse_line(log, number, "id");
        } else {
            struct lm_person *person = lm_registry_add(registry, read.id);
            if (person == NULL)
                return LM_LIMIT;
            *person = read;
            before = read.id;
        }
    }
    return status;
}

/* The people, divided into parts of whole lines for a crew. */
struct reading {
    const struct lm_crew *crew;
    struct part {
        struct piece text;
        size_t begin, count; /* lines */
        bool good;           /* each is a person, in ascending order of ids */
    } * parts;
    size_t part_count;
    struct lm_person *people;
};

static void count_lines(void *context, size_t part, size_t worker)
{
    const struct reading *r = context;
    struct piece rest = r->parts[part].text;
    (void)worker;
    for (; rest.at < rest.end; r->parts[part].count++)
        (void)cut(&rest, '\n');
}

static void read_part(void *context, size_t part, size_t worker)
{
    const struct reading *r = context;
    struct part *own = &r->parts[part];
    struct piece rest = own->text;
    uint32_t before = 0;
    own->good = true;
    for (size_t i = 0; i < own->count && own->good; i++) {
        struct lm_person *person = &r->people[own->begin + i];
        const char *column;
        own->good = read_person(cut(&rest, '\n'), r->crew->arenas[worker], person, &column) &&
                    person->id > before;
        before = person->id;
    }
}

static bool begin_reading(struct reading *r, struct piece people)
{
    enum { PART = 1 << 18 };
    size_t length = (size_t)(people.end - people.at);
    r->parts = lm_arena_alloc(r->crew->arenas[0], length / PART + 1, sizeof *r->parts);
    while (r->parts != NULL && people.at < people.end) {
        struct piece text = people;
        people.at += people.end - people.at > PART ? PART : people.end - people.at;
        if (people.at < people.end)
            (void)cut(&people, '\n');
        text.end = people.at;
        r->parts[r->part_count++].text = text;
    }
    return r->parts != NULL;
}

/* Are all parts good, and in order? */
static bool is_all_good(const struct reading *r)
{
    for (size_t i = 0; i < r->part_count; i++) {
        const struct part *part = &r->parts[i];
        if (!part->good || (i > 0 && r->people[part->begin].id <= r->people[part->begin - 1].id))
            return false;
    }
    return true;
}

/* Read all people, if there is no mistake. */
static enum lm_status read_people_by(const struct lm_crew *crew, struct piece people,
                                     struct lm_registry *registry, bool *good)
{
    struct reading r = {.crew = crew};
    if (!begin_reading(&r, people))
        return LM_LIMIT;
    lm_crew_do(crew, (struct lm_task){r.part_count, count_lines, NULL, &r});
    for (size_t i = 0; i < r.part_count; i++) {
        r.parts[i].begin = registry->count;
        registry->count += r.parts[i].count;
    }
    registry->capacity = registry->count;
    r.people = lm_arena_room(crew->arenas[0], registry->count, sizeof *r.people);
    registry->people = r.people;
    if (r.people == NULL)
        return LM_LIMIT;
    lm_crew_do(crew, (struct lm_task){r.part_count, read_part, NULL, &r});
    *good = is_all_good(&r);
    return LM_OK;
}

enum lm_status lm_registry_read_by(const struct lm_crew *crew, const char *bytes, size_t length,
                                   struct lm_log *log, struct lm_registry *out)
{
    struct layout layout;
    bool good;
    if (!find_parts(bytes, length, &layout))
        return lm_log_add(log, LM_ERROR, (struct lm_place){0}, "make one with `limmat rate import`",
                          "not a registry file, or a part of one only");
    struct lm_registry registry = lm_registry_in(crew->arenas[0], layout.list);
    enum lm_status status = read_people_by(crew, layout.people, &registry, &good);
    if (status == LM_OK && !good)
        status = read_people(layout.people, log, &registry);
    if (status == LM_OK && registry.count != (size_t)layout.count)
        status = refuse_line(log, (unsigned)registry.count + 2, "people");
    if (status == LM_OK)
        *out = registry;
    return status;
}

enum lm_status lm_registry_read(const char *bytes, size_t length, struct lm_arena *arena,
                                struct lm_log *log, struct lm_registry *out)
{
    struct lm_crew alone = lm_crew_alone(&arena);
    return lm_registry_read_by(&alone, bytes, length, log, out);
}

/* --- look-ups in the bytes */

/* Return the line of ${area} that contains ${at}. */
static struct piece line_around(struct piece area, const char *at)
{
    while (at > area.at && at[-1] != '\n')
        at--;
    struct piece rest = {at, area.end};
    return cut(&rest, '\n');
}

/* Return the first line of the sorted ${area} that is not ${below}; the end of ${area} if all are.
 */
static const char *bisect(struct piece area, bool (*below)(struct piece line, const void *key),
                          const void *key)
{
    const char *low = area.at;
    const char *high = area.end; /* the line looked for begins in [low, high] */
    while (low < high) {
        struct piece line = line_around(area, low + (high - low) / 2);
        if (below(line, key))
            low = line.end < area.end ? line.end + 1 : area.end;
        else
            high = line.at;
    }
    return low;
}

static bool id_below(struct piece line, const void *key)
{
    int64_t id = 0;
    return number_of(cut(&line, '\t'), &id) && id < (int64_t) * (const uint32_t *)key;
}

bool lm_registry_lookup(const char *bytes, size_t length, uint32_t id, struct lm_arena *arena,
                        struct lm_person *person)
{
    struct layout layout;
    const char *column;
    struct lm_person found;
    if (!find_parts(bytes, length, &layout))
        return false;
    struct piece rest = {bisect(layout.people, id_below, &id), layout.people.end};
    if (rest.at == rest.end || !read_person(cut(&rest, '\n'), arena, &found, &column) ||
        found.id != id)
        return false;
    *person = found;
    return true;
}

static bool name_below(struct piece line, const void *key)
{
    struct piece name = cut(&line, '\t');
    size_t own = (size_t)(name.end - name.at);
    size_t length = strlen(key);
    int order = memcmp(name.at, key, own < length ? own : length);
    return order < 0 || (order == 0 && own < length);
}

size_t lm_registry_search(const char *bytes, size_t length, const char *folded, uint32_t *ids,
                          size_t most)
{
    struct layout layout;
    size_t count = 0;
    size_t prefix = strlen(folded);
    if (!find_parts(bytes, length, &layout))
        return 0;
    struct piece rest = {bisect(layout.names, name_below, folded), layout.names.end};
    while (count < most && rest.at < rest.end) {
        struct piece line = cut(&rest, '\n');
        struct piece name = cut(&line, '\t');
        int64_t id;
        if ((size_t)(name.end - name.at) < prefix || memcmp(name.at, folded, prefix) != 0 ||
            !number_of(line, &id))
            break;
        ids[count++] = (uint32_t)id;
    }
    return count;
}

static bool is_among(const uint32_t *ids, size_t count, uint32_t id)
{
    for (size_t i = 0; i < count; i++)
        if (ids[i] == id)
            return true;
    return false;
}

/* Compare the letters of ${line}, without gaps, with ${key}, up to the end of ${key}. */
static int compare_letters(struct piece line, const char *key)
{
    char last = '\0';
    for (const char *at = line.at; *key != '\0'; at++) {
        if (at == line.end || *at == '\t')
            return -1;
        if (*at == ' ' || *at == last)
            continue;
        last = *at;
        if (*at != *key)
            return (unsigned char)*at < (unsigned char)*key ? -1 : 1;
        key++;
    }
    return 0;
}

static bool letters_below(struct piece line, const void *key)
{
    return compare_letters(line, key) < 0;
}

static bool letters_not_above(struct piece line, const void *key)
{
    return compare_letters(line, key) <= 0;
}

/* Return the lines of ${words} whose letters begin with ${key}. */
static struct piece lines_with(struct piece words, const char *key)
{
    return (struct piece){bisect(words, letters_below, key), bisect(words, letters_not_above, key)};
}

/* Does each word of ${wanted} begin a word of ${line}, each a different one? */
static bool has_beginnings(struct piece line, const struct lm_name_key *wanted)
{
    struct lm_name_key listed = {.count = 0};
    bool used[LM_NAME_WORDS] = {false};
    struct piece name = cut(&line, '\t');
    const char *words[LM_NAME_WORDS];
    size_t sizes[LM_NAME_WORDS];
    while (name.at < name.end && listed.count < LM_NAME_WORDS) {
        struct piece word = cut(&name, ' ');
        words[listed.count] = word.at;
        sizes[listed.count++] = (size_t)(word.end - word.at);
    }
    for (size_t i = 0; i < wanted->count; i++) {
        size_t length = strlen(wanted->words[i]), j = 0;
        while (j < listed.count &&
               (used[j] || sizes[j] < length || memcmp(words[j], wanted->words[i], length) != 0))
            j++;
        if (j == listed.count)
            return false;
        used[j] = true;
    }
    return true;
}

/* Append to ${ids} the ids of those ${lines} that match ${wanted} (NULL: all). */
static size_t take_lines(struct piece lines, const struct lm_name_key *wanted, uint32_t *ids,
                         size_t count, size_t most)
{
    while (count < most && lines.at < lines.end) {
        struct piece line = cut(&lines, '\n');
        int64_t id;
        if (wanted != NULL && !has_beginnings(line, wanted))
            continue;
        (void)cut(&line, '\t');
        if (number_of(line, &id) && !is_among(ids, count, (uint32_t)id))
            ids[count++] = (uint32_t)id;
    }
    return count;
}

/* Search name by name, as a file of version 1 has no index. */
static size_t read_names(struct piece names, const struct lm_name_key *wanted, uint32_t *ids,
                         size_t count, size_t most)
{
    while (count < most && names.at < names.end) {
        struct piece line = cut(&names, '\n');
        struct piece name = cut(&line, '\t');
        struct lm_name_key listed;
        int64_t id;
        lm_name_key_of_folded(name.at, (size_t)(name.end - name.at), &listed);
        if (lm_name_has(&listed, wanted) && number_of(line, &id) &&
            !is_among(ids, count, (uint32_t)id))
            ids[count++] = (uint32_t)id;
    }
    return count;
}

size_t lm_registry_search_words(const char *bytes, size_t length, const char *folded, uint32_t *ids,
                                size_t count, size_t most)
{
    struct layout layout;
    struct lm_name_key wanted;
    char joined[LM_NAME_WORDS * LM_NAME_LETTERS] = "";
    size_t size = 0;
    bool initials = true;
    if (!find_parts(bytes, length, &layout))
        return count;
    lm_name_key_of_folded(folded, strlen(folded), &wanted);
    if (layout.words.at == layout.words.end)
        return read_names(layout.names, &wanted, ids, count, most);
    struct piece fewest = layout.words;
    for (size_t i = 0; i < wanted.count; i++) {
        struct piece lines = lines_with(layout.words, wanted.words[i]);
        if (lines.end - lines.at < fewest.end - fewest.at)
            fewest = lines;
        initials = initials && (wanted.words[i][0] == '\0' || wanted.words[i][1] == '\0');
        for (const char *c = wanted.words[i]; *c != '\0'; c++)
            if (size == 0 || joined[size - 1] != *c)
                joined[size++] = *c;
    }
    joined[size < sizeof joined ? size : sizeof joined - 1] = '\0';
    if (initials)
        return count;
    count = take_lines(lines_with(layout.words, joined), NULL, ids, count, most);
    return take_lines(fewest, &wanted, ids, count, most);
}
