/* SPDX-License-Identifier: Apache-2.0 */
/* `limmat submit`: send a tournament to a results service, through the same interface as `curl -T`.
 */
#include <string.h>

#include "cli/core/command.h"
#include "client/http_client.h"
#include "os/clock.h"
#include "os/entropy.h"
#include "os/files.h"
#include "os/process.h"

enum { TO, FORMAT };
enum { AS_TEXT, AS_JSON };
enum { TRIES = 3, PAUSE_MS = 1000, KEY = 43 };

static const struct option submit_options[] = {
    {0, "to", TEXT, "ADDRESS", 0, 0,
     "the service, or its address for your next version; LIMMAT_SUBMIT when not given"},
    {'f', "format", CHOICE, "text|json", 0, 0, "output format"},
    {0}};

/* Make an unguessable key in the form of the service's own addresses. */
static bool make_key(char key[KEY + 1])
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    unsigned char bytes[KEY];
    if (!os_random(bytes, sizeof bytes))
        return false;
    for (size_t i = 0; i < KEY; i++)
        key[i] = letters[bytes[i] % 64];
    key[KEY] = '\0';
    return true;
}

/* Add the file's name to the address, from which the service recognises its kind. */
static void add_name(struct lm_text *url, const char *path)
{
    const char *name = os_name_in(path);
    size_t plain =
        strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.");
    if (plain > 0 && plain < 100 && name[plain] == '\0' && *name != '.' && strcmp(name, "-") != 0)
        lm_text_print(url, "/%s", name);
}

/* "https://host", "https://host/submit", "https://host/s/SECRET" */
static const char *url_of(struct run *run, const char *to, const char *path)
{
    struct lm_text url = lm_text_in(run->arena);
    const char *host = strstr(to, "://");
    if (host == NULL)
        lm_text_add(&url, "https://");
    host = host == NULL ? to : host + 3;
    lm_text_add(&url, to);
    while (url.length > 0 && url.bytes[url.length - 1] == '/')
        url.bytes[--url.length] = '\0';
    if (host[strcspn(host, "/")] == '\0' || host[strcspn(host, "/") + 1] == '\0')
        lm_text_add(&url, "/submit");
    add_name(&url, path);
    return url.failed ? NULL : lm_text_string(&url);
}

/* Send it, and once more without an answer: with the same key it is the same submission. */
static enum lm_status send(const struct client_request *request, const char *bytes, size_t length,
                           struct lm_log *log, struct client_answer *answer)
{
    enum lm_status status = LM_IO;
    for (int i = 1; i <= TRIES && status == LM_IO; i++) {
        struct lm_log quiet = {.arena = log->arena};
        status = client_put(request, bytes, length, i == TRIES ? log : &quiet, answer);
        if (status == LM_IO && i < TRIES)
            os_sleep(PAUSE_MS);
    }
    return status;
}

/* Log each line of the service's answer, as the lines are our own messages; a page would be for
 * browsers. */
static enum lm_status tell_refusal(struct run *run, const char *message, int status)
{
    const enum lm_status result = status < 500 ? LM_INVALID : LM_IO;
    for (const char *at = *message == '<' || *message == '{' ? "" : message; *at != '\0';) {
        at += strspn(at, " \n");
        size_t size = strcspn(at, "\n");
        if (size > 0)
            (void)fail(run->log, result, "%.*s", (int)size, at);
        at += size;
    }
    if (*message == '{')
        (void)fail(run->log, result, "%s", message);
    return run->log->count > 0 ? result
                               : fail(run->log, result, "it was refused (HTTP %d)", status);
}

static enum lm_status submit(struct run *run)
{
    const char *bytes, *to = run->values[TO].text, *path = run->operands[0];
    size_t length;
    char key[KEY + 1];
    struct client_answer answer;
    if (to == NULL)
        to = os_environment("LIMMAT_SUBMIT");
    if (to == NULL)
        return lm_log_add(run->log, LM_ERROR, (struct lm_place){0},
                          "give --to https://results.example, or set LIMMAT_SUBMIT",
                          "no address to send to");
    enum lm_status status = read_file(path, run->arena, run->log, &bytes, &length);
    if (status == LM_OK && !make_key(key))
        status = fail(run->log, LM_IO, "the system has no random numbers");
    const struct client_request request = {
        .url = status == LM_OK ? url_of(run, to, path) : NULL,
        .accept = run->values[FORMAT].number == AS_JSON ? "application/json" : "text/plain",
        .token = key};
    if (status == LM_OK)
        status = request.url == NULL ? LM_LIMIT : send(&request, bytes, length, run->log, &answer);
    if (status != LM_OK)
        return status;
    const char *message = lm_text_string(&answer.body);
    if (answer.status < 300) {
        lm_text_add_bytes(&run->out, message, answer.body.length);
        return LM_OK;
    }
    return tell_refusal(run, message, answer.status);
}

const struct command submit_command = {
    .name = "submit",
    .operands = "FILE",
    .summary = "send a tournament to a results service",
    .description =
        "The service (`limmat serve --submissions`) answers with its findings on the file and an\n"
        "address.  There you preview the pages, accept safe corrections and publish with one\n"
        "click.  Give that address as --to for the next version, for example after each round;\n"
        "keep it private.\n"
        "\n"
        "FILE is in any format that Limmat reads, or the journal of an event.  `curl -T FILE\n"
        "ADDRESS/submit` does the same.",
    .example = "limmat submit --to https://results.example open.trf\n"
               "limmat submit --to https://results.example/s/jrhDxKJaCZmoxq5LrC6BGOjJ open.trf",
    .options = submit_options,
    .least = 1,
    .most = 1,
    .run = submit};
