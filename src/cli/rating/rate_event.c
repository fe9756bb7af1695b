/* SPDX-License-Identifier: Apache-2.0 */
/* `limmat rate event` and `limmat rate check`: an event and the regulations. */
#include "cli/rating/rate.h"

#include <inttypes.h>
#include <string.h>

enum { RULES, CHESS, LIST, FORMAT, PLAYER };

static const struct option event_options[] = {
    [RULES] = RULES_OPTION,
    [CHESS] = CHESS_OPTION,
    [LIST] = LIST_OPTION("take ratings and K from this registry, not from FILE"),
    [FORMAT] = FORMAT_OPTION("text|json|csv"),
    [PLAYER] = {'p', "player", NUMBER, "ID", 1, UINT32_MAX,
                "explain this player's change game by game"},
    LANGUAGE_OPTION,
    {0}};

static const struct option check_options[] = {
    [RULES] = RULES_OPTION,
    [CHESS] = CHESS_OPTION,
    [LIST] = LIST_OPTION("take ratings from this registry, not from FILE"),
    [FORMAT] = FORMAT_OPTION("text|json"),
    LANGUAGE_OPTION,
    {0}};

/* One event with all findings about it. */
struct case_file {
    const struct lm_rating_rules *rules;
    struct lm_rating_event event;
    struct lm_rating_findings findings;
    struct lm_assessment assessment;
};

/* Check, with a registry, that the players are the persons of their ids. */
static enum lm_status check_identities(struct run *run, const struct lm_registry *registry,
                                       const struct lm_rating_event *event)
{
    struct identities identities = {.preview = true};
    enum lm_status status =
        identities_collect(registry, event, run->arena, run->arena, &identities);
    return status == LM_OK ? identities_tell(registry, &identities, run->arena, run->log) : status;
}

static enum lm_status open_case(struct run *run, const char *path,
                                const struct lm_registry *registry, struct case_file *c)
{
    enum lm_status status = load_event(path, run->arena, run->log, &c->event);
    if (status != LM_OK)
        return status;
    if (run->values[CHESS].text != NULL)
        c->event.chess = (enum lm_chess)run->values[CHESS].number;
    status = choose_rules(run->values[RULES].text, c->event.start, c->event.chess, run->arena,
                          run->log, &c->rules);
    if (status == LM_OK && registry != NULL)
        status = check_identities(run, registry, &c->event);
    if (status == LM_OK && registry != NULL)
        status = figures_tell(registry, c->rules, &c->event, run->arena, run->log);
    if (status == LM_OK && registry != NULL)
        status = lm_event_take_ratings(registry, run->arena, &c->event);
    else if (status == LM_OK)
        status = assume_k(c->rules, run->arena, &c->event, run->log);
    if (status == LM_OK)
        status = lm_rating_check(c->rules, &c->event, run->arena, &c->findings);
    if (status == LM_OK)
        status = lm_rating_assess(c->rules, &c->event, run->arena, &c->assessment);
    return status;
}

/* Open every FILE and pass its case to ${write}. */
static enum lm_status each_case(struct run *run,
                                void (*write)(struct run *run, const struct case_file *c,
                                              struct lm_json_writer *w))
{
    struct lm_registry registry;
    bool listed = run->values[LIST].text != NULL;
    bool json = run->values[FORMAT].number == 1;
    struct lm_json_writer w = lm_json_writer_to(&run->out, false);
    enum lm_status status = LM_OK;
    if (listed)
        status = load_registry(run->values[LIST].text, run->arena, run->log, &registry);
    if (json)
        lm_json_begin(&w, NULL, '[');
    for (size_t i = 0; status == LM_OK && i < run->operand_count; i++) {
        struct case_file c;
        status = open_case(run, run->operands[i], listed ? &registry : NULL, &c);
        if (status != LM_OK)
            break;
        if (i > 0 && !json)
            lm_text_add_char(&run->out, '\n');
        write(run, &c, &w);
    }
    if (json) {
        lm_json_end(&w, ']');
        lm_text_add_char(&run->out, '\n');
    }
    return status;
}

/* --- the event's page */

static const char *title_of(const struct lm_rating_event *event)
{
    return event->name == NULL || *event->name == '\0' ? event->id : event->name;
}

static void write_heading(const struct run *run, const struct case_file *c, struct lm_text *out)
{
    struct lm_text from = lm_text_in(run->arena), to = lm_text_in(run->arena);
    lm_text_add_date(&from, lm_date_of(c->event.start), '-');
    lm_text_add_date(&to, lm_date_of(c->event.end), '-');
    lm_text_print(out, "%s: ", title_of(&c->event));
    rate_say(run, out, "%s, %s to %s", lm_event_kind_name(c->event.kind), lm_text_string(&from),
             lm_text_string(&to));
    lm_text_print(out, "; %s, %s; ", c->rules->name, rate_word(run, lm_chess_name(c->event.chess)));
    rate_say(run, out, "rated as %s", lm_rated_as_name(c->assessment.as));
    lm_text_print(
        out, "; %s\n",
        rate_word(run, c->findings.ratable ? LM_MESSAGE("ratable") : LM_MESSAGE("NOT RATABLE")));
    write_basis(run, c->rules, out);
}

static void write_failures(const struct run *run, const struct case_file *c, struct lm_text *out)
{
    for (size_t i = 0; i < c->findings.count; i++) {
        const struct lm_rating_finding *f = &c->findings.all[i];
        if (f->verdict == LM_FAILED)
            lm_text_print(out, "  %s: %s; %s; %s\n", f->article, rate_word(run, f->rule),
                          rate_word(run, f->found), rate_word(run, f->remedy));
    }
}

static void add_player_cells(struct table *table, const struct lm_event_player *player)
{
    table_print(table, "%" PRIu32, player->id);
    table_add(table, player->name == NULL ? "" : player->name);
}

/* Add the remark about a rated player's change. */
static void write_remark(const struct run *run, const struct case_file *c,
                         const struct lm_player_report *report, struct table *table)
{
    enum lm_chapter chapter = lm_rating_chapter(c->rules, c->event.chess);
    struct lm_text text = lm_text_in(table->arena);
    if (report->evaluation != NULL && report->evaluation->exceptional)
        rate_say(run, &text, "opponents meet the performance (%s)",
                 c->rules->evaluation->exceptional_article);
    if (report->mode == LM_PLAYER_SINCE_PUBLISHED)
        rate_say(run, &text, "published since (%s)", lm_player_mode_article(chapter, report->mode));
    if (report->mode == LM_PLAYER_LENT) {
        rate_say(run, &text, "standard rating, lent");
        lm_text_add(&text, chapter == LM_CHAPTER_RAPID_BLITZ ? " (7.2.1)" : "");
    }
    if (report->k != report->listed_k) {
        lm_text_add(&text, text.length > 0 ? "; " : "");
        rate_say(run, &text, "K cut from %" PRId32, report->listed_k);
    }
    table_add(table, text.length > 0 ? lm_text_string(&text) : "");
}

static void write_rated(struct run *run, const struct case_file *c)
{
    static const char *const heads[] = {LM_MESSAGE("id"),
                                        LM_MESSAGE("name"),
                                        LM_MESSAGE("rating"),
                                        "K",
                                        LM_MESSAGE("games"),
                                        LM_MESSAGE("score"),
                                        LM_MESSAGE("expected"),
                                        LM_MESSAGE("change"),
                                        LM_MESSAGE("new"),
                                        "Rp",
                                        ""};
    struct table table = table_new(run->arena, "rlrrrrrrrrl");
    rate_heads(run, &table, heads, sizeof heads / sizeof *heads);
    for (size_t p = 0; p < c->event.player_count; p++) {
        const struct lm_player_report *report = &c->assessment.players[p];
        if (report->mode == LM_PLAYER_UNRATED)
            continue;
        add_player_cells(&table, &c->event.players[p]);
        table_print(&table, "%" PRId32, report->own);
        if (report->evaluation != NULL)
            CELL(&table, add_coefficient, report->evaluation->coefficient);
        else
            table_print(&table, "%" PRId32, report->k);
        table_print(&table, "%" PRId32, report->games);
        CELL(&table, add_score, report->tenths);
        if (report->evaluation != NULL)
            CELL(&table, add_thousandths, report->evaluation->expected);
        else
            CELL(&table, lm_text_add_hundredths, report->expected);
        CELL(&table, add_signed, report->change);
        table_print(&table, "%" PRId32, lm_rating_new(c->rules, report->own, report->change));
        if (report->has_performance)
            table_print(&table, "%" PRId32, report->performance);
        else
            table_add(&table, "");
        write_remark(run, c, report, &table);
    }
    table_write(&table, &run->out);
}

static void write_unrated(struct run *run, const struct case_file *c)
{
    static const char *const heads[] = {LM_MESSAGE("id"),
                                        LM_MESSAGE("unrated"),
                                        LM_MESSAGE("games"),
                                        LM_MESSAGE("score"),
                                        LM_MESSAGE("average"),
                                        "Ru",
                                        ""};
    struct table table = table_new(run->arena, "rlrrrrl");
    rate_heads(run, &table, heads, sizeof heads / sizeof *heads);
    size_t none = table.count;
    for (size_t p = 0; p < c->event.player_count; p++) {
        const struct lm_player_report *report = &c->assessment.players[p];
        if (report->mode != LM_PLAYER_UNRATED)
            continue;
        add_player_cells(&table, &c->event.players[p]);
        table_print(&table, "%" PRId32, report->games);
        CELL(&table, add_score, report->tenths);
        if (report->has_ru) {
            CELL(&table, lm_text_add_fraction_decimal, report->ru.average);
            table_print(&table, "%" PRId32, report->ru.rating);
        } else {
            table_add(&table, "");
            table_add(&table, "");
        }
        if (report->fate == LM_RESULT_COUNTS)
            table_add(&table, rate_word(run, LM_MESSAGE("counts")));
        else if (report->fate == LM_RESULT_KEPT)
            table_add(&table, rate_word(run, lm_result_fate_text(report->fate)));
        else
            CELL_SAID(
                run, &table, "disregarded: %s (%s)", lm_result_fate_text(report->fate),
                lm_result_fate_code(lm_rating_chapter(c->rules, c->event.chess), report->fate));
    }
    if (table.count > none)
        table_write(&table, &run->out);
}

/* List games that count in no player's change, with the reason; each game once, from White's side.
 */
static void write_not_rated(struct run *run, const struct case_file *c)
{
    struct table table = table_new(run->arena, "rlll");
    for (size_t p = 0; p < c->event.player_count; p++) {
        const struct lm_player_report *report = &c->assessment.players[p];
        for (size_t i = 0; i < report->line_count; i++) {
            const struct lm_game_line *line = &report->lines[i];
            if (line->fate == LM_GAME_RATED || (!line->white && line->opponent != LM_NOBODY))
                continue;
            table_print(&table, "%" PRId32, line->round);
            table_add(&table, c->event.players[p].name);
            table_add(&table, line->opponent == LM_NOBODY ? rate_word(run, LM_MESSAGE("bye"))
                                                          : c->event.players[line->opponent].name);
            enum lm_chapter chapter = lm_rating_chapter(c->rules, c->event.chess);
            table_print(&table, chapter == LM_CHAPTER_OWN ? "%s%s" : "%s (%s)",
                        rate_word(run, lm_game_fate_text(line->fate)),
                        lm_game_fate_article(chapter, line->fate));
        }
    }
    if (table.count > 0) {
        rate_say(run, &run->out, "not rated:");
        lm_text_add_char(&run->out, '\n');
        table_write(&table, &run->out);
    }
}

static void write_event_text(struct run *run, const struct case_file *c)
{
    const struct lm_round_robin *rr = &c->assessment.round_robin;
    write_heading(run, c, &run->out);
    write_failures(run, c, &run->out);
    if (rr->used) {
        struct lm_text rated = lm_text_in(run->arena), mean = lm_text_in(run->arena);
        struct lm_text average = lm_text_in(run->arena);
        lm_text_add_fraction_decimal(&rated, rr->rated);
        lm_text_add_fraction_decimal(&mean, rr->dpa);
        lm_text_add_fraction_decimal(&average, rr->average);
        rate_say(run, &run->out,
                 "average of the rated players %s, mean dp %s, n %" PRId32 ": Ra %s (8.21b)",
                 lm_text_string(&rated), lm_text_string(&mean), rr->opponents,
                 lm_text_string(&average));
        lm_text_add_char(&run->out, '\n');
    }
    write_rated(run, c);
    write_unrated(run, c);
    write_not_rated(run, c);
}

static void write_findings_json(const struct case_file *c, struct lm_json_writer *w)
{
    static const char *const verdicts[] = {"passed", "failed", "warning", "unknown"};
    lm_json_begin(w, "findings", '[');
    for (size_t i = 0; i < c->findings.count; i++) {
        const struct lm_rating_finding *f = &c->findings.all[i];
        lm_json_begin(w, NULL, '{');
        lm_json_put_string(w, "article", f->article);
        lm_json_put_string(w, "rule", f->rule);
        lm_json_put_string(w, "verdict", verdicts[f->verdict]);
        lm_json_put_string(w, "found", f->found);
        if (f->remedy != NULL)
            lm_json_put_string(w, "remedy", f->remedy);
        lm_json_end(w, '}');
    }
    lm_json_end(w, ']');
}

static void begin_case_json(const struct case_file *c, struct lm_json_writer *w)
{
    lm_json_begin(w, NULL, '{');
    lm_json_put_string(w, "id", c->event.id);
    lm_json_put_string(w, "name", title_of(&c->event));
    lm_json_put_string(w, "rules", c->rules->name);
    put_basis(c->rules, w);
    lm_json_put_string(w, "chess", lm_chess_name(c->event.chess));
    lm_json_put_string(w, "rated_as", lm_rated_as_name(c->assessment.as));
    lm_json_put_boolean(w, "ratable", c->findings.ratable);
    write_findings_json(c, w);
}

static bool wanted(const struct run *run, const struct lm_event_player *player)
{
    return run->values[PLAYER].text == NULL || run->values[PLAYER].number == player->id;
}

static void write_event_json(struct run *run, const struct case_file *c, struct lm_json_writer *w)
{
    begin_case_json(c, w);
    lm_json_begin(w, "players", '[');
    for (size_t p = 0; p < c->event.player_count; p++)
        if (wanted(run, &c->event.players[p]))
            explain_player_json(c->rules, &c->event, &c->assessment, p, w);
    lm_json_end(w, ']');
    lm_json_end(w, '}');
}

static void write_event_csv(struct run *run, const struct case_file *c)
{
    struct lm_text *out = &run->out;
    if (out->length == 0)
        lm_text_add(out, "event,id,mode,rating,k,games,score,expected,change,new,ru,verdict\n");
    for (size_t p = 0; p < c->event.player_count; p++) {
        const struct lm_player_report *report = &c->assessment.players[p];
        bool rated = report->mode != LM_PLAYER_UNRATED;
        lm_text_print(out, "%s,%" PRIu32 ",%s,", c->event.id, c->event.players[p].id,
                      rated ? "rated" : "unrated");
        if (rated)
            lm_text_print(out, "%" PRId32 ",", report->own);
        if (rated && report->evaluation != NULL)
            add_coefficient(out, report->evaluation->coefficient);
        else if (rated)
            lm_text_print(out, "%" PRId32, report->k);
        else
            lm_text_add(out, ",");
        lm_text_print(out, ",%" PRId32 ",", report->games);
        lm_text_add_tenths(out, report->tenths);
        lm_text_add_char(out, ',');
        if (rated) {
            if (report->evaluation != NULL)
                add_thousandths(out, report->evaluation->expected);
            else
                lm_text_add_hundredths(out, report->expected);
            lm_text_add_char(out, ',');
            lm_text_add_hundredths(out, report->change);
            lm_text_print(out, ",%" PRId32 ",,rated\n",
                          lm_rating_new(c->rules, report->own, report->change));
            continue;
        }
        lm_text_add(out, ",,,");
        if (report->has_ru)
            lm_text_print(out, "%" PRId32, report->ru.rating);
        lm_text_print(
            out, ",%s\n",
            lm_result_fate_code(lm_rating_chapter(c->rules, c->event.chess), report->fate));
    }
}

static void write_event(struct run *run, const struct case_file *c, struct lm_json_writer *w)
{
    if (run->values[FORMAT].number == 1) {
        write_event_json(run, c, w);
    } else if (run->values[FORMAT].number == 2) {
        write_event_csv(run, c);
    } else if (run->values[PLAYER].text == NULL) {
        write_event_text(run, c);
    } else {
        for (size_t p = 0; p < c->event.player_count; p++)
            if (wanted(run, &c->event.players[p]))
                explain_player(run, c->rules, &c->event, &c->assessment, p, &run->out);
    }
}

static enum lm_status rate_event(struct run *run)
{
    enum lm_status status = each_case(run, write_event);
    if (status == LM_OK && run->out.length == 0)
        return fail(run->log, LM_INVALID, "no player %s in the event",
                    run->values[PLAYER].text == NULL ? "" : run->values[PLAYER].text);
    return status;
}

/* --- the officer's page */

static void write_check(struct run *run, const struct case_file *c, struct lm_json_writer *w)
{
    static const char *const lights[] = {LM_MESSAGE("green"), LM_MESSAGE("red"),
                                         LM_MESSAGE("amber"), "?"};
    if (run->values[FORMAT].number == 1) {
        begin_case_json(c, w);
        lm_json_end(w, '}');
        return;
    }
    struct table table = table_new(run->arena, "llll");
    write_heading(run, c, &run->out);
    for (size_t i = 0; i < c->findings.count; i++) {
        const struct lm_rating_finding *f = &c->findings.all[i];
        table_add(&table, rate_word(run, lights[f->verdict]));
        table_add(&table, f->article);
        table_add(&table, rate_word(run, f->rule));
        table_print(&table, "%s%s%s", rate_word(run, f->found), f->remedy == NULL ? "" : "; ",
                    f->remedy == NULL ? "" : rate_word(run, f->remedy));
    }
    table_write(&table, &run->out);
}

static enum lm_status rate_check(struct run *run)
{
    return each_case(run, write_check);
}

const struct command rate_event_command = {
    .name = "rate event",
    .operands = "FILE…",
    .summary = "the rating changes of an event",
    .description =
        "FILE is a tournament file, or an event as JSON.  Put data that a tournament file does\n"
        "not have (registration, licences, approvals) beside it into NAME.rating.json, with the\n"
        "keys of such an event: registered, reported, received, time_control, rounds_per_day,\n"
        "arbiters_licensed, laws, interim_monthly, qc_late_ok, qc_approved, norms, league,\n"
        "official_fide, national_championship, women_only, match_games, league_id, final, kind,\n"
        "chess.\n"
        "\n"
        "The output has expected score, change and new rating of each rated player, Ru of unrated\n"
        "players, unrated games with reasons, and whether the event can be rated.",
    .example = "limmat rate event open.trf\n"
               "limmat rate event -l 2013-08 -p 1503014 open.trf",
    .options = event_options,
    .least = 1,
    .most = SIZE_MAX,
    .run = rate_event,
};

const struct command rate_check_command = {
    .name = "rate check",
    .operands = "FILE…",
    .summary = "check whether an event can be rated, article by article",
    .description = "One line for each article that concerns the event: green, red, amber (rated, "
                   "but something is\n"
                   "lost) or ? (not in the report); the finding, and what to do.",
    .example = "limmat rate check --edition rating-2013 open.trf",
    .options = check_options,
    .least = 1,
    .most = SIZE_MAX,
    .run = rate_check,
};
