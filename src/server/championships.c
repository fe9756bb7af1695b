/* SPDX-License-Identifier: Apache-2.0 */
#include "server/championships.h"
#include "server/championship_desk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "championship/state.h"
#include "os/clock.h"
#include "os/threads.h"
#include "server/damage.h"
#include "server/handlers.h"
#include "server/secrets.h"
#include "server/templates.h"
#include "site/site.h"

#define PREFIX CHAMPIONSHIPS_PREFIX
#define CLOCK  "clock of rehearsals"

enum { CHAMPIONSHIPS_MAX = 1000, ARENA_MAX = 1 << 30, SLACK = 64 << 20 };

struct championship_keeper {
    struct championship championship;
    struct os_mutex lock;
    struct lm_arena *arena;
    size_t fresh; /* bytes of the arena when the state was built */
    struct lm_mark mark;
    char slug[64];
    char name[80];    /* the journal's name */
    char channel[80]; /* the channel of open pages */
};

struct championships {
    struct server *server;
    struct os_mutex lock; /* for the list and the clock; keepers never move */
    struct championship_keeper **all;
    size_t count, capacity;
    int64_t shift; /* seconds by which a rehearsal is ahead of the clock */
    bool rehearsal;
};

bool championships_own(const char *journal)
{
    return strncmp(journal, PREFIX, sizeof PREFIX - 1) == 0;
}

bool championships_are(const struct lines *lines)
{
    static const char event[] = "\"event\":\"championship\"";
    const char *end = memchr(lines->bytes, '\n', lines->length);
    size_t length = end == NULL ? lines->length : (size_t)(end - lines->bytes);
    for (size_t i = 0; i + sizeof event <= length && i < 1024; i++)
        if (memcmp(lines->bytes + i, event, sizeof event - 1) == 0)
            return true;
    return lines->length > 11 && memcmp(lines->bytes, "{\"journal\":", 11) == 0;
}

/* --- opening */

static void keeper_free(struct championship_keeper *k)
{
    os_mutex_end(&k->lock);
    lm_arena_free(k->arena);
    free(k);
}

static struct championship_keeper *keeper_new(const char *slug)
{
    struct championship_keeper *k = calloc(1, sizeof *k);
    if (k == NULL)
        return NULL;
    os_mutex_make(&k->lock);
    snprintf(k->slug, sizeof k->slug, "%s", slug);
    snprintf(k->name, sizeof k->name, PREFIX "%s", slug);
    snprintf(k->channel, sizeof k->channel, "c/%s", slug);
    k->championship = (struct championship){.slug = k->slug, .keeper = k};
    if (lm_arena_new(&k->arena, NULL, ARENA_MAX) == LM_OK)
        return k;
    keeper_free(k);
    return NULL;
}

enum lm_status championships_state(const struct lines *lines, bool judged, struct lm_arena *arena,
                                   struct lm_log *log, struct lm_championship **out)
{
    const struct lm_championship_files files = {.journal = lines->bytes,
                                                .length = lines->length,
                                                .secrets = lines->secret_length > 0 ? lines->secrets
                                                                                    : NULL,
                                                .secrets_length = lines->secret_length,
                                                .hooks = &secrets_hooks};
    return lm_championship_read(&files, judged, arena, log, out);
}

/* Rebuild the state from the store. */
static enum lm_status load(struct server *s, struct championship_keeper *k, struct lm_log *log)
{
    struct lm_arena *arena;
    struct lm_championship *c = NULL;
    struct lines lines;
    enum lm_status status = lm_arena_new(&arena, NULL, ARENA_MAX);
    if (status != LM_OK)
        return status;
    status = lines_read(s->store, k->name, arena, &lines, log);
    if (status == LM_OK)
        status = championships_state(&lines, false, arena, log, &c);
    if (status != LM_OK) {
        lm_arena_free(arena);
        return status;
    }
    lm_arena_free(k->arena);
    k->arena = arena;
    k->fresh = lm_arena_size(arena);
    k->championship.c = c;
    return LM_OK;
}

static struct championship_keeper *find(const struct championships *all, const char *slug)
{
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->all[i]->slug, slug) == 0)
            return all->all[i];
    return NULL;
}

static bool add(struct championships *all, struct championship_keeper *k)
{
    if (all->count == all->capacity) {
        size_t room = all->capacity * 2 + 16;
        void *list = room > CHAMPIONSHIPS_MAX ? NULL : realloc(all->all, room * sizeof *all->all);
        if (list == NULL)
            return false;
        all->all = list;
        all->capacity = room;
    }
    all->all[all->count++] = k;
    return true;
}

static enum lm_status open_journal(void *context, const char *name, struct lm_log *log)
{
    struct championships *all = context;
    struct championship_keeper *k = keeper_new(name + sizeof PREFIX - 1);
    const char *file = log->file;
    log->file = name;
    enum lm_status status = k == NULL ? LM_LIMIT : load(all->server, k, log);
    log->file = file;
    os_mutex_take(&all->lock);
    if (status == LM_OK && find(all, k->slug) == NULL && !add(all, k))
        status = LM_LIMIT;
    bool kept = status == LM_OK && find(all, k->slug) == k;
    os_mutex_give(&all->lock);
    if (!kept && k != NULL)
        keeper_free(k);
    return status;
}

enum lm_status championships_open(struct championships **out, struct server *s, struct lm_log *log)
{
    struct championships *all = calloc(1, sizeof *all);
    struct store_journal *journals;
    size_t count = 0;
    if (all == NULL)
        return LM_LIMIT;
    all->server = s;
    os_mutex_make(&all->lock);
    enum lm_status status = store_journals(s->store, log->arena, &journals, &count, log);
    for (size_t i = 0; status == LM_OK && i < count; i++)
        if (championships_own(journals[i].name))
            status = damage_open(s->damage, journals[i].name, open_journal, all, log);
    if (status == LM_OK)
        *out = all;
    else
        championships_free(all);
    return status;
}

void championships_free(struct championships *all)
{
    if (all == NULL)
        return;
    for (size_t i = 0; i < all->count; i++)
        keeper_free(all->all[i]);
    os_mutex_end(&all->lock);
    free(all->all);
    free(all);
}

enum lm_status championships_list(struct championships *all, struct lm_arena *arena,
                                  const char *const **slugs, size_t *count)
{
    os_mutex_take(&all->lock);
    const char **list = lm_arena_alloc(arena, all->count, sizeof *list);
    *count = 0;
    for (size_t i = 0; list != NULL && i < all->count; i++)
        if (all->all[i]->championship.c != NULL)
            list[(*count)++] = all->all[i]->slug;
    os_mutex_give(&all->lock);
    *slugs = list;
    return list == NULL ? LM_LIMIT : LM_OK;
}

/* Put ${lines} into the store as ${slug}, or append those that are new; LM_DIFFERENT: the stored
 * lines differ. */
static enum lm_status put_lines(struct server *s, const char *slug, const struct lines *lines,
                                struct lm_log *log)
{
    uint64_t first;
    struct lm_text name = lm_text_in(log->arena);
    lm_text_print(&name, PREFIX "%s", slug);
    return lines_extend(s->store, lm_text_string(&name), lines, log->arena, log, &first);
}

enum lm_status championships_import(struct server *s, const char *slug, const struct lines *lines,
                                    struct lm_log *log)
{
    struct lm_championship *c;
    enum lm_status status = championships_state(lines, true, log->arena, log, &c);
    if (status == LM_OK)
        status = put_lines(s, slug, lines, log);
    if (status == LM_DIFFERENT)
        return lm_log_add(log, LM_ERROR, (struct lm_place){0}, "rename the file",
                          "there is a championship at the address \"%s\" already", slug);
    return status;
}

/* --- taking a championship */

static void tell(struct server *s, const struct championship_keeper *k)
{
    char number[24];
    snprintf(number, sizeof number, "%llu",
             (unsigned long long)lm_championship_number(k->championship.c));
    http_tell(s->http, k->channel, number);
}

/* Load what other servers have appended since the last line in memory. */
static enum lm_status catch_up(struct visit *v, struct championship_keeper *k)
{
    struct store_line *lines;
    size_t count;
    enum lm_status status =
        store_lines(v->server->store, k->name, lm_championship_number(k->championship.c) + 1,
                    v->arena, &lines, &count, &v->log);
    if (status != LM_OK || count == 0)
        return status;
    status = load(v->server, k, &v->log);
    if (status == LM_OK)
        tell(v->server, k);
    return status;
}

/* Has another server made it, so that the store has it but the list does not? */
static bool is_stored(struct visit *v, const char *slug)
{
    struct store_line *lines;
    size_t count;
    return v->fresh && store_is_shared(v->server->store) &&
           strlen(slug) < sizeof((struct championship_keeper *)0)->slug &&
           store_lines(v->server->store, visit_print(v, PREFIX "%s", slug), 1, v->arena, &lines,
                       &count, &v->log) == LM_OK &&
           count > 0;
}

enum lm_status championship_take(struct visit *v, const char *slug)
{
    struct championships *all = v->server->championships;
    os_mutex_take(&all->lock);
    struct championship_keeper *k = find(all, slug);
    os_mutex_give(&all->lock);
    if (k == NULL && is_stored(v, slug) &&
        open_journal(all, visit_print(v, PREFIX "%s", slug), &v->log) == LM_OK) {
        os_mutex_take(&all->lock);
        k = find(all, slug);
        os_mutex_give(&all->lock);
    }
    if (k == NULL)
        return visit_refuse(v, 404, "Championship not found");
    os_mutex_take(&k->lock);
    enum lm_status status = LM_OK;
    bool much = lm_arena_size(k->arena) > 2 * k->fresh + SLACK;
    if (k->championship.c == NULL || k->championship.c->out_of_memory || much)
        status = load(v->server, k, &v->log);
    else if (v->fresh && store_is_shared(v->server->store))
        status = catch_up(v, k);
    if (status != LM_OK) {
        os_mutex_give(&k->lock);
        return status;
    }
    v->championship = &k->championship;
    v->number = lm_championship_number(k->championship.c);
    k->mark = lm_arena_mark(k->arena);
    return LM_OK;
}

void championship_give(struct visit *v)
{
    if (v->championship == NULL)
        return;
    struct championship_keeper *k = v->championship->keeper;
    if (!v->handler->post)
        lm_arena_reset(k->arena, k->mark);
    v->championship = NULL;
    os_mutex_give(&k->lock);
}

const char *championship_title(struct visit *v)
{
    const char *title = lm_definition_title(v->championship->c->definition);
    return lm_arena_copy(v->arena, title, strlen(title));
}

/* Does ${slug} exist with another first line than ${lines}? */
static bool is_other(struct visit *v, const char *slug, const struct lines *lines)
{
    struct lines there;
    const char *journal = visit_print(v, PREFIX "%s", slug);
    if (lines_read(v->server->store, journal, v->arena, &there, &v->log) != LM_OK)
        return false; /* appending will report the reason */
    size_t length = strcspn(there.bytes, "\n");
    return there.length > 0 &&
           (length >= lines->length || memcmp(there.bytes, lines->bytes, length + 1) != 0);
}

enum lm_status championship_along(struct visit *v, const struct lines *lines, const char **slug)
{
    struct championships *all = v->server->championships;
    struct lm_championship *c;
    enum lm_status status = championships_state(lines, true, v->arena, &v->log, &c);
    if (status != LM_OK)
        return status;
    struct lm_text name = lm_text_in(v->arena);
    site_add_slug(&name, lm_definition_name(c->definition));
    const char *base = visit_print(v, "%.50s", lm_text_string(&name));
    *slug = base;
    for (unsigned again = 2; is_other(v, *slug, lines); again++)
        *slug = visit_print(v, "%s-%u", base, again);
    status = put_lines(v->server, *slug, lines, &v->log);
    if (status == LM_DIFFERENT)
        return visit_refuse(
            v, 409, "Entries of %s were made here and elsewhere. Only one can go on", *slug);
    if (status != LM_OK)
        return status;
    os_mutex_take(&all->lock);
    struct championship_keeper *k = find(all, *slug);
    os_mutex_give(&all->lock);
    if (k == NULL)
        return open_journal(all, visit_print(v, PREFIX "%s", *slug), &v->log);
    os_mutex_take(&k->lock);
    status = load(v->server, k, &v->log);
    if (status == LM_OK)
        tell(v->server, k);
    os_mutex_give(&k->lock);
    return status;
}

/* Make a keeper at a free address derived from ${name}, in the list and locked. */
static struct championship_keeper *keeper_at(struct visit *v, const char *name)
{
    struct championships *all = v->server->championships;
    struct lm_text slug = lm_text_in(v->arena);
    site_add_slug(&slug, name);
    if (slug.failed)
        return NULL;
    size_t length = slug.length > 50 ? 50 : slug.length;
    os_mutex_take(&all->lock);
    slug.length = length;
    slug.bytes[length] = '\0';
    for (unsigned again = 2; find(all, lm_text_string(&slug)) != NULL; again++) {
        slug.length = length;
        lm_text_print(&slug, "-%u", again);
    }
    struct championship_keeper *k = keeper_new(lm_text_string(&slug));
    if (k != NULL && !add(all, k)) {
        keeper_free(k);
        k = NULL;
    }
    if (k != NULL)
        os_mutex_take(&k->lock);
    os_mutex_give(&all->lock);
    return k;
}

enum lm_status championship_make(struct visit *v, const struct lm_definition *definition)
{
    struct championship_keeper *k = keeper_at(v, lm_definition_name(definition));
    if (k == NULL)
        return LM_LIMIT;
    struct lm_text line = lm_text_in(k->arena);
    struct lm_championship *c = NULL;
    enum lm_status status =
        lm_championship_begin(definition, definition->directors[0], championships_now(v),
                              &secrets_hooks, k->arena, &v->log, &line, &c);
    const struct lines lines = {
        .bytes = lm_text_string(&line), .length = line.length, .secrets = ""};
    if (status == LM_OK)
        status = lines_append(v->server->store, k->name, 1, &lines, v->arena, &v->log);
    /* The stored state has its own arena; the definition is in the visit's. */
    if (status == LM_OK)
        status = load(v->server, k, &v->log);
    if (status != LM_OK) {
        k->slug[0] = '\0'; /* it can no longer be found */
        os_mutex_give(&k->lock);
        return status;
    }
    v->championship = &k->championship;
    k->mark = lm_arena_mark(k->arena);
    return LM_OK;
}

/* --- lines */

/* Is line ${number} a bid of a match that lacks the other bid? */
static bool is_sealed(const struct lm_championship *c, uint64_t number)
{
    for (size_t i = 0; i < c->contest_count; i++) {
        const struct contest *contest = &c->contests[i];
        for (uint32_t side = FIRST; side <= SECOND; side++)
            if (contest->bid_lines[side] == number &&
                (contest->bids[FIRST] == 0 || contest->bids[SECOND] == 0))
                return true;
    }
    return false;
}

enum lm_status championship_lines(struct visit *v, struct lines *out, bool *sealed)
{
    struct championship_keeper *k = v->championship->keeper;
    enum lm_status status = lines_read(v->server->store, k->name, v->arena, out, &v->log);
    *sealed = false;
    if (status != LM_OK)
        return status;
    struct lm_text open = lm_text_in(v->arena);
    for (const char *at = out->secrets, *end = at + out->secret_length; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t size = (size_t)((stop == NULL ? end : stop) - at);
        if (strncmp(at, "{\"n\":", 5) == 0 &&
            is_sealed(v->championship->c, strtoull(at + 5, NULL, 10))) {
            *sealed = true;
        } else {
            lm_text_add_bytes(&open, at, size);
            lm_text_add_char(&open, '\n');
        }
        at += size + 1;
    }
    out->secrets = lm_text_string(&open);
    out->secret_length = open.length;
    return lm_text_status(&open);
}

enum lm_status championship_copy(struct visit *v, uint64_t number, struct lm_championship **out)
{
    struct lines lines;
    struct championship_keeper *k = v->championship->keeper;
    enum lm_status status = lines_read(v->server->store, k->name, v->arena, &lines, &v->log);
    if (status != LM_OK)
        return status;
    const char *at = lines.bytes, *end = at + lines.length;
    for (uint64_t n = 0; n < number && at < end; n++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        at = stop == NULL ? end : stop + 1;
    }
    lines.length = (size_t)(at - lines.bytes);
    return championships_state(&lines, false, v->arena, &v->log, out);
}

/* --- wishes */

const char *wish_author(const struct visit *v)
{
    const char *account = strchr(v->who.account, '/');
    return visit_may(v, RIGHT_NAMED) && account != NULL
               ? account + 1
               : lm_championship_director(v->championship->c);
}

void wish_put_moment(struct visit *v, struct wish *wish, const char *key, int64_t at)
{
    struct lm_text text = lm_text_in(v->arena);
    lm_text_add_instant(&text, at);
    lm_json_put_string(&wish->json, key, lm_text_string(&text));
}

void wish_begin(struct visit *v, struct wish *wish, const char *event)
{
    *wish = (struct wish){.text = lm_text_in(v->arena)};
    wish->json = lm_json_writer_to(&wish->text, true);
    lm_json_begin(&wish->json, NULL, '{');
    lm_json_put_string(&wish->json, "event", event);
    wish_put_moment(v, wish, "at", championships_now(v));
    lm_json_put_string(&wish->json, "by", wish_author(v));
}

void wish_put_words(struct visit *v, struct wish *wish, const char *key, const char *words)
{
    lm_json_begin(&wish->json, key, '[');
    for (const char *at = words + strspn(words, " "); *at != '\0';) {
        size_t size = strcspn(at, " ");
        const char *word = lm_arena_copy(v->arena, at, size);
        if (word != NULL)
            lm_json_put_string(&wish->json, NULL, word);
        at += size;
        at += strspn(at, " ");
    }
    lm_json_end(&wish->json, ']');
}

enum lm_status wish_read(struct visit *v, struct lm_championship *c, struct wish *wish,
                         const struct lm_json **out)
{
    struct lm_json *node;
    lm_json_end(&wish->json, '}');
    if (wish->text.failed)
        return LM_LIMIT;
    char *copy = lm_arena_copy(c->arena, wish->text.bytes, wish->text.length);
    enum lm_status status =
        copy == NULL ? LM_LIMIT : lm_json_parse(copy, wish->text.length, c->arena, &v->log, &node);
    *out = status == LM_OK ? node : NULL;
    return status;
}

static enum lm_status keep(struct visit *v, const struct lm_desk_taken *taken)
{
    struct championship_keeper *k = v->championship->keeper;
    const struct lines lines = {.bytes = taken->lines,
                                .length = taken->line_length,
                                .secrets = taken->secrets,
                                .secret_length = taken->secret_length};
    if (taken->answer == LM_ACT_REPEATED || taken->line_length == 0)
        return LM_OK;
    enum lm_status status =
        lines_append(v->server->store, k->name, taken->first, &lines, v->arena, &v->log);
    if (status != LM_OK) {
        k->championship.c->out_of_memory = true; /* rebuilt before its next use */
        return status == LM_DIFFERENT
                   ? visit_refuse(v, 409, "Someone else just changed this. Check and try again")
                   : status;
    }
    tell(v->server, k);
    return LM_OK;
}

/* Make the answer of the rules the answer of the visit. */
static enum lm_status answer(struct visit *v, const struct lm_desk_taken *taken)
{
    struct needs_page page = {.head = champ_head(v, CHAMP_TABS, ""),
                              .token = v->who.token,
                              .action = {v->request->path},
                              .pairs = v->form.pairs,
                              .pair_count = v->form.pair_count,
                              .request = v->form.request,
                              .deed = "",
                              .leave = site_local(v->arena, "/c/%s", v->championship->slug),
                              .may = taken->answer == LM_ACT_NEEDS};
    struct lm_text tokens = lm_text_in(v->arena);
    struct needs_reason *rows = lm_arena_alloc(v->arena, taken->reason_count, sizeof *rows);
    struct site_url back = visit_back(v);
    if (rows == NULL)
        return LM_LIMIT;
    if (back.address != NULL)
        page.leave = back;
    for (size_t i = 0; i < taken->reason_count; i++) {
        const struct lm_desk_reason *r = &taken->reasons[i];
        rows[i] = (struct needs_reason){.what = visit_message_as(v, r->what, r->message),
                                        .article = r->article,
                                        .grave = r->level >= LM_LEVEL_TWO_STEPS};
        if (r->level >= LM_LEVEL_ACKNOWLEDGE)
            lm_text_print(&tokens, "%s%s", tokens.length > 0 ? " " : "", r->token);
    }
    page.reasons = rows;
    page.reason_count = taken->reason_count;
    page.tokens = lm_text_string(&tokens);
    page.what = taken->answer == LM_ACT_CONFLICT ? visit_message(v, "Someone else was faster")
                                                 : visit_message(v, "Check before you go on");
    page.head.title = page.what;
    v->reply->status = 409;
    v->answered = true;
    page_desk_needs(&v->reply->body, v->language, &page);
    return LM_DIFFERENT;
}

/* Remove places: a wish is in no file, so they would mislead. */
static void forget_places(struct lm_log *log)
{
    for (size_t i = 0; i < log->count; i++) {
        log->all[i].line = log->all[i].column = 0;
        log->all[i].value = NULL;
    }
}

enum lm_status wish_enter(struct visit *v, struct wish *wishes, size_t count)
{
    struct lm_championship *c = v->championship->c;
    const struct lm_json **all = lm_arena_alloc(c->arena, count, sizeof *all);
    struct lm_desk_taken taken;
    enum lm_status status = all == NULL ? LM_LIMIT : LM_OK;
    for (size_t i = 0; status == LM_OK && i < count; i++) {
        if (i == 0 && *v->form.request != '\0')
            lm_json_put_string(&wishes[i].json, "req", v->form.request);
        if (*v->form.acknowledged != '\0')
            wish_put_words(v, &wishes[i], "acknowledged", v->form.acknowledged);
        status = wish_read(v, c, &wishes[i], &all[i]);
    }
    if (status == LM_OK)
        status = lm_championship_enter(c, all, count, &v->log, &taken);
    forget_places(&v->log);
    if (status != LM_OK)
        return status;
    if (taken.answer == LM_ACT_TAKEN || taken.answer == LM_ACT_REPEATED)
        return keep(v, &taken);
    return answer(v, &taken);
}

bool wish_try(struct visit *v, struct lm_championship *copy, struct wish *wishes, size_t count,
              const char **what)
{
    const struct lm_json **all = lm_arena_alloc(v->arena, count, sizeof *all);
    struct lm_desk_taken taken;
    struct lm_log log = {.arena = v->arena};
    struct lm_text news = lm_text_in(v->arena);
    uint64_t number = lm_championship_number(copy);
    size_t changes = copy->change_count;
    *what = "";
    for (size_t i = 0; i < count; i++)
        if (all == NULL || wish_read(v, copy, &wishes[i], &all[i]) != LM_OK)
            return false;
    enum lm_status status = lm_championship_enter(copy, all, count, &log, &taken);
    if (status != LM_OK || taken.answer != LM_ACT_TAKEN) {
        if (log.count > 0)
            *what = visit_message_as(v, log.all[0].what, log.all[0].message);
        else if (status == LM_OK && taken.reason_count > 0)
            *what = visit_message_as(v, taken.reasons[0].what, taken.reasons[0].message);
        return false;
    }
    const struct os_zone *zone;
    (void)zone_of_player(v, wish_author(v), &zone);
    for (size_t i = changes; i < copy->change_count; i++) {
        const struct change *change = &copy->changes[i];
        lm_text_print(&news, "%s%s%s%s\n", champ_message(v, zone, change),
                      *change->article == '\0' ? "" : " [", change->article,
                      *change->article == '\0' ? "" : "]");
    }
    *what = lm_text_string(&news);
    return lm_championship_take_back(copy, number) == LM_OK;
}

/* --- other servers of the same store */

enum lm_status championship_follow(struct visit *v, const char *journal)
{
    static const struct handler looking = {.pattern = "/c/:championship"};
    struct championships *all = v->server->championships;
    const char *slug = journal + sizeof PREFIX - 1;
    os_mutex_take(&all->lock);
    bool known = find(all, slug) != NULL;
    os_mutex_give(&all->lock);
    if (!known)
        return open_journal(all, journal, &v->log);
    v->handler = &looking;
    v->fresh = true;
    enum lm_status status = championship_take(v, slug);
    championship_give(v);
    return status;
}

/* --- the clock */

int64_t championships_now(const struct visit *v)
{
    struct championships *all = v->server->championships;
    os_mutex_take(&all->lock);
    int64_t now = v->now + all->shift;
    os_mutex_give(&all->lock);
    return now;
}

bool championships_rehearse(const struct visit *v)
{
    return v->server->championships->rehearsal;
}

enum lm_status championships_set_clock(struct championships *all, int64_t at, bool begin,
                                       struct lm_log *log)
{
    struct store_record record;
    struct lm_text text = lm_text_in(log->arena);
    struct store *store = all->server->store;
    int64_t shift = at - os_now_seconds();
    enum lm_status status = LM_OK;
    if (begin)
        status = store_get(store, STORE_SETTING, CLOCK, 0, log->arena, &record, log);
    if (status == LM_OK && begin && record.key != NULL)
        shift = strtoll(record.value, NULL, 10);
    lm_text_print(&text, "%lld", (long long)shift);
    record = (struct store_record){CLOCK, "", lm_text_string(&text), 0};
    if (status == LM_OK)
        status = store_put(store, STORE_SETTING, &record, log);
    if (status != LM_OK)
        return status;
    os_mutex_take(&all->lock);
    all->shift = shift;
    all->rehearsal = true;
    os_mutex_give(&all->lock);
    return LM_OK;
}
