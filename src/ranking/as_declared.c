/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The ranks that a file declares, and the tie-breaks that give them.
 *
 * A published order is a fact: prizes were paid by it.  So the ranks of a file stay as they are,
 * and the search is for the tie-breaks.  Files rarely name them; a list is named here only if it
 * gives every single rank.
 */

#include <string.h>

#include "base/sort.h"
#include "ranking/tie_break.h"

/* Lists that programs and federations commonly use.  FIDE's recommended list for the kind and the
 * day of the tournament is tried before them (lm_tie_breaks_of). */
static const char *const usual[] = {"PTS,BH/C1,BH,SB",
                                    "PTS,BH,SB",
                                    "PTS,BH/C1,BH",
                                    "PTS,BH",
                                    "PTS,BH,BH/C1,SB",
                                    "PTS,DE,BH/C1,BH,SB",
                                    "PTS,DE,BH,SB",
                                    "PTS,DE,WIN,BH/C1,BH,SB",
                                    "PTS,DE,SB,WIN,KS",
                                    "PTS,SB,DE,WIN",
                                    "PTS,SB",
                                    "PTS,BH/C1,BH,DE,ARO/C1,WIN,BWG,BPG,SB",
                                    "PTS,DE,WIN,BPG,ARO/C1,BH/C1,BH,SB",
                                    "PTS,BH/C1,BH,SB,PS,DE,WIN,BWG",
                                    "PTS,DE,WIN,BPG,BH/C1,BH,SB",
                                    "PTS,BH/C1,BH,WIN",
                                    "PTS,BH/C1,BH,ARO",
                                    "PTS,BH/C1,BH,PS",
                                    "PTS,BH/M1,BH,SB",
                                    "PTS,BH,ARO",
                                    "PTS,BH,PS",
                                    "PTS,WIN,BH/C1,BH",
                                    "PTS,WIN,BH,SB",
                                    "PTS,PS,BH",
                                    "PTS,PS",
                                    "PTS,ARO",
                                    "PTS,BH/C1,BH,SB:draw",
                                    "PTS,BH,SB:draw",
                                    "PTS,BH/C1,BH,ARO:unplayed/C1",
                                    "PTS"};

static const char *const usual_of_teams[] = {"PTS,MPvGP,DE,BH/C1,BH,SB",
                                             "PTS,MPvGP,EDE,EMGSB/C1",
                                             "PTS,MPvGP,DE,SB",
                                             "PTS,MPvGP,BH",
                                             "PTS,MPvGP,SB",
                                             "PTS,BH,MPvGP",
                                             "PTS,MPvGP",
                                             "PTS"};

enum { USUAL = sizeof usual / sizeof *usual, TEAMS = sizeof usual_of_teams / sizeof(char *) };

const char *lm_usual_tie_breaks(size_t index)
{
    return index < USUAL ? usual[index] : NULL;
}

/* The agreement of declared ranks with computed ones. */
enum agreement {
    DISAGREES,
    BY_NUMBERS, /* players who are still tied have ranks in the order of their numbers */
    EXACTLY
};

/* Compare the declared ranks of the ${count} tied from ${place} on, with ${before} ranked above
 * them. */
static enum agreement compare_tied(const struct lm_standings *s, uint32_t place, uint32_t count,
                                   uint32_t before)
{
    uint32_t ranked = 0;
    bool shared = true, apart = true;
    for (uint32_t i = place; i < place + count; i++) {
        uint32_t declared = lm_declared_rank(s, s->order[i]);
        if (declared == 0)
            continue;
        shared &= declared == before + 1;
        apart &= declared == before + 1 + ranked++;
    }
    return shared ? EXACTLY : apart ? BY_NUMBERS : DISAGREES;
}

static enum agreement compare_ranks(const struct lm_standings *s)
{
    enum agreement all = EXACTLY;
    for (uint32_t place = 0, before = 0, count; place < s->count; place += count) {
        for (count = 1; place + count < s->count &&
                        s->rank[s->order[place + count]] == s->rank[s->order[place]];)
            count++;
        enum agreement here = compare_tied(s, place, count, before);
        all = here < all ? here : all;
        for (uint32_t i = place; i < place + count; i++)
            before += lm_declared_rank(s, s->order[i]) != 0;
    }
    return all;
}

struct search {
    const struct lm_tournament *t;
    struct lm_arena *arena;
    struct lm_standings_options *options;
    struct lm_standings_options found; /* including the ranks by numbers; no list: not found yet */
    bool exact;
};

/* Compute the standings by the options ${o}; ${*s} is NULL if they cannot be computed. */
static enum lm_status compute(const struct search *a, const struct lm_standings_options *o,
                              struct lm_standings **s)
{
    struct lm_log unheard = {.arena = a->arena};
    enum lm_status status = lm_standings_compute(a->t, o, a->arena, &unheard, s);
    if (status != LM_OK)
        *s = NULL;
    return status == LM_INVALID ? LM_OK : status;
}

/* Is a code left out of the ranking (C.07 art. 10)?  Then ${s} proves nothing about the list. */
static bool leaves_out(const struct lm_standings *s)
{
    for (size_t i = 0; i < s->options.count; i++)
        if (s->shown_only[i])
            return true;
    return false;
}

static enum lm_status try_options(struct search *a, const struct lm_standings_options *o)
{
    struct lm_standings *s;
    enum lm_status status = compute(a, o, &s);
    bool answers = status == LM_OK && s != NULL && !leaves_out(s);
    enum agreement how = answers ? compare_ranks(s) : DISAGREES;
    if (how == EXACTLY || (how == BY_NUMBERS && a->found.list == NULL))
        a->found = *o;
    a->exact = how == EXACTLY;
    return status;
}

/* Try ${list} by ${edition}, which can lack one of its codes. */
static enum lm_status try_list(struct search *a, const char *list,
                               enum lm_tie_break_edition edition)
{
    struct lm_standings_options o = *a->options;
    struct lm_log unheard = {.arena = a->arena};
    o.edition = edition;
    enum lm_status status = lm_standings_order(a->t, list, a->arena, &unheard, &o);
    if (status == LM_INVALID)
        return LM_OK;
    return status == LM_OK && o.teams == a->options->teams ? try_options(a, &o) : status;
}

static enum lm_status try_edition(struct search *a, enum lm_tie_break_edition edition)
{
    const char *values = lm_declared_order(a->t);
    bool teams = a->options->teams;
    const char *const *lists = teams ? usual_of_teams : usual;
    enum lm_status status = values == NULL ? LM_OK : try_list(a, values, edition);
    if (status == LM_OK && !a->exact)
        status = try_list(a, NULL, edition);
    for (size_t i = 0; status == LM_OK && !a->exact && i < (teams ? TEAMS : USUAL); i++)
        status = try_list(a, lists[i], edition);
    return status;
}

static bool declares_edition(const struct lm_tournament *t)
{
    for (size_t i = 0; i < t->kept_count; i++)
        if (lm_is_record_of_edition(t->kept[i].text))
            return true;
    return false;
}

/* Add the player's number as the last tie-break, if numbers decided. */
static enum lm_status add_number(struct search *a)
{
    const struct lm_tie_break *number;
    size_t one, count = a->found.count;
    if (a->exact || a->found.list == NULL)
        return LM_OK;
    struct lm_tie_break *list = lm_arena_alloc(a->arena, count + 1, sizeof *list);
    enum lm_status status = lm_tie_breaks_parse("TPN", a->arena, NULL, &number, &one);
    if (list == NULL || status != LM_OK)
        return list == NULL ? LM_LIMIT : status;
    memcpy(list, a->found.list, count * sizeof *list);
    list[count] = *number;
    a->found.list = list;
    a->found.count = count + 1;
    return LM_OK;
}

/* Search for a usual list that gives the declared ranks, into ${a->found}. */
static enum lm_status find_list(struct search *a)
{
    enum lm_tie_break_edition own = a->options->edition;
    enum lm_status status = try_edition(a, own);
    if (!declares_edition(a->t))
        for (int i = LM_TIE_BREAK_EDITIONS - 1; status == LM_OK && i >= 0; i--)
            if (a->found.list == NULL && i != (int)own)
                status = try_edition(a, (enum lm_tie_break_edition)i);
    return status == LM_OK ? add_number(a) : status;
}

/* --- are the ranks places? */

/* Does every participant paired in the last round have a possible rank?  Programs often write 0 for
 * one who left before. */
static bool all_are_ranked(const struct lm_standings *s)
{
    for (uint32_t who = 0; who < s->count; who++) {
        uint32_t rank = lm_declared_rank(s, who);
        bool needed =
            s->options.teams || (s->options.round > 0 &&
                                 lm_record_of(s->t, who, s->options.round)->opponent != LM_NOBODY);
        if (rank > s->count || (rank == 0 && needed))
            return false;
    }
    return s->count > 0;
}

/* Is no participant ranked above one with more points? */
static bool follow_points(const struct lm_standings *s)
{
    for (uint32_t place = 0, most = 0, next = 0, end; place < s->count; place = end) {
        for (end = place; end < s->count && s->rank[s->order[end]] == s->rank[s->order[place]];
             end++) {
            uint32_t rank = lm_declared_rank(s, s->order[end]);
            if (rank != 0 && rank < most)
                return false;
            next = rank > next ? rank : next;
        }
        most = next;
    }
    return true;
}

static bool are_numbers(const struct lm_standings *s)
{
    for (uint32_t who = 0; who < s->count; who++)
        if (lm_declared_rank(s, who) != lm_participant_number(s, who))
            return false;
    return true;
}

static bool awaits_results(const struct lm_standings *s)
{
    for (uint32_t i = 0; i < s->t->player_count; i++)
        for (uint32_t round = 1; round <= s->options.round; round++)
            if (lm_record_of(s->t, i, round)->result == LM_PENDING)
                return true;
    return false;
}

/* Ranks that contradict the points are kept, too, unless they plainly are not places of this round.
 */
static bool are_places(const struct lm_standings *by_points)
{
    if (!by_points->options.teams && lm_rank_use(by_points->t) != LM_RANKS_PLACES)
        return false;
    return all_are_ranked(by_points) &&
           (follow_points(by_points) || (!are_numbers(by_points) && !awaits_results(by_points)));
}

/* --- all of it */

static bool names_tie_breaks(const struct lm_tournament *t)
{
    return *t->standings_order != '\0' || *t->tie_breaks != '\0';
}

/* Do the tie-breaks that ${t} names give its ranks?  Tied participants can have them in any order.
 */
static enum lm_status compare_named(const struct lm_tournament *t, struct lm_arena *arena,
                                    enum lm_ranks_from *from)
{
    struct lm_declared declared;
    enum lm_status status = lm_check_declared(t, arena, &declared);
    *from = LM_RANKS_NAMED;
    for (size_t i = 0; status == LM_OK && i < declared.count; i++)
        if (declared.wrong[i].what == LM_DECLARED_RANK)
            *from = LM_RANKS_OTHERWISE;
    return status;
}

enum lm_status lm_ranks_declared(const struct lm_tournament *t, struct lm_arena *arena,
                                 struct lm_standings_options *options, enum lm_ranks_from *from)
{
    struct search a = {.t = t, .arena = arena, .options = options};
    struct lm_standings_options points = *options;
    struct lm_standings *s = NULL;
    *from = LM_RANKS_NONE;
    points.count = points.count < 1 ? points.count : 1; /* the first criterion */
    enum lm_status status = compute(&a, &points, &s);
    if (status != LM_OK || s == NULL || !are_places(s))
        return status;
    if (names_tie_breaks(t)) {
        status = compare_named(t, arena, from);
        options->as_declared = status == LM_OK;
        return status;
    }
    if (follow_points(s))
        status = find_list(&a);
    *from = a.found.list == NULL ? LM_RANKS_UNNAMED : LM_RANKS_FOUND;
    *options = a.found.list == NULL ? points : a.found;
    options->as_declared = true;
    return status;
}
