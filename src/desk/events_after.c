/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "limmat/random.h"
#include "limmat/ranking.h"

#include "base/texts.h"
#include "desk/people.h"

/* After the rounds: equal players, values computed elsewhere, play-offs, lots. */

static const char *const results[] = {"1-0", "1/2-1/2", "0-1", "1F-0F", "0F-1F", NULL};

static const struct lm_field places_fields[] = {FIELD("players", "tied players, in order",
                                                      LM_FIELD_IDS, LM_REQUIRED, NULL, NULL, 0, 0,
                                                      players),
                                                WHY};
static const struct lm_field values_fields[] = {
    FIELD("tie_break", "tie-break calculated elsewhere, as OTHER_NAME", LM_FIELD_TEXT, LM_REQUIRED,
          NULL, NULL, 0, 40, tie_breaks),
    FIELD("players", "players", LM_FIELD_IDS, LM_REQUIRED, NULL, NULL, 0, 0, players),
    FIELD("values", "their values", LM_FIELD_TEXTS, LM_REQUIRED, NULL, NULL, 0, 20, results)};
static const struct lm_field play_off_fields[] = {
    ID_OF(white, "White", LM_REQUIRED, "player"), ID_OF(black, "Black", LM_REQUIRED, "player"),
    CHOICE_OF(result, "result", LM_REQUIRED, results)};
static const struct lm_field adjust_fields[] = {
    PLAYER(LM_REQUIRED),
    POINTS_OF(points, "points; of a team match points", LM_REQUIRED, -10000, 10000),
    FIELD("games", "of a team: game points", LM_FIELD_POINTS, LM_OPTIONAL, NULL, NULL, -10000,
          10000, white_games),
    FIELD("round", "round", LM_FIELD_NUMBER, LM_OPTIONAL, NULL, NULL, 1, LM_ROUNDS_MAX, round),
    WHY};
static const struct lm_field lot_fields[] = {
    FIELD("players", "tied players", LM_FIELD_IDS, LM_REQUIRED, NULL, NULL, 0, 0, players),
    FIELD("numbers", "the order drawn", LM_FIELD_IDS, LM_OUTCOME | LM_REQUIRED, NULL, NULL, 0, 0,
          numbers)};

/* ---- the order of equal players at the end */

static void check_places(struct taking *t)
{
    if (!lm_desk_names_each(t, &t->v->players, false) || t->v->players.count < 2)
        REFUSE(t, "not-each", "", "name players of this section, each once",
               "the list does not name players once each");
}

static void judge_places(struct taking *t)
{
    struct lm_text text = lm_text_in(t->d->arena);
    for (size_t i = 0; i < t->v->players.count; i++)
        lm_text_print(&text, "%s%u", i == 0 ? "" : " ",
                      lm_desk_player(t->s, t->v->players.items[i])->number);
    lm_desk_need(t, LM_LEVEL_CONFIRM, "places", NULL, "VCL 205",
                 "\"lots\" draws them; anyone can repeat the draw",
                 "equal players are placed by hand: %s", lm_text_string(&text));
    lm_desk_remark(t, "Order @ Round %u: %s", lm_desk_published(t->s), lm_text_string(&text));
}

static void apply_places(struct taking *t)
{
    for (size_t i = 0; i < t->v->players.count; i++)
        SET(t->d, lm_desk_player(t->s, t->v->players.items[i])->lot, (uint32_t)i + 1);
}

/* ---- values computed elsewhere (VCL 207) */

static void check_values(struct taking *t)
{
    struct lm_fraction value;
    if (!lm_desk_names_each(t, &t->v->players, false))
        REFUSE(t, "not-each", "", "name players of this section, each once",
               "the list does not name players once each");
    else if (t->v->players.count != t->v->results.count)
        REFUSE(t, "not-each", "VCL 207", "give each player one value", "%zu players and %zu values",
               t->v->players.count, t->v->results.count);
    for (size_t i = 0; i < t->v->results.count; i++)
        if (!lm_parse_given_value(t->v->results.items[i], &value))
            REFUSE(t, "no-value", "VCL 207", "as 12, 12.5 or -3.0625",
                   "\"%s\" is not a valid value", t->v->results.items[i]);
}

/* Return the code in the form of the standings, without modifiers; OTHER_ can be left out.  NULL:
 * it cannot be one. */
static const char *given_code(const struct taking *t)
{
    static const char prefix[] = "OTHER_";
    const struct lm_tie_break *given;
    const char *wish = t->v->tie_breaks;
    size_t count = 0, same = 0;
    while (same < sizeof prefix - 1 && lm_upper(wish[same]) == prefix[same])
        same++;
    wish = lm_printed(t->d->arena, "%s%s", same == sizeof prefix - 1 ? "" : prefix, wish);
    bool one = lm_tie_breaks_parse(wish, t->d->arena, NULL, &given, &count) == LM_OK &&
               count == 1 && lm_is_given_code(given);
    return one ? lm_printed(t->d->arena, "%.*s", (int)strcspn(given->code, "/"), given->code)
               : NULL;
}

/* Is ${code} among the tie-breaks of the section, with any modifiers? */
static bool is_announced(const struct taking *t, const char *code)
{
    const struct lm_tie_break *list = NULL;
    size_t count = 0, length = code == NULL ? 0 : strlen(code);
    if (lm_tie_breaks_parse(t->s->tie_breaks, t->d->arena, NULL, &list, &count) != LM_OK)
        return false;
    for (size_t i = 0; code != NULL && i < count; i++)
        if (strncmp(list[i].code, code, length) == 0 &&
            (list[i].code[length] == '\0' || list[i].code[length] == '/'))
            return true;
    return false;
}

static void judge_values(struct taking *t)
{
    const char *code = given_code(t);
    if (!is_announced(t, code))
        lm_desk_need(t, LM_LEVEL_REFUSED, "not-announced", NULL, "C.07 4, VCL 207",
                     "put OTHER_NAME, with a name of your own, into the tie-breaks (\"settings\")",
                     t->s->tie_breaks[0] == '\0'
                         ? "no tie-break \"%s\" that is computed elsewhere was announced"
                         : "no tie-break \"%s\" that is computed elsewhere is among the announced: "
                           "%s",
                     t->v->tie_breaks, t->s->tie_breaks);
    else
        lm_desk_need(t, LM_LEVEL_CONFIRM, "values", code, "VCL 207",
                     "leave it to the tie-breaks that are computed here",
                     "%zu players are ranked by values of %s that were computed elsewhere",
                     t->v->players.count, code);
}

static void apply_values(struct taking *t)
{
    struct lm_desk_section *s = t->s;
    const char *code = given_code(t);
    for (size_t i = 0; i < t->v->players.count; i++) {
        struct lm_desk_given_value x = {lm_desk_player(s, t->v->players.items[i]),
                                        code == NULL ? t->v->tie_breaks : code,
                                        t->v->results.items[i], t->line->number};
        APPEND(t->d, s->given, s->given_count, s->given_capacity, x);
    }
}

static void check_play_off(struct taking *t)
{
    if (t->player != NULL && t->player == t->other)
        REFUSE(t, "same", "C.04.1 art. 2", "name two players",
               "a player cannot play against themselves");
}

/* A play-off is not a game of the tournament: it has no effect on points, colours or ratings. */
static void judge_play_off(struct taking *t)
{
    lm_desk_need(t, LM_LEVEL_INFORM, "play-off", NULL, "C.07",
                 "\"places\" puts the winner before the loser",
                 "a play-off counts for places only, not for points and not for this report");
    lm_desk_remark(t, "Play-off: %u-%u: %s", t->player->number, t->other->number,
                   results[t->v->result - 1]);
}

static void apply_play_off(struct taking *t)
{
    struct lm_desk_section *s = t->s;
    struct lm_desk_play_off x = {t->player, t->other,
                                 lm_desk_result_index(results[t->v->result - 1]), t->line->number};
    APPEND(t->d, s->play_offs, s->play_off_count, s->play_off_capacity, x);
}

static void judge_adjust(struct taking *t)
{
    lm_desk_need(t, LM_LEVEL_CONFIRM, "adjust", t->player->person->id, "record 299",
                 "a result, or a bye, is usually better",
                 "%s gets or loses points other than by results", lm_desk_who(t, t->player));
}

static void apply_adjust(struct taking *t)
{
    struct lm_desk_adjustment a = {t->player, t->v->points,
                                   t->v->white_games == LM_NO_POINTS ? 0 : t->v->white_games,
                                   t->v->round == LM_NOT_SET ? 0 : (uint32_t)t->v->round};
    APPEND(t->d, t->s->adjustments, t->s->adjustment_count, t->s->adjustment_capacity, a);
}

static void check_lots(struct taking *t)
{
    if (!lm_desk_names_each(t, &t->v->players, false) ||
        (t->act == NULL && !lm_desk_names_each(t, &t->v->numbers, false)))
        REFUSE(t, "not-each", "", "name players of this section, each once",
               "the list does not name players once each");
}

/* VCL 204: a repeated draw gives the same result.  The seed is fixed before: the line that
 * published the last round, and the participants. */
static void decide_lots(struct taking *t, struct lm_json_writer *w)
{
    const struct lm_desk_round *last = lm_desk_current(t->s);
    const struct lm_words *players = &t->v->players;
    struct lm_random random = lm_random_from(last == NULL ? 0 : last->line);
    const char **drawn = lm_arena_alloc(t->d->arena, players->count, sizeof *drawn);
    if (drawn == NULL) {
        t->d->out_of_memory = true;
        return;
    }
    for (size_t i = 0; i < players->count; i++) {
        size_t at = i;
        const char *id = lm_desk_player(t->s, players->items[i])->person->id;
        for (; at > 0 && strcmp(drawn[at - 1], id) > 0; at--)
            drawn[at] = drawn[at - 1];
        drawn[at] = id;
    }
    for (size_t i = players->count; i > 1; i--) {
        size_t other = (size_t)lm_random_below(&random, i);
        const char *swap = drawn[i - 1];
        drawn[i - 1] = drawn[other];
        drawn[other] = swap;
    }
    lm_json_begin(w, "numbers", '[');
    for (size_t i = 0; i < players->count; i++)
        lm_json_put_string(w, NULL, drawn[i]);
    lm_json_end(w, ']');
}

static void apply_lots(struct taking *t)
{
    for (size_t i = 0; i < t->v->numbers.count; i++)
        SET(t->d, lm_desk_player(t->s, t->v->numbers.items[i])->lot, (uint32_t)i + 1);
}

const struct row lm_desk_rows_after[] = {
    {.kind = {"places", "Tied players ordered by hand", "after", "VCL 205", true, LM_RIGHT_CHIEF,
              LM_UNDO_RESTORE, FIELDS(places_fields)},
     .check = check_places,
     .judge = judge_places,
     .apply = apply_places},
    {.kind = {"values", "Values of a tie-break entered", "after", "VCL 207", true, LM_RIGHT_CHIEF,
              LM_UNDO_RESTORE, FIELDS(values_fields)},
     .check = check_values,
     .judge = judge_values,
     .apply = apply_values},
    {.kind = {"play-off", "Play-off recorded", "after", "C.07", true, LM_RIGHT_ARBITER,
              LM_UNDO_RESTORE, FIELDS(play_off_fields)},
     .check = check_play_off,
     .judge = judge_play_off,
     .apply = apply_play_off},
    {.kind = {"adjust", "Points adjusted", "after", "record 299", true, LM_RIGHT_CHIEF,
              LM_UNDO_RESTORE, FIELDS(adjust_fields)},
     .judge = judge_adjust,
     .apply = apply_adjust,
     .person = "player"},
    {.kind = {"lots", "Lots drawn among tied players", "after", "C.07, VCL 204", true,
              LM_RIGHT_CHIEF, LM_UNDO_NEVER, FIELDS(lot_fields)},
     .check = check_lots,
     .decide = decide_lots,
     .apply = apply_lots},
    {.check = NULL},
};
