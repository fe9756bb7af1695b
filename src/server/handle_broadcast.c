/* SPDX-License-Identifier: Apache-2.0 */
/* The broadcast of a section on Lichess: begin it with the organiser's token, and end it. */
#include <string.h>

#include "client/lichess.h"
#include "server/broadcast.h"
#include "server/handlers.h"
#include "server/pages.h"
#include "server/templates.h"
#include "site/pages.h"
#include "site/said.h"

enum lm_status broadcast_show(struct visit *v)
{
    struct lm_desk_section *s;
    struct broadcast b = {.tour = "", .trouble = ""};
    enum lm_status status = section_take(v, &s);
    if (status != LM_OK)
        return status;
    struct broadcast_page page = {
        .head = section_head(v, s, TAB_FILES, visit_word(v, LM_KEY("desk.broadcast"))),
        .token = v->who.token,
        .action = section_url(v, s, "broadcast"),
        .stop = section_url(v, s, "broadcast/stop"),
        .back = section_url(v, s, "files")};
    page.on = broadcast_find(v, v->event->slug, s->id, &b);
    if (lichess_is_broadcast(b.tour)) {
        page.address = visit_print(v, "%s/broadcast/-/%s", v->server->lichess, b.tour);
        page.place = (struct site_url){page.address};
    }
    page.trouble = site_message(v->language, v->arena, b.trouble, NULL);
    page.sent = b.sent == 0 ? "" : visit_clock(v, b.sent, true);
    page_desk_broadcast(&v->reply->body, v->language, &page);
    return LM_OK;
}

enum { TOKEN, TOUR };

const struct form_field broadcast_fields[] = {[TOKEN] = {"secret", FORM_TEXT, 0, 200, NULL, true},
                                              [TOUR] = {"tour", FORM_TEXT, 0, 200, NULL, false},
                                              {0}};

/* Does ${text} have only characters of tokens?  No others can go into a request. */
static bool is_token(const char *text)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
    return text[0] != '\0' && text[strspn(text, letters)] == '\0';
}

/* Return the id, typed alone or at the end of an address; "": nothing typed; NULL: neither. */
static const char *id_in(const char *typed)
{
    const char *slash = strrchr(typed, '/');
    const char *id = slash == NULL ? typed : slash + 1;
    return *typed == '\0' ? "" : lichess_is_broadcast(id) ? id : NULL;
}

enum lm_status broadcast_start(struct visit *v)
{
    struct lm_desk_section *s;
    enum lm_status status = section_take(v, &s);
    const char *tour = id_in(value(v, TOUR)->text);
    if (status != LM_OK)
        return status;
    if (!is_token(value(v, TOKEN)->text))
        return visit_refuse(v, 422, "This isn’t a token of Lichess. It begins with lip_");
    if (tour == NULL)
        return visit_refuse(
            v, 422, "Enter the address of the broadcast: it ends with eight letters and digits");
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    struct broadcast b = {.slug = v->event->slug,
                          .section = s->id,
                          .tour = tour,
                          .name = e->section_count == 1
                                      ? e->name
                                      : visit_print(v, "%s, %s", e->name, lm_desk_section_title(s)),
                          .trouble = ""};
    status = broadcast_begin(v, &b, value(v, TOKEN)->text);
    return status == LM_OK ? visit_go(v, "/e/%s/%s/broadcast", v->event->slug, s->id) : status;
}

enum lm_status broadcast_stop(struct visit *v)
{
    struct lm_desk_section *s;
    enum lm_status status = section_take(v, &s);
    if (status == LM_OK)
        status = broadcast_end(v, v->event->slug, s->id);
    return status == LM_OK ? visit_go(v, "/e/%s/%s/broadcast", v->event->slug, s->id) : status;
}
