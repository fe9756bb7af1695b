/* SPDX-License-Identifier: Apache-2.0 */
/* The heading of a report, and the requirements of the rating regulations for its event. */
#include "rating/report.h"

#include <inttypes.h>
#include <string.h>

void lm_report_add_fault(struct inspection *in, struct lm_fault place, const char *remedy,
                         const char *format, ...)
{
    struct lm_text what = lm_text_in(in->arena);
    va_list arguments;
    va_start(arguments, format);
    lm_text_vprint(&what, format, arguments);
    va_end(arguments);
    place.what = lm_text_string(&what);
    place.remedy = lm_arena_copy(in->arena, remedy, strlen(remedy));
    if (what.failed || place.remedy == NULL ||
        !lm_arena_grow(in->arena, &in->faults.all, &in->faults.capacity, in->faults.count + 1,
                       sizeof place)) {
        in->failed = true;
        return;
    }
    in->faults.all[in->faults.count++] = place;
    in->faults.refused += place.weight == LM_FAULT_REFUSED ? 1 : 0;
}

const char *lm_report_print(struct inspection *in, const char *format, ...)
{
    struct lm_text text = lm_text_in(in->arena);
    va_list arguments;
    va_start(arguments, format);
    lm_text_vprint(&text, format, arguments);
    va_end(arguments);
    in->failed = in->failed || text.failed;
    return lm_text_string(&text);
}

const char *lm_report_federation_remedy(struct inspection *in, const char *code)
{
    const char *meant = lm_federation_meant(code);
    return meant == NULL ? LM_MESSAGE("give FIDE's code of three letters")
                         : lm_report_print(in, "FIDE has %s", meant);
}

/* A fault of the record ${number} of the heading. */
static struct lm_fault heading(const char *code, enum lm_fault_weight weight, const char *article,
                               const char *record)
{
    return (struct lm_fault){
        .code = code, .weight = weight, .article = article, .record = record, .player = LM_NOBODY};
}

static bool is_blank(const char *text)
{
    return text[strspn(text, " \t")] == '\0';
}

/* --- mandatory data (TRF26, column R) */

static void inspect_name_and_place(struct inspection *in)
{
    const struct lm_tournament *t = in->t;
    if (is_blank(t->name))
        lm_report_add_fault(in, heading("name-missing", LM_FAULT_REFUSED, "TRF26 012", "012"),
                            "give the name under which it was registered",
                            "the tournament has no name");
    if (is_blank(t->city))
        lm_report_add_fault(in, heading("city-missing", LM_FAULT_REFUSED, "TRF26 022", "022"),
                            "give the city where it was played", "the city is missing");
    if (is_blank(t->federation)) {
        lm_report_add_fault(in, heading("federation-missing", LM_FAULT_REFUSED, "TRF26 032", "032"),
                            "give the code of the federation in whose territory it was played",
                            "the federation is missing");
    } else if (!lm_is_federation(t->federation)) {
        lm_report_add_fault(in, heading("federation-unknown", LM_FAULT_REFUSED, "TRF26 032", "032"),
                            lm_report_federation_remedy(in, t->federation),
                            "no federation of FIDE has the code %s", t->federation);
    }
    if (is_blank(t->type) && is_blank(t->type_code))
        lm_report_add_fault(in, heading("type-missing", LM_FAULT_DOUBTFUL, "TRF26 092", "092"),
                            "say Swiss, round-robin, team or match",
                            "the type of the tournament is missing; it is taken for a %s",
                            lm_event_kind_name(in->event->kind));
}

/* --- arbiters --- */

/* Return the id beside a name, as in "Muster, Max (1300099)". */
int64_t lm_arbiter_id(const char *text)
{
    enum { SHORTEST = 5 };
    for (; *text != '\0'; text++) {
        int64_t id;
        size_t digits = strspn(text, "0123456789");
        if (digits >= SHORTEST && lm_parse_integer(text, digits, 1, UINT32_MAX, &id))
            return id;
        text += digits > 0 ? digits - 1 : 0;
    }
    return 0;
}

static const char *arbiter(const struct lm_tournament *t, size_t i)
{
    return i == 0 ? t->chief_arbiter : t->deputies[i - 1];
}

static void inspect_arbiter(struct inspection *in, size_t i)
{
    const struct lm_tournament *t = in->t;
    const char *record = i == 0 ? "102" : "112";
    const char *name = arbiter(t, i);
    int64_t id = lm_arbiter_id(name);
    if (is_blank(name))
        return;
    if (id == 0)
        lm_report_add_fault(
            in, heading("arbiter-without-id", LM_FAULT_DOUBTFUL, "TRF26 102", record),
            "put the FIDE ID behind the name, in parentheses: whether the arbiter has a "
            "licence is looked up by it",
            "arbiter %s has no FIDE ID in the report", name);
    for (size_t before = 0; before < i; before++)
        if ((id != 0 && lm_arbiter_id(arbiter(t, before)) == id) ||
            strcmp(arbiter(t, before), name) == 0)
            lm_report_add_fault(in,
                                heading("arbiter-twice", LM_FAULT_DOUBTFUL, "TRF26 112", record),
                                "name each arbiter once", "arbiter %s is named twice", name);
    for (uint32_t p = 0; p < t->player_count && id != 0; p++)
        if (lm_arbiter_id(t->players[p].fide_id) == id)
            lm_report_add_fault(
                in,
                heading("arbiter-plays", in->event->norms ? LM_FAULT_REFUSED : LM_FAULT_DOUBTFUL,
                        "B.01 1.1.6", record),
                "name the arbiter who was present; in a title tournament an appointed "
                "arbiter does not play",
                "arbiter %s is player %" PRIu32, name, t->players[p].tpn);
}

static void inspect_arbiters(struct inspection *in)
{
    if (is_blank(in->t->chief_arbiter))
        lm_report_add_fault(in, heading("arbiter-missing", LM_FAULT_REFUSED, "TRF26 102", "102"),
                            "name the chief arbiter, with FIDE ID", "the chief arbiter is missing");
    for (size_t i = 0; i <= in->t->deputy_count; i++)
        inspect_arbiter(in, i);
}

/* --- days --- */

static void add_day(struct lm_text *out, int32_t day)
{
    lm_text_add_date(out, lm_date_of(day), '-');
}

static const char *day_text(struct inspection *in, int32_t day)
{
    struct lm_text text = lm_text_in(in->arena);
    add_day(&text, day);
    return lm_text_string(&text);
}

static void inspect_first_and_last_day(struct inspection *in)
{
    const struct lm_tournament *t = in->t;
    const struct lm_rating_event *event = in->event;
    static const char *const remedy = LM_MESSAGE("write the day as 2026/04/10");
    if (event->start == LM_NO_DAY)
        lm_report_add_fault(
            in, heading("start-missing", LM_FAULT_REFUSED, "TRF26 042", "042"), remedy, "%s",
            is_blank(t->start)
                ? LM_MESSAGE("the first day is missing")
                : lm_report_print(in, "the first day is not understood: %s", t->start));
    if (event->end == LM_NO_DAY)
        lm_report_add_fault(
            in, heading("end-missing", LM_FAULT_REFUSED, "TRF26 052", "052"), remedy, "%s",
            is_blank(t->end) ? LM_MESSAGE("the last day is missing")
                             : lm_report_print(in, "the last day is not understood: %s", t->end));
    if (event->start != LM_NO_DAY && event->end != LM_NO_DAY && event->end < event->start)
        lm_report_add_fault(in, heading("end-before-start", LM_FAULT_REFUSED, "TRF26 052", "052"),
                            "correct one of the two days", "it ends on %s, before it begins on %s",
                            day_text(in, event->end), day_text(in, event->start));
}

/* Check the days of the rounds: complete, within the event, in order. */
static void inspect_round_days(struct inspection *in)
{
    const struct lm_tournament *t = in->t;
    const struct lm_rating_event *event = in->event;
    bool bounded =
        event->start != LM_NO_DAY && event->end != LM_NO_DAY && event->start <= event->end;
    int32_t before = LM_NO_DAY;
    int32_t first = LM_NO_DAY;
    for (uint32_t round = 1; round <= t->rounds_paired && round <= t->date_count; round++) {
        struct lm_fault place = heading("round-day", LM_FAULT_REFUSED, "TRF26 132", "132");
        int32_t day;
        place.round = round;
        place.column = COLUMN_ROUNDS + COLUMNS_A_ROUND * (round - 1);
        if (!lm_round_day(t->dates[round - 1], &day)) {
            place.code = "round-day-missing";
            lm_report_add_fault(in, place, "write it as 26/04/10",
                                is_blank(t->dates[round - 1])
                                    ? "the day of round %" PRIu32 " is missing"
                                    : "the day of round %" PRIu32 " is not understood",
                                round);
            continue;
        }
        if (bounded && (day < event->start || day > event->end)) {
            place.code = "round-outside";
            lm_report_add_fault(in, place,
                                "correct the day of the round, or those of the tournament",
                                "round %" PRIu32 " was played on %s, outside the tournament", round,
                                day_text(in, day));
        } else if (before != LM_NO_DAY && day < before) {
            place.code = "round-earlier";
            lm_report_add_fault(
                in, place, "correct the day",
                "round %" PRIu32 " is said to be played before the round that it follows", round);
        }
        first = first == LM_NO_DAY ? day : first;
        before = day;
    }
    if (bounded && first > event->start && before != LM_NO_DAY && t->date_count > 0)
        lm_report_add_fault(
            in, heading("start-without-round", LM_FAULT_DOUBTFUL, "TRF26 042", "042"),
            "the tournament begins with its first round: by that day the rating list is "
            "chosen",
            "it begins on %s, and its first round is of %s", day_text(in, event->start),
            day_text(in, first));
}

static void inspect_schedule(struct inspection *in)
{
    const struct lm_tournament *t = in->t;
    inspect_first_and_last_day(in);
    if (t->date_count == 0 && in->event->day_count == 0)
        lm_report_add_fault(in, heading("round-days-missing", LM_FAULT_REFUSED, "TRF26 132", "132"),
                            "give the day of each round in its column",
                            "the days of the rounds are missing");
    else if (t->date_count > 0 && t->date_count < t->rounds_paired)
        lm_report_add_fault(in, heading("round-days-few", LM_FAULT_REFUSED, "TRF26 132", "132"),
                            "give the day of each round in its column",
                            "%zu days are given for %" PRIu32 " rounds", t->date_count,
                            t->rounds_paired);
    inspect_round_days(in);
}

/* --- numbers checked by counting --- */

static void inspect_counts(struct inspection *in)
{
    const struct lm_tournament *t = in->t;
    uint32_t rated = 0;
    for (uint32_t p = 0; p < t->player_count; p++)
        rated += t->players[p].rating > 0 ? 1 : 0;
    const struct {
        const char *code, *record, *article, *name;
        uint32_t given, counted;
    } rows[] = {
        {"players-count", "062", "TRF26 062", LM_MESSAGE("players"), t->declared_players,
         t->player_count},
        {"rated-count", "072", "TRF26 072", LM_MESSAGE("rated players"), t->declared_rated, rated},
        {"teams-count", "082", "TRF26 082", LM_MESSAGE("teams"), t->declared_teams,
         (uint32_t)t->team_count},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].given != 0 && rows[i].given != rows[i].counted)
            lm_report_add_fault(
                in, heading(rows[i].code, LM_FAULT_DOUBTFUL, rows[i].article, rows[i].record),
                "correct the number, or add the missing player",
                "%" PRIu32 " %s are announced, %" PRIu32 " are in the report", rows[i].given,
                rows[i].name, rows[i].counted);
}

/* --- the time control --- */

static bool same_control(const struct lm_clock *a, size_t a_count, const struct lm_clock *b,
                         size_t b_count)
{
    return lm_clock_seconds(a, a_count) == lm_clock_seconds(b, b_count);
}

/* Return the list for games with this many seconds for 60 moves (B.02 1.1; rapid and
 * blitz 1.1.1, 1.1.2). */
static enum lm_chess list_of_seconds(int32_t seconds)
{
    return seconds >= 3600 ? LM_STANDARD : seconds > 600 ? LM_RAPID : LM_BLITZ;
}

static void inspect_time_control(struct inspection *in)
{
    enum { PERIODS = 8 };
    const struct lm_tournament *t = in->t;
    const struct lm_rating_event *event = in->event;
    struct lm_clock words[PERIODS];
    struct lm_clock code[PERIODS];
    size_t in_words = lm_time_control_read(t->time_control, words, PERIODS);
    size_t in_code = lm_time_control_decode(t->time_control_code, code, PERIODS);
    if (!is_blank(t->time_control) && in_words == 0)
        lm_report_add_fault(in,
                            heading("time-control-unclear", LM_FAULT_DOUBTFUL, "TRF26 122", "122"),
                            "write it as 90 min/40 moves + 30 min + 30 sec from move 1",
                            "the time control is not understood: %s", t->time_control);
    if (!is_blank(t->time_control_code) && in_code == 0)
        lm_report_add_fault(in, heading("time-control-code", LM_FAULT_DOUBTFUL, "TRF26 222", "222"),
                            "write seconds: 5400+30, 40/5400+30:1800+30",
                            "the encoded time control is not understood: %s", t->time_control_code);
    if (in_words > 0 && in_code > 0 && !same_control(words, in_words, code, in_code))
        lm_report_add_fault(
            in, heading("time-controls-differ", LM_FAULT_REFUSED, "TRF26 222", "222"),
            "correct the wrong one",
            "%" PRId32 " minutes for 60 moves in words (122), %" PRId32 " encoded",
            lm_clock_seconds(words, in_words) / 60, lm_clock_seconds(code, in_code) / 60);
    int32_t seconds = lm_clock_seconds(event->clock, event->clocks);
    if (event->clocks > 0 && in->rules->numbered_as_2024 &&
        list_of_seconds(seconds) != event->chess) {
        const char *fitting = lm_chess_name(list_of_seconds(seconds));
        lm_report_add_fault(in, heading("other-list", LM_FAULT_REFUSED, "B.02 1.1", "122"),
                            lm_report_print(in,
                                            "report it for the %s list (\"chess\": \"%s\"), or "
                                            "correct the time",
                                            fitting, fitting),
                            "%" PRId32 " minutes for 60 moves are no %s chess", seconds / 60,
                            lm_chess_name(event->chess));
    }
}

/* --- title events: B.01, and TRF26's requirements --- */

static void inspect_title_event(struct inspection *in)
{
    const struct lm_tournament *t = in->t;
    const struct lm_rating_event *event = in->event;
    const struct {
        const char *code, *text, *article, *record, *what, *remedy;
    } rows[] = {
        {"controller-missing", t->pairing_controller, "TRF26 182", "182",
         LM_MESSAGE("who or which program made the pairings is missing"),
         LM_MESSAGE("name the program, with its version")},
        {"type-code-missing", t->type_code, "TRF26 192", "192",
         LM_MESSAGE("the encoded type is missing"),
         LM_MESSAGE("give the code of the table of types, as FIDE_DUTCH_2026")},
        {"tie-breaks-missing", t->tie_breaks, "TRF26 202", "202",
         LM_MESSAGE("the tie-breaks are missing"),
         LM_MESSAGE("list their codes, as BH:GP/C1, BH:GP")},
    };
    if (!event->norms)
        return;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (is_blank(rows[i].text))
            lm_report_add_fault(
                in, heading(rows[i].code, LM_FAULT_REFUSED, rows[i].article, rows[i].record),
                rows[i].remedy, "norms are reported, and %s", rows[i].what);
    if (event->registered != LM_NO_DAY && event->start != LM_NO_DAY &&
        event->start - event->registered < 30)
        lm_report_add_fault(in, heading("norms-registration", LM_FAULT_REFUSED, "B.01 1.1.1", ""),
                            "ask the QC for an approval; the norms do not count without",
                            "registered %" PRId32
                            " days before the start; a title tournament needs 30",
                            event->start - event->registered);
    for (size_t i = 0; i < event->day_count; i++)
        if (event->days[i].rounds > 2)
            lm_report_add_fault(
                in, heading("norms-rounds-a-day", LM_FAULT_REFUSED, "B.01 1.1.3", "132"),
                "no norm can be made in it", "%" PRId32 " rounds on %s; norms allow two",
                event->days[i].rounds, day_text(in, event->days[i].day));
    if (event->clocks > 0 && lm_clock_seconds(event->clock, event->clocks) < 7200)
        lm_report_add_fault(in, heading("norms-time", LM_FAULT_REFUSED, "B.01 1.1.3", "122"),
                            "no norm can be made in it",
                            "%" PRId32 " minutes for 60 moves; a title tournament needs 120",
                            lm_clock_seconds(event->clock, event->clocks) / 60);
}

/* --- the regulations --- */

/* Return the record of a report that answers an article. */
static const char *record_of(const char *article, bool rapid)
{
    if (article[0] == '1' && article[1] == '.')
        return "122";
    if (article[0] == '3' || (!rapid && article[0] == '4'))
        return "132";
    return "";
}

static bool is_told_otherwise(const struct inspection *in, const struct lm_rating_finding *finding)
{
    const char *record = record_of(finding->article, in->event->chess != LM_STANDARD);
    if (finding->verdict == LM_UNKNOWN && strcmp(record, "132") == 0 && in->event->clocks == 0)
        return true; /* art. 1 requires the time control */
    for (size_t i = 0; i < in->faults.count; i++) {
        const struct lm_fault *fault = &in->faults.all[i];
        bool same_time = strcmp(record, "122") == 0 && strcmp(fault->code, "other-list") == 0;
        bool same_days = finding->verdict == LM_UNKNOWN && strcmp(record, "132") == 0 &&
                         strncmp(fault->code, "round-day", 9) == 0;
        if (same_time || same_days)
            return true;
    }
    return false;
}

static void inspect_regulations(struct inspection *in)
{
    struct lm_rating_findings findings;
    if (in->event->start == LM_NO_DAY || in->event->end == LM_NO_DAY)
        return;
    if (lm_rating_check(in->rules, in->event, in->arena, &findings) != LM_OK) {
        in->failed = true;
        return;
    }
    for (size_t i = 0; i < findings.count; i++) {
        const struct lm_rating_finding *f = &findings.all[i];
        struct lm_text article = lm_text_in(in->arena);
        struct lm_text code = lm_text_in(in->arena);
        if (f->verdict == LM_PASSED || is_told_otherwise(in, f))
            continue;
        lm_text_print(&article, "B.02 %s", f->article);
        lm_text_print(&code, "validity-%s", f->article);
        lm_report_add_fault(in,
                            heading(lm_text_string(&code),
                                    f->verdict == LM_FAILED ? LM_FAULT_REFUSED : LM_FAULT_DOUBTFUL,
                                    lm_text_string(&article),
                                    record_of(f->article, in->event->chess != LM_STANDARD)),
                            f->remedy, "%s: %s", f->rule, f->found);
        in->failed = in->failed || article.failed || code.failed;
    }
}

enum lm_status lm_report_check(const struct lm_tournament *t, const struct lm_rating_event *event,
                               const struct lm_rating_rules *rules, const struct lm_registry *list,
                               struct lm_arena *arena, struct lm_faults *out)
{
    struct inspection in = {.t = t, .event = event, .rules = rules, .list = list, .arena = arena};
    inspect_name_and_place(&in);
    inspect_schedule(&in);
    inspect_counts(&in);
    inspect_arbiters(&in);
    inspect_time_control(&in);
    inspect_title_event(&in);
    lm_report_inspect_people(&in);
    lm_report_inspect_games(&in);
    inspect_regulations(&in);
    if (in.failed)
        return LM_LIMIT;
    *out = in.faults;
    return LM_OK;
}
