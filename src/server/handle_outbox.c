/* SPDX-License-Identifier: Apache-2.0 */
/* Reminders: the director's page of planned and sent ones; a player's settings. */
#include <string.h>

#include "server/championship_desk.h"
#include "server/notices.h"
#include "server/outbox.h"
#include "server/pages.h"
#include "server/quota.h"
#include "server/secrets.h"
#include "server/templates.h"

static const char *way_word(struct visit *v, const struct reminder *r)
{
    static const char *const ways[] = {
        [BY_MAIL] = "mail", [BY_HOOK] = "hook", [IN_CHANNEL] = "channel"};
    return visit_say_of(v, LM_KEY("desk.d-way"), lm_value_text("way", ways[r->way]));
}

/* Describe the state of ${r}, or its future. */
static const char *state_word(struct visit *v, const struct reminder *r)
{
    static const char failed[] = "failed: ";
    const char *state = *r->state != '\0'     ? r->state
                        : *r->address == '\0' ? "nowhere"
                        : r->ripe             ? "now"
                                              : "day";
    if (strncmp(state, failed, sizeof failed - 1) == 0)
        return visit_say_of(v, LM_KEY("desk.d-failed"),
                            lm_value_text("why", state + sizeof failed - 1));
    return visit_say_of(v, LM_KEY("desk.d-sent"), lm_value_text("state", state));
}

static enum lm_status add_tongues(struct visit *v, struct champ_outbox_page *page)
{
    size_t count;
    const struct lm_language *all = lm_languages(&count);
    struct champ_choice *rows = lm_arena_alloc(v->arena, count, sizeof *rows);
    if (rows == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < count; i++)
        rows[page->tongue_count++] = (struct champ_choice){
            .value = all[i].code, .label = all[i].name, .chosen = &all[i] == champ_language(v, "")};
    page->tongues = rows;
    return LM_OK;
}

static enum lm_status show_outbox(struct visit *v)
{
    struct reminder *all;
    size_t count;
    enum lm_status status = outbox_list(v, &all, &count);
    struct champ_reminder *rows =
        status == LM_OK ? lm_arena_alloc(v->arena, count, sizeof *rows) : NULL;
    if (rows == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    struct champ_outbox_page page = {
        .head = champ_head(v, CHAMP_TABS, visit_word(v, LM_KEY("desk.d-reminders"))),
        .token = v->who.token,
        .action = champ_url(v, "/outbox"),
        .sends = outbox_sends(v->server->outbox, REMINDER_WAYS),
        .hooks = v->server->webhooks,
        .channel = champ_url(v, "/channel"),
        .channel_address = champ_record(v, "channel"),
        .tongue = champ_url(v, "/tongue"),
        .reminders = rows};
    if (add_tongues(v, &page) != LM_OK)
        return LM_LIMIT;
    for (size_t i = 0; i < count; i++) {
        const struct reminder *r = &all[i];
        bool open = *r->state == '\0';
        rows[page.reminder_count++] =
            (struct champ_reminder){.key = r->key,
                                    .player = r->player,
                                    .subject = r->subject,
                                    .text = r->way == BY_MAIL ? r->text : outbox_post(v, r),
                                    .language = r->language,
                                    .way = way_word(v, r),
                                    .token = v->who.token,
                                    .state = state_word(v, r),
                                    .doubtful = !open && strcmp(r->state, "sent") != 0};
    }
    page_desk_champ_outbox(&v->reply->body, v->language, &page);
    return LM_OK;
}

static const struct form_field again_fields[] = {{"key", FORM_TEXT, 0, 400, NULL, true}, {0}};

/* Send again a reminder that failed, or whose outcome is unknown, on the director's order. */
static enum lm_status send_again(struct visit *v)
{
    struct reminder *all;
    size_t count;
    enum lm_status status = outbox_list(v, &all, &count);
    for (size_t i = 0; status == LM_OK && i < count; i++) {
        if (strcmp(all[i].key, value(v, 0)->text) != 0 || *all[i].state == '\0' ||
            strcmp(all[i].state, "sent") == 0)
            continue;
        status = store_remove(v->server->store, STORE_OUTBOX, all[i].key, &v->log);
        return status == LM_OK ? visit_go(v, "/c/%s/outbox", v->championship->slug) : status;
    }
    return status == LM_OK ? visit_refuse(v, 422, "This reminder no longer waits to be sent")
                           : status;
}

/* Begin reminders for ${name}, in the language in which they set the address, and with the next
 * event. */
static enum lm_status begin_reading(struct visit *v, const char *name)
{
    const char *mail = champ_record(v, visit_print(v, "mail %s", name));
    const char *hook = champ_record(v, visit_print(v, "hook %s", name));
    enum lm_status status =
        champ_put_record(v, visit_print(v, "language %s", name), v->language->code);
    bool reads = (mail != NULL && *mail != '\0') || (hook != NULL && *hook != '\0');
    return status == LM_OK && !reads ? outbox_begin_news(v, name) : status;
}

static const struct form_field mail_fields[] = {{"mail", FORM_TEXT, 0, 200, NULL, false}, {0}};

static enum lm_status use_mail(struct visit *v, const char *name, const char *mail)
{
    enum lm_status status = begin_reading(v, name);
    if (status == LM_OK)
        status = champ_put_record(v, visit_print(v, "mail %s", name), mail);
    return status == LM_OK ? champ_put_record(v, visit_print(v, "unsure %s", name), "") : status;
}

/* Ask for a confirmation by mail before any reminder goes to an address: "TOKEN ADDRESS" waits. */
static enum lm_status ask_mail(struct visit *v, const char *name, const char *mail)
{
    char token[SECRETS_TOKEN];
    const char *title = v->championship->c->definition->title;
    secrets_token(token);
    const struct lm_value values[] = {
        lm_value_text("player", name), lm_value_text("event", title),
        lm_value_text("link", visit_print(v, "%s/c/%s/mail/%s/%s", v->server->url,
                                          v->championship->slug, name, token))};
    enum lm_status status = quota_take_mail(v, mail);
    if (status == LM_OK)
        status = champ_put_record(v, visit_print(v, "unsure %s", name),
                                  visit_print(v, "%s %s", token, mail));
    return status == LM_OK
               ? outbox_later(v, mail, visit_say(v, LM_KEY("desk.c-mail-subject"), values, 3),
                              visit_say(v, LM_KEY("desk.c-mail-text"), values, 3))
               : status;
}

static enum lm_status set_mail(struct visit *v)
{
    const char *mail = value(v, 0)->text, *name = wish_author(v);
    const char *before = champ_record(v, visit_print(v, "mail %s", name));
    if (*mail != '\0' && !outbox_is_address(mail))
        return visit_refuse(v, 422, "\"%s\" isn’t a mail address. Example: anna@example.org", mail);
    bool known = *mail == '\0' || (before != NULL && strcmp(before, mail) == 0);
    enum lm_status status = known || !outbox_sends(v->server->outbox, BY_MAIL)
                                ? use_mail(v, name, mail)
                                : ask_mail(v, name, mail);
    return status == LM_OK ? visit_go(v, "/c/%s", v->championship->slug) : status;
}

/* Return the address that waits for the link of ${v}; NULL: it was used, or a later one sent. */
static const char *waiting_mail(struct visit *v)
{
    const char *waits = champ_record(v, visit_print(v, "unsure %s", v->parts[1]));
    const char *space = waits == NULL ? NULL : strchr(waits, ' ');
    if (space == NULL)
        return NULL;
    const char *token = visit_print(v, "%.*s", (int)(space - waits), waits);
    return secrets_equal(token, v->parts[2]) ? space + 1 : NULL;
}

static enum lm_status show_mail(struct visit *v)
{
    const char *mail = waiting_mail(v);
    if (mail == NULL)
        return visit_refuse(v, 404, "This link has been used or has expired. Ask for a new one");
    const struct lm_value values[] = {lm_value_text("player", v->parts[1]),
                                      lm_value_text("mail", mail)};
    const struct champ_mail_page page = {
        .head = champ_head(v, CHAMP_TABS, visit_word(v, LM_KEY("desk.c-mail-confirm"))),
        .token = v->who.token,
        .what = visit_say(v, LM_KEY("desk.c-mail-goes"), values, 2),
        .action = champ_url(v, "/mail/%s/%s", v->parts[1], v->parts[2])};
    page_desk_champ_mail(&v->reply->body, v->language, &page);
    return LM_OK;
}

static enum lm_status confirm_mail(struct visit *v)
{
    const char *mail = waiting_mail(v);
    if (mail == NULL)
        return visit_refuse(v, 404, "This link has been used or has expired. Ask for a new one");
    enum lm_status status = use_mail(v, v->parts[1], mail);
    return status == LM_OK ? visit_go(v, "/c/%s", v->championship->slug) : status;
}

static const struct form_field seen_fields[] = {{"line", FORM_NUMBER, 0, INT32_MAX, NULL, true},
                                                {"at", FORM_NUMBER, 0, INT64_MAX, NULL, false},
                                                {0}};

/* Mark all earlier notices as read. */
static enum lm_status mark_seen(struct visit *v)
{
    const struct notices_mark mark = {(uint64_t)value(v, 0)->number, value(v, 1)->number};
    enum lm_status status = notices_put_mark(v, visit_print(v, "seen %s", wish_author(v)), mark);
    return status == LM_OK ? visit_go(v, "/c/%s", v->championship->slug) : status;
}

static const struct form_field hook_fields[] = {{"hook", FORM_TEXT, 0, 300, NULL, false}, {0}};

static enum lm_status set_hook(struct visit *v, const char *key, const char *back)
{
    const char *hook = value(v, 0)->text;
    if (*hook != '\0' && v->server->webhooks == NULL)
        return visit_refuse(v, 422, "This server doesn’t post reminders");
    if (*hook != '\0' && !outbox_is_hook(v->server, hook))
        return visit_refuse(v, 422, "Reminders go only to addresses that begin with %s",
                            v->server->webhooks);
    enum lm_status status = champ_put_record(v, key, hook);
    return status == LM_OK ? visit_go(v, "/c/%s%s", v->championship->slug, back) : status;
}

static enum lm_status set_own_hook(struct visit *v)
{
    enum lm_status status = begin_reading(v, wish_author(v));
    return status == LM_OK ? set_hook(v, visit_print(v, "hook %s", wish_author(v)), "") : status;
}

static enum lm_status set_channel(struct visit *v)
{
    return set_hook(v, "channel", "/outbox");
}

static const struct form_field tongue_fields[] = {{"language", FORM_TEXT, 0, 8, NULL, true}, {0}};

static enum lm_status set_tongue(struct visit *v)
{
    const struct lm_language *language = lm_language_named(value(v, 0)->text);
    if (language == NULL)
        return visit_refuse(v, 422, "This language isn’t available");
    enum lm_status status = champ_put_record(v, "language", language->code);
    return status == LM_OK ? visit_go(v, "/c/%s/outbox", v->championship->slug) : status;
}

const struct handler outbox_handlers[] = {
    {false, "/c/:championship/outbox", RIGHT_DIRECT, NULL, "reminders, before they go and after",
     show_outbox, false},
    {true, "/c/:championship/outbox", RIGHT_DIRECT, again_fields, "send one again", send_again,
     false},
    {true, "/c/:championship/mail", RIGHT_PLAY, mail_fields, "where one's reminders go", set_mail,
     false},
    {false, "/c/:championship/mail/:player/:token", RIGHT_LOOK, NULL, "whose mail address this is",
     show_mail, true},
    {true, "/c/:championship/mail/:player/:token", RIGHT_LOOK, NULL, "confirm a mail address",
     confirm_mail, true},
    {true, "/c/:championship/seen", RIGHT_PLAY, seen_fields, "mark what happened as read",
     mark_seen, false},
    {true, "/c/:championship/hook", RIGHT_PLAY, hook_fields, "where one's reminders are posted",
     set_own_hook, false},
    {true, "/c/:championship/channel", RIGHT_DIRECT, hook_fields,
     "where everybody's reminders are posted", set_channel, false},
    {true, "/c/:championship/tongue", RIGHT_DIRECT, tongue_fields,
     "the language of the channel, and of who chose none", set_tongue, false},
    {0}};
