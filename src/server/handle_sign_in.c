/* SPDX-License-Identifier: Apache-2.0 */
/* Signing in again to a championship: by a link, by Lichess, by a link sent by mail; and the list
 * of the account's sessions. */
#include <string.h>

#include "server/championship_desk.h"
#include "server/outbox.h"
#include "server/pages.h"
#include "server/quota.h"
#include "server/templates.h"

/* --- the page */

static enum lm_status add_again(struct visit *v, const char *slug, struct champ_again *row)
{
    enum lm_status status = championship_take(v, slug);
    if (status != LM_OK)
        return status;
    *row = (struct champ_again){.title = championship_title(v), .home = champ_url(v, "%s", "")};
    if (*champ_lichess(v) != '\0')
        row->lichess = champ_url(v, "/lichess/begin");
    if (outbox_sends(v->server->outbox, BY_MAIL))
        row->mail = champ_url(v, "/sign-in");
    championship_give(v);
    return LM_OK;
}

static enum lm_status show_sign_in(struct visit *v)
{
    const char *const *slugs;
    size_t count = 0;
    enum lm_status status = championships_list(v->server->championships, v->arena, &slugs, &count);
    struct champ_again *rows =
        status == LM_OK ? lm_arena_alloc(v->arena, count, sizeof *rows) : NULL;
    if (rows == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    struct champ_sign_in_page page = {.head = head_of(v, visit_word(v, LM_KEY("desk.g-in"))),
                                      .action = site_local(v->arena, "/sign-in"),
                                      .agains = rows};
    for (size_t i = 0; i < count && status == LM_OK; i++)
        status = add_again(v, slugs[i], &rows[page.again_count++]);
    if (status == LM_OK)
        page_desk_champ_sign_in(&v->reply->body, v->language, &page);
    return status;
}

static const struct form_field link_fields[] = {{"link", FORM_TEXT, 0, 300, NULL, true}, {0}};

/* Redirect users who paste the address of a key. */
static enum lm_status open_link(struct visit *v)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    const char *link = value(v, 0)->text, *key = strstr(link, "/key/");
    key = key == NULL ? link : key + 5;
    if (*key == '\0' || strspn(key, letters) != strlen(key))
        return visit_refuse(v, 422, "Paste the whole link, as it was sent to you");
    return visit_go(v, "/key/%s", key);
}

/* --- a link by mail */

static const struct form_field player_fields[] = {{"player", FORM_TEXT, 1, 64, NULL, true}, {0}};

/* Ask for a link. The answer is the same whether or not a player of that name gave an address; the
 * outbox looks later. */
static enum lm_status ask_link(struct visit *v)
{
    const char *player = value(v, 0)->text;
    if (!outbox_sends(v->server->outbox, BY_MAIL))
        return visit_refuse(v, 404, "This server doesn’t send mail");
    if (!quota_take(v->server->quota, v))
        return visit_refuse(v, 429, "Too many attempts. Try again in an hour");
    enum lm_status status = outbox_ask_link(v, player);
    struct champ_sign_in_page page = {
        .head = champ_head(v, CHAMP_TABS, visit_word(v, LM_KEY("desk.g-in"))),
        .action = site_local(v->arena, "/sign-in"),
        .sent = player};
    if (status == LM_OK)
        page_desk_champ_sign_in(&v->reply->body, v->language, &page);
    return status;
}

/* --- sessions of the account */

static enum lm_status show_devices(struct visit *v)
{
    struct session_row *all;
    size_t count;
    struct viewer who;
    enum lm_status status = viewer_of(v, &who);
    if (status == LM_OK)
        status = session_own(v, &all, &count);
    struct champ_device *rows =
        status == LM_OK ? lm_arena_alloc(v->arena, count, sizeof *rows) : NULL;
    if (rows == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    struct champ_devices_page page = {
        .head = champ_head(v, CHAMP_TABS, visit_word(v, LM_KEY("desk.g-devices"))),
        .action = champ_url(v, "/sign-ins"),
        .devices = rows};
    for (size_t i = 0; i < count; i++)
        rows[page.device_count++] =
            (struct champ_device){.key = all[i].key,
                                  .since = zone_moment(v, who.zone, all[i].since),
                                  .token = v->who.token,
                                  .mine = all[i].mine};
    page_desk_champ_devices(&v->reply->body, v->language, &page);
    return LM_OK;
}

static const struct form_field key_fields[] = {{"key", FORM_TEXT, 1, 100, NULL, true}, {0}};

static enum lm_status end_device(struct visit *v)
{
    enum lm_status status = session_revoke(v, value(v, 0)->text);
    return status == LM_OK ? visit_go(v, "/c/%s/sign-ins", v->championship->slug) : status;
}

const struct handler sign_in_handlers[] = {
    {false, "/sign-in", RIGHT_LOOK, NULL, "how to sign in to a championship again", show_sign_in,
     false},
    {true, "/sign-in", RIGHT_LOOK, link_fields, "go to the link that was sent", open_link, true},
    {true, "/c/:championship/sign-in", RIGHT_LOOK, player_fields,
     "have a link sent to the address that a player gave", ask_link, true},
    {false, "/c/:championship/sign-ins", RIGHT_PLAY, NULL, "where one is signed in", show_devices,
     false},
    {true, "/c/:championship/sign-ins", RIGHT_PLAY, key_fields, "end one of these sign-ins",
     end_device, false},
    {true, "/c/:championship/leave", RIGHT_PLAY, NULL, "end the session", session_leave, false},
    {0}};
