/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/burstein_2026/burstein_2026.h"
#include "pairing/judge.h"
#include "pairing/legal.h"

/*
 * Findings on a pairing of the round under C.04.4.2, ours or a given one: the bye, then bracket
 * after bracket from the top.  A bracket is a scoregroup and all players left over above it; a
 * player without opponent in it is its floater.
 */

struct review {
    const struct lm_position *p;
    const uint32_t *partner;
    const struct burstein_index *index;
    struct lm_arena *arena;
    bool *done; /* per seat: paired in an earlier bracket */
    uint32_t *members, *floaters;
    uint32_t member_count, floater_count;
    struct lm_bracket *brackets;
    size_t count;
    bool given; /* made by another program or by hand */
};

/* List the members without an opponent among them in ${floaters}. */
static void find_floaters(struct review *r, int32_t score)
{
    r->floater_count = 0;
    for (uint32_t i = 0; i < r->member_count; i++) {
        uint32_t seat = r->members[i], partner = r->partner[seat];
        bool inside = partner != LM_NOBODY && r->p->seats[partner].score >= score;
        if (!inside || r->done[partner])
            r->floaters[r->floater_count++] = seat;
    }
}

/* Judge [C5] and [C6]. */
static void judge_floaters(struct review *r, struct lm_finding_list *list)
{
    int32_t count = (int32_t)r->floater_count;
    int32_t *scores = lm_arena_alloc(r->arena, r->floater_count, sizeof *scores);
    list->failed |= scores == NULL;
    if (scores == NULL)
        return;
    for (uint32_t i = 0; i < r->floater_count; i++)
        scores[i] = r->p->seats[r->floaters[i]].score;
    lm_sort_falling(scores, r->floater_count);
    lm_finding_note(list, r->p, BURSTEIN_C5, LM_WHY_FLOAT, &count, 1, r->floaters,
                    r->floater_count);
    lm_finding_note(list, r->p, BURSTEIN_C6, LM_WHY_WISH, scores, r->floater_count, r->floaters,
                    r->floater_count);
}

/* [C7]: find the players that the next bracket, the scoregroup of ${score} and these floaters,
 * sends on. */
static void judge_next(struct review *r, struct lm_finding_list *list, int32_t score)
{
    uint32_t *again = lm_arena_alloc(r->arena, r->p->seat_count, sizeof *again);
    list->failed |= again == NULL;
    if (again == NULL)
        return;
    uint32_t count = 0, floaters = 0;
    for (uint32_t seat = 0; seat < r->p->seat_count; seat++) {
        bool floater = lm_is_among(r->floaters, r->floater_count, seat);
        uint32_t partner = r->partner[seat];
        if ((!floater && (r->done[seat] || r->p->seats[seat].score != score)) ||
            partner == LM_NOBODY || r->p->seats[partner].score >= score)
            continue;
        count++;
        if (floater)
            again[floaters++] = seat;
    }
    int32_t value = (int32_t)count;
    size_t before = list->count;
    lm_finding_note(list, r->p, BURSTEIN_C7, LM_WHY_WISH, &value, 1, again, floaters);
    /* The criterion is about what the next bracket could do; a given pairing can be worse. */
    if (list->count > before)
        list->items[before].bound = r->given;
}

/* Judge [C1], [C3] and [C8] of the pairs inside the bracket. */
static void judge_pairs(struct review *r, struct lm_finding_list *list)
{
    const struct lm_seat *seats = r->p->seats;
    uint32_t *wrong = lm_arena_alloc(r->arena, r->member_count, sizeof *wrong);
    list->failed |= wrong == NULL;
    if (wrong == NULL)
        return;
    int32_t met = 0, forbidden = 0, against = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->member_count; i++) {
        uint32_t seat = r->members[i], partner = r->partner[seat];
        if (lm_is_among(r->floaters, r->floater_count, seat) || partner < seat)
            continue;
        met += lm_is_barred(r->p, seat, partner);
        forbidden += lm_same_absolute_wish(&seats[seat], &seats[partner]);
        if (seats[seat].wish != LM_NO_COLOUR && seats[seat].wish == seats[partner].wish) {
            against++;
            wrong[count++] = seat;
            wrong[count++] = partner;
        }
    }
    lm_finding_note(list, r->p, BURSTEIN_C1, LM_WHY_WISH, &met, 1, NULL, 0);
    lm_finding_note(list, r->p, BURSTEIN_C3, LM_WHY_WISH, &forbidden, 1, NULL, 0);
    lm_finding_note(list, r->p, BURSTEIN_C8, LM_WHY_WISH, &against, 1, wrong, count);
}

static enum lm_status sort_by_index(const struct review *r, uint32_t *players, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t k = i; k > 0; k--) {
            uint32_t a = r->p->seat_of[players[k]], b = r->p->seat_of[players[k - 1]];
            if (!lm_burstein_before(&r->index[a], &r->index[b]))
                break;
            uint32_t player = players[k];
            players[k] = players[k - 1];
            players[k - 1] = player;
        }
    return LM_OK;
}

/* Return the first seat from ${seat} on that is paired; ${bye} and seats without an opponent are
 * not. */
static uint32_t next_to_pair(const struct review *r, uint32_t seat, uint32_t bye)
{
    while (seat < r->p->seat_count && (seat == bye || r->partner[seat] == LM_NOBODY))
        seat++;
    return seat;
}

/* Review the bracket of the scoregroup [${begin}, ${end}); players not paired in it go on to the
 * next. */
static enum lm_status review_bracket(struct review *r, uint32_t begin, uint32_t end, uint32_t bye)
{
    struct lm_finding_list list = {.arena = r->arena};
    uint32_t incoming = r->floater_count;
    for (uint32_t i = 0; i < incoming; i++)
        r->members[i] = r->floaters[i];
    r->member_count = incoming;
    for (uint32_t s = begin; s < end; s++)
        if (s != bye && r->partner[s] != LM_NOBODY)
            r->members[r->member_count++] = s;
    if (r->member_count == incoming)
        return LM_OK; /* the bye has emptied the scoregroup */
    find_floaters(r, r->p->seats[begin].score);
    judge_pairs(r, &list);
    judge_floaters(r, &list);
    for (uint32_t i = 0; i < r->member_count; i++)
        r->done[r->members[i]] = true;
    uint32_t next = next_to_pair(r, end, bye);
    if (next < r->p->seat_count)
        judge_next(r, &list, r->p->seats[next].score);
    uint32_t *moved = lm_players_of(r->p, r->members, incoming, r->arena);
    uint32_t *residents =
        lm_players_of(r->p, r->members + incoming, r->member_count - incoming, r->arena);
    uint32_t *floaters = lm_players_of(r->p, r->floaters, r->floater_count, r->arena);
    if (list.failed || moved == NULL || residents == NULL || floaters == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < r->floater_count; i++)
        r->done[r->floaters[i]] = false;
    r->brackets[r->count++] = (struct lm_bracket){
        .score = r->p->seats[begin].score,
        .residents = residents,
        .resident_count = r->member_count - incoming,
        .moved = moved,
        .moved_count = incoming,
        .floaters = floaters,
        .floater_count = r->floater_count,
        .findings = list.items,
        .finding_count = list.count,
    };
    return sort_by_index(r, residents, r->member_count - incoming);
}

/* Review the bye (art. 3.1): a bracket of its own, the last one. */
static enum lm_status review_bye(struct review *r, uint32_t bye)
{
    struct lm_finding_list list = {.arena = r->arena};
    const struct lm_seat *seat = &r->p->seats[bye];
    int32_t barred = seat->pab_barred, games = -(int32_t)seat->games, rank = -1;
    for (uint32_t s = 0; s < r->p->seat_count; s++)
        rank -= s != bye && lm_burstein_before(&r->index[s], &r->index[bye]);
    lm_finding_note(&list, r->p, BURSTEIN_C2, LM_WHY_BYE, &barred, 1, &bye, 1);
    lm_finding_note(&list, r->p, BURSTEIN_PAB_SCORE, LM_WHY_BYE, &seat->score, 1, &bye, 1);
    lm_finding_note(&list, r->p, BURSTEIN_PAB_GAMES, LM_WHY_BYE, &games, 1, &bye, 1);
    lm_finding_note(&list, r->p, BURSTEIN_PAB_RANK, LM_WHY_BYE, &rank, 1, &bye, 1);
    uint32_t *player = lm_players_of(r->p, &bye, 1, r->arena);
    r->brackets[r->count++] = (struct lm_bracket){.score = seat->score,
                                                  .residents = player,
                                                  .resident_count = 1,
                                                  .floaters = player,
                                                  .floater_count = 1,
                                                  .findings = list.items,
                                                  .finding_count = list.count};
    return list.failed || player == NULL ? LM_LIMIT : LM_OK;
}

enum lm_status lm_burstein_review(const struct lm_position *p, const uint32_t *partner,
                                  uint32_t bye, bool given, struct lm_arena *arena,
                                  struct lm_bracket **brackets, size_t *bracket_count)
{
    struct burstein_index *index = lm_arena_alloc(arena, p->seat_count, sizeof *index);
    struct review r = {.p = p, .partner = partner, .index = index, .arena = arena, .given = given};
    r.done = lm_arena_alloc(arena, p->seat_count, sizeof *r.done);
    r.members = lm_arena_alloc(arena, p->seat_count, sizeof *r.members);
    r.floaters = lm_arena_alloc(arena, p->seat_count, sizeof *r.floaters);
    r.brackets = lm_arena_alloc(arena, (size_t)p->seat_count + 1, sizeof *r.brackets);
    if (index == NULL || r.done == NULL || r.members == NULL || r.floaters == NULL ||
        r.brackets == NULL)
        return LM_LIMIT;
    enum lm_status status = lm_burstein_indices(p, arena, index);
    for (uint32_t begin = 0, end; begin < p->seat_count && status == LM_OK; begin = end) {
        for (end = begin; end < p->seat_count && p->seats[end].score == p->seats[begin].score;)
            end++;
        status = review_bracket(&r, begin, end, bye);
    }
    if (status == LM_OK && bye != LM_NOBODY)
        status = review_bye(&r, bye);
    if (status != LM_OK)
        return status;
    *brackets = r.brackets;
    *bracket_count = r.count;
    return LM_OK;
}

enum lm_status lm_burstein_judge(const struct lm_position *p, const struct lm_pair *pairs,
                                 uint32_t pair_count, struct lm_arena *arena, struct lm_log *log,
                                 struct lm_pairing **out)
{
    struct lm_given given;
    struct lm_bracket *brackets;
    size_t count;
    (void)log;
    enum lm_status status = lm_read_given(p, pairs, pair_count, arena, &given);
    if (status == LM_OK)
        status = lm_burstein_review(p, given.partner, given.bye, true, arena, &brackets, &count);
    if (status != LM_OK)
        return status;
    return lm_judgement(p, pairs, pair_count, brackets, count, arena, out);
}
