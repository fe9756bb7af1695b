/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Makes a definition from a form.  It writes the JSON of a template again, with the form's values
 * in their places.  Whatever the form has no field for (seatings, articles, extensions of a match)
 * stays as in the template.  The reader of definitions checks the result like any other JSON.
 */
#include "server/championship_form.h"

#include <string.h>

#include "limmat/date.h"
#include "server/championship_stages.h"
#include "site/site.h"

/* clang-format off */
#define STAGE_FIELDS(k) \
    {"s" k "_title", FORM_TEXT, 0, 60, NULL, false}, {"s" k "_rounds", FORM_NUMBER, 1, 30, NULL, false}, \
    {"s" k "_games", FORM_NUMBER, 1, 100, NULL, false}, {"s" k "_clock", FORM_TEXT, 0, 20, NULL, false}, \
    {"s" k "_win", FORM_TEXT, 0, 6, NULL, false}, {"s" k "_draw", FORM_TEXT, 0, 6, NULL, false}, \
    {"s" k "_loss", FORM_TEXT, 0, 6, NULL, false}, {"s" k "_rank1", FORM_TEXT, 0, 30, NULL, false}, \
    {"s" k "_rank2", FORM_TEXT, 0, 30, NULL, false}, {"s" k "_rank3", FORM_TEXT, 0, 30, NULL, false}, \
    {"s" k "_rank4", FORM_TEXT, 0, 30, NULL, false}, \
    {"s" k "_enter", FORM_CHOICE, 0, 8, "keep|all|first", false}, {"s" k "_first", FORM_NUMBER, 1, 200, NULL, false}

const struct form_field champ_form_fields[] = {
    [CF_FROM] = {"from", FORM_TEXT, 0, 80, NULL, true},
    [CF_TITLE] = {"title", FORM_TEXT, 0, 120, NULL, false},
    [CF_DIRECTORS] = {"directors", FORM_TEXT, 0, 300, NULL, false},
    [CF_HOLDER] = {"holder1", FORM_TEXT, 0, 40, NULL, false},
    [CF_HOLDER2] = {"holder2", FORM_TEXT, 0, 40, NULL, false},
    [CF_START] = {"start", FORM_DATE, 0, 10, NULL, false},
    [CF_REGISTER] = {"register", FORM_DATE, 0, 10, NULL, false},
    [CF_CREATED] = {"created", FORM_DATE, 0, 10, NULL, false},
    [CF_GAMES] = {"games", FORM_NUMBER, 0, 1000000, NULL, false},
    [CF_GAMES_AT] = {"games_at", FORM_DATE, 0, 10, NULL, false},
    [CF_SEED_AT] = {"seed_at", FORM_DATE, 0, 10, NULL, false},
    [CF_OFFERS] = {"offers", FORM_NUMBER, 0, 20, NULL, false},
    [CF_APART] = {"apart", FORM_NUMBER, 0, 168, NULL, false},
    [CF_PER_DATE] = {"per_date", FORM_NUMBER, 0, 20, NULL, false},
    [CF_OFFERS_DAY] = {"offers_day", FORM_NUMBER, 0, 6, NULL, false},
    [CF_AGREE_DAY] = {"agree_day", FORM_NUMBER, 0, 6, NULL, false},
    [CF_COMPLETE_DAY] = {"complete_day", FORM_NUMBER, 0, 6, NULL, false},
    [CF_GRACE] = {"grace", FORM_NUMBER, 0, 1440, NULL, false},
    [CF_FORFEITS] = {"forfeits", FORM_NUMBER, 0, 20, NULL, false},
    [CF_ENTRANTS] = {"entrants", FORM_NUMBER, 3, 200, NULL, false},
    [CF_ACT] = {"act", FORM_CHOICE, 0, 10,
                "preview|begin|add|remove0|remove1|remove2|remove3|remove4|remove5|"
                "earlier1|earlier2|earlier3|earlier4|earlier5|earlier0", true},
    [CF_LIST] = {"stages", FORM_TEXT, 0, 120, NULL, false},
    [CF_KIND] = {"kind", FORM_CHOICE, 0, 20, "|swiss|round_robin|knock_out|matches", false},
    [CF_STAGES] = STAGE_FIELDS("0"), STAGE_FIELDS("1"), STAGE_FIELDS("2"), STAGE_FIELDS("3"),
    STAGE_FIELDS("4"), STAGE_FIELDS("5"),
    {0}};
/* clang-format on */

/* The definition being written. */
struct maker {
    struct visit *v;
    const struct champ_stages *s;
    const struct lm_definition *d; /* the template, with the stages of ${s} */
    struct lm_json_writer w;
};

static const struct form_value *field(const struct maker *m, size_t index)
{
    return &m->v->form.values[index];
}

static const struct form_value *of_stage(const struct maker *m, size_t stage, size_t index)
{
    return field(m, CF_STAGES + m->s->rows[stage].slot * CF_STAGE_FIELDS + index);
}

/* Copy the members of ${object} except those in the space-separated ${left_out}. */
static void copy_but(struct maker *m, const struct lm_json *object, const char *left_out)
{
    const char *list = visit_print(m->v, " %s ", left_out);
    for (const struct lm_json *at = object == NULL ? NULL : object->first; at != NULL;
         at = at->next)
        if (strstr(list, visit_print(m->v, " %s ", at->key)) == NULL)
            lm_json_put_node(&m->w, at->key, at);
}

static void put_text(struct maker *m, const char *key, size_t index, const struct lm_json *object)
{
    const struct lm_json *old = lm_json_get(object, key);
    if (field(m, index)->length > 0)
        lm_json_put_string(&m->w, key, field(m, index)->text);
    else if (old != NULL)
        lm_json_put_node(&m->w, key, old);
}

static void put_number(struct maker *m, const char *key, const struct form_value *given,
                       const struct lm_json *object)
{
    const struct lm_json *old = lm_json_get(object, key);
    if (given->given && given->length > 0)
        lm_json_put_integer(&m->w, key, given->number);
    else if (old != NULL)
        lm_json_put_node(&m->w, key, old);
}

static void put_day(struct maker *m, const char *key, size_t index, const char *clock,
                    const struct lm_json *object)
{
    const struct lm_json *old = lm_json_get(object, key);
    if (field(m, index)->length > 0)
        lm_json_put_string(&m->w, key, visit_print(m->v, "%s%s", field(m, index)->text, clock));
    else if (old != NULL)
        lm_json_put_node(&m->w, key, old);
}

static void put_names(struct maker *m, const char *key, const char *names)
{
    lm_json_begin(&m->w, key, '[');
    for (const char *at = names + strspn(names, " ,"); *at != '\0';) {
        size_t size = strcspn(at, " ,");
        lm_json_put_string(&m->w, NULL, visit_print(m->v, "%.*s", (int)size, at));
        at += size;
        at += strspn(at, " ,");
    }
    lm_json_end(&m->w, ']');
}

/* --- people */

static void put_people(struct maker *m, const struct lm_json *root)
{
    const struct lm_json *directors = lm_json_get(root, "directors");
    lm_json_begin(&m->w, "directors", '{');
    put_names(m, "accounts", field(m, CF_DIRECTORS)->text);
    copy_but(m, directors, "accounts");
    lm_json_end(&m->w, '}');
    const struct lm_json *holders = lm_json_get(root, "holders");
    if (holders != NULL)
        lm_json_begin(&m->w, "holders", '[');
    for (const struct lm_json *at = holders == NULL ? NULL : holders->first; at != NULL;
         at = at->next) {
        size_t index = at == holders->first ? CF_HOLDER : CF_HOLDER2;
        lm_json_begin(&m->w, NULL, '{');
        copy_but(m, at, "player");
        lm_json_put_string(&m->w, "player", field(m, index)->text);
        lm_json_end(&m->w, '}');
    }
    if (holders != NULL)
        lm_json_end(&m->w, ']');
}

static void put_rule(struct maker *m, const struct lm_json *rule)
{
    const char *kind = lm_json_string(lm_json_get(rule, "rule"));
    bool account = kind != NULL && strcmp(kind, "account_before") == 0;
    bool games = kind != NULL && strcmp(kind, "games_before") == 0;
    lm_json_begin(&m->w, NULL, '{');
    copy_but(m, rule, account ? "instant" : games ? "instant games" : "");
    if (account || games)
        put_day(m, "instant", account ? CF_CREATED : CF_GAMES_AT, "T00:00:00Z", rule);
    if (games)
        put_number(m, "games", field(m, CF_GAMES), rule);
    lm_json_end(&m->w, '}');
}

static void put_entry(struct maker *m, const struct lm_json *root)
{
    const struct lm_json *rules = lm_json_get(root, "eligibility");
    const struct lm_json *seeding = lm_json_get(root, "seeding");
    const char *at = field(m, CF_SEED_AT)->text;
    if (field(m, CF_REGISTER)->length > 0) {
        lm_json_begin(&m->w, "registration", '{');
        put_day(m, "until", CF_REGISTER, "T23:59:59Z", NULL);
        lm_json_end(&m->w, '}');
    }
    if (rules != NULL) {
        lm_json_begin(&m->w, "eligibility", '[');
        for (const struct lm_json *rule = rules->first; rule != NULL; rule = rule->next)
            put_rule(m, rule);
        lm_json_end(&m->w, ']');
    }
    if (seeding == NULL)
        return;
    lm_json_begin(&m->w, "seeding", '{');
    copy_but(m, seeding, *at == '\0' ? "" : "at from until");
    if (*at != '\0') { /* the date one year earlier */
        long year = 0;
        for (size_t i = 0; i < 4; i++)
            year = year * 10 + (at[i] - '0');
        lm_json_put_string(&m->w, "at", visit_print(m->v, "%sT00:00:00Z", at));
        lm_json_put_string(&m->w, "from", visit_print(m->v, "%04ld%sT00:00:00Z", year - 1, at + 4));
        lm_json_put_string(&m->w, "until", visit_print(m->v, "%sT00:00:00Z", at));
    }
    lm_json_end(&m->w, '}');
}

/* --- deadlines */

static const char *const days[] = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                   "Friday", "Saturday", "Sunday"};

/* Put the chosen weekday, with the time of day of ${after}, in seconds after the week's start. */
static void put_weekday(struct maker *m, const char *key, size_t index, int64_t after,
                        const struct lm_json *calendar)
{
    int second = (int)(after % 86400);
    if (field(m, index)->length == 0)
        lm_json_put_node(&m->w, key, lm_json_get(calendar, key));
    else
        lm_json_put_string(&m->w, key,
                           visit_print(m->v, "%s %02d:%02d:%02d", days[field(m, index)->number],
                                       second / 3600, second % 3600 / 60, second % 60));
}

static void put_deadlines(struct maker *m, const struct lm_json *root)
{
    const struct lm_json *calendar = lm_json_get(root, "calendar");
    const struct lm_json *deal = lm_json_get(root, "negotiation");
    const struct lm_json *attendance = lm_json_get(root, "attendance");
    if (calendar != NULL) {
        lm_json_begin(&m->w, "calendar", '{');
        put_day(m, "starts", CF_START, "T00:00:00Z", calendar);
        put_weekday(m, "offers_until", CF_OFFERS_DAY, m->d->calendar.offers_until, calendar);
        put_weekday(m, "agree_before", CF_AGREE_DAY, m->d->calendar.agree_before, calendar);
        put_weekday(m, "complete_by", CF_COMPLETE_DAY, m->d->calendar.complete_by, calendar);
        copy_but(m, calendar, "starts offers_until agree_before complete_by");
        lm_json_end(&m->w, '}');
    }
    if (deal != NULL) {
        lm_json_begin(&m->w, "negotiation", '{');
        put_number(m, "offers", field(m, CF_OFFERS), deal);
        put_number(m, "hours_apart", field(m, CF_APART), deal);
        put_number(m, "per_date", field(m, CF_PER_DATE), deal);
        copy_but(m, deal, "offers hours_apart per_date");
        lm_json_end(&m->w, '}');
    }
    lm_json_begin(&m->w, "attendance", '{');
    put_number(m, "grace_minutes", field(m, CF_GRACE), attendance);
    put_number(m, "forfeits", field(m, CF_FORFEITS), attendance);
    copy_but(m, attendance, "grace_minutes forfeits");
    lm_json_end(&m->w, '}');
}

/* --- stages */

/* Return a free name for the format that the form makes for ${stage}. */
static const char *own_format(struct maker *m, size_t stage)
{
    const struct lm_json *formats = lm_json_get(m->d->json, "formats");
    const char *name = m->d->stages[stage].name;
    for (unsigned again = 2; lm_json_get(formats, name) != NULL; again++)
        name = visit_print(m->v, "%s-%u", m->d->stages[stage].name, again);
    return name;
}

static bool has_own_format(const struct maker *m, size_t stage)
{
    return m->s->rows[stage].format != NULL &&
           (m->s->rows[stage].kind != NULL || of_stage(m, stage, CF_LENGTH)->length > 0 ||
            of_stage(m, stage, CF_CLOCK)->length > 0);
}

/* Put the blocks of games: the first with the form's length, it and those with the same clock with
 * the form's clock. */
static void put_steps(struct maker *m, size_t stage, const struct lm_json *steps)
{
    const struct form_value *games = of_stage(m, stage, CF_LENGTH);
    const struct form_value *clock = of_stage(m, stage, CF_CLOCK);
    const char *usual = lm_json_string(lm_json_get(steps->first, "clock"));
    lm_json_begin(&m->w, "steps", '[');
    for (const struct lm_json *step = steps->first; step != NULL; step = step->next) {
        const char *own = lm_json_string(lm_json_get(step, "clock"));
        bool same = usual != NULL && own != NULL && strcmp(usual, own) == 0 && clock->length > 0;
        lm_json_begin(&m->w, NULL, '{');
        if (step == steps->first)
            put_number(m, "games", games, step);
        if (same)
            lm_json_put_string(&m->w, "clock", clock->text);
        copy_but(
            m, step,
            visit_print(m->v, "%s %s", step == steps->first ? "games" : "", same ? "clock" : ""));
        lm_json_end(&m->w, '}');
    }
    lm_json_end(&m->w, ']');
}

static void put_formats(struct maker *m, const struct lm_json *root)
{
    const struct lm_json *formats = lm_json_get(root, "formats");
    lm_json_begin(&m->w, "formats", '{');
    copy_but(m, formats, "");
    for (size_t i = 0; i < m->d->stage_count; i++) {
        const struct lm_json *format = m->s->rows[i].format;
        if (!has_own_format(m, i))
            continue;
        lm_json_begin(&m->w, own_format(m, i), '{');
        put_steps(m, i, lm_json_get(format, "steps"));
        copy_but(m, format, "steps");
        lm_json_end(&m->w, '}');
    }
    lm_json_end(&m->w, '}');
}

static void put_point(struct maker *m, const char *key, const struct form_value *given,
                      const struct lm_json *points)
{
    int32_t tenths;
    const struct lm_json *old = lm_json_get(points, key);
    if (given->length > 0 && lm_parse_tenths(given->text, given->length, &tenths))
        lm_json_put_tenths(&m->w, key, tenths);
    else if (given->length > 0)
        lm_json_put_string(&m->w, key, given->text); /* the reader reports the error */
    else if (old != NULL)
        lm_json_put_node(&m->w, key, old);
}

static void put_points(struct maker *m, size_t stage, const struct lm_json *old)
{
    static const char *const keys[] = {"win", "draw", "loss"};
    bool any = old != NULL;
    for (size_t i = 0; i < 3; i++)
        any |= of_stage(m, stage, CF_WIN + i)->length > 0;
    if (!any)
        return;
    lm_json_begin(&m->w, "points", '{');
    for (size_t i = 0; i < 3; i++)
        put_point(m, keys[i], of_stage(m, stage, CF_WIN + i), old);
    copy_but(m, old, "win draw loss");
    lm_json_end(&m->w, '}');
}

static void put_ranking(struct maker *m, size_t stage, const struct lm_json *old)
{
    bool any = false;
    for (size_t i = 0; i < CF_RANKS; i++)
        any |= of_stage(m, stage, CF_RANK + i)->length > 0;
    if (!any && old != NULL)
        lm_json_put_node(&m->w, "ranking", old);
    if (!any)
        return;
    lm_json_begin(&m->w, "ranking", '[');
    for (size_t i = 0; i < CF_RANKS; i++)
        if (of_stage(m, stage, CF_RANK + i)->length > 0)
            lm_json_put_string(&m->w, NULL, of_stage(m, stage, CF_RANK + i)->text);
    lm_json_end(&m->w, ']');
}

/* With one round more than a knock-out has, two players need not meet twice. */
const struct round_rules champ_rounds_usual = {.log2 = ROUND_LOG_CEIL, .plus = 1};

bool champ_rounds_are_open(const struct stage *stage)
{
    return stage->rounds.log2 == ROUND_LOG_NONE;
}

/* Does the stage get one new match, called "final", instead of the template's matches? */
static bool is_seated_anew(const struct maker *m, size_t stage)
{
    return strcmp(of_stage(m, stage, CF_ENTER)->text, "first") == 0 ||
           m->d->stages[stage].seating_count == 0;
}

/* Put the source of a seat: the player at ${place} in the stage at ${index}.  For matches the
 * winners come first, then the losers. */
static void put_seat(struct maker *m, size_t index, uint32_t place)
{
    const struct stage *stage = &m->d->stages[index];
    bool anew = is_seated_anew(m, index);
    uint32_t matches = anew ? 1 : stage->seatings[0].group_count;
    const char *name = anew ? "final" : stage->seatings[0].groups[(place - 1) % matches].name;
    lm_json_put_string(&m->w, NULL,
                       stage->type == STAGE_MATCHES
                           ? visit_print(m->v, "%s/%s:%s", stage->name, name,
                                         (place - 1) / matches % 2 == 0 ? "winner" : "loser")
                           : visit_print(m->v, "%s:%u", stage->name, place));
}

/* Put the first players of the stage before ${stage} as those who enter it. */
static void put_first(struct maker *m, size_t stage)
{
    const struct form_value *count = of_stage(m, stage, CF_FIRST);
    bool matches = m->d->stages[stage].type == STAGE_MATCHES;
    int64_t most = matches ? 2 : count->number;
    lm_json_begin(&m->w, matches ? "matches" : "pools", '[');
    lm_json_begin(&m->w, NULL, '{');
    lm_json_put_string(&m->w, "name", matches ? "final" : m->d->stages[stage].name);
    lm_json_begin(&m->w, "seats", '[');
    for (int64_t place = 1; place <= most; place++)
        put_seat(m, stage - 1, (uint32_t)place);
    lm_json_end(&m->w, ']');
    lm_json_end(&m->w, '}');
    lm_json_end(&m->w, ']');
}

/* Put the rule for leaving players: others move up from earlier stages; if none of the template's
 * are left, the opponent wins. */
static void put_leaving(struct maker *m, size_t index, const struct lm_json *old)
{
    const struct stage *stage = &m->d->stages[index];
    uint32_t left = 0;
    for (size_t i = 0; i < stage->replacement_count; i++)
        left += champ_stages_have(m->s, stage->replacements[i], index);
    if (old == NULL || left == stage->replacement_count) {
        if (old != NULL)
            lm_json_put_node(&m->w, "leaving", old);
        return;
    }
    lm_json_begin(&m->w, "leaving", '{');
    lm_json_put_string(&m->w, "rule", left > 0 ? "move_up" : "opponent_wins");
    copy_but(m, old, "rule from");
    if (left > 0) {
        lm_json_begin(&m->w, "from", '[');
        for (size_t i = 0; i < stage->replacement_count; i++)
            if (champ_stages_have(m->s, stage->replacements[i], index))
                lm_json_put_string(&m->w, NULL, m->s->from->stages[stage->replacements[i]].name);
        lm_json_end(&m->w, ']');
    }
    lm_json_end(&m->w, '}');
}

static void put_stage(struct maker *m, size_t index)
{
    const struct lm_json *stage = m->s->rows[index].json;
    bool added = m->s->rows[index].kind != NULL;
    const char *enter = of_stage(m, index, CF_ENTER)->text;
    bool first = strcmp(enter, "first") == 0 && index > 0, all = strcmp(enter, "all") == 0;
    const struct lm_json *rounds = lm_json_get(stage, "rounds");
    lm_json_begin(&m->w, NULL, '{');
    lm_json_put_string(&m->w, "stage", m->d->stages[index].name);
    copy_but(m, stage,
             visit_print(m->v, "stage title format points ranking rounds leaving %s",
                         first || all ? "pools matches seatings" : ""));
    lm_json_put_string(&m->w, "title", m->d->stages[index].title);
    if (added && !m->d->calendar.used)
        lm_json_put_boolean(&m->w, "free_of_dates", true);
    put_leaving(m, index, lm_json_get(stage, "leaving"));
    if (has_own_format(m, index))
        lm_json_put_string(&m->w, "format", own_format(m, index));
    else if (lm_json_get(stage, "format") != NULL)
        lm_json_put_node(&m->w, "format", lm_json_get(stage, "format"));
    put_points(m, index, lm_json_get(stage, "points"));
    put_ranking(m, index, lm_json_get(stage, "ranking"));
    if (rounds != NULL) {
        lm_json_begin(&m->w, "rounds", '{');
        if (champ_rounds_are_open(&m->d->stages[index]) &&
            of_stage(m, index, CF_ROUNDS)->length == 0) {
            lm_json_put_string(&m->w, "log2", "ceil");
            lm_json_put_integer(&m->w, "plus", champ_rounds_usual.plus);
        } else {
            put_number(m, "at_least", of_stage(m, index, CF_ROUNDS), rounds);
            copy_but(m, rounds, "at_least");
        }
        lm_json_end(&m->w, '}');
    }
    if (first)
        put_first(m, index);
    lm_json_end(&m->w, '}');
}

/* Put the champion's places from the last stage, unless it and all stages that decide them are the
 * template's. */
static void put_places(struct maker *m, const struct lm_json *root)
{
    const struct lm_definition *from = m->s->from;
    size_t count = m->d->stage_count;
    const struct champ_stage *last = &m->s->rows[count - 1];
    bool same = last->kind == NULL && last->slot == from->stage_count - 1;
    for (size_t i = 0; i < from->place_count; i++)
        same &= from->places[i].kind == SOURCE_HOLDER ||
                champ_stages_have(m->s, from->places[i].stage, count);
    if (same) {
        lm_json_put_node(&m->w, "places", lm_json_get(root, "places"));
        return;
    }
    const struct stage *stage = &m->d->stages[count - 1];
    bool two = stage->type == STAGE_MATCHES || stage->type == STAGE_KNOCK_OUT;
    lm_json_begin(&m->w, "places", '[');
    for (uint32_t place = 1; place <= (two ? 2 : 1); place++)
        put_seat(m, count - 1, place);
    lm_json_end(&m->w, ']');
}

const char *champ_form_json(struct visit *v, const struct champ_stages *stages)
{
    struct lm_text out = lm_text_in(v->arena), name = lm_text_in(v->arena);
    struct maker m = {.v = v, .s = stages, .d = &stages->d, .w = lm_json_writer_to(&out, false)};
    const struct lm_json *root = m.d->json;
    site_add_slug(&name, field(&m, CF_TITLE)->text);
    lm_json_begin(&m.w, NULL, '{');
    lm_json_put_string(&m.w, "definition", visit_print(v, "%.40s", lm_text_string(&name)));
    put_text(&m, "title", CF_TITLE, root);
    copy_but(&m, root,
             "definition title directors holders registration eligibility seeding calendar "
             "negotiation attendance formats stages places");
    put_people(&m, root);
    put_entry(&m, root);
    put_deadlines(&m, root);
    put_formats(&m, root);
    lm_json_begin(&m.w, "stages", '[');
    for (size_t i = 0; i < m.d->stage_count; i++)
        put_stage(&m, i);
    lm_json_end(&m.w, ']');
    put_places(&m, root);
    lm_json_end(&m.w, '}');
    return out.failed ? NULL : lm_text_string(&out);
}
