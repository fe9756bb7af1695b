/* SPDX-License-Identifier: Apache-2.0 */

/*
 * `limmat publish`: make a folder from tournaments that any web host can serve.
 *
 * Everything is made first, in OUT/.limmat-next; the site does not change until all files have been
 * read and all pages written.  Then each changed event is replaced in one exchange of directories,
 * so that no reader finds pages of two states together: first the files that pages need, then the
 * events, then the lists that name them.  Unchanged pages remain the same files (hard links), which
 * helps people who copy the site elsewhere.
 *
 * OUT/.limmat names our files in OUT; no other file there is touched.
 */

#include <string.h>

#include "cli/core/command.h"
#include "cli/event/standings_command.h"
#include "cli/publish/publish_event.h"
#include "os/files.h"
#include "os/process.h"
#include "os/threads.h"

enum { LANGUAGES_MAX = 16 };
enum { OUT, BASE, LANGUAGES, BIRTH, PRIVATE, UNRATED, STRICT };

static const struct option options[] = {
    [OUT] = {'o', "output", TEXT, "DIR", 0, 0, "the site's folder; \"site\" when not given"},
    [BASE] = {0, "base", TEXT, "URL", 0, 0,
              "the site's public address, for links that need it: https://host/path/"},
    [LANGUAGES] = {0, "lang", TEXT, "LIST", 0, 0,
                   "the languages of its pages, the main one first: de,fr,it,en,es; LANG or "
                   "English when not given"},
    [BIRTH] = {0, "birth", CHOICE, "year|none", 0, 0,
               "how much of birth dates to show: the year at most"},
    [PRIVATE] = {0, "private", SWITCH, NULL, 0, 0,
                 "keep full birth dates, for your own use: do not publish such a site"},
    [UNRATED] = UNRATED_OPTION,
    [STRICT] = STRICT_OPTION,
    {0}};

#define OWN_NAMES ".limmat"
#define DRAFT     ".limmat-next"

/* An item in OUT: an event's directory, or a shared file. */
struct entry {
    const char *name;
    bool fresh; /* it is in the draft and still has to be moved into place */
    bool directory;
};

struct entries {
    struct entry *all;
    size_t count, capacity;
};

struct publication {
    struct run *run;
    const char *out, *draft;
    struct site_language languages[LANGUAGES_MAX];
    struct site_names names[LANGUAGES_MAX]; /* of the site in each language */
    size_t language_count;
    struct entries assets, events, lists;
    struct publish_job *jobs;
    struct os_flood *floods;                    /* one for each worker */
    struct site_index_row *rows[LANGUAGES_MAX]; /* by language, then event */
    const char *owned;                          /* the lines of OWN_NAMES before the run */
    size_t pages, written, removed;
};

static const char *path_to(struct publication *p, const char *directory, const char *name)
{
    const char *path = os_join(p->run->arena, directory, name);
    return path == NULL ? "" : path; /* which cannot be opened */
}

static enum lm_status add_entry(struct publication *p, struct entries *entries, struct entry entry)
{
    if (!lm_arena_grow(p->run->arena, &entries->all, &entries->capacity, entries->count + 1,
                       sizeof *entries->all))
        return LM_LIMIT;
    entries->all[entries->count++] = entry;
    return LM_OK;
}

/* --- ownership of names */

/* Is ${name} a line of ${lines}? */
static bool is_line(const char *lines, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = lines; (at = strstr(at, name)) != NULL; at += length)
        if ((at == lines || at[-1] == '\n') && at[length] == '\n')
            return true;
    return false;
}

/* Refuse to replace a file ${name} that is not ours. */
static enum lm_status claim(struct publication *p, const char *name)
{
    if (is_line(p->owned, name) || !os_is_there(path_to(p, p->out, name)))
        return LM_OK;
    return fail(p->run->log, LM_IO,
                "%s/%s exists and was not made by `limmat publish`; move it away", p->out, name);
}

/* --- one shared file */

static enum lm_status draft_file(struct publication *p, struct entries *entries, const char *name,
                                 const char *bytes, size_t length)
{
    struct entry entry = {.name = name};
    enum lm_status status = claim(p, name);
    entry.fresh = !os_holds(path_to(p, p->out, name), bytes, length);
    p->pages++;
    p->written += entry.fresh;
    if (status == LM_OK && entry.fresh)
        status = os_write_plainly(path_to(p, p->draft, name), bytes, length, p->run->log);
    return status == LM_OK ? add_entry(p, entries, entry) : status;
}

/* --- the events, each a job of its own */

static bool is_taken(const struct publication *p, size_t count, const char *slug)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(p->jobs[i].slug, slug) == 0)
            return true;
    return false;
}

/* Return an address for the event in ${path}: by the file's name, so that it stays if the
 * tournament is renamed. */
static const char *slug_of(struct publication *p, size_t number, const char *path)
{
    const char *base = os_name_in(path);
    const char *dot = strrchr(base, '.');
    struct lm_text name = lm_text_in(p->run->arena), slug = lm_text_in(p->run->arena);
    lm_text_add_bytes(&name, base, dot == NULL ? strlen(base) : (size_t)(dot - base));
    site_add_slug(&slug, lm_text_string(&name));
    size_t length = slug.length;
    for (unsigned again = 2; is_taken(p, number, lm_text_string(&slug)); again++) {
        slug.length = length;
        lm_text_print(&slug, "-%u", again);
    }
    return lm_text_string(&slug);
}

/* Return the path of a plan of the prizes: open.prizes.json for open.trf. */
static const char *plan_of(struct publication *p, const char *path)
{
    struct lm_text name = lm_text_in(p->run->arena);
    const char *dot = strrchr(os_name_in(path), '.');
    lm_text_add_bytes(&name, path, dot != NULL ? (size_t)(dot - path) : strlen(path));
    lm_text_add(&name, ".prizes.json");
    return name.failed ? "" : lm_text_string(&name);
}

static void do_job(void *context, size_t part, size_t worker)
{
    struct publication *p = context;
    p->jobs[part].flood = &p->floods[worker];
    publish_event(&p->jobs[part]);
}

/* Merge the result of ${job}: its messages, its part of the sums. */
static enum lm_status take_in(struct publication *p, const struct publish_job *job)
{
    for (size_t i = 0; i < job->log.count; i++)
        pass_on(p->run->log, &job->log.all[i]);
    if (job->status != LM_OK)
        return job->status;
    p->pages += job->pages;
    p->written += job->written;
    for (size_t i = 0; i < p->language_count; i++)
        p->rows[i][p->events.count] = job->rows[i];
    return add_entry(p, &p->events, (struct entry){job->slug, job->fresh, true});
}

/* Publish all files, even after a failure, so that every mistake is reported; return the first bad
 * status. */
static enum lm_status publish_files(struct publication *p)
{
    size_t count = p->run->operand_count;
    enum lm_status status = LM_OK;
    p->jobs = lm_arena_alloc(p->run->arena, count, sizeof *p->jobs);
    p->floods = lm_arena_alloc(p->run->arena, POOL_WORKERS_MAX, sizeof *p->floods);
    for (size_t i = 0; i < p->language_count; i++)
        if ((p->rows[i] = lm_arena_alloc(p->run->arena, count, sizeof *p->rows[i])) == NULL)
            return LM_LIMIT;
    if (p->jobs == NULL || p->floods == NULL)
        return LM_LIMIT;
    for (size_t i = 0; status == LM_OK && i < count; i++) {
        struct publish_job *job = &p->jobs[i];
        *job = (struct publish_job){.path = p->run->operands[i],
                                    .plan = plan_of(p, p->run->operands[i]),
                                    .strict = p->run->values[STRICT].text != NULL,
                                    .names = p->names,
                                    .name_count = p->language_count,
                                    .workers = count == 1 ? 0 : 1,
                                    .slug = slug_of(p, i, p->run->operands[i])};
        job->live = path_to(p, p->out, job->slug);
        job->draft = path_to(p, p->draft, job->slug);
        status = claim(p, job->slug);
    }
    if (status != LM_OK)
        return status;
    os_keep_memory();
    pool_run(&(struct pool){.count = count, .work = do_job, .context = p});
    for (size_t i = 0; i < POOL_WORKERS_MAX; i++)
        os_flood_end(&p->floods[i]);
    for (size_t i = 0; i < count; i++) {
        enum lm_status one = take_in(p, &p->jobs[i]);
        status = status == LM_OK ? one : status;
    }
    p->run->log->file = NULL;
    return status;
}

/* --- shared files */

static enum lm_status draft_assets(struct publication *p)
{
    enum lm_status status = LM_OK;
    for (const struct embedded *asset = site_assets; status == LM_OK && asset->name != NULL;
         asset++) {
        struct lm_text name = lm_text_in(p->run->arena);
        site_add_asset(&name, asset);
        status = draft_file(p, &p->assets, lm_text_string(&name), asset->bytes, asset->length);
    }
    return status;
}

/* Write the files for search engines; both need full addresses. */
static enum lm_status draft_sitemap(struct publication *p)
{
    struct lm_text map = lm_text_in(p->run->arena), robots = lm_text_in(p->run->arena);
    enum lm_status status =
        site_write_sitemap((const struct site_index_row *const *)p->rows, p->language_count,
                           p->events.count, p->run->arena, &map);
    lm_text_print(&robots, "User-agent: *\nAllow: /\nSitemap: %ssitemap.xml\n", p->names[0].base);
    if (status == LM_OK)
        status = draft_file(p, &p->lists, "sitemap.xml", lm_text_string(&map), map.length);
    if (status == LM_OK)
        status = draft_file(p, &p->lists, "robots.txt", lm_text_string(&robots), robots.length);
    return status;
}

/* Write the page on which readers pair their own files. */
static enum lm_status draft_pair(struct publication *p, const struct site_names *names)
{
    struct lm_text page = lm_text_in(p->run->arena), name = lm_text_in(p->run->arena);
    site_add_numbered(&name, "pair.html", names->suffix, 0);
    struct site_url home = site_local(p->run->arena, "index%s.html", names->suffix);
    enum lm_status status = site_write_pair(names, "", home, p->run->arena, &page);
    return status != LM_OK ? status
                           : draft_file(p, &p->lists, lm_text_string(&name), lm_text_string(&page),
                                        page.length);
}

static enum lm_status draft_lists(struct publication *p)
{
    enum lm_status status = LM_OK;
    for (size_t i = 0; status == LM_OK && i < p->language_count; i++) {
        struct lm_text index = lm_text_in(p->run->arena), name = lm_text_in(p->run->arena);
        site_add_numbered(&name, "index.html", p->names[i].suffix, 0);
        status = site_write_index(&p->names[i], p->rows[i], p->events.count, p->run->arena, &index);
        if (status == LM_OK)
            status = draft_file(p, &p->lists, lm_text_string(&name), lm_text_string(&index),
                                index.length);
        if (status == LM_OK)
            status = draft_pair(p, &p->names[i]);
    }
    return status == LM_OK && p->names[0].base[0] != '\0' ? draft_sitemap(p) : status;
}

/* --- the exchange */

static enum lm_status put_in_place(struct publication *p, const struct entries *entries)
{
    enum lm_status status = LM_OK;
    for (size_t i = 0; status == LM_OK && i < entries->count; i++)
        if (entries->all[i].fresh)
            status = os_take_place(path_to(p, p->draft, entries->all[i].name),
                                   path_to(p, p->out, entries->all[i].name), p->run->log);
    return status;
}

static void add_names(const struct entries *entries, struct lm_text *out)
{
    for (size_t i = 0; i < entries->count; i++)
        lm_text_print(out, "%s\n", entries->all[i].name);
}

/* Remove our files that are no longer in ${names}. */
static void remove_old(struct publication *p, const char *names)
{
    for (const char *line = p->owned; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        const char *name = lm_arena_copy(p->run->arena, line, length);
        if (name != NULL && length > 0 && name[0] != '.' && strchr(name, '/') == NULL &&
            !is_line(names, name)) {
            const char *path = path_to(p, p->out, name);
            size_t entries = os_count_entries(path);
            p->removed += entries == 0 ? 1 : entries;
            os_remove_tree(path);
        }
        line += length + (line[length] == '\n');
    }
}

/* Record ${names} as our files. */
static enum lm_status own_names(struct publication *p, const char *names)
{
    const char *path = path_to(p, p->out, OWN_NAMES);
    return write_file(path, names, strlen(names), p->run->log);
}

/* Move the draft into place.  New names are added to the old ones first, so that after an
 * interruption our own files never look like someone else's. */
static enum lm_status change_over(struct publication *p)
{
    struct lm_text names = lm_text_in(p->run->arena), both = lm_text_in(p->run->arena);
    add_names(&p->assets, &names);
    add_names(&p->events, &names);
    add_names(&p->lists, &names);
    lm_text_print(&both, "%s%s", p->owned, lm_text_string(&names));
    if (both.failed || names.failed)
        return LM_LIMIT;
    bool same = strcmp(p->owned, lm_text_string(&names)) == 0;
    enum lm_status status = same ? LM_OK : own_names(p, lm_text_string(&both));
    const struct entries *const order[] = {&p->assets, &p->events, &p->lists};
    for (size_t i = 0; status == LM_OK && i < sizeof order / sizeof *order; i++)
        status = put_in_place(p, order[i]);
    if (status != LM_OK || same)
        return status;
    remove_old(p, lm_text_string(&names));
    return own_names(p, lm_text_string(&names));
}

/* --- the site */

/* Read the names of our files; lock the site, so that only one `limmat publish` runs at a time,
 * until ${*lock} is released. */
static enum lm_status open_site(struct publication *p, struct os_lock *lock)
{
    size_t length;
    const char *own = path_to(p, p->out, OWN_NAMES);
    enum lm_status status = os_make_folder(p->out, p->run->log);
    if (status == LM_OK)
        status = os_lock_path(p->out, OS_AT_ONCE, p->run->log, lock);
    if (status != LM_OK)
        return status;
    p->owned = "";
    if (os_kind_of(own) == OS_FILE)
        status = read_file(own, p->run->arena, p->run->log, &p->owned, &length);
    os_remove_tree(p->draft); /* left by an interrupted run */
    return status == LM_OK ? os_make_folder(p->draft, p->run->log) : status;
}

static enum lm_status publish_all(struct publication *p)
{
    enum lm_status status = draft_assets(p);
    if (status == LM_OK)
        status = publish_files(p);
    if (status == LM_OK)
        status = draft_lists(p);
    if (status == LM_OK)
        status = change_over(p);
    return status;
}

/* Read "https://host/path" and add a slash, of letters that need no escaping; "" for none. */
static enum lm_status take_base(struct run *run, const char **base)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-._~:/%@[]";
    const char *given = run->values[BASE].text;
    struct lm_text text = lm_text_in(run->arena);
    if (given != NULL) {
        bool web = strncmp(given, "https://", 8) == 0 || strncmp(given, "http://", 7) == 0;
        if (!web || given[strspn(given, plain)] != '\0')
            return fail(run->log, LM_INVALID,
                        "--base %s is not an address; write https://host/path/", given);
        lm_text_add(&text, given);
        if (given[strlen(given) - 1] != '/')
            lm_text_add_char(&text, '/');
    }
    *base = lm_text_string(&text);
    return lm_text_status(&text);
}

/* --- languages */

static bool has_language(const struct publication *p, const struct lm_language *language)
{
    for (size_t i = 0; i < p->language_count; i++)
        if (p->languages[i].language == language)
            return true;
    return false;
}

/* Add the language called by the ${length} bytes of ${tag}; the first one has the plain addresses.
 */
static enum lm_status add_language(struct publication *p, const char *tag, size_t length)
{
    const char *name = lm_arena_copy(p->run->arena, tag, length);
    struct lm_text suffix = lm_text_in(p->run->arena);
    if (name == NULL)
        return LM_LIMIT;
    const struct lm_language *language = lm_language_named(name);
    if (language == NULL)
        return lm_log_add(p->run->log, LM_ERROR,
                          (struct lm_place){.field = "--lang", .value = name},
                          LANGUAGE_CODES ", with commas between them", "unknown language");
    if (has_language(p, language) || p->language_count == LANGUAGES_MAX)
        return LM_OK;
    if (p->language_count > 0)
        lm_text_print(&suffix, ".%s", language->code);
    p->languages[p->language_count++] = (struct site_language){language, lm_text_string(&suffix)};
    return lm_text_status(&suffix);
}

static enum lm_status choose_languages(struct publication *p, const char *list)
{
    enum lm_status status = LM_OK;
    if (list == NULL) {
        const char *own = language_of_reader()->code;
        return add_language(p, own, strlen(own));
    }
    for (size_t length; status == LM_OK; list += length + 1) {
        length = strcspn(list, ",");
        status = add_language(p, list, length);
        if (list[length] == '\0')
            break;
    }
    return status;
}

static enum lm_status publish(struct run *run)
{
    const char *out = run->values[OUT].text == NULL ? "site" : run->values[OUT].text;
    const char *base = "";
    enum lm_status status = take_base(run, &base);
    if (status != LM_OK)
        return status;
    if (run->values[PRIVATE].text != NULL && run->values[BIRTH].text != NULL)
        return fail(run->log, LM_INVALID, "give --birth or --private, not both");
    struct publication p = {.run = run, .out = out};
    p.draft = path_to(&p, out, DRAFT);
    status = choose_languages(&p, run->values[LANGUAGES].text);
    if (status != LM_OK)
        return status;
    struct site_names names = site_names_of(base, run->arena);
    names.birth = run->values[PRIVATE].text != NULL ? SITE_BIRTH_DATE
                                                    : (enum site_birth)run->values[BIRTH].number;
    status = read_unrated(run, run->values[UNRATED].text, &names.unrated, &names.unrated_rating);
    if (status != LM_OK)
        return status;
    for (size_t i = 0; i < p.language_count; i++)
        p.names[i] = site_names_in(&names, p.languages, p.language_count, i);
    struct os_lock lock = {-1};
    status = open_site(&p, &lock);
    if (status == LM_OK)
        status = publish_all(&p);
    if (p.owned != NULL)
        os_remove_tree(p.draft);
    os_unlock(&lock);
    for (size_t i = 0; p.jobs != NULL && i < run->operand_count; i++)
        lm_arena_free(p.jobs[i].arena);
    const char *home = status == LM_OK ? os_join(run->arena, out, "index.html") : NULL;
    if (home != NULL)
        lm_text_print(&run->out, "%s: %zu event%s, %zu files, %zu written, %zu removed\n", home,
                      p.events.count, p.events.count == 1 ? "" : "s", p.pages, p.written,
                      p.removed);
    return status == LM_OK && home == NULL ? LM_LIMIT : status;
}

const struct command publish_command = {
    .name = "publish",
    .operands = "FILE…",
    .summary = "make a website of tournaments, with explanations",
    .description =
        "The site is a folder of plain files for any web host, or for a browser to open from the\n"
        "disk: a list of the events, and for each event pairings by board and by name, standings\n"
        "after each round, crosstable, a page for each player with the next pairing first, and\n"
        "the reasons for each round's pairing.  Prizes are added if a plan is beside FILE:\n"
        "open.prizes.json for open.trf (`limmat help prizes`).  A championship (its journal) has\n"
        "its stages, a page for each match with its games, and for each player what they can or\n"
        "must do and what happened by which rule, at the last event.\n"
        "\n"
        "Afterwards DIR has the events of FILE… and no events published earlier; other files in\n"
        "it stay.  With --lang de,en each page is made in both languages, the first under the\n"
        "plain name, the other as index.en.html, and they link to each other.  Downloads have\n"
        "only the year of birth, with --birth none not even this.  Only changed pages are\n"
        "written, and each event changes in one step.  If a FILE is refused, the site stays as it\n"
        "was.",
    .example = "limmat publish -o public --base https://chess.example/ open.trf acwc.journal",
    .options = options,
    .least = 1,
    .most = SIZE_MAX,
    .run = publish,
};
