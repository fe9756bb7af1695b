/* SPDX-License-Identifier: Apache-2.0 */
#include "server/office_fees.h"

#include <string.h>

#include "limmat/date.h"
#include "os/files.h"
#include "server/bank.h"
#include "server/office.h"
#include "server/office_desk.h"
#include "server/secrets.h"

enum { FROM, FEE, CHESS, PER, AMOUNT, CURRENCY, COLUMNS };

/* A row of the table. */
struct rate {
    int32_t from;
    const char *fee, *chess, *per, *currency;
    int64_t amount;
};

enum lm_status office_fees_read(struct visit *v, const char **text)
{
    const char *path = os_join(v->arena, office_folder(v->server->office), "fees.csv");
    size_t length;
    *text = "";
    if (path == NULL)
        return LM_LIMIT;
    return os_is_there(path) ? os_read(path, v->arena, &v->log, text, &length) : LM_OK;
}

static bool is_one_of(const char *text, const char *const *names)
{
    while (*names != NULL && strcmp(text, *names) != 0)
        names++;
    return *names != NULL;
}

/* Parse a row; refuse an invalid one. */
static enum lm_status read_rate(struct visit *v, const struct csv_row *row, struct rate *out)
{
    static const char *const fees[] = {"registration", "rating", NULL};
    static const char *const kinds[] = {"all", "standard", "rapid", "blitz", NULL};
    static const char *const units[] = {"event", "player", NULL};
    struct lm_date from;
    const char *const *cell = row->cells;
    if (row->count != COLUMNS)
        return visit_refuse(v, 422, "Line %u of the fees needs six columns, as in the first line",
                            row->line);
    if (!bank_day(cell[FROM], &from))
        return visit_refuse(v, 422, "Line %u of the fees needs a day. Example: 2026-01-01",
                            row->line);
    if (!is_one_of(cell[FEE], fees) || !is_one_of(cell[CHESS], kinds) ||
        !is_one_of(cell[PER], units))
        return visit_refuse(
            v, 422,
            "Line %u of the fees isn’t valid. Example: 2026-01-01,rating,standard,player,1.00,CHF",
            row->line);
    if (!bank_amount(cell[AMOUNT], &out->amount) || out->amount < 0)
        return visit_refuse(v, 422, "Line %u of the fees needs an amount. Example: 50.00",
                            row->line);
    out->from = lm_day_of(from);
    out->fee = cell[FEE];
    out->chess = cell[CHESS];
    out->per = cell[PER];
    out->currency = cell[CURRENCY];
    return LM_OK;
}

static enum lm_status read_rates(struct visit *v, const char *text, struct rate **out,
                                 size_t *count)
{
    size_t row_count;
    struct csv_row *rows = csv_rows(text, v->arena, &row_count);
    *count = 0;
    *out = rows == NULL ? NULL : lm_arena_alloc(v->arena, row_count + 1, sizeof **out);
    enum lm_status status = *out == NULL ? LM_LIMIT : LM_OK;
    for (size_t i = 0; status == LM_OK && i < row_count; i++)
        if (i > 0 || strcmp(rows[i].cells[0], "from") != 0)
            status = read_rate(v, &rows[i], &(*out)[(*count)++]);
    return status;
}

enum lm_status office_fees_check(struct visit *v, const char *text)
{
    struct rate *rates;
    size_t count;
    return read_rates(v, text, &rates, &count);
}

/* --- of an event */

/* Does ${a} go before ${b}, which can be NULL? */
static bool is_better(const struct rate *a, const struct rate *b)
{
    if (b == NULL || a->from != b->from)
        return b == NULL || a->from > b->from;
    return strcmp(a->chess, "all") != 0;
}

/* Count the players in the report of ${e}. */
static int64_t players_of(struct visit *v, const struct office_event *e)
{
    size_t length = 0;
    int64_t count = 0;
    const char *at = secrets_bytes(office_own_of(e->report, "bytes"), v->arena, &length);
    while (at != NULL && *at != '\0') {
        count += strncmp(at, "001", 3) == 0;
        at += strcspn(at, "\r\n");
        at += strspn(at, "\r\n");
    }
    return count;
}

struct fees {
    struct visit *v;
    const struct rate *rates;
    size_t rate_count;
    struct office_fee *rows;
    size_t count, capacity;
};

/* Find the rate for ${fee}; NULL: none. */
static const struct rate *rate_of(const struct fees *f, const struct office_event *e,
                                  const char *fee)
{
    const struct rate *best = NULL;
    struct lm_date start;
    if (!lm_parse_date(e->start, strlen(e->start), &start))
        return NULL;
    for (size_t i = 0; i < f->rate_count; i++) {
        const struct rate *r = &f->rates[i];
        bool fits = strcmp(r->chess, "all") == 0 || strcmp(r->chess, e->chess) == 0;
        if (fits && strcmp(r->fee, fee) == 0 && r->from <= lm_day_of(start) && is_better(r, best))
            best = r;
    }
    return best;
}

static enum lm_status add_fee(struct fees *f, const struct office_event *e, const char *fee)
{
    const struct rate *r = rate_of(f, e, fee);
    if (r == NULL)
        return LM_OK;
    if (!lm_arena_grow(f->v->arena, &f->rows, &f->capacity, f->count + 1, sizeof *f->rows))
        return LM_LIMIT;
    int64_t count = strcmp(r->per, "player") == 0 ? players_of(f->v, e) : 1;
    f->rows[f->count++] =
        (struct office_fee){e, r->fee, r->per, r->currency, count, r->amount, count * r->amount};
    return LM_OK;
}

enum lm_status office_fees(struct visit *v, const struct office_log *log, const char *text,
                           struct office_fee **out, size_t *count)
{
    struct office_event *events;
    struct rate *rates;
    struct fees f = {.v = v};
    size_t event_count;
    enum lm_status status = office_events(v, log, &events, &event_count);
    if (status == LM_OK)
        status = read_rates(v, text, &rates, &f.rate_count);
    if (status != LM_OK)
        return status;
    f.rates = rates;
    for (size_t i = 0; status == LM_OK && i < event_count; i++) {
        const struct office_event *e = &events[i];
        if (!office_covers(v, e->federation) || e->state == OFFICE_UNRATED)
            continue;
        status = add_fee(&f, e, "registration");
        if (status == LM_OK && e->state == OFFICE_ACCEPTED)
            status = add_fee(&f, e, "rating");
    }
    *out = f.rows;
    *count = f.count;
    return status;
}
