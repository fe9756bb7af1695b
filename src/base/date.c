/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/date.h"

#include <string.h>

#include "base/texts.h"

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

/* Years are counted from March, so that the leap day ends a year (a well-known trick). */
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

/* ---- dates in the forms of people and programs ---- */

/* A number or the name of a month. */
struct word {
    int64_t number;
    size_t digits; /* 0: a month's name */
};

/* Return the month of an English name or its first three letters or more; 0: none. */
static int month_called(const char *bytes, size_t length)
{
    static const char *const names[] = {"january",   "february", "march",    "april",
                                        "may",       "june",     "july",     "august",
                                        "september", "october",  "november", "december"};
    for (int month = 1; month <= 12 && length >= 3; month++) {
        const char *name = names[month - 1];
        size_t same = 0;
        while (same < length && name[same] != '\0' && name[same] == lm_lower(bytes[same]))
            same++;
        if (same == length)
            return month;
    }
    return 0;
}

/* Read the word at ${bytes}[*at], and move *at past it; false: there is none. */
static bool read_word(const char *bytes, size_t length, size_t *at, struct word *word)
{
    size_t start = *at;
    *word = (struct word){0};
    for (; *at < length && lm_is_digit(bytes[*at]); ++*at, word->digits++)
        word->number = word->digits < 8 ? word->number * 10 + (bytes[*at] - '0') : INT64_MAX;
    if (word->digits > 0)
        return word->digits <= 8;
    while (*at < length && lm_lower(bytes[*at]) >= 'a' && lm_lower(bytes[*at]) <= 'z')
        ++*at;
    word->number = month_called(bytes + start, *at - start);
    return word->number != 0;
}

/* Skip one separator and the spaces around it, as in "28. 07. 2005" and "May 10, 2020". */
static bool read_separator(const char *bytes, size_t length, size_t *at)
{
    size_t start = *at;
    while (*at < length && bytes[*at] == ' ')
        ++*at;
    if (*at < length &&
        (bytes[*at] == '/' || bytes[*at] == '-' || bytes[*at] == '.' || bytes[*at] == ','))
        ++*at;
    while (*at < length && bytes[*at] == ' ')
        ++*at;
    return *at > start && *at < length;
}

/* Read up to three words with nothing after them.  Return their number, 0: not a date. */
static size_t read_words(const char *bytes, size_t length, struct word words[3])
{
    size_t count = 0;
    for (size_t at = 0; count < 3;) {
        if (!read_word(bytes, length, &at, &words[count++]))
            return 0;
        if (at == length)
            return count;
        if (count == 3 || !read_separator(bytes, length, &at))
            return 0;
    }
    return 0;
}

static void swap(struct word *a, struct word *b)
{
    struct word kept = *a;
    *a = *b;
    *b = kept;
}

/* Bring ${words} into the order year, month, day; false: no known order fits. */
static bool order_words(struct word *words, size_t count)
{
    if (count == 1 && words[0].digits == 8) { /* YYYYMMDD */
        int64_t whole = words[0].number;
        words[0] = (struct word){whole / 10000, 4};
        words[1] = (struct word){whole / 100 % 100, 2};
        words[2] = (struct word){whole % 100, 2};
        return true;
    }
    bool year_last = count > 1 && words[count - 1].digits == 4;
    if (year_last)
        swap(&words[0], &words[count - 1]);
    /* The day precedes the month if the year is last, unless that is impossible or the other one is
     * a name. */
    bool month_first = words[2].digits == 0 || (words[1].number > 12 && words[2].number <= 12);
    if (count == 3 && year_last && month_first)
        swap(&words[1], &words[2]);
    return words[0].digits == 4 && words[1].digits <= 2 &&
           (words[2].digits > 0 || words[2].number == 0) && words[2].digits <= 2;
}

bool lm_parse_date(const char *bytes, size_t length, struct lm_date *date)
{
    struct word words[3] = {{0}};
    size_t count = read_words(bytes, length, words);
    if (count == 0 || !order_words(words, count))
        return false;
    int64_t year = words[0].number, month = words[1].number, day = words[2].number;
    if (year < 1 || month > 12 || (month == 0 && day != 0) ||
        (month != 0 && day > month_length((int)year, (int)month)))
        return false;
    *date = (struct lm_date){(int16_t)year, (uint8_t)month, (uint8_t)day};
    return true;
}

void lm_text_add_date(struct lm_text *out, struct lm_date date, char separator)
{
    lm_text_print(out, "%04d%c%02d%c%02d", date.year, separator, date.month, separator, date.day);
}

/* Read two digits after the character ${before}. */
static bool parse_two(const char *bytes, char before, int high, int64_t *value)
{
    if (bytes[0] != before || !lm_is_digit(bytes[1]) || !lm_is_digit(bytes[2]))
        return false;
    *value = (int64_t)10 * (bytes[1] - '0') + (bytes[2] - '0');
    return *value <= high;
}

/* Read the day of an instant: mostly "2026-07-16", as we write it. */
static bool parse_day(const char *bytes, struct lm_date *date)
{
    int64_t month = 0, day = 0;
    bool plain = parse_two(bytes + 4, '-', 12, &month) && parse_two(bytes + 7, '-', 31, &day) &&
                 month > 0 && day > 0;
    int year = 0;
    for (int i = 0; i < 4; i++) {
        plain = plain && lm_is_digit(bytes[i]);
        year = year * 10 + (bytes[i] - '0');
    }
    if (!plain || year == 0 || day > month_length(year, (int)month))
        return lm_parse_date(bytes, 10, date) && date->day != 0;
    *date = (struct lm_date){(int16_t)year, (uint8_t)month, (uint8_t)day};
    return true;
}

bool lm_parse_instant(const char *bytes, size_t length, int64_t *seconds)
{
    struct lm_date date;
    int64_t hour, minute, second = 0;
    if ((length != 17 && length != 20) || bytes[length - 1] != 'Z' || !parse_day(bytes, &date))
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

bool lm_parse_moment(const char *bytes, size_t length, int64_t *seconds, int32_t *offset)
{
    enum { SHOWN = 16, WHOLE = 22 };
    char shown[SHOWN + 2] = "";
    int64_t there, hours, minutes;
    if (length != WHOLE || (bytes[SHOWN] != '+' && bytes[SHOWN] != '-'))
        return false;
    memcpy(shown, bytes, SHOWN);
    shown[SHOWN] = 'Z';
    if (!lm_parse_instant(shown, SHOWN + 1, &there) ||
        !parse_two(bytes + SHOWN, bytes[SHOWN], 14, &hours) ||
        !parse_two(bytes + SHOWN + 3, ':', 59, &minutes))
        return false;
    int64_t before = (hours * 60 + minutes) * 60;
    *offset = (int32_t)(bytes[SHOWN] == '-' ? -before : before);
    *seconds = there - *offset;
    return true;
}

void lm_text_add_moment(struct lm_text *out, int64_t seconds, int32_t offset)
{
    struct lm_text whole = lm_text_in(out->arena);
    int minutes = offset / 60, before = minutes < 0 ? -minutes : minutes;
    lm_text_add_instant(&whole, seconds + (int64_t)60 * minutes);
    lm_text_print(out, "%.16s%c%02d:%02d", lm_text_string(&whole), minutes < 0 ? '-' : '+',
                  before / 60, before % 60);
}
