/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One round: fetch the list of what the other side has (once in a while). Then for each event ask a
 * question with our new lines; the answer has theirs; repeat until neither side has more. The event
 * is locked while a question is made and an answer is read, never while the net is waited for.
 *
 * A question repeats the last line that both sides have, so a fork shows in the first
 * answer, wherever it is.
 */
#include "server/link.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/texts.h"
#include "limmat/json.h"
#include "os/clock.h"
#include "os/threads.h"
#include "server/sync.h"

#ifndef LIMMAT_VERSION
#define LIMMAT_VERSION "0"
#endif

enum {
    ANSWER_MAX = 64 << 20,
    CONNECT_SECONDS = 8,
    SILENCE_SECONDS = 20,
    PAUSE_MS = 1500,      /* between two rounds without news */
    PAUSE_MOST_MS = 5000, /* without a net */
    ROUNDS_PER_LIST = 20,
    TURNS_MOST = 1000,
    ARENA_MAX = 1 << 30
};

/* An event, as known to the other side. */
struct far_end {
    char *slug, *node, *name;
    char message[400];
    uint64_t head; /* the last line that both sides have */
    bool told;     /* it knows the latest data beside the journal */
    struct belongings beside;
    struct sync_item *done; /* items judged here, not reported to it yet; owned */
    size_t done_count;
    struct far_end *next;
};

struct link {
    struct server *server;
    struct os_thread thread;
    bool running;
    struct os_mutex lock; /* of all below */
    struct os_condition wake;
    char *site, *token;
    bool ending, woken;
    int64_t heard;
    char trouble[400];
    struct far_end *all;
};

/* --- bytes */

struct body {
    char *bytes;
    size_t length, capacity;
};

static size_t take_body(char *bytes, size_t size, size_t count, void *context)
{
    struct body *body = context;
    size_t length = size * count, need = body->length + length + 1;
    if (need > ANSWER_MAX)
        return 0;
    if (need > body->capacity) {
        char *longer = realloc(body->bytes, need * 2);
        if (longer == NULL)
            return 0;
        body->bytes = longer;
        body->capacity = need * 2;
    }
    memcpy(body->bytes + body->length, bytes, length);
    body->length += length;
    body->bytes[body->length] = '\0';
    return length;
}

/* Abort a transfer when the link ends: it need not complete. */
static int look_at_end(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
    struct link *link = context;
    (void)a, (void)b, (void)c, (void)d;
    os_mutex_take(&link->lock);
    bool ending = link->ending;
    os_mutex_give(&link->lock);
    return ending;
}

static void set_options(CURL *curl, struct link *link, const char *url, struct curl_slist *headers,
                        const struct lm_text *sent, struct body *body)
{
    curl_easy_reset(curl); /* keeps the connection */
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "limmat/" LIMMAT_VERSION);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, (long)SILENCE_SECONDS);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, look_at_end);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, link);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_body);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, body);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)sent->length);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, lm_text_string(sent));
    curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, "PUT");
}

/* Send ${sent} and read the answer; LM_IO with the reason in ${log} if there is none. */
static enum lm_status call(struct link *link, CURL *curl, const char *path,
                           const struct lm_text *sent, struct body *body, long *status,
                           struct lm_log *log)
{
    struct lm_text url = lm_text_in(log->arena), key = lm_text_in(log->arena);
    os_mutex_take(&link->lock);
    lm_text_print(&url, "%s%s", link->site, path);
    lm_text_print(&key, "Authorization: Bearer %s", link->token);
    os_mutex_give(&link->lock);
    struct curl_slist *headers = curl_slist_append(NULL, lm_text_string(&key));
    struct curl_slist *longer =
        headers == NULL ? NULL : curl_slist_append(headers, "Content-Type: application/json");
    longer = longer == NULL ? NULL : curl_slist_append(longer, "Expect:");
    CURLcode code = CURLE_OUT_OF_MEMORY;
    body->length = 0;
    *status = 0;
    if (longer != NULL && !url.failed && !key.failed && !sent->failed) {
        set_options(curl, link, lm_text_string(&url), longer, sent, body);
        code = curl_easy_perform(curl);
        curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, status);
    }
    curl_slist_free_all(longer == NULL ? headers : longer);
    if (code == CURLE_OK && body->length > 0)
        return LM_OK;
    (void)lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL, "%s",
                     code == CURLE_OK ? "an empty answer" : curl_easy_strerror(code));
    return LM_IO;
}

/* --- events */

static struct far_end *far_of(struct link *link, const char *slug)
{
    struct far_end *f = link->all;
    while (f != NULL && strcmp(f->slug, slug) != 0)
        f = f->next;
    if (f != NULL)
        return f;
    f = calloc(1, sizeof *f);
    if (f == NULL)
        return NULL;
    f->slug = strdup(slug);
    f->node = strdup("");
    f->name = strdup("");
    f->next = link->all;
    if (f->slug != NULL && f->node != NULL && f->name != NULL) {
        link->all = f;
        return f;
    }
    free(f->slug);
    free(f->node);
    free(f->name);
    free(f);
    return NULL;
}

static void drop_done(struct far_end *f)
{
    for (size_t i = 0; i < f->done_count; i++) {
        free((char *)(uintptr_t)f->done[i].id);
        free((char *)(uintptr_t)f->done[i].text);
    }
    free(f->done);
    f->done = NULL;
    f->done_count = 0;
}

static void drop_far(struct link *link)
{
    for (struct far_end *f = link->all, *next; f != NULL; f = next) {
        next = f->next;
        drop_done(f);
        free(f->slug);
        free(f->node);
        free(f->name);
        free(f);
    }
    link->all = NULL;
}

static void keep_text(char **place, const char *text)
{
    char *copy = strcmp(*place, text) == 0 ? NULL : strdup(text);
    if (copy == NULL)
        return;
    free(*place);
    *place = copy;
}

/* Keep the judged items for the next question; if it is lost, the items come again. */
static void keep_done(struct far_end *f, const struct sync_item *done, size_t count)
{
    drop_done(f);
    f->done = count == 0 ? NULL : calloc(count, sizeof *f->done);
    for (size_t i = 0; f->done != NULL && i < count; i++) {
        f->done[i] = (struct sync_item){strdup(done[i].id), strdup(done[i].text)};
        if (f->done[i].id == NULL || f->done[i].text == NULL)
            break;
        f->done_count++;
    }
}

static enum lm_status ask(struct visit *v, struct far_end *f, struct lm_text *out)
{
    struct sync_message m = {.state = "", .node = v->server->node, .name = v->server->node_name};
    uint64_t number;
    enum lm_status status = LM_OK;
    if (events_number(v->server->events, f->slug, &number)) {
        status = event_take(v, f->slug);
        if (status == LM_OK)
            status = sync_fill(v, f->head, &m);
        if (status == LM_OK)
            status =
                f->told ? belongings_fill(v, &f->beside, &m.beside) : belongings_look(v, &m.beside);
        event_give(v);
    }
    m.done = f->done;
    m.done_count = f->done_count;
    return status == LM_OK ? sync_write(&m, out) : status;
}

/* Describe the outcome of lines for people. */
static const char *said_of(const char *state)
{
    static const char *const message[][2] = {
        {SYNC_TWINS, LM_MESSAGE("Two computers have gone on from the same entry, and neither has "
                                "taken over the event. Take it over on the one that is right")},
        {SYNC_OTHER, LM_MESSAGE("Another event has this address there")},
        {SYNC_REFUSED, LM_MESSAGE("The event is run there now")}};
    for (size_t i = 0; i < sizeof message / sizeof *message; i++)
        if (strcmp(message[i][0], state) == 0)
            return message[i][1];
    return state;
}

/* Effects of an answer here: the outcome of its lines, our last line then, and the outcome of its
 * items. */
struct taken {
    const char *state;
    uint64_t head;
    struct sync_message out;
};

static enum lm_status take_answer(struct visit *v, const char *slug, const struct sync_message *m,
                                  struct taken *out)
{
    uint64_t number, next;
    bool there = events_number(v->server->events, slug, &number);
    *out = (struct taken){.state = SYNC_WELL, .out = {.state = ""}};
    if (!there && m->count == 0)
        return LM_OK;
    enum lm_status status = there ? event_take(v, slug) : event_make_at(v, slug);
    if (status == LM_OK)
        status = belongings_take(v, &m->beside);
    if (status == LM_OK)
        status = sync_take(v, m, false, &out->state, &next);
    if (status == LM_OK)
        status = sync_judge(v, m, &out->out);
    if (status == LM_OK)
        status = sync_settle(v, m);
    out->head = v->event == NULL ? 0 : lm_desk_number(v->event->desk);
    event_give(v);
    return status;
}

static bool is_one_of(const char *state, const char *const *states)
{
    while (*states != NULL && strcmp(*states, state) != 0)
        states++;
    return *states != NULL;
}

/* Read an answer; ${*more} if there is something to send at once. */
static enum lm_status read_answer(struct visit *v, struct far_end *f, const struct sync_message *m,
                                  struct link *link, bool *more)
{
    static const char *const on_the_way[] = {SYNC_WELL, SYNC_FORK, SYNC_GAP, SYNC_EARLIER, NULL};
    struct taken taken;
    enum lm_status status = take_answer(v, f->slug, m, &taken);
    if (status != LM_OK)
        return status;
    const char *message = is_one_of(m->state, on_the_way) ? taken.state : m->state;
    bool earlier = strcmp(m->state, SYNC_EARLIER) == 0 || strcmp(taken.state, SYNC_EARLIER) == 0;
    uint64_t known = earlier ? 0 : m->head < taken.head ? m->head : taken.head;
    /* If only a person can resolve it, asking again at once is useless. */
    bool stuck = strcmp(message, SYNC_WELL) != 0 && known != 0;
    bool behind = known < taken.head || m->head > taken.head || taken.out.done_count > 0;
    os_mutex_take(&link->lock);
    keep_text(&f->node, m->node);
    keep_text(&f->name, m->name);
    snprintf(f->message, sizeof f->message, "%s", said_of(message));
    *more = !stuck && (behind || (known == 0 && f->head != 0));
    f->head = known;
    f->told = true;
    f->beside = (struct belongings){.epoch = m->beside.epoch, .count = m->beside.count};
    os_mutex_give(&link->lock);
    keep_done(f, taken.out.done, taken.out.done_count);
    return LM_OK;
}

/* Return the reason why a visit of this thread failed. */
static const char *reason_of(const struct visit *v)
{
    return v->log.count > 0 ? v->log.all[0].what : "it failed";
}

static enum lm_status exchange(struct link *link, CURL *curl, struct far_end *f, struct body *body,
                               bool *more)
{
    struct lm_arena *arena = NULL;
    struct http_request request;
    struct http_reply reply;
    struct sync_message m;
    long code = 0;
    *more = false;
    enum lm_status status = lm_arena_new(&arena, NULL, ARENA_MAX);
    if (status != LM_OK)
        return status;
    struct visit v = sync_visit(link->server, arena, &request, &reply);
    struct lm_text sent = lm_text_in(arena);
    status = ask(&v, f, &sent);
    if (status == LM_OK)
        status = call(link, curl, visit_print(&v, "/sync/%s", f->slug), &sent, body, &code, &v.log);
    bool reached = status == LM_OK;
    if (reached && code != 200)
        status = lm_log_add(&v.log, LM_ERROR, (struct lm_place){0}, NULL,
                            "the public server answers %ld", code);
    if (status == LM_OK)
        status = sync_read(body->bytes, body->length, arena, &v.log, &m);
    if (status == LM_OK)
        status = read_answer(&v, f, &m, link, more);
    os_mutex_take(&link->lock);
    if (status != LM_OK)
        snprintf(f->message, sizeof f->message, "%s", reason_of(&v));
    snprintf(link->trouble, sizeof link->trouble, "%s", reached ? "" : reason_of(&v));
    if (reached)
        link->heard = os_now_seconds();
    os_mutex_give(&link->lock);
    lm_arena_free(arena);
    return reached ? LM_OK : LM_IO;
}

/* List the events of the other side, and those here that have a home. */
static enum lm_status list_events(struct link *link, CURL *curl, struct body *body)
{
    struct lm_arena *arena = NULL;
    struct http_request request;
    struct http_reply reply;
    struct lm_json *object;
    long code = 0;
    enum lm_status status = lm_arena_new(&arena, NULL, ARENA_MAX);
    if (status != LM_OK)
        return status;
    struct visit v = sync_visit(link->server, arena, &request, &reply);
    struct lm_text sent = lm_text_in(arena);
    lm_text_add(&sent, "{}");
    status = call(link, curl, "/sync", &sent, body, &code, &v.log);
    const char *trouble = status != LM_OK ? reason_of(&v)
                          : code == 200   ? ""
                                          : "the public server does not know this address any "
                                            "more: ask for another one";
    if (status == LM_OK && code == 200 &&
        lm_json_parse(body->bytes, body->length, arena, &v.log, &object) == LM_OK) {
        const struct lm_json *list = lm_json_get(object, "events");
        for (const struct lm_json *x = list == NULL ? NULL : list->first; x != NULL; x = x->next)
            if (lm_json_string(x) != NULL) {
                os_mutex_take(&link->lock);
                (void)far_of(link, lm_json_string(x));
                os_mutex_give(&link->lock);
            }
    }
    os_mutex_take(&link->lock);
    snprintf(link->trouble, sizeof link->trouble, "%s", trouble);
    os_mutex_give(&link->lock);
    status = *trouble == '\0' ? LM_OK : LM_IO; /* it lies in the arena */
    lm_arena_free(arena);
    return status;
}

static void know_own(struct link *link)
{
    struct lm_arena *arena = NULL;
    const char *const *slugs;
    size_t count = 0;
    if (lm_arena_new(&arena, NULL, ARENA_MAX) != LM_OK)
        return;
    if (events_list(link->server->events, arena, &slugs, &count) != LM_OK)
        count = 0;
    for (size_t i = 0; i < count; i++) {
        bool has_home = events_have_home(link->server->events, slugs[i]);
        os_mutex_take(&link->lock);
        if (has_home)
            (void)far_of(link, slugs[i]);
        os_mutex_give(&link->lock);
    }
    lm_arena_free(arena);
}

/* --- the thread */

/* Wait for the time, or until there is news; false: the thread must end. */
static bool rest(struct link *link, int64_t milliseconds)
{
    os_mutex_take(&link->lock);
    if (!link->woken && !link->ending)
        (void)os_condition_wait_for(&link->wake, &link->lock, milliseconds);
    link->woken = false;
    bool ending = link->ending;
    os_mutex_give(&link->lock);
    return !ending;
}

static bool is_ending(struct link *link)
{
    os_mutex_take(&link->lock);
    bool ending = link->ending;
    os_mutex_give(&link->lock);
    return ending;
}

static enum lm_status one_round(struct link *link, CURL *curl, struct body *body)
{
    know_own(link);
    for (struct far_end *f = link->all; f != NULL; f = f->next) {
        bool more = true;
        for (unsigned turn = 0; more && turn < TURNS_MOST && !is_ending(link); turn++)
            if (exchange(link, curl, f, body, &more) != LM_OK)
                return LM_IO;
    }
    return LM_OK;
}

static void run(void *context)
{
    struct link *link = context;
    CURL *curl = curl_easy_init();
    struct body body = {0};
    int64_t pause = 0;
    for (unsigned round = 0; curl != NULL && rest(link, pause); round++) {
        os_mutex_take(&link->lock);
        bool called = *link->site != '\0';
        os_mutex_give(&link->lock);
        enum lm_status status = LM_OK;
        if (called && round % ROUNDS_PER_LIST == 0)
            status = list_events(link, curl, &body);
        if (called && status == LM_OK)
            status = one_round(link, curl, &body);
        /* News wakes the thread; without a net that would cause a storm of attempts. */
        if (status != LM_OK) {
            round = UINT32_MAX; /* ask for the list again */
            pause = pause < PAUSE_MS ? PAUSE_MS : pause * 2;
            pause = pause > PAUSE_MOST_MS ? PAUSE_MOST_MS : pause;
            (void)rest(link, 300);
        } else {
            pause = PAUSE_MS;
        }
    }
    free(body.bytes);
    curl_easy_cleanup(curl);
}

/* --- called from other threads */

bool link_address(const char *address, struct lm_arena *arena, const char **site,
                  const char **token)
{
    const char *host = strstr(address, "://"), *mark = strstr(address, "/link/");
    bool web = strncmp(address, "http://", 7) == 0 || strncmp(address, "https://", 8) == 0;
    if (!web || host == NULL || mark == NULL || mark <= host + 3)
        return false;
    *site = lm_arena_copy(arena, address, (size_t)(mark - address));
    *token = mark + strlen("/link/");
    size_t length = strlen(*token);
    return *site != NULL && length > 20 && length < 100 &&
           strspn(*token, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") ==
               length;
}

static enum lm_status set_address(struct link *link, const char *address, struct lm_arena *arena)
{
    const char *site = "", *token = "";
    if (*address != '\0' && !link_address(address, arena, &site, &token))
        return LM_INVALID;
    char *own_site = strdup(site), *own_token = strdup(token);
    if (own_site == NULL || own_token == NULL) {
        free(own_site);
        free(own_token);
        return LM_LIMIT;
    }
    os_mutex_take(&link->lock);
    free(link->site);
    free(link->token);
    link->site = own_site;
    link->token = own_token;
    link->trouble[0] = '\0';
    for (struct far_end *f = link->all; f != NULL; f = f->next)
        f->head = 0;
    os_mutex_give(&link->lock);
    return LM_OK;
}

enum lm_status link_start(struct link **out, struct server *s, struct lm_log *log)
{
    struct store_record record = {0};
    struct link *link = calloc(1, sizeof *link);
    if (link == NULL || curl_global_init(CURL_GLOBAL_DEFAULT) != 0) {
        free(link);
        return LM_LIMIT;
    }
    link->server = s;
    os_mutex_make(&link->lock);
    os_condition_make(&link->wake);
    enum lm_status status =
        store_get(s->store, STORE_SETTING, "public", 0, log->arena, &record, log);
    if (status == LM_OK)
        status = set_address(link, record.key == NULL ? "" : record.value, log->arena);
    if (status == LM_OK && !os_thread_start(&link->thread, run, link))
        status = LM_LIMIT;
    link->running = status == LM_OK;
    if (status == LM_OK)
        *out = link;
    else
        link_end(link);
    return status;
}

void link_end(struct link *link)
{
    if (link == NULL)
        return;
    os_mutex_take(&link->lock);
    link->ending = true;
    os_condition_signal(&link->wake);
    os_mutex_give(&link->lock);
    if (link->running)
        os_thread_join(&link->thread);
    drop_far(link);
    free(link->site);
    free(link->token);
    os_condition_end(&link->wake);
    os_mutex_end(&link->lock);
    free(link);
    curl_global_cleanup();
}

void link_wake(struct link *link)
{
    if (link == NULL)
        return;
    os_mutex_take(&link->lock);
    link->woken = true;
    os_condition_signal(&link->wake);
    os_mutex_give(&link->lock);
}

enum lm_status link_set(struct visit *v, const char *address)
{
    const struct store_record record = {.key = "public", .scope = "", .value = address};
    enum lm_status status = set_address(v->server->link, address, v->arena);
    if (status == LM_INVALID)
        return visit_refuse(v, 422,
                            "This isn’t the link of a public server. Example: https://host/link/…");
    if (status == LM_OK)
        status = store_put(v->server->store, STORE_SETTING, &record, &v->log);
    link_wake(v->server->link);
    return status;
}

const char *link_site(struct link *link, struct lm_arena *arena)
{
    if (link == NULL)
        return "";
    os_mutex_take(&link->lock);
    const char *site = lm_copied(arena, link->site);
    os_mutex_give(&link->lock);
    return site;
}

int64_t link_heard(struct link *link, struct lm_arena *arena, const char **trouble)
{
    os_mutex_take(&link->lock);
    *trouble = lm_copied(arena, link->trouble);
    int64_t heard = link->heard;
    os_mutex_give(&link->lock);
    return heard;
}

bool link_state(struct link *link, const char *slug, struct lm_arena *arena, struct link_state *out)
{
    if (link == NULL)
        return false;
    os_mutex_take(&link->lock);
    const struct far_end *f = link->all;
    while (f != NULL && strcmp(f->slug, slug) != 0)
        f = f->next;
    if (f != NULL)
        *out = (struct link_state){lm_copied(arena, f->slug), lm_copied(arena, f->message), f->head,
                                   lm_copied(arena, f->node), lm_copied(arena, f->name)};
    os_mutex_give(&link->lock);
    return f != NULL;
}
