/* SPDX-License-Identifier: Apache-2.0 */
#include "championship/definition.h"

#include <string.h>

#include "championship/definition_read.h"
#include "limmat/date.h"

static const char *const article_names[] = {
    [ART_APPLICATION] = "application",
    [ART_SEEDING] = "seeding",
    [ART_ROUNDS] = "rounds",
    [ART_RANKING] = "ranking",
    [ART_BYE] = "bye",
    [ART_PAIRING] = "pairing",
    [ART_PUBLISHING] = "publishing",
    [ART_COMPLETION] = "completion",
    [ART_AGREEMENT] = "agreement",
    [ART_OFFERS] = "offers",
    [ART_SPACING] = "spacing",
    [ART_LATE] = "late",
    [ART_BOTH_LATE] = "both_late",
    [ART_RESPONSE] = "response",
    [ART_FINDING] = "finding",
    [ART_FAULT] = "fault",
    [ART_BREAK] = "break",
    [ART_REMATCH] = "rematch",
    [ART_DAYS] = "days",
    [ART_NO_SHOW] = "no_show",
    [ART_LEAVING_MATCH] = "leaving_match",
    [ART_FORFEITS] = "forfeits",
    [ART_RESULT] = "result",
    [ART_ARMAGEDDON] = "armageddon",
    [ART_BID] = "bid",
    [ART_EQUAL_BIDS] = "equal_bids",
    [ART_ACCUSATION] = "accusation",
    [ART_GUILT] = "guilt",
    [ART_MARK] = "mark",
    [ART_DISPUTES] = "disputes",
    [ARTICLES] = NULL,
};

const char *const lm_champ_ground_names[] = {
    [GROUND_NONE] = "none",
    [GROUND_WITHDRAWAL] = "withdraw",
    [GROUND_ENGINE] = "engine",
    [GROUND_BOOSTER] = "booster",
    [GROUND_CHEATING] = "cheating",
    [GROUND_ACCUSATION] = "accusation",
    [GROUND_FORFEITS] = "forfeits",
    [GROUND_DIRECTOR] = "director",
    [GROUNDS] = NULL,
};

static void read_articles(struct fields *f, const struct lm_json *root, struct lm_definition *d)
{
    for (unsigned i = 0; i < ARTICLES; i++)
        d->articles[i] = "";
    const struct lm_json *articles = lm_field_typed(f, root, "articles", OPTIONAL, LM_JSON_OBJECT);
    if (articles == NULL || !lm_field_known(f, articles, "articles", article_names))
        return;
    for (unsigned i = 0; i < ARTICLES; i++)
        lm_field_string(f, articles, article_names[i], OPTIONAL, &d->articles[i]);
}

static void read_directors(struct fields *f, const struct lm_json *root, struct lm_definition *d)
{
    static const char *const known[] = {"accounts", "may_play", "article", NULL};
    const struct lm_json *node = lm_field(f, root, "directors", REQUIRED);
    if (node == NULL || !lm_field_known(f, node, "directors", known))
        return;
    d->directors_article = "";
    lm_field_strings(f, node, "accounts", REQUIRED, &d->directors, &d->director_count);
    lm_field_boolean(f, node, "may_play", REQUIRED, &d->directors_may_play);
    lm_field_string(f, node, "article", OPTIONAL, &d->directors_article);
    if (!f->failed && d->director_count == 0)
        lm_field_wrong(f, node, "accounts", "give at least one", "a championship needs a director");
}

static void read_holders(struct fields *f, const struct lm_json *root, struct lm_definition *d)
{
    static const char *const known[] = {"title", "player", "automatic", "article", NULL};
    const struct lm_json *list = lm_field_typed(f, root, "holders", OPTIONAL, LM_JSON_ARRAY);
    if (list == NULL)
        return;
    struct holder *holders = lm_arena_alloc(f->arena, list->length, sizeof *holders);
    if (holders == NULL) {
        f->failed = true;
        return;
    }
    for (const struct lm_json *item = list->first; item != NULL; item = item->next) {
        struct holder *holder = &holders[d->holder_count];
        holder->article = "";
        if (!lm_field_known(f, item, "a holder", known) ||
            !lm_field_string(f, item, "title", REQUIRED, &holder->title) ||
            !lm_field_string(f, item, "player", REQUIRED, &holder->player))
            continue;
        lm_field_boolean(f, item, "automatic", REQUIRED, &holder->automatic);
        lm_field_string(f, item, "article", OPTIONAL, &holder->article);
        for (size_t i = 0; i < d->holder_count; i++) {
            if (strcmp(holders[i].title, holder->title) == 0)
                lm_field_wrong(f, item, "title", "give each holder a title of its own",
                               "two holders are called \"%s\"", holder->title);
        }
        d->holder_count++;
    }
    d->holders = holders;
}

static void read_registration(struct fields *f, const struct lm_json *root, struct lm_definition *d)
{
    static const char *const known[] = {"from", "until", NULL};
    d->registration_from = INT64_MIN;
    d->registration_until = NEVER;
    const struct lm_json *node = lm_field(f, root, "registration", OPTIONAL);
    if (node == NULL || !lm_field_known(f, node, "registration", known))
        return;
    lm_field_instant(f, node, "from", OPTIONAL, &d->registration_from);
    lm_field_instant(f, node, "until", OPTIONAL, &d->registration_until);
    if (d->registration_from >= d->registration_until)
        lm_field_wrong(f, lm_json_get(node, "until"), "until", "a time after \"from\"",
                       "registration ends before it begins");
}

/* Read an entry rule and its required members, in addition to its article. */
static bool read_entry_rule(struct fields *f, const struct lm_json *item, struct entry_rule *rule)
{
    static const char *const known[] = {"rule",  "verdict", "exception", "article", "instant",
                                        "since", "until",   "games",     "marks",   NULL};
    static const char *const kinds[] = {
        [ENTRY_ACCOUNT_BEFORE] = "account_before",
        [ENTRY_GAMES_BEFORE] = "games_before",
        [ENTRY_MARK] = "mark",
        [ENTRY_CHEAT_GAMES] = "cheat_games",
        [ENTRY_ONE_ACCOUNT] = "one_account",
        [ENTRY_NO_BOTS] = "no_bots",
        NULL,
    };
    static const char *const verdicts[] = {"reject", "review", NULL};
    unsigned kind = 0;
    unsigned verdict = ENTRY_REJECT;
    *rule = (struct entry_rule){.since = INT64_MIN, .until = NEVER, .games = 1};
    if (!lm_field_known(f, item, "an entry rule", known) ||
        !lm_field_choice(f, item, "rule", REQUIRED, kinds, &kind))
        return false;
    rule->kind = (enum entry_rule_kind)kind;
    bool dated = kind == ENTRY_ACCOUNT_BEFORE || kind == ENTRY_GAMES_BEFORE;
    lm_field_string(f, item, "article", REQUIRED, &rule->article);
    lm_field_choice(f, item, "verdict", OPTIONAL, verdicts, &verdict);
    rule->verdict = (enum entry_verdict)verdict;
    lm_field_boolean(f, item, "exception", OPTIONAL, &rule->exception);
    lm_field_instant(f, item, "instant", dated ? REQUIRED : OPTIONAL, &rule->until);
    lm_field_instant(f, item, "since", OPTIONAL, &rule->since);
    lm_field_instant(f, item, "until", OPTIONAL, &rule->until);
    lm_field_count(f, item, "games", kind == ENTRY_GAMES_BEFORE ? REQUIRED : OPTIONAL, 1, 100000,
                   &rule->games);
    lm_field_strings(f, item, "marks", kind == ENTRY_MARK ? REQUIRED : OPTIONAL, &rule->marks,
                     &rule->mark_count);
    return true;
}

static void read_eligibility(struct fields *f, const struct lm_json *root, struct lm_definition *d)
{
    const struct lm_json *list = lm_field_typed(f, root, "eligibility", OPTIONAL, LM_JSON_ARRAY);
    if (list == NULL)
        return;
    struct entry_rule *rules = lm_arena_alloc(f->arena, list->length, sizeof *rules);
    if (rules == NULL) {
        f->failed = true;
        return;
    }
    for (const struct lm_json *item = list->first; item != NULL; item = item->next) {
        if (read_entry_rule(f, item, &rules[d->entry_rule_count]))
            d->entry_rule_count++;
    }
    d->entry_rules = rules;
}

static void read_seeding(struct fields *f, const struct lm_json *root, struct lm_definition *d)
{
    static const char *const known[] = {"at", "from", "until", "unrated", "window", NULL};
    static const char *const windows[] = {"carried", "games_only", NULL};
    d->seeding = (struct seeding_rules){.given = true, .unrated = 1500};
    const struct lm_json *node = lm_field(f, root, "seeding", OPTIONAL);
    if (node == NULL || !lm_field_known(f, node, "seeding", known))
        return;
    unsigned window = 0;
    uint32_t unrated = 1500;
    d->seeding.given = false;
    lm_field_instant(f, node, "at", REQUIRED, &d->seeding.at);
    lm_field_instant(f, node, "from", REQUIRED, &d->seeding.from);
    lm_field_instant(f, node, "until", REQUIRED, &d->seeding.until);
    lm_field_count(f, node, "unrated", OPTIONAL, 0, 4000, &unrated);
    lm_field_choice(f, node, "window", OPTIONAL, windows, &window);
    d->seeding.unrated = (int32_t)unrated;
    d->seeding.games_only = window == 1;
    if (!f->failed && d->seeding.from >= d->seeding.until)
        lm_field_wrong(f, lm_json_get(node, "until"), "until", "a time after \"from\"",
                       "the window of the seeding rating ends before it begins");
}

/* "Wednesday 23:59:59" as seconds after the start of a week that starts at ${starts}. */
static bool read_weekly(struct fields *f, const struct lm_json *node, const char *key,
                        int64_t starts, int64_t *offset)
{
    static const char *const days[] = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                       "Friday", "Saturday", "Sunday"};
    const char *text = NULL;
    if (!lm_field_string(f, node, key, REQUIRED, &text))
        return false;
    int first = lm_weekday((int32_t)(starts / 86400));
    for (int day = 0; day < 7; day++) {
        size_t length = strlen(days[day]);
        int64_t time = 0;
        struct lm_text instant = lm_text_in(f->arena);
        if (strncmp(text, days[day], length) != 0 || text[length] != ' ')
            continue;
        lm_text_print(&instant, "1970-01-01T%sZ", text + length + 1);
        if (!lm_parse_instant(lm_text_string(&instant), instant.length, &time))
            break;
        *offset = (int64_t)((day - first + 7) % 7) * 86400 + time;
        return true;
    }
    lm_field_wrong(f, lm_json_get(node, key), key,
                   "a day and a time. Example: \"Wednesday 23:59:59\"",
                   "\"%s\" isn't a time of the week", key);
    return false;
}

static void read_calendar(struct fields *f, const struct lm_json *root, struct lm_definition *d)
{
    static const char *const known[] = {"starts", "offers_until", "agree_before", "complete_by",
                                        NULL};
    struct calendar *c = &d->calendar;
    const struct lm_json *node = lm_field(f, root, "calendar", OPTIONAL);
    if (node == NULL || !lm_field_known(f, node, "calendar", known))
        return;
    if (!lm_field_instant(f, node, "starts", REQUIRED, &c->starts))
        return;
    c->used = read_weekly(f, node, "offers_until", c->starts, &c->offers_until) &&
              read_weekly(f, node, "agree_before", c->starts, &c->agree_before) &&
              read_weekly(f, node, "complete_by", c->starts, &c->complete_by);
    if (c->used && !(c->offers_until < c->agree_before && c->agree_before < c->complete_by))
        lm_field_wrong(f, node, "calendar",
                       "\"offers_until\", then \"agree_before\", then \"complete_by\"",
                       "the deadlines of the week aren't in this order");
}

static void read_negotiation(struct fields *f, const struct lm_json *root, struct lm_definition *d)
{
    static const char *const known[] = {"offers",    "hours_apart", "per_date",
                                        "both_late", "no_fault",    NULL};
    static const char *const outcomes[] = {"assign", "draw", "draw_and_forfeits", NULL};
    struct negotiation_rules *n = &d->negotiation;
    const struct lm_json *node = lm_field(f, root, "negotiation", OPTIONAL);
    if (node == NULL || !lm_field_known(f, node, "negotiation", known))
        return;
    uint32_t hours = 0;
    unsigned both_late = NO_DEAL_ASSIGN;
    unsigned no_fault = NO_DEAL_ASSIGN;
    n->used = lm_field_count(f, node, "offers", REQUIRED, 1, 20, &n->offers) &&
              lm_field_count(f, node, "hours_apart", REQUIRED, 0, 72, &hours) &&
              lm_field_count(f, node, "per_date", REQUIRED, 1, 20, &n->per_date) &&
              lm_field_choice(f, node, "both_late", REQUIRED, outcomes, &both_late) &&
              lm_field_choice(f, node, "no_fault", REQUIRED, outcomes, &no_fault);
    n->apart = (int64_t)hours * 3600;
    n->both_late = (enum no_deal)both_late;
    n->no_fault = (enum no_deal)no_fault;
    if (n->used && !d->calendar.used && !f->failed)
        lm_field_wrong(f, node, "negotiation", "add \"calendar\"",
                       "negotiation has deadlines, but the calendar is missing");
}

static void read_attendance(struct fields *f, const struct lm_json *root, struct lm_definition *d)
{
    static const char *const known[] = {
        "grace_minutes", "message_gap_minutes", "break_minutes", "breaks", "forfeits", NULL};
    uint32_t grace = 10;
    uint32_t gap = 10;
    uint32_t length = 10;
    uint32_t breaks = 1;
    uint32_t forfeits = 0;
    const struct lm_json *node = lm_field(f, root, "attendance", OPTIONAL);
    if (node != NULL && lm_field_known(f, node, "attendance", known)) {
        lm_field_count(f, node, "grace_minutes", REQUIRED, 0, 1440, &grace);
        lm_field_count(f, node, "message_gap_minutes", REQUIRED, 0, 1440, &gap);
        lm_field_count(f, node, "break_minutes", REQUIRED, 0, 1440, &length);
        lm_field_count(f, node, "breaks", REQUIRED, 0, 100, &breaks);
        lm_field_count(f, node, "forfeits", OPTIONAL, 0, 100, &forfeits);
    }
    d->attendance = (struct attendance_rules){.grace = (int64_t)grace * 60,
                                              .message_gap = (int64_t)gap * 60,
                                              .break_length = (int64_t)length * 60,
                                              .breaks = breaks,
                                              .forfeits = forfeits};
}

/* Read the periods; absent ones have their default, as in old definitions. */
static void read_periods(struct fields *f, const struct lm_json *root, struct lm_definition *d)
{
    static const char *const known[] = {
        "notice_hours", "ahead_days", "reschedule_days", "return_minutes", "dispute_hours",
        "idle_minutes", NULL};
    uint32_t notice = 12;
    uint32_t ahead = 60;
    uint32_t reschedule = 7;
    uint32_t back = 10;
    uint32_t dispute = 24;
    uint32_t idle = 60;
    const struct lm_json *node = lm_field(f, root, "periods", OPTIONAL);
    if (node != NULL && lm_field_known(f, node, "periods", known)) {
        lm_field_count(f, node, "notice_hours", OPTIONAL, 0, 168, &notice);
        lm_field_count(f, node, "ahead_days", OPTIONAL, 1, 365, &ahead);
        lm_field_count(f, node, "reschedule_days", OPTIONAL, 1, 365, &reschedule);
        lm_field_count(f, node, "return_minutes", OPTIONAL, 1, 1440, &back);
        lm_field_count(f, node, "dispute_hours", OPTIONAL, 0, 720, &dispute);
        lm_field_count(f, node, "idle_minutes", OPTIONAL, 1, 1440, &idle);
    }
    d->periods = (struct period_rules){.notice = (int64_t)notice * 3600,
                                       .ahead = (int64_t)ahead * 86400,
                                       .reschedule = (int64_t)reschedule * 86400,
                                       .back = (int64_t)back * 60,
                                       .dispute = (int64_t)dispute * 3600,
                                       .idle = (int64_t)idle * 60};
}

/* ---- settings */

/* Add member ${key}, a copy of ${value}, to ${object}. */
static bool add_member(struct lm_arena *arena, struct lm_json *object, const char *key,
                       const struct lm_json *value)
{
    struct lm_json *member = lm_arena_alloc(arena, 1, sizeof *member);
    if (member == NULL)
        return false;
    *member = *value;
    member->key = key;
    member->next = NULL;
    struct lm_json *end = object->first;
    while (end != NULL && end->next != NULL)
        end = end->next;
    if (end == NULL)
        object->first = member;
    else
        end->next = member;
    object->length++;
    return true;
}

static struct lm_json *member_of(struct lm_json *object, const char *key)
{
    struct lm_json *child = object != NULL && object->type == LM_JSON_OBJECT ? object->first : NULL;
    while (child != NULL && strcmp(child->key, key) != 0)
        child = child->next;
    return child;
}

/* A value given on a command line: JSON if it can be read as such, else a text. */
static struct lm_json value_of(struct lm_arena *arena, const char *text)
{
    struct lm_json *parsed = NULL;
    if (lm_json_parse(text, strlen(text), arena, NULL, &parsed) == LM_OK)
        return *parsed;
    return (struct lm_json){.type = LM_JSON_STRING, .text = text, .length = strlen(text)};
}

static bool fill_one(struct fields *f, struct lm_json *settings, const struct lm_setting *given)
{
    struct lm_json *setting = member_of(settings, given->name);
    if (setting == NULL) {
        lm_field_wrong(f, settings, given->name, "look at \"settings\" of the definition",
                       "this definition doesn't leave \"%s\" open", given->name);
        return false;
    }
    struct lm_json value = value_of(f->arena, given->value);
    value.line = setting->line;
    value.column = setting->column;
    struct lm_json *old = member_of(setting, "value");
    if (old == NULL)
        return add_member(f->arena, setting, "value", &value);
    value.key = old->key;
    value.next = old->next;
    *old = value;
    return true;
}

static void check_setting(struct fields *f, const struct lm_json *setting)
{
    static const char *const known[] = {"question", "choices", "suggestion", "value", NULL};
    const char *question = NULL;
    if (!lm_field_known(f, setting, "a setting", known))
        return;
    lm_field_string(f, setting, "question", REQUIRED, &question);
    const char *value = lm_json_string(lm_json_get(setting, "value"));
    const struct lm_json *choices = lm_json_get(setting, "choices");
    if (choices == NULL || value == NULL)
        return;
    for (const struct lm_json *c = choices->first; c != NULL; c = c->next) {
        if (c->type == LM_JSON_STRING && strcmp(c->text, value) == 0)
            return;
    }
    lm_field_wrong(f, lm_json_get(setting, "value"), setting->key,
                   "one of the \"choices\" of the setting", "\"%s\" isn't a choice for \"%s\"",
                   value, setting->key);
}

static void fill_settings(struct fields *f, struct lm_json *root, const struct lm_setting *given,
                          size_t count, bool suggested)
{
    struct lm_json *settings = member_of(root, "settings");
    for (size_t i = 0; i < count; i++)
        fill_one(f, settings, &given[i]);
    if (settings == NULL || settings->type != LM_JSON_OBJECT)
        return;
    for (struct lm_json *s = settings->first; s != NULL; s = s->next) {
        const struct lm_json *suggestion = lm_json_get(s, "suggestion");
        if (suggested && suggestion != NULL && lm_json_get(s, "value") == NULL &&
            !add_member(f->arena, s, "value", suggestion))
            f->failed = true;
        check_setting(f, s);
    }
    f->settings = settings;
}

/* ---- the whole definition */

static void read_members(struct fields *f, const struct lm_json *root, struct lm_definition *d)
{
    static const char *const known[] = {
        "definition", "title",   "source",  "settings",     "articles", "directors",
        "holders",    "stages",  "seeding", "eligibility",  "calendar", "negotiation",
        "attendance", "formats", "places",  "registration", "periods",  NULL};
    if (!lm_field_known(f, root, "a definition", known))
        return;
    d->source = "";
    lm_field_string(f, root, "definition", REQUIRED, &d->name);
    lm_field_string(f, root, "title", REQUIRED, &d->title);
    lm_field_string(f, root, "source", OPTIONAL, &d->source);
    read_articles(f, root, d);
    read_directors(f, root, d);
    read_holders(f, root, d);
    read_registration(f, root, d);
    read_eligibility(f, root, d);
    read_seeding(f, root, d);
    read_calendar(f, root, d);
    read_negotiation(f, root, d);
    read_attendance(f, root, d);
    read_periods(f, root, d);
    lm_definition_formats(f, root, d);
    lm_definition_stages(f, root, d);
}

enum lm_status lm_definition_from(struct lm_json *root, const struct lm_setting *settings,
                                  size_t count, bool suggested, struct lm_arena *arena,
                                  struct lm_log *log, struct lm_definition **out)
{
    struct fields f = {.arena = arena, .log = log};
    struct lm_definition *d = lm_arena_alloc(arena, 1, sizeof *d);
    if (d == NULL)
        return LM_LIMIT;
    fill_settings(&f, root, settings, count, suggested);
    read_members(&f, root, d);
    if (f.failed)
        return LM_INVALID;
    d->json = root;
    *out = d;
    return LM_OK;
}

enum lm_status lm_definition_read(const char *bytes, size_t length,
                                  const struct lm_setting *settings, size_t count, bool suggested,
                                  struct lm_arena *arena, struct lm_log *log,
                                  struct lm_definition **out)
{
    struct lm_json *root = NULL;
    enum lm_status status = lm_json_parse(bytes, length, arena, log, &root);
    if (status != LM_OK)
        return status;
    return lm_definition_from(root, settings, count, suggested, arena, log, out);
}

const char *lm_definition_name(const struct lm_definition *definition)
{
    return definition->name;
}

const char *lm_definition_title(const struct lm_definition *definition)
{
    return definition->title;
}

bool lm_champ_is_director(const struct lm_definition *definition, const char *name)
{
    for (size_t i = 0; i < definition->director_count; i++) {
        if (strcmp(definition->directors[i], name) == 0)
            return true;
    }
    return false;
}
