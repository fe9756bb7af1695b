/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdlib.h>

#include "cli/study/study.h"

/* Add three decimals, halves away from 0: "-0.250". */
void add_value(struct lm_text *out, const struct measure_kind *kind, int64_t value, bool plus)
{
    enum { DECIMALS = 1000 };
    __extension__ typedef unsigned __int128 wide;
    uint64_t scale = (uint64_t)kind->scale, size = (uint64_t)llabs(value);
    uint64_t thousandths = (uint64_t)(((wide)size * DECIMALS + scale / 2) / scale);
    const char *sign = thousandths == 0 ? "" : value < 0 ? "-" : plus ? "+" : "";
    lm_text_print(out, "%s%" PRIu64 ".%03u", sign, thousandths / DECIMALS,
                  (unsigned)(thousandths % DECIMALS));
}

/* Add "12.345 ±0.067"; a dash without values. */
static void add_cell(struct table *table, const struct measure_kind *kind, const struct sums *sums,
                     bool plus)
{
    struct estimate estimate = estimate_of(sums);
    struct lm_text text = lm_text_in(table->arena);
    if (estimate.known) {
        add_value(&text, kind, estimate.mean, plus);
        lm_text_add(&text, " ±");
        add_value(&text, kind, estimate.half, false);
    } else {
        lm_text_add(&text, "–");
    }
    table->failed |= text.failed;
    table_add(table, lm_text_string(&text));
}

static void print_part(const struct study *s, bool beyond, struct lm_arena *arena,
                       struct lm_text *out)
{
    char align[ARMS_MAX + 2] = "l";
    for (size_t a = beyond; a < s->arm_count; a++)
        align[1 + a - beyond] = 'r';
    struct table table = table_new(arena, align);
    table_add(&table, beyond ? "beyond the first" : "");
    for (size_t a = beyond; a < s->arm_count; a++)
        table_add(&table, s->arms[a].name);
    for (int m = 0; m < MEASURES; m++) {
        const struct measure_kind *kind = &measure_kinds[m];
        table_print(&table, "%s%s%s", kind->title, *kind->unit != '\0' ? ", " : "", kind->unit);
        for (size_t a = beyond; a < s->arm_count; a++)
            add_cell(&table, kind, beyond ? &s->arms[a].beyond[m] : &s->arms[a].own[m], beyond);
    }
    table_write(&table, out);
    out->failed |= table.failed;
}

void study_print(const struct study *s, struct lm_arena *arena, struct lm_text *out)
{
    lm_text_print(out,
                  "%" PRId64 " events by each system, %u players, %u rounds, seeds from %" PRId64
                  "; top %u; %s\n"
                  "means with half widths of their intervals of 95 %%\n\n",
                  s->events, s->players, s->rounds, s->seed, s->top, s->order);
    print_part(s, false, arena, out);
    if (s->arm_count < 2)
        return;
    lm_text_add(out, "\nthe same events, held against the first system\n\n");
    print_part(s, true, arena, out);
}

static void add_csv_sums(const struct measure_kind *kind, const struct sums *sums,
                         struct lm_text *out)
{
    struct estimate estimate = estimate_of(sums);
    lm_text_print(out, ",%" PRId64 ",", sums->count);
    if (estimate.known)
        add_value(out, kind, estimate.mean, false);
    lm_text_add_char(out, ',');
    if (estimate.known)
        add_value(out, kind, estimate.half, false);
}

static void add_csv_row(const struct arm *arm, const char *measure, const char *unit,
                        uint32_t round, struct lm_text *out)
{
    lm_text_print(out, "%s,%s,%u,%s,%s", arm->name, arm->system->name, round, measure, unit);
}

void study_write_csv(const struct study *s, struct lm_text *out)
{
    lm_text_add(out, "arm,system,after_round,measure,unit,events,mean,half_width,"
                     "events_beside_first,beyond_first,half_width_beyond_first\n");
    for (size_t a = 0; a < s->arm_count; a++) {
        const struct arm *arm = &s->arms[a];
        for (int m = 0; m < MEASURES; m++) {
            add_csv_row(arm, measure_kinds[m].key, measure_kinds[m].unit, arm->rounds, out);
            add_csv_sums(&measure_kinds[m], &arm->own[m], out);
            add_csv_sums(&measure_kinds[m], &arm->beyond[m], out);
            lm_text_add_char(out, '\n');
        }
        for (uint32_t r = 0; r + 1 < arm->rounds; r++) {
            add_csv_row(arm, measure_kinds[WRONG_PAIRS].key, measure_kinds[WRONG_PAIRS].unit, r + 1,
                        out);
            add_csv_sums(&measure_kinds[WRONG_PAIRS], &arm->wrong[r], out);
            lm_text_add(out, ",,,\n");
        }
    }
}
