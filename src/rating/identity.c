/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Identity by evidence: each thing that a report says gives or takes points, and the sum decides.
 * The weights follow what happens in federations: a year of birth is seldom wrong by more than one
 * and never shared by namesakes for long; a federation changes; a rating taken from the right list
 * proves that the id was looked up.
 */
#include "limmat/identity.h"

#include <inttypes.h>
#include <string.h>

/* --- names as they sound */

/* What is written in several ways, and one of them; longer ones first.  Held against folded text:
 * ü is u, so ue must be too. */
static const struct {
    char written[4], sound[3];
    uint8_t length; /* as written */
} sounds[] = {
    {"sch", "s", 3}, {"tch", "k", 3}, {"ch", "k", 2}, {"kh", "k", 2}, {"sh", "s", 2},
    {"zh", "s", 2},  {"sz", "s", 2},  {"ph", "f", 2}, {"th", "t", 2}, {"ae", "a", 2},
    {"oe", "o", 2},  {"ue", "u", 2},  {"ou", "u", 2}, {"x", "ks", 1}, {"c", "k", 1},
    {"q", "k", 1},   {"w", "v", 1},   {"y", "i", 1},  {"j", "i", 1},  {"z", "s", 1},
};

/* May a spelling begin with ${c}?  Mostly none does, and a list has millions of letters. */
static bool begins_spelling(char c)
{
    static const char begins[] = "stckzpaouxqwyj";
    uint32_t set = 0;
    for (size_t i = 0; begins[i] != '\0'; i++) /* a constant, to a compiler */
        set |= UINT32_C(1) << (begins[i] - 'a');
    return c >= 'a' && c <= 'z' && (set >> (c - 'a') & 1) != 0;
}

/* The longest spelling at ${at}; its length. */
static size_t spelling_at(const char *at, const char *end, const char **sound)
{
    if (!begins_spelling(*at))
        return 0;
    for (size_t i = 0; i < sizeof sounds / sizeof *sounds; i++) {
        const char *written = sounds[i].written;
        size_t length = sounds[i].length;
        if (written[0] != *at || (size_t)(end - at) < length)
            continue;
        if (length == 1 || (written[1] == at[1] && (length == 2 || written[2] == at[2]))) {
            *sound = sounds[i].sound;
            return length;
        }
    }
    return 0;
}

/* One folded word by sound: double letters once, a silent h not at all. */
static void sound_of(const char *at, const char *end, char *out)
{
    size_t length = 0;
    const char *begin = at;
    while (at < end && length + 1 < LM_NAME_LETTERS) {
        const char single[2] = {*at, '\0'};
        const char *sound = single;
        size_t taken = spelling_at(at, end, &sound);
        bool silent = taken == 0 && *at == 'h' && at > begin;
        for (const char *s = silent ? "" : sound; *s != '\0' && length + 1 < LM_NAME_LETTERS; s++)
            if (length == 0 || out[length - 1] != *s)
                out[length++] = *s;
        at += taken == 0 ? 1 : taken;
    }
    memset(out + length, 0, LM_NAME_LETTERS - length);
}

static void add_words(const char *folded, size_t length, struct lm_name_key *out)
{
    const char *end = folded + length;
    while (folded < end && out->count < LM_NAME_WORDS) {
        const char *gap = memchr(folded, ' ', (size_t)(end - folded));
        const char *stop = gap == NULL ? end : gap;
        if (stop > folded)
            sound_of(folded, stop, out->words[out->count++]);
        folded = stop + 1;
    }
}

static void add_part(const char *bytes, size_t length, struct lm_arena *scratch,
                     struct lm_name_key *out)
{
    static const char apostrophe[] = "\xE2\x80\x99"; /* ’ joins as ' does */
    struct lm_mark mark = lm_arena_mark(scratch);
    struct lm_text plain = lm_text_in(scratch);
    struct lm_text folded = lm_text_in(scratch);
    for (size_t i = 0; i < length; i++)
        if (length - i >= 3 && memcmp(bytes + i, apostrophe, 3) == 0)
            i += 2;
        else
            lm_text_add_char(&plain, bytes[i]);
    if (plain.length > 0)
        lm_text_add_folded(&folded, plain.bytes, plain.length);
    if (folded.length > 0 && !folded.failed)
        add_words(lm_text_string(&folded), folded.length, out);
    lm_arena_reset(scratch, mark);
}

void lm_name_key_of(const char *name, struct lm_arena *scratch, struct lm_name_key *out)
{
    *out = (struct lm_name_key){.count = 0};
    if (!lm_utf8_valid(name, strlen(name)))
        return;
    size_t comma = strcspn(name, ",");
    add_part(name, comma, scratch, out);
    out->family = name[comma] == ',' ? out->count : out->count > 0;
    if (name[comma] == ',')
        add_part(name + comma + 1, strlen(name + comma + 1), scratch, out);
}

void lm_name_key_of_folded(const char *folded, size_t length, struct lm_name_key *out)
{
    out->count = 0;
    add_words(folded, length, out);
    out->family = out->count > 0;
}

/* --- comparing names */

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Letters put in, left out or changed between two words. */
static size_t distance(const char *a, const char *b)
{
    size_t rows[2][LM_NAME_LETTERS + 1];
    size_t width = strlen(b);
    for (size_t j = 0; j <= width; j++)
        rows[0][j] = j;
    size_t i = 0;
    for (; a[i] != '\0'; i++) {
        const size_t *above = rows[i % 2];
        size_t *row = rows[(i + 1) % 2];
        row[0] = i + 1;
        for (size_t j = 0; j < width; j++)
            row[j + 1] = least(above[j] + (a[i] != b[j]), least(above[j + 1], row[j]) + 1);
    }
    return rows[i % 2][width];
}

enum word_fit { NO_FIT, SLIP, INITIAL, EXACT };

/* In two words of which the longer one has ${letters}. */
static size_t slips_allowed(size_t letters)
{
    return letters <= 3 ? 0 : letters <= 6 ? 1 : letters <= 9 ? 2 : letters / 4;
}

static enum word_fit compare_words(const char *a, const char *b)
{
    size_t short_one = least(strlen(a), strlen(b));
    size_t long_one = strlen(a) + strlen(b) - short_one;
    if (strcmp(a, b) == 0)
        return short_one == 1 ? INITIAL : EXACT;
    if (short_one == 1)
        return a[0] == b[0] ? INITIAL : NO_FIT;
    if (short_one >= 3 && strncmp(a, b, short_one) == 0)
        return SLIP; /* Alex, Alexander */
    return distance(a, b) <= slips_allowed(long_one) ? SLIP : NO_FIT;
}

/* How the words of the shorter name find themselves in the longer one. */
struct matching {
    size_t fits[4];      /* words by how they fit */
    bool family, given;  /* a word before, behind the comma of the list's name fits */
    bool surely_matched; /* an exact word that is more than an initial */
};

static struct matching match_words(const struct lm_name_key *reported,
                                   const struct lm_name_key *listed)
{
    struct matching m = {0};
    bool used[LM_NAME_WORDS] = {false};
    bool done[LM_NAME_WORDS] = {false};
    enum word_fit fits[LM_NAME_WORDS][LM_NAME_WORDS];
    for (size_t i = 0; i < reported->count; i++)
        for (size_t j = 0; j < listed->count; j++)
            fits[i][j] = compare_words(reported->words[i], listed->words[j]);
    for (int want = EXACT; want > NO_FIT; want--)
        for (size_t i = 0; i < reported->count; i++)
            for (size_t j = 0; j < listed->count && !done[i]; j++) {
                if (used[j] || (int)fits[i][j] != want)
                    continue;
                done[i] = used[j] = true;
                m.fits[want]++;
                m.surely_matched = m.surely_matched || (want == EXACT && listed->words[j][1] != 0);
                if (want != INITIAL && j < listed->family)
                    m.family = true;
                else if (want != INITIAL)
                    m.given = true;
            }
    return m;
}

/* The words from ${first} on, around to it, as one: "vander" "berg" -> "vanderberg". */
static void join(const struct lm_name_key *key, size_t first, char *out, size_t size)
{
    size_t length = 0;
    for (size_t i = 0; i < key->count; i++)
        for (const char *s = key->words[(first + i) % key->count]; *s != '\0' && length + 1 < size;
             s++)
            if (length == 0 || out[length - 1] != *s)
                out[length++] = *s;
    out[length] = '\0';
}

/* The same letters with gaps elsewhere: O'Connor, O Connor; Vanderberg, van der Berg. */
static bool same_joined(const struct lm_name_key *a, const struct lm_name_key *b)
{
    char one[LM_NAME_WORDS * LM_NAME_LETTERS];
    char other[sizeof one];
    join(a, 0, one, sizeof one);
    for (size_t first = 0; first < b->count; first++) {
        join(b, first, other, sizeof other);
        if (strcmp(one, other) == 0)
            return true;
    }
    return false;
}

static bool has_each_word(const struct lm_name_key *listed, const struct lm_name_key *wanted)
{
    bool used[LM_NAME_WORDS] = {false};
    for (size_t i = 0; i < wanted->count; i++) {
        size_t j = 0;
        while (j < listed->count && (used[j] || strcmp(wanted->words[i], listed->words[j]) != 0))
            j++;
        if (j == listed->count)
            return false;
        used[j] = true;
    }
    return true;
}

bool lm_name_has(const struct lm_name_key *listed, const struct lm_name_key *wanted)
{
    char one[LM_NAME_WORDS * LM_NAME_LETTERS];
    char other[sizeof one];
    bool more_than_initials = false;
    for (size_t i = 0; i < wanted->count; i++)
        more_than_initials = more_than_initials || wanted->words[i][1] != '\0';
    if (!more_than_initials)
        return false;
    if (has_each_word(listed, wanted))
        return true;
    join(wanted, 0, one, sizeof one);
    size_t length = strlen(one);
    for (size_t first = 0; first < listed->count; first++) {
        if (listed->words[first][0] != one[0])
            continue;
        join(listed, first, other, sizeof other);
        if (strncmp(one, other, length) == 0)
            return true;
    }
    return false;
}

static enum lm_name_fit fit_of_keys(const struct lm_name_key *reported,
                                    const struct lm_name_key *listed)
{
    if (reported->count == 0 || listed->count == 0)
        return LM_NAME_UNSAID;
    size_t shorter = least(reported->count, listed->count);
    size_t longer = reported->count + listed->count - shorter;
    struct matching m = match_words(reported, listed);
    size_t matched = m.fits[SLIP] + m.fits[INITIAL] + m.fits[EXACT];
    if (same_joined(reported, listed))
        return LM_NAME_SAME;
    if (matched == shorter && m.surely_matched && (shorter > 1 || longer == 1))
        return m.fits[SLIP] == 0 ? LM_NAME_SAME : LM_NAME_NEAR;
    if (matched == shorter && m.family && (m.surely_matched || m.fits[SLIP] > 1))
        return LM_NAME_NEAR;
    if (m.given && !m.family)
        return LM_NAME_GIVEN;
    return m.family ? LM_NAME_FAMILY : LM_NAME_OTHER;
}

enum lm_name_fit lm_name_compare(const char *reported, const char *listed, struct lm_arena *scratch)
{
    struct lm_name_key keys[2];
    if (reported == NULL || *reported == '\0')
        return LM_NAME_UNSAID;
    if (strcmp(reported, listed) == 0)
        return LM_NAME_SAME;
    lm_name_key_of(reported, scratch, &keys[0]);
    lm_name_key_of(listed, scratch, &keys[1]);
    return fit_of_keys(&keys[0], &keys[1]);
}

/* --- evidence */

/* Points; what a report needs to be believed; what another person must be better by. */
enum { BELIEVED = 2, CLEARLY = 3, LIKELY_SOMEBODY = 3, SAME_YEAR = 3, MOST_OF_RATING = 2 };

static int32_t points_of_name(enum lm_name_fit fit)
{
    static const int8_t points[] = {
        [LM_NAME_UNSAID] = 3, [LM_NAME_SAME] = 3,    [LM_NAME_NEAR] = 2,
        [LM_NAME_GIVEN] = 0,  [LM_NAME_FAMILY] = -2, [LM_NAME_OTHER] = -4,
    };
    return points[fit];
}

static int32_t points_of_birth(const struct lm_claim *claim, const struct lm_person *person,
                               struct lm_identity_fit *fit)
{
    int32_t year = person->born / 10000;
    if (claim->born == 0 || year == 0)
        return 0;
    fit->born_differs = claim->born != year;
    int32_t off = claim->born > year ? claim->born - year : year - claim->born;
    return off == 0 ? SAME_YEAR : off == 1 ? 0 : -4;
}

static int32_t points_of_federation(const struct lm_claim *claim, const struct lm_person *person,
                                    struct lm_identity_fit *fit)
{
    if (claim->federation == NULL || *claim->federation == '\0' || person->federation[0] == '\0')
        return 0;
    fit->federation_differs = strcmp(claim->federation, person->federation) != 0;
    return fit->federation_differs ? -1 : 1;
}

/* How far ${rating} is from all that were ever published for ${track}. */
static int32_t nearest(const struct lm_track *track, int32_t rating, int32_t best)
{
    size_t past = track->record == NULL ? 0 : track->record->past_count;
    for (size_t i = 0; i <= past; i++) {
        int32_t was = i < past ? track->record->past[i].rating : track->rating;
        int32_t off = was > rating ? was - rating : rating - was;
        if (was != 0 && off < best)
            best = off;
    }
    return best;
}

/* A report may have the standard rating in rapid, or that of an old list. */
static int32_t points_of_rating(const struct lm_claim *claim, const struct lm_person *person,
                                struct lm_identity_fit *fit)
{
    enum { NONE = 100000, NEAR = 100, FAR = 300, VERY_FAR = 600 };
    int32_t off = NONE;
    for (int chess = 0; claim->rating != 0 && chess < LM_CHESS_KINDS; chess++)
        off = nearest(&person->tracks[chess], claim->rating, off);
    if (off == NONE)
        return 0; /* a national rating, or none */
    fit->rating_differs = off > NEAR;
    if (off <= NEAR)
        return off == 0 ? MOST_OF_RATING : 1;
    return off <= FAR ? 0 : off <= VERY_FAR ? -2 : -3;
}

static struct lm_identity_fit weigh(const struct lm_claim *claim, enum lm_name_fit name,
                                    const struct lm_person *person)
{
    struct lm_identity_fit fit = {.name = name, .sex_differs = claim->woman && person->sex == 'M'};
    int32_t birth = points_of_birth(claim, person, &fit);
    fit.points = points_of_name(name) + birth + points_of_federation(claim, person, &fit) +
                 points_of_rating(claim, person, &fit) - (fit.sex_differs ? 3 : 0);
    bool name_told = name >= LM_NAME_NEAR; /* a slip too: the report goes on with it */
    fit.deceased = person->deceased;
    if (fit.points < BELIEVED || fit.deceased)
        fit.verdict = LM_IDENTITY_OTHER;
    else if (name_told || fit.born_differs || fit.federation_differs || fit.sex_differs ||
             fit.rating_differs)
        fit.verdict = LM_IDENTITY_LIKELY;
    return fit;
}

struct lm_identity_fit lm_identity_judge(const struct lm_claim *claim,
                                         const struct lm_person *person, struct lm_arena *scratch)
{
    return weigh(claim, lm_name_compare(claim->name, person->name, scratch), person);
}

/* --- who else?
 *
 * One pass over the registry.  A million people share a few thousand given names, so a word in
 * common is not enough to look closely: claims are found by a word and the year of birth, since
 * with years more than one apart nobody gets LIKELY_SOMEBODY points (3 - 4 + 1 + 2); whoever is
 * left must be able to reach the points needed, and have a name that may fit by its outline, before
 * names are compared.  Each of these only drops who could not be proposed.
 */

/* A name's words without their order of letters. */
struct outline {
    uint32_t letters[LM_NAME_WORDS]; /* sets, by the low bits of each letter */
    uint32_t all;                    /* of all words */
    uint8_t lengths[LM_NAME_WORDS];
    uint8_t count;
};

/* A word of a claim's name, with what decides most cases without a look at the claim. */
struct wanted {
    uint64_t head; /* its first letters */
    int32_t born;  /* the claim's; ANY_YEAR: for people whose birth the list has not */
    uint32_t number;
    uint32_t federation;   /* its letters; 0: not said */
    uint32_t letters, all; /* sets: of the longest other word, of the whole name */
    uint8_t length, count; /* of that word; words of the name */
    uint8_t rating;        /* the most points that the claim's rating may give */
};

enum { ANY_YEAR = INT32_MIN, NO_YEAR = 0 };

struct search {
    const struct lm_registry *registry;
    struct lm_identity_case *cases;
    size_t case_count;
    struct lm_name_key *keys;
    struct outline *outlines;
    int8_t *needed;         /* points */
    struct wanted *entries; /* by slot */
    uint32_t *begins;       /* where the entries of a slot begin; one slot more than there are */
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

/* May a word fit word ${j} of ${b}?  A slip changes the set of letters by two at most; a short form
 * has no other letters. */
static bool word_may_fit(uint32_t letters, size_t length, const struct outline *b, size_t j)
{
    uint32_t other = b->letters[j];
    size_t longer = length > b->lengths[j] ? length : b->lengths[j];
    uint32_t of_shorter = length > b->lengths[j] ? other : letters;
    return (of_shorter & ~(letters & other)) == 0 ||
           size_of_set(letters ^ other) <= 2 * slips_allowed(longer);
}

static bool word_may_fit_some(uint32_t letters, size_t length, const struct outline *b)
{
    for (size_t j = 0; j < b->count; j++)
        if (word_may_fit(letters, length, b, j))
            return true;
    return false;
}

/* False: they are neither the same nor near, for which each word of the shorter name must fit one
 * of the other, or all letters together be the same. */
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
                         .count = outline->count,
                         .rating = claim->rating == 0 ? 0 : MOST_OF_RATING};
    for (size_t v = 0; v < outline->count; v++)
        if (v != w && outline->lengths[v] > out.length) {
            out.letters = outline->letters[v];
            out.length = outline->lengths[v];
        }
    return out;
}

/* Count the entries of each slot in begins[slot], or, when that is where the slot ends, put them
 * before it, which leaves there where it begins. */
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
    s->begins = lm_arena_alloc(s->scratch, slots + 1, sizeof *s->begins);
    if (s->keys == NULL || s->outlines == NULL || s->needed == NULL || s->begins == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        struct lm_identity_case *one = &s->cases[i];
        one->likely = one->likely_too = LM_NOBODY;
        one->likely_points = LIKELY_SOMEBODY - 1; /* less than all who are considered */
        if (one->claim.name != NULL)
            lm_name_key_of(one->claim.name, s->scratch, &s->keys[i]);
        s->outlines[i] = outline_of(&s->keys[i]);
        s->needed[i] = LIKELY_SOMEBODY;
    }
    visit_claims(s, false);
    for (size_t slot = 0; slot < slots; slot++)
        s->begins[slot + 1] += s->begins[slot];
    s->entries = lm_arena_alloc(s->scratch, s->begins[slots], sizeof *s->entries);
    if (s->entries == NULL)
        return false;
    visit_claims(s, true);
    return true;
}

/* Somebody of the registry. */
struct somebody {
    uint32_t person, federation;
    struct lm_name_key key;
    struct outline outline;
};

static void consider(const struct search *s, const struct somebody *who, uint32_t number)
{
    struct lm_identity_case *one = &s->cases[number];
    uint32_t person = who->person;
    if (person == one->person || person == one->likely || person == one->likely_too ||
        !names_may_fit(&s->outlines[number], &who->outline))
        return;
    enum lm_name_fit name = fit_of_keys(&s->keys[number], &who->key);
    if (name != LM_NAME_SAME && name != LM_NAME_NEAR)
        return;
    int32_t points = weigh(&one->claim, name, &s->registry->people[person]).points;
    if (points < s->needed[number])
        return;
    one->likely_too = points == one->likely_points ? person : LM_NOBODY;
    if (points > one->likely_points)
        one->likely = person;
    one->likely_points = points;
    s->needed[number] = (int8_t)points;
}

/* Can the sum reach what is needed?  ${most}: points of the name and the birth at best. */
static bool may_be_wanted(const struct wanted *entry, const struct somebody *who, int32_t most,
                          int32_t needed)
{
    int32_t federation = entry->federation == 0 || who->federation == 0 ? 0
                         : entry->federation == who->federation         ? 1
                                                                        : -1;
    if (most + federation + entry->rating < needed)
        return false;
    return entry->count > who->outline.count || entry->all == who->outline.all ||
           entry->length == 0 || word_may_fit_some(entry->letters, entry->length, &who->outline);
}

/* Those who want ${head} and were born in ${born}. */
static void look_up(const struct search *s, const struct somebody *who, uint64_t head, int32_t born,
                    int32_t most)
{
    size_t slot = slot_of(s, head, born);
    for (size_t e = s->begins[slot]; e < s->begins[slot + 1]; e++) {
        const struct wanted *entry = &s->entries[e];
        if (entry->head == head && entry->born == born &&
            may_be_wanted(entry, who, most, s->needed[entry->number]))
            consider(s, who, entry->number);
    }
}

static void look_at(const struct search *s, uint32_t person)
{
    const struct lm_person *p = &s->registry->people[person];
    struct somebody who = {.person = person, .federation = code_of(p->federation)};
    int32_t year = p->born / 10000;
    int32_t name = points_of_name(LM_NAME_SAME);
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

/* Who is believed keeps his place unless somebody else is clearly better; whoever is not believed
 * is only proposed somebody who is better than he. */
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
    for (size_t i = 0; i < count; i++)
        settle(&cases[i]);
    return LM_OK;
}

/* --- in words */

static void begin_part(struct lm_text *out, size_t start)
{
    if (out->length > start)
        lm_text_add(out, ", ");
}

void lm_identity_say(const struct lm_identity_case *one, const struct lm_person *person,
                     struct lm_text *out)
{
    size_t start = out->length;
    if (one->fit.deceased)
        lm_text_print(out, "%s is deceased (10.2)", person->name);
    if (one->fit.name > LM_NAME_SAME) {
        begin_part(out, start);
        lm_text_print(out, "called %s on the list", person->name);
    }
    if (one->fit.born_differs) {
        begin_part(out, start);
        lm_text_print(out, "born %" PRId32 ", on the list %" PRId32, one->claim.born,
                      person->born / 10000);
    }
    if (one->fit.federation_differs) {
        begin_part(out, start);
        lm_text_print(out, "federation %s, on the list %s", one->claim.federation,
                      person->federation);
    }
    if (one->fit.sex_differs) {
        begin_part(out, start);
        lm_text_add(out, "a woman, on the list a man");
    }
    if (one->fit.rating_differs) {
        begin_part(out, start);
        lm_text_print(out, "rating %" PRId32 ", on the list", one->claim.rating);
        for (int chess = 0; chess < LM_CHESS_KINDS; chess++)
            if (person->tracks[chess].rating != 0)
                lm_text_print(out, " %s %d", lm_chess_name((enum lm_chess)chess),
                              person->tracks[chess].rating);
    }
}
