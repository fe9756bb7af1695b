/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/desk/desk_words.h"

#include "cli/core/near.h"

#include <string.h>

#include "base/texts.h"
#include "limmat/date.h"
#include "limmat/json.h"
#include "os/clock.h"
#include "os/zone.h"

/* Abbreviations of words that are typed often. */
static const struct {
    const char *typed, *kind;
} shorts[] = {{"r", "result"}, {"p", "pair"}, {"c", "correct"}, {"x", "clear"}};

/* The arbiter's names of fields that have another name in the journal. */
static const struct {
    const char *typed, *name;
} aliases[] = {{"winner", "other"}};

const struct lm_desk_kind *desk_kind_of(const char *verb)
{
    for (size_t i = 0; i < sizeof shorts / sizeof *shorts; i++)
        if (strcmp(shorts[i].typed, verb) == 0)
            return lm_desk_kind_named(shorts[i].kind);
    return lm_desk_kind_named(verb);
}

static bool is_asked(const struct lm_field *field)
{
    return (field->use & LM_OUTCOME) == 0;
}

static bool is_list(const struct lm_field *field)
{
    return field->type == LM_FIELD_IDS || field->type == LM_FIELD_TEXTS ||
           field->type == LM_FIELD_NUMBERS || field->type == LM_FIELD_PAIRS;
}

static const struct lm_field *field_called(const struct lm_desk_kind *kind, const char *name,
                                           const char *message, const char **value)
{
    for (size_t i = 0; i < kind->field_count; i++)
        if (is_asked(&kind->fields[i]) && strcmp(kind->fields[i].name, name) == 0) {
            *value = message;
            return &kind->fields[i];
        }
    return NULL;
}

/* Return the field that "NAME=…" names; NULL: ${word} is a value. */
static const struct lm_field *named_by(const struct lm_desk_kind *kind, const char *word,
                                       const char **value)
{
    size_t length = strcspn(word, "=");
    for (size_t i = 0; word[length] == '=' && i < kind->field_count; i++)
        if (is_asked(&kind->fields[i]) && strlen(kind->fields[i].name) == length &&
            memcmp(kind->fields[i].name, word, length) == 0) {
            *value = word + length + 1;
            return &kind->fields[i];
        }
    for (size_t i = 0; word[length] == '=' && i < sizeof aliases / sizeof *aliases; i++)
        if (strlen(aliases[i].typed) == length && memcmp(aliases[i].typed, word, length) == 0)
            return field_called(kind, aliases[i].name, word + length + 1, value);
    return NULL;
}

/* Return the zone that an event names; NULL: none, or an unknown one. */
static const struct os_zone *zone_called(const char *name, struct lm_arena *arena)
{
    struct lm_log unheard = {.arena = arena};
    const struct os_zone *zone = NULL;
    if (*name != '\0' && os_zone_load(&os_zones, name, arena, &unheard, &zone) != LM_OK)
        zone = NULL;
    return zone;
}

static int64_t offset_at(const struct os_zone *zone, int64_t at)
{
    return zone == NULL ? os_local_offset(at) : os_zone_at(zone, at).offset;
}

/* Return the moment at which the clocks of ${zone} (NULL: of this machine) show ${local}. */
static const char *instant_at(const struct os_zone *zone, int64_t local, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    int64_t at = local - offset_at(zone, local), second;
    if (zone != NULL)
        (void)os_zone_utc(zone, local, &at, &second);
    lm_text_add_instant(&text, at);
    return lm_text_string(&text);
}

const char *desk_instant_of(const char *text, const char *zone_name, struct lm_arena *arena)
{
    enum { DAY = 86400 };
    int64_t hour = 0, minute = 0, local, now = os_now_seconds();
    const struct os_zone *zone = zone_called(zone_name, arena);
    const char *colon = strchr(text, ':');
    struct lm_text whole = lm_text_in(arena);
    lm_text_print(&whole, "%sZ", text);
    if (strlen(text) == 16 && lm_parse_instant(lm_text_string(&whole), 17, &local))
        return instant_at(zone, local, arena);
    bool clock = colon != NULL && strlen(text) <= 5 &&
                 lm_parse_integer(text, (size_t)(colon - text), 0, 23, &hour) &&
                 lm_parse_integer(colon + 1, strlen(colon + 1), 0, 59, &minute);
    int64_t midnight = (now + offset_at(zone, now)) / DAY * DAY;
    return clock ? instant_at(zone, midnight + 3600 * hour + 60 * minute, arena) : text;
}

void desk_add_clock(struct lm_text *out, const char *zone_name, int64_t at)
{
    const struct os_zone *zone = zone_called(zone_name, out->arena);
    struct lm_text there = lm_text_in(out->arena);
    lm_text_add_instant(&there, zone == NULL ? at : at + os_zone_at(zone, at).offset);
    if (zone == NULL)
        lm_text_add(out, lm_text_string(&there));
    else
        lm_text_print(out, "%.10s %.5s %s", lm_text_string(&there), lm_text_string(&there) + 11,
                      os_zone_at(zone, at).abbreviation);
}

/* Is ${text} empty, or a game of a match: "b", ":2"? */
static bool is_game(const char *text)
{
    bool letter = *text >= 'a' && *text < 'a' + LM_DESK_GAMES && text[1] == '\0';
    return *text == '\0' || letter ||
           (*text == ':' && text[1] != '\0' && strspn(text + 1, "0123456789") == strlen(text + 1));
}

const char *desk_board_of(const struct lm_desk_section *section, const char *text,
                          struct lm_arena *arena)
{
    const char *dot = strchr(text, '.');
    size_t length = dot == NULL ? 0 : strspn(dot + 1, "0123456789");
    int64_t number, board;
    if (section == NULL || length == 0 || !is_game(dot + 1 + length) ||
        !lm_parse_integer(text, (size_t)(dot - text), 1, LM_ROUNDS_MAX, &number) ||
        !lm_parse_integer(dot + 1, length, 1, UINT32_MAX, &board))
        return text;
    const struct lm_desk_round *r = lm_desk_round(section, (uint32_t)number);
    for (size_t i = 0; r != NULL && i < r->board_count; i++)
        if (r->boards[i]->number == board) {
            struct lm_text id = lm_text_in(arena);
            lm_text_print(&id, "%s%s", r->boards[i]->id, dot + 1 + length);
            return lm_text_string(&id);
        }
    return text;
}

/* The same for all of a list. */
static const char *boards_of(const struct lm_desk_section *section, const char *text,
                             struct lm_arena *arena)
{
    struct lm_text all = lm_text_in(arena);
    for (size_t length; *(text += strspn(text, " ,;")) != '\0'; text += length) {
        length = strcspn(text, " ,;");
        const char *one = lm_arena_copy(arena, text, length);
        lm_text_print(&all, "%s%s", all.length > 0 ? " " : "",
                      one == NULL ? "" : desk_board_of(section, one, arena));
    }
    return lm_text_string(&all);
}

/* Translate a typed value: "1" becomes "1-0" for a result, "14:20" that time today for a moment,
 * and "2.4" the board with number 4 in round 2, whatever its id when the round was first paired. */
static const char *meant_by(const struct lm_field *field, const struct lm_desk_section *section,
                            const char *zone, const char *text, struct lm_arena *arena)
{
    if (field->type == LM_FIELD_INSTANT)
        return desk_instant_of(text, zone, arena);
    if (strcmp(field->name, "board") == 0)
        return desk_board_of(section, text, arena);
    if (strcmp(field->name, "boards") == 0)
        return boards_of(section, text, arena);
    bool asked = strcmp(field->name, "result") == 0 || strcmp(field->name, "second") == 0;
    const struct lm_desk_result *result = asked ? lm_desk_result_named(text) : NULL;
    return result != NULL ? result->name : text;
}

/* Both games of a match in one word, from the side named first.  For one and a half points, the won
 * game is assumed to be the first: the score is the same (both orders give the same points and
 * ratings), and two words can be exact.  "1-1" is ambiguous. */
static const struct {
    const char *typed, *first, *second;
} matches[] = {{"2-0", "1-0", "1-0"},         {"0-2", "0-1", "0-1"},
               {"==", "1/2-1/2", "1/2-1/2"},  {"1.5-0.5", "1-0", "1/2-1/2"},
               {"0.5-1.5", "0-1", "1/2-1/2"}, {"1½-½", "1-0", "1/2-1/2"},
               {"½-1½", "0-1", "1/2-1/2"},    {"2-0f", "1F-0F", "1F-0F"},
               {"0-2f", "0F-1F", "0F-1F"},    {"0-0f", "0F-0F", "0F-0F"}};

/* Words being made into fields. */
struct typing {
    const struct lm_desk_kind *kind;
    const struct lm_desk_section *section; /* NULL: none, or unknown */
    const char *zone;                      /* of the clocks of the event; "" */
    const char *const *words;
    size_t count, at;
    const char **message; /* per field; NULL: not given */
    struct lm_arena *arena;
    struct lm_log *log;
};

/* Return the first field except ${place} that has no value, required fields first; the count if
 * none is left. */
static size_t next_place(const struct typing *t, size_t place)
{
    size_t count = t->kind->field_count, optional = count;
    for (size_t i = 0; i < count; i++) {
        if (i == place || !is_asked(&t->kind->fields[i]) || t->message[i] != NULL)
            continue;
        if (t->kind->fields[i].use & LM_REQUIRED)
            return i;
        optional = optional == count ? i : optional;
    }
    return optional;
}

/* Is any required field except ${place} still without value? */
static bool more_is_needed(const struct typing *t, size_t place)
{
    size_t next = next_place(t, place);
    return next < t->kind->field_count && (t->kind->fields[next].use & LM_REQUIRED);
}

/* "present 4 7 no": the list of players ends before it. */
static bool is_yes_or_no(const char *word)
{
    return strcmp(word, "yes") == 0 || strcmp(word, "no") == 0;
}

/* Is the value of ${field} a player, or several of them? */
static bool says_players(const struct lm_field *field)
{
    static const char *const named[] = {"player", "team", "member", "anybody"};
    bool one = false;
    for (size_t i = 0; field->names != NULL && i < sizeof named / sizeof *named; i++)
        one |= strcmp(field->names, named[i]) == 0;
    return (field->type == LM_FIELD_ID && one) ||
           (field->type == LM_FIELD_IDS && strcmp(field->name, "players") == 0);
}

/* Return the words from ${t}->at that are values of ${field}, with ${between} them. */
static enum lm_status all_values(struct typing *t, const char *between,
                                 const struct lm_field *field, const char **out)
{
    struct lm_text text = lm_text_in(t->arena);
    const char *value;
    enum lm_status status = LM_OK;
    for (bool first = true; status == LM_OK && t->at < t->count &&
                            named_by(t->kind, t->words[t->at], &value) == NULL &&
                            !(field->type == LM_FIELD_IDS && is_yes_or_no(t->words[t->at]));
         t->at++, first = false) {
        value = t->words[t->at];
        if (says_players(field))
            status = desk_player_meant(t->section, value, t->arena, t->log, &value);
        lm_text_print(&text, "%s%s", first ? "" : between, value);
    }
    *out = lm_text_string(&text);
    return status;
}

/* "raitng=1850" is a mistake, not the name of a player. */
static bool looks_named(const char *word)
{
    size_t length = strspn(word, "abcdefghijklmnopqrstuvwxyz_");
    return length > 0 && word[length] == '=' && word[length + 1] != '\0';
}

/* Return the field that the beginning of ${word}, "ratng=1800", is a typing error of; NULL: none.
 */
static const char *nearest_field(const struct typing *t, const char *word)
{
    const char *names[64];
    size_t count = 0;
    for (size_t i = 0; i < t->kind->field_count && count < sizeof names / sizeof *names; i++)
        if (is_asked(&t->kind->fields[i]))
            names[count++] = t->kind->fields[i].name;
    const char *key = lm_arena_copy(t->arena, word, strcspn(word, "="));
    return key == NULL ? NULL : nearest_of(key, names, count);
}

static enum lm_status tell_slip(const struct typing *t, const char *word)
{
    const char *near = nearest_field(t, word);
    if (near == NULL)
        return fail(t->log, LM_INVALID, "\"%s\" is not a field of %s", word, t->kind->name);
    return fail(t->log, LM_INVALID, "\"%s\" is not a field of %s; did you mean \"%s=\"?", word,
                t->kind->name, near);
}

/* After a name, or close to a field's name, NAME=VALUE is a mistake and not part of the text:
 * return that word of ${text}; NULL: there is none. */
static const char *slip_in(const struct typing *t, const struct lm_field *own, const char *text)
{
    bool name = strcmp(own->name, "name") == 0;
    for (const char *at = strchr(text, ' '); at != NULL; at = strchr(at + 1, ' ')) {
        const char *word = at + 1;
        const char *value;
        if (looks_named(word) &&
            (name || nearest_field(t, word) != NULL || named_by(t->kind, word, &value) != NULL))
            return lm_arena_copy(t->arena, word, strcspn(word, " "));
    }
    return NULL;
}

static enum lm_status tell_usage(const struct typing *t, const char *what)
{
    struct lm_text usage = lm_text_in(t->arena);
    desk_usage_of(t->kind, &usage);
    return fail(t->log, LM_INVALID, "\"%s\" %s; %s %s", t->words[t->at], what, t->kind->name,
                lm_text_string(&usage));
}

/* Read "2-0" as the results of both games. */
static bool take_match(struct typing *t, size_t place, const char *word)
{
    const char *message;
    bool found = false;
    const struct lm_field *second = field_called(t->kind, "second", word, &message);
    for (size_t i = 0; second != NULL && i < sizeof matches / sizeof *matches; i++)
        if (strcmp(matches[i].typed, word) == 0) {
            t->message[place] = matches[i].first;
            t->message[second - t->kind->fields] = matches[i].second;
            found = true;
        }
    return found;
}

/* "7=12.5": a number or an id with its value; return the length of the number, 0 if it is none. */
static size_t player_in(const char *word)
{
    size_t length = strcspn(word, "=");
    const char *digits = word + (*word == 'p');
    bool good = word[length] == '=' && word[length + 1] != '\0' && digits < word + length;
    for (const char *c = digits; good && c < word + length; c++)
        good = lm_is_digit(*c);
    return good ? length : 0;
}

/* In acts with a value for each of several players ("players" and the list after it), read the
 * words 7=12.5 8=3 … from here. */
static bool take_each(struct typing *t)
{
    const char *message;
    const struct lm_field *players = field_called(t->kind, "players", "", &message);
    const struct lm_field *each = players == NULL ? NULL : players + 1;
    struct lm_text who = lm_text_in(t->arena), what = lm_text_in(t->arena);
    bool lists = each != NULL && each < t->kind->fields + t->kind->field_count && is_list(each) &&
                 is_asked(each) && (each->use & LM_REQUIRED) &&
                 t->message[players - t->kind->fields] == NULL;
    if (!lists || player_in(t->words[t->at]) == 0)
        return false;
    for (size_t length; t->at < t->count && (length = player_in(t->words[t->at])) > 0; t->at++) {
        const char *word = t->words[t->at];
        lm_text_print(&who, "%s%.*s", who.length > 0 ? " " : "", (int)length, word);
        lm_text_print(&what, "%s%s",
                      what.length == 0               ? ""
                      : each->type == LM_FIELD_TEXTS ? "; "
                                                     : " ",
                      word + length + 1);
    }
    t->message[players - t->kind->fields] = lm_text_string(&who);
    t->message[each - t->kind->fields] = lm_text_string(&what);
    return true;
}

/* Read "1=01", a letter for each board of a team match; return the number, 0: not such a word. */
static size_t add_letters(const char *word, struct lm_text *out)
{
    size_t count = strspn(word, "105=+-");
    if (count < 2 || word[count] != '\0' || lm_desk_result_named(word) != NULL)
        return 0;
    for (size_t i = 0; i < count; i++)
        lm_text_print(out, "%s%s", i == 0 ? "" : ";",
                      lm_desk_result_named((const char[]){word[i], '\0'})->name);
    return count;
}

/* Read "1 = 0 1", a word for each; ${word} precedes ${t}->at. */
static size_t add_words(const struct typing *t, const char *word, struct lm_text *out)
{
    size_t count = 0;
    for (size_t at = t->at; word != NULL && lm_desk_result_named(word) != NULL; count++) {
        lm_text_print(out, "%s%s", count == 0 ? "" : ";", lm_desk_result_named(word)->name);
        word = at < t->count ? t->words[at++] : NULL;
    }
    return count;
}

/* Read a team match's result for all its boards into ${place}; two words are both games of a match
 * of two. */
static void take_boards(struct typing *t, size_t place, const char *word)
{
    enum { MORE_THAN_BOTH = 3 };
    const char *message;
    const struct lm_field *games = field_called(t->kind, "games", word, &message);
    struct lm_text text = lm_text_in(t->arena);
    if (games == NULL || games->type != LM_FIELD_TEXTS)
        return;
    if (add_letters(word, &text) == 0) {
        size_t words = add_words(t, word, &text);
        if (words < MORE_THAN_BOTH)
            return;
        t->at += words - 1;
    }
    t->message[games - t->kind->fields] = lm_text_string(&text);
    t->message[place] = NULL;
}

/* Find the field for the next word: put it into ${*place}, and into ${*value} its value, as far as
 * it is in that word. ${*named}: the word names the field. */
static enum lm_status find_field(struct typing *t, size_t *place, const char **value, bool *named)
{
    const char *word = t->words[t->at];
    *value = word;
    const struct lm_field *field = named_by(t->kind, word, value);
    size_t none = t->kind->field_count;
    *named = field != NULL;
    *place = *named ? (size_t)(field - t->kind->fields) : next_place(t, none);
    if (*place == none)
        return tell_usage(t, "is one word too many");
    if (!*named && looks_named(word))
        return nearest_field(t, word) != NULL ? tell_slip(t, word)
                                              : tell_usage(t, "names no field");
    return LM_OK;
}

/* Read the whole value of ${own}; for the last field, all remaining words. */
static enum lm_status take_value(struct typing *t, const struct lm_field *own, bool rest,
                                 const char **value)
{
    if (rest && is_list(own))
        return all_values(t, own->type == LM_FIELD_TEXTS ? "; " : " ", own, value);
    if (rest && own->type == LM_FIELD_TEXT)
        return all_values(t, " ", own, value);
    t->at++;
    return own->type == LM_FIELD_ID && says_players(own)
               ? desk_player_meant(t->section, *value, t->arena, t->log, value)
               : LM_OK;
}

static enum lm_status take_word(struct typing *t)
{
    size_t place;
    const char *value;
    bool named;
    if (take_each(t))
        return LM_OK;
    enum lm_status status = find_field(t, &place, &value, &named);
    if (status != LM_OK)
        return status;
    const struct lm_field *own = &t->kind->fields[place];
    status = take_value(t, own, !named && !more_is_needed(t, place), &value);
    const char *slip = own->type == LM_FIELD_TEXT ? slip_in(t, own, value) : NULL;
    if (status != LM_OK || slip != NULL)
        return status != LM_OK ? status : tell_slip(t, slip);
    t->message[place] = meant_by(own, t->section, t->zone, value, t->arena);
    if (t->message[place] == NULL)
        return LM_LIMIT;
    bool result = strcmp(own->name, "result") == 0;
    if (result && !take_match(t, place, value) && !named)
        take_boards(t, place, value);
    return LM_OK;
}

static enum lm_status write_fields(const struct typing *t, const char **out)
{
    struct lm_text json = lm_text_in(t->arena);
    struct lm_json_writer w = lm_json_writer_to(&json, true);
    enum lm_status status = LM_OK;
    lm_json_begin(&w, NULL, '{');
    for (size_t i = 0; i < t->kind->field_count && status == LM_OK; i++)
        if (t->message[i] != NULL)
            status = lm_field_put_text(&t->kind->fields[i], t->message[i], &w, t->log);
    lm_json_end(&w, '}');
    *out = lm_text_string(&json);
    return status == LM_OK ? lm_text_status(&json) : status;
}

/* For a round that begins, add the event's offset from UTC at that time. */
static void add_offset(struct typing *t)
{
    const char *message;
    int64_t at;
    struct lm_text minutes = lm_text_in(t->arena);
    const struct os_zone *zone = zone_called(t->zone, t->arena);
    const struct lm_field *offset = field_called(t->kind, "offset", "", &message);
    const struct lm_field *start = field_called(t->kind, "start", "", &message);
    const char *when = offset == NULL || start == NULL ? NULL : t->message[start - t->kind->fields];
    if (zone == NULL || when == NULL || t->message[offset - t->kind->fields] != NULL ||
        !lm_parse_instant(when, strlen(when), &at))
        return;
    lm_text_print(&minutes, "%d", (int)os_zone_at(zone, at).offset / 60);
    t->message[offset - t->kind->fields] = lm_text_string(&minutes);
}

static enum lm_status check_zone(const struct typing *t)
{
    const char *message;
    const struct lm_field *field = field_called(t->kind, "zone", "", &message);
    const char *zone = field == NULL ? NULL : t->message[field - t->kind->fields];
    if (zone == NULL || *zone == '\0' || zone_called(zone, t->arena) != NULL)
        return LM_OK;
    return fail(t->log, LM_INVALID, "\"%s\" is not a time zone; one is Europe/Zurich", zone);
}

/* Does an act of ${kind} with no fields change nothing? */
static bool changes_nothing(const struct lm_desk_kind *kind, size_t count)
{
    return count == 0 && (strcmp(kind->name, "settings") == 0 || strcmp(kind->name, "change") == 0);
}

enum lm_status desk_fields_of(const struct lm_desk_kind *kind,
                              const struct lm_desk_section *section, const char *zone,
                              const char *const *words, size_t count, struct lm_arena *arena,
                              struct lm_log *log, const char **out)
{
    struct typing t = {.kind = kind,
                       .section = section,
                       .zone = zone,
                       .words = words,
                       .count = count,
                       .arena = arena,
                       .log = log};
    t.message = lm_arena_alloc(arena, kind->field_count, sizeof *t.message);
    enum lm_status status = t.message != NULL ? LM_OK : LM_LIMIT;
    if (changes_nothing(kind, count)) {
        struct lm_text usage = lm_text_in(arena);
        desk_usage_of(kind, &usage);
        return fail(log, LM_INVALID, "%s says nothing to change; it %s", kind->name,
                    lm_text_string(&usage));
    }
    while (status == LM_OK && t.at < count)
        status = take_word(&t);
    if (status == LM_OK)
        status = check_zone(&t);
    if (status == LM_OK)
        add_offset(&t);
    return status == LM_OK ? write_fields(&t, out) : status;
}

enum lm_status desk_split(const char *line, size_t length, struct lm_arena *arena,
                          struct lm_log *log, const char *const **words, size_t *count)
{
    const char **all = NULL;
    size_t capacity = 0, found = 0;
    char *copy = lm_arena_alloc(arena, length + 1, 1);
    if (copy == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < length;) {
        while (i < length && (line[i] == ' ' || line[i] == '\t' || line[i] == '\r'))
            i++;
        if (i == length || (line[i] == '#' && found == 0))
            break;
        bool quoted = false;
        if (!lm_arena_grow(arena, &all, &capacity, found + 1, sizeof *all))
            return LM_LIMIT;
        all[found++] = copy;
        for (; i < length && (quoted || (line[i] != ' ' && line[i] != '\t' && line[i] != '\r'));
             i++)
            if (line[i] == '"')
                quoted = !quoted;
            else
                *copy++ = line[i];
        *copy++ = '\0';
        if (quoted)
            return fail(log, LM_INVALID, "a quotation mark is left open; close it with \"");
    }
    *words = all;
    *count = found;
    return LM_OK;
}

void desk_usage_of(const struct lm_desk_kind *kind, struct lm_text *out)
{
    size_t written = 0;
    lm_text_add(out, "takes:");
    for (size_t i = 0; i < kind->field_count; i++) {
        const struct lm_field *field = &kind->fields[i];
        bool must = field->use & LM_REQUIRED;
        if (is_asked(field))
            lm_text_print(out, " %s%s%s", must ? "" : "[", field->name, must ? "" : "]");
        written += is_asked(field);
    }
    if (written == 0)
        lm_text_add(out, " nothing more");
}
