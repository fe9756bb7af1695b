/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Comparison of our list with FIDE's.
 *
 * Persons are walked in the order of ids in both lists at once.  A cause is proposed from the data
 * in the lists: the games rated for the list, K, earlier ratings.  It is the likeliest cause, not a
 * proof; the officer decides.
 */
#include "limmat/reconcile.h"

#include "limmat/message.h"

#include <stdlib.h>
#include <string.h>

#include "limmat/identity.h"

struct comparison {
    const struct lm_registry *ours, *theirs;
    struct lm_arena *arena;
    struct lm_list_difference *all;
    size_t count, capacity;
    bool failed;
};

static const struct {
    const char *name, *text;
} causes[LM_LIST_CAUSES] = {
    [LM_CAUSE_NEW_PERSON] = {"new-person",
                             LM_MESSAGE("registered since by another office; imported")},
    [LM_CAUSE_OTHER_ID] = {"other-id",
                           LM_MESSAGE("the same person has another id there: merge the two "
                                      "(`limmat rate person merge`)")},
    [LM_CAUSE_LOCAL_PERSON] = {"local-person",
                               LM_MESSAGE("not registered with FIDE yet: register the player")},
    [LM_CAUSE_GONE] = {"gone",
                       LM_MESSAGE("taken out of FIDE's list, by death or as a double: ask")},
    [LM_CAUSE_SPELLING] = {"spelling",
                           LM_MESSAGE("the same name, spelt differently; theirs is used")},
    [LM_CAUSE_NAME_CHANGED] = {"name-changed",
                               LM_MESSAGE("marriage or a correction; if it is another person, "
                                          "the id was given twice: ask")},
    [LM_CAUSE_TRANSFER] = {"transfer", LM_MESSAGE("transferred to another federation")},
    [LM_CAUSE_CORRECTION] =
        {"correction",
         LM_MESSAGE("corrected by the federation: K of juniors follows the year of birth")},
    [LM_CAUSE_TITLE] = {"title", LM_MESSAGE("a title was awarded or taken away")},
    [LM_CAUSE_NEXT_MONTH] = {"next-month",
                             LM_MESSAGE("their list is a later one: games rated since")},
    [LM_CAUSE_MORE_GAMES] = {"more-games",
                             LM_MESSAGE("they have rated games that we have not: an event of "
                                        "another federation, or a report that went past us")},
    [LM_CAUSE_FEWER_GAMES] = {"fewer-games",
                              LM_MESSAGE("we have rated games that they have not: an event that "
                                         "was sent late, refused, or rated for another list")},
    [LM_CAUSE_BEFORE] = {"before",
                         LM_MESSAGE("no game on either list: they have put an earlier list right")},
    [LM_CAUSE_COEFFICIENT] = {"coefficient",
                              LM_MESSAGE("the same games with another K: look at birth, games "
                                         "and 8.3.3")},
    [LM_CAUSE_ROUNDING] = {"rounding",
                           LM_MESSAGE(
                               "one point: rounding, or a rating at the start that differs")},
    [LM_CAUSE_RESULT] = {"result",
                         LM_MESSAGE("as many games: a result or an opponent's rating differs; "
                                    "compare the reports")},
    [LM_CAUSE_NEW_RATING] = {"new-rating", LM_MESSAGE("the first rating")},
    [LM_CAUSE_DELISTED] = {"delisted",
                           LM_MESSAGE(
                               "no longer rated there: below the floor (7.2.1), or withdrawn")},
    [LM_CAUSE_NOT_PUBLISHED] =
        {"not-published",
         "our first rating differs from theirs: games of the pool are missing there, or the event"},
    [LM_CAUSE_AGE_OR_GAMES] = {"age-or-games",
                               LM_MESSAGE("K (8.3.3): the birth, or the number of games behind "
                                          "it, is known otherwise")},
};

const char *lm_list_cause_text(enum lm_list_cause cause)
{
    return causes[cause].text;
}

const char *lm_list_cause_name(enum lm_list_cause cause)
{
    return causes[cause].name;
}

static struct lm_list_difference *add(struct comparison *c, struct lm_list_difference difference)
{
    if (!lm_arena_grow(c->arena, &c->all, &c->capacity, c->count + 1, sizeof difference)) {
        c->failed = true;
        return NULL;
    }
    c->all[c->count] = difference;
    return &c->all[c->count++];
}

/* --- one person in both --- */

static enum lm_list_cause cause_of_rating(const struct comparison *c,
                                          const struct lm_list_difference *d, int32_t our_k,
                                          int32_t their_k)
{
    int32_t off = d->our_value - d->their_value;
    if (d->their_value == 0)
        return d->our_games > 0 && c->ours->list == c->theirs->list ? LM_CAUSE_NOT_PUBLISHED
                                                                    : LM_CAUSE_DELISTED;
    if (d->our_value == 0)
        return LM_CAUSE_NEW_RATING;
    if (c->theirs->list > c->ours->list)
        return d->their_games > 0 ? LM_CAUSE_NEXT_MONTH : LM_CAUSE_BEFORE;
    if (d->their_games > d->our_games)
        return LM_CAUSE_MORE_GAMES;
    if (d->their_games < d->our_games)
        return LM_CAUSE_FEWER_GAMES;
    if (d->our_games == 0)
        return LM_CAUSE_BEFORE;
    if (our_k != their_k)
        return LM_CAUSE_COEFFICIENT;
    return off == 1 || off == -1 ? LM_CAUSE_ROUNDING : LM_CAUSE_RESULT;
}

static void compare_track(struct comparison *c, struct lm_list_difference d, enum lm_chess chess)
{
    const struct lm_track *ours = &c->ours->people[d.ours].tracks[chess];
    const struct lm_track *theirs = &c->theirs->people[d.theirs].tracks[chess];
    d.chess = chess;
    if (ours->rating != theirs->rating) {
        d.part = LM_PART_OF_LIST_RATING;
        d.our_value = ours->rating;
        d.their_value = theirs->rating;
        d.our_games = lm_games_on_list(ours, c->ours->list);
        d.their_games = lm_games_on_list(theirs, c->theirs->list);
        d.cause = cause_of_rating(c, &d, ours->k, theirs->k);
        add(c, d);
    }
    if (ours->rating != 0 && theirs->rating != 0 && ours->k != theirs->k) {
        d.part = LM_PART_OF_LIST_K;
        d.our_value = ours->k;
        d.their_value = theirs->k;
        d.cause = LM_CAUSE_AGE_OR_GAMES;
        add(c, d);
    }
}

static bool is_title_the_same(const struct lm_person *a, const struct lm_person *b)
{
    return strcmp(a->title, b->title) == 0 && strcmp(a->women_title, b->women_title) == 0;
}

/* Is it the same name with another accent, order or transliteration?  An additional word is a
 * different name. */
static bool is_spelling(const char *ours, const char *theirs, struct lm_arena *scratch)
{
    struct lm_name_key a;
    struct lm_name_key b;
    lm_name_key_of(ours, scratch, &a);
    lm_name_key_of(theirs, scratch, &b);
    return a.count == b.count && lm_name_compare(ours, theirs, scratch) == LM_NAME_SAME;
}

static void compare_person(struct comparison *c, struct lm_list_difference d)
{
    const struct lm_person *ours = &c->ours->people[d.ours];
    const struct lm_person *theirs = &c->theirs->people[d.theirs];
    if (strcmp(ours->name, theirs->name) != 0) {
        d.part = LM_PART_OF_LIST_NAME;
        d.cause = is_spelling(ours->name, theirs->name, c->arena) ? LM_CAUSE_SPELLING
                                                                  : LM_CAUSE_NAME_CHANGED;
        add(c, d);
    }
    if (strcmp(ours->federation, theirs->federation) != 0) {
        d.part = LM_PART_OF_LIST_FEDERATION;
        d.cause = LM_CAUSE_TRANSFER;
        add(c, d);
    }
    d.cause = LM_CAUSE_CORRECTION;
    if (ours->born / 10000 != theirs->born / 10000 && theirs->born != 0) {
        d.part = LM_PART_OF_LIST_BIRTH;
        d.our_value = ours->born / 10000;
        d.their_value = theirs->born / 10000;
        add(c, d);
    }
    if (ours->sex != theirs->sex && theirs->sex != 0) {
        d.part = LM_PART_OF_LIST_SEX;
        add(c, d);
    }
    if (!is_title_the_same(ours, theirs)) {
        d.part = LM_PART_OF_LIST_TITLE;
        d.cause = LM_CAUSE_TITLE;
        add(c, d);
    }
    for (int chess = 0; chess < LM_CHESS_KINDS; chess++)
        compare_track(c, d, (enum lm_chess)chess);
}

/* --- persons of one list only --- */

static bool was_ever_rated(const struct lm_person *person)
{
    for (int chess = 0; chess < LM_CHESS_KINDS; chess++)
        if (person->tracks[chess].rating != 0 || person->tracks[chess].total != 0)
            return true;
    return false;
}

static void compare_lonely(struct comparison *c, struct lm_list_difference d)
{
    d.part = LM_PART_OF_LIST_PERSON;
    if (d.ours == LM_NOBODY)
        d.cause = LM_CAUSE_NEW_PERSON;
    else
        d.cause = was_ever_rated(&c->ours->people[d.ours]) ? LM_CAUSE_GONE : LM_CAUSE_LOCAL_PERSON;
    add(c, d);
}

/* Find persons of ours only who may be theirs under an id that is new to us. */
static enum lm_status find_other_ids(struct comparison *c)
{
    size_t asked = 0;
    struct lm_identity_case *cases = lm_arena_alloc(c->arena, c->count, sizeof *cases);
    struct lm_list_difference **askers = lm_arena_alloc(c->arena, c->count, sizeof *askers);
    if (cases == NULL || askers == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < c->count; i++) {
        struct lm_list_difference *d = &c->all[i];
        if (d->part != LM_PART_OF_LIST_PERSON || d->ours == LM_NOBODY)
            continue;
        const struct lm_person *person = &c->ours->people[d->ours];
        cases[asked] = (struct lm_identity_case){
            .claim = {.name = person->name,
                      .federation = person->federation,
                      .born = person->born / 10000,
                      .woman = person->sex == 'F'},
            .fit = {.verdict = LM_IDENTITY_OTHER},
            .person = LM_NOBODY,
        };
        askers[asked++] = d;
    }
    if (lm_identity_propose(c->theirs, cases, asked, c->arena) != LM_OK)
        return LM_LIMIT;
    for (size_t i = 0; i < asked; i++) {
        if (cases[i].likely == LM_NOBODY || cases[i].likely_too != LM_NOBODY)
            continue;
        askers[i]->cause = LM_CAUSE_OTHER_ID;
        askers[i]->other = c->theirs->people[cases[i].likely].id;
    }
    return LM_OK;
}

enum lm_status lm_lists_compare(const struct lm_registry *ours, const struct lm_registry *theirs,
                                struct lm_arena *arena, struct lm_list_difference **out,
                                size_t *count)
{
    struct comparison c = {.ours = ours, .theirs = theirs, .arena = arena};
    size_t a = 0;
    size_t b = 0;
    while (a < ours->count || b < theirs->count) {
        uint32_t our_id = a < ours->count ? ours->people[a].id : UINT32_MAX;
        uint32_t their_id = b < theirs->count ? theirs->people[b].id : UINT32_MAX;
        struct lm_list_difference d = {
            .id = our_id < their_id ? our_id : their_id,
            .ours = our_id <= their_id && a < ours->count ? (uint32_t)a : LM_NOBODY,
            .theirs = their_id <= our_id && b < theirs->count ? (uint32_t)b : LM_NOBODY,
        };
        if (d.ours != LM_NOBODY && d.theirs != LM_NOBODY)
            compare_person(&c, d);
        else
            compare_lonely(&c, d);
        a += d.ours != LM_NOBODY ? 1 : 0;
        b += d.theirs != LM_NOBODY ? 1 : 0;
    }
    if (c.failed || find_other_ids(&c) != LM_OK)
        return LM_LIMIT;
    *out = c.all;
    *count = c.count;
    return LM_OK;
}

/* --- importing their list --- */

/* Adopt their rating.  If both sides made the list, our own value for it is not a past rating. */
static bool adopt_rating(const struct lm_registry *ours, int32_t list, struct lm_track *track,
                         const struct lm_track *theirs)
{
    bool made_anew = track->since == list;
    bool nothing_before = track->since == LM_NO_DAY && track->rating == 0;
    struct lm_past_rating past = {track->since, track->rating, track->k};
    if (track->rating == theirs->rating && track->k == theirs->k)
        return true;
    if (!made_anew && !nothing_before && !lm_track_add_past(track, ours->arena, past))
        return false;
    track->since = list;
    track->rating = theirs->rating;
    track->k = theirs->k;
    track->delisted = theirs->rating == 0;
    return true;
}

static bool adopt_track(const struct lm_registry *ours, const struct lm_registry *list,
                        struct lm_track *track, const struct lm_track *theirs)
{
    int32_t month = lm_month_of(list->list);
    int32_t games = lm_games_on_list(theirs, list->list);
    if (lm_track_is_blank(track)) {
        *track = *theirs;
        return true;
    }
    if (theirs->rating == 0 && track->rating == 0)
        return true; /* unrated in both: the pool is ours */
    if (!adopt_rating(ours, list->list, track, theirs))
        return false;
    int32_t counted = track->last == month ? track->games : 0;
    track->total = (uint32_t)((int32_t)track->total + games - counted);
    if (track->total < theirs->total)
        track->total = theirs->total; /* the least number of games that their K implies */
    if (games > 0) {
        track->games = (uint16_t)games;
        track->last = month;
    } else if (counted > 0) {
        track->games = 0;
        track->last = theirs->last;
    } else if (theirs->last < track->last) {
        track->last = theirs->last; /* inactive by their list */
    }
    track->top = track->top || theirs->top;
    track->high = track->high || theirs->high;
    if (track->rating != 0 && track->record != NULL)
        track->record->pool_count = 0;
    return true;
}

static bool adopt_person(const struct lm_registry *ours, const struct lm_registry *list,
                         struct lm_person *person, const struct lm_person *theirs)
{
    person->name = theirs->name;
    if (theirs->born != 0 && person->born / 10000 != theirs->born / 10000)
        person->born = theirs->born; /* otherwise our own day stays */
    memcpy(person->federation, theirs->federation, sizeof person->federation);
    memcpy(person->title, theirs->title, sizeof person->title);
    memcpy(person->women_title, theirs->women_title, sizeof person->women_title);
    memcpy(person->other_titles, theirs->other_titles, sizeof person->other_titles);
    memcpy(person->arena_title, theirs->arena_title, sizeof person->arena_title);
    person->sex = theirs->sex != 0 ? theirs->sex : person->sex;
    for (int chess = 0; chess < LM_CHESS_KINDS; chess++)
        if (!adopt_track(ours, list, &person->tracks[chess], &theirs->tracks[chess]))
            return false;
    return true;
}

enum lm_status lm_list_adopt(struct lm_registry *ours, const struct lm_registry *theirs)
{
    size_t known = ours->count;
    uint32_t twice;
    struct lm_registry old = *ours; /* for look-ups, while persons are added at the end */
    for (size_t i = 0; i < theirs->count; i++) {
        const struct lm_person *person = &theirs->people[i];
        old.people = ours->people;
        old.count = known;
        struct lm_person *mine = lm_registry_find(&old, person->id);
        if (mine != NULL) {
            if (!adopt_person(ours, theirs, mine, person))
                return LM_LIMIT;
            continue;
        }
        struct lm_person *added = lm_registry_add(ours, person->id);
        if (added == NULL)
            return LM_LIMIT;
        *added = *person;
    }
    ours->list = theirs->list;
    return lm_registry_sort(ours, &twice) ? LM_OK : LM_INTERNAL;
}
