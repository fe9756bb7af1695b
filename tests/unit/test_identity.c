/* SPDX-License-Identifier: Apache-2.0 */
/* Is the player of a report the person of the id?  Names as in reports, and the evidence. */
#include "check.h"

#include <string.h>

#include "limmat/identity.h"

static struct lm_arena *arena;

static void fits(const char *reported, const char *listed, enum lm_name_fit fit)
{
    enum lm_name_fit found = lm_name_compare(reported, listed, arena);
    if (found != fit)
        fail_msg("\"%s\" and \"%s\" fit by %d, expected %d", reported == NULL ? "(none)" : reported,
                 listed == NULL ? "(none)" : listed, found, fit);
}

static void spelling_makes_no_other_person(void **state)
{
    (void)state;
    fits("Müller, Hans", "Mueller, Hans", LM_NAME_SAME);
    fits("MULLER HANS", "Müller, Hans", LM_NAME_SAME);
    fits("Hans Müller", "Müller, Hans", LM_NAME_SAME);
    fits("Müller, H.", "Müller, Hans", LM_NAME_SAME);
    fits("Karjakin, Sergej", "Karjakin, Sergey", LM_NAME_SAME);
    fits("Sergey Karyakin", "Karjakin, Sergei", LM_NAME_SAME);
    fits("Oconnor, Pat", "O'Connor, Pat", LM_NAME_SAME);
    fits("O Connor, Pat", "O’Connor, Pat", LM_NAME_SAME);
    fits("Vanderberg, Jan", "van der Berg, Jan", LM_NAME_SAME);
    fits("Łukasz Żółć", "Zolc, Lukasz", LM_NAME_SAME);
    fits("Garcia, Jose", "García López, José", LM_NAME_SAME);
    fits("Carlsen, Magnus Oen", "Carlsen, Magnus", LM_NAME_SAME);
}

static void slips_are_near(void **state)
{
    (void)state;
    fits("Carslen, Magnus", "Carlsen, Magnus", LM_NAME_NEAR);
    fits("Nepomnyashchy, Jan", "Nepomniachtchi, Ian", LM_NAME_NEAR);
    fits("Kasparow, Alex", "Kasparov, Alexander", LM_NAME_NEAR);
    fits("Carlsen", "Carlsen, Magnus", LM_NAME_NEAR);
}

static void others_are_others(void **state)
{
    (void)state;
    fits("Carlsen, Henrik", "Carlsen, Magnus", LM_NAME_FAMILY);
    fits("Huber, Anna", "Gruber, Eva", LM_NAME_OTHER);
    fits("Keller, Anna", "Brunner, Anna", LM_NAME_GIVEN);
    fits("Li, M", "Lu, M", LM_NAME_OTHER); /* an initial proves nothing */
    fits("", "Muster, Max", LM_NAME_MISSING);
    fits(NULL, "Muster, Max", LM_NAME_MISSING);
}

static struct lm_person person(uint32_t id, const char *name, const char *federation, int32_t born,
                               int16_t rating)
{
    struct lm_person p = {.id = id, .name = name, .born = born * 10000, .sex = 'M'};
    memcpy(p.federation, federation, strlen(federation) + 1);
    p.tracks[LM_STANDARD].rating = rating;
    return p;
}

static void judged(struct lm_claim claim, struct lm_person who, enum lm_identity verdict)
{
    struct lm_identity_fit fit = lm_identity_judge(&claim, &who, arena);
    if (fit.verdict != verdict)
        fail_msg("%s is %d with %d points, expected %d", claim.name, fit.verdict, fit.points,
                 verdict);
}

static void a_grandmaster_is_no_namesake(void **state)
{
    (void)state;
    struct lm_person gm = person(1, "Carlsen, Magnus", "NOR", 1990, 2839);
    judged((struct lm_claim){1, "Carlsen, Magnus", "NOR", 1990, false, 2839}, gm, LM_IDENTITY_SAME);
    judged((struct lm_claim){1, "Carlsen, Magnus", "", 0, false, 0}, gm, LM_IDENTITY_SAME);
    judged((struct lm_claim){1, "Carlsen, Magnus", "DEN", 0, false, 1510}, gm, LM_IDENTITY_OTHER);
    judged((struct lm_claim){1, "Carlsen, Magnus", "NOR", 2004, false, 0}, gm, LM_IDENTITY_OTHER);
    judged((struct lm_claim){1, "Carlsen, Magnus", "", 0, false, 1510}, gm, LM_IDENTITY_OTHER);
    judged((struct lm_claim){1, "Muster, Max", "NOR", 0, false, 0}, gm, LM_IDENTITY_OTHER);
}

static void life_is_told(void **state)
{
    (void)state;
    struct lm_person anna = person(2, "Keller, Anna", "SUI", 1995, 1800);
    anna.sex = 'F';
    judged((struct lm_claim){2, "Brunner, Anna", "SUI", 1995, true, 0}, anna, LM_IDENTITY_LIKELY);
    judged((struct lm_claim){2, "Keller, Anna", "FRA", 1995, true, 1800}, anna, LM_IDENTITY_LIKELY);
    judged((struct lm_claim){2, "Keller, Anna", "SUI", 1996, true, 1800}, anna, LM_IDENTITY_LIKELY);
    judged((struct lm_claim){2, "Keller, Anna", "SUI", 1997, true, 0}, anna, LM_IDENTITY_OTHER);
    /* typed wrong in the report, but looked up by id: everything else is from the list */
    judged((struct lm_claim){2, "Keller, Anna", "SUI", 1959, true, 1800}, anna, LM_IDENTITY_LIKELY);
    judged((struct lm_claim){2, "Keller, Anna", "SUI", 1995, true, 1650}, anna,
           LM_IDENTITY_LIKELY); /* another list's rating */
    judged((struct lm_claim){2, "Keller, Anna", "SUI", 1995, true, 1900}, anna, LM_IDENTITY_SAME);
    anna.sex = 'M';
    judged((struct lm_claim){2, "Keller, Anna", "", 0, true, 0}, anna, LM_IDENTITY_OTHER);
}

static struct lm_registry registry_of_four(void)
{
    struct lm_registry registry = lm_registry_in(arena, 0);
    struct lm_person people[] = {person(10, "Müller, Hans", "SUI", 1990, 2600),
                                 person(11, "Müller, Hans", "GER", 1962, 1500),
                                 person(12, "Müller, Beat", "SUI", 1990, 1700),
                                 person(13, "O'Connor, Pat", "IRL", 2001, 0)};
    for (size_t i = 0; i < 4; i++)
        *lm_registry_add(&registry, people[i].id) = people[i];
    return registry;
}

static struct lm_identity_case propose(struct lm_claim claim)
{
    struct lm_registry registry = registry_of_four();
    const struct lm_person *who = claim.id == 0 ? NULL : lm_registry_find(&registry, claim.id);
    struct lm_identity_case one = {
        .claim = claim,
        .fit = {.verdict = LM_IDENTITY_OTHER},
        .person = who == NULL ? LM_NOBODY : (uint32_t)(who - registry.people),
    };
    if (who != NULL)
        one.fit = lm_identity_judge(&claim, who, arena);
    assert_int_equal(lm_identity_propose(&registry, &one, 1, arena), LM_OK);
    return one;
}

static void the_likely_right_id_is_proposed(void **state)
{
    (void)state;
    struct lm_identity_case one =
        propose((struct lm_claim){10, "Mueller, Hans", "GER", 1962, false, 1500});
    assert_int_equal(one.fit.verdict, LM_IDENTITY_OTHER);
    assert_int_equal(one.likely, 1);
    assert_int_equal(one.likely_too, LM_NOBODY);
    one = propose((struct lm_claim){0, "pat oconnor", "IRL", 0, false, 0});
    assert_int_equal(one.likely, 3);
    one = propose((struct lm_claim){99, "Hans Muller", "", 0, false, 0}); /* which of two? */
    assert_int_equal(one.likely, 0);
    assert_int_equal(one.likely_too, 1);
    one = propose((struct lm_claim){99, "Nobody, Else", "SUI", 1990, false, 0});
    assert_int_equal(one.likely, LM_NOBODY);
}

/* Twins: the family name, the year and the federation match Hans, but Beat is in the list. */
static void a_twin_is_not_his_brother(void **state)
{
    (void)state;
    struct lm_identity_case one =
        propose((struct lm_claim){10, "Müller, Beat", "SUI", 1990, false, 0});
    assert_int_equal(one.fit.verdict, LM_IDENTITY_OTHER);
    assert_int_equal(one.likely, 2);
}

/* A transfer is reported, and no namesake changes that. */
static void a_transfer_stays_likely(void **state)
{
    (void)state;
    struct lm_identity_case one =
        propose((struct lm_claim){10, "Müller, Hans", "GER", 1990, false, 2600});
    assert_int_equal(one.fit.verdict, LM_IDENTITY_LIKELY);
    assert_true(one.fit.federation_differs);
    assert_int_equal(one.likely, LM_NOBODY);
}

static int open_arena(void **state)
{
    (void)state;
    return lm_arena_new(&arena, NULL, 0) != LM_OK;
}

static int close_arena(void **state)
{
    (void)state;
    lm_arena_free(arena);
    return 0;
}

/* --- the search against a comparison with all persons */

static uint32_t random_state = 7;

static uint32_t pick(uint32_t count)
{
    random_state = random_state * 1664525 + 1013904223;
    return (random_state >> 8) % count;
}

static const char *some_name(void)
{
    static const char *const families[] = {"Müller",   "Mueler",   "Vanderberg", "van der Berg",
                                           "Berg",     "Rossi",    "Rosi",       "Li",
                                           "Kasparov", "Kasparow", "O'Connor",   "O Connor"};
    static const char *const given[] = {"Anna", "Ana", "Hans", "H", "Alexander", "Alex",
                                        "Jan",  "Yan", "Pat",  "",  "Li",        "Anna M"};
    struct lm_text text = lm_text_in(arena);
    const char *second = given[pick(sizeof given / sizeof *given)];
    bool turned = pick(4) == 0;
    lm_text_add(&text, turned ? second : families[pick(sizeof families / sizeof *families)]);
    lm_text_add(&text, *second == '\0' ? "" : turned ? " " : ", ");
    lm_text_add(&text, turned ? families[pick(sizeof families / sizeof *families)] : second);
    return lm_text_string(&text);
}

static bool share_a_word(const char *one, const char *other)
{
    struct lm_name_key a, b;
    lm_name_key_of(one, arena, &a);
    lm_name_key_of(other, arena, &b);
    for (size_t i = 0; i < a.count; i++)
        for (size_t j = 0; j < b.count; j++)
            if (a.words[i][1] != '\0' && memcmp(a.words[i], b.words[j], 8) == 0)
                return true;
    return false;
}

/* Find the persons who share a word, have the same name or nearly so, and the most points, at least
 * three. */
static void look_at_everybody(const struct lm_registry *registry, struct lm_identity_case *one)
{
    one->likely = one->likely_too = LM_NOBODY;
    one->likely_points = 2;
    for (size_t p = 0; p < registry->count; p++) {
        const struct lm_person *who = &registry->people[p];
        struct lm_identity_fit fit = lm_identity_judge(&one->claim, who, arena);
        if (!share_a_word(one->claim.name, who->name) ||
            (fit.name != LM_NAME_SAME && fit.name != LM_NAME_NEAR) || fit.points < 3 ||
            fit.points < one->likely_points)
            continue;
        one->likely_too = fit.points == one->likely_points ? (uint32_t)p : LM_NOBODY;
        if (fit.points > one->likely_points)
            one->likely = (uint32_t)p;
        one->likely_points = fit.points;
    }
}

static void the_search_finds_whom_a_look_at_everybody_finds(void **state)
{
    (void)state;
    enum { PEOPLE = 300, CLAIMS = 2000 };
    static const char *const federations[] = {"SUI", "GER", ""};
    static struct lm_identity_case cases[CLAIMS];
    struct lm_registry registry = lm_registry_in(arena, 0);
    uint32_t found = 0;
    for (uint32_t i = 0; i < PEOPLE; i++) {
        struct lm_person who = person(i + 1, some_name(), federations[pick(3)],
                                      pick(5) == 0 ? 0 : 1980 + (int32_t)pick(6),
                                      (int16_t)(pick(2) * (1500 + 100 * pick(8))));
        *lm_registry_add(&registry, who.id) = who;
    }
    for (uint32_t i = 0; i < CLAIMS; i++)
        cases[i] = (struct lm_identity_case){
            .claim = {.name = some_name(),
                      .federation = federations[pick(3)],
                      .born = pick(5) == 0 ? 0 : 1980 + (int32_t)pick(6),
                      .woman = pick(8) == 0,
                      .rating = (int32_t)(pick(2) * (1500 + 100 * pick(8)))},
            .fit = {.verdict = LM_IDENTITY_OTHER},
            .person = LM_NOBODY};
    assert_int_equal(lm_identity_propose(&registry, cases, CLAIMS, arena), LM_OK);
    for (uint32_t i = 0; i < CLAIMS; i++) {
        struct lm_identity_case one = cases[i];
        look_at_everybody(&registry, &one);
        found += one.likely != LM_NOBODY;
        if (cases[i].likely != one.likely ||
            (cases[i].likely_too == LM_NOBODY) != (one.likely_too == LM_NOBODY))
            fail_msg("claim %u, %s: %u, not %u", i, one.claim.name, cases[i].likely, one.likely);
    }
    assert_in_range(found, CLAIMS / 4, CLAIMS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spelling_makes_no_other_person),
        cmocka_unit_test(slips_are_near),
        cmocka_unit_test(others_are_others),
        cmocka_unit_test(a_grandmaster_is_no_namesake),
        cmocka_unit_test(life_is_told),
        cmocka_unit_test(the_likely_right_id_is_proposed),
        cmocka_unit_test(a_twin_is_not_his_brother),
        cmocka_unit_test(a_transfer_stays_likely),
        cmocka_unit_test(the_search_finds_whom_a_look_at_everybody_finds),
    };
    return cmocka_run_group_tests(tests, open_arena, close_arena);
}
