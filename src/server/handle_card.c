/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A player's card: their round, their rank, and requests to the arbiter.  Its address is a secret
 * between player and desk.  It is derived from the private part of the line that entered the
 * player.  So it is the same at every machine that has the event, and invalid once the player is
 * erased.
 */
#include <string.h>

#include "limmat/json.h"
#include "server/clocks.h"
#include "server/entries.h"
#include "server/handlers.h"
#include "server/inbox.h"
#include "server/link.h"
#include "server/publication.h"
#include "server/qr.h"
#include "server/quota.h"
#include "server/secrets.h"
#include "server/templates.h"
#include "site/pages.h"

enum { TOKEN = 24 /* hexadecimal digits of a digest: 96 bits */, STALE_SECONDS = 60 };

/* --- the address */

/* Is the private part of ${line} about ${person}?  For a team: is it the part that names its
 * captain? */
static bool is_about(struct visit *v, const struct lm_line *line,
                     const struct lm_desk_person *person)
{
    const struct lm_json *object;
    if (!person->team)
        return strcmp(line->person, person->id) == 0;
    if (strcmp(line->event, "team") != 0 || lm_line_object(line, v->arena, &object) != LM_OK)
        return false;
    const char *team = lm_json_string(lm_json_get(object, "team"));
    return team != NULL && strcmp(team, person->id) == 0;
}

/* Return the token of ${person}; "" if the journal has no private part about them (any longer). */
static const char *token_of(struct visit *v, const struct lm_desk_person *person)
{
    const struct lm_desk *desk = v->event->desk;
    for (uint64_t n = 1; !person->erased && n <= lm_desk_number(desk); n++) {
        const struct lm_line *line = &lm_desk_entry(desk, n)->line;
        char digest[SECRETS_DIGEST];
        if (line->secret == NULL || *line->salt == '\0' || !is_about(v, line, person))
            continue;
        const char *text = visit_print(v, "card %s %s", person->id, line->salt);
        secrets_digest(text, strlen(text), digest);
        return visit_print(v, "%.*s", (int)TOKEN, digest);
    }
    return "";
}

bool card_has(struct visit *v, const struct lm_desk_person *person, const char *token)
{
    const char *own = token_of(v, person);
    return *own != '\0' && secrets_equal(own, token);
}

/* Take the event and find the player whose card ${v->parts} name; refuses with 404. */
static enum lm_status player_of(struct visit *v, const struct lm_desk_player **out)
{
    enum lm_status status = event_take(v, v->parts[0]);
    if (status != LM_OK)
        return status;
    const struct lm_desk_section *s = lm_desk_section(v->event->desk, v->parts[1]);
    const struct lm_desk_player *p = s == NULL ? NULL : lm_desk_player(s, v->parts[2]);
    const char *token = p == NULL ? "" : token_of(v, p->person);
    if (*token == '\0' || !secrets_equal(token, v->parts[3]))
        return visit_refuse(v, 404, "Card not found. Ask at the desk");
    *out = p;
    return LM_OK;
}

/* Return the address of the card of ${p}: at the public server, if there is one. */
static const char *address_of(struct visit *v, const struct lm_desk_player *p)
{
    const char *token = token_of(v, p->person), *site = link_site(v->server->link, v->arena);
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    const char *base = e->epoch > 0 && *site != '\0' ? site : v->server->url;
    return *token == '\0' ? ""
                          : visit_print(v, "%s/card/%s/%s/%s/%s", base, v->event->slug,
                                        p->section->id, p->person->id, token);
}

/* --- its content */

static const char *titled(struct visit *v, const struct lm_desk_player *p)
{
    const char *name = public_name(v, p);
    return *p->person->title == '\0' ? name : visit_print(v, "%s %s", p->person->title, name);
}

/* Return the forecast for the player, from the section's public pages; its addresses are adapted to
 * the card, which is in another folder. */
static struct site_html foreseeing_of(struct visit *v, const struct site_event *e, uint32_t tpn)
{
    const char *base = visit_print(v, "/p/%s/%s", v->parts[0], v->parts[1]);
    struct site_supposing out = site_foreseeing(e, tpn, v->arena);
    if (*out.words == '\0')
        return (struct site_html){""};
    out.shared = site_local(v->arena, "/p/%s/%s", v->parts[0], e->names->words);
    out.script = site_local(v->arena, "/p/%s/%s", v->parts[0], e->names->suppose);
    out.engine = visit_print(v, "%s/%s", base, out.engine);
    out.wasm = visit_print(v, "%s/%s", base, out.wasm);
    out.file = visit_print(v, "%s/%s", base, out.file);
    return site_foreseeing_part(e, &out, v->arena);
}

/* Return the player's rank and points, "7 of 96 · 4 points"; "" before the first result.  Do not
 * call it while the event is taken. */
static const char *standing_of(struct visit *v, uint32_t tpn, int32_t **points,
                               struct site_html *foreseeing)
{
    struct publication *p;
    struct lm_text text = lm_text_in(v->arena);
    *points = NULL;
    *foreseeing = (struct site_html){""};
    if (tpn == 0 || publication_take(v, v->parts[0], v->parts[1], &p) != LM_OK)
        return "";
    const struct site_event *e =
        publication_event(p, visit_print(v, "index.%s.html", v->language->code));
    *foreseeing = foreseeing_of(v, e, tpn);
    uint32_t player = lm_player_with_tpn(e->t, tpn);
    *points = lm_arena_alloc(v->arena, LM_TPN_MAX + 1, sizeof **points);
    int32_t *all = lm_arena_alloc(v->arena, e->t->player_count + 1, sizeof *all);
    if (*points != NULL && all != NULL && e->played > 0 && player != LM_NOBODY) {
        const struct lm_standings *s = e->standings[e->played];
        lm_points_after(e->t, e->played, all);
        for (uint32_t i = 0; i < e->t->player_count; i++)
            (*points)[e->t->players[i].tpn] = all[i];
        if (s->rank[player] > 0)
            lm_text_print(&text, "%s · ", visit_message(v, "%u of %u", s->rank[player], s->count));
        lm_text_add(&text,
                    visit_say_of(v, LM_KEY("points"), lm_value_points("points", all[player])));
    }
    publication_give(v->server->publications, p);
    return lm_text_string(&text);
}

/* Return a result from the side of White (${white}) or Black. */
static const char *said_result(struct visit *v, const struct lm_desk_board *b, bool white)
{
    const struct lm_desk_result *r = lm_desk_result_at(b->result);
    if (b->games != NULL || b->result == 0)
        return result_of(v, b);
    const char *won = white ? "1-0" : "0-1", *lost = white ? "0-1" : "1-0";
    return strcmp(r->name, won) == 0         ? visit_message(v, "won")
           : strcmp(r->name, lost) == 0      ? visit_message(v, "lost")
           : strcmp(r->name, "1/2-1/2") == 0 ? visit_message(v, "drawn")
                                             : result_of(v, b);
}

/* Return the reports of the two players about the board that are newer than its result. */
static const char *reported(struct visit *v, const struct lm_desk_board *b,
                            const struct lm_desk_player *p)
{
    struct lm_text text = lm_text_in(v->arena);
    for (size_t i = 0; i < b->report_count; i++) {
        const struct lm_desk_report *r = &b->reports[i];
        bool mine = strcmp(r->by, p->person->id) == 0;
        const struct lm_desk_player *other = b->white == p ? b->black : b->white;
        if (r->line > b->line && (mine || strcmp(r->by, other->person->id) == 0))
            lm_text_print(&text, "%s%s", text.length == 0 ? "" : "; ",
                          visit_message(v, mine ? "you reported %s" : "your opponent reported %s",
                                        report_of(v, r)));
    }
    return lm_text_string(&text);
}

static enum lm_status add_board(struct visit *v, const struct lm_desk_player *p,
                                const struct lm_desk_round *round, const int32_t *points,
                                struct card_page *page)
{
    size_t at = 0;
    while (at < round->board_count && round->boards[at]->white != p &&
           round->boards[at]->black != p)
        at++;
    if (at == round->board_count)
        return LM_OK;
    const struct lm_desk_board *b = round->boards[at];
    struct card_board *out = lm_arena_alloc(v->arena, 1, sizeof *out);
    const char *const *tables;
    enum lm_status status = out == NULL ? LM_LIMIT : lm_desk_tables(round, v->arena, &tables);
    if (status != LM_OK)
        return status;
    bool white = b->white == p;
    const struct lm_desk_player *other = white ? b->black : b->white;
    *out = (struct card_board){.id = b->id,
                               .colour = colours_of(v->language, b, white),
                               .opponent = titled(v, other),
                               .result = said_result(v, b, white),
                               .note = reported(v, b, p),
                               .rating = other->rating,
                               .was = lm_desk_result_text(b, v->arena),
                               .won = white ? "1-0" : "0-1",
                               .lost = white ? "0-1" : "1-0",
                               .table = tables[at],
                               .room = room_in(v, p->section, tables[at])};
    if (points != NULL && other->number <= LM_TPN_MAX)
        out->points = (struct site_points){points[other->number]};
    page->boards = out;
    page->board_count = 1;
    page->may_report = p->section->phones && b->games == NULL && !lm_desk_has_result(b) &&
                       round->state != LM_ROUND_CLOSED;
    return LM_OK;
}

static const char *idle_text(struct visit *v, const struct lm_desk_round *round,
                             const struct lm_desk_player *p)
{
    for (size_t i = 0; i < round->idle_count; i++)
        if (round->idle[i].player == p)
            switch (round->idle[i].kind) {
            case LM_PAB:
                return visit_message(v, "You have the pairing-allocated bye.");
            case LM_HALF_BYE:
                return visit_message(v, "You have a half-point bye.");
            case LM_FULL_BYE:
                return visit_message(v, "You have a full-point bye.");
            default:
                return visit_message(v, "You don’t play in this round.");
            }
    return "";
}

/* Return a request with its answer: "Asked: a bye in round 7.  Not answered yet." */
static const char *note_text(struct visit *v, const struct lm_desk_note *n)
{
    static const char *const answers[] = {LM_MESSAGE("not answered yet"), LM_MESSAGE("denied"),
                                          LM_MESSAGE("granted")};
    const char *answer = visit_message_as(v, answers[n->answer], NULL);
    if (strcmp(n->what, "bye") == 0)
        return visit_message(v, "You asked for a bye in round %u: %s", n->round, answer);
    if (strcmp(n->what, "withdraw") == 0)
        return visit_message(v, "You asked to withdraw: %s", answer);
    return visit_message(v, "You asked for something else: %s", answer);
}

bool note_is_announced(const struct visit *v, const struct lm_desk_note *n)
{
    return n->kind == LM_NOTE_ANNOUNCEMENT && (n->until == LM_NO_TIME || v->now < n->until);
}

/* Add announcements, and the player's requests: received by the home, on the way there, or refused.
 */
static enum lm_status add_asked(struct visit *v, const struct lm_desk_player *p,
                                struct card_page *page)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    struct sync_item *items;
    const char *const *whys;
    size_t item_count = 0, why_count = 0;
    enum lm_status status = inbox_list(v, p->person->id, &items, &item_count);
    if (status == LM_OK)
        status = inbox_refusals(v, p->person->id, &whys, &why_count);
    struct note_row *rows =
        status == LM_OK
            ? lm_arena_alloc(v->arena, 2 * e->note_count + item_count + why_count, sizeof *rows)
            : NULL;
    if (rows == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    for (size_t i = 0; i < item_count; i++)
        rows[page->note_count++] = (struct note_row){
            .text = visit_message(v, "Your report is on its way to the hall"), .when = ""};
    struct note_row *news = rows + e->note_count + item_count + why_count;
    for (size_t i = e->note_count; i-- > 0;)
        if (note_is_announced(v, e->notes[i]) &&
            (e->notes[i]->section == NULL || e->notes[i]->section == p->section))
            news[page->new_count++] = (struct note_row){
                .text = e->notes[i]->text, .when = visit_clock(v, e->notes[i]->at, true)};
    page->news = news;
    for (size_t i = e->note_count; i-- > 0;)
        if (e->notes[i]->person == p->person && e->notes[i]->kind == LM_NOTE_REQUEST)
            rows[page->note_count++] = (struct note_row){
                .text = note_text(v, e->notes[i]), .when = visit_clock(v, e->notes[i]->at, true)};
    for (size_t i = 0; i < why_count; i++)
        rows[page->note_count++] = (struct note_row){
            .text = visit_message(v, "Not accepted: %s", visit_message_as(v, whys[i], NULL)),
            .when = ""};
    page->notes = rows;
    return LM_OK;
}

const char *event_fresh(struct visit *v, bool *stale)
{
    int64_t heard = events_heard(v->server->events, v->event->slug);
    *stale = false;
    if (event_is_home(v))
        return "";
    *stale = heard <= 0 || v->now - heard > STALE_SECONDS;
    if (heard <= 0)
        return visit_message(v,
                             "The hall has not been in touch yet. This is the last known state.");
    return visit_message(v,
                         *stale ? "Last update from the hall: %s. Later entries aren’t here yet."
                                : "Last update from the hall: %s.",
                         visit_clock(v, heard, v->now - heard > 12 * 3600));
}

/* --- a team's line-up, by the card of its captain */

/* Return the round for which ${s} accepts line-ups; 0: none. */
static uint32_t round_to_line_up(const struct lm_desk_section *s)
{
    const struct lm_desk_round *round = lm_desk_current(s);
    uint32_t number = round == NULL                    ? 1
                      : round->state < LM_ROUND_CLOSED ? round->number
                                                       : round->number + 1;
    return number > s->rounds || s->finished ? 0 : number;
}

/* List the team's players who can play on ${board}; the one of the present line-up is chosen. */
static const struct act_option *seat_choices(struct visit *v, const struct lm_desk_player *team,
                                             uint32_t round, size_t board, size_t *count)
{
    const struct lm_desk_player *now = lm_desk_lined_up(team, round, board);
    struct act_option *out = lm_arena_alloc(v->arena, team->member_count + 1, sizeof *out);
    *count = 0;
    for (size_t i = 0; out != NULL && i < team->member_count; i++) {
        const struct lm_desk_player *p = team->members[i];
        if (p->standing == LM_PLAYS)
            out[(*count)++] = (struct act_option){
                .value = p->person->id, .label = public_name(v, p), .chosen = p == now};
    }
    if (out != NULL)
        out[(*count)++] = (struct act_option){.value = "-",
                                              .label = visit_word(v, LM_KEY("entry.line-up-none")),
                                              .chosen = now == NULL};
    return out;
}

static enum lm_status add_line_up(struct visit *v, const struct lm_desk_player *p,
                                  struct card_page *page)
{
    const struct lm_desk_section *s = p->section;
    int64_t start = lm_desk_start(s, round_to_line_up(s));
    page->line_up_note = "";
    page->lined = round_to_line_up(s);
    if (!s->teams || p->team != NULL || page->lined == 0 || p->standing != LM_PLAYS)
        return LM_OK;
    page->line_up_note = visit_word(v, LM_KEY("entry.line-up-in"));
    if (lm_desk_line_up_of(p, page->lined) != NULL)
        return LM_OK;
    page->line_up_note =
        start == LM_NO_TIME || s->line_up_minutes == 0
            ? visit_word(v, LM_KEY("entry.line-up-open"))
            : visit_say_of(
                  v, LM_KEY("entry.line-up-until"),
                  lm_value_text("time",
                                visit_clock(v, start - 60 * (int64_t)s->line_up_minutes, true)));
    struct card_seat *seats = lm_arena_alloc(v->arena, s->boards, sizeof *seats);
    for (uint32_t i = 0; seats != NULL && i < s->boards; i++) {
        seats[i] = (struct card_seat){.board = i + 1};
        seats[i].choices = seat_choices(v, p, page->lined, i, &seats[i].choice_count);
        if (seats[i].choices == NULL)
            return LM_LIMIT;
        page->seat_count++;
    }
    page->seats = seats;
    return seats == NULL ? LM_LIMIT : LM_OK;
}

static enum lm_status fill(struct visit *v, const struct lm_desk_player *p, const int32_t *points,
                           struct card_page *page)
{
    const struct lm_desk_section *s = p->section;
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    const struct lm_desk_round *round = lm_desk_seen(lm_desk_current(s));
    const char *own =
        visit_print(v, "/card/%s/%s/%s/%s", v->event->slug, s->id, p->person->id, v->parts[3]);
    bool stale;
    uint64_t number = page->head.number;
    page->head = head_of(v, titled(v, p));
    page->head.event = e->name;
    page->head.number = number;
    page->head.live = site_local(v->arena, "/e/%s/live", v->event->slug);
    page->head.home = site_local(v->arena, "%s", own);
    page->head.all = (struct site_url){NULL};
    page->head.who = "";
    page->head.keeper = asset_url(v, "live", "js");
    page->head.gap = "{time}";
    page->name = titled(v, p);
    page->section = e->section_count > 1 ? s->title : "";
    page->fresh = event_fresh(v, &stale);
    page->ask = site_local(v->arena, "%s/ask", own);
    page->report = site_local(v->arena, "%s/report", own);
    page->line_up = site_local(v->arena, "%s/line-up", own);
    page->may_ask = p->standing == LM_PLAYS && !s->finished;
    page->rounds = s->rounds;
    page->next = round == NULL ? 1 : round->number + 1;
    page->may_ask &= page->next <= s->rounds;
    if (p->number > 0 && round != NULL)
        page->page = site_local(v->arena, "/p/%s/%s/%s-%u%s.html", v->event->slug, s->id,
                                s->teams ? "team" : "player", p->number, language_suffix(v));
    enum lm_status status = add_line_up(v, p, page);
    if (status != LM_OK)
        return status;
    page->idle =
        p->standing == LM_PLAYS ? "" : visit_message(v, "You are no longer in the tournament.");
    if (round == NULL)
        return add_asked(v, p, page);
    page->round = round->number;
    page->when = round_begins(v, s, round->number);
    if (*page->idle == '\0')
        page->idle = idle_text(v, round, p);
    status = add_board(v, p, round, points, page);
    return status == LM_OK ? add_asked(v, p, page) : status;
}

/* Find the player and their public standing, both as of one line of the journal.  A line entered in
 * between would be shown only in part, until the next line. */
static enum lm_status player_and_standing(struct visit *v, const struct lm_desk_player **p,
                                          int32_t **points, struct card_page *page)
{
    enum { TRIES = 3 }; /* then as of the line before: the open page asks again */
    for (int left = TRIES;; left--) {
        enum lm_status status = player_of(v, p);
        if (status != LM_OK)
            return status;
        uint32_t tpn = (*p)->number;
        uint64_t number = event_version(v->event);
        event_give(v);
        page->standing = standing_of(v, tpn, points, &page->foreseeing);
        status = player_of(v, p);
        page->head.number = number;
        if (status != LM_OK || event_version(v->event) == number || left == 0)
            return status;
        event_give(v);
    }
}

static enum lm_status show_said(struct visit *v, const char *message)
{
    const struct lm_desk_player *p = NULL;
    struct card_page page = {.message = message, .token = "", .when = "", .fresh = ""};
    int32_t *points;
    enum lm_status status = player_and_standing(v, &p, &points, &page);
    if (status == LM_OK && p->standing != LM_PLAYS)
        page.foreseeing = (struct site_html){""};
    if (status == LM_OK)
        status = fill(v, p, points, &page);
    event_give(v);
    if (status == LM_OK)
        page_desk_card(&v->reply->body, v->language, &page);
    return status;
}

static enum lm_status show_card(struct visit *v)
{
    return show_said(v, "");
}

/* --- requests */

/* Put ${ask} with its fields into the inbox, and show the card again. */
static enum lm_status put(struct visit *v, struct inbox_ask *ask, const struct lm_text *fields)
{
    const char *why = NULL;
    bool waits;
    if (fields->failed)
        return LM_LIMIT;
    if (!quota_take_of(v->server->card_quota, quota_hash(v->parts[3]), v->now))
        return visit_refuse(v, 429,
                            "You have sent too much with this card. Speak to an arbiter, or try "
                            "again in an hour.");
    ask->fields = lm_text_string(fields);
    enum lm_status status = inbox_put(v, ask, &why, &waits);
    if (status == LM_OK && why != NULL)
        return visit_refuse(v, 422, "%s", why);
    return status == LM_OK ? visit_go(v, "/card/%s/%s/%s/%s", v->event->slug, ask->section->id,
                                      ask->player->person->id, v->parts[3])
                           : status;
}

enum { ASK_WHAT, ASK_ROUND, ASK_TEXT };

static const struct form_field ask_fields[] = {
    [ASK_WHAT] = {"what", FORM_CHOICE, 0, 20, "bye|withdraw|other", true},
    [ASK_ROUND] = {"round", FORM_NUMBER, 1, LM_ROUNDS_MAX, NULL, false},
    [ASK_TEXT] = {"text", FORM_TEXT, 0, 500, NULL, false},
    {0}};

/* Check the round of a bye: byes are requested before the round is paired. */
static enum lm_status check_round(struct visit *v, const struct lm_desk_section *s)
{
    const struct lm_desk_round *last = lm_desk_current(s);
    int64_t round = value(v, ASK_ROUND)->number;
    if (!value(v, ASK_ROUND)->given)
        return visit_refuse(v, 422, "Choose a round");
    if (round > s->rounds)
        return visit_refuse(v, 422, "The tournament has %u rounds", s->rounds);
    if (last != NULL && round <= last->number)
        return visit_refuse(v, 422, "Round %lld is already paired. Speak to an arbiter",
                            (long long)round);
    return LM_OK;
}

static enum lm_status ask(struct visit *v)
{
    const struct lm_desk_player *p = NULL;
    struct lm_text text = lm_text_in(v->arena);
    struct lm_json_writer w = lm_json_writer_to(&text, true);
    const char *what = value(v, ASK_WHAT)->text;
    enum lm_status status = player_of(v, &p);
    if (status == LM_OK && strcmp(what, "bye") == 0)
        status = check_round(v, p->section);
    if (status == LM_OK) {
        struct inbox_ask wish = {.event = "request", .section = p->section, .player = p};
        lm_json_begin(&w, NULL, '{');
        lm_json_put_string(&w, "what", what);
        if (strcmp(what, "bye") == 0)
            lm_json_put_integer(&w, "round", value(v, ASK_ROUND)->number);
        if (value(v, ASK_TEXT)->length > 0)
            lm_json_put_string(&w, "text", value(v, ASK_TEXT)->text);
        lm_json_end(&w, '}');
        status = put(v, &wish, &text);
    }
    event_give(v);
    return status;
}

static const struct form_field report_fields[] = {
    {"board", FORM_TEXT, 0, 12, NULL, true},
    {"result", FORM_CHOICE, 0, 10, "1-0|1/2-1/2|0-1", true},
    {0}};

static enum lm_status report(struct visit *v)
{
    const struct lm_desk_player *p = NULL;
    struct lm_text text = lm_text_in(v->arena);
    struct lm_json_writer w = lm_json_writer_to(&text, true);
    enum lm_status status = player_of(v, &p);
    if (status == LM_OK) {
        struct inbox_ask wish = {.event = "report", .section = p->section, .player = p};
        lm_json_begin(&w, NULL, '{');
        lm_json_put_string(&w, "board", value(v, 0)->text);
        lm_json_put_string(&w, "result", value(v, 1)->text);
        lm_json_end(&w, '}');
        status = put(v, &wish, &text);
    }
    event_give(v);
    return status;
}

enum { LINED_ROUND, LINED };

static const struct form_field line_up_fields[] = {
    [LINED_ROUND] = {"round", FORM_NUMBER, 1, LM_ROUNDS_MAX, NULL, true},
    [LINED] = {"who", FORM_MANY, 0, 20, NULL, true},
    {0}};

/* Hand in a line-up, board by board.  A line-up that needs confirmation, because of a wrong order
 * or a late hour, is refused with the reason; only an arbiter can enter it. */
static enum lm_status hand_in(struct visit *v)
{
    const struct lm_desk_player *p = NULL;
    struct lm_text text = lm_text_in(v->arena);
    struct lm_json_writer w = lm_json_writer_to(&text, true);
    enum lm_status status = player_of(v, &p);
    if (status == LM_OK) {
        struct inbox_ask wish = {.event = "line-up", .section = p->section, .player = p};
        lm_json_begin(&w, NULL, '{');
        lm_json_put_integer(&w, "round", value(v, LINED_ROUND)->number);
        lm_json_begin_inline(&w, "players", '[');
        for (const char *at = value(v, LINED)->text; *at != '\0'; at += *at == ' ') {
            size_t length = strcspn(at, " ");
            lm_json_put_string(&w, NULL, visit_print(v, "%.*s", (int)length, at));
            at += length;
        }
        lm_json_end(&w, ']');
        lm_json_end(&w, '}');
        status = put(v, &wish, &text);
    }
    event_give(v);
    return status;
}

/* --- at the desk: the code for the player */

static enum lm_status show_code(struct visit *v)
{
    struct lm_desk_section *s;
    enum lm_status status = section_take(v, &s);
    const struct lm_desk_player *p = status == LM_OK ? lm_desk_player(s, v->parts[2]) : NULL;
    if (status == LM_OK && p == NULL)
        return visit_refuse(v, 404, "Player not found");
    if (status != LM_OK)
        return status;
    const char *address = address_of(v, p);
    if (*address == '\0')
        return visit_refuse(v, 404, "This player has no card");
    struct card_code_page page = {
        .head = section_head(v, s, TAB_PLAYERS, visit_word(v, LM_KEY("desk.card"))),
        .name = player_name(v, p),
        .address = address,
        .code = qr_picture(address, visit_word(v, LM_KEY("desk.qr")), v->arena),
        .back = section_url(v, s, "player/%s", p->person->id)};
    page_desk_card_code(&v->reply->body, v->language, &page);
    return LM_OK;
}

#define C "/card/:event/:section/:player/:token"

const struct handler card_handlers[] = {
    {false, C, RIGHT_LOOK, NULL, "a player's card", show_card, false},
    {true, C "/ask", RIGHT_LOOK, ask_fields, "ask for a bye, or to withdraw", ask, true},
    {true, C "/report", RIGHT_LOOK, report_fields, "a player says his result", report, true},
    {true, C "/line-up", RIGHT_LOOK, line_up_fields, "a captain hands in a line-up", hand_in, true},
    {false, "/e/:event/:section/player/:player/card", RIGHT_PEOPLE, NULL,
     "the address of a player's card", show_code, false},
    {0}};
