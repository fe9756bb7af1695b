/* SPDX-License-Identifier: Apache-2.0 */
/* Title norms: reached ones, and those that are still possible, with the conditions. */
#include "limmat/norms.h"

#include "base/sort.h"
#include "base/texts.h"
#include "site/pages.h"
#include "site/said.h"
#include "site/templates.h"

/* Return how the games that count were chosen. */
static const char *remarks_of(const struct site_event *e, const struct lm_norm *norm,
                              struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    for (unsigned remark = LM_NORM_WINS_IGNORED; remark <= LM_NORM_NOT_SEARCHED; remark *= 2) {
        const struct lm_message *told =
            norm->remarks & remark ? lm_norm_remark_message((enum lm_norm_remark)remark, arena)
                                   : NULL;
        if (told != NULL)
            lm_text_print(&text, "%s%s", text.length > 0 ? "; " : "",
                          site_message(e->names->language, arena, told->text, told));
    }
    return lm_text_string(&text);
}

/* "Caflisch, Urs; Björnsdal, Hrafnhildur" */
static const char *opponents_of(const struct site_event *e, const struct lm_norm_chance *chance,
                                struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    for (uint32_t i = 0; i < chance->games; i++)
        lm_text_print(&text, "%s%s", i > 0 ? "; " : "", e->people[chance->opponents[i]].name);
    return lm_text_string(&text);
}

static const char *number_of(int32_t value, struct lm_arena *arena)
{
    return value == 0 ? "" : lm_printed(arena, "%d", (int)value);
}

static struct site_norm row_of(const struct site_event *e, const struct lm_norm *norm,
                               struct lm_arena *arena)
{
    const struct lm_norm_chance *chance = &norm->chance;
    bool reached = norm->state == LM_NORM_REACHED;
    struct site_norm row = {.player = e->people[norm->player],
                            .title = e->norms->rules->demands[norm->title].name,
                            .games = norm->games,
                            .points = {norm->tenths},
                            .average = number_of(norm->average, arena),
                            .performance = number_of(norm->performance, arena),
                            .needs = ""};
    row.why = reached ? remarks_of(e, norm, arena) : opponents_of(e, chance, arena);
    if (!reached)
        row.needs = site_say(e->names->language, arena, LM_KEY("norms.of"),
                             (const struct lm_value[]){
                                 lm_value_text("points", site_points_text(chance->tenths, arena)),
                                 lm_value_number("games", chance->games)},
                             2);
    return row;
}

/* Order by the share of the future points that the norm needs, the smallest first. */
static int by_share(const void *a, const void *b)
{
    const struct lm_norm *x = *(const struct lm_norm *const *)a;
    const struct lm_norm *y = *(const struct lm_norm *const *)b;
    int64_t left = (int64_t)x->chance.tenths * y->chance.games;
    int64_t right = (int64_t)y->chance.tenths * x->chance.games;
    if (left != right)
        return left < right ? -1 : 1;
    if (x->title != y->title)
        return x->title < y->title ? -1 : 1;
    return (x->player > y->player) - (x->player < y->player);
}

/* The norms in ${state}, ${*count} of them; NULL without memory. */
static const struct site_norm *rows_of(const struct site_event *e, enum lm_norm_state state,
                                       struct lm_arena *arena, size_t *count)
{
    const struct lm_norms *all = e->norms;
    const struct lm_norm **kept = lm_arena_alloc(arena, all->count, sizeof *kept);
    struct site_norm *rows = lm_arena_alloc(arena, all->count, sizeof *rows);
    *count = 0;
    if (kept == NULL || rows == NULL)
        return NULL;
    for (size_t i = 0; i < all->count; i++)
        if (all->all[i].state == state)
            kept[(*count)++] = &all->all[i];
    if (state == LM_NORM_POSSIBLE)
        lm_sort(kept, *count, sizeof *kept, by_share);
    for (size_t i = 0; i < *count; i++)
        rows[i] = row_of(e, kept[i], arena);
    return rows;
}

enum lm_status site_write_norms(const struct site_event *e, uint32_t index, struct lm_arena *arena,
                                struct lm_text *out)
{
    (void)index;
    if (e->norms == NULL)
        return LM_OK;
    struct site_norms_page page = {
        .head = site_head_of(e, site_event_word(e, LM_KEY("page.norms")), "norms.html", arena),
        .state = site_say(e->names->language, arena, LM_KEY("norms.state"),
                          (const struct lm_value[]){lm_value_number("round", e->norms->played),
                                                    lm_value_number("rounds", e->norms->rounds)},
                          2),
        .rules = e->norms->rules->title};
    page.successes = rows_of(e, LM_NORM_REACHED, arena, &page.success_count);
    page.chances = rows_of(e, LM_NORM_POSSIBLE, arena, &page.chance_count);
    if (page.successes == NULL || page.chances == NULL)
        return LM_LIMIT;
    page_norms(out, e->names->language, &page);
    return lm_text_status(out);
}
