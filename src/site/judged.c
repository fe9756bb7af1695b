/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Can a page claim that rounds do not follow their rules?
 *
 * A wrong "by the rules" is harmless beside a wrong "not by the rules", which accuses an arbiter.
 * Pairings are therefore judged only without guesses: the system, its edition, the numbers used for
 * pairing, and the paired participants must all be known.
 */
#include <stdlib.h>
#include <string.h>

#include "limmat/date.h"
#include "site/pages.h"

/* Return the edition of ${declared}'s family that was in force when ${t} began; NULL: it is not
 * built in.  An event without date gets the declared one. */
static const struct lm_system *edition_of(const struct lm_tournament *t,
                                          const struct lm_system *declared)
{
    if (lm_system_holds_on(declared, t->start))
        return declared;
    const struct lm_system *then = lm_system_named(declared->family, t->start);
    return then != NULL && lm_system_holds_on(then, t->start) ? then : NULL;
}

/* Return the year at the end of ${code}: 2025 of "FIDE_DUTCH_2025"; 0: none. */
static int year_of(const char *code)
{
    const char *last = code == NULL ? NULL : strrchr(code, '_');
    return last == NULL || strspn(last + 1, "0123456789") != 4 || last[5] != '\0'
               ? 0
               : (int)strtol(last + 1, NULL, 10);
}

/* Did ${t} begin before ${declared} was in force, but not before it was known?  Then its code and
 * its day contradict each other.  A still older event was rewritten by a newer program. */
static bool is_early(const struct lm_tournament *t, const struct lm_system *declared)
{
    struct lm_date start, from;
    int year = year_of(*t->type_code != '\0' ? t->type_code : t->type);
    return year > 0 && declared->codes != NULL &&
           lm_parse_date(t->start, strlen(t->start), &start) &&
           lm_parse_date(declared->from, strlen(declared->from), &from) &&
           lm_day_of(start) < lm_day_of(from) && start.year >= year_of(declared->codes[0]);
}

/* Is a code declared at all?  Record 092 has one if it is a single word. */
static bool is_declared(const struct lm_tournament *t)
{
    return *t->type_code != '\0' ||
           (strchr(t->type, '_') != NULL && strpbrk(t->type, " \t:,;()") == NULL);
}

/* Does ${text} contain ${word}, which is in lower case, in any case? */
static bool has_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (; *text != '\0'; text++) {
        size_t i = 0;
        while (i < length && lm_lower(text[i]) == word[i])
            i++;
        if (i == length)
            return true;
    }
    return false;
}

/* The team of ${player}, or LM_NOBODY. */
static uint32_t team_of(const struct lm_tournament *t, uint32_t player)
{
    for (uint32_t team = 0; team < t->team_count; team++)
        for (size_t i = 0; i < t->teams[team].count; i++)
            if (t->teams[team].players[i] == player)
                return team;
    return LM_NOBODY;
}

/* Do all players of ${team} who play in ${round} meet one other team?  More than one must play. */
static bool plays_a_match(const struct lm_tournament *t, uint32_t team, uint32_t round)
{
    uint32_t boards = 0, other = LM_NOBODY;
    for (size_t i = 0; i < t->teams[team].count; i++) {
        uint32_t player = t->teams[team].players[i];
        if (player == LM_NOBODY || lm_record_of(t, player, round)->opponent == LM_NOBODY)
            continue;
        uint32_t met = team_of(t, lm_record_of(t, player, round)->opponent);
        if (met == LM_NOBODY || met == team || (boards++ > 0 && met != other))
            return false;
        other = met;
    }
    return boards > 1;
}

/* Are teams, not players, paired?  Teams whose players meet anyone are for a list of prizes. */
static bool is_of_teams(const struct lm_tournament *t)
{
    static const char *const words[] = {"team", "league", "liga", "ligue", "lega", "mannschaft"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (has_word(t->type, words[i]))
            return true;
    for (uint32_t team = 0; t->rounds_paired > 0 && team < t->team_count; team++)
        if (plays_a_match(t, team, 1))
            return true;
    return false;
}

const struct lm_system *site_judged_by(const struct lm_tournament *t, enum site_judged *judged)
{
    const struct lm_system *declared = lm_system_of(t, NULL);
    bool early = declared != NULL && is_early(t, declared);
    const struct lm_system *edition =
        declared == NULL || early ? declared : edition_of(t, declared);
    bool teams = declared != NULL && !declared->teams && is_of_teams(t);
    bool numbered =
        !t->rank_order && (lm_numbered_by_points(t) || lm_rank_use(t) == LM_RANKS_EXCHANGED);
    *judged = declared == NULL  ? SITE_UNKNOWN
              : teams           ? SITE_OF_TEAMS
              : !is_declared(t) ? SITE_UNDECLARED
              : early           ? SITE_EARLY
              : edition == NULL ? SITE_NO_EDITION
              : numbered        ? SITE_NO_NUMBERS
                                : SITE_JUDGED;
    return edition == NULL ? declared : edition;
}

const char *site_unjudged_sentence(const struct site_event *e, const struct lm_language *language,
                                   struct lm_arena *arena)
{
    static const char *const keys[] = {[SITE_JUDGED] = NULL,
                                       [SITE_UNDECLARED] = LM_KEY("page.unjudged-undeclared"),
                                       [SITE_UNKNOWN] = LM_KEY("page.unjudged-unknown"),
                                       [SITE_OF_TEAMS] = LM_KEY("page.unjudged-teams"),
                                       [SITE_EARLY] = LM_KEY("page.unjudged-early"),
                                       [SITE_NO_EDITION] = LM_KEY("page.unjudged-edition"),
                                       [SITE_NO_NUMBERS] = LM_KEY("page.unjudged-numbers")};
    if (keys[e->judged] == NULL)
        return "";
    const char *title = site_system_title(language, e->system, arena);
    const struct lm_value nearest = lm_value_text("nearest", title);
    return site_say(language, arena, keys[e->judged], &nearest, 1);
}
