/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_RATING_RULES_READER_H
#define LIMMAT_RATING_RULES_READER_H

/* The description of the files of rating rules for their reader: a member is a row. */

#include "limmat/json.h"
#include "rating/result.h"

enum look {
    OBJECT,   /* members of their own */
    WORDS,    /* a text; const char * */
    WHOLE,    /* a whole number; int32_t */
    TENTHS,   /* a number with at most one decimal; int32_t tenths */
    DAY,      /* "2013-07-01"; int32_t */
    FLAG,     /* true or false; bool */
    EITHER,   /* the word ${no} or the word ${yes}; bool */
    YEAR,     /* 2013 or 2024; bool */
    VERSION,  /* FORMAT */
    KINDS,    /* lists by name; unsigned of bits */
    MONTHS,   /* numbers from 1; unsigned of bits */
    READINGS, /* texts; the count beside them */
    LINES,    /* of K; the count beside them */
    TIMES,    /* by rating; the count beside them */
    TABLES,   /* dp and pd */
    LIST,     /* objects, into an array; the count beside it */
    NUMBERS,  /* whole numbers, into an array of int16_t; the count beside it */
    EVALUATION
};

/* Always needed, or only in editions that make lists as FIDE does. */
enum need { OPTIONAL, NEEDED, NEEDED_BY_LISTS };

struct member {
    const char *key;
    enum look look;
    enum need needed;
    size_t place;
    int64_t low, high; /* of a number */
    const char *no, *yes;
    const struct member *members;   /* of an OBJECT or a LIST; ended by a row without key */
    size_t count_place, size, most; /* of a LIST or NUMBERS: the place of the count, the size of an
                                       item, the most items */
};

struct reader {
    struct lm_arena *arena;
    struct lm_log *log;
    struct lm_rating_rules *rules;
    bool by_event; /* the file has an evaluation */
    bool failed;
};

void lm_rules_wrong(struct reader *r, const struct lm_json *node, const char *field,
                    const char *remedy, const char *format, ...) LM_PRINTF(5, 6);

/* rules_evaluation.c: the members of "evaluation" and of "adjustments". */
extern const struct member lm_evaluation_members[];
extern const struct member lm_adjustment_members[];

/* Check the evaluation as a whole. */
void lm_rules_check_evaluation(struct reader *r, const struct lm_json *root);

#endif
