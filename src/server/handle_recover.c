/* SPDX-License-Identifier: Apache-2.0 */
/* Recovery of a tournament's private address, by mail. */
#include "server/quota.h"
#include "server/recover.h"
#include "server/service.h"
#include "server/submissions.h"
#include "server/templates.h"

static enum lm_status mails_are_on(struct visit *v)
{
    enum lm_status status = service_is_on(v);
    return status != LM_OK ? status
           : outbox_sends(v->server->outbox, BY_MAIL)
               ? LM_OK
               : visit_refuse(v, 404, "This server doesn’t send mail");
}

static enum lm_status is_sender(struct visit *v)
{
    struct submission s;
    enum lm_status status = submissions_of(
        v->server->submissions, submission_owner(v->parts[0], v->arena), v->arena, &s, &v->log);
    return status == LM_OK && s.slug == NULL ? visit_refuse(v, 409, "This isn’t published yet")
                                             : status;
}

static const struct form_field mail_fields[] = {{"mail", FORM_TEXT, 0, 200, NULL, false}, {0}};

static enum lm_status keep_mail(struct visit *v)
{
    const char *mail = value(v, 0)->text;
    enum lm_status status = mails_are_on(v);
    if (status == LM_OK)
        status = is_sender(v);
    if (status == LM_OK && *mail != '\0' && !outbox_is_address(mail))
        return visit_refuse(v, 422, "\"%s\" isn’t a mail address", mail);
    if (status == LM_OK)
        status =
            *mail == '\0' ? recover_forget(v, v->parts[0]) : recover_keep(v, v->parts[0], mail);
    return status == LM_OK ? visit_go(v, "/s/%s", v->parts[0]) : status;
}

static void write_recover(struct visit *v, bool asked)
{
    struct recover_page page = {.head = head_of(v, visit_word(v, LM_KEY("results.lost"))),
                                .action = site_local(v->arena, "/recover"),
                                .submit = site_local(v->arena, "/submit"),
                                .asked = asked};
    page_service_recover(&v->reply->body, v->language, &page);
}

static enum lm_status show_recover(struct visit *v)
{
    enum lm_status status = mails_are_on(v);
    if (status == LM_OK)
        write_recover(v, false);
    return status;
}

static enum lm_status ask_recover(struct visit *v)
{
    const char *mail = value(v, 0)->text;
    enum lm_status status = mails_are_on(v);
    if (status == LM_OK && !quota_take(v->server->quota, v))
        return visit_refuse(v, 429, "Too many requests from your address. Try again in an hour");
    if (status == LM_OK && !outbox_is_address(mail))
        return visit_refuse(v, 422, "\"%s\" isn’t a mail address", mail);
    if (status == LM_OK)
        status = quota_take_mail(v, mail);
    if (status != LM_OK)
        return status;
    outbox_ask(v->server->outbox, mail, v->language);
    write_recover(v, true);
    return status;
}

const struct handler recover_handlers[] = {
    {true, "/s/:secret/mail", RIGHT_LOOK, mail_fields, "keep or forget a mail address for it",
     keep_mail, true},
    {false, "/recover", RIGHT_LOOK, NULL, "ask for a lost address", show_recover, false},
    {true, "/recover", RIGHT_LOOK, mail_fields, "have it sent by mail", ask_recover, true},
    {0}};
