/* SPDX-License-Identifier: Apache-2.0 */
/* The dates of lists: 7.1, 7.13 (2013), 7.1.3 (2024). */
#include "limmat/rating_event.h"

int32_t lm_month_of(int32_t day)
{
    struct lm_date date = lm_date_of(day);
    return 12 * date.year + date.month - 1;
}

int32_t lm_month_begin(int32_t month)
{
    return lm_day_of((struct lm_date){
        .year = (int16_t)(month / 12), .month = (uint8_t)(month % 12 + 1), .day = 1});
}

int32_t lm_list_closing(const struct lm_rating_rules *rules, int32_t list)
{
    return list - rules->closing_days;
}

/* The first list after ${day}. */
static int32_t list_after(const struct lm_rating_rules *rules, int32_t day)
{
    int32_t month = lm_month_of(day) + 1;
    while ((rules->list_months & 1u << month % 12) == 0)
        month++;
    return lm_month_begin(month);
}

int32_t lm_list_of(const struct lm_rating_rules *rules, int32_t end, bool official,
                   int32_t received)
{
    int32_t list = list_after(rules, end);
    if (!official && end > lm_list_closing(rules, list))
        list = list_after(rules, list);
    if (received != LM_NO_DAY && received >= list)
        list = list_after(rules, received);
    return list;
}
