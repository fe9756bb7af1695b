/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/generate.h"

#include <string.h>

/*
 * The configuration of the generator.  Each key is a row: how its value is read and where it is
 * stored.  Rates of JaVaFo and bbpPairings are "one in N"; ours are percentages, one per round if
 * desired.
 */

/* bbpPairings' keys, in the order in which they take effect. */
enum point_key {
    POINTS_WIN,
    POINTS_DRAW,
    POINTS_LOSS,
    POINTS_FORFEIT_LOSS,
    POINTS_PAB,
    POINT_KEYS
};

struct reading {
    struct lm_plan plan;
    uint32_t retired, half_byes; /* one player in this number, over the tournament; 0: none */
    int32_t points[POINT_KEYS];  /* tenths, or LM_NO_POINTS */
    struct lm_arena *arena;
    struct lm_log *log;
    bool refused;
};

struct text {
    const char *bytes;
    size_t length;
};

/* Read the value of a key into ${target}, from its row; return false if it is invalid. */
typedef bool reader(struct reading *r, struct text value, size_t target);

static bool same_word(struct text word, const char *name)
{
    for (size_t i = 0; i < word.length; i++) {
        char a = word.bytes[i], b = name[i];
        if (b == '\0' || (a | 32) != (b | 32))
            return false;
    }
    return name[word.length] == '\0';
}

static bool read_number(struct reading *r, struct text value, size_t target)
{
    int64_t number;
    if (!lm_parse_integer(value.bytes, value.length, 0, LM_TPN_MAX, &number))
        return false;
    *(uint32_t *)(void *)((char *)r + target) = (uint32_t)number;
    return true;
}

static bool read_rating(struct reading *r, struct text value, size_t target)
{
    int64_t number;
    if (!lm_parse_integer(value.bytes, value.length, 0, 9999, &number))
        return false;
    *(int32_t *)(void *)((char *)r + target) = (int32_t)number;
    return true;
}

static bool set_chance(struct reading *r, enum lm_event event, uint32_t chance)
{
    uint32_t *rounds = lm_arena_alloc(r->arena, 1, sizeof *rounds);
    if (rounds == NULL)
        return false;
    *rounds = chance;
    r->plan.chances[event] = (struct lm_chance){rounds, 1};
    return true;
}

/* Read a rate: one in ${value}. */
static bool read_rate(struct reading *r, struct text value, size_t target)
{
    int64_t number;
    return lm_parse_integer(value.bytes, value.length, 0, LM_CERTAIN, &number) &&
           set_chance(r, (enum lm_event)target, number == 0 ? 0 : LM_CERTAIN / (uint32_t)number);
}

/* Read percentages separated by commas, one a round. */
static bool read_percentages(struct reading *r, struct text value, size_t target)
{
    size_t count = 1;
    for (size_t i = 0; i < value.length; i++)
        count += value.bytes[i] == ',';
    uint32_t *rounds = lm_arena_alloc(r->arena, count, sizeof *rounds);
    if (rounds == NULL)
        return false;
    const char *part = value.bytes, *end = value.bytes + value.length;
    for (size_t i = 0; i < count; i++) {
        const char *comma = memchr(part, ',', (size_t)(end - part));
        size_t length = (size_t)((comma == NULL ? end : comma) - part);
        int32_t tenths;
        if (!lm_parse_tenths(part, length, &tenths) || tenths < 0 || tenths > 1000)
            return false;
        rounds[i] = (uint32_t)tenths * (LM_CERTAIN / 1000);
        part += length + 1;
    }
    r->plan.chances[target] = (struct lm_chance){rounds, count};
    return true;
}

static bool read_points(struct reading *r, struct text value, size_t target)
{
    int32_t tenths;
    if (!lm_parse_tenths(value.bytes, value.length, &tenths) || tenths < 0 || tenths > 999)
        return false;
    r->points[target] = tenths;
    return true;
}

/* Set the points: each key gives several results their value; PAB, by default that of a win, comes
 * last. */
static void set_points(struct reading *r)
{
    static const struct {
        enum point_key key;
        enum lm_result result;
    } worth[] = {
        {POINTS_WIN, LM_WIN},
        {POINTS_WIN, LM_UNRATED_WIN},
        {POINTS_WIN, LM_FORFEIT_WIN},
        {POINTS_WIN, LM_FULL_BYE},
        {POINTS_WIN, LM_PAB},
        {POINTS_DRAW, LM_DRAW},
        {POINTS_DRAW, LM_UNRATED_DRAW},
        {POINTS_DRAW, LM_HALF_BYE},
        {POINTS_DRAW, LM_ADJOURNED},
        {POINTS_LOSS, LM_LOSS},
        {POINTS_LOSS, LM_UNRATED_LOSS},
        {POINTS_FORFEIT_LOSS, LM_FORFEIT_LOSS},
        {POINTS_FORFEIT_LOSS, LM_ZERO_BYE},
        {POINTS_FORFEIT_LOSS, LM_BLANK},
        {POINTS_PAB, LM_PAB},
    };
    for (size_t i = 0; i < sizeof worth / sizeof *worth; i++) {
        int32_t *value = r->plan.points.value[worth[i].result];
        if (r->points[worth[i].key] != LM_NO_POINTS)
            value[0] = value[1] = r->points[worth[i].key];
    }
}

static bool read_colour(struct reading *r, struct text value, size_t target)
{
    (void)target;
    static const char *const names[] = {
        [LM_NO_COLOUR] = "random", [LM_WHITE] = "white", [LM_BLACK] = "black"};
    for (uint8_t colour = 0; colour < sizeof names / sizeof *names; colour++)
        if (same_word(value, names[colour])) {
            r->plan.initial_colour = colour;
            return true;
        }
    return false;
}

static bool read_acceleration(struct reading *r, struct text value, size_t target)
{
    (void)target;
    r->plan.baku = same_word(value, "baku");
    return r->plan.baku || same_word(value, "none");
}

static const char whole[] = "a whole number";
static const char one_in[] = "N for one in N, 0 for none";
static const char points[] = "points with at most one decimal";
static const char percent[] = "percentages from 0 to 100, one or one a round: 5 or 0,5,2.5";

#define PLAN(field) offsetof(struct reading, field)
static const struct {
    const char *key;
    reader *read;
    size_t target;
    const char *remedy;
} keys[] = {
    {"PlayersNumber", read_number, PLAN(plan.players), whole},
    {"RoundsNumber", read_number, PLAN(plan.rounds), whole},
    {"RoundsPlayed", read_number, PLAN(plan.played), whole},
    {"ForbiddenPairs", read_number, PLAN(plan.prohibitions), whole},
    {"HighestRating", read_rating, PLAN(plan.highest_rating), "a rating up to 9999"},
    {"LowestRating", read_rating, PLAN(plan.lowest_rating), "a rating up to 9999"},
    {"RatingError", read_rating, PLAN(plan.rating_error), "rating points up to 9999"},
    {"WhiteAdvantage", read_rating, PLAN(plan.white_advantage), "rating points up to 9999"},
    {"RetiredRate", read_number, PLAN(retired), one_in},
    {"HalfPointByeRate", read_number, PLAN(half_byes), one_in},
    {"ForfeitRate", read_rate, LM_CHANCE_FORFEIT, one_in},
    {"DrawPercentage", read_percentages, LM_CHANCE_DRAW, percent},
    {"Unrated", read_percentages, LM_CHANCE_UNRATED, percent},
    {"Forfeits", read_percentages, LM_CHANCE_FORFEIT, percent},
    {"DoubleForfeits", read_percentages, LM_CHANCE_DOUBLE_FORFEIT, percent},
    {"HalfPointByes", read_percentages, LM_CHANCE_HALF_BYE, percent},
    {"FullPointByes", read_percentages, LM_CHANCE_FULL_BYE, percent},
    {"ZeroPointByes", read_percentages, LM_CHANCE_ZERO_BYE, percent},
    {"Withdrawals", read_percentages, LM_CHANCE_WITHDRAWAL, percent},
    {"LateEntries", read_percentages, LM_CHANCE_LATE, percent},
    {"PointsForWin", read_points, POINTS_WIN, points},
    {"PointsForDraw", read_points, POINTS_DRAW, points},
    {"PointsForLoss", read_points, POINTS_LOSS, points},
    {"PointsForForfeitLoss", read_points, POINTS_FORFEIT_LOSS, points},
    {"PointsForPAB", read_points, POINTS_PAB, points},
    {"InitialColour", read_colour, 0, "white, black or random"},
    {"Acceleration", read_acceleration, 0, "baku or none"},
};

static struct text trimmed(const char *start, const char *end)
{
    while (start < end && (*start == ' ' || *start == '\t'))
        start++;
    while (start < end && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    return (struct text){start, (size_t)(end - start)};
}

/* Read line ${number}, without its end. */
static void read_line(struct reading *r, struct text line, unsigned number)
{
    const char *comment = memchr(line.bytes, '#', line.length);
    const char *end = comment == NULL ? line.bytes + line.length : comment;
    const char *equals = memchr(line.bytes, '=', (size_t)(end - line.bytes));
    if (equals == NULL)
        return;
    struct text key = trimmed(line.bytes, equals), value = trimmed(equals + 1, end);
    char *shown = lm_arena_copy(r->arena, value.bytes, value.length);
    char *name = lm_arena_copy(r->arena, key.bytes, key.length);
    struct lm_place place = {number, (unsigned)(value.bytes - line.bytes) + 1, name, shown};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (!same_word(key, keys[i].key))
            continue;
        if (!keys[i].read(r, value, keys[i].target)) {
            r->refused = true;
            lm_log_add(r->log, LM_ERROR, place, keys[i].remedy, "this value cannot be used");
        }
        return;
    }
    lm_log_add(r->log, LM_SUSPICIOUS, (struct lm_place){.line = number}, NULL,
               "unknown key \"%s\" ignored", name == NULL ? "" : name);
}

/* Return the end of the line at ${line}: CR, LF, CRLF or ${end}; ${*next} is the next line. */
static const char *line_end(const char *line, const char *end, const char **next)
{
    const char *stop = line;
    while (stop < end && *stop != '\n' && *stop != '\r')
        stop++;
    bool pair = end - stop > 1 && stop[0] == '\r' && stop[1] == '\n';
    *next = stop < end ? stop + (pair ? 2 : 1) : end;
    return stop;
}

/* Spread "one player in N over the tournament" over its rounds. */
static bool spread(struct reading *r, enum lm_event event, uint32_t one_in_n)
{
    uint32_t rounds = r->plan.rounds == 0 ? 10 : r->plan.rounds;
    return one_in_n == 0 || set_chance(r, event, LM_CERTAIN / one_in_n / rounds);
}

enum lm_status lm_plan_read(const char *bytes, size_t length, struct lm_arena *arena,
                            struct lm_log *log, struct lm_plan *plan)
{
    struct reading r = {.plan = *plan, .arena = arena, .log = log};
    for (size_t i = 0; i < POINT_KEYS; i++)
        r.points[i] = LM_NO_POINTS;
    unsigned number = 1;
    for (const char *line = bytes, *next; line < bytes + length; line = next) {
        const char *stop = line_end(line, bytes + length, &next);
        read_line(&r, (struct text){line, (size_t)(stop - line)}, number++);
    }
    if (r.refused)
        return LM_INVALID;
    set_points(&r);
    if (!spread(&r, LM_CHANCE_WITHDRAWAL, r.retired) ||
        !spread(&r, LM_CHANCE_HALF_BYE, r.half_byes))
        return LM_LIMIT;
    *plan = r.plan;
    return LM_OK;
}
