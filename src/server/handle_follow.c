/* SPDX-License-Identifier: Apache-2.0 */
/* Following a player: a browser or a mail address gets a message when the player is paired, and can
 * end that. */
#include <stdio.h>
#include <string.h>

#include "limmat/json.h"
#include "server/follow.h"
#include "server/handlers.h"
#include "server/outbox.h"
#include "server/publication.h"
#include "server/quota.h"
#include "server/secrets.h"
#include "server/templates.h"
#include "server/webpush.h"
#include "site/pages.h"

/* Parse the address ${page} of a player's page ("/p/EVENT/SECTION/player-7.de.html",
 * "/t/EVENT/player-7.html") into ${f}; refuse others. */
static enum lm_status take_page(struct visit *v, const char *page, struct follower *f)
{
    char slug[128], section[128];
    unsigned player = 0;
    struct publication *p;
    if (sscanf(page, "/p/%127[^/]/%127[^/]/player-%9u", slug, section, &player) != 3) {
        if (sscanf(page, "/t/%127[^/]/player-%9u", section, &player) != 2)
            return visit_refuse(v, 422, "This isn’t the page of a player");
        snprintf(slug, sizeof slug, "~%.120s", section);
    }
    f->slug = visit_print(v, "%s", slug);
    f->section = visit_print(v, "%s", section);
    f->player = player;
    f->language = v->language->code;
    enum lm_status status = publication_take(v, f->slug, f->section, &p);
    if (status != LM_OK)
        return status;
    bool there = lm_player_with_tpn(publication_event(p, "")->t, player) != LM_NOBODY;
    publication_give(v->server->publications, p);
    return there ? LM_OK : visit_refuse(v, 404, "Page not found");
}

static enum lm_status may_follow(struct visit *v)
{
    return quota_take(v->server->quota, v)
               ? LM_OK
               : visit_refuse(v, 429, "Too many requests from your address. Try again in an hour");
}

enum { PAGE, ENDPOINT, KEY, AUTH };

static const struct form_field push_fields[] = {
    [PAGE] = {"page", FORM_TEXT, 0, 300, NULL, true},
    [ENDPOINT] = {"endpoint", FORM_TEXT, 0, 1000, NULL, true},
    [KEY] = {"key", FORM_TEXT, 0, 100, NULL, true},
    [AUTH] = {"auth", FORM_TEXT, 0, 40, NULL, true},
    {0}};

static enum lm_status follow_by_push(struct visit *v)
{
    struct follower f = {.endpoint = value(v, ENDPOINT)->text,
                         .key = value(v, KEY)->text,
                         .auth = value(v, AUTH)->text,
                         .mail = "",
                         .sure = true};
    if (*follow_key(v->server) == '\0')
        return visit_refuse(v, 404, "This server doesn’t send messages to browsers");
    if (!follow_is_service(v->server, f.endpoint) || !webpush_is_receiver(f.key, f.auth, v->arena))
        return visit_refuse(v, 422, "This isn’t the address of a known push service");
    enum lm_status status = may_follow(v);
    if (status == LM_OK)
        status = take_page(v, value(v, PAGE)->text, &f);
    if (status == LM_OK)
        status = follow_add(v, &f);
    if (status != LM_OK)
        return status;
    struct lm_json_writer w = lm_json_writer_to(&v->reply->body, true);
    v->reply->type = "application/json";
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "stop", f.token);
    lm_json_end(&w, '}');
    return lm_text_status(&v->reply->body);
}

/* --- by mail */

static enum lm_status write_page(struct visit *v, const char *token, const char *state)
{
    const struct follow_page page = {.head = head_of(v, visit_word(v, LM_KEY("follow.title"))),
                                     .asked = strcmp(state, "asked") == 0,
                                     .waits = strcmp(state, "waits") == 0,
                                     .follows = strcmp(state, "follows") == 0,
                                     .confirm = site_local(v->arena, "/follow/%s/confirm", token),
                                     .stop = site_local(v->arena, "/follow/%s/stop", token)};
    page_follow(&v->reply->body, v->language, &page);
    return LM_OK;
}

enum { MAIL = 1 };

static const struct form_field mail_fields[] = {[PAGE] = {"page", FORM_TEXT, 0, 300, NULL, true},
                                                [MAIL] = {"mail", FORM_TEXT, 0, 200, NULL, true},
                                                {0}};

static enum lm_status follow_by_mail(struct visit *v)
{
    struct follower f = {.endpoint = "", .key = "", .auth = "", .mail = value(v, MAIL)->text};
    if (!outbox_sends(v->server->outbox, BY_MAIL))
        return visit_refuse(v, 404, "This server doesn’t send mail");
    if (!outbox_is_address(f.mail))
        return visit_refuse(v, 422, "\"%s\" isn’t a mail address", f.mail);
    enum lm_status status = may_follow(v);
    if (status == LM_OK)
        status = take_page(v, value(v, PAGE)->text, &f);
    if (status == LM_OK)
        status = quota_take_mail(v, f.mail);
    if (status == LM_OK)
        status = follow_add(v, &f);
    if (status != LM_OK)
        return status;
    follow_ask(v->server->follow, f.token);
    return write_page(v, "", "asked");
}

/* Show the page of a follower's link. It repeats no text from its address; an invalid token is not
 * found. */
static enum lm_status show_follow(struct visit *v)
{
    struct follower f;
    if (!secrets_is_token(v->parts[0]))
        return visit_refuse(v, 404, "Page not found");
    enum lm_status status = follow_find(v, v->parts[0], &f);
    if (status != LM_OK)
        return status;
    return write_page(v, v->parts[0], f.token == NULL ? "stopped" : f.sure ? "follows" : "waits");
}

static enum lm_status confirm(struct visit *v)
{
    struct follower f;
    enum lm_status status = follow_find(v, v->parts[0], &f);
    if (status == LM_OK && f.token != NULL && !f.sure)
        status = follow_confirm(v, &f);
    return status == LM_OK ? visit_go(v, "/follow/%s", v->parts[0]) : status;
}

static enum lm_status stop(struct visit *v)
{
    enum lm_status status = follow_end(v, v->parts[0]);
    return status == LM_OK ? visit_go(v, "/follow/%s", v->parts[0]) : status;
}

const struct handler follow_handlers[] = {
    {true, "/follow", RIGHT_LOOK, mail_fields, "be told by mail when a player is paired",
     follow_by_mail, true},
    {true, "/follow/push", RIGHT_LOOK, push_fields, "be told in a browser, by Web Push",
     follow_by_push, true},
    {false, "/follow/:token", RIGHT_LOOK, NULL, "what a follower can do", show_follow, false},
    {true, "/follow/:token/confirm", RIGHT_LOOK, NULL, "begin to be told by mail", confirm, true},
    {true, "/follow/:token/stop", RIGHT_LOOK, NULL, "be told no longer", stop, true},
    {0}};
