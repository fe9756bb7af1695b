/* SPDX-License-Identifier: Apache-2.0 */
/* The dates of lists: 7.1, 7.13 (2013), 7.1.3 (2024). */
#include "limmat/rating_event.h"

enum { DAYS_BEFORE = 3 };

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

int32_t lm_list_closing(int32_t list)
{
    return list - DAYS_BEFORE;
}

int32_t lm_list_of(int32_t end, bool official, int32_t received)
{
    int32_t month = lm_month_of(end) + 1;
    int32_t list = lm_month_begin(month);
    if (!official && end > lm_list_closing(list))
        list = lm_month_begin(++month);
    if (received != LM_NO_DAY && received >= list)
        list = lm_month_begin(lm_month_of(received) + 1);
    return list;
}
