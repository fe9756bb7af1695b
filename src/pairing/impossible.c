/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/impossible.h"

#include <string.h>

#include "limmat/message.h"
#include "limmat/text.h"

/*
 * The proof of Tutte and Berge, in words.  Let D be the vertices that some largest matching leaves
 * alone, and A their neighbours outside D.  D falls apart into groups with an odd number of
 * members, no two groups with a legal pair between them, and there are more groups than members of
 * A: so a member of D stays alone.  The message names the members of all groups but the largest
 * (all but one of which could be paired with each other), A as the opponents left for them, and
 * what keeps the groups apart.
 */

enum { NAMES = 20 };

struct diagnosis {
    const struct lm_obstacles *o;
    struct lm_arena *arena;
    uint32_t count, bye; /* seats; the vertex of the bye, ${count} */
    uint32_t vertices;
    bool *even;      /* D */
    uint32_t *group; /* of D: number from 1 */
    uint32_t groups;
    bool *named;
    bool met, prohibited, colours, second_bye; /* what keeps them apart */
};

/* Is the meeting of seats ${a} and ${b} prohibited in the round (records 260, XXP)? */
static bool is_prohibited(const struct lm_position *p, uint32_t a, uint32_t b)
{
    const struct lm_tournament *t = p->tournament;
    for (size_t i = 0; i < t->prohibition_count && !lm_ids_are_teams(t); i++) {
        const struct lm_prohibition *group = &t->prohibitions[i];
        int found = 0;
        for (size_t k = 0; k < group->count; k++)
            found +=
                group->players[k] == p->seats[a].player || group->players[k] == p->seats[b].player;
        if (found == 2 && p->round >= group->first_round && p->round <= group->last_round)
            return true;
    }
    return false;
}

static bool may_pair(const struct diagnosis *d, uint32_t a, uint32_t b)
{
    const struct lm_position *p = d->o->position;
    if (d->o->prohibitions_only)
        return a == d->bye || b == d->bye || !is_prohibited(p, a, b);
    if (a == d->bye || b == d->bye)
        return !p->seats[a == d->bye ? b : a].pab_barred;
    return !lm_is_barred(p, a, b) && (d->o->colours == NULL || !d->o->colours(d->o->context, a, b));
}

/* ---- The matching ---- */

static uint32_t list_barred(const struct diagnosis *d, uint32_t v, int32_t *list)
{
    uint32_t found = 0;
    for (uint32_t u = 0; u < d->vertices; u++)
        if (u != v && !may_pair(d, v, u)) {
            if (list != NULL)
                list[found] = (int32_t)u;
            found++;
        }
    return found;
}

static enum lm_status match(const struct diagnosis *d, struct lm_matching **out)
{
    size_t *start = lm_arena_alloc(d->arena, (size_t)d->vertices + 1, sizeof *start);
    if (start == NULL)
        return LM_LIMIT;
    for (uint32_t v = 0; v < d->vertices; v++)
        start[v + 1] = start[v] + list_barred(d, v, NULL);
    int32_t *list = lm_arena_alloc(d->arena, start[d->vertices], sizeof *list);
    if (list == NULL)
        return LM_LIMIT;
    for (uint32_t v = 0; v < d->vertices; v++)
        (void)list_barred(d, v, list + start[v]);
    struct lm_graph graph = {
        .form = LM_GRAPH_BARRED, .vertices = (int32_t)d->vertices, .start = start, .list = list};
    return lm_matching_new(out, d->arena, &graph);
}

/* ---- The groups ---- */

/* Find the group of ${v}: all vertices of D that legal pairs lead to. */
static uint32_t fill_group(struct diagnosis *d, uint32_t v, uint32_t *queue)
{
    uint32_t size = 0;
    d->group[v] = ++d->groups;
    queue[size++] = v;
    for (uint32_t i = 0; i < size; i++)
        for (uint32_t u = 0; u < d->vertices; u++)
            if (d->even[u] && d->group[u] == 0 && may_pair(d, queue[i], u)) {
                d->group[u] = d->groups;
                queue[size++] = u;
            }
    return size;
}

static enum lm_status find_groups(struct diagnosis *d)
{
    uint32_t *queue = lm_arena_alloc(d->arena, d->vertices, sizeof *queue);
    uint32_t largest = 0, most = 1;
    d->group = lm_arena_alloc(d->arena, d->vertices, sizeof *d->group);
    d->named = lm_arena_alloc(d->arena, d->vertices, sizeof *d->named);
    if (queue == NULL || d->group == NULL || d->named == NULL)
        return LM_LIMIT;
    for (uint32_t v = 0; v < d->vertices; v++) {
        uint32_t size = d->even[v] && d->group[v] == 0 ? fill_group(d, v, queue) : 0;
        if (size > most) {
            most = size;
            largest = d->groups;
        }
    }
    for (uint32_t v = 0; v < d->vertices; v++)
        d->named[v] = d->even[v] && d->group[v] != largest;
    return LM_OK;
}

/* ---- What keeps them apart ---- */

static void find_cause(struct diagnosis *d, uint32_t a, uint32_t b)
{
    if (a == d->bye || b == d->bye)
        d->second_bye = true;
    else if (!lm_is_barred(d->o->position, a, b))
        d->colours = true;
    else if (d->prohibited && (d->met || d->o->prohibitions_only))
        return; /* no new reason */
    else if (is_prohibited(d->o->position, a, b))
        d->prohibited = true;
    else
        d->met = true;
}

static void find_causes(struct diagnosis *d)
{
    for (uint32_t v = 0; v < d->vertices; v++)
        for (uint32_t u = 0; u < d->vertices && d->named[v]; u++)
            if (d->even[u] && d->group[u] != d->group[v])
                find_cause(d, v, u);
}

/* ---- The message ---- */

/* Add the first of those whom ${is_named} marks, by number; return how many there are. */
static uint32_t add_names(const struct diagnosis *d, const bool *is_named, struct lm_text *text)
{
    uint32_t named = 0;
    for (uint32_t v = 0; v < d->count; v++) {
        if (!is_named[v])
            continue;
        if (named++ < NAMES)
            lm_text_print(text, "%s%u", named > 1 ? ", " : "", d->o->position->seats[v].tpn);
    }
    if (named > NAMES)
        lm_text_print(text, " and %u more", named - NAMES);
    return named;
}

/* Return ${first} and ${second} as one sentence; NULL counts as nothing. */
static const struct lm_message *both(const struct diagnosis *d, const char *format,
                                     const struct lm_message *first,
                                     const struct lm_message *second)
{
    if (first == NULL || second == NULL)
        return first == NULL ? second : first;
    const struct lm_message *whole =
        strcmp(format, "%s or %s") == 0
            ? lm_message_print(d->arena, "%s or %s", first->text, second->text)
            : lm_message_print(d->arena, "%s; %s", first->text, second->text);
    return lm_message_within(lm_message_within(whole, first, d->arena), second, d->arena);
}

/* Return a sentence about A: the opponents left for the named players. */
static const struct lm_message *opponents_left(const struct diagnosis *d)
{
    bool *opponent = lm_arena_alloc(d->arena, d->vertices, sizeof *opponent);
    struct lm_text text = lm_text_in(d->arena);
    if (opponent == NULL)
        return NULL;
    bool any = false;
    for (uint32_t u = 0; u < d->vertices; u++) {
        for (uint32_t v = 0; v < d->vertices && !d->even[u] && !opponent[u]; v++)
            opponent[u] = d->named[v] && may_pair(d, u, v);
        any |= u < d->count && opponent[u];
    }
    (void)add_names(d, opponent, &text);
    return any ? lm_message_print(d->arena, "the only opponents left for them: %s",
                                  lm_text_string(&text))
               : NULL;
}

static void add_list(struct lm_text *text, bool holds, const char *what, const char *before,
                     bool *first)
{
    if (!holds)
        return;
    lm_text_print(text, "%s%s", *first ? before : " or ", what);
    *first = false;
}

/* Return what keeps them apart. */
static const struct lm_message *cause_of(const struct diagnosis *d, bool one)
{
    const struct {
        bool holds;
        const char *what;
    } causes[] = {{d->prohibited, LM_MESSAGE("are kept apart")},
                  {d->met, LM_MESSAGE("have met already")},
                  {d->colours, LM_MESSAGE("must both have the same colour")}};
    const struct lm_message *all = NULL;
    for (size_t i = 0; i < sizeof causes / sizeof *causes; i++)
        if (causes[i].holds)
            all = both(d, "%s or %s", all, lm_message_print(d->arena, "%s", causes[i].what));
    if (all == NULL)
        return NULL;
    return lm_message_within(
        one ? lm_message_print(d->arena, "this player and the others %s", all->text)
            : lm_message_print(d->arena, "among themselves they %s", all->text),
        all, d->arena);
}

static const char *remedy_of(const struct diagnosis *d, struct lm_text *text)
{
    bool first = true;
    const char *before = "the Chief Arbiter decides: ";
    add_list(text, d->prohibited, "lift a prohibition between two of them (records 260, XXP)",
             before, &first);
    add_list(text, d->met, "let two of them meet again", before, &first);
    add_list(text, d->colours, "give one a colour against the rules", before, &first);
    add_list(text, d->second_bye, "give a bye to a player who cannot have one", before, &first);
    return lm_text_status(text) == LM_OK ? lm_text_string(text) : NULL;
}

/* Return why the players in ${who}, ${names} of them, are in the way. */
static const struct lm_message *obstacle_of(const struct diagnosis *d, uint32_t names,
                                            const char *who)
{
    if (names == 0)
        return lm_message_print(d->arena,
                                "no player can receive the pairing-allocated bye: all had "
                                "one, or scored without playing");
    const struct lm_message *text =
        names == 1
            ? lm_message_print(d->arena, "no legal pairing exists: %s has no opponent left", who)
            : lm_message_print(
                  d->arena,
                  "no legal pairing exists: these players cannot all find an opponent: %s", who);
    if (names > 1)
        text = both(d, "%s; %s", text, opponents_left(d));
    text = both(d, "%s; %s", text, cause_of(d, names == 1));
    return d->second_bye
               ? both(d, "%s; %s", text,
                      lm_message_print(
                          d->arena,
                          "and the players whom the others could leave over cannot have the bye"))
               : text;
}

static enum lm_status say(const struct diagnosis *d, struct lm_log *log)
{
    struct lm_text who = lm_text_in(d->arena), remedy = lm_text_in(d->arena);
    uint32_t names = add_names(d, d->named, &who);
    const struct lm_message *text = obstacle_of(d, names, lm_text_string(&who));
    const char *help = remedy_of(d, &remedy);
    if (help == NULL || text == NULL)
        return LM_LIMIT;
    (void)lm_log_add_message(log, LM_ERROR, (struct lm_place){.field = d->o->where}, help, text);
    return LM_NO_PAIRING;
}

enum lm_status lm_say_impossible(const struct lm_obstacles *obstacles, struct lm_matching *matching,
                                 struct lm_arena *arena, struct lm_log *log)
{
    if (log == NULL)
        return LM_NO_PAIRING; /* no message wanted */
    uint32_t count = obstacles->position->seat_count;
    struct diagnosis d = {.o = obstacles,
                          .arena = arena,
                          .count = count,
                          .bye = count,
                          .vertices = count + count % 2,
                          .even = lm_arena_alloc(arena, (size_t)count + 1, sizeof *d.even)};
    if (d.even == NULL || (matching == NULL && match(&d, &matching) != LM_OK))
        return LM_LIMIT;
    lm_matching_even_set(matching, d.even);
    if (find_groups(&d) != LM_OK)
        return LM_LIMIT;
    find_causes(&d);
    return say(&d, log);
}
