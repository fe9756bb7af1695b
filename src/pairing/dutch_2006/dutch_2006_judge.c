/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/dutch_2006/dutch_2006_reasons.h"
#include "pairing/judge.h"

/*
 * Findings on a given pairing: its brackets are composed as the procedure would have left them, and
 * then described like its own ones.  Steps that only the procedure knows (C12, C13) do not appear.
 */

struct review {
    struct field field;
    struct lm_given given;
    uint32_t *entrant_of; /* per seat */
    uint32_t *place_of;   /* per entrant: position in the current bracket */
    struct bracket bracket;
    struct lm_bracket *out;
    size_t count;
};

/* Return the opponent of ${entrant}; NO_PARTNER: none. */
static uint32_t opponent_of(const struct review *r, uint32_t entrant)
{
    uint32_t partner = r->given.partner[r->field.entrants[entrant].seat_index];
    return partner == LM_NOBODY ? NO_PARTNER : r->entrant_of[partner];
}

/* Compose the bracket of the players who came down, then the residents ${begin} … ${end}-1, with
 * their pairs. */
static enum lm_status put_together(struct review *r, uint32_t begin, uint32_t end)
{
    struct bracket *b = &r->bracket;
    uint32_t *arrived, arrived_count = 0;
    struct lm_arena *arena = r->field.arena;
    enum lm_status status = LM_OK;
    if (begin > 0)
        status = lm_dutch_2006_leaving(&r->field, b, &arrived, &arrived_count);
    if (status != LM_OK)
        return status;
    *b = (struct bracket){.score = r->field.entrants[begin].score,
                          .count = arrived_count + end - begin,
                          .lowest = end == r->field.count,
                          .paired = true};
    b->players = lm_arena_alloc(arena, b->count, sizeof *b->players);
    b->outcome.partner = lm_arena_alloc(arena, b->count, sizeof *b->outcome.partner);
    if (b->players == NULL || b->outcome.partner == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < b->count; i++) {
        b->players[i] = i < arrived_count ? arrived[i] : begin + i - arrived_count;
        r->place_of[b->players[i]] = i;
    }
    return lm_dutch_2006_measure(&r->field, b);
}

static void enter_pairs(struct review *r, uint32_t end)
{
    struct bracket *b = &r->bracket;
    uint32_t made = 0, moved = 0;
    for (uint32_t i = 0; i < b->count; i++) {
        uint32_t opponent = opponent_of(r, b->players[i]);
        bool here = opponent != NO_PARTNER && opponent < end;
        b->outcome.partner[i] = here ? r->place_of[opponent] : NO_PARTNER;
        made += here;
        moved += here && i < b->full.moved;
    }
    b->target = (struct target){.moved = moved, .rest = made / 2 > moved ? made / 2 - moved : 0};
}

/* Judge what B1 and B2 forbid. */
static void judge_limits(const struct review *r, struct lm_finding_list *list)
{
    const struct bracket *b = &r->bracket;
    int32_t met = 0, closed = 0, second = 0;
    for (uint32_t i = 0; i < b->count; i++) {
        const struct entrant *who = &r->field.entrants[b->players[i]];
        uint32_t place = b->outcome.partner[i];
        second += who->seat_index == r->given.bye && who->seat->pab_barred;
        if (place == NO_PARTNER || place < i ||
            lm_dutch_2006_legal(&r->field, b->players[i], b->players[place]))
            continue;
        bool again = lm_is_barred(r->field.position, who->seat_index,
                                  r->field.entrants[b->players[place]].seat_index);
        met += again;
        closed += !again;
    }
    lm_finding_add(list, LM_DUTCH_2006_MET_BEFORE, &met, 1);
    lm_finding_add(list, LM_DUTCH_2006_SAME_CLOSED, &closed, 1);
    lm_finding_add(list, LM_DUTCH_2006_SECOND_BYE, &second, 1);
}

/* Judge the bracket as described; of floats only whether a criterion was dropped (C9, C10). */
static enum lm_status judge_bracket(struct review *r)
{
    struct lm_bracket described = {0};
    struct lm_finding_list list = {.arena = r->field.arena};
    enum lm_status status = lm_dutch_2006_describe(&r->field, &r->bracket, &described);
    if (status != LM_OK)
        return status;
    judge_limits(r, &list);
    for (size_t i = 0; i < described.finding_count; i++) {
        const struct lm_finding *finding = &described.findings[i];
        int32_t value = lm_dutch_2006_is_float(finding->rule) ? 1 : finding->values[0];
        size_t before = list.count;
        lm_finding_add(&list, finding->rule, &value, 1);
        if (list.failed || list.count == before)
            continue;
        list.items[before].about = finding->about;
        list.items[before].players = finding->players;
        list.items[before].player_count = finding->player_count;
    }
    uint32_t *players = lm_arena_alloc(r->field.arena, r->bracket.count, sizeof *players);
    for (uint32_t i = 0; players != NULL && i < r->bracket.count; i++)
        players[i] = r->field.entrants[r->bracket.players[i]].seat->player;
    r->out[r->count++] = (struct lm_bracket){.score = r->bracket.score,
                                             .residents = players,
                                             .resident_count = r->bracket.count,
                                             .findings = list.items,
                                             .finding_count = list.count};
    return list.failed || players == NULL ? LM_LIMIT : LM_OK;
}

static enum lm_status judge_brackets(struct review *r)
{
    const struct field *field = &r->field;
    enum lm_status status = LM_OK;
    for (uint32_t begin = 0, end; begin < field->count && status == LM_OK; begin = end) {
        for (end = begin;
             end < field->count && field->entrants[end].score == field->entrants[begin].score;)
            end++;
        status = put_together(r, begin, end);
        if (status != LM_OK)
            return status;
        enter_pairs(r, end);
        status = judge_bracket(r);
    }
    return status;
}

enum lm_status lm_dutch_2006_judge(const struct lm_position *position, const struct lm_pair *pairs,
                                   uint32_t pair_count, struct lm_arena *arena, struct lm_log *log,
                                   struct lm_pairing **out)
{
    struct review r = {0};
    (void)log;
    enum lm_status status = lm_dutch_2006_field(position, arena, &r.field);
    if (status == LM_OK)
        status = lm_read_given(position, pairs, pair_count, arena, &r.given);
    if (status != LM_OK)
        return status;
    r.entrant_of = lm_arena_alloc(arena, r.field.count, sizeof *r.entrant_of);
    r.place_of = lm_arena_alloc(arena, r.field.count, sizeof *r.place_of);
    r.out = lm_arena_alloc(arena, r.field.count, sizeof *r.out);
    if (r.entrant_of == NULL || r.place_of == NULL || r.out == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < r.field.count; i++)
        r.entrant_of[r.field.entrants[i].seat_index] = i;
    status = judge_brackets(&r);
    if (status != LM_OK)
        return status;
    return lm_judgement(position, pairs, pair_count, r.out, r.count, arena, out);
}
