/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/date.h"

enum { DAY_SECONDS = 86400 };

static bool is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int month_length(int year, int month)
{
    static const uint8_t lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return month == 2 && is_leap(year) ? 29 : lengths[month - 1];
}

/* Years are counted from March, so that the leap day ends a year (a well-known device). */
int32_t lm_day_of(struct lm_date date)
{
    int32_t month = date.month == 0 ? 1 : date.month;
    int32_t day = date.day == 0 ? 1 : date.day;
    int32_t year = date.year - (month <= 2);
    int32_t era = year / 400;
    int32_t year_of_era = year - era * 400;
    int32_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    int32_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    return era * 146097 + day_of_era - 719468;
}

struct lm_date lm_date_of(int32_t day)
{
    int32_t z = day + 719468;
    int32_t era = (z >= 0 ? z : z - 146096) / 146097;
    int32_t day_of_era = z - era * 146097;
    int32_t year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    int32_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int32_t shifted = (5 * day_of_year + 2) / 153;
    int32_t month = shifted < 10 ? shifted + 3 : shifted - 9;
    return (struct lm_date){.year = (int16_t)(year_of_era + era * 400 + (month <= 2)),
                            .month = (uint8_t)month,
                            .day = (uint8_t)(day_of_year - (153 * shifted + 2) / 5 + 1)};
}

int lm_weekday(int32_t day)
{
    int32_t shifted = (day + 3) % 7; /* 1970-01-01 was a Thursday */
    return shifted < 0 ? shifted + 7 : shifted;
}

bool lm_parse_date(const char *bytes, size_t length, struct lm_date *date)
{
    int64_t part[3] = {0, 0, 0};
    size_t at = 0;
    for (int i = 0; i < 3; i++) {
        size_t width = i == 0 ? 4 : 2;
        if (at == length && i > 0)
            break;
        if (i > 0) {
            if (bytes[at] != '/' && bytes[at] != '-' && bytes[at] != '.')
                return false;
            at++;
        }
        if (length - at < width)
            return false;
        for (size_t digit = 0; digit < width; digit++) {
            char c = bytes[at + digit];
            if (c < '0' || c > '9')
                return false;
            part[i] = part[i] * 10 + (c - '0');
        }
        at += width;
    }
    if (at != length || part[0] < 1 || part[1] > 12 || (part[1] == 0 && part[2] != 0) ||
        (part[1] != 0 && part[2] > month_length((int)part[0], (int)part[1])))
        return false;
    *date = (struct lm_date){(int16_t)part[0], (uint8_t)part[1], (uint8_t)part[2]};
    return true;
}

void lm_text_add_date(struct lm_text *out, struct lm_date date, char separator)
{
    lm_text_print(out, "%04d%c%02d%c%02d", date.year, separator, date.month, separator, date.day);
}

/* Two digits and what stands before them. */
static bool parse_two(const char *bytes, char before, int high, int64_t *value)
{
    return bytes[0] == before && lm_parse_integer(bytes + 1, 2, 0, high, value) &&
           bytes[1] != ' ' && bytes[2] != ' ' && bytes[1] != '+' && bytes[1] != '-';
}

bool lm_parse_instant(const char *bytes, size_t length, int64_t *seconds)
{
    struct lm_date date;
    int64_t hour, minute, second = 0;
    if ((length != 17 && length != 20) || bytes[length - 1] != 'Z' ||
        !lm_parse_date(bytes, 10, &date) || date.day == 0)
        return false;
    if (!parse_two(bytes + 10, bytes[10] == ' ' ? ' ' : 'T', 23, &hour) ||
        !parse_two(bytes + 13, ':', 59, &minute) ||
        (length == 20 && !parse_two(bytes + 16, ':', 59, &second)))
        return false;
    *seconds = (int64_t)lm_day_of(date) * DAY_SECONDS + hour * 3600 + minute * 60 + second;
    return true;
}

void lm_text_add_instant(struct lm_text *out, int64_t seconds)
{
    int64_t day = seconds / DAY_SECONDS - (seconds % DAY_SECONDS < 0);
    int second = (int)(seconds - day * DAY_SECONDS);
    lm_text_add_date(out, lm_date_of((int32_t)day), '-');
    lm_text_print(out, "T%02d:%02d:%02dZ", second / 3600, second / 60 % 60, second % 60);
}
