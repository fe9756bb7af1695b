/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "championship/definition_read.h"
#include "limmat/pairing.h"

enum { GAMES_MAX = 200, SEATS_MAX = 64, ROUNDS_MAX = 64 };

const char *const lm_champ_criterion_names[] = {
    [BY_POINTS] = "points",
    [BY_GAMES] = "games",
    [BY_SUM_OF_SEEDS] = "sum_of_seeds",
    [BY_MEDIAN_BUCHHOLZ] = "median_buchholz",
    [BY_CUMULATIVE] = "cumulative",
    [BY_KASHDAN] = "kashdan",
    [BY_WINS] = "wins",
    [BY_WINS_AMONG_TIED] = "wins_among_tied",
    [BY_POINTS_AMONG_TIED] = "points_among_tied",
    [BY_GAMES_AMONG_TIED] = "games_among_tied",
    [BY_LAST_FINAL] = "last_final",
    [BY_FIRST_STAGE] = "first_stage",
    [BY_SEEDING] = "seeding",
    [CRITERIA] = NULL,
};

/* ---- match formats */

static void read_armageddon(struct fields *f, const struct lm_json *node,
                            struct match_format *format)
{
    static const char *const known[] = {"black_seconds", "equal_bids", NULL};
    static const char *const ties[] = {"higher_seed", "holder", "director", NULL};
    unsigned tie = BID_TIE_SEED;
    uint32_t seconds = 180;
    if (!lm_field_known(f, node, "armageddon", known))
        return;
    lm_field_count(f, node, "black_seconds", REQUIRED, 1, 36000, &seconds);
    lm_field_choice(f, node, "equal_bids", REQUIRED, ties, &tie);
    format->armageddon = true;
    format->black_seconds = (int32_t)seconds;
    format->bid_tie = (enum bid_tie)tie;
}

static void read_step(struct fields *f, const struct lm_json *node, struct match_step *step)
{
    static const char *const known[] = {"games", "repeat", "lead", "clock", NULL};
    *step = (struct match_step){.repeat = 1, .lead = 1, .clock = ""};
    if (!lm_field_known(f, node, "a step", known))
        return;
    int32_t lead = 1;
    lm_field_count(f, node, "games", REQUIRED, 1, GAMES_MAX, &step->games);
    lm_field_count(f, node, "repeat", OPTIONAL, 1, GAMES_MAX, &step->repeat);
    lm_field_tenths(f, node, "lead", OPTIONAL, &lead);
    lm_field_string(f, node, "clock", OPTIONAL, &step->clock);
    step->lead = lead;
    if (!f->failed && (lead < 1 || lead > GAMES_MAX * WIN))
        lm_field_wrong(f, lm_json_get(node, "lead"), "lead", "at least half a point",
                       "a lead of so many points isn't possible");
}

static void read_format(struct fields *f, const struct lm_json *node, struct match_format *format)
{
    static const char *const known[] = {"steps", "stop_at_majority", "armageddon", NULL};
    format->name = node->key;
    if (!lm_field_known(f, node, "a format", known))
        return;
    const struct lm_json *list = lm_field_typed(f, node, "steps", REQUIRED, LM_JSON_ARRAY);
    if (list == NULL)
        return;
    struct match_step *steps = lm_arena_alloc(f->arena, list->length, sizeof *steps);
    if (steps == NULL || list->length == 0) {
        lm_field_wrong(f, list, "steps", "add a step with \"games\"", "a match without games");
        return;
    }
    for (const struct lm_json *item = list->first; item != NULL; item = item->next)
        read_step(f, item, &steps[format->step_count++]);
    format->steps = steps;
    lm_field_boolean(f, node, "stop_at_majority", OPTIONAL, &format->stop_at_majority);
    const struct lm_json *armageddon = lm_field(f, node, "armageddon", OPTIONAL);
    if (armageddon != NULL)
        read_armageddon(f, armageddon, format);
    if (!f->failed && lm_champ_match_length(format) > GAMES_MAX)
        lm_field_wrong(f, list, "steps", "fewer games or repeats",
                       "the match has more than %d games", GAMES_MAX);
}

void lm_definition_formats(struct fields *f, const struct lm_json *root, struct lm_definition *d)
{
    const struct lm_json *node = lm_field_typed(f, root, "formats", REQUIRED, LM_JSON_OBJECT);
    if (node == NULL)
        return;
    struct match_format *formats = lm_arena_alloc(f->arena, node->length, sizeof *formats);
    if (formats == NULL) {
        f->failed = true;
        return;
    }
    for (const struct lm_json *item = node->first; item != NULL; item = item->next)
        read_format(f, item, &formats[d->format_count++]);
    d->formats = formats;
}

static const struct match_format *format_named(struct fields *f, const struct lm_json *node,
                                               const char *key, enum need need,
                                               const struct lm_definition *d)
{
    const char *name = NULL;
    if (!lm_field_string(f, node, key, need, &name) || name == NULL)
        return NULL;
    for (size_t i = 0; i < d->format_count; i++) {
        if (strcmp(d->formats[i].name, name) == 0)
            return &d->formats[i];
    }
    lm_field_wrong(f, lm_json_get(node, key), key, "give a member of \"formats\"",
                   "format \"%s\" not found", name);
    return NULL;
}

/* ---- sources of players */

struct source_reader {
    struct fields *f;
    const struct lm_definition *d;
    const struct lm_json *node; /* the whole list, for its place */
    uint32_t stages;            /* number of stages that a source can name: the earlier ones */
};

static bool bad_source(const struct source_reader *r, const char *text, const char *why)
{
    struct lm_arena *a = r->f->arena;
    const struct lm_message *message = lm_message_print(a, "seat \"%s\": %s", text, why);
    lm_field_wrong_as(r->f, r->node, r->node->key,
                      "\"holder:TITLE\", \"STAGE:PLACE\", \"STAGE/POOL:PLACE\", "
                      "\"STAGE/MATCH:winner\" or \"…:loser\", of an earlier stage",
                      lm_message_within(message, lm_message_print(a, "%s", why), a));
    return false;
}

static bool source_of_holder(const struct source_reader *r, const char *text, struct source *out)
{
    const char *title = text + strlen("holder:");
    for (uint32_t i = 0; i < r->d->holder_count; i++) {
        if (strcmp(r->d->holders[i].title, title) == 0) {
            *out = (struct source){.kind = SOURCE_HOLDER, .holder = i, .text = text};
            return true;
        }
    }
    return bad_source(r, text, LM_MESSAGE("holder not found"));
}

static bool same_name(const char *name, const char *text, size_t length)
{
    return strlen(name) == length && memcmp(name, text, length) == 0;
}

/* The pool or match called ${text}[0..${length}); a stage without any has one unnamed group. */
static bool group_of(const struct stage *stage, const char *text, size_t length, uint32_t *group)
{
    if (stage->seating_count == 0 || length == 0) {
        *group = 0;
        return length == 0 && (stage->seating_count == 0 || stage->seatings[0].group_count == 1);
    }
    for (uint32_t i = 0; i < stage->seatings[0].group_count; i++) {
        if (same_name(stage->seatings[0].groups[i].name, text, length)) {
            *group = i;
            return true;
        }
    }
    return false;
}

static bool place_of(const struct stage *stage, const char *text, struct source *out)
{
    if (strcmp(text, "winner") == 0 || strcmp(text, "loser") == 0) {
        out->kind = text[0] == 'w' ? SOURCE_WINNER : SOURCE_LOSER;
        return stage->type == STAGE_MATCHES;
    }
    int64_t place = 0;
    out->kind = SOURCE_PLACE;
    if (stage->type == STAGE_MATCHES || !lm_parse_integer(text, strlen(text), 1, 10000, &place))
        return false;
    out->place = (uint32_t)place;
    return stage->type != STAGE_ROUND_ROBIN || stage->seating_count == 0 ||
           place <= stage->seatings[0].groups[out->group].seat_count;
}

static bool source_of_stage(const struct source_reader *r, const char *text, struct source *out)
{
    const char *colon = strchr(text, ':');
    if (colon == NULL)
        return bad_source(r, text, LM_MESSAGE("the colon is missing"));
    size_t length = (size_t)(colon - text);
    const char *slash = memchr(text, '/', length);
    size_t name = slash != NULL ? (size_t)(slash - text) : length;
    *out = (struct source){.text = text};
    for (uint32_t i = 0; i < r->stages; i++) {
        const struct stage *stage = &r->d->stages[i];
        if (!same_name(stage->name, text, name))
            continue;
        out->stage = i;
        if (!group_of(stage, slash != NULL ? slash + 1 : "", slash != NULL ? length - name - 1 : 0,
                      &out->group))
            return bad_source(r, text, LM_MESSAGE("that stage doesn't have this pool or match"));
        return place_of(stage, colon + 1, out) ||
               bad_source(r, text, LM_MESSAGE("that place doesn't exist"));
    }
    return bad_source(r, text, LM_MESSAGE("no earlier stage has that name"));
}

static bool read_sources(struct source_reader *r, const struct lm_json *object, const char *key,
                         const struct source **out, uint32_t *count)
{
    const char *const *texts = NULL;
    size_t number = 0;
    if (!lm_field_strings(r->f, object, key, REQUIRED, &texts, &number))
        return false;
    r->node = lm_json_get(object, key);
    struct source *sources = lm_arena_alloc(r->f->arena, number, sizeof *sources);
    bool good = sources != NULL && number <= SEATS_MAX;
    for (size_t i = 0; good && i < number; i++) {
        for (size_t j = 0; j < i; j++) {
            if (strcmp(texts[i], texts[j]) == 0)
                good = bad_source(r, texts[i], LM_MESSAGE("it is given twice"));
        }
        good = good &&
               (strncmp(texts[i], "holder:", 7) == 0 ? source_of_holder(r, texts[i], &sources[i])
                                                     : source_of_stage(r, texts[i], &sources[i]));
    }
    *out = sources;
    *count = (uint32_t)number;
    return good;
}

/* ---- stages */

static bool read_group(struct source_reader *r, const struct lm_json *item,
                       const struct stage *stage, struct group *group)
{
    static const char *const known[] = {"name", "seats", "format", NULL};
    if (!lm_field_known(r->f, item, "a pool or match", known) ||
        !lm_field_string(r->f, item, "name", REQUIRED, &group->name) ||
        !read_sources(r, item, "seats", &group->seats, &group->seat_count))
        return false;
    group->format = format_named(r->f, item, "format", OPTIONAL, r->d);
    if (group->format == NULL)
        group->format = stage->format;
    bool fits = stage->type == STAGE_MATCHES ? group->seat_count == 2 : group->seat_count >= 2;
    if (!fits)
        lm_field_wrong(r->f, lm_json_get(item, "seats"), "seats",
                       "two for a match, at least two for a pool", "\"%s\" has %u seats",
                       group->name, group->seat_count);
    return fits;
}

static bool read_groups(struct source_reader *r, const struct lm_json *object,
                        const struct stage *stage, struct seating *seating)
{
    const char *key = stage->type == STAGE_MATCHES ? "matches" : "pools";
    const struct lm_json *list = lm_field_typed(r->f, object, key, REQUIRED, LM_JSON_ARRAY);
    if (list == NULL)
        return false;
    seating->groups = lm_arena_alloc(r->f->arena, list->length, sizeof *seating->groups);
    if (seating->groups == NULL || list->length == 0) {
        lm_field_wrong(r->f, list, key, "add one", "\"%s\" is empty", key);
        return false;
    }
    for (const struct lm_json *item = list->first; item != NULL; item = item->next) {
        if (!read_group(r, item, stage, &seating->groups[seating->group_count++]))
            return false;
    }
    return true;
}

static bool read_seating_holders(struct source_reader *r, const struct lm_json *item,
                                 struct seating *seating)
{
    const char *const *titles = NULL;
    size_t count = 0;
    if (!lm_field_strings(r->f, item, "holders", REQUIRED, &titles, &count))
        return false;
    seating->holders = lm_arena_alloc(r->f->arena, count, sizeof *seating->holders);
    for (size_t i = 0; seating->holders != NULL && i < count; i++) {
        for (uint32_t h = 0; h < r->d->holder_count; h++) {
            if (strcmp(r->d->holders[h].title, titles[i]) == 0)
                seating->holders[seating->holder_count++] = h;
        }
        if (seating->holder_count != i + 1) {
            lm_field_wrong(r->f, lm_json_get(item, "holders"), "holders",
                           "titles from \"holders\" of the definition", "holder \"%s\" not found",
                           titles[i]);
            return false;
        }
    }
    return seating->holders != NULL;
}

/* Sources name pools and matches by the first seating: all seatings must have the same ones. */
static void check_same_groups(struct fields *f, const struct lm_json *node,
                              const struct stage *stage)
{
    const struct seating *first = &stage->seatings[0];
    for (size_t i = 1; i < stage->seating_count; i++) {
        const struct seating *other = &stage->seatings[i];
        bool same = other->group_count == first->group_count;
        for (uint32_t g = 0; same && g < first->group_count; g++)
            same = strcmp(other->groups[g].name, first->groups[g].name) == 0;
        if (!same)
            lm_field_wrong(f, node, "seatings", "the same names in the same order",
                           "seatings differ in their pools");
    }
}

static void read_seatings(struct source_reader *r, const struct lm_json *node, struct stage *stage)
{
    static const char *const known[] = {"holders", "pools", "matches", NULL};
    const struct lm_json *list = lm_field_typed(r->f, node, "seatings", OPTIONAL, LM_JSON_ARRAY);
    bool single = list == NULL;
    size_t count = single ? 1 : list->length;
    stage->seatings = lm_arena_alloc(r->f->arena, count, sizeof *stage->seatings);
    if (stage->seatings == NULL || count == 0) {
        lm_field_wrong(r->f, list, "seatings", "add one", "\"seatings\" is empty");
        return;
    }
    if (single) {
        stage->seating_count = read_groups(r, node, stage, &stage->seatings[0]) ? 1 : 0;
        return;
    }
    for (const struct lm_json *item = list->first; item != NULL; item = item->next) {
        struct seating *seating = &stage->seatings[stage->seating_count];
        if (!lm_field_known(r->f, item, "a seating", known) ||
            !read_seating_holders(r, item, seating) || !read_groups(r, item, stage, seating))
            return;
        stage->seating_count++;
    }
    check_same_groups(r->f, list, stage);
}

static void read_points(struct fields *f, const struct lm_json *node, struct stage *stage)
{
    static const char *const known[] = {"win", "draw", "loss", "bye", NULL};
    stage->win = WIN;
    stage->draw = HALF_WIN;
    stage->bye = WIN;
    const struct lm_json *points = lm_field(f, node, "points", OPTIONAL);
    if (points == NULL || !lm_field_known(f, points, "points", known))
        return;
    lm_field_tenths(f, points, "win", REQUIRED, &stage->win);
    lm_field_tenths(f, points, "draw", REQUIRED, &stage->draw);
    lm_field_tenths(f, points, "loss", REQUIRED, &stage->loss);
    lm_field_tenths(f, points, "bye", OPTIONAL, &stage->bye);
    if (!f->failed && !(stage->win > stage->draw && stage->draw >= stage->loss))
        lm_field_wrong(f, points, "points", "win > draw >= loss", "a draw is worth a win or more");
}

static void read_rounds(struct fields *f, const struct lm_json *node, struct stage *stage)
{
    static const char *const known[] = {"log2", "plus", "at_least", NULL};
    static const char *const logs[] = {"no", "ceil", "floor", NULL};
    bool swiss = stage->type == STAGE_SWISS;
    const struct lm_json *rounds = lm_field(f, node, "rounds", swiss ? REQUIRED : OPTIONAL);
    if (rounds == NULL || !lm_field_known(f, rounds, "rounds", known))
        return;
    unsigned log = ROUND_LOG_NONE;
    lm_field_choice(f, rounds, "log2", OPTIONAL, logs, &log);
    lm_field_count(f, rounds, "plus", OPTIONAL, 0, ROUNDS_MAX, &stage->rounds.plus);
    lm_field_count(f, rounds, "at_least", OPTIONAL, 0, ROUNDS_MAX, &stage->rounds.at_least);
    stage->rounds.log2 = (enum round_log)log;
    if (!f->failed && lm_champ_rounds(&stage->rounds, 2) == 0)
        lm_field_wrong(f, rounds, "rounds", "\"log2\", \"plus\" or \"at_least\"",
                       "a Swiss without rounds");
}

static void read_ranking(struct fields *f, const struct lm_json *node, struct stage *stage)
{
    const char *const *list = NULL;
    size_t count = 0;
    stage->ranking[stage->ranking_count++] = BY_POINTS;
    if (!lm_field_strings(f, node, "ranking", OPTIONAL, &list, &count) || count == 0)
        return;
    stage->ranking_count = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned c = 0;
        while (c < CRITERIA && strcmp(lm_champ_criterion_names[c], list[i]) != 0)
            c++;
        bool known = c < CRITERIA;
        for (size_t j = 0; known && j < stage->ranking_count; j++)
            known = stage->ranking[j] != (enum criterion)c;
        if (known)
            stage->ranking[stage->ranking_count++] = (enum criterion)c;
        else
            lm_field_wrong(f, lm_json_get(node, "ranking"), "ranking",
                           lm_field_list(f->arena, lm_champ_criterion_names),
                           "criterion \"%s\" is unknown, or given twice", list[i]);
    }
}

static void read_rescored(struct fields *f, const struct lm_json *leaving, struct stage *stage)
{
    const char *const *grounds = NULL;
    size_t count = 0;
    if (!lm_field_strings(f, leaving, "rescored_grounds", OPTIONAL, &grounds, &count))
        return;
    for (size_t i = 0; i < count; i++) {
        unsigned g = GROUND_WITHDRAWAL;
        while (g < GROUNDS && strcmp(lm_champ_ground_names[g], grounds[i]) != 0)
            g++;
        if (g < GROUNDS)
            stage->rescored[g] = true;
        else
            lm_field_wrong(f, lm_json_get(leaving, "rescored_grounds"), "rescored_grounds",
                           lm_field_list(f->arena, lm_champ_ground_names + GROUND_WITHDRAWAL),
                           "\"%s\" isn't a reason for leaving", grounds[i]);
    }
}

static void read_replacements(struct source_reader *r, const struct lm_json *leaving,
                              struct stage *stage)
{
    const char *const *names = NULL;
    size_t count = 0;
    if (!lm_field_strings(r->f, leaving, "from", REQUIRED, &names, &count))
        return;
    stage->replacements = lm_arena_alloc(r->f->arena, count, sizeof *stage->replacements);
    for (size_t i = 0; stage->replacements != NULL && i < count; i++) {
        for (uint32_t s = 0; s < r->stages; s++) {
            if (strcmp(r->d->stages[s].name, names[i]) == 0)
                stage->replacements[stage->replacement_count++] = s;
        }
        if (stage->replacement_count != i + 1) {
            lm_field_wrong(r->f, lm_json_get(leaving, "from"), "from", "give earlier stages",
                           "no earlier stage is called \"%s\"", names[i]);
            return;
        }
    }
}

static void read_leaving(struct source_reader *r, const struct lm_json *node, struct stage *stage)
{
    static const char *const known[] = {"rule", "article", "rescored_grounds", "rescore_article",
                                        "from", NULL};
    static const char *const rules[] = {"opponent_wins", "disregard", "move_up", NULL};
    const struct lm_json *leaving = lm_field(r->f, node, "leaving", OPTIONAL);
    stage->leaving_article = "";
    stage->rescore_article = "";
    if (leaving == NULL || !lm_field_known(r->f, leaving, "leaving", known))
        return;
    unsigned rule = LEAVING_OPPONENT_WINS;
    lm_field_choice(r->f, leaving, "rule", REQUIRED, rules, &rule);
    stage->leaving = (enum leaving)rule;
    lm_field_string(r->f, leaving, "article", OPTIONAL, &stage->leaving_article);
    lm_field_string(r->f, leaving, "rescore_article", OPTIONAL, &stage->rescore_article);
    read_rescored(r->f, leaving, stage);
    if (stage->leaving == LEAVING_MOVE_UP)
        read_replacements(r, leaving, stage);
    if (!r->f->failed && stage->leaving == LEAVING_DISREGARD && stage->type != STAGE_ROUND_ROBIN)
        lm_field_wrong(r->f, leaving, "leaving", "\"opponent_wins\" or \"move_up\"",
                       "only a round robin can disregard the matches of a player who left");
    if (!r->f->failed && stage->leaving == LEAVING_MOVE_UP && stage->type != STAGE_MATCHES)
        lm_field_wrong(r->f, leaving, "leaving", "\"opponent_wins\" or \"disregard\"",
                       "other players can move up only to places in matches");
}

/* A Swiss is paired by a system of the table for single games, or by the director. */
static void read_swiss(struct fields *f, const struct lm_json *node, struct stage *stage)
{
    size_t count = 0;
    const struct lm_system *const *systems = lm_systems(&count);
    const char **known = lm_arena_alloc(f->arena, count + 2, sizeof *known);
    unsigned chosen = 0;
    size_t number = 0;
    if (known == NULL) {
        f->failed = true;
        return;
    }
    known[number++] = "director";
    for (size_t i = 0; i < count; i++) {
        if (systems[i]->games_per_match == 1 && !systems[i]->teams && systems[i]->board == NULL)
            known[number++] = systems[i]->name;
    }
    if (lm_field_choice(f, node, "system", REQUIRED, known, &chosen))
        stage->system = known[chosen];
    lm_field_boolean(f, node, "byes_are_wins", OPTIONAL, &stage->byes_are_wins);
    lm_field_boolean(f, node, "byes_are_dropped", OPTIONAL, &stage->byes_are_dropped);
}

/* A match that needs a winner must not be drawn. */
static void check_decisive(struct fields *f, const struct lm_json *node, const struct stage *stage)
{
    bool good = stage->type != STAGE_KNOCK_OUT || stage->format->armageddon;
    for (size_t i = 0; stage->type == STAGE_MATCHES && i < stage->seating_count; i++) {
        for (uint32_t g = 0; g < stage->seatings[i].group_count; g++)
            good = good && stage->seatings[i].groups[g].format->armageddon;
    }
    if (!good)
        lm_field_wrong(f, node, "format", "a format with \"armageddon\"",
                       "a match of \"%s\" could end without a winner", stage->name);
}

static void read_stage(struct source_reader *r, const struct lm_json *node, struct stage *stage)
{
    static const char *const known[] = {"stage",
                                        "title",
                                        "type",
                                        "system",
                                        "format",
                                        "rounds",
                                        "cycles",
                                        "points",
                                        "ranking",
                                        "byes_are_wins",
                                        "byes_are_dropped",
                                        "pools",
                                        "matches",
                                        "seatings",
                                        "leaving",
                                        "article",
                                        "pairing_article",
                                        "qualifying_article",
                                        "free_of_dates",
                                        "free_weeks_after",
                                        NULL};
    static const char *const types[] = {[STAGE_SWISS] = "swiss",
                                        [STAGE_ROUND_ROBIN] = "round_robin",
                                        [STAGE_KNOCK_OUT] = "knock_out",
                                        [STAGE_MATCHES] = "matches",
                                        NULL};
    struct fields *f = r->f;
    unsigned type = 0;
    stage->cycles = 1;
    stage->article = stage->pairing_article = stage->qualifying_article = "";
    if (!lm_field_known(f, node, "a stage", known) ||
        !lm_field_string(f, node, "stage", REQUIRED, &stage->name) ||
        !lm_field_choice(f, node, "type", REQUIRED, types, &type))
        return;
    stage->type = (enum stage_type)type;
    stage->title = stage->name;
    lm_field_string(f, node, "title", OPTIONAL, &stage->title);
    stage->format = format_named(f, node, "format", REQUIRED, r->d);
    if (stage->format == NULL)
        return;
    lm_field_count(f, node, "cycles", OPTIONAL, 1, 4, &stage->cycles);
    lm_field_boolean(f, node, "free_of_dates", OPTIONAL, &stage->free_of_dates);
    lm_field_count(f, node, "free_weeks_after", OPTIONAL, 0, 10, &stage->free_weeks_after);
    lm_field_string(f, node, "article", OPTIONAL, &stage->article);
    lm_field_string(f, node, "pairing_article", OPTIONAL, &stage->pairing_article);
    lm_field_string(f, node, "qualifying_article", OPTIONAL, &stage->qualifying_article);
    read_points(f, node, stage);
    read_rounds(f, node, stage);
    read_ranking(f, node, stage);
    if (stage->type == STAGE_SWISS)
        read_swiss(f, node, stage);
    bool open = lm_json_get(node, "pools") == NULL && lm_json_get(node, "seatings") == NULL &&
                stage->type != STAGE_MATCHES;
    if (!open)
        read_seatings(r, node, stage);
    read_leaving(r, node, stage);
    if (!f->failed)
        check_decisive(f, node, stage);
}

static void check_name(struct fields *f, const struct lm_json *node, const struct lm_definition *d,
                       uint32_t index)
{
    const char *name = d->stages[index].name;
    if (name == NULL)
        return;
    if (strpbrk(name, ":/ ") != NULL || strcmp(name, "holder") == 0)
        lm_field_wrong(f, lm_json_get(node, "stage"), "stage", "a name without special characters",
                       "the name of a stage has no colon, slash or space");
    for (uint32_t i = 0; i < index; i++) {
        if (d->stages[i].name != NULL && strcmp(d->stages[i].name, name) == 0)
            lm_field_wrong(f, lm_json_get(node, "stage"), "stage", "another name",
                           "two stages are called \"%s\"", name);
    }
}

void lm_definition_stages(struct fields *f, const struct lm_json *root, struct lm_definition *d)
{
    const struct lm_json *list = lm_field_typed(f, root, "stages", REQUIRED, LM_JSON_ARRAY);
    if (list == NULL)
        return;
    d->stages = lm_arena_alloc(f->arena, list->length, sizeof *d->stages);
    if (d->stages == NULL || list->length == 0) {
        lm_field_wrong(f, list, "stages", "add one", "a championship without stages");
        return;
    }
    for (const struct lm_json *item = list->first; item != NULL; item = item->next) {
        struct source_reader reader = {.f = f, .d = d, .stages = d->stage_count};
        read_stage(&reader, item, &d->stages[d->stage_count]);
        check_name(f, item, d, d->stage_count);
        if (f->failed)
            return; /* later stages refer to this one */
        d->stage_count++;
    }
    struct source_reader reader = {.f = f, .d = d, .stages = d->stage_count};
    if (read_sources(&reader, root, "places", &d->places, &d->place_count) && d->place_count == 0)
        lm_field_wrong(f, lm_json_get(root, "places"), "places", "give the champion's place",
                       "no player can become champion");
}
