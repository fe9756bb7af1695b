/* SPDX-License-Identifier: Apache-2.0 */
/* `limmat rate why`: why somebody's rating changed from one list to the next, by the journal. */
#include <inttypes.h>
#include <string.h>

#include "cli/rating/rate.h"
#include "limmat/reconcile.h"

enum { LIST, BEFORE, EVENTS };

static const struct option options[] = {
    [LIST] = LIST_OPTION("the list on which it changed: a directory that `rate period` made"),
    [BEFORE] = {0, "before", TEXT, "OLD", 0, 0, "the list before, for each game (with --events)"},
    [EVENTS] = {'e', "events", TEXT, "DIR", 0, 0, "the directory with the month's events"},
    {0}};

enum { COLUMNS = 12, COLUMN_LENGTH = 256 };

/* A line of a journal, cut at its tabs. */
struct entry {
    char columns[COLUMNS][COLUMN_LENGTH];
    size_t count;
};

static void cut_line(const char *line, size_t length, struct entry *entry)
{
    entry->count = 0;
    for (size_t at = 0; at <= length && entry->count < COLUMNS; entry->count++) {
        const char *tab = memchr(line + at, '\t', length - at);
        size_t size = tab == NULL ? length - at : (size_t)(tab - line) - at;
        size_t kept = size < COLUMN_LENGTH ? size : COLUMN_LENGTH - 1;
        memcpy(entry->columns[entry->count], line + at, kept);
        entry->columns[entry->count][kept] = '\0';
        at += size + 1;
    }
    for (size_t i = entry->count; i < COLUMNS; i++)
        entry->columns[i][0] = '\0';
}

struct story {
    struct run *run;
    const char *id; /* digits */
    const char *journal;
    struct entry head;
    struct table results;
    const char **events; /* ids of his events, for the games */
    size_t event_count, event_capacity;
    bool changed;
    struct entry change;
};

/* The name of the event ${id} in the journal. */
static const char *event_name(const struct story *s, const char *id)
{
    struct entry entry;
    for (const char *at = s->journal; *at != '\0';) {
        size_t length = strcspn(at, "\n");
        if (strncmp(at, "event\t", 6) == 0) {
            cut_line(at, length, &entry);
            if (strcmp(entry.columns[1], id) == 0)
                return lm_arena_copy(s->run->arena, entry.columns[5], strlen(entry.columns[5]));
        }
        at += length + (at[length] == '\n' ? 1 : 0);
    }
    return "";
}

static void tell_result(struct story *s, const struct entry *e)
{
    const char *id = lm_arena_copy(s->run->arena, e->columns[1], strlen(e->columns[1]));
    bool unrated = strcmp(e->columns[3], "unrated") == 0;
    if (id == NULL || !lm_arena_grow(s->run->arena, &s->events, &s->event_capacity,
                                     s->event_count + 1, sizeof *s->events))
        return;
    s->events[s->event_count++] = id;
    table_add(&s->results, id);
    table_add(&s->results, event_name(s, id));
    table_add(&s->results, e->columns[4]);
    table_add(&s->results, e->columns[5]);
    for (size_t i = 6; i < 10; i++)
        table_add(&s->results, unrated ? "" : e->columns[i]);
    if (unrated)
        table_print(&s->results, "unrated%s%s: %s", *e->columns[6] == '\0' ? "" : ", Ru ",
                    e->columns[6], e->columns[7]);
    else
        table_add(&s->results, strcmp(e->columns[3], "rated") == 0 ? "" : e->columns[3]);
}

static const char *cause_text(const char *name)
{
    for (int cause = 0; cause < LM_LIST_CAUSES; cause++)
        if (strcmp(lm_list_cause_name((enum lm_list_cause)cause), name) == 0)
            return lm_list_cause_text((enum lm_list_cause)cause);
    return name;
}

static void tell_difference(struct story *s, const struct entry *e)
{
    lm_text_print(&s->run->out, "taken over from FIDE's list: %s %s -> %s: %s\n", e->columns[2],
                  e->columns[3], e->columns[4], cause_text(e->columns[5]));
    s->changed = true;
}

static void read_story(struct story *s)
{
    struct entry entry;
    cut_line(s->journal, strcspn(s->journal, "\n"), &s->head);
    for (const char *at = s->journal; *at != '\0';) {
        size_t length = strcspn(at, "\n");
        cut_line(at, length < 4096 ? length : 4096, &entry);
        if (strcmp(entry.columns[0], "result") == 0 && strcmp(entry.columns[2], s->id) == 0)
            tell_result(s, &entry);
        else if (strcmp(entry.columns[0], "change") == 0 && strcmp(entry.columns[1], s->id) == 0)
            s->change = entry;
        else if (strcmp(entry.columns[0], "difference") == 0 &&
                 strcmp(entry.columns[1], s->id) == 0)
            tell_difference(s, &entry);
        at += length + (at[length] == '\n' ? 1 : 0);
    }
}

/* --- the sum --- */

static const char *or_unrated(const char *rating)
{
    return strcmp(rating, "0") == 0 ? "unrated" : rating;
}

/* change ID OLD NEW OLD-K NEW-K GAMES CHANGE WHY */
static void tell_change(const struct story *s, const struct lm_rating_rules *rules,
                        enum lm_chess chess)
{
    struct lm_text *out = &s->run->out;
    const struct entry *c = &s->change;
    bool standard = chess == LM_STANDARD;
    if (c->count == 0) {
        if (!s->changed)
            lm_text_add(out, s->event_count == 0
                                 ? "no event of his was rated for this list: nothing changes\n"
                                 : "his rating and K are what they were\n");
        return;
    }
    lm_text_print(out, "%s -> %s, K %s -> %s", or_unrated(c->columns[2]), or_unrated(c->columns[3]),
                  c->columns[4], c->columns[5]);
    if (strcmp(c->columns[8], "played") == 0)
        lm_text_print(out, ": the changes of all events make %s%s, rounded once (%s)",
                      c->columns[7][0] == '-' ? "" : "+", c->columns[7],
                      rules->numbered_as_2024 ? standard ? "8.3.4" : "7.3.4" : "8.57");
    else if (strcmp(c->columns[8], "published") == 0)
        lm_text_print(out, ": published for the first time, from %s games (%s)", c->columns[6],
                      rules->numbered_as_2024 ? standard ? "7.1.4, 8.2" : "6.1.4, 7.2"
                                              : "7.14, 8.3");
    else if (strcmp(c->columns[8], "delisted") == 0)
        lm_text_print(out, ": below %" PRId32 ", unrated from now on (%s)", rules->floor,
                      rules->numbered_as_2024 ? standard ? "7.2.1" : "6.2.1" : "7.21");
    else
        lm_text_print(out, ": no games, K follows age, games or rating (%s)",
                      rules->numbered_as_2024 ? standard ? "8.3.3" : "7.3.3" : "8.56");
    lm_text_add_char(out, '\n');
}

/* --- game by game --- */

static bool is_his(const struct story *s, const char *event)
{
    for (size_t i = 0; i < s->event_count; i++)
        if (strcmp(s->events[i], event) == 0)
            return true;
    return false;
}

static enum lm_status tell_games_of(struct story *s, const char *path, uint32_t id,
                                    const struct lm_registry *before)
{
    struct run *run = s->run;
    struct lm_rating_event event;
    struct lm_assessment assessment;
    const struct lm_rating_rules *rules;
    enum lm_status status = load_event(path, run->arena, run->log, &event);
    if (status != LM_OK || !is_his(s, event.id))
        return status;
    status = choose_rules(NULL, event.start, event.chess, run->arena, run->log, &rules);
    if (status == LM_OK)
        status = take_ratings(before, run->arena, &event);
    if (status == LM_OK)
        status = lm_rating_assess(rules, &event, run->arena, &assessment);
    for (size_t p = 0; status == LM_OK && p < event.player_count; p++)
        if (event.players[p].id == id) {
            lm_text_print(&run->out, "\n%s\n", event.id);
            explain_player(rules, &event, &assessment, p, run->arena, &run->out);
        }
    return status;
}

static enum lm_status tell_games(struct story *s, uint32_t id)
{
    struct run *run = s->run;
    const struct os_entry *entries;
    size_t count;
    struct lm_registry before;
    if (run->values[EVENTS].text == NULL)
        return LM_OK;
    if (run->values[BEFORE].text == NULL)
        return fail(run->log, LM_INVALID, "give the list before (--before): games are rated by it");
    enum lm_status status = load_registry(run->values[BEFORE].text, run->arena, run->log, &before);
    if (status == LM_OK)
        status = os_list(run->values[EVENTS].text, run->arena, run->log, &entries, &count);
    for (size_t i = 0; status == LM_OK && i < count; i++) {
        const char *name = entries[i].name;
        size_t length = strlen(name);
        if (name[0] == '.' || (length > 12 && strcmp(name + length - 12, ".rating.json") == 0))
            continue;
        status = tell_games_of(s, os_join(run->arena, run->values[EVENTS].text, name), id, &before);
    }
    return status;
}

/* --- the command --- */

static enum lm_status open_journal(struct run *run, const char **journal)
{
    size_t length;
    const char *list = run->values[LIST].text;
    if (list == NULL)
        return fail(run->log, LM_INVALID, "give the list on which it changed (--list)");
    const char *path =
        os_kind_of(list) == OS_FOLDER ? os_join(run->arena, list, "journal.txt") : NULL;
    if (path == NULL || !os_is_there(path))
        return fail(run->log, LM_INVALID,
                    "%s has no journal: give a directory that `limmat rate period` made", list);
    return read_file(path, run->arena, run->log, journal, &length);
}

static enum lm_status find_person(struct run *run, uint32_t *id, struct lm_person *person)
{
    int64_t number;
    const char *text = run->operands[0];
    struct lm_registry registry;
    if (!lm_parse_integer(text, strlen(text), 1, UINT32_MAX, &number))
        return fail(run->log, LM_INVALID, "\"%s\" is no id; `limmat rate lookup` finds it", text);
    enum lm_status status = load_registry(run->values[LIST].text, run->arena, run->log, &registry);
    const struct lm_person *found =
        status == LM_OK ? lm_registry_find(&registry, (uint32_t)number) : NULL;
    if (status == LM_OK && found == NULL)
        return fail(run->log, LM_INVALID, "nobody in the list has the id %s", text);
    if (status != LM_OK)
        return status;
    *id = (uint32_t)number;
    *person = *found;
    return LM_OK;
}

/* The head of a journal: limmat-journal 1, RULES, CHESS, OLD, NEW; of one of reconcile
 * limmat-adopted 1, CHESS, OLD, NEW. */
static enum lm_chess chess_of(const struct entry *head, const char **from, const char **to)
{
    size_t at = strcmp(head->columns[0], "limmat-adopted 1") == 0 ? 1 : 2;
    *from = head->columns[at + 1];
    *to = head->columns[at + 2];
    for (int chess = 0; chess < LM_CHESS_KINDS; chess++)
        if (strcmp(head->columns[at], lm_chess_name((enum lm_chess)chess)) == 0)
            return (enum lm_chess)chess;
    return LM_STANDARD;
}

/* The edition that the head names; of an adopted list, and where a file of the office's own was
 * used, that of the list's day. */
static enum lm_status rules_of_journal(const struct entry *head, int32_t day, enum lm_chess chess,
                                       struct lm_arena *arena, const struct lm_rating_rules **out)
{
    struct lm_rating_book book;
    enum lm_status status = lm_rating_book(arena, &book);
    if (status != LM_OK)
        return status;
    *out = lm_rating_rules_named(&book, head->columns[1]);
    if (*out == NULL)
        *out = lm_rating_rules_on_or_first(&book, day, chess);
    return LM_OK;
}

static enum lm_status rate_why(struct run *run)
{
    static const char *const heads[] = {"event", "",       "games",  "score", "rating",
                                        "K",     "beyond", "change", ""};
    struct lm_person person = {.name = ""};
    const char *from;
    const char *to;
    int32_t day;
    uint32_t id = 0;
    struct story story = {.run = run, .id = run->operands[0]};
    enum lm_status status = open_journal(run, &story.journal);
    if (status == LM_OK)
        status = find_person(run, &id, &person);
    if (status != LM_OK)
        return status;
    story.results = table_new(run->arena, "llrrrrrrl");
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        table_add(&story.results, heads[i]);
    cut_line(story.journal, strcspn(story.journal, "\n"), &story.head);
    enum lm_chess chess = chess_of(&story.head, &from, &to);
    lm_text_print(&run->out, "%s %s, %s, from the list of %s to that of %s\n", story.id,
                  person.name, lm_chess_name(chess), from, to);
    status = parse_day(to, "the journal's list", run->log, &day);
    if (status != LM_OK)
        return status;
    read_story(&story);
    if (story.event_count > 0)
        table_write(&story.results, &run->out);
    const struct lm_rating_rules *rules;
    status = rules_of_journal(&story.head, day, chess, run->arena, &rules);
    if (status != LM_OK)
        return status;
    write_basis(rules, &run->out);
    tell_change(&story, rules, chess);
    return tell_games(&story, id);
}

const struct command rate_why_command = {
    .name = "rate why",
    .operands = "ID",
    .summary = "why somebody's rating changed from one list to the next",
    .description =
        "By the journal of the list: each event with games, score, rating, K, points beyond what "
        "was\nexpected, and change; what they make together, rounded once; K.  With --events and "
        "--before every\ngame with its expectation.",
    .example = "limmat rate why -l 2026-05 1300003\n"
               "limmat rate why -l 2026-05 --before 2026-04 -e events 1300003",
    .options = options,
    .least = 1,
    .most = 1,
    .run = rate_why,
};
