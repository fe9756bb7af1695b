/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A study as JSON.  Beside each mean are the whole numbers it is computed from.  --merge reads only
 * those and computes everything again, so that merged shards give the same bytes as one run.
 */

#include <inttypes.h>
#include <string.h>

#include "cli/study/study.h"
#include "limmat/json.h"

enum { FORM = 1 }; /* of the document */

/* --- writing */

/* A number with its decimals. */
static void put_value(struct lm_json_writer *w, const char *key, const struct measure_kind *kind,
                      int64_t value)
{
    struct lm_text text = lm_text_in(w->out->arena);
    add_value(&text, kind, value, false);
    struct lm_json node = {.type = LM_JSON_NUMBER, .text = lm_text_string(&text)};
    w->out->failed |= text.failed;
    lm_json_put_node(w, key, &node);
}

static void put_sums(struct lm_json_writer *w, const struct measure_kind *kind,
                     const struct sums *sums)
{
    struct estimate estimate = estimate_of(sums);
    lm_json_put_integer(w, "events", sums->count);
    if (estimate.known) {
        put_value(w, "mean", kind, estimate.mean);
        put_value(w, "half_width", kind, estimate.half);
    }
    lm_json_put_integer(w, "sum", sums->sum);
    lm_json_put_integer(w, "squares", sums->squares);
}

static void put_measures(struct lm_json_writer *w, const struct arm *arm)
{
    lm_json_begin(w, "measures", '[');
    for (int m = 0; m < MEASURES; m++) {
        lm_json_begin(w, NULL, '{');
        lm_json_put_string(w, "measure", measure_kinds[m].key);
        lm_json_put_string(w, "what", measure_kinds[m].title);
        lm_json_put_string(w, "unit", measure_kinds[m].unit);
        lm_json_put_integer(w, "parts", measure_kinds[m].scale);
        put_sums(w, &measure_kinds[m], &arm->own[m]);
        lm_json_begin_inline(w, "beyond_first", '{');
        put_sums(w, &measure_kinds[m], &arm->beyond[m]);
        lm_json_end(w, '}');
        lm_json_end(w, '}');
    }
    lm_json_end(w, ']');
}

static void put_arm(struct lm_json_writer *w, const struct arm *arm)
{
    lm_json_begin(w, NULL, '{');
    lm_json_put_string(w, "system", arm->system->name);
    lm_json_put_integer(w, "rounds", arm->rounds);
    lm_json_put_integer(w, "games", (int64_t)arm->rounds * arm->system->games_per_match);
    put_measures(w, arm);
    lm_json_begin(w, "wrong_pairs_after", '[');
    for (uint32_t r = 0; r < arm->rounds; r++) {
        lm_json_begin_inline(w, NULL, '{');
        lm_json_put_integer(w, "round", r + 1);
        put_sums(w, &measure_kinds[WRONG_PAIRS], &arm->wrong[r]);
        lm_json_end(w, '}');
    }
    lm_json_end(w, ']');
    lm_json_end(w, '}');
}

/* Write the members that shards have in common; in a shard, "shard" follows them. */
static void put_head(struct lm_json_writer *w, const struct study *s)
{
    lm_json_put_integer(w, "study", FORM);
    lm_json_put_string(w, "limmat", s->version != NULL ? s->version : LIMMAT_VERSION);
    lm_json_begin_inline(w, "systems", '[');
    for (size_t a = 0; a < s->arm_count; a++)
        lm_json_put_string(w, NULL, s->arms[a].name);
    lm_json_end(w, ']');
    lm_json_put_integer(w, "players", s->players);
    lm_json_put_integer(w, "rounds", s->rounds);
    lm_json_put_integer(w, "seed", s->seed);
    lm_json_put_integer(w, "count", s->events);
    lm_json_put_string(w, "order", s->order);
    lm_json_put_integer(w, "top", s->top);
    lm_json_put_string(w, "config", s->config);
}

static const char *const head[] = {"study", "limmat", "systems", "players", "rounds",
                                   "seed",  "count",  "order",   "top",     "config"};

void study_write(const struct study *s, struct lm_text *out)
{
    struct lm_json_writer w = lm_json_writer_to(out, false);
    lm_json_begin(&w, NULL, '{');
    put_head(&w, s);
    if (s->shard.of > 1) {
        struct lm_text shard = lm_text_in(out->arena);
        lm_text_print(&shard, "%" PRId64 "/%" PRId64, s->shard.number, s->shard.of);
        lm_json_put_string(&w, "shard", lm_text_string(&shard));
        out->failed |= shard.failed;
    }
    lm_json_begin(&w, "results", '[');
    for (size_t a = 0; a < s->arm_count; a++)
        put_arm(&w, &s->arms[a]);
    lm_json_end(&w, ']');
    lm_json_end(&w, '}');
    lm_text_add_char(out, '\n');
}

/* --- merging */

struct reading {
    struct run *run;
    const char *path;
    const struct lm_json *document;
    struct study *study; /* the study merged so far */
};

/* Refuse ${node}, or ${above} if the node is missing, with a remedy. */
static enum lm_status refuse(const struct reading *r, const struct lm_json *above, const char *key,
                             const char *remedy)
{
    const struct lm_json *node = lm_json_get(above, key);
    const struct lm_json *at = node == NULL ? above : node;
    struct lm_place place = {at->line, at->column, key, NULL};
    r->run->log->file = r->path;
    (void)lm_log_add(r->run->log, LM_ERROR, place, remedy, "%s",
                     node == NULL ? "missing, so this is not a shard of a study"
                                  : "unknown name in a study");
    r->run->log->file = NULL;
    return LM_INVALID;
}

static enum lm_status read_integer(const struct reading *r, const struct lm_json *above,
                                   const char *key, int64_t low, int64_t high, int64_t *out)
{
    return lm_json_integer(lm_json_get(above, key), low, high, out)
               ? LM_OK
               : refuse(r, above, key, "a whole number, as `limmat study -f json` writes it");
}

static enum lm_status read_text(const struct reading *r, const char *key, const char **out)
{
    *out = lm_json_string(lm_json_get(r->document, key));
    return *out != NULL ? LM_OK : refuse(r, r->document, key, "a text");
}

/* Return the systems of the document in the form of the option: "dutch-2026,double-swiss-2026:5".
 */
static enum lm_status read_systems(const struct reading *r, const char **out)
{
    struct lm_text text = lm_text_in(r->run->arena);
    const struct lm_json *list = lm_json_get(r->document, "systems");
    if (list == NULL || list->type != LM_JSON_ARRAY || list->first == NULL)
        return refuse(r, r->document, "systems", "a list of names");
    for (const struct lm_json *name = list->first; name != NULL; name = name->next) {
        if (name->type != LM_JSON_STRING)
            return refuse(r, r->document, "systems", "a list of names");
        lm_text_print(&text, "%s%s", name == list->first ? "" : ",", name->text);
    }
    *out = lm_text_string(&text);
    return lm_text_status(&text);
}

static enum lm_status read_head(const struct reading *r, struct study *s)
{
    int64_t form, players, rounds, top;
    enum lm_status status = read_integer(r, r->document, "study", FORM, FORM, &form);
    if (status == LM_OK)
        status = read_text(r, "limmat", &s->version);
    if (status == LM_OK)
        status = read_systems(r, &s->systems);
    if (status == LM_OK)
        status = read_integer(r, r->document, "players", 2, LM_TPN_MAX, &players);
    if (status == LM_OK)
        status = read_integer(r, r->document, "rounds", 1, LM_ROUNDS_MAX, &rounds);
    if (status == LM_OK)
        status = read_integer(r, r->document, "seed", 0, INT64_MAX, &s->seed);
    if (status == LM_OK)
        status = read_integer(r, r->document, "count", 1, EVENTS_MAX, &s->events);
    if (status == LM_OK)
        status = read_text(r, "order", &s->order);
    if (status == LM_OK)
        status = read_integer(r, r->document, "top", 1, LM_TPN_MAX, &top);
    if (status == LM_OK)
        status = read_text(r, "config", &s->config);
    if (status != LM_OK)
        return status;
    s->players = (uint32_t)players;
    s->rounds = (uint32_t)rounds;
    s->top = (uint32_t)top;
    return study_make_arms(s, r->run->arena, r->run->log);
}

static enum lm_status read_shard(const struct reading *r, struct shard *out)
{
    const struct lm_json *node = lm_json_get(r->document, "shard");
    if (node != NULL && node->type != LM_JSON_STRING)
        return refuse(r, r->document, "shard", "\"2/8\"");
    return shard_read(lm_json_string(node), r->run->log, out);
}

/* Do both documents have the same value of ${key}? */
static bool agree(const struct lm_json *a, const struct lm_json *b, const char *key,
                  struct lm_arena *arena)
{
    struct lm_text x = lm_text_in(arena), y = lm_text_in(arena);
    struct lm_json_writer to_x = lm_json_writer_to(&x, true), to_y = lm_json_writer_to(&y, true);
    const struct lm_json *in_a = lm_json_get(a, key), *in_b = lm_json_get(b, key);
    if (in_a == NULL || in_b == NULL)
        return false;
    lm_json_put_node(&to_x, NULL, in_a);
    lm_json_put_node(&to_y, NULL, in_b);
    return !x.failed && !y.failed && strcmp(lm_text_string(&x), lm_text_string(&y)) == 0;
}

/* Add the sums in ${above}, with bounds such that those of all shards fit. */
static enum lm_status add_sums(const struct reading *r, const struct lm_json *above, int64_t events,
                               int64_t shards, struct sums *sums)
{
    struct sums more;
    int64_t most = INT64_MAX / shards;
    enum lm_status status = read_integer(r, above, "events", 0, events, &more.count);
    if (status == LM_OK)
        status = read_integer(r, above, "sum", -most, most, &more.sum);
    if (status == LM_OK)
        status = read_integer(r, above, "squares", 0, most, &more.squares);
    if (status == LM_OK)
        sums_join(sums, &more);
    return status;
}

/* Return element ${index} of the list ${key} of ${above}, an object. */
static const struct lm_json *element(const struct lm_json *above, const char *key, size_t index)
{
    const struct lm_json *list = lm_json_get(above, key);
    const struct lm_json *node = list == NULL ? NULL : list->first;
    while (node != NULL && index-- > 0)
        node = node->next;
    return node != NULL && node->type == LM_JSON_OBJECT ? node : NULL;
}

static enum lm_status add_measure(const struct reading *r, const struct lm_json *result, int m,
                                  int64_t events, int64_t shards, struct arm *arm)
{
    const struct lm_json *node = element(result, "measures", (size_t)m);
    const char *key = lm_json_string(lm_json_get(node, "measure"));
    if (key == NULL || strcmp(key, measure_kinds[m].key) != 0)
        return refuse(r, result, "measures", "every measure, in its order");
    const struct lm_json *beyond = lm_json_get(node, "beyond_first");
    if (beyond == NULL)
        return refuse(r, node, "beyond_first", "sums");
    enum lm_status status = add_sums(r, node, events, shards, &arm->own[m]);
    return status == LM_OK ? add_sums(r, beyond, events, shards, &arm->beyond[m]) : status;
}

static enum lm_status add_arm(const struct reading *r, const struct lm_json *result, int64_t events,
                              int64_t shards, struct arm *arm)
{
    int64_t played = -arm->own[CUT_SHORT].count;
    for (int m = 0; m < MEASURES; m++) {
        enum lm_status status = add_measure(r, result, m, events, shards, arm);
        if (status != LM_OK)
            return status;
    }
    for (uint32_t round = 0; round < arm->rounds; round++) {
        const struct lm_json *node = element(result, "wrong_pairs_after", round);
        if (node == NULL)
            return refuse(r, result, "wrong_pairs_after", "sums of every round");
        enum lm_status status = add_sums(r, node, events, shards, &arm->wrong[round]);
        if (status != LM_OK)
            return status;
    }
    /* CUT_SHORT has a value for every event. */
    played += arm->own[CUT_SHORT].count;
    if (played != events)
        return fail(r->run->log, LM_INVALID,
                    "%s: %s has %" PRId64 " events, and should have %" PRId64
                    "; play this shard again",
                    r->path, arm->name, played, events);
    return LM_OK;
}

/* Return how many of ${s->events} events belong to ${shard}. */
static int64_t events_of(const struct study *s, const struct shard *shard)
{
    return (s->events - shard->number) / shard->of + (s->events >= shard->number);
}

static enum lm_status add_document(const struct reading *r, const struct shard *shard)
{
    struct study *s = r->study;
    for (size_t a = 0; a < s->arm_count; a++) {
        const struct lm_json *result = element(r->document, "results", a);
        if (result == NULL)
            return refuse(r, r->document, "results", "the figures of every system");
        enum lm_status status = add_arm(r, result, events_of(s, shard), shard->of, &s->arms[a]);
        if (status != LM_OK)
            return status;
    }
    return LM_OK;
}

/* Check that this is a shard of the same study as ${first}, and not one already read by ${from}. */
static enum lm_status check_shard(const struct reading *r, const struct reading *first,
                                  const struct shard *shard, const char **from)
{
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        if (!agree(first->document, r->document, head[i], r->run->arena))
            return fail(r->run->log, LM_INVALID, "%s is of another study than %s: \"%s\" differs",
                        r->path, first->path, head[i]);
    if (shard->of != r->study->shard.of)
        return fail(r->run->log, LM_INVALID, "%s is one of %" PRId64 " shards, %s one of %" PRId64,
                    r->path, shard->of, first->path, r->study->shard.of);
    if (from[shard->number - 1] != NULL)
        return fail(r->run->log, LM_INVALID, "%s: shard %" PRId64 "/%" PRId64 " was already in %s",
                    r->path, shard->number, shard->of, from[shard->number - 1]);
    from[shard->number - 1] = r->path;
    return LM_OK;
}

static enum lm_status open_document(struct reading *r)
{
    const char *bytes;
    size_t length;
    struct lm_json *document = NULL;
    enum lm_status status = read_file(r->path, r->run->arena, r->run->log, &bytes, &length);
    if (status != LM_OK)
        return status;
    r->run->log->file = r->path;
    status = lm_json_parse(bytes, length, r->run->arena, r->run->log, &document);
    r->run->log->file = NULL;
    r->document = document;
    return status;
}

enum lm_status study_merge(struct run *run, const char *const *paths, size_t count, struct study *s)
{
    struct reading first = {.run = run, .study = s};
    const char **from = NULL;
    *s = (struct study){.events = 0};
    for (size_t i = 0; i < count; i++) {
        struct reading r = {.run = run, .path = paths[i], .study = s};
        struct shard shard = {1, 1};
        enum lm_status status = open_document(&r);
        if (status == LM_OK)
            status = read_shard(&r, &shard);
        if (status == LM_OK && i == 0) {
            first = r;
            s->shard = shard;
            status = read_head(&r, s);
            from = lm_arena_alloc(run->arena, (size_t)shard.of, sizeof *from);
            if (from == NULL)
                return LM_LIMIT;
            memset(from, 0, (size_t)shard.of * sizeof *from);
        }
        if (status == LM_OK)
            status = check_shard(&r, &first, &shard, from);
        if (status == LM_OK)
            status = add_document(&r, &shard);
        if (status != LM_OK)
            return status;
    }
    for (int64_t i = 0; i < s->shard.of; i++)
        if (from[i] == NULL)
            return fail(run->log, LM_INVALID, "shard %" PRId64 "/%" PRId64 " is missing", i + 1,
                        s->shard.of);
    s->shard = (struct shard){1, 1};
    return LM_OK;
}
