/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/texts.h"
#include "desk/people.h"

/* Data of lists about the participants: numbers, ratings, fees, sanctions. */

static const struct lm_field order_fields[] = {
    FIELD("numbers", "players in number order; otherwise by rating", LM_FIELD_IDS, LM_OPTIONAL,
          NULL, NULL, 0, 0, numbers)};
static const struct lm_field rating_fields[] = {
    FIELD("players", "players", LM_FIELD_IDS, LM_REQUIRED, NULL, NULL, 0, 0, players),
    FIELD("ratings", "their ratings", LM_FIELD_NUMBERS, LM_REQUIRED, NULL, NULL, 0, 4000, ratings),
    ID_OF(month, "month of the list", LM_OPTIONAL, NULL), TEXT_OF(source, "list", LM_OPTIONAL, 100),
    NUMBER_OF(from, "of a long event: first round for which they count", LM_OPTIONAL, 2,
              LM_ROUNDS_MAX)};
static const char *const ways_to_pay[] = {"cash", "transfer", "card", "online", NULL};
static const struct lm_field pay_fields[] = {
    PLAYER(LM_REQUIRED),
    FIELD("amount", "sum, in whole units; below 0: given back", LM_FIELD_NUMBER, LM_REQUIRED, NULL,
          NULL, -1000000, 1000000, amount_paid),
    FIELD("how", "how it was paid", LM_FIELD_CHOICE, LM_OPTIONAL, NULL, ways_to_pay, 0, 0, kind)};
static const struct lm_field sanction_fields[] = {
    TEXT_OF(name, "name", LM_PRIVATE, 100), TEXT_OF(fide_id, "FIDE ID", LM_PRIVATE, 20),
    FIELD("until", "until", LM_FIELD_DATE, LM_OPTIONAL, NULL, NULL, 0, 0, end),
    FIELD("text", "source and dates", LM_FIELD_TEXT, LM_PRIVATE, NULL, NULL, 0, 1000, text)};

/* ---- numbers */

bool lm_desk_names_each(const struct taking *t, const struct lm_words *words, bool numbered)
{
    size_t expected = 0;
    for (size_t i = 0; i < t->s->player_count; i++)
        expected += t->s->players[i]->standing != LM_REMOVED && t->s->players[i]->number != 0;
    for (size_t i = 0; i < words->count; i++) {
        if (lm_desk_player(t->s, words->items[i]) == NULL)
            return false;
        for (size_t j = 0; j < i; j++)
            if (strcmp(words->items[i], words->items[j]) == 0)
                return false;
    }
    return !numbered || words->count == expected;
}

static void check_number(struct taking *t)
{
    if (!t->s->numbered)
        REFUSE(t, "no-numbers", "C.04.2 art. 2", "pair round 1: it gives the numbers",
               "no numbers yet");
    else if ((t->v->numbers.given || t->act == NULL) &&
             !lm_desk_names_each(t, &t->v->numbers, true))
        REFUSE(t, "not-each", "", "name every numbered player once",
               "the list does not name each player once");
}

/* Note new numbers, so that rounds paired by the old ones do not count as mistakes. */
static void note_numbers(struct taking *t)
{
    if (lm_desk_started(t->s))
        lm_desk_remark(t, "Configuration @ Round %u: numbers were given anew",
                       lm_desk_published(t->s));
}

/* Order by rating; equal players keep their order (VCL 153). */
static struct lm_desk_player **order_by_rating(const struct taking *t, size_t *count)
{
    struct lm_desk_player **order =
        lm_arena_alloc(t->d->arena, t->s->player_count + 1, sizeof(struct lm_desk_player *));
    *count = 0;
    t->d->out_of_memory |= order == NULL;
    for (size_t i = 0; order != NULL && i < t->s->player_count; i++) {
        struct lm_desk_player *p = t->s->players[i];
        size_t at = *count;
        int32_t own = lm_desk_strength(p);
        if (p->standing == LM_REMOVED || p->number == 0)
            continue;
        for (; at > 0 &&
               (lm_desk_strength(order[at - 1]) < own ||
                (lm_desk_strength(order[at - 1]) == own && order[at - 1]->number > p->number));
             at--)
            order[at] = order[at - 1];
        order[at] = p;
        ++*count;
    }
    return order;
}

/* Return the players in the new order, for the line. */
static struct lm_desk_player **wanted_order(const struct taking *t, size_t *count)
{
    if (!t->v->numbers.given)
        return order_by_rating(t, count);
    struct lm_desk_player **order =
        lm_arena_alloc(t->d->arena, t->v->numbers.count + 1, sizeof(struct lm_desk_player *));
    *count = order == NULL ? 0 : t->v->numbers.count;
    t->d->out_of_memory |= order == NULL;
    for (size_t i = 0; i < *count; i++)
        order[i] = lm_desk_player(t->s, t->v->numbers.items[i]);
    return order;
}

/* VCL 147: only equal players change places; VCL 154: show the players who move. */
static void judge_order(struct taking *t)
{
    enum { SHOWN = 8 };
    size_t count, moved = 0;
    struct lm_desk_player **order = wanted_order(t, &count);
    struct lm_text text = lm_text_in(t->d->arena);
    bool fits = true;
    for (size_t i = 0; order != NULL && i < count; i++) {
        fits &= i == 0 || lm_desk_strength(order[i - 1]) >= lm_desk_strength(order[i]);
        if (order[i]->number == i + 1)
            continue;
        if (moved++ < SHOWN)
            lm_text_print(&text, "%s%s %u => %zu", moved > 1 ? ", " : "", lm_desk_who(t, order[i]),
                          order[i]->number, i + 1);
    }
    if (!fits && !lm_desk_is_fixed(t->s) &&
        !t->s->system->knocks_out) /* their numbers are by lot, or given by an arbiter (VCL 95) */
        lm_desk_depart(t, "numbers-not-by-rating", "C.04.2 art. 2, VCL 147",
                       "\"number\" without a list gives them by rating",
                       "numbers follow the ratings; only equal players change places");
    if (moved == 0)
        lm_desk_need(t, LM_LEVEL_CONFIRM, "numbers", NULL, "C.04.2 art. 2.3",
                     "leave the numbers as they are", "no number changes");
    else
        lm_desk_need(t, LM_LEVEL_CONFIRM, "numbers", NULL, "C.04.2 art. 2.3",
                     "leave the numbers as they are",
                     moved > SHOWN ? "%zu players get other numbers: %s and %zu more"
                                   : "%zu players get other numbers: %s",
                     moved, lm_text_string(&text), moved > SHOWN ? moved - SHOWN : 0);
}

static void decide_order(struct taking *t, struct lm_json_writer *w)
{
    size_t count;
    if (t->v->numbers.given)
        return;
    struct lm_desk_player **order = order_by_rating(t, &count);
    lm_json_begin(w, "numbers", '[');
    for (size_t i = 0; order != NULL && i < count; i++)
        lm_json_put_string(w, NULL, order[i]->person->id);
    lm_json_end(w, ']');
}

static void judge_number(struct taking *t)
{
    if (t->s->system->knocks_out && lm_desk_paired(t->s) > 0)
        REFUSE(t, "knock-out", "Knock-out 2", "\"unpair\" round 1, while no game has begun",
               "the bracket of this knock-out is made");
    else if (lm_desk_paired(t->s) >= 4 && !lm_desk_is_fixed(t->s))
        lm_desk_depart(t, "numbers-late", "C.04.2 art. 2.3", "leave the numbers as they are",
                       "numbers do not change once round 4 is paired");
    judge_order(t);
    note_numbers(t);
}

static void apply_number(struct taking *t)
{
    struct lm_desk_player **players =
        lm_arena_alloc(t->d->arena, t->v->numbers.count, sizeof(struct lm_desk_player *));
    if (players == NULL) {
        t->d->out_of_memory = true;
        return;
    }
    for (size_t i = 0; i < t->v->numbers.count; i++)
        players[i] = lm_desk_player(t->s, t->v->numbers.items[i]);
    for (size_t i = 0; i < t->v->numbers.count; i++)
        SET(t->d, players[i]->number, (uint32_t)i + 1);
    lm_desk_number_members(t);
    SET(t->d, t->s->numbers_by_hand, true);
    lm_desk_drop_table(t);
}

/* ---- ratings of a list, money, sanctions */

static void check_ratings(struct taking *t)
{
    if (t->v->players.count != t->v->ratings.count)
        REFUSE(t, "not-each", "VCL 133", "give each player one rating",
               "%zu players and %zu ratings", t->v->players.count, t->v->ratings.count);
    for (size_t i = 0; i < t->v->players.count; i++)
        if (lm_desk_member(t->s, t->v->players.items[i]) == NULL)
            lm_desk_need(t, LM_LEVEL_REFUSED, "unknown-player", t->v->players.items[i], "",
                         "use the id or the number of a player of this section",
                         "player \"%s\" not found", t->v->players.items[i]);
}

/* VCL 210-213: a later list counts from a round on; numbers and pairings use the first one. FIDE
 * uses the list of the month only for events longer than thirty days. */
static void judge_later_ratings(struct taking *t)
{
    const struct lm_desk_event *e = &t->d->event;
    struct lm_date first, last;
    if ((uint64_t)t->v->from > t->s->rounds)
        lm_desk_need(t, LM_LEVEL_REFUSED, "no-round", NULL, "", "choose a round still to come",
                     "round %lld not found", (long long)t->v->from);
    bool known = lm_parse_date(e->start, strlen(e->start), &first) &&
                 lm_parse_date(e->end, strlen(e->end), &last);
    bool rated = strcmp(t->s->rate, "unrated") != 0;
    if (known && rated && lm_day_of(last) - lm_day_of(first) <= 30)
        lm_desk_need(t, LM_LEVEL_CONFIRM, "short-event", NULL, "B.02 4.1, VCL 210",
                     "leave the ratings of the first day",
                     "the event takes 30 days at most: FIDE rates all of it by one list");
    lm_desk_need(t, LM_LEVEL_CONFIRM, "later-ratings", NULL, "VCL 212-214",
                 "\"settings rating_use=round\" lets tie-breaks on ratings go by them",
                 "from round %lld on %zu players have other ratings; numbers, pairings and "
                 "tie-breaks keep the first",
                 (long long)t->v->from, t->v->players.count);
}

/* VCL 137: the list in force on the first day. */
static void judge_ratings(struct taking *t)
{
    if (t->v->from != LM_NOT_SET) {
        judge_later_ratings(t);
        return;
    }
    const char *month = t->v->month == NULL ? "" : t->v->month, *start = t->d->event.start;
    if (month[0] != '\0' && start[0] != '\0' && strncmp(month, start, 7) != 0)
        lm_desk_need(t, LM_LEVEL_CONFIRM, "other-month", month, "VCL 137",
                     "use the list in force on the first day",
                     "the event begins on %s: the list of %s is not the one in force then", start,
                     month);
    if (lm_desk_started(t->s)) {
        lm_desk_need(t, LM_LEVEL_CONFIRM, "rating-changed", NULL, "C.04.2 art. 2.3",
                     "leave them, if they are no mistake",
                     "ratings change after the start; numbers follow by \"number\"");
        lm_desk_remark(t, "Rating correction @ Round %u: %zu ratings of %s",
                       lm_desk_published(t->s), t->v->ratings.count,
                       month[0] == '\0' ? "a list" : month);
    }
}

static void apply_ratings(struct taking *t)
{
    const char *source = t->v->source == NULL ? "" : t->v->source;
    const char *month = t->v->month == NULL ? "" : t->v->month;
    const char *from = lm_printed(t->d->arena, "%s%s%s", source[0] == '\0' ? "list" : source,
                                  month[0] == '\0' ? "" : " ", month);
    for (size_t i = 0; i < t->v->players.count; i++) {
        struct lm_desk_player *p = lm_desk_member(t->s, t->v->players.items[i]);
        if (t->v->from != LM_NOT_SET) {
            struct lm_desk_later_rating x = {
                p, (uint32_t)t->v->from, (int32_t)t->v->ratings.items[i], from, t->line->number};
            APPEND(t->d, t->s->later_ratings, t->s->later_rating_count, t->s->later_rating_capacity,
                   x);
            continue;
        }
        SET(t->d, p->rating, (int32_t)t->v->ratings.items[i]);
        SET(t->d, p->fide, (int32_t)t->v->ratings.items[i]);
        SET(t->d, p->source, from);
    }
}

static void apply_pay(struct taking *t)
{
    SET(t->d, t->player->paid, t->player->paid + (int32_t)t->v->amount_paid);
}

static void check_sanction(struct taking *t)
{
    if (t->act != NULL && t->v->name[0] == '\0' && t->v->fide_id[0] == '\0')
        REFUSE(t, "nobody", "", "enter the name, the FIDE ID, or both", "no player is named");
}

static void apply_sanction(struct taking *t)
{
    struct lm_desk_event *e = &t->d->event;
    const struct line_fields *v = t->v;
    struct lm_desk_sanction x = {
        v->name == NULL ? "" : v->name, v->fide_id == NULL ? "" : v->fide_id,
        v->text == NULL ? "" : v->text, v->end == NULL ? "" : v->end, t->line->number};
    APPEND(t->d, e->sanctions, e->sanction_count, e->sanction_capacity, x);
}

const struct row lm_desk_rows_lists[] = {
    {.kind = {"number", "Pairing numbers changed", "people", "C.04.2 art. 2", true, LM_RIGHT_CHIEF,
              LM_UNDO_RESTORE, FIELDS(order_fields)},
     .check = check_number,
     .judge = judge_number,
     .decide = decide_order,
     .apply = apply_number},
    {.kind = {"ratings", "Ratings taken from a list", "people", "VCL 133-144", true,
              LM_RIGHT_ARBITER, LM_UNDO_RESTORE, FIELDS(rating_fields)},
     .check = check_ratings,
     .judge = judge_ratings,
     .apply = apply_ratings},
    {.kind = {"pay", "Fee paid", "people", "", true, LM_RIGHT_CHECK_IN, LM_UNDO_RESTORE,
              FIELDS(pay_fields)},
     .apply = apply_pay},
    {.kind = {"sanction", "Person barred from entry", "people", "C.05", false, LM_RIGHT_ORGANISER,
              LM_UNDO_RESTORE, FIELDS(sanction_fields)},
     .check = check_sanction,
     .apply = apply_sanction},
    {.check = NULL},
};
