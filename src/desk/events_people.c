/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "limmat/random.h"

#include "desk/rows.h"

/* Who takes part: entries, their numbers, and how they come and go. */

#define ABOUT_PERSON(required)                                                                     \
    TEXT_OF(name, "name", (required) | LM_PRIVATE, 100),                                           \
        TEXT_OF(fide_id, "FIDE id", LM_PRIVATE, 20), TEXT_OF(birth, "birth", LM_PRIVATE, 10),      \
        TEXT_OF(sex, "sex", LM_PRIVATE, 1), TEXT_OF(club, "club", LM_PRIVATE, 100),                \
        TEXT_OF(contact, "contact", LM_PRIVATE, 200), TEXT_OF(note, "note", LM_PRIVATE, 1000),     \
        TEXT_OF(title, "title", LM_OPTIONAL, 3),                                                   \
        TEXT_OF(federation, "federation", LM_OPTIONAL, 3),                                         \
        TEXT_OF(pseudonym, "shown to the public as", LM_OPTIONAL, 100)
#define ABOUT_PLAYER                                                                               \
    NUMBER_OF(rating, "rating", LM_OPTIONAL, 0, 4000),                                             \
        NUMBER_OF(fide, "FIDE rating", LM_OPTIONAL, 0, 4000),                                      \
        NUMBER_OF(national, "national rating", LM_OPTIONAL, 0, 4000),                              \
        TEXT_OF(source, "source of the rating", LM_OPTIONAL, 100),                                 \
        YES_NO_OF(no_half_bye, "may have no half-point bye", LM_OPTIONAL),                         \
        TEXT_OF(table, "fixed table", LM_OPTIONAL, 20)
#define OUTCOME_PERSON                                                                             \
    FIELD("person", "person", LM_FIELD_ID, LM_OUTCOME | LM_REQUIRED, NULL, NULL, 0, 0, person)
#define OUTCOME_NUMBER NUMBER_OF(number, "number", LM_OUTCOME, 1, LM_TPN_MAX)

static const struct lm_field enter_fields[] = {
    ABOUT_PERSON(LM_REQUIRED), ABOUT_PLAYER,
    NUMBER_OF(from, "first round", LM_OPTIONAL, 1, LM_ROUNDS_MAX), OUTCOME_PERSON, OUTCOME_NUMBER};
static const struct lm_field join_fields[] = {
    ID_OF(id, "person", LM_REQUIRED, NULL), ABOUT_PLAYER,
    NUMBER_OF(from, "first round", LM_OPTIONAL, 1, LM_ROUNDS_MAX), OUTCOME_NUMBER};
static const struct lm_field edit_fields[] = {PLAYER(LM_REQUIRED), ABOUT_PERSON(LM_OPTIONAL),
                                              ABOUT_PLAYER};
static const struct lm_field player_fields[] = {PLAYER(LM_REQUIRED)};
static const struct lm_field leave_fields[] = {
    PLAYER(LM_REQUIRED),
    NUMBER_OF(from, "first round without him", LM_OPTIONAL, 1, LM_ROUNDS_MAX + 1), WHY};
static const struct lm_field return_fields[] = {
    PLAYER(LM_REQUIRED),
    NUMBER_OF(from, "first round with him again", LM_OPTIONAL, 1, LM_ROUNDS_MAX)};
static const struct lm_field merge_fields[] = {
    PLAYER(LM_REQUIRED), ID_OF(other, "the same person", LM_REQUIRED, "player")};
static const struct lm_field move_fields[] = {
    PLAYER(LM_REQUIRED), ID_OF(to, "to section", LM_REQUIRED, NULL), OUTCOME_NUMBER};
static const struct lm_field order_fields[] = {
    FIELD("numbers", "players in the order of their numbers", LM_FIELD_IDS, LM_REQUIRED, NULL, NULL,
          0, 0, numbers)};
static const struct lm_field adjust_fields[] = {
    PLAYER(LM_REQUIRED), POINTS_OF(points, "points", LM_REQUIRED, -10000, 10000),
    FIELD("round", "round", LM_FIELD_NUMBER, LM_OPTIONAL, NULL, NULL, 1, LM_ROUNDS_MAX, round),
    WHY};
static const struct lm_field lot_fields[] = {
    FIELD("players", "players who are equal", LM_FIELD_IDS, LM_REQUIRED, NULL, NULL, 0, 0, players),
    FIELD("numbers", "the order drawn", LM_FIELD_IDS, LM_OUTCOME | LM_REQUIRED, NULL, NULL, 0, 0,
          numbers)};

/* ---- entering
 * ---------------------------------------------------------------------------------------- */

static void set_text(struct lm_desk *d, const char **place, const char *said)
{
    if (said != NULL && said[0] != '\0')
        SET(d, *place, said);
}

static void set_person(struct taking *t, struct lm_desk_person *p)
{
    const struct said *v = t->v;
    set_text(t->d, &p->name, v->name);
    set_text(t->d, &p->fide_id, v->fide_id);
    set_text(t->d, &p->birth, v->birth);
    set_text(t->d, &p->sex, v->sex);
    set_text(t->d, &p->club, v->club);
    set_text(t->d, &p->contact, v->contact);
    set_text(t->d, &p->note, v->note);
    set_text(t->d, &p->title, v->title);
    set_text(t->d, &p->federation, v->federation);
    set_text(t->d, &p->pseudonym, v->pseudonym);
}

static void set_rating(struct lm_desk *d, int32_t *place, int64_t said)
{
    if (said != LM_NOT_SAID)
        SET(d, *place, (int32_t)said);
}

static void set_player(struct taking *t, struct lm_desk_player *p)
{
    const struct said *v = t->v;
    bool only_fide = v->rating == LM_NOT_SAID && v->fide != LM_NOT_SAID && p->rating == p->fide;
    set_rating(t->d, &p->rating, only_fide ? v->fide : v->rating);
    set_rating(t->d, &p->fide, v->fide);
    set_rating(t->d, &p->national, v->national);
    set_text(t->d, &p->source, v->source);
    set_text(t->d, &p->table, v->table);
    if (v->no_half_bye != LM_UNSAID)
        SET(t->d, p->no_half_bye, v->no_half_bye == LM_YES);
}

static struct lm_desk_person *new_person(struct taking *t)
{
    struct lm_desk *d = t->d;
    struct lm_desk_event *e = &d->event;
    struct lm_desk_person *p = lm_arena_alloc(d->arena, 1, sizeof *p);
    if (p == NULL) {
        d->out_of_memory = true;
        return NULL;
    }
    *p = (struct lm_desk_person){.id = t->v->person,
                                 .key = (uint32_t)e->person_count + 1,
                                 .title = "",
                                 .federation = "",
                                 .name = "",
                                 .fide_id = "",
                                 .birth = "",
                                 .sex = "",
                                 .club = "",
                                 .contact = "",
                                 .note = "",
                                 .pseudonym = "",
                                 .merged = ""};
    bool kept = lm_desk_append(d, &e->people, &e->person_count, &e->person_capacity, sizeof p, &p,
                               CELL_FOR_GOOD);
    return kept ? p : NULL;
}

static void check_enter(struct taking *t)
{
    const char *expected = lm_desk_format(t->d->arena, "p%zu", t->d->event.person_count + 1);
    if (t->act == NULL && strcmp(t->v->person, expected) != 0)
        REFUSE(t, "person-id", "", "restore the journal", "person %s should be %s", t->v->person,
               expected);
}

/* The round from which a new player is paired. */
static uint32_t first_round(const struct taking *t)
{
    uint32_t next = lm_desk_published(t->s) + 1;
    bool later = t->v->from != LM_NOT_SAID && t->v->from > (int64_t)next;
    return later ? (uint32_t)t->v->from : next;
}

/* Two entrants who look like one (situations 2 and 3): a question, not an error. */
static void judge_look_alike(struct taking *t)
{
    const struct lm_desk_event *e = &t->d->event;
    for (size_t i = 0; i < e->person_count; i++) {
        const struct lm_desk_person *p = e->people[i];
        bool id = t->v->fide_id[0] != '\0' && strcmp(p->fide_id, t->v->fide_id) == 0;
        bool name = strcmp(p->name, t->v->name) == 0 && strncmp(p->birth, t->v->birth, 4) == 0;
        if (p->merged[0] != '\0' || p->erased || !(id || name))
            continue;
        lm_desk_need(t, LM_LEVEL_ACKNOWLEDGE, "look-alike", p->id, "",
                     "\"join\" enters the person who is there already; or tell them apart by id",
                     "%s looks like %s (%s)", t->v->name, p->name, p->id);
    }
}

static void judge_late(struct taking *t)
{
    const struct lm_desk_section *s = t->s;
    if (s->finished)
        REFUSE(t, "finished", "", "take the end back first", "the section is finished");
    if (!lm_desk_started(s))
        return;
    if (first_round(t) > s->rounds)
        REFUSE(t, "too-late", "C.04.2 art. 2.4", "enter him in another section",
               "all rounds are published");
    else
        lm_desk_need(t, LM_LEVEL_ACKNOWLEDGE, "late-entry", NULL, "C.04.2 art. 2.4",
                     "enter him only if the regulations allow it",
                     "a late entry: paired from round %u on, without points for those before",
                     first_round(t));
    if (lm_desk_started(s) && first_round(t) <= s->rounds)
        lm_desk_remark(t, "Late entry @ Round %u: the numbers behind it move by one",
                       lm_desk_published(s));
}

static void judge_enter(struct taking *t)
{
    judge_look_alike(t);
    judge_late(t);
}

static bool goes_before(const struct lm_desk_player *p, int64_t rating, const char *title)
{
    if (p->rating != rating)
        return p->rating > rating;
    return p->person->title[0] != '\0' || title[0] == '\0';
}

/* The number that ${rating} earns among those who have one (VCL 156). */
static uint32_t number_for(const struct lm_desk_section *s, int64_t rating, const char *title)
{
    uint32_t number = 1;
    for (size_t i = 0; i < s->player_count; i++) {
        const struct lm_desk_player *p = s->players[i];
        if (p->number >= number && p->standing != LM_REMOVED && goes_before(p, rating, title))
            number = p->number + 1;
    }
    return number;
}

static int64_t said_rating(const struct said *v)
{
    return v->rating != LM_NOT_SAID ? v->rating : v->fide != LM_NOT_SAID ? v->fide : 0;
}

static void decide_number(struct taking *t, struct lm_json_writer *w)
{
    if (!t->s->numbered)
        return;
    const char *title = t->v->title == NULL ? "" : t->v->title;
    bool frozen = lm_desk_published(t->s) >= 4;
    uint32_t number = 0;
    if (!frozen)
        number = number_for(t->s, said_rating(t->v), title);
    for (size_t i = 0; frozen && i < t->s->player_count; i++)
        if (t->s->players[i]->number >= number)
            number = t->s->players[i]->number + 1;
    lm_json_put_integer(w, "number", number == 0 ? 1 : number);
}

static void decide_enter(struct taking *t, struct lm_json_writer *w)
{
    lm_json_put_string(w, "person",
                       lm_desk_format(t->d->arena, "p%zu", t->d->event.person_count + 1));
    decide_number(t, w);
}

static void place_player(struct taking *t, struct lm_desk_section *s, struct lm_desk_person *person,
                         uint32_t first)
{
    struct lm_desk_player *p = lm_desk_add_player(t, s, person);
    if (p == NULL)
        return;
    SET(t->d, p->first_round, first);
    set_player(t, p);
    if (t->v->number != LM_NOT_SAID)
        lm_desk_give_number(t, p, (uint32_t)t->v->number);
}

static void apply_enter(struct taking *t)
{
    struct lm_desk_person *person = new_person(t);
    if (person == NULL)
        return;
    set_person(t, person);
    place_player(t, t->s, person, first_round(t));
}

static struct lm_desk_person *known_person(const struct taking *t)
{
    const struct lm_desk_person *found = lm_desk_person(t->d, t->v->id);
    for (size_t i = 0; found != NULL && i < t->d->event.person_count; i++)
        if (t->d->event.people[i] == found)
            return t->d->event.people[i];
    return NULL;
}

static void check_join(struct taking *t)
{
    const struct lm_desk_person *person = lm_desk_person(t->d, t->v->id);
    if (person == NULL || person->merged[0] != '\0')
        REFUSE(t, "unknown-person", "", "take an id from the list of people",
               "there is no person \"%s\"", t->v->id);
    else if (lm_desk_player_of(t->s, person) != NULL)
        REFUSE(t, "entered", "", "there is nothing to do", "%s is entered here already",
               person->id);
}

static void apply_join(struct taking *t)
{
    struct lm_desk_person *person = known_person(t);
    if (person != NULL)
        place_player(t, t->s, person, first_round(t));
}

/* ---- editing
 * ----------------------------------------------------------------------------------------- */

static void judge_edit(struct taking *t)
{
    bool rating = t->v->rating != LM_NOT_SAID && t->v->rating != t->player->rating;
    if (rating && lm_desk_started(t->s)) {
        lm_desk_need(t, LM_LEVEL_CONFIRM, "rating-changed", NULL, "C.04.2 art. 2.3",
                     "leave it, if it is not a mistake",
                     "a rating changes after the start; numbers follow only by \"number\"");
        lm_desk_remark(t, "Rating correction @ Round %u: %u: %d => %lld", lm_desk_published(t->s),
                       t->player->number, t->player->rating, (long long)t->v->rating);
    }
}

static void apply_edit(struct taking *t)
{
    struct lm_desk_person *person = NULL;
    for (size_t i = 0; i < t->d->event.person_count; i++)
        if (t->d->event.people[i] == t->player->person)
            person = t->d->event.people[i];
    if (person != NULL)
        set_person(t, person);
    set_player(t, t->player);
}

static void judge_remove(struct taking *t)
{
    if (lm_desk_has_played(t->player))
        REFUSE(t, "has-played", "VCL 189", "\"withdraw\" lets him leave",
               "%s was paired: his games stay", lm_desk_who(t, t->player));
    else if (lm_desk_board_of(t->s, lm_desk_paired(t->s), t->player) != NULL)
        REFUSE(t, "in-proposal", "", "unpair the round first", "%s sits in the round being paired",
               lm_desk_who(t, t->player));
}

static void apply_remove(struct taking *t)
{
    SET(t->d, t->player->standing, LM_REMOVED);
    SET(t->d, t->player->out_from, 1);
    if (t->player->number == 0 || lm_desk_started(t->s))
        return;
    uint32_t gone = t->player->number;
    for (size_t i = 0; i < t->s->player_count; i++)
        if (t->s->players[i]->number > gone)
            SET(t->d, t->s->players[i]->number, t->s->players[i]->number - 1);
    SET(t->d, t->player->number, 0);
}

static void judge_merge(struct taking *t)
{
    if (t->player == t->other)
        REFUSE(t, "same", "", "name two entries", "it is the same entry");
    else if (lm_desk_has_played(t->player) && lm_desk_has_played(t->other))
        REFUSE(t, "both-played", "", "let one of them withdraw", "both have played");
    else if (lm_desk_has_played(t->other))
        REFUSE(t, "has-played", "", "name it first: it is the one that stays",
               "%s was paired already", lm_desk_who(t, t->other));
    else if (lm_desk_board_of(t->s, lm_desk_paired(t->s), t->other) != NULL)
        REFUSE(t, "in-proposal", "", "unpair the round first",
               "the entry sits in the round being paired");
}

static void apply_merge(struct taking *t)
{
    struct lm_desk_player *keep = t->player, *drop = t->other;
    for (size_t i = 0; i < t->d->event.person_count; i++)
        if (t->d->event.people[i] == drop->person)
            SET(t->d, t->d->event.people[i]->merged, keep->person->id);
    if (drop->present)
        SET(t->d, keep->present, true);
    t->player = drop;
    apply_remove(t);
}

/* ---- leaving and coming back
 * ----------------------------------------------------------------------------- */

static uint32_t leaves_from(const struct taking *t)
{
    return t->v->from != LM_NOT_SAID ? (uint32_t)t->v->from : lm_desk_published(t->s) + 1;
}

static void judge_leaving(struct taking *t)
{
    const struct lm_desk_player *p = t->player;
    uint32_t from = leaves_from(t);
    struct lm_desk_board *board = lm_desk_board_of(t->s, from, p);
    if (p->standing != LM_PLAYS)
        REFUSE(t, "gone", "", "\"return\" lets him come back", "%s has left already",
               lm_desk_who(t, p));
    else if (from <= lm_desk_published(t->s) && board != NULL && board->result != 0)
        REFUSE(t, "played-since", "", "name a later round", "%s has a result in round %u",
               lm_desk_who(t, p), from);
    else if (board != NULL && lm_desk_is_published(lm_desk_round(t->s, from)))
        lm_desk_need(t, LM_LEVEL_CONFIRM, "is-paired", board->id, "C.04.2 art. 4.4",
                     "enter the forfeit, or \"alter\" the round to seat another player",
                     "%s is paired on board %u of round %u", lm_desk_who(t, p), board->number,
                     from);
    else if (board != NULL)
        REFUSE(t, "in-proposal", "", "unpair the round first; he will be left out",
               "%s sits in the round being paired", lm_desk_who(t, p));
}

static void apply_leaving(struct taking *t, enum lm_desk_standing standing)
{
    SET(t->d, t->player->standing, (uint8_t)standing);
    SET(t->d, t->player->out_from, leaves_from(t));
}

static void apply_withdraw(struct taking *t)
{
    apply_leaving(t, LM_WITHDRAWN);
}

static void judge_expel(struct taking *t)
{
    judge_leaving(t);
    lm_desk_need(t, LM_LEVEL_CONFIRM, "expel", t->player->person->id, "C.05, Laws 12.9.9",
                 "\"withdraw\" lets him leave with his place",
                 "%s loses his place; his games still count for his opponents",
                 lm_desk_who(t, t->player));
}

static void apply_expel(struct taking *t)
{
    apply_leaving(t, LM_EXPELLED);
}

static void judge_return(struct taking *t)
{
    const struct lm_desk_player *p = t->player;
    uint32_t next = lm_desk_published(t->s) + 1;
    if (p->standing == LM_PLAYS)
        REFUSE(t, "there", "", "there is nothing to do", "%s has not left", lm_desk_who(t, p));
    else if (t->s->numbered && p->number == 0)
        REFUSE(t, "no-number", "C.04.2 art. 2.4", "\"enter\" him as a late entry",
               "%s left before players got their numbers", lm_desk_who(t, p));
    else if (p->standing == LM_EXPELLED)
        lm_desk_need(t, LM_LEVEL_CONFIRM, "was-expelled", p->person->id, "Laws 12.9.9",
                     "leave it as it is", "%s was expelled", lm_desk_who(t, p));
    if (t->v->from != LM_NOT_SAID && t->v->from < (int64_t)next && t->v->from != p->out_from)
        REFUSE(t, "published", "C.04.2 art. 2.4, 4.4",
               "return from the next round; or \"alter\" the published one to seat him",
               "round %lld is published", (long long)t->v->from);
}

/* The rounds he missed stay missed: he is back as of a later one. */
static void apply_return(struct taking *t)
{
    struct lm_desk_player *p = t->player;
    uint32_t from = t->v->from != LM_NOT_SAID ? (uint32_t)t->v->from : lm_desk_published(t->s) + 1;
    SET(t->d, p->standing, LM_PLAYS);
    SET(t->d, p->out_from, 0);
    for (uint32_t round = lm_desk_published(t->s) + 1; round < from; round++)
        lm_desk_set_bye(t, p, round, LM_ZERO_BYE);
}

/* ---- sections
 * ------------------------------------------------------------------------------------------ */

static void check_move(struct taking *t)
{
    struct lm_desk_section *to = lm_desk_section(t->d, t->v->to);
    if (to == NULL)
        REFUSE(t, "unknown-section", "", "name a section of this event",
               "there is no section \"%s\"", t->v->to);
    else if (to == t->s || lm_desk_player_of(to, t->player->person) != NULL)
        REFUSE(t, "entered", "", "there is nothing to do", "he is entered there already");
}

static void judge_move(struct taking *t)
{
    struct lm_desk_section *to = lm_desk_section(t->d, t->v->to);
    if (lm_desk_board_of(t->s, lm_desk_next_round(t->s), t->player) != NULL)
        REFUSE(t, "in-proposal", "", "unpair the round first", "%s sits in the round being paired",
               lm_desk_who(t, t->player));
    else if (to->finished || lm_desk_published(to) >= to->rounds)
        REFUSE(t, "too-late", "", "choose another section", "section %s is over", to->id);
    else if (lm_desk_started(to) || lm_desk_has_played(t->player))
        lm_desk_need(t, LM_LEVEL_CONFIRM, "late-move", t->v->to, "C.04.2 art. 2.4",
                     "let him play on where he is",
                     "a section has started: %s withdraws here and is a late entry there",
                     lm_desk_who(t, t->player));
}

static void decide_move(struct taking *t, struct lm_json_writer *w)
{
    struct lm_desk_section *to = lm_desk_section(t->d, t->v->to);
    if (to->numbered)
        lm_json_put_integer(w, "number",
                            number_for(to, t->player->rating, t->player->person->title));
}

static void apply_move(struct taking *t)
{
    struct lm_desk_player *from = t->player;
    struct lm_desk_section *to = lm_desk_section(t->d, t->v->to);
    struct lm_desk_person *person = NULL;
    for (size_t i = 0; i < t->d->event.person_count; i++)
        if (t->d->event.people[i] == from->person)
            person = t->d->event.people[i];
    struct lm_desk_player *p = lm_desk_add_player(t, to, person);
    if (p == NULL)
        return;
    SET(t->d, p->first_round, lm_desk_published(to) + 1);
    SET(t->d, p->rating, from->rating);
    SET(t->d, p->fide, from->fide);
    SET(t->d, p->national, from->national);
    SET(t->d, p->source, from->source);
    SET(t->d, p->table, from->table);
    SET(t->d, p->no_half_bye, from->no_half_bye);
    SET(t->d, p->present, from->present);
    if (t->v->number != LM_NOT_SAID)
        lm_desk_give_number(t, p, (uint32_t)t->v->number);
    if (lm_desk_started(to)) {
        struct lm_desk_remark remark = {
            "Late entry from another section: the numbers behind it move "
            "by one",
            lm_desk_published(to), t->line->number};
        (void)lm_desk_append(t->d, &to->remarks, &to->remark_count, &to->remark_capacity,
                             sizeof remark, &remark, CELL_FOR_GOOD);
    }
    if (lm_desk_has_played(from)) {
        SET(t->d, from->standing, LM_WITHDRAWN);
        SET(t->d, from->out_from, lm_desk_published(t->s) + 1);
    } else {
        apply_remove(t);
    }
}

/* ---- numbers, lots, points
 * ------------------------------------------------------------------------------- */

/* ${words} name each of the ${count} players in ${players} once?  (NULL: any players, once.) */
static bool names_each(const struct taking *t, const struct lm_words *words, bool numbered)
{
    size_t expected = 0;
    for (size_t i = 0; i < t->s->player_count; i++)
        expected += t->s->players[i]->standing != LM_REMOVED && t->s->players[i]->number != 0;
    for (size_t i = 0; i < words->count; i++) {
        if (lm_desk_player(t->s, words->items[i]) == NULL)
            return false;
        for (size_t j = 0; j < i; j++)
            if (strcmp(words->items[i], words->items[j]) == 0)
                return false;
    }
    return !numbered || words->count == expected;
}

static void check_number(struct taking *t)
{
    if (!t->s->numbered)
        REFUSE(t, "no-numbers", "C.04.2 art. 2", "pair round 1: it gives the numbers",
               "there are no numbers yet");
    else if (!names_each(t, &t->v->numbers, true))
        REFUSE(t, "not-each", "", "name every numbered player once",
               "the list does not name each player once");
}

/* Rounds that were paired by the old numbers are no mistake. */
static void note_numbers(struct taking *t)
{
    if (lm_desk_started(t->s))
        lm_desk_remark(t, "Configuration @ Round %u: numbers were given anew",
                       lm_desk_published(t->s));
}

static void judge_number(struct taking *t)
{
    if (lm_desk_paired(t->s) >= 4)
        lm_desk_depart(t, "numbers-late", "C.04.2 art. 2.3", "leave the numbers as they are",
                       "numbers do not change once round 4 is paired");
    else
        lm_desk_need(t, LM_LEVEL_CONFIRM, "numbers", NULL, "C.04.2 art. 2.3",
                     "leave the numbers as they are", "players get other numbers");
    note_numbers(t);
}

static void apply_number(struct taking *t)
{
    struct lm_desk_player **players =
        lm_arena_alloc(t->d->arena, t->v->numbers.count, sizeof(struct lm_desk_player *));
    if (players == NULL) {
        t->d->out_of_memory = true;
        return;
    }
    for (size_t i = 0; i < t->v->numbers.count; i++)
        players[i] = lm_desk_player(t->s, t->v->numbers.items[i]);
    for (size_t i = 0; i < t->v->numbers.count; i++)
        SET(t->d, players[i]->number, (uint32_t)i + 1);
}

static void judge_adjust(struct taking *t)
{
    lm_desk_need(t, LM_LEVEL_CONFIRM, "adjust", t->player->person->id, "record 299",
                 "a result, or a bye, says most things better",
                 "%s gets or loses points otherwise than by results", lm_desk_who(t, t->player));
}

static void apply_adjust(struct taking *t)
{
    struct lm_desk_adjustment a = {t->player, t->v->points,
                                   t->v->round == LM_NOT_SAID ? 0 : (uint32_t)t->v->round};
    APPEND(t->d, t->s->adjustments, t->s->adjustment_count, t->s->adjustment_capacity, a);
}

static void check_lots(struct taking *t)
{
    if (!names_each(t, &t->v->players, false) ||
        (t->act == NULL && !names_each(t, &t->v->numbers, false)))
        REFUSE(t, "not-each", "", "name players of this section, each once",
               "the list does not name players once each");
}

/* VCL 204: who repeats the draw gets the same.  The seed is fixed before: the line that published
 * the last round, and who takes part. */
static void decide_lots(struct taking *t, struct lm_json_writer *w)
{
    const struct lm_desk_round *last = lm_desk_current(t->s);
    const struct lm_words *players = &t->v->players;
    struct lm_random random = lm_random_from(last == NULL ? 0 : last->line);
    const char **drawn = lm_arena_alloc(t->d->arena, players->count, sizeof *drawn);
    if (drawn == NULL) {
        t->d->out_of_memory = true;
        return;
    }
    for (size_t i = 0; i < players->count; i++) {
        size_t at = i;
        const char *id = lm_desk_player(t->s, players->items[i])->person->id;
        for (; at > 0 && strcmp(drawn[at - 1], id) > 0; at--)
            drawn[at] = drawn[at - 1];
        drawn[at] = id;
    }
    for (size_t i = players->count; i > 1; i--) {
        size_t other = (size_t)lm_random_below(&random, i);
        const char *swap = drawn[i - 1];
        drawn[i - 1] = drawn[other];
        drawn[other] = swap;
    }
    lm_json_begin(w, "numbers", '[');
    for (size_t i = 0; i < players->count; i++)
        lm_json_put_string(w, NULL, drawn[i]);
    lm_json_end(w, ']');
}

static void apply_lots(struct taking *t)
{
    for (size_t i = 0; i < t->v->numbers.count; i++)
        SET(t->d, lm_desk_player(t->s, t->v->numbers.items[i])->lot, (uint32_t)i + 1);
}

/* ---- the rows
 * ------------------------------------------------------------------------------------------- */

/* Somebody who was entered goes again, although others were entered after him. */
static void invert_enter(const struct lm_desk *d, const struct entry *entry,
                         struct lm_json_writer *w)
{
    const struct lm_json *object = entry->shown.line.object;
    const char *id = lm_json_string(lm_json_get(object, "person"));
    (void)d;
    lm_json_put_string(w, "player", id != NULL ? id : lm_json_string(lm_json_get(object, "id")));
}

const struct row lm_desk_rows_people[] = {
    {.kind = {"enter", "Somebody enters a section", "people", "C.04.2 art. 2", true,
              LM_RIGHT_ARBITER, LM_UNDO_RESTORE, FIELDS(enter_fields)},
     .check = check_enter,
     .judge = judge_enter,
     .decide = decide_enter,
     .apply = apply_enter,
     .inverse = "remove",
     .invert = invert_enter,
     .person = "new"},
    {.kind = {"join", "Somebody known enters one more section", "people", "C.04.2 art. 2", true,
              LM_RIGHT_ARBITER, LM_UNDO_RESTORE, FIELDS(join_fields)},
     .check = check_join,
     .judge = judge_late,
     .decide = decide_number,
     .apply = apply_join,
     .inverse = "remove",
     .invert = invert_enter},
    {.kind = {"edit", "What is known of a player changes", "people", "C.04.2 art. 2.3", true,
              LM_RIGHT_ARBITER, LM_UNDO_RESTORE, FIELDS(edit_fields)},
     .judge = judge_edit,
     .apply = apply_edit,
     .person = "player"},
    {.kind = {"merge", "Two entries are one person", "people", "", true, LM_RIGHT_ARBITER,
              LM_UNDO_RESTORE, FIELDS(merge_fields)},
     .judge = judge_merge,
     .apply = apply_merge},
    {.kind = {"remove", "An entry is taken out before it was paired", "people", "", true,
              LM_RIGHT_ARBITER, LM_UNDO_RESTORE, FIELDS(player_fields)},
     .judge = judge_remove,
     .apply = apply_remove},
    {.kind = {"withdraw", "A player leaves the tournament", "people", "C.04.2", true,
              LM_RIGHT_ARBITER, LM_UNDO_RESTORE, FIELDS(leave_fields)},
     .judge = judge_leaving,
     .apply = apply_withdraw,
     .person = "player"},
    {.kind = {"expel", "A player is expelled", "people", "C.05, Laws 12.9.9", true, LM_RIGHT_CHIEF,
              LM_UNDO_RESTORE, FIELDS(leave_fields)},
     .judge = judge_expel,
     .apply = apply_expel,
     .person = "player"},
    {.kind = {"return", "A player who had left is back", "people", "C.04.2 art. 2.4", true,
              LM_RIGHT_ARBITER, LM_UNDO_RESTORE, FIELDS(return_fields)},
     .judge = judge_return,
     .apply = apply_return},
    {.kind = {"move", "A player goes to another section", "people", "C.04.2 art. 2.4", true,
              LM_RIGHT_ARBITER, LM_UNDO_RESTORE, FIELDS(move_fields)},
     .check = check_move,
     .judge = judge_move,
     .decide = decide_move,
     .apply = apply_move},
    {.kind = {"number", "Players get other numbers", "people", "C.04.2 art. 2", true,
              LM_RIGHT_CHIEF, LM_UNDO_RESTORE, FIELDS(order_fields)},
     .check = check_number,
     .judge = judge_number,
     .apply = apply_number},
    {.kind = {"adjust", "Points are given or taken otherwise than by results", "after",
              "record 299", true, LM_RIGHT_CHIEF, LM_UNDO_RESTORE, FIELDS(adjust_fields)},
     .judge = judge_adjust,
     .apply = apply_adjust,
     .person = "player"},
    {.kind = {"lots", "Lots are drawn among players who are equal", "after", "C.07, VCL 204", true,
              LM_RIGHT_CHIEF, LM_UNDO_NEVER, FIELDS(lot_fields)},
     .check = check_lots,
     .decide = decide_lots,
     .apply = apply_lots},
    {.check = NULL},
};
