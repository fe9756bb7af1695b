/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_WORDS_CATALOGUE_H
#define LIMMAT_WORDS_CATALOGUE_H

#include <stddef.h>

/* The words of ${key} in the ${length} bytes of a catalogue that msgfmt compiled (little-endian);
 * NULL when it has none, or when it is no catalogue.  O(log keys). */
const char *lm_catalogue_find(const char *bytes, size_t length, const char *key);

#endif
