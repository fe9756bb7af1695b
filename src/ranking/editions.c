/* SPDX-License-Identifier: Apache-2.0 */

/* The edition of the tie-break rules in force: by the day of the event, or as it declares. */

#include <string.h>

#include "ranking/tie_break.h"

static const struct {
    const char *name;
    struct lm_date from;
    const char *title;
} editions[LM_TIE_BREAK_EDITIONS] = {
    [LM_TB_2009] = {"tb-2009",
                    {2009, 10, 18},
                    "FIDE's tie-break rules of October 2009 to March 2024"},
    [LM_C07_2023] = {"c07-2023", {2024, 4, 1}, "FIDE's C.07 of 2023"},
    [LM_C07_2026] = {"c07-2026", {2026, 3, 1}, "FIDE's C.07 of March 2026"}};

static const char mark[] = "### Tie-break edition: ";

const char *lm_tie_break_edition_name(enum lm_tie_break_edition edition)
{
    return editions[edition].name;
}

const char *lm_tie_break_edition_title(enum lm_tie_break_edition edition)
{
    return editions[edition].title;
}

bool lm_tie_break_edition_named(const char *name, enum lm_tie_break_edition *edition)
{
    for (int i = 0; i < LM_TIE_BREAK_EDITIONS; i++)
        if (strcmp(editions[i].name, name) == 0) {
            *edition = (enum lm_tie_break_edition)i;
            return true;
        }
    return false;
}

enum lm_tie_break_edition lm_tie_break_edition_on(int32_t day)
{
    return day >= lm_day_of(editions[LM_C07_2026].from)   ? LM_C07_2026
           : day >= lm_day_of(editions[LM_C07_2023].from) ? LM_C07_2023
                                                          : LM_TB_2009;
}

bool lm_is_record_of_edition(const char *comment)
{
    return strncmp(comment, mark, sizeof mark - 1) == 0;
}

enum lm_tie_break_edition lm_tie_break_edition_of(const struct lm_tournament *t)
{
    struct lm_date start;
    enum lm_tie_break_edition edition = LM_C07_2026;
    if (lm_parse_date(t->start, strlen(t->start), &start))
        edition = lm_tie_break_edition_on(lm_day_of(start));
    for (size_t i = 0; i < t->kept_count; i++)
        if (lm_is_record_of_edition(t->kept[i].text))
            (void)lm_tie_break_edition_named(t->kept[i].text + sizeof mark - 1, &edition);
    return edition;
}

const char *lm_record_of_edition(enum lm_tie_break_edition edition, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_print(&text, "%s%s", mark, editions[edition].name);
    return lm_text_status(&text) == LM_OK ? lm_text_string(&text) : NULL;
}

bool lm_tie_break_is_of(const struct lm_tie_break *code, enum lm_tie_break_edition edition)
{
    const struct criterion *row = row_of(code->kind);
    if (edition != LM_TB_2009)
        return code->score != LM_AS_SWISS_MANAGER;
    bool cut_sonneborn = row->collect == lm_collect_sonneborn && code->least > 0;
    return !row->since_c07 && row->about.since < 2026 && !code->fore && !code->forfeits_count &&
           !cut_sonneborn;
}

const char *lm_tie_break_article(const struct lm_tie_break_kind *kind,
                                 enum lm_tie_break_edition edition)
{
    return edition == LM_TB_2009 && kind->since != 0 ? editions[edition].name : kind->article;
}

const char *lm_tie_break_what(const struct lm_tie_break_kind *kind,
                              enum lm_tie_break_edition edition)
{
    const char *before = row_of(kind)->what_before;
    return edition == LM_TB_2009 && before != NULL ? before : kind->what;
}
