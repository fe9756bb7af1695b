/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "limmat/knock_out.h"
#include "limmat/periods.h"
#include "limmat/ranking.h"

#include "base/texts.h"
#include "desk/desk.h"

/*
 * The import of another program's tournament.  It becomes a batch of ordinary acts, like an entry
 * by hand line by line: section, players, prohibitions, one line a round with its results, byes and
 * withdrawals.  Nothing here changes the state; the judges of those acts report the mistakes of the
 * file.
 */

struct importing {
    struct lm_desk *d;
    const struct lm_desk_act *act;
    const struct lm_tournament *t;
    const struct lm_tournament *field; /* as it is paired: of teams another view of ${t} */
    const struct lm_system *system;
    const char *section;
    struct lm_desk_act *acts;
    size_t count, capacity;
    const char **assumed; /* facts missing from the file, or changed */
    size_t assumed_count, assumed_capacity;
    bool failed;
};

static void add_act(struct importing *m, const char *event, struct lm_text *fields)
{
    if (fields->failed ||
        !lm_arena_grow(m->d->arena, &m->acts, &m->capacity, m->count + 1, sizeof *m->acts)) {
        m->failed = true;
        return;
    }
    struct lm_desk_act act = *m->act;
    act.event = event;
    act.section = m->section;
    act.fields = lm_text_string(fields);
    act.was = NULL;
    act.undoes = 0;
    if (m->count > 0)
        act.request = NULL; /* the first line has the request of the batch */
    m->acts[m->count++] = act;
}

static void assume(struct importing *m, const char *text)
{
    if (!lm_arena_grow(m->d->arena, &m->assumed, &m->assumed_capacity, m->assumed_count + 1,
                       sizeof *m->assumed))
        m->failed = true;
    else
        m->assumed[m->assumed_count++] = text;
}

/* The id of the ${team}th team. */
static const char *team_id(const struct importing *m, uint32_t team)
{
    return lm_printed(m->d->arena, "t%zu", m->d->event.team_count + team + 1);
}

static const char *id_of(const struct importing *m, uint32_t player)
{
    return lm_printed(m->d->arena, "p%zu", m->d->event.person_count + player + 1);
}

/* The id of a participant: of a team in team events. */
static const char *participant(const struct importing *m, uint32_t index)
{
    return m->system->teams ? team_id(m, index) : id_of(m, index);
}

static struct lm_json_writer begin(struct importing *m, struct lm_text *text)
{
    *text = lm_text_in(m->d->arena);
    struct lm_json_writer w = lm_json_writer_to(text, true);
    lm_json_begin(&w, NULL, '{');
    return w;
}

static void put_some(struct lm_json_writer *w, const char *key, const char *value)
{
    if (value != NULL && value[0] != '\0')
        lm_json_put_string(w, key, value);
}

/* Put a date from "2026/07/16", the form of reports, or nothing. */
static void put_date(struct importing *m, struct lm_json_writer *w, const char *key,
                     const char *value)
{
    struct lm_date date;
    struct lm_text text = lm_text_in(m->d->arena);
    if (!lm_parse_date(value, strlen(value), &date))
        return;
    lm_text_add_date(&text, date, '-');
    lm_json_put_string(w, key, lm_text_string(&text));
}

/* ---- settings */

static void open_event(struct importing *m)
{
    struct lm_text text;
    struct lm_json_writer w = begin(m, &text);
    lm_json_put_string(&w, "name", m->t->name[0] == '\0' ? "Tournament" : m->t->name);
    put_some(&w, "city", m->t->city);
    put_some(&w, "federation", m->t->federation);
    put_date(m, &w, "start", m->t->start);
    put_date(m, &w, "end", m->t->end);
    put_some(&w, "arbiter", m->t->chief_arbiter);
    lm_json_end(&w, '}');
    add_act(m, "open", &text);
}

/* Of a round-robin: the number of cycles, and the exchange of rounds. */
static void announce_table(const struct importing *m, const struct lm_system *system,
                           uint32_t rounds, struct lm_json_writer *w)
{
    uint32_t length = system->cycle(m->field->player_count);
    uint32_t cycles = (rounds + length - 1) / length;
    const char *option = lm_option(m->t, "last_rounds_exchanged");
    bool fide =
        strncmp(m->t->type_code, "FIDE_", 5) == 0 && strstr(m->t->type_code, "ROUNDROBIN") != NULL;
    lm_json_put_integer(w, "cycles", cycles < 1 ? 1 : cycles > 9 ? 9 : cycles);
    lm_json_put_boolean(w, "exchanged",
                        cycles > 1 && (fide || (option != NULL && strcmp(option, "yes") == 0)));
}

/* Return the tie-breaks that a section of ${system} can have, and note the others. */
static const char *tie_breaks_of(struct importing *m, const struct lm_system *system)
{
    struct lm_arena *arena = m->d->arena;
    struct lm_text kept = lm_text_in(arena);
    const char *at = m->t->tie_breaks;
    for (size_t length; *(at += strspn(at, " ,;\t")) != '\0'; at += length) {
        const struct lm_tie_break *code;
        size_t count = 0;
        length = strcspn(at, " ,;\t");
        const char *one = lm_printed(arena, "%.*s", (int)length, at);
        bool good = lm_tie_breaks_parse(one, arena, NULL, &code, &count) == LM_OK && count == 1 &&
                    (system->teams || !lm_tie_breaks_need_teams(code, 1)) &&
                    !((code->kind->needs & LM_NEEDS_SWISS) && system->board != NULL) &&
                    (!system->knocks_out || lm_decides_match(code->code)) &&
                    lm_tie_break_is_of(code, lm_tie_break_edition_of(m->t));
        if (good)
            lm_text_print(&kept, "%s%s", kept.length > 0 ? "," : "", one);
        else
            assume(m, lm_printed(arena, "the tie-break \"%s\" cannot be used here: left out", one));
    }
    return lm_text_string(&kept);
}

static int32_t smaller(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* Of teams: boards, match points, and the scores that pair them (192). */
static void announce_teams(struct importing *m, struct lm_json_writer *w)
{
    const struct lm_tournament *t = m->t;
    const char *code = t->type_code;
    uint32_t boards = lm_team_boards(t);
    bool mp = strstr(code, "_MP") != NULL, gp = strstr(code, "_GP") != NULL;
    bool named = strcmp(code, "FIDE_TEAM") != 0;
    lm_json_put_integer(w, "boards", smaller(boards == 0 ? 1 : (int32_t)boards, LM_DESK_GAMES));
    lm_json_put_tenths(w, "match_win", t->team_points[0]);
    lm_json_put_tenths(w, "match_draw", t->team_points[1]);
    lm_json_put_tenths(w, "match_loss", t->team_points[2]);
    if (t->team_pab_count > 0 || t->team_pab_match_points != 0 || t->team_pab_game_points != 0) {
        lm_json_put_tenths(w, "pab", t->team_pab_match_points);
        lm_json_put_tenths(w, "pab_games", t->team_pab_game_points);
    }
    lm_json_put_string(w, "scores",
                       !named || mp == gp ? (lm_game_points_first(t) ? "gp-mp" : "mp-gp")
                       : gp               ? "gp"
                                          : "mp");
    lm_json_put_string(w, "preferences",
                       strstr(code, "_TYPEB") != NULL             ? "b"
                       : !named || strstr(code, "_TYPEA") != NULL ? "a"
                                                                  : "none");
    if (t->colour_sequence[0] != '\0' && strlen(t->colour_sequence) <= LM_DESK_GAMES)
        lm_json_put_string(w, "board_colours", t->colour_sequence);
}

/* C.07 art. 10, if the report declares it. */
static void announce_unrated(struct importing *m, struct lm_json_writer *w)
{
    int32_t rating = 0;
    enum lm_unrated unrated = lm_unrated_declared(m->t, &rating);
    if (unrated == LM_UNRATED_DROP)
        lm_json_put_string(w, "unrated", "drop");
    else if (unrated == LM_UNRATED_COUNT)
        lm_json_put_string(w, "unrated", lm_printed(m->d->arena, "%d", (int)rating));
}

static void announce_section(struct importing *m, const struct lm_system *system)
{
    const struct lm_tournament *t = m->t;
    const struct lm_point_system *points = &t->points;
    struct lm_text text;
    struct lm_json_writer w = begin(m, &text);
    uint32_t rounds = t->rounds_total;
    if (rounds < t->rounds_paired || rounds == 0) {
        rounds = t->rounds_paired == 0 ? 1 : t->rounds_paired;
        assume(m, "the file does not say how many rounds there are: those that were paired");
    }
    lm_json_put_string(&w, "id", m->section);
    lm_json_put_string(&w, "system", system->name);
    lm_json_put_integer(&w, "rounds", rounds);
    lm_json_put_tenths(&w, "win", points->value[LM_WIN][0]);
    lm_json_put_tenths(&w, "draw", points->value[LM_DRAW][0]);
    lm_json_put_tenths(&w, "loss", points->value[LM_LOSS][0]);
    if (system->teams)
        announce_teams(m, &w);
    else
        lm_json_put_tenths(&w, "pab", points->value[LM_PAB][0]);
    if (t->initial_colour != LM_NO_COLOUR)
        lm_json_put_string(&w, "colour", t->initial_colour == LM_WHITE ? "white" : "black");
    else
        assume(m, "the file does not say the first colour: it is inferred from round 1");
    if (system->knocks_out && strstr(t->type_code, "_THIRD") != NULL)
        lm_json_put_boolean(&w, "third_place", true);
    if (system->board != NULL && !system->knocks_out)
        announce_table(m, system, rounds, &w);
    if (t->acceleration_count > 0)
        lm_json_put_string(&w, "acceleration", "baku");
    put_some(&w, "tie_breaks", tie_breaks_of(m, system));
    if (lm_rating_use(t) != LM_RATINGS_FIRST)
        lm_json_put_string(&w, "rating_use",
                           lm_rating_use(t) == LM_RATINGS_BY_ROUND
                               ? "round"
                               : lm_printed(m->d->arena, "%u", lm_rating_use(t)));
    enum lm_tie_break_edition edition = lm_tie_break_edition_of(t);
    if (edition != lm_desk_tie_break_edition(NULL, t->start))
        lm_json_put_string(&w, "tie_break_edition", lm_tie_break_edition_name(edition));
    announce_unrated(m, &w);
    if (lm_option(t, "keizer") != NULL)
        put_some(&w, "keizer", lm_option(t, "keizer"));
    put_some(&w, "rating_by", lm_desk_rating_method(t->rank_method));
    put_some(&w, "time_control", t->time_control);
    put_some(&w, "games_link", lm_games_link(t));
    lm_json_end(&w, '}');
    add_act(m, "section", &text);
}

static void enter_team(struct importing *m, const struct lm_team *team)
{
    struct lm_text text;
    struct lm_json_writer w = begin(m, &text);
    int64_t strength = 0;
    lm_json_put_string(&w, "name",
                       team->name[0] != '\0' ? team->name
                                             : lm_printed(m->d->arena, "Team %u", team->number));
    if (lm_parse_integer(team->strength, strlen(team->strength), 1, 4000, &strength))
        lm_json_put_integer(&w, "rating", strength);
    lm_json_end(&w, '}');
    add_act(m, "team", &text);
}

/* Return the player's team; LM_NOBODY: none. */
static uint32_t team_of(const struct lm_tournament *t, uint32_t player)
{
    for (uint32_t i = 0; i < t->team_count; i++)
        for (size_t k = 0; k < t->teams[i].count; k++)
            if (t->teams[i].players[k] == player)
                return i;
    return LM_NOBODY;
}

static void enter_player(struct importing *m, const struct lm_player *p, uint32_t team)
{
    char sex[2] = {p->sex, '\0'};
    struct lm_text text;
    struct lm_json_writer w = begin(m, &text);
    lm_json_put_string(&w, "name",
                       p->name[0] != '\0' ? p->name : lm_printed(m->d->arena, "Player %u", p->tpn));
    put_some(&w, "fide_id", p->fide_id);
    put_some(&w, "birth", p->birth);
    put_some(&w, "sex", sex);
    put_some(&w, "club", p->club);
    put_some(&w, "title", strlen(p->title) <= 3 ? p->title : "");
    put_some(&w, "federation", strlen(p->federation) <= 3 ? p->federation : "");
    if (p->rating > 0) {
        lm_json_put_integer(&w, "rating", p->rating);
        lm_json_put_string(&w, "source", "imported file");
    }
    if (team != LM_NOBODY)
        lm_json_put_string(&w, "team", team_id(m, team));
    lm_json_end(&w, '}');
    add_act(m, "enter", &text);
}

static void forbid(struct importing *m, const struct lm_prohibition *p)
{
    struct lm_text text;
    struct lm_json_writer w = begin(m, &text);
    lm_json_begin(&w, "players", '[');
    for (size_t i = 0; i < p->count; i++)
        lm_json_put_string(&w, NULL, participant(m, p->players[i]));
    lm_json_end(&w, ']');
    lm_json_put_integer(&w, "from", p->first_round);
    lm_json_put_integer(&w, "until", p->last_round);
    lm_json_end(&w, '}');
    add_act(m, "forbid", &text);
}

/* ---- ratings and values in comments */

/* VCL 212: import ratings of later lists, from the round on. */
static void take_ratings(struct importing *m, uint32_t round, const int32_t *table, uint32_t rounds)
{
    struct lm_text text, ratings = lm_text_in(m->d->arena);
    struct lm_json_writer w = begin(m, &text), r = lm_json_writer_to(&ratings, true);
    struct lm_json *list = NULL;
    size_t count = 0;
    lm_json_begin(&w, "players", '[');
    lm_json_begin(&r, NULL, '[');
    for (uint32_t i = 0; i < m->t->player_count; i++) {
        const int32_t *own = table + (size_t)i * rounds;
        if (own[round - 1] == own[round - 2])
            continue;
        lm_json_put_string(&w, NULL, id_of(m, i));
        lm_json_put_integer(&r, NULL, own[round - 1]);
        count++;
    }
    lm_json_end(&w, ']');
    lm_json_end(&r, ']');
    if (ratings.failed || lm_json_parse(lm_text_string(&ratings), ratings.length, m->d->arena, NULL,
                                        &list) != LM_OK) {
        m->failed = true;
        return;
    }
    lm_json_put_node(&w, "ratings", list);
    lm_json_put_integer(&w, "from", round);
    lm_json_put_string(&w, "source", "imported file");
    lm_json_end(&w, '}');
    if (count > 0)
        add_act(m, "ratings", &text);
}

static void take_later_ratings(struct importing *m, uint32_t rounds)
{
    const int32_t *table = NULL;
    if (lm_ratings_by_round(m->t, rounds, m->d->arena, &table) != LM_OK)
        m->failed = true;
    for (uint32_t round = 2; table != NULL && round <= rounds; round++)
        take_ratings(m, round, table, rounds);
}

/* VCL 207 */
static void take_values(struct importing *m, const char *code)
{
    struct lm_text text, values = lm_text_in(m->d->arena);
    struct lm_json_writer w = begin(m, &text), r = lm_json_writer_to(&values, true);
    struct lm_json *list = NULL;
    const struct lm_tie_break_kind *kind = NULL;
    struct lm_fraction *all = lm_arena_alloc(m->d->arena, m->field->player_count + 1, sizeof *all);
    for (size_t i = 0; lm_tie_break_kind_at(i) != NULL; i++)
        kind = lm_tie_break_kind_at(i); /* the last one is for such values */
    if (all == NULL || !lm_given_values(m->t, m->system->teams, code, all))
        return;
    lm_json_put_string(&w, "tie_break", code);
    lm_json_begin(&w, "players", '[');
    lm_json_begin(&r, NULL, '[');
    for (uint32_t i = 0; i < m->field->player_count; i++) {
        struct lm_text value = lm_text_in(m->d->arena);
        if (all[i].under == 0)
            continue;
        lm_text_add_value(&value, kind, all[i]);
        lm_json_put_string(&w, NULL, participant(m, i));
        lm_json_put_string(&r, NULL, lm_text_string(&value));
    }
    lm_json_end(&w, ']');
    lm_json_end(&r, ']');
    if (values.failed ||
        lm_json_parse(lm_text_string(&values), values.length, m->d->arena, NULL, &list) != LM_OK) {
        m->failed = true;
        return;
    }
    lm_json_put_node(&w, "values", list);
    lm_json_end(&w, '}');
    if (list->first != NULL)
        add_act(m, "values", &text);
}

static void take_given_values(struct importing *m)
{
    const struct lm_tie_break *list = NULL;
    size_t count = 0;
    if (lm_tie_breaks_parse(m->t->tie_breaks, m->d->arena, NULL, &list, &count) != LM_OK)
        return;
    for (size_t i = 0; i < count; i++)
        if (lm_is_given_code(&list[i]))
            take_values(
                m, lm_printed(m->d->arena, "%.*s", (int)strcspn(list[i].code, "/"), list[i].code));
}

/* Is ${line} imported in another way? */
static bool is_taken(const char *line)
{
    return lm_is_record_of_boards(line) || /* the rounds are imported in that order */
           lm_is_record_of_unrated(line) || lm_is_record_of_edition(line) ||
           lm_is_record_of_out(line) || /* expelled players */
           lm_is_record_of_games(line) || lm_is_record_of_ratings(line) != 0 ||
           strncmp(line, "### Tie-break ratings:", 22) == 0 ||
           strncmp(line, "### tie-breaks ", 15) == 0; /* values follow from results, or are given */
}

/* ---- rounds */

static const char *result_of(const struct importing *m, const struct lm_record *own,
                             const struct lm_record *other, uint32_t round)
{
    size_t count;
    const struct lm_desk_result *results = lm_desk_results(&count);
    for (size_t i = 0; i < count; i++)
        if (results[i].white == own->result && results[i].black == other->result)
            return own->result == LM_PENDING && round < m->t->rounds_paired ? "unknown"
                                                                            : results[i].name;
    return "unknown";
}

/* Return the results of a match game by game, from the side of the player who begins with White. */
static const char *results_of(const struct importing *m, uint32_t white, uint32_t round)
{
    struct lm_text text = lm_text_in(m->d->arena);
    const struct lm_record *own = lm_record_of(m->t, white, round);
    const struct lm_record *other = lm_record_of(m->t, own->opponent, round);
    for (uint8_t game = 0; game < m->t->games_per_match; game++)
        lm_text_print(&text, "%s%s", game == 0 ? "" : " ",
                      result_of(m, &own[game], &other[game], round));
    return lm_text_string(&text);
}

static bool has_white(const struct importing *m, uint32_t player, uint32_t round)
{
    const struct lm_record *record = lm_record_of(m->field, player, round);
    if (record->opponent == LM_NOBODY || record->colour == LM_BLACK)
        return false;
    return record->colour == LM_WHITE || record->opponent > player;
}

/* List the players with White in the order of boards by the rules (files do not have it); else by
 * number. */
static uint32_t *white_players(struct importing *m, uint32_t round, size_t *count)
{
    struct lm_arena *arena = m->d->arena;
    uint32_t *order = lm_arena_alloc(arena, m->field->player_count + 1, sizeof *order);
    struct lm_position *p = NULL;
    struct lm_pairing *played = NULL;
    size_t all = 0;
    m->failed |= order == NULL;
    for (uint32_t i = 0; order != NULL && i < m->field->player_count; i++)
        if (has_white(m, i, round))
            order[all++] = i;
    *count = all;
    if (order == NULL ||
        lm_position_new(m->field, round, &m->system->rules, arena, NULL, &p) != LM_OK ||
        lm_played_pairing(m->system, p, arena, &played) != LM_OK)
        return order;
    size_t games = 0, fit = 0;
    for (uint32_t i = 0; i < played->pair_count; i++) {
        games += played->pairs[i].black != LM_NOBODY;
        fit += played->pairs[i].black != LM_NOBODY && has_white(m, played->pairs[i].white, round);
    }
    for (uint32_t i = 0, n = 0; games == all && fit == all && i < played->pair_count; i++)
        if (played->pairs[i].black != LM_NOBODY)
            order[n++] = played->pairs[i].white;
    return order;
}

/* ---- matches of teams */

/* Find the players on each board of ${team}'s match, LM_NOBODY: vacant, into ${seats}, from the
 * line-up, or from the members with a game. */
static void find_seats(const struct importing *m, uint32_t team, uint32_t round, uint32_t boards,
                       uint32_t *seats)
{
    size_t listed, found = 0;
    const uint32_t *players = lm_team_line_up(m->t, team, round, &listed);
    bool told = players != m->t->teams[team].players;
    for (uint32_t i = 0; i < boards; i++)
        seats[i] = LM_NOBODY;
    for (size_t i = 0; i < listed && found < boards; i++) {
        bool plays = players[i] != LM_NOBODY;
        if (plays && !told) {
            const struct lm_record *record = lm_record_of(m->t, players[i], round);
            plays = record->opponent != LM_NOBODY || record->result == LM_FORFEIT_WIN;
        }
        if (plays || told)
            seats[found++] = players[i];
    }
}

/* 330: the whole result of a forfeited match; NULL: none. */
static const struct lm_team_forfeit *forfeit_of(const struct importing *m, uint32_t round,
                                                uint32_t white)
{
    for (size_t i = 0; i < m->t->team_forfeit_count; i++) {
        const struct lm_team_forfeit *f = &m->t->team_forfeits[i];
        uint32_t number = m->t->teams[white].number;
        if (f->round == round && (f->white == number || f->black == number))
            return f;
    }
    return NULL;
}

static const char *whole_forfeit(const struct importing *m, const struct lm_team_forfeit *f,
                                 uint32_t white)
{
    bool first = f->white == m->t->teams[white].number;
    char own = f->type[first ? 0 : 1], other = f->type[first ? 1 : 0];
    return own == '+' ? "1F-0F" : other == '+' ? "0F-1F" : "0F-0F";
}

/* Return the result of a board on which one player, or both, are missing. */
static const char *result_of_seats(struct importing *m, uint32_t own, uint32_t other,
                                   uint32_t round)
{
    if (own == LM_NOBODY && other == LM_NOBODY)
        return "0F-0F";
    if (own == LM_NOBODY || other == LM_NOBODY)
        return own == LM_NOBODY ? "0F-1F" : "1F-0F";
    return result_of(m, lm_record_of(m->t, own, round), lm_record_of(m->t, other, round), round);
}

static void add_seats(struct importing *m, const uint32_t *seats, const uint32_t *others,
                      uint32_t boards, uint32_t round, bool white, struct lm_text *out)
{
    for (uint32_t i = 0; i < boards; i++) {
        const char *sequence = m->t->colour_sequence;
        bool first =
            i < strlen(sequence) ? (sequence[i] | 0x20) == (sequence[0] | 0x20) : i % 2 == 0;
        bool turned =
            seats[i] != LM_NOBODY && others[i] != LM_NOBODY &&
            lm_record_of(m->t, seats[i], round)->colour == (first == white ? LM_BLACK : LM_WHITE);
        lm_text_print(out, "%s%s%s", i == 0 ? "" : " ",
                      seats[i] == LM_NOBODY ? "-" : id_of(m, seats[i]), turned ? "~" : "");
    }
}

/* Put the match in which ${white} is named first: its results, and its line-ups. */
static void put_match(struct importing *m, uint32_t white, uint32_t round,
                      struct lm_json_writer *results, struct lm_json_writer *line_ups)
{
    struct lm_text text = lm_text_in(m->d->arena), sat = lm_text_in(m->d->arena);
    uint32_t boards = lm_team_boards(m->t), own[LM_DESK_GAMES], other[LM_DESK_GAMES];
    uint32_t black = lm_record_of(m->field, white, round)->opponent;
    const struct lm_team_forfeit *forfeit = forfeit_of(m, round, white);
    boards = boards > LM_DESK_GAMES ? LM_DESK_GAMES : boards == 0 ? 1 : boards;
    find_seats(m, white, round, boards, own);
    find_seats(m, black, round, boards, other);
    for (uint32_t i = 0; i < boards; i++)
        lm_text_print(&text, "%s%s", i == 0 ? "" : " ",
                      forfeit != NULL ? whole_forfeit(m, forfeit, white)
                                      : result_of_seats(m, own[i], other[i], round));
    add_seats(m, own, other, boards, round, true, &sat);
    lm_text_add(&sat, " / ");
    add_seats(m, other, own, boards, round, false, &sat);
    lm_json_put_string(results, NULL, lm_text_string(&text));
    lm_json_put_string(line_ups, NULL, lm_text_string(&sat));
}

static void put_pairs(struct importing *m, uint32_t round, struct lm_json_writer *w,
                      struct lm_text *results, struct lm_text *line_ups)
{
    struct lm_json_writer r = lm_json_writer_to(results, true);
    struct lm_json_writer l = lm_json_writer_to(line_ups, true);
    lm_json_begin(&r, NULL, '[');
    lm_json_begin(&l, NULL, '[');
    size_t count = 0;
    uint32_t *whites = white_players(m, round, &count);
    lm_json_begin(w, "pairs", '[');
    for (size_t k = 0; whites != NULL && k < count; k++) {
        uint32_t i = whites[k];
        const struct lm_record *record = lm_record_of(m->field, i, round);
        lm_json_begin(w, NULL, '[');
        lm_json_put_string(w, NULL, participant(m, i));
        lm_json_put_string(w, NULL, participant(m, record->opponent));
        lm_json_end(w, ']');
        if (m->system->teams)
            put_match(m, i, round, &r, &l);
        else
            lm_json_put_string(&r, NULL, results_of(m, i, round));
    }
    lm_json_end(w, ']');
    lm_json_end(&r, ']');
    lm_json_end(&l, ']');
}

static void put_idle(struct importing *m, uint32_t round, struct lm_json_writer *w)
{
    lm_json_begin(w, "idle", '[');
    for (uint32_t i = 0; i < m->field->player_count; i++) {
        const struct lm_record *record = lm_record_of(m->field, i, round);
        if (record->opponent == LM_NOBODY && lm_result_is_bye((enum lm_result)record->result))
            lm_json_put_string(w, NULL,
                               lm_printed(m->d->arena, "%s:%c", participant(m, i),
                                          lm_desk_bye_letter(record->result)));
    }
    lm_json_end(w, ']');
}

static void put_numbers(struct importing *m, struct lm_json_writer *w)
{
    lm_json_begin(w, "numbers", '[');
    for (uint32_t i = 0; m->system->teams && i < m->t->team_count; i++)
        lm_json_put_string(w, NULL, team_id(m, i));
    for (uint32_t i = 0; i < m->t->player_count; i++)
        lm_json_put_string(w, NULL, id_of(m, i));
    lm_json_end(w, ']');
    lm_json_begin(w, "tpns", '[');
    for (uint32_t i = 0; m->system->teams && i < m->t->team_count; i++)
        lm_json_put_integer(w, NULL, m->t->teams[i].number);
    for (uint32_t i = 0; i < m->t->player_count; i++)
        lm_json_put_integer(w, NULL, m->t->players[i].tpn);
    lm_json_end(w, ']');
}

static void put_list(struct importing *m, struct lm_json_writer *w, const char *key,
                     const struct lm_text *json)
{
    struct lm_json *list = NULL;
    if (json->failed ||
        lm_json_parse(lm_text_string(json), json->length, m->d->arena, NULL, &list) != LM_OK)
        m->failed = true;
    else
        lm_json_put_node(w, key, list);
}

static void take_round(struct importing *m, uint32_t round)
{
    struct lm_text text, results = lm_text_in(m->d->arena), seats = lm_text_in(m->d->arena);
    struct lm_json_writer w = begin(m, &text);
    lm_json_put_integer(&w, "round", round);
    if (round == 1)
        put_numbers(m, &w);
    put_pairs(m, round, &w, &results, &seats);
    put_idle(m, round, &w);
    put_list(m, &w, "results", &results);
    if (m->system->teams)
        put_list(m, &w, "line_ups", &seats);
    lm_json_end(&w, '}');
    add_act(m, "take-over", &text);
}

/* ---- future rounds */

static void ask_bye(struct importing *m, const struct lm_requested_bye *bye)
{
    struct lm_text text;
    struct lm_json_writer w = begin(m, &text);
    lm_json_put_string(&w, "player", participant(m, bye->player));
    lm_json_begin(&w, "rounds", '[');
    lm_json_put_integer(&w, NULL, bye->round);
    lm_json_end(&w, ']');
    lm_json_put_string(&w, "kind",
                       bye->kind == LM_HALF_BYE   ? "half"
                       : bye->kind == LM_FULL_BYE ? "full"
                                                  : "zero");
    lm_json_end(&w, '}');
    add_act(m, "bye", &text);
}

/* Enter that ${player} has left, or with ${out} was expelled from the standings. */
static void withdraw(struct importing *m, uint32_t player, uint8_t out)
{
    struct lm_text text;
    struct lm_json_writer w = begin(m, &text);
    uint32_t from = m->t->players[player].withdrawn;
    lm_json_put_string(&w, "player", id_of(m, player));
    lm_json_put_integer(&w, "from", from != 0 ? from : m->t->rounds_paired + 1);
    if (out != LM_IN_STANDINGS)
        lm_json_put_string(&w, "shown", out == LM_OUT_EXPELLED ? "expelled" : "withdrawn");
    lm_json_end(&w, '}');
    add_act(m, out == LM_IN_STANDINGS ? "withdraw" : "expel", &text);
}

static void take_who_left(struct importing *m)
{
    uint8_t *out = lm_arena_alloc(m->d->arena, m->t->player_count, sizeof *out);
    if (out == NULL) {
        m->failed = true;
        return;
    }
    (void)lm_out_declared(m->t, false, out);
    for (uint32_t i = 0; i < m->t->player_count; i++)
        if (m->t->players[i].withdrawn != 0 || out[i] != LM_IN_STANDINGS)
            withdraw(m, i, out[i]);
}

static void adjust(struct importing *m, const struct lm_adjustment *a)
{
    for (size_t i = 0; i < a->count; i++) {
        struct lm_text text;
        struct lm_json_writer w = begin(m, &text);
        if (a->type != ' ') {
            assume(m, "a result that is worth other points (299) is not taken over");
            return;
        }
        lm_json_put_string(&w, "player", participant(m, a->players[i]));
        lm_json_put_tenths(&w, "points", m->system->teams ? a->match_points : a->points);
        if (m->system->teams)
            lm_json_put_tenths(&w, "games", a->points);
        if (a->round > 0)
            lm_json_put_integer(&w, "round", a->round);
        lm_json_end(&w, '}');
        add_act(m, "adjust", &text);
    }
}

static void note_source(struct importing *m)
{
    struct lm_text text;
    struct lm_json_writer w = begin(m, &text);
    bool left = false;
    lm_json_begin(&w, "kept", '[');
    for (size_t i = 0; i < m->t->kept_count; i++) {
        const char *line = m->t->kept[i].text;
        if (strncmp(line, "### ", 4) == 0 && strncmp(line, "### FIDE mode", 13) != 0 &&
            !is_taken(line))
            lm_json_put_string(&w, NULL, line + 4);
        left |= strncmp(line, "### FIDE mode exited", 20) == 0;
    }
    lm_json_end(&w, ']');
    lm_json_begin(&w, "adjustments", '[');
    for (size_t i = 0; i < m->assumed_count; i++)
        lm_json_put_string(&w, NULL, m->assumed[i]);
    lm_json_end(&w, ']');
    lm_json_end(&w, '}');
    add_act(m, "import", &text);
    struct lm_text none = lm_text_in(m->d->arena);
    lm_text_add(&none, "{}");
    if (left)
        add_act(m, "leave-fide-mode", &none);
}

static void look_at_what_is_left_out(struct importing *m)
{
    if (m->t->national_count > 0)
        assume(m,
               "national ratings are not taken over; ratings for the tournament stay as they are");
    if (m->t->date_count > 0)
        assume(m, "the days of the rounds (132) are not taken over: \"schedule\" says when one "
                  "begins");
    if (m->t->acceleration_count > 0)
        assume(m, "the acceleration is taken for Baku's");
    if (m->t->rank_order)
        assume(m, "the order of numbers decides pairings, not that of ranks");
}

/* Enter all players, team by team in the order of boards: ids are then those of id_of. */
static void enter_everybody(struct importing *m)
{
    const struct lm_tournament *t = m->t;
    for (uint32_t i = 0; m->system->teams && i < t->team_count; i++)
        enter_team(m, &t->teams[i]);
    for (uint32_t i = 0; i < t->player_count; i++)
        enter_player(m, &t->players[i], m->system->teams ? team_of(t, i) : LM_NOBODY);
}

/* Enter the order of boards if it is not that of the numbers. */
static void order_teams(struct importing *m)
{
    for (uint32_t i = 0; m->system->teams && i < m->t->team_count; i++) {
        const struct lm_team *team = &m->t->teams[i];
        bool rising = true;
        struct lm_text text;
        struct lm_json_writer w = begin(m, &text);
        lm_json_put_string(&w, "team", team_id(m, i));
        lm_json_begin(&w, "players", '[');
        for (size_t k = 0; k < team->count; k++) {
            rising &= k == 0 || team->players[k - 1] < team->players[k];
            if (team->players[k] != LM_NOBODY)
                lm_json_put_string(&w, NULL, id_of(m, team->players[k]));
        }
        lm_json_end(&w, ']');
        lm_json_end(&w, '}');
        if (!rising)
            add_act(m, "roster", &text);
    }
}

/* Does the row name participants of the section, teams or players? */
static bool is_taken_over(struct importing *m, uint8_t whom)
{
    bool own = (whom == LM_TEAMS) == m->system->teams;
    if (!own)
        assume(m, "what is said of single persons in an event of teams is not taken over");
    return own;
}

static void compose(struct importing *m)
{
    const struct lm_tournament *t = m->t;
    if (!m->d->event.opened)
        open_event(m);
    announce_section(m, m->system);
    enter_everybody(m);
    order_teams(m);
    for (size_t i = 0; i < t->prohibition_count; i++)
        if (is_taken_over(m, t->prohibitions[i].whom))
            forbid(m, &t->prohibitions[i]);
    for (uint32_t round = 1; round <= t->rounds_paired; round++)
        take_round(m, round);
    for (size_t i = 0; i < t->bye_count; i++)
        if (t->byes[i].round > t->rounds_paired && is_taken_over(m, t->byes[i].whom))
            ask_bye(m, &t->byes[i]);
    if (!m->system->teams)
        take_who_left(m);
    for (size_t i = 0; i < t->adjustment_count; i++)
        if (is_taken_over(m, t->adjustments[i].whom))
            adjust(m, &t->adjustments[i]);
    take_later_ratings(m, t->rounds_total > t->rounds_paired ? t->rounds_total : t->rounds_paired);
    take_given_values(m);
    look_at_what_is_left_out(m);
    note_source(m);
}

/* Refuse tournaments that the desk cannot run. */
static enum lm_status look_at_file(const struct importing *m, struct lm_log *log)
{
    if (m->system == NULL)
        return lm_log_add(log, LM_ERROR, (struct lm_place){.field = "192"},
                          "change the code to that of a system of the list",
                          "the file names an unknown system");
    if (m->t->team_count > 0 && !m->system->teams)
        return lm_log_add(log, LM_ERROR, (struct lm_place){.field = "192"},
                          "name a system of teams in record 192, or leave the teams out",
                          "the file has teams, and its system pairs persons");
    for (uint32_t i = 0; m->system->teams && i < m->t->player_count; i++)
        if (team_of(m->t, i) == LM_NOBODY)
            return lm_log_add(log, LM_ERROR, (struct lm_place){.field = "310"},
                              "put the player into a team, or leave the player out",
                              "player %u is in no team", m->t->players[i].tpn);
    return LM_OK;
}

enum lm_status lm_desk_import(struct lm_desk *d, const struct lm_desk_act *act,
                              const struct lm_tournament *t, struct lm_log *log,
                              struct lm_desk_taken *out)
{
    struct importing m = {.d = d, .act = act, .t = t, .system = lm_system_of(t, NULL)};
    struct lm_tournament *field = NULL;
    m.section = act->section != NULL && act->section[0] != '\0' ? act->section : "A";
    enum lm_status status = look_at_file(&m, log);
    m.field = t;
    if (status == LM_OK && m.system->teams) {
        status = lm_ids_are_teams(t) ? lm_team_view(t, lm_game_points_first(t), d->arena, &field)
                                     : lm_log_add(log, LM_ERROR, (struct lm_place){.field = "310"},
                                                  "number the teams by records 310",
                                                  "the file has no teams with numbers");
        m.field = field;
    }
    if (status != LM_OK)
        return status;
    compose(&m);
    return m.failed ? LM_LIMIT : lm_desk_take(d, m.acts, m.count, log, out);
}
