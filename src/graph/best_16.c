/* SPDX-License-Identifier: Apache-2.0 */
#define WORDS  16
#define SOLVER solver_16
#include "graph/best_solver.h"
