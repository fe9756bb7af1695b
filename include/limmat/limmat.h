/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_LIMMAT_H
#define LIMMAT_LIMMAT_H

/*
 * The headers that most programs need: read a tournament, pair it, explain, check and rank it,
 * write it.  Include the other headers by name: ratings (rating.h, registry.h), championships,
 * desks and journals, prizes, norms, forecasts.  docs/api-stability.md lists the calls that are
 * stable.
 */

#include "limmat/arena.h"
#include "limmat/check.h"
#include "limmat/crosstable.h"
#include "limmat/date.h"
#include "limmat/explain.h"
#include "limmat/formats.h"
#include "limmat/generate.h"
#include "limmat/matches.h"
#include "limmat/message.h"
#include "limmat/pairing.h"
#include "limmat/random.h"
#include "limmat/ranking.h"
#include "limmat/status.h"
#include "limmat/text.h"
#include "limmat/tournament.h"
#include "limmat/why.h"

#endif
