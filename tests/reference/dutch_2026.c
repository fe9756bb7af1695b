/* SPDX-License-Identifier: Apache-2.0 */
#include "dutch_2026.h"

#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/*
 * Each bracket in turn, from the top (1.9.2): choose_downfloaters() finds the best by [C4]-[C9],
 * which depend only on the set of downfloaters; pair_bracket() generates the candidates in the
 * order of articles 3 and 4 and keeps the best by [C10]-[C21].  Where the text is silent, the
 * comment of the function gives the reading: look_ahead() [C8], unplayed_games_of_bye() [C9],
 * resident_downfloats_again() [C14], moved_down_again() [C18], topscorer() 1.8.
 *
 * The players to be paired are kept in the order of article 1.2, so that an ascending index is a
 * descending rank and the players of a bracket, taken in ascending order, have the BSNs 1, 2, 3...
 * A set of players is a bit mask, of indices of the table or of places in the bracket (BSN - 1).
 */
typedef uint32_t mask_t;

enum strength { NO_PREFERENCE, MILD, STRONG, ABSOLUTE };

/* The facts about one player that the articles use. */
struct facts {
    int tpn;
    int number; /* 5.2.5: of those arrived */
    int score;
    int games;
    char colour[REF_ROUNDS]; /* of the games played, holes squeezed out (C.04.2 art. 3.4) */
    int difference;
    enum strength strength;
    char wish; /* 'w', 'b', or 0 */
    int unplayed;
    bool bye_barred;
    bool topscorer;
    int floated[3]; /* [1] in the previous round, [2] two rounds before: -1 down, +1 up */
};

/* The result of completion() for a set of players; 'PAB + i' is better the larger i is. */
enum { UNKNOWN, IMPOSSIBLE, WITHOUT_PAB, PAB };

struct table {
    const struct ref_state *state;
    bool exhaustive;
    int players;
    struct facts who[REF_PLAYERS];
    mask_t may_meet[REF_PLAYERS];
    uint8_t *completion; /* by set of players */
};

static mask_t bit(int i)
{
    return (mask_t)1 << i;
}

static int lowest(mask_t set)
{
    return __builtin_ctz(set);
}

static int size_of(mask_t set)
{
    return __builtin_popcount(set);
}

/* ---- Facts about the players ------------------------------------------------------------- */

static const struct ref_player *by_tpn(const struct ref_state *state, int tpn)
{
    for (int i = 0; i < state->count; i++)
        if (state->player[i].tpn == tpn)
            return &state->player[i];
    assert(false); /* no player has this TPN */
    return NULL;
}

/* The score used for pairing a player in the round with this index (virtual points included). */
static int score_before(const struct ref_player *player, int round)
{
    int score = player->record[round].virtual_points;
    for (int r = 0; r < round; r++)
        score += player->record[r].points;
    return score;
}

/* 1.4.2-1.4.4: the float received in the round with this index, -1 down, +1 up. */
static int float_received(const struct ref_state *state, const struct ref_player *player, int round)
{
    if (round < 0)
        return 0;
    const struct ref_record *record = &player->record[round];
    if (record->pab)
        return -1;
    if (!record->played)
        return record->points > state->loss ? -1 : 0;
    const int own = score_before(player, round);
    const int other = score_before(by_tpn(state, record->opponent), round);
    return own > other ? -1 : own < other ? 1 : 0;
}

/* 1.6, 1.7 */
static void find_colours(struct facts *facts, const struct ref_state *state,
                         const struct ref_player *player)
{
    for (int r = 0; r < state->round - 1; r++) {
        if (!player->record[r].played)
            continue;
        facts->colour[facts->games++] = player->record[r].colour;
        facts->difference += player->record[r].colour == 'w' ? 1 : -1;
    }
    if (facts->games == 0)
        return;
    const char last = facts->colour[facts->games - 1];
    const bool twice = facts->games > 1 && facts->colour[facts->games - 2] == last;
    const bool wide = abs(facts->difference) > 1;
    facts->strength = wide || twice ? ABSOLUTE : facts->difference != 0 ? STRONG : MILD;
    if (wide || (facts->difference != 0 && !twice))
        facts->wish = facts->difference > 0 ? 'b' : 'w';
    else
        facts->wish = last == 'w' ? 'b' : 'w';
}

/* [C2], C.04.1 art. 4: a PAB before, or as many points as a win in a round without playing. */
static bool bye_barred(const struct ref_state *state, const struct ref_player *player)
{
    for (int r = 0; r < state->round - 1; r++) {
        const struct ref_record *record = &player->record[r];
        if (record->pab || (!record->played && record->points >= state->win))
            return true;
    }
    return false;
}

/*
 * 1.8, in the final round: over half of the points that could be made so far.  "Score" means here,
 * as everywhere in these rules, the score used for pairing; an acceleration that still gives
 * virtual points in the final round (that of C.04.7 does not) counts.  Other programs read it the
 * same way.
 */
static bool topscorer(const struct ref_state *state, const struct ref_player *player)
{
    return state->round == state->total_rounds &&
           2 * player->score > (state->round - 1) * state->win;
}

static struct facts facts_of(const struct ref_state *state, const struct ref_player *player)
{
    struct facts facts = {.tpn = player->tpn, .score = player->score};
    for (int i = 0; i < state->count; i++)
        facts.number += state->player[i].arrived && state->player[i].tpn <= player->tpn;
    find_colours(&facts, state, player);
    facts.unplayed = state->round - 1 - facts.games;
    facts.bye_barred = bye_barred(state, player);
    facts.topscorer = topscorer(state, player);
    facts.floated[1] = float_received(state, player, state->round - 2);
    facts.floated[2] = float_received(state, player, state->round - 3);
    return facts;
}

/* 1.2 */
static int by_rank(const void *left, const void *right)
{
    const struct facts *a = left;
    const struct facts *b = right;
    return a->score != b->score ? (a->score < b->score ? 1 : -1) : a->tpn - b->tpn;
}

/* ---- The absolute criteria ---------------------------------------------------------------- */

/* [C1]; a forfeited game is no meeting (C.04.2 art. 3.5) */
static bool have_met(const struct ref_state *state, int a, int b)
{
    const struct ref_player *player = by_tpn(state, a);
    for (int r = 0; r < state->round - 1; r++)
        if (player->record[r].played && player->record[r].opponent == b)
            return true;
    return false;
}

static bool forbidden(const struct ref_state *state, int a, int b)
{
    for (int i = 0; i < state->forbidden_count; i++) {
        const int *pair = state->forbidden[i];
        if ((pair[0] == a && pair[1] == b) || (pair[0] == b && pair[1] == a))
            return true;
    }
    return false;
}

/* [C3] */
static bool colours_clash(const struct facts *a, const struct facts *b)
{
    return a->strength == ABSOLUTE && b->strength == ABSOLUTE && a->wish == b->wish &&
           !a->topscorer && !b->topscorer;
}

static bool legal_pair(const struct ref_state *state, const struct facts *a, const struct facts *b)
{
    return a != b && !have_met(state, a->tpn, b->tpn) && !forbidden(state, a->tpn, b->tpn) &&
           !colours_clash(a, b);
}

/*
 * [C4], [C5]: can these players be paired by the absolute criteria alone, and with whom as the bye?
 * Of all possible players, the last in rank is returned, which is one of the lowest possible score.
 */
static int completion(struct table *table, mask_t set)
{
    if (set == 0)
        return WITHOUT_PAB;
    if (table->completion[set] != UNKNOWN)
        return table->completion[set];
    const int first = lowest(set);
    const mask_t rest = set & ~bit(first);
    int best = IMPOSSIBLE;
    for (mask_t others = rest & table->may_meet[first]; others != 0; others &= others - 1) {
        const int with = completion(table, rest & ~bit(lowest(others)));
        best = with > best ? with : best;
    }
    if (best <= IMPOSSIBLE && size_of(set) % 2 == 1 && !table->who[first].bye_barred &&
        completion(table, rest) == WITHOUT_PAB)
        best = PAB + first;
    table->completion[set] = (uint8_t)best;
    return best;
}

/* ---- Colours ------------------------------------------------------------------------------ */

/* 5.2.3: the colour of ${a}, opposite to that of the latest round in which the two had different
 * ones; 0: they never had. */
static char alternated(const struct facts *a, const struct facts *b)
{
    for (int i = 1; i <= a->games && i <= b->games; i++) {
        const char one = a->colour[a->games - i];
        if (one != b->colour[b->games - i])
            return one == 'w' ? 'b' : 'w';
    }
    return 0;
}

static char opposite(char colour)
{
    return colour == 'w' ? 'b' : 'w';
}

/* 5.2: the colour of ${a}, the higher ranked of the two. */
static char colour_of_higher(const struct ref_state *state, const struct facts *a,
                             const struct facts *b)
{
    if (a->wish != b->wish) /* 5.2.1, 1.7.4 */
        return a->wish != 0 ? a->wish : opposite(b->wish);
    if (a->strength != b->strength) /* 5.2.2 */
        return a->strength > b->strength ? a->wish : opposite(b->wish);
    if (a->strength == ABSOLUTE && abs(a->difference) != abs(b->difference))
        return abs(a->difference) > abs(b->difference) ? a->wish : opposite(b->wish);
    if (alternated(a, b) != 0) /* 5.2.3 */
        return alternated(a, b);
    if (a->wish != 0) /* 5.2.4 */
        return a->wish;
    return a->number % 2 == 1 ? state->initial_colour : opposite(state->initial_colour); /* 5.2.5 */
}

/* ---- The quality criteria [C10]-[C21] ------------------------------------------------------ */

/* The consequences of a candidate for one player of a bracket. */
struct fate {
    const struct facts *player;
    const struct facts *opponent; /* NULL: the player downfloats */
    char colour;
    bool moved_down;       /* the player is an MDP */
    bool meets_moved_down; /* the opponent is */
};

static bool among_topscorers(const struct fate *fate)
{
    return fate->opponent != NULL && (fate->player->topscorer || fate->opponent->topscorer);
}

/* 2.4.5 [C10] */
static bool colour_difference_beyond_two(const struct fate *fate)
{
    return among_topscorers(fate) &&
           abs(fate->player->difference + (fate->colour == 'w' ? 1 : -1)) > 2;
}

/* 2.4.6 [C11] */
static bool third_time_the_same_colour(const struct fate *fate)
{
    const struct facts *player = fate->player;
    return among_topscorers(fate) && player->games >= 2 &&
           player->colour[player->games - 1] == fate->colour &&
           player->colour[player->games - 2] == fate->colour;
}

/* 2.4.7 [C12] */
static bool preference_missed(const struct fate *fate)
{
    return fate->opponent != NULL && fate->player->wish != 0 && fate->player->wish != fate->colour;
}

/* 2.4.8 [C13]: a strong preference (1.7.2), but not an absolute one (1.7.1), which [C10], [C11]
 * cover */
static bool strong_preference_missed(const struct fate *fate)
{
    return preference_missed(fate) && fate->player->strength == STRONG;
}

/* 2.4.9 [C14]; the player with the bye downfloats from the last bracket, too (1.9.1) */
static bool resident_downfloats_again(const struct fate *fate)
{
    return fate->opponent == NULL && !fate->moved_down && fate->player->floated[1] < 0;
}

/* 2.4.10 [C15], 2.4.14 [C19] */
static bool upfloats_again(const struct fate *fate)
{
    return fate->meets_moved_down && fate->player->floated[1] > 0;
}

/* 2.4.11 [C16] */
static bool resident_downfloats_again_after_two(const struct fate *fate)
{
    return fate->opponent == NULL && !fate->moved_down && fate->player->floated[2] < 0;
}

/* 2.4.12 [C17], 2.4.16 [C21] */
static bool upfloats_again_after_two(const struct fate *fate)
{
    return fate->meets_moved_down && fate->player->floated[2] > 0;
}

/*
 * 2.4.13 [C18].  The article does not define the score difference of an MDP who floats on, and who
 * has no opponent yet.  Any later opponent has less than the residents, so the difference will be
 * larger than with one of them, and the criterion is meant to spare that player.  It therefore
 * counts as larger than those of this bracket's pairs; how much larger has made no difference in
 * 380,000 rounds.
 */
static bool moved_down_again(const struct fate *fate)
{
    return fate->moved_down && fate->player->floated[1] < 0;
}

/* 2.4.15 [C20] */
static bool moved_down_again_after_two(const struct fate *fate)
{
    return fate->moved_down && fate->player->floated[2] < 0;
}

enum { COUNTED = 8, LISTED = 4, LEVELS = 2 * REF_PLAYERS, DIGITS = COUNTED + LISTED * LEVELS };

static bool (*const criterion[COUNTED + LISTED])(const struct fate *) = {
    colour_difference_beyond_two,        /* [C10] */
    third_time_the_same_colour,          /* [C11] */
    preference_missed,                   /* [C12] */
    strong_preference_missed,            /* [C13] */
    resident_downfloats_again,           /* [C14] */
    upfloats_again,                      /* [C15] */
    resident_downfloats_again_after_two, /* [C16] */
    upfloats_again_after_two,            /* [C17] */
    moved_down_again,                    /* [C18]: whose score differences are listed */
    upfloats_again,                      /* [C19] */
    moved_down_again_after_two,          /* [C20] */
    upfloats_again_after_two,            /* [C21] */
};

/*
 * The compliance with [C10]-[C21]; the smaller (as a row of bytes) the better.  For [C18] to [C21]
 * a digit counts how often a score difference occurs, the largest difference first: of two lists in
 * descending order, the smaller one has the smaller counts.  As all residents have the same score,
 * the differences of a bracket are identified by the score of the MDP.
 */
struct quality {
    uint8_t digit[DIGITS];
};

static const struct quality worst = {.digit = {UINT8_MAX}};

static int compare_quality(const struct quality *a, const struct quality *b)
{
    return memcmp(a->digit, b->digit, DIGITS);
}

static struct quality plus(const struct quality *a, const struct quality *b)
{
    struct quality sum;
    for (int i = 0; i < DIGITS; i++)
        sum.digit[i] = (uint8_t)(a->digit[i] + b->digit[i]);
    return sum;
}

/* ---- Brackets ------------------------------------------------------------------------------ */

/* Values that depend only on the set of downfloaters: [C5], [C6], [C7], [C8], [C9], compared in
 * turn. */
enum { V5, V6, V7, V8 = V7 + REF_PLAYERS, V9 = V8 + V8, VALUES };

struct bracket {
    struct table *table;
    int size;
    int moved_down;          /* M0 */
    int player[REF_PLAYERS]; /* by BSN - 1: index in the table */
    mask_t may_meet[REF_PLAYERS];
    mask_t lower;      /* table indices: all players in lower scoregroups */
    uint8_t *pairable; /* by set: UNKNOWN, IMPOSSIBLE or WITHOUT_PAB */
    bool *valid;       /* by set: the best downfloaters by [C4]-[C9] */
    int values[VALUES];
    int pairs;     /* MaxPairs */
    int mdp_pairs; /* M1 */
    struct quality pair[REF_PLAYERS][REF_PLAYERS];
    struct quality downfloat[REF_PLAYERS];
    struct quality *least_paired; /* by set, see least_of_pairs() */
    struct quality *least;        /* by set, see least_of() */
    uint8_t *known;               /* by set: 1 least_paired, 2 least */
};

static mask_t everybody_in(const struct bracket *bracket)
{
    return bit(bracket->size) - 1;
}

static mask_t mdps_in(const struct bracket *bracket)
{
    return bit(bracket->moved_down) - 1;
}

static const struct facts *facts_in(const struct bracket *bracket, int place)
{
    return &bracket->table->who[bracket->player[place]];
}

static mask_t in_table(const struct bracket *bracket, mask_t set)
{
    mask_t players = 0;
    for (; set != 0; set &= set - 1)
        players |= bit(bracket->player[lowest(set)]);
    return players;
}

/* 1.3.1: the highest scoregroup of these players */
static mask_t top_scoregroup(const struct table *table, mask_t players)
{
    mask_t group = 0;
    for (mask_t left = players; left != 0; left &= left - 1)
        if (table->who[lowest(left)].score == table->who[lowest(players)].score)
            group |= bit(lowest(left));
    return group;
}

/* 1.3.2: the MDPs and the top scoregroup of the rest.  3.3.3: an MDP meets residents only. */
static struct bracket *compose(struct table *table, mask_t mdps, mask_t rest)
{
    struct bracket *bracket = calloc(1, sizeof *bracket);
    assert(bracket != NULL);
    const mask_t residents = top_scoregroup(table, rest);
    bracket->table = table;
    bracket->lower = rest & ~residents;
    bracket->moved_down = size_of(mdps);
    for (mask_t left = mdps | residents; left != 0; left &= left - 1)
        bracket->player[bracket->size++] = lowest(left);
    for (int a = 0; a < bracket->size; a++)
        for (int b = 0; b < bracket->size; b++)
            if ((a >= bracket->moved_down || b >= bracket->moved_down) &&
                (table->may_meet[bracket->player[a]] & bit(bracket->player[b])) != 0)
                bracket->may_meet[a] |= bit(b);
    bracket->pairable = calloc(bit(bracket->size), sizeof *bracket->pairable);
    bracket->valid = calloc(bit(bracket->size), sizeof *bracket->valid);
    assert(bracket->pairable != NULL && bracket->valid != NULL);
    return bracket;
}

static void dissolve(struct bracket *bracket)
{
    free(bracket->pairable);
    free(bracket->valid);
    free(bracket->least_paired);
    free(bracket->least);
    free(bracket->known);
    free(bracket);
}

static bool can_pair_all(struct bracket *bracket, mask_t set)
{
    if (set == 0)
        return true;
    if (bracket->pairable[set] == UNKNOWN) {
        const mask_t rest = set & ~bit(lowest(set));
        mask_t others = rest & bracket->may_meet[lowest(set)];
        while (others != 0 && !can_pair_all(bracket, rest & ~bit(lowest(others))))
            others &= others - 1;
        bracket->pairable[set] = others != 0 ? WITHOUT_PAB : IMPOSSIBLE;
    }
    return bracket->pairable[set] == WITHOUT_PAB;
}

/* ---- The set of downfloaters: [C4]-[C9] ----------------------------------------------------- */

/*
 * [C5], [C6] and [C7] of a candidate with these downfloaters; false if none complies with [C4].
 * From the last bracket at most one player can downfloat (1.9.1).
 */
static bool judge_downfloaters(struct bracket *bracket, mask_t set, int values[VALUES])
{
    struct table *table = bracket->table;
    if ((bracket->size - size_of(set)) % 2 != 0 || (bracket->lower == 0 && size_of(set) > 1))
        return false;
    const int rest = completion(table, in_table(bracket, set) | bracket->lower);
    if (rest == IMPOSSIBLE || !can_pair_all(bracket, everybody_in(bracket) & ~set))
        return false;
    values[V5] = rest >= PAB ? table->who[rest - PAB].score : INT_MIN;
    values[V6] = size_of(set);
    for (int i = V7; i < V8; i++, set &= set == 0 ? 0 : set - 1)
        values[i] = set == 0 ? INT_MIN : facts_in(bracket, lowest(set))->score;
    return true;
}

static int compare_values(const int *a, const int *b, int count)
{
    for (int i = 0; i < count; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* Find the best values up to [C7] of all sets of downfloaters; false if none complies with [C4]. */
static bool best_by_c7(struct bracket *bracket, int best[VALUES])
{
    bool found = false;
    for (mask_t set = 0; set <= everybody_in(bracket); set++) {
        int values[VALUES];
        if (judge_downfloaters(bracket, set, values) &&
            (!found || compare_values(values, best, V8) < 0)) {
            memcpy(best, values, V8 * sizeof *best);
            found = true;
        }
    }
    return found;
}

/*
 * 2.4.3 [C8]: find the best that the following bracket, and only this one, can achieve by [C4]-[C7]
 * with these downfloaters.
 */
static void look_ahead(struct bracket *bracket, mask_t set, int values[VALUES])
{
    for (int i = V8; i < V9; i++)
        values[i] = INT_MIN;
    if (bracket->lower == 0)
        return;
    struct bracket *following = compose(bracket->table, in_table(bracket, set), bracket->lower);
    int ahead[VALUES];
    if (best_by_c7(following, ahead))
        memcpy(values + V8, ahead, V8 * sizeof *values);
    else
        values[V8] = INT_MAX; /* the rest can be completed only by a pair of these downfloaters */
    dissolve(following);
}

/*
 * 2.4.4 [C9]: an only downfloater with the score of [C5] will get the bye, as all others still to
 * be paired have less.
 */
static int unplayed_games_of_bye(const struct bracket *bracket, mask_t set,
                                 const int values[VALUES])
{
    if (size_of(set) != 1 || facts_in(bracket, lowest(set))->score != values[V5])
        return 0;
    return facts_in(bracket, lowest(set))->unplayed;
}

/*
 * The best of [C4] to [C9].  They rank above [C10] and depend only on the set of downfloaters, so
 * the best candidate is one of those whose downfloaters are marked here.
 */
static void choose_downfloaters(struct bracket *bracket)
{
    bool found = best_by_c7(bracket, bracket->values);
    assert(found); /* [C4] of the bracket before */
    found = false;
    for (mask_t set = 0; set <= everybody_in(bracket); set++) {
        int values[VALUES];
        if (!judge_downfloaters(bracket, set, values) ||
            compare_values(values, bracket->values, V8) != 0)
            continue;
        look_ahead(bracket, set, values);
        values[V9] = unplayed_games_of_bye(bracket, set, values);
        const int order = found ? compare_values(values, bracket->values, VALUES) : -1;
        if (order < 0) {
            memset(bracket->valid, 0, bit(bracket->size));
            memcpy(bracket->values, values, sizeof values);
            found = true;
        }
        bracket->valid[set] = order <= 0;
    }
    bracket->pairs = (bracket->size - bracket->values[V6]) / 2;
    bracket->mdp_pairs = bracket->moved_down;
    for (int i = V7; i < V8; i++)
        bracket->mdp_pairs -= bracket->values[i] > facts_in(bracket, bracket->size - 1)->score;
}

/* ---- The value of candidates: [C10]-[C21] --------------------------------------------------- */

/*
 * Return the digit of a score difference, the largest first: of the MDPs who float on, see [C18],
 * then of those paired.
 */
static int level_of(const struct bracket *bracket, const struct fate *fate)
{
    const struct facts *mdp = fate->moved_down ? fate->player : fate->opponent;
    int level = 0;
    while (facts_in(bracket, level)->score != mdp->score)
        level++;
    return fate->opponent == NULL ? level : REF_PLAYERS + level;
}

static void add_fate(const struct bracket *bracket, const struct fate *fate,
                     struct quality *quality)
{
    for (int i = 0; i < COUNTED; i++)
        quality->digit[i] += criterion[i](fate);
    for (int i = 0; i < LISTED; i++)
        if (criterion[COUNTED + i](fate))
            quality->digit[COUNTED + i * LEVELS + level_of(bracket, fate)]++;
}

static void value_pairs(struct bracket *bracket)
{
    const struct ref_state *state = bracket->table->state;
    for (int b = 0; b < bracket->size; b++) {
        const struct facts *lower = facts_in(bracket, b);
        const bool moved = b < bracket->moved_down;
        add_fate(bracket, &(struct fate){.player = lower, .moved_down = moved},
                 &bracket->downfloat[b]);
        for (int a = 0; a < b; a++) {
            const struct facts *higher = facts_in(bracket, a);
            const char colour = colour_of_higher(state, higher, lower);
            const bool mdp = a < bracket->moved_down;
            struct quality *quality = &bracket->pair[a][b];
            add_fate(bracket, &(struct fate){higher, lower, colour, mdp, false}, quality);
            add_fate(bracket, &(struct fate){lower, higher, opposite(colour), false, mdp}, quality);
            bracket->pair[b][a] = *quality;
        }
    }
}

/* Return the least quality of pairing all of this set in the bracket, by any pairs. */
static const struct quality *least_of_pairs(struct bracket *bracket, mask_t set)
{
    struct quality *least = &bracket->least_paired[set];
    if (bracket->known[set] & 1)
        return least;
    bracket->known[set] |= 1;
    if (set == 0)
        return least;
    *least = worst;
    const int first = lowest(set);
    const mask_t rest = set & ~bit(first);
    for (mask_t others = rest & bracket->may_meet[first]; others != 0; others &= others - 1) {
        const int other = lowest(others);
        if (!can_pair_all(bracket, rest & ~bit(other)))
            continue;
        const struct quality sum =
            plus(&bracket->pair[first][other], least_of_pairs(bracket, rest & ~bit(other)));
        if (compare_quality(&sum, least) < 0)
            *least = sum;
    }
    return least;
}

static struct quality downfloat_of(const struct bracket *bracket, mask_t set)
{
    struct quality sum = {{0}};
    for (; set != 0; set &= set - 1)
        sum = plus(&sum, &bracket->downfloat[lowest(set)]);
    return sum;
}

/*
 * Return a lower bound for the contribution of these unpaired players to a candidate: the least
 * over all valid sets of downfloaters among them, with the others paired in any way.  For the whole
 * bracket it is the quality of the best candidate itself, as each set of pairs is a candidate of
 * some S1, S2 and exchange.
 */
static const struct quality *least_of(struct bracket *bracket, mask_t unpaired)
{
    struct quality *least = &bracket->least[unpaired];
    if (bracket->known[unpaired] & 2)
        return least;
    bracket->known[unpaired] |= 2;
    *least = worst;
    for (mask_t set = unpaired;; set = (set - 1) & unpaired) {
        if (bracket->valid[set] && can_pair_all(bracket, unpaired & ~set)) {
            const struct quality floats = downfloat_of(bracket, set);
            const struct quality sum = plus(&floats, least_of_pairs(bracket, unpaired & ~set));
            if (compare_quality(&sum, least) < 0)
                *least = sum;
        }
        if (set == 0)
            return least;
    }
}

static void value_bracket(struct bracket *bracket)
{
    value_pairs(bracket);
    bracket->least_paired = calloc(bit(bracket->size), sizeof *bracket->least_paired);
    bracket->least = calloc(bit(bracket->size), sizeof *bracket->least);
    bracket->known = calloc(bit(bracket->size), sizeof *bracket->known);
    assert(bracket->least_paired != NULL && bracket->least != NULL && bracket->known != NULL);
}

/* ---- The candidates in their order: articles 3 and 4 ---------------------------------------- */

struct pairs {
    int count;
    int one[REF_PLAYERS / 2]; /* places in the bracket */
    int two[REF_PLAYERS / 2];
};

struct search {
    struct bracket *bracket;
    struct pairs now;
    bool found;
    struct pairs best;
    struct quality best_quality;
    mask_t best_downfloaters;
};

/*
 * Can a candidate with this beginning be better than the best one so far?  Qualities only grow as
 * pairs are added, and add up; so one that is above the least of the whole bracket is not the best.
 */
static bool promising(struct search *search, mask_t unpaired, const struct quality *quality)
{
    struct bracket *bracket = search->bracket;
    if (bracket->table->exhaustive)
        return true;
    const struct quality *rest = least_of(bracket, unpaired);
    if (compare_quality(rest, &worst) == 0)
        return false;
    const struct quality sum = plus(quality, rest);
    return compare_quality(&sum, least_of(bracket, everybody_in(bracket))) <= 0;
}

/* 3.4, 3.8: evaluate a candidate; return true if no later one can be better. */
static bool evaluate(struct search *search, mask_t unpaired, const struct quality *quality)
{
    const struct bracket *bracket = search->bracket;
    if (!bracket->valid[unpaired])
        return false;
    const struct quality floats = downfloat_of(bracket, unpaired);
    const struct quality sum = plus(quality, &floats);
    if (search->found && compare_quality(&sum, &search->best_quality) >= 0)
        return false;
    search->found = true;
    search->best = search->now;
    search->best_quality = sum;
    search->best_downfloaters = unpaired;
    return !bracket->table->exhaustive;
}

static bool pair_remainder(struct search *search, mask_t unpaired, const struct quality *quality);

/*
 * 3.3.1, 4.2: pair the first of S1 with each of S2 in turn, and so on: the transpositions in the
 * order of their first BSNs.  With ${mdps} this is an MDP-pairing, and the remainder follows
 * (3.3.3, 3.7).
 */
static bool transpose(struct search *search, bool mdps, mask_t s1, mask_t s2, mask_t unpaired,
                      const struct quality *quality)
{
    struct bracket *bracket = search->bracket;
    if (s1 == 0)
        return mdps ? pair_remainder(search, unpaired, quality)
                    : evaluate(search, unpaired, quality);
    const int one = lowest(s1);
    for (mask_t left = s2 & bracket->may_meet[one]; left != 0; left &= left - 1) {
        const int two = lowest(left);
        const mask_t still = unpaired & ~bit(one) & ~bit(two);
        const struct quality sum = plus(quality, &bracket->pair[one][two]);
        if (!promising(search, still, &sum))
            continue;
        search->now.one[search->now.count] = one;
        search->now.two[search->now.count++] = two;
        if (transpose(search, mdps, s1 & ~bit(one), s2 & ~bit(two), still, &sum))
            return true;
        search->now.count--;
    }
    return false;
}

/* An exchange: the BSNs moved from the original S1 to S2, and those moved back, as sets of BSN - 1.
 */
struct exchange {
    mask_t down;
    mask_t up;
};

static int sum_of_bsns(mask_t set)
{
    int sum = 0;
    for (; set != 0; set &= set - 1)
        sum += lowest(set) + 1;
    return sum;
}

/* 4.3.2 rule 4, 4.4.2: the set with the smallest differing BSN goes first. */
static int by_smallest_differing(mask_t a, mask_t b)
{
    return a == b ? 0 : (a & bit(lowest(a ^ b))) != 0 ? -1 : 1;
}

/* 4.3.2 rules 2 to 4, for exchanges of equally many */
static int by_exchange_rules(const void *left, const void *right)
{
    const struct exchange *a = left;
    const struct exchange *b = right;
    const int a_difference = sum_of_bsns(a->up) - sum_of_bsns(a->down);
    const int b_difference = sum_of_bsns(b->up) - sum_of_bsns(b->down);
    if (a_difference != b_difference)
        return a_difference < b_difference ? -1 : 1;
    if (a->down != b->down) /* of equally many, the larger number has the largest differing bit */
        return a->down > b->down ? -1 : 1;
    return by_smallest_differing(a->up, b->up);
}

/* List all exchanges of ${moved} players between the first ${s1} and the last ${s2}, in their
 * order. */
static int list_exchanges(int s1, int s2, int moved, struct exchange *list)
{
    int count = 0;
    for (mask_t down = 0; down < bit(s1); down++)
        for (mask_t up = 0; size_of(down) == moved && up < bit(s2); up++)
            if (size_of(up) == moved)
                list[count++] = (struct exchange){down, up << s1};
    qsort(list, (size_t)count, sizeof *list, by_exchange_rules);
    return count;
}

/* The players of a bracket with these BSNs of its remainder (4.1.1). */
static mask_t of_remainder(mask_t bsns, const int *place)
{
    mask_t set = 0;
    for (; bsns != 0; bsns &= bsns - 1)
        set |= bit(place[lowest(bsns)]);
    return set;
}

/* 3.2.2, 3.6: a homogeneous bracket or remainder: exchange by exchange, each with all
 * transpositions */
static bool pair_remainder(struct search *search, mask_t unpaired, const struct quality *quality)
{
    enum { MOST = 4900 }; /* 4 of 8 with 4 of 8 */
    const struct bracket *bracket = search->bracket;
    const int s1_size = bracket->pairs - bracket->mdp_pairs;
    int place[REF_PLAYERS];
    int size = 0;
    for (mask_t left = unpaired & ~mdps_in(bracket); left != 0; left &= left - 1)
        place[size++] = lowest(left);
    const mask_t s1 = bit(s1_size) - 1;
    const mask_t s2 = (bit(size) - 1) & ~s1;
    for (int moved = 0; moved <= s1_size; moved++) {
        struct exchange list[MOST];
        const int count = list_exchanges(s1_size, size - s1_size, moved, list);
        for (int i = 0; i < count; i++) {
            const mask_t new_s1 = (s1 & ~list[i].down) | list[i].up;
            const mask_t new_s2 = (s2 & ~list[i].up) | list[i].down;
            if (transpose(search, false, of_remainder(new_s1, place), of_remainder(new_s2, place),
                          unpaired, quality))
                return true;
        }
    }
    return false;
}

/* 4.4.1: does this Limbo have the scores that the best downfloaters have first? */
static bool limbo_complies(const struct bracket *bracket, mask_t limbo)
{
    int i = V7;
    for (; limbo != 0; limbo &= limbo - 1)
        if (facts_in(bracket, lowest(limbo))->score != bracket->values[i++])
            return false;
    return true;
}

/* 4.4.2: after ${set}, return the next set of as many pairable MDPs; 0 if there is none. */
static mask_t next_pairable(const struct bracket *bracket, mask_t set)
{
    mask_t next = 0;
    for (mask_t other = 1; other <= mdps_in(bracket); other++)
        if (size_of(other) == bracket->mdp_pairs &&
            limbo_complies(bracket, mdps_in(bracket) & ~other) &&
            (set == 0 || by_smallest_differing(set, other) < 0) &&
            (next == 0 || by_smallest_differing(other, next) < 0))
            next = other;
    return next;
}

/* 3.3-3.8 */
static void pair_bracket(struct search *search)
{
    struct bracket *bracket = search->bracket;
    const struct quality nothing = {{0}};
    const mask_t all = everybody_in(bracket);
    const mask_t residents = all & ~mdps_in(bracket);
    if (bracket->mdp_pairs == 0)
        pair_remainder(search, all, &nothing);
    else
        for (mask_t s1 = next_pairable(bracket, 0); s1 != 0; s1 = next_pairable(bracket, s1))
            if (transpose(search, true, s1, residents, all, &nothing))
                break;
    assert(search->found);
}

/* ---- The round ------------------------------------------------------------------------------ */

/* Return up to ${most} values as they were compared, without the fillers. */
static struct ref_value value_of(const int *values, int most)
{
    struct ref_value value = {0};
    for (int i = 0; i < most; i++)
        if (values[i] != INT_MIN)
            value.item[value.count++] = values[i];
    return value;
}

static void report_criteria(const struct search *search, struct ref_bracket *out)
{
    const struct bracket *bracket = search->bracket;
    const int residents = facts_in(bracket, bracket->size - 1)->score;
    const uint8_t *digit = search->best_quality.digit;
    out->c[5] = value_of(bracket->values + V5, 1);
    out->c[6] = value_of(bracket->values + V6, 1);
    out->c[7] = value_of(bracket->values + V7, REF_PLAYERS);
    out->c[8] = value_of(bracket->values + V8, V8);
    out->c[9] = value_of(bracket->values + V9, 1);
    for (int i = 0; i < COUNTED; i++)
        out->c[10 + i] = (struct ref_value){.count = 1, .item = {digit[i]}};
    for (int i = 0; i < LISTED; i++)
        for (int level = 0; level < LEVELS; level++) {
            struct ref_value *list = &out->c[10 + COUNTED + i];
            const int mdp = level % REF_PLAYERS;
            for (int n = digit[COUNTED + i * LEVELS + level]; n > 0; n--)
                list->item[list->count++] = facts_in(bracket, mdp)->score - residents;
        }
}

static void report_bracket(const struct search *search, struct ref_pairing *out)
{
    const struct bracket *bracket = search->bracket;
    struct ref_bracket *report = &out->bracket[out->brackets++];
    report->score = facts_in(bracket, bracket->size - 1)->score;
    report->players = bracket->size;
    report->moved_down = bracket->moved_down;
    for (int i = 0; i < bracket->size; i++)
        report->player[i] = facts_in(bracket, i)->tpn;
    for (mask_t left = search->best_downfloaters; left != 0; left &= left - 1)
        report->downfloater[report->downfloaters++] = facts_in(bracket, lowest(left))->tpn;
    report_criteria(search, report);
    for (int i = 0; i < search->best.count; i++) {
        const int one = search->best.one[i];
        const int two = search->best.two[i];
        const struct facts *higher = facts_in(bracket, one < two ? one : two);
        const struct facts *lower = facts_in(bracket, one < two ? two : one);
        const bool white = colour_of_higher(bracket->table->state, higher, lower) == 'w';
        out->pair[out->pairs].white = white ? higher->tpn : lower->tpn;
        out->pair[out->pairs++].black = white ? lower->tpn : higher->tpn;
    }
}

static void check_state(const struct ref_state *state)
{
    assert(state->count >= 0 && state->count <= REF_PLAYERS);
    assert(state->round >= 1 && state->round <= REF_ROUNDS + 1);
    assert(state->initial_colour == 'w' || state->initial_colour == 'b');
    for (int i = 0; i < state->count; i++)
        assert(state->player[i].arrived || !state->player[i].present);
    (void)state;
}

static void prepare(struct table *table)
{
    const struct ref_state *state = table->state;
    for (int i = 0; i < state->count; i++)
        if (state->player[i].present)
            table->who[table->players++] = facts_of(state, &state->player[i]);
    qsort(table->who, (size_t)table->players, sizeof *table->who, by_rank);
    for (int a = 0; a < table->players; a++)
        for (int b = 0; b < table->players; b++)
            if (legal_pair(state, &table->who[a], &table->who[b]))
                table->may_meet[a] |= bit(b);
    table->completion = calloc(bit(table->players), sizeof *table->completion);
    assert(table->completion != NULL);
}

/* 1.9 */
static int pair_round(const struct ref_state *state, bool exhaustive, struct ref_pairing *out)
{
    check_state(state);
    *out = (struct ref_pairing){0};
    struct table table = {.state = state, .exhaustive = exhaustive};
    prepare(&table);
    mask_t rest = bit(table.players) - 1;
    mask_t downfloaters = 0;
    const bool possible = completion(&table, rest) != IMPOSSIBLE;
    while (possible && rest != 0) {
        struct bracket *bracket = compose(&table, downfloaters, rest);
        choose_downfloaters(bracket);
        value_bracket(bracket);
        struct search search = {.bracket = bracket};
        pair_bracket(&search);
        report_bracket(&search, out);
        downfloaters = in_table(bracket, search.best_downfloaters);
        rest = bracket->lower;
        dissolve(bracket);
    }
    if (downfloaters != 0)
        out->pab = table.who[lowest(downfloaters)].tpn;
    free(table.completion);
    return possible ? 0 : 1;
}

int ref_dutch_2026_pair(const struct ref_state *state, struct ref_pairing *out)
{
    return pair_round(state, false, out);
}

int ref_dutch_2026_pair_exhaustively(const struct ref_state *state, struct ref_pairing *out)
{
    return pair_round(state, true, out);
}
