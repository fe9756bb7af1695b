/* SPDX-License-Identifier: Apache-2.0 */
#include "server/submissions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/texts.h"
#include "limmat/json.h"
#include "os/clock.h"
#include "os/threads.h"
#include "server/damage.h"
#include "server/directory.h"
#include "server/secrets.h"
#include "server/submission_journal.h"
#include "server/submission_list.h"
#include "site/site.h"

#ifndef LIMMAT_VERSION
#define LIMMAT_VERSION "0"
#endif

/* The scopes of records under the digest of a secret: a draft, the slug of its publication … */
#define DRAFT     "draft"
#define PUBLISHED "published"
/* … and the address chosen for its publication. */
#define ADDRESS "address"

enum {
    ARENA_MAX = 1 << 29,
    BATCH = 64,  /* summaries that share a commit */
    PAGE = 1000, /* journals that are read at a time */
    TRIES = 5,   /* attempts when another server stores a line first */
    SUMMARY_VERSION = 3
};

/* A summary on its way to the store. */
struct summary {
    char slug[SUBMISSION_SLUG + 1];
    uint64_t number;
    char *text; /* allocated by malloc */
};

struct submissions {
    struct server *server;
    struct submission_list *list;
    struct os_mutex acting; /* held by the thread that changes a submission */
    struct os_mutex lock;   /* protects ${swept} */
    int64_t swept;          /* hour of the last removal of expired records */
    const char *salt;       /* for digests of names */
    struct lm_arena *arena;
    struct summary waiting[BATCH]; /* under ${acting} */
    size_t waiting_count;
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

static bool is_state(const char *name)
{
    return strcmp(state_names[state_named(name)], name) == 0;
}

bool submissions_own(const char *journal)
{
    return *journal == '~';
}

static int64_t number_of(const struct lm_json *tree, const char *key)
{
    int64_t number = 0;
    (void)lm_json_integer(lm_json_get(tree, key), INT64_MIN, INT64_MAX, &number);
    return number;
}

const char *submission_owner(const char *secret, struct lm_arena *arena)
{
    char digest[SECRETS_DIGEST];
    const char *message = lm_printed(arena, "submission %s", secret);
    secrets_digest(message, strlen(message), digest);
    const char *out = lm_arena_copy(arena, digest, strlen(digest));
    return out == NULL ? "" : out;
}

/* --- the list */

static const char *address_of(const char *slug, struct lm_arena *arena)
{
    return lm_printed(arena, "/t/%s/", slug);
}

enum lm_status submissions_at(struct submissions *all, const char *slug, struct lm_arena *arena,
                              struct submission *out)
{
    submission_list_find(all->list, SUBMISSION_SLUG_KEY, slug, arena, out);
    return LM_OK;
}

enum lm_status submissions_of(struct submissions *all, const char *owner, struct lm_arena *arena,
                              struct submission *out, struct lm_log *log)
{
    struct store_record draft;
    submission_list_find(all->list, SUBMISSION_OWNER_KEY, owner, arena, out);
    if (out->slug != NULL || !store_is_shared(all->server->store))
        return LM_OK;
    /* Another server has perhaps just published it, and the news is on its way. */
    enum lm_status status = store_get(all->server->store, STORE_SUBMISSION, owner, os_now_seconds(),
                                      arena, &draft, log);
    if (status != LM_OK || draft.key == NULL || strcmp(draft.scope, PUBLISHED) != 0)
        return status;
    status = submissions_follow(all, draft.value, log);
    if (status == LM_OK)
        submission_list_find(all->list, SUBMISSION_OWNER_KEY, owner, arena, out);
    return status;
}

enum lm_status submissions_same(struct submissions *all, const char *digest, struct lm_arena *arena,
                                struct submission *out)
{
    submission_list_find(all->list, SUBMISSION_FILE_KEY, digest, arena, out);
    return LM_OK;
}

bool submissions_number(struct submissions *all, const char *slug, uint64_t *number)
{
    enum submission_state state;
    uint64_t head;
    if (!submission_list_state(all->list, slug, &state, &head) || state != SUBMISSION_PUBLIC)
        return false;
    *number = head;
    return true;
}

bool submissions_are_behind(struct submissions *all, const char *slug, uint64_t head)
{
    enum submission_state state;
    uint64_t number;
    return !submission_list_state(all->list, slug, &state, &number) || number != head;
}

enum lm_status submissions_list(struct submissions *all, enum submission_state state,
                                struct lm_arena *arena, struct submission **out, size_t *count)
{
    return submission_list_all(all->list, state, arena, out, count);
}

/* --- erased names */

/* Return the salted digest of ${name} for ${slug}, so that the record does not contain the name. */
static const char *mark_of(const struct submissions *all, const char *slug, const char *name,
                           struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    char digest[SECRETS_DIGEST];
    lm_text_print(&text, "erased %s %s ", all->salt, slug);
    lm_text_add_folded(&text, name, strlen(name));
    secrets_digest(lm_text_string(&text), text.length, digest);
    return lm_printed(arena, "erased %s", digest);
}

const char *submissions_digest(const struct submissions *all, const char *what, const char *text,
                               struct lm_arena *arena)
{
    char digest[SECRETS_DIGEST];
    const char *whole = lm_printed(arena, "%s %s %s", what, all->salt, text);
    secrets_digest(whole, strlen(whole), digest);
    return lm_printed(arena, "%s %s", what, digest);
}

struct marks {
    struct store_record *all;
    size_t count;
};

static enum lm_status find_marks(struct submissions *all, const char *slug, struct lm_arena *arena,
                                 struct lm_log *log, struct marks *out)
{
    return store_list(all->server->store, STORE_KEPT, lm_printed(arena, "~%s", slug), 0, arena,
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

/* Remove from ${t} the people who were erased from an earlier version. */
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

/* --- reading a submission from the store */

/* Put the last decision in ${j} into the state of ${out}; return the number of its line. */
static uint64_t decided_in(const struct submission_journal *j, struct submission *out)
{
    out->state = state_named(journal_text(j, j->first, "state"));
    out->by = "sender";
    out->reason = journal_text(j, j->first, "reason");
    for (size_t i = j->count; i-- > 0;) {
        const char *event = journal_text(j, i, "event");
        if (!is_state(event))
            continue;
        out->state = state_named(event);
        out->by = journal_text(j, i, "by");
        out->reason = journal_text(j, i, "reason");
        return i + 1;
    }
    return j->first + 1;
}

/* Find the state of ${out}: the journal's, unless a record beside it is later, which a restored
 * backup does not undo. */
static enum lm_status find_state(struct submissions *all, const struct submission_journal *j,
                                 struct submission *out)
{
    struct store_record kept;
    struct lm_json *tree;
    int64_t line = INT64_MAX;
    uint64_t last = decided_in(j, out);
    enum lm_status status =
        store_get(all->server->store, STORE_KEPT, lm_printed(j->arena, "state ~%s", out->slug), 0,
                  j->arena, &kept, j->log);
    if (status != LM_OK || kept.key == NULL ||
        lm_json_parse(kept.value, strlen(kept.value), j->arena, j->log, &tree) != LM_OK)
        return status;
    (void)lm_json_integer(lm_json_get(tree, "n"), 0, INT64_MAX, &line);
    if ((uint64_t)line <= last)
        return LM_OK;
    out->state = state_named(lm_json_text(tree, "state"));
    out->by = lm_json_text(tree, "by");
    out->reason = lm_json_text(tree, "reason");
    return LM_OK;
}

/* Fill the list's entry from the journal ${j} of ${slug}. */
static enum lm_status describe(struct submissions *all, struct submission_journal *j,
                               const char *slug, struct submission *out, struct lm_tournament **t)
{
    enum lm_status status = journal_tournament(j, 0, t);
    if (status != LM_OK)
        return status;
    *out = (struct submission){.slug = slug,
                               .owner = journal_text(j, j->first, "owner"),
                               .name = (*t)->name,
                               .digest = journal_text(j, j->last, "digest"),
                               .head = j->count,
                               .versions = j->versions,
                               .changed = journal_time(j, j->count - 1),
                               .players = (*t)->player_count,
                               .births = true};
    (void)lm_json_boolean(lm_json_get(j->lines[j->first], "births"), &out->births);
    return find_state(all, j, out);
}

/* Erase again the names in ${j} that a restored backup brought back. */
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

/* --- summaries */

/* Add ${s} to the list and the directory; write its summary for a later start into ${out}. */
static enum lm_status enlist(struct submissions *all, const struct submission *s,
                             const struct lm_tournament *t, struct lm_arena *arena,
                             struct lm_text *out)
{
    const char *address = address_of(s->slug, arena);
    struct lm_json_writer w = lm_json_writer_to(out, true);
    enum lm_status status = LM_OK;
    lm_json_begin(&w, NULL, '{');
    lm_json_put_integer(&w, "version", SUMMARY_VERSION);
    lm_json_put_string(&w, "by", LIMMAT_VERSION);
    lm_json_put_string(&w, "owner", s->owner);
    lm_json_put_string(&w, "name", s->name);
    lm_json_put_string(&w, "digest", s->digest);
    lm_json_put_string(&w, "state", state_names[s->state]);
    lm_json_put_string(&w, "decided", s->by);
    lm_json_put_string(&w, "reason", s->reason);
    lm_json_put_integer(&w, "versions", s->versions);
    lm_json_put_integer(&w, "changed", s->changed);
    lm_json_put_integer(&w, "players", s->players);
    lm_json_begin(&w, "sections", '[');
    if (s->state == SUBMISSION_PUBLIC)
        status = directory_put(all->server->directory, address, t, s->births, &w);
    else
        directory_drop(all->server->directory, address);
    lm_json_end(&w, ']');
    lm_json_end(&w, '}');
    return status == LM_OK ? submission_list_put(all->list, s) : status;
}

/* Add an entry to the list and the directory from ${summary}; false: it lacks something, and the
 * journal must be read. */
static bool open_summary(struct submissions *all, const struct store_summary *summary,
                         struct lm_arena *arena)
{
    struct lm_json *tree;
    if (summary->number != summary->head ||
        lm_json_parse(summary->text, strlen(summary->text), arena, NULL, &tree) != LM_OK)
        return false;
    const struct lm_json *sections = lm_json_get(tree, "sections");
    if (number_of(tree, "version") != SUMMARY_VERSION || sections == NULL ||
        strcmp(lm_json_text(tree, "by"), LIMMAT_VERSION) != 0)
        return false;
    for (const struct lm_json *each = sections->first; each != NULL; each = each->next)
        if (directory_read(all->server->directory, each) != LM_OK)
            return false;
    const struct submission s = {.slug = summary->journal + 1,
                                 .owner = lm_json_text(tree, "owner"),
                                 .name = lm_json_text(tree, "name"),
                                 .digest = lm_json_text(tree, "digest"),
                                 .by = lm_json_text(tree, "decided"),
                                 .reason = lm_json_text(tree, "reason"),
                                 .state = state_named(lm_json_text(tree, "state")),
                                 .head = summary->head,
                                 .versions = (unsigned)number_of(tree, "versions"),
                                 .changed = number_of(tree, "changed"),
                                 .players = (uint32_t)number_of(tree, "players")};
    return submission_list_put(all->list, &s) == LM_OK;
}

/* Write the waiting summaries to the store, all at once. A lost one only makes a later start read a
 * journal. */
static void write_summaries(struct submissions *all)
{
    struct store_summary summaries[BATCH];
    struct lm_arena *arena;
    if (lm_arena_new(&arena, NULL, ARENA_MAX) != LM_OK)
        return;
    struct lm_log log = {.arena = arena};
    for (size_t i = 0; i < all->waiting_count; i++)
        summaries[i] =
            (struct store_summary){.journal = lm_printed(arena, "~%s", all->waiting[i].slug),
                                   .number = all->waiting[i].number,
                                   .text = all->waiting[i].text};
    enum lm_status status =
        store_summarise(all->server->store, summaries, all->waiting_count, &log);
    (void)status;
    for (size_t i = 0; i < all->waiting_count; i++)
        free(all->waiting[i].text);
    all->waiting_count = 0;
    lm_arena_free(arena);
}

static void keep_summary(struct submissions *all, const struct submission *s,
                         const struct lm_text *text)
{
    if (all->waiting_count == BATCH)
        write_summaries(all);
    struct summary *at = &all->waiting[all->waiting_count];
    char *copy = malloc(text->length + 1);
    if (all->waiting_count == BATCH || text->failed || copy == NULL ||
        strlen(s->slug) > SUBMISSION_SLUG) {
        free(copy);
        return;
    }
    memcpy(copy, lm_text_string(text), text->length + 1);
    *at = (struct summary){.number = s->head, .text = copy};
    snprintf(at->slug, sizeof at->slug, "%s", s->slug);
    all->waiting_count++;
}

/* Delete the summary before a change, so that the next start reads ${slug} even after a crash. */
static enum lm_status forget_summary(struct submissions *all, const struct submission_journal *j)
{
    const struct store_summary none = {.journal = j->name, .number = j->count, .text = ""};
    return store_summarise(all->server->store, &none, 1, j->log);
}

/* Read ${slug} again into the list. */
static enum lm_status renew(struct submissions *all, const char *slug, struct lm_log *log)
{
    struct lm_arena *arena = NULL;
    struct submission_journal j;
    struct submission s;
    struct lm_tournament *t;
    enum lm_status status = lm_arena_new(&arena, NULL, ARENA_MAX);
    if (status != LM_OK)
        return status;
    struct lm_text summary = lm_text_in(arena);
    status = submission_journal_read(all->server->store, slug, arena, log, &j);
    if (status == LM_OK)
        status = erase_marked(all, &j, slug);
    if (status == LM_OK)
        status = describe(all, &j, slug, &s, &t);
    if (status == LM_OK)
        status = enlist(all, &s, t, arena, &summary);
    if (status == LM_OK)
        keep_summary(all, &s, &summary);
    lm_arena_free(arena);
    return status;
}

static enum lm_status open_journal(void *all, const char *journal, struct lm_log *log)
{
    return renew(all, journal + 1, log);
}

/* Open the submissions of the next page of journals after ${after}, which moves; NULL: the end. */
static enum lm_status open_page(struct submissions *all, const char **after, struct lm_log *log)
{
    struct lm_arena *arena;
    struct store_summary *page;
    size_t count = 0;
    enum lm_status status = lm_arena_new(&arena, NULL, ARENA_MAX);
    if (status != LM_OK)
        return status;
    status = store_summaries(all->server->store, *after, PAGE, arena, &page, &count, log);
    for (size_t i = 0; status == LM_OK && i < count; i++)
        if (submissions_own(page[i].journal) && !open_summary(all, &page[i], arena))
            status = damage_open(all->server->damage, page[i].journal, open_journal, all, log);
    if (status == LM_OK)
        *after = count < PAGE ? NULL : lm_copied(all->arena, page[count - 1].journal);
    lm_arena_free(arena);
    return status;
}

/* Find the salt, or make it once; it survives a restore. */
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
    const char *after = "~"; /* their names begin with it, and no other journals follow them */
    if (all == NULL)
        return LM_LIMIT;
    all->server = s;
    all->list = submission_list_new();
    os_mutex_make(&all->lock);
    os_mutex_make(&all->acting);
    enum lm_status status = lm_arena_new(&all->arena, NULL, ARENA_MAX);
    if (status == LM_OK && all->list == NULL)
        status = LM_LIMIT;
    if (status == LM_OK)
        status = find_salt(all, log);
    while (status == LM_OK && after != NULL)
        status = open_page(all, &after, log);
    /* Delete drafts not published in time, and old reports. */
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
    write_summaries(all);
    submission_list_free(all->list);
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
    enum lm_status status = submission_journal_read(s->store, slug, arena, log, &j);
    return status == LM_OK ? journal_tournament(&j, version, out) : status;
}

enum lm_status submission_history(struct server *s, const char *slug, struct lm_arena *arena,
                                  struct lm_log *log, struct submission_deed **out, size_t *count)
{
    struct submission_journal j;
    enum lm_status status = submission_journal_read(s->store, slug, arena, log, &j);
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
    lm_json_put_string(w, "said", d->message);
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

/* Remove expired records, at most once an hour, when a file comes in. */
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
                             .field = lm_json_text(f, "field"),
                             .value = lm_json_text(f, "value"),
                             .what = lm_json_text(f, "what"),
                             .remedy = lm_json_text(f, "remedy"),
                             .article = lm_json_text(f, "article")};
    return LM_OK;
}

static enum lm_status take_draft(struct visit *v, const struct lm_json *tree,
                                 struct submission_draft *out)
{
    const struct lm_json *people = lm_json_get(tree, "people");
    (void)lm_json_boolean(lm_json_get(tree, "births"), &out->births);
    (void)lm_json_boolean(lm_json_get(tree, "minors"), &out->minors);
    out->at = number_of(tree, "at");
    out->digest = lm_json_text(tree, "digest");
    out->file = lm_json_text(tree, "file");
    out->mended = lm_json_text(tree, "mended");
    out->message = lm_json_text(tree, "said");
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

/* Is the number of players similar enough to compare them? */
static bool may_be_alike(const struct submission *s, const struct lm_tournament *t)
{
    uint64_t ours = t->player_count, theirs = s->players;
    return ours * 10 >= theirs * 7 && theirs * 10 >= ours * 7;
}

enum lm_status submissions_alike(struct visit *v, const struct lm_tournament *t, const char *owner,
                                 struct submission *out)
{
    enum { LOOKS = 20 }; /* candidates to compare at most */
    size_t count = 0, looks = 0;
    struct submission *all;
    *out = (struct submission){.slug = NULL};
    enum lm_status status =
        submissions_list(v->server->submissions, SUBMISSION_PUBLIC, v->arena, &all, &count);
    for (size_t i = 0; status == LM_OK && i < count && looks < LOOKS && out->slug == NULL; i++) {
        struct lm_tournament *other;
        if (strcmp(all[i].owner, owner) == 0 || !may_be_alike(&all[i], t))
            continue;
        looks++;
        status = submission_version(v->server, all[i].slug, 0, v->arena, &v->log, &other);
        if (status == LM_OK && submission_is_alike(t, other, v->arena))
            *out = all[i];
    }
    return status;
}

/* --- acts */

/* Find the base of its address. If several servers publish drafts of one secret at the same time,
 * all try the same addresses in the same order: a slower one finds the publication at the first
 * address that is free or its own. */
static enum lm_status find_base(struct visit *v, const struct submission_draft *draft,
                                const char **base)
{
    struct lm_text text = lm_text_in(v->arena);
    struct store_record message;
    site_add_slug(&text, draft->t->name);
    const struct store_record ours = {.key = lm_printed(v->arena, "address %s", draft->owner),
                                      .scope = ADDRESS,
                                      .value = lm_text_string(&text),
                                      .until = v->now + SUBMISSION_DRAFT_DAYS * 86400};
    enum lm_status status =
        store_put_first(v->server->store, STORE_SUBMISSION, &ours, v->arena, &message, &v->log);
    if (status == LM_OK)
        *base = message.value;
    return status;
}

/* Return LM_OK if the submission at ${slug} is ${owner}'s, else LM_DIFFERENT. */
static enum lm_status is_at(struct visit *v, const char *slug, const char *owner)
{
    struct submission_journal j;
    enum lm_status status = submission_journal_read(v->server->store, slug, v->arena, &v->log, &j);
    return status != LM_OK                                            ? status
           : secrets_equal(journal_text(&j, j.first, "owner"), owner) ? LM_OK
                                                                      : LM_DIFFERENT;
}

/* Publish ${draft} at ${slug}; LM_DIFFERENT: another sender's is there. */
static enum lm_status publish_at(struct visit *v, const struct submission_draft *draft,
                                 const char *held, const char *slug)
{
    struct submission there;
    submission_list_find(v->server->submissions->list, SUBMISSION_SLUG_KEY, slug, v->arena, &there);
    if (there.slug != NULL)
        return secrets_equal(there.owner, draft->owner) ? LM_OK : LM_DIFFERENT;
    struct submission_journal j = journal_empty(slug, v->arena, &v->log);
    const struct version_terms terms = {.owner = draft->owner,
                                        .digest = draft->digest,
                                        .message = draft->message,
                                        .state = held == NULL ? "public" : "held",
                                        .reason = held == NULL ? "" : held,
                                        .births = draft->births,
                                        .minors = draft->minors,
                                        .at = v->now};
    enum lm_status status = journal_append_version(&j, v->server->store, draft->t, &terms);
    return status == LM_DIFFERENT ? is_at(v, slug, draft->owner) : status;
}

static enum lm_status publish_new(struct visit *v, struct submission_draft *draft, const char *held,
                                  const char **slug)
{
    const char *base;
    enum lm_status status = find_base(v, draft, &base);
    if (status != LM_OK)
        return status;
    status = LM_DIFFERENT;
    for (unsigned again = 1; status == LM_DIFFERENT && again < 10000; again++) {
        *slug = again == 1 ? base : lm_printed(v->arena, "%.50s-%u", base, again);
        status = publish_at(v, draft, held, *slug);
    }
    return status;
}

enum lm_status submission_publish(struct visit *v, struct submission_draft *draft, const char *held,
                                  const char **slug)
{
    struct submissions *all = v->server->submissions;
    struct submission there;
    os_mutex_take(&all->acting);
    enum lm_status status = LM_OK;
    submission_list_find(all->list, SUBMISSION_OWNER_KEY, draft->owner, v->arena, &there);
    if (there.slug != NULL) {
        *slug = there.slug;
    } else {
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

enum lm_status submission_typed(struct visit *v, const char *slug, const char **message)
{
    struct submission_journal j;
    enum lm_status status = submission_journal_read(v->server->store, slug, v->arena, &v->log, &j);
    if (status == LM_OK)
        *message = journal_text(&j, j.last, "said");
    return status;
}

/* Return the names in either list. */
static const char *joined(struct lm_arena *arena, const char *message, const char *more)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_add(&text, message);
    for (const char *at = more + strspn(more, " "); *at != '\0';) {
        size_t size = strcspn(at, " ");
        const char *word = lm_printed(arena, "%.*s", (int)size, at);
        if (!submission_is_typed(message, word))
            lm_text_print(&text, "%s%s", text.length > 0 ? " " : "", word);
        at += size;
        at += strspn(at, " ");
    }
    return lm_text_string(&text);
}

static enum lm_status amend(struct visit *v, const char *slug, struct lm_tournament *t,
                            const char *digest, const char *message, unsigned *version)
{
    struct submissions *all = v->server->submissions;
    struct submission_journal j;
    struct lm_tournament *last;
    struct changes changes;
    struct marks marks = {0};
    enum lm_status status = submission_journal_read(v->server->store, slug, v->arena, &v->log, &j);
    if (status == LM_OK)
        status = find_marks(all, slug, v->arena, &v->log, &marks);
    if (status == LM_OK)
        status = journal_tournament(&j, 0, &last);
    bool births = true, minors = true;
    if (status == LM_OK) {
        (void)lm_json_boolean(lm_json_get(j.lines[j.first], "births"), &births);
        (void)lm_json_boolean(lm_json_get(j.lines[j.first], "minors"), &minors);
        submission_keep_typed(t, last, journal_text(&j, j.last, "said"), message);
        status = submission_withhold(t, births, minors, v->now, v->arena);
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
        return visit_refuse(v, 413, "This tournament already has %d versions", SUBMISSION_VERSIONS);
    const struct version_terms terms = {
        .owner = "",
        .digest = digest,
        .message = joined(v->arena, journal_text(&j, j.last, "said"), message),
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
                                const char *digest, const char *message, unsigned *version)
{
    enum lm_status status = LM_DIFFERENT;
    os_mutex_take(&v->server->submissions->acting);
    for (int again = 0; again < TRIES && status == LM_DIFFERENT; again++)
        status = amend(v, slug, t, digest, message, version);
    os_mutex_give(&v->server->submissions->acting);
    return status;
}

/* Store the decision of line ${line} of its journal where no restore undoes it. */
static enum lm_status keep_state(struct visit *v, const char *slug, uint64_t line,
                                 enum submission_state state, const char *by, const char *reason)
{
    struct lm_text value = lm_text_in(v->arena);
    struct lm_json_writer w = lm_json_writer_to(&value, true);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_integer(&w, "n", (int64_t)line);
    lm_json_put_string(&w, "state", state_names[state]);
    lm_json_put_string(&w, "by", by);
    lm_json_put_string(&w, "reason", reason);
    lm_json_end(&w, '}');
    struct store_record record = {.key = lm_printed(v->arena, "state ~%s", slug),
                                  .scope = lm_printed(v->arena, "~%s", slug),
                                  .value = lm_text_string(&value)};
    return value.failed ? LM_LIMIT : store_put(v->server->store, STORE_KEPT, &record, &v->log);
}

/* End the line that ${w} writes into ${text} and append it to ${j}. */
static enum lm_status end_deed(struct visit *v, const struct submission_journal *j,
                               struct lm_json_writer *w, struct lm_text *text)
{
    lm_json_end(w, '}');
    struct store_line line = {.text = lm_text_string(text), .length = text->length, .secret = ""};
    return text->failed ? LM_LIMIT
                        : store_append(v->server->store, j->name, j->count + 1, &line, 1, &v->log);
}

static enum lm_status decide(struct visit *v, const char *slug, enum submission_state state,
                             const char *by, const char *reason)
{
    struct submission_journal j;
    struct lm_text text = lm_text_in(v->arena);
    enum lm_status status = submission_journal_read(v->server->store, slug, v->arena, &v->log, &j);
    if (status != LM_OK)
        return status;
    struct lm_json_writer w = journal_begin_line(&j, &text, state_names[state], v->now);
    lm_json_put_string(&w, "by", by);
    lm_json_put_string(&w, "reason", reason);
    status = end_deed(v, &j, &w, &text);
    if (status == LM_OK)
        status = keep_state(v, slug, j.count + 1, state, by, reason);
    return status == LM_OK ? renew(v->server->submissions, slug, &v->log) : status;
}

enum lm_status submission_decide(struct visit *v, const char *slug, enum submission_state state,
                                 const char *by, const char *reason)
{
    enum lm_status status = LM_DIFFERENT;
    os_mutex_take(&v->server->submissions->acting);
    for (int again = 0; again < TRIES && status == LM_DIFFERENT; again++)
        status = decide(v, slug, state, by, reason);
    os_mutex_give(&v->server->submissions->acting);
    return status;
}

/* Record that ${name} was erased from ${slug}. */
static enum lm_status mark(struct visit *v, const char *slug, const char *name)
{
    struct store_record record = {.key = mark_of(v->server->submissions, slug, name, v->arena),
                                  .scope = lm_printed(v->arena, "~%s", slug),
                                  .value = ""};
    return *name == '\0' ? LM_OK : store_put(v->server->store, STORE_KEPT, &record, &v->log);
}

/* Mark ${player} under each name in any version: the FIDE ID, or else number and year of birth,
 * identifies the player. */
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
        return visit_refuse(v, 422, "No player has the number %u", tpn);
    enum lm_status status = mark(v, slug, t->chief_arbiter);
    if (status == LM_OK)
        status = mark(v, slug, t->pairing_controller);
    for (size_t k = 0; status == LM_OK && k < t->deputy_count; k++)
        status = mark(v, slug, t->deputies[k]);
    return status;
}

static enum lm_status erase(struct visit *v, const char *slug, uint32_t tpn, const char *by)
{
    struct submissions *all = v->server->submissions;
    struct submission_journal j;
    struct lm_tournament *t;
    struct lm_text text = lm_text_in(v->arena);
    enum lm_status status = submission_journal_read(v->server->store, slug, v->arena, &v->log, &j);
    if (status == LM_OK)
        status = journal_tournament(&j, 0, &t);
    if (status == LM_OK)
        status = forget_summary(all, &j); /* if cut off, the next start completes it */
    if (status == LM_OK)
        status = mark_all(v, &j, slug, t, tpn);
    if (status == LM_OK)
        status = erase_marked(all, &j, slug);
    if (status != LM_OK)
        return status;
    struct lm_json_writer w = journal_begin_line(&j, &text, "erased", v->now);
    lm_json_put_string(&w, "by", by);
    status = end_deed(v, &j, &w, &text);
    return status == LM_OK ? renew(all, slug, &v->log) : status;
}

enum lm_status submission_erase(struct visit *v, const char *slug, uint32_t tpn, const char *by)
{
    enum lm_status status = LM_DIFFERENT;
    os_mutex_take(&v->server->submissions->acting);
    for (int again = 0; again < TRIES && status == LM_DIFFERENT; again++)
        status = erase(v, slug, tpn, by);
    os_mutex_give(&v->server->submissions->acting);
    return status;
}
