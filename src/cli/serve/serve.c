/* SPDX-License-Identifier: Apache-2.0 */
/* `limmat serve` and `limmat db`: the command becomes limmat-serve, which alone links the network
 * and the database, or has it in itself. */
#include <stdlib.h>

#include "cli/core/command.h"
#include "cli/core/parts.h"
#include "client/program.h"
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
                    " is missing, which serves; it belongs beside limmat or into " LIMMAT_LIBEXEC);
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
    if (part != NULL) /* behind the path of this program; it ends with this, too */
        exit(part((int)count - 1, arguments + 1));
    return os_become(arguments, run->log);
}

#define DATA_OPTION                                                                                \
    {                                                                                              \
        0, "data", TEXT, "DIR", 0, 0,                                                              \
            "where everything is kept; else LIMMAT_DATA, else ~/.local/share/limmat"               \
    }

#define DATABASE_OPTION                                                                              \
    {                                                                                                \
        0, "database", TEXT, "URL", 0, 0,                                                            \
            "keep events in this PostgreSQL database (postgresql://…), which several servers may " \
            "share; else LIMMAT_DATABASE, else a file in DIR"                                        \
    }

static const struct option serve_options[] = {
    DATA_OPTION,
    DATABASE_OPTION,
    {0, "listen", TEXT, "ADDRESS:PORT", 0, 0,
     "where to listen; all addresses of this machine and port 8080 when not given"},
    {0, "host", TEXT, "NAME", 0, 0, "the name under which a proxy with TLS serves it"},
    {0, "proxy", TEXT, "ADDRESS", 0, 0,
     "the address of that proxy, whose X-Forwarded-For says where a request comes from; with "
     "--host this machine's when not given"},
    {0, "mirror", TEXT, "DIR", 0, 0, "write every entry there, too, as text: a stick"},
    {0, "public", TEXT, "ADDRESS", 0, 0,
     "show events at this public server, too: the address that it has made for this machine"},
    {0, "name", TEXT, "NAME", 0, 0, "what this machine is called at others"},
    {0, "list", TEXT, "FILE", 0, 0,
     "the rating list to find people in, as `limmat rate import` made it; else DIR/fide.registry"},
    {0, "list-from", TEXT, "URL", 0, 0,
     "keep that list at most a day old while there is a net: FIDE's address (\"fide\"), or "
     "another"},
    {0, "sample", TEXT, "FILE", 0, 0, "when there is no event yet, take over this tournament"},
    {0, "patience", NUMBER, "SECONDS", 1, 3600,
     "how long a request may take to arrive; 120 when not given"},
    {0, "tls", SWITCH, "", 0, 0, "encrypt, with a certificate that is made at the first start"},
    {0, "certificate", TEXT, "FILE", 0, 0, "encrypt with this certificate (PEM, with its chain)"},
    {0, "private-key", TEXT, "FILE", 0, 0, "and with its key"},
    {0, "secure", SWITCH, "", 0, 0, "send sessions over TLS only"},
    {0, "quiet", SWITCH, "", 0, 0, "do not write a line for each request"},
    {0, "awake", NUMBER, "N", 1, 1000000,
     "how many events stay in memory, of those asked for last; 1000 when not given"},
    {0, "submissions", SWITCH, "", 0, 0,
     "be a results service: take the tournaments that anybody sends to /submit"},
    {0, "submission-limit", NUMBER, "N", 1, 1000000,
     "how many an address may send in an hour; 60 when not given"},
    {0, "mail", TEXT, "PROGRAM", 0, 0,
     "send reminders of championships by this program, which takes mails as `sendmail -t -i` does; "
     "none when not given"},
    {0, "push", TEXT, "CONTACT", 0, 0,
     "tell those who follow a player of new pairings on their phones (Web Push); CONTACT answers "
     "for "
     "it to the push services: mailto:owner@example.org"},
    {0, "push-service", TEXT, "URL", 0, 0,
     "send to push services whose addresses begin so, too; else those of the common browsers"},
    {0, "webhooks", TEXT, "URL", 0, 0,
     "post reminders of championships to addresses that begin so, and to no others: "
     "https://discord.com/api/webhooks/; none when not given"},
    {0, "lichess", TEXT, "URL", 0, 0,
     "where people log in whose director lets them do so by Lichess; https://lichess.org when not "
     "given"},
    {0, "clock", TEXT, "TIME", 0, 0,
     "rehearse championships: their clock begins at this moment, 2019-09-20T12:00:00Z, and is "
     "moved by hand"},
    {0}};

static enum lm_status serve(struct run *run)
{
    return become(run, "serve");
}

const struct command serve_command = {
    .name = "serve",
    .operands = "",
    .summary = "run events from a browser",
    .description = "Starts the desk: an arbiter opens the address that is printed, and runs "
                   "events from there: people, check-in, rounds, results, standings, paper.  Other "
                   "devices of the hall take part by addresses of their own.\n\n"
                   "No set-up is needed, and no internet.  Whatever the desk has answered is on "
                   "the disk.  It ends with Ctrl-C.",
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
     "a backup, the folder of a mirror, or the journal's own file; must be given"},
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

const struct command db_check_command = {
    .name = "db check",
    .operands = "[FILE]",
    .summary = "does everything in a store or a backup hold together?",
    .example = "limmat db check",
    .options = db_options,
    .most = 1,
    .run = db_check};

const struct command db_backup_command = {
    .name = "db backup",
    .operands = "FILE",
    .summary = "copy the store of `limmat serve` into a new file, also while it runs",
    .example = "limmat db backup /media/stick/saturday.db",
    .options = db_options,
    .least = 1,
    .most = 1,
    .run = db_backup};

const struct command db_restore_command = {
    .name = "db restore",
    .operands = "FILE",
    .summary = "put a backup, or the folder of a mirror, in the place of the store",
    .description = "What was there is kept beside it (limmat.db.before-restore; of a database, its "
                   "schema limmat_before_restore).  Sessions and invitations of the backup end; "
                   "what was erased since it was made is erased again.  A backup that is damaged "
                   "is refused.  No server may run.  A mirror has events, but no settings.  A "
                   "backup of a file goes into a database as well, and the other way round.",
    .example = "limmat db restore /media/stick/saturday.db",
    .options = db_options,
    .least = 1,
    .most = 1,
    .run = db_restore};

const struct command db_repair_command = {
    .name = "db repair",
    .operands = "EVENT",
    .summary = "put back a damaged event from a backup or a mirror",
    .description = "EVENT is its address, as `limmat db check` names it.  Entries that the store "
                   "alone has stay, as far as they are well; all other events stay as they are.  "
                   "What was there is kept as by `limmat db restore`.  No server may run.",
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
    .description = "NAME.private beside it is read, too; NAME.limmat, which a browser "
                   "takes along, has both.  Every line is judged again.  The "
                   "event's address is NAME; where it is there already, what is new is put "
                   "behind, and what was written on at two places is refused.  `limmat serve` "
                   "must not run meanwhile.",
    .example = "limmat db import /media/stick/summer-open.journal",
    .options = db_options,
    .least = 1,
    .most = 1,
    .run = db_import};

const struct command db_export_command = {
    .name = "db export",
    .operands = "NAME.journal|NAME.limmat",
    .summary = "write the event or championship NAME of a store into a file, for another machine",
    .description = "NAME.private beside it has names and birth dates; NAME.limmat has both.  "
                   "`limmat db import` there "
                   "takes it over, again and again: what is new comes behind.  `limmat serve` "
                   "must not run meanwhile; while it does, its --mirror is the same.",
    .example = "limmat db export /media/stick/summer-open.journal",
    .options = db_options,
    .least = 1,
    .most = 1,
    .run = db_export};

const struct command db_migrate_command = {
    .name = "db migrate",
    .operands = "",
    .summary = "bring the store to the tables of this version",
    .description = "`limmat serve` does so by itself when it starts.",
    .example = "limmat db migrate",
    .options = db_options,
    .run = db_migrate};
