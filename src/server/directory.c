/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Searches go through all entries: 100,000 people are a few megabytes of folded names, some
 * milliseconds a search, and no index can be wrong.  A search word matches at the beginning of a
 * word, because every folded text begins with a space.
 *
 * An entry is one block of memory, because there can be a hundred thousand.  Entries are found by
 * address through a hash table.  They are also in an array, which the first search after a change
 * sorts.
 */
#include "server/directory.h"

#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "base/texts.h"
#include "limmat/date.h"
#include "limmat/text.h"
#include "os/threads.h"
#include "server/submission.h"
#include "site/site.h"

enum { ARENA_MAX = 1 << 28, WORDS_MOST = 8 };

struct person {
    const char *key, *name, *folded, *title, *federation, *fide_id;
    int born;
    uint32_t tpn, games;
    int32_t rating, points;
};

struct entry {
    struct directory_event event;
    const char *words, *folded; /* its name, place, federation and arbiter */
    int64_t year;
    struct person *people;
    size_t person_count;
    struct entry *next; /* with the same hash */
    size_t at;          /* in the array */
};

struct directory {
    struct os_mutex lock;
    struct entry **buckets;
    struct entry **all; /* the latest day first, when ${sorted} */
    size_t count, capacity;
    bool sorted;
};

enum { BUCKETS = 1 << 16 };

struct directory *directory_new(void)
{
    struct directory *d = calloc(1, sizeof *d);
    struct entry **buckets = calloc(BUCKETS, sizeof(struct entry *));
    if (d == NULL || buckets == NULL) {
        free(d);
        free(buckets);
        return NULL;
    }
    os_mutex_make(&d->lock);
    d->buckets = buckets;
    return d;
}

void directory_free(struct directory *d)
{
    if (d == NULL)
        return;
    for (size_t i = 0; i < d->count; i++)
        free(d->all[i]);
    os_mutex_end(&d->lock);
    free(d->all);
    free(d->buckets);
    free(d);
}

/* --- making an entry */

/* Fold a text for searching, with both spellings of umlauts: " müller hans" gives " muller hans
 * mueller hans". */
static const char *fold(struct lm_arena *arena, const char *text)
{
    struct lm_text out = lm_text_in(arena), spelt = lm_text_in(arena);
    lm_text_add_char(&out, ' ');
    lm_text_add_sought(&out, text, strlen(text), false);
    lm_text_add_sought(&spelt, text, strlen(text), true);
    const char *plain = lm_text_string(&out);
    if (strcmp(plain + strspn(plain, " "), lm_text_string(&spelt)) != 0)
        lm_text_print(&out, " %s", lm_text_string(&spelt));
    return lm_text_string(&out);
}

static bool is_id(const char *text)
{
    size_t digits = strspn(text, "0123456789");
    return digits > 3 && digits < 13 && text[digits] == '\0';
}

/* Return the key of ${p}: "fide-1503014", "muster-hans-sui-1980". */
static const char *key_of(const struct person *p, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena), who = lm_text_in(arena);
    if (is_id(p->fide_id)) {
        lm_text_print(&text, "fide-%s", p->fide_id);
        return lm_text_string(&text);
    }
    lm_text_print(&who, "%s %s", p->name, p->federation);
    site_add_slug(&text, lm_text_string(&who));
    if (p->born > 0)
        lm_text_print(&text, "-%d", p->born);
    return lm_text_string(&text);
}

/* Count the played games of ${player}: no byes, no forfeits. */
static uint32_t games_of(const struct lm_tournament *t, uint32_t player)
{
    uint32_t games = 0;
    for (uint32_t round = 1; round <= t->rounds_paired; round++)
        for (uint8_t g = 0; g < t->games_per_match; g++)
            games +=
                lm_result_is_played((enum lm_result)(lm_record_of(t, player, round) + g)->result);
    return games;
}

static enum lm_status add_people(struct entry *e, const struct lm_tournament *t,
                                 struct lm_arena *arena)
{
    int32_t *points = lm_arena_alloc(arena, t->player_count, sizeof *points);
    e->people = lm_arena_alloc(arena, t->player_count, sizeof *e->people);
    if (points == NULL || e->people == NULL)
        return LM_LIMIT;
    lm_points_after(t, t->rounds_paired, points);
    for (uint32_t i = 0; i < t->player_count; i++) {
        const struct lm_player *from = &t->players[i];
        if (*from->name == '\0')
            continue;
        e->people[e->person_count++] = (struct person){.name = from->name,
                                                       .title = from->title,
                                                       .federation = from->federation,
                                                       .fide_id = from->fide_id,
                                                       .born = submission_born(from),
                                                       .tpn = from->tpn,
                                                       .games = games_of(t, i),
                                                       .rating = from->rating,
                                                       .points = points[i]};
    }
    return LM_OK;
}

/* Fill ${e} from ${t}, which owns the texts. */
static enum lm_status fill(struct entry *e, const char *address, const struct lm_tournament *t,
                           bool people, struct lm_arena *arena)
{
    struct lm_text words = lm_text_in(arena);
    lm_text_print(&words, "%s %s %s %s", t->name, t->city, t->federation, t->chief_arbiter);
    *e = (struct entry){.event = {.address = address,
                                  .name = t->name,
                                  .city = t->city,
                                  .federation = t->federation,
                                  .start = t->start,
                                  .end = t->end,
                                  .players = t->player_count,
                                  .rounds = t->rounds_paired},
                        .words = lm_text_string(&words)};
    if (words.failed)
        return LM_LIMIT;
    return people ? add_people(e, t, arena) : LM_OK;
}

/* Derive the other members of ${e}: day, year, keys, folded texts. */
static void derive(struct entry *e, struct lm_arena *arena)
{
    struct lm_date start;
    bool dated = lm_parse_date(e->event.start, strlen(e->event.start), &start);
    e->event.day = dated ? lm_day_of(start) : LM_NO_DAY;
    e->year = dated ? start.year : 0;
    e->folded = fold(arena, e->words);
    for (size_t i = 0; i < e->person_count; i++) {
        struct person *p = &e->people[i];
        p->folded = fold(arena, p->name);
        p->key = key_of(p, arena);
    }
}

/* Collect the addresses of the texts of one person of ${e}; of the event itself if ${person} is the
 * number of people. */
static size_t texts_of(struct entry *e, const char **texts[], size_t person)
{
    size_t count = 0;
    if (person == e->person_count) {
        texts[count++] = &e->event.address;
        texts[count++] = &e->event.name;
        texts[count++] = &e->event.city;
        texts[count++] = &e->event.federation;
        texts[count++] = &e->event.start;
        texts[count++] = &e->event.end;
        texts[count++] = &e->words;
        texts[count++] = &e->folded;
        return count;
    }
    struct person *p = &e->people[person];
    texts[count++] = &p->key;
    texts[count++] = &p->name;
    texts[count++] = &p->folded;
    texts[count++] = &p->title;
    texts[count++] = &p->federation;
    texts[count++] = &p->fide_id;
    return count;
}

enum { TEXTS_MOST = 8 };

/* Copy ${e} into one block of memory, by malloc; NULL: no memory. */
static struct entry *pack(struct entry *e)
{
    const char **texts[TEXTS_MOST];
    size_t people = e->person_count * sizeof *e->people, size = sizeof *e + people;
    for (size_t i = 0; i <= e->person_count; i++)
        for (size_t k = texts_of(e, texts, i); k-- > 0;)
            size += **texts[k] == '\0' ? 0 : strlen(*texts[k]) + 1;
    struct entry *out = malloc(size);
    if (out == NULL)
        return NULL;
    *out = *e;
    out->people = (struct person *)(void *)(out + 1);
    if (people > 0)
        memcpy(out->people, e->people, people);
    char *to = (char *)(out + 1) + people;
    for (size_t i = 0; i <= out->person_count; i++)
        for (size_t k = texts_of(out, texts, i); k-- > 0;) {
            size_t length = strlen(*texts[k]) + 1;
            if (length == 1) {
                *texts[k] = "";
                continue;
            }
            memcpy(to, *texts[k], length);
            *texts[k] = to;
            to += length;
        }
    return out;
}

/* --- as JSON, with short names, as there is an entry for every player of every event */

static void write_entry(const struct entry *e, struct lm_json_writer *w)
{
    lm_json_begin(w, NULL, '{');
    lm_json_put_string(w, "a", e->event.address);
    lm_json_put_string(w, "n", e->event.name);
    lm_json_put_string(w, "c", e->event.city);
    lm_json_put_string(w, "f", e->event.federation);
    lm_json_put_string(w, "s", e->event.start);
    lm_json_put_string(w, "e", e->event.end);
    lm_json_put_string(w, "w", e->words);
    lm_json_put_integer(w, "p", e->event.players);
    lm_json_put_integer(w, "r", e->event.rounds);
    lm_json_begin(w, "l", '[');
    for (size_t i = 0; i < e->person_count; i++) {
        const struct person *p = &e->people[i];
        lm_json_begin(w, NULL, '[');
        lm_json_put_string(w, NULL, p->name);
        lm_json_put_string(w, NULL, p->title);
        lm_json_put_string(w, NULL, p->federation);
        lm_json_put_string(w, NULL, p->fide_id);
        lm_json_put_integer(w, NULL, p->born);
        lm_json_put_integer(w, NULL, p->tpn);
        lm_json_put_integer(w, NULL, p->games);
        lm_json_put_integer(w, NULL, p->rating);
        lm_json_put_integer(w, NULL, p->points);
        lm_json_end(w, ']');
    }
    lm_json_end(w, ']');
    lm_json_end(w, '}');
}

/* Read the next element of a list; false: not a text. */
static bool next_text(const struct lm_json **node, const char **out)
{
    *out = lm_json_string(*node);
    *node = *node == NULL ? NULL : (*node)->next;
    return *out != NULL;
}

static bool next_number(const struct lm_json **node, int64_t *out)
{
    bool well = lm_json_integer(*node, INT32_MIN, UINT32_MAX, out);
    *node = *node == NULL ? NULL : (*node)->next;
    return well;
}

static bool read_person(const struct lm_json *list, struct person *p)
{
    const struct lm_json *at = list->type == LM_JSON_ARRAY ? list->first : NULL;
    int64_t born, tpn, games, rating, points;
    *p = (struct person){0};
    if (!next_text(&at, &p->name) || !next_text(&at, &p->title) ||
        !next_text(&at, &p->federation) || !next_text(&at, &p->fide_id) ||
        !next_number(&at, &born) || !next_number(&at, &tpn) || !next_number(&at, &games) ||
        !next_number(&at, &rating) || !next_number(&at, &points))
        return false;
    p->born = (int)born;
    p->tpn = (uint32_t)tpn;
    p->games = (uint32_t)games;
    p->rating = (int32_t)rating;
    p->points = (int32_t)points;
    return true;
}

/* Read the members of ${written}, in the order in which they were written. */
static bool read_entry(const struct lm_json *written, struct lm_arena *arena, struct entry *e)
{
    const struct lm_json *at = written->type == LM_JSON_OBJECT ? written->first : NULL;
    int64_t players, rounds;
    *e = (struct entry){0};
    if (!next_text(&at, &e->event.address) || !next_text(&at, &e->event.name) ||
        !next_text(&at, &e->event.city) || !next_text(&at, &e->event.federation) ||
        !next_text(&at, &e->event.start) || !next_text(&at, &e->event.end) ||
        !next_text(&at, &e->words) || !next_number(&at, &players) || !next_number(&at, &rounds) ||
        at == NULL || at->type != LM_JSON_ARRAY)
        return false;
    e->event.players = (uint32_t)players;
    e->event.rounds = (uint32_t)rounds;
    e->people = lm_arena_alloc(arena, at->length, sizeof *e->people);
    for (const struct lm_json *p = e->people == NULL ? NULL : at->first; p != NULL; p = p->next)
        if (!read_person(p, &e->people[e->person_count++]))
            return false;
    return e->people != NULL;
}

/* --- the list */

static struct entry **place_of(struct directory *d, const char *address)
{
    uint32_t hash = 2166136261U; /* FNV-1a */
    for (const char *c = address; *c != '\0'; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619U;
    struct entry **at = &d->buckets[hash % BUCKETS];
    while (*at != NULL && strcmp((*at)->event.address, address) != 0)
        at = &(*at)->next;
    return at;
}

static bool make_room(struct directory *d)
{
    if (d->count < d->capacity)
        return true;
    size_t room = d->capacity * 2 + 64;
    struct entry **all = realloc(d->all, room * sizeof(struct entry *));
    if (all == NULL)
        return false;
    d->all = all;
    d->capacity = room;
    return true;
}

/* Replace the entry at the address of ${e} by a packed copy of ${e}. */
static enum lm_status enlist(struct directory *d, struct entry *e)
{
    struct entry *fresh = pack(e), *old = NULL;
    if (fresh == NULL)
        return LM_LIMIT;
    os_mutex_take(&d->lock);
    bool well = make_room(d);
    if (well) {
        struct entry **at = place_of(d, e->event.address);
        old = *at;
        fresh->next = old == NULL ? NULL : old->next;
        fresh->at = old == NULL ? d->count++ : old->at;
        *at = fresh;
        d->all[fresh->at] = fresh;
        d->sorted = d->sorted && old != NULL && old->event.day == fresh->event.day;
    }
    os_mutex_give(&d->lock);
    free(well ? old : fresh);
    return well ? LM_OK : LM_LIMIT;
}

enum lm_status directory_put(struct directory *d, const char *address,
                             const struct lm_tournament *t, bool people, struct lm_json_writer *w)
{
    struct lm_arena *arena;
    struct entry e;
    enum lm_status status = lm_arena_new(&arena, NULL, ARENA_MAX);
    if (status != LM_OK)
        return status;
    status = fill(&e, address, t, people, arena);
    if (status == LM_OK) {
        derive(&e, arena);
        status = enlist(d, &e);
    }
    if (status == LM_OK && w != NULL)
        write_entry(&e, w);
    lm_arena_free(arena);
    return status;
}

enum lm_status directory_read(struct directory *d, const struct lm_json *written)
{
    struct lm_arena *arena;
    struct entry e;
    enum lm_status status = lm_arena_new(&arena, NULL, ARENA_MAX);
    if (status != LM_OK)
        return status;
    if (read_entry(written, arena, &e)) {
        derive(&e, arena);
        status = enlist(d, &e);
    } else {
        status = LM_INTERNAL;
    }
    lm_arena_free(arena);
    return status;
}

void directory_drop(struct directory *d, const char *address)
{
    os_mutex_take(&d->lock);
    struct entry **at = place_of(d, address), *e = *at;
    if (e != NULL) {
        *at = e->next;
        d->all[e->at] = d->all[--d->count];
        d->all[e->at]->at = e->at;
        d->sorted = false;
    }
    os_mutex_give(&d->lock);
    free(e);
}

static int latest_first(const void *a, const void *b)
{
    const struct entry *x = *(struct entry *const *)a, *y = *(struct entry *const *)b;
    if (x->event.day != y->event.day)
        return x->event.day < y->event.day ? 1 : -1;
    return strcmp(x->event.address, y->event.address);
}

/* Take the lock and sort the array. */
static void take_sorted(struct directory *d)
{
    os_mutex_take(&d->lock);
    if (d->sorted || d->count == 0)
        return;
    lm_sort(d->all, d->count, sizeof *d->all, latest_first);
    for (size_t i = 0; i < d->count; i++)
        d->all[i]->at = i;
    d->sorted = true;
}

/* --- asking */

struct words {
    const char *all[WORDS_MOST];   /* " muller" */
    const char *spelt[WORDS_MOST]; /* " mueller": either matches */
    size_t count;
};

/* Split ${text} into words, each with a space before it, into ${out}; return their number. */
static size_t split(const char *text, struct lm_arena *arena, const char *out[WORDS_MOST])
{
    size_t count = 0;
    for (const char *at = text; *at != '\0' && count < WORDS_MOST;) {
        size_t size = strcspn(at, " ");
        struct lm_text word = lm_text_in(arena);
        lm_text_print(&word, " %.*s", (int)size, at);
        if (size > 0)
            out[count++] = lm_text_string(&word);
        at += size + (at[size] == ' ');
    }
    return count;
}

static struct words words_of(const char *typed, struct lm_arena *arena)
{
    struct words out = {.count = 0};
    struct lm_text plain = lm_text_in(arena), spelt = lm_text_in(arena);
    lm_text_add_sought(&plain, typed, strlen(typed), false);
    lm_text_add_sought(&spelt, typed, strlen(typed), true);
    out.count = split(lm_text_string(&plain), arena, out.all);
    if (split(lm_text_string(&spelt), arena, out.spelt) != out.count)
        memcpy(out.spelt, out.all, sizeof out.all);
    return out;
}

static bool has_all(const char *folded, const struct words *words)
{
    for (size_t i = 0; i < words->count; i++)
        if (strstr(folded, words->all[i]) == NULL && strstr(folded, words->spelt[i]) == NULL)
            return false;
    return true;
}

static struct directory_event event_of(const struct entry *e, struct lm_arena *arena)
{
    struct directory_event out = e->event;
    out.address = lm_copied(arena, out.address);
    out.name = lm_copied(arena, out.name);
    out.city = lm_copied(arena, out.city);
    out.federation = lm_copied(arena, out.federation);
    out.start = lm_copied(arena, out.start);
    out.end = lm_copied(arena, out.end);
    return out;
}

static bool fits(const struct entry *e, const struct directory_query *q, const struct words *words)
{
    return (q->year == 0 || e->year == q->year) &&
           (*q->federation == '\0' || strcmp(e->event.federation, q->federation) == 0) &&
           has_all(e->folded, words);
}

enum lm_status directory_events(struct directory *d, const struct directory_query *q,
                                struct lm_arena *arena, struct directory_event **out, size_t *count,
                                size_t *all)
{
    struct words words = words_of(q->words, arena);
    size_t capacity = 0;
    enum lm_status status = LM_OK;
    *out = NULL;
    *count = *all = 0;
    take_sorted(d);
    for (size_t i = 0; status == LM_OK && i < d->count; i++) {
        const struct entry *e = d->all[i];
        if (!fits(e, q, &words) || (*all)++ < q->from || *count == q->most)
            continue;
        if (!lm_arena_grow(arena, out, &capacity, *count + 1, sizeof **out))
            status = LM_LIMIT;
        else
            (*out)[(*count)++] = event_of(e, arena);
    }
    os_mutex_give(&d->lock);
    return status;
}

static struct directory_person person_of(const struct person *p, struct lm_arena *arena)
{
    return (struct directory_person){.key = lm_copied(arena, p->key),
                                     .name = lm_copied(arena, p->name),
                                     .title = lm_copied(arena, p->title),
                                     .federation = lm_copied(arena, p->federation),
                                     .fide_id =
                                         is_id(p->fide_id) ? lm_copied(arena, p->fide_id) : "",
                                     .born = p->born,
                                     .events = 1};
}

/* Count another event for ${p} in ${out}; false: ${p} is not in it yet. */
static bool count_again(struct directory_person *out, size_t count, const struct person *p)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(out[i].key, p->key) == 0) {
            out[i].events++;
            return true;
        }
    return false;
}

/* Is the person with ${key} a minor by the data of any event? */
static bool is_minor(const struct directory *d, const char *key, int64_t now)
{
    for (size_t n = 0; n < d->count; n++)
        for (size_t i = 0; i < d->all[n]->person_count; i++) {
            const struct person *p = &d->all[n]->people[i];
            if (submission_is_minor(p->born, now) && strcmp(p->key, key) == 0)
                return true;
        }
    return false;
}

enum lm_status directory_people(struct directory *d, const char *words, size_t most, int64_t now,
                                struct lm_arena *arena, struct directory_person **out,
                                size_t *count)
{
    struct words asked = words_of(words, arena);
    *out = lm_arena_alloc(arena, most, sizeof **out);
    *count = 0;
    if (*out == NULL)
        return LM_LIMIT;
    take_sorted(d);
    for (size_t n = asked.count == 0 ? d->count : 0; n < d->count; n++)
        for (size_t i = 0; i < d->all[n]->person_count; i++) {
            const struct person *p = &d->all[n]->people[i];
            if (has_all(p->folded, &asked) && !count_again(*out, *count, p) && *count < most &&
                !is_minor(d, p->key, now))
                (*out)[(*count)++] = person_of(p, arena);
        }
    os_mutex_give(&d->lock);
    return LM_OK;
}

enum lm_status directory_parts(struct directory *d, const char *key, int64_t now,
                               struct lm_arena *arena, struct directory_person *person,
                               struct directory_part **out, size_t *count)
{
    size_t capacity = 0;
    enum lm_status status = LM_OK;
    *out = NULL;
    *count = 0;
    take_sorted(d);
    size_t events = is_minor(d, key, now) ? 0 : d->count;
    for (size_t n = 0; n < events; n++)
        for (size_t i = 0; status == LM_OK && i < d->all[n]->person_count; i++) {
            const struct entry *e = d->all[n];
            const struct person *p = &e->people[i];
            if (strcmp(p->key, key) != 0)
                continue;
            if (*count == 0)
                *person = person_of(p, arena);
            if (!lm_arena_grow(arena, out, &capacity, *count + 1, sizeof **out)) {
                status = LM_LIMIT;
                continue;
            }
            (*out)[(*count)++] = (struct directory_part){.event = event_of(e, arena),
                                                         .tpn = p->tpn,
                                                         .games = p->games,
                                                         .rating = p->rating,
                                                         .points = p->points};
        }
    os_mutex_give(&d->lock);
    if (*count > 0)
        person->events = (uint32_t)*count;
    return status;
}

/* Return the entry of ${address}; NULL: none. */
static const struct entry *entry_at(const struct directory *d, const char *address)
{
    for (size_t n = 0; n < d->count; n++)
        if (strcmp(d->all[n]->event.address, address) == 0)
            return d->all[n];
    return NULL;
}

const char *directory_key(struct directory *d, const char *address, uint32_t tpn, int64_t now,
                          struct lm_arena *arena)
{
    const char *key = NULL;
    take_sorted(d);
    const struct entry *e = entry_at(d, address);
    for (size_t i = 0; e != NULL && i < e->person_count; i++)
        if (e->people[i].tpn == tpn && !is_minor(d, e->people[i].key, now))
            key = lm_copied(arena, e->people[i].key);
    os_mutex_give(&d->lock);
    return key;
}

/* Return how many bytes of ${address} name the event: "/p/hall/" of "/p/hall/main/"; 0: a submitted
 * tournament. */
static size_t event_part(const char *address)
{
    if (strncmp(address, "/p/", 3) != 0)
        return 0;
    return 3 + strcspn(address + 3, "/") + 1;
}

static bool is_section_of_one(const struct entry *a, const struct entry *b)
{
    size_t part = event_part(a->event.address), word = 1 + strcspn(a->folded + 1, " ");
    if (part > 0 || event_part(b->event.address) > 0)
        return part > 0 && strncmp(a->event.address, b->event.address, part) == 0;
    return a->event.day != LM_NO_DAY && a->event.day == b->event.day && *a->event.city != '\0' &&
           strcmp(a->event.city, b->event.city) == 0 && strcmp(a->event.end, b->event.end) == 0 &&
           word > 1 && strncmp(a->folded, b->folded, word) == 0 &&
           (b->folded[word] == ' ' || b->folded[word] == '\0');
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct directory_event *)a)->name,
                  ((const struct directory_event *)b)->name);
}

enum lm_status directory_sections(struct directory *d, const char *address, struct lm_arena *arena,
                                  struct directory_event **out, size_t *count)
{
    size_t capacity = 0;
    enum lm_status status = LM_OK;
    *out = NULL;
    *count = 0;
    take_sorted(d);
    const struct entry *e = entry_at(d, address);
    for (size_t n = 0; e != NULL && status == LM_OK && n < d->count; n++) {
        if (!is_section_of_one(e, d->all[n]))
            continue;
        if (!lm_arena_grow(arena, out, &capacity, *count + 1, sizeof **out))
            status = LM_LIMIT;
        else
            (*out)[(*count)++] = event_of(d->all[n], arena);
    }
    os_mutex_give(&d->lock);
    *count = *count > 1 ? *count : 0;
    if (*count > 0)
        lm_sort(*out, *count, sizeof **out, by_name);
    return status;
}

static bool has_year(const int64_t *years, size_t count, int64_t year)
{
    for (size_t i = 0; i < count; i++)
        if (years[i] == year)
            return true;
    return false;
}

static bool has_text(const char *const *all, size_t count, const char *text)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(all[i], text) == 0)
            return true;
    return false;
}

enum lm_status directory_span(struct directory *d, struct lm_arena *arena, int64_t **years,
                              size_t *year_count, const char ***federations,
                              size_t *federation_count)
{
    size_t year_room = 0, room = 0;
    enum lm_status status = LM_OK;
    *years = NULL;
    *federations = NULL;
    *year_count = *federation_count = 0;
    take_sorted(d);
    for (size_t i = 0; status == LM_OK && i < d->count; i++) {
        const struct entry *e = d->all[i];
        if (!lm_arena_grow(arena, years, &year_room, *year_count + 1, sizeof **years) ||
            !lm_arena_grow(arena, federations, &room, *federation_count + 1,
                           sizeof **federations)) {
            status = LM_LIMIT;
            continue;
        }
        if (e->year > 0 && !has_year(*years, *year_count, e->year))
            (*years)[(*year_count)++] = e->year;
        if (*e->event.federation != '\0' &&
            !has_text(*federations, *federation_count, e->event.federation))
            (*federations)[(*federation_count)++] = lm_copied(arena, e->event.federation);
    }
    os_mutex_give(&d->lock);
    if (*federation_count > 0)
        lm_sort(*federations, *federation_count, sizeof **federations, lm_by_text);
    return status;
}
