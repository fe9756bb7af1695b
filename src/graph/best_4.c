/* SPDX-License-Identifier: Apache-2.0 */
#define WORDS  4
#define SOLVER lm_solver_4
#include "graph/best_solver.h"
