/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/desk/desk.h"

#include <string.h>

#include "cli/event/sheet_text.h"
#include "limmat/date.h"
#include "limmat/formats.h"
#include "os/clock.h"
#include "os/process.h"

/*
 * limmat desk FILE.journal [SECTION] [WORD…]: without words, show what needs attention; with the
 * name of a view, show that view; otherwise enter an act: a kind of event and its fields.  Acts are
 * entered one at a time, each stored before its answer is given; with "-" they are the lines of
 * standard input.
 */

enum { BY, HAPPENED, ACKNOWLEDGE, WAS, REQUEST, FORMAT, PUBLIC, LANGUAGE, OUT };

static const struct option options[] = {
    [BY] = {0, "by", TEXT, "WHO", 0, 0,
            "who makes the entry; $LIMMAT_BY or \"arbiter\" when not given"},
    [HAPPENED] = {0, "happened", TEXT, "TIME", 0, 0,
                  "when it happened, if not now: 2026-07-16T14:05Z"},
    [ACKNOWLEDGE] = {0, "acknowledge", TEXT, "CODES", 0, 0,
                     "the reasons to confirm, separated by commas; or \"all\""},
    [WAS] = {0, "was", TEXT, "VALUE", 0, 0,
             "the value that you saw; if it has changed since, nothing is entered"},
    [REQUEST] = {0, "request", TEXT, "ID", 0, 0,
                 "your own id of this act; sent twice, it counts once"},
    [FORMAT] = {'f', "format", CHOICE, "text|json|html|csv", 0, 0, "how a view is written"},
    [PUBLIC] = {0, "public", SWITCH, NULL, 0, 0, "show only what is public"},
    [LANGUAGE] = {0, "lang", TEXT, "LANG", 0, 0,
                  "the language of printouts and views: " LANGUAGE_CODES
                  "; LANG or English when not given"},
    OUT_OPTION,
    {0},
};

/* ---- views ---- */

const char *desk_title(const struct desk_look *look, const char *english)
{
    return look->language == lm_english()
               ? english
               : site_title_word(look->language, look->run->arena, english);
}

const char *desk_say(const struct desk_look *look, const char *key, const struct lm_value *values,
                     size_t count)
{
    return site_say(look->language, look->run->arena, key, values, count);
}

/* Translate heads, headings and notes, which do not depend on the event. */
static void translate(const struct desk_look *look, struct sheet *sheet)
{
    for (size_t i = 0; i < sheet->table_count; i++) {
        struct sheet_table *table = &sheet->tables[i];
        table->heading = desk_title(look, table->heading);
        table->note = desk_title(look, table->note);
        for (size_t k = 0; k < table->column_count; k++) {
            table->columns[k].head = desk_title(look, table->columns[k].head);
            table->columns[k].name = desk_title(look, table->columns[k].name);
        }
    }
}

enum lm_status desk_write_sheet(const struct desk_look *look, struct sheet *sheet)
{
    struct run *run = look->run;
    translate(look, sheet);
    if (look->form == DESK_HTML)
        return sheet_write_html(sheet, &run->out);
    if (look->form == DESK_JSON)
        sheet_write_json(sheet, &run->out);
    else if (look->form == DESK_CSV)
        sheet_write_csv(sheet, &run->out);
    else
        write_sheet_text(sheet, line_width_of(run, NULL), &run->out);
    return lm_text_status(&run->out);
}

static const struct desk_view *view_named(const char *name)
{
    const struct desk_view *const lists[] = {desk_state_views, desk_paper_views, desk_hall_views,
                                             desk_team_views};
    for (size_t l = 0; l < sizeof lists / sizeof *lists; l++)
        for (const struct desk_view *view = lists[l]; view->name != NULL; view++)
            if (strcmp(view->name, name) == 0)
                return view;
    return NULL;
}

/* Choose the language of output for people: by the option, else by the environment; files for
 * programs have none. */
static enum lm_status choose_language(struct run *run, enum desk_form form,
                                      const struct lm_language **out)
{
    const char *tag = run->values[LANGUAGE].text;
    *out = form != DESK_TEXT && form != DESK_HTML ? lm_english()
           : tag == NULL                          ? language_of_reader()
                                                  : lm_language_named(tag);
    if (*out == NULL)
        return lm_log_add(run->log, LM_ERROR, (struct lm_place){.field = "--lang", .value = tag},
                          LANGUAGE_CODES, "unknown language");
    return LM_OK;
}

static enum lm_status show(struct run *run, struct desk_file *file, const struct desk_view *view,
                           const char *section, const char *const *words, size_t count)
{
    struct desk_look look = {.run = run,
                             .file = file,
                             .section = lm_desk_section(file->desk, section),
                             .words = words,
                             .count = count,
                             .form = (enum desk_form)run->values[FORMAT].number,
                             .audience = run->values[PUBLIC].text != NULL ? LM_FOR_PUBLIC
                                                                          : LM_FOR_ARBITERS};
    enum lm_status status = choose_language(run, look.form, &look.language);
    if (status != LM_OK)
        return status;
    if (view->in_section && look.section == NULL)
        return fail(run->log, LM_INVALID,
                    "%s belongs to one section; name it first: `limmat desk FILE A %s`", view->name,
                    view->name);
    return view->show(&look);
}

/* ---- acts ---- */

static const char *who(const struct run *run)
{
    const char *by =
        run->values[BY].text != NULL ? run->values[BY].text : os_environment("LIMMAT_BY");
    return by != NULL && by[0] != '\0' ? by : "arbiter";
}

/* Log why an act was refused, or a warning about it. */
static void tell_reason(struct run *run, const struct lm_desk_reason *reason,
                        enum lm_severity severity, bool asks)
{
    struct lm_text remedy = lm_text_in(run->arena);
    struct lm_place place = {.field = reason->article[0] != '\0' ? reason->article : NULL};
    lm_text_add(&remedy, reason->remedy);
    if (asks)
        lm_text_print(&remedy, "%sor confirm with --acknowledge %s",
                      reason->remedy[0] != '\0' ? "; " : "", reason->token);
    (void)lm_log_add(run->log, severity, place, lm_text_string(&remedy), "%s", reason->what);
}

static enum lm_status tell_refusal(struct run *run, const struct lm_desk_taken *taken)
{
    for (size_t i = 0; i < taken->reason_count; i++) {
        const struct lm_desk_reason *reason = &taken->reasons[i];
        bool refused = reason->level == LM_LEVEL_REFUSED || taken->answer == LM_ACT_CONFLICT;
        bool asks = !refused && reason->level > LM_LEVEL_INFORM;
        tell_reason(run, reason, refused || asks ? LM_ERROR : LM_NOTE, asks);
    }
    if (taken->reason_count == 0)
        return fail(run->log, LM_INVALID, "it was not entered");
    return LM_INVALID;
}

static enum lm_status tell_taken(struct run *run, const struct desk_file *file,
                                 const struct lm_desk_taken *taken)
{
    if (taken->answer == LM_ACT_REPEATED) {
        lm_text_print(&run->out, "%llu  already entered\n", (unsigned long long)taken->first);
        return LM_OK;
    }
    for (size_t i = 0; i < taken->reason_count; i++)
        if (taken->reasons[i].level == LM_LEVEL_INFORM)
            tell_reason(run, &taken->reasons[i], LM_NOTE, false);
    for (uint64_t n = taken->first; n <= taken->last; n++) {
        lm_text_print(&run->out, "%llu  ", (unsigned long long)n);
        lm_desk_tell(file->desk, n, LM_FOR_ARBITERS, lm_english(), &run->out);
        lm_text_add_char(&run->out, '\n');
    }
    return lm_text_status(&run->out);
}

/* Read the tokens ${given}; "all" means those of ${told}. */
static enum lm_status read_tokens(struct run *run, const char *given,
                                  const struct lm_desk_taken *told, struct lm_desk_act *act)
{
    const char **tokens = NULL;
    size_t capacity = 0, count = 0;
    bool all = strcmp(given, "all") == 0;
    for (size_t i = 0; i < told->reason_count; i++) {
        if (!lm_arena_grow(run->arena, &tokens, &capacity, count + 1, sizeof *tokens))
            return LM_LIMIT;
        tokens[count++] = told->reasons[i].token;
    }
    for (const char *at = given; !all && *at != '\0';) {
        size_t length = strcspn(at, ",");
        if (!lm_arena_grow(run->arena, &tokens, &capacity, count + 1, sizeof *tokens))
            return LM_LIMIT;
        tokens[count++] = lm_arena_copy(run->arena, at, length);
        at += length + (at[length] == ',');
    }
    act->acknowledged = tokens;
    act->acknowledged_count = count;
    return LM_OK;
}

static enum lm_status acknowledge(struct run *run, struct desk_file *file, const char *given,
                                  struct lm_desk_act *acts, size_t count)
{
    struct lm_desk_taken told = {0};
    if (given == NULL)
        return LM_OK;
    enum lm_status status = LM_OK;
    if (strcmp(given, "all") == 0)
        status = lm_desk_judge(file->desk, acts, count, run->log, &told);
    for (size_t i = 0; status == LM_OK && i < count; i++)
        status = read_tokens(run, given, &told, &acts[i]);
    return status;
}

/* Have two helpers entered a board differently?  Then the recorded result stays, the other is kept
 * as a report, and an arbiter decides (situation 47). */
static bool differs_from_other(const struct lm_desk_act *act, const struct lm_desk_taken *taken)
{
    bool overwrites = false;
    for (size_t i = 0; i < taken->reason_count; i++)
        overwrites |= strncmp(taken->reasons[i].token, "overwrites:", 11) == 0;
    return strcmp(act->event, "result") == 0 && act->acknowledged_count == 0 &&
           (taken->answer == LM_ACT_CONFLICT || (taken->answer == LM_ACT_NEEDS && overwrites));
}

static enum lm_status keep_as_report(struct run *run, struct desk_file *file,
                                     const struct lm_desk_act *result)
{
    struct lm_desk_act act = *result;
    struct lm_desk_taken taken;
    act.event = "report";
    act.was = NULL;
    enum lm_status status = lm_desk_take(file->desk, &act, 1, run->log, &taken);
    if (status == LM_OK && taken.answer == LM_ACT_TAKEN)
        status = desk_store(file, &taken, run->log);
    if (status == LM_OK && taken.answer == LM_ACT_TAKEN)
        (void)lm_log_add(run->log, LM_NOTE, (struct lm_place){0},
                         "an arbiter enters the right result, with \"!\"",
                         "it was kept as a report (line %llu); both are listed under `due`",
                         (unsigned long long)taken.first);
    return status;
}

static enum lm_status carry_out(struct run *run, struct desk_file *file, const char *confirmed,
                                struct lm_desk_act *acts, size_t count)
{
    struct lm_desk_taken taken;
    enum lm_status status = acknowledge(run, file, confirmed, acts, count);
    if (status == LM_OK)
        status = lm_desk_take(file->desk, acts, count, run->log, &taken);
    if (status != LM_OK)
        return status;
    if (differs_from_other(acts, &taken)) {
        status = keep_as_report(run, file, acts);
        return status == LM_OK ? tell_refusal(run, &taken) : status;
    }
    if (taken.answer != LM_ACT_TAKEN && taken.answer != LM_ACT_REPEATED)
        return tell_refusal(run, &taken);
    if (taken.answer == LM_ACT_TAKEN)
        status = desk_store(file, &taken, run->log);
    if (status == LM_OK)
        status = tell_taken(run, file, &taken);
    bool paired = strcmp(acts->event, "pair") == 0;
    if (status == LM_OK && paired && taken.answer == LM_ACT_TAKEN)
        status = show(run, file, view_named("pairings"), acts->section, NULL, 0);
    return status;
}

static enum lm_status read_happened(struct run *run, const char *zone, int64_t *out)
{
    const char *given = run->values[HAPPENED].text;
    *out = LM_NO_TIME;
    if (given != NULL)
        given = desk_instant_of(given, zone, run->arena);
    if (given == NULL || lm_parse_instant(given, strlen(given), out))
        return LM_OK;
    return fail(run->log, LM_INVALID, "--happened is \"%s\"; give a time in UTC: 2026-07-16T14:05Z",
                given);
}

static enum lm_status begin_act(struct run *run, const struct desk_file *file, const char *section,
                                struct lm_desk_act *act)
{
    struct lm_text request = lm_text_in(run->arena);
    if (run->values[REQUEST].text != NULL)
        lm_text_add(&request, run->values[REQUEST].text);
    else /* so that two acts of one second are two entries to undo */
        lm_text_print(&request, "line.%llu", (unsigned long long)lm_desk_number(file->desk) + 1);
    if (request.failed)
        return LM_LIMIT;
    *act = (struct lm_desk_act){.section = section,
                                .by = who(run),
                                .at = os_now_seconds(),
                                .request = lm_text_string(&request),
                                .was = run->values[WAS].text};
    return read_happened(run, lm_desk_event(file->desk)->zone, &act->happened);
}

/* Return the section of an act: the one named, else the only one; NULL: none or several. */
static const struct lm_desk_section *section_meant(const struct desk_file *file, const char *name)
{
    const struct lm_desk_event *event = lm_desk_event(file->desk);
    if (name != NULL)
        return lm_desk_section(file->desk, name);
    return event->section_count == 1 ? event->sections[0] : NULL;
}

static enum lm_status take_words(struct run *run, struct desk_file *file, const char *section,
                                 const char *confirmed, const struct lm_desk_kind *kind,
                                 const char *const *words, size_t count)
{
    struct lm_desk_act act;
    enum lm_status status = begin_act(run, file, section, &act);
    act.event = kind->name;
    if (status == LM_OK)
        status =
            desk_fields_of(kind, section_meant(file, act.section), lm_desk_event(file->desk)->zone,
                           words, count, run->arena, run->log, &act.fields);
    return status == LM_OK ? carry_out(run, file, confirmed, &act, 1) : status;
}

/* "undo" and "redo": the author's last entry, even one of several lines. */
static enum lm_status step(struct run *run, struct desk_file *file, const char *section,
                           const char *confirmed, bool redoes)
{
    struct lm_desk_act given;
    struct lm_desk_step step;
    enum lm_status status = begin_act(run, file, section, &given);
    if (status == LM_OK)
        status = redoes ? lm_desk_redo(file->desk, given.by, section, run->arena, run->log, &step)
                        : lm_desk_undo(file->desk, given.by, section, run->arena, run->log, &step);
    if (status != LM_OK)
        return status;
    for (size_t i = 0; i < step.count; i++) {
        step.acts[i].at = given.at;
        step.acts[i].happened = given.happened;
    }
    if (!redoes)
        step.acts[0].request = given.request;
    return carry_out(run, file, confirmed, step.acts, step.count);
}

/* "import FILE": import another program's event. */
static enum lm_status import(struct run *run, struct desk_file *file, const char *section,
                             const char *confirmed, const char *const *words, size_t count)
{
    struct lm_tournament *t;
    struct lm_desk_act act;
    struct lm_desk_taken taken;
    if (count != 1)
        return fail(run->log, LM_INVALID, "import takes one file: TRF, JSON or CSV");
    enum lm_status status = load_tournament(words[0], false, run->arena, run->log, &t);
    run->log->file = NULL;
    if (status == LM_OK)
        status = begin_act(run, file, section != NULL ? section : "A", &act);
    if (status == LM_OK)
        status = lm_desk_import(file->desk, &act, t, run->log, &taken);
    if (status == LM_OK && confirmed != NULL && taken.answer == LM_ACT_NEEDS) {
        bool all = strcmp(confirmed, "all") == 0;
        struct lm_desk_taken told = all ? taken : (struct lm_desk_taken){0};
        status = read_tokens(run, confirmed, &told, &act);
        if (status == LM_OK)
            status = lm_desk_import(file->desk, &act, t, run->log, &taken);
    }
    if (status != LM_OK)
        return status;
    if (taken.answer != LM_ACT_TAKEN)
        return tell_refusal(run, &taken);
    status = desk_store(file, &taken, run->log);
    return status == LM_OK ? tell_taken(run, file, &taken) : status;
}

/* "paste FILE", "ratings FILE": a batch of acts from a table of players, shown before it is
 * confirmed. */
static enum lm_status from_list(struct run *run, struct desk_file *file, const char *section,
                                const char *confirmed, const struct desk_list *list,
                                const char *const *words, size_t count)
{
    struct lm_desk_act *acts = NULL, common;
    size_t act_count = 0;
    struct desk_look look = {.run = run,
                             .file = file,
                             .section = lm_desk_section(file->desk, section),
                             .words = words,
                             .count = count};
    if (look.section == NULL)
        return fail(run->log, LM_INVALID,
                    "%s belongs to one section; name it first: `limmat desk FILE A %s FILE`",
                    list->name, list->name);
    enum lm_status status = choose_language(run, look.form, &look.language);
    if (status == LM_OK)
        status = begin_act(run, file, look.section->id, &common);
    if (status == LM_OK)
        status = list->read(&look, confirmed != NULL, &common, &acts, &act_count);
    if (status != LM_OK || confirmed == NULL || act_count == 0)
        return status;
    for (size_t i = 0; i < act_count; i++)
        acts[i].request = i == 0 ? common.request : NULL;
    return carry_out(run, file, confirmed, acts, act_count);
}

/* ---- words ---- */

static enum lm_status no_such_word(struct run *run, const char *word)
{
    return fail(run->log, LM_INVALID,
                "unknown word \"%s\"; `limmat desk FILE help` lists all acts and views", word);
}

/* Show the kind's events and the views, for `help`. */
static enum lm_status help(struct run *run)
{
    const struct desk_view *const lists[] = {desk_state_views, desk_hall_views, desk_paper_views,
                                             desk_team_views};
    const char *group = "";
    struct lm_text *out = &run->out;
    lm_text_add(out, "limmat desk FILE.journal [SECTION] WORDS\n\nLook\n");
    for (size_t l = 0; l < sizeof lists / sizeof *lists; l++)
        for (const struct desk_view *view = lists[l]; view->name != NULL; view++)
            lm_text_print(out, "  %-12s %-10s %s\n", view->name, view->usage, view->summary);
    lm_text_add(
        out, "  undo                    take back your last entry\n  redo                    enter "
             "it again\n  import       FILE       import a tournament from another program\n  "
             "paste        FILE       enter players from a spreadsheet: first check, then with !\n "
             " ratings      FILE       old and new ratings side by side, then with !\n  -          "
             "             read acts and views from standard input, one a line\n");
    for (size_t i = 0; i < lm_desk_kind_count(); i++) {
        const struct lm_desk_kind *kind = lm_desk_kind(i);
        if (strcmp(group, kind->group) != 0)
            lm_text_print(out, "\nAct: %s\n", kind->group);
        group = kind->group;
        lm_text_print(out, "  %-12s %s\n               ", kind->name, kind->title);
        desk_usage_of(kind, out);
        lm_text_add_char(out, '\n');
    }
    lm_text_add(out, "\n"
                     "Short: r result, p pair, c correct, x clear.  You can name a field: enter "
                     "name=\"Muster, Max\" rating=1850\n"
                     "A \"!\" at the end confirms in advance.\n");
    return lm_text_status(out);
}

static bool is_number(const char *word)
{
    return word[strspn(word, "0123456789")] == '\0';
}

/* "check-in" is a view, "check-in no" an act that closes it. */
static bool is_act(const char *const *words, size_t count)
{
    return count > 1 && desk_kind_of(words[0]) != NULL && !is_number(words[1]);
}

/* Do what the words ask for; ${file} is open. */
static enum lm_status follow(struct run *run, struct desk_file *file, const char *const *words,
                             size_t count)
{
    const char *section = NULL, *confirmed = run->values[ACKNOWLEDGE].text;
    if (count > 0 && strcmp(words[count - 1], "!") == 0) {
        confirmed = "all";
        count--;
    }
    bool named = count > 1 && strcmp(words[1], "import") == 0; /* it makes the section */
    if (count > 0 && (named || lm_desk_section(file->desk, words[0]) != NULL)) {
        section = words[0];
        words++;
        count--;
    }
    const char *word = count > 0 ? words[0] : "due";
    size_t left = count > 0 ? count - 1 : 0;
    const struct desk_view *view = view_named(word);
    const struct lm_desk_kind *kind = desk_kind_of(word);
    if (view != NULL && !is_act(words, count))
        return show(run, file, view, section, words + 1, left);
    if (strcmp(word, "undo") == 0 || strcmp(word, "redo") == 0)
        return step(run, file, section, confirmed, strcmp(word, "redo") == 0);
    if (strcmp(word, "import") == 0)
        return import(run, file, section, confirmed, words + 1, left);
    if (strcmp(word, "help") == 0)
        return help(run);
    const struct desk_list *list = desk_list_named(word, left > 0 ? words[1] : "");
    if (list != NULL)
        return from_list(run, file, section, confirmed, list, words + 1, left);
    return kind != NULL ? take_words(run, file, section, confirmed, kind, words + 1, left)
                        : no_such_word(run, word);
}

/* Do the words only name a view? */
static bool only_looks(const char *const *words, size_t count)
{
    for (size_t i = 0; i < count && i < 2; i++)
        if ((view_named(words[i]) != NULL && !is_act(words + i, count - i)) ||
            strcmp(words[i], "help") == 0)
            return true;
    return count == 0;
}

/* Follow each line of standard input and answer it at once; stop at the first that fails, unless
 * the input is a terminal. */
static enum lm_status follow_input(struct run *run, struct desk_file *file)
{
    const char *bytes;
    size_t length;
    enum lm_status status = read_file("-", run->arena, run->log, &bytes, &length);
    for (size_t at = 0, number = 1; status == LM_OK && at < length; number++) {
        const char *const *words;
        size_t count, end = at;
        while (end < length && bytes[end] != '\n')
            end++;
        status = desk_split(bytes + at, end - at, run->arena, run->log, &words, &count);
        if (status == LM_OK && count > 0)
            status = follow(run, file, words, count);
        if (status == LM_INVALID)
            (void)fail(run->log, LM_INVALID, "standard input, line %zu: \"%.*s\"", number,
                       (int)(end - at), bytes + at);
        at = end + 1;
    }
    run->partial = true; /* earlier lines were carried out */
    return status;
}

static enum lm_status desk(struct run *run)
{
    struct desk_file file;
    const char *path = run->operands[0];
    const char *const *words = run->operands + 1;
    size_t count = run->operand_count - 1;
    run->destination = run->values[OUT].text;
    if (count == 1 && strcmp(words[0], "help") == 0)
        return help(run);
    bool opens = count > 0 && (strcmp(words[0], "open") == 0 || strcmp(words[0], "import") == 0 ||
                               strcmp(words[0], "-") == 0);
    if (!opens && !os_is_there(path))
        return fail(run->log, LM_INVALID,
                    "%s not found; begin an event with `limmat desk %s open NAME`, or import one "
                    "with `… import FILE`",
                    path, path);
    enum lm_status status = desk_open(path, !only_looks(words, count), run->arena, run->log, &file);
    if (status != LM_OK)
        return status;
    status = count == 1 && strcmp(words[0], "-") == 0 ? follow_input(run, &file)
                                                      : follow(run, &file, words, count);
    desk_close(&file);
    return status;
}

const struct command desk_command = {
    .name = "desk",
    .operands = "FILE.journal [SECTION] [WORD…]",
    .summary = "run an event: enter players and results, pair, publish",
    .description =
        "FILE.journal is the event: a line for each entry, in order, with its author and time.\n"
        "Names and other private data are in FILE.private beside it.  Without words it shows what\n"
        "to do next.  `limmat desk FILE help` lists all acts and views.\n"
        "\n"
        "An act that would break a rule is refused, with the article and a remedy.  If the act is\n"
        "still possible, confirm it with --acknowledge and the code shown.  An act is on the disk\n"
        "before its answer appears.\n"
        "\n"
        "Every other command reads FILE.journal too (FILE.journal#A for one of several sections):\n"
        "`limmat standings FILE.journal`, `limmat explain -p 7 FILE.journal`.",
    .example = "limmat desk open.journal open \"Summer Open\" start=2026-07-16\n"
               "limmat desk open.journal section A rounds=9\n"
               "limmat desk open.journal enter name=\"Muster, Max\" rating=1850\n"
               "limmat desk open.journal pair\n"
               "limmat desk open.journal publish\n"
               "limmat desk open.journal r 7 1",
    .options = options,
    .least = 1,
    .most = 1000,
    .words = true,
    .run = desk,
};

/* ---- journal verify ---- */

static enum lm_status verify(struct run *run)
{
    const char *bytes, *secrets = "";
    size_t length, secrets_length = 0;
    struct lm_journal_audit audit;
    const char *path = run->operands[0];
    enum lm_status status = read_file(path, run->arena, run->log, &bytes, &length);
    const char *beside = desk_secrets_path(path, run->arena);
    if (status == LM_OK && os_is_there(beside))
        status = read_file(beside, run->arena, run->log, &secrets, &secrets_length);
    run->log->file = path;
    if (status == LM_OK)
        status = lm_journal_verify(bytes, length, secrets, secrets_length, run->values[0].text,
                                   &desk_hooks, run->arena, run->log, &audit);
    if (status != LM_OK)
        return status;
    run->partial = true;
    lm_text_print(&run->out, "%llu lines, %llu with a private part, %llu of those erased\n",
                  (unsigned long long)audit.lines, (unsigned long long)audit.sealed,
                  (unsigned long long)audit.erased);
    lm_text_print(&run->out, "%s: %zu %s; the last line's fingerprint is %s\n", path, audit.count,
                  audit.count == 1 ? "fault" : "faults", audit.head);
    return audit.count == 0 ? lm_text_status(&run->out) : LM_DIFFERENT;
}

static const struct option verify_options[] = {
    {0, "head", TEXT, "FINGERPRINT", 0, 0, "of the last line, as printed on a sheet or page"},
    {0},
};

const struct command journal_verify_command = {
    .name = "journal verify",
    .operands = "FILE.journal",
    .summary = "check that a journal was not altered",
    .description =
        "It names every line that was changed, removed, repeated or moved, and every private part\n"
        "that differs from the sealed one.  An erased private part is not an error.",
    .example = "limmat journal verify open.journal",
    .options = verify_options,
    .least = 1,
    .most = 1,
    .run = verify,
};
