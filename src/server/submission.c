/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Only published data is stored: the submitted bytes are read and dropped, and the public part of
 * the tournament stays. So a copy of the store reveals no more than the pages do, and no other data
 * can leak, get lost or need erasure.
 */
#include "server/submission.h"

#include <stddef.h>
#include <string.h>

#include "base/sort.h"
#include "limmat/check.h"
#include "limmat/date.h"
#include "limmat/desk.h"
#include "limmat/formats.h"
#include "limmat/json.h"
#include "server/secrets.h"
#include "site/site.h"

#ifndef LIMMAT_VERSION
#define LIMMAT_VERSION "0"
#endif

enum {
    SHOWN_MOST = 300000,  /* entries of a crosstable; their pages take half a gigabyte */
    CHECKED_MOST = 20000, /* records of a tournament whose rounds are paired again at once */
    ADULT = 18
};

static const char *copy(struct lm_arena *arena, const char *text)
{
    const char *out = text == NULL ? "" : lm_arena_copy(arena, text, strlen(text));
    return out == NULL ? "" : out;
}

/* --- the public part */

int submission_born(const struct lm_player *player)
{
    struct lm_date date;
    return lm_parse_date(player->birth, strlen(player->birth), &date) ? date.year : 0;
}

int submission_adults_before(int64_t now)
{
    return lm_date_of((int32_t)(now / 86400)).year - ADULT;
}

bool submission_is_minor(int born, int64_t now)
{
    return born > 0 && born >= submission_adults_before(now);
}

/* Is it a public line? A "###" line about a round concerns the rules; all others are for their
 * writer. */
static bool is_public_line(const struct lm_tournament *t, const char *text)
{
    if (strncmp(text, "###", 3) != 0)
        return false;
    for (uint32_t i = 0; i < t->player_count; i++) {
        char surname[64];
        size_t length = strcspn(t->players[i].name, ",");
        if (length < 3 || length >= sizeof surname)
            continue;
        memcpy(surname, t->players[i].name, length);
        surname[length] = '\0';
        if (strstr(text, surname) != NULL)
            return false;
    }
    return true;
}

static void drop_private_lines(struct lm_tournament *t, struct lm_kept_line *room)
{
    size_t count = 0;
    for (size_t i = 0; i < t->kept_count; i++)
        if (is_public_line(t, t->kept[i].text))
            room[count++] = t->kept[i];
    t->kept = room;
    t->kept_count = count;
}

/* Remove from ${t} everything that is not public. */
static enum lm_status publish(struct lm_tournament *t, struct lm_arena *arena)
{
    struct lm_national *nationals = lm_arena_alloc(arena, t->national_count, sizeof *nationals);
    struct lm_kept_line *lines = lm_arena_alloc(arena, t->kept_count, sizeof *lines);
    if (nationals == NULL || lines == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < t->player_count; i++) {
        struct lm_text year = lm_text_in(arena);
        int born = submission_born(&t->players[i]);
        if (born > 0)
            lm_text_print(&year, "%04d/00/00", born);
        t->players[i].birth = lm_text_string(&year);
        t->players[i].line = 0;
    }
    for (size_t i = 0; i < t->national_count; i++) {
        nationals[i] = t->nationals[i];
        nationals[i].name = nationals[i].number = nationals[i].birth = "";
    }
    t->nationals = nationals;
    drop_private_lines(t, lines);
    return LM_OK;
}

const char *submission_initials(const char *name, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    bool begins = true;
    for (size_t length = strlen(name), at = 0; at < length;) {
        uint32_t point;
        size_t size = lm_utf8_point(name + at, length - at, &point);
        bool gap = size == 1 && strchr(" ,.-'", name[at]) != NULL;
        if (size == 0)
            break;
        if (begins && !gap)
            lm_text_print(&text, "%s%.*s.", text.length > 0 ? " " : "", (int)size, name + at);
        begins = gap;
        at += size;
    }
    return text.failed ? "" : lm_text_string(&text);
}

enum lm_status submission_withhold(struct lm_tournament *t, bool births, bool minors, int64_t now,
                                   struct lm_arena *arena)
{
    for (uint32_t i = 0; i < t->player_count; i++) {
        struct lm_player *p = &t->players[i];
        bool minor = !minors && submission_is_minor(submission_born(p), now);
        if (minor) {
            p->name = submission_initials(p->name, arena);
            p->fide_id = p->club = "";
        }
        if (minor || !births)
            p->birth = "";
    }
    return LM_OK;
}

static bool has_address(const char *text)
{
    return strstr(text, "://") != NULL || strstr(text, "www.") != NULL || strchr(text, '<') != NULL;
}

const char *submission_suspicion(const struct lm_tournament *t)
{
    uint32_t addresses = has_address(t->name) + has_address(t->city);
    for (uint32_t i = 0; i < t->player_count; i++)
        addresses += has_address(t->players[i].name) || has_address(t->players[i].club);
    if (addresses > 0)
        return LM_MESSAGE("The names contain addresses or markup");
    if (t->rounds_paired == 0)
        return LM_MESSAGE("No round has been paired");
    return NULL;
}

/* --- reading */

static bool add(struct findings *findings, struct lm_arena *arena, struct finding fresh)
{
    if (!lm_arena_grow(arena, &findings->all, &findings->capacity, findings->count + 1,
                       sizeof *findings->all))
        return false;
    findings->all[findings->count++] = fresh;
    return true;
}

static enum lm_status add_log(struct findings *findings, const struct lm_log *log,
                              struct lm_arena *arena)
{
    for (size_t i = 0; i < log->count; i++) {
        const struct lm_diagnostic *d = &log->all[i];
        struct finding fresh = {d->severity,
                                d->line,
                                d->column,
                                copy(arena, d->field),
                                copy(arena, d->value),
                                copy(arena, d->what),
                                copy(arena, d->remedy),
                                "",
                                d->message};
        if (!add(findings, arena, fresh))
            return LM_LIMIT;
    }
    return LM_OK;
}

static bool is_journal(const char *bytes, size_t length)
{
    static const char begin[] = "{\"v\":";
    return length > sizeof begin && memcmp(bytes, begin, sizeof begin - 1) == 0;
}

/* Read the journal ${bytes} of an event, as the public sees its largest section. */
static enum lm_status read_journal(const char *bytes, size_t length, struct lm_arena *arena,
                                   struct lm_log *log, struct lm_tournament **out)
{
    struct lm_desk *desk;
    enum lm_status status = lm_desk_new(arena, &secrets_hooks, "limmat " LIMMAT_VERSION, &desk);
    if (status == LM_OK)
        status = lm_desk_replay(desk, bytes, lm_journal_whole(bytes, length), NULL, NULL, log);
    if (status != LM_OK)
        return status;
    const struct lm_desk_event *e = lm_desk_event(desk);
    const struct lm_desk_section *most = NULL;
    for (size_t i = 0; i < e->section_count; i++)
        if (most == NULL || e->sections[i]->player_count > most->player_count)
            most = e->sections[i];
    if (most == NULL)
        return lm_log_add(log, LM_ERROR, (struct lm_place){0}, "send it when a section is open",
                          "there is no section in this journal");
    if (e->section_count > 1)
        lm_log_add(log, LM_NOTE, (struct lm_place){0}, "send the TRF of each of the others",
                   "of %zu sections this is the largest", e->section_count);
    return lm_desk_tournament(desk, most, LM_FOR_PUBLIC, 0, arena, NULL, out);
}

/* Describe how a round differs from the pairing by ${system}, which is assumed unless ${sure}. */
static const struct lm_message *difference_told(const struct lm_difference *d,
                                                const struct lm_system *system, bool sure,
                                                struct lm_arena *arena)
{
    if (sure && d->declared != NULL)
        return lm_message_print(arena, "Round %u differs from what %s pairs, as the file declares",
                                d->round, system->title);
    if (sure)
        return lm_message_print(arena, "Round %u differs from what %s pairs", d->round,
                                system->title);
    return lm_message_print(arena, "Assumed: round %u differs from what %s pairs", d->round,
                            system->title);
}

static enum lm_status check_by(const struct lm_system *system, enum site_judged judged,
                               const struct lm_tournament *t, struct lm_arena *arena,
                               struct findings *findings)
{
    struct lm_log log = {.arena = arena};
    struct lm_check check;
    enum lm_status status = lm_check_rounds(system, t, arena, &log, &check);
    if (status == LM_LIMIT)
        return status;
    for (size_t i = 0; status == LM_OK && i < check.difference_count; i++) {
        const struct lm_difference *d = &check.differences[i];
        const struct lm_message *what = difference_told(d, system, judged == SITE_JUDGED, arena);
        struct finding fresh = {.severity = LM_NOTE,
                                .field = "",
                                .value = "",
                                .what = what == NULL ? "" : what->text,
                                .remedy = "",
                                .article = d->rule == NULL ? "" : d->rule->article,
                                .message = what};
        if (!add(findings, arena, fresh))
            return LM_LIMIT;
    }
    return LM_OK;
}

/* Check each round by the rules, if they are known or can be assumed and it is quick. Only the
 * sender sees findings from assumed rules. */
static enum lm_status check_rounds(const struct lm_tournament *t, struct lm_arena *arena,
                                   struct findings *findings)
{
    enum site_judged judged;
    const struct lm_system *system = site_judged_by(t, &judged);
    bool guessable =
        judged == SITE_JUDGED || judged == SITE_UNDECLARED || judged == SITE_NO_EDITION;
    if (system == NULL || !guessable || lm_ids_are_teams(t) ||
        system->games_per_match != t->games_per_match ||
        (uint64_t)t->player_count * t->rounds_paired > CHECKED_MOST)
        return LM_OK;
    return check_by(system, judged, t, arena, findings);
}

/* Copy ${t} by writing and reading it, so that the caller can change its arrays. */
static enum lm_status copy_whole(const struct lm_tournament *t, struct lm_arena *arena,
                                 struct lm_log *log, struct lm_tournament **out)
{
    struct lm_text text = lm_text_in(arena);
    const struct lm_read_options json = {.format = lm_format_named("json")};
    enum lm_status status = lm_write(json.format, t, NULL, log, &text);
    return status == LM_OK ? lm_read(lm_text_string(&text), text.length, &json, arena, NULL, out)
                           : status;
}

/* Refuse tournaments too large to show: the pages of 600,000 entries took more than a gigabyte. */
static enum lm_status check_size(const struct lm_tournament *t, struct lm_log *log)
{
    uint32_t rounds = t->rounds_paired > t->rounds_total ? t->rounds_paired : t->rounds_total;
    uint64_t entries = (uint64_t)t->player_count * rounds * t->games_per_match;
    if (entries <= SHOWN_MOST)
        return LM_OK;
    return lm_log_add(log, LM_ERROR, (struct lm_place){0},
                      "Send it as several tournaments, one for each section or period.",
                      "This tournament is too large to be shown: %u players times %u rounds make "
                      "%llu entries, and its pages can have %u at most.",
                      t->player_count, rounds, (unsigned long long)entries, (unsigned)SHOWN_MOST);
}

enum lm_status submission_read(const char *bytes, size_t length, const char *file,
                               struct lm_arena *arena, struct findings *findings,
                               struct lm_tournament **out)
{
    struct lm_log log = {.arena = arena, .limit = 200};
    struct lm_read_options options = {.file = *file == '\0' ? NULL : file,
                                      .refuse = LM_DOUBT_GAMES};
    struct lm_tournament *t = NULL, *whole = NULL;
    enum lm_status status = is_journal(bytes, length)
                                ? read_journal(bytes, length, arena, &log, &t)
                                : lm_read(bytes, length, &options, arena, &log, &t);
    if (status == LM_OK && t->player_count == 0)
        status =
            lm_log_add(&log, LM_ERROR, (struct lm_place){0},
                       "send a TRF, Limmat's JSON or CSV, or a journal", "no players found in it");
    if (status == LM_OK)
        status = check_size(t, &log);
    if (status == LM_OK)
        status = copy_whole(t, arena, &log, &whole);
    if (add_log(findings, &log, arena) != LM_OK)
        return LM_LIMIT;
    if (status == LM_OK)
        status = check_rounds(whole, arena, findings);
    if (status == LM_OK)
        status = publish(whole, arena);
    if (status == LM_OK)
        *out = whole;
    return status;
}

static void drop_ranks(struct lm_tournament *t, struct lm_arena *arena)
{
    (void)arena;
    for (uint32_t i = 0; i < t->player_count; i++)
        t->players[i].declared_rank = 0;
}

/* --- typed facts */

/* The facts that are texts; the number of rounds is one more. */
static const struct {
    const char *name;
    size_t at;
} facts[] = {{"name", offsetof(struct lm_tournament, name)},
             {"city", offsetof(struct lm_tournament, city)},
             {"federation", offsetof(struct lm_tournament, federation)},
             {"start", offsetof(struct lm_tournament, start)},
             {"end", offsetof(struct lm_tournament, end)},
             {"tie-breaks", offsetof(struct lm_tournament, tie_breaks)}};

enum { FACTS = sizeof facts / sizeof *facts };

static const char **fact_of(struct lm_tournament *t, size_t fact)
{
    return (const char **)(void *)((char *)t + facts[fact].at);
}

bool submission_is_typed(const char *message, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = message; (at = strstr(at, name)) != NULL; at++)
        if ((at == message || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

void submission_give_games(struct lm_tournament *t, const char *address)
{
    struct lm_kept_line *lines = lm_arena_alloc(t->arena, t->kept_count + 1, sizeof *lines);
    size_t count = 0;
    for (size_t i = 0; lines != NULL && i < t->kept_count; i++)
        if (!lm_is_record_of_games(t->kept[i].text))
            lines[count++] = t->kept[i];
    if (lines == NULL)
        return;
    if (*address != '\0')
        lines[count++] =
            (struct lm_kept_line){.text = lm_record_of_games(address, t->arena), .behind = "000"};
    t->kept = lines;
    t->kept_count = count;
}

const char *submission_facts_typed(const struct lm_tournament *t, const struct lm_tournament *other,
                                   struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    struct lm_tournament a = *t, b = *other;
    for (size_t i = 0; i < FACTS; i++)
        if (strcmp(*fact_of(&a, i), *fact_of(&b, i)) != 0)
            lm_text_print(&text, "%s%s", text.length > 0 ? " " : "", facts[i].name);
    if (strcmp(lm_games_link(t), lm_games_link(other)) != 0)
        lm_text_print(&text, "%sgames", text.length > 0 ? " " : "");
    if (a.rounds_total != b.rounds_total)
        lm_text_print(&text, "%srounds", text.length > 0 ? " " : "");
    return text.failed ? "" : lm_text_string(&text);
}

void submission_keep_typed(struct lm_tournament *t, const struct lm_tournament *last,
                           const char *message, const char *anew)
{
    struct lm_tournament from = *last;
    for (size_t i = 0; i < FACTS; i++)
        if (submission_is_typed(message, facts[i].name) &&
            !submission_is_typed(anew, facts[i].name))
            *fact_of(t, i) = *fact_of(&from, i);
    if (submission_is_typed(message, "tie-breaks") && !submission_is_typed(anew, "tie-breaks"))
        submission_rank_by(t, from.tie_breaks);
    if (submission_is_typed(message, "games") && !submission_is_typed(anew, "games"))
        submission_give_games(t, lm_games_link(last));
    if (submission_is_typed(message, "rounds") && !submission_is_typed(anew, "rounds") &&
        from.rounds_total >= t->rounds_paired)
        t->rounds_total = from.rounds_total;
}

void submission_rank_by(struct lm_tournament *t, const char *tie_breaks)
{
    t->tie_breaks = tie_breaks;
    drop_ranks(t, NULL);
}

/* --- repairs */

static bool points_are_wrong(const struct lm_tournament *t, struct lm_arena *arena)
{
    struct lm_check check;
    return lm_check_points(t, arena, &check) == LM_OK && check.wrong_point_count > 0;
}

static void reckon_points(struct lm_tournament *t, struct lm_arena *arena)
{
    int32_t *points = lm_arena_alloc(arena, t->player_count, sizeof *points);
    if (points == NULL)
        return;
    lm_points_after(t, t->rounds_paired, points);
    for (uint32_t i = 0; i < t->player_count; i++)
        t->players[i].declared_points = points[i];
}

static bool rounds_are_missing(const struct lm_tournament *t, struct lm_arena *arena)
{
    (void)arena;
    return t->rounds_total == 0 && t->rounds_paired > 0;
}

static void close_rounds(struct lm_tournament *t, struct lm_arena *arena)
{
    (void)arena;
    (void)lm_close_rounds(t);
}

/* Does the player with fewer points have the better rank in any pair? */
static bool ranks_are_wrong(const struct lm_tournament *t, struct lm_arena *arena)
{
    int32_t *points = lm_arena_alloc(arena, t->player_count, sizeof *points);
    int32_t *least = lm_arena_alloc(arena, (size_t)t->player_count + 1, sizeof *least);
    if (points == NULL || least == NULL || lm_rank_use(t) != LM_RANKS_PLACES)
        return false;
    lm_points_after(t, t->rounds_paired, points);
    for (uint32_t r = 0; r <= t->player_count; r++)
        least[r] = LM_NO_POINTS;
    for (uint32_t i = 0; i < t->player_count; i++)
        if (t->players[i].declared_rank > 0 && t->players[i].declared_rank <= t->player_count)
            least[t->players[i].declared_rank] = points[i];
    int32_t last = LM_NO_POINTS;
    for (uint32_t r = 1; r <= t->player_count; r++) {
        if (least[r] == LM_NO_POINTS)
            continue;
        if (last != LM_NO_POINTS && least[r] > last)
            return true;
        last = least[r];
    }
    return false;
}

static uint32_t rated_players(const struct lm_tournament *t)
{
    uint32_t rated = 0;
    for (uint32_t i = 0; i < t->player_count; i++)
        rated += t->players[i].rating > 0;
    return rated;
}

static bool counts_are_wrong(const struct lm_tournament *t, struct lm_arena *arena)
{
    (void)arena;
    return (t->declared_players > 0 && t->declared_players != t->player_count) ||
           (t->declared_rated > 0 && t->declared_rated != rated_players(t));
}

static void count_again(struct lm_tournament *t, struct lm_arena *arena)
{
    (void)arena;
    t->declared_players = t->player_count;
    t->declared_rated = rated_players(t);
}

/* Compare by rating, title and name (C.04.2 art. 2.2). */
static int by_strength(const void *a, const void *b)
{
    const struct lm_player *x = a, *y = b;
    if (x->rating != y->rating)
        return x->rating > y->rating ? -1 : 1;
    int title = lm_title_rank(x->title) - lm_title_rank(y->title);
    return title != 0 ? title : strcmp(x->name, y->name);
}

/* Is ${t} a mere list, without references to its numbers, and not in order? */
static bool numbers_are_wrong(const struct lm_tournament *t, struct lm_arena *arena)
{
    (void)arena;
    bool sorted = true, list = t->rounds_paired == 0 && !t->rank_order;
    list &= t->team_count + t->national_count + t->bye_count + t->acceleration_count +
                t->prohibition_count + t->adjustment_count ==
            0;
    for (uint32_t i = 0; list && i < t->player_count; i++) {
        sorted &= i == 0 || by_strength(&t->players[i - 1], &t->players[i]) <= 0;
        for (uint32_t round = 1; round <= t->round_capacity; round++)
            list &= lm_record_of(t, i, round)->result == LM_BLANK;
    }
    return list && !sorted;
}

static void number_by_strength(struct lm_tournament *t, struct lm_arena *arena)
{
    uint32_t *tpn = lm_arena_alloc(arena, t->player_count, sizeof *tpn);
    if (tpn == NULL)
        return;
    for (uint32_t i = 0; i < t->player_count; i++)
        tpn[i] = t->players[i].tpn;
    lm_sort(t->players, t->player_count, sizeof *t->players, by_strength);
    for (uint32_t i = 0; i < t->player_count; i++) {
        t->players[i].tpn = tpn[i];
        t->players[i].declared_rank = 0;
    }
}

const struct mend submission_mends[] = {
    {"numbers", "pairing number", LM_MESSAGE("Number the players by rating, title and name"),
     numbers_are_wrong, number_by_strength},
    {"points", "points", LM_MESSAGE("Correct the points by the results"), points_are_wrong,
     reckon_points},
    {"ranks", "rank", LM_MESSAGE("Rank by points and tie-breaks"), ranks_are_wrong, drop_ranks},
    {"rounds", "number of rounds", LM_MESSAGE("End the event with the last recorded round"),
     rounds_are_missing, close_rounds},
    {"counts", "number of players", LM_MESSAGE("Count the players again"), counts_are_wrong,
     count_again},
    {0}};
