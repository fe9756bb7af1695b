/* SPDX-License-Identifier: Apache-2.0 */
#include "server/events.h"
#include "server/handlers.h"

#include <string.h>

#include "server/keeper.h"
#include "server/secrets.h"
#include "site/site.h"

/* The home of an event, the machine that runs it; and lines from other machines. */

bool event_is_home(const struct visit *v)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    return *e->home == '\0' || strcmp(e->home, v->server->node) == 0;
}

/* Return the name of the event's home for messages. */
static const char *home_called(struct visit *v)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    return *e->home_name == '\0' ? visit_message(v, "another computer (%s)", e->home)
                                 : visit_print(v, "“%s”", e->home_name);
}

enum lm_status event_check_home(struct visit *v)
{
    if (event_is_home(v))
        return LM_OK;
    v->reply->status = 409;
    return lm_log_add(&v->log, LM_ERROR, (struct lm_place){0},
                      "Enter it there, or move the event here (Settings, Where it is run)",
                      "This event is run at %s", home_called(v));
}

enum lm_status event_move(struct visit *v, const char *node, const char *name, bool seized)
{
    struct act act;
    struct lm_desk_taken taken;
    enum lm_status status = seized ? LM_OK : event_check_home(v);
    if (status != LM_OK)
        return status;
    act_begin(v, &act, "home", NULL);
    lm_json_put_string(&act.json, "id", node);
    lm_json_put_string(&act.json, "name", name);
    if (seized)
        lm_json_put_boolean(&act.json, "seized", true);
    lm_json_end(&act.json, '}');
    act.act.fields = lm_text_string(&act.text);
    act.act.request = v->form.request;
    status = lm_desk_take(v->event->desk, &act.act, 1, &v->log, &taken);
    if (status != LM_OK)
        return status;
    if (taken.answer == LM_ACT_TAKEN || taken.answer == LM_ACT_REPEATED)
        return event_say_overtaken(v, event_keep(v, &taken));
    return taken.reason_count == 0
               ? visit_refuse(v, 409, "Someone else just changed this. Check and try again")
               : visit_refuse_as(v, 422, taken.reasons[0].what, taken.reasons[0].message);
}

enum lm_status event_extend(struct visit *v, const struct store_line *lines, size_t count)
{
    uint64_t first = lm_desk_number(v->event->desk) + 1;
    struct lm_desk_taken taken = {.first = first, .last = first + count - 1};
    enum lm_status status = event_replay_foreign(v, lines, count);
    if (status == LM_OK && lm_desk_number(v->event->desk) != taken.last)
        status = visit_refuse(v, 422, "A line isn’t an entry of a journal");
    if (status == LM_OK)
        status = store_append(v->server->store, v->event->slug, first, lines, count, &v->log);
    if (status != LM_OK) {
        enum lm_status again = event_read_again(v);
        return again == LM_OK ? status : again;
    }
    event_tell(v);
    return event_forget_erased(v, &taken);
}

enum lm_status event_yield(struct visit *v, uint64_t from)
{
    char token[SECRETS_TOKEN];
    secrets_token(token);
    const char *aside =
        visit_print(v, "%c%s-%llu-%.6s", ASIDE, v->event->slug, (unsigned long long)from, token);
    enum lm_status status = store_split(v->server->store, v->event->slug, from, aside, &v->log);
    return status == LM_OK ? event_read_again(v) : status;
}

enum lm_status event_make_at(struct visit *v, const char *slug)
{
    struct lm_text named = lm_text_in(v->arena);
    uint64_t number;
    site_add_slug(&named, slug);
    if (named.failed || strcmp(lm_text_string(&named), slug) != 0)
        return visit_refuse(v, 422, "This isn’t the address of an event");
    if (events_number(v->server->events, slug, &number))
        return visit_refuse(v, 409, "The address \"%s\" is taken. Choose another", slug);
    enum lm_status status = event_make(v, slug);
    if (status == LM_OK && strcmp(v->event->slug, slug) != 0)
        status = visit_refuse(v, 409, "The address \"%s\" is taken. Choose another", slug);
    return status;
}
