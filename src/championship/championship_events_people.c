/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/sort.h"
#include "base/texts.h"
#include "championship/championship_events.h"
#include "limmat/date.h"
#include "limmat/random.h"

/* Seeds of lots: whole numbers that every reader of JSON represents exactly. */
#define LOT_MOST ((INT64_C(1) << 53) - 1)

/* ---- apply */

/* Read a list of moments, which stays in the given order. */
static bool read_instants(struct taking *t, const char *key, const int64_t **out, size_t *count)
{
    const char *const *texts = NULL;
    size_t number = 0;
    if (!lm_field_strings(t->f, t->event, key, OPTIONAL, &texts, &number))
        return false;
    int64_t *instants = lm_arena_alloc(t->c->arena, number, sizeof *instants);
    for (size_t i = 0; instants != NULL && i < number; i++) {
        if (!lm_parse_instant(texts[i], strlen(texts[i]), &instants[i])) {
            lm_field_wrong(t->f, lm_event_place(t, key), key,
                           "times in UTC. Example: 2019-09-30T00:00:00Z", "\"%s\" isn't a time",
                           texts[i]);
            return false;
        }
    }
    *out = instants;
    *count = number;
    return instants != NULL;
}

static bool read_marks(struct taking *t, struct person *p)
{
    static const char *const known[] = {"account", "kind", "at", NULL};
    const struct lm_json *list = lm_field_typed(t->f, t->event, "marks", OPTIONAL, LM_JSON_ARRAY);
    if (list == NULL)
        return lm_json_get(t->event, "marks") == NULL;
    struct account_mark *marks = lm_arena_alloc(t->c->arena, list->length, sizeof *marks);
    for (const struct lm_json *item = list->first; marks != NULL && item != NULL;
         item = item->next) {
        struct account_mark *mark = &marks[p->mark_count++];
        if (!lm_field_known(t->f, item, "a mark", known) ||
            !lm_field_string(t->f, item, "kind", REQUIRED, &mark->kind) ||
            !lm_field_instant(t->f, item, "at", REQUIRED, &mark->at))
            return false;
    }
    p->marks = marks;
    return marks != NULL;
}

static bool read_rating(struct taking *t, const struct lm_json *item, struct rating_entry *entry)
{
    int64_t rating = 0;
    const struct lm_json *at = item->type == LM_JSON_ARRAY ? item->first : NULL;
    const char *text = lm_json_string(at);
    if (text != NULL && lm_parse_instant(text, at->length, &entry->at) &&
        lm_json_integer(at->next, 0, 5000, &rating)) {
        entry->rating = (int32_t)rating;
        return true;
    }
    lm_field_wrong(t->f, item, "history", "[\"2019-06-01T12:00:00Z\", 1834]",
                   "not a time and a rating");
    return false;
}

/* Read the seeding rating: given, or from the history of ratings (III.E). */
static bool read_seeding(struct taking *t, struct person *p)
{
    const struct seeding_rules *rules = &t->c->definition->seeding;
    const struct lm_json *list = lm_field_typed(t->f, t->event, "history", OPTIONAL, LM_JSON_ARRAY);
    if (!lm_field_tenths(t->f, t->event, "seeding", OPTIONAL, &p->seeding))
        return false;
    p->has_seeding = lm_json_get(t->event, "seeding") != NULL;
    if (list == NULL || p->has_seeding || rules->given) {
        if (!p->has_seeding)
            p->seeding = rules->unrated * WIN;
        return list != NULL || lm_json_get(t->event, "history") == NULL;
    }
    struct rating_entry *history = lm_arena_alloc(t->c->arena, list->length, sizeof *history);
    size_t count = 0;
    for (const struct lm_json *item = list->first; history != NULL && item != NULL;
         item = item->next) {
        if (!read_rating(t, item, &history[count]))
            return false;
        if (count > 0 && history[count].at < history[count - 1].at) {
            lm_field_wrong(t->f, item, "history", "oldest first",
                           "the ratings aren't in the order of time");
            return false;
        }
        count++;
    }
    p->seeding = lm_champ_seeding(rules, history, count).rating;
    p->has_seeding = true;
    return history != NULL;
}

static bool read_application(struct taking *t, struct person *p)
{
    return lm_field_string(t->f, t->event, "owner", OPTIONAL, &p->owner) &&
           lm_field_instant(t->f, t->event, "created", OPTIONAL, &p->created) &&
           lm_field_count(t->f, t->event, "games", OPTIONAL, 0, 100000000, &p->games) &&
           lm_field_count(t->f, t->event, "forfeits", OPTIONAL, 0, 100, &p->forfeits) &&
           lm_field_boolean(t->f, t->event, "bot", OPTIONAL, &p->bot) &&
           read_instants(t, "games_at", &p->games_at, &p->games_at_count) &&
           read_instants(t, "cheat_games", &p->cheat_games, &p->cheat_game_count) &&
           read_marks(t, p) && read_seeding(t, p);
}

bool lm_champ_same_account(const char *a, const char *b)
{
    for (; *a != '\0' && *b != '\0'; a++, b++) {
        char x = *a, y = *b;
        x = x >= 'A' && x <= 'Z' ? (char)(x - 'A' + 'a') : x;
        y = y >= 'A' && y <= 'Z' ? (char)(y - 'A' + 'a') : y;
        if (x != y)
            return false;
    }
    return *a == *b;
}

const char *lm_champ_account(const struct lm_championship *c, const char *name)
{
    const struct lm_definition *d = c->definition;
    for (size_t i = 0; i < d->director_count; i++)
        if (lm_champ_same_account(d->directors[i], name))
            return d->directors[i];
    for (size_t i = 0; i < d->holder_count; i++)
        if (lm_champ_same_account(d->holders[i].player, name))
            return d->holders[i].player;
    for (size_t i = 0; i < c->person_count; i++)
        if (lm_champ_same_account(c->people[i].id, name))
            return c->people[i].id;
    return NULL;
}

/* II.C.4: applicants can enter only their own account, directors any; an account has one owner. */
static enum lm_status check_accounts(struct taking *t, const char *name, const char *owner)
{
    const struct lm_championship *c = t->c;
    const char *known = lm_champ_account(c, name);
    if (c->replaying)
        return LM_OK;
    if (known != NULL && strcmp(known, name) != 0)
        return REFUSE(t, "player", ART_APPLICATION, "enter the name as it is written here",
                      "%s is the account %s", name, known);
    if (!t->director && !lm_champ_same_account(owner, name))
        return REFUSE(t, "owner", ART_APPLICATION, "tell the director",
                      "only a director can link a player to an account");
    known = lm_champ_account(c, owner);
    if (!lm_champ_same_account(owner, name) && known != NULL && strcmp(known, owner) != 0)
        return REFUSE(t, "owner", ART_APPLICATION, "enter the name as it is written here",
                      "%s is written %s here", owner, known);
    for (size_t i = 0; i < c->person_count; i++)
        if (strcmp(c->people[i].owner, owner) != 0 &&
            lm_champ_same_account(c->people[i].owner, owner))
            return REFUSE(t, "owner", ART_APPLICATION, "enter the name as it is written here",
                          "%s is written %s here", owner, c->people[i].owner);
    return LM_OK;
}

/* Is ${name} a word of decisions, or the author of the server's acts?  A ruling "draw" would be the
 * win of a player called draw. */
static bool is_word(const char *name)
{
    static const char *const words[] = {"draw", "nobody", "none", "both", SERVER_NAME};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], name) == 0)
            return true;
    return false;
}

static enum lm_status check_application(struct taking *t, const char *name, uint32_t known)
{
    const struct lm_definition *d = t->c->definition;
    bool holder = known != NOBODY && t->c->people[known].holder != NOBODY;
    if (!t->c->replaying && is_word(name))
        return REFUSE(t, "player", ART_APPLICATION, "write it with a capital letter",
                      "\"%s\" has another meaning here", name);
    if (known != NOBODY && t->c->people[known].applied != NEVER)
        return REFUSE(t, "player", ART_APPLICATION, "one application per account",
                      "%s has applied already", name);
    if (t->c->current != NOBODY && !holder)
        return REFUSE(t, "player", ART_APPLICATION, NULL, "%s comes too late: play has begun",
                      name);
    if (!holder && (t->c->time < d->registration_from || t->c->time > d->registration_until))
        return REFUSE(t, "at", ART_APPLICATION, NULL, "registration isn't open at that time");
    return LM_OK;
}

enum lm_status lm_event_apply(struct taking *t)
{
    const char *name = NULL;
    if (!lm_field_string(t->f, t->event, "player", REQUIRED, &name))
        return LM_INVALID;
    if (!t->director && strcmp(name, t->name) != 0)
        return REFUSE(t, "player", ART_APPLICATION, "apply for yourself",
                      "only a director enters others");
    uint32_t known = lm_champ_person(t->c, name);
    enum lm_status status = check_application(t, name, known);
    if (status != LM_OK)
        return status;
    struct person facts = {.id = name, .owner = name};
    if (!read_application(t, &facts))
        return LM_INVALID;
    status = check_accounts(t, name, facts.owner);
    if (status != LM_OK)
        return status;
    uint32_t person = known != NOBODY ? known : lm_champ_add_person(t->c, name);
    if (person == NOBODY)
        return LM_LIMIT;
    struct person *p = &t->c->people[person];
    facts.id = p->id;
    facts.rulings = p->rulings;
    facts.holder = p->holder;
    facts.applied = t->c->time;
    facts.out = p->out;
    facts.out_at = p->out_at;
    facts.out_line = p->out_line;
    *p = facts;
    if (!lm_champ_enter_owner(t->c, person))
        return LM_LIMIT;
    lm_champ_judge(t->c, person);
    static const char *const verdicts[] = {[ENTRY_NOT_APPLIED] = LM_MESSAGE("has not applied"),
                                           [ENTRY_ACCEPTED] = LM_MESSAGE("is accepted"),
                                           [ENTRY_PENDING] = LM_MESSAGE("waits for a decision"),
                                           [ENTRY_REJECTED] = LM_MESSAGE("is rejected"),
                                           [ENTRY_HOLDER] =
                                               LM_MESSAGE("takes part without applying")};
    lm_champ_change(
        t->c, p->reason_count > 0 ? p->reasons[0] : t->c->definition->articles[ART_APPLICATION],
        person, NULL, "%s applies and %s", p->id, verdicts[p->status]);
    lm_champ_change_says(t->c, verdicts[p->status]);
    return LM_OK;
}

/* ---- out */

/* Name the effects of a late entry: matches open at that time have ended since, or a stage has
 * begun. */
static void name_what_came_since(struct taking *t, uint32_t person)
{
    const struct lm_championship *c = t->c;
    for (size_t i = 0; i < c->contest_count; i++) {
        const struct contest *contest = &c->contests[i];
        uint32_t side = lm_champ_side(contest, person);
        struct lm_text token = lm_text_in(c->arena);
        if (side == NO_SIDE || contest->stage != c->current ||
            c->definition->stages[c->current].leaving != LEAVING_OPPONENT_WINS ||
            !lm_champ_ended_after(contest, c->time) || contest->winner == 1 - side)
            continue;
        lm_text_print(&token, "ended:%s", contest->id);
        lm_event_need(t, LM_LEVEL_CONFIRM, lm_text_string(&token), ART_DISPUTES,
                      "enter it with the time of the result or later",
                      "match %s was still open then: it is lost, whatever was entered later",
                      lm_champ_between(t->c, contest));
    }
}

enum lm_status lm_event_out(struct taking *t)
{
    uint32_t person = NOBODY;
    unsigned ground = 0;
    if (!lm_event_person(t, "player", &person) ||
        !lm_field_choice(t->f, t->event, "ground", REQUIRED, lm_champ_ground_names, &ground))
        return LM_INVALID;
    const char *name = lm_champ_name(t->c, person);
    if (t->c->people[person].out != GROUND_NONE)
        return REFUSE(t, "player", ART_DISPUTES, NULL, "%s has left the championship already",
                      name);
    if (ground == GROUND_NONE || ground == GROUND_FORFEITS)
        return REFUSE(t, "ground", ART_DISPUTES, "give the reason",
                      "no one can enter this reason by hand");
    if (!t->director && (person != t->by || ground != GROUND_WITHDRAWAL))
        return REFUSE(t, "player", ART_DISPUTES, "players can only withdraw themselves",
                      "only a director disqualifies");
    if (lm_champ_over(t->c))
        return REFUSE(t, "player", ART_DISPUTES, NULL, "the championship is over");
    name_what_came_since(t, person);
    lm_champ_leave(t->c, person, (enum ground)ground);
    return LM_OK;
}

/* ---- decide */

static const struct entry_rule *rule_of_article(const struct taking *t, const char *article,
                                                size_t *index)
{
    const struct lm_definition *d = t->c->definition;
    for (*index = 0; *index < d->entry_rule_count; ++*index) {
        const struct entry_rule *rule = &d->entry_rules[*index];
        if (strcmp(rule->article, article) == 0 &&
            (rule->exception || rule->verdict == ENTRY_REVIEW))
            return rule;
    }
    return NULL;
}

/* II.B, II.C.2, II.C.3: the director makes an exception, accepts or denies. */
static enum lm_status decide_application(struct taking *t)
{
    static const char *const verdicts[] = {"open", "accept", "deny", NULL};
    uint32_t person = NOBODY;
    const char *article = NULL;
    unsigned verdict = 0;
    size_t index = 0;
    if (!lm_event_person(t, "player", &person) ||
        !lm_field_string(t->f, t->event, "article", REQUIRED, &article) ||
        !lm_field_choice(t->f, t->event, "verdict", REQUIRED, verdicts, &verdict))
        return LM_INVALID;
    if (t->c->current != NOBODY)
        return REFUSE(t, "player", ART_APPLICATION, NULL, "play has begun: entries are closed");
    if (rule_of_article(t, article, &index) == NULL)
        return REFUSE(t, "article", ART_APPLICATION,
                      "an article that leaves the decision to the director",
                      "article \"%s\" leaves the director no choice", article);
    struct person *p = &t->c->people[person];
    p->rulings[index] = (enum ruling)verdict;
    lm_champ_judge(t->c, person);
    lm_champ_change(t->c, article, person, NULL, "the director decides on %s: %s", p->id,
                    verdicts[verdict]);
    return LM_OK;
}

/* V.H, V.I: the director decides whose fault it is that no time was agreed. */
static enum lm_status decide_finding(struct taking *t)
{
    struct contest *contest = NULL;
    const char *at_fault = NULL;
    if (!lm_event_contest(t, &contest) ||
        !lm_field_string(t->f, t->event, "at_fault", REQUIRED, &at_fault))
        return LM_INVALID;
    uint32_t side = lm_champ_side(contest, lm_champ_person(t->c, at_fault));
    bool none = strcmp(at_fault, "none") == 0;
    if (side == NO_SIDE && !none && strcmp(at_fault, "both") != 0)
        return REFUSE(t, "at_fault", ART_FINDING, "a player of the match, \"none\" or \"both\"",
                      "\"%s\" does not play match %s", at_fault, lm_champ_between(t->c, contest));
    if (lm_champ_contest_deal(t->c, contest, t->c->time).deal != DEAL_NEEDS_FINDING)
        return REFUSE(t, "match", ART_FINDING,
                      "only after both made their offers and the last day to agree has passed",
                      "%s needs no finding of fault", lm_event_named(t, contest));
    enum finding both_or_none = none ? FINDING_NONE : FINDING_BOTH;
    contest->finding =
        side == NO_SIDE ? both_or_none : (side == FIRST ? FINDING_FIRST : FINDING_SECOND);
    lm_champ_change(t->c, t->c->definition->articles[ART_FINDING], contest->player[FIRST], contest,
                    "finding in %s: at fault is %s", lm_champ_between(t->c, contest), at_fault);
    return LM_OK;
}

static bool read_forfeited(struct taking *t, const struct contest *contest, bool forfeited[2])
{
    const char *const *names = NULL;
    size_t count = 0;
    if (!lm_field_strings(t->f, t->event, "forfeited", OPTIONAL, &names, &count))
        return false;
    for (size_t i = 0; i < count; i++) {
        uint32_t side = lm_champ_side(contest, lm_champ_person(t->c, names[i]));
        if (side == NO_SIDE) {
            REFUSE(t, "forfeited", ART_FORFEITS, "players of the match",
                   "\"%s\" does not play match %s", names[i], lm_champ_between(t->c, contest));
            return false;
        }
        forfeited[side] = true;
    }
    return true;
}

/* I.C: the director ends a match, with or without forfeits (VI.D, VI.F). */
static enum lm_status decide_result(struct taking *t)
{
    struct contest *contest = NULL;
    const char *winner = NULL;
    bool forfeited[2] = {false, false};
    if (!lm_event_match(t, &contest) ||
        (contest->disputed == NO_SIDE && !lm_event_is_open(t, contest)) ||
        !lm_field_string(t->f, t->event, "winner", REQUIRED, &winner) ||
        !read_forfeited(t, contest, forfeited))
        return LM_INVALID;
    uint32_t side = lm_champ_side(contest, lm_champ_person(t->c, winner));
    bool draw = strcmp(winner, "draw") == 0;
    if (side == NO_SIDE && !draw && strcmp(winner, "nobody") != 0)
        return REFUSE(t, "winner", ART_DISPUTES, "a player of the match, \"draw\" or \"nobody\"",
                      "\"%s\" does not play match %s", winner, lm_champ_between(t->c, contest));
    if (side == NO_SIDE && lm_champ_is_decisive(t->c, contest))
        return REFUSE(t, "winner", ART_DISPUTES, "name the winner", "%s must have a winner",
                      lm_event_named(t, contest));
    bool absence = contest->kind == RESULT_NO_SHOW || contest->kind == RESULT_LEFT;
    if (contest->state == CONTEST_DONE && absence)
        return REFUSE(t, "match", ART_DISPUTES, "undo the claim, or leave it as it is",
                      "%s ended by a claim, and later entries depend on it",
                      lm_event_named(t, contest));
    uint32_t players[2] = {contest->player[FIRST], contest->player[SECOND]};
    if (contest->disputed != NO_SIDE)
        contest->games = ""; /* else disputed games would still count where games break ties */
    lm_champ_finish(t->c, contest, side != NO_SIDE ? side : (draw ? DRAWN : NO_SIDE),
                    side != NO_SIDE ? RESULT_RULED : RESULT_UNPLAYED);
    for (uint32_t i = FIRST; i <= SECOND; i++) {
        if (forfeited[i])
            lm_champ_forfeit(t->c, players[i]);
    }
    return LM_OK;
}

/* I.C: the director confirms a report by one player alone that the other disputed. */
static enum lm_status decide_dispute(struct taking *t)
{
    struct contest *contest = NULL;
    if (!lm_event_match(t, &contest))
        return LM_INVALID;
    if (contest->disputed == NO_SIDE)
        return REFUSE(t, "match", ART_DISPUTES, NULL, "no one disputes match %s",
                      lm_champ_between(t->c, contest));
    if (contest->state == CONTEST_OPEN)
        contest->waiting = NULL;
    contest->disputed = contest->alone = NO_SIDE;
    lm_champ_change(t->c, t->c->definition->articles[ART_DISPUTES], contest->player[FIRST], contest,
                    "the director confirms the report about %s", lm_champ_between(t->c, contest));
    return LM_OK;
}

/* III.H.6.iii: the director gives White after equal bids, if the rules leave that open. */
static enum lm_status decide_white(struct taking *t)
{
    struct contest *contest = NULL;
    uint32_t side = NO_SIDE;
    if (!lm_event_contest(t, &contest) || !lm_event_side(t, contest, &side))
        return LM_INVALID;
    if (contest->bids[FIRST] == 0 || contest->bids[FIRST] != contest->bids[SECOND] ||
        contest->white != NO_SIDE)
        return REFUSE(t, "match", ART_EQUAL_BIDS, NULL,
                      "the colours of match %s are decided already",
                      lm_champ_between(t->c, contest));
    contest->white = side;
    lm_champ_change(t->c, t->c->definition->articles[ART_EQUAL_BIDS], contest->player[side],
                    contest, "%s has White", lm_champ_name(t->c, contest->player[side]));
    return LM_OK;
}

static bool stage_named(struct taking *t, uint32_t *index)
{
    const char *name = NULL;
    if (!lm_field_string(t->f, t->event, "stage", REQUIRED, &name))
        return false;
    for (*index = 0; *index < t->c->definition->stage_count; ++*index) {
        if (strcmp(t->c->definition->stages[*index].name, name) == 0)
            return true;
    }
    lm_field_wrong(t->f, lm_event_place(t, "stage"), "stage", "look at the stages",
                   "stage \"%s\" not found", name);
    return false;
}

/* Draw lots among ${names} by ${seed}: the same names and seed give the same draw, in any order of
 * the names (limmat/random.h).  NULL: no memory. */
static const char *const *draw_lots(struct taking *t, const char *const *names, size_t count,
                                    int64_t seed)
{
    struct lm_random random = lm_random_from((uint64_t)seed);
    const char **drawn = lm_arena_alloc(t->c->arena, count, sizeof *drawn);
    if (drawn == NULL)
        return NULL;
    if (count > 0)
        memcpy(drawn, names, count * sizeof *drawn);
    lm_sort(drawn, count, sizeof *drawn, lm_by_text);
    for (size_t left = count; left > 1; left--) {
        size_t taken = (size_t)lm_random_below(&random, left);
        const char *last = drawn[left - 1];
        drawn[left - 1] = drawn[taken];
        drawn[taken] = last;
    }
    return drawn;
}

static void tell_order(struct taking *t, const char *const *names, size_t count, const char *seed)
{
    struct lm_championship *c = t->c;
    const char *article = c->definition->articles[ART_DISPUTES];
    struct lm_text list = lm_text_in(c->arena);
    for (size_t i = 0; i < count; i++)
        lm_text_print(&list, "%s%s", i > 0 ? ", " : "", names[i]);
    if (*seed == '\0')
        lm_champ_change(c, article, NOBODY, NULL,
                        "the director orders players who are tied by the rules: %s",
                        lm_text_string(&list));
    else
        lm_champ_change(
            c, article, NOBODY, NULL,
            "the director draws lots among players who are tied by the rules, with the seed %s: %s",
            seed, lm_text_string(&list));
}

/* I.C: the director orders players who are level by the rules, directly or by lot. */
static enum lm_status decide_order(struct taking *t)
{
    uint32_t stage = 0;
    const char *const *names = NULL;
    size_t count = 0;
    int64_t seed = 0;
    struct lm_text shown = lm_text_in(t->c->arena);
    bool by_lot = lm_json_get(t->event, "lot") != NULL;
    if (!stage_named(t, &stage) ||
        !lm_field_strings(t->f, t->event, "order", REQUIRED, &names, &count) ||
        !lm_field_integer(t->f, t->event, "lot", OPTIONAL, 0, LOT_MOST, &seed))
        return LM_INVALID;
    if (by_lot) {
        names = draw_lots(t, names, count, seed);
        lm_text_print(&shown, "%lld", (long long)seed);
    }
    if (names == NULL)
        return LM_LIMIT;
    if (t->c->current != stage || !lm_champ_stage_over(t->c, stage))
        return REFUSE(t, "stage", ART_DISPUTES, "after its last match, before the next stage",
                      "the ranking of that stage is decided already");
    uint32_t *order = lm_arena_alloc(t->c->arena, t->c->person_count, sizeof *order);
    if (order == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < count; i++) {
        uint32_t person = lm_champ_person(t->c, names[i]);
        if (person == NOBODY || order[person] != 0)
            return REFUSE(t, "order", ART_DISPUTES, "each player once",
                          "\"%s\" is unknown or given twice", names[i]);
        order[person] = (uint32_t)i + 1;
    }
    const uint32_t *old = t->c->stages[stage].order;
    for (size_t i = 0; old != NULL && i < t->c->person_count; i++) {
        if (order[i] == 0 && old[i] != 0)
            order[i] = old[i] + (uint32_t)count;
    }
    t->c->stages[stage].order = order;
    tell_order(t, names, count, lm_text_string(&shown));
    return LM_OK;
}

enum lm_status lm_event_decide(struct taking *t)
{
    static const char *const names[] = {"application", "finding", "result", "white",
                                        "order",       "dispute", NULL};
    static enum lm_status (*const decide[])(struct taking *) = {decide_application, decide_finding,
                                                                decide_result,      decide_white,
                                                                decide_order,       decide_dispute};
    unsigned what = 0;
    if (!lm_field_choice(t->f, t->event, "what", REQUIRED, names, &what))
        return LM_INVALID;
    return decide[what](t);
}
