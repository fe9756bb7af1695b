/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/judge.h"
#include "pairing/upfloat.h"

/*
 * Findings on a given pairing under C.04.5 or C.04.6: the bye (art. 3.4) and then bracket after
 * bracket, as the rules go (art. 3.3.2).  A bracket is all remaining players of a scoregroup, with
 * their opponents.
 */

struct review {
    const struct lm_up_rules *rules;
    const struct lm_position *p;
    struct lm_arena *arena;
    struct lm_given given;
    bool *done; /* per seat: its bracket was judged */
    struct lm_bracket *brackets;
    size_t count;
};

static void judge_bye(const struct review *r, struct lm_finding_list *list)
{
    if (r->given.bye == LM_NOBODY)
        return;
    const struct lm_seat *seat = &r->p->seats[r->given.bye];
    int32_t barred = seat->pab_barred, matches = -(int32_t)seat->meetings;
    int32_t number = -(int32_t)seat->tpn;
    lm_finding_add(list, UP_C2, &barred, 1);
    lm_finding_add(list, r->rules->pab, &seat->score, 1);
    lm_finding_add(list, (uint8_t)(r->rules->pab + 1), &matches, 1);
    lm_finding_add(list, (uint8_t)(r->rules->pab + 2), &number, 1);
}

/* [C6]: return how many players of the scoregroup that begins at ${begin}, or after the player with
 * the bye there, meet a player below it. */
static int32_t upfloaters_needed(const struct review *r, uint32_t begin)
{
    const struct lm_seat *seats = r->p->seats;
    int32_t count = 0;
    while (begin < r->p->seat_count && r->given.partner[begin] == LM_NOBODY)
        begin++;
    for (uint32_t s = begin; s < r->p->seat_count && seats[s].score == seats[begin].score; s++) {
        uint32_t partner = r->given.partner[s];
        count += !r->done[s] && partner != LM_NOBODY && seats[partner].score < seats[s].score;
    }
    return count;
}

/* Record the upfloaters of the scoregroup [${begin}, ${end}), in the order of seats, as those moved
 * into ${bracket}. */
static bool note_upfloaters(const struct review *r, uint32_t begin, uint32_t end, size_t count,
                            struct lm_bracket *bracket)
{
    uint32_t *players = lm_arena_alloc(r->arena, count, sizeof *players);
    for (uint32_t s = end; players != NULL && s < r->p->seat_count && count > 0; s++) {
        uint32_t partner = r->given.partner[s];
        if (partner >= begin && partner < end)
            players[bracket->moved_count++] = r->p->seats[s].player;
    }
    bracket->moved = players;
    return players != NULL;
}

/* The value of a criterion in a bracket, and the players concerned. */
struct count {
    int32_t value;
    uint32_t *players;
    size_t player_count;
};

/* The criteria of a bracket. */
struct counts {
    struct count met, again, opponents; /* [C1], [C7], [C8] */
    struct count wishes, strong;        /* the two on colours */
    int32_t *scores;                    /* [C5], negated: the higher the better */
    int32_t upfloaters;                 /* [C4] */
};

static bool new_counts(const struct review *r, uint32_t residents, struct counts *counts)
{
    struct count *all[] = {&counts->met, &counts->again, &counts->opponents, &counts->wishes,
                           &counts->strong};
    bool made = true;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        all[i]->players = lm_arena_alloc(r->arena, 2 * (size_t)residents, sizeof(uint32_t));
        made &= all[i]->players != NULL;
    }
    counts->scores = lm_arena_alloc(r->arena, residents, sizeof *counts->scores);
    return made && counts->scores != NULL;
}

/* Count ${seat} in ${count} if ${concerned}, with ${partner} unless that is LM_NOBODY. */
static void add(const struct review *r, struct count *count, bool concerned, uint32_t seat,
                uint32_t partner)
{
    if (!concerned)
        return;
    count->value++;
    count->players[count->player_count++] = r->p->seats[seat].player;
    if (partner != LM_NOBODY)
        count->players[count->player_count++] = r->p->seats[partner].player;
}

static void count_pair(const struct review *r, uint32_t resident, struct counts *counts)
{
    const struct lm_seat *seats = r->p->seats;
    uint32_t partner = r->given.partner[resident];
    bool wish = lm_up_same_wish(r->p, resident, partner);
    bool strong = lm_up_same_strong_wish(r->p, resident, partner);
    add(r, &counts->met, lm_is_barred(r->p, resident, partner), resident, partner);
    add(r, &counts->wishes, wish, resident, partner);
    add(r, &counts->strong, strong, resident, partner);
    if (seats[partner].score == seats[resident].score)
        return;
    counts->scores[counts->upfloaters++] = -seats[partner].score;
    add(r, &counts->again, lm_up_was_floater(r->p, partner), partner, LM_NOBODY);
    add(r, &counts->opponents, lm_up_was_floater(r->p, resident), resident, LM_NOBODY);
}

/* Enter ${count} under ${rule}. */
static void enter(struct lm_finding_list *list, uint8_t rule, const struct count *count)
{
    size_t before = list->count;
    lm_finding_add(list, rule, &count->value, 1);
    if (list->failed || list->count == before)
        return;
    list->items[before].players = count->players;
    list->items[before].player_count = count->player_count;
}

/* Judge the bracket of the scoregroup [${begin}, ${end}). */
static enum lm_status judge_bracket(struct review *r, uint32_t begin, uint32_t end)
{
    struct lm_finding_list list = {.arena = r->arena};
    struct counts counts = {0};
    uint32_t *residents = lm_arena_alloc(r->arena, end - begin, sizeof *residents);
    size_t resident_count = 0;
    if (residents == NULL || !new_counts(r, end - begin, &counts))
        return LM_LIMIT;
    for (uint32_t s = begin; s < end; s++)
        if (!r->done[s] && r->given.partner[s] != LM_NOBODY)
            residents[resident_count++] = r->p->seats[s].player;
    for (uint32_t s = begin; s < end; s++) {
        uint32_t partner = r->given.partner[s];
        if (r->done[s] || partner == LM_NOBODY)
            continue;
        count_pair(r, s, &counts);
        r->done[s] = r->done[partner] = true;
    }
    if (resident_count == 0)
        return LM_OK;
    lm_sort_falling(counts.scores, (size_t)counts.upfloaters); /* the lowest upfloater first */
    int32_t after = end < r->p->seat_count ? upfloaters_needed(r, end) : 0;
    enter(&list, UP_C1, &counts.met);
    lm_finding_add(&list, UP_C4, &counts.upfloaters, 1);
    lm_finding_add(&list, UP_C5, counts.scores, (size_t)counts.upfloaters);
    lm_finding_add(&list, UP_C6, &after, 1);
    enter(&list, UP_C7, &counts.again);
    if (r->rules->colours) {
        enter(&list, UP_C7 + 1, &counts.wishes);
        enter(&list, UP_C7 + 2, &counts.strong);
    }
    enter(&list, r->rules->opponents, &counts.opponents);
    struct lm_bracket *bracket = &r->brackets[r->count++];
    *bracket = (struct lm_bracket){.score = r->p->seats[begin].score,
                                   .residents = residents,
                                   .resident_count = resident_count,
                                   .findings = list.items,
                                   .finding_count = list.count};
    bool noted = note_upfloaters(r, begin, end, (size_t)counts.upfloaters, bracket);
    return list.failed || !noted ? LM_LIMIT : LM_OK;
}

enum lm_status lm_up_judge(const struct lm_up_rules *rules, const struct lm_position *p,
                           const struct lm_pair *pairs, uint32_t pair_count, struct lm_arena *arena,
                           struct lm_log *log, struct lm_pairing **out)
{
    struct review r = {.rules = rules, .p = p, .arena = arena};
    struct lm_finding_list bye = {.arena = arena};
    (void)log;
    r.done = lm_arena_alloc(arena, p->seat_count, sizeof *r.done);
    r.brackets = lm_arena_alloc(arena, (size_t)p->seat_count + 1, sizeof *r.brackets);
    enum lm_status status = lm_read_given(p, pairs, pair_count, arena, &r.given);
    if (status != LM_OK || r.done == NULL || r.brackets == NULL)
        return LM_LIMIT;
    judge_bye(&r, &bye);
    r.brackets[r.count++] = (struct lm_bracket){.findings = bye.items, .finding_count = bye.count};
    for (uint32_t begin = 0, end; begin < p->seat_count && status == LM_OK; begin = end) {
        for (end = begin; end < p->seat_count && p->seats[end].score == p->seats[begin].score;)
            end++;
        status = judge_bracket(&r, begin, end);
    }
    if (status != LM_OK || bye.failed)
        return LM_LIMIT;
    return lm_judgement(p, pairs, pair_count, r.brackets, r.count, arena, out);
}
