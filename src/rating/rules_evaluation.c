/* SPDX-License-Identifier: Apache-2.0 */
/* The members of an evaluation (docs/rating-rules.md): the kinds of rule of national systems. */
#include "rating/rules_reader.h"

#include <inttypes.h>

enum { HIGHEST = 4000, MOST_GAMES = 100, MOST_K = 250, OLDEST = 100, MOST_TENTHS = 10 };

#define AT(field)       offsetof(struct lm_rating_evaluation, field)
#define IN(type, field) offsetof(struct type, field)
#define WHOLE_AT(name, need, at, least, largest)                                                   \
    {                                                                                              \
        .key = name, .look = WHOLE, .needed = need, .place = at, .low = least, .high = largest     \
    }
#define FACTOR_AT(name, at)                                                                        \
    {                                                                                              \
        .key = name, .look = TENTHS, .needed = NEEDED, .place = at, .high = MOST_TENTHS            \
    }
#define LIST_AT(name, need, at, count, type, largest, rows)                                        \
    {                                                                                              \
        .key = name, .look = LIST, .needed = need, .place = at, .count_place = count,              \
        .size = sizeof(struct type), .most = largest, .members = rows                              \
    }

static const struct member point_members[] = {
    WHOLE_AT("rating", NEEDED, IN(lm_rating_point, rating), 0, HIGHEST),
    {.key = "becomes",
     .look = TENTHS,
     .needed = NEEDED,
     .place = IN(lm_rating_point, becomes),
     .high = HIGHEST},
    {0}};

const struct member lm_adjustment_members[] = {
    {.key = "on", .look = DAY, .needed = NEEDED, .place = IN(lm_rating_adjustment, on)},
    LIST_AT("points", NEEDED, IN(lm_rating_adjustment, bend.points),
            IN(lm_rating_adjustment, bend.count), lm_rating_point, LM_RATING_POINTS, point_members),
    {0}};

static const struct member article_members[] = {
    {.key = "expectation", .look = WORDS, .needed = NEEDED, .place = AT(expectation_article)},
    {.key = "coefficient", .look = WORDS, .needed = NEEDED, .place = AT(coefficient_article)},
    {.key = "change", .look = WORDS, .needed = NEEDED, .place = AT(change_article)},
    {.key = "first_rating", .look = WORDS, .needed = NEEDED, .place = AT(first_article)},
    {.key = "exceptional", .look = WORDS, .needed = NEEDED, .place = AT(exceptional_article)},
    {0}};

static const struct member normal_members[] = {
    WHOLE_AT("deviation", NEEDED, AT(deviation), 20, 1000), {0}};

static const struct member expectation_members[] = {
    {.key = "normal", .look = OBJECT, .needed = NEEDED, .members = normal_members}, {0}};

/* --- the coefficient as a divisor */

static const struct member age_members[] = {
    WHOLE_AT("until_age", OPTIONAL, IN(lm_age_line, until_age), 1, OLDEST),
    WHOLE_AT("add", NEEDED, IN(lm_age_line, add), 0, MOST_K),
    {0}};

static const struct member faster_members[] = {
    WHOLE_AT("until_age", NEEDED, AT(faster_until_age), 1, OLDEST),
    WHOLE_AT("rating", NEEDED, AT(faster_rating), 1, HIGHEST),
    FACTOR_AT("least", AT(faster_least)),
    FACTOR_AT("most", AT(faster_most)),
    {0}};

static const struct member brake_members[] = {
    WHOLE_AT("below", NEEDED, AT(brake_below), 1, HIGHEST),
    WHOLE_AT("scale", NEEDED, AT(brake_scale), 20, HIGHEST),
    {0}};

static const struct member divisor_members[] = {
    WHOLE_AT("factor", NEEDED, AT(factor), 1, 10000),
    WHOLE_AT("base", NEEDED, AT(base), 100, HIGHEST),
    LIST_AT("ages", NEEDED, AT(ages), AT(age_count), lm_age_line, LM_AGE_LINES, age_members),
    {.key = "faster", .look = OBJECT, .members = faster_members},
    {.key = "brake", .look = OBJECT, .members = brake_members},
    WHOLE_AT("least", NEEDED, AT(least), 1, 1000),
    WHOLE_AT("most", NEEDED, AT(most), 1, 1000),
    WHOLE_AT("most_by_index", OPTIONAL, AT(most_by_index), 1, 1000),
    WHOLE_AT("most_braked", OPTIONAL, AT(most_braked), 1, 1000),
    {0}};

/* --- the coefficient by the index */

static const struct member index_members[] = {
    WHOLE_AT("until_age", OPTIONAL, IN(lm_index_line, until_age), 1, OLDEST),
    WHOLE_AT("below", OPTIONAL, IN(lm_index_line, below), 1, HIGHEST),
    {.key = "k",
     .look = NUMBERS,
     .needed = NEEDED,
     .place = IN(lm_index_line, by_index),
     .count_place = IN(lm_index_line, count),
     .most = LM_INDICES,
     .low = 1,
     .high = MOST_K},
    {0}};

static const struct member bonus_members[] = {
    WHOLE_AT("until_age", OPTIONAL, IN(lm_bonus_line, until_age), 1, OLDEST),
    WHOLE_AT("below", NEEDED, IN(lm_bonus_line, below), 1, HIGHEST),
    WHOLE_AT("divisor", OPTIONAL, IN(lm_bonus_line, divisor), 1, HIGHEST),
    WHOLE_AT("add", OPTIONAL, IN(lm_bonus_line, add), 1, MOST_K),
    {0}};

static const struct member slow_members[] = {WHOLE_AT("below", NEEDED, AT(slow_below), 1, HIGHEST),
                                             WHOLE_AT("shift", NEEDED, AT(slow_shift), 0, HIGHEST),
                                             {0}};

static const struct member by_index_members[] = {
    LIST_AT("lines", NEEDED, AT(lines), AT(line_count), lm_index_line, LM_INDEX_LINES,
            index_members),
    LIST_AT("bonuses", OPTIONAL, AT(bonuses), AT(bonus_count), lm_bonus_line, LM_AGE_LINES,
            bonus_members),
    {.key = "brake", .look = OBJECT, .members = slow_members},
    WHOLE_AT("most", NEEDED, AT(k_most), 1, MOST_K),
    {0}};

static const struct member coefficient_members[] = {
    {.key = "divisor", .look = OBJECT, .members = divisor_members},
    {.key = "by_index", .look = OBJECT, .members = by_index_members},
    {0}};

/* --- the rest */

static const struct member first_members[] = {
    WHOLE_AT("games", NEEDED, AT(first_games), 1, MOST_GAMES),
    {.key = "all_won", .look = EITHER, .place = AT(all_won_draw), .no = "waits", .yes = "draw"},
    WHOLE_AT("kept_years", NEEDED, AT(kept_years), 1, 20),
    LIST_AT("points", OPTIONAL, AT(first.points), AT(first.count), lm_rating_point,
            LM_RATING_POINTS, point_members),
    {0}};

static const struct member performance_members[] = {
    WHOLE_AT("games", NEEDED, AT(performance_games), 1, MOST_GAMES),
    WHOLE_AT("all_or_nothing", OPTIONAL, AT(all_or_nothing), 1, HIGHEST),
    WHOLE_AT("exceptional_above", OPTIONAL, AT(exceptional), 1, HIGHEST),
    {0}};

const struct member lm_evaluation_members[] = {
    {.key = "articles", .look = OBJECT, .needed = NEEDED, .members = article_members},
    {.key = "expectation", .look = OBJECT, .needed = NEEDED, .members = expectation_members},
    {.key = "coefficient", .look = OBJECT, .needed = NEEDED, .members = coefficient_members},
    {.key = "first_rating", .look = OBJECT, .needed = NEEDED, .members = first_members},
    {.key = "performance", .look = OBJECT, .needed = NEEDED, .members = performance_members},
    WHOLE_AT("lowest", OPTIONAL, AT(lowest), 1, HIGHEST),
    {0}};

/* --- checks of the whole */

static void check_points(struct reader *r, const struct lm_json *points,
                         const struct lm_rating_bend *bend)
{
    for (size_t i = 0; i < bend->count; i++) {
        const struct lm_rating_point *point = &bend->points[i];
        if (i == 0 ? point->rating != 0 : point->rating <= point[-1].rating)
            lm_rules_wrong(r, points, "points", "begin with rating 0, and let the ratings rise",
                           "point %zu is out of order", i + 1);
        if (i > 0 && point->becomes < point[-1].becomes)
            lm_rules_wrong(r, points, "points", "correct \"becomes\"",
                           "point %zu would put a higher rating below a lower one", i + 1);
    }
}

/* Check that the last line, and no other, has no condition. */
static void check_last(struct reader *r, const struct lm_json *list, size_t count, size_t first)
{
    if (first + 1 != count)
        lm_rules_wrong(r, list, list->key, "let the last line, and no other, ask for nothing",
                       first >= count ? "the last line must hold for everyone else"
                                      : "line %zu leaves none for those behind it",
                       first + 1);
}

static void check_divisor(struct reader *r, const struct lm_json *node)
{
    const struct lm_rating_evaluation *e = r->rules->evaluation;
    size_t all = 0;
    while (all < e->age_count && e->ages[all].until_age != 0)
        all++;
    check_last(r, lm_json_get(node, "ages"), e->age_count, all);
    if (e->least > e->most)
        lm_rules_wrong(r, node, "least", "correct one of the two",
                       "\"least\" is %" PRId32 ", more than \"most\", %" PRId32, e->least, e->most);
    if (e->brake_below != 0 && e->most_braked == 0)
        lm_rules_wrong(r, node, "most_braked", "add the largest E with the brake",
                       "\"most_braked\" is missing, which a brake needs");
    if (e->faster_least > e->faster_most)
        lm_rules_wrong(r, lm_json_get(node, "faster"), "least", "correct one of the two",
                       "\"least\" of the factor is more than \"most\"");
}

static void check_by_index(struct reader *r, const struct lm_json *node)
{
    const struct lm_rating_evaluation *e = r->rules->evaluation;
    const struct lm_json *bonuses = lm_json_get(node, "bonuses");
    size_t all = 0;
    while (all < e->line_count && (e->lines[all].until_age != 0 || e->lines[all].below != 0))
        all++;
    check_last(r, lm_json_get(node, "lines"), e->line_count, all);
    for (size_t i = 0; i < e->bonus_count; i++)
        if ((e->bonuses[i].divisor == 0) == (e->bonuses[i].add == 0))
            lm_rules_wrong(r, bonuses, "bonuses", "give \"divisor\" or \"add\", not both",
                           "bonus %zu must have one of divisor and add", i + 1);
}

static void check_coefficient(struct reader *r, const struct lm_json *evaluation)
{
    const struct lm_json *coefficient = lm_json_get(evaluation, "coefficient");
    const struct lm_json *divisor = lm_json_get(coefficient, "divisor");
    const struct lm_json *by_index = lm_json_get(coefficient, "by_index");
    if ((divisor == NULL) == (by_index == NULL))
        lm_rules_wrong(r, coefficient, "coefficient", "give \"divisor\" or \"by_index\", not both",
                       "\"coefficient\" must be of one kind");
    else if (divisor != NULL)
        check_divisor(r, divisor);
    else
        check_by_index(r, by_index);
}

void lm_rules_check_evaluation(struct reader *r, const struct lm_json *root)
{
    const struct lm_json *evaluation = lm_json_get(root, "evaluation");
    const struct lm_json *adjustments = lm_json_get(root, "adjustments");
    const struct lm_json *item = adjustments == NULL ? NULL : adjustments->first;
    if (evaluation == NULL || r->rules->system == NULL) {
        lm_rules_wrong(r, evaluation == NULL ? root : evaluation, "system",
                       "give \"system\", a name, and \"evaluation\", or neither and no "
                       "\"adjustments\"",
                       "a national system has a name and rules of evaluation");
        return;
    }
    if (r->rules->kinds != 1u << LM_STANDARD)
        lm_rules_wrong(r, lm_json_get(root, "lists"), "lists", "write [\"standard\"]",
                       "an evaluation is of standard chess");
    for (size_t i = 0; i < r->rules->adjustment_count; i++, item = item->next)
        check_points(r, item, &r->rules->adjustments[i].bend);
    check_points(r, lm_json_get(evaluation, "first_rating"), &r->rules->evaluation->first);
    check_coefficient(r, evaluation);
}
