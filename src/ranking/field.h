/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_RANKING_FIELD_H
#define LIMMAT_RANKING_FIELD_H

/*
 * The field: the data of every participant for every round, in the terms of C.07 art. 15 and 16.
 * From here on, players and teams are alike.  A field has six readings: forfeits are unplayed
 * rounds, or some or all of them are games (art. 15.2, /P); and the final round is as played, or
 * all its pairs drew (art. 8.3).
 */

#include "limmat/ranking.h"

enum { MATCH = 0, GAME = 1, SCORES = 2 }; /* players have the first only */

enum cell_kind {
    OPEN,         /* no result yet */
    PLAYED,       /* over the board */
    FORFEIT_WIN,  /* 16.2.2 */
    FORFEIT_LOSS, /* 16.2.4, voluntary */
    ALLOCATED,    /* 16.2.1: the PAB, or a full-point bye */
    REQUESTED,    /* 16.2.3, 16.2.5: voluntary */
    IDLE /* 15.2: no opponent in the schedule of an odd round-robin: not an unplayed round */
};

struct cell {
    uint32_t opponent; /* for a forfeited game, too: the scheduled one; or LM_NOBODY */
    int32_t points[SCORES];
    uint8_t kind;                                     /* enum cell_kind */
    uint32_t games_won, games_black, games_won_black; /* over the board */
    bool win;                                         /* as many points as for a win */
};

enum forfeits { FORFEITS_UNPLAYED, FORFEIT_WINS_PLAYED, FORFEITS_PLAYED, FORFEIT_READINGS };

struct field {
    const struct lm_tournament *t;
    bool teams;
    bool fore;
    enum forfeits forfeits;
    uint32_t count, rounds;
    uint32_t scheduled;                /* number of rounds of the tournament */
    struct cell *cells;                /* count x rounds */
    int32_t *own[SCORES];              /* points after the last round, by participant */
    int32_t *adjusted[SCORES];         /* the same as it counts for opponents: art. 16.3 */
    uint32_t boards;                   /* teams: of a match */
    int32_t *board_points;             /* teams: count x rounds x boards, top board first */
    int32_t win[SCORES], draw[SCORES]; /* points for a win, for a draw of a round */
    uint32_t completed;                /* unplayed rounds after this one do not count yet */
    bool virtual_opponents;            /* tb-2009: unplayed rounds have a virtual opponent */
};

static inline const struct cell *cell_of(const struct field *f, uint32_t who, uint32_t round)
{
    return &f->cells[(size_t)who * f->rounds + (round - 1)];
}

/* Art. 16.1.2: was the participant not available to play? */
static inline bool is_voluntary(const struct cell *cell)
{
    return cell->kind == REQUESTED || cell->kind == FORFEIT_LOSS;
}

/* The number of ${team}: that of its record, or its place if the record has none. */
static inline uint32_t team_number(const struct lm_tournament *t, uint32_t team)
{
    return t->teams[team].number != 0 ? t->teams[team].number : team + 1;
}

/* Read rounds 1 … ${rounds} of ${t}. */
LM_MUST_CHECK enum lm_status lm_field_build(const struct lm_tournament *t, bool teams,
                                            uint32_t rounds, enum forfeits forfeits, bool fore,
                                            struct lm_arena *arena, struct field **out);

/* Art. 15.2: in a tournament of predetermined pairings a round without a scheduled opponent is not
 * an unplayed round: it adds nothing for anyone.  Nor do games of a participant who ${left} before
 * half of them (C.05 art. 6.6.1; by participant). */
void lm_field_mark_idle(struct field *f, const bool *left);

/* Before C.07, in a Swiss: each unplayed round of those that are completed is a draw for the
 * opponents, whatever it gave, and one against a virtual opponent for the participant.  Of teams:
 * by match points; game points stay as they are. */
void lm_field_count_draws(struct field *f);

/* Is it a tournament of predetermined pairings?  By its type (192, 092) if that is conclusive, else
 * because all were scheduled against each other and no initial-colour was drawn. */
bool lm_is_predetermined(const struct field *f);

/* Did a ${result} happen over the board, as this field reads forfeits? */
bool lm_result_is_game(const struct field *f, enum lm_result result);

#endif
