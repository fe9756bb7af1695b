/* SPDX-License-Identifier: Apache-2.0 */
/* A championship for programs: its public journal, the state from it, and the news. */
#include <string.h>

#include "base/sort.h"
#include "base/texts.h"
#include "championship/state.h"
#include "limmat/date.h"
#include "site/championship.h"
#include "site/templates.h"

enum lm_status site_write_champ_journal(const struct site_championship *e, uint32_t index,
                                        struct lm_arena *arena, struct lm_text *out)
{
    struct lm_log log = {.arena = arena};
    (void)index;
    return lm_championship_public(e->c, e->hooks, arena, &log, out);
}

/* Write the state from the public journal, so that it holds nothing private. */
enum lm_status site_write_champ_json(const struct site_championship *e, uint32_t index,
                                     struct lm_arena *arena, struct lm_text *out)
{
    struct lm_text journal = lm_text_in(arena);
    struct lm_log log = {.arena = arena};
    struct lm_championship *told;
    enum lm_status status = site_write_champ_journal(e, index, arena, &journal);
    if (status == LM_OK)
        status =
            lm_championship_replay(lm_text_string(&journal), journal.length, arena, &log, &told);
    if (status == LM_OK)
        lm_championship_export(told, out);
    return status == LM_OK ? lm_text_status(out) : status;
}

/* --- news: published rounds, finished matches */

enum { NEWS_MOST = 50 };

struct news {
    int64_t at;
    const struct contest *contest;
    bool ended; /* the match ended; else its round was published */
};

static int latest_first(const void *left, const void *right)
{
    const struct news *a = left, *b = right;
    if (a->at != b->at)
        return a->at > b->at ? -1 : 1;
    return a->contest > b->contest ? -1 : 1;
}

/* List each match that ended, and the publication of each round. */
static size_t list_news(const struct lm_championship *c, struct news *all)
{
    size_t count = 0;
    for (size_t i = 0; i < c->contest_count; i++) {
        const struct contest *contest = &c->contests[i];
        bool first =
            i == 0 || contest[-1].stage != contest->stage || contest[-1].round != contest->round;
        if (first)
            all[count++] = (struct news){contest->published, contest, false};
        if (contest->state == CONTEST_DONE && contest->kind != RESULT_BYE)
            all[count++] = (struct news){contest->ended, contest, true};
    }
    lm_sort(all, count, sizeof *all, latest_first);
    return count < NEWS_MOST ? count : NEWS_MOST;
}

static struct site_entry entry_of(const struct site_championship *e, const struct news *news,
                                  struct lm_arena *arena)
{
    const struct lm_championship *c = e->c;
    const struct contest *contest = news->contest;
    const struct site_teller by = {.language = e->names->language, .arena = arena};
    struct lm_text updated = lm_text_in(arena);
    lm_text_add_instant(&updated, news->at);
    if (news->ended)
        return (struct site_entry){.title = lm_champ_between(c, contest),
                                   .summary = site_contest_state(&by, c, contest, c->time),
                                   .updated = lm_text_string(&updated),
                                   .url = site_champ_full(e, arena, "match-%u.html",
                                                          (unsigned)(contest - c->contests) + 1)};
    return (struct site_entry){
        .title = lm_printed(arena, "%s: %s", lm_champ_title(c, contest),
                            site_say_of(e->names->language, arena, LM_KEY("feed.paired"),
                                        lm_value_number("round", contest->round + 1))),
        .summary = site_word(e->names->language, LM_KEY("feed.pairings")),
        .updated = lm_text_string(&updated),
        .url = site_champ_full(e, arena, "stage-%u.html#round-%u", contest->stage + 1,
                               contest->round + 1)};
}

enum lm_status site_write_champ_feed(const struct site_championship *e, uint32_t index,
                                     struct lm_arena *arena, struct lm_text *out)
{
    const struct lm_championship *c = e->c;
    struct lm_text updated = lm_text_in(arena);
    (void)index;
    if (!site_champ_has_feed(e))
        return LM_OK;
    struct news *news = lm_arena_alloc(arena, 2 * c->contest_count, sizeof *news);
    struct site_entry *entries = lm_arena_alloc(arena, NEWS_MOST, sizeof *entries);
    if (news == NULL || entries == NULL)
        return LM_LIMIT;
    lm_text_add_instant(&updated, c->time);
    struct site_feed feed = {.title = c->definition->title,
                             .home = site_champ_full(e, arena, "index.html"),
                             .self = site_champ_full(e, arena, "feed.xml"),
                             .updated = lm_text_string(&updated),
                             .entries = entries,
                             .entry_count = list_news(c, news)};
    for (size_t i = 0; i < feed.entry_count; i++)
        entries[i] = entry_of(e, &news[i], arena);
    page_feed(out, e->names->language, &feed);
    return lm_text_status(out);
}
