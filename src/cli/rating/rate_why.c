/* SPDX-License-Identifier: Apache-2.0 */
/* `limmat rate why`: explain from the journal why a player's rating changed from one list to the
 * next. */
#include <inttypes.h>
#include <string.h>

#include "cli/rating/rate.h"
#include "limmat/rating_story.h"
#include "limmat/reconcile.h"

enum { LIST, BEFORE, EVENTS };

static const struct option options[] = {
    [LIST] = LIST_OPTION("the list on which it changed: a directory that `rate period` made"),
    [BEFORE] = {0, "before", TEXT, "OLD", 0, 0, "the list before, for each game (with --events)"},
    [EVENTS] = {'e', "events", TEXT, "DIR", 0, 0, "the directory with the month's events"},
    LANGUAGE_OPTION,
    {0}};

/* Return the player's events in the journal. */
static struct table results_of(const struct run *run, const struct lm_story *story)
{
    static const char *const heads[] = {LM_MESSAGE("event"),
                                        "",
                                        LM_MESSAGE("games"),
                                        LM_MESSAGE("score"),
                                        LM_MESSAGE("rating"),
                                        "K",
                                        LM_MESSAGE("beyond"),
                                        LM_MESSAGE("change"),
                                        ""};
    struct table table = table_new(run->arena, "llrrrrrrl");
    rate_heads(run, &table, heads, sizeof heads / sizeof *heads);
    for (size_t i = 0; i < story->result_count; i++) {
        const struct lm_story_result *r = &story->results[i];
        const char *const cells[] = {r->event,  r->name, r->games,  r->score,
                                     r->rating, r->k,    r->beyond, r->change};
        for (size_t cell = 0; cell < sizeof cells / sizeof *cells; cell++)
            table_add(&table, cells[cell]);
        if (r->unrated)
            table_print(&table, "%s%s%s: %s", rate_word(run, LM_MESSAGE("unrated")),
                        *r->ru == '\0' ? "" : ", Ru ", r->ru, rate_word(run, r->note));
        else
            table_add(&table, strcmp(r->as, "rated") == 0 ? "" : r->as);
    }
    return table;
}

static const char *cause_text(const char *name)
{
    for (int cause = 0; cause < LM_LIST_CAUSES; cause++)
        if (strcmp(lm_list_cause_name((enum lm_list_cause)cause), name) == 0)
            return lm_list_cause_text((enum lm_list_cause)cause);
    return name;
}

/* --- the sum --- */

static const char *or_unrated(const char *rating)
{
    return strcmp(rating, "0") == 0 ? LM_MESSAGE("unrated") : rating;
}

/* Report event after event, each with the rating after the one before. */
static void tell_evaluations(const struct run *run, const struct lm_story *story,
                             const char *article, struct lm_text *out)
{
    const struct lm_story_change *c = &story->change;
    struct lm_text why = lm_text_in(run->arena);
    if (strcmp(c->why, "published") == 0)
        lm_text_print(&why, LM_MESSAGE("a first rating (%s)"), article);
    else if (strcmp(c->why, "adjusted") == 0)
        lm_text_add(&why, LM_MESSAGE("all ratings were adjusted for this list"));
    else if (strcmp(c->why, "played") == 0)
        lm_text_print(
            &why, LM_MESSAGE("evaluated event after event, each with the rating before it (%s)"),
            article);
    else
        lm_text_add(&why, LM_MESSAGE("games are kept until they suffice for a first rating"));
    rate_say(run, out, "%s -> %s: %s", or_unrated(c->old_rating), or_unrated(c->new_rating),
             lm_text_string(&why));
    lm_text_add_char(out, '\n');
}

static void tell_change(const struct run *run, const struct lm_story *story,
                        const struct lm_rating_rules *rules, struct lm_text *out)
{
    const struct lm_story_change *c = &story->change;
    if (!story->changed) {
        if (story->difference_count > 0)
            return;
        rate_say(run, out,
                 story->result_count == 0
                     ? "no event of this player was rated for this list: nothing changes"
                     : "the rating and K did not change");
        lm_text_add_char(out, '\n');
        return;
    }
    const char *article = lm_story_article(story, rules);
    if (rules->evaluation != NULL) {
        tell_evaluations(run, story, article, out);
        return;
    }
    struct lm_text why = lm_text_in(run->arena), sum = lm_text_in(run->arena);
    lm_text_print(&sum, "%s%s", c->change[0] == '-' ? "" : "+", c->change);
    if (strcmp(c->why, "played") == 0)
        lm_text_print(&why, LM_MESSAGE("the changes of all events add up to %s, rounded once (%s)"),
                      lm_text_string(&sum), article);
    else if (strcmp(c->why, "published") == 0)
        lm_text_print(&why, LM_MESSAGE("published for the first time, from %s games (%s)"),
                      c->games, article);
    else if (strcmp(c->why, "delisted") == 0)
        lm_text_print(&why, LM_MESSAGE("below %" PRId32 ", unrated from now on (%s)"), rules->floor,
                      article);
    else
        lm_text_print(&why, LM_MESSAGE("no games, K follows age, games or rating (%s)"), article);
    rate_say(run, out, "%s -> %s, K %s -> %s: %s", or_unrated(c->old_rating),
             or_unrated(c->new_rating), c->old_k, c->new_k, lm_text_string(&why));
    lm_text_add_char(out, '\n');
}

/* --- game by game --- */

static bool is_his(const struct lm_story *story, const char *event)
{
    for (size_t i = 0; i < story->result_count; i++)
        if (strcmp(story->results[i].event, event) == 0)
            return true;
    return false;
}

/* result  EVENT  PLAYER  rated|unrated|…  GAMES  SCORE  RATING|RU  K|VERDICT  … */
struct result_line {
    const char *at[8];
    size_t lengths[8];
};

static bool cut_result(const char *line, size_t length, struct result_line *out)
{
    static const char word[] = "result\t";
    const char *at = line, *end = line + length;
    if (length < sizeof word || memcmp(line, word, sizeof word - 1) != 0)
        return false;
    for (size_t i = 0; i < sizeof out->at / sizeof *out->at; i++) {
        const char *tab = at > end ? NULL : memchr(at, '\t', (size_t)(end - at));
        const char *stop = tab == NULL ? end : tab;
        if (at > end)
            return false;
        out->at[i] = at;
        out->lengths[i] = (size_t)(stop - at);
        at = stop + 1;
    }
    return true;
}

static bool is_cell(const struct result_line *line, size_t cell, const char *text)
{
    return line->lengths[cell] == strlen(text) && memcmp(line->at[cell], text, strlen(text)) == 0;
}

/* A national system evaluates event after event: give each player of ${event} the rating with which
 * the journal evaluated it, and the earlier evaluations of the month. */
static void take_ratings_of_journal(const char *journal, size_t length,
                                    struct lm_rating_event *event, struct lm_event_player *players)
{
    bool begun = false;
    for (const char *at = journal, *end = journal + length; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t size = (size_t)((newline == NULL ? end : newline) - at);
        struct result_line line;
        int64_t id = 0, rating = 0;
        bool result = cut_result(at, size, &line) &&
                      lm_parse_integer(line.at[2], line.lengths[2], 1, UINT32_MAX, &id);
        bool own = result && is_cell(&line, 1, event->id);
        at += size + 1;
        if (begun && result && !own)
            return;
        begun = begun || own;
        bool unrated = result && is_cell(&line, 3, "unrated");
        if (!unrated && result)
            (void)lm_parse_integer(line.at[6], line.lengths[6], 1, INT16_MAX, &rating);
        for (size_t p = 0; result && p < event->player_count; p++) {
            if (players[p].id != (uint32_t)id)
                continue;
            if (own)
                players[p].rating = players[p].now_rating = (int32_t)rating;
            else
                players[p].index += !unrated || is_cell(&line, 7, "counted") ? 1 : 0;
        }
    }
}

/* The input of one explanation. */
struct asked {
    const struct lm_story *story;
    const struct lm_rating_rules *rules; /* of the list */
    const char *journal;
    size_t length;
    uint32_t id;
};

static enum lm_status tell_games_of(struct run *run, const struct asked *asked, const char *path,
                                    const struct lm_registry *before)
{
    struct lm_rating_event event;
    struct lm_assessment assessment;
    const struct lm_rating_rules *rules;
    const char *national = asked->rules->system == NULL ? NULL : asked->rules->name;
    enum lm_status status = load_event(path, run->arena, run->log, &event);
    if (status != LM_OK || !is_his(asked->story, event.id))
        return status;
    status = choose_rules(national, event.start, event.chess, run->arena, run->log, &rules);
    if (status == LM_OK)
        status = lm_event_take_ratings(before, run->arena, &event);
    if (status == LM_OK && national != NULL)
        take_ratings_of_journal(asked->journal, asked->length, &event,
                                (struct lm_event_player *)(uintptr_t)event.players);
    if (status == LM_OK)
        status = lm_rating_assess(rules, &event, run->arena, &assessment);
    for (size_t p = 0; status == LM_OK && p < event.player_count; p++)
        if (event.players[p].id == asked->id) {
            lm_text_print(&run->out, "\n%s\n", event.id);
            explain_player(run, rules, &event, &assessment, p, &run->out);
        }
    return status;
}

static enum lm_status tell_games(struct run *run, const struct asked *asked)
{
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
        status =
            tell_games_of(run, asked, os_join(run->arena, run->values[EVENTS].text, name), &before);
    }
    return status;
}

/* --- the command --- */

static enum lm_status open_journal(struct run *run, const char **journal, size_t *length)
{
    const char *list = run->values[LIST].text;
    if (list == NULL)
        return fail(run->log, LM_INVALID, "give the list on which it changed (--list)");
    const char *path =
        os_kind_of(list) == OS_FOLDER ? os_join(run->arena, list, "journal.txt") : NULL;
    if (path == NULL || !os_is_there(path))
        return fail(run->log, LM_INVALID,
                    "%s has no journal: give a directory that `limmat rate period` made", list);
    return read_file(path, run->arena, run->log, journal, length);
}

static enum lm_status find_person(struct run *run, uint32_t *id, struct lm_person *person)
{
    int64_t number;
    const char *text = run->operands[0];
    struct lm_registry registry;
    if (!lm_parse_integer(text, strlen(text), 1, UINT32_MAX, &number))
        return fail(run->log, LM_INVALID, "\"%s\" is not an id; `limmat rate lookup` finds it",
                    text);
    enum lm_status status = load_registry(run->values[LIST].text, run->arena, run->log, &registry);
    const struct lm_person *found =
        status == LM_OK ? lm_registry_find(&registry, (uint32_t)number) : NULL;
    if (status == LM_OK && found == NULL)
        return fail(run->log, LM_INVALID, "no player in the list has the id %s", text);
    if (status != LM_OK)
        return status;
    *id = (uint32_t)number;
    *person = *found;
    return LM_OK;
}

/* Return the edition that the head names; for an adopted list, or one made with an office's own
 * file, that of the list's day. */
static enum lm_status rules_of_journal(const struct lm_story *story, int32_t day,
                                       struct lm_arena *arena, const struct lm_rating_rules **out)
{
    struct lm_rating_book book;
    enum lm_status status = lm_rating_book(arena, &book);
    if (status != LM_OK)
        return status;
    *out = lm_rating_rules_named(&book, story->rules);
    if (*out == NULL)
        *out = lm_rating_rules_on_or_first(&book, day, story->chess);
    return LM_OK;
}

static enum lm_status rate_why(struct run *run)
{
    struct lm_person person = {.name = ""};
    const struct lm_rating_rules *rules;
    struct lm_story story;
    const char *journal;
    size_t length;
    int32_t day;
    uint32_t id = 0;
    enum lm_status status = open_journal(run, &journal, &length);
    if (status == LM_OK)
        status = find_person(run, &id, &person);
    if (status == LM_OK)
        status = lm_story_read(journal, length, id, run->arena, &story);
    if (status == LM_INVALID && run->log->errors == 0)
        return fail(run->log, LM_INVALID, "the list's journal.txt is not a Limmat journal");
    if (status == LM_OK)
        status = parse_day(story.to, "the journal's list", run->log, &day);
    if (status == LM_OK)
        status = rules_of_journal(&story, day, run->arena, &rules);
    if (status != LM_OK)
        return status;
    lm_text_print(&run->out, "%s %s, ", run->operands[0], person.name);
    rate_say(run, &run->out, "%s, from the list of %s to that of %s", lm_chess_name(story.chess),
             story.from, story.to);
    lm_text_add_char(&run->out, '\n');
    for (size_t i = 0; i < story.difference_count; i++) {
        const struct lm_story_difference *d = &story.differences[i];
        rate_say(run, &run->out, "imported from FIDE's list: %s %s -> %s: %s", d->what, d->ours,
                 d->theirs, cause_text(d->cause));
        lm_text_add_char(&run->out, '\n');
    }
    const struct table results = results_of(run, &story);
    if (story.result_count > 0)
        table_write(&results, &run->out);
    write_basis(run, rules, &run->out);
    tell_change(run, &story, rules, &run->out);
    return tell_games(run, &(struct asked){&story, rules, journal, length, id});
}

const struct command rate_why_command = {
    .name = "rate why",
    .operands = "ID",
    .summary = "explain why a player's rating changed from one list to the next",
    .description =
        "From the journal of the list: each event with games, score, rating, K, score above\n"
        "expectation, and change; their sum, rounded once; K.  With --events and --before also\n"
        "every game with its expectation.",
    .example = "limmat rate why -l 2026-05 1300003\n"
               "limmat rate why -l 2026-05 --before 2026-04 -e events 1300003",
    .options = options,
    .least = 1,
    .most = 1,
    .run = rate_why,
};
