/* SPDX-License-Identifier: Apache-2.0 */
/* The page of a player: the paired game first, then all other data. */
#include <string.h>

#include "base/texts.h"
#include "limmat/why.h"
#include "site/pages.h"
#include "site/picture.h"
#include "site/templates.h"

/* A page being filled. */
struct filling {
    const struct site_event *e;
    uint32_t player;
    struct lm_arena *arena;
    struct site_player_page *page;
    struct around *around; /* of each round */
};

/* --- games */

static const char *hundredths(const struct site_event *e, int64_t value, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_add_hundredths(&text, value);
    return site_decimal(e->names->language, arena, lm_text_string(&text));
}

static const char *change_of(const struct site_event *e, int64_t value, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    site_add_change(&text, (struct site_change){(int32_t)value});
    return site_decimal(e->names->language, arena, lm_text_string(&text));
}

static const char *word(const struct filling *f, const char *key)
{
    return site_event_word(f->e, key);
}

/* Add the expected score and the rating change of the games of ${round}; a match has several. */
static void add_rating(const struct filling *f, struct site_game *game)
{
    const struct lm_player_report *report = &f->e->assessment.players[f->player];
    int32_t expected = 0, delta = 0;
    for (size_t i = 0; i < report->line_count; i++) {
        const struct lm_game_line *line = &report->lines[i];
        if (line->round != (int32_t)game->round || line->fate != LM_GAME_RATED)
            continue;
        game->rated = true;
        expected += line->game.expected;
        delta += line->game.delta;
    }
    game->expected = game->rated ? hundredths(f->e, expected, f->arena) : "";
    game->change = change_of(f->e, delta * report->k, f->arena);
}

static bool is_awaited(const struct filling *f, uint32_t round)
{
    const struct lm_record *record = lm_record_of(f->e->t, f->player, round);
    for (uint8_t g = 0; g < f->e->t->games_per_match; g++)
        if (record[g].result == LM_PENDING)
            return true;
    return false;
}

/* Return "1, ½": the points from each game of a match. */
static const char *games_text(const struct lm_tournament *t, const struct lm_record *record,
                              struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    for (uint8_t g = 0; g < t->games_per_match; g++)
        lm_text_print(&text, "%s%s", g == 0 ? "" : ", ",
                      site_points_text(site_game_tenths((enum lm_result)record[g].result), arena));
    return lm_text_string(&text);
}

/* "White"; of a match "White, then Black". */
static const char *colour_text(const struct site_event *e, const struct lm_record *record)
{
    bool white = record->colour == LM_WHITE;
    if (record->colour == LM_NO_COLOUR)
        return "";
    if (e->t->games_per_match > 1)
        return site_event_word(e, white ? LM_KEY("page.white-black") : LM_KEY("page.black-white"));
    return site_event_word(e, white ? LM_KEY("page.white") : LM_KEY("page.black"));
}

static struct site_game game_of(const struct filling *f, uint32_t round, int32_t total)
{
    const struct site_event *e = f->e;
    const struct lm_record *record = lm_record_of(e->t, f->player, round);
    bool paired = record->opponent != LM_NOBODY;
    struct site_game game = {.round = round,
                             .board = e->round[round].board[f->player],
                             .colour = "",
                             .side = "",
                             .room = "",
                             .why =
                                 site_idle_text(e->names->language, (enum lm_result)record->result),
                             .total = {total},
                             .expected = "",
                             .result = ""};
    if (round == e->rounds && e->rooms != NULL && game.board > 0)
        game.room = e->rooms[game.board - 1];
    if (paired)
        game.opponent = e->people[record->opponent];
    if (paired)
        game.colour = colour_text(e, record);
    if (paired && record->colour != LM_NO_COLOUR)
        game.side = record->colour == LM_WHITE ? "White" : "Black";
    if (!is_awaited(f, round))
        game.result = paired && e->t->games_per_match > 1
                          ? games_text(e->t, record, f->arena)
                          : site_points_text(lm_round_points(e->t, f->player, round), f->arena);
    if (e->explained && !e->pairs_teams && (game.board != 0 || record->result == LM_PAB))
        game.because =
            site_own(f->e->names, f->arena, "why-%u.html#p%u", round, e->t->players[f->player].tpn);
    if (f->page->rated)
        add_rating(f, &game);
    return game;
}

static enum lm_status add_games(const struct filling *f)
{
    const struct site_event *e = f->e;
    struct site_game *games = lm_arena_alloc(f->arena, e->rounds, sizeof *games);
    if (games == NULL)
        return LM_LIMIT;
    f->page->games = games;
    for (uint32_t round = 1; round <= e->rounds; round++) {
        int32_t total = round < e->rounds ? e->round[round + 1].before[f->player]
                                          : e->round[round].before[f->player] +
                                                lm_round_points(e->t, f->player, round);
        struct site_game game = game_of(f, round, total);
        f->page->reasoned |= game.because.address != NULL;
        games[f->page->game_count++] = game;
    }
    return LM_OK;
}

/* --- the card: the game of the last round, while its result is pending */

static void add_card(const struct filling *f)
{
    const struct site_event *e = f->e;
    struct site_player_page *page = f->page;
    const struct lm_player *player = &e->t->players[f->player];
    if (e->rounds > 0 && e->round[e->rounds].pending) {
        const struct lm_record *record = lm_record_of(e->t, f->player, e->rounds);
        page->when = site_round_when(e, e->rounds, f->arena);
        if (record->opponent == LM_NOBODY || is_awaited(f, e->rounds)) {
            page->next = &page->games[e->rounds - 1];
            page->pair_count = 1;
        }
        if (record->opponent != LM_NOBODY && e->people[record->opponent].rating != 0)
            page->next_rating = lm_printed(f->arena, "%d", (int)e->people[record->opponent].rating);
        if (record->opponent != LM_NOBODY)
            page->next_points.tenths = e->round[e->rounds].before[record->opponent];
        return;
    }
    if (player->withdrawn != 0 && player->withdrawn <= e->rounds + 1)
        page->state = word(f, LM_KEY("page.withdrawn"));
    else if (e->rounds == 0 || e->rounds < e->t->rounds_total)
        page->state = site_say_of(e->names->language, f->arena, LM_KEY("page.next-unpaired"),
                                  lm_value_number("round", e->rounds + 1));
}

/* --- facts */

static enum lm_status add_facts(const struct filling *f)
{
    enum { MOST = 4 };
    const struct site_event *e = f->e;
    struct site_fact *facts = lm_arena_alloc(f->arena, MOST, sizeof *facts);
    if (facts == NULL)
        return LM_LIMIT;
    f->page->facts = facts;
    if (e->played == 0)
        return LM_OK;
    size_t count = 0;
    const struct lm_standings *s = e->standings[e->played];
    const struct site_game *last = &f->page->games[e->rounds - 1];
    facts[count++] = (struct site_fact){
        word(f, LM_KEY("page.rank")),
        s->out != NULL && s->out[f->player] != LM_IN_STANDINGS ? word(f, LM_KEY("page.out"))
        : s->rank[f->player] == 0                              ? word(f, LM_KEY("page.unranked"))
                                  : site_place_text(e, s->rank[f->player], s->ranked, f->arena)};
    facts[count++] =
        (struct site_fact){word(f, LM_KEY("page.points")),
                           site_points_text(s->ranked < s->count ? lm_standings_points(s, f->player)
                                                                 : last->total.tenths,
                                            f->arena)};
    if (e->assessment.players != NULL) {
        const struct lm_player_report *report = &e->assessment.players[f->player];
        if (report->has_performance)
            facts[count++] =
                (struct site_fact){word(f, LM_KEY("page.performance")),
                                   lm_printed(f->arena, "%d", (int)report->performance)};
        if (report->mode == LM_PLAYER_RATED && report->games > 0) {
            facts[count++] = (struct site_fact){word(f, LM_KEY("page.rating-change")),
                                                change_of(e, report->change, f->arena)};
        }
    }
    f->page->fact_count = count;
    return LM_OK;
}

static void add_rating_words(const struct filling *f)
{
    const struct site_event *e = f->e;
    struct site_player_page *page = f->page;
    page->rated = e->assessment.players != NULL &&
                  e->assessment.players[f->player].mode == LM_PLAYER_RATED &&
                  e->assessment.players[f->player].games > 0;
    if (!page->rated)
        return;
    const struct lm_player_report *report = &e->assessment.players[f->player];
    page->expected = hundredths(e, report->expected, f->arena);
    page->change = change_of(e, report->change, f->arena);
    /* The title is that of the edition, in English. */
    const char *rules = e->rating_rules->title;
    if (e->rating_rules->extracts)
        rules = site_say(e->names->language, f->arena, LM_KEY("page.rating-extracts"),
                         (const struct lm_value[]){lm_value_text("rules", rules)}, 1);
    page->rating_words = site_say(
        e->names->language, f->arena, LM_KEY("page.rating-words"),
        (const struct lm_value[]){lm_value_text("rules", rules), lm_value_number("k", report->k)},
        2);
}

/* --- tie-breaks */

/* "4½", "2100": ${value} in units of 1/${scale}. */
static const char *number_of(const struct filling *f, int64_t value, int32_t scale)
{
    static const struct lm_tie_break_kind plain = {.decimals = 0};
    struct lm_text text = lm_text_in(f->arena);
    if (scale == 10 && value >= 0 && value <= INT32_MAX)
        site_add_points(&text, (struct site_points){(int32_t)value});
    else
        lm_text_add_value(&text, &plain, lm_fraction_of(value, scale));
    return site_decimal(f->e->names->language, f->arena, lm_text_string(&text));
}

/* The reasons for cuts, by C.07 art. 14.1, 16.5 and 14.3. */
static const char *const cuts[] = {[LM_KEPT] = "no",
                                   [LM_CUT_LEAST] = "least",
                                   [LM_CUT_VOLUNTARY] = "voluntary",
                                   [LM_CUT_GREATEST] = "greatest"};

static const char *say_contribution(const struct filling *f, uint32_t round, const char *value,
                                    bool unplayed, uint8_t cut)
{
    const struct lm_value values[] = {
        lm_value_number("round", round), lm_value_text("value", value),
        lm_value_text("unplayed", unplayed ? "yes" : "no"), lm_value_text("cut", cuts[cut])};
    return site_say(f->e->names->language, f->arena, LM_KEY("page.contribution"), values, 4);
}

/* The text around a value from a played round that is kept: the same in each tie-break, and the
 * most frequent case. */
struct around {
    const char *message; /* with a mark in place of the value; NULL: not made yet */
    size_t before;
};

static const struct around *around_in(const struct filling *f, uint32_t round)
{
    static const char mark[] = "\1";
    struct around *around = &f->around[round];
    if (around->message == NULL) {
        around->message = say_contribution(f, round, mark, false, LM_KEPT);
        around->before = strcspn(around->message, mark);
    }
    return around;
}

static void add_contribution(const struct filling *f, const struct lm_contribution *c,
                             int32_t scale, struct lm_text *to)
{
    const char *value = number_of(f, c->value, scale);
    bool unplayed = c->source >= LM_FROM_DUMMY;
    if (to->length > 0)
        lm_text_add(to, ", ");
    if (unplayed || c->cut != LM_KEPT || c->round > f->e->t->round_capacity) {
        lm_text_add(to, say_contribution(f, c->round, value, unplayed, c->cut));
        return;
    }
    const struct around *around = around_in(f, c->round);
    lm_text_add_bytes(to, around->message, around->before);
    lm_text_add(to, value);
    lm_text_add(to, around->message + around->before + (around->message[around->before] != '\0'));
}

/* Add the value of each round, and the values that were cut. */
static void add_contributions(const struct filling *f, const struct lm_derivation *d,
                              struct site_derivation *row)
{
    struct lm_text sum = lm_text_in(f->arena), cut = lm_text_in(f->arena);
    for (size_t i = 0; i < d->count; i++) {
        const struct lm_contribution *c = &d->contributions[i];
        if (c->round != 0)
            add_contribution(f, c, d->scale, c->cut == LM_KEPT ? &sum : &cut);
    }
    row->sum = lm_text_string(&sum);
    row->cut = lm_text_string(&cut);
}

static enum lm_status add_derivations(const struct filling *f)
{
    if (f->e->played == 0)
        return LM_OK;
    const struct lm_standings *s = f->e->standings[f->e->played];
    struct site_derivation *rows = lm_arena_alloc(f->arena, s->options.count, sizeof *rows);
    enum lm_status status = rows == NULL ? LM_LIMIT : LM_OK;
    for (size_t i = 0; status == LM_OK && i < s->options.count; i++) {
        struct lm_derivation d;
        const struct lm_tie_break_kind *kind = s->options.list[i].kind;
        if (strcmp(kind->code, "PTS") == 0)
            continue;
        status = lm_standings_derive(s, f->player, i, f->arena, &d);
        if (status != LM_OK)
            break;
        struct lm_text value = lm_text_in(f->arena);
        lm_text_add_value(&value, kind, d.value);
        struct site_derivation *row = &rows[f->page->derivation_count++];
        *row = (struct site_derivation){
            .code = d.tie_break->code,
            .name = site_tie_break_name(f->e->names->language, kind, f->arena),
            .article = lm_tie_break_article(kind, s->options.edition),
            .value = site_decimal(f->e->names->language, f->arena, lm_text_string(&value)),
            .what = site_tie_break_what(f->e->names->language, kind, s->options.edition, f->arena)};
        add_contributions(f, &d, row);
    }
    f->page->derivations = rows;
    f->page->derivations_round = f->e->played;
    f->page->derivations_when = site_when(f->e, f->e->played);
    return status;
}

enum lm_status site_write_player(const struct site_event *e, uint32_t player,
                                 struct lm_arena *arena, struct lm_text *out)
{
    const struct lm_player *who = &e->t->players[player];
    const char *here = lm_printed(arena, "player-%u.html", e->people[player].tpn);
    struct site_player_page page = {
        .head = site_head_of(e, e->people[player].name, here, arena),
        .player = e->people[player],
        .key = lm_printed(arena, "%s/%s", e->slug, here),
        .person = e->person,
        .over_all = e->person == NULL ? (struct site_url){NULL}
                                      : site_local(arena, "/people/%s", e->person),
        .follows = e->follow,
        .follow_count = e->follow != NULL,
        .foreseeing = site_foreseeing(e, e->people[player].tpn, arena),
        .calendar = e->t->date_count == 0
                        ? (struct site_url){NULL}
                        : site_own(e->names, arena, "player-%u.ics", e->people[player].tpn),
        .profile = site_outside(arena, "https://ratings.fide.com/profile/", who->fide_id)};
    struct filling f = {e, player, arena, &page,
                        lm_arena_alloc(arena, e->t->round_capacity + 1, sizeof *f.around)};
    if (f.around == NULL)
        return LM_LIMIT;
    if (e->teams != NULL && e->team_of[player] != LM_NOBODY)
        page.team = e->teams[e->team_of[player]];
    add_rating_words(&f);
    enum lm_status status = add_games(&f);
    if (status == LM_OK)
        status = add_facts(&f);
    if (status == LM_OK && !e->pairs_teams)
        status = site_answer(e, player, arena, &page.answers);
    if (status == LM_OK)
        status = add_derivations(&f);
    if (status != LM_OK)
        return status;
    add_card(&f);
    page.progress = site_progress_of(e, player, arena);
    page.colours = site_colours_of(e, player, arena);
    page_player(out, e->names->language, &page);
    return lm_text_status(out);
}
