/* SPDX-License-Identifier: Apache-2.0 */
#include "os/zone.h"

const struct os_zone_source os_zones = {.folder = "/usr/share/zoneinfo"};
