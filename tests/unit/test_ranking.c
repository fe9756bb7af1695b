/* SPDX-License-Identifier: Apache-2.0 */
#include "reading.h"

#include <stdio.h>
#include <stdlib.h>

#include "limmat/check.h"
#include "limmat/crosstable.h"
#include "limmat/periods.h"
#include "limmat/ranking.h"

/*
 * Five players, three rounds of three, with everything that is not a game: a PAB, a half-point bye,
 * a zero-point bye in the final round, a forfeit.
 *
 *   1  2.5  2w1  3b=  5w+        4  1.0  3b=  H    2b0
 *   2  2.0  1b0  5b1  4w1        5  1.0  U    2w0  1b-
 *   3  1.0  4w=  1w=  Z
 */
static const char small[] =
    "{\"format\": \"limmat-tournament/1\", \"rounds\": 3, \"type\": \"Swiss\", \"players\": ["
    "{\"tpn\": 1, \"rating\": 2000, \"results\": [\"2w1\", \"3b=\", \"5w+\"]},"
    "{\"tpn\": 2, \"rating\": 1900, \"results\": [\"1b0\", \"5b1\", \"4w1\"]},"
    "{\"tpn\": 3, \"rating\": 1800, \"results\": [\"4w=\", \"1w=\", \"Z\"]},"
    "{\"tpn\": 4, \"rating\": 1700, \"results\": [\"3b=\", \"H\", \"2b0\"]},"
    "{\"tpn\": 5, \"rating\": 1600, \"results\": [\"U\", \"2w0\", \"1b-\"]}]}";

/* The standings of ${text} by ${list}. */
struct ranked {
    struct reading r;
    struct lm_standings *s;
};

static struct ranked rank_as(const char *text, const char *list, struct lm_standings_options o)
{
    struct ranked ranked = {.r = read_as("json", text, 0)};
    assert_int_equal(ranked.r.status, LM_OK);
    assert_int_equal(lm_tie_breaks_parse(list, ranked.r.arena, &ranked.r.log, &o.list, &o.count),
                     LM_OK);
    assert_int_equal(lm_standings_compute(ranked.r.t, &o, ranked.r.arena, &ranked.r.log, &ranked.s),
                     LM_OK);
    return ranked;
}

static struct ranked rank(const char *text, const char *list)
{
    return rank_as(text, list, (struct lm_standings_options){.edition = LM_C07_2026});
}

/* The values of tie-break ${index}, by participant, blanks between. */
static const char *values(const struct ranked *ranked, size_t index)
{
    struct lm_text out = lm_text_in(ranked->r.arena);
    for (uint32_t who = 0; who < ranked->s->count; who++) {
        struct lm_fraction value = lm_standings_value(ranked->s, who, index);
        lm_text_add(&out, who > 0 ? " " : "");
        lm_text_add(&out, value.under == 0 ? "-" : "");
        lm_text_add_value(&out, ranked->s->options.list[index].kind, value);
    }
    return lm_text_string(&out);
}

static void check_values(const char *text, const char *code, const char *expected)
{
    struct ranked ranked = rank(text, code);
    if (strcmp(values(&ranked, 0), expected) != 0)
        print_error("%s: %s, not %s\n", code, values(&ranked, 0), expected);
    assert_string_equal(values(&ranked, 0), expected);
    done(&ranked.r);
}

/* --- the rows of the table */

static const struct {
    const char *code, *values;
} by_hand[] = {
    {"PTS", "2.5 2.0 1.0 1.0 1.0"},
    {"WIN", "2 2 0 0 1"},
    {"WON", "1 2 0 0 0"},
    {"BPG", "1 2 0 2 0"},
    {"BWG", "0 1 0 0 0"},
    {"PS", "5.0 3.0 2.5 2.5 3.0"},
    {"PS/C1", "4.0 3.0 2.0 2.0 2.0"},
    {"REP", "3 3 2 2 2"},
    {"STD", "2.5 2.0 1.0 1.0 1.0"},
    {"TPN", "1 2 3 4 5"},
    {"RTNG", "2000 1900 1800 1700 1600"},
    {"BH", "4.5 4.5 4.5 4.5 4.0"},
    {"BH/C1", "3.5 3.5 3.5 3.5 3.0"},
    {"FB", "4.5 5.0 4.5 4.5 5.0"},
    {"BH/F", "4.5 5.0 4.5 4.5 5.0"},
    {"AOB", "4.5 4.3333 4.5 4.5 4.5"},
    {"SB", "3.75 2.00 1.75 1.25 1.00"},
    {"KS", "1.0 0.0 0.5 0.0 0.0"},
    {"KS/L-1", "2.5 2.0 1.0 0.5 0.0"}, /* with a forfeit win */
    {"ARO", "1850 1767 1850 1850 1900"},
    {"ARO/C1", "1900 1850 2000 1900 -"},
    {"RBT", "2 1 2 2 2"}, /* among all five: 1½, 2, 1, ½, 0 */
    {"ARO1", "1850.0 1766.7 1850.0 1850.0 1900.0"},
    {"AROX", "1850.00 1766.6667 1850.00 1850.00 1900.00"},
    {"OSS", "3700 5300 3700 3700 1900"},
    {"OSA", "1850.0 1766.6667 1850.0 1850.0 1900.0"},
    {"MED", "1.0 1.0 1.0 1.0 0.0"},
    {"SOLK", "3.0 4.5 3.5 3.0 2.0"},
    {"SOLK/M1", "1.0 1.0 1.0 1.0 0.0"},
    {"OSB", "2.50 2.00 1.75 0.50 0.00"},
    {"OSB/C1", "2.50 1.00 1.75 0.50 0.00"},
    {"CUM", "4.0 3.0 2.5 2.0 2.0"},
    {"KASH", "6 9 4 3 1"},
    /* values 8 7 6 5 4: 8+7+3+4, 7+0+4+5, 6+2.5+4, 5+3+1.7, 4+2.7; places as the numbers */
    {"KEIZ", "22.0 16.0 12.5 9.7 6.7"},
    {"KVAL", "8 7 6 5 4"},
};

static void every_value_is_the_one_worked_out_by_hand(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof by_hand / sizeof *by_hand; i++)
        check_values(small, by_hand[i].code, by_hand[i].values);
}

/* The others have published values: tests/ranking/test_tie_breaks.py. */
static const char *const published[] = {"DE",   "TPR",   "PTP",   "APRO",  "APPO",  "MPTS",
                                        "GPTS", "EMMSB", "EMGSB", "EGMSB", "EGGSB", "EDE",
                                        "SSSC", "EDEBT", "EDEBB", "EDET",  "EDEB",  "BC",
                                        "TBR",  "KO",    "BBE",   "MPvGP", "LOT",   "OTHER_NAME"};

static void every_row_is_tested(void **state)
{
    (void)state;
    const struct lm_tie_break_kind *kind;
    for (size_t i = 0; (kind = lm_tie_break_kind_at(i)) != NULL; i++) {
        bool found = false;
        for (size_t k = 0; k < sizeof by_hand / sizeof *by_hand; k++)
            found = found || strcmp(by_hand[k].code, kind->code) == 0;
        for (size_t k = 0; k < sizeof published / sizeof *published; k++)
            found = found || strcmp(published[k], kind->code) == 0;
        if (!found)
            fail_msg("%s is tested nowhere", kind->code);
    }
}

/* Harkness cuts one at each end, two from nine rounds on.  Ten players, a round robin; the lower
 * number wins. */
static void the_median_of_nine_rounds_cuts_two_at_each_end(void **state)
{
    (void)state;
    enum { PLAYERS = 10 };
    static const struct {
        uint32_t rounds;
        const char *median;
    } expected[] = {
        {9, "20.0 20.0 20.0 21.0 22.0 23.0 24.0 25.0 25.0 25.0"},
        {8, "18.0 18.0 25.0 26.0 26.0 26.0 26.0 26.0 26.0 25.0"},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        struct lm_arena *arena;
        assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
        struct lm_text text = lm_text_in(arena);
        lm_text_print(&text,
                      "{\"format\": \"limmat-tournament/1\", \"rounds\": %u, \"type\": \"Swiss\", "
                      "\"players\": [",
                      expected[i].rounds);
        for (int p = 0; p < PLAYERS; p++) {
            lm_text_print(&text, "%s{\"tpn\": %d, \"results\": [", p == 0 ? "" : ",", p + 1);
            for (int round = 0; round < (int)expected[i].rounds; round++) {
                /* on a circle of nine with the first in its middle */
                int seat = p == 0 ? 0 : (p - 1 + round) % 9 + 1;
                int other = seat == 0 ? 9 : seat == 9 ? 0 : 9 - seat;
                int opponent = other == 0 ? 0 : (other - 1 + 9 - round % 9) % 9 + 1;
                lm_text_print(&text, "%s\"%d%c%d\"", round == 0 ? "" : ",", opponent + 1,
                              p < opponent ? 'w' : 'b', p < opponent);
            }
            lm_text_add(&text, "]}");
        }
        lm_text_add(&text, "]}");
        check_values(lm_text_string(&text), "MED", expected[i].median);
        lm_arena_free(arena);
    }
}

static void older_editions_do_not_cap_the_dummy(void **state)
{
    (void)state;
    struct ranked ranked =
        rank_as(small, "BH", (struct lm_standings_options){.edition = LM_C07_2023});
    assert_string_equal(values(&ranked, 0), "6.0 4.5 4.5 4.5 4.0");
    done(&ranked.r);
}

static void result_between_the_tied_decides_the_first_place_only(void **state)
{
    (void)state;
    struct ranked ranked = rank(small, "PTS,RBT");
    assert_string_equal(values(&ranked, 1), "- - 1 1 1");
    done(&ranked.r);
    ranked = rank(small, "PTS,DE");
    assert_string_equal(values(&ranked, 1), "- - 1 1 1");
    done(&ranked.r);
}

/* --- art. 8.3, 16.4.2: the number of rounds in the tournament */

static void before_the_final_round_fore_buchholz_is_buchholz(void **state)
{
    (void)state;
    char longer[sizeof small];
    memcpy(longer, small, sizeof small);
    *strchr(longer, '3') = '4'; /* "rounds": 4 */
    check_values(longer, "BH", "4.5 4.5 4.5 4.5 4.0");
    check_values(longer, "FB", "4.5 4.5 4.5 4.5 4.0");
}

static void the_cap_counts_the_rounds_to_come(void **state)
{
    (void)state;
    static const char format[] =
        "{\"format\": \"limmat-tournament/1\", \"rounds\": %d, \"type\": \"Swiss\", \"players\": ["
        "{\"tpn\": 1, \"results\": [\"2w1\", \"H\", \"3w1\"]},"
        "{\"tpn\": 2, \"results\": [\"1b0\", \"3w1\", \"U\"]},"
        "{\"tpn\": 3, \"results\": [\"U\", \"2b0\", \"1b0\"]}]}";
    char text[512];
    snprintf(text, sizeof text, format, 3); /* 1: 2 + 1.5 + 1 */
    check_values(text, "BH", "4.5 5.0 5.5");
    snprintf(text, sizeof text, format, 5); /* 1: 2 + 2.5 + 1 */
    check_values(text, "BH", "5.5 5.5 5.5");
}

/* --- art. 16.5 */

static void a_voluntary_round_is_cut_before_others(void **state)
{
    (void)state;
    struct ranked ranked = rank(small, "SB/C1");
    struct lm_derivation d;
    /* 5: 1 x 1 of the PAB, 2 x 0 against 2, 1 x 0 of the forfeit loss, the only voluntary one */
    assert_int_equal(lm_standings_derive(ranked.s, 4, 0, ranked.r.arena, &d), LM_OK);
    assert_int_equal(d.count, 3);
    assert_int_equal(d.contributions[0].cut, LM_KEPT);
    assert_int_equal(d.contributions[1].cut, LM_KEPT);
    assert_int_equal(d.contributions[2].cut, LM_CUT_VOLUNTARY);
    done(&ranked.r);
}

/* Player 1: 1 x 1 in round 1, then a bye (2 x 0), a forfeit loss (1 x 0), and 1.5 x 1.  First goes
 * the forfeit loss, which is also the least significant value; then 1 x 1, higher than 2 x 0. */
static void of_two_equal_voluntary_rounds_the_least_significant_is_cut(void **state)
{
    (void)state;
    static const char text[] =
        "{\"format\": \"limmat-tournament/1\", \"rounds\": 4, \"type\": \"Swiss\", \"players\": ["
        "{\"tpn\": 1, \"results\": [\"2w1\", \"Z\", \"3w-\", \"4w1\"]},"
        "{\"tpn\": 2, \"results\": [\"1b0\", \"Z\", \"5w1\", \"6w0\"]},"
        "{\"tpn\": 3, \"results\": [\"5w0\", \"6w0\", \"1b+\", \"5w0\"]},"
        "{\"tpn\": 4, \"results\": [\"6w=\", \"5w1\", \"6w0\", \"1b0\"]},"
        "{\"tpn\": 5, \"results\": [\"3b1\", \"4b0\", \"2b0\", \"3b1\"]},"
        "{\"tpn\": 6, \"results\": [\"4b=\", \"3b1\", \"4b1\", \"2b1\"]}]}";
    struct ranked ranked = rank(text, "SB,SB/C1,SB/C2");
    for (size_t i = 0; i < 3; i++) {
        struct lm_fraction value = lm_standings_value(ranked.s, 0, i);
        assert_int_equal(value.over * 2, (i < 2 ? 5 : 3) * value.under);
    }
    done(&ranked.r);
}

/* Player 1: 1 x 0 over the board, 3 x 0 by forfeit, 2 x 1.  The least significant value is worth no
 * less than the voluntary one, which is cut then. */
static void a_voluntary_round_worth_no_less_is_cut(void **state)
{
    (void)state;
    static const char text[] =
        "{\"format\": \"limmat-tournament/1\", \"rounds\": 3, \"type\": \"Swiss\", \"players\": ["
        "{\"tpn\": 1, \"results\": [\"2w0\", \"3b-\", \"4w1\"]},"
        "{\"tpn\": 2, \"results\": [\"1b1\", \"4w0\", \"3w0\"]},"
        "{\"tpn\": 3, \"results\": [\"4b1\", \"1w+\", \"2b1\"]},"
        "{\"tpn\": 4, \"results\": [\"3w0\", \"2b1\", \"1b0\"]}]}";
    struct ranked ranked = rank(text, "SB/C1");
    struct lm_derivation d;
    assert_int_equal(lm_standings_derive(ranked.s, 0, 0, ranked.r.arena, &d), LM_OK);
    assert_int_equal(d.contributions[0].cut, LM_KEPT);
    assert_int_equal(d.contributions[1].cut, LM_CUT_VOLUNTARY);
    assert_int_equal(d.contributions[2].cut, LM_KEPT);
    done(&ranked.r);
}

/* --- lists of codes */

static void lists_are_written_canonically(void **state)
{
    (void)state;
    struct reading r = read_as("json", small, 0);
    const struct lm_tie_break *list;
    size_t count;
    assert_int_equal(lm_tie_breaks_parse(" pts;bh:mp/c1\tks/l+2 ,Sb/P/C2, other_kash AOB/f TPN/R",
                                         r.arena, &r.log, &list, &count),
                     LM_OK);
    static const char *const codes[] = {"PTS",  "BH:MP/C1", "KS/L+2", "SB/C2/P",
                                        "KASH", "AOB/F",    "TPN/R"};
    assert_int_equal(count, 7);
    for (size_t i = 0; i < count; i++)
        assert_string_equal(list[i].code, codes[i]);
    assert_int_equal(list[2].limit, 2);
    assert_int_equal(lm_tie_breaks_parse("", r.arena, &r.log, &list, &count), LM_OK);
    assert_int_equal(count, 0);
    done(&r);
}

static void every_mistake_of_a_list_is_told(void **state)
{
    (void)state;
    static const char *const what[] = {
        "tie-break \"HB\": unknown tie-break",
        "tie-break \"BH/X\": the modifiers of BH are the letters CMPF",
        "tie-break \"BH/C\": a number from 1 to 99 must follow C, M and K",
        "tie-break \"KS/L\": no limit",
        "tie-break \"TPR/C1\": it takes no modifiers",
        "tie-break \"BH:XP\": teams don’t have this score",
        "tie-break \"SB/P1\": remove what follows the letter",
        "tie-break \"OTHER_BH\": unknown tie-break",
    };
    struct reading r = read_as("json", small, 0);
    const struct lm_tie_break *list = NULL;
    size_t count = 99;
    r.log = (struct lm_log){.arena = r.arena};
    assert_int_equal(lm_tie_breaks_parse("HB,BH/X,BH/C,KS/L,TPR/C1,BH:XP,SB/P1,OTHER_BH", r.arena,
                                         &r.log, &list, &count),
                     LM_INVALID);
    assert_null(list);
    assert_int_equal(count, 99);
    assert_int_equal(r.log.errors, sizeof what / sizeof *what);
    for (size_t i = 0; i < r.log.errors; i++)
        assert_string_equal(r.log.all[i].what, what[i]);
    done(&r);
}

/* --- the order */

/* ${small} with ${member} added. */
static const char *with(struct lm_arena *arena, const char *member)
{
    struct lm_text out = lm_text_in(arena);
    lm_text_print(&out, "{%s, %s", member, small + 1);
    return lm_text_string(&out);
}

static void check_order(const char *member, const char *expected_how, const char *expected)
{
    struct lm_arena *arena;
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    struct reading r = read_as("json", with(arena, member), 0);
    const struct lm_tie_break *list;
    size_t count;
    const char *how;
    struct lm_text codes = lm_text_in(arena);
    assert_int_equal(r.status, LM_OK);
    assert_int_equal(lm_tie_breaks_of(r.t, r.arena, &r.log, &list, &count, &how), LM_OK);
    for (size_t i = 0; i < count; i++)
        lm_text_print(&codes, "%s%s", i > 0 ? "," : "", list[i].code);
    assert_string_equal(how, expected_how);
    assert_string_equal(lm_text_string(&codes), expected);
    done(&r);
    lm_arena_free(arena);
}

static void the_order_is_212_else_202_else_the_usual_list(void **state)
{
    (void)state;
    check_order("\"tie_breaks\": \"SB\", \"standings_order\": \"PTS,DE,BH/C1\"",
                "record 212 of the file", "PTS,DE,BH/C1");
    check_order("\"tie_breaks\": \"SB,OTHER_X,BH\"", "record 202 of the file", "PTS,SB,BH");
    check_order("\"city\": \"Biel\"", "the usual list for Swiss tournaments",
                "PTS,BH/C1,BH,SB,DE,WIN");
    check_order("\"type_code\": \"KEIZER_2026\"", "the usual list for Keizer's system",
                "KEIZ,TPN,KVAL,PTS");
    check_order("\"type_code\": \"KEIZER_2026\", \"tie_breaks\": \"WON\"", "record 202 of the file",
                "KEIZ,WON");
    check_order("\"type_code\": \"FIDE_ROUNDROBIN\"", "the usual list for round-robins",
                "PTS,DE,SB,WIN,KS");
    check_order("\"start\": \"2008-05-01\"", "the Dutch rules of 2006 (F10)", "PTS,RBT,AROX");
    check_order("\"start\": \"2008-05-01\", \"type_code\": \"FIDE_ROUNDROBIN\"",
                "what FIDE recommended then", "PTS,DE,WIN,SB,KS");
    check_order("\"start\": \"2009-11-01\", \"type_code\": \"dubov-1997\"",
                "what FIDE recommended then", "PTS,DE,WIN,BPG,ARO/C1,BH/C1,BH,SB,ARO1");
    check_order("\"teams\": [{\"number\": 1, \"players\": [1]}, {\"number\": 2, \"players\": [2]}]",
                "the usual list for teams", "PTS,MPvGP,EDE,EMGSB/C1");
}

/* --- ties and lots */

static void ties_that_remain_share_the_best_rank(void **state)
{
    (void)state;
    static const uint32_t expected[] = {1, 2, 3, 3, 3};
    struct ranked ranked = rank(small, "PTS");
    assert_memory_equal(ranked.s->rank, expected, sizeof expected);
    for (uint32_t place = 0; place < 5; place++)
        assert_int_equal(ranked.s->order[place], place);
    done(&ranked.r);
}

static void lots_break_every_tie_the_same_way_for_the_same_seed(void **state)
{
    (void)state;
    struct lm_standings_options o = {.seed = 5};
    struct ranked first = rank_as(small, "LOT", o), second = rank_as(small, "LOT", o);
    bool taken[6] = {false};
    assert_memory_equal(first.s->rank, second.s->rank, 5 * sizeof *first.s->rank);
    for (uint32_t who = 0; who < 5; who++)
        taken[first.s->rank[who]] = true;
    for (uint32_t lot = 1; lot <= 5; lot++)
        assert_true(taken[lot]);
    bool other = false;
    for (o.seed = 6; o.seed < 12; o.seed++) {
        struct ranked third = rank_as(small, "LOT", o);
        other |= memcmp(third.s->rank, first.s->rank, 5 * sizeof *first.s->rank) != 0;
        done(&third.r);
    }
    assert_true(other);
    done(&first.r);
    done(&second.r);
}

static void recorded_lots_stand(void **state)
{
    (void)state;
    static const char text[] = "{\"format\": \"limmat-tournament/1\", \"players\": ["
                               "{\"tpn\": 1, \"lot\": 2, \"results\": [\"2w=\"]},"
                               "{\"tpn\": 2, \"lot\": 1, \"results\": [\"1b=\"]}]%s}";
    char whole[512];
    snprintf(whole, sizeof whole, text, "");
    check_values(whole, "LOT", "2 1");
    snprintf(whole, sizeof whole, text,
             ", \"kept\": [{\"text\": \"### tie-breaks PTS,BH/C1,OTHER_LOT\"},"
             "{\"text\": \"### tie-breaks 1 0.5 0.0 7\"},"
             "{\"text\": \"### tie-breaks 2 0.5 0.0 9\"}]");
    check_values(whole, "LOT", "7 9");
}

/* VCL 207: values computed elsewhere, here that of 3 above that of 4; 5 has none. */
static void given_values_rank(void **state)
{
    (void)state;
    static const uint32_t expected[] = {1, 2, 3, 4, 5}, reversed[] = {1, 2, 4, 3, 5};
    static const char lines[] = "\"kept\": [{\"text\": \"### tie-breaks OTHER_ALL,OTHER_EXT\"},"
                                "{\"text\": \"### tie-breaks 3 9 -1.5\"},"
                                "{\"text\": \"### tie-breaks 4 9 -12.0625\"},"
                                "{\"text\": \"### tie-breaks 5 9 -\"}]";
    struct lm_arena *arena;
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    struct ranked ranked = rank(with(arena, lines), "PTS,other_Ext");
    assert_string_equal(ranked.s->options.list[1].code, "OTHER_EXT");
    assert_string_equal(values(&ranked, 1), "- - -1.5 -12.0625 -");
    assert_memory_equal(ranked.s->rank, expected, sizeof expected);
    done(&ranked.r);
    ranked = rank(with(arena, lines), "PTS,OTHER_EXT/R");
    assert_memory_equal(ranked.s->rank, reversed, sizeof reversed);
    assert_int_equal(lm_standings_declare(ranked.s, ranked.r.t), LM_OK); /* kept in this form */
    assert_string_equal(ranked.r.t->standings_order, "PTS,OTHER_EXT/R");
    struct lm_fraction again[5] = {{0, 0}};
    assert_true(lm_given_values(ranked.r.t, false, "OTHER_EXT", again));
    assert_true(again[3].over == -193 && again[3].under == 16 && again[4].under == 0);
    assert_false(lm_given_values(ranked.r.t, false, "OTHER_ALL", again));
    done(&ranked.r);
    lm_arena_free(arena);
}

/* VCL 212-216: 2 met 1 (2000, since round 2: 2100) in round 1, 5 in round 2 and 4 (since round 3
 * without rating) in round 3. */
static void tie_breaks_take_the_rating_that_was_chosen(void **state)
{
    (void)state;
    static const struct {
        const char *chosen, *aro;
    } cases[] = {{"", "1767"}, {"by round", "1850"}, {"of round 2", "1833"}, {"no such", "1767"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct lm_arena *arena;
        char lines[400];
        assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
        snprintf(lines, sizeof lines,
                 "\"kept\": [{\"text\": \"### Ratings @ Round 3: 4=0 77=1 x\"},"
                 "{\"text\": \"### Ratings @ Round 2: 5=1700 1=2100\"},"
                 "{\"text\": \"### Tie-break ratings: %s\"}]",
                 cases[i].chosen);
        struct lm_standings_options o = {.edition = LM_C07_2026, .unrated = LM_UNRATED_DROP};
        struct ranked ranked = rank_as(with(arena, lines), "ARO", o);
        struct lm_text value = lm_text_in(arena);
        lm_text_add_value(&value, ranked.s->options.list[0].kind,
                          lm_standings_value(ranked.s, 1, 0));
        assert_string_equal(lm_text_string(&value), cases[i].aro);
        done(&ranked.r);
        lm_arena_free(arena);
    }
}

/* Laws 12.9.9: the first is out; the others close up, and their games against the first still
 * count. */
static void who_is_expelled_has_no_rank(void **state)
{
    static const char *const comments[] = {"### Expelled: 1", "### Withdrawn without a rank: 1"};
    (void)state;
    struct ranked whole = rank(small, "PTS,BH");
    const char *before = values(&whole, 1);
    for (uint8_t i = 0; i < 2; i++) {
        char text[1200];
        (void)snprintf(text, sizeof text, "%.*s, \"kept\": [{\"text\": \"%s\"}]}",
                       (int)strlen(small) - 1, small, comments[i]);
        struct ranked ranked = rank(text, "PTS,BH");
        assert_true(lm_is_record_of_out(comments[i]));
        assert_int_equal(ranked.s->ranked, 4);
        assert_int_equal(ranked.s->rank[0], 0);
        assert_int_equal(ranked.s->rank[1], 1);
        assert_int_equal(ranked.s->order[4], 0);
        assert_int_equal(ranked.s->out[0], i == 0 ? LM_OUT_EXPELLED : LM_OUT_WITHDRAWN);
        assert_string_equal(values(&ranked, 1), before);
        struct lm_text notes = lm_text_in(ranked.r.arena);
        lm_text_add_notes(&notes, ranked.s, ". ");
        assert_non_null(strstr(lm_text_string(&notes), i == 0 ? "expelled" : "withdrawn"));
        lm_arena_free(ranked.r.arena);
    }
    lm_arena_free(whole.r.arena);
}

static void what_is_declared_of_the_unrated_holds(void **state)
{
    (void)state;
    static const struct {
        const char *lines;
        enum lm_unrated message, expected;
        int32_t rating;
    } cases[] = {
        {"drop", LM_UNRATED_UNDECLARED, LM_UNRATED_DROP, 0},
        {"1400", LM_UNRATED_UNDECLARED, LM_UNRATED_COUNT, 1400},
        {"1400", LM_UNRATED_DROP, LM_UNRATED_DROP, 0},
        {"1400\"}, {\"text\": \"### Tie-break unrated: undeclared", LM_UNRATED_UNDECLARED,
         LM_UNRATED_UNDECLARED, 0},
        {"4001", LM_UNRATED_UNDECLARED, LM_UNRATED_UNDECLARED, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct lm_arena *arena;
        char lines[200];
        assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
        snprintf(lines, sizeof lines, "\"kept\": [{\"text\": \"### Tie-break unrated: %s\"}]",
                 cases[i].lines);
        struct lm_standings_options o = {.edition = LM_C07_2026, .unrated = cases[i].message};
        struct ranked ranked = rank_as(with(arena, lines), "PTS,ARO", o);
        assert_int_equal(ranked.s->options.unrated, cases[i].expected);
        if (cases[i].expected == LM_UNRATED_COUNT)
            assert_int_equal(ranked.s->options.unrated_rating, cases[i].rating);
        assert_int_equal(lm_standings_declare(ranked.s, ranked.r.t), LM_OK);
        int32_t rating = 0;
        assert_int_equal(lm_unrated_declared(ranked.r.t, &rating), cases[i].expected);
        assert_true(cases[i].expected != LM_UNRATED_COUNT || rating == cases[i].rating);
        done(&ranked.r);
        lm_arena_free(arena);
    }
}

/* A report of two of three rounds: FIDE rates it as an event of its own. */
static void a_part_is_a_report_of_its_own(void **state)
{
    (void)state;
    struct lm_arena *arena;
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    struct reading r =
        read_as("json",
                with(arena, "\"start\": \"2026/09/01\", \"end\": \"2026/12/31\","
                            "\"dates\": [\"2026/09/05\", \"2026/10/03\", \"2026/11/07\"],"
                            "\"kept\": [{\"text\": \"### Ratings @ Round 2: 1=2100\"},"
                            "{\"text\": \"### Ratings @ Round 3: 2=1\"}]"),
                0);
    struct lm_tournament *part = NULL;
    assert_int_equal(r.status, LM_OK);
    assert_int_equal(lm_tournament_period(r.t, 0, 2, r.arena, &r.log, &part), LM_INVALID);
    assert_int_equal(lm_tournament_period(r.t, 2, 4, r.arena, &r.log, &part), LM_INVALID);
    assert_null(part);
    assert_int_equal(lm_tournament_period(r.t, 2, 3, r.arena, NULL, &part), LM_OK);
    assert_int_equal(part->rounds_total, 2);
    assert_int_equal(part->rounds_paired, 2);
    assert_string_equal(part->start, "2026/10/03");
    assert_string_equal(part->end, "2026/11/07");
    assert_int_equal(part->players[0].rating, 2100);
    assert_int_equal(part->players[1].rating, 1900);
    assert_int_equal(part->players[0].declared_points, 15);
    assert_int_equal(lm_record_of(part, 1, 1)->opponent, 4);
    assert_int_equal(r.t->players[0].rating, 2000); /* the whole is unchanged */
    assert_int_equal(lm_tournament_check(part, NULL), LM_OK);
    done(&r);
    lm_arena_free(arena);
}

/* --- declarations */

/* Return how many of the values that ${lines} declare for ${small} are wrong. */
static size_t wrong_values(const char *lines)
{
    char member[512];
    struct lm_arena *arena;
    struct lm_declared declared;
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    snprintf(member, sizeof member, "\"kept\": [%s]", lines);
    struct reading r = read_as("json", with(arena, member), 0);
    assert_int_equal(r.status, LM_OK);
    assert_int_equal(lm_check_declared(r.t, r.arena, &declared), LM_OK);
    for (size_t i = 0; i < declared.count; i++)
        assert_true(declared.wrong[i].what >= LM_DECLARED_VALUE);
    done(&r);
    lm_arena_free(arena);
    return declared.count;
}

#define CODES "{\"text\": \"### tie-breaks PTS,AOB,ARO/C1\"}, "

static void declared_values_must_follow(void **state)
{
    (void)state;
    assert_int_equal(wrong_values(CODES "{\"text\": \"### tie-breaks 2 2.0 4.3333 1850\"}"), 0);
    assert_int_equal(wrong_values(CODES "{\"text\": \"### tie-breaks  2  2  4.33 1850.0\"}"), 0);
    assert_int_equal(wrong_values(CODES "{\"text\": \"### tie-breaks 2 2.5 4.3333 1850\"}"), 1);
    assert_int_equal(wrong_values(CODES "{\"text\": \"### tie-breaks 2 2.0 4.34 1849\"}"), 2);
    assert_int_equal(wrong_values(CODES "{\"text\": \"### tie-breaks 2 2.0 4.3 1850\"}"), 1);
    assert_int_equal(wrong_values(CODES "{\"text\": \"### tie-breaks 5 1.0 4.5 -\"}"), 0);
    assert_int_equal(wrong_values(CODES "{\"text\": \"### tie-breaks 5 1.0 4.5 1900\"}"), 1);
    assert_int_equal(wrong_values(CODES "{\"text\": \"### tie-breaks 5 1.0 -\"}"), 1);
    assert_int_equal(wrong_values(CODES "{\"text\": \"### tie-breaks 5 one\"}"), 1);
    assert_int_equal(wrong_values(CODES "{\"text\": \"### tie-breaks 6 1.0\"}"), 1);
    assert_int_equal(wrong_values(CODES "{\"text\": \"### tie-breaker 6 1.0\"}"), 0);
    assert_int_equal(wrong_values("{\"text\": \"### tie-breaks PTS,XYZ,BH\"}, "
                                  "{\"text\": \"### tie-breaks 2 1.5 7 9.5\"}"),
                     1);
}

static void an_order_is_held_to_its_first_unknown_code(void **state)
{
    (void)state;
    struct reading r = read_as("json", small, 0);
    const struct lm_tie_break *list;
    size_t count;
    r.t->standings_order = "PTS,OTHER_X,BH";
    assert_int_equal(lm_tie_breaks_declared(r.t, r.arena, &list, &count), LM_OK);
    assert_int_equal(count, 1);
    r.t->standings_order = "OTHER_X";
    assert_int_equal(lm_tie_breaks_declared(r.t, r.arena, &list, &count), LM_OK);
    assert_int_equal(count, 0);
    r.t->standings_order = "";
    r.t->tie_breaks = "BH,SB";
    assert_int_equal(lm_tie_breaks_declared(r.t, r.arena, &list, &count), LM_OK);
    assert_int_equal(count, 3);
    done(&r);
}

static void the_tied_may_be_ranked_in_any_order(void **state)
{
    (void)state;
    struct reading r = read_as("json", small, 0);
    struct lm_declared declared;
    static const uint32_t ranks[] = {1, 2, 5, 3, 4};
    for (uint32_t i = 0; i < 5; i++)
        r.t->players[i].declared_rank = ranks[i];
    assert_int_equal(lm_check_declared(r.t, r.arena, &declared), LM_OK);
    assert_int_equal(declared.count, 0);
    r.t->players[1].declared_rank = 3;
    assert_int_equal(lm_check_declared(r.t, r.arena, &declared), LM_OK);
    assert_int_equal(declared.count, 1);
    struct lm_text sentence = lm_text_in(r.arena);
    lm_wrong_declaration_write(&declared, 0, &sentence);
    assert_string_equal(lm_text_string(&sentence),
                        "2 : rank 3 is declared, the results give 2 by PTS");
    done(&r);
}

static void a_round_robin_is_not_paired_again(void **state)
{
    (void)state;
    struct reading r = read_as("json", small, 0);
    assert_null(lm_declared_unpaired(r.t));
    r.t->type = "Round-Robin";
    assert_string_equal(lm_declared_unpaired(r.t), "they were predetermined");
    r.t->type = "Swiss";
    r.t->type_code = "FIDE_ROUNDROBIN";
    assert_string_equal(lm_declared_unpaired(r.t), "they were predetermined");
    done(&r);
}

/* --- art. 12.1, 13.4: teams of four */

/* Make two teams in ${rounds} rounds, one of them played: ${results} are those of team 1. */
static struct lm_tournament *match(struct reading *r, const uint8_t *results, uint32_t rounds)
{
    static const char text[] =
        "{\"format\": \"limmat-tournament/1\", \"type\": \"Swiss\", \"players\": ["
        "{\"tpn\": 1, \"results\": [\"5w=\"]}, {\"tpn\": 2, \"results\": [\"6w=\"]},"
        "{\"tpn\": 3, \"results\": [\"7w=\"]}, {\"tpn\": 4, \"results\": [\"8w=\"]},"
        "{\"tpn\": 5, \"results\": [\"1b=\"]}, {\"tpn\": 6, \"results\": [\"2b=\"]},"
        "{\"tpn\": 7, \"results\": [\"3b=\"]}, {\"tpn\": 8, \"results\": [\"4b=\"]}],"
        "\"teams\": [{\"number\": 1, \"players\": [1, 2, 3, 4]},"
        "{\"number\": 2, \"players\": [5, 6, 7, 8]}]}";
    static const uint8_t ours[] = {LM_LOSS, LM_DRAW, LM_WIN};
    *r = read_as("json", text, 0);
    assert_int_equal(r->status, LM_OK);
    r->t->rounds_total = rounds;
    for (uint32_t board = 0; board < 4; board++) {
        lm_record_of(r->t, board, 1)->result = ours[results[board]];
        lm_record_of(r->t, board + 4, 1)->result = ours[2 - results[board]];
    }
    return r->t;
}

static struct lm_fraction value_in_match(const uint8_t *results, uint32_t rounds, const char *code)
{
    struct reading r;
    struct lm_standings_options o = {.teams = true, .edition = LM_C07_2026};
    struct lm_standings *s;
    match(&r, results, rounds);
    assert_int_equal(lm_tie_breaks_parse(code, r.arena, NULL, &o.list, &o.count), LM_OK);
    assert_int_equal(lm_standings_compute(r.t, &o, r.arena, NULL, &s), LM_OK);
    struct lm_fraction value = lm_standings_value(s, 0, 0);
    done(&r);
    return value;
}

static int falling(const void *a, const void *b)
{
    return *(const int *)b - *(const int *)a;
}

/* Return which of the two teams is first by ${code}, when team 1 has made ${results}. */
static uint32_t first_by(const char *code, const uint8_t *results)
{
    return value_in_match(results, 1, code).over == 1 ? 1 : 2;
}

/* 12.2, 12.3, 13.3.2: 2-2 in four ways. */
static void boards_break_the_tie_of_a_drawn_match(void **state)
{
    (void)state;
    static const struct {
        uint8_t results[4];
        uint32_t top, bottom, count_then_top, count_then_bottom; /* the winner */
    } matches[] = {
        {{2, 0, 2, 0}, 1, 1, 1, 1}, /* board counts 4 and 6: the lower is first */
        {{0, 2, 0, 2}, 2, 2, 2, 2},
        {{2, 0, 0, 2}, 1, 2, 1, 2}, /* board counts 5 and 5 */
        {{1, 2, 0, 1},
         1,
         1,
         1,
         1}, /* equal on board 1; without board 4 equal, without 3 and 4 not */
    };
    for (size_t i = 0; i < sizeof matches / sizeof *matches; i++) {
        assert_int_equal(first_by("TBR", matches[i].results), matches[i].top);
        assert_int_equal(first_by("BBE", matches[i].results), matches[i].bottom);
        assert_int_equal(first_by("EDET", matches[i].results), matches[i].top);
        assert_int_equal(first_by("EDEB", matches[i].results), matches[i].bottom);
        assert_int_equal(first_by("EDEBT", matches[i].results), matches[i].count_then_top);
        assert_int_equal(first_by("EDEBB", matches[i].results), matches[i].count_then_bottom);
    }
}

/* TEC, Exercises in Tie-Breaking: the board counts of all results that make 2-2. */
static void board_counts_of_every_drawn_match(void **state)
{
    (void)state;
    static const int expected[] = {70, 65, 60, 60, 60, 55, 55, 55, 50, 50,
                                   50, 45, 45, 45, 40, 40, 40, 35, 30};
    int found[81], count = 0;
    for (unsigned i = 0; i < 81; i++) {
        uint8_t results[] = {(uint8_t)(i % 3), (uint8_t)(i / 3 % 3), (uint8_t)(i / 9 % 3),
                             (uint8_t)(i / 27)};
        if (results[0] + results[1] + results[2] + results[3] != 4)
            continue;
        struct lm_fraction value = value_in_match(results, 1, "BC");
        found[count++] = (int)(value.over * 10 / value.under);
    }
    assert_int_equal(count, 19);
    qsort(found, (size_t)count, sizeof *found, falling);
    assert_memory_equal(found, expected, sizeof expected);
}

/* 13.4.2: 22/4 makes 5, 36/2 makes 18, 14/4 makes 3. */
static void the_divisor_of_sssc_is_rounded_down(void **state)
{
    (void)state;
    static const uint8_t won[] = {2, 2, 2, 0}; /* 2 match points, 3 game points; 0 and 1 */
    struct lm_fraction eleven = value_in_match(won, 11, "SSSC");
    assert_int_equal(eleven.over, 3 * eleven.under); /* 3 + 0/5 */
    struct lm_fraction nine = value_in_match(won, 9, "SSSC:GP");
    assert_int_equal(nine.over * 18, (2 * 18 + 1) * nine.under);
    static const uint8_t drawn[] = {1, 1, 1, 1}; /* 1 match point, 2 game points each */
    struct lm_fraction seven = value_in_match(drawn, 7, "SSSC");
    assert_int_equal(seven.over * 3, (2 * 3 + 1) * seven.under);
    struct lm_fraction own = value_in_match(drawn, 7, "SSSC/K2");
    assert_int_equal(own.over * 2, (2 * 2 + 1) * own.under);
}

/* --- editions */

static void editions_have_names_and_days(void **state)
{
    (void)state;
    enum lm_tie_break_edition edition = LM_C07_2023;
    assert_true(lm_tie_break_edition_named("c07-2026", &edition));
    assert_int_equal(edition, LM_C07_2026);
    assert_false(lm_tie_break_edition_named("c07-2019", &edition));
    assert_string_equal(lm_tie_break_edition_name(LM_C07_2023), "c07-2023");
    static const struct {
        struct lm_date day;
        enum lm_tie_break_edition edition;
    } days[] = {{{2005, 1, 1}, LM_TB_2009},  {{2009, 10, 18}, LM_TB_2009},
                {{2023, 9, 1}, LM_TB_2009},  {{2024, 3, 31}, LM_TB_2009},
                {{2024, 4, 1}, LM_C07_2023}, {{2026, 2, 28}, LM_C07_2023},
                {{2026, 3, 1}, LM_C07_2026}};
    for (size_t i = 0; i < sizeof days / sizeof *days; i++)
        assert_int_equal(lm_tie_break_edition_on(lm_day_of(days[i].day)), days[i].edition);
}

/* --- memory */

/* Compute everything, with the memory that ${arena} still gives. */
static enum lm_status rank_all(struct lm_tournament *t, struct lm_arena *arena)
{
    static const char list[] =
        "PTS,DE,RBT,BH/C1,SB/M1,FB,AOB/F,ARO/C1,TPR,PTP,APRO,APPO,PS,MED,KASH,LOT";
    struct lm_standings_options o = {.edition = LM_C07_2026};
    struct lm_standings *s = NULL;
    struct lm_derivation d;
    struct lm_declared declared;
    enum lm_status status = lm_tie_breaks_parse(list, arena, NULL, &o.list, &o.count);
    if (status == LM_OK)
        status = lm_standings_compute(t, &o, arena, NULL, &s);
    assert_true((status == LM_OK) == (s != NULL));
    for (size_t i = 0; status == LM_OK && i < o.count; i++)
        status = lm_standings_derive(s, 2, i, arena, &d);
    return status == LM_OK ? lm_check_declared(t, arena, &declared) : status;
}

static void without_memory_nothing_is_half_done(void **state)
{
    (void)state;
    size_t failures = 0;
    enum lm_status status = LM_LIMIT;
    struct reading r = read_as("json", small, 0);
    for (size_t limit = 1024; status != LM_OK; limit += 512) {
        struct lm_arena *arena;
        if (lm_arena_new(&arena, NULL, limit) != LM_OK)
            continue;
        status = rank_all(r.t, arena);
        assert_true(status == LM_OK || status == LM_LIMIT);
        failures += status == LM_LIMIT;
        lm_arena_free(arena);
    }
    assert_true(failures > 3);
    done(&r);
}

/*
 * C.05 art. 6.6, by hand: the Berger table of six; player 6 beats 1 and 4 and leaves, with two of
 * five games completed. Without those games 1 has 3½, 2 2½, 3 and 4 2, 5 nothing; 3 and 4 drew, and
 *   SB of 3: 5 beaten 0, 1 drawn 1.75, 4 drawn 1 = 2.75;
 *      of 4: 5 beaten 0, 3 drawn 1, 2 drawn 1.25
 *   SB of 1: 2.5 + 1 + 2 + 0 = 5.5;  of 2: 0 + 2 + 1 = 3
 */
#define LEFT_HEAD                                                                                  \
    "{\"format\": \"limmat-tournament/1\", \"rounds\": 5, \"type\": \"Round-Robin\", "             \
    "\"players\": ["
static const char left_by_forfeits[] =
    LEFT_HEAD "{\"tpn\": 1, \"results\": [\"6w0\", \"2w1\", \"3b=\", \"4w1\", \"5b1\"]},"
              "{\"tpn\": 2, \"results\": [\"5w1\", \"1b0\", \"6w+\", \"3w1\", \"4b=\"]},"
              "{\"tpn\": 3, \"results\": [\"4w=\", \"5b1\", \"1w=\", \"2b0\", \"6w+\"]},"
              "{\"tpn\": 4, \"results\": [\"3b=\", \"6b0\", \"5w1\", \"1b0\", \"2w=\"]},"
              "{\"tpn\": 5, \"results\": [\"2b0\", \"3w0\", \"4b0\", \"6b+\", \"1w0\"]},"
              "{\"tpn\": 6, \"results\": [\"1b1\", \"4w1\", \"2b-\", \"5w-\", \"3b-\"]}]}";
static const char left_as_told[] =
    LEFT_HEAD "{\"tpn\": 1, \"results\": [\"6w0\", \"2w1\", \"3b=\", \"4w1\", \"5b1\"]},"
              "{\"tpn\": 2, \"results\": [\"5w1\", \"1b0\", \"\", \"3w1\", \"4b=\"]},"
              "{\"tpn\": 3, \"results\": [\"4w=\", \"5b1\", \"1w=\", \"2b0\", \"\"]},"
              "{\"tpn\": 4, \"results\": [\"3b=\", \"6b0\", \"5w1\", \"1b0\", \"2w=\"]},"
              "{\"tpn\": 5, \"results\": [\"2b0\", \"3w0\", \"4b0\", \"\", \"1w0\"]},"
              "{\"tpn\": 6, \"withdrawn\": 3, \"results\": [\"1b1\", \"4w1\"]}]}";

static void check_left(const char *text)
{
    static const uint32_t ranks[] = {1, 2, 3, 4, 5, 0};
    struct ranked ranked = rank(text, "PTS,DE,SB,KS,WIN");
    assert_string_equal(values(&ranked, 0), "3.5 2.5 2.0 2.0 0.0 -");
    assert_string_equal(values(&ranked, 2), "5.50 3.00 2.75 2.25 0.00 -");
    assert_string_equal(values(&ranked, 3), "2.5 1.5 1.0 1.0 0.0 -"); /* half of four games */
    assert_string_equal(values(&ranked, 4), "3 2 1 1 0 -");
    assert_memory_equal(ranked.s->rank, ranks, sizeof ranks);
    assert_int_equal(ranked.s->ranked, 5);
    assert_int_equal(lm_standings_points(ranked.s, 1), 25);
    struct lm_text notes = lm_text_in(ranked.r.arena);
    lm_text_add_notes(&notes, ranked.s, "; ");
    assert_non_null(strstr(lm_text_string(&notes), "6 : left before half"));
    assert_non_null(strstr(lm_text_string(&notes), "C.05 art. 6.6"));
    struct lm_crosstable *c; /* the results stay in it; the games do not count */
    assert_int_equal(lm_crosstable_new(ranked.s, ranked.r.arena, &c), LM_OK);
    assert_int_equal(lm_cell_at(c, 0, 1)->result, LM_LOSS);
    assert_int_equal(lm_cell_at(c, 0, 1)->opponent, 5);
    assert_int_equal(lm_cell_at(c, 5, 1)->result, LM_WIN);
    assert_int_equal(lm_cell_at(c, 0, 5)->total, 35);
    assert_int_equal(lm_cell_at(c, 5, 5)->total, 0);
    done(&ranked.r);
}

static void who_left_before_half_is_out_of_the_standings(void **state)
{
    (void)state;
    check_left(left_by_forfeits);
    check_left(left_as_told);
    struct lm_standings_options swiss = {.edition = LM_C07_2026, .schedule = LM_SWISS};
    struct ranked ranked = rank_as(left_by_forfeits, "PTS", swiss);
    assert_string_equal(values(&ranked, 0), "3.5 3.5 3.0 2.0 1.0 2.0"); /* not in a Swiss */
    done(&ranked.r);
    struct lm_standings_options early = {.edition = LM_C07_2026, .round = 1};
    ranked = rank_as(left_as_told, "PTS", early);
    assert_string_equal(values(&ranked, 0), "0.0 1.0 0.5 0.5 0.0 1.0"); /* still present */
    done(&ranked.r);
}

/* Art. 6.6.2: half of four games is at least half of them.  A player who missed more than half of
 * the games and came to the last one has not left. */
static void who_left_at_half_stays(void **state)
{
    (void)state;
    static const char half[] =
        LEFT_HEAD "{\"tpn\": 1, \"results\": [\"\", \"2w1\", \"3b=\", \"4w1\", \"5b+\"]},"
                  "{\"tpn\": 2, \"results\": [\"5w0\", \"1b0\", \"\", \"3w1\", \"4b=\"]},"
                  "{\"tpn\": 3, \"results\": [\"4w=\", \"5b0\", \"1w=\", \"2b0\", \"\"]},"
                  "{\"tpn\": 4, \"results\": [\"3b=\", \"\", \"5w+\", \"1b0\", \"2w=\"]},"
                  "{\"tpn\": 5, \"results\": [\"2b1\", \"3w1\", \"4b-\", \"\", \"1w-\"]}]}";
    struct ranked ranked = rank(half, "PTS");
    assert_string_equal(values(&ranked, 0), "3.5 1.5 1.0 2.0 2.0");
    done(&ranked.r);
    static const char back[] =
        LEFT_HEAD "{\"tpn\": 1, \"results\": [\"\", \"2w1\", \"3b=\", \"4w1\", \"5b0\"]},"
                  "{\"tpn\": 2, \"results\": [\"5w+\", \"1b0\", \"\", \"3w1\", \"4b=\"]},"
                  "{\"tpn\": 3, \"results\": [\"4w=\", \"5b+\", \"1w=\", \"2b0\", \"\"]},"
                  "{\"tpn\": 4, \"results\": [\"3b=\", \"\", \"5w+\", \"1b0\", \"2w=\"]},"
                  "{\"tpn\": 5, \"results\": [\"2b-\", \"3w-\", \"4b-\", \"\", \"1w1\"]}]}";
    ranked = rank(back, "PTS");
    assert_string_equal(values(&ranked, 0), "2.5 2.5 2.0 2.0 1.0");
    done(&ranked.r);
}

/* Points in files are those of the standings, with ranks that fit; other points are not a mistake.
 */
static void points_without_who_left_are_declared(void **state)
{
    (void)state;
    struct ranked ranked = rank(left_by_forfeits, "PTS,SB");
    struct lm_tournament *t = ranked.r.t;
    struct lm_check check;
    assert_int_equal(lm_standings_declare(ranked.s, t), LM_OK);
    assert_int_equal(t->players[1].declared_points, 25);
    assert_int_equal(t->players[5].declared_rank, 0);
    assert_int_equal(lm_check_points(t, ranked.r.arena, &check), LM_OK);
    assert_int_equal(check.wrong_point_count, 0);
    t->players[1].declared_points = 35; /* with the game won by forfeit */
    assert_int_equal(lm_check_points(t, ranked.r.arena, &check), LM_OK);
    assert_int_equal(check.wrong_point_count, 0);
    t->players[1].declared_points = 30;
    assert_int_equal(lm_check_points(t, ranked.r.arena, &check), LM_OK);
    assert_int_equal(check.wrong_point_count, 1);
    done(&ranked.r);
}

/* 7.7: 0-0 played, a half against nothing, a double forfeit, byes of every worth. */
static void standard_points_compare_with_the_opponent_or_a_draw(void **state)
{
    (void)state;
    check_values(
        "{\"format\": \"limmat-tournament/1\", \"rounds\": 1, \"type\": \"Swiss\", \"players\": ["
        "{\"tpn\": 1, \"results\": [\"2w0\"]}, {\"tpn\": 2, \"results\": [\"1b0\"]},"
        "{\"tpn\": 3, \"results\": [\"4w=\"]}, {\"tpn\": 4, \"results\": [\"3b0\"]},"
        "{\"tpn\": 5, \"results\": [\"6w-\"]}, {\"tpn\": 6, \"results\": [\"5b-\"]},"
        "{\"tpn\": 7, \"results\": [\"8w+\"]}, {\"tpn\": 8, \"results\": [\"7b-\"]},"
        "{\"tpn\": 9, \"results\": [\"F\"]}, {\"tpn\": 10, \"results\": [\"H\"]},"
        "{\"tpn\": 11, \"results\": [\"Z\"]}, {\"tpn\": 12, \"results\": [\"U\"]}]}",
        "STD", "0.5 0.5 1.0 0.0 0.0 0.0 1.0 0.0 1.0 0.5 0.0 1.0");
}

/* C.07 art. 10, preamble. */
static void how_unrated_players_count_is_noted(void **state)
{
    (void)state;
    static const char one_unrated[] =
        "{\"format\": \"limmat-tournament/1\", \"rounds\": 1, \"type\": \"Swiss\", \"players\": ["
        "{\"tpn\": 1, \"rating\": 2000, \"results\": [\"3w1\"]},"
        "{\"tpn\": 2, \"rating\": 1900, \"results\": [\"4b0\"]},"
        "{\"tpn\": 3, \"results\": [\"1b0\"]},"
        "{\"tpn\": 4, \"rating\": 1700, \"results\": [\"2w1\"]}]}";
    const struct {
        struct lm_standings_options options;
        const char *values, *notes;
        bool ranks;
    } cases[] = {
        {{.edition = LM_C07_2026},
         "- 1700 2000 1900",
         "ARO is shown but does not rank: there are unrated players (C.07 art. 10)",
         false},
        {{.edition = LM_C07_2026, .unrated = LM_UNRATED_DROP},
         "- 1700 2000 1900",
         "ARO leaves out games against unrated players (C.07 art. 10)",
         true},
        {{.edition = LM_C07_2026, .unrated = LM_UNRATED_COUNT, .unrated_rating = 1400},
         "1400 1700 2000 1900",
         "ARO: unrated players count as 1400 (C.07 art. 10)",
         true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ranked ranked = rank_as(one_unrated, "PTS,ARO", cases[i].options);
        struct lm_text notes = lm_text_in(ranked.r.arena);
        lm_text_add_notes(&notes, ranked.s, "; ");
        assert_string_equal(lm_text_string(&notes), cases[i].notes);
        assert_string_equal(values(&ranked, 1), cases[i].values);
        assert_int_equal(ranked.s->shown_only[1], !cases[i].ranks);
        assert_true(ranked.r.log.count > 0);
        assert_string_equal(ranked.r.log.all[ranked.r.log.count - 1].what, cases[i].notes);
        done(&ranked.r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_left_before_half_is_out_of_the_standings),
        cmocka_unit_test(who_left_at_half_stays),
        cmocka_unit_test(points_without_who_left_are_declared),
        cmocka_unit_test(standard_points_compare_with_the_opponent_or_a_draw),
        cmocka_unit_test(how_unrated_players_count_is_noted),
        cmocka_unit_test(every_value_is_the_one_worked_out_by_hand),
        cmocka_unit_test(every_row_is_tested),
        cmocka_unit_test(the_median_of_nine_rounds_cuts_two_at_each_end),
        cmocka_unit_test(older_editions_do_not_cap_the_dummy),
        cmocka_unit_test(result_between_the_tied_decides_the_first_place_only),
        cmocka_unit_test(before_the_final_round_fore_buchholz_is_buchholz),
        cmocka_unit_test(the_cap_counts_the_rounds_to_come),
        cmocka_unit_test(a_voluntary_round_is_cut_before_others),
        cmocka_unit_test(a_voluntary_round_worth_no_less_is_cut),
        cmocka_unit_test(of_two_equal_voluntary_rounds_the_least_significant_is_cut),
        cmocka_unit_test(lists_are_written_canonically),
        cmocka_unit_test(every_mistake_of_a_list_is_told),
        cmocka_unit_test(the_order_is_212_else_202_else_the_usual_list),
        cmocka_unit_test(ties_that_remain_share_the_best_rank),
        cmocka_unit_test(lots_break_every_tie_the_same_way_for_the_same_seed),
        cmocka_unit_test(recorded_lots_stand),
        cmocka_unit_test(given_values_rank),
        cmocka_unit_test(tie_breaks_take_the_rating_that_was_chosen),
        cmocka_unit_test(who_is_expelled_has_no_rank),
        cmocka_unit_test(what_is_declared_of_the_unrated_holds),
        cmocka_unit_test(a_part_is_a_report_of_its_own),
        cmocka_unit_test(declared_values_must_follow),
        cmocka_unit_test(an_order_is_held_to_its_first_unknown_code),
        cmocka_unit_test(the_tied_may_be_ranked_in_any_order),
        cmocka_unit_test(a_round_robin_is_not_paired_again),
        cmocka_unit_test(boards_break_the_tie_of_a_drawn_match),
        cmocka_unit_test(board_counts_of_every_drawn_match),
        cmocka_unit_test(the_divisor_of_sssc_is_rounded_down),
        cmocka_unit_test(editions_have_names_and_days),
        cmocka_unit_test(without_memory_nothing_is_half_done),
    };
    return cmocka_run_group_tests_name("ranking", tests, NULL, NULL);
}
