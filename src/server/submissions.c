/* SPDX-License-Identifier: Apache-2.0 */
#include "server/submissions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "limmat/json.h"
#include "os/clock.h"
#include "os/threads.h"
#include "server/directory.h"
#include "server/secrets.h"
#include "server/submission_journal.h"
#include "site/site.h"

/* The scope of what stands under the digest of a secret: a draft, or the slug that became of it. */
#define DRAFT     "draft"
#define PUBLISHED "published"

enum { ARENA_MAX = 1 << 29, BUCKETS = 4096 };

struct entry {
    struct submission s; /* its texts in ${arena} */
    struct lm_arena *arena;
    struct entry *next;
};

struct submissions {
    struct server *server;
    struct os_mutex acting; /* of whoever changes something, before the other */
    struct os_mutex lock;   /* of the list */
    struct entry *buckets[BUCKETS];
    int64_t swept;    /* the hour in which what has ended was forgotten */
    const char *salt; /* for digests of names */
    struct lm_arena *arena;
};

static const char *const state_names[] = {
    [SUBMISSION_PUBLIC] = "public", [SUBMISSION_HELD] = "held", [SUBMISSION_HIDDEN] = "hidden"};

static enum submission_state state_named(const char *name)
{
    size_t i = 0;
    while (i < SUBMISSION_HIDDEN && strcmp(state_names[i], name) != 0)
        i++;
    return (enum submission_state)i;
}

bool submissions_own(const char *journal)
{
    return *journal == '~';
}

static const char *print(struct lm_arena *arena, const char *format, ...) LM_PRINTF(2, 3);

static const char *print(struct lm_arena *arena, const char *format, ...)
{
    struct lm_text text = lm_text_in(arena);
    va_list arguments;
    va_start(arguments, format);
    lm_text_vprint(&text, format, arguments);
    va_end(arguments);
    return text.failed ? "" : lm_text_string(&text);
}

const char *submission_owner(const char *secret, struct lm_arena *arena)
{
    char digest[SECRETS_DIGEST];
    const char *said = print(arena, "submission %s", secret);
    secrets_digest(said, strlen(said), digest);
    const char *out = lm_arena_copy(arena, digest, strlen(digest));
    return out == NULL ? "" : out;
}

/* --- the list */

static void entry_free(struct entry *e)
{
    if (e == NULL)
        return;
    lm_arena_free(e->arena);
    free(e);
}

static const char *copy(struct lm_arena *arena, const char *text)
{
    const char *out = lm_arena_copy(arena, text, strlen(text));
    return out == NULL ? "" : out;
}

static struct submission copy_of(const struct submission *s, struct lm_arena *arena)
{
    struct submission out = *s;
    out.slug = copy(arena, s->slug);
    out.owner = copy(arena, s->owner);
    out.name = copy(arena, s->name);
    out.digest = copy(arena, s->digest);
    out.by = copy(arena, s->by);
    out.reason = copy(arena, s->reason);
    return out;
}

static struct entry **place_of(struct submissions *all, const char *slug)
{
    uint32_t hash = 2166136261U; /* FNV-1a */
    for (const char *c = slug; *c != '\0'; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619U;
    struct entry **at = &all->buckets[hash % BUCKETS];
    while (*at != NULL && strcmp((*at)->s.slug, slug) != 0)
        at = &(*at)->next;
    return at;
}

static const char *address_of(const char *slug, struct lm_arena *arena)
{
    return print(arena, "/t/%s/", slug);
}

/* Put ${s}, whose last version is ${t}, into the list and the directory. */
static enum lm_status enlist(struct submissions *all, const struct submission *s,
                             const struct lm_tournament *t)
{
    struct entry *fresh = calloc(1, sizeof *fresh);
    if (fresh == NULL || lm_arena_new(&fresh->arena, NULL, ARENA_MAX) != LM_OK) {
        free(fresh);
        return LM_LIMIT;
    }
    fresh->s = copy_of(s, fresh->arena);
    const char *address = address_of(s->slug, fresh->arena);
    enum lm_status status = LM_OK;
    if (s->state == SUBMISSION_PUBLIC)
        status = directory_put(all->server->directory, address, t, NULL);
    else
        directory_drop(all->server->directory, address);
    os_mutex_take(&all->lock);
    struct entry **at = place_of(all, s->slug), *old = *at;
    fresh->next = old == NULL ? NULL : old->next;
    *at = fresh;
    os_mutex_give(&all->lock);
    entry_free(old);
    return status;
}

/* The first of which ${fits} says so of ${text}. */
static enum lm_status find(struct submissions *all,
                           bool (*fits)(const struct submission *s, const char *text),
                           const char *text, struct lm_arena *arena, struct submission *out)
{
    *out = (struct submission){0};
    os_mutex_take(&all->lock);
    for (size_t b = 0; b < BUCKETS; b++)
        for (const struct entry *e = all->buckets[b]; e != NULL && out->slug == NULL; e = e->next)
            if (fits(&e->s, text))
                *out = copy_of(&e->s, arena);
    os_mutex_give(&all->lock);
    return LM_OK;
}

static bool is_at(const struct submission *s, const char *slug)
{
    return strcmp(s->slug, slug) == 0;
}

static bool is_of(const struct submission *s, const char *owner)
{
    return secrets_equal(s->owner, owner);
}

static bool is_same(const struct submission *s, const char *digest)
{
    return s->state == SUBMISSION_PUBLIC && strcmp(s->digest, digest) == 0;
}

enum lm_status submissions_at(struct submissions *all, const char *slug, struct lm_arena *arena,
                              struct submission *out)
{
    return find(all, is_at, slug, arena, out);
}

enum lm_status submissions_of(struct submissions *all, const char *owner, struct lm_arena *arena,
                              struct submission *out, struct lm_log *log)
{
    struct store_record draft;
    enum lm_status status = find(all, is_of, owner, arena, out);
    if (status != LM_OK || out->slug != NULL || !store_is_shared(all->server->store))
        return status;
    /* Another server may have published it a moment ago, and the word of it is on its way. */
    status = store_get(all->server->store, STORE_SUBMISSION, owner, os_now_seconds(), arena, &draft,
                       log);
    if (status != LM_OK || draft.key == NULL || strcmp(draft.scope, PUBLISHED) != 0)
        return status;
    status = submissions_follow(all, draft.value, log);
    return status == LM_OK ? find(all, is_of, owner, arena, out) : status;
}

enum lm_status submissions_same(struct submissions *all, const char *digest, struct lm_arena *arena,
                                struct submission *out)
{
    return find(all, is_same, digest, arena, out);
}

bool submissions_number(struct submissions *all, const char *slug, uint64_t *number)
{
    os_mutex_take(&all->lock);
    const struct entry *e = *place_of(all, slug);
    bool found = e != NULL && e->s.state == SUBMISSION_PUBLIC;
    if (found)
        *number = e->s.head;
    os_mutex_give(&all->lock);
    return found;
}

static int latest_first(const void *a, const void *b)
{
    const struct submission *x = a, *y = b;
    if (x->changed != y->changed)
        return x->changed < y->changed ? 1 : -1;
    return strcmp(x->slug, y->slug);
}

enum lm_status submissions_list(struct submissions *all, enum submission_state state,
                                struct lm_arena *arena, struct submission **out, size_t *count)
{
    size_t capacity = 0;
    enum lm_status status = LM_OK;
    *out = NULL;
    *count = 0;
    os_mutex_take(&all->lock);
    for (size_t b = 0; b < BUCKETS; b++)
        for (const struct entry *e = all->buckets[b]; status == LM_OK && e != NULL; e = e->next) {
            if (e->s.state != state)
                continue;
            if (!lm_arena_grow(arena, out, &capacity, *count + 1, sizeof **out))
                status = LM_LIMIT;
            else
                (*out)[(*count)++] = copy_of(&e->s, arena);
        }
    os_mutex_give(&all->lock);
    if (*count > 0)
        qsort(*out, *count, sizeof **out, latest_first);
    return status;
}

/* --- names that were erased */

/* The digest of ${name} for ${slug}: who has the store alone learns nothing from it. */
static const char *mark_of(const struct submissions *all, const char *slug, const char *name,
                           struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    char digest[SECRETS_DIGEST];
    lm_text_print(&text, "erased %s %s ", all->salt, slug);
    lm_text_add_folded(&text, name, strlen(name));
    secrets_digest(lm_text_string(&text), text.length, digest);
    return print(arena, "erased %s", digest);
}

struct marks {
    struct store_record *all;
    size_t count;
};

static enum lm_status find_marks(struct submissions *all, const char *slug, struct lm_arena *arena,
                                 struct lm_log *log, struct marks *out)
{
    return store_list(all->server->store, STORE_KEPT, print(arena, "~%s", slug), 0, arena,
                      &out->all, &out->count, log);
}

static bool is_marked(const struct submissions *all, const struct marks *marks, const char *slug,
                      const char *name, struct lm_arena *arena)
{
    if (marks->count == 0 || *name == '\0')
        return false;
    const char *mark = mark_of(all, slug, name, arena);
    for (size_t i = 0; i < marks->count; i++)
        if (strcmp(marks->all[i].key, mark) == 0)
            return true;
    return false;
}

/* Take out of ${t} whoever was erased from an earlier version. */
static enum lm_status forget_marked(const struct submissions *all, const struct marks *marks,
                                    const char *slug, struct lm_tournament *t,
                                    struct lm_arena *arena)
{
    for (uint32_t i = 0; i < t->player_count; i++)
        if (is_marked(all, marks, slug, t->players[i].name, arena))
            submission_take_person(NULL, &t->players[i]);
    bool official = is_marked(all, marks, slug, t->chief_arbiter, arena) ||
                    is_marked(all, marks, slug, t->pairing_controller, arena);
    for (size_t i = 0; i < t->deputy_count; i++)
        official |= is_marked(all, marks, slug, t->deputies[i], arena);
    return official ? submission_take_officials(NULL, arena, t) : LM_OK;
}

/* --- reading one from the store */

/* What the list says of the journal ${j} of ${slug}; its state is what is kept beside it. */
static enum lm_status describe(struct submissions *all, struct submission_journal *j,
                               const char *slug, struct submission *out, struct lm_tournament **t)
{
    struct store_record kept;
    struct lm_json *tree;
    enum lm_status status = journal_tournament(j, 0, t);
    if (status == LM_OK)
        status = store_get(all->server->store, STORE_KEPT, print(j->arena, "state ~%s", slug), 0,
                           j->arena, &kept, j->log);
    if (status != LM_OK)
        return status;
    *out = (struct submission){.slug = slug,
                               .owner = journal_text(j, j->first, "owner"),
                               .name = (*t)->name,
                               .digest = journal_text(j, j->last, "digest"),
                               .by = "sender",
                               .reason = journal_text(j, j->first, "reason"),
                               .state = state_named(journal_text(j, j->first, "state")),
                               .head = j->count,
                               .versions = j->versions,
                               .changed = journal_time(j, j->count - 1),
                               .players = (*t)->player_count};
    if (kept.key == NULL ||
        lm_json_parse(kept.value, strlen(kept.value), j->arena, j->log, &tree) != LM_OK)
        return LM_OK;
    out->state = state_named(lm_json_string(lm_json_get(tree, "state")));
    out->by = lm_json_string(lm_json_get(tree, "by"));
    out->reason = lm_json_string(lm_json_get(tree, "reason"));
    return LM_OK;
}

/* What ought to be erased of ${j} and is not, for a backup was restored. */
static enum lm_status erase_marked(struct submissions *all, struct submission_journal *j,
                                   const char *slug)
{
    struct marks marks;
    enum lm_status status = find_marks(all, slug, j->arena, j->log, &marks);
    for (size_t i = 0; status == LM_OK && marks.count > 0 && i < j->count; i++) {
        bool found = false;
        for (size_t k = 0; k < journal_name_count(j, i); k++)
            found |= is_marked(all, &marks, slug, journal_name(j, i, k), j->arena);
        if (!found)
            continue;
        status = store_erase(all->server->store, j->name, i + 1, j->log);
        j->owns[i] = NULL;
    }
    return status;
}

/* Read ${slug} into the list, as it is now. */
static enum lm_status renew(struct submissions *all, const char *slug, struct lm_log *log)
{
    struct lm_arena *arena = NULL;
    struct submission_journal j;
    struct submission s;
    struct lm_tournament *t;
    enum lm_status status = lm_arena_new(&arena, NULL, ARENA_MAX);
    if (status == LM_OK)
        status = journal_read(all->server->store, slug, arena, log, &j);
    if (status == LM_OK)
        status = erase_marked(all, &j, slug);
    if (status == LM_OK)
        status = describe(all, &j, slug, &s, &t);
    if (status == LM_OK)
        status = enlist(all, &s, t);
    lm_arena_free(arena);
    return status;
}

/* The salt is made once, and outlives a restore. */
static enum lm_status find_salt(struct submissions *all, struct lm_log *log)
{
    struct store *store = all->server->store;
    struct store_record record;
    char token[SECRETS_TOKEN];
    enum lm_status status = store_get(store, STORE_KEPT, "salt", 0, all->arena, &record, log);
    if (status == LM_OK && record.key == NULL) {
        secrets_token(token);
        const struct store_record ours = {"salt", "", token, 0};
        status = store_put_first(store, STORE_KEPT, &ours, all->arena, &record, log);
    }
    all->salt = record.value;
    return status;
}

enum lm_status submissions_open(struct submissions **out, struct server *s, struct lm_log *log)
{
    struct submissions *all = calloc(1, sizeof *all);
    struct store_journal *journals = NULL;
    size_t count = 0;
    if (all == NULL)
        return LM_LIMIT;
    all->server = s;
    os_mutex_make(&all->lock);
    os_mutex_make(&all->acting);
    enum lm_status status = lm_arena_new(&all->arena, NULL, ARENA_MAX);
    if (status == LM_OK)
        status = find_salt(all, log);
    if (status == LM_OK)
        status = store_journals(s->store, all->arena, &journals, &count, log);
    for (size_t i = 0; status == LM_OK && i < count; i++)
        if (submissions_own(journals[i].name))
            status = renew(all, journals[i].name + 1, log);
    /* What was not published in time, and reports of long ago, are forgotten. */
    if (status == LM_OK)
        status = store_expire(s->store, STORE_SUBMISSION, os_now_seconds(), log);
    if (status == LM_OK)
        status = store_expire(s->store, STORE_AUDIT, os_now_seconds(), log);
    if (status == LM_OK)
        *out = all;
    else
        submissions_free(all);
    return status;
}

enum lm_status submissions_follow(struct submissions *all, const char *slug, struct lm_log *log)
{
    os_mutex_take(&all->acting);
    enum lm_status status = renew(all, slug, log);
    os_mutex_give(&all->acting);
    return status;
}

void submissions_free(struct submissions *all)
{
    if (all == NULL)
        return;
    for (size_t b = 0; b < BUCKETS; b++)
        for (struct entry *e = all->buckets[b], *next; e != NULL; e = next) {
            next = e->next;
            entry_free(e);
        }
    os_mutex_end(&all->acting);
    os_mutex_end(&all->lock);
    lm_arena_free(all->arena);
    free(all);
}

enum lm_status submission_version(struct server *s, const char *slug, unsigned version,
                                  struct lm_arena *arena, struct lm_log *log,
                                  struct lm_tournament **out)
{
    struct submission_journal j;
    enum lm_status status = journal_read(s->store, slug, arena, log, &j);
    return status == LM_OK ? journal_tournament(&j, version, out) : status;
}

enum lm_status submission_history(struct server *s, const char *slug, struct lm_arena *arena,
                                  struct lm_log *log, struct submission_deed **out, size_t *count)
{
    struct submission_journal j;
    enum lm_status status = journal_read(s->store, slug, arena, log, &j);
    struct submission_deed *rows =
        status == LM_OK ? lm_arena_alloc(arena, j.count, sizeof *rows) : NULL;
    if (rows == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    *count = 0;
    for (size_t i = 0; status == LM_OK && i < j.count; i++) {
        const char *event = journal_text(&j, i, "event");
        if (strcmp(event, "person") == 0 || strcmp(event, "officials") == 0)
            continue;
        struct submission_deed *row = &rows[(*count)++];
        *row = (struct submission_deed){.number = i + 1,
                                        .at = journal_time(&j, i),
                                        .event = event,
                                        .by = journal_text(&j, i, "by"),
                                        .reason = journal_text(&j, i, "reason")};
        if (strcmp(event, "version") != 0)
            continue;
        row->version = journal_version(&j, i);
        status = journal_tournament(&j, row->version, &row->t);
    }
    *out = rows;
    return status;
}

/* --- drafts */

static void put_finding(struct lm_json_writer *w, const struct finding *f)
{
    lm_json_begin(w, NULL, '{');
    lm_json_put_integer(w, "severity", f->severity);
    lm_json_put_integer(w, "line", f->line);
    lm_json_put_integer(w, "column", f->column);
    lm_json_put_string(w, "field", f->field);
    lm_json_put_string(w, "value", f->value);
    lm_json_put_string(w, "what", f->what);
    lm_json_put_string(w, "remedy", f->remedy);
    lm_json_put_string(w, "article", f->article);
    lm_json_end(w, '}');
}

static enum lm_status put_draft(struct lm_json_writer *w, const struct submission_draft *d,
                                struct lm_arena *arena)
{
    lm_json_begin(w, NULL, '{');
    lm_json_put_integer(w, "at", d->at);
    lm_json_put_string(w, "digest", d->digest);
    lm_json_put_string(w, "file", d->file);
    lm_json_put_boolean(w, "births", d->births);
    lm_json_put_boolean(w, "minors", d->minors);
    lm_json_put_string(w, "mended", d->mended);
    lm_json_put_string(w, "said", d->said);
    lm_json_begin(w, "findings", '[');
    for (size_t i = 0; i < d->findings.count; i++)
        put_finding(w, &d->findings.all[i]);
    lm_json_end(w, ']');
    enum lm_status status = submission_put_facts(w, d->t, arena);
    lm_json_begin(w, "people", '[');
    for (uint32_t i = 0; i < d->t->player_count; i++) {
        lm_json_begin(w, NULL, '{');
        submission_put_person(w, &d->t->players[i]);
        lm_json_end(w, '}');
    }
    lm_json_end(w, ']');
    lm_json_begin(w, "officials", '{');
    submission_put_officials(w, d->t);
    lm_json_end(w, '}');
    lm_json_end(w, '}');
    return status;
}

/* Once an hour, when something comes in. */
static enum lm_status forget_old(struct visit *v)
{
    struct submissions *all = v->server->submissions;
    os_mutex_take(&all->lock);
    bool due = all->swept != v->now / 3600;
    all->swept = v->now / 3600;
    os_mutex_give(&all->lock);
    enum lm_status status = LM_OK;
    if (due)
        status = store_expire(v->server->store, STORE_SUBMISSION, v->now, &v->log);
    if (due && status == LM_OK)
        status = store_expire(v->server->store, STORE_AUDIT, v->now, &v->log);
    return status;
}

enum lm_status submission_keep_draft(struct visit *v, const struct submission_draft *draft)
{
    struct lm_text text = lm_text_in(v->arena);
    struct lm_json_writer w = lm_json_writer_to(&text, true);
    enum lm_status status = put_draft(&w, draft, v->arena);
    if (status == LM_OK)
        status = lm_text_status(&text);
    struct store_record record = {.key = draft->owner,
                                  .scope = DRAFT,
                                  .value = lm_text_string(&text),
                                  .until = v->now + SUBMISSION_DRAFT_DAYS * 86400};
    if (status == LM_OK)
        status = store_put(v->server->store, STORE_SUBMISSION, &record, &v->log);
    return status == LM_OK ? forget_old(v) : status;
}

static const char *text_of(const struct lm_json *tree, const char *key)
{
    const char *text = lm_json_string(lm_json_get(tree, key));
    return text == NULL ? "" : text;
}

static int64_t number_of(const struct lm_json *tree, const char *key)
{
    int64_t number = 0;
    (void)lm_json_integer(lm_json_get(tree, key), INT64_MIN, INT64_MAX, &number);
    return number;
}

static enum lm_status take_findings(const struct lm_json *list, struct lm_arena *arena,
                                    struct findings *out)
{
    size_t count = list == NULL ? 0 : list->length;
    out->all = lm_arena_alloc(arena, count, sizeof *out->all);
    if (out->all == NULL)
        return LM_LIMIT;
    for (const struct lm_json *f = count == 0 ? NULL : list->first; f != NULL; f = f->next)
        out->all[out->count++] =
            (struct finding){.severity = (enum lm_severity)number_of(f, "severity"),
                             .line = number_of(f, "line"),
                             .column = number_of(f, "column"),
                             .field = text_of(f, "field"),
                             .value = text_of(f, "value"),
                             .what = text_of(f, "what"),
                             .remedy = text_of(f, "remedy"),
                             .article = text_of(f, "article")};
    return LM_OK;
}

static enum lm_status take_draft(struct visit *v, const struct lm_json *tree,
                                 struct submission_draft *out)
{
    const struct lm_json *people = lm_json_get(tree, "people");
    (void)lm_json_boolean(lm_json_get(tree, "births"), &out->births);
    (void)lm_json_boolean(lm_json_get(tree, "minors"), &out->minors);
    out->at = number_of(tree, "at");
    out->digest = text_of(tree, "digest");
    out->file = text_of(tree, "file");
    out->mended = text_of(tree, "mended");
    out->said = text_of(tree, "said");
    enum lm_status status = take_findings(lm_json_get(tree, "findings"), v->arena, &out->findings);
    if (status == LM_OK)
        status = submission_take_facts(lm_json_get(tree, "tournament"), v->arena, &v->log, &out->t);
    if (status != LM_OK || people == NULL || people->length != out->t->player_count)
        return status == LM_OK ? LM_INTERNAL : status;
    uint32_t i = 0;
    for (const struct lm_json *p = people->first; p != NULL; p = p->next)
        submission_take_person(p, &out->t->players[i++]);
    return submission_take_officials(lm_json_get(tree, "officials"), v->arena, out->t);
}

enum lm_status submission_find_draft(struct visit *v, const char *owner,
                                     struct submission_draft *out)
{
    struct store_record record;
    struct lm_json *tree;
    *out = (struct submission_draft){.owner = owner};
    enum lm_status status =
        store_get(v->server->store, STORE_SUBMISSION, owner, v->now, v->arena, &record, &v->log);
    if (status != LM_OK || record.key == NULL || strcmp(record.scope, DRAFT) != 0)
        return status;
    status = lm_json_parse(record.value, strlen(record.value), v->arena, &v->log, &tree);
    return status == LM_OK ? take_draft(v, tree, out) : LM_INTERNAL;
}

/* --- acts */

static enum lm_status publish_new(struct visit *v, struct submission_draft *draft, const char *held,
                                  const char **slug)
{
    struct submissions *all = v->server->submissions;
    struct lm_text base = lm_text_in(v->arena);
    site_add_slug(&base, draft->t->name);
    enum lm_status status = LM_DIFFERENT;
    for (unsigned again = 1; status == LM_DIFFERENT && again < 10000; again++) {
        *slug = again == 1 ? lm_text_string(&base)
                           : print(v->arena, "%.50s-%u", lm_text_string(&base), again);
        struct submission taken;
        status = submissions_at(all, *slug, v->arena, &taken);
        if (status == LM_OK && taken.slug != NULL) {
            status = LM_DIFFERENT;
            continue;
        }
        struct submission_journal j = journal_empty(*slug, v->arena, &v->log);
        const struct version_terms terms = {.owner = draft->owner,
                                            .digest = draft->digest,
                                            .said = draft->said,
                                            .state = held == NULL ? "public" : "held",
                                            .reason = held == NULL ? "" : held,
                                            .births = draft->births,
                                            .minors = draft->minors,
                                            .at = v->now};
        status = journal_append_version(&j, v->server->store, draft->t, &terms);
    }
    return status;
}

enum lm_status submission_publish(struct visit *v, struct submission_draft *draft, const char *held,
                                  const char **slug)
{
    struct submissions *all = v->server->submissions;
    struct submission there;
    os_mutex_take(&all->acting);
    enum lm_status status = find(all, is_of, draft->owner, v->arena, &there);
    if (status == LM_OK && there.slug != NULL) {
        *slug = there.slug;
    } else if (status == LM_OK) {
        status = publish_new(v, draft, held, slug);
        if (status == LM_OK)
            status = renew(all, *slug, &v->log);
    }
    os_mutex_give(&all->acting);
    const struct store_record published = {.key = draft->owner,
                                           .scope = PUBLISHED,
                                           .value = *slug,
                                           .until = v->now + SUBMISSION_DRAFT_DAYS * 86400};
    return status == LM_OK ? store_put(v->server->store, STORE_SUBMISSION, &published, &v->log)
                           : status;
}

/* The names in either. */
static const char *joined(struct lm_arena *arena, const char *said, const char *more)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_add(&text, said);
    for (const char *at = more + strspn(more, " "); *at != '\0';) {
        size_t size = strcspn(at, " ");
        const char *word = print(arena, "%.*s", (int)size, at);
        if (!submission_is_said(said, word))
            lm_text_print(&text, "%s%s", text.length > 0 ? " " : "", word);
        at += size;
        at += strspn(at, " ");
    }
    return lm_text_string(&text);
}

static enum lm_status amend(struct visit *v, const char *slug, struct lm_tournament *t,
                            const char *digest, const char *said, unsigned *version)
{
    struct submissions *all = v->server->submissions;
    struct submission_journal j;
    struct lm_tournament *last;
    struct changes changes;
    struct marks marks = {0};
    enum lm_status status = journal_read(v->server->store, slug, v->arena, &v->log, &j);
    if (status == LM_OK)
        status = find_marks(all, slug, v->arena, &v->log, &marks);
    if (status == LM_OK)
        status = journal_tournament(&j, 0, &last);
    bool births = true, minors = true;
    if (status == LM_OK) {
        (void)lm_json_boolean(lm_json_get(j.lines[j.first], "births"), &births);
        (void)lm_json_boolean(lm_json_get(j.lines[j.first], "minors"), &minors);
        submission_keep_said(t, last, journal_text(&j, j.last, "said"), said);
        status = submission_withhold(t, births, minors, v->arena);
    }
    if (status != LM_OK)
        return status;
    *version = j.versions;
    status = forget_marked(all, &marks, slug, t, v->arena);
    if (status == LM_OK)
        status = submission_compare(last, t, v->arena, &changes);
    if (status != LM_OK ||
        (changes.count == 0 && strcmp(journal_text(&j, j.last, "digest"), digest) == 0))
        return status;
    if (j.versions >= SUBMISSION_VERSIONS)
        return visit_refuse(v, 413, "there are %d versions of this tournament already",
                            SUBMISSION_VERSIONS);
    const struct version_terms terms = {
        .owner = "",
        .digest = digest,
        .said = joined(v->arena, journal_text(&j, j.last, "said"), said),
        .state = "",
        .reason = "",
        .at = v->now};

    status = journal_append_version(&j, v->server->store, t, &terms);
    if (status == LM_OK)
        status = renew(all, slug, &v->log);
    if (status == LM_OK)
        *version = j.versions + 1;
    return status;
}

enum lm_status submission_amend(struct visit *v, const char *slug, struct lm_tournament *t,
                                const char *digest, const char *said, unsigned *version)
{
    os_mutex_take(&v->server->submissions->acting);
    enum lm_status status = amend(v, slug, t, digest, said, version);
    os_mutex_give(&v->server->submissions->acting);
    return status;
}

static enum lm_status keep_state(struct visit *v, const char *slug, enum submission_state state,
                                 const char *by, const char *reason)
{
    struct lm_text value = lm_text_in(v->arena);
    struct lm_json_writer w = lm_json_writer_to(&value, true);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "state", state_names[state]);
    lm_json_put_string(&w, "by", by);
    lm_json_put_string(&w, "reason", reason);
    lm_json_end(&w, '}');
    struct store_record record = {.key = print(v->arena, "state ~%s", slug),
                                  .scope = print(v->arena, "~%s", slug),
                                  .value = lm_text_string(&value)};
    return value.failed ? LM_LIMIT : store_put(v->server->store, STORE_KEPT, &record, &v->log);
}

/* End the line that ${w} writes into ${text}, append it to ${j}, and show what follows. */
static enum lm_status end_deed(struct visit *v, const char *slug,
                               const struct submission_journal *j, struct lm_json_writer *w,
                               struct lm_text *text)
{
    lm_json_end(w, '}');
    struct store_line line = {.text = lm_text_string(text), .length = text->length, .secret = ""};
    enum lm_status status =
        text->failed ? LM_LIMIT
                     : store_append(v->server->store, j->name, j->count + 1, &line, 1, &v->log);
    return status == LM_OK ? renew(v->server->submissions, slug, &v->log) : status;
}

enum lm_status submission_decide(struct visit *v, const char *slug, enum submission_state state,
                                 const char *by, const char *reason)
{
    struct submissions *all = v->server->submissions;
    struct submission_journal j;
    struct lm_text text = lm_text_in(v->arena);
    os_mutex_take(&all->acting);
    enum lm_status status = journal_read(v->server->store, slug, v->arena, &v->log, &j);
    if (status == LM_OK)
        status = keep_state(v, slug, state, by, reason);
    if (status == LM_OK) {
        struct lm_json_writer w = journal_begin_line(&j, &text, state_names[state], v->now);
        lm_json_put_string(&w, "by", by);
        lm_json_put_string(&w, "reason", reason);
        status = end_deed(v, slug, &j, &w, &text);
    }
    os_mutex_give(&all->acting);
    return status;
}

/* Remember that ${name} was erased from ${slug}. */
static enum lm_status mark(struct visit *v, const char *slug, const char *name)
{
    struct store_record record = {.key = mark_of(v->server->submissions, slug, name, v->arena),
                                  .scope = print(v->arena, "~%s", slug),
                                  .value = ""};
    return *name == '\0' ? LM_OK : store_put(v->server->store, STORE_KEPT, &record, &v->log);
}

/* Mark ${player} under each name that a version has for him: his FIDE id, or else his number and
 * year of birth, say that it is he. */
static enum lm_status mark_player(struct visit *v, const struct submission_journal *j,
                                  const char *slug, const struct lm_player *player)
{
    enum lm_status status = mark(v, slug, player->name);
    for (unsigned version = 1; status == LM_OK && version < j->versions; version++) {
        struct lm_tournament *t;
        status = journal_tournament(j, version, &t);
        for (uint32_t i = 0; status == LM_OK && i < t->player_count; i++) {
            const struct lm_player *p = &t->players[i];
            bool same = *player->fide_id != '\0'
                            ? strcmp(p->fide_id, player->fide_id) == 0
                            : p->tpn == player->tpn && *player->birth != '\0' &&
                                  strcmp(p->birth, player->birth) == 0;
            if (same && strcmp(p->name, player->name) != 0)
                status = mark(v, slug, p->name);
        }
    }
    return status;
}

static enum lm_status mark_all(struct visit *v, const struct submission_journal *j,
                               const char *slug, const struct lm_tournament *t, uint32_t tpn)
{
    uint32_t i = tpn == 0 ? LM_NOBODY : lm_player_with_tpn(t, tpn);
    if (i != LM_NOBODY)
        return mark_player(v, j, slug, &t->players[i]);
    if (tpn != 0)
        return visit_refuse(v, 422, "there is no player with the number %u", tpn);
    enum lm_status status = mark(v, slug, t->chief_arbiter);
    if (status == LM_OK)
        status = mark(v, slug, t->pairing_controller);
    for (size_t k = 0; status == LM_OK && k < t->deputy_count; k++)
        status = mark(v, slug, t->deputies[k]);
    return status;
}

enum lm_status submission_erase(struct visit *v, const char *slug, uint32_t tpn, const char *by)
{
    struct submissions *all = v->server->submissions;
    struct submission_journal j;
    struct lm_tournament *t;
    struct lm_text text = lm_text_in(v->arena);
    os_mutex_take(&all->acting);
    enum lm_status status = journal_read(v->server->store, slug, v->arena, &v->log, &j);
    if (status == LM_OK)
        status = journal_tournament(&j, 0, &t);
    if (status == LM_OK)
        status = mark_all(v, &j, slug, t, tpn);
    if (status == LM_OK)
        status = erase_marked(all, &j, slug);
    if (status == LM_OK) {
        struct lm_json_writer w = journal_begin_line(&j, &text, "erased", v->now);
        lm_json_put_string(&w, "by", by);
        status = end_deed(v, slug, &j, &w, &text);
    }
    os_mutex_give(&all->acting);
    return status;
}
