/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/sort.h"
#include "championship/state.h"

uint32_t lm_champ_person(const struct lm_championship *c, const char *id)
{
    return lm_names_get(&c->person_names, id);
}

const char *lm_champ_name(const struct lm_championship *c, uint32_t person)
{
    return person == NOBODY ? "nobody" : c->people[person].id;
}

static uint32_t holder_of(const struct lm_definition *d, const char *id)
{
    for (uint32_t i = 0; i < d->holder_count; i++) {
        if (strcmp(d->holders[i].player, id) == 0)
            return i;
    }
    return NOBODY;
}

uint32_t lm_champ_add_person(struct lm_championship *c, const char *id)
{
    size_t rules = c->definition->entry_rule_count;
    enum ruling *rulings = lm_arena_alloc(c->arena, rules, sizeof *rulings);
    const char *name = lm_arena_copy(c->arena, id, strlen(id));
    if (rulings == NULL || name == NULL ||
        !lm_arena_grow(c->arena, &c->people, &c->person_capacity, c->person_count + 1,
                       sizeof *c->people) ||
        !lm_names_put(&c->person_names, c->arena, name, (uint32_t)c->person_count)) {
        c->out_of_memory = true;
        return NOBODY;
    }
    c->people[c->person_count] = (struct person){.id = name,
                                                 .owner = name,
                                                 .applied = NEVER,
                                                 .rulings = rulings,
                                                 .same_owner = NOBODY,
                                                 .holder = holder_of(c->definition, name),
                                                 .out_at = NEVER};
    return (uint32_t)c->person_count++;
}

/* ---- eligibility (II) */

static bool is_among(const char *kind, const struct entry_rule *rule)
{
    for (size_t i = 0; i < rule->mark_count; i++) {
        if (strcmp(rule->marks[i], kind) == 0)
            return true;
    }
    return false;
}

/* "Before", "after" and "since" mean the second itself: at that second it is no longer before. */
static bool breaks_rule(const struct entry_rule *rule, const struct person *p)
{
    uint32_t count = 0;
    switch (rule->kind) {
    case ENTRY_ACCOUNT_BEFORE:
        return p->created >= rule->until;
    case ENTRY_GAMES_BEFORE:
        count = p->games;
        for (size_t i = 0; i < p->games_at_count; i++)
            count += p->games_at[i] < rule->until;
        return count < rule->games;
    case ENTRY_MARK:
        for (size_t i = 0; i < p->mark_count; i++)
            count += is_among(p->marks[i].kind, rule) && p->marks[i].at >= rule->since &&
                     p->marks[i].at < rule->until;
        return count > 0;
    case ENTRY_CHEAT_GAMES:
        for (size_t i = 0; i < p->cheat_game_count; i++)
            count += p->cheat_games[i] >= rule->since && p->cheat_games[i] < rule->until;
        return count >= rule->games;
    case ENTRY_NO_BOTS:
        return p->bot;
    case ENTRY_ONE_ACCOUNT:
        break; /* considers all applications together */
    }
    return false;
}

static void judge_against(const struct entry_rule *rule, enum ruling ruling, struct person *p,
                          const char **waiting, size_t *waiting_count)
{
    if (!breaks_rule(rule, p))
        return;
    if (rule->verdict == ENTRY_REVIEW && ruling == RULING_OPEN) {
        waiting[(*waiting_count)++] = rule->article;
        return;
    }
    bool pardoned = ruling == RULING_ACCEPT && (rule->exception || rule->verdict == ENTRY_REVIEW);
    if (!pardoned && p->reason_count < REASONS_MAX)
        p->reasons[p->reason_count++] = rule->article;
}

/* Judge an application without regard to others: rejected if any rule says so, else pending while
 * one waits (II.A to II.C.3). */
static void judge_alone(const struct lm_championship *c, struct person *p)
{
    const struct lm_definition *d = c->definition;
    const char *waiting[REASONS_MAX];
    size_t waiting_count = 0;
    p->reason_count = 0;
    for (size_t i = 0; i < d->entry_rule_count && waiting_count < REASONS_MAX; i++)
        judge_against(&d->entry_rules[i], p->rulings[i], p, waiting, &waiting_count);
    p->status = ENTRY_REJECTED;
    if (p->reason_count > 0)
        return;
    p->status = waiting_count > 0 ? ENTRY_PENDING : ENTRY_ACCEPTED;
    memcpy(p->reasons, waiting, waiting_count * sizeof *waiting);
    p->reason_count = waiting_count;
}

static void reject_also(struct person *p, const char *article)
{
    if (p->status == ENTRY_PENDING)
        p->reason_count = 0;
    p->status = ENTRY_REJECTED;
    if (p->reason_count < REASONS_MAX &&
        (p->reason_count == 0 || strcmp(p->reasons[p->reason_count - 1], article) != 0))
        p->reasons[p->reason_count++] = article;
}

/* Did ${a} apply before ${b}? */
static bool earlier(const struct person *a, const struct person *b)
{
    return a->applied != b->applied ? a->applied < b->applied : strcmp(a->id, b->id) < 0;
}

bool lm_champ_enter_owner(struct lm_championship *c, uint32_t person)
{
    struct person *p = &c->people[person];
    p->same_owner = lm_names_get(&c->owners, p->owner);
    return lm_names_put(&c->owners, c->arena, p->owner, person);
}

/* II.C.4: the second application of an owner strikes both, and any later one; an earlier one that
 * was itself rejected does not count. */
static void judge_owner(struct lm_championship *c, struct person *p, const char *article)
{
    struct person *first = NULL;
    for (uint32_t i = lm_names_get(&c->owners, p->owner); i != NOBODY;
         i = c->people[i].same_owner) {
        struct person *other = &c->people[i];
        if (other != p && other->status != ENTRY_HOLDER && earlier(other, p) &&
            !other->rejected_alone && (first == NULL || earlier(other, first)))
            first = other;
    }
    if (first != NULL) {
        reject_also(first, article);
        reject_also(p, article);
    }
}

static const char *one_account_article(const struct lm_definition *d)
{
    for (size_t i = 0; i < d->entry_rule_count; i++) {
        if (d->entry_rules[i].kind == ENTRY_ONE_ACCOUNT)
            return d->entry_rules[i].article;
    }
    return NULL;
}

static void judge_first(struct lm_championship *c, struct person *p)
{
    const struct lm_definition *d = c->definition;
    bool director = lm_champ_is_director(d, p->id) || lm_champ_is_director(d, p->owner);
    if (director && !d->directors_may_play) {
        p->status = ENTRY_REJECTED;
        p->reasons[0] = d->directors_article;
        p->reason_count = 1;
    } else if (p->holder != NOBODY && d->holders[p->holder].automatic) {
        p->status = ENTRY_HOLDER;
        p->reasons[0] = d->holders[p->holder].article;
        p->reason_count = 1;
    } else {
        judge_alone(c, p);
    }
}

void lm_champ_judge(struct lm_championship *c, uint32_t person)
{
    const char *one_account = one_account_article(c->definition);
    uint32_t last = lm_names_get(&c->owners, c->people[person].owner);
    for (uint32_t i = last; i != NOBODY; i = c->people[i].same_owner) {
        judge_first(c, &c->people[i]);
        c->people[i].rejected_alone = c->people[i].status == ENTRY_REJECTED;
    }
    for (uint32_t i = last; one_account != NULL && i != NOBODY; i = c->people[i].same_owner) {
        if (c->people[i].status != ENTRY_HOLDER)
            judge_owner(c, &c->people[i], one_account);
    }
}

bool lm_champ_takes_part(const struct lm_championship *c, uint32_t person)
{
    const struct person *p = &c->people[person];
    return p->out == GROUND_NONE &&
           (p->status == ENTRY_ACCEPTED ||
            (p->holder != NOBODY && c->definition->holders[p->holder].automatic));
}

/* An entry for lm_sort, which passes no context. */
struct entry {
    int64_t applied;
    const char *id;
    uint32_t person;
};

static int compare_entries(const void *left, const void *right)
{
    const struct entry *a = left;
    const struct entry *b = right;
    if (a->applied != b->applied)
        return a->applied < b->applied ? -1 : 1;
    return strcmp(a->id, b->id);
}

uint32_t *lm_champ_entrants(const struct lm_championship *c, uint32_t *count)
{
    struct entry *entries = lm_arena_alloc(c->arena, c->person_count, sizeof *entries);
    uint32_t *people = lm_arena_alloc(c->arena, c->person_count, sizeof *people);
    if (entries == NULL || people == NULL)
        return NULL;
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->person_count; i++) {
        const struct person *p = &c->people[i];
        if (p->status == ENTRY_ACCEPTED && p->holder == NOBODY && p->out == GROUND_NONE)
            entries[n++] = (struct entry){p->applied, p->id, i};
    }
    lm_sort(entries, n, sizeof *entries, compare_entries);
    for (uint32_t i = 0; i < n; i++)
        people[i] = entries[i].person;
    *count = n;
    return people;
}
