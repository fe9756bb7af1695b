/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Other machines: the row for their messages (PUT /sync/EVENT), the page that connects a public
 * server and a hall, and for each event the page about the machine that runs it.
 *
 * A machine is admitted by an address that an administrator has made. It can bring new events and
 * update those that it brought, or only the one event that the address is for.
 */
#include <string.h>

#include "limmat/json.h"
#include "server/handlers.h"
#include "server/inbox.h"
#include "server/link.h"
#include "server/secrets.h"
#include "server/templates.h"

/* --- the calling machine */

/* Return the key of the machine with ${token} in the store. */
static const char *kept(struct visit *v, const char *token)
{
    char digest[SECRETS_DIGEST];
    const char *text = visit_print(v, "link %s", token);
    secrets_digest(text, strlen(text), digest);
    return visit_print(v, "%s", digest);
}

/* Find the calling machine; refuse with 403. */
static enum lm_status caller_of(struct visit *v, struct store_record *machine)
{
    *machine = (struct store_record){0};
    enum lm_status status = LM_OK;
    if (*v->request->bearer != '\0')
        status = store_get(v->server->store, STORE_GRANT, kept(v, v->request->bearer), v->now,
                           v->arena, machine, &v->log);
    if (status == LM_OK && machine->key == NULL)
        return visit_refuse(v, 403,
                            "Only computers that an administrator has connected can use this");
    return status;
}

static const char *owner_scope(struct visit *v, const char *machine)
{
    return visit_print(v, "of %s", machine);
}

static enum lm_status put_event(struct visit *v, const char *machine, const char *slug,
                                const char *node, const char *name)
{
    const struct store_record record = {.key = visit_print(v, "event %s", slug),
                                        .scope = owner_scope(v, machine),
                                        .value = visit_print(v, "%s\t%s", node, name)};
    return store_put(v->server->store, STORE_GRANT, &record, &v->log);
}

/* List the events that it can use. */
static enum lm_status list_events(struct visit *v)
{
    struct store_record machine, *records;
    size_t count = 0;
    enum lm_status status = caller_of(v, &machine);
    if (status == LM_OK)
        status = store_list(v->server->store, STORE_GRANT, owner_scope(v, machine.key), v->now,
                            v->arena, &records, &count, &v->log);
    if (status != LM_OK)
        return status;
    struct lm_json_writer w = lm_json_writer_to(&v->reply->body, true);
    v->reply->type = "application/json";
    lm_json_begin(&w, NULL, '{');
    lm_json_begin(&w, "events", '[');
    for (size_t i = 0; i < count; i++)
        lm_json_put_string(&w, NULL, records[i].key + strlen("event "));
    lm_json_end(&w, ']');
    lm_json_end(&w, '}');
    return LM_OK;
}

/* Can ${machine} use the event ${v->parts[0]}? A new event becomes its own. */
static enum lm_status enter_event(struct visit *v, const struct store_record *machine,
                                  const struct sync_message *m)
{
    struct store_record owner;
    uint64_t number;
    const char *key = visit_print(v, "event %s", v->parts[0]);
    enum lm_status status =
        store_get(v->server->store, STORE_GRANT, key, v->now, v->arena, &owner, &v->log);
    bool there = events_number(v->server->events, v->parts[0], &number);
    bool own = owner.key != NULL && strcmp(owner.scope, owner_scope(v, machine->key)) == 0;
    if (status != LM_OK)
        return status;
    if (there ? !own : owner.key != NULL && !own)
        return visit_refuse(v, 403, "The address \"%s\" belongs to someone else here", v->parts[0]);
    if (!there && (m->count == 0 || m->from != 1)) {
        v->reply->status = 200;
        return LM_OK; /* it will send the first line next */
    }
    status = there ? event_take(v, v->parts[0]) : event_make_at(v, v->parts[0]);
    const char *value = visit_print(v, "%s\t%s", m->node, m->name);
    if (status == LM_OK && (owner.key == NULL || strcmp(owner.value, value) != 0))
        status = put_event(v, machine->key, v->parts[0], m->node, m->name);
    return status;
}

static enum lm_status answer(struct visit *v, const struct sync_message *m,
                             struct sync_message *out)
{
    uint64_t next = 1;
    out->state = SYNC_GAP;
    /* Before the lines, as one of them can move the home. */
    enum lm_status status = belongings_take(v, &m->beside);
    if (status == LM_OK)
        status = sync_take(v, m, true, &out->state, &next);
    if (status == LM_OK)
        status = sync_judge(v, m, out);
    if (status == LM_OK)
        status = sync_settle(v, m);
    /* After a fork repeat the line before: it shows the sender where the fork is. */
    if (status == LM_OK)
        status =
            sync_fill(v, strcmp(out->state, SYNC_FORK) == 0 && next > 1 ? next - 1 : next, out);
    if (status == LM_OK)
        status = belongings_fill(v, &m->beside, &out->beside);
    if (strcmp(out->state, SYNC_TWINS) == 0 || strcmp(out->state, SYNC_OTHER) == 0 ||
        strcmp(out->state, SYNC_REFUSED) == 0)
        out->count = 0;
    return status;
}

static enum lm_status exchange(struct visit *v)
{
    struct store_record machine;
    struct sync_message m, out = {.state = SYNC_WELL};
    enum lm_status status = caller_of(v, &machine);
    if (status == LM_OK)
        status = sync_read(v->request->body, v->request->length, v->arena, &v->log, &m);
    if (status == LM_OK)
        status = enter_event(v, &machine, &m);
    if (status == LM_OK && v->event != NULL) {
        status = answer(v, &m, &out);
        const struct lm_desk_event *e = lm_desk_event(v->event->desk);
        if (status == LM_OK && strcmp(e->home, m.node) == 0 &&
            m.head == lm_desk_number(v->event->desk))
            events_hear(v->server->events, v->event->slug, v->now);
    } else {
        out.node = v->server->node;
        out.name = v->server->node_name;
    }
    event_give(v);
    v->reply->type = "application/json";
    return status == LM_OK ? sync_write(&out, &v->reply->body) : status;
}

/* --- the machines of this server */

static enum lm_status add_machines(struct visit *v, struct machines_page *page)
{
    struct store_record *records, *events;
    size_t count = 0, event_count;
    enum lm_status status = store_list(v->server->store, STORE_GRANT, "link", v->now, v->arena,
                                       &records, &count, &v->log);
    struct machine_row *rows =
        status == LM_OK ? lm_arena_alloc(v->arena, count, sizeof *rows) : NULL;
    for (size_t i = 0; rows != NULL && status == LM_OK && i < count; i++) {
        struct lm_text text = lm_text_in(v->arena);
        status = store_list(v->server->store, STORE_GRANT, owner_scope(v, records[i].key), v->now,
                            v->arena, &events, &event_count, &v->log);
        for (size_t k = 0; status == LM_OK && k < event_count; k++)
            lm_text_print(&text, "%s%s", k == 0 ? "" : ", ", events[k].key + strlen("event "));
        rows[page->machine_count++] =
            (struct machine_row){records[i].key, records[i].value, lm_text_string(&text)};
    }
    page->machines = rows;
    return status == LM_OK && rows == NULL ? LM_LIMIT : status;
}

static enum lm_status show_with(struct visit *v, const char *address)
{
    struct machines_page page = {.head = head_of(v, visit_word(v, LM_KEY("machines.title"))),
                                 .address = address,
                                 .node = v->server->node_name,
                                 .invite = site_local(v->arena, "/sync/invite"),
                                 .call = site_local(v->arena, "/sync/call"),
                                 .end = site_local(v->arena, "/sync/end"),
                                 .site = link_site(v->server->link, v->arena),
                                 .trouble = ""};
    const char *const *slugs;
    size_t count = 0;
    enum lm_status status = events_list(v->server->events, v->arena, &slugs, &count);
    struct tab *events = status == LM_OK ? lm_arena_alloc(v->arena, count, sizeof *events) : NULL;
    for (size_t i = 0; events != NULL && i < count; i++)
        events[i] = (struct tab){.label = slugs[count - 1 - i]};
    page.events = events;
    page.event_count = count;
    if (*page.site != '\0') {
        int64_t heard = link_heard(v->server->link, v->arena, &page.trouble);
        page.heard = heard == 0 ? "" : visit_clock(v, heard, true);
    }
    if (status == LM_OK)
        status = events == NULL ? LM_LIMIT : add_machines(v, &page);
    if (status == LM_OK)
        page_desk_machines(&v->reply->body, v->language, &page);
    return status;
}

static enum lm_status show_machines(struct visit *v)
{
    return show_with(v, "");
}

enum { INVITE_NAME, INVITE_EVENT };

static const struct form_field invite_fields[] = {
    [INVITE_NAME] = {"name", FORM_TEXT, 0, 60, NULL, false},
    [INVITE_EVENT] = {"event", FORM_TEXT, 0, 64, NULL, false},
    {0}};

static enum lm_status invite(struct visit *v)
{
    char token[SECRETS_TOKEN];
    uint64_t number;
    const char *event = value(v, INVITE_EVENT)->text, *name = value(v, INVITE_NAME)->text;
    if (*event != '\0' && !events_number(v->server->events, event, &number))
        return visit_refuse(v, 422, "Event \"%s\" not found", event);
    secrets_token(token);
    const struct store_record record = {.key = kept(v, token),
                                        .scope = "link",
                                        .value =
                                            *name == '\0' ? visit_message(v, "a laptop") : name};
    enum lm_status status = store_put(v->server->store, STORE_GRANT, &record, &v->log);
    if (status == LM_OK && *event != '\0')
        status = put_event(v, record.key, event, "", "");
    return status == LM_OK ? show_with(v, visit_print(v, "%s/link/%s", v->server->url, token))
                           : status;
}

static const struct form_field end_fields[] = {{"machine", FORM_TEXT, 0, 100, NULL, true}, {0}};

static enum lm_status end_machine(struct visit *v)
{
    struct store_record record;
    const char *key = value(v, 0)->text;
    enum lm_status status =
        store_get(v->server->store, STORE_GRANT, key, v->now, v->arena, &record, &v->log);
    if (status == LM_OK && (record.key == NULL || strcmp(record.scope, "link") != 0))
        return visit_refuse(v, 404, "Access of this computer is already revoked");
    if (status == LM_OK)
        status = store_remove(v->server->store, STORE_GRANT, key, &v->log);
    return status == LM_OK ? visit_go(v, "/sync") : status;
}

static const struct form_field call_fields[] = {{"address", FORM_TEXT, 0, 300, NULL, false}, {0}};

static enum lm_status call(struct visit *v)
{
    enum lm_status status = link_set(v, value(v, 0)->text);
    return status == LM_OK ? visit_go(v, "/sync") : status;
}

/* --- the home of an event */

/* Find the machine that brought the event, if any: it can go back there. */
static enum lm_status guest_of(struct visit *v, const char **node, const char **name)
{
    struct store_record owner;
    const char *key = visit_print(v, "event %s", v->event->slug);
    *node = *name = "";
    enum lm_status status =
        store_get(v->server->store, STORE_GRANT, key, v->now, v->arena, &owner, &v->log);
    size_t length = status == LM_OK && owner.key != NULL ? strcspn(owner.value, "\t") : 0;
    if (length > 0) {
        *node = lm_arena_copy(v->arena, owner.value, length);
        *name = owner.value + length + 1;
    }
    return status == LM_OK && *node == NULL ? LM_LIMIT : status;
}

static enum lm_status add_lines(struct visit *v, struct place_page *page)
{
    struct inbox_line *lines;
    size_t count = 0;
    enum lm_status status = inbox_lines(v, &lines, &count);
    struct place_line *rows =
        status == LM_OK ? lm_arena_alloc(v->arena, count, sizeof *rows) : NULL;
    for (size_t i = 0; rows != NULL && i < count; i++)
        rows[page->line_count++] = (struct place_line){
            lines[i].id, lines[i].text, visit_clock(v, lines[i].at, true), lines[i].may};
    page->lines = rows;
    return status == LM_OK && rows == NULL ? LM_LIMIT : status;
}

/* Find the machine that it can be handed to. */
static enum lm_status other_of(struct visit *v, const char **node, const char **name)
{
    struct link_state far;
    if (link_state(v->server->link, v->event->slug, v->arena, &far) && *far.node != '\0') {
        *node = far.node;
        *name = far.name;
        return LM_OK;
    }
    return guest_of(v, node, name);
}

/* Add the state of the other side, and the number of waiting items. */
static enum lm_status add_state(struct visit *v, struct place_page *page)
{
    const struct lm_desk *desk = v->event->desk;
    struct link_state far;
    struct sync_item *items;
    size_t count = 0;
    int64_t heard = events_heard(v->server->events, v->event->slug);
    if (link_state(v->server->link, v->event->slug, v->arena, &far)) {
        uint64_t behind = lm_desk_number(desk) - far.head;
        page->far = *far.name == '\0' ? visit_message(v, "the public server") : far.name;
        page->message = strcmp(far.message, SYNC_WELL) == 0
                            ? behind == 0 ? visit_message(v, "has every entry")
                                          : visit_message(v, "lacks the last %llu entries",
                                                          (unsigned long long)behind)
                            : visit_message_as(v, far.message, NULL);
        (void)link_heard(v->server->link, v->arena, &page->trouble);
        page->public_url = visit_print(v, "%s/p/%s/main/index.html",
                                       link_site(v->server->link, v->arena), v->event->slug);
    }
    if (heard > 0) /* LM_NO_TIME is earlier than any time */
        page->heard = visit_clock(v, heard, true);
    enum lm_status status = inbox_list(v, NULL, &items, &count);
    page->waits = event_is_home(v) ? 0 : (uint32_t)count;
    return status;
}

static enum lm_status show_place(struct visit *v)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    const char *node, *name;
    struct place_page page = {
        .head = section_head(v, NULL, TAB_SETTINGS, visit_word(v, LM_KEY("place.title"))),
        .token = v->who.token,
        .begun = e->epoch > 0,
        .here = event_is_home(v),
        .node = v->server->node_name,
        .home = *e->home_name == '\0' ? e->home : e->home_name,
        .linked = *link_site(v->server->link, v->arena) != '\0',
        .trouble = "",
        .begin = site_local(v->arena, "/e/%s/home/begin", v->event->slug),
        .hand = site_local(v->arena, "/e/%s/home/hand", v->event->slug),
        .seize = site_local(v->arena, "/e/%s/home/seize", v->event->slug),
        .decide = site_local(v->arena, "/e/%s/home/line", v->event->slug)};
    if (visit_may(v, RIGHT_SERVER))
        page.machines = site_local(v->arena, "/sync");
    page.may_event = visit_may(v, RIGHT_WHOLE);
    page.may_server = visit_may(v, RIGHT_SEIZE);
    enum lm_status status = other_of(v, &node, &name);
    page.other = status == LM_OK && *node != '\0' && strcmp(node, e->home) != 0
                     ? (*name == '\0' ? node : name)
                     : "";
    if (status == LM_OK)
        status = add_state(v, &page);
    if (status == LM_OK)
        status = add_lines(v, &page);
    if (status == LM_OK)
        page_desk_place(&v->reply->body, v->language, &page);
    return status;
}

static enum lm_status back(struct visit *v, enum lm_status status)
{
    return status == LM_OK ? visit_go(v, "/e/%s/home", v->event->slug) : status;
}

/* Give the event a home; from now on it is copied to linked machines. */
static enum lm_status begin(struct visit *v)
{
    return back(v, event_move(v, v->server->node, v->server->node_name, false));
}

static enum lm_status hand_over(struct visit *v)
{
    const char *node, *name;
    struct belongings last;
    enum lm_status status = other_of(v, &node, &name);
    if (status == LM_OK)
        status = belongings_look(v, &last);
    if (status == LM_OK && *node == '\0')
        return visit_refuse(v, 422, "No other computer is known yet. Connect to it once");
    return status == LM_OK ? back(v, event_move(v, node, name, false)) : status;
}

static enum lm_status seize(struct visit *v)
{
    return back(v, event_move(v, v->server->node, v->server->node_name, true));
}

static const struct form_field line_fields[] = {
    {"id", FORM_TEXT, 0, 100, NULL, true}, {"do", FORM_CHOICE, 0, 10, "enter|leave", true}, {0}};

static enum lm_status decide(struct visit *v)
{
    if (!event_is_home(v))
        return visit_refuse(v, 409, "This is decided where the event is run");
    return back(v, inbox_decide(v, value(v, 0)->text, strcmp(value(v, 1)->text, "leave") == 0));
}

static enum lm_status may_call(struct visit *v)
{
    struct store_record machine;
    return caller_of(v, &machine);
}

const struct guard sync_guards[] = {{"/sync", may_call}, {"/sync/:event", may_call}, {0}};

const struct handler sync_handlers[] = {
    {true, "/sync", RIGHT_LOOK, NULL, "which events a machine may have", list_events, true},
    {true, "/sync/:event", RIGHT_LOOK, NULL, "what is new at either of two machines", exchange,
     true},
    {0}};

const struct handler machine_handlers[] = {
    {false, "/sync", RIGHT_SERVER, NULL, "machines that run events", show_machines, false},
    {true, "/sync/invite", RIGHT_SERVER, invite_fields, "let a machine in", invite, false},
    {true, "/sync/end", RIGHT_SERVER, end_fields, "shut a machine out", end_machine, false},
    {true, "/sync/call", RIGHT_SERVER, call_fields, "call a public server", call, false},
    {false, "/e/:event/home", RIGHT_LOG, NULL, "where the event is run", show_place, false},
    {true, "/e/:event/home/begin", RIGHT_WHOLE, NULL, "run it here, and show it elsewhere", begin,
     false},
    {true, "/e/:event/home/hand", RIGHT_WHOLE, NULL, "hand it over", hand_over, false},
    {true, "/e/:event/home/seize", RIGHT_SEIZE, NULL, "take it over", seize, false},
    {true, "/e/:event/home/line", RIGHT_LOG, line_fields,
     "enter or leave what a machine had that gave way", decide, false},
    {0}};
