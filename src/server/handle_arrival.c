/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The check-in desk.  The code of a player's link is scanned, by the tablet's camera or a reader
 * that types.  The page then shows the player and open issues.  Codes are looked up in the journal,
 * so check-in works without internet; a code that is not in the journal has no effect.
 */
#include <string.h>

#include "base/sort.h"
#include "base/texts.h"
#include "rating/licences.h"
#include "server/bank.h"
#include "server/entries.h"
#include "server/handlers.h"
#include "server/payments.h"
#include "server/secrets.h"
#include "server/templates.h"

enum { LICENCES_BYTES = 2 << 20, LICENCES_DAYS = 60 };

/* --- the player of a code */

/* Return the part of ${text} after ${mark} up to the next "/" or the end; "": none. */
static const char *behind(struct visit *v, const char *text, const char *mark)
{
    const char *at = strstr(text, mark);
    at = at == NULL ? "" : at + strlen(mark);
    return visit_print(v, "%.*s", (int)strcspn(at, "/?# "), at);
}

/* Return the person of the card at ${text}, ".../card/EVENT/SECTION/PLAYER/TOKEN"; "": none. */
static const char *person_of_card(struct visit *v, const char *text)
{
    const char *base = visit_print(v, "/card/%s/", v->event->slug);
    const char *section = behind(v, text, base);
    const char *person = behind(v, text, visit_print(v, "%s%s/", base, section));
    const char *token = behind(v, text, visit_print(v, "%s%s/%s/", base, section, person));
    const struct lm_desk_person *p = lm_desk_person(v->event->desk, person);
    return p != NULL && card_has(v, p, token) ? person : "";
}

/* Return the person whose code, link or id ${code} is; "": none. */
static const char *person_of(struct visit *v, const char *code)
{
    const char *key = behind(v, code, visit_print(v, "/e/%s/entry/", v->event->slug));
    if (strstr(code, "/card/") != NULL)
        return person_of_card(v, code);
    if (*key == '\0')
        key = code;
    if (secrets_is_token(key))
        return entry_person_of_link(v, key);
    return lm_desk_person(v->event->desk, code) != NULL ? code : "";
}

/* Return ${person} as a player of ${s}, otherwise of another section; NULL: none. */
static const struct lm_desk_player *player_called(struct visit *v, const struct lm_desk_section *s,
                                                  const char *person)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    const struct lm_desk_player *p = *person == '\0' ? NULL : lm_desk_player(s, person);
    for (size_t i = 0; *person != '\0' && p == NULL && i < e->section_count; i++)
        p = lm_desk_player(e->sections[i], person);
    return p != NULL && p->standing == LM_REMOVED ? NULL : p;
}

static bool has_words(struct visit *v, const struct lm_desk_player *p, const char *typed)
{
    struct lm_text name = lm_text_in(v->arena), words = lm_text_in(v->arena);
    lm_text_add_folded(&name, p->person->name, strlen(p->person->name));
    lm_text_add_folded(&words, typed, strlen(typed));
    const char *in = lm_text_string(&name);
    for (const char *at = lm_text_string(&words); *at != '\0'; at += strspn(at, " ,")) {
        size_t length = strcspn(at, " ,");
        if (length > 0 && strstr(in, visit_print(v, "%.*s", (int)length, at)) == NULL)
            return false;
        at += length;
    }
    return true;
}

/* --- open issues */

static const char *licences_key(struct visit *v)
{
    return visit_print(v, "licences %s", v->event->slug);
}

/* Read the federation's list of licences; NULL: none. */
static enum lm_status licences_of(struct visit *v, const char **out)
{
    struct store_record record;
    enum lm_status status = store_get(v->server->store, STORE_SETTING, licences_key(v), v->now,
                                      v->arena, &record, &v->log);
    *out = status == LM_OK && record.key != NULL ? record.value : NULL;
    return status;
}

static struct arrival_row row_of(struct visit *v, const struct lm_desk_section *here,
                                 const struct account *a, const char *currency,
                                 const char *licences)
{
    const struct lm_desk_player *p = a->player;
    const struct lm_desk_section *s = p->section;
    const char *id = p->person->id;
    struct arrival_row row = {
        .id = id,
        .title = p->person->title,
        .name = player_name(v, p),
        .club = p->person->club,
        .section = section_needs_no_name(v, s) ? "" : lm_desk_section_title(s),
        .rating = p->rating,
        .here = p->present,
        .out = p->standing != LM_PLAYS,
        .elsewhere = s != here,
        .unlicensed =
            licences != NULL && !lm_licences_have(licences, p->person->fide_id, p->person->name,
                                                  p->person->birth, v->arena),
        .owed = a->owed == 0 ? "" : money_text(v, a->owed, currency),
        .token = v->who.token,
        .act = section_url(v, s, "arrive"),
        .show = section_url(v, here, "arrive?code=%s", id),
        .badge = section_url(v, s, "paper/cards?look=codes&who=%s", id),
        .place = section_url(v, s, "paper/cards?who=%s", id)};
    if (visit_may_in(v, s->id, RIGHT_PEOPLE))
        row.person = section_url(v, s, "player/%s", id);
    if (visit_may(v, RIGHT_ACROSS))
        row.move = section_url(v, s, "do/move?player=%s", id);
    return row;
}

/* --- the page */

enum { CODE, DONE };

static const struct form_field look_fields[] = {[CODE] = {"code", FORM_TEXT, 0, 80, NULL, false},
                                                [DONE] = {"done", FORM_TEXT, 0, 20, NULL, false},
                                                {0}};

/* Add the players found by ${typed}, an id, code or name; and those with unpaid fees or no licence.
 */
static enum lm_status add_rows(struct visit *v, const struct lm_desk_section *s, const char *typed,
                               struct arrival_page *page)
{
    struct account *accounts;
    size_t count;
    const struct lm_json *facts = NULL;
    const char *licences = NULL;
    enum lm_status status = accounts_of(v, NULL, &accounts, &count);
    if (status == LM_OK)
        status = announcement_of(v, NULL, &facts);
    if (status == LM_OK)
        status = licences_of(v, &licences);
    struct arrival_row *rows =
        status == LM_OK ? lm_arena_alloc(v->arena, 2 * count + 1, sizeof *rows) : NULL;
    if (rows == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    struct arrival_row *amiss = rows + count;
    const struct lm_desk_player *exact = player_called(v, s, person_of(v, typed));
    for (size_t i = 0; i < count; i++) {
        const struct lm_desk_player *p = accounts[i].player;
        struct arrival_row row =
            row_of(v, s, &accounts[i], lm_json_text(facts, "currency"), licences);
        if (exact != NULL ? p == exact : *typed != '\0' && has_words(v, p, typed))
            rows[page->row_count++] = row;
        if (p->section != s || row.out)
            continue;
        page->here += row.here;
        page->missing += !row.here;
        if (*row.owed != '\0' || row.unlicensed)
            amiss[page->debt_count++] = row;
    }
    page->rows = rows;
    page->debts = amiss;
    page->has_licences = licences != NULL;
    return LM_OK;
}

static enum lm_status write_arrival(struct visit *v, const struct lm_desk_section *s,
                                    const char *typed, const char *done, const char *why)
{
    const struct lm_desk_player *p = *done == '\0' ? NULL : lm_desk_player(s, done);
    struct arrival_page page = {
        .head = section_head(v, s, TAB_CHECK_IN, visit_word(v, LM_KEY("entry.arrival"))),
        .token = v->who.token,
        .why = why,
        .done = p == NULL ? ""
                          : visit_say_of(v, LM_KEY("entry.is-here"),
                                         lm_value_text("player", player_name(v, p))),
        .act = section_url(v, s, "arrive"),
        .list = section_url(v, s, "check-in")};
    if (visit_may(v, RIGHT_PEOPLE))
        page.enter = section_url(v, s, "do/enter");
    if (visit_may(v, RIGHT_ACROSS))
        page.licences = site_local(v->arena, "/e/%s/licences", v->event->slug);
    page.head.live = (struct site_url){NULL}; /* live updates would discard input */
    enum lm_status status = add_rows(v, s, typed, &page);
    if (status != LM_OK)
        return status;
    const struct lm_value values[] = {lm_value_number("here", page.here),
                                      lm_value_number("missing", page.missing)};
    page.state = visit_say(v, LM_KEY("desk.here"), values, 2);
    if (*typed != '\0' && page.row_count == 0 && *why == '\0')
        page.why = visit_word(v, LM_KEY("entry.no-code"));
    page_desk_arrival(&v->reply->body, v->language, &page);
    return LM_OK;
}

static enum lm_status show_arrival(struct visit *v)
{
    struct lm_desk_section *s;
    enum lm_status status = section_take(v, &s);
    return status == LM_OK ? write_arrival(v, s, value(v, CODE)->text, value(v, DONE)->text, "")
                           : status;
}

enum { SCANNED, WHO, ACT };

static const struct form_field arrive_fields[] = {
    [SCANNED] = {"code", FORM_TEXT, 0, 400, NULL, false},
    [WHO] = {"player", FORM_TEXT, 0, 20, NULL, false},
    [ACT] = {"act", FORM_CHOICE, 0, 10, "find|here|gone|pay", true},
    {0}};

/* Redirect a scanned code to the player's id, so that no secret stays in an address. */
static enum lm_status find_code(struct visit *v, const struct lm_desk_section *s)
{
    const char *code = value(v, SCANNED)->text, *person = person_of(v, code);
    if (*person != '\0' && player_called(v, s, person) != NULL)
        return visit_go(v, "/e/%s/%s/arrive?code=%s", v->event->slug, s->id, person);
    bool link = strchr(code, '/') != NULL || secrets_is_token(code);
    v->reply->status = link ? 422 : 200;
    return write_arrival(v, s, link ? "" : code, "",
                         link ? visit_word(v, LM_KEY("entry.no-code")) : "");
}

static enum lm_status note_arrival(struct visit *v, const struct lm_desk_section *s,
                                   const struct lm_desk_player *p)
{
    struct act acts[2];
    struct account a;
    size_t count = 1;
    bool gone = strcmp(value(v, ACT)->text, "gone") == 0;
    act_begin(v, &acts[0], "present", s->id);
    enum lm_status status = act_put(v, &acts[0], "players", p->person->id);
    if (status == LM_OK)
        status = act_put(v, &acts[0], "present", gone ? "no" : "yes");
    if (status == LM_OK && strcmp(value(v, ACT)->text, "pay") == 0) {
        status = account_of(v, p, &a);
        if (status == LM_OK && a.owed > 0)
            status = payment_begin(v, p, a.owed, "cash", LM_NO_TIME, &acts[count++]);
    }
    if (status == LM_OK)
        status = act_do(v, acts, count);
    if (status != LM_OK)
        return status;
    return gone ? visit_go(v, "/e/%s/%s/arrive?code=%s", v->event->slug, s->id, p->person->id)
                : visit_go(v, "/e/%s/%s/arrive?done=%s", v->event->slug, s->id, p->person->id);
}

static enum lm_status arrive(struct visit *v)
{
    struct lm_desk_section *s;
    enum lm_status status = section_take(v, &s);
    if (status != LM_OK)
        return status;
    if (strcmp(value(v, ACT)->text, "find") == 0)
        return find_code(v, s);
    const struct lm_desk_player *p = lm_desk_player(s, value(v, WHO)->text);
    if (p == NULL || p->standing != LM_PLAYS)
        return visit_refuse(v, 404, "Player not found");
    return note_arrival(v, s, p);
}

/* --- licences */

static const struct form_field licence_fields[] = {
    {"file", FORM_FILE, 0, LICENCES_BYTES, NULL, true}, {0}};

static enum lm_status keep_licences(struct visit *v)
{
    const char *text = csv_text(value(v, 0)->text, value(v, 0)->length, v->arena);
    const char *folded = text == NULL ? NULL : lm_licences_fold(text, v->arena);
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    if (folded == NULL)
        return LM_LIMIT;
    if (strlen(folded) < 10)
        return visit_refuse(v, 422, "%s", visit_word(v, LM_KEY("entry.no-licences")));
    const struct store_record record = {licences_key(v),
                                        visit_print(v, "licences %s", v->event->slug), folded,
                                        v->now + (int64_t)LICENCES_DAYS * 86400};
    enum lm_status status = store_put(v->server->store, STORE_SETTING, &record, &v->log);
    if (status != LM_OK)
        return status;
    return e->section_count == 0
               ? visit_go(v, "/e/%s", v->event->slug)
               : visit_go(v, "/e/%s/%s/arrive", v->event->slug, e->sections[0]->id);
}

const struct handler arrival_handlers[] = {
    {false, "/e/:event/:section/arrive", RIGHT_CHECK_IN, look_fields, "who arrives, by their code",
     show_arrival, false},
    {true, "/e/:event/:section/arrive", RIGHT_CHECK_IN, arrive_fields, "check a player in", arrive,
     false},
    {true, "/e/:event/licences", RIGHT_ACROSS, licence_fields, "a federation's list of licences",
     keep_licences, false},
    {0}};
