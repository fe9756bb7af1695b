/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The people of a championship: their keys and their applications.
 *
 * Applicants name themselves, and a person must check that this is true. So an application over the
 * web waits beside the journal, judged by every article before it is sent, until a director accepts
 * it. Then it becomes a line, and the rules give the final verdict.
 */
#include <string.h>

#include "limmat/date.h"

#include "server/championship_desk.h"
#include "server/letters.h"
#include "server/pages.h"
#include "server/qr.h"
#include "server/quota.h"
#include "server/templates.h"
#include "site/championship.h"

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

static const char *ground_word(struct visit *v, enum ground ground)
{
    return visit_say_of(v, LM_KEY("desk.d-ground-is"),
                        lm_value_text("ground", lm_champ_ground_names[ground]));
}

static const char *status_word(struct visit *v, const char *status)
{
    return visit_say_of(v, LM_KEY("desk.d-status"), lm_value_text("status", status));
}

static const char *status_of(struct visit *v, const struct person *p)
{
    static const char *const words[] = {[ENTRY_NOT_APPLIED] = "none",
                                        [ENTRY_ACCEPTED] = "accepted",
                                        [ENTRY_PENDING] = "pending",
                                        [ENTRY_REJECTED] = "rejected",
                                        [ENTRY_HOLDER] = "holder"};
    const struct lm_championship *c = v->championship->c;
    if (p->out != GROUND_NONE)
        return ground_word(v, p->out);
    if (p->holder != NOBODY && p->status != ENTRY_REJECTED)
        return c->definition->holders[p->holder].title;
    return status_word(v, words[p->status]);
}

/* Add the grounds on which a director can disqualify a player. */
static enum lm_status add_grounds(struct visit *v, struct champ_people_page *page)
{
    struct champ_choice *rows = lm_arena_alloc(v->arena, GROUNDS, sizeof *rows);
    if (rows == NULL)
        return LM_LIMIT;
    for (enum ground ground = GROUND_WITHDRAWAL; ground < GROUNDS; ground++)
        if (ground != GROUND_FORFEITS) /* which the rules apply automatically */
            rows[page->ground_count++] = (struct champ_choice){
                .value = lm_champ_ground_names[ground], .label = ground_word(v, ground)};
    page->grounds = rows;
    return LM_OK;
}

static enum lm_status write_people(struct visit *v, const char *address, const char *whom)
{
    const struct lm_championship *c = v->championship->c;
    const struct lm_definition *d = c->definition;
    size_t most = c->person_count + d->director_count;
    struct champ_person_row *rows = lm_arena_alloc(v->arena, most, sizeof *rows);
    struct champ_people_page page = {
        .head = champ_head(v, CHAMP_PEOPLE, visit_word(v, LM_KEY("desk.c-people"))),
        .token = v->who.token,
        .address = address,
        .whom = whom,
        .key = champ_url(v, "/people/key"),
        .out = champ_url(v, "/do/out"),
        .back = champ_url(v, "/do/return"),
        .seed = champ_url(v, "/do/seed"),
        .rows = rows};
    if (rows == NULL || add_grounds(v, &page) != LM_OK)
        return LM_LIMIT;
    if (*address != '\0')
        page.code = qr_picture(address, visit_word(v, LM_KEY("desk.qr")), v->arena);
    for (size_t i = 0; i < d->director_count; i++)
        rows[page.row_count++] = (struct champ_person_row){.name = d->directors[i],
                                                           .what = status_word(v, "director"),
                                                           .seeding = "",
                                                           .token = v->who.token};
    for (size_t i = 0; i < c->person_count; i++) {
        const struct person *p = &c->people[i];
        struct lm_text seeding = lm_text_in(v->arena);
        lm_text_add_tenths(&seeding, p->seeding);
        const struct os_zone *zone;
        rows[page.row_count++] = (struct champ_person_row){
            .name = p->id,
            .what = status_of(v, p),
            .seeding = p->holder != NOBODY && !p->has_seeding ? "" : lm_text_string(&seeding),
            .zone = zone_of_player(v, p->id, &zone),
            .token = v->who.token,
            .unseeded = p->holder != NOBODY && p->applied == NEVER && p->out == GROUND_NONE,
            .in =
                p->out == GROUND_NONE && (p->status == ENTRY_ACCEPTED || p->status == ENTRY_HOLDER),
            .out = p->out != GROUND_NONE};
    }
    page_desk_champ_people(&v->reply->body, v->language, &page);
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
        return visit_refuse(v, 422, "no one here is called \"%s\"", name);
    const struct invited whom = {director ? ROLE_DIRECTOR : ROLE_PLAYER, v->championship->slug,
                                 name, account_of(v, name)};
    return session_invite(v->server, &whom, v->now + KEY_SECONDS, v->arena, &v->log, address);
}

/* Make a key: directors for any participant; a participant for their own second device. */
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
    const struct champ_people_page page = {
        .head = champ_head(v, CHAMP_HOME, visit_word(v, LM_KEY("desk.d-device"))),
        .address = address,
        .code = qr_picture(address, visit_word(v, LM_KEY("desk.qr")), v->arena),
        .whom = wish_author(v)};
    page_desk_champ_key(&v->reply->body, v->language, &page);
    return LM_OK;
}

/* --- applications */

enum { CREATED, GAMES, SEEDING, OWNER, BOT, MARKED, CHEATED, ZONE, ACT, PLAYER };

static const struct form_field apply_fields[] = {
    [CREATED] = {"created", FORM_DATE, 0, 10, NULL, false},
    [GAMES] = {"games", FORM_NUMBER, 0, 10000000, NULL, false},
    [SEEDING] = {"seeding", FORM_TEXT, 0, 10, NULL, false},
    [OWNER] = {"owner", FORM_TEXT, 0, 64, NULL, false},
    [BOT] = {"bot", FORM_CHECK, 0, 0, NULL, false},
    [MARKED] = {"marked", FORM_DATE, 0, 10, NULL, false},
    [CHEATED] = {"cheated", FORM_DATE, 0, 10, NULL, false},
    [ZONE] = {"zone", FORM_TEXT, 0, 60, NULL, false},
    [ACT] = {"act", FORM_CHOICE, 0, 10, "look|send", true},
    [PLAYER] = {"player", FORM_TEXT, 1, 64, NULL, true},
    {0}};

/* Is ${name} a valid account name? It is an id that stays in the journal for ever. */
static bool is_account(const char *name)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    size_t length = strlen(name);
    return length > 1 && length <= 40 && strspn(name, letters) == length;
}

/* Read a rating into ${*rating}, in tenths.  One beyond all ratings would decide ties of the
 * opponents (III.F). */
static enum lm_status read_rating(struct visit *v, const struct form_value *typed, int32_t *rating)
{
    enum { MOST = 40000 };
    if (lm_parse_tenths(typed->text, typed->length, rating) && *rating >= 0 && *rating <= MOST)
        return LM_OK;
    return visit_refuse(v, 422, "\"%s\" isn’t a rating. Example: 1823.5", typed->text);
}

static void put_day(struct visit *v, struct wish *wish, const char *key, const char *day)
{
    if (*day != '\0')
        lm_json_put_string(&wish->json, key, visit_print(v, "%sT00:00:00Z", day));
}

/* Write the members of an "apply", as one JSON object without the members of every event. */
static enum lm_status put_facts(struct visit *v, struct wish *wish)
{
    const char *player = value(v, PLAYER)->text, *marked = value(v, MARKED)->text;
    int32_t seeding;
    lm_json_put_string(&wish->json, "player", player);
    put_day(v, wish, "created", value(v, CREATED)->text);
    lm_json_put_integer(&wish->json, "games", value(v, GAMES)->number);
    if (*marked != '\0') {
        lm_json_begin(&wish->json, "marks", '[');
        lm_json_begin(&wish->json, NULL, '{');
        lm_json_put_string(&wish->json, "account", player);
        lm_json_put_string(&wish->json, "kind", "engine");
        put_day(v, wish, "at", marked);
        lm_json_end(&wish->json, '}');
        lm_json_end(&wish->json, ']');
    }
    if (value(v, CHEATED)->length > 0) {
        lm_json_begin(&wish->json, "cheat_games", '[');
        lm_json_put_string(&wish->json, NULL,
                           visit_print(v, "%sT00:00:00Z", value(v, CHEATED)->text));
        lm_json_end(&wish->json, ']');
    }
    if (value(v, SEEDING)->length > 0) {
        enum lm_status status = read_rating(v, value(v, SEEDING), &seeding);
        if (status != LM_OK)
            return status;
        lm_json_put_tenths(&wish->json, "seeding", seeding);
    }
    if (value(v, BOT)->given)
        lm_json_put_boolean(&wish->json, "bot", true);
    lm_json_put_string(&wish->json, "source", "the applicant, over the web");
    return LM_OK;
}

static const char *scope_of(struct visit *v)
{
    return visit_print(v, "c/%s/applications", v->championship->slug);
}

static const char *key_of(struct visit *v, const char *player)
{
    return visit_print(v, "c/%s/applications/%s", v->championship->slug, player);
}

static const char *rejected_key(struct visit *v, const char *player)
{
    return visit_print(v, "rejected %s", player);
}

/* Return the key of the record that names the account's owner. No one has verified it, so only the
 * director sees it and no rule uses it. */
static const char *owner_key(struct visit *v, const char *player)
{
    return visit_print(v, "owner %s", player);
}

/* Find the waiting application of ${player}; NULL: there is none. */
static const char *waiting_of(struct visit *v, const char *player)
{
    struct store_record record;
    if (store_get(v->server->store, STORE_SETTING, key_of(v, player), v->now, v->arena, &record,
                  NULL) != LM_OK)
        return NULL;
    return record.key == NULL ? NULL : record.value;
}

bool champ_is_waiting(struct visit *v, const char *player)
{
    return waiting_of(v, player) != NULL;
}

/* Make a wish of the stored application; the director who accepts it enters it, with the time it
 * was made. */
static enum lm_status wish_of(struct visit *v, const char *stored, struct wish *wish)
{
    struct lm_json *node;
    enum lm_status status = lm_json_parse(stored, strlen(stored), v->arena, &v->log, &node);
    wish_begin(v, wish, "apply");
    for (const struct lm_json *at = status == LM_OK ? node->first : NULL; at != NULL; at = at->next)
        lm_json_put_node(&wish->json, at->key, at);
    return status;
}

enum lm_status champ_judge(struct visit *v, const char *facts, const char *player,
                           struct champ_verdict *out)
{
    struct lm_championship *copy;
    struct wish wish;
    const struct lm_json *node;
    struct lm_desk_taken taken;
    enum lm_status status = championship_copy(v, lm_championship_number(v->championship->c), &copy);
    if (status == LM_OK)
        status = wish_of(v, facts, &wish);
    if (status != LM_OK)
        return status;
    struct site_names names = site_names_of("", v->arena);
    const struct site_championship e = {.c = copy, .slug = "", .names = &names};
    struct lm_log log = {.arena = v->arena};
    names.language = v->language;
    status = wish_read(v, copy, &wish, &node);
    if (status == LM_OK)
        status = lm_championship_enter(copy, &node, 1, &log, &taken);
    if (status != LM_OK) {
        out->trouble = log.count > 0 ? visit_message_as(v, log.all[0].what, log.all[0].message)
                                     : visit_message(v, "This can’t be entered");
        out->what = visit_word(v, LM_KEY("desk.a-will-not"));
        return LM_OK;
    }
    const struct person *p = &copy->people[lm_champ_person(copy, player)];
    struct champ_finding *rows =
        lm_arena_alloc(v->arena, copy->definition->entry_rule_count, sizeof *rows);
    if (rows == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < copy->definition->entry_rule_count; i++) {
        const struct entry_rule *rule = &copy->definition->entry_rules[i];
        bool against = false;
        for (size_t k = 0; k < p->reason_count; k++)
            against |= strcmp(p->reasons[k], rule->article) == 0;
        rows[out->finding_count++] = (struct champ_finding){
            .what = site_entry_rule(&e, rule, v->arena),
            .article = rule->article,
            .against = against,
            .verdict = !against                     ? visit_word(v, LM_KEY("desk.a-met"))
                       : p->status == ENTRY_PENDING ? visit_word(v, LM_KEY("desk.a-judge"))
                                                    : visit_word(v, LM_KEY("desk.a-not-met"))};
    }
    out->findings = rows;
    out->good = p->status == ENTRY_ACCEPTED || p->status == ENTRY_HOLDER;
    out->what = out->good                    ? visit_word(v, LM_KEY("desk.a-all-met"))
                : p->status == ENTRY_PENDING ? visit_word(v, LM_KEY("desk.a-will-judge"))
                                             : visit_word(v, LM_KEY("desk.a-will-not"));
    return LM_OK;
}

static enum lm_status write_apply(struct visit *v, const struct champ_verdict *verdict)
{
    struct champ_apply_page page = {
        .head = champ_head(v, CHAMP_TABS, visit_word(v, LM_KEY("desk.c-apply"))),
        .token = v->who.token,
        .action = champ_url(v, "/apply"),
        .rules = champ_page_url(v, "rules"),
        .player = "",
        .zone = "UTC"};
    uint32_t games;
    int64_t before = 0;
    if (*champ_lichess(v) != '\0')
        page.lichess = champ_url(v, "/lichess/begin");
    if (lm_championship_games_asked(v->championship->c, &games, &before))
        page.before = champ_date(v, before);
    if (v->handler->post) {
        page.player = value(v, PLAYER)->text;
        page.created = value(v, CREATED)->text;
        page.games = value(v, GAMES)->text;
        page.seeding = value(v, SEEDING)->text;
        page.owner = value(v, OWNER)->text;
        page.marked = value(v, MARKED)->text;
        page.cheated = value(v, CHEATED)->text;
        page.zone = value(v, ZONE)->text;
        page.bot = value(v, BOT)->given;
    }
    if (verdict != NULL)
        page.verdict = *verdict;
    page.looked = verdict != NULL;
    page_desk_champ_apply(&v->reply->body, v->language, &page);
    return LM_OK;
}

static enum lm_status show_apply(struct visit *v)
{
    return write_apply(v, NULL);
}

enum lm_status champ_keep_application(struct visit *v, const char *player, const char *facts,
                                      const char *zone)
{
    const struct store_record record = {key_of(v, player), scope_of(v), facts, 0};
    enum lm_status status = store_put(v->server->store, STORE_SETTING, &record, &v->log);
    const struct os_zone *loaded;
    struct lm_log log = {.arena = v->arena};
    if (status == LM_OK && os_zone_load(&os_zones, zone, v->arena, &log, &loaded) == LM_OK)
        status = champ_put_record(v, visit_print(v, "zone %s", player), zone);
    http_tell(v->server->http, visit_print(v, "c/%s", v->championship->slug), "0");
    return status;
}

enum lm_status champ_log_in(struct visit *v, const char *player)
{
    const struct invited whom = {ROLE_PLAYER, v->championship->slug, player, account_of(v, player)};
    return session_begin_as(v, &whom);
}

/* End what the last one called ${player} began: sessions, and where their news go. */
static enum lm_status forget(struct visit *v, const char *player)
{
    static const char *const own[] = {"mail", "unsure", "hook", "zone", "rejected", "owner"};
    enum lm_status status = session_end_account(v, v->championship->slug, account_of(v, player));
    for (size_t i = 0; i < sizeof own / sizeof *own && status == LM_OK; i++)
        status = champ_put_record(v, visit_print(v, "%s %s", own[i], player), "");
    return status == LM_OK ? letters_leave(v, player) : status;
}

enum lm_status champ_free_name(struct visit *v, const char *player)
{
    struct store_record *records;
    size_t count = 0;
    enum lm_status status = store_list(v->server->store, STORE_SETTING, scope_of(v), v->now,
                                       v->arena, &records, &count, &v->log);
    for (size_t i = 0; status == LM_OK && i < count; i++) {
        const char *waiting = strrchr(records[i].key, '/') + 1;
        if (!lm_champ_same_account(waiting, player))
            continue;
        status = store_remove(v->server->store, STORE_SETTING, records[i].key, &v->log);
        if (status == LM_OK)
            status = forget(v, waiting);
    }
    return status == LM_OK ? forget(v, player) : status;
}

/* Does an application of that name wait, in upper or lower case? */
static bool is_waiting_as(struct visit *v, const char *player)
{
    struct store_record *records;
    size_t count = 0;
    struct lm_log log = {.arena = v->arena};
    if (store_list(v->server->store, STORE_SETTING, scope_of(v), v->now, v->arena, &records, &count,
                   &log) != LM_OK)
        return true; /* cannot be known: better refuse than accept twice */
    for (size_t i = 0; i < count; i++)
        if (lm_champ_same_account(strrchr(records[i].key, '/') + 1, player))
            return true;
    return false;
}

/* Is the visitor signed in as ${player}? */
static bool is_own(struct visit *v, const char *player)
{
    struct viewer who;
    return viewer_of(v, &who) == LM_OK && visit_may(v, RIGHT_NAMED) &&
           strcmp(who.name, player) == 0;
}

/* Is this name in the championship already, or in a waiting application? Title holders enter their
 * facts themselves. */
static bool is_taken(struct visit *v, const char *player)
{
    const struct lm_championship *c = v->championship->c;
    uint32_t known = lm_champ_person(c, player);
    bool himself = is_own(v, player);
    bool directs = lm_champ_is_director(c->definition, player) &&
                   !(himself && c->definition->directors_may_play);
    const char *as_here = lm_champ_account(c, player);
    bool other_case = as_here != NULL && strcmp(as_here, player) != 0;
    return other_case || (known != NOBODY && (c->people[known].applied != NEVER || !himself)) ||
           directs || is_waiting_as(v, player);
}

static enum lm_status apply(struct visit *v)
{
    const char *player = value(v, PLAYER)->text;
    struct champ_verdict verdict = {.trouble = ""};
    if (!is_account(player))
        return visit_refuse(v, 422, "Use 2 to 40 letters, digits, - and _ for a name");
    if (value(v, ZONE)->length > 0 && !zone_is_known(v, value(v, ZONE)->text))
        return visit_refuse(
            v, 422, "\"%s\" isn’t a time zone. Examples: Europe/Zurich, America/New_York, UTC",
            value(v, ZONE)->text);
    if (is_taken(v, player))
        return visit_refuse(
            v, 422, "\"%s\" already takes part. If that is you, ask the director for a link",
            player);
    /* Store the facts only; the name of the entering director is added later. */
    struct wish stored = {.text = lm_text_in(v->arena)};
    stored.json = lm_json_writer_to(&stored.text, true);
    lm_json_begin(&stored.json, NULL, '{');
    enum lm_status status = put_facts(v, &stored);
    if (status == LM_OK)
        wish_put_moment(v, &stored, "happened", championships_now(v));
    lm_json_end(&stored.json, '}');
    if (status == LM_OK)
        status = champ_judge(v, lm_text_string(&stored.text), player, &verdict);
    if (status != LM_OK)
        return status;
    if (strcmp(value(v, ACT)->text, "look") == 0 || *verdict.trouble != '\0')
        return write_apply(v, &verdict);
    if (!quota_take(v->server->quota, v))
        return visit_refuse(v, 429, "Too many attempts. Try again in an hour");
    bool other = !is_own(v, player), again = *champ_rejected(v, player) != '\0';
    if (other) /* of a rejected applicant, perhaps */
        status = champ_free_name(v, player);
    if (status == LM_OK)
        status = champ_put_record(v, rejected_key(v, player), "");
    if (status == LM_OK)
        status = champ_put_record(v, owner_key(v, player), value(v, OWNER)->text);
    if (status == LM_OK)
        status =
            champ_keep_application(v, player, lm_text_string(&stored.text), value(v, ZONE)->text);
    if (status == LM_OK && other && (again || *v->who.key == '\0')) /* to see the decision */
        status = champ_log_in(v, player);
    return status == LM_OK ? visit_go(v, "/c/%s", v->championship->slug) : status;
}

/* --- applications that wait for a director */

/* Describe the applicant's facts in a line: date, games, rating, owner, marks. */
static enum lm_status say_facts(struct visit *v, struct champ_application *row)
{
    struct lm_json *node;
    int64_t created = NEVER, games = 0;
    int32_t seeding = 0;
    enum lm_status status = lm_json_parse(row->facts, strlen(row->facts), v->arena, &v->log, &node);
    if (status != LM_OK)
        return status;
    const struct lm_json *made = lm_json_get(node, "created"), *mark = lm_json_get(node, "marks");
    const char *owner = champ_record(v, owner_key(v, row->player));
    struct lm_text rating = lm_text_in(v->arena);
    if (lm_json_string(made) != NULL)
        (void)lm_parse_instant(made->text, made->length, &created);
    (void)lm_json_integer(lm_json_get(node, "games"), 0, INT32_MAX, &games);
    if (lm_json_get(node, "seeding") != NULL &&
        lm_json_tenths(lm_json_get(node, "seeding"), &seeding))
        lm_text_add_tenths(&rating, seeding);
    const struct lm_value values[] = {
        lm_value_text("date", created == NEVER ? "?" : champ_date(v, created)),
        lm_value_number("games", games),
        lm_value_text("rating", rating.length == 0 ? "?" : lm_text_string(&rating)),
        lm_value_text("owner", owner == NULL || *owner == '\0' ? "none" : owner),
        lm_value_text("marks",
                      mark == NULL && lm_json_get(node, "cheat_games") == NULL ? "no" : "yes")};
    row->message = visit_say(v, LM_KEY("desk.t-said"), values, 5);
    return LM_OK;
}

enum lm_status champ_applications(struct visit *v, struct champ_application **out, size_t *count,
                                  size_t *good)
{
    struct store_record *records;
    size_t found = 0;
    enum lm_status status = store_list(v->server->store, STORE_SETTING, scope_of(v), v->now,
                                       v->arena, &records, &found, &v->log);
    *out = status == LM_OK ? lm_arena_alloc(v->arena, found, sizeof **out) : NULL;
    *count = *good = 0;
    if (*out == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    for (size_t i = 0; i < found && status == LM_OK; i++) {
        struct champ_application *row = &(*out)[(*count)++];
        *row = (struct champ_application){.player = strrchr(records[i].key, '/') + 1,
                                          .facts = records[i].value,
                                          .token = v->who.token,
                                          .action = champ_url(v, "/applications")};
        status = champ_judge(v, records[i].value, row->player, &row->verdict);
        if (status == LM_OK)
            status = say_facts(v, row);
        *good += status == LM_OK && row->verdict.good;
    }
    return status;
}

enum { WHOM, DEED, DEED_WHY };

static const struct form_field decide_fields[] = {
    [WHOM] = {"player", FORM_TEXT, 0, 64, NULL, false},
    [DEED] = {"act", FORM_CHOICE, 0, 10, "take|except|deny|good", true},
    [DEED_WHY] = {"why", FORM_TEXT, 0, 300, NULL, false},
    {0}};

/* Enter those of ${rows} that are ${good}, or the one of ${whom}, as one act: a form that is sent
 * twice enters none twice, and a crash loses none. Then remove them from the waiting ones. */
static enum lm_status take_applications(struct visit *v, const struct champ_application *rows,
                                        size_t count, bool good, const char *whom, size_t *done)
{
    struct wish *wishes = lm_arena_alloc(v->arena, count, sizeof *wishes);
    const char **taken = lm_arena_alloc(v->arena, count, sizeof *taken);
    enum lm_status status = wishes == NULL || taken == NULL ? LM_LIMIT : LM_OK;
    for (size_t i = 0; i < count && status == LM_OK; i++) {
        if (good ? !rows[i].verdict.good : strcmp(rows[i].player, whom) != 0)
            continue;
        taken[*done] = rows[i].player;
        status = wish_of(v, rows[i].facts, &wishes[(*done)++]);
    }
    if (status == LM_OK && *done > 0)
        status = wish_enter(v, wishes, *done);
    for (size_t i = 0; i < *done && status == LM_OK; i++)
        if (lm_champ_person(v->championship->c, taken[i]) != NOBODY)
            status = store_remove(v->server->store, STORE_SETTING, key_of(v, taken[i]), &v->log);
    return status;
}

/* II.B: enter it, and waive each article that it does not meet, as one act. */
static enum lm_status except_application(struct visit *v, const struct champ_application *row)
{
    const struct champ_verdict *verdict = &row->verdict;
    struct wish *wishes = lm_arena_alloc(v->arena, verdict->finding_count + 1, sizeof *wishes);
    size_t count = 0;
    if (wishes == NULL)
        return LM_LIMIT;
    enum lm_status status = wish_of(v, row->facts, &wishes[count++]);
    for (size_t i = 0; i < verdict->finding_count; i++) {
        if (!verdict->findings[i].against)
            continue;
        struct wish *wish = &wishes[count++];
        wish_begin(v, wish, "decide");
        lm_json_put_string(&wish->json, "what", "application");
        lm_json_put_string(&wish->json, "player", row->player);
        lm_json_put_string(&wish->json, "article", verdict->findings[i].article);
        lm_json_put_string(&wish->json, "verdict", "accept");
        lm_json_put_string(&wish->json, "why", value(v, DEED_WHY)->text);
    }
    if (status == LM_OK)
        status = wish_enter(v, wishes, count);
    return status == LM_OK
               ? store_remove(v->server->store, STORE_SETTING, key_of(v, row->player), &v->log)
               : status;
}

const char *champ_rejected(struct visit *v, const char *player)
{
    const char *why = champ_record(v, rejected_key(v, player));
    return why == NULL ? "" : why;
}

/* Reject the application; the applicant reads the reason in the browser that applied. */
static enum lm_status deny_application(struct visit *v, const struct champ_application *row)
{
    enum lm_status status =
        store_remove(v->server->store, STORE_SETTING, key_of(v, row->player), &v->log);
    return status == LM_OK
               ? champ_put_record(v, rejected_key(v, row->player), value(v, DEED_WHY)->text)
               : status;
}

static enum lm_status decide(struct visit *v)
{
    struct champ_application *rows;
    size_t count, good, done = 0;
    const char *act = value(v, DEED)->text, *whom = value(v, WHOM)->text;
    enum lm_status status = champ_applications(v, &rows, &count, &good);
    bool deny = strcmp(act, "deny") == 0, except = strcmp(act, "except") == 0;
    if ((deny || except) && value(v, DEED_WHY)->length == 0)
        return visit_refuse(v, 422, "Give a reason. The applicant reads it");
    if (status == LM_OK && !deny && !except)
        status = take_applications(v, rows, count, strcmp(act, "good") == 0, whom, &done);
    for (size_t i = 0; i < count && status == LM_OK && (deny || except); i++)
        if (strcmp(rows[i].player, whom) == 0) {
            status = deny ? deny_application(v, &rows[i]) : except_application(v, &rows[i]);
            done++;
            break;
        }
    if (status == LM_OK && done == 0)
        return visit_refuse(v, 422, "This application no longer exists");
    return status == LM_OK ? visit_go(v, "/c/%s", v->championship->slug) : status;
}

/* --- the seed of a title holder (III.E) */

static const struct form_field seed_fields[] = {
    {"player", FORM_TEXT, 0, 64, NULL, true}, {"seeding", FORM_TEXT, 1, 10, NULL, true}, {0}};

static enum lm_status do_seed(struct visit *v)
{
    struct wish wish;
    int32_t seeding;
    enum lm_status status = read_rating(v, value(v, 1), &seeding);
    if (status != LM_OK)
        return status;
    wish_begin(v, &wish, "apply");
    lm_json_put_string(&wish.json, "player", value(v, 0)->text);
    lm_json_put_tenths(&wish.json, "seeding", seeding);
    status = wish_enter(v, &wish, 1);
    return status == LM_OK ? visit_go(v, "/c/%s/people", v->championship->slug) : status;
}

const struct handler entrant_handlers[] = {
    {false, "/c/:championship/apply", RIGHT_LOOK, NULL, "the form of an application", show_apply,
     false},
    {true, "/c/:championship/apply", RIGHT_LOOK, apply_fields,
     "look what the rules say of an application, or send it", apply, true},
    {true, "/c/:championship/applications", RIGHT_DIRECT, decide_fields,
     "take over an application, or turn it down", decide, false},
    {false, "/c/:championship/people", RIGHT_DIRECT, NULL, "who takes part", show_people, false},
    {true, "/c/:championship/people/key", RIGHT_DIRECT, key_fields, "make somebody's key", make_key,
     false},
    {true, "/c/:championship/do/seed", RIGHT_DIRECT, seed_fields,
     "enter the seeding rating of who takes part without applying", do_seed, false},
    {true, "/c/:championship/key", RIGHT_PLAY, NULL, "make a key for another device of one's own",
     make_own_key, false},
    {0}};
