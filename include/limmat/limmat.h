/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_LIMMAT_H
#define LIMMAT_LIMMAT_H

/*
 * What most programs need: read a tournament, pair it, explain, check and rank it, write it.  The
 * other headers are included by name: ratings (rating.h, registry.h), championships, desks and
 * journals, prizes, norms, forecasts.  docs/api-stability.md says which calls are settled.
 */

#include "limmat/arena.h"
#include "limmat/check.h"
#include "limmat/crosstable.h"
#include "limmat/date.h"
#include "limmat/explain.h"
#include "limmat/formats.h"
#include "limmat/generate.h"
#include "limmat/matches.h"
#include "limmat/pairing.h"
#include "limmat/random.h"
#include "limmat/ranking.h"
#include "limmat/status.h"
#include "limmat/text.h"
#include "limmat/told.h"
#include "limmat/tournament.h"
#include "limmat/why.h"

#endif
