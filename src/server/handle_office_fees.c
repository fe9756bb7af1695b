/* SPDX-License-Identifier: Apache-2.0 */
/* Fees and licences of a rating office: what events owe (0.2, 4.13), by a table that officers edit;
 * arbiters with a licence (0.3), by the federation's list. */
#include <string.h>

#include "limmat/prizes.h"
#include "server/bank.h"
#include "server/handlers.h"
#include "server/office_desk.h"
#include "server/office_fees.h"
#include "server/office_work.h"
#include "server/templates.h"

enum { FEES_BYTES = 64 << 10, LICENCES_BYTES = 4 << 20 };

static const char *cents_text(struct visit *v, int64_t cents, const char *currency)
{
    struct lm_text text = lm_text_in(v->arena);
    lm_text_add_cents(&text, cents);
    lm_text_print(&text, "%s%s", *currency == '\0' ? "" : " ", currency);
    return lm_text_string(&text);
}

static const char *fee_said(struct visit *v, const char *fee)
{
    return visit_word(v, strcmp(fee, "rating") == 0 ? LM_KEY("office.fee-rating")
                                                    : LM_KEY("office.fee-registration"));
}

/* --- the lines */

static enum lm_status add_rows(struct visit *v, const struct office_fee *fees, size_t count,
                               struct office_fees_page *page)
{
    struct office_fee_row *rows = lm_arena_alloc(v->arena, count, sizeof *rows);
    struct choice_row *sums = lm_arena_alloc(v->arena, count, sizeof *sums);
    bool *summed = lm_arena_alloc(v->arena, count, sizeof *summed);
    if (rows == NULL || sums == NULL || summed == NULL)
        return LM_LIMIT;
    for (size_t i = count; i-- > 0;) { /* the latest event first */
        const struct office_event_row event = office_row_of(v, fees[i].event);
        rows[page->row_count++] = (struct office_fee_row){
            .url = site_local(v->arena, "/office/events/%llu",
                              (unsigned long long)fees[i].event->number),
            .name = event.name,
            .when = event.when,
            .place = event.place,
            .fee = fee_said(v, fees[i].fee),
            .count = strcmp(fees[i].per, "player") == 0
                         ? visit_print(v, "%lld ×", (long long)fees[i].count)
                         : "",
            .amount = cents_text(v, fees[i].amount, ""),
            .sum = cents_text(v, fees[i].sum, fees[i].currency)};
    }
    for (size_t i = 0; i < count; i++) {
        int64_t sum = 0;
        for (size_t j = i; j < count && !summed[i]; j++)
            if (strcmp(fees[j].currency, fees[i].currency) == 0) {
                sum += fees[j].sum;
                summed[j] = j > i;
            }
        if (!summed[i])
            sums[page->sum_count++] = (struct choice_row){"", cents_text(v, sum, fees[i].currency)};
    }
    page->rows = rows;
    page->sums = sums;
    return LM_OK;
}

/* Read the log and the table, and compute the fees from both. */
static enum lm_status find_fees(struct visit *v, const char **text, struct office_fee **fees,
                                size_t *count)
{
    struct office_log log;
    enum lm_status status = office_log_read(v, &log);
    if (status == LM_OK)
        status = office_fees_read(v, text);
    return status == LM_OK ? office_fees(v, &log, *text, fees, count) : status;
}

static enum lm_status show_fees(struct visit *v)
{
    struct office_fee *fees;
    size_t count;
    const char *text;
    enum lm_status status = find_fees(v, &text, &fees, &count);
    if (status != LM_OK)
        return status;
    struct office_fees_page page = {
        .head = office_head(v, OFFICE_FEES, visit_word(v, LM_KEY("office.fees"))),
        .table = *text != '\0' ? text : "from,fee,chess,per,amount,currency\n",
        .file = count > 0 ? site_local(v->arena, "/office/fees.csv") : (struct site_url){0}};
    if (visit_may(v, RIGHT_RATINGS))
        page.action = site_local(v->arena, "/office/fees");
    status = add_rows(v, fees, count, &page);
    if (status == LM_OK)
        page_office_fees(&v->reply->body, v->language, &page);
    return status;
}

static enum lm_status send_fees(struct visit *v)
{
    struct office_fee *fees;
    size_t count;
    const char *text;
    enum lm_status status = find_fees(v, &text, &fees, &count);
    struct lm_text *out = &v->reply->body;
    if (status != LM_OK)
        return status;
    lm_text_add(out, "event,name,federation,start,end,fee,count,amount,sum,currency\n");
    for (size_t i = 0; i < count; i++) {
        const struct office_event *e = fees[i].event;
        lm_text_print(out, "%llu,", (unsigned long long)e->number);
        lm_text_add_csv(out, e->name, true);
        lm_text_print(out, ",%s,%s,%s,%s,%lld,%s,%s,", e->federation, e->start, e->end, fees[i].fee,
                      (long long)fees[i].count, cents_text(v, fees[i].amount, ""),
                      cents_text(v, fees[i].sum, ""));
        lm_text_add_csv(out, fees[i].currency, true);
        lm_text_add_char(out, '\n');
    }
    v->reply->type = "text/csv; charset=utf-8";
    v->reply->file = "fees.csv";
    return LM_OK;
}

static const struct form_field fees_fields[] = {{"table", FORM_LINES, 0, FEES_BYTES, NULL, false},
                                                {0}};

/* Write ${text} into the folder's file ${name}, and log it. */
static enum lm_status keep_file(struct visit *v, const char *name, const char *text,
                                const char *event)
{
    struct office_log log;
    enum lm_status status = office_log_read(v, &log);
    const char *path =
        status == LM_OK ? os_join(v->arena, office_folder(v->server->office), name) : NULL;
    if (path == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    status = os_write(path, text, strlen(text), OS_REPLACE, &v->log);
    const struct office_fact facts[] = {{NULL, NULL}};
    return status == LM_OK ? office_append(v, &log, event, facts, NULL) : status;
}

static enum lm_status keep_fees(struct visit *v)
{
    const char *text = value(v, 0)->text;
    if (v->server->office == NULL)
        return visit_refuse(v, 404, "Page not found");
    enum lm_status status = office_fees_check(v, text);
    if (status == LM_OK)
        status = keep_file(v, "fees.csv", text, "fees");
    return status == LM_OK ? visit_go(v, "/office/fees") : status;
}

/* --- licences */

static const struct form_field licence_fields[] = {
    {"file", FORM_FILE, 0, LICENCES_BYTES, NULL, true}, {0}};

static enum lm_status keep_licences(struct visit *v)
{
    const char *text = csv_text(value(v, 0)->text, value(v, 0)->length, v->arena);
    if (v->server->office == NULL)
        return visit_refuse(v, 404, "Page not found");
    if (text == NULL)
        return LM_LIMIT;
    if (strlen(text) < 10)
        return visit_refuse(v, 422, "%s", visit_word(v, LM_KEY("entry.no-licences")));
    enum lm_status status = keep_file(v, "licences.txt", text, "licences");
    return status == LM_OK ? visit_go(v, "/office") : status;
}

const struct handler office_fee_handlers[] = {
    {false, "/office/fees", RIGHT_OFFICE, NULL, "what events owe the rating office", show_fees,
     false},
    {false, "/office/fees.csv", RIGHT_OFFICE, NULL, "the same as a table", send_fees, false},
    {true, "/office/fees", RIGHT_RATINGS, fees_fields, "change the table of fees", keep_fees,
     false},
    {true, "/office/licences", RIGHT_RATINGS, licence_fields, "the list of licensed arbiters",
     keep_licences, false},
    {0}};
