/* SPDX-License-Identifier: Apache-2.0 */
/* `limmat rate rules explain`: an edition in sentences, for the responsible officer. */
#include <inttypes.h>

#include "cli/rating/rate.h"

static void say(struct lm_text *out, const char *format, ...) LM_PRINTF(2, 3);

static void say(struct lm_text *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    lm_text_add(out, "- ");
    lm_text_vprint(out, format, arguments);
    lm_text_add(out, "\n");
    va_end(arguments);
}

static const char *tenths(struct lm_arena *arena, int32_t number)
{
    struct lm_text text = lm_text_in(arena);
    add_coefficient(&text, number);
    return lm_text_string(&text);
}

static const char *day(struct lm_arena *arena, int32_t day)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_add_date(&text, lm_date_of(day), '-');
    return lm_text_string(&text);
}

static void say_whom(struct lm_text *out, int32_t until_age, int32_t below)
{
    if (until_age != 0)
        lm_text_print(out, ", to the end of the year of the birthday %" PRId32, until_age);
    if (below != 0)
        lm_text_print(out, ", with a rating below %" PRId32, below);
    if (until_age == 0 && below == 0)
        lm_text_add(out, ", everyone else");
}

static void say_points(const struct lm_rating_bend *bend, struct lm_arena *arena,
                       struct lm_text *out)
{
    for (size_t i = 0; i < bend->count; i++)
        lm_text_print(out, "%s%" PRId32 " becomes %s", i == 0 ? "" : ", ", bend->points[i].rating,
                      tenths(arena, bend->points[i].becomes));
    lm_text_print(out,
                  "; between them the change is linear, and from %" PRId32 " on ratings stay\n",
                  bend->points[bend->count - 1].rating);
}

/* --- as FIDE: lists */

static void explain_k(const struct lm_rating_rules *rules, struct lm_text *out)
{
    lm_text_add(out, "- K is that of the first line that fits:\n");
    for (size_t i = 0; i < rules->k_line_count; i++) {
        const struct lm_k_line *line = &rules->k_lines[i];
        lm_text_print(out, "    K %" PRId32, line->k);
        if (line->reached != 0)
            lm_text_print(out, ", once a published rating has been %" PRId32 " or more",
                          line->reached);
        if (line->games_below != 0)
            lm_text_print(out, ", with fewer than %" PRId32 " rated games", line->games_below);
        if (line->reached == 0 && line->games_below == 0)
            say_whom(out, line->until_age, 0);
        else if (line->until_age != 0)
            say_whom(out, line->until_age, 0);
        if (line->below != 0)
            lm_text_print(out, ", while no published rating has been %" PRId32 " or more",
                          line->below);
        lm_text_add_char(out, '\n');
    }
    if (rules->k_budget != 0)
        say(out, "K x games on one list is at most %" PRId32 ".", rules->k_budget);
}

static void explain_lists(const struct lm_rating_rules *rules, struct lm_arena *arena,
                          struct lm_text *out)
{
    explain_k(rules, out);
    if (rules->difference_cap != 0)
        say(out, "A rating difference counts as %" PRId32 " at most%s.", rules->difference_cap,
            rules->cap_once ? ", in the game of an event with the greatest difference" : "");
    else
        say(out, "Every rating difference counts in full.");
    if (rules->uncapped_from != 0)
        say(out, "From %" PRId32 " on, standard chess has no such limit.", rules->uncapped_from);
    say(out, "%s.",
        rules->round_change_away ? "The change is rounded, halves away from zero"
                                 : "The new rating is rounded, halves upwards");
    say(out,
        "A first rating needs %" PRId32 " games on at most %" PRId32 " lists, %s points in "
        "the first event and %" PRId32 " rated opponents in each.",
        rules->list_games, rules->window, tenths(arena, rules->first_points),
        rules->rated_opponents);
    if (rules->hypothetical != 0)
        say(out, "%" PRId32 " draws against %" PRId32 " are added to the games of a first rating.",
            rules->hypothetical, rules->hypothetical_is);
    if (rules->initial_most != 0)
        say(out, "A first rating is %" PRId32 " at most.", rules->initial_most);
    say(out, "The lowest published rating is %" PRId32 ".", rules->floor);
    say(out, "Players are inactive after %" PRId32 " lists without a rated game.",
        rules->idle_lists);
}

/* --- national systems: events */

static void explain_divisor(const struct lm_rating_evaluation *e, struct lm_arena *arena,
                            struct lm_text *out)
{
    say(out, "The change is %" PRId32 " x (score - expected) / (E + games) (%s).", e->factor,
        e->change_article);
    lm_text_print(out, "- E (%s) begins with (rating / %" PRId32 ") to the power of 4, and:\n",
                  e->coefficient_article, e->base);
    for (size_t i = 0; i < e->age_count; i++) {
        lm_text_print(out, "    %" PRId32 " more", e->ages[i].add);
        say_whom(out, e->ages[i].until_age, 0);
        lm_text_add_char(out, '\n');
    }
    if (e->faster_rating != 0)
        say(out,
            "Until the age of %" PRId32 ", a player who scores at least what is expected has this "
            "sum multiplied by rating / %" PRId32 ", from %s to %s.",
            e->faster_until_age, e->faster_rating, tenths(arena, e->faster_least),
            tenths(arena, e->faster_most));
    if (e->brake_below != 0)
        say(out,
            "Below %" PRId32 ", a player who does not score more than expected has a brake: "
            "e to the power of ((%" PRId32 " - rating) / %" PRId32 "), less 1, is added.",
            e->brake_below, e->brake_below, e->brake_scale);
    say(out, "E is rounded, and from %" PRId32 " to %" PRId32 ".", e->least, e->most);
    if (e->most_by_index != 0)
        say(out, "E is at most %" PRId32 " x index.", e->most_by_index);
    if (e->brake_below != 0)
        say(out, "With the brake E is at most %" PRId32 ", whatever the index.", e->most_braked);
}

static void explain_by_index(const struct lm_rating_evaluation *e, struct lm_text *out)
{
    say(out, "The change is K x (score - expected) (%s).", e->change_article);
    lm_text_print(out, "- K (%s) for index 1, 2 and so on, the last for all higher:\n",
                  e->coefficient_article);
    for (size_t i = 0; i < e->line_count; i++) {
        lm_text_add(out, "    ");
        for (size_t n = 0; n < e->lines[i].count; n++)
            lm_text_print(out, "%s%d", n == 0 ? "" : " ", e->lines[i].by_index[n]);
        say_whom(out, e->lines[i].until_age, e->lines[i].below);
        lm_text_add_char(out, '\n');
    }
    for (size_t i = 0; i < e->bonus_count; i++) {
        const struct lm_bonus_line *bonus = &e->bonuses[i];
        lm_text_add(out, "- A player who scores at least what is expected has K and ");
        if (bonus->divisor != 0)
            lm_text_print(out, "(%" PRId32 " - rating) / %" PRId32, bonus->below, bonus->divisor);
        else
            lm_text_print(out, "%" PRId32, bonus->add);
        say_whom(out, bonus->until_age, bonus->below);
        lm_text_print(out, "%s.\n", i == 0 ? "" : "; only the first of these");
    }
    if (e->slow_below != 0)
        say(out,
            "Below %" PRId32 ", a player who scores less than expected has K x (rating + %" PRId32
            ") / %" PRId32 ".",
            e->slow_below, e->slow_shift, e->slow_below + e->slow_shift);
    say(out, "K is rounded to a tenth, and at most %" PRId32 ".", e->k_most);
}

static void explain_evaluation(const struct lm_rating_rules *rules, struct lm_arena *arena,
                               struct lm_text *out)
{
    const struct lm_rating_evaluation *e = rules->evaluation;
    say(out, "Events are evaluated one after the other, in the order of their last days, each with "
             "the ratings that the one before left; the index counts a player's evaluations.");
    say(out,
        "The expected score of a game is that of a normal distribution; a player's strength "
        "in one game deviates by %" PRId32 " (%s).",
        e->deviation, e->expectation_article);
    if (e->factor != 0)
        explain_divisor(e, arena, out);
    else
        explain_by_index(e, out);
    say(out, "The new rating is rounded, halves upwards.");
    if (e->lowest != 0)
        say(out, "No new rating is below %" PRId32 ".", e->lowest);
    say(out,
        "A first rating needs %" PRId32 " games against players who have a rating, or have "
        "one by this event, and a score above 0%s (%s). It is the strength at which "
        "that score is expected.",
        e->first_games,
        e->all_won_draw ? "; a player who won all has one draw more, against the average"
                        : " and not all",
        e->first_article);
    say(out, "If the games are too few, they are kept for %" PRId32 " years.", e->kept_years);
    if (e->first.count > 0) {
        lm_text_add(out, "- A first rating is then bent: ");
        say_points(&e->first, arena, out);
    }
    if (e->exceptional != 0)
        say(out,
            "Opponents meet the performance of a player whose performance in %" PRId32
            " games or more is more than %" PRId32 " above the own rating (%s).",
            e->performance_games, e->exceptional, e->exceptional_article);
}

void explain_rules(const struct lm_rating_rules *rules, struct lm_arena *arena, struct lm_text *out)
{
    lm_text_print(out, "%s: %s\n", rules->name, rules->title);
    lm_text_print(out, "from %s; ", day(arena, rules->in_force));
    lm_text_print(out, "%s: %s\n", rules->extracts ? "published extracts" : "the whole text",
                  rules->source);
    if (rules->evaluation != NULL)
        explain_evaluation(rules, arena, out);
    else
        explain_lists(rules, arena, out);
    for (size_t i = 0; i < rules->adjustment_count; i++) {
        lm_text_print(out,
                      "- On %s all ratings are adjusted: ", day(arena, rules->adjustments[i].on));
        say_points(&rules->adjustments[i].bend, arena, out);
    }
    for (size_t i = 0; i < rules->reading_count; i++)
        lm_text_print(out, "%s    %s\n", i == 0 ? "By reading:\n" : "", rules->readings[i]);
}
