/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_PAYMENT_PAGES_H
#define LIMMAT_SERVER_PAYMENT_PAGES_H

/* Data of the pages of payments, arrival and closing (payments.html). */

#include "site/hole.h"

struct payment_row {
    const char *name, *section, *section_id, *player_id, *fee, *paid, *owed, *left, *look;
    const char *token;
    const struct choice_row *payments; /* labels: "14 July 2026 · 60 CHF · cash · Ada" */
    size_t payment_count;
    struct site_url act, receipt;
};

struct payments_page {
    struct desk_head head;
    const char *token, *booked, *currency; /* ${booked}: payment just recorded; "" */
    const struct payment_row *rows;
    size_t row_count;
    const struct choice_row *sums; /* due, paid, open, by way of payment */
    size_t sum_count;
    struct site_url file, bank, entries;
};

/* A player at the arrival desk. */
struct arrival_row {
    const char *id, *title, *name, *club, *section, *owed, *token;
    int32_t rating;
    bool here, out, elsewhere, unlicensed;
    struct site_url act, show, badge, place, person, move;
};

struct arrival_page {
    struct desk_head head;
    const char *token, *state, *why, *done;
    struct site_url act, list, enter, licences;
    const struct arrival_row *rows, *debts; /* search results; players in debt, or unlicensed */
    size_t row_count, debt_count;
    uint32_t here, missing;
    bool has_licences;
};

struct message_page {
    struct desk_head head;
    const char *token, *reach, *sent;
    struct site_url act, back;
    const struct announced_row *sections;
    size_t section_count;
};

struct bank_choice {
    const char *value, *label;
    bool chosen;
};

struct bank_line {
    uint32_t line;
    const char *day, *amount, *text, *state, *look;
    const struct bank_choice *choices;
    size_t choice_count;
};

struct bank_page {
    struct desk_head head;
    const char *token, *text;
    const struct bank_line *rows;
    size_t row_count;
    struct site_url act, back;
};

#endif
