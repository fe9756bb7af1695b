/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The indices at the end of a registry file.
 *
 * Names: each name folded.  Words: each name as it sounds, once for each of its words with that
 * word first and the others after it: "karlsen magnus", "magnus karlsen".  A search that begins
 * with any of the words is therefore a bisection, and the other words are in the same line.  Gaps
 * do not count for the order of words: "o konor" is sorted next to "okonor".
 *
 * A list of 1.6 million has four million such lines, more than a cache holds, and sorting them
 * directly would wait for memory at each comparison.  Instead, lines are counted and placed at once
 * in the bucket of their first two letters.  A bucket fits the cache and is sorted by digits of the
 * next letters, and only names whose first sixteen letters are the same are compared.  The order is
 * that of comparing all lines: by letters, by id, by the word that is first.  Buckets are the
 * coarse part of that order, and the order in which a bucket was filled does not matter, since no
 * two lines are fully equal.
 */
#include "formats/registry_index.h"

#include <string.h>

#include "base/room.h"
#include "base/sort.h"
#include "limmat/identity.h"

enum { BUCKETS = 1 << 16, HEAD = 8, BLOCK = 1 << 18, AHEAD = 12 };

/* --- texts, close together */

struct shelf {
    struct lm_arena *arena;
    char *at, *end;
};

/* Make room for ${most} bytes; the caller uses as many as needed by moving ${shelf->at}. */
static char *room_on(struct shelf *shelf, size_t most)
{
    if (shelf->at == NULL || (size_t)(shelf->end - shelf->at) < most) {
        size_t size = most > BLOCK ? most : BLOCK;
        shelf->at = lm_arena_room(shelf->arena, size, 1);
        shelf->end = shelf->at == NULL ? NULL : shelf->at + size;
    }
    return shelf->at;
}

/* A person's name in the form for look-ups. */
struct looked_up {
    const char *name, *words;
};

/* Store the words of ${key}, separated by blanks; NULL: no memory. */
static const char *shelve_words(const struct lm_name_key *key, struct shelf *shelf)
{
    char *begin = room_on(shelf, LM_NAME_WORDS * (LM_NAME_LETTERS + 1));
    char *to = begin;
    if (begin == NULL)
        return NULL;
    for (size_t i = 0; i < key->count; i++) {
        if (key->words[i][0] == '\0')
            continue;
        if (to > begin)
            *to++ = ' ';
        to = lm_put_string(to, key->words[i]);
    }
    *to++ = '\0';
    shelf->at = to;
    return begin;
}

/* Are the words of a name those of its folded form?  Then the name need not be folded by its parts
 * again.  Not if ’ (E2 80 99) may join two of them, or if the bytes are not UTF-8. */
static bool sounds_as_folded(const char *name, size_t length)
{
    return lm_ascii_length(name, length) == length ||
           (memchr(name, 0xE2, length) == NULL && lm_utf8_valid(name, length));
}

static bool shelve(const char *name, struct shelf *shelf, struct lm_arena *scratch,
                   struct looked_up *out)
{
    struct lm_name_key key;
    size_t length = strlen(name);
    char *folded = room_on(shelf, length + 1);
    if (folded == NULL)
        return false;
    size_t size = lm_fold(name, length, folded);
    folded[size] = '\0';
    shelf->at += size + 1;
    if (sounds_as_folded(name, length))
        lm_name_key_of_folded(folded, size, &key);
    else
        lm_name_key_of(name, scratch, &key);
    *out = (struct looked_up){folded, shelve_words(&key, shelf)};
    return out->words != NULL;
}

/* --- rotated words */

/* The letters of spaced words without the gaps, twice in a row, so that the letters of every
 * rotation are contiguous; and where the words begin. */
struct ring {
    char letters[2 * LM_NAME_WORDS * LM_NAME_LETTERS];
    size_t length;                  /* once around */
    size_t begins[LM_NAME_WORDS];   /* letters */
    uint32_t firsts[LM_NAME_WORDS]; /* bytes of the spaced words */
    size_t count;
};

static void make_ring(const char *words, struct ring *out)
{
    out->length = out->count = 0;
    for (uint32_t at = 0; words[at] != '\0'; at++) {
        if (words[at] == ' ')
            continue;
        if (at == 0 || words[at - 1] == ' ') {
            out->begins[out->count] = out->length;
            out->firsts[out->count++] = at;
        }
        out->letters[out->length++] = words[at];
    }
    memcpy(out->letters + out->length, out->letters, out->length);
}

/* Return the first ${most} <= 8 letters from ${*at} on as a number, double letters once. */
static uint64_t next_head(const struct ring *ring, size_t *at, size_t end, char *last, int most)
{
    uint64_t head = 0;
    for (int i = 0; i < most; i++) {
        while (*at < end && ring->letters[*at] == *last)
            ++*at;
        *last = *at < end ? ring->letters[(*at)++] : '\0';
        head = head << 8 | (unsigned char)*last;
    }
    return head;
}

static uint32_t bucket_of_word(const struct ring *ring, size_t word)
{
    char last = '\0';
    size_t at = ring->begins[word];
    return (uint32_t)next_head(ring, &at, at + ring->length, &last, 2);
}

static struct turned turned_to(const struct ring *ring, size_t word, const char *words, uint32_t id)
{
    char last = '\0';
    size_t at = ring->begins[word], end = at + ring->length;
    struct turned out = {.text = words, .first = ring->firsts[word], .id = id};
    for (int i = 0; i < 2; i++)
        out.head[i] = next_head(ring, &at, end, &last, HEAD);
    return out;
}

static uint64_t head_of(const char **text)
{
    uint64_t head = 0;
    for (int i = 0; i < HEAD; i++) {
        head = head << 8 | (unsigned char)**text;
        *text += **text != '\0';
    }
    return head;
}

static struct turned not_turned(const char *text, uint32_t id)
{
    struct turned out = {.text = text, .id = id};
    for (int i = 0; i < 2; i++)
        out.head[i] = head_of(&text);
    return out;
}

static uint32_t bucket_of(uint64_t head)
{
    return (uint32_t)(head >> (8 * (HEAD - 2)));
}

/* --- distribution into buckets */

/* The number of lines of a share of the people in each bucket; later the place of the next line. */
struct deal {
    uint32_t *names, *words;
};

/* Each worker has the same share of the people for counting and for distributing. */
struct dealing {
    const struct lm_registry *registry;
    const struct lm_crew *crew;
    struct looked_up *people;
    struct deal deals[LM_CREW_MOST];
    bool failed[LM_CREW_MOST];
    struct registry_index *out;
};

/* Return the beginning of share ${part} of the people. */
static size_t share_of(const struct dealing *d, size_t part)
{
    return d->registry->count / d->crew->workers * part +
           (part == d->crew->workers ? d->registry->count % d->crew->workers : 0);
}

static void count_share(void *context, size_t part, size_t worker)
{
    struct dealing *d = context;
    struct shelf shelf = {.arena = d->crew->arenas[worker]};
    const struct deal *deal = &d->deals[part];
    struct ring ring;
    for (size_t i = share_of(d, part); i < share_of(d, part + 1); i++) {
        if (!shelve(d->registry->people[i].name, &shelf, shelf.arena, &d->people[i])) {
            d->failed[part] = true;
            return;
        }
        const char *name = d->people[i].name;
        deal->names[bucket_of(head_of(&name))]++;
        make_ring(d->people[i].words, &ring);
        for (size_t w = 0; w < ring.count; w++)
            deal->words[bucket_of_word(&ring, w)]++;
    }
}

static void deal_share(void *context, size_t part, size_t worker)
{
    const struct dealing *d = context;
    const struct deal *deal = &d->deals[part];
    struct ring ring;
    (void)worker;
    for (size_t i = share_of(d, part); i < share_of(d, part + 1); i++) {
        uint32_t id = d->registry->people[i].id;
        struct turned line = not_turned(d->people[i].name, id);
        d->out->names.all[deal->names[bucket_of(line.head[0])]++] = line;
        make_ring(d->people[i].words, &ring);
        for (size_t w = 0; w < ring.count; w++) {
            line = turned_to(&ring, w, d->people[i].words, id);
            d->out->words.all[deal->words[bucket_of(line.head[0])]++] = line;
        }
    }
}

/* Convert the count of each share and bucket to the place where the share puts its lines. */
static bool make_buckets(const struct dealing *d, size_t counts_at, struct sorted_lines *lines)
{
    uint32_t *begins = lm_arena_alloc(d->crew->arenas[0], BUCKETS + 1, sizeof *begins);
    uint32_t count = 0;
    for (size_t b = 0; begins != NULL && b < BUCKETS; b++) {
        begins[b] = count;
        for (size_t part = 0; part < d->crew->workers; part++) {
            uint32_t *here = counts_at == 0 ? &d->deals[part].names[b] : &d->deals[part].words[b];
            uint32_t own = *here;
            *here = count;
            count += own;
        }
        lines->largest = count - begins[b] > lines->largest ? count - begins[b] : lines->largest;
    }
    if (begins == NULL)
        return false;
    begins[BUCKETS] = count;
    lines->begins = begins;
    lines->all = lm_arena_room(d->crew->arenas[0], count, sizeof *lines->all);
    return lines->all != NULL;
}

static bool begin_dealing(struct dealing *d)
{
    struct lm_arena *arena = d->crew->arenas[0];
    d->people = lm_arena_room(arena, d->registry->count, sizeof *d->people);
    for (size_t part = 0; part < d->crew->workers; part++) {
        struct deal *deal = &d->deals[part];
        deal->names = lm_arena_alloc(arena, BUCKETS, sizeof *deal->names);
        deal->words = lm_arena_alloc(arena, BUCKETS, sizeof *deal->words);
        if (deal->names == NULL || deal->words == NULL)
            return false;
    }
    return d->people != NULL;
}

enum lm_status lm_registry_index_make(const struct lm_registry *registry,
                                      const struct lm_crew *crew, struct registry_index *out)
{
    struct registry_index made = {.names = {.gaps_count = true}};
    struct dealing d = {.registry = registry, .crew = crew, .out = &made};
    if (registry->count > UINT32_MAX / LM_NAME_WORDS || !begin_dealing(&d))
        return LM_LIMIT;
    lm_crew_do(crew, (struct lm_task){crew->workers, count_share, NULL, &d});
    for (size_t part = 0; part < crew->workers; part++)
        if (d.failed[part])
            return LM_LIMIT;
    if (!make_buckets(&d, 0, &made.names) || !make_buckets(&d, 1, &made.words))
        return LM_LIMIT;
    lm_crew_do(crew, (struct lm_task){crew->workers, deal_share, NULL, &d});
    *out = made;
    return LM_OK;
}

/* --- order */

/* Are these all its letters?  Then any text that begins with the same ones is the same. */
static bool ends_in_head(const struct turned *t)
{
    return (t->head[1] & UINT8_MAX) == 0;
}

/* The letters of a rotated text without gaps, one after the other; '\0' at the end. */
struct letters {
    const char *at, *stop, *text; /* ${text}: continue there when ${at} reaches the end */
    char last;
};

static struct letters letters_of(const struct turned *t)
{
    return (struct letters){t->text + t->first, t->text + t->first, t->text, '\0'};
}

static char next_letter(struct letters *l)
{
    for (;;) {
        if (*l->at == '\0' && l->text != NULL) {
            l->at = l->text;
            l->text = NULL;
        }
        if (*l->at == '\0' || (l->text == NULL && l->at == l->stop))
            return '\0';
        char c = *l->at++;
        if (c != ' ' && c != l->last)
            return l->last = c;
    }
}

static int by_all_letters(const struct turned *a, const struct turned *b)
{
    struct letters one = letters_of(a), other = letters_of(b);
    char c, d;
    do {
        c = next_letter(&one);
        d = next_letter(&other);
    } while (c == d && c != '\0');
    return c == d ? 0 : (unsigned char)c < (unsigned char)d ? -1 : 1;
}

static int by_id(const struct turned *a, const struct turned *b)
{
    if (a->id != b->id)
        return a->id < b->id ? -1 : 1;
    return a->first < b->first ? -1 : a->first > b->first;
}

/* Compare two with the same head. */
static int by_words(const void *left, const void *right)
{
    const struct turned *a = *(const struct turned *const *)left;
    const struct turned *b = *(const struct turned *const *)right;
    int order = ends_in_head(a) ? 0 : by_all_letters(a, b);
    return order != 0 ? order : by_id(a, b);
}

static int by_name(const void *left, const void *right)
{
    const struct turned *a = *(const struct turned *const *)left;
    const struct turned *b = *(const struct turned *const *)right;
    int order = ends_in_head(a) ? 0 : strcmp(a->text, b->text);
    return order != 0 ? order : by_id(a, b);
}

/* Memory to sort a bucket. */
struct sorter {
    struct lm_keyed *keyed, *aside;
    const struct turned **alike;
    int (*compare)(const void *, const void *);
};

/* Return how many from ${i} on have the same key. */
static uint32_t run_at(const struct lm_keyed *keyed, uint32_t i, uint32_t count)
{
    uint32_t end = i + 1;
    while (end < count && keyed[end].key == keyed[i].key)
        end++;
    return end - i;
}

static void sort_alike(const struct sorter *s, const struct turned *all, struct lm_keyed *keyed,
                       uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        s->alike[i] = &all[keyed[i].what];
    lm_sort(s->alike, count, sizeof *s->alike, s->compare);
    for (uint32_t i = 0; i < count; i++)
        keyed[i].what = (uint32_t)(s->alike[i] - all);
}

static void sort_by_second_head(const struct sorter *s, const struct turned *all,
                                struct lm_keyed *keyed, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        keyed[i].key = all[keyed[i].what].head[1];
    lm_sort_keyed(keyed, s->aside, count);
    for (uint32_t i = 0, run; i < count; i += run) {
        run = run_at(keyed, i, count);
        if (run > 1)
            sort_alike(s, all, keyed + i, run);
    }
}

/* Sort a bucket; the order is in ${s->keyed}. */
static void sort_bucket(const struct sorter *s, const struct turned *all, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        s->keyed[i] = (struct lm_keyed){all[i].head[0], i};
    lm_sort_keyed(s->keyed, s->aside, count);
    for (uint32_t i = 0, run; i < count; i += run) {
        run = run_at(s->keyed, i, count);
        if (run > 1)
            sort_by_second_head(s, all, s->keyed + i, run);
    }
}

/* --- lines */

/* Sorted texts are scattered in memory: have the cache fetch one in advance. */
static void fetch_text(const struct turned *line)
{
#if defined(__GNUC__)
    __builtin_prefetch(line->text);
    __builtin_prefetch(line->text + line->first);
#else
    (void)line;
#endif
}

static void write_line(const struct turned *line, struct lm_text *out)
{
    size_t length = strlen(line->text);
    char *to = lm_text_room(out, length + LM_DIGITS_MOST + 4);
    if (to == NULL)
        return;
    to = lm_put(to, line->text + line->first, length - line->first);
    if (line->first > 0)
        to = lm_put(lm_put(to, " ", 1), line->text, line->first - 1);
    to = lm_put_number(lm_put(to, "\t", 1), line->id);
    lm_text_ends(out, lm_put(to, "\n", 1));
}

static bool room_to_sort(struct sorter *s, const struct sorted_lines *lines, struct lm_arena *arena)
{
    *s = (struct sorter){
        .keyed = lm_arena_alloc(arena, lines->largest, sizeof *s->keyed),
        .aside = lm_arena_alloc(arena, lines->largest, sizeof *s->aside),
        .alike = lm_arena_alloc(arena, lines->largest, sizeof *s->alike),
        .compare = lines->gaps_count ? by_name : by_words,
    };
    return s->keyed != NULL && s->aside != NULL && s->alike != NULL;
}

/* Buckets joined to parts of some thousand lines. */
struct writing {
    const struct sorted_lines *lines;
    struct sorter sorters[LM_CREW_MOST];
    uint32_t *parts; /* the first bucket of each */
    size_t part_count;
};

static void find_parts(struct writing *w)
{
    enum { ENOUGH = 4096 };
    uint32_t from = 0;
    for (uint32_t b = 0; b < BUCKETS; b++) {
        if (w->lines->begins[b + 1] - from < ENOUGH && b + 1 < BUCKETS)
            continue;
        w->parts[++w->part_count] = b + 1;
        from = w->lines->begins[b + 1];
    }
}

static void write_bucket(const struct writing *w, const struct sorter *s, uint32_t bucket,
                         struct lm_text *out)
{
    const struct turned *all = w->lines->all + w->lines->begins[bucket];
    uint32_t count = w->lines->begins[bucket + 1] - w->lines->begins[bucket];
    sort_bucket(s, all, count);
    for (uint32_t i = 0; i < count; i++) {
        if (i + AHEAD < count)
            fetch_text(&all[s->keyed[i + AHEAD].what]);
        write_line(&all[s->keyed[i].what], out);
    }
}

static void write_part(const void *context, size_t part, size_t worker, struct lm_text *out)
{
    const struct writing *w = context;
    for (uint32_t b = w->parts[part]; b < w->parts[part + 1]; b++)
        write_bucket(w, &w->sorters[worker], b, out);
}

enum lm_status lm_registry_index_write(const struct sorted_lines *lines, struct line_sink *out)
{
    const struct lm_crew *crew = out->crew;
    struct writing w = {
        .lines = lines,
        .parts = lm_arena_alloc(crew->arenas[0], BUCKETS + 1, sizeof *w.parts),
    };
    if (w.parts == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < crew->workers; i++)
        if (!room_to_sort(&w.sorters[i], lines, crew->arenas[i]))
            return LM_LIMIT;
    find_parts(&w);
    lm_line_sink_add(out, w.part_count, write_part, &w);
    return LM_OK;
}
