/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "limmat/knock_out.h"

#include "base/texts.h"
#include "desk/rounds.h"
#include "journal/fields.h"
#include "limmat/random.h"

/* Pairing a round makes a draft.  The pairs are in the line of the draft, so that no later reader
 * needs the engine. */

static const char *const colours[] = {"white", "black", NULL};

static const struct lm_field pair_fields[] = {
    ROUND(LM_OPTIONAL),
    YES_NO_OF(least, "if no pairing follows the rules: the one that breaks them least",
              LM_OPTIONAL),
    CHOICE_OF(colour, "first colour, drawn", LM_OUTCOME, colours),
    FIELD("numbers", "players in number order", LM_FIELD_IDS, LM_OUTCOME, NULL, NULL, 0, 0,
          numbers),
    FIELD("pairs", "pairs, White first", LM_FIELD_PAIRS, LM_OUTCOME | LM_REQUIRED, NULL, NULL, 0, 0,
          pairs),
    FIELD("idle", "players without a game, with reasons", LM_FIELD_IDS, LM_OUTCOME, NULL, NULL, 0,
          0, idle),
    FIELD("gave", "wishes not met", LM_FIELD_NUMBER, LM_OUTCOME, NULL, NULL, 0, 1000000, version),
    FIELD("rounds", "of a round-robin: number of rounds", LM_FIELD_NUMBER, LM_OUTCOME, NULL, NULL,
          1, LM_ROUNDS_MAX, rounds),
    FIELD("sizes", "of a round-robin: pairs of each round", LM_FIELD_NUMBERS, LM_OUTCOME, NULL,
          NULL, 0, LM_TPN_MAX, sizes),
    TEXT_OF(build, "paired by", LM_OUTCOME, 100)};

/* ---- the result of pairing */

static void ask_engine(const struct taking *t, const struct making *how, struct lm_desk_found *out)
{
    static const struct lm_pair_request pairs_only = {.want = LM_WANT_PAIRS, .player = LM_NOBODY};
    struct lm_desk *d = t->d;
    struct lm_mark mark = lm_arena_mark(d->arena);
    struct lm_tournament *made = NULL;
    struct lm_desk_player **players = NULL;
    struct lm_pairing *pairing = NULL;
    struct lm_log log = {.arena = d->arena};
    out->status = lm_desk_make(d, t->s, how, d->arena, NULL, &players, &made);
    if (out->status == LM_OK)
        out->status = lm_pair_round(t->s->system, made, how->rounds + 1, &pairs_only, d->arena,
                                    &log, &pairing);
    out->pairs = 0;
    out->trouble = log.count > 0 ? log.all[0].message : NULL; /* entries of a log last */
    for (uint32_t i = 0; out->status == LM_OK && i < pairing->pair_count; i++) {
        const struct lm_pair *pair = &pairing->pairs[i];
        out->sides[2 * i] = players[pair->white];
        out->sides[2 * i + 1] = pair->black == LM_NOBODY ? NULL : players[pair->black];
        out->pairs++;
    }
    lm_arena_reset(d->arena, mark);
}

/* Pair, dropping wishes from the last to the first, as few as possible. */
struct lm_desk_found lm_desk_find_pairs(const struct taking *t, struct making how)
{
    struct lm_desk_found found = {.status = LM_LIMIT};
    size_t wished = lm_desk_wished(t->s, how.rounds + 1);
    found.sides =
        lm_arena_alloc(t->d->arena, t->s->player_count + 1, 2 * sizeof(struct lm_desk_player *));
    if (found.sides == NULL)
        return found;
    for (how.leave = 0; how.leave <= wished; how.leave++) {
        ask_engine(t, &how, &found);
        found.gave = how.leave;
        if (found.status != LM_NO_PAIRING)
            break;
    }
    return found;
}

bool lm_desk_is_seated(const struct lm_desk_found *found, const struct lm_desk_player *p)
{
    for (size_t i = 0; i < 2 * found->pairs; i++)
        if (found->sides[i] == p)
            return true;
    return false;
}

void lm_desk_put_pairs(const struct lm_desk_found *found, struct lm_json_writer *w)
{
    lm_json_begin(w, "pairs", '[');
    for (size_t i = 0; i < found->pairs; i++) {
        lm_json_begin(w, NULL, '[');
        lm_json_put_string(w, NULL, found->sides[2 * i]->person->id);
        if (found->sides[2 * i + 1] != NULL)
            lm_json_put_string(w, NULL, found->sides[2 * i + 1]->person->id);
        lm_json_end(w, ']');
    }
    lm_json_end(w, ']');
}

void lm_desk_put_idle(struct lm_json_writer *w, const struct lm_desk_player *p, uint8_t kind)
{
    struct lm_text text = lm_text_in(w->out->arena);
    lm_text_print(&text, "%s:%c", p->person->id, lm_desk_bye_letter(kind));
    lm_json_put_string(w, NULL, lm_text_string(&text));
}

/* ---- numbers and groups */

static void set_numbers(struct taking *t, struct lm_desk_player *const *order, size_t count)
{
    for (size_t i = 0; i < t->s->player_count; i++) /* players who left before they had a number */
        if (t->s->players[i]->number != 0)
            SET(t->d, t->s->players[i]->number, 0);
    for (size_t i = 0; i < count; i++)
        if (order[i] != NULL)
            SET(t->d, order[i]->number, (uint32_t)i + 1);
    SET(t->d, t->s->numbered, true);
    lm_desk_number_members(t);
}

/* C.04.7: group A is the better half, rounded up to an even number, of the players present in
 * round 1. */
void lm_desk_choose_group_a(struct taking *t)
{
    struct lm_desk_section *s = t->s;
    struct lm_desk_player **group =
        lm_arena_alloc(t->d->arena, s->player_count, sizeof(struct lm_desk_player *));
    size_t there = 0, count = 0;
    if (strcmp(s->acceleration, "baku") != 0)
        return;
    if (group == NULL) {
        t->d->out_of_memory = true;
        return;
    }
    for (size_t number = 1; number <= s->player_count; number++)
        for (size_t i = 0; i < s->player_count; i++) {
            struct lm_desk_player *p = s->players[i];
            if (p->number == number && lm_desk_in_play(p, 1) && lm_desk_bye_of(p, 1) == LM_BLANK)
                group[there++] = p;
        }
    count = 2 * ((there + 3) / 4);
    SET(t->d, s->accelerated, group);
    SET(t->d, s->accelerated_count, count < there ? count : there);
}

/* Return the time of the act; a judged act has no line yet. */
static int64_t now_of(const struct taking *t)
{
    return t->line != NULL ? t->line->at : t->act->at;
}

static void postpone(struct taking *t, struct lm_desk_board *b)
{
    uint8_t games[LM_DESK_GAMES], postponed = lm_desk_result_index("postponed");
    for (size_t g = 0; g < b->game_count; g++) {
        uint8_t result = lm_desk_game_result(b, g);
        games[g] = result == 0 ? postponed : result;
    }
    lm_desk_set_results(t, b, games);
}

/* Postpone games without result when the next round is paired (VCL 158); also of a closed round, if
 * a result was deleted since. */
void lm_desk_postpone_open(struct taking *t, uint32_t next)
{
    struct lm_desk_round *last = lm_desk_current(t->s);
    if (last == NULL || last->number >= next)
        return;
    for (size_t i = 0; i < last->board_count; i++)
        if (last->boards[i]->result == 0)
            postpone(t, last->boards[i]);
    if (last->state >= LM_ROUND_CLOSED)
        return;
    SET(t->d, last->state, LM_ROUND_CLOSED);
    SET(t->d, last->closed_at, now_of(t));
}

/* ---- pair */

static uint32_t players_for(const struct lm_desk_section *s, uint32_t round)
{
    uint32_t count = 0;
    for (size_t i = 0; i < s->player_count; i++)
        count += lm_desk_in_play(s->players[i], round) &&
                 lm_desk_bye_of(s->players[i], round) == LM_BLANK;
    return count;
}

static bool has_begun(const struct lm_desk_round *r)
{
    for (size_t i = 0; i < r->board_count; i++)
        if (lm_desk_is_locked(r->boards[i]))
            return true;
    return r->state >= LM_ROUND_CLOSED;
}

/* Return the round to be paired: the next; or again the published one, if it is named and none of
 * its games has begun. */
static uint32_t round_to_pair(const struct taking *t)
{
    if (lm_desk_is_fixed(t->s))
        return lm_desk_on_wall(t->s) + 1;
    const struct lm_desk_round *r = lm_desk_current(t->s);
    bool again = r != NULL && t->v->round == r->number && lm_desk_paired(t->s) == r->number &&
                 r->state != LM_ROUND_ALTERED && !has_begun(r);
    return again ? r->number : lm_desk_next_round(t->s);
}

static void check_pair(struct taking *t)
{
    uint32_t next = round_to_pair(t);
    const struct lm_desk_round *made = lm_desk_proposed(t->s);
    if (t->v->numbers.given && t->s->numbered && next > 1)
        REFUSE(t, "numbered", "C.04.2 art. 2", "restore the journal",
               "players have numbers already");
    if (made != NULL && made->state == LM_ROUND_ALTERED)
        REFUSE(t, "proposal", "", "\"publish\" it, or \"unpublish\" it",
               "round %u is being altered", made->number);
    else if (t->v->round != LM_NOT_SET && t->v->round != next)
        REFUSE(t, "not-next", "", "leave the round out", "round %u is next", next);
    else if (next > t->s->rounds && (next > 1 || !lm_desk_is_fixed(t->s)))
        REFUSE(t, "all-rounds", "C.04.1 art. 1",
               lm_desk_is_fixed(t->s) ? "\"alter\" changes one of them, \"finish\" is the end"
                                      : "\"finish\" the section, or change the rounds",
               "all %u rounds are paired", t->s->rounds);
    else if (t->s->finished)
        REFUSE(t, "finished", "", "undo the end first", "the section is finished");
}

/* The games to be named in a message, as many as fit: "2: Meier, Anna – Huber, Beat". */
struct named_games {
    struct lm_text text;
    size_t count;
};

static void name_game(struct taking *t, struct named_games *games, const struct lm_desk_board *b)
{
    enum { NAMED = 6 };
    if (games->count++ < NAMED)
        lm_text_print(&games->text, "%s%u: %s – %s", games->text.length == 0 ? "" : "; ", b->number,
                      lm_desk_who(t, b->white), lm_desk_who(t, b->black));
    else if (games->count == NAMED + 1)
        lm_text_add(&games->text, "; …");
}

static void judge_open_games(struct taking *t)
{
    struct named_games missing = {lm_text_in(t->d->arena), 0};
    uint32_t published = lm_desk_published(t->s);
    for (uint32_t round = 1; round <= published; round++) {
        const struct lm_desk_round *r = t->s->rounds_played[round - 1];
        struct named_games open = {lm_text_in(t->d->arena), 0};
        for (size_t i = 0; i < r->board_count; i++) {
            const struct lm_desk_board *b = r->boards[i];
            if (round == published && b->result == 0)
                name_game(t, &missing, b);
            else if (b->result != 0 && lm_desk_result_at(b->result)->open)
                name_game(t, &open, b);
        }
        if (open.count > 0)
            lm_desk_need(t, LM_LEVEL_ACKNOWLEDGE, "open-games",
                         lm_printed(t->d->arena, "%u", published + 1), "C.04.2 art. 3.1",
                         "enter their results first", "still open in round %u, board %s", round,
                         lm_text_string(&open.text));
    }
    if (missing.count > 0)
        lm_desk_need(
            t, LM_LEVEL_ACKNOWLEDGE, "open-results", lm_printed(t->d->arena, "%u", published),
            "VCL 158-160", "enter the results first",
            "without a result in round %u, board %s: counted as postponed, a draw for this "
            "pairing",
            published, lm_text_string(&missing.text));
}

static void judge_absence(struct taking *t, uint32_t round)
{
    uint32_t there = 0, all = players_for(t->s, round);
    if (!t->s->check_in || round != 1)
        return;
    for (size_t i = 0; i < t->s->player_count; i++)
        there += t->s->players[i]->present && lm_desk_in_play(t->s->players[i], round);
    if (2 * there < all)
        lm_desk_need(t, LM_LEVEL_CONFIRM, "half-missing", NULL, "",
                     "check in the players, or give byes to missing players",
                     "%u of %u players are not checked in", all - there, all);
}

/* Require an explanation before a player who lost without appearing is paired again. */
static void judge_silent(struct taking *t, uint32_t next)
{
    const struct lm_desk_round *last = lm_desk_round(t->s, next - 1);
    if (t->s->system->knocks_out) /* a team that did not come is out */
        return;
    for (size_t i = 0; last != NULL && i < last->board_count; i++)
        for (int side = 0; side < 2; side++) {
            const struct lm_desk_board *b = last->boards[i];
            const struct lm_desk_player *p = side == 0 ? b->white : b->black;
            const struct lm_desk_result *r = lm_desk_result_at(b->result);
            uint8_t result = side == 0 ? r->white : r->black;
            if (result != LM_FORFEIT_LOSS || p->explained >= last->number ||
                !lm_desk_in_play(p, next) || lm_desk_bye_of(p, next) != LM_BLANK)
                continue;
            lm_desk_need(
                t, LM_LEVEL_CONFIRM, "still-in",
                lm_printed(t->d->arena, "%s:%u", p->person->id, last->number), "C.05",
                "\"stay\" excuses the player; \"withdraw\" or \"bye\" leaves the player out",
                lm_desk_is_2006(t->s)
                    ? "%s did not appear in round %u: without notice, that counts as withdrawn"
                : p->forfeits > 1
                    ? "%s did not come in round %u (game %u lost by forfeit): still in?"
                    : "%s did not come in round %u: still in?",
                lm_desk_who(t, p), last->number, p->forfeits);
        }
}

/* Warn of what pairing again discards. */
static void judge_again(struct taking *t, uint32_t next)
{
    const struct lm_desk_round *r = lm_desk_round(t->s, next);
    if (r == NULL)
        return;
    const char *about = lm_printed(t->d->arena, "%u.%u", r->number, r->version);
    lm_desk_judge_published_2006(t, r);
    if (lm_desk_is_published(r))
        lm_desk_need(t, LM_LEVEL_CONFIRM, "unpublish", about, "C.04.2 art. 4.4",
                     "\"alter\" changes single boards",
                     "version %u of round %u is published: all players have to be informed again",
                     r->version, r->number);
    else if (r->by_hand)
        lm_desk_need(t, LM_LEVEL_ACKNOWLEDGE, "proposal-replaced", about, "VCL 65",
                     "\"publish\" it as it is",
                     "the draft of round %u was made by hand, and is discarded", r->number);
}

static void judge_missing(struct taking *t, uint32_t next)
{
    uint32_t missing = 0;
    for (size_t i = 0; t->s->checked_in == next && i < t->s->player_count; i++) {
        const struct lm_desk_player *p = t->s->players[i];
        missing += !p->present && lm_desk_in_play(p, next) && lm_desk_bye_of(p, next) == LM_BLANK;
    }
    if (missing > 0)
        lm_desk_need(t, LM_LEVEL_ACKNOWLEDGE, "not-there", lm_printed(t->d->arena, "%u", next),
                     "C.04.2 art. 2.4",
                     "\"absent\" leaves them out of this round, \"present\" says that they came",
                     "%u players who did not check in are paired", missing);
}

static void judge_pair(struct taking *t)
{
    uint32_t next = round_to_pair(t), players = players_for(t->s, next);
    if (players < 2) {
        REFUSE(t, "too-few", "C.04.1", "enter players, or remove byes",
               "%u players can be paired in round %u", players, next);
        return;
    }
    judge_again(t, next);
    if (lm_desk_is_fixed(t->s))
        return;
    if (next > lm_desk_published(t->s))
        judge_open_games(t);
    judge_absence(t, next);
    judge_missing(t, next);
    judge_silent(t, next);
    uint32_t possible = players % 2 == 0 ? players - 1 : players;
    if (next == 1 && t->s->rounds > possible && !t->s->system->knocks_out)
        lm_desk_need(t, LM_LEVEL_ACKNOWLEDGE, "too-many-rounds", NULL, "C.04.1 art. 1, VCL 62",
                     "announce fewer rounds (\"settings\"), or a round robin",
                     "%u players can play at most %u rounds, %u are announced", players, possible,
                     t->s->rounds);
}

static void put_numbers(struct lm_desk_player *const *order, size_t count, struct lm_json_writer *w)
{
    lm_json_begin(w, "numbers", '[');
    for (size_t i = 0; i < count; i++)
        lm_json_put_string(w, NULL, order[i]->person->id);
    lm_json_end(w, ']');
}

static void put_absent(const struct taking *t, const struct lm_desk_found *found, uint32_t round,
                       struct lm_json_writer *w)
{
    lm_json_begin(w, "idle", '[');
    for (size_t i = 0; i < t->s->player_count; i++) {
        const struct lm_desk_player *p = t->s->players[i];
        bool out = p->standing == LM_REMOVED || !lm_desk_in_play(p, round);
        if (!out && !lm_desk_is_seated(found, p))
            lm_desk_put_idle(w, p, lm_desk_bye_of(p, round));
    }
    lm_json_end(w, ']');
}

void lm_desk_tell_trouble(struct taking *t, const struct lm_desk_found *found, uint32_t round)
{
    const char *about = lm_printed(t->d->arena, "%u", round);
    const char *trouble = found->trouble == NULL ? "" : found->trouble->text;
    struct lm_arena *arena = t->d->arena;
    if (found->status == LM_NO_PAIRING)
        lm_desk_need_message(
            t, LM_LEVEL_CONFIRM, "no-legal-pairing", about, "C.04.1, VCL 63",
            LM_MESSAGE(
                "\"pair least=yes\" proposes what breaks the rules least; give byes, or play "
                "fewer rounds"),
            lm_message_within(
                lm_message_print(
                    arena,
                    t->v->least == LM_YES
                        ? "the rules allow no pairing of round %u (%s): this one breaks them "
                          "least, and is made by hand"
                        : "the rules allow no pairing of round %u (%s): the round is empty, to "
                          "be filled by hand",
                    round, trouble),
                found->trouble, arena));
    else if (found->status == LM_INTERNAL) /* a mistake in Limmat must not stop the event */
        lm_desk_need(t, LM_LEVEL_CONFIRM, "engine-failed", about, "VCL 63",
                     "fill the round by hand, and report the journal",
                     "the engine failed at round %u: the round is empty, to be filled by hand",
                     round);
    else if (found->status == LM_LIMIT)
        t->d->out_of_memory = true;
    else if (found->status != LM_OK)
        lm_desk_need_message(
            t, LM_LEVEL_REFUSED, "cannot-pair", NULL, "",
            t->s->system->knocks_out
                ? LM_MESSAGE(
                      "enter the result; \"decide\" enters the winner of a play-off or a lot")
                : LM_MESSAGE("correct what the system misses: a result, a rating"),
            lm_message_within(
                lm_message_print(arena, "round %u cannot be paired: %s", round, trouble),
                found->trouble, arena));
    if (found->status == LM_OK && t->s->system->knocks_out && found->pairs == 0 &&
        round == t->s->rounds)
        REFUSE(t, "too-few", "Knock-out 4.5", "\"finish\" the section",
               "round %u has no match: a team has won without one", round);
    if (found->status == LM_OK && found->gave > 0)
        lm_desk_need(t, LM_LEVEL_ACKNOWLEDGE, "wishes-gave-way", about, "C.05 art. 5.2", "leave it",
                     "%zu wishes of not meeting could not be kept", found->gave);
}

/* C.04.3 art. 5.2: draw the colour by lot, if it is not given.  A repeated draw at the same line
 * gives the same result. */
static uint8_t draw_colour(const struct taking *t)
{
    struct lm_random random = lm_random_from(lm_desk_number(t->d));
    for (const char *c = lm_desk_head(t->d); *c != '\0'; c++)
        random.state = lm_random_next(&random) ^ (unsigned char)*c;
    return lm_random_below(&random, 2) == 0 ? LM_WHITE : LM_BLACK;
}

/* Knock-out 2.1: the number of teams determines the rounds. */
static void set_rounds_of_bracket(struct taking *t)
{
    uint32_t teams = 0;
    for (size_t i = 0; i < t->s->player_count; i++)
        teams += t->s->players[i]->number != 0 && t->s->players[i]->standing != LM_REMOVED;
    if (t->s->system->knocks_out && lm_knock_out_rounds(teams) != t->s->rounds)
        SET(t->d, t->s->rounds, lm_knock_out_rounds(teams));
}

static void decide_pair(struct taking *t, struct lm_json_writer *w)
{
    struct lm_desk *d = t->d;
    if (lm_desk_is_fixed(t->s)) {
        lm_desk_decide_table(t, w);
        return;
    }
    size_t cells = d->cell_count, count = 0;
    uint32_t next = round_to_pair(t);
    if (!t->s->numbered || (next == 1 && !t->s->numbers_by_hand)) {
        struct lm_desk_player **order = lm_desk_order(t->s, d->arena, &count);
        if (order == NULL) {
            d->out_of_memory = true;
            return;
        }
        put_numbers(order, count, w);
        set_numbers(t, order, count);
    }
    if (next == 1)
        lm_desk_choose_group_a(t);
    if (next == 1)
        set_rounds_of_bracket(t);
    if (next == 1 && t->s->colour == LM_NO_COLOUR) {
        SET(d, t->s->colour, draw_colour(t));
        lm_json_put_string(w, "colour", colours[t->s->colour - LM_WHITE]);
    }
    lm_desk_postpone_open(t, next);
    struct lm_desk_found found = lm_desk_find_pairs(t, (struct making){.rounds = next - 1});
    if (found.status == LM_NO_PAIRING && t->v->least == LM_YES) {
        struct lm_mark mark = lm_arena_mark(d->arena);
        if (lm_desk_least(d, t->s, next, d->arena, found.sides, &found.pairs) == LM_LIMIT)
            d->out_of_memory = true;
        lm_arena_reset(d->arena, mark);
    }
    lm_desk_tell_trouble(t, &found, next);
    lm_desk_put_pairs(&found, w);
    put_absent(t, &found, next, w);
    if (found.gave > 0)
        lm_json_put_integer(w, "gave", (int64_t)found.gave);
    lm_json_put_string(w, "build", d->build);
    lm_desk_undo_cells(d, cells);
}

/* Return a board id: "3.12". */
static const char *board_id(struct lm_desk *d, uint32_t round, uint32_t board)
{
    char text[24];
    size_t at = sizeof text;
    for (uint32_t left = board; left > 0 || at == sizeof text; left /= 10)
        text[--at] = (char)('0' + left % 10);
    text[--at] = '.';
    for (uint32_t left = round; left > 0; left /= 10)
        text[--at] = (char)('0' + left % 10);
    const char *id = lm_arena_copy(d->arena, text + at, sizeof text - at);
    d->out_of_memory |= id == NULL;
    return id == NULL ? "" : id;
}

/* Make a board of ${r} with the counter ${next} as its id and ${number} as its number, in ${*out}.
 * false: no memory. */
static bool make_board(struct taking *t, const struct lm_desk_round *r, uint32_t next,
                       size_t number, struct lm_desk_player *white, struct lm_desk_player *black,
                       struct lm_desk_board *out)
{
    uint8_t games = lm_desk_games_of(t->s);
    bool match = games > 1 || t->s->teams;
    struct lm_desk_game *list = !match ? NULL : lm_arena_alloc(t->d->arena, games, sizeof *list);
    if (games > LM_DESK_GAMES || (match && list == NULL)) {
        t->d->out_of_memory = true;
        return false;
    }
    *out = (struct lm_desk_board){.id = board_id(t->d, r->number, next),
                                  .round = r->number,
                                  .number = (uint32_t)number,
                                  .white = white,
                                  .black = black,
                                  .games = list,
                                  .game_count = games,
                                  .expected = LM_NO_TIME};
    if (t->s->teams)
        lm_desk_seat_match(t, out);
    return true;
}

struct lm_desk_board *lm_desk_new_board(struct taking *t, struct lm_desk_round *r,
                                        struct lm_desk_player *white, struct lm_desk_player *black)
{
    struct lm_desk_board *b = lm_arena_alloc(t->d->arena, 1, sizeof *b);
    if (b == NULL || !make_board(t, r, r->next_board + 1, r->board_count + 1, white, black, b)) {
        t->d->out_of_memory = true;
        return NULL;
    }
    SET_FOR_GOOD(t->d, r->next_board, r->next_board + 1);
    return b;
}

void lm_desk_add_idle(struct taking *t, struct lm_desk_round *r, struct lm_desk_player *p,
                      uint8_t kind)
{
    struct lm_desk_idle idle = {p, kind};
    APPEND(t->d, r->idle, r->idle_count, r->idle_capacity, idle);
}

static uint8_t kind_of_letter(char letter)
{
    static const char letters[] = "UFHZ";
    static const uint8_t kinds[] = {LM_PAB, LM_FULL_BYE, LM_HALF_BYE, LM_ZERO_BYE};
    const char *found = letter == '\0' ? NULL : strchr(letters, letter);
    return found == NULL ? LM_BLANK : kinds[found - letters];
}

/* Return the players seated in ${r}, by entry, so that no player sits twice, whatever a line says.
 * NULL: no memory. */
static bool *seated_in(const struct taking *t, const struct lm_desk_round *r)
{
    bool *seated = lm_arena_alloc(t->d->arena, t->s->player_count, sizeof *seated);
    for (size_t i = 0; seated != NULL && i < r->board_count; i++) {
        seated[r->boards[i]->white->entry] = true;
        seated[r->boards[i]->black->entry] = true;
    }
    for (size_t i = 0; seated != NULL && i < r->idle_count; i++)
        seated[r->idle[i].player->entry] = true;
    t->d->out_of_memory |= seated == NULL;
    return seated;
}

void lm_desk_fill_idle(struct taking *t, struct lm_desk_round *r)
{
    bool *seated = seated_in(t, r);
    for (size_t i = 0; seated != NULL && i < t->v->idle.count; i++) {
        const char *text = t->v->idle.items[i], *colon = strchr(text, ':');
        if (colon == NULL)
            continue;
        char *id = lm_arena_copy(t->d->arena, text, (size_t)(colon - text));
        struct lm_desk_player *p = id == NULL ? NULL : lm_desk_player(t->s, id);
        if (p == NULL || seated[p->entry])
            continue;
        seated[p->entry] = true;
        lm_desk_add_idle(t, r, p, kind_of_letter(colon[1]));
    }
}

/* Read one pair of the line; false: invalid, or one of them sits already. */
static bool read_pair(const struct taking *t, size_t i, bool *seated, struct lm_desk_player **white,
                      struct lm_desk_player **black)
{
    const char *const *ids = &t->v->pairs.items[i];
    bool bye = ids[1][0] == '\0';
    *white = lm_desk_player(t->s, ids[0]);
    *black = bye ? NULL : lm_desk_player(t->s, ids[1]);
    if (*white == NULL || seated[(*white)->entry] ||
        (!bye && (*black == NULL || *black == *white)) || (!bye && seated[(*black)->entry]))
        return false;
    seated[(*white)->entry] = true;
    if (!bye)
        seated[(*black)->entry] = true;
    return true;
}

/* Append the line's pairs to the boards in a new list, so that undoing finds the old one. */
void lm_desk_fill_boards(struct taking *t, struct lm_desk_round *r)
{
    struct lm_desk *d = t->d;
    struct lm_desk_player *white, *black;
    size_t pairs = t->v->pairs.count / 2, count = r->board_count, capacity = count + pairs;
    struct lm_desk_board **all = lm_arena_alloc(d->arena, capacity, sizeof *all);
    struct lm_desk_board *made = lm_arena_alloc(d->arena, pairs, sizeof *made);
    bool *seated = seated_in(t, r);
    d->out_of_memory |= all == NULL || made == NULL;
    if (d->out_of_memory)
        return;
    for (size_t i = 0; i < count; i++)
        all[i] = r->boards[i];
    for (size_t i = 0; i < 2 * pairs; i += 2) {
        if (!read_pair(t, i, seated, &white, &black))
            continue;
        if (black == NULL) {
            lm_desk_add_idle(t, r, white, LM_PAB);
            continue;
        }
        uint32_t next = r->next_board + 1 + (uint32_t)(count - r->board_count);
        if (!make_board(t, r, next, count + 1, white, black, made))
            return;
        all[count++] = made++;
    }
    SET_FOR_GOOD(d, r->next_board, r->next_board + (uint32_t)(count - r->board_count));
    SET(d, r->boards, all);
    SET(d, r->board_capacity, capacity);
    SET(d, r->board_count, count);
}

struct lm_desk_round *lm_desk_open_round(struct taking *t, uint32_t number)
{
    struct lm_desk_section *s = t->s;
    if (number <= s->round_count)
        return s->rounds_played[number - 1];
    struct lm_desk_round *r = lm_arena_alloc(t->d->arena, 1, sizeof *r);
    if (r == NULL) {
        t->d->out_of_memory = true;
        return NULL;
    }
    *r = (struct lm_desk_round){.number = number,
                                .system = "",
                                .build = "",
                                .departure = "",
                                .position = "",
                                .closed_at = LM_NO_TIME};
    bool kept = lm_desk_append(t->d, &s->rounds_played, &s->round_count, &s->round_capacity,
                               sizeof r, &r, CELL_FOR_GOOD);
    return kept ? r : NULL;
}

static void apply_numbers(struct taking *t)
{
    struct lm_desk_player **order =
        lm_arena_alloc(t->d->arena, t->v->numbers.count, sizeof(struct lm_desk_player *));
    if (order == NULL) {
        t->d->out_of_memory = true;
        return;
    }
    for (size_t i = 0; i < t->v->numbers.count; i++)
        order[i] = lm_desk_player(t->s, t->v->numbers.items[i]);
    set_numbers(t, order, t->v->numbers.count);
}

void lm_desk_empty_round(struct taking *t, struct lm_desk_round *r)
{
    SET(t->d, r->system, t->s->system->name);
    SET(t->d, r->by_hand, false);
    SET(t->d, r->imported, false);
    SET(t->d, r->departure, "");
    SET(t->d, r->gave, 0);
    SET(t->d, r->board_count, 0);
    SET(t->d, r->board_capacity, 0);
    SET(t->d, r->boards, NULL);
    SET(t->d, r->idle_count, 0);
    SET(t->d, r->idle_capacity, 0);
    SET(t->d, r->idle, NULL);
}

static void apply_pair(struct taking *t)
{
    uint32_t next = round_to_pair(t);
    if (t->v->numbers.given)
        apply_numbers(t);
    if (lm_desk_is_fixed(t->s)) {
        lm_desk_apply_table(t);
        return;
    }
    if (t->v->colour != 0)
        SET(t->d, t->s->colour, t->v->colour == 1 ? LM_WHITE : LM_BLACK);
    if (next == 1) {
        lm_desk_choose_group_a(t);
        set_rounds_of_bracket(t);
    }
    lm_desk_postpone_open(t, next);
    struct lm_desk_round *r = lm_desk_open_round(t, next);
    if (r == NULL)
        return;
    lm_desk_empty_round(t, r);
    SET(t->d, r->state, LM_ROUND_PROPOSED);
    SET(t->d, r->build, t->v->build);
    SET(t->d, r->gave, t->v->version == LM_NOT_SET ? 0 : (uint32_t)t->v->version);
    lm_desk_fill_boards(t, r);
    lm_desk_fill_idle(t, r);
}

const struct row lm_desk_rows_pair[] = {
    {ROUND_KIND("pair", "Round paired: a draft", "C.04.1", LM_RIGHT_ARBITER, pair_fields),
     .check = check_pair, .judge = judge_pair, .decide = decide_pair, .apply = apply_pair},
    {.check = NULL},
};
