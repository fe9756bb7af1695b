/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SITE_ICAL_H
#define LIMMAT_SITE_ICAL_H

/* iCalendar (RFC 5545). */

#include "limmat/text.h"

/* Append one content line (3.1), folded at 75 bytes between code points, ended by CRLF; commas,
 * semicolons, backslashes escaped (3.3.11), lines' ends and control characters as spaces.
 * O(length). */
void site_add_ical(struct lm_text *out, const char *name, const char *value);

#endif
