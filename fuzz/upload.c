/* SPDX-License-Identifier: Apache-2.0 */
/* A file that somebody uploads: looked at and then taken over as an event, or refused in words;
 * then every page of it, for the desk and for everybody. */
#include "served.h"

/* What is shown of any event; a limit keeps each input quick. */
enum { LARGE = 4096 };

static struct http_request request_of(const char *path, const char *cookie)
{
    return (struct http_request){.path = path,
                                 .query = "",
                                 .host = "localhost",
                                 .referer = "",
                                 .cookie = cookie,
                                 .origin = "",
                                 .type = "",
                                 .known = "",
                                 .peer = "127.0.0.1",
                                 .body = ""};
}

/* Send ${data} as it is, to be looked at; or ${sure}, as the digits that the look gave back. */
static struct http_reply upload(struct served *s, const uint8_t *data, size_t size, bool sure,
                                const char *cookie, struct lm_arena *arena)
{
    struct lm_text form = lm_text_in(arena);
    lm_text_print(&form,
                  "--B\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n%s\r\n"
                  "--B\r\nContent-Disposition: form-data; name=\"%s\"; filename=\"x\"\r\n\r\n",
                  s->token, sure ? "kept" : "file");
    for (size_t i = 0; sure && i < size; i++)
        lm_text_print(&form, "%02x", data[i]);
    if (!sure)
        lm_text_add_bytes(&form, (const char *)data, size);
    lm_text_add(&form, "\r\n--B--\r\n");
    struct http_request request = request_of("/import", cookie);
    request.post = true;
    request.type = "multipart/form-data; boundary=B";
    request.body = lm_text_string(&form);
    request.length = form.length;
    return served_ask(s, &request, arena);
}

static void look(struct served *s, const char *event, const char *cookie, struct lm_arena *arena)
{
    static const char *const pages[] = {
        "/e/%s",
        "/e/%s/log",
        "/e/%s/journal",
        "/e/%s/main/players",
        "/e/%s/main/check-in",
        "/e/%s/main/player/p1",
        "/e/%s/main/round/1",
        "/e/%s/main/round/2",
        "/e/%s/main/standings",
        "/e/%s/main/files",
        "/e/%s/main/wall",
        "/e/%s/main/paper/boards/1",
        "/e/%s/main/paper/names/1",
        "/e/%s/main/paper/slips/1",
        "/e/%s/main/tournament.trf",
        "/e/%s/main/tournament.json",
        "/p/%s/main/index.html",
        "/p/%s/main/round-1.html",
        "/p/%s/main/standings-1.html",
        "/p/%s/main/crosstable.html",
        "/p/%s/main/player-1.html",
        "/p/%s/main/feed.xml",
    };
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        struct lm_mark mark = lm_arena_mark(arena);
        struct lm_text path = lm_text_in(arena);
        const char *slot = strstr(pages[i], "%s");
        lm_text_add_bytes(&path, pages[i], (size_t)(slot - pages[i]));
        lm_text_print(&path, "%s%s", event, slot + 2);
        struct http_request request = request_of(lm_text_string(&path), cookie);
        (void)served_ask(s, &request, arena);
        request.cookie = "";
        (void)served_ask(s, &request, arena);
        lm_arena_reset(arena, mark);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct served *s = served();
    struct lm_arena *arena;
    char cookie[256];
    if (size > LARGE || lm_arena_new(&arena, NULL, ARENA_LIMIT) != LM_OK)
        return 0;
    snprintf(cookie, sizeof cookie, "limmat=%s", s->cookie);
    struct http_reply reply = upload(s, data, size, false, cookie, arena);
    HOLDS(reply.status == 200 || reply.status >= 400);
    if (reply.status == 200) {
        reply = upload(s, data, size, true, cookie, arena);
        HOLDS(reply.status == 303); /* what could be shown can be taken */
        const char *slug = reply.location + strlen("/e/");
        look(s, slug, cookie, arena);
        served_again(s); /* what was stored can be read again */
    }
    lm_arena_free(arena);
    return 0;
}
