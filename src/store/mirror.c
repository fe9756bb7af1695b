/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A crash between the commit and the writing to the stick, or a stick that was out for an hour,
 * would leave a gap that no one sees until it matters.  Therefore the last line written and the
 * lengths of the files are remembered; if they do not match what is found, both files are written
 * again from the store.
 */
#include "store/mirror.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "limmat/text.h"
#include "os/files.h"
#include "os/threads.h"

enum { PATH_BYTES = 4096, ARENA_MAX = 1 << 30 };

enum { LINES, SECRETS, PARTS };

static const char *const endings[PARTS] = {".journal", ".private"};

/* The state of one journal on the stick. */
struct copy {
    char *journal;
    uint64_t number; /* of the last line; 0: not known */
    long size[PARTS];
    struct copy *next;
};

struct mirror {
    const char *folder;
    struct copy *copies;
    struct os_mutex lock; /* protects the trouble */
    char trouble[STORE_WHY];
};

struct mirror *mirror_new(const char *folder)
{
    struct mirror *m = calloc(1, sizeof *m);
    if (m == NULL)
        return NULL;
    m->folder = folder;
    os_mutex_make(&m->lock);
    return m;
}

static void note_trouble(struct mirror *m, const char *why)
{
    os_mutex_take(&m->lock);
    snprintf(m->trouble, sizeof m->trouble, "%s", why);
    os_mutex_give(&m->lock);
}

void mirror_trouble(struct mirror *m, char why[STORE_WHY])
{
    os_mutex_take(&m->lock);
    memcpy(why, m->trouble, STORE_WHY);
    os_mutex_give(&m->lock);
}

/* false, with the trouble noted: the folder is missing. */
static bool has_folder(struct mirror *m)
{
    if (os_kind_of(m->folder) == OS_FOLDER)
        return true;
    note_trouble(m, "the folder is not there");
    return false;
}

void mirror_free(struct mirror *m)
{
    for (struct copy *c = m == NULL ? NULL : m->copies, *next; c != NULL; c = next) {
        next = c->next;
        free(c->journal);
        free(c);
    }
    if (m != NULL)
        os_mutex_end(&m->lock);
    free(m);
}

static struct copy *copy_of(struct mirror *m, const char *journal)
{
    struct copy *c = m->copies;
    while (c != NULL && (c->journal == NULL || strcmp(c->journal, journal) != 0))
        c = c->next;
    if (c == NULL && (c = calloc(1, sizeof *c)) != NULL) {
        size_t size = strlen(journal) + 1;
        c->journal = malloc(size);
        if (c->journal != NULL)
            memcpy(c->journal, journal, size);
        c->next = m->copies;
        m->copies = c;
    }
    return c == NULL || c->journal == NULL ? NULL : c;
}

static bool path_of(const struct mirror *m, const char *journal, int part, char out[PATH_BYTES])
{
    int length = snprintf(out, PATH_BYTES, "%s/%s%s", m->folder, journal, endings[part]);
    return length > 0 && length < PATH_BYTES;
}

/* --- the whole of it */

static bool put_whole(const struct mirror *m, struct copy *c, int part, const struct lm_text *text,
                      struct lm_log *log)
{
    char path[PATH_BYTES];
    if (text->failed || !path_of(m, c->journal, part, path))
        return false;
    c->size[part] = (long)text->length;
    if (text->length == 0 && !os_is_there(path))
        return true;
    return os_holds(path, lm_text_string(text), text->length) ||
           os_write(path, lm_text_string(text), text->length, OS_REPLACE, log) == LM_OK;
}

static bool read_whole(struct database *db, struct copy *c, struct lm_text text[PARTS],
                       struct lm_log *log)
{
    struct rows *rows = database_ask(db,
                                     "SELECT e.number, e.text, s.value FROM entry e LEFT JOIN"
                                     " secret s ON s.journal = e.journal AND s.number = e.number"
                                     " WHERE e.journal = $1 ORDER BY e.number",
                                     "t", c->journal);
    while (rows_next(rows)) {
        c->number = (uint64_t)rows_number(rows, 0);
        for (int part = 0; part < PARTS; part++) {
            size_t length;
            const char *bytes = rows_text(rows, 1 + part, &length);
            if (length == 0)
                continue;
            lm_text_add_bytes(&text[part], bytes, length);
            lm_text_add_char(&text[part], '\n');
        }
    }
    return rows_end(rows, log) == LM_OK;
}

/* Write the whole journal; false, with the trouble noted: the stick lacks what the store has. */
static bool write_whole(struct mirror *m, struct database *db, struct copy *c)
{
    struct lm_arena *arena = NULL;
    c->number = 0;
    if (!has_folder(m) || lm_arena_new(&arena, NULL, ARENA_MAX) != LM_OK)
        return false;
    struct lm_log log = {.arena = arena};
    struct lm_text text[PARTS] = {lm_text_in(arena), lm_text_in(arena)};
    /* Private parts first: a line without its private part would be worse than a missing line. */
    bool well = read_whole(db, c, text, &log) && put_whole(m, c, SECRETS, &text[SECRETS], &log) &&
                put_whole(m, c, LINES, &text[LINES], &log);
    if (!well) {
        c->number = 0;
        note_trouble(m, log.count > 0 ? log.all[0].what : "a file cannot be written");
    }
    lm_arena_free(arena);
    return well;
}

void mirror_again(struct mirror *m, struct database *db, const char *journal)
{
    struct copy *c = copy_of(m, journal);
    if (c != NULL)
        (void)write_whole(m, db, c);
}

void mirror_all(struct mirror *m, struct database *db)
{
    struct rows *rows = database_ask(db, "SELECT name FROM journal", "");
    size_t length;
    bool there = has_folder(m), well = there;
    while (there && rows_next(rows)) { /* one without memory does not stop the others */
        struct copy *c = copy_of(m, rows_text(rows, 0, &length));
        well &= c != NULL && write_whole(m, db, c);
    }
    if (rows_end(rows, NULL) == LM_OK && well)
        note_trouble(m, "");
}

void mirror_look(struct mirror *m, struct database *db)
{
    char why[STORE_WHY];
    bool there = has_folder(m);
    mirror_trouble(m, why);
    if (there && *why != '\0')
        mirror_all(m, db);
}

/* --- at its end */

/* Append the lines of ${part} to its file, if that has the expected length. */
static bool put_behind(const struct mirror *m, struct copy *c, int part,
                       const struct store_line *lines, size_t count)
{
    char path[PATH_BYTES];
    FILE *file = path_of(m, c->journal, part, path) ? os_stream(path, "ab") : NULL;
    if (file == NULL)
        return false;
    bool well = fseek(file, 0, SEEK_END) == 0 && ftell(file) == c->size[part];
    for (size_t i = 0; well && i < count; i++) {
        bool secret = part == SECRETS;
        const char *text = !secret ? lines[i].text : lines[i].secret == NULL ? "" : lines[i].secret;
        size_t length = secret ? strlen(text) : lines[i].length;
        if (secret && length == 0)
            continue;
        well = fwrite(text, 1, length, file) == length && fputc('\n', file) != EOF;
        c->size[part] += (long)length + 1;
    }
    return fclose(file) == 0 && well;
}

void mirror_append(struct mirror *m, struct database *db, const char *journal, uint64_t first,
                   const struct store_line *lines, size_t count)
{
    struct copy *c = copy_of(m, journal);
    if (c == NULL || c->number >= first + count - 1)
        return; /* it was written with others of the same commit */
    if (c->number + 1 == first && (first > 1 || c->size[LINES] > 0) &&
        put_behind(m, c, SECRETS, lines, count) && put_behind(m, c, LINES, lines, count))
        c->number = first + count - 1;
    else
        (void)write_whole(m, db, c);
}
