/* SPDX-License-Identifier: Apache-2.0 */
/* The page on which a browser pairs the tournament again: web/verify.js does it, with the library
 * as WebAssembly (src/wasm). */
#include "base/texts.h"
#include "site/pages.h"
#include "site/templates.h"

/* Return the file that the engine reads; NULL: no format holds the tournament. */
static const struct site_file *file_of(const struct site_event *e)
{
    for (size_t i = 0; i < SITE_FILES; i++)
        if (e->files[i].bytes != NULL)
            return &e->files[i];
    return NULL;
}

/* The sentences of web/verify.js, with their patterns: it fills them in like limmat/words.h. */
static const char *const message[] = {LM_KEY("verify.loading"),
                                      LM_KEY("verify.disk"),
                                      LM_KEY("verify.cannot"),
                                      LM_KEY("verify.engine"),
                                      LM_KEY("verify.reading"),
                                      LM_KEY("verify.working"),
                                      LM_KEY("verify.board"),
                                      LM_KEY("verify.bye"),
                                      LM_KEY("verify.why-pair"),
                                      LM_KEY("pair.to"),
                                      LM_KEY("verify.why-bye"),
                                      LM_KEY("verify.by-rules"),
                                      LM_KEY("verify.published"),
                                      LM_KEY("verify.impossible"),
                                      LM_KEY("verify.order"),
                                      LM_KEY("verify.other-pairs"),
                                      LM_KEY("verify.colour-rule"),
                                      LM_KEY("verify.first-rule"),
                                      LM_KEY("verify.pairs"),
                                      LM_KEY("verify.nobody"),
                                      LM_KEY("verify.same"),
                                      LM_KEY("verify.differ"),
                                      LM_KEY("verify.wrong-points"),
                                      LM_KEY("verify.declared-wrongly"),
                                      LM_KEY("verify.ranks"),
                                      LM_KEY("verify.wrong-ranks"),
                                      LM_KEY("verify.lines"),
                                      LM_KEY("verify.unbroken"),
                                      LM_KEY("verify.fingerprint"),
                                      LM_KEY("verify.faults"),
                                      LM_KEY("verify.refused"),
                                      LM_KEY("verify.at-line"),
                                      LM_KEY("verify.unpaired"),
                                      LM_KEY("verify.otherwise"),
                                      LM_KEY("verify.right"),
                                      LM_KEY("verify.right-but"),
                                      LM_KEY("verify.details"),
                                      LM_KEY("verify.journal-right"),
                                      LM_KEY("verify.journal-wrong"),
                                      LM_KEY("verify.journal-published"),
                                      LM_KEY("verify.journal-unchecked"),
                                      LM_KEY("round"),
                                      LM_KEY("page.points"),
                                      LM_KEY("page.journal"),
                                      LM_KEY("page.tournament")};

enum lm_status site_write_verify(const struct site_event *e, uint32_t index, struct lm_arena *arena,
                                 struct lm_text *out)
{
    (void)index;
    const struct site_file *file = file_of(e);
    if (!site_is_verifiable(e) || file == NULL)
        return LM_OK;
    struct site_verify_page page = {
        .head =
            site_head_of(e, site_event_word(e, LM_KEY("page.verify-title")), "verify.html", arena),
        .file = site_local(arena, "%s", file->path),
        .file_name = file->path,
        .journal = e->journal.bytes == NULL ? "" : e->journal.path,
        .script = site_local(arena, "../%s", e->names->verify.page),
        .worker = lm_printed(arena, "../%s", e->names->verify.worker),
        .engine = lm_printed(arena, "../%s", e->names->verify.engine),
        .wasm = site_module_for(e, "../", arena),
        .whole = lm_printed(arena, "../%s", e->names->verify.whole),
        .sentences = site_sentences_of(e->names->language, "../", arena),
        .shared = site_local(arena, "../%s", e->names->words),
        .words =
            site_words_of(e->names->language, message, sizeof message / sizeof *message, arena)};
    page_verify(out, e->names->language, &page);
    return lm_text_status(out);
}
