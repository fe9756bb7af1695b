/* SPDX-License-Identifier: Apache-2.0 */

/* What is said under standings: how unrated opponents count, and who is out of them. */

#include "ranking/tie_break.h"

/* Append the codes on ratings that rank, or those that are only shown; how many there are. */
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
    if (s->options.unrated == LM_UNRATED_COUNT)
        lm_text_print(out, ": unrated players count as %d (C.07 art. 10)",
                      (int)s->options.unrated_rating);
    else
        lm_text_print(out, " %s out games against unrated players (C.07 art. 10)",
                      codes == 1 ? "leaves" : "leave");
}

static void add_left(struct lm_text *out, const struct lm_standings *s)
{
    for (uint32_t place = s->ranked; place < s->count; place++)
        lm_text_print(out, "%s%u %s", place == s->ranked ? "" : ", ",
                      lm_participant_number(s, s->order[place]),
                      lm_participant_name(s, s->order[place]));
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

void lm_text_add_notes(struct lm_text *out, const struct lm_standings *s, const char *between)
{
    size_t count = 0;
    if (has_codes(s, true)) {
        add_shown_only(out, s);
        count++;
    }
    if (has_codes(s, false)) {
        lm_text_add(out, count++ > 0 ? between : "");
        add_unrated(out, s);
    }
    if (s->ranked < s->count) {
        lm_text_add(out, count > 0 ? between : "");
        add_left(out, s);
    }
}

/* Tell one of the notes. */
static enum lm_status tell(const struct lm_standings *s, struct lm_arena *arena, struct lm_log *log,
                           const char *remedy,
                           void (*add)(struct lm_text *, const struct lm_standings *))
{
    struct lm_text text = lm_text_in(arena);
    add(&text, s);
    if (lm_text_status(&text) != LM_OK)
        return LM_LIMIT;
    (void)lm_log_add(log, LM_NOTE, (struct lm_place){0}, remedy, "%s", lm_text_string(&text));
    return LM_OK;
}

enum lm_status lm_tell_notes(const struct lm_standings *s, struct lm_arena *arena,
                             struct lm_log *log)
{
    enum lm_status status = LM_OK;
    if (has_codes(s, true))
        status = tell(s, arena, log,
                      "declare how the tournament handles them: --unrated N, the rating that they "
                      "count as, or --unrated drop",
                      add_shown_only);
    if (status == LM_OK && has_codes(s, false))
        status = tell(s, arena, log, NULL, add_unrated);
    return status;
}

enum lm_status lm_tell_left(const struct lm_standings *s, struct lm_arena *arena,
                            struct lm_log *log)
{
    return s->ranked < s->count ? tell(s, arena, log, NULL, add_left) : LM_OK;
}
