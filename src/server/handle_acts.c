/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Acts of the desk as forms.  Acts that an arbiter needs only now and then (to forbid a pair, to
 * merge two entries, to expel, to postpone) have no page of their own.  The field table of the
 * act's kind gives the form, its parser, the required right and the row in the table of handlers.
 * A new kind of act needs only a new row here.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "base/texts.h"
#include "limmat/date.h"
#include "server/clocks.h"
#include "server/handlers.h"
#include "server/rating_lists.h"
#include "server/templates.h"
#include "site/said.h"

enum { LONG_TITLE = 60, ID_BYTES = 64, SCREENS = 55, PATTERN_BYTES = 48 };

/* The page to return to afterwards. */
enum back { BACK_HOME, BACK_SETTINGS, BACK_PLAYERS, BACK_PLAYER, BACK_ROUND, BACK_BOARD };

static const struct screen {
    const char *kind, *title, *button;
    enum back back;
    const char *first; /* fields in this order, the rest behind "more"; NULL: all */
} screens[SCREENS] = {
    {"change", "Change the event", "Change", BACK_SETTINGS, NULL},
    {"section", "Add a section", "Add the section", BACK_SETTINGS,
     "id title system rounds acceleration tie_breaks rate lists time_control"},
    {"settings", "Change the section", "Change", BACK_SETTINGS, NULL},
    {"leave-fide-mode", "Leave FIDE’s rules, for good", "Leave FIDE mode", BACK_SETTINGS, NULL},
    {"call-off", "The event ends here", "End the event", BACK_SETTINGS, NULL},
    {"enter", "Enter one person", "Enter", BACK_PLAYERS,
     "name team fide national title federation fide_id birth sex club from"},
    {"team", "Enter a team", "Enter the team", BACK_PLAYERS, NULL},
    {"edit-team", "Everything that is known of the team", "Keep", BACK_PLAYERS, NULL},
    {"roster", "The order of its boards", "Set the order", BACK_PLAYERS, NULL},
    {"line-up", "Hand in a line-up", "Take the line-up", BACK_ROUND, NULL},
    {"substitute", "Somebody else has sat there", "He has played", BACK_BOARD, NULL},
    {"decide", "Decide the match", "Decide it", BACK_BOARD, NULL},
    {"join", "Enter somebody of another section", "Enter", BACK_PLAYERS, "id from"},
    {"edit", "Everything that is known", "Keep", BACK_PLAYER, NULL},
    {"merge", "Two entries are one person", "They are one person", BACK_PLAYERS, NULL},
    {"remove", "Take the entry out", "Take out", BACK_PLAYERS, NULL},
    {"expel", "Expel", "Expel", BACK_PLAYER, NULL},
    {"move", "To another section", "Move", BACK_PLAYERS, NULL},
    {"pay", "A fee was paid", "Record the payment", BACK_PLAYER, NULL},
    {"adjust", "Points given or taken", "Give or take", BACK_PLAYER, NULL},
    {"lots", "Draw lots among equals", "Draw lots", BACK_SETTINGS, NULL},
    {"places", "Place equals by hand", "Place them so", BACK_SETTINGS, NULL},
    {"play-off", "A game for a place", "Record the play-off", BACK_SETTINGS, NULL},
    {"values", "Values of a tie-break that were computed elsewhere", "Enter them", BACK_SETTINGS,
     NULL},
    {"stay", "He explained it, and stays", "He stays", BACK_ROUND, NULL},
    {"forbid", "Players who must not meet", "Forbid", BACK_SETTINGS, NULL},
    {"allow", "They may meet again", "Allow again", BACK_SETTINGS, NULL},
    {"pair", "Pair with choices", "Pair", BACK_ROUND, NULL},
    {"seat", "Seat two players", "Seat them", BACK_ROUND, NULL},
    {"rest", "Set a player aside", "Set aside", BACK_ROUND, NULL},
    {"turn", "Turn the colours", "Turn the colours", BACK_ROUND, NULL},
    {"unpublish", "Unpublish the round", "Unpublish", BACK_ROUND, NULL},
    {"alter", "Alter the published round", "Alter the round", BACK_ROUND, NULL},
    {"reseat", "Seat players of the published round otherwise", "Seat them so", BACK_ROUND, NULL},
    {"excuse", "A bye instead of the published game", "Give the bye", BACK_ROUND, NULL},
    {"empty", "A chair is empty", "Record the absence", BACK_ROUND, NULL},
    {"position", "Draw the start position (Chess960)", "Draw it", BACK_ROUND, NULL},
    {"schedule", "When a round begins", "Set the start", BACK_SETTINGS, NULL},
    {"delay", "A round begins later", "Delay it", BACK_ROUND, NULL},
    {"moves", "Games have begun", "Mark as started", BACK_ROUND, NULL},
    {"expect", "Somebody comes late", "Record the delay", BACK_BOARD, NULL},
    {"forfeits", "Forfeits at the default time", "Enter the forfeits", BACK_ROUND, NULL},
    {"illegal", "An illegal move", "Record the illegal move", BACK_ROUND, NULL},
    {"sanction", "A player who is not to be admitted", "Bar this player", BACK_SETTINGS, NULL},
    {"sent", "The report was sent", "Mark as sent", BACK_SETTINGS, NULL},
    {"cancel", "The round is not played", "Cancel the round", BACK_ROUND, NULL},
    {"result", "What happened at the board", "Enter", BACK_BOARD, NULL},
    {"correct", "The result was wrong", "Correct", BACK_BOARD, NULL},
    {"correct-rating", "Wrong, for the rating report alone", "Correct for the rating", BACK_BOARD,
     NULL},
    {"request", "A player asks for something", "Ask", BACK_SETTINGS, NULL},
    {"answer", "Answer a request", "Answer", BACK_ROUND, NULL},
    {"incident", "An incident", "Record the incident", BACK_SETTINGS, NULL},
    {"announce", "Announce something", "Announce", BACK_SETTINGS, NULL},
    {"erase", "Erase the data of a person", "Erase for good", BACK_SETTINGS, NULL},
    {"delete", "Delete the event", "Delete the event", BACK_HOME, NULL},
};

/* --- rows of the table of handlers, made from the desk's kinds of acts */

struct handler act_handlers[2 * SCREENS + 1];
static struct form_field forms[SCREENS][FORM_FIELDS_MAX + 1];
static char patterns[SCREENS][PATTERN_BYTES];
static char choices[SCREENS][FORM_FIELDS_MAX][240];

/* Is ${field} entered by the user?  The desk finds outcomes itself. */
static bool is_asked(const struct lm_field *field)
{
    return !(field->use & LM_OUTCOME);
}

/* Join the choices of ${field}: "|white|black"; an optional field starts with the empty choice. */
static const char *joined(const struct lm_field *field, char *out, size_t size)
{
    size_t length = 0;
    for (size_t i = 0; field->choices[i] != NULL; i++) {
        bool bar = i > 0 || !(field->use & LM_REQUIRED);
        int wrote =
            snprintf(out + length, size - length, "%s%s", bar ? "|" : "", field->choices[i]);
        if (wrote < 0 || (size_t)wrote >= size - length)
            abort(); /* a row of this program: seen at its start */
        length += (size_t)wrote;
    }
    return out;
}

/* Is ${field} an ordered list of players?  Check boxes have no order, so their numbers are typed.
 */
static bool is_ordered(const char *kind, const struct lm_field *field)
{
    static const char *const ordered[] = {"places", "values", "roster", "line-up"};
    bool found = false;
    for (size_t i = 0; i < sizeof ordered / sizeof *ordered; i++)
        found |= strcmp(kind, ordered[i]) == 0;
    return field->type == LM_FIELD_IDS && found;
}

static struct form_field form_field_of(const char *kind, const struct lm_field *field, char *room,
                                       size_t size)
{
    bool required = field->use & LM_REQUIRED;
    if (is_ordered(kind, field))
        return (struct form_field){field->name, FORM_TEXT, 0, 4000, NULL, required};
    if (strcmp(field->name, "tie_breaks") == 0 || field->type == LM_FIELD_PAIRS)
        return (struct form_field){field->name, FORM_MANY, 0, 0, NULL, required};
    switch (field->type) {
    case LM_FIELD_NUMBER:
        return (struct form_field){field->name, FORM_NUMBER, field->low,
                                   field->high, NULL,        required};
    case LM_FIELD_DATE:
        return (struct form_field){field->name, FORM_DATE, 0, 10, NULL, required};
    case LM_FIELD_CHOICE:
        return (struct form_field){field->name, FORM_CHOICE, 0, ID_BYTES, joined(field, room, size),
                                   required};
    case LM_FIELD_YES_NO:
        return (struct form_field){field->name, FORM_CHOICE, 0, 3, required ? "yes|no" : "|yes|no",
                                   required};
    case LM_FIELD_IDS:
        return (struct form_field){field->name, FORM_MANY, 0, 0, NULL, required};
    case LM_FIELD_TEXT:
        return (struct form_field){field->name, FORM_TEXT, 0, field->high, NULL, required};
    case LM_FIELD_TEXTS:
        return (struct form_field){field->name, FORM_TEXT, 0, 4000, NULL, required};
    default:
        return (struct form_field){field->name, FORM_TEXT, 0, ID_BYTES, NULL, required};
    }
}

/* Does it concern more than the section in which it is done? */
static bool is_across(const struct lm_desk_kind *kind)
{
    return !kind->in_section || strcmp(kind->name, "join") == 0 || strcmp(kind->name, "move") == 0;
}

/* Return the right needed for acts of ${kind}; acts on several sections need the right to all of
 * them. */
enum right right_for(const struct lm_desk_kind *kind)
{
    const bool across = is_across(kind);
    switch (kind->right) {
    case LM_RIGHT_ORGANISER:
    case LM_RIGHT_CHIEF:
        return across ? RIGHT_WHOLE : RIGHT_EVENT;
    case LM_RIGHT_ARBITER:
        return across ? RIGHT_ACROSS : RIGHT_ROUND;
    case LM_RIGHT_CHECK_IN:
        return RIGHT_CHECK_IN;
    default:
        return RIGHT_RESULT;
    }
}

static enum lm_status show_act(struct visit *v);
static enum lm_status do_act(struct visit *v);

void acts_begin(void)
{
    schedule_begin();
    struct handler *row = act_handlers;
    for (size_t i = 0; i < SCREENS && row == act_handlers + 2 * i; i++) {
        const struct lm_desk_kind *kind = lm_desk_kind_named(screens[i].kind);
        size_t count = 0;
        for (size_t k = 0; k < kind->field_count && count < FORM_FIELDS_MAX; k++)
            if (is_asked(&kind->fields[k])) {
                forms[i][count] = form_field_of(kind->name, &kind->fields[k], choices[i][count],
                                                sizeof choices[i][count]);
                count++;
            }
        snprintf(patterns[i], PATTERN_BYTES, "/e/:event/:section/do/%s", kind->name);
        enum right right = right_for(kind);
        *row++ =
            (struct handler){false, patterns[i], right, forms[i], kind->title, show_act, false};
        *row++ = (struct handler){true, patterns[i], right, forms[i], kind->title, do_act, false};
    }
}

/* Can the visitor see the form of ${kind}?  By the right of its row. */
bool act_may(const struct visit *v, const char *kind)
{
    const struct lm_desk_kind *row = lm_desk_kind_named(kind);
    return row != NULL && visit_may(v, right_for(row));
}

static const struct screen *screen_named(const char *kind)
{
    for (size_t i = 0; i < SCREENS; i++)
        if (strcmp(screens[i].kind, kind) == 0)
            return &screens[i];
    return NULL;
}

const char *act_title(const char *kind)
{
    const struct screen *screen = screen_named(kind);
    return screen == NULL ? NULL : screen->title;
}

const char *act_button(const char *kind)
{
    const struct screen *screen = screen_named(kind);
    return screen == NULL ? NULL : screen->button;
}

enum lm_status act_links(struct visit *v, const struct lm_desk_section *s, const char *kinds,
                         const char *query, const struct tab **acts, size_t *count)
{
    struct tab *tabs = lm_arena_alloc(v->arena, SCREENS, sizeof *tabs);
    *acts = tabs;
    *count = 0;
    for (const char *at = kinds; tabs != NULL && *at != '\0' && *count < SCREENS;) {
        const char *kind = lm_arena_copy(v->arena, at, strcspn(at, " "));
        at += strcspn(at, " ");
        at += strspn(at, " ");
        if (kind == NULL || screen_named(kind) == NULL || !act_may(v, kind))
            continue;
        tabs[(*count)++] = (struct tab){
            strcmp(kind, "schedule") == 0
                ? section_url(v, s, "schedule")
                : section_url(v, s, "do/%s%s%s", kind, *query == '\0' ? "" : "?", query),
            visit_title(v, screen_named(kind)->title), false};
    }
    return tabs == NULL ? LM_LIMIT : LM_OK;
}

static const struct screen *screen_of(const struct visit *v)
{
    return &screens[(size_t)(v->handler - act_handlers) / 2];
}

/* --- present values, for forms that change earlier entries */

enum shown { SHOWN_TEXT, SHOWN_COUNT, SHOWN_SIGNED, SHOWN_TENTHS, SHOWN_FLAG };

struct shown_field {
    const char *name;
    size_t offset;
    enum shown as;
};

#define OF(type, member, as)                                                                       \
    {                                                                                              \
#member, offsetof(struct type, member), as                                                 \
    }
static const struct shown_field section_shown[] = {OF(lm_desk_section, title, SHOWN_TEXT),
                                                   OF(lm_desk_section, rounds, SHOWN_COUNT),
                                                   OF(lm_desk_section, win, SHOWN_TENTHS),
                                                   OF(lm_desk_section, draw, SHOWN_TENTHS),
                                                   OF(lm_desk_section, loss, SHOWN_TENTHS),
                                                   OF(lm_desk_section, pab, SHOWN_TENTHS),
                                                   OF(lm_desk_section, acceleration, SHOWN_TEXT),
                                                   OF(lm_desk_section, tie_breaks, SHOWN_TEXT),
                                                   OF(lm_desk_section, unrated, SHOWN_TEXT),
                                                   OF(lm_desk_section, keizer, SHOWN_TEXT),
                                                   OF(lm_desk_section, numbers_by, SHOWN_TEXT),
                                                   OF(lm_desk_section, rating_use, SHOWN_TEXT),
                                                   OF(lm_desk_section, rate, SHOWN_TEXT),
                                                   OF(lm_desk_section, rating_by, SHOWN_TEXT),
                                                   OF(lm_desk_section, equals, SHOWN_TEXT),
                                                   OF(lm_desk_section, lists, SHOWN_TEXT),
                                                   OF(lm_desk_section, time_control, SHOWN_TEXT),
                                                   OF(lm_desk_section, games_link, SHOWN_TEXT),
                                                   OF(lm_desk_section, half_byes, SHOWN_COUNT),
                                                   OF(lm_desk_section, last_bye, SHOWN_COUNT),
                                                   OF(lm_desk_section, phones, SHOWN_FLAG),
                                                   OF(lm_desk_section, third_place, SHOWN_FLAG),
                                                   {NULL, 0, SHOWN_TEXT}};
static const struct shown_field event_shown[] = {
    OF(lm_desk_event, name, SHOWN_TEXT),    OF(lm_desk_event, zone, SHOWN_TEXT),
    OF(lm_desk_event, city, SHOWN_TEXT),    OF(lm_desk_event, federation, SHOWN_TEXT),
    OF(lm_desk_event, start, SHOWN_TEXT),   OF(lm_desk_event, end, SHOWN_TEXT),
    OF(lm_desk_event, arbiter, SHOWN_TEXT), {NULL, 0, SHOWN_TEXT}};
static const struct shown_field person_shown[] = {OF(lm_desk_person, name, SHOWN_TEXT),
                                                  OF(lm_desk_person, fide_id, SHOWN_TEXT),
                                                  OF(lm_desk_person, birth, SHOWN_TEXT),
                                                  OF(lm_desk_person, sex, SHOWN_TEXT),
                                                  OF(lm_desk_person, club, SHOWN_TEXT),
                                                  OF(lm_desk_person, contact, SHOWN_TEXT),
                                                  OF(lm_desk_person, note, SHOWN_TEXT),
                                                  OF(lm_desk_person, title, SHOWN_TEXT),
                                                  OF(lm_desk_person, federation, SHOWN_TEXT),
                                                  OF(lm_desk_person, pseudonym, SHOWN_TEXT),
                                                  {NULL, 0, SHOWN_TEXT}};
static const struct shown_field player_shown[] = {OF(lm_desk_player, rating, SHOWN_SIGNED),
                                                  OF(lm_desk_player, fide, SHOWN_SIGNED),
                                                  OF(lm_desk_player, national, SHOWN_SIGNED),
                                                  OF(lm_desk_player, source, SHOWN_TEXT),
                                                  OF(lm_desk_player, no_half_bye, SHOWN_FLAG),
                                                  OF(lm_desk_player, table, SHOWN_TEXT),
                                                  {NULL, 0, SHOWN_TEXT}};

/* Return a member as it would be typed; NULL: no such member. */
static const char *member_of(struct visit *v, const struct shown_field *fields, const void *object,
                             const char *name)
{
    struct lm_text text = lm_text_in(v->arena);
    while (fields->name != NULL && strcmp(fields->name, name) != 0)
        fields++;
    if (fields->name == NULL)
        return NULL;
    const void *at = (const char *)object + fields->offset;
    switch (fields->as) {
    case SHOWN_COUNT:
        return visit_print(v, "%u", *(const uint32_t *)at);
    case SHOWN_SIGNED:
        return *(const int32_t *)at == 0 ? "" : visit_print(v, "%d", *(const int32_t *)at);
    case SHOWN_TENTHS:
        lm_text_add_tenths(&text, *(const int32_t *)at);
        return lm_text_string(&text);
    case SHOWN_FLAG:
        return *(const bool *)at ? "yes" : "no";
    default:
        return *(const char *const *)at == NULL ? "" : *(const char *const *)at;
    }
}

static const char *deputies_of(struct visit *v)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    struct lm_text text = lm_text_in(v->arena);
    for (size_t i = 0; i < e->deputy_count; i++)
        lm_text_print(&text, "%s%s", i == 0 ? "" : "; ", e->deputies[i]);
    return lm_text_string(&text);
}

static const char *setting_of(struct visit *v, const struct lm_desk_section *s, const char *name)
{
    if (strcmp(name, "system") == 0)
        return s->system->name;
    if (strcmp(name, "colour") == 0)
        return s->colour == LM_WHITE ? "white" : s->colour == LM_BLACK ? "black" : "";
    return member_of(v, section_shown, s, name);
}

const char *act_known(struct visit *v, const struct lm_desk_person *person, const char *field)
{
    return member_of(v, person_shown, person, field);
}

/* Return the present value of the field ${name} of an act of ${kind}; NULL: none. */
static const char *standing(struct visit *v, const char *kind, const struct lm_desk_section *s,
                            const struct lm_desk_player *player, const char *name)
{
    if (strcmp(kind, "settings") == 0)
        return setting_of(v, s, name);
    if (strcmp(kind, "change") == 0)
        return strcmp(name, "deputies") == 0
                   ? deputies_of(v)
                   : member_of(v, event_shown, lm_desk_event(v->event->desk), name);
    if (strcmp(kind, "edit") != 0 || player == NULL)
        return NULL;
    const char *text = act_known(v, player->person, name);
    return text != NULL ? text : member_of(v, player_shown, player, name);
}

/* --- the form */

static void add_option(struct visit *v, struct act_field *f, size_t *capacity, const char *option,
                       const char *label)
{
    bool chosen = strcmp(f->value, option) == 0;
    if (f->many) { /* several, separated by spaces */
        size_t length = strlen(option);
        for (const char *at = f->value; *at != '\0'; at += strcspn(at, " "), at += strspn(at, " "))
            chosen |= strcspn(at, " ") == length && strncmp(at, option, length) == 0;
    }
    if (lm_arena_grow(v->arena, &f->options, capacity, f->option_count + 1, sizeof *f->options))
        f->options[f->option_count++] = (struct act_option){f->name, option, label, chosen};
}

static int by_label(const void *a, const void *b)
{
    return strcmp(((const struct act_option *)a)->label, ((const struct act_option *)b)->label);
}

static void add_players(struct visit *v, const struct lm_desk_section *s, struct act_field *f,
                        size_t *capacity)
{
    size_t first = f->option_count;
    for (size_t i = 0; i < s->player_count; i++) {
        const struct lm_desk_player *p = s->players[i];
        if (p->standing == LM_REMOVED)
            continue;
        const char *name = player_name(v, p);
        add_option(v, f, capacity, p->person->id,
                   p->number == 0 ? name : visit_print(v, "%s (%u)", name, p->number));
    }
    lm_sort(f->options + first, f->option_count - first, sizeof *f->options, by_label);
}

/* Add the persons of teams: only those of the named team, if any. */
static void add_members(struct visit *v, const struct lm_desk_section *s, struct act_field *f,
                        size_t *capacity)
{
    size_t first = f->option_count;
    for (size_t i = 0; i < s->member_count; i++) {
        const struct lm_desk_player *p = s->members[i];
        if (p->standing != LM_REMOVED)
            add_option(v, f, capacity, p->person->id,
                       visit_print(v, "%s, %s", player_name(v, p), player_name(v, p->team)));
    }
    lm_sort(f->options + first, f->option_count - first, sizeof *f->options, by_label);
}

static void add_people(struct visit *v, struct act_field *f, size_t *capacity)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    size_t first = f->option_count;
    for (size_t i = 0; i < e->person_count; i++)
        if (!e->people[i]->erased && *e->people[i]->merged == '\0')
            add_option(v, f, capacity, e->people[i]->id, e->people[i]->name);
    lm_sort(f->options + first, f->option_count - first, sizeof *f->options, by_label);
}

/* Add the boards of the current round, or of the round of the named board. */
static void add_boards(struct visit *v, const struct lm_desk_section *s, struct act_field *f,
                       size_t *capacity)
{
    const struct lm_desk_board *named = lm_desk_board(s, f->value);
    const struct lm_desk_round *round =
        named != NULL ? lm_desk_round(s, named->round) : lm_desk_round(s, section_round(s));
    for (size_t i = 0; round != NULL && i < round->board_count; i++) {
        const struct lm_desk_board *b = round->boards[i];
        for (size_t g = 0; strcmp(f->kind, "substitute") == 0 && g < b->game_count; g++)
            add_option(v, f, capacity, visit_print(v, "%s%c", b->id, (int)('a' + g)),
                       visit_print(v, "%u:%zu: %s – %s", b->number, g + 1, player_name(v, b->white),
                                   player_name(v, b->black)));
        if (strcmp(f->kind, "substitute") == 0)
            continue;
        add_option(v, f, capacity, b->id,
                   visit_print(v, "%u: %s – %s", b->number, player_name(v, b->white),
                               player_name(v, b->black)));
    }
}

static void add_sections(struct visit *v, const struct lm_desk_section *here, struct act_field *f,
                         size_t *capacity)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    for (size_t i = 0; i < e->section_count; i++)
        if (e->sections[i] != here)
            add_option(v, f, capacity, e->sections[i]->id, lm_desk_section_title(e->sections[i]));
}

/* Add the clubs of the players, each once. */
static void add_clubs(struct visit *v, const struct lm_desk_section *s, struct act_field *f,
                      size_t *capacity)
{
    const char **clubs = lm_arena_alloc(v->arena, s->player_count, sizeof *clubs);
    size_t count = 0;
    for (size_t i = 0; clubs != NULL && i < s->player_count; i++)
        if (s->players[i]->standing != LM_REMOVED && *s->players[i]->person->club != '\0')
            clubs[count++] = s->players[i]->person->club;
    if (count > 0)
        lm_sort(clubs, count, sizeof *clubs, lm_by_text);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || strcmp(clubs[i - 1], clubs[i]) != 0)
            add_option(v, f, capacity, clubs[i], clubs[i]);
}

static void add_systems(struct visit *v, struct act_field *f, size_t *capacity)
{
    size_t count;
    const struct lm_system *const *systems = lm_systems(&count);
    for (size_t i = 0; i < count; i++)
        add_option(v, f, capacity, systems[i]->name,
                   site_system_title(v->language, systems[i], v->arena));
}

static bool is(const char *text, const char *other)
{
    return text != NULL && strcmp(text, other) == 0;
}

static void add_words(struct visit *v, const struct lm_field *field, struct act_field *f,
                      size_t *capacity)
{
    static const char *const yes_no[] = {"yes", "no", NULL};
    const char *const *words = field->type == LM_FIELD_YES_NO ? yes_no : field->choices;
    for (size_t i = 0; words[i] != NULL; i++)
        add_option(v, f, capacity, words[i], visit_title(v, words[i]));
}

/* Add the objects that the ids of ${field} can name, by the desk's row or by the name of the field.
 */
static void add_named(struct visit *v, const struct lm_desk_section *s,
                      const struct lm_field *field, struct act_field *f, size_t *capacity)
{
    if (is(field->names, "anybody") && s->teams)
        add_members(v, s, f, capacity);
    if (is(field->names, "member"))
        add_members(v, s, f, capacity);
    else if (is(field->names, "player") || is(field->name, "players") ||
             is(field->names, "anybody") || (is(field->names, "team") && s->teams))
        add_players(v, s, f, capacity);
    else if (is(field->names, "person") || is(f->kind, "join"))
        add_people(v, f, capacity);
    else if (is(field->names, "board") || is(field->name, "boards"))
        add_boards(v, s, f, capacity);
    else if (is(field->names, "section") || is(field->name, "to"))
        add_sections(v, s, f, capacity);
    else if (is(field->name, "system"))
        add_systems(v, f, capacity);
}

/* Add the options of a choice; false: the value is typed. */
static bool add_options(struct visit *v, const struct lm_desk_section *s,
                        const struct lm_field *field, struct act_field *f)
{
    size_t capacity = 0;
    bool choice = field->type == LM_FIELD_CHOICE || field->type == LM_FIELD_YES_NO;
    bool ids = field->type == LM_FIELD_ID || field->type == LM_FIELD_IDS;
    bool clubs = is(f->kind, "forbid") && is(f->name, "club");
    f->many = field->type == LM_FIELD_IDS && !is_ordered(f->kind, field);
    if ((!choice && !ids && !clubs) || is_ordered(f->kind, field))
        return false;
    if (!f->many && (!f->required || ids))
        add_option(v, f, &capacity, "", "–");
    size_t before = f->option_count;
    if (clubs)
        add_clubs(v, s, f, &capacity);
    else if (choice)
        add_words(v, field, f, &capacity);
    else
        add_named(v, s, field, f, &capacity);
    return f->option_count > before || f->many;
}

/* Set the length limit of ${f} and whether it needs the full width. */
static void choose_room(const struct lm_field *field, struct act_field *f)
{
    bool ordered = is_ordered(f->kind, field);
    bool longish =
        field->type == LM_FIELD_TEXT && (field->high > 20 || strlen(field->title) > LONG_TITLE);
    f->broad =
        (f->typed && longish) || field->type == LM_FIELD_IDS || ordered || is(f->kind, "values");
    if (f->typed && field->type != LM_FIELD_TEXT)
        f->high = field->type == LM_FIELD_IDS ? 1000 : ID_BYTES;
    if (field->type == LM_FIELD_TEXTS || ordered)
        f->high = 4000;
}

/* Return the field ${name} of this form as sent; NULL: no such field, or not sent. */
static const struct form_value *sent(struct visit *v, const char *name)
{
    for (size_t i = 0; v->handler->fields[i].name != NULL; i++)
        if (strcmp(v->handler->fields[i].name, name) == 0)
            return value(v, i)->given ? value(v, i) : NULL;
    return NULL;
}

/* Choose the control of a ${field} without options: number, date, moment or text. */
static void choose_looks(struct visit *v, const struct lm_desk_section *s,
                         const struct lm_field *field, struct act_field *f)
{
    f->number = field->type == LM_FIELD_NUMBER;
    f->date = field->type == LM_FIELD_DATE && field->high >= 0 && strcmp(field->name, "birth") != 0;
    f->moment = field->type == LM_FIELD_INSTANT;
    const struct form_value *round = is(f->kind, "schedule") ? sent(v, "round") : NULL;
    if (f->moment && *f->value == '\0' && f->required)
        f->value = moment_shown(
            v, round == NULL ? v->now : schedule_suggested(v, s, (uint32_t)round->number));
    f->typed = !f->number && !f->date && !f->moment;
    choose_room(field, f);
    if (f->typed && lists_now(v->server->lists, NULL) != NULL && is(f->kind, "enter") &&
        is(f->name, "name")) {
        f->list = "/list";
        f->lists = list_order(s);
    }
    if (is_ordered(f->kind, field))
        f->label = visit_say_of(v, LM_KEY("desk.their-numbers"), lm_value_text("what", f->label));
    if (is(f->kind, "values") && field->type == LM_FIELD_TEXTS)
        f->label = visit_say_of(v, LM_KEY("desk.same-order"), lm_value_text("what", f->label));
}

/* Return the team named in the request; NULL: none. */
static const struct lm_desk_player *team_named(struct visit *v, const struct lm_desk_section *s)
{
    for (size_t i = 0; s->teams && v->handler->fields[i].name != NULL; i++)
        if (strcmp(v->handler->fields[i].name, "team") == 0 && value(v, i)->length > 0)
            return lm_desk_player(s, value(v, i)->text);
    return NULL;
}

/* Add a few empty pairs, each side chosen from the players. */
static void add_pairs_to_choose(struct visit *v, const struct lm_desk_section *s,
                                struct act_field *f)
{
    enum { PAIRS = 6 };
    size_t capacity = 0;
    struct act_pair *pairs = lm_arena_alloc(v->arena, PAIRS, sizeof *pairs);
    add_option(v, f, &capacity, "-", "–");
    add_players(v, s, f, &capacity);
    for (uint32_t i = 0; pairs != NULL && i < PAIRS; i++)
        pairs[f->pair_count++] = (struct act_pair){i + 1, f->options, f->option_count};
    f->pairs = pairs;
    f->typed = false;
}

/* Return the present value of a field of ${team}: its data, its order, or the players of its
 * default line-up. */
static const char *standing_of_team(struct visit *v, const struct lm_desk_section *s,
                                    const struct lm_desk_player *team, const char *kind,
                                    const char *name)
{
    struct lm_text ids = lm_text_in(v->arena);
    bool order = strcmp(kind, "roster") == 0 || strcmp(kind, "line-up") == 0;
    if (team == NULL)
        return NULL;
    if (order && strcmp(name, "players") == 0) {
        size_t count = strcmp(kind, "roster") == 0 ? team->member_count : s->boards;
        for (size_t i = 0; i < count; i++) {
            const struct lm_desk_player *p =
                count == team->member_count && strcmp(kind, "roster") == 0
                    ? team->members[i]
                    : lm_desk_lined_up(team, section_round(s), i);
            lm_text_print(&ids, "%s%s", i == 0 ? "" : " ", p == NULL ? "-" : p->person->id);
        }
        return lm_text_string(&ids);
    }
    if (strcmp(kind, "edit-team") != 0)
        return NULL;
    if (strcmp(name, "captain") == 0)
        return team->captain;
    const char *text = member_of(v, person_shown, team->person, name);
    return text != NULL ? text : member_of(v, player_shown, team, name);
}

static struct act_field field_of(struct visit *v, const struct lm_desk_section *s,
                                 const struct lm_desk_player *player,
                                 const struct lm_desk_kind *kind, const struct lm_field *field,
                                 const struct form_value *given)
{
    const char *now = standing(v, kind->name, s, player, field->name);
    if (now == NULL)
        now = standing_of_team(v, s, team_named(v, s), kind->name, field->name);
    struct act_field f = {.kind = kind->name,
                          .name = field->name,
                          .label = visit_capital(v, visit_title(v, field->title)),
                          .value = given->given  ? given->text
                                   : now == NULL ? ""
                                                 : now,
                          .required = field->use & LM_REQUIRED,
                          .low = field->low,
                          .high = field->high};
    f.hint = is(field->name, "national") ? visit_word(v, LM_KEY("desk.hint-national"))
             : is(field->name, "source") ? visit_word(v, LM_KEY("desk.hint-source"))
                                         : NULL;
    f.wrong = is(v->form.wrong, field->name);
    f.hidden = given->given && strcmp(field->name, "line") == 0;
    f.options_only = !f.hidden && add_options(v, s, field, &f);
    if (f.hidden || f.options_only)
        return f;
    choose_looks(v, s, field, &f);
    if (field->type == LM_FIELD_PAIRS)
        add_pairs_to_choose(v, s, &f);
    if (is(field->name, "tie_breaks") &&
        order_places(v, f.value, &f.places, &f.place_count) == LM_OK)
        f.typed = false;
    return f;
}

/* Return the player of the act, NULL if none; their page is the one to return to. */
static struct lm_desk_player *player_of(struct visit *v, const struct lm_desk_section *s)
{
    for (size_t i = 0; v->handler->fields[i].name != NULL; i++)
        if (strcmp(v->handler->fields[i].name, "player") == 0 && value(v, i)->length > 0)
            return lm_desk_player(s, value(v, i)->text) != NULL
                       ? lm_desk_player(s, value(v, i)->text)
                       : lm_desk_member(s, value(v, i)->text);
    return NULL;
}

static struct lm_desk_board *board_of(struct visit *v, const struct lm_desk_section *s)
{
    for (size_t i = 0; v->handler->fields[i].name != NULL; i++)
        if (strcmp(v->handler->fields[i].name, "board") == 0 && value(v, i)->length > 0)
            return lm_desk_board(s, value(v, i)->text);
    return NULL;
}

static struct site_url back_of(struct visit *v, struct lm_desk_section *s)
{
    const struct lm_desk_player *player = player_of(v, s);
    const struct lm_desk_board *board = board_of(v, s);
    enum back back = screen_of(v)->back;
    if (back == BACK_HOME)
        return site_local(v->arena, "/");
    if (player != NULL && player->standing != LM_REMOVED && back != BACK_ROUND)
        return section_url(v, s, "player/%s", player->person->id);
    if (board != NULL && back == BACK_BOARD)
        return section_url(v, s, "board/%s", board->id);
    if (back == BACK_ROUND || back == BACK_BOARD)
        return section_url(v, s, "round/%u", section_round(s));
    return section_url(v, s, back == BACK_SETTINGS ? "settings" : "players");
}

static enum tab_name tab_of(enum back back)
{
    return back == BACK_SETTINGS || back == BACK_HOME    ? TAB_SETTINGS
           : back == BACK_PLAYER || back == BACK_PLAYERS ? TAB_PLAYERS
                                                         : TAB_ROUND;
}

/* Return the place of the field ${name} in the space-separated ${first}, SIZE_MAX if it is not in
 * it; ${first} NULL: 0. */
static size_t rank_of(const char *first, const char *name)
{
    size_t rank = 0, length = strlen(name);
    for (const char *at = first; at != NULL && *at != '\0'; rank++) {
        size_t size = strcspn(at, " ");
        if (size == length && strncmp(at, name, length) == 0)
            return rank;
        at += size + strspn(at + size, " ");
    }
    return first == NULL ? 0 : SIZE_MAX;
}

static int by_rank(const void *a, const void *b)
{
    const struct act_field *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return x->asked < y->asked ? -1 : x->asked > y->asked;
}

/* Name the list that completes names while typing; ${*old}: it is too old to rely on. */
static const char *note_of_list(struct visit *v, bool *old)
{
    const char *message = list_text(v, old);
    if (*old)
        message = visit_print(v, "%s: %s", message, visit_word(v, LM_KEY("desk.newer-out")));
    return *message == '\0'
               ? ""
               : visit_say_of(v, LM_KEY("desk.names-from"), lm_value_text("list", message));
}

static const char *note_of(struct visit *v, const struct lm_desk_section *s, const char *kind,
                           bool *old)
{
    const struct form_value *line = sent(v, "line");
    const struct lm_desk_board *b = board_of(v, s);
    if (b != NULL)
        return visit_say(
            v, LM_KEY("desk.note-board"),
            (const struct lm_value[]){
                lm_value_number("round", b->round), lm_value_number("board", b->number),
                lm_value_text("white", player_name(v, b->white)),
                lm_value_text("black", player_name(v, b->black)),
                lm_value_text("result", lm_desk_has_result(b)
                                            ? result_of(v, b)
                                            : visit_word(v, LM_KEY("desk.nothing-known")))},
            5);
    return strcmp(kind, "enter") == 0 ? note_of_list(v, old)
           : strcmp(kind, "answer") == 0 && line != NULL
               ? granted_says(v, s, (uint64_t)line->number)
               : "";
}

/* Add the act entered together with an answer: the granted bye. */
static enum lm_status add_granted(struct visit *v, const struct lm_desk_section *s,
                                  struct act *acts, size_t *count)
{
    const struct form_value *line = sent(v, "line"), *granted = sent(v, "granted");
    bool any = false;
    if (strcmp(acts[0].act.event, "answer") != 0 || line == NULL || granted == NULL ||
        strcmp(granted->text, "yes") != 0)
        return LM_OK;
    enum lm_status status = granted_act(v, s, (uint64_t)line->number, &acts[1], &any);
    *count += any;
    return status;
}

/* Fields that apply only to some systems, and the tests for these systems. */
static bool has_teams(const struct lm_desk_section *s)
{
    return s->system->teams || s->teams;
}

static bool has_cycles(const struct lm_desk_section *s)
{
    return s->system->cycle != NULL;
}

static bool has_scores(const struct lm_desk_section *s)
{
    return s->system->rules.scores != NULL;
}

static bool is_swiss(const struct lm_desk_section *s)
{
    return s->system->cycle == NULL && !s->system->knocks_out;
}

static bool knocks_out(const struct lm_desk_section *s)
{
    return s->system->knocks_out;
}

/* Does the field ${name} apply to ${s}? */
static bool is_of_system(const struct lm_desk_section *s, const char *name)
{
    static const struct {
        const char *names;
        bool (*has)(const struct lm_desk_section *s);
    } some[] = {
        {"boards match_win match_draw match_loss pab_games scores preferences board_colours "
         "line_up_minutes",
         has_teams},
        {"cycles exchanged numbers_by", has_cycles},
        {"keizer", has_scores},
        {"third_place", knocks_out},
        {"acceleration colour half_byes last_bye", is_swiss}};
    for (size_t i = 0; i < sizeof some / sizeof *some; i++)
        if (rank_of(some[i].names, name) != SIZE_MAX)
            return some[i].has(s);
    return true;
}

/* Is ${name} shown in this form?  "?only=win.draw.loss" shows only these; otherwise settings show
 * all that apply to the system of ${s}. */
static bool is_shown(struct visit *v, const struct lm_desk_section *s, const char *kind,
                     const char *name)
{
    const char *only = strstr(v->request->query, "only=");
    if (strcmp(kind, "schedule") == 0 && strcmp(name, "offset") == 0)
        return false; /* follows from the start */
    if (strcmp(name, "team") == 0 && !s->teams)
        return false;
    if (only == NULL)
        return strcmp(kind, "settings") != 0 || is_of_system(s, name);
    size_t length = strlen(name);
    for (const char *at = only + strlen("only="); *at != '\0' && *at != '&';) {
        size_t size = strcspn(at, ".&");
        if (size == length && strncmp(at, name, length) == 0)
            return true;
        at += size + (at[size] == '.');
    }
    return false;
}

static enum lm_status show_act(struct visit *v)
{
    struct lm_desk_section *s;
    const struct screen *screen = screen_of(v);
    const struct lm_desk_kind *kind = lm_desk_kind_named(screen->kind);
    enum lm_status status = section_take(v, &s);
    if (status != LM_OK)
        return status;
    struct act_field *fields = lm_arena_alloc(v->arena, kind->field_count, sizeof *fields);
    if (fields == NULL)
        return LM_LIMIT;
    struct act_page page = {
        .head = section_head(v, s, tab_of(screen->back), visit_title(v, screen->title)),
        .token = v->who.token,
        .title = visit_title(v, screen->title),
        .article = visit_title(v, kind->article),
        .button = visit_title(v, screen->button),
        .action = section_url(v, s, "do/%s", kind->name),
        .back = back_of(v, s),
        .fields = fields};
    size_t count = 0, asked = 0;
    page.note = note_of(v, s, kind->name, &page.note_grave);
    page.why =
        v->form.wrong == NULL ? NULL : visit_message_as(v, v->form.trouble->text, v->form.trouble);
    for (size_t i = 0; i < kind->field_count; i++) {
        if (!is_asked(&kind->fields[i]))
            continue;
        const struct form_value *given = value(v, asked++);
        if (!is_shown(v, s, kind->name, kind->fields[i].name))
            continue;
        fields[count] = field_of(v, s, player_of(v, s), kind, &kind->fields[i], given);
        fields[count].rank = rank_of(screen->first, kind->fields[i].name);
        if (fields[count].required && fields[count].rank == SIZE_MAX)
            fields[count].rank--; /* after the first fields, but never behind "more" */
        fields[count].asked = asked;
        count++;
    }
    lm_sort(fields, count, sizeof *fields, by_rank);
    while (page.field_count < count && fields[page.field_count].rank != SIZE_MAX)
        page.field_count++;
    page.extras = fields + page.field_count;
    page.extra_count = count - page.field_count;
    page_desk_act(&v->reply->body, v->language, &page);
    return LM_OK;
}

/* --- forms received */

/* Convert "2026-07-16T14:20" in the event's time zone to UTC; return any other text as it is. */
static const char *moment_of(struct visit *v, const char *typed)
{
    int64_t at = moment_at(v, typed);
    struct lm_text text = lm_text_in(v->arena);
    if (at == LM_NO_TIME)
        return typed;
    lm_text_add_instant(&text, at);
    return lm_text_string(&text);
}

/* Convert "p1 p2 - - p3 p4" to "p1-p2 p3-p4"; NULL: a pair with only one side. */
static const char *pairs_chosen(struct visit *v, const char *typed)
{
    struct lm_text out = lm_text_in(v->arena);
    for (const char *at = typed; *at != '\0';) {
        size_t white = strcspn(at, " ");
        const char *second = at + white + strspn(at + white, " ");
        size_t black = strcspn(second, " ");
        bool none = white == 1 && *at == '-', other = black == 1 && *second == '-';
        if (black == 0 || none != other)
            return NULL;
        if (!none)
            lm_text_print(&out, "%s%.*s-%.*s", out.length > 0 ? " " : "", (int)white, at,
                          (int)black, second);
        at = second + black + strspn(second + black, " ");
    }
    return lm_text_string(&out);
}

static enum lm_status put_field(struct visit *v, struct act *act, const struct lm_desk_section *s,
                                const struct lm_desk_player *player, const struct lm_field *field,
                                const struct form_value *given)
{
    const char *now = standing(v, act->act.event, s, player, field->name);
    const char *typed = given->length == 0 ? "" : given->text;
    if (field->type == LM_FIELD_PAIRS && (typed = pairs_chosen(v, typed)) == NULL)
        return visit_refuse(v, 422, "Choose both players of a pair");
    if (strcmp(field->name, "tie_breaks") == 0)
        typed = order_chosen(v, typed);
    if (now != NULL && (strcmp(now, typed) == 0 || !given->given))
        return LM_OK; /* unchanged */
    if (now != NULL && *typed == '\0' && field->type == LM_FIELD_TEXT) {
        lm_json_put_string(&act->json, field->name, "");
        return LM_OK;
    }
    if (field->type == LM_FIELD_INSTANT)
        typed = moment_of(v, typed);
    return *typed == '\0' ? LM_OK : act_put(v, act, field->name, typed);
}

/* Add what accompanies the act: with a round's start, the clock's offset; with a new time zone, the
 * same local times. */
static enum lm_status add_clocks(struct visit *v, struct act *acts, size_t most, size_t *count)
{
    const struct form_value *zone = sent(v, "zone"), *start = sent(v, "start");
    if (strcmp(acts[0].act.event, "schedule") == 0 && start != NULL)
        return schedule_offset(v, &acts[0], moment_at(v, start->text));
    if (strcmp(acts[0].act.event, "change") != 0 || zone == NULL || zone->length == 0 ||
        strcmp(zone->text, lm_desk_event(v->event->desk)->zone) == 0)
        return LM_OK;
    return schedule_in_zone(v, zone->text, acts, most, count);
}

static enum lm_status do_act(struct visit *v)
{
    enum { ACTS = 300 };
    struct lm_desk_section *s;
    struct act *acts = lm_arena_alloc(v->arena, ACTS, sizeof *acts);
    size_t count = 1;
    if (acts == NULL)
        return LM_LIMIT;
    const struct screen *screen = screen_of(v);
    const struct lm_desk_kind *kind = lm_desk_kind_named(screen->kind);
    enum lm_status status = section_take(v, &s);
    if (status != LM_OK)
        return status;
    const struct lm_desk_player *player = player_of(v, s);
    act_begin(v, &acts[0], kind->name, kind->in_section ? s->id : NULL);
    for (size_t i = 0, k = 0; status == LM_OK && i < kind->field_count; i++)
        if (is_asked(&kind->fields[i]))
            status = put_field(v, &acts[0], s, player, &kind->fields[i], value(v, k++));
    bool changes = strcmp(kind->name, "settings") == 0 || strcmp(kind->name, "change") == 0;
    if (status == LM_OK && changes && acts[0].text.length <= 1)
        return visit_go(v, "%s", back_of(v, s).address); /* nothing has changed */
    if (status == LM_OK)
        status = add_granted(v, s, acts, &count);
    if (status == LM_OK)
        status = add_clocks(v, acts, ACTS, &count);
    if (status == LM_OK)
        status = act_do(v, acts, count);
    return status == LM_OK ? visit_go(v, "%s", back_of(v, s).address) : status;
}
