/* SPDX-License-Identifier: Apache-2.0 */
/* After the last round: receipts for prize money and the final report; also the organiser's
 * messages to all players, at any time. */
#include <string.h>

#include "base/sort.h"
#include "base/texts.h"
#include "limmat/prizes.h"
#include "limmat/ranking.h"
#include "server/clocks.h"
#include "server/handlers.h"
#include "server/outbox.h"
#include "server/payments.h"
#include "server/tables.h"
#include "server/templates.h"
#include "site/pages.h"

static const struct form_field sheet_fields[] = {SHEET_FIELD, {0}};

static const char *title_of(const struct lm_desk_section *s)
{
    return *s->title == '\0' ? s->id : s->title;
}

static const char *cents_text(struct visit *v, const char *currency, int64_t cents)
{
    struct lm_text text = lm_text_in(v->arena);
    if (*currency != '\0')
        lm_text_print(&text, "%s ", currency);
    lm_text_add_cents(&text, cents);
    return lm_text_string(&text);
}

/* --- receipts for prize money, a line to sign for each winner */

static const char *prizes_named(struct visit *v, const struct lm_prizes *p, uint32_t participant)
{
    struct lm_text text = lm_text_in(v->arena);
    for (size_t i = 0; i < p->award_count; i++)
        if (p->awards[i].participant == participant && p->awards[i].amount > 0)
            lm_text_print(&text, "%s%s %u", text.length == 0 ? "" : ", ",
                          p->plan->groups[p->awards[i].group].name, p->awards[i].place);
    return lm_text_string(&text);
}

static void add_winners(struct table_maker *m, const struct lm_prizes *p)
{
    const struct lm_standings *s = p->standings;
    int64_t sum = 0;
    for (uint32_t rank = 1; !m->failed && rank <= s->count; rank++)
        for (uint32_t i = 0; i < s->count; i++) {
            struct cell *cells = s->rank[i] == rank && p->totals[i] > 0 ? add_row(m) : NULL;
            if (cells == NULL)
                continue;
            cells[0].text = visit_print(m->v, "%u", rank);
            cells[1].text = lm_participant_name(s, i);
            cells[2].text = prizes_named(m->v, p, i);
            cells[3].text = cents_text(m->v, p->plan->currency, p->totals[i]);
            sum += p->totals[i];
        }
    struct cell *cells = m->failed ? NULL : add_row(m);
    if (cells != NULL) {
        cells[1].text = visit_word(m->v, LM_KEY("entry.sum"));
        cells[3].text = cents_text(m->v, p->plan->currency, sum);
    }
}

static enum lm_status show_prize_receipts(struct visit *v)
{
    struct lm_desk_section *s;
    const struct lm_prizes *p = NULL;
    enum lm_status status = section_take(v, &s);
    if (status == LM_OK)
        status = prizes_of(v, s, &p);
    if (status == LM_OK && p == NULL)
        return visit_refuse(v, 404, "%s", visit_word(v, LM_KEY("entry.no-prizes")));
    if (status != LM_OK)
        return status;
    struct table_maker m = {.v = v};
    m.page.head = section_head(v, s, TAB_PRIZES, visit_word(v, LM_KEY("entry.prize-receipts")));
    m.page.title = m.page.head.title;
    m.page.note = s->title;
    m.page.look = "names-sheet";
    m.page.stamp = stamp_of(v, NULL);
    add_column(&m, visit_word(v, LM_KEY("page.rank")), "n");
    add_column(&m, visit_word(v, LM_KEY("page.name")), "name");
    add_column(&m, visit_word(v, LM_KEY("page.prizes")), "name");
    add_column(&m, visit_word(v, LM_KEY("entry.amount")), "n");
    add_column(&m, visit_word(v, LM_KEY("entry.signature")), "name");
    add_winners(&m, p);
    return write_table(&m);
}

/* --- the final report */

struct totals {
    int64_t players, left, games, open, fees, paid, owed, prizes;
};

static void count_games(const struct lm_desk_section *s, struct totals *r)
{
    for (size_t i = 0; i < s->round_count; i++) {
        const struct lm_desk_round *round = s->rounds_played[i];
        for (size_t k = 0; round != NULL && k < round->board_count; k++) {
            r->games += lm_desk_has_begun(round->boards[k]);
            r->open += !lm_desk_has_result(round->boards[k]);
        }
    }
}

static enum lm_status totals_of(struct visit *v, const struct lm_desk_section *s, struct totals *r)
{
    struct account *accounts;
    size_t count;
    const struct lm_prizes *p = NULL;
    enum lm_status status = accounts_of(v, s, &accounts, &count);
    if (status == LM_OK)
        status = prizes_of(v, s, &p);
    if (status != LM_OK)
        return status;
    for (size_t i = 0; i < s->player_count; i++) {
        r->players += s->players[i]->standing != LM_REMOVED;
        r->left += s->players[i]->standing != LM_REMOVED && s->players[i]->standing != LM_PLAYS;
    }
    count_games(s, r);
    for (size_t i = 0; i < count; i++) {
        r->fees += accounts[i].fee;
        r->paid += accounts[i].player->paid;
        r->owed += accounts[i].owed;
    }
    for (size_t i = 0; p != NULL && i < p->award_count; i++)
        r->prizes += p->awards[i].amount;
    return LM_OK;
}

static void add_report(struct table_maker *m, const char *name, const struct totals *r)
{
    struct cell *cells = add_row(m);
    const int64_t numbers[] = {r->players, r->left, r->games, r->open, r->fees, r->paid, r->owed};
    if (cells == NULL)
        return;
    cells[0].text = name;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        cells[i + 1].text = visit_print(m->v, "%lld", (long long)numbers[i]);
    cells[8].text = cents_text(m->v, "", r->prizes);
}

static enum lm_status show_report(struct visit *v)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    const struct lm_json *facts;
    struct totals all = {0};
    struct table_maker m = {.v = v};
    enum lm_status status = announcement_of(v, NULL, &facts);
    if (status != LM_OK)
        return status;
    const char *currency = lm_json_text(facts, "currency");
    m.page.head = section_head(v, NULL, TAB_FILES, visit_word(v, LM_KEY("entry.report")));
    m.page.head.section_count = 0;
    m.page.title = m.page.head.title;
    m.page.note = visit_print(v, "%s%s%s", site_dates(v->language, e->start, e->end, v->arena),
                              *currency == '\0' ? "" : " · ", currency);
    m.page.look = "names-sheet";
    m.page.stamp = stamp_of(v, NULL);
    const char *const heads[] = {
        visit_word(v, LM_KEY("entry.section")),    visit_word(v, LM_KEY("page.players")),
        visit_word(v, LM_KEY("entry.is-out")),     visit_word(v, LM_KEY("page.games")),
        visit_word(v, LM_KEY("entry.games-open")), visit_word(v, LM_KEY("entry.fees")),
        visit_word(v, LM_KEY("entry.paid")),       visit_word(v, LM_KEY("entry.open-sum")),
        visit_word(v, LM_KEY("page.prizes"))};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        add_column(&m, heads[i], i == 0 ? "name" : "n");
    for (size_t i = 0; status == LM_OK && i < e->section_count; i++) {
        struct totals r = {0};
        status = totals_of(v, e->sections[i], &r);
        add_report(&m, title_of(e->sections[i]), &r);
        all = (struct totals){all.players + r.players, all.left + r.left,    all.games + r.games,
                              all.open + r.open,       all.fees + r.fees,    all.paid + r.paid,
                              all.owed + r.owed,       all.prizes + r.prizes};
    }
    add_report(&m, visit_word(v, LM_KEY("entry.sum")), &all);
    return status == LM_OK ? write_table(&m) : status;
}

/* --- messages to players */

struct addressee {
    const char *address;
    const char *language; /* "": unknown */
};

static int by_address(const void *a, const void *b)
{
    return strcmp(((const struct addressee *)a)->address, ((const struct addressee *)b)->address);
}

/* List the mail addresses of the players of ${section} (NULL: all sections), each once. */
static enum lm_status addressees_of(struct visit *v, const struct lm_desk_section *section,
                                    struct addressee **out, size_t *count)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    struct entry_record *all;
    size_t entry_count, capacity = 0, found = 0;
    enum lm_status status = entries_list(v, &all, &entry_count);
    *out = NULL;
    for (size_t i = 0; status == LM_OK && i < e->section_count; i++)
        for (size_t k = 0; k < e->sections[i]->player_count; k++) {
            const struct lm_desk_player *p = e->sections[i]->players[k];
            struct addressee one = {p->person->contact, ""};
            for (size_t n = 0; n < entry_count; n++)
                if (entry_player(v, &all[n]) == p && *lm_json_text(all[n].facts, "mail") != '\0')
                    one = (struct addressee){lm_json_text(all[n].facts, "mail"),
                                             lm_json_text(all[n].facts, "language")};
            if (p->standing != LM_PLAYS || (section != NULL && e->sections[i] != section) ||
                !outbox_is_address(one.address))
                continue;
            if (!lm_arena_grow(v->arena, out, &capacity, found + 1, sizeof **out))
                return LM_LIMIT;
            (*out)[found++] = one;
        }
    if (found > 1)
        lm_sort(*out, found, sizeof **out, by_address);
    *count = 0;
    for (size_t i = 0; i < found; i++)
        if (i == 0 || strcmp((*out)[i].address, (*out)[*count - 1].address) != 0)
            (*out)[(*count)++] = (*out)[i];
    return status;
}

static const struct form_field look_fields[] = {{"sent", FORM_NUMBER, 0, 100000, NULL, false}, {0}};

static enum lm_status show_message(struct visit *v)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    struct addressee *to;
    size_t count;
    enum lm_status status = addressees_of(v, NULL, &to, &count);
    struct announced_row *rows = lm_arena_alloc(v->arena, e->section_count, sizeof *rows);
    if (status != LM_OK || rows == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    struct message_page page = {
        .head = section_head(v, NULL, TAB_PLAYERS, visit_word(v, LM_KEY("entry.message"))),
        .token = v->who.token,
        .reach = outbox_sends(v->server->outbox, BY_MAIL)
                     ? visit_say_of(v, LM_KEY("entry.message-reach"),
                                    lm_value_number("count", (int64_t)count))
                     : visit_word(v, LM_KEY("entry.message-no-mail")),
        .sent = value(v, 0)->given ? visit_say_of(v, LM_KEY("entry.message-sent"),
                                                  lm_value_number("count", value(v, 0)->number))
                                   : "",
        .act = site_local(v->arena, "/e/%s/message", v->event->slug),
        .back = site_local(v->arena, "/e/%s/entries", v->event->slug),
        .sections = rows};
    page.head.section_count = 0;
    page.head.live = (struct site_url){NULL}; /* live updates would discard input */
    for (; page.section_count < e->section_count; page.section_count++)
        rows[page.section_count] =
            (struct announced_row){.id = e->sections[page.section_count]->id,
                                   .title = title_of(e->sections[page.section_count])};
    page_desk_message(&v->reply->body, v->language, &page);
    return LM_OK;
}

enum { SUBJECT, WORDS, SECTION, ANNOUNCE };

static const struct form_field message_fields[] = {
    [SUBJECT] = {"subject", FORM_TEXT, 0, 100, NULL, true},
    [WORDS] = {"text", FORM_LINES, 0, 4000, NULL, true},
    [SECTION] = {"section", FORM_TEXT, 0, 40, NULL, false},
    [ANNOUNCE] = {"announce", FORM_CHECK, 0, 0, NULL, false},
    {0}};

/* Join the lines of a text, because an announcement is one line. */
static const char *in_a_line(struct visit *v, const char *text)
{
    char *line = lm_arena_copy(v->arena, text, strlen(text));
    for (char *c = line; c != NULL && *c != '\0'; c++)
        if (*c == '\n')
            *c = ' ';
    return line == NULL ? "" : line;
}

/* Send a message.  Each mail waits in the outbox until it is sent, once. */
static enum lm_status send_message(struct visit *v)
{
    const char *id = value(v, SECTION)->text;
    const struct lm_desk_section *s = *id == '\0' ? NULL : lm_desk_section(v->event->desk, id);
    const char *subject =
        visit_print(v, "%s: %s", lm_desk_event(v->event->desk)->name, value(v, SUBJECT)->text);
    struct addressee *to;
    struct act act;
    size_t count, sent = 0;
    if (*id != '\0' && s == NULL)
        return visit_refuse(v, 404, "%s", visit_word(v, LM_KEY("entry.no-section")));
    enum lm_status status = addressees_of(v, s, &to, &count);
    if (status == LM_OK && value(v, ANNOUNCE)->given) {
        act_begin(v, &act, "announce", s == NULL ? NULL : s->id);
        status = act_put(v, &act, "text", in_a_line(v, value(v, WORDS)->text));
        if (status == LM_OK)
            status = act_do(v, &act, 1);
    }
    const struct lm_language *reader = v->language;
    for (size_t i = 0; status == LM_OK && outbox_sends(v->server->outbox, BY_MAIL) && i < count;
         i++, sent++) {
        v->language = *to[i].language == '\0' ? reader : lm_language_named(to[i].language);
        status = outbox_later(v, to[i].address, subject, value(v, WORDS)->text);
    }
    v->language = reader;
    return status == LM_OK ? visit_go(v, "/e/%s/message?sent=%zu", v->event->slug, sent) : status;
}

const struct handler closing_handlers[] = {
    {false, "/e/:event/:section/prizes/receipts", RIGHT_DESK, sheet_fields,
     "receipts for prize money, to be signed", show_prize_receipts, false},
    {false, "/e/:event/report", RIGHT_ACROSS, sheet_fields, "the final report", show_report, false},
    {false, "/e/:event/message", RIGHT_ACROSS, look_fields, "the form of a message to players",
     show_message, false},
    {true, "/e/:event/message", RIGHT_ACROSS, message_fields, "write to the players", send_message,
     false},
    {0}};
