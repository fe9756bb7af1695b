/* SPDX-License-Identifier: Apache-2.0 */
/* `limmat rate reconcile`: compare FIDE's list with the office's, and merge it into that one. */
#include <inttypes.h>
#include <string.h>

#include "base/sort.h"
#include "cli/rating/rate_office.h"
#include "limmat/reconcile.h"
#include "limmat/words.h"

enum { LIST, DATE, OUT, CHESS, FEDERATION, FORMAT };

static const struct option options[] = {
    [LIST] = LIST_OPTION("the office's list: a registry, or a directory of `rate period`"),
    [DATE] = {'d', "date", TEXT, "DAY", 0, 0, "the day of FIDE's list, 2026-05-01"},
    [OUT] = {'o', "output", TEXT, "NEW", 0, 0,
             "make the directory NEW with FIDE's figures and the office's history"},
    [CHESS] = CHESS_OPTION,
    [FEDERATION] = {0, "federation", TEXT, "CODE", 0, 0,
                    "show only differences of this federation's players"},
    [FORMAT] = FORMAT_OPTION("text|csv"),
    LANGUAGE_OPTION,
    {0}};

/* --- the events behind a difference --- */

/* A result in the list's journal: ${player} played in the event whose id is at ${event}. */
struct taken {
    uint32_t player;
    uint32_t length; /* of the id */
    const char *event;
};

/* All of them, sorted by player for binary search, as half a million players may differ. */
struct takings {
    struct taken *all;
    size_t count, capacity;
};

/* Results of one player keep the order of the journal. */
static int by_player(const void *left, const void *right)
{
    const struct taken *a = left, *b = right;
    return a->player < b->player ? -1 : a->player > b->player;
}

static bool find_takings(const char *journal, struct lm_arena *arena, struct takings *out)
{
    for (const char *at = journal; at != NULL && *at != '\0';) {
        const char *end = strchr(at, '\n');
        const char *event = strncmp(at, "result\t", 7) == 0 ? at + 7 : NULL;
        const char *tab = event == NULL ? NULL : strchr(event, '\t');
        int64_t player = 0;
        if (tab != NULL &&
            lm_parse_integer(tab + 1, strcspn(tab + 1, "\t\n"), 1, UINT32_MAX, &player)) {
            if (!lm_arena_grow(arena, &out->all, &out->capacity, out->count + 1, sizeof *out->all))
                return false;
            out->all[out->count++] =
                (struct taken){(uint32_t)player, (uint32_t)(tab - event), event};
        }
        at = end == NULL ? NULL : end + 1;
    }
    if (out->count > 0)
        lm_sort(out->all, out->count, sizeof *out->all, by_player);
    return true;
}

/* Append the ids of the events in which ${id} had a result, after ${before}: "E1, E7". */
static void add_events_of(const struct takings *takings, uint32_t id, const char *before,
                          struct lm_text *out)
{
    size_t low = 0, high = takings->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (takings->all[middle].player < id)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < takings->count && takings->all[low].player == id; low++, before = ", ") {
        lm_text_add(out, before);
        lm_text_add_bytes(out, takings->all[low].event, takings->all[low].length);
    }
}

static enum lm_status read_journal(struct run *run, struct takings *out)
{
    size_t length;
    const char *journal;
    const char *list = run->values[LIST].text;
    const char *path =
        os_kind_of(list) == OS_FOLDER ? os_join(run->arena, list, "journal.txt") : NULL;
    *out = (struct takings){.count = 0};
    if (path == NULL || !os_is_there(path))
        return LM_OK;
    enum lm_status status = read_file(path, run->arena, run->log, &journal, &length);
    if (status == LM_OK && !find_takings(journal, run->arena, out))
        return LM_LIMIT;
    return status;
}

/* --- in words --- */

static const char *const part_names[LM_LIST_PARTS] = {
    [LM_PART_OF_LIST_PERSON] = LM_MESSAGE("person"),
    [LM_PART_OF_LIST_NAME] = LM_MESSAGE("name"),
    [LM_PART_OF_LIST_FEDERATION] = LM_MESSAGE("federation"),
    [LM_PART_OF_LIST_BIRTH] = LM_MESSAGE("birth"),
    [LM_PART_OF_LIST_SEX] = LM_MESSAGE("sex"),
    [LM_PART_OF_LIST_TITLE] = LM_MESSAGE("title"),
    [LM_PART_OF_LIST_RATING] = LM_MESSAGE("rating"),
    [LM_PART_OF_LIST_K] = "K",
};

static const char *title_of(const struct lm_person *person)
{
    return person->title[0] != '\0' ? person->title : person->women_title;
}

/* Add the value that a list has for ${d}; "-" if it has none. */
static void add_value(struct lm_text *out, const struct lm_list_difference *d,
                      const struct lm_person *person, int32_t value)
{
    char sex[2] = {person == NULL ? '\0' : person->sex, '\0'};
    const char *text = person == NULL                          ? ""
                       : d->part == LM_PART_OF_LIST_PERSON     ? person->name
                       : d->part == LM_PART_OF_LIST_NAME       ? person->name
                       : d->part == LM_PART_OF_LIST_FEDERATION ? person->federation
                       : d->part == LM_PART_OF_LIST_SEX        ? sex
                       : d->part == LM_PART_OF_LIST_TITLE      ? title_of(person)
                                                               : NULL;
    if (text == NULL && value != 0)
        lm_text_print(out, "%" PRId32, value);
    else
        lm_text_add(out, text == NULL || *text == '\0' ? "-" : text);
}

struct sheet {
    const struct run *run; /* in whose language causes and parts are */
    const struct lm_registry *ours, *theirs;
    const struct takings *takings;
    struct lm_arena *arena;
};

static void add_cause(struct lm_text *out, const struct sheet *s,
                      const struct lm_list_difference *d)
{
    struct lm_text events = lm_text_in(s->arena);
    lm_text_add(out, rate_word(s->run, lm_list_cause_text(d->cause)));
    if (d->cause == LM_CAUSE_OTHER_ID)
        lm_text_print(out, ": %" PRIu32, d->other);
    if (d->part != LM_PART_OF_LIST_RATING)
        return;
    lm_text_add(out, " (");
    rate_say(s->run, out, "games: ours %" PRId32 ", theirs %" PRId32, d->our_games, d->their_games);
    add_events_of(s->takings, d->id, "", &events);
    if (events.length > 0) {
        lm_text_add(out, "; ");
        rate_say(s->run, out, "our events: %s", lm_text_string(&events));
    }
    lm_text_add_char(out, ')');
}

static void add_part(struct lm_text *out, const struct sheet *s, const struct lm_list_difference *d)
{
    lm_text_add(out, rate_word(s->run, part_names[d->part]));
    if (d->part == LM_PART_OF_LIST_RATING || d->part == LM_PART_OF_LIST_K)
        lm_text_print(out, " %s", rate_word(s->run, lm_chess_name(d->chess)));
}

/* The columns of a row: id, name, part, ours, theirs, cause. */
enum { COLUMNS = 6 };

static void say_row(const struct sheet *s, const struct lm_list_difference *d,
                    const char *cells[COLUMNS])
{
    const struct lm_person *mine = d->ours == LM_NOBODY ? NULL : &s->ours->people[d->ours];
    const struct lm_person *theirs = d->theirs == LM_NOBODY ? NULL : &s->theirs->people[d->theirs];
    struct lm_text text[COLUMNS];
    for (int i = 0; i < COLUMNS; i++)
        text[i] = lm_text_in(s->arena);
    lm_text_print(&text[0], "%" PRIu32, d->id);
    lm_text_add(&text[1], mine == NULL ? theirs->name : mine->name);
    add_part(&text[2], s, d);
    add_value(&text[3], d, mine, d->our_value);
    add_value(&text[4], d, theirs, d->their_value);
    add_cause(&text[5], s, d);
    for (int i = 0; i < COLUMNS; i++)
        cells[i] = lm_text_string(&text[i]);
}

static bool is_shown(const struct run *run, const struct sheet *s,
                     const struct lm_list_difference *d)
{
    const char *federation = run->values[FEDERATION].text;
    return federation == NULL ||
           (d->ours != LM_NOBODY && strcmp(s->ours->people[d->ours].federation, federation) == 0) ||
           (d->theirs != LM_NOBODY &&
            strcmp(s->theirs->people[d->theirs].federation, federation) == 0);
}

static void write_sheet(struct run *run, const struct sheet *s,
                        const struct lm_list_difference *all, size_t count)
{
    static const char *const heads[COLUMNS] = {LM_MESSAGE("id"),     LM_MESSAGE("name"),
                                               LM_MESSAGE("what"),   LM_MESSAGE("ours"),
                                               LM_MESSAGE("theirs"), LM_MESSAGE("likely cause")};
    struct table table = table_new(run->arena, "rllrrl");
    const char *cells[COLUMNS];
    bool csv = run->values[FORMAT].number == 1;
    size_t shown = 0;
    for (size_t i = 0; i <= count; i++) {
        if (i > 0 && !is_shown(run, s, &all[i - 1]))
            continue;
        if (i > 0)
            say_row(s, &all[i - 1], cells);
        shown += i > 0 ? 1 : 0;
        for (int k = 0; k < COLUMNS; k++) {
            const char *cell = i == 0 ? rate_word(s->run, heads[k]) : cells[k];
            if (!csv) {
                table_add(&table, cell);
                continue;
            }
            lm_text_add_csv(&run->out, strcmp(cell, "-") == 0 ? "" : cell, true);
            lm_text_add(&run->out, k + 1 == COLUMNS ? "\n" : ",");
        }
    }
    if (shown > 0 && !csv)
        table_write(&table, &run->out);
    if (!csv)
        rate_say(run, &run->out, "%zu differences", shown);
    if (!csv)
        lm_text_add_char(&run->out, '\n');
}

/* --- the merged list --- */

/* Return the new directory's journal.txt: no event was rated, the list was imported. */
static const char *adoption(struct run *run, const struct sheet *s,
                            const struct lm_list_difference *all, size_t count, size_t *length)
{
    struct lm_text text = lm_text_in(run->arena);
    const char *cells[COLUMNS];
    lm_text_print(&text, "limmat-adopted 1\t%s\t",
                  lm_chess_name((enum lm_chess)run->values[CHESS].number));
    lm_text_add_date(&text, lm_date_of(s->ours->list), '-');
    lm_text_add_char(&text, '\t');
    lm_text_add_date(&text, lm_date_of(s->theirs->list), '-');
    lm_text_add_char(&text, '\n');
    for (size_t i = 0; i < count; i++) {
        say_row(s, &all[i], cells);
        lm_text_print(&text, "difference\t%s\t%s\t%s\t%s\t%s\n", cells[0], cells[2], cells[3],
                      cells[4], lm_list_cause_name(all[i].cause));
    }
    *length = text.length;
    return text.failed ? NULL : lm_text_string(&text);
}

static enum lm_status adopt(struct run *run, struct lm_registry *ours,
                            const struct lm_registry *theirs, const char *journal, size_t length)
{
    struct office office = {
        .chess = (enum lm_chess)run->values[CHESS].number,
        .old_list = ours->list,
        .list = theirs->list,
        .journal = journal,
        .journal_length = length,
    };
    if (lm_arena_new(&office.working, NULL, 0) != LM_OK ||
        rules_of_list(theirs->list, office.chess, run->arena, &office.rules) != LM_OK)
        return LM_LIMIT;
    enum lm_status status = sketches_load(run->values[LIST].text, run->log, &office);
    office.fresh_sketch = office.sketch_count;
    if (status == LM_OK)
        status = lm_list_adopt(ours, theirs);
    office.registry = *ours;
    if (status == LM_OK)
        status = office_write(&office, run->values[OUT].text, run->log);
    lm_arena_free(office.working);
    return status;
}

/* --- the command --- */

static enum lm_status read_theirs(struct run *run, int32_t day, struct lm_registry *theirs)
{
    *theirs = lm_registry_in(run->arena, day);
    struct lm_fide_reader *reader =
        lm_fide_reader_new(theirs, (enum lm_chess)run->values[CHESS].number, run->log);
    if (reader == NULL)
        return LM_LIMIT;
    run->log->file = run->operands[0];
    enum lm_status status = feed_list(run->operands[0], run->arena, run->log, reader);
    if (status == LM_OK)
        status = lm_fide_reader_end(reader);
    run->log->file = NULL;
    if (status == LM_OK && theirs->count == 0)
        return fail(run->log, LM_INVALID,
                    "no player found in %s; give a FIDE list, as text or XML, zipped or not",
                    run->operands[0]);
    return status;
}

static enum lm_status check_options(struct run *run, int32_t *day)
{
    const char *out = run->values[OUT].text;
    if (run->values[LIST].text == NULL || run->values[DATE].text == NULL)
        return fail(run->log, LM_INVALID,
                    "give the office's list (--list) and the day of FIDE's (--date)");
    if (out != NULL && os_is_there(out))
        return fail(run->log, LM_INVALID, "%s already exists; give another name", out);
    return parse_day(run->values[DATE].text, "--date", run->log, day);
}

static enum lm_status rate_reconcile(struct run *run)
{
    struct lm_registry ours;
    struct lm_registry theirs;
    struct lm_list_difference *all;
    struct takings takings;
    size_t count;
    size_t length;
    int32_t day;
    enum lm_status status = check_options(run, &day);
    if (status == LM_OK)
        status = load_registry(run->values[LIST].text, run->arena, run->log, &ours);
    if (status == LM_OK && day < ours.list)
        return fail(run->log, LM_INVALID, "FIDE's list is older than the office's");
    if (status == LM_OK)
        status = read_theirs(run, day, &theirs);
    if (status == LM_OK)
        status = read_journal(run, &takings);
    if (status == LM_OK)
        status = lm_lists_compare(&ours, &theirs, run->arena, &all, &count);
    if (status != LM_OK)
        return status;
    struct run english = *run; /* CSV and journals are the same for all readers */
    english.language = lm_english();
    struct sheet sheet = {run->values[FORMAT].number == 1 ? &english : run, &ours, &theirs,
                          &takings, run->arena};
    write_sheet(run, &sheet, all, count);
    sheet.run = &english;
    if (run->values[OUT].text == NULL)
        return LM_OK;
    const char *adopted = adoption(run, &sheet, all, count, &length);
    return adopted == NULL ? LM_LIMIT : adopt(run, &ours, &theirs, adopted, length);
}

const struct command rate_reconcile_command = {
    .name = "rate reconcile",
    .operands = "FILE",
    .summary =
        "compare FIDE's list with the office's, with the likely cause of each difference; merge it",
    .description =
        "FILE is a list that FIDE published, of the same day as the office's or a later one.\n"
        "Each difference in persons, names, federations, births, titles, ratings and K is shown\n"
        "with its likely cause: games that only one of the two has rated, a different K, an\n"
        "earlier list corrected, a transfer, a merged id.\n"
        "\n"
        "With -o the directory NEW has FIDE's figures and the office's further data: games behind\n"
        "K, pools of unrated players, leagues under way, earlier ratings, days of birth.  `rate\n"
        "period` continues from it.  Its journal.txt has the imported figures.",
    .example =
        "limmat rate reconcile -l 2026-05 -d 2026-05-01 players_list_xml.zip\n"
        "limmat rate reconcile -l 2026-05 -d 2026-05-01 -o 2026-05-fide players_list_xml.zip",
    .options = options,
    .least = 1,
    .most = 1,
    .run = rate_reconcile,
};
