/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/csv_heads.h"

#include <string.h>

#include "base/texts.h"
#include "formats/heads.h"

/* The column names of other programs and people. */
const char *lm_csv_meant(struct lm_field name, struct lm_arena *arena)
{
    static const char *const words[][2] = {
        {"elo", "rating"},
        {"rtg", "rating"},
        {"ratings", "rating"},
        {"rtgi", "rating"},
        {"fide rating", "rating"},
        {"no", "tpn"},
        {"no.", "tpn"},
        {"nr", "tpn"},
        {"nr.", "tpn"},
        {"number", "tpn"},
        {"snr", "tpn"},
        {"sno", "tpn"},
        {"sno.", "tpn"},
        {"start no.", "tpn"},
        {"seed", "tpn"},
        {"fed", "federation"},
        {"country", "federation"},
        {"id", "fide_id"},
        {"fideid", "fide_id"},
        {"fide id", "fide_id"},
        {"fide-id", "fide_id"},
        {"born", "birth"},
        {"birthday", "birth"},
        {"birth date", "birth"},
        {"year", "birth"},
        {"gender", "sex"},
        {"pts", "points"},
        {"pts.", "points"},
        {"pkt", "points"},
        {"pkt.", "points"},
        {"score", "points"},
        {"surname", "name"},
        {"player", "name"},
        {"place", "rank"},
        {"rk", "rank"},
        {"rk.", "rank"},
        {"rg", "rank"},
        {"rg.", "rank"},
        {"rangl", "rank"},
        {"rangl.", "rank"},
        {"pnt", "points"},
        {"pnt.", "points"},
        {"pos", "rank"},
        {"pos.", "rank"},
        {"team", "club"},
        {"verein", "club"},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (lm_field_is(name, words[i][0]))
            return words[i][1];
    return lm_head_meant(name, arena);
}

enum { ROUND_WORD = 8, WORDS = 15 };

/* Is it one of the known words for "round"? */
static bool is_round_word(const char *word)
{
    static const char *const words[WORDS] = {"r",     "rd",    "rde",   "round",  "runde",
                                             "ronde", "ronda", "turno", "rnd",    "rund",
                                             "tour",  "kolo",  "runda", "rodada", "rond"};
    for (size_t i = 0; i < WORDS; i++)
        if (strcmp(word, words[i]) == 0)
            return true;
    return false;
}

uint32_t lm_csv_round(struct lm_field name)
{
    char word[ROUND_WORD + 1] = "";
    size_t letters = 0, digits = 0;
    int64_t round = 0;
    bool parted = false; /* digits on both sides of a separator */
    for (size_t i = 0; i < name.length; i++) {
        char c = name.bytes[i];
        if (lm_is_digit(c)) {
            parted |= digits > 0 && !lm_is_digit(name.bytes[i - 1]);
            round = digits < 4 ? round * 10 + (c - '0') : round;
            digits++;
        } else if (c != '.' && c != ' ' && c != '-' && c != '#') {
            if (letters == ROUND_WORD)
                return 0;
            word[letters++] = (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
        }
    }
    bool good = !parted && digits > 0 && digits < 4 && round >= 1 && round <= LM_ROUNDS_MAX &&
                is_round_word(word);
    return good ? (uint32_t)round : 0;
}

/* ---- the beginning of the table, before it is split ---- */

static struct lm_field without_quotes(struct lm_field cell)
{
    while (cell.length > 0 && (cell.bytes[0] == ' ' || cell.bytes[0] == '"')) {
        cell.bytes++;
        cell.length--;
    }
    while (cell.length > 0 &&
           (cell.bytes[cell.length - 1] == ' ' || cell.bytes[cell.length - 1] == '"'))
        cell.length--;
    return cell;
}

bool lm_csv_names_people(struct lm_field head)
{
    static const char *const names[] = {"name", "player", "naam", "nom",     "nome",
                                        "namn", "nombre", "navn", "spieler", "surname"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (lm_field_is(without_quotes(head), names[i]))
            return true;
    return false;
}
