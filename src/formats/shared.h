/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORMATS_SHARED_H
#define LIMMAT_FORMATS_SHARED_H

/* Lists of millions, read and written by a crew: see registry_files.h, with the crew's arenas for
 * scratch. */

#include "base/crew.h"
#include "limmat/registry_files.h"

/* The output is owned by the arenas of all workers, the people by the first one. */
LM_MUST_CHECK enum lm_status lm_registry_read_by(const struct lm_crew *crew, const char *bytes,
                                                 size_t length, struct lm_log *log,
                                                 struct lm_registry *out);

/* An earlier registry file that this one is derived from; bytes NULL: none. */
struct lm_earlier {
    const char *bytes;
    size_t length;
};

/* The sink is called by one worker at a time; it must use none of the arenas.  If no person was
 * added, removed or renamed since ${earlier}, its indices are copied: the output is the same, in a
 * third of the time. */
LM_MUST_CHECK enum lm_status lm_registry_write_by(const struct lm_crew *crew,
                                                  const struct lm_registry *registry,
                                                  struct lm_earlier earlier, struct lm_sink sink,
                                                  struct lm_log *log);
LM_MUST_CHECK enum lm_status lm_fide_list_write_by(const struct lm_crew *crew,
                                                   const struct lm_registry *registry,
                                                   const struct lm_rating_rules *rules,
                                                   enum lm_fide_list format, enum lm_chess chess,
                                                   struct lm_sink sink);

#endif
