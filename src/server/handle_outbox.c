/* SPDX-License-Identifier: Apache-2.0 */
/* Reminders as a director sees them before they go, and after; where a player has his sent. */
#include <string.h>

#include "server/championship_desk.h"
#include "server/notices.h"
#include "server/outbox.h"
#include "server/pages.h"
#include "server/templates.h"

static const char *way_word(struct visit *v, const struct reminder *r)
{
    static const char *const ways[] = {
        [BY_MAIL] = "mail", [BY_HOOK] = "hook", [IN_CHANNEL] = "channel"};
    return visit_say_of(v, LM_KEY("desk.d-way"), lm_value_text("way", ways[r->way]));
}

/* What is known of ${r}, or what becomes of it. */
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

/* Of what may have gone out, or failed: the director says that it shall go. */
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

/* Who says where reminders go reads them in the language in which they say it, and begins with what
 * happens next. */
static enum lm_status begin_reading(struct visit *v)
{
    const char *name = wish_author(v);
    const char *mail = champ_record(v, visit_print(v, "mail %s", name));
    const char *hook = champ_record(v, visit_print(v, "hook %s", name));
    enum lm_status status =
        champ_put_record(v, visit_print(v, "language %s", name), v->language->code);
    bool reads = (mail != NULL && *mail != '\0') || (hook != NULL && *hook != '\0');
    return status == LM_OK && !reads ? outbox_begin_news(v, name) : status;
}

static const struct form_field mail_fields[] = {{"mail", FORM_TEXT, 0, 200, NULL, false}, {0}};

static enum lm_status set_mail(struct visit *v)
{
    const char *mail = value(v, 0)->text;
    if (*mail != '\0' && !outbox_is_address(mail))
        return visit_refuse(v, 422, "\"%s\" isn’t a mail address. Example: anna@example.org", mail);
    enum lm_status status = begin_reading(v);
    if (status == LM_OK)
        status = champ_put_record(v, visit_print(v, "mail %s", wish_author(v)), mail);
    return status == LM_OK ? visit_go(v, "/c/%s", v->championship->slug) : status;
}

static const struct form_field seen_fields[] = {{"line", FORM_NUMBER, 0, INT32_MAX, NULL, true},
                                                {"at", FORM_NUMBER, 0, INT64_MAX, NULL, false},
                                                {0}};

/* What happened until then is known. */
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
    enum lm_status status = begin_reading(v);
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
    {true, "/c/:championship/seen", RIGHT_PLAY, seen_fields, "mark what happened as read",
     mark_seen, false},
    {true, "/c/:championship/hook", RIGHT_PLAY, hook_fields, "where one's reminders are posted",
     set_own_hook, false},
    {true, "/c/:championship/channel", RIGHT_DIRECT, hook_fields,
     "where everybody's reminders are posted", set_channel, false},
    {true, "/c/:championship/tongue", RIGHT_DIRECT, tongue_fields,
     "the language of the channel, and of who chose none", set_tongue, false},
    {0}};
