/* SPDX-License-Identifier: Apache-2.0 */
/* Consistency checks of a tournament that was read, the same for every format. */
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "formats/reading.h"
#include "limmat/pairing.h"

struct checks {
    struct lm_reading *r;
    const struct lm_tournament *t;
    const struct lm_locator *where;
    bool by_points; /* ranks follow points, whatever the system */
};

/* The place of ${part}, with the text found there. */
static struct lm_place at(const struct checks *c, uint32_t player, enum lm_part part,
                          uint32_t round, const char *field, const char *value)
{
    struct lm_place place = c->where->place(c->where->context, player, part, round);
    place.field = field;
    if (value != NULL)
        place.value = value;
    return place;
}

static struct lm_place at_round(const struct checks *c, uint32_t player, uint32_t round)
{
    return at(c, player, LM_PART_ROUND, round, "game", NULL);
}

static unsigned tpn_of(const struct checks *c, uint32_t player)
{
    return c->t->players[player].tpn;
}

/* ---- games ---- */

static bool is_forfeit(enum lm_result result)
{
    return result == LM_FORFEIT_WIN || result == LM_FORFEIT_LOSS;
}

/* Return the share of the game's one point that a result claims: 2 all of it, 1 half of it, 0
 * nothing. */
static int share(enum lm_result result)
{
    switch (result) {
    case LM_WIN:
    case LM_UNRATED_WIN:
    case LM_FORFEIT_WIN:
        return 2;
    case LM_DRAW:
    case LM_UNRATED_DRAW:
    case LM_ADJOURNED:
        return 1;
    default:
        return 0;
    }
}

/* Return how the game was decided: 0 not yet, 1 for rating, 2 unrated, 3 adjourned, 4 by forfeit.
 */
static int kind(enum lm_result result)
{
    if (result == LM_PENDING)
        return 0;
    if (is_forfeit(result))
        return 4;
    return result == LM_ADJOURNED ? 3 : result <= LM_LOSS ? 1 : 2;
}

/* Check the two results of one game.  They can add up to less than a point: a game lost by both, a
 * double forfeit, half a point for one player (C.04.5, preface: ½-0, 0-½, 0-0); but never to more.
 * Played or unplayed, decided or undecided must agree, as the engines use either player's record;
 * other differences are suspicious. */
static void check_results(const struct checks *c, uint32_t player, uint32_t round,
                          const struct lm_record *mine, const struct lm_record *theirs)
{
    int my_kind = kind(mine->result), their_kind = kind(theirs->result);
    unsigned opponent = tpn_of(c, mine->opponent);
    if (share(mine->result) + share(theirs->result) > 2)
        lm_refuse(c->r, at_round(c, player, round), "correct one of the two records",
                  "players %u and %u share more than one point in round %u", tpn_of(c, player),
                  opponent, round);
    else if (my_kind != their_kind && (my_kind == 4 || their_kind == 4))
        lm_refuse(c->r, at_round(c, player, round), "correct one of the two records",
                  "players %u and %u do not agree whether their game of round %u was played",
                  tpn_of(c, player), opponent, round);
    else if (my_kind != their_kind && (my_kind == 0 || their_kind == 0))
        lm_refuse(c->r, at_round(c, player, round), "give both results",
                  "only one of players %u and %u has a result in round %u", tpn_of(c, player),
                  opponent, round);
    else if (my_kind != their_kind)
        lm_doubt(c->r, LM_DOUBT_GAMES, at_round(c, player, round), "correct one of the two records",
                 "the results of players %u and %u in round %u do not fit together",
                 tpn_of(c, player), opponent, round);
    else if (share(mine->result) + share(theirs->result) == 1)
        lm_note(c->r, at_round(c, player, round),
                "half a point for one of players %u and %u and none for the other in round %u: an "
                "arbiter's decision",
                tpn_of(c, player), opponent, round);
}

static void check_colours(const struct checks *c, uint32_t player, uint32_t round,
                          const struct lm_record *mine, const struct lm_record *theirs)
{
    if (mine->colour == theirs->colour && mine->colour != LM_NO_COLOUR)
        lm_refuse(c->r, at_round(c, player, round), "give one of them the other colour",
                  "players %u and %u both have %s in round %u", tpn_of(c, player),
                  tpn_of(c, mine->opponent), mine->colour == LM_WHITE ? "White" : "Black", round);
    else if (mine->colour != theirs->colour &&
             (mine->colour == LM_NO_COLOUR || theirs->colour == LM_NO_COLOUR))
        lm_doubt(c->r, LM_DOUBT_GAMES, at_round(c, player, round), "give both colours",
                 "only one of players %u and %u has a colour in round %u", tpn_of(c, player),
                 tpn_of(c, mine->opponent), round);
}

/* Check a record with an opponent. */
static void check_game(const struct checks *c, uint32_t player, uint32_t round, uint8_t game)
{
    const struct lm_record *mine = lm_record_of(c->t, player, round) + game;
    if (mine->opponent == player) {
        lm_refuse(c->r, at_round(c, player, round), NULL,
                  "player %u is their own opponent in round %u", tpn_of(c, player), round);
        return;
    }
    unsigned opponent = tpn_of(c, mine->opponent);
    const struct lm_record *theirs = lm_record_of(c->t, mine->opponent, round) + game;
    if (lm_result_is_bye((enum lm_result)mine->result))
        lm_refuse(c->r, at_round(c, player, round), "drop the opponent, or give a game's result",
                  "player %u has a bye and opponent %u in round %u", tpn_of(c, player), opponent,
                  round);
    else if (mine->colour == LM_NO_COLOUR && !is_forfeit((enum lm_result)mine->result))
        lm_refuse(c->r, at_round(c, player, round), "write w or b",
                  "the colour of player %u against %u in round %u is missing", tpn_of(c, player),
                  opponent, round);
    else if (theirs->result == LM_UNREADABLE)
        return;
    else if (theirs->opponent != player)
        lm_refuse(c->r, at_round(c, player, round), "make each of the two the other's opponent",
                  "player %u meets %u in round %u, but not the other way round", tpn_of(c, player),
                  opponent, round);
    else if (player < mine->opponent) {
        check_colours(c, player, round, mine, theirs);
        check_results(c, player, round, mine, theirs);
    }
}

/* Check a record without an opponent. */
static void check_alone(const struct checks *c, uint32_t player, uint32_t round,
                        const struct lm_record *record)
{
    enum lm_result result = (enum lm_result)record->result;
    if (result == LM_PENDING || lm_result_is_played(result))
        lm_refuse(c->r, at_round(c, player, round),
                  "name the opponent, or write one of U F H Z + -",
                  "player %u has a game without an opponent in round %u", tpn_of(c, player), round);
}

static void check_rounds_of(const struct checks *c, uint32_t player)
{
    for (uint32_t round = 1; round <= c->t->round_capacity; round++)
        for (uint8_t game = 0; game < c->t->games_per_match; game++) {
            const struct lm_record *record = lm_record_of(c->t, player, round) + game;
            if (record->result == LM_UNREADABLE)
                continue;
            if (record->opponent == LM_NOBODY)
                check_alone(c, player, round, record);
            else
                check_game(c, player, round, game);
        }
}

/* C.04.2: one pairing-allocated bye a round.  (A team's bye shows at each of its players.) */
static void check_byes(const struct checks *c)
{
    for (uint32_t round = 1; round <= c->t->round_capacity && c->t->team_count == 0; round++) {
        uint32_t holder = LM_NOBODY;
        for (uint32_t player = 0; player < c->t->player_count; player++) {
            if (lm_record_of(c->t, player, round)->result != LM_PAB)
                continue;
            if (holder != LM_NOBODY)
                lm_doubt(c->r, LM_DOUBT_FORM, at_round(c, player, round),
                         "write F, H or Z for byes that were asked for",
                         "a second pairing-allocated bye in round %u: %u has one already", round,
                         tpn_of(c, holder));
            holder = player;
        }
    }
}

/* ---- points, ranks, ids ---- */

static void check_points(const struct checks *c)
{
    const struct lm_tournament *t = c->t;
    int32_t *points = lm_arena_alloc(c->r->arena, t->player_count, sizeof *points);
    int32_t *extra = lm_arena_alloc(c->r->arena, t->player_count, sizeof *extra);
    int32_t *standing = lm_arena_alloc(c->r->arena, t->player_count, sizeof *standing);
    if (points == NULL || extra == NULL || standing == NULL) {
        c->r->failed = true;
        return;
    }
    lm_points_after(t, t->rounds_paired, points);
    lm_points_add_next_byes(t, extra);
    lm_points_standing(t, t->rounds_paired, standing); /* without points annulled by a withdrawal */
    for (uint32_t i = 0; i < t->player_count; i++) {
        int32_t declared = t->players[i].declared_points;
        if (declared == LM_NO_POINTS || declared == points[i] || declared == points[i] + extra[i] ||
            declared == standing[i])
            continue;
        struct lm_text value = lm_text_in(c->r->arena), sum = lm_text_in(c->r->arena);
        lm_text_add_tenths(&value, declared);
        lm_text_add_tenths(&sum, points[i]);
        lm_doubt(
            c->r, LM_DOUBT_POINTS, at(c, i, LM_PART_POINTS, 0, "points", lm_text_string(&value)),
            "correct the points or the results, or declare the point system",
            "the results of player %u make %s points", t->players[i].tpn, lm_text_string(&sum));
    }
}

static int by_rank(const void *a, const void *b)
{
    const struct lm_player *left = *(const struct lm_player *const *)a;
    const struct lm_player *right = *(const struct lm_player *const *)b;
    if (left->declared_rank != right->declared_rank)
        return left->declared_rank < right->declared_rank ? -1 : 1;
    return (left->tpn > right->tpn) - (left->tpn < right->tpn);
}

static int by_id(const void *a, const void *b)
{
    const struct lm_player *left = *(const struct lm_player *const *)a;
    const struct lm_player *right = *(const struct lm_player *const *)b;
    int order = strcmp(left->fide_id, right->fide_id);
    return order != 0 ? order : (left->tpn > right->tpn) - (left->tpn < right->tpn);
}

/* The players sorted by ${order}, or NULL. */
static const struct lm_player **sorted(const struct checks *c,
                                       int (*order)(const void *, const void *))
{
    uint32_t count = c->t->player_count;
    const struct lm_player **players = lm_arena_alloc(c->r->arena, count, sizeof *players);
    if (players == NULL) {
        c->r->failed = true;
        return NULL;
    }
    for (uint32_t i = 0; i < count; i++)
        players[i] = &c->t->players[i];
    lm_sort(players, count, sizeof *players, order);
    return players;
}

/* Ranks used for pairing (XXC rank) must be present and differ; ranks of standings must not put
 * fewer points above more. */
static void check_rank(const struct checks *c, const struct lm_player *before,
                       const struct lm_player *player)
{
    uint32_t index = (uint32_t)(player - c->t->players);
    struct lm_place place = at(c, index, LM_PART_RANK, 0, "rank", NULL);
    uint32_t rank = player->declared_rank;
    if (c->t->rank_order) {
        if (rank == 0)
            lm_refuse(c->r, place, "give each player a rank, or drop \"rank\" from XXC",
                      "players are paired by rank, but player %u has none", player->tpn);
        else if (before != NULL && before->declared_rank == rank)
            lm_refuse(c->r, place, "give each player a different rank, or drop \"rank\" from XXC",
                      "players %u and %u have the same rank", before->tpn, player->tpn);
    } else if (before != NULL && before->declared_rank != 0 &&
               player->declared_points > before->declared_points && c->by_points &&
               before->declared_points != LM_NO_POINTS) {
        lm_doubt(c->r, LM_DOUBT_RANKS, place, "order the ranks by points",
                 "player %u is ranked below player %u but has more points", player->tpn,
                 before->tpn);
    }
}

/* Are the ranks to be checked?  If numbers or ranks are unusual, one note says so. */
static bool ranks_are_checked(const struct checks *c)
{
    enum lm_rank_use use = lm_rank_use(c->t);
    struct lm_place place = {.field = "rank"};
    if (use == LM_RANKS_NUMBERS)
        lm_note(c->r, place, "the ranks are the players' numbers once more, and no standing");
    else if (use == LM_RANKS_EXCHANGED)
        lm_note(c->r, place,
                "the players are numbered by their points, and their ranks are no places: numbers "
                "and ranks seem exchanged; a record \"XXC rank\" pairs by the ranks");
    else if (use == LM_RANKS_PLACES && lm_numbered_by_points(c->t))
        lm_note(c->r, place,
                "the players are numbered by their points: by which numbers they were paired is "
                "not on file, so the pairings will differ");
    return use == LM_RANKS_PLACES || use == LM_RANKS_PAIR;
}

static void check_ranks(const struct checks *c)
{
    if (!ranks_are_checked(c))
        return;
    const struct lm_player **players = sorted(c, by_rank);
    for (uint32_t i = 0; players != NULL && i < c->t->player_count; i++)
        check_rank(c, i == 0 ? NULL : players[i - 1], players[i]);
}

static void check_ids(const struct checks *c)
{
    const struct lm_player **players = sorted(c, by_id);
    for (uint32_t i = 1; players != NULL && i < c->t->player_count; i++) {
        const char *id = players[i]->fide_id;
        if (*id == '\0' || strcmp(id, players[i - 1]->fide_id) != 0)
            continue;
        lm_doubt(c->r, LM_DOUBT_IDS,
                 at(c, (uint32_t)(players[i] - c->t->players), LM_PART_ID, 0, "FIDE ID", id),
                 "correct one of the two", "players %u and %u have the same FIDE ID",
                 players[i - 1]->tpn, players[i]->tpn);
    }
}

/* ---- late entries ---- */

/* Was the player there in round 1: paired, or with a bye granted by the arbiter? */
static bool came_in_time(const struct lm_tournament *t, uint32_t player)
{
    const struct lm_record *record = lm_record_of(t, player, 1);
    return record->result != LM_BLANK && record->result != LM_ZERO_BYE;
}

static bool came_at_all(const struct lm_tournament *t, uint32_t player)
{
    for (uint32_t round = 2; round <= t->rounds_paired; round++)
        if (lm_record_of(t, player, round)->opponent != LM_NOBODY)
            return true;
    return false;
}

/* C.04.2 art. 2.3: a late entrant gets the number that the rating earns.  If all late entrants
 * together have numbers at the end of the list, the program most likely just appended them. */
static void check_late_entries(const struct checks *c)
{
    const struct lm_tournament *t = c->t;
    int32_t lowest = INT32_MAX; /* of the ratings earlier in the list */
    if (lm_ids_are_teams(t))    /* persons of teams are not paired by their numbers */
        return;
    for (uint32_t i = 0; i < t->player_count && t->rounds_paired > 1 && !t->rank_order; i++) {
        int32_t rating = t->players[i].rating;
        if (rating > lowest && !came_in_time(t, i) && came_at_all(t, i))
            lm_note(c->r, at_round(c, i, 1),
                    "player %u came late and is rated above players with smaller numbers: C.04.2 "
                    "gives a number by rating",
                    tpn_of(c, i));
        else if (rating > 0 && rating < lowest)
            lowest = rating;
    }
}

/* ---- dates ---- */

/* Unknown dates are often written in zeros. */
static bool is_blank_date(const char *text)
{
    return text[strspn(text, "0 ./-")] == '\0';
}

/* The dates of rounds (132) have two digits for the year. */
static bool is_short_date(const char *text)
{
    char whole[] = "20YY/MM/DD";
    struct lm_date date;
    if (strlen(text) != 8)
        return false;
    memcpy(whole + 2, text, 8);
    return lm_parse_date(whole, 10, &date);
}

static void check_date(const struct checks *c, struct lm_place place, const char *text, bool brief)
{
    struct lm_date date;
    if (lm_parse_date(text, strlen(text), &date) || is_blank_date(text) ||
        (brief && is_short_date(text)))
        return;
    lm_doubt(c->r, LM_DOUBT_FORM, place, "write it as 2026/03/14",
             "not a date that is understood, or a day that does not exist");
}

static void check_dates(const struct checks *c)
{
    const struct lm_tournament *t = c->t;
    check_date(c, at(c, LM_NOBODY, LM_PART_START, 0, "date of start", t->start), t->start, false);
    check_date(c, at(c, LM_NOBODY, LM_PART_END, 0, "date of end", t->end), t->end, false);
    for (size_t i = 0; i < t->date_count; i++)
        check_date(c,
                   at(c, LM_NOBODY, LM_PART_DATES, (uint32_t)i + 1, "date of a round", t->dates[i]),
                   t->dates[i], true);
    for (uint32_t i = 0; i < t->player_count; i++)
        check_date(c, at(c, i, LM_PART_BIRTH, 0, "date of birth", t->players[i].birth),
                   t->players[i].birth, false);
}

/* C.04.2 art. 2.2: before round 1 players are numbered by strength, then by title.  If there are
 * ratings of a federation, they may have been the strength used; then nothing can be checked. */
static void check_numbers(const struct checks *c)
{
    const struct lm_tournament *t = c->t;
    if (t->rounds_paired > 0 || t->rank_order || t->national_count > 0 || lm_ids_are_teams(t))
        return;
    for (uint32_t i = 1; i < t->player_count; i++) {
        const struct lm_player *a = &t->players[i - 1], *b = &t->players[i];
        if (a->rating > b->rating ||
            (a->rating == b->rating && lm_title_rank(a->title) <= lm_title_rank(b->title)))
            continue;
        lm_note(c->r, (struct lm_place){.line = b->line, .field = "pairing number"},
                "player %u is stronger than player %u: C.04.2 numbers by rating, title and name "
                "before round 1, and players are paired by the numbers that they have",
                tpn_of(c, i), tpn_of(c, i - 1));
        return;
    }
}

/* ---- the number of rounds ---- */

/* Refuse a round beyond the declared last one. */
static void check_round_count(const struct checks *c)
{
    const struct lm_tournament *t = c->t;
    if (t->rounds_total != 0 && t->rounds_paired > t->rounds_total)
        lm_doubt(c->r, LM_DOUBT_FORM, (struct lm_place){.field = "number of rounds"},
                 "correct the number of rounds", "%u rounds are recorded, but %u were declared",
                 t->rounds_paired, t->rounds_total);
}

/* Has a player left a round-robin before half of the games?  Then ranks don't follow the points of
 * the table (C.05 art. 6.6). */
static bool anyone_left(const struct lm_tournament *t)
{
    bool left = false;
    for (uint32_t player = 0; player < t->player_count; player++)
        left |= lm_left_before_half(t, player, t->rounds_paired);
    return left && t->team_count == 0 && lm_type_says_predetermined(t) > 0;
}

void lm_check_tournament(struct lm_reading *r, const struct lm_tournament *t,
                         const struct lm_locator *where)
{
    const struct lm_system *system = lm_system_of(t, NULL);
    struct checks c = {r, t, where, (system == NULL || system->score == NULL) && !anyone_left(t)};
    for (uint32_t player = 0; player < t->player_count; player++)
        check_rounds_of(&c, player);
    check_byes(&c);
    check_ids(&c);
    check_ranks(&c);
    check_dates(&c);
    check_late_entries(&c);
    check_numbers(&c);
    check_round_count(&c);
    if (r->errors == 0)
        lm_check_announced(r, t, where); /* after mistakes, ids can belong to no player */
    if (r->errors == 0)
        check_points(&c); /* wrong results make no points */
}
