/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/journal.h"

#include <assert.h>
#include <string.h>

#include "base/texts.h"
#include "journal/fields.h"
#include "limmat/date.h"

/*
 * A journal keeps little in memory: its head, the requests it has seen, and the private parts of
 * lines still to come.  The content of the lines is for its readers.
 */

enum { SALT_BYTES = 16 };

struct request {
    const char *id;
    uint64_t number;
    uint32_t next; /* in the same bucket, from 1; 0: the end */
};

struct secret {
    uint64_t number;
    const char *person, *salt;
    const struct lm_json *data;
    const char *line; /* as in its file */
    char digest[2 * LM_DIGEST_BYTES + 1];
};

struct lm_journal {
    struct lm_arena *arena;
    struct lm_journal_hooks hooks;
    struct lm_journal_mark end; /* the present end */
    unsigned place;             /* lines read so far */
    unsigned private_place;
    struct request *requests; /* in the order of their lines */
    size_t request_count, request_capacity;
    uint32_t *buckets; /* index + 1 of the latest request; ${bucket_count} is a power of 2 */
    size_t bucket_count;
    struct secret *secrets; /* ascending by number */
    size_t secret_count, secret_capacity;
    size_t next_secret;         /* the first that can belong to a line still to be read */
    struct lm_json_nodes nodes; /* of the last line read */
};

void lm_digest_hex(const struct lm_journal_hooks *hooks, const char *bytes, size_t length,
                   char out[2 * LM_DIGEST_BYTES + 1])
{
    static const char digits[] = "0123456789abcdef";
    uint8_t digest[LM_DIGEST_BYTES];
    hooks->digest(hooks->context, bytes, length, digest);
    for (size_t i = 0; i < LM_DIGEST_BYTES; i++) {
        out[2 * i] = digits[digest[i] >> 4];
        out[2 * i + 1] = digits[digest[i] & 15];
    }
    out[2 * LM_DIGEST_BYTES] = '\0';
}

/* ---- the journal */

enum lm_status lm_journal_new(struct lm_arena *arena, const struct lm_journal_hooks *hooks,
                              struct lm_journal **out)
{
    struct lm_journal *journal = lm_arena_alloc(arena, 1, sizeof *journal);
    if (journal == NULL)
        return LM_LIMIT;
    *journal = (struct lm_journal){.arena = arena, .end = {.time = LM_NO_TIME}};
    if (hooks != NULL)
        journal->hooks = *hooks;
    *out = journal;
    return LM_OK;
}

uint64_t lm_journal_number(const struct lm_journal *journal)
{
    return journal->end.number;
}

int64_t lm_journal_time(const struct lm_journal *journal)
{
    return journal->end.time;
}

int64_t lm_journal_stamp(const struct lm_journal *journal, int64_t clock)
{
    const int64_t day = 86400, alive = 1767225600; /* 2026-01-01 */
    int64_t last = journal->end.time;
    bool behind = last != LM_NO_TIME && clock < last;
    return behind && (last - clock <= day || clock < alive) ? last : clock;
}

const char *lm_journal_head(const struct lm_journal *journal)
{
    return journal->end.head;
}

/* ---- requests */

static size_t bucket_of(const struct lm_journal *journal, const char *id)
{
    uint64_t hash = 14695981039346656037u; /* FNV-1a */
    for (const char *c = id; *c != '\0'; c++)
        hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    return (size_t)(hash ^ hash >> 32) & (journal->bucket_count - 1);
}

uint64_t lm_journal_find_request(const struct lm_journal *journal, const char *request)
{
    if (journal->bucket_count == 0 || request[0] == '\0')
        return 0;
    uint32_t i = journal->buckets[bucket_of(journal, request)];
    for (; i != 0; i = journal->requests[i - 1].next)
        if (strcmp(journal->requests[i - 1].id, request) == 0)
            return journal->requests[i - 1].number;
    return 0;
}

static void link_request(struct lm_journal *journal, size_t index)
{
    uint32_t *bucket = &journal->buckets[bucket_of(journal, journal->requests[index].id)];
    journal->requests[index].next = *bucket;
    *bucket = (uint32_t)(index + 1);
}

static bool add_request(struct lm_journal *journal, const char *id, uint64_t number)
{
    if (!lm_arena_grow(journal->arena, &journal->requests, &journal->request_capacity,
                       journal->request_count + 1, sizeof *journal->requests))
        return false;
    if (journal->bucket_count < journal->request_capacity) {
        size_t count = journal->bucket_count == 0 ? 64 : journal->bucket_count * 4;
        uint32_t *buckets = lm_arena_alloc(journal->arena, count, sizeof *buckets);
        if (buckets == NULL)
            return false;
        journal->buckets = buckets;
        journal->bucket_count = count;
        for (size_t i = 0; i < journal->request_count; i++)
            link_request(journal, i);
    }
    journal->requests[journal->request_count] = (struct request){id, number, 0};
    link_request(journal, journal->request_count++);
    return true;
}

struct lm_journal_mark lm_journal_mark(const struct lm_journal *journal)
{
    return journal->end;
}

void lm_journal_reset(struct lm_journal *journal, const struct lm_journal_mark *mark)
{
    while (journal->request_count > 0 &&
           journal->requests[journal->request_count - 1].number > mark->number) {
        const struct request *last = &journal->requests[--journal->request_count];
        journal->buckets[bucket_of(journal, last->id)] = last->next;
    }
    journal->place -= (unsigned)(journal->end.number - mark->number);
    journal->end = *mark;
}

/* ---- private parts */

static enum lm_status add_secret(struct lm_journal *journal, const char *bytes, size_t length,
                                 struct lm_log *log)
{
    struct lm_json *object = NULL;
    struct lm_private fields;
    struct lm_place place = {.line = ++journal->private_place};
    enum lm_status status =
        lm_private_read(bytes, length, place.line, journal->arena, log, &object, &fields);
    if (status != LM_OK)
        return status;
    const struct lm_json *data = lm_json_get(object, "data");
    if (data == NULL || data->type != LM_JSON_OBJECT)
        return lm_log_add(log, LM_ERROR, place, "restore the file", "a private part has no data");
    size_t count = journal->secret_count;
    if (count > 0 && journal->secrets[count - 1].number >= (uint64_t)fields.number)
        return lm_log_add(log, LM_ERROR, place, "restore the file",
                          "private parts are not in the order of their lines");
    if (!lm_arena_grow(journal->arena, &journal->secrets, &journal->secret_capacity, count + 1,
                       sizeof *journal->secrets))
        return LM_LIMIT;
    const char *line = lm_arena_copy(journal->arena, bytes, length);
    if (line == NULL)
        return LM_LIMIT;
    struct secret *secret = &journal->secrets[journal->secret_count++];
    *secret = (struct secret){(uint64_t)fields.number, fields.person, fields.salt, data, line, ""};
    if (journal->hooks.digest != NULL)
        lm_digest_hex(&journal->hooks, bytes, length, secret->digest);
    return LM_OK;
}

enum lm_status lm_journal_add_private(struct lm_journal *journal, const char *bytes, size_t length,
                                      struct lm_log *log)
{
    const char *line = NULL;
    size_t line_length = 0;
    enum lm_status status = LM_OK;
    while (status == LM_OK && lm_next_line(&bytes, &length, &line, &line_length))
        status = add_secret(journal, line, line_length, log);
    return status;
}

static const struct secret *secret_of(struct lm_journal *journal, uint64_t number)
{
    while (journal->next_secret < journal->secret_count &&
           journal->secrets[journal->next_secret].number < number)
        journal->next_secret++;
    if (journal->next_secret == journal->secret_count ||
        journal->secrets[journal->next_secret].number != number)
        return NULL;
    return &journal->secrets[journal->next_secret];
}

const char *lm_journal_secret(const struct lm_journal *journal, uint64_t number)
{
    size_t first = 0, end = journal->secret_count;
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        if (journal->secrets[middle].number < number)
            first = middle + 1;
        else
            end = middle;
    }
    bool found = first < journal->secret_count && journal->secrets[first].number == number;
    return found ? journal->secrets[first].line : NULL;
}

/* ---- lines from before there were numbers */

size_t lm_journal_old_part(const char *bytes, size_t length, uint64_t *lines)
{
    static const char new_line[] = "{\"v\":";
    const char *line = NULL, *rest = bytes;
    size_t line_length = 0, left = length, size = 0;
    for (*lines = 0; lm_next_line(&rest, &left, &line, &line_length); ++*lines) {
        if (line_length >= sizeof new_line - 1 && memcmp(line, new_line, sizeof new_line - 1) == 0)
            break;
        size = (size_t)(rest - bytes);
    }
    return size;
}

enum lm_status lm_journal_adopt(struct lm_journal *journal, const char *bytes, size_t length,
                                uint64_t lines, int64_t time)
{
    assert(journal->end.number == 0);
    journal->end.number = lines;
    journal->end.time = time;
    journal->place = (unsigned)lines;
    if (journal->hooks.digest != NULL)
        lm_digest_hex(&journal->hooks, bytes, length, journal->end.head);
    return LM_OK;
}

/* ---- reading */

static struct lm_line line_of(const struct lm_common *common, const struct lm_json *object,
                              unsigned place, const char *kept, size_t length)
{
    return (struct lm_line){
        .place = place,
        .kept = kept,
        .length = length,
        .version = (uint32_t)common->version,
        .number = (uint64_t)common->number,
        .at = common->at,
        .happened = common->happened != LM_NO_TIME ? common->happened : common->at,
        .event = common->event,
        .section = common->section,
        .by = common->by,
        .request = common->request,
        .previous = common->previous,
        .sealed = common->sealed,
        .undoes = common->undoes == LM_NOT_SET ? 0 : (uint64_t)common->undoes,
        .acknowledged = common->acknowledged.items,
        .acknowledged_count = common->acknowledged.count,
        .was = lm_json_get(object, "was"),
        .object = object,
        .person = "",
        .salt = "",
    };
}

static enum lm_status check_line(const struct lm_journal *journal, const struct lm_line *line,
                                 struct lm_log *log)
{
    const struct lm_journal_mark *end = &journal->end;
    struct lm_place place = {.line = line->place, .field = "n"};
    if (line->number != end->number + 1)
        return lm_log_add(log, LM_ERROR, place,
                          "restore the journal; `limmat journal verify` says more",
                          "line %llu is expected here, not line %llu",
                          (unsigned long long)end->number + 1, (unsigned long long)line->number);
    place.field = "req";
    if (lm_journal_find_request(journal, line->request) != 0)
        return lm_log_add(log, LM_ERROR, place, "restore the journal",
                          "the request was taken before");
    place.field = "prev";
    if (journal->hooks.digest != NULL && strcmp(line->previous, end->head) != 0)
        return lm_log_add(log, LM_ERROR, place,
                          "restore the journal; `limmat journal verify` says more",
                          "the line before is not the one that was taken");
    return LM_OK;
}

static enum lm_status join_secret(struct lm_journal *journal, struct lm_line *line,
                                  struct lm_log *log)
{
    const struct secret *secret = secret_of(journal, line->number);
    if (secret == NULL)
        return LM_OK;
    if (journal->hooks.digest != NULL && strcmp(secret->digest, line->sealed) != 0)
        return lm_log_add(log, LM_ERROR, (struct lm_place){.line = line->place, .field = "sealed"},
                          "restore the private file", "the private part is not the one sealed");
    line->secret = secret->data;
    line->person = secret->person;
    line->salt = secret->salt;
    return LM_OK;
}

static enum lm_status advance(struct lm_journal *journal, const char *bytes, size_t length,
                              const struct lm_line *line)
{
    if (line->request[0] != '\0' && !add_request(journal, line->request, line->number))
        return LM_LIMIT;
    journal->end.number = line->number;
    journal->end.time = line->at;
    if (journal->hooks.digest != NULL)
        lm_digest_hex(&journal->hooks, bytes, length, journal->end.head);
    journal->place = line->place;
    return LM_OK;
}

static enum lm_status read_line(struct lm_journal *journal, const char *bytes, size_t length,
                                lm_line_reader *reader, void *context, struct lm_log *log)
{
    struct lm_json *object = NULL;
    struct lm_common common;
    const char *kept = NULL;
    unsigned place = journal->place + 1;
    enum lm_status status = lm_common_read(bytes, length, place, &journal->nodes, journal->arena,
                                           log, &kept, &object, &common);
    if (status != LM_OK)
        return status;
    struct lm_line line = line_of(&common, object, place, kept, length);
    status = check_line(journal, &line, log);
    if (status == LM_OK)
        status = join_secret(journal, &line, log);
    if (status != LM_OK)
        return status;
    struct lm_journal_mark before = journal->end;
    status = advance(journal, bytes, length, &line);
    if (status == LM_OK)
        status = reader(context, &line, log);
    if (status != LM_OK && journal->end.number == line.number)
        lm_journal_reset(journal, &before);
    return status;
}

enum lm_status lm_journal_read(struct lm_journal *journal, const char *bytes, size_t length,
                               lm_line_reader *reader, void *context, struct lm_log *log)
{
    const char *line = NULL;
    size_t line_length = 0;
    enum lm_status status = LM_OK;
    while (status == LM_OK && lm_next_line(&bytes, &length, &line, &line_length))
        status = read_line(journal, line, line_length, reader, context, log);
    if (status == LM_OK && length > 0)
        return lm_log_add(log, LM_ERROR, (struct lm_place){.line = journal->place + 1},
                          "cut off the half line at the end", "the last line has no end");
    return status;
}

/* ---- writing */

static void put_instant(struct lm_json_writer *w, const char *key, int64_t at)
{
    struct lm_text text = lm_text_in(w->out->arena);
    lm_text_add_instant(&text, at);
    lm_json_put_string(w, key, lm_text_string(&text));
}

static void put_some(struct lm_json_writer *w, const char *key, const char *value)
{
    if (value != NULL && value[0] != '\0')
        lm_json_put_string(w, key, value);
}

/* Write members that are already JSON. */
static void put_members(struct lm_json_writer *w, const char *text)
{
    if (text == NULL || text[0] == '\0')
        return;
    if (w->started[w->depth])
        lm_text_add_char(w->out, ',');
    lm_text_add(w->out, text);
    w->started[w->depth] = true;
}

static void put_acknowledged(struct lm_json_writer *w, const struct lm_entry *entry)
{
    if (entry->acknowledged_count == 0)
        return;
    lm_json_begin(w, "acknowledged", '[');
    for (size_t i = 0; i < entry->acknowledged_count; i++)
        lm_json_put_string(w, NULL, entry->acknowledged[i]);
    lm_json_end(w, ']');
}

static void compose(const struct lm_journal *journal, const struct lm_entry *entry, int64_t at,
                    const char *sealed, struct lm_text *out)
{
    struct lm_json_writer w = lm_json_writer_to(out, true);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_integer(&w, "v", LM_JOURNAL_VERSION);
    lm_json_put_integer(&w, "n", (int64_t)journal->end.number + 1);
    put_instant(&w, "at", at);
    if (entry->happened != LM_NO_TIME && entry->happened != at)
        put_instant(&w, "happened", entry->happened);
    lm_json_put_string(&w, "by", entry->by);
    put_some(&w, "req", entry->request);
    put_some(&w, "section", entry->section);
    lm_json_put_string(&w, "event", entry->event);
    put_members(&w, entry->fields);
    if (entry->was != NULL) {
        struct lm_text was = lm_text_in(out->arena);
        lm_text_print(&was, "\"was\":%s", entry->was);
        put_members(&w, lm_text_string(&was));
    }
    put_acknowledged(&w, entry);
    if (entry->undoes != 0)
        lm_json_put_integer(&w, "undoes", (int64_t)entry->undoes);
    put_some(&w, "sealed", sealed);
    put_some(&w, "prev", journal->end.head);
    lm_json_end(&w, '}');
}

/* Without salt a digest hides nothing: names, birth dates and telephone numbers are few enough to
 * try. */
static enum lm_status compose_secret(const struct lm_journal *journal, const struct lm_entry *entry,
                                     struct lm_log *log, struct lm_text *out)
{
    uint8_t bytes[SALT_BYTES] = {0};
    struct lm_text salt = lm_text_in(out->arena), data = lm_text_in(out->arena);
    if (journal->hooks.random != NULL &&
        !journal->hooks.random(journal->hooks.context, bytes, sizeof bytes)) {
        (void)lm_log_add(log, LM_ERROR, (struct lm_place){0}, "try again",
                         "the system gives no random numbers, and what is private needs some");
        return LM_IO;
    }
    if (journal->hooks.random != NULL)
        lm_text_add_hex(&salt, bytes, sizeof bytes);
    lm_text_print(&data, "\"data\":{%s}", entry->secrets);
    struct lm_json_writer w = lm_json_writer_to(out, true);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_integer(&w, "n", (int64_t)journal->end.number + 1);
    put_some(&w, "person", entry->person);
    put_some(&w, "salt", lm_text_string(&salt));
    put_members(&w, lm_text_string(&data));
    lm_json_end(&w, '}');
    out->failed |= salt.failed || data.failed;
    return LM_OK;
}

static enum lm_status compose_both(const struct lm_journal *journal, const struct lm_entry *entry,
                                   struct lm_log *log, struct lm_text *own, struct lm_text *hidden)
{
    char sealed[2 * LM_DIGEST_BYTES + 1] = "";
    if (entry->secrets != NULL && entry->secrets[0] != '\0') {
        enum lm_status status = compose_secret(journal, entry, log, hidden);
        if (status != LM_OK)
            return status;
        if (journal->hooks.digest != NULL)
            lm_digest_hex(&journal->hooks, lm_text_string(hidden), hidden->length, sealed);
    }
    compose(journal, entry, lm_journal_stamp(journal, entry->at), sealed, own);
    return own->failed || hidden->failed || own->length > LM_JOURNAL_LINE ? LM_LIMIT : LM_OK;
}

/* Read the composed line again, as every later reader will see it. */
static enum lm_status read_back(struct lm_journal *journal, const struct lm_text *line,
                                const struct lm_text *secret, struct lm_log *log,
                                struct lm_line *out)
{
    struct lm_json *object = NULL, *hidden = NULL;
    struct lm_common common;
    struct lm_private fields;
    const char *kept = NULL;
    enum lm_status status =
        lm_common_read(lm_text_string(line), line->length, journal->place + 1, &journal->nodes,
                       journal->arena, log, &kept, &object, &common);
    if (status == LM_OK && secret->length > 0)
        status = lm_private_read(lm_text_string(secret), secret->length, 0, journal->arena, log,
                                 &hidden, &fields);
    if (status != LM_OK)
        return status;
    *out = line_of(&common, object, journal->place + 1, kept, line->length);
    if (hidden != NULL) {
        out->secret = lm_json_get(hidden, "data");
        out->person = fields.person;
        out->salt = fields.salt;
    }
    return LM_OK;
}

enum lm_status lm_journal_write(struct lm_journal *journal, const struct lm_entry *entry,
                                struct lm_log *log, struct lm_text *line, struct lm_text *secret,
                                struct lm_line *out)
{
    struct lm_text own = lm_text_in(journal->arena), hidden = lm_text_in(journal->arena);
    struct lm_line read;
    if (lm_journal_find_request(journal, entry->request == NULL ? "" : entry->request) != 0)
        return lm_log_add(log, LM_ERROR, (struct lm_place){.field = "req", .value = entry->request},
                          "give every request an id of its own", "the request was taken before");
    enum lm_status status = compose_both(journal, entry, log, &own, &hidden);
    if (status == LM_OK)
        status = read_back(journal, &own, &hidden, log, &read);
    if (status == LM_OK)
        status = advance(journal, lm_text_string(&own), own.length, &read);
    if (status != LM_OK)
        return status;
    lm_text_print(line, "%s\n", lm_text_string(&own));
    if (hidden.length > 0)
        lm_text_print(secret, "%s\n", lm_text_string(&hidden));
    *out = read;
    return line->failed || secret->failed ? LM_LIMIT : LM_OK;
}
