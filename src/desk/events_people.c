/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/texts.h"
#include "desk/people.h"

/* Entries: participants, their data, and the merge of two entries of one person. */

#define ABOUT_PERSON(required)                                                                     \
    TEXT_OF(name, "name", (required) | LM_PRIVATE, 100),                                           \
        TEXT_OF(fide_id, "FIDE ID", LM_PRIVATE, 20), TEXT_OF(birth, "birth", LM_PRIVATE, 10),      \
        TEXT_OF(sex, "sex", LM_PRIVATE, 1), TEXT_OF(club, "club", LM_PRIVATE, 100),                \
        TEXT_OF(contact, "contact", LM_PRIVATE, 200), TEXT_OF(note, "note", LM_PRIVATE, 1000),     \
        TEXT_OF(title, "title", LM_OPTIONAL, 3),                                                   \
        TEXT_OF(federation, "federation", LM_OPTIONAL, 3),                                         \
        TEXT_OF(pseudonym, "public name", LM_OPTIONAL, 100)
#define ABOUT_PLAYER                                                                               \
    NUMBER_OF(rating, "rating", LM_OPTIONAL, 0, 4000),                                             \
        NUMBER_OF(fide, "FIDE rating", LM_OPTIONAL, 0, 4000),                                      \
        NUMBER_OF(national, "national rating", LM_OPTIONAL, 0, 4000),                              \
        TEXT_OF(source, "source of the rating", LM_OPTIONAL, 100),                                 \
        YES_NO_OF(no_half_bye, "no half-point byes", LM_OPTIONAL),                                 \
        TEXT_OF(table, "fixed table", LM_OPTIONAL, 20)
#define OUTCOME_PERSON                                                                             \
    FIELD("person", "player", LM_FIELD_ID, LM_OUTCOME | LM_REQUIRED, NULL, NULL, 0, 0, person)
#define OUTCOME_NUMBER NUMBER_OF(number, "number", LM_OUTCOME, 1, LM_TPN_MAX)
#define OUTCOME_APART                                                                              \
    FIELD("apart", "players to keep apart, as announced", LM_FIELD_TEXTS, LM_OUTCOME, NULL, NULL,  \
          0, 200, apart)

static const char *const missed_names[] = {"forfeit", "postponed", NULL};

static const struct lm_field enter_fields[] = {
    ABOUT_PERSON(LM_REQUIRED),
    ABOUT_PLAYER,
    NUMBER_OF(from, "first round", LM_OPTIONAL, 1, LM_ROUNDS_MAX),
    CHOICE_OF(missed, "in a round-robin under way: games of the rounds that are over", LM_OPTIONAL,
              missed_names),
    FIELD("pairs", "the player's games in a round-robin, round by round", LM_FIELD_PAIRS,
          LM_OUTCOME, NULL, NULL, 0, 0, pairs),
    TEAM(LM_OPTIONAL),
    OUTCOME_PERSON,
    OUTCOME_NUMBER,
    OUTCOME_APART};
static const struct lm_field join_fields[] = {
    ID_OF(id, "player", LM_REQUIRED, NULL),
    ABOUT_PLAYER,
    TEAM(LM_OPTIONAL),
    NUMBER_OF(from, "first round", LM_OPTIONAL, 1, LM_ROUNDS_MAX),
    OUTCOME_NUMBER,
    OUTCOME_APART};
static const struct lm_field edit_fields[] = {ANYBODY(LM_REQUIRED), ABOUT_PERSON(LM_OPTIONAL),
                                              ABOUT_PLAYER};
static const struct lm_field player_fields[] = {ANYBODY(LM_REQUIRED)};
static const struct lm_field merge_fields[] = {
    PLAYER(LM_REQUIRED), ID_OF(other, "the same player", LM_REQUIRED, "player")};

/* ---- entering */

static void set_text(struct lm_desk *d, const char **place, const char *given)
{
    if (given != NULL && given[0] != '\0')
        SET(d, *place, given);
}

static uint32_t hash_of(const char *text)
{
    uint32_t hash = 2166136261u; /* FNV-1a */
    for (const char *c = text; *c != '\0'; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    return hash ^ hash >> 16;
}

static void link_name(struct lm_desk *d, size_t index)
{
    uint32_t *bucket = &d->name_buckets[d->names[index].hash & (d->name_bucket_count - 1)];
    d->names[index].next = *bucket;
    *bucket = (uint32_t)(index + 1);
}

/* Remember the name of ${p}.  Nothing is ever removed: a search checks that the name is still
 * valid. */
static bool remember_name(struct lm_desk *d, struct lm_desk_person *p, uint32_t hash)
{
    if (!lm_arena_grow(d->arena, &d->names, &d->name_capacity, d->name_count + 1, sizeof *d->names))
        return false;
    if (d->name_bucket_count < d->name_capacity) {
        size_t count = d->name_bucket_count == 0 ? 64 : d->name_bucket_count * 4;
        uint32_t *buckets = lm_arena_alloc(d->arena, count, sizeof *buckets);
        if (buckets == NULL)
            return false;
        d->name_buckets = buckets;
        d->name_bucket_count = count;
        for (size_t i = 0; i < d->name_count; i++)
            link_name(d, i);
    }
    d->names[d->name_count] = (struct called){p, hash, 0};
    link_name(d, d->name_count++);
    return true;
}

/* Is ${other} another person of the event with the name of ${p}? */
static bool is_twin(const struct lm_desk *d, const struct lm_desk_person *other,
                    const struct lm_desk_person *p)
{
    return other != p && other->key <= d->event.person_count &&
           d->event.people[other->key - 1] == other && other->merged[0] == '\0' &&
           strcmp(other->name, p->name) == 0;
}

/* Number persons with the same name, so that they can be distinguished. */
static void find_twins(struct taking *t, struct lm_desk_person *p)
{
    struct lm_desk *d = t->d;
    uint32_t hash = hash_of(p->name);
    uint32_t i = d->name_bucket_count == 0 ? 0 : d->name_buckets[hash & (d->name_bucket_count - 1)];
    for (; i != 0; i = d->names[i - 1].next) {
        struct lm_desk_person *other = d->names[i - 1].person;
        if (d->names[i - 1].hash != hash || !is_twin(d, other, p))
            continue;
        if (other->twin == 0)
            SET(d, other->twin, 1u);
        if (p->twin <= other->twin)
            SET(d, p->twin, other->twin + 1u);
    }
    d->out_of_memory |= !remember_name(d, p, hash);
}

static void set_person(struct taking *t, struct lm_desk_person *p)
{
    const struct line_fields *v = t->v;
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
    if (v->name != NULL && v->name[0] != '\0')
        find_twins(t, p);
}

static void set_rating(struct lm_desk *d, int32_t *place, int64_t given)
{
    if (given != LM_NOT_SET)
        SET(d, *place, (int32_t)given);
}

/* Return the rating of ${p} after the change: the given one, else the one derived from the ratings
 * of lists, unless the old one was given by hand. */
static int32_t rating_to_be(const struct line_fields *v, const struct lm_desk_player *p)
{
    if (v->rating != LM_NOT_SET)
        return (int32_t)v->rating;
    if (v->fide == LM_NOT_SET && v->national == LM_NOT_SET)
        return p->rating;
    int32_t fide = v->fide != LM_NOT_SET ? (int32_t)v->fide : p->fide;
    int32_t national = v->national != LM_NOT_SET ? (int32_t)v->national : p->national;
    bool follows = v->fide != LM_NOT_SET && p->rating == p->fide;
    int32_t rating = follows ? fide : p->rating;
    return strcmp(p->source, "by hand") == 0
               ? rating
               : lm_desk_rating_of(p->section, fide, national, rating);
}

static void set_player(struct taking *t, struct lm_desk_player *p)
{
    const struct line_fields *v = t->v;
    int32_t rating = rating_to_be(v, p);
    if (v->rating != LM_NOT_SET || rating != p->rating)
        SET(t->d, p->rating, rating);
    set_rating(t->d, &p->fide, v->fide);
    set_rating(t->d, &p->national, v->national);
    bool given = v->source != NULL && v->source[0] != '\0';
    set_text(t->d, &p->source, v->source);
    if (!given && v->rating != LM_NOT_SET) /* VCL 134: the source of a rating is known */
        SET(t->d, p->source, "by hand");
    set_text(t->d, &p->table, v->table);
    if (v->no_half_bye != LM_UNSET)
        SET(t->d, p->no_half_bye, v->no_half_bye == LM_YES);
}

struct lm_desk_person *lm_desk_new_person(struct lm_desk *d, const char *id)
{
    struct lm_desk_person *p = lm_arena_alloc(d->arena, 1, sizeof *p);
    if (p == NULL) {
        d->out_of_memory = true;
        return NULL;
    }
    *p = (struct lm_desk_person){.id = id,
                                 .key = (uint32_t)d->event.person_count + 1,
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
    return p;
}

static struct lm_desk_person *add_person(struct taking *t)
{
    struct lm_desk *d = t->d;
    struct lm_desk_event *e = &d->event;
    struct lm_desk_person *p = lm_desk_new_person(d, t->v->person);
    if (p == NULL)
        return NULL;
    bool kept = lm_desk_append(d, &e->people, &e->person_count, &e->person_capacity, sizeof p, &p,
                               CELL_FOR_GOOD);
    return kept ? p : NULL;
}

/* In an event of teams a person belongs to one of them. */
static void check_team(struct taking *t)
{
    if (t->s->teams && t->v->team[0] == '\0')
        REFUSE(t, "no-team", "C.04.6", "\"team\" enters a team; of a person say team=t3",
               "the team is missing");
    else if (t->team != NULL && t->team->standing == LM_REMOVED)
        REFUSE(t, "no-team", "C.04.6", "name a team that takes part", "the team was removed");
}

static void check_enter(struct taking *t)
{
    int64_t number = 0;
    const char *id = t->v->person;
    check_team(t);
    if (t->act != NULL)
        return;
    bool read = id[0] == 'p' && id[1] >= '1' && id[1] <= '9' &&
                lm_parse_integer(id + 1, strlen(id) - 1, 1, INT64_MAX, &number);
    if (!read || (uint64_t)number != t->d->event.person_count + 1)
        REFUSE(t, "person-id", "", "restore the journal", "person %s should be p%zu", id,
               t->d->event.person_count + 1);
}

uint32_t lm_desk_first_round(const struct taking *t)
{
    uint32_t next = lm_desk_published(t->s) + 1;
    bool later = t->v->from != LM_NOT_SET && t->v->from > (int64_t)next;
    return later ? (uint32_t)t->v->from : next;
}

static int64_t said_rating(const struct line_fields *v)
{
    return v->rating != LM_NOT_SET ? v->rating : v->fide != LM_NOT_SET ? v->fide : 0;
}

static const char *said_title(const struct line_fields *v)
{
    return v->title == NULL ? "" : v->title;
}

/* Two entries that look like one person (situations 2 and 3): a question, not an error. */
static void judge_look_alike(struct taking *t)
{
    const struct lm_desk_event *e = &t->d->event;
    for (size_t i = 0; i < e->person_count; i++) {
        const struct lm_desk_person *p = e->people[i];
        if (p->merged[0] != '\0' || p->erased || !lm_desk_look_alike(p, t->v, t->d->arena))
            continue;
        lm_desk_need(t, LM_LEVEL_ACKNOWLEDGE, "look-alike", p->id, "",
                     "\"join\" enters a player of another section; or give the club or birth year",
                     "%s looks like %s, who is already entered", t->v->name,
                     lm_desk_distinction(p, t->d->arena));
    }
}

/* The number for the player who is being entered. */
static uint32_t number_of_entry(const struct taking *t);

bool lm_desk_is_sanctioned(const char *name, const char *fide_id, const char *sanctioned_name,
                           const char *sanctioned_id, struct lm_arena *arena)
{
    bool both = sanctioned_id[0] != '\0' && fide_id[0] != '\0';
    return both ? strcmp(sanctioned_id, fide_id) == 0
                : sanctioned_name[0] != '\0' && lm_desk_same_name(sanctioned_name, name, arena);
}

/* Situation 12: the list of persons who must not be admitted. */
static void judge_sanctions(struct taking *t)
{
    const struct lm_desk_event *e = &t->d->event;
    for (size_t i = 0; i < e->sanction_count; i++) {
        const struct lm_desk_sanction *x = &e->sanctions[i];
        bool listed =
            lm_desk_is_sanctioned(t->v->name, t->v->fide_id, x->name, x->fide_id, t->d->arena);
        bool over = x->until[0] != '\0' && e->start[0] != '\0' && strcmp(x->until, e->start) < 0;
        if (listed && !over)
            lm_desk_need(t, LM_LEVEL_CONFIRM, "sanction",
                         lm_printed(t->d->arena, "%llu", (unsigned long long)x->line), "C.05",
                         "refuse the entry; or say why in \"note\", which stays private",
                         x->until[0] == '\0'
                             ? "%s is on the list of sanctioned players: %s"
                             : "%s is on the list of sanctioned players: %s, until %s",
                         t->v->name, x->text, x->until);
    }
}

/* The number by a given rating. */
static uint32_t number_by(const struct taking *t, int64_t rating)
{
    uint32_t before = 0;
    for (size_t k = 0; k < t->s->player_count; k++)
        before += t->s->players[k] != t->player && t->s->players[k]->standing == LM_PLAYS &&
                  t->s->players[k]->rating > rating;
    return before + 1;
}

/* Show the number by each of the player's ratings (situation 7). */
static void judge_seeding(struct taking *t, int64_t fide, int64_t national)
{
    const int64_t rating = t->v->rating;
    const char *remedy = LM_MESSAGE("\"edit\" changes it freely before round 1");
    struct lm_arena *arena = t->d->arena;
    if (rating == LM_NOT_SET || (fide <= 0 && national <= 0) || lm_desk_started(t->s))
        return;
    const long long own = (long long)rating;
    const uint32_t number = number_by(t, rating);
    const struct lm_message *given =
        national <= 0 ? lm_message_print(arena, "by hand %lld: number %u, FIDE %lld: number %u",
                                         own, number, (long long)fide, number_by(t, fide))
        : fide <= 0
            ? lm_message_print(arena, "by hand %lld: number %u, national %lld: number %u", own,
                               number, (long long)national, number_by(t, national))
            : lm_message_print(arena,
                               "by hand %lld: number %u, FIDE %lld: number %u, national %lld: "
                               "number %u",
                               own, number, (long long)fide, number_by(t, fide),
                               (long long)national, number_by(t, national));
    lm_desk_need_message(t, LM_LEVEL_INFORM, "seeding", NULL, "VCL 145", remedy, given);
}

/* Judge a new member of a team that has played, who gets the last place in its order of boards. */
static void judge_late_member(struct taking *t)
{
    if (t->s->finished)
        REFUSE(t, "finished", "", "undo the end first", "the section is finished");
    else if (lm_desk_started(t->s))
        lm_desk_need(t, LM_LEVEL_ACKNOWLEDGE, "late-member", t->team->person->id,
                     "C.05, as announced", "enter the player only if the regulations allow it",
                     "the event has begun: the player comes last, on board %zu of %s",
                     t->team->member_count + 1, lm_desk_who(t, t->team));
}

static void judge_late(struct taking *t)
{
    const struct lm_desk_section *s = t->s;
    if (s->teams) {
        judge_late_member(t);
        return;
    }
    if (lm_desk_is_fixed(s)) {
        lm_desk_judge_stepping_in(t);
        return;
    }
    if (s->finished)
        REFUSE(t, "finished", "", "undo the end first", "the section is finished");
    if (!lm_desk_started(s))
        return;
    if (lm_desk_first_round(t) > s->rounds)
        REFUSE(t, "too-late", "C.04.2 art. 2.4", "enter the player in another section",
               "all rounds are published");
    else
        lm_desk_need(t, LM_LEVEL_ACKNOWLEDGE, "late-entry", NULL, "C.04.2 art. 2.4",
                     "enter the player only if the regulations allow it; \"reseat\" pairs the "
                     "player at once with the player who has the bye",
                     "late entry: paired from round %u on, without points for earlier rounds; gets "
                     "number %u, and later numbers move by one",
                     lm_desk_first_round(t), number_of_entry(t));
    if (lm_desk_started(s) && lm_desk_first_round(t) <= s->rounds)
        lm_desk_remark(t, "Late entry @ Round %u: the numbers behind it move by one",
                       lm_desk_published(s));
}

static void judge_enter(struct taking *t)
{
    judge_look_alike(t);
    judge_sanctions(t);
    if (!t->s->teams)
        judge_seeding(t, t->v->fide, t->v->national);
    judge_late(t);
}

static const char *or_empty(const char *text)
{
    return text == NULL ? "" : text;
}

static uint32_t number_of_entry(const struct taking *t)
{
    const struct line_fields *v = t->v;
    struct lm_desk_person person = {
        .title = said_title(v), .name = or_empty(v->name), .birth = or_empty(v->birth)};
    const struct lm_desk_person *known = lm_desk_person(t->d, v->id == NULL ? "" : v->id);
    struct lm_desk_player p = {.person = known != NULL ? known : &person, .section = t->s};
    p.fide = v->fide == LM_NOT_SET ? 0 : (int32_t)v->fide;
    p.national = v->national == LM_NOT_SET ? 0 : (int32_t)v->national;
    p.rating = (int32_t)said_rating(v);
    if (v->rating == LM_NOT_SET)
        p.rating = lm_desk_rating_of(t->s, p.fide, p.national, p.rating);
    return lm_desk_number_for(t->s, &p);
}

static void decide_number(struct taking *t, struct lm_json_writer *w)
{
    if (t->s->teams) /* a person in a team gets the next number automatically */
        return;
    if (lm_desk_is_fixed(t->s)) { /* a free one, if the games have begun */
        if (lm_desk_started(t->s))
            lm_desk_decide_stepping_in(t, w);
        return;
    }
    if (t->s->numbered) /* whatever the time of entry (VCL 156) */
        lm_json_put_integer(w, "number", number_of_entry(t));
}

static void decide_join(struct taking *t, struct lm_json_writer *w)
{
    const struct lm_desk_person *person = lm_desk_person(t->d, t->v->id);
    decide_number(t, w);
    if (person != NULL && !t->s->teams)
        lm_desk_put_apart(t, person->club, person->federation, w);
}

static void decide_enter(struct taking *t, struct lm_json_writer *w)
{
    lm_json_put_string(w, "person", lm_printed(t->d->arena, "p%zu", t->d->event.person_count + 1));
    decide_number(t, w);
    if (!t->s->teams)
        lm_desk_put_apart(t, t->v->club, t->v->federation, w);
}

static void place_player(struct taking *t, struct lm_desk_section *s, struct lm_desk_person *person,
                         uint32_t first)
{
    if (s->teams) {
        struct lm_desk_player *member = lm_desk_add_member(t, t->team, person);
        if (member != NULL)
            set_player(t, member);
        return;
    }
    struct lm_desk_player *p = lm_desk_add_player(t, s, person);
    if (p == NULL)
        return;
    SET(t->d, p->first_round, first);
    set_player(t, p);
    if (t->v->number != LM_NOT_SET)
        lm_desk_give_number(t, p, (uint32_t)t->v->number);
    lm_desk_apply_apart(t, p);
}

static void apply_enter(struct taking *t)
{
    struct lm_desk_person *person = add_person(t);
    if (person == NULL)
        return;
    set_person(t, person);
    bool steps_in = lm_desk_is_fixed(t->s) && lm_desk_started(t->s);
    place_player(t, t->s, person, steps_in ? 1 : lm_desk_first_round(t));
    struct lm_desk_player *p = steps_in ? lm_desk_player_of(t->s, person) : NULL;
    if (p != NULL)
        lm_desk_apply_stepping_in(t, p);
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
    check_team(t);
    if (person == NULL || person->merged[0] != '\0')
        REFUSE(t, "unknown-person", "", "use an id from the list of people",
               "player \"%s\" not found", t->v->id);
    else if (lm_desk_player_of(t->s, person) != NULL)
        REFUSE(t, "entered", "", "there is nothing to do", "%s is entered here already",
               person->id);
}

static void apply_join(struct taking *t)
{
    struct lm_desk_person *person = known_person(t);
    if (person != NULL)
        place_player(t, t->s, person, lm_desk_first_round(t));
}

/* ---- editing */

/* By rules without own numbers (${number}), title and name determine the order of every round: a
 * change would pair the played rounds differently. */
static void judge_order_of_equals(struct taking *t)
{
    const struct lm_desk_person *p = t->player->person;
    const struct line_fields *v = t->v;
    bool title = v->title != NULL && v->title[0] != '\0' && strcmp(v->title, p->title) != 0;
    bool name = v->name != NULL && v->name[0] != '\0' && strcmp(v->name, p->name) != 0;
    if ((!title && !name) || !lm_desk_started(t->s) || !t->s->system->orders_by_name)
        return;
    lm_desk_need(t, LM_LEVEL_CONFIRM, "order-of-equals", NULL, "A2, VCL 146",
                 "leave it until the end, if it can wait",
                 title ? "the title decides between players of equal rating: rounds that were "
                         "paired would be paired otherwise"
                       : "the name decides between players of equal rating: rounds that were "
                         "paired would be paired otherwise");
    lm_desk_remark(t, "Correction @ Round %u: %s of %u", lm_desk_published(t->s),
                   title ? "title" : "name", t->player->number);
}

static void judge_edit(struct taking *t)
{
    if (t->player->person->team) {
        REFUSE(t, "team", "", "\"edit-team\" changes a team; of a person say the id, as p12",
               "%s is a team", lm_desk_who(t, t->player));
        return;
    }
    int32_t rating = rating_to_be(t->v, t->player);
    if (!t->s->teams)
        judge_seeding(t, t->v->fide != LM_NOT_SET ? t->v->fide : t->player->fide,
                      t->v->national != LM_NOT_SET ? t->v->national : t->player->national);
    judge_order_of_equals(t);
    if (rating != t->player->rating && lm_desk_started(t->s)) {
        lm_desk_need(
            t, LM_LEVEL_CONFIRM, "rating-changed", NULL, "C.04.2 art. 2.3",
            "leave it, if it is not a mistake",
            "a rating changes after the start; numbers follow by \"number\", before round 4 "
            "is paired");
        lm_desk_remark(t, "Rating correction @ Round %u: %u: %d => %d", lm_desk_published(t->s),
                       t->player->number, t->player->rating, rating);
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
    if (t->player->team != NULL && lm_desk_has_sat(t->player))
        REFUSE(t, "has-played", "VCL 189", "line up another player",
               "%s has played: the games stay", lm_desk_who(t, t->player));
    else if (t->player->team != NULL)
        return;
    else if (lm_desk_has_played(t->player))
        REFUSE(t, "has-played", "VCL 189", "\"withdraw\" lets the player leave",
               "%s was paired: the games stay", lm_desk_who(t, t->player));
    else if (lm_desk_board_of(t->s, lm_desk_paired(t->s), t->player) != NULL)
        REFUSE(t, "in-proposal", "", "unpair the round first", "%s sits in the round being paired",
               lm_desk_who(t, t->player));
}

void lm_desk_take_out(struct taking *t)
{
    if (t->player->team != NULL) {
        lm_desk_drop_member(t, t->player);
        return;
    }
    for (size_t i = 0; i < t->player->member_count; i++)
        SET(t->d, t->player->members[i]->standing, LM_REMOVED);
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

static struct lm_desk_person *person_of(const struct taking *t, const struct lm_desk_player *p)
{
    return t->d->event.people[p->person->key - 1];
}

static void apply_merge(struct taking *t)
{
    struct lm_desk_player *keep = t->player, *drop = t->other;
    struct lm_desk_person *kept = person_of(t, keep), *gone = person_of(t, drop);
    const char **own[] = {&kept->fide_id, &kept->birth, &kept->sex,   &kept->club,
                          &kept->contact, &kept->note,  &kept->title, &kept->federation};
    const char *const others[] = {gone->fide_id, gone->birth, gone->sex,   gone->club,
                                  gone->contact, gone->note,  gone->title, gone->federation};
    SET(t->d, gone->merged, keep->person->id);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (own[i][0][0] == '\0')
            set_text(t->d, own[i], others[i]);
    if (drop->present)
        SET(t->d, keep->present, true);
    if (drop->paid != 0)
        SET(t->d, keep->paid, keep->paid + drop->paid);
    if (keep->rating == 0 && drop->rating != 0)
        SET(t->d, keep->rating, drop->rating);
    for (uint32_t round = 1; round < drop->bye_capacity; round++)
        if (drop->byes[round] != LM_BLANK && lm_desk_bye_of(keep, round) == LM_BLANK)
            lm_desk_set_bye(t, keep, round, drop->byes[round]);
    t->player = drop;
    lm_desk_take_out(t);
}

/* Undo an entry, although others were entered after it. */
static void invert_enter(const struct lm_desk *d, const struct entry *entry,
                         struct lm_json_writer *w)
{
    const struct lm_json *object = NULL;
    (void)d;
    if (lm_line_object(&entry->shown.line, w->out->arena, &object) != LM_OK) {
        w->out->failed = true;
        return;
    }
    const char *id = lm_json_string(lm_json_get(object, "person"));
    lm_json_put_string(w, "player", id != NULL ? id : lm_json_string(lm_json_get(object, "id")));
}

const struct row lm_desk_rows_people[] = {
    {.kind = {"enter", "Player entered", "people", "C.04.2 art. 2", true, LM_RIGHT_ARBITER,
              LM_UNDO_RESTORE, FIELDS(enter_fields)},
     .check = check_enter,
     .judge = judge_enter,
     .decide = decide_enter,
     .apply = apply_enter,
     .inverse = "remove",
     .invert = invert_enter,
     .person = "new"},
    {.kind = {"join", "Player entered in another section", "people", "C.04.2 art. 2", true,
              LM_RIGHT_ARBITER, LM_UNDO_RESTORE, FIELDS(join_fields)},
     .check = check_join,
     .judge = judge_late,
     .decide = decide_join,
     .apply = apply_join,
     .inverse = "remove",
     .invert = invert_enter},
    {.kind = {"edit", "Player's details changed", "people", "C.04.2 art. 2.3", true,
              LM_RIGHT_ARBITER, LM_UNDO_RESTORE, FIELDS(edit_fields)},
     .judge = judge_edit,
     .apply = apply_edit,
     .person = "player"},
    {.kind = {"merge", "Two entries of one player merged", "people", "", true, LM_RIGHT_ARBITER,
              LM_UNDO_RESTORE, FIELDS(merge_fields)},
     .judge = judge_merge,
     .apply = apply_merge},
    {.kind = {"remove", "Entry removed before its first pairing", "people", "", true,
              LM_RIGHT_ARBITER, LM_UNDO_RESTORE, FIELDS(player_fields)},
     .judge = judge_remove,
     .apply = lm_desk_take_out},
    {.check = NULL},
};
