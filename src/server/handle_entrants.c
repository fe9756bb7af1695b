/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The people of a championship: their keys, and how they come in.
 *
 * Whoever applies says who he is; that it is true somebody must look at.  So an application over
 * the web waits beside the journal, judged by every article before it is sent, and a director takes
 * it over: then it is a line, and the rules judge it for good.
 */
#include <string.h>

#include "server/championship_desk.h"
#include "server/pages.h"
#include "server/qr.h"
#include "server/templates.h"

enum { KEY_SECONDS = 14 * 86400 };

/* --- keys */

static bool is_director(const struct lm_championship *c, const char *name)
{
    return lm_champ_is_director(c->definition, name);
}

static const char *account_of(struct visit *v, const char *name)
{
    return visit_print(v, "%s/%s", v->championship->slug, name);
}

static const char *status_of(const struct lm_championship *c, const struct person *p)
{
    static const char *const words[] = {[ENTRY_NOT_APPLIED] = "not applied",
                                        [ENTRY_ACCEPTED] = "accepted",
                                        [ENTRY_PENDING] = "waits for a decision",
                                        [ENTRY_REJECTED] = "not accepted",
                                        [ENTRY_HOLDER] = "automatic"};
    if (p->out != GROUND_NONE)
        return lm_champ_ground_names[p->out];
    if (p->status == ENTRY_HOLDER && p->holder != NOBODY)
        return c->definition->holders[p->holder].title;
    return words[p->status];
}

static enum lm_status write_people(struct visit *v, const char *address, const char *whom)
{
    const struct lm_championship *c = v->championship->c;
    const struct lm_definition *d = c->definition;
    size_t most = c->person_count + d->director_count;
    struct champ_person_row *rows = lm_arena_alloc(v->arena, most, sizeof *rows);
    struct champ_people_page page = {.head = champ_head(v, CHAMP_PEOPLE, "People"),
                                     .token = v->who.token,
                                     .address = address,
                                     .whom = whom,
                                     .key = champ_url(v, "/people/key"),
                                     .out = champ_url(v, "/do/out"),
                                     .back = champ_url(v, "/do/return"),
                                     .rows = rows};
    if (rows == NULL)
        return LM_LIMIT;
    if (*address != '\0')
        page.code = qr_picture(address, v->arena);
    for (size_t i = 0; i < d->director_count; i++)
        rows[page.row_count++] = (struct champ_person_row){
            .name = d->directors[i], .what = "director", .seeding = "", .token = v->who.token};
    for (size_t i = 0; i < c->person_count; i++) {
        const struct person *p = &c->people[i];
        struct lm_text seeding = lm_text_in(v->arena);
        lm_text_add_tenths(&seeding, p->seeding);
        const struct os_zone *zone;
        rows[page.row_count++] =
            (struct champ_person_row){.name = p->id,
                                      .what = status_of(c, p),
                                      .seeding = lm_text_string(&seeding),
                                      .zone = zone_of_player(v, p->id, &zone),
                                      .token = v->who.token,
                                      .in = p->out == GROUND_NONE && (p->status == ENTRY_ACCEPTED ||
                                                                      p->status == ENTRY_HOLDER),
                                      .out = p->out != GROUND_NONE};
    }
    page_desk_champ_people(&v->reply->body, lm_english(), &page);
    return LM_OK;
}

static enum lm_status show_people(struct visit *v)
{
    return write_people(v, "", "");
}

static const struct form_field key_fields[] = {{"player", FORM_TEXT, 0, 64, NULL, true}, {0}};

static enum lm_status invite(struct visit *v, const char *name, const char **address)
{
    const struct lm_championship *c = v->championship->c;
    bool director = is_director(c, name);
    if (!director && lm_champ_person(c, name) == NOBODY)
        return visit_refuse(v, 422, "nobody here is called \"%s\"", name);
    const struct who whom = {.role = director ? ROLE_DIRECTOR : ROLE_PLAYER,
                             .name = name,
                             .account = account_of(v, name),
                             .key = "",
                             .token = "",
                             .scope = v->championship->slug};
    return session_invite_account(v->server, &whom, v->now + KEY_SECONDS, v->arena, &v->log,
                                  address);
}

/* For anybody who takes part, by a director; for oneself and another device, by oneself. */
static enum lm_status make_key(struct visit *v)
{
    const char *address = "", *name = value(v, 0)->text;
    enum lm_status status = invite(v, name, &address);
    return status == LM_OK ? write_people(v, address, name) : status;
}

static enum lm_status make_own_key(struct visit *v)
{
    const char *address = "";
    enum lm_status status = invite(v, wish_author(v), &address);
    if (status != LM_OK)
        return status;
    const struct champ_people_page page = {.head = champ_head(v, CHAMP_HOME, "Another device"),
                                           .address = address,
                                           .code = qr_picture(address, v->arena),
                                           .whom = wish_author(v)};
    page_desk_champ_key(&v->reply->body, lm_english(), &page);
    return LM_OK;
}

const struct handler entrant_handlers[] = {
    {false, "/c/:championship/people", RIGHT_DIRECT, NULL, "who takes part", show_people, false},
    {true, "/c/:championship/people/key", RIGHT_DIRECT, key_fields, "make somebody's key", make_key,
     false},
    {true, "/c/:championship/key", RIGHT_PLAY, NULL, "make a key for another device of one's own",
     make_own_key, false},
    {0}};
