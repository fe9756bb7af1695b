/* SPDX-License-Identifier: Apache-2.0 */
/* Explanation of a rating change: each game with its difference, cap, expectation and change; K;
 * rounding. */
#include "cli/rating/rate.h"

#include <inttypes.h>

enum { TENTH = 100000000 }; /* of a point, in billionths */

static const char *opponent_name(const struct lm_rating_event *event,
                                 const struct lm_game_line *line)
{
    if (line->opponent == LM_NOBODY)
        return "bye";
    const char *name = event->players[line->opponent].name;
    return name == NULL ? "" : name;
}

/* --- text */

/* Return a remark on a game that counts, such as "capped" or "lent". */
static const char *remark_on(const struct lm_assessment *assessment,
                             const struct lm_player_report *report, const struct lm_game_line *line)
{
    const struct lm_player_report *other = &assessment->players[line->opponent];
    if (other->evaluation != NULL && other->evaluation->exceptional)
        return LM_MESSAGE("counts with the performance");
    bool lent = other->mode == LM_PLAYER_LENT;
    bool capped = report->mode != LM_PLAYER_UNRATED && line->game.used != line->game.difference;
    if (lent)
        return capped ? LM_MESSAGE("capped; standard rating, lent (7.2.1)")
                      : LM_MESSAGE("standard rating, lent (7.2.1)");
    return capped ? LM_MESSAGE("capped") : "";
}

static void add_lines(const struct run *run, enum lm_chapter chapter,
                      const struct lm_rating_event *event, const struct lm_assessment *assessment,
                      const struct lm_player_report *report, struct lm_text *out)
{
    static const char *const heads[] = {LM_MESSAGE("round"),
                                        LM_MESSAGE("opponent"),
                                        LM_MESSAGE("rating"),
                                        "D",
                                        LM_MESSAGE("counted"),
                                        LM_MESSAGE("expected"),
                                        LM_MESSAGE("score"),
                                        LM_MESSAGE("change"),
                                        ""};
    struct table table = table_new(run->arena, "rlrrrrrrl");
    bool rated = report->mode != LM_PLAYER_UNRATED;
    rate_heads(run, &table, heads, sizeof heads / sizeof *heads);
    for (size_t i = 0; i < report->line_count; i++) {
        const struct lm_game_line *line = &report->lines[i];
        bool counts = line->fate == LM_GAME_RATED;
        table_print(&table, "%" PRId32, line->round);
        table_add(&table, line->opponent == LM_NOBODY ? rate_word(run, opponent_name(event, line))
                                                      : opponent_name(event, line));
        if (counts)
            table_print(&table, "%" PRId32, line->opponent_rating);
        else
            table_add(&table, "");
        if (counts && rated) {
            table_print(&table, "%+" PRId32, line->game.difference);
            table_print(&table, "%+" PRId32, line->game.used);
            if (report->evaluation != NULL)
                CELL(&table, add_thousandths, line->game.exact);
            else
                CELL(&table, add_probability, line->game.expected);
        } else {
            for (int empty = 0; empty < 3; empty++)
                table_add(&table, "");
        }
        CELL(&table, add_score, line->tenths);
        if (counts && rated && report->evaluation != NULL)
            CELL(&table, add_thousandths, (int64_t)line->tenths * TENTH - line->game.exact);
        else if (counts && rated)
            CELL(&table, add_signed, line->game.delta);
        else
            table_add(&table, "");
        if (counts)
            table_add(&table, rate_word(run, remark_on(assessment, report, line)));
        else if (chapter == LM_CHAPTER_OWN)
            CELL_SAID(run, &table, "not rated: %s", lm_game_fate_text(line->fate));
        else
            CELL_SAID(run, &table, "not rated: %s (%s)", lm_game_fate_text(line->fate),
                      lm_game_fate_article(chapter, line->fate));
    }
    table_write(&table, out);
}

/* --- an evaluation */

/* Return a number as ${append} writes it. */
static const char *number_text(struct lm_arena *arena, void (*append)(struct lm_text *, int64_t),
                               int64_t number)
{
    struct lm_text text = lm_text_in(arena);
    append(&text, number);
    return lm_text_string(&text);
}

static const char *score_text(struct lm_arena *arena, int32_t tenths)
{
    struct lm_text text = lm_text_in(arena);
    add_score(&text, tenths);
    return lm_text_string(&text);
}

static void add_parts(const struct run *run, const struct lm_rating_evaluation *e,
                      const struct lm_evaluation_report *told, struct lm_text *out)
{
    lm_text_add(out, e->factor != 0 ? "E " : "K ");
    add_coefficient(out, told->coefficient);
    lm_text_print(out, " (%s): ", e->coefficient_article);
    if (e->factor != 0)
        rate_say(run, out, "E0 %.3f x %.3f + %.3f, rounded, at least %" PRId32 ", at most %" PRId32,
                 told->base, told->factor, told->surcharge, e->least, e->most);
    else
        rate_say(run, out, "%.0f x brake %.3f + bonus %.2f, at most %" PRId32, told->base,
                 told->factor, told->surcharge, e->k_most);
    if (e->most_by_index != 0) {
        lm_text_add_char(out, ' ');
        rate_say(run, out, "and %" PRId32 " x index; with the brake at most %" PRId32,
                 e->most_by_index, e->most_braked);
    }
    if (told->index != 0) {
        lm_text_add(out, "; ");
        rate_say(run, out, "index %" PRId32, told->index);
    }
    lm_text_add_char(out, '\n');
}

static void add_evaluated(const struct run *run, const struct lm_rating_evaluation *e,
                          const struct lm_player_report *report, struct lm_text *out)
{
    const struct lm_evaluation_report *told = report->evaluation;
    int64_t beyond = (int64_t)report->tenths * TENTH - told->expected;
    rate_say(run, out, "score %s of %" PRId32 ", expected %s (%s), difference %s",
             score_text(run->arena, report->tenths), report->games,
             number_text(run->arena, add_thousandths, told->expected), e->expectation_article,
             number_text(run->arena, add_thousandths, beyond));
    lm_text_add_char(out, '\n');
    if (report->games == 0)
        return;
    add_parts(run, e, told, out);
    lm_text_print(out, "%" PRId32 " + ", report->own);
    if (e->factor != 0)
        lm_text_print(out, "%" PRId32, e->factor);
    else
        add_coefficient(out, told->coefficient);
    lm_text_add(out, " x ");
    add_thousandths(out, beyond);
    if (e->factor != 0)
        lm_text_print(out, " / (%" PRId32 " + %" PRId32 ")", told->coefficient / 10, report->games);
    lm_text_print(out, " = %" PRId32 " (%s: ", told->new_rating, e->change_article);
    rate_say(run, out, "rounded, halves upwards");
    if (e->lowest != 0) {
        lm_text_add(out, "; ");
        rate_say(run, out, "never below %" PRId32, e->lowest);
    }
    lm_text_add(out, ")\n");
    if (!told->exceptional)
        return;
    rate_say(run, out,
             "performance %" PRId32 ", more than %" PRId32 " above: opponents meet it (%s)",
             report->performance, e->exceptional, e->exceptional_article);
    lm_text_add_char(out, '\n');
}

static void add_first(const struct run *run, const struct lm_rating_evaluation *e,
                      const struct lm_player_report *report, struct lm_text *out)
{
    const struct lm_evaluation_report *told = report->evaluation;
    if (told->stage == 0)
        rate_say(
            run, out,
            e->all_won_draw ? "%" PRId32 " games; %s (%s: %" PRId32 " games, not all lost)"
                            : "%" PRId32 " games; %s (%s: %" PRId32 " games, not all won or lost)",
            report->ru.games, lm_result_fate_text(report->fate), e->first_article, e->first_games);
    else
        rate_say(run, out,
                 "score %s of %" PRId32 "; such a score is expected at %" PRId32
                 ": first rating %" PRId32 ", index 1 (%s, stage %" PRId32 ")",
                 score_text(run->arena, report->ru.tenths), report->ru.games, told->iterated,
                 told->new_rating, e->first_article, told->stage);
    lm_text_add_char(out, '\n');
}

static void add_articles(const struct run *run, const struct lm_rating_rules *rules,
                         const struct lm_rating_articles *a, struct lm_text *out)
{
    lm_text_print(out, "D: %s; ", a->difference);
    if (rules->difference_cap == 0)
        rate_say(run, out, "no limit of the difference");
    else
        rate_say(run, out,
                 rules->cap_once ? "cap of %" PRId32
                                   ", for the greatest difference of the event only: %s"
                                 : "cap of %" PRId32 ": %s",
                 rules->difference_cap, a->cap);
    lm_text_add(out, "; ");
    rate_say(run, out, "expectation: table %s; change: %s", a->table, a->delta);
    lm_text_add_char(out, '\n');
}

static void add_change(const struct run *run, const struct lm_rating_rules *rules,
                       const struct lm_rating_articles *a, const struct lm_player_report *report,
                       struct lm_text *out)
{
    int32_t rounded = lm_rating_new(rules, report->own, report->change);
    rate_say(run, out, "score %s of %" PRId32 ", expected %s, difference %s",
             score_text(run->arena, report->tenths), report->games,
             number_text(run->arena, lm_text_add_hundredths, report->expected),
             number_text(run->arena, add_signed, report->delta));
    lm_text_print(out, "; K %" PRId32 " (%s): ", report->k, a->k);
    if (report->k != report->listed_k) {
        rate_say(run, out, "cut from %" PRId32 " so that K x %" PRId32 " games <= %" PRId32,
                 report->listed_k, report->games, rules->k_budget);
        lm_text_add(out, ": ");
    }
    add_signed(out, report->change);
    lm_text_add_char(out, '\n');
    rate_say(run, out, "alone it would make %" PRId32 " into %" PRId32 " (%s: %s)", report->own,
             rounded, a->rounding,
             rules->round_change_away ? LM_MESSAGE("the change is rounded, halves away from zero")
                                      : LM_MESSAGE("the new rating is rounded, halves upwards"));
    lm_text_add_char(out, '\n');
    add_articles(run, rules, a, out);
}

static void add_initial(const struct run *run, const struct lm_rating_rules *rules,
                        enum lm_chapter chapter, const struct lm_player_report *report,
                        struct lm_text *out)
{
    const struct lm_rating_articles *a = lm_rating_articles(chapter);
    const struct lm_rating_initial *ru = &report->ru;
    if (report->has_ru) {
        struct lm_text average = lm_text_in(run->arena), offset = lm_text_in(run->arena);
        struct lm_text percent = lm_text_in(run->arena);
        lm_text_add_fraction_decimal(&average, ru->average);
        lm_text_add_fraction_decimal(&offset, ru->offset);
        add_probability(&percent, ru->percent);
        if (rules->hypothetical != 0)
            rate_say(run, out, "average with %" PRId32 " draws against %" PRId32 " %s (%s)",
                     rules->hypothetical, rules->hypothetical_is, lm_text_string(&average),
                     a->average);
        else
            rate_say(run, out, "average %s (%s)", lm_text_string(&average), a->average);
        lm_text_add(out, ", ");
        rate_say(run, out, "p %s (%s), %s added (%s): Ru %" PRId32, lm_text_string(&percent),
                 a->offset_table, lm_text_string(&offset), a->offset, ru->rating);
        lm_text_add_char(out, '\n');
    }
    lm_text_print(out, "%s (%s)\n", rate_word(run, lm_result_fate_text(report->fate)),
                  lm_result_fate_code(chapter, report->fate));
}

void explain_player(const struct run *run, const struct lm_rating_rules *rules,
                    const struct lm_rating_event *event, const struct lm_assessment *assessment,
                    size_t player, struct lm_text *out)
{
    static const char *const origins[] = {
        [LM_PLAYER_RATED] = "",
        [LM_PLAYER_SINCE_PUBLISHED] = LM_MESSAGE("published after the event began"),
        [LM_PLAYER_LENT] = LM_MESSAGE("the standard rating, lent"),
    };
    const struct lm_event_player *person = &event->players[player];
    const struct lm_player_report *report = &assessment->players[player];
    enum lm_chapter chapter = lm_rating_chapter(rules, event->chess);
    bool unrated = report->mode == LM_PLAYER_UNRATED;
    const char *origin = unrated ? LM_MESSAGE("unrated") : origins[report->mode];
    lm_text_print(out, "%" PRIu32 " %s, %s", person->id, person->name == NULL ? "" : person->name,
                  rules->name);
    if (!unrated)
        lm_text_print(out, ", %" PRId32, report->own);
    lm_text_print(out, "%s%s%s\n", *origin == '\0' ? "" : ", ",
                  *origin == '\0' ? "" : rate_word(run, origin),
                  report->mode == LM_PLAYER_LENT && rules->numbered_as_2024 ? " (7.2.1)" : "");
    add_lines(run, chapter, event, assessment, report, out);
    if (report->evaluation != NULL && unrated)
        add_first(run, rules->evaluation, report, out);
    else if (report->evaluation != NULL)
        add_evaluated(run, rules->evaluation, report, out);
    else if (unrated)
        add_initial(run, rules, chapter, report, out);
    else
        add_change(run, rules, lm_rating_articles(chapter), report, out);
}

/* --- JSON */

static void put_line(enum lm_chapter chapter, const struct lm_rating_event *event,
                     const struct lm_assessment *assessment, const struct lm_player_report *report,
                     const struct lm_game_line *line, struct lm_json_writer *w)
{
    bool counts = line->fate == LM_GAME_RATED;
    lm_json_begin_inline(w, NULL, '{');
    lm_json_put_integer(w, "round", line->round);
    if (line->opponent != LM_NOBODY)
        lm_json_put_integer(w, "opponent", event->players[line->opponent].id);
    lm_json_put_string(w, "colour", line->white ? "white" : "black");
    lm_json_put_tenths(w, "score", line->tenths);
    lm_json_put_boolean(w, "rated", counts);
    if (!counts) {
        lm_json_put_string(w, "article", lm_game_fate_article(chapter, line->fate));
        lm_json_put_string(w, "reason", lm_game_fate_text(line->fate));
    } else {
        lm_json_put_integer(w, "opponent_rating", line->opponent_rating);
        if (assessment->players[line->opponent].mode == LM_PLAYER_LENT)
            lm_json_put_boolean(w, "lent", true);
    }
    if (counts && report->mode != LM_PLAYER_UNRATED) {
        lm_json_put_integer(w, "difference", line->game.difference);
        lm_json_put_integer(w, "counted", line->game.used);
        put_hundredths(w, "expected", line->game.expected);
        put_hundredths(w, "change", line->game.delta);
    }
    lm_json_end(w, '}');
}

/* Write the exact numbers of an evaluation, as texts. */
static void put_evaluation(const struct lm_rating_evaluation *e,
                           const struct lm_player_report *report, struct lm_json_writer *w)
{
    const struct lm_evaluation_report *told = report->evaluation;
    struct lm_text coefficient = lm_text_in(w->out->arena), exact = lm_text_in(w->out->arena);
    if (report->mode == LM_PLAYER_UNRATED) {
        lm_json_put_integer(w, "stage", told->stage);
        if (told->stage != 0)
            lm_json_put_integer(w, "iterated", told->iterated);
        if (told->stage != 0)
            lm_json_put_integer(w, "new", told->new_rating);
        return;
    }
    add_coefficient(&coefficient, told->coefficient);
    lm_text_print(&exact, "%" PRId64 ".%09" PRId64, told->expected / (10 * TENTH),
                  told->expected % (10 * TENTH));
    lm_json_put_string(w, e->factor != 0 ? "e" : "factor", lm_text_string(&coefficient));
    lm_json_put_string(w, "expected_exact", lm_text_string(&exact));
    lm_json_put_boolean(w, "exceptional", told->exceptional);
}

static void put_rated(const struct lm_rating_rules *rules, const struct lm_player_report *report,
                      struct lm_json_writer *w)
{
    lm_json_put_integer(w, "rating", report->own);
    lm_json_put_integer(w, "k", report->k);
    if (report->k != report->listed_k)
        lm_json_put_integer(w, "listed_k", report->listed_k);
    put_hundredths(w, "expected", report->expected);
    put_hundredths(w, "difference", report->delta);
    put_hundredths(w, "change", report->change);
    lm_json_put_integer(w, "new", lm_rating_new(rules, report->own, report->change));
}

static void put_unrated(enum lm_chapter chapter, const struct lm_player_report *report,
                        struct lm_json_writer *w)
{
    lm_json_put_boolean(w, "counts", report->fate == LM_RESULT_COUNTS);
    lm_json_put_string(w, "article", lm_result_fate_code(chapter, report->fate));
    lm_json_put_string(w, "reason", lm_result_fate_text(report->fate));
    if (!report->has_ru)
        return;
    put_fraction(w, "average", report->ru.average);
    put_hundredths(w, "p", report->ru.percent);
    put_fraction(w, "added", report->ru.offset);
    lm_json_put_integer(w, "ru", report->ru.rating);
}

void explain_player_json(const struct lm_rating_rules *rules, const struct lm_rating_event *event,
                         const struct lm_assessment *assessment, size_t player,
                         struct lm_json_writer *w)
{
    static const char *const modes[] = {"rated", "unrated", "published since", "lent"};
    const struct lm_event_player *person = &event->players[player];
    const struct lm_player_report *report = &assessment->players[player];
    enum lm_chapter chapter = lm_rating_chapter(rules, event->chess);
    lm_json_begin(w, NULL, '{');
    lm_json_put_integer(w, "id", person->id);
    lm_json_put_string(w, "name", person->name == NULL ? "" : person->name);
    lm_json_put_string(w, "mode", modes[report->mode]);
    lm_json_put_integer(w, "games", report->games);
    lm_json_put_tenths(w, "score", report->tenths);
    if (report->mode == LM_PLAYER_UNRATED)
        put_unrated(chapter, report, w);
    else
        put_rated(rules, report, w);
    if (report->evaluation != NULL)
        put_evaluation(rules->evaluation, report, w);
    if (report->has_performance)
        lm_json_put_integer(w, "performance", report->performance);
    lm_json_begin(w, "lines", '[');
    for (size_t i = 0; i < report->line_count; i++)
        put_line(chapter, event, assessment, report, &report->lines[i], w);
    lm_json_end(w, ']');
    lm_json_end(w, '}');
}
