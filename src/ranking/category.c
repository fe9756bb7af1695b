/* SPDX-License-Identifier: Apache-2.0 */

/* A condition is parsed into a tree, which is then evaluated for one player after the other. */

#include "limmat/category.h"

#include <string.h>

#include "base/texts.h"

enum field { SEX, AGE, BORN, FEDERATION, RATING, TITLE, CLUB, TEAM, NUMBER, FIELDS };
enum operation { HAS, EQUAL, UNEQUAL, LESS, AT_MOST, GREATER, AT_LEAST };
enum shape { TEST, YOUTH, SENIOR, NOT, AND, OR };

/* A node of the tree: a test has values, the others have parts. */
struct lm_condition {
    enum shape shape;
    enum field field;
    enum operation operation;
    const char *const *texts; /* folded; of tests of texts, ${count} of them */
    int32_t low, high;        /* of tests of numbers: the value; of dates: the days it covers */
    size_t count;
    const struct lm_condition *left, *right; /* NOT: left only */
};

enum kind { IS_TEXT, IS_NUMBER, IS_DATE };

static const struct {
    const char *name;
    enum kind kind;
} fields[FIELDS] = {[SEX] = {"sex", IS_TEXT},         [AGE] = {"age", IS_NUMBER},
                    [BORN] = {"born", IS_DATE},       [FEDERATION] = {"fed", IS_TEXT},
                    [RATING] = {"rating", IS_NUMBER}, [TITLE] = {"title", IS_TEXT},
                    [CLUB] = {"club", IS_TEXT},       [TEAM] = {"team", IS_TEXT},
                    [NUMBER] = {"number", IS_NUMBER}};

/* --- parsing */

struct parser {
    const char *text, *at;
    struct lm_place place;
    struct lm_arena *arena;
    struct lm_log *log;
    struct lm_category *category;
    unsigned depth;
    enum lm_status status; /* the first failure; parsing stops there */
};

enum { DEPTH_MAX = 32 };

static const struct lm_condition *refuse(struct parser *p, const char *what)
{
    static const char remedy[] =
        "write e.g. 'sex=w', 'U18', 'fed=SUI,LIE & rating<2000', 'Seniors: S60 | title'";
    if (p->status == LM_OK)
        p->status = lm_log_add(p->log, LM_ERROR, p->place, remedy,
                               "the category \"%s\" is not understood at its %zu. byte: %s",
                               p->text, (size_t)(p->at - p->text) + 1, what);
    return NULL;
}

static void *out_of_memory(struct parser *p)
{
    if (p->status == LM_OK)
        p->status = LM_LIMIT;
    return NULL;
}

static void skip_blanks(struct parser *p)
{
    while (*p->at == ' ' || *p->at == '\t')
        p->at++;
}

static bool take(struct parser *p, const char *sign)
{
    skip_blanks(p);
    size_t length = strlen(sign);
    bool found = strncmp(p->at, sign, length) == 0;
    p->at += found ? length : 0;
    return found;
}

/* Letters, digits, everything beyond ASCII, and the punctuation inside dates and names. */
static bool is_of_value(char c)
{
    return lm_is_letter(c) || lm_is_digit(c) || (unsigned char)c >= 0x80 ||
           (c != '\0' && strchr("-/. '", c) != NULL);
}

/* Read the bytes of a value, without quotes and surrounding blanks. */
static const char *take_value(struct parser *p, size_t *length)
{
    skip_blanks(p);
    const char *from = p->at;
    if (*from == '"') {
        const char *end = strchr(from + 1, '"');
        if (end == NULL)
            return refuse(p, "the quotation mark is not closed"), NULL;
        p->at = end + 1;
        *length = (size_t)(end - from - 1);
        return from + 1;
    }
    while (is_of_value(*p->at))
        p->at++;
    for (*length = (size_t)(p->at - from); *length > 0 && from[*length - 1] == ' ';)
        --*length;
    if (*length == 0)
        return refuse(p, "a value is missing"), NULL;
    return from;
}

static const char *folded(struct parser *p, const char *bytes, size_t length)
{
    struct lm_text text = lm_text_in(p->arena);
    lm_text_add_folded(&text, bytes, length);
    return text.failed ? out_of_memory(p) : lm_text_string(&text);
}

/* Read texts of which one must be equal: "SUI,LIE". */
static bool take_texts(struct parser *p, struct lm_condition *test)
{
    const char **texts = NULL;
    size_t capacity = 0;
    do {
        size_t length;
        const char *bytes = take_value(p, &length);
        if (bytes == NULL)
            return false;
        if (!lm_arena_grow(p->arena, &texts, &capacity, test->count + 1, sizeof *texts))
            return out_of_memory(p);
        if ((texts[test->count++] = folded(p, bytes, length)) == NULL)
            return false;
        if (test->field == SEX && strcmp(texts[test->count - 1], "f") == 0)
            texts[test->count - 1] = "w";
    } while (take(p, ","));
    test->texts = texts;
    if (test->operation > UNEQUAL)
        return refuse(p, "texts are only equal (=) or not (!=)");
    return true;
}

static bool take_number(struct parser *p, struct lm_condition *test)
{
    size_t length;
    int64_t number;
    const char *bytes = take_value(p, &length);
    if (bytes == NULL)
        return false;
    if (!lm_parse_integer(bytes, length, 0, INT32_MAX, &number))
        return refuse(p, "a whole number is missing before");
    test->low = test->high = (int32_t)number;
    return true;
}

/* Return the range of days of a possibly incomplete date: "2008" is the whole year. */
static void days_of(struct lm_date date, int32_t *first, int32_t *last)
{
    struct lm_date next = date;
    *first = lm_day_of(date);
    if (date.month == 0)
        next = (struct lm_date){.year = (int16_t)(date.year + 1)};
    else if (date.day == 0 && date.month == 12)
        next = (struct lm_date){.year = (int16_t)(date.year + 1), .month = 1};
    else if (date.day == 0)
        next.month++;
    *last = lm_day_of(next) - (date.day == 0);
}

static bool take_date(struct parser *p, struct lm_condition *test)
{
    size_t length;
    struct lm_date date;
    const char *bytes = take_value(p, &length);
    if (bytes == NULL)
        return false;
    if (!lm_parse_date(bytes, length, &date))
        return refuse(p, "a date is missing before, such as 2008-05-31 or 2008");
    days_of(date, &test->low, &test->high);
    return true;
}

static enum operation take_operation(struct parser *p)
{
    static const struct {
        const char *sign;
        enum operation operation;
    } signs[] = {{"!=", UNEQUAL}, {"<=", AT_MOST}, {">=", AT_LEAST},
                 {"=", EQUAL},    {"<", LESS},     {">", GREATER}};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (take(p, signs[i].sign))
            return signs[i].operation;
    return HAS;
}

static const struct lm_condition *keep(struct parser *p, struct lm_condition node)
{
    struct lm_condition *kept = lm_arena_alloc(p->arena, 1, sizeof *kept);
    if (kept == NULL)
        return out_of_memory(p);
    *kept = node;
    return kept;
}

/* U18, S50 */
static const struct lm_condition *take_age_group(struct parser *p, enum shape shape)
{
    struct lm_condition test = {.shape = shape};
    p->at++;
    p->category->needs_year = p->category->needs_birth = true;
    return take_number(p, &test) ? keep(p, test) : NULL;
}

static const struct lm_condition *parse_test(struct parser *p)
{
    skip_blanks(p);
    char first = (char)(*p->at & ~0x20);
    if ((first == 'U' || first == 'S') && lm_is_digit(p->at[1]))
        return take_age_group(p, first == 'U' ? YOUTH : SENIOR);
    const char *word = p->at;
    size_t length = 0;
    while (lm_is_letter(word[length]))
        length++;
    struct lm_condition test = {.field = FIELDS};
    for (int i = 0; i < FIELDS; i++)
        if (strlen(fields[i].name) == length && strncmp(fields[i].name, word, length) == 0)
            test.field = (enum field)i;
    if (test.field == FIELDS)
        return refuse(p, "no field; there are: sex age born fed rating title club team number");
    p->at += length;
    p->category->needs_birth |= test.field == AGE || test.field == BORN;
    p->category->needs_year |= test.field == AGE;
    p->category->needs_sex |= test.field == SEX;
    test.operation = take_operation(p);
    static bool (*const takers[])(struct parser *, struct lm_condition *) = {
        [IS_TEXT] = take_texts, [IS_NUMBER] = take_number, [IS_DATE] = take_date};
    if (test.operation != HAS && !takers[fields[test.field].kind](p, &test))
        return NULL;
    return keep(p, test);
}

static const struct lm_condition *parse_condition(struct parser *p);

static const struct lm_condition *parse_term(struct parser *p)
{
    if (++p->depth > DEPTH_MAX)
        return refuse(p, "nested too deeply");
    const struct lm_condition *term = NULL;
    if (take(p, "!")) {
        term = parse_term(p);
        term = term == NULL ? NULL : keep(p, (struct lm_condition){.shape = NOT, .left = term});
    } else if (take(p, "(")) {
        term = parse_condition(p);
        if (term != NULL && !take(p, ")"))
            term = refuse(p, "a closing bracket is missing");
    } else {
        term = parse_test(p);
    }
    p->depth--;
    return term;
}

/* Parse parts read by ${part}, joined by ${sign}. */
static const struct lm_condition *parse_chain(struct parser *p, enum shape shape, const char *sign,
                                              const struct lm_condition *(*part)(struct parser *))
{
    const struct lm_condition *left = part(p);
    while (left != NULL && take(p, sign)) {
        const struct lm_condition *right = part(p);
        if (right == NULL)
            return NULL;
        left = keep(p, (struct lm_condition){.shape = shape, .left = left, .right = right});
    }
    return left;
}

static const struct lm_condition *parse_both(struct parser *p)
{
    return parse_chain(p, AND, "&", parse_term);
}

static const struct lm_condition *parse_condition(struct parser *p)
{
    return parse_chain(p, OR, "|", parse_both);
}

/* The text before a colon outside quotation marks is the name. */
static bool split_name(struct parser *p)
{
    const char *colon = p->text + strcspn(p->text, ":\"");
    const char *condition = *colon == ':' ? colon + 1 : p->text;
    while (*condition == ' ')
        condition++;
    p->category->name = p->category->condition =
        lm_arena_copy(p->arena, condition, strlen(condition));
    if (*colon == ':')
        p->category->name = lm_arena_copy(p->arena, p->text, (size_t)(colon - p->text));
    p->at = condition;
    return p->category->name != NULL && p->category->condition != NULL;
}

enum lm_status lm_category_parse(const char *text, struct lm_place place, struct lm_arena *arena,
                                 struct lm_log *log, const struct lm_category **out)
{
    struct lm_category *category = lm_arena_alloc(arena, 1, sizeof *category);
    if (category == NULL)
        return LM_LIMIT;
    struct parser p = {
        .text = text, .place = place, .arena = arena, .log = log, .category = category};
    p.at = text;
    if (!lm_utf8_valid(text, strlen(text)))
        return refuse(&p, "it is not UTF-8"), p.status;
    if (!split_name(&p))
        return LM_LIMIT;
    category->root = parse_condition(&p);
    skip_blanks(&p);
    if (category->root != NULL && *p.at != '\0')
        category->root = refuse(&p, "the category should end here, or go on with & or |");
    if (p.status == LM_OK)
        *out = category;
    return p.status;
}

/* --- evaluating */

struct asking {
    const struct lm_tournament *t;
    struct lm_arena *arena;
    int year; /* of the event; 0: unknown, and not needed */
    bool failed;
};

static bool birth_of(const struct lm_player *player, struct lm_date *birth)
{
    return lm_parse_date(player->birth, strlen(player->birth), birth) && birth->year > 0;
}

/* Return the completed years on 1 January of ${year}; an unknown day counts as a later one. */
static int32_t age_on_new_year(struct lm_date birth, int year)
{
    return year - birth.year - !(birth.month == 1 && birth.day == 1);
}

static const char *team_of(const struct lm_tournament *t, uint32_t player)
{
    for (size_t team = 0; team < t->team_count; team++)
        for (size_t i = 0; i < t->teams[team].count; i++)
            if (t->teams[team].players[i] == player)
                return t->teams[team].name;
    return "";
}

static const char *text_of(const struct lm_tournament *t, uint32_t player, enum field field)
{
    const struct lm_player *who = &t->players[player];
    switch (field) {
    case SEX:
        return who->sex == 'w' ? "w" : who->sex == 'm' ? "m" : "";
    case FEDERATION:
        return who->federation;
    case TITLE:
        return who->title;
    case CLUB:
        return who->club;
    default:
        return team_of(t, player);
    }
}

/* Is the text of ${player} one of those of ${test}? */
static bool is_one_of(struct asking *a, const struct lm_condition *test, const char *text)
{
    struct lm_mark mark = lm_arena_mark(a->arena);
    struct lm_text own = lm_text_in(a->arena);
    lm_text_add_folded(&own, text, strlen(text));
    a->failed |= own.failed;
    bool found = false;
    for (size_t i = 0; i < test->count; i++)
        found |= strcmp(lm_text_string(&own), test->texts[i]) == 0;
    lm_arena_reset(a->arena, mark);
    return found;
}

static bool text_holds(struct asking *a, const struct lm_condition *test, uint32_t player)
{
    const char *text = text_of(a->t, player, test->field);
    if (test->operation == HAS)
        return *text != '\0';
    return is_one_of(a, test, text) == (test->operation == EQUAL);
}

/* Does ${test} hold for certain of a value that is known only to be from ${first} to ${last}? */
static bool range_holds(const struct lm_condition *test, int32_t first, int32_t last)
{
    switch (test->operation) {
    case HAS:
        return true;
    case EQUAL:
        return first >= test->low && last <= test->high;
    case UNEQUAL:
        return last < test->low || first > test->high;
    case LESS:
        return last < test->low;
    case AT_MOST:
        return last <= test->high;
    case GREATER:
        return first > test->high;
    case AT_LEAST:
        return first >= test->low;
    }
    return false;
}

static bool test_holds(struct asking *a, const struct lm_condition *test, uint32_t player)
{
    const struct lm_player *who = &a->t->players[player];
    struct lm_date birth;
    int32_t first, last;
    switch (test->field) {
    case RATING:
        return who->rating != 0 && range_holds(test, who->rating, who->rating);
    case NUMBER:
        return range_holds(test, (int32_t)who->tpn, (int32_t)who->tpn);
    case AGE:
        if (!birth_of(who, &birth))
            return false;
        first = age_on_new_year(birth, a->year);
        return range_holds(test, first, first);
    case BORN:
        if (!birth_of(who, &birth))
            return false;
        days_of(birth, &first, &last);
        return range_holds(test, first, last);
    default:
        return text_holds(a, test, player);
    }
}

static bool holds(struct asking *a, const struct lm_condition *node, uint32_t player)
{
    struct lm_date birth;
    switch (node->shape) {
    case TEST:
        return test_holds(a, node, player);
    case YOUTH:
        return birth_of(&a->t->players[player], &birth) && a->year - birth.year <= node->low;
    case SENIOR:
        return birth_of(&a->t->players[player], &birth) && a->year - birth.year >= node->low;
    case NOT:
        return !holds(a, node->left, player);
    case AND:
        return holds(a, node->left, player) && holds(a, node->right, player);
    case OR:
        return holds(a, node->left, player) || holds(a, node->right, player);
    }
    return false;
}

/* --- ranking */

static enum lm_status check_askable(const struct lm_standings *s, const struct lm_category *c,
                                    struct asking *a, struct lm_log *log)
{
    static const struct lm_place nowhere = {0};
    if (s->options.teams)
        return lm_log_add(log, LM_ERROR, nowhere, "rank the players",
                          "the category \"%s\" is one of players, the standings are of teams",
                          c->name);
    struct lm_date start;
    if (lm_parse_date(s->t->start, strlen(s->t->start), &start))
        a->year = start.year;
    else if (c->needs_year)
        return lm_log_add(log, LM_ERROR, nowhere, "give the event a start date (record 042)",
                          "the category \"%s\" asks for an age, but the year is not known",
                          c->name);
    return LM_OK;
}

/* Count the players of whom ${c} asks what is not known, and note them in ${log}. */
static uint32_t count_unknown(const struct lm_standings *s, const struct lm_category *c,
                              struct lm_log *log)
{
    static const struct lm_place nowhere = {0};
    uint32_t births = 0, sexes = 0, both = 0;
    struct lm_date birth;
    for (uint32_t i = 0; i < s->count; i++) {
        bool no_birth = c->needs_birth && !birth_of(&s->t->players[i], &birth);
        bool no_sex = c->needs_sex && s->t->players[i].sex == 0;
        births += no_birth;
        sexes += no_sex;
        both += no_birth && no_sex;
    }
    if (births > 0)
        lm_log_add(log, LM_NOTE, nowhere, NULL,
                   "category \"%s\": players whose date of birth is not known: %u", c->name,
                   births);
    if (sexes > 0)
        lm_log_add(log, LM_NOTE, nowhere, NULL,
                   "category \"%s\": players whose sex is not known: %u", c->name, sexes);
    return births + sexes - both;
}

enum lm_status lm_category_rank(const struct lm_standings *s, const struct lm_category *category,
                                struct lm_arena *arena, struct lm_log *log,
                                struct lm_category_ranking *out)
{
    struct asking a = {.t = s->t, .arena = arena};
    enum lm_status status = category == NULL ? LM_OK : check_askable(s, category, &a, log);
    if (status != LM_OK)
        return status;
    uint32_t *order = lm_arena_alloc(arena, s->count, sizeof *order);
    uint32_t *rank = lm_arena_alloc(arena, s->count, sizeof *rank);
    if (order == NULL || rank == NULL)
        return LM_LIMIT;
    uint32_t count = 0;
    for (uint32_t place = 0; place < s->count; place++) {
        uint32_t who = s->order[place];
        if (category != NULL && !holds(&a, category->root, who))
            continue;
        bool tied = count > 0 && s->rank[order[count - 1]] == s->rank[who];
        rank[who] = s->rank[who] == 0 ? 0 : tied ? rank[order[count - 1]] : count + 1;
        order[count++] = who;
    }
    if (a.failed)
        return LM_LIMIT;
    *out = (struct lm_category_ranking){.count = count,
                                        .order = order,
                                        .rank = rank,
                                        .unknown =
                                            category == NULL ? 0 : count_unknown(s, category, log)};
    return LM_OK;
}
