/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/texts.h"
#include "desk/rounds.h"
#include "journal/fields.h"

/* The import of a round from another program, as it was played. */

static const struct lm_field over_fields[] = {
    ROUND(LM_REQUIRED),
    FIELD("numbers", "players in number order", LM_FIELD_IDS, LM_OPTIONAL, NULL, NULL, 0, 0,
          numbers),
    FIELD("tpns", "their numbers", LM_FIELD_NUMBERS, LM_OPTIONAL, NULL, NULL, 1, LM_TPN_MAX, gave),
    FIELD("pairs", "pairs, White first", LM_FIELD_PAIRS, LM_REQUIRED, NULL, NULL, 0, 0, pairs),
    FIELD("idle", "players without a game, with reasons", LM_FIELD_IDS, LM_OPTIONAL, NULL, NULL, 0,
          0, idle),
    FIELD("results", "results of the pairs", LM_FIELD_TEXTS, LM_REQUIRED, NULL, NULL, 0, 200,
          results),
    FIELD("line_ups", "of teams: board players of both, board by board", LM_FIELD_TEXTS,
          LM_OPTIONAL, NULL, NULL, 0, 1000, line_ups),
    TEXT_OF(departure, "pairs by the rules => pairs played", LM_OUTCOME, 20000)};

/* Check the pairs and results of the imported round. */
static void check_over_pairs(struct taking *t)
{
    const struct line_fields *v = t->v;
    uint8_t games[LM_DESK_GAMES];
    for (size_t i = 0; i < v->pairs.count; i++)
        if (lm_desk_player(t->s, v->pairs.items[i]) == NULL)
            REFUSE(t, "unknown-player", "", "use ids of this section", "player \"%s\" not found",
                   v->pairs.items[i]);
    for (size_t i = 0; i < v->results.count; i++)
        if (!lm_desk_read_results(v->results.items[i], games, lm_desk_games_of(t->s), t->d->arena))
            REFUSE(t, "unknown-result", "VCL 166",
                   "enter \"unknown\" where the result is not known", "result \"%s\" not found",
                   v->results.items[i]);
}

/* Check the numbers, which come with round 1 only (C.04.2 art. 2). */
static void check_over_numbers(struct taking *t)
{
    const struct line_fields *v = t->v;
    for (size_t i = 0; i < v->numbers.count; i++)
        if (lm_desk_anybody(t->s, v->numbers.items[i]) == NULL)
            REFUSE(t, "unknown-player", "", "use ids of this section", "player \"%s\" not found",
                   v->numbers.items[i]);
    for (size_t i = 0; i < v->gave.count; i++)
        for (size_t k = 0; k < i; k++)
            if ((v->gave.items[i] == v->gave.items[k] &&
                 v->numbers.items[i][0] ==
                     v->numbers.items[k][0]) || /* teams have their own numbers */
                strcmp(v->numbers.items[i], v->numbers.items[k]) == 0)
                REFUSE(t, "number-twice", "C.04.2 art. 2", "give each player a different number",
                       "number %lld is given twice", (long long)v->gave.items[i]);
    if (t->s->numbered && v->numbers.count > 0)
        REFUSE(t, "numbered", "C.04.2 art. 2", "give them once, with round 1",
               "players have numbers already");
    if (!t->s->numbered && v->numbers.count == 0)
        REFUSE(t, "no-numbers", "C.04.2 art. 2", "give the numbers with round 1",
               "players have no numbers yet");
}

static void check_over(struct taking *t)
{
    uint32_t next = lm_desk_on_wall(t->s) + 1;
    const struct line_fields *v = t->v;
    if (v->round != next || lm_desk_proposed(t->s) != NULL || next > t->s->rounds)
        REFUSE(t, "not-next", "VCL 54", "import rounds in their order",
               "round %u is the next to be imported", next);
    if (v->results.count * 2 != v->pairs.count || v->numbers.count != v->gave.count) {
        REFUSE(t, "not-each", "VCL 54", "give a result for every pair, a number for every player",
               "results do not match the pairs, or the numbers do not match the players");
        return;
    }
    check_over_pairs(t);
    check_over_numbers(t);
}

/* Pair every imported round again and compare (VCL 54, 55). */
static void compare_over(struct taking *t)
{
    uint32_t round = (uint32_t)t->v->round;
    const char *departure = "";
    enum lm_status status = lm_desk_departure(t->d, t->s, round, t->d->arena, NULL, &departure);
    if (status == LM_LIMIT)
        t->d->out_of_memory = true;
    t->v->departure = departure;
    if (departure[0] == '\0')
        return;
    lm_desk_need(t, LM_LEVEL_CONFIRM, "import-differs", lm_printed(t->d->arena, "%u", round),
                 "VCL 54, 55", "look whether system, numbers and points are the right ones",
                 "round %u is not what the rules give: %s", round, departure);
}

static void decide_over(struct taking *t, struct lm_json_writer *w)
{
    if (t->v->departure != NULL && t->v->departure[0] != '\0')
        lm_json_put_string(w, "departure", t->v->departure);
}

static void take_numbers(struct taking *t)
{
    for (size_t i = 0; i < t->v->numbers.count; i++)
        SET(t->d, lm_desk_anybody(t->s, t->v->numbers.items[i])->number,
            (uint32_t)t->v->gave.items[i]);
    SET(t->d, t->s->numbered, true);
}

/* Read the line-ups "p1 p2 - p4", the first team's, then after a slash the other's; "~" follows a
 * player who sat with the other colour than that of the board. */
static void take_line_up(struct taking *t, struct lm_desk_board *b, const char *text)
{
    int side = 0;
    for (size_t g = 0; *text != '\0';) {
        size_t length = strcspn(text, " ");
        char id[LM_ID_BYTES + 1] = "";
        if (length <= LM_ID_BYTES)
            memcpy(id, text, length);
        bool turned = length > 1 && id[length - 1] == '~';
        id[turned ? length - 1 : length < LM_ID_BYTES ? length : LM_ID_BYTES] = '\0';
        if (strcmp(id, "/") == 0) {
            side = 1;
            g = 0;
        } else if (g < b->game_count) {
            struct lm_desk_player *p = lm_desk_member(t->s, id);
            SET(t->d, b->games[g].players[side], p);
            SET(t->d, b->games[g].turned, turned);
            g++;
        }
        text += length + (text[length] == ' ');
    }
}

static void take_results(struct taking *t, struct lm_desk_round *r)
{
    bool open = false;
    for (size_t i = 0; i < r->board_count && i < t->v->results.count; i++) {
        struct lm_desk_board *b = r->boards[i];
        uint8_t games[LM_DESK_GAMES];
        if (b->games != NULL && t->s->teams && i < t->v->line_ups.count)
            take_line_up(t, b, t->v->line_ups.items[i]);
        if (!lm_desk_read_results(t->v->results.items[i], games, b->game_count, t->d->arena))
            continue;
        lm_desk_set_results(t, b, games);
        SET(t->d, b->line, t->line->number);
        open |= b->result == 0;
    }
    SET(t->d, r->state, open ? LM_ROUND_PLAYING : LM_ROUND_CLOSED);
}

static void apply_over(struct taking *t)
{
    if (t->v->numbers.count > 0)
        take_numbers(t);
    if (t->v->round == 1)
        lm_desk_choose_group_a(t);
    if (!lm_desk_is_fixed(t->s))
        lm_desk_postpone_open(t, (uint32_t)t->v->round);
    struct lm_desk_round *r = lm_desk_open_round(t, (uint32_t)t->v->round);
    if (r == NULL)
        return;
    lm_desk_empty_round(t, r);
    SET(t->d, r->version, 1);
    SET(t->d, r->departure, t->v->departure);
    SET(t->d, r->line, t->line->number);
    SET(t->d, r->at, t->line->at);
    SET(t->d, r->imported, true);
    lm_desk_fill_boards(t, r);
    lm_desk_fill_idle(t, r);
    take_results(t, r);
}

const struct row lm_desk_rows_over[] = {
    {ROUND_KIND("take-over", "Round of another program imported", "VCL 47-56", LM_RIGHT_CHIEF,
                over_fields),
     .check = check_over, .after = compare_over, .decide = decide_over, .apply = apply_over},
    {.check = NULL},
};
