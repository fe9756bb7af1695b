/* SPDX-License-Identifier: Apache-2.0 */
/*
 * calibrate EVENTS SEED [SVG [SCATTER DRAWS]]: do events that a forecast gives 30 % happen 30 % of
 * the time?
 *
 * Each event has 8 to 16 players and 5 rounds by the Dutch rules.  In its world each player has a
 * true strength, scattered around the rating by 80 points; results are drawn from the true
 * strengths by the model of docs/forecast.md.  Some time after the start, with some games of a
 * round open, a forecast is made from ratings and results alone; then the event goes on in its
 * world, and each of the forecast's statements comes true or not.  With SCATTER and DRAWS the
 * forecast assumes those values, while the world stays as it is.  TAP; the diagram goes to the file
 * SVG ("-": none).
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "limmat/forecast.h"
#include "limmat/random.h"

enum { ROUNDS = 5, FEWEST = 8, MOST = 16, SCATTER = 80, DRAWS = 350, RUNS = 250, BINS = 10 };
enum { ARENA_MAX = 1 << 28, LEAST = 100 /* statements for a bin to be judged */ };

enum kind { OPPONENT, COLOUR, FIRST, TOP_THREE, PRIZE, KINDS };

static const char *const names[KINDS] = {"whom_somebody_meets", "who_has_white", "who_is_first",
                                         "who_is_among_three", "who_has_a_prize"};
static const char *const titles[KINDS] = {"opponent", "White", "first", "among three", "prize"};

struct bin {
    double message; /* sum of the chances */
    uint64_t count, happened;
};

static struct bin bins[KINDS][BINS];

/* Too sure, or not sure enough?  Sum of (happened - forecast) (forecast - 1/2), and its variance.
 */
static struct sureness {
    double sum, variance;
} sure[KINDS];

static int32_t believed_scatter = SCATTER;
static uint32_t believed_draws = DRAWS;
static const char order[] = "PTS,BH/C1,BH,SB";

static void say(enum kind kind, uint64_t runs, uint64_t of, bool happened)
{
    if (of == 0)
        return;
    double chance = (double)runs / (double)of;
    int at = chance >= 1 ? BINS - 1 : (int)(chance * BINS);
    bins[kind][at].message += chance;
    bins[kind][at].count++;
    bins[kind][at].happened += happened;
    sure[kind].sum += ((happened ? 1 : 0) - chance) * (chance - 0.5);
    sure[kind].variance += chance * (1 - chance) * (chance - 0.5) * (chance - 0.5);
}

static void need(enum lm_status status, const struct lm_log *log)
{
    if (status == LM_OK)
        return;
    printf("Bail out! status %d: %s\n", (int)status, log->count > 0 ? log->all[0].what : "");
    exit(1);
}

struct world {
    const struct lm_system *system;
    struct lm_tournament *t;
    struct lm_random random;
    int32_t strengths[MOST];
    struct lm_arena *arena;
    struct lm_log log;
};

static int descending(const void *a, const void *b)
{
    return *(const int32_t *)b - *(const int32_t *)a;
}

static void make(struct world *w)
{
    uint32_t players = FEWEST + (uint32_t)lm_random_below(&w->random, MOST - FEWEST + 1);
    int32_t ratings[MOST], middle = 1500 + (int32_t)lm_random_below(&w->random, 700);
    need(lm_tournament_new(w->arena, players, ROUNDS, 1, &w->t), &w->log);
    for (uint32_t i = 0; i < players; i++)
        ratings[i] = lm_forecast_strength(&w->random, middle, 200);
    qsort(ratings, players, sizeof *ratings, descending);
    w->t->rounds_total = ROUNDS;
    w->t->initial_colour = lm_random_below(&w->random, 2) == 0 ? LM_WHITE : LM_BLACK;
    for (uint32_t i = 0; i < players; i++) {
        w->t->players[i].tpn = i + 1;
        w->t->players[i].name = "somebody";
        w->t->players[i].rating = ratings[i];
        w->strengths[i] = lm_forecast_strength(&w->random, ratings[i], SCATTER);
    }
}

static void play(struct world *w, uint32_t white, uint32_t round)
{
    struct lm_record *r = lm_record_of(w->t, white, round);
    uint32_t black = r->opponent;
    r->result =
        (uint8_t)lm_forecast_game(&w->random, w->strengths[white], w->strengths[black], DRAWS);
    lm_record_of(w->t, black, round)->result = r->result == LM_DRAW  ? LM_DRAW
                                               : r->result == LM_WIN ? LM_LOSS
                                                                     : LM_WIN;
}

/* Pair the next round; false: impossible. */
static bool pair(struct world *w)
{
    const struct lm_pair_request request = {.want = LM_WANT_PAIRS, .player = LM_NOBODY};
    struct lm_pairing *pairing;
    enum lm_status status =
        lm_pair_round(w->system, w->t, 0, &request, w->arena, &w->log, &pairing);
    if (status == LM_NO_PAIRING)
        return false;
    need(status, &w->log);
    need(lm_pairing_enter(w->t, pairing), &w->log);
    return true;
}

/* Play all except ${open} of the open games of the last round. */
static void play_all_but(struct world *w, uint32_t open)
{
    uint32_t round = w->t->rounds_paired, left = 0;
    for (uint32_t i = 0; i < w->t->player_count; i++) {
        const struct lm_record *r = lm_record_of(w->t, i, round);
        if (r->result == LM_PENDING && r->colour == LM_WHITE && left++ >= open)
            play(w, i, round);
    }
}

static const struct lm_prize_plan *plan_of(struct lm_arena *arena, struct lm_log *log)
{
    static const char text[] =
        "{\"format\": \"limmat-prizes/1\", \"groups\": [{\"name\": \"General\", "
        "\"sharing\": \"equal\", \"places\": [300, 200, 100]}]}";
    const struct lm_prize_plan *plan;
    need(lm_prize_plan_read(text, sizeof text - 1, arena, log, &plan), log);
    return plan;
}

/* Record the forecast's statements about ${player}: each possible opponent, and White. */
static void say_next(const struct world *w, const struct lm_forecast *f, uint32_t player)
{
    const struct lm_preview_player *p = &f->players[player].next;
    const struct lm_record *r = lm_record_of(w->t, player, f->round);
    uint32_t meets[MOST] = {0}, white = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        if (p->meetings[i].opponent != LM_NOBODY)
            meets[p->meetings[i].opponent] += p->meetings[i].outcomes;
        white += p->meetings[i].colour == LM_WHITE ? p->meetings[i].outcomes : 0;
    }
    for (uint32_t other = 0; other < player; other++)
        say(OPPONENT, meets[other], f->runs, r->opponent == other);
    say(COLOUR, white, f->runs, r->colour == LM_WHITE);
}

static void say_end(const struct world *w, const struct lm_forecast *f,
                    const struct lm_standings *s, const struct lm_prizes *prizes)
{
    for (uint32_t i = 0; i < w->t->player_count; i++) {
        const uint32_t *places = f->players[i].places;
        say(FIRST, places[0], f->runs, s->rank[i] == 1);
        say(TOP_THREE, (uint64_t)places[0] + places[1] + places[2], f->runs, s->rank[i] <= 3);
        say(PRIZE, f->players[i].prizes, f->runs, prizes->totals[i] > 0);
    }
}

static void judge_event(uint64_t seed)
{
    struct world w = {.system = lm_system_named("dutch-2026", "")};
    struct lm_forecast f;
    struct lm_standings_options options = {.edition = LM_C07_2026};
    struct lm_standings *s;
    struct lm_prizes *prizes;
    need(lm_arena_new(&w.arena, NULL, ARENA_MAX), &w.log);
    w.log.arena = w.arena;
    w.random = lm_random_fork(lm_random_from(20261122), seed);
    make(&w);
    const struct lm_prize_plan *plan = plan_of(w.arena, &w.log);
    uint32_t round = 2 + (uint32_t)lm_random_below(&w.random, ROUNDS - 2), open = 0;
    bool well = true;
    for (uint32_t k = 1; well && k <= round; k++) {
        well = pair(&w);
        open = k < round ? 0 : 1 + (uint32_t)lm_random_below(&w.random, w.t->player_count / 2);
        if (well)
            play_all_but(&w, open);
    }
    const struct lm_forecast_options how = {.runs = RUNS,
                                            .draws = believed_draws,
                                            .scatter = believed_scatter,
                                            .unrated = 1400,
                                            .seed = seed,
                                            .tie_breaks = order,
                                            .prizes = plan};
    if (well)
        need(lm_forecast(w.system, w.t, &how, w.arena, &w.log, &f), &w.log);
    while (well) {
        play_all_but(&w, 0);
        if (w.t->rounds_paired == ROUNDS)
            break;
        well = pair(&w);
    }
    if (well) {
        for (uint32_t i = 0; f.round > 0 && i < w.t->player_count; i++)
            say_next(&w, &f, i);
        need(lm_standings_order(w.t, order, w.arena, &w.log, &options), &w.log);
        need(lm_standings_compute(w.t, &options, w.arena, &w.log, &s), &w.log);
        need(lm_prizes_award(plan, s, w.arena, &w.log, &prizes), &w.log);
        say_end(&w, &f, s, prizes);
    }
    lm_arena_free(w.arena);
}

/* --- the results */

/* Newton's method: no library of mathematics is needed for one root. */
static double root_of(double number)
{
    double root = number > 1 ? number : 1;
    for (int i = 0; i < 60; i++)
        root = (root + number / root) / 2;
    return root;
}

/* The tolerated difference between the observed share and the forecast: statements of one event are
 * correlated, so the deviation of independent ones is doubled; four of those, and one point in a
 * hundred for the noise of the runs. */
static double tolerance(double message, double count)
{
    return 4 * root_of(4 * message * (1 - message) / count) + 0.01;
}

static bool tell(enum kind kind)
{
    bool well = true;
    for (int b = 0; b < BINS; b++) {
        const struct bin *bin = &bins[kind][b];
        if (bin->count == 0)
            continue;
        double count = (double)bin->count, message = bin->message / count;
        double happened = (double)bin->happened / count, off = happened - message;
        bool judged = bin->count >= LEAST;
        bool fits =
            !judged || (off <= tolerance(message, count) && -off <= tolerance(message, count));
        printf("# %-12s said %5.1f %%  happened %5.1f %%  of %8" PRIu64 "%s\n", titles[kind],
               100 * message, 100 * happened, bin->count,
               !judged ? "  (few)"
               : fits  ? ""
                       : "  OFF");
        well &= fits;
    }
    const struct sureness *own = &sure[kind];
    bool fits = own->sum * own->sum <= 9 * own->variance;
    printf("# %-12s sureness %.1f deviations%s\n", titles[kind], own->sum / root_of(own->variance),
           fits ? "" : "  OFF");
    return well && fits;
}

static void draw(FILE *out, uint64_t events)
{
    static const char *const inks[KINDS] = {"#0b6e5d", "#b5541c", "#24557f", "#7a2f7a", "#8a6d00"};
    fputs("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 460 440\" "
          "font-family=\"sans-serif\" "
          "font-size=\"12\" role=\"img\">\n<rect width=\"460\" height=\"440\" fill=\"#fff\"/>\n",
          out);
    fprintf(out, "<title>What was said and what happened, %" PRIu64 " simulated events</title>\n",
            events);
    for (int i = 0; i <= 10; i += 2) {
        int x = 60 + 34 * i, y = 380 - 34 * i;
        fprintf(out, "<path d=\"M60 %dh340M%d 40v340\" stroke=\"#ddd\"/>\n", y, x);
        fprintf(out, "<text x=\"%d\" y=\"398\" text-anchor=\"middle\">%d %%</text>\n", x, 10 * i);
        fprintf(out, "<text x=\"54\" y=\"%d\" text-anchor=\"end\">%d %%</text>\n", y + 4, 10 * i);
    }
    fputs("<path d=\"M60 380L400 40\" stroke=\"#999\" stroke-dasharray=\"4 4\"/>\n"
          "<text x=\"230\" y=\"422\" text-anchor=\"middle\">what the forecast said</text>\n"
          "<text x=\"16\" y=\"210\" text-anchor=\"middle\" transform=\"rotate(-90 16 210)\">how "
          "often "
          "it happened</text>\n",
          out);
    for (int k = 0; k < KINDS; k++) {
        fprintf(
            out,
            "<circle cx=\"74\" cy=\"%d\" r=\"4\" fill=\"%s\"/><text x=\"84\" y=\"%d\">%s</text>\n",
            52 + 18 * k, inks[k], 56 + 18 * k, titles[k]);
        for (int b = 0; b < BINS; b++) {
            const struct bin *bin = &bins[k][b];
            if (bin->count >= LEAST)
                fprintf(
                    out,
                    "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\" fill-opacity=\".75\"/>\n",
                    60 + 340 * bin->message / (double)bin->count,
                    380 - 340 * (double)bin->happened / (double)bin->count, inks[k]);
        }
    }
    fputs("</svg>\n", out);
}

int main(int argc, char **argv)
{
    bool well = true;
    uint64_t events = argc > 1 ? strtoull(argv[1], NULL, 10) : 300;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    if (argc > 5) {
        believed_scatter = (int32_t)strtol(argv[4], NULL, 10);
        believed_draws = (uint32_t)strtoul(argv[5], NULL, 10);
    }
    for (uint64_t i = 0; i < events; i++)
        judge_event(seed + i);
    printf("1..%d\n", KINDS);
    for (int k = 0; k < KINDS; k++) {
        bool fits = tell((enum kind)k);
        printf("%sok %d - %s\n", fits ? "" : "not ", k + 1, names[k]);
        well &= fits;
    }
    FILE *out = argc > 3 && strcmp(argv[3], "-") != 0 ? fopen(argv[3], "w") : NULL;
    if (out != NULL) {
        draw(out, events);
        well &= fclose(out) == 0;
    }
    return well ? 0 : 1;
}
