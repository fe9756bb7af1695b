/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "desk/rows.h"
#include "journal/fields.h"
#include "limmat/random.h"

/* A round: proposed, edited, published, altered, closed.  Pairs are in the line that proposed them,
 * so that no later reader needs the engine. */

static const char *const bye_names[] = {"pab", "half", "full", "zero", "unpaired", NULL};
static const uint8_t bye_kinds[] = {LM_BLANK,    LM_PAB,      LM_HALF_BYE,
                                    LM_FULL_BYE, LM_ZERO_BYE, LM_BLANK};

#define PAIRING_OUTCOME                                                                            \
    FIELD("numbers", "players in the order of their numbers", LM_FIELD_IDS, LM_OUTCOME, NULL,      \
          NULL, 0, 0, numbers),                                                                    \
        FIELD("pairs", "pairs, White first", LM_FIELD_PAIRS, LM_OUTCOME | LM_REQUIRED, NULL, NULL, \
              0, 0, pairs),                                                                        \
        FIELD("idle", "who does not play, and why", LM_FIELD_IDS, LM_OUTCOME, NULL, NULL, 0, 0,    \
              idle),                                                                               \
        FIELD("gave", "wishes that gave way", LM_FIELD_NUMBER, LM_OUTCOME, NULL, NULL, 0, 1000000, \
              version),                                                                            \
        FIELD("rounds", "of a round-robin: how many there are", LM_FIELD_NUMBER, LM_OUTCOME, NULL, \
              NULL, 1, LM_ROUNDS_MAX, rounds),                                                     \
        FIELD("sizes", "of a round-robin: how many pairs each round has", LM_FIELD_NUMBERS,        \
              LM_OUTCOME, NULL, NULL, 0, LM_TPN_MAX, sizes),                                       \
        TEXT_OF(build, "paired by", LM_OUTCOME, 100)

static const char *const colours[] = {"white", "black", NULL};

static const struct lm_field pair_fields[] = {
    ROUND(LM_OPTIONAL),
    YES_NO_OF(least, "where the rules allow none: what breaks them least", LM_OPTIONAL),
    CHOICE_OF(colour, "first colour, drawn", LM_OUTCOME, colours), PAIRING_OUTCOME};
static const struct lm_field alter_fields[] = {
    ROUND(LM_OPTIONAL), YES_NO_OF(again, "pair those without moves again", LM_OPTIONAL),
    FIELD("pairs", "pairs, White first", LM_FIELD_PAIRS, LM_OUTCOME, NULL, NULL, 0, 0, pairs),
    FIELD("idle", "who does not play, and why", LM_FIELD_IDS, LM_OUTCOME, NULL, NULL, 0, 0, idle)};
static const struct lm_field round_fields[] = {ROUND(LM_OPTIONAL)};
static const struct lm_field seat_fields[] = {ID_OF(white, "White", LM_REQUIRED, "player"),
                                              ID_OF(black, "Black", LM_REQUIRED, "player")};
static const struct lm_field rest_fields[] = {PLAYER(LM_REQUIRED),
                                              CHOICE_OF(kind, "instead", LM_REQUIRED, bye_names)};
static const struct lm_field board_fields[] = {BOARD};
static const struct lm_field moves_fields[] = {
    FIELD("boards", "boards", LM_FIELD_IDS, LM_REQUIRED, NULL, NULL, 0, 0, boards),
    YES_NO_OF(made, "moves were made", LM_OPTIONAL)};
static const struct lm_field publish_fields[] = {
    ROUND(LM_OPTIONAL),
    FIELD("version", "version", LM_FIELD_NUMBER, LM_OUTCOME | LM_REQUIRED, NULL, NULL, 1, 1000000,
          version),
    FIELD("boards", "boards in their order", LM_FIELD_IDS, LM_OUTCOME, NULL, NULL, 0, 0, boards),
    TEXT_OF(departure, "what the rules give => what is played", LM_OUTCOME, 20000)};
static const struct lm_field expect_fields[] = {
    BOARD, FIELD("until", "comes at", LM_FIELD_INSTANT, LM_REQUIRED, NULL, NULL, 0, 0, until)};

static const struct lm_field over_fields[] = {
    ROUND(LM_REQUIRED),
    FIELD("numbers", "players in the order of their numbers", LM_FIELD_IDS, LM_OPTIONAL, NULL, NULL,
          0, 0, numbers),
    FIELD("tpns", "their numbers", LM_FIELD_NUMBERS, LM_OPTIONAL, NULL, NULL, 1, LM_TPN_MAX, gave),
    FIELD("pairs", "pairs, White first", LM_FIELD_PAIRS, LM_REQUIRED, NULL, NULL, 0, 0, pairs),
    FIELD("idle", "who did not play, and why", LM_FIELD_IDS, LM_OPTIONAL, NULL, NULL, 0, 0, idle),
    FIELD("results", "results of the pairs", LM_FIELD_TEXTS, LM_REQUIRED, NULL, NULL, 0, 200,
          results),
    FIELD("line_ups", "of teams: who sat, board by board, of both", LM_FIELD_TEXTS, LM_OPTIONAL,
          NULL, NULL, 0, 1000, line_ups),
    TEXT_OF(departure, "what the rules give => what was played", LM_OUTCOME, 20000)};

/* ---- what pairing a round comes to
 * ------------------------------------------------------------------- */

struct found {
    struct lm_desk_player **sides; /* two per pair; the second NULL: the bye */
    size_t pairs;
    size_t gave;
    enum lm_status status;
    const struct lm_told *trouble; /* what the engine said; NULL: nothing */
};

static void ask_engine(const struct taking *t, const struct making *how, struct found *out)
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
    out->trouble = log.count > 0 ? log.all[0].said : NULL; /* entries of a log last */
    for (uint32_t i = 0; out->status == LM_OK && i < pairing->pair_count; i++) {
        const struct lm_pair *pair = &pairing->pairs[i];
        out->sides[2 * i] = players[pair->white];
        out->sides[2 * i + 1] = pair->black == LM_NOBODY ? NULL : players[pair->black];
        out->pairs++;
    }
    lm_arena_reset(d->arena, mark);
}

/* Wishes give way from the last to the first, as few as need be. */
static struct found find_pairs(const struct taking *t, struct making how)
{
    struct found found = {.status = LM_LIMIT};
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

static bool is_seated(const struct found *found, const struct lm_desk_player *p)
{
    for (size_t i = 0; i < 2 * found->pairs; i++)
        if (found->sides[i] == p)
            return true;
    return false;
}

static void put_pairs(const struct found *found, struct lm_json_writer *w)
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

static void put_idle(struct lm_json_writer *w, const struct lm_desk_player *p, uint8_t kind)
{
    struct lm_text text = lm_text_in(w->out->arena);
    lm_text_print(&text, "%s:%c", p->person->id, lm_desk_bye_letter(kind));
    lm_json_put_string(w, NULL, lm_text_string(&text));
}

/* ---- numbers and groups
 * ------------------------------------------------------------------------------ */

static void set_numbers(struct taking *t, struct lm_desk_player *const *order, size_t count)
{
    for (size_t i = 0; i < t->s->player_count; i++) /* who has left before he had a number */
        if (t->s->players[i]->number != 0)
            SET(t->d, t->s->players[i]->number, 0);
    for (size_t i = 0; i < count; i++)
        if (order[i] != NULL)
            SET(t->d, order[i]->number, (uint32_t)i + 1);
    SET(t->d, t->s->numbered, true);
    lm_desk_number_members(t);
}

/* C.04.7: group A is the better half, rounded up to an even number, of those who are there in round
 * 1. */
static void choose_group_a(struct taking *t)
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

/* When what is being done takes place; while it is only tried there is no line yet. */
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

/* Games without result are postponed by pairing the next round (VCL 158); also of a round that is
 * closed, when a result was taken back since. */
static void postpone_open(struct taking *t, uint32_t next)
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

/* ---- pair
 * -----------------------------------------------------------------------------------------------
 */

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

/* The round to be paired: the next; or again the one that is published, when that one is named and
 * none of its games has begun. */
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
    if (t->v->numbers.said && t->s->numbered && next > 1)
        REFUSE(t, "numbered", "C.04.2 art. 2", "restore the journal",
               "players have numbers already");
    if (made != NULL && made->state == LM_ROUND_ALTERED)
        REFUSE(t, "proposal", "", "\"publish\" it, or \"unpublish\" it",
               "round %u is being altered", made->number);
    else if (t->v->round != LM_NOT_SAID && t->v->round != next)
        REFUSE(t, "not-next", "", "leave the round out", "round %u is the next", next);
    else if (next > t->s->rounds && (next > 1 || !lm_desk_is_fixed(t->s)))
        REFUSE(t, "all-rounds", "C.04.1 art. 1",
               lm_desk_is_fixed(t->s) ? "\"alter\" changes one of them, \"finish\" is the end"
                                      : "\"finish\" the section, or change the rounds",
               "all %u rounds are paired", t->s->rounds);
    else if (t->s->finished)
        REFUSE(t, "finished", "", "take the end back first", "the section is finished");
}

static void judge_open_games(struct taking *t)
{
    size_t missing = 0, older = 0;
    uint32_t published = lm_desk_published(t->s);
    for (uint32_t round = 1; round <= published; round++) {
        const struct lm_desk_round *r = t->s->rounds_played[round - 1];
        for (size_t i = 0; i < r->board_count; i++) {
            missing += round == published && r->boards[i]->result == 0;
            older += r->boards[i]->result != 0 && lm_desk_result_at(r->boards[i]->result)->open;
        }
    }
    if (missing > 0)
        lm_desk_need(t, LM_LEVEL_ACKNOWLEDGE, "open-results",
                     lm_desk_format(t->d->arena, "%u", published), "VCL 158-160",
                     "enter the results first",
                     "%zu games of round %u have no result: they count as postponed, a draw for "
                     "this pairing",
                     missing, published);
    if (older > 0)
        lm_desk_need(t, LM_LEVEL_ACKNOWLEDGE, "open-games",
                     lm_desk_format(t->d->arena, "%u", published + 1), "C.04.2 art. 3.1",
                     "enter their results first", "%zu games are still open", older);
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
                     "check in the players, or give byes to those who are missing",
                     "%u of %u players are not checked in", all - there, all);
}

/* Who lost without appearing is paired again only when somebody says that he stays. */
static void judge_silent(struct taking *t, uint32_t next)
{
    const struct lm_desk_round *last = lm_desk_round(t->s, next - 1);
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
                lm_desk_format(t->d->arena, "%s:%u", p->person->id, last->number), "C.05",
                "\"stay\" says that he explained it, \"withdraw\" or \"bye\" leave him out",
                p->forfeits > 1 ? "%s did not appear in round %u (game %u lost so): is he still in?"
                                : "%s did not appear in round %u: is he still in?",
                lm_desk_who(t, p), last->number, p->forfeits);
        }
}

/* What is thrown away by pairing again. */
static void judge_again(struct taking *t, uint32_t next)
{
    const struct lm_desk_round *r = lm_desk_round(t->s, next);
    if (r == NULL)
        return;
    const char *about = lm_desk_format(t->d->arena, "%u.%u", r->number, r->version);
    if (lm_desk_is_published(r))
        lm_desk_need(t, LM_LEVEL_CONFIRM, "unpublish", about, "C.04.2 art. 4.4",
                     "\"alter\" changes single boards",
                     "version %u of round %u is on the wall: everybody has to be told again",
                     r->version, r->number);
    else if (r->by_hand)
        lm_desk_need(t, LM_LEVEL_ACKNOWLEDGE, "proposal-replaced", about, "VCL 65",
                     "\"publish\" it as it is",
                     "the proposal of round %u was made by hand, and is thrown away", r->number);
}

static void judge_missing(struct taking *t, uint32_t next)
{
    uint32_t missing = 0;
    for (size_t i = 0; t->s->checked_in == next && i < t->s->player_count; i++) {
        const struct lm_desk_player *p = t->s->players[i];
        missing += !p->present && lm_desk_in_play(p, next) && lm_desk_bye_of(p, next) == LM_BLANK;
    }
    if (missing > 0)
        lm_desk_need(t, LM_LEVEL_ACKNOWLEDGE, "not-there", lm_desk_format(t->d->arena, "%u", next),
                     "C.04.2 art. 2.4",
                     "\"absent\" leaves them out of this round, \"present\" says that they came",
                     "%u players who did not check in are paired", missing);
}

static void judge_pair(struct taking *t)
{
    uint32_t next = round_to_pair(t), players = players_for(t->s, next);
    if (players < 2) {
        REFUSE(t, "too-few", "C.04.1", "enter players, or take byes back",
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
    if (next == 1 && t->s->rounds > possible)
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

static void put_absent(const struct taking *t, const struct found *found, uint32_t round,
                       struct lm_json_writer *w)
{
    lm_json_begin(w, "idle", '[');
    for (size_t i = 0; i < t->s->player_count; i++) {
        const struct lm_desk_player *p = t->s->players[i];
        bool out = p->standing == LM_REMOVED || !lm_desk_in_play(p, round);
        if (!out && !is_seated(found, p))
            put_idle(w, p, lm_desk_bye_of(p, round));
    }
    lm_json_end(w, ']');
}

static void tell_trouble(struct taking *t, const struct found *found, uint32_t round)
{
    const char *about = lm_desk_format(t->d->arena, "%u", round);
    const char *trouble = found->trouble == NULL ? "" : found->trouble->text;
    struct lm_arena *arena = t->d->arena;
    if (found->status == LM_NO_PAIRING)
        lm_desk_need_said(
            t, LM_LEVEL_CONFIRM, "no-legal-pairing", about, "C.04.1, VCL 63",
            LM_TOLD("\"pair least=yes\" proposes what breaks the rules least; give byes, or play "
                    "fewer rounds"),
            lm_told_within(
                lm_told_print(
                    arena,
                    t->v->least == LM_YES
                        ? "the rules allow no pairing of round %u (%s): this one breaks them "
                          "least, and is made by hand"
                        : "the rules allow no pairing of round %u (%s): the round is empty, to "
                          "be filled by hand",
                    round, trouble),
                found->trouble, arena));
    else if (found->status == LM_INTERNAL) /* a mistake of ours must not stop the event */
        lm_desk_need(t, LM_LEVEL_CONFIRM, "engine-failed", about, "VCL 63",
                     "fill the round by hand, and report the journal",
                     "the engine failed at round %u: the round is empty, to be filled by hand",
                     round);
    else if (found->status == LM_LIMIT)
        t->d->out_of_memory = true;
    else if (found->status != LM_OK)
        lm_desk_need_said(
            t, LM_LEVEL_REFUSED, "cannot-pair", NULL, "",
            LM_TOLD("mend what the system misses: a result, a rating"),
            lm_told_within(lm_told_print(arena, "round %u cannot be paired: %s", round, trouble),
                           found->trouble, arena));
    if (found->status == LM_OK && found->gave > 0)
        lm_desk_need(t, LM_LEVEL_ACKNOWLEDGE, "wishes-gave-way", about, "C.05 art. 5.2", "leave it",
                     "%zu wishes of not meeting could not be kept", found->gave);
}

/* C.04.3 art. 5.2: by lot, where nobody said it.  The same for whoever draws again here. */
static uint8_t draw_colour(const struct taking *t)
{
    struct lm_random random = lm_random_from(lm_desk_number(t->d));
    for (const char *c = lm_desk_head(t->d); *c != '\0'; c++)
        random.state = lm_random_next(&random) ^ (unsigned char)*c;
    return lm_random_below(&random, 2) == 0 ? LM_WHITE : LM_BLACK;
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
        choose_group_a(t);
    if (next == 1 && t->s->colour == LM_NO_COLOUR) {
        SET(d, t->s->colour, draw_colour(t));
        lm_json_put_string(w, "colour", colours[t->s->colour - LM_WHITE]);
    }
    postpone_open(t, next);
    struct found found = find_pairs(t, (struct making){.rounds = next - 1});
    if (found.status == LM_NO_PAIRING && t->v->least == LM_YES) {
        struct lm_mark mark = lm_arena_mark(d->arena);
        if (lm_desk_least(d, t->s, next, d->arena, found.sides, &found.pairs) == LM_LIMIT)
            d->out_of_memory = true;
        lm_arena_reset(d->arena, mark);
    }
    tell_trouble(t, &found, next);
    put_pairs(&found, w);
    put_absent(t, &found, next, w);
    if (found.gave > 0)
        lm_json_put_integer(w, "gave", (int64_t)found.gave);
    lm_json_put_string(w, "build", d->build);
    lm_desk_undo_cells(d, cells);
}

/* "3.12" */
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

/* A board of ${r} with the next id, which is to be counted, to be shown as the ${number}th, into
 * ${*out}.  false: no memory. */
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

/* Who sits in ${r} already, by entry; nobody sits twice, whatever a line says.  NULL: no memory. */
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

static void fill_idle(struct taking *t, struct lm_desk_round *r)
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

/* One pair of the line; false: it is none, or one of them sits already. */
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

/* The pairs of the line behind the boards that there are: a new list, so that going back finds the
 * old one as it was. */
static void fill_boards(struct taking *t, struct lm_desk_round *r)
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
    if (t->v->numbers.said)
        apply_numbers(t);
    if (lm_desk_is_fixed(t->s)) {
        lm_desk_apply_table(t);
        return;
    }
    if (t->v->colour != 0)
        SET(t->d, t->s->colour, t->v->colour == 1 ? LM_WHITE : LM_BLACK);
    if (next == 1)
        choose_group_a(t);
    postpone_open(t, next);
    struct lm_desk_round *r = lm_desk_open_round(t, next);
    if (r == NULL)
        return;
    lm_desk_empty_round(t, r);
    SET(t->d, r->state, LM_ROUND_PROPOSED);
    SET(t->d, r->build, t->v->build);
    SET(t->d, r->gave, t->v->version == LM_NOT_SAID ? 0 : (uint32_t)t->v->version);
    fill_boards(t, r);
    fill_idle(t, r);
}

/* ---- editing
 * ---------------------------------------------------------------------------------------------- */

static void check_editing(struct taking *t)
{
    if (lm_desk_proposed(t->s) == NULL)
        REFUSE(t, "no-proposal", "", "\"pair\" the round, or \"alter\" the published one",
               "no round is being paired");
}

bool lm_desk_is_locked(const struct lm_desk_board *b)
{
    return b != NULL && lm_desk_has_begun(b);
}

static void refuse_locked(struct taking *t, const struct lm_desk_player *p)
{
    const struct lm_desk_round *r = lm_desk_proposed(t->s);
    const struct lm_desk_board *b = r == NULL ? NULL : lm_desk_board_of(t->s, r->number, p);
    if (lm_desk_is_locked(b))
        lm_desk_need(t, LM_LEVEL_REFUSED, "moves-made", b->id, "C.04.2 art. 4.4",
                     "take \"moves\" back, if none were made", "%s has begun to play on board %u",
                     lm_desk_who(t, p), b->number);
    else if (r != NULL && !lm_desk_in_play(p, r->number))
        lm_desk_need(t, LM_LEVEL_REFUSED, "left", p->person->id, "C.04.2",
                     "let him \"return\" first", "%s is not in the tournament in round %u",
                     lm_desk_who(t, p), r->number);
}

static void check_seat(struct taking *t)
{
    check_editing(t);
    if (t->player == t->other)
        REFUSE(t, "same", "C.04.1 art. 2", "name two players", "nobody plays himself");
    if (t->player != NULL && t->other != NULL) {
        refuse_locked(t, t->player);
        refuse_locked(t, t->other);
    }
}

static void check_rest(struct taking *t)
{
    check_editing(t);
    if (t->player != NULL)
        refuse_locked(t, t->player);
}

static void check_turn(struct taking *t)
{
    check_editing(t);
    if (t->board != NULL && t->round != lm_desk_proposed(t->s))
        REFUSE(t, "other-round", "", "\"correct\" turns colours of a round that was played",
               "board %u of round %u is not in the round being paired", t->board->number,
               t->board->round);
    else if (lm_desk_is_locked(t->board))
        REFUSE(t, "moves-made", "Laws 7.3", "take \"moves\" back, if none were made",
               "the game of board %u has begun", t->board->number);
}

/* Take ${p} out of where he sits; who sat opposite is unpaired then.  Where the board was; else the
 * end. */
size_t lm_desk_lift(struct taking *t, struct lm_desk_round *r, struct lm_desk_player *p)
{
    struct lm_desk *d = t->d;
    struct lm_desk_idle *idle = lm_desk_idle_of(r, p);
    if (idle != NULL) {
        struct lm_desk_idle last = r->idle[r->idle_count - 1];
        SET(d, idle->player, last.player);
        SET(d, idle->kind, last.kind);
        SET(d, r->idle_count, r->idle_count - 1);
        return r->board_count;
    }
    size_t at = 0;
    while (at < r->board_count && r->boards[at]->white != p && r->boards[at]->black != p)
        at++;
    if (at == r->board_count)
        return at;
    const struct lm_desk_board *b = r->boards[at];
    struct lm_desk_player *other = b->white == p ? b->black : b->white;
    for (size_t i = at; i + 1 < r->board_count; i++)
        SET(d, r->boards[i], r->boards[i + 1]);
    SET(d, r->board_count, r->board_count - 1);
    if (other != NULL)
        lm_desk_add_idle(t, r, other, LM_BLANK);
    return at;
}

void lm_desk_renumber(struct taking *t, struct lm_desk_round *r)
{
    for (size_t i = 0; i < r->board_count; i++)
        if (r->boards[i]->number != i + 1)
            SET(t->d, r->boards[i]->number, (uint32_t)i + 1);
}

void lm_desk_sit(struct taking *t, struct lm_desk_round *r, struct lm_desk_player *white,
                 struct lm_desk_player *black)
{
    size_t at = lm_desk_lift(t, r, white), end = r->board_count;
    size_t other = lm_desk_lift(t, r, black);
    if (at == end) /* he comes to the board of the other */
        at = other;
    struct lm_desk_board *b = lm_desk_new_board(t, r, white, black);
    if (b == NULL || !APPEND(t->d, r->boards, r->board_count, r->board_capacity, b))
        return;
    for (size_t i = r->board_count - 1; i > at; i--) {
        SET(t->d, r->boards[i], r->boards[i - 1]);
        SET(t->d, r->boards[i - 1], b);
    }
    lm_desk_renumber(t, r);
}

static void apply_seat(struct taking *t)
{
    struct lm_desk_round *r = lm_desk_proposed(t->s);
    SET(t->d, r->by_hand, true);
    lm_desk_sit(t, r, t->player, t->other);
}

static void apply_rest(struct taking *t)
{
    struct lm_desk_round *r = lm_desk_proposed(t->s);
    SET(t->d, r->by_hand, true);
    (void)lm_desk_lift(t, r, t->player);
    lm_desk_add_idle(t, r, t->player, bye_kinds[t->v->kind]);
    lm_desk_renumber(t, r);
}

static void apply_turn(struct taking *t)
{
    SET(t->d, t->round->by_hand, true);
    lm_desk_turn_sides(t, t->board);
}

/* The rules that are broken by where ${about} sit now (VCL 66, 67). */
void lm_desk_judge_seats(struct taking *t, const struct lm_desk_round *r,
                         struct lm_desk_player *const *about, size_t count)
{
    struct breach *breaches = NULL;
    size_t found = 0;
    enum lm_status status = lm_desk_find_breaches(t->d, t->s, r, t->d->arena, &breaches, &found);
    if (status == LM_LIMIT)
        t->d->out_of_memory = true;
    for (size_t i = 0; status == LM_OK && i < found; i++) {
        bool named = false;
        for (size_t k = 0; k < count; k++)
            named |= about[k] != NULL && strstr(breaches[i].about, about[k]->person->id) != NULL;
        if (named)
            lm_desk_need_said(t, breaches[i].level, breaches[i].code, breaches[i].about,
                              breaches[i].article, LM_TOLD("seat other players"), breaches[i].what);
    }
}

static void judge_edit(struct taking *t)
{
    struct lm_desk_player *const about[] = {t->board != NULL ? t->board->white : t->player,
                                            t->board != NULL ? t->board->black : t->other};
    lm_desk_judge_seats(t, lm_desk_proposed(t->s), about, 2);
}

static void check_unpair(struct taking *t)
{
    const struct lm_desk_round *r = lm_desk_proposed(t->s);
    if (r == NULL)
        REFUSE(t, "no-proposal", "", "there is nothing to do", "no round is being paired");
    else if (r->state == LM_ROUND_ALTERED)
        REFUSE(t, "published", "C.04.2 art. 4.4", "\"publish\" it again, or \"unpublish\" it",
               "round %u is on the wall already", r->number);
}

static void apply_unpair(struct taking *t)
{
    if (lm_desk_is_fixed(t->s)) {
        lm_desk_drop_table(t);
        return;
    }
    SET(t->d, lm_desk_proposed(t->s)->state, LM_ROUND_NONE);
}

/* ---- publishing
 * ---------------------------------------------------------------------------------------------- */

static void check_publish(struct taking *t)
{
    struct lm_desk_round *r = lm_desk_proposed(t->s);
    check_editing(t);
    if (r == NULL)
        return;
    t->round = r;
    bool whole = lm_desk_is_fixed(t->s) && r->state == LM_ROUND_PROPOSED; /* all rounds */
    if (t->v->round != LM_NOT_SAID && t->v->round != r->number && !whole)
        REFUSE(t, "not-next", "", "leave the round out", "round %u is the one being paired",
               r->number);
    bool empty = r->board_count == 0;
    for (size_t i = 0; i < r->idle_count; i++)
        empty &= r->idle[i].kind != LM_PAB;
    if (empty)
        REFUSE(t, "empty-round", "C.04.1", "\"seat\" players; or \"unpair\" it and \"finish\"",
               "nobody plays in round %u", r->number);
    size_t free = 0;
    for (size_t i = 0; i < r->idle_count; i++)
        free += r->idle[i].kind == LM_BLANK && lm_desk_in_play(r->idle[i].player, r->number);
    if (lm_desk_is_fixed(t->s) && free < 2) /* an odd field, or somebody has left */
        return;
    for (size_t i = 0; i < r->idle_count; i++)
        if (r->idle[i].kind == LM_BLANK && lm_desk_in_play(r->idle[i].player, r->number))
            lm_desk_need(
                t, LM_LEVEL_REFUSED, "unpaired", r->idle[i].player->person->id, "C.04.1 art. 3",
                lm_desk_is_fixed(t->s) ? "\"seat\" them together, or \"unpair\" all rounds"
                                       : "\"seat\" him, or let him \"rest\" with a bye",
                "%s is neither paired nor has he a bye", lm_desk_who(t, r->idle[i].player));
}

/* A result may have been taken back since the round was paired: then it stands on a result that is
 * no more, and the one after it could not be paired. */
static void judge_missing_results(struct taking *t)
{
    for (uint32_t round = 1; !lm_desk_is_fixed(t->s) && round < t->round->number; round++) {
        const struct lm_desk_round *r = t->s->rounds_played[round - 1];
        for (size_t i = 0; i < r->board_count; i++)
            if (r->boards[i]->result == 0) {
                REFUSE(t, "open-results", "C.04.2 art. 3.1, VCL 158-160",
                       "enter the result; or \"unpair\" and \"pair\", which counts it as postponed",
                       "board %u of round %u has no result any more", r->boards[i]->number, round);
                return;
            }
    }
}

static void judge_publish(struct taking *t)
{
    struct lm_desk_round *r = t->round;
    judge_missing_results(t);
    struct breach *breaches = NULL;
    size_t count = 0;
    if (lm_desk_find_breaches(t->d, t->s, r, t->d->arena, &breaches, &count) == LM_LIMIT)
        t->d->out_of_memory = true;
    for (size_t i = 0; i < count; i++)
        if (breaches[i].level >= LM_LEVEL_CONFIRM)
            lm_desk_need_said(t, breaches[i].level, breaches[i].code, breaches[i].about,
                              breaches[i].article, LM_TOLD("\"seat\" other players"),
                              breaches[i].what);
    const char *departure = "";
    enum lm_status status = lm_desk_departure(t->d, t->s, r->number, t->d->arena, NULL, &departure);
    if (status == LM_LIMIT)
        t->d->out_of_memory = true;
    t->v->departure = departure;
    if (departure[0] != '\0')
        lm_desk_need(t, LM_LEVEL_CONFIRM, "differs-from-rules",
                     lm_desk_format(t->d->arena, "%u", r->number), "C.04.2 art. 4.4, VCL 68, 69",
                     "\"unpair\" and \"pair\" the round again",
                     "the rules give another pairing: %s", departure);
}

static void put_order(struct taking *t, struct lm_json_writer *w)
{
    struct lm_desk *d = t->d;
    const struct lm_desk_round *r = t->round;
    struct lm_desk_board **order = lm_arena_alloc(d->arena, r->board_count, sizeof *order);
    size_t count = 0;
    if (order == NULL) {
        d->out_of_memory = true;
        return;
    }
    struct lm_mark mark = lm_arena_mark(d->arena);
    struct making how = {.rounds = r->number};
    struct lm_tournament *made = NULL;
    struct lm_desk_player **players = NULL;
    struct lm_position *p = NULL;
    struct lm_pairing *played = NULL;
    enum lm_status status = lm_desk_make(d, t->s, &how, d->arena, NULL, &players, &made);
    if (status == LM_OK)
        status = lm_position_new(made, r->number, &t->s->system->rules, d->arena, NULL, &p);
    if (status == LM_OK)
        status = lm_played_pairing(t->s->system, p, d->arena, &played);
    for (uint32_t i = 0; status == LM_OK && i < played->pair_count; i++)
        if (played->pairs[i].black != LM_NOBODY)
            order[count++] = lm_desk_board_of(t->s, r->number, players[played->pairs[i].white]);
    lm_arena_reset(d->arena, mark);
    if (status != LM_OK || count != r->board_count)
        return;
    lm_json_begin(w, "boards", '[');
    for (size_t i = 0; i < count; i++)
        lm_json_put_string(w, NULL, order[i]->id);
    lm_json_end(w, ']');
}

static void decide_publish(struct taking *t, struct lm_json_writer *w)
{
    lm_json_put_integer(w, "version", t->round->version + 1);
    if (!lm_desk_is_fixed(t->s)) /* there boards stand as in the table */
        put_order(t, w);
    if (t->v->departure != NULL && t->v->departure[0] != '\0')
        lm_json_put_string(w, "departure", t->v->departure);
}

/* Where board ${id} stands in ${r}; its count when it does not. */
static size_t place_of(const struct taking *t, const struct lm_desk_round *r, const char *id)
{
    const struct lm_desk_board *b = lm_desk_board(t->s, id);
    size_t guess = b == NULL || b->round != r->number ? r->board_count : b->number - 1;
    return guess < r->board_count && r->boards[guess] == b ? guess : r->board_count;
}

/* Put the boards into the order of the line, if it names each once. */
static void order_boards(struct taking *t, struct lm_desk_round *r)
{
    const struct lm_words *ids = &t->v->boards;
    struct lm_desk_board **order =
        lm_arena_alloc(t->d->arena, r->board_count, sizeof(struct lm_desk_board *));
    bool *named = lm_arena_alloc(t->d->arena, r->board_count, sizeof *named);
    bool whole = order != NULL && named != NULL && ids->count == r->board_count;
    for (size_t i = 0; whole && i < ids->count; i++) {
        size_t at = place_of(t, r, ids->items[i]);
        whole = at < r->board_count && !named[at];
        if (!whole)
            break;
        named[at] = true;
        order[i] = r->boards[at];
    }
    if (whole) {
        SET(t->d, r->boards, order);
        SET(t->d, r->board_capacity, r->board_count);
    }
    lm_desk_renumber(t, r);
}

static void publish_round(struct taking *t, struct lm_desk_round *r)
{
    bool begun = false;
    for (size_t i = 0; i < r->board_count; i++)
        begun |= lm_desk_is_locked(r->boards[i]);
    SET(t->d, r->state, begun ? LM_ROUND_PLAYING : LM_ROUND_PUBLISHED);
    SET(t->d, r->version, (uint32_t)t->v->version);
    SET(t->d, r->departure, r == t->round ? t->v->departure : "");
    SET(t->d, r->line, t->line->number);
    SET(t->d, r->at, t->line->at);
    SET(t->d, r->closed_at, LM_NO_TIME);
    order_boards(t, r);
    for (size_t i = 0; i < r->board_count; i++)
        if (r->boards[i]->version == 0)
            SET(t->d, r->boards[i]->version, r->version);
}

/* Of a round-robin all rounds come on the wall together; an altered one comes back alone. */
static void apply_publish(struct taking *t)
{
    bool all = lm_desk_is_fixed(t->s) && t->round->state == LM_ROUND_PROPOSED;
    publish_round(t, t->round);
    for (size_t i = 0; all && i < t->s->round_count; i++)
        if (t->s->rounds_played[i]->state == LM_ROUND_PROPOSED)
            publish_round(t, t->s->rounds_played[i]);
}

/* ---- a published round
 * ------------------------------------------------------------------------------------------ */

void lm_desk_check_current(struct taking *t)
{
    if (t->round == NULL)
        t->round = lm_desk_current(t->s);
    bool any = lm_desk_is_fixed(t->s); /* of its rounds */
    if (t->round == NULL || !lm_desk_is_published(t->round) ||
        (t->round != lm_desk_current(t->s) && !any))
        REFUSE(t, "not-current", "", "name the round that was published last",
               "that round is not the one on the wall");
    else if (lm_desk_paired_since(t->s, t->round->number))
        REFUSE(t, "proposal", "", "unpair it first", "round %u is being paired",
               lm_desk_paired(t->s));
    else if (any && lm_desk_proposed(t->s) != NULL && lm_desk_proposed(t->s) != t->round)
        REFUSE(t, "proposal", "", "\"publish\" it first", "round %u is being made",
               lm_desk_proposed(t->s)->number);
}

static void check_unpublish(struct taking *t)
{
    lm_desk_check_current(t);
    if (t->verdict->level == LM_LEVEL_REFUSED)
        return;
    bool all = lm_desk_is_fixed(t->s);
    for (size_t k = 0; k < t->s->round_count; k++) {
        const struct lm_desk_round *r = t->s->rounds_played[k];
        bool begun = false;
        for (size_t i = 0; (all || r == t->round) && i < r->board_count; i++)
            begun |= lm_desk_is_locked(r->boards[i]);
        if (begun || (all && r->state >= LM_ROUND_CLOSED)) {
            REFUSE(t, "games-begun", "C.04.2 art. 4.4",
                   "\"alter\" pairs again only those whose games have not begun",
                   "games of round %u have begun", r->number);
            return;
        }
    }
}

static void judge_unpublish(struct taking *t)
{
    lm_desk_need(t, LM_LEVEL_CONFIRM, "unpublish",
                 lm_desk_format(t->d->arena, "%u.%u", t->round->number, t->round->version),
                 "C.04.2 art. 4.4", "\"alter\" changes single boards",
                 "version %u of round %u is on the wall: everybody has to be told again",
                 t->round->version, t->round->number);
}

static void apply_unpublish(struct taking *t)
{
    for (size_t i = 0; lm_desk_is_fixed(t->s) && i < t->s->round_count; i++)
        if (lm_desk_is_published(t->s->rounds_played[i]))
            SET(t->d, t->s->rounds_played[i]->state, LM_ROUND_PROPOSED);
    SET(t->d, t->round->state, LM_ROUND_PROPOSED);
}

static void check_alter(struct taking *t)
{
    lm_desk_check_current(t);
    if (t->verdict->level < LM_LEVEL_REFUSED && t->round->state != LM_ROUND_PUBLISHED &&
        t->round->state != LM_ROUND_PLAYING)
        REFUSE(t, "not-open", "", "\"reopen\" a closed round first; an altered one is open already",
               "round %u is %s", t->round->number, lm_desk_round_state_name(t->round->state));
}

static void judge_alter(struct taking *t)
{
    lm_desk_need(t, LM_LEVEL_CONFIRM, "alter",
                 lm_desk_format(t->d->arena, "%u.%u", t->round->number, t->round->version),
                 "C.04.2 art. 4.4", "leave the round as it is",
                 "version %u of round %u is on the wall; boards with moves stay", t->round->version,
                 t->round->number);
}

/* Who entered since the round was paired can be seated now (C.04.2 art. 2.4). */
static void admit_late(struct taking *t, struct lm_desk_round *r, bool idle)
{
    if (lm_desk_is_fixed(t->s))
        return;
    for (size_t i = 0; i < t->s->player_count; i++) {
        struct lm_desk_player *p = t->s->players[i];
        if (p->standing != LM_PLAYS || p->first_round != r->number + 1 || p->number == 0 ||
            lm_desk_has_played(p))
            continue;
        SET(t->d, p->first_round, r->number);
        if (idle && lm_desk_idle_of(r, p) == NULL)
            lm_desk_add_idle(t, r, p, LM_ZERO_BYE);
    }
}

static void decide_alter(struct taking *t, struct lm_json_writer *w)
{
    size_t cells = t->d->cell_count;
    if (t->v->again != LM_YES || lm_desk_is_fixed(t->s))
        return;
    admit_late(t, t->round, false);
    struct making how = {.rounds = t->round->number - 1, .locked_absent = true};
    struct found found = find_pairs(t, how);
    tell_trouble(t, &found, t->round->number);
    put_pairs(&found, w);
    lm_json_begin(w, "idle", '[');
    for (size_t i = 0; i < t->s->player_count; i++) {
        const struct lm_desk_player *p = t->s->players[i];
        const struct lm_desk_board *b = lm_desk_board_of(t->s, t->round->number, p);
        if (p->standing != LM_REMOVED && lm_desk_in_play(p, t->round->number) &&
            !lm_desk_is_locked(b) && !is_seated(&found, p))
            put_idle(w, p, lm_desk_bye_of(p, t->round->number));
    }
    lm_json_end(w, ']');
    lm_desk_undo_cells(t->d, cells);
}

/* Boards that have not begun make room for the new pairs. */
static void clear_unlocked(struct taking *t, struct lm_desk_round *r)
{
    size_t kept = 0;
    for (size_t i = 0; i < r->board_count; i++)
        if (lm_desk_is_locked(r->boards[i])) {
            SET(t->d, r->boards[kept], r->boards[i]);
            kept++;
        }
    SET(t->d, r->board_count, kept);
    SET(t->d, r->idle_count, 0);
}

static bool same_pair(const struct taking *t, const struct lm_desk_board *b)
{
    const struct lm_words *pairs = &t->v->pairs;
    for (size_t i = 0; i + 1 < pairs->count; i += 2)
        if (strcmp(pairs->items[i], b->white->person->id) == 0 &&
            strcmp(pairs->items[i + 1], b->black->person->id) == 0)
            return true;
    return false;
}

static bool all_same(const struct taking *t, const struct lm_desk_round *r)
{
    size_t same = 0, open = 0;
    for (size_t i = 0; i < r->board_count; i++)
        if (!lm_desk_is_locked(r->boards[i])) {
            open++;
            same += same_pair(t, r->boards[i]);
        }
    return same == open && t->v->pairs.count / 2 == open;
}

static void apply_alter(struct taking *t)
{
    struct lm_desk_round *r = t->round;
    SET(t->d, r->state, LM_ROUND_ALTERED);
    admit_late(t, r, true);
    if (!t->v->pairs.said || all_same(t, r))
        return;
    SET(t->d, r->by_hand, true);
    clear_unlocked(t, r);
    fill_boards(t, r);
    fill_idle(t, r);
    lm_desk_renumber(t, r);
}

static void check_moves(struct taking *t)
{
    for (size_t i = 0; i < t->v->boards.count; i++) {
        const struct lm_desk_board *b = lm_desk_board(t->s, t->v->boards.items[i]);
        if (b == NULL || !lm_desk_is_published(lm_desk_round(t->s, b->round)))
            lm_desk_need(t, LM_LEVEL_REFUSED, "unknown-board", t->v->boards.items[i], "",
                         "take boards of a published round", "there is no board \"%s\"",
                         t->v->boards.items[i]);
    }
}

static void apply_moves(struct taking *t)
{
    for (size_t i = 0; i < t->v->boards.count; i++) {
        struct lm_desk_board *b = lm_desk_board(t->s, t->v->boards.items[i]);
        struct lm_desk_round *r = lm_desk_round(t->s, b->round);
        SET(t->d, b->moves, t->v->made != LM_NO);
        if (r->state == LM_ROUND_PUBLISHED && b->moves)
            SET(t->d, r->state, LM_ROUND_PLAYING);
    }
}

static void check_begin(struct taking *t)
{
    lm_desk_check_current(t);
    if (t->verdict->level < LM_LEVEL_REFUSED && t->round->state != LM_ROUND_PUBLISHED)
        REFUSE(t, "begun", "", "there is nothing to do", "round %u is %s", t->round->number,
               lm_desk_round_state_name(t->round->state));
}

static void apply_begin(struct taking *t)
{
    if (t->round->closed_at != LM_NO_TIME)
        SET(t->d, t->round->closed_at, LM_NO_TIME);
    SET(t->d, t->round->state, LM_ROUND_PLAYING);
}

static void check_close(struct taking *t)
{
    lm_desk_check_current(t);
    if (t->verdict->level == LM_LEVEL_REFUSED)
        return;
    if (t->round->state != LM_ROUND_PUBLISHED && t->round->state != LM_ROUND_PLAYING)
        REFUSE(t, "not-open", "", "\"publish\" an altered round first", "round %u is %s",
               t->round->number, lm_desk_round_state_name(t->round->state));
}

static void judge_close(struct taking *t)
{
    for (size_t i = 0; i < t->round->board_count; i++)
        if (t->round->boards[i]->result == 0)
            lm_desk_need(t, LM_LEVEL_REFUSED, "no-result", t->round->boards[i]->id, "",
                         "enter it: also \"postponed\" or \"unknown\"", "board %u has no result",
                         t->round->boards[i]->number);
}

static void apply_close(struct taking *t)
{
    for (size_t i = 0; i < t->round->board_count; i++)
        READ(t->d, t->round->boards[i]->result);
    SET(t->d, t->round->state, LM_ROUND_CLOSED);
    SET(t->d, t->round->closed_at, t->line->at);
}

static void check_reopen(struct taking *t)
{
    lm_desk_check_current(t);
    if (t->verdict->level < LM_LEVEL_REFUSED && t->round->state != LM_ROUND_CLOSED)
        REFUSE(t, "not-closed", "", "there is nothing to do", "round %u is %s", t->round->number,
               lm_desk_round_state_name(t->round->state));
    else if (t->s->finished)
        REFUSE(t, "finished", "", "take the end back first", "the section is finished");
}

static void check_cancel(struct taking *t)
{
    lm_desk_check_current(t);
    if (t->verdict->level < LM_LEVEL_REFUSED && t->s->rounds == 1)
        REFUSE(t, "only-round", "C.04.1 art. 1", "\"call-off\" ends the event",
               "there is no other round");
}

/* Situation 42: what was played of it is not taken back in silence. */
static void judge_cancel(struct taking *t)
{
    uint32_t played = 0;
    for (size_t i = 0; i < t->round->board_count; i++)
        played += t->round->boards[i]->result != 0;
    lm_desk_depart(
        t, "round-cancelled", "C.04.1 art. 1",
        "\"unpublish\" it, and play it later: \"schedule\" says when",
        "round %u is not played: nobody gets points (%u results are lost), the pairs may "
        "meet again, and %u rounds are left instead of %u",
        t->round->number, played, t->s->rounds - 1, t->s->rounds);
    lm_desk_remark(t, "Configuration @ Round %u: cancelled, rounds %u => %u", t->round->number,
                   t->s->rounds, t->s->rounds - 1);
}

static void apply_cancel(struct taking *t)
{
    for (size_t i = 0; i < t->round->board_count; i++)
        READ(t->d, t->round->boards[i]->result);
    SET(t->d, t->round->state, LM_ROUND_NONE);
    SET(t->d, t->s->rounds, t->s->rounds - 1);
}

static void check_expect(struct taking *t)
{
    if (t->board != NULL && t->board->result != 0)
        REFUSE(t, "has-result", "", "there is nothing to do", "board %u has a result",
               t->board->number);
}

static void apply_expect(struct taking *t)
{
    SET(t->d, t->board->expected, t->v->until);
}

/* ---- a round of another program
 * ------------------------------------------------------------------------------------ */

/* Whom the round taken over pairs, and how they are said to have played. */
static void check_over_pairs(struct taking *t)
{
    const struct said *v = t->v;
    uint8_t games[LM_DESK_GAMES];
    for (size_t i = 0; i < v->pairs.count; i++)
        if (lm_desk_player(t->s, v->pairs.items[i]) == NULL)
            REFUSE(t, "unknown-player", "", "take ids of this section", "there is no player \"%s\"",
                   v->pairs.items[i]);
    for (size_t i = 0; i < v->results.count; i++)
        if (!lm_desk_read_results(v->results.items[i], games, lm_desk_games_of(t->s), t->d->arena))
            REFUSE(t, "unknown-result", "VCL 166", "take \"unknown\" for what is not known",
                   "there is no result \"%s\"", v->results.items[i]);
}

/* The numbers that round 1 brings, and no other (C.04.2 art. 2). */
static void check_over_numbers(struct taking *t)
{
    const struct said *v = t->v;
    for (size_t i = 0; i < v->numbers.count; i++)
        if (lm_desk_anybody(t->s, v->numbers.items[i]) == NULL)
            REFUSE(t, "unknown-player", "", "take ids of this section", "there is no player \"%s\"",
                   v->numbers.items[i]);
    for (size_t i = 0; i < v->gave.count; i++)
        for (size_t k = 0; k < i; k++)
            if ((v->gave.items[i] == v->gave.items[k] &&
                 v->numbers.items[i][0] == v->numbers.items[k][0]) || /* teams have their own */
                strcmp(v->numbers.items[i], v->numbers.items[k]) == 0)
                REFUSE(t, "number-twice", "C.04.2 art. 2", "give everybody a number of his own",
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
    const struct said *v = t->v;
    if (v->round != next || lm_desk_proposed(t->s) != NULL || next > t->s->rounds)
        REFUSE(t, "not-next", "VCL 54", "take rounds over in their order",
               "round %u is the next to be taken over", next);
    if (v->results.count * 2 != v->pairs.count || v->numbers.count != v->gave.count) {
        REFUSE(t, "not-each", "VCL 54", "give a result for every pair, a number for every player",
               "results do not fit the pairs, or numbers the players");
        return;
    }
    check_over_pairs(t);
    check_over_numbers(t);
}

/* Every imported round is paired again (VCL 54, 55). */
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
    lm_desk_need(t, LM_LEVEL_CONFIRM, "import-differs", lm_desk_format(t->d->arena, "%u", round),
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

/* "p1 p2 - p4" of the first, behind a slash the other; "~" behind one who sat with the other colour
 * than the board has. */
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
        choose_group_a(t);
    if (!lm_desk_is_fixed(t->s))
        postpone_open(t, (uint32_t)t->v->round);
    struct lm_desk_round *r = lm_desk_open_round(t, (uint32_t)t->v->round);
    if (r == NULL)
        return;
    lm_desk_empty_round(t, r);
    SET(t->d, r->version, 1);
    SET(t->d, r->departure, t->v->departure);
    SET(t->d, r->line, t->line->number);
    SET(t->d, r->at, t->line->at);
    SET(t->d, r->imported, true);
    fill_boards(t, r);
    fill_idle(t, r);
    take_results(t, r);
}

#define KIND(name, title, article, right, fields)                                                  \
    .kind = {name, title, "round", article, true, right, LM_UNDO_RESTORE, FIELDS(fields)}

const struct row lm_desk_rows_round[] = {
    {KIND("pair", "The next round is paired: a proposal", "C.04.1", LM_RIGHT_ARBITER, pair_fields),
     .check = check_pair, .judge = judge_pair, .decide = decide_pair, .apply = apply_pair},
    {KIND("seat", "Two players are paired by hand", "VCL 64-69", LM_RIGHT_CHIEF, seat_fields),
     .check = check_seat, .after = judge_edit, .apply = apply_seat},
    {KIND("rest", "A player does not play in the round being paired", "VCL 64-69", LM_RIGHT_CHIEF,
          rest_fields),
     .check = check_rest, .after = judge_edit, .apply = apply_rest},
    {KIND("turn", "The colours of a board are turned", "VCL 64-69", LM_RIGHT_CHIEF, board_fields),
     .check = check_turn, .after = judge_edit, .apply = apply_turn},
    {KIND("unpair", "The proposal is thrown away", "", LM_RIGHT_ARBITER, round_fields),
     .check = check_unpair, .apply = apply_unpair},
    {KIND("publish", "The round is published", "C.04.2 art. 4.4", LM_RIGHT_ARBITER, publish_fields),
     .check = check_publish, .judge = judge_publish, .decide = decide_publish,
     .apply = apply_publish},
    {KIND("unpublish", "The round is taken off the wall", "C.04.2 art. 4.4", LM_RIGHT_CHIEF,
          round_fields),
     .check = check_unpublish, .judge = judge_unpublish, .apply = apply_unpublish},
    {KIND("alter", "A published round is altered", "C.04.2 art. 4.4", LM_RIGHT_CHIEF, alter_fields),
     .check = check_alter, .judge = judge_alter, .decide = decide_alter, .apply = apply_alter},
    {KIND("moves", "Games have begun, or not yet", "", LM_RIGHT_RESULTS, moves_fields),
     .check = check_moves, .apply = apply_moves},
    {KIND("begin", "The round begins", "", LM_RIGHT_ARBITER, round_fields), .check = check_begin,
     .apply = apply_begin},
    {KIND("expect", "A player announces that he comes late", "Laws 6.7.1", LM_RIGHT_RESULTS,
          expect_fields),
     .check = check_expect, .apply = apply_expect},
    {KIND("close", "The round is over", "", LM_RIGHT_ARBITER, round_fields), .check = check_close,
     .judge = judge_close, .apply = apply_close},
    {KIND("reopen", "A closed round is open again", "", LM_RIGHT_ARBITER, round_fields),
     .check = check_reopen, .apply = apply_begin},
    {KIND("cancel", "A round is not played", "C.04.1 art. 1", LM_RIGHT_CHIEF, round_fields),
     .check = check_cancel, .judge = judge_cancel, .apply = apply_cancel},
    {KIND("take-over", "A round that another program has kept", "VCL 47-56", LM_RIGHT_CHIEF,
          over_fields),
     .check = check_over, .after = compare_over, .decide = decide_over, .apply = apply_over},
    {.check = NULL},
};
