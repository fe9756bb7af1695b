/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Second check of rights. The row of a handler states the right for its address. An act is checked
 * once more before the desk accepts it, since its fields decide what it is about: a line of another
 * section, a person who also plays there, a result that exists already. So no form reaches beyond
 * its sender's rights.
 */
#include "server/reach.h"

#include <string.h>

#include "base/texts.h"
#include "limmat/json.h"
#include "server/handlers.h"

static enum lm_status refuse(struct visit *v)
{
    return visit_refuse(v, 403, "This is about another section too. Ask an arbiter of the event");
}

/* Find the line that ${fields} name; NULL: none. */
static const struct lm_desk_entry *line_of(const struct visit *v, const struct lm_json *fields)
{
    int64_t number;
    const struct lm_json *line = lm_json_get(fields, "line");
    bool named = line != NULL && lm_json_integer(line, 1, INT64_MAX, &number);
    return named && (uint64_t)number <= lm_desk_number(v->event->desk)
               ? lm_desk_entry(v->event->desk, (uint64_t)number)
               : NULL;
}

/* Find the person of ${section} that the field ${name} means, by id or number, if they also play in
 * another section; NULL: none such. */
static const struct lm_desk_person *plays_elsewhere(const struct visit *v, const char *section,
                                                    const struct lm_json *fields, const char *name)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    const struct lm_desk_section *own = lm_desk_section(v->event->desk, section);
    const char *who = lm_json_text(fields, name);
    const struct lm_desk_player *p = own == NULL ? NULL : lm_desk_player(own, who);
    if (p == NULL && own != NULL)
        p = lm_desk_member(own, who);
    for (size_t i = 0; p != NULL && i < e->section_count; i++) {
        const struct lm_desk_section *s = e->sections[i];
        const char *id = p->person->id;
        if (s != own && (lm_desk_player(s, id) != NULL || lm_desk_member(s, id) != NULL))
            return p->person;
    }
    return NULL;
}

/* Do ${fields} differ from the data of ${person} in any section? */
static bool changes(struct visit *v, const struct lm_desk_person *person,
                    const struct lm_json *fields)
{
    for (const struct lm_json *f = fields->first; f != NULL; f = f->next) {
        const char *message = lm_json_string(f), *known = act_known(v, person, f->key);
        if (message != NULL && *message != '\0' && known != NULL && strcmp(message, known) != 0)
            return true;
    }
    return false;
}

const struct lm_desk_board *reach_known(const struct lm_desk_section *s, const char *id,
                                        const char *result)
{
    const struct lm_desk_board *b = lm_desk_board(s, id);
    int game = b == NULL || b->games == NULL ? -1 : lm_desk_game_named(id);
    for (int g = 0; b != NULL && g < b->game_count; g++) {
        uint8_t known = lm_desk_game_result(b, (size_t)g);
        bool meant = game < 0 || g == game;
        if (meant && known != 0 && strcmp(lm_desk_result_at(known)->name, result) != 0)
            return b;
    }
    return NULL;
}

/* Refuse to change a known result without the right. */
static enum lm_status check_board(struct visit *v, const char *section,
                                  const struct lm_json *fields)
{
    const struct lm_desk_section *s = lm_desk_section(v->event->desk, section);
    const struct lm_desk_board *b =
        s == NULL ? NULL
                  : reach_known(s, lm_json_text(fields, "board"), lm_json_text(fields, "result"));
    return b == NULL ? LM_OK
                     : visit_refuse(v, 409, "Board %u already has %s. Ask an arbiter to change it",
                                    b->number, result_of(v, b));
}

/* Does an act of ${kind}, allowed in ${section} only, reach beyond it? */
static bool reaches_out(struct visit *v, const struct lm_desk_kind *kind, const char *section,
                        const struct lm_json *fields)
{
    const struct lm_desk_entry *line = line_of(v, fields);
    if (line != NULL && strcmp(line->line.section, section) != 0)
        return true;
    bool edit = strcmp(kind->name, "edit") == 0;
    if (!edit && strcmp(kind->name, "merge") != 0)
        return false;
    const struct lm_desk_person *person = plays_elsewhere(v, section, fields, "player");
    if (edit)
        return person != NULL && changes(v, person, fields);
    return person != NULL || plays_elsewhere(v, section, fields, "other") != NULL;
}

static enum lm_status check_kind(struct visit *v, const struct lm_desk_kind *kind,
                                 const char *section)
{
    const enum right right = right_for(kind);
    if (visit_may_in(v, kind->in_section ? section : NULL, right))
        return LM_OK;
    return visit_may(v, right)
               ? refuse(v)
               : visit_refuse(v, 403, "The role \"%s\" doesn’t allow this. Ask the chief arbiter",
                              rights_text(v));
}

enum lm_status reach_check(struct visit *v, const struct act *act)
{
    const struct lm_desk_kind *kind = lm_desk_kind_named(act->act.event);
    const char *section = act->act.section;
    struct lm_json *fields;
    if (kind == NULL || act->text.length == 0)
        return LM_OK; /* the desk refuses it */
    enum lm_status status = check_kind(v, kind, section);
    if (status == LM_OK)
        status =
            lm_json_parse(lm_text_string(&act->text), act->text.length, v->arena, &v->log, &fields);
    if (status != LM_OK || section == NULL)
        return status;
    bool result = strcmp(kind->name, "result") == 0 || strcmp(kind->name, "clear") == 0;
    if (result && !visit_may_in(v, section, RIGHT_OVERWRITE))
        return check_board(v, section, fields);
    bool all = rights_cover(v, v->event->slug);
    return !all && reaches_out(v, kind, section, fields) ? refuse(v) : LM_OK;
}

enum lm_status reach_check_line(struct visit *v, uint64_t number)
{
    if (number == 0 || number > lm_desk_number(v->event->desk))
        return LM_OK; /* the desk refuses it */
    const struct lm_desk_entry *entry = lm_desk_entry(v->event->desk, number);
    const char *section = *entry->line.section == '\0' ? NULL : entry->line.section;
    return visit_may_in(v, section, right_for(entry->kind)) ? LM_OK : refuse(v);
}
