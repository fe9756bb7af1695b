/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "limmat/random.h"
#include "limmat/ranking.h"

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
#define OUTCOME_APART                                                                              \
    FIELD("apart", "kept from, as announced", LM_FIELD_TEXTS, LM_OUTCOME, NULL, NULL, 0, 200, apart)

static const char *const publicly[] = {"withdrawn", "expelled", NULL};
static const char *const results[] = {"1-0", "1/2-1/2", "0-1", "1F-0F", "0F-1F", NULL};

static const char *const missed_names[] = {"forfeit", "postponed", NULL};

static const struct lm_field enter_fields[] = {
    ABOUT_PERSON(LM_REQUIRED),
    ABOUT_PLAYER,
    NUMBER_OF(from, "first round", LM_OPTIONAL, 1, LM_ROUNDS_MAX),
    CHOICE_OF(missed, "in a round-robin that plays: his games of the rounds that are over",
              LM_OPTIONAL, missed_names),
    FIELD("pairs", "his games in a round-robin, round by round", LM_FIELD_PAIRS, LM_OUTCOME, NULL,
          NULL, 0, 0, pairs),
    TEAM(LM_OPTIONAL),
    OUTCOME_PERSON,
    OUTCOME_NUMBER,
    OUTCOME_APART};
static const struct lm_field join_fields[] = {
    ID_OF(id, "person", LM_REQUIRED, NULL),
    ABOUT_PLAYER,
    TEAM(LM_OPTIONAL),
    NUMBER_OF(from, "first round", LM_OPTIONAL, 1, LM_ROUNDS_MAX),
    OUTCOME_NUMBER,
    OUTCOME_APART};
static const struct lm_field edit_fields[] = {ANYBODY(LM_REQUIRED), ABOUT_PERSON(LM_OPTIONAL),
                                              ABOUT_PLAYER};
static const struct lm_field player_fields[] = {ANYBODY(LM_REQUIRED)};
static const struct lm_field leave_fields[] = {
    PLAYER(LM_REQUIRED),
    NUMBER_OF(from, "first round without him", LM_OPTIONAL, 1, LM_ROUNDS_MAX + 1), WHY};
static const struct lm_field expel_fields[] = {
    PLAYER(LM_REQUIRED),
    NUMBER_OF(from, "first round without him", LM_OPTIONAL, 1, LM_ROUNDS_MAX + 1),
    CHOICE_OF(shown, "what the public is told", LM_OPTIONAL, publicly), WHY};
static const struct lm_field return_fields[] = {
    PLAYER(LM_REQUIRED),
    NUMBER_OF(from, "first round with him again", LM_OPTIONAL, 1, LM_ROUNDS_MAX), OUTCOME_NUMBER};
static const struct lm_field merge_fields[] = {
    PLAYER(LM_REQUIRED), ID_OF(other, "the same person", LM_REQUIRED, "player")};
static const struct lm_field move_fields[] = {
    PLAYER(LM_REQUIRED), ID_OF(to, "to section", LM_REQUIRED, NULL), OUTCOME_NUMBER};
static const struct lm_field order_fields[] = {
    FIELD("numbers", "players in the order of their numbers; else by rating", LM_FIELD_IDS,
          LM_OPTIONAL, NULL, NULL, 0, 0, numbers)};
static const struct lm_field rating_fields[] = {
    FIELD("players", "players", LM_FIELD_IDS, LM_REQUIRED, NULL, NULL, 0, 0, players),
    FIELD("ratings", "their ratings", LM_FIELD_NUMBERS, LM_REQUIRED, NULL, NULL, 0, 4000, ratings),
    ID_OF(month, "month of the list", LM_OPTIONAL, NULL), TEXT_OF(source, "list", LM_OPTIONAL, 100),
    NUMBER_OF(from, "of a long event: the round from which on they count", LM_OPTIONAL, 2,
              LM_ROUNDS_MAX)};
static const struct lm_field pay_fields[] = {
    PLAYER(LM_REQUIRED),
    FIELD("amount", "sum, in whole units; below 0: given back", LM_FIELD_NUMBER, LM_REQUIRED, NULL,
          NULL, -1000000, 1000000, amount_paid)};
static const struct lm_field sanction_fields[] = {
    TEXT_OF(name, "name", LM_PRIVATE, 100), TEXT_OF(fide_id, "FIDE id", LM_PRIVATE, 20),
    FIELD("until", "until", LM_FIELD_DATE, LM_OPTIONAL, NULL, NULL, 0, 0, end),
    FIELD("text", "source and dates", LM_FIELD_TEXT, LM_PRIVATE, NULL, NULL, 0, 1000, text)};
static const struct lm_field places_fields[] = {
    FIELD("players", "players who are equal, the first first", LM_FIELD_IDS, LM_REQUIRED, NULL,
          NULL, 0, 0, players),
    WHY};
static const struct lm_field values_fields[] = {
    FIELD("tie_break", "tie-break that is computed elsewhere, as OTHER_NAME", LM_FIELD_TEXT,
          LM_REQUIRED, NULL, NULL, 0, 40, tie_breaks),
    FIELD("players", "players", LM_FIELD_IDS, LM_REQUIRED, NULL, NULL, 0, 0, players),
    FIELD("values", "their values", LM_FIELD_TEXTS, LM_REQUIRED, NULL, NULL, 0, 20, results)};
static const struct lm_field play_off_fields[] = {
    ID_OF(white, "White", LM_REQUIRED, "player"), ID_OF(black, "Black", LM_REQUIRED, "player"),
    CHOICE_OF(result, "result", LM_REQUIRED, results)};
static const struct lm_field adjust_fields[] = {
    PLAYER(LM_REQUIRED),
    POINTS_OF(points, "points; of a team match points", LM_REQUIRED, -10000, 10000),
    FIELD("games", "of a team: game points", LM_FIELD_POINTS, LM_OPTIONAL, NULL, NULL, -10000,
          10000, white_games),
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

/* Remember that ${p} is called ${p}->name.  Nothing is ever taken out: who looks asks whether it
 * still holds. */
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

/* Is ${other} somebody else of the event who is called as ${p}? */
static bool is_twin(const struct lm_desk *d, const struct lm_desk_person *other,
                    const struct lm_desk_person *p)
{
    return other != p && other->key <= d->event.person_count &&
           d->event.people[other->key - 1] == other && other->merged[0] == '\0' &&
           strcmp(other->name, p->name) == 0;
}

/* Two of the same name are told apart wherever they are named. */
static void find_twins(struct taking *t, struct lm_desk_person *p)
{
    struct lm_desk *d = t->d;
    uint32_t hash = hash_of(p->name);
    uint32_t i = d->name_bucket_count == 0 ? 0 : d->name_buckets[hash & (d->name_bucket_count - 1)];
    for (; i != 0; i = d->names[i - 1].next) {
        struct lm_desk_person *other = d->names[i - 1].person;
        if (d->names[i - 1].hash != hash || !is_twin(d, other, p))
            continue;
        if (!other->twin)
            SET(d, other->twin, true);
        if (!p->twin)
            SET(d, p->twin, true);
    }
    d->out_of_memory |= !remember_name(d, p, hash);
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
    if (v->name != NULL && v->name[0] != '\0')
        find_twins(t, p);
}

static void set_rating(struct lm_desk *d, int32_t *place, int64_t said)
{
    if (said != LM_NOT_SAID)
        SET(d, *place, (int32_t)said);
}

/* What ${p} will be rated once what is said of him is set: what is said, else what is found from
 * the ratings of lists, unless his was given by hand. */
static int32_t rating_to_be(const struct said *v, const struct lm_desk_player *p)
{
    if (v->rating != LM_NOT_SAID)
        return (int32_t)v->rating;
    if (v->fide == LM_NOT_SAID && v->national == LM_NOT_SAID)
        return p->rating;
    int32_t fide = v->fide != LM_NOT_SAID ? (int32_t)v->fide : p->fide;
    int32_t national = v->national != LM_NOT_SAID ? (int32_t)v->national : p->national;
    bool follows = v->fide != LM_NOT_SAID && p->rating == p->fide;
    int32_t rating = follows ? fide : p->rating;
    return strcmp(p->source, "by hand") == 0
               ? rating
               : lm_desk_rating_of(p->section, fide, national, rating);
}

static void set_player(struct taking *t, struct lm_desk_player *p)
{
    const struct said *v = t->v;
    int32_t rating = rating_to_be(v, p);
    if (v->rating != LM_NOT_SAID || rating != p->rating)
        SET(t->d, p->rating, rating);
    set_rating(t->d, &p->fide, v->fide);
    set_rating(t->d, &p->national, v->national);
    bool said = v->source != NULL && v->source[0] != '\0';
    set_text(t->d, &p->source, v->source);
    if (!said && v->rating != LM_NOT_SAID) /* VCL 134: where a rating comes from is known */
        SET(t->d, p->source, "by hand");
    set_text(t->d, &p->table, v->table);
    if (v->no_half_bye != LM_UNSAID)
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
               "it is not said for which team");
    else if (t->team != NULL && t->team->standing == LM_REMOVED)
        REFUSE(t, "no-team", "C.04.6", "name a team that takes part", "the team was taken out");
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

/* The round from which a new player is paired. */
static uint32_t first_round(const struct taking *t)
{
    uint32_t next = lm_desk_published(t->s) + 1;
    bool later = t->v->from != LM_NOT_SAID && t->v->from > (int64_t)next;
    return later ? (uint32_t)t->v->from : next;
}

static int64_t said_rating(const struct said *v)
{
    return v->rating != LM_NOT_SAID ? v->rating : v->fide != LM_NOT_SAID ? v->fide : 0;
}

static const char *said_title(const struct said *v)
{
    return v->title == NULL ? "" : v->title;
}

/* Two entrants who look like one (situations 2 and 3): a question, not an error. */
static void judge_look_alike(struct taking *t)
{
    const struct lm_desk_event *e = &t->d->event;
    for (size_t i = 0; i < e->person_count; i++) {
        const struct lm_desk_person *p = e->people[i];
        if (p->merged[0] != '\0' || p->erased || !lm_desk_look_alike(p, t->v, t->d->arena))
            continue;
        lm_desk_need(t, LM_LEVEL_ACKNOWLEDGE, "look-alike", p->id, "",
                     "\"join\" enters the person who is there already; or tell them apart by id",
                     "%s looks like %s (%s)", t->v->name, p->name, p->id);
    }
}

/* The number that who is being entered earns. */
static uint32_t number_of_entry(const struct taking *t);

bool lm_desk_is_sanctioned(const char *name, const char *fide_id, const char *sanctioned_name,
                           const char *sanctioned_id, struct lm_arena *arena)
{
    bool both = sanctioned_id[0] != '\0' && fide_id[0] != '\0';
    return both ? strcmp(sanctioned_id, fide_id) == 0
                : sanctioned_name[0] != '\0' && lm_desk_same_name(sanctioned_name, name, arena);
}

/* Situation 12: the list of those who are not to be admitted. */
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
                         lm_desk_format(t->d->arena, "%llu", (unsigned long long)x->line), "C.05",
                         "refuse the entry; or say why in \"note\", which stays private",
                         x->until[0] == '\0'
                             ? "%s is on the list of sanctioned players: %s"
                             : "%s is on the list of sanctioned players: %s, until %s",
                         t->v->name, x->text, x->until);
    }
}

/* The number that a rating would give him. */
static uint32_t number_by(const struct taking *t, int64_t rating)
{
    uint32_t before = 0;
    for (size_t k = 0; k < t->s->player_count; k++)
        before += t->s->players[k] != t->player && t->s->players[k]->standing == LM_PLAYS &&
                  t->s->players[k]->rating > rating;
    return before + 1;
}

/* Where each of his ratings would put him (situation 7). */
static void judge_seeding(struct taking *t, int64_t fide, int64_t national)
{
    const int64_t rating = t->v->rating;
    const char *remedy = LM_TOLD("\"edit\" changes it freely before round 1");
    struct lm_arena *arena = t->d->arena;
    if (rating == LM_NOT_SAID || (fide <= 0 && national <= 0) || lm_desk_started(t->s))
        return;
    const long long own = (long long)rating;
    const uint32_t number = number_by(t, rating);
    const struct lm_told *said =
        national <= 0 ? lm_told_print(arena, "by hand %lld: number %u, FIDE %lld: number %u", own,
                                      number, (long long)fide, number_by(t, fide))
        : fide <= 0 ? lm_told_print(arena, "by hand %lld: number %u, national %lld: number %u", own,
                                    number, (long long)national, number_by(t, national))
                    : lm_told_print(arena,
                                    "by hand %lld: number %u, FIDE %lld: number %u, national %lld: "
                                    "number %u",
                                    own, number, (long long)fide, number_by(t, fide),
                                    (long long)national, number_by(t, national));
    lm_desk_need_said(t, LM_LEVEL_INFORM, "seeding", NULL, "VCL 145", remedy, said);
}

/* Who comes into a team that has played stands at the end of its boards. */
static void judge_late_member(struct taking *t)
{
    if (t->s->finished)
        REFUSE(t, "finished", "", "take the end back first", "the section is finished");
    else if (lm_desk_started(t->s))
        lm_desk_need(t, LM_LEVEL_ACKNOWLEDGE, "late-member", t->team->person->id,
                     "C.05, as announced", "enter him only if the regulations allow it",
                     "the event has begun: he comes to the end, board %zu of %s",
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
        REFUSE(t, "finished", "", "take the end back first", "the section is finished");
    if (!lm_desk_started(s))
        return;
    if (first_round(t) > s->rounds)
        REFUSE(t, "too-late", "C.04.2 art. 2.4", "enter him in another section",
               "all rounds are published");
    else
        lm_desk_need(
            t, LM_LEVEL_ACKNOWLEDGE, "late-entry", NULL, "C.04.2 art. 2.4",
            "enter him only if the regulations allow it; \"reseat\" seats him at once with "
            "who has the bye",
            "a late entry: paired from round %u on, without points for those before; he "
            "gets number %u, those behind it move by one",
            first_round(t), number_of_entry(t));
    if (lm_desk_started(s) && first_round(t) <= s->rounds)
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
    const struct said *v = t->v;
    struct lm_desk_person person = {
        .title = said_title(v), .name = or_empty(v->name), .birth = or_empty(v->birth)};
    const struct lm_desk_person *known = lm_desk_person(t->d, v->id == NULL ? "" : v->id);
    struct lm_desk_player p = {.person = known != NULL ? known : &person, .section = t->s};
    p.fide = v->fide == LM_NOT_SAID ? 0 : (int32_t)v->fide;
    p.national = v->national == LM_NOT_SAID ? 0 : (int32_t)v->national;
    p.rating = (int32_t)said_rating(v);
    if (v->rating == LM_NOT_SAID)
        p.rating = lm_desk_rating_of(t->s, p.fide, p.national, p.rating);
    return lm_desk_number_for(t->s, &p);
}

static void decide_number(struct taking *t, struct lm_json_writer *w)
{
    if (t->s->teams) /* of a person in a team: the next, by himself */
        return;
    if (lm_desk_is_fixed(t->s)) { /* the free one, when it plays already */
        if (lm_desk_started(t->s))
            lm_desk_decide_stepping_in(t, w);
        return;
    }
    if (t->s->numbered) /* whenever he comes (VCL 156) */
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
    lm_json_put_string(w, "person",
                       lm_desk_format(t->d->arena, "p%zu", t->d->event.person_count + 1));
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
    if (t->v->number != LM_NOT_SAID)
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
    place_player(t, t->s, person, steps_in ? 1 : first_round(t));
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

/* By rules without numbers of their own (${number}) title and name stand in the order of every
 * round: other ones would pair those that were played otherwise. */
static void judge_order_of_equals(struct taking *t)
{
    const struct lm_desk_person *p = t->player->person;
    const struct said *v = t->v;
    bool title = v->title != NULL && v->title[0] != '\0' && strcmp(v->title, p->title) != 0;
    bool name = v->name != NULL && v->name[0] != '\0' && strcmp(v->name, p->name) != 0;
    if ((!title && !name) || !lm_desk_started(t->s) || !t->s->system->orders_by_name)
        return;
    lm_desk_need(t, LM_LEVEL_CONFIRM, "order-of-equals", NULL, "A2, VCL 146",
                 "leave it until the end, if it can wait",
                 title ? "the title stands in the order of players of equal rating: rounds that "
                         "were paired would be paired otherwise"
                       : "the name stands in the order of players of equal rating: rounds that "
                         "were paired would be paired otherwise");
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
        judge_seeding(t, t->v->fide != LM_NOT_SAID ? t->v->fide : t->player->fide,
                      t->v->national != LM_NOT_SAID ? t->v->national : t->player->national);
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
        REFUSE(t, "has-played", "VCL 189", "line up somebody else", "%s has played: his games stay",
               lm_desk_who(t, t->player));
    else if (t->player->team != NULL)
        return;
    else if (lm_desk_has_played(t->player))
        REFUSE(t, "has-played", "VCL 189", "\"withdraw\" lets him leave",
               "%s was paired: his games stay", lm_desk_who(t, t->player));
    else if (lm_desk_board_of(t->s, lm_desk_paired(t->s), t->player) != NULL)
        REFUSE(t, "in-proposal", "", "unpair the round first", "%s sits in the round being paired",
               lm_desk_who(t, t->player));
}

static void apply_remove(struct taking *t)
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
    apply_remove(t);
}

/* ---- leaving and coming back
 * ----------------------------------------------------------------------------- */

static uint32_t leaves_from(const struct taking *t)
{
    uint32_t now = lm_desk_published(t->s);
    if (t->v->from != LM_NOT_SAID)
        return (uint32_t)t->v->from;
    if (lm_desk_is_fixed(t->s) && now > 0) { /* his games there are: the first that is not played */
        const struct lm_desk_board *b = lm_desk_board_of(t->s, now, t->player);
        return b != NULL && !lm_desk_has_result(b) ? now : now + 1;
    }
    return now + 1;
}

/* Whom the opponent left behind could play instead (situation 65). */
static const struct lm_told *free_opponents(const struct taking *t, const struct lm_desk_board *b)
{
    struct lm_text text = lm_text_in(t->d->arena);
    const struct lm_desk_player *left = b->white == t->player ? b->black : b->white;
    const struct lm_desk_round *r = lm_desk_round(t->s, b->round);
    for (size_t i = 0; i < r->idle_count; i++) {
        const struct lm_desk_player *p = r->idle[i].player;
        bool met = false;
        for (uint32_t round = 1; round < b->round && !met; round++) {
            const struct lm_desk_board *played = lm_desk_board_of(t->s, round, p);
            met = played != NULL && (played->white == left || played->black == left);
        }
        if (!met && lm_desk_in_play(p, b->round))
            lm_text_print(&text, "%s%s (\"reseat %u-%u\")", text.length == 0 ? "" : ", ",
                          lm_desk_who(t, p), left->number, p->number);
    }
    return text.length == 0 ? lm_told_print(t->d->arena, "enter the forfeit")
                            : lm_told_print(t->d->arena, "enter the forfeit; free to play: %s",
                                            lm_text_string(&text));
}

static void judge_leaving(struct taking *t)
{
    const struct lm_desk_player *p = t->player;
    uint32_t from = leaves_from(t);
    struct lm_desk_board *board = lm_desk_board_of(t->s, from, p);
    if (p->standing != LM_PLAYS)
        REFUSE(t, "gone", "", "\"return\" lets him come back", "%s has left already",
               lm_desk_who(t, p));
    else if (from <= lm_desk_published(t->s) && board != NULL && lm_desk_has_result(board))
        REFUSE(t, "played-since", "", "name a later round", "%s has a result in round %u",
               lm_desk_who(t, p), from);
    else if (lm_desk_is_fixed(t->s) && lm_desk_proposed(t->s) != NULL)
        REFUSE(t, "in-proposal", "", "\"unpair\", or \"publish\" what is altered, first",
               "round %u is being made", lm_desk_proposed(t->s)->number);
    else if (lm_desk_is_fixed(t->s))
        lm_desk_judge_games_left(t, from);
    else if (board != NULL && lm_desk_is_published(lm_desk_round(t->s, from))) {
        lm_desk_need(t, LM_LEVEL_CONFIRM, "is-paired", board->id, "C.04.2 art. 4.4",
                     "enter the forfeit", "%s is paired on board %u of round %u", lm_desk_who(t, p),
                     board->number, from);
        lm_desk_instead(t, free_opponents(t, board));
    } else if (board != NULL)
        REFUSE(t, "in-proposal", "", "unpair the round first; he will be left out",
               "%s sits in the round being paired", lm_desk_who(t, p));
}

static void apply_leaving(struct taking *t, enum lm_desk_standing standing)
{
    SET(t->d, t->player->standing, (uint8_t)standing);
    SET(t->d, t->player->out_from, leaves_from(t));
    if (lm_desk_is_fixed(t->s))
        lm_desk_forfeit_games_left(t, t->player->out_from);
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
    if (t->v->shown != 0)
        SET(t->d, t->player->shown, t->v->shown == 2);
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
               "return from the next round; then \"reseat\" can seat him in the published one",
               "round %lld is published", (long long)t->v->from);
}

/* Who left before the numbers were given has none yet. */
static void decide_return(struct taking *t, struct lm_json_writer *w)
{
    if (t->s->numbered && t->player->number == 0)
        lm_json_put_integer(w, "number", lm_desk_number_for(t->s, t->player));
}

/* The rounds he missed stay missed: he is back as of a later one. */
static void apply_return(struct taking *t)
{
    struct lm_desk_player *p = t->player;
    uint32_t from = t->v->from != LM_NOT_SAID ? (uint32_t)t->v->from : lm_desk_published(t->s) + 1;
    SET(t->d, p->standing, LM_PLAYS);
    SET(t->d, p->out_from, 0);
    SET(t->d, p->explained, lm_desk_published(t->s));
    if (t->v->number != LM_NOT_SAID && p->number == 0)
        lm_desk_give_number(t, p, (uint32_t)t->v->number);
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
    else if (lm_desk_is_fixed(to) && lm_desk_paired(to) > 0)
        REFUSE(t, "round-robin", "C.05 Annex 1",
               "\"unpair\" or \"unpublish\" its rounds, while no game has begun",
               "the rounds of section %s are made", to->id);
}

static void judge_move(struct taking *t)
{
    struct lm_desk_section *to = lm_desk_section(t->d, t->v->to);
    if (to->fee != t->s->fee)
        lm_desk_need(t, LM_LEVEL_INFORM, "fee", t->player->person->id, "",
                     "\"pay\" says what was paid, or given back",
                     "the fee of section %s is %d instead of %d, %d are paid", to->id, to->fee,
                     t->s->fee, t->player->paid);
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
        lm_json_put_integer(w, "number", lm_desk_number_for(to, t->player));
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
    SET(t->d, p->paid, from->paid);
    SET(t->d, from->paid, 0);
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
    else if ((t->v->numbers.said || t->act == NULL) && !names_each(t, &t->v->numbers, true))
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

/* By rating; who is equal keeps his place (VCL 153). */
static struct lm_desk_player **order_by_rating(const struct taking *t, size_t *count)
{
    struct lm_desk_player **order =
        lm_arena_alloc(t->d->arena, t->s->player_count + 1, sizeof(struct lm_desk_player *));
    *count = 0;
    t->d->out_of_memory |= order == NULL;
    for (size_t i = 0; order != NULL && i < t->s->player_count; i++) {
        struct lm_desk_player *p = t->s->players[i];
        size_t at = *count;
        int32_t own = lm_desk_strength(p);
        if (p->standing == LM_REMOVED || p->number == 0)
            continue;
        for (; at > 0 &&
               (lm_desk_strength(order[at - 1]) < own ||
                (lm_desk_strength(order[at - 1]) == own && order[at - 1]->number > p->number));
             at--)
            order[at] = order[at - 1];
        order[at] = p;
        ++*count;
    }
    return order;
}

/* The players that the line will name, in their new order. */
static struct lm_desk_player **wanted_order(const struct taking *t, size_t *count)
{
    if (!t->v->numbers.said)
        return order_by_rating(t, count);
    struct lm_desk_player **order =
        lm_arena_alloc(t->d->arena, t->v->numbers.count + 1, sizeof(struct lm_desk_player *));
    *count = order == NULL ? 0 : t->v->numbers.count;
    t->d->out_of_memory |= order == NULL;
    for (size_t i = 0; i < *count; i++)
        order[i] = lm_desk_player(t->s, t->v->numbers.items[i]);
    return order;
}

/* VCL 147: only equals change places; VCL 154: who moves is shown. */
static void judge_order(struct taking *t)
{
    enum { SHOWN = 8 };
    size_t count, moved = 0;
    struct lm_desk_player **order = wanted_order(t, &count);
    struct lm_text text = lm_text_in(t->d->arena);
    bool fits = true;
    for (size_t i = 0; order != NULL && i < count; i++) {
        fits &= i == 0 || lm_desk_strength(order[i - 1]) >= lm_desk_strength(order[i]);
        if (order[i]->number == i + 1)
            continue;
        if (moved++ < SHOWN)
            lm_text_print(&text, "%s%s %u => %zu", moved > 1 ? ", " : "", lm_desk_who(t, order[i]),
                          order[i]->number, i + 1);
    }
    if (!fits && !lm_desk_is_fixed(t->s)) /* there by lot, or as somebody enters them (VCL 95) */
        lm_desk_depart(t, "numbers-not-by-rating", "C.04.2 art. 2, VCL 147",
                       "\"number\" without a list gives them by rating",
                       "numbers follow the ratings; only players who are equal change places");
    if (moved == 0)
        lm_desk_need(t, LM_LEVEL_CONFIRM, "numbers", NULL, "C.04.2 art. 2.3",
                     "leave the numbers as they are", "nobody gets another number");
    else
        lm_desk_need(t, LM_LEVEL_CONFIRM, "numbers", NULL, "C.04.2 art. 2.3",
                     "leave the numbers as they are",
                     moved > SHOWN ? "%zu players get other numbers: %s and %zu more"
                                   : "%zu players get other numbers: %s",
                     moved, lm_text_string(&text), moved > SHOWN ? moved - SHOWN : 0);
}

static void decide_order(struct taking *t, struct lm_json_writer *w)
{
    size_t count;
    if (t->v->numbers.said)
        return;
    struct lm_desk_player **order = order_by_rating(t, &count);
    lm_json_begin(w, "numbers", '[');
    for (size_t i = 0; order != NULL && i < count; i++)
        lm_json_put_string(w, NULL, order[i]->person->id);
    lm_json_end(w, ']');
}

static void judge_number(struct taking *t)
{
    if (lm_desk_paired(t->s) >= 4 && !lm_desk_is_fixed(t->s))
        lm_desk_depart(t, "numbers-late", "C.04.2 art. 2.3", "leave the numbers as they are",
                       "numbers do not change once round 4 is paired");
    judge_order(t);
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
    lm_desk_number_members(t);
    SET(t->d, t->s->numbers_by_hand, true);
    lm_desk_drop_table(t);
}

/* ---- ratings of a list, money, sanctions
 * ----------------------------------------------------------------- */

static void check_ratings(struct taking *t)
{
    if (t->v->players.count != t->v->ratings.count)
        REFUSE(t, "not-each", "VCL 133", "give each player one rating",
               "%zu players and %zu ratings", t->v->players.count, t->v->ratings.count);
    for (size_t i = 0; i < t->v->players.count; i++)
        if (lm_desk_member(t->s, t->v->players.items[i]) == NULL)
            lm_desk_need(t, LM_LEVEL_REFUSED, "unknown-player", t->v->players.items[i], "",
                         "take the id or the number of a player of this section",
                         "there is no player \"%s\"", t->v->players.items[i]);
}

/* VCL 210-213: what a later list says counts from a round on; numbers and pairings go by the first.
 * FIDE rates by the list of the month only what is longer than thirty days. */
static void judge_later_ratings(struct taking *t)
{
    const struct lm_desk_event *e = &t->d->event;
    struct lm_date first, last;
    if ((uint64_t)t->v->from > t->s->rounds)
        lm_desk_need(t, LM_LEVEL_REFUSED, "no-round", NULL, "", "take one of the rounds to come",
                     "there is no round %lld", (long long)t->v->from);
    bool known = lm_parse_date(e->start, strlen(e->start), &first) &&
                 lm_parse_date(e->end, strlen(e->end), &last);
    if (known && lm_day_of(last) - lm_day_of(first) <= 30)
        lm_desk_need(t, LM_LEVEL_CONFIRM, "short-event", NULL, "B.02 4.1, VCL 210",
                     "leave the ratings of the first day",
                     "the event takes 30 days at most: FIDE rates all of it by one list");
    lm_desk_need(t, LM_LEVEL_CONFIRM, "later-ratings", NULL, "VCL 212-214",
                 "\"settings rating_use=round\" lets tie-breaks on ratings go by them",
                 "from round %lld on %zu players have other ratings; numbers, pairings and "
                 "tie-breaks keep the first",
                 (long long)t->v->from, t->v->players.count);
}

/* VCL 137: the list that is in force on the first day. */
static void judge_ratings(struct taking *t)
{
    if (t->v->from != LM_NOT_SAID) {
        judge_later_ratings(t);
        return;
    }
    const char *month = t->v->month == NULL ? "" : t->v->month, *start = t->d->event.start;
    if (month[0] != '\0' && start[0] != '\0' && strncmp(month, start, 7) != 0)
        lm_desk_need(t, LM_LEVEL_CONFIRM, "other-month", month, "VCL 137",
                     "take the list that is in force on the first day",
                     "the event begins on %s: the list of %s is not the one in force then", start,
                     month);
    if (lm_desk_started(t->s)) {
        lm_desk_need(t, LM_LEVEL_CONFIRM, "rating-changed", NULL, "C.04.2 art. 2.3",
                     "leave them, if they are no mistake",
                     "ratings change after the start; numbers follow by \"number\"");
        lm_desk_remark(t, "Rating correction @ Round %u: %zu ratings of %s",
                       lm_desk_published(t->s), t->v->ratings.count,
                       month[0] == '\0' ? "a list" : month);
    }
}

static void apply_ratings(struct taking *t)
{
    const char *source = t->v->source == NULL ? "" : t->v->source;
    const char *month = t->v->month == NULL ? "" : t->v->month;
    const char *from = lm_desk_format(t->d->arena, "%s%s%s", source[0] == '\0' ? "list" : source,
                                      month[0] == '\0' ? "" : " ", month);
    for (size_t i = 0; i < t->v->players.count; i++) {
        struct lm_desk_player *p = lm_desk_member(t->s, t->v->players.items[i]);
        if (t->v->from != LM_NOT_SAID) {
            struct lm_desk_later_rating x = {
                p, (uint32_t)t->v->from, (int32_t)t->v->ratings.items[i], from, t->line->number};
            APPEND(t->d, t->s->later_ratings, t->s->later_rating_count, t->s->later_rating_capacity,
                   x);
            continue;
        }
        SET(t->d, p->rating, (int32_t)t->v->ratings.items[i]);
        SET(t->d, p->fide, (int32_t)t->v->ratings.items[i]);
        SET(t->d, p->source, from);
    }
}

static void apply_pay(struct taking *t)
{
    SET(t->d, t->player->paid, t->player->paid + (int32_t)t->v->amount_paid);
}

static void check_sanction(struct taking *t)
{
    if (t->act != NULL && t->v->name[0] == '\0' && t->v->fide_id[0] == '\0')
        REFUSE(t, "nobody", "", "say the name, the FIDE id, or both", "nobody is named");
}

static void apply_sanction(struct taking *t)
{
    struct lm_desk_event *e = &t->d->event;
    const struct said *v = t->v;
    struct lm_desk_sanction x = {
        v->name == NULL ? "" : v->name, v->fide_id == NULL ? "" : v->fide_id,
        v->text == NULL ? "" : v->text, v->end == NULL ? "" : v->end, t->line->number};
    APPEND(t->d, e->sanctions, e->sanction_count, e->sanction_capacity, x);
}

/* ---- who is equal at the end
 * ----------------------------------------------------------------------------- */

static void check_places(struct taking *t)
{
    if (!names_each(t, &t->v->players, false) || t->v->players.count < 2)
        REFUSE(t, "not-each", "", "name players of this section, each once",
               "the list does not name players once each");
}

static void judge_places(struct taking *t)
{
    struct lm_text text = lm_text_in(t->d->arena);
    for (size_t i = 0; i < t->v->players.count; i++)
        lm_text_print(&text, "%s%u", i == 0 ? "" : " ",
                      lm_desk_player(t->s, t->v->players.items[i])->number);
    lm_desk_need(t, LM_LEVEL_CONFIRM, "places", NULL, "VCL 205",
                 "\"lots\" draws them, the same for whoever draws again",
                 "who is equal is placed by hand: %s", lm_text_string(&text));
    lm_desk_remark(t, "Order @ Round %u: %s", lm_desk_published(t->s), lm_text_string(&text));
}

static void apply_places(struct taking *t)
{
    for (size_t i = 0; i < t->v->players.count; i++)
        SET(t->d, lm_desk_player(t->s, t->v->players.items[i])->lot, (uint32_t)i + 1);
}

/* ---- values that were computed elsewhere (VCL 207)
 * ------------------------------------------------------------- */

static void check_values(struct taking *t)
{
    struct lm_fraction value;
    if (!names_each(t, &t->v->players, false))
        REFUSE(t, "not-each", "", "name players of this section, each once",
               "the list does not name players once each");
    else if (t->v->players.count != t->v->results.count)
        REFUSE(t, "not-each", "VCL 207", "give each player one value", "%zu players and %zu values",
               t->v->players.count, t->v->results.count);
    for (size_t i = 0; i < t->v->results.count; i++)
        if (!lm_parse_given_value(t->v->results.items[i], &value))
            REFUSE(t, "no-value", "VCL 207", "as 12, 12.5 or -3.0625", "\"%s\" is no value",
                   t->v->results.items[i]);
}

/* The code that is meant, as standings have it, without modifiers; OTHER_ may be left out.  NULL:
 * it cannot be one. */
static const char *given_code(const struct taking *t)
{
    static const char prefix[] = "OTHER_";
    const struct lm_tie_break *said;
    const char *wish = t->v->tie_breaks;
    size_t count = 0, same = 0;
    while (same < sizeof prefix - 1 && lm_upper(wish[same]) == prefix[same])
        same++;
    wish = lm_desk_format(t->d->arena, "%s%s", same == sizeof prefix - 1 ? "" : prefix, wish);
    bool one = lm_tie_breaks_parse(wish, t->d->arena, NULL, &said, &count) == LM_OK && count == 1 &&
               lm_is_given_code(said);
    return one ? lm_desk_format(t->d->arena, "%.*s", (int)strcspn(said->code, "/"), said->code)
               : NULL;
}

/* Is ${code} among the tie-breaks of the section, whichever modifiers it has there? */
static bool is_announced(const struct taking *t, const char *code)
{
    const struct lm_tie_break *list = NULL;
    size_t count = 0, length = code == NULL ? 0 : strlen(code);
    if (lm_tie_breaks_parse(t->s->tie_breaks, t->d->arena, NULL, &list, &count) != LM_OK)
        return false;
    for (size_t i = 0; code != NULL && i < count; i++)
        if (strncmp(list[i].code, code, length) == 0 &&
            (list[i].code[length] == '\0' || list[i].code[length] == '/'))
            return true;
    return false;
}

static void judge_values(struct taking *t)
{
    const char *code = given_code(t);
    if (!is_announced(t, code))
        lm_desk_need(t, LM_LEVEL_REFUSED, "not-announced", NULL, "C.07 4, VCL 207",
                     "put OTHER_NAME, with a name of your own, into the tie-breaks (\"settings\")",
                     t->s->tie_breaks[0] == '\0'
                         ? "no tie-break \"%s\" that is computed elsewhere was announced"
                         : "no tie-break \"%s\" that is computed elsewhere is among the announced: "
                           "%s",
                     t->v->tie_breaks, t->s->tie_breaks);
    else
        lm_desk_need(t, LM_LEVEL_CONFIRM, "values", code, "VCL 207",
                     "leave it to the tie-breaks that are computed here",
                     "%zu players are ranked by values of %s that were computed elsewhere",
                     t->v->players.count, code);
}

static void apply_values(struct taking *t)
{
    struct lm_desk_section *s = t->s;
    const char *code = given_code(t);
    for (size_t i = 0; i < t->v->players.count; i++) {
        struct lm_desk_given_value x = {lm_desk_player(s, t->v->players.items[i]),
                                        code == NULL ? t->v->tie_breaks : code,
                                        t->v->results.items[i], t->line->number};
        APPEND(t->d, s->given, s->given_count, s->given_capacity, x);
    }
}

static void check_play_off(struct taking *t)
{
    if (t->player != NULL && t->player == t->other)
        REFUSE(t, "same", "C.04.1 art. 2", "name two players", "nobody plays himself");
}

/* It is no game of the tournament: neither points nor colours nor rating here. */
static void judge_play_off(struct taking *t)
{
    lm_desk_need(t, LM_LEVEL_INFORM, "play-off", NULL, "C.07",
                 "\"places\" puts the winner before the loser",
                 "a play-off counts for places only, not for points and not for this report");
    lm_desk_remark(t, "Play-off: %u-%u: %s", t->player->number, t->other->number,
                   results[t->v->result - 1]);
}

static void apply_play_off(struct taking *t)
{
    struct lm_desk_section *s = t->s;
    struct lm_desk_play_off x = {t->player, t->other,
                                 lm_desk_result_index(results[t->v->result - 1]), t->line->number};
    APPEND(t->d, s->play_offs, s->play_off_count, s->play_off_capacity, x);
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
                                   t->v->white_games == LM_NO_POINTS ? 0 : t->v->white_games,
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
     .decide = decide_join,
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
              LM_UNDO_RESTORE, FIELDS(expel_fields)},
     .judge = judge_expel,
     .apply = apply_expel,
     .person = "player"},
    {.kind = {"return", "A player who had left is back", "people", "C.04.2 art. 2.4", true,
              LM_RIGHT_ARBITER, LM_UNDO_RESTORE, FIELDS(return_fields)},
     .judge = judge_return,
     .decide = decide_return,
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
     .decide = decide_order,
     .apply = apply_number},
    {.kind = {"ratings", "Players get the ratings of a list", "people", "VCL 133-144", true,
              LM_RIGHT_ARBITER, LM_UNDO_RESTORE, FIELDS(rating_fields)},
     .check = check_ratings,
     .judge = judge_ratings,
     .apply = apply_ratings},
    {.kind = {"pay", "A fee is paid", "people", "", true, LM_RIGHT_CHECK_IN, LM_UNDO_RESTORE,
              FIELDS(pay_fields)},
     .apply = apply_pay},
    {.kind = {"sanction", "Somebody is not to be admitted", "people", "C.05", false,
              LM_RIGHT_ORGANISER, LM_UNDO_RESTORE, FIELDS(sanction_fields)},
     .check = check_sanction,
     .apply = apply_sanction},
    {.kind = {"places", "Who is equal is placed by hand", "after", "VCL 205", true, LM_RIGHT_CHIEF,
              LM_UNDO_RESTORE, FIELDS(places_fields)},
     .check = check_places,
     .judge = judge_places,
     .apply = apply_places},
    {.kind = {"values", "Values of a tie-break that were computed elsewhere", "after", "VCL 207",
              true, LM_RIGHT_CHIEF, LM_UNDO_RESTORE, FIELDS(values_fields)},
     .check = check_values,
     .judge = judge_values,
     .apply = apply_values},
    {.kind = {"play-off", "A game for a place is played", "after", "C.07", true, LM_RIGHT_ARBITER,
              LM_UNDO_RESTORE, FIELDS(play_off_fields)},
     .check = check_play_off,
     .judge = judge_play_off,
     .apply = apply_play_off},
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
