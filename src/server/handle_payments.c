/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Entry fees: the players' debts and payments, a bank statement matched by reference, receipts. A
 * line of a statement is booked only after a user has checked it, and only once. No card data
 * passes through here: the organiser's provider has its own page.
 */
#include <string.h>

#include "base/sort.h"
#include "base/texts.h"
#include "server/bank.h"
#include "server/clocks.h"
#include "server/entries.h"
#include "server/handlers.h"
#include "server/payments.h"
#include "server/secrets.h"
#include "server/tables.h"
#include "server/templates.h"
#include "site/pages.h"

enum { STATEMENT_BYTES = 1 << 20, NOON = 43200 };

static const char *day_words(struct visit *v, int64_t at)
{
    struct lm_date date = lm_date_of((int32_t)((at + visit_offset(v, at)) / 86400));
    const char *day = visit_print(v, "%04d-%02d-%02d", date.year, date.month, date.day);
    return site_dates(v->language, day, day, v->arena);
}

static enum lm_status currency_of(struct visit *v, const char **out)
{
    const struct lm_json *facts;
    enum lm_status status = announcement_of(v, NULL, &facts);
    *out = status == LM_OK ? lm_json_text(facts, "currency") : "";
    return status;
}

/* --- the list */

/* Return "14 July 2026 · 60 CHF · cash · Ada". */
static const char *payment_said(struct visit *v, const struct payment *p, const char *currency)
{
    const char *how = payment_how(v, p->how);
    return visit_print(v, "%s · %s%s%s · %s", day_words(v, p->at),
                       money_text(v, p->amount, currency), *how == '\0' ? "" : " · ", how,
                       session_name_of(v, p->by));
}

static enum lm_status fill_row(struct visit *v, const struct account *a, const char *currency,
                               struct payment_row *row)
{
    const struct lm_desk_player *p = a->player;
    struct choice_row *payments = lm_arena_alloc(v->arena, a->count, sizeof *payments);
    for (size_t i = 0; payments != NULL && i < a->count; i++)
        payments[i].label = payment_said(v, &a->payments[i], currency);
    *row = (struct payment_row){
        .name = player_name(v, p),
        .section = section_needs_no_name(v, p->section) ? "" : lm_desk_section_title(p->section),
        .section_id = p->section->id,
        .player_id = p->person->id,
        .fee = a->fee == 0 ? "" : visit_print(v, "%lld", (long long)a->fee),
        .paid = p->paid == 0 ? "" : visit_print(v, "%d", p->paid),
        .owed = a->owed == 0 ? "" : visit_print(v, "%lld", (long long)a->owed),
        .left = p->standing == LM_PLAYS ? "" : visit_word(v, LM_KEY("entry.is-out")),
        .look = a->owed > 0 ? "warn" : "",
        .token = v->who.token,
        .payments = payments,
        .payment_count = a->count,
        .act = site_local(v->arena, "/e/%s/payments", v->event->slug)};
    if (a->count > 0)
        row->receipt = section_url(v, p->section, "player/%s/receipt", p->person->id);
    return payments == NULL ? LM_LIMIT : LM_OK;
}

/* Add the sums of all accounts, and of payments by their way. */
static enum lm_status add_sums(struct visit *v, const struct account *accounts, size_t count,
                               const char *currency, struct payments_page *page)
{
    static const char *const ways[] = {"cash", "transfer", "card", "online", ""};
    enum { WAYS = sizeof ways / sizeof *ways };
    int64_t fees = 0, paid = 0, owed = 0, by_way[WAYS] = {0};
    struct choice_row *sums = lm_arena_alloc(v->arena, WAYS + 3, sizeof *sums);
    if (sums == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < count; i++) {
        fees += accounts[i].fee;
        paid += accounts[i].player->paid;
        owed += accounts[i].owed;
        for (size_t k = 0; k < accounts[i].count; k++)
            for (size_t w = 0; w < WAYS; w++)
                if (strcmp(ways[w], accounts[i].payments[k].how) == 0)
                    by_way[w] += accounts[i].payments[k].amount;
    }
    sums[page->sum_count++] =
        (struct choice_row){visit_word(v, LM_KEY("entry.fees")), money_text(v, fees, currency)};
    sums[page->sum_count++] =
        (struct choice_row){visit_word(v, LM_KEY("entry.paid")), money_text(v, paid, currency)};
    sums[page->sum_count++] =
        (struct choice_row){visit_word(v, LM_KEY("entry.open-sum")), money_text(v, owed, currency)};
    for (size_t w = 0; w < WAYS; w++)
        if (by_way[w] != 0)
            sums[page->sum_count++] =
                (struct choice_row){*ways[w] == '\0' ? visit_word(v, LM_KEY("entry.other-way"))
                                                     : payment_how(v, ways[w]),
                                    money_text(v, by_way[w], currency)};
    page->sums = sums;
    return LM_OK;
}

/* Sort players in debt to the front. */
static int by_debt(const void *a, const void *b)
{
    const struct account *x = a, *y = b;
    if ((x->owed > 0) != (y->owed > 0))
        return x->owed > 0 ? -1 : 1;
    return strcmp(x->player->person->name, y->player->person->name);
}

static const struct form_field list_fields[] = {{"booked", FORM_NUMBER, 1, 100000, NULL, false},
                                                {0}};

static enum lm_status show_payments(struct visit *v)
{
    struct account *accounts;
    size_t count;
    const char *currency;
    enum lm_status status = accounts_of(v, NULL, &accounts, &count);
    if (status == LM_OK)
        status = currency_of(v, &currency);
    struct payment_row *rows =
        status == LM_OK ? lm_arena_alloc(v->arena, count, sizeof *rows) : NULL;
    if (rows == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    if (count > 1)
        lm_sort(accounts, count, sizeof *accounts, by_debt);
    struct payments_page page = {
        .head = section_head(v, NULL, TAB_PLAYERS, visit_word(v, LM_KEY("entry.payments"))),
        .token = v->who.token,
        .booked = !value(v, 0)->given ? ""
                                      : visit_say_of(v, LM_KEY("entry.booked"),
                                                     lm_value_number("count", value(v, 0)->number)),
        .currency = currency,
        .rows = rows,
        .file = site_local(v->arena, "/e/%s/payments.csv", v->event->slug),
        .bank = site_local(v->arena, "/e/%s/payments/bank", v->event->slug),
        .entries = site_local(v->arena, "/e/%s/entries", v->event->slug)};
    page.head.section_count = 0;
    for (; status == LM_OK && page.row_count < count; page.row_count++)
        status = fill_row(v, &accounts[page.row_count], currency, &rows[page.row_count]);
    if (status == LM_OK)
        status = add_sums(v, accounts, count, currency, &page);
    if (status == LM_OK)
        page_desk_payments(&v->reply->body, v->language, &page);
    return status;
}

enum { SECTION, PLAYER, AMOUNT, HOW };

static const struct form_field pay_fields[] = {
    [SECTION] = {"section", FORM_TEXT, 0, 40, NULL, true},
    [PLAYER] = {"player", FORM_TEXT, 0, 20, NULL, true},
    [AMOUNT] = {"amount", FORM_NUMBER, -1000000, 1000000, NULL, true},
    [HOW] = {"how", FORM_CHOICE, 0, 10, "cash|transfer|card|online", true},
    {0}};

static enum lm_status record_payment(struct visit *v)
{
    const struct lm_desk_section *s = lm_desk_section(v->event->desk, value(v, SECTION)->text);
    const struct lm_desk_player *p = s == NULL ? NULL : lm_desk_player(s, value(v, PLAYER)->text);
    struct act act;
    if (p == NULL)
        return visit_refuse(v, 404, "Player not found");
    if (value(v, AMOUNT)->number == 0)
        return visit_refuse(v, 422, "%s", visit_word(v, LM_KEY("entry.no-amount")));
    enum lm_status status =
        payment_begin(v, p, value(v, AMOUNT)->number, value(v, HOW)->text, LM_NO_TIME, &act);
    if (status == LM_OK)
        status = act_do(v, &act, 1);
    return status == LM_OK ? visit_go(v, "/e/%s/payments?booked=1", v->event->slug) : status;
}

static void add_cell(struct lm_text *out, const char *text, bool last)
{
    lm_text_add_csv(out, text, true);
    lm_text_add(out, last ? "\r\n" : ",");
}

static enum lm_status send_payments(struct visit *v)
{
    static const char *const heads[] = {"name", "section", "reference", "fee", "paid",
                                        "open", "date",    "amount",    "how", "by"};
    enum { COLUMNS = sizeof heads / sizeof *heads };
    struct account *accounts;
    size_t count;
    struct lm_text *out = &v->reply->body;
    enum lm_status status = accounts_of(v, NULL, &accounts, &count);
    if (status != LM_OK)
        return status;
    for (size_t c = 0; c < COLUMNS; c++)
        add_cell(out, heads[c], c + 1 == COLUMNS);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k == 0 || k < accounts[i].count; k++) { /* a row for each payment */
            const struct account *a = &accounts[i];
            static const struct payment none = {.how = "", .by = ""};
            const struct payment *p = k < a->count ? &a->payments[k] : &none;
            struct lm_date day = lm_date_of((int32_t)((p->at + visit_offset(v, p->at)) / 86400));
            const char *const cells[COLUMNS] = {
                player_name(v, a->player),
                a->player->section->id,
                a->reference,
                k > 0 ? "" : visit_print(v, "%lld", (long long)a->fee),
                k > 0 ? "" : visit_print(v, "%d", a->player->paid),
                k > 0 ? "" : visit_print(v, "%lld", (long long)a->owed),
                p->line == 0 ? "" : visit_print(v, "%04d-%02d-%02d", day.year, day.month, day.day),
                p->line == 0 ? "" : visit_print(v, "%d", p->amount),
                p->how,
                p->line == 0 ? "" : session_name_of(v, p->by)};
            for (size_t c = 0; c < COLUMNS; c++)
                add_cell(out, cells[c], c + 1 == COLUMNS);
        }
    v->reply->type = "text/csv; charset=utf-8";
    v->reply->file = visit_print(v, "%s-payments.csv", v->event->slug);
    return LM_OK;
}

/* --- a bank's statement */

/* Return the id of the act that books ${row}. Equal lines have different ids, and so has a line
 * whose booking was undone. ${*booked}: the log has it. */
static const char *request_of(struct visit *v, const struct bank_row *rows, size_t at, bool *booked)
{
    const struct lm_desk *desk = v->event->desk;
    char digest[SECRETS_DIGEST];
    size_t same = 0, undone = 0;
    for (size_t i = 0; i < at; i++)
        same += strcmp(rows[i].whole, rows[at].whole) == 0;
    const char *text = visit_print(v, "bank %zu %s", same, rows[at].whole);
    secrets_digest(text, strlen(text), digest);
    const char *request = visit_print(v, "bank-%.40s", digest);
    size_t length = strlen(request);
    *booked = false;
    for (uint64_t n = 1; n <= lm_desk_number(desk); n++) {
        const struct lm_desk_entry *entry = lm_desk_entry(desk, n);
        if (strncmp(entry->line.request, request, length) != 0)
            continue;
        undone += entry->undone != 0;
        *booked |= entry->undone == 0;
    }
    return undone == 0 ? request : visit_print(v, "%s-%zu", request, undone);
}

/* Does ${text} contain all words of ${p}'s name? */
static bool has_name(struct visit *v, const char *text, const struct lm_desk_player *p)
{
    struct lm_text name = lm_text_in(v->arena), whole = lm_text_in(v->arena);
    size_t words = 0;
    lm_text_add_folded(&name, p->person->name, strlen(p->person->name));
    lm_text_add_folded(&whole, text, strlen(text));
    const char *in = lm_text_string(&whole);
    for (const char *at = lm_text_string(&name); *at != '\0';) {
        size_t length = strcspn(at, " ,");
        if (length > 1 && strstr(in, visit_print(v, "%.*s", (int)length, at)) == NULL)
            return false;
        words += length > 1;
        at += length;
        at += strspn(at, " ,");
    }
    return words > 1;
}

static bool is_whole(const struct bank_row *row)
{
    return row->hundredths % 100 == 0 && row->hundredths / 100 <= 1000000;
}

static const char *row_day(struct visit *v, const struct bank_row *row)
{
    return row->dated
               ? visit_print(v, "%04d-%02d-%02d", row->day.year, row->day.month, row->day.day)
               : "";
}

/* Add the players who perhaps paid it: by the reference, else by the name. */
static enum lm_status add_choices(struct visit *v, const struct bank_row *row, size_t at,
                                  const struct account *accounts, size_t count,
                                  struct bank_line *out)
{
    struct bank_choice *choices = lm_arena_alloc(v->arena, count, sizeof *choices);
    bool exact = false;
    for (int by_name = 0; choices != NULL && by_name < 2 && out->choice_count == 0; by_name++)
        for (size_t i = 0; i < count; i++) {
            const struct account *a = &accounts[i];
            if (by_name ? !has_name(v, row->text, a->player)
                        : *a->reference == '\0' || !bank_names(row->text, a->reference))
                continue;
            int64_t owed = account_owed_on(a, row->dated ? row_day(v, row) : visit_today(v));
            exact = !by_name && out->choice_count == 0 && owed * 100 == row->hundredths;
            choices[out->choice_count++] = (struct bank_choice){
                visit_print(v, "%zu/%s/%s", at, a->player->section->id, a->player->person->id),
                visit_say(
                    v, by_name ? LM_KEY("entry.by-name") : LM_KEY("entry.by-reference"),
                    (const struct lm_value[]){lm_value_text("player", player_name(v, a->player)),
                                              lm_value_number("amount", owed)},
                    2),
                exact};
        }
    if (out->choice_count > 1)
        choices[0].chosen = false;
    out->choices = choices;
    out->look = out->choice_count == 1 && exact ? "ok" : "warn";
    out->state = out->choice_count == 0            ? visit_word(v, LM_KEY("entry.bank-no-one"))
                 : out->choice_count == 1 && exact ? visit_word(v, LM_KEY("entry.bank-fits"))
                                                   : visit_word(v, LM_KEY("entry.bank-check"));
    return choices == NULL ? LM_LIMIT : LM_OK;
}

static const char *hundredths_said(struct visit *v, int64_t hundredths)
{
    struct lm_text text = lm_text_in(v->arena);
    lm_text_add_cents(&text, hundredths);
    return lm_text_string(&text);
}

static enum lm_status fill_line(struct visit *v, const struct bank_row *rows, size_t at,
                                const struct account *accounts, size_t count, struct bank_line *out)
{
    const struct bank_row *row = &rows[at];
    bool booked;
    *out = (struct bank_line){.line = row->line,
                              .day = row->dated ? visit_print(v, "%04d-%02d-%02d", row->day.year,
                                                              row->day.month, row->day.day)
                                                : "",
                              .amount = hundredths_said(v, row->hundredths),
                              .text = row->text,
                              .look = ""};
    (void)request_of(v, rows, at, &booked);
    if (booked)
        out->state = visit_word(v, LM_KEY("entry.bank-known"));
    else if (!is_whole(row))
        out->state = visit_word(v, LM_KEY("entry.bank-cents"));
    else
        return add_choices(v, row, at, accounts, count, out);
    return LM_OK;
}

enum { FILED, KEPT, TAKEN };

static const struct form_field bank_fields[] = {
    [FILED] = {"file", FORM_FILE, 0, STATEMENT_BYTES, NULL, true}, {0}};

static const struct form_field book_fields[] = {
    [FILED] = {"file", FORM_FILE, 0, STATEMENT_BYTES, NULL, false},
    [KEPT] = {"text", FORM_LINES, 0, STATEMENT_BYTES * 2, NULL, true},
    [TAKEN] = {"take", FORM_MANY, 0, 100000, NULL, false},
    {0}};

static enum lm_status look_at_statement(struct visit *v)
{
    struct account *accounts;
    size_t count, row_count;
    const char *text = csv_text(value(v, FILED)->text, value(v, FILED)->length, v->arena);
    const struct bank_row *rows = text == NULL ? NULL : bank_read(text, v->arena, &row_count);
    enum lm_status status = rows == NULL ? LM_LIMIT : accounts_of(v, NULL, &accounts, &count);
    if (status != LM_OK)
        return status;
    if (row_count == 0)
        return visit_refuse(v, 422, "%s", visit_word(v, LM_KEY("entry.bank-nothing")));
    struct bank_line *lines = lm_arena_alloc(v->arena, row_count, sizeof *lines);
    struct bank_page page = {
        .head = section_head(v, NULL, TAB_PLAYERS, visit_word(v, LM_KEY("entry.bank"))),
        .token = v->who.token,
        .text = text,
        .rows = lines,
        .act = site_local(v->arena, "/e/%s/payments/book", v->event->slug),
        .back = site_local(v->arena, "/e/%s/payments", v->event->slug)};
    page.head.section_count = 0;
    for (; lines != NULL && status == LM_OK && page.row_count < row_count; page.row_count++)
        status = fill_line(v, rows, page.row_count, accounts, count, &lines[page.row_count]);
    if (lines == NULL || status != LM_OK)
        return lines == NULL ? LM_LIMIT : status;
    page_desk_bank(&v->reply->body, v->language, &page);
    return LM_OK;
}

/* Parse the row and the player of ${choice}, "12/main/p3", of ${length} bytes; false: invalid. */
static bool read_choice(struct visit *v, const char *choice, size_t length, size_t row_count,
                        size_t *row, const struct lm_desk_player **p)
{
    const char *text = visit_print(v, "%.*s", (int)length, choice);
    const char *section = strchr(text, '/'), *person = strrchr(text, '/');
    int64_t at = 0;
    if (section == NULL || person == section ||
        !lm_parse_integer(text, (size_t)(section - text), 0, 1000000, &at) ||
        (size_t)at >= row_count)
        return false;
    const struct lm_desk_section *s = lm_desk_section(
        v->event->desk, visit_print(v, "%.*s", (int)(person - section - 1), section + 1));
    *row = (size_t)at;
    *p = s == NULL ? NULL : lm_desk_player(s, person + 1);
    return *p != NULL;
}

static enum lm_status book_row(struct visit *v, const struct bank_row *rows, size_t at,
                               const struct lm_desk_player *p, size_t *done)
{
    const struct bank_row *row = &rows[at];
    struct act act;
    const char *why = NULL;
    bool booked;
    const char *request = request_of(v, rows, at, &booked);
    int64_t day = row->dated ? (int64_t)lm_day_of(row->day) * 86400 + NOON : LM_NO_TIME;
    if (booked || !is_whole(row))
        return LM_OK;
    if (day != LM_NO_TIME)
        day -= visit_offset(v, day);
    enum lm_status status = payment_begin(v, p, row->hundredths / 100, "transfer",
                                          day > v->now ? LM_NO_TIME : day, &act);
    if (status == LM_OK)
        status = act_try(v, &act, request, &why);
    if (status == LM_OK && why != NULL)
        return visit_refuse(v, 422, "%s", why);
    *done += status == LM_OK;
    return status;
}

static enum lm_status book_statement(struct visit *v)
{
    size_t row_count, done = 0;
    const struct bank_row *rows = bank_read(value(v, KEPT)->text, v->arena, &row_count);
    enum lm_status status = rows == NULL ? LM_LIMIT : LM_OK;
    const char *at = value(v, TAKEN)->text;
    for (; status == LM_OK && *at != '\0'; at += strcspn(at, " "), at += *at == ' ') {
        const struct lm_desk_player *p;
        size_t row;
        if (!read_choice(v, at, strcspn(at, " "), row_count, &row, &p))
            return visit_refuse(v, 422, "%s", visit_word(v, LM_KEY("entry.bank-changed")));
        status = book_row(v, rows, row, p, &done);
    }
    if (status != LM_OK)
        return status;
    return done == 0 ? visit_go(v, "/e/%s/payments", v->event->slug)
                     : visit_go(v, "/e/%s/payments?booked=%zu", v->event->slug, done);
}

/* --- receipts */

static const struct form_field receipt_fields[] = {SHEET_FIELD, {0}};

static void add_receipt_row(struct table_maker *m, const char *day, const char *how, const char *by,
                            const char *amount)
{
    struct cell *cells = add_row(m);
    if (cells == NULL)
        return;
    cells[0].text = day;
    cells[1].text = how;
    cells[2].text = by;
    cells[3].text = amount;
}

static enum lm_status show_receipt(struct visit *v)
{
    struct lm_desk_section *s;
    struct account a;
    const char *currency = "";
    enum lm_status status = section_take(v, &s);
    const struct lm_desk_player *p = status == LM_OK ? lm_desk_player(s, v->parts[2]) : NULL;
    if (status == LM_OK && p == NULL)
        return visit_refuse(v, 404, "Player not found");
    if (status == LM_OK)
        status = account_of(v, p, &a);
    if (status == LM_OK)
        status = currency_of(v, &currency);
    if (status != LM_OK)
        return status;
    struct table_maker m = {.v = v};
    m.page.head = section_head(v, s, TAB_PLAYERS, visit_word(v, LM_KEY("entry.receipt")));
    m.page.title =
        visit_say_of(v, LM_KEY("entry.receipt-for"), lm_value_text("player", player_name(v, p)));
    m.page.note = visit_print(v, "%s · %s", lm_desk_section_title(s), day_words(v, v->now));
    m.page.look = "receipt";
    m.page.stamp = stamp_of(v, NULL);
    add_column(&m, visit_word(v, LM_KEY("entry.day")), "name");
    add_column(&m, visit_word(v, LM_KEY("entry.way")), "name");
    add_column(&m, visit_word(v, LM_KEY("entry.recorded-by")), "name");
    add_column(&m, visit_word(v, LM_KEY("entry.amount")), "n");
    for (size_t i = 0; i < a.count; i++)
        add_receipt_row(&m, day_words(v, a.payments[i].at), payment_how(v, a.payments[i].how),
                        session_name_of(v, a.payments[i].by),
                        money_text(v, a.payments[i].amount, currency));
    add_receipt_row(&m, visit_word(v, LM_KEY("entry.sum")), "", "",
                    money_text(v, p->paid, currency));
    return write_table(&m);
}

#define PAYMENTS "/e/:event/payments"

const struct handler payment_handlers[] = {
    {false, PAYMENTS, RIGHT_ACROSS, list_fields, "who owes and has paid what", show_payments,
     false},
    {true, PAYMENTS, RIGHT_ACROSS, pay_fields, "record a payment", record_payment, false},
    {false, PAYMENTS ".csv", RIGHT_ACROSS, NULL, "the payments as a table", send_payments, false},
    {true, PAYMENTS "/bank", RIGHT_ACROSS, bank_fields, "look at a bank's statement",
     look_at_statement, false},
    {true, PAYMENTS "/book", RIGHT_ACROSS, book_fields, "book lines of a bank's statement",
     book_statement, false},
    {false, "/e/:event/:section/player/:player/receipt", RIGHT_PRIVATE, receipt_fields,
     "a receipt for what a player paid", show_receipt, false},
    {0}};
