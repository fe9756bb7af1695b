/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Searched from end to end: 100,000 people are a few megabytes of folded names, some milliseconds
 * a search, and there is no index that could be wrong.  A word is found where a word begins, since
 * every folded text begins with a space.
 */
#include "server/directory.h"

#include <stdlib.h>
#include <string.h>

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
    struct lm_arena *arena;
    uint64_t number;
    struct directory_event event;
    const char *folded; /* its name, place, arbiter */
    int64_t year;
    struct person *people;
    size_t person_count;
    struct entry *next;
};

struct directory {
    struct os_mutex lock;
    struct entry *first; /* the latest day first */
};

struct directory *directory_new(void)
{
    struct directory *d = calloc(1, sizeof *d);
    if (d != NULL)
        os_mutex_make(&d->lock);
    return d;
}

static void entry_free(struct entry *e)
{
    if (e == NULL)
        return;
    lm_arena_free(e->arena);
    free(e);
}

void directory_free(struct directory *d)
{
    if (d == NULL)
        return;
    for (struct entry *e = d->first, *next; e != NULL; e = next) {
        next = e->next;
        entry_free(e);
    }
    os_mutex_end(&d->lock);
    free(d);
}

/* --- making an entry */

static const char *copy(struct lm_arena *arena, const char *text)
{
    const char *out = lm_arena_copy(arena, text, strlen(text));
    return out == NULL ? "" : out;
}

/* " muster hans" */
static const char *fold(struct lm_arena *arena, const char *text)
{
    struct lm_text out = lm_text_in(arena);
    lm_text_add_char(&out, ' ');
    lm_text_add_folded(&out, text, strlen(text));
    return lm_text_string(&out);
}

static bool is_id(const char *text)
{
    size_t digits = strspn(text, "0123456789");
    return digits > 3 && digits < 13 && text[digits] == '\0';
}

/* "fide-1503014", "muster-hans-sui-1980" */
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

/* Games, but for byes and what nobody played. */
static uint32_t games_of(const struct lm_tournament *t, uint32_t player)
{
    uint32_t games = 0;
    for (uint32_t round = 1; round <= t->rounds_paired; round++)
        for (uint8_t g = 0; g < t->games_per_match; g++)
            games +=
                lm_result_is_played((enum lm_result)(lm_record_of(t, player, round) + g)->result);
    return games;
}

static enum lm_status add_people(struct entry *e, const struct lm_tournament *t)
{
    int32_t *points = lm_arena_alloc(e->arena, t->player_count, sizeof *points);
    e->people = lm_arena_alloc(e->arena, t->player_count, sizeof *e->people);
    if (points == NULL || e->people == NULL)
        return LM_LIMIT;
    lm_points_after(t, t->rounds_paired, points);
    for (uint32_t i = 0; i < t->player_count; i++) {
        const struct lm_player *from = &t->players[i];
        if (*from->name == '\0' || submission_is_minor(t, from))
            continue;
        struct person *p = &e->people[e->person_count++];
        *p = (struct person){.name = copy(e->arena, from->name),
                             .folded = fold(e->arena, from->name),
                             .title = copy(e->arena, from->title),
                             .federation = copy(e->arena, from->federation),
                             .fide_id = copy(e->arena, from->fide_id),
                             .born = submission_born(from),
                             .tpn = from->tpn,
                             .games = games_of(t, i),
                             .rating = from->rating,
                             .points = points[i]};
        p->key = key_of(p, e->arena);
    }
    return LM_OK;
}

static enum lm_status fill(struct entry *e, const char *address, const struct lm_tournament *t)
{
    struct lm_date start;
    struct lm_text words = lm_text_in(e->arena);
    bool dated = lm_parse_date(t->start, strlen(t->start), &start);
    lm_text_print(&words, "%s %s %s %s", t->name, t->city, t->federation, t->chief_arbiter);
    e->event = (struct directory_event){.address = copy(e->arena, address),
                                        .name = copy(e->arena, t->name),
                                        .city = copy(e->arena, t->city),
                                        .federation = copy(e->arena, t->federation),
                                        .start = copy(e->arena, t->start),
                                        .end = copy(e->arena, t->end),
                                        .day = dated ? lm_day_of(start) : LM_NO_DAY,
                                        .players = t->player_count,
                                        .rounds = t->rounds_paired};
    e->year = dated ? start.year : 0;
    e->folded = fold(e->arena, lm_text_string(&words));
    return words.failed ? LM_LIMIT : add_people(e, t);
}

/* --- the list */

static struct entry **place_of(struct directory *d, const char *address)
{
    struct entry **at = &d->first;
    while (*at != NULL && strcmp((*at)->event.address, address) != 0)
        at = &(*at)->next;
    return at;
}

static struct entry *take_out(struct directory *d, const char *address)
{
    struct entry **at = place_of(d, address), *e = *at;
    if (e != NULL)
        *at = e->next;
    return e;
}

enum lm_status directory_put(struct directory *d, const char *address, uint64_t number,
                             const struct lm_tournament *t)
{
    struct entry *e = calloc(1, sizeof *e);
    enum lm_status status = e == NULL ? LM_LIMIT : lm_arena_new(&e->arena, NULL, ARENA_MAX);
    if (status == LM_OK)
        status = fill(e, address, t);
    if (status != LM_OK) {
        entry_free(e);
        return status;
    }
    e->number = number;
    os_mutex_take(&d->lock);
    struct entry *old = take_out(d, address), **at = &d->first;
    while (*at != NULL &&
           ((*at)->event.day > e->event.day ||
            ((*at)->event.day == e->event.day && strcmp((*at)->event.address, address) < 0)))
        at = &(*at)->next;
    e->next = *at;
    *at = e;
    os_mutex_give(&d->lock);
    entry_free(old);
    return LM_OK;
}

void directory_drop(struct directory *d, const char *address)
{
    os_mutex_take(&d->lock);
    struct entry *e = take_out(d, address);
    os_mutex_give(&d->lock);
    entry_free(e);
}

uint64_t directory_number(struct directory *d, const char *address)
{
    size_t length = strlen(address);
    os_mutex_take(&d->lock);
    const struct entry *e = d->first;
    while (e != NULL && strncmp(e->event.address, address, length) != 0)
        e = e->next;
    uint64_t number = e == NULL ? 0 : e->number;
    os_mutex_give(&d->lock);
    return number;
}

/* --- asking */

struct words {
    const char *all[WORDS_MOST]; /* " muster" */
    size_t count;
};

static struct words words_of(const char *typed, struct lm_arena *arena)
{
    struct words out = {.count = 0};
    const char *at = fold(arena, typed);
    while (at[0] == ' ' && at[1] != '\0' && out.count < WORDS_MOST) {
        size_t size = 1 + strcspn(at + 1, " ");
        const char *word = lm_arena_copy(arena, at, size);
        if (word != NULL)
            out.all[out.count++] = word;
        at += size;
    }
    return out;
}

static bool has_all(const char *folded, const struct words *words)
{
    for (size_t i = 0; i < words->count; i++)
        if (strstr(folded, words->all[i]) == NULL)
            return false;
    return true;
}

static struct directory_event event_of(const struct entry *e, struct lm_arena *arena)
{
    struct directory_event out = e->event;
    out.address = copy(arena, out.address);
    out.name = copy(arena, out.name);
    out.city = copy(arena, out.city);
    out.federation = copy(arena, out.federation);
    out.start = copy(arena, out.start);
    out.end = copy(arena, out.end);
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
    os_mutex_take(&d->lock);
    for (const struct entry *e = d->first; status == LM_OK && e != NULL; e = e->next) {
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
    return (struct directory_person){.key = copy(arena, p->key),
                                     .name = copy(arena, p->name),
                                     .title = copy(arena, p->title),
                                     .federation = copy(arena, p->federation),
                                     .fide_id = is_id(p->fide_id) ? copy(arena, p->fide_id) : "",
                                     .born = p->born,
                                     .events = 1};
}

/* Count ${p} among ${out}; false: he is not there yet. */
static bool count_again(struct directory_person *out, size_t count, const struct person *p)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(out[i].key, p->key) == 0) {
            out[i].events++;
            return true;
        }
    return false;
}

enum lm_status directory_people(struct directory *d, const char *words, size_t most,
                                struct lm_arena *arena, struct directory_person **out,
                                size_t *count)
{
    struct words asked = words_of(words, arena);
    *out = lm_arena_alloc(arena, most, sizeof **out);
    *count = 0;
    if (*out == NULL)
        return LM_LIMIT;
    os_mutex_take(&d->lock);
    for (const struct entry *e = asked.count == 0 ? NULL : d->first; e != NULL; e = e->next)
        for (size_t i = 0; i < e->person_count; i++) {
            const struct person *p = &e->people[i];
            if (has_all(p->folded, &asked) && !count_again(*out, *count, p) && *count < most)
                (*out)[(*count)++] = person_of(p, arena);
        }
    os_mutex_give(&d->lock);
    return LM_OK;
}

enum lm_status directory_parts(struct directory *d, const char *key, struct lm_arena *arena,
                               struct directory_person *person, struct directory_part **out,
                               size_t *count)
{
    size_t capacity = 0;
    enum lm_status status = LM_OK;
    *out = NULL;
    *count = 0;
    os_mutex_take(&d->lock);
    for (const struct entry *e = d->first; e != NULL; e = e->next)
        for (size_t i = 0; status == LM_OK && i < e->person_count; i++) {
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

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
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
    os_mutex_take(&d->lock);
    for (const struct entry *e = d->first; status == LM_OK && e != NULL; e = e->next) {
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
            (*federations)[(*federation_count)++] = copy(arena, e->event.federation);
    }
    os_mutex_give(&d->lock);
    if (*federation_count > 0)
        qsort(*federations, *federation_count, sizeof **federations, by_text);
    return status;
}
