/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "pairing/dubov_1997/dubov_1997.h"
#include "pairing/judge.h"

/*
 * Findings on a given pairing under Dubov 1997.  The text is a procedure; only chapter 2, the bye
 * (4), and how many leave their scoregroup (6.4), from the top, can be compared.
 */

static void judge_limits(const struct dubov *d, const struct lm_given *given,
                         struct lm_finding_list *list)
{
    int32_t met = 0, colours = 0, up_barred = 0;
    uint32_t *up = lm_arena_alloc(d->arena, d->p->seat_count, sizeof *up);
    list->failed |= up == NULL;
    if (up == NULL)
        return;
    for (uint32_t s = 0; s < d->p->seat_count; s++) {
        uint32_t other = given->partner[s];
        if (other == LM_NOBODY)
            continue;
        bool barred = lm_is_barred(d->p, s, other);
        met += barred && s < other;
        colours += given->colour[s] > 0 ? !d->seats[s].can_white : !d->seats[s].can_black;
        if (d->seats[s].up_barred && d->p->seats[other].score > d->p->seats[s].score)
            up[up_barred++] = s;
    }
    lm_finding_add(list, DUBOV_REMATCH, &met, 1);
    lm_finding_add(list, DUBOV_COLOURS, &colours, 1);
    lm_finding_note(list, d->p, DUBOV_UP_BARRED, LM_WHY_WISH, &up_barred, 1, up, (size_t)up_barred);
    if (given->bye == LM_NOBODY)
        return;
    int32_t second = d->p->seats[given->bye].pab_barred;
    int32_t receiver[] = {d->p->seats[given->bye].score, d->seats[given->bye].rating};
    lm_finding_add(list, DUBOV_SECOND, &second, 1);
    lm_finding_add(list, DUBOV_BYE, receiver, 2);
}

/* Note who of the scoregroup [${begin}, ${end}) meets a player below it. */
static void judge_group(const struct dubov *d, const struct lm_given *given, uint32_t begin,
                        uint32_t end, struct lm_finding_list *list)
{
    int32_t count = 0;
    uint32_t *leaving = lm_arena_alloc(d->arena, end - begin, sizeof *leaving);
    list->failed |= leaving == NULL;
    for (uint32_t s = begin; s < end && leaving != NULL; s++) {
        uint32_t other = given->partner[s];
        if (other != LM_NOBODY && d->p->seats[other].score < d->p->seats[s].score)
            leaving[count++] = s;
    }
    lm_finding_note(list, d->p, DUBOV_FLOATER, LM_WHY_WISH, &count, 1, leaving, (size_t)count);
}

enum lm_status lm_dubov_1997_judge(const struct lm_position *p, const struct lm_pair *pairs,
                                   uint32_t pair_count, struct lm_arena *arena, struct lm_log *log,
                                   struct lm_pairing **out)
{
    struct dubov d = {.p = p, .arena = arena, .log = log};
    struct lm_given given;
    struct lm_bracket *brackets =
        lm_arena_alloc(arena, (size_t)p->seat_count + 1, sizeof *brackets);
    enum lm_status status = lm_read_given(p, pairs, pair_count, arena, &given);
    if (status == LM_OK)
        status = lm_dubov_1997_facts(&d);
    if (status != LM_OK || brackets == NULL)
        return LM_LIMIT;
    struct lm_finding_list list = {.arena = arena};
    judge_limits(&d, &given, &list);
    brackets[0] = (struct lm_bracket){.findings = list.items, .finding_count = list.count};
    size_t count = 1;
    for (uint32_t begin = 0, end; begin < p->seat_count; begin = end) {
        for (end = begin; end < p->seat_count && p->seats[end].score == p->seats[begin].score;)
            end++;
        struct lm_finding_list group = {.arena = arena};
        judge_group(&d, &given, begin, end, &group);
        list.failed |= group.failed;
        brackets[count++] = (struct lm_bracket){
            .score = p->seats[begin].score, .findings = group.items, .finding_count = group.count};
    }
    if (list.failed)
        return LM_LIMIT;
    return lm_judgement(p, pairs, pair_count, brackets, count, arena, out);
}
