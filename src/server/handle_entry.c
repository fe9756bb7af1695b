/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Self-registration of players, without accounts: the link of an entry is the right to it. Visitors
 * see of the rating list what FIDE prints beside a name, without birth dates, and a limited number
 * of times. Only the public list shows who else has entered.
 */
#include <string.h>

#include "base/texts.h"
#include "limmat/registry_files.h"
#include "server/entries.h"
#include "server/handlers.h"
#include "server/inbox.h"
#include "server/outbox.h"
#include "server/payments.h"
#include "server/qr.h"
#include "server/quota.h"
#include "server/rating_lists.h"
#include "server/secrets.h"
#include "server/templates.h"

enum { ENTRIES_MOST = 5000, ADULT = 18 };

static struct desk_head entry_head(struct visit *v, const char *title)
{
    struct desk_head head = section_head(v, NULL, TABS, title);
    head.section_count = head.tab_count = 0;
    head.mark = "";
    head.live = (struct site_url){NULL};
    head.home = site_local(v->arena, "/e/%s/announcement", v->event->slug);
    return head;
}

static struct site_url event_url(struct visit *v, const char *path)
{
    return site_local(v->arena, "/e/%s/%s", v->event->slug, path);
}

static enum lm_status say_no(struct visit *v, int status, const char *key)
{
    return visit_refuse(v, status, "%s", visit_word(v, key));
}

/* --- the form */

enum {
    NAME,
    FIDE,
    FEDERATION,
    RATING,
    BORN,
    SEX,
    CLUB,
    SECTION,
    BYES,
    MAIL,
    ADULT_NAME,
    CONSENT,
    SHOWN,
    KEY /* of the form: end of its link, if no mail is sent */
};

static const struct form_field register_fields[] = {
    [NAME] = {"name", FORM_TEXT, 0, 100, NULL, false},
    [FIDE] = {"fide_id", FORM_NUMBER, 1, UINT32_MAX, NULL, false},
    [FEDERATION] = {"federation", FORM_TEXT, 0, 3, NULL, false},
    [RATING] = {"rating", FORM_NUMBER, 0, 3500, NULL, false},
    [BORN] = {"born", FORM_TEXT, 0, 10, NULL, false},
    [SEX] = {"sex", FORM_CHOICE, 0, 1, "|m|w", false},
    [CLUB] = {"club", FORM_TEXT, 0, 100, NULL, false},
    [SECTION] = {"section", FORM_TEXT, 0, 40, NULL, false},
    [BYES] = {"byes", FORM_MANY, 0, 200, NULL, false},
    [MAIL] = {"mail", FORM_TEXT, 0, 200, NULL, false},
    [ADULT_NAME] = {"adult", FORM_TEXT, 0, 100, NULL, false},
    [CONSENT] = {"consent", FORM_CHECK, 0, 0, NULL, false},
    [SHOWN] = {"shown", FORM_CHECK, 0, 0, NULL, false},
    [KEY] = {"key", FORM_TEXT, 0, SECRETS_TOKEN, NULL, false},
    {0}};

enum { QUERY, WHO };

static const struct form_field find_fields[] = {
    [QUERY] = {"q", FORM_TEXT, 0, LIST_TYPED, NULL, false},
    [WHO] = {"fide", FORM_NUMBER, 1, UINT32_MAX, NULL, false},
    {0}};

static const char *title_of(const struct lm_person *p)
{
    return *p->title != '\0' ? p->title : p->women_title;
}

static const struct os_map *list_of(struct visit *v)
{
    return lists_now(v->server->lists, NULL);
}

/* Return the rating that counts in the first section of the event. */
static int32_t rating_of(struct visit *v, const struct lm_person *p)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    enum lm_chess kind;
    return e->section_count == 0 ? 0 : list_rating(p, list_order(e->sections[0]), &kind);
}

static enum lm_status add_found(struct visit *v, struct register_page *page)
{
    struct register_found *rows = lm_arena_alloc(v->arena, LIST_SHOWN, sizeof *rows);
    const struct os_map *list = list_of(v);
    uint32_t ids[LIST_SHOWN];
    size_t count = list == NULL ? 0 : list_find(v, list, page->typed, ids);
    for (size_t i = 0; rows != NULL && i < count; i++) {
        struct lm_person p;
        if (list_person(v, list, ids[i], &p))
            rows[page->row_count++] = (struct register_found){
                .title = visit_print(v, "%s", title_of(&p)),
                .name = visit_print(v, "%s", p.name),
                .federation = visit_print(v, "%s", p.federation),
                .rating = rating_of(v, &p),
                .url = site_local(v->arena, "/e/%s/register?fide=%u", v->event->slug, p.id)};
    }
    page->rows = rows;
    return rows == NULL ? LM_LIMIT : LM_OK;
}

static bool has_round(const char *rounds, uint32_t round)
{
    for (const char *at = rounds; *at != '\0'; at += strcspn(at, " "), at += *at == ' ') {
        int64_t one = 0;
        if (lm_parse_integer(at, strcspn(at, " "), 1, LM_ROUNDS_MAX, &one) && one == round)
            return true;
    }
    return false;
}

static uint32_t last_bye(const struct lm_desk_section *s)
{
    return s->last_bye != 0 ? s->last_bye : s->rounds - 1;
}

/* Add the sections, and the rounds for which any of them allows a half-point bye. */
static enum lm_status add_choices(struct visit *v, const char *chosen, const char *byes,
                                  struct register_page *page)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    struct announced_row *rows = lm_arena_alloc(v->arena, e->section_count, sizeof *rows);
    uint32_t rounds = 0;
    for (size_t i = 0; rows != NULL && i < e->section_count; i++) {
        const struct lm_desk_section *s = e->sections[i];
        const struct lm_json *facts;
        enum lm_status status = announcement_of(v, s->id, &facts);
        if (status != LM_OK)
            return status;
        rows[page->section_count++] =
            (struct announced_row){.id = s->id,
                                   .title = lm_desk_section_title(s),
                                   .conditions = section_conditions(v, facts),
                                   .chosen = strcmp(s->id, chosen) == 0};
        if (s->half_byes > 0 && last_bye(s) > rounds)
            rounds = last_bye(s);
        page->byes = s->half_byes > page->byes ? s->half_byes : page->byes;
    }
    struct register_round *boxes = lm_arena_alloc(v->arena, rounds, sizeof *boxes);
    for (uint32_t round = 1; boxes != NULL && round <= rounds; round++)
        boxes[page->round_count++] = (struct register_round){round, has_round(byes, round)};
    page->sections = rows;
    page->only = e->section_count == 1 ? e->sections[0]->id : "";
    page->rounds = boxes;
    return rows == NULL || boxes == NULL ? LM_LIMIT : LM_OK;
}

static struct register_page register_page(struct visit *v)
{
    char key[SECRETS_TOKEN];
    secrets_token(key);
    return (struct register_page){.key = visit_print(v, "%s", key),
                                  .head = entry_head(v, visit_word(v, LM_KEY("entry.register"))),
                                  .token = v->who.token,
                                  .find = event_url(v, "register"),
                                  .action = event_url(v, "register"),
                                  .back = event_url(v, "announcement"),
                                  .mails = outbox_sends(v->server->outbox, BY_MAIL),
                                  .has_list = list_of(v) != NULL};
}

/* Refuse if entries are closed. */
static enum lm_status check_open(struct visit *v)
{
    const struct lm_json *facts;
    enum lm_status status = announcement_of(v, NULL, &facts);
    if (status != LM_OK)
        return status;
    if (!announcement_is_open(facts))
        return say_no(v, 404, LM_KEY("entry.not-announced"));
    return announcement_takes_entries(v, facts) ? LM_OK : say_no(v, 422, LM_KEY("entry.closed"));
}

static enum lm_status show_register(struct visit *v)
{
    struct lm_person p;
    struct register_page page = register_page(v);
    bool asks = value(v, QUERY)->length > 0 || value(v, WHO)->length > 0;
    enum lm_status status = check_open(v);
    if (status != LM_OK)
        return status;
    if (asks && !quota_take(v->server->find_quota, v))
        return say_no(v, 429, LM_KEY("entry.too-often"));
    page.typed = value(v, QUERY)->text;
    page.searched = value(v, QUERY)->length > 0;
    if (page.searched)
        status = add_found(v, &page);
    if (value(v, WHO)->length > 0 &&
        list_person(v, list_of(v), (uint32_t)value(v, WHO)->number, &p)) {
        page.known = true;
        page.name = visit_print(v, "%s", p.name);
        page.fide_id = visit_print(v, "%u", p.id);
        page.federation = visit_print(v, "%s", p.federation);
        page.rating = visit_print(v, "%d", rating_of(v, &p));
    }
    if (status == LM_OK)
        status = add_choices(v, "", "", &page);
    if (status == LM_OK)
        page_desk_register(&v->reply->body, v->language, &page);
    return status;
}

int64_t year_of_birth(struct visit *v, const char *text)
{
    const int64_t now = lm_date_of((int32_t)(v->now / 86400)).year;
    int64_t year;
    return lm_parse_integer(text, strlen(text), 1900, now, &year) ? year : 0;
}

/* Show the form again with the typed values and the reason of the refusal. */
static enum lm_status ask_again(struct visit *v, struct register_page *page, const char *why)
{
    page->why = why;
    page->key = secrets_is_token(value(v, KEY)->text) ? value(v, KEY)->text : page->key;
    page->name = value(v, NAME)->text;
    page->fide_id = value(v, FIDE)->length > 0 ? value(v, FIDE)->text : "";
    page->known = value(v, FIDE)->length > 0;
    page->federation = value(v, FEDERATION)->text;
    page->rating = value(v, RATING)->text;
    page->born = value(v, BORN)->text;
    page->bad_born = year_of_birth(v, page->born) == 0;
    page->club = value(v, CLUB)->text;
    page->mail = value(v, MAIL)->text;
    page->adult = value(v, ADULT_NAME)->text;
    page->consent = value(v, CONSENT)->given;
    page->shown = value(v, SHOWN)->given;
    page->woman = strcmp(value(v, SEX)->text, "w") == 0;
    page->man = strcmp(value(v, SEX)->text, "m") == 0;
    enum lm_status status = add_choices(v, value(v, SECTION)->text, value(v, BYES)->text, page);
    if (status != LM_OK)
        return status;
    v->reply->status = 422;
    page_desk_register(&v->reply->body, v->language, page);
    return LM_OK;
}

/* --- reading the form */

struct sent {
    const struct os_map *list;
    struct lm_person person; /* ${listed} */
    bool listed, minor;
    struct entrant who;
    struct lm_desk_section *section;
    const char *source;
};

/* Read the facts: from the rating list if the player is in it, else as typed. */
static void read_sent(struct visit *v, struct sent *out)
{
    enum lm_chess kind = LM_STANDARD;
    *out = (struct sent){.list = list_of(v), .source = ""};
    out->listed = value(v, FIDE)->length > 0 &&
                  list_person(v, out->list, (uint32_t)value(v, FIDE)->number, &out->person);
    out->section = lm_desk_section(v->event->desk, value(v, SECTION)->text);
    out->who = (struct entrant){.rating = value(v, RATING)->number,
                                .born = year_of_birth(v, value(v, BORN)->text),
                                .federation = value(v, FEDERATION)->text,
                                .sex = value(v, SEX)->text,
                                .title = ""};
    int64_t year = lm_date_of((int32_t)(v->now / 86400)).year;
    out->minor = out->who.born > 0 && year - out->who.born < ADULT;
    if (!out->listed)
        return;
    out->who.federation = visit_print(v, "%s", out->person.federation);
    out->who.title = visit_print(v, "%s", title_of(&out->person));
    out->who.rating = out->section == NULL
                          ? rating_of(v, &out->person)
                          : list_rating(&out->person, list_order(out->section), &kind);
    struct lm_text source = lm_text_in(v->arena);
    lm_text_print(&source, "FIDE %s ", lm_chess_name(kind));
    lm_text_add_date(&source, lm_date_of(lm_registry_list(out->list->bytes, out->list->length)),
                     '-');
    out->source = visit_print(v, "%.*s", (int)source.length - 3, lm_text_string(&source));
}

/* Explain why the player cannot enter that section, and name those they can. */
static const char *why_not_there(struct visit *v, const struct sent *sent)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    struct lm_text fits = lm_text_in(v->arena);
    const char *why = "";
    for (size_t i = 0; i < e->section_count; i++) {
        const struct lm_desk_section *s = e->sections[i];
        const struct lm_json *facts;
        if (announcement_of(v, s->id, &facts) != LM_OK)
            return "";
        const char *no = section_refuses(v, facts, &sent->who);
        if (s == sent->section)
            why = no;
        else if (*no == '\0')
            lm_text_print(&fits, "%s%s", fits.length == 0 ? "" : ", ", lm_desk_section_title(s));
    }
    if (*why == '\0')
        return "";
    return visit_say(v, fits.length == 0 ? LM_KEY("entry.fits-none") : LM_KEY("entry.fits"),
                     (const struct lm_value[]){lm_value_text("why", why),
                                               lm_value_text("sections", lm_text_string(&fits))},
                     2);
}

static const char *why_no_byes(struct visit *v, const struct lm_desk_section *s)
{
    const char *byes = value(v, BYES)->text;
    uint32_t count = 0;
    bool late = false;
    for (uint32_t round = 1; round <= LM_ROUNDS_MAX; round++)
        if (has_round(byes, round)) {
            count++;
            late |= round > last_bye(s);
        }
    return count > s->half_byes || (count > 0 && late)
               ? visit_say(v, LM_KEY("entry.no-byes"),
                           (const struct lm_value[]){lm_value_number("count", s->half_byes),
                                                     lm_value_number("round", last_bye(s))},
                           2)
               : "";
}

/* Return the reason of a refusal, a sentence; "": accepted. */
static const char *why_not(struct visit *v, const struct sent *sent)
{
    if (value(v, NAME)->length == 0)
        return visit_word(v, LM_KEY("entry.no-name"));
    if (sent->who.born == 0)
        return visit_word(v, LM_KEY("entry.no-born"));
    if (sent->section == NULL)
        return visit_word(v, LM_KEY("entry.no-section"));
    if (sent->minor && (value(v, ADULT_NAME)->length == 0 || !value(v, CONSENT)->given))
        return visit_word(v, LM_KEY("entry.no-consent"));
    if (value(v, MAIL)->length > 0 && !outbox_is_address(value(v, MAIL)->text))
        return visit_word(v, LM_KEY("entry.bad-mail"));
    const char *why = why_not_there(v, sent);
    return *why == '\0' ? why_no_byes(v, sent->section) : why;
}

/* Must the organiser compare the data, as the list has another year of birth? */
static bool is_doubtful(const struct sent *sent)
{
    return sent->listed && sent->person.born > 0 && sent->person.born / 10000 != sent->who.born;
}

/* List the form's members of an entry; ended by one without a name. */
static void changes_of(struct visit *v, const struct sent *sent, struct entry_change out[20])
{
    size_t count = 0;
    const char *number = visit_print(v, "%lld", (long long)sent->who.rating);
    const struct entry_change all[] = {
        {"name", sent->listed ? visit_print(v, "%s", sent->person.name) : value(v, NAME)->text},
        {"fide_id", value(v, FIDE)->length > 0 ? value(v, FIDE)->text : ""},
        {"federation", sent->who.federation},
        {"title", sent->who.title},
        {"rating", sent->who.rating > 0 ? number : ""},
        {"source", sent->source},
        {"born", value(v, BORN)->text},
        {"sex", value(v, SEX)->text},
        {"club", value(v, CLUB)->text},
        {"section", sent->section->id},
        {"byes", value(v, BYES)->text},
        {"mail", value(v, MAIL)->text},
        {"adult", sent->minor ? value(v, ADULT_NAME)->text : ""},
        {"shown", value(v, SHOWN)->given ? "1" : ""},
        {"doubtful", is_doubtful(sent) ? "1" : ""},
        {"language", v->language->code}};
    for (; count < sizeof all / sizeof *all; count++)
        out[count] = all[count];
    out[count] = (struct entry_change){NULL, NULL};
}

/* Settle ${e}, which its sender has confirmed: admit it, or let it wait if the organiser has to
 * check it. */
static enum lm_status settle(struct visit *v, struct entry_record *e)
{
    struct entry_record *all;
    size_t count;
    enum lm_status status = entries_list(v, &all, &count);
    if (status != LM_OK)
        return status;
    bool asks = entry_has_twin(v, e, all, count) || *lm_json_text(e->facts, "doubtful") != '\0';
    e->state = asks ? ENTRY_ASKS : e->state;
    return asks ? entry_put(v, e, &(const struct entry_change){NULL, NULL})
                : entry_admit(v, e, false);
}

/* How the reader reached the page of an entry: by its link, or after sending it (the link is only
 * in the mail, is shown once, was shown before). */
enum shown { BY_LINK, MAILED, ONCE, AGAIN };

static enum lm_status write_entry(struct visit *v, const struct entry_record *e, const char *key,
                                  enum shown how);

static enum lm_status mail_link(struct visit *v, const struct entry_record *e, const char *subject,
                                const char *text, const char *token)
{
    return entry_mail(v, e, subject, text,
                      visit_print(v, "%s/e/%s/entry/%s", v->server->url, v->event->slug, token));
}

/* Answer a second submission of an entry. With mail, the player learns there that an entry exists
 * and gets another link; a person who only knows the address learns nothing. Without mail it is the
 * same form again. */
static enum lm_status say_again(struct visit *v, const struct entry_record *sent,
                                const struct entry_record *before, const char *token, bool mails)
{
    if (!mails)
        return write_entry(v, before, token, AGAIN);
    enum lm_status status = entry_add_link(v, before, token);
    if (status == LM_OK)
        status = mail_link(v, before, LM_KEY("entry.mail-again"), LM_KEY("entry.mail-again-text"),
                           token);
    return status == LM_OK ? write_entry(v, sent, token, MAILED) : status;
}

/* Find the entry of ${all} with ${digest}; NULL: none. */
static struct entry_record *entry_with(struct entry_record *all, size_t count, const char *digest)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(all[i].digest, digest) == 0)
            return &all[i];
    return NULL;
}

/* Refuse clients that ask too often, and mails to an address that got too many. */
static enum lm_status take_quotas(struct visit *v, bool mails)
{
    if (!quota_take(v->server->quota, v))
        return say_no(v, 429, LM_KEY("entry.too-often"));
    return mails ? quota_take_mail(v, value(v, MAIL)->text) : LM_OK;
}

/* Make the submitted entry, with ${e->digest}, the last of ${count}. */
static enum lm_status make_entry(struct visit *v, const struct sent *sent,
                                 const struct entry_record *all, size_t count,
                                 struct entry_record *e)
{
    static const struct lm_json nothing;
    struct entry_change changes[20];
    int64_t order = count == 0 ? 1 : all[count - 1].order + 1;
    size_t last = 0;
    changes_of(v, sent, changes);
    while (changes[last].name != NULL)
        last++;
    changes[last] = (struct entry_change){"order", visit_print(v, "%lld", (long long)order)};
    changes[last + 1] = (struct entry_change){NULL, NULL};
    e->facts = &nothing;
    return entry_set(v, e, changes);
}

static enum lm_status take_entry(struct visit *v)
{
    struct register_page page = register_page(v);
    struct sent sent;
    struct entry_record *all, e;
    size_t count = 0;
    char digest[SECRETS_DIGEST];
    enum lm_status status = check_open(v);
    if (status != LM_OK)
        return status;
    read_sent(v, &sent);
    const char *why = why_not(v, &sent);
    if (*why != '\0')
        return ask_again(v, &page, why);
    bool mails = page.mails && value(v, MAIL)->length > 0;
    status = take_quotas(v, mails);
    if (status == LM_OK)
        status = entries_list(v, &all, &count);
    if (status == LM_OK && count >= ENTRIES_MOST)
        status = say_no(v, 429, LM_KEY("entry.too-often"));
    if (status != LM_OK)
        return status;
    const char *token =
        !mails && secrets_is_token(value(v, KEY)->text) ? value(v, KEY)->text : page.key;
    secrets_digest(token, strlen(token), digest);
    e = (struct entry_record){.digest = digest, .state = mails ? ENTRY_NEW : ENTRY_ASKS};
    status = make_entry(v, &sent, all, count, &e);
    if (status != LM_OK)
        return status;
    const struct entry_record *before =
        mails ? entry_again(v, &e, all, count) : entry_with(all, count, digest);
    if (before != NULL)
        return say_again(v, &e, before, token, mails);
    status = entry_put(v, &e, &(const struct entry_change){NULL, NULL});
    if (status == LM_OK && mails)
        status = mail_link(v, &e, LM_KEY("entry.mail-confirm"), LM_KEY("entry.mail-confirm-text"),
                           token);
    return status == LM_OK ? write_entry(v, &e, token, mails ? MAILED : ONCE) : status;
}

/* --- the page of an entry */

/* Was it accepted, and has the player withdrawn since? */
static bool is_out(struct visit *v, const struct entry_record *e)
{
    const struct lm_desk_player *p = entry_player(v, e);
    return e->state == ENTRY_IN && (p == NULL || p->standing != LM_PLAYS);
}

static const char *state_said(struct visit *v, const struct entry_record *e)
{
    static const char *const keys[] = {[ENTRY_NEW] = LM_KEY("entry.is-new"),
                                       [ENTRY_ASKS] = LM_KEY("entry.is-asking"),
                                       [ENTRY_WAITS] = LM_KEY("entry.is-waiting"),
                                       [ENTRY_IN] = LM_KEY("entry.is-in"),
                                       [ENTRY_DENIED] = LM_KEY("entry.is-denied")};
    if (is_out(v, e))
        return visit_word(v, LM_KEY("entry.is-out"));
    return visit_word(v, keys[e->state]);
}

/* Return "25 CHF"; "": nothing is owed. */
static const char *owed_said(struct visit *v, const struct entry_record *e,
                             const struct lm_json *event)
{
    const struct lm_json *facts;
    const struct entrant who = entry_entrant(e);
    const struct lm_desk_player *p = entry_player(v, e);
    struct account account;
    int64_t owed = 0;
    unsigned line;
    if (p != NULL)
        return account_of(v, p, &account) != LM_OK || account.owed == 0
                   ? ""
                   : money_text(v, account.owed, lm_json_text(event, "currency"));
    if (e->section == NULL || announcement_of(v, e->section->id, &facts) != LM_OK ||
        !fee_of(lm_json_text(facts, "fees"), &who, visit_today(v), &owed, &line))
        return "";
    return owed == 0 ? "" : money_text(v, owed, lm_json_text(event, "currency"));
}

static enum lm_status write_entry(struct visit *v, const struct entry_record *e, const char *key,
                                  enum shown how)
{
    const struct lm_json *event;
    const struct lm_desk_player *p = entry_player(v, e);
    bool plays = e->state == ENTRY_IN && p != NULL && p->standing == LM_PLAYS;
    enum lm_status status = announcement_of(v, NULL, &event);
    if (status != LM_OK)
        return status;
    struct entry_page page = {
        .head = entry_head(v, visit_word(v, LM_KEY("entry.your-entry"))),
        .token = v->who.token,
        .state = state_said(v, e),
        .why = e->state == ENTRY_DENIED ? lm_json_text(e->facts, "why") : "",
        .name = lm_json_text(e->facts, "name"),
        .section = e->section == NULL || section_needs_no_name(v, e->section)
                       ? ""
                       : lm_desk_section_title(e->section),
        .owed = owed_said(v, e, event),
        .reference = visit_print(v, "%.8s", e->digest),
        .link = visit_print(v, "%s/e/%s/entry/%s", v->server->url, v->event->slug, key),
        .act = site_local(v->arena, "/e/%s/entry/%s", v->event->slug, key),
        .back = event_url(v, "announcement"),
        .unconfirmed = e->state == ENTRY_NEW,
        .mailed = how == MAILED,
        .once = how == ONCE || how == AGAIN,
        .again = how == AGAIN,
        .may_withdraw =
            plays || e->state == ENTRY_ASKS || e->state == ENTRY_WAITS || e->state == ENTRY_NEW,
        .may_change = e->state == ENTRY_ASKS || e->state == ENTRY_WAITS};
    if (page.mailed) { /* only the mail has the link */
        page.link = "";
        page.act = (struct site_url){NULL};
        page.may_withdraw = page.unconfirmed = false;
    } else {
        page.code = qr_picture(page.link, visit_word(v, LM_KEY("desk.qr")), v->arena);
    }
    if (how != BY_LINK && announcement_takes_entries(v, event))
        page.another = event_url(v, "register");
    if (page.may_change)
        page.change = site_local(v->arena, "/e/%s/entry/%s/change", v->event->slug, key);
    if (*page.owed != '\0' && *lm_json_text(event, "pay") != '\0')
        page.pay = site_https(v->arena, lm_json_text(event, "pay"));
    page_desk_entry(&v->reply->body, v->language, &page);
    return LM_OK;
}

static enum lm_status show_entry(struct visit *v)
{
    struct entry_record e;
    enum lm_status status = entry_of_link(v, v->parts[1], &e);
    const struct lm_desk_player *p = status == LM_OK ? entry_player(v, &e) : NULL;
    if (p != NULL && visit_may_in(v, p->section->id, RIGHT_CHECK_IN)) /* at the arrival desk */
        return visit_go(v, "/e/%s/%s/arrive?code=%s", v->event->slug, p->section->id,
                        p->person->id);
    return status == LM_OK ? write_entry(v, &e, v->parts[1], BY_LINK) : status;
}

/* Leave the section, before or after it was paired. */
static enum lm_status leave_section(struct visit *v, const struct lm_desk_player *p)
{
    struct act act;
    const char *why = NULL;
    bool begun = lm_desk_current(p->section) != NULL;
    struct who before = v->who;
    v->who.account = p->person->id;
    act_begin(v, &act, begun ? "request" : "remove", p->section->id);
    lm_json_put_string(&act.json, "player", p->person->id);
    if (begun)
        lm_json_put_string(&act.json, "what", "withdraw");
    enum lm_status status =
        act_try(v, &act, visit_print(v, "leave-%s-%s", p->section->id, p->person->id), &why);
    v->who = before;
    return status == LM_OK && why != NULL ? visit_refuse(v, 422, "%s", why) : status;
}

/* Withdraw: delete an entry that waits; a player of the section stays in the log. */
static enum lm_status withdraw(struct visit *v, struct entry_record *e)
{
    const struct lm_desk_player *p = entry_player(v, e);
    enum lm_status status = LM_OK;
    if (e->state == ENTRY_IN && p != NULL && p->standing == LM_PLAYS)
        status = leave_section(v, p);
    if (status == LM_OK)
        status = entry_forget(v, e);
    if (status == LM_OK)
        status = entries_move_up(v);
    if (status == LM_OK)
        inbox_tell(v);
    return status == LM_OK ? visit_go(v, "/e/%s/announcement", v->event->slug) : status;
}

static const struct form_field own_fields[] = {
    {"act", FORM_CHOICE, 0, 10, "confirm|withdraw", true}, {0}};

static enum lm_status act_on_entry(struct visit *v)
{
    struct entry_record e;
    enum lm_status status = entry_of_link(v, v->parts[1], &e);
    if (status == LM_OK && !event_is_home(v))
        return say_no(v, 409, LM_KEY("entry.elsewhere"));
    if (status == LM_OK && strcmp(value(v, 0)->text, "withdraw") == 0)
        return withdraw(v, &e);
    if (status == LM_OK && e.state == ENTRY_NEW)
        status = e.section == NULL ? say_no(v, 422, LM_KEY("entry.no-section")) : settle(v, &e);
    return status == LM_OK ? visit_go(v, "/e/%s/entry/%s", v->event->slug, v->parts[1]) : status;
}

/* --- changing it */

static enum lm_status take_changeable(struct visit *v, struct entry_record *e,
                                      struct register_page *page)
{
    enum lm_status status = entry_of_link(v, v->parts[1], e);
    if (status == LM_OK)
        status = check_open(v);
    if (status == LM_OK && e->state != ENTRY_ASKS && e->state != ENTRY_WAITS)
        return say_no(v, 422, LM_KEY("entry.no-change"));
    *page = register_page(v);
    page->changes = true;
    page->action = site_local(v->arena, "/e/%s/entry/%s/change", v->event->slug, v->parts[1]);
    page->back = site_local(v->arena, "/e/%s/entry/%s", v->event->slug, v->parts[1]);
    return status;
}

static enum lm_status show_change(struct visit *v)
{
    struct entry_record e;
    struct register_page page;
    enum lm_status status = take_changeable(v, &e, &page);
    if (status != LM_OK)
        return status;
    page.name = lm_json_text(e.facts, "name");
    page.fide_id = lm_json_text(e.facts, "fide_id");
    page.known = *page.fide_id != '\0';
    page.federation = lm_json_text(e.facts, "federation");
    page.rating = lm_json_text(e.facts, "rating");
    page.born = lm_json_text(e.facts, "born");
    page.club = lm_json_text(e.facts, "club");
    page.mail = lm_json_text(e.facts, "mail");
    page.adult = lm_json_text(e.facts, "adult");
    page.consent = *page.adult != '\0';
    page.shown = *lm_json_text(e.facts, "shown") != '\0';
    page.woman = strcmp(lm_json_text(e.facts, "sex"), "w") == 0;
    page.man = strcmp(lm_json_text(e.facts, "sex"), "m") == 0;
    status = add_choices(v, lm_json_text(e.facts, "section"), lm_json_text(e.facts, "byes"), &page);
    if (status == LM_OK)
        page_desk_register(&v->reply->body, v->language, &page);
    return status;
}

/* Store a change for the organiser to check again; the mail address stays, as it was confirmed. */
static enum lm_status take_change(struct visit *v)
{
    struct entry_record e;
    struct register_page page;
    struct sent sent;
    struct entry_change changes[20];
    enum lm_status status = take_changeable(v, &e, &page);
    if (status != LM_OK)
        return status;
    read_sent(v, &sent);
    const char *why = why_not(v, &sent);
    if (*why != '\0')
        return ask_again(v, &page, why);
    changes_of(v, &sent, changes);
    for (struct entry_change *c = changes; c->name != NULL; c++)
        if (strcmp(c->name, "mail") == 0)
            c->text = lm_json_text(e.facts, "mail");
    bool other = strcmp(lm_json_text(e.facts, "section"), sent.section->id) != 0 ||
                 strcmp(lm_json_text(e.facts, "name"), changes[0].text) != 0;
    e.state = e.state == ENTRY_WAITS && !other ? ENTRY_WAITS : ENTRY_ASKS;
    status = entry_put(v, &e, changes);
    return status == LM_OK ? visit_go(v, "/e/%s/entry/%s", v->event->slug, v->parts[1]) : status;
}

/* --- the organiser */

static const char *note_of(struct visit *v, const struct entry_record *e, bool twin)
{
    struct lm_text text = lm_text_in(v->arena);
    const char *const notes[] = {
        twin ? visit_word(v, LM_KEY("entry.note-twin")) : "",
        *lm_json_text(e->facts, "doubtful") != '\0' ? visit_word(v, LM_KEY("entry.note-born")) : "",
        *lm_json_text(e->facts, "adult") != '\0'
            ? visit_say_of(v, LM_KEY("entry.consented"),
                           lm_value_text("adult", lm_json_text(e->facts, "adult")))
            : "",
        *lm_json_text(e->facts, "byes") != '\0'
            ? visit_say_of(v, LM_KEY("entry.note-byes"),
                           lm_value_text("rounds", lm_json_text(e->facts, "byes")))
            : "",
        lm_json_text(e->facts, "why")};
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++)
        if (*notes[i] != '\0')
            lm_text_print(&text, "%s%s", text.length == 0 ? "" : " · ", notes[i]);
    return lm_text_string(&text);
}

static enum lm_status add_look_alikes(struct visit *v, const struct entry_record *e,
                                      struct entry_row *row)
{
    const struct lm_desk_player **alike;
    size_t count;
    enum lm_status status = entry_look_alikes(v, e, &alike, &count);
    struct choice_row *same =
        status == LM_OK ? lm_arena_alloc(v->arena, count, sizeof *same) : NULL;
    for (size_t i = 0; same != NULL && i < count; i++)
        same[row->same_count++] = (struct choice_row){
            alike[i]->person->id,
            visit_print(v, "%s (%s)", player_name(v, alike[i]), alike[i]->section->id)};
    row->same = same;
    return status == LM_OK && same == NULL ? LM_LIMIT : status;
}

static enum lm_status show_entries(struct visit *v)
{
    const struct lm_json *event;
    struct entry_record *all;
    size_t count;
    enum lm_status status = entries_list(v, &all, &count);
    if (status == LM_OK)
        status = announcement_of(v, NULL, &event);
    struct entry_row *rows = status == LM_OK ? lm_arena_alloc(v->arena, count, sizeof *rows) : NULL;
    if (rows == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    struct entries_page page = {
        .head = section_head(v, NULL, TAB_PLAYERS, visit_word(v, LM_KEY("entry.entries"))),
        .rows = rows,
        .file = event_url(v, "entries.csv"),
        .payments = event_url(v, "payments"),
        .message = event_url(v, "message"),
        .report = event_url(v, "report"),
        .page = event_url(v, "announcement")};
    page.head.section_count = 0;
    for (size_t i = 0; i < count; i++) {
        const struct entry_record *e = &all[i];
        bool twin = entry_has_twin(v, e, all, count);
        bool asks = e->state == ENTRY_ASKS || e->state == ENTRY_WAITS;
        rows[page.row_count++] = (struct entry_row){
            .digest = e->digest,
            .name = lm_json_text(e->facts, "name"),
            .title = lm_json_text(e->facts, "title"),
            .federation = lm_json_text(e->facts, "federation"),
            .rating = (int32_t)fact_number(e->facts, "rating"),
            .section = e->section == NULL                     ? lm_json_text(e->facts, "section")
                       : section_needs_no_name(v, e->section) ? ""
                                                              : lm_desk_section_title(e->section),
            .state = e->state == ENTRY_NEW ? visit_word(v, LM_KEY("entry.unconfirmed"))
                                           : state_said(v, e),
            .look = e->state == ENTRY_ASKS ? "warn"
                    : is_out(v, e)         ? ""
                    : e->state == ENTRY_IN ? "ok"
                                           : "",
            .note = note_of(v, e, twin),
            .owed = owed_said(v, e, event),
            .token = v->who.token,
            .act = event_url(v, "entries"),
            .asks = asks};
        if (asks && twin)
            status = add_look_alikes(v, e, &rows[i]);
        if (status != LM_OK)
            return status;
    }
    page_desk_entries(&v->reply->body, v->language, &page);
    return LM_OK;
}

enum { WHICH, DECISION, WHY, SAME };

static const struct form_field decide_fields[] = {
    [WHICH] = {"entry", FORM_TEXT, 0, 64, NULL, true},
    [DECISION] = {"act", FORM_CHOICE, 0, 10, "accept|refuse|merge", true},
    [WHY] = {"why", FORM_TEXT, 0, 300, NULL, false},
    [SAME] = {"same", FORM_TEXT, 0, 60, NULL, false},
    {0}};

static enum lm_status refuse_entry(struct visit *v, struct entry_record *e)
{
    if (value(v, WHY)->length == 0)
        return say_no(v, 422, LM_KEY("entry.say-why"));
    e->state = ENTRY_DENIED;
    enum lm_status status =
        entry_put(v, e, (const struct entry_change[]){{"why", value(v, WHY)->text}, {NULL, NULL}});
    return status == LM_OK
               ? entry_mail(v, e, LM_KEY("entry.mail-denied"), LM_KEY("entry.mail-denied-text"), "")
               : status;
}

/* Merge the entry with the chosen player of the list of similar ones. */
static enum lm_status merge_entry(struct visit *v, struct entry_record *e)
{
    const struct lm_desk_player **alike;
    size_t count, at = 0;
    enum lm_status status = entry_look_alikes(v, e, &alike, &count);
    while (status == LM_OK && at < count &&
           strcmp(alike[at]->person->id, value(v, SAME)->text) != 0)
        at++;
    if (status == LM_OK && at == count)
        return say_no(v, 422, LM_KEY("entry.no-same"));
    return status == LM_OK ? entry_merge(v, e, alike[at]) : status;
}

static enum lm_status accept_entry(struct visit *v, struct entry_record *e)
{
    if (e->section == NULL)
        return say_no(v, 422, LM_KEY("entry.no-section"));
    enum lm_status status = entry_admit(v, e, e->state == ENTRY_WAITS);
    const char *why = lm_json_text(e->facts, "why");
    if (status == LM_OK && e->state == ENTRY_ASKS)
        return visit_refuse(v, 422, "%s", why);
    return status;
}

static enum lm_status decide(struct visit *v)
{
    struct entry_record *all;
    size_t count;
    const char *how = value(v, DECISION)->text;
    enum lm_status status = entries_list(v, &all, &count);
    if (status != LM_OK)
        return status;
    struct entry_record *e = entry_with(all, count, value(v, WHICH)->text);
    if (e == NULL || (e->state != ENTRY_ASKS && e->state != ENTRY_WAITS))
        return say_no(v, 422, LM_KEY("entry.no-such"));
    status = strcmp(how, "refuse") == 0  ? refuse_entry(v, e)
             : strcmp(how, "merge") == 0 ? merge_entry(v, e)
                                         : accept_entry(v, e);
    if (status == LM_OK && e->state == ENTRY_IN)
        status = entry_mail(v, e, LM_KEY("entry.mail-in"), LM_KEY("entry.mail-in-text"), "");
    return status == LM_OK ? visit_go(v, "/e/%s/entries", v->event->slug) : status;
}

/* Add a cell; make sure that spreadsheets do not read it as a formula. */
static void add_cell(struct lm_text *out, const char *text, bool last)
{
    lm_text_add_csv(out, text, true);
    lm_text_add(out, last ? "\r\n" : ",");
}

static enum lm_status send_entries(struct visit *v)
{
    static const char *const columns[] = {"name", "title", "fide_id", "federation", "rating",
                                          "born", "sex",   "club",    "section",    "byes",
                                          "mail", "adult", "state",   "reference",  NULL};
    struct entry_record *all;
    size_t count;
    struct lm_text *out = &v->reply->body;
    enum lm_status status = entries_list(v, &all, &count);
    if (status != LM_OK)
        return status;
    for (size_t c = 0; columns[c] != NULL; c++)
        add_cell(out, columns[c], columns[c + 1] == NULL);
    for (size_t i = 0; i < count; i++)
        for (size_t c = 0; columns[c] != NULL; c++)
            add_cell(out,
                     columns[c + 1] == NULL ? visit_print(v, "%.8s", all[i].digest)
                                            : lm_json_text(all[i].facts, columns[c]),
                     columns[c + 1] == NULL);
    v->reply->type = "text/csv; charset=utf-8";
    v->reply->file = visit_print(v, "%s-entries.csv", v->event->slug);
    return LM_OK;
}

#define E "/e/:event/entry/:key"

const struct handler entry_handlers[] = {
    {false, "/e/:event/register", RIGHT_LOOK, find_fields, "the form in which a player enters",
     show_register, true},
    {true, "/e/:event/register", RIGHT_LOOK, register_fields, "enter the event", take_entry, true},
    {false, E, RIGHT_LOOK, NULL, "one's own entry", show_entry, true},
    {true, E, RIGHT_LOOK, own_fields, "confirm or withdraw one's own entry", act_on_entry, true},
    {false, E "/change", RIGHT_LOOK, NULL, "the form of one's own entry", show_change, true},
    {true, E "/change", RIGHT_LOOK, register_fields, "change one's own entry", take_change, true},
    {false, "/e/:event/entries", RIGHT_ACROSS, NULL, "entries that were sent in", show_entries,
     false},
    {true, "/e/:event/entries", RIGHT_ACROSS, decide_fields, "accept or refuse an entry", decide,
     false},
    {false, "/e/:event/entries.csv", RIGHT_ACROSS, NULL, "the entries as a table", send_entries,
     false},
    {0}};
