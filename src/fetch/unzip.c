/* SPDX-License-Identifier: Apache-2.0 */

/* FIDE publishes its lists zipped; libzip unpacks the one file in there, piece by piece. */

#include <stdint.h>
#include <zip.h>

#include "fetch/fetch.h"

/* A list is 0.7 GB today; refuse what unpacks to more than this. */
static const uint64_t unpacked_most = UINT64_C(8) << 30;

enum { PIECE = 1 << 16 };

static enum lm_status pass_entry(zip_file_t *entry, const char *path)
{
    char piece[PIECE];
    uint64_t total = 0;
    zip_int64_t got;
    while ((got = zip_fread(entry, piece, sizeof piece)) != 0) {
        if (got < 0)
            return refuse(LM_IO, "%s is damaged", path);
        total += (uint64_t)got;
        if (total > unpacked_most)
            return refuse(LM_LIMIT, "%s unpacks to more than 8 GB", path);
        if (!deliver(piece, (size_t)got))
            return refuse(LM_IO, "what is in %s cannot be passed on", path);
    }
    return LM_OK;
}

enum lm_status fetch_unzip(const char *path)
{
    int error;
    zip_t *archive = zip_open(path, ZIP_RDONLY, &error);
    if (archive == NULL)
        return refuse(LM_IO, "%s is no zip archive that can be read", path);
    enum lm_status status;
    zip_file_t *entry = NULL;
    if (zip_get_num_entries(archive, 0) != 1)
        status = refuse(LM_INVALID, "%s holds more than one file; unpack the list", path);
    else if ((entry = zip_fopen_index(archive, 0, 0)) == NULL)
        status = refuse(LM_IO, "%s cannot be unpacked", path);
    else
        status = pass_entry(entry, path);
    if (entry != NULL)
        zip_fclose(entry);
    zip_discard(archive);
    return status;
}
