/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "limmat/keizer.h"
#include "limmat/knock_out.h"
#include "limmat/periods.h"
#include "limmat/ranking.h"

#include "base/texts.h"
#include "desk/rounds.h"
#include "desk/rows.h"

/* The event and its sections: announcements, and changes that are still allowed. */

/* ---- the event */

#define ABOUT_EVENT(required)                                                                      \
    TEXT_OF(name, "name", required, 200), TEXT_OF(city, "town", LM_OPTIONAL, 100),                 \
        TEXT_OF(federation, "federation", LM_OPTIONAL, 3),                                         \
        TEXT_OF(zone, "time zone, such as Europe/Zurich", LM_OPTIONAL, 60),                        \
        FIELD("start", "first day", LM_FIELD_DATE, LM_OPTIONAL, NULL, NULL, 0, 0, start),          \
        FIELD("end", "last day", LM_FIELD_DATE, LM_OPTIONAL, NULL, NULL, 0, 0, end),               \
        TEXT_OF(arbiter, "chief arbiter", LM_OPTIONAL, 200),                                       \
        FIELD("deputies", "deputies", LM_FIELD_TEXTS, LM_OPTIONAL, NULL, NULL, 0, 200, deputies)

static const struct lm_field open_fields[] = {ABOUT_EVENT(LM_REQUIRED)};
static const struct lm_field change_fields[] = {ABOUT_EVENT(LM_OPTIONAL)};

static void set_text(struct lm_desk *d, const char **place, const char *given)
{
    if (given != NULL && given[0] != '\0')
        SET(d, *place, given);
}

static void judge_dates(struct taking *t)
{
    const char *start = t->v->start[0] != '\0' ? t->v->start : t->d->event.start;
    const char *end = t->v->end[0] != '\0' ? t->v->end : t->d->event.end;
    if (start[0] != '\0' && end[0] != '\0' && strcmp(end, start) < 0)
        REFUSE(t, "dates", "", "choose a last day that is not before the first",
               "the event ends before it begins");
}

/* Only the form of a zone is checked here: the caller has the database of zones. */
static void check_zone(struct taking *t)
{
    static const char name[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+-/";
    if (t->v->zone[strspn(t->v->zone, name)] != '\0')
        REFUSE(t, "zone", "", "name it as the IANA database does: Europe/Zurich",
               "%s is not a time zone", t->v->zone);
}

/* Forget the offsets of the clocks: those of another zone are not valid in this one. */
static void forget_offsets(struct lm_desk *d)
{
    for (size_t i = 0; i < d->event.section_count; i++)
        for (size_t round = 0; round < d->event.sections[i]->start_capacity; round++)
            SET(d, d->event.sections[i]->offsets[round], LM_NO_OFFSET);
}

static void apply_change(struct taking *t)
{
    struct lm_desk_event *e = &t->d->event;
    const struct line_fields *v = t->v;
    if (v->zone[0] != '\0' && strcmp(v->zone, e->zone) != 0)
        forget_offsets(t->d);
    set_text(t->d, &e->name, v->name);
    set_text(t->d, &e->city, v->city);
    set_text(t->d, &e->federation, v->federation);
    set_text(t->d, &e->zone, v->zone);
    set_text(t->d, &e->start, v->start);
    set_text(t->d, &e->end, v->end);
    set_text(t->d, &e->arbiter, v->arbiter);
    if (v->deputies.given) {
        SET(t->d, e->deputies, v->deputies.items);
        SET(t->d, e->deputy_count, v->deputies.count);
    }
}

static void apply_open(struct taking *t)
{
    SET(t->d, t->d->event.opened, true);
    apply_change(t);
}

/* ---- a section */

static const char *const colours[] = {"white", "black", NULL};
static const char *const draws[] = {"lot", "federation", "club", NULL};
static const char *const accelerations[] = {"none", "baku", NULL};
static const char *const rates[] = {"standard", "rapid", "blitz", NULL};
static const char *const kinds[] = {"standard", "rapid", "blitz", "unrated", NULL};

static const char *const rating_methods[] = {
    "by-hand", "fide", "national", "fide-or-national", "national-or-fide", "higher", NULL};
static const char *const equals[] = {"name",     "entry",  "fide", "national",
                                     "youngest", "oldest", NULL};

static const char *const score_orders[] = {"mp-gp", "gp-mp", "mp", "gp", NULL};
static const char *const preference_types[] = {"a", "b", "none", NULL};

#define ABOUT_TEAMS                                                                                \
    FIELD("boards", "of teams: boards of a match", LM_FIELD_NUMBER, LM_OPTIONAL, NULL, NULL, 1,    \
          LM_DESK_GAMES, board_count),                                                             \
        POINTS_OF(match_win, "of teams: points for winning a match", LM_OPTIONAL, 0, 1000),        \
        POINTS_OF(match_draw, "of teams: points for drawing a match", LM_OPTIONAL, 0, 1000),       \
        POINTS_OF(match_loss, "of teams: points for losing a match", LM_OPTIONAL, 0, 1000),        \
        POINTS_OF(pab_games, "of teams: game points for the bye of the pairing", LM_OPTIONAL, 0,   \
                  1000),                                                                           \
        CHOICE_OF(scores, "team ranking: match or game points first", LM_OPTIONAL, score_orders),  \
        CHOICE_OF(preferences, "of teams: preferences of colours by type", LM_OPTIONAL,            \
                  preference_types),                                                               \
        ID_OF(board_colours, "of teams: colours of the team named first, as WBWB", LM_OPTIONAL,    \
              NULL),                                                                               \
        NUMBER_OF(line_up_minutes, "of teams: minutes before a round when line-ups are due",       \
                  LM_OPTIONAL, 0, 10000),                                                          \
        YES_NO_OF(third_place, "match for the third place", LM_OPTIONAL)

#define ABOUT_SECTION(required)                                                                    \
    TEXT_OF(title, "title", LM_OPTIONAL, 100),                                                     \
        ID_OF(system, "pairing system", LM_OPTIONAL, "system"),                                    \
        NUMBER_OF(rounds, "rounds", required, 1, LM_ROUNDS_MAX),                                   \
        NUMBER_OF(cycles, "of a round-robin: cycles", LM_OPTIONAL, 1, 9),                          \
        YES_NO_OF(exchanged, "last two rounds of its first of several cycles exchanged",           \
                  LM_OPTIONAL),                                                                    \
        CHOICE_OF(numbers_by,                                                                      \
                  "drawing of its numbers: by lot, or so that people of one federation or club "   \
                  "do not meet in the last three rounds (C.05 Annex 2)",                           \
                  LM_OPTIONAL, draws),                                                             \
        POINTS_OF(win, "points for a win", LM_OPTIONAL, 0, 1000),                                  \
        POINTS_OF(draw, "points for a draw", LM_OPTIONAL, 0, 1000),                                \
        POINTS_OF(loss, "points for a loss", LM_OPTIONAL, 0, 1000),                                \
        POINTS_OF(pab, "points for the bye of the pairing", LM_OPTIONAL, 0, 1000),                 \
        CHOICE_OF(colour, "first colour", LM_OPTIONAL, colours),                                   \
        CHOICE_OF(acceleration, "acceleration", LM_OPTIONAL, accelerations),                       \
        TEXT_OF(tie_breaks, "tie-breaks", LM_OPTIONAL, 200),                                       \
        TEXT_OF(rating_use, "ratings in tie-breaks: first, round, or of which round", LM_OPTIONAL, \
                5),                                                                                \
        TEXT_OF(unrated,                                                                           \
                "unrated players in tie-breaks on ratings (C.07 art. 10): the rating that they "   \
                "count as, drop (games against them are left out), or undeclared (these "          \
                "tie-breaks are shown and do not rank)",                                           \
                LM_OPTIONAL, 10),                                                                  \
        TEXT_OF(keizer, "settings of Keizer's system that differ from the defaults: top=60 own=0", \
                LM_OPTIONAL, 200),                                                                 \
        FIELD("rate", "time category", LM_FIELD_CHOICE, LM_OPTIONAL, NULL, kinds, 0, 0, kind),     \
        CHOICE_OF(rating_by, "rating for the tournament", LM_OPTIONAL, rating_methods),            \
        CHOICE_OF(equals, "first of equal rating and title", LM_OPTIONAL, equals),                 \
        TEXT_OF(lists, "rating lists, the first first: standard rapid blitz", LM_OPTIONAL, 40),    \
        TEXT_OF(time_control, "time control", LM_OPTIONAL, 100),                                   \
        TEXT_OF(games_link, "link to the games, or none", LM_OPTIONAL, 200),                       \
        NUMBER_OF(fee, "fee, in whole units", LM_OPTIONAL, 0, 1000000),                            \
        NUMBER_OF(default_time, "default time in minutes", LM_OPTIONAL, 0, 1440),                  \
        NUMBER_OF(half_byes, "half-point byes per player", LM_OPTIONAL, 0, LM_ROUNDS_MAX),         \
        NUMBER_OF(last_bye, "last round in which", LM_OPTIONAL, 0, LM_ROUNDS_MAX),                 \
        YES_NO_OF(phones, "players report results by phone, outside the playing area",             \
                  LM_OPTIONAL),                                                                    \
        ABOUT_TEAMS

/* "dutch" can mean a later edition to a later reader. */
#define EDITION ID_OF(edition, "edition of the system", LM_OUTCOME, NULL)

static const struct lm_field section_fields[] = {
    ID_OF(id, "short name", LM_REQUIRED, NULL), ABOUT_SECTION(LM_REQUIRED), EDITION,
    TEXT_OF(tie_break_edition,
            "rules of tie-breaks: tb-2009, c07-2023 or c07-2026; otherwise those of the first day",
            LM_OPTIONAL, 10)};
static const struct lm_field settings_fields[] = {ABOUT_SECTION(LM_OPTIONAL), EDITION};

static const struct lm_system *system_of(const struct taking *t, const char *name)
{
    return lm_system_named(name[0] == '\0' ? "dutch" : name, t->d->event.start);
}

/* Is the announced section one of teams? */
static bool is_of_teams(const struct taking *t)
{
    const char *name = t->v->edition[0] != '\0' ? t->v->edition : t->v->system;
    const struct lm_system *system =
        t->s != NULL && name[0] == '\0' ? t->s->system : system_of(t, name);
    return system != NULL && system->teams;
}

/* Refuse settings of team matches in sections without teams. */
static void check_words_of_teams(struct taking *t)
{
    const struct line_fields *v = t->v;
    bool given = v->board_count != LM_NOT_SET || v->match_win != LM_NO_POINTS ||
                 v->match_draw != LM_NO_POINTS || v->match_loss != LM_NO_POINTS ||
                 v->pab_games != LM_NO_POINTS || v->scores != 0 || v->preferences != 0 ||
                 v->board_colours[0] != '\0' || v->line_up_minutes != LM_NOT_SET ||
                 v->third_place != LM_UNSET;
    if (given && !is_of_teams(t))
        REFUSE(t, "no-teams", "C.04.6", "\"system=team\" announces a team event",
               "boards and match points are those of teams, and persons are paired here");
    if (strspn(v->board_colours, "WBwb") != strlen(v->board_colours) ||
        strlen(v->board_colours) > LM_DESK_GAMES)
        REFUSE(t, "board-colours", "record 352", "a letter for each board, as WBWB",
               "\"%s\" is not a sequence of colours", v->board_colours);
    if (t->s != NULL && t->s->player_count > 0 && is_of_teams(t) != t->s->teams)
        REFUSE(t, "teams", "C.04.6", "open another section",
               t->s->teams ? "teams are entered already" : "persons are entered already");
}

static void decide_edition(struct taking *t, struct lm_json_writer *w)
{
    if (t->s == NULL || t->v->system[0] != '\0')
        lm_json_put_string(w, "edition", system_of(t, t->v->system)->name);
    if (t->s == NULL && t->v->tie_break_edition[0] == '\0' &&
        lm_desk_tie_break_edition(NULL, t->d->event.start) == LM_TB_2009)
        lm_json_put_string(w, "tie_break_edition", lm_tie_break_edition_name(LM_TB_2009));
}

static void check_system(struct taking *t)
{
    if (system_of(t, t->v->system) != NULL)
        return;
    if (lm_means_knock_out(t->v->system))
        REFUSE(t, "system", "",
               "`limmat championship new club-knock-out` opens one; so does the link to a new "
               "championship on the first page of a server",
               "a knock-out follows its bracket, with its play-offs: it is a championship, and no "
               "system of a section");
    else
        REFUSE(t, "system", "", "choose one of the list of systems",
               "pairing system \"%s\" not found", t->v->system);
}

static void check_edition(struct taking *t)
{
    if (t->v->edition[0] != '\0' && system_of(t, t->v->edition) == NULL)
        REFUSE(t, "system", "", "use a newer version", "pairing system \"%s\" not found",
               t->v->edition);
    enum lm_tie_break_edition edition;
    const char *given = t->v->tie_break_edition == NULL ? "" : t->v->tie_break_edition;
    if (given[0] != '\0' && !lm_tie_break_edition_named(given, &edition))
        REFUSE(t, "tie-break", "", "tb-2009, c07-2023 or c07-2026",
               "edition \"%s\" of the tie-breaks not found", given);
}

/* VCL 123-126: a sequence of lists, each once. */
static void check_lists(struct taking *t)
{
    const char *lists = t->v->lists == NULL ? "" : t->v->lists;
    unsigned seen = 0;
    for (const char *at = lists + strspn(lists, " "); *at != '\0';) {
        size_t length = strcspn(at, " "), kind = 0;
        while (rates[kind] != NULL &&
               (strlen(rates[kind]) != length || strncmp(rates[kind], at, length) != 0))
            kind++;
        if (rates[kind] == NULL || (seen & 1u << kind) != 0)
            REFUSE(t, "lists", "VCL 123", "name each of standard, rapid and blitz once at most",
                   "\"%.*s\" is not a rating list, or is listed twice", (int)length, at);
        if (rates[kind] == NULL)
            return;
        seen |= 1u << kind;
        at += length;
        at += strspn(at, " ");
    }
}

/* VCL 214-216. */
static void check_rating_use(struct taking *t)
{
    uint32_t use;
    const char *given = t->v->rating_use == NULL ? "" : t->v->rating_use;
    if (given[0] != '\0' && !lm_rating_use_named(given, &use))
        REFUSE(t, "rating-use", "VCL 214-216",
               "\"first\", \"round\", or the number of the round whose ratings count",
               "\"%s\" does not say which ratings tie-breaks go by", given);
}

/* C.07 art. 10. */
static void check_unrated(struct taking *t)
{
    enum lm_unrated unrated;
    int32_t rating;
    const char *given = t->v->unrated == NULL ? "" : t->v->unrated;
    if (given[0] != '\0' && !lm_unrated_named(given, &unrated, &rating))
        REFUSE(t, "unrated", "C.07 art. 10",
               "the rating from 1 to 4000 that they count as, \"drop\", or \"undeclared\"",
               "\"%s\" does not say how tie-breaks on ratings handle unrated players", given);
}

static void check_keizer(struct taking *t)
{
    struct lm_keizer_settings settings;
    const char *given = t->v->keizer == NULL ? "" : t->v->keizer;
    if (lm_keizer_read(given, NULL, &settings) != LM_OK)
        REFUSE(t, "keizer", "Keizer 5",
               "name=number, separated by spaces: top step bottom own win draw loss forfeit bye "
               "club excused absent excuses apart",
               "\"%s\" does not say the settings of Keizer's system", given);
}

static void check_games_link(struct taking *t)
{
    const char *given = t->v->games_link == NULL ? "" : t->v->games_link;
    if (given[0] != '\0' && strcmp(given, "none") != 0 && !lm_is_games_link(given))
        REFUSE(t, "games-link", "", "a link begins with https://; \"none\" removes it",
               "\"%s\" is not a link to the games", given);
}

static void check_section(struct taking *t)
{
    check_games_link(t);
    check_lists(t);
    check_keizer(t);
    check_rating_use(t);
    check_unrated(t);
    check_edition(t);
    check_words_of_teams(t);
    for (size_t i = 0; i < t->d->event.section_count; i++)
        if (strcmp(t->d->event.sections[i]->id, t->v->id) == 0)
            REFUSE(t, "section-twice", "",
                   "give it another short name; people are entered into it with `paste`",
                   "there is a section %s", t->v->id);
    check_system(t);
}

static void check_settings(struct taking *t)
{
    check_games_link(t);
    check_lists(t);
    check_keizer(t);
    check_rating_use(t);
    check_unrated(t);
    check_edition(t);
    check_words_of_teams(t);
    if (t->v->system[0] != '\0')
        check_system(t);
    if (t->v->rounds != LM_NOT_SET && t->v->rounds < (int64_t)lm_desk_paired(t->s))
        REFUSE(t, "rounds", "", "unpair first", "%u rounds are paired already",
               lm_desk_paired(t->s));
}

static int32_t or_else(int32_t given, int32_t now)
{
    return given == LM_NO_POINTS ? now : given;
}

/* C.04.1 art. 4, C.04.5 art. 1.4: a win; of a match all games won but one, and that drawn. */
int32_t lm_desk_usual_pab(const struct lm_system *system, int32_t win, int32_t draw)
{
    if (system->teams) /* C.04.6 art. 3.4, of matches */
        return draw;
    return system->games_per_match < 2 ? win : (system->games_per_match - 1) * win + draw;
}

/* VCL 74, 81, 83: values that no tournament can announce. */
static void judge_points(struct taking *t, const struct lm_system *system, int32_t win,
                         int32_t draw, int32_t loss, int32_t pab)
{
    bool usual = win == 10 && draw == 5 && loss == 0;
    bool teams = system != NULL && system->teams;
    int32_t most = system == NULL || teams ? win : system->games_per_match * win;
    if (win < draw || draw < loss)
        REFUSE(t, "points", "C.04.1", "let a win be worth at least a draw, a draw at least a loss",
               "these points do not fall from win to loss");
    else if (2 * draw > win + loss)
        REFUSE(t, "points", "C.04.1", "lower the draw",
               "two draws are worth more than a win and a loss");
    if (teams)
        return;
    if (pab > most)
        REFUSE(t, "pab", "C.04.1 art. 4", "at most a win",
               "the bye of the pairing is worth more than a win");
    else if (usual && (pab < 0 || pab % 5 != 0))
        REFUSE(t, "pab", "C.04.1 art. 4", most > win ? "2, 1.5, 1, 0.5 or 0" : "1, 0.5 or 0",
               "the bye of the pairing is worth what no result is");
}

/* VCL 210, 211: in a long event players have several ratings. */
static void judge_length(struct taking *t)
{
    struct lm_date first, last;
    const struct lm_desk_event *e = &t->d->event;
    const char *list = t->v->tie_breaks[0] != '\0' ? t->v->tie_breaks
                       : t->s != NULL              ? t->s->tie_breaks
                                                   : "";
    static const char *const of_ratings[] = {"ARO", "TPR", "PTP", "APRO", "APPO", "RTNG"};
    if (!lm_parse_date(e->start, strlen(e->start), &first) ||
        !lm_parse_date(e->end, strlen(e->end), &last) || lm_day_of(last) - lm_day_of(first) <= 30)
        return;
    lm_desk_need(t, LM_LEVEL_ACKNOWLEDGE, "long-event", NULL, "VCL 210",
                 "look whether the days are right",
                 "the event takes longer than 30 days: ratings change while it lasts");
    for (size_t i = 0; i < sizeof of_ratings / sizeof *of_ratings; i++)
        if (strstr(list, of_ratings[i]) != NULL) {
            lm_desk_need(t, LM_LEVEL_ACKNOWLEDGE, "rating-tie-break", of_ratings[i], "VCL 211",
                         "choose one that does not depend on ratings",
                         "%s is advised against where ratings change", of_ratings[i]);
            return;
        }
}

/* Judge a list of tie-breaks that the standings of the section could not follow (VCL 104, 105,
 * 199). */
static void judge_tie_breaks(struct taking *t, const struct lm_system *system)
{
    struct lm_log log = {.arena = t->d->arena};
    const struct lm_tie_break *list = NULL;
    const char *wish = t->v->tie_breaks[0] != '\0' ? t->v->tie_breaks
                       : t->s != NULL              ? t->s->tie_breaks
                                                   : "";
    size_t count = 0;
    if (system == NULL || (t->v->tie_breaks[0] == '\0' && t->v->system[0] == '\0'))
        return;
    if (lm_tie_breaks_parse(wish, t->d->arena, &log, &list, &count) == LM_LIMIT)
        t->d->out_of_memory = true;
    for (size_t i = 0; i < log.errors; i++)
        lm_desk_need_message(
            t, LM_LEVEL_REFUSED, "tie-break", lm_printed(t->d->arena, "%zu", i + 1), "C.07, MTB26",
            log.all[i].remedy == NULL ? LM_MESSAGE("choose it from the list") : log.all[i].remedy,
            log.all[i].message);
    for (size_t i = 0; i < count; i++) {
        const struct lm_tie_break_kind *kind = list[i].kind;
        enum lm_tie_break_edition edition = lm_desk_tie_break_edition(t->s, t->d->event.start);
        if (t->s == NULL)
            (void)lm_tie_break_edition_named(t->v->tie_break_edition, &edition);
        if (!lm_tie_break_is_of(&list[i], edition))
            lm_desk_need(t, LM_LEVEL_REFUSED, "tie-break", list[i].code, "C.07",
                         "choose one that existed when the event began", "%s does not have %s",
                         lm_tie_break_edition_name(edition), list[i].code);
        if ((kind->needs & LM_NEEDS_SWISS) && system->board != NULL)
            lm_desk_need(t, LM_LEVEL_REFUSED, "tie-break", list[i].code, "C.07 art. 8, VCL 105",
                         "DE, SB, WIN, KS, BPG, BWG, REP, STD, RTNG or TPN",
                         "%s (%s) must not be used in round-robins", list[i].code, kind->name);
        if (system->knocks_out && !lm_decides_match(list[i].code))
            lm_desk_need(t, LM_LEVEL_REFUSED, "tie-break", list[i].code, "Knock-out 4.3",
                         "BC, TBR or BBE, in the order of your regulations",
                         "%s (%s) does not decide a drawn match", list[i].code, kind->name);
        if (lm_tie_breaks_need_teams(&list[i], 1) && !system->teams)
            lm_desk_need(t, LM_LEVEL_REFUSED, "tie-break", list[i].code, "C.07",
                         "choose one for players", "%s (%s) is a tie-break of teams", list[i].code,
                         kind->name);
    }
}

/* C.04.7 speaks of the points of a win; it is silent on the value of a match of two games. */
static void judge_acceleration(struct taking *t, const struct lm_system *system)
{
    const char *wanted = t->v->acceleration != 0 ? accelerations[t->v->acceleration - 1]
                         : t->s != NULL          ? t->s->acceleration
                                                 : accelerations[0];
    if (strcmp(wanted, accelerations[0]) == 0)
        return;
    bool by_games =
        t->v->scores != 0 ? t->v->scores % 2 == 0 : t->s != NULL && t->s->scores[0] == 'g';
    if (system->teams && by_games)
        REFUSE(t, "acceleration", "C.04.7", "play it without acceleration",
               "C.04.7 counts match points, and game points come first here");
    else if (system->games_per_match > 1)
        REFUSE(t, "acceleration", "C.04.7", "play it without acceleration",
               "C.04.7 does not say what the virtual points of a match are");
    else if (system->board != NULL)
        REFUSE(t, "acceleration", "C.04.7", "play it without acceleration",
               system->knocks_out
                   ? "a knock-out follows its bracket: there is nothing to accelerate"
                   : "all play all: there is nothing to accelerate");
}

/* Match points fall from win to loss, and the bye is worth at most a win. */
static void judge_match_points(struct taking *t)
{
    static const int32_t usual[] = {20, 10, 0};
    const int32_t *now = t->s != NULL ? t->s->match_points : usual;
    int32_t win = or_else(t->v->match_win, now[0]), draw = or_else(t->v->match_draw, now[1]);
    int32_t loss = or_else(t->v->match_loss, now[2]);
    if (!is_of_teams(t))
        return;
    if (win < draw || draw < loss)
        REFUSE(t, "match-points", "C.04.6", "let a win be worth at least a draw, that a loss",
               "match points do not fall from win to loss");
    else if (t->v->pab != LM_NO_POINTS && t->v->pab > win)
        REFUSE(t, "pab", "C.04.6 art. 3.4", "at most a win",
               "the bye of the pairing is worth more than a win");
}

static void judge_section(struct taking *t)
{
    int32_t win = or_else(t->v->win, 10), draw = or_else(t->v->draw, 5);
    const struct lm_system *system = system_of(t, t->v->system);
    judge_match_points(t);
    judge_length(t);
    judge_tie_breaks(t, system);
    judge_points(t, system, win, draw, or_else(t->v->loss, 0),
                 or_else(t->v->pab, lm_desk_usual_pab(system, win, draw)));
    judge_acceleration(t, system);
}

/* Do the fields change the table of a round-robin? */
static bool changes_table(const struct line_fields *v)
{
    return v->rounds != LM_NOT_SET || v->cycles != LM_NOT_SET || v->exchanged != LM_UNSET;
}

/* Settings of team matches that cannot change after the first published round. */
static void judge_locked_teams(struct taking *t)
{
    const struct line_fields *v = t->v;
    if (v->board_count != LM_NOT_SET || v->scores != 0 || v->preferences != 0 ||
        v->board_colours[0] != '\0' || v->third_place != LM_UNSET)
        REFUSE(t, "teams-locked", "C.04.6", "open a new section",
               "boards, scores and preferences are announced before round 1");
}

/* Do the fields change the points of a game or a match? */
static bool changes_points(const struct line_fields *v)
{
    return v->win != LM_NO_POINTS || v->draw != LM_NO_POINTS || v->loss != LM_NO_POINTS ||
           v->match_win != LM_NO_POINTS || v->match_draw != LM_NO_POINTS ||
           v->match_loss != LM_NO_POINTS || v->pab_games != LM_NO_POINTS;
}

/* Settings that cannot change once a round is published. */
static void judge_locked(struct taking *t)
{
    const struct line_fields *v = t->v;
    if (v->system[0] != '\0')
        REFUSE(t, "system-locked", "C.04.2", "open a new section for the rest of the event",
               "the pairing system cannot change once a round is published");
    if (v->acceleration != 0)
        REFUSE(t, "acceleration-locked", "C.04.7", "open a new section",
               "the acceleration cannot change once a round is published");
    if (v->colour != 0)
        REFUSE(t, "colour-locked", "C.04.2", "unpublish round 1 first",
               "the first colour is drawn before round 1");
    if (v->rating_by != 0)
        REFUSE(t, "rating-by-locked", "C.04.2 art. 2, VCL 145",
               "\"edit\" and \"ratings\" correct single ratings",
               "how ratings are found cannot change once a round is published");
    if (v->equals != 0)
        REFUSE(t, "equals-locked", "C.04.2 art. 2, VCL 146",
               "\"number\" lets players of equal rating change places",
               "the order of equals is announced before round 1");
    if (changes_table(v) && lm_desk_is_fixed(t->s))
        REFUSE(t, "table-locked", "C.05 Annex 1", "\"unpublish\" the rounds first",
               "the rounds of a round-robin follow from its players, and are published");
    judge_locked_teams(t);
}

/* Settings that can change against the announcement: points and rounds. */
static void judge_announced(struct taking *t)
{
    const struct line_fields *v = t->v;
    if (changes_points(v))
        lm_desk_depart(t, "points-changed", "C.05", "leave the points as they were announced",
                       "the points change after the start, also of the rounds played");
    if (v->pab != LM_NO_POINTS)
        lm_desk_depart(t, "pab-changed", "C.04.1 art. 4", "leave it as it was announced",
                       "the bye of the pairing changes its worth after the start");
    if (v->rounds != LM_NOT_SET && v->rounds != t->s->rounds) {
        lm_desk_depart(t, "rounds-changed", "C.04.1 art. 1", "play as many as were announced",
                       "the number of rounds is declared before the start");
        lm_desk_remark(t, "Configuration @ Round %u: rounds %u => %lld", lm_desk_published(t->s),
                       t->s->rounds, (long long)v->rounds);
    }
    if (v->keizer[0] != '\0' && strcmp(v->keizer, t->s->keizer) != 0) {
        lm_desk_depart(t, "points-changed", "Keizer 5", "leave the settings as they were announced",
                       "what games bring changes after the start, also of the rounds played");
        lm_desk_remark(t, "Configuration @ Round %u: settings of Keizer were: %s",
                       lm_desk_published(t->s), t->s->keizer);
    }
}

/* The order of equal players, which is announced before the start. */
static void judge_announced_ranking(struct taking *t)
{
    const struct line_fields *v = t->v;
    if (v->rating_use[0] != '\0' && strcmp(v->rating_use, t->s->rating_use) != 0) {
        lm_desk_depart(t, "tie-breaks-changed", "C.07", "keep what was announced",
                       "which ratings tie-breaks go by is announced before the start");
        lm_desk_remark(t, "Configuration @ Round %u: ratings in tie-breaks were: %s",
                       lm_desk_published(t->s), t->s->rating_use);
    }
    if (v->unrated[0] != '\0' && strcmp(v->unrated, t->s->unrated) != 0) {
        lm_desk_depart(t, "tie-breaks-changed", "C.07 art. 10", "keep what was announced",
                       "how unrated players count in tie-breaks is announced before the start");
        lm_desk_remark(t, "Configuration @ Round %u: unrated players in tie-breaks were: %s",
                       lm_desk_published(t->s), t->s->unrated);
    }
    if (v->tie_breaks[0] != '\0' && strcmp(v->tie_breaks, t->s->tie_breaks) != 0) {
        lm_desk_depart(t, "tie-breaks-changed", "C.07", "keep the announced list",
                       "the tie-breaks are announced before the start");
        lm_desk_remark(t, "Configuration @ Round %u: tie-breaks were %s", lm_desk_published(t->s),
                       t->s->tie_breaks);
    }
}

static int32_t usual_pab(const struct lm_desk_section *s)
{
    return s->teams ? s->match_points[1] : lm_desk_usual_pab(s->system, s->win, s->draw);
}

static bool has_usual_pab(const struct lm_desk_section *s)
{
    return s->pab == usual_pab(s);
}

static void judge_settings(struct taking *t)
{
    const struct lm_desk_section *s = t->s;
    if (t->v->tie_breaks[0] != '\0')
        judge_length(t);
    const struct lm_system *system =
        t->v->system[0] == '\0' ? s->system : system_of(t, t->v->system);
    int32_t win = or_else(t->v->win, s->win), draw = or_else(t->v->draw, s->draw);
    int32_t pab = has_usual_pab(s) ? lm_desk_usual_pab(system, win, draw) : s->pab;
    judge_tie_breaks(t, system);
    judge_points(t, system, win, draw, or_else(t->v->loss, s->loss), or_else(t->v->pab, pab));
    judge_match_points(t);
    judge_acceleration(t, system);
    if (lm_desk_started(s)) {
        judge_locked(t);
        judge_announced(t);
        judge_announced_ranking(t);
    } else if (lm_desk_is_fixed(s) && lm_desk_paired(s) > 0 && changes_table(t->v))
        REFUSE(t, "table-locked", "C.05 Annex 1", "\"unpair\" the rounds first",
               "the rounds of a round-robin follow from its settings, and are made");
    if (s->finished)
        REFUSE(t, "finished", "", "undo the end first", "the section is finished");
}

const char *lm_desk_differing(struct taking *t, const struct lm_desk_section *s)
{
    struct lm_text rounds = lm_text_in(t->d->arena);
    uint32_t published = lm_desk_published(s);
    for (uint32_t round = 1; round <= published; round++) {
        const char *departure = "";
        enum lm_status status = lm_desk_departure(t->d, s, round, t->d->arena, NULL, &departure);
        if (status == LM_LIMIT)
            t->d->out_of_memory = true;
        if (status == LM_OK && departure[0] != '\0')
            lm_text_print(&rounds, "%s%u (%s)", rounds.length == 0 ? "" : ", ", round, departure);
    }
    return lm_text_string(&rounds);
}

static void tell_same(struct taking *t)
{
    lm_desk_need(t, LM_LEVEL_INFORM, "past-rounds", NULL, "VCL 75-78",
                 "nothing: rounds that were played stay", "every round would be paired the same");
}

void lm_desk_tell_shorter(struct taking *t, const struct lm_desk_section *s, uint32_t rounds)
{
    struct lm_desk_section other = *s;
    other.rounds = rounds;
    const char *differing = lm_desk_differing(t, &other);
    if (lm_desk_published(s) == 0 || t->act == NULL)
        return;
    if (differing[0] == '\0')
        tell_same(t);
    else
        lm_desk_need(t, LM_LEVEL_INFORM, "past-rounds", NULL, "C.04.1 art. 1, VCL 75-78",
                     "nothing: rounds that were published stay as they are",
                     "had %u rounds been announced, other pairs would have come in round %s",
                     rounds, differing);
}

/* Situation 56: the effect of new points, or a new number of rounds, on rounds that were paired
 * before. */
static void judge_past(struct taking *t)
{
    const struct line_fields *v = t->v;
    bool points = v->win != LM_NO_POINTS || v->draw != LM_NO_POINTS || v->loss != LM_NO_POINTS ||
                  v->pab != LM_NO_POINTS;
    const char *differing = points ? lm_desk_differing(t, t->s) : "";
    if (points && differing[0] != '\0')
        lm_desk_need(t, LM_LEVEL_INFORM, "past-rounds", NULL, "VCL 75-78",
                     "nothing: rounds that were played stay",
                     "with these points other pairs would come in round %s", differing);
    else if (points && lm_desk_published(t->s) > 0)
        tell_same(t);
    if (v->rounds != LM_NOT_SET && !points)
        lm_desk_tell_shorter(t, t->s, t->s->rounds);
}

static void set_points(struct lm_desk *d, int32_t *place, int32_t given)
{
    if (given != LM_NO_POINTS)
        SET(d, *place, given);
}

/* Recompute the ratings of players with a list rating by the method; ratings by hand stay. */
static void rate_again(struct taking *t)
{
    struct lm_desk_section *s = t->s;
    for (size_t i = 0; i < s->player_count; i++) {
        struct lm_desk_player *p = s->players[i];
        int32_t rating = lm_desk_rating_of(s, p->fide, p->national, p->rating);
        if (rating != p->rating && strcmp(p->source, "by hand") != 0)
            SET(t->d, p->rating, rating);
    }
}

static void apply_teams(struct taking *t)
{
    struct lm_desk *d = t->d;
    struct lm_desk_section *s = t->s;
    const struct line_fields *v = t->v;
    if (s->teams != s->system->teams)
        SET(d, s->teams, s->system->teams);
    if (v->board_count != LM_NOT_SET)
        SET(d, s->boards, (uint32_t)v->board_count);
    set_points(d, &s->match_points[0], v->match_win);
    set_points(d, &s->match_points[1], v->match_draw);
    set_points(d, &s->match_points[2], v->match_loss);
    set_points(d, &s->pab_games, v->pab_games);
    if (v->scores != 0)
        SET(d, s->scores, score_orders[v->scores - 1]);
    if (v->preferences != 0)
        SET(d, s->preferences, preference_types[v->preferences - 1]);
    set_text(d, &s->board_colours, v->board_colours);
    if (v->line_up_minutes != LM_NOT_SET)
        SET(d, s->line_up_minutes, (uint32_t)v->line_up_minutes);
    if (v->third_place != LM_UNSET)
        SET(d, s->third_place, v->third_place == LM_YES);
}

static void apply_settings(struct taking *t)
{
    struct lm_desk *d = t->d;
    struct lm_desk_section *s = t->s;
    const struct line_fields *v = t->v;
    bool usual = v->pab == LM_NO_POINTS && has_usual_pab(s);
    set_text(d, &s->title, v->title);
    if (v->edition[0] != '\0')
        SET(d, s->system, system_of(t, v->edition));
    apply_teams(t);
    if (v->rounds != LM_NOT_SET)
        SET(d, s->rounds, (uint32_t)v->rounds);
    if (v->cycles != LM_NOT_SET)
        SET(d, s->cycles, (uint32_t)v->cycles);
    if (v->exchanged != LM_UNSET)
        SET(d, s->exchanged, v->exchanged == LM_YES);
    if (v->numbers_by != 0)
        SET(d, s->numbers_by, draws[v->numbers_by - 1]);
    set_points(d, &s->win, v->win);
    set_points(d, &s->draw, v->draw);
    if (usual && s->pab != usual_pab(s))
        SET(d, s->pab, usual_pab(s));
    set_points(d, &s->loss, v->loss);
    set_points(d, &s->pab, v->pab);
    if (v->colour != 0)
        SET(d, s->colour, v->colour);
    if (v->acceleration != 0)
        SET(d, s->acceleration, accelerations[v->acceleration - 1]);
    if (v->kind != 0)
        SET(d, s->rate, kinds[v->kind - 1]);
    if (v->equals != 0)
        SET(d, s->equals, equals[v->equals - 1]);
    if (v->rating_by != 0) {
        SET(d, s->rating_by, rating_methods[v->rating_by - 1]);
        rate_again(t);
    }
    set_text(d, &s->tie_breaks, v->tie_breaks);
    set_text(d, &s->rating_use, v->rating_use);
    set_text(d, &s->unrated, v->unrated);
    set_text(d, &s->keizer, v->keizer);
    set_text(d, &s->lists, v->lists);
    set_text(d, &s->time_control, v->time_control);
    set_text(d, &s->games_link, v->games_link);
    if (strcmp(s->games_link, "none") == 0)
        SET(d, s->games_link, "");
    if (v->fee != LM_NOT_SET)
        SET(d, s->fee, (int32_t)v->fee);
    if (v->default_time != LM_NOT_SET)
        SET(d, s->default_time, (uint32_t)v->default_time);
    if (v->half_byes != LM_NOT_SET)
        SET(d, s->half_byes, (uint32_t)v->half_byes);
    if (v->last_bye != LM_NOT_SET)
        SET(d, s->last_bye, (uint32_t)v->last_bye);
    if (v->phones != LM_UNSET)
        SET(d, s->phones, v->phones == LM_YES);
}

/* Does the section begin in FIDE mode, because its system is in force (VCL 40)? */
static bool is_fide_system(const struct lm_system *system)
{
    return (system->board != NULL && !system->knocks_out) ||
           (system->until[0] == '\0' && system->from[0] != '\0' &&
            strstr(system->source, "C.04") != NULL);
}

static void apply_section(struct taking *t)
{
    struct lm_desk *d = t->d;
    struct lm_desk_section *s = lm_arena_alloc(d->arena, 1, sizeof *s);
    const struct lm_system *system =
        system_of(t, t->v->edition[0] != '\0' ? t->v->edition : t->v->system);
    if (s == NULL) {
        d->out_of_memory = true;
        return;
    }
    *s = (struct lm_desk_section){.id = t->v->id,
                                  .title = t->v->id,
                                  .system = system,
                                  .win = 10,
                                  .draw = 5,
                                  .teams = system->teams,
                                  .boards = 4,
                                  .match_points = {20, 10, 0},
                                  .pab_games = LM_NO_POINTS,
                                  .scores = score_orders[0],
                                  .preferences = preference_types[0],
                                  .board_colours = "",
                                  .pab = system->teams ? 10 : lm_desk_usual_pab(system, 10, 5),
                                  .colour = LM_NO_COLOUR,
                                  .tie_breaks = "",
                                  .rating_use = "first",
                                  .tie_break_edition = t->v->tie_break_edition,
                                  .unrated = "undeclared",
                                  .keizer = "",
                                  .acceleration = accelerations[0],
                                  .numbers_by = draws[0],
                                  .rate = rates[0],
                                  .lists = "",
                                  .time_control = "",
                                  .games_link = "",
                                  .rating_by = "",
                                  .equals = equals[0],
                                  .half_byes = system->rules.scores == NULL ? 1 : LM_ROUNDS_MAX,
                                  .default_time = 0,
                                  .fide_why = ""};
    s->fide_mode = is_fide_system(s->system);
    if (!APPEND(d, d->event.sections, d->event.section_count, d->event.section_capacity, s))
        return;
    t->s = s;
    apply_settings(t);
}

/* ---- the end */

static void judge_finish(struct taking *t)
{
    const struct lm_desk_section *s = t->s;
    if (s->finished)
        REFUSE(t, "finished", "", "there is nothing to do", "the section is finished already");
    for (size_t r = 0; r < s->round_count; r++)
        for (size_t b = 0; b < s->rounds_played[r]->board_count; b++) {
            const struct lm_desk_board *board = s->rounds_played[r]->boards[b];
            if (lm_desk_result_at(board->result)->open &&
                lm_desk_is_published(s->rounds_played[r])) /* a cancelled round does not count */
                lm_desk_need(t, LM_LEVEL_REFUSED, "open-game", board->id, "C.04.2 art. 3.1",
                             "enter its result, or 0F-0F when it will not be played",
                             "the game of board %u of round %u is still open", board->number,
                             board->round);
        }
    if (lm_desk_proposed(s) != NULL)
        REFUSE(t, "proposal", "", "publish or unpair it", "a round is being paired");
    const struct lm_desk_round *last = lm_desk_current(s);
    if (last != NULL && last->state < LM_ROUND_CLOSED)
        REFUSE(t, "round-open", "", "close it", "round %u is not closed", last->number);
    if (lm_desk_published(s) < s->rounds)
        lm_desk_depart(t, "fewer-rounds", "C.04.1 art. 1", "play the rounds that were announced",
                       "%u of %u rounds were played", lm_desk_published(s), s->rounds);
}

/* Judge the early end of a section: would its last round have been paired as a last round? */
static void judge_early_end(struct taking *t)
{
    uint32_t published = lm_desk_published(t->s);
    if (published < t->s->rounds)
        lm_desk_tell_shorter(t, t->s, published);
}

static void apply_finish(struct taking *t)
{
    SET(t->d, t->s->finished, true);
}

/* ---- an event that is called off */

static const struct lm_field call_off_fields[] = {
    FIELD("text", "text for all players", LM_FIELD_TEXT, LM_REQUIRED, NULL, NULL, 0, 1000, text)};

static bool is_going_on(const struct lm_desk_section *s)
{
    const struct lm_desk_round *last = lm_desk_current(s);
    return lm_desk_proposed(s) != NULL || (last != NULL && last->state < LM_ROUND_CLOSED);
}

static void check_call_off(struct taking *t)
{
    if (t->d->event.called_off[0] != '\0')
        REFUSE(t, "called-off", "", "there is nothing to do", "the event is called off already");
    for (size_t i = 0; i < t->d->event.section_count; i++) {
        const struct lm_desk_section *s = t->d->event.sections[i];
        if (!s->finished && is_going_on(s))
            lm_desk_need(t, LM_LEVEL_REFUSED, "round-open", s->id, "C.04.1 art. 1",
                         "\"close\" the round, or \"cancel\" it when it is not played",
                         "a round of section %s is open", lm_desk_section_title(s));
    }
}

static void judge_call_off(struct taking *t)
{
    for (size_t i = 0; i < t->d->event.section_count; i++) {
        const struct lm_desk_section *s = t->d->event.sections[i];
        if (!s->finished)
            lm_desk_need(
                t, LM_LEVEL_TWO_STEPS, "call-off", s->id, "C.04.1 art. 1",
                "\"cancel\" is for one round, \"delay\" for a late one",
                "section %s ends after %u of %u rounds; what was played stays and is rated",
                lm_desk_section_title(s), lm_desk_published(s), s->rounds);
    }
}

static void judge_early_ends(struct taking *t)
{
    for (size_t i = 0; i < t->d->event.section_count; i++) {
        const struct lm_desk_section *s = t->d->event.sections[i];
        if (lm_desk_published(s) < s->rounds)
            lm_desk_tell_shorter(t, s, lm_desk_published(s));
    }
}

static void apply_call_off(struct taking *t)
{
    struct lm_desk_event *e = &t->d->event;
    SET(t->d, e->called_off, t->v->text);
    for (size_t i = 0; i < e->section_count; i++) {
        struct lm_desk_section *s = e->sections[i];
        if (s->finished)
            continue;
        struct lm_desk_remark remark = {
            lm_printed(t->d->arena, "Configuration @ Round %u: called off, rounds %u => %u",
                       lm_desk_published(s), s->rounds, lm_desk_published(s)),
            lm_desk_published(s), t->line->number};
        (void)lm_desk_append(t->d, &s->remarks, &s->remark_count, &s->remark_capacity,
                             sizeof remark, &remark, CELL_FOR_GOOD);
        SET(t->d, s->finished, true);
    }
}

/* ---- a report that was sent */

static void judge_sent(struct taking *t)
{
    if (!t->s->finished)
        lm_desk_need(t, LM_LEVEL_ACKNOWLEDGE, "not-finished", NULL, "VCL 161",
                     "\"finish\" the section first", "the section is not finished");
}

static void apply_sent(struct taking *t)
{
    SET(t->d, t->s->sent, t->line->number);
}

/* An announced departure from the rules. */
static const struct lm_field leave_fields[] = {WHY};

static void judge_leave(struct taking *t)
{
    if (!t->s->fide_mode)
        REFUSE(t, "left", "VCL 42", "there is nothing to do", "FIDE mode was left already");
    else
        lm_desk_depart(t, "by-decision", "VCL 43", "stay in FIDE mode",
                       "nothing that departs from FIDE's rules was done yet");
}

static void apply_nothing(struct taking *t)
{
    (void)t;
}

/* ---- a tournament of another program */

static const struct lm_field import_fields[] = {
    ID_OF(format, "format", LM_OPTIONAL, NULL),
    ID_OF(value, "fingerprint of the file", LM_OPTIONAL, NULL),
    FIELD("adjustments", "assumptions", LM_FIELD_TEXTS, LM_OPTIONAL, NULL, NULL, 0, 1000,
          adjustments),
    FIELD("kept", "lines already in the report", LM_FIELD_TEXTS, LM_OPTIONAL, NULL, NULL, 0, 4000,
          kept),
};

/* VCL 48, 50: assumptions are shown before anything exists. */
static void judge_import(struct taking *t)
{
    for (size_t i = 0; i < t->v->adjustments.count; i++)
        lm_desk_need(t, LM_LEVEL_ACKNOWLEDGE, "assumed", lm_printed(t->d->arena, "%zu", i + 1),
                     "VCL 47-53", "put it into the file, or change it afterwards", "%s",
                     t->v->adjustments.items[i]);
}

static void apply_import(struct taking *t)
{
    struct lm_desk_section *s = t->s;
    for (size_t i = 0; i < t->v->kept.count; i++) {
        struct lm_desk_remark remark = {t->v->kept.items[i], lm_desk_published(s), t->line->number};
        (void)lm_desk_append(t->d, &s->remarks, &s->remark_count, &s->remark_capacity,
                             sizeof remark, &remark, CELL_FOR_GOOD);
    }
}

/* ---- the machine that writes */

static const struct lm_field home_fields[] = {
    ID_OF(id, "machine", LM_REQUIRED, NULL), TEXT_OF(name, "name of the machine", LM_OPTIONAL, 100),
    FIELD("seized", "without the previous machine's consent", LM_FIELD_YES_NO, LM_OPTIONAL, NULL,
          NULL, 0, 0, moved),
    FIELD("epoch", "number of changes so far", LM_FIELD_NUMBER, LM_OUTCOME, NULL, NULL, 1,
          INT64_MAX / 2, number)};

/* This number distinguishes two machines that both continue from the same line. */
static void check_home(struct taking *t)
{
    uint64_t next = t->d->event.epoch + 1;
    if (t->v->number != LM_NOT_SET && (uint64_t)t->v->number != next)
        REFUSE(t, "epoch", "", "use the journal as its machine wrote it",
               "the machine changes for the %lldth time, and %llu was to come",
               (long long)t->v->number, (unsigned long long)next);
}

static void judge_home(struct taking *t)
{
    if (strcmp(t->v->id, t->d->event.home) == 0)
        REFUSE(t, "at-home", "", "there is nothing to do", "the event is run at this machine");
}

static void decide_home(struct taking *t, struct lm_json_writer *w)
{
    lm_json_put_integer(w, "epoch", (int64_t)t->d->event.epoch + 1);
}

static void apply_home(struct taking *t)
{
    SET_FOR_GOOD(t->d, t->d->event.home, t->v->id);
    SET_FOR_GOOD(t->d, t->d->event.home_name, t->v->name == NULL ? "" : t->v->name);
    SET_FOR_GOOD(t->d, t->d->event.epoch, (uint64_t)t->v->number);
}

const struct row lm_desk_rows_event[] = {
    {.kind = {"open", "Event opened", "event", "", false, LM_RIGHT_ORGANISER, LM_UNDO_NEVER,
              FIELDS(open_fields)},
     .check = check_zone,
     .judge = judge_dates,
     .apply = apply_open},
    {.kind = {"change", "Event's details changed", "event", "", false, LM_RIGHT_ORGANISER,
              LM_UNDO_RESTORE, FIELDS(change_fields)},
     .check = check_zone,
     .judge = judge_dates,
     .apply = apply_change},
    {.kind = {"section", "Section announced", "event", "C.05", false, LM_RIGHT_ORGANISER,
              LM_UNDO_RESTORE, FIELDS(section_fields)},
     .check = check_section,
     .judge = judge_section,
     .decide = decide_edition,
     .apply = apply_section},
    {.kind = {"settings", "Section's settings changed", "event", "C.05", true, LM_RIGHT_CHIEF,
              LM_UNDO_RESTORE, FIELDS(settings_fields)},
     .check = check_settings,
     .judge = judge_settings,
     .after = judge_past,
     .decide = decide_edition,
     .apply = apply_settings},
    {.kind = {"import", "Tournament imported from another program", "event", "VCL 47-56", true,
              LM_RIGHT_CHIEF, LM_UNDO_NEVER, FIELDS(import_fields)},
     .judge = judge_import,
     .apply = apply_import},
    {.kind = {"leave-fide-mode", "FIDE mode left, for good", "event", "VCL 40-46", true,
              LM_RIGHT_CHIEF, LM_UNDO_NEVER, FIELDS(leave_fields)},
     .judge = judge_leave,
     .apply = apply_nothing},
    {.kind = {"call-off", "Event ended here", "event", "C.04.1 art. 1", false, LM_RIGHT_ORGANISER,
              LM_UNDO_RESTORE, FIELDS(call_off_fields)},
     .check = check_call_off,
     .judge = judge_call_off,
     .after = judge_early_ends,
     .apply = apply_call_off},
    {.kind = {"sent", "Report sent", "event", "VCL 217", true, LM_RIGHT_CHIEF, LM_UNDO_NEVER, NULL,
              0},
     .judge = judge_sent,
     .apply = apply_sent},
    {.kind = {"home", "Event moved to another machine", "event", "", false, LM_RIGHT_ORGANISER,
              LM_UNDO_NEVER, FIELDS(home_fields)},
     .check = check_home,
     .judge = judge_home,
     .decide = decide_home,
     .apply = apply_home},
    {.kind = {"finish", "Section ended: standings final", "event", "VCL 161, 169", true,
              LM_RIGHT_CHIEF, LM_UNDO_RESTORE, NULL, 0},
     .judge = judge_finish,
     .after = judge_early_end,
     .apply = apply_finish},
    {.check = NULL},
};
