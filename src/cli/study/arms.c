/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/study/study.h"

/* Read "double-swiss-2026:5": a system, and the number of rounds if it differs from the study's. */
static enum lm_status read_arm(struct study *s, const char *text, size_t length,
                               struct lm_arena *arena, struct lm_log *log)
{
    struct arm arm = {.rounds = s->rounds};
    if (s->arm_count == ARMS_MAX)
        return fail(log, LM_INVALID, "at most %d systems can be compared", ARMS_MAX);
    char *name = lm_arena_copy(arena, text, length);
    if (name == NULL)
        return LM_LIMIT;
    char *colon = strchr(name, ':');
    int64_t rounds = s->rounds;
    if (colon != NULL && !lm_parse_integer(colon + 1, strlen(colon + 1), 1, LM_ROUNDS_MAX, &rounds))
        return fail(log, LM_INVALID, "\"%s\": put a number of rounds after the colon", name);
    arm.rounds = (uint32_t)rounds;
    if (colon != NULL)
        *colon = '\0';
    enum lm_status status = choose_system(name, NULL, log, &arm.system);
    if (status != LM_OK)
        return status;
    if (arm.system->teams)
        return fail(log, LM_INVALID, "%s pairs teams; a study needs a system for players",
                    arm.system->name);
    struct lm_text full = lm_text_in(arena);
    lm_text_add(&full, arm.system->name);
    if (arm.rounds != s->rounds)
        lm_text_print(&full, ":%u", arm.rounds);
    arm.name = lm_text_string(&full);
    arm.wrong = lm_arena_alloc(arena, arm.rounds, sizeof *arm.wrong);
    if (full.failed || arm.wrong == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < s->arm_count; i++)
        if (strcmp(s->arms[i].name, arm.name) == 0)
            return fail(log, LM_INVALID, "%s is named twice", arm.name);
    memset(arm.wrong, 0, arm.rounds * sizeof *arm.wrong);
    s->arms[s->arm_count++] = arm;
    return LM_OK;
}

enum lm_status study_make_arms(struct study *s, struct lm_arena *arena, struct lm_log *log)
{
    enum lm_status status = LM_OK;
    for (const char *from = s->systems; status == LM_OK;) {
        size_t length = strcspn(from, ",");
        status = read_arm(s, from, length, arena, log);
        if (from[length] == '\0')
            break;
        from += length + 1;
    }
    return status;
}
