/* SPDX-License-Identifier: Apache-2.0 */
#define WORDS  8
#define SOLVER lm_solver_8
#include "graph/best_solver.h"
