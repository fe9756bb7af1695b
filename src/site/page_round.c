/* SPDX-License-Identifier: Apache-2.0 */
/* A round: by board and by name. */
#include <string.h>

#include "base/sort.h"
#include "base/texts.h"
#include "limmat/desk.h"
#include "site/pages.h"
#include "site/templates.h"

const char *site_idle_text(const struct lm_language *language, enum lm_result result)
{
    static const char *const keys[LM_RESULT_COUNT] = {
        [LM_PAB] = LM_KEY("page.bye"),         [LM_FULL_BYE] = LM_KEY("idle.full"),
        [LM_HALF_BYE] = LM_KEY("idle.half"),   [LM_ZERO_BYE] = LM_KEY("idle.absent"),
        [LM_FORFEIT_WIN] = LM_KEY("idle.won"), [LM_FORFEIT_LOSS] = LM_KEY("idle.lost"),
    };
    return site_word(language, keys[result] == NULL ? LM_KEY("idle.none") : keys[result]);
}

static bool is_forfeit(enum lm_result result)
{
    return result == LM_FORFEIT_WIN || result == LM_FORFEIT_LOSS;
}

/* Return the points of ${result}: one, a half, or none, whatever the tournament awards. */
int32_t site_game_tenths(enum lm_result result)
{
    switch (result) {
    case LM_WIN:
    case LM_UNRATED_WIN:
    case LM_FORFEIT_WIN:
        return 10;
    case LM_DRAW:
    case LM_UNRATED_DRAW:
        return 5;
    default:
        return 0;
    }
}

const char *site_score_text(const struct site_event *e, int32_t first, int32_t second, bool forfeit,
                            struct lm_arena *arena)
{
    const char *score = lm_printed(arena, "%s – %s", site_points_text(first, arena),
                                   site_points_text(second, arena));
    return !forfeit ? score
                    : site_say_of(e->names->language, arena, LM_KEY("result.forfeit"),
                                  lm_value_text("score", score));
}

const char *site_result_of(const struct site_event *e, const struct lm_pair *pair, uint32_t round,
                           struct lm_arena *arena)
{
    const struct lm_tournament *t = e->t;
    const struct lm_record *white = lm_record_of(t, pair->white, round);
    const struct lm_record *black = lm_record_of(t, pair->black, round);
    struct lm_text games = lm_text_in(arena); /* of a match, from White's side */
    int32_t points[2] = {0, 0};
    bool forfeit = false;
    for (uint8_t g = 0; g < t->games_per_match; g++) {
        if (white[g].result == LM_ADJOURNED)
            return site_event_word(e, LM_KEY("result.adjourned"));
        if (white[g].result == LM_PENDING || white[g].result == LM_BLANK)
            return "";
        points[0] += site_game_tenths((enum lm_result)white[g].result);
        points[1] += site_game_tenths((enum lm_result)black[g].result);
        forfeit |= is_forfeit((enum lm_result)white[g].result);
        lm_text_print(&games, "%s%s", g == 0 ? "(" : ", ",
                      site_points_text(site_game_tenths((enum lm_result)white[g].result), arena));
    }
    lm_text_add_char(&games, ')');
    const char *score = site_score_text(e, points[0], points[1], forfeit, arena);
    return t->games_per_match == 1 ? score
                                   : lm_printed(arena, "%s %s", score, lm_text_string(&games));
}

/* Did ${player} score more in ${round} than the opponent? */
static bool has_won(const struct site_event *e, uint32_t round, uint32_t player)
{
    const struct lm_record *games = lm_record_of(e->t, player, round);
    int32_t more = 0;
    for (uint8_t g = 0; g < e->t->games_per_match; g++) {
        more += site_game_tenths((enum lm_result)games[g].result);
        if (games[g].opponent != LM_NOBODY)
            more -= site_game_tenths(
                (enum lm_result)lm_record_of(e->t, games[g].opponent, round)[g].result);
    }
    return more > 0;
}

static struct site_side side_of(const struct site_event *e, uint32_t round, uint32_t player)
{
    return (struct site_side){.player = e->people[player],
                              .before = {e->round[round].before[player]},
                              .won = has_won(e, round, player)};
}

struct site_results site_results_in(const struct site_event *e, uint32_t round)
{
    const struct site_round *r = &e->round[round];
    return (struct site_results){r->pending && r->done > 0, r->done, r->games};
}

const struct site_board *site_boards_of(const struct site_event *e, uint32_t round, uint32_t most,
                                        struct lm_arena *arena, size_t *count)
{
    const struct lm_pairing *played = e->round[round].played;
    struct site_board *boards = lm_arena_alloc(arena, played->pair_count, sizeof *boards);
    *count = 0;
    for (uint32_t i = 0; boards != NULL && i < played->pair_count && *count < most; i++) {
        const struct lm_pair *pair = &played->pairs[i];
        if (pair->black == LM_NOBODY)
            continue;
        boards[(*count)++] = (struct site_board){.number = i + 1,
                                                 .white = side_of(e, round, pair->white),
                                                 .black = side_of(e, round, pair->black),
                                                 .result = site_result_of(e, pair, round, arena)};
    }
    return boards;
}

static enum lm_status add_boards(const struct site_event *e, struct lm_arena *arena,
                                 struct site_round_page *page)
{
    page->boards = site_boards_of(e, page->round, UINT32_MAX, arena, &page->board_count);
    return page->boards == NULL ? LM_LIMIT : LM_OK;
}

const struct site_idle *site_idles(const struct site_event *e, uint32_t round, bool byes,
                                   struct lm_arena *arena, size_t *count)
{
    struct site_idle *idles = lm_arena_alloc(arena, e->t->player_count, sizeof *idles);
    *count = 0;
    for (uint32_t i = 0; idles != NULL && i < e->t->player_count; i++) {
        enum lm_result result = (enum lm_result)lm_record_of(e->t, i, round)->result;
        if (e->round[round].board[i] == 0 && (byes || result != LM_PAB))
            idles[(*count)++] = (struct site_idle){
                .player = e->people[i], .why = site_idle_text(e->names->language, result)};
    }
    return idles;
}

const char *site_round_title(const struct site_event *e, uint32_t round, struct lm_arena *arena)
{
    const struct site_round *r = &e->round[round];
    const char *what = !r->pending ? "results" : r->done > 0 ? "open" : "pairings";
    return site_say(e->names->language, arena, LM_KEY("page.round-title"),
                    (const struct lm_value[]){
                        lm_value_number("round", round), lm_value_text("what", what),
                        lm_value_number("done", r->done), lm_value_number("games", r->games)},
                    4);
}

/* The sentences of web/whatif.js for the what-if, with their patterns. */
static const char *const supposed[] = {
    LM_KEY("whatif.places"),     LM_KEY("whatif.movement"),   LM_KEY("whatif.next"),
    LM_KEY("whatif.may"),        LM_KEY("whatif.of"),         LM_KEY("whatif.more"),
    LM_KEY("whatif.all"),        LM_KEY("whatif.impossible"), LM_KEY("whatif.clear"),
    LM_KEY("whatif.tap"),        LM_KEY("whatif.supposed"),   LM_KEY("pair.board"),
    LM_KEY("whatif.foresee"),    LM_KEY("whatif.foreseen"),   LM_KEY("whatif.first"),
    LM_KEY("whatif.three"),      LM_KEY("pair.cannot"),       LM_KEY("verify.loading"),
    LM_KEY("page.numbered"),     LM_KEY("page.place"),        LM_KEY("page.name"),
    LM_KEY("page.pts"),          LM_KEY("page.board"),        LM_KEY("page.white"),
    LM_KEY("page.black"),        LM_KEY("page.bye"),          LM_KEY("page.opponent"),
    LM_KEY("page.rating-change")};

/* The sentences of web/whatif.js for the forecast. */
static const char *const foreseen[] = {LM_KEY("whatif.foreseen"), LM_KEY("whatif.first"),
                                       LM_KEY("whatif.three"),    LM_KEY("pair.cannot"),
                                       LM_KEY("verify.loading"),  LM_KEY("page.numbered"),
                                       LM_KEY("page.name"),       LM_KEY("page.white"),
                                       LM_KEY("page.bye"),        LM_KEY("page.opponent")};

/* Set up the engine, if it can pair the next rounds. */
static struct site_supposing engine_for(const struct site_event *e, bool needed,
                                        const char *const *keys, size_t count,
                                        struct lm_arena *arena)
{
    const struct site_file *file = &e->files[SITE_JSON];
    if (!needed || !e->known || file->bytes == NULL)
        return (struct site_supposing){.words = ""};
    return (struct site_supposing){.shared = site_local(arena, "../%s", e->names->words),
                                   .script = site_local(arena, "../%s", e->names->suppose),
                                   .engine = lm_printed(arena, "../%s", e->names->verify.engine),
                                   .wasm = site_module_for(e, "../", arena),
                                   .file = file->path,
                                   .words = site_words_of(e->names->language, keys, count, arena)};
}

struct site_supposing site_supposing(const struct site_event *e, uint32_t round,
                                     struct lm_arena *arena)
{
    return engine_for(e, e->round[round].pending && round == e->rounds, supposed,
                      sizeof supposed / sizeof *supposed, arena);
}

struct site_supposing site_foreseeing(const struct site_event *e, uint32_t player,
                                      struct lm_arena *arena)
{
    uint32_t total = e->t->rounds_total;
    bool open = e->rounds > 0 && (e->rounds < total || e->round[e->rounds].pending);
    bool of_games = e->explained && !e->pairs_teams && e->t->games_per_match == 1;
    struct site_supposing out = engine_for(e, total > 0 && open && of_games, foreseen,
                                           sizeof foreseen / sizeof *foreseen, arena);
    out.player = player;
    return out;
}

struct site_html site_foreseeing_part(const struct site_event *e, const struct site_supposing *what,
                                      struct lm_arena *arena)
{
    struct lm_text out = lm_text_in(arena);
    page_foreseeing(&out, e->names->language, what);
    return (struct site_html){out.failed ? "" : lm_text_string(&out)};
}

static struct site_round_page page_of(const struct site_event *e, uint32_t round, const char *path,
                                      struct lm_arena *arena)
{
    const char *here = lm_printed(arena, "%s-%u.html", path, round);
    struct site_round_page page = {
        .head = site_head_of(e, site_round_title(e, round, arena), here, arena),
        .rounds = site_rounds_of(e->names, path, e->rounds, round, arena),
        .round = round,
        .results = site_results_in(e, round),
        .when = site_round_when(e, round, arena),
        .position = lm_desk_position_on_record(e->t, round, arena),
        .by_board = site_own(e->names, arena, "round-%u.html", round),
        .by_name = site_own(e->names, arena, "names-%u.html", round)};
    if (round <= e->played)
        page.standings = site_own(e->names, arena, "standings-%u.html", round);
    if (e->explained)
        page.why = site_own(e->names, arena, "why-%u.html", round);
    page.idles = site_idles(e, round, true, arena, &page.idle_count);
    return page;
}

enum lm_status site_write_round(const struct site_event *e, uint32_t round, struct lm_arena *arena,
                                struct lm_text *out)
{
    if (e->teams != NULL)
        return site_write_matches(e, round, arena, out);
    struct site_round_page page = page_of(e, round, "round", arena);
    page.supposing = site_supposing(e, round, arena);
    enum lm_status status = add_boards(e, arena, &page);
    if (status == LM_OK)
        page_round(out, e->names->language, &page);
    return status == LM_OK ? lm_text_status(out) : status;
}

/* --- by name */

/* A name as readers look it up: case and diacritics ignored. */
struct entry {
    const char *folded;
    uint32_t player;
};

static int by_folded_name(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    int order = strcmp(x->folded, y->folded);
    return order != 0 ? order : (x->player > y->player) - (x->player < y->player);
}

static struct site_named named(const struct site_event *e, uint32_t round, uint32_t player,
                               struct lm_arena *arena)
{
    const struct lm_record *record = lm_record_of(e->t, player, round);
    uint32_t board = e->round[round].board[player];
    struct site_named row = {.player = e->people[player]};
    if (board == 0) {
        row.where = site_idle_text(e->names->language, (enum lm_result)record->result);
        return row;
    }
    row.opponent = e->people[record->opponent];
    bool white = e->round[round].played->pairs[board - 1].white == player;
    const struct site_seat *seats = e->round[round].seats;
    bool matches = seats != NULL && seats[player].match != 0;
    row.where = site_say(
        e->names->language, arena, matches ? LM_KEY("seat.match") : LM_KEY("seat"),
        (const struct lm_value[]){lm_value_number("board", matches ? seats[player].board : board),
                                  lm_value_text("colour", white ? "white" : "black"),
                                  lm_value_number("match", matches ? seats[player].match : 0)},
        3);
    return row;
}

enum lm_status site_write_names(const struct site_event *e, uint32_t round, struct lm_arena *arena,
                                struct lm_text *out)
{
    struct site_round_page page = page_of(e, round, "names", arena);
    uint32_t count = e->t->player_count;
    struct entry *entries = lm_arena_alloc(arena, count, sizeof *entries);
    struct site_named *rows = lm_arena_alloc(arena, count, sizeof *rows);
    if (entries == NULL || rows == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++) {
        struct lm_text folded = lm_text_in(arena);
        const char *name = e->people[i].name;
        if (lm_utf8_valid(name, strlen(name)))
            lm_text_add_folded(&folded, name, strlen(name));
        entries[i] = (struct entry){lm_text_string(&folded), i};
    }
    lm_sort(entries, count, sizeof *entries, by_folded_name);
    for (uint32_t i = 0; i < count; i++)
        rows[i] = named(e, round, entries[i].player, arena);
    page.names = rows;
    page.name_count = count;
    page_names(out, e->names->language, &page);
    return lm_text_status(out);
}
