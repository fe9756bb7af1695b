/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "desk/rows.h"

/* Who is there, who asked for a bye, and who must not meet whom. */

static const char *const byes[] = {"none", "half", "full", "zero", NULL};
static const uint8_t bye_kinds[] = {LM_BLANK, LM_BLANK, LM_HALF_BYE, LM_FULL_BYE, LM_ZERO_BYE};

static const struct lm_field present_fields[] = {
    FIELD("players", "players", LM_FIELD_IDS, LM_REQUIRED, NULL, NULL, 0, 0, players),
    YES_NO_OF(present, "is there", LM_OPTIONAL)};
static const struct lm_field check_in_fields[] = {YES_NO_OF(open, "open", LM_REQUIRED)};
static const struct lm_field bye_fields[] = {PLAYER(LM_REQUIRED),
                                             FIELD("rounds", "rounds", LM_FIELD_NUMBERS,
                                                   LM_REQUIRED, NULL, NULL, 1, LM_ROUNDS_MAX,
                                                   bye_rounds),
                                             CHOICE_OF(kind, "bye", LM_REQUIRED, byes)};
static const struct lm_field forbid_fields[] = {
    FIELD("players", "players who must not meet", LM_FIELD_IDS, LM_REQUIRED, NULL, NULL, 0, 0,
          players),
    YES_NO_OF(wished, "only a wish: it gives way", LM_OPTIONAL),
    NUMBER_OF(from, "first round", LM_OPTIONAL, 1, LM_ROUNDS_MAX),
    NUMBER_OF(until, "last round", LM_OPTIONAL, 1, LM_ROUNDS_MAX), WHY};
static const struct lm_field allow_fields[] = {
    NUMBER_OF(line, "line that forbade it", LM_REQUIRED, 1, INT64_MAX / 2)};

/* ---- attendance
 * ---------------------------------------------------------------------------------------- */

static void check_players(struct taking *t)
{
    for (size_t i = 0; i < t->v->players.count; i++)
        if (lm_desk_player(t->s, t->v->players.items[i]) == NULL)
            lm_desk_need(t, LM_LEVEL_REFUSED, "unknown-player", t->v->players.items[i], "",
                         "take the id or the number of a player of this section",
                         "there is no player \"%s\"", t->v->players.items[i]);
}

static void apply_present(struct taking *t)
{
    for (size_t i = 0; i < t->v->players.count; i++)
        SET(t->d, lm_desk_player(t->s, t->v->players.items[i])->present, t->v->present != LM_NO);
}

static void apply_check_in(struct taking *t)
{
    SET(t->d, t->s->check_in, t->v->open == LM_YES);
}

static uint32_t half_byes_of(const struct lm_desk_player *p)
{
    uint32_t count = 0;
    for (size_t round = 0; round < p->bye_capacity; round++)
        count += p->byes[round] == LM_HALF_BYE;
    return count;
}

static uint32_t asked_now(const struct taking *t)
{
    uint32_t count = 0;
    for (size_t i = 0; i < t->v->bye_rounds.count; i++)
        count += lm_desk_bye_of(t->player, (uint32_t)t->v->bye_rounds.items[i]) != LM_HALF_BYE;
    return count;
}

/* VCL 174-176, and what was announced. */
static void judge_half_bye(struct taking *t, uint32_t round)
{
    const struct lm_desk_section *s = t->s;
    if (t->player->no_half_bye)
        REFUSE(t, "no-half-bye", "VCL 175", "a zero-point bye is possible",
               "%s may have no half-point bye", lm_desk_who(t, t->player));
    uint32_t last = s->last_bye != 0 ? s->last_bye : s->rounds - 1;
    if (round > last)
        lm_desk_need(t, LM_LEVEL_CONFIRM, "late-half-bye", NULL, "C.05, as announced",
                     "a zero-point bye is possible",
                     "half-point byes were announced until round %u", last);
    if (half_byes_of(t->player) + asked_now(t) > s->half_byes)
        lm_desk_need(
            t, LM_LEVEL_CONFIRM, "second-half-bye", t->player->person->id, "VCL 174",
            "a zero-point bye is possible", "%s would have %u half-point byes; %u were announced",
            lm_desk_who(t, t->player), half_byes_of(t->player) + asked_now(t), s->half_byes);
}

static void judge_bye_round(struct taking *t, uint32_t round)
{
    const struct lm_desk_section *s = t->s;
    if (round > s->rounds)
        REFUSE(t, "round", "", "name a round of this section", "there is no round %u", round);
    else if (lm_desk_is_published(lm_desk_round(s, round)))
        REFUSE(t, "published", "C.04.2 art. 4.4",
               "\"alter\" the round, or enter what happened as a result", "round %u is published",
               round);
    else if (lm_desk_round(s, round) != NULL)
        REFUSE(t, "in-proposal", "", "unpair the round first", "round %u is being paired", round);
}

static void judge_bye(struct taking *t)
{
    uint8_t kind = bye_kinds[t->v->kind];
    for (size_t i = 0; i < t->v->bye_rounds.count; i++) {
        judge_bye_round(t, (uint32_t)t->v->bye_rounds.items[i]);
        if (kind == LM_HALF_BYE)
            judge_half_bye(t, (uint32_t)t->v->bye_rounds.items[i]);
    }
    if (kind == LM_FULL_BYE) {
        lm_desk_need(t, LM_LEVEL_ACKNOWLEDGE, "full-bye", t->player->person->id, "VCL 178",
                     "a half-point bye is what the rules know",
                     "a full-point bye is not described by the rules any more");
        for (size_t i = 0; i < t->v->bye_rounds.count; i++)
            lm_desk_remark(t, "FPB @ Round %lld: %u=FPB", (long long)t->v->bye_rounds.items[i],
                           t->player->number);
    }
}

void lm_desk_set_bye(struct taking *t, struct lm_desk_player *p, uint32_t round, uint8_t kind)
{
    if (round >= p->bye_capacity) {
        SET(t->d, p->bye_capacity, p->bye_capacity);
        SET(t->d, p->byes, p->byes);
        if (!lm_arena_grow(t->d->arena, &p->byes, &p->bye_capacity, round + 1, 1)) {
            t->d->out_of_memory = true;
            return;
        }
    }
    SET(t->d, p->byes[round], kind);
}

static void apply_bye(struct taking *t)
{
    for (size_t i = 0; i < t->v->bye_rounds.count; i++)
        lm_desk_set_bye(t, t->player, (uint32_t)t->v->bye_rounds.items[i], bye_kinds[t->v->kind]);
}

/* ---- who must not meet
 * ------------------------------------------------------------------------------------ */

static void judge_forbid(struct taking *t)
{
    bool started = lm_desk_paired(t->s) > 0;
    if (t->v->players.count < 2)
        REFUSE(t, "too-few", "", "name at least two players", "nobody is kept from anybody");
    if (!started)
        return;
    lm_desk_depart(t, "prohibition-late", "C.05 art. 5.2, VCL 196",
                   "restrictions are announced before the start",
                   "who must not meet is fixed once round 1 is paired");
    lm_desk_remark(t, "Prohibition @ Round %u: added", lm_desk_published(t->s));
}

static void apply_forbid(struct taking *t)
{
    struct lm_desk *d = t->d;
    const struct said *v = t->v;
    struct lm_desk_prohibition *p = lm_arena_alloc(d->arena, 1, sizeof *p);
    struct lm_desk_player **players =
        lm_arena_alloc(d->arena, v->players.count, sizeof(struct lm_desk_player *));
    if (p == NULL || players == NULL) {
        d->out_of_memory = true;
        return;
    }
    for (size_t i = 0; i < v->players.count; i++)
        players[i] = lm_desk_player(t->s, v->players.items[i]);
    *p = (struct lm_desk_prohibition){.players = players,
                                      .count = v->players.count,
                                      .first_round = v->from == LM_NOT_SAID ? 1 : (uint32_t)v->from,
                                      .last_round = v->until == LM_NOT_SAID ? LM_ROUNDS_MAX
                                                                            : (uint32_t)v->until,
                                      .wished = v->wished == LM_YES,
                                      .line = t->line->number};
    APPEND(d, t->s->prohibitions, t->s->prohibition_count, t->s->prohibition_capacity, p);
}

static struct lm_desk_prohibition *forbidden_by(const struct taking *t)
{
    for (size_t i = 0; i < t->s->prohibition_count; i++)
        if (t->s->prohibitions[i]->line == (uint64_t)t->v->line && !t->s->prohibitions[i]->lifted)
            return t->s->prohibitions[i];
    return NULL;
}

static void check_allow(struct taking *t)
{
    if (forbidden_by(t) == NULL)
        REFUSE(t, "not-forbidden", "", "name the line of a \"forbid\" that stands",
               "line %lld forbids nothing", (long long)t->v->line);
}

static void judge_allow(struct taking *t)
{
    if (lm_desk_paired(t->s) == 0)
        return;
    lm_desk_depart(t, "prohibition-late", "C.05 art. 5.2, VCL 196", "leave it as announced",
                   "who must not meet is fixed once round 1 is paired");
    lm_desk_remark(t, "Prohibition @ Round %u: removed", lm_desk_published(t->s));
}

static void apply_allow(struct taking *t)
{
    SET(t->d, forbidden_by(t)->lifted, true);
}

static void invert_forbid(const struct lm_desk *d, const struct entry *entry,
                          struct lm_json_writer *w)
{
    (void)d;
    lm_json_put_integer(w, "line", (int64_t)entry->shown.line.number);
}

const struct row lm_desk_rows_attendance[] = {
    {.kind = {"present", "Players are there, or not yet", "attendance", "", true, LM_RIGHT_CHECK_IN,
              LM_UNDO_RESTORE, FIELDS(present_fields)},
     .check = check_players,
     .apply = apply_present},
    {.kind = {"check-in", "Check-in opens or closes", "attendance", "", true, LM_RIGHT_ARBITER,
              LM_UNDO_RESTORE, FIELDS(check_in_fields)},
     .apply = apply_check_in},
    {.kind = {"bye", "A player does not play in some rounds", "attendance", "C.04.2, VCL 171-179",
              true, LM_RIGHT_ARBITER, LM_UNDO_RESTORE, FIELDS(bye_fields)},
     .judge = judge_bye,
     .apply = apply_bye},
    {.kind = {"forbid", "Players must not meet", "pairs forbidden", "C.05 art. 5.2", true,
              LM_RIGHT_CHIEF, LM_UNDO_RESTORE, FIELDS(forbid_fields)},
     .check = check_players,
     .judge = judge_forbid,
     .apply = apply_forbid,
     .inverse = "allow",
     .invert = invert_forbid},
    {.kind = {"allow", "Players may meet again", "pairs forbidden", "C.05 art. 5.2", true,
              LM_RIGHT_CHIEF, LM_UNDO_RESTORE, FIELDS(allow_fields)},
     .check = check_allow,
     .judge = judge_allow,
     .apply = apply_allow},
    {.check = NULL},
};
