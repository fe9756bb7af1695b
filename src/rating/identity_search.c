/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Search for other persons whom the player of a report could be.
 *
 * One pass over the registry.  A million people share a few thousand given names, so a common word
 * is not enough reason to compare names.  Claims are found by a word and the year of birth, as with
 * years more than one apart no person gets LIKELY_SOMEBODY points (3 - 4 + 1 + 2).  Then a person
 * must be able to reach the points needed, and have a name that can fit by its outline.  Each of
 * these tests only drops persons who could not be proposed.
 *
 * The first and the last of the persons with the most points are proposed.  On the way, a third one
 * with as many points as the first two makes no difference, so a claim with two of them now needs
 * more points.  If all claims of a slot need more than any person can have there, none is examined;
 * this is nearly always the case where many claims share few words.  A second pass, from the end,
 * finds the last of several; it ends when all are found.
 */
#include <string.h>

#include "rating/evidence.h"

/* A name's words without their order of letters. */
struct outline {
    uint32_t letters[LM_NAME_WORDS]; /* sets, by the low bits of each letter */
    uint32_t all;                    /* of all words */
    uint32_t firsts, initials; /* of the first letters of words, of words that are one letter */
    uint8_t lengths[LM_NAME_WORDS];
    uint8_t count;
};

/* A word of a claim's name, with data that decides most cases without the claim itself. */
struct wanted {
    uint64_t head; /* its first letters */
    int32_t born;  /* the claim's; ANY_YEAR: for people without birth in the list */
    uint32_t number;
    uint32_t federation;       /* its letters; 0: unknown */
    uint32_t letters, all;     /* sets: of the longest other word, of the whole name, */
    uint32_t firsts, initials; /* … of first letters, of words that are one letter */
    uint8_t length, count;     /* of that word; words of the name */
    uint8_t rating;            /* the most points that the claim's rating can give */
};

enum { ANY_YEAR = INT32_MIN, NO_YEAR = 0, NOBODY_ELSE = INT8_MAX };

struct search {
    const struct lm_registry *registry;
    struct lm_identity_case *cases;
    size_t case_count;
    struct lm_name_key *keys;
    struct outline *outlines;
    int8_t *needed;         /* points a person needs; NOBODY_ELSE: the search has ended */
    int8_t *least;          /* by slot: the least that one of its claims needs; it only grows */
    int32_t most_of_rating; /* points */
    size_t open;            /* claims for which the last of several is still to be found */
    bool backwards;
    struct wanted *entries; /* by slot */
    uint32_t *begins;       /* where the entries of a slot begin; one slot more than there are */
    uint32_t *ends;         /* … and end; after it are those that need more than any person has */
    size_t slot_mask;
    struct lm_arena *scratch;
};

static struct outline outline_of(const struct lm_name_key *key)
{
    struct outline out = {.count = (uint8_t)key->count};
    for (size_t i = 0; i < key->count; i++) {
        out.lengths[i] = (uint8_t)strlen(key->words[i]);
        for (const char *s = key->words[i]; *s != '\0'; s++)
            out.letters[i] |= UINT32_C(1) << (*s & 31);
        out.all |= out.letters[i];
        uint32_t first = UINT32_C(1) << (key->words[i][0] & 31);
        out.firsts |= first;
        out.initials |= out.lengths[i] == 1 ? first : 0;
    }
    return out;
}

static size_t size_of_set(uint32_t set)
{
    size_t size = 0;
    for (; set != 0; set &= set - 1)
        size++;
    return size;
}

/* Can a word fit word ${j} of ${b}?  A slip changes the set of letters by two at most; a short form
 * has no other letters. */
static bool word_may_fit(uint32_t letters, size_t length, const struct outline *b, size_t j)
{
    uint32_t other = b->letters[j];
    size_t longer = length > b->lengths[j] ? length : b->lengths[j];
    uint32_t of_shorter = length > b->lengths[j] ? other : letters;
    return (of_shorter & ~(letters & other)) == 0 ||
           size_of_set(letters ^ other) <= 2 * lm_slips_allowed(longer);
}

static bool word_may_fit_some(uint32_t letters, size_t length, const struct outline *b)
{
    for (size_t j = 0; j < b->count; j++)
        if (word_may_fit(letters, length, b, j))
            return true;
    return false;
}

/* False: the names are neither the same nor near, which requires that each word of the shorter name
 * fits one of the other, or that all letters together are the same. */
static bool names_may_fit(const struct outline *a, const struct outline *b)
{
    const struct outline *shorter = a->count <= b->count ? a : b;
    const struct outline *longer = shorter == a ? b : a;
    if (a->all == b->all)
        return true;
    for (size_t i = 0; i < shorter->count; i++)
        if (!word_may_fit_some(shorter->letters[i], shorter->lengths[i], longer))
            return false;
    return true;
}

static uint64_t head_of(const char *word)
{
    uint64_t head;
    memcpy(&head, word, sizeof head); /* words are padded with zeros */
    return head;
}

/* The code of a federation has three letters and an end. */
static uint32_t code_of(const char *federation)
{
    uint32_t code = 0;
    for (int i = 0; federation != NULL && i < 4 && federation[i] != '\0'; i++)
        code = code << 8 | (unsigned char)federation[i];
    return code;
}

static size_t slot_of(const struct search *s, uint64_t head, int32_t born)
{
    uint64_t mixed = (head ^ (uint64_t)(uint32_t)born << 17) * UINT64_C(0x9E3779B97F4A7C15);
    return (size_t)(mixed >> 32) & s->slot_mask;
}

/* Word ${w} of claim ${i}. */
static struct wanted wanted_of(const struct search *s, size_t i, size_t w)
{
    const struct lm_claim *claim = &s->cases[i].claim;
    const struct outline *outline = &s->outlines[i];
    struct wanted out = {.head = head_of(s->keys[i].words[w]),
                         .number = (uint32_t)i,
                         .federation = code_of(claim->federation),
                         .all = outline->all,
                         .firsts = outline->firsts,
                         .initials = outline->initials,
                         .count = outline->count,
                         .rating = claim->rating == 0 ? 0 : MOST_OF_RATING};
    for (size_t v = 0; v < outline->count; v++)
        if (v != w && outline->lengths[v] > out.length) {
            out.letters = outline->letters[v];
            out.length = outline->lengths[v];
        }
    return out;
}

/* Count the entries of each slot in begins[slot].  With ${place}, begins[slot] is the end of the
 * slot: put each entry before it, which finally leaves the beginning of the slot there. */
static void visit_claims(struct search *s, bool place)
{
    for (size_t i = 0; i < s->case_count; i++) {
        int32_t years[] = {s->cases[i].claim.born, ANY_YEAR};
        for (size_t w = 0; w < s->keys[i].count; w++) {
            struct wanted entry = wanted_of(s, i, w);
            bool initial = s->keys[i].words[w][1] == '\0';
            for (size_t y = 0; !initial && y < (years[0] == NO_YEAR ? 1 : 2); y++) {
                entry.born = years[y];
                uint32_t *at = &s->begins[slot_of(s, entry.head, entry.born)];
                if (place)
                    s->entries[--*at] = entry;
                else
                    ++*at;
            }
        }
    }
}

static bool note_wanted(struct search *s)
{
    size_t count = s->case_count;
    size_t slots = 16;
    while (slots < 2 * count * LM_NAME_WORDS)
        slots *= 2;
    s->slot_mask = slots - 1;
    s->keys = lm_arena_alloc(s->scratch, count, sizeof *s->keys);
    s->outlines = lm_arena_alloc(s->scratch, count, sizeof *s->outlines);
    s->needed = lm_arena_alloc(s->scratch, count, sizeof *s->needed);
    s->least = lm_arena_alloc(s->scratch, slots, sizeof *s->least);
    s->begins = lm_arena_alloc(s->scratch, slots + 1, sizeof *s->begins);
    s->ends = lm_arena_alloc(s->scratch, slots, sizeof *s->ends);
    if (s->keys == NULL || s->outlines == NULL || s->needed == NULL || s->least == NULL ||
        s->begins == NULL || s->ends == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        struct lm_identity_case *one = &s->cases[i];
        one->likely = one->likely_too = LM_NOBODY;
        one->likely_points = LIKELY_SOMEBODY - 1; /* less than any candidate has */
        if (one->claim.name != NULL)
            lm_name_key_of(one->claim.name, s->scratch, &s->keys[i]);
        s->outlines[i] = outline_of(&s->keys[i]);
        s->needed[i] = LIKELY_SOMEBODY;
        if (one->claim.rating != 0)
            s->most_of_rating = MOST_OF_RATING;
    }
    visit_claims(s, false);
    for (size_t slot = 0; slot < slots; slot++)
        s->begins[slot + 1] += s->begins[slot];
    s->entries = lm_arena_alloc(s->scratch, s->begins[slots], sizeof *s->entries);
    if (s->entries == NULL)
        return false;
    visit_claims(s, true);
    memcpy(s->ends, s->begins + 1, slots * sizeof *s->ends);
    return true;
}

/* A person of the registry. */
struct somebody {
    uint32_t person, federation;
    struct lm_name_key key;
    struct outline outline;
};

/* First pass: note a person with more points than the best so far, or the second with as many. */
static void note_best(const struct search *s, uint32_t number, uint32_t person, int32_t points)
{
    struct lm_identity_case *one = &s->cases[number];
    bool tied = points == one->likely_points;
    one->likely_too = tied ? person : LM_NOBODY;
    if (!tied)
        one->likely = person;
    one->likely_points = points;
    s->needed[number] = (int8_t)(points + (tied ? 1 : 0));
}

/* Second pass: note the last person with the most points. */
static void note_last(struct search *s, uint32_t number, uint32_t person)
{
    s->cases[number].likely_too = person;
    s->needed[number] = NOBODY_ELSE;
    s->open--;
}

static void consider(struct search *s, const struct somebody *who, uint32_t number)
{
    struct lm_identity_case *one = &s->cases[number];
    uint32_t person = who->person;
    if (person == one->person || person == one->likely ||
        (!s->backwards && person == one->likely_too) ||
        !names_may_fit(&s->outlines[number], &who->outline))
        return;
    enum lm_name_fit name = lm_name_fit_of_keys(&s->keys[number], &who->key);
    if (name != LM_NAME_SAME && name != LM_NAME_NEAR)
        return;
    int32_t points = lm_identity_weigh(&one->claim, name, &s->registry->people[person]).points;
    if (points < s->needed[number])
        return;
    if (s->backwards)
        note_last(s, number, person);
    else
        note_best(s, number, person, points);
}

/* If the names are the same without slips, each word of the shorter one, or its initial, is in the
 * other. */
static bool may_be_same(const struct wanted *entry, const struct outline *who)
{
    uint32_t shorter = entry->count <= who->count ? entry->firsts : who->firsts;
    return (shorter & ~(entry->firsts & who->firsts)) == 0;
}

/* Even with slips an initial fits only a word that it begins, and those of the shorter name must
 * fit. */
static bool initials_may_fit(const struct wanted *entry, const struct outline *who)
{
    return (entry->count > who->count || (entry->initials & ~who->firsts) == 0) &&
           (who->count > entry->count || (who->initials & ~entry->firsts) == 0);
}

/* Can the names be the same or, if ${near_is_enough}, near?  With the same letters always, since
 * gaps do not count. */
static bool entry_may_fit(const struct wanted *entry, const struct outline *who,
                          bool near_is_enough)
{
    if (entry->all == who->all)
        return true;
    if (!initials_may_fit(entry, who) || (!near_is_enough && !may_be_same(entry, who)))
        return false;
    return entry->count > who->count || entry->length == 0 ||
           word_may_fit_some(entry->letters, entry->length, who);
}

/* Can the sum reach ${needed}?  ${most}: points for the same name, and for the birth at best. */
static bool may_be_wanted(const struct wanted *entry, const struct somebody *who, int32_t most,
                          int32_t needed)
{
    enum { NEAR_LESS = 1 }; /* points than those of the same name */
    int32_t federation = entry->federation == 0 || who->federation == 0 ? 0
                         : entry->federation == who->federation         ? SAME_FEDERATION
                                                                        : -1;
    most += federation + entry->rating;
    return most >= needed && entry_may_fit(entry, &who->outline, most - NEAR_LESS >= needed);
}

/* Drop entry ${e} of ${slot}, which needs more points than any person has. */
static void drop(struct search *s, size_t slot, uint32_t e)
{
    uint32_t last = --s->ends[slot];
    struct wanted dropped = s->entries[e];
    s->entries[e] = s->entries[last];
    s->entries[last] = dropped;
}

/* Consider the claims with the word ${head} and the birth year ${born}. */
static void look_up(struct search *s, const struct somebody *who, uint64_t head, int32_t born,
                    int32_t most)
{
    size_t slot = slot_of(s, head, born);
    if (most + SAME_FEDERATION + s->most_of_rating < s->least[slot])
        return;
    int32_t most_of_all =
        lm_points_of_name(LM_NAME_SAME) + SAME_YEAR + SAME_FEDERATION + s->most_of_rating;
    int8_t least = NOBODY_ELSE;
    for (uint32_t e = s->begins[slot]; e < s->ends[slot];) {
        const struct wanted *entry = &s->entries[e];
        int8_t *needed = &s->needed[entry->number];
        if (*needed > most_of_all) {
            drop(s, slot, e);
            continue;
        }
        e++;
        if (entry->head == head && entry->born == born && may_be_wanted(entry, who, most, *needed))
            consider(s, who, entry->number);
        least = *needed < least ? *needed : least;
    }
    s->least[slot] = least;
}

static void look_at(struct search *s, uint32_t person)
{
    const struct lm_person *p = &s->registry->people[person];
    struct somebody who = {.person = person, .federation = code_of(p->federation)};
    int32_t year = p->born / 10000;
    int32_t name = lm_points_of_name(LM_NAME_SAME);
    lm_name_key_of(p->name, s->scratch, &who.key);
    who.outline = outline_of(&who.key);
    for (size_t w = 0; w < who.key.count; w++) {
        uint64_t head = head_of(who.key.words[w]);
        look_up(s, &who, head, NO_YEAR, name);
        if (year == NO_YEAR) {
            look_up(s, &who, head, ANY_YEAR, name);
            continue;
        }
        look_up(s, &who, head, year, name + SAME_YEAR);
        look_up(s, &who, head, year - 1, name);
        look_up(s, &who, head, year + 1, name);
    }
}

/* Begin the second pass, for the last of several persons with the most points. */
static void ask_for_last(struct search *s)
{
    s->backwards = true;
    memset(s->least, 0, (s->slot_mask + 1) * sizeof *s->least);
    memcpy(s->ends, s->begins + 1, (s->slot_mask + 1) * sizeof *s->ends);
    for (size_t i = 0; i < s->case_count; i++) {
        bool several = s->cases[i].likely_too != LM_NOBODY;
        s->needed[i] = several ? (int8_t)s->cases[i].likely_points : NOBODY_ELSE;
        s->open += several;
    }
}

/* A believed id is kept unless another person is clearly better; for a rejected one, any better
 * person is proposed. */
static void settle(struct lm_identity_case *one)
{
    int32_t ahead = one->person == LM_NOBODY ? CLEARLY : one->likely_points - one->fit.points;
    if (one->likely == LM_NOBODY || ahead < (one->fit.verdict == LM_IDENTITY_OTHER ? 1 : CLEARLY))
        one->likely = one->likely_too = LM_NOBODY;
    else
        one->fit.verdict = LM_IDENTITY_OTHER;
}

enum lm_status lm_identity_propose(const struct lm_registry *registry,
                                   struct lm_identity_case *cases, size_t count,
                                   struct lm_arena *scratch)
{
    struct search s = {
        .registry = registry, .cases = cases, .case_count = count, .scratch = scratch};
    if (count == 0)
        return LM_OK;
    if (!note_wanted(&s))
        return LM_LIMIT;
    for (size_t p = 0; p < registry->count; p++)
        look_at(&s, (uint32_t)p);
    ask_for_last(&s);
    for (size_t p = registry->count; p-- > 0 && s.open > 0;)
        look_at(&s, (uint32_t)p);
    for (size_t i = 0; i < count; i++)
        settle(&cases[i]);
    return LM_OK;
}
