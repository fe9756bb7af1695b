/* SPDX-License-Identifier: Apache-2.0 */
/* The requirements on the field, and the games of a player that count: B.01, 1.4.1 to 1.4.3. */
#include <string.h>

#include "base/sort.h"
#include "limmat/text.h"
#include "ranking/norms.h"

/* --- people */

static uint8_t level_of(const char *title)
{
    static const struct {
        const char *title;
        uint8_t level;
    } levels[] = {{"GM", GM_LEVEL},   {"IM", IM_LEVEL}, {"WGM", WGM_LEVEL},
                  {"WIM", WIM_LEVEL}, {"FM", HOLDER},   {"WFM", HOLDER}};
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        if (lm_same_letters(levels[i].title, title))
            return levels[i].level;
    return UNTITLED; /* 1.4.5a: CM and WCM, too */
}

/* 1.4.2a: is ${name} no federation's code?  A missing one does not count as a federation of FIDE.
 */
static bool is_no_federation(const char *name)
{
    return strlen(name) != 3 || lm_same_letters(name, "NON") || strcmp(name, "---") == 0;
}

/* Return the number of the federation ${name}; ${firsts} has the first player of each. */
static uint32_t number_of(struct norm_field *f, const char *name, uint32_t player, uint32_t *firsts)
{
    if (is_no_federation(name))
        return NO_FEDERATION;
    if (lm_same_letters(name, "FID"))
        return FID;
    for (uint32_t i = FIRST_FEDERATION; i < f->federations; i++)
        if (lm_same_letters(f->t->players[firsts[i]].federation, name))
            return i;
    firsts[f->federations] = player;
    return f->federations++;
}

/* Number the federations; ${firsts} has room for the most possible. */
static void number_federations(struct norm_field *f, uint32_t *firsts)
{
    f->federations = FIRST_FEDERATION;
    for (uint32_t i = 0; i < f->t->player_count; i++)
        f->federation[i] = number_of(f, f->t->players[i].federation, i, firsts);
    memset(firsts, 0, f->federations * sizeof *firsts);
}

struct ranked {
    int32_t rating;
    uint32_t player;
};

static int by_rating(const void *a, const void *b)
{
    const struct ranked *one = a, *other = b;
    if (one->rating != other->rating)
        return one->rating < other->rating ? 1 : -1;
    return one->player < other->player ? -1 : one->player > other->player;
}

static enum lm_status order_players(struct norm_field *f, struct lm_arena *arena)
{
    uint32_t count = f->t->player_count;
    struct ranked *ranked = lm_arena_alloc(arena, count, sizeof *ranked);
    f->order = lm_arena_alloc(arena, count, sizeof *f->order);
    if (ranked == NULL || f->order == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++)
        ranked[i] = (struct ranked){lm_norm_rating(f, i), i};
    if (count > 0)
        lm_sort(ranked, count, sizeof *ranked, by_rating);
    for (uint32_t i = 0; i < count; i++)
        f->order[i] = ranked[i].player;
    return LM_OK;
}

static void note_teams(struct norm_field *f)
{
    for (size_t i = 0; i < f->t->team_count; i++)
        for (size_t j = 0; j < f->t->teams[i].count; j++)
            if (f->t->teams[i].players[j] != LM_NOBODY)
                f->team[f->t->teams[i].players[j]] = (uint32_t)i + 1;
}

/* --- records */

/* Return game ${game} of all games of ${player}, with games_per_match of them per round. */
static const struct lm_record *game_at(const struct lm_tournament *t, uint32_t player,
                                       uint32_t round, uint32_t game)
{
    return lm_record_of(t, player, round) + game;
}

/* 1.4.2c: over the board.  A game of less than one move (W, D, L) was not started. */
static bool is_game(const struct lm_record *r)
{
    return r->opponent != LM_NOBODY &&
           (r->result == LM_WIN || r->result == LM_DRAW || r->result == LM_LOSS);
}

static int32_t tenths_of(const struct lm_record *r)
{
    return r->result == LM_WIN ? 10 : r->result == LM_DRAW ? 5 : 0;
}

static bool is_naught(const struct lm_tournament *t, uint32_t player)
{
    if (t->players[player].rating > 0)
        return false;
    for (uint32_t round = 1; round <= t->rounds_paired; round++)
        for (uint32_t g = 0; g < t->games_per_match; g++) {
            const struct lm_record *r = game_at(t, player, round, g);
            if (is_game(r) && t->players[r->opponent].rating > 0 && r->result != LM_LOSS)
                return false;
        }
    return true;
}

/* Does a pair of players meet twice? */
static bool is_twice(const struct lm_tournament *t)
{
    for (uint32_t round = 1; t->player_count > 0 && round <= t->rounds_paired; round++) {
        uint32_t opponent = lm_record_of(t, 0, round)->opponent;
        if (opponent != LM_NOBODY && t->games_per_match > 1)
            return true;
        for (uint32_t before = 1; opponent != LM_NOBODY && before < round; before++)
            if (lm_record_of(t, 0, before)->opponent == opponent)
                return true;
    }
    uint32_t seats = t->player_count + t->player_count % 2;
    return seats > 2 && t->rounds_total >= 2 * (seats - 1);
}

bool lm_norm_is_missing(const struct lm_tournament *t, uint32_t player, uint32_t round)
{
    enum lm_result result = (enum lm_result)lm_record_of(t, player, round)->result;
    return result == LM_BLANK || result == LM_FORFEIT_LOSS || result == LM_FULL_BYE ||
           result == LM_HALF_BYE || result == LM_ZERO_BYE;
}

bool lm_norm_took_part(const struct lm_tournament *t, uint32_t player)
{
    uint32_t missed = 0;
    for (uint32_t round = 1; round <= t->rounds_paired; round++)
        missed += lm_norm_is_missing(t, player, round);
    return missed <= 1;
}

/* 1.4.3d.  FID is not a federation, and its players are not counted. */
static bool is_counted(const struct norm_field *f, uint32_t player)
{
    const struct lm_tournament *t = f->t;
    return f->federation[player] >= FIRST_FEDERATION && t->players[player].rating > 0 &&
           !lm_same_letters(t->players[player].federation, t->federation) &&
           lm_norm_took_part(t, player);
}

static uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* The participants must "include in every round" so many: the round with the fewest counts.  Before
 * round 1, all are counted as present. */
static void judge_field(struct norm_field *f)
{
    const struct lm_tournament *t = f->t;
    struct lm_norm_field *field = &f->norms->field;
    field->asked = lm_type_says_predetermined(t) <= 0 && !is_no_federation(t->federation);
    uint32_t first = t->rounds_paired > 0 ? 1 : 0;
    for (uint32_t round = first; field->asked && round <= t->rounds_paired; round++) {
        struct lm_norm_field here = {0};
        for (uint32_t i = 0; i < t->player_count; i++) {
            if (!is_counted(f, i) || (round > 0 && lm_norm_is_missing(t, i, round)))
                continue;
            here.foreigners++;
            here.titled += f->level[i] >= WIM_LEVEL;
            here.federations += f->seen[f->federation[i]]++ == 0;
        }
        memset(f->seen, 0, f->federations * sizeof *f->seen);
        bool fewest = round > first;
        field->foreigners = fewest ? lesser(field->foreigners, here.foreigners) : here.foreigners;
        field->federations =
            fewest ? lesser(field->federations, here.federations) : here.federations;
        field->titled = fewest ? lesser(field->titled, here.titled) : here.titled;
    }
    field->met = field->foreigners >= 20 && field->federations >= 3 && field->titled >= 10;
}

enum lm_status lm_norm_field_make(const struct lm_tournament *t, struct lm_norms *norms,
                                  struct lm_arena *arena, struct norm_field *out)
{
    struct norm_field f = {.t = t, .norms = norms, .effort = 50u * 1000 * 1000};
    f.federation = lm_arena_alloc(arena, t->player_count, sizeof *f.federation);
    f.seen = lm_arena_alloc(arena, (size_t)t->player_count + FIRST_FEDERATION, sizeof *f.seen);
    f.level = lm_arena_alloc(arena, t->player_count, sizeof *f.level);
    f.team = lm_arena_alloc(arena, t->player_count, sizeof *f.team);
    f.naught = lm_arena_alloc(arena, t->player_count, sizeof *f.naught);
    if (f.federation == NULL || f.seen == NULL || f.level == NULL || f.team == NULL ||
        f.naught == NULL)
        return LM_LIMIT;
    norms->rounds = t->rounds_total > t->rounds_paired ? t->rounds_total : t->rounds_paired;
    norms->predetermined = t->team_count == 0 && lm_type_says_predetermined(t) > 0;
    norms->twice = norms->predetermined && is_twice(t);
    number_federations(&f, f.seen);
    note_teams(&f);
    for (uint32_t i = 0; i < t->player_count; i++) {
        f.level[i] = level_of(t->players[i].title);
        f.naught[i] = norms->predetermined && is_naught(t, i);
    }
    judge_field(&f);
    enum lm_status status = order_players(&f, arena);
    if (status == LM_OK)
        *out = f;
    return status;
}

/* --- a player's games */

bool lm_norm_counts(const struct norm_field *f, uint32_t opponent)
{
    return f->federation[opponent] != NO_FEDERATION && !f->naught[opponent];
}

static bool asked_for_bye(const struct lm_tournament *t, uint32_t player, uint32_t round)
{
    for (size_t i = 0; i < t->bye_count; i++)
        if (t->byes[i].whom == LM_PLAYERS && t->byes[i].player == player &&
            t->byes[i].round == round)
            return true;
    return false;
}

/* Will ${player} still get an opponent for ${round}? */
static bool is_open(const struct lm_tournament *t, uint32_t player, uint32_t round)
{
    uint32_t left = t->players[player].withdrawn;
    if (round <= t->rounds_paired || (left != 0 && round >= left))
        return false;
    bool blank = round > t->round_capacity || lm_record_of(t, player, round)->result == LM_BLANK;
    return blank && !asked_for_bye(t, player, round);
}

static bool is_ahead(const struct lm_record *r)
{
    return r->opponent != LM_NOBODY && (r->result == LM_PENDING || r->result == LM_ADJOURNED);
}

/* Take the games with a known result or, with ${ahead}, the other paired ones. */
static uint32_t take_games(const struct norm_case *x, bool ahead, struct norm_game *games)
{
    const struct lm_tournament *t = x->field->t;
    uint32_t count = 0;
    for (uint32_t round = 1; round <= t->rounds_paired; round++)
        for (uint32_t g = 0; g < t->games_per_match; g++) {
            const struct lm_record *r = game_at(t, x->player, round, g);
            if ((ahead ? is_ahead(r) : is_game(r)) && lm_norm_counts(x->field, r->opponent))
                games[count++] =
                    (struct norm_game){r->opponent, round, ahead ? 10 : tenths_of(r), ahead};
        }
    return count;
}

/* 1.4.1c: is the missing game a win by forfeit, or a pairing-allocated bye? */
static bool lacks_without_fault(const struct norm_case *x)
{
    const struct lm_tournament *t = x->field->t;
    for (uint32_t round = 1; round <= t->rounds_paired; round++) {
        uint8_t result = lm_record_of(t, x->player, round)->result;
        if (result == LM_FORFEIT_WIN || result == LM_PAB)
            return true;
    }
    return false;
}

/* Set the number of games required, by 1.4.1 a to c. */
static void ask_games(struct norm_case *x)
{
    const struct lm_norms *norms = x->field->norms;
    bool teams = norms->event == LM_NORM_WORLD_TEAMS && norms->rounds >= 7 && norms->rounds <= 9;
    x->plain = teams ? 7 : norms->event == LM_NORM_WORLD_CUP ? 8 : 9;
    bool eight = x->plain == 9 && norms->rounds == 9 && x->count + x->ahead + x->open <= 8 &&
                 lacks_without_fault(x);
    x->minimum = eight ? 8 : x->plain;
}

enum lm_status lm_norm_games_take(struct norm_case *x, struct lm_arena *arena)
{
    const struct lm_tournament *t = x->field->t;
    size_t most = ((size_t)t->rounds_paired + 1) * t->games_per_match + 1;
    x->games = lm_arena_alloc(arena, most, sizeof *x->games);
    if (x->games == NULL)
        return LM_LIMIT;
    x->count = take_games(x, false, x->games);
    x->ahead = take_games(x, true, x->games + x->count);
    x->open = 0;
    for (uint32_t round = t->rounds_paired + 1; round <= x->field->norms->rounds; round++)
        x->open += is_open(t, x->player, round) ? t->games_per_match : 0;
    ask_games(x);
    return LM_OK;
}
