/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tables 8.1a and 8.1b (2013), 8.1.1 and 8.1.2 (2024): the same numbers.  12.2: they are used
 * precisely as shown.  A test compares every cell with the text of the regulations.
 */
#include "rating/result.h"

#include <assert.h>

const struct lm_rating_tables lm_rating_tables = {
    .offsets =
        {
            0,   7,   14,  21,  29,  36,  43,  50,  57,  65,  72,  80,  87,  95,  102, 110, 117,
            125, 133, 141, 149, 158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273,
            284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
        },
    .ends =
        {
            3,   10,  17,  25,  32,  39,  46,  53,  61,  68,  76,  83,  91,  98,  106, 113, 121,
            129, 137, 145, 153, 162, 170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278,
            290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619, 735,
        },
};

int32_t lm_rating_offset_by(const struct lm_rating_tables *tables, int32_t percent)
{
    assert(percent >= 0 && percent <= 100);
    return percent >= 50 ? tables->offsets[percent - 50] : -tables->offsets[50 - percent];
}

int32_t lm_rating_offset(int32_t percent)
{
    return lm_rating_offset_by(&lm_rating_tables, percent);
}

int32_t lm_rating_expected_by(const struct lm_rating_tables *tables, int32_t difference)
{
    int32_t size = difference < 0 ? -difference : difference;
    int32_t low = 0;
    int32_t high = LM_BANDS; /* the first band whose end is not below ${size} is in [low, high] */
    while (low < high) {
        int32_t middle = (low + high) / 2;
        if (tables->ends[middle] < size)
            low = middle + 1;
        else
            high = middle;
    }
    return difference < 0 ? 50 - low : 50 + low;
}

int32_t lm_rating_expected(int32_t difference)
{
    return lm_rating_expected_by(&lm_rating_tables, difference);
}

bool lm_rating_band(size_t row, int32_t *from, int32_t *to, int32_t *high)
{
    if (row > LM_BANDS)
        return false;
    *from = row == 0 ? 0 : lm_rating_tables.ends[row - 1] + 1;
    *to = row == LM_BANDS ? INT32_MAX : lm_rating_tables.ends[row];
    *high = 50 + (int32_t)row;
    return true;
}

int32_t lm_rating_percent(int32_t tenths, int32_t games)
{
    assert(games > 0 && tenths >= 0 && tenths <= 10 * games);
    return (int32_t)lm_fraction_round(lm_fraction_of((int64_t)tenths * 10, games));
}
