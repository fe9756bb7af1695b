/* SPDX-License-Identifier: Apache-2.0 */
/* `limmat rate person`: add, correct, transfer and merge persons of a registry. */
#include <inttypes.h>
#include <string.h>

#include "base/sort.h"
#include "cli/rating/rate_office.h"
#include "limmat/persons.h"

enum { LIST, OUT, ANYWAY };

static const struct option options[] = {
    [LIST] = LIST_OPTION("the registry: a file, or a directory that `rate period` made"),
    [OUT] = {'o', "output", TEXT, "FILE", 0, 0,
             "write the registry there; when not given, the list itself is changed"},
    [ANYWAY] = {0, "anyway", SWITCH, NULL, 0, 0, "proceed although the names differ"},
    LANGUAGE_OPTION,
    {0}};

/* --- fields */

static bool set_name(struct lm_person *person, const char *value, struct lm_arena *arena)
{
    for (const char *c = value; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || *c == '|')
            return false;
    person->name = lm_arena_copy(arena, value, strlen(value));
    return *value != '\0' && lm_utf8_valid(value, strlen(value)) && person->name != NULL;
}

static bool set_federation(struct lm_person *person, const char *value, struct lm_arena *arena)
{
    (void)arena;
    if (strlen(value) != 3 || strspn(value, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != 3)
        return false;
    memcpy(person->federation, value, 4);
    return true;
}

static bool set_sex(struct lm_person *person, const char *value, struct lm_arena *arena)
{
    (void)arena;
    person->sex = *value;
    return strcmp(value, "M") == 0 || strcmp(value, "F") == 0;
}

static bool set_born(struct lm_person *person, const char *value, struct lm_arena *arena)
{
    struct lm_date date;
    (void)arena;
    if (!lm_parse_date(value, strlen(value), &date) || date.year < 1850)
        return false;
    person->born = date.year * 10000 + date.month * 100 + date.day;
    return true;
}

static bool set_title_in(char *out, size_t size, const char *value)
{
    if (strlen(value) >= size || strspn(value, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != strlen(value))
        return false;
    memcpy(out, value, strlen(value) + 1);
    return true;
}

static bool set_title(struct lm_person *person, const char *value, struct lm_arena *arena)
{
    (void)arena;
    return set_title_in(person->title, sizeof person->title, value);
}

static bool set_women_title(struct lm_person *person, const char *value, struct lm_arena *arena)
{
    (void)arena;
    return set_title_in(person->women_title, sizeof person->women_title, value);
}

static bool set_deceased(struct lm_person *person, const char *value, struct lm_arena *arena)
{
    (void)arena;
    person->deceased = strcmp(value, "yes") == 0;
    return person->deceased || strcmp(value, "no") == 0;
}

static bool set_excluded(struct lm_person *person, const char *value, struct lm_arena *arena)
{
    (void)arena;
    person->excluded = strcmp(value, "yes") == 0;
    return person->excluded || strcmp(value, "no") == 0;
}

static const struct {
    const char *name, *form;
    bool (*set)(struct lm_person *person, const char *value, struct lm_arena *arena);
} fields[] = {
    {"name", LM_MESSAGE("\"Lastname, Firstname\""), set_name},
    {"federation", LM_MESSAGE("three capital letters"), set_federation},
    {"sex", LM_MESSAGE("M or F"), set_sex},
    {"born", LM_MESSAGE("YYYY or YYYY-MM-DD"), set_born},
    {"title", "GM, IM, FM, CM", set_title},
    {"women_title", "WGM, WIM, WFM, WCM", set_women_title},
    {"deceased", LM_MESSAGE("yes or no"), set_deceased},
    {"excluded", LM_MESSAGE("yes or no"), set_excluded},
};

/* Read "born=1990". */
static enum lm_status set_field(struct run *run, struct lm_person *person, const char *text)
{
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        size_t length = strlen(fields[i].name);
        if (strncmp(text, fields[i].name, length) != 0 || text[length] != '=')
            continue;
        if (fields[i].set(person, text + length + 1, run->arena))
            return LM_OK;
        return fail(run->log, LM_INVALID, "%s is not valid for %s=; write %s", text + length + 1,
                    fields[i].name, fields[i].form);
    }
    return fail(run->log, LM_INVALID,
                "unknown field \"%s\"; use name=, federation=, sex=, born=, title=, women_title=, "
                "deceased= or excluded=",
                text);
}

static enum lm_status set_fields(struct run *run, struct lm_person *person)
{
    enum lm_status status = LM_OK;
    if (run->operand_count < 3)
        return fail(run->log, LM_INVALID, "give the fields: born=1990 federation=SUI …");
    for (size_t i = 2; i < run->operand_count; i++) {
        enum lm_status set = set_field(run, person, run->operands[i]);
        status = set != LM_OK ? set : status;
    }
    return status;
}

/* Return "1300006 Favre, Luc FRA 2001, deceased". */
static const char *person_text(const struct run *run, const struct lm_person *person)
{
    struct lm_text out = lm_text_in(run->arena);
    lm_text_print(&out, "%" PRIu32 " %s %s %" PRId32, person->id, person->name, person->federation,
                  person->born / 10000);
    if (person->excluded)
        lm_text_print(&out, ", %s", rate_word(run, LM_MESSAGE("excluded")));
    if (person->deceased)
        lm_text_print(&out, ", %s", rate_word(run, LM_MESSAGE("deceased")));
    return lm_text_string(&out);
}

/* --- verbs */

static enum lm_status parse_id(struct run *run, size_t operand, uint32_t *id)
{
    int64_t number;
    const char *text = run->operand_count > operand ? run->operands[operand] : "";
    if (!lm_parse_integer(text, strlen(text), 1, UINT32_MAX, &number))
        return fail(run->log, LM_INVALID, "\"%s\" is not an id; give the FIDE ID, digits only",
                    text);
    *id = (uint32_t)number;
    return LM_OK;
}

static enum lm_status find(struct run *run, const struct lm_registry *registry, size_t operand,
                           struct lm_person **out)
{
    uint32_t id = 0;
    enum lm_status status = parse_id(run, operand, &id);
    if (status != LM_OK)
        return status;
    *out = lm_registry_find(registry, id);
    if (*out == NULL)
        return fail(run->log, LM_INVALID, "no player in the registry has the id %" PRIu32, id);
    return LM_OK;
}

/* Refuse a second id for a person who is already in the list. */
static enum lm_status refuse_known(struct run *run, const struct lm_registry *registry,
                                   const struct lm_person *person)
{
    struct lm_identity_case one = {
        .claim = {.name = person->name,
                  .federation = person->federation,
                  .born = person->born / 10000,
                  .woman = person->sex == 'F'},
        .fit = {.verdict = LM_IDENTITY_OTHER},
        .person = LM_NOBODY,
    };
    enum lm_status status = lm_identity_propose(registry, &one, 1, run->arena);
    if (status != LM_OK || one.likely == LM_NOBODY || run->values[ANYWAY].text != NULL)
        return status;
    return fail(run->log, LM_INVALID,
                "this player is probably in the list: %s; if not, add --anyway",
                person_text(run, &registry->people[one.likely]));
}

static enum lm_status add(struct run *run, struct lm_registry *registry)
{
    struct lm_person person = {.name = ""};
    uint32_t twice;
    enum lm_status status = parse_id(run, 1, &person.id);
    if (status == LM_OK && lm_registry_find(registry, person.id) != NULL)
        return fail(run->log, LM_INVALID, "the id %" PRIu32 " is %s's", person.id,
                    lm_registry_find(registry, person.id)->name);
    if (status == LM_OK)
        status = set_fields(run, &person);
    if (status == LM_OK && *person.name == '\0')
        return fail(run->log, LM_INVALID, "a new person needs a name");
    if (status == LM_OK)
        status = refuse_known(run, registry, &person);
    if (status != LM_OK)
        return status;
    struct lm_person *added = lm_registry_add(registry, person.id);
    if (added == NULL)
        return LM_LIMIT;
    memcpy(person.tracks, added->tracks, sizeof person.tracks);
    *added = person;
    rate_say(run, &run->out, "added %s", person_text(run, &person));
    return lm_registry_sort(registry, &twice) ? LM_OK : LM_INTERNAL;
}

static enum lm_status correct(struct run *run, struct lm_registry *registry)
{
    struct lm_person *person = NULL;
    enum lm_status status = find(run, registry, 1, &person);
    if (status != LM_OK)
        return status;
    const char *before = person_text(run, person);
    status = set_fields(run, person);
    rate_say(run, &run->out, "%s is now %s", before, person_text(run, person));
    return status;
}

static enum lm_status merge(struct run *run, struct lm_registry *registry)
{
    struct lm_person *wrong = NULL;
    struct lm_person *right = NULL;
    enum lm_status status = find(run, registry, 1, &wrong);
    if (status == LM_OK)
        status = find(run, registry, 2, &right);
    if (status != LM_OK)
        return status;
    struct lm_claim claim = {.id = wrong->id,
                             .name = wrong->name,
                             .federation = wrong->federation,
                             .born = wrong->born / 10000,
                             .woman = wrong->sex == 'F'};
    struct lm_identity_fit fit = lm_identity_judge(&claim, right, run->arena);
    rate_say(run, &run->out, "%s is now %s", person_text(run, wrong), person_text(run, right));
    if (wrong == right || run->operand_count != 3)
        return fail(run->log, LM_INVALID, "give the wrong id and the right one");
    if (fit.verdict == LM_IDENTITY_OTHER && run->values[ANYWAY].text == NULL)
        return fail(run->log, LM_INVALID,
                    "%s and %s do not look like one person; if they are, add --anyway", wrong->name,
                    right->name);
    return lm_person_merge(registry, wrong->id, right->id);
}

/* Erase the person's data.  The id and its ratings stay, as others' ratings depend on them. */
static enum lm_status erase(struct run *run, struct lm_registry *registry)
{
    struct lm_person *person = NULL;
    enum lm_status status = find(run, registry, 1, &person);
    if (status != LM_OK)
        return status;
    struct lm_person nobody = {.id = person->id, .name = "Erased", .excluded = true};
    memcpy(nobody.tracks, person->tracks, sizeof nobody.tracks);
    memcpy(nobody.federation, person->federation, sizeof nobody.federation);
    *person = nobody;
    rate_say(run, &run->out, "erased %" PRIu32, person->id);
    return LM_OK;
}

/* --- two ids of one person */

struct likeness {
    uint64_t key; /* of the words of the name, in any order, and the year of birth */
    uint32_t person;
};

static int by_key(const void *left, const void *right)
{
    const struct likeness *a = left;
    const struct likeness *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return a->person < b->person ? -1 : a->person > b->person;
}

/* The words' hashes are summed, so that their order does not matter (FNV-1a of each). */
static uint64_t key_of(const struct lm_person *person, struct lm_arena *scratch)
{
    struct lm_name_key name;
    uint64_t sum = (uint64_t)person->born / 10000;
    lm_name_key_of(person->name, scratch, &name);
    for (size_t w = 0; w < name.count; w++) {
        uint64_t hash = UINT64_C(0xcbf29ce484222325);
        for (const char *c = name.words[w]; *c != '\0'; c++)
            hash = (hash ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
        sum += hash;
    }
    return sum;
}

/* List persons who are probably listed twice: the same words in the name, by their sound, and the
 * same year. */
static enum lm_status doubles(struct run *run, struct lm_registry *registry)
{
    const char *federation = run->operands[1];
    size_t count = 0;
    size_t found = 0;
    struct likeness *all = lm_arena_alloc(run->arena, registry->count, sizeof *all);
    if (all == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < registry->count; i++) {
        const struct lm_person *person = &registry->people[i];
        struct lm_mark mark = lm_arena_mark(run->arena);
        if (person->born != 0 && !person->deceased &&
            (strcmp(federation, "all") == 0 || strcmp(federation, person->federation) == 0))
            all[count++] = (struct likeness){key_of(person, run->arena), (uint32_t)i};
        lm_arena_reset(run->arena, mark);
    }
    if (count > 0)
        lm_sort(all, count, sizeof *all, by_key);
    for (size_t i = 1; i < count; i++) {
        if (all[i - 1].key != all[i].key)
            continue;
        found++;
        rate_say(run, &run->out, "%s and %s are probably one person",
                 person_text(run, &registry->people[all[i - 1].person]),
                 person_text(run, &registry->people[all[i].person]));
        lm_text_add_char(&run->out, '\n');
    }
    rate_say(run, &run->out, "%zu to check; use `merge WRONG RIGHT` for the same person", found);
    return LM_OK;
}

/* --- the command */

/* Append the line of persons.txt without the details of ${id}: of an addition the id stays, of a
 * correction nothing; a merger has no names. */
static void add_without_person(const char *line, size_t length, const char *id, struct lm_text *out)
{
    size_t verb = strcspn(line, "\t\n"), digits = strlen(id);
    bool his = verb < length && line[verb] == '\t' && strncmp(line + verb + 1, id, digits) == 0 &&
               (line[verb + 1 + digits] == '\t' || line[verb + 1 + digits] == '\n');
    if (!his || strncmp(line, "merge", 5) == 0)
        lm_text_add_bytes(out, line, length);
    else if (strncmp(line, "add", 3) == 0)
        lm_text_print(out, "add\t%s\tname=Erased\n", id);
}

/* Record the change to the persons beside the registry of a directory, in order. */
static enum lm_status write_down(struct run *run, const char *folder)
{
    const char *path = os_join(run->arena, folder, "persons.txt");
    const char *bytes = "";
    size_t length = 0;
    struct lm_text text = lm_text_in(run->arena);
    enum lm_status status = path == NULL ? LM_LIMIT : LM_OK;
    if (status == LM_OK && os_is_there(path))
        status = read_file(path, run->arena, run->log, &bytes, &length);
    for (size_t at = 0; at < length;) {
        size_t size = strcspn(bytes + at, "\n") + (strchr(bytes + at, '\n') != NULL);
        if (strcmp(run->operands[0], "erase") == 0)
            add_without_person(bytes + at, size, run->operands[1], &text);
        else
            lm_text_add_bytes(&text, bytes + at, size);
        at += size;
    }
    for (size_t i = 0; i < run->operand_count; i++)
        lm_text_print(&text, "%s%s", i == 0 ? "" : "\t", run->operands[i]);
    lm_text_add_char(&text, '\n');
    if (status == LM_OK && text.failed)
        status = LM_LIMIT;
    return status == LM_OK ? os_write(path, text.bytes, text.length, OS_REPLACE, run->log) : status;
}

/* Delete the line of ${id} from the file ${name} of ${folder}; the file can be missing. */
static enum lm_status drop_line(struct run *run, const char *folder, const char *name,
                                const char *id)
{
    const char *bytes, *path = os_join(run->arena, folder, name);
    size_t length, digits = strlen(id);
    struct lm_text text = lm_text_in(run->arena);
    if (path == NULL)
        return LM_LIMIT;
    if (!os_is_there(path))
        return LM_OK;
    enum lm_status status = read_file(path, run->arena, run->log, &bytes, &length);
    for (size_t at = 0; status == LM_OK && at < length;) {
        size_t size = strcspn(bytes + at, "\n") + 1;
        bool his = strncmp(bytes + at, id, digits) == 0 &&
                   (bytes[at + digits] == ' ' || bytes[at + digits] == '\t');
        size = size > length - at ? length - at : size;
        if (!his)
            lm_text_add_bytes(&text, bytes + at, size);
        at += size;
    }
    if (status == LM_OK && text.failed)
        status = LM_LIMIT;
    return status == LM_OK
               ? os_write(path, lm_text_string(&text), text.length, OS_REPLACE, run->log)
               : status;
}

/* Delete an erased person from the lists that were made earlier. */
static enum lm_status drop_from_lists(struct run *run, const char *folder)
{
    enum lm_status status = drop_line(run, folder, "list.txt", run->operands[1]);
    return status == LM_OK ? drop_line(run, folder, "titled-unrated.txt", run->operands[1])
                           : status;
}

static const struct {
    const char *name;
    enum lm_status (*act)(struct run *run, struct lm_registry *registry);
    bool looks; /* changes nothing */
} verbs[] = {
    {"add", add, false},     {"correct", correct, false}, {"merge", merge, false},
    {"erase", erase, false}, {"doubles", doubles, true},
};

enum { VERBS = sizeof verbs / sizeof *verbs };

/* Repeat a line such as "correct\t1300006\tfederation=SUI"; the officer has already confirmed it,
 * so ask for no confirmation. */
static enum lm_status repeat_line(struct run *run, const char *line, size_t length,
                                  struct lm_registry *registry)
{
    enum { MOST = 20 };
    const char *operands[MOST];
    struct value values[sizeof options / sizeof *options] = {[ANYWAY] = {.text = ""}};
    struct run inner = *run;
    inner.out = lm_text_in(run->arena);
    inner.values = values;
    inner.operands = operands;
    inner.operand_count = 0;
    for (size_t at = 0; at < length && inner.operand_count < MOST;) {
        const char *tab = memchr(line + at, '\t', length - at);
        size_t size = tab == NULL ? length - at : (size_t)(tab - line) - at;
        operands[inner.operand_count] = lm_arena_copy(run->arena, line + at, size);
        if (operands[inner.operand_count++] == NULL)
            return LM_LIMIT;
        at += size + 1;
    }
    for (size_t verb = 0; verb < VERBS && inner.operand_count > 1; verb++)
        if (strcmp(verbs[verb].name, operands[0]) == 0)
            return verbs[verb].act(&inner, registry);
    return fail(run->log, LM_INVALID, "persons.txt has an invalid line: \"%.*s\"", (int)length,
                line);
}

enum lm_status persons_repeat(struct run *run, const char *from, const char *to)
{
    struct lm_registry registry;
    const char *bytes;
    size_t length;
    const char *path = os_join(run->arena, from, "persons.txt");
    const char *copy = os_join(run->arena, to, "persons.txt");
    if (path == NULL || copy == NULL)
        return LM_LIMIT;
    if (!os_is_there(path))
        return LM_OK;
    enum lm_status status = read_file(path, run->arena, run->log, &bytes, &length);
    if (status == LM_OK)
        status = load_registry(to, run->arena, run->log, &registry);
    for (size_t at = 0; status == LM_OK && at < length;) {
        size_t size = strcspn(bytes + at, "\n");
        if (size > 0)
            status = repeat_line(run, bytes + at, size, &registry);
        at += size + 1;
    }
    if (status == LM_OK)
        status = save_registry(run, &registry, os_join(run->arena, to, "registry"));
    return status == LM_OK ? os_write(copy, bytes, length, OS_REPLACE, run->log) : status;
}

static enum lm_status rate_person(struct run *run)
{
    struct lm_registry registry;
    const char *list = run->values[LIST].text;
    const char *out = run->values[OUT].text;
    size_t verb = 0;
    while (verb < VERBS && strcmp(verbs[verb].name, run->operands[0]) != 0)
        verb++;
    if (verb == VERBS)
        return fail(run->log, LM_INVALID,
                    "unknown action \"%s\"; use add, correct, merge, erase or doubles",
                    run->operands[0]);
    if (list == NULL)
        return fail(run->log, LM_INVALID, "give the registry (--list)");
    enum lm_status status = load_registry(list, run->arena, run->log, &registry);
    if (status == LM_OK)
        status = verbs[verb].act(run, &registry);
    bool folder = os_kind_of(list) == OS_FOLDER;
    bool changes = status == LM_OK && !verbs[verb].looks;
    if (changes)
        status = save_registry(run, &registry,
                               out != NULL ? out
                               : folder    ? os_join(run->arena, list, "registry")
                                           : list);
    if (changes && status == LM_OK && out == NULL && folder)
        status = write_down(run, list);
    if (changes && status == LM_OK && out == NULL && folder &&
        strcmp(verbs[verb].name, "erase") == 0)
        status = drop_from_lists(run, list);
    lm_text_add_char(&run->out, '\n');
    return status;
}

const struct command rate_person_command = {
    .name = "rate person",
    .operands = "add|correct|merge|erase|doubles ID|FEDERATION|all FIELD=VALUE…|ID",
    .summary = "add, correct, transfer, merge or erase people of a registry",
    .description =
        "add ID name=\"Muster, Max\" federation=SUI sex=M born=1990   a new person without a "
        "rating\n"
        "\n"
        "correct ID born=1991 federation=FRA   also a transfer and a name changed by marriage\n"
        "\n"
        "merge WRONG RIGHT   the id WRONG is removed; its games, pool and history go to RIGHT\n"
        "\n"
        "erase ID   the id keeps its ratings, because others depend on them, and loses its name\n"
        "\n"
        "doubles SUI   players of a federation (all: of the list) who seem to have two ids\n"
        "\n"
        "Without --anyway a player in the list can't get a second id, and two ids with different\n"
        "data can't be merged.  The file persons.txt of a directory has the changes to its\n"
        "people.",
    .example = "limmat rate person -l 2026-04 correct 1300006 federation=SUI\n"
               "limmat rate person -l 2026-04 merge 1300060 1300006",
    .options = options,
    .least = 2,
    .most = 20,
    .run = rate_person,
};
