/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "base/texts.h"
#include "desk/rows.h"

/* Attendance, requested byes, and prohibitions. */

static const char *const byes[] = {"none", "half", "full", "zero", NULL};
static const uint8_t bye_kinds[] = {LM_BLANK, LM_BLANK, LM_HALF_BYE, LM_FULL_BYE, LM_ZERO_BYE};

static const char *const aparts[] = {"club", "federation", NULL};

static const struct lm_field present_fields[] = {
    FIELD("players", "players", LM_FIELD_IDS, LM_OPTIONAL, NULL, NULL, 0, 0, players),
    YES_NO_OF(present, "present", LM_OPTIONAL), TEXT_OF(club, "all of a club", LM_PRIVATE, 100)};
static const struct lm_field absent_fields[] = {
    FIELD("players", "players; otherwise all who are absent", LM_FIELD_IDS, LM_OPTIONAL, NULL, NULL,
          0, 0, players)};
static const struct lm_field stay_fields[] = {PLAYER(LM_REQUIRED), WHY};
static const struct lm_field check_in_fields[] = {YES_NO_OF(open, "open", LM_REQUIRED)};
static const struct lm_field bye_fields[] = {PLAYER(LM_REQUIRED),
                                             FIELD("rounds", "rounds", LM_FIELD_NUMBERS,
                                                   LM_REQUIRED, NULL, NULL, 1, LM_ROUNDS_MAX,
                                                   bye_rounds),
                                             CHOICE_OF(kind, "bye", LM_REQUIRED, byes)};
static const struct lm_field forbid_fields[] = {
    FIELD("players", "players to keep apart", LM_FIELD_IDS, LM_OPTIONAL, NULL, NULL, 0, 0, players),
    FIELD("all", "all players of one club or federation", LM_FIELD_CHOICE, LM_OPTIONAL, NULL,
          aparts, 0, 0, by),
    TEXT_OF(club, "all of a club", LM_PRIVATE, 100),
    YES_NO_OF(wished, "only if possible", LM_OPTIONAL),
    NUMBER_OF(from, "first round", LM_OPTIONAL, 1, LM_ROUNDS_MAX),
    FIELD("until", "last round", LM_FIELD_NUMBER, LM_OPTIONAL, NULL, NULL, 1, LM_ROUNDS_MAX, until),
    WHY,
    FIELD("apart", "groups found", LM_FIELD_TEXTS, LM_OUTCOME, NULL, NULL, 0, 100000, apart)};
static const struct lm_field allow_fields[] = {
    NUMBER_OF(line, "line that kept the players apart", LM_REQUIRED, 1, INT64_MAX / 2)};

/* ---- attendance */

static void check_players(struct taking *t)
{
    for (size_t i = 0; i < t->v->players.count; i++)
        if (lm_desk_player(t->s, t->v->players.items[i]) == NULL)
            lm_desk_need(t, LM_LEVEL_REFUSED, "unknown-player", t->v->players.items[i], "",
                         "use the id or the number of a player of this section",
                         "player \"%s\" not found", t->v->players.items[i]);
}

static bool is_of_club(const struct taking *t, const struct lm_desk_player *p)
{
    return t->v->club != NULL && t->v->club[0] != '\0' &&
           lm_desk_same_name(p->person->club, t->v->club, t->d->arena);
}

static void check_present(struct taking *t)
{
    size_t found = t->v->players.count;
    check_players(t);
    for (size_t i = 0; t->act != NULL && i < t->s->player_count; i++)
        found += t->s->players[i]->standing == LM_PLAYS && is_of_club(t, t->s->players[i]);
    if (t->act != NULL && found == 0)
        REFUSE(t, "nobody", "",
               "name players: \"present 4 7\"; or club=\"SK Bern\" as it is written",
               "no player is named");
}

/* Write a whole club as its present members. */
static void decide_present(struct taking *t, struct lm_json_writer *w)
{
    if (t->v->players.given)
        return;
    lm_json_begin(w, "players", '[');
    for (size_t i = 0; i < t->s->player_count; i++)
        if (t->s->players[i]->standing == LM_PLAYS && is_of_club(t, t->s->players[i]))
            lm_json_put_string(w, NULL, t->s->players[i]->person->id);
    lm_json_end(w, ']');
}

static void apply_present(struct taking *t)
{
    for (size_t i = 0; i < t->v->players.count; i++)
        SET(t->d, lm_desk_player(t->s, t->v->players.items[i])->present, t->v->present != LM_NO);
}

/* Is the player to be paired next, but missing? */
static bool is_missing(const struct lm_desk_player *p, uint32_t round)
{
    return !p->present && lm_desk_in_play(p, round) && lm_desk_bye_of(p, round) == LM_BLANK;
}

static void count_missing(const struct taking *t, uint32_t round, uint32_t *missing, uint32_t *all)
{
    *missing = *all = 0;
    for (size_t i = 0; i < t->s->player_count; i++) {
        const struct lm_desk_player *p = t->s->players[i];
        *missing += is_missing(p, round);
        *all += lm_desk_in_play(p, round) && lm_desk_bye_of(p, round) == LM_BLANK;
    }
}

/* Situation 19: check-in was probably not run, and half of the players would be absent. */
static void judge_half(struct taking *t, uint32_t missing, uint32_t all)
{
    if (2 * missing > all)
        lm_desk_need(t, LM_LEVEL_CONFIRM, "half-missing", lm_printed(t->d->arena, "%u", missing),
                     "", "check in the players first: \"present club=…\" takes a whole club",
                     "%u of %u players are not checked in", missing, all);
}

static void judge_check_in(struct taking *t)
{
    uint32_t missing, all;
    if (t->v->open == LM_YES)
        return;
    count_missing(t, lm_desk_next_round(t->s), &missing, &all);
    judge_half(t, missing, all);
    if (missing > 0)
        lm_desk_need(
            t, LM_LEVEL_INFORM, "missing", lm_printed(t->d->arena, "%u", missing),
            "C.04.2 art. 2.4",
            "\"absent\" leaves all of them out of this round; \"present\", \"withdraw\" one",
            "%u are not here; no player is left out automatically", missing);
}

static void apply_check_in(struct taking *t)
{
    SET(t->d, t->s->check_in, t->v->open == LM_YES);
    if (t->v->open == LM_NO)
        SET(t->d, t->s->checked_in, lm_desk_next_round(t->s));
}

/* An absence is a zero-point bye, and only for the round that is paired next (C.04.2 art. 2.4). */
static void check_absent(struct taking *t)
{
    uint32_t missing, all;
    check_players(t);
    if (lm_desk_proposed(t->s) != NULL)
        REFUSE(t, "in-proposal", "", "\"unpair\" the round, or let them \"rest\" in it",
               "a round is being paired");
    count_missing(t, lm_desk_next_round(t->s), &missing, &all);
    if (t->act != NULL && t->v->players.count == 0 && missing == 0)
        REFUSE(t, "nobody", "", "there is nothing to do", "no player is missing");
}

static void judge_absent(struct taking *t)
{
    uint32_t missing, all;
    count_missing(t, lm_desk_next_round(t->s), &missing, &all);
    if (!t->v->players.given)
        judge_half(t, missing, all);
}

static void decide_absent(struct taking *t, struct lm_json_writer *w)
{
    uint32_t next = lm_desk_next_round(t->s);
    if (t->v->players.given)
        return;
    lm_json_begin(w, "players", '[');
    for (size_t i = 0; i < t->s->player_count; i++)
        if (is_missing(t->s->players[i], next))
            lm_json_put_string(w, NULL, t->s->players[i]->person->id);
    lm_json_end(w, ']');
}

static void apply_absent(struct taking *t)
{
    for (size_t i = 0; i < t->v->players.count; i++)
        lm_desk_set_bye(t, lm_desk_player(t->s, t->v->players.items[i]), lm_desk_next_round(t->s),
                        LM_ZERO_BYE);
}

static void apply_stay(struct taking *t)
{
    SET(t->d, t->player->explained, lm_desk_published(t->s));
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

/* VCL 174-176, and the announced limits. */
static void judge_half_bye(struct taking *t, uint32_t round)
{
    const struct lm_desk_section *s = t->s;
    if (t->player->no_half_bye)
        REFUSE(t, "no-half-bye", "VCL 175", "a zero-point bye is possible",
               "%s cannot have a half-point bye", lm_desk_who(t, t->player));
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

/* Was ${round} played before ${p}, who entered late and is not paired yet, could play? */
static bool has_missed(const struct lm_desk_section *s, const struct lm_desk_player *p,
                       uint32_t round)
{
    return round < p->first_round && p->first_round > lm_desk_published(s) &&
           !lm_desk_is_fixed(s) && lm_desk_is_published(lm_desk_round(s, round));
}

static void judge_bye_round(struct taking *t, uint32_t round)
{
    const struct lm_desk_section *s = t->s;
    if (round > s->rounds)
        REFUSE(t, "round", "", "name a round of this section", "round %u not found", round);
    else if (has_missed(s, t->player, round))
        return;
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
    if (kind == LM_HALF_BYE)
        lm_desk_judge_half_bye_2006(t);
    if (kind == LM_FULL_BYE) {
        lm_desk_need(t, LM_LEVEL_ACKNOWLEDGE, "full-bye", t->player->person->id, "VCL 178",
                     "a half-point bye is what the rules know",
                     "the rules no longer know a full-point bye");
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

/* Give a late entry a bye for ${r}, which is past or in progress (situation 24). */
static void give_missed(struct taking *t, struct lm_desk_round *r, uint8_t kind)
{
    if (lm_desk_idle_of(r, t->player) != NULL)
        (void)lm_desk_lift(t, r, t->player);
    if (kind != LM_BLANK)
        lm_desk_add_idle(t, r, t->player, kind);
}

static void apply_bye(struct taking *t)
{
    for (size_t i = 0; i < t->v->bye_rounds.count; i++) {
        uint32_t round = (uint32_t)t->v->bye_rounds.items[i];
        uint8_t kind = bye_kinds[t->v->kind];
        lm_desk_set_bye(t, t->player, round, kind);
        if (has_missed(t->s, t->player, round))
            give_missed(t, lm_desk_round(t->s, round), kind);
    }
}

/* ---- prohibitions */

/* Return the club or federation of ${p}; "" none. */
static const char *common(const struct lm_desk_player *p, uint8_t by)
{
    return by == LM_APART_CLUB         ? p->person->club
           : by == LM_APART_FEDERATION ? p->person->federation
                                       : "";
}

static uint8_t by_what(const struct line_fields *v)
{
    return v->by != 0                              ? v->by
           : v->club != NULL && v->club[0] != '\0' ? LM_APART_CLUB
                                                   : LM_APART_LIST;
}

static bool are_together(const struct taking *t, const struct lm_desk_player *a,
                         const struct lm_desk_player *b, uint8_t by)
{
    return common(a, by)[0] != '\0' && lm_desk_same_name(common(a, by), common(b, by), t->d->arena);
}

/* Return the ids of players with the same club or federation as the ${index}th player, that player
 * first; empty if an earlier player has the same, or if another club was named. */
static const char *group_of(const struct taking *t, size_t index, uint8_t by)
{
    struct lm_text ids = lm_text_in(t->d->arena);
    const struct lm_desk_player *first = t->s->players[index];
    size_t count = 0;
    bool named = t->v->club != NULL && t->v->club[0] != '\0';
    if (first->standing == LM_REMOVED || (named && !is_of_club(t, first)))
        return "";
    for (size_t i = 0; i < t->s->player_count; i++) {
        const struct lm_desk_player *p = t->s->players[i];
        if (p->standing == LM_REMOVED || !are_together(t, first, p, by))
            continue;
        if (i < index)
            return "";
        lm_text_print(&ids, "%s%s", count++ == 0 ? "" : " ", p->person->id);
    }
    return count < 2 ? "" : lm_text_string(&ids);
}

/* Judge the cost: players with fewer opponents left than rounds (situation 8). */
static void judge_cost(struct taking *t)
{
    uint32_t all = 0;
    for (size_t i = 0; i < t->s->player_count; i++)
        all += lm_desk_in_play(t->s->players[i], 1);
    for (size_t i = 0; i < t->s->player_count; i++) {
        const struct lm_desk_player *p = t->s->players[i];
        uint32_t kept = 0;
        for (size_t k = 0; k < t->s->player_count; k++)
            kept += k != i && lm_desk_in_play(t->s->players[k], 1) &&
                    lm_desk_are_apart(t->s, p, t->s->players[k]);
        if (kept > 0 && lm_desk_in_play(p, 1) && all - 1 - kept < t->s->rounds) {
            lm_desk_need(
                t, LM_LEVEL_ACKNOWLEDGE, "costs", p->person->id, "C.05 art. 5.2",
                "let it hold for the first rounds only (until=2), or as a wish (wished=yes)",
                "%s may meet %u players in %u rounds", lm_desk_who(t, p), all - 1 - kept,
                t->s->rounds);
            return;
        }
    }
}

static void judge_forbid(struct taking *t)
{
    bool started = lm_desk_paired(t->s) > 0;
    if (t->v->players.count < 2 && by_what(t->v) == LM_APART_LIST)
        REFUSE(t, "too-few", "", "name at least two players, a club=\"SK Bern\", or all=club",
               "no players are kept apart");
    if (!started)
        return;
    lm_desk_depart(t, "prohibition-late", "C.05 art. 5.2, VCL 196",
                   "restrictions are announced before the start",
                   "players are kept apart only until round 1 is paired");
    lm_desk_remark(t, "Prohibition @ Round %u: added", lm_desk_published(t->s));
}

/* Clubs are private: the line lists the players who are kept apart instead. */
static void decide_forbid(struct taking *t, struct lm_json_writer *w)
{
    uint8_t by = by_what(t->v);
    if (by == LM_APART_LIST)
        return;
    lm_json_begin(w, "apart", '[');
    for (size_t i = 0; i < t->s->player_count; i++) {
        const char *group = group_of(t, i, by);
        if (group[0] != '\0')
            lm_json_put_string(w, NULL, group);
    }
    lm_json_end(w, ']');
}

/* Return the players of "p1 p4 p9". */
static struct lm_desk_player **players_of(const struct taking *t, const char *ids, size_t *count)
{
    struct lm_desk_player **players =
        lm_arena_alloc(t->d->arena, strlen(ids) / 2 + 1, sizeof(struct lm_desk_player *));
    *count = 0;
    for (const char *at = ids; players != NULL && *at != '\0';) {
        size_t length = strcspn(at, " ");
        const char *id = lm_arena_copy(t->d->arena, at, length);
        struct lm_desk_player *p = id == NULL ? NULL : lm_desk_player(t->s, id);
        if (p != NULL)
            players[(*count)++] = p;
        at += length + (at[length] == ' ');
    }
    t->d->out_of_memory |= players == NULL;
    return players;
}

static void add_prohibition(struct taking *t, struct lm_desk_player **players, size_t count)
{
    struct lm_desk *d = t->d;
    const struct line_fields *v = t->v;
    struct lm_desk_prohibition *p = lm_arena_alloc(d->arena, 1, sizeof *p);
    if (p == NULL || players == NULL) {
        d->out_of_memory = true;
        return;
    }
    *p = (struct lm_desk_prohibition){.players = players,
                                      .count = count,
                                      .by = by_what(v),
                                      .first_round = v->from == LM_NOT_SET ? 1 : (uint32_t)v->from,
                                      .last_round = v->until == LM_NOT_SET ? LM_ROUNDS_MAX
                                                                           : (uint32_t)v->until,
                                      .wished = v->wished == LM_YES,
                                      .line = t->line->number};
    APPEND(d, t->s->prohibitions, t->s->prohibition_count, t->s->prohibition_capacity, p);
}

static void apply_forbid(struct taking *t)
{
    const struct lm_words *ids = &t->v->players;
    size_t count;
    struct lm_desk_player **players =
        lm_arena_alloc(t->d->arena, ids->count + 1, sizeof(struct lm_desk_player *));
    t->d->out_of_memory |= players == NULL;
    for (size_t i = 0; players != NULL && i < ids->count; i++)
        players[i] = lm_desk_player(t->s, ids->items[i]);
    if (players != NULL) /* without players: a rule for later entries */
        add_prohibition(t, players, ids->count);
    for (size_t i = 0; i < t->v->apart.count; i++) {
        players = players_of(t, t->v->apart.items[i], &count);
        add_prohibition(t, players, count);
    }
}

/* ---- later entries */

bool lm_desk_are_apart(const struct lm_desk_section *s, const struct lm_desk_player *a,
                       const struct lm_desk_player *b)
{
    for (size_t i = 0; i < s->prohibition_count; i++) {
        size_t named = 0;
        for (size_t k = 0; k < s->prohibitions[i]->count; k++)
            named += s->prohibitions[i]->players[k] == a || s->prohibitions[i]->players[k] == b;
        if (named == 2 && !s->prohibitions[i]->lifted && !s->prohibitions[i]->wished &&
            s->prohibitions[i]->last_round >= s->rounds)
            return true;
    }
    return false;
}

static bool in_group(const struct lm_desk_prohibition *p, const struct lm_desk_player *player)
{
    for (size_t i = 0; i < p->count; i++)
        if (p->players[i] == player)
            return true;
    return false;
}

/* Write the announced groups that a new player joins: "12:p3" for the group of p3 in line 12. */
void lm_desk_put_apart(struct taking *t, const char *club, const char *federation,
                       struct lm_json_writer *w)
{
    bool any = false;
    for (size_t i = 0; i < t->s->prohibition_count; i++) {
        const struct lm_desk_prohibition *rule = t->s->prohibitions[i];
        const char *own = rule->by == LM_APART_CLUB ? club : federation;
        if (rule->by == LM_APART_LIST || rule->lifted || rule->count > 0 || own[0] == '\0')
            continue;
        for (size_t k = 0; k < t->s->player_count; k++) {
            const struct lm_desk_player *p = t->s->players[k];
            if (p->standing == LM_REMOVED ||
                !lm_desk_same_name(common(p, rule->by), own, t->d->arena))
                continue;
            if (!any)
                lm_json_begin(w, "apart", '[');
            any = true;
            lm_json_put_string(
                w, NULL,
                lm_printed(t->d->arena, "%llu:%s", (unsigned long long)rule->line, p->person->id));
            break;
        }
    }
    if (any)
        lm_json_end(w, ']');
}

static void join_group(struct taking *t, struct lm_desk_prohibition *p,
                       struct lm_desk_player *player)
{
    struct lm_desk_player **players =
        lm_arena_alloc(t->d->arena, p->count + 1, sizeof(struct lm_desk_player *));
    if (players == NULL) {
        t->d->out_of_memory = true;
        return;
    }
    for (size_t i = 0; i < p->count; i++)
        players[i] = p->players[i];
    players[p->count] = player;
    SET(t->d, p->players, players);
    SET(t->d, p->count, p->count + 1);
}

void lm_desk_apply_apart(struct taking *t, struct lm_desk_player *player)
{
    struct lm_desk_section *s = t->s;
    for (size_t a = 0; a < t->v->apart.count; a++) {
        const char *text = t->v->apart.items[a], *colon = strchr(text, ':');
        struct lm_desk_player *mate = colon == NULL ? NULL : lm_desk_player(s, colon + 1);
        struct lm_desk_prohibition *rule = NULL, *group = NULL;
        for (size_t i = 0; mate != NULL && i < s->prohibition_count; i++) {
            struct lm_desk_prohibition *p = s->prohibitions[i];
            if (p->line != strtoull(text, NULL, 10))
                continue;
            if (p->count == 0)
                rule = p;
            else if (in_group(p, mate))
                group = p;
        }
        if (group != NULL) {
            join_group(t, group, player);
        } else if (rule != NULL) { /* the second player of a club begins the group */
            struct lm_desk_prohibition *first = lm_arena_alloc(t->d->arena, 1, sizeof *first);
            if (first == NULL) {
                t->d->out_of_memory = true;
                return;
            }
            *first = *rule;
            join_group(t, first, mate);
            join_group(t, first, player);
            APPEND(t->d, s->prohibitions, s->prohibition_count, s->prohibition_capacity, first);
        }
    }
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
        REFUSE(t, "not-forbidden", "", "name the line of a \"forbid\" in force",
               "line %lld forbids nothing", (long long)t->v->line);
}

static void judge_allow(struct taking *t)
{
    if (lm_desk_paired(t->s) == 0)
        return;
    lm_desk_depart(t, "prohibition-late", "C.05 art. 5.2, VCL 196", "leave it as announced",
                   "players are kept apart only until round 1 is paired");
    lm_desk_remark(t, "Prohibition @ Round %u: removed", lm_desk_published(t->s));
}

static void apply_allow(struct taking *t)
{
    struct lm_desk_prohibition *p;
    while ((p = forbidden_by(t)) != NULL) /* every club of the line */
        SET(t->d, p->lifted, true);
}

static void invert_forbid(const struct lm_desk *d, const struct entry *entry,
                          struct lm_json_writer *w)
{
    (void)d;
    lm_json_put_integer(w, "line", (int64_t)entry->shown.line.number);
}

const struct row lm_desk_rows_attendance[] = {
    {.kind = {"present", "Players checked in or out", "attendance", "", true, LM_RIGHT_CHECK_IN,
              LM_UNDO_RESTORE, FIELDS(present_fields)},
     .check = check_present,
     .decide = decide_present,
     .apply = apply_present},
    {.kind = {"check-in", "Check-in opened or closed", "attendance", "", true, LM_RIGHT_ARBITER,
              LM_UNDO_RESTORE, FIELDS(check_in_fields)},
     .judge = judge_check_in,
     .apply = apply_check_in},
    {.kind = {"absent", "Players absent from the next round", "attendance", "C.04.2 art. 2.4", true,
              LM_RIGHT_ARBITER, LM_UNDO_RESTORE, FIELDS(absent_fields)},
     .check = check_absent,
     .judge = judge_absent,
     .decide = decide_absent,
     .apply = apply_absent},
    {.kind = {"stay", "Absence excused: player stays in", "attendance", "C.05", true,
              LM_RIGHT_ARBITER, LM_UNDO_RESTORE, FIELDS(stay_fields)},
     .apply = apply_stay,
     .person = "player"},
    {.kind = {"bye", "Bye entered", "attendance", "C.04.2, VCL 171-179", true, LM_RIGHT_ARBITER,
              LM_UNDO_RESTORE, FIELDS(bye_fields)},
     .judge = judge_bye,
     .apply = apply_bye},
    {.kind = {"forbid", "Players kept apart", "pairs forbidden", "C.05 art. 5.2", true,
              LM_RIGHT_CHIEF, LM_UNDO_RESTORE, FIELDS(forbid_fields)},
     .check = check_players,
     .judge = judge_forbid,
     .after = judge_cost,
     .decide = decide_forbid,
     .apply = apply_forbid,
     .inverse = "allow",
     .invert = invert_forbid},
    {.kind = {"allow", "Players no longer kept apart", "pairs forbidden", "C.05 art. 5.2", true,
              LM_RIGHT_CHIEF, LM_UNDO_RESTORE, FIELDS(allow_fields)},
     .check = check_allow,
     .judge = judge_allow,
     .apply = apply_allow},
    {.check = NULL},
};
