/* SPDX-License-Identifier: Apache-2.0 */

/* Ranking: each tie-break in turn splits the groups still tied (C.07 art. 4.2). */

#include <string.h>

#include "base/sort.h"
#include "limmat/knock_out.h"
#include "limmat/random.h"
#include "ranking/tie_break.h"

bool lm_tie_breaks_need_teams(const struct lm_tie_break *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if ((list[i].kind->needs & LM_NEEDS_TEAMS) || list[i].score == LM_MATCH_POINTS ||
            list[i].score == LM_GAME_POINTS)
            return true;
    return false;
}

/* --- computing one tie-break */

/* Art. 15.2 and /P: return the forfeits that are games for ${row}.  Before C.07 these were all
 * forfeits in round-robins if scores are compared, but not if games are counted. */
static enum forfeits forfeits_for(const struct analysis *a, const struct criterion *row,
                                  const struct lm_tie_break *code)
{
    if (code->forfeits_count)
        return FORFEITS_PLAYED;
    if (!a->predetermined)
        return FORFEITS_UNPLAYED;
    if (row->basis == ON_OPPONENTS || a->edition == LM_C07_2023)
        return FORFEITS_PLAYED;
    return row->basis == ON_OWN && a->edition == LM_C07_2026 ? FORFEIT_WINS_PLAYED
                                                             : FORFEITS_UNPLAYED;
}

static enum lm_status read_field(struct analysis *a, bool fore, enum forfeits forfeits,
                                 const struct field **out)
{
    struct field **f = &a->fields[fore][forfeits];
    if (*f == NULL) {
        enum lm_status status =
            lm_field_build(a->t, a->teams, a->rounds, forfeits, fore, a->arena, f);
        if (status != LM_OK)
            return status;
        if (a->predetermined)
            lm_field_mark_idle(*f, a->left);
        else if (a->edition == LM_TB_2009)
            lm_field_count_draws(*f);
    }
    *out = *f;
    return LM_OK;
}

/* Take the recorded lots, of a player or in a comment, or else draw them by the seed: a random
 * order of all, by number. */
static enum lm_status draw_lots(struct analysis *a)
{
    const struct field *f = a->fields[0][FORFEITS_UNPLAYED];
    uint32_t *lots = lm_arena_alloc(a->arena, f->count, sizeof *lots);
    if (lots == NULL)
        return LM_LIMIT;
    struct lm_random random = lm_random_from(a->seed);
    for (uint32_t i = 0; i < f->count; i++) {
        uint32_t k = (uint32_t)lm_random_below(&random, i + 1);
        lots[i] = lots[k];
        lots[k] = i + 1;
    }
    for (uint32_t i = 0; i < f->count && !a->teams; i++)
        if (a->t->players[i].lot != 0)
            lots[i] = a->t->players[i].lot;
    lm_read_declared_lots(a->t, a->teams, lots);
    a->lots = lots;
    return LM_OK;
}

size_t lm_contributions_of(const struct question *q, uint32_t who, struct lm_contribution *room)
{
    size_t count = q->row->collect(q, who, room);
    lm_cut_contributions(q, room, count);
    return count;
}

size_t lm_room_for_contributions(const struct analysis *a)
{
    return (size_t)a->rounds * a->t->games_per_match + 1;
}

/* Compute all participants' values of the tie-break that ${q}'s row builds on (8.2, 10.4, 10.5). */
static enum lm_status ask_base(struct analysis *a, struct question *q)
{
    struct lm_tie_break *code = lm_arena_alloc(a->arena, 1, sizeof *code);
    struct lm_contribution *room =
        lm_arena_alloc(a->arena, lm_room_for_contributions(a), sizeof *room);
    struct lm_fraction *values = lm_arena_alloc(a->arena, q->f->count, sizeof *values);
    if (code == NULL || room == NULL || values == NULL)
        return LM_LIMIT;
    *code = *q->code;
    code->kind = &lm_criterion_named(q->row->base, strlen(q->row->base))->about;
    code->least = code->greatest = 0;
    struct question base;
    enum lm_status status = lm_ask_tie_break(a, code, &base);
    for (uint32_t who = 0; status == LM_OK && who < q->f->count; who++)
        values[who] = base.row->finish(&base, who, room, lm_contributions_of(&base, who, room));
    q->others = values;
    return status;
}

/* Take the values that were computed elsewhere. */
static enum lm_status ask_given(const struct analysis *a, struct question *q)
{
    struct lm_fraction *values = lm_arena_alloc(a->arena, q->f->count, sizeof *values);
    if (values == NULL)
        return LM_LIMIT;
    (void)lm_given_values(a->t, a->teams, q->code->code, values);
    q->others = values;
    return LM_OK;
}

/* Compute the scores of Keizer, by the settings of the tournament.  LM_INVALID: those are wrong. */
static enum lm_status score_by_keizer(struct analysis *a)
{
    struct lm_keizer *scores = lm_arena_alloc(a->arena, a->t->player_count, sizeof *scores);
    if (scores == NULL)
        return LM_LIMIT;
    a->keizer = scores;
    return lm_keizer_scores(a->t, a->rounds, a->arena, NULL, scores);
}

/* Find the places in the bracket of a knock-out of teams. */
static enum lm_status place_by_bracket(struct analysis *a)
{
    struct lm_tournament *view;
    struct lm_knock_out k;
    uint32_t *places = lm_arena_alloc(a->arena, a->t->team_count, sizeof *places);
    if (!a->teams || !lm_is_knock_out(a->t) || !lm_ids_are_teams(a->t))
        return LM_OK;
    if (places == NULL || lm_team_view(a->t, false, a->arena, &view) != LM_OK ||
        lm_knock_out_of(view, a->rounds, a->arena, &k) != LM_OK)
        return LM_LIMIT;
    lm_knock_out_places(&k, view->player_count, places);
    a->bracket = places;
    return LM_OK;
}

enum lm_status lm_ask_tie_break(struct analysis *a, const struct lm_tie_break *code,
                                struct question *q)
{
    const struct criterion *row = row_of(code->kind);
    *q = (struct question){.a = a, .code = code, .row = row};
    bool games = code->score == LM_GAME_POINTS ||
                 (code->score != LM_MATCH_POINTS && lm_game_points_first(a->t));
    q->score = a->teams && games ? GAME : MATCH;
    /* 8.2: opponents met over the board keep their points; only the participant's own are fore. */
    bool fore = (code->fore && row->base == NULL) || strcmp(code->kind->code, "FB") == 0;
    enum lm_status status = read_field(a, fore, forfeits_for(a, row, code), &q->f);
    if (status == LM_OK && row->finish == lm_finish_perfect)
        status = lm_prepare_expected(a);
    if (status == LM_OK && row->collect == lm_collect_lot && a->lots == NULL)
        status = draw_lots(a);
    bool keizer = row->collect == lm_collect_keizer || row->collect == lm_collect_keizer_value;
    if (status == LM_OK && keizer && a->keizer == NULL)
        status = score_by_keizer(a);
    if (status == LM_OK && row->collect == lm_collect_bracket && a->bracket == NULL)
        status = place_by_bracket(a);
    if (status == LM_OK && row->base != NULL)
        status = ask_base(a, q);
    if (status == LM_OK && row == &lm_given_criterion)
        status = ask_given(a, q);
    return status;
}

/* --- splitting groups */

struct ranking {
    struct analysis *a;
    struct lm_standings *s;
    uint32_t *order;
    uint32_t *end; /* end of the tied group that begins at a place; set only for beginnings */
    uint32_t *scratch, *place;
    struct lm_contribution *room;
};

/* Is ${a} before ${b}?  No value comes after every value. */
static bool is_before(struct lm_fraction a, struct lm_fraction b, bool lower_is_better)
{
    if (a.under == 0 || b.under == 0)
        return a.under != 0 && b.under == 0;
    int64_t left = a.over * b.under, right = b.over * a.under;
    return lower_is_better ? left < right : left > right;
}

/* Merge sort of order[from..to) by value: stable, so that ties stay in the order of numbers. */
static void sort_by_value(const struct ranking *r, size_t tie_break, bool lower, uint32_t from,
                          uint32_t to)
{
    if (to - from < 2)
        return;
    uint32_t middle = from + (to - from) / 2;
    sort_by_value(r, tie_break, lower, from, middle);
    sort_by_value(r, tie_break, lower, middle, to);
    uint32_t left = from, right = middle, next = from;
    while (left < middle || right < to) {
        bool take_right =
            left == middle ||
            (right < to && is_before(lm_standings_value(r->s, r->order[right], tie_break),
                                     lm_standings_value(r->s, r->order[left], tie_break), lower));
        r->scratch[next++] = take_right ? r->order[right++] : r->order[left++];
    }
    memcpy(r->order + from, r->scratch + from, (to - from) * sizeof *r->order);
}

static bool equal_values(struct lm_fraction a, struct lm_fraction b)
{
    return a.under == b.under && (a.under == 0 || a.over == b.over);
}

/* Split the group order[from..to), sorted by value, into groups of equal values. */
static void split_by_value(const struct ranking *r, size_t tie_break, uint32_t from, uint32_t to)
{
    for (uint32_t begin = from, next; begin < to; begin = next) {
        struct lm_fraction value = lm_standings_value(r->s, r->order[begin], tie_break);
        for (next = begin + 1;
             next < to && equal_values(lm_standings_value(r->s, r->order[next], tie_break), value);
             next++)
            ;
        r->end[begin] = next;
    }
}

static struct lm_fraction *value_of(const struct ranking *r, uint32_t who, size_t tie_break)
{
    /* The table is ours until the standings are handed out. */
    return (struct lm_fraction *)(uintptr_t)&r->s
        ->values[(size_t)who * r->s->options.count + tie_break];
}

static bool has_left(const struct ranking *r, uint32_t who)
{
    return r->a->left != NULL && r->a->left[who];
}

static bool is_out(const struct ranking *r, uint32_t who)
{
    return has_left(r, who) || (r->s->out != NULL && r->s->out[who] != LM_IN_STANDINGS);
}

static enum lm_status rank_by(const struct ranking *r, size_t tie_break)
{
    const struct lm_tie_break *code = &r->s->options.list[tie_break];
    struct question q;
    enum lm_status status = lm_ask_tie_break(r->a, code, &q);
    if (status != LM_OK)
        return status;
    for (uint32_t who = 0; q.row->collect != NULL && who < r->s->count; who++)
        *value_of(r, who, tie_break) =
            has_left(r, who)
                ? (struct lm_fraction){0}
                : q.row->finish(&q, who, r->room, lm_contributions_of(&q, who, r->room));
    for (uint32_t from = 0, to; status == LM_OK && from < r->s->ranked; from = to) {
        to = r->end[from];
        if (to - from < 2 || r->s->shown_only[tie_break])
            continue;
        if (q.row->split != NULL) {
            q.ahead = from;
            status = q.row->split(&q, r->order + from, to - from, r->place);
            for (uint32_t i = from; i < to; i++)
                *value_of(r, r->order[i], tie_break) =
                    (struct lm_fraction){r->place[i - from] + 1, 1};
        }
        bool lower = code->kind->lower_is_better != code->reversed;
        sort_by_value(r, tie_break, lower, from, to);
        split_by_value(r, tie_break, from, to);
    }
    return status;
}

/* --- the whole */

static bool has_ratings(const struct lm_tournament *t)
{
    for (uint32_t player = 0; player < t->player_count; player++)
        if (t->players[player].rating != 0)
            return true;
    return false;
}

/* Art. 10: is a player in the field unrated?  One who was never paired does not matter. */
static bool has_unrated(const struct lm_standings *s)
{
    for (uint32_t player = 0; player < s->t->player_count; player++)
        for (uint32_t round = 1; round <= s->options.round && s->t->players[player].rating == 0;
             round++)
            if (lm_record_of(s->t, player, round)->opponent != LM_NOBODY)
                return true;
    return false;
}

/* Art. 10, preamble: remove the tie-breaks that leave the list. */
static enum lm_status drop_undeclared(struct lm_standings *s, struct lm_arena *arena)
{
    const struct lm_standings_options *o = &s->options;
    bool *shown_only = lm_arena_alloc(arena, o->count, sizeof *shown_only);
    if (shown_only == NULL)
        return LM_LIMIT;
    s->shown_only = shown_only;
    if (o->teams || !has_ratings(s->t) || !has_unrated(s))
        return LM_OK;
    for (size_t i = 0; i < o->count; i++) {
        const struct lm_tie_break_kind *kind = o->list[i].kind;
        bool rates = (kind->needs & LM_NEEDS_RATINGS) != 0;
        s->met_unrated |= rates;
        shown_only[i] = rates && kind->since != 0 && o->edition != LM_TB_2009 &&
                        o->unrated == LM_UNRATED_UNDECLARED;
    }
    return LM_OK;
}

static enum lm_status check_needs(const struct lm_standings *s, bool predetermined,
                                  struct lm_log *log)
{
    const struct lm_standings_options *o = &s->options;
    if (o->teams && s->t->team_count == 0)
        return lm_log_add(log, LM_ERROR, (struct lm_place){0}, "rank the players",
                          "there are no teams to rank");
    for (size_t i = 0; i < o->count; i++) {
        const struct lm_tie_break_kind *kind = o->list[i].kind;
        if ((kind->needs & LM_NEEDS_TEAMS) && !o->teams)
            return lm_log_add(log, LM_ERROR, (struct lm_place){0}, "rank the teams (--teams)",
                              "%s (%s) is a tie-break of teams", kind->code, kind->name);
        if (lm_is_given_code(&o->list[i]) &&
            !lm_given_values(s->t, o->teams, o->list[i].code, NULL))
            lm_log_add(log, LM_NOTE, (struct lm_place){0},
                       "enter them (\"values\" at the desk), or leave the code out",
                       "%s: its values are computed elsewhere, and none was entered",
                       o->list[i].code);
        if ((kind->needs & LM_NEEDS_RATINGS) && !has_ratings(s->t))
            lm_log_add(log, LM_NOTE, (struct lm_place){0}, NULL,
                       "%s (%s) needs ratings; no player has one", kind->code, kind->name);
        if ((kind->needs & LM_NEEDS_SWISS) && predetermined)
            lm_log_add(log, LM_NOTE, (struct lm_place){0}, NULL,
                       "%s (%s) must not be used in round-robins (C.07 art. 8)", kind->code,
                       kind->name);
    }
    return LM_OK;
}

/* If the kind of tournament is a guess, say so. */
static void note_schedule(const struct lm_tournament *t, struct lm_log *log)
{
    struct field by_type_only = {.t = t};
    if (!lm_is_predetermined(&by_type_only))
        lm_log_add(log, LM_NOTE, (struct lm_place){0}, NULL,
                   "all players meet each other: treated as a round-robin, where forfeits are "
                   "games (C.07 15.2)");
}

/* C.05 art. 6.6.1: find players who left before half of their games: they are out of the standings.
 */
static bool find_left(struct analysis *a, struct lm_standings *s, struct lm_arena *arena)
{
    bool *left = lm_arena_alloc(arena, s->count, sizeof *left);
    for (uint32_t who = 0; left != NULL && !a->teams && who < s->count; who++) {
        left[who] = lm_left_before_half(a->t, who, a->rounds);
        s->ranked -= left[who];
    }
    a->left = left;
    return left != NULL;
}

/* Find players who are out by decision: their games still count for the opponents. */
static bool find_out(const struct analysis *a, struct lm_standings *s, struct lm_arena *arena)
{
    uint8_t *out = lm_arena_alloc(arena, s->count, sizeof *out);
    if (out == NULL || !lm_out_declared(a->t, a->teams, out))
        return out != NULL;
    for (uint32_t who = 0; who < s->count; who++)
        s->ranked -= out[who] != LM_IN_STANDINGS && !(a->left != NULL && a->left[who]);
    s->out = out;
    return true;
}

/* Find the ratings that count if players have several: for a round not paired yet, those of the
 * last. */
static enum lm_status find_ratings(struct analysis *a)
{
    uint32_t use = lm_rating_use(a->t);
    bool one = use != LM_RATINGS_FIRST && use != LM_RATINGS_BY_ROUND;
    a->rating_use = use;
    a->rating_rounds = one && use > a->rounds ? use : a->rounds;
    if (use == LM_RATINGS_FIRST || a->teams)
        return LM_OK;
    return lm_ratings_by_round(a->t, a->rating_rounds, a->arena, &a->ratings);
}

static enum lm_status new_analysis(struct lm_standings *s, struct lm_arena *arena,
                                   struct analysis **out)
{
    struct lm_standings_options *o = &s->options;
    struct analysis *a = lm_arena_alloc(arena, 1, sizeof *a);
    if (a == NULL)
        return LM_LIMIT;
    if (o->round == 0 || o->round > s->t->rounds_paired)
        o->round = s->t->rounds_paired;
    a->t = s->t;
    a->arena = arena;
    a->edition = o->edition;
    a->teams = o->teams;
    a->rounds = o->round;
    a->seed = o->seed;
    if (o->unrated == LM_UNRATED_UNDECLARED)
        o->unrated = lm_unrated_declared(s->t, &o->unrated_rating);
    a->unrated = o->unrated == LM_UNRATED_COUNT ? o->unrated_rating : 0;
    if (find_ratings(a) != LM_OK)
        return LM_LIMIT;
    const struct field *f;
    enum lm_status status = read_field(a, false, FORFEITS_UNPLAYED, &f);
    if (status != LM_OK)
        return status;
    if (o->schedule == LM_SCHEDULE_OF_FILE)
        o->schedule = lm_is_predetermined(f) ? LM_PREDETERMINED : LM_SWISS;
    a->predetermined = o->schedule == LM_PREDETERMINED;
    s->ranked = s->count;
    if ((a->predetermined && !find_left(a, s, arena)) || !find_out(a, s, arena))
        return LM_LIMIT;
    if (a->predetermined)
        lm_field_mark_idle(a->fields[false][FORFEITS_UNPLAYED], a->left);
    else if (a->edition == LM_TB_2009)
        lm_field_count_draws(a->fields[false][FORFEITS_UNPLAYED]);
    a->group_of = lm_arena_alloc(arena, f->count, sizeof *a->group_of);
    *out = a;
    return a->group_of == NULL ? LM_LIMIT : LM_OK;
}

static bool allocate(struct ranking *r, struct lm_arena *arena)
{
    uint32_t count = r->s->count;
    r->order = lm_arena_alloc(arena, count, sizeof *r->order);
    r->end = lm_arena_alloc(arena, count, sizeof *r->end);
    r->scratch = lm_arena_alloc(arena, count, sizeof *r->scratch);
    r->place = lm_arena_alloc(arena, count, sizeof *r->place);
    r->room = lm_arena_alloc(arena, lm_room_for_contributions(r->a), sizeof *r->room);
    r->s->values = lm_arena_alloc(arena, count, r->s->options.count * sizeof *r->s->values);
    return r->order != NULL && r->end != NULL && r->scratch != NULL && r->place != NULL &&
           r->room != NULL && r->s->values != NULL;
}

/* Put all participants in order of numbers, those without a rank last. */
static void line_up(const struct ranking *r)
{
    uint32_t place = 0, last = r->s->ranked;
    for (uint32_t who = 0; who < r->s->count; who++)
        r->order[is_out(r, who) ? last++ : place++] = who;
    if (r->s->ranked > 0)
        r->end[0] = r->s->ranked;
    if (r->s->ranked < r->s->count)
        r->end[r->s->ranked] = r->s->count;
}

/* Tied participants share the best of their ranks. */
static enum lm_status give_ranks(const struct ranking *r, struct lm_arena *arena)
{
    uint32_t *rank = lm_arena_alloc(arena, r->s->count, sizeof *rank);
    if (rank == NULL)
        return LM_LIMIT;
    for (uint32_t from = 0; from < r->s->count; from = r->end[from])
        for (uint32_t i = from; i < r->end[from]; i++)
            rank[r->order[i]] = from < r->s->ranked ? from + 1 : 0;
    r->s->rank = rank;
    r->s->order = r->order;
    return LM_OK;
}

struct declared_place {
    uint32_t who, rank, place; /* rank 0: none; place: by the tie-breaks */
};

static int by_declared_rank(const void *a, const void *b)
{
    const struct declared_place *x = a, *y = b;
    if (x->rank != y->rank) /* rank 0 becomes the last */
        return x->rank - 1 < y->rank - 1 ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

/* Put everyone into the order that is declared; players without a rank come last, by the
 * tie-breaks. */
static enum lm_status rank_as_declared(const struct ranking *r, struct lm_arena *arena)
{
    uint32_t count = r->s->count;
    struct declared_place *all = lm_arena_alloc(arena, count, sizeof *all);
    uint32_t *rank = lm_arena_alloc(arena, count, sizeof *rank);
    if (all == NULL || rank == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++)
        all[i] = (struct declared_place){r->order[i], lm_declared_rank(r->s, r->order[i]), i};
    lm_sort(all, count, sizeof *all, by_declared_rank);
    for (uint32_t i = 0; i < count; i++) {
        r->order[i] = all[i].who;
        rank[all[i].who] = all[i].rank;
    }
    r->s->rank = rank;
    return LM_OK;
}

enum lm_status lm_standings_compute(const struct lm_tournament *t,
                                    const struct lm_standings_options *options,
                                    struct lm_arena *arena, struct lm_log *log,
                                    struct lm_standings **out)
{
    if (options == NULL || (options->list == NULL && options->count > 0))
        return lm_log_add(log, LM_ERROR, (struct lm_place){0}, "make them by lm_standings_order()",
                          "no options were given, or no list of tie-breaks");
    struct lm_standings *s = lm_arena_alloc(arena, 1, sizeof *s);
    if (s == NULL)
        return LM_LIMIT;
    s->t = t;
    s->options = *options;
    s->count = options->teams ? (uint32_t)t->team_count : t->player_count;
    struct ranking r = {.s = s};
    enum lm_status status = new_analysis(s, arena, &r.a);
    s->analysis = r.a;
    if (status == LM_OK && r.a->predetermined && options->schedule == LM_SCHEDULE_OF_FILE)
        note_schedule(t, log);
    if (status == LM_OK)
        status = check_needs(s, r.a->predetermined, log);
    if (status == LM_OK)
        status = drop_undeclared(s, arena);
    if (status == LM_OK)
        status = lm_tell_notes(s, false, arena, log);
    if (status != LM_OK)
        return status;
    if (!allocate(&r, arena))
        return LM_LIMIT;
    line_up(&r);
    for (size_t i = 0; status == LM_OK && i < options->count; i++)
        status = rank_by(&r, i);
    if (status == LM_OK)
        status = give_ranks(&r, arena);
    if (status == LM_OK && options->as_declared)
        status = rank_as_declared(&r, arena);
    if (status == LM_OK)
        status = lm_tell_notes(s, true, arena, log);
    if (status == LM_OK)
        *out = s;
    return status;
}

bool lm_standings_draws_lots(const struct lm_standings *s)
{
    for (size_t i = 0; i < s->options.count; i++)
        if (row_of(s->options.list[i].kind)->collect == lm_collect_lot)
            return true;
    return false;
}

const char *lm_participant_name(const struct lm_standings *s, uint32_t participant)
{
    if (participant >= s->count)
        return "";
    return s->options.teams ? s->t->teams[participant].name : s->t->players[participant].name;
}

uint32_t lm_participant_number(const struct lm_standings *s, uint32_t participant)
{
    if (participant >= s->count)
        return 0;
    return s->options.teams ? team_number(s->t, participant) : s->t->players[participant].tpn;
}

void lm_text_add_value(struct lm_text *out, const struct lm_tie_break_kind *kind,
                       struct lm_fraction value)
{
    enum { MOST = 4 };
    if (value.under == 0)
        return;
    int64_t power = 1;
    int decimals = 0;
    while (decimals < kind->decimals || (decimals < MOST && power % value.under != 0)) {
        power *= 10;
        decimals++;
    }
    struct lm_fraction scaled;
    if (!lm_fraction_multiply(value, (struct lm_fraction){power, 1}, &scaled))
        scaled = (struct lm_fraction){0, 1};
    int64_t digits = lm_fraction_round(scaled);
    int64_t size = digits < 0 ? -digits : digits;
    if (digits < 0)
        lm_text_add_char(out, '-');
    lm_text_add_integer(out, size / power);
    for (int i = 0; i < decimals; i++) {
        if (i == 0)
            lm_text_add_char(out, '.');
        power /= 10;
        lm_text_add_char(out, (char)('0' + size / power % 10));
    }
}

int32_t lm_standings_points(const struct lm_standings *s, uint32_t player)
{
    const struct analysis *a = s->analysis;
    return player < s->count ? a->fields[0][FORFEITS_UNPLAYED]->own[MATCH][player] : 0;
}

void lm_standings_team_points(const struct lm_standings *s, uint32_t team, int32_t *match_points,
                              int32_t *game_points)
{
    const struct analysis *a = s->analysis;
    const struct field *f = a->fields[0][FORFEITS_UNPLAYED];
    *match_points = team < s->count ? f->own[MATCH][team] : 0;
    *game_points = team < s->count ? f->own[GAME][team] : 0;
}
