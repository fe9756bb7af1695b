/* SPDX-License-Identifier: Apache-2.0 */
#include "../unit/check.h"

#include <stdlib.h>
#include <string.h>

#include "../reference/double_swiss_2026.h"
#include "limmat/pairing.h"
#include "limmat/random.h"
#include "packed.h"

/*
 * The Double-Swiss engine compared with two others: the packed vectors and the literal reference.
 * Both use a ${struct ds_state}; only ${tournament_of} converts between them and the library.
 * test_double_swiss_2026 VECTORS [TOURNAMENTS SEED]
 */

static const char *vectors;    /* path, from the command line */
static int tournaments = 6000; /* small ones, against the reference */
static uint64_t seed = 2026;   /* of their random numbers */

/* ---- From the state to the model ---- */

static uint8_t result_of(const struct ds_entry *mine, const struct ds_entry *other, int game)
{
    if (mine->forfeited[game])
        return LM_FORFEIT_LOSS;
    if (other->forfeited[game])
        return LM_FORFEIT_WIN;
    static const uint8_t played[] = {LM_LOSS, LM_DRAW, LM_WIN};
    return played[mine->points[game]];
}

static uint8_t kind_of(char bye)
{
    return bye == 'P' ? LM_PAB : bye == 'F' ? LM_FULL_BYE : bye == 'H' ? LM_HALF_BYE : LM_ZERO_BYE;
}

static void fill_records(struct lm_tournament *t, const struct ds_state *s, int player, int round)
{
    const struct ds_entry *mine = &s->entry[player][round];
    struct lm_record *record = lm_record_of(t, (uint32_t)player, (uint32_t)round + 1);
    if (mine->bye != 0) {
        record->result = kind_of(mine->bye);
        return;
    }
    const struct ds_entry *other = &s->entry[mine->opponent][round];
    for (int game = 0; game < 2; game++)
        record[game] = (struct lm_record){
            .opponent = (uint32_t)mine->opponent,
            .colour = mine->white_first == (game == 0) ? LM_WHITE : LM_BLACK,
            .result = result_of(mine, other, game),
        };
}

/* Convert byes of unusual worth to bonuses (299). */
static size_t fill_bonuses(struct lm_tournament *t, const struct ds_state *s,
                           struct lm_adjustment *bonus, uint32_t *players)
{
    size_t count = 0;
    for (int player = 0; player < s->players; player++)
        for (int round = 0; round < s->rounds; round++) {
            const struct ds_entry *e = &s->entry[player][round];
            int32_t extra =
                e->bye != 0 ? 5 * e->bye_points - t->points.value[kind_of(e->bye)][0] : 0;
            if (extra == 0)
                continue;
            players[count] = (uint32_t)player;
            bonus[count] = (struct lm_adjustment){.type = ' ',
                                                  .points = extra,
                                                  .round = (uint32_t)round + 1,
                                                  .players = &players[count],
                                                  .count = 1};
            count++;
        }
    return count;
}

static struct lm_tournament *tournament_of(const struct ds_state *s, struct lm_arena *arena)
{
    struct lm_tournament *t;
    assert_int_equal(lm_tournament_new(arena, (uint32_t)s->players, (uint32_t)s->rounds + 1, 2, &t),
                     LM_OK);
    size_t entries = (size_t)s->players * (size_t)(s->rounds + 1);
    struct lm_requested_bye *byes = lm_arena_alloc(arena, DS_PLAYERS, sizeof *byes);
    struct lm_adjustment *bonus = lm_arena_alloc(arena, entries, sizeof *bonus);
    uint32_t *players = lm_arena_alloc(arena, entries, sizeof *players);
    assert_true(byes != NULL && bonus != NULL && players != NULL);
    t->rounds_total = (uint32_t)s->rounds_total;
    t->initial_colour = s->initial_white ? LM_WHITE : LM_BLACK;
    t->byes = byes;
    for (int player = 0; player < s->players; player++) {
        t->players[player].tpn = (uint32_t)s->tpn[player];
        if (s->absent[player])
            byes[t->bye_count++] = (struct lm_requested_bye){
                LM_ZERO_BYE, LM_PLAYERS, (uint32_t)s->rounds + 1, (uint32_t)player};
        for (int round = 0; round < s->rounds; round++)
            fill_records(t, s, player, round);
    }
    t->rounds_paired = (uint32_t)s->rounds;
    t->adjustments = bonus;
    t->adjustment_count = fill_bonuses(t, s, bonus, players);
    return t;
}

/* Return the value of [C6], [C7] or [C8] of ${bracket}. */
static int value_of(const struct lm_system *system, const struct lm_bracket *bracket,
                    const char *code)
{
    for (size_t i = 0; i < bracket->finding_count; i++)
        if (strcmp(system->criteria[bracket->findings[i].rule].code, code) == 0)
            return bracket->findings[i].values[0];
    return 0;
}

/* Pair the next round of ${s} by the engine, with the result in the reference's form. */
static void engine(const struct ds_state *s, struct ds_result *result)
{
    struct lm_arena *arena;
    struct lm_pairing *pairing;
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    const struct lm_system *system = lm_system_named("double-swiss-2026", "");
    struct lm_pair_request request = {LM_WANT_REASONS, LM_NOBODY};
    enum lm_status status = lm_pair_round(system, tournament_of(s, arena), (uint32_t)s->rounds + 1,
                                          &request, arena, NULL, &pairing);
    memset(result, 0, sizeof *result);
    result->bye = DS_NOBODY;
    result->possible = status == LM_OK;
    assert_true(status == LM_OK || status == LM_NO_PAIRING);
    for (uint32_t i = 0; status == LM_OK && i < pairing->pair_count; i++) {
        const struct lm_pair *pair = &pairing->pairs[i];
        if (pair->black == LM_NOBODY) {
            result->bye = (int)pair->white;
            continue;
        }
        result->white[result->pairs] = (int)pair->white;
        result->black[result->pairs] = (int)pair->black;
        result->rule[result->pairs++] = system->colour_rules[pair->colour_rule].code;
    }
    size_t groups = status == LM_OK ? pairing->bracket_count - (result->bye != DS_NOBODY) : 0;
    for (size_t i = 0; i < groups; i++) {
        const struct lm_bracket *bracket = &pairing->brackets[i];
        result->group[result->groups++] = (struct ds_group){
            .score = bracket->score / 5,
            .residents = (int)bracket->resident_count,
            .upfloaters = (int)bracket->moved_count,
            .after = value_of(system, bracket, "C6"),
            .floaters = value_of(system, bracket, "C7"),
            .opponents = value_of(system, bracket, "C8"),
        };
    }
    lm_arena_free(arena);
}

/* ---- Comparing ---- */

static bool has_pair(const struct ds_result *r, int white, int black, const char *rule)
{
    for (int i = 0; i < r->pairs; i++)
        if (r->white[i] == white && r->black[i] == black)
            return strcmp(r->rule[i], rule) == 0;
    return false;
}

static bool same_pairing(const struct ds_result *a, const struct ds_result *b)
{
    bool same = a->possible == b->possible && a->bye == b->bye && a->pairs == b->pairs;
    for (int i = 0; i < a->pairs && same; i++)
        same = has_pair(b, a->white[i], a->black[i], a->rule[i]);
    return same;
}

/* The engine does not count [C6] if it is the same for all floaters. */
static bool same_reasons(const struct ds_result *a, const struct ds_result *b)
{
    bool same = a->groups == b->groups;
    for (int i = 0; i < a->groups && same; i++) {
        const struct ds_group *x = &a->group[i], *y = &b->group[i];
        same = x->score == y->score && x->residents == y->residents &&
               x->upfloaters == y->upfloaters && x->floaters == y->floaters &&
               x->opponents == y->opponents &&
               (x->after <= 0 || y->after <= 0 || x->after == y->after);
    }
    return same;
}

static int present(const struct ds_state *s)
{
    int count = 0;
    for (int i = 0; i < s->players; i++)
        count += !s->absent[i];
    return count;
}

/* ---- The vectors ---- */

struct tally {
    int rounds, sensitive, differences, reasons, reference_rounds, reference_differences;
};

static int player_with(const struct ds_state *s, int tpn)
{
    for (int i = 0; i < s->players; i++)
        if (s->tpn[i] == tpn)
            return i;
    return DS_NOBODY;
}

static void read_entry(const struct lm_json *record, const struct ds_state *s, struct ds_entry *e)
{
    const char *bye = lm_json_string(lm_json_get(record, "bye"));
    *e = (struct ds_entry){.opponent = DS_NOBODY};
    if (bye != NULL) {
        e->bye = bye[0] == 'A' ? 'Z' : bye[0];
        e->bye_points = packed_int(record, "hp", 0);
        return;
    }
    e->opponent = player_with(s, packed_int(record, "opp", 0));
    assert_true(e->opponent != DS_NOBODY);
    e->white_first = lm_json_string(lm_json_get(record, "colour"))[0] == 'w';
    const struct lm_json *points = lm_json_get(record, "games")->first;
    const struct lm_json *forfeited = lm_json_get(record, "forfeited");
    forfeited = forfeited != NULL ? forfeited->first : NULL;
    for (int game = 0; game < 2; game++, points = points->next) {
        int64_t value;
        assert_true(lm_json_integer(points, 0, 2, &value));
        e->points[game] = (int)value;
        if (forfeited != NULL) {
            assert_true(lm_json_boolean(forfeited, &e->forfeited[game]));
            forfeited = forfeited->next;
        }
    }
}

static void read_state(const struct lm_json *object, struct ds_state *s)
{
    memset(s, 0, sizeof *s);
    s->rounds_total = packed_int(object, "total_rounds", 0);
    s->initial_white = lm_json_string(lm_json_get(object, "initial_colour"))[0] == 'w';
    const struct lm_json *players = lm_json_get(object, "players");
    assert_true(players->length <= DS_PLAYERS);
    for (const struct lm_json *p = players->first; p != NULL; p = p->next)
        s->tpn[s->players++] = packed_int(p, "tpn", 0);
    int player = 0;
    for (const struct lm_json *p = players->first; p != NULL; p = p->next, player++) {
        int round = 0;
        for (const struct lm_json *r = lm_json_get(p, "rounds")->first; r != NULL; r = r->next)
            read_entry(r, s, &s->entry[player][round++]);
    }
}

static void read_expected(const struct lm_json *expected, const struct ds_state *s,
                          struct ds_result *r)
{
    memset(r, 0, sizeof *r);
    r->bye = player_with(s, packed_int(expected, "pab", 0));
    r->possible = strcmp(lm_json_string(lm_json_get(expected, "status")), "ok") == 0;
    if (!r->possible)
        return;
    for (const struct lm_json *p = lm_json_get(expected, "pairs")->first; p != NULL; p = p->next) {
        r->white[r->pairs] = player_with(s, packed_int(p, "white", 0));
        r->black[r->pairs] = player_with(s, packed_int(p, "black", 0));
        r->rule[r->pairs++] = lm_json_string(lm_json_get(p, "rule"));
    }
    for (const struct lm_json *b = lm_json_get(expected, "brackets")->first; b != NULL; b = b->next)
        r->group[r->groups++] = (struct ds_group){
            .score = packed_int(b, "score", 0),
            .residents = (int)lm_json_get(b, "residents")->length,
            .upfloaters = (int)lm_json_get(b, "upfloaters")->length,
            .after = packed_int(b, "c6", -1),
            .floaters = packed_int(b, "c7", 0),
            .opponents = packed_int(b, "c8", 0),
        };
}

static void compare_step(const struct lm_json *step, struct ds_state *s, struct tally *tally)
{
    struct ds_result expected, ours;
    s->rounds = packed_int(step, "round", 0) - 1;
    memset(s->absent, 0, sizeof s->absent);
    for (const struct lm_json *a = lm_json_get(step, "absent")->first; a != NULL; a = a->next) {
        int64_t tpn;
        assert_true(lm_json_integer(a, 1, 100000, &tpn));
        s->absent[player_with(s, (int)tpn)] = true;
    }
    read_expected(lm_json_get(step, "expected"), s, &expected);
    engine(s, &ours);
    bool same = same_pairing(&ours, &expected);
    tally->rounds++;
    tally->sensitive += lm_json_get(step, "sensitive") != NULL;
    tally->differences += !same;
    tally->reasons += same && !same_reasons(&ours, &expected);
    if (!same)
        print_message("differs: %d players, round %d\n", s->players, s->rounds + 1);
    if (present(s) > DS_SMALL - 2)
        return;
    ds_reference(s, &ours);
    tally->reference_rounds++;
    tally->reference_differences +=
        !same_pairing(&ours, &expected) || !same_reasons(&ours, &expected);
}

static void compare_vector(const struct lm_json *object, void *context)
{
    struct ds_state state;
    read_state(object, &state);
    for (const struct lm_json *s = lm_json_get(object, "steps")->first; s != NULL; s = s->next)
        compare_step(s, &state, context);
}

static void vectors_are_reproduced_by_engine_and_reference(void **state)
{
    (void)state;
    struct tally tally = {0};
    int files = for_each_packed(vectors, compare_vector, &tally);
    print_message("# %d vectors, %d rounds (%d open to another reading): %d differences, %d in "
                  "reasons; reference: %d rounds, %d differences\n",
                  files, tally.rounds, tally.sensitive, tally.differences, tally.reasons,
                  tally.reference_rounds, tally.reference_differences);
    assert_int_equal(files, 716);
    assert_int_equal(tally.rounds, 2669);
    assert_int_equal(tally.differences, 0);
    assert_int_equal(tally.reasons, 0);
    assert_int_equal(tally.reference_differences, 0);
}

/* ---- Random play ---- */

struct style {
    int draws;    /* percent of games */
    int absences; /* percent of players, each round */
    int forfeits; /* percent of games */
    bool wild;    /* paired at random instead of by the system: states that it would not reach */
};

static struct lm_random chance;

static int below(int bound)
{
    return (int)lm_random_below(&chance, (uint64_t)bound);
}
static bool happens(int percent)
{
    return below(100) < percent;
}

static void draw_state(struct ds_state *s, int least, int most, int rounds)
{
    memset(s, 0, sizeof *s);
    s->players = least + below(most - least + 1);
    s->rounds_total = happens(90) ? rounds : 0;
    s->initial_white = happens(50);
    for (int i = 0, tpn = 0; i < s->players; i++)
        s->tpn[i] = tpn += happens(90) ? 1 : 2;
}

static struct style draw_style(void)
{
    static const int draws[] = {10, 40, 70, 95};
    return (struct style){.draws = draws[below(4)],
                          .absences = happens(50) ? 0 : below(25),
                          .forfeits = happens(50) ? 0 : below(15),
                          .wild = happens(25)};
}

static void draw_absences(struct ds_state *s, const struct style *style)
{
    for (int i = 0; i < s->players; i++)
        s->absent[i] = happens(style->absences);
}

/* Players in random order, neighbours paired: any history can occur, rematches too. */
static void pair_wildly(const struct ds_state *s, struct ds_result *r)
{
    int order[DS_PLAYERS], count = 0;
    for (int i = 0; i < s->players; i++)
        if (!s->absent[i]) {
            int place = below(count + 1);
            order[count++] = order[place];
            order[place] = i;
        }
    r->pairs = count / 2;
    r->bye = count % 2 == 1 ? order[count - 1] : DS_NOBODY;
    for (int i = 0; i < r->pairs; i++) {
        r->white[i] = order[2 * i];
        r->black[i] = order[2 * i + 1];
    }
}

static void play_match(struct ds_state *s, int white, int black, const struct style *style)
{
    struct ds_entry *w = &s->entry[white][s->rounds], *b = &s->entry[black][s->rounds];
    *w = (struct ds_entry){.opponent = black, .white_first = true};
    *b = (struct ds_entry){.opponent = white};
    bool absent_white = happens(style->forfeits), absent_black = happens(style->forfeits);
    for (int game = 0; game < 2; game++) {
        w->forfeited[game] = absent_white ? happens(80) : happens(style->forfeits) && happens(20);
        b->forfeited[game] = absent_black ? happens(80) : happens(style->forfeits) && happens(20);
        int points = happens(style->draws) ? 1 : happens(50) ? 0 : 2;
        w->points[game] = points;
        b->points[game] = 2 - points;
        if (w->forfeited[game] || b->forfeited[game]) {
            w->points[game] = w->forfeited[game] ? 0 : 2;
            b->points[game] = b->forfeited[game] ? 0 : 2;
        }
    }
}

static void enter_absence(struct ds_state *s, int player)
{
    static const struct ds_entry kinds[] = {{.bye = 'Z'},
                                            {.bye = 'Z'},
                                            {.bye = 'H', .bye_points = 2},
                                            {.bye = 'H', .bye_points = 1},
                                            {.bye = 'F', .bye_points = 4}};
    s->entry[player][s->rounds] = kinds[below(5)];
}

static void play_round(struct ds_state *s, const struct ds_result *r, const struct style *style)
{
    for (int i = 0; i < s->players; i++)
        if (s->absent[i])
            enter_absence(s, i);
    if (r->bye != DS_NOBODY)
        s->entry[r->bye][s->rounds] = (struct ds_entry){.bye = 'P', .bye_points = 3};
    for (int i = 0; i < r->pairs; i++)
        play_match(s, r->white[i], r->black[i], style);
    s->rounds++;
}

/* Play a tournament of ${rounds} rounds; ${judge} sees each pairing of the engine. */
static void play(struct ds_state *s, int rounds,
                 void (*judge)(const struct ds_state *s, const struct ds_result *ours))
{
    struct style style = draw_style();
    while (s->rounds < rounds) {
        struct ds_result ours;
        draw_absences(s, &style);
        engine(s, &ours);
        judge(s, &ours);
        if (style.wild)
            pair_wildly(s, &ours);
        else if (!ours.possible)
            return;
        play_round(s, &ours, &style);
    }
}

/* ---- Small tournaments: the literal reference ---- */

static struct tally small;

static void judge_by_reference(const struct ds_state *s, const struct ds_result *ours)
{
    struct ds_result theirs;
    ds_reference(s, &theirs);
    small.rounds++;
    small.sensitive += !ours->possible;
    small.differences += !same_pairing(ours, &theirs);
    small.reasons += same_pairing(ours, &theirs) && !same_reasons(ours, &theirs);
}

static void small_tournaments_agree_with_the_reference(void **state)
{
    (void)state;
    chance = lm_random_from(seed);
    for (int i = 0; i < tournaments; i++) {
        struct ds_state s;
        int rounds = 1 + below(9);
        draw_state(&s, 2, i % 20 == 0 ? DS_SMALL : 9, rounds);
        play(&s, rounds, judge_by_reference);
    }
    print_message("# %d tournaments, %d rounds (%d without a legal pairing): %d differences, %d in "
                  "reasons\n",
                  tournaments, small.rounds, small.sensitive, small.differences, small.reasons);
    assert_int_equal(small.differences, 0);
    assert_int_equal(small.reasons, 0);
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_are_reproduced_by_engine_and_reference),
        cmocka_unit_test(small_tournaments_agree_with_the_reference),
    };
    if (argc != 2 && argc != 4)
        return 2;
    vectors = argv[1];
    if (argc == 4) {
        tournaments = atoi(argv[2]);
        seed = strtoull(argv[3], NULL, 10);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
