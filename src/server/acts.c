/* SPDX-License-Identifier: Apache-2.0 */
#include "server/entries.h"
#include "server/events.h"
#include "server/handlers.h"

#include <string.h>

#include "base/texts.h"
#include "server/keeper.h"
#include "server/pages.h"
#include "server/reach.h"
#include "server/templates.h"

/* Acts on an event: the desk checks them, then they are stored and sent to open pages.  If an act
 * cannot be done, the reasons become the answer. */

void act_begin(struct visit *v, struct act *out, const char *event, const char *section)
{
    *out = (struct act){.act = {.event = event,
                                .section = section,
                                .by = v->who.account,
                                .at = v->now,
                                .happened = LM_NO_TIME},
                        .text = lm_text_in(v->arena)};
    out->json = lm_json_writer_to(&out->text, true);
    lm_json_begin(&out->json, NULL, '{');
}

enum lm_status act_put(struct visit *v, struct act *act, const char *field, const char *typed)
{
    const struct lm_desk_kind *kind = lm_desk_kind_named(act->act.event);
    for (size_t i = 0; kind != NULL && i < kind->field_count; i++)
        if (strcmp(kind->fields[i].name, field) == 0)
            return lm_field_put_text(&kind->fields[i], typed, &act->json, &v->log);
    return visit_refuse(v, 500, "\"%s\" doesn’t have a field \"%s\"", act->act.event, field);
}

/* Split the form's acknowledgements into words. */
static const char *const *words_of(struct visit *v, const char *text, size_t *count)
{
    const char **words = NULL;
    size_t capacity = 0;
    *count = 0;
    for (const char *at = text + strspn(text, " "); *at != '\0';) {
        size_t size = strcspn(at, " ");
        if (!lm_arena_grow(v->arena, &words, &capacity, *count + 1, sizeof *words))
            return NULL;
        words[(*count)++] = lm_arena_copy(v->arena, at, size);
        at += size;
        at += strspn(at, " ");
    }
    return words;
}

/* Return the page from which the act came: "/e/open/main/round/6" for ".../round/6/pair"; for the
 * form of an act its own address.  None if it is not known. */
static struct site_url way_out(struct visit *v)
{
    const char *path = v->request->path, *end = strrchr(path, '/');
    if (strstr(path, "/do/") != NULL)
        return site_local(v->arena, "%s", path);
    if (end == NULL || (strstr(path, "/round/") == NULL && strstr(path, "/player/") == NULL))
        return (struct site_url){NULL};
    return site_local(v->arena, "%.*s", (int)(end - path), path);
}

static const char *folded(struct visit *v, const char *text)
{
    struct lm_text out = lm_text_in(v->arena);
    text += strspn(text, " ");
    lm_text_add_folded(&out, text, strlen(text));
    lm_text_trim(&out, 0);
    return lm_text_string(&out);
}

/* Has the user typed the words that confirm leaving FIDE mode, in their language?  One click is not
 * enough for that. */
static bool is_sure(struct visit *v)
{
    const char *typed = v->form.sure == NULL ? "" : folded(v, v->form.sure);
    return strcmp(typed, folded(v, visit_word(v, LM_KEY("desk.leave-words")))) == 0;
}

/* Return who acted first, with what: "Ada Arbiter: Round 6 is published (13:52)".  If the act was
 * refused (${refused}), return it only if another user acted within two minutes, as that can be the
 * reason; else "". */
static const char *faster_said(struct visit *v, const struct lm_desk_section *section, bool refused)
{
    enum { JUST_NOW = 120 };
    const struct lm_desk *desk = v->event->desk;
    uint64_t n = lm_desk_number(desk);
    while (n > 0 && section != NULL &&
           strcmp(lm_desk_entry(desk, n)->line.section, section->id) != 0)
        n--;
    if (n == 0)
        return "";
    const struct lm_line *line = &lm_desk_entry(desk, n)->line;
    if (refused && (v->now - line->at > JUST_NOW || strcmp(line->by, v->who.account) == 0))
        return "";
    const struct lm_value values[] = {lm_value_text("who", session_name_of(v, line->by)),
                                      lm_value_text("what", entry_said(v, n)),
                                      lm_value_text("time", visit_clock(v, line->at, false))};
    return visit_say(v, LM_KEY("desk.faster"), values, 3);
}

/* Make the answer of the desk the answer of the visit. */
static enum lm_status answer(struct visit *v, const struct lm_desk_taken *taken, const char *kind)
{
    struct needs_page page = {.head = head_of(v, ""),
                              .token = v->who.token,
                              .action = {v->request->path},
                              .pairs = v->form.pairs,
                              .pair_count = v->form.pair_count,
                              .request = v->form.request,
                              .may = taken->answer == LM_ACT_NEEDS};
    struct lm_text tokens = lm_text_in(v->arena);
    struct needs_reason *rows = lm_arena_alloc(v->arena, taken->reason_count + 1, sizeof *rows);
    const bool within = v->handler != NULL && strncmp(v->handler->pattern, "/e/:", 4) == 0;
    const struct lm_desk_section *section =
        within && v->parts[1] != NULL ? lm_desk_section(v->event->desk, v->parts[1]) : NULL;
    if (rows == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < taken->reason_count; i++) {
        const struct lm_desk_reason *r = &taken->reasons[i];
        rows[i] = (struct needs_reason){.what = visit_message_as(v, r->what, r->message),
                                        .article = visit_message_as(v, r->article, NULL),
                                        .grave = r->level >= LM_LEVEL_TWO_STEPS};
        page.grave |= rows[i].grave;
        if (remedy_parts(v, section, r, &rows[i].parts, &rows[i].part_count) != LM_OK)
            return LM_LIMIT;
        if (r->level >= LM_LEVEL_ACKNOWLEDGE)
            lm_text_print(&tokens, "%s%s", tokens.length > 0 ? " " : "", r->token);
    }
    page.reasons = rows;
    page.reason_count = taken->reason_count;
    const char *faster = page.may ? "" : faster_said(v, section, taken->answer == LM_ACT_REFUSED);
    if (*faster != '\0')
        rows[page.reason_count++] = (struct needs_reason){.what = faster, .article = ""};
    page.tokens = lm_text_string(&tokens);
    page.what = taken->answer == LM_ACT_CONFLICT  ? visit_message(v, "Someone else was faster")
                : taken->answer == LM_ACT_REFUSED ? visit_message(v, "The rules don’t allow this")
                                                  : visit_message(v, "Check before you go on");
    if (page.may && taken->leaves_fide_mode) {
        page.what = visit_word(v, LM_KEY("desk.leave-question"));
        page.words = visit_word(v, LM_KEY("desk.leave-words"));
        page.typed = v->form.sure == NULL ? "" : v->form.sure;
    }
    page.leave = way_out(v);
    page.go = deed_verb(kind) == NULL ? NULL : visit_title(v, deed_verb(kind));
    page.deed = kind == NULL ? "" : visit_title(v, deed_name(kind));
    if (within)
        page.head = section_head(v, section, TABS, page.what);
    page.head.title = page.what;
    v->reply->status = taken->answer == LM_ACT_REFUSED ? 422 : 409;
    v->answered = true;
    page_desk_needs(&v->reply->body, v->language, &page);
    return LM_DIFFERENT;
}

enum lm_status act_try(struct visit *v, struct act *act, const char *request, const char **why)
{
    struct lm_desk_taken taken;
    enum lm_status status = event_check_home(v);
    if (status != LM_OK)
        return status;
    if (act->json.depth > 0)
        lm_json_end(&act->json, '}');
    act->act.fields = lm_text_string(&act->text);
    act->act.request = request;
    status = lm_desk_take(v->event->desk, &act->act, 1, &v->log, &taken);
    if (status != LM_OK)
        return status;
    *why = NULL;
    if (taken.answer == LM_ACT_TAKEN || taken.answer == LM_ACT_REPEATED)
        return event_say_overtaken(v, event_keep(v, &taken));
    *why = visit_message(v, "another value is recorded there");
    for (size_t i = taken.reason_count; i-- > 0;)
        if (taken.reasons[i].level >= LM_LEVEL_ACKNOWLEDGE)
            *why = visit_message_as(v, taken.reasons[i].what, taken.reasons[i].message);
    return *why == NULL ? LM_LIMIT : LM_OK;
}

/* Has another server stored a line of this number first?  Then load it, so that the act can be
 * checked again after it. false: that was not the reason, or there were too many tries; ${*status}
 * is then the error. */
static bool was_overtaken(struct visit *v, enum lm_status *status, unsigned *tries)
{
    enum { TRIES = 100 };
    if (*status != LM_DIFFERENT || !store_is_shared(v->server->store) || ++*tries == TRIES)
        return false;
    enum lm_status caught = event_catch_up(v);
    if (caught != LM_OK)
        *status = caught;
    return caught == LM_OK;
}

static enum lm_status do_acts(struct visit *v, struct act *acts, size_t count)
{
    enum lm_status here = event_check_home(v);
    if (here != LM_OK)
        return here;
    struct lm_desk_act *all = lm_arena_alloc(v->arena, count, sizeof *all);
    size_t words;
    const char *const *acknowledged = words_of(v, v->form.acknowledged, &words);
    if (all == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < count; i++) {
        if (acts[i].json.depth > 0)
            lm_json_end(&acts[i].json, '}');
        all[i] = acts[i].act;
        if (acts[i].text.length > 0)
            all[i].fields = lm_text_string(&acts[i].text);
        all[i].acknowledged = acknowledged;
        all[i].acknowledged_count = words;
        all[i].request = i == 0 ? v->form.request : "";
    }
    struct lm_desk_taken taken;
    enum lm_status status;
    unsigned tries = 0;
    do {
        const uint64_t before = lm_desk_number(v->event->desk);
        status = lm_desk_take(v->event->desk, all, count, &v->log, &taken);
        if (status != LM_OK)
            return status;
        if (taken.answer == LM_ACT_TAKEN && taken.leaves_fide_mode && !is_sure(v)) {
            lm_desk_take_back(v->event->desk, before);
            taken.answer = LM_ACT_NEEDS;
        }
        if (taken.answer != LM_ACT_TAKEN && taken.answer != LM_ACT_REPEATED)
            return answer(v, &taken, count > 0 ? acts[0].act.event : NULL);
        status = event_keep(v, &taken);
    } while (was_overtaken(v, &status, &tries));
    return event_say_overtaken(v, status);
}

/* Can one of ${acts} have freed a place for the waiting list (entries.h)? */
static bool frees_a_place(const struct act *acts, size_t count)
{
    static const char *const kinds[] = {"remove", "withdraw", "expel", "move"};
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            if (strcmp(acts[i].act.event, kinds[k]) == 0)
                return true;
    return false;
}

enum lm_status act_do(struct visit *v, struct act *acts, size_t count)
{
    enum lm_status status = LM_OK;
    for (size_t i = 0; status == LM_OK && i < count; i++) {
        if (acts[i].json.depth > 0)
            lm_json_end(&acts[i].json, '}');
        status = reach_check(v, &acts[i]);
    }
    if (status == LM_OK)
        status = do_acts(v, acts, count);
    return status == LM_OK && frees_a_place(acts, count) ? entries_move_up(v) : status;
}

/* Put the tokens of all reasons that need an acknowledgement into ${act}. */
static enum lm_status acknowledge(struct visit *v, const struct lm_desk_taken *taken,
                                  struct lm_desk_act *act)
{
    const char **tokens = lm_arena_alloc(v->arena, taken->reason_count, sizeof *tokens);
    if (tokens == NULL)
        return LM_LIMIT;
    act->acknowledged_count = 0;
    for (size_t i = 0; i < taken->reason_count; i++)
        if (taken->reasons[i].level >= LM_LEVEL_ACKNOWLEDGE)
            tokens[act->acknowledged_count++] = taken->reasons[i].token;
    act->acknowledged = tokens;
    return LM_OK;
}

enum lm_status act_import(struct visit *v, struct lm_desk_act *act, const struct lm_tournament *t,
                          struct lm_desk_taken *look)
{
    struct lm_desk_taken taken;
    enum lm_status status = event_check_home(v);
    if (status == LM_OK)
        status = lm_desk_import(v->event->desk, act, t, &v->log, &taken);
    if (status == LM_OK && look != NULL)
        *look = taken;
    if (status == LM_OK && taken.answer == LM_ACT_NEEDS) {
        status = acknowledge(v, &taken, act);
        if (status == LM_OK)
            status = lm_desk_import(v->event->desk, act, t, &v->log, &taken);
    }
    if (status != LM_OK)
        return status;
    if (taken.answer != LM_ACT_TAKEN)
        return answer(v, &taken, NULL);
    return look == NULL ? event_say_overtaken(v, event_keep(v, &taken)) : LM_OK;
}

/* --- undo and redo */

const char *entry_said(struct visit *v, uint64_t number)
{
    struct lm_text text = lm_text_in(v->arena);
    lm_desk_tell(v->event->desk, number, LM_FOR_ARBITERS, v->language, &text);
    return visit_dated(v, lm_text_string(&text));
}

const char *step_said(struct visit *v, const struct lm_desk_step *step)
{
    const char *said = entry_said(v, step->line);
    if (step->count == 1 ||
        strcmp(lm_desk_entry(v->event->desk, step->line)->line.event, "enter") != 0)
        return said;
    return visit_print(v, "%s %s", said,
                       visit_say_of(v, LM_KEY("desk.and-more"),
                                    lm_value_number("count", (int64_t)step->count - 1)));
}

/* Build the acts of ${step}; NULL: no memory. */
static struct act *acts_of(struct visit *v, const struct lm_desk_step *step)
{
    struct act *acts = lm_arena_alloc(v->arena, step->count, sizeof *acts);
    for (size_t i = 0; acts != NULL && i < step->count; i++) {
        acts[i] = (struct act){.act = step->acts[i], .text = lm_text_in(v->arena)};
        acts[i].act.at = v->now;
        lm_text_add(&acts[i].text, step->acts[i].fields);
    }
    return acts;
}

enum lm_status act_undo(struct visit *v, const char *section, const char **what)
{
    struct lm_desk_step step;
    struct lm_text text = lm_text_in(v->arena);
    enum lm_status status =
        lm_desk_undo(v->event->desk, v->who.account, section, v->arena, &v->log, &step);
    if (status == LM_OK)
        status = reach_check_line(v, step.acts[0].undoes);
    if (status != LM_OK)
        return status;
    lm_desk_tell(v->event->desk, step.acts[0].undoes, LM_FOR_ARBITERS, lm_english(), &text);
    *what = lm_text_string(&text);
    struct act *acts = acts_of(v, &step);
    return acts == NULL ? LM_LIMIT : do_acts(v, acts, step.count);
}

/* Find the step that the visitor undid last; false: none, or they cannot redo it. */
static bool can_redo(struct visit *v, const char *section, struct lm_desk_step *step)
{
    if (lm_desk_redo(v->event->desk, v->who.account, section, v->arena, NULL, step) != LM_OK)
        return false;
    for (size_t i = 0; i < step->count; i++)
        if (!act_may(v, step->acts[i].event))
            return false;
    return true;
}

const char *redo_said(struct visit *v, const char *section)
{
    struct lm_desk_step step;
    return can_redo(v, section, &step) ? step_said(v, &step) : "";
}

enum lm_status act_redo(struct visit *v, const char *section)
{
    struct lm_desk_step step;
    if (!can_redo(v, section, &step))
        return visit_refuse(v, 409, "Nothing to redo");
    struct act *acts = acts_of(v, &step);
    v->form.request = step.acts[0].request;
    return acts == NULL ? LM_LIMIT : act_do(v, acts, step.count);
}
