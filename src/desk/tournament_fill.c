/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "limmat/ranking.h"

#include "base/texts.h"
#include "desk/making.h"

/* A section as an ordinary tournament, which engines, tie-breaks, formats and pages read. */

static bool was_paired(const struct lm_desk_section *s, const struct lm_desk_player *p)
{
    for (uint32_t round = 1; round <= s->round_count; round++)
        if (lm_desk_board_of(s, round, p) != NULL ||
            lm_desk_idle_of(lm_desk_round(s, round), p) != NULL)
            return true;
    return false;
}

static bool belongs(const struct maker *m, const struct lm_desk_player *p)
{
    if (p->number == 0)
        return false;
    return p->standing != LM_REMOVED || was_paired(m->s, p);
}

int lm_desk_by_number(const void *a, const void *b)
{
    const struct lm_desk_player *x = *(struct lm_desk_player *const *)a;
    const struct lm_desk_player *y = *(struct lm_desk_player *const *)b;
    return x->number < y->number ? -1 : x->number > y->number;
}

uint32_t lm_desk_choose(struct maker *m)
{
    uint32_t count = 0;
    for (size_t i = 0; i < m->s->player_count; i++) {
        m->index[i] = LM_NOBODY;
        if (belongs(m, m->s->players[i]))
            m->players[count++] = m->s->players[i];
    }
    lm_sort(m->players, count, sizeof *m->players, lm_desk_by_number);
    for (uint32_t i = 0; i < count; i++)
        m->index[m->players[i]->entry] = i;
    return count;
}

/* Return the first round without the player: a player who left during a published round was paired
 * in it, whatever happened to the game. */
static uint32_t first_without(const struct lm_desk_section *s, const struct lm_desk_player *p)
{
    uint32_t first = p->out_from;
    for (uint32_t round = first; round <= lm_desk_published(s); round++)
        if (lm_desk_board_of(s, round, p) != NULL)
            first = round + 1;
    return first;
}

void lm_desk_fill_person(const struct maker *m, uint32_t i, const struct lm_desk_player *p)
{
    const struct lm_desk_person *who = p->person;
    struct lm_player *out = &m->t->players[i];
    bool public = m->how->audience == LM_FOR_PUBLIC;
    bool hidden = public && who->pseudonym[0] != '\0';
    out->tpn = p->number;
    out->name = lm_desk_name(p, m->how->audience, m->arena);
    out->title = who->title;
    out->federation = who->federation;
    out->rating = p->rating;
    out->lot = p->lot;
    out->club = who->club;
    out->sex = who->sex[0];
    out->withdrawn = p->standing == LM_PLAYS ? 0 : first_without(m->s, p);
    out->fide_id = hidden ? "" : who->fide_id;
    out->birth = !public                   ? who->birth
                 : hidden                  ? ""
                 : strlen(who->birth) >= 4 ? lm_printed(m->arena, "%.4s", who->birth)
                                           : "";
}

static void enter_side(const struct maker *m, const struct lm_desk_player *p,
                       const struct lm_desk_player *opponent, const struct lm_desk_board *b,
                       size_t game)
{
    if (m->index[p->entry] == LM_NOBODY || m->index[opponent->entry] == LM_NOBODY)
        return;
    bool first = p == b->white;
    uint8_t rated = b->games == NULL ? b->rated : b->games[game].rated;
    bool report = m->how->audience == LM_FOR_REPORT && rated != 0;
    const struct lm_desk_result *r =
        lm_desk_result_at(report ? rated : lm_desk_game_result(b, game));
    lm_record_of(m->t, m->index[p->entry], b->round)[game] = (struct lm_record){
        .opponent = m->index[opponent->entry],
        .colour = first == (game % 2 == 0) ? LM_WHITE : LM_BLACK,
        .result = first ? r->white : r->black,
    };
}

static void enter_board(const struct maker *m, const struct lm_desk_board *b)
{
    for (size_t game = 0; game < m->t->games_per_match; game++) {
        enter_side(m, b->white, b->black, b, game);
        enter_side(m, b->black, b->white, b, game);
    }
}

static void enter_round(const struct maker *m, const struct lm_desk_round *r)
{
    r = m->how->audience == LM_FOR_PUBLIC ? lm_desk_seen(r) : r;
    if (r->state == LM_ROUND_CANCELLED)
        return;
    for (size_t i = 0; i < r->board_count; i++)
        enter_board(m, r->boards[i]);
    for (size_t i = 0; i < r->idle_count; i++) {
        uint32_t player = m->index[r->idle[i].player->entry];
        if (player != LM_NOBODY)
            lm_record_of(m->t, player, r->number)->result = r->idle[i].kind;
    }
}

/* Byes of the round after the last one, and absences: players who cannot be paired there. */
uint8_t lm_desk_absence(const struct maker *m, const struct lm_desk_player *p, uint32_t round)
{
    if (!lm_desk_in_play(p, round))
        return LM_ZERO_BYE;
    if (!m->how->locked_absent)
        return lm_desk_bye_of(p, round);
    const struct lm_desk_board *board = lm_desk_board_of(m->s, round, p);
    bool locked = lm_desk_is_locked(board);
    return locked ? LM_ZERO_BYE : lm_desk_bye_of(p, round);
}

static bool fill_byes(struct maker *m)
{
    uint32_t count = m->t->player_count, last = m->s->rounds;
    struct lm_requested_bye *byes =
        lm_arena_alloc(m->arena, (size_t)count * (last + 1), sizeof *byes);
    if (byes == NULL)
        return false;
    size_t n = 0;
    for (uint32_t round = m->how->rounds + 1; round <= last; round++)
        for (uint32_t i = 0; i < count; i++) {
            bool next = round == m->how->rounds + 1;
            uint8_t kind = next ? lm_desk_absence(m, m->players[i], round)
                                : lm_desk_bye_of(m->players[i], round);
            bool gone = m->t->players[i].withdrawn != 0 && m->t->players[i].withdrawn <= round;
            if (kind != LM_BLANK && !gone)
                byes[n++] = (struct lm_requested_bye){.kind = kind, .round = round, .player = i};
        }
    m->t->byes = byes;
    m->t->bye_count = n;
    return true;
}

size_t lm_desk_wished(const struct lm_desk_section *s, uint32_t round)
{
    size_t count = 0;
    for (size_t i = 0; i < s->prohibition_count; i++) {
        const struct lm_desk_prohibition *p = s->prohibitions[i];
        count += p->wished && !p->lifted && p->count > 1 && p->first_round <= round &&
                 round <= p->last_round;
    }
    return count;
}

bool lm_desk_fill_prohibitions(struct maker *m)
{
    const struct lm_desk_section *s = m->s;
    struct lm_prohibition *all = lm_arena_alloc(m->arena, s->prohibition_count, sizeof *all);
    if (all == NULL)
        return false;
    uint32_t target = m->how->target != 0 ? m->how->target : m->how->rounds + 1;
    size_t n = 0, wished = 0, keep = lm_desk_wished(s, target);
    keep -= m->how->leave < keep ? m->how->leave : keep;
    for (size_t i = 0; i < s->prohibition_count; i++) {
        const struct lm_desk_prohibition *p = s->prohibitions[i];
        bool now = p->count > 1 && p->first_round <= target && target <= p->last_round;
        if (p->lifted || (p->wished && m->how->leave > 0 && now && wished++ >= keep))
            continue;
        uint32_t *players = lm_arena_alloc(m->arena, p->count, sizeof *players);
        if (players == NULL)
            return false;
        size_t count = 0;
        for (size_t k = 0; k < p->count; k++)
            if (m->index[p->players[k]->entry] != LM_NOBODY)
                players[count++] = m->index[p->players[k]->entry];
        if (count >= 2)
            all[n++] = (struct lm_prohibition){.first_round = p->first_round,
                                               .last_round = p->last_round,
                                               .players = players,
                                               .count = count,
                                               .whom = m->s->teams ? LM_TEAMS : LM_PLAYERS};
    }
    m->t->prohibitions = all;
    m->t->prohibition_count = n;
    return true;
}

static bool fill_adjustments(struct maker *m)
{
    const struct lm_desk_section *s = m->s;
    struct lm_adjustment *all = lm_arena_alloc(m->arena, s->adjustment_count, sizeof *all);
    uint32_t *players = lm_arena_alloc(m->arena, s->adjustment_count, sizeof *players);
    if (all == NULL || players == NULL)
        return false;
    size_t n = 0;
    for (size_t i = 0; i < s->adjustment_count; i++) {
        uint32_t player = m->index[s->adjustments[i].player->entry];
        if (player == LM_NOBODY)
            continue;
        players[n] = player;
        all[n] = (struct lm_adjustment){.type = ' ',
                                        .points = s->adjustments[i].points,
                                        .round = s->adjustments[i].round,
                                        .players = &players[n],
                                        .count = 1};
        n++;
    }
    m->t->adjustments = all;
    m->t->adjustment_count = n;
    return true;
}

/* C.04.7: group A has a point more in the first half of the accelerated rounds, half a point in the
 * second; the accelerated rounds are the first half of the tournament, rounded up. */
bool lm_desk_fill_acceleration(struct maker *m)
{
    const struct lm_desk_section *s = m->s;
    if (strcmp(s->acceleration, "baku") != 0)
        return true;
    struct lm_acceleration *all = lm_arena_alloc(m->arena, 2 * s->player_count, sizeof *all);
    if (all == NULL)
        return false;
    uint32_t accelerated = (s->rounds + 1) / 2, full = (accelerated + 1) / 2;
    uint8_t whom = s->teams ? LM_TEAMS : LM_PLAYERS;
    int32_t win = s->teams ? s->match_points[0] : s->win;
    int32_t draw = s->teams ? s->match_points[1] : s->draw;
    size_t n = 0;
    for (size_t i = 0; i < s->accelerated_count; i++) {
        uint32_t number = s->accelerated[i]->number;
        if (m->index[s->accelerated[i]->entry] == LM_NOBODY)
            continue;
        all[n++] = (struct lm_acceleration){.points = s->teams ? 0 : win,
                                            .match_points = s->teams ? win : 0,
                                            .whom = whom,
                                            .first_round = 1,
                                            .last_round = full,
                                            .first = number,
                                            .last = number};
        if (accelerated > full)
            all[n++] = (struct lm_acceleration){.points = s->teams ? 0 : draw,
                                                .match_points = s->teams ? draw : 0,
                                                .whom = whom,
                                                .first_round = full + 1,
                                                .last_round = accelerated,
                                                .first = number,
                                                .last = number};
    }
    m->t->accelerations = all;
    m->t->acceleration_count = n;
    return true;
}

static void fill_points(const struct lm_desk_section *s, struct lm_tournament *t)
{
    static const uint8_t wins[] = {LM_WIN, LM_UNRATED_WIN, LM_FORFEIT_WIN, LM_FULL_BYE};
    static const uint8_t draws[] = {LM_DRAW, LM_UNRATED_DRAW, LM_ADJOURNED, LM_HALF_BYE};
    static const uint8_t losses[] = {LM_LOSS, LM_UNRATED_LOSS};
    struct lm_point_system points = {0};
    for (int c = 0; c < 2; c++) {
        for (size_t i = 0; i < sizeof wins; i++)
            points.value[wins[i]][c] = s->win;
        for (size_t i = 0; i < sizeof draws; i++)
            points.value[draws[i]][c] = s->draw;
        for (size_t i = 0; i < sizeof losses; i++)
            points.value[losses[i]][c] = s->loss;
        points.value[LM_PAB][c] = s->pab;
    }
    t->points = lm_points_of_matches(&points, t->games_per_match);
    t->points.value[LM_PAB][0] = t->points.value[LM_PAB][1] = s->pab;
    t->points_declared = s->win != 10 || s->draw != 5 || s->loss != 0 ||
                         s->pab != lm_desk_usual_pab(s->system, s->win, s->draw);
}

/* Record 172: the ratings that count. */
static const struct {
    const char *by, *code;
} methods[] = {{"by-hand", "OTHER"},          {"fide", "FIDE"},
               {"national", "NRO"},           {"fide-or-national", "FIDON"},
               {"national-or-fide", "NIDOF"}, {"higher", "HBFN"}};
enum { METHODS = sizeof methods / sizeof *methods };

const char *lm_desk_rating_method(const char *record)
{
    const char *code = strrchr(record, ' ') == NULL ? record : strrchr(record, ' ') + 1;
    for (size_t i = 0; i < METHODS; i++)
        if (lm_same_letters(methods[i].code, code))
            return methods[i].by;
    return "";
}

static const char *rank_method(const struct lm_desk_event *e, const struct lm_desk_section *s,
                               struct lm_arena *arena)
{
    for (size_t i = 0; i < METHODS; i++)
        if (strcmp(methods[i].by, s->rating_by) == 0)
            return lm_printed(arena, "%s%s%s", e->federation, e->federation[0] != '\0' ? " " : "",
                              methods[i].code);
    return "";
}

/* Record 192 of a round-robin: the number of cycles, and whether the last two rounds of the first
 * are exchanged; an option of the JSON if FIDE's codes have no way to express that. */
static const char *code_of_table(const struct maker *m)
{
    static const char *const exchanged[] = {"last_rounds_exchanged", "yes"};
    const struct lm_desk_section *s = m->s;
    uint32_t cycles = s->cycles == 0 ? 1 : s->cycles;
    const char *teams = s->teams ? "TEAM_" : "";
    if (lm_desk_is_match_of_teams(s))
        return cycles == 1   ? "FIDE_SCHEVENINGEN"
               : cycles == 2 ? "FIDE_DOUBLESCHEVENINGEN"
                             : lm_printed(m->arena, "FIDE_SCHEVENINGEN_G%u", cycles);
    if (cycles == 2)
        return lm_printed(m->arena, "%s_%sDOUBLEROUNDROBIN", s->exchanged ? "FIDE" : "BERGER",
                          teams);
    if (s->exchanged && cycles > 2) {
        m->t->options = exchanged;
        m->t->option_count = 1;
    }
    return cycles == 1 ? lm_printed(m->arena, "BERGER_%sROUNDROBIN", teams)
                       : lm_printed(m->arena, "BERGER_%sROUNDROBIN_G%u", teams, cycles);
}

/* Record 132: the days of the rounds by the clocks of the event, if their starts are known; and the
 * moments, if the clocks are known. */
bool lm_desk_fill_dates(const struct maker *m)
{
    enum { DAY = 86400 };
    const struct lm_desk_section *s = m->s;
    const char **dates = lm_arena_alloc(m->arena, s->rounds + 1, sizeof *dates);
    const char **starts = lm_arena_alloc(m->arena, s->rounds + 1, sizeof *starts);
    if (dates == NULL || starts == NULL)
        return false;
    for (uint32_t round = 1; round <= s->rounds; round++) {
        int64_t start = lm_desk_start(s, round);
        int32_t offset = lm_desk_start_offset(s, round);
        struct lm_text day = lm_text_in(m->arena), moment = lm_text_in(m->arena);
        if (start != LM_NO_TIME) {
            int64_t there = start + (offset == LM_NO_OFFSET ? 0 : (int64_t)60 * offset);
            lm_text_add_date(&day, lm_date_of((int32_t)(there / DAY)), '/');
            m->t->date_count = round;
        }
        if (start != LM_NO_TIME && offset != LM_NO_OFFSET) {
            lm_text_add_moment(&moment, start, 60 * offset);
            m->t->start_count = round;
        }
        dates[round - 1] = lm_text_string(&day);
        starts[round - 1] = lm_text_string(&moment);
    }
    m->t->dates = dates;
    m->t->starts = starts;
    m->t->zone = m->d->event.zone;
    return true;
}

/* The settings of Keizer's system, if they are not the default. */
static void fill_keizer(struct maker *m)
{
    const char **option = lm_arena_alloc(m->arena, 2, sizeof *option);
    if (option == NULL || m->s->keizer[0] == '\0')
        return;
    option[0] = "keizer";
    option[1] = m->s->keizer;
    m->t->options = option;
    m->t->option_count = 1;
}

void lm_desk_fill_facts(struct maker *m)
{
    const struct lm_desk_event *e = &m->d->event;
    const struct lm_desk_section *s = m->s;
    struct lm_tournament *t = m->t;
    bool alone = e->section_count == 1 && strcmp(s->title, s->id) == 0;
    t->name = alone ? e->name : lm_printed(m->arena, "%s, %s", e->name, s->title);
    t->city = e->city;
    t->federation = e->federation;
    t->start = e->start;
    t->end = e->end;
    t->chief_arbiter = e->arbiter;
    t->deputies = e->deputies;
    t->deputy_count = e->deputy_count;
    t->time_control = s->time_control;
    t->rank_method = rank_method(e, s, m->arena);
    t->tie_breaks = s->tie_breaks;
    bool lots = false;
    for (size_t i = 0; i < s->player_count; i++)
        lots |= s->players[i]->lot != 0;
    if (lots && s->tie_breaks[0] != '\0' && strstr(s->tie_breaks, "LOT") == NULL)
        t->tie_breaks = lm_printed(m->arena, "%s,LOT", s->tie_breaks);
    if (s->system->codes != NULL && s->system->codes[0] != NULL)
        t->type_code = lm_desk_is_fixed(s) ? code_of_table(m) : s->system->codes[0];
    if (s->system->rules.scores != NULL)
        fill_keizer(m);
    t->rounds_total = s->rounds;
    t->initial_colour = s->colour;
    fill_points(s, t);
}

void lm_desk_count_rounds(struct lm_tournament *t)
{
    lm_tournament_count_rounds(t);
    for (uint32_t i = 0; i < t->player_count; i++)
        for (uint32_t round = t->round_capacity; round > t->rounds_paired; round--)
            if (lm_record_of(t, i, round)->result == LM_PAB)
                t->rounds_paired = round;
}

enum lm_status lm_desk_make(const struct lm_desk *d, const struct lm_desk_section *s,
                            const struct making *how, struct lm_arena *arena, uint32_t **index,
                            struct lm_desk_player ***players, struct lm_tournament **out)
{
    struct maker m = {.d = d, .s = s, .how = how, .arena = arena};
    if (s->teams)
        return lm_desk_make_teams(d, s, how, arena, index, players, out, NULL);
    m.index = lm_arena_alloc(arena, s->player_count, sizeof *m.index);
    m.players = lm_arena_alloc(arena, s->player_count, sizeof *m.players);
    if (m.index == NULL || m.players == NULL)
        return LM_LIMIT;
    uint32_t count = lm_desk_choose(&m);
    uint32_t rounds = s->rounds > how->rounds ? s->rounds : how->rounds;
    enum lm_status status =
        lm_tournament_new(arena, count, rounds, s->system->games_per_match, &m.t);
    if (status != LM_OK)
        return status;
    lm_desk_fill_facts(&m);
    for (uint32_t i = 0; i < count; i++)
        lm_desk_fill_person(&m, i, m.players[i]);
    for (uint32_t round = 1; round <= how->rounds && round <= s->round_count; round++)
        enter_round(&m, s->rounds_played[round - 1]);
    lm_desk_count_rounds(m.t);
    if (!lm_desk_fill_dates(&m) || !fill_byes(&m) || !lm_desk_fill_prohibitions(&m) ||
        !fill_adjustments(&m) || !lm_desk_fill_acceleration(&m))
        return LM_LIMIT;
    if (index != NULL)
        *index = m.index;
    if (players != NULL)
        *players = m.players;
    *out = m.t;
    return LM_OK;
}

/* ---- comments, which programs skip */

static bool is_played(const struct lm_desk_board *b)
{
    return lm_desk_has_result(b) && lm_desk_result_at(b->result)->played;
}

static bool keep(struct lm_arena *arena, struct lm_kept_line *lines, size_t *count, uint32_t after,
                 const char *text)
{
    lines[(*count)++] = (struct lm_kept_line){text, after, ""};
    (void)arena;
    return text != NULL;
}

/* Ratings of later lists: a comment for each first round of new ratings (limmat/periods.h). */
static size_t keep_ratings(const struct lm_desk_section *s, const uint32_t *index,
                           struct lm_arena *arena, struct lm_tournament *t,
                           struct lm_kept_line *lines)
{
    size_t count = 0;
    for (uint32_t round = 2; s->later_rating_count > 0 && round <= s->rounds; round++) {
        struct lm_text line = lm_text_in(arena);
        size_t ratings = 0;
        lm_text_print(&line, "### Ratings @ Round %u:", round);
        for (size_t i = 0; i < s->later_rating_count; i++) {
            const struct lm_desk_later_rating *x = &s->later_ratings[i];
            bool out = s->teams ? x->player->number == 0 : index[x->player->entry] == LM_NOBODY;
            if (x->round != round || out)
                continue;
            lm_text_print(&line, " %u=%d", x->player->number, (int)x->rating);
            ratings++;
        }
        if (ratings > 0)
            keep(arena, lines, &count, t->player_count, lm_text_string(&line));
    }
    if (strcmp(s->rating_use, "first") != 0)
        keep(arena, lines, &count, t->player_count,
             lm_printed(arena, "### Tie-break ratings: %s%s",
                        strcmp(s->rating_use, "round") == 0 ? "by " : "of round ", s->rating_use));
    return count;
}

static const char of_position[] = "### Start position @ Round ";

/* Chess960: the drawn position, for programs that show the round. */
static size_t keep_positions(const struct lm_desk_section *s, struct lm_arena *arena,
                             struct lm_tournament *t, struct lm_kept_line *lines)
{
    size_t count = 0;
    for (uint32_t round = 1; round <= s->round_count && round <= t->rounds_paired; round++)
        if (s->rounds_played[round - 1]->position[0] != '\0')
            keep(arena, lines, &count, t->player_count,
                 lm_printed(arena, "%s%u: %u %s", of_position, round,
                            s->rounds_played[round - 1]->position_number,
                            s->rounds_played[round - 1]->position));
    return count;
}

const char *lm_desk_position_on_record(const struct lm_tournament *t, uint32_t round,
                                       struct lm_arena *arena)
{
    const char *begin = lm_printed(arena, "%s%u: ", of_position, round);
    for (size_t i = 0; i < t->kept_count; i++)
        if (strncmp(t->kept[i].text, begin, strlen(begin)) == 0)
            return t->kept[i].text + strlen(begin);
    return "";
}

/* Return the value of ${p} for the tie-break ${code}: the last one given. */
static const char *given_value(const struct lm_desk_section *s, const struct lm_desk_player *p,
                               const char *code)
{
    for (size_t i = s->given_count; i > 0; i--)
        if (s->given[i - 1].player == p && strcmp(s->given[i - 1].code, code) == 0)
            return s->given[i - 1].value;
    return "-";
}

/* Values computed elsewhere, in the form of declared values (limmat/ranking.h). */
static size_t keep_values(const struct lm_desk_section *s, struct lm_desk_player *const *players,
                          struct lm_arena *arena, struct lm_tournament *t,
                          struct lm_kept_line *lines)
{
    enum { MOST = 20 };
    const char *codes[MOST];
    size_t code_count = 0, count = 0;
    struct lm_text order = lm_text_in(arena);
    for (size_t i = 0; i < s->given_count; i++) {
        size_t k = 0;
        while (k < code_count && strcmp(codes[k], s->given[i].code) != 0)
            k++;
        if (k < code_count || k == MOST)
            continue;
        codes[code_count++] = s->given[i].code;
        lm_text_print(&order, "%s%s", k == 0 ? "### tie-breaks " : ",", s->given[i].code);
    }
    if (code_count > 0)
        keep(arena, lines, &count, t->player_count, lm_text_string(&order));
    size_t all = s->teams ? t->team_count : t->player_count;
    for (uint32_t i = 0; code_count > 0 && i < all; i++) {
        struct lm_text line = lm_text_in(arena);
        lm_text_print(&line, "### tie-breaks %4u", players[i]->number);
        for (size_t k = 0; k < code_count; k++)
            lm_text_print(&line, " %s", given_value(s, players[i], codes[k]));
        keep(arena, lines, &count, t->player_count, lm_text_string(&line));
    }
    return count;
}

/* The announced handling of unrated players in tie-breaks on ratings. */
static size_t keep_unrated(const struct lm_desk_section *s, struct lm_arena *arena,
                           const struct lm_tournament *t, struct lm_kept_line *lines)
{
    enum lm_unrated unrated = LM_UNRATED_UNDECLARED;
    int32_t rating = 0;
    size_t count = 0;
    if (lm_unrated_named(s->unrated, &unrated, &rating) && unrated != LM_UNRATED_UNDECLARED)
        keep(arena, lines, &count, t->player_count, lm_record_of_unrated(unrated, rating, arena));
    return count;
}

enum lm_tie_break_edition lm_desk_tie_break_edition(const struct lm_desk_section *s,
                                                    const char *start)
{
    enum lm_tie_break_edition edition =
        lm_tie_break_edition_of(&(struct lm_tournament){.start = start});
    if (s == NULL)
        return edition;
    if (edition == LM_TB_2009) /* the section was opened before this was recorded */
        edition = LM_C07_2023;
    (void)lm_tie_break_edition_named(s->tie_break_edition, &edition);
    return edition;
}

/* The edition of the tie-breaks, if the start does not determine it. */
static size_t keep_edition(const struct lm_desk_section *s, struct lm_arena *arena,
                           const struct lm_tournament *t, struct lm_kept_line *lines)
{
    enum lm_tie_break_edition edition = lm_desk_tie_break_edition(s, t->start);
    size_t count = 0;
    if (edition != lm_desk_tie_break_edition(NULL, t->start))
        keep(arena, lines, &count, t->player_count, lm_record_of_edition(edition, arena));
    return count;
}

/* Expelled players have no rank; the public sees the reason if the organiser publishes it. */
static size_t keep_out(const struct lm_desk_section *s, enum lm_desk_audience audience,
                       const uint32_t *index, struct lm_arena *arena, const struct lm_tournament *t,
                       struct lm_kept_line *lines)
{
    size_t count = 0;
    uint32_t *numbers = lm_arena_alloc(arena, s->player_count, sizeof *numbers);
    for (uint8_t out = LM_OUT_WITHDRAWN; numbers != NULL && out <= LM_OUT_EXPELLED; out++) {
        size_t told = 0;
        for (size_t i = 0; i < s->player_count; i++) {
            const struct lm_desk_player *p = s->players[i];
            bool hidden = audience == LM_FOR_PUBLIC && !p->shown;
            if (p->standing == LM_EXPELLED && index[p->entry] != LM_NOBODY &&
                out == (hidden ? LM_OUT_WITHDRAWN : LM_OUT_EXPELLED))
                numbers[told++] = p->number;
        }
        if (told > 0)
            keep(arena, lines, &count, t->player_count,
                 lm_record_of_out((enum lm_out)out, numbers, told, arena));
    }
    return count;
}

static size_t keep_games(const struct lm_desk_section *s, struct lm_arena *arena,
                         const struct lm_tournament *t, struct lm_kept_line *lines)
{
    size_t count = 0;
    if (s->games_link[0] != '\0')
        keep(arena, lines, &count, t->player_count, lm_record_of_games(s->games_link, arena));
    return count;
}

/* Comments: the departure from FIDE mode and the data of the ranking are public; the others are for
 * the report. */
static bool fill_kept(const struct lm_desk_section *s, enum lm_desk_audience audience,
                      const uint32_t *index, struct lm_desk_player *const *players,
                      struct lm_arena *arena, struct lm_tournament *t)
{
    bool report = audience == LM_FOR_REPORT;
    struct lm_kept_line *lines = lm_arena_alloc(arena,
                                                s->remark_count + 2 * s->round_count + s->rounds +
                                                    t->player_count + t->team_count + 9,
                                                sizeof *lines);
    size_t count = 0;
    if (lines == NULL)
        return false;
    count += keep_ratings(s, index, arena, t, lines);
    count += keep_unrated(s, arena, t, lines + count);
    count += keep_edition(s, arena, t, lines + count);
    count += keep_values(s, players, arena, t, lines + count);
    count += keep_positions(s, arena, t, lines + count);
    count += keep_out(s, audience, index, arena, t, lines + count);
    count += keep_games(s, arena, t, lines + count);
    if (!s->fide_mode && s->fide_left != 0)
        keep(arena, lines, &count, t->player_count,
             lm_printed(arena, "### FIDE mode exited @ Round %u", s->fide_left));
    for (size_t i = 0; report && i < s->remark_count; i++)
        keep(arena, lines, &count, t->player_count,
             lm_printed(arena, "### %s", s->remarks[i].text));
    for (size_t i = 0; report && i < s->round_count; i++)
        if (s->rounds_played[i]->departure[0] != '\0' && lm_desk_is_published(s->rounds_played[i]))
            keep(arena, lines, &count, t->player_count,
                 lm_printed(arena, "### %s @ Round %zu: %s",
                            s->rounds_played[i]->imported ? "Import" : "MPA", i + 1,
                            s->rounds_played[i]->departure));
    t->kept = lines;
    t->kept_count = count;
    return true;
}

/* The boards of ${r} in published order. */
static enum lm_status boards_on_the_wall(const struct lm_desk_round *r, const uint32_t *index,
                                         struct lm_arena *arena, struct lm_pairing *out)
{
    struct lm_pair *pairs = lm_arena_alloc(arena, r->board_count, sizeof *pairs);
    *out = (struct lm_pairing){.round = r->number, .pairs = pairs};
    for (size_t i = 0; pairs != NULL && i < r->board_count; i++) {
        struct lm_pair pair = {.white = index[r->boards[i]->white->entry],
                               .black = index[r->boards[i]->black->entry]};
        if (pair.white != LM_NOBODY && pair.black != LM_NOBODY)
            pairs[out->pair_count++] = pair;
    }
    return pairs == NULL ? LM_LIMIT : LM_OK;
}

/* Do today's results give that order?  ${field} has the participants. */
static bool is_by_the_rules(const struct lm_system *system, const struct lm_tournament *field,
                            const struct lm_pairing *wall)
{
    struct lm_position *p;
    struct lm_pairing *played = NULL;
    struct lm_mark mark = lm_arena_mark(field->arena);
    bool same =
        lm_position_new(field, wall->round, &system->rules, field->arena, NULL, &p) == LM_OK &&
        lm_played_pairing(system, p, field->arena, &played) == LM_OK &&
        played->pair_count >= wall->pair_count;
    for (uint32_t i = 0; same && i < wall->pair_count; i++)
        same = played->pairs[i].white == wall->pairs[i].white;
    lm_arena_reset(field->arena, mark);
    return same;
}

/* Record the order of boards in ${t}, so that a correction moves none.  A report has it only for
 * rounds that other programs would order differently. */
static enum lm_status record_boards(const struct lm_desk_section *s, enum lm_desk_audience audience,
                                    uint32_t rounds, const uint32_t *index,
                                    const struct lm_tournament *field, struct lm_tournament *t)
{
    for (uint32_t round = 1; round <= rounds && round <= s->round_count; round++) {
        const struct lm_desk_round *r = s->rounds_played[round - 1];
        r = audience == LM_FOR_PUBLIC ? lm_desk_seen(r) : r;
        struct lm_pairing wall;
        enum lm_status status = boards_on_the_wall(r, index, t->arena, &wall);
        if (status == LM_OK && r->state != LM_ROUND_CANCELLED &&
            !(audience == LM_FOR_REPORT && is_by_the_rules(s->system, field, &wall)))
            status = lm_pairing_record(t, &wall, t->team_count > 0);
        if (status != LM_OK)
            return status;
    }
    return LM_OK;
}

/* The rounds that are past or in progress; of a round-robin also later ones with a game played
 * ahead. */
static uint32_t shown_rounds(const struct lm_desk_section *s)
{
    uint32_t last = lm_desk_published(s);
    for (uint32_t number = last + 1; number <= lm_desk_on_wall(s); number++)
        for (size_t i = 0; i < s->rounds_played[number - 1]->board_count; i++)
            if (is_played(s->rounds_played[number - 1]->boards[i]))
                last = number;
    return last;
}

/* The scores of the teams, as in a report (310). */
static enum lm_status declare_scores(const struct lm_tournament *field, uint32_t rounds,
                                     struct lm_tournament *whole)
{
    bool by_games = lm_game_points_first(whole);
    struct lm_team *teams = lm_arena_alloc(whole->arena, whole->team_count, sizeof *teams);
    if (teams == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < field->player_count; i++) {
        struct lm_team *team = &teams[i];
        *team = whole->teams[i];
        int32_t primary = 0, second = 0;
        for (uint32_t round = 1; round <= rounds && round <= field->round_capacity; round++) {
            primary += lm_round_points(field, i, round);
            second += field->second_points[(size_t)i * field->round_capacity + round - 1];
        }
        team->match_points = by_games ? second : primary;
        team->game_points = by_games ? primary : second;
    }
    whole->teams = teams;
    return LM_OK;
}

/* Make ${whole}, as written, and ${field}, as paired.  Without teams they are the same. */
static enum lm_status make_both(const struct lm_desk *d, const struct lm_desk_section *s,
                                const struct making *how, struct lm_arena *arena, uint32_t **index,
                                struct lm_desk_player ***players, struct lm_tournament **field,
                                struct lm_tournament **whole)
{
    if (!s->teams) {
        enum lm_status status = lm_desk_make(d, s, how, arena, index, players, field);
        *whole = status == LM_OK ? *field : NULL;
        return status;
    }
    enum lm_status status = lm_desk_make_teams(d, s, how, arena, index, players, field, whole);
    return status == LM_OK ? declare_scores(*field, how->rounds, *whole) : status;
}

enum lm_status lm_desk_field(const struct lm_desk *d, const struct lm_desk_section *s,
                             enum lm_desk_audience audience, uint32_t rounds,
                             struct lm_arena *arena, const uint32_t **index,
                             struct lm_tournament **out)
{
    struct making how = {.audience = audience, .rounds = rounds == 0 ? shown_rounds(s) : rounds};
    uint32_t *own = NULL;
    enum lm_status status = lm_desk_make(d, s, &how, arena, &own, NULL, out);
    if (status == LM_OK && index != NULL)
        *index = own;
    return status;
}

enum lm_status lm_desk_tournament(const struct lm_desk *d, const struct lm_desk_section *s,
                                  enum lm_desk_audience audience, uint32_t rounds,
                                  struct lm_arena *arena, const uint32_t **index,
                                  struct lm_tournament **out)
{
    struct making how = {.audience = audience, .rounds = rounds == 0 ? shown_rounds(s) : rounds};
    uint32_t *own = NULL;
    struct lm_desk_player **players = NULL;
    struct lm_tournament *t = NULL, *field = NULL;
    enum lm_status status = make_both(d, s, &how, arena, &own, &players, &field, &t);
    if (status == LM_OK && !fill_kept(s, audience, own, players, arena, t))
        return LM_LIMIT;
    if (status == LM_OK)
        status = record_boards(s, audience, how.rounds, own, field, t);
    if (status != LM_OK)
        return status;
    if (index != NULL)
        *index = own;
    *out = t;
    return LM_OK;
}

enum lm_status lm_desk_declare(const struct lm_desk_section *section, struct lm_tournament *t)
{
    struct lm_log unheard = {.arena = t->arena};
    struct lm_standings *standings = NULL;
    struct lm_standings_options o = {.edition = lm_tie_break_edition_of(t),
                                     .teams = section->teams};
    if (!section->finished)
        return LM_OK;
    enum lm_status status = lm_standings_order(t, NULL, t->arena, &unheard, &o);
    if (status == LM_OK)
        status = lm_standings_compute(t, &o, t->arena, &unheard, &standings);
    bool final = status == LM_OK && standings->options.round == t->rounds_paired;
    struct lm_team *teams = lm_arena_alloc(t->arena, t->team_count, sizeof *teams);
    if (teams == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < t->team_count; i++)
        teams[i] = t->teams[i];
    for (uint32_t i = 0; final && i < standings->count; i++)
        if (standings->options.teams)
            teams[i].rank = standings->rank[i];
        else
            t->players[i].declared_rank = standings->rank[i];
    t->teams = teams;
    return status == LM_INVALID ? LM_OK : status;
}

/* Return the common club or federation of all players of ${t} numbered ${first} to ${last}; "" they
 * differ. */
static const char *common_name(const struct lm_tournament *t, uint32_t first, uint32_t last,
                               bool clubs)
{
    const char *name = NULL;
    for (uint32_t i = 0; i < t->player_count; i++) {
        const struct lm_player *p = &t->players[i];
        const char *own = clubs ? p->club : p->federation;
        if (p->tpn < first || p->tpn > last)
            continue;
        if (name != NULL && strcmp(name, own) != 0)
            return "";
        name = own;
    }
    return name == NULL ? "" : name;
}

bool lm_desk_match_score(const struct lm_desk_section *section, const struct lm_tournament *t,
                         struct lm_desk_side_score out[2])
{
    int32_t *points = lm_arena_alloc(t->arena, t->player_count, sizeof *points);
    if (!lm_desk_is_match_of_teams(section) || section->teams || points == NULL)
        return false;
    uint32_t half = (t->player_count + 1) / 2;
    lm_points_after(t, t->rounds_paired, points);
    for (size_t side = 0; side < 2; side++) {
        uint32_t first = side == 0 ? 1 : half + 1, last = side == 0 ? half : t->player_count;
        out[side] = (struct lm_desk_side_score){.name = common_name(t, first, last, true)};
        if (*out[side].name == '\0')
            out[side].name = common_name(t, first, last, false);
    }
    for (uint32_t i = 0; i < t->player_count; i++)
        out[t->players[i].tpn > half].points += points[i];
    return true;
}
