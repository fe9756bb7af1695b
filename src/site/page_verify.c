/* SPDX-License-Identifier: Apache-2.0 */
/* The page on which a browser pairs the tournament again: web/verify.js does it, with the library
 * as WebAssembly (src/wasm). */
#include "site/pages.h"
#include "site/templates.h"

/* What the engine reads; NULL: no format holds the tournament. */
static const struct site_file *file_of(const struct site_event *e)
{
    for (size_t i = 0; i < SITE_FILES; i++)
        if (e->files[i].bytes != NULL)
            return &e->files[i];
    return NULL;
}

enum lm_status site_write_verify(const struct site_event *e, uint32_t index, struct lm_arena *arena,
                                 struct lm_text *out)
{
    (void)index;
    const struct site_file *file = file_of(e);
    if (!site_is_verifiable(e) || file == NULL)
        return LM_OK;
    struct site_verify_page page = {
        .head = site_head_of(e, "Verify the pairings", "verify.html", arena),
        .file = site_local(arena, "%s", file->path),
        .file_name = file->path,
        .journal = e->journal.bytes == NULL ? "" : e->journal.path,
        .script = site_local(arena, "../%s", e->names->verify.page),
        .worker = site_print(arena, "../%s", e->names->verify.worker),
        .engine = site_print(arena, "../%s", e->names->verify.engine),
        .wasm = site_print(arena, "../%s", e->names->verify.wasm)};
    page_verify(out, e->names->language, &page);
    return lm_text_status(out);
}
