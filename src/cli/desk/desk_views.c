/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/desk/desk.h"
#include "limmat/date.h"
#include "limmat/formats.h"
#include "limmat/json.h"
#include "os/clock.h"

/* Views for an arbiter (what needs attention, the board list, players, the log) and exports. */

enum lm_status desk_round_of(const struct desk_look *look, struct lm_desk_round **out)
{
    int64_t number;
    struct lm_desk_section *s = look->section;
    if (look->count == 0) {
        *out = lm_desk_proposed(s) != NULL ? lm_desk_proposed(s) : lm_desk_current(s);
        return *out != NULL ? LM_OK
                            : fail(look->run->log, LM_INVALID,
                                   "no round is paired yet; `pair` pairs the first");
    }
    const char *word = look->words[0];
    if (!lm_parse_integer(word, strlen(word), 1, LM_ROUNDS_MAX, &number) ||
        (*out = lm_desk_round(s, (uint32_t)number)) == NULL)
        return fail(look->run->log, LM_INVALID, "round \"%s\" not found; %zu %s paired", word,
                    s->round_count, s->round_count == 1 ? "is" : "are");
    return LM_OK;
}

/* ---- due ---- */

static void put_section(struct lm_json_writer *w, const struct lm_desk_section *s)
{
    const struct lm_desk_round *round = lm_desk_current(s);
    lm_json_begin_inline(w, NULL, '{');
    lm_json_put_string(w, "id", s->id);
    lm_json_put_string(w, "title", s->title);
    lm_json_put_integer(w, s->teams ? "teams" : "players", (int64_t)s->player_count);
    lm_json_put_integer(w, "rounds", s->rounds);
    lm_json_put_integer(w, "round", round == NULL ? 0 : round->number);
    lm_json_put_string(w, "state", round == NULL ? "none" : lm_desk_round_state_name(round->state));
    lm_json_put_boolean(w, "fide_mode", s->fide_mode);
    lm_json_end(w, '}');
}

static enum lm_status write_due(const struct desk_look *look, const struct lm_desk_due *all,
                                size_t count)
{
    struct lm_json_writer w = lm_json_writer_to(&look->run->out, false);
    const struct lm_desk_event *event = lm_desk_event(look->file->desk);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "event", event->name);
    lm_json_begin(&w, "sections", '[');
    for (size_t i = 0; i < event->section_count; i++)
        put_section(&w, event->sections[i]);
    lm_json_end(&w, ']');
    lm_json_begin(&w, "due", '[');
    for (size_t i = 0; i < count; i++) {
        lm_json_begin_inline(&w, NULL, '{');
        lm_json_put_string(&w, "section", all[i].section == NULL ? "" : all[i].section->id);
        lm_json_put_integer(&w, "round", all[i].round);
        lm_json_put_string(&w, "text", all[i].text);
        lm_json_put_string(&w, "acts", all[i].events);
        lm_json_end(&w, '}');
    }
    lm_json_end(&w, ']');
    lm_json_end(&w, '}');
    lm_text_add_char(&look->run->out, '\n');
    return lm_text_status(&look->run->out);
}

static enum lm_status show_due(const struct desk_look *look)
{
    const struct lm_desk_due *all;
    size_t count;
    struct run *run = look->run;
    const struct lm_desk_event *event = lm_desk_event(look->file->desk);
    enum lm_status status =
        lm_desk_due(look->file->desk, look->section, os_now_seconds(), run->arena, &all, &count);
    if (status != LM_OK)
        return status;
    if (look->form == DESK_JSON)
        return write_due(look, all, count);
    lm_text_print(&run->out, "%s\n", event->name);
    for (size_t i = 0; i < event->section_count; i++) {
        const struct lm_desk_section *s = event->sections[i];
        const struct lm_desk_round *round = lm_desk_current(s);
        const char *state = round == NULL ? "none" : lm_desk_round_state_name(round->state);
        const struct lm_value values[] = {
            lm_value_text("kind", s->teams ? "teams" : "players"),
            lm_value_number("count", (int64_t)s->player_count),
            lm_value_number("rounds", s->rounds),
            lm_value_number("round", round == NULL ? 0 : round->number),
            lm_value_text("state", desk_title(look, state))};
        lm_text_print(&run->out, "  %s  %s%s%s\n", s->id,
                      round == NULL ? desk_say(look, LM_KEY("sheet.section"), values, 3)
                                    : desk_say(look, LM_KEY("sheet.section-round"), values, 5),
                      round == NULL || s->fide_mode ? "" : ".",
                      round == NULL ? "" : desk_fide_mark(look, s));
    }
    lm_text_print(&run->out, "\n%s\n",
                  count > 0 ? desk_say(look, LM_KEY("desk.due"), NULL, 0)
                            : desk_say(look, LM_KEY("sheet.nothing"), NULL, 0));
    for (size_t i = 0; i < count; i++) {
        size_t same = 1; /* number of consecutive rows with the same request */
        while (i + same < count && all[i + same].kind == all[i].kind &&
               all[i + same].section == all[i].section)
            same++;
        lm_text_add(&run->out, "  ");
        if (all[i].section != NULL && event->section_count > 1)
            lm_text_print(&run->out, "%s: ", all[i].section->id);
        lm_text_add(&run->out,
                    site_message(look->language, run->arena, all[i].text, all[i].message));
        if (all[i].events[0] != '\0')
            lm_text_print(&run->out, "  [%s]", all[i].events);
        lm_text_add_char(&run->out, '\n');
        if (all[i].kind != LM_DUE_RESULT && same > 3) {
            const struct lm_value more[] = {lm_value_number("count", (int64_t)same - 1)};
            lm_text_print(&run->out, "  %s\n", desk_say(look, LM_KEY("sheet.alike"), more, 1));
            i += same - 1;
        }
    }
    return lm_text_status(&run->out);
}

/* ---- people ---- */

static const char *standing_of(const struct lm_desk_player *player)
{
    static const char *const names[] = {[LM_PLAYS] = "",
                                        [LM_WITHDRAWN] = "withdrawn",
                                        [LM_EXPELLED] = "expelled",
                                        [LM_REMOVED] = "removed"};
    return names[player->standing];
}

static enum lm_status show_players(const struct desk_look *look)
{
    struct sheet sheet = sheet_new(look->run->arena, lm_desk_event(look->file->desk)->name,
                                   desk_title(look, "Players"));
    sheet.legend = desk_fide_mark(look, look->section);
    sheet_table(&sheet, "", "");
    sheet_column(&sheet, "No.", "number", "n", SHEET_KEEP);
    sheet_column(&sheet, "Id", "", "", '2');
    sheet_column(&sheet, "", "title", "", '1');
    sheet_column(&sheet, "Name", "", "k", SHEET_SHRINK);
    sheet_column(&sheet, "Fed", "federation", "", '2');
    sheet_column(&sheet, "Rtg", "rating", "n", SHEET_KEEP);
    sheet_column(&sheet, "Club", "", "", '1');
    sheet_column(&sheet, "", "state", "", SHEET_KEEP);
    bool teams = look->section->teams;
    size_t count = teams ? look->section->member_count : look->section->player_count;
    if (teams)
        sheet_column(&sheet, "Team", "", "", SHEET_SHRINK);
    for (size_t i = 0; i < count; i++) {
        const struct lm_desk_player *p =
            teams ? look->section->members[i] : look->section->players[i];
        if (p->number != 0)
            sheet_print(&sheet, "%u", p->number);
        else
            sheet_add(&sheet, "");
        sheet_add(&sheet, p->person->id);
        sheet_add(&sheet, p->person->title);
        sheet_add(&sheet, lm_desk_name(p, look->audience, look->run->arena));
        sheet_add(&sheet, p->person->federation);
        sheet_print(&sheet, "%d", p->rating);
        sheet_add(&sheet, look->audience == LM_FOR_PUBLIC ? "" : p->person->club);
        sheet_add(&sheet, *standing_of(p) == '\0' ? "" : desk_title(look, standing_of(p)));
        if (teams)
            sheet_add(&sheet, p->team->person->name);
    }
    return desk_write_sheet(look, &sheet);
}

/* ---- the log, the state ---- */

/* "by=helper-3", "since=2026-07-16T13:40Z" (also 13:40, today). */
struct filter {
    const char *by;
    int64_t since;
};

static enum lm_status read_filter(const struct desk_look *look, struct filter *filter)
{
    *filter = (struct filter){NULL, LM_NO_TIME};
    for (size_t i = 0; i < look->count; i++) {
        const char *word = look->words[i];
        bool since = strncmp(word, "since=", 6) == 0;
        const char *when = since ? desk_instant_of(word + 6, lm_desk_event(look->file->desk)->zone,
                                                   look->run->arena)
                                 : "";
        if (strncmp(word, "by=", 3) == 0)
            filter->by = word + 3;
        else if (!lm_parse_instant(when, strlen(when), &filter->since))
            return fail(look->run->log, LM_INVALID,
                        "unknown filter \"%s\"; use by=WHO or since=TIME, for example since=13:40",
                        word);
    }
    return LM_OK;
}

static const char *told_of(const struct desk_look *look, uint64_t number)
{
    struct lm_text text = lm_text_in(look->run->arena);
    lm_desk_tell(look->file->desk, number, look->audience, look->language, &text);
    return lm_text_string(&text);
}

void desk_put_entry(struct lm_json_writer *w, const struct desk_look *look, uint64_t number)
{
    const struct lm_desk_entry *entry = lm_desk_entry(look->file->desk, number);
    struct lm_text at = lm_text_in(look->run->arena);
    lm_text_add_instant(&at, entry->line.at);
    lm_json_begin_inline(w, NULL, '{');
    lm_json_put_integer(w, "number", (int64_t)number);
    lm_json_put_string(w, "at", lm_text_string(&at));
    lm_json_put_string(w, "by", entry->line.by);
    lm_json_put_string(w, "section", entry->line.section);
    lm_json_put_string(w, "event", entry->line.event);
    lm_json_put_string(w, "text", told_of(look, number));
    lm_json_put_integer(w, "undone", (int64_t)entry->undone);
    lm_json_end(w, '}');
}

static void write_entry(const struct desk_look *look, uint64_t n)
{
    struct lm_text *out = &look->run->out;
    const struct lm_desk_entry *entry = lm_desk_entry(look->file->desk, n);
    lm_text_print(out, "%4llu  ", (unsigned long long)n);
    desk_add_clock(out, lm_desk_event(look->file->desk)->zone, entry->line.at);
    lm_text_print(out, "  %-10s ", entry->line.by);
    if (entry->line.section[0] != '\0')
        lm_text_print(out, "%s: ", entry->line.section);
    lm_text_add(out, told_of(look, n));
    if (entry->undone != 0)
        lm_text_print(out, "  (undone by %llu)", (unsigned long long)entry->undone);
    lm_text_add_char(out, '\n');
}

static enum lm_status show_log(const struct desk_look *look)
{
    struct lm_text *out = &look->run->out;
    struct lm_json_writer w = lm_json_writer_to(out, false);
    bool json = look->form == DESK_JSON;
    struct filter filter;
    enum lm_status status = read_filter(look, &filter);
    if (status == LM_OK && json)
        lm_json_begin(&w, NULL, '[');
    for (uint64_t n = 1; status == LM_OK && n <= lm_desk_number(look->file->desk); n++) {
        const struct lm_desk_entry *entry = lm_desk_entry(look->file->desk, n);
        if ((filter.by != NULL && strcmp(filter.by, entry->line.by) != 0) ||
            (filter.since != LM_NO_TIME && entry->line.at < filter.since))
            continue;
        if (json)
            desk_put_entry(&w, look, n);
        else
            write_entry(look, n);
    }
    if (status == LM_OK && json) {
        lm_json_end(&w, ']');
        lm_text_add_char(out, '\n');
    }
    return status == LM_OK ? lm_text_status(out) : status;
}

static enum lm_status show_state(const struct desk_look *look)
{
    lm_desk_write(look->file->desk, look->audience, &look->run->out);
    return lm_text_status(&look->run->out);
}

/* ---- leaving, checking ---- */

static enum lm_status show_export(const struct desk_look *look)
{
    const char *name = look->form == DESK_JSON ? "json" : look->form == DESK_CSV ? "csv" : "trf26";
    const char *rounds = NULL;
    struct lm_tournament *t;
    struct run *run = look->run;
    for (size_t i = 0; i < look->count; i++)
        if (strncmp(look->words[i], "rounds=", 7) == 0)
            rounds = look->words[i] + 7;
        else
            name = look->words[i];
    const struct lm_format *format = lm_format_named(name);
    if (format == NULL || format->write == NULL)
        return fail(run->log, LM_INVALID, "\"%s\" is not a format; use trf26, trf16, json or csv",
                    name);
    enum lm_status status = lm_desk_tournament(
        look->file->desk, look->section,
        look->audience == LM_FOR_PUBLIC ? LM_FOR_PUBLIC : LM_FOR_REPORT, 0, run->arena, NULL, &t);
    if (status == LM_OK && rounds == NULL && look->audience != LM_FOR_PUBLIC)
        status = lm_desk_declare(look->section, t);
    if (status == LM_OK && rounds != NULL)
        status = take_period(run, rounds, &t);
    return status == LM_OK ? lm_write(format, t, NULL, run->log, &run->out) : status;
}

static void write_checked(struct run *run, const struct lm_desk_check *check)
{
    struct lm_json_writer w = lm_json_writer_to(&run->out, false);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_integer(&w, "rounds", (int64_t)check->count);
    lm_json_put_integer(&w, "differences", (int64_t)check->differences);
    lm_json_begin(&w, "checked", '[');
    for (size_t i = 0; i < check->count; i++) {
        const struct lm_desk_checked *c = &check->rounds[i];
        lm_json_begin_inline(&w, NULL, '{');
        lm_json_put_string(&w, "section", c->section);
        lm_json_put_integer(&w, "round", c->round);
        lm_json_put_integer(&w, "line", (int64_t)c->line);
        lm_json_put_boolean(&w, "differs", c->differs);
        lm_json_put_boolean(&w, "unknown", c->unknown);
        lm_json_put_boolean(&w, "declared", c->declared);
        lm_json_end(&w, '}');
    }
    lm_json_end(&w, ']');
    lm_json_end(&w, '}');
    lm_text_add_char(&run->out, '\n');
}

enum lm_status desk_check(struct run *run, const char *path, bool json)
{
    const char *bytes, *secrets = "";
    size_t length, secrets_length = 0;
    struct lm_desk_check check;
    const char *beside = desk_secrets_path(path, run->arena);
    enum lm_status status = read_file(path, run->arena, run->log, &bytes, &length);
    if (status == LM_OK && os_is_there(beside))
        status = read_file(beside, run->arena, run->log, &secrets, &secrets_length);
    if (status == LM_OK)
        status = lm_desk_check(bytes, length, secrets, secrets_length, &desk_hooks, run->arena,
                               run->log, &check);
    if (status != LM_OK)
        return status;
    run->partial = true;
    if (json)
        write_checked(run, &check);
    for (size_t i = 0; i < check.count && !json; i++) {
        const struct lm_desk_checked *c = &check.rounds[i];
        if (c->differs || c->unknown)
            lm_text_print(&run->out, "%s, round %u (line %llu): %s%s\n", c->section, c->round,
                          (unsigned long long)c->line,
                          c->unknown ? "the rules give no pairing for the state at that time"
                                     : "the rules give another pairing",
                          c->declared ? "; declared" : "");
    }
    if (!json)
        lm_text_print(&run->out, "%zu published round%s: %zu difference%s\n", check.count,
                      check.count == 1 ? "" : "s", check.differences,
                      check.differences == 1 ? "" : "s");
    return check.differences == 0 ? lm_text_status(&run->out) : LM_DIFFERENT;
}

static enum lm_status show_check(const struct desk_look *look)
{
    return desk_check(look->run, look->run->operands[0], look->form == DESK_JSON);
}

const struct desk_view desk_state_views[] = {
    {"due", "", "what needs attention (the default)", false, show_due},
    {"players", "", "all players", true, show_players},
    {"log", "[by=WHO since=TIME]", "every entry: when, who, what", false, show_log},
    {"export", "[FORMAT] [rounds=5-7]",
     "a file for other programs: trf26, trf16, json, csv; or some rounds for a rating report", true,
     show_export},
    {"check", "", "pair every published round again, from the state at that time", false,
     show_check},
    {"state", "", "the whole state as JSON", false, show_state},
    {0},
};
