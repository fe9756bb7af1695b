/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/knock_out.h"

#include <string.h>

#include "limmat/pairing.h"

/* ---- The places of a bracket (art. 2) ---- */

uint32_t lm_bracket_seed(uint32_t slot, uint32_t size)
{
    uint32_t seed = 0;
    for (uint32_t round_size = 2; round_size <= size; round_size *= 2) {
        uint32_t half = slot / (size / round_size) % 2;
        uint32_t mirrored = round_size - 1 - seed;
        seed = half == 0 ? seed : mirrored;
    }
    return seed;
}

uint32_t lm_bracket_slot(uint32_t seed, uint32_t size)
{
    uint32_t slot = 0;
    for (uint32_t round_size = size, step = 1; round_size >= 2; round_size /= 2, step *= 2)
        if (seed >= round_size / 2) {
            seed = round_size - 1 - seed;
            slot += step;
        }
    return slot;
}

uint32_t lm_knock_out_rounds(uint32_t participants)
{
    uint32_t rounds = 1;
    while (rounds < 31 && 1u << rounds < participants)
        rounds++;
    return rounds;
}

bool lm_is_knock_out(const struct lm_tournament *t)
{
    const struct lm_system *system = lm_system_of(t, NULL);
    return system != NULL && system->knocks_out;
}

/* ---- Winners (art. 4) ---- */

/* Is the player away (art. 4.5): a bye, or withdrawn? */
static bool is_away(const struct lm_tournament *t, uint32_t who, uint32_t round)
{
    uint8_t result = lm_record_of(t, who, round)->result;
    uint32_t left = t->players[who].withdrawn;
    for (size_t i = 0; i < t->bye_count; i++)
        if (t->byes[i].whom == LM_PLAYERS && t->byes[i].player == who && t->byes[i].round == round)
            return true;
    return (left != 0 && left <= round) ||
           (lm_result_is_bye((enum lm_result)result) && result != LM_PAB);
}

/* Compare ${a} and ${b} on the boards of their match, > 0 for ${a}. */
typedef int64_t comparison(const int32_t *a, const int32_t *b, uint32_t boards);

/* Compare by C.07 art. 12.1: fewer points on lower boards. */
static int64_t board_count(const int32_t *a, const int32_t *b, uint32_t boards)
{
    int64_t sum = 0;
    for (uint32_t board = 0; board < boards; board++)
        sum += (int64_t)(board + 1) * (b[board] - a[board]);
    return sum;
}

/* Compare by C.07 art. 12.2: the first board that was not drawn. */
static int64_t top_boards(const int32_t *a, const int32_t *b, uint32_t boards)
{
    for (uint32_t board = 0; board < boards; board++)
        if (a[board] != b[board])
            return a[board] - b[board];
    return 0;
}

/* Compare by C.07 art. 12.3: without the last board, without the last two, and so on. */
static int64_t bottom_boards(const int32_t *a, const int32_t *b, uint32_t boards)
{
    for (uint32_t left = boards; left > 1; left--) {
        int64_t sum = 0;
        for (uint32_t board = 0; board + 1 < left; board++)
            sum += a[board] - b[board];
        if (sum != 0)
            return sum;
    }
    return 0;
}

static const struct {
    const char *code;
    comparison *compare;
} steps[] = {{"BC", board_count}, {"TBR", top_boards}, {"BBE", bottom_boards}};

enum { STEPS = sizeof steps / sizeof *steps, BOARDS_MAX = 64, ROUNDS_MAX = 20 };

bool lm_decides_match(const char *code)
{
    for (int i = 0; i < STEPS; i++)
        if (strcmp(steps[i].code, code) == 0)
            return true;
    return false;
}

/* Decide a drawn match by the steps that record 202 names, or otherwise by all in their order. */
static void decide_by_steps(const struct lm_tournament *t, uint32_t round, uint32_t a, uint32_t b,
                            struct lm_knock_out_match *match)
{
    int32_t points[2][BOARDS_MAX];
    const struct lm_tournament *event = t->event;
    const char *order = t->tie_breaks[0] != '\0' ? t->tie_breaks : "BC,TBR,BBE";
    match->by = LM_BY_NO_STEP;
    if (event == NULL)
        return;
    uint32_t boards = lm_team_boards(event);
    boards = boards > BOARDS_MAX ? BOARDS_MAX : boards;
    lm_team_board_points(event, a, round, boards, points[0]);
    lm_team_board_points(event, b, round, boards, points[1]);
    for (const char *at = order; *at != '\0'; at += strspn(at, " ,;")) {
        size_t length = strcspn(at, " ,;");
        for (int i = 0; i < STEPS; i++) {
            bool named = strlen(steps[i].code) == length && memcmp(steps[i].code, at, length) == 0;
            int64_t ahead = named ? steps[i].compare(points[0], points[1], boards) : 0;
            if (ahead == 0)
                continue;
            match->winner = ahead > 0 ? a : b;
            match->by = LM_BY_STEP;
            match->step = steps[i].code;
            return;
        }
        at += length;
    }
}

static int32_t second_of(const struct lm_tournament *t, uint32_t who, uint32_t round)
{
    return t->second_points == NULL ? 0
                                    : t->second_points[(size_t)who * t->round_capacity + round - 1];
}

/* Is a board of the match adjourned?  It counts as a draw for points, and decides nothing. */
static bool is_adjourned(const struct lm_tournament *t, uint32_t round, uint32_t who)
{
    size_t count = 0;
    const uint32_t *players =
        t->event == NULL ? NULL : lm_team_line_up(t->event, who, round, &count);
    for (size_t i = 0; i < count; i++)
        if (players[i] != LM_NOBODY &&
            lm_record_of(t->event, players[i], round)->result == LM_ADJOURNED)
            return true;
    return false;
}

static void decide_played(const struct lm_tournament *t, uint32_t round, uint32_t a, uint32_t b,
                          struct lm_knock_out_match *match)
{
    uint8_t ours = lm_record_of(t, a, round)->result, theirs = lm_record_of(t, b, round)->result;
    int32_t first = lm_round_points(t, a, round) - lm_round_points(t, b, round);
    int32_t second = second_of(t, a, round) - second_of(t, b, round);
    if (first != 0) {
        match->winner = first > 0 ? a : b;
        bool played = (first > 0) == (second > 0) && second != 0;
        match->by = played || t->second_points == NULL ? LM_BY_GAMES : LM_BY_RULING;
    } else if (ours == LM_PENDING || theirs == LM_PENDING)
        match->by = LM_BY_NOTHING;
    else if (second != 0) {
        match->winner = second > 0 ? a : b;
        match->by = LM_BY_RULING;
    } else if (ours == LM_FORFEIT_LOSS && theirs == LM_FORFEIT_LOSS)
        match->by = LM_BY_ABSENCE;
    else
        decide_by_steps(t, round, a, b, match);
    if ((match->by == LM_BY_GAMES || match->by == LM_BY_STEP || match->by == LM_BY_NO_STEP) &&
        is_adjourned(t, round, a)) {
        match->winner = LM_NOBODY;
        match->by = LM_BY_NOTHING;
    }
}

void lm_knock_out_decide(const struct lm_tournament *t, uint32_t round, uint32_t a, uint32_t b,
                         struct lm_knock_out_match *match)
{
    match->winner = LM_NOBODY;
    match->by = LM_BY_NOTHING;
    match->step = NULL;
    if (a == LM_NOBODY || b == LM_NOBODY) {
        match->winner = a == LM_NOBODY ? b : a;
        match->by = match->winner == LM_NOBODY ? LM_BY_ABSENCE : LM_BY_BYE;
        return;
    }
    if (round > t->round_capacity)
        return;
    if (lm_record_of(t, a, round)->opponent == b && lm_record_of(t, b, round)->opponent == a) {
        decide_played(t, round, a, b, match);
        return;
    }
    bool away[] = {is_away(t, a, round), is_away(t, b, round)};
    if (away[0] || away[1]) {
        match->winner = away[0] && away[1] ? LM_NOBODY : away[0] ? b : a;
        match->by = match->winner == LM_NOBODY ? LM_BY_ABSENCE : LM_BY_BYE;
    }
}

/* ---- The whole bracket ---- */

static bool is_settled(const struct lm_knock_out_match *match)
{
    return match->by != LM_BY_NOTHING && match->by != LM_BY_NO_STEP;
}

static uint32_t loser_of(const struct lm_knock_out_match *match)
{
    return match->winner == LM_NOBODY ? LM_NOBODY : match->sides[match->sides[0] == match->winner];
}

/* Return the index of the first match of ${round}. */
static size_t first_of(const struct lm_knock_out *k, uint32_t round)
{
    return ((size_t)1 << k->rounds) - ((size_t)1 << (k->rounds + 1 - round));
}

const struct lm_knock_out_match *lm_knock_out_at(const struct lm_knock_out *k, uint32_t round,
                                                 uint32_t slot)
{
    return &k->matches[first_of(k, round) + slot];
}

/* Decide ${match}, whose sides are known, from ${rounds} rounds. */
static void settle(const struct lm_tournament *t, uint32_t rounds, struct lm_knock_out_match *match)
{
    bool free = match->sides[0] == LM_NOBODY || match->sides[1] == LM_NOBODY;
    match->winner = LM_NOBODY;
    if (match->known[0] && match->known[1] && (free || match->round <= rounds))
        lm_knock_out_decide(t, match->round, match->sides[0], match->sides[1], match);
}

/* Set the sides of ${match} from the two matches ${below} it: their winners, or their losers. */
static void come_from(const struct lm_knock_out_match *below, bool winners,
                      struct lm_knock_out_match *match)
{
    for (int side = 0; side < 2; side++) {
        match->known[side] = is_settled(&below[side]);
        match->sides[side] = !match->known[side] ? LM_NOBODY
                             : winners           ? below[side].winner
                                                 : loser_of(&below[side]);
    }
}

static bool has_third(const struct lm_tournament *t)
{
    const char *option = lm_option(t, "third_place");
    return strstr(t->type_code, "_THIRD") != NULL || (option != NULL && strcmp(option, "yes") == 0);
}

enum lm_status lm_knock_out_of(const struct lm_tournament *t, uint32_t rounds,
                               struct lm_arena *arena, struct lm_knock_out *out)
{
    struct lm_knock_out k = {.rounds = lm_knock_out_rounds(t->player_count)};
    uint32_t size = 1u << k.rounds;
    k.third = has_third(t) && t->player_count > 3;
    k.count = (size_t)size - 1 + k.third;
    if (k.rounds > ROUNDS_MAX)
        return LM_LIMIT;
    k.matches = lm_arena_alloc(arena, k.count, sizeof *k.matches);
    if (k.matches == NULL)
        return LM_LIMIT;
    struct lm_knock_out_match *match = k.matches;
    for (uint32_t round = 1; round <= k.rounds; round++)
        for (uint32_t slot = 0; slot < size >> round; slot++, match++) {
            *match = (struct lm_knock_out_match){.round = round, .known = {true, true}};
            for (uint32_t side = 0; round == 1 && side < 2; side++) {
                uint32_t seed = lm_bracket_seed(2 * slot + side, size);
                match->sides[side] = seed < t->player_count ? seed : LM_NOBODY;
            }
            if (round > 1)
                come_from(lm_knock_out_at(&k, round - 1, 2 * slot), true, match);
            settle(t, rounds, match);
        }
    if (k.third) {
        *match = (struct lm_knock_out_match){.round = k.rounds};
        come_from(lm_knock_out_at(&k, k.rounds - 1, 0), false, match);
        settle(t, rounds, match);
    }
    *out = k;
    return LM_OK;
}

/* Art. 6: losers in a round of 2n matches share the places from 2n + 1 on. */
void lm_knock_out_places(const struct lm_knock_out *k, uint32_t count, uint32_t *places)
{
    for (uint32_t who = 0; who < count; who++)
        places[who] = count;
    for (size_t i = 0; i < k->count; i++) {
        const struct lm_knock_out_match *match = &k->matches[i];
        bool third = k->third && i + 1 == k->count;
        uint32_t losers = third ? 4 : (1u << (k->rounds - match->round)) + 1;
        uint32_t winners = third ? 3 : match->round == k->rounds ? 1 : losers / 2 + 1;
        for (int side = 0; side < 2; side++)
            if (match->sides[side] != LM_NOBODY)
                places[match->sides[side]] =
                    is_settled(match) && match->winner == match->sides[side] ? winners : losers;
    }
}
