/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A compiled zone is a list of moments at which another kind of local time begins, followed by a
 * POSIX rule for all later time ("CET-1CEST,M3.5.0,M10.5.0/3").  The file is kept unchanged and
 * searched on each query; only the rule is parsed when it is opened.
 */

#include "os/zone.h"

#include <string.h>

#include "base/texts.h"
#include "limmat/date.h"
#include "limmat/text.h"
#include "os/files.h"

enum {
    HEAD = 44,           /* bytes before the data */
    KIND = 6,            /* bytes of a kind: offset, summer, abbreviation */
    COUNT_MAX = 1 << 20, /* of anything in a file */
    OFFSET_MAX = 26 * 3600,
    DAY = 86400,
    NAME_MAX_LENGTH = 64
};

/* A day and time of the year at which clocks change. */
struct change {
    char form; /* 'M': ${week} of ${month}; 'J': day 1 … 365 without 29 February; '0' */
    int month, week, day; /* ${day}: of the week, Sunday 0; or of the year */
    int32_t time;         /* local seconds after midnight; can be negative or beyond a day */
};

struct rule {
    bool given, changes;
    struct os_zone_moment standard, summer;
    struct change begin, end; /* of summer time */
};

struct os_zone {
    const unsigned char *moments; /* ${moment_count} of ${width} bytes each */
    const unsigned char *kind_of; /* one byte for each moment */
    const unsigned char *kinds;   /* ${kind_count} of KIND bytes each */
    const char *abbreviations;    /* NUL-terminated each */
    size_t width, moment_count, kind_count, letter_count;
    struct rule rule;
};

/* --- the bytes */

static uint32_t number4(const unsigned char *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static int64_t moment(const struct os_zone *zone, size_t i)
{
    const unsigned char *at = zone->moments + i * zone->width;
    if (zone->width == 4)
        return (int32_t)number4(at);
    return (int64_t)((uint64_t)number4(at) << 32 | number4(at + 4));
}

static struct os_zone_moment kind(const struct os_zone *zone, size_t i)
{
    const unsigned char *at = zone->kinds + i * KIND;
    return (struct os_zone_moment){(int32_t)number4(at), at[4] != 0, zone->abbreviations + at[5]};
}

/* Read the data of ${width} bytes a moment at ${*at}, and move ${*at} past it. */
static bool read_block(const unsigned char **at, const unsigned char *end, size_t width,
                       struct os_zone *zone)
{
    const unsigned char *head = *at;
    if (end - head < HEAD || memcmp(head, "TZif", 4) != 0)
        return false;
    size_t count[6]; /* UT marks, standard marks, leap seconds, moments, kinds, letters */
    for (size_t i = 0; i < 6; i++) {
        count[i] = number4(head + 20 + 4 * i);
        if (count[i] > COUNT_MAX)
            return false;
    }
    size_t size = count[3] * (width + 1) + count[4] * KIND + count[5] + count[2] * (width + 4) +
                  count[1] + count[0];
    if ((size_t)(end - head) - HEAD < size)
        return false;
    zone->width = width;
    zone->moment_count = count[3];
    zone->kind_count = count[4];
    zone->letter_count = count[5];
    zone->moments = head + HEAD;
    zone->kind_of = zone->moments + count[3] * width;
    zone->kinds = zone->kind_of + count[3];
    zone->abbreviations = (const char *)(zone->kinds + count[4] * KIND);
    *at = head + HEAD + size;
    return true;
}

/* Are all indices within the data, and do moments only go forward? */
static bool is_sane(const struct os_zone *zone)
{
    if (zone->kind_count == 0 || zone->letter_count == 0 ||
        zone->abbreviations[zone->letter_count - 1] != '\0')
        return false;
    for (size_t i = 0; i < zone->kind_count; i++) {
        const unsigned char *at = zone->kinds + i * KIND;
        int32_t offset = (int32_t)number4(at);
        if (offset < -OFFSET_MAX || offset > OFFSET_MAX || at[5] >= zone->letter_count)
            return false;
    }
    for (size_t i = 0; i < zone->moment_count; i++)
        if (zone->kind_of[i] >= zone->kind_count ||
            (i > 0 && moment(zone, i - 1) >= moment(zone, i)))
            return false;
    return true;
}

/* --- the rule */

static bool take(const char **at, char c)
{
    bool is = **at == c;
    *at += is;
    return is;
}

static bool take_number(const char **at, int low, int high, int *out)
{
    const char *start = *at;
    int value = 0;
    while (lm_is_digit(**at) && *at - start < 4)
        value = value * 10 + (*(*at)++ - '0');
    *out = value;
    return *at > start && value >= low && value <= high;
}

/* [+-]hh[:mm[:ss]] */
static bool take_time(const char **at, int hours_max, int32_t *seconds)
{
    int part[3] = {0};
    bool negative = take(at, '-');
    if (!negative)
        take(at, '+');
    bool good = take_number(at, 0, hours_max, &part[0]);
    for (int i = 1; good && i < 3 && take(at, ':'); i++)
        good = take_number(at, 0, 59, &part[i]);
    *seconds = (part[0] * 60 + part[1]) * 60 + part[2];
    if (negative)
        *seconds = -*seconds;
    return good;
}

/* "CET", "<+03>" */
static bool take_abbreviation(const char **at, struct lm_arena *arena, const char **out)
{
    bool quoted = take(at, '<');
    size_t length = quoted ? strcspn(*at, ">") : 0;
    while (!quoted && (((*at)[length] >= 'A' && (*at)[length] <= 'Z') ||
                       ((*at)[length] >= 'a' && (*at)[length] <= 'z')))
        length++;
    *out = lm_arena_copy(arena, *at, length);
    *at += length;
    return length >= 3 && *out != NULL && (!quoted || take(at, '>'));
}

/* ",M3.5.0/2", ",J60", ",59/-1" */
static bool take_change(const char **at, struct change *out)
{
    bool good = take(at, ',');
    out->time = 2 * 3600;
    if (take(at, 'M')) {
        out->form = 'M';
        good = good && take_number(at, 1, 12, &out->month) && take(at, '.') &&
               take_number(at, 1, 5, &out->week) && take(at, '.') &&
               take_number(at, 0, 6, &out->day);
    } else {
        out->form = take(at, 'J') ? 'J' : '0';
        good = good && take_number(at, out->form == 'J' ? 1 : 0, 365, &out->day);
    }
    return good && (!take(at, '/') || take_time(at, 167, &out->time));
}

static bool read_rule(const char *text, struct lm_arena *arena, struct rule *rule)
{
    int32_t west;
    if (*text == '\0')
        return true; /* the last kind applies for ever */
    rule->given = true;
    if (!take_abbreviation(&text, arena, &rule->standard.abbreviation) ||
        !take_time(&text, 24, &west))
        return false;
    rule->standard.offset = -west;
    if (*text == '\0')
        return true;
    rule->changes = rule->summer.summer = true;
    rule->summer.offset = rule->standard.offset + 3600;
    if (!take_abbreviation(&text, arena, &rule->summer.abbreviation))
        return false;
    if (*text != ',') {
        if (!take_time(&text, 24, &west))
            return false;
        rule->summer.offset = -west;
    }
    return take_change(&text, &rule->begin) && take_change(&text, &rule->end) && *text == '\0';
}

/* Local seconds since 1970 of ${change} in ${year}. */
static int64_t change_in(const struct change *change, int year)
{
    struct lm_date date = {(int16_t)year, 1, 1};
    int64_t day = lm_day_of(date);
    if (change->form == 'M') {
        date.month = (uint8_t)change->month;
        day = lm_day_of(date);
        int first = (lm_weekday((int32_t)day) + 1) % 7; /* Sunday 0 */
        day += (change->day - first + 7) % 7 + 7 * (change->week - 1);
        while (lm_date_of((int32_t)day).month != change->month)
            day -= 7; /* week 5 is the last */
    } else {
        bool leap = lm_date_of((int32_t)day + 59).day == 29;
        day += change->form == 'J' ? change->day - 1 + (leap && change->day >= 60) : change->day;
    }
    return day * DAY + change->time;
}

static struct os_zone_moment by_rule(const struct rule *rule, int64_t utc)
{
    static const int64_t days_max = 2932532; /* 9998-12-31 */
    int64_t days = (utc + rule->standard.offset) / DAY;
    if (!rule->changes)
        return rule->standard;
    days = days < 0 ? 0 : days > days_max ? days_max : days; /* rules are not applied before 1970 */
    int year = lm_date_of((int32_t)days).year;
    int64_t begin = change_in(&rule->begin, year) - rule->standard.offset;
    int64_t end = change_in(&rule->end, year) - rule->summer.offset;
    bool summer = begin < end ? utc >= begin && utc < end : utc >= begin || utc < end;
    return summer ? rule->summer : rule->standard;
}

/* --- queries */

/* The number of moments not after ${utc}. */
static size_t moments_until(const struct os_zone *zone, int64_t utc)
{
    size_t low = 0, high = zone->moment_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (moment(zone, middle) <= utc)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct os_zone_moment os_zone_at(const struct os_zone *zone, int64_t utc)
{
    size_t passed = moments_until(zone, utc);
    if (passed == zone->moment_count && zone->rule.given)
        return by_rule(&zone->rule, utc);
    return kind(zone, passed == 0 ? 0 : zone->kind_of[passed - 1]);
}

enum os_local os_zone_utc(const struct os_zone *zone, int64_t local, int64_t *first,
                          int64_t *second)
{
    int64_t start = local - OFFSET_MAX, end = local + OFFSET_MAX;
    int32_t before = os_zone_at(zone, start).offset, after = before;
    int64_t found[2] = {0};
    size_t count = 0;
    for (size_t i = moments_until(zone, start);; i++) {
        /* ${after} applies from a possible moment on; does it apply at the moment for which it
         * gives ${local}? */
        int64_t utc = local - after;
        if (os_zone_at(zone, utc).offset == after && (count == 0 || found[count - 1] != utc) &&
            count < 2)
            found[count++] = utc;
        if (i > zone->moment_count || (i < zone->moment_count && moment(zone, i) > end))
            break;
        after = os_zone_at(zone, i < zone->moment_count ? moment(zone, i) : end).offset;
    }
    if (count == 0) {
        *first = local - before;
        *second = local - after;
        return OS_NEVER;
    }
    bool turned = count == 2 && found[0] > found[1];
    *first = found[turned];
    *second = found[count == 2 && !turned];
    return count == 2 ? OS_TWICE : OS_ONCE;
}

/* --- opening */

static enum lm_status damaged(const char *name, struct lm_log *log)
{
    return lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL,
                      "the data of the time zone %s are damaged", name);
}

/* The line at the end, between two newlines. */
static bool read_footer(const unsigned char *at, const unsigned char *end, struct lm_arena *arena,
                        struct rule *rule)
{
    const unsigned char *close =
        at < end && *at == '\n' ? memchr(at + 1, '\n', (size_t)(end - at) - 1) : NULL;
    const char *text =
        close == NULL ? NULL : lm_arena_copy(arena, (const char *)at + 1, (size_t)(close - at) - 1);
    return text != NULL && read_rule(text, arena, rule);
}

enum lm_status os_zone_read(const char *name, const char *bytes, size_t length,
                            struct lm_arena *arena, struct lm_log *log, const struct os_zone **zone)
{
    struct os_zone *made = lm_arena_alloc(arena, 1, sizeof *made);
    const unsigned char *copy = (const unsigned char *)lm_arena_copy(arena, bytes, length);
    if (made == NULL || copy == NULL)
        return LM_LIMIT;
    const unsigned char *at = copy, *end = copy + length;
    bool good = read_block(&at, end, 4, made);
    if (good && copy[4] >= '2')
        good = read_block(&at, end, 8, made) && read_footer(at, end, arena, &made->rule);
    if (!good || !is_sane(made))
        return damaged(name, log);
    *zone = made;
    return LM_OK;
}

/* Is ${name} made of words only, so that it cannot lead to other folders? */
static bool is_name(const char *name)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+-/";
    size_t length = strlen(name);
    return length > 0 && length <= NAME_MAX_LENGTH && strspn(name, letters) == length &&
           name[0] != '/' && name[length - 1] != '/' && strstr(name, "//") == NULL;
}

enum lm_status os_zone_load(const struct os_zone_source *source, const char *name,
                            struct lm_arena *arena, struct lm_log *log, const struct os_zone **zone)
{
    /* No transitions, one kind: UTC, for systems without zone files. */
    static const char utc[] = "TZif\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
                              "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\4"
                              "\0\0\0\0\0\0UTC";
    if (strcmp(name, "UTC") == 0)
        return os_zone_read(name, utc, sizeof utc, arena, log, zone);
    for (const struct os_zone_file *f = source->embedded; f != NULL && f->name != NULL; f++)
        if (strcmp(f->name, name) == 0)
            return os_zone_read(name, f->bytes, f->length, arena, log, zone);
    const char *bytes, *path = source->folder != NULL && is_name(name)
                                   ? os_join(arena, source->folder, name)
                                   : NULL;
    size_t length;
    if (path == NULL || os_kind_of(path) != OS_FILE)
        return lm_log_add(log, LM_ERROR, (struct lm_place){0}, "Europe/Zurich would be one",
                          "unknown time zone \"%s\"", name);
    enum lm_status status = os_read(path, arena, log, &bytes, &length);
    return status == LM_OK ? os_zone_read(name, bytes, length, arena, log, zone) : status;
}
