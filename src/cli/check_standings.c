/* SPDX-License-Identifier: Apache-2.0 */

/* C.02.03: are the declared ranks and points those that follow from the results? */

#include "cli/command.h"
#include "cli/standings.h"

/* Without an order of its own a file can only be held to the points. */
static const char *order_of(const struct lm_tournament *t)
{
    return *t->standings_order != '\0' || *t->tie_breaks != '\0' ? NULL : "PTS";
}

enum lm_status check_standings(const struct lm_tournament *t, struct lm_arena *arena,
                               struct declarations *out)
{
    struct lm_standings_options o = {.teams = lm_ids_are_teams(t)};
    struct lm_standings *s = NULL;
    enum lm_status status = choose_edition(NULL, t, NULL, &o.edition);
    if (status == LM_OK)
        status = choose_tie_breaks(order_of(t), t, arena, NULL, &o);
    if (status == LM_OK)
        status = lm_standings_compute(t, &o, arena, NULL, &s);
    if (status == LM_INVALID) /* an order that cannot be computed here declares nothing */
        return LM_OK;
    if (status == LM_OK)
        status = lm_standings_check(s, arena, &out->wrong, &out->count);
    if (status == LM_OK)
        out->standings = s;
    return status;
}

void write_wrong_declaration(const struct declarations *d, size_t index, struct lm_text *out)
{
    static const char *const whats[] = {[LM_DECLARED_RANK] = "rank",
                                        [LM_DECLARED_MATCH_POINTS] = "match points",
                                        [LM_DECLARED_GAME_POINTS] = "game points"};
    const struct lm_wrong_declaration *wrong = &d->wrong[index];
    lm_text_print(out, "%u %s: ", lm_participant_number(d->standings, wrong->participant),
                  lm_participant_name(d->standings, wrong->participant));
    if (wrong->what != LM_DECLARED_RANK) {
        lm_text_add_tenths(out, wrong->declared);
        lm_text_print(out, " %s are declared, the results give ", whats[wrong->what]);
        lm_text_add_tenths(out, wrong->least);
        return;
    }
    lm_text_print(out, "rank %lld is declared, the results give %lld", (long long)wrong->declared,
                  (long long)wrong->least);
    if (wrong->most != wrong->least)
        lm_text_print(out, " to %lld", (long long)wrong->most);
}
