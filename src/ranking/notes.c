/* SPDX-License-Identifier: Apache-2.0 */

/* The notes under standings: how unrated opponents count, who is out of the standings, and which
 * parts of tb-2009 are uncertain. */

#include <string.h>

#include "ranking/tie_break.h"

/* Append the codes on ratings that rank, or those only shown; return their number. */
static size_t add_codes(struct lm_text *out, const struct lm_standings *s, bool shown_only)
{
    size_t count = 0;
    for (size_t i = 0; i < s->options.count; i++)
        if ((s->options.list[i].kind->needs & LM_NEEDS_RATINGS) && s->shown_only[i] == shown_only)
            lm_text_print(out, "%s%s", count++ > 0 ? ", " : "", s->options.list[i].code);
    return count;
}

static void add_shown_only(struct lm_text *out, const struct lm_standings *s)
{
    size_t codes = add_codes(out, s, true);
    lm_text_print(out, " %s shown but %s not rank: there are unrated players (C.07 art. 10)",
                  codes == 1 ? "is" : "are", codes == 1 ? "does" : "do");
}

static void add_unrated(struct lm_text *out, const struct lm_standings *s)
{
    size_t codes = add_codes(out, s, false);
    const char *article = s->options.edition == LM_TB_2009 ? "" : " (C.07 art. 10)";
    if (s->options.unrated == LM_UNRATED_COUNT)
        lm_text_print(out, ": unrated players count as %d%s", (int)s->options.unrated_rating,
                      article);
    else
        lm_text_print(out, " %s out games against unrated players%s",
                      codes == 1 ? "leaves" : "leave", article);
}

static uint8_t out_of(const struct lm_standings *s, uint32_t who)
{
    return s->out == NULL ? LM_IN_STANDINGS : s->out[who];
}

/* Add the number and name of each participant without a rank who is declared ${out}; return how
 * many. */
static size_t add_unranked(struct lm_text *text, const struct lm_standings *s, uint8_t out)
{
    size_t count = 0;
    for (uint32_t place = s->ranked; place < s->count; place++) {
        uint32_t who = s->order[place];
        if (out_of(s, who) != out)
            continue;
        if (text != NULL)
            lm_text_print(text, "%s%u %s", count > 0 ? ", " : "", lm_participant_number(s, who),
                          lm_participant_name(s, who));
        count++;
    }
    return count;
}

static void add_expelled(struct lm_text *out, const struct lm_standings *s)
{
    (void)add_unranked(out, s, LM_OUT_EXPELLED);
    lm_text_add(out, ": expelled; no rank, and the games count for the opponents (Laws 12.9.9)");
}

static void add_withdrawn(struct lm_text *out, const struct lm_standings *s)
{
    (void)add_unranked(out, s, LM_OUT_WITHDRAWN);
    lm_text_add(out, ": withdrawn; no rank, and the games count for the opponents");
}

static void add_left(struct lm_text *out, const struct lm_standings *s)
{
    (void)add_unranked(out, s, LM_IN_STANDINGS);
    lm_text_add(out, ": left before half of the games; no points by or against count in the "
                     "standings, the results stay in the table and for rating (C.05 art. 6.6)");
}

/* Is there a code on ratings that ranks, or is only shown? */
static bool has_codes(const struct lm_standings *s, bool shown_only)
{
    bool has = false;
    for (size_t i = 0; i < s->options.count && s->met_unrated; i++)
        has |= (s->options.list[i].kind->needs & LM_NEEDS_RATINGS) != 0 &&
               s->shown_only[i] == shown_only;
    return has;
}

static bool has_shown_only(const struct lm_standings *s)
{
    return has_codes(s, true);
}

static bool has_unrated(const struct lm_standings *s)
{
    return has_codes(s, false);
}

static bool has_left(const struct lm_standings *s)
{
    return add_unranked(NULL, s, LM_IN_STANDINGS) > 0;
}

static bool has_expelled(const struct lm_standings *s)
{
    return add_unranked(NULL, s, LM_OUT_EXPELLED) > 0;
}

static bool has_withdrawn(const struct lm_standings *s)
{
    return add_unranked(NULL, s, LM_OUT_WITHDRAWN) > 0;
}

/* --- tb-2009 */

/* Is ${code} one whose rules were changed? */
static bool is_ruled(const struct lm_tie_break *code)
{
    return code->kind->since != 0 && row_of(code->kind)->collect != lm_collect_points;
}

/* Are these standings by tb-2009 of an event that began on a day from ${from} to the one before
 * ${until}? */
static bool began(const struct lm_standings *s, struct lm_date from, struct lm_date until)
{
    struct lm_date start;
    bool ruled = false;
    for (size_t i = 0; i < s->options.count; i++)
        ruled |= is_ruled(&s->options.list[i]);
    return ruled && s->options.edition == LM_TB_2009 &&
           lm_parse_date(s->t->start, strlen(s->t->start), &start) &&
           lm_day_of(start) >= lm_day_of(from) && lm_day_of(start) < lm_day_of(until);
}

static bool is_early(const struct lm_standings *s)
{
    return began(s, (struct lm_date){1, 1, 1}, (struct lm_date){2009, 10, 18});
}

static void add_early(struct lm_text *out, const struct lm_standings *s)
{
    (void)s;
    lm_text_add(out, "No text of FIDE's is known for tie-breaks before 18 October 2009; the rules "
                     "of October 2009 are used");
}

static bool has_two_rules(const struct lm_standings *s)
{
    return began(s, (struct lm_date){2023, 9, 1}, (struct lm_date){2024, 4, 1});
}

static void add_two_rules(struct lm_text *out, const struct lm_standings *s)
{
    (void)s;
    lm_text_add(out, "FIDE's own events used c07-2023 from 1 September 2023, all others tb-2009 "
                     "until 31 March 2024");
}

/* Return the first code that Swiss-Manager computes differently from the text, if there are
 * unplayed rounds; NULL: none. */
static const struct lm_tie_break *disputed(const struct lm_standings *s)
{
    const struct analysis *a = s->analysis;
    const struct field *f = a->fields[false][FORFEITS_UNPLAYED];
    bool unplayed = false;
    for (uint32_t who = 0; who < f->count && f->virtual_opponents && !f->teams; who++)
        for (uint32_t round = 1; round <= f->completed; round++)
            unplayed |=
                cell_of(f, who, round)->kind != PLAYED && cell_of(f, who, round)->kind != OPEN;
    for (size_t i = 0; unplayed && i < s->options.count; i++) {
        const struct lm_tie_break *code = &s->options.list[i];
        const struct criterion *row = row_of(code->kind);
        if (row->practice != NULL && (row->collect == lm_collect_sonneborn || code->least > 0))
            return code;
    }
    return NULL;
}

static bool is_disputed(const struct lm_standings *s)
{
    return disputed(s) != NULL;
}

/* Add every code with two practices, and the one that was followed. */
static void add_disputed(struct lm_text *out, const struct lm_standings *s)
{
    const char *between = "";
    for (const struct lm_tie_break *code = disputed(s), *end = s->options.list + s->options.count;
         code < end; code++) {
        const char *practice = row_of(code->kind)->practice;
        bool sonneborn = row_of(code->kind)->collect == lm_collect_sonneborn;
        if (practice == NULL || (!sonneborn && code->least == 0))
            continue;
        lm_text_print(out, "%s%s ", between, code->code);
        if (code->score == LM_AS_SWISS_MANAGER)
            lm_text_add(out, sonneborn ? "counts unplayed rounds as draws, as Swiss-Manager did"
                                       : "cuts an unplayed round first, as Swiss-Manager did");
        else
            lm_text_print(out, "%s, by the text (Swiss-Manager: %s:%s)",
                          sonneborn ? "counts unplayed rounds with what they gave"
                                    : "cuts ratings of opponents only",
                          code->kind->code, practice);
        between = ", ";
    }
}

static bool has_old_teams(const struct lm_standings *s)
{
    bool ruled = false;
    for (size_t i = 0; i < s->options.count; i++)
        ruled |= is_ruled(&s->options.list[i]);
    return ruled && s->options.teams && s->options.edition == LM_TB_2009;
}

static void add_old_teams(struct lm_text *out, const struct lm_standings *s)
{
    (void)s;
    lm_text_add(out, "tb-2009 is not known to say what an unplayed match of teams counts: match "
                     "points follow the rule for players, all else is by c07-2023");
}

/* --- all of them */

static const struct note {
    bool (*holds)(const struct lm_standings *s);
    void (*add)(struct lm_text *out, const struct lm_standings *s);
    const char *remedy;
    bool when_ranked; /* known once the ranks are */
} notes[] = {
    {has_shown_only, add_shown_only,
     "declare how the tournament handles them: --unrated N, the rating that they count as, or "
     "--unrated drop",
     false},
    {has_unrated, add_unrated, NULL, false},
    {is_early, add_early, NULL, false},
    {has_two_rules, add_two_rules, "--edition c07-2023, if it is one of FIDE's own events", false},
    {is_disputed, add_disputed, NULL, false},
    {has_old_teams, add_old_teams, NULL, false},
    {has_left, add_left, NULL, true},
    {has_expelled, add_expelled, NULL, true},
    {has_withdrawn, add_withdrawn, NULL, true},
};

void lm_text_add_notes(struct lm_text *out, const struct lm_standings *s, const char *between)
{
    size_t count = 0;
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++)
        if (notes[i].holds(s)) {
            lm_text_add(out, count++ > 0 ? between : "");
            notes[i].add(out, s);
        }
}

enum lm_status lm_tell_notes(const struct lm_standings *s, bool ranked, struct lm_arena *arena,
                             struct lm_log *log)
{
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
        struct lm_text text = lm_text_in(arena);
        if (notes[i].when_ranked != ranked || !notes[i].holds(s))
            continue;
        notes[i].add(&text, s);
        if (lm_text_status(&text) != LM_OK)
            return LM_LIMIT;
        (void)lm_log_add(log, LM_NOTE, (struct lm_place){0}, notes[i].remedy, "%s",
                         lm_text_string(&text));
    }
    return LM_OK;
}
