/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_DUTCH_MODEL_H
#define LIMMAT_PAIRING_DUTCH_MODEL_H

/*
 * A bracket as a matching problem: who can be paired with whom, and what each pair is worth under
 * each criterion, as a list of priorities.  Every criterion is a sum over pairs once a player who
 * leaves the bracket counts as paired with what lies below it: the players there, the bye, or (when
 * the view is narrower) nobody, which is what an *outlet* stands for where everybody has to have
 * somebody.  dutch_exact.c and dutch_swift.c both read this, so that a
 * criterion is written once.
 */

#include "graph/matching.h"
#include "pairing/dutch/dutch.h"

enum dutch_zone { MOVED, RESIDENT, NEXT, BELOW, BYE, OUTLET };

enum dutch_side { NO_SIDE, IN_S1, IN_S2 };

struct dutch_vertex {
    uint32_t seat; /* LM_NOBODY: the bye or an outlet */
    uint8_t zone;
    uint8_t side;     /* of the remainder: original S1 or S2 */
    uint8_t half;     /* likewise after the exchange; NO_SIDE: not settled */
    bool must_pair;   /* an MDP of the chosen set */
    bool must_float;  /* an MDP of the Limbo */
    uint32_t place;   /* of a player of the bracket: his index there */
    uint32_t bsn;     /* in the remainder, from 1 */
    int64_t set_rank; /* power of two that stands for this MDP in decision 1 */
};

/* What a priority counts; each counts against (values are never positive), but the last four. */
enum dutch_kind {
    FLOATERS,          /* C6 */
    FLOATER_SCORE,     /* C7, one for each score from the highest */
    NEXT_FLOATERS,     /* C8: C6 of the following bracket */
    NEXT_SCORE,        /* C8: C7 of it */
    BYE_UNPLAYED,      /* C9 */
    COLOUR_DIFFERENCE, /* C10 */
    COLOUR_TRIPLE,     /* C11 */
    COLOUR_PREFERENCE, /* C12 */
    COLOUR_STRONG,     /* C13 */
    DOWN_AGAIN,        /* C14, C16: residents who float */
    UP_AGAIN,          /* C15, C17: opponents of MDPs */
    MOVED_DOWN,        /* C18, C20: MDPs who float on, one for each score from the highest */
    MOVED_UP,          /* C19, C21: opponents of MDPs of a score */
    DIFFERENCE,        /* 2017, C.6 of the CLB: one for each score difference from the highest */
    DOWN_DIFFERENCE,   /* 2017, C.16, C.18 of the CLB: likewise */
    UP_DIFFERENCE,     /* 2017, C.17, C.19 of the CLB: likewise */
    MOVED_SET,         /* decision 1 */
    EXCHANGES,         /* decision 3, rule 1 */
    EXCHANGE_DISTANCE, /* decision 3, rule 2 */
    TURN               /* the decision at hand */
};

struct dutch_priority {
    uint8_t kind;
    uint8_t back;  /* 1: previous round, 2: the one before */
    int32_t score; /* for those that go by score or difference */
    int32_t least; /* DIFFERENCE: it counts those from here to ${score} */
};

/* Priorities [${begin}, ${end}) of one kind, which differ in their score or difference only: a pair
 * has a value in one of them at most. */
struct dutch_group {
    uint32_t begin, end;
    uint64_t kind; /* as a set of one; of the round before the previous one DUTCH_BEFORE higher */
};

enum { DUTCH_BEFORE = 32 };

/* A question: what if seat ${seat} met ${other}, or, when that is LM_NOBODY, left the bracket? */
struct dutch_question {
    uint32_t seat, other;
};

/* What the best pairing of a bracket comes to, by priority; room for lm_dutch_most_priorities. */
struct dutch_values {
    int64_t *total;
    struct dutch_priority *serves;
    uint32_t count;
    uint32_t end; /* the seats up to it were in view; 0: nothing is known yet */
};

/* So many priorities, of fields that 16384 vertices can need, fit into the widest weight. */
enum { DUTCH_STAGE = 64 };

struct dutch_model {
    struct dutch *d;
    const struct dutch_question *question; /* NULL: none */
    struct dutch_values *values;           /* to be told; NULL: nobody asks */
    const struct dutch_bracket *bracket;
    uint32_t end;  /* seats from here on are beyond the scope */
    uint32_t room; /* for so many vertices, outlets among them */
    struct lm_arena *arena;
    struct dutch_vertex *vertices; /* the bracket's players first, then NEXT, BELOW, BYE, OUTLET */
    uint32_t count;
    uint32_t inside; /* how many of them are in the bracket */
    uint32_t bsns;   /* how many residents the remainder has */
    int32_t
        *differences; /* collapsed: between scores, those a pairing may have but 0, descending */
    uint32_t difference_count;
    struct dutch_priority *priorities;
    struct lm_priority *ranges;
    uint32_t priority_count, priority_room;
    bool count_unplayed; /* C9 applies */
    struct lm_best *best;
    struct lm_mark before_best;
    bool matched;                    /* a best matching is known, */
    int32_t *mate;                   /* by vertex: this one, where ${best} is none */
    uint32_t stage_begin, stage_end; /* the priorities that ${best} weighs */
    struct dutch_group *groups;      /* of them, in order */
    uint32_t group_count;
    uint64_t group_kinds; /* all of theirs: each has one */
    uint8_t group_of[64]; /* by kind: its group, if it is among these */
    int16_t *depth;       /* [u * count + v], u < v: as stages before left it, LM_BARRED: no pair */
    int32_t deepest;      /* of them */
    bool *needed;         /* per vertex: likewise */
    bool whole;           /* nobody leaves the model: all values are still to be told */
    uint32_t *partner;    /* per place in the bracket: the seat he meets for sure, or LM_NOBODY */
    uint32_t (*beyond)[2]; /* sure pairs that are not within the bracket: seats, or the bye */
    uint32_t beyond_count;
    bool bye_leaves;   /* one of them is of somebody in the bracket and the bye */
    uint16_t *degree;  /* to see who leaves the model, ... */
    uint32_t *scratch; /* ... likewise */
    int32_t *row;      /* per vertex: the depths of one */
    bool *gone;
    int8_t *base; /* per vertex: what decisions before left on all its edges; NULL: nothing */
    int64_t (*turn)(const struct dutch_model *, uint32_t u, uint32_t v); /* NULL: 0 */
    uint32_t turn_of; /* the vertex whose decision it is */
};

static inline bool dutch_is_inside(const struct dutch_vertex *v)
{
    return v->zone <= RESIDENT;
}

/* Are there players beyond the view, for whom somebody may be left: alone in the model? */
static inline bool dutch_is_open(const struct dutch_model *m)
{
    return m->end < m->d->count;
}

/* The players of the bracket, and of the rest as far as the view goes; the bye, when everybody who
 * may have it is among them.  Room for outlets is left. */
enum { DUTCH_OUTLETS = 24 };
enum lm_status lm_dutch_list_vertices(struct dutch_model *m);
void lm_dutch_add_vertex(struct dutch_model *m, uint32_t seat, enum dutch_zone zone);

/* Room for the priorities of ${differences} score differences, and of the scores there are. */
enum lm_status lm_dutch_make_room(struct dutch_model *m, uint32_t differences);

/* Not fewer than the priorities that the best values of ${bracket} can have. */
uint32_t lm_dutch_most_priorities(const struct dutch_bracket *bracket);

/* [C6] to [C21] for the vertices there are, without those that nobody can offend. */
void lm_dutch_list_priorities(struct dutch_model *m);

/* Another priority below those there are, its values in [${low}, ${high}]: the sums of two
 * candidates differ by ${most} at most. */
void lm_dutch_add_priority(struct dutch_model *m, const struct dutch_priority *priority,
                           int64_t low, int64_t high, uint64_t most);

/* The score difference of ${a} with ${b}, ${a} standing before ${b}; with the bye that of A.8. */
int32_t lm_dutch_difference(const struct dutch_model *m, const struct dutch_vertex *a,
                            const struct dutch_vertex *b);

/* In dutch_differences.c, for collapsed brackets: list in ${m}->differences those that pairs have,
 * with room for their priorities. */
enum lm_status lm_dutch_first_differences(struct dutch_model *m);

/* List them again, of the pairs that are tight now. */
void lm_dutch_list_tight_differences(struct dutch_model *m);

/* The mate of vertex ${v} in the best matching that was found last; not below ${m}->count: nobody.
 */
static inline uint32_t dutch_mate_of(const struct dutch_model *m, uint32_t v)
{
    return (uint32_t)(m->best != NULL ? lm_best_mate(m->best, (int32_t)v) : m->mate[v]);
}

/* Does anybody in the model have the score that ${p} speaks of, or a pair the difference, if it
 * speaks of one? */
bool lm_dutch_is_asked(const struct dutch_model *m, const struct dutch_priority *p);

/* In dutch_stages.c.  Room to solve in, for the vertices there are; nothing is known of them yet.
 * Who has nobody in view leaves the model, unless it is to stay ${whole}. */
enum lm_status lm_dutch_begin(struct dutch_model *m);

/* Leave in ${m}->best a matching that is best by the priorities listed, among those that are as
 * good as all kept before; no solver is left for one that is known where the last of them ask
 * nothing (dutch_mate_of).  LM_NO_PAIRING when somebody has nobody who must. */
enum lm_status lm_dutch_solve_on(struct dutch_model *m);

/* From here on only the matchings that are as good as ${m}->best, which goes.  Unless the model is
 * to stay ${whole}, who is in a sure pair or alone leaves it. */
void lm_dutch_keep_best(struct dutch_model *m);

/* Vertices ${u} and ${v} are a pair for sure; ${a} and ${b}, who stands behind, not within the
 * bracket. */
void lm_dutch_keep_pair(struct dutch_model *m, uint32_t u, uint32_t v);
void lm_dutch_keep_beyond(struct dutch_model *m, const struct dutch_vertex *a,
                          const struct dutch_vertex *b);

/* In dutch_exact.c: list the vertices, find the best values, and leave the matching that has them
 * in ${m}->best.  Only ${d}, ${bracket}, ${end}, ${arena}, ${question} and ${values} need be set.
 * LM_NO_PAIRING when there is none. */
enum lm_status lm_dutch_solve_bracket(struct dutch_model *m);

/* ${out} with room for what ${bracket} comes to; false: no memory. */
bool lm_dutch_values_new(const struct dutch_bracket *bracket, struct lm_arena *arena,
                         struct dutch_values *out);

/* All score differences that pairs and downfloaters of the collapsed bracket can have. */
enum lm_status lm_dutch_list_differences(struct dutch_model *m);

/* One priority for each of ${m}->differences. */
void lm_dutch_add_differences(struct dutch_model *m, enum dutch_kind kind, uint8_t back);

/* How many vertices are MDPs: they come first. */
uint32_t lm_dutch_moved_count(const struct dutch_model *m);

/* Can the pair of vertices ${u} and ${v} be in a best matching, as far as is known? */
static inline bool dutch_is_tight(const struct dutch_model *m, uint32_t u, uint32_t v)
{
    return m->depth[u < v ? (size_t)u * m->count + v : (size_t)v * m->count + u] != LM_BARRED;
}

/* Can ${a} and ${b}, ${a} standing before ${b}, be a pair with what the model prescribes? */
bool lm_dutch_fits_question(const struct dutch_model *m, const struct dutch_vertex *a,
                            const struct dutch_vertex *b);

/* May ${a} and ${b} be paired, ${a} standing before ${b} among the vertices? */
bool lm_dutch_is_edge(const struct dutch_model *m, const struct dutch_vertex *a,
                      const struct dutch_vertex *b);

/* All pairs of ${u} with those after it, of depth 0. */
void lm_dutch_list_edges_of(const struct dutch_model *m, uint32_t u);

/* What the pair ${u}, ${v} is worth under ${p}. */
int64_t lm_dutch_value_of(const struct dutch_model *m, const struct dutch_priority *p, uint32_t u,
                          uint32_t v);

/* What it is worth under ${p} that ${v} has nobody in view. */
int64_t lm_dutch_value_alone(const struct dutch_model *m, const struct dutch_priority *p,
                             uint32_t v);

/* Can ${a} and ${b}, ${a} standing before ${b}, be a pair after the exchange, as far as it is
 * settled? */
static inline bool dutch_joins_halves(const struct dutch_vertex *a, const struct dutch_vertex *b)
{
    return a->half == NO_SIDE || (dutch_is_inside(b) ? b->half != a->half : a->half == IN_S2);
}

/* Has ${v} to have somebody in view? */
bool lm_dutch_must_not_be_alone(const struct dutch_model *m, uint32_t v);

/* Find ${m}->groups for the stage at hand (room for as many as it has priorities). */
void lm_dutch_list_groups(struct dutch_model *m);

/* For struct lm_priorities: the values of a pair, or of one who is alone, in the stage at hand that
 * are not 0, the depth before them; -1 when it is no pair. */
int32_t lm_dutch_few_values(const void *model, int32_t u, int32_t v, struct lm_worth *value);

#endif
