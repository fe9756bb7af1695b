/* SPDX-License-Identifier: Apache-2.0 */
#include "../unit/check.h"

#include <stdlib.h>
#include <string.h>

#include "../reference/dubov_1997.h"
#include "limmat/dubov.h"
#include "limmat/pairing.h"
#include "limmat/random.h"
#include "packed.h"

/*
 * The engine of Dubov 1997 compared with two others: the packed vectors and the literal reference.
 * Both use a ${struct dv_state}; only ${tournament_of} converts between them and the library.
 * test_dubov_1997 VECTORS STATES [TOURNAMENTS SEED]
 */

static const char *vectors, *states; /* paths, from the command line */
static int tournaments = 6000;       /* small ones, against the reference */
static uint64_t seed = 1997;         /* of their random numbers */

/* ---- From the state to the model ---- */

static uint8_t result_of(char letter)
{
    static const struct {
        char letter;
        uint8_t result;
    } rows[] = {{'1', LM_WIN},          {'=', LM_DRAW}, {'0', LM_LOSS},     {'+', LM_FORFEIT_WIN},
                {'-', LM_FORFEIT_LOSS}, {'U', LM_PAB},  {'F', LM_FULL_BYE}, {'H', LM_HALF_BYE}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].letter == letter)
            return rows[i].result;
    return LM_ZERO_BYE;
}

static struct lm_record record_of(const struct dv_entry *e)
{
    struct lm_record record = {.opponent = LM_NOBODY, .result = result_of(e->result)};
    if (e->opponent == DV_NOBODY)
        return record;
    record.opponent = (uint32_t)e->opponent;
    record.colour = e->white ? LM_WHITE : LM_BLACK;
    return record;
}

static struct lm_tournament *tournament_of(const struct dv_state *s, struct lm_arena *arena)
{
    struct lm_tournament *t;
    assert_int_equal(lm_tournament_new(arena, (uint32_t)s->players, (uint32_t)s->rounds + 1, 1, &t),
                     LM_OK);
    struct lm_requested_bye *byes = lm_arena_alloc(arena, DV_PLAYERS, sizeof *byes);
    const char **option = lm_arena_alloc(arena, 2, sizeof *option);
    struct lm_text unrated = lm_text_in(arena);
    assert_true(byes != NULL && option != NULL);
    lm_text_print(&unrated, "%d", s->unrated);
    option[0] = "unrated_rating";
    option[1] = lm_text_string(&unrated);
    t->options = option;
    t->option_count = s->unrated != 0;
    t->rounds_total = (uint32_t)s->rounds_total;
    t->rounds_paired = (uint32_t)s->rounds;
    t->initial_colour = s->first_white ? LM_WHITE : LM_BLACK;
    t->byes = byes;
    for (int i = 0; i < s->players; i++) {
        t->players[i].tpn = (uint32_t)s->id[i];
        t->players[i].rating = s->rating[i];
        t->players[i].name = s->name[i];
        t->players[i].title = s->title[i];
        if (s->absent[i])
            byes[t->bye_count++] = (struct lm_requested_bye){LM_ZERO_BYE, LM_PLAYERS,
                                                             (uint32_t)s->rounds + 1, (uint32_t)i};
        for (int round = 0; round < s->rounds; round++)
            *lm_record_of(t, (uint32_t)i, (uint32_t)round + 1) = record_of(&s->entry[i][round]);
    }
    return t;
}

/* Translate a finding into the reference's terms. */
static void read_finding(const char *code, const struct lm_finding *finding, struct dv_result *r)
{
    static const struct {
        const char *code;
        unsigned flag;
    } flags[] = {{"BYE", DV_BYE},
                 {"LOOK-AHEAD", DV_LOOK_AHEAD},
                 {"COMPLETION", DV_COMPLETION},
                 {"MIRROR", DV_MIRROR},
                 {"HALL", DV_HALL},
                 {"FORCED-ROW", DV_FORCED_ROW},
                 {"RESIDUE", DV_RESIDUE}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strcmp(code, flags[i].code) == 0)
            r->flags |= flags[i].flag;
    for (size_t i = 0; i < finding->player_count; i++) {
        uint32_t player = finding->players[i];
        if (strcmp(code, "7.1") == 0)
            r->up[player] = 1;
        else if (strcmp(code, "7.2") == 0)
            r->up[player] = 2;
        else if (strcmp(code, "6.4") == 0 || strcmp(code, "6.4b") == 0)
            r->down[player] = 10 * r->down[player] + finding->values[i];
    }
}

static void engine(const struct dv_state *s, struct dv_result *result)
{
    struct lm_arena *arena;
    struct lm_pairing *pairing;
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    const struct lm_system *system = lm_system_named("dubov-1997", "");
    struct lm_pair_request request = {LM_WANT_REASONS, LM_NOBODY};
    enum lm_status status = lm_pair_round(system, tournament_of(s, arena), (uint32_t)s->rounds + 1,
                                          &request, arena, NULL, &pairing);
    memset(result, 0, sizeof *result);
    result->bye = DV_NOBODY;
    result->possible = status == LM_OK;
    if (status != LM_OK)
        assert_int_equal(status, LM_NO_PAIRING);
    for (uint32_t i = 0; status == LM_OK && i < pairing->pair_count; i++) {
        const struct lm_pair *pair = &pairing->pairs[i];
        if (pair->black == LM_NOBODY) {
            result->bye = (int)pair->white;
            continue;
        }
        result->white[result->pairs] = (int)pair->white;
        result->black[result->pairs++] = (int)pair->black;
    }
    for (size_t b = 0; status == LM_OK && b < pairing->bracket_count; b++)
        for (size_t i = 0; i < pairing->brackets[b].finding_count; i++) {
            const struct lm_finding *finding = &pairing->brackets[b].findings[i];
            read_finding(system->criteria[finding->rule].code, finding, result);
        }
    lm_arena_free(arena);
}

/* ---- Comparing ---- */

static bool same_pairing(const struct dv_result *a, const struct dv_result *b)
{
    bool same = a->possible == b->possible && a->bye == b->bye && a->pairs == b->pairs;
    for (int i = 0; i < a->pairs && same; i++) {
        bool found = false;
        for (int k = 0; k < b->pairs && !found; k++)
            found = a->white[i] == b->white[k] && a->black[i] == b->black[k];
        same = found;
    }
    return same;
}

static bool same_reasons(const struct dv_result *a, const struct dv_result *b)
{
    return a->flags == b->flags && memcmp(a->up, b->up, sizeof a->up) == 0 &&
           memcmp(a->down, b->down, sizeof a->down) == 0;
}

static int present(const struct dv_state *s)
{
    int count = 0;
    for (int i = 0; i < s->players; i++)
        count += !s->absent[i];
    return count;
}

/* ---- The vectors ---- */

/* The reference is slow beyond ${FEW} players. */
enum { FEW = 12 };

struct tally {
    int rounds, differences, reasons, averages, reference_rounds, reference_differences;
    int impossible;
};

static int player_with(const struct dv_state *s, int id)
{
    for (int i = 0; i < s->players; i++)
        if (s->id[i] == id)
            return i;
    return DV_NOBODY;
}

static int id_at(const struct lm_json *list, int index)
{
    const struct lm_json *node = list->first;
    for (; index > 0; index--)
        node = node->next;
    int64_t id;
    assert_true(lm_json_integer(node, 1, 100000, &id));
    return (int)id;
}

static const char *text_at(const struct lm_json *list, int index)
{
    const struct lm_json *node = list->first;
    for (; index > 0; index--)
        node = node->next;
    return lm_json_string(node);
}

static void copy_text(char *out, size_t size, const char *text)
{
    size_t length = text == NULL ? 0 : strlen(text);
    assert_true(length < size);
    memcpy(out, length == 0 ? "" : text, length + 1);
}

static void read_players(const struct lm_json *object, struct dv_state *s)
{
    memset(s, 0, sizeof *s);
    s->rounds_total = packed_int(object, "rounds", 0);
    s->first_white = lm_json_string(lm_json_get(object, "first_colour"))[0] == 'w';
    s->unrated = packed_int(object, "unrated_rating", 0);
    for (const struct lm_json *p = lm_json_get(object, "players")->first; p != NULL; p = p->next) {
        int i = s->players++;
        assert_true(i < DV_PLAYERS);
        s->id[i] = packed_int(p, "id", 0);
        s->rating[i] = packed_int(p, "rating", 0);
        copy_text(s->name[i], sizeof s->name[i], lm_json_string(lm_json_get(p, "name")));
        copy_text(s->title[i], sizeof s->title[i], lm_json_string(lm_json_get(p, "title")));
    }
}

static void read_absent(const struct lm_json *played, struct dv_state *s)
{
    memset(s->absent, 0, sizeof s->absent);
    const struct lm_json *absent = lm_json_get(played, "absent");
    for (int i = 0; i < (int)absent->length; i++)
        s->absent[player_with(s, id_at(absent, i))] = true;
}

static void read_flags(const struct lm_json *played, struct dv_result *r)
{
    const struct lm_finding none = {0};
    for (const struct lm_json *f = lm_json_get(played, "flags")->first; f != NULL; f = f->next)
        read_finding(lm_json_string(f), &none, r);
}

static void read_expected(const struct lm_json *played, const struct dv_state *s,
                          struct dv_result *r)
{
    bool possible = true;
    memset(r, 0, sizeof *r);
    r->bye = DV_NOBODY;
    lm_json_boolean(lm_json_get(played, "pairable"), &possible);
    r->possible = possible;
    if (!possible)
        return;
    for (const struct lm_json *g = lm_json_get(played, "games")->first; g != NULL; g = g->next) {
        r->white[r->pairs] = player_with(s, id_at(g, 0));
        r->black[r->pairs++] = player_with(s, id_at(g, 1));
    }
    for (const struct lm_json *u = lm_json_get(played, "unpaired")->first; u != NULL; u = u->next)
        if (lm_json_string(u)[0] == 'U')
            r->bye = player_with(s, atoi(u->key));
    for (const struct lm_json *u = lm_json_get(played, "up")->first; u != NULL; u = u->next)
        r->up[player_with(s, id_at(u, 0))] = strcmp(text_at(u, 1), "7.1") == 0 ? 1 : 2;
    for (const struct lm_json *g = lm_json_get(played, "down")->first; g != NULL; g = g->next) {
        int player = player_with(s, id_at(g, 0));
        r->down[player] = 10 * r->down[player] + id_at(g, 1);
    }
    read_flags(played, r);
}

/* Enter the played round as the next one. */
static void enter_played(const struct lm_json *played, struct dv_state *s)
{
    int round = s->rounds++;
    for (const struct lm_json *g = lm_json_get(played, "games")->first; g != NULL; g = g->next) {
        int white = player_with(s, id_at(g, 0)), black = player_with(s, id_at(g, 1));
        const char *result = text_at(g, 2);
        s->entry[white][round] = (struct dv_entry){black, true, result[0]};
        s->entry[black][round] = (struct dv_entry){white, false, result[1]};
    }
    for (const struct lm_json *u = lm_json_get(played, "unpaired")->first; u != NULL; u = u->next)
        s->entry[player_with(s, atoi(u->key))][round] =
            (struct dv_entry){DV_NOBODY, false, lm_json_string(u)[0]};
}

/* The published AROs after the round: sum, games, one decimal. */
static int wrong_averages(const struct lm_json *played, const struct dv_state *s)
{
    int wrong = 0;
    struct lm_arena *arena;
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    const struct lm_tournament *t = tournament_of(s, arena);
    for (const struct lm_json *a = lm_json_get(played, "aro")->first; a != NULL; a = a->next) {
        struct lm_aro aro = lm_dubov_aro(t, (uint32_t)player_with(s, atoi(a->key)),
                                         (uint32_t)s->rounds, s->unrated);
        struct lm_text text = lm_text_in(arena);
        lm_text_add_tenths(&text, lm_aro_tenths(aro));
        int64_t sum, games;
        assert_true(lm_json_integer(a->first, 0, 1000000, &sum));
        assert_true(lm_json_integer(a->first->next, 0, 1000, &games));
        const char *shown = lm_json_string(a->first->next->next);
        wrong += aro.sum != sum || aro.games != games ||
                 (games > 0 && strcmp(shown, lm_text_string(&text)) != 0);
    }
    lm_arena_free(arena);
    return wrong;
}

static void compare_round(const struct lm_json *played, struct dv_state *s, struct tally *tally)
{
    struct dv_result expected, ours;
    read_absent(played, s);
    read_expected(played, s, &expected);
    engine(s, &ours);
    bool same = same_pairing(&ours, &expected);
    tally->rounds++;
    tally->impossible += !expected.possible;
    tally->differences += !same;
    tally->reasons += same && !same_reasons(&ours, &expected);
    if (present(s) > FEW)
        return;
    dv_reference(s, &ours);
    tally->reference_rounds++;
    tally->reference_differences +=
        !same_pairing(&ours, &expected) || (ours.possible && !same_reasons(&ours, &expected));
}

static void compare_vector(const struct lm_json *object, void *context)
{
    struct tally *tally = context;
    struct dv_state state;
    read_players(object, &state);
    for (const struct lm_json *r = lm_json_get(object, "played")->first; r != NULL; r = r->next) {
        compare_round(r, &state, tally);
        if (lm_json_get(r, "games") == NULL)
            return;
        enter_played(r, &state);
        tally->averages += wrong_averages(r, &state);
    }
}

static void vectors_are_reproduced_by_engine_and_reference(void **state)
{
    (void)state;
    struct tally tally = {0};
    int files = for_each_packed(vectors, compare_vector, &tally);
    print_message("# %d vectors, %d rounds (%d without a legal pairing): %d differences, %d in "
                  "reasons, %d wrong averages; reference: %d rounds, %d differences\n",
                  files, tally.rounds, tally.impossible, tally.differences, tally.reasons,
                  tally.averages, tally.reference_rounds, tally.reference_differences);
    assert_int_equal(files, 300);
    assert_int_equal(tally.rounds, 1966);
    assert_int_equal(tally.differences, 0);
    assert_int_equal(tally.reasons, 0);
    assert_int_equal(tally.averages, 0);
    assert_int_equal(tally.reference_differences, 0);
}

/* ---- Single states ---- */

/* Histories that do not occur in tournaments: the rounds played are in ${played} without the
 * round's trace, the result in ${expected}. */
static void read_result(const struct lm_json *expected, const struct dv_state *s,
                        struct dv_result *r)
{
    memset(r, 0, sizeof *r);
    r->possible = true;
    r->bye = DV_NOBODY;
    if (packed_int(expected, "bye", 0) != 0)
        r->bye = player_with(s, packed_int(expected, "bye", 0));
    for (const struct lm_json *p = lm_json_get(expected, "pairs")->first; p != NULL; p = p->next) {
        r->white[r->pairs] = player_with(s, packed_int(p, "white", 0));
        r->black[r->pairs++] = player_with(s, packed_int(p, "black", 0));
    }
    const struct lm_json *up = lm_json_get(expected, "transferred_up")->first;
    for (; up != NULL; up = up->next)
        r->up[player_with(s, packed_int(up, "id", 0))] =
            strcmp(lm_json_string(lm_json_get(up, "art")), "7.1") == 0 ? 1 : 2;
    const struct lm_json *down = lm_json_get(expected, "floaters")->first;
    for (; down != NULL; down = down->next) {
        int player = player_with(s, packed_int(down, "id", 0));
        r->down[player] = 10 * r->down[player] + packed_int(down, "class", 0);
    }
    read_flags(expected, r);
}

static void compare_state(const struct lm_json *object, void *context)
{
    struct tally *tally = context;
    struct dv_state state;
    struct dv_result expected, ours, literal;
    read_players(object, &state);
    const struct lm_json *round = lm_json_get(object, "played")->first;
    for (; lm_json_get(round, "games") != NULL; round = round->next)
        enter_played(round, &state);
    read_absent(round, &state);
    read_result(lm_json_get(object, "expected"), &state, &expected);
    engine(&state, &ours);
    dv_reference(&state, &literal);
    tally->rounds++;
    tally->differences += !same_pairing(&ours, &expected) || !same_reasons(&ours, &expected);
    tally->reference_differences +=
        !same_pairing(&literal, &expected) || !same_reasons(&literal, &expected);
}

/* Art. 7.2 in a group that cannot be paired completely with one more either. */
static void states_are_reproduced_by_engine_and_reference(void **state)
{
    (void)state;
    struct tally tally = {0};
    for_each_packed(states, compare_state, &tally);
    print_message("# %d states: %d differences; reference: %d\n", tally.rounds, tally.differences,
                  tally.reference_differences);
    assert_int_equal(tally.rounds, 3);
    assert_int_equal(tally.differences, 0);
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

static void draw_name(char *name)
{
    int length = 1 + below(3);
    for (int i = 0; i < length; i++)
        name[i] = (char)((happens(50) ? 'a' : 'A') + below(4));
    name[length] = '\0';
}

static void draw_state(struct dv_state *s, int least, int most, int rounds)
{
    static const char titles[][4] = {"", "", "GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM"};
    memset(s, 0, sizeof *s);
    s->players = least + below(most - least + 1);
    s->rounds_total = happens(90) ? rounds : 0;
    s->first_white = happens(50);
    s->unrated = happens(30) ? 1500 : 0;
    int grain = happens(40) ? 200 : happens(50) ? 20 : 1;
    for (int i = 0; i < s->players; i++) {
        s->id[i] = i + 1;
        s->rating[i] = 1600 + below(800 / grain) * grain;
        if (s->unrated != 0 && happens(20))
            s->rating[i] = 0;
        draw_name(s->name[i]);
        memcpy(s->title[i], titles[below(10)], sizeof s->title[i]);
    }
}

static struct style draw_style(void)
{
    static const int draws[] = {10, 40, 70, 95};
    return (struct style){.draws = draws[below(4)],
                          .absences = happens(50) ? 0 : below(25),
                          .forfeits = happens(50) ? 0 : below(15),
                          .wild = happens(20)};
}

/* Players in random order, neighbours paired: any history can occur. */
static void pair_wildly(const struct dv_state *s, struct dv_result *r)
{
    int order[DV_PLAYERS], count = 0;
    for (int i = 0; i < s->players; i++)
        if (!s->absent[i]) {
            int place = below(count + 1);
            order[count++] = order[place];
            order[place] = i;
        }
    r->pairs = count / 2;
    r->bye = count % 2 == 1 ? order[count - 1] : DV_NOBODY;
    for (int i = 0; i < r->pairs; i++) {
        r->white[i] = order[2 * i];
        r->black[i] = order[2 * i + 1];
    }
}

static void play_game(struct dv_state *s, int white, int black, const struct style *style)
{
    static const char *const results[] = {"10", "01", "==", "+-", "-+", "--"};
    int kind = happens(style->forfeits) ? 3 + below(3) : happens(style->draws) ? 2 : below(2);
    s->entry[white][s->rounds] = (struct dv_entry){black, true, results[kind][0]};
    s->entry[black][s->rounds] = (struct dv_entry){white, false, results[kind][1]};
}

static void play_round(struct dv_state *s, const struct dv_result *r, const struct style *style)
{
    for (int i = 0; i < s->players; i++)
        if (s->absent[i])
            s->entry[i][s->rounds] = (struct dv_entry){DV_NOBODY, false, "ZZHF"[below(4)]};
    if (r->bye != DV_NOBODY)
        s->entry[r->bye][s->rounds] = (struct dv_entry){DV_NOBODY, false, 'U'};
    for (int i = 0; i < r->pairs; i++)
        play_game(s, r->white[i], r->black[i], style);
    s->rounds++;
}

/* Play a tournament of ${rounds} rounds; ${judge} sees each pairing of the engine. */
static void play(struct dv_state *s, int rounds,
                 void (*judge)(const struct dv_state *s, const struct dv_result *ours))
{
    struct style style = draw_style();
    while (s->rounds < rounds) {
        struct dv_result ours;
        for (int i = 0; i < s->players; i++)
            s->absent[i] = happens(style.absences);
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
static int flagged[7];

static void judge_by_reference(const struct dv_state *s, const struct dv_result *ours)
{
    struct dv_result theirs;
    dv_reference(s, &theirs);
    bool same = same_pairing(ours, &theirs);
    small.rounds++;
    small.impossible += !ours->possible;
    small.differences += !same;
    small.reasons += same && ours->possible && !same_reasons(ours, &theirs);
    for (int flag = 0; flag < 7; flag++)
        flagged[flag] += (ours->flags >> flag & 1) != 0;
}

static void small_tournaments_agree_with_the_reference(void **state)
{
    (void)state;
    chance = lm_random_from(seed);
    for (int i = 0; i < tournaments; i++) {
        struct dv_state s;
        int rounds = 1 + below(10);
        draw_state(&s, 2, i % 20 == 0 ? FEW + 2 : 10, rounds);
        play(&s, rounds, judge_by_reference);
    }
    print_message("# %d tournaments, %d rounds (%d without a legal pairing): %d differences, %d in "
                  "reasons\n",
                  tournaments, small.rounds, small.impossible, small.differences, small.reasons);
    print_message("# rounds with BYE %d, LOOK-AHEAD %d, COMPLETION %d, MIRROR %d, HALL %d, "
                  "FORCED-ROW %d, RESIDUE %d\n",
                  flagged[0], flagged[1], flagged[2], flagged[3], flagged[4], flagged[5],
                  flagged[6]);
    assert_int_equal(small.differences, 0);
    assert_int_equal(small.reasons, 0);
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_are_reproduced_by_engine_and_reference),
        cmocka_unit_test(states_are_reproduced_by_engine_and_reference),
        cmocka_unit_test(small_tournaments_agree_with_the_reference),
    };
    if (argc != 3 && argc != 5)
        return 2;
    vectors = argv[1];
    states = argv[2];
    if (argc == 5) {
        tournaments = atoi(argv[3]);
        seed = strtoull(argv[4], NULL, 10);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
