/* SPDX-License-Identifier: Apache-2.0 */
/* People of a section: enter, change, check in, withdraw and return. */
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "limmat/date.h"
#include "limmat/formats.h"
#include "limmat/people.h"
#include "server/handlers.h"
#include "server/person_matches.h"
#include "server/templates.h"
#include "site/pages.h"

enum { PASTE_BYTES = 1 << 20 };

/* --- rows */

struct state {
    const char *text, *look;
};

/* Find a request of ${p} that waits for an answer; NULL: none. */
static const struct lm_desk_note *request_of(struct visit *v, const struct lm_desk_player *p)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    for (size_t i = e->note_count; i-- > 0;) {
        const struct lm_desk_note *n = e->notes[i];
        if (n->kind == LM_NOTE_REQUEST && n->answer == LM_UNSET && n->person == p->person &&
            (n->section == NULL || n->section == p->section))
            return n;
    }
    return NULL;
}

static struct state standing_of(struct visit *v, const struct lm_desk_player *p)
{
    switch (p->standing) {
    case LM_WITHDRAWN:
        return (struct state){
            visit_say_of(v, LM_KEY("desk.gone-from"), lm_value_number("round", p->out_from)),
            "bad"};
    case LM_EXPELLED:
        return (struct state){visit_word(v, LM_KEY("desk.expelled")), "bad"};
    case LM_REMOVED:
        return (struct state){visit_word(v, LM_KEY("desk.removed")), ""};
    default:
        break;
    }
    const struct lm_desk_note *asks = visit_may(v, RIGHT_PRIVATE) ? request_of(v, p) : NULL;
    if (asks != NULL)
        return (struct state){asks->round > 0 ? visit_say_of(v, LM_KEY("desk.asks-round"),
                                                             lm_value_number("round", asks->round))
                                              : visit_word(v, LM_KEY("desk.asks-something")),
                              "warn"};
    for (uint32_t round = section_round(p->section); round > 0 && round <= p->section->rounds;
         round++)
        if (lm_desk_bye_of(p, round) != LM_BLANK)
            return (struct state){
                visit_say_of(v, LM_KEY("desk.not-in-round"), lm_value_number("round", round)),
                "on"};
    if (p->first_round > 1 && lm_desk_round(p->section, p->first_round) == NULL)
        return (struct state){
            visit_say_of(v, LM_KEY("desk.from-round"), lm_value_number("round", p->first_round)),
            "on"};
    if (p->section->check_in && !p->present)
        return (struct state){visit_word(v, LM_KEY("desk.not-here")), "warn"};
    return (struct state){p->present ? visit_word(v, LM_KEY("desk.is-here"))
                                     : visit_word(v, LM_KEY("desk.plays-on")),
                          "ok"};
}

/* Return the known part of a birth date: "2011" of "2011/00/00", the form of files. */
static const char *known_part(struct visit *v, const char *birth)
{
    const char *unknown = strstr(birth, "/00");
    return unknown == NULL ? birth : visit_print(v, "%.*s", (int)(unknown - birth), birth);
}

static struct person_row row_of(struct visit *v, const struct lm_desk_player *p)
{
    bool all = visit_may(v, RIGHT_PRIVATE);
    struct state state = standing_of(v, p);
    return (struct person_row){.id = p->person->id,
                               .title = p->person->title,
                               .name = player_name(v, p),
                               .federation = p->person->federation,
                               .club = p->person->club,
                               .fide_id = all ? p->person->fide_id : "",
                               .birth = all ? known_part(v, p->person->birth) : "",
                               .estimated = strncmp(p->source, "estimated", 9) == 0,
                               .state = state.text,
                               .look = state.look,
                               .number = p->number,
                               .rating = p->rating,
                               .present = p->present,
                               .playing = p->standing == LM_PLAYS,
                               .asks = all && request_of(v, p) != NULL,
                               .edit = section_url(v, p->section, "player/%s", p->person->id),
                               .tick = section_url(v, p->section, "present")};
}

static int by_number(const void *a, const void *b)
{
    const struct person_row *x = a, *y = b;
    uint32_t m = x->number == 0 ? UINT32_MAX : x->number;
    uint32_t n = y->number == 0 ? UINT32_MAX : y->number;
    if (m != n)
        return m < n ? -1 : 1;
    return x->rating != y->rating ? y->rating - x->rating : strcmp(x->name, y->name);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct person_row *)a)->name, ((const struct person_row *)b)->name);
}

static int by_rating(const void *a, const void *b)
{
    const struct person_row *x = a, *y = b;
    return x->rating != y->rating ? (y->rating > x->rating ? 1 : -1) : by_number(a, b);
}

static int by_points(const void *a, const void *b)
{
    const struct person_row *x = a, *y = b;
    return x->points.tenths != y->points.tenths ? (y->points.tenths > x->points.tenths ? 1 : -1)
                                                : by_rating(a, b);
}

/* Does the player lack data of the report: the FIDE ID, or birth year and federation? */
static bool is_lacking(const struct lm_desk_player *p)
{
    return *p->person->fide_id == '\0' && !p->person->erased &&
           (*p->person->birth == '\0' || *p->person->federation == '\0');
}

/* Return the first unpublished round: players can still be left out of it. */
static uint32_t round_to_come(const struct lm_desk_section *s)
{
    const struct lm_desk_round *current = lm_desk_current(s);
    uint32_t next = current == NULL ? 1 : current->number + 1;
    return next < s->rounds ? next : s->rounds;
}

/* Filters of the list: all, players in play, those not in the next round, with requests, with
 * missing data, not checked in for the next round. */
enum whom { EVERYBODY, WHO_PLAYS, WHO_IS_AWAY, WHO_ASKS, WHO_LACKS, WHO_IS_MISSING };

static bool is_wanted(const struct lm_desk_player *p, enum whom whom, const struct person_row *row)
{
    switch (whom) {
    case WHO_PLAYS:
        return p->standing == LM_PLAYS;
    case WHO_IS_AWAY:
        return *row->look != '\0' && strcmp(row->look, "ok") != 0 && !row->asks;
    case WHO_ASKS:
        return row->asks;
    case WHO_LACKS:
        return is_lacking(p);
    case WHO_IS_MISSING:
        return !p->present && lm_desk_in_play(p, round_to_come(p->section)) &&
               lm_desk_bye_of(p, round_to_come(p->section)) == LM_BLANK;
    default:
        return true;
    }
}

/* List the teams by number, each followed by its persons. */
static struct person_row *rows_of_teams(struct visit *v, const struct lm_desk_section *s,
                                        size_t *count)
{
    struct person_row *rows =
        lm_arena_alloc(v->arena, s->player_count + s->member_count, sizeof *rows);
    *count = 0;
    for (uint32_t at = 0; rows != NULL && at <= s->player_count; at++)
        for (size_t i = 0; i < s->player_count; i++) {
            const struct lm_desk_player *team = s->players[i];
            bool turn = team->number == (at + 1 > s->player_count ? 0 : at + 1);
            if (team->standing == LM_REMOVED || !turn)
                continue;
            rows[*count] = row_of(v, team);
            rows[*count].rating = lm_desk_strength(team);
            rows[(*count)++].club = team->captain;
            for (size_t k = 0; k < team->member_count; k++) {
                rows[*count] = row_of(v, team->members[k]);
                rows[*count].club = player_name(v, team);
                rows[*count].state = visit_print(v, "board %zu", k + 1);
                rows[(*count)++].number = 0;
            }
        }
    return rows;
}

static struct person_row *rows_of(struct visit *v, const struct lm_desk_section *s, enum whom whom,
                                  size_t *count)
{
    if (s->teams && whom == EVERYBODY)
        return rows_of_teams(v, s, count);
    bool persons = s->teams && whom == WHO_LACKS;
    size_t all = persons ? s->member_count : s->player_count;
    struct person_row *rows = lm_arena_alloc(v->arena, all, sizeof *rows);
    *count = 0;
    for (size_t i = 0; rows != NULL && i < all; i++) {
        const struct lm_desk_player *p = persons ? s->members[i] : s->players[i];
        if (p->standing == LM_REMOVED)
            continue;
        rows[*count] = row_of(v, p);
        *count += is_wanted(p, whom, &rows[*count]);
    }
    if (rows != NULL)
        lm_sort(rows, *count, sizeof *rows, whom == WHO_PLAYS ? by_name : by_number);
    return rows;
}

enum { LACKING, SHOW, BY };

static const struct form_field list_fields[] = {
    [LACKING] = {"lacking", FORM_NUMBER, 1, 1, NULL, false},
    [SHOW] = {"show", FORM_CHOICE, 0, 8, "|away|asks|lacking", false},
    [BY] = {"by", FORM_CHOICE, 0, 8, "|name|rating|points", false},
    {0}};

static enum whom whom_of(struct visit *v)
{
    const char *show = value(v, SHOW)->text;
    return value(v, LACKING)->given || strcmp(show, "lacking") == 0 ? WHO_LACKS
           : strcmp(show, "away") == 0                              ? WHO_IS_AWAY
           : strcmp(show, "asks") == 0                              ? WHO_ASKS
                                                                    : EVERYBODY;
}

/* Add the filters that match at least one player. */
static enum lm_status add_shows(struct visit *v, const struct lm_desk_section *s, enum whom here,
                                struct people_page *page)
{
    static const enum whom whoms[] = {EVERYBODY, WHO_IS_AWAY, WHO_ASKS, WHO_LACKS};
    static const char *const names[] = {"", "?show=away", "?show=asks", "?show=lacking"};
    const char *const keys[] = {LM_KEY("desk.show-all"), LM_KEY("desk.show-away"),
                                LM_KEY("desk.show-asks"), LM_KEY("desk.show-lacking")};
    struct tab *shows = lm_arena_alloc(v->arena, sizeof whoms / sizeof *whoms, sizeof *shows);
    for (size_t i = 0; shows != NULL && i < sizeof whoms / sizeof *whoms; i++) {
        size_t count = 0;
        bool private = whoms[i] == WHO_ASKS || whoms[i] == WHO_LACKS;
        if ((private && !visit_may(v, RIGHT_PRIVATE)) || rows_of(v, s, whoms[i], &count) == NULL)
            continue;
        if (count > 0 || whoms[i] == EVERYBODY || whoms[i] == here)
            shows[page->show_count++] =
                (struct tab){section_url(v, s, "players%s", names[i]),
                             visit_say_of(v, keys[i], lm_value_number("count", (int64_t)count)),
                             whoms[i] == here};
    }
    page->shows = shows;
    return shows == NULL ? LM_LIMIT : LM_OK;
}

/* Add the points of each, and sort by the requested key. */
static enum lm_status order_rows(struct visit *v, const struct lm_desk_section *s,
                                 struct person_row *rows, struct people_page *page)
{
    const struct lm_desk_round *current = lm_desk_current(s);
    uint32_t rounds = current == NULL ? 0 : current->number;
    int32_t *points = points_before(v, s, rounds + 1);
    if (points == NULL)
        return LM_LIMIT;
    page->scored = rounds > 0 && !s->teams;
    for (size_t i = 0; i < page->row_count; i++) {
        const struct lm_desk_player *p = lm_desk_player(s, rows[i].id);
        rows[i].points = (struct site_points){p == NULL ? 0 : points[p->entry]};
    }
    page->sorted = value(v, BY)->text;
    if (!s->teams && *page->sorted != '\0')
        lm_sort(rows, page->row_count, sizeof *rows,
                *page->sorted == 'n'   ? by_name
                : *page->sorted == 'r' ? by_rating
                                       : by_points);
    return LM_OK;
}

static enum lm_status show_adding(struct visit *v, const struct lm_desk_section *s,
                                  struct add_page page);

static enum lm_status show_people(struct visit *v)
{
    struct lm_desk_section *s;
    enum lm_status status = section_take(v, &s);
    if (status != LM_OK)
        return status;
    bool may = visit_may(v, RIGHT_PEOPLE) && !s->finished;
    if (s->player_count == 0 && may && !s->teams)
        return show_adding(v, s, (struct add_page){.pasted = ""});
    enum whom whom = whom_of(v);
    struct people_page page = {
        .head = section_head(v, s, TAB_PLAYERS, visit_word(v, LM_KEY("page.players"))),
        .teams = s->teams,
        .first = 1,
        .add = section_url(v, s, "people/add"),
        .one = section_url(v, s, s->teams ? "do/team" : "do/enter"),
        .round = section_url(v, s, "round/1"),
        .check_in = section_url(v, s, "check-in"),
        .by_number = section_url(v, s, "players"),
        .by_name = section_url(v, s, "players?by=name"),
        .by_rating = section_url(v, s, "players?by=rating"),
        .by_points = section_url(v, s, "players?by=points"),
        .early =
            lm_desk_current(s) == NULL && lm_desk_proposed(s) == NULL && visit_may(v, RIGHT_ROUND),
        .may = may,
        .ticks = may && !s->teams,
        .token = v->who.token,
        .many = section_url(v, s, "players/many"),
        .next = round_to_come(s)};
    bool old;
    if (s->numbered)
        page.numbers = section_url(v, s, "numbers");
    if (s->player_count > 0 && *list_text(v, &old) != '\0')
        page.ratings = section_url(v, s, "ratings");
    struct person_row *rows = rows_of(v, s, whom, &page.row_count);
    page.rows = rows;
    status = rows == NULL ? LM_LIMIT : order_rows(v, s, rows, &page);
    if (status == LM_OK)
        status = add_shows(v, s, whom, &page);
    if (status == LM_OK)
        page_desk_people(&v->reply->body, v->language, &page);
    return status;
}

/* --- pasted players */

enum { PASTED, CHOSEN, TAKE, FILED, MATCHED };

static const struct form_field paste_fields[] = {
    [PASTED] = {"text", FORM_LINES, 0, PASTE_BYTES, NULL, false},
    [CHOSEN] = {"chosen", FORM_CHECK, 0, 1, NULL, false}, /* add only those of "take" */
    [TAKE] = {"take", FORM_MANY, 0, 5, NULL, false},
    [FILED] = {"file", FORM_FILE, 0, HTTP_BODY_MAX, NULL, false},
    [MATCHED] = {"match", FORM_MANY, 0, 20, NULL, false}, /* "3-1300001": row and FIDE ID */
    {0}};

static const char *folded(struct visit *v, const char *name)
{
    struct lm_text text = lm_text_in(v->arena);
    lm_text_add_folded(&text, name, strlen(name));
    return lm_text_string(&text);
}

/* Describe the doubts about ${row}; ${alike}: a player entered already, or twice in the text. */
static const char *doubts_of(struct visit *v, const struct lm_people_row *row, const char *alike)
{
    struct lm_text text = lm_text_in(v->arena);
    lm_text_print(&text, "%s", alike);
    for (size_t i = 0; i < row->doubt_count; i++) {
        const struct lm_message *doubt = row->doubts[i];
        lm_text_print(&text, "%s%s", text.length > 0 ? "; " : "",
                      text.length > 0 ? visit_message_as(v, doubt->text, doubt)
                                      : visit_line(v, doubt->text, doubt));
    }
    return lm_text_string(&text);
}

/* Describe row ${row}, and whether it is added by default. */
static struct new_person shown_row(struct visit *v, const struct lm_people_row *r, uint32_t row,
                                   const char *alike)
{
    const char *doubt = doubts_of(v, r, alike);
    bool bad = *r->name == '\0';
    return (struct new_person){.row = row,
                               .title = r->title,
                               .name = r->name,
                               .federation = r->federation,
                               .fide_id = r->fide_id,
                               .birth = r->birth,
                               .club = r->club,
                               .rating = r->rating > 0 ? r->rating : r->national,
                               .national = r->rating > 0 ? r->national : 0,
                               .doubt = doubt,
                               .unread = r->unread,
                               .look = bad              ? "bad"
                                       : *doubt != '\0' ? "warn"
                                                        : "",
                               .take = !bad && *alike == '\0'};
}

/* Add the candidates of the rating list for ${row}, and fill in the data of a likely one. */
static enum lm_status offer_matches(struct visit *v, const struct lm_desk_section *s,
                                    struct lm_people_row *r, size_t row, struct new_person *shown,
                                    struct act_option **out)
{
    struct matches m;
    const char *lists = list_order(s);
    matches_find(v, lists_now(v->server->lists, NULL), r, &m);
    *out = lm_arena_alloc(v->arena, m.count + 1, sizeof **out);
    if (*out == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < m.count; i++) {
        bool likely = m.people[i].id == m.likely;
        (*out)[shown->option_count++] =
            (struct act_option){"match", visit_print(v, "%zu-%u", row, m.people[i].id),
                                match_said(v, &m.people[i], lists), likely};
        if (likely)
            matches_fill(v, &m.people[i], lists, r);
    }
    shown->several = m.count > 1 && m.likely == 0;
    return LM_OK;
}

/* Describe the ${rows} and count their states. NULL without memory. */
static const struct new_person *as_shown(struct visit *v, const struct lm_desk_section *s,
                                         const struct lm_people *people, struct add_page *page)
{
    size_t known = s->player_count, count = people->row_count;
    const char **names = lm_arena_alloc(v->arena, known + count, sizeof *names);
    struct new_person *news = lm_arena_alloc(v->arena, count, sizeof *news);
    if (names == NULL || news == NULL)
        return NULL;
    for (size_t i = 0; i < known; i++)
        names[i] = folded(v, s->players[i]->person->name);
    for (size_t i = 0; i < count; i++) {
        struct lm_people_row *r = &people->rows[i];
        const char *alike = "";
        struct new_person found = {.option_count = 0};
        struct act_option *options;
        if (offer_matches(v, s, r, i + 1, &found, &options) != LM_OK)
            return NULL;
        names[known + i] = folded(v, r->name);
        for (size_t k = 0; k < known + i && *r->name != '\0' && *alike == '\0'; k++)
            if (strcmp(names[k], names[known + i]) == 0)
                alike = visit_word(v, k < known ? LM_KEY("desk.same-name") : LM_KEY("desk.twice"));
        bool choose = *alike == '\0' && found.several;
        if (choose)
            alike = visit_say_of(v, LM_KEY("desk.several-listed"),
                                 lm_value_number("count", (int64_t)found.option_count));
        news[i] = shown_row(v, r, (uint32_t)i + 1, alike);
        news[i].take |= choose;
        news[i].options = options;
        news[i].option_count = found.option_count;
        page->bad += strcmp(news[i].look, "bad") == 0;
        page->doubtful += strcmp(news[i].look, "warn") == 0;
        page->ready += *news[i].look == '\0';
        page->taken += news[i].take;
    }
    return news;
}

/* Return the columns that are not imported: "SNo, Handy". */
static const char *columns_unread(struct visit *v, const struct lm_people *people)
{
    struct lm_text text = lm_text_in(v->arena);
    for (size_t i = 0; i < people->column_count; i++)
        if (*people->columns[i].became == '\0')
            lm_text_print(&text, "%s%s", text.length > 0 ? ", " : "",
                          *people->columns[i].head != '\0'
                              ? people->columns[i].head
                              : visit_say_of(v, LM_KEY("desk.column-numbered"),
                                             lm_value_number("column", (int64_t)i + 1)));
    return lm_text_string(&text);
}

/* --- a file instead of pasted rows: its people as rows to check and correct */

/* Is it a tournament file, and not a table of people? */
static bool is_tournament(const char *bytes, size_t length)
{
    size_t look = length < 4096 ? length : 4096;
    bool packed = length > 2 && memcmp(bytes, "PK", 2) == 0;
    bool trf = length > 4 && (memcmp(bytes, "012 ", 4) == 0 || memcmp(bytes, "001 ", 4) == 0);
    for (size_t i = 0; i + 5 < look && !trf; i++)
        trf = memcmp(bytes + i, "\n012 ", 5) == 0 || memcmp(bytes + i, "\n001 ", 5) == 0;
    return !packed && (trf || *bytes == '{' || memchr(bytes, '\0', look) != NULL);
}

static void add_cells(struct lm_text *out, const char *const *cells, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            lm_text_add_char(out, '\t');
        for (const char *c = cells[i]; *c != '\0'; c++)
            lm_text_add_char(out, *c == '\t' || *c == '\n' || *c == '\r' ? ' ' : *c);
    }
    lm_text_add_char(out, '\n');
}

static const char *number_text(struct visit *v, int32_t number)
{
    return number > 0 ? visit_print(v, "%d", (int)number) : "";
}

static const char *const filed_heads[] = {"Title", "Name", "Fed",  "FIDE ID", "Birth",
                                          "Club",  "Sex",  "FIDE", "National"};

enum { FILED_CELLS = sizeof filed_heads / sizeof *filed_heads };

static enum lm_status rows_of_tournament(struct visit *v, const char *bytes, size_t length,
                                         struct lm_text *out)
{
    struct lm_tournament *t;
    enum lm_status status = lm_read(bytes, length, NULL, v->arena, &v->log, &t);
    for (uint32_t i = 0; status == LM_OK && i < t->player_count; i++) {
        const struct lm_player *p = &t->players[i];
        const char sex[2] = {p->sex == 'w' || p->sex == 'm' ? p->sex : '\0', '\0'};
        const char *const cells[FILED_CELLS] = {
            p->title, p->name, p->federation, p->fide_id,
            p->birth, p->club, sex,           number_text(v, p->rating),
            ""};
        add_cells(out, cells, FILED_CELLS);
    }
    return status;
}

static enum lm_status rows_of_table(struct visit *v, const char *bytes, size_t length,
                                    struct lm_text *out, const char **unread)
{
    struct lm_people people;
    struct lm_date today = lm_date_of((int32_t)(v->now / 86400));
    enum lm_status status =
        lm_people_read_all(bytes, length, today.year, v->arena, &v->log, &people);
    for (size_t i = 0; status == LM_OK && i < people.row_count; i++) {
        const struct lm_people_row *p = &people.rows[i];
        const char *const cells[FILED_CELLS] = {p->title,
                                                p->name,
                                                p->federation,
                                                p->fide_id,
                                                p->birth,
                                                p->club,
                                                p->sex,
                                                number_text(v, p->rating),
                                                number_text(v, p->national)};
        add_cells(out, cells, FILED_CELLS);
    }
    if (status == LM_OK)
        *unread = columns_unread(v, &people);
    return status;
}

/* Return the text to parse: as pasted, or from the file. ${*unread} names columns that are not
 * imported ("" none; NULL: no file). */
static enum lm_status text_sent(struct visit *v, const char **text, const char **unread)
{
    const struct form_value *file = value(v, FILED);
    struct lm_text out = lm_text_in(v->arena);
    *text = value(v, PASTED)->text;
    *unread = NULL;
    if (!file->given || file->length == 0)
        return LM_OK;
    *unread = "";
    add_cells(&out, filed_heads, FILED_CELLS);
    enum lm_status status = is_tournament(file->text, file->length)
                                ? rows_of_tournament(v, file->text, file->length, &out)
                                : rows_of_table(v, file->text, file->length, &out, unread);
    if (status == LM_OK && out.length > PASTE_BYTES)
        return visit_refuse(v, 413, "%s",
                            visit_say_of(v, LM_KEY("desk.too-many-rows"),
                                         lm_value_number("count", LM_PEOPLE_ROWS_MAX)));
    *text = lm_text_string(&out);
    return status;
}

static enum lm_status understand(struct visit *v, const char *text, struct lm_people *people)
{
    struct lm_date today = lm_date_of((int32_t)(v->now / 86400));
    enum lm_status status =
        lm_people_read_all(text, strlen(text), today.year, v->arena, &v->log, people);
    if (status == LM_LIMIT)
        return visit_refuse(v, 413, "%s",
                            visit_say_of(v, LM_KEY("desk.too-many-rows"),
                                         lm_value_number("count", LM_PEOPLE_ROWS_MAX)));
    return status;
}

static enum lm_status show_adding(struct visit *v, const struct lm_desk_section *s,
                                  struct add_page page)
{
    page.head = section_head(v, s, TAB_PLAYERS, visit_word(v, LM_KEY("desk.add-players")));
    page.token = v->who.token;
    page.preview = section_url(v, s, "people/look");
    page.take = section_url(v, s, "people/enter");
    page.back = section_url(v, s, "players");
    page.one = section_url(v, s, "do/enter");
    page.list = list_text(v, &page.list_old);
    if (*page.list != '\0')
        page.find = section_url(v, s, "people/find");
    page_desk_add(&v->reply->body, v->language, &page);
    return LM_OK;
}

static enum lm_status add_people(struct visit *v)
{
    struct lm_desk_section *s;
    enum lm_status status = section_take(v, &s);
    return status == LM_OK ? show_adding(v, s, (struct add_page){.pasted = ""}) : status;
}

static enum lm_status look_at_people(struct visit *v)
{
    struct lm_desk_section *s;
    struct lm_people people;
    const char *text, *unread;
    enum lm_status status = section_take(v, &s);
    if (status == LM_OK)
        status = text_sent(v, &text, &unread);
    if (status == LM_OK)
        status = understand(v, text, &people);
    if (status != LM_OK)
        return status;
    if (people.row_count == 0)
        return visit_refuse(v, 422, "%s", visit_word(v, LM_KEY("desk.no-people")));
    struct add_page page = {.pasted = text,
                            .unread = unread != NULL ? unread : columns_unread(v, &people),
                            .new_rows = (uint32_t)people.row_count,
                            .one_of = 1,
                            .more_of = 2,
                            .new_count = people.row_count};
    page.news = as_shown(v, s, &people, &page);
    return page.news == NULL ? LM_LIMIT : show_adding(v, s, page);
}

static enum lm_status put_person(struct visit *v, struct act *act, const struct lm_people_row *p)
{
    const struct {
        const char *field, *text;
    } rows[] = {{"name", p->name},       {"title", p->title}, {"federation", p->federation},
                {"fide_id", p->fide_id}, {"birth", p->birth}, {"club", p->club},
                {"sex", p->sex}};
    enum lm_status status = LM_OK;
    for (size_t i = 0; status == LM_OK && i < sizeof rows / sizeof *rows; i++)
        if (rows[i].text != NULL && *rows[i].text != '\0')
            status = act_put(v, act, rows[i].field, rows[i].text);
    if (status == LM_OK && p->rating > 0)
        status = act_put(v, act, "fide", visit_print(v, "%d", p->rating));
    if (status == LM_OK && p->national > 0)
        status = act_put(v, act, "national", visit_print(v, "%d", p->national));
    if (status == LM_OK && p->national > 0 && p->rating == 0)
        status = act_put(v, act, "rating", visit_print(v, "%d", p->national));
    return status;
}

/* Is ${row} among those to add? */
static bool is_taken(struct visit *v, size_t row)
{
    const char *at = value(v, TAKE)->text;
    if (!value(v, CHOSEN)->given)
        return true;
    for (; *at != '\0'; at += strcspn(at, " "), at += *at == ' ')
        if (strtoul(at, NULL, 10) == row)
            return true;
    return false;
}

/* Fill the empty fields of ${r} from the rating-list player chosen for ${row}. */
static void fill_chosen(struct visit *v, const struct lm_desk_section *s, size_t row,
                        struct lm_people_row *r)
{
    struct lm_person person;
    const struct os_map *list = lists_now(v->server->lists, NULL);
    for (const char *at = value(v, MATCHED)->text; *at != '\0';
         at += strcspn(at, " "), at += *at == ' ') {
        char *end;
        if (strtoul(at, &end, 10) == row && *end == '-' &&
            list_person(v, list, (uint32_t)strtoul(end + 1, NULL, 10), &person))
            matches_fill(v, &person, list_order(s), r);
    }
}

static enum lm_status enter_people(struct visit *v)
{
    struct lm_desk_section *s;
    struct lm_people people = {.row_count = 0};
    size_t entered = 0;
    enum lm_status status = section_take(v, &s);
    if (status == LM_OK)
        status = understand(v, value(v, PASTED)->text, &people);
    struct act *acts =
        status == LM_OK ? lm_arena_alloc(v->arena, people.row_count, sizeof *acts) : NULL;
    for (size_t i = 0; acts != NULL && status == LM_OK && i < people.row_count; i++) {
        if (*people.rows[i].name == '\0' || !is_taken(v, i + 1))
            continue;
        fill_chosen(v, s, i + 1, &people.rows[i]);
        act_begin(v, &acts[entered], "enter", s->id);
        status = put_person(v, &acts[entered++], &people.rows[i]);
    }
    if (status != LM_OK)
        return status;
    if (acts == NULL || entered == 0)
        return visit_refuse(v, 422, "%s", visit_word(v, LM_KEY("desk.no-people")));
    status = act_do(v, acts, entered);
    return status == LM_OK ? visit_go(v, "/e/%s/%s/players", v->event->slug, s->id) : status;
}

/* --- one player */

static enum lm_status player_take(struct visit *v, struct lm_desk_section **s,
                                  struct lm_desk_player **player)
{
    enum lm_status status = section_take(v, s);
    *player = status == LM_OK ? lm_desk_player(*s, v->parts[2]) : NULL;
    if (status == LM_OK && *player == NULL)
        *player = lm_desk_member(*s, v->parts[2]);
    if (status == LM_OK && *player == NULL)
        return visit_refuse(v, 404, "%s", visit_word(v, LM_KEY("desk.no-such-player")));
    return status;
}

/* Return the board of a person on the team board ${b}, from 0; the number of its games: none. */
static size_t seat_on(const struct lm_desk_board *b, const struct lm_desk_player *p)
{
    size_t g = 0;
    while (g < b->game_count && b->games[g].players[0] != p && b->games[g].players[1] != p)
        g++;
    return g;
}

/* The same for a person of a team. */
static struct person_game game_of_member(struct visit *v, const struct lm_desk_player *p,
                                         const struct lm_desk_round *round)
{
    const struct lm_desk_section *s = p->section;
    const struct lm_desk_board *b = lm_desk_board_of(s, round->number, p->team);
    size_t g = b == NULL ? 0 : seat_on(b, p);
    struct person_game game = {.round = visit_print(v, "%u", round->number),
                               .what = visit_word(v, LM_KEY("desk.does-not-sit")),
                               .result = ""};
    if (b == NULL || g == b->game_count)
        return game;
    bool first = b->games[g].players[0] == p;
    const struct lm_desk_player *other = b->games[g].players[first];
    game.what =
        visit_say(v, LM_KEY("desk.sits"),
                  (const struct lm_value[]){
                      lm_value_number("board", (int64_t)g + 1),
                      lm_value_text("colour", lm_desk_first_has_white(b, g) == first
                                                  ? visit_word(v, LM_KEY("page.white"))
                                                  : visit_word(v, LM_KEY("page.black"))),
                      lm_value_text("other", other == NULL ? visit_word(v, LM_KEY("page.nobody"))
                                                           : player_name(v, other))},
                  3);
    game.result = shown_result(v, lm_desk_result_at(b->games[g].result)->name);
    game.url = section_url(v, s, "board/%s", b->id);
    return game;
}

/* Return the look of the result of a single game from the player's side; NULL: none yet. */
static const char *own_look(const struct lm_desk_board *b, bool white)
{
    const struct lm_desk_result *r = lm_desk_result_at(b->result);
    if (b->games != NULL || b->result == 0 || r->open)
        return NULL;
    switch (white ? r->white : r->black) {
    case LM_WIN:
    case LM_UNRATED_WIN:
    case LM_FORFEIT_WIN:
        return "w";
    case LM_LOSS:
    case LM_UNRATED_LOSS:
        return "l";
    case LM_FORFEIT_LOSS:
        return "bye";
    default:
        return "h";
    }
}

/* Return the result from the player's side: "1", "½", "+". */
static const char *own_result(struct visit *v, const struct lm_desk_board *b, bool white)
{
    const struct lm_desk_result *r = lm_desk_result_at(b->result);
    enum lm_result own = (enum lm_result)(white ? r->white : r->black);
    return b->games != NULL || b->result == 0 || r->open ? result_of(v, b)
           : own == LM_FORFEIT_WIN                       ? "+"
           : own == LM_FORFEIT_LOSS                      ? "−"
                                    : site_points_text(site_game_tenths(own), v->arena);
}

/* Add the rounds to come, with the byes in them. */
static enum lm_status add_byes(struct visit *v, const struct lm_desk_player *p,
                               struct person_page *page)
{
    const struct lm_desk_section *s = p->section;
    struct person_bye *byes = lm_arena_alloc(v->arena, s->rounds, sizeof *byes);
    page->byes = byes;
    for (uint32_t round = 1; byes != NULL && round <= s->rounds; round++) {
        const enum lm_result bye = (enum lm_result)lm_desk_bye_of(p, round);
        if (lm_desk_round(s, round) != NULL)
            continue;
        byes[page->bye_count++] =
            (struct person_bye){.round = round,
                                .what = bye == LM_BLANK ? "" : site_idle_text(v->language, bye),
                                .plays = bye == LM_BLANK,
                                .zero = bye == LM_ZERO_BYE,
                                .half = bye == LM_HALF_BYE,
                                .full = bye == LM_FULL_BYE};
        page->any_bye |= bye != LM_BLANK;
    }
    return byes == NULL ? LM_LIMIT : LM_OK;
}

/* Add rank and points, and what was paid, with or without a fee. */
static enum lm_status add_figures(struct visit *v, const struct lm_desk_player *p,
                                  struct person_page *page)
{
    const struct lm_desk_section *s = p->section;
    const uint32_t *index = NULL;
    struct lm_tournament *t;
    struct lm_standings *standings = NULL;
    struct choice_row *figures = lm_arena_alloc(v->arena, 3, sizeof *figures);
    enum lm_status status = figures == NULL ? LM_LIMIT : LM_OK;
    page->figures = figures;
    if (status == LM_OK && p->team == NULL && lm_desk_current(s) != NULL)
        status = lm_desk_tournament(v->event->desk, s, LM_FOR_ARBITERS, 0, v->arena, &index, &t);
    if (status == LM_OK && index != NULL && index[p->entry] != LM_NOBODY && t->rounds_paired > 0) {
        struct lm_standings_options o = {.edition = lm_tie_break_edition_of(t)};
        uint32_t who = index[p->entry];
        status = lm_standings_order(t, NULL, v->arena, &v->log, &o);
        if (status == LM_OK)
            status = lm_standings_compute(t, &o, v->arena, &v->log, &standings);
        if (status == LM_OK && standings->rank[who] > 0)
            figures[page->figure_count++] = (struct choice_row){
                visit_word(v, LM_KEY("page.rank")), visit_print(v, "%u", standings->rank[who])};
        if (status == LM_OK && !o.teams)
            figures[page->figure_count++] = (struct choice_row){
                visit_word(v, LM_KEY("page.points")),
                site_points_text(lm_standings_points(standings, who), v->arena)};
    }
    if (status == LM_OK && (p->paid != 0 || s->fee != 0) && visit_may(v, RIGHT_PRIVATE))
        figures[page->figure_count++] =
            (struct choice_row){visit_word(v, LM_KEY("desk.fee-paid")),
                                s->fee == 0 ? visit_print(v, "%d", p->paid)
                                            : visit_print(v, "%d / %d", p->paid, s->fee)};
    return status;
}

/* Add games and byes, round by round. */
static enum lm_status add_games(struct visit *v, const struct lm_desk_player *p,
                                struct person_page *page)
{
    const struct lm_desk_section *s = p->section;
    struct person_game *games = lm_arena_alloc(v->arena, s->round_count, sizeof *games);
    page->games = games;
    for (size_t i = 0; games != NULL && i < s->round_count; i++) {
        const struct lm_desk_round *round = s->rounds_played[i];
        const struct lm_desk_board *b =
            round == NULL ? NULL : lm_desk_board_of(s, round->number, p);
        if (round == NULL)
            continue;
        if (p->team != NULL) {
            games[page->game_count++] = game_of_member(v, p, round);
            continue;
        }
        struct person_game game = {
            .round = visit_print(v, "%u", round->number), .what = "", .result = ""};
        if (b != NULL) {
            bool white = b->white == p;
            game.what =
                visit_say(v, LM_KEY("desk.plays"),
                          (const struct lm_value[]){
                              lm_value_text("colour", colours_of(v->language, b, white)),
                              lm_value_text("other", player_name(v, white ? b->black : b->white))},
                          2);
            game.result = own_result(v, b, white);
            game.look = own_look(b, white);
            game.piece = b->games != NULL ? NULL : white ? "White" : "Black";
            game.url = section_url(v, s, "board/%s", b->id);
        }
        for (size_t k = 0; b == NULL && k < round->idle_count; k++)
            if (round->idle[k].player == p)
                game.what = site_idle_text(v->language, (enum lm_result)round->idle[k].kind);
        games[page->game_count++] = game;
    }
    return games == NULL ? LM_LIMIT : LM_OK;
}

static enum lm_status show_person(struct visit *v)
{
    struct lm_desk_section *s;
    struct lm_desk_player *p;
    enum lm_status status = player_take(v, &s, &p);
    if (status != LM_OK)
        return status;
    const char *id = p->person->id;
    struct person_page page = {.head = section_head(v, s, TAB_PLAYERS, player_name(v, p)),
                               .token = v->who.token,
                               .person = row_of(v, p),
                               .edit = section_url(v, s, "player/%s/edit", id),
                               .withdraw = section_url(v, s, "player/%s/withdraw", id),
                               .back = section_url(v, s, "player/%s/return", id),
                               .bye = section_url(v, s, "player/%s/bye", id),
                               .card = section_url(v, s, "player/%s/card", id),
                               .may = visit_may(v, RIGHT_PEOPLE) && p->team == NULL,
                               .team = s->teams,
                               .out = p->standing == LM_WITHDRAWN,
                               .round = round_to_come(s)};
    status = add_games(v, p, &page);
    if (status == LM_OK)
        status = add_byes(v, p, &page);
    if (status == LM_OK)
        status = add_figures(v, p, &page);
    page.undo = undo_said(v, s);
    page.undo_url = section_url(v, s, "round/%u/undo", section_round(s));
    if (status == LM_OK && visit_may(v, RIGHT_PRIVATE))
        status = add_notes(v, s, p->person, &page.notes, &page.note_count);
    if (status == LM_OK)
        status = act_links(v, s,
                           p->team != NULL ? "edit incident remove"
                           : s->teams ? "enter line-up roster edit-team pay adjust expel remove"
                                      : "edit move request pay incident adjust merge expel remove",
                           visit_print(v, "player=%s&team=%s", id, s->teams ? id : ""), &page.acts,
                           &page.act_count);
    if (status == LM_OK)
        page_desk_person(&v->reply->body, v->language, &page);
    return status;
}

/* Do an act about the player of the address; each filled field of the form is a field of it. */
static enum lm_status do_with_player(struct visit *v, const char *event)
{
    struct lm_desk_section *s;
    struct lm_desk_player *p;
    enum lm_status status = player_take(v, &s, &p);
    struct act act;
    if (status != LM_OK)
        return status;
    act_begin(v, &act, event, s->id);
    status = act_put(v, &act, "player", p->person->id);
    const struct form_field *fields = v->handler->fields;
    for (size_t i = 0; status == LM_OK && fields[i].name != NULL; i++)
        if (value(v, i)->length > 0)
            status = act_put(v, &act, fields[i].name, value(v, i)->text);
    if (status == LM_OK)
        status = act_do(v, &act, 1);
    return status == LM_OK ? visit_go(v, "/e/%s/%s/player/%s", v->event->slug, s->id, p->person->id)
                           : status;
}

static const struct form_field edit_fields[] = {
    {"title", FORM_TEXT, 0, 3, NULL, false},       {"name", FORM_TEXT, 0, 100, NULL, true},
    {"rating", FORM_NUMBER, 0, 4000, NULL, false}, {"federation", FORM_TEXT, 0, 3, NULL, false},
    {"fide_id", FORM_TEXT, 0, 12, NULL, false},    {"birth", FORM_TEXT, 0, 10, NULL, false},
    {"club", FORM_TEXT, 0, 100, NULL, false},      {0}};
static const struct form_field from_fields[] = {{"from", FORM_NUMBER, 1, 99, NULL, true}, {0}};
enum { BYE_ROUND, BYE_KIND, BYES };

/* One bye, or with ${BYES} what is wished of each round: "7-half". */
static const struct form_field bye_fields[] = {
    [BYE_ROUND] = {"rounds", FORM_NUMBER, 1, 99, NULL, false},
    [BYE_KIND] = {"kind", FORM_CHOICE, 0, 8, "zero|half|full|none", false},
    [BYES] = {"byes", FORM_MANY, 0, 20, NULL, false},
    {0}};

static enum lm_status edit_person(struct visit *v)
{
    return do_with_player(v, "edit");
}

static enum lm_status withdraw(struct visit *v)
{
    return do_with_player(v, "withdraw");
}

static enum lm_status come_back(struct visit *v)
{
    return do_with_player(v, "return");
}

/* Return what the desk calls the bye of ${p} in ${round}; "none": the player plays. */
static const char *bye_now(const struct lm_desk_player *p, uint32_t round)
{
    switch (lm_desk_bye_of(p, round)) {
    case LM_ZERO_BYE:
        return "zero";
    case LM_HALF_BYE:
        return "half";
    case LM_FULL_BYE:
        return "full";
    default:
        return "none";
    }
}

/* Put the wishes that differ from the byes of ${p} into ${acts}, at most ${most}. */
static enum lm_status put_byes(struct visit *v, const struct lm_desk_player *p, struct act *acts,
                               size_t most, size_t *count)
{
    const struct lm_desk_section *s = p->section;
    enum lm_status status = LM_OK;
    for (const char *at = value(v, BYES)->text; status == LM_OK && *at != '\0';) {
        char *end;
        const uint32_t round = (uint32_t)strtoul(at, &end, 10);
        const char *kind = *end == '-' ? end + 1 : "";
        kind = lm_arena_copy(v->arena, kind, strcspn(kind, " "));
        at += strcspn(at, " ");
        at += strspn(at, " ");
        if (kind == NULL)
            return LM_LIMIT;
        if (round == 0 || lm_desk_round(s, round) != NULL || strcmp(kind, bye_now(p, round)) == 0)
            continue;
        if (*count == most)
            return LM_LIMIT;
        struct act *act = &acts[(*count)++];
        act_begin(v, act, "bye", s->id);
        status = act_put(v, act, "player", p->person->id);
        if (status == LM_OK)
            status = act_put(v, act, "rounds", visit_print(v, "%u", round));
        if (status == LM_OK)
            status = act_put(v, act, "kind", kind);
    }
    return status;
}

static enum lm_status note_bye(struct visit *v)
{
    struct lm_desk_section *s;
    struct lm_desk_player *p;
    size_t count = 0;
    if (!value(v, BYES)->given)
        return do_with_player(v, "bye");
    enum lm_status status = player_take(v, &s, &p);
    if (status != LM_OK)
        return status;
    struct act *acts = lm_arena_alloc(v->arena, s->rounds, sizeof *acts);
    status = acts == NULL ? LM_LIMIT : put_byes(v, p, acts, s->rounds, &count);
    if (status == LM_OK && count > 0)
        status = act_do(v, acts, count);
    return status == LM_OK ? visit_go(v, "/e/%s/%s/player/%s", v->event->slug, s->id, p->person->id)
                           : status;
}

/* --- several players, ticked in the list */

enum { MANY_WHO, MANY_DO };

static const struct form_field many_fields[] = {
    [MANY_WHO] = {"who", FORM_MANY, 0, 20, NULL, true},
    [MANY_DO] = {"do", FORM_CHOICE, 0, 10, "here|away|zero|half|withdraw", true},
    {0}};

/* Write the act of ${wish} about one player, for the next unpublished round. */
static enum lm_status fill_one(struct visit *v, const struct lm_desk_section *s, const char *wish,
                               const char *player, struct act *act)
{
    bool leaves = strcmp(wish, "withdraw") == 0;
    act_begin(v, act, leaves ? "withdraw" : "bye", s->id);
    enum lm_status status = act_put(v, act, "player", player);
    if (status == LM_OK)
        status =
            act_put(v, act, leaves ? "from" : "rounds", visit_print(v, "%u", round_to_come(s)));
    return status == LM_OK && !leaves ? act_put(v, act, "kind", wish) : status;
}

static enum lm_status do_with_many(struct visit *v)
{
    struct lm_desk_section *s;
    const char *wish = value(v, MANY_DO)->text, *who = value(v, MANY_WHO)->text;
    bool ticks = strcmp(wish, "here") == 0 || strcmp(wish, "away") == 0;
    size_t count = 0;
    enum lm_status status = section_take(v, &s);
    if (status != LM_OK)
        return status;
    struct act *acts = lm_arena_alloc(v->arena, s->player_count + 1, sizeof *acts);
    if (acts == NULL)
        return LM_LIMIT;
    if (ticks) {
        act_begin(v, &acts[count], "present", s->id);
        status = act_put(v, &acts[count], "players", who);
        if (status == LM_OK)
            status = act_put(v, &acts[count++], "present", *wish == 'h' ? "yes" : "no");
    }
    for (const char *at = who; !ticks && status == LM_OK && *at != '\0' && count < s->player_count;
         at += strcspn(at, " "), at += *at == ' ')
        status =
            fill_one(v, s, wish, visit_print(v, "%.*s", (int)strcspn(at, " "), at), &acts[count++]);
    if (status == LM_OK)
        status = act_do(v, acts, count);
    return status == LM_OK ? visit_go(v, "/e/%s/%s/players", v->event->slug, s->id) : status;
}

/* --- check-in */

static enum lm_status show_check_in(struct visit *v)
{
    struct lm_desk_section *s;
    enum lm_status status = section_take(v, &s);
    if (status != LM_OK)
        return status;
    struct check_in_page page = {
        .head = section_head(v, s, TAB_CHECK_IN, visit_word(v, LM_KEY("desk.check-in"))),
        .token = v->who.token,
        .all = section_url(v, s, "check-in/all"),
        .open = section_url(v, s, "check-in/open"),
        .close = section_url(v, s, "check-in/close"),
        .leave_out = section_url(v, s, "check-in/leave-out"),
        .arrive =
            visit_may(v, RIGHT_CHECK_IN) ? section_url(v, s, "arrive") : (struct site_url){NULL},
        .may_round = visit_may(v, RIGHT_ROUND),
        .is_open = s->check_in,
        .round = round_to_come(s)};
    page.is_closed = !s->check_in && s->checked_in == page.round && !lm_desk_round(s, page.round);
    page.rows = rows_of(v, s, s->check_in ? WHO_PLAYS : WHO_IS_MISSING, &page.row_count);
    if (page.rows == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < page.row_count; i++)
        page.missing += !page.rows[i].present;
    const struct lm_value values[] = {
        lm_value_number("here", (int64_t)(page.row_count - page.missing)),
        lm_value_number("missing", page.missing)};
    page.state = !s->check_in ? visit_word(v, LM_KEY("desk.check-in-shut"))
                              : visit_say(v, LM_KEY("desk.here"), values, 2);
    page_desk_check_in(&v->reply->body, v->language, &page);
    return LM_OK;
}

static enum lm_status go_to_check_in(struct visit *v, const struct lm_desk_section *s)
{
    return visit_go(v, "/e/%s/%s/check-in", v->event->slug, s->id);
}

static const struct form_field tick_fields[] = {
    {"who", FORM_MANY, 0, 20, NULL, true}, {"here", FORM_CHOICE, 0, 1, "0|1", true}, {0}};

static enum lm_status tick(struct visit *v)
{
    struct lm_desk_section *s;
    struct act act;
    enum lm_status status = section_take(v, &s);
    if (status != LM_OK)
        return status;
    bool here = *value(v, 1)->text == '1';
    act_begin(v, &act, "present", s->id);
    status = act_put(v, &act, "players", value(v, 0)->text);
    if (status == LM_OK)
        status = act_put(v, &act, "present", here ? "yes" : "no");
    if (status == LM_OK)
        status = act_do(v, &act, 1);
    return status == LM_OK ? go_to_check_in(v, s) : status;
}

static enum lm_status do_check_in(struct visit *v, const char *open)
{
    struct lm_desk_section *s;
    struct act act;
    enum lm_status status = section_take(v, &s);
    if (status != LM_OK)
        return status;
    act_begin(v, &act, "check-in", s->id);
    status = act_put(v, &act, "open", open);
    if (status == LM_OK)
        status = act_do(v, &act, 1);
    return status == LM_OK ? go_to_check_in(v, s) : status;
}

static enum lm_status open_check_in(struct visit *v)
{
    return do_check_in(v, "yes");
}

static enum lm_status close_check_in(struct visit *v)
{
    return do_check_in(v, "no");
}

/* Leave out of the next round all players who are not ticked. */
static enum lm_status leave_out(struct visit *v)
{
    struct lm_desk_section *s;
    struct act act;
    enum lm_status status = section_take(v, &s);
    if (status != LM_OK)
        return status;
    act_begin(v, &act, "absent", s->id);
    status = act_do(v, &act, 1);
    return status == LM_OK ? go_to_check_in(v, s) : status;
}

static enum lm_status tick_all(struct visit *v)
{
    struct lm_desk_section *s;
    struct act act;
    struct lm_text all = lm_text_in(v->arena);
    enum lm_status status = section_take(v, &s);
    for (size_t i = 0; status == LM_OK && i < s->player_count; i++)
        if (s->players[i]->standing == LM_PLAYS && !s->players[i]->present)
            lm_text_print(&all, "%s ", s->players[i]->person->id);
    if (status != LM_OK)
        return status;
    if (all.length == 0)
        return go_to_check_in(v, s);
    act_begin(v, &act, "present", s->id);
    status = act_put(v, &act, "players", lm_text_string(&all));
    if (status == LM_OK)
        status = act_put(v, &act, "present", "yes");
    if (status == LM_OK)
        status = act_do(v, &act, 1);
    return status == LM_OK ? go_to_check_in(v, s) : status;
}

#define P "/e/:event/:section/"

const struct handler people_handlers[] = {
    {false, P "players", RIGHT_DESK, list_fields,
     "everybody who is entered; with lacking=1 of whom the report lacks something", show_people,
     false},
    {false, P "people/add", RIGHT_PEOPLE, NULL, "the form for rows of people", add_people, false},
    {true, P "people/look", RIGHT_PEOPLE, paste_fields, "how rows of people are understood",
     look_at_people, false},
    {true, P "people/enter", RIGHT_PEOPLE, paste_fields, "enter rows of people", enter_people,
     false},
    {false, P "player/:player", RIGHT_DESK, NULL, "one player", show_person, false},
    {true, P "players/many", RIGHT_PEOPLE, many_fields,
     "tick, withdraw or give a bye to several players", do_with_many, false},
    {true, P "player/:player/edit", RIGHT_PEOPLE, edit_fields, "change his data", edit_person,
     false},
    {true, P "player/:player/withdraw", RIGHT_PEOPLE, from_fields, "he leaves", withdraw, false},
    {true, P "player/:player/return", RIGHT_PEOPLE, from_fields, "he is back", come_back, false},
    {true, P "player/:player/bye", RIGHT_PEOPLE, bye_fields, "he does not play a round", note_bye,
     false},
    {false, P "check-in", RIGHT_DESK, NULL, "who is here", show_check_in, false},
    {true, P "present", RIGHT_CHECK_IN, tick_fields, "tick or untick players", tick, false},
    {true, P "check-in/all", RIGHT_ROUND, NULL, "tick everybody", tick_all, false},
    {true, P "check-in/open", RIGHT_ROUND, NULL, "open check-in", open_check_in, false},
    {true, P "check-in/close", RIGHT_ROUND, NULL, "close check-in", close_check_in, false},
    {true, P "check-in/leave-out", RIGHT_ROUND, NULL, "leave missing players out", leave_out,
     false},
    {0}};
