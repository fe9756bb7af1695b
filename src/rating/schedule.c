/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Times in reports: the time control in words (record 122) and in codes (222), and the days of
 * rounds (132).
 *
 * In words, the text after a number gives its unit: minutes (', min, m), seconds (", s, sec), hours
 * (h), moves.  Seconds of a few minutes at most are an increment; bare numbers are moves before a
 * slash, the increment after the last plus, else minutes.  Several increments of one time control
 * are the same one: reports repeat it for each period.
 */
#include <string.h>

#include "base/texts.h"
#include "limmat/rating_event.h"

enum {
    MOST_INCREMENT = 300,
    MOST_MOVES = 60,
    MOST_MINUTES = 10000,
    LETTERS = 12,
    NUMBER_MOST = 99999
};

enum unit { BARE, HOURS, MINUTES, SECONDS, MOVES };

struct amount {
    int32_t number;
    enum unit unit;
    char before; /* '+', '/' or 0: the sign before it */
    char after;  /* '/': a slash follows */
    bool apart;  /* a plus, comma or semicolon precedes it */
};

/* --- words --- */

/* "minutes", "min", "m" by their beginnings, in the languages of reports. */
static enum unit unit_called(const char *word)
{
    static const struct {
        const char *begin;
        enum unit unit;
    } units[] = {
        {"mov", MOVES},   {"mv", MOVES},    {"z", MOVES},     {"coup", MOVES}, {"mos", MOVES},
        {"jug", MOVES},   {"h", HOURS},     {"st", HOURS},    {"ore", HOURS},  {"ora", HOURS},
        {"sec", SECONDS}, {"sek", SECONDS}, {"seg", SECONDS}, {"\"", SECONDS}, {"''", SECONDS},
        {"'", MINUTES},   {"min", MINUTES},
    };
    if (strcmp(word, "m") == 0)
        return MINUTES;
    if (strcmp(word, "s") == 0)
        return SECONDS;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strncmp(word, units[i].begin, strlen(units[i].begin)) == 0)
            return units[i].unit;
    return BARE;
}

static bool is_letter(char c)
{
    return lm_is_letter(c) || (unsigned char)c >= 0x80;
}

/* The next word or quotation marks at ${at}, in small letters; typographic primes become ' and ".
 */
static const char *next_word(const char *at, char word[LETTERS + 1])
{
    static const struct {
        const char *bytes, *plain;
    } primes[] = {{"\u2032", "'"}, {"\u2019", "'"}, {"\u2033", "\""}, {"\u201d", "\""}};
    size_t length = 0;
    for (size_t i = 0; i < sizeof primes / sizeof *primes; i++)
        if (strncmp(at, primes[i].bytes, strlen(primes[i].bytes)) == 0) {
            strcpy(word, primes[i].plain);
            return at + strlen(primes[i].bytes);
        }
    if (*at == '\'' || *at == '"')
        for (; (*at == '\'' || *at == '"') && length < 2; at++)
            word[length++] = *at;
    else
        for (; is_letter(*at); at++)
            if (length < LETTERS)
                word[length++] = lm_lower(*at);
    word[length] = '\0';
    return at;
}

/* Skip "from move 1", "per move", "a move", "ab dem 1. Zug": these are not the moves of a period.
 */
static const char *skip_from_move(const char *at)
{
    static const char *const starts[] = {"from", "per",  "/move", "/mv",    "ab ",
                                         "pro ", "par ", "al ",   "dal",    "desde",
                                         "por ", "each", "every", "/ move", "a par"};
    const char *text = at + strspn(at, " ,;(");
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        const char *a = text;
        const char *b = starts[i];
        while (*b != '\0' && lm_lower(*a) == *b)
            a++, b++;
        if (*b == '\0')
            return a + strcspn(a, "+:;,)");
    }
    return at;
}

/* Read the amounts of ${text}; return their number. */
static size_t read_amounts(const char *text, struct amount *amounts, size_t most)
{
    size_t count = 0;
    char before = 0;
    bool apart = true;
    for (const char *at = text; *at != '\0' && count < most;) {
        char word[LETTERS + 1];
        if (!lm_is_digit(*at)) {
            before = *at == '+' || *at == '/' ? *at : *at == ' ' ? before : 0;
            apart = apart || *at == '+' || *at == ',' || *at == ';';
            at++;
            continue;
        }
        struct amount *amount = &amounts[count++];
        *amount = (struct amount){.before = before, .apart = apart};
        amount->number = (int32_t)lm_take_number(&at, NUMBER_MOST);
        at += strspn(at, " ");
        at = next_word(at, word);
        amount->unit = unit_called(word);
        at += *at == '.' ? 1 : 0; /* "Min." */
        if (amount->unit == BARE && (strncmp(at, "/move", 5) == 0 || strncmp(at, "/mv", 3) == 0))
            amount->unit = SECONDS; /* 30/move1 */
        if (amount->unit == BARE && strncmp(at, "/end", 4) == 0) {
            amount->unit = MINUTES; /* 30/end */
            at += 4;
        }
        if (amount->unit == SECONDS)
            at = skip_from_move(at);
        at += strspn(at, " ");
        amount->after = *at;
        before = 0;
        apart = false;
    }
    return count;
}

/* --- the meaning of the amounts */

/* Give bare numbers a unit by their position; "1h30" is an hour and thirty minutes. */
static void settle_units(struct amount *amounts, size_t count)
{
    bool any_seconds = false;
    for (size_t i = 0; i < count; i++)
        any_seconds = any_seconds || amounts[i].unit == SECONDS;
    for (size_t i = 0; i < count; i++) {
        struct amount *a = &amounts[i];
        if (a->unit != BARE)
            continue;
        bool slash_behind = a->after == '/' && i + 1 < count && amounts[i + 1].before == '/';
        bool minutes_first = slash_behind && amounts[i + 1].unit == BARE &&
                             a->number > MOST_MOVES && amounts[i + 1].number <= MOST_MOVES;
        if (slash_behind && !minutes_first && amounts[i + 1].unit != MOVES)
            a->unit = MOVES;
        else if (a->before == '/' && i > 0 && amounts[i - 1].unit == MINUTES)
            a->unit = MOVES; /* 90'/40 */
        else if (a->before == '+' && i + 1 == count && !any_seconds && a->number <= 60)
            a->unit = SECONDS;
        else
            a->unit = MINUTES;
    }
}

struct control {
    struct lm_clock *clock;
    size_t count, most;
    int32_t moves;     /* given before the time of their period */
    int32_t increment; /* of all periods */
};

static int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static void add_time(struct control *c, int32_t seconds)
{
    if (c->count == c->most)
        return;
    c->clock[c->count++] = (struct lm_clock){.moves = c->moves, .seconds = seconds};
    c->moves = 0;
}

static void take_amount(struct control *c, const struct amount *amounts, size_t i)
{
    const struct amount *a = &amounts[i];
    if (a->unit == MOVES && c->count > 0 && c->clock[c->count - 1].moves == 0 && !a->apart)
        c->clock[c->count - 1].moves = a->number;
    else if (a->unit == MOVES)
        c->moves = a->number;
    else if (a->unit == SECONDS && a->number <= MOST_INCREMENT)
        c->increment = a->number;
    else if (a->unit == MINUTES && i > 0 && amounts[i - 1].unit == HOURS && a->before != '+')
        c->clock[c->count - 1].seconds += 60 * least(a->number, MOST_MINUTES);
    else
        add_time(c, least(a->number, MOST_MINUTES) * (a->unit == HOURS     ? 3600
                                                      : a->unit == MINUTES ? 60
                                                                           : 1));
}

/* "40 moves in 90 minutes" has its moves first; "90' for 40 moves" has them after the time. */
static void move_moves(struct control *c)
{
    if (c->moves != 0 && c->count > 0 && c->clock[c->count - 1].moves == 0)
        c->clock[c->count - 1].moves = c->moves;
    if (c->count > 0)
        c->clock[c->count - 1].moves = c->count == 1 ? c->clock[0].moves : 0;
    for (size_t i = 0; i < c->count; i++)
        c->clock[i].increment = c->increment;
}

size_t lm_time_control_read(const char *text, struct lm_clock *clock, size_t most)
{
    enum { AMOUNTS = 16 };
    struct amount amounts[AMOUNTS];
    struct control c = {.clock = clock, .most = most};
    size_t coded = lm_time_control_decode(text, clock, most);
    if (coded > 0 && clock[0].seconds > MOST_INCREMENT)
        return coded; /* in seconds, as in 222 */
    size_t count = read_amounts(text, amounts, AMOUNTS);
    settle_units(amounts, count);
    for (size_t i = 0; i < count; i++)
        take_amount(&c, amounts, i);
    move_moves(&c);
    return c.count;
}

/* --- in the form of programs --- */

size_t lm_time_control_decode(const char *code, struct lm_clock *clock, size_t most)
{
    size_t count = 0;
    while (*code != '\0' && count < most) {
        struct lm_clock period = {0};
        const char *rest = code;
        period.seconds = (int32_t)lm_take_number(&rest, NUMBER_MOST);
        if (rest == code)
            return 0;
        if (*rest == '/') {
            rest++;
            period.moves = period.seconds;
            period.seconds = (int32_t)lm_take_number(&rest, NUMBER_MOST);
        }
        if (*rest == '+') {
            rest++;
            period.increment = (int32_t)lm_take_number(&rest, NUMBER_MOST);
        }
        clock[count++] = period;
        if (*rest != ':' && *rest != '\0')
            return 0;
        code = rest + (*rest == ':' ? 1 : 0);
    }
    return count;
}

/* --- days --- */

bool lm_round_day(const char *text, int32_t *day)
{
    struct lm_date date;
    char whole[] = "20YY/MM/DD";
    size_t length = strlen(text);
    if (length == 8 && (text[2] == '/' || text[2] == '-' || text[2] == '.')) {
        memcpy(whole + 2, text, length); /* 132 has room for two digits of the year */
        text = whole;
        length = sizeof whole - 1;
    }
    if (!lm_parse_date(text, length, &date) || date.day == 0)
        return false;
    *day = lm_day_of(date);
    return true;
}
