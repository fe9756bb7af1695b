/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Submission of a tournament: by a form, by `curl -T`, by `limmat submit`.
 *
 * A file that is sent becomes a draft under a secret that only its sender gets. The secret is the
 * right to everything that follows, so these rows are open: no session, no token. Senders can
 * choose the secret in the header Idempotency-Key, 32 random bytes in the form of ours. If they get
 * no answer and send again, the draft is the same.
 */
#include <stdio.h>
#include <string.h>

#include "limmat/date.h"
#include "limmat/formats.h"
#include "limmat/ranking.h"
#include "server/handlers.h"
#include "server/outbox.h"
#include "server/quota.h"
#include "server/recover.h"
#include "server/secrets.h"
#include "server/service.h"
#include "server/submissions.h"
#include "server/templates.h"
#include "site/pages.h"

enum { DAY = 86400 };

/* --- checks of every row */

enum lm_status service_is_on(struct visit *v)
{
    return v->server->submissions != NULL
               ? LM_OK
               : visit_refuse(v, 404, "This server doesn’t publish tournaments of others");
}

const char *service_day(struct visit *v, int64_t at)
{
    struct lm_text text = lm_text_in(v->arena);
    lm_text_add_date(&text, lm_date_of((int32_t)(at / DAY)), '-');
    return site_dates(v->language, lm_text_string(&text), "", v->arena);
}

const char *service_time(struct visit *v, int64_t at)
{
    int64_t minutes = at % DAY / 60;
    const struct lm_value values[] = {
        lm_value_text("day", service_day(v, at)),
        lm_value_text("time",
                      visit_print(v, "%02d:%02d", (int)(minutes / 60), (int)(minutes % 60)))};
    return visit_say(v, LM_KEY("moderation.at"), values, 2);
}

/* Return the digest of the secret in ${v}'s address, under which it is stored. */
static const char *owner_of(struct visit *v)
{
    return submission_owner(v->parts[0], v->arena);
}

static const char *link_of(struct visit *v, const char *secret)
{
    return visit_print(v, "%s/s/%s", v->server->url, secret);
}

/* --- receiving a file */

struct sent {
    const char *bytes, *file;
    size_t length;
    struct findings findings;
    struct lm_tournament *t;
    char digest[SECRETS_DIGEST];
};

static enum lm_status refuse_many(struct visit *v)
{
    return visit_refuse(v, 429, "Too many files from your address. Go on in an hour");
}

static enum lm_status read_sent(struct visit *v, struct sent *s)
{
    if (!quota_take(v->server->quota, v))
        return refuse_many(v);
    if (s->length == 0)
        return visit_refuse(v, 422, "This file is empty");
    secrets_digest(s->bytes, s->length, s->digest);
    enum lm_status status =
        submission_read(s->bytes, s->length, s->file, v->arena, &s->findings, &s->t);
    for (size_t i = 0; i < s->findings.count; i++) {
        struct finding *f = &s->findings.all[i];
        f->what = visit_message_as(v, f->what, f->message);
        f->remedy = visit_message_as(v, f->remedy, NULL);
    }
    if (status == LM_INVALID)
        v->reply->status = 422;
    return status;
}

/* Refuse the file with its findings, as a page or a text. */
static void refuse_with(struct visit *v, const struct sent *s)
{
    for (size_t i = 0; i < s->findings.count; i++) {
        const struct finding *f = &s->findings.all[i];
        if (f->severity == LM_ERROR)
            (void)lm_log_add(&v->log, LM_ERROR,
                             (struct lm_place){.value = *f->value == '\0' ? NULL : f->value},
                             f->remedy, "%s%s", service_place(v, f), f->what);
    }
}

const char *service_place(struct visit *v, const struct finding *f)
{
    if (f->line == 0)
        return "";
    return f->column == 0 ? visit_print(v, "line %lld: ", (long long)f->line)
                          : visit_print(v, "line %lld, column %lld: ", (long long)f->line,
                                        (long long)f->column);
}

/* Return the secret that the sender chose, or a random one. */
static const char *new_secret(struct visit *v)
{
    char token[SECRETS_TOKEN];
    const char *chosen = v->request->key;
    size_t plain = strspn(chosen, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                  "0123456789-_");
    if (plain == SECRETS_TOKEN - 1 && chosen[plain] == '\0')
        return chosen;
    secrets_token(token);
    return lm_arena_copy(v->arena, token, strlen(token));
}

/* Make a draft of the file; put its secret into ${*secret}. The same file again gives the same
 * draft. */
static enum lm_status make_draft(struct visit *v, struct sent *s, const char **secret)
{
    struct submission_draft draft, there;
    *secret = new_secret(v);
    if (*secret == NULL)
        return LM_LIMIT;
    const char *owner = submission_owner(*secret, v->arena);
    struct submission published;
    enum lm_status status =
        submissions_of(v->server->submissions, owner, v->arena, &published, &v->log);
    if (status == LM_OK && published.slug == NULL)
        status = submission_find_draft(v, owner, &there);
    if (status != LM_OK)
        return status;
    if (published.slug != NULL || there.t != NULL) {
        const char *digest = published.slug != NULL ? published.digest : there.digest;
        return strcmp(digest, s->digest) == 0
                   ? LM_OK
                   : visit_refuse(v, 409, "Another file was sent with this Idempotency-Key");
    }
    draft = (struct submission_draft){.owner = owner,
                                      .digest = s->digest,
                                      .file = s->file,
                                      .at = v->now,
                                      .births = true,
                                      .minors = true,
                                      .findings = s->findings,
                                      .mended = "",
                                      .message = "",
                                      .t = s->t};
    if (*draft.t->name == '\0')
        draft.t->name = "Tournament";
    return submission_keep_draft(v, &draft);
}

/* --- answers to programs and terminals */

static bool wants_json(const struct visit *v)
{
    return strstr(v->request->accept, "application/json") != NULL;
}

static void put_findings(struct lm_json_writer *w, const struct findings *findings)
{
    static const char *const severities[] = {
        [LM_ERROR] = "error", [LM_SUSPICIOUS] = "suspicious", [LM_NOTE] = "note"};
    lm_json_begin(w, "findings", '[');
    for (size_t i = 0; i < findings->count; i++) {
        const struct finding *f = &findings->all[i];
        lm_json_begin(w, NULL, '{');
        lm_json_put_string(w, "severity", severities[f->severity]);
        if (f->line > 0)
            lm_json_put_integer(w, "line", f->line);
        if (f->column > 0)
            lm_json_put_integer(w, "column", f->column);
        lm_json_put_string(w, "what", f->what);
        if (*f->remedy != '\0')
            lm_json_put_string(w, "remedy", f->remedy);
        if (*f->article != '\0')
            lm_json_put_string(w, "article", f->article);
        lm_json_end(w, '}');
    }
    lm_json_end(w, ']');
}

static void add_findings(struct lm_text *out, const struct sent *s)
{
    for (size_t i = 0; i < s->findings.count; i++) {
        const struct finding *f = &s->findings.all[i];
        const struct lm_diagnostic d = {.file = *s->file == '\0' ? NULL : s->file,
                                        .line = (unsigned)f->line,
                                        .column = (unsigned)f->column,
                                        .field = *f->field == '\0' ? NULL : f->field,
                                        .value = *f->value == '\0' ? NULL : f->value,
                                        .what = f->what,
                                        .remedy = *f->remedy == '\0' ? NULL : f->remedy};
        lm_text_add(out, "  ");
        (void)lm_diagnostic_write(&d, out);
        if (*f->article != '\0')
            lm_text_print(out, " [%s]", f->article);
        lm_text_add_char(out, '\n');
    }
}

/* Return "Zürich Open, 96 players, 9 of 9 rounds". */
static const char *summary(struct visit *v, const struct lm_tournament *t)
{
    return visit_print(v, "%s, %u players, %u of %u rounds", t->name, t->player_count,
                       t->rounds_paired,
                       t->rounds_total > t->rounds_paired ? t->rounds_total : t->rounds_paired);
}

/* Report the outcome to a program; ${message} for its user, ${link} the sender's private address.
 */
static enum lm_status answer_program(struct visit *v, const struct sent *s, const char *state,
                                     const char *message, const char *link, const char *address)
{
    struct lm_text *out = &v->reply->body;
    if (wants_json(v)) {
        struct lm_json_writer w = lm_json_writer_to(out, true);
        v->reply->type = "application/json";
        lm_json_begin(&w, NULL, '{');
        lm_json_put_string(&w, "state", state);
        lm_json_put_string(&w, "said", message);
        if (link != NULL)
            lm_json_put_string(&w, "link", link);
        if (address != NULL)
            lm_json_put_string(&w, "address", address);
        put_findings(&w, &s->findings);
        lm_json_end(&w, '}');
        return lm_text_status(out);
    }
    v->reply->type = "text/plain; charset=utf-8";
    lm_text_print(out, "%s\n", message);
    if (s->findings.count > 0)
        lm_text_add_char(out, '\n');
    add_findings(out, s);
    if (address != NULL)
        lm_text_print(out, "\nPublic address:\n\n    %s\n", address);
    if (link != NULL)
        lm_text_print(
            out,
            "\nCheck, fix, publish or unpublish it at this address. Anyone who has it can do "
            "the same, so keep it to yourself:\n\n    %s\n",
            link);
    return lm_text_status(out);
}

/* Refuse a program's file: with the findings about it, or another reason. */
static enum lm_status refuse_program(struct visit *v, struct sent *s, enum lm_status status)
{
    const char *message = "This file can't be published as it is:";
    if (status != LM_INVALID || v->log.count > 0)
        message = v->log.count > 0 ? v->log.all[0].what : lm_status_name(status);
    if (v->reply->status < 400)
        return status;
    v->answered = true;
    (void)answer_program(v, s, "refused", message, NULL, NULL);
    return status;
}

static enum lm_status put_file(struct visit *v)
{
    const char *secret, *file = v->parts[0] == NULL ? "" : v->parts[0];
    struct sent s = {.bytes = v->request->body, .length = v->request->length, .file = file};
    enum lm_status status = service_is_on(v);
    if (status == LM_OK)
        status = read_sent(v, &s);
    if (status == LM_OK)
        status = make_draft(v, &s, &secret);
    if (status != LM_OK)
        return refuse_program(v, &s, status);
    struct submission alike;
    status = submissions_alike(v, s.t, submission_owner(secret, v->arena), &alike);
    if (status != LM_OK)
        return refuse_program(v, &s, status);
    const char *message =
        visit_print(v, "%s. The file was read. It isn't public yet.", summary(v, s.t));
    if (alike.slug != NULL)
        message = visit_print(v,
                              "%s The same event seems to be public already, at %s/t/%s/. If you "
                              "sent it, send this file as its next version.",
                              message, v->server->url, alike.slug);
    v->reply->status = 201;
    return answer_program(v, &s, "draft", message, link_of(v, secret), NULL);
}

/* --- a new version from the sender's address */

/* Return the key of a version that waits for the sender's confirmation. */
static const char *waiting_of(struct visit *v)
{
    return submission_owner(visit_print(v, "next %s", v->parts[0]), v->arena);
}

/* Store the file until its sender confirms it. */
static enum lm_status keep_waiting(struct visit *v, const struct sent *s, const char *doubts)
{
    const struct submission_draft draft = {.owner = waiting_of(v),
                                           .digest = s->digest,
                                           .file = s->file,
                                           .at = v->now,
                                           .births = true,
                                           .minors = true,
                                           .findings = s->findings,
                                           .mended = "",
                                           .message = doubts,
                                           .t = s->t};
    return submission_keep_draft(v, &draft);
}

/* Explain why ${t} is perhaps not a version of ${last}, in the sender's language; "": no doubt. */
static const char *doubts_said(struct visit *v, const struct lm_tournament *last,
                               const struct lm_tournament *t)
{
    const struct lm_message *doubts[SUBMISSION_DOUBTS];
    struct lm_text out = lm_text_in(v->arena);
    size_t count = submission_doubts(last, t, v->arena, doubts);
    for (size_t i = 0; i < count; i++)
        if (doubts[i] != NULL)
            lm_text_print(&out, "%s%s", i > 0 ? " " : "",
                          visit_message_as(v, doubts[i]->text, doubts[i]));
    return lm_text_string(&out);
}

/* Make the file the next version; ${*doubts}: why it waits instead, "" if it does not. */
static enum lm_status amend_with(struct visit *v, struct sent *s, struct submission *there,
                                 unsigned *version, const char **doubts)
{
    const char *typed;
    struct lm_tournament *last;
    *doubts = "";
    enum lm_status status =
        submissions_of(v->server->submissions, owner_of(v), v->arena, there, &v->log);
    if (status == LM_OK && there->slug == NULL)
        return visit_refuse(v, 404, "Nothing was published at this address");
    if (status == LM_OK && there->state == SUBMISSION_HIDDEN && strcmp(there->by, "server") == 0)
        return visit_refuse(v, 403, "The server’s owner removed this");
    if (status == LM_OK)
        status = read_sent(v, s);
    if (status == LM_OK)
        status = submission_version(v->server, there->slug, 0, v->arena, &v->log, &last);
    if (status == LM_OK)
        status = submission_typed(v, there->slug, &typed);
    if (status != LM_OK)
        return status;
    if (*s->t->name == '\0' || submission_is_typed(typed, "name"))
        s->t->name = there->name; /* a typed name stays, whatever the file says */
    *doubts = doubts_said(v, last, s->t);
    if (**doubts != '\0')
        return keep_waiting(v, s, *doubts);
    return submission_amend(v, there->slug, s->t, s->digest, "", version);
}

/* Return the public address of ${s}; NULL: not public now. */
static const char *address_of(struct visit *v, const struct submission *s)
{
    return s->state == SUBMISSION_PUBLIC ? visit_print(v, "%s/t/%s/", v->server->url, s->slug)
                                         : NULL;
}

static enum lm_status put_version(struct visit *v)
{
    unsigned version = 0;
    const char *doubts = "", *file = v->parts[1] == NULL ? "" : v->parts[1];
    struct submission there = {.slug = NULL};
    struct sent s = {.bytes = v->request->body, .length = v->request->length, .file = file};
    enum lm_status status = service_is_on(v);
    if (status == LM_OK)
        status = amend_with(v, &s, &there, &version, &doubts);
    if (status != LM_OK)
        return refuse_program(v, &s, status);
    const char *address = address_of(v, &there);
    if (*doubts == '\0')
        return answer_program(v, &s, "version",
                              visit_print(v, "%s: this is version %u.", summary(v, s.t), version),
                              link_of(v, v->parts[0]), address);
    v->reply->status = 202;
    return answer_program(v, &s, "question",
                          visit_print(v,
                                      "%s: not public yet. %s Is it the same tournament? Say so at "
                                      "its address, or send act=publish to %s/confirm.",
                                      summary(v, s.t), doubts, link_of(v, v->parts[0])),
                          link_of(v, v->parts[0]), address);
}

/* --- the form */

static enum lm_status show_form(struct visit *v)
{
    enum lm_status status = service_is_on(v);
    if (status != LM_OK)
        return status;
    struct submit_page page = {
        .head = head_of(v, visit_word(v, LM_KEY("results.publish"))),
        .action = site_local(v->arena, "/submit"),
        .privacy = site_local(v->arena, "/privacy"),
        .results = site_local(v->arena, "/results"),
        .guide = site_local(v->arena, "/guide"),
        .recover = outbox_sends(v->server->outbox, BY_MAIL) ? site_local(v->arena, "/recover")
                                                            : (struct site_url){0},
        .command = visit_print(v, "curl -T open.trf %s/submit", v->server->url)};
    page_service_submit(&v->reply->body, v->language, &page);
    return LM_OK;
}

static const struct form_field file_fields[] = {{"file", FORM_FILE, 0, HTTP_BODY_MAX, NULL, true},
                                                {0}};

static enum lm_status post_file(struct visit *v)
{
    const char *secret;
    struct sent s = {.bytes = value(v, 0)->text, .length = value(v, 0)->length, .file = ""};
    enum lm_status status = service_is_on(v);
    if (status == LM_OK)
        status = read_sent(v, &s);
    if (status == LM_INVALID)
        refuse_with(v, &s);
    if (status == LM_OK)
        status = make_draft(v, &s, &secret);
    return status == LM_OK ? visit_go(v, "/s/%s", secret) : status;
}

/* --- the sender's page */

static bool is_mended(const char *mended, const char *field)
{
    for (const struct mend *m = submission_mends; m->name != NULL; m++) {
        const char *at = strstr(mended, m->name);
        if (at != NULL && *field != '\0' && strcmp(m->field, field) == 0)
            return true;
    }
    return false;
}

/* Return "line 3, column 7"; "": no place. */
static const char *line_said(struct visit *v, const struct finding *f)
{
    const struct lm_value values[] = {lm_value_number("line", f->line),
                                      lm_value_number("column", f->column)};
    return f->line == 0
               ? ""
               : visit_say(v, f->column == 0 ? LM_KEY("sent.line") : LM_KEY("sent.line-column"),
                           values, 2);
}

static enum lm_status add_finding_rows(struct visit *v, const struct findings *findings,
                                       const char *mended, struct sent_page *page)
{
    struct finding_row *rows = lm_arena_alloc(v->arena, findings->count, sizeof *rows);
    if (rows == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < findings->count; i++) {
        const struct finding *f = &findings->all[i];
        rows[i] = (struct finding_row){
            .where = line_said(v, f),
            .what = *f->value == '\0' ? f->what : visit_print(v, "%s (%s)", f->what, f->value),
            .remedy = f->remedy,
            .article = f->article,
            .grave = f->severity == LM_ERROR,
            .mended = is_mended(mended, f->field)};
    }
    page->findings = rows;
    page->finding_count = findings->count;
    return LM_OK;
}

static enum lm_status add_mends(struct visit *v, const struct lm_tournament *t,
                                struct sent_page *page)
{
    size_t count = 0, capacity = 0;
    struct mend_row *rows = NULL;
    for (const struct mend *m = submission_mends; m->name != NULL; m++) {
        if (!m->needed(t, v->arena))
            continue;
        if (!lm_arena_grow(v->arena, &rows, &capacity, count + 1, sizeof *rows))
            return LM_LIMIT;
        rows[count++] = (struct mend_row){m->name, visit_message_as(v, m->label, NULL)};
    }
    page->mends = rows;
    page->mend_count = count;
    return LM_OK;
}

static struct sent_page begin_page(struct visit *v, const char *name)
{
    const char *base = visit_print(v, "/s/%s", v->parts[0]);
    struct lm_arena *a = v->arena;
    return (struct sent_page){.head = head_of(v, name),
                              .name = name,
                              .trouble = "",
                              .order = "",
                              .doubts = "",
                              .alike = "",
                              .public_address = "",
                              .mail = site_local(a, "%s/mail", base),
                              .confirm = site_local(a, "%s/confirm", base),
                              .mails = outbox_sends(v->server->outbox, BY_MAIL),
                              .reason = "",
                              .until = "",
                              .address = link_of(v, v->parts[0]),
                              .preview = site_local(a, "%s/pages/index.html", base),
                              .publish = site_local(a, "%s/publish", base),
                              .drop = site_local(a, "%s/drop", base),
                              .mend = site_local(a, "%s/mend", base),
                              .facts = site_local(a, "%s/facts", base),
                              .version = site_local(a, "%s/version", base),
                              .hide = site_local(a, "%s/hide", base),
                              .show = site_local(a, "%s/show", base),
                              .erase = site_local(a, "%s/erase", base),
                              .restore = site_local(a, "%s/restore", base)};
}

/* Turn "2026/07/14" into "2026-07-14", so that the form can be sent again. */
static const char *typed_day(struct visit *v, const char *text)
{
    struct lm_date date;
    struct lm_text out = lm_text_in(v->arena);
    if (!lm_parse_date(text, strlen(text), &date) || date.day == 0)
        return text;
    lm_text_add_date(&out, date, '-');
    return lm_text_string(&out);
}

/* Explain the origin of ${t}'s order in a sentence. */
static const char *order_said(struct visit *v, const struct lm_tournament *t)
{
    static const char *const keys[] = {[LM_RANKS_NONE] = LM_KEY("sent.order-none"),
                                       [LM_RANKS_NAMED] = LM_KEY("sent.order-named"),
                                       [LM_RANKS_OTHERWISE] = LM_KEY("sent.order-otherwise"),
                                       [LM_RANKS_UNNAMED] = LM_KEY("sent.order-unnamed"),
                                       [LM_RANKS_FOUND] = LM_KEY("sent.order-found")};
    const char *how;
    enum lm_ranks_from from = LM_RANKS_NONE;
    struct lm_standings_options o = {.edition = lm_tie_break_edition_of(t)};
    struct lm_text list = lm_text_in(v->arena);
    if (lm_tie_breaks_of(t, v->arena, NULL, &o.list, &o.count, &how) != LM_OK ||
        lm_ranks_declared(t, v->arena, &o, &from) != LM_OK)
        return "";
    for (size_t i = 0; from == LM_RANKS_FOUND && i < o.count; i++)
        lm_text_print(&list, "%s%s", i == 0 ? "" : ", ", o.list[i].code);
    return visit_say_of(v, keys[from], lm_value_text("list", lm_text_string(&list)));
}

/* Add the usual orders of tie-breaks under the rules of the event's day, after the current one. */
static enum lm_status add_orders(struct visit *v, const struct lm_tournament *t,
                                 struct sent_page *page)
{
    enum { MOST = 64 };
    const char *list;
    struct choice_row *rows = lm_arena_alloc(v->arena, MOST, sizeof *rows);
    if (rows == NULL)
        return LM_LIMIT;
    if (lm_ids_are_teams(t) || *t->standings_order != '\0' || t->rounds_paired == 0)
        return LM_OK;
    page->order = order_said(v, t);
    rows[page->order_count++] = (struct choice_row){"", visit_word(v, LM_KEY("sent.order-keep"))};
    for (size_t i = 0; page->order_count < MOST && (list = lm_usual_tie_breaks(i)) != NULL; i++) {
        struct lm_standings_options o = {.edition = lm_tie_break_edition_of(t)};
        struct lm_log unheard = {.arena = v->arena};
        const char *more = strchr(list, ',');
        if (more != NULL && lm_standings_order(t, list, v->arena, &unheard, &o) == LM_OK)
            rows[page->order_count++] = (struct choice_row){more + 1, more + 1};
    }
    page->orders = rows;
    return LM_OK;
}

static void put_said(struct visit *v, const struct lm_tournament *t, struct sent_page *page)
{
    page->said_name = t->name;
    page->said_city = t->city;
    page->said_federation = t->federation;
    page->said_start = typed_day(v, t->start);
    page->said_end = typed_day(v, t->end);
    page->said_rounds = t->rounds_total;
    page->said_games = lm_games_link(t);
}

static enum lm_status show_draft(struct visit *v, const struct submission_draft *d)
{
    const struct lm_tournament *t = d->t;
    struct submission same;
    struct sent_page page = begin_page(v, t->name);
    page.is_draft = true;
    const struct lm_value counts[] = {lm_value_number("players", t->player_count),
                                      lm_value_number("rounds", t->rounds_paired)};
    page.what = visit_say(v, LM_KEY("sent.read"), counts, 2);
    page.until = service_day(v, d->at + SUBMISSION_DRAFT_DAYS * (int64_t)DAY);
    put_said(v, t, &page);
    page.births = d->births;
    page.minors = d->minors;
    for (uint32_t i = 0; i < t->player_count; i++)
        page.minor_count += submission_is_minor(submission_born(&t->players[i]), v->now);
    enum lm_status status = add_orders(v, t, &page);
    if (status == LM_OK)
        status = add_finding_rows(v, &d->findings, d->mended, &page);
    if (status == LM_OK)
        status = add_mends(v, t, &page);
    if (status == LM_OK)
        status = submissions_same(v->server->submissions, d->digest, v->arena, &same);
    if (status == LM_OK && same.slug != NULL)
        page.same = site_local(v->arena, "/t/%s/index%s.html", same.slug, language_suffix(v));
    if (status == LM_OK && same.slug == NULL)
        status = submissions_alike(v, t, d->owner, &same);
    if (status == LM_OK && same.slug != NULL && page.same.address == NULL) {
        page.alike = same.name;
        page.public_page =
            site_local(v->arena, "/t/%s/index%s.html", same.slug, language_suffix(v));
    }
    if (status == LM_OK)
        page_service_sent(&v->reply->body, v->language, &page);
    return status;
}

/* Show the page of the published ${s}; ${findings} are about its latest file. */
static enum lm_status show_published(struct visit *v, const struct submission *s,
                                     const struct findings *findings)
{
    struct sent_page page = begin_page(v, s->name);
    const struct lm_value counts[] = {lm_value_number("players", s->players),
                                      lm_value_number("version", s->versions)};
    page.what = visit_say(v, LM_KEY("sent.version"), counts, 2);
    page.is_public = s->state == SUBMISSION_PUBLIC;
    page.is_held = s->state == SUBMISSION_HELD;
    page.is_hidden = s->state == SUBMISSION_HIDDEN;
    page.by_server = strcmp(s->by, "server") == 0;
    page.reason = visit_message_as(v, s->reason, NULL);
    page.public_page = site_local(v->arena, "/t/%s/index%s.html", s->slug, language_suffix(v));
    page.history = site_local(v->arena, "/t/%s/history.html", s->slug);
    page.public_address = address_of(v, s) == NULL ? "" : address_of(v, s);
    struct lm_tournament *t;
    struct submission_draft waiting;
    enum lm_status status = submission_version(v->server, s->slug, 0, v->arena, &v->log, &t);
    if (status != LM_OK)
        return status;
    put_said(v, t, &page);
    status = add_orders(v, t, &page);
    if (status == LM_OK)
        status = submission_find_draft(v, waiting_of(v), &waiting);
    if (status == LM_OK && waiting.t != NULL)
        page.doubts = waiting.message;
    if (status == LM_OK && page.mails)
        status = recover_has(v, v->parts[0], &page.has_mail);
    if (status == LM_OK)
        status = service_deeds(v, s->slug, s->versions, &page.deeds, &page.deed_count);
    if (status == LM_OK)
        status = add_finding_rows(v, findings, "", &page);
    if (status == LM_OK)
        page_service_sent(&v->reply->body, v->language, &page);
    return status;
}

/* Find the object of the address: a draft (${*draft}'s t), or a publication (${*s}'s slug); refuse
 * with 404. */
static enum lm_status find_sent(struct visit *v, struct submission_draft *draft,
                                struct submission *s)
{
    *draft = (struct submission_draft){0};
    enum lm_status status = service_is_on(v);
    if (status == LM_OK)
        status = submissions_of(v->server->submissions, owner_of(v), v->arena, s, &v->log);
    if (status == LM_OK && s->slug == NULL)
        status = submission_find_draft(v, owner_of(v), draft);
    /* Neither: another server has just published it. */
    if (status == LM_OK && s->slug == NULL && draft->t == NULL)
        status = submissions_of(v->server->submissions, owner_of(v), v->arena, s, &v->log);
    if (status == LM_OK && s->slug == NULL && draft->t == NULL)
        return visit_refuse(v, 404,
                            "Nothing found at this address. Drafts are deleted after %d days",
                            SUBMISSION_DRAFT_DAYS);
    return status;
}

static enum lm_status show_sent(struct visit *v)
{
    struct submission_draft draft;
    struct submission s;
    const struct findings none = {0};
    enum lm_status status = find_sent(v, &draft, &s);
    if (status != LM_OK)
        return status;
    return s.slug == NULL ? show_draft(v, &draft) : show_published(v, &s, &none);
}

/* Take the draft of the address, for the rows that change one. */
static enum lm_status take_draft(struct visit *v, struct submission_draft *draft)
{
    struct submission s;
    enum lm_status status = find_sent(v, draft, &s);
    return status == LM_OK && draft->t == NULL
               ? visit_refuse(v, 409, "This is already published. Reload the page")
               : status;
}

/* Take the publication of the address. */
static enum lm_status take_published(struct visit *v, struct submission *s)
{
    struct submission_draft draft;
    enum lm_status status = find_sent(v, &draft, s);
    return status == LM_OK && s->slug == NULL ? visit_refuse(v, 409, "This isn’t published yet")
                                              : status;
}

static enum lm_status go_back(struct visit *v)
{
    return visit_go(v, "/s/%s", v->parts[0]);
}

/* --- pages of a draft, for its sender alone */

static enum lm_status show_preview(struct visit *v)
{
    struct submission_draft draft;
    struct submission s;
    struct lm_tournament *t = NULL;
    enum lm_status status = find_sent(v, &draft, &s);
    if (status == LM_OK && s.slug == NULL) {
        t = draft.t;
        status = submission_withhold(t, draft.births, draft.minors, v->now, v->arena);
    } else if (status == LM_OK) {
        status = submission_version(v->server, s.slug, 0, v->arena, &v->log, &t);
    }
    return status == LM_OK ? service_write_page(v, t, v->parts[1]) : status;
}

static enum lm_status show_sent_file(struct visit *v)
{
    if (strcmp(v->parts[1], "index.html") == 0)
        return go_back(v);
    v->parts[0] = v->parts[1];
    return show_asset(v);
}

/* --- acts on a draft */

static const struct form_field mend_fields[] = {
    {"mend", FORM_CHOICE, 0, 20, "numbers|points|ranks|rounds|counts", true}, {0}};

static enum lm_status mend(struct visit *v)
{
    struct submission_draft draft;
    enum lm_status status = take_draft(v, &draft);
    for (const struct mend *m = submission_mends; status == LM_OK && m->name != NULL; m++) {
        if (strcmp(m->name, value(v, 0)->text) != 0 || !m->needed(draft.t, v->arena))
            continue;
        m->apply(draft.t, v->arena);
        draft.mended = visit_print(v, "%s %s", draft.mended, m->name);
        status = submission_keep_draft(v, &draft);
    }
    return status == LM_OK ? go_back(v) : status;
}

enum { NAME, CITY, FEDERATION, START, END, ROUNDS, BIRTHS, MINORS, ORDER, GAMES };

static const struct form_field facts_fields[] = {
    [NAME] = {"name", FORM_TEXT, 0, 200, NULL, true},
    [CITY] = {"city", FORM_TEXT, 0, 200, NULL, false},
    [FEDERATION] = {"federation", FORM_TEXT, 0, 3, NULL, false},
    [START] = {"start", FORM_TEXT, 0, 10, NULL, false},
    [END] = {"end", FORM_TEXT, 0, 10, NULL, false},
    [ROUNDS] = {"rounds", FORM_NUMBER, 0, 999, NULL, false},
    [BIRTHS] = {"births", FORM_CHECK, 0, 1, NULL, false},
    [MINORS] = {"minors", FORM_CHECK, 0, 1, NULL, false},
    [ORDER] = {"order", FORM_TEXT, 0, 60, NULL, false},
    [GAMES] = {"games", FORM_TEXT, 0, 200, NULL, false},
    {0}};

/* Parse a date as "2026/07/14", the form of files; refuse others. */
static enum lm_status take_day(struct visit *v, const char *typed, const char **out)
{
    struct lm_date date;
    struct lm_text text = lm_text_in(v->arena);
    *out = "";
    if (*typed == '\0')
        return LM_OK;
    if (!lm_parse_date(typed, strlen(typed), &date))
        return visit_refuse(v, 422, "\"%s\" isn’t a date. Example: 2026-07-14", typed);
    lm_text_add_date(&text, date, '/');
    *out = lm_text_string(&text);
    return LM_OK;
}

/* Apply the chosen tie-breaks in place of the current order; refuse unknown ones. */
static enum lm_status take_order(struct visit *v, struct lm_tournament *t)
{
    const char *order = value(v, ORDER)->text;
    struct lm_standings_options o = {.edition = lm_tie_break_edition_of(t)};
    if (*order == '\0')
        return LM_OK;
    enum lm_status status = lm_standings_order(t, order, v->arena, &v->log, &o);
    if (status == LM_OK)
        submission_rank_by(t, order);
    return status;
}

/* Copy the typed facts into ${t}; refuse invalid ones. */
static enum lm_status take_facts(struct visit *v, struct lm_tournament *t)
{
    const char *start = "", *end = "";
    int64_t rounds = value(v, ROUNDS)->number;
    enum lm_status status = take_day(v, value(v, START)->text, &start);
    if (status == LM_OK)
        status = take_day(v, value(v, END)->text, &end);
    if (status == LM_OK && rounds > 0 && rounds < t->rounds_paired)
        return visit_refuse(v, 422, "%u rounds have been played", t->rounds_paired);
    const char *games = value(v, GAMES)->text;
    if (status == LM_OK && *games != '\0' && !lm_is_games_link(games))
        return visit_refuse(v, 422, "\"%s\" isn’t a link. A link begins with https://", games);
    if (status != LM_OK)
        return status;
    submission_give_games(t, games);
    t->name = value(v, NAME)->text;
    t->city = value(v, CITY)->text;
    t->federation = value(v, FEDERATION)->text;
    t->start = start;
    t->end = end;
    t->rounds_total = (uint32_t)rounds;
    return take_order(v, t);
}

static enum lm_status change_draft(struct visit *v, struct submission_draft *draft)
{
    struct lm_tournament before = *draft->t;
    enum lm_status status = take_facts(v, draft->t);
    if (status != LM_OK)
        return status;
    draft->message = visit_print(v, "%s%s%s", draft->message, *draft->message == '\0' ? "" : " ",
                                 submission_facts_typed(draft->t, &before, v->arena));
    draft->births = value(v, BIRTHS)->given;
    draft->minors = value(v, MINORS)->given;
    return submission_keep_draft(v, draft);
}

static enum lm_status change_published(struct visit *v, const struct submission *s)
{
    struct lm_tournament *t;
    unsigned version;
    enum lm_status status = submission_version(v->server, s->slug, 0, v->arena, &v->log, &t);
    if (status != LM_OK)
        return status;
    struct lm_tournament before = *t;
    status = take_facts(v, t);
    return status == LM_OK
               ? submission_amend(v, s->slug, t, s->digest,
                                  submission_facts_typed(t, &before, v->arena), &version)
               : status;
}

static enum lm_status change_facts(struct visit *v)
{
    struct submission_draft draft;
    struct submission s;
    enum lm_status status = find_sent(v, &draft, &s);
    if (status == LM_OK)
        status = draft.t != NULL ? change_draft(v, &draft) : change_published(v, &s);
    return status == LM_OK ? go_back(v) : status;
}

/* Report to a program where ${draft}, which was just published, is. */
static enum lm_status answer_published(struct visit *v, const struct submission_draft *draft)
{
    struct submission s;
    const struct sent none = {.bytes = ""};
    enum lm_status status =
        submissions_of(v->server->submissions, draft->owner, v->arena, &s, &v->log);
    if (status != LM_OK || s.slug == NULL)
        return status == LM_OK ? go_back(v) : status;
    bool is_public = s.state == SUBMISSION_PUBLIC;
    return answer_program(v, &none, is_public ? "public" : "held",
                          is_public ? "It is public." : "The server's owner will look at it.",
                          link_of(v, v->parts[0]), address_of(v, &s));
}

static enum lm_status publish(struct visit *v)
{
    struct submission_draft draft;
    struct submission s, same = {0};
    const char *slug;
    enum lm_status status = find_sent(v, &draft, &s);
    if (status == LM_OK && draft.t == NULL)
        return go_back(v); /* a second click */
    if (status == LM_OK)
        status = submissions_same(v->server->submissions, draft.digest, v->arena, &same);
    /* Another sender's publication of the same file counts, but not this sender's own. */
    if (status == LM_OK && same.slug != NULL && strcmp(same.owner, draft.owner) != 0)
        return visit_refuse(v, 409, "The same file is already public: %s/t/%s/", v->server->url,
                            same.slug);
    if (status == LM_OK)
        status = submission_withhold(draft.t, draft.births, draft.minors, v->now, v->arena);
    if (status == LM_OK)
        status = submission_publish(v, &draft, submission_suspicion(draft.t), &slug);
    if (status == LM_OK && wants_json(v))
        return answer_published(v, &draft);
    return status == LM_OK ? go_back(v) : status;
}

static enum lm_status drop(struct visit *v)
{
    struct submission_draft draft;
    enum lm_status status = take_draft(v, &draft);
    if (status == LM_OK)
        status = store_remove(v->server->store, STORE_SUBMISSION, draft.owner, &v->log);
    return status == LM_OK ? visit_go(v, "/submit") : status;
}

/* --- acts on a publication */

static enum lm_status post_version(struct visit *v)
{
    unsigned version;
    const char *doubts;
    struct submission s;
    struct sent sent = {.bytes = value(v, 0)->text, .length = value(v, 0)->length, .file = ""};
    enum lm_status status = service_is_on(v);
    if (status == LM_OK)
        status = amend_with(v, &sent, &s, &version, &doubts);
    if (status == LM_INVALID)
        refuse_with(v, &sent);
    if (status == LM_OK)
        status = submissions_of(v->server->submissions, owner_of(v), v->arena, &s, &v->log);
    return status == LM_OK ? show_published(v, &s, &sent.findings) : status;
}

static const struct form_field confirm_fields[] = {
    {"act", FORM_CHOICE, 0, 10, "publish|drop", true}, {0}};

/* Make the waiting version the next one, or drop it. */
static enum lm_status confirm(struct visit *v)
{
    unsigned version;
    struct submission s;
    struct submission_draft waiting = {.t = NULL};
    enum lm_status status = take_published(v, &s);
    if (status == LM_OK)
        status = submission_find_draft(v, waiting_of(v), &waiting);
    if (status == LM_OK && waiting.t == NULL)
        return go_back(v); /* a second click */
    if (status == LM_OK && strcmp(value(v, 0)->text, "publish") == 0)
        status = submission_amend(v, s.slug, waiting.t, waiting.digest, "", &version);
    if (status == LM_OK)
        status = store_remove(v->server->store, STORE_SUBMISSION, waiting.owner, &v->log);
    return status == LM_OK ? go_back(v) : status;
}

static const struct form_field reason_fields[] = {{"reason", FORM_TEXT, 0, 200, NULL, false}, {0}};

static enum lm_status hide(struct visit *v)
{
    struct submission s;
    enum lm_status status = take_published(v, &s);
    if (status == LM_OK && s.state == SUBMISSION_PUBLIC)
        status = submission_decide(v, s.slug, SUBMISSION_HIDDEN, "sender", value(v, 0)->text);
    return status == LM_OK ? go_back(v) : status;
}

static enum lm_status show_again(struct visit *v)
{
    struct submission s;
    enum lm_status status = take_published(v, &s);
    if (status != LM_OK)
        return status;
    if (s.state == SUBMISSION_HIDDEN && strcmp(s.by, "server") == 0)
        return visit_refuse(v, 403, "The server’s owner removed this. Contact them");
    if (s.state == SUBMISSION_HIDDEN)
        status = submission_decide(v, s.slug, SUBMISSION_PUBLIC, "sender", "");
    return status == LM_OK ? go_back(v) : status;
}

static const struct form_field erase_fields[] = {{"player", FORM_NUMBER, 0, LM_TPN_MAX, NULL, true},
                                                 {0}};

static enum lm_status erase(struct visit *v)
{
    struct submission s;
    enum lm_status status = take_published(v, &s);
    if (status == LM_OK)
        status = submission_erase(v, s.slug, (uint32_t)value(v, 0)->number, "sender");
    return status == LM_OK ? go_back(v) : status;
}

static const struct form_field version_fields[] = {
    {"version", FORM_NUMBER, 1, SUBMISSION_VERSIONS, NULL, true}, {0}};

static enum lm_status restore(struct visit *v)
{
    struct submission s;
    struct lm_tournament *t;
    unsigned version;
    enum lm_status status = take_published(v, &s);
    if (status == LM_OK)
        status = submission_version(v->server, s.slug, (unsigned)value(v, 0)->number, v->arena,
                                    &v->log, &t);
    if (status == LM_OK)
        status = submission_amend(
            v, s.slug, t, "", "name city federation start end rounds tie-breaks games", &version);
    return status == LM_OK ? go_back(v) : status;
}

/* --- check before a file is read */

/* Let the errors of the check reach programs as JSON, not as a page. */
static enum lm_status may_be(struct visit *v, enum lm_status status)
{
    struct sent none = {.bytes = ""};
    return status == LM_OK || !v->request->put ? status : refuse_program(v, &none, status);
}

static enum lm_status may_send(struct visit *v)
{
    enum lm_status status = service_is_on(v);
    if (status == LM_OK && !quota_has(v->server->quota, v))
        status = refuse_many(v);
    return may_be(v, status);
}

static enum lm_status may_amend(struct visit *v)
{
    struct submission s;
    enum lm_status status = may_send(v);
    return status == LM_OK ? may_be(v, take_published(v, &s)) : status;
}

const struct guard submit_guards[] = {
    {"/submit", may_send},           {"/submit/:file", may_send},       {"/s/:secret", may_amend},
    {"/s/:secret/:file", may_amend}, {"/s/:secret/version", may_amend}, {0}};

const struct handler put_handlers[] = {
    {true, "/submit", RIGHT_LOOK, NULL, "send a tournament: the file is the body", put_file, true},
    {true, "/submit/:file", RIGHT_LOOK, NULL, "likewise, with its name", put_file, true},
    {true, "/s/:secret", RIGHT_LOOK, NULL, "send the next version of it", put_version, true},
    {true, "/s/:secret/:file", RIGHT_LOOK, NULL, "likewise, with its name", put_version, true},
    {0}};

const struct handler submit_handlers[] = {
    {false, "/submit", RIGHT_LOOK, NULL, "a form to send a tournament", show_form, false},
    {true, "/submit", RIGHT_LOOK, file_fields, "send a tournament", post_file, true},
    {false, "/s/:secret", RIGHT_LOOK, NULL, "what was sent, for its sender", show_sent, false},
    {false, "/s/:secret/:file", RIGHT_LOOK, NULL, "what its pages need", show_sent_file, false},
    {false, "/s/:secret/pages/:page", RIGHT_LOOK, NULL, "a page as it will be", show_preview,
     false},
    {true, "/s/:secret/mend", RIGHT_LOOK, mend_fields, "mend a draft", mend, true},
    {true, "/s/:secret/facts", RIGHT_LOOK, facts_fields, "say what the pages say", change_facts,
     true},
    {true, "/s/:secret/publish", RIGHT_LOOK, NULL, "make it public", publish, true},
    {true, "/s/:secret/drop", RIGHT_LOOK, NULL, "throw a draft away", drop, true},
    {true, "/s/:secret/version", RIGHT_LOOK, file_fields, "send its next version", post_version,
     true},
    {true, "/s/:secret/confirm", RIGHT_LOOK, confirm_fields, "say that a version is meant", confirm,
     true},
    {true, "/s/:secret/hide", RIGHT_LOOK, reason_fields, "take it down", hide, true},
    {true, "/s/:secret/show", RIGHT_LOOK, NULL, "show it again", show_again, true},
    {true, "/s/:secret/erase", RIGHT_LOOK, erase_fields, "erase a person from all versions", erase,
     true},
    {true, "/s/:secret/restore", RIGHT_LOOK, version_fields, "bring a version back", restore, true},
    {0}};
