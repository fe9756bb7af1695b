/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Identity by evidence: each datum of a report gives or takes points, and the sum decides. The
 * weights follow experience in federations: a year of birth is seldom wrong by more than one and
 * seldom shared by namesakes; a federation changes; a rating taken from the right list proves that
 * the id was looked up.
 */
#include "limmat/identity.h"
#include "limmat/message.h"

#include <inttypes.h>
#include <string.h>

#include "rating/evidence.h"

/* --- names by their sound */

/* Sounds with several spellings, and the chosen one; longer ones first.  They are compared with
 * folded text: ü is u, so ue must be too. */
static const struct {
    char written[4], sound[3];
    uint8_t length; /* as written */
} sounds[] = {
    {"sch", "s", 3}, {"tch", "k", 3}, {"ch", "k", 2}, {"kh", "k", 2}, {"sh", "s", 2},
    {"zh", "s", 2},  {"sz", "s", 2},  {"ph", "f", 2}, {"th", "t", 2}, {"ae", "a", 2},
    {"oe", "o", 2},  {"ue", "u", 2},  {"ou", "u", 2}, {"x", "ks", 1}, {"c", "k", 1},
    {"q", "k", 1},   {"w", "v", 1},   {"y", "i", 1},  {"j", "i", 1},  {"z", "s", 1},
};

/* Can a spelling begin with ${c}?  Mostly not, and a list has millions of letters. */
static bool begins_spelling(char c)
{
    static const char begins[] = "stckzpaouxqwyj";
    uint32_t set = 0;
    for (size_t i = 0; begins[i] != '\0'; i++) /* a constant for the compiler */
        set |= UINT32_C(1) << (begins[i] - 'a');
    return c >= 'a' && c <= 'z' && (set >> (c - 'a') & 1) != 0;
}

/* Find the longest spelling at ${at}; return its length. */
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

/* Convert one folded word to its sound: double letters once, a silent h dropped. */
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
    static const char apostrophe[] = "\xE2\x80\x99"; /* ’ joins words as ' does */
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

/* The number of letters inserted, deleted or changed between two words. */
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
    return distance(a, b) <= lm_slips_allowed(long_one) ? SLIP : NO_FIT;
}

/* Matches between the words of two names. */
struct matching {
    size_t fits[4];      /* number of words by fit */
    bool family, given;  /* a word before, or after, the comma of the list's name fits */
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

/* Join all words, in order from ${first} on and around, to one: "vander" "berg" -> "vanderberg". */
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

enum lm_name_fit lm_name_fit_of_keys(const struct lm_name_key *reported,
                                     const struct lm_name_key *listed)
{
    if (reported->count == 0 || listed->count == 0)
        return LM_NAME_MISSING;
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
        return LM_NAME_MISSING;
    if (strcmp(reported, listed) == 0)
        return LM_NAME_SAME;
    lm_name_key_of(reported, scratch, &keys[0]);
    lm_name_key_of(listed, scratch, &keys[1]);
    return lm_name_fit_of_keys(&keys[0], &keys[1]);
}

/* --- evidence */

int32_t lm_points_of_name(enum lm_name_fit fit)
{
    static const int8_t points[] = {
        [LM_NAME_MISSING] = 3, [LM_NAME_SAME] = 3,    [LM_NAME_NEAR] = 2,
        [LM_NAME_GIVEN] = 0,   [LM_NAME_FAMILY] = -2, [LM_NAME_OTHER] = -4,
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

/* Return the distance of ${rating} from the nearest rating ever published for ${track}. */
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

/* A report can give the standard rating in rapid, or the rating of an old list. */
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

struct lm_identity_fit lm_identity_weigh(const struct lm_claim *claim, enum lm_name_fit name,
                                         const struct lm_person *person)
{
    struct lm_identity_fit fit = {.name = name, .sex_differs = claim->woman && person->sex == 'M'};
    int32_t birth = points_of_birth(claim, person, &fit);
    fit.points = lm_points_of_name(name) + birth + points_of_federation(claim, person, &fit) +
                 points_of_rating(claim, person, &fit) - (fit.sex_differs ? 3 : 0);
    bool name_told = name >= LM_NAME_NEAR; /* a slip counts, too: the report continues with it */
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
    return lm_identity_weigh(claim, lm_name_compare(claim->name, person->name, scratch), person);
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
        lm_text_print(out, LM_MESSAGE("%s is deceased (10.2)"), person->name);
    if (one->fit.name > LM_NAME_SAME) {
        begin_part(out, start);
        lm_text_print(out, LM_MESSAGE("called %s on the list"), person->name);
    }
    if (one->fit.born_differs) {
        begin_part(out, start);
        lm_text_print(out, LM_MESSAGE("born %" PRId32 ", on the list %" PRId32), one->claim.born,
                      person->born / 10000);
    }
    if (one->fit.federation_differs) {
        begin_part(out, start);
        lm_text_print(out, LM_MESSAGE("federation %s, on the list %s"), one->claim.federation,
                      person->federation);
    }
    if (one->fit.sex_differs) {
        begin_part(out, start);
        lm_text_add(out, LM_MESSAGE("a woman, on the list a man"));
    }
    if (one->fit.rating_differs) {
        begin_part(out, start);
        struct lm_text listed = lm_text_in(out->arena);
        for (int chess = 0; chess < LM_CHESS_KINDS; chess++)
            if (person->tracks[chess].rating != 0)
                lm_text_print(&listed, " %s %d", lm_chess_name((enum lm_chess)chess),
                              person->tracks[chess].rating);
        lm_text_print(out, LM_MESSAGE("rating %" PRId32 ", on the list%s"), one->claim.rating,
                      lm_text_string(&listed));
    }
}
