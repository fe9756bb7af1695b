/* SPDX-License-Identifier: Apache-2.0 */
/* What differs between two versions of a tournament, in words. */
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

static void say(struct comparison *c, const char *format, ...) LM_PRINTF(2, 3);

static void say(struct comparison *c, const char *format, ...)
{
    struct lm_text text = lm_text_in(c->arena);
    va_list arguments;
    if (c->out->count == TOLD_MOST) {
        c->out->more++;
        return;
    }
    va_start(arguments, format);
    lm_text_vprint(&text, format, arguments);
    va_end(arguments);
    if (text.failed || !lm_arena_grow(c->arena, &c->out->lines, &c->out->capacity,
                                      c->out->count + 1, sizeof *c->out->lines))
        c->failed = true;
    else
        c->out->lines[c->out->count++] = lm_text_string(&text);
}

static void compare_text(struct comparison *c, const char *what, const char *before,
                         const char *after)
{
    if (strcmp(before, after) == 0)
        return;
    if (*before == '\0')
        say(c, "%s: %s", what, after);
    else if (*after == '\0')
        say(c, "%s: no more, was %s", what, before);
    else
        say(c, "%s: %s, was %s", what, after, before);
}

static void compare_number(struct comparison *c, const char *what, int64_t before, int64_t after)
{
    if (before != after)
        say(c, "%s: %lld, was %lld", what, (long long)after, (long long)before);
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
    compare_text(c, "Name", a->name, b->name);
    compare_text(c, "Place", a->city, b->city);
    compare_text(c, "Federation", a->federation, b->federation);
    compare_text(c, "First day", a->start, b->start);
    compare_text(c, "Last day", a->end, b->end);
    compare_text(c, "Chief arbiter", a->chief_arbiter, b->chief_arbiter);
    compare_text(c, "Time control", a->time_control, b->time_control);
    compare_text(c, "Tie-breaks", a->tie_breaks, b->tie_breaks);
    compare_number(c, "Rounds", a->rounds_total, b->rounds_total);
}

static void compare_player(struct comparison *c, const struct lm_player *a,
                           const struct lm_player *b)
{
    const char *who = name_of(c, b);
    struct lm_text what = lm_text_in(c->arena);
    if (strcmp(a->name, b->name) != 0)
        say(c, "Player %u: %s, was %s", b->tpn, who, name_of(c, a));
    if (a->rating != b->rating)
        say(c, "%s: rating %d, was %d", who, b->rating, a->rating);
    lm_text_print(&what, "%s: federation", who);
    compare_text(c, lm_text_string(&what), a->federation, b->federation);
    if (strcmp(a->fide_id, b->fide_id) != 0)
        say(c, "%s: another FIDE id", who);
    if (a->withdrawn != b->withdrawn && b->withdrawn > 0)
        say(c, "%s: withdrawn from round %u on", who, b->withdrawn);
}

/* --- rounds */

static const char *shown(const struct lm_record *r)
{
    static const char *const words[LM_RESULT_COUNT] = {[LM_BLANK] = "nothing",
                                                       [LM_PENDING] = "no result yet",
                                                       [LM_WIN] = "won",
                                                       [LM_DRAW] = "drawn",
                                                       [LM_LOSS] = "lost",
                                                       [LM_UNRATED_WIN] = "won, unrated",
                                                       [LM_UNRATED_DRAW] = "drawn, unrated",
                                                       [LM_UNRATED_LOSS] = "lost, unrated",
                                                       [LM_ADJOURNED] = "adjourned",
                                                       [LM_FORFEIT_WIN] = "won by forfeit",
                                                       [LM_FORFEIT_LOSS] = "lost by forfeit",
                                                       [LM_PAB] = "the bye",
                                                       [LM_FULL_BYE] = "a full-point bye",
                                                       [LM_HALF_BYE] = "a half-point bye",
                                                       [LM_ZERO_BYE] = "absent"};
    return r->result < LM_RESULT_COUNT ? words[r->result] : "";
}

/* "White against Muster, Hans" */
static const char *whom(struct comparison *c, const struct lm_tournament *t,
                        const struct lm_record *r)
{
    struct lm_text text = lm_text_in(c->arena);
    const char *colour = r->colour == LM_WHITE   ? "White against "
                         : r->colour == LM_BLACK ? "Black against "
                                                 : "against ";
    if (r->opponent != LM_NOBODY)
        lm_text_print(&text, "%s%s", colour, name_of(c, &t->players[r->opponent]));
    return lm_text_string(&text);
}

static uint32_t opponent_number(const struct lm_tournament *t, const struct lm_record *r)
{
    return r->opponent == LM_NOBODY ? 0 : t->players[r->opponent].tpn;
}

/* Of a game it is told once: by White, or by who has the lower number. */
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
        if (paired)
            say(c, "Round %u, %s %s: %s, was %s", round, who, whom(c, c->after, b), shown(b),
                shown(a));
        else
            say(c, "Round %u, %s: %s%s%s, was %s%s%s", round, who, whom(c, c->after, b),
                b->opponent == LM_NOBODY ? "" : ", ", shown(b), whom(c, c->before, a),
                a->opponent == LM_NOBODY ? "" : ", ", shown(a));
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

/* Rounds that one of the two does not have are told as one. */
static void compare_rounds(struct comparison *c)
{
    uint32_t old = c->before->rounds_paired, now = c->after->rounds_paired;
    for (uint32_t round = old + 1; round <= now; round++)
        say(c, "Round %u is new, with %u results", round, results_in(c->after, round));
    for (uint32_t round = now + 1; round <= old; round++)
        say(c, "Round %u is no more", round);
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
            say(&c, "Player %u is new: %s", after->players[k].tpn, name_of(&c, &after->players[k]));
        else
            compare_player(&c, &before->players[i], &after->players[k]);
    }
    for (uint32_t i = 0; i < before->player_count; i++)
        if (lm_player_with_tpn(after, before->players[i].tpn) == LM_NOBODY)
            say(&c, "Player %u is no more: %s", before->players[i].tpn,
                name_of(&c, &before->players[i]));
    if (before->games_per_match == after->games_per_match)
        compare_rounds(&c);
    return c.failed ? LM_LIMIT : LM_OK;
}
