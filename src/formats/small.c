/* SPDX-License-Identifier: Apache-2.0 */
/* Replaces format_table.c and foreign.c in the module of browsers: see foreign.h. */
#include "formats/book.h"
#include "formats/csv.h"
#include "formats/foreign.h"
#include "formats/json.h"
#include "formats/trf.h"

static const char *const csv_extensions[] = {"csv", NULL};
static const char *const json_extensions[] = {"json", NULL};
static const char *const trf_extensions[] = {"trf", "trfx", "txt", NULL};

const struct lm_format lm_format_table[] = {
    {"trf26", "FIDE Tournament Report File 2026", trf_extensions, lm_trf_looks_like, lm_trf_read,
     lm_trf26_write},
    {"trf16", "FIDE Tournament Report File 2016, with TRF(x)", trf_extensions, lm_trf_looks_like,
     lm_trf_read, lm_trf16_write},
    {"json", "Limmat's own: everything, any number of players", json_extensions, lm_json_looks_like,
     lm_json_tournament_read, lm_json_tournament_write},
    {"csv", "Players and results, one row each, for spreadsheets", csv_extensions,
     lm_csv_looks_like, lm_csv_read, lm_csv_write},
};
const size_t lm_format_texts = 4, lm_format_count = 4;

bool lm_foreign_refused(const char *bytes, size_t length, const char *file, struct lm_log *log)
{
    (void)bytes;
    (void)length;
    (void)file;
    (void)log;
    return false;
}

enum lm_status lm_book_unwrap(struct lm_arena *arena, struct lm_log *log, const char **bytes,
                              size_t *length)
{
    (void)arena;
    (void)log;
    (void)bytes;
    (void)length;
    return LM_OK;
}
