/* SPDX-License-Identifier: Apache-2.0 */
#include "site/picture.h"

#include "base/texts.h"
#include "site/pages.h"
#include "site/templates.h"

/* The area of the picture of progress, in units of its view box. */
enum { LEFT = 28, RIGHT = 350, TOP = 10, BOTTOM = 150, MOST_LINES = 6 };

static const struct site_html nothing = {NULL};

static int32_t points_after(const struct site_event *e, uint32_t player, uint32_t round)
{
    if (round < e->rounds)
        return e->round[round + 1].before[player];
    return e->round[round].before[player] + lm_round_points(e->t, player, round);
}

static int32_t best_after(const struct site_event *e, uint32_t round)
{
    return points_after(e, e->standings[round]->order[0], round);
}

static int32_t across(const struct site_event *e, uint32_t round)
{
    return LEFT + (int32_t)((RIGHT - LEFT) * round / e->played);
}

static int32_t height(int32_t tenths, int32_t most)
{
    return most <= 0 ? BOTTOM : BOTTOM - (int32_t)((int64_t)(BOTTOM - TOP) * tenths / most);
}

/* " 63,134", "M63 134". */
static void add_place(struct lm_text *path, char before, int32_t x, char between, int32_t y)
{
    lm_text_add_char(path, before);
    lm_text_add_integer(path, x);
    lm_text_add_char(path, between);
    lm_text_add_integer(path, y);
}

/* Add a dot: a line of length zero, which round ends turn into a dot. */
static void add_dot(struct lm_text *path, int32_t x, int32_t y)
{
    add_place(path, 'M', x, ' ', y);
    lm_text_add(path, "h0");
}

/* Lines at whole points, at most MOST_LINES of them. */
static void add_lines(struct site_progress *chart, int32_t most, struct lm_arena *arena)
{
    struct site_tick *lines = lm_arena_alloc(arena, MOST_LINES + 1, sizeof *lines);
    struct lm_text grid = lm_text_in(arena);
    int32_t step = (most / 10 / MOST_LINES + 1) * 10;
    chart->lines = lines;
    for (int32_t at = 0; lines != NULL && at <= most; at += step) {
        int32_t y = height(at, most);
        add_place(&grid, 'M', LEFT, ' ', y);
        lm_text_add_char(&grid, 'H');
        lm_text_add_integer(&grid, RIGHT);
        lines[chart->line_count++] =
            (struct site_tick){.y = y + 4, .label = site_points_text(at, arena)};
    }
    chart->grid = lm_text_string(&grid);
}

struct site_html site_progress_of(const struct site_event *e, uint32_t player,
                                  struct lm_arena *arena)
{
    if (e->played < 2)
        return nothing;
    int32_t most = best_after(e, e->played);
    struct lm_text own = lm_text_in(arena), leader = lm_text_in(arena), label = lm_text_in(arena);
    struct lm_text svg = lm_text_in(arena), dots = lm_text_in(arena);
    struct site_tick *ticks = lm_arena_alloc(arena, e->played, sizeof *ticks);
    if (ticks == NULL)
        return nothing;
    lm_text_print(&label, "%s ", site_event_word(e, LM_KEY("page.points-each")));
    add_place(&own, ' ', LEFT, ',', BOTTOM);
    add_place(&leader, ' ', LEFT, ',', BOTTOM);
    for (uint32_t round = 1; round <= e->played; round++) {
        int32_t points = points_after(e, player, round), x = across(e, round);
        add_place(&own, ' ', x, ',', height(points, most));
        add_place(&leader, ' ', x, ',', height(best_after(e, round), most));
        lm_text_add(&label, round == 1 ? "" : ", ");
        lm_text_add(&label, site_points_text(points, arena));
        ticks[round - 1] = (struct site_tick){.x = x, .label = lm_printed(arena, "%u", round)};
        add_dot(&dots, x, height(points, most));
    }
    struct site_progress chart = {.label = lm_text_string(&label),
                                  .own = lm_text_string(&own),
                                  .leader = lm_text_string(&leader),
                                  .dots = lm_text_string(&dots),
                                  .ticks = ticks,
                                  .tick_count = e->played};
    add_lines(&chart, most, arena);
    page_progress(&svg, e->names->language, &chart);
    return (struct site_html){lm_text_string(&svg)};
}

struct site_html site_colours_of(const struct site_event *e, uint32_t player,
                                 struct lm_arena *arena)
{
    enum { STEP = 24, HALF = 9, MOST = 15 }; /* as many as the view box holds */
    enum { OF_WHITE, OF_BLACK, OF_NONE, KINDS };
    static const char *const kinds[] = {"w", "b", "none"};
    const char *const words[] = {site_event_word(e, LM_KEY("page.white")),
                                 site_event_word(e, LM_KEY("page.black")),
                                 site_event_word(e, LM_KEY("page.no-colour"))};
    uint32_t rounds = e->rounds > MOST ? MOST : e->rounds, counts[KINDS] = {0};
    struct lm_text svg = lm_text_in(arena), label = lm_text_in(arena);
    struct lm_text squares[] = {lm_text_in(arena), lm_text_in(arena), lm_text_in(arena)};
    struct site_tick *ticks = lm_arena_alloc(arena, rounds, sizeof *ticks);
    if (ticks == NULL || e->played < 2)
        return nothing;
    lm_text_print(&label, "%s: ", site_event_word(e, LM_KEY("page.colours")));
    for (uint32_t round = 1; round <= e->rounds; round++) {
        const struct lm_record *record = lm_record_of(e->t, player, round);
        bool game = e->round[round].board[player] != 0 && record->colour != LM_NO_COLOUR;
        int kind = !game ? OF_NONE : record->colour == LM_WHITE ? OF_WHITE : OF_BLACK;
        counts[kind]++;
        lm_text_add(&label, round == 1 ? "" : ", ");
        lm_text_add(&label, words[kind]);
        int32_t x = (int32_t)(round - 1) * STEP + 1;
        if (round > rounds)
            continue;
        add_place(&squares[kind], 'M', x, ' ', 2);
        lm_text_add(&squares[kind], "h18v18h-18z");
        ticks[round - 1] =
            (struct site_tick){.x = x + HALF, .label = lm_printed(arena, "%u", round)};
    }
    struct site_squares rows[KINDS];
    struct site_colours chart = {
        .label = lm_text_string(&label),
        .caption = site_say(e->names->language, arena, LM_KEY("page.colours-caption"),
                            (const struct lm_value[]){lm_value_number("white", counts[OF_WHITE]),
                                                      lm_value_number("black", counts[OF_BLACK])},
                            2),
        .rows = rows,
        .ticks = ticks,
        .tick_count = rounds};
    for (int kind = 0; kind < KINDS; kind++)
        if (squares[kind].length > 0)
            rows[chart.row_count++] =
                (struct site_squares){kinds[kind], lm_text_string(&squares[kind])};
    page_colours(&svg, e->names->language, &chart);
    return (struct site_html){lm_text_string(&svg)};
}

/* --- of the whole tournament */

struct site_html site_shares_of(const struct site_event *e, uint32_t white, uint32_t drawn,
                                uint32_t black, struct lm_arena *arena)
{
    enum { WIDTH = 360 };
    uint32_t games = white + drawn + black;
    if (games == 0)
        return nothing;
    struct lm_text svg = lm_text_in(arena);
    int32_t first = (int32_t)((uint64_t)WIDTH * white / games);
    int32_t second = (int32_t)((uint64_t)WIDTH * (white + drawn) / games);
    const struct site_bar bars[] = {
        {0, first, "w"}, {first, second - first, "d"}, {second, WIDTH - second, "b"}};
    struct site_shares chart = {
        .label = site_say(e->names->language, arena, LM_KEY("page.shares"),
                          (const struct lm_value[]){
                              lm_value_number("white", white), lm_value_number("drawn", drawn),
                              lm_value_number("black", black), lm_value_number("games", games)},
                          4),
        .bars = bars,
        .bar_count = sizeof bars / sizeof *bars};
    page_shares(&svg, e->names->language, &chart);
    return (struct site_html){lm_text_string(&svg)};
}

/* The square of ratings ${low} … ${high}, the range of both axes. */
struct scale {
    int32_t low, high;
};

static int32_t scaled(const struct scale *scale, int32_t rating, int32_t from, int32_t to)
{
    return from + (to - from) * (rating - scale->low) / (scale->high - scale->low);
}

static struct site_tick dot_at(const struct scale *scale, int32_t rating, int32_t performance)
{
    return (struct site_tick){.x = scaled(scale, rating, 40, 350),
                              .y = scaled(scale, performance, 270, 10)};
}

static bool has_dot(const struct site_event *e, uint32_t player)
{
    return e->t->players[player].rating > 0 && e->assessment.players[player].has_performance;
}

/* Return a range for every rating and performance, in whole steps. */
static struct scale scale_of(const struct site_event *e, int32_t step)
{
    struct scale scale = {INT32_MAX, INT32_MIN};
    for (uint32_t i = 0; i < e->t->player_count; i++) {
        if (!has_dot(e, i))
            continue;
        int32_t both[] = {e->t->players[i].rating, e->assessment.players[i].performance};
        for (size_t k = 0; k < 2; k++) {
            scale.low = both[k] < scale.low ? both[k] : scale.low;
            scale.high = both[k] > scale.high ? both[k] : scale.high;
        }
    }
    if (scale.low > scale.high)
        return (struct scale){0, 0};
    scale.low = (scale.low < 0 ? 0 : scale.low) / step * step;
    scale.high = (scale.high / step + 1) * step;
    return scale;
}

struct site_html site_ratings_of(const struct site_event *e, struct lm_arena *arena)
{
    enum { STEP = 500, MOST = 10 };
    if (e->assessment.players == NULL)
        return nothing;
    struct scale scale = scale_of(e, STEP);
    struct site_tick *lines = lm_arena_alloc(arena, MOST, sizeof *lines);
    if (lines == NULL || scale.high <= scale.low)
        return nothing;
    struct site_ratings chart = {.lines = lines};
    struct lm_text svg = lm_text_in(arena), dots = lm_text_in(arena);
    uint32_t above = 0, all = 0;
    for (uint32_t i = 0; i < e->t->player_count; i++) {
        if (!has_dot(e, i))
            continue;
        int32_t rating = e->t->players[i].rating;
        int32_t performance = e->assessment.players[i].performance;
        above += performance > rating;
        all++;
        struct site_tick at = dot_at(&scale, rating, performance < 0 ? 0 : performance);
        add_dot(&dots, at.x, at.y);
    }
    chart.dots = lm_text_string(&dots);
    for (int32_t at = scale.low; at <= scale.high && chart.line_count < MOST; at += STEP) {
        lines[chart.line_count] = dot_at(&scale, at, at);
        lines[chart.line_count++].label = lm_printed(arena, "%d", (int)at);
    }
    chart.label = site_say(
        e->names->language, arena, LM_KEY("page.ratings-caption"),
        (const struct lm_value[]){lm_value_number("above", above), lm_value_number("all", all)}, 2);
    page_ratings(&svg, e->names->language, &chart);
    return (struct site_html){lm_text_string(&svg)};
}
