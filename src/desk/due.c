/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/sort.h"
#include "base/texts.h"
#include "desk/desk.h"
#include "limmat/message.h"

/* Due tasks: computed from the state, never stored. */

struct list {
    const struct lm_desk *d;
    const struct lm_desk_section *s;
    int64_t now;
    struct lm_arena *arena;
    struct lm_desk_due *all;
    size_t count, capacity;
    bool failed;
};

static void add(struct list *l, struct lm_desk_due due)
{
    due.section = l->s;
    l->failed |= due.message == NULL;
    due.text = due.message == NULL ? "" : due.message->text;
    if (!lm_arena_grow(l->arena, &l->all, &l->capacity, l->count + 1, sizeof *l->all))
        l->failed = true;
    else
        l->all[l->count++] = due;
}

static const char *name(const struct list *l, const struct lm_desk_player *p)
{
    return lm_desk_name(p, LM_FOR_ARBITERS, l->arena);
}

/* ---- before the start */

static bool look_alike(const struct lm_desk_person *a, const struct lm_desk_person *b)
{
    if (a->erased || b->erased || a->merged[0] != '\0' || b->merged[0] != '\0')
        return false;
    if (a->fide_id[0] != '\0' && strcmp(a->fide_id, b->fide_id) == 0)
        return true;
    bool ids = a->fide_id[0] != '\0' && b->fide_id[0] != '\0';
    return !ids && strncmp(a->birth, b->birth, 4) == 0;
}

/* Was ${newer} entered by an arbiter who saw that ${older} looks alike? */
static bool was_seen(const struct list *l, const char *newer, const char *older)
{
    const char *token = lm_printed(l->arena, "look-alike:%s", older);
    const struct lm_desk_entry *entry;
    for (uint64_t n = 1; (entry = lm_desk_entry(l->d, n)) != NULL; n++) {
        if (strcmp(entry->line.event, "enter") != 0 || strcmp(entry->line.person, newer) != 0)
            continue;
        for (size_t i = 0; i < entry->line.acknowledged_count; i++)
            if (strcmp(entry->line.acknowledged[i], token) == 0)
                return true;
    }
    return false;
}

/* Can these be one person?  Not if the desk asked that when the second was entered. */
static bool is_open(const struct list *l, const struct lm_desk_person *a,
                    const struct lm_desk_person *b)
{
    return look_alike(a, b) && !was_seen(l, a->id, b->id) && !was_seen(l, b->id, a->id);
}

struct named {
    const struct lm_desk_player *player;
    const char *key; /* the name in the form used for searching, whatever its spelling */
};

static int by_name(const void *a, const void *b)
{
    const struct named *x = a, *y = b;
    int names = strcmp(x->key, y->key);
    if (names != 0)
        return names;
    return x->player->entry < y->player->entry ? -1 : 1;
}

/* Persons, also those of teams. */
static struct lm_desk_player *const *persons_of(const struct lm_desk_section *s, size_t *count)
{
    *count = s->teams ? s->member_count : s->player_count;
    return s->teams ? s->members : s->players;
}

static void look_at_entries(struct list *l)
{
    size_t entered = 0, count = 0;
    struct lm_desk_player *const *persons = persons_of(l->s, &entered);
    struct named *all = lm_arena_alloc(l->arena, entered, sizeof *all);
    if (all == NULL) {
        l->failed = true;
        return;
    }
    for (size_t i = 0; i < entered; i++)
        if (persons[i]->standing == LM_PLAYS) {
            struct lm_text key = lm_text_in(l->arena);
            const char *called = persons[i]->person->name;
            lm_text_add_folded(&key, called, strlen(called));
            all[count++] = (struct named){persons[i], lm_text_string(&key)};
        }
    lm_sort(all, count, sizeof *all, by_name);
    bool rated = strcmp(l->s->rate, "unrated") != 0;
    for (size_t i = 0; i < count; i++) {
        const struct lm_desk_player *p = all[i].player;
        if (i + 1 < count && all[i].key[0] != '\0' && strcmp(all[i].key, all[i + 1].key) == 0 &&
            is_open(l, p->person, all[i + 1].player->person))
            add(l, (struct lm_desk_due){
                       .kind = LM_DUE_LOOK_ALIKE,
                       .player = p,
                       .other = all[i + 1].player,
                       .message = lm_message_print(
                           l->arena, "%s is entered twice: one person or two?", name(l, p)),
                       .events = l->s->teams ? "remove edit" : "merge edit"});
        if (rated && p->person->fide_id[0] == '\0' && !p->person->erased &&
            (p->person->birth[0] == '\0' || p->person->federation[0] == '\0'))
            add(l, (struct lm_desk_due){
                       .kind = LM_DUE_DATA,
                       .player = p,
                       .message = lm_message_print(l->arena,
                                                   "for the report birth or federation of %s "
                                                   "is missing",
                                                   name(l, p)),
                       .events = "edit"});
    }
}

/* Find teams that cannot fill their boards. */
static void look_at_teams(struct list *l)
{
    for (size_t i = 0; l->s->teams && i < l->s->player_count; i++) {
        const struct lm_desk_player *p = l->s->players[i];
        if (p->standing == LM_PLAYS && p->member_count < l->s->boards)
            add(l, (struct lm_desk_due){
                       .kind = LM_DUE_SETUP,
                       .player = p,
                       .message = lm_message_print(l->arena, "%s has %zu persons for %u boards",
                                                   name(l, p), p->member_count, l->s->boards),
                       .events = "enter withdraw"});
    }
}

/* Find teams without a line-up for the published round, if line-ups are required. */
static void look_at_line_ups(struct list *l)
{
    const struct lm_desk_round *r = lm_desk_current(l->s);
    if (r == NULL || l->s->line_up_minutes == 0 || r->state >= LM_ROUND_CLOSED)
        return;
    for (size_t i = 0; i < r->board_count; i++) {
        const struct lm_desk_board *b = r->boards[i];
        const struct lm_desk_player *const teams[] = {b->white, b->black};
        for (int side = 0; side < 2; side++)
            if (!lm_desk_has_begun(b) && lm_desk_line_up_of(teams[side], r->number) == NULL)
                add(l, (struct lm_desk_due){.kind = LM_DUE_LINE_UP,
                                            .player = teams[side],
                                            .board = b,
                                            .round = r->number,
                                            .message = lm_message_print(
                                                l->arena,
                                                "%s has not handed in its line-up for round %u",
                                                name(l, teams[side]), r->number),
                                            .events = "line-up"});
    }
}

static void look_at_check_in(struct list *l)
{
    uint32_t next = lm_desk_next_round(l->s);
    bool asked = l->s->check_in || l->s->checked_in == next;
    for (size_t i = 0; asked && i < l->s->player_count; i++) {
        const struct lm_desk_player *p = l->s->players[i];
        if (!p->present && lm_desk_in_play(p, next) && lm_desk_bye_of(p, next) == LM_BLANK)
            add(l,
                (struct lm_desk_due){.kind = LM_DUE_CHECK_IN,
                                     .player = p,
                                     .round = next,
                                     .message = lm_message_print(l->arena,
                                                                 "%s is not there: absent, late or "
                                                                 "withdrawn?",
                                                                 name(l, p)),
                                     .events = "absent present withdraw"});
    }
}

/* ---- a round */

/* A player who lost without appearing needs a decision before the next round (situations 30, 60).
 */
static void look_at_absent(struct list *l, const struct lm_desk_round *r)
{
    for (size_t i = 0; i < r->board_count; i++) {
        const struct lm_desk_board *b = r->boards[i];
        const struct lm_desk_result *whole = lm_desk_result_at(b->result);
        const struct lm_desk_player *sides[] = {b->white, b->black};
        for (int side = 0; side < 2; side++) {
            uint8_t result = side == 0 ? whole->white : whole->black;
            const struct lm_desk_player *p = sides[side];
            if (result == LM_FORFEIT_LOSS && lm_desk_in_play(p, r->number + 1) &&
                p->explained < r->number && lm_desk_bye_of(p, r->number + 1) == LM_BLANK)
                add(l, (struct lm_desk_due){
                           .kind = LM_DUE_ABSENCE,
                           .player = p,
                           .board = b,
                           .round = r->number,
                           .message = lm_message_print(l->arena,
                                                       "%s did not appear in round %u: still "
                                                       "in?",
                                                       name(l, p), r->number),
                           .events = "stay withdraw bye"});
        }
    }
}

/* Make "match 3 has no result of board 2, 4". */
static const struct lm_message *boards_missing(const struct list *l, const struct lm_desk_board *b)
{
    struct lm_text boards = lm_text_in(l->arena);
    for (size_t g = 0; lm_desk_has_begun(b) && g < b->game_count; g++)
        if (b->games[g].result == 0)
            lm_text_print(&boards, boards.length == 0 ? "%zu" : ", %zu", g + 1);
    if (boards.length == 0)
        return lm_message_print(l->arena, "match %u has no result", b->number);
    return lm_message_print(l->arena, "match %u has no result of board %s", b->number,
                            lm_text_string(&boards));
}

static const struct lm_message *result_missing(const struct list *l, const struct lm_desk_board *b)
{
    if (l->s->teams)
        return boards_missing(l, b);
    if (!lm_desk_has_result(b))
        return lm_message_print(l->arena, "board %u has no result", b->number);
    if (lm_desk_game_result(b, 0) == 0)
        return lm_message_print(l->arena, "board %u has no result of its first game", b->number);
    return lm_message_print(l->arena, "board %u has no result of its second game", b->number);
}

static void look_at_boards(struct list *l, const struct lm_desk_round *r)
{
    bool current = r == lm_desk_current(l->s);
    for (size_t i = 0; i < r->board_count; i++) {
        const struct lm_desk_board *b = r->boards[i];
        if (b->result == 0 && current)
            add(l, (struct lm_desk_due){.kind = LM_DUE_RESULT,
                                        .board = b,
                                        .round = r->number,
                                        .message = result_missing(l, b),
                                        .events = "result"});
        else if (b->result != 0 && lm_desk_result_at(b->result)->open)
            add(l,
                (struct lm_desk_due){.kind = LM_DUE_POSTPONED,
                                     .board = b,
                                     .round = r->number,
                                     .message = lm_message_print(
                                         l->arena, "round %u, board %u is open: %s - %s", r->number,
                                         b->number, name(l, b->white), name(l, b->black)),
                                     .events = "result"});
        for (size_t k = 0; k < b->report_count; k++)
            if (lm_desk_report_waits(b, k))
                add(l, (struct lm_desk_due){
                           .kind = LM_DUE_CONFLICT,
                           .board = b,
                           .round = r->number,
                           .message = lm_message_print(
                               l->arena, "board %u: %s reported %s, recorded is %s", b->number,
                               b->reports[k].by, lm_desk_report_text(&b->reports[k], l->arena),
                               lm_desk_result_text(b, l->arena)),
                           .events = "result report"});
    }
}

/* Was a result of an earlier round entered since ${r} was published? */
static bool has_later_result(const struct lm_desk_section *s, const struct lm_desk_round *r)
{
    for (uint32_t round = 1; r->line > 0 && round < r->number; round++)
        for (size_t i = 0; i < s->rounds_played[round - 1]->board_count; i++)
            if (s->rounds_played[round - 1]->boards[i]->line > r->line)
                return true;
    return false;
}

/* A correction can turn a published pair into a repeated one (situation 55).  What an arbiter's
 * own pairs break was confirmed when they were published. */
static void look_at_rules(struct list *l, const struct lm_desk_round *r)
{
    const struct lm_desk_reason *reasons = NULL;
    size_t count = 0;
    enum lm_status status = lm_desk_breaches(l->d, l->s, r->number, l->arena, &reasons, &count);
    l->failed |= status == LM_LIMIT;
    bool known = r->by_hand && !has_later_result(l->s, r);
    for (size_t i = 0; status == LM_OK && i < count; i++)
        if (reasons[i].level >= LM_LEVEL_CONFIRM && !known)
            add(l, (struct lm_desk_due){
                       .kind = LM_DUE_REPEATED,
                       .round = r->number,
                       .message = lm_message_within(
                           lm_message_print(l->arena, "round %u: %s", r->number, reasons[i].what),
                           reasons[i].message, l->arena),
                       .events = "alter correct"});
}

static void look_at_current(struct list *l)
{
    const struct lm_desk_round *r = lm_desk_current(l->s);
    size_t before = l->count;
    for (uint32_t round = 1; round <= lm_desk_published(l->s); round++)
        look_at_boards(l, l->s->rounds_played[round - 1]);
    if (r == NULL)
        return;
    if (r->state < LM_ROUND_CLOSED)
        look_at_rules(l, r);
    if (lm_desk_paired(l->s) == r->number)
        look_at_absent(l, r);
    bool open = false;
    for (size_t i = before; i < l->count; i++)
        open |= l->all[i].kind == LM_DUE_RESULT;
    if (!open && (r->state == LM_ROUND_PLAYING || r->state == LM_ROUND_PUBLISHED))
        add(l, (struct lm_desk_due){.kind = LM_DUE_CLOSE,
                                    .round = r->number,
                                    .message = lm_message_print(l->arena,
                                                                "all results of round %u are "
                                                                "in: close it",
                                                                r->number),
                                    .events = "close"});
}

static void look_at_next(struct list *l)
{
    const struct lm_desk_round *r = lm_desk_current(l->s), *made = lm_desk_proposed(l->s);
    uint32_t next = lm_desk_next_round(l->s);
    if (made != NULL)
        add(l, (struct lm_desk_due){.kind = LM_DUE_PUBLISH,
                                    .round = made->number,
                                    .message = lm_message_print(l->arena,
                                                                "round %u waits to be "
                                                                "published",
                                                                made->number),
                                    .events = "publish seat rest turn unpair"});
    for (size_t i = 0; made != NULL && i < l->s->player_count; i++)
        if (lm_desk_left_out(l->s, made, l->s->players[i]))
            add(l,
                (struct lm_desk_due){.kind = LM_DUE_PUBLISH,
                                     .player = l->s->players[i],
                                     .round = made->number,
                                     .message = lm_message_print(
                                         l->arena, "%s entered after the pairing and is not in it",
                                         name(l, l->s->players[i])),
                                     .events = "unpair pair"});
    if (made != NULL)
        return;
    if (next <= l->s->rounds && (r == NULL || r->state == LM_ROUND_CLOSED) &&
        l->s->player_count > 1)
        add(l, (struct lm_desk_due){.kind = LM_DUE_PAIR,
                                    .round = next,
                                    .message =
                                        lm_message_print(l->arena, "round %u can be paired", next),
                                    .events = "pair"});
    else if (next > l->s->rounds && r != NULL && r->state == LM_ROUND_CLOSED)
        add(l, (struct lm_desk_due){.kind = LM_DUE_FINISH,
                                    .message = lm_message_print(
                                        l->arena, "all rounds are closed: finish the section"),
                                    .events = "finish"});
}

static const struct lm_message *request_of(const struct list *l, const struct lm_desk_player *p,
                                           const struct lm_desk_note *note)
{
    if (p == NULL)
        return lm_message_print(l->arena, "a request without a player");
    if (strcmp(note->what, "bye") == 0 && note->round > 0)
        return lm_message_print(l->arena, "%s asks for a bye in round %u", name(l, p), note->round);
    if (strcmp(note->what, "bye") == 0)
        return lm_message_print(l->arena, "%s asks for a bye", name(l, p));
    if (strcmp(note->what, "withdraw") == 0)
        return lm_message_print(l->arena, "%s asks to withdraw", name(l, p));
    if (strcmp(note->what, "return") == 0)
        return lm_message_print(l->arena, "%s asks to play again", name(l, p));
    if (strcmp(note->what, "enter") == 0)
        return lm_message_print(l->arena, "%s asks to enter", name(l, p));
    if (strcmp(note->what, "result") == 0)
        return lm_message_print(l->arena, "%s asks about a result", name(l, p));
    return lm_message_print(l->arena, "%s asks the arbiter", name(l, p));
}

static void look_at_requests(struct list *l)
{
    for (size_t i = 0; i < l->d->event.note_count; i++) {
        const struct lm_desk_note *note = l->d->event.notes[i];
        if (note->kind != LM_NOTE_REQUEST || note->answer != LM_UNSET || note->section != l->s)
            continue;
        const struct lm_desk_player *p =
            note->person == NULL ? NULL : lm_desk_player_of(l->s, note->person);
        add(l, (struct lm_desk_due){.kind = LM_DUE_REQUEST,
                                    .player = p,
                                    .note = note,
                                    .round = note->round,
                                    .message = request_of(l, p, note),
                                    .events = "answer"});
    }
}

static int by_kind(const void *a, const void *b)
{
    const struct lm_desk_due *x = a, *y = b;
    static const uint8_t urgency[] = {
        [LM_DUE_SETUP] = 9,      [LM_DUE_DATA] = 13,    [LM_DUE_LOOK_ALIKE] = 8,
        [LM_DUE_CHECK_IN] = 6,   [LM_DUE_ABSENCE] = 7,  [LM_DUE_PAIR] = 10,
        [LM_DUE_PUBLISH] = 2,    [LM_DUE_RESULT] = 5,   [LM_DUE_CONFLICT] = 1,
        [LM_DUE_POSTPONED] = 12, [LM_DUE_REPEATED] = 0, [LM_DUE_CLOSE] = 4,
        [LM_DUE_REQUEST] = 3,    [LM_DUE_FINISH] = 11,  [LM_DUE_DEFAULT] = 2,
        [LM_DUE_FEE] = 14,       [LM_DUE_CLOCK] = 0,    [LM_DUE_LINE_UP] = 4};
    if (urgency[x->kind] != urgency[y->kind])
        return urgency[x->kind] < urgency[y->kind] ? -1 : 1;
    int sections =
        strcmp(x->section != NULL ? x->section->id : "", y->section != NULL ? y->section->id : "");
    if (sections != 0)
        return sections;
    if (x->round != y->round)
        return x->round > y->round ? -1 : 1;
    uint32_t left = x->board != NULL ? x->board->number : x->player != NULL ? x->player->entry : 0;
    uint32_t right = y->board != NULL ? y->board->number : y->player != NULL ? y->player->entry : 0;
    return left < right ? -1 : left > right;
}

/* Suggest forfeits of chairs empty after the default time; an arbiter decides (Laws 6.7.1). */
static void look_at_chairs(struct list *l)
{
    const struct lm_desk_round *r = lm_desk_current(l->s);
    int64_t start = r == NULL ? LM_NO_TIME : lm_desk_start(l->s, r->number);
    size_t empty = 0;
    bool over = start == LM_NO_TIME || l->now >= start + 60 * (int64_t)l->s->default_time;
    for (size_t i = 0; r != NULL && r->state < LM_ROUND_CLOSED && i < r->board_count; i++) {
        const struct lm_desk_board *b = r->boards[i];
        empty += b->result == 0 && !b->moves && (b->empty[0] || b->empty[1]);
    }
    if (empty > 0 && over)
        add(l,
            (struct lm_desk_due){
                .kind = LM_DUE_DEFAULT,
                .round = r->number,
                .message =
                    empty == 1
                        ? lm_message_print(l->arena, "players are missing at one board: forfeits?")
                        : lm_message_print(l->arena, "players are missing at %zu boards: forfeits?",
                                           empty),
                .events = "forfeits"});
}

static void look_at_fees(struct list *l)
{
    for (size_t i = 0; i < l->s->player_count; i++) {
        const struct lm_desk_player *p = l->s->players[i];
        if (p->standing != LM_REMOVED && l->s->fee != 0 && p->paid != l->s->fee)
            add(l,
                (struct lm_desk_due){.kind = LM_DUE_FEE,
                                     .player = p,
                                     .message = lm_message_print(l->arena, "%s has paid %d of %d",
                                                                 name(l, p), p->paid, l->s->fee),
                                     .events = "pay"});
    }
}

/* Situation 16: the order is that of the lines, but printouts and reports have dates. */
static void look_at_clock(struct list *l)
{
    enum { DAY = 86400, FAR = 31, YEAR = 366 };
    struct lm_date first, last;
    const struct lm_desk_event *e = &l->d->event;
    int64_t before = lm_desk_time(l->d), day = l->now / DAY;
    bool began = lm_parse_date(e->start, strlen(e->start), &first);
    bool ended = lm_parse_date(e->end, strlen(e->end), &last);
    bool playing = false;
    for (size_t i = 0; i < e->section_count; i++)
        playing |= lm_desk_started(e->sections[i]) && !e->sections[i]->finished;
    bool back = before != LM_NO_TIME && l->now < before - 60;
    bool far = playing &&
               ((began && day < lm_day_of(first) - FAR) || (ended && day > lm_day_of(last) + FAR) ||
                (before != LM_NO_TIME && day > before / DAY + YEAR));
    if (!back && !far)
        return;
    struct lm_text now = lm_text_in(l->arena);
    lm_text_add_instant(&now, l->now);
    const char *at = lm_text_string(&now);
    l->s = NULL;
    add(l, (struct lm_desk_due){
               .kind = LM_DUE_CLOCK,
               .message =
                   back ? lm_message_print(l->arena,
                                           "the clock of this machine says %.10s, %.5s UTC, which "
                                           "is before the last line: is it right?",
                                           at, at + 11)
                        : lm_message_print(l->arena,
                                           "the clock of this machine says %.10s, %.5s UTC, far "
                                           "from the days of the event: is it right?",
                                           at, at + 11),
               .events = ""});
}

static const struct lm_message *too_few(const struct list *l, const struct lm_desk_section *s)
{
    const char *title = lm_desk_section_title(s);
    if (l->d->event.section_count == 1 && s->player_count == 0)
        return s->teams ? lm_message_print(l->arena, "no teams are entered yet")
                        : lm_message_print(l->arena, "no players are entered yet");
    if (l->d->event.section_count == 1)
        return s->teams ? lm_message_print(l->arena, "only one team is entered")
                        : lm_message_print(l->arena, "only one player is entered");
    if (s->player_count == 0)
        return s->teams ? lm_message_print(l->arena, "section %s has no teams", title)
                        : lm_message_print(l->arena, "section %s has no players", title);
    return s->teams ? lm_message_print(l->arena, "section %s has one team", title)
                    : lm_message_print(l->arena, "section %s has one player", title);
}

static void look_at_section(struct list *l, const struct lm_desk_section *s)
{
    l->s = s;
    look_at_requests(l);
    look_at_entries(l);
    look_at_fees(l);
    if (s->finished)
        return;
    look_at_teams(l);
    look_at_line_ups(l);
    if (s->player_count < 2)
        add(l, (struct lm_desk_due){.kind = LM_DUE_SETUP,
                                    .message = too_few(l, s),
                                    .events = s->teams ? "team import" : "enter paste import"});
    look_at_check_in(l);
    look_at_chairs(l);
    look_at_current(l);
    look_at_next(l);
}

enum lm_status lm_desk_due(const struct lm_desk *d, const struct lm_desk_section *s, int64_t now,
                           struct lm_arena *arena, const struct lm_desk_due **out, size_t *count)
{
    struct list l = {.d = d, .now = now, .arena = arena};
    for (size_t i = 0; i < d->event.section_count; i++)
        if (s == NULL || d->event.sections[i] == s)
            look_at_section(&l, d->event.sections[i]);
    if (d->event.section_count == 0) {
        l.s = NULL;
        add(&l, (struct lm_desk_due){.kind = LM_DUE_SETUP,
                                     .message = lm_message_print(arena, "the event has no section"),
                                     .events = d->event.opened ? "section" : "open"});
    }
    look_at_clock(&l);
    if (l.failed)
        return LM_LIMIT;
    if (l.count > 1)
        lm_sort(l.all, l.count, sizeof *l.all, by_kind);
    *out = l.all;
    *count = l.count;
    return LM_OK;
}
