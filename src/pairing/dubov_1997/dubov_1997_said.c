/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/words.h"
#include "pairing/dubov_1997/dubov_1997.h"

/* What a player is told by the rules of Dubov 1997 (limmat/why.h). */

const struct lm_phrase lm_dubov_criteria_said[] = {
    [DUBOV_REMATCH] = {LM_KEY("obstacle.met"), NULL, NULL},
    [DUBOV_SECOND] = {LM_KEY("obstacle.second-bye"), NULL, NULL},
    [DUBOV_COLOURS] = {LM_KEY("obstacle.same-absolute"), NULL, NULL},
    [DUBOV_FLOATER] = {NULL, NULL, LM_KEY("float.not-all")},
    [DUBOV_FOR_BELOW] = {NULL, NULL, LM_KEY("float.for-below")},
    [DUBOV_ISLAND] = {NULL, LM_KEY("up.host-alone"), LM_KEY("up.alone")},
    [DUBOV_ODD] = {NULL, LM_KEY("up.host-odd"), LM_KEY("up.odd")},
    [DUBOV_PASSED_BYE] = {LM_KEY("obstacle.rest"), NULL, NULL},
    [DUBOV_LOOK_AHEAD] = {LM_KEY("obstacle.rest"), NULL, NULL},
    [DUBOV_DUE] = {LM_KEY("obstacle.fits-less"), LM_KEY("obstacle.group-colour"), NULL},
    [DUBOV_UP_BARRED] = {LM_KEY("obstacle.up-often"), NULL, NULL},
    [DUBOV_NO_USE] = {LM_KEY("obstacle.no-use"), NULL, NULL},
    [DUBOV_ROWS] = {LM_KEY("obstacle.lines"), NULL, NULL},
    [DUBOV_STAYS] = {LM_KEY("obstacle.needed"), NULL, NULL},
    [DUBOV_CAME_DOWN] = {LM_KEY("obstacle.came-down"), NULL, NULL},
    [DUBOV_NONE_BELOW] = {LM_KEY("obstacle.none-below"), NULL, NULL},
};

const struct lm_phrase lm_dubov_opponents_said[] = {
    [DUBOV_ARRANGED] = {LM_KEY("natural.arranged"), NULL, NULL},
    [DUBOV_HALVES] = {LM_KEY("natural.list"), NULL, NULL},
    [DUBOV_ROW] = {LM_KEY("natural.columns"), NULL, NULL},
    [DUBOV_NEXT] = {LM_KEY("natural.next"), NULL, NULL},
    [DUBOV_AFTER] = {LM_KEY("natural.after"), NULL, NULL},
    [DUBOV_FETCHED] = {LM_KEY("natural.fetched"), NULL, NULL},
    [DUBOV_ASIDE] = {LM_KEY("natural.aside"), NULL, NULL},
};

const struct lm_phrase lm_dubov_colours_said[] = {
    [DUBOV_FIRST_ROUND] = {LM_KEY("colour.boards"), NULL, NULL},
    [DUBOV_BOTH_DUE] = {LM_KEY("colour.both"), LM_KEY("colour.one"), NULL},
    [DUBOV_EQUALISE] = {LM_KEY("colour.stronger"), NULL, NULL},
    [DUBOV_ALTERNATE] = {LM_KEY("colour.alternate"), NULL, NULL},
    [DUBOV_HIGHER_ARO] = {LM_KEY("colour.average"), NULL, NULL},
    [DUBOV_LOWER_RATING] = {LM_KEY("colour.rating"), NULL, NULL},
    [DUBOV_BY_NAME] = {LM_KEY("colour.name"), NULL, NULL},
    [DUBOV_ONLY_LEGAL] = {LM_KEY("colour.only"), NULL, NULL},
};
