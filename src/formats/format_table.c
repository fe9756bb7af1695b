/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/book.h"
#include "formats/csv.h"
#include "formats/foreign.h"
#include "formats/json.h"
#include "formats/pgn.h"
#include "formats/swt.h"
#include "formats/trf.h"
#include "formats/tunx.h"

static const char *const csv_extensions[] = {"csv", NULL};
static const char *const json_extensions[] = {"json", NULL};
static const char *const trf_extensions[] = {"trf", "trfx", "txt", NULL};
static const char *const xlsx_extensions[] = {"xlsx", "xlsm", NULL};
static const char *const ods_extensions[] = {"ods", NULL};
static const char *const tunx_extensions[] = {"tunx", "TUNX", "TUNx", NULL};
static const char *const pgn_extensions[] = {"pgn", NULL};
static const char *const swt_extensions[] = {"swt", "SWT", NULL};

const struct lm_format lm_format_table[] = {
    {"trf26", "FIDE Tournament Report File 2026", trf_extensions, lm_trf_looks_like, lm_trf_read,
     lm_trf26_write},
    {"trf16", "FIDE Tournament Report File 2016, with TRF(x)", trf_extensions, lm_trf_looks_like,
     lm_trf_read, lm_trf16_write},
    {"json", "Limmat's own: everything, any number of players", json_extensions, lm_json_looks_like,
     lm_json_tournament_read, lm_json_tournament_write},
    {"csv", "Players and results, one row each, for spreadsheets", csv_extensions,
     lm_csv_looks_like, lm_csv_read, lm_csv_write},
    {"xlsx", "Workbook (Office Open XML): players and results as in csv, standings, pairings",
     xlsx_extensions, lm_xlsx_looks_like, lm_book_read, lm_xlsx_write},
    {"ods", "Workbook (OpenDocument): players and results as in csv", ods_extensions,
     lm_ods_looks_like, lm_book_read, NULL},
    {"swt", "Swiss-Chess 7 and 8: individual tournaments", swt_extensions, lm_swt_looks_like,
     lm_swt_read, NULL},
    {"tunx", "Swiss-Manager: individual tournaments", tunx_extensions, lm_tunx_looks_like,
     lm_tunx_read, NULL},
    {"trf16-plain", "TRF16 for Swiss-Manager and chess-results.com: no record of others",
     trf_extensions, lm_pgn_looks_like, NULL, lm_trf_plain_write},
    {"pgn", "Heads of games, for boards that send their moves and for broadcasts", pgn_extensions,
     lm_pgn_looks_like, NULL, lm_pgn_write},
};
const size_t lm_format_texts = 4,
             lm_format_count = sizeof lm_format_table / sizeof *lm_format_table;
