/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/rating/rate.h"

#include <inttypes.h>
#include <string.h>

#include "cli/core/hands.h"
#include "formats/shared.h"
#include "site/said.h"

static enum lm_status rules_in_file(const char *path, struct lm_arena *arena, struct lm_log *log,
                                    const struct lm_rating_rules **out)
{
    const char *bytes;
    size_t length;
    const char *before = log->file;
    struct lm_rating_rules *rules = lm_arena_alloc(arena, 1, sizeof *rules);
    if (rules == NULL)
        return LM_LIMIT;
    log->file = path;
    enum lm_status status = read_file(path, arena, log, &bytes, &length);
    if (status == LM_OK)
        status = lm_rating_rules_read(bytes, length, arena, log, rules);
    log->file = before;
    *out = rules;
    return status;
}

/* Return the first edition of a national system, which has none of that day; NULL: not a system. */
static const struct lm_rating_rules *first_of_system(const char *name,
                                                     const struct lm_rating_book *book)
{
    const struct lm_rating_rules *last = lm_rating_rules_of(book, name, INT32_MAX, LM_STANDARD);
    for (size_t i = 0; last != NULL && i < book->count; i++)
        if (book->editions[i].system != NULL &&
            strcmp(book->editions[i].system, last->system) == 0 &&
            book->editions[i].in_force < last->in_force)
            last = &book->editions[i];
    return last;
}

static enum lm_status refuse_name(const char *name, const struct lm_rating_book *book,
                                  struct lm_arena *arena, struct lm_log *log)
{
    const struct lm_rating_rules *first = first_of_system(name, book);
    struct lm_text since = lm_text_in(arena);
    if (first != NULL) {
        lm_text_add_date(&since, lm_date_of(first->in_force), '-');
        return since.failed
                   ? LM_LIMIT
                   : lm_log_add(log, LM_ERROR, (struct lm_place){.field = "start"},
                                "correct the day, or choose an edition by its name (--edition)",
                                "no edition of %s is built in for that day: the first is %s, in "
                                "force from %s",
                                first->system, first->name, lm_text_string(&since));
    }
    struct lm_text names = lm_text_in(arena);
    for (size_t i = 0; i < book->count; i++)
        lm_text_print(&names, " %s", book->editions[i].name);
    return names.failed ? LM_LIMIT
                        : fail(log, LM_INVALID, "unknown rating regulations \"%s\"; use one of:%s",
                               name, lm_text_string(&names));
}

enum lm_status choose_rules(const char *name, int32_t day, enum lm_chess chess,
                            struct lm_arena *arena, struct lm_log *log,
                            const struct lm_rating_rules **out)
{
    struct lm_rating_book book;
    size_t length = name == NULL ? 0 : strlen(name);
    enum lm_status status = lm_rating_book(arena, &book);
    if (status != LM_OK)
        return status;
    if (name == NULL || strcmp(name, "rating") == 0)
        return lm_rating_rules_for(&book, day, chess, log, out);
    if (length > 5 && strcmp(name + length - 5, ".json") == 0)
        status = rules_in_file(name, arena, log, out);
    else if ((*out = lm_rating_rules_named(&book, name)) == NULL &&
             (*out = lm_rating_rules_of(&book, name, day, chess)) == NULL)
        status = refuse_name(name, &book, arena, log);
    if (status == LM_OK && ((*out)->kinds & 1u << chess) == 0)
        status = fail(log, LM_INVALID, "%s has no %s list; `limmat rate rules list` says which do",
                      (*out)->name, lm_chess_name(chess));
    return status;
}

enum lm_status rules_of_list(int32_t day, enum lm_chess chess, struct lm_arena *arena,
                             const struct lm_rating_rules **out)
{
    struct lm_rating_book book;
    enum lm_status status = lm_rating_book(arena, &book);
    if (status == LM_OK)
        *out = lm_rating_rules_on_or_first(&book, day, chess);
    return status;
}

void rate_say(const struct run *run, struct lm_text *out, const char *format, ...)
{
    struct lm_text english = lm_text_in(run->arena);
    va_list arguments;
    va_start(arguments, format);
    lm_text_vprint(&english, format, arguments);
    va_end(arguments);
    lm_text_add(out, rate_word(run, lm_text_string(&english)));
    out->failed |= english.failed;
}

const char *rate_word(const struct run *run, const char *english)
{
    return site_sentence(run->language, run->arena, english);
}

void rate_heads(const struct run *run, struct table *table, const char *const *heads, size_t count)
{
    for (size_t i = 0; i < count; i++)
        table_add(table, rate_word(run, heads[i]));
}

void write_basis(const struct run *run, const struct lm_rating_rules *rules, struct lm_text *out)
{
    if (!rules->extracts)
        return;
    rate_say(run, out, "%s: published extracts (%s)", rules->name, rules->source);
    for (size_t i = 0; i < rules->reading_count; i++) {
        lm_text_add(out, "; ");
        if (i == 0)
            rate_say(run, out, "by reading: %s", rules->readings[i]);
        else
            lm_text_add(out, rules->readings[i]);
    }
    lm_text_add_char(out, '\n');
}

void put_basis(const struct lm_rating_rules *rules, struct lm_json_writer *w)
{
    if (!rules->extracts)
        return;
    lm_json_put_string(w, "basis", "published extracts");
    lm_json_put_string(w, "source", rules->source);
    lm_json_begin(w, "readings", '[');
    for (size_t i = 0; i < rules->reading_count; i++)
        lm_json_put_string(w, NULL, rules->readings[i]);
    lm_json_end(w, ']');
}

enum lm_status parse_day(const char *text, const char *what, struct lm_log *log, int32_t *day)
{
    struct lm_date date;
    if (!lm_parse_date(text, strlen(text), &date) || date.day == 0)
        return fail(log, LM_INVALID, "%s is not a date: \"%s\"; write 2013-08-01", what, text);
    *day = lm_day_of(date);
    return LM_OK;
}

/* Return the path of the registry, which has a fixed name in a list's directory. */
static const char *registry_path(const char *path, struct lm_arena *arena)
{
    return os_kind_of(path) == OS_FOLDER ? os_join(arena, path, "registry") : path;
}

enum lm_status read_registry_bytes(const char *path, struct lm_arena *arena, struct lm_log *log,
                                   const char **bytes, size_t *length)
{
    path = registry_path(path, arena);
    if (path == NULL)
        return LM_LIMIT;
    log->file = path;
    return read_file(path, arena, log, bytes, length);
}

/* Map the registry's bytes: the indices, more than half of it, are then not even read. A file that
 * cannot be mapped (standard input, a pipe, an empty file) is read. */
static enum lm_status registry_bytes(const char *path, struct lm_arena *arena, struct lm_log *log,
                                     struct os_map *map, const char **bytes, size_t *length)
{
    struct lm_log unheard = {.arena = arena};
    const char *file = registry_path(path, arena);
    *map = (struct os_map){0};
    if (file == NULL)
        return LM_LIMIT;
    if (strcmp(file, "-") == 0 || os_kind_of(file) != OS_FILE ||
        os_map_file(file, &unheard, map) != LM_OK)
        return read_registry_bytes(path, arena, log, bytes, length);
    log->file = file;
    *bytes = map->bytes;
    *length = map->length;
    return LM_OK;
}

/* Read the registry into ${arena} and the arenas of ${hands}, which pass to ${arena}. */
static enum lm_status read_registry(const char *bytes, size_t length, struct lm_arena *arena,
                                    struct lm_log *log, struct lm_registry *out)
{
    struct hands hands;
    enum lm_status status = hands_join(&hands, arena);
    if (status != LM_OK)
        return status;
    status = lm_registry_read_by(&hands.crew, bytes, length, log, out);
    hands_give(&hands);
    return status;
}

enum lm_status load_registry(const char *path, struct lm_arena *arena, struct lm_log *log,
                             struct lm_registry *out)
{
    struct os_map map;
    const char *bytes;
    size_t length;
    enum lm_status status = registry_bytes(path, arena, log, &map, &bytes, &length);
    if (status == LM_OK)
        status = read_registry(bytes, length, arena, log, out);
    os_unmap(&map);
    log->file = NULL;
    return status;
}

/* --- events */

/* "open.trf" -> "open", "events/open.trf" -> "open". */
static const char *base_name(const char *path, struct lm_arena *arena)
{
    const char *name = os_name_in(path);
    const char *dot = strrchr(name, '.');
    return lm_arena_copy(arena, name, dot == NULL ? strlen(name) : (size_t)(dot - name));
}

/* "events/open.trf" -> "events/open.rating.json". */
const char *companion_of(const char *path, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    const char *dot = strrchr(os_name_in(path), '.');
    lm_text_add_bytes(&text, path, dot == NULL ? strlen(path) : (size_t)(dot - path));
    lm_text_add(&text, ".rating.json");
    return text.failed ? NULL : lm_text_string(&text);
}

static enum lm_status amend_event(const char *path, struct lm_arena *arena, struct lm_log *log,
                                  struct lm_rating_event *event)
{
    const char *bytes;
    size_t length;
    const char *beside = companion_of(path, arena);
    if (beside == NULL)
        return LM_LIMIT;
    if (!os_is_there(beside))
        return LM_OK;
    log->file = beside;
    enum lm_status status = read_file(beside, arena, log, &bytes, &length);
    return status == LM_OK ? lm_event_amend(bytes, length, arena, log, event) : status;
}

enum lm_status event_of_tournament(const struct lm_tournament *t, const char *path,
                                   struct lm_arena *arena, struct lm_log *log,
                                   struct lm_rating_event *out)
{
    const char *name = base_name(path, arena);
    enum lm_status status = name == NULL ? LM_LIMIT : lm_event_from_tournament(t, name, arena, out);
    return status == LM_OK ? amend_event(path, arena, log, out) : status;
}

static enum lm_status load_from_tournament(const char *path, struct lm_arena *arena,
                                           struct lm_log *log, struct lm_rating_event *out)
{
    struct lm_tournament *t;
    enum lm_status status = load_tournament(path, false, arena, log, &t);
    if (status == LM_OK)
        status = event_of_tournament(t, path, arena, log, out);
    if (status != LM_OK)
        return status;
    if (out->start == LM_NO_DAY || out->end == LM_NO_DAY)
        return fail(log, LM_INVALID,
                    "the tournament has no start or end date; add records 042 and 052");
    return LM_OK;
}

enum lm_status load_event(const char *path, struct lm_arena *arena, struct lm_log *log,
                          struct lm_rating_event *out)
{
    const char *bytes;
    size_t length;
    const char *before = log->file;
    log->file = path;
    enum lm_status status =
        strcmp(path, "-") == 0 ? LM_OK : read_file(path, arena, log, &bytes, &length);
    if (status == LM_OK && strcmp(path, "-") != 0 && lm_is_event_json(bytes, length))
        status = lm_event_read(bytes, length, arena, log, out);
    else if (status == LM_OK)
        status = load_from_tournament(path, arena, log, out);
    log->file = before;
    return status;
}

/* A writable copy of the players. */
static struct lm_event_player *own_players(struct lm_arena *arena, struct lm_rating_event *event)
{
    struct lm_event_player *players = lm_arena_alloc(arena, event->player_count, sizeof *players);
    if (players != NULL && event->player_count > 0)
        memcpy(players, event->players, event->player_count * sizeof *players);
    if (players != NULL)
        event->players = players;
    return players;
}

/* Note that earlier evaluations are missing, as a tournament file does not have them. */
static enum lm_status note_indices(const struct lm_rating_event *event, struct lm_log *log)
{
    size_t unknown = 0;
    for (size_t i = 0; i < event->player_count; i++)
        unknown += event->players[i].rating != 0 && event->players[i].index == 0 ? 1 : 0;
    return unknown == 0
               ? LM_OK
               : lm_log_add(log, LM_NOTE, (struct lm_place){0}, "give --list",
                            "%s: the index of %zu players is unknown: many evaluations are assumed",
                            event->id, unknown);
}

enum lm_status assume_k(const struct lm_rating_rules *rules, struct lm_arena *arena,
                        struct lm_rating_event *event, struct lm_log *log)
{
    size_t assumed = 0;
    struct lm_event_player *players = own_players(arena, event);
    if (players == NULL)
        return LM_LIMIT;
    if (rules->evaluation != NULL)
        return note_indices(event, log);
    for (size_t i = 0; i < event->player_count; i++) {
        struct lm_event_player *player = &players[i];
        if (player->rating == 0 || player->k != 0)
            continue;
        player->k = lm_rating_likely_k(rules, event, player);
        player->now_k = player->k;
        assumed++;
    }
    if (assumed > 0)
        lm_log_add(log, LM_NOTE, (struct lm_place){0}, "give --list",
                   "%s: K assumed for %zu: 30 games played, 2400 reached for the first time",
                   event->id, assumed);
    return LM_OK;
}

/* --- files written piece by piece */

static bool put(void *context, const char *bytes, size_t length)
{
    return os_draft_put(context, bytes, length);
}

struct lm_sink draft_sink(struct os_draft *draft)
{
    return (struct lm_sink){put, draft};
}

/* Map the earlier file; failing to do so does no harm. */
static struct os_map map_earlier(const char *path, struct lm_arena *arena)
{
    struct lm_log unheard = {.arena = arena};
    struct os_map map = {0};
    const char *file = path == NULL ? NULL : registry_path(path, arena);
    if (file == NULL || os_kind_of(file) != OS_FILE || os_map_file(file, &unheard, &map) != LM_OK)
        return (struct os_map){0};
    return map;
}

enum lm_status write_registry(const struct lm_registry *registry, const char *earlier,
                              struct lm_sink sink, struct lm_arena *scratch, struct lm_log *log)
{
    struct hands hands;
    enum lm_status status = hands_join(&hands, scratch);
    if (status != LM_OK)
        return status;
    struct os_map map = map_earlier(earlier, scratch);
    status = lm_registry_write_by(&hands.crew, registry, (struct lm_earlier){map.bytes, map.length},
                                  sink, log);
    os_unmap(&map);
    hands_leave(&hands);
    return status;
}

enum lm_status write_fide_list(const struct lm_registry *registry,
                               const struct lm_rating_rules *rules, enum lm_fide_list format,
                               enum lm_chess chess, struct lm_sink sink, struct lm_arena *scratch)
{
    struct hands hands;
    enum lm_status status = hands_join(&hands, scratch);
    if (status != LM_OK)
        return status;
    status = lm_fide_list_write_by(&hands.crew, registry, rules, format, chess, sink);
    hands_leave(&hands);
    return status;
}

/* --- texts */

void add_score(struct lm_text *out, int32_t tenths)
{
    if (tenths >= 10 || tenths == 0)
        lm_text_print(out, "%" PRId32, tenths / 10);
    if (tenths % 10 != 0)
        lm_text_add(out, "½");
}

void add_signed(struct lm_text *out, int64_t hundredths)
{
    if (hundredths > 0)
        lm_text_add_char(out, '+');
    lm_text_add_hundredths(out, hundredths);
}

void add_probability(struct lm_text *out, int32_t expected)
{
    if (expected == 100)
        lm_text_add(out, "1.0");
    else
        lm_text_print(out, ".%02" PRId32, expected);
}

void add_thousandths(struct lm_text *out, int64_t billionths)
{
    enum { THOUSANDTH = 1000000 };
    int64_t size = billionths < 0 ? -billionths : billionths;
    size = (size + THOUSANDTH / 2) / THOUSANDTH;
    lm_text_print(out, "%s%" PRId64 ".%03" PRId64, billionths < 0 && size != 0 ? "-" : "",
                  size / 1000, size % 1000);
}

void add_coefficient(struct lm_text *out, int32_t tenths)
{
    lm_text_print(out, "%" PRId32, tenths / 10);
    if (tenths % 10 != 0)
        lm_text_print(out, ".%" PRId32, tenths % 10);
}

static void put_text(struct lm_json_writer *w, const char *key, struct lm_text *text)
{
    lm_json_put_string(w, key, lm_text_string(text));
}

void put_hundredths(struct lm_json_writer *w, const char *key, int64_t hundredths)
{
    struct lm_text text = lm_text_in(w->out->arena);
    lm_text_add_hundredths(&text, hundredths);
    put_text(w, key, &text);
}

void put_fraction(struct lm_json_writer *w, const char *key, struct lm_fraction fraction)
{
    struct lm_text text = lm_text_in(w->out->arena);
    lm_text_add_fraction(&text, fraction);
    put_text(w, key, &text);
}
