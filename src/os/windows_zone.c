/* SPDX-License-Identifier: Apache-2.0 */

/* Windows names and stores its time zones differently: those of the IANA database are in the
 * program, by scripts/embed_zones.py. */

#include "os/zone.h"

extern const struct os_zone_file os_zone_files[];

const struct os_zone_source os_zones = {.embedded = os_zone_files};
