/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/explain.h"

#include "pairing/systems.h"

enum lm_status lm_explain_round(const struct lm_system *system, const struct lm_tournament *t,
                                uint32_t round, uint32_t player, uint32_t against,
                                struct lm_arena *arena, struct lm_log *log,
                                struct lm_position **position, struct lm_pairing **pairing)
{
    const struct lm_pair_request request = {
        .want = LM_WANT_ALTERNATIVES, .player = player, .against = against};
    struct lm_position *p;
    struct lm_pairing *made, *judged;
    if (player == LM_NOBODY && against != LM_NOBODY)
        return lm_log_add(log, LM_ERROR, (struct lm_place){0}, "name the player who asks, too",
                          "why two players do not meet is a question of one of them");
    enum lm_status status = lm_system_fits(system, t, log);
    if (status == LM_OK)
        status = lm_request_check(&request, t, log);
    if (status == LM_OK)
        status = lm_position_new(t, round, &system->rules, arena, log, &p);
    if (status == LM_OK) {
        system = lm_system_in_round(system, t, p->round);
        status = system->pair(p, &request, arena, log, &made);
    }
    if (status == LM_OK)
        status = lm_pairing_sort(system, t, made, arena);
    if (status == LM_OK && made->brackets == NULL && system->judge != NULL) {
        status = system->judge(p, made->pairs, made->pair_count, arena, log, &judged);
        if (status == LM_OK) {
            judged->note = made->note;
            made = judged;
        }
    }
    if (status == LM_OK && system->as_seen != NULL && (p = system->as_seen(p, arena)) == NULL)
        status = LM_LIMIT;
    if (status != LM_OK)
        return status;
    *position = p;
    *pairing = made;
    return LM_OK;
}
