/* SPDX-License-Identifier: Apache-2.0 */
/* Replaces postgres.c where libpq is missing. */
#include "store/engine.h"

const struct engine *const engine_postgres = NULL;
