/* SPDX-License-Identifier: Apache-2.0 */
#include "server/payments.h"

#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "base/texts.h"
#include "server/clocks.h"
#include "server/handlers.h"

const char *payment_how(struct visit *v, const char *how)
{
    static const struct {
        const char *name, *key;
    } words[] = {{"cash", LM_KEY("entry.cash")},
                 {"transfer", LM_KEY("entry.transfer")},
                 {"card", LM_KEY("entry.card")},
                 {"online", LM_KEY("entry.online")}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].name, how) == 0)
            return visit_word(v, words[i].key);
    return "";
}

const char *money_text(struct visit *v, int64_t amount, const char *currency)
{
    return visit_print(v, "%lld%s%s", (long long)amount, *currency == '\0' ? "" : " ", currency);
}

/* --- payments in the log */

struct booked {
    const char *person;
    struct payment payment;
};

static enum lm_status add_booked(struct visit *v, const struct lm_desk_entry *entry,
                                 struct booked *out)
{
    const struct lm_json *object;
    int64_t amount = 0;
    enum lm_status status = lm_line_object(&entry->line, v->arena, &object);
    if (status != LM_OK)
        return status;
    const char *how = lm_json_string(lm_json_get(object, "how"));
    const char *person = lm_json_string(lm_json_get(object, "player"));
    (void)lm_json_integer(lm_json_get(object, "amount"), -1000000, 1000000, &amount);
    *out = (struct booked){person == NULL ? "" : person,
                           {.line = entry->line.number,
                            .at = entry->line.happened,
                            .amount = (int32_t)amount,
                            .how = how == NULL ? "" : how,
                            .by = entry->line.by}};
    return LM_OK;
}

static int by_person_and_day(const void *a, const void *b)
{
    const struct booked *x = a, *y = b;
    int person = strcmp(x->person, y->person);
    if (person != 0)
        return person;
    if (x->payment.at != y->payment.at)
        return x->payment.at < y->payment.at ? -1 : 1;
    return x->payment.line < y->payment.line ? -1 : x->payment.line > y->payment.line;
}

/* List all payments that are not undone. */
static enum lm_status booked_list(struct visit *v, struct booked **out, size_t *count)
{
    const struct lm_desk *desk = v->event->desk;
    size_t capacity = 0;
    *out = NULL;
    *count = 0;
    for (uint64_t n = 1; n <= lm_desk_number(desk); n++) {
        const struct lm_desk_entry *entry = lm_desk_entry(desk, n);
        if (entry->undone != 0 || strcmp(entry->line.event, "pay") != 0)
            continue;
        if (!lm_arena_grow(v->arena, out, &capacity, *count + 1, sizeof **out))
            return LM_LIMIT;
        enum lm_status status = add_booked(v, entry, &(*out)[*count]);
        if (status != LM_OK)
            return status;
        ++*count;
    }
    if (*count > 1)
        lm_sort(*out, *count, sizeof **out, by_person_and_day);
    return LM_OK;
}

/* --- fees */

static struct entrant entrant_of(const struct lm_desk_player *p)
{
    const struct lm_desk_person *person = p->person;
    bool woman = strcmp(person->sex, "w") == 0 || strcmp(person->sex, "f") == 0;
    int64_t born = 0;
    if (strlen(person->birth) >= 4)
        (void)lm_parse_integer(person->birth, 4, 1800, 2200, &born);
    return (struct entrant){.rating = p->rating,
                            .born = born,
                            .federation = person->federation,
                            .sex = woman ? "w" : person->sex,
                            .title = person->title};
}

static const char *day_of(struct visit *v, int64_t at)
{
    struct lm_date date = lm_date_of((int32_t)((at + visit_offset(v, at)) / 86400));
    return visit_print(v, "%04d-%02d-%02d", date.year, date.month, date.day);
}

static int64_t fee_on(const struct lm_desk_player *p, const char *fees, const char *day)
{
    const struct entrant who = entrant_of(p);
    int64_t fee = p->section->fee;
    unsigned line;
    if (*fees != '\0' && !fee_of(fees, &who, day, &fee, &line))
        return p->section->fee;
    return fee;
}

/* Set the fee: today's, or that of a day on which it was paid in full. */
static void settle(struct visit *v, struct account *a)
{
    int64_t paid = 0;
    bool plays = a->player->standing == LM_PLAYS;
    a->fee = plays ? fee_on(a->player, a->fees, day_of(v, v->now)) : 0;
    for (size_t i = 0; plays && i < a->count; i++) {
        int64_t then = fee_on(a->player, a->fees, day_of(v, a->payments[i].at));
        paid += a->payments[i].amount;
        if (paid >= then && then < a->fee)
            a->fee = then;
    }
    a->owed = a->fee > a->player->paid ? a->fee - a->player->paid : 0;
}

int64_t account_owed_on(const struct account *a, const char *day)
{
    int64_t fee = fee_on(a->player, a->fees, day);
    return a->owed == 0 || fee <= a->player->paid ? 0 : fee - a->player->paid;
}

/* Return the reference of ${person}: the first letters of the digest of their entry's link. */
static const char *reference_of(struct visit *v, const char *person)
{
    static const char prefix[] = "entry-";
    const struct lm_desk *desk = v->event->desk;
    for (uint64_t n = 1; n <= lm_desk_number(desk); n++) {
        const struct lm_line *line = &lm_desk_entry(desk, n)->line;
        if (line->person != NULL && strcmp(line->person, person) == 0 &&
            strncmp(line->request, prefix, sizeof prefix - 1) == 0)
            return visit_print(v, "%.8s", line->request + sizeof prefix - 1);
    }
    return "";
}

static enum lm_status fill(struct visit *v, const struct lm_desk_player *p,
                           const struct booked *booked, size_t booked_count, struct account *out)
{
    const struct lm_json *facts;
    struct payment *payments = lm_arena_alloc(v->arena, booked_count + 1, sizeof *payments);
    enum lm_status status =
        payments == NULL ? LM_LIMIT : announcement_of(v, p->section->id, &facts);
    if (status != LM_OK)
        return status;
    *out = (struct account){
        .player = p, .reference = reference_of(v, p->person->id), .payments = payments};
    for (size_t i = 0; i < booked_count; i++)
        if (strcmp(booked[i].person, p->person->id) == 0)
            payments[out->count++] = booked[i].payment;
    out->fees = lm_json_text(facts, "fees");
    settle(v, out);
    return LM_OK;
}

enum lm_status accounts_of(struct visit *v, const struct lm_desk_section *section,
                           struct account **out, size_t *count)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    struct booked *booked;
    size_t booked_count, capacity = 0;
    *out = NULL;
    *count = 0;
    enum lm_status status = booked_list(v, &booked, &booked_count);
    for (size_t i = 0; i < e->section_count; i++)
        for (size_t k = 0; status == LM_OK && k < e->sections[i]->player_count; k++) {
            const struct lm_desk_player *p = e->sections[i]->players[k];
            if ((section != NULL && e->sections[i] != section) ||
                (p->standing != LM_PLAYS && p->paid == 0))
                continue;
            if (!lm_arena_grow(v->arena, out, &capacity, *count + 1, sizeof **out))
                return LM_LIMIT;
            status = fill(v, p, booked, booked_count, &(*out)[(*count)++]);
        }
    return status;
}

enum lm_status account_of(struct visit *v, const struct lm_desk_player *p, struct account *out)
{
    struct booked *booked;
    size_t booked_count;
    enum lm_status status = booked_list(v, &booked, &booked_count);
    return status == LM_OK ? fill(v, p, booked, booked_count, out) : status;
}

enum lm_status payment_begin(struct visit *v, const struct lm_desk_player *p, int64_t amount,
                             const char *how, int64_t day, struct act *out)
{
    act_begin(v, out, "pay", p->section->id);
    out->act.happened = day;
    lm_json_put_string(&out->json, "player", p->person->id);
    lm_json_put_integer(&out->json, "amount", amount);
    return *how == '\0' ? LM_OK : act_put(v, out, "how", how);
}
