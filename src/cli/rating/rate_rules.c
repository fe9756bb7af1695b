/* SPDX-License-Identifier: Apache-2.0 */
/* `limmat rate rules`: the editions of the rating rules, built in or from files. */
#include "cli/rating/rate.h"

#include <string.h>

enum { FORMAT };

static const struct option options[] = {
    [FORMAT] = FORMAT_OPTION("text|json"), LANGUAGE_OPTION, {0}};

static void add_lists(struct lm_text *out, const struct lm_rating_rules *rules)
{
    const char *before = "";
    for (int kind = 0; kind < LM_CHESS_KINDS; kind++)
        if ((rules->kinds & 1u << kind) != 0) {
            lm_text_print(out, "%s%s", before, lm_chess_name((enum lm_chess)kind));
            before = ", ";
        }
}

static void add_day(struct lm_text *out, int32_t day)
{
    lm_text_add_date(out, lm_date_of(day), '-');
}

static void list_as_text(struct run *run, const struct lm_rating_book *book)
{
    struct table table = table_new(run->arena, "lllll");
    static const char *const heads[] = {"edition", "from", "lists", "basis", "title"};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        table_add(&table, heads[i]);
    for (size_t i = 0; i < book->count; i++) {
        const struct lm_rating_rules *rules = &book->editions[i];
        table_add(&table, rules->name);
        CELL(&table, add_day, rules->in_force);
        CELL(&table, add_lists, rules);
        table_add(&table, rules->extracts ? "published extracts" : "text");
        table_add(&table, rules->title);
    }
    table_write(&table, &run->out);
}

static void list_as_json(struct run *run, const struct lm_rating_book *book)
{
    struct lm_json_writer w = lm_json_writer_to(&run->out, false);
    lm_json_begin(&w, NULL, '[');
    for (size_t i = 0; i < book->count; i++) {
        const struct lm_rating_rules *rules = &book->editions[i];
        struct lm_text from = lm_text_in(run->arena);
        add_day(&from, rules->in_force);
        lm_json_begin(&w, NULL, '{');
        lm_json_put_string(&w, "rules", rules->name);
        lm_json_put_string(&w, "title", rules->title);
        lm_json_put_string(&w, "from", lm_text_string(&from));
        if (rules->system != NULL)
            lm_json_put_string(&w, "system", rules->system);
        lm_json_begin_inline(&w, "lists", '[');
        for (int kind = 0; kind < LM_CHESS_KINDS; kind++)
            if ((rules->kinds & 1u << kind) != 0)
                lm_json_put_string(&w, NULL, lm_chess_name((enum lm_chess)kind));
        lm_json_end(&w, ']');
        put_basis(rules, &w);
        lm_json_end(&w, '}');
    }
    lm_json_end(&w, ']');
    lm_text_add_char(&run->out, '\n');
}

static enum lm_status list_editions(struct run *run)
{
    struct lm_rating_book book;
    enum lm_status status = lm_rating_book(run->arena, &book);
    if (status == LM_OK && run->values[FORMAT].number == 1)
        list_as_json(run, &book);
    else if (status == LM_OK)
        list_as_text(run, &book);
    return status;
}

static enum lm_status show_edition(struct run *run, const char *wanted)
{
    const char *name;
    const char *bytes;
    size_t length;
    for (size_t i = 0; lm_rating_book_file(i, &name, &bytes, &length); i++)
        if (strcmp(name, wanted) == 0) {
            lm_text_add_bytes(&run->out, bytes, length);
            return LM_OK;
        }
    return fail(run->log, LM_INVALID,
                "unknown rating regulations \"%s\"; see `limmat rate rules list`", wanted);
}

/* Explain one of our editions, or a file. */
static enum lm_status explain_edition(struct run *run, const char *wanted)
{
    const struct lm_rating_rules *rules = NULL;
    struct lm_rating_book book;
    enum lm_status status = lm_rating_book(run->arena, &book);
    if (status == LM_OK)
        rules = lm_rating_rules_named(&book, wanted);
    for (int chess = 0; status == LM_OK && rules == NULL && chess < LM_CHESS_KINDS; chess++)
        status =
            choose_rules(wanted, INT32_MAX, (enum lm_chess)chess, run->arena, run->log, &rules);
    if (status == LM_OK)
        explain_rules(rules, run->arena, &run->out);
    return status;
}

static enum lm_status check_file(struct run *run, const char *path)
{
    const char *bytes;
    size_t length;
    struct lm_rating_rules rules;
    run->log->file = path;
    enum lm_status status = read_file(path, run->arena, run->log, &bytes, &length);
    if (status == LM_OK)
        status = lm_rating_rules_read(bytes, length, run->arena, run->log, &rules);
    run->log->file = NULL;
    if (status != LM_OK)
        return status;
    lm_text_print(&run->out, "%s: %s, from ", path, rules.name);
    add_day(&run->out, rules.in_force);
    lm_text_add(&run->out, " for ");
    add_lists(&run->out, &rules);
    lm_text_add_char(&run->out, '\n');
    return LM_OK;
}

static enum lm_status check_files(struct run *run)
{
    enum lm_status worst = LM_OK;
    for (size_t i = 1; i < run->operand_count && worst != LM_LIMIT; i++) {
        enum lm_status status = check_file(run, run->operands[i]);
        worst = status == LM_OK ? worst : status;
    }
    return worst;
}

static enum lm_status rate_rules(struct run *run)
{
    const char *what = run->operands[0];
    if (strcmp(what, "list") == 0 && run->operand_count == 1)
        return list_editions(run);
    if (strcmp(what, "show") == 0 && run->operand_count == 2)
        return show_edition(run, run->operands[1]);
    if (strcmp(what, "explain") == 0 && run->operand_count == 2)
        return explain_edition(run, run->operands[1]);
    if (strcmp(what, "check") == 0 && run->operand_count > 1)
        return check_files(run);
    return fail(run->log, LM_INVALID,
                "write `list`, `show EDITION`, `explain EDITION` or `check FILE…`");
}

const struct command rate_rules_command = {
    .name = "rate rules",
    .operands = "list|show EDITION|explain EDITION|check FILE…",
    .summary = "list the editions of the rating rules, show or explain one, or check your own",
    .description =
        "An edition is a JSON file: tables, conditions of K, first ratings, floor, the limit of\n"
        "the difference, rounding, days of lists, time controls.  `show` prints one; change it,\n"
        "`check` it, and give it to the other commands as --edition FILE.json.\n"
        "\n"
        "`list` shows the first day of each, and whether it rests on the full text or on\n"
        "published extracts.",
    .example = "limmat rate rules list\n"
               "limmat rate rules show rating-2024 >ours.json\n"
               "limmat rate rules check ours.json\n"
               "limmat rate rules explain dwz-2016\n"
               "limmat rate event --edition ours.json open.trf",
    .options = options,
    .least = 1,
    .most = SIZE_MAX,
    .run = rate_rules,
};
