/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/texts.h"
#include "desk/rows.h"

/*
 * Events that only teams have: their entry, the order of boards, line-ups, substitutions, and
 * matches decided otherwise than by their boards.  Regulations of events differ about the penalty
 * for a wrong order or a late line-up: the desk reports the fault, the arbiter decides, and enters
 * the decision: a forfeit of a board, of a match, or a ruling.
 */

#define MEMBERS(use, title) FIELD("players", title, LM_FIELD_IDS, use, NULL, NULL, 0, 0, players)
#define ABOUT_TEAM(required)                                                                       \
    TEXT_OF(name, "name", required, 100), TEXT_OF(captain, "captain", LM_PRIVATE, 200),            \
        TEXT_OF(federation, "federation", LM_OPTIONAL, 3),                                         \
        NUMBER_OF(rating, "strength (default: average rating of the first boards)", LM_OPTIONAL,   \
                  0, 4000),                                                                        \
        TEXT_OF(table, "fixed table", LM_OPTIONAL, 20)

static const struct lm_field team_fields[] = {
    ABOUT_TEAM(LM_REQUIRED), NUMBER_OF(from, "first round", LM_OPTIONAL, 1, LM_ROUNDS_MAX),
    FIELD("team", "team", LM_FIELD_ID, LM_OUTCOME | LM_REQUIRED, NULL, NULL, 0, 0, team),
    NUMBER_OF(number, "number", LM_OUTCOME, 1, LM_TPN_MAX)};
static const struct lm_field edit_fields[] = {TEAM(LM_REQUIRED), ABOUT_TEAM(LM_OPTIONAL)};
static const struct lm_field order_fields[] = {
    TEAM(LM_REQUIRED), MEMBERS(LM_REQUIRED, "board players in board order")};
static const struct lm_field line_up_fields[] = {
    TEAM(LM_REQUIRED), MEMBERS(LM_REQUIRED, "board players, board by board; \"-\": none"),
    ROUND(LM_OPTIONAL),
    FIELD("numbers", "board players", LM_FIELD_IDS, LM_OUTCOME | LM_REQUIRED, NULL, NULL, 0, 0,
          numbers)};
static const struct lm_field substitute_fields[] = {
    BOARD, ID_OF(player, "board player who played", LM_REQUIRED, "member"), WHY};
static const struct lm_field decide_fields[] = {
    BOARD,
    FIELD("points", "match points of the team named first", LM_FIELD_POINTS, LM_REQUIRED, NULL,
          NULL, 0, 1000, white_points),
    FIELD("against", "match points of the other team", LM_FIELD_POINTS, LM_REQUIRED, NULL, NULL, 0,
          1000, black_points),
    FIELD("games", "game points of the first, if not those of the boards", LM_FIELD_POINTS,
          LM_OPTIONAL, NULL, NULL, 0, 1000, white_games),
    FIELD("games_against", "game points of the other", LM_FIELD_POINTS, LM_OPTIONAL, NULL, NULL, 0,
          1000, black_games),
    WHY};

static void check_are_teams(struct taking *t)
{
    if (!t->s->teams)
        REFUSE(t, "no-teams", "C.04.6", "\"system=team\" announces a team event",
               "section %s is one of persons", lm_desk_section_title(t->s));
}

/* ---- entries */

static void set_text(struct lm_desk *d, const char **place, const char *given)
{
    if (given != NULL && given[0] != '\0')
        SET(d, *place, given);
}

static void check_team(struct taking *t)
{
    int64_t number = 0;
    const char *id = t->v->team;
    check_are_teams(t);
    if (t->act != NULL)
        return;
    bool read = id[0] == 't' && id[1] >= '1' && id[1] <= '9' &&
                lm_parse_integer(id + 1, strlen(id) - 1, 1, INT64_MAX, &number);
    if (!read || (uint64_t)number != t->d->event.team_count + 1)
        REFUSE(t, "team-id", "", "restore the journal", "team %s should be t%zu", id,
               t->d->event.team_count + 1);
}

/* The number by ${strength}. */
static uint32_t number_for(const struct lm_desk_section *s, int64_t strength)
{
    uint32_t number = 1;
    for (size_t i = 0; i < s->player_count; i++) {
        const struct lm_desk_player *p = s->players[i];
        if (p->number >= number && p->standing != LM_REMOVED && lm_desk_strength(p) >= strength)
            number = p->number + 1;
    }
    return number;
}

static void judge_team(struct taking *t)
{
    const struct lm_desk_section *s = t->s;
    uint32_t next = lm_desk_published(s) + 1;
    for (size_t i = 0; i < s->player_count; i++)
        if (s->players[i]->standing == LM_PLAYS &&
            lm_desk_same_name(s->players[i]->person->name, t->v->name, t->d->arena))
            lm_desk_need(t, LM_LEVEL_ACKNOWLEDGE, "look-alike", s->players[i]->person->id, "",
                         "tell them apart by a number: \"SK Bern 2\"",
                         "a team %s is entered already", s->players[i]->person->name);
    if (s->finished)
        REFUSE(t, "finished", "", "undo the end first", "the section is finished");
    else if (lm_desk_is_fixed(s) && lm_desk_paired(s) > 0)
        REFUSE(t, "round-robin", "C.05 Annex 1",
               "\"unpair\" or \"unpublish\" the rounds, while no game has begun",
               "the rounds of this round-robin are made");
    else if (s->system->knocks_out && lm_desk_paired(s) > 0)
        REFUSE(t, "knock-out", "Knock-out 2", "\"unpair\" round 1, while no game has begun",
               "the bracket of this knock-out is made");
    else if (next > s->rounds)
        REFUSE(t, "too-late", "C.04.2 art. 2.4", "enter it in another section",
               "all rounds are published");
    else if (lm_desk_started(s)) {
        lm_desk_need(t, LM_LEVEL_ACKNOWLEDGE, "late-entry", NULL, "C.04.2 art. 2.4",
                     "enter it only if the regulations allow it",
                     "a late entry: paired from round %u on, without points for those before",
                     next);
        lm_desk_remark(t, "Late entry @ Round %u: the numbers behind it move by one",
                       lm_desk_published(s));
    }
}

static void decide_team(struct taking *t, struct lm_json_writer *w)
{
    lm_json_put_string(w, "team", lm_printed(t->d->arena, "t%zu", t->d->event.team_count + 1));
    if (t->s->numbered && !lm_desk_is_fixed(t->s))
        lm_json_put_integer(w, "number",
                            number_for(t->s, t->v->rating == LM_NOT_SET ? 0 : t->v->rating));
}

static void set_team(struct taking *t, struct lm_desk_player *team, struct lm_desk_person *about)
{
    const struct line_fields *v = t->v;
    set_text(t->d, &about->name, v->name);
    set_text(t->d, &about->federation, v->federation);
    set_text(t->d, &team->captain, v->captain);
    set_text(t->d, &team->table, v->table);
    if (v->rating != LM_NOT_SET)
        SET(t->d, team->rating, (int32_t)v->rating);
}

static void apply_team(struct taking *t)
{
    struct lm_desk_event *e = &t->d->event;
    struct lm_desk_person *about = lm_desk_new_person(t->d, t->v->team);
    if (about == NULL)
        return;
    about->team = true;
    about->key = (uint32_t)e->team_count + 1;
    if (!lm_desk_append(t->d, &e->teams, &e->team_count, &e->team_capacity, sizeof about, &about,
                        CELL_FOR_GOOD))
        return;
    uint32_t first = lm_desk_published(t->s) + 1;
    if (t->v->from != LM_NOT_SET && t->v->from > (int64_t)first)
        first = (uint32_t)t->v->from;
    struct lm_desk_player *team = lm_desk_add_player(t, t->s, about);
    if (team == NULL)
        return;
    SET(t->d, team->first_round, first);
    set_team(t, team, about);
    if (t->v->number != LM_NOT_SET)
        lm_desk_give_number(t, team, (uint32_t)t->v->number);
}

static void invert_team(const struct lm_desk *d, const struct entry *entry,
                        struct lm_json_writer *w)
{
    const struct lm_json *object = NULL;
    (void)d;
    if (lm_line_object(&entry->shown.line, w->out->arena, &object) != LM_OK)
        w->out->failed = true;
    else
        lm_json_put_string(w, "player", lm_json_string(lm_json_get(object, "team")));
}

static void apply_edit_team(struct taking *t)
{
    set_team(t, t->team, t->d->event.teams[t->team->person->key - 1]);
}

/* ---- the order of boards */

static void check_order(struct taking *t)
{
    const struct lm_words *ids = &t->v->players;
    if (t->team == NULL)
        return;
    for (size_t i = 0; i < ids->count; i++) {
        const struct lm_desk_player *p = lm_desk_member_of(t->team, ids->items[i]);
        if (p == NULL) {
            lm_desk_need(t, LM_LEVEL_REFUSED, "unknown-player", ids->items[i], "",
                         "use ids, or places in the team", "%s has no player \"%s\"",
                         lm_desk_who(t, t->team), ids->items[i]);
            return;
        }
        for (size_t k = 0; k < i; k++)
            if (lm_desk_member_of(t->team, ids->items[k]) == p)
                REFUSE(t, "twice", "", "name each once", "%s is named twice", lm_desk_who(t, p));
    }
}

static void judge_roster(struct taking *t)
{
    if (lm_desk_started(t->s))
        lm_desk_need(t, LM_LEVEL_CONFIRM, "order-changed", t->team->person->id,
                     "C.05, as announced", "\"line-up\" gives the players of one round",
                     "the order of boards was handed in before round 1; what was played stays");
}

/* Apply a new order; members who are not named keep their order behind the others. */
static void apply_roster(struct taking *t)
{
    struct lm_desk_player *team = t->team;
    struct lm_desk_player **order =
        lm_arena_alloc(t->d->arena, team->member_count + 1, sizeof(struct lm_desk_player *));
    size_t count = 0;
    if (order == NULL) {
        t->d->out_of_memory = true;
        return;
    }
    for (size_t i = 0; i < t->v->players.count; i++)
        order[count++] = lm_desk_member_of(team, t->v->players.items[i]);
    for (size_t i = 0; i < team->member_count; i++) {
        bool named = false;
        for (size_t k = 0; k < t->v->players.count; k++)
            named |= order[k] == team->members[i];
        if (!named)
            order[count++] = team->members[i];
    }
    SET(t->d, team->members, order);
    SET(t->d, team->member_capacity, team->member_count + 1);
    if (t->s->numbered && !lm_desk_started(t->s))
        lm_desk_number_members(t);
    lm_desk_seat_again(t, team);
}

/* ---- line-ups */

static uint32_t lined_round(const struct taking *t)
{
    const struct lm_desk_round *r = lm_desk_current(t->s);
    if (t->v->round != LM_NOT_SET)
        return (uint32_t)t->v->round;
    return r != NULL && r->state < LM_ROUND_CLOSED ? r->number : lm_desk_next_round(t->s);
}

/* Return the player named for ${board}; NULL: none. */
static struct lm_desk_player *named_at(const struct taking *t, const struct lm_words *ids,
                                       size_t board)
{
    return board < ids->count ? lm_desk_member_of(t->team, ids->items[board]) : NULL;
}

/* Return the typed list; in a replay, the ids found when it was taken. */
static const struct lm_words *named(const struct taking *t)
{
    return t->act != NULL ? &t->v->players : &t->v->numbers;
}

/* Refuse other players on boards that were played. */
static void check_played_boards(struct taking *t, const struct lm_desk_board *b)
{
    int side = b->black == t->team;
    for (size_t g = 0; g < b->game_count; g++) {
        const struct lm_desk_game *game = &b->games[g];
        bool empty = game->players[0] == NULL || game->players[1] == NULL;
        if (game->result != 0 && !empty && game->players[side] != named_at(t, named(t), g))
            lm_desk_need(t, LM_LEVEL_REFUSED, "has-result", b->id, "",
                         "\"substitute\" records that another player played",
                         "board %zu of match %u has a result", g + 1, b->number);
    }
}

static void check_line_up(struct taking *t)
{
    const struct lm_words *ids = named(t);
    uint32_t round = lined_round(t);
    size_t sit = 0;
    check_are_teams(t);
    if (t->team == NULL || t->verdict->level == LM_LEVEL_REFUSED)
        return;
    for (size_t i = 0; i < ids->count; i++) {
        const struct lm_desk_player *p = named_at(t, ids, i);
        if (p == NULL && strcmp(ids->items[i], "-") != 0)
            lm_desk_need(t, LM_LEVEL_REFUSED, "unknown-player", ids->items[i], "C.05, as announced",
                         "\"enter\" the player with the team first, as the last of the team; \"-\" "
                         "is an empty board",
                         "%s has no player \"%s\"", lm_desk_who(t, t->team), ids->items[i]);
        for (size_t k = 0; k < i && p != NULL; k++)
            if (named_at(t, ids, k) == p)
                REFUSE(t, "twice", "", "name each once", "%s is named twice", lm_desk_who(t, p));
        sit += p != NULL;
    }
    const struct lm_desk_round *r = lm_desk_round(t->s, round);
    if (ids->count > t->s->boards)
        REFUSE(t, "too-many", "", "reserves are not named", "%zu are named for %u boards",
               ids->count, t->s->boards);
    else if (sit == 0)
        REFUSE(t, "nobody", "C.04.6", "a team that does not come: \"r 3 -\", or \"absent\" before",
               "no one is lined up");
    else if (round > t->s->rounds)
        REFUSE(t, "round", "", "name a round of this section", "round %u not found", round);
    else if (r != NULL && r->state >= LM_ROUND_CLOSED)
        REFUSE(t, "closed", "", "\"substitute\" records that another player played",
               "round %u is closed", round);
    struct lm_desk_board *b = lm_desk_board_of(t->s, round, t->team);
    if (b != NULL)
        check_played_boards(t, b);
}

/* Return ${all}, with ${one} added. */
static const struct lm_message *with_another(struct lm_arena *arena, const struct lm_message *all,
                                             const struct lm_message *one)
{
    if (all == NULL || one == NULL)
        return all == NULL ? one : all;
    const struct lm_message *whole = lm_message_print(arena, "%s, %s", all->text, one->text);
    return lm_message_within(lm_message_within(whole, all, arena), one, arena);
}

/* Situation 73: a player is lined up before a player who is earlier in the team. */
static void judge_order(struct taking *t)
{
    const struct lm_words *ids = named(t);
    const struct lm_desk_player *last = NULL;
    size_t behind = 0, board = 0;
    struct lm_arena *arena = t->d->arena;
    const struct lm_message *all = NULL;
    for (size_t i = 0; i < ids->count; i++) {
        const struct lm_desk_player *p = named_at(t, ids, i);
        size_t place = 0;
        if (p == NULL)
            continue;
        while (t->team->members[place] != p)
            place++;
        if (last != NULL && place < behind)
            all = with_another(
                arena, all,
                lm_message_print(arena, "%s (%zu in the team) on board %zu comes before %s (%zu)",
                                 lm_desk_who(t, last), behind + 1, board, lm_desk_who(t, p),
                                 place + 1));
        if (last == NULL || place > behind) {
            last = p;
            behind = place;
            board = i + 1;
        }
    }
    if (all != NULL)
        lm_desk_need_message(
            t, LM_LEVEL_CONFIRM, "wrong-order", t->team->person->id, "C.05, as announced",
            LM_MESSAGE("hand in the right order; or take it as it is, and decide boards by "
                       "\"r 3:2 -\""),
            lm_message_within(lm_message_print(arena, "wrong order: %s", all->text), all, arena));
}

/* Situation 73: received after the announced time. */
static void judge_time(struct taking *t)
{
    uint32_t round = lined_round(t);
    int64_t start = lm_desk_start(t->s, round), when = lm_desk_took_place(t);
    int64_t end = start == LM_NO_TIME ? LM_NO_TIME : start - 60 * (int64_t)t->s->line_up_minutes;
    if (t->s->line_up_minutes == 0 || end == LM_NO_TIME || when <= end)
        return;
    lm_desk_need(t, LM_LEVEL_ACKNOWLEDGE, "late-line-up", t->team->person->id, "C.05, as announced",
                 "the usual order sits; or say when it was handed in with --happened",
                 "handed in %lld minutes after the time for it",
                 (long long)((when - end + 59) / 60));
}

static void judge_line_up(struct taking *t)
{
    uint32_t round = lined_round(t);
    const struct lm_desk_line_up *had = lm_desk_line_up_of(t->team, round);
    size_t sit = 0;
    for (size_t i = 0; i < named(t)->count; i++)
        sit += named_at(t, named(t), i) != NULL;
    if (had != NULL) {
        struct lm_text at = lm_text_in(t->d->arena);
        lm_text_add_instant(&at, had->at);
        lm_desk_need(t, LM_LEVEL_CONFIRM, "handed-in", t->team->person->id, "C.05, as announced",
                     "leave the one that was handed in",
                     "%s has handed in a line-up for round %u already, at %s",
                     lm_desk_who(t, t->team), round, lm_text_string(&at));
    }
    judge_order(t);
    judge_time(t);
    if (sit < t->s->boards)
        lm_desk_need(t, LM_LEVEL_INFORM, "empty-boards", t->team->person->id, "C.05",
                     "\"line-up\" again when the player comes",
                     "%zu of %u boards stay empty: they are lost by forfeit", t->s->boards - sit,
                     t->s->boards);
}

static void decide_line_up(struct taking *t, struct lm_json_writer *w)
{
    lm_json_begin(w, "numbers", '[');
    for (size_t i = 0; i < t->v->players.count; i++) {
        const struct lm_desk_player *p = named_at(t, &t->v->players, i);
        lm_json_put_string(w, NULL, p == NULL ? "-" : p->person->id);
    }
    lm_json_end(w, ']');
    if (t->v->round == LM_NOT_SET)
        lm_json_put_integer(w, "round", lined_round(t));
}

static bool make_room(struct taking *t, struct lm_desk_player *team, uint32_t round)
{
    if (round < team->line_up_capacity)
        return true;
    SET(t->d, team->line_up_capacity, team->line_up_capacity);
    SET(t->d, team->line_ups, team->line_ups);
    bool grown = lm_arena_grow(t->d->arena, &team->line_ups, &team->line_up_capacity, round + 1,
                               sizeof *team->line_ups);
    t->d->out_of_memory |= !grown;
    return grown;
}

static void apply_line_up(struct taking *t)
{
    struct lm_desk *d = t->d;
    uint32_t round = lined_round(t);
    const struct lm_words *ids = &t->v->numbers;
    struct lm_desk_line_up *own = lm_arena_alloc(d->arena, 1, sizeof *own);
    struct lm_desk_player **players =
        lm_arena_alloc(d->arena, ids->count + 1, sizeof(struct lm_desk_player *));
    if (own == NULL || players == NULL || !make_room(t, t->team, round)) {
        d->out_of_memory = true;
        return;
    }
    for (size_t i = 0; i < ids->count; i++)
        players[i] = named_at(t, ids, i);
    *own = (struct lm_desk_line_up){.round = round,
                                    .players = players,
                                    .count = ids->count,
                                    .at = t->line->happened,
                                    .line = t->line->number};
    SET(d, t->team->line_ups[round], own);
    lm_desk_seat_again(t, t->team);
}

/* ---- substitutions */

static int side_of(const struct taking *t)
{
    return t->player != NULL && t->board->black == t->player->team;
}

static void check_substitute(struct taking *t)
{
    const struct lm_desk_player *p = t->player;
    check_are_teams(t);
    if (t->board == NULL || p == NULL || t->verdict->level == LM_LEVEL_REFUSED)
        return;
    if (t->game < 0 || t->game >= t->board->game_count) {
        REFUSE(t, "which-board", "C.04.6",
               "name match and board: \"substitute 4:3 p12\" is the third board of match 4",
               "the board of match %u is missing", t->board->number);
        return;
    }
    if (p->team != t->board->white && p->team != t->board->black)
        REFUSE(t, "not-at-board", "", "name a player of the two teams",
               "%s belongs to neither team of match %u", lm_desk_who(t, p), t->board->number);
    for (size_t g = 0; g < t->board->game_count; g++)
        if (t->board->games[g].players[0] == p || t->board->games[g].players[1] == p)
            lm_desk_need(t, LM_LEVEL_REFUSED, "sits", p->person->id, "",
                         "\"substitute\" the player who played there first",
                         "%s sits on board %zu of this match", lm_desk_who(t, p), g + 1);
    if (!lm_desk_is_published(t->round))
        REFUSE(t, "not-published", "", "\"line-up\" gives the players", "round %u is not published",
               t->board->round);
}

/* Situation 74: the result stays, and the game is rated for the player who played it. */
static void judge_substitute(struct taking *t)
{
    const struct lm_desk_player *sat = t->board->games[t->game].players[side_of(t)];
    lm_desk_need(t, LM_LEVEL_CONFIRM, "substitute",
                 lm_printed(t->d->arena, "%s:%d", t->board->id, t->game + 1), "C.05, B.02",
                 "\"decide\" decides the match otherwise than by its boards",
                 sat == NULL ? "%s has played at an empty board: the result stays, and is rated "
                               "for the player who played"
                             : "%s has played instead of %s: the result stays, and is rated for "
                               "the player who played",
                 lm_desk_who(t, t->player), lm_desk_who(t, sat));
    lm_desk_remark(t, "Correction @ Round %u: %u-%u, board %d: %u => %u", t->board->round,
                   t->board->white->number, t->board->black->number, t->game + 1,
                   sat == NULL ? 0 : sat->number, t->player->number);
}

static void apply_substitute(struct taking *t)
{
    SET(t->d, t->board->games[t->game].players[side_of(t)], t->player);
}

/* ---- matches decided otherwise */

static void check_decide(struct taking *t)
{
    check_are_teams(t);
    if (t->board == NULL || t->verdict->level == LM_LEVEL_REFUSED)
        return;
    if (!lm_desk_is_published(t->round))
        REFUSE(t, "not-published", "", "publish the round first", "round %u is not published",
               t->board->round);
    else if ((t->v->white_games == LM_NO_POINTS) != (t->v->black_games == LM_NO_POINTS))
        REFUSE(t, "both-games", "", "enter the game points of both, or of neither",
               "game points were given for one team only");
}

static void add_points(struct lm_text *text, const char *apart, int32_t tenths)
{
    lm_text_print(text, tenths % 10 == 0 ? "%s%d" : "%s%d.%d", apart, tenths / 10, tenths % 10);
}

static void judge_decide(struct taking *t)
{
    const struct lm_desk_board *b = t->board;
    struct lm_desk_score score = lm_desk_score_of(b);
    struct lm_text was = lm_text_in(t->d->arena), now = lm_text_in(t->d->arena);
    add_points(&was, "", score.points[0]);
    add_points(&was, "-", score.points[1]);
    add_points(&now, "", t->v->white_points);
    add_points(&now, "-", t->v->black_points);
    if (t->v->white_games != LM_NO_POINTS) {
        add_points(&now, " (", t->v->white_games);
        add_points(&now, "-", t->v->black_games);
        lm_text_add(&now, ")");
    }
    if (t->s->finished)
        REFUSE(t, "finished", "", "undo the end first", "the section is finished");
    lm_desk_need(t, LM_LEVEL_CONFIRM, "decide",
                 lm_printed(t->d->arena, "%s:%s", b->id, lm_text_string(&now)), "C.05, record 299",
                 "leave it as the boards say",
                 lm_desk_paired_since(t->s, b->round)
                     ? "by decision %s instead of %s match points, for the next pairing and the "
                       "standings; the boards stay, and are rated"
                     : "by decision %s instead of %s match points; the boards stay, and are rated",
                 lm_text_string(&now), lm_text_string(&was));
    lm_desk_remark(t, "Correction @ Round %u: %u-%u: %s => %s match points", b->round,
                   b->white->number, b->black->number, lm_text_string(&was), lm_text_string(&now));
}

static void apply_decide(struct taking *t)
{
    struct lm_desk_ruling *ruling = lm_arena_alloc(t->d->arena, 1, sizeof *ruling);
    if (ruling == NULL) {
        t->d->out_of_memory = true;
        return;
    }
    *ruling = (struct lm_desk_ruling){.points = {t->v->white_points, t->v->black_points},
                                      .games = {t->v->white_games, t->v->black_games},
                                      .line = t->line->number};
    SET(t->d, t->board->ruling, ruling);
}

#define KIND(name, title, article, right, fields)                                                  \
    .kind = {name, title, "teams", article, true, right, LM_UNDO_RESTORE, FIELDS(fields)}

const struct row lm_desk_rows_teams[] = {
    {KIND("team", "Team entered", "C.04.6", LM_RIGHT_ARBITER, team_fields), .check = check_team,
     .judge = judge_team, .decide = decide_team, .apply = apply_team, .inverse = "remove",
     .invert = invert_team},
    {KIND("edit-team", "Team's details changed", "C.04.6", LM_RIGHT_ARBITER, edit_fields),
     .apply = apply_edit_team},
    {KIND("roster", "Team's board order changed", "C.05", LM_RIGHT_ARBITER, order_fields),
     .check = check_order, .judge = judge_roster, .apply = apply_roster},
    {KIND("line-up", "Team's line-up entered", "C.05", LM_RIGHT_RESULTS, line_up_fields),
     .check = check_line_up, .judge = judge_line_up, .decide = decide_line_up,
     .apply = apply_line_up},
    {KIND("substitute", "Board player substituted", "C.05, B.02", LM_RIGHT_CHIEF,
          substitute_fields),
     .check = check_substitute, .judge = judge_substitute, .apply = apply_substitute},
    {KIND("decide", "Match decided by a ruling", "C.05", LM_RIGHT_CHIEF, decide_fields),
     .check = check_decide, .judge = judge_decide, .apply = apply_decide},
    {.check = NULL},
};
