/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The report form and the certificates.
 *
 * A field is a row: its name, its value, the article that requires it, and the remedy if it is
 * empty.  Numbers are counted from the tournament, so that no one counts by hand.
 */
#include "limmat/report_form.h"

#include <inttypes.h>
#include <string.h>

#include "ranking/norms.h"

struct filling {
    const struct lm_tournament *t;
    const struct lm_rating_event *event;
    const struct lm_norms *norms;
    struct lm_arena *arena;
    struct lm_form form;
    bool failed;
};

static void add_field(struct filling *f, const char *name, const char *label, const char *article,
                      const char *missing, const char *value)
{
    struct lm_form *form = &f->form;
    bool empty = value[strspn(value, " ")] == '\0';
    char *copy = lm_arena_copy(f->arena, value, strlen(value));
    if (copy == NULL || !lm_arena_grow(f->arena, &form->fields, &form->capacity, form->count + 1,
                                       sizeof *form->fields)) {
        f->failed = true;
        return;
    }
    form->fields[form->count++] = (struct lm_form_field){
        .name = name,
        .label = label,
        .value = empty ? "" : copy,
        .article = article,
        .missing = empty ? missing : NULL,
    };
    form->missing += empty && missing != NULL ? 1 : 0;
}

static void add_print(struct filling *f, const char *name, const char *label, const char *article,
                      const char *format, ...) LM_PRINTF(5, 6);

static void add_print(struct filling *f, const char *name, const char *label, const char *article,
                      const char *format, ...)
{
    struct lm_text text = lm_text_in(f->arena);
    va_list arguments;
    va_start(arguments, format);
    lm_text_vprint(&text, format, arguments);
    va_end(arguments);
    f->failed = f->failed || text.failed;
    add_field(f, name, label, article, NULL, lm_text_string(&text));
}

/* --- the event --- */

static const char *day_text(struct filling *f, int32_t day)
{
    struct lm_text text = lm_text_in(f->arena);
    if (day != LM_NO_DAY)
        lm_text_add_date(&text, lm_date_of(day), '-');
    return lm_text_string(&text);
}

static void fill_event(struct filling *f)
{
    const struct lm_tournament *t = f->t;
    const struct lm_rating_event *event = f->event;
    add_field(f, "name", "Event", "", "record 012", t->name);
    add_field(f, "federation", "Federation", "", "record 032", t->federation);
    add_field(f, "city", "City", "", "record 022", t->city);
    add_field(f, "venue", "Venue", "", "\"venue\" in NAME.rating.json",
              event->venue == NULL ? "" : event->venue);
    add_field(f, "start", "First day", "B.01 1.1.1", "record 042", day_text(f, event->start));
    add_field(f, "end", "Last day", "", "record 052", day_text(f, event->end));
    add_field(f, "registered", "Registered with FIDE", "B.01 1.1.1",
              "\"registered\" in NAME.rating.json", day_text(f, event->registered));
    add_field(f, "system", "System", "B.01 1.4.2e", "records 092 and 192",
              *t->type_code != '\0' ? t->type_code : t->type);
    add_field(f, "program", "Pairings by", "TRF26 182", "record 182", t->pairing_controller);
}

/* Does ${text} have IA or FA as a word? */
static bool has_arbiter_title(const char *text)
{
    for (const char *at = text; *at != '\0'; at++) {
        bool begins = at == text || at[-1] == ' ' || at[-1] == ',' || at[-1] == '(';
        if (begins && (at[0] == 'I' || at[0] == 'F') && at[1] == 'A' &&
            (at[2] == '\0' || at[2] == ' ' || at[2] == ',' || at[2] == ')'))
            return true;
    }
    return false;
}

static void fill_officials(struct filling *f)
{
    const struct lm_tournament *t = f->t;
    const char *organizer = f->event->organizer;
    add_field(f, "chief-arbiter", "Chief arbiter", "B.01 1.1.5",
              "record 102: title (IA or FA), name, FIDE ID", t->chief_arbiter);
    for (size_t i = 0; i < t->deputy_count; i++)
        add_field(f, "deputy", "Deputy arbiter", "B.01 1.1.5", NULL, t->deputies[i]);
    add_field(f, "organizer", "Organizer", "", "\"organizer\" in NAME.rating.json: name, FIDE ID",
              organizer == NULL ? "" : organizer);
    if (*t->chief_arbiter != '\0' && !has_arbiter_title(t->chief_arbiter))
        add_field(f, "chief-arbiter-title", "Title of the chief arbiter", "B.01 1.1.5",
                  "IA or FA before the name in record 102: others lead no title tournament", "");
}

/* --- the schedule --- */

static void fill_schedule(struct filling *f)
{
    const struct lm_rating_event *event = f->event;
    int32_t most = 0;
    int32_t single = 0;
    for (size_t i = 0; i < event->day_count; i++) {
        most = event->days[i].rounds > most ? event->days[i].rounds : most;
        single += event->days[i].rounds == 1 ? 1 : 0;
    }
    add_print(f, "rounds", "Rounds", "B.01 1.4.1", "%" PRIu32, f->norms->rounds);
    if (event->day_count == 0) {
        add_field(f, "rounds-a-day", "Rounds a day", "B.01 1.1.3", "record 132", "");
    } else {
        add_print(f, "rounds-a-day", "Rounds a day at most", "B.01 1.1.3", "%" PRId32 "%s", most,
                  most > 2 ? ", norms allow two" : "");
        add_print(f, "single-days", "Days with one round", "B.01 1.1.3a", "%" PRId32 "%s", single,
                  single >= 3 ? "" : ", fewer than three");
    }
    add_field(f, "time-control", "Time control", "B.01 1.1.3", "record 122",
              *f->t->time_control != '\0' ? f->t->time_control : f->t->time_control_code);
    if (event->clocks > 0) {
        int32_t minutes = lm_clock_seconds(event->clock, event->clocks) / 60;
        add_print(f, "minutes", "Minutes for 60 moves", "B.01 1.1.3", "%" PRId32 "%s", minutes,
                  minutes < 120 ? ", norms need 120" : "");
    }
}

/* --- the players --- */

static size_t count_federations(const struct lm_tournament *t)
{
    size_t count = 0;
    for (uint32_t i = 0; i < t->player_count; i++) {
        bool seen = *t->players[i].federation == '\0' ||
                    strcmp(t->players[i].federation, "FID") == 0; /* not a federation */
        for (uint32_t j = 0; j < i && !seen; j++)
            seen = strcmp(t->players[i].federation, t->players[j].federation) == 0;
        count += seen ? 0 : 1;
    }
    return count;
}

static void fill_titles(struct filling *f)
{
    static const char *const titles[] = {"GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"};
    struct lm_text text = lm_text_in(f->arena);
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++) {
        uint32_t count = 0;
        for (uint32_t p = 0; p < f->t->player_count; p++)
            count += strcmp(f->t->players[p].title, titles[i]) == 0 ? 1 : 0;
        if (count > 0)
            lm_text_print(&text, "%s%" PRIu32 " %s", text.length > 0 ? ", " : "", count, titles[i]);
    }
    add_field(f, "titles", "Holders of titles", "B.01 1.4.5", NULL, lm_text_string(&text));
}

/* Add up the players present in ${round} (0: before round 1) who missed one round at most; an
 * unrated one counts as 1400 (1.4.6d). */
static void add_up_round(const struct filling *f, uint32_t round, int64_t *count, int64_t *sum)
{
    *count = *sum = 0;
    for (uint32_t p = 0; p < f->t->player_count; p++) {
        if (!lm_norm_took_part(f->t, p) || (round > 0 && lm_norm_is_missing(f->t, p, round)))
            continue;
        *sum += f->t->players[p].rating > 0 ? f->t->players[p].rating : f->norms->rules->unrated;
        ++*count;
    }
}

/* 1.5.6: an individual Swiss with 40 participants with an average rating of 2000, in every round:
 * report the fewest participants and the lowest average of a round. */
static void fill_large_swiss(struct filling *f)
{
    int64_t fewest = INT64_MAX, least = INT64_MAX;
    bool large = true;
    if (f->event->kind != LM_EVENT_SWISS)
        return;
    for (uint32_t round = f->t->rounds_paired > 0 ? 1 : 0; round <= f->t->rounds_paired; round++) {
        int64_t count, sum;
        add_up_round(f, round, &count, &sum);
        int64_t average = count == 0 ? 0 : sum / count;
        large = large && count >= 40 && sum >= 2000 * count;
        fewest = count < fewest ? count : fewest;
        least = average < least ? average : least;
    }
    add_print(f, "large-swiss", "Participants of every round, average rating", "B.01 1.5.6",
              "%" PRId64 ", %" PRId64 "%s", fewest, least,
              large ? ": one norm of the application may be from here" : ": below 40 or 2000");
}

static void fill_field(struct filling *f)
{
    const struct lm_tournament *t = f->t;
    const struct lm_norm_field *field = &f->norms->field;
    uint32_t rated = 0;
    uint32_t host = 0;
    for (uint32_t p = 0; p < t->player_count; p++) {
        rated += t->players[p].rating > 0 ? 1 : 0;
        host += *t->federation != '\0' && strcmp(t->players[p].federation, t->federation) == 0;
    }
    add_print(f, "players", "Players", "", "%" PRIu32, t->player_count);
    add_print(f, "rated", "Rated players", "", "%" PRIu32, rated);
    add_print(f, "unrated", "Unrated players", "", "%" PRIu32, t->player_count - rated);
    add_print(f, "federations", "Federations", "B.01 1.4.3", "%zu", count_federations(t));
    if (*t->federation != '\0') {
        add_print(f, "host", "Players of the host federation", "B.01 1.4.3", "%" PRIu32, host);
        add_print(f, "foreign", "Players of other federations", "B.01 1.4.3", "%" PRIu32,
                  t->player_count - host);
    }
    fill_titles(f);
    if (field->asked)
        add_print(f, "exempt-swiss", "Rated foreigners, their federations, titled among them",
                  "B.01 1.4.3d", "%" PRIu32 ", %" PRIu32 ", %" PRIu32 "%s", field->foreigners,
                  field->federations, field->titled,
                  field->met ? ": 1.4.3 and 1.4.4 are not asked"
                             : ": not 20, 3 and 10, so 1.4.3 and 1.4.4 are asked");
    fill_large_swiss(f);
}

/* --- titles and games --- */

static void fill_results(struct filling *f)
{
    uint32_t reached = 0;
    for (size_t i = 0; i < f->norms->count; i++) {
        const struct lm_norm *norm = &f->norms->all[i];
        struct lm_text text = lm_text_in(f->arena);
        if (norm->state != LM_NORM_REACHED)
            continue;
        const struct lm_player *player = &f->t->players[norm->player];
        reached++;
        lm_text_print(&text, "%s: %s, %s, %s, ", f->norms->rules->demands[norm->title].name,
                      player->name, player->fide_id, player->federation);
        lm_text_add_tenths(&text, norm->tenths);
        lm_text_print(&text, " of %" PRIu32 ", Ra %" PRId32 ", Rp %" PRId32, norm->games,
                      norm->average, norm->performance);
        add_field(f, "title-result", "Title result", "B.01 1.4", NULL, lm_text_string(&text));
    }
    add_print(f, "title-results", "Title results", "B.01 1.8", "%" PRIu32, reached);
    add_field(f, "games", "Games (PGN)", "B.01 1.9",
              reached > 0
                  ? "\"pgn\": true in NAME.rating.json, with the file: at least the games of "
                    "those with title results"
                  : NULL,
              f->event->pgn == LM_ANSWERED_YES ? "with the report" : "");
}

enum lm_status lm_report_form(const struct lm_tournament *t, const struct lm_rating_event *event,
                              const struct lm_norms *norms, struct lm_arena *arena,
                              struct lm_form *out)
{
    struct filling f = {.t = t, .event = event, .norms = norms, .arena = arena};
    fill_event(&f);
    fill_officials(&f);
    fill_schedule(&f);
    fill_field(&f);
    fill_results(&f);
    if (f.failed)
        return LM_LIMIT;
    *out = f.form;
    return LM_OK;
}

/* --- certificates --- */

static void fill_game(struct filling *f, const struct lm_norm *norm, uint32_t round)
{
    const struct lm_record *record = lm_record_of(f->t, norm->player, round);
    struct lm_text text = lm_text_in(f->arena);
    if (record->opponent == LM_NOBODY)
        return;
    const struct lm_player *opponent = &f->t->players[record->opponent];
    static const char *const results[LM_RESULT_COUNT] = {
        [LM_WIN] = "1", [LM_DRAW] = "=", [LM_LOSS] = "0", [LM_FORFEIT_LOSS] = "-"};
    const char *result = results[record->result];
    lm_text_print(&text, "round %" PRIu32 ": %s%s%s, %s, %s, %" PRId32 ", %s: %s", round,
                  opponent->title, *opponent->title == '\0' ? "" : " ", opponent->name,
                  opponent->fide_id, opponent->federation, opponent->rating,
                  record->colour == LM_BLACK ? "black" : "white", result == NULL ? "" : result);
    f->failed = f->failed || text.failed;
    add_field(f, "game", "Opponent", "B.01 1.4.6", NULL, lm_text_string(&text));
}

enum lm_status lm_certificate_form(const struct lm_tournament *t, const struct lm_norms *norms,
                                   const struct lm_norm *norm, struct lm_arena *arena,
                                   struct lm_form *out)
{
    struct filling f = {.t = t, .norms = norms, .arena = arena};
    const struct lm_player *player = &t->players[norm->player];
    struct lm_text points = lm_text_in(arena);
    lm_text_add_tenths(&points, norm->tenths);
    add_field(&f, "title", "Title result", "B.01 1.8", NULL,
              norms->rules->demands[norm->title].name);
    add_field(&f, "player", "Player", "", "record 001", player->name);
    add_field(&f, "id", "FIDE ID", "", "record 001, column 58", player->fide_id);
    add_field(&f, "player-federation", "Federation", "B.01 1.4.3", "record 001, column 54",
              player->federation);
    add_field(&f, "birth", "Born", "", "record 001, column 70", player->birth);
    add_print(&f, "result", "Points, games", "B.01 1.4.1", "%s of %" PRIu32,
              lm_text_string(&points), norm->games);
    add_print(&f, "average", "Rating average, performance", "B.01 1.4.8", "%" PRId32 ", %" PRId32,
              norm->average, norm->performance);
    add_print(&f, "counts-as", "Counts as games", "B.01 1.5.1", "%" PRIu32, norm->counts_as);
    for (uint32_t i = 0; i < norm->games; i++)
        fill_game(&f, norm, norm->rounds[i]);
    if (f.failed || points.failed)
        return LM_LIMIT;
    *out = f.form;
    return LM_OK;
}
