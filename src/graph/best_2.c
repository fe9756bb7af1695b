/* SPDX-License-Identifier: Apache-2.0 */
#define WORDS  2
#define SOLVER lm_solver_2
#include "graph/best_solver.h"
