/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FLAT_H
#define LIMMAT_FLAT_H

/*
 * The library for other languages: functions that take and return only numbers and addresses.  No
 * struct crosses this border, nothing is called back, and answers are JSON, the documents that the
 * command prints with -f json (docs/limmat-answers.schema.json).  The Python package, the npm
 * package and the pages in a browser use only this.
 *
 * A *session* holds one tournament.  Its life:
 *
 *     struct limmat_session *s = limmat_open(length);  // room for a file of so many bytes
 *     memcpy(limmat_bytes(s), file, length);           // put it there
 *     strcpy(limmat_argument(s), "open.trf");          // its name: the extension may decide
 *     if (limmat_read(s, 0) == 0) {
 *         strcpy(limmat_argument(s), "");              // the system of the file
 *         uint32_t status = limmat_pair(s, 0);         // the next round
 *         fwrite(limmat_answer(s), 1, limmat_answer_length(s), stdout);
 *     }
 *     limmat_close(s);
 *
 * Each question below returns an exit status of the command (0 done, 1 no legal pairing, 2 internal
 * error, 3 bad input, 4 a limit) and leaves its answer in the session until the next question; copy
 * it to keep it.  A question that fails leaves the tournament unchanged.  limmat_messages then
 * makes the answer a list of all messages about the previous question: errors with place and
 * remedy, warnings, assumptions.
 *
 * Some questions need a text (a system, a list of tie-breaks): put it into the session's argument,
 * NUL-terminated UTF-8, before the question; "" is none.  Questions don't change it.
 *
 * Threads: a session belongs to one thread at a time; sessions are independent.  Memory: a session
 * keeps its file and its tournament; the next question frees the temporary memory of the previous
 * one.  1 GiB a session at most.
 *
 * This interface is stable: functions are added, none is changed or removed, and members are added
 * to the JSON documents; but before 1.0 "reasons" went once, announced.  limmat_interface() counts.
 */

#include <stddef.h>
#include <stdint.h>

#include "limmat/export.h"

#ifdef __cplusplus
extern "C" {
#endif

struct limmat_session;

/* The number of this interface, 4.  Interface 1 lacked limmat_round, limmat_preview and
 * limmat_ratings, 2 lacked limmat_forecast; in 3 the answers of limmat_explain had "reasons", which
 * "answers" replace. */
LM_API uint32_t limmat_interface(void);

/* The library's version, "1.0.0". */
LM_API const char *limmat_version(void);

/* --- a session */

/* Open a session with room for a file of ${length} bytes; NULL without memory. */
LM_API struct limmat_session *limmat_open(size_t length);

/* Free the session and all its memory.  NULL is allowed. */
LM_API void limmat_close(struct limmat_session *s);

/* The buffer for the file before limmat_read: the ${length} bytes of limmat_open. */
LM_API char *limmat_bytes(struct limmat_session *s);

/* The buffer for the text of the next question, and its size in bytes, including the NUL. */
LM_API char *limmat_argument(struct limmat_session *s);
LM_API size_t limmat_argument_size(void);

/* The last question's answer: ${limmat_answer_length} bytes, followed by a NUL. */
LM_API const char *limmat_answer(struct limmat_session *s);
LM_API size_t limmat_answer_length(struct limmat_session *s);

/* Make the answer the list of messages of the last question. */
LM_API uint32_t limmat_messages(struct limmat_session *s);

/* --- the tournament */

/* Read the file; the argument is its name.  With ${strict}, suspicious input is refused, too.
 * Reading again (after a change of the bytes) replaces the tournament, or fails and keeps it. */
LM_API uint32_t limmat_read(struct limmat_session *s, int strict);

/* Write the tournament in the format that the argument names: "trf26", "trf16", "json", "csv". This
 * is the only answer that may not be JSON. */
LM_API uint32_t limmat_write(struct limmat_session *s);

/* Pair the next round and enter it with pending results.  The argument is the system, "" that of
 * the tournament.  The answer is that of limmat_pair. */
LM_API uint32_t limmat_enter(struct limmat_session *s);

/* Enter the result of the game that the player numbered ${tpn} has in ${round}; of a match its
 * ${game}th, from 1.  The argument is the result, White's first: "1-0", "1/2-1/2", "0-1", "0-0",
 * "1/2-0", "0-1/2", "1F-0F", "0F-1F", "0F-0F" (forfeits), "1-0U" (not rated), "none" (pending
 * again).  Answer: {"round", "white", "black", "game", "result", "missing": results still missing
 * in that round}. */
LM_API uint32_t limmat_result(struct limmat_session *s, uint32_t round, uint32_t tpn,
                              uint32_t game);

/* --- questions about it */

/* Use the language that the argument names ("de", "fr-CH") from now on. */
LM_API uint32_t limmat_language(struct limmat_session *s);

/* Pair ${round}; 0: the next one.  The argument is the system, "" that of the tournament. */
LM_API uint32_t limmat_pair(struct limmat_session *s, uint32_t round);

/* Explain ${round} (0: the next one); with ${tpn} (0: none) that player's pairing, and with
 * ${against} (0: none) why not against that player.  The argument as for limmat_pair. */
LM_API uint32_t limmat_explain(struct limmat_session *s, uint32_t round, uint32_t tpn,
                               uint32_t against);

/* Pair ${round} again and compare; 0: all rounds, and all that the file declares.  The argument as
 * for limmat_pair. */
LM_API uint32_t limmat_check(struct limmat_session *s, uint32_t round);

/* Rank all players after ${round} (0: the last one).  The argument is the order, "PTS,DE,BH/C1", ""
 * that of the tournament. */
LM_API uint32_t limmat_standings(struct limmat_session *s, uint32_t round);

/* List ${round} (0: the last one): its boards in order with results and the points before it, and
 * the players without a game with the reason. */
LM_API uint32_t limmat_round(struct limmat_session *s, uint32_t round);

/* List all possible opponents in the next round: all outcomes of the open games, at most six, are
 * paired (limmat/preview.h).  The argument as for limmat_pair. */
LM_API uint32_t limmat_preview(struct limmat_session *s);

/* Forecast the tournament by ${runs} random ends from ${seed} (limmat/forecast.h, its other options
 * as lm_forecast_default).  The argument as for limmat_pair. */
LM_API uint32_t limmat_forecast(struct limmat_session *s, uint32_t runs, uint32_t seed);

/* The rating changes of the tournament so far, by the regulations of its first day and the likely
 * K. */
LM_API uint32_t limmat_ratings(struct limmat_session *s);

/* --- questions about Limmat; any session answers them */

/* List all pairing systems with their criteria and colour rules. */
LM_API uint32_t limmat_systems(struct limmat_session *s);

/* --- a journal (limmat/journal.h) */

/* List the parts that must be hashed to verify the journal in the bytes: [[offset, length], …]. */
LM_API uint32_t limmat_journal_parts(struct limmat_session *s);

/* Verify the journal in the bytes, followed by ${digests} times 32 bytes: the SHA-256 of each of
 * those parts, in their order.  The argument is the fingerprint of its last line from another
 * source, or "".  Answer: {"lines", "sealed", "head", "faults": [{"fault", "line", "number",
 * "what"}]}; "number" is the line concerned, "line" its line in the file. */
LM_API uint32_t limmat_journal(struct limmat_session *s, uint32_t digests);

#ifdef __cplusplus
}
#endif
#endif
