/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/desk/desk.h"
#include "cli/rating/list_file.h"
#include "limmat/date.h"
#include "limmat/people.h"
#include "limmat/registry_files.h"
#include "os/clock.h"

/* Tables of people from elsewhere: entries from a spreadsheet, ratings of a list.  They are first
 * shown as they were understood; a "!" makes acts of them. */

static int this_year(void)
{
    return lm_date_of((int32_t)(os_now_seconds() / 86400)).year;
}

static enum lm_status read_people(const struct desk_look *look, struct lm_people_row **rows,
                                  size_t *count)
{
    const char *bytes;
    size_t length;
    struct run *run = look->run;
    enum lm_status status = read_file(look->words[0], run->arena, run->log, &bytes, &length);
    if (status != LM_OK)
        return status;
    status = lm_people_read(bytes, length, this_year(), run->arena, run->log, rows, count);
    if (status == LM_LIMIT)
        return fail(run->log, LM_LIMIT, "%s has more than %d rows; paste it in parts",
                    look->words[0], LM_PEOPLE_ROWS_MAX);
    return status;
}

static enum lm_status add_act(struct run *run, const struct lm_desk_act *common, const char *event,
                              const struct lm_text *fields, struct lm_desk_act *out)
{
    *out = *common;
    out->event = event;
    out->fields = lm_text_string(fields);
    (void)run;
    return lm_text_status(fields);
}

/* ---- paste ---- */

static void put_some(struct lm_json_writer *w, const char *key, const char *value)
{
    if (value[0] != '\0')
        lm_json_put_string(w, key, value);
}

static enum lm_status enter(const struct desk_look *look, const struct lm_people_row *row,
                            const struct lm_desk_act *common, struct lm_desk_act *out)
{
    struct lm_text fields = lm_text_in(look->run->arena);
    struct lm_json_writer w = lm_json_writer_to(&fields, true);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "name", row->name);
    put_some(&w, "fide_id", row->fide_id);
    put_some(&w, "birth", row->birth);
    put_some(&w, "sex", row->sex);
    put_some(&w, "club", row->club);
    put_some(&w, "title", row->title);
    put_some(&w, "federation", row->federation);
    if (row->rating > 0) {
        lm_json_put_integer(&w, "rating", row->rating);
        lm_json_put_string(&w, "source", "pasted");
    }
    lm_json_end(&w, '}');
    return add_act(look->run, common, "enter", &fields, out);
}

static const char *doubts_of(struct run *run, const struct lm_people_row *row)
{
    struct lm_text text = lm_text_in(run->arena);
    for (size_t i = 0; i < row->doubt_count; i++)
        lm_text_print(&text, "%s%s", i > 0 ? "; " : "", row->doubts[i]->text);
    return lm_text_string(&text);
}

static enum lm_status show_people(const struct desk_look *look, const struct lm_people_row *rows,
                                  size_t count)
{
    struct sheet sheet =
        desk_sheet(look, "as Limmat read them; nothing has been entered yet", NULL);
    sheet_table(&sheet, "", "");
    static const char *const heads[] = {"",    "Name", "Rtg",  "Fed",      "Born",
                                        "Sex", "Id",   "Club", "Look here"};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        sheet_column(&sheet, heads[i], "",
                     i == 1   ? "k"
                     : i == 2 ? "n"
                              : "",
                     i == 1 ? SHEET_SHRINK : SHEET_KEEP);
    for (size_t i = 0; i < count; i++) {
        sheet_add(&sheet, rows[i].title);
        sheet_add(&sheet, rows[i].name);
        if (rows[i].rating > 0)
            sheet_print(&sheet, "%d", rows[i].rating);
        else
            sheet_add(&sheet, "");
        sheet_add(&sheet, rows[i].federation);
        sheet_add(&sheet, rows[i].birth);
        sheet_add(&sheet, rows[i].sex);
        sheet_add(&sheet, rows[i].fide_id);
        sheet_add(&sheet, rows[i].club);
        sheet_add(&sheet, doubts_of(look->run, &rows[i]));
    }
    return desk_write_sheet(look, &sheet);
}

static enum lm_status paste(const struct desk_look *look, bool confirmed,
                            const struct lm_desk_act *common, struct lm_desk_act **acts,
                            size_t *count)
{
    struct lm_people_row *rows;
    size_t row_count;
    enum lm_status status = read_people(look, &rows, &row_count);
    if (status != LM_OK || !confirmed)
        return status == LM_OK ? show_people(look, rows, row_count) : status;
    *acts = lm_arena_alloc(look->run->arena, row_count, sizeof **acts);
    if (*acts == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < row_count && status == LM_OK; i++)
        if (rows[i].name[0] != '\0')
            status = enter(look, &rows[i], common, &(*acts)[(*count)++]);
    return status;
}

/* ---- ratings ---- */

struct listed_rating {
    const struct lm_desk_player *player;
    int32_t rating;
};

struct list {
    const char *month; /* "2026-07"; "" */
    int64_t from;      /* the first round it applies to; 0: from the beginning */
    struct listed_rating *all;
    size_t count;
};

static int kind_of_play(const struct lm_desk_section *s)
{
    return strcmp(s->rate, "rapid") == 0   ? LM_RAPID
           : strcmp(s->rate, "blitz") == 0 ? LM_BLITZ
                                           : LM_STANDARD;
}

static void add_listed(const struct desk_look *look, const struct lm_desk_player *p,
                       const struct lm_person *person, struct list *list)
{
    int32_t rating = person->tracks[kind_of_play(look->section)].rating;
    if (rating > 0 && rating != p->rating)
        list->all[list->count++] = (struct listed_rating){p, rating};
}

/* Return FIDE's id of ${p} in ${*id}; false if there is none or the player has been removed. */
static bool id_of(const struct lm_desk_player *p, uint32_t *id)
{
    int64_t number;
    const char *text = p->person->fide_id;
    if (p->standing == LM_REMOVED || !lm_parse_integer(text, strlen(text), 1, UINT32_MAX, &number))
        return false;
    *id = (uint32_t)number;
    return true;
}

/* Read a list as FIDE publishes it, as `limmat rate import` does.  A list of one kind of chess is
 * assumed to be the section's. */
static enum lm_status look_in_fides(const struct desk_look *look, struct list *list)
{
    struct run *run = look->run;
    struct lm_registry people = lm_registry_in(run->arena, (int32_t)(os_now_seconds() / 86400));
    struct lm_fide_reader *reader =
        lm_fide_reader_new(&people, (enum lm_chess)kind_of_play(look->section), run->log);
    if (reader == NULL)
        return LM_LIMIT;
    run->log->file = look->words[0];
    enum lm_status status = feed_list(look->words[0], run->arena, run->log, reader);
    if (status == LM_OK)
        status = lm_fide_reader_end(reader);
    run->log->file = NULL;
    for (size_t i = 0; status == LM_OK && i < look->section->player_count; i++) {
        uint32_t id;
        const struct lm_desk_player *p = look->section->players[i];
        const struct lm_person *person = id_of(p, &id) ? lm_registry_find(&people, id) : NULL;
        if (person != NULL)
            add_listed(look, p, person, list);
    }
    return status;
}

/* Look the players up by id in a registry file. */
static void look_up(const struct desk_look *look, const char *bytes, size_t length,
                    struct list *list)
{
    for (size_t i = 0; i < look->section->player_count; i++) {
        const struct lm_desk_player *p = look->section->players[i];
        struct lm_person person;
        uint32_t id;
        if (id_of(p, &id) && lm_registry_lookup(bytes, length, id, look->run->arena, &person))
            add_listed(look, p, &person, list);
    }
}

static enum lm_status look_through(const struct desk_look *look, struct list *list)
{
    struct lm_people_row *rows;
    size_t count;
    enum lm_status status = read_people(look, &rows, &count);
    for (size_t i = 0; status == LM_OK && i < look->section->player_count; i++) {
        const struct lm_desk_player *p = look->section->players[i];
        for (size_t k = 0; k < count; k++)
            if (p->standing != LM_REMOVED && p->person->fide_id[0] != '\0' &&
                strcmp(rows[k].fide_id, p->person->fide_id) == 0 && rows[k].rating > 0 &&
                rows[k].rating != p->rating)
                list->all[list->count++] = (struct listed_rating){p, rows[k].rating};
    }
    return status;
}

static enum lm_status read_list(const struct desk_look *look, struct list *list)
{
    const char *bytes;
    size_t length;
    struct run *run = look->run;
    list->month = "";
    list->all = lm_arena_alloc(run->arena, look->section->player_count + 1, sizeof *list->all);
    for (size_t i = 1; i < look->count; i++) {
        const char *word = look->words[i];
        if (strncmp(word, "month=", 6) == 0)
            list->month = word + 6;
        else if (strncmp(word, "from=", 5) == 0 &&
                 !lm_parse_integer(word + 5, strlen(word + 5), 2, LM_ROUNDS_MAX, &list->from))
            return fail(run->log, LM_INVALID, "\"%s\": give a round from 2 on, for example from=5",
                        word);
    }
    if (list->all == NULL)
        return LM_LIMIT;
    if (is_fide_list(look->words[0]))
        return look_in_fides(look, list);
    enum lm_status status = read_file(look->words[0], run->arena, run->log, &bytes, &length);
    if (status != LM_OK)
        return status;
    int32_t day = lm_registry_list(bytes, length);
    if (day == LM_NO_DAY)
        return look_through(look, list);
    struct lm_text month = lm_text_in(run->arena);
    lm_text_add_date(&month, lm_date_of(day), '-');
    if (list->month[0] == '\0' && month.length >= 7)
        list->month = lm_arena_copy(run->arena, lm_text_string(&month), 7);
    look_up(look, bytes, length, list);
    return list->month == NULL ? LM_LIMIT : LM_OK;
}

/* Is ${p} among the players that the words name?  If they name none, all are. */
static bool is_ticked(const struct desk_look *look, const struct lm_desk_player *p)
{
    bool any = false;
    for (size_t i = 1; i < look->count; i++) {
        if (strchr(look->words[i], '=') != NULL)
            continue;
        any = true;
        if (lm_desk_player(look->section, look->words[i]) == p)
            return true;
    }
    return !any;
}

/* The list that counts is that of the first day (VCL 137). */
static const char *other_month(const struct desk_look *look, const struct list *list)
{
    const char *start = lm_desk_event(look->file->desk)->start;
    struct lm_text text = lm_text_in(look->run->arena);
    if (list->month[0] == '\0' || start[0] == '\0' || strncmp(list->month, start, 7) == 0 ||
        list->from != 0)
        return "";
    lm_text_print(&text, "The event begins on %s: the list of %s is not the one in force then.",
                  start, list->month);
    return lm_text_string(&text);
}

static enum lm_status show_list(const struct desk_look *look, const struct list *list)
{
    struct sheet sheet = desk_sheet(look, "ratings, old and new; nothing has changed yet", NULL);
    sheet_table(&sheet, "", other_month(look, list));
    sheet_column(&sheet, "Id", "", "", SHEET_KEEP);
    sheet_column(&sheet, "Name", "", "k", SHEET_SHRINK);
    sheet_column(&sheet, "Now", "", "n", SHEET_KEEP);
    sheet_column(&sheet, "From", "", "", '1');
    sheet_column(&sheet, "New", "", "n", SHEET_KEEP);
    for (size_t i = 0; i < list->count; i++) {
        const struct lm_desk_player *p = list->all[i].player;
        sheet_add(&sheet, p->person->id);
        desk_add_name(&sheet, look, p);
        sheet_print(&sheet, "%d", p->rating);
        sheet_add(&sheet, p->source);
        sheet_print(&sheet, "%d", list->all[i].rating);
    }
    return desk_write_sheet(look, &sheet);
}

static enum lm_status ratings(const struct desk_look *look, bool confirmed,
                              const struct lm_desk_act *common, struct lm_desk_act **acts,
                              size_t *count)
{
    struct list list = {0};
    struct lm_text fields = lm_text_in(look->run->arena);
    struct lm_json_writer w = lm_json_writer_to(&fields, true);
    enum lm_status status = read_list(look, &list);
    if (status != LM_OK || !confirmed)
        return status == LM_OK ? show_list(look, &list) : status;
    *acts = lm_arena_alloc(look->run->arena, 1, sizeof **acts);
    if (*acts == NULL)
        return LM_LIMIT;
    lm_json_begin(&w, NULL, '{');
    lm_json_begin(&w, "players", '[');
    for (size_t i = 0; i < list.count; i++)
        if (is_ticked(look, list.all[i].player))
            lm_json_put_string(&w, NULL, list.all[i].player->person->id);
    lm_json_end(&w, ']');
    lm_json_begin(&w, "ratings", '[');
    for (size_t i = 0; i < list.count; i++)
        if (is_ticked(look, list.all[i].player))
            lm_json_put_integer(&w, NULL, list.all[i].rating);
    lm_json_end(&w, ']');
    put_some(&w, "month", list.month);
    if (list.from != 0)
        lm_json_put_integer(&w, "from", list.from);
    lm_json_end(&w, '}');
    if (list.count == 0)
        return fail(look->run->log, LM_INVALID, "all ratings are as entered");
    *count = 1;
    return add_act(look->run, common, "ratings", &fields, *acts);
}

const struct desk_list *desk_list_named(const char *name, const char *path)
{
    static const struct desk_list lists[] = {{"paste", paste}, {"ratings", ratings}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (strcmp(lists[i].name, name) == 0 &&
            (desk_kind_of(name) == NULL || strcmp(path, "-") == 0 || os_is_there(path) ||
             (strchr(path, '.') != NULL && strchr(path, '=') == NULL)))
            return &lists[i]; /* for a word that is also an act, the list has the name of a file */
    return NULL;
}
