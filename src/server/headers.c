/* SPDX-License-Identifier: Apache-2.0 */
#include "server/headers.h"

#include <string.h>

/* Can pages at ${address} run the engine, which is WebAssembly: public pages, players' cards, and
 * the files of their workers? Browsers treat that as evaluation; no page can evaluate scripts. */
static bool runs_engine(const char *address)
{
    static const char *const places[] = {"/pair/", "/p/", "/t/", "/card/", "/static/"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (strncmp(address, places[i], strlen(places[i])) == 0)
            return true;
    return false;
}

/* Is it the page for embedding in other sites ("/t/EVENT/embed.de.html")? It offers no actions. */
static bool is_embedded(const char *address)
{
    const char *file = strrchr(address, '/');
    bool of_event = strncmp(address, "/p/", 3) == 0 || strncmp(address, "/t/", 3) == 0;
    return of_event && strncmp(file, "/embed.", 7) == 0;
}

#define POLICY(scripts)                                                                            \
    "default-src 'none'; script-src 'self'" scripts "; style-src 'self'; img-src 'self' data:; "   \
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
#define EMBEDDED "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors *"

void headers_of_all(const char *address, header_put *put, void *to)
{
    put(to, "Content-Security-Policy",
        is_embedded(address)   ? EMBEDDED
        : runs_engine(address) ? POLICY(" 'wasm-unsafe-eval'")
                               : POLICY(""));
    put(to, "X-Content-Type-Options", "nosniff");
    put(to, "Referrer-Policy", "same-origin");
    put(to, "Cross-Origin-Opener-Policy", "same-origin");
    put(to, "Cross-Origin-Resource-Policy", "same-origin");
    put(to, "Permissions-Policy", "camera=(), microphone=(), geolocation=()");
}

static void put_any(header_put *put, void *to, const char *name, const char *value)
{
    if (value != NULL)
        put(to, name, value);
}

void headers_of(const struct http_reply *reply, const char *address, header_put *put, void *to)
{
    headers_of_all(address, put, to);
    put_any(put, to, "Content-Type", reply->type);
    put_any(put, to, "Location", reply->location);
    put_any(put, to, "Set-Cookie", reply->cookie);
    put_any(put, to, "ETag", reply->tag);
    put(to, "Vary", "Accept-Encoding, Cookie");
    if (reply->packed && reply->length > 0)
        put(to, "Content-Encoding", "gzip");
    put(to, "Cache-Control",
        reply->forever ? "public, max-age=31536000, immutable" : "private, no-cache");
    if (reply->unlisted)
        put(to, "X-Robots-Tag", "noindex");
    if (reply->file != NULL) {
        struct lm_text text = lm_text_in(reply->arena);
        lm_text_print(&text, "attachment; filename=\"%s\"", reply->file);
        put(to, "Content-Disposition", lm_text_string(&text));
    }
}
