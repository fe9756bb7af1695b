/* SPDX-License-Identifier: Apache-2.0 */
/* `limmat rate import`, `export` and `lookup`: import and export FIDE's lists, and find people in
 * them. */
#include "cli/rating/rate.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* --- import */

enum { IMPORT_OUT, IMPORT_DATE, IMPORT_CHESS };

static const struct option import_options[] = {
    [IMPORT_OUT] = OUT_OPTION,
    [IMPORT_DATE] = {'d', "date", TEXT, "DAY", 0, 0, "the day of the list, 2013-08-01"},
    [IMPORT_CHESS] = CHESS_OPTION,
    LANGUAGE_OPTION,
    {0}};

enum lm_status save_registry(struct run *run, const struct lm_registry *registry, const char *path)
{
    struct os_draft draft;
    enum lm_status status = keep_journal(path, run->log);
    if (status == LM_OK)
        status = os_draft_open(path, OS_REPLACE, run->arena, run->log, &draft);
    if (status != LM_OK)
        return status;
    status = write_registry(registry, path, draft_sink(&draft), run->arena, run->log);
    if (status == LM_OK || draft.failed)
        return os_draft_keep(&draft, run->log);
    os_draft_drop(&draft);
    return status;
}

static enum lm_status rate_import(struct run *run)
{
    const char *out = run->values[IMPORT_OUT].text;
    const char *date = run->values[IMPORT_DATE].text;
    int32_t list;
    if (out == NULL || date == NULL)
        return fail(run->log, LM_INVALID, "give the new registry (-o) and the list's day (--date)");
    enum lm_status status = parse_day(date, "--date", run->log, &list);
    if (status != LM_OK)
        return status;
    if (os_kind_of(out) == OS_FOLDER)
        return fail(run->log, LM_INVALID, "%s is a directory", out);
    struct lm_registry registry = lm_registry_in(run->arena, list);
    struct lm_fide_reader *reader =
        lm_fide_reader_new(&registry, (enum lm_chess)run->values[IMPORT_CHESS].number, run->log);
    if (reader == NULL)
        return LM_LIMIT;
    run->log->file = run->operands[0];
    status = feed_list(run->operands[0], run->arena, run->log, reader);
    if (status == LM_OK)
        status = lm_fide_reader_end(reader);
    run->log->file = NULL;
    if (status == LM_OK && registry.count == 0)
        return fail(run->log, LM_INVALID,
                    "no player found in %s; give a FIDE list, as text or XML, zipped or not",
                    run->operands[0]);
    if (status == LM_OK)
        status = save_registry(run, &registry, out);
    if (status != LM_OK)
        return status;
    rate_say(run, &run->out, "%zu players, list of %s", registry.count, date);
    lm_text_add_char(&run->out, '\n');
    return LM_OK;
}

const struct command rate_import_command = {
    .name = "rate import",
    .operands = "FILE",
    .summary = "make a registry from a FIDE rating list",
    .description =
        "FILE is the combined text, a list of one kind of chess, or the XML, zipped or not.\n"
        "\n"
        "Limmat assumes what a list does not give: K 10 means 2400 was reached; K 15 or 20, and a "
        "junior's\n"
        "40, mean 30 games played; a player not marked inactive has played.",
    .example = "limmat rate import -d 2025-11-01 -o fide.registry players_list_xml.zip",
    .options = import_options,
    .least = 1,
    .most = 1,
    .run = rate_import,
};

/* --- export */

enum { EXPORT_OUT, EXPORT_FORM, EXPORT_CHESS, EXPORT_PUBLIC };

static const struct option export_options[] = {
    [EXPORT_OUT] = OUT_OPTION,
    [EXPORT_FORM] = {'t', "to", CHOICE, "combined|legacy|xml|csv|json|unrated", 0, 0,
                     "the layout; unrated: players without a rating, as CSV"},
    [EXPORT_CHESS] = CHESS_OPTION,
    [EXPORT_PUBLIC] = {0, "public", SWITCH, NULL, 0, 0,
                       "without the year of birth of players who could be under 18"},
    LANGUAGE_OPTION,
    {0}};

static bool append(void *context, const char *bytes, size_t length)
{
    lm_text_add_bytes(context, bytes, length);
    return true;
}

/* List players without a rating in ${chess}, with the games of the pool that wait for one (7.1.4).
 */
static enum lm_status write_unrated(struct run *run, const struct lm_registry *registry,
                                    enum lm_chess chess)
{
    struct lm_text *out = &run->out;
    lm_text_add(out, "id,name,federation,sex,born,title,games in the pool,events in the pool\n");
    for (size_t i = 0; i < registry->count; i++) {
        const struct lm_person *person = &registry->people[i];
        const struct lm_track *track = &person->tracks[chess];
        size_t pooled = track->record == NULL ? 0 : track->record->pool_count;
        int32_t games = 0;
        if (track->rating != 0)
            continue;
        for (size_t p = 0; p < pooled; p++)
            games += track->record->pool[p].result.games;
        lm_text_print(out, "%" PRIu32 ",", person->id);
        lm_text_add_csv(out, person->name, true);
        lm_text_print(out, ",%s,%.1s,", person->federation, person->sex == 0 ? "" : &person->sex);
        if (person->born != 0)
            lm_text_print(out, "%" PRId32, person->born / 10000);
        lm_text_print(out, ",%s,%" PRId32 ",%zu\n",
                      person->title[0] != '\0' ? person->title : person->women_title, games,
                      pooled);
    }
    return lm_text_status(out);
}

static enum lm_status rate_export(struct run *run)
{
    struct lm_registry registry;
    enum lm_status status = load_registry(run->operands[0], run->arena, run->log, &registry);
    if (status != LM_OK)
        return status;
    run->destination = run->values[EXPORT_OUT].text;
    if (run->values[EXPORT_PUBLIC].text != NULL)
        lm_registry_hide_minors(&registry);
    if (run->values[EXPORT_FORM].number == LM_LIST_FORMS)
        return write_unrated(run, &registry, (enum lm_chess)run->values[EXPORT_CHESS].number);
    const struct lm_rating_rules *rules;
    status = rules_of_list(registry.list, (enum lm_chess)run->values[EXPORT_CHESS].number,
                           run->arena, &rules);
    if (status != LM_OK)
        return status;
    return lm_fide_list_write(&registry, rules, (enum lm_fide_list)run->values[EXPORT_FORM].number,
                              (enum lm_chess)run->values[EXPORT_CHESS].number,
                              (struct lm_sink){append, &run->out}, run->arena);
}

const struct command rate_export_command = {
    .name = "rate export",
    .operands = "LIST",
    .summary = "write a registry in FIDE's layouts or as a table, or list the unrated players",
    .example = "limmat rate export -t xml -o list.xml 2013-09\n"
               "limmat rate export -t csv --public -o list.csv 2013-09\n"
               "limmat rate export -t unrated -o unrated.csv 2013-09",
    .options = export_options,
    .least = 1,
    .most = 1,
    .run = rate_export,
};

/* --- lookup */

enum { LOOKUP_LIST, LOOKUP_FORMAT, LOOKUP_MOST };

static const struct option lookup_options[] = {
    [LOOKUP_LIST] = LIST_OPTION("the registry to search"),
    [LOOKUP_FORMAT] = FORMAT_OPTION("text|json"),
    [LOOKUP_MOST] = {'n', "most", NUMBER, "N", 1, 1000,
                     "show at most N players; 20 when not given"},
    LANGUAGE_OPTION,
    {0}};

/* Map the file instead of reading it: only the few pages that are used get loaded. */
static enum lm_status map_registry(struct run *run, const char *path, struct os_map *out)
{
    if (os_kind_of(path) == OS_FOLDER)
        path = os_join(run->arena, path, "registry");
    if (path == NULL)
        return LM_LIMIT;
    enum lm_status status = os_map_file(path, run->log, out);
    if (status == LM_OK && lm_registry_list(out->bytes, out->length) == LM_NO_DAY)
        return fail(run->log, LM_INVALID,
                    "%s is not a registry; make one with `limmat rate import`", path);
    return status;
}

static void write_person_text(const struct lm_person *person, struct table *table)
{
    table_print(table, "%" PRIu32, person->id);
    table_add(table, person->name);
    table_add(table, person->federation);
    table_add(table, person->title[0] != '\0' ? person->title : person->women_title);
    if (person->born > 0)
        table_print(table, "%" PRId32, person->born / 10000);
    else
        table_add(table, "");
    for (int chess = 0; chess < LM_CHESS_KINDS; chess++) {
        const struct lm_track *track = &person->tracks[chess];
        if (track->rating == 0)
            table_add(table, "");
        else
            table_print(table, "%d (%u)", track->rating, track->k);
    }
}

static void write_person_json(const struct lm_person *person, struct lm_json_writer *w)
{
    char sex[2] = {person->sex, '\0'};
    lm_json_begin(w, NULL, '{');
    lm_json_put_integer(w, "id", person->id);
    lm_json_put_string(w, "name", person->name);
    lm_json_put_string(w, "federation", person->federation);
    lm_json_put_string(w, "sex", sex);
    lm_json_put_string(w, "title", person->title);
    lm_json_put_string(w, "women_title", person->women_title);
    lm_json_put_integer(w, "born", person->born / 10000);
    for (int chess = 0; chess < LM_CHESS_KINDS; chess++) {
        const struct lm_track *track = &person->tracks[chess];
        if (track->rating == 0)
            continue;
        lm_json_begin_inline(w, lm_chess_name((enum lm_chess)chess), '{');
        lm_json_put_integer(w, "rating", track->rating);
        lm_json_put_integer(w, "k", track->k);
        lm_json_put_integer(w, "games", track->total);
        lm_json_end(w, '}');
    }
    lm_json_end(w, '}');
}

/* "Garry Kasparov" -> "kasparov garry": lists have the last name first. */
static const char *last_name_first(const char *folded, struct lm_arena *arena)
{
    const char *last = strrchr(folded, ' ');
    struct lm_text turned = lm_text_in(arena);
    if (last == NULL)
        return folded;
    lm_text_add(&turned, last + 1);
    lm_text_add_char(&turned, ' ');
    lm_text_add_bytes(&turned, folded, (size_t)(last - folded));
    return lm_text_string(&turned);
}

static size_t find_ids(struct run *run, struct os_map list, uint32_t *ids, size_t most)
{
    struct lm_text name = lm_text_in(run->arena);
    int64_t id;
    const char *first = run->operands[0];
    if (run->operand_count == 1 && lm_parse_integer(first, strlen(first), 1, UINT32_MAX, &id)) {
        ids[0] = (uint32_t)id;
        return 1;
    }
    for (size_t i = 0; i < run->operand_count; i++) {
        if (!lm_utf8_valid(run->operands[i], strlen(run->operands[i])))
            return 0;
        lm_text_add_char(&name, ' ');
        lm_text_add(&name, run->operands[i]);
    }
    struct lm_text folded = lm_text_in(run->arena);
    lm_text_add_folded(&folded, name.bytes, name.length);
    const char *as_given = lm_text_string(&folded);
    size_t count = lm_registry_search(list.bytes, list.length, as_given, ids, most);
    if (count == 0)
        count = lm_registry_search(list.bytes, list.length, last_name_first(as_given, run->arena),
                                   ids, most);
    return lm_registry_search_words(list.bytes, list.length, as_given, ids, count, most);
}

static enum lm_status rate_lookup(struct run *run)
{
    static const char *const heads[] = {LM_MESSAGE("id"),        LM_MESSAGE("name"),
                                        LM_MESSAGE("fed"),       LM_MESSAGE("title"),
                                        LM_MESSAGE("born"),      LM_MESSAGE("standard (K)"),
                                        LM_MESSAGE("rapid (K)"), LM_MESSAGE("blitz (K)")};
    size_t most =
        run->values[LOOKUP_MOST].text == NULL ? 20 : (size_t)run->values[LOOKUP_MOST].number;
    uint32_t *ids = lm_arena_alloc(run->arena, most, sizeof *ids);
    struct os_map list = {0};
    if (ids == NULL)
        return LM_LIMIT;
    if (run->values[LOOKUP_LIST].text == NULL)
        return fail(run->log, LM_INVALID, "give the registry to search (--list)");
    enum lm_status status = map_registry(run, run->values[LOOKUP_LIST].text, &list);
    if (status != LM_OK)
        return status;
    bool json = run->values[LOOKUP_FORMAT].number == 1;
    struct table table = table_new(run->arena, "rlllrrrr");
    struct lm_json_writer w = lm_json_writer_to(&run->out, false);
    rate_heads(run, &table, heads, sizeof heads / sizeof *heads);
    if (json)
        lm_json_begin(&w, NULL, '[');
    size_t count = find_ids(run, list, ids, most);
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        struct lm_person person;
        if (!lm_registry_lookup(list.bytes, list.length, ids[i], run->arena, &person))
            continue;
        found++;
        if (json)
            write_person_json(&person, &w);
        else
            write_person_text(&person, &table);
    }
    if (found == 0)
        return fail(run->log, LM_INVALID, "no player of that name in the list");
    if (json) {
        lm_json_end(&w, ']');
        lm_text_add_char(&run->out, '\n');
    } else {
        table_write(&table, &run->out);
    }
    return LM_OK;
}

const struct command rate_lookup_command = {
    .name = "rate lookup",
    .operands = "ID|NAME…",
    .summary = "find players in a registry by id or by the beginning of a name",
    .description =
        "Letter case and diacritics do not matter (Ł is l, Đ is d, Þ is th, ø is o), nor does the\n"
        "order of first and last name.  Further matches have the words, or words that begin like\n"
        "this, anywhere, by sound: berg finds van den Berg, mueller Müller, o connor O'Connor.",
    .example = "limmat rate lookup -l fide.registry 1503014\n"
               "limmat rate lookup -l fide.registry Lukasz Zolc",
    .options = lookup_options,
    .least = 1,
    .most = 20,
    .run = rate_lookup,
};
