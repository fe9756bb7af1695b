/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two buffers: requests fill one while the thread writes the other. If the thread hangs in a write
 * when the server ends, it stays until the end of the process, with the log that it still uses.
 */
#include "server/logbook.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "os/terminal.h"
#include "os/threads.h"

enum { ROOM = 256 << 10, FAREWELL_MS = 1000 };

struct logbook {
    struct os_thread thread;
    struct os_mutex lock;
    struct os_condition turned; /* lines to write, the end, or the thread has ended */
    bool ending, ended;
    size_t length;    /* of the waiting lines, in ${waiting} */
    uint64_t dropped; /* lines dropped since the last one that fitted */
    char *waiting, *written;
};

/* Append a line about dropped lines to the ${length} bytes of ${book->written}. */
static size_t add_dropped(struct logbook *book, size_t length, uint64_t dropped)
{
    if (dropped == 0)
        return length;
    char line[96];
    int size = snprintf(line, sizeof line, "{\"at\":%lld,\"dropped\":%llu}\n",
                        (long long)os_now_seconds(), (unsigned long long)dropped);
    memcpy(book->written + length, line, (size_t)size);
    return length + (size_t)size;
}

static void write_lines(void *context)
{
    struct logbook *book = context;
    os_mutex_take(&book->lock);
    for (;;) {
        while (book->length == 0 && !book->ending)
            os_condition_wait(&book->turned, &book->lock);
        if (book->length == 0)
            break;
        char *lines = book->waiting;
        size_t length = book->length;
        uint64_t dropped = book->dropped;
        book->waiting = book->written;
        book->written = lines;
        book->length = 0;
        book->dropped = 0;
        os_mutex_give(&book->lock);
        length = add_dropped(book, length, dropped);
        os_put_errors(lines, length);
        os_mutex_take(&book->lock);
    }
    book->ended = true;
    os_condition_broadcast(&book->turned);
    os_mutex_give(&book->lock);
}

static void free_book(struct logbook *book)
{
    os_condition_end(&book->turned);
    os_mutex_end(&book->lock);
    free(book->waiting);
    free(book->written);
    free(book);
}

struct logbook *logbook_start(void)
{
    struct logbook *book = calloc(1, sizeof *book);
    if (book == NULL)
        return NULL;
    os_mutex_make(&book->lock);
    os_condition_make(&book->turned);
    book->waiting = malloc(ROOM);
    book->written = malloc(ROOM);
    if (book->waiting != NULL && book->written != NULL &&
        os_thread_start(&book->thread, write_lines, book))
        return book;
    free_book(book);
    return NULL;
}

void logbook_end(struct logbook *book)
{
    if (book == NULL)
        return;
    int64_t until = os_elapsed_milliseconds() + FAREWELL_MS, left;
    os_mutex_take(&book->lock);
    book->ending = true;
    os_condition_broadcast(&book->turned);
    while (!book->ended && (left = until - os_elapsed_milliseconds()) > 0)
        (void)os_condition_wait_for(&book->turned, &book->lock, left);
    bool ended = book->ended;
    os_mutex_give(&book->lock);
    if (!ended)
        return;
    os_thread_join(&book->thread);
    free_book(book);
}

void logbook_add(struct logbook *book, const char *line, size_t length)
{
    enum { DROPPED = 96 }; /* bytes kept free for the line of add_dropped */
    os_mutex_take(&book->lock);
    bool room = book->dropped == 0 && book->length + length <= ROOM - DROPPED;
    if (room) {
        memcpy(book->waiting + book->length, line, length);
        book->length += length;
        os_condition_signal(&book->turned);
    }
    book->dropped += !room;
    os_mutex_give(&book->lock);
}

void logbook_printable(struct lm_text *out, const char *text, size_t most)
{
    size_t begin = out->length;
    while (*text != '\0' && out->length - begin < most) {
        size_t plain = 0, left = most - (out->length - begin);
        while (plain < left && text[plain] > ' ' && text[plain] < 0x7F && text[plain] != '"' &&
               text[plain] != '\\')
            plain++;
        lm_text_add_bytes(out, text, plain);
        text += plain;
        if (plain < left && *text != '\0')
            lm_text_print(out, "%%%02X", (unsigned)(unsigned char)*text++);
    }
    if (*text != '\0')
        lm_text_add(out, "…");
}
