/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/texts.h"
#include "championship/state.h"
#include "limmat/crosstable.h"
#include "limmat/date.h"

enum { MINUTE = 60, HOUR = 3600, DAY = 86400, NAME_WIDTH = 20 };

static void pad(struct lm_text *out, const char *text, size_t width)
{
    size_t used = lm_utf8_width(text, strlen(text));
    lm_text_add(out, text);
    lm_text_repeat(out, ' ', used < width ? width - used : 1);
}

/* "in 2 d 3 h", "3 h ago" */
static void add_distance(struct lm_text *out, int64_t from, int64_t to)
{
    int64_t distance = to >= from ? to - from : from - to;
    lm_text_add(out, to >= from ? "in " : "");
    if (distance >= DAY)
        lm_text_print(out, "%lld d ", (long long)(distance / DAY));
    if (distance >= HOUR && distance < 7 * DAY)
        lm_text_print(out, "%lld h ", (long long)(distance % DAY / HOUR));
    if (distance < HOUR)
        lm_text_print(out, "%lld min ", (long long)(distance / MINUTE));
    if (to < from)
        lm_text_add(out, "ago");
    else
        lm_text_trim(out, 0);
}

static void add_deadline(struct lm_text *out, int64_t now, int64_t by)
{
    lm_champ_add_moment(out, by);
    lm_text_add(out, " (");
    add_distance(out, now, by);
    lm_text_add(out, ")");
}

/* ---- a match in words */

void lm_champ_add_score(struct lm_text *out, const struct contest *contest)
{
    struct match_view view = lm_champ_match(contest->format, contest->games);
    lm_text_add_points(out, view.score[FIRST]);
    lm_text_add(out, "–");
    lm_text_add_points(out, view.score[SECOND]);
}

static void add_result(struct lm_text *out, const struct lm_championship *c,
                       const struct contest *contest)
{
    static const char *const how[] = {
        [RESULT_PLAYED] = NULL,
        [RESULT_ARMAGEDDON] = "Armageddon",
        [RESULT_NO_SHOW] = "the opponent did not come",
        [RESULT_LEFT] = "the opponent left the match",
        [RESULT_RULED] = "by ruling",
        [RESULT_WALKOVER] = "the opponent is out",
        [RESULT_RESCORED] = "the opponent was disqualified",
        [RESULT_UNPLAYED] = "not played",
        [RESULT_BYE] = NULL,
    };
    if (contest->games[0] != '\0')
        lm_champ_add_score(out, contest);
    if (how[contest->kind] == NULL)
        return;
    const char *winner = contest->winner <= SECOND
                             ? lm_champ_name(c, contest->player[contest->winner])
                             : (contest->winner == DRAWN ? "drawn" : "lost by both");
    lm_text_print(out, "%s%s%s (%s)", contest->games[0] != '\0' ? ", " : "", winner,
                  contest->winner <= SECOND ? " wins" : "", how[contest->kind]);
}

static uint32_t offers_made(const struct lm_championship *c, const struct contest *contest,
                            uint32_t side)
{
    struct negotiation n = lm_champ_contest_negotiation(contest);
    struct period period = lm_champ_deal_period(c, contest);
    return lm_champ_proper_offers(&c->definition->negotiation, &n, &period, side);
}

static void add_deal(struct lm_text *out, const struct lm_championship *c,
                     const struct contest *contest, int64_t now)
{
    struct deal_view deal = lm_champ_contest_deal(c, contest, now);
    uint32_t owed = c->definition->negotiation.offers;
    switch (deal.deal) {
    case DEAL_AGREED:
        lm_text_add(out, now < deal.time ? "" : "no result yet; began ");
        lm_champ_add_moment(out, deal.time);
        if (lm_champ_is_asked(c, contest, now)) {
            lm_text_print(out, "; %s asks for ",
                          lm_champ_name(c, contest->player[contest->move.by]));
            lm_champ_add_moment(out, contest->move.time);
        }
        break;
    case DEAL_CHOOSES:
        lm_text_print(out, "%s chooses the time", lm_champ_name(c, contest->player[deal.chooser]));
        break;
    case DEAL_ARBITER:
        lm_text_add(out, "no time: the director decides");
        break;
    case DEAL_NEEDS_FINDING:
        lm_text_add(out, "no time: who is at fault?");
        break;
    case DEAL_OPEN:
    case DEAL_WAITS:
        if (c->definition->negotiation.used && !contest->rescheduled &&
            !c->definition->stages[contest->stage].free_of_dates)
            lm_text_print(out, "no time yet; offers %u and %u of %u",
                          offers_made(c, contest, FIRST), offers_made(c, contest, SECOND), owed);
        else
            lm_text_add(out, contest->rescheduled ? "to be rescheduled" : "no time yet");
        break;
    }
}

void lm_champ_add_contest_state(struct lm_text *out, const struct lm_championship *c,
                                const struct contest *contest, int64_t now)
{
    struct match_view view = lm_champ_match(contest->format, contest->games);
    if (contest->state == CONTEST_VOID) {
        lm_text_add(out, "disregarded");
    } else if (contest->state == CONTEST_DONE) {
        add_result(out, c, contest);
    } else if (contest->waiting != NULL) {
        lm_text_print(out, "waits for a ruling: %s", contest->waiting);
    } else if (view.state == MATCH_ARMAGEDDON) {
        lm_champ_add_score(out, contest);
        lm_text_print(out, ", Armageddon: %s",
                      contest->white == NO_SIDE ? "bids are open" : "to be played");
    } else if (view.games > 0) {
        lm_champ_add_score(out, contest);
        lm_text_print(out, " after %u games, %u more at %s", view.games, view.next, view.clock);
        if (lm_champ_is_adjourned(contest)) {
            lm_text_add(out, "; goes on ");
            lm_champ_add_moment(out, contest->time);
        }
    } else {
        add_deal(out, c, contest, now);
    }
}

static void add_players(struct lm_text *out, const struct lm_championship *c,
                        const struct contest *contest, size_t width)
{
    struct lm_text names = lm_text_in(c->arena);
    if (contest->kind == RESULT_BYE)
        lm_text_print(&names, "%s: no opponent", lm_champ_name(c, contest->player[FIRST]));
    else
        lm_text_print(&names, "%s - %s", lm_champ_name(c, contest->player[FIRST]),
                      lm_champ_name(c, contest->player[SECOND]));
    pad(out, lm_text_string(&names), width);
}

static void add_contest(struct lm_text *out, const struct lm_championship *c,
                        const struct contest *contest, int64_t now)
{
    lm_text_add(out, "  ");
    pad(out, contest->id, 22);
    add_players(out, c, contest, 34);
    lm_champ_add_contest_state(out, c, contest, now);
    lm_text_trim(out, 0);
    lm_text_add(out, "\n");
}

/* ---- due tasks */

static bool concerns(const struct lm_championship *c, const struct due *due, const char *who)
{
    if (who == NULL)
        return true;
    if (due->person == NOBODY)
        return lm_champ_is_director(c->definition, who);
    return strcmp(lm_champ_name(c, due->person), who) == 0;
}

static void add_due_text(struct lm_text *out, const struct lm_championship *c,
                         const struct due *due, int64_t now)
{
    (void)c;
    lm_text_print(out, "  %s %s", due->must ? "must" : "may ", due->text);
    if (due->article[0] != '\0')
        lm_text_print(out, " [%s]", due->article);
    if (due->by != NEVER) {
        lm_text_print(out, "\n       %s ", due->kind == DUE_PLAY ? "at" : "by");
        add_deadline(out, now, due->by);
    }
    if (due->otherwise != NULL)
        lm_text_print(out, "%sotherwise %s", due->by != NEVER ? "; " : "\n       ", due->otherwise);
    lm_text_add(out, "\n");
}

static void add_due_of(struct lm_text *out, const struct lm_championship *c, const struct due *all,
                       size_t count, uint32_t person, int64_t now)
{
    for (size_t i = 0; i < count; i++) {
        if (all[i].person == person)
            add_due_text(out, c, &all[i], now);
    }
}

static void due_as_text(struct lm_championship *c, int64_t now, const char *who,
                        const struct due *all, size_t count, struct lm_text *out)
{
    bool *seen = lm_arena_alloc(c->arena, c->person_count + 1, sizeof *seen);
    size_t shown = 0;
    for (size_t i = 0; seen != NULL && i < count; i++) {
        size_t slot = all[i].person == NOBODY ? c->person_count : all[i].person;
        if (seen[slot] || !concerns(c, &all[i], who))
            continue;
        seen[slot] = true;
        shown++;
        lm_text_print(out, "%s\n",
                      all[i].person == NOBODY ? "the director" : lm_champ_name(c, all[i].person));
        add_due_of(out, c, all, count, all[i].person, now);
    }
    if (shown == 0)
        lm_text_print(out, "%s: nothing to do now\n", who != NULL ? who : "everybody");
}

static void put_instant(struct lm_json_writer *w, struct lm_arena *arena, const char *key,
                        int64_t at)
{
    struct lm_text text = lm_text_in(arena);
    if (at == NEVER) {
        lm_json_put_null(w, key);
        return;
    }
    lm_text_add_instant(&text, at);
    lm_json_put_string(w, key, lm_text_string(&text));
}

static void put_due(struct lm_json_writer *w, const struct lm_championship *c,
                    const struct due *due)
{
    lm_json_begin(w, NULL, '{');
    lm_json_put_string(w, "who",
                       due->person == NOBODY ? "director" : lm_champ_name(c, due->person));
    lm_json_put_string(w, "do", lm_champ_due_name(due->kind));
    lm_json_put_boolean(w, "must", due->must);
    put_instant(w, c->arena, "by", due->by);
    if (due->contest != NULL)
        lm_json_put_string(w, "match", due->contest->id);
    if (due->kind == DUE_ACCEPTANCE || due->kind == DUE_PLAY || due->kind == DUE_MOVE)
        put_instant(w, c->arena, "time", due->time);
    lm_json_put_string(w, "text", due->text);
    if (due->otherwise != NULL)
        lm_json_put_string(w, "otherwise", due->otherwise);
    lm_json_put_string(w, "article", due->article);
    lm_json_end(w, '}');
}

static void put_dues(struct lm_json_writer *w, struct lm_championship *c, int64_t now,
                     const char *who)
{
    size_t count = 0;
    const struct due *all = lm_champ_due(c, now, &count);
    lm_json_begin(w, "due", '[');
    for (size_t i = 0; i < count; i++) {
        if (concerns(c, &all[i], who))
            put_due(w, c, &all[i]);
    }
    lm_json_end(w, ']');
}

void lm_championship_due(struct lm_championship *c, int64_t now, const char *who,
                         enum lm_championship_format format, struct lm_text *out)
{
    if (format == LM_CHAMPIONSHIP_JSON) {
        struct lm_json_writer w = lm_json_writer_to(out, false);
        lm_json_begin(&w, NULL, '{');
        put_instant(&w, c->arena, "at", now);
        put_dues(&w, c, now, who);
        lm_json_end(&w, '}');
        lm_text_add(out, "\n");
        return;
    }
    size_t count = 0;
    const struct due *all = lm_champ_due(c, now, &count);
    due_as_text(c, now, who, all, count, out);
}

/* ---- status */

void lm_champ_count_round(const struct lm_championship *c, uint32_t stage, uint32_t round,
                          uint32_t *over, uint32_t *all)
{
    *over = *all = 0;
    for (size_t i = 0; i < c->contest_count; i++) {
        const struct contest *contest = &c->contests[i];
        if (contest->stage != stage || contest->round != round || contest->state == CONTEST_VOID ||
            contest->kind == RESULT_BYE)
            continue;
        *over += contest->state == CONTEST_DONE;
        ++*all;
    }
}

static void status_of_round(struct lm_championship *c, int64_t now, struct lm_text *out)
{
    const struct stage_state *state = &c->stages[c->current];
    uint32_t round = state->published - 1;
    uint32_t over;
    uint32_t all;
    struct period period;
    lm_champ_count_round(c, c->current, round, &over, &all);
    lm_text_print(out, "%s, round %u of %u: %u of %u matches over",
                  c->definition->stages[c->current].title, round + 1, state->rounds, over, all);
    if (over < all && lm_champ_period(c, c->current, round, &period)) {
        lm_text_add(out, "; to be complete by ");
        add_deadline(out, now, period.complete_by);
    }
    lm_text_add(out, "\n");
    for (size_t i = 0; i < c->contest_count; i++) {
        if (c->contests[i].stage == c->current && c->contests[i].round == round)
            add_contest(out, c, &c->contests[i], now);
    }
}

static void status_of_entries(const struct lm_championship *c, struct lm_text *out)
{
    uint32_t number[ENTRY_HOLDER + 1] = {0};
    for (size_t i = 0; i < c->person_count; i++)
        number[c->people[i].status]++;
    lm_text_print(out, "Applications: %u accepted, %u waiting, %u rejected\n",
                  number[ENTRY_ACCEPTED], number[ENTRY_PENDING], number[ENTRY_REJECTED]);
    for (size_t i = 0; i < c->person_count; i++) {
        const struct person *p = &c->people[i];
        if (p->status != ENTRY_PENDING && p->status != ENTRY_REJECTED)
            continue;
        lm_text_add(out, "  ");
        pad(out, p->id, NAME_WIDTH);
        lm_text_add(out, p->status == ENTRY_PENDING ? "waits  " : "rejected  ");
        for (size_t r = 0; r < p->reason_count; r++)
            lm_text_print(out, "%s%s", r > 0 ? ", " : "", p->reasons[r]);
        lm_text_add(out, "\n");
    }
}

static void status_of_leavers(const struct lm_championship *c, struct lm_text *out)
{
    bool any = false;
    for (size_t i = 0; i < c->person_count; i++) {
        const struct person *p = &c->people[i];
        if (p->out == GROUND_NONE)
            continue;
        lm_text_add(out, any ? "" : "Out\n");
        any = true;
        lm_text_add(out, "  ");
        pad(out, p->id, NAME_WIDTH);
        pad(out, lm_champ_ground_names[p->out], 12);
        lm_champ_add_moment(out, p->out_at);
        lm_text_add(out, "\n");
    }
}

static void status_of_director(struct lm_championship *c, int64_t now, struct lm_text *out)
{
    size_t count = 0;
    const struct due *all = lm_champ_due(c, now, &count);
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        if (all[i].person != NOBODY)
            continue;
        lm_text_add(out, any ? "" : "For the director\n");
        any = true;
        add_due_text(out, c, &all[i], now);
    }
    lm_text_add(out, any || lm_champ_over(c) ? "" : "Nothing waits for the director\n");
}

static void status_of_player(struct lm_championship *c, uint32_t person, int64_t now,
                             struct lm_text *out)
{
    const struct person *p = &c->people[person];
    lm_text_print(out, "%s, seeding rating ", p->id);
    lm_text_add_tenths(out, p->seeding);
    if (p->out != GROUND_NONE)
        lm_text_print(out, ", out: %s", lm_champ_ground_names[p->out]);
    if (p->forfeits > 0)
        lm_text_print(out, ", %u forfeit%s", p->forfeits, p->forfeits == 1 ? "" : "s");
    lm_text_add(out, "\n");
    if (c->current != NOBODY) {
        for (uint32_t g = 0; g < lm_champ_group_count(c, c->current); g++) {
            uint32_t count = 0;
            const struct standing *rows = lm_champ_standings(c, c->current, g, &count);
            for (uint32_t i = 0; rows != NULL && i < count; i++) {
                if (rows[i].person != person ||
                    c->definition->stages[c->current].type == STAGE_MATCHES)
                    continue;
                lm_text_print(out, "Place %u of %u in %s with ", i + 1, count,
                              c->definition->stages[c->current].title);
                lm_text_add_tenths(out, rows[i].keys[0]);
                lm_text_add(out, " points\n");
            }
        }
    }
    for (size_t i = 0; i < c->contest_count; i++) {
        if (lm_champ_side(&c->contests[i], person) != NO_SIDE)
            add_contest(out, c, &c->contests[i], now);
    }
    size_t count = 0;
    const struct due *all = lm_champ_due(c, now, &count);
    add_due_of(out, c, all, count, person, now);
}

void lm_championship_status(struct lm_championship *c, int64_t now, const char *who,
                            struct lm_text *out)
{
    uint32_t person = who != NULL ? lm_champ_person(c, who) : NOBODY;
    lm_text_print(out, "%s\n", c->definition->title);
    lm_champ_add_moment(out, now);
    lm_text_print(out, ", %zu events\n", c->events);
    if (person != NOBODY) {
        status_of_player(c, person, now, out);
        return;
    }
    const char *champion = lm_championship_champion(c);
    if (champion != NULL)
        lm_text_print(out, "Champion: %s\n", champion);
    else if (lm_champ_over(c))
        lm_text_add(out, "Over, without a champion\n");
    if (c->current == NOBODY)
        status_of_entries(c, out);
    else
        status_of_round(c, now, out);
    status_of_leavers(c, out);
    status_of_director(c, now, out);
}

/* ---- standings */

const char *lm_champ_heading(enum criterion criterion)
{
    static const char *const headings[] = {[BY_POINTS] = "points",
                                           [BY_GAMES] = "games",
                                           [BY_SUM_OF_SEEDS] = "seeds",
                                           [BY_MEDIAN_BUCHHOLZ] = "median",
                                           [BY_CUMULATIVE] = "cumul.",
                                           [BY_KASHDAN] = "Kashdan",
                                           [BY_WINS] = "wins",
                                           [BY_WINS_AMONG_TIED] = "w.among",
                                           [BY_POINTS_AMONG_TIED] = "p.among",
                                           [BY_GAMES_AMONG_TIED] = "g.among",
                                           [BY_LAST_FINAL] = "final",
                                           [BY_FIRST_STAGE] = "1st st.",
                                           [BY_SEEDING] = "seeding"};
    return headings[criterion];
}

void lm_champ_add_key(struct lm_text *out, enum criterion criterion, int64_t key)
{
    if (criterion == BY_FIRST_STAGE)
        lm_text_print(out, key == INT32_MIN ? "-" : "%lld", (long long)(-key / WIN));
    else if (criterion == BY_LAST_FINAL)
        lm_text_add(out, key > 0 ? "yes" : "-");
    else
        lm_text_add_tenths(out, key);
}

static void add_key_column(struct lm_text *out, const struct lm_championship *c,
                           enum criterion criterion, int64_t key)
{
    struct lm_text cell = lm_text_in(c->arena);
    lm_champ_add_key(&cell, criterion, key);
    lm_text_print(out, "%10s", lm_text_string(&cell));
}

static void standings_as_text(const struct lm_championship *c, uint32_t stage, struct lm_text *out)
{
    const struct stage *s = &c->definition->stages[stage];
    for (uint32_t g = 0; g < lm_champ_group_count(c, stage); g++) {
        uint32_t count = 0;
        const struct standing *rows = lm_champ_standings(c, stage, g, &count);
        bool pools = lm_champ_group_count(c, stage) > 1;
        lm_text_print(out, "%s%s%s %s round %u of %u\n", s->title, pools ? ", " : "",
                      pools ? lm_champ_group_name(c, stage, g) : "",
                      lm_champ_round_over(c, stage) ? "after" : "during",
                      c->stages[stage].published, c->stages[stage].rounds);
        lm_text_add(out, "   # ");
        pad(out, "player", NAME_WIDTH);
        for (size_t k = 0; k < s->ranking_count; k++)
            lm_text_print(out, "%10s", lm_champ_heading(s->ranking[k]));
        lm_text_add(out, "\n");
        for (uint32_t i = 0; rows != NULL && i < count; i++) {
            lm_text_print(out, "%4u ", i + 1);
            pad(out, lm_champ_name(c, rows[i].person), NAME_WIDTH);
            for (size_t k = 0; k < s->ranking_count; k++)
                add_key_column(out, c, s->ranking[k], rows[i].keys[k]);
            lm_text_print(out, "%s%s\n", rows[i].tied ? "  level with the next" : "",
                          c->people[rows[i].person].out != GROUND_NONE ? "  out" : "");
        }
    }
}

static void put_standings(struct lm_json_writer *w, const struct lm_championship *c, uint32_t stage)
{
    const struct stage *s = &c->definition->stages[stage];
    lm_json_begin(w, NULL, '{');
    lm_json_put_string(w, "stage", s->name);
    lm_json_put_integer(w, "round", c->stages[stage].published);
    lm_json_put_integer(w, "rounds", c->stages[stage].rounds);
    lm_json_begin(w, "groups", '[');
    for (uint32_t g = 0; g < lm_champ_group_count(c, stage); g++) {
        uint32_t count = 0;
        const struct standing *rows = lm_champ_standings(c, stage, g, &count);
        lm_json_begin(w, NULL, '[');
        for (uint32_t i = 0; rows != NULL && i < count; i++) {
            lm_json_begin_inline(w, NULL, '{');
            lm_json_put_integer(w, "place", i + 1);
            lm_json_put_string(w, "player", lm_champ_name(c, rows[i].person));
            for (size_t k = 0; s->type != STAGE_MATCHES && k < s->ranking_count; k++)
                lm_json_put_tenths(w, lm_champ_criterion_names[s->ranking[k]], rows[i].keys[k]);
            lm_json_put_boolean(w, "level_with_next", rows[i].tied);
            lm_json_put_boolean(w, "out", c->people[rows[i].person].out != GROUND_NONE);
            lm_json_end(w, '}');
        }
        lm_json_end(w, ']');
    }
    lm_json_end(w, ']');
    lm_json_end(w, '}');
}

enum lm_status lm_championship_standings(struct lm_championship *c, const char *stage,
                                         enum lm_championship_format format, struct lm_log *log,
                                         struct lm_text *out)
{
    uint32_t index = c->current;
    for (uint32_t i = 0; stage != NULL && i < c->definition->stage_count; i++) {
        if (strcmp(c->definition->stages[i].name, stage) == 0)
            index = i;
    }
    bool unknown = index == NOBODY || !c->stages[index].started ||
                   (stage != NULL && strcmp(c->definition->stages[index].name, stage) != 0);
    if (unknown)
        return lm_log_add(log, LM_ERROR, (struct lm_place){.field = "stage", .value = stage},
                          "see \"bracket\"", "there are no standings of that stage");
    if (format == LM_CHAMPIONSHIP_JSON) {
        struct lm_json_writer w = lm_json_writer_to(out, false);
        put_standings(&w, c, index);
        lm_text_add(out, "\n");
    } else {
        standings_as_text(c, index, out);
    }
    return lm_text_status(out);
}

/* ---- bracket */

void lm_champ_add_ordinal(struct lm_text *out, uint32_t n)
{
    static const char *const ends[] = {"th", "st", "nd", "rd"};
    bool teen = n % 100 / 10 == 1;
    lm_text_print(out, "%u%s", n, ends[!teen && n % 10 <= 3 ? n % 10 : 0]);
}

void lm_champ_add_source(struct lm_text *out, const struct lm_championship *c,
                         const struct source *source)
{
    uint32_t person = lm_champ_source(c, source);
    if (person != NOBODY)
        lm_text_print(out, "%s, ", lm_champ_name(c, person));
    if (source->kind == SOURCE_HOLDER) {
        const struct holder *holder = &c->definition->holders[source->holder];
        lm_text_print(out, "%s%s%s", holder->title, person == NOBODY ? " " : "",
                      person == NOBODY ? holder->player : "");
        return;
    }
    const struct stage *stage = &c->definition->stages[source->stage];
    if (source->kind == SOURCE_PLACE) {
        lm_champ_add_ordinal(out, source->place);
        lm_text_print(out, " of %s", stage->title);
    } else {
        lm_text_print(out, "%s of %s", source->kind == SOURCE_WINNER ? "winner" : "loser",
                      stage->title);
    }
    if (stage->seating_count > 0 && stage->seatings[0].group_count > 1)
        lm_text_print(out, " %s", lm_champ_group_name(c, source->stage, source->group));
}

static void bracket_of_future(const struct lm_championship *c, uint32_t index, struct lm_text *out)
{
    const struct stage *stage = &c->definition->stages[index];
    if (stage->seating_count == 0) {
        lm_text_add(out, "  all accepted players\n");
        return;
    }
    const struct seating *seating = &stage->seatings[0];
    for (uint32_t g = 0; g < seating->group_count; g++) {
        lm_text_print(out, "  %s\n", seating->groups[g].name);
        for (uint32_t i = 0; i < seating->groups[g].seat_count; i++) {
            lm_text_add(out, "    ");
            lm_champ_add_source(out, c, &seating->groups[g].seats[i]);
            lm_text_add(out, "\n");
        }
    }
}

void lm_championship_bracket(struct lm_championship *c, struct lm_text *out)
{
    for (uint32_t s = 0; s < c->definition->stage_count; s++) {
        const struct stage_state *state = &c->stages[s];
        lm_text_print(out, "%s\n", c->definition->stages[s].title);
        if (!state->started)
            bracket_of_future(c, s, out);
        for (uint32_t r = 0; r < state->published; r++) {
            if (state->rounds > 1)
                lm_text_print(out, " Round %u of %u\n", r + 1, state->rounds);
            for (size_t i = 0; i < c->contest_count; i++) {
                if (c->contests[i].stage == s && c->contests[i].round == r)
                    add_contest(out, c, &c->contests[i], c->time);
            }
        }
    }
    for (uint32_t p = 0; p < c->definition->place_count; p++) {
        uint32_t person = lm_champ_over(c) ? lm_champ_source(c, &c->definition->places[p]) : NOBODY;
        if (person != NOBODY) {
            lm_text_add(out, p == 0 ? "Champion: " : "");
            if (p > 0) {
                lm_champ_add_ordinal(out, p + 1);
                lm_text_add(out, " place: ");
            }
            lm_text_print(out, "%s\n", lm_champ_name(c, person));
        }
    }
}

/* ---- explain */

const char *lm_champ_between(const struct lm_championship *c, const struct contest *contest)
{
    struct lm_text text = lm_text_in(c->arena);
    lm_text_add(&text, lm_champ_name(c, contest->player[FIRST]));
    if (contest->player[SECOND] != NOBODY)
        lm_text_print(&text, " – %s", lm_champ_name(c, contest->player[SECOND]));
    return lm_text_string(&text);
}

const char *lm_champ_title(const struct lm_championship *c, const struct contest *contest)
{
    return c->definition->stages[contest->stage].title;
}

bool lm_champ_is_about(const struct lm_championship *c, const struct change *change,
                       const char *about)
{
    uint32_t person = about != NULL ? lm_champ_person(c, about) : NOBODY;
    if (about == NULL || (change->contest != NULL && strcmp(change->contest, about) == 0))
        return true;
    return person != NOBODY && (change->person == person || change->other == person);
}

static void add_change(struct lm_text *out, const struct change *change)
{
    lm_text_add(out, change->message->text);
    if (change->article[0] != '\0')
        lm_text_print(out, " [%s]", change->article);
}

void lm_championship_news(const struct lm_championship *c, size_t events, struct lm_text *out)
{
    for (size_t i = 0; i < c->change_count; i++) {
        if (c->changes[i].line <= events + c->opening)
            continue;
        add_change(out, &c->changes[i]);
        lm_text_add(out, "\n");
    }
}

void lm_championship_explain(const struct lm_championship *c, const char *about,
                             enum lm_championship_format format, struct lm_text *out)
{
    struct lm_json_writer w = lm_json_writer_to(out, false);
    bool json = format == LM_CHAMPIONSHIP_JSON;
    if (json)
        lm_json_begin(&w, NULL, '[');
    for (size_t i = 0; i < c->change_count; i++) {
        const struct change *change = &c->changes[i];
        if (!lm_champ_is_about(c, change, about))
            continue;
        if (json) {
            lm_json_begin(&w, NULL, '{');
            lm_json_put_integer(&w, "line", (int64_t)change->line);
            put_instant(&w, c->arena, "at", change->at);
            if (change->entered != change->at)
                put_instant(&w, c->arena, "entered", change->entered);
            lm_json_put_string(&w, "by", change->by);
            lm_json_put_string(&w, "what", change->message->text);
            lm_json_put_string(&w, "article", change->article);
            lm_json_end(&w, '}');
            continue;
        }
        lm_text_print(out, "%5llu  ", (unsigned long long)change->line);
        lm_champ_add_moment(out, change->at);
        lm_text_add(out, "  ");
        add_change(out, change);
        lm_text_print(out, "  (%s", change->by);
        if (change->entered != change->at) {
            lm_text_add(out, ", entered ");
            lm_champ_add_moment(out, change->entered);
        }
        lm_text_add(out, ")\n");
    }
    if (json) {
        lm_json_end(&w, ']');
        lm_text_add(out, "\n");
    }
}

/* ---- export */

static void put_person(struct lm_json_writer *w, const struct lm_championship *c,
                       const struct person *p)
{
    static const char *const words[] = {[ENTRY_NOT_APPLIED] = "not applied",
                                        [ENTRY_ACCEPTED] = "accepted",
                                        [ENTRY_PENDING] = "pending",
                                        [ENTRY_REJECTED] = "rejected",
                                        [ENTRY_HOLDER] = "automatic"};
    lm_json_begin(w, NULL, '{');
    lm_json_put_string(w, "player", p->id);
    lm_json_put_string(w, "application", words[p->status]);
    lm_json_begin_inline(w, "articles", '[');
    for (size_t i = 0; i < p->reason_count; i++)
        lm_json_put_string(w, NULL, p->reasons[i]);
    lm_json_end(w, ']');
    lm_json_put_tenths(w, "seeding", p->seeding);
    lm_json_put_integer(w, "forfeits", p->forfeits);
    if (p->out != GROUND_NONE) {
        lm_json_put_string(w, "out", lm_champ_ground_names[p->out]);
        put_instant(w, c->arena, "out_at", p->out_at);
    }
    lm_json_end(w, '}');
}

static void put_contest(struct lm_json_writer *w, const struct lm_championship *c,
                        const struct contest *contest)
{
    static const char *const states[] = {"open", "over", "void"};
    struct lm_text state = lm_text_in(c->arena);
    lm_champ_add_contest_state(&state, c, contest, c->time);
    lm_json_begin(w, NULL, '{');
    lm_json_put_string(w, "match", contest->id);
    lm_json_put_string(w, "first", lm_champ_name(c, contest->player[FIRST]));
    if (contest->player[SECOND] == NOBODY)
        lm_json_put_null(w, "second");
    else
        lm_json_put_string(w, "second", lm_champ_name(c, contest->player[SECOND]));
    lm_json_put_string(w, "state", states[contest->state]);
    lm_json_put_string(w, "games", contest->games);
    if (contest->state == CONTEST_DONE && contest->winner <= SECOND)
        lm_json_put_string(w, "winner", lm_champ_name(c, contest->player[contest->winner]));
    put_instant(w, c->arena, "time", contest->time);
    lm_json_put_string(w, "text", lm_text_string(&state));
    lm_json_end(w, '}');
}

void lm_championship_export(struct lm_championship *c, struct lm_text *out)
{
    struct lm_json_writer w = lm_json_writer_to(out, false);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "definition", c->definition->name);
    lm_json_put_string(&w, "title", c->definition->title);
    lm_json_put_integer(&w, "events", (int64_t)c->events);
    put_instant(&w, c->arena, "at", c->time == INT64_MIN ? NEVER : c->time);
    const char *champion = lm_championship_champion(c);
    if (champion != NULL)
        lm_json_put_string(&w, "champion", champion);
    lm_json_begin(&w, "people", '[');
    for (size_t i = 0; i < c->person_count; i++)
        put_person(&w, c, &c->people[i]);
    lm_json_end(&w, ']');
    lm_json_begin(&w, "matches", '[');
    for (size_t i = 0; i < c->contest_count; i++)
        put_contest(&w, c, &c->contests[i]);
    lm_json_end(&w, ']');
    lm_json_begin(&w, "standings", '[');
    for (uint32_t s = 0; s < c->definition->stage_count; s++) {
        if (c->stages[s].started)
            put_standings(&w, c, s);
    }
    lm_json_end(&w, ']');
    put_dues(&w, c, c->time, NULL);
    lm_json_end(&w, '}');
    lm_text_add(out, "\n");
}
