/* SPDX-License-Identifier: Apache-2.0 */
#include "base/texts.h"
#include "pairing/what_if.h"
#include "pairing/why_parts.h"

#include <string.h>

enum { SHORTAGE_MANY = 3 }; /* more players than this are counted, not all named */

/*
 * The obstacle to a pairing, as a sentence.  Its key is that of the rule (struct lm_rule), or
 * follows from the facts: a pair that met and one that the arbiter excluded break the same rule.
 */

/* --- values */

const struct lm_seat *lm_why_seat(const struct asking *a, uint32_t player)
{
    return &a->p->seats[a->p->seat_of[player]];
}

uint32_t lm_why_seats_with(const struct asking *a, int32_t score)
{
    uint32_t count = 0;
    for (uint32_t s = 0; s < a->p->seat_count; s++)
        count += a->p->seats[s].score == score;
    return count;
}

uint8_t lm_why_due(const struct asking *a, const struct lm_seat *seat)
{
    if (seat->games == 0)
        return a->system->due_without_games;
    if (a->system->colours == LM_COLOURS_BY_PREFERENCE || a->system->as_seen != NULL)
        return seat->wish;
    if (seat->colour_difference != 0)
        return seat->colour_difference < 0 ? LM_WHITE : LM_BLACK;
    return seat->colours[seat->games - 1] == LM_BLACK ? LM_WHITE : LM_BLACK;
}

/* Return the colour that a player must have who cannot have the other one. */
static uint8_t must_have(const struct asking *a, const struct lm_seat *seat)
{
    if (a->system->colours == LM_COLOURS_BY_PREFERENCE || seat->repeats < 2)
        return lm_why_due(a, seat);
    return seat->colours[seat->games - 1] == LM_BLACK ? LM_WHITE : LM_BLACK;
}

/* Record that ${whole} names a player, whose number takes up its first ${number} bytes and whose
 * name ends after ${length}. */
static void mention(struct asking *a, const char *whole, size_t number, size_t length)
{
    for (size_t i = 0; i < a->mention_count; i++)
        if (strcmp(a->mentions[i].whole, whole) == 0)
            return;
    if (!lm_arena_grow(a->arena, &a->mentions, &a->mention_capacity, a->mention_count + 1,
                       sizeof *a->mentions)) {
        a->failed = true;
        return;
    }
    for (size_t i = 0; i < a->mention_count; i++) {
        struct mention *other = &a->mentions[i];
        size_t rest = length - number;
        bool same = other->length == length && strncmp(other->whole, whole, length) == 0;
        if (!same && other->length - other->number == rest &&
            strncmp(other->whole + other->number, whole + number, rest) == 0)
            other->number = number = 0; /* namesakes keep their numbers */
    }
    a->mentions[a->mention_count++] = (struct mention){whole, number, length};
}

/* Add ${name} as a sentence has it, the given name first; a team's comma stays. */
static void add_name(struct lm_text *text, const char *name, bool of_team)
{
    const char *comma = of_team ? NULL : strstr(name, ", ");
    if (name[0] == '\0')
        return;
    if (comma == NULL || strchr(comma + 1, ',') != NULL)
        lm_text_print(text, " %s", name);
    else
        lm_text_print(text, " %s %.*s", comma + 2, (int)(comma - name), name);
}

struct lm_value lm_why_person(struct asking *a, const char *name, uint32_t player)
{
    struct lm_text text = lm_text_in(a->arena);
    if (player == LM_NOBODY)
        return lm_value_text(name, "");
    const struct lm_player *who = &a->p->tournament->players[player];
    lm_text_print(&text, "%u", who->tpn);
    add_name(&text, who->name, a->system->teams);
    a->failed |= text.failed;
    const char *whole = lm_text_string(&text);
    size_t length = strlen(whole);
    if (player == a->player && !a->for_both) {
        const struct lm_value own = lm_value_text("name", whole);
        whole = lm_why_say(a, LM_KEY("person.you"), &own, 1);
    }
    mention(a, whole, who->name[0] == '\0' ? 0 : strcspn(whole, " ") + 1, length);
    return lm_value_text(name, whole);
}

/* Is ${byte} part of a word?  In UTF-8 0xC2 and 0xE2 begin punctuation and narrow spaces, as before
 * a French question mark. */
static bool is_of_word(char byte)
{
    unsigned char value = (unsigned char)byte;
    return lm_is_digit(byte) || lm_is_letter(byte) ||
           (value >= 0x80 && value != 0xC2 && value != 0xE2);
}

/* Return the player named at ${at} of ${text}; NULL: none.  Of two the longer name. */
static const struct mention *named_at(const struct asking *a, const char *text, size_t at)
{
    const struct mention *found = NULL;
    size_t longest = 0;
    for (size_t i = 0; i < a->mention_count; i++) {
        size_t length = strlen(a->mentions[i].whole);
        if (length > longest && (at == 0 || !is_of_word(text[at - 1])) &&
            strncmp(text + at, a->mentions[i].whole, length) == 0 &&
            !is_of_word(text[at + length])) {
            found = &a->mentions[i];
            longest = length;
        }
    }
    return found;
}

const char *lm_why_named_once(struct asking *a, const char *text)
{
    struct lm_text out = lm_text_in(a->arena);
    bool *named = lm_arena_alloc(a->arena, a->mention_count + 1, sizeof *named);
    if (named == NULL) {
        a->failed = true;
        return text;
    }
    for (size_t at = 0; text[at] != '\0';) {
        const struct mention *who = lm_is_digit(text[at]) ? named_at(a, text, at) : NULL;
        if (who == NULL) {
            lm_text_add_char(&out, text[at++]);
            continue;
        }
        bool *again = &named[who - a->mentions];
        if (*again)
            lm_text_print(&out, "%.*s", (int)(who->length - who->number), who->whole + who->number);
        else
            lm_text_add(&out, who->whole);
        *again = true;
        at += strlen(who->whole);
    }
    a->failed |= out.failed;
    return lm_text_string(&out);
}

/* Return "2½ points". */
struct lm_value lm_why_points(struct asking *a, const char *name, int32_t tenths)
{
    struct lm_sentence *sentence = lm_arena_alloc(a->arena, 1, sizeof *sentence);
    struct lm_value *value = lm_arena_alloc(a->arena, 1, sizeof *value);
    if (sentence == NULL || value == NULL) {
        a->failed = true;
        return lm_value_text(name, "");
    }
    *value = lm_value_points("points", tenths);
    *sentence = (struct lm_sentence){LM_KEY("points"), value, 1};
    return lm_value_sentence(name, sentence);
}

struct lm_value lm_why_colour(const char *name, uint8_t wish)
{
    return lm_value_text(name, wish == LM_WHITE ? "white" : "black");
}

struct lm_value lm_why_persons(struct asking *a, const char *name, const struct lm_forced *forced)
{
    size_t count = forced->hurt_count < LM_FORCED_NAMED ? forced->hurt_count : LM_FORCED_NAMED;
    struct lm_value *list = lm_arena_alloc(a->arena, forced->hurt_count, sizeof *list);
    if (list == NULL) {
        a->failed = true;
        count = 0;
    }
    for (size_t i = 0; i < count; i++)
        list[i] = lm_why_person(a, NULL, forced->hurt[i].player);
    return lm_value_list(name, list, list == NULL ? 0 : forced->hurt_count);
}

/* Return the version of ${key} for teams, where the sentence is about players; a template keeps its
 * name. */
static const char *as_said_to_teams(const char *key)
{
    static const struct {
        const char *key, *team;
    } to_teams[] = {
        {LM_KEY("board.order"), LM_KEY("board.order-team")},
        {LM_KEY("bye.most-games"), LM_KEY("bye.most-games-team")},
        {LM_KEY("natural.numbers"), LM_KEY("natural.numbers-team")},
        {LM_KEY("obstacle.before-floater"), LM_KEY("obstacle.before-floater-team")},
        {LM_KEY("obstacle.floaters-meet"), LM_KEY("obstacle.floaters-meet-team")},
        {LM_KEY("obstacle.lacks-many"), LM_KEY("obstacle.lacks-many-team")},
        {LM_KEY("obstacle.meets-floater"), LM_KEY("obstacle.meets-floater-team")},
        {LM_KEY("obstacle.more-up"), LM_KEY("obstacle.more-up-team")},
        {LM_KEY("obstacle.next-needs"), LM_KEY("obstacle.next-needs-team")},
        {LM_KEY("up.host"), LM_KEY("up.host-team")},
        {LM_KEY("up.needs"), LM_KEY("up.needs-team")},
        {LM_KEY("wish.same-due"), LM_KEY("wish.same-due-team")},
    };
    for (size_t i = 0; i < sizeof to_teams / sizeof to_teams[0]; i++)
        if (strcmp(key, to_teams[i].key) == 0)
            return to_teams[i].team;
    return key;
}

const char *lm_why_say(struct asking *a, const char *key, const struct lm_value *values,
                       size_t count)
{
    struct lm_text text = lm_text_in(a->arena);
    struct lm_value *all = lm_arena_alloc(a->arena, count + 1, sizeof *all);
    if (all == NULL) {
        a->failed = true;
        return "";
    }
    if (count > 0)
        memcpy(all, values, count * sizeof *all);
    all[count] = lm_value_text("lead", a->contrasts ? "but" : "plain");
    if (a->system->teams)
        key = as_said_to_teams(key);
    lm_say(&text, a->language, &(struct lm_sentence){key, all, count + 1});
    a->failed |= text.failed;
    return lm_text_string(&text);
}

/* Return the sentences one after the other; NULL is skipped. */
const char *lm_why_in_turn(struct asking *a, const char *first, const char *second,
                           const char *third)
{
    struct lm_text text = lm_text_in(a->arena);
    const char *const all[] = {first, second, third};
    for (int i = 0; i < 3; i++)
        if (all[i] != NULL && all[i][0] != '\0')
            lm_text_print(&text, "%s%s", text.length == 0 ? "" : " ", all[i]);
    a->failed |= text.failed;
    return lm_text_string(&text);
}

/* --- addressing the reader */

static const struct {
    const char *key, *you; /* of a sentence, and of its form addressed to one of its players */
} to_reader[] = {
    {LM_KEY("obstacle.met"), LM_KEY("obstacle.met-you")},
    {LM_KEY("obstacle.excluded"), LM_KEY("obstacle.excluded-you")},
    {LM_KEY("obstacle.same-absolute"), LM_KEY("obstacle.same-absolute-you")},
    {LM_KEY("obstacle.colour-own"), LM_KEY("obstacle.colour-own-you")},
    {LM_KEY("obstacle.strong"), LM_KEY("obstacle.strong-you")},
    {LM_KEY("obstacle.up-1"), LM_KEY("obstacle.up-1-you")},
    {LM_KEY("obstacle.up-2"), LM_KEY("obstacle.up-2-you")},
};

/* Return ${key}, or its form addressed to the reader if the sentence is about them
 * (${of_reader}). */
static const char *spoken(const char *key, bool of_reader)
{
    for (size_t i = 0; of_reader && i < sizeof to_reader / sizeof *to_reader; i++)
        if (strcmp(to_reader[i].key, key) == 0)
            return to_reader[i].you;
    return key;
}

/* Return the one of the two who is not the reader; if neither is, ${second}. */
static uint32_t other_of(const struct asking *a, uint32_t first, uint32_t second)
{
    return second != LM_NOBODY && second == a->player ? first : second;
}

/* --- obstacles */

uint32_t lm_why_round_met(const struct asking *a, uint32_t player, uint32_t opponent)
{
    uint32_t met = lm_round_met(a->p, a->p->seat_of[player], a->p->seat_of[opponent]);
    for (uint32_t round = 1; a->system->colours == LM_NO_COLOURS && round < a->p->round; round++)
        if (lm_record_of(a->p->tournament, player, round)->opponent == opponent)
            met = round;
    return met;
}

uint8_t lm_why_rule_of(const struct asking *a, const char *reason)
{
    return lm_rule_with(a->system, reason, 0);
}

/* Explain why two players cannot meet: they met before, the arbiter keeps them apart, or
 * colours. */
void lm_why_forbidden(struct asking *a, const struct lm_alternative *other, struct obstacle *out)
{
    const struct lm_seat *one = lm_why_seat(a, other->player);
    uint32_t x = a->p->seat_of[other->player], y = a->p->seat_of[other->opponent];
    out->met_round = lm_why_round_met(a, other->player, other->opponent);
    bool barred = lm_is_barred(a->p, x, y);
    bool own = why_is_of(other, a->player);
    const struct lm_value values[] = {
        lm_why_person(a, "a", other->player),
        lm_why_person(a, "b", other_of(a, other->player, other->opponent)),
        lm_why_colour("colour", must_have(a, one)), lm_value_number("round", out->met_round)};
    out->key = out->met_round > 0 ? LM_KEY("obstacle.met")
               : barred           ? LM_KEY("obstacle.excluded")
                                  : LM_KEY("obstacle.same-absolute");
    if (out->met_round == 0 && barred)
        out->code = out->article = "";
    out->text = lm_why_say(a, spoken(out->key, own), values, 4);
}

/* Explain why a player cannot have the bye: what the player had instead of play. */
static void say_barred(struct asking *a, uint32_t player, struct obstacle *out)
{
    const struct lm_tournament *t = a->p->tournament;
    uint32_t round = 1;
    bool bye = false;
    for (; round < a->p->round && !bye; round++)
        bye = lm_record_of(t, player, round)->result == LM_PAB;
    const struct lm_value values[] = {lm_why_person(a, "player", player),
                                      lm_value_number("round", round - 1)};
    out->key = bye ? LM_KEY("obstacle.second-bye") : LM_KEY("obstacle.unplayed-points");
    out->text = lm_why_say(a, out->key, values, 2);
}

/* Return the key of the reason of ${other}'s rule; "": its row has none. */
static const char *reason_of(const struct asking *a, const struct lm_alternative *other)
{
    const char *key = a->system->criteria[other->rule].reason;
    return key == NULL ? "" : key;
}

/* Is the obstacle to ${other} that the two cannot meet, or that the player cannot have the bye? */
static bool forbids_itself(const struct asking *a, const struct lm_alternative *other)
{
    const char *key = reason_of(a, other);
    uint32_t x = a->p->seat_of[other->player];
    if (other->opponent == LM_NOBODY)
        return strcmp(key, "obstacle.second-bye") == 0;
    if (a->system->rules.apart != NULL) /* players can meet again when no other is left */
        return strcmp(key, "obstacle.met") == 0 || strcmp(key, "obstacle.excluded") == 0;
    return lm_is_barred(a->p, x, a->p->seat_of[other->opponent]) ||
           strcmp(key, "obstacle.same-absolute") == 0 || strcmp(key, "obstacle.met") == 0;
}

/* Explain that the bye would go to more points. */
static void say_bye_score(struct asking *a, const struct lm_forced *forced, struct obstacle *out)
{
    const struct lm_value values[] = {lm_why_persons(a, "players", forced),
                                      lm_why_points(a, "with", forced->with),
                                      lm_why_points(a, "without", forced->without)};
    out->key =
        forced->hurt_count == 1 ? LM_KEY("obstacle.bye-score-of") : LM_KEY("obstacle.bye-score");
    out->text = lm_why_say(a, out->key, values, 3);
}

/* Explain that no legal pairing has it. */
static void say_impossible(struct asking *a, const struct lm_alternative *other,
                           struct obstacle *out)
{
    const struct lm_forced *forced = &other->forced;
    bool pair = other->opponent != LM_NOBODY;
    const char *key = reason_of(a, other);
    const struct lm_value players = lm_why_persons(a, "players", forced);
    if (forbids_itself(a, other) && pair) {
        lm_why_forbidden(a, other, out);
    } else if (forbids_itself(a, other)) {
        say_barred(a, other->player, out);
    } else {
        out->key = forced->hurt_count > 0 ? LM_KEY("obstacle.left-over")
                   : key[0] != '\0'       ? key
                                          : LM_KEY("obstacle.rest");
        out->text = lm_why_say(a, out->key, &players, 1);
    }
}

/* Explain that a pair would be made that the rules reach only later. */
static void say_instead(struct asking *a, const struct lm_forced *f, struct obstacle *out)
{
    uint32_t player = f->hurt[0].player, other = f->hurt[0].opponent, board;
    bool bye = other == LM_NOBODY, own = player == a->player;
    bool first = f->first == player && f->other == other && !f->exchanges;
    const struct lm_pair *pair = lm_pairing_of_player(a->pairing, player, &board);
    uint32_t present = pair == NULL ? LM_NOBODY : why_opponent(pair, player);
    bool meets = present != LM_NOBODY;
    const struct lm_value values[] = {lm_why_person(a, "a", player), lm_why_person(a, "b", other),
                                      lm_why_person(a, "own", present),
                                      lm_value_text("was", meets ? "met" : "none"),
                                      lm_value_text("first", first && meets ? "yes" : "no")};
    out->key = bye   ? own ? LM_KEY("order.instead-bye-you") : LM_KEY("order.instead-bye")
                 : own ? LM_KEY("order.instead-you")
                     : LM_KEY("order.instead");
    out->text = lm_why_say(a, out->key, values, sizeof values / sizeof values[0]);
}

/* Explain that it would be as good, but comes later. */
static void say_later(struct asking *a, const struct lm_alternative *other, struct obstacle *out)
{
    const struct lm_forced *f = &other->forced;
    bool own =
        other->opponent != LM_NOBODY && (f->first == other->player || f->first == other->opponent);
    const struct lm_value values[] = {
        lm_why_person(a, "first", f->first), lm_why_person(a, "own", f->own),
        lm_why_person(a, "other", f->other), lm_why_person(a, "up", f->up),
        lm_why_person(a, "down", f->down)};
    out->code = "order";
    out->article = a->system->opponent_rules == NULL ? "" : a->system->opponent_rules[0].article;
    bool named = f->up != LM_NOBODY && f->down != LM_NOBODY;
    if (f->hurt_count > 0) {
        say_instead(a, f, out);
        return;
    }
    out->key = f->exchanges && named   ? LM_KEY("order.halves")
               : f->first == LM_NOBODY ? LM_KEY("order.later")
               : f->other == LM_NOBODY ? LM_KEY("order.leaves")
               : !own                  ? LM_KEY("order.first")
               : f->exchanges          ? LM_KEY("order.leaves-half")
                                       : LM_KEY("order.own");
    out->text = lm_why_say(a, out->key, values, sizeof values / sizeof values[0]);
}

/* Explain that a step of the procedure passed it over. */
static void say_told(struct asking *a, const struct lm_alternative *other, struct obstacle *out)
{
    const struct lm_rule *rule = &a->system->criteria[other->rule];
    uint32_t player = other->opponent == LM_NOBODY ? other->player : other->opponent;
    const struct lm_seat *up = lm_why_seat(a, player);
    const struct lm_value values[] = {
        lm_why_person(a, "a", other->player),
        lm_why_person(a, "b", other->opponent),
        lm_why_person(a, "player", player),
        lm_why_person(a, "other", other_of(a, other->player, other->opponent)),
        lm_why_colour("colour", lm_why_due(a, lm_why_seat(a, other->player))),
        lm_value_text("when", up->float_1 == LM_UPFLOAT ? "last" : "often")};
    out->key = other->opponent == LM_NOBODY && rule->plain != NULL ? rule->plain : rule->reason;
    if (strcmp(out->key, "obstacle.colour") == 0)
        out->key = LM_KEY("obstacle.colour-own");
    bool itself = strcmp(out->key, "obstacle.colour-own") == 0 && why_is_of(other, a->player);
    out->text = lm_why_say(a, spoken(out->key, itself), values, sizeof values / sizeof values[0]);
}

/* Return a list of ${count} players as the value of ${name}. */
static struct lm_value list_of(struct asking *a, const char *name, const uint32_t *players,
                               size_t count)
{
    struct lm_value *list = lm_arena_alloc(a->arena, count, sizeof *list);
    a->failed |= list == NULL;
    for (size_t i = 0; list != NULL && i < count; i++)
        list[i] = lm_why_person(a, NULL, players[i]);
    return lm_value_list(name, list, list == NULL ? 0 : count);
}

/* Return whether the pairs before are fixed, or the pair alone is prescribed. */
static const char *before_of(const struct lm_alternative *other)
{
    return other->line == LM_LINE_ALONE ? "free" : "fixed";
}

/* Explain that some players further down would have too few opponents. */
static void say_shortage(struct asking *a, const struct lm_alternative *other, struct obstacle *out)
{
    const struct lm_shortage *s = other->shortage;
    const char *key = a->system->criteria[other->rule].reason;
    bool lists = strcmp(key, "obstacle.lines") == 0, named = s->count < SHORTAGE_MANY;
    const struct lm_value values[] = {
        list_of(a, "players", s->players, named ? s->count : 0),
        list_of(a, "left", s->left, named ? s->count - 1 : 0),
        lm_value_number("n", (int64_t)s->count),
        lm_value_number("m", (int64_t)s->count - 1),
        lm_why_person(a, "a", s->players[0]),
        lm_why_person(a, "b", s->count > 1 ? s->players[1] : LM_NOBODY),
        lm_value_text("where", lists ? "lists" : "halves"),
        lm_value_text("before", before_of(other))};
    out->key = s->count == 1 ? LM_KEY("obstacle.lacks-all")
               : named       ? LM_KEY("obstacle.lacks")
                             : LM_KEY("obstacle.lacks-many");
    out->text = lm_why_say(a, out->key, values, sizeof values / sizeof values[0]);
}

/* Are both due the same colour?  C.04.1 A7(d) of 2006 reverses some preferences. */
static bool same_due(const struct asking *a, uint32_t player, uint32_t opponent)
{
    return lm_why_due(a, lm_why_seat(a, player)) == lm_why_due(a, lm_why_seat(a, opponent));
}

/* Is the pair that ${forced} hurts first the pair of ${other} itself? */
static bool hurts_itself(const struct lm_alternative *other)
{
    uint32_t player = other->forced.hurt[0].player, opponent = other->forced.hurt[0].opponent;
    return (player == other->player && opponent == other->opponent) ||
           (player == other->opponent && opponent == other->player);
}

/* Explain the cost of a pair further down. */
static void say_rest(struct asking *a, const struct lm_alternative *other, struct obstacle *out)
{
    const struct lm_forced *f = &other->forced;
    const char *key = a->system->criteria[other->rule].reason;
    uint32_t first = f->hurt_count > 0 ? f->hurt[0].player : LM_NOBODY;
    uint32_t second = f->hurt_count > 0 ? f->hurt[0].opponent : LM_NOBODY;
    bool pair = second != LM_NOBODY;
    if (other->shortage != NULL) {
        say_shortage(a, other, out);
        return;
    }
    bool own = first == a->player || second == a->player;
    const struct lm_value values[] = {
        lm_why_person(a, "a", first),
        lm_why_person(a, "b", second),
        lm_why_person(a, "other", other_of(a, first, second)),
        lm_why_person(a, "player", first),
        lm_why_colour("colour",
                      first == LM_NOBODY ? LM_NO_COLOUR : lm_why_due(a, lm_why_seat(a, first))),
        lm_why_persons(a, "players", f),
        lm_value_text("where", !f->exchanges                  ? "group"
                               : other->line == LM_LINE_ALONE ? "alone"
                                                              : "halves"),
        lm_value_text("before", before_of(other))};
    bool colour = strcmp(key, "obstacle.colour") == 0;
    bool due = colour && pair && same_due(a, first, second);
    bool floater = pair && strcmp(key, "obstacle.meets-floater") == 0;
    bool further = pair && !floater && !hurts_itself(other);
    out->key = f->hurt_count == 0           ? LM_KEY("obstacle.lines-well")
               : !f->decided                ? LM_KEY("obstacle.floater-stays")
               : due && hurts_itself(other) ? LM_KEY("obstacle.colour-own")
               : due                        ? LM_KEY("obstacle.before-colour")
               : colour || further          ? LM_KEY("obstacle.lines-well")
               : floater                    ? LM_KEY("obstacle.before-floater")
                                            : key;
    bool itself = strcmp(out->key, "obstacle.colour-own") == 0;
    out->text =
        lm_why_say(a, spoken(out->key, own && itself), values, sizeof values / sizeof values[0]);
}

/* Explain the answer of the lines. */
static void say_line(struct asking *a, const struct lm_alternative *other, struct obstacle *out)
{
    const struct lm_value values[] = {lm_why_person(a, "first", other->forced.first),
                                      lm_why_person(a, "own", other->forced.own)};
    if (other->line == LM_LINE_ALONE && other->later) {
        say_later(a, other, out);
        return;
    }
    if (other->line >= LM_LINE_REST) {
        say_rest(a, other, out);
        return;
    }
    out->code = "order";
    out->article = a->system->opponent_rules[0].article;
    out->key = other->line == LM_LINE_TAKEN ? LM_KEY("order.taken") : LM_KEY("order.left");
    out->text = lm_why_say(a, out->key, values, 2);
}

/* Sentences against a prescribed pair, for rules whose own sentence is about something else. */
static const struct {
    const char *message, *key;
} of_prescribed[] = {
    {"obstacle.pairs-colour", LM_KEY("obstacle.colour")},
    {"obstacle.maximum", LM_KEY("obstacle.up-more")},
    {"obstacle.recent", LM_KEY("obstacle.up-1")},
    {"obstacle.up-often", LM_KEY("obstacle.up-more")},
    {"obstacle.lacks-here", LM_KEY("obstacle.floaters")},
    {"obstacle.next", "obstacle.next-floaters"},
    {"wish.colour", LM_KEY("obstacle.colour")},
    {"wish.same-due", LM_KEY("obstacle.colour")},
    {"wish.strong", LM_KEY("obstacle.strong")},
    {"wish.closed", LM_KEY("obstacle.closed")},
    {"wish.down-1", LM_KEY("obstacle.down-1")},
    {"wish.down-2", LM_KEY("obstacle.down-2")},
    {"wish.up-1", LM_KEY("obstacle.up-1")},
    {"wish.up-2", LM_KEY("obstacle.up-2")},
    {"wish.floats-again", LM_KEY("obstacle.floats-again-of")},
    {"wish.again", LM_KEY("obstacle.meet-again")},
    {"obstacle.met", LM_KEY("obstacle.meet-again")},
    {"float.no-opponent", LM_KEY("obstacle.floaters")},
    {"float.not-all", LM_KEY("obstacle.floaters")},
    {"float.fewer-pairs", LM_KEY("obstacle.fewer-pairs")},
    {"up.needs", LM_KEY("obstacle.more-up")},
    /* Rows without a sentence, by their titles. */
    {"scores of the upfloaters", LM_KEY("obstacle.up-lower")},
    {"scores of those who come up", LM_KEY("obstacle.up-lower")},
    {"scores of those who leave it", LM_KEY("obstacle.higher")},
    {"upfloaters that the following scoregroup will need", LM_KEY("obstacle.next-more")},
    {"players who then leave the next group", LM_KEY("obstacle.next")},
};

/* The same sentence with names, and without. */
static const struct {
    const char *key, *named, *plain;
} by_names[] = {
    {"obstacle.next-floaters", LM_KEY("obstacle.floaters"), LM_KEY("obstacle.next")},
    {"obstacle.floaters", LM_KEY("obstacle.floaters"), LM_KEY("obstacle.floaters-plain")},
    {"obstacle.differences", LM_KEY("obstacle.differences-of"), LM_KEY("obstacle.differences")},
    {"obstacle.fewer-pairs", LM_KEY("obstacle.fewer-pairs-of"), LM_KEY("obstacle.fewer-pairs")},
    {"obstacle.more-up", LM_KEY("obstacle.come-up"), LM_KEY("obstacle.more-up")},
    {"obstacle.next-more", LM_KEY("obstacle.come-up"), LM_KEY("obstacle.next-more")},
};

/* Can the sentence do without names? */
static bool needs_nobody(const char *key)
{
    static const char *const keys[] = {
        "obstacle.colour",         "obstacle.colours",  "obstacle.floats-again",
        "obstacle.fewer-pairs",    "obstacle.next",     "obstacle.differences",
        "obstacle.floaters-plain", "obstacle.more-up",  "obstacle.next-more",
        "obstacle.lines-well",     "obstacle.bye-score"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(keys[i], key) == 0)
            return true;
    return false;
}

/* Return the key of ${rule}'s objection to a prescribed pair; NULL: none. */
static const char *key_of_prescribed(const struct lm_rule *rule)
{
    const char *message = rule->reason != NULL ? rule->reason : rule->own;
    message = message != NULL ? message : rule->title;
    for (size_t i = 0; i < sizeof of_prescribed / sizeof *of_prescribed; i++)
        if (strcmp(of_prescribed[i].message, message) == 0)
            return of_prescribed[i].key;
    return rule->reason;
}

/* Return the sentence of ${rule}, which decides against a prescribed pair; ${nobody}: no player is
 * named. */
static const char *key_of_rule(const struct lm_rule *rule, bool nobody)
{
    const char *key = key_of_prescribed(rule);
    if (key == NULL)
        return !nobody && lm_rule_is_of_bye(rule) ? LM_KEY("obstacle.bye-goes")
                                                  : LM_KEY("obstacle.rule");
    if (nobody && key == rule->reason && rule->plain != NULL &&
        strncmp(rule->plain, "obstacle.", 9) == 0)
        return rule->plain;
    for (size_t i = 0; i < sizeof by_names / sizeof *by_names; i++)
        if (strcmp(by_names[i].key, key) == 0)
            return nobody ? by_names[i].plain : by_names[i].named;
    bool sayable = strncmp(key, "obstacle.", 9) == 0 && (!nobody || needs_nobody(key));
    return sayable ? key : LM_KEY("obstacle.rule");
}

/* Does the rule concern only ${other}'s own player, who would leave? */
static bool concerns_itself(const struct lm_alternative *other)
{
    const struct lm_forced *f = &other->forced;
    return !other->named && other->opponent == LM_NOBODY && f->hurt_count == 0 &&
           f->with - f->without == 1;
}

/* Return the sentence of the rule that decides against ${other}. */
static const char *key_of_worse(const struct asking *a, const struct lm_alternative *other)
{
    const struct lm_rule *rule = &a->system->criteria[other->rule];
    bool nobody = other->forced.hurt_count == 0;
    if (other->named)
        return key_of_rule(rule, nobody);
    if (concerns_itself(other) && rule->plain != NULL &&
        strcmp(rule->plain, "obstacle.floats-again") == 0)
        return rule->reason;
    return nobody && rule->plain != NULL ? rule->plain : rule->reason;
}

/* Do the players whom ${forced} hurts move anyway, to fewer points (${down}) or to more: all of
 * them, some, or none? */
static const char *how_many_move(const struct asking *a, const struct lm_forced *forced, bool down)
{
    size_t moving = 0, count = 0;
    for (; count < forced->hurt_count && count < LM_FORCED_NAMED; count++) {
        uint32_t board, player = forced->hurt[count].player;
        const struct lm_pair *pair = lm_pairing_of_player(a->pairing, player, &board);
        uint32_t opponent = pair == NULL ? LM_NOBODY : why_opponent(pair, player);
        if (opponent == LM_NOBODY)
            continue;
        int32_t more = lm_why_seat(a, player)->score - lm_why_seat(a, opponent)->score;
        moving += down ? more > 0 : more < 0;
    }
    return moving == 0 ? "none" : moving == count ? "all" : "some";
}

/* Explain that a criterion is worse with it. */
static void say_worse(struct asking *a, const struct lm_alternative *other, struct obstacle *out)
{
    const struct lm_forced *f = &other->forced;
    uint32_t first = f->hurt_count > 0 ? f->hurt[0].player : LM_NOBODY;
    uint32_t second = f->hurt_count > 0 ? f->hurt[0].opponent : LM_NOBODY;
    const char *key = key_of_worse(a, other);
    const struct lm_value values[] = {
        lm_why_person(a, "a", first),
        lm_why_person(a, "b", second),
        lm_why_person(a, "other", other_of(a, first, second)),
        lm_why_colour("colour",
                      first == LM_NOBODY ? LM_NO_COLOUR : lm_why_due(a, lm_why_seat(a, first))),
        concerns_itself(other) ? list_of(a, "players", &other->player, 1)
                               : lm_why_persons(a, "players", f),
        lm_value_number("with", f->with),
        lm_value_number("without", f->without),
        lm_value_text("article", a->system->criteria[other->rule].article),
        lm_value_text("further", how_many_move(a, f, strcmp(key, "obstacle.floaters") == 0)),
        lm_value_number("more", f->with - f->without)};
    if (strcmp(key, "obstacle.bye-score") == 0) {
        say_bye_score(a, f, out);
        return;
    }
    if (strcmp(key, "obstacle.colour") == 0)
        key = f->hurt_count == 0 || second == LM_NOBODY || !same_due(a, first, second)
                  ? LM_KEY("obstacle.colours")
              : other->opponent != LM_NOBODY && hurts_itself(other) ? LM_KEY("obstacle.colour-own")
                                                                    : key;
    else if (strcmp(key, "obstacle.meets-floater") == 0 && f->hurt_count > 0 &&
             !hurts_itself(other))
        key = LM_KEY("obstacle.floaters-meet");
    else if (strcmp(key, "obstacle.fewer-pairs") == 0 && f->hurt_count > 0)
        key = LM_KEY("obstacle.left-in-group");
    out->key = key;
    bool alone = f->hurt_count == 1 && first == a->player;
    bool pair = strcmp(key, "obstacle.colour-own") == 0;
    bool one_of_two = pair && (first == a->player || second == a->player);
    out->text =
        lm_why_say(a, spoken(key, alone || one_of_two), values, sizeof values / sizeof values[0]);
}

bool lm_why_obstacle(struct asking *a, const struct lm_alternative *other, struct obstacle *out)
{
    const struct lm_rule *rule = &a->system->criteria[other->rule];
    bool known = other->was_forced || other->bounded || other->told;
    *out = (struct obstacle){.code = rule->code, .article = rule->article};
    if (!known)
        return false;
    if (other->line <= LM_LINE_ITSELF && rule->reason == NULL && !other->named)
        return false;
    if (other->line > LM_LINE_ITSELF)
        say_line(a, other, out);
    else if (other->told && !other->later && !other->forced.decided && !forbids_itself(a, other))
        say_told(a, other, out);
    else if (!other->possible)
        say_impossible(a, other, out);
    else if (other->later)
        say_later(a, other, out);
    else
        say_worse(a, other, out);
    return true;
}

const char *lm_why_further(struct asking *a, const struct lm_alternative *other)
{
    struct obstacle obstacle;
    bool pair = other->opponent != LM_NOBODY, own = why_is_of(other, a->player);
    a->contrasts = pair && other->expected;
    bool known = lm_why_obstacle(a, other, &obstacle);
    a->contrasts = false;
    if (!known)
        return NULL;
    if (pair && other->expected)
        return lm_why_named_once(
            a, lm_why_in_turn(a, lm_why_expectation(a, other), obstacle.text, NULL));
    const struct lm_value values[] = {
        lm_why_person(a, "a", other->player),
        lm_why_person(a, "b", other_of(a, other->player, other->opponent))};
    const char *key = !pair ? LM_KEY("expected.leaves")
                      : own ? LM_KEY("against.you")
                            : LM_KEY("expected.named");
    return lm_why_named_once(a,
                             lm_why_in_turn(a, lm_why_say(a, key, values, 2), obstacle.text, NULL));
}

const char *lm_why_not(const struct lm_system *system, const struct lm_position *position,
                       const struct lm_pairing *pairing, const struct lm_alternative *alternative,
                       const struct lm_language *language, struct lm_arena *arena)
{
    const struct lm_tournament *t = position->tournament;
    struct asking a = {.event = system,
                       .system = lm_system_in_round(system, t, pairing->round),
                       .p = position,
                       .pairing = pairing,
                       .language = language,
                       .arena = arena,
                       .player = LM_NOBODY,
                       .against = LM_NOBODY};
    return lm_why_further(&a, alternative);
}
