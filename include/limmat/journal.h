/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_JOURNAL_H
#define LIMMAT_JOURNAL_H

/*
 * A journal: the acts of an event, one line each, in the order in which they were taken.
 *
 * A line is a JSON object without line breaks.  It is a fact with its outcome, never a request that
 * a replay would have to check again: a journal read years later, with another engine, gives the
 * same state.  This layer knows only the members that all lines have:
 *
 *     v             1: the version of the line's format; readers of every version are kept for ever
 *     n             its number, from 1, without gaps: the order
 *     at            when it was taken, UTC, by the writer's clock (lm_journal_stamp)
 *     happened      when it took place, if not then
 *     by            the author: the stable id of an account, not a name
 *     req           the writer's own id of the request, unique: a retry is the same line
 *     section       the section that it belongs to
 *     event         its kind; its fields follow under their names
 *     acknowledged  the reasons that the writer saw and confirmed
 *     was           the value that the writer saw
 *     undoes        the number of the line that it undoes
 *     sealed        the commitment to the private part, if there is one: the digest of its line
 *     prev          the digest of the line before; not in the first line
 *
 * The private part (names, birth dates, contacts, reasons) is a line of a second file beside the
 * journal, {"n","person","salt","data"}: digest and salt make it a commitment that no one can
 * guess.  Erasing a person drops those lines; the journal still verifies and can be replayed.
 *
 * No I/O, no clock, no randomness, no hashing: the caller gives bytes, times and two callbacks.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/export.h"
#include "limmat/json.h"
#include "limmat/status.h"
#include "limmat/text.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LM_DIGEST_BYTES    32
#define LM_JOURNAL_VERSION 1u
#define LM_JOURNAL_LINE    1048576u  /* the greatest length of a line, in bytes */
#define LM_NO_TIME         INT64_MIN /* an unknown instant */

/* Functions that the library lacks: SHA-256 (${digest}) and good random bytes (${random}, NULL for
 * readers only).  Without ${digest} lines are written and read without a chain, and private parts
 * have no commitment. */
struct lm_journal_hooks {
    void (*digest)(void *context, const char *bytes, size_t length, uint8_t out[LM_DIGEST_BYTES]);
    bool (*random)(void *context, uint8_t *bytes, size_t length); /* false: not available now */
    void *context;
};

/* A line.  Texts live in the journal's arena; "" if absent. */
struct lm_line {
    unsigned place; /* its line in the file, from 1 */
    uint32_t version;
    uint64_t number;
    int64_t at, happened; /* seconds since 1970; equal if only one is given */
    const char *event, *section, *by, *request;
    const char *previous, *sealed; /* digests in hexadecimal */
    uint64_t undoes;               /* 0: nothing */
    const char *const *acknowledged;
    size_t acknowledged_count;
    /* Trees of the other members, valid until the next line is handled; see lm_line_object.
     */
    const struct lm_json *was;    /* NULL: absent */
    const struct lm_json *object; /* all other members except ${was} */
    const struct lm_json *secret; /* data of its private part; NULL: has none, or it was erased;
                                     this tree stays */
    const char *person;           /* the person of the private part */
    const char *salt;             /* of its commitment: known only with the private part */
    const char *kept;             /* the line itself, as lm_json_parse_in_place leaves it … */
    size_t length;                /* … and its length */
};

/* A line to be written.  ${fields} and ${secrets} are the members of an object as JSON without its
 * braces ("" none). */
struct lm_entry {
    int64_t at, happened; /* LM_NO_TIME: as ${at} */
    const char *event, *section, *by, *request;
    const char *const *acknowledged;
    size_t acknowledged_count;
    uint64_t undoes;
    const char *was; /* JSON; NULL: absent */
    const char *fields, *secrets;
    const char *person; /* the person of ${secrets} */
};

/* Parse the whole of ${line} again into a tree in ${arena}, at any time.  LM_LIMIT: no memory. */
LM_API LM_MUST_CHECK enum lm_status
lm_line_object(const struct lm_line *line, struct lm_arena *arena, const struct lm_json **out);

struct lm_journal;

/* Make an empty journal in ${*out}; ${hooks} (copied) can be NULL. */
LM_API LM_MUST_CHECK enum lm_status lm_journal_new(struct lm_arena *arena,
                                                   const struct lm_journal_hooks *hooks,
                                                   struct lm_journal **out);

/* The number of the last line (0: none), its time (LM_NO_TIME: none), and its digest in hexadecimal
 * ("" without callback): the head, printed on sheets and pages. */
LM_API uint64_t lm_journal_number(const struct lm_journal *journal);
LM_API int64_t lm_journal_time(const struct lm_journal *journal);

/* Return the time of a line written when the writer's clock shows ${clock}.  A wrong clock blocks
 * nothing and affects only its own lines.  Within a day time doesn't go back.  A clock further
 * behind is accepted, because the line before could be wrong, unless it shows a year before 2026,
 * as with an empty battery. */
LM_API int64_t lm_journal_stamp(const struct lm_journal *journal, int64_t clock);
LM_API const char *lm_journal_head(const struct lm_journal *journal);

/* Return the number of the line that request ${request} made; 0: none.  O(1). */
LM_API uint64_t lm_journal_find_request(const struct lm_journal *journal, const char *request);

/*
 * Add private parts (NAME.private), before reading the lines that they belong to; more can follow
 * later.  A broken line is reported with its place in ${log}: LM_INVALID.
 */
LM_API LM_MUST_CHECK enum lm_status lm_journal_add_private(struct lm_journal *journal,
                                                           const char *bytes, size_t length,
                                                           struct lm_log *log);

/* A reader of the lines.  Any status but LM_OK ends the reading. */
typedef enum lm_status lm_line_reader(void *context, const struct lm_line *line,
                                      struct lm_log *log);

/*
 * Read more lines of the journal, each checked (form, number, time, request, chain, seal) and given
 * to ${reader}.  Every error, also of the reader by the trees' places, has its line in the file.
 * LM_INVALID at the first: the lines before it were taken.  Linear in ${length}.
 */
LM_API LM_MUST_CHECK enum lm_status lm_journal_read(struct lm_journal *journal, const char *bytes,
                                                    size_t length, lm_line_reader *reader,
                                                    void *context, struct lm_log *log);

/*
 * Continue an old part: ${lines} lines of a form without numbers and chain, ${bytes} with their
 * newlines, the last taken at ${time}.  The journal must be empty.  The first line written then has
 * the digest of the whole part as that of the line before it.
 */
LM_API LM_MUST_CHECK enum lm_status lm_journal_adopt(struct lm_journal *journal, const char *bytes,
                                                     size_t length, uint64_t lines, int64_t time);

/* Return the length of such a part in ${bytes}: whole lines before the first that begins with
 * {"v":. */
LM_API size_t lm_journal_old_part(const char *bytes, size_t length, uint64_t *lines);

/* Return the private part of line ${number} as in its file, without newline; it proves the
 * commitment. NULL: not available.  O(log n). */
LM_API const char *lm_journal_secret(const struct lm_journal *journal, uint64_t number);

/* Return the length of the whole lines in ${bytes}; a line cut off by a crash comes after them. */
LM_API size_t lm_journal_whole(const char *bytes, size_t length);

/*
 * Write ${entry} as the next line: append it to ${line} with its newline, and its private part, if
 * any, to ${secret}; the line as read again goes to ${*out}.  The journal continues after it.  A
 * time that would go back is set to that of the line before.  LM_INVALID if the request id is in
 * use, LM_LIMIT if the line is too long, LM_IO if a private part would have no salt; nothing is
 * appended then.
 */
LM_API LM_MUST_CHECK enum lm_status lm_journal_write(struct lm_journal *journal,
                                                     const struct lm_entry *entry,
                                                     struct lm_log *log, struct lm_text *line,
                                                     struct lm_text *secret, struct lm_line *out);

/* A position in a journal; going back forgets the lines after it. */
struct lm_journal_mark {
    uint64_t number;
    int64_t time;
    char head[2 * LM_DIGEST_BYTES + 1];
};
LM_API struct lm_journal_mark lm_journal_mark(const struct lm_journal *journal);
LM_API void lm_journal_reset(struct lm_journal *journal, const struct lm_journal_mark *mark);

/* Faults of a journal. */
enum lm_journal_fault {
    LM_LINE_CHANGED,   /* its bytes are not those that were taken */
    LM_LINE_MISSING,   /* the line with this number was left out */
    LM_LINE_TWICE,     /* … occurs a second time */
    LM_LINES_SWAPPED,  /* this and the following are in the wrong order */
    LM_LINE_CUT,       /* the last line has no end */
    LM_SECRET_CHANGED, /* the private part is not the one that was sealed */
    LM_SECRET_STRAY,   /* a private part that no line has sealed */
    LM_HEAD_DIFFERENT, /* the end differs from the one known from another source */
    LM_OLD_CHANGED     /* of the lines from before the chain (lm_journal_adopt) */
};

struct lm_journal_finding {
    enum lm_journal_fault fault;
    unsigned place;  /* line in its file, from 1 */
    uint64_t number; /* of the line concerned */
};

struct lm_journal_audit {
    uint64_t lines;
    uint64_t sealed, erased; /* lines with a private part; those whose part is gone */
    char head[2 * LM_DIGEST_BYTES + 1];
    struct lm_journal_finding *findings;
    size_t count, capacity;
};

/*
 * Verify a whole journal without replaying it: find lines that were changed, left out or swapped,
 * and private parts that don't fit.  An old part (lm_journal_old_part) is verified as a whole by
 * the first new line; without new lines it can't be.  ${head} is the digest from another source,
 * NULL or "" if none: without it a change of the very last line can't be detected.  Faults are
 * data, not a failure.  Needs ${hooks} with ${digest}.  ${log} gets a sentence about each, too.
 */
LM_API LM_MUST_CHECK enum lm_status
lm_journal_verify(const char *bytes, size_t length, const char *secrets, size_t secrets_length,
                  const char *head, const struct lm_journal_hooks *hooks, struct lm_arena *arena,
                  struct lm_log *log, struct lm_journal_audit *out);

/* Is the private part of line ${number}, which is about ${person}, among those in ${erased}: ids of
 * persons, and "#17" for line 17, whatever its person? */
LM_API bool lm_journal_is_erased(const char *const *erased, size_t count, const char *person,
                                 uint64_t number);

/* Append the private file ${bytes} without the lines that ${persons} name (lm_journal_is_erased):
 * the result of erasing, also for a restored backup.  LM_INVALID if the file is broken. */
LM_API LM_MUST_CHECK enum lm_status lm_journal_erase(const char *bytes, size_t length,
                                                     const char *const *persons, size_t count,
                                                     struct lm_arena *arena, struct lm_log *log,
                                                     struct lm_text *out);

/* ---- acts -----------------------------------------------------------------------------------
 *
 * Answers to a request, of a desk or a championship (the names are the desk's). */

/* The levels of FIDE's verification list. */
enum lm_desk_level {
    LM_LEVEL_NONE,
    LM_LEVEL_INFORM, /* information only */
    LM_LEVEL_ACKNOWLEDGE,
    LM_LEVEL_CONFIRM,   /* confirm or cancel */
    LM_LEVEL_TWO_STEPS, /* the second question: stay in FIDE mode? */
    LM_LEVEL_REFUSED
};

struct lm_desk_reason {
    enum lm_desk_level level;
    const char
        *token; /* "met:p4:p7": the token to acknowledge; stable, and the same for all users */
    const char *article; /* "C.04.1 art. 2"; "" none */
    const char *what;    /* a whole sentence without full stop */
    const char *remedy;  /* an alternative; never "" if the level is refused */
    size_t act;          /* index of the act that it is about */
    /* The parts of ${what} and ${remedy}, for other languages; NULL: they are whole. */
    const struct lm_message *message, *remedy_message;
};

enum lm_desk_answer {
    LM_ACT_TAKEN,
    LM_ACT_REPEATED, /* the request was taken before: ${first} is its line; nothing new */
    LM_ACT_CONFLICT, /* the current value differs from the one that the writer saw */
    LM_ACT_NEEDS,    /* ${reasons} must be acknowledged */
    LM_ACT_REFUSED
};

struct lm_desk_taken {
    enum lm_desk_answer answer;
    enum lm_desk_level level;             /* the highest of ${reasons} */
    const struct lm_desk_reason *reasons; /* also those that only inform */
    size_t reason_count;
    uint64_t first, last; /* numbers of the first and the last line */
    const char *lines;    /* to be appended to NAME.journal; "" when nothing was taken */
    size_t line_length;
    const char *secrets; /* to be appended to NAME.private, before the lines */
    size_t secret_length;
    bool leaves_fide_mode; /* by an act of a desk a section leaves FIDE mode, for good */
};

/* ---- fields --------------------------------------------------------------------------------- */

/*
 * The fields of an event, as rows: a form, a command line, a schema, a page of documentation and a
 * random arbiter are made from them, and they read every line into a struct.
 */
enum lm_field_type {
    LM_FIELD_TEXT,    /* UTF-8 without control characters, ${high} bytes at most; const char * */
    LM_FIELD_ID,      /* letters, digits and - _ . : @ + ; const char * */
    LM_FIELD_DATE,    /* "YYYY-MM-DD", also "YYYY"; const char * */
    LM_FIELD_NUMBER,  /* a whole number from ${low} to ${high}; int64_t, LM_NOT_SET */
    LM_FIELD_POINTS,  /* with one decimal, from ${low} to ${high} tenths; int32_t, LM_NO_POINTS */
    LM_FIELD_YES_NO,  /* true or false; uint8_t enum lm_yes_no */
    LM_FIELD_CHOICE,  /* one of ${choices}; uint8_t, its place from 1; 0: absent */
    LM_FIELD_INSTANT, /* a moment in UTC; int64_t, LM_NO_TIME */
    LM_FIELD_IDS,     /* array of ids; struct lm_words */
    LM_FIELD_TEXTS,   /* array of texts; struct lm_words */
    LM_FIELD_NUMBERS, /* array of whole numbers; struct lm_numbers */
    LM_FIELD_PAIRS    /* array of [id, id], or [id] for a bye; struct lm_words, two each, "" none */
};

#define LM_NOT_SET    INT64_MIN
#define LM_FIELDS_MAX 64 /* rows of one kind of event, at most */

enum lm_yes_no { LM_UNSET, LM_NO, LM_YES };

struct lm_words {
    const char *const *items;
    size_t count;
    bool given;
};

struct lm_numbers {
    const int64_t *items;
    size_t count;
    bool given;
};

enum lm_field_use {
    LM_OPTIONAL = 0,
    LM_REQUIRED = 1, /* the event makes no sense without it */
    LM_PRIVATE = 2,  /* in the private part; can be missing in a replay */
    LM_OUTCOME = 4   /* an outcome, found when the event is taken; never requested */
};

struct lm_field {
    const char *name;  /* its member */
    const char *title; /* above a form's field, and in the documentation */
    enum lm_field_type type;
    unsigned use;      /* set of enum lm_field_use */
    const char *names; /* the kind of an id: "person", "board", "section", …; NULL: none */
    const char *const *choices; /* NULL-terminated */
    int64_t low, high;          /* of numbers and points; ${high} of texts: bytes */
    size_t offset;              /* of its value in the event's struct */
};

/*
 * Read the fields of ${object} (and of ${secret}, which can be NULL) by their rows into ${value};
 * absent members get their absent value.  ${known} names members that belong to other readers
 * (NULL-terminated; NULL: none).  All mistakes are reported with place and remedy: LM_INVALID.  If
 * ${wish}, outcome fields are refused, and private ones are in ${object}; otherwise private fields
 * can be missing.  ${count} is LM_FIELDS_MAX at most.
 */
LM_API LM_MUST_CHECK enum lm_status
lm_fields_read(const struct lm_field *fields, size_t count, const struct lm_json *object,
               const struct lm_json *secret, const char *const *known, bool wish,
               struct lm_arena *arena, struct lm_log *log, void *value);

/* Put the typed text of ${field} as a member into ${w}: "7" as a number, "yes" as true, "p4-p9 p2"
 * as pairs, lists separated by spaces or commas (texts: by semicolons).  "" puts nothing.
 * LM_INVALID, with the remedy in ${log}, if the text doesn't fit. */
LM_API LM_MUST_CHECK enum lm_status lm_field_put_text(const struct lm_field *field,
                                                      const char *text, struct lm_json_writer *w,
                                                      struct lm_log *log);

/* Append the accepted values of a field, "a whole number from 1 to 999", for remedies and docs. */
LM_API void lm_field_describe(const struct lm_field *field, struct lm_text *out);

/* The names of the members that every line can have, NULL-terminated. */
LM_API const char *const *lm_line_members(void);

#ifdef __cplusplus
}
#endif
#endif
