/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The rules page of a championship, made of its definition: what the program does, each with the
 * article on which it stands.  Rows that only name an article are a table; those with settings are
 * written one by one.
 */
#include "championship/state.h"
#include "site/championship.h"
#include "site/templates.h"

enum { RULES_MOST = 120 };

/* A page under way. */
struct rules {
    const struct site_championship *e;
    const struct lm_definition *d;
    struct lm_arena *arena;
    struct site_rule_section *sections;
    size_t count;
    bool failed;
};

static void begin(struct rules *r, const char *key)
{
    struct site_rule *rows = lm_arena_alloc(r->arena, RULES_MOST, sizeof *rows);
    r->failed |= rows == NULL;
    if (!r->failed)
        r->sections[r->count++] = (struct site_rule_section){
            .title = site_word(r->e->names->language, key), .rules = rows};
}

static void add_text(struct rules *r, const char *article, const char *text)
{
    struct site_rule_section *section = r->failed ? NULL : &r->sections[r->count - 1];
    if (section != NULL && section->rule_count < RULES_MOST)
        section->rules[section->rule_count++] =
            (struct site_rule){.text = text, .article = article};
}

static void add(struct rules *r, const char *article, const char *key,
                const struct lm_value *values, size_t count)
{
    add_text(r, article, site_say(r->e->names->language, r->arena, key, values, count));
}

static const char *moment(const struct rules *r, int64_t at)
{
    return at == NEVER ? "" : site_moment(r->e->names->language, r->arena, at);
}

static void add_moment(struct rules *r, const char *article, const char *key, int64_t at)
{
    const struct lm_value values[] = {lm_value_text("time", moment(r, at))};
    add(r, article, key, values, 1);
}

/* An article that the definition names, in words that need no setting. */
static void add_article(struct rules *r, enum article article, const char *key)
{
    if (r->d->articles[article][0] != '\0')
        add_text(r, r->d->articles[article], site_word(r->e->names->language, key));
}

/* "engine, booster" */
static const char *list_of(const struct rules *r, const char *const *words, size_t count)
{
    struct lm_text text = lm_text_in(r->arena);
    for (size_t i = 0; i < count; i++)
        lm_text_print(&text, "%s%s", i > 0 ? ", " : "", words[i]);
    return lm_text_string(&text);
}

/* --- who may play */

static const char *say(const struct rules *r, const char *key, const struct lm_value *values,
                       size_t count)
{
    return site_say(r->e->names->language, r->arena, key, values, count);
}

static const char *mark_text(const struct rules *r, const struct entry_rule *rule,
                             const char *verdict)
{
    bool since = rule->since > 0, until = rule->until != NEVER && rule->until > 0;
    const struct lm_value values[] = {
        lm_value_text("marks", list_of(r, rule->marks, rule->mark_count)),
        lm_value_text("when", since   ? "since"
                              : until ? "until"
                                      : "ever"),
        lm_value_text("time", moment(r, since   ? rule->since
                                        : until ? rule->until
                                                : 0)),
        lm_value_text("verdict", verdict)};
    return say(r, LM_KEY("champ.rule-mark"), values, 4);
}

static const char *entry_text(const struct rules *r, const struct entry_rule *rule)
{
    const char *verdict = rule->verdict == ENTRY_REVIEW ? "review" : "reject";
    const struct lm_value values[] = {lm_value_number("games", rule->games),
                                      lm_value_text("time", moment(r, rule->until)),
                                      lm_value_text("verdict", verdict)};
    switch (rule->kind) {
    case ENTRY_ACCOUNT_BEFORE:
        return say(r, LM_KEY("champ.rule-account"), values + 1, 1);
    case ENTRY_GAMES_BEFORE:
        return say(r, LM_KEY("champ.rule-games"), values, 2);
    case ENTRY_MARK:
        return mark_text(r, rule, verdict);
    case ENTRY_CHEAT_GAMES:
        return say(r, LM_KEY("champ.rule-cheat"), values + 2, 1);
    case ENTRY_ONE_ACCOUNT:
        return say(r, LM_KEY("champ.rule-one-account"), NULL, 0);
    case ENTRY_NO_BOTS:
        return say(r, LM_KEY("champ.rule-bots"), NULL, 0);
    }
    return "";
}

const char *site_entry_rule(const struct site_championship *e, const struct entry_rule *rule,
                            struct lm_arena *arena)
{
    const struct rules r = {.e = e, .d = e->c->definition, .arena = arena};
    return entry_text(&r, rule);
}

static void add_people(struct rules *r)
{
    const struct lm_definition *d = r->d;
    begin(r, LM_KEY("champ.rule-people"));
    const struct lm_value names[] = {
        lm_value_text("names", list_of(r, d->directors, d->director_count))};
    add(r, d->directors_article, LM_KEY("champ.rule-director"), names, 1);
    for (size_t i = 0; i < d->holder_count; i++) {
        const struct lm_value values[] = {lm_value_text("player", d->holders[i].player),
                                          lm_value_text("title", d->holders[i].title)};
        if (d->holders[i].automatic)
            add(r, d->holders[i].article, LM_KEY("champ.rule-holder"), values, 2);
    }
    if (d->registration_from > 0)
        add_moment(r, d->articles[ART_APPLICATION], LM_KEY("champ.rule-from"),
                   d->registration_from);
    if (d->registration_until > 0 && d->registration_until != NEVER)
        add_moment(r, d->articles[ART_APPLICATION], LM_KEY("champ.rule-until"),
                   d->registration_until);
    for (size_t i = 0; i < d->entry_rule_count; i++)
        add_text(r, d->entry_rules[i].article, entry_text(r, &d->entry_rules[i]));
    const struct lm_value seeding[] = {lm_value_text("at", moment(r, d->seeding.at)),
                                       lm_value_text("from", moment(r, d->seeding.from)),
                                       lm_value_text("until", moment(r, d->seeding.until))};
    if (!d->seeding.given)
        add(r, d->articles[ART_SEEDING], LM_KEY("champ.rule-seeding"), seeding, 3);
}

/* --- stages */

static void add_block(struct rules *r, const struct stage *stage, const struct match_step *step)
{
    struct lm_text lead = lm_text_in(r->arena);
    site_add_points(&lead, (struct site_points){step->lead});
    const struct lm_value values[] = {
        lm_value_text("stage", stage->title),
        lm_value_number("games", step->games),
        lm_value_text("clock", step->clock),
        lm_value_text("repeat", step->repeat > 1 ? "yes" : "no"),
        lm_value_number("times", step->repeat),
        lm_value_text("lead", step->lead > WIN ? lm_text_string(&lead) : "none")};
    add(r, stage->article, LM_KEY("champ.rule-block"), values, 6);
}

static void add_format(struct rules *r, const struct stage *stage,
                       const struct match_format *format)
{
    const struct lm_value values[] = {lm_value_text("stage", stage->title),
                                      lm_value_number("seconds", format->black_seconds)};
    const char *tie = format->bid_tie == BID_TIE_DIRECTOR ? "director"
                      : format->bid_tie == BID_TIE_HOLDER ? "holder"
                                                          : "seed";
    const struct lm_value equal[] = {lm_value_text("rule", tie)};
    for (size_t i = 0; i < format->step_count; i++)
        add_block(r, stage, &format->steps[i]);
    if (format->stop_at_majority)
        add(r, stage->article, LM_KEY("champ.rule-majority"), values, 1);
    if (format->armageddon) {
        add(r, r->d->articles[ART_ARMAGEDDON], LM_KEY("champ.rule-armageddon"), values, 2);
        add(r, r->d->articles[ART_EQUAL_BIDS], LM_KEY("champ.rule-equal"), equal, 1);
    }
}

static void add_stage(struct rules *r, uint32_t index)
{
    const struct stage *stage = &r->d->stages[index];
    struct lm_text criteria = lm_text_in(r->arena);
    const char *const leaving[] = {[LEAVING_OPPONENT_WINS] = "wins",
                                   [LEAVING_DISREGARD] = "disregard",
                                   [LEAVING_MOVE_UP] = "move_up"};
    for (size_t i = 0; i < stage->ranking_count; i++)
        lm_text_print(&criteria, "%s%s", i > 0 ? ", " : "",
                      site_criterion(r->e->names->language, r->arena, stage->ranking[i]));
    const struct lm_value values[] = {
        lm_value_text("stage", stage->title),
        lm_value_text("system", site_championship_kind(r->e, index, r->arena)),
        lm_value_number("rounds", stage->rounds.at_least),
        lm_value_text("criteria", lm_text_string(&criteria)),
        lm_value_text("what", leaving[stage->leaving])};
    const char *pairing =
        *stage->pairing_article != '\0' ? stage->pairing_article : r->d->articles[ART_PAIRING];
    add(r, pairing, LM_KEY("champ.rule-system"), values, 2);
    if (stage->format != NULL)
        add_format(r, stage, stage->format);
    for (size_t i = 0; stage->format == NULL && i < stage->seating_count && i < 1; i++)
        if (stage->seatings[i].group_count > 0 && stage->seatings[i].groups[0].format != NULL)
            add_format(r, stage, stage->seatings[i].groups[0].format);
    if (stage->type == STAGE_SWISS && stage->rounds.at_least > 0)
        add(r, r->d->articles[ART_ROUNDS], LM_KEY("champ.rule-rounds"), values, 3);
    if (stage->ranking_count > 0 && stage->type != STAGE_MATCHES)
        add(r,
            *stage->qualifying_article != '\0' ? stage->qualifying_article
                                               : r->d->articles[ART_RANKING],
            LM_KEY("champ.rule-ranking"), values, 4);
    add(r, stage->leaving_article, LM_KEY("champ.rule-leaving"), values, 5);
}

static void add_stages(struct rules *r)
{
    begin(r, LM_KEY("champ.rule-stages"));
    for (uint32_t i = 0; i < r->d->stage_count; i++)
        add_stage(r, i);
    add_article(r, ART_BYE, LM_KEY("champ.rule-bye"));
}

/* --- dates and times */

static void add_dates(struct rules *r)
{
    const struct calendar *calendar = &r->d->calendar;
    begin(r, LM_KEY("champ.rule-dates"));
    if (calendar->used) {
        int64_t start = calendar->starts;
        add_moment(r, r->d->articles[ART_PUBLISHING], LM_KEY("champ.rule-begins"), start);
        add_moment(r, r->d->articles[ART_OFFERS], LM_KEY("champ.rule-offers-until"),
                   start + calendar->offers_until);
        add_moment(r, r->d->articles[ART_FINDING], LM_KEY("champ.rule-agree"),
                   start + calendar->agree_before);
        add_moment(r, r->d->articles[ART_COMPLETION], LM_KEY("champ.rule-complete"),
                   start + calendar->complete_by);
    }
    add_article(r, ART_PUBLISHING, LM_KEY("champ.rule-publishing"));
}

static void add_times(struct rules *r)
{
    const struct negotiation_rules *rules = &r->d->negotiation;
    const char *both = rules->both_late == NO_DEAL_DRAW             ? "draw"
                       : rules->both_late == NO_DEAL_DOUBLE_FORFEIT ? "forfeit"
                                                                    : "assign";
    const struct lm_value values[] = {
        lm_value_number("offers", rules->offers), lm_value_number("hours", rules->apart / 3600),
        lm_value_number("dates", rules->per_date), lm_value_text("what", both)};
    begin(r, LM_KEY("champ.rule-times"));
    add_article(r, ART_AGREEMENT, LM_KEY("champ.rule-agreement"));
    if (!rules->used)
        return;
    add(r, r->d->articles[ART_OFFERS], LM_KEY("champ.rule-offers"), values, 1);
    add(r, r->d->articles[ART_SPACING], LM_KEY("champ.rule-spacing"), values + 1, 2);
    add_article(r, ART_RESPONSE, LM_KEY("champ.rule-response"));
    add_article(r, ART_LATE, LM_KEY("champ.rule-late"));
    add(r, r->d->articles[ART_BOTH_LATE], LM_KEY("champ.rule-both-late"), values + 3, 1);
    add_article(r, ART_FINDING, LM_KEY("champ.rule-finding"));
    add_article(r, ART_FAULT, LM_KEY("champ.rule-fault"));
}

static void add_match(struct rules *r)
{
    const struct attendance_rules *rules = &r->d->attendance;
    const struct lm_value values[] = {lm_value_number("minutes", rules->grace / 60),
                                      lm_value_number("forfeits", rules->forfeits)};
    const struct lm_value breaks[] = {lm_value_number("breaks", rules->breaks),
                                      lm_value_number("minutes", rules->break_length / 60)};
    begin(r, LM_KEY("champ.rule-match"));
    add(r, r->d->articles[ART_NO_SHOW], LM_KEY("champ.rule-grace"), values, 1);
    add_article(r, ART_LEAVING_MATCH, LM_KEY("champ.rule-left"));
    if (rules->breaks > 0)
        add(r, r->d->articles[ART_BREAK], LM_KEY("champ.rule-break"), breaks, 2);
    add_article(r, ART_REMATCH, LM_KEY("champ.rule-rematch"));
    if (rules->forfeits > 0)
        add(r, r->d->articles[ART_FORFEITS], LM_KEY("champ.rule-forfeits"), values + 1, 1);
    add_article(r, ART_RESULT, LM_KEY("champ.rule-result"));
    add_article(r, ART_ACCUSATION, LM_KEY("champ.rule-accusation"));
    add_article(r, ART_GUILT, LM_KEY("champ.rule-guilt"));
    add_article(r, ART_MARK, LM_KEY("champ.rule-marked"));
    add_article(r, ART_DISPUTES, LM_KEY("champ.rule-disputes"));
}

enum lm_status site_write_rules(const struct site_championship *e, uint32_t index,
                                struct lm_arena *arena, struct lm_text *out)
{
    enum { SECTIONS = 5 };
    const struct lm_definition *d = e->c->definition;
    const struct lm_language *language = e->names->language;
    struct rules r = {.e = e,
                      .d = d,
                      .arena = arena,
                      .sections = lm_arena_alloc(arena, SECTIONS, sizeof *r.sections)};
    (void)index;
    r.failed = r.sections == NULL;
    add_people(&r);
    add_dates(&r);
    add_times(&r);
    add_match(&r);
    add_stages(&r);
    if (r.failed)
        return LM_LIMIT;
    const struct site_rules_page page = {
        .head = site_championship_head(e, site_word(language, LM_KEY("champ.rules")), "rules.html",
                                       arena),
        .source = *d->source == '\0' ? ""
                                     : site_say_of(language, arena, LM_KEY("champ.rules-after"),
                                                   lm_value_text("source", d->source)),
        .sections = r.sections,
        .section_count = r.count};
    page_rules(out, language, &page);
    return lm_text_status(out);
}
