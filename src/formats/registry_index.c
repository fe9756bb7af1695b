/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The indices at the end of a registry file.
 *
 * Names: each name folded.  Words: each name as it sounds, once for each of its words with that
 * word first and the others behind it: "karlsen magnus", "magnus karlsen".  So whatever word
 * somebody begins with is found by bisection, and the other words stand in the same line.  Gaps do
 * not count for the order of words: "o konor" stands with "okonor".
 *
 * A list of 1.6 million has four million such lines, more than a cache holds, and sorting them
 * would be a wait for memory at each comparison.  So they are counted and laid down at once where
 * the bucket of their first two letters is; a bucket fits the cache and is sorted by digits of the
 * next letters, and only names whose sixteen first letters are the same are compared.  The order is
 * that of comparing all: by letters, by id, by the word that is first; and buckets are the coarse
 * part of it.
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

/* Room for ${most} bytes, of which the caller takes what he needs by moving ${shelf->at}. */
static char *room_on(struct shelf *shelf, size_t most)
{
    if (shelf->at == NULL || (size_t)(shelf->end - shelf->at) < most) {
        size_t size = most > BLOCK ? most : BLOCK;
        shelf->at = lm_arena_alloc(shelf->arena, size, 1);
        shelf->end = shelf->at == NULL ? NULL : shelf->at + size;
    }
    return shelf->at;
}

/* A person's name as it is looked up. */
struct looked_up {
    const char *name, *words;
};

/* The words of ${key}, apart by blanks; NULL: no memory. */
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

/* Are the words of a name those of what it is folded to?  Then it need not be folded by its parts
 * once more.  Not where ’ (E2 80 99) may join two of them, or with bytes that are no UTF-8. */
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

/* --- turned words */

/* The letters of spaced words without the gaps, twice one after the other, so that those of a
 * turned text stand in a row; and where the words begin. */
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

/* The first ${most} <= 8 letters from ${*at} on, double ones once, as a number. */
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

/* --- dealt into buckets */

static bool begin_lines(struct sorted_lines *lines, bool gaps_count, struct lm_arena *scratch)
{
    *lines = (struct sorted_lines){.gaps_count = gaps_count};
    lines->begins = lm_arena_alloc(scratch, BUCKETS + 1, sizeof *lines->begins);
    return lines->begins != NULL;
}

/* From how many there are in each bucket to where it ends, from which it is filled downwards. */
static bool make_buckets(struct sorted_lines *lines, struct lm_arena *scratch)
{
    uint32_t count = 0;
    for (size_t b = 0; b < BUCKETS; b++) {
        uint32_t here = lines->begins[b];
        lines->largest = here > lines->largest ? here : lines->largest;
        lines->begins[b] = count += here;
    }
    lines->begins[BUCKETS] = count;
    lines->all = lm_arena_alloc(scratch, count, sizeof *lines->all);
    return lines->all != NULL;
}

static void lay_down(struct sorted_lines *lines, struct turned line)
{
    lines->all[--lines->begins[bucket_of(line.head[0])]] = line;
}

static bool look_up_all(const struct lm_registry *registry, struct lm_arena *scratch,
                        struct looked_up *people, struct registry_index *out)
{
    struct shelf shelf = {.arena = scratch};
    struct ring ring;
    for (size_t i = 0; i < registry->count; i++) {
        if (!shelve(registry->people[i].name, &shelf, scratch, &people[i]))
            return false;
        const char *name = people[i].name;
        out->names.begins[bucket_of(head_of(&name))]++;
        make_ring(people[i].words, &ring);
        for (size_t w = 0; w < ring.count; w++)
            out->words.begins[bucket_of_word(&ring, w)]++;
    }
    return true;
}

/* The last comes first, so that who stands before in the registry does in his bucket. */
static void lay_down_all(const struct lm_registry *registry, const struct looked_up *people,
                         struct registry_index *out)
{
    struct ring ring;
    for (size_t i = registry->count; i-- > 0;) {
        uint32_t id = registry->people[i].id;
        lay_down(&out->names, not_turned(people[i].name, id));
        make_ring(people[i].words, &ring);
        for (size_t w = ring.count; w-- > 0;)
            lay_down(&out->words, turned_to(&ring, w, people[i].words, id));
    }
}

enum lm_status registry_index_make(const struct lm_registry *registry, struct lm_arena *scratch,
                                   struct registry_index *out)
{
    struct looked_up *people = lm_arena_alloc(scratch, registry->count, sizeof *people);
    if (people == NULL || registry->count > UINT32_MAX / LM_NAME_WORDS ||
        !begin_lines(&out->names, true, scratch) || !begin_lines(&out->words, false, scratch) ||
        !look_up_all(registry, scratch, people, out) || !make_buckets(&out->names, scratch) ||
        !make_buckets(&out->words, scratch))
        return LM_LIMIT;
    lay_down_all(registry, people, out);
    return LM_OK;
}

/* --- order */

/* Are these all its letters?  Then who begins with the same ones has the same. */
static bool ends_in_head(const struct turned *t)
{
    return (t->head[1] & UINT8_MAX) == 0;
}

/* The letters of a turned text without gaps, one after the other; '\0' at the end. */
struct letters {
    const char *at, *stop, *text; /* ${text}: where it goes on when ${at} is at the end */
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

/* Of two with the same head. */
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

/* Room to sort a bucket. */
struct sorter {
    struct lm_keyed *keyed, *aside;
    const struct turned **alike;
    int (*compare)(const void *, const void *);
};

/* How many from ${i} on have its key. */
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

/* The order of a bucket is left in ${s->keyed}. */
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

/* Sorted texts lie anywhere in memory: have the cache fetch one before its turn. */
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

enum lm_status registry_index_write(const struct sorted_lines *lines, struct stream *stream,
                                    struct lm_arena *scratch)
{
    struct sorter s = {
        .keyed = lm_arena_alloc(scratch, lines->largest, sizeof *s.keyed),
        .aside = lm_arena_alloc(scratch, lines->largest, sizeof *s.aside),
        .alike = lm_arena_alloc(scratch, lines->largest, sizeof *s.alike),
        .compare = lines->gaps_count ? by_name : by_words,
    };
    if (s.keyed == NULL || s.aside == NULL || s.alike == NULL)
        return LM_LIMIT;
    for (size_t b = 0; b < BUCKETS; b++) {
        const struct turned *all = lines->all + lines->begins[b];
        uint32_t count = lines->begins[b + 1] - lines->begins[b];
        sort_bucket(&s, all, count);
        for (uint32_t i = 0; i < count; i++) {
            if (i + AHEAD < count)
                fetch_text(&all[s.keyed[i + AHEAD].what]);
            write_line(&all[s.keyed[i].what], &stream->text);
            stream_line(stream);
        }
    }
    return LM_OK;
}
