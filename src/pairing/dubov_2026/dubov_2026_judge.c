/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/dubov_2026/dubov_2026.h"
#include "pairing/judge.h"
#include "pairing/legal.h"

/*
 * Findings on a pairing of the round under C.04.4.1, ours or a given one: bracket after bracket
 * from the top, then the bye.  A bracket is all remaining players of a scoregroup, with their
 * opponents.
 */

struct review {
    const struct dubov26 *d;
    const uint32_t *partner;
    bool *done; /* per seat: its bracket was judged */
    uint32_t *residents, *upfloaters, *concerned;
    uint32_t resident_count, upfloater_count;
    struct lm_bracket *brackets;
    size_t count;
};

/* [C6]: the scores of the upfloaters, rising; negative, because higher is better. */
static void judge_scores(struct review *r, struct lm_finding_list *list)
{
    int32_t *scores = lm_arena_alloc(r->d->arena, r->upfloater_count, sizeof *scores);
    list->failed |= scores == NULL;
    if (scores == NULL)
        return;
    for (uint32_t i = 0; i < r->upfloater_count; i++)
        scores[i] = -r->d->p->seats[r->upfloaters[i]].score;
    lm_sort_falling(scores, r->upfloater_count);
    lm_finding_note(list, r->d->p, DUBOV26_C6, LM_WHY_FLOAT, scores, r->upfloater_count,
                    r->upfloaters, r->upfloater_count);
}

/* Judge [C8], [C9] and [C10]. */
static void judge_repeats(struct review *r, struct lm_finding_list *list)
{
    int32_t maximum = 0, times = 0, recent = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->upfloater_count; i++) {
        const struct dubov26_seat *seat = &r->d->seats[r->upfloaters[i]];
        maximum += seat->maximum;
        times += seat->maximum ? seat->upfloats : 0;
        if (seat->maximum)
            r->concerned[count++] = r->upfloaters[i];
    }
    lm_finding_note(list, r->d->p, DUBOV26_C8, LM_WHY_WISH, &maximum, 1, r->concerned, count);
    lm_finding_note(list, r->d->p, DUBOV26_C9, LM_WHY_WISH, &times, 1, r->concerned, count);
    for (uint32_t i = 0; i < r->upfloater_count; i++)
        if (r->d->seats[r->upfloaters[i]].recent)
            r->concerned[recent++] = r->upfloaters[i];
    lm_finding_note(list, r->d->p, DUBOV26_C10, LM_WHY_WISH, &recent, 1, r->concerned,
                    (uint32_t)recent);
}

/* Judge [C1], [C3] and [C7]. */
static void judge_pairs(struct review *r, struct lm_finding_list *list)
{
    const struct lm_seat *seats = r->d->p->seats;
    int32_t met = 0, forbidden = 0, against = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->resident_count; i++) {
        uint32_t seat = r->residents[i], partner = r->partner[seat];
        if (seats[partner].score == seats[seat].score && partner < seat)
            continue;
        met += lm_is_barred(r->d->p, seat, partner);
        forbidden += lm_same_absolute_wish(&seats[seat], &seats[partner]);
        if (seats[seat].wish == seats[partner].wish) {
            against++;
            r->concerned[count++] = seat;
            r->concerned[count++] = partner;
        }
    }
    lm_finding_note(list, r->d->p, DUBOV26_C1, LM_WHY_WISH, &met, 1, NULL, 0);
    lm_finding_note(list, r->d->p, DUBOV26_C3, LM_WHY_WISH, &forbidden, 1, NULL, 0);
    lm_finding_note(list, r->d->p, DUBOV26_C7, LM_WHY_WISH, &against, 1, r->concerned, count);
}

/* Review the bracket of the scoregroup [${begin}, ${end}). */
static enum lm_status review_bracket(struct review *r, uint32_t begin, uint32_t end)
{
    struct lm_finding_list list = {.arena = r->d->arena};
    r->resident_count = r->upfloater_count = 0;
    for (uint32_t s = begin; s < end; s++) {
        uint32_t partner = r->partner[s];
        if (partner == LM_NOBODY ||
            (r->done[s] && r->d->p->seats[partner].score > r->d->p->seats[s].score))
            continue;
        r->residents[r->resident_count++] = s;
        r->done[s] = r->done[partner] = true;
        if (r->d->p->seats[partner].score < r->d->p->seats[s].score)
            r->upfloaters[r->upfloater_count++] = partner;
    }
    if (r->resident_count == 0)
        return LM_OK;
    int32_t upfloaters = (int32_t)r->upfloater_count;
    judge_pairs(r, &list);
    lm_finding_note(&list, r->d->p, DUBOV26_C5, LM_WHY_FLOAT, &upfloaters, 1, r->upfloaters,
                    r->upfloater_count);
    judge_scores(r, &list);
    judge_repeats(r, &list);
    uint32_t *residents = lm_players_of(r->d->p, r->residents, r->resident_count, r->d->arena);
    uint32_t *moved = lm_players_of(r->d->p, r->upfloaters, r->upfloater_count, r->d->arena);
    r->brackets[r->count++] = (struct lm_bracket){.score = r->d->p->seats[begin].score,
                                                  .residents = residents,
                                                  .resident_count = r->resident_count,
                                                  .moved = moved,
                                                  .moved_count = r->upfloater_count,
                                                  .findings = list.items,
                                                  .finding_count = list.count};
    return list.failed || residents == NULL || moved == NULL ? LM_LIMIT : LM_OK;
}

/* Review the bye (art. 3.1): a bracket of its own, the last one. */
static enum lm_status review_bye(struct review *r, uint32_t bye)
{
    struct lm_finding_list list = {.arena = r->d->arena};
    const struct lm_seat *seat = &r->d->p->seats[bye];
    int32_t barred = seat->pab_barred, games = -(int32_t)seat->games, tpn = -(int32_t)seat->tpn;
    lm_finding_note(&list, r->d->p, DUBOV26_C2, LM_WHY_BYE, &barred, 1, &bye, 1);
    lm_finding_note(&list, r->d->p, DUBOV26_PAB_SCORE, LM_WHY_BYE, &seat->score, 1, &bye, 1);
    lm_finding_note(&list, r->d->p, DUBOV26_PAB_GAMES, LM_WHY_BYE, &games, 1, &bye, 1);
    lm_finding_note(&list, r->d->p, DUBOV26_PAB_TPN, LM_WHY_BYE, &tpn, 1, &bye, 1);
    uint32_t *player = lm_players_of(r->d->p, &bye, 1, r->d->arena);
    r->brackets[r->count++] = (struct lm_bracket){.score = seat->score,
                                                  .residents = player,
                                                  .resident_count = 1,
                                                  .floaters = player,
                                                  .floater_count = 1,
                                                  .findings = list.items,
                                                  .finding_count = list.count};
    return list.failed || player == NULL ? LM_LIMIT : LM_OK;
}

enum lm_status lm_dubov_2026_review(const struct dubov26 *d, const uint32_t *partner, uint32_t bye,
                                    struct lm_bracket **brackets, size_t *bracket_count)
{
    uint32_t count = d->p->seat_count;
    struct review r = {.d = d, .partner = partner};
    r.done = lm_arena_alloc(d->arena, count, sizeof *r.done);
    r.residents = lm_arena_alloc(d->arena, count, sizeof *r.residents);
    r.upfloaters = lm_arena_alloc(d->arena, count, sizeof *r.upfloaters);
    r.concerned = lm_arena_alloc(d->arena, 2 * (size_t)count, sizeof *r.concerned);
    r.brackets = lm_arena_alloc(d->arena, (size_t)count + 1, sizeof *r.brackets);
    if (r.done == NULL || r.residents == NULL || r.upfloaters == NULL || r.concerned == NULL ||
        r.brackets == NULL)
        return LM_LIMIT;
    enum lm_status status = LM_OK;
    for (uint32_t begin = 0, end; begin < count && status == LM_OK; begin = end) {
        for (end = begin; end < count && d->p->seats[end].score == d->p->seats[begin].score;)
            end++;
        status = review_bracket(&r, begin, end);
    }
    if (status == LM_OK && bye != LM_NOBODY)
        status = review_bye(&r, bye);
    if (status != LM_OK)
        return status;
    *brackets = r.brackets;
    *bracket_count = r.count;
    return LM_OK;
}

enum lm_status lm_dubov_2026_judge(const struct lm_position *p, const struct lm_pair *pairs,
                                   uint32_t pair_count, struct lm_arena *arena, struct lm_log *log,
                                   struct lm_pairing **out)
{
    struct dubov26 d;
    struct lm_given given;
    struct lm_bracket *brackets;
    size_t count;
    enum lm_status status = lm_dubov_2026_facts(p, arena, log, &d);
    if (status == LM_OK)
        status = lm_read_given(p, pairs, pair_count, arena, &given);
    if (status == LM_OK)
        status = lm_dubov_2026_review(&d, given.partner, given.bye, &brackets, &count);
    if (status != LM_OK)
        return status;
    return lm_judgement(p, pairs, pair_count, brackets, count, arena, out);
}
