/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The references by a line of text: check_claims.py asks for a round, with whatever it wants to
 * keep apart, as often as it likes.  Shares nothing with the library.
 *
 * A question is a line of words, then "go"; numbers are TPNs, points tenths:
 *   system NAME round R of T white|black win draw loss type second
 *   player TPN present arrived score rating (present: 1; absent for no points 0, for points 2)
 *   was opponent colour played bye points virtual second kind points,forfeited,points,forfeited
 *     (the rounds of the player before, in order; kind: the letter of the record)
 *   apart A B
 *   ppb N (2017: the bracket that collapses, as it was found)
 *   keizer (instead of a pairing: the scores)
 * The answer: "pair WHITE BLACK" each, "bye TPN", "ppb N", "score TPN TENTHS", and "end"; or "none"
 * and "end".
 */
#include "burstein_2026.h"
#include "double_swiss_2026.h"
#include "dubov_1997.h"
#include "dubov_2026.h"
#include "dutch_2006.h"
#include "dutch_2012.h"
#include "dutch_2017.h"
#include "keizer_2026.h"
#include "simple_2026.h"
#include "team_2026.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct match {
    int points[2];
    int forfeited[2];
};

struct question {
    char system[32];
    struct ref_state state;
    char kind[REF_PLAYERS][REF_ROUNDS];
    struct match match[REF_PLAYERS][REF_ROUNDS];
    int rounds; /* of the last player named */
    int ppb;
    bool scores;
};

static const struct ref_keizer usual = {0, 1, 1, 100, 100, 50, 0, 100, 67, 67, 33, 0, 5, 3};

static int place_of(const struct ref_state *state, int tpn)
{
    for (int i = 0; i < state->count; i++)
        if (state->player[i].tpn == tpn)
            return i;
    return -1;
}

static bool read_system(struct question *q, const char *line)
{
    struct ref_state *s = &q->state;
    char lot[8], type[8], second[8];
    memset(q, 0, sizeof *q);
    q->ppb = REF_NO_PPB;
    if (sscanf(line, "system %31s round %d of %d %7s %d %d %d %7s %7s", q->system, &s->round,
               &s->total_rounds, lot, &s->win, &s->draw, &s->loss, type, second) != 9)
        return false;
    s->initial_colour = lot[0];
    s->team_type = type[0] == '-' ? '\0' : type[0];
    s->second_counts = second[0] == '1';
    s->c2_of_2018 = strcmp(q->system, "dubov-2018") == 0;
    return s->round <= REF_ROUNDS;
}

static bool read_player(struct question *q, const char *line)
{
    int present, arrived;
    if (q->state.count == REF_PLAYERS)
        return false;
    struct ref_player *p = &q->state.player[q->state.count++];
    q->rounds = 0;
    if (sscanf(line, "player %d %d %d %d %d", &p->tpn, &present, &arrived, &p->score, &p->rating) !=
        5)
        return false;
    p->present = present == 1;
    p->scores = present == 2;
    p->arrived = arrived != 0;
    return true;
}

static bool read_round(struct question *q, const char *line)
{
    int at = q->state.count - 1, played, bye;
    if (at < 0 || q->rounds == REF_ROUNDS)
        return false;
    struct ref_record *r = &q->state.player[at].record[q->rounds];
    struct match *m = &q->match[at][q->rounds];
    if (sscanf(line, "was %d %c %d %d %d %d %d %c %d,%d,%d,%d", &r->opponent, &r->colour, &played,
               &bye, &r->points, &r->virtual_points, &r->second, &q->kind[at][q->rounds],
               &m->points[0], &m->forfeited[0], &m->points[1], &m->forfeited[1]) != 12)
        return false;
    r->played = played != 0;
    r->pab = bye != 0;
    q->rounds++;
    return true;
}

static bool read_apart(struct question *q, const char *line)
{
    int *pair = q->state.forbidden[q->state.forbidden_count];
    if (q->state.forbidden_count == REF_FORBIDDEN ||
        sscanf(line, "apart %d %d", &pair[0], &pair[1]) != 2)
        return false;
    q->state.forbidden_count++;
    return true;
}

static void tell(const struct ref_pairing *p)
{
    for (int i = 0; i < p->pairs; i++)
        printf("pair %d %d\n", p->pair[i].white, p->pair[i].black);
    if (p->pab != 0)
        printf("bye %d\n", p->pab);
}

/* ---- 2017 and 2026, which share the description of a position ---- */

static bool answer_as_it_is(const struct question *q)
{
    static const struct {
        const char *name;
        int (*pair)(const struct ref_state *state, struct ref_pairing *out);
    } all[] = {{"dutch-2026", ref_dutch_2026_pair},  {"dutch-2012", ref_dutch_2012_pair},
               {"dubov-2026", ref_dubov_2026_pair},  {"dubov-2018", ref_dubov_2026_pair},
               {"team-2026", ref_team_2026_pair},    {"burstein-2026", ref_burstein_2026_pair},
               {"simple-2026", ref_simple_2026_pair}};
    static struct ref_pairing out;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(q->system, all[i].name) == 0) {
            if (all[i].pair(&q->state, &out) == 0)
                tell(&out);
            else
                printf("none\n");
            return true;
        }
    return false;
}

static void answer_2017(const struct question *q)
{
    static struct ref_pairing out;
    int ppb = q->ppb;
    int failed = ppb == REF_NO_PPB ? ref_dutch_2017_pair(&q->state, &out, &ppb)
                                   : ref_dutch_2017_pair_held(&q->state, ppb, &out);
    if (failed != 0) {
        printf("none\n");
        return;
    }
    tell(&out);
    if (ppb != REF_NO_PPB)
        printf("ppb %d\n", ppb);
}

static void answer_keizer(const struct question *q)
{
    static struct ref_pairing out;
    int score[REF_PLAYERS];
    if (q->scores) {
        ref_keizer_2026_scores(&q->state, &usual, q->state.round - 1, score);
        for (int i = 0; i < q->state.count; i++)
            printf("score %d %d\n", q->state.player[i].tpn, score[i]);
    } else if (ref_keizer_2026_pair(&q->state, &usual, &out) == 0) {
        tell(&out);
    } else {
        printf("none\n");
    }
}

/* ---- 2006 ---- */

static enum old_result old_result_of(char kind)
{
    switch (kind) {
    case '1':
        return OLD_WIN;
    case '=':
        return OLD_DRAW;
    case '0':
        return OLD_LOSS;
    case '+':
        return OLD_FORFEIT_WIN;
    case '-':
        return OLD_FORFEIT_LOSS;
    case 'U':
        return OLD_BYE;
    case 'H':
        return OLD_HALF_BYE;
    default:
        return OLD_ABSENT;
    }
}

static void answer_2006(const struct question *q)
{
    static struct old_tournament t;
    static struct old_pairing out;
    const struct ref_state *s = &q->state;
    t = (struct old_tournament){.players = s->count,
                                .rounds_total = s->total_rounds,
                                .round = s->round,
                                .white_first = s->initial_colour == 'w'};
    for (int i = 0; i < s->count; i++) {
        t.absent[i] = !s->player[i].present;
        for (int r = 0; r < s->round - 1; r++) {
            const struct ref_record *record = &s->player[i].record[r];
            struct old_game *game = &t.game[i][r];
            game->opponent = record->opponent == 0 ? -1 : place_of(s, record->opponent);
            game->colour = record->colour == 'w' ? 'W' : record->colour == 'b' ? 'B' : '\0';
            game->result = old_result_of(q->kind[i][r]);
        }
    }
    for (int i = 0; i < s->forbidden_count; i++) {
        int a = place_of(s, s->forbidden[i][0]), b = place_of(s, s->forbidden[i][1]);
        t.forbidden[a][b] = t.forbidden[b][a] = true;
    }
    if (!old_pair(&t, &out)) {
        printf("none\n");
        return;
    }
    for (int i = 0; i < s->count; i++)
        if (!t.absent[i] && out.opponent[i] >= 0 && out.colour[i] == 'W')
            printf("pair %d %d\n", s->player[i].tpn, s->player[out.opponent[i]].tpn);
    if (out.bye >= 0)
        printf("bye %d\n", s->player[out.bye].tpn);
}

/* ---- Dubov 1997 ---- */

static void answer_dubov_1997(const struct question *q)
{
    static struct dv_state t;
    static struct dv_result out;
    const struct ref_state *s = &q->state;
    memset(&t, 0, sizeof t);
    t.players = s->count;
    t.rounds = s->round - 1;
    t.rounds_total = s->total_rounds;
    t.first_white = s->initial_colour == 'w';
    for (int i = 0; i < s->count; i++) {
        t.id[i] = s->player[i].tpn;
        t.rating[i] = s->player[i].rating;
        snprintf(t.name[i], sizeof t.name[i], "Player %04d", s->player[i].tpn);
        t.absent[i] = !s->player[i].present;
        for (int r = 0; r < s->round - 1; r++) {
            const struct ref_record *record = &s->player[i].record[r];
            t.entry[i][r].opponent =
                record->opponent == 0 ? DV_NOBODY : place_of(s, record->opponent);
            t.entry[i][r].white = record->colour == 'w';
            t.entry[i][r].result = q->kind[i][r];
        }
    }
    for (int i = 0; i < s->forbidden_count; i++) {
        int a = place_of(s, s->forbidden[i][0]), b = place_of(s, s->forbidden[i][1]);
        t.forbidden[a][b] = t.forbidden[b][a] = true;
    }
    dv_reference(&t, &out);
    if (!out.possible)
        printf("none\n");
    for (int i = 0; out.possible && i < out.pairs; i++)
        printf("pair %d %d\n", t.id[out.white[i]], t.id[out.black[i]]);
    if (out.possible && out.bye != DV_NOBODY)
        printf("bye %d\n", t.id[out.bye]);
}

/* ---- Double-Swiss ---- */

static void fill_entry(const struct question *q, int i, int r, struct ds_entry *entry)
{
    const struct ref_record *record = &q->state.player[i].record[r];
    const struct match *m = &q->match[i][r];
    entry->opponent = record->opponent == 0 ? DS_NOBODY : place_of(&q->state, record->opponent);
    if (record->opponent == 0) {
        entry->bye = q->kind[i][r] == 'U' ? 'P' : q->kind[i][r] == '.' ? 'Z' : q->kind[i][r];
        entry->bye_points = record->points / 5;
        return;
    }
    entry->white_first = record->colour == 'w';
    for (int game = 0; game < 2; game++) {
        entry->points[game] = m->points[game] / 5;
        entry->forfeited[game] = m->forfeited[game] != 0;
    }
}

static void answer_double_swiss(const struct question *q)
{
    static struct ds_state t;
    static struct ds_result out;
    const struct ref_state *s = &q->state;
    memset(&t, 0, sizeof t);
    t.players = s->count;
    t.rounds = s->round - 1;
    t.rounds_total = s->total_rounds;
    t.initial_white = s->initial_colour == 'w';
    for (int i = 0; i < s->count; i++) {
        t.tpn[i] = s->player[i].tpn;
        t.absent[i] = !s->player[i].present;
        for (int r = 0; r < s->round - 1; r++)
            fill_entry(q, i, r, &t.entry[i][r]);
    }
    for (int i = 0; i < s->forbidden_count; i++) {
        int a = place_of(s, s->forbidden[i][0]), b = place_of(s, s->forbidden[i][1]);
        t.forbidden[a][b] = t.forbidden[b][a] = true;
    }
    ds_reference(&t, &out);
    if (!out.possible)
        printf("none\n");
    for (int i = 0; out.possible && i < out.pairs; i++)
        printf("pair %d %d\n", t.tpn[out.white[i]], t.tpn[out.black[i]]);
    if (out.possible && out.bye != DS_NOBODY)
        printf("bye %d\n", t.tpn[out.bye]);
}

static bool answer(const struct question *q)
{
    bool known = true;
    if (strcmp(q->system, "dutch-2017") == 0)
        answer_2017(q);
    else if (strcmp(q->system, "dutch-2006") == 0)
        answer_2006(q);
    else if (strcmp(q->system, "dubov-1997") == 0)
        answer_dubov_1997(q);
    else if (strcmp(q->system, "double-swiss-2026") == 0)
        answer_double_swiss(q);
    else if (strcmp(q->system, "keizer-2026") == 0)
        answer_keizer(q);
    else
        known = answer_as_it_is(q);
    printf("end\n");
    fflush(stdout);
    return known;
}

static bool read_line(struct question *q, const char *line)
{
    if (strncmp(line, "system ", 7) == 0)
        return read_system(q, line);
    if (strncmp(line, "player ", 7) == 0)
        return read_player(q, line);
    if (strncmp(line, "was ", 4) == 0)
        return read_round(q, line);
    if (strncmp(line, "apart ", 6) == 0)
        return read_apart(q, line);
    if (strncmp(line, "ppb ", 4) == 0)
        return sscanf(line, "ppb %d", &q->ppb) == 1;
    if (strncmp(line, "keizer", 6) == 0)
        return q->scores = true;
    return strncmp(line, "go", 2) == 0 && answer(q);
}

int main(void)
{
    static struct question q;
    char line[256];
    while (fgets(line, sizeof line, stdin) != NULL)
        if (!read_line(&q, line)) {
            fprintf(stderr, "solve: not understood: %s", line);
            return 1;
        }
    return 0;
}
