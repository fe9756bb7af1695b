/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A list of tie-breaks in the first line, a tournament in the rest.  What a list is parsed into is
 * written canonically and parsed into the same; every value is derived without a flaw; and what
 * standings declare, the checker finds right.
 */
#include "fuzz.h"

#include "limmat/ranking.h"

/* The codes of ${list} as they are written canonically. */
static const char *written(const struct lm_tie_break *list, size_t count, struct lm_arena *arena)
{
    struct lm_text out = lm_text_in(arena);
    for (size_t i = 0; i < count; i++)
        lm_text_print(&out, "%s%s", i > 0 ? "," : "", list[i].code);
    return lm_text_string(&out);
}

static bool parse(const char *text, struct lm_arena *arena, struct lm_standings_options *o)
{
    struct lm_log log = {.arena = arena};
    enum lm_status status = lm_tie_breaks_parse(text, arena, &log, &o->list, &o->count);
    HOLDS(status == LM_OK || (status == LM_INVALID && log.errors > 0) || status == LM_LIMIT);
    return status == LM_OK;
}

static void parse_again(const struct lm_standings_options *o, struct lm_arena *arena)
{
    struct lm_standings_options again = {0};
    const char *once = written(o->list, o->count, arena);
    HOLDS(parse(once, arena, &again));
    HOLDS(again.count == o->count);
    HOLDS(strcmp(once, written(again.list, again.count, arena)) == 0);
}

static void derive_all(const struct lm_standings *s, struct lm_arena *arena)
{
    for (uint32_t place = 0; place < s->count; place++) {
        uint32_t who = s->order[place];
        HOLDS(s->rank[who] <= place + 1 && s->rank[who] >= 1);
        for (size_t i = 0; i < s->options.count; i++) {
            struct lm_derivation d;
            if (lm_standings_derive(s, who, i, arena, &d) != LM_OK)
                return;
            HOLDS(d.summary != NULL && d.scale > 0);
        }
    }
}

static void declare_and_check(const struct lm_standings *s, struct lm_tournament *t,
                              struct lm_arena *arena)
{
    struct lm_declared declared;
    if (s->options.round != t->rounds_paired || s->options.teams != lm_ids_are_teams(t) ||
        lm_standings_declare(s, t) != LM_OK)
        return;
    if (lm_check_declared(t, arena, &declared) == LM_OK)
        HOLDS(declared.count == 0);
}

static void rank(struct lm_tournament *t, struct lm_standings_options o, struct lm_arena *arena)
{
    struct lm_standings *s;
    struct lm_log log = {.arena = arena};
    enum lm_status status = lm_standings_compute(t, &o, arena, &log, &s);
    HOLDS(status == LM_OK || status == LM_LIMIT || log.errors > 0);
    if (status != LM_OK)
        return;
    derive_all(s, arena);
    declare_and_check(s, t, arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct lm_arena *arena;
    struct lm_standings_options o = {0};
    if (lm_arena_new(&arena, NULL, ARENA_LIMIT) != LM_OK)
        return 0;
    const uint8_t *end = memchr(data, '\n', size);
    size_t length = end == NULL ? size : (size_t)(end - data);
    const char *list = lm_arena_copy(arena, (const char *)data, length);
    if (list != NULL && parse(list, arena, &o)) {
        struct lm_read_options any = {0};
        struct lm_tournament *t;
        parse_again(&o, arena);
        if (end != NULL &&
            lm_read((const char *)end + 1, size - length - 1, &any, arena, NULL, &t) == LM_OK) {
            o.edition = lm_tie_break_edition_of(t);
            o.teams = t->team_count > 0;
            rank(t, o, arena);
            o.teams = false;
            rank(t, o, arena);
        }
    }
    lm_arena_free(arena);
    return 0;
}
