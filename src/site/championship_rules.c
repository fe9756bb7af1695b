/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The rules page of a championship, made of its definition: all rules for players that the program
 * applies, each with its article.
 */
#include <string.h>

#include "base/texts.h"
#include "championship/state.h"
#include "site/championship.h"
#include "site/templates.h"

enum { RULES_MOST = 120 };

/* A page in progress. */
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
            .title = *key == '\0' ? "" : site_word(r->e->names->language, key), .rules = rows};
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

/* Add a rule of this program without an article, in words that need no setting. */
static void add_own(struct rules *r, const char *key)
{
    add_text(r, "", site_word(r->e->names->language, key));
}

static void add_count(struct rules *r, const char *article, const char *key, const char *name,
                      int64_t number)
{
    const struct lm_value values[] = {lm_value_number(name, number)};
    add(r, article, key, values, 1);
}

/* Add words that need no setting, with the article if the definition names it. */
static void add_always(struct rules *r, enum article article, const char *key)
{
    add_text(r, r->d->articles[article], site_word(r->e->names->language, key));
}

/* Do the same only if it names it. */
static void add_article(struct rules *r, enum article article, const char *key)
{
    if (r->d->articles[article][0] != '\0')
        add_always(r, article, key);
}

/* "engine, booster" */
static const char *list_of(const struct rules *r, const char *const *words, size_t count)
{
    struct lm_text text = lm_text_in(r->arena);
    for (size_t i = 0; i < count; i++)
        lm_text_print(&text, "%s%s", i > 0 ? ", " : "", words[i]);
    return lm_text_string(&text);
}

/* --- entry conditions */

static const char *say(const struct rules *r, const char *key, const struct lm_value *values,
                       size_t count)
{
    return site_say(r->e->names->language, r->arena, key, values, count);
}

/* II.B */
static const char *with_exception(const struct rules *r, const struct entry_rule *rule,
                                  const char *text)
{
    return rule->exception
               ? lm_printed(r->arena, "%s %s", text,
                            site_word(r->e->names->language, LM_KEY("champ.rule-exception")))
               : text;
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

static void add_seeding(struct rules *r)
{
    const struct seeding_rules *rules = &r->d->seeding;
    const struct lm_value values[] = {lm_value_text("at", moment(r, rules->at)),
                                      lm_value_text("from", moment(r, rules->from)),
                                      lm_value_text("until", moment(r, rules->until))};
    if (rules->given) {
        add_always(r, ART_SEEDING, LM_KEY("champ.rule-seeding-given"));
        return;
    }
    add(r, r->d->articles[ART_SEEDING], LM_KEY("champ.rule-seeding"), values, 3);
    add_count(r, r->d->articles[ART_SEEDING], LM_KEY("champ.rule-unrated"), "rating",
              rules->unrated);
}

static void add_people(struct rules *r)
{
    const struct lm_definition *d = r->d;
    begin(r, LM_KEY("champ.rule-people"));
    const struct lm_value names[] = {
        lm_value_text("names", list_of(r, d->directors, d->director_count))};
    add(r, d->directors_article, LM_KEY("champ.rule-director"), names, 1);
    if (!d->directors_may_play)
        add_text(r, d->directors_article,
                 site_word(r->e->names->language, LM_KEY("champ.rule-no-director")));
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
        add_text(r, d->entry_rules[i].article,
                 with_exception(r, &d->entry_rules[i], entry_text(r, &d->entry_rules[i])));
    add_seeding(r);
}

/* --- stages */

/* Add the participants of the stage, and their origins. */
static void add_seats(struct rules *r, const struct stage *stage)
{
    const struct lm_value values[] = {
        lm_value_text("holders", r->d->holder_count > 0 ? "yes" : "no")};
    if (stage->seating_count == 0)
        add(r, stage->article, LM_KEY("champ.rule-all-play"), values, 1);
    for (uint32_t g = 0; stage->seating_count > 0 && g < stage->seatings[0].group_count; g++) {
        const struct group *group = &stage->seatings[0].groups[g];
        struct lm_text seats = lm_text_in(r->arena);
        for (uint32_t i = 0; i < group->seat_count; i++)
            lm_text_print(&seats, "%s%s", i > 0 ? ", " : "",
                          site_source(r->e, &group->seats[i], false, r->arena));
        const struct lm_value message[] = {
            lm_value_text("name", stage->seatings[0].group_count > 1 ? group->name : "none"),
            lm_value_text("seats", lm_text_string(&seats))};
        add(r, stage->article, LM_KEY("champ.rule-seats"), message, 2);
    }
}

static const char *points_text(const struct rules *r, int32_t tenths)
{
    return site_points_text(tenths, r->arena);
}

static void add_rounds(struct rules *r, const struct stage *stage)
{
    static const char *const logs[] = {
        [ROUND_LOG_NONE] = "none", [ROUND_LOG_CEIL] = "ceil", [ROUND_LOG_FLOOR] = "floor"};
    enum { EXAMPLE = 64 };
    const struct lm_value values[] = {
        lm_value_text("log", logs[stage->rounds.log2]),
        lm_value_text("more", stage->rounds.plus > 0 ? "yes" : "no"),
        lm_value_number("plus", stage->rounds.plus),
        lm_value_text("some", stage->rounds.at_least > 0 ? "yes" : "no"),
        lm_value_number("least", stage->rounds.at_least),
        lm_value_number("players", EXAMPLE),
        lm_value_number("rounds", lm_champ_rounds(&stage->rounds, EXAMPLE))};
    add(r, r->d->articles[ART_ROUNDS],
        stage->rounds.log2 == ROUND_LOG_NONE ? LM_KEY("champ.rule-rounds-fixed")
                                             : LM_KEY("champ.rule-rounds"),
        values, 7);
}

/* Add the pairing of the stage. */
static void add_pairing(struct rules *r, const struct stage *stage, uint32_t index)
{
    const struct lm_value values[] = {
        lm_value_text("system", site_championship_kind(r->e, index, r->arena)),
        lm_value_number("cycles", stage->cycles),
        lm_value_text("points", points_text(r, stage->bye))};
    const char *article =
        *stage->pairing_article != '\0' ? stage->pairing_article : r->d->articles[ART_PAIRING];
    bool monrad = stage->system != NULL && strncmp(stage->system, "monrad-acwc", 11) == 0;
    add(r, article, LM_KEY("champ.rule-system"), values, 1);
    if (stage->type == STAGE_ROUND_ROBIN)
        add(r, article, LM_KEY("champ.rule-cycles"), values + 1, 1);
    if (stage->type == STAGE_KNOCK_OUT)
        add_text(r, article, site_word(r->e->names->language, LM_KEY("champ.rule-knock-out")));
    if (monrad) {
        add_article(r, ART_RANKING, LM_KEY("champ.rule-monrad-ranking"));
        add_article(r, ART_PAIRING, LM_KEY("champ.rule-monrad"));
    }
    if (stage->type != STAGE_SWISS)
        return;
    add_rounds(r, stage);
    add_text(r, r->d->articles[ART_BYE], say(r, LM_KEY("champ.rule-bye"), values + 2, 1));
}

static void add_block(struct rules *r, const struct stage *stage, const struct match_step *step,
                      bool first)
{
    bool lead = step->lead > WIN, clock = step->clock != NULL && *step->clock != '\0';
    const struct lm_value values[] = {
        lm_value_text("first", first ? "yes" : "no"),
        lm_value_number("games", step->games),
        lm_value_text("timed", clock ? "yes" : "no"),
        lm_value_text("clock", clock ? step->clock : ""),
        lm_value_text("repeat", step->repeat > 1 ? "yes" : "no"),
        lm_value_number("times", step->repeat),
        lm_value_text("ahead", lead ? "yes" : "no"),
        lm_value_text("lead", lead ? points_text(r, step->lead) : "")};
    add(r, stage->article, LM_KEY("champ.rule-block"), values, 8);
}

static void add_format(struct rules *r, const struct stage *stage,
                       const struct match_format *format)
{
    const struct lm_language *language = r->e->names->language;
    const struct lm_value values[] = {lm_value_number("seconds", format->black_seconds)};
    const char *tie = format->bid_tie == BID_TIE_DIRECTOR ? "director"
                      : format->bid_tie == BID_TIE_HOLDER ? "holder"
                                                          : "seed";
    const struct lm_value equal[] = {lm_value_text("rule", tie)};
    bool exact = stage->type == STAGE_ROUND_ROBIN && !format->stop_at_majority;
    for (size_t i = 0; i < format->step_count; i++)
        add_block(r, stage, &format->steps[i], i == 0);
    if (format->stop_at_majority)
        add_text(r, stage->article, site_word(language, LM_KEY("champ.rule-majority")));
    if (exact)
        add_text(r, stage->article, site_word(language, LM_KEY("champ.rule-all-games")));
    if (format->armageddon) {
        add(r, r->d->articles[ART_ARMAGEDDON], LM_KEY("champ.rule-armageddon"), values, 1);
        add_always(r, ART_BID, LM_KEY("champ.rule-bid"));
        add(r, r->d->articles[ART_EQUAL_BIDS], LM_KEY("champ.rule-equal"), equal, 1);
    }
}

/* The format of all its matches, or that of each match that has its own. */
static void add_formats(struct rules *r, const struct stage *stage)
{
    const struct match_format *last = stage->format;
    if (last != NULL)
        add_format(r, stage, last);
    for (uint32_t g = 0; stage->seating_count > 0 && g < stage->seatings[0].group_count; g++) {
        const struct match_format *own = stage->seatings[0].groups[g].format;
        if (own != NULL && own != last && stage->seatings[0].group_count > 1)
            add_text(r, "", stage->seatings[0].groups[g].name);
        if (own != NULL && own != last)
            add_format(r, stage, own);
        last = own != NULL ? own : last;
    }
}

static void add_ranking(struct rules *r, const struct stage *stage)
{
    const char *article = *stage->qualifying_article != '\0' ? stage->qualifying_article
                                                             : r->d->articles[ART_RANKING];
    struct lm_text criteria = lm_text_in(r->arena);
    if (stage->type == STAGE_MATCHES || stage->type == STAGE_KNOCK_OUT)
        return;
    for (size_t i = 0; i < stage->ranking_count; i++)
        lm_text_print(&criteria, "%s%s", i > 0 ? ", " : "",
                      site_criterion(r->e->names->language, r->arena, stage->ranking[i]));
    const struct lm_value values[] = {lm_value_text("win", points_text(r, stage->win)),
                                      lm_value_text("draw", points_text(r, stage->draw)),
                                      lm_value_text("loss", points_text(r, stage->loss)),
                                      lm_value_text("criteria", lm_text_string(&criteria))};
    add(r, stage->article, LM_KEY("champ.rule-points"), values, 3);
    if (stage->ranking_count > 0)
        add(r, article, LM_KEY("champ.rule-ranking"), values + 3, 1);
    add_always(r, ART_DISPUTES, LM_KEY("champ.rule-level"));
    if (stage->byes_are_wins)
        add_text(r, article, site_word(r->e->names->language, LM_KEY("champ.rule-bye-wins")));
    if (stage->byes_are_dropped)
        add_text(r, article, site_word(r->e->names->language, LM_KEY("champ.rule-bye-dropped")));
}

/* VIII: of a player who withdraws or is disqualified. */
static void add_leaving(struct rules *r, const struct stage *stage)
{
    static const char *const leaving[] = {[LEAVING_OPPONENT_WINS] = "wins",
                                          [LEAVING_DISREGARD] = "disregard",
                                          [LEAVING_MOVE_UP] = "move_up"};
    struct lm_text stages = lm_text_in(r->arena), grounds = lm_text_in(r->arena);
    for (size_t i = 0; i < stage->replacement_count; i++)
        lm_text_print(&stages, "%s%s", i > 0 ? ", " : "",
                      r->d->stages[stage->replacements[i]].title);
    for (unsigned g = GROUND_NONE + 1; g < GROUNDS; g++)
        if (stage->rescored[g])
            lm_text_print(&grounds, "%s%s", grounds.length > 0 ? ", " : "",
                          site_ground(r->e->names->language, r->arena, (enum ground)g));
    const struct lm_value values[] = {lm_value_text("what", leaving[stage->leaving]),
                                      lm_value_text("stages", lm_text_string(&stages)),
                                      lm_value_text("grounds", lm_text_string(&grounds))};
    add(r, stage->leaving_article, LM_KEY("champ.rule-leaving"), values, 2);
    if (grounds.length > 0)
        add(r, stage->rescore_article, LM_KEY("champ.rule-rescored"), values + 2, 1);
}

static void add_stage(struct rules *r, uint32_t index)
{
    const struct stage *stage = &r->d->stages[index];
    const struct lm_language *language = r->e->names->language;
    begin(r, "");
    if (r->failed)
        return;
    r->sections[r->count - 1].title = stage->title;
    add_seats(r, stage);
    add_pairing(r, stage, index);
    add_formats(r, stage);
    add_ranking(r, stage);
    if (r->d->calendar.used && stage->free_of_dates)
        add_text(r, stage->article, site_word(language, LM_KEY("champ.rule-no-dates")));
    if (stage->free_of_dates)
        add_always(r, ART_DAYS, LM_KEY("champ.rule-days"));
    if (r->d->calendar.used && stage->free_weeks_after > 0)
        add_count(r, stage->article, LM_KEY("champ.rule-free-weeks"), "weeks",
                  stage->free_weeks_after);
    add_leaving(r, stage);
}

static void add_places(struct rules *r)
{
    begin(r, LM_KEY("champ.rule-places"));
    for (uint32_t i = 0; i < r->d->place_count; i++) {
        const struct lm_value values[] = {
            lm_value_number("place", i + 1), lm_value_text("first", i == 0 ? "yes" : "no"),
            lm_value_text("seat", site_source(r->e, &r->d->places[i], false, r->arena))};
        add(r, "", LM_KEY("champ.rule-place"), values, 3);
    }
}

/* --- dates and times */

static void add_dates(struct rules *r)
{
    const struct calendar *calendar = &r->d->calendar;
    begin(r, LM_KEY("champ.rule-dates"));
    if (calendar->used) {
        int64_t start = calendar->starts;
        add_always(r, ART_COMPLETION, LM_KEY("champ.rule-weeks"));
        add_moment(r, r->d->articles[ART_PUBLISHING], LM_KEY("champ.rule-begins"), start);
        add_moment(r, r->d->articles[ART_OFFERS], LM_KEY("champ.rule-offers-until"),
                   start + calendar->offers_until);
        add_moment(r, r->d->articles[ART_FINDING], LM_KEY("champ.rule-agree"),
                   start + calendar->agree_before);
        add_moment(r, r->d->articles[ART_COMPLETION], LM_KEY("champ.rule-complete"),
                   start + calendar->complete_by);
    }
    add_article(r, ART_PUBLISHING, LM_KEY("champ.rule-publishing"));
    add_own(r, LM_KEY("champ.rule-utc"));
}

static const char *no_deal_name(enum no_deal what)
{
    return what == NO_DEAL_DRAW ? "draw" : what == NO_DEAL_DOUBLE_FORFEIT ? "forfeit" : "assign";
}

/* V.C to V.I: the duties of each player until the deadline, and the consequences. */
static void add_negotiation(struct rules *r)
{
    const struct negotiation_rules *rules = &r->d->negotiation;
    const char *const *articles = r->d->articles;
    const struct lm_value values[] = {lm_value_number("offers", rules->offers),
                                      lm_value_number("hours", rules->apart / 3600),
                                      lm_value_number("dates", rules->per_date),
                                      lm_value_text("what", no_deal_name(rules->both_late)),
                                      lm_value_text("what", no_deal_name(rules->no_fault))};
    add(r, articles[ART_OFFERS], LM_KEY("champ.rule-offers"), values, 1);
    add(r, articles[ART_SPACING], LM_KEY("champ.rule-spacing"), values + 1, 2);
    add_article(r, ART_RESPONSE, LM_KEY("champ.rule-response"));
    add_article(r, ART_LATE, LM_KEY("champ.rule-late"));
    add(r, articles[ART_BOTH_LATE], LM_KEY("champ.rule-both-late"), values + 3, 1);
    add_article(r, ART_FINDING, LM_KEY("champ.rule-finding"));
    add_article(r, ART_FAULT, LM_KEY("champ.rule-fault"));
    add(r, articles[ART_FAULT], LM_KEY("champ.rule-no-fault"), values + 4, 1);
    if (r->d->periods.notice > 0)
        add_count(r, "", LM_KEY("champ.rule-notice"), "hours", r->d->periods.notice / 3600);
}

static void add_times(struct rules *r)
{
    begin(r, LM_KEY("champ.rule-times"));
    add_always(r, ART_AGREEMENT, LM_KEY("champ.rule-agreement"));
    if (r->d->negotiation.used)
        add_negotiation(r);
    add_count(r, "", LM_KEY("champ.rule-ahead"), "days", r->d->periods.ahead / 86400);
    add_own(r, LM_KEY("champ.rule-move"));
    add_own(r, LM_KEY("champ.rule-director-time"));
}

/* VI.D: the reports of the waiting player, and their consequences. */
static void add_absence(struct rules *r)
{
    const struct attendance_rules *rules = &r->d->attendance;
    const char *article = r->d->articles[ART_NO_SHOW];
    const struct lm_value report[] = {lm_value_text("again", rules->message_gap > 0 ? "yes" : "no"),
                                      lm_value_number("minutes", rules->message_gap / 60)};
    const struct lm_value lapse[] = {lm_value_text("dates", r->d->calendar.used ? "yes" : "no"),
                                     lm_value_number("days", r->d->periods.reschedule / 86400)};
    add_count(r, article, LM_KEY("champ.rule-grace"), "minutes", rules->grace / 60);
    add(r, article, LM_KEY("champ.rule-report"), report, 2);
    add_always(r, ART_NO_SHOW, LM_KEY("champ.rule-both-there"));
    add(r, article, LM_KEY("champ.rule-lapse"), lapse, 2);
}

static void add_match(struct rules *r)
{
    const struct attendance_rules *rules = &r->d->attendance;
    const struct period_rules *periods = &r->d->periods;
    const struct lm_value breaks[] = {lm_value_number("breaks", rules->breaks),
                                      lm_value_number("minutes", rules->break_length / 60)};
    const struct lm_value left[] = {
        lm_value_number("minutes", lm_champ_time_to_return(r->e->c) / 60),
        lm_value_text("breaks", rules->breaks > 0 ? "yes" : "no"),
        lm_value_number("idle", periods->idle / 60)};
    begin(r, LM_KEY("champ.rule-match"));
    add_absence(r);
    add(r, r->d->articles[ART_LEAVING_MATCH], LM_KEY("champ.rule-left"), left, 3);
    if (rules->breaks > 0)
        add(r, r->d->articles[ART_BREAK], LM_KEY("champ.rule-break"), breaks, 2);
    add_article(r, ART_REMATCH, LM_KEY("champ.rule-rematch"));
    if (rules->forfeits > 0)
        add_count(r, r->d->articles[ART_FORFEITS], LM_KEY("champ.rule-forfeits"), "forfeits",
                  rules->forfeits);
}

static void add_results(struct rules *r)
{
    const char *article = r->d->articles[ART_RESULT];
    begin(r, LM_KEY("champ.rule-results"));
    add_text(r, article, site_word(r->e->names->language, LM_KEY("champ.rule-result")));
    add_own(r, LM_KEY("champ.rule-early"));
    if (r->d->periods.dispute > 0)
        add_count(r, r->d->articles[ART_DISPUTES], LM_KEY("champ.rule-alone"), "hours",
                  r->d->periods.dispute / 3600);
    add_always(r, ART_DISPUTES, LM_KEY("champ.rule-disputes"));
}

static void add_fair_play(struct rules *r)
{
    begin(r, LM_KEY("champ.rule-fair"));
    add_article(r, ART_ACCUSATION, LM_KEY("champ.rule-accusation"));
    add_article(r, ART_GUILT, LM_KEY("champ.rule-guilt"));
    add_article(r, ART_MARK, LM_KEY("champ.rule-marked"));
    add_own(r, LM_KEY("champ.rule-withdraw"));
}

enum lm_status site_write_rules(const struct site_championship *e, uint32_t index,
                                struct lm_arena *arena, struct lm_text *out)
{
    enum { SECTIONS = 7 };
    const struct lm_definition *d = e->c->definition;
    const struct lm_language *language = e->names->language;
    struct rules r = {.e = e,
                      .d = d,
                      .arena = arena,
                      .sections =
                          lm_arena_alloc(arena, SECTIONS + d->stage_count, sizeof *r.sections)};
    (void)index;
    r.failed = r.sections == NULL;
    add_people(&r);
    for (uint32_t i = 0; i < d->stage_count; i++)
        add_stage(&r, i);
    add_places(&r);
    add_dates(&r);
    add_times(&r);
    add_match(&r);
    add_results(&r);
    add_fair_play(&r);
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
