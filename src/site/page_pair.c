/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The page on which an arbiter continues with a file: web/pair.js does it, with the library as
 * WebAssembly (src/wasm).  With its engine beside it, it works from any web host; a browser that
 * opened it from a disk cannot read files beside it, so that it is also made as one file with
 * everything in it.
 */
#include <string.h>

#include "base/embedded.h"
#include "base/texts.h"
#include "site/pages.h"
#include "site/templates.h"

/* The sentences of web/pair.js, with their patterns. */
static const char *const message[] = {LM_KEY("pair.not-kept"),
                                      LM_KEY("pair.undo-result"),
                                      LM_KEY("pair.game-of"),
                                      LM_KEY("pair.board"),
                                      LM_KEY("pair.other-result"),
                                      LM_KEY("pair.no-result"),
                                      LM_KEY("pair.forfeit"),
                                      LM_KEY("pair.unrated"),
                                      LM_KEY("pair.why-not"),
                                      LM_KEY("pair.to"),
                                      LM_KEY("pair.why"),
                                      LM_KEY("pair.why-of"),
                                      LM_KEY("pair.no-round"),
                                      LM_KEY("pair.earlier"),
                                      LM_KEY("pair.keys"),
                                      LM_KEY("pair.standings-after"),
                                      LM_KEY("pair.standings-during"),
                                      LM_KEY("pair.undo-player"),
                                      LM_KEY("pair.status-of"),
                                      LM_KEY("pair.plays"),
                                      LM_KEY("pair.half"),
                                      LM_KEY("pair.absent"),
                                      LM_KEY("pair.gone"),
                                      LM_KEY("pair.add"),
                                      LM_KEY("pair.next-round"),
                                      LM_KEY("pair.late"),
                                      LM_KEY("pair.late-last"),
                                      LM_KEY("pair.late-sorted"),
                                      LM_KEY("pair.colour-open"),
                                      LM_KEY("pair.rounds"),
                                      LM_KEY("pair.system"),
                                      LM_KEY("pair.first-colour"),
                                      LM_KEY("pair.apply"),
                                      LM_KEY("pair.undo-settings"),
                                      LM_KEY("pair.settings"),
                                      LM_KEY("pair.undo-round"),
                                      LM_KEY("pair.paired"),
                                      LM_KEY("pair.close-sure"),
                                      LM_KEY("pair.over"),
                                      LM_KEY("pair.missing"),
                                      LM_KEY("pair.ready"),
                                      LM_KEY("pair.pair-round"),
                                      LM_KEY("pair.undo"),
                                      LM_KEY("pair.undo-none"),
                                      LM_KEY("pair.views"),
                                      LM_KEY("pair.view-round"),
                                      LM_KEY("pair.view-standings"),
                                      LM_KEY("pair.view-players"),
                                      LM_KEY("pair.view-settings"),
                                      LM_KEY("pair.read-well"),
                                      LM_KEY("pair.findings"),
                                      LM_KEY("pair.take"),
                                      LM_KEY("pair.print"),
                                      LM_KEY("pair.close"),
                                      LM_KEY("pair.players"),
                                      LM_KEY("pair.round-of"),
                                      LM_KEY("pair.rounds-open"),
                                      LM_KEY("pair.went-on"),
                                      LM_KEY("pair.disk"),
                                      LM_KEY("pair.cannot"),
                                      LM_KEY("verify.loading"),
                                      LM_KEY("verify.refused"),
                                      LM_KEY("verify.at-line"),
                                      LM_KEY("round"),
                                      LM_KEY("page.round"),
                                      LM_KEY("page.rounds"),
                                      LM_KEY("page.board"),
                                      LM_KEY("page.white"),
                                      LM_KEY("page.black"),
                                      LM_KEY("page.pts"),
                                      LM_KEY("page.result"),
                                      LM_KEY("page.name"),
                                      LM_KEY("page.number"),
                                      LM_KEY("page.place"),
                                      LM_KEY("page.rating"),
                                      LM_KEY("page.rating-change"),
                                      LM_KEY("page.players"),
                                      LM_KEY("page.tournament"),
                                      LM_KEY("page.not-playing"),
                                      LM_KEY("page.bye"),
                                      LM_KEY("idle.full"),
                                      LM_KEY("idle.half"),
                                      LM_KEY("idle.absent"),
                                      LM_KEY("idle.won"),
                                      LM_KEY("idle.lost")};

/* Return them and the names of all systems, as JSON. */
static const char *words_in(const struct lm_language *language, struct lm_arena *arena)
{
    enum { SAID = sizeof message / sizeof *message };
    size_t count;
    const struct lm_system *const *systems = lm_systems(&count);
    const char **keys = lm_arena_alloc(arena, SAID + count, sizeof *keys);
    if (keys == NULL)
        return "{}";
    memcpy(keys, message, sizeof message);
    for (size_t i = 0; i < count; i++)
        keys[SAID + i] = lm_printed(arena, "%s%s", LM_KEY("system."), systems[i]->name);
    return site_words_of(language, keys, SAID + count, arena);
}

enum lm_status site_write_pair(const struct site_names *names, const char *folder,
                               struct site_url home, struct lm_arena *arena, struct lm_text *out)
{
    struct site_pair_page page = {
        .head = {.title = site_word(names->language, LM_KEY("pair.title")),
                 .home = home,
                 .style = site_local(arena, "%s%s", folder, names->style),
                 .script = site_local(arena, "%s%s", folder, names->script),
                 .unexplained = true},
        .look = site_local(arena, "%s%s", folder, names->pair.look),
        .shared = site_local(arena, "%s%s", folder, names->words),
        .script = site_local(arena, "%s%s", folder, names->pair.page),
        .engine = lm_printed(arena, "%s%s", folder, names->verify.engine),
        .wasm = lm_printed(arena, "%s%s", folder, names->verify.whole),
        .sentences = site_sentences_of(names->language, folder, arena),
        .words = words_in(names->language, arena)};
    if (names->base[0] != '\0')
        page.head.canonical = site_own(names, arena, "%spair.html", names->base);
    site_add_languages(&page.head, names, "", "pair.html", arena);
    page_pair(out, names->language, &page);
    return lm_text_status(out);
}

/* --- as a single file */

static void add_base64(struct lm_text *out, const char *bytes, size_t length)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < length; i += 3) {
        uint32_t group = 0;
        for (size_t k = 0; k < 3; k++)
            group = group << 8 | (i + k < length ? (unsigned char)bytes[i + k] : 0);
        for (size_t k = 0; k < 4; k++)
            lm_text_add_char(out, k <= length - i ? digits[group >> (18 - 6 * k) & 63] : '=');
    }
}

static const struct embedded *asset_of(const char *name, const char *extension)
{
    for (const struct embedded *asset = site_assets; asset->name != NULL; asset++)
        if (strcmp(asset->name, name) == 0 && strcmp(asset->extension, extension) == 0)
            return asset;
    return NULL;
}

/* The other assets, each within its element.  None of them contains its end tag: a test opens the
 * page. */
static const char *assets_inside(const struct lm_language *language, struct lm_arena *arena)
{
    const struct {
        const char *name, *extension, *before, *after;
    } parts[] = {
        {"style", "css", "<style>", "</style>\n"},
        {"pair", "css", "<style>", "</style>\n"},
        {"engine", "js", "<script type=\"text/plain\" id=\"engine-module\">", "</script>\n"},
        {"engine-whole", "wasm", "<script type=\"text/plain\" id=\"engine-wasm\">", "</script>\n"},
        {lm_printed(arena, "words-%s", language->code), "txt",
         "<script type=\"text/plain\" id=\"engine-sentences\">", "</script>\n"},
        {"words", "js", "<script>", "</script>\n"},
        {"pair", "js", "<script>", "</script>\n"}};
    struct lm_text text = lm_text_in(arena);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const struct embedded *asset = asset_of(parts[i].name, parts[i].extension);
        if (asset == NULL)
            continue; /* English is in the engine */
        lm_text_add(&text, parts[i].before);
        if (strcmp(asset->extension, "wasm") == 0)
            add_base64(&text, asset->bytes, asset->length);
        else
            lm_text_add_bytes(&text, asset->bytes, asset->length);
        lm_text_add(&text, parts[i].after);
    }
    return text.failed ? NULL : lm_text_string(&text);
}

enum lm_status site_write_pair_alone(const struct lm_language *language, struct lm_arena *arena,
                                     struct lm_text *out)
{
    struct site_pair_page page = {
        .head = {.title = site_word(language, LM_KEY("pair.title")), .lang = language->code},
        .words = words_in(language, arena),
        .inside = {assets_inside(language, arena)}};
    if (page.inside.markup == NULL)
        return LM_LIMIT;
    page_pair_alone(out, language, &page);
    return lm_text_status(out);
}
