/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Can an event be rated?  One row per article; a row's function says whether the article concerns
 * the event, its finding, and what the officer can do.
 */
#include "limmat/rating_event.h"

#include <inttypes.h>

#include "limmat/message.h"

struct inquiry {
    const struct lm_rating_rules *rules;
    const struct lm_rating_event *event;
    struct lm_arena *arena;
    enum lm_rated_as as;
    int32_t rated;     /* players with a rating */
    int32_t top;       /* the best rating, 0: no player has one */
    int32_t top_woman; /* the best rating of a woman */
    int32_t unplayed;  /* games that 5.1 does not count */
};

/* --- shared questions */

static bool say(const struct inquiry *inquiry, struct lm_rating_finding *finding,
                enum lm_verdict verdict, const char *remedy, const char *format, ...)
    LM_PRINTF(5, 6);

/* Set the finding; return true: the article concerns the event. */
static bool say(const struct inquiry *inquiry, struct lm_rating_finding *finding,
                enum lm_verdict verdict, const char *remedy, const char *format, ...)
{
    struct lm_text text = lm_text_in(inquiry->arena);
    va_list arguments;
    va_start(arguments, format);
    lm_text_vprint(&text, format, arguments);
    va_end(arguments);
    finding->verdict = verdict;
    finding->found = lm_text_status(&text) == LM_OK ? lm_text_string(&text) : NULL;
    finding->remedy = verdict == LM_PASSED ? NULL : remedy;
    return true;
}

static bool unknown(const struct inquiry *inquiry, struct lm_rating_finding *finding,
                    const char *missing, const char *remedy)
{
    return say(inquiry, finding, LM_UNKNOWN, remedy, "the report does not give %s", missing);
}

/* Check an article that requires a plain yes. */
static bool answered(const struct inquiry *inquiry, struct lm_rating_finding *finding,
                     enum lm_answer answer, const char *what, const char *remedy)
{
    if (answer == LM_UNANSWERED)
        return unknown(inquiry, finding, what, remedy);
    return say(inquiry, finding, answer == LM_ANSWERED_YES ? LM_PASSED : LM_FAILED, remedy,
               "%s: %s", what, answer == LM_ANSWERED_YES ? LM_MESSAGE("yes") : LM_MESSAGE("no"));
}

int32_t lm_clock_seconds(const struct lm_clock *clock, size_t count)
{
    /* R28: the base times of the periods begun within 60 moves and 60 increments */
    enum { MOVES = 60 };
    int32_t seconds = 0;
    int32_t moves = 0;
    for (size_t i = 0; i < count && moves < MOVES; i++) {
        int32_t part =
            clock[i].moves == 0 || clock[i].moves > MOVES - moves ? MOVES - moves : clock[i].moves;
        seconds += clock[i].seconds + part * clock[i].increment;
        moves += part;
    }
    return seconds;
}

int32_t lm_rating_minutes(const struct lm_rating_rules *rules, int32_t top)
{
    size_t row = 0;
    while (row + 1 < rules->time_count && top < rules->times[row].rating)
        row++;
    return rules->times[row].minutes;
}

static int32_t days_long(const struct lm_rating_event *event)
{
    return event->end - event->start + 1; /* R27: first and last day both count */
}

/* --- 0: registration, arbiters --- */

static bool registered_before(const struct inquiry *inquiry, struct lm_rating_finding *finding,
                              int32_t days, enum lm_verdict otherwise, const char *remedy)
{
    const struct lm_rating_event *event = inquiry->event;
    if (event->registered == LM_NO_DAY)
        return unknown(inquiry, finding, "the day of registration", remedy);
    int32_t before = event->start - event->registered;
    if (before < 0)
        return say(inquiry, finding, otherwise, remedy,
                   before == -1 ? "registered %" PRId32 " day after the start"
                                : "registered %" PRId32 " days after the start",
                   -before);
    return say(inquiry, finding, before >= days ? LM_PASSED : otherwise, remedy,
               before == 1 ? "registered %" PRId32 " day before the start"
                           : "registered %" PRId32 " days before the start",
               before);
}

static bool registration(const struct inquiry *inquiry, struct lm_rating_finding *finding)
{
    if (inquiry->event->late_allowed)
        return say(inquiry, finding, LM_PASSED, NULL,
                   "late registration allowed by the QC chairman");
    return registered_before(inquiry, finding, inquiry->rules->registered, LM_FAILED,
                             "ask the QC chairman to allow the late registration");
}

/* Each row has the time; the edition says which row applies. */
static bool registration_month(const struct inquiry *inquiry, struct lm_rating_finding *finding)
{
    return inquiry->rules->registered > 7 && registration(inquiry, finding);
}

static bool registration_week(const struct inquiry *inquiry, struct lm_rating_finding *finding)
{
    int32_t days = inquiry->rules->registered;
    return days > 3 && days <= 7 && registration(inquiry, finding);
}

static bool registration_for_norms(const struct inquiry *inquiry, struct lm_rating_finding *finding)
{
    return inquiry->event->norms && inquiry->rules->for_norms != 0 &&
           registered_before(inquiry, finding, inquiry->rules->for_norms, LM_WARNING,
                             "the event is rated, but its norms do not count");
}

/* 0.2 since 2022: in standard of 2024 thirty days with a player above 2700 or a woman above 2500;
 * in rapid and blitz always three (S3). */
static bool registration_2024(const struct inquiry *inquiry, struct lm_rating_finding *finding)
{
    const struct lm_rating_rules *rules = inquiry->rules;
    if (rules->registered > 3)
        return false;
    bool elite = inquiry->event->chess == LM_STANDARD && rules->for_highest != 0 &&
                 (inquiry->top > 2700 || inquiry->top_woman > 2500);
    if (inquiry->event->late_allowed)
        return say(inquiry, finding, LM_PASSED, NULL, "late registration allowed");
    return registered_before(inquiry, finding, elite ? rules->for_highest : rules->registered,
                             LM_FAILED,
                             elite ? "ask the FIDE President for an exception (0.2.3)"
                                   : "ask the QC chairman for an exception (0.2.4)");
}

static bool licences(const struct inquiry *inquiry, struct lm_rating_finding *finding)
{
    return answered(inquiry, finding, inquiry->event->licensed, "licences of all arbiters",
                    "check the arbiters' licences; without them the event is not rated");
}

/* --- 1: rate of play --- */

static bool rate_of_play(const struct inquiry *inquiry, struct lm_rating_finding *finding)
{
    const struct lm_rating_event *event = inquiry->event;
    if (inquiry->rules->controls_per_game)
        return false;
    if (event->clocks == 0)
        return unknown(inquiry, finding, "the time control", "give the time control");
    int32_t seconds = lm_clock_seconds(event->clock, event->clocks);
    int32_t needed = lm_rating_minutes(inquiry->rules, inquiry->top);
    return say(inquiry, finding, seconds >= 60 * needed ? LM_PASSED : LM_FAILED,
               "the games are too fast for these ratings: they cannot be rated",
               "%" PRId32 " minutes for 60 moves; %" PRId32 " needed, the best player has %" PRId32,
               seconds / 60, needed, inquiry->top);
}

static bool rate_of_play_per_game(const struct inquiry *inquiry, struct lm_rating_finding *finding)
{
    const struct lm_rating_event *event = inquiry->event;
    if (!inquiry->rules->controls_per_game)
        return false;
    if (event->clocks == 0)
        return unknown(inquiry, finding, "the time control", "give the time control");
    int32_t seconds = lm_clock_seconds(event->clock, event->clocks);
    int32_t fast = 0;
    for (size_t i = 0; i < event->game_count; i++) {
        const struct lm_event_game *game = &event->games[i];
        if (game->black == LM_NOBODY || !game->played)
            continue;
        int32_t white = event->players[game->white].rating;
        int32_t black = event->players[game->black].rating;
        int32_t needed = lm_rating_minutes(inquiry->rules, white > black ? white : black);
        fast += seconds < 60 * needed ? 1 : 0;
    }
    return say(inquiry, finding, fast == 0 ? LM_PASSED : LM_WARNING,
               "these games are not rated; the others are",
               "%" PRId32 " minutes for 60 moves; %" PRId32 " games need more", seconds / 60, fast);
}

static bool first_control(const struct inquiry *inquiry, struct lm_rating_finding *finding)
{
    const struct lm_rating_event *event = inquiry->event;
    const struct lm_rating_rules *rules = inquiry->rules;
    if (rules->first_moves == 0 || event->clocks == 0 || event->clock[0].moves == 0)
        return false;
    int32_t moves = event->clock[0].moves;
    bool good =
        moves == rules->first_moves || (rules->first_moves_least && moves > rules->first_moves);
    return say(inquiry, finding, good ? LM_PASSED : LM_FAILED,
               "the time control does not allow rating",
               "the first time control has %" PRId32 " moves", moves);
}

static bool time_within(const struct inquiry *inquiry, struct lm_rating_finding *finding)
{
    const struct lm_rating_event *event = inquiry->event;
    int32_t least = inquiry->rules->seconds_from[event->chess];
    int32_t most = inquiry->rules->seconds_to[event->chess];
    if (event->clocks == 0)
        return unknown(inquiry, finding, "the time control", "give the time control");
    int32_t seconds = lm_clock_seconds(event->clock, event->clocks);
    return say(inquiry, finding, seconds >= least && seconds <= most ? LM_PASSED : LM_FAILED,
               "submit the event to the list that its time control belongs to",
               "%" PRId32 " min %02" PRId32 " s for 60 moves, for the %s list (%" PRId32
               ":%02" PRId32 " to %" PRId32 ":%02" PRId32 ")",
               seconds / 60, seconds % 60, lm_chess_name(event->chess), least / 60, least % 60,
               most / 60, most % 60);
}

/* Rapid and blitz 1.1.1, 1.1.2: ten minutes are blitz. */
static bool is_timed(const struct inquiry *inquiry, enum lm_chess chess, int32_t least,
                     int32_t most)
{
    return inquiry->event->chess == chess && inquiry->rules->seconds_from[chess] == least &&
           inquiry->rules->seconds_to[chess] == most;
}

static bool rapid_time(const struct inquiry *inquiry, struct lm_rating_finding *finding)
{
    return is_timed(inquiry, LM_RAPID, 601, 3599) && time_within(inquiry, finding);
}

static bool blitz_time(const struct inquiry *inquiry, struct lm_rating_finding *finding)
{
    return is_timed(inquiry, LM_BLITZ, 181, 600) && time_within(inquiry, finding);
}

static bool other_time(const struct inquiry *inquiry, struct lm_rating_finding *finding)
{
    return !is_timed(inquiry, LM_RAPID, 601, 3599) && !is_timed(inquiry, LM_BLITZ, 181, 600) &&
           time_within(inquiry, finding);
}

/* --- 2, 3: laws, hours of play --- */

static bool laws_of_chess(const struct inquiry *inquiry, struct lm_rating_finding *finding)
{
    return answered(inquiry, finding, inquiry->event->laws, "play by the FIDE Laws of Chess",
                    "only games by the Laws of Chess can be rated");
}

/* The most rounds of one day. */
static int32_t fullest_day(const struct lm_rating_event *event)
{
    int32_t most = 0;
    for (size_t i = 0; i < event->day_count; i++)
        if (event->days[i].rounds > most)
            most = event->days[i].rounds;
    return most;
}

static bool hours_a_day(const struct inquiry *inquiry, struct lm_rating_finding *finding)
{
    enum { TWELVE_HOURS = 12 * 3600 };
    const struct lm_rating_event *event = inquiry->event;
    if (event->clocks == 0 || event->day_count == 0)
        return unknown(inquiry, finding, "the rounds of each day and the time control",
                       "give the playing schedule");
    int32_t rounds = fullest_day(event);
    int32_t seconds = rounds * 2 * lm_clock_seconds(event->clock, event->clocks); /* R38 */
    return say(inquiry, finding, seconds <= TWELVE_HOURS ? LM_PASSED : LM_FAILED,
               "more than 12 hours of play in a day: the event cannot be rated",
               "%" PRId32 " rounds in a day, %" PRId32 " h %02" PRId32 " min of play", rounds,
               seconds / 3600, seconds / 60 % 60);
}

/* Rapid and blitz limit rounds instead of hours (S3). */
static bool rounds_a_day(const struct inquiry *inquiry, struct lm_rating_finding *finding)
{
    int32_t most = inquiry->rules->day_rounds[inquiry->event->chess];
    if (most == 0)
        return false;
    if (inquiry->event->day_count == 0)
        return unknown(inquiry, finding, "the rounds of each day", "give the playing schedule");
    int32_t rounds = fullest_day(inquiry->event);
    return say(inquiry, finding, rounds <= most ? LM_PASSED : LM_FAILED,
               "too many rounds in a day: the event cannot be rated", "%" PRId32 " rounds in a day",
               rounds);
}

static bool rapid_rounds(const struct inquiry *inquiry, struct lm_rating_finding *finding)
{
    return inquiry->event->chess == LM_RAPID && rounds_a_day(inquiry, finding);
}

static bool blitz_rounds(const struct inquiry *inquiry, struct lm_rating_finding *finding)
{
    return inquiry->event->chess == LM_BLITZ && rounds_a_day(inquiry, finding);
}

/* --- 4: duration --- */

static bool duration(const struct inquiry *inquiry, struct lm_rating_finding *finding)
{
    const struct lm_rating_event *event = inquiry->event;
    bool allowed = event->league || event->long_allowed; /* 4.11, 4.12 */
    int32_t most = inquiry->rules->longest;
    return most != 0 &&
           say(inquiry, finding, days_long(event) <= most || allowed ? LM_PASSED : LM_FAILED,
               "ask the QC to approve the length (4.12)",
               allowed ? "%" PRId32 " days, a league or approved" : "%" PRId32 " days",
               days_long(event));
}

static bool interim_reports(const struct inquiry *inquiry, struct lm_rating_finding *finding)
{
    int32_t limit = inquiry->rules->interim_after;
    return limit != 0 && days_long(inquiry->event) > limit &&
           answered(inquiry, finding, inquiry->event->interim, "monthly interim reports",
                    "report the interim results month by month");
}

/* --- 5, 6: games, composition --- */

static bool unplayed_games(const struct inquiry *inquiry, struct lm_rating_finding *finding)
{
    return say(inquiry, finding, LM_PASSED, NULL, "%" PRId32 " games not played, not counted",
               inquiry->unplayed);
}

static bool is_championship_with_rated(const struct inquiry *inquiry)
{
    const struct lm_rating_event *event = inquiry->event;
    return event->national_championship && inquiry->rated >= (event->women_only ? 2 : 3);
}

/* 6.33 replaces 6.3 to 6.32 (reading R30), and only where its condition is met. */
static bool is_composed(const struct inquiry *inquiry)
{
    return inquiry->as == LM_RATED_AS_ROUND_ROBIN && inquiry->rules->composition &&
           !is_championship_with_rated(inquiry);
}

static bool composition(const struct inquiry *inquiry, struct lm_rating_finding *finding, bool good)
{
    return say(inquiry, finding, good ? LM_PASSED : LM_FAILED,
               "too few rated players: the event cannot be rated",
               "%" PRId32 " of %zu players are rated", inquiry->rated,
               inquiry->event->player_count);
}

static bool one_third_rated(const struct inquiry *inquiry, struct lm_rating_finding *finding)
{
    return is_composed(inquiry) &&
           composition(inquiry, finding,
                       3 * (size_t)inquiry->rated >= inquiry->event->player_count);
}

static bool four_of_a_small_field(const struct inquiry *inquiry, struct lm_rating_finding *finding)
{
    return is_composed(inquiry) && inquiry->event->player_count < 10 &&
           composition(inquiry, finding, inquiry->rated >= 4);
}

static bool double_round_robin(const struct inquiry *inquiry, struct lm_rating_finding *finding)
{
    size_t players = inquiry->event->player_count;
    return is_composed(inquiry) && inquiry->event->kind == LM_EVENT_DOUBLE_ROUND_ROBIN &&
           (size_t)inquiry->rated < players &&
           composition(inquiry, finding, players >= 6 && inquiry->rated >= 4);
}

static bool championship(const struct inquiry *inquiry, struct lm_rating_finding *finding)
{
    return inquiry->as == LM_RATED_AS_ROUND_ROBIN && inquiry->rules->composition &&
           is_championship_with_rated(inquiry) && composition(inquiry, finding, true);
}

static bool incomplete_round_robin(const struct inquiry *inquiry, struct lm_rating_finding *finding)
{
    enum lm_event_kind kind = inquiry->event->kind;
    return (kind == LM_EVENT_ROUND_ROBIN || kind == LM_EVENT_DOUBLE_ROUND_ROBIN) &&
           inquiry->as == LM_RATED_AS_SWISS &&
           say(inquiry, finding, LM_PASSED, NULL, "games are missing: rated as a Swiss");
}

static bool unrated_match(const struct inquiry *inquiry, struct lm_rating_finding *finding)
{
    return inquiry->as == LM_RATED_AS_MATCH &&
           say(inquiry, finding,
               (size_t)inquiry->rated == inquiry->event->player_count ? LM_PASSED : LM_FAILED,
               "a match with an unrated player is not rated", "%" PRId32 " of 2 players are rated",
               inquiry->rated);
}

/* --- 9, 13: reports, membership --- */

/* No result of the last day can be in it. */
static bool too_early(const struct inquiry *inquiry, struct lm_rating_finding *finding)
{
    return say(inquiry, finding, LM_WARNING, "check the dates of the event, and the results",
               "the report came before the last day");
}

static bool within_days(const struct inquiry *inquiry, struct lm_rating_finding *finding,
                        int32_t day, int32_t days, const char *missing, const char *remedy)
{
    if (day == LM_NO_DAY)
        return unknown(inquiry, finding, missing, "give the date");
    int32_t after = day - inquiry->event->end;
    if (after < 0)
        return too_early(inquiry, finding);
    return say(inquiry, finding, after <= days ? LM_PASSED : LM_WARNING, remedy,
               "%" PRId32 " days after the end", after);
}

static bool reported_to_officer(const struct inquiry *inquiry, struct lm_rating_finding *finding)
{
    return !inquiry->rules->numbered_as_2024 &&
           within_days(inquiry, finding, inquiry->event->reported, 7,
                       "when the chief arbiter reported",
                       "late, but rated: remind the chief arbiter of the seven days");
}

static bool uploaded(const struct inquiry *inquiry, struct lm_rating_finding *finding)
{
    return !inquiry->rules->numbered_as_2024 &&
           within_days(inquiry, finding, inquiry->event->received, 30, "when the report arrived",
                       "late, but rated: it goes to a later list, and 8.4 can apply");
}

/* 9.1 | 8.1: "the third rating list after it ends" counts all lists dated after the last day,
 * including one for which the event came too late (S18). */
static bool uploaded_in_time(const struct inquiry *inquiry, struct lm_rating_finding *finding)
{
    const struct lm_rating_event *event = inquiry->event;
    if (!inquiry->rules->numbered_as_2024)
        return false;
    if (event->received == LM_NO_DAY)
        return unknown(inquiry, finding, "when the report arrived", "give the date");
    if (event->received < event->end)
        return too_early(inquiry, finding);
    int32_t third = lm_month_begin(lm_month_of(event->end) + 3);
    return say(inquiry, finding, event->received < third ? LM_PASSED : LM_FAILED,
               "too late for the third list after the event: it is not rated",
               "%" PRId32 " days after the end", event->received - event->end);
}

static bool membership(const struct inquiry *inquiry, struct lm_rating_finding *finding)
{
    int32_t outside = 0;
    for (size_t i = 0; i < inquiry->event->player_count; i++)
        outside += inquiry->event->players[i].excluded ? 1 : 0;
    return say(inquiry, finding, outside == 0 ? LM_PASSED : LM_WARNING,
               "they are calculated but not listed until they belong to a member federation",
               "%" PRId32 " players outside FIDE's member federations", outside);
}

/* --- the rows --- */

struct check {
    const char *article;
    const char *rule;
    bool (*answer)(const struct inquiry *inquiry, struct lm_rating_finding *finding);
};

static const struct check checks_2013[] = {
    {"0.2", LM_MESSAGE("registered a month before the start"), registration_month},
    {"0.2", LM_MESSAGE("registered a week before the start"), registration_week},
    {"0.2n", LM_MESSAGE("with norms: registered 30 days before the start"), registration_for_norms},
    {"0.3", LM_MESSAGE("all arbiters licensed"), licences},
    {"1.1", LM_MESSAGE("minimum time for 60 moves"), rate_of_play},
    {"1.1", LM_MESSAGE("minimum time for 60 moves, game by game"), rate_of_play_per_game},
    {"1.3", LM_MESSAGE("a first time control of 40 moves, if any"), first_control},
    {"2.1", LM_MESSAGE("played by the Laws of Chess"), laws_of_chess},
    {"3.1", LM_MESSAGE("at most 12 hours of play a day"), hours_a_day},
    {"4.1", LM_MESSAGE("at most 90 days, leagues and approved events excepted"), duration},
    {"4.13", LM_MESSAGE("longer than 90 days: monthly interim reports"), interim_reports},
    {"5.1", LM_MESSAGE("unplayed games are not counted"), unplayed_games},
    {"6.3", LM_MESSAGE("round robin: a third of the players rated"), one_third_rated},
    {"6.31", LM_MESSAGE("round robin below 10 players: 4 rated"), four_of_a_small_field},
    {"6.32", LM_MESSAGE("double round robin with unrated players: 6 players, 4 rated"),
     double_round_robin},
    {"6.33", LM_MESSAGE("national championship: 3 rated (women: 2)"), championship},
    {"6.5", LM_MESSAGE("a round robin with unplayed games is rated as a Swiss"),
     incomplete_round_robin},
    {"6.7", LM_MESSAGE("match: both players rated"), unrated_match},
    {"9.1a", LM_MESSAGE("reported to the rating officer within 7 days"), reported_to_officer},
    {"9.1b", LM_MESSAGE("uploaded within 30 days"), uploaded},
    {"13.1", LM_MESSAGE("players belong to member federations"), membership},
};

static const struct check checks_2024[] = {
    {"0.2",
     LM_MESSAGE("registered 3 days before the start (30 with players above 2700, women 2500)"),
     registration_2024},
    {"0.2n", LM_MESSAGE("with norms: registered 30 days before the start"), registration_for_norms},
    {"1.1", LM_MESSAGE("minimum time for 60 moves, game by game"), rate_of_play_per_game},
    {"1.2", LM_MESSAGE("a first time control of at least 30 moves, if any"), first_control},
    {"2.1", LM_MESSAGE("played by the Laws of Chess"), laws_of_chess},
    {"3.1", LM_MESSAGE("at most 12 hours of play a day"), hours_a_day},
    {"4.1", LM_MESSAGE("longer than 30 days: monthly interim reports"), interim_reports},
    {"5.1", LM_MESSAGE("unplayed games are not counted"), unplayed_games},
    {"6.1", LM_MESSAGE("match: both players rated"), unrated_match},
    {"9.1", LM_MESSAGE("submitted in time for the third list after the end"), uploaded_in_time},
    {"10.1", LM_MESSAGE("players belong to member federations"), membership},
};

/* Rapid and blitz, a chapter with numbers of its own (S1): no article on reporting frequency. */
static const struct check checks_rapid_blitz[] = {
    {"0.2", LM_MESSAGE("registered a week before the start"), registration_week},
    {"0.2", LM_MESSAGE("registered 3 days before the start"), registration_2024},
    {"1.1", LM_MESSAGE("the time for 60 moves that this list had then"), other_time},
    {"1.1.1", LM_MESSAGE("rapid: more than 10 and less than 60 minutes for 60 moves"), rapid_time},
    {"1.1.2", LM_MESSAGE("blitz: more than 3 and at most 10 minutes for 60 moves"), blitz_time},
    {"2.1", LM_MESSAGE("played by the Laws of Chess"), laws_of_chess},
    {"3.1.1", LM_MESSAGE("rapid: at most 15 rounds a day"), rapid_rounds},
    {"3.1.2", LM_MESSAGE("blitz: at most 30 rounds a day"), blitz_rounds},
    {"4.1", LM_MESSAGE("unplayed games are not counted"), unplayed_games},
    {"5.1", LM_MESSAGE("match: both players rated, or lent a rating"), unrated_match},
    {"8.1", LM_MESSAGE("reported to the rating officer within 7 days"), reported_to_officer},
    {"8.1", LM_MESSAGE("uploaded within 30 days"), uploaded},
    {"8.1", LM_MESSAGE("submitted in time for the third list after the end"), uploaded_in_time},
    {"9.1", LM_MESSAGE("players belong to member federations"), membership},
};

#define ROWS(table) table, sizeof table / sizeof *table

static const struct {
    const struct check *rows;
    size_t count;
} chapters[LM_CHAPTERS] = {
    [LM_CHAPTER_2013] = {ROWS(checks_2013)},
    [LM_CHAPTER_2024] = {ROWS(checks_2024)},
    [LM_CHAPTER_RAPID_BLITZ] = {ROWS(checks_rapid_blitz)},
};

static struct inquiry inquiry_into(const struct lm_rating_rules *rules,
                                   const struct lm_rating_event *event, struct lm_arena *arena)
{
    struct inquiry inquiry = {
        .rules = rules, .event = event, .arena = arena, .as = lm_rating_rated_as(rules, event)};
    for (size_t i = 0; i < event->player_count; i++) {
        const struct lm_event_player *player = &event->players[i];
        int32_t rating = lm_rating_met(rules, event, player);
        inquiry.rated += rating != 0 ? 1 : 0;
        if (rating > inquiry.top)
            inquiry.top = rating;
        if (player->woman && rating > inquiry.top_woman)
            inquiry.top_woman = rating;
    }
    for (size_t i = 0; i < event->game_count; i++)
        inquiry.unplayed += event->games[i].black != LM_NOBODY && !event->games[i].played ? 1 : 0;
    return inquiry;
}

enum lm_status lm_rating_check(const struct lm_rating_rules *rules,
                               const struct lm_rating_event *event, struct lm_arena *arena,
                               struct lm_rating_findings *out)
{
    if (rules == NULL || event == NULL)
        return LM_INVALID;
    enum lm_chapter chapter = event->chess == LM_STANDARD ? lm_rating_chapter(rules, event->chess)
                                                          : LM_CHAPTER_RAPID_BLITZ;
    const struct check *checks = chapters[chapter].rows;
    size_t count = chapters[chapter].count;
    struct inquiry inquiry = inquiry_into(rules, event, arena);
    struct lm_rating_findings findings = {
        .all = lm_arena_alloc(arena, count, sizeof *findings.all),
        .ratable = true,
    };
    if (findings.all == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < count; i++) {
        struct lm_rating_finding finding = {.article = checks[i].article, .rule = checks[i].rule};
        if (!checks[i].answer(&inquiry, &finding))
            continue;
        if (finding.found == NULL)
            return LM_LIMIT;
        findings.ratable = findings.ratable && finding.verdict != LM_FAILED;
        findings.all[findings.count++] = finding;
    }
    *out = findings;
    return LM_OK;
}
