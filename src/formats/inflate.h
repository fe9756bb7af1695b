/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORMATS_INFLATE_H
#define LIMMAT_FORMATS_INFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Unpack the deflate stream (RFC 1951) at ${from}[0..${packed}) into ${to}, filling exactly ${size}
 * bytes.  false: it is damaged, or unpacks to another size.  O(packed + size). */
bool lm_inflate(const char *from, size_t packed, char *to, size_t size);

/* Return the checksum of ${bytes} used in zip archives (CRC-32 of ISO 3309). */
uint32_t lm_crc32(const char *bytes, size_t length);

#endif
