/* SPDX-License-Identifier: Apache-2.0 */

/* The derivation of a value: its contributions, computed again, and a sentence. */

#include "ranking/tie_break.h"

/* --- sums and averages */

static const char *summary_of(const struct question *q)
{
    static const struct {
        struct lm_fraction (*finish)(const struct question *, uint32_t,
                                     const struct lm_contribution *, size_t);
        const char *summary;
    } summaries[] = {
        {lm_finish_sum, "sum of what is kept"},
        {lm_finish_given, "computed elsewhere, and entered"},
        {lm_finish_average, "average of what is kept"},
        {lm_finish_rounded, "average of what is kept, rounded to a whole number, halves upwards"},
        {lm_finish_tenth, "average of what is kept, rounded to a tenth"},
        {lm_finish_performance,
         "rounded average plus the rating difference of the percentage (B.02 8.1.1)"},
        {lm_finish_perfect,
         "lowest rating whose expected score (B.02 8.1.2) is at least the score made"},
        {lm_finish_sssc, "secondary score plus the sum divided by the normalising factor"},
    };
    for (size_t i = 0; i < sizeof summaries / sizeof *summaries; i++)
        if (summaries[i].finish == q->row->finish)
            return summaries[i].summary;
    return "place among those who are tied before it";
}

/* --- direct encounters: points of the games among the tied */

/* Are the two still tied before tie-break ${index}? */
static bool tied_before(const struct lm_standings *s, uint32_t a, uint32_t b, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        struct lm_fraction left = lm_standings_value(s, a, i), right = lm_standings_value(s, b, i);
        if (left.under != right.under || (left.under != 0 && left.over != right.over))
            return false;
    }
    return true;
}

static bool is_among(const struct lm_contribution *all, size_t count, uint32_t other)
{
    for (size_t i = 0; i < count; i++)
        if (all[i].opponent == other)
            return true;
    return false;
}

/* Collect the games of ${who} against tied opponents, round by round; then the tied participants
 * not met. */
static size_t encounters_of(const struct lm_standings *s, const struct question *q, uint32_t who,
                            size_t index, struct lm_contribution *out)
{
    size_t count = 0;
    for (uint32_t round = 1; round <= q->f->rounds; round++) {
        const struct cell *cell = cell_of(q->f, who, round);
        if (cell->kind == PLAYED && cell->opponent != LM_NOBODY &&
            tied_before(s, who, cell->opponent, index))
            out[count++] = (struct lm_contribution){
                .round = round, .opponent = cell->opponent, .value = cell->points[q->score]};
    }
    size_t games = count;
    for (uint32_t place = 0; place < s->count; place++) {
        uint32_t other = s->order[place];
        if (other != who && tied_before(s, who, other, index) && !is_among(out, games, other))
            out[count++] = (struct lm_contribution){.opponent = other, .source = LM_NOT_MET};
    }
    return count;
}

enum lm_status lm_standings_derive(const struct lm_standings *s, uint32_t participant, size_t index,
                                   struct lm_arena *arena, struct lm_derivation *out)
{
    if (participant >= s->count || index >= s->options.count)
        return LM_INVALID;
    /* The readings of the field are made when first needed, which changes no result. */
    struct analysis *a = (struct analysis *)(uintptr_t)s->analysis;
    struct question q;
    enum lm_status status = lm_ask_tie_break(a, &s->options.list[index], &q);
    if (status != LM_OK)
        return status;
    bool splits = q.row->split != NULL;
    struct lm_contribution *all =
        lm_arena_alloc(arena, lm_room_for_contributions(a) + (splits ? s->count : 0), sizeof *all);
    if (all == NULL)
        return LM_LIMIT;
    *out = (struct lm_derivation){.tie_break = &s->options.list[index],
                                  .contributions = all,
                                  .scale = splits ? 10 : q.row->scale,
                                  .value = lm_standings_value(s, participant, index),
                                  .summary = summary_of(&q)};
    if (!splits)
        out->count = lm_contributions_of(&q, participant, all);
    else if (out->value.under != 0)
        out->count = encounters_of(s, &q, participant, index, all);
    if (out->value.under == 0 && out->count == 0)
        out->summary = splits                         ? "no player is tied with this one now"
                       : q.row == &lm_given_criterion ? "no value was entered"
                                                      : "there was no such game";
    return LM_OK;
}
