/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "base/texts.h"
#include "desk/desk.h"
#include "limmat/words.h"

/* Sentences for the lines of the log, and the persons erased from it. */

/* ---- the sentence of a line */

/* The sentences.  The first one of the kind whose condition holds is used: a field is present
 * ("from"), absent ("!result"), or has a value ("present=no"). */
static const struct {
    const char *kind, *when, *key;
} sentences[] = {
    {"enter", "number", LM_KEY("told.enter-number")},
    {"enter", "team", LM_KEY("told.enter-team")},
    {"edit", "rating", LM_KEY("told.edit-rating")},
    {"ratings", "from", LM_KEY("told.ratings.from")},
    {"withdraw", "from", LM_KEY("told.withdraw-from")},
    {"return", "from", LM_KEY("told.return-from")},
    {"present", "present=no", LM_KEY("told.present-not")},
    {"forbid", "apart", LM_KEY("told.forbid-groups")},
    {"empty", "empty=no", LM_KEY("told.empty-not")},
    {"correct", "!result", LM_KEY("told.correct-colours")},
    {"incident", "text", LM_KEY("told.incident-text")},
    {"open", NULL, LM_KEY("told.open")},
    {"change", NULL, LM_KEY("told.change")},
    {"section", NULL, LM_KEY("told.section")},
    {"settings", NULL, LM_KEY("told.settings")},
    {"import", NULL, LM_KEY("told.import")},
    {"leave-fide-mode", NULL, LM_KEY("told.leave-fide-mode")},
    {"call-off", NULL, LM_KEY("told.call-off")},
    {"sent", NULL, LM_KEY("told.sent")},
    {"home", "seized", LM_KEY("told.home-seized")},
    {"home", NULL, LM_KEY("told.home")},
    {"finish", NULL, LM_KEY("told.finish")},
    {"enter", NULL, LM_KEY("told.enter")},
    {"team", NULL, LM_KEY("told.team")},
    {"edit-team", NULL, LM_KEY("told.edit-team")},
    {"roster", NULL, LM_KEY("told.roster")},
    {"line-up", NULL, LM_KEY("told.line-up")},
    {"substitute", NULL, LM_KEY("told.substitute")},
    {"decide", NULL, LM_KEY("told.decide")},
    {"edit", NULL, LM_KEY("told.edit")},
    {"merge", NULL, LM_KEY("told.merge")},
    {"remove", NULL, LM_KEY("told.remove")},
    {"withdraw", NULL, LM_KEY("told.withdraw")},
    {"expel", NULL, LM_KEY("told.expel")},
    {"return", NULL, LM_KEY("told.return")},
    {"move", NULL, LM_KEY("told.move")},
    {"number", NULL, LM_KEY("told.number")},
    {"ratings", NULL, LM_KEY("told.ratings")},
    {"pay", NULL, LM_KEY("told.pay")},
    {"sanction", NULL, LM_KEY("told.sanction")},
    {"places", NULL, LM_KEY("told.places")},
    {"values", NULL, LM_KEY("told.values")},
    {"play-off", NULL, LM_KEY("told.play-off")},
    {"adjust", NULL, LM_KEY("told.adjust")},
    {"lots", NULL, LM_KEY("told.lots")},
    {"present", NULL, LM_KEY("told.present")},
    {"check-in", NULL, LM_KEY("told.check-in")},
    {"absent", NULL, LM_KEY("told.absent")},
    {"stay", NULL, LM_KEY("told.stay")},
    {"bye", NULL, LM_KEY("told.bye")},
    {"forbid", NULL, LM_KEY("told.forbid")},
    {"allow", NULL, LM_KEY("told.allow")},
    {"pair", "round", LM_KEY("told.pair-round")},
    {"pair", NULL, LM_KEY("told.pair")},
    {"seat", NULL, LM_KEY("told.seat")},
    {"rest", NULL, LM_KEY("told.rest")},
    {"turn", NULL, LM_KEY("told.turn")},
    {"unpair", NULL, LM_KEY("told.unpair")},
    {"publish", "boards", LM_KEY("told.publish-round")},
    {"publish", NULL, LM_KEY("told.publish")},
    {"unpublish", "round", LM_KEY("told.unpublish-round")},
    {"unpublish", NULL, LM_KEY("told.unpublish")},
    {"alter", "round", LM_KEY("told.alter-round")},
    {"alter", NULL, LM_KEY("told.alter")},
    {"moves", NULL, LM_KEY("told.moves")},
    {"begin", NULL, LM_KEY("told.begin")},
    {"expect", NULL, LM_KEY("told.expect")},
    {"close", "round", LM_KEY("told.close-round")},
    {"close", NULL, LM_KEY("told.close")},
    {"reopen", "round", LM_KEY("told.reopen-round")},
    {"reopen", NULL, LM_KEY("told.reopen")},
    {"cancel", NULL, LM_KEY("told.cancel")},
    {"take-over", NULL, LM_KEY("told.take-over")},
    {"reseat", NULL, LM_KEY("told.reseat")},
    {"excuse", NULL, LM_KEY("told.excuse")},
    {"empty", NULL, LM_KEY("told.empty")},
    {"forfeits", NULL, LM_KEY("told.forfeits")},
    {"illegal", NULL, LM_KEY("told.illegal")},
    {"schedule", NULL, LM_KEY("told.schedule")},
    {"position", NULL, LM_KEY("told.position")},
    {"delay", NULL, LM_KEY("told.delay")},
    {"result", NULL, LM_KEY("told.result")},
    {"clear", NULL, LM_KEY("told.clear")},
    {"report", NULL, LM_KEY("told.report")},
    {"correct", NULL, LM_KEY("told.correct")},
    {"correct-rating", NULL, LM_KEY("told.correct-rating")},
    {"request", NULL, LM_KEY("told.request")},
    {"answer", NULL, LM_KEY("told.answer")},
    {"incident", NULL, LM_KEY("told.incident")},
    {"announce", NULL, LM_KEY("told.announce")},
    {"prize", NULL, LM_KEY("told.prize")},
    {"restore", NULL, LM_KEY("told.restore")},
    {"erase", NULL, LM_KEY("told.erase")},
    {"delete", NULL, LM_KEY("told.delete")},
};

enum { VALUES = 40, LISTED = 200 };

struct telling {
    const struct lm_desk *d;
    const struct lm_line *line;
    const struct lm_json *object; /* the whole line */
    const struct lm_desk_kind *kind;
    const struct lm_desk_section *s;
    enum lm_desk_audience audience;
    struct lm_arena *arena;
    struct lm_value values[VALUES];
    size_t count;
};

/* Return the value of a field of the line; NULL: none, or hidden from this audience. */
static const struct lm_json *message(const struct telling *t, const struct lm_field *field)
{
    bool hidden = (field->use & LM_PRIVATE) != 0;
    if (hidden && t->audience == LM_FOR_PUBLIC)
        return NULL;
    return lm_json_get(hidden ? t->line->secret : t->object, field->name);
}

static const struct lm_json *field_named(const struct telling *t, const char *name, size_t length)
{
    for (size_t i = 0; i < t->kind->field_count; i++)
        if (strlen(t->kind->fields[i].name) == length &&
            memcmp(t->kind->fields[i].name, name, length) == 0)
            return message(t, &t->kind->fields[i]);
    return NULL;
}

static const char *plain(const struct lm_json *node)
{
    return node->type == LM_JSON_TRUE    ? "yes"
           : node->type == LM_JSON_FALSE ? "no"
           : node->text == NULL          ? ""
                                         : node->text;
}

static bool holds(const struct telling *t, const char *when)
{
    if (when == NULL)
        return true;
    bool absent = when[0] == '!';
    size_t length = strcspn(when += absent, "=");
    const struct lm_json *node = field_named(t, when, length);
    if (when[length] == '=')
        return node != NULL && strcmp(plain(node), when + length + 1) == 0;
    return (node != NULL) != absent;
}

static void add(struct telling *t, struct lm_value value)
{
    if (t->count < VALUES)
        t->values[t->count++] = value;
}

/* Return the name of person ${id} in an entry that was undone; NULL: unknown. */
static const char *name_entered(const struct telling *t, const char *id)
{
    for (size_t i = t->d->entry_count; i > 0; i--) {
        const struct lm_line *line = &t->d->entries[i - 1]->shown.line;
        if (strcmp(line->event, "enter") == 0 && strcmp(line->person, id) == 0)
            return lm_json_string(lm_json_get(line->secret, "name"));
    }
    return NULL;
}

/* Return the display name of an id. */
static const char *called(const struct telling *t, const char *id)
{
    const struct lm_desk_player *p = t->s == NULL ? NULL : lm_desk_anybody(t->s, id);
    if (p != NULL)
        return lm_desk_name(p, t->audience, t->arena);
    const char *name = t->audience == LM_FOR_ARBITERS ? name_entered(t, id) : NULL;
    return name == NULL ? id : name;
}

/* Return a result such as "1/2-0" in print: "½–0". */
static const char *printed(struct lm_arena *arena, const char *result)
{
    struct lm_text text = lm_text_in(arena);
    for (const char *c = result; *c != '\0'; c++) {
        bool half = strncmp(c, "1/2", 3) == 0, none = strncmp(c, "none", 4) == 0;
        if (half || none) {
            lm_text_add(&text, half ? "\xC2\xBD" : "\xE2\x80\x93");
            c += half ? 2 : 3;
        } else if (*c == '-') {
            lm_text_add(&text, "\xE2\x80\x93");
        } else {
            lm_text_add_char(&text, *c);
        }
    }
    return lm_text_string(&text);
}

static void add_board(struct telling *t, const char *id)
{
    const struct lm_desk_board *b = t->s == NULL ? NULL : lm_desk_board(t->s, id);
    add(t, lm_value_number("round", b == NULL ? strtol(id, NULL, 10) : (long)b->round));
    if (b == NULL) { /* it was discarded since */
        add(t, lm_value_text("board", id));
        add(t, lm_value_text("white", "?"));
        add(t, lm_value_text("black", "?"));
        return;
    }
    int game = b->games == NULL ? -1 : lm_desk_game_named(id);
    if (game < 0)
        add(t, lm_value_number("board", b->number));
    else
        add(t, lm_value_text("board", t->s->teams
                                          ? lm_printed(t->arena, "%u:%d", b->number, game + 1)
                                          : lm_printed(t->arena, "%u%c", b->number, 'a' + game)));
    add(t, lm_value_text("white", lm_desk_name(b->white, t->audience, t->arena)));
    add(t, lm_value_text("black", lm_desk_name(b->black, t->audience, t->arena)));
}

/* Return the board of a match of teams that the line names; -1: all boards. */
static int board_named(const struct telling *t)
{
    const struct lm_json *board = field_named(t, "board", 5);
    return board == NULL ? -1 : lm_desk_game_named(plain(board));
}

/* Add the results of all boards of a match of teams, or of the named one. */
static void add_boards_of(struct telling *t, const char *name, const struct lm_json *all)
{
    struct lm_text text = lm_text_in(t->arena);
    int wanted = board_named(t), at = 0;
    for (const struct lm_json *x = all->first; x != NULL; x = x->next, at++)
        if (wanted < 0 || wanted == at)
            lm_text_print(&text, "%s%s", text.length == 0 ? "" : " ", plain(x));
    add(t, lm_value_text(name, printed(t->arena, lm_text_string(&text))));
}

/* Add both games of a match, as "1–0 ½–½"; "second" alone stands for both fields. */
static void add_result(struct telling *t, const char *name, const struct lm_json *first,
                       const char *second)
{
    const struct lm_json *node = field_named(t, second, strlen(second));
    const struct lm_json *all = field_named(t, "games", 5);
    struct lm_text text = lm_text_in(t->arena);
    if (all == NULL)
        all = field_named(t, "came", 4);
    if (all != NULL && all->type == LM_JSON_ARRAY) {
        add_boards_of(t, name, all);
        return;
    }
    lm_text_add(&text, plain(first));
    if (node != NULL)
        lm_text_print(&text, " %s", plain(node));
    add(t, lm_value_text(name, printed(t->arena, lm_text_string(&text))));
}

/* Return the number of games among ${pairs}: a single player has the bye. */
static int64_t games_among(const struct lm_json *pairs)
{
    int64_t games = 0;
    for (const struct lm_json *pair = pairs->first; pair != NULL; pair = pair->next)
        games += pair->length == 2;
    return games;
}

static void add_list(struct telling *t, const struct lm_field *field, const struct lm_json *node)
{
    struct lm_value *list = lm_arena_alloc(t->arena, LISTED, sizeof *list);
    size_t count = 0;
    bool players = field->type == LM_FIELD_IDS && strcmp(field->name, "boards") != 0;
    for (const struct lm_json *x = node->first; list != NULL && x != NULL && count < LISTED;
         x = x->next)
        list[count++] = lm_value_text(NULL, x->text == NULL ? ""
                                            : players       ? called(t, x->text)
                                                            : x->text);
    add(t, lm_value_list(field->name, list, list == NULL ? 0 : count));
    if (strcmp(field->name, "apart") == 0)
        add(t, lm_value_number("groups", (int64_t)count));
    if (strcmp(field->name, "boards") == 0 && field_named(t, "round", 5) == NULL &&
        node->first != NULL && node->first->text != NULL)
        add(t, lm_value_number("round", strtol(node->first->text, NULL, 10)));
    if (strcmp(field->name, "pairs") == 0)
        add(t, lm_value_number("games", games_among(node)));
}

/* Return "2026-11-28 09:00" by the clocks of the event, if the line has their offset from UTC. */
static const char *clock_of(const struct telling *t, const char *instant)
{
    const struct lm_json *offset = field_named(t, "offset", 6);
    struct lm_text text = lm_text_in(t->arena);
    int64_t seconds;
    if (offset == NULL || !lm_parse_instant(instant, strlen(instant), &seconds))
        return instant;
    lm_text_add_instant(&text, seconds + 60 * strtoll(plain(offset), NULL, 10));
    return lm_printed(t->arena, "%.10s %.5s", lm_text_string(&text),
                      lm_text_string(&text) + strlen("2026-11-28T"));
}

static void add_field(struct telling *t, const struct lm_field *field)
{
    const struct lm_json *node = message(t, field);
    if (node == NULL)
        return;
    if (node->type == LM_JSON_ARRAY && strcmp(field->name, "games") == 0)
        add_boards_of(t, "result", node);
    else if (node->type == LM_JSON_ARRAY)
        add_list(t, field, node);
    else if (strcmp(field->name, "board") == 0)
        add_board(t, plain(node));
    else if (strcmp(field->name, "result") == 0)
        add_result(t, "result", node, "second");
    else if (strcmp(field->name, "as") == 0)
        add_result(t, "as", node, "then");
    else if (field->type == LM_FIELD_INSTANT)
        add(t, lm_value_text(field->name, clock_of(t, plain(node))));
    else if (field->type == LM_FIELD_NUMBER)
        add(t, lm_value_number(field->name, strtoll(plain(node), NULL, 10)));
    else if (field->type == LM_FIELD_ID && field->names != NULL &&
             (strcmp(field->names, "player") == 0 || strcmp(field->names, "team") == 0 ||
              strcmp(field->names, "member") == 0 || strcmp(field->names, "anybody") == 0))
        add(t, lm_value_text(field->name, called(t, plain(node))));
    else
        add(t, lm_value_text(field->name, plain(node)));
}

/* Add the subject of a line without the field "player": a new entry, or a board's two players. */
static void add_player(struct telling *t)
{
    const char *id = lm_json_string(lm_json_get(t->object, "person"));
    if (id == NULL && strcmp(t->kind->name, "join") == 0)
        id = lm_json_string(lm_json_get(t->object, "id"));
    if (id != NULL)
        add(t, lm_value_text("player", called(t, id)));
}

/* Kinds whose sentences are about a whole section: if the event has several, the sentence begins
 * with the section's name. */
static bool names_section(const struct telling *t)
{
    static const char *const kinds[] = {
        "settings", "import",    "leave-fide-mode", "sent",  "finish", "enter",  "join",  "team",
        "number",   "pair",      "unpair",          "begin", "close",  "reopen", "alter", "cancel",
        "publish",  "unpublish", "take-over",       "reseat"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i], t->kind->name) == 0)
            return t->s != NULL && t->d->event.section_count > 1;
    return false;
}

/* Return the result that the line replaced, "1-0"; NULL: none, or that of a game that was open, of
 * several games, or with other colours. */
static const char *replaced(const struct telling *t)
{
    const struct lm_json *id = field_named(t, "board", 5);
    const struct lm_desk_board *b =
        t->s == NULL || id == NULL ? NULL : lm_desk_board(t->s, plain(id));
    if (b == NULL || field_named(t, "turned", 6) != NULL)
        return NULL;
    int game = b->games == NULL ? -1 : lm_desk_game_named(plain(id));
    const void *place = game >= 0 ? (const void *)&b->games[game].result : &b->result;
    const uint8_t *before =
        b->games != NULL && game < 0 ? NULL : lm_desk_before(t->d, t->line->number, place);
    const struct lm_desk_result *r = before == NULL ? NULL : lm_desk_result_at(*before);
    const struct lm_json *now = field_named(t, "result", 6);
    bool same = r != NULL && now != NULL && strcmp(plain(now), r->name) == 0;
    return before == NULL || *before == 0 || r->open || same ? NULL : r->name;
}

/* Append ${sentence}, after the name of its section if there are several, and before the result
 * that was replaced. */
static void say(const struct telling *t, const struct lm_language *language,
                const struct lm_sentence *sentence, struct lm_text *out)
{
    struct lm_text what = lm_text_in(t->arena);
    const char *was = replaced(t);
    if (was == NULL && !names_section(t)) {
        lm_say(out, language, sentence);
        return;
    }
    lm_say(&what, language, sentence);
    const struct lm_value values[] = {
        lm_value_text("section", lm_desk_section_title(t->s)),
        lm_value_text("what", lm_text_string(&what)),
        lm_value_text("was", was == NULL ? "" : printed(t->arena, was))};
    const char *key = was == NULL ? LM_KEY("told.in-section") : LM_KEY("told.before");
    lm_say(out, language, &(struct lm_sentence){key, values, 3});
    out->failed |= what.failed;
}

void lm_desk_tell(const struct lm_desk *d, uint64_t number, enum lm_desk_audience audience,
                  const struct lm_language *language, struct lm_text *out)
{
    const struct lm_desk_entry *entry = lm_desk_entry(d, number);
    if (entry == NULL)
        return;
    struct telling t = {.d = d,
                        .line = &entry->line,
                        .kind = entry->kind,
                        .s = lm_desk_section(d, entry->line.section),
                        .audience = audience,
                        .arena = out->arena};
    if (lm_line_object(t.line, out->arena, &t.object) != LM_OK) {
        out->failed = true;
        return;
    }
    const char *kind = strcmp(t.kind->name, "join") == 0 ? "enter" : t.kind->name;
    add(&t,
        lm_value_text("section", t.s == NULL ? entry->line.section : lm_desk_section_title(t.s)));
    for (size_t i = 0; i < t.kind->field_count; i++)
        add_field(&t, &t.kind->fields[i]);
    add_player(&t);
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++)
        if (strcmp(sentences[i].kind, kind) == 0 && holds(&t, sentences[i].when)) {
            struct lm_sentence sentence = {sentences[i].key, t.values, t.count};
            say(&t, language, &sentence, out);
            return;
        }
    lm_text_add(out, t.kind->title);
}

/* ---- erased persons */

enum lm_status lm_desk_erased(const struct lm_desk *d, struct lm_arena *arena, struct lm_words *out)
{
    const char **ids = NULL;
    size_t count = 0, capacity = 0;
    for (size_t i = 0; i < d->event.person_count; i++)
        if (d->event.people[i]->erased) {
            if (!lm_arena_grow(arena, &ids, &capacity, count + 1, sizeof(const char *)))
                return LM_LIMIT;
            ids[count++] = d->event.people[i]->id;
        }
    for (size_t i = 0; i < d->entry_count; i++) {
        const struct lm_json *object = NULL;
        if (d->event.deleted && d->entries[i]->shown.line.sealed[0] != '\0') {
            if (!lm_arena_grow(arena, &ids, &capacity, count + 1, sizeof(const char *)))
                return LM_LIMIT;
            ids[count++] = lm_printed(arena, "#%zu", i + 1);
        }
        if (strcmp(d->entries[i]->shown.kind->name, "erase") != 0)
            continue;
        if (lm_line_object(&d->entries[i]->shown.line, arena, &object) != LM_OK)
            return LM_LIMIT;
        const struct lm_json *lines = lm_json_get(object, "lines");
        for (const struct lm_json *line = lines == NULL ? NULL : lines->first; line != NULL;
             line = line->next) {
            if (!lm_arena_grow(arena, &ids, &capacity, count + 1, sizeof(const char *)))
                return LM_LIMIT;
            ids[count++] = lm_printed(arena, "#%s", line->text);
        }
    }
    *out = (struct lm_words){ids, count, true};
    return LM_OK;
}
