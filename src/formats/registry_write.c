/* SPDX-License-Identifier: Apache-2.0 */
/* Writing of a registry file; a crew makes its lines part by part. */
#include "limmat/registry_files.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/room.h"
#include "base/sum.h"
#include "formats/registry_index.h"
#include "formats/registry_line.h"
#include "formats/shared.h"

enum { DAY_MOST = 16, BASE_MOST = 128, COLUMNS_MOST = 128 }; /* bytes at most */

/* ${count} digits of ${number}. */
static char *put_digits(char *to, unsigned number, size_t count)
{
    for (size_t i = count; i-- > 0; number /= 10)
        to[i] = (char)('0' + number % 10);
    return to + count;
}

static char *put_day(char *to, int32_t day)
{
    if (day == LM_NO_DAY)
        return lm_put(to, "-", 1);
    struct lm_date date = lm_date_of(day);
    if (date.year < 0 || date.year > 9999)
        return to + snprintf(to, DAY_MOST, "%04d%02d%02d", date.year, date.month, date.day);
    to = put_digits(to, (unsigned)date.year, 4);
    return put_digits(put_digits(to, date.month, 2), date.day, 2);
}

/* --- tracks */

/* Write the data that every player has. */
static void write_base(const struct lm_track *track, struct lm_text *out)
{
    char *to = lm_text_room(out, BASE_MOST);
    if (to == NULL)
        return;
    to = lm_put(lm_put_integer(to, track->rating), ",", 1);
    to = lm_put(lm_put_number(to, track->k), ",", 1);
    to = lm_put(put_day(to, track->since), ",", 1);
    to = lm_put(lm_put_number(to, track->total), ",", 1);
    to = lm_put(lm_put_number(to, track->games), ",", 1);
    to = lm_put(lm_put_integer(to, track->last), ",", 1);
    to = lm_put_string(to, track->top ? "t" : track->high ? "h" : "");
    to = lm_put_string(to, track->prior ? "p" : "");
    lm_text_ends(out, lm_put_string(to, track->delisted ? "d" : ""));
}

static void write_past(const struct lm_past_rating *past, struct lm_text *out)
{
    char *to = lm_text_room(out, BASE_MOST);
    if (to == NULL)
        return;
    to = lm_put(put_day(lm_put(to, "|h", 2), past->since), ",", 1);
    to = lm_put(lm_put_integer(to, past->rating), ",", 1);
    lm_text_ends(out, lm_put_integer(to, past->k));
}

void lm_track_write(const struct lm_track *track, struct lm_text *out)
{
    if (lm_track_is_blank(track))
        return;
    write_base(track, out);
    const struct lm_track_record *record = track->record;
    for (size_t i = 0; record != NULL && i < record->past_count; i++)
        write_past(&record->past[i], out);
    for (size_t i = 0; record != NULL && i < record->pool_count; i++) {
        const struct lm_pooled *p = &record->pool[i];
        lm_text_print(out, "|p%" PRId32 ",%" PRId32 ",%" PRId32 ",%" PRId32 ",", p->month,
                      p->result.games, p->result.tenths, p->result.opponents);
        lm_text_add_fraction(out, p->result.average);
        lm_text_print(out, ",%s", p->event);
    }
    for (size_t i = 0; record != NULL && i < record->waiting_count; i++) {
        const struct lm_waiting *w = &record->waiting[i];
        lm_text_print(out, "|w%" PRIu32 ",%d,%d,%s", w->opponent, w->rating, w->tenths, w->league);
    }
}

/* --- people */

/* Has ${eight} a byte that cannot be in a text: below a blank, or 7F?  No sum carries into the next
 * byte. */
static bool has_control(uint64_t eight)
{
    const uint64_t each = UINT64_C(0x0101010101010101), top = each << 7;
    uint64_t low = eight & ~top, del = low ^ each * 0x7F;
    uint64_t below_blank = ~(low + each * (0x80 - 0x20)), is_del = ~(del + each * 0x7F);
    return ((below_blank | is_del) & ~eight & top) != 0;
}

/* Is it free of tabs, line ends and other control characters, which would end a column or reach a
 * terminal? */
static bool is_plain(const char *at, const char *end)
{
    uint64_t eight;
    for (; end - at >= (ptrdiff_t)sizeof eight; at += sizeof eight) {
        memcpy(&eight, at, sizeof eight);
        if (has_control(eight))
            return false;
    }
    for (; at < end; at++)
        if ((unsigned char)*at < 0x20 || *at == 0x7F)
            return false;
    return true;
}

static bool is_text(const char *text)
{
    return is_plain(text, text + strlen(text));
}

static bool is_track_text(const char *text)
{
    return is_text(text) && strchr(text, '|') == NULL;
}

bool lm_registry_can_hold(const struct lm_person *person, const char **column)
{
    const char *titles[] = {person->title, person->women_title, person->other_titles,
                            person->arena_title};
    bool good = is_text(person->name) && is_text(person->federation);
    *column = is_text(person->name) ? "federation" : "name";
    for (size_t i = 0; good && i < sizeof titles / sizeof *titles; i++) {
        *column = "titles";
        good = is_text(titles[i]);
    }
    for (int chess = 0; good && chess < LM_CHESS_KINDS; chess++) {
        const struct lm_track_record *record = person->tracks[chess].record;
        *column = lm_chess_name((enum lm_chess)chess);
        for (size_t i = 0; good && record != NULL && i < record->pool_count; i++)
            good = is_track_text(record->pool[i].event);
        for (size_t i = 0; good && record != NULL && i < record->waiting_count; i++)
            good = is_track_text(record->waiting[i].league);
    }
    return good;
}

/* Write the columns in front of the tracks. */
static void write_identity(const struct lm_person *person, struct lm_text *out)
{
    static const char *const flags_of[2][2] = {{"", "x"}, {"d", "dx"}};
    size_t length = strlen(person->name);
    char *to = lm_text_room(out, length + COLUMNS_MOST);
    if (to == NULL)
        return;
    to = lm_put(lm_put_number(to, person->id), "\t", 1);
    to = lm_put(lm_put(to, person->name, length), "\t", 1);
    to = lm_put(lm_put_string(to, person->federation), "\t", 1);
    to = lm_put(lm_put(to, &person->sex, person->sex != 0), "\t", 1);
    to = lm_put_integer(to, person->born);
    const char *titles[] = {person->title, person->women_title, person->other_titles,
                            person->arena_title, flags_of[person->deceased][person->excluded]};
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
        to = lm_put_string(lm_put(to, "\t", 1), titles[i]);
    lm_text_ends(out, to);
}

static void write_person(const struct lm_person *person, struct lm_text *out)
{
    write_identity(person, out);
    for (int chess = 0; chess < LM_CHESS_KINDS; chess++) {
        lm_text_add_char(out, '\t');
        lm_track_write(&person->tracks[chess], out);
    }
    lm_text_add_char(out, '\n');
}

/* --- the file */

/* Sums are computed for parts of this size: with another one, no earlier file's indices would be
 * recognised. */
enum { PEOPLE_PER_PART = 4096 };

struct written {
    const struct lm_registry *registry;
    bool refused[LM_CREW_MOST]; /* a person, by the worker who refused it */
    uint64_t *sums;             /* of each part: of ids and names, which determine the indices */
};

static size_t part_begin(const struct written *w, size_t part)
{
    size_t begin = part * PEOPLE_PER_PART;
    return begin < w->registry->count ? begin : w->registry->count;
}

static size_t part_count(const struct written *w)
{
    return (w->registry->count + PEOPLE_PER_PART - 1) / PEOPLE_PER_PART;
}

/* Add a number by its bytes, the lowest first. */
static void sum_number(struct lm_sum *sum, uint64_t number, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++, number >>= 8)
        lm_sum_add(sum, &(char){(char)(number & 0xFF)}, 1);
}

static void sum_identity(struct lm_sum *sum, const struct lm_person *person)
{
    sum_number(sum, person->id, sizeof person->id);
    lm_sum_add(sum, person->name, strlen(person->name) + 1);
}

static void check_part(void *context, size_t part, size_t worker)
{
    struct written *w = context;
    struct lm_sum sum = {0};
    const char *column;
    for (size_t i = part_begin(w, part); i < part_begin(w, part + 1); i++) {
        sum_identity(&sum, &w->registry->people[i]);
        if (!lm_registry_can_hold(&w->registry->people[i], &column))
            w->refused[worker] = true;
    }
    w->sums[part] = lm_sum_of(&sum);
}

static enum lm_status refuse_people(const struct lm_registry *registry, struct lm_log *log)
{
    enum lm_status status = LM_OK;
    for (size_t i = 0; i < registry->count; i++) {
        const char *column;
        if (!lm_registry_can_hold(&registry->people[i], &column))
            status = lm_log_add(log, LM_ERROR, (struct lm_place){.field = column},
                                "write it without tabs, line ends and other control characters",
                                "a text about %" PRIu32 " that a registry cannot hold",
                                registry->people[i].id);
    }
    return status;
}

static enum lm_status check_people(struct written *w, const struct lm_crew *crew,
                                   struct lm_log *log)
{
    w->sums = lm_arena_alloc(crew->arenas[0], part_count(w), sizeof *w->sums);
    if (w->sums == NULL)
        return LM_LIMIT;
    lm_crew_do(crew, (struct lm_task){part_count(w), check_part, NULL, w});
    for (size_t i = 0; i < crew->workers; i++)
        if (w->refused[i])
            return refuse_people(w->registry, log);
    return LM_OK;
}

static void write_people(const void *context, size_t part, size_t worker, struct lm_text *out)
{
    const struct written *w = context;
    (void)worker;
    for (size_t i = part_begin(w, part); i < part_begin(w, part + 1); i++)
        write_person(&w->registry->people[i], out);
}

static void write_head(const struct lm_registry *registry, struct line_sink *out)
{
    char head[sizeof REGISTRY_MAGIC + DAY_MOST + 4];
    struct lm_date date = lm_date_of(registry->list);
    int length = snprintf(head, sizeof head, REGISTRY_MAGIC "%04d-%02d-%02d\n", date.year,
                          date.month, date.day);
    lm_line_sink_put(out, head, (size_t)length);
}

/* --- indices */

/* Compute the sum of a file of these people whose indices have ${sum}. */
static void tell_sum(const struct written *w, const struct lm_sum *sum, char out[static SUM + 1])
{
    struct lm_sum all = {0};
    for (size_t part = 0; part < part_count(w); part++)
        sum_number(&all, w->sums[part], sizeof w->sums[part]);
    sum_number(&all, lm_sum_of(sum), sizeof(uint64_t));
    snprintf(out, SUM + 1, "%016" PRIx64, lm_sum_of(&all));
}

/* Are the indices of ${earlier} complete, and those of these people? */
static bool find_indices(const struct written *w, struct lm_earlier earlier,
                         struct registry_indices *out)
{
    struct lm_sum sum = {0};
    char told[SUM + 1];
    if (earlier.bytes == NULL || !lm_registry_indices_in(earlier.bytes, earlier.length, out))
        return false;
    lm_sum_add(&sum, out->bytes, out->length);
    tell_sum(w, &sum, told);
    return strcmp(told, out->sum) == 0;
}

static enum lm_status make_indices(const struct lm_registry *registry, struct line_sink *out,
                                   size_t *words)
{
    struct registry_index index;
    enum lm_status status = lm_registry_index_make(registry, out->crew, &index);
    if (status != LM_OK)
        return status;
    lm_line_sink_put(out, "names\n", 6);
    status = lm_registry_index_write(&index.names, out);
    *words = out->written;
    lm_line_sink_put(out, "words\n", 6);
    return status == LM_OK ? lm_registry_index_write(&index.words, out) : status;
}

/* Write the indices, their places, and the sum that identifies them. */
static enum lm_status write_indices(const struct written *w, struct lm_earlier earlier,
                                    struct line_sink *out)
{
    struct registry_indices kept;
    struct lm_sum sum = {0};
    char end[TRAILER_3 + 1];
    size_t names = out->written, words = names;
    enum lm_status status = LM_OK;
    if (find_indices(w, earlier, &kept)) {
        words += kept.words;
        lm_line_sink_put(out, kept.bytes, kept.length);
    } else {
        out->sum = &sum;
        status = make_indices(w->registry, out, &words);
        out->sum = NULL;
        tell_sum(w, &sum, kept.sum);
    }
    int length = snprintf(end, sizeof end, "end %018zu %018zu %010zu %s\n", names, words,
                          w->registry->count, kept.sum);
    lm_line_sink_put(out, end, (size_t)length);
    return status;
}

enum lm_status lm_registry_write_by(const struct lm_crew *crew, const struct lm_registry *registry,
                                    struct lm_earlier earlier, struct lm_sink sink,
                                    struct lm_log *log)
{
    struct written written = {.registry = registry};
    enum lm_status status = check_people(&written, crew, log);
    if (status != LM_OK)
        return status;
    struct line_sink out = lm_line_sink_to(sink, crew);
    write_head(registry, &out);
    lm_line_sink_add(&out, part_count(&written), write_people, &written);
    status = write_indices(&written, earlier, &out);
    return status == LM_OK ? lm_line_sink_end(&out) : status;
}

enum lm_status lm_registry_write(const struct lm_registry *registry, struct lm_sink sink,
                                 struct lm_arena *scratch, struct lm_log *log)
{
    struct lm_crew alone = lm_crew_alone(&scratch);
    return lm_registry_write_by(&alone, registry, (struct lm_earlier){0}, sink, log);
}
