/* SPDX-License-Identifier: Apache-2.0 */
/* A tournament that anybody sends in: refused for a reason, or such that what is public of it can
 * be taken apart into lines of a journal and made whole again, mended, and withheld in part. */
#include "server/submission.h"
#include "fuzz.h"
#include "limmat/json.h"

enum { PLAYERS = 60, ROUNDS = 20 };

/* An object of which ${node} is made, in ${text}. */
static const struct lm_json *parsed(const struct lm_text *text, struct lm_arena *arena)
{
    struct lm_json *tree;
    HOLDS(lm_json_parse(lm_text_string(text), text->length, arena, NULL, &tree) == LM_OK);
    return tree;
}

static struct lm_json_writer begin(struct lm_text *text)
{
    struct lm_json_writer w = lm_json_writer_to(text, true);
    lm_json_begin(&w, NULL, '{');
    return w;
}

/* ${t} by way of the lines of its journal. */
static struct lm_tournament *by_lines(const struct lm_tournament *t, struct lm_arena *arena)
{
    struct lm_text facts = lm_text_in(arena), officials = lm_text_in(arena);
    struct lm_tournament *back;
    struct lm_log log = {.arena = arena};
    struct lm_json_writer w = begin(&facts);
    HOLDS(submission_put_facts(&w, t, arena) == LM_OK);
    lm_json_end(&w, '}');
    HOLDS(submission_take_facts(lm_json_get(parsed(&facts, arena), "tournament"), arena, &log,
                                &back) == LM_OK);
    HOLDS(back->player_count == t->player_count);
    for (uint32_t i = 0; i < t->player_count; i++) {
        struct lm_text own = lm_text_in(arena);
        w = begin(&own);
        submission_put_person(&w, &t->players[i]);
        lm_json_end(&w, '}');
        submission_take_person(parsed(&own, arena), &back->players[i]);
    }
    w = begin(&officials);
    submission_put_officials(&w, t);
    lm_json_end(&w, '}');
    HOLDS(submission_take_officials(parsed(&officials, arena), arena, back) == LM_OK);
    return back;
}

static void mend(struct lm_tournament *t, struct lm_arena *arena)
{
    for (const struct mend *m = submission_mends; m->name != NULL; m++)
        if (m->needed(t, arena)) {
            m->apply(t, arena);
            HOLDS(!m->needed(t, arena)); /* or its button would stay for ever */
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct lm_arena *arena;
    struct findings findings = {0};
    struct lm_tournament *t = NULL;
    if (lm_arena_new(&arena, NULL, ARENA_LIMIT) != LM_OK)
        return 0;
    enum lm_status status = submission_read((const char *)data, size, "", arena, &findings, &t);
    HOLDS(status == LM_OK || status == LM_INVALID || status == LM_LIMIT);
    HOLDS(status != LM_INVALID || findings.count > 0);
    if (status == LM_OK && t->player_count <= PLAYERS && t->round_capacity <= ROUNDS) {
        struct changes none = {0}, changes = {0};
        (void)submission_suspicion(t);
        struct lm_tournament *back = by_lines(t, arena);
        struct lm_text before = as_json(t, arena), after = as_json(back, arena);
        HOLDS(same_text(&before, &after));
        HOLDS(submission_compare(t, back, arena, &none) == LM_OK && none.count + none.more == 0);
        HOLDS(lm_tournament_check(t, NULL) == LM_OK);
        mend(back, arena);
        HOLDS(submission_withhold(back, false, false, 1790000000, arena) == LM_OK);
        HOLDS(lm_tournament_check(back, NULL) == LM_OK);
        HOLDS(submission_compare(t, back, arena, &changes) == LM_OK);
        for (uint32_t i = 0; i < back->player_count; i++)
            HOLDS(submission_born(&back->players[i]) == 0);
    }
    lm_arena_free(arena);
    return 0;
}
