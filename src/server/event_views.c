/* SPDX-License-Identifier: Apache-2.0 */
#include "server/event_views.h"

#include <string.h>

#include "limmat/json.h"

enum { VERSION = 1 };

static const char *const result_names[LM_RESULT_COUNT] = {[LM_BLANK] = "none",
                                                          [LM_PENDING] = "pending",
                                                          [LM_WIN] = "win",
                                                          [LM_DRAW] = "draw",
                                                          [LM_LOSS] = "loss",
                                                          [LM_UNRATED_WIN] = "unrated-win",
                                                          [LM_UNRATED_DRAW] = "unrated-draw",
                                                          [LM_UNRATED_LOSS] = "unrated-loss",
                                                          [LM_ADJOURNED] = "adjourned",
                                                          [LM_FORFEIT_WIN] = "forfeit-win",
                                                          [LM_FORFEIT_LOSS] = "forfeit-loss",
                                                          [LM_PAB] = "bye",
                                                          [LM_FULL_BYE] = "full-point-bye",
                                                          [LM_HALF_BYE] = "half-point-bye",
                                                          [LM_ZERO_BYE] = "absent"};

static void begin(struct lm_json_writer *w, const char *view)
{
    lm_json_begin(w, NULL, '{');
    lm_json_put_integer(w, "version", VERSION);
    lm_json_put_string(w, "view", view);
}

static void put_person(struct lm_json_writer *w, const struct lm_player *p)
{
    lm_json_put_integer(w, "number", p->tpn);
    lm_json_put_string(w, "title", p->title);
    lm_json_put_string(w, "name", p->name);
    lm_json_put_string(w, "federation", p->federation);
    if (p->rating > 0)
        lm_json_put_integer(w, "rating", p->rating);
}

static void put_section(const struct site_event *e, uint32_t number, struct lm_arena *arena,
                        struct lm_json_writer *w)
{
    const struct lm_tournament *t = e->t;
    (void)number, (void)arena;
    lm_json_put_string(w, "name", t->name);
    lm_json_put_string(w, "city", t->city);
    lm_json_put_string(w, "federation", t->federation);
    lm_json_put_string(w, "start", t->start);
    lm_json_put_string(w, "end", t->end);
    lm_json_put_integer(w, "rounds", t->rounds_total);
    lm_json_put_integer(w, "paired", e->rounds);
    lm_json_put_integer(w, "played", e->played);
    lm_json_put_boolean(w, "pending", e->rounds > 0 && e->round[e->rounds].pending);
    lm_json_begin(w, "players", '[');
    for (uint32_t i = 0; i < t->player_count; i++) {
        lm_json_begin_inline(w, NULL, '{');
        put_person(w, &t->players[i]);
        lm_json_end(w, '}');
    }
    lm_json_end(w, ']');
}

static const char *result_of(const struct lm_tournament *t, uint32_t player, uint32_t round)
{
    return result_names[lm_record_of(t, player, round)->result];
}

/* Write the games of a match, each with its colours. */
static void put_games(const struct lm_tournament *t, const struct lm_pair *pair, uint32_t number,
                      struct lm_json_writer *w)
{
    const struct lm_record *first = lm_record_of(t, pair->white, number);
    const struct lm_record *other = lm_record_of(t, pair->black, number);
    lm_json_begin(w, "games", '[');
    for (uint8_t game = 0; game < t->games_per_match; game++) {
        bool white = first[game].colour == LM_WHITE;
        lm_json_begin_inline(w, NULL, '{');
        lm_json_put_integer(w, "white", t->players[white ? pair->white : pair->black].tpn);
        lm_json_put_integer(w, "black", t->players[white ? pair->black : pair->white].tpn);
        lm_json_put_string(w, "white_result",
                           result_names[white ? first[game].result : other[game].result]);
        lm_json_put_string(w, "black_result",
                           result_names[white ? other[game].result : first[game].result]);
        lm_json_end(w, '}');
    }
    lm_json_end(w, ']');
}

/* Write a round by board; players without an opponent apart. */
static void put_round(const struct site_event *e, uint32_t number, struct lm_arena *arena,
                      struct lm_json_writer *w)
{
    const struct lm_tournament *t = e->t;
    const struct site_round *round = &e->round[number];
    (void)arena;
    lm_json_put_integer(w, "round", number);
    lm_json_put_boolean(w, "pending", round->pending);
    lm_json_begin(w, "boards", '[');
    for (uint32_t i = 0; i < round->played->pair_count; i++) {
        const struct lm_pair *pair = &round->played->pairs[i];
        if (pair->white == LM_NOBODY || pair->black == LM_NOBODY)
            continue;
        lm_json_begin_inline(w, NULL, '{');
        lm_json_put_integer(w, "board", round->board[pair->white]);
        lm_json_put_integer(w, "white", t->players[pair->white].tpn);
        lm_json_put_integer(w, "black", t->players[pair->black].tpn);
        lm_json_put_tenths(w, "white_points", round->before[pair->white]);
        lm_json_put_tenths(w, "black_points", round->before[pair->black]);
        lm_json_put_string(w, "white_result", result_of(t, pair->white, number));
        lm_json_put_string(w, "black_result", result_of(t, pair->black, number));
        if (t->games_per_match > 1)
            put_games(t, pair, number, w);
        lm_json_end(w, '}');
    }
    lm_json_end(w, ']');
    lm_json_begin(w, "idle", '[');
    for (uint32_t i = 0; i < t->player_count; i++) {
        if (lm_record_of(t, i, number)->opponent != LM_NOBODY)
            continue;
        lm_json_begin_inline(w, NULL, '{');
        lm_json_put_integer(w, "player", t->players[i].tpn);
        lm_json_put_string(w, "result", result_of(t, i, number));
        lm_json_end(w, '}');
    }
    lm_json_end(w, ']');
}

/* Write a rank; null: out of the standings (C.05 art. 6.6). */
static void put_rank(struct lm_json_writer *w, const struct lm_standings *s, uint32_t player)
{
    if (s->rank[player] == 0)
        lm_json_put_null(w, "rank");
    else
        lm_json_put_integer(w, "rank", s->rank[player]);
}

static void put_standings(const struct site_event *e, uint32_t number, struct lm_arena *arena,
                          struct lm_json_writer *w)
{
    const struct lm_standings *s = e->standings[number];
    lm_json_put_integer(w, "round", number);
    lm_json_begin_inline(w, "order", '[');
    for (size_t i = 0; i < s->options.count; i++)
        lm_json_put_string(w, NULL, s->options.list[i].code);
    lm_json_end(w, ']');
    lm_json_begin(w, "rows", '[');
    for (uint32_t place = 0; place < s->count; place++) {
        uint32_t player = s->order[place];
        lm_json_begin_inline(w, NULL, '{');
        put_rank(w, s, player);
        lm_json_put_integer(w, "player", e->t->players[player].tpn);
        lm_json_begin_inline(w, "values", '[');
        for (size_t i = 0; i < s->options.count; i++) {
            struct lm_text text = lm_text_in(arena);
            lm_text_add_value(&text, s->options.list[i].kind, lm_standings_value(s, player, i));
            lm_json_put_string(w, NULL, lm_text_string(&text));
        }
        lm_json_end(w, ']');
        lm_json_end(w, '}');
    }
    lm_json_end(w, ']');
}

/* Write a player's result in each game of a match. */
static void put_own_games(const struct lm_tournament *t, const struct lm_record *r,
                          struct lm_json_writer *w)
{
    lm_json_begin(w, "games", '[');
    for (uint8_t game = 0; game < t->games_per_match; game++) {
        lm_json_begin_inline(w, NULL, '{');
        lm_json_put_string(w, "colour", r[game].colour == LM_BLACK ? "black" : "white");
        lm_json_put_string(w, "result", result_names[r[game].result]);
        lm_json_end(w, '}');
    }
    lm_json_end(w, ']');
}

static void put_player(const struct site_event *e, uint32_t number, struct lm_arena *arena,
                       struct lm_json_writer *w)
{
    const struct lm_tournament *t = e->t;
    uint32_t i = 0;
    (void)arena;
    while (t->players[i].tpn != number)
        i++;
    put_person(w, &t->players[i]);
    if (e->played > 0 && !e->standings[e->played]->options.teams)
        put_rank(w, e->standings[e->played], i);
    lm_json_begin(w, "games", '[');
    for (uint32_t round = 1; round <= e->rounds; round++) {
        const struct lm_record *r = lm_record_of(t, i, round);
        bool meets = r->opponent != LM_NOBODY;
        lm_json_begin_inline(w, NULL, '{');
        lm_json_put_integer(w, "round", round);
        if (meets)
            lm_json_put_integer(w, "opponent", t->players[r->opponent].tpn);
        if (meets)
            lm_json_put_string(w, "colour", r->colour == LM_BLACK ? "black" : "white");
        lm_json_put_string(w, "result", result_names[r->result]);
        if (meets && t->games_per_match > 1)
            put_own_games(t, r, w);
        lm_json_end(w, '}');
    }
    lm_json_end(w, ']');
}

/* --- the table */

enum over { ONCE, PAIRED, PLAYED, LATEST, PLAYERS };

static const struct {
    const char *name; /* "round-" before the number */
    enum over over;
    const char *view;
    void (*put)(const struct site_event *e, uint32_t number, struct lm_arena *arena,
                struct lm_json_writer *w);
} views[] = {{"section", ONCE, "section", put_section},
             {"round-", PAIRED, "round", put_round},
             {"standings", LATEST, "standings", put_standings},
             {"standings-", PLAYED, "standings", put_standings},
             {"player-", PLAYERS, "player", put_player}};

static bool has_player(const struct lm_tournament *t, uint32_t tpn)
{
    uint32_t i = 0;
    while (i < t->player_count && t->players[i].tpn != tpn)
        i++;
    return i < t->player_count;
}

/* Is ${rest}, "3.json" or ".json", an existing object of the kind? Put its number in ${*number}. */
static bool is_there(const struct site_event *e, enum over over, const char *rest, uint32_t *number)
{
    size_t digits = strspn(rest, "0123456789");
    int64_t n = 0;
    if (strcmp(rest + digits, ".json") != 0 || (digits > 0) != (over != ONCE && over != LATEST) ||
        (digits > 0 && (*rest == '0' || !lm_parse_integer(rest, digits, 1, UINT32_MAX, &n))))
        return false;
    /* Team standings do not rank players. */
    bool ranked = e->played > 0 && !e->standings[e->played]->options.teams;
    *number = over == LATEST ? e->played : (uint32_t)n;
    return over == ONCE || (over == PAIRED && *number <= e->rounds) ||
           ((over == PLAYED || over == LATEST) && ranked && *number <= e->played) ||
           (over == PLAYERS && has_player(e->t, *number));
}

bool view_write(const struct site_event *e, const char *path, struct lm_arena *arena,
                struct lm_text *out)
{
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        size_t length = strlen(views[i].name);
        uint32_t number = 0;
        if (strncmp(path, views[i].name, length) != 0 ||
            !is_there(e, views[i].over, path + length, &number))
            continue;
        struct lm_json_writer w = lm_json_writer_to(out, true);
        begin(&w, views[i].view);
        views[i].put(e, number, arena, &w);
        lm_json_end(&w, '}');
        return true;
    }
    return false;
}
