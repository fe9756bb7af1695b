/* SPDX-License-Identifier: Apache-2.0 */
#include "server/office.h"

#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "limmat/date.h"
#include "limmat/rating_story.h"
#include "limmat/registry_files.h"
#include "os/clock.h"
#include "os/threads.h"

/* Seconds between two checks of the folder. A file written within this time before can be written
 * again in the same second, so its time proves nothing. */
enum { LOOK_EACH = 2, SETTLED = 2 };

/* Number of the newest journals with an index: that of 1,600,000 people takes some 20 MB. */
enum { INDEXED = 24 };

/* An index and the number of its views. */
struct shared_index {
    struct office_index index; /* its rows are owned */
    size_t room;               /* of the rows */
    struct lm_arena *arena;
    unsigned users;
};

struct office_story_index {
    struct os_mutex lock; /* of all that follows */
    struct lm_arena *arena;
    bool made, failed;
    struct lm_story_index index;
};

struct held_view {
    struct office_view view; /* first: a pointer to it is a pointer to the struct */
    struct lm_arena *arena;
    struct shared_index *index;
    const char *signature; /* names and times of all its files */
    bool settled;
    unsigned users;
};

struct office {
    char *folder;
    struct os_mutex lock; /* of all that follows */
    struct held_view *now;
    int64_t looked;
};

/* --- the index */

/* Add a row; false: no memory. */
static bool add_row(struct shared_index *shared, const struct lm_person *p,
                    const struct lm_rating_rules *const *rules, int32_t day)
{
    struct office_index *index = &shared->index;
    struct office_row row = {.id = p->id, .woman = p->sex == 'F'};
    bool listed = false;
    for (int chess = 0; chess < LM_CHESS_KINDS; chess++) {
        enum lm_listing how = lm_listing_of(rules[chess], p, (enum lm_chess)chess, day);
        bool shown = how == LM_LISTED || how == LM_LISTED_INACTIVE;
        row.ratings[chess] = (int16_t)(shown ? p->tracks[chess].rating : 0);
        row.active[chess] = how == LM_LISTED;
        listed |= shown;
    }
    if (!listed)
        return true;
    if (index->count == shared->room) {
        size_t room = 2 * shared->room + 1024;
        struct office_row *rows = realloc(index->rows, room * sizeof *rows);
        if (rows == NULL)
            return false;
        index->rows = rows;
        shared->room = room;
    }
    memcpy(row.federation, p->federation, sizeof row.federation);
    row.titled = *p->title != '\0' || *p->women_title != '\0';
    row.born = (int16_t)(lm_person_is_adult(p, day) ? p->born / 10000 : 0);
    index->rows[index->count++] = row;
    return true;
}

/* Return a number for a code, "AAA" is 1; 0: not three letters. */
static uint16_t code_of(const char *federation)
{
    enum { LETTERS = 26, CODE = 3 };
    int code = 0;
    for (int i = 0; i < CODE; i++) {
        if (federation[i] < 'A' || federation[i] > 'Z')
            return 0;
        code = LETTERS * code + (federation[i] - 'A');
    }
    return federation[CODE] == '\0' ? (uint16_t)(code + 1) : 0;
}

static struct office_key key_of(const struct office_index *index, uint32_t row, int chess)
{
    const struct office_row *r = &index->rows[row];
    return (struct office_key){.row = row,
                               .rating = r->ratings[chess],
                               .born = r->born,
                               .federation = code_of(r->federation),
                               .active = r->active[chess],
                               .woman = r->woman,
                               .titled = r->titled};
}

/* Sort by rating, the highest first, and by id. */
static bool order_rows(struct office_index *index, struct lm_arena *arena)
{
    struct lm_keyed *keys = malloc((2 * index->count + 1) * sizeof *keys);
    bool good = keys != NULL;
    for (int chess = 0; good && chess < LM_CHESS_KINDS; chess++) {
        size_t count = 0;
        for (size_t i = 0; i < index->count; i++)
            if (index->rows[i].ratings[chess] > 0)
                keys[count++] =
                    (struct lm_keyed){lm_key_down(index->rows[i].ratings[chess]), (uint32_t)i};
        lm_sort_keyed(keys, keys + count, count);
        struct office_key *order = lm_arena_alloc(arena, count, sizeof *order);
        good = order != NULL;
        for (size_t i = 0; good && i < count; i++)
            order[i] = key_of(index, keys[i].what, chess);
        index->orders[chess] = order;
        index->order_counts[chess] = count;
    }
    free(keys);
    return good;
}

static bool find_federations(struct office_index *index, struct lm_arena *arena)
{
    enum { LETTERS = 26, CODES = LETTERS * LETTERS * LETTERS };
    static const char a = 'A';
    bool *seen = lm_arena_alloc(arena, CODES, sizeof *seen);
    if (seen == NULL)
        return false;
    for (size_t i = 0; i < index->count; i++) {
        const char *f = index->rows[i].federation;
        if (strspn(f, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == 3)
            seen[((f[0] - a) * LETTERS + f[1] - a) * LETTERS + f[2] - a] = true;
    }
    size_t count = 0;
    for (int code = 0; code < CODES; code++)
        count += seen[code];
    index->federations = lm_arena_alloc(arena, count, sizeof *index->federations);
    for (int code = 0; index->federations != NULL && code < CODES; code++)
        if (seen[code]) {
            char *out = index->federations[index->federation_count++];
            out[0] = (char)(a + code / LETTERS / LETTERS);
            out[1] = (char)(a + code / LETTERS % LETTERS);
            out[2] = (char)(a + code % LETTERS);
            out[3] = '\0';
        }
    return index->federations != NULL;
}

const struct lm_rating_rules *office_rules(const struct office_list *list,
                                           const struct lm_rating_book *book, enum lm_chess chess,
                                           struct lm_arena *arena)
{
    for (size_t i = 0; i < list->step_count; i++) {
        struct lm_story story; /* of the first line only */
        const struct os_map *j = &list->steps[i].journal;
        const char *end = j->bytes == NULL ? NULL : memchr(j->bytes, '\n', j->length);
        if (end == NULL ||
            lm_story_read(j->bytes, (size_t)(end - j->bytes) + 1, 0, arena, &story) != LM_OK)
            continue;
        const struct lm_rating_rules *named = lm_rating_rules_named(book, story.rules);
        if (named != NULL && named->system != NULL && story.chess == chess)
            return named;
    }
    return lm_rating_rules_on_or_first(book, list->day, chess);
}

static enum lm_status fill_index(struct shared_index *shared, const struct office_list *list)
{
    const struct os_map *map = &list->steps[list->step_count - 1].registry;
    struct lm_rating_book book;
    const struct lm_rating_rules *rules[LM_CHESS_KINDS];
    struct office_index *index = &shared->index;
    enum lm_status status = lm_rating_book(shared->arena, &book);
    if (status != LM_OK)
        return status;
    for (int chess = 0; chess < LM_CHESS_KINDS; chess++)
        rules[chess] = office_rules(list, &book, (enum lm_chess)chess, shared->arena);
    struct lm_mark mark = lm_arena_mark(shared->arena);
    struct lm_person person;
    bool room = true;
    for (size_t at = 0;
         room && lm_registry_next(map->bytes, map->length, &at, shared->arena, &person);
         lm_arena_reset(shared->arena, mark))
        room = add_row(shared, &person, rules, list->day);
    if (!room)
        return LM_LIMIT;
    return order_rows(index, shared->arena) && find_federations(index, shared->arena) ? LM_OK
                                                                                      : LM_LIMIT;
}

static void drop_index(struct shared_index *shared)
{
    if (shared == NULL || --shared->users > 0)
        return;
    lm_arena_free(shared->arena);
    free(shared->index.rows);
    free(shared);
}

static enum lm_status make_index(const struct office_list *list, struct shared_index **out)
{
    struct shared_index *shared = calloc(1, sizeof *shared);
    if (shared == NULL || lm_arena_new(&shared->arena, NULL, 0) != LM_OK) {
        free(shared);
        return LM_LIMIT;
    }
    shared->users = 1;
    enum lm_status status = fill_index(shared, list);
    if (status != LM_OK)
        drop_index(shared);
    else
        *out = shared;
    return status;
}

/* --- journals */

/* Make an empty index; NULL: the journal is read line by line. */
static struct office_story_index *new_stories(void)
{
    struct office_story_index *stories = calloc(1, sizeof *stories);
    if (stories != NULL)
        os_mutex_make(&stories->lock);
    return stories;
}

static void drop_stories(struct office_story_index *stories)
{
    if (stories == NULL)
        return;
    if (stories->arena != NULL)
        lm_arena_free(stories->arena);
    os_mutex_end(&stories->lock);
    free(stories);
}

/* Index the journal. Call with the lock held. */
static void make_stories(struct office_story_index *stories, const struct os_map *journal)
{
    struct lm_arena *scratch = NULL;
    bool made = lm_arena_new(&stories->arena, NULL, 0) == LM_OK &&
                lm_arena_new(&scratch, NULL, 0) == LM_OK &&
                lm_story_index(journal->bytes, journal->length, stories->arena, scratch,
                               &stories->index) == LM_OK;
    if (scratch != NULL)
        lm_arena_free(scratch);
    stories->made = made;
    stories->failed = !made;
}

enum lm_status office_story(const struct office_step *step, uint32_t id, struct lm_arena *arena,
                            struct lm_story *out)
{
    struct office_story_index *stories = step->stories;
    const struct os_map *journal = &step->journal;
    bool made = false;
    if (stories != NULL) {
        os_mutex_take(&stories->lock);
        if (!stories->made && !stories->failed)
            make_stories(stories, journal);
        made = stories->made; /* final from now on */
        os_mutex_give(&stories->lock);
    }
    return made ? lm_story_find(&stories->index, journal->bytes, journal->length, id, arena, out)
                : lm_story_read(journal->bytes, journal->length, id, arena, out);
}

/* --- the folder */

static void drop_view(struct held_view *held)
{
    if (held == NULL || --held->users > 0)
        return;
    for (size_t i = 0; i < held->view.count; i++)
        for (size_t j = 0; j < held->view.lists[i].step_count; j++) {
            struct office_step step = held->view.lists[i].steps[j];
            os_unmap(&step.registry);
            os_unmap(&step.journal);
            drop_stories(step.stories);
        }
    drop_index(held->index);
    lm_arena_free(held->arena);
    free(held);
}

/* Is ${name} a list: "2026-05", "2026-05-rapid"? One being made is called "2026-05.partial". */
static bool is_list_name(const char *name)
{
    struct lm_date date;
    return strlen(name) >= 7 && (name[7] == '\0' || name[7] == '-') && strchr(name, '.') == NULL &&
           lm_parse_date(name, 7, &date) && date.month != 0;
}

/* Open the step in the entry ${e} of the folder; false: not a step. */
static bool open_step(const struct office *o, const struct os_entry *e, struct held_view *held,
                      struct lm_log *log, struct office_step *out)
{
    const char *path = os_join(held->arena, o->folder, e->name);
    if (path == NULL || !is_list_name(e->name) || (e->kind != OS_FOLDER && e->kind != OS_FILE))
        return false;
    bool folder = e->kind == OS_FOLDER;
    const char *registry = folder ? os_join(held->arena, path, "registry") : path;
    const char *journal = folder ? os_join(held->arena, path, "journal.txt") : NULL;
    struct lm_log unset = {.arena = log->arena};
    *out = (struct office_step){.name = lm_arena_copy(held->arena, e->name, strlen(e->name)),
                                .path = path};
    if (registry == NULL || out->name == NULL ||
        os_map_file(registry, &unset, &out->registry) != LM_OK)
        return false;
    out->written = os_written(registry);
    if (lm_registry_list(out->registry.bytes, out->registry.length) == LM_NO_DAY) {
        os_unmap(&out->registry);
        return false;
    }
    if (journal != NULL && os_is_there(journal) &&
        os_map_file(journal, &unset, &out->journal) != LM_OK)
        out->journal = (struct os_map){0};
    return true;
}

static int32_t day_of_step(const struct office_step *step)
{
    return lm_registry_list(step->registry.bytes, step->registry.length);
}

/* Group ${steps}, which are in the order of names, into months in ${held}, the newest first. */
static bool group(struct held_view *held, const struct office_step *steps, size_t count)
{
    struct office_list *lists = lm_arena_alloc(held->arena, count, sizeof *lists);
    size_t months = 0;
    for (size_t i = 0; lists != NULL && i < count; i++) {
        bool same = i > 0 && strncmp(steps[i].name, steps[i - 1].name, 7) == 0;
        if (!same)
            lists[months++] = (struct office_list){
                .name = lm_arena_copy(held->arena, steps[i].name, 7), .steps = &steps[i]};
        lists[months - 1].step_count++;
        lists[months - 1].day = day_of_step(&steps[i]);
    }
    for (size_t i = 0; lists != NULL && i < months / 2; i++) {
        struct office_list other = lists[i];
        lists[i] = lists[months - 1 - i];
        lists[months - 1 - i] = other;
    }
    held->view.lists = lists;
    held->view.count = months;
    return lists != NULL;
}

static enum lm_status open_steps(const struct office *o, struct held_view *held, struct lm_log *log)
{
    const struct os_entry *entries;
    size_t entry_count, count = 0;
    struct lm_text signature = lm_text_in(held->arena);
    int64_t now = os_now_seconds();
    enum lm_status status = os_list(o->folder, log->arena, log, &entries, &entry_count);
    if (status != LM_OK)
        return status;
    struct office_step *steps = lm_arena_alloc(held->arena, entry_count + 1, sizeof *steps);
    if (steps == NULL)
        return LM_LIMIT;
    held->settled = true;
    for (size_t i = 0; i < entry_count; i++) {
        if (!open_step(o, &entries[i], held, log, &steps[count]))
            continue;
        held->settled = held->settled && now - steps[count].written > SETTLED;
        lm_text_print(&signature, "%s %lld %zu\n", steps[count].name,
                      (long long)steps[count].written, steps[count].registry.length);
        count++;
    }
    held->signature = lm_text_string(&signature);
    for (size_t i = count > INDEXED ? count - INDEXED : 0; i < count; i++)
        steps[i].stories = steps[i].journal.bytes == NULL ? NULL : new_stories();
    return group(held, steps, count) && !signature.failed ? LM_OK : LM_LIMIT;
}

/* Do ${before} and ${now} have the same files, as far as their times show? */
static bool is_same(const struct held_view *before, const struct held_view *now)
{
    return before != NULL && before->settled && strcmp(before->signature, now->signature) == 0;
}

/* Check the folder. Call with the lock held. */
static enum lm_status look(struct office *o, struct lm_log *log)
{
    struct held_view *held = calloc(1, sizeof *held);
    if (held == NULL || lm_arena_new(&held->arena, NULL, 0) != LM_OK) {
        free(held);
        return LM_LIMIT;
    }
    held->users = 1;
    enum lm_status status = open_steps(o, held, log);
    if (status == LM_OK && is_same(o->now, held)) {
        drop_view(held);
        o->looked = os_now_seconds();
        return LM_OK;
    }
    if (status == LM_OK && held->view.count > 0)
        status = make_index(&held->view.lists[0], &held->index);
    for (size_t i = 0;
         status == LM_OK && held->view.count > 0 && i < held->view.lists[0].step_count; i++) {
        const struct office_step *step = &held->view.lists[0].steps[i]; /* the one most used */
        if (step->stories != NULL)
            make_stories(step->stories, &step->journal);
    }
    if (status != LM_OK) {
        drop_view(held);
        return status;
    }
    held->view.index = held->index == NULL ? NULL : &held->index->index;
    drop_view(o->now);
    o->now = held;
    o->looked = os_now_seconds();
    return LM_OK;
}

enum lm_status office_take(struct office *o, struct lm_log *log, const struct office_view **out)
{
    enum lm_status status = LM_OK;
    int64_t now = os_now_seconds();
    os_mutex_take(&o->lock);
    if (o->now == NULL || now - o->looked >= LOOK_EACH || now < o->looked)
        status = look(o, log);
    if (status == LM_OK) {
        o->now->users++;
        *out = &o->now->view;
    }
    os_mutex_give(&o->lock);
    return status;
}

void office_give(struct office *o, const struct office_view *view)
{
    if (view == NULL)
        return;
    os_mutex_take(&o->lock);
    drop_view((struct held_view *)(uintptr_t)view);
    os_mutex_give(&o->lock);
}

void office_changed(struct office *o)
{
    os_mutex_take(&o->lock);
    o->looked = 0;
    if (o->now != NULL)
        o->now->settled = false;
    os_mutex_give(&o->lock);
}

enum lm_status office_new(struct office **out, const char *folder, struct lm_log *log)
{
    size_t length = strlen(folder);
    struct office *o = calloc(1, sizeof *o);
    if (o == NULL || (o->folder = malloc(length + 1)) == NULL) {
        free(o);
        return LM_LIMIT;
    }
    memcpy(o->folder, folder, length + 1);
    os_mutex_make(&o->lock);
    *out = o;
    os_mutex_take(&o->lock);
    enum lm_status status = look(o, log);
    os_mutex_give(&o->lock);
    return status;
}

void office_free(struct office *o)
{
    if (o == NULL)
        return;
    drop_view(o->now);
    os_mutex_end(&o->lock);
    free(o->folder);
    free(o);
}

const char *office_folder(const struct office *o)
{
    return o->folder;
}

/* --- lookups */

const struct office_list *office_list_named(const struct office_view *view, const char *name)
{
    for (size_t i = 0; i < view->count; i++)
        if (strcmp(view->lists[i].name, name) == 0)
            return &view->lists[i];
    return NULL;
}

bool office_person(const struct office_list *list, uint32_t id, struct lm_arena *arena,
                   struct lm_person *out)
{
    const struct os_map *map = &list->steps[list->step_count - 1].registry;
    return lm_registry_lookup(map->bytes, map->length, id, arena, out) && !out->excluded &&
           !out->deceased;
}

/* The conditions that each row must meet. */
struct sieve {
    const struct office_query *q;
    const struct office_row *rows;
    int32_t born_until; /* year; 0: any */
    uint16_t federation;
};

static bool fits(const struct sieve *s, const struct office_key *key)
{
    const struct office_query *q = s->q;
    if ((q->show == OFFICE_ACTIVE && !key->active) || (q->show == OFFICE_INACTIVE && key->active) ||
        (q->show == OFFICE_TITLED && !key->titled))
        return false;
    if (q->sex != OFFICE_BOTH && (q->sex == OFFICE_WOMEN) != key->woman)
        return false;
    if (s->born_until != 0 && (key->born <= 0 || key->born > s->born_until))
        return false;
    if (*q->federation == '\0')
        return true;
    return s->federation != 0 ? key->federation == s->federation
                              : strcmp(q->federation, s->rows[key->row].federation) == 0;
}

size_t office_search(const struct office_view *view, const struct office_query *query,
                     struct office_found *out, size_t *all)
{
    size_t count = 0, seen = 0, rank = 0;
    int16_t before = 0;
    *all = 0;
    if (view->index == NULL)
        return 0;
    const struct office_index *index = view->index;
    const struct sieve sieve = {
        .q = query,
        .rows = index->rows,
        .born_until = query->age == 0 ? 0 : lm_date_of(view->lists[0].day).year - query->age,
        .federation = code_of(query->federation),
    };
    for (size_t i = 0; i < index->order_counts[query->chess]; i++) {
        const struct office_key *key = &index->orders[query->chess][i];
        if (!fits(&sieve, key))
            continue;
        seen++;
        if (key->rating != before)
            rank = seen;
        before = key->rating;
        if (seen > query->from && count < query->most)
            out[count++] = (struct office_found){&index->rows[key->row], rank};
    }
    *all = seen;
    return count;
}
