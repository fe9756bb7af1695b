/* SPDX-License-Identifier: Apache-2.0 */
/* Prizes: the awards of each group, with reasons. */
#include <string.h>

#include "limmat/prizes.h"

#include "base/texts.h"
#include "site/pages.h"
#include "site/templates.h"

static const char *money(const struct lm_language *language, int64_t cents, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_add_cents(&text, cents);
    return site_decimal(language, arena, lm_text_string(&text));
}

/* Return "sex=w" as "women": conditions of categories are in a formal language. */
const char *site_condition_text(const struct lm_language *language, const char *condition,
                                struct lm_arena *arena)
{
    static const struct {
        const char *written, *key;
    } rows[] = {{"sex=w", LM_KEY("prizes.women")}, {"sex=f", LM_KEY("prizes.women")},
                {"sex=m", LM_KEY("prizes.men")},   {"|", LM_KEY("prizes.or")},
                {"&", LM_KEY("prizes.and")},       {"!", LM_KEY("prizes.not")}};
    enum { ROWS = sizeof rows / sizeof *rows };
    struct lm_text packed = lm_text_in(arena), out = lm_text_in(arena);
    for (const char *c = condition; *c != '\0'; c++)
        if (*c != ' ')
            lm_text_add_char(&packed, *c);
    for (const char *at = lm_text_string(&packed); *at != '\0';) {
        size_t row = 0, i = 0;
        for (; row < ROWS; row++) {
            for (i = 0; rows[row].written[i] != '\0' && lm_lower(at[i]) == rows[row].written[i];)
                i++;
            if (rows[row].written[i] == '\0')
                break;
        }
        if (row < ROWS)
            lm_text_add(&out, site_word(language, rows[row].key));
        else
            lm_text_add_char(&out, *at);
        at += row < ROWS ? i : 1;
    }
    return lm_text_string(&out);
}

/* Return the name of a group, or its condition in words. */
static const char *group_name(const struct lm_prize_group *group,
                              const struct lm_language *language, struct lm_arena *arena)
{
    bool named = group->category == NULL || strcmp(group->name, group->category->condition) != 0;
    return named ? group->name : site_condition_text(language, group->name, arena);
}

/* "7.0 Points" */
static const char *score_of(const struct lm_language *language, const struct lm_prizes *p,
                            uint32_t who, struct lm_arena *arena)
{
    const struct lm_tie_break_kind *kind = p->standings->options.list[0].kind;
    struct lm_text value = lm_text_in(arena);
    lm_text_add_value(&value, kind, lm_standings_value(p->standings, who, 0));
    return lm_printed(arena, "%s %s", site_tie_break_name(language, kind, arena),
                      site_decimal(language, arena, lm_text_string(&value)));
}

/* Return the effect of rounding on the award, a sentence; "": none. */
static const char *rounding_of(const struct lm_language *language, const struct lm_prizes *p,
                               const struct lm_award *award, struct lm_arena *arena)
{
    bool up = award->exact.over < award->amount * award->exact.under;
    const struct lm_value amount = lm_value_text("amount", money(language, award->amount, arena));
    if (award->exact.over == award->amount * award->exact.under)
        return "";
    return site_say(language, arena,
                    !up                                     ? LM_KEY("prizes.rounded-down")
                    : p->plan->rounding == LM_ROUND_TO_BEST ? LM_KEY("prizes.rounded-best")
                                                            : LM_KEY("prizes.rounded-up"),
                    &amount, 1);
}

const char *site_award_reason(const struct lm_language *language, const struct lm_prizes *p,
                              const struct lm_award *award, struct lm_arena *arena)
{
    const struct lm_prize_group *group = &p->plan->groups[award->group];
    uint32_t count = award->last - award->first + 1;
    const char *key = count == 1                            ? LM_KEY("prizes.why-alone")
                      : group->sharing == LM_SHARE_HORT     ? LM_KEY("prizes.why-hort")
                      : group->sharing == LM_SHARE_BY_PLACE ? LM_KEY("prizes.why-tied-all")
                                                            : LM_KEY("prizes.why-tied");
    const struct lm_value values[] = {
        lm_value_text("group", group_name(group, language, arena)),
        lm_value_number("place", award->place),
        lm_value_text("score", score_of(language, p, award->participant, arena)),
        lm_value_number("first", award->first),
        lm_value_number("last", award->last),
        lm_value_number("count", count),
        lm_value_text("pot", money(language, award->pot, arena)),
        lm_value_text("half", money(language, award->by_place, arena))};
    const char *why = site_say(language, arena, key, values, sizeof values / sizeof *values);
    const char *rounding = rounding_of(language, p, award, arena);
    return *rounding == '\0' ? why : lm_printed(arena, "%s %s", why, rounding);
}

static struct site_award award_of(const struct site_event *e, const struct lm_award *award,
                                  struct lm_arena *arena)
{
    return (struct site_award){.place = award->place,
                               .player = e->people[award->participant],
                               .amount = money(e->names->language, award->amount, arena),
                               .why =
                                   site_award_reason(e->names->language, e->prizes, award, arena)};
}

/* "women: 900.00 CHF, shared by the Hort system." */
static const char *note_of(const struct site_event *e, size_t group, struct lm_arena *arena)
{
    static const char *const ways[] = {
        [LM_SHARE_EQUALLY] = "equally", [LM_SHARE_HORT] = "hort", [LM_SHARE_BY_PLACE] = "place"};
    const struct lm_prizes *p = e->prizes;
    const struct lm_prize_group *plan = &p->plan->groups[group];
    const char *condition = plan->category == NULL ? "" : plan->category->condition;
    return site_say(
        e->names->language, arena, LM_KEY("prizes.note"),
        (const struct lm_value[]){
            lm_value_text("condition", condition[0] == '\0'
                                           ? ""
                                           : lm_printed(arena, "%s: ",
                                                        site_condition_text(e->names->language,
                                                                            condition, arena))),
            lm_value_text("amount", money(e->names->language, p->balances[group].fund, arena)),
            lm_value_text("currency", p->plan->currency), lm_value_text("how", ways[plan->sharing]),
            lm_value_text("awarded", p->balances[group].awarded ? "yes" : "no")},
        5);
}

static enum lm_status add_groups(const struct site_event *e, struct lm_arena *arena,
                                 struct site_prizes_page *page)
{
    const struct lm_prizes *p = e->prizes;
    struct site_award_group *groups = lm_arena_alloc(arena, p->plan->group_count, sizeof *groups);
    struct site_award *awards = lm_arena_alloc(arena, p->award_count, sizeof *awards);
    if (groups == NULL || awards == NULL)
        return LM_LIMIT;
    size_t next = 0; /* awards are sorted by group */
    for (size_t g = 0; g < p->plan->group_count; g++) {
        groups[g] = (struct site_award_group){
            .title = group_name(&p->plan->groups[g], e->names->language, arena),
            .note = note_of(e, g, arena),
            .awards = &awards[next]};
        for (; next < p->award_count && p->awards[next].group == g; next++) {
            awards[next] = award_of(e, &p->awards[next], arena);
            groups[g].award_count++;
        }
    }
    page->groups = groups;
    page->group_count = p->plan->group_count;
    return LM_OK;
}

enum lm_status site_write_prizes(const struct site_event *e, uint32_t index, struct lm_arena *arena,
                                 struct lm_text *out)
{
    (void)index;
    if (e->prizes == NULL)
        return LM_OK;
    bool over = e->t->rounds_total <= e->played && !e->round[e->rounds].pending;
    struct site_prizes_page page = {
        .head = site_head_of(e, site_event_word(e, LM_KEY("page.prizes")), "prizes.html", arena),
        .state = over ? ""
                      : site_say_of(e->names->language, arena, LM_KEY("page.prizes-state"),
                                    lm_value_number("round", e->played)),
        .currency = e->prizes->plan->currency};
    enum lm_status status = add_groups(e, arena, &page);
    if (status == LM_OK)
        page_prizes(out, e->names->language, &page);
    return status == LM_OK ? lm_text_status(out) : status;
}
