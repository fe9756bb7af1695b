/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/championship/entry.h"

#include <string.h>

#include "os/clock.h"

const struct option event_options[] = {ROWS_OF_EVENTS, {0}};

enum lm_status moment_of(const char *text, struct lm_log *log, int64_t *at)
{
    if (text == NULL) {
        *at = os_now_seconds();
        return LM_OK;
    }
    return moment_text(text, os_now_seconds(), true, log, at);
}

/* --- moments in everyday form */

enum { DAY = 86400, ANY_DAY = -1, TODAY = 7, TOMORROW = 8, NO_DAY = 9 };

static const char *const days[] = {"mon", "tue", "wed",   "thu",     "fri",
                                   "sat", "sun", "today", "tomorrow"};

/* Return the index of the day that ${text} begins with; ${*rest} is the text after it. */
static int day_words(const char *text, const char **rest)
{
    size_t length = strcspn(text, " ");
    for (int i = 0; i < NO_DAY; i++)
        if (strlen(days[i]) == length && strncmp(days[i], text, length) == 0) {
            *rest = text + length + strspn(text + length, " ");
            return i;
        }
    *rest = text;
    return ANY_DAY;
}

bool is_half_a_moment(const char *text)
{
    const char *rest;
    return day_words(text, &rest) != ANY_DAY && *rest == '\0';
}

/* Return the seconds since midnight of "18:00"; -1: not a clock time. */
static int32_t clock_said(const char *text)
{
    size_t hour = strcspn(text, ":");
    int64_t hours = 0, minutes = 0;
    if (text[hour] != ':' || strlen(text + hour + 1) != 2 ||
        !lm_parse_integer(text, hour, 0, 23, &hours) ||
        !lm_parse_integer(text + hour + 1, 2, 0, 59, &minutes))
        return -1;
    return (int32_t)(hours * 3600 + minutes * 60);
}

/* Return the moment when the local clock shows ${local}. */
static int64_t utc_of(int64_t local)
{
    int64_t near = local - os_local_offset(local);
    return local - os_local_offset(near);
}

/* Is ${local} on the day ${day}, given that it is ${now}? */
static bool is_day(int day, int64_t local, int64_t now)
{
    int64_t today = (now + os_local_offset(now)) / DAY;
    if (day == TODAY || day == TOMORROW)
        return local / DAY == today + (day == TOMORROW);
    return day == ANY_DAY || lm_weekday((int32_t)(local / DAY)) == day;
}

enum lm_status moment_text(const char *text, int64_t now, bool ahead, struct lm_log *log,
                           int64_t *at)
{
    enum { WEEK_AND_A_DAY = 8 };
    const char *rest;
    int64_t local = 0;
    char whole[24];
    size_t length = strlen(text);
    if (lm_parse_instant(text, length, at))
        return LM_OK;
    if (length == 16) { /* a date and a time without Z */
        memcpy(whole, text, length);
        memcpy(whole + length, "Z", 2);
        if (lm_parse_instant(whole, length + 1, &local)) {
            *at = utc_of(local);
            return LM_OK;
        }
    }
    int day = day_words(text, &rest);
    int32_t second = clock_said(rest);
    int64_t today = (now + os_local_offset(now)) / DAY;
    for (int i = 0; second >= 0 && i <= WEEK_AND_A_DAY; i++) {
        local = (today + (ahead ? i : -i)) * DAY + second;
        *at = utc_of(local);
        bool there = ahead ? *at > now : *at <= now;
        if (is_day(day, local, now) && (there || day == TODAY))
            return LM_OK;
    }
    return fail(
        log, LM_INVALID,
        "\"%s\" is not a time; write 2019-10-02T18:00:00Z, or \"thu 18:00\" by the local clock",
        text);
}

/* --- entering one event or a few */

enum lm_status entry_open(struct entry *e, struct run *run)
{
    *e = (struct entry){
        .run = run, .lines = lm_text_in(run->arena), .secrets = lm_text_in(run->arena)};
    enum lm_status status = moment_of(run->values[AT].text, run->log, &e->at);
    return status == LM_OK ? journal_open(run->operands[0], true, run->arena, run->log, &e->journal)
                           : status;
}

void put_moment(struct entry *e, const char *key, int64_t at)
{
    struct lm_text text = lm_text_in(e->run->arena);
    lm_text_add_instant(&text, at);
    lm_json_put_string(&e->w, key, lm_text_string(&text));
}

enum lm_status put_past(struct entry *e, const char *key, const char *text)
{
    int64_t at = 0;
    if (text == NULL)
        return LM_OK;
    enum lm_status status = moment_text(text, e->at, false, e->run->log, &at);
    if (status == LM_OK)
        put_moment(e, key, at);
    return status;
}

void put_if(struct entry *e, const char *key, const char *text)
{
    if (text != NULL)
        lm_json_put_string(&e->w, key, text);
}

void event_begin(struct entry *e, const char *name)
{
    const char *by = e->run->values[BY].text;
    if (by == NULL)
        by = e->player != NULL ? e->player : lm_championship_director(e->journal.championship);
    e->line = lm_text_in(e->run->arena);
    e->w = lm_json_writer_to(&e->line, true);
    lm_json_begin(&e->w, NULL, '{');
    lm_json_put_string(&e->w, "event", name);
    put_moment(e, "at", e->at);
    lm_json_put_string(&e->w, "by", by);
    e->message = put_past(e, "happened", e->run->values[HAPPENED].text);
    put_if(e, "why", e->run->values[WHY].text);
    put_if(e, "req", e->run->values[REQUEST].text);
}

/* Write the open match of ${player} that the event is about. */
enum lm_status put_match(struct entry *e, const char *player)
{
    struct lm_open_match match = {.id = player};
    if (strchr(player, '/') == NULL &&
        !lm_championship_open_match(e->journal.championship, player, &match))
        return fail(e->run->log, LM_INVALID,
                    "%s has no match now; see `limmat championship status`", player);
    lm_json_put_string(&e->w, "match", match.id);
    return LM_OK;
}

/* Remove places: the event is in no file, so they would mislead. */
static void forget_places(struct lm_log *log)
{
    for (size_t i = 0; i < log->count; i++)
        log->all[i].line = log->all[i].column = 0;
}

/* Log why the event is not accepted yet. */
static enum lm_status tell_needs(struct entry *e, const struct lm_desk_taken *taken)
{
    for (size_t i = 0; i < taken->reason_count; i++) {
        const struct lm_desk_reason *reason = &taken->reasons[i];
        struct lm_place place = {.field = reason->article[0] != '\0' ? reason->article : NULL};
        struct lm_text remedy = lm_text_in(e->run->arena);
        lm_text_print(&remedy, "%s, or confirm it with --acknowledge %s", reason->remedy,
                      reason->token);
        (void)lm_log_add(e->run->log, LM_ERROR, place, lm_text_string(&remedy), "%s", reason->what);
    }
    if (taken->answer == LM_ACT_CONFLICT)
        return fail(e->run->log, LM_INVALID, "the recorded value differs from \"was\"");
    return LM_INVALID;
}

/* Return ${wish} with everything that ${taken} asks for acknowledged. */
static const char *acknowledging(struct entry *e, const char *wish,
                                 const struct lm_desk_taken *taken)
{
    struct lm_text text = lm_text_in(e->run->arena);
    lm_text_add_bytes(&text, wish, strlen(wish) - 1);
    for (size_t i = 0; i < taken->reason_count; i++) {
        lm_text_add(&text, i == 0 ? ",\"acknowledged\":[" : ",");
        lm_json_add_string(&text, taken->reasons[i].token);
    }
    lm_text_add(&text, "]}");
    return lm_text_string(&text);
}

static enum lm_status enter_wish(struct entry *e, const char *wish, struct lm_desk_taken *taken)
{
    struct lm_json *node = NULL;
    enum lm_status status = lm_json_parse(wish, strlen(wish), e->run->arena, e->run->log, &node);
    const struct lm_json *object = node;
    return status == LM_OK
               ? lm_championship_enter(e->journal.championship, &object, 1, e->run->log, taken)
               : status;
}

enum lm_status entry_take(struct entry *e, const char *wish)
{
    struct lm_desk_taken taken;
    const char *message = e->run->values[ACKNOWLEDGE].text;
    enum lm_status status = enter_wish(e, wish, &taken);
    if (status == LM_OK && taken.answer == LM_ACT_NEEDS && message != NULL &&
        strcmp(message, "all") == 0)
        status = enter_wish(e, acknowledging(e, wish, &taken), &taken);
    if (status != LM_OK)
        return status;
    if (taken.answer == LM_ACT_REPEATED)
        lm_text_print(&e->run->out, "already entered: line %llu\n",
                      (unsigned long long)taken.first);
    else if (taken.answer != LM_ACT_TAKEN)
        return tell_needs(e, &taken);
    lm_text_add_bytes(&e->lines, taken.lines, taken.line_length);
    lm_text_add_bytes(&e->secrets, taken.secrets, taken.secret_length);
    return LM_OK;
}

static void put_acknowledged(struct entry *e)
{
    const char *message = e->run->values[ACKNOWLEDGE].text;
    if (message == NULL || strcmp(message, "all") == 0)
        return;
    lm_json_begin(&e->w, "acknowledged", '[');
    for (const char *token; *message != '\0';)
        if ((token = next_field(e->run->arena, &message)) != NULL)
            lm_json_put_string(&e->w, NULL, token);
    lm_json_end(&e->w, ']');
}

enum lm_status event_end(struct entry *e)
{
    put_acknowledged(e);
    lm_json_end(&e->w, '}');
    if (e->message != LM_OK)
        return e->message;
    if (lm_text_status(&e->line) != LM_OK)
        return LM_LIMIT;
    enum lm_status status = entry_take(e, lm_text_string(&e->line));
    if (status != LM_OK)
        forget_places(e->run->log);
    return status;
}

/* Enter all events, or none. */
enum lm_status entry_close(struct entry *e, enum lm_status status)
{
    struct lm_desk_taken taken = {.lines = lm_text_string(&e->lines),
                                  .line_length = e->lines.length,
                                  .secrets = lm_text_string(&e->secrets),
                                  .secret_length = e->secrets.length};
    if (status == LM_OK && (e->lines.failed || e->secrets.failed))
        status = LM_LIMIT;
    if (status == LM_OK)
        status = journal_store(&e->journal, &taken, e->run->log);
    journal_close(&e->journal);
    if (status == LM_OK)
        lm_championship_news(e->journal.championship, e->journal.events, &e->run->out);
    return status;
}

/* Enter one event about the match of its first player, written by ${put}. */
enum lm_status enter(struct run *run, const char *name, enum lm_status (*put)(struct entry *e))
{
    struct entry e;
    enum lm_status status = entry_open(&e, run);
    if (status != LM_OK)
        return status;
    e.player = run->operand_count > 1 ? run->operands[1] : NULL;
    event_begin(&e, name);
    status = put(&e);
    return entry_close(&e, status == LM_OK ? event_end(&e) : status);
}

/* --- members that several events have */

/* Return the next field of a line of CSV (no quotes: names of accounts have no commas). */
const char *next_field(struct lm_arena *arena, const char **line)
{
    size_t length = strcspn(*line, ",\r\n");
    const char *field = lm_arena_copy(arena, *line, length);
    *line += length + ((*line)[length] == ',');
    return field != NULL && field[0] != '\0' ? field : NULL;
}

enum lm_status put_number(struct entry *e, const char *key, const char *text)
{
    int32_t tenths = 0;
    if (text == NULL)
        return LM_OK;
    if (!lm_parse_tenths(text, strlen(text), &tenths))
        return fail(e->run->log, LM_INVALID, "%s is \"%s\"; give a number", key, text);
    if (tenths % 10 == 0)
        lm_json_put_integer(&e->w, key, tenths / 10);
    else
        lm_json_put_tenths(&e->w, key, tenths);
    return LM_OK;
}

/* Write a copy of ${node}, which contains no objects. */
void put_node(struct lm_json_writer *w, const char *key, const struct lm_json *node)
{
    if (node->type == LM_JSON_STRING) {
        lm_json_put_string(w, key, node->text);
    } else if (node->type == LM_JSON_NUMBER) {
        int64_t number = 0;
        (void)lm_json_integer(node, INT64_MIN, INT64_MAX, &number);
        lm_json_put_integer(w, key, number);
    } else if (node->type == LM_JSON_ARRAY) {
        lm_json_begin(w, key, '[');
        for (const struct lm_json *child = node->first; child != NULL; child = child->next)
            put_node(w, NULL, child);
        lm_json_end(w, ']');
    }
}

/* Write the games as seen by ${player} from the first player's side. */
enum lm_status put_games(struct entry *e, const char *player, const char *games)
{
    struct lm_open_match match;
    bool first = !lm_championship_open_match(e->journal.championship, player, &match) ||
                 strcmp(match.first, player) == 0;
    char *copy = lm_arena_copy(e->run->arena, games, strlen(games));
    if (copy == NULL)
        return LM_LIMIT;
    for (char *game = copy; !first && *game != '\0'; game++)
        *game = *game == '1' ? '0' : (*game == '0' ? '1' : *game);
    lm_json_put_string(&e->w, "games", copy);
    return LM_OK;
}
