/* SPDX-License-Identifier: Apache-2.0 */
#define WORDS  16
#define SOLVER lm_solver_16
#include "graph/best_solver.h"
