/* SPDX-License-Identifier: Apache-2.0 */
#define WORDS  3
#define SOLVER lm_solver_3
#include "graph/best_solver.h"
