/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Granting a request also does it.  The line that answers it and the requested act are entered in
 * one batch, so the act is checked like the arbiter's own, with the same refusals and requests for
 * confirmation.
 */
#include <string.h>

#include "server/handlers.h"

static const struct lm_desk_note *request_at(struct visit *v, uint64_t line)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    for (size_t i = 0; i < e->note_count; i++)
        if (e->notes[i]->kind == LM_NOTE_REQUEST && e->notes[i]->line == line)
            return e->notes[i];
    return NULL;
}

/* Return the kind of a bye: the one requested; otherwise "half" as long as the player has
 * half-point byes left for ${round}, else "zero". */
static const char *bye_kind(const struct lm_desk_section *s, const struct lm_desk_player *p,
                            const struct lm_desk_note *note)
{
    uint32_t had = 0, last = s->last_bye != 0 ? s->last_bye : s->rounds - 1;
    for (size_t i = 0; i < p->bye_capacity; i++)
        had += p->byes[i] == LM_HALF_BYE;
    if (strcmp(note->value, "half") == 0 || strcmp(note->value, "zero") == 0)
        return note->value;
    return !p->no_half_bye && note->round <= last && had < s->half_byes ? "half" : "zero";
}

/* Return the request at ${line} that granting also does, and its player in ${*p}.  NULL: only the
 * answer is entered. */
static const struct lm_desk_note *wish_of(struct visit *v, const struct lm_desk_section *s,
                                          uint64_t line, const struct lm_desk_player **p)
{
    const struct lm_desk_note *note = request_at(v, line);
    *p = note == NULL || note->person == NULL ? NULL : lm_desk_player(s, note->person->id);
    if (*p == NULL || note->section != s || note->answer != LM_UNSET)
        return NULL;
    bool known = (strcmp(note->what, "bye") == 0 && note->round > 0) ||
                 strcmp(note->what, "withdraw") == 0 || strcmp(note->what, "return") == 0;
    return known ? note : NULL;
}

const char *granted_says(struct visit *v, const struct lm_desk_section *s, uint64_t line)
{
    const struct lm_desk_player *p;
    const struct lm_desk_note *note = wish_of(v, s, line, &p);
    if (note == NULL)
        return "";
    const char *name = player_name(v, p);
    if (strcmp(note->what, "bye") == 0)
        return strcmp(bye_kind(s, p, note), "half") == 0
                   ? visit_message(
                         v, "Granted. %s has a half-point bye in round %u and isn’t paired then.",
                         name, note->round)
                   : visit_message(
                         v, "Granted. %s has a zero-point bye in round %u and isn’t paired then.",
                         name, note->round);
    return strcmp(note->what, "withdraw") == 0
               ? visit_message(v, "Granted. %s has withdrawn and is no longer paired.", name)
               : visit_message(v, "Granted. %s is paired again.", name);
}

enum lm_status granted_act(struct visit *v, const struct lm_desk_section *s, uint64_t line,
                           struct act *out, bool *any)
{
    const struct lm_desk_player *p;
    const struct lm_desk_note *note = wish_of(v, s, line, &p);
    *any = note != NULL;
    if (note == NULL)
        return LM_OK;
    act_begin(v, out, note->what, s->id);
    lm_json_put_string(&out->json, "player", p->person->id);
    if (strcmp(note->what, "bye") == 0) {
        lm_json_begin_inline(&out->json, "rounds", '[');
        lm_json_put_integer(&out->json, NULL, note->round);
        lm_json_end(&out->json, ']');
        lm_json_put_string(&out->json, "kind", bye_kind(s, p, note));
    } else if (note->round > 0) {
        lm_json_put_integer(&out->json, "from", note->round);
    }
    return out->text.failed ? LM_LIMIT : LM_OK;
}
