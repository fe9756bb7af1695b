/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "desk/desk.h"

/* Check every published round again, from the state when its line was taken: a later correction
 * does not make the pairing wrong. */

struct watching {
    struct lm_arena *arena;
    struct lm_desk_check *check;
    enum lm_status status;
};

static void check_round(struct watching *w, const struct lm_desk *d,
                        const struct lm_desk_section *s, const struct lm_desk_round *r,
                        const struct lm_line *line)
{
    struct lm_difference difference = {0};
    struct lm_mark mark = lm_arena_mark(w->arena);
    w->status = lm_desk_compare(d, s, r->number, w->arena, NULL, &difference);
    bool differs = w->status == LM_OK && lm_round_differs(&difference);
    bool unknown = w->status == LM_INVALID; /* the system cannot pair: a rating is missing */
    lm_arena_reset(w->arena, mark);
    if (unknown)
        w->status = LM_OK;
    if (w->status != LM_OK)
        return;
    if (!lm_arena_grow(w->arena, &w->check->rounds, &w->check->capacity, w->check->count + 1,
                       sizeof *w->check->rounds)) {
        w->status = LM_LIMIT;
        return;
    }
    struct lm_desk_checked *checked = &w->check->rounds[w->check->count++];
    *checked = (struct lm_desk_checked){.section = s->id,
                                        .round = r->number,
                                        .version = r->version,
                                        .line = line->number,
                                        .differs = differs,
                                        .unknown = unknown,
                                        .declared = r->departure[0] != '\0'};
    w->check->differences += differs && !checked->declared;
}

/* Most lines publish one round; of a round-robin all of them. */
static void check_publication(struct watching *w, const struct lm_desk *d,
                              const struct lm_line *line)
{
    const struct lm_desk_section *s = lm_desk_section(d, line->section);
    for (size_t i = 0; s != NULL && i < s->round_count && w->status == LM_OK; i++)
        if (s->rounds_played[i]->line == line->number &&
            (lm_desk_is_fixed(s) || s->rounds_played[i] == lm_desk_current(s)))
            check_round(w, d, s, s->rounds_played[i], line);
}

static void watch(void *context, const struct lm_desk *d, const struct lm_line *line)
{
    struct watching *w = context;
    bool pairs = strcmp(line->event, "publish") == 0 || strcmp(line->event, "reseat") == 0 ||
                 strcmp(line->event, "excuse") == 0;
    if (w->status == LM_OK && pairs)
        check_publication(w, d, line);
}

enum lm_status lm_desk_check(const char *bytes, size_t length, const char *secrets,
                             size_t secrets_length, const struct lm_journal_hooks *hooks,
                             struct lm_arena *arena, struct lm_log *log, struct lm_desk_check *out)
{
    struct lm_desk_check check = {0};
    struct lm_desk *d = NULL;
    struct watching w = {.arena = arena, .check = &check};
    enum lm_status status = lm_desk_new(arena, hooks, "", &d);
    if (status == LM_OK)
        status = lm_desk_add_private(d, secrets, secrets_length, log);
    if (status == LM_OK)
        status = lm_desk_replay(d, bytes, length, watch, &w, log);
    if (status == LM_OK)
        status = w.status;
    if (status == LM_OK)
        *out = check;
    return status;
}
