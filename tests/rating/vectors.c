/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* popen */
#include "vectors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct lm_arena *vectors_arena;
static struct lm_json *files[64]; /* one per line */
static size_t file_count;

char *slurp(FILE *stream)
{
    size_t capacity = 1 << 16;
    size_t length = 0;
    char *bytes = malloc(capacity);
    for (size_t got;
         bytes != NULL && (got = fread(bytes + length, 1, capacity - length - 1, stream)) > 0;) {
        length += got;
        if (length + 1 == capacity)
            bytes = realloc(bytes, capacity *= 2);
    }
    if (bytes != NULL)
        bytes[length] = '\0';
    return bytes;
}

void read_vectors(const char *path)
{
    char command[1024];
    snprintf(command, sizeof command, "xz -dc '%s'", path);
    FILE *stream = popen(command, "r");
    char *bytes = slurp(stream);
    pclose(stream);
    if (lm_arena_new(&vectors_arena, NULL, 0) != LM_OK)
        abort();
    for (char *line = bytes; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        struct lm_log log = {.arena = vectors_arena};
        if (lm_json_parse(line, length, vectors_arena, &log, &files[file_count]) != LM_OK)
            abort();
        file_count++;
        line += length + 1;
    }
    free(bytes);
}

const struct lm_json *file_named(const char *name)
{
    for (size_t i = 0; i < file_count; i++)
        if (strcmp(lm_json_string(lm_json_get(files[i], "file")), name) == 0)
            return lm_json_get(files[i], "data");
    fail_msg("no vectors %s", name);
    return NULL;
}

const struct lm_json *item(const struct lm_json *array, size_t index)
{
    const struct lm_json *node = array->first;
    while (index-- > 0)
        node = node->next;
    return node;
}

bool is_null(const struct lm_json *node)
{
    return node == NULL || node->type == LM_JSON_NULL;
}

int64_t integer(const struct lm_json *node)
{
    int64_t value = 0;
    if (!lm_json_integer(node, INT32_MIN, INT32_MAX, &value))
        fail_msg("line %u column %u: no integer", node->line, node->column);
    return value;
}

int64_t integer_at(const struct lm_json *array, size_t index)
{
    return integer(item(array, index));
}

bool truth(const struct lm_json *object, const char *key)
{
    const struct lm_json *node = lm_json_get(object, key);
    return node != NULL && node->type == LM_JSON_TRUE;
}

/* "2.5" -> 25, "-3.45" -> -345: the digits without the point. */
int64_t digits(const struct lm_json *node)
{
    const char *text = lm_json_string(node);
    assert_non_null(text);
    bool negative = *text == '-';
    int64_t value = 0;
    for (; *text != '\0'; text++)
        if (*text >= '0' && *text <= '9')
            value = value * 10 + (*text - '0');
    return negative ? -value : value;
}

/* 2062, "13105/6" */
struct lm_fraction fraction(const struct lm_json *node)
{
    if (node->type == LM_JSON_NUMBER)
        return (struct lm_fraction){integer(node), 1};
    char *end = NULL;
    long long over = strtoll(lm_json_string(node), &end, 10);
    return lm_fraction_of(over, *end == '/' ? strtoll(end + 1, NULL, 10) : 1);
}

void assert_fraction(struct lm_fraction got, const struct lm_json *expected)
{
    struct lm_fraction want = fraction(expected);
    assert_int_equal(got.over, want.over);
    assert_int_equal(got.under, want.under);
}

int32_t day(const struct lm_json *node)
{
    struct lm_date date;
    if (is_null(node))
        return LM_NO_DAY;
    assert_true(lm_parse_date(lm_json_string(node), node->length, &date));
    return lm_day_of(date);
}

/* --- events */

/* Minutes, whole or "179/2". */
int32_t seconds_of(const struct lm_json *node)
{
    struct lm_fraction minutes = fraction(node);
    return (int32_t)(minutes.over * 60 / minutes.under);
}

void read_clock(struct read_event *r, const struct lm_json *clock)
{
    for (const struct lm_json *n = clock == NULL ? NULL : clock->first; n != NULL; n = n->next)
        r->clock[r->event.clocks++] = (struct lm_clock){
            .moves =
                is_null(lm_json_get(n, "moves")) ? 0 : (int32_t)integer(lm_json_get(n, "moves")),
            .seconds = seconds_of(lm_json_get(n, "minutes")),
            .increment = (int32_t)integer(lm_json_get(n, "increment"))};
    r->event.clock = r->clock;
}

uint32_t player_with(const struct read_event *r, const char *id)
{
    for (uint32_t i = 0; i < r->event.player_count; i++)
        if (strcmp(r->event.players[i].name, id) == 0)
            return i;
    return LM_NOBODY;
}

static void read_game(struct read_event *r, const struct lm_json *g)
{
    static const struct {
        const char *code;
        int32_t white, black;
        bool played;
    } codes[] = {{"1-0", 10, 0, true}, {"0-1", 0, 10, true}, {"1/2", 5, 5, true},
                 {"0-0", 0, 0, true},  {"+-", 10, 0, false}, {"-+", 0, 10, false},
                 {"--", 0, 0, false},  {"bye", 10, 0, false}};
    const char *black = lm_json_string(item(g, 2));
    size_t code = 0;
    while (strcmp(codes[code].code, lm_json_string(item(g, 3))) != 0)
        code++;
    const struct lm_json *moves = item(g, 3)->next;
    bool moved = moves == NULL || (integer_at(moves, 0) > 0 && integer_at(moves, 1) > 0);
    r->games[r->event.game_count++] =
        (struct lm_event_game){.round = (int32_t)integer_at(g, 0),
                               .white = player_with(r, lm_json_string(item(g, 1))),
                               .black = black == NULL ? LM_NOBODY : player_with(r, black),
                               .white_tenths = codes[code].white,
                               .black_tenths = codes[code].black,
                               .played = codes[code].played && moved};
}

int32_t rating_of(const struct lm_json *person, const char *key)
{
    const struct lm_json *node = lm_json_get(person, key);
    return is_null(node) ? 0 : (int32_t)integer(node);
}

/* Read ${people}: objects with rating, k, prior; or plain ratings. */
void read_players(struct read_event *r, const struct lm_json *list, const struct lm_json *people)
{
    for (const struct lm_json *n = list->first; n != NULL; n = n->next) {
        struct lm_event_player *p = &r->players[r->event.player_count++];
        const struct lm_json *person = lm_json_get(people, lm_json_string(n));
        *p = (struct lm_event_player){.name = lm_json_string(n),
                                      .id = (uint32_t)atoi(lm_json_string(n))};
        if (person == NULL)
            continue; /* of a period: the registry has them */
        if (person->type == LM_JSON_OBJECT) {
            p->rating = rating_of(person, "rating");
            p->k = rating_of(person, "k");
            p->prior = truth(person, "prior");
            p->standard = rating_of(person, "standard");
            p->born = rating_of(person, "born");
            p->woman = truth(person, "woman");
        } else if (!is_null(person)) {
            p->rating = (int32_t)integer(person);
            p->k = 15;
        }
        const struct lm_json *since = lm_json_get(person, "published_since");
        p->now_rating = is_null(since) ? p->rating : (int32_t)integer_at(since, 0);
        p->now_k = is_null(since) ? p->k : (int32_t)integer_at(since, 1);
    }
    r->event.players = r->players;
}

static enum lm_answer answer(const struct lm_json *t, const char *key, enum lm_answer unset)
{
    const struct lm_json *node = lm_json_get(t, key);
    if (node == NULL)
        return unset;
    return node->type == LM_JSON_TRUE ? LM_ANSWERED_YES : LM_ANSWERED_NO;
}

void read_event(struct read_event *r, const struct lm_json *t, const struct lm_json *people)
{
    *r = (struct read_event){.event = {.final = true}};
    struct lm_rating_event *e = &r->event;
    assert_true(lm_event_kind_named(lm_json_string(lm_json_get(t, "kind")), &e->kind));
    const char *chess = lm_json_string(lm_json_get(t, "chess"));
    for (int kind = 0; chess != NULL && kind < LM_CHESS_KINDS; kind++)
        if (strcmp(chess, lm_chess_name((enum lm_chess)kind)) == 0)
            e->chess = (enum lm_chess)kind;
    e->start = day(lm_json_get(t, "start"));
    e->end = day(lm_json_get(t, "end"));
    e->registered = day(lm_json_get(t, "registered"));
    e->reported = LM_NO_DAY;
    e->received = day(lm_json_get(t, "received"));
    read_clock(r, lm_json_get(t, "time_control"));
    const struct lm_json *days = lm_json_get(t, "rounds_per_day");
    for (const struct lm_json *n = days == NULL ? NULL : days->first; n != NULL; n = n->next)
        if (e->day_count < MOST_DAYS)
            r->days[e->day_count++] = (struct lm_day_rounds){0, (int32_t)integer(n)};
    e->days = r->days;
    e->licensed = answer(t, "arbiters_licensed", LM_UNANSWERED);
    e->laws = answer(t, "laws", LM_UNANSWERED);
    e->interim = answer(t, "interim_monthly", LM_ANSWERED_NO);
    e->late_allowed = truth(t, "qc_late_ok");
    e->long_allowed = truth(t, "qc_approved");
    e->norms = truth(t, "norms");
    e->league = truth(t, "league");
    e->national_championship = truth(t, "national_championship");
    e->women_only = truth(t, "women_only");
    e->match_games = rating_of(t, "match_games");
    e->id = lm_json_string(lm_json_get(t, "id"));
    e->official = truth(t, "official_fide");
    e->league_id = lm_json_string(lm_json_get(t, "league_id"));
    e->final = e->league_id == NULL || truth(t, "final");
    read_players(r, lm_json_get(t, "players"), people);
    for (const struct lm_json *g = lm_json_get(t, "games")->first; g != NULL; g = g->next)
        read_game(r, g);
    e->games = r->games;
}
