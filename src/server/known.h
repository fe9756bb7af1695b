/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_KNOWN_H
#define LIMMAT_SERVER_KNOWN_H

/*
 * Sessions found valid a short while ago, for code that must not wait for the store. They only
 * decide priority, never rights.
 */

#include <stdbool.h>
#include <stdint.h>

struct known;

struct known *known_new(void); /* NULL: no memory */
void known_free(struct known *known);

/* Note that the session ${key}, a digest, is valid at ${now}; ${known} can be NULL, also below. */
void known_add(struct known *known, const char *key, int64_t now);
/* Forget all, as a session has ended. */
void known_forget(struct known *known);

/* Was it found valid in the ten minutes before ${now}? */
bool known_has(struct known *known, const char *key, int64_t now);

#endif
