/* SPDX-License-Identifier: Apache-2.0 */
/* `limmat rate drift`: the change of the rating scale over the lists of many months. */
#include "cli/rating/rate_drift.h"

#include <inttypes.h>
#include <string.h>

#include "base/texts.h"

enum { FORMAT, PART, CHESS };

static const struct option options[] = {
    [FORMAT] = FORMAT_OPTION("text|csv|json|svg"),
    [PART] = {0, "part", CHOICE, "lists|bands|calibration", 0, 0, "which table to write as CSV"},
    [CHESS] = CHESS_OPTION,
    LANGUAGE_OPTION,
    {0}};

const char *const age_names[AGES] = {"first year", "second year", "older"};

/* --- numbers */

static void add_to(struct group *group, int64_t rating)
{
    group->count++;
    group->sum += rating;
    group->squares += rating * rating;
}

int64_t mean_of(const struct group *group)
{
    return group->count == 0 ? 0
                             : lm_fraction_round(lm_fraction_of(group->sum * 100, group->count));
}

/* Return the square root by Newton's method, rounded down. */
static int64_t root_of(int64_t square)
{
    int64_t root = square;
    for (int64_t next = (square + 1) / 2; next < root;) {
        root = next;
        next = (root + square / root) / 2;
    }
    return root;
}

int64_t spread_of(const struct group *group)
{
    if (group->count == 0)
        return 0;
    int64_t mean = group->sum / group->count;
    int64_t rest = group->sum - mean * group->count; /* deviations are relative to the whole mean */
    int64_t squares = group->squares - 2 * mean * group->sum + mean * mean * group->count;
    return root_of((squares - rest * rest / group->count) / group->count);
}

int64_t surplus_of(const struct outcome *outcome)
{
    if (outcome->games == 0)
        return 0;
    return lm_fraction_round(
        lm_fraction_of((outcome->tenths * 10 - outcome->expected) * 100, outcome->games));
}

/* --- a list */

/* Return how long the player has had a rating without a break, as far as the registry remembers. */
static enum age age_of(const struct lm_track *track, int32_t list)
{
    int32_t first = track->since;
    const struct lm_track_record *record = track->record;
    for (size_t i = record == NULL ? 0 : record->past_count; i > 0; i--) {
        if (record->past[i - 1].rating == 0)
            break;
        first = record->past[i - 1].since;
    }
    if (first == LM_NO_DAY)
        return OLDER;
    int32_t months = lm_month_of(list) - lm_month_of(first);
    return months < 12 ? UNDER_A_YEAR : months < 24 ? SECOND_YEAR : OLDER;
}

static void survey(const struct lm_registry *registry, const struct lm_rating_rules *rules,
                   enum lm_chess chess, struct list_facts *facts)
{
    facts->day = registry->list;
    for (size_t i = 0; i < registry->count; i++) {
        const struct lm_person *person = &registry->people[i];
        const struct lm_track *track = &person->tracks[chess];
        enum lm_listing listing = lm_listing_of(rules, person, chess, registry->list);
        facts->inactive += listing == LM_LISTED_INACTIVE;
        if (listing != LM_LISTED)
            continue;
        add_to(&facts->listed, track->rating);
        add_to(&facts->by_age[age_of(track, registry->list)], track->rating);
    }
}

/* --- a journal */

enum { COLUMNS = 10 };

/* Split ${line} at its tabs, in place. */
static size_t split(char *line, const char **columns)
{
    size_t count = 0;
    for (char *at = line; count < COLUMNS;) {
        columns[count++] = at;
        at = strchr(at, '\t');
        if (at == NULL)
            break;
        *at++ = '\0';
    }
    return count;
}

/* "-3.45" -> -345, "2.5" -> 25, "12" -> 12: digits without the point. */
static int64_t digits(const char *text)
{
    int64_t value = 0;
    bool negative = *text == '-';
    for (; *text != '\0'; text++)
        if (lm_is_digit(*text) && value < INT64_MAX / 100)
            value = value * 10 + (*text - '0');
    return negative ? -value : value;
}

static void add_outcome(struct outcome *outcome, int64_t games, int64_t tenths, int64_t expected)
{
    outcome->games += games;
    outcome->tenths += tenths;
    outcome->expected += expected;
}

static void read_entry(const char *const *columns, size_t count, struct drift *drift,
                       struct list_facts *facts)
{
    if (strcmp(columns[0], "result") == 0 && count == 10 && strcmp(columns[3], "rated") == 0) {
        int64_t band = digits(columns[6]) / BAND_STEP;
        int64_t tenths = digits(columns[5]);
        add_outcome(&drift->bands[band < BANDS ? band : BANDS - 1], digits(columns[4]), tenths,
                    tenths * 10 - digits(columns[8]));
        facts->games += digits(columns[4]);
    } else if (strcmp(columns[0], "change") == 0 && count == 9) {
        facts->change += digits(columns[7]);
        if (strcmp(columns[8], "published") == 0)
            add_to(&facts->published, digits(columns[3]));
        else if (strcmp(columns[8], "delisted") == 0)
            add_to(&facts->delisted, digits(columns[2]));
    } else if (strcmp(columns[0], "calibration") == 0 && count == 5) {
        int64_t row = digits(columns[1]) / LM_CALIBRATION_STEP;
        add_outcome(&drift->calibration[row < LM_CALIBRATION_ROWS ? row : LM_CALIBRATION_ROWS - 1],
                    digits(columns[2]), digits(columns[3]), digits(columns[4]));
    }
}

static enum lm_status read_journal(const char *directory, struct lm_arena *arena,
                                   struct lm_log *log, struct drift *drift,
                                   struct list_facts *facts)
{
    const char *bytes;
    size_t length;
    const char *path = os_join(arena, directory, "journal.txt");
    if (path == NULL)
        return LM_LIMIT;
    if (!os_is_there(path))
        return LM_OK; /* the list alone has less data, but some */
    enum lm_status status = read_file(path, arena, log, &bytes, &length);
    char *copy = status == LM_OK ? lm_arena_copy(arena, bytes, length) : NULL;
    if (copy == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    for (char *line = copy; *line != '\0';) {
        const char *columns[COLUMNS];
        char *end = line + strcspn(line, "\n");
        bool last = *end == '\0';
        *end = '\0';
        size_t count = split(line, columns);
        read_entry(columns, count, drift, facts);
        line = last ? end : end + 1;
    }
    return LM_OK;
}

static enum lm_status add_list(struct run *run, const char *path, struct drift *drift)
{
    struct lm_arena *arena;
    struct lm_registry registry;
    struct list_facts facts = {0};
    if (lm_arena_new(&arena, NULL, 0) != LM_OK)
        return LM_LIMIT;
    enum lm_status status = load_registry(path, arena, run->log, &registry);
    if (status == LM_OK) {
        enum lm_chess chess = (enum lm_chess)run->values[CHESS].number;
        const struct lm_rating_rules *rules;
        if (rules_of_list(registry.list, chess, arena, &rules) != LM_OK) {
            lm_arena_free(arena);
            return LM_LIMIT;
        }
        survey(&registry, rules, chess, &facts);
        status = os_kind_of(path) == OS_FOLDER ? read_journal(path, arena, run->log, drift, &facts)
                                               : LM_OK;
    }
    if (status == LM_OK && drift->count > 0 && drift->lists[drift->count - 1].day >= facts.day)
        status = fail(run->log, LM_INVALID, "%s: give the lists in the order of their days", path);
    lm_arena_free(arena);
    if (status == LM_OK &&
        !lm_arena_grow(run->arena, &drift->lists, &drift->capacity, drift->count + 1, sizeof facts))
        status = LM_LIMIT;
    if (status == LM_OK)
        drift->lists[drift->count++] = facts;
    return status;
}

/* --- tables */

/* A table for people, CSV or JSON: the same cells. */
struct sheet {
    struct table table;
    const char *const *heads;
    size_t columns;
};

static void add_hundredths(struct sheet *sheet, int64_t hundredths)
{
    CELL(&sheet->table, lm_text_add_hundredths, hundredths);
}

static void add_count(struct sheet *sheet, int64_t count)
{
    table_print(&sheet->table, "%" PRId64, count);
}

static struct sheet sheet_of(struct run *run, const char *const *heads, const char *align)
{
    struct sheet sheet = {table_new(run->arena, align), heads, strlen(align)};
    for (size_t i = 0; i < sheet.columns; i++)
        table_add(&sheet.table, heads[i]);
    return sheet;
}

static struct sheet lists_sheet(struct run *run, const struct drift *drift)
{
    static const char *const heads[] = {
        "list",     "listed",    "mean",       "spread",   "first year", "second year", "older",
        "inactive", "published", "their mean", "delisted", "games",      "gained"};
    struct sheet sheet = sheet_of(run, heads, "lrrrrrrrrrrrr");
    for (size_t i = 0; i < drift->count; i++) {
        const struct list_facts *list = &drift->lists[i];
        CELL(&sheet.table, lm_text_add_date, lm_date_of(list->day), '-');
        add_count(&sheet, list->listed.count);
        add_hundredths(&sheet, mean_of(&list->listed));
        add_count(&sheet, spread_of(&list->listed));
        for (int age = 0; age < AGES; age++)
            add_hundredths(&sheet, mean_of(&list->by_age[age]));
        add_count(&sheet, list->inactive);
        add_count(&sheet, list->published.count);
        add_hundredths(&sheet, mean_of(&list->published));
        add_count(&sheet, list->delisted.count);
        add_count(&sheet, list->games);
        add_hundredths(&sheet, list->change);
    }
    return sheet;
}

static void add_outcome_row(struct sheet *sheet, int32_t from, const struct outcome *outcome)
{
    if (outcome->games == 0)
        return;
    add_count(sheet, from);
    add_count(sheet, outcome->games);
    CELL(&sheet->table, lm_text_add_tenths, outcome->tenths);
    add_hundredths(sheet, outcome->expected);
    add_hundredths(sheet, surplus_of(outcome));
}

static struct sheet bands_sheet(struct run *run, const struct drift *drift)
{
    static const char *const heads[] = {"rating from", "games", "scored", "expected",
                                        "surplus per 100 games"};
    struct sheet sheet = sheet_of(run, heads, "rrrrr");
    for (int32_t band = 0; band < BANDS; band++)
        add_outcome_row(&sheet, band * BAND_STEP, &drift->bands[band]);
    return sheet;
}

static struct sheet calibration_sheet(struct run *run, const struct drift *drift)
{
    static const char *const heads[] = {"difference from", "games", "scored", "expected",
                                        "surplus per 100 games"};
    struct sheet sheet = sheet_of(run, heads, "rrrrr");
    for (int32_t row = 0; row < LM_CALIBRATION_ROWS; row++)
        add_outcome_row(&sheet, row * LM_CALIBRATION_STEP, &drift->calibration[row]);
    return sheet;
}

static struct sheet (*const sheets[])(struct run *run, const struct drift *drift) = {
    lists_sheet, bands_sheet, calibration_sheet};
static const char *const sheet_names[] = {"lists", "bands", "calibration"};

static void write_csv(const struct sheet *sheet, struct lm_text *out)
{
    for (size_t i = 0; i < sheet->table.count; i++) {
        lm_text_add(out, sheet->table.cells[i]);
        lm_text_add_char(out, (i + 1) % sheet->columns == 0 ? '\n' : ',');
    }
}

static void write_json(struct run *run, const struct drift *drift)
{
    struct lm_json_writer w = lm_json_writer_to(&run->out, false);
    lm_json_begin(&w, NULL, '{');
    for (size_t s = 0; s < sizeof sheets / sizeof *sheets; s++) {
        struct sheet sheet = sheets[s](run, drift);
        lm_json_begin(&w, sheet_names[s], '[');
        for (size_t i = sheet.columns; i < sheet.table.count; i++) {
            if (i % sheet.columns == 0)
                lm_json_begin_inline(&w, NULL, '{');
            lm_json_put_string(&w, sheet.heads[i % sheet.columns], sheet.table.cells[i]);
            if ((i + 1) % sheet.columns == 0)
                lm_json_end(&w, '}');
        }
        lm_json_end(&w, ']');
    }
    lm_json_end(&w, '}');
    lm_text_add_char(&run->out, '\n');
}

static void write_text(struct run *run, const struct drift *drift)
{
    static const char *const titles[] = {
        "mean and spread; mean by age of the rating; inflow, outflow; points gained by the scale",
        "expected against scored, by own rating",
        "calibration of table 8.1b: the higher rated, by rating difference (capped as rated)"};
    for (size_t s = 0; s < sizeof sheets / sizeof *sheets; s++) {
        struct sheet sheet = sheets[s](run, drift);
        lm_text_print(&run->out, "%s%s\n", s == 0 ? "" : "\n", titles[s]);
        table_write(&sheet.table, &run->out);
    }
}

static enum lm_status rate_drift(struct run *run)
{
    enum { AS_TEXT, AS_CSV, AS_JSON, AS_SVG };
    struct drift drift = {0};
    enum lm_status status = LM_OK;
    for (size_t i = 0; status == LM_OK && i < run->operand_count; i++)
        status = add_list(run, run->operands[i], &drift);
    if (status != LM_OK)
        return status;
    switch (run->values[FORMAT].number) {
    case AS_CSV: {
        struct sheet sheet = sheets[run->values[PART].number](run, &drift);
        write_csv(&sheet, &run->out);
        break;
    }
    case AS_JSON:
        write_json(run, &drift);
        break;
    case AS_SVG:
        draw_drift(&drift, &run->out);
        break;
    default:
        write_text(run, &drift);
    }
    return LM_OK;
}

const struct command rate_drift_command = {
    .name = "rate drift",
    .operands = "LIST…",
    .summary = "show by statistics over many lists whether the rating scale drifts",
    .description =
        "Each LIST is a directory that `rate period` made, or a registry, in order of date.\n"
        "\n"
        "lists: players, mean and spread of their ratings, mean by how long the rating has been on "
        "the\n"
        "list (as far back as registries remember, 40 months), who came and who went, and the sum "
        "of all\n"
        "changes.\n"
        "\n"
        "bands: what players of a rating scored, and what the table had expected.\n"
        "\n"
        "calibration: the same by rating difference, from the higher rated player's side.",
    .example = "limmat rate drift 2013-*\n"
               "limmat rate drift -f svg 2013-* >drift.svg\n"
               "limmat rate drift -f csv --part calibration 2013-*",
    .options = options,
    .least = 1,
    .most = SIZE_MAX,
    .run = rate_drift,
};
