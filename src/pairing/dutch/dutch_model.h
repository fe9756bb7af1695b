/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_DUTCH_MODEL_H
#define LIMMAT_PAIRING_DUTCH_MODEL_H

/*
 * A bracket as a matching problem: the possible pairs, and the worth of each pair under each
 * criterion, as a list of priorities.  Every criterion is a sum over pairs and players alone once a
 * player who leaves the bracket is paired with a player below or the bye, or in a narrower view is
 * alone.  dutch_exact.c and dutch_count.c both read this, so that a criterion is written once.
 * dutch_count.c needs perfect matchings: there an *outlet*, a vertex that stands for a player
 * beyond the view, is the mate of a player who leaves.
 *
 * A *decision* is a step of article 4, of which dutch_exact.c has four.  Most are taken player by
 * player: a *turn* asks about one player, by the values of that player's pairs under a last
 * priority.
 */

#include "graph/matching.h"
#include "pairing/dutch/dutch.h"

enum dutch_zone { MOVED, RESIDENT, NEXT, BELOW, BYE, OUTLET };

enum dutch_side { NO_SIDE, IN_S1, IN_S2 };

struct dutch_vertex {
    uint32_t seat; /* LM_NOBODY: the bye or an outlet */
    uint8_t zone;
    uint8_t side;       /* in the remainder: original S1 or S2 */
    uint8_t final_side; /* likewise after the exchange; NO_SIDE: open */
    bool must_pair;     /* an MDP of the chosen set */
    bool must_float;    /* an MDP who is not in that set: of the Limbo */
    uint32_t place;     /* of a player of the bracket: the index there */
    uint32_t bsn;       /* in the remainder, from 1 */
    int64_t set_rank;   /* power of two that represents this MDP in decision 1 */
};

/* Kinds of priority.  Values are penalties (never positive), except those of MOVED_SET,
 * EXCHANGE_DISTANCE and TURN.  A kind "for each score" has a priority for each. */
enum dutch_kind {
    FLOATERS,          /* C6 */
    FLOATER_SCORE,     /* C7, for each score from the highest */
    NEXT_FLOATERS,     /* C8: C6 of the following bracket */
    NEXT_SCORE,        /* C8: C7 of it */
    BYE_UNPLAYED,      /* C9 */
    COLOUR_DIFFERENCE, /* C10 */
    COLOUR_TRIPLE,     /* C11 */
    COLOUR_PREFERENCE, /* C12 */
    COLOUR_STRONG,     /* C13 */
    DOWN_AGAIN,        /* C14, C16: residents who float */
    UP_AGAIN,          /* C15, C17: opponents of MDPs */
    MOVED_DOWN,        /* C18, C20: MDPs who float on, for each score from the highest */
    MOVED_UP,          /* C19, C21: opponents of MDPs, likewise */
    DIFFERENCE,        /* 2017, C.6 of the CLB: for each score difference from the highest */
    DOWN_DIFFERENCE,   /* 2017, C.16, C.18 of the CLB: likewise */
    UP_DIFFERENCE,     /* 2017, C.17, C.19 of the CLB: likewise */
    MOVED_SET,         /* decision 1 */
    EXCHANGES,         /* decision 3, rule 1 */
    EXCHANGE_DISTANCE, /* decision 3, rule 2 */
    TURN               /* decisions 2 to 4: the player whose turn it is */
};

struct dutch_priority {
    uint8_t kind;
    uint8_t back;  /* 1: previous round, 2: the one before */
    int32_t score; /* for kinds by score or difference */
    int32_t least; /* DIFFERENCE: it counts differences from here to ${score} */
};

/* Priorities [${begin}, ${end}) of one kind, which differ only in their score or difference: a pair
 * has a value in at most one of them. */
struct dutch_group {
    uint32_t begin, end;
    uint64_t kind; /* as a set of one; for the round before the previous one DUTCH_BEFORE higher */
};

enum { DUTCH_BEFORE = 32 };

/* A question: what if seat ${seat} met ${other}, or, when that is LM_NOBODY, left the bracket? */
struct dutch_question {
    uint32_t seat, other;
};

/* The values of a bracket's best pairing, by priority; room for lm_dutch_most_priorities. */
struct dutch_values {
    int64_t *total;
    struct dutch_priority *serves;
    uint32_t count;
    uint32_t end; /* the seats up to it were in view; 0: not computed yet */
};

/* The most priorities of a stage.  The widest weight holds as many fields for 16384 vertices. */
enum { DUTCH_STAGE = 64 };

struct dutch_model {
    struct dutch *d;
    const struct dutch_question *question; /* NULL: none */
    struct dutch_values *values;           /* output; NULL: not wanted */
    const struct dutch_bracket *bracket;
    uint32_t end;  /* seats from here on are out of view */
    uint32_t room; /* number of vertices at first */
    struct lm_arena *arena;
    struct dutch_vertex *vertices; /* the bracket's players first, then NEXT, BELOW, BYE, OUTLET */
    uint32_t count;
    uint32_t inside;      /* number of them in the bracket */
    uint32_t bsns;        /* number of residents in the remainder */
    int32_t *differences; /* collapsed: score differences, other than 0, that a pairing can have,
                             descending */
    uint32_t difference_count;
    struct dutch_priority *priorities;
    struct lm_priority *ranges;
    uint32_t priority_count, priority_room;
    bool count_unplayed; /* C9 applies */
    struct lm_best *best;
    struct lm_mark before_best;
    bool matched;                    /* a best matching is known */
    int32_t *mate;                   /* by vertex: that matching, where ${best} is NULL */
    uint32_t stage_begin, stage_end; /* the priorities that ${best} weighs */
    struct dutch_group *groups;      /* their groups, in order */
    uint32_t group_count;
    uint64_t group_kinds; /* the kinds of all groups, each of which has one */
    uint8_t group_of[64]; /* by kind: its group in this stage, if any */
    int16_t *depth;  /* [u * count + v], u < v: lm_best_depth after earlier stages, or LM_BARRED */
    int32_t deepest; /* the greatest ${depth} */
    bool *needed;    /* per vertex: lm_best_is_needed after earlier stages */
    bool whole;      /* no vertex leaves the model, because ${values} are wanted */
    uint32_t *partner;     /* per place in the bracket: the sure opponent's seat, or LM_NOBODY */
    uint32_t (*beyond)[2]; /* sure pairs that are not within the bracket: seats, or the bye */
    uint32_t beyond_count;
    bool bye_leaves;   /* one of them is a player of the bracket with the bye */
    uint16_t *degree;  /* scratch, to find vertices that leave the model */
    uint32_t *scratch; /* scratch, likewise */
    int32_t *row;      /* per vertex: the depths of one vertex */
    bool *gone;
    int8_t *base; /* per vertex: what its turn left as a value on all its edges; NULL: nothing */
    int64_t (*turn)(const struct dutch_model *, uint32_t u, uint32_t v); /* values; NULL: all 0 */
    uint32_t turn_of; /* the vertex whose turn it is */
};

static inline bool dutch_is_inside(const struct dutch_vertex *v)
{
    return v->zone <= RESIDENT;
}

/* Is the view open: are there players beyond it, to whom a vertex can be left (alone in the
 * model)? */
static inline bool dutch_is_open(const struct dutch_model *m)
{
    return m->end < m->d->count;
}

/* List the players of the bracket, and of the rest as far as the view goes; and the bye, when all
 * players who can have it are among them.  Room for one outlet remains. */
enum lm_status lm_dutch_list_vertices(struct dutch_model *m);
void lm_dutch_add_vertex(struct dutch_model *m, uint32_t seat, enum dutch_zone zone);

/* Allocate room for the priorities of ${differences} score differences, and of the scores
 * present. */
enum lm_status lm_dutch_make_room(struct dutch_model *m, uint32_t differences);

/* Return an upper bound on the priorities that the best values of ${bracket} can have. */
uint32_t lm_dutch_most_priorities(const struct dutch_bracket *bracket);

/* List [C6] to [C21] for the present vertices, without criteria that none of them can break. */
void lm_dutch_list_priorities(struct dutch_model *m);

/* Add a priority below the existing ones, with values in [${low}, ${high}]; the sums of two
 * candidates differ by at most ${most}. */
void lm_dutch_add_priority(struct dutch_model *m, const struct dutch_priority *priority,
                           int64_t low, int64_t high, uint64_t most);

/* Return the score difference of ${a} with ${b}, ${a} before ${b}; with the bye that of A.8. */
int32_t lm_dutch_difference(const struct dutch_model *m, const struct dutch_vertex *a,
                            const struct dutch_vertex *b);

/* List in ${m}->differences those of tight pairs, with room for their priorities.  In
 * dutch_differences.c, for collapsed brackets. */
enum lm_status lm_dutch_first_differences(struct dutch_model *m);

/* List the differences again, only of the pairs that are now tight. */
void lm_dutch_list_tight_differences(struct dutch_model *m);

/* Return the mate of vertex ${v} in the last best matching; ${m}->count or more: none. */
static inline uint32_t dutch_mate_of(const struct dutch_model *m, uint32_t v)
{
    return (uint32_t)(m->best != NULL ? lm_best_mate(m->best, (int32_t)v) : m->mate[v]);
}

/* Does a player in the model have the score of ${p}, or a pair its difference? */
bool lm_dutch_can_count(const struct dutch_model *m, const struct dutch_priority *p);

/* Begin the first stage, in which all possible pairs of the present vertices count as tight.  A
 * vertex without neighbour in view leaves the model, unless it is to stay ${whole}.  In
 * dutch_stages.c. */
enum lm_status lm_dutch_begin(struct dutch_model *m);

/* Leave in ${m}->best a matching that is best by the priorities listed, among those as good as all
 * that were kept before.  There is no solver if such a matching is known and the last priorities
 * count nothing (use dutch_mate_of).  LM_NO_PAIRING when a vertex that needs a mate has none. */
enum lm_status lm_dutch_solve_on(struct dutch_model *m);

/* Restrict the model to the matchings that are as good as ${m}->best, and free that.  Unless the
 * model is to stay ${whole}, vertices in a sure pair and vertices alone leave it. */
void lm_dutch_keep_best(struct dutch_model *m);

/* Record that vertices ${u} and ${v} are a sure pair. */
void lm_dutch_keep_pair(struct dutch_model *m, uint32_t u, uint32_t v);

/* List the vertices, find the best values, and leave the matching that has them in ${m}->best.
 * Only ${d}, ${bracket}, ${end}, ${arena}, ${question} and ${values} need be set.  LM_NO_PAIRING
 * when there is none.  In dutch_exact.c. */
enum lm_status lm_dutch_solve_bracket(struct dutch_model *m);

/* Allocate ${out} with room for the values of ${bracket}; false: no memory. */
bool lm_dutch_values_new(const struct dutch_bracket *bracket, struct lm_arena *arena,
                         struct dutch_values *out);

/* List all score differences that pairs and downfloaters of the collapsed bracket can have. */
enum lm_status lm_dutch_list_differences(struct dutch_model *m);

/* Return the number of vertices that are MDPs; they come first. */
uint32_t lm_dutch_moved_count(const struct dutch_model *m);

/* Can the pair of vertices ${u} and ${v} be in a best matching, as far as known? */
static inline bool dutch_is_tight(const struct dutch_model *m, uint32_t u, uint32_t v)
{
    return m->depth[u < v ? (size_t)u * m->count + v : (size_t)v * m->count + u] != LM_BARRED;
}

/* Can ${a} and ${b}, ${a} before ${b}, be a pair under what the model prescribes? */
bool lm_dutch_fits_question(const struct dutch_model *m, const struct dutch_vertex *a,
                            const struct dutch_vertex *b);

/* List all pairs of ${u} with later vertices, with depth 0. */
void lm_dutch_list_edges_of(const struct dutch_model *m, uint32_t u);

/* Return the worth of the pair ${u}, ${v} under ${p}. */
int64_t lm_dutch_value_of(const struct dutch_model *m, const struct dutch_priority *p, uint32_t u,
                          uint32_t v);

/* Return the worth under ${p} of ${v} having no mate in view. */
int64_t lm_dutch_value_alone(const struct dutch_model *m, const struct dutch_priority *p,
                             uint32_t v);

/* Can ${a} and ${b}, ${a} before ${b}, be a pair after the exchange, as far as it is decided? */
static inline bool dutch_joins_sides(const struct dutch_vertex *a, const struct dutch_vertex *b)
{
    return a->final_side == NO_SIDE ||
           (dutch_is_inside(b) ? b->final_side != a->final_side : a->final_side == IN_S2);
}

/* Must ${v} have a mate in view? */
bool lm_dutch_must_not_be_alone(const struct dutch_model *m, uint32_t v);

/* Find ${m}->groups for the current stage (room for as many as it has priorities). */
void lm_dutch_list_groups(struct dutch_model *m);

/* Write the non-zero values, in the current stage, of a pair or of a vertex alone, the depth first;
 * return -1 when it is not a pair.  For struct lm_priorities. */
int32_t lm_dutch_nonzero_values(const void *model, int32_t u, int32_t v, struct lm_worth *value);

/* For lm_sort: scores and their differences, int32_t, descending. */
int lm_dutch_descending(const void *a, const void *b);

#endif
