/* SPDX-License-Identifier: Apache-2.0 */
/* Bring the different forms of programs into one. */
#include <string.h>

#include "base/sort.h"
#include "formats/heads.h"
#include "formats/reading.h"

/* ---- titles ---- */

/* Files before 2012 have one small letter, for women with w before it or f after it. */
static void settle_titles(struct lm_reading *r, struct lm_tournament *t)
{
    static const char *const old[][2] = {
        {"g", "GM"},   {"m", "IM"},   {"f", "FM"},   {"c", "CM"},   {"wg", "WGM"}, {"wm", "WIM"},
        {"wf", "WFM"}, {"wc", "WCM"}, {"gf", "WGM"}, {"mf", "WIM"}, {"ff", "WFM"}, {"cf", "WCM"}};
    for (uint32_t i = 0; i < t->player_count; i++)
        for (size_t k = 0; k < sizeof old / sizeof *old; k++)
            if (strcmp(t->players[i].title, old[k][0]) == 0)
                t->players[i].title = old[k][1];
    for (uint32_t i = 0; i < t->player_count; i++)
        if (t->players[i].title[0] != '\0' && !lm_is_title(t->players[i].title))
            lm_note(r,
                    (struct lm_place){
                        .line = t->players[i].line, .field = "title", .value = t->players[i].title},
                    "a title that FIDE does not have; norms and ratings leave it out");
}

/* ---- ids ---- */

/* Some programs write zeros for a player without a FIDE ID. */
static void settle_ids(struct lm_tournament *t)
{
    for (uint32_t i = 0; i < t->player_count; i++) {
        const char *id = t->players[i].fide_id;
        if (id[strspn(id, "0")] == '\0')
            t->players[i].fide_id = "";
    }
}

/* ---- forfeits without an opponent ---- */

/* Is the + of a player without an opponent the pairing-allocated bye?  Reports had no letter for it
 * before U.  A requested bye looks the same, but only one of a round can be the PAB. */
static bool is_only_bye(const struct lm_tournament *t, uint32_t round)
{
    uint32_t wins = 0;
    bool games = false;
    for (uint32_t player = 0; player < t->player_count; player++) {
        const struct lm_record *record = lm_record_of(t, player, round);
        if (record->result == LM_PAB || record->result == LM_FULL_BYE)
            return false;
        games |= record->opponent != LM_NOBODY;
        wins += record->opponent == LM_NOBODY && record->result == LM_FORFEIT_WIN;
    }
    return games && wins == 1;
}

/* Return the form of a result without an opponent.  In a team event a board can be won without an
 * opponent; F, a bye of players, does not exist there. */
static uint8_t alone(const struct lm_tournament *t, uint32_t round, uint8_t result)
{
    switch (result) {
    case LM_FORFEIT_LOSS:
        return LM_ZERO_BYE;
    case LM_DRAW:
        return LM_HALF_BYE;
    case LM_FORFEIT_WIN:
        if (t->team_count > 0)
            return LM_FORFEIT_WIN;
        return is_only_bye(t, round) ? LM_PAB : LM_FULL_BYE;
    default:
        return result;
    }
}

/* Some programs write Z, and the opponent, for a game to which neither player came. */
static void settle_absent_pair(struct lm_reading *r, struct lm_tournament *t, uint32_t player,
                               uint32_t round, const struct lm_locator *where)
{
    struct lm_record *record = lm_record_of(t, player, round);
    for (uint8_t game = 0; game < t->games_per_match; game++) {
        if (record[game].opponent == LM_NOBODY || record[game].result != LM_ZERO_BYE)
            continue;
        struct lm_place place = where->place(where->context, player, LM_PART_ROUND, round);
        place.field = "game";
        lm_note(r, place, "Z beside an opponent is read as a game lost by forfeit: -");
        record[game].result = LM_FORFEIT_LOSS;
    }
}

/* FIDE's own example of a report has "0000 - -" for an absent player, as do half of the programs.
 */
static void settle_absence(struct lm_reading *r, struct lm_tournament *t, uint32_t player,
                           uint32_t round, const struct lm_locator *where)
{
    struct lm_record *record = lm_record_of(t, player, round);
    if (record->opponent != LM_NOBODY)
        return;
    uint8_t result = alone(t, round, record->result);
    if (result == record->result)
        return;
    struct lm_place place = where->place(where->context, player, LM_PART_ROUND, round);
    place.field = "game";
    lm_note(r, place,
            "a forfeit without an opponent is read as a bye: - as Z, = as H, + as U if it is the "
            "only one of a round, else as F");
    record->result = result;
    for (uint8_t game = 1; game < t->games_per_match; game++)
        if (record[game].opponent == LM_NOBODY)
            record[game] = (struct lm_record){LM_NOBODY, LM_NO_COLOUR, LM_BLANK};
}

static void settle_absences(struct lm_reading *r, struct lm_tournament *t,
                            const struct lm_locator *where)
{
    for (uint32_t player = 0; player < t->player_count; player++)
        for (uint32_t round = 1; round <= t->round_capacity; round++) {
            settle_absent_pair(r, t, player, round, where);
            settle_absence(r, t, player, round, where);
        }
}

/* ---- requested byes ---- */

static void add_bye(struct lm_reading *r, struct lm_list *byes, struct lm_requested_bye given)
{
    struct lm_requested_bye *bye = lm_list_add(r, byes, sizeof *bye);
    if (bye != NULL)
        *bye = given;
}

/* Move the letters from the columns of rounds not yet paired to the requests; a PAB given
 * beforehand stays. */
static void requests_from_columns(struct lm_reading *r, struct lm_tournament *t,
                                  struct lm_list *byes)
{
    for (uint32_t round = t->rounds_paired + 1; round <= t->round_capacity; round++)
        for (uint32_t player = 0; player < t->player_count; player++) {
            struct lm_record *record = lm_record_of(t, player, round);
            if (record->result == LM_PAB && round == t->rounds_paired + 1)
                continue;
            if (record->result >= LM_FULL_BYE && record->result <= LM_ZERO_BYE &&
                !lm_ids_are_teams(t))
                add_bye(r, byes,
                        (struct lm_requested_bye){
                            .kind = record->result, .round = round, .player = player});
            for (uint8_t game = 0; game < t->games_per_match; game++)
                record[game] = (struct lm_record){LM_NOBODY, LM_NO_COLOUR, LM_BLANK};
        }
}

static int by_round(const void *a, const void *b)
{
    const struct lm_requested_bye *left = a, *right = b;
    if (left->round != right->round)
        return left->round < right->round ? -1 : 1;
    if (left->kind != right->kind)
        return left->kind < right->kind ? -1 : 1;
    if (left->whom != right->whom)
        return left->whom < right->whom ? -1 : 1;
    return (left->player > right->player) - (left->player < right->player);
}

static void settle_byes(struct lm_reading *r, struct lm_tournament *t)
{
    struct lm_list list = {0};
    lm_tournament_count_rounds(t);
    for (size_t i = 0; i < t->bye_count; i++) {
        struct lm_requested_bye bye = t->byes[i];
        bye.round = bye.round == 0 ? t->rounds_paired + 1 : bye.round;
        add_bye(r, &list, bye);
    }
    requests_from_columns(r, t, &list);
    struct lm_requested_bye *byes = list.items;
    if (list.count > 0)
        lm_sort(byes, list.count, sizeof *byes, by_round);
    size_t count = 0;
    for (size_t i = 0; i < list.count; i++)
        if (count == 0 || by_round(&byes[count - 1], &byes[i]) != 0)
            byes[count++] = byes[i];
    t->byes = byes;
    t->bye_count = count;
}

static bool asks(const struct lm_tournament *t, uint32_t player, uint32_t round)
{
    for (size_t i = 0; i < t->bye_count; i++)
        if (t->byes[i].whom == LM_PLAYERS && t->byes[i].player == player &&
            t->byes[i].round == round)
            return true;
    return false;
}

size_t lm_byes_with_withdrawals(const struct lm_tournament *t, uint32_t next, uint32_t last,
                                struct lm_requested_bye *byes)
{
    size_t count = t->bye_count;
    if (count > 0)
        memcpy(byes, t->byes, count * sizeof *byes);
    for (uint32_t i = 0; i < t->player_count; i++) {
        uint32_t from = t->players[i].withdrawn;
        for (uint32_t round = from > next ? from : next; from != 0 && round <= last; round++)
            if (!asks(t, i, round))
                byes[count++] =
                    (struct lm_requested_bye){.kind = LM_ZERO_BYE, .round = round, .player = i};
    }
    if (count > 0)
        lm_sort(byes, count, sizeof *byes, by_round);
    return count;
}

void lm_settle(struct lm_reading *r, struct lm_tournament *t, const struct lm_locator *where)
{
    settle_titles(r, t);
    settle_ids(t);
    settle_absences(r, t, where);
    settle_byes(r, t);
}
