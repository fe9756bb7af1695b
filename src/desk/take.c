/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "base/texts.h"
#include "desk/desk.h"
#include "journal/fields.h"

/*
 * Taking an act: its row reads it and judges it, the outcomes are added, it is written as a line,
 * and that line is applied exactly as every later replay will apply it.  A replay thus makes the
 * same state.
 */

enum { PASS_LOOK, PASS_WRITE };

/* A call of lm_desk_take. */
struct session {
    struct lm_desk *d;
    struct lm_log *log;
    struct verdict verdict; /* of all acts */
    struct lm_text lines, secrets;
    bool conflict, stopped;
};

/* Members of a line that the desk adds for every kind. */
struct extra {
    const char *departs;
    struct lm_words remarks;
};

static const struct lm_field extra_fields[] = {
    {"departs", "leaves FIDE mode by", LM_FIELD_ID, LM_OPTIONAL, NULL, NULL, 0, 0,
     offsetof(struct extra, departs)},
    {"remarks", "lines of the report", LM_FIELD_TEXTS, LM_OPTIONAL, NULL, NULL, 0, 4000,
     offsetof(struct extra, remarks)},
};

/* Members of a line other than the fields of its kind and those that the journal reads. */
static const char *const extra_members[] = {"was", "departs", "remarks", NULL};

/* ---- reasons */

static void add_reason(struct taking *t, struct lm_desk_reason reason)
{
    struct verdict *v = t->verdict;
    for (size_t i = 0; i < v->count; i++)
        if (v->reasons[i].act == reason.act && strcmp(v->reasons[i].token, reason.token) == 0)
            return;
    if (!lm_arena_grow(t->d->arena, &v->reasons, &v->capacity, v->count + 1, sizeof *v->reasons)) {
        t->d->out_of_memory = true;
        return;
    }
    v->reasons[v->count++] = reason;
    if (reason.level > v->level)
        v->level = reason.level;
}

/* Make a token an id, which can be typed and fits into a line. */
static const char *as_token(struct lm_text *text)
{
    for (size_t i = 0; i < text->length; i++) {
        char c = text->bytes[i], lower = (char)(c | 32);
        bool good = (lower >= 'a' && lower <= 'z') || lm_is_digit(c) || strchr("-_.:@+", c) != NULL;
        if (!good)
            text->bytes[i] = '-';
    }
    if (text->length > LM_ID_BYTES)
        text->bytes[LM_ID_BYTES] = '\0';
    return lm_text_string(text);
}

void lm_desk_need(struct taking *t, enum lm_desk_level level, const char *code, const char *about,
                  const char *article, const char *remedy, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const struct lm_message *given = lm_message_vprint(t->d->arena, format, arguments);
    va_end(arguments);
    lm_desk_need_message(t, level, code, about, article, remedy, given);
}

void lm_desk_need_message(struct taking *t, enum lm_desk_level level, const char *code,
                          const char *about, const char *article, const char *remedy,
                          const struct lm_message *given)
{
    struct lm_text token = lm_text_in(t->d->arena);
    if (t->act == NULL && level < LM_LEVEL_REFUSED)
        return; /* a replay does not judge again */
    lm_text_print(&token, "%s%s%s", code, about == NULL ? "" : ":", about == NULL ? "" : about);
    add_reason(t, (struct lm_desk_reason){.level = level,
                                          .token = as_token(&token),
                                          .article = lm_desk_article_of_day(t->s, article),
                                          .what = given == NULL ? "" : given->text,
                                          .remedy = remedy,
                                          .act = t->index,
                                          .message = given});
}

void lm_desk_instead(struct taking *t, const struct lm_message *remedy)
{
    if (t->verdict->count == 0 || remedy == NULL)
        return;
    struct lm_desk_reason *reason = &t->verdict->reasons[t->verdict->count - 1];
    reason->remedy = remedy->text;
    reason->remedy_message = remedy;
}

void lm_desk_depart(struct taking *t, const char *code, const char *article, const char *remedy,
                    const char *format, ...)
{
    struct lm_arena *arena = t->d->arena;
    va_list arguments;
    va_start(arguments, format);
    const struct lm_message *what = lm_message_vprint(arena, format, arguments), *whole = what;
    va_end(arguments);
    bool leaves = t->s != NULL && t->s->fide_mode;
    if (leaves && what != NULL)
        whole = lm_message_within(
            lm_message_print(arena, "%s; this leaves FIDE mode, for good", what->text), what,
            arena);
    lm_desk_need_message(t, leaves ? LM_LEVEL_TWO_STEPS : LM_LEVEL_CONFIRM, code, NULL, article,
                         remedy, whole);
    if (leaves)
        t->verdict->departs = code;
}

void lm_desk_remark(struct taking *t, const char *format, ...)
{
    struct verdict *v = t->verdict;
    struct lm_text text = lm_text_in(t->d->arena);
    va_list arguments;
    va_start(arguments, format);
    lm_text_vprint(&text, format, arguments);
    va_end(arguments);
    if (!lm_arena_grow(t->d->arena, &v->remarks, &v->remark_capacity, v->remark_count + 1,
                       sizeof *v->remarks))
        t->d->out_of_memory = true;
    else
        v->remarks[v->remark_count++] = lm_text_string(&text);
}

static bool is_acknowledged(const struct lm_desk_act *act, const char *token)
{
    for (size_t i = 0; i < act->acknowledged_count; i++)
        if (strcmp(act->acknowledged[i], token) == 0)
            return true;
    return false;
}

enum lm_desk_answer lm_desk_answer_of(const struct verdict *v, const struct lm_desk_act *act)
{
    enum lm_desk_answer answer = LM_ACT_TAKEN;
    for (size_t i = 0; i < v->count; i++) {
        if (v->reasons[i].level == LM_LEVEL_REFUSED)
            return LM_ACT_REFUSED;
        if (v->reasons[i].level > LM_LEVEL_INFORM && !is_acknowledged(act, v->reasons[i].token))
            answer = LM_ACT_NEEDS;
    }
    return answer;
}

int64_t lm_desk_took_place(const struct taking *t)
{
    return t->act->happened == LM_NO_TIME ? t->act->at : t->act->happened;
}

/* ---- names in fields */

static void unknown(struct taking *t, const char *field, const char *value, const char *remedy)
{
    lm_desk_need(t, LM_LEVEL_REFUSED, "unknown", field, "", remedy, "%s \"%s\" not found", field,
                 value);
}

static void find_person(struct taking *t, const char *name, const char *id)
{
    const struct lm_desk_person *found = lm_desk_person(t->d, id);
    if (found == NULL)
        unknown(t, name, id, "use an id from the list of people, as p12");
    else
        t->person = t->d->event.people[strtoul(id + 1, NULL, 10) - 1];
}

static void find_player(struct taking *t, const char *name, const char *id,
                        struct lm_desk_player **out)
{
    *out = t->s == NULL ? NULL : lm_desk_player(t->s, id);
    if (*out == NULL)
        unknown(t, name, id, "use the id or the number of a player of this section");
}

/* Find the team or the person that a field names. */
static void find_anybody(struct taking *t, const char *name, const char *id,
                         struct lm_desk_player **out)
{
    if (t->s == NULL || !t->s->teams) {
        find_player(t, name, id, out);
        return;
    }
    *out = lm_desk_anybody(t->s, id);
    if (*out == NULL)
        unknown(t, name, id, "use the id of a person, as p12, or the number of a player or team");
}

static void find_member(struct taking *t, const char *name, const char *id)
{
    const struct lm_desk_player *team = t->team;
    t->player = t->s == NULL   ? NULL
                : team != NULL ? lm_desk_member_of(team, id)
                               : lm_desk_member(t->s, id);
    if (t->player == NULL)
        unknown(t, name, id, "use the id of a person of the team, as p12");
}

static void find_team(struct taking *t, const char *name, const char *id)
{
    t->team = t->s == NULL || !t->s->teams ? NULL : lm_desk_player(t->s, id);
    if (t->team == NULL)
        unknown(t, name, id, "use the id or the number of a team of this section, as t3");
}

static void find_board(struct taking *t, const char *id)
{
    const struct lm_desk_round *made = t->s == NULL ? NULL : lm_desk_proposed(t->s);
    t->board = t->s == NULL ? NULL : lm_desk_board(t->s, id);
    if (made != NULL && strchr(id, '.') == NULL && strcmp(t->row->kind.name, "turn") == 0)
        t->board = lm_desk_numbered(made, id); /* "turn" turns colours in the round being paired */
    if (t->board == NULL)
        unknown(t, "board", id,
                made != NULL ? "publish the round first"
                : t->s == NULL || t->s->round_count == 0
                    ? "pair a round and publish it first"
                    : "use the number of a board of the open round; 3.12 is board 12 of "
                      "round 3");
    else
        t->round = lm_desk_round(t->s, t->board->round);
    t->game = t->board == NULL || t->board->games == NULL ? -1 : lm_desk_game_named(id);
}

static void resolve_field(struct taking *t, const struct lm_field *field)
{
    const char *id = *(const char *const *)(const void *)((const char *)t->v + field->offset);
    if (field->type != LM_FIELD_ID || id[0] == '\0')
        return;
    if (strcmp(field->names, "board") == 0)
        find_board(t, id);
    else if (strcmp(field->names, "person") == 0)
        find_person(t, field->name, id);
    else if (strcmp(field->names, "team") == 0)
        find_team(t, field->name, id);
    else if (strcmp(field->names, "member") == 0)
        find_member(t, field->name, id);
    else if (strcmp(field->names, "anybody") == 0)
        find_anybody(t, field->name, id,
                     field->offset == offsetof(struct line_fields, player) ? &t->player
                                                                           : &t->other);
    else if (strcmp(field->names, "player") == 0)
        find_player(t, field->name, id,
                    field->offset == offsetof(struct line_fields, player) ||
                            field->offset == offsetof(struct line_fields, white)
                        ? &t->player
                        : &t->other);
}

static void resolve(struct taking *t)
{
    const struct lm_desk_kind *kind = &t->row->kind;
    for (size_t i = 0; i < kind->field_count; i++)
        if (kind->fields[i].names != NULL)
            resolve_field(t, &kind->fields[i]);
    if (t->round == NULL && t->s != NULL && t->v->round > 0 && t->v->round <= LM_ROUNDS_MAX)
        t->round = lm_desk_round(t->s, (uint32_t)t->v->round);
}

/* Find the section, and check that the event is open. */
static bool find_section(struct taking *t, const char *id)
{
    if (t->row->kind.in_section)
        t->s = lm_desk_section(t->d, id);
    if (t->row->kind.in_section && t->s == NULL) {
        if (id == NULL || id[0] == '\0')
            REFUSE(t, "which-section", "", "name the section", "the section is missing");
        else
            unknown(t, "section", id, "name a section of this event");
        return false;
    }
    bool opens = lm_is_name(t->row->kind.name, "open");
    if (!t->d->event.opened && !opens)
        REFUSE(t, "not-open", "", "open the event first", "the event is not open");
    else if (t->d->event.opened && opens)
        REFUSE(t, "open", "", "\"change\" changes what was announced", "the event is open already");
    return t->verdict->level < LM_LEVEL_REFUSED;
}

/* Read the fields, find the objects that they name, and run the check. */
static enum lm_status prepare(struct taking *t, const struct lm_json *object,
                              const struct lm_json *secret, const char *section)
{
    const struct lm_desk_kind *kind = &t->row->kind;
    enum lm_status status = lm_fields_read(kind->fields, kind->field_count, object, secret,
                                           t->act == NULL ? extra_members : NULL, t->act != NULL,
                                           t->d->arena, t->log, t->v);
    if (status != LM_OK || !find_section(t, section))
        return status;
    resolve(t);
    if (t->s != NULL && t->s->teams)
        lm_desk_check_teams(t);
    if (t->s != NULL && lm_desk_is_fixed(t->s))
        lm_desk_check_fixed(t);
    if (t->verdict->level < LM_LEVEL_REFUSED && t->row->check != NULL)
        t->row->check(t);
    return LM_OK;
}

/* ---- applying */

static bool push_entry(struct lm_desk *d, const struct lm_line *line, const struct row *row,
                       const struct lm_desk_section *s)
{
    struct entry *entry = lm_arena_alloc(d->arena, 1, sizeof *entry);
    if (entry == NULL || !lm_arena_grow(d->arena, &d->entries, &d->entry_capacity,
                                        d->entry_count + 1, sizeof(struct entry *)))
        return false;
    *entry = (struct entry){
        .shown = {.line = *line, .kind = &row->kind}, .section = s, .first_cell = d->cell_count};
    entry->shown.line.object = entry->shown.line.was = NULL; /* the next line reuses these trees */
    d->entries[d->entry_count++] = entry;
    return true;
}

static void apply_departure(struct taking *t, const char *code)
{
    struct lm_desk_section *s = t->s;
    if (code[0] == '\0' || s == NULL || !s->fide_mode)
        return;
    SET_FOR_GOOD(t->d, s->fide_mode, false);
    SET_FOR_GOOD(t->d, s->fide_left, lm_desk_next_round(s));
    SET_FOR_GOOD(t->d, s->fide_why, code);
}

static void apply_remarks(struct taking *t, const struct lm_words *remarks)
{
    struct lm_desk_section *s = t->s;
    for (size_t i = 0; s != NULL && i < remarks->count; i++) {
        struct lm_desk_remark remark = {remarks->items[i], lm_desk_published(s), t->line->number};
        (void)lm_desk_append(t->d, &s->remarks, &s->remark_count, &s->remark_capacity,
                             sizeof remark, &remark, CELL_FOR_GOOD);
    }
}

static enum lm_status refuse_line(const struct taking *t)
{
    const struct lm_desk_reason *reason = &t->verdict->reasons[t->verdict->count - 1];
    return lm_log_add(t->log, LM_ERROR, (struct lm_place){.line = t->line->place},
                      "restore the journal", "%s", reason->what);
}

static bool says_extra(const struct lm_json *object)
{
    return lm_json_get(object, "departs") != NULL || lm_json_get(object, "remarks") != NULL;
}

/* Apply a line of the journal. */
static enum lm_status apply_line(struct lm_desk *d, const struct lm_line *line, struct lm_log *log)
{
    const struct row *row = d->last_row;
    if (row == NULL || !lm_is_name(row->kind.name, line->event))
        row = d->last_row = lm_desk_row_named(line->event);
    if (row == NULL)
        return lm_log_add(
            log, LM_ERROR,
            (struct lm_place){.line = line->place, .field = "event", .value = line->event},
            "use a newer version", "the event is not known");
    struct verdict verdict = {0};
    struct extra extra = {0};
    struct taking t = {.d = d, .row = row, .line = line, .log = log, .verdict = &verdict};
    struct line_fields given = {0};
    t.v = &given;
    enum lm_status status = prepare(&t, line->object, line->secret, line->section);
    if (status == LM_OK && says_extra(line->object))
        status = lm_fields_take(extra_fields, 2, line->object, NULL, false, d->arena, log, &extra);
    if (status != LM_OK)
        return status;
    if (verdict.level == LM_LEVEL_REFUSED)
        return refuse_line(&t);
    size_t cells = d->cell_count;
    if (!push_entry(d, line, row, t.s))
        return LM_LIMIT;
    row->apply(&t);
    apply_departure(&t, extra.departs == NULL ? "" : extra.departs);
    apply_remarks(&t, &extra.remarks);
    if (line->undoes >= 1 && line->undoes < line->number)
        SET_FOR_GOOD(d, d->entries[line->undoes - 1]->shown.undone, line->number);
    if (!d->out_of_memory)
        return LM_OK;
    lm_desk_undo_cells(d, cells);
    d->entry_count--;
    d->out_of_memory = false;
    return LM_LIMIT;
}

/* Return the state of the journal before line ${number} + 1, which was taken: its head is the
 * digest in that line of the previous one, if there is a chain. */
static struct lm_journal_mark mark_before(const struct lm_desk *d, uint64_t number)
{
    struct lm_journal_mark mark = {.number = number, .time = LM_NO_TIME};
    if (number > 0)
        mark.time = d->entries[number - 1]->shown.line.at;
    if (lm_desk_head(d)[0] != '\0')
        memcpy(mark.head, d->entries[number]->shown.line.previous,
               strlen(d->entries[number]->shown.line.previous) + 1);
    return mark;
}

void lm_desk_take_back(struct lm_desk *d, uint64_t number)
{
    if (number >= d->entry_count)
        return;
    struct lm_journal_mark mark = mark_before(d, number);
    lm_desk_undo_cells(d, d->entries[number]->first_cell);
    d->entry_count = (size_t)number;
    lm_journal_reset(d->journal, &mark);
}

/* ---- replay */

struct replay {
    struct lm_desk *d;
    lm_desk_watch *watch;
    void *context;
};

static enum lm_status replay_line(void *context, const struct lm_line *line, struct lm_log *log)
{
    struct replay *replay = context;
    struct lm_desk *d = replay->d;
    enum lm_status status = apply_line(d, line, log);
    if (status == LM_OK && replay->watch != NULL)
        replay->watch(replay->context, d, line);
    return status;
}

enum lm_status lm_desk_replay(struct lm_desk *d, const char *bytes, size_t length,
                              lm_desk_watch *watch, void *context, struct lm_log *log)
{
    struct replay replay = {d, watch, context};
    return lm_journal_read(d->journal, bytes, length, replay_line, &replay, log);
}

/* ---- taking */

static bool is_private(const struct lm_desk_kind *kind, const char *name)
{
    for (size_t i = 0; i < kind->field_count; i++)
        if (strcmp(kind->fields[i].name, name) == 0)
            return (kind->fields[i].use & LM_PRIVATE) != 0;
    return false;
}

/* Return the id for a number of a board or player: numbers can change. */
static const char *stable_id(const struct taking *t, const char *key)
{
    const struct lm_desk_kind *kind = &t->row->kind;
    for (size_t i = 0; i < kind->field_count; i++) {
        const struct lm_field *field = &kind->fields[i];
        if (field->type != LM_FIELD_ID || field->names == NULL || strcmp(field->name, key) != 0)
            continue;
        if (strcmp(field->names, "board") == 0 && t->board != NULL)
            return t->game < 0 ? t->board->id
                               : lm_printed(t->d->arena, "%s%c", t->board->id, 'a' + t->game);
        bool first = field->offset == offsetof(struct line_fields, player) ||
                     field->offset == offsetof(struct line_fields, white);
        const struct lm_desk_player *p = strcmp(field->names, "team") == 0 ? t->team
                                         : first                           ? t->player
                                                                           : t->other;
        bool names = strcmp(field->names, "player") == 0 || strcmp(field->names, "team") == 0 ||
                     strcmp(field->names, "anybody") == 0 || strcmp(field->names, "member") == 0;
        return names && p != NULL ? p->person->id : NULL;
    }
    return NULL;
}

static void put_member(const struct taking *t, const struct lm_json *node, struct lm_json_writer *w)
{
    const char *id = node->type == LM_JSON_STRING ? stable_id(t, node->key) : NULL;
    if (id != NULL)
        lm_json_put_string(w, node->key, id);
    else
        lm_json_put_node(w, node->key, node);
}

/* Write the private members of ${object}, or the public ones, without braces. */
static void put_half(const struct taking *t, const struct lm_json *object, bool secret,
                     struct lm_json_writer *w)
{
    for (const struct lm_json *node = object->first; node != NULL; node = node->next)
        if (is_private(&t->row->kind, node->key) == secret)
            put_member(t, node, w);
}

static void put_extra(const struct taking *t, struct lm_json_writer *w)
{
    const struct verdict *v = t->verdict;
    if (v->departs != NULL)
        lm_json_put_string(w, "departs", v->departs);
    if (v->remark_count == 0)
        return;
    lm_json_begin(w, "remarks", '[');
    for (size_t i = 0; i < v->remark_count; i++)
        lm_json_put_string(w, NULL, v->remarks[i]);
    lm_json_end(w, ']');
}

static const char *person_of(const struct taking *t)
{
    if (t->row->person == NULL)
        return "";
    if (t->player != NULL)
        return t->player->person->id;
    if (t->person != NULL)
        return t->person->id;
    /* a new person: the next id */
    return strcmp(t->row->person, "new") == 0
               ? lm_printed(t->d->arena, "p%zu", t->d->event.person_count + 1)
               : "";
}

/* Drop the braces of the writer. */
static const char *inside(struct lm_text *text)
{
    if (text->failed || text->length < 2)
        return "";
    text->bytes[text->length - 1] = '\0';
    return text->bytes + 1;
}

static size_t needed(const struct taking *t, const char **tokens)
{
    size_t count = 0;
    for (size_t i = 0; i < t->verdict->count; i++)
        if (t->verdict->reasons[i].level > LM_LEVEL_INFORM)
            tokens[count++] = t->verdict->reasons[i].token;
    return count;
}

static void put_was(const struct lm_desk_act *act, struct lm_text *out)
{
    if (act->was != NULL)
        lm_json_add_string(out, act->was);
}

/* Compose the line of ${t} and apply it. */
static enum lm_status write_and_apply(struct taking *t, const struct lm_json *object,
                                      struct session *session)
{
    struct lm_desk *d = t->d;
    struct lm_arena *arena = d->arena;
    const struct lm_desk_act *act = t->act;
    struct lm_text fields = lm_text_in(arena), secrets = lm_text_in(arena), was = lm_text_in(arena);
    struct lm_json_writer w = lm_json_writer_to(&fields, true);
    struct lm_json_writer s = lm_json_writer_to(&secrets, true);
    lm_json_begin(&w, NULL, '{');
    put_half(t, object, false, &w);
    if (t->row->decide != NULL)
        t->row->decide(t, &w);
    put_extra(t, &w);
    lm_json_end(&w, '}');
    lm_json_begin(&s, NULL, '{');
    put_half(t, object, true, &s);
    lm_json_end(&s, '}');
    put_was(act, &was);
    if (t->verdict->level == LM_LEVEL_REFUSED)
        return LM_OK; /* an outcome could not be found */
    const char **tokens = lm_arena_alloc(arena, t->verdict->count + 1, sizeof *tokens);
    if (tokens == NULL || fields.failed || secrets.failed || was.failed)
        return LM_LIMIT;
    struct lm_entry entry = {.at = act->at,
                             .happened = act->happened,
                             .event = act->event,
                             .section = t->s == NULL ? "" : t->s->id,
                             .by = act->by,
                             .request = act->request == NULL ? "" : act->request,
                             .acknowledged = tokens,
                             .acknowledged_count = needed(t, tokens),
                             .undoes = act->undoes,
                             .was = act->was == NULL ? NULL : lm_text_string(&was),
                             .fields = inside(&fields),
                             .secrets = inside(&secrets),
                             .person = person_of(t)};
    struct lm_line line;
    struct lm_journal_mark before = lm_journal_mark(d->journal);
    enum lm_status status =
        lm_journal_write(d->journal, &entry, t->log, &session->lines, &session->secrets, &line);
    if (status != LM_OK)
        return status;
    status = apply_line(d, &line, t->log);
    if (status != LM_OK)
        lm_journal_reset(d->journal, &before);
    return status;
}

/* Does ${was} differ from the result of the named game, or of all games? */
static bool is_other_result(const struct taking *t, const char *was, struct lm_arena *arena)
{
    const struct lm_desk_board *b = t->board;
    uint8_t seen[LM_DESK_GAMES];
    if (t->game >= 0 && strchr(was, ' ') == NULL)
        return !lm_desk_read_results(was, seen, 1, arena) ||
               seen[0] != lm_desk_game_result(b, (size_t)t->game);
    bool other = !lm_desk_read_results(was, seen, b->game_count, arena);
    for (size_t g = 0; !other && g < b->game_count; g++)
        other = seen[g] != lm_desk_game_result(b, g);
    return other;
}

/* Does the value that the writer saw differ from the current one? */
static bool is_conflict(const struct taking *t)
{
    const char *was = t->act->was;
    if (was == NULL)
        return false;
    if (t->board != NULL)
        return is_other_result(t, was[0] == '\0' ? "none" : was, t->d->arena);
    if (t->round != NULL) {
        int64_t version;
        return !lm_parse_integer(was, strlen(was), 0, UINT32_MAX, &version) ||
               t->round->version != version;
    }
    return false;
}

static enum lm_status read_wish(struct taking *t, struct lm_json **object)
{
    const char *fields = t->act->fields == NULL ? "{}" : t->act->fields;
    /* the tree stays with the line; the text may belong to the caller */
    const char *copy = lm_arena_copy(t->d->arena, fields, strlen(fields));
    if (copy == NULL)
        return LM_LIMIT;
    return lm_json_parse(copy, strlen(copy), t->d->arena, t->log, object);
}

/* Judge the state that would result, then go back. */
static enum lm_status look_after(struct taking *t, const struct lm_json *object,
                                 struct session *session)
{
    size_t lines = session->lines.length, secrets = session->secrets.length;
    uint64_t before = t->d->entry_count;
    enum lm_status status = write_and_apply(t, object, session);
    if (status == LM_OK && t->d->entry_count > before) {
        t->row->after(t);
        lm_desk_take_back(t->d, before);
    }
    session->lines.length = lines;
    session->secrets.length = secrets;
    return status;
}

static void merge(struct session *session, const struct verdict *own, size_t act)
{
    struct taking t = {.d = session->d, .verdict = &session->verdict, .index = act};
    for (size_t i = 0; i < own->count; i++)
        add_reason(&t, own->reasons[i]);
    if (own->departs != NULL)
        session->verdict.departs = own->departs;
}

/* Judge one act and take it if nothing forbids it.  An act that needs an acknowledgement is taken,
 * too: later acts of the batch are judged as if it had been acknowledged. */
static enum lm_status take_one(struct session *session, const struct lm_desk_act *act, size_t index,
                               enum lm_desk_answer *answer)
{
    struct lm_desk *d = session->d;
    struct verdict verdict = {0};
    struct taking t = {
        .d = d, .act = act, .index = index, .log = session->log, .verdict = &verdict};
    struct lm_json *object = NULL;
    t.row = lm_desk_row_named(act->event);
    if (t.row == NULL)
        return lm_log_add(session->log, LM_ERROR,
                          (struct lm_place){.field = "event", .value = act->event},
                          "see the list of events", "there is no such event");
    struct line_fields given = {0};
    t.v = &given;
    enum lm_status status = read_wish(&t, &object);
    if (status == LM_OK)
        status = prepare(&t, object, NULL, act->section);
    if (status == LM_OK && act->happened != LM_NO_TIME && act->happened > act->at)
        REFUSE(&t, "future", "", "say when it took place, or nothing", "it has not happened yet");
    if (status == LM_OK && d->event.deleted)
        REFUSE(&t, "deleted", "", "begin another event", "the event was deleted");
    if (status == LM_OK && verdict.level < LM_LEVEL_REFUSED && t.row->judge != NULL)
        t.row->judge(&t);
    if (status == LM_OK && verdict.level < LM_LEVEL_REFUSED && is_conflict(&t))
        session->conflict = true;
    if (status == LM_OK && verdict.level < LM_LEVEL_REFUSED && t.row->after != NULL)
        status = look_after(&t, object, session);
    if (status == LM_OK && verdict.level < LM_LEVEL_REFUSED)
        status = write_and_apply(&t, object, session);
    *answer = lm_desk_answer_of(&verdict, act);
    merge(session, &verdict, index);
    return status;
}

static void fill(const struct session *session, uint64_t before, struct lm_desk_taken *out)
{
    out->level = session->verdict.level;
    out->reasons = session->verdict.reasons;
    out->reason_count = session->verdict.count;
    out->leaves_fide_mode = session->verdict.departs != NULL;
    if (out->answer != LM_ACT_TAKEN)
        return;
    out->first = before + 1;
    out->last = session->d->entry_count;
    out->lines = lm_text_string(&session->lines);
    out->line_length = session->lines.length;
    out->secrets = lm_text_string(&session->secrets);
    out->secret_length = session->secrets.length;
}

enum lm_status lm_desk_take(struct lm_desk *d, const struct lm_desk_act *acts, size_t count,
                            struct lm_log *log, struct lm_desk_taken *out)
{
    struct session session = {.d = d, .log = log};
    struct lm_desk_taken taken = {.lines = "", .secrets = ""};
    uint64_t before = d->entry_count;
    enum lm_status status = LM_OK;
    session.lines = lm_text_in(d->arena);
    session.secrets = lm_text_in(d->arena);
    if (count > 0 && acts[0].request != NULL)
        taken.first = taken.last = lm_journal_find_request(d->journal, acts[0].request);
    if (taken.first != 0) {
        taken.answer = LM_ACT_REPEATED;
        *out = taken;
        return LM_OK;
    }
    for (size_t i = 0; i < count && status == LM_OK && taken.answer != LM_ACT_REFUSED; i++) {
        enum lm_desk_answer answer = LM_ACT_TAKEN;
        status = take_one(&session, &acts[i], i, &answer);
        if (answer > taken.answer)
            taken.answer = answer;
    }
    if (session.conflict && taken.answer != LM_ACT_REFUSED)
        taken.answer = LM_ACT_CONFLICT;
    if (status == LM_OK && (session.lines.failed || session.secrets.failed || d->out_of_memory))
        status = LM_LIMIT;
    d->out_of_memory = false;
    if (status != LM_OK || taken.answer != LM_ACT_TAKEN)
        lm_desk_take_back(d, before);
    if (status != LM_OK)
        return status;
    fill(&session, before, &taken);
    *out = taken;
    return LM_OK;
}

enum lm_status lm_desk_judge(struct lm_desk *d, const struct lm_desk_act *acts, size_t count,
                             struct lm_log *log, struct lm_desk_taken *out)
{
    uint64_t before = d->entry_count;
    struct lm_desk_taken taken;
    enum lm_status status = lm_desk_take(d, acts, count, log, &taken);
    if (status != LM_OK)
        return status;
    if (taken.answer == LM_ACT_TAKEN)
        lm_desk_take_back(d, before);
    taken.lines = taken.secrets = "";
    taken.line_length = taken.secret_length = 0;
    *out = taken;
    return LM_OK;
}

/* ---- a desk */

enum lm_status lm_desk_new(struct lm_arena *arena, const struct lm_journal_hooks *hooks,
                           const char *build, struct lm_desk **out)
{
    struct lm_desk *d = lm_arena_alloc(arena, 1, sizeof *d);
    if (d == NULL)
        return LM_LIMIT;
    *d = (struct lm_desk){.arena = arena, .build = build};
    d->event.name = d->event.city = d->event.federation = d->event.start = d->event.end = "";
    d->event.zone = d->event.arbiter = d->event.called_off = d->event.home = d->event.home_name =
        "";
    enum lm_status status = lm_journal_new(arena, hooks, &d->journal);
    if (status == LM_OK)
        *out = d;
    return status;
}

enum lm_status lm_desk_add_private(struct lm_desk *d, const char *bytes, size_t length,
                                   struct lm_log *log)
{
    return lm_journal_add_private(d->journal, bytes, length, log);
}

const struct lm_desk_event *lm_desk_event(const struct lm_desk *d)
{
    return &d->event;
}

uint64_t lm_desk_number(const struct lm_desk *d)
{
    return lm_journal_number(d->journal);
}

int64_t lm_desk_time(const struct lm_desk *d)
{
    return lm_journal_time(d->journal);
}

const char *lm_desk_head(const struct lm_desk *d)
{
    return lm_journal_head(d->journal);
}

const struct lm_desk_entry *lm_desk_entry(const struct lm_desk *d, uint64_t number)
{
    return number >= 1 && number <= d->entry_count ? &d->entries[number - 1]->shown : NULL;
}
