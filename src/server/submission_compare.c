/* SPDX-License-Identifier: Apache-2.0 */
/* Differences between two versions of a tournament, in words. */
#include <stdlib.h>
#include <string.h>

#include "limmat/text.h"
#include "server/submission.h"

enum { TOLD_MOST = 40 };

struct comparison {
    const struct lm_tournament *before, *after;
    struct lm_arena *arena;
    struct changes *out;
    bool failed;
};

/* Add ${line}; its parts ${what} and ${more} are sentences themselves. */
static void say(struct comparison *c, const struct lm_message *line, const struct lm_message *what,
                const struct lm_message *more)
{
    if (c->out->count == TOLD_MOST) {
        c->out->more++;
        return;
    }
    line = lm_message_within(lm_message_within(line, what, c->arena), more, c->arena);
    if (line == NULL || !lm_arena_grow(c->arena, &c->out->lines, &c->out->capacity,
                                       c->out->count + 1, sizeof *c->out->lines))
        c->failed = true;
    else
        c->out->lines[c->out->count++] = line;
}

static const char *text_of(const struct lm_message *told)
{
    return told == NULL ? "" : told->text;
}

static void compare_text(struct comparison *c, const struct lm_message *what, const char *before,
                         const char *after)
{
    const char *name = text_of(what);
    if (strcmp(before, after) == 0)
        return;
    if (*before == '\0')
        say(c, lm_message_print(c->arena, "%s: %s", name, after), what, NULL);
    else if (*after == '\0')
        say(c, lm_message_print(c->arena, "%s: none, was %s", name, before), what, NULL);
    else
        say(c, lm_message_print(c->arena, "%s: %s, was %s", name, after, before), what, NULL);
}

static const char *name_of(const struct comparison *c, const struct lm_player *p)
{
    struct lm_text text = lm_text_in(c->arena);
    if (*p->name != '\0')
        return p->name;
    lm_text_print(&text, "No. %u", p->tpn);
    return lm_text_string(&text);
}

static void compare_facts(struct comparison *c)
{
    const struct lm_tournament *a = c->before, *b = c->after;
    const struct {
        const struct lm_message *what;
        const char *before, *after;
    } facts[] = {{lm_message_print(c->arena, "Name"), a->name, b->name},
                 {lm_message_print(c->arena, "Place"), a->city, b->city},
                 {lm_message_print(c->arena, "Federation"), a->federation, b->federation},
                 {lm_message_print(c->arena, "First day"), a->start, b->start},
                 {lm_message_print(c->arena, "Last day"), a->end, b->end},
                 {lm_message_print(c->arena, "Chief arbiter"), a->chief_arbiter, b->chief_arbiter},
                 {lm_message_print(c->arena, "Time control"), a->time_control, b->time_control},
                 {lm_message_print(c->arena, "Tie-breaks"), a->tie_breaks, b->tie_breaks}};
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        compare_text(c, facts[i].what, facts[i].before, facts[i].after);
    if (a->rounds_total != b->rounds_total)
        say(c, lm_message_print(c->arena, "Rounds: %u, was %u", b->rounds_total, a->rounds_total),
            NULL, NULL);
}

static void compare_player(struct comparison *c, const struct lm_player *a,
                           const struct lm_player *b)
{
    const char *who = name_of(c, b);
    if (strcmp(a->name, b->name) != 0)
        say(c, lm_message_print(c->arena, "Player %u: %s, was %s", b->tpn, who, name_of(c, a)),
            NULL, NULL);
    if (a->rating != b->rating)
        say(c, lm_message_print(c->arena, "%s: rating %d, was %d", who, b->rating, a->rating), NULL,
            NULL);
    if (strcmp(a->federation, b->federation) != 0)
        say(c,
            lm_message_print(c->arena, "%s: federation %s, was %s", who,
                             *b->federation == '\0' ? "–" : b->federation,
                             *a->federation == '\0' ? "–" : a->federation),
            NULL, NULL);
    if (strcmp(a->fide_id, b->fide_id) != 0)
        say(c, lm_message_print(c->arena, "%s: another FIDE ID", who), NULL, NULL);
    if (a->withdrawn != b->withdrawn && b->withdrawn > 0)
        say(c, lm_message_print(c->arena, "%s: withdrawn from round %u on", who, b->withdrawn),
            NULL, NULL);
}

/* --- rounds */

/* Describe the result of ${r}. */
static const struct lm_message *shown(const struct comparison *c, const struct lm_record *r)
{
    static const char *const words[LM_RESULT_COUNT] = {
        [LM_BLANK] = LM_MESSAGE("nothing"),
        [LM_PENDING] = LM_MESSAGE("no result yet"),
        [LM_WIN] = LM_MESSAGE("won"),
        [LM_DRAW] = LM_MESSAGE("drawn"),
        [LM_LOSS] = LM_MESSAGE("lost"),
        [LM_UNRATED_WIN] = LM_MESSAGE("won, unrated"),
        [LM_UNRATED_DRAW] = LM_MESSAGE("drawn, unrated"),
        [LM_UNRATED_LOSS] = LM_MESSAGE("lost, unrated"),
        [LM_ADJOURNED] = LM_MESSAGE("adjourned"),
        [LM_FORFEIT_WIN] = LM_MESSAGE("won by forfeit"),
        [LM_FORFEIT_LOSS] = LM_MESSAGE("lost by forfeit"),
        [LM_PAB] = LM_MESSAGE("pairing-allocated bye"),
        [LM_FULL_BYE] = LM_MESSAGE("full-point bye"),
        [LM_HALF_BYE] = LM_MESSAGE("half-point bye"),
        [LM_ZERO_BYE] = LM_MESSAGE("absent")};
    const char *word = r->result < LM_RESULT_COUNT ? words[r->result] : NULL;
    return lm_message_print(c->arena, "%s", word == NULL ? "" : word);
}

/* Return "White against Muster, Hans: won", or the kind of a round without an opponent. */
static const struct lm_message *played(struct comparison *c, const struct lm_tournament *t,
                                       const struct lm_record *r)
{
    const struct lm_message *result = shown(c, r), *all;
    if (r->opponent == LM_NOBODY)
        return result;
    const char *other = name_of(c, &t->players[r->opponent]), *end = text_of(result);
    if (r->colour == LM_WHITE)
        all = lm_message_print(c->arena, "White against %s, %s", other, end);
    else if (r->colour == LM_BLACK)
        all = lm_message_print(c->arena, "Black against %s, %s", other, end);
    else
        all = lm_message_print(c->arena, "against %s, %s", other, end);
    return lm_message_within(all, result, c->arena);
}

static uint32_t opponent_number(const struct lm_tournament *t, const struct lm_record *r)
{
    return r->opponent == LM_NOBODY ? 0 : t->players[r->opponent].tpn;
}

/* Is the game described at ${player}? Each once: at White, or at the lower number. */
static bool is_told_here(uint32_t player, const struct lm_record *r)
{
    return r->opponent == LM_NOBODY || r->colour == LM_WHITE ||
           (r->colour == LM_NO_COLOUR && player < r->opponent);
}

static void compare_record(struct comparison *c, uint32_t i, uint32_t k, uint32_t round)
{
    for (uint8_t g = 0; g < c->after->games_per_match; g++) {
        const struct lm_record *a = lm_record_of(c->before, i, round) + g;
        const struct lm_record *b = lm_record_of(c->after, k, round) + g;
        bool paired =
            opponent_number(c->before, a) == opponent_number(c->after, b) && a->colour == b->colour;
        const char *who = name_of(c, &c->after->players[k]);
        if ((paired && a->result == b->result) || !is_told_here(k, b))
            continue;
        const struct lm_message *now = played(c, c->after, b);
        const struct lm_message *then = paired ? shown(c, a) : played(c, c->before, a);
        say(c,
            lm_message_print(c->arena, "Round %u, %s: %s; was: %s", round, who, text_of(now),
                             text_of(then)),
            now, then);
    }
}

static uint32_t results_in(const struct lm_tournament *t, uint32_t round)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < t->player_count; i++) {
        const struct lm_record *r = lm_record_of(t, i, round);
        count += r->opponent != LM_NOBODY && r->result != LM_PENDING && i < r->opponent;
    }
    return count;
}

/* Compare the rounds; those that only one version has share a line. */
static void compare_rounds(struct comparison *c)
{
    uint32_t old = c->before->rounds_paired, now = c->after->rounds_paired;
    for (uint32_t round = old + 1; round <= now; round++)
        say(c,
            lm_message_print(c->arena, "Round %u is new, with %u results", round,
                             results_in(c->after, round)),
            NULL, NULL);
    for (uint32_t round = now + 1; round <= old; round++)
        say(c, lm_message_print(c->arena, "Round %u is gone", round), NULL, NULL);
    for (uint32_t round = 1; round <= old && round <= now; round++)
        for (uint32_t k = 0; k < c->after->player_count; k++) {
            uint32_t i = lm_player_with_tpn(c->before, c->after->players[k].tpn);
            if (i != LM_NOBODY)
                compare_record(c, i, k, round);
        }
}

enum lm_status submission_compare(const struct lm_tournament *before,
                                  const struct lm_tournament *after, struct lm_arena *arena,
                                  struct changes *out)
{
    struct comparison c = {before, after, arena, out, false};
    *out = (struct changes){0};
    compare_facts(&c);
    for (uint32_t k = 0; k < after->player_count; k++) {
        uint32_t i = lm_player_with_tpn(before, after->players[k].tpn);
        if (i == LM_NOBODY)
            say(&c,
                lm_message_print(arena, "Player %u is new: %s", after->players[k].tpn,
                                 name_of(&c, &after->players[k])),
                NULL, NULL);
        else
            compare_player(&c, &before->players[i], &after->players[k]);
    }
    for (uint32_t i = 0; i < before->player_count; i++)
        if (lm_player_with_tpn(after, before->players[i].tpn) == LM_NOBODY)
            say(&c,
                lm_message_print(arena, "Player %u is gone: %s", before->players[i].tpn,
                                 name_of(&c, &before->players[i])),
                NULL, NULL);
    if (before->games_per_match == after->games_per_match)
        compare_rounds(&c);
    return c.failed ? LM_LIMIT : LM_OK;
}
