/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/texts.h"
#include "desk/rows.h"

/* Requests from outside, notes, announcements, prizes; undoing and erasing. */

static const char *const wishes[] = {"bye", "withdraw", "return", "enter", "result", "other", NULL};

static const struct lm_field request_fields[] = {
    FIELD("what", "request", LM_FIELD_CHOICE, LM_REQUIRED, NULL, wishes, 0, 0, kind),
    PLAYER(LM_OPTIONAL),
    FIELD("round", "round", LM_FIELD_NUMBER, LM_OPTIONAL, NULL, NULL, 1, LM_ROUNDS_MAX, round),
    ID_OF(value, "which", LM_OPTIONAL, NULL), TEXT_OF(text, "text", LM_PRIVATE, 4000)};
static const struct lm_field answer_fields[] = {
    NUMBER_OF(line, "request", LM_REQUIRED, 1, INT64_MAX / 2),
    YES_NO_OF(granted, "granted", LM_REQUIRED), WHY};
static const struct lm_field incident_fields[] = {
    ANYBODY(LM_OPTIONAL),
    FIELD("round", "round", LM_FIELD_NUMBER, LM_OPTIONAL, NULL, NULL, 1, LM_ROUNDS_MAX, round),
    TEXT_OF(text, "what happened", LM_REQUIRED | LM_PRIVATE, 4000)};
static const struct lm_field announce_fields[] = {
    TEXT_OF(text, "text", LM_REQUIRED, 4000),
    FIELD("until", "shown until", LM_FIELD_INSTANT, LM_OPTIONAL, NULL, NULL, 0, 0, until)};
static const struct lm_field prize_fields[] = {ANYBODY(LM_REQUIRED),
                                               TEXT_OF(text, "prize", LM_REQUIRED, 200),
                                               ID_OF(value, "sum", LM_OPTIONAL, NULL)};
static const struct lm_field restore_fields[] = {
    NUMBER_OF(line, "line", LM_REQUIRED, 1, INT64_MAX / 2)};
static const struct lm_field erase_fields[] = {ID_OF(person, "player", LM_REQUIRED, "person"),
                                               FIELD("lines", "sanctions against the player",
                                                     LM_FIELD_NUMBERS, LM_OUTCOME, NULL, NULL, 1,
                                                     INT64_MAX / 2, gave)};

static void add_note(struct taking *t, enum lm_desk_note_kind kind)
{
    struct lm_desk *d = t->d;
    const struct line_fields *v = t->v;
    struct lm_desk_note *note = lm_arena_alloc(d->arena, 1, sizeof *note);
    if (note == NULL) {
        d->out_of_memory = true;
        return;
    }
    *note = (struct lm_desk_note){.kind = (uint8_t)kind,
                                  .line = t->line->number,
                                  .at = t->line->happened,
                                  .until = kind == LM_NOTE_ANNOUNCEMENT ? v->until : LM_NO_TIME,
                                  .section = t->s,
                                  .person = t->player == NULL ? NULL : t->player->person,
                                  .what = kind == LM_NOTE_REQUEST ? wishes[v->kind - 1] : "",
                                  .text = v->text == NULL ? "" : v->text,
                                  .round = v->round > 0 ? (uint32_t)v->round : 0,
                                  .value = v->value == NULL ? "" : v->value};
    (void)lm_desk_append(d, &d->event.notes, &d->event.note_count, &d->event.note_capacity,
                         sizeof note, &note, CELL_WRITTEN);
}

static void apply_request(struct taking *t)
{
    add_note(t, LM_NOTE_REQUEST);
}

static void apply_incident(struct taking *t)
{
    add_note(t, LM_NOTE_INCIDENT);
}

static void apply_announce(struct taking *t)
{
    add_note(t, LM_NOTE_ANNOUNCEMENT);
}

static void apply_prize(struct taking *t)
{
    add_note(t, LM_NOTE_PRIZE);
}

static struct lm_desk_note *request_of(const struct taking *t)
{
    for (size_t i = 0; i < t->d->event.note_count; i++) {
        struct lm_desk_note *note = t->d->event.notes[i];
        if (note->kind == LM_NOTE_REQUEST && note->line == (uint64_t)t->v->line)
            return note;
    }
    return NULL;
}

static void check_answer(struct taking *t)
{
    const struct lm_desk_note *note = request_of(t);
    if (note == NULL)
        REFUSE(t, "no-request", "", "name the line of a request", "line %lld asks for nothing",
               (long long)t->v->line);
    else if (note->answer != LM_UNSET)
        REFUSE(t, "answered", "", "\"restore\" takes the answer back",
               "request %lld was answered already", (long long)t->v->line);
}

static void apply_answer(struct taking *t)
{
    SET(t->d, request_of(t)->answer, t->v->granted);
}

/* ---- undoing */

static void check_restore(struct taking *t)
{
    uint64_t line = (uint64_t)t->v->line;
    if (line > t->d->entry_count) {
        REFUSE(t, "no-line", "", "name a line of this journal", "line %llu not found",
               (unsigned long long)line);
        return;
    }
    const struct entry *entry = t->d->entries[line - 1];
    int64_t first = 0;
    if (entry->shown.kind->undo == LM_UNDO_NEVER)
        REFUSE(t, "for-good", "", "enter what holds now as an act of its own",
               "\"%s\" can't be undone", entry->shown.kind->name);
    else if (entry->shown.undone != 0)
        REFUSE(t, "undone", "", "there is nothing to do", "line %llu is already undone",
               (unsigned long long)line);
    else if (lm_desk_dependents(t->d, line, &first, 1) > 0)
        lm_desk_need(t, LM_LEVEL_REFUSED, "depends",
                     lm_printed(t->d->arena, "%lld", (long long)first), "",
                     "undo that first, or enter what holds now", "line %lld builds on line %llu",
                     (long long)first, (unsigned long long)line);
}

/* Judge the undoing by the rules for the event that is undone. */
static void judge_restore(struct taking *t)
{
    const struct entry *entry = t->d->entries[t->v->line - 1];
    const char *name = entry->shown.kind->name, *section = entry->shown.line.section;
    struct lm_desk_section *s = lm_desk_section(t->d, section);
    bool later = s != NULL && lm_desk_is_published(lm_desk_current(s)) &&
                 lm_desk_current(s)->line > entry->shown.line.number;
    t->s = s;
    if (strcmp(name, "publish") == 0)
        lm_desk_need(t, LM_LEVEL_CONFIRM, "unpublish",
                     lm_printed(t->d->arena, "%llu", (unsigned long long)t->v->line),
                     "C.04.2 art. 4.4", "\"alter\" changes single boards",
                     "the round is published: all players have to be informed again");
    else if (later && (strcmp(name, "result") == 0 || strcmp(name, "correct") == 0))
        REFUSE(t, "later-round", "C.04.2 art. 4",
               "\"correct\" it: that checks how long a correction counts",
               "a round was published since");
    else if (later && strcmp(name, "close") != 0)
        lm_desk_need(t, LM_LEVEL_CONFIRM, "published-since",
                     lm_printed(t->d->arena, "%llu", (unsigned long long)t->v->line),
                     "C.04.2 art. 4.4", "say what holds from now on",
                     "a round was published since; it stays as it is");
    t->s = NULL;
}

/* ---- erasing */

static void judge_erase(struct taking *t)
{
    lm_desk_need(t, LM_LEVEL_TWO_STEPS, "erase", t->v->person, "data protection",
                 "a pseudonym hides the name from the public",
                 "name, birth, id, contact and notes of %s are deleted for good; results stay, "
                 "under a number; reports already sent and paper cannot be changed",
                 t->v->person);
}

static const char *secret_text(const struct entry *entry, const char *field)
{
    const char *text = lm_json_string(lm_json_get(entry->shown.line.secret, field));
    return text == NULL ? "" : text;
}

/* Is ${p} the person of ${t}, or a second entry merged into it? */
static bool is_erased(const struct taking *t, const struct lm_desk_person *p)
{
    return p == t->person || strcmp(p->merged, t->person->id) == 0;
}

/* Does a sanction name an erased person?  The person may never have entered, so the search is by
 * name and FIDE ID, also in a sanction that was undone. */
static bool names_erased(const struct taking *t, const struct entry *entry)
{
    if (entry->shown.line.secret == NULL || strcmp(entry->shown.kind->name, "sanction") != 0)
        return false;
    for (size_t i = 0; i < t->d->event.person_count; i++) {
        const struct lm_desk_person *p = t->d->event.people[i];
        if (is_erased(t, p) &&
            lm_desk_is_sanctioned(p->name, p->fide_id, secret_text(entry, "name"),
                                  secret_text(entry, "fide_id"), t->d->arena))
            return true;
    }
    return false;
}

static void decide_erase(struct taking *t, struct lm_json_writer *w)
{
    bool any = false;
    for (size_t i = 0; i < t->d->entry_count; i++) {
        if (!names_erased(t, t->d->entries[i]))
            continue;
        if (!any)
            lm_json_begin(w, "lines", '[');
        any = true;
        lm_json_put_integer(w, NULL, (int64_t)i + 1);
    }
    if (any)
        lm_json_end(w, ']');
}

static void forget_sanction(struct taking *t, int64_t line)
{
    struct lm_desk_event *e = &t->d->event;
    if ((uint64_t)line >= t->line->number)
        return;
    SET_FOR_GOOD(t->d, t->d->entries[line - 1]->shown.line.secret, NULL);
    for (size_t i = 0; i < e->sanction_count; i++)
        if (e->sanctions[i].line == (uint64_t)line) {
            SET_FOR_GOOD(t->d, e->sanctions[i].name, "");
            SET_FOR_GOOD(t->d, e->sanctions[i].fide_id, "");
            SET_FOR_GOOD(t->d, e->sanctions[i].text, "");
        }
}

static void forget(struct taking *t, struct lm_desk_person *p)
{
    const char **hidden[] = {&p->name, &p->fide_id, &p->birth, &p->sex,
                             &p->club, &p->contact, &p->note,  &p->pseudonym};
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
        SET_FOR_GOOD(t->d, *hidden[i], "");
    SET_FOR_GOOD(t->d, p->erased, true);
    for (size_t i = 0; i < t->d->entry_count;
         i++) { /* also the private parts of lines about the person */
        struct lm_line *line = &t->d->entries[i]->shown.line;
        if (line->secret != NULL && strcmp(line->person, p->id) == 0)
            SET_FOR_GOOD(t->d, line->secret, NULL);
    }
}

static void apply_erase(struct taking *t)
{
    const struct lm_desk_person *p = t->person;
    for (size_t i = 0; i < t->d->event.person_count; i++)
        if (is_erased(t, t->d->event.people[i]))
            forget(t, t->d->event.people[i]);
    for (size_t i = 0; i < t->v->gave.count; i++)
        forget_sanction(t, t->v->gave.items[i]);
    for (size_t i = 0; i < t->d->event.note_count; i++)
        if (t->d->event.notes[i]->person == p && t->d->event.notes[i]->kind != LM_NOTE_ANNOUNCEMENT)
            SET_FOR_GOOD(t->d, t->d->event.notes[i]->text, "");
}

/* ---- an event begun by mistake */

static const struct lm_field delete_fields[] = {
    FIELD("name", "the name of the event, typed in full", LM_FIELD_TEXT, LM_REQUIRED, NULL, NULL, 0,
          1000, text)};

static void check_delete(struct taking *t)
{
    const struct lm_desk_event *e = &t->d->event;
    for (size_t i = 0; i < e->section_count; i++)
        if (lm_desk_published(e->sections[i]) > 0)
            lm_desk_need(t, LM_LEVEL_REFUSED, "published", e->sections[i]->id, "",
                         "\"call-off\" ends the event, \"erase\" removes the data of one person",
                         "a round of section %s was published", e->sections[i]->id);
    if (strcmp(t->v->text, e->name) != 0)
        REFUSE(t, "name", "", "type the name exactly", "the event is called %s", e->name);
}

static void judge_delete(struct taking *t)
{
    lm_desk_need(t, LM_LEVEL_TWO_STEPS, "delete", NULL, "data protection",
                 "\"call-off\" ends an event that players know of",
                 "the event is deleted for good, with all data of its players; backups and copies "
                 "on other machines keep it");
}

static void apply_delete(struct taking *t)
{
    struct lm_desk_event *e = &t->d->event;
    for (size_t i = 0; i < e->person_count; i++)
        forget(t, e->people[i]);
    for (size_t i = 0; i < t->d->entry_count; i++)
        forget_sanction(t, (int64_t)i + 1);
    for (size_t i = 0; i < e->note_count; i++)
        SET_FOR_GOOD(t->d, e->notes[i]->text, "");
    SET_FOR_GOOD(t->d, e->deleted, true);
}

const struct row lm_desk_rows_notes[] = {
    {.kind = {"request", "Request recorded", "requests", "", true, LM_RIGHT_ANYBODY,
              LM_UNDO_RESTORE, FIELDS(request_fields)},
     .apply = apply_request,
     .person = "player"},
    {.kind = {"answer", "Request granted or declined", "requests", "", true, LM_RIGHT_ARBITER,
              LM_UNDO_RESTORE, FIELDS(answer_fields)},
     .check = check_answer,
     .apply = apply_answer},
    {.kind = {"incident", "Incident recorded", "after", "Laws 12", true, LM_RIGHT_ARBITER,
              LM_UNDO_RESTORE, FIELDS(incident_fields)},
     .apply = apply_incident,
     .person = "player"},
    {.kind = {"announce", "Announcement made", "after", "", false, LM_RIGHT_ARBITER,
              LM_UNDO_RESTORE, FIELDS(announce_fields)},
     .apply = apply_announce},
    {.kind = {"prize", "Prize awarded", "after", "", true, LM_RIGHT_ORGANISER, LM_UNDO_RESTORE,
              FIELDS(prize_fields)},
     .apply = apply_prize},
    {.kind = {"restore", "Entry undone", "after", "", false, LM_RIGHT_ANYBODY, LM_UNDO_NEVER,
              FIELDS(restore_fields)},
     .check = check_restore,
     .judge = judge_restore,
     .apply = lm_desk_apply_restore},
    {.kind = {"erase", "Person's data erased", "after", "data protection", false,
              LM_RIGHT_ORGANISER, LM_UNDO_NEVER, FIELDS(erase_fields)},
     .judge = judge_erase,
     .decide = decide_erase,
     .apply = apply_erase},
    {.kind = {"delete", "Event deleted", "after", "data protection", false, LM_RIGHT_ORGANISER,
              LM_UNDO_NEVER, FIELDS(delete_fields)},
     .check = check_delete,
     .judge = judge_delete,
     .apply = apply_delete},
    {.check = NULL},
};
