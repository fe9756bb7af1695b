/* SPDX-License-Identifier: Apache-2.0 */
/* `limmat serve` and `limmat db`: the command becomes limmat-serve, the only program linked to
 * network and database libraries, or has it built in. */
#include <stdlib.h>

#include "cli/core/command.h"
#include "cli/core/parts.h"
#include "client/client_program.h"
#include "os/process.h"

#define PROGRAM "limmat-serve"

enum { ARGUMENTS_MAX = 40 };

/* Become `limmat-serve ${verb}` with the options of ${run}, by their names, and its operands. */
static enum lm_status become(struct run *run, const char *verb)
{
    const char *arguments[ARGUMENTS_MAX + 1] = {NULL};
    part_main *part = part_named(PROGRAM);
    size_t count = program_words(PROGRAM, run->arena, arguments);
    if (count == 0)
        return fail(run->log, LM_IO,
                    PROGRAM
                    ", the server, is missing; put it beside limmat or into " LIMMAT_LIBEXEC);
    arguments[count++] = verb;
    const struct option *options = run->command->options;
    for (size_t i = 0; i < option_count(options) && count + 3 < ARGUMENTS_MAX; i++) {
        const char *text = run->values[i].text;
        if (text == NULL)
            continue;
        struct lm_text name = lm_text_in(run->arena);
        lm_text_print(&name, "--%s", options[i].name);
        arguments[count++] = lm_text_string(&name);
        if (options[i].kind != SWITCH)
            arguments[count++] = text;
    }
    for (size_t i = 0; i < run->operand_count && count < ARGUMENTS_MAX; i++)
        arguments[count++] = run->operands[i];
    if (part != NULL) /* after the path of this program; which also ends with it */
        exit(part((int)count - 1, arguments + 1));
    return os_become(arguments, run->log);
}

#define DATA_OPTION                                                                                \
    {                                                                                              \
        0, "data", TEXT, "DIR", 0, 0,                                                              \
            "data folder; LIMMAT_DATA or " OS_DATA_HOME "limmat when not given"                    \
    }

#define DATABASE_OPTION                                                                              \
    {                                                                                                \
        0, "database", TEXT, "URL", 0, 0,                                                            \
            "keep events in this PostgreSQL database (postgresql://…), which several servers can " \
            "share; LIMMAT_DATABASE or a file in DIR when not given"                                 \
    }

static const struct option serve_options[] = {
    DATA_OPTION,
    DATABASE_OPTION,
    {0, "listen", TEXT, "ADDRESS:PORT", 0, 0,
     "address and port; every address of this machine and port 8080 when not given"},
    {0, "host", TEXT, "NAME", 0, 0, "the public host name, if a proxy with TLS is in front"},
    {0, "proxy", TEXT, "ADDRESS", 0, 0,
     "the proxy's address, whose X-Forwarded-For header is trusted; this machine's when not given "
     "with --host"},
    {0, "mirror", TEXT, "DIR", 0, 0,
     "also write every entry there as text, for example to a stick"},
    {0, "public", TEXT, "ADDRESS", 0, 0,
     "also publish events on this public server: the address that it made for this machine"},
    {0, "name", TEXT, "NAME", 0, 0, "the name of this machine for others"},
    {0, "list", TEXT, "FILE", 0, 0,
     "the rating list for finding players, made by `limmat rate import`; DIR/fide.registry when "
     "not given"},
    {0, "list-from", TEXT, "URL", 0, 0,
     "update that list daily while online: from FIDE (\"fide\"), or another address"},
    {0, "office", TEXT, "FOLDER", 0, 0,
     "show the rating lists in this folder, made by `limmat rate period`"},
    {0, "sample", TEXT, "FILE", 0, 0, "import this tournament if there is no event yet"},
    {0, "patience", NUMBER, "SECONDS", 1, 3600,
     "time limit for a request to arrive; 120 when not given"},
    {0, "tls", SWITCH, "", 0, 0, "encrypt, with a certificate made at the first start"},
    {0, "certificate", TEXT, "FILE", 0, 0, "encrypt with this certificate (PEM, with its chain)"},
    {0, "private-key", TEXT, "FILE", 0, 0, "the certificate's key"},
    {0, "secure", SWITCH, "", 0, 0, "send session cookies over TLS only"},
    {0, "quiet", SWITCH, "", 0, 0, "do not log each request"},
    {0, "awake", NUMBER, "N", 1, 1000000, "number of events kept in memory; 1000 when not given"},
    {0, "submissions", SWITCH, "", 0, 0,
     "be a results service: accept tournaments that anyone sends to /submit"},
    {0, "submission-limit", NUMBER, "N", 1, 1000000,
     "submissions per address and hour; 60 when not given"},
    {0, "mail", TEXT, "PROGRAM", 0, 0,
     "send mail with this program, called like `sendmail -t -i`; no mail when not given"},
    {0, "push", TEXT, "CONTACT", 0, 0,
     "notify followers on their phones (Web Push); CONTACT is your address for the push services: "
     "mailto:owner@example.org"},
    {0, "push-service", TEXT, "URL", 0, 0,
     "also use push services with addresses that begin with this; the common browsers' when not "
     "given"},
    {0, "webhooks", TEXT, "URL", 0, 0,
     "post championship reminders only to addresses that begin with this: "
     "https://discord.com/api/webhooks/; none when not given"},
    {0, "lichess", TEXT, "URL", 0, 0,
     "Lichess server for signing in, if the director allows it; https://lichess.org when not "
     "given"},
    {0, "clock", TEXT, "TIME", 0, 0,
     "rehearse championships and the rating office: the clock starts at this time, "
     "2019-09-20T12:00:00Z, and you move it"},
    {0}};

static enum lm_status serve(struct run *run)
{
    return become(run, "serve");
}

const struct command serve_command = {
    .name = "serve",
    .operands = "",
    .summary = "run events in a browser",
    .description =
        "Starts the desk.  Open the printed address to run events: players, check-in, rounds,\n"
        "results, standings, printouts.  Other devices in the hall join with links of their own.\n"
        "\n"
        "It needs no set-up and no internet.  Every confirmed entry is on the disk.  Press Ctrl-C\n"
        "to stop it.",
    .example = "limmat serve\nlimmat serve --data weekend --listen 127.0.0.1:9000",
    .options = serve_options,
    .run = serve};

static const struct option db_options[] = {DATA_OPTION, DATABASE_OPTION, {0}};

static enum lm_status db_check(struct run *run)
{
    return become(run, "check");
}

static enum lm_status db_backup(struct run *run)
{
    return become(run, "backup");
}

static enum lm_status db_restore(struct run *run)
{
    return become(run, "restore");
}

static const struct option repair_options[] = {
    DATA_OPTION,
    DATABASE_OPTION,
    {0, "from", TEXT, "FILE", 0, 0,
     "a backup, a mirror's folder, or the journal's own file; required"},
    {0}};

static enum lm_status db_repair(struct run *run)
{
    return become(run, "repair");
}

static enum lm_status db_import(struct run *run)
{
    return become(run, "import");
}

static enum lm_status db_export(struct run *run)
{
    return become(run, "export");
}

static enum lm_status db_migrate(struct run *run)
{
    return become(run, "migrate");
}

const struct command db_check_command = {.name = "db check",
                                         .operands = "FILE",
                                         .summary = "check a store or a backup for damage",
                                         .example = "limmat db check",
                                         .options = db_options,
                                         .most = 1,
                                         .run = db_check};

const struct command db_backup_command = {
    .name = "db backup",
    .operands = "FILE",
    .summary = "copy the store of `limmat serve` into a new file, even while it runs",
    .example = "limmat db backup /media/stick/saturday.db",
    .options = db_options,
    .least = 1,
    .most = 1,
    .run = db_backup};

const struct command db_restore_command = {
    .name = "db restore",
    .operands = "FILE",
    .summary = "restore the store from a backup or a mirror's folder",
    .description =
        "Stop the server first.  The old store is kept beside it (limmat.db.before-restore; in a\n"
        "database, the schema limmat_before_restore).  Sessions and invitations of the backup\n"
        "end; data erased since the backup is erased again.  A damaged backup is refused.\n"
        "\n"
        "A mirror has events, but no settings.  A backup of a file can be restored into a\n"
        "database, and the other way round.",
    .example = "limmat db restore /media/stick/saturday.db",
    .options = db_options,
    .least = 1,
    .most = 1,
    .run = db_restore};

const struct command db_repair_command = {
    .name = "db repair",
    .operands = "EVENT",
    .summary = "repair a damaged event from a backup or a mirror",
    .description =
        "Stop the server first.  EVENT is the address that `limmat db check` names.  Undamaged\n"
        "entries that only the store has are kept; other events do not change.  The old store is\n"
        "kept as by `limmat db restore`.",
    .example = "limmat db repair summer-open --from /media/stick",
    .options = repair_options,
    .least = 1,
    .most = 1,
    .run = db_repair};

const struct command db_import_command = {
    .name = "db import",
    .operands = "NAME.journal|NAME.limmat",
    .summary =
        "put an event or championship into a store, from the files of a mirror or of `limmat desk`",
    .description =
        "Stop `limmat serve` first.  NAME.private beside the journal is read too; NAME.limmat, a\n"
        "browser's copy, has both.  Every line is judged again.\n"
        "\n"
        "The event's address is NAME.  If it exists already, new lines are added; an event that\n"
        "was continued in two places is refused.",
    .example = "limmat db import /media/stick/summer-open.journal",
    .options = db_options,
    .least = 1,
    .most = 1,
    .run = db_import};

const struct command db_export_command = {
    .name = "db export",
    .operands = "NAME.journal|NAME.limmat",
    .summary = "write the event or championship NAME of a store into a file, for another machine",
    .description =
        "Stop `limmat serve` first; while it runs, its --mirror does the same.\n"
        "\n"
        "NAME.private beside the journal has names and birth dates; NAME.limmat has both.\n"
        "`limmat db import` on the other machine imports it, as often as you like: new lines\n"
        "are added.",
    .example = "limmat db export /media/stick/summer-open.journal",
    .options = db_options,
    .least = 1,
    .most = 1,
    .run = db_export};

const struct command db_migrate_command = {.name = "db migrate",
                                           .operands = "",
                                           .summary = "upgrade the store's tables to this version",
                                           .description =
                                               "`limmat serve` does this when it starts.",
                                           .example = "limmat db migrate",
                                           .options = db_options,
                                           .run = db_migrate};
