/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "journal/fields.h"

/*
 * Finding the faulty line.  If a line's successor does not have its digest, one of the two was
 * changed: the successor, if the next line does not have the successor's digest either.  Numbers
 * distinguish an omitted line from a misplaced one, whatever the digests are.
 */

struct entry {
    bool broken; /* not readable as a line */
    uint64_t number;
    unsigned place;
    const char *previous, *sealed;
    char digest[2 * LM_DIGEST_BYTES + 1];
};

struct audit {
    const struct lm_journal_hooks *hooks;
    struct lm_arena *arena;
    struct lm_log *log;
    struct lm_journal_audit *out;
    const char *head; /* known from another source; "" */
    struct entry *entries;
    size_t count, capacity;
    uint64_t old; /* lines before the chain begins, as a whole … */
    char old_digest[2 * LM_DIGEST_BYTES +
                    1]; /* … whose digest its first line has; "" without them */
    bool out_of_memory;
};

/* The sentence about a line: before and after its number. */
static const char *const sentences[][2] = {
    [LM_LINE_CHANGED] = {"line ", " was changed"},
    [LM_LINE_MISSING] = {"line ", " was left out"},
    [LM_LINE_TWICE] = {"line ", " stands there twice"},
    [LM_LINES_SWAPPED] = {"line ", " stands before its predecessor"},
    [LM_LINE_CUT] = {"line ", " has no end"},
    [LM_SECRET_CHANGED] = {"the private part of line ", " was changed"},
    [LM_SECRET_STRAY] = {"the private file has a part that line ", " did not seal"},
    [LM_OLD_CHANGED] = {"the old part, up to line ", ", was changed"},
    [LM_HEAD_DIFFERENT] = {"line ", ", the last, is not the end that is known"},
};

static void find(struct audit *a, enum lm_journal_fault fault, unsigned place, uint64_t number)
{
    struct lm_journal_audit *out = a->out;
    if (!lm_arena_grow(a->arena, &out->findings, &out->capacity, out->count + 1,
                       sizeof *out->findings)) {
        a->out_of_memory = true;
        return;
    }
    out->findings[out->count++] = (struct lm_journal_finding){fault, place, number};
    (void)lm_log_add(a->log, LM_ERROR, (struct lm_place){.line = place},
                     "take the journal from a backup or from another copy", "%s%llu%s",
                     sentences[fault][0], (unsigned long long)number, sentences[fault][1]);
}

static bool read_entries(struct audit *a, const char *bytes, size_t length)
{
    const char *line = NULL, *kept = NULL;
    size_t line_length = 0;
    struct lm_json_nodes nodes = {0};
    while (lm_next_line(&bytes, &length, &line, &line_length)) {
        if (!lm_arena_grow(a->arena, &a->entries, &a->capacity, a->count + 1, sizeof *a->entries))
            return false;
        struct entry *entry = &a->entries[a->count++];
        struct lm_json *object;
        struct lm_common common;
        *entry =
            (struct entry){.place = (unsigned)(a->old + a->count), .previous = "", .sealed = ""};
        enum lm_status status = lm_common_read(line, line_length, entry->place, &nodes, a->arena,
                                               NULL, &kept, &object, &common);
        if (status == LM_LIMIT)
            return false;
        entry->broken = status != LM_OK;
        if (!entry->broken) {
            entry->number = (uint64_t)common.number;
            entry->previous = common.previous;
            entry->sealed = common.sealed;
        }
        lm_digest_hex(a->hooks, line, line_length, entry->digest);
    }
    if (length > 0)
        find(a, LM_LINE_CUT, (unsigned)(a->old + a->count) + 1, a->old + a->count + 1);
    return true;
}

/* Does ${i} follow the line before it, by the digests? */
static bool is_linked(const struct audit *a, size_t i)
{
    return !a->entries[i].broken &&
           strcmp(a->entries[i].previous, i == 0 ? a->old_digest : a->entries[i - 1].digest) == 0;
}

static bool is_swapped(const struct audit *a, size_t i, uint64_t expected)
{
    return i + 1 < a->count && a->entries[i].number == expected + 1 &&
           a->entries[i + 1].number == expected;
}

/* Check the numbers: each once, ascending.  If they are correct, the digests are checked. */
static void check_order(struct audit *a)
{
    uint64_t expected = a->old + 1;
    for (size_t i = 0; i < a->count; i++) {
        const struct entry *entry = &a->entries[i];
        if (entry->broken) {
            find(a, LM_LINE_CHANGED, entry->place, expected++);
        } else if (is_swapped(a, i, expected)) {
            find(a, LM_LINES_SWAPPED, entry->place, entry->number);
            expected += 2;
            i++;
        } else if (entry->number < expected) {
            find(a, LM_LINE_TWICE, entry->place, entry->number);
        } else {
            uint64_t gap = entry->number - expected;
            if (gap > 0)
                find(a, LM_LINE_MISSING, entry->place, expected);
            expected = entry->number + 1;
        }
    }
}

/* Is the last line different from the known one? */
static bool is_other_head(const struct audit *a)
{
    const char *last = a->count == 0 ? a->old_digest : a->entries[a->count - 1].digest;
    return a->head[0] != '\0' && strcmp(a->head, last) != 0;
}

static void check_links(struct audit *a)
{
    for (size_t i = 0; i < a->count; i++) {
        bool follows = i == 0 || a->entries[i].number == a->entries[i - 1].number + 1;
        if (is_linked(a, i) || a->entries[i].broken || (i > 0 && a->entries[i - 1].broken) ||
            !follows)
            continue;
        bool own = i + 1 < a->count ? !is_linked(a, i + 1) : is_other_head(a);
        if (i == 0 && a->old > 0 && !own) {
            find(a, LM_OLD_CHANGED, 1, a->old);
            continue;
        }
        own |= i == 0;
        const struct entry *entry = &a->entries[own ? i : i - 1];
        find(a, LM_LINE_CHANGED, entry->place, entry->number);
        if (own)
            i++; /* its successor cannot have its digest: already reported */
    }
}

/* Only an old journal begins this way; without its first line it is not a journal. */
static bool is_old_opening(const char *bytes, size_t length)
{
    static const char opening[] = "{\"journal\":";
    return length >= sizeof opening - 1 && memcmp(bytes, opening, sizeof opening - 1) == 0;
}

static const struct entry *entry_of(const struct audit *a, uint64_t number)
{
    uint64_t index = number - a->old - 1; /* its index if nothing is wrong */
    if (index < a->count && a->entries[index].number == number)
        return &a->entries[index];
    for (size_t i = 0; i < a->count; i++)
        if (a->entries[i].number == number)
            return &a->entries[i];
    return NULL;
}

static void check_secret(struct audit *a, const char *line, size_t length, unsigned place,
                         uint64_t *last)
{
    struct lm_json *object;
    struct lm_private fields;
    char digest[2 * LM_DIGEST_BYTES + 1];
    if (lm_private_read(line, length, place, a->arena, NULL, &object, &fields) != LM_OK) {
        find(a, LM_SECRET_CHANGED, place, *last + 1);
        return;
    }
    const struct entry *entry = entry_of(a, (uint64_t)fields.number);
    lm_digest_hex(a->hooks, line, length, digest);
    if (entry == NULL || entry->sealed[0] == '\0' || (uint64_t)fields.number <= *last)
        find(a, LM_SECRET_STRAY, place, (uint64_t)fields.number);
    else if (strcmp(entry->sealed, digest) != 0)
        find(a, LM_SECRET_CHANGED, place, (uint64_t)fields.number);
    else
        a->out->erased--;
    *last = (uint64_t)fields.number;
}

static void check_secrets(struct audit *a, const char *bytes, size_t length)
{
    const char *line = NULL;
    size_t line_length = 0;
    unsigned place = 0;
    uint64_t last = 0;
    for (size_t i = 0; i < a->count; i++)
        a->out->sealed += a->entries[i].sealed[0] != '\0';
    a->out->erased = a->out->sealed;
    while (lm_next_line(&bytes, &length, &line, &line_length))
        check_secret(a, line, line_length, ++place, &last);
}

enum lm_status lm_journal_verify(const char *bytes, size_t length, const char *secrets,
                                 size_t secrets_length, const char *head,
                                 const struct lm_journal_hooks *hooks, struct lm_arena *arena,
                                 struct lm_log *log, struct lm_journal_audit *out)
{
    struct lm_journal_audit audit = {0};
    struct audit a = {.hooks = hooks, .arena = arena, .log = log, .out = &audit, .head = head};
    if (head == NULL)
        a.head = "";
    size_t old = lm_journal_old_part(bytes, length, &a.old);
    /* with a broken first line it is not an old part */
    if (old > 0 && !is_old_opening(bytes, old))
        old = a.old = 0;
    if (old > 0)
        lm_digest_hex(hooks, bytes, old, a.old_digest);
    if (!read_entries(&a, bytes + old, length - old))
        return LM_LIMIT;
    audit.lines = a.old + a.count;
    memcpy(audit.head, a.old_digest, sizeof audit.head);
    check_order(&a);
    check_links(&a);
    check_secrets(&a, secrets, secrets_length);
    if (a.count > 0)
        memcpy(audit.head, a.entries[a.count - 1].digest, sizeof audit.head);
    if (audit.count == 0 && audit.lines > 0 && is_other_head(&a))
        find(&a, LM_HEAD_DIFFERENT, (unsigned)audit.lines, audit.lines);
    if (a.out_of_memory)
        return LM_LIMIT;
    *out = audit;
    return LM_OK;
}

bool lm_journal_is_erased(const char *const *erased, size_t count, const char *person,
                          uint64_t number)
{
    for (size_t i = 0; i < count; i++) {
        int64_t line = 0;
        bool own = erased[i][0] == '#' &&
                   lm_parse_integer(erased[i] + 1, strlen(erased[i]) - 1, 1, INT64_MAX, &line);
        if (own ? (uint64_t)line == number : strcmp(erased[i], person) == 0)
            return true;
    }
    return false;
}

enum lm_status lm_journal_erase(const char *bytes, size_t length, const char *const *persons,
                                size_t count, struct lm_arena *arena, struct lm_log *log,
                                struct lm_text *out)
{
    const char *line = NULL;
    size_t line_length = 0;
    struct lm_text kept = lm_text_in(arena);
    for (unsigned place = 1; lm_next_line(&bytes, &length, &line, &line_length); place++) {
        struct lm_json *object;
        struct lm_private fields;
        enum lm_status status =
            lm_private_read(line, line_length, place, arena, log, &object, &fields);
        if (status != LM_OK)
            return status;
        if (!lm_journal_is_erased(persons, count, fields.person, (uint64_t)fields.number))
            lm_text_add_bytes(&kept, line, line_length + 1);
    }
    if (kept.failed)
        return LM_LIMIT;
    lm_text_add_bytes(out, lm_text_string(&kept), kept.length);
    return lm_text_status(out);
}
