/* SPDX-License-Identifier: Apache-2.0 */
/* Comparison of tournaments: a later version, or the same event sent twice? */
#include <string.h>

#include "limmat/text.h"
#include "server/submission.h"

enum {
    FEW = 50, /* per cent of the players of the smaller one */
    MOST = 80
};

static const char *folded(const char *text, struct lm_arena *arena)
{
    struct lm_text out = lm_text_in(arena);
    lm_text_add_folded(&out, text, strlen(text));
    return lm_text_string(&out);
}

/* Are they the same player? Minors can appear by their initials. */
static bool is_same(const struct lm_player *a, const struct lm_player *b, struct lm_arena *arena)
{
    if (*a->fide_id != '\0' && *b->fide_id != '\0')
        return strcmp(a->fide_id, b->fide_id) == 0;
    if (*a->name == '\0' || *a->name != *b->name)
        return false;
    return strcmp(a->name, b->name) == 0 ||
           strcmp(submission_initials(a->name, arena), b->name) == 0 ||
           strcmp(a->name, submission_initials(b->name, arena)) == 0;
}

/* Return the per cent of players of the smaller one that the other has; erased ones don't count. */
static uint32_t shared(const struct lm_tournament *a, const struct lm_tournament *b,
                       struct lm_arena *arena)
{
    uint64_t found = 0, named = 0;
    const struct lm_tournament *few = a->player_count < b->player_count ? a : b;
    const struct lm_tournament *many = few == a ? b : a;
    for (uint32_t i = 0; i < few->player_count; i++) {
        bool same = false;
        for (uint32_t k = 0; !same && k < many->player_count; k++)
            same = is_same(&few->players[i], &many->players[k], arena);
        found += same;
        named += *few->players[i].name != '\0';
    }
    return named == 0 ? 100 : (uint32_t)(found * 100 / named);
}

size_t submission_doubts(const struct lm_tournament *before, const struct lm_tournament *after,
                         struct lm_arena *arena,
                         const struct lm_message *out[static SUBMISSION_DOUBTS])
{
    size_t count = 0;
    uint32_t players = shared(before, after, arena);
    if (players < FEW)
        out[count++] = lm_message_print(arena, "It shares only %u%% of the players.", players);
    if (strcmp(folded(before->name, arena), folded(after->name, arena)) != 0)
        out[count++] =
            lm_message_print(arena, "It is called “%s”, not “%s”.", after->name, before->name);
    if (after->rounds_paired < before->rounds_paired)
        out[count++] = lm_message_print(arena, "It has %u rounds instead of %u.",
                                        after->rounds_paired, before->rounds_paired);
    return count;
}

bool submission_is_alike(const struct lm_tournament *a, const struct lm_tournament *b,
                         struct lm_arena *arena)
{
    bool dated = *a->start != '\0' && *b->start != '\0';
    return (!dated || strcmp(a->start, b->start) == 0) && shared(a, b, arena) >= MOST;
}
