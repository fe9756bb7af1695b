/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORMATS_JSON_SCHEMA_H
#define LIMMAT_FORMATS_JSON_SCHEMA_H

/*
 * The schema of Limmat's JSON as tables: each row names a member, its form and its field, and
 * serves reader and writer alike.  Default values are not written.  Rows are read in the order of
 * the tables, not of the file, as ids can be resolved only after the players and teams they name.
 */

#include "limmat/tournament.h"

#define LM_JSON_VERSION "limmat-tournament/1"

/* The form of a member's value, and the type of its field. */
enum lm_json_look {
    TEXT,        /* string; const char * */
    TEXTS,       /* array of strings; const char *const *, and a size_t count */
    CODE,        /* three capital letters; const char * */
    NUMBER,      /* 0 … high; uint32_t */
    SMALL,       /* 1 … high; uint8_t, 1 by default */
    ROUND,       /* 1 … LM_ROUNDS_MAX; uint32_t */
    RATING,      /* 0 … high; int32_t */
    POINTS,      /* number with one decimal; int32_t tenths, 0 by default */
    DECLARED,    /* the same, LM_NO_POINTS by default */
    TEAM_POINTS, /* [win, draw, loss] points; int32_t[3] */
    FLAG,        /* true or false; bool */
    SEX,         /* "m" or "w"; char */
    COLOUR,      /* "white" or "black"; uint8_t enum lm_colour */
    BYE,         /* "F", "H" or "Z"; uint8_t enum lm_result */
    ADJUSTMENT,  /* one of "W" "D" "L" "F" "H" "Z" "+" "-", or " " by default; char */
    FORFEIT,     /* "+-", "-+" or "--"; char[3] */
    PLAYER,      /* a TPN; uint32_t index */
    WHOM, /* "players" or "teams", the kind of ID, IDS and PLAYER_SPAN of the same object; teams by
             default if they are numbered; uint8_t enum lm_whom */
    ID,   /* a TPN, or a team's number, see WHOM; uint32_t index */
    IDS,  /* array of them; const uint32_t *, and a size_t count */
    ROSTER,       /* array of TPNs, 0 for an empty board, no player in two of them; the same */
    BOARDS,       /* array of TPNs, 0 for an empty board; the same */
    TEAM,         /* the number of a team, 0 for none; uint32_t */
    TEAM_NUMBERS, /* array of them; const uint32_t *, and a size_t count */
    PLAYER_SPAN,  /* [first, last] TPNs or team numbers; two uint32_t */
    ROUND_SPAN,   /* [first, last] rounds, for ever by default; two uint32_t */
    LIST,         /* array of objects of a shape; items *, and a size_t count */
    POINT_SYSTEM, /* object of results; struct lm_point_system, and a bool: declared */
    OPTIONS,      /* object of texts; const char *const *, and a size_t count of pairs */
    PLAYERS,      /* array of players; the tournament's own, made before */
    RESULTS       /* array of texts, one per round; the tournament's records of this player */
};

struct lm_json_shape;
struct lm_json_member {
    const char *key;
    enum lm_json_look look;
    size_t field; /* offset in the struct */
    size_t other; /* offset of the second field: a count, the end of a span */
    int64_t high;
    const struct lm_json_shape *shape; /* of LIST's items */
};

struct lm_json_shape {
    const struct lm_json_member *members;
    size_t count;
    size_t size; /* of the struct */
};

extern const struct lm_json_shape lm_json_player;
extern const struct lm_json_shape lm_json_tournament;

/* The results of a point system: the name, and the result with the default worth; those come first.
 */
struct lm_json_result {
    const char *key;
    enum lm_result result, like;
};
extern const struct lm_json_result lm_json_results[LM_RESULT_COUNT];

#endif
