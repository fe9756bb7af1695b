/* SPDX-License-Identifier: Apache-2.0 */
#include "server/office_story.h"

#include <string.h>

#include "limmat/event_files.h"
#include "limmat/rating_story.h"
#include "limmat/reconcile.h"
#include "limmat/registry_files.h"
#include "site/said.h"

/* Number of files of a folder that are read to find an event whose file has another name. */
enum { SEARCHED_MOST = 200 };

struct telling {
    struct visit *v;
    const struct office_list *list, *before;
    uint32_t id;
    struct lm_rating_book book;
    const struct office_step *step;      /* the step that the story explains … */
    const struct lm_rating_rules *rules; /* … and its edition */
};

/* --- the report of an event */

static enum lm_status amend(struct visit *v, const char *path, struct lm_rating_event *event)
{
    const char *bytes;
    size_t length;
    const char *dot = strrchr(path, '.');
    const char *beside = visit_print(
        v, "%.*s.rating.json", (int)(dot == NULL ? strlen(path) : (size_t)(dot - path)), path);
    if (!os_is_there(beside))
        return LM_OK;
    struct lm_log log = {.arena = v->arena};
    enum lm_status status = os_read(beside, v->arena, &log, &bytes, &length);
    return status == LM_OK ? lm_event_amend(bytes, length, v->arena, &log, event) : status;
}

/* Load the event called ${id} from the file ${name} of ${folder}; false: another event, or
 * unreadable. */
static bool load(struct visit *v, const char *folder, const char *name, const char *id,
                 struct lm_rating_event *out)
{
    const char *bytes, *dot = strrchr(name, '.');
    size_t length;
    struct lm_log log = {.arena = v->arena};
    const char *path = os_join(v->arena, folder, name);
    const char *base =
        lm_arena_copy(v->arena, name, dot == NULL ? strlen(name) : (size_t)(dot - name));
    return path != NULL && base != NULL && os_kind_of(path) == OS_FILE &&
           os_read(path, v->arena, &log, &bytes, &length) == LM_OK &&
           lm_event_of_file(name, base, bytes, length, v->arena, &log, out) == LM_OK &&
           amend(v, path, out) == LM_OK && strcmp(out->id, id) == 0;
}

static bool search_folder(struct visit *v, const char *folder, const char *id,
                          struct lm_rating_event *out)
{
    static const char *const endings[] = {"json", "trf", "trfx", "txt"};
    const struct os_entry *entries;
    size_t count = os_count_entries(folder);
    struct lm_log log = {.arena = v->arena};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (load(v, folder, visit_print(v, "%s.%s", id, endings[i]), id, out))
            return true;
    if (count == 0 || count > SEARCHED_MOST ||
        os_list(folder, v->arena, &log, &entries, &count) != LM_OK)
        return false;
    for (size_t i = 0; i < count; i++)
        if (strstr(entries[i].name, ".rating.json") == NULL && *entries[i].name != '.' &&
            load(v, folder, entries[i].name, id, out))
            return true;
    return false;
}

/* Find the report of the event ${id}; false: it is missing. */
static bool find_event(const struct telling *t, const char *id, struct lm_rating_event *out)
{
    struct visit *v = t->v;
    const char *office = office_folder(v->server->office);
    const char *const folders[] = {visit_print(v, "events-%s", t->list->name), "events"};
    if (*id == '\0' || strpbrk(id, "/\\") != NULL || *id == '.')
        return false;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        const char *folder = os_join(v->arena, office, folders[i]);
        if (folder != NULL && search_folder(v, folder, id, out))
            return true;
    }
    return false;
}

/* Give the players of ${event} the ratings that it was rated with. */
static enum lm_status give_ratings(const struct telling *t, struct lm_rating_event *event)
{
    const struct office_list *list = t->before == NULL ? t->list : t->before;
    struct lm_registry registry = lm_registry_in(t->v->arena, list->day);
    uint32_t twice;
    for (size_t i = 0; i < event->player_count; i++) {
        struct lm_person person, *added;
        if (!office_person(list, event->players[i].id, t->v->arena, &person))
            continue;
        if ((added = lm_registry_add(&registry, person.id)) == NULL)
            return LM_LIMIT;
        *added = person;
    }
    if (!lm_registry_sort(&registry, &twice))
        return LM_INVALID;
    struct lm_event_player *players =
        lm_arena_alloc(t->v->arena, event->player_count, sizeof *players);
    if (players == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < event->player_count; i++)
        players[i] = (struct lm_event_player){.id = event->players[i].id}; /* names: the list's */
    event->players = players;
    return lm_event_take_ratings(&registry, t->v->arena, event);
}

/* In a national system, which evaluates event after event: give each player the rating with which
 * the journal evaluated ${event}, and the earlier evaluations of the month. */
static enum lm_status give_ratings_of_journal(const struct telling *t,
                                              struct lm_rating_event *event)
{
    struct lm_event_player *players =
        lm_arena_alloc(t->v->arena, event->player_count, sizeof *players);
    enum lm_status status = players == NULL ? LM_LIMIT : LM_OK;
    for (size_t p = 0; status == LM_OK && p < event->player_count; p++) {
        struct lm_story story;
        players[p] = event->players[p];
        status = office_story(t->step, players[p].id, t->v->arena, &story);
        for (size_t i = 0; status == LM_OK && i < story.result_count; i++) {
            const struct lm_story_result *r = &story.results[i];
            int64_t rating = 0;
            if (strcmp(r->event, event->id) != 0) {
                players[p].index += !r->unrated || strcmp(r->note, "counted") == 0 ? 1 : 0;
                continue;
            }
            if (!r->unrated)
                (void)lm_parse_integer(r->rating, strlen(r->rating), 1, INT16_MAX, &rating);
            players[p].rating = players[p].now_rating = (int32_t)rating;
            break;
        }
    }
    event->players = players;
    return status;
}

/* --- game by game */

static const char *decimal(const struct telling *t, int64_t hundredths, bool sign)
{
    struct lm_text text = lm_text_in(t->v->arena);
    if (sign && hundredths >= 0)
        lm_text_add_char(&text, '+');
    lm_text_add_hundredths(&text, hundredths);
    return site_decimal(t->v->language, t->v->arena, lm_text_string(&text));
}

enum { TENTH = 100000000, THOUSANDTH = 1000000 }; /* of a point, in billionths */

/* Format the value of an evaluation; ${plus} precedes a value that is not negative. */
static const char *thousandths(const struct telling *t, int64_t billionths, const char *plus)
{
    int64_t size = ((billionths < 0 ? -billionths : billionths) + THOUSANDTH / 2) / THOUSANDTH;
    const char *text = visit_print(t->v, "%s%d.%03d", billionths < 0 ? "-" : plus,
                                   (int)(size / 1000), (int)(size % 1000));
    return site_decimal(t->v->language, t->v->arena, text);
}

static const char *points(const struct telling *t, int32_t tenths)
{
    struct lm_text text = lm_text_in(t->v->arena);
    site_add_points(&text, (struct site_points){tenths});
    return lm_text_string(&text);
}

static struct rating_game_row game_row(const struct telling *t, enum lm_chapter chapter,
                                       const struct lm_rating_event *event,
                                       const struct lm_player_report *report,
                                       const struct lm_game_line *line)
{
    struct visit *v = t->v;
    const struct lm_rating_articles *a = lm_rating_articles(chapter);
    bool counts = line->fate == LM_GAME_RATED, bye = line->opponent == LM_NOBODY;
    struct rating_game_row row = {.round = line->round,
                                  .opponent = bye ? visit_word(v, LM_KEY("office.bye")) : "–",
                                  .colour = "",
                                  .score = points(t, line->tenths),
                                  .difference = "",
                                  .expected = "",
                                  .change = ""};
    if (!bye) {
        const struct lm_event_player *other = &event->players[line->opponent];
        row.colour = visit_word(v, line->white ? LM_KEY("page.white") : LM_KEY("page.black"));
        if (other->name != NULL && *other->name != '\0') {
            row.opponent = other->name;
            row.url = site_local(v->arena, "/ratings/%u", other->id);
        }
    }
    if (!counts) {
        row.note = visit_message_as(v, lm_game_fate_text(line->fate), NULL);
        row.article = lm_game_fate_article(chapter, line->fate);
        return row;
    }
    row.rating = line->opponent_rating;
    if (report->mode == LM_PLAYER_UNRATED)
        return row;
    row.difference = visit_print(v, "%+d", line->game.used);
    row.expected = decimal(t, line->game.expected, false);
    row.change = decimal(t, line->game.delta, true);
    if (report->evaluation != NULL) {
        row.expected = thousandths(t, line->game.exact, "");
        row.change = thousandths(t, (int64_t)line->tenths * TENTH - line->game.exact, "+");
    }
    row.article = a->delta;
    if (line->game.used != line->game.difference) {
        row.note =
            visit_say_of(v, LM_KEY("office.capped"),
                         lm_value_text("difference", visit_print(v, "%+d", line->game.difference)));
        row.article = a->cap;
    }
    return row;
}

static enum lm_status add_games(const struct telling *t, const char *id,
                                struct rating_event_row *out)
{
    struct lm_rating_event event;
    struct lm_assessment assessment;
    if (!find_event(t, id, &event))
        return LM_OK;
    if (event.name != NULL && *event.name != '\0')
        out->name = event.name;
    const struct lm_rating_rules *rules =
        t->rules->system != NULL ? t->rules
                                 : lm_rating_rules_on_or_first(&t->book, event.start, event.chess);
    enum lm_status status = give_ratings(t, &event);
    if (status == LM_OK && rules->system != NULL)
        status = give_ratings_of_journal(t, &event);
    if (status == LM_OK)
        status = lm_rating_assess(rules, &event, t->v->arena, &assessment);
    size_t at = 0;
    while (status == LM_OK && at < event.player_count && event.players[at].id != t->id)
        at++;
    if (status != LM_OK || at == event.player_count)
        return status == LM_LIMIT ? status : LM_OK; /* no games are shown */
    const struct lm_player_report *report = &assessment.players[at];
    struct rating_game_row *rows = lm_arena_alloc(t->v->arena, report->line_count, sizeof *rows);
    for (size_t i = 0; rows != NULL && i < report->line_count; i++)
        rows[i] =
            game_row(t, lm_rating_chapter(rules, event.chess), &event, report, &report->lines[i]);
    out->rows = rows;
    out->row_count = report->line_count;
    return rows == NULL ? LM_LIMIT : LM_OK;
}

/* --- from the journal */

static enum lm_status add_events(const struct telling *t, const struct lm_story *story,
                                 struct rating_story_row *out)
{
    struct rating_event_row *rows = lm_arena_alloc(t->v->arena, story->result_count, sizeof *rows);
    enum lm_status status = rows == NULL ? LM_LIMIT : LM_OK;
    const struct lm_language *l = t->v->language;
    for (size_t i = 0; status == LM_OK && i < story->result_count; i++) {
        const struct lm_story_result *r = &story->results[i];
        rows[i] = (struct rating_event_row){
            .name = *r->name == '\0' ? r->event : r->name,
            .games = r->games,
            .score = site_decimal(l, t->v->arena, r->score),
            .rating = r->rating,
            .k = r->k,
            .beyond = site_decimal(l, t->v->arena, r->beyond),
            .change = site_decimal(l, t->v->arena, r->change),
            .note = !r->unrated || *r->ru == '\0'
                        ? ""
                        : visit_say_of(t->v, LM_KEY("office.ru"), lm_value_text("rating", r->ru))};
        if (r->unrated)
            rows[i].rating = visit_word(t->v, LM_KEY("office.unrated-then"));
        status = add_games(t, r->event, &rows[i]);
    }
    out->events = rows;
    out->event_count = story->result_count;
    return status;
}

static const char *or_unrated(const struct telling *t, const char *rating)
{
    return strcmp(rating, "0") == 0 ? visit_word(t->v, LM_KEY("office.unrated-then")) : rating;
}

static const char *change_said(const struct telling *t, const struct lm_story *story,
                               const struct lm_rating_rules *rules)
{
    const struct lm_story_change *c = &story->change;
    struct visit *v = t->v;
    const struct lm_value values[] = {
        lm_value_text("old", or_unrated(t, c->old_rating)),
        lm_value_text("new", or_unrated(t, c->new_rating)),
        lm_value_text("change", site_decimal(v->language, v->arena, c->change)),
        lm_value_text("games", c->games),
        lm_value_text("before", c->old_k),
        lm_value_text("k", c->new_k),
        lm_value_number("floor", rules->floor)};
    static const char *const whys[][2] = {{"played", LM_KEY("office.why-played")},
                                          {"published", LM_KEY("office.why-published")},
                                          {"delisted", LM_KEY("office.why-delisted")},
                                          {NULL, LM_KEY("office.why-k")}};
    static const char *const own[][2] = {{"played", LM_KEY("office.why-evaluated")},
                                         {"published", LM_KEY("office.why-first")},
                                         {"adjusted", LM_KEY("office.why-adjusted")},
                                         {NULL, LM_KEY("office.why-kept")}};
    const char *const(*message)[2] = rules->evaluation != NULL ? own : whys;
    while ((*message)[0] != NULL && strcmp((*message)[0], c->why) != 0)
        message++;
    return visit_say(v, (*message)[1], values, sizeof values / sizeof *values);
}

static const char *difference_said(const struct telling *t, const struct lm_story_difference *d)
{
    const char *cause = d->cause;
    for (int i = 0; i < LM_LIST_CAUSES; i++)
        if (strcmp(lm_list_cause_name((enum lm_list_cause)i), d->cause) == 0)
            cause = visit_message_as(t->v, lm_list_cause_text((enum lm_list_cause)i), NULL);
    const struct lm_value values[] = {
        lm_value_text("what", d->what), lm_value_text("ours", d->ours),
        lm_value_text("theirs", d->theirs), lm_value_text("cause", cause)};
    return visit_say(t->v, LM_KEY("office.adopted"), values, 4);
}

static enum lm_status add_notes_of(const struct telling *t, const struct lm_story *story,
                                   const struct lm_rating_rules *rules,
                                   struct rating_story_row *out)
{
    struct rating_note_row *notes =
        lm_arena_alloc(t->v->arena, story->difference_count + 1, sizeof *notes);
    if (notes == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < story->difference_count; i++)
        notes[out->note_count++].text = difference_said(t, &story->differences[i]);
    if (story->changed)
        notes[out->note_count++] =
            (struct rating_note_row){change_said(t, story, rules), lm_story_article(story, rules)};
    else if (story->difference_count == 0)
        notes[out->note_count++].text =
            visit_word(t->v, story->result_count == 0 ? LM_KEY("office.no-event")
                                                      : LM_KEY("office.unchanged"));
    out->notes = notes;
    return LM_OK;
}

/* Return the edition that the journal names; for an imported list, that of its day. */
static const struct lm_rating_rules *rules_of(const struct telling *t, const struct lm_story *story)
{
    const struct lm_rating_rules *named = lm_rating_rules_named(&t->book, story->rules);
    return named != NULL ? named
                         : lm_rating_rules_on_or_first(&t->book, t->list->day, story->chess);
}

static enum lm_status tell_step(struct telling *t, const struct office_step *step,
                                struct rating_story_row *out)
{
    static const char *const kinds[LM_CHESS_KINDS] = {
        LM_KEY("office.standard"), LM_KEY("office.rapid"), LM_KEY("office.blitz")};
    struct lm_story story;
    t->step = step;
    enum lm_status status = office_story(step, t->id, t->v->arena, &story);
    if (status != LM_OK)
        return status;
    const struct lm_rating_rules *rules = t->rules = rules_of(t, &story);
    out->kind = visit_word(t->v, kinds[story.chess]);
    out->rules = rules->title;
    if (rules->extracts)
        out->basis =
            visit_say_of(t->v, LM_KEY("office.basis"), lm_value_text("source", rules->source));
    status = add_notes_of(t, &story, rules, out);
    return status == LM_OK ? add_events(t, &story, out) : status;
}

enum lm_status office_tell(struct visit *v, const struct office_list *list,
                           const struct office_list *before, uint32_t id,
                           struct rating_period_page *page)
{
    struct telling t = {.v = v, .list = list, .before = before, .id = id};
    struct rating_story_row *rows = lm_arena_alloc(v->arena, list->step_count, sizeof *rows);
    enum lm_status status = rows == NULL ? LM_LIMIT : lm_rating_book(v->arena, &t.book);
    for (size_t i = 0; status == LM_OK && i < list->step_count; i++)
        if (list->steps[i].journal.bytes != NULL)
            status = tell_step(&t, &list->steps[i], &rows[page->story_count++]);
    page->stories = rows;
    if (status == LM_OK && page->story_count == 0)
        return visit_refuse(v, 404, "Page not found");
    return status;
}
