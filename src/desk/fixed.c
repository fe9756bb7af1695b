/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/texts.h"
#include "desk/desk.h"
#include "limmat/random.h"
#include "limmat/varma.h"

/*
 * Round-robins: only the numbers are open before the first round, and they are drawn (C.05 Annex
 * 1).  One line thus makes all rounds, and publishing shows them all; the "current" round is the
 * first that is not closed, and a result can come before its day.  The engine has the table itself;
 * nothing here knows it.
 */

/* ---- acts that make no sense here */

static const struct {
    const char *kind, *remedy;
    bool always; /* else only after the rounds are made */
} senseless[] = {
    {"bye", LM_MESSAGE("enter the player's game of that round: postponed, or a forfeit"), true},
    {"absent", LM_MESSAGE("enter the player's game of that round: postponed, or a forfeit"), true},
    {"rest", LM_MESSAGE("\"unpair\", and \"withdraw\" the player who does not play"), true},
    {"excuse", LM_MESSAGE("enter the player's game: postponed, or a forfeit"), true},
    {"reseat", LM_MESSAGE("\"alter\" the round, \"seat\" and \"publish\""), true},
    {"forbid", LM_MESSAGE("all play all: leave one out, or play a Swiss"), true},
    {"cancel", LM_MESSAGE("enter its games as postponed, and play them later"), true},
    {"enter",
     LM_MESSAGE("there is a free number only with an odd number of players; \"unpublish\", while "
                "no game has begun"),
     false},
    {"join", LM_MESSAGE("\"unpair\" or \"unpublish\" the rounds, while no game has begun"), false},
    {"move", LM_MESSAGE("\"withdraw\" the player here, and \"join\" the player there"), false},
    {"remove", LM_MESSAGE("\"withdraw\" lets the player leave; or \"unpair\" first"), false},
    {"merge", LM_MESSAGE("\"unpair\" or \"unpublish\" the rounds, while no game has begun"), false},
    {"return", LM_MESSAGE("\"undo\" the line of the withdrawal, or \"correct\" the games"), false},
};

void lm_desk_check_fixed(struct taking *t)
{
    bool made = lm_desk_paired(t->s) > 0, wall = lm_desk_on_wall(t->s) > 0;
    const char *kind = t->row->kind.name;
    for (size_t i = 0; i < sizeof senseless / sizeof *senseless; i++)
        if (strcmp(senseless[i].kind, kind) == 0 && (made || senseless[i].always) &&
            !(strcmp(kind, "enter") == 0 && lm_desk_has_free_number(t->s)))
            REFUSE(t, "round-robin", lm_desk_table_article(t->s), senseless[i].remedy,
                   senseless[i].always ? "in a round-robin all play all"
                                       : "the rounds of this round-robin are made");
    if (strcmp(kind, "number") == 0 && wall)
        REFUSE(t, "round-robin", lm_desk_table_article(t->s),
               "\"unpublish\" the rounds, while no game has begun",
               "the rounds follow from the numbers, and are published");
}

/* ---- the table */

/* Keep players of one federation, or club, apart at the end (C.05 Annex 2).  False: no table exists
 * for this number of players. */
static bool draw_apart(struct taking *t, struct lm_desk_player **order, size_t count,
                       struct lm_random *random)
{
    struct lm_desk *d = t->d;
    struct lm_varma_player *players = lm_arena_alloc(d->arena, count, sizeof *players);
    struct lm_varma_number *numbers = lm_arena_alloc(d->arena, count, sizeof *numbers);
    struct lm_desk_player **drawn = lm_arena_alloc(d->arena, count, sizeof *drawn);
    bool clubs = strcmp(t->s->numbers_by, "club") == 0;
    if (players == NULL || numbers == NULL || drawn == NULL)
        return false;
    for (size_t i = 0; i < count; i++)
        players[i] = (struct lm_varma_player){
            clubs ? order[i]->person->club : order[i]->person->federation, order[i]->person->name};
    if (lm_varma_draw(players, (uint32_t)count, random, d->arena, NULL, numbers) != LM_OK)
        return false;
    for (size_t i = 0; i < count; i++) {
        drawn[numbers[i].number - 1] = order[i];
        if (!numbers[i].apart)
            lm_desk_need(t, LM_LEVEL_INFORM, "not-apart", order[i]->person->id, "C.05 Annex 2",
                         "\"number\" enters numbers that you choose",
                         "no envelope has numbers for all of %s: some may meet at the end",
                         players[i].contingent);
    }
    memcpy(order, drawn, count * sizeof *order);
    return true;
}

/* Are the players of exactly two clubs (or federations), as many of each or one fewer?  Then these
 * are the teams: the first half of the numbers belongs to the first player drawn, or to the larger
 * team. */
static bool draw_sides(struct taking *t, struct lm_desk_player **order, size_t count, bool clubs)
{
    struct lm_desk_player **sides = lm_arena_alloc(t->d->arena, count, 2 * sizeof *sides);
    const char *names[2] = {NULL, NULL};
    size_t sizes[2] = {0, 0};
    for (size_t i = 0; sides != NULL && i < count; i++) {
        const char *name = clubs ? order[i]->person->club : order[i]->person->federation;
        size_t side = 0;
        while (side < 2 && names[side] != NULL && strcmp(names[side], name) != 0)
            side++;
        if (side == 2 || name[0] == '\0')
            return false;
        names[side] = name;
        sides[side * count + sizes[side]++] = order[i];
    }
    if (sides == NULL || sizes[0] > sizes[1] + 1 || sizes[1] > sizes[0] + 1)
        return false;
    size_t first = sizes[1] > sizes[0];
    memcpy(order, sides + first * count, sizes[first] * sizeof *order);
    memcpy(order + sizes[first], sides + (1 - first) * count, sizes[1 - first] * sizeof *order);
    return true;
}

/* Draw the members of both teams of a Scheveningen match, each by lot. */
static void draw_teams(struct taking *t, struct lm_desk_player **order, size_t count)
{
    const char *by = t->s->numbers_by;
    if ((strcmp(by, "federation") == 0 || !draw_sides(t, order, count, true)) &&
        (strcmp(by, "club") == 0 || !draw_sides(t, order, count, false)))
        lm_desk_need(t, LM_LEVEL_INFORM, "teams-by-lot", NULL, lm_desk_table_article(t->s),
                     "\"number\" enters numbers that you choose, the first team's first; or "
                     "\"edit\" gives every player one of two clubs, and \"pair\" draws again",
                     "no two clubs or federations of one size are here: both teams are by plain "
                     "lot, the first half of the numbers against the second");
}

/* Draw by lot; a repeated draw at the same line gives the same result (VCL 95). */
static void draw_numbers(struct taking *t, struct lm_desk_player **order, size_t count)
{
    struct lm_random random = lm_random_from(lm_desk_number(t->d));
    for (const char *c = lm_desk_head(t->d); *c != '\0'; c++)
        random.state = lm_random_next(&random) ^ (unsigned char)*c;
    bool match = lm_desk_is_match_of_teams(t->s);
    if (strcmp(t->s->numbers_by, "lot") != 0 && !t->s->teams && !match) {
        if (draw_apart(t, order, count, &random))
            return;
        lm_desk_need(t, LM_LEVEL_INFORM, "no-varma-table", NULL, "C.05 Annex 2",
                     "\"number\" enters numbers that you choose",
                     "there are Varma tables for 9 to 24 players: these numbers are by plain lot");
    }
    for (size_t i = count; i > 1; i--) {
        size_t k = (size_t)lm_random_below(&random, i);
        struct lm_desk_player *other = order[k];
        order[k] = order[i - 1];
        order[i - 1] = other;
    }
    if (match)
        draw_teams(t, order, count);
}

/* Return the players in play, in the order of the numbers that they get or have. */
static struct lm_desk_player **numbered(struct taking *t, size_t *count)
{
    struct lm_desk_player **order = lm_desk_order(t->s, t->d->arena, count);
    bool by_hand = t->s->numbered && t->s->numbers_by_hand;
    if (order == NULL)
        return NULL;
    if (!by_hand)
        draw_numbers(t, order, *count);
    for (size_t i = 1; by_hand && i < *count; i++)
        for (size_t k = i; k > 0 && order[k - 1]->number > order[k]->number; k--) {
            struct lm_desk_player *other = order[k];
            order[k] = order[k - 1];
            order[k - 1] = other;
        }
    return order;
}

/* Return the number of cycles announced, of ${length} rounds each. */
static uint32_t cycles_of(const struct lm_desk_section *s, uint32_t length)
{
    if (s->cycles != 0)
        return s->cycles;
    return s->rounds >= 2 * length && s->rounds / length <= 9 ? s->rounds / length : 1;
}

static void set_table(struct taking *t, struct lm_desk_player *const *order, size_t count,
                      uint32_t rounds, uint32_t cycles)
{
    for (size_t i = 0; i < t->s->player_count; i++)
        if (t->s->players[i]->number != 0)
            SET(t->d, t->s->players[i]->number, 0);
    for (size_t i = 0; i < count; i++)
        SET(t->d, order[i]->number, (uint32_t)i + 1);
    SET(t->d, t->s->numbered, true);
    SET(t->d, t->s->rounds, rounds);
    SET(t->d, t->s->cycles, cycles);
}

/* Count a round of the table even if no one can play in it. */
static void count_round(struct lm_tournament *made, uint32_t round)
{
    if (made->rounds_paired < round)
        made->rounds_paired = round;
}

/* Enter the pairs of ${round} in ${made} and write them; ${*size} is their number. */
static enum lm_status put_round(const struct taking *t, struct lm_tournament *made,
                                struct lm_desk_player *const *players, uint32_t round,
                                struct lm_json_writer *w, int64_t *size)
{
    static const struct lm_pair_request pairs_only = {.want = LM_WANT_PAIRS, .player = LM_NOBODY};
    struct lm_pairing *pairing = NULL;
    enum lm_status status =
        lm_pair_round(t->s->system, made, round, &pairs_only, t->d->arena, t->log, &pairing);
    for (uint32_t i = 0; status == LM_OK && i < pairing->pair_count; i++) {
        lm_json_begin(w, NULL, '[');
        lm_json_put_string(w, NULL, players[pairing->pairs[i].white]->person->id);
        lm_json_put_string(w, NULL, players[pairing->pairs[i].black]->person->id);
        lm_json_end(w, ']');
    }
    *size = status == LM_OK ? pairing->pair_count : 0;
    if (status == LM_OK)
        status = lm_pairing_enter(made, pairing);
    if (status == LM_OK)
        count_round(made, round);
    return status;
}

static void put_pairs(struct taking *t, uint32_t first, struct lm_json_writer *w)
{
    struct lm_desk *d = t->d;
    struct making how = {.rounds = first - 1};
    struct lm_tournament *made = NULL;
    struct lm_desk_player **players = NULL;
    int64_t *sizes = lm_arena_alloc(d->arena, t->s->rounds + 1, sizeof *sizes);
    enum lm_status status = sizes == NULL ? LM_LIMIT : LM_OK;
    if (status == LM_OK)
        status = lm_desk_make(d, t->s, &how, d->arena, NULL, &players, &made);
    if (status == LM_OK)
        count_round(made, first - 1);
    lm_json_begin(w, "pairs", '[');
    for (uint32_t round = first; status == LM_OK && round <= t->s->rounds; round++)
        status = put_round(t, made, players, round, w, &sizes[round]);
    lm_json_end(w, ']');
    lm_json_begin(w, "sizes", '[');
    for (uint32_t round = first; status == LM_OK && round <= t->s->rounds; round++)
        lm_json_put_integer(w, NULL, sizes[round]);
    lm_json_end(w, ']');
    if (status == LM_LIMIT)
        d->out_of_memory = true;
    else if (status != LM_OK)
        REFUSE(t, "cannot-pair", lm_desk_table_article(t->s), "look at players and rounds",
               "the table cannot be made");
}

static void tell_rounds(struct taking *t, uint32_t announced, size_t players)
{
    if (announced != t->s->rounds)
        lm_desk_need(t, LM_LEVEL_INFORM, "rounds-follow", NULL, lm_desk_table_article(t->s),
                     "\"settings cycles=2\" makes it a double one",
                     "%zu players meet in %u rounds, not in the %u that were announced", players,
                     t->s->rounds, announced);
}

void lm_desk_decide_table(struct taking *t, struct lm_json_writer *w)
{
    struct lm_desk *d = t->d;
    size_t cells = d->cell_count, count = 0;
    uint32_t first = lm_desk_on_wall(t->s) + 1, announced = t->s->rounds;
    struct lm_desk_player **order = first > 1 ? NULL : numbered(t, &count);
    if (first == 1 && order == NULL) {
        d->out_of_memory = true;
        return;
    }
    if (first == 1) {
        uint32_t length = t->s->system->cycle((uint32_t)count);
        uint32_t cycles = cycles_of(t->s, length);
        lm_json_begin(w, "numbers", '[');
        for (size_t i = 0; i < count; i++)
            lm_json_put_string(w, NULL, order[i]->person->id);
        lm_json_end(w, ']');
        set_table(t, order, count, length * cycles, cycles);
        lm_json_put_integer(w, "rounds", t->s->rounds);
        tell_rounds(t, announced, count);
    }
    put_pairs(t, first, w);
    lm_json_put_string(w, "build", d->build);
    lm_desk_undo_cells(d, cells);
}

/* Add the players without an opponent in an odd field. */
static void add_free(struct taking *t, struct lm_desk_round *r)
{
    for (size_t i = 0; i < t->s->player_count; i++) {
        struct lm_desk_player *p = t->s->players[i];
        if (p->number != 0 && lm_desk_in_play(p, r->number) &&
            lm_desk_board_of(t->s, r->number, p) == NULL)
            lm_desk_add_idle(t, r, p, LM_BLANK);
    }
}

static void fill_round(struct taking *t, struct lm_desk_round *r, size_t from, size_t size)
{
    const struct lm_words *pairs = &t->v->pairs;
    lm_desk_empty_round(t, r);
    SET(t->d, r->state, LM_ROUND_PROPOSED);
    SET(t->d, r->build, t->v->build);
    for (size_t i = 2 * from; i < 2 * (from + size) && i + 1 < pairs->count; i += 2) {
        struct lm_desk_player *white = lm_desk_player(t->s, pairs->items[i]);
        struct lm_desk_player *black = lm_desk_player(t->s, pairs->items[i + 1]);
        if (white == NULL || black == NULL || white == black)
            continue;
        struct lm_desk_board *b = lm_desk_new_board(t, r, white, black);
        if (b != NULL)
            APPEND(t->d, r->boards, r->board_count, r->board_capacity, b);
    }
    add_free(t, r);
}

void lm_desk_apply_table(struct taking *t)
{
    uint32_t first = lm_desk_on_wall(t->s) + 1;
    if (t->v->rounds != LM_NOT_SET) {
        uint32_t length = t->s->system->cycle((uint32_t)t->v->numbers.count);
        uint32_t rounds = (uint32_t)t->v->rounds;
        SET(t->d, t->s->rounds, rounds);
        SET(t->d, t->s->cycles, (rounds + length - 1) / length);
    }
    for (size_t i = 0, from = 0; i < t->v->sizes.count; i++) {
        struct lm_desk_round *r = lm_desk_open_round(t, first + (uint32_t)i);
        size_t size = (size_t)t->v->sizes.items[i];
        if (r == NULL)
            return;
        fill_round(t, r, from, size);
        from += size;
    }
}

void lm_desk_drop_table(struct taking *t)
{
    for (size_t i = 0; lm_desk_is_fixed(t->s) && i < t->s->round_count; i++)
        if (t->s->rounds_played[i]->state == LM_ROUND_PROPOSED)
            SET(t->d, t->s->rounds_played[i]->state, LM_ROUND_NONE);
}

/* ---- a round made by hand */

static uint32_t length_in(const struct lm_desk_section *s)
{
    uint32_t cycles = s->cycles == 0 ? 1 : s->cycles;
    return s->rounds / cycles == 0 ? 1 : s->rounds / cycles;
}

bool lm_desk_met_in_cycle(const struct lm_desk_section *s, const struct lm_desk_board *now)
{
    uint32_t length = length_in(s), cycle = (now->round - 1) / length;
    for (uint32_t round = cycle * length + 1; round <= (cycle + 1) * length; round++) {
        const struct lm_desk_board *b = lm_desk_board_of(s, round, now->white);
        if (b != NULL && b != now && (b->white == now->black || b->black == now->black))
            return true;
    }
    return false;
}

bool lm_desk_thrice(const struct lm_desk_section *s, const struct lm_desk_player *p, uint32_t round)
{
    for (uint32_t first = round < 3 ? 1 : round - 2; first <= round; first++) {
        uint32_t white = 0, black = 0;
        for (uint32_t r = first; r < first + 3; r++) {
            const struct lm_desk_board *b = lm_desk_board_of(s, r, p);
            white += b != NULL && b->white == p;
            black += b != NULL && b->black == p;
        }
        if (white == 3 || black == 3)
            return true;
    }
    return false;
}

/* ---- a player joins */

static uint32_t numbers_given(const struct lm_desk_section *s)
{
    uint32_t last = 0;
    for (size_t i = 0; i < s->player_count; i++)
        if (s->players[i]->number > last)
            last = s->players[i]->number;
    return last;
}

bool lm_desk_has_free_number(const struct lm_desk_section *s)
{
    return lm_desk_started(s) && lm_desk_proposed(s) == NULL && !s->finished &&
           lm_desk_on_wall(s) == s->rounds && numbers_given(s) % 2 == 1;
}

void lm_desk_judge_stepping_in(struct taking *t)
{
    uint32_t over = 0;
    if (t->s->finished)
        REFUSE(t, "finished", "", "undo the end first", "the section is finished");
    if (!lm_desk_started(t->s))
        return;
    for (uint32_t round = 1; round <= lm_desk_on_wall(t->s); round++)
        over += t->s->rounds_played[round - 1]->state >= LM_ROUND_CLOSED;
    if (over > 0 && t->v->missed == 0)
        REFUSE(t, "missed", lm_desk_table_article(t->s),
               "\"missed=postponed\" if they are played later, \"missed=forfeit\" if not",
               "%u rounds are over: choose what becomes of the player's games", over);
    lm_desk_need(t, LM_LEVEL_CONFIRM, "steps-in",
                 lm_printed(t->d->arena, "%u", numbers_given(t->s) + 1),
                 lm_desk_table_article(t->s), "leave the number free",
                 "the player takes the free number %u and plays everyone", numbers_given(t->s) + 1);
    lm_desk_remark(t, "Late entry @ Round %u: the free number %u", lm_desk_published(t->s),
                   numbers_given(t->s) + 1);
}

/* Put the player's pair of each round by the table of one player more. */
static enum lm_status put_his_games(const struct taking *t, const struct lm_desk_player *p,
                                    struct lm_json_writer *w)
{
    static const struct lm_pair_request pairs_only = {.want = LM_WANT_PAIRS, .player = LM_NOBODY};
    struct making how = {.rounds = 0};
    struct lm_tournament *made = NULL;
    struct lm_desk_player **players = NULL;
    enum lm_status status = lm_desk_make(t->d, t->s, &how, t->d->arena, NULL, &players, &made);
    for (uint32_t round = 1; status == LM_OK && round <= t->s->rounds; round++) {
        struct lm_pairing *pairing = NULL;
        const struct lm_pair *own = NULL;
        status =
            lm_pair_round(t->s->system, made, round, &pairs_only, t->d->arena, t->log, &pairing);
        for (uint32_t i = 0; status == LM_OK && i < pairing->pair_count; i++)
            if (players[pairing->pairs[i].white] == p || players[pairing->pairs[i].black] == p)
                own = &pairing->pairs[i];
        lm_json_begin(w, NULL, '[');
        lm_json_put_string(w, NULL, own == NULL ? p->person->id : players[own->white]->person->id);
        if (own != NULL)
            lm_json_put_string(w, NULL, players[own->black]->person->id);
        lm_json_end(w, ']');
        if (status == LM_OK)
            status = lm_pairing_enter(made, pairing);
    }
    return status;
}

void lm_desk_decide_stepping_in(struct taking *t, struct lm_json_writer *w)
{
    struct lm_desk *d = t->d;
    size_t cells = d->cell_count;
    uint32_t number = numbers_given(t->s) + 1;
    struct lm_desk_person *person =
        lm_desk_new_person(d, lm_printed(d->arena, "p%zu", d->event.person_count + 1));
    if (person == NULL)
        return;
    struct lm_desk_player *p = lm_desk_add_player(t, t->s, person);
    enum lm_status status = p == NULL ? LM_LIMIT : LM_OK;
    lm_json_put_integer(w, "number", number);
    lm_json_begin(w, "pairs", '[');
    if (status == LM_OK) {
        SET(d, p->number, number);
        status = put_his_games(t, p, w);
    }
    lm_json_end(w, ']');
    lm_desk_undo_cells(d, cells);
    if (status == LM_LIMIT)
        d->out_of_memory = true;
    else if (status != LM_OK)
        REFUSE(t, "cannot-pair", lm_desk_table_article(t->s), "leave the number free",
               "the table cannot be made");
}

/* Enter the player's game in a past round as the line has it; in other rounds it is pending. */
static void step_into(struct taking *t, struct lm_desk_round *r, struct lm_desk_player *p,
                      struct lm_desk_player *white, struct lm_desk_player *black)
{
    (void)lm_desk_lift(t, r, white == p ? black : white);
    struct lm_desk_board *b = lm_desk_new_board(t, r, white, black);
    if (b == NULL || !APPEND(t->d, r->boards, r->board_count, r->board_capacity, b))
        return;
    if (r->state >= LM_ROUND_CLOSED) {
        uint8_t result = lm_desk_result_index(t->v->missed == 2 ? "postponed"
                                              : white == p      ? "0F-1F"
                                                                : "1F-0F");
        uint8_t games[LM_DESK_GAMES];
        memset(games, result, sizeof games);
        lm_desk_set_results(t, b, games);
        SET(t->d, b->line, t->line->number);
    } else {
        SET(t->d, r->version, r->version + 1);
    }
    SET(t->d, b->version, r->version);
}

void lm_desk_apply_stepping_in(struct taking *t, struct lm_desk_player *p)
{
    const struct lm_words *pairs = &t->v->pairs;
    for (size_t i = 0; i + 1 < pairs->count && i / 2 < t->s->round_count; i += 2) {
        struct lm_desk_round *r = t->s->rounds_played[i / 2];
        struct lm_desk_player *white = lm_desk_player(t->s, pairs->items[i]);
        struct lm_desk_player *black =
            pairs->items[i + 1][0] == '\0' ? NULL : lm_desk_player(t->s, pairs->items[i + 1]);
        bool his = white != NULL && black != NULL && white != black && (white == p || black == p) &&
                   lm_desk_board_of(t->s, r->number, white == p ? black : white) == NULL;
        if (his)
            step_into(t, r, p, white, black);
        else
            lm_desk_add_idle(t, r, p, LM_BLANK);
    }
}

/* ---- a player leaves */

void lm_desk_judge_games_left(struct taking *t, uint32_t from)
{
    uint32_t played = 0, left = 0, all = 0;
    for (uint32_t round = 1; round <= lm_desk_on_wall(t->s); round++) {
        const struct lm_desk_board *b = lm_desk_board_of(t->s, round, t->player);
        if (b == NULL)
            continue;
        const struct lm_desk_result *r = lm_desk_result_at(b->result);
        bool won = (b->white == t->player ? r->white : r->black) == LM_FORFEIT_WIN;
        all++;
        played += b->result != 0 && ((r->played && !r->open) || won);
        left += round >= from && (b->result == 0 || r->open);
    }
    if (all == 0)
        return; /* nothing is paired yet */
    bool counts = 2 * played >= all;
    lm_desk_need(
        t, LM_LEVEL_CONFIRM, "leaves",
        lm_printed(t->d->arena, "%s:%u", t->player->person->id, played), "C.05 art. 6.6",
        "postpone the player's next game instead, if the player can come back",
        counts ? "%s has completed %u of %u games, at least half: they count, and the "
                 "other %u are lost by forfeit"
               : "%s has completed %u of %u games, less than half: they stay in the table and in "
                 "the report, but count for no one; the other %u are lost by forfeit",
        lm_desk_who(t, t->player), played, all, left);
}

/* Of a match, played games stay; decided ones, too, unless ${both} have left. */
static void forfeit_open_games(struct taking *t, struct lm_desk_board *b, bool both, bool white)
{
    uint8_t lost = lm_desk_result_index(both ? "0F-0F" : white ? "0F-1F" : "1F-0F");
    uint8_t games[LM_DESK_GAMES];
    memset(games, lost, sizeof games);
    for (size_t g = 0; b->games != NULL && g < b->game_count; g++) {
        const struct lm_desk_result *r = lm_desk_result_at(b->games[g].result);
        bool won = r->white == LM_FORFEIT_WIN || r->black == LM_FORFEIT_WIN;
        if (b->games[g].result != 0 && !r->open && !(both && won))
            games[g] = b->games[g].result;
    }
    lm_desk_set_results(t, b, games);
}

void lm_desk_forfeit_games_left(struct taking *t, uint32_t from)
{
    const struct lm_desk_player *p = t->player;
    for (uint32_t round = from; round <= lm_desk_on_wall(t->s); round++) {
        struct lm_desk_board *b = lm_desk_board_of(t->s, round, p);
        if (b == NULL)
            continue;
        const struct lm_desk_player *other = b->white == p ? b->black : b->white;
        const struct lm_desk_result *r = lm_desk_result_at(b->result);
        bool both = other->standing != LM_PLAYS && other->out_from <= round;
        bool won = both && (b->white == p ? r->white : r->black) == LM_FORFEIT_WIN;
        if (b->result != 0 && !r->open && !won)
            continue;
        forfeit_open_games(t, b, both, b->white == p);
        SET(t->d, b->line, t->line->number);
    }
}
