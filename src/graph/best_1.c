/* SPDX-License-Identifier: Apache-2.0 */
#define WORDS  1
#define SOLVER lm_solver_1
#include "graph/best_solver.h"
