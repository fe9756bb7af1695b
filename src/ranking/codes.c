/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The grammar of records 202 and 212 (TRF26, MTB26):
 *
 *   [OTHER_] CODE [:MP|:GP|:draw|:unplayed] [/Cn] [/Mn] [/L+n] [/Kn] [/P] [/F] [/R]
 *
 * OTHER_ with a name that is not one of ours means values that were computed elsewhere.
 */

#include <stdlib.h>
#include <string.h>

#include "base/texts.h"
#include "limmat/message.h"
#include "limmat/pairing.h"
#include "ranking/tie_break.h"

/* One code being read. */
struct reading {
    const char *code; /* the whole of it, for messages */
    size_t length;
    size_t name; /* its length without modifiers */
    struct lm_log *log;
    struct lm_tie_break out;
};

static enum lm_status wrong(const struct reading *r, const char *remedy, const char *what)
{
    if (r->log == NULL)
        return LM_INVALID;
    struct lm_arena *arena = r->log->arena;
    const struct lm_message *message =
        lm_message_print(arena, "tie-break \"%.*s\": %s", (int)r->length, r->code, what);
    return lm_log_add_message(
        r->log, LM_ERROR, (struct lm_place){0}, remedy,
        lm_message_within(message, lm_message_print(arena, "%s", what), arena));
}

/* Return the number ${text}[0..${length}), 1 … 99, of a modifier; -1: it is not one. */
static int number_of(const char *text, size_t length)
{
    int64_t value;
    return lm_parse_integer(text, length, 1, 99, &value) ? (int)value : -1;
}

static enum lm_status read_limit(struct reading *r, const char *text, size_t length)
{
    int64_t value;
    if (!lm_parse_integer(text, length, -99, 99, &value))
        return wrong(r, "/L+2: two half points more than half of the maximum", "no limit");
    r->out.limit = (int8_t)value;
    return LM_OK;
}

static enum lm_status read_numbered(struct reading *r, char letter, const char *text, size_t length)
{
    int number = number_of(text, length);
    if (number < 0)
        return wrong(r, "/C1, /M1, /K3", "a number from 1 to 99 must follow C, M and K");
    if (letter == 'K') {
        r->out.divisor = (uint8_t)number;
        return LM_OK;
    }
    r->out.least = (uint8_t)number;
    r->out.greatest = letter == 'M' ? (uint8_t)number : 0;
    return LM_OK;
}

static enum lm_status wrong_modifier(const struct reading *r)
{
    const char *letters = r->out.kind->modifiers;
    if (*letters == '\0')
        return wrong(r, NULL, "it takes no modifiers");
    return lm_log_add(r->log, LM_ERROR, (struct lm_place){0},
                      "for example BH/C1, BH/M1, KS/L+2, DE/P",
                      "tie-break \"%.*s\": the modifiers of %s are the letters %s", (int)r->length,
                      r->code, r->out.kind->code, letters);
}

/* Read the text after a '/': ${text}[0..${length}). */
static enum lm_status read_modifier(struct reading *r, const char *text, size_t length)
{
    char letter = length == 0 ? '\0' : lm_upper(text[0]);
    if (letter == '\0' || strchr(r->out.kind->modifiers, letter) == NULL)
        return wrong_modifier(r);
    if (letter == 'L')
        return read_limit(r, text + 1, length - 1);
    if (letter == 'C' || letter == 'M' || letter == 'K')
        return read_numbered(r, letter, text + 1, length - 1);
    if (length != 1)
        return wrong(r, "/P, /F, /R", "remove what follows the letter");
    r->out.forfeits_count |= letter == 'P';
    r->out.fore |= letter == 'F';
    r->out.reversed |= letter == 'R';
    return LM_OK;
}

/* Is ${text}[0..${length}) equal to ${word}, in any case? */
static bool says(const char *text, size_t length, const char *word)
{
    size_t i = 0;
    while (i < length && word[i] != '\0' && lm_upper(text[i]) == lm_upper(word[i]))
        i++;
    return i == length && word[i] == '\0';
}

static enum lm_status read_score(struct reading *r, const char *text, size_t length)
{
    const char *practice = row_of(r->out.kind)->practice;
    if (says(text, length, "MP"))
        r->out.score = LM_MATCH_POINTS;
    else if (says(text, length, "GP"))
        r->out.score = LM_GAME_POINTS;
    else if (practice != NULL && says(text, length, practice))
        r->out.score = LM_AS_SWISS_MANAGER;
    else
        return wrong(r, ":MP or :GP; of tb-2009 SB:draw and ARO:unplayed",
                     "teams don’t have this score");
    return LM_OK;
}

bool lm_is_given_code(const struct lm_tie_break *code)
{
    return row_of(code->kind) == &lm_given_criterion;
}

/* Write the code in its canonical form. */
static void write_code(struct reading *r, struct lm_arena *arena)
{
    struct lm_tie_break *code = &r->out;
    struct lm_text out = lm_text_in(arena);
    if (lm_is_given_code(code))
        for (size_t i = 0; i < r->name; i++)
            lm_text_add_char(&out, lm_upper(r->code[i]));
    else
        lm_text_add(&out, code->kind->code);
    const char *const scores[] = {[LM_MATCH_POINTS] = "MP",
                                  [LM_GAME_POINTS] = "GP",
                                  [LM_AS_SWISS_MANAGER] = row_of(code->kind)->practice};
    if (code->score != LM_PRIMARY_SCORE)
        lm_text_print(&out, ":%s", scores[code->score]);
    if (code->least > 0)
        lm_text_print(&out, "/%c%u", code->greatest > 0 ? 'M' : 'C', code->least);
    if (code->limit != 0)
        lm_text_print(&out, "/L%+d", code->limit);
    if (code->divisor != 0)
        lm_text_print(&out, "/K%u", code->divisor);
    lm_text_add(&out, code->fore ? "/F" : "");
    lm_text_add(&out, code->forfeits_count ? "/P" : "");
    lm_text_add(&out, code->reversed ? "/R" : "");
    strncpy(code->code, lm_text_string(&out), sizeof code->code - 1);
}

/* Can ${name} follow OTHER_ for values that were computed elsewhere? */
static bool is_own_name(const char *name, size_t length)
{
    enum { MOST = 24 };
    for (size_t i = 0; i < length; i++) {
        char c = lm_upper(name[i]);
        if ((c < 'A' || c > 'Z') && !lm_is_digit(c) && c != '_' && c != '-')
            return false;
    }
    return length > 0 && length <= MOST;
}

const struct criterion *lm_criterion_of(const char *code, size_t *length)
{
    static const char other[] = "OTHER_";
    size_t prefix = sizeof other - 1, i = 0, name = strcspn(code, ":/");
    *length = name < *length ? name : *length;
    while (i < prefix && i < *length && lm_upper(code[i]) == other[i])
        i++;
    if (i < prefix)
        return lm_criterion_named(code, *length);
    const struct criterion *row = lm_criterion_named(code + prefix, *length - prefix);
    if (row == NULL && is_own_name(code + prefix, *length - prefix))
        return &lm_given_criterion;
    return row != NULL && row->about.since == 0 ? row : NULL;
}

static enum lm_status read_code(struct reading *r)
{
    size_t length = r->length;
    const struct criterion *row = lm_criterion_of(r->code, &length);
    if (row == NULL)
        return wrong(r, "`limmat standings --list` lists them", "unknown tie-break");
    r->out.kind = &row->about;
    r->name = length;
    enum lm_status status = LM_OK;
    while (status == LM_OK && length < r->length) {
        char mark = r->code[length++];
        const char *text = r->code + length;
        size_t part = strcspn(text, ":/");
        part = part < r->length - length ? part : r->length - length;
        status = mark == ':' ? read_score(r, text, part) : read_modifier(r, text, part);
        length += part;
    }
    return status;
}

static bool is_separator(char c)
{
    return c == ',' || c == ';' || c == ' ' || c == '\t';
}

size_t lm_next_code(const char **list)
{
    while (is_separator(**list))
        ++*list;
    size_t length = 0;
    while ((*list)[length] != '\0' && !is_separator((*list)[length]))
        length++;
    return length;
}

/* The treatment of an unknown code. */
enum unknown { REFUSED, LEFT_OUT, THE_END };

/* Values computed elsewhere are known if ${t} gives some; NULL: always. */
static bool has_values(const struct lm_tournament *t, const struct lm_tie_break *code)
{
    return t == NULL || !lm_is_given_code(code) ||
           lm_given_values(t, lm_ids_are_teams(t), code->code, NULL);
}

/* The editions that have ${code}: "c07-2023, c07-2026". */
static const char *editions_with(const struct lm_tie_break *code, struct lm_arena *arena)
{
    struct lm_text names = lm_text_in(arena);
    for (int i = 0; i < LM_TIE_BREAK_EDITIONS; i++)
        if (lm_tie_break_is_of(code, (enum lm_tie_break_edition)i) &&
            !(i == LM_C07_2023 && code->kind->since > 2023))
            lm_text_print(&names, "%s%s", names.length > 0 ? ", " : "",
                          lm_tie_break_edition_name((enum lm_tie_break_edition)i));
    return lm_text_string(&names);
}

/* Log that the edition lacks ${code}: an error for a requested order; a note for a declared one,
 * whose other codes remain. */
static void tell_other_edition(struct lm_log *log, bool refused, const struct lm_tie_break *code,
                               enum lm_tie_break_edition edition, struct lm_arena *arena)
{
    lm_log_add(log, refused ? LM_ERROR : LM_NOTE, (struct lm_place){0},
               refused ? "choose another one, or name an edition that has it (--edition)" : NULL,
               refused ? "tie-break \"%s\": %s does not have it; these do: %s"
                       : "the tie-break \"%s\" is left out: %s does not have it; these do: %s",
               code->code, lm_tie_break_edition_name(edition), editions_with(code, arena));
}

static void note_left_out(struct lm_log *log, const char *code, size_t length)
{
    size_t name = length;
    bool given = lm_criterion_of(code, &name) == &lm_given_criterion;
    lm_log_add(log, LM_NOTE, (struct lm_place){0}, NULL,
               given ? "the tie-break \"%.*s\" needs values that the file doesn’t have; left out"
                     : "the file’s tie-break \"%.*s\" is unknown; left out",
               (int)length, code);
}

/* The source of codes, and how unknown ones are handled. */
struct source {
    const struct lm_tournament *t; /* NULL: none */
    enum unknown unknown;
    enum lm_tie_break_edition edition; /* LM_TIE_BREAK_EDITIONS: any */
};

/* Does the edition have ${code}?  Codes of 2026 also rank under c07-2023 if the event declares
 * them, but not if they are requested. */
static bool is_of_edition(const struct source *from, const struct lm_tie_break *code)
{
    bool newer =
        from->unknown == REFUSED && from->edition == LM_C07_2023 && code->kind->since > 2023;
    return from->edition == LM_TIE_BREAK_EDITIONS ||
           (!newer && lm_tie_break_is_of(code, from->edition));
}

/* Parse ${list}; unknown codes are logged as errors or, if they are left out, as notes. */
static enum lm_status parse(const char *list, const struct source *from, struct lm_arena *arena,
                            struct lm_log *log, const struct lm_tie_break **out, size_t *count)
{
    enum unknown unknown = from->unknown;
    struct lm_tie_break *all = NULL;
    size_t used = 0, capacity = 0;
    bool good = true;
    for (size_t length; (length = lm_next_code(&list)) > 0; list += length) {
        struct reading r = {.code = list, .length = length};
        r.log = unknown == REFUSED ? log : NULL;
        bool known = read_code(&r) == LM_OK;
        if (known)
            write_code(&r, arena);
        bool of_edition = !known || is_of_edition(from, &r.out);
        if (!known || !of_edition || !has_values(from->t, &r.out)) {
            good = false;
            if (unknown == THE_END)
                break;
            if (!of_edition)
                tell_other_edition(log, unknown == REFUSED, &r.out, from->edition, arena);
            else if (unknown == LEFT_OUT)
                note_left_out(log, list, length);
            continue;
        }
        if (!lm_arena_grow(arena, &all, &capacity, used + 1, sizeof *all))
            return LM_LIMIT;
        all[used++] = r.out;
    }
    if (!good && unknown == REFUSED)
        return LM_INVALID;
    *out = all;
    *count = used;
    return LM_OK;
}

enum lm_status lm_tie_breaks_parse(const char *list, struct lm_arena *arena, struct lm_log *log,
                                   const struct lm_tie_break **out, size_t *count)
{
    const struct source any = {.unknown = REFUSED, .edition = LM_TIE_BREAK_EDITIONS};
    return parse(list, &any, arena, log, out, count);
}

/* Return the first criterion: points, unless the system pairs by something else. */
static const char *first_code(const struct lm_tournament *t)
{
    const struct lm_system *system = lm_system_of(t, NULL);
    return system == NULL || system->score == NULL ? "PTS" : system->score;
}

static bool is_everybody_rated(const struct lm_tournament *t)
{
    for (uint32_t player = 0; player < t->player_count; player++)
        if (t->players[player].rating == 0)
            return false;
    return true;
}

/* Return FIDE's earlier recommendation: Annex 3 of the tournament rules, later C.02 art. 13.16. The
 * list that puts Buchholz first is of an unknown day between 2017 and 2021; 2019 is assumed. */
static const char *recommended_before(const struct lm_tournament *t)
{
    struct lm_date start;
    struct field schedule = {.t = t};
    bool later = lm_parse_date(t->start, strlen(t->start), &start) && start.year >= 2019;
    if (lm_ids_are_teams(t))
        return lm_is_predetermined(&schedule) ? "PTS,MPvGP,DE,SB" : "PTS,MPvGP,DE,BH/C1,BH,SB";
    if (lm_is_predetermined(&schedule))
        return "PTS,DE,WIN,SB,KS";
    if (is_everybody_rated(t))
        return later ? "PTS,BH/C1,BH,DE,ARO/C1,WIN,BWG,BPG,SB"
                     : "PTS,DE,WIN,BPG,ARO/C1,BH/C1,BH,SB";
    return later ? "PTS,BH/C1,BH,SB,PS,DE,WIN,BWG" : "PTS,DE,WIN,BPG,BH/C1,BH,SB";
}

static bool is_paired_by(const struct lm_tournament *t, const char *name)
{
    const struct lm_system *system = lm_system_of(t, NULL);
    return system != NULL && strcmp(system->name, name) == 0;
}

/* Return the order of a pairing system that has its own; NULL: it has none.  Participants still
 * tied share a rank: lots are drawn by people, or requested by LOT. */
static const char *order_of_system(const struct lm_tournament *t, const char **how)
{
    static const struct {
        const char *system, *how, *order;
    } rows[] = {
        {"dutch-2006", "the Dutch rules of 2006 (F10)", "PTS,RBT,AROX"},
        {"keizer-2026", "the usual list for Keizer's system", "KEIZ,TPN,KVAL,PTS"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (is_paired_by(t, rows[i].system)) {
            *how = rows[i].how;
            return rows[i].order;
        }
    return NULL;
}

/* Return the usual choice where C.07 leaves it to the organiser. */
static const char *recommended(const struct lm_tournament *t, enum lm_tie_break_edition edition,
                               const char **how)
{
    struct field schedule = {.t = t};
    bool match = lm_ids_are_teams(t) || lm_is_predetermined(&schedule);
    const char *own = match ? NULL : order_of_system(t, how);
    if (own != NULL)
        return own;
    if (lm_ids_are_teams(t) && lm_type_says_match(t)) { /* Scheveningen 3.2 */
        *how = "the rules of Scheveningen matches";
        return "GPTS";
    }
    if (edition == LM_TB_2009 && strcmp(first_code(t), "PTS") == 0) {
        *how = "what FIDE recommended then";
        return recommended_before(t);
    }
    if (lm_ids_are_teams(t)) {
        *how = "the usual list for teams";
        return "PTS,MPvGP,EDE,EMGSB/C1";
    }
    if (lm_is_predetermined(&schedule)) {
        *how = "the usual list for round-robins";
        return "PTS,DE,SB,WIN,KS";
    }
    *how = "the usual list for Swiss tournaments";
    return "PTS,BH/C1,BH,SB,DE,WIN";
}

/* Add the order that ${t} names, by ${*how}; false: none. */
static bool add_order(const struct lm_tournament *t, struct lm_text *list, const char **how)
{
    const struct lm_system *system = lm_system_of(t, NULL);
    if (*t->standings_order == '\0' && system != NULL && system->knocks_out) {
        *how = "the bracket"; /* record 202 names the steps of its matches */
        lm_text_add(list, system->score);
    } else if (*t->standings_order != '\0') {
        *how = "record 212 of the file";
        lm_text_add(list, t->standings_order);
    } else if (*t->tie_breaks != '\0') {
        *how = "record 202 of the file";
        lm_text_print(list, "%s,%s", first_code(t), t->tie_breaks);
    }
    return list->length > 0;
}

/* lm_tie_breaks_of, by ${edition}. */
static enum lm_status order_of(const struct lm_tournament *t, enum lm_tie_break_edition edition,
                               struct lm_arena *arena, struct lm_log *log,
                               const struct lm_tie_break **out, size_t *count, const char **how)
{
    struct lm_text list = lm_text_in(arena);
    const struct source from = {t, LEFT_OUT, edition};
    if (!add_order(t, &list, how)) {
        lm_text_add(&list, recommended(t, edition, how));
        /* Dubov 1997 art. 9: the average ratings are published after each round. */
        lm_text_add(&list, is_paired_by(t, "dubov-1997") ? ",ARO1" : "");
    }
    return parse(lm_text_string(&list), &from, arena, log, out, count);
}

enum lm_status lm_tie_breaks_of(const struct lm_tournament *t, struct lm_arena *arena,
                                struct lm_log *log, const struct lm_tie_break **out, size_t *count,
                                const char **how)
{
    return order_of(t, lm_tie_break_edition_of(t), arena, log, out, count, how);
}

enum lm_status lm_known_tie_breaks(const struct lm_tournament *t, const char *list,
                                   struct lm_arena *arena, const struct lm_tie_break **out,
                                   size_t *count)
{
    const struct source from = {t, THE_END, lm_tie_break_edition_of(t)};
    return parse(list, &from, arena, NULL, out, count);
}

enum lm_status lm_tie_breaks_declared(const struct lm_tournament *t, struct lm_arena *arena,
                                      const struct lm_tie_break **out, size_t *count)
{
    struct lm_text list = lm_text_in(arena);
    const char *how, *values = lm_declared_order(t);
    if (!add_order(t, &list, &how))
        lm_text_add(&list, values != NULL ? values : first_code(t));
    return lm_known_tie_breaks(t, lm_text_string(&list), arena, out, count);
}

enum lm_status lm_standings_order(const struct lm_tournament *t, const char *list,
                                  struct lm_arena *arena, struct lm_log *log,
                                  struct lm_standings_options *options)
{
    const char *how = NULL;
    if (options == NULL)
        return LM_INVALID;
    const struct source asked = {.unknown = REFUSED, .edition = options->edition};
    enum lm_status status =
        list != NULL
            ? parse(list, &asked, arena, log, &options->list, &options->count)
            : order_of(t, options->edition, arena, log, &options->list, &options->count, &how);
    if (status == LM_OK)
        options->teams |=
            t->team_count > 0 && lm_tie_breaks_need_teams(options->list, options->count);
    if (status == LM_OK && how != NULL)
        lm_log_add(log, LM_NOTE, (struct lm_place){0}, NULL, "order by %s", how);
    return status;
}
