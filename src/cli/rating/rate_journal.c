/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The journal of a month: lines of columns separated by tabs.
 *
 *   limmat-journal 1  RULES  CHESS  OLD-LIST  NEW-LIST
 *   event    ID  KIND  rated|not  EDITION  NAME
 *   games    …          the sketch of a rated event: see rate_repeats.c
 *   refused  ID  ARTICLE  FOUND
 *   result   ID  PLAYER  rated|lent|league|ARTICLE  GAMES  SCORE  RATING  K  DELTA  CHANGE
 *                        (ARTICLE: 8.4, 8.2.4, 7.2.5: published since the event began)
 *   result   ID  PLAYER  unrated           GAMES  SCORE  RU  VERDICT
 *   change   PLAYER  OLD  NEW  OLD-K  NEW-K  GAMES  CHANGE played|published|delisted|adjusted|other
 *   track    PLAYER  TRACK               the player's new track in the registry
 *   calibration  FROM  GAMES  SCORE  EXPECTED    games of the higher rated at differences from FROM
 *   end      NUMBER-OF-TRACKS
 *
 * People read all of it; a replay needs the first line, the games and the tracks.
 */
#include "cli/rating/rate_office.h"

#include <inttypes.h>
#include <string.h>

static const char magic[] = "limmat-journal 1\t";

/* --- writing */

struct journal {
    const struct office *office;
    struct lm_sink sink;
    struct lm_text text;
    bool failed;
};

static void end_line(struct journal *j)
{
    enum { PIECE = 1 << 16 };
    lm_text_add_char(&j->text, '\n');
    if (j->text.length < PIECE)
        return;
    j->failed = j->failed || !j->sink.write(j->sink.context, j->text.bytes, j->text.length);
    j->text.length = 0;
}

static void write_head(struct journal *j)
{
    const struct office *office = j->office;
    lm_text_print(&j->text, "%s%s\t%s\t", magic,
                  office->fixed == NULL ? "rating" : office->fixed->name,
                  lm_chess_name(office->chess));
    lm_text_add_date(&j->text, lm_date_of(office->old_list), '-');
    lm_text_add_char(&j->text, '\t');
    lm_text_add_date(&j->text, lm_date_of(office->list), '-');
    end_line(j);
}

static uint32_t id_of(const struct journal *j, uint32_t person)
{
    return j->office->registry.people[person].id;
}

static void write_result(struct journal *j, const struct lm_period_entry *entry)
{
    struct lm_text *out = &j->text;
    enum lm_chapter chapter =
        lm_rating_chapter(j->office->period.events[entry->event].rules, j->office->chess);
    const char *mode = entry->league                    ? "league"
                       : entry->mode == LM_PLAYER_RATED ? "rated"
                       : entry->mode == LM_PLAYER_LENT
                           ? "lent"
                           : lm_player_mode_article(chapter, entry->mode);
    bool unrated = entry->mode == LM_PLAYER_UNRATED;
    lm_text_print(out, "result\t%s\t%" PRIu32 "\t%s\t%" PRId32 "\t",
                  j->office->events[entry->event].id, id_of(j, entry->person),
                  unrated ? "unrated" : mode, entry->games);
    lm_text_add_tenths(out, entry->tenths);
    if (unrated) {
        lm_text_add_char(out, '\t');
        if (entry->has_ru)
            lm_text_print(out, "%" PRId32, entry->ru);
        lm_text_print(out, "\t%s",
                      entry->deferred ? "deferred" : lm_result_fate_code(chapter, entry->fate));
    } else if (entry->coefficient != 0) {
        lm_text_print(out, "\t%" PRId32 "\t", entry->own);
        add_coefficient(out, entry->coefficient);
        lm_text_add_char(out, '\t');
        add_thousandths(out, (int64_t)entry->beyond * 1000000);
        lm_text_add_char(out, '\t');
        lm_text_add_hundredths(out, entry->change);
    } else {
        lm_text_print(out, "\t%" PRId32 "\t%" PRId32 "\t", entry->own, entry->k);
        lm_text_add_hundredths(out, entry->delta);
        lm_text_add_char(out, '\t');
        lm_text_add_hundredths(out, entry->change);
    }
    end_line(j);
}

static void write_event(struct journal *j, uint32_t number)
{
    const struct lm_rating_event *event = &j->office->events[number];
    const struct lm_period_event *judged = &j->office->period.events[number];
    lm_text_print(&j->text, "event\t%s\t%s\t%s\t%s\t%s", event->id, lm_event_kind_name(event->kind),
                  judged->rated ? "rated" : "not", judged->rules->name,
                  event->name == NULL ? "" : event->name);
    end_line(j);
    if (judged->rated) {
        lm_text_add(&j->text, "games\t");
        sketch_write(&j->office->sketches[j->office->fresh_sketch + number], &j->text);
        end_line(j);
    }
    for (size_t i = 0; i < judged->findings.count; i++) {
        const struct lm_rating_finding *finding = &judged->findings.all[i];
        if (finding->verdict != LM_FAILED)
            continue;
        lm_text_print(&j->text, "refused\t%s\t%s\t%s", event->id, finding->article, finding->found);
        end_line(j);
    }
    for (size_t i = 0; i < judged->entry_count; i++)
        write_result(j, &j->office->period.entries[judged->first_entry + i]);
}

static void write_change(struct journal *j, const struct lm_period_change *change)
{
    const char *why = change->fresh       ? "published"
                      : change->delisted  ? "delisted"
                      : change->games > 0 ? "played"
                      : change->adjusted  ? "adjusted"
                                          : "other";
    lm_text_print(&j->text,
                  "change\t%" PRIu32 "\t%" PRId32 "\t%" PRId32 "\t%" PRId32 "\t%" PRId32
                  "\t%" PRId32 "\t",
                  id_of(j, change->person), change->old_rating, change->new_rating, change->old_k,
                  change->new_k, change->games);
    lm_text_add_hundredths(&j->text, change->change);
    lm_text_print(&j->text, "\t%s", why);
    end_line(j);
    lm_text_print(&j->text, "track\t%" PRIu32 "\t", id_of(j, change->person));
    lm_track_write(&j->office->registry.people[change->person].tracks[j->office->chess], &j->text);
    end_line(j);
}

static void write_calibration(struct journal *j)
{
    for (int32_t row = 0; row < LM_CALIBRATION_ROWS; row++) {
        const struct lm_calibration *cell = &j->office->period.calibration[row];
        if (cell->games == 0)
            continue;
        lm_text_print(&j->text, "calibration\t%" PRId32 "\t%" PRId64 "\t",
                      row * LM_CALIBRATION_STEP, cell->games);
        lm_text_add_tenths(&j->text, cell->tenths);
        lm_text_add_char(&j->text, '\t');
        lm_text_add_hundredths(&j->text, cell->expected);
        end_line(j);
    }
}

enum lm_status journal_write(const struct office *office, struct lm_sink sink)
{
    struct journal j = {.office = office, .sink = sink, .text = lm_text_in(office->working)};
    write_head(&j);
    for (size_t i = 0; i < office->period.event_count; i++)
        write_event(&j, office->period.order[i]);
    for (size_t i = 0; i < office->period.change_count; i++)
        write_change(&j, &office->period.changes[i]);
    write_calibration(&j);
    lm_text_print(&j.text, "end\t%zu\n", office->period.change_count);
    if (j.text.failed)
        return LM_LIMIT;
    return !j.failed && sink.write(sink.context, j.text.bytes, j.text.length) ? LM_OK : LM_IO;
}

/* --- replaying */

struct piece {
    const char *at, *end;
};

static struct piece cut(struct piece *rest, char separator)
{
    struct piece piece = *rest;
    const char *found = memchr(rest->at, separator, (size_t)(rest->end - rest->at));
    piece.end = found == NULL ? rest->end : found;
    rest->at = found == NULL ? rest->end : found + 1;
    return piece;
}

static bool is(struct piece piece, const char *word)
{
    size_t length = strlen(word);
    return (size_t)(piece.end - piece.at) == length && memcmp(piece.at, word, length) == 0;
}

static bool day_in(struct piece piece, int32_t *day)
{
    struct lm_date date;
    if (!lm_parse_date(piece.at, (size_t)(piece.end - piece.at), &date))
        return false;
    *day = lm_day_of(date);
    return true;
}

/* Return the rules that the journal names: editions by name, and a federation's own by the given
 * file. */
static enum lm_status rules_of_journal(struct piece rules, struct lm_log *log,
                                       struct office *office)
{
    const char *name = lm_arena_copy(office->working, rules.at, (size_t)(rules.end - rules.at));
    if (name == NULL)
        return LM_LIMIT;
    if (office->fixed != NULL && strcmp(name, office->fixed->name) == 0)
        return LM_OK;
    if (strcmp(name, "rating") != 0 && lm_rating_rules_named(&office->book, name) == NULL)
        return fail(log, LM_INVALID,
                    "this month was rated by %s, which is not built in; give its file by --edition",
                    name);
    return choose_rules(name, office->list, office->chess, office->working, log, &office->rules);
}

static enum lm_status apply_head(struct piece line, struct lm_log *log, struct office *office)
{
    int32_t from;
    int32_t to;
    cut(&line, '\t'); /* the magic word */
    struct piece rules = cut(&line, '\t');
    struct piece chess = cut(&line, '\t');
    if (!day_in(cut(&line, '\t'), &from) || !day_in(line, &to))
        return fail(log, LM_INVALID, "not a journal of `limmat rate period`");
    if (from != office->registry.list)
        return fail(log, LM_INVALID, "the journal belongs to another list");
    for (int kind = 0; kind < LM_CHESS_KINDS; kind++)
        if (is(chess, lm_chess_name((enum lm_chess)kind)))
            office->chess = (enum lm_chess)kind;
    office->list = to;
    office->registry.list = to;
    return rules_of_journal(rules, log, office);
}

static enum lm_status apply_track(struct piece line, unsigned number, struct lm_log *log,
                                  struct office *office)
{
    int64_t id;
    struct piece digits = cut(&line, '\t');
    struct lm_person *person = NULL;
    if (lm_parse_integer(digits.at, (size_t)(digits.end - digits.at), 1, UINT32_MAX, &id))
        person = lm_registry_find(&office->registry, (uint32_t)id);
    if (person == NULL || !lm_track_read(line.at, (size_t)(line.end - line.at),
                                         office->registry.arena, &person->tracks[office->chess]))
        return lm_log_add(log, LM_ERROR, (struct lm_place){.line = number, .field = "track"},
                          "give the old list and the journal that was made from it",
                          "not a change of a player of this list");
    return LM_OK;
}

enum lm_status journal_apply(const char *bytes, size_t length, struct lm_log *log,
                             struct office *office)
{
    struct piece rest = {bytes, bytes + length};
    struct piece line = cut(&rest, '\n');
    unsigned number = 1;
    int64_t tracks = 0;
    int64_t told = -1;
    if (length < sizeof magic || memcmp(bytes, magic, sizeof magic - 1) != 0)
        return fail(log, LM_INVALID, "not a journal of `limmat rate period`");
    enum lm_status status = apply_head(line, log, office);
    while (status == LM_OK && rest.at < rest.end) {
        line = cut(&rest, '\n');
        number++;
        struct piece word = cut(&line, '\t');
        if (is(word, "track")) {
            status = apply_track(line, number, log, office);
            tracks++;
        } else if (is(word, "end") &&
                   !lm_parse_integer(line.at, (size_t)(line.end - line.at), 0, INT64_MAX, &told)) {
            told = -1;
        }
    }
    if (status == LM_OK && told != tracks)
        return fail(log, LM_INVALID, "the journal is cut off");
    if (status == LM_OK)
        status = sketches_read(bytes, length, "games", log, office);
    office->journal = bytes;
    office->journal_length = length;
    return status;
}
