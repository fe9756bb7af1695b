/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Windows cannot wait for a pipe together with another object, so one thread reads the program's
 * errors, and another waits for the signal to stop.  A program inherits the ends of its three pipes
 * and no other handle.
 */

#include "os/process.h"

#include <stdlib.h>
#include <string.h>

#include "os/files.h"
#include "os/threads.h"
#include "os/windows_common.h"

enum {
    PIECE = 1 << 16,
    ERRORS_MAX = 1 << 16,
    GRACE_MS = 500,
    PAUSE_MS = 50,
    PIPE_ROOM = (1 << 16) + 4096
};

/* --- the signal to stop: an event */

bool os_stop_make(struct os_stop *stop)
{
    HANDLE told = CreateEventW(NULL, TRUE, FALSE, NULL);
    *stop = (struct os_stop){{(intptr_t)told, 0}};
    return told != NULL;
}

void os_stop_tell(struct os_stop *stop)
{
    SetEvent((HANDLE)stop->ends[0]);
}

void os_stop_end(struct os_stop *stop)
{
    CloseHandle((HANDLE)stop->ends[0]);
}

bool os_stop_asked(const struct os_stop *stop)
{
    return stop != NULL && WaitForSingleObject((HANDLE)stop->ends[0], 0) == WAIT_OBJECT_0;
}

/* --- the command line */

/* Quote one argument so that the program gets it unchanged: backslashes matter only in front of a
 * quotation mark, and are doubled there. */
static void add_argument(struct lm_text *line, const char *argument)
{
    size_t slashes = 0;
    lm_text_add(line, line->length == 0 ? "\"" : " \"");
    for (const char *at = argument; *at != '\0'; at++) {
        for (size_t i = 0; *at == '"' && i <= slashes; i++)
            lm_text_add_char(line, '\\');
        slashes = *at == '\\' ? slashes + 1 : 0;
        lm_text_add_char(line, *at);
    }
    while (slashes-- > 0)
        lm_text_add_char(line, '\\');
    lm_text_add_char(line, '"');
}

/* The command line in UTF-16, in the arena; NULL: no memory, or not UTF-8. */
static wchar_t *command_line(const char *const *arguments, struct lm_arena *arena)
{
    struct lm_text line = lm_text_in(arena), program = lm_text_in(arena);
    lm_text_add(&program, arguments[0]);
    for (size_t i = 0; i < program.length; i++)
        if (program.bytes[i] == '/')
            program.bytes[i] = '\\';
    add_argument(&line, lm_text_string(&program));
    for (size_t i = 1; arguments[i] != NULL; i++)
        add_argument(&line, arguments[i]);
    if (program.failed || lm_text_status(&line) != LM_OK || line.length > INT32_MAX)
        return NULL;
    wchar_t *wide = lm_arena_alloc(arena, line.length + 1, sizeof *wide);
    bool made =
        wide != NULL && MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, lm_text_string(&line),
                                            -1, wide, (int)line.length + 1) > 0;
    return made ? wide : NULL;
}

/* --- running */

/* Our ends of the child's standard streams, by their numbers there, and the child's ends. */
struct streams {
    HANDLE ours[3], theirs[3];
};

static void close_all(HANDLE ends[3])
{
    for (int i = 0; i < 3; i++) {
        if (ends[i] != NULL)
            CloseHandle(ends[i]);
        ends[i] = NULL;
    }
}

static bool open_streams(struct streams *s)
{
    *s = (struct streams){{NULL}, {NULL}};
    for (int i = 0; i < 3; i++) {
        HANDLE *read = i == 0 ? &s->theirs[i] : &s->ours[i];
        HANDLE *write = i == 0 ? &s->ours[i] : &s->theirs[i];
        if (!CreatePipe(read, write, NULL, PIPE_ROOM) ||
            !SetHandleInformation(s->theirs[i], HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT))
            return false;
    }
    return true;
}

static bool start(const struct os_program *program, struct streams *s, struct lm_arena *arena,
                  HANDLE *child)
{
    STARTUPINFOEXW how = {.StartupInfo = {.cb = sizeof how,
                                          .dwFlags = STARTF_USESTDHANDLES,
                                          .hStdInput = s->theirs[0],
                                          .hStdOutput = s->theirs[1],
                                          .hStdError = s->theirs[2]}};
    PROCESS_INFORMATION made;
    SIZE_T size = 0;
    wchar_t *line = command_line(program->arguments, arena);
    InitializeProcThreadAttributeList(NULL, 1, 0, &size);
    how.lpAttributeList = line == NULL ? NULL : lm_arena_alloc(arena, size, 1);
    if (how.lpAttributeList == NULL) {
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
        return false;
    }
    if (!InitializeProcThreadAttributeList(how.lpAttributeList, 1, 0, &size))
        return false;
    bool started =
        UpdateProcThreadAttribute(how.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST,
                                  s->theirs, sizeof s->theirs, NULL, NULL) &&
        CreateProcessW(NULL, line, NULL, NULL, TRUE,
                       CREATE_NO_WINDOW | EXTENDED_STARTUPINFO_PRESENT, NULL, NULL,
                       &how.StartupInfo, &made);
    DWORD reason = GetLastError();
    DeleteProcThreadAttributeList(how.lpAttributeList);
    SetLastError(reason);
    if (started) {
        CloseHandle(made.hThread);
        *child = made.hProcess;
    }
    return started;
}

/* Data of the two threads beside the one that takes the output. */
struct helpers {
    HANDLE child, told, finished, errors_end;
    HANDLE taker; /* the thread that takes the output */
    bool stopped; /* the child had to be ended */
    char errors[ERRORS_MAX];
    size_t error_length;
    struct os_thread reader, stopper;
    bool reads, waits;
};

static void read_errors(void *context)
{
    struct helpers *h = context;
    char piece[512];
    DWORD got;
    while (ReadFile(h->errors_end, piece, sizeof piece, &got, NULL) && got > 0) {
        size_t room = ERRORS_MAX - h->error_length, kept = got < room ? got : room;
        memcpy(h->errors + h->error_length, piece, kept);
        h->error_length += kept;
    }
}

static void wait_to_stop(void *context)
{
    struct helpers *h = context;
    const HANDLE either[] = {h->told, h->finished}, end[] = {h->child, h->finished};
    if (WaitForMultipleObjects(2, either, FALSE, INFINITE) != WAIT_OBJECT_0)
        return;
    if (WaitForMultipleObjects(2, end, FALSE, GRACE_MS) == WAIT_TIMEOUT)
        h->stopped = TerminateProcess(h->child, 1) != 0;
    while (h->stopped && WaitForSingleObject(h->finished, PAUSE_MS) == WAIT_TIMEOUT)
        CancelSynchronousIo(h->taker); /* even if another process has the other end of the pipe */
}

static bool begin_helpers(struct helpers *h, const struct os_program *program)
{
    h->finished = CreateEventW(NULL, TRUE, FALSE, NULL);
    h->taker = OpenThread(THREAD_TERMINATE, FALSE, GetCurrentThreadId());
    h->reads = h->finished != NULL && os_thread_start(&h->reader, read_errors, h);
    if (h->reads && program->stop != NULL) {
        h->told = (HANDLE)program->stop->ends[0];
        h->waits = os_thread_start(&h->stopper, wait_to_stop, h);
    }
    return h->reads && (h->waits || program->stop == NULL);
}

static void end_helpers(struct helpers *h)
{
    if (h->finished != NULL)
        SetEvent(h->finished);
    if (h->waits)
        os_thread_join(&h->stopper);
    HANDLE reader = h->reads ? *(HANDLE *)h->reader.room : NULL;
    while (h->stopped && h->reads && WaitForSingleObject(reader, PAUSE_MS) == WAIT_TIMEOUT)
        CancelSynchronousIo(reader);
    if (h->reads)
        os_thread_join(&h->reader);
    if (h->taker != NULL)
        CloseHandle(h->taker);
    if (h->finished != NULL)
        CloseHandle(h->finished);
}

/* Take the output until the stream ends; false if ${program} wants no more. */
static bool take_output(const struct os_program *program, HANDLE end, char *piece)
{
    DWORD got;
    while (ReadFile(end, piece, PIECE, &got, NULL) && got > 0)
        if (program->take != NULL && !program->take(program->context, piece, got))
            return false;
    return true;
}

/* Attend to the running child; return its exit status. */
static int attend(const struct os_program *program, struct streams *s, struct helpers *h,
                  char *piece)
{
    DWORD status = 0;
    bool helped = begin_helpers(h, program), whole = false;
    /* The pipe has room for all of it. */
    (void)put_whole(s->ours[0], program->input, program->input_length);
    CloseHandle(s->ours[0]);
    s->ours[0] = NULL;
    if (helped)
        whole = take_output(program, s->ours[1], piece);
    if (!whole)
        TerminateProcess(h->child, 1);
    WaitForSingleObject(h->child, INFINITE);
    end_helpers(h);
    bool told = h->stopped || (!whole && os_stop_asked(program->stop));
    if (told || !helped)
        return -1;
    return !whole ? 0 : GetExitCodeProcess(h->child, &status) ? (int)status : -1;
}

enum lm_status os_run(const struct os_program *program, struct lm_log *log, struct lm_text *errors,
                      int *result)
{
    struct streams streams;
    char *piece = lm_arena_alloc(log->arena, PIECE, 1);
    struct helpers *helpers = lm_arena_alloc(log->arena, 1, sizeof *helpers);
    if (piece == NULL || helpers == NULL)
        return LM_LIMIT;
    *helpers = (struct helpers){0};
    bool started = open_streams(&streams) && start(program, &streams, log->arena, &helpers->child);
    enum lm_status done = started ? LM_OK : os_fail(log, program->arguments[0], "run");
    close_all(streams.theirs);
    if (started) {
        helpers->errors_end = streams.ours[2];
        *result = attend(program, &streams, helpers, piece);
        lm_text_add_bytes(errors, helpers->errors, helpers->error_length);
        CloseHandle(helpers->child);
    }
    close_all(streams.ours);
    return done;
}

/* Windows cannot replace a process: wait for the program, ignore Ctrl-C, which the program gets,
 * and end with its status. */
enum lm_status os_become(const char *const *arguments, struct lm_log *log)
{
    STARTUPINFOW how = {.cb = sizeof how};
    PROCESS_INFORMATION made;
    DWORD status = 1;
    wchar_t *line = command_line(arguments, log->arena);
    if (line == NULL)
        return LM_LIMIT;
    if (!CreateProcessW(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &how, &made))
        return os_fail(log, arguments[0], "run");
    SetConsoleCtrlHandler(NULL, TRUE);
    WaitForSingleObject(made.hProcess, INFINITE);
    GetExitCodeProcess(made.hProcess, &status);
    exit((int)status);
}

void os_outlive_readers(void)
{
    /* Windows ends no process for that. */
}

void os_keep_private(void)
{
    /* A new file inherits the rights of its folder, and a user's data folder is private to the
     * user. */
}

void os_keep_memory(void)
{
    /* The heap decides this on Windows. */
}
