/* SPDX-License-Identifier: Apache-2.0 */
/* People of a section: entered, changed, checked in, gone and back. */
#include <string.h>

#include "base/sort.h"
#include "limmat/date.h"
#include "limmat/formats.h"
#include "limmat/people.h"
#include "server/handlers.h"
#include "server/templates.h"
#include "site/pages.h"

enum { PASTE_BYTES = 1 << 20 };

/* --- rows */

static const char *standing_of(struct visit *v, const struct lm_desk_player *p)
{
    switch (p->standing) {
    case LM_WITHDRAWN:
        return visit_say_of(v, LM_KEY("desk.gone-from"), lm_value_number("round", p->out_from));
    case LM_EXPELLED:
        return visit_word(v, LM_KEY("desk.expelled"));
    case LM_REMOVED:
        return visit_word(v, LM_KEY("desk.removed"));
    default:
        break;
    }
    uint32_t round = section_round(p->section);
    if (round <= p->bye_capacity && p->byes != NULL && round > 0 && p->byes[round - 1] != LM_BLANK)
        return visit_say_of(v, LM_KEY("desk.not-in-round"), lm_value_number("round", round));
    if (p->first_round > 1)
        return visit_say_of(v, LM_KEY("desk.from-round"), lm_value_number("round", p->first_round));
    if (!p->section->check_in)
        return "";
    return p->present ? visit_word(v, LM_KEY("desk.is-here"))
                      : visit_word(v, LM_KEY("desk.not-here"));
}

static struct person_row row_of(struct visit *v, const struct lm_desk_player *p)
{
    bool all = visit_may(v, RIGHT_PRIVATE);
    return (struct person_row){.id = p->person->id,
                               .title = p->person->title,
                               .name = player_name(v, p),
                               .federation = p->person->federation,
                               .club = p->person->club,
                               .fide_id = all ? p->person->fide_id : "",
                               .birth = all ? p->person->birth : "",
                               .state = standing_of(v, p),
                               .number = p->number,
                               .rating = p->rating,
                               .present = p->present,
                               .playing = p->standing == LM_PLAYS,
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

/* The report wants the FIDE ID of everybody, or birth year and federation. */
static bool is_lacking(const struct lm_desk_player *p)
{
    return *p->person->fide_id == '\0' && !p->person->erased &&
           (*p->person->birth == '\0' || *p->person->federation == '\0');
}

/* Everybody of ${s}, or those alone who play, or of whom something is lacking. */
enum whom { EVERYBODY, WHO_PLAYS, WHO_LACKS };

/* Teams in the order of their numbers, each with its persons behind it. */
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
        bool wanted =
            whom == EVERYBODY || (whom == WHO_PLAYS ? p->standing == LM_PLAYS : is_lacking(p));
        if (p->standing != LM_REMOVED && wanted)
            rows[(*count)++] = row_of(v, p);
    }
    if (rows != NULL)
        lm_sort(rows, *count, sizeof *rows, whom == WHO_PLAYS ? by_name : by_number);
    return rows;
}

static const struct form_field lacking_fields[] = {{"lacking", FORM_NUMBER, 1, 1, NULL, false},
                                                   {0}};

static enum lm_status show_people_with(struct visit *v, const struct lm_desk_section *s,
                                       const struct new_person *news, size_t count,
                                       const char *pasted, const char *note)
{
    const struct form_field *fields = v->handler->fields;
    bool lacking = fields == lacking_fields && value(v, 0)->given;
    struct people_page page = {
        .head = section_head(v, s, TAB_PLAYERS, visit_word(v, LM_KEY("page.players"))),
        .token = v->who.token,
        .pasted = pasted,
        .note = note,
        .preview = section_url(v, s, "people/look"),
        .take = section_url(v, s, "people/enter"),
        .back = section_url(v, s, "players"),
        .teams = s->teams,
        .first = 1,
        .people = (uint32_t)count,
        .one = section_url(v, s, s->teams ? "do/team" : "do/enter"),
        .find = section_url(v, s, "people/find"),
        .round = section_url(v, s, "round/1"),
        .check_in = section_url(v, s, "check-in"),
        .early =
            lm_desk_current(s) == NULL && lm_desk_proposed(s) == NULL && visit_may(v, RIGHT_ROUND),
        .may = visit_may(v, RIGHT_PEOPLE) && !s->finished,
        .news = news,
        .new_count = count};
    if (s->numbered)
        page.numbers = section_url(v, s, "numbers");
    if (s->player_count > 0)
        page.ratings = section_url(v, s, "ratings");
    page.list = list_said(v, &page.list_old);
    if (lacking)
        page.lacking = visit_word(v, LM_KEY("desk.without-id"));
    page.rows = rows_of(v, s, lacking ? WHO_LACKS : EVERYBODY, &page.row_count);
    if (page.rows == NULL)
        return LM_LIMIT;
    page_desk_people(&v->reply->body, v->language, &page);
    return LM_OK;
}

static enum lm_status show_people(struct visit *v)
{
    struct lm_desk_section *s;
    enum lm_status status = section_take(v, &s);
    return status == LM_OK ? show_people_with(v, s, NULL, 0, "", "") : status;
}

/* --- many at once */

static const struct form_field paste_fields[] = {{"text", FORM_LINES, 0, PASTE_BYTES, NULL, true},
                                                 {0}};

static const char *folded(struct visit *v, const char *name)
{
    struct lm_text text = lm_text_in(v->arena);
    lm_text_add_folded(&text, name, strlen(name));
    return lm_text_string(&text);
}

/* What is to be looked at in ${row}, who is entered already or stands there twice if ${alike}. */
static const char *doubts_of(struct visit *v, const struct lm_people_row *row, const char *alike)
{
    struct lm_text text = lm_text_in(v->arena);
    lm_text_print(&text, "%s", alike);
    for (size_t i = 0; i < row->doubt_count; i++)
        lm_text_print(&text, "%s%s", text.length > 0 ? "; " : "",
                      visit_told_as(v, row->doubts[i]->text, row->doubts[i]));
    return lm_text_string(&text);
}

/* The ${rows} as they are shown; ${*marked} of them are to be looked at.  NULL without memory. */
static const struct new_person *as_shown(struct visit *v, const struct lm_desk_section *s,
                                         const struct lm_people_row *rows, size_t count,
                                         size_t *marked)
{
    size_t known = s->player_count;
    const char **names = lm_arena_alloc(v->arena, known + count, sizeof *names);
    struct new_person *news = lm_arena_alloc(v->arena, count, sizeof *news);
    *marked = 0;
    if (names == NULL || news == NULL)
        return NULL;
    for (size_t i = 0; i < known; i++)
        names[i] = folded(v, s->players[i]->person->name);
    for (size_t i = 0; i < count; i++) {
        const struct lm_people_row *r = &rows[i];
        const char *alike = "";
        names[known + i] = folded(v, r->name);
        for (size_t k = 0; k < known + i && *r->name != '\0' && *alike == '\0'; k++)
            if (strcmp(names[k], names[known + i]) == 0)
                alike = visit_word(v, k < known ? LM_KEY("desk.same-name") : LM_KEY("desk.twice"));
        news[i] = (struct new_person){.title = r->title,
                                      .name = r->name,
                                      .federation = r->federation,
                                      .fide_id = r->fide_id,
                                      .birth = r->birth,
                                      .club = r->club,
                                      .rating = r->rating,
                                      .doubt = doubts_of(v, r, alike)};
        *marked += *news[i].doubt != '\0';
    }
    return news;
}

static enum lm_status understand(struct visit *v, struct lm_people_row **rows, size_t *count)
{
    struct lm_date today = lm_date_of((int32_t)(v->now / 86400));
    const char *text = value(v, 0)->text;
    enum lm_status status =
        lm_people_read(text, strlen(text), today.year, v->arena, &v->log, rows, count);
    if (status == LM_LIMIT)
        return visit_refuse(v, 413, "%s",
                            visit_say_of(v, LM_KEY("desk.too-many-rows"),
                                         lm_value_number("count", LM_PEOPLE_ROWS_MAX)));
    return status;
}

static enum lm_status look_at_people(struct visit *v)
{
    struct lm_desk_section *s;
    struct lm_people_row *rows;
    size_t count, marked;
    enum lm_status status = section_take(v, &s);
    if (status == LM_OK)
        status = understand(v, &rows, &count);
    if (status != LM_OK)
        return status;
    if (count == 0)
        return visit_refuse(v, 422, "%s", visit_word(v, LM_KEY("desk.no-people")));
    const struct new_person *news = as_shown(v, s, rows, count, &marked);
    if (news == NULL)
        return LM_LIMIT;
    const char *note = marked == 0 ? ""
                                   : visit_say_of(v, LM_KEY("desk.need-look"),
                                                  lm_value_number("count", (int64_t)marked));
    return show_people_with(v, s, news, count, value(v, 0)->text, note);
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
    return status;
}

static enum lm_status enter_people(struct visit *v)
{
    struct lm_desk_section *s;
    struct lm_people_row *rows;
    size_t count, entered = 0;
    enum lm_status status = section_take(v, &s);
    if (status == LM_OK)
        status = understand(v, &rows, &count);
    struct act *acts = status == LM_OK ? lm_arena_alloc(v->arena, count, sizeof *acts) : NULL;
    for (size_t i = 0; acts != NULL && status == LM_OK && i < count; i++) {
        if (*rows[i].name == '\0')
            continue;
        act_begin(v, &acts[entered], "enter", s->id);
        status = put_person(v, &acts[entered++], &rows[i]);
    }
    if (status != LM_OK)
        return status;
    if (acts == NULL || entered == 0)
        return visit_refuse(v, 422, "%s", visit_word(v, LM_KEY("desk.no-people")));
    status = act_do(v, acts, entered);
    return status == LM_OK ? visit_go(v, "/e/%s/%s/players", v->event->slug, s->id) : status;
}

/* --- one */

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

/* Where a person of a team sits on ${b}, from 0; the number of its games: nowhere. */
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

/* His games and byes, round by round. */
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
            game.result = result_of(v, b);
            game.url = section_url(v, s, "board/%s", b->id);
        }
        for (size_t k = 0; b == NULL && k < round->idle_count; k++)
            if (round->idle[k].player == p)
                game.what = site_idle_text(v->language, (enum lm_result)round->idle[k].kind);
        games[page->game_count++] = game;
    }
    return games == NULL ? LM_LIMIT : LM_OK;
}

/* The first round that nobody was told of yet: the one for which he can still be left out. */
static uint32_t round_to_come(const struct lm_desk_section *s)
{
    const struct lm_desk_round *current = lm_desk_current(s);
    uint32_t next = current == NULL ? 1 : current->number + 1;
    return next < s->rounds ? next : s->rounds;
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

/* An act about the player of the address; each filled field of the form is a field of it. */
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
static const struct form_field bye_fields[] = {{"rounds", FORM_NUMBER, 1, 99, NULL, true},
                                               {"kind", FORM_CHOICE, 0, 8, "zero|half|full", true},
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

static enum lm_status note_bye(struct visit *v)
{
    return do_with_player(v, "bye");
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
        .may_round = visit_may(v, RIGHT_ROUND),
        .is_open = s->check_in};
    page.rows = rows_of(v, s, WHO_PLAYS, &page.row_count);
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
    {false, P "players", RIGHT_DESK, lacking_fields,
     "everybody who is entered; with lacking=1 of whom the report lacks something", show_people,
     false},
    {true, P "people/look", RIGHT_PEOPLE, paste_fields, "how rows of people are understood",
     look_at_people, false},
    {true, P "people/enter", RIGHT_PEOPLE, paste_fields, "enter rows of people", enter_people,
     false},
    {false, P "player/:player", RIGHT_DESK, NULL, "one player", show_person, false},
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
    {0}};
