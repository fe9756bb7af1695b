/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/people.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "formats/book.h"
#include "formats/encoding.h"
#include "formats/foreign.h"
#include "formats/heads.h"
#include "limmat/date.h"
#include "limmat/text.h"

enum meaning {
    NOTHING,
    NAME,
    FIRST_NAME,
    TITLE,
    RATING,
    FEDERATION,
    FIDE_ID,
    BIRTH,
    CLUB,
    SEX,
    NUMBER,
    NATIONAL /* a rating beside FIDE's */
};

enum { AGE_MOST = 120, RATING_MOST = 3000, QUOTED_MOST = 40 };

struct grid {
    struct lm_arena *arena;
    const char *(*cells)[LM_PEOPLE_COLUMNS_MAX];
    size_t rows, columns, first; /* the rows from ${first} on are people */
    enum meaning meaning[LM_PEOPLE_COLUMNS_MAX];
    const struct lm_scale *scale[LM_PEOPLE_COLUMNS_MAX]; /* of ratings of another kind */
    bool headed;                                         /* by the first row */
    bool unsure;                                         /* rating or year? */
    int today;                                           /* of ratings of other scales */
};

/* --- cells */

/* Does a comma split every line into two cells, the second of which is a number (below a head)? */
static bool has_pairs(const char *text)
{
    size_t numbers = 0, lines = 0;
    for (const char *at = text; *at != '\0'; lines++) {
        const char *end = at + strcspn(at, "\n"), *comma = memchr(at, ',', (size_t)(end - at));
        const char *cell = comma == NULL ? end : comma + 1 + strspn(comma + 1, " \"");
        size_t digits = strspn(cell, "0123456789");
        const char *rest = cell + digits + strspn(cell + digits, " \"\r");
        bool blank = at + strspn(at, " \r") == end;
        if (!blank && (comma == NULL || (lines > 0 && rest != end)))
            return false;
        numbers += !blank && digits > 0 && rest == end;
        at = *end == '\0' ? end : end + 1;
    }
    return numbers > 0;
}

static char separator_of(const char *text)
{
    if (strchr(text, '\t') != NULL)
        return '\t';
    if (strchr(text, ';') != NULL)
        return ';';
    /* Most names contain a comma; several in a line separate columns. */
    size_t commas = 0, most = 0;
    for (const char *at = text; *at != '\0'; at++) {
        commas = *at == '\n' ? 0 : commas + (*at == ',');
        most = commas > most ? commas : most;
    }
    return most > 1 || has_pairs(text) ? ',' : ' ';
}

/* Return the end of the cell at ${at}; two blanks end a cell if blanks separate cells.  A cell in
 * quotes can contain separators. */
static const char *end_of_cell(const char *at, const char *end, char separator)
{
    if (separator != ' ' && *at == '"')
        for (const char *close = at + 1; close < end; close++) {
            bool doubled = close + 1 < end && close[0] == '"' && close[1] == '"';
            if (*close == '"' && (close + 1 == end || close[1] == separator))
                return close + 1;
            close += doubled;
        }
    if (separator != ' ') {
        const char *mark = memchr(at, separator, (size_t)(end - at));
        return mark == NULL ? end : mark;
    }
    for (; at < end; at++)
        if (at + 1 < end && at[0] == ' ' && at[1] == ' ')
            return at;
    return end;
}

/* Return the text from ${from} to ${to}, without blanks and quotes around it; a doubled quote
 * inside becomes one. */
static const char *cell_of(struct grid *g, const char *from, const char *to)
{
    while (from < to && strchr(" \"\r", *from) != NULL)
        from++;
    while (to > from && strchr(" \"\r", to[-1]) != NULL)
        to--;
    char *cell = lm_arena_copy(g->arena, from, (size_t)(to - from));
    char *end = cell;
    for (const char *at = cell; cell != NULL && *at != '\0'; at++)
        if (at[0] != '"' || at[1] != '"')
            *end++ = *at;
    if (cell != NULL)
        *end = '\0';
    return cell;
}

static bool read_line(struct grid *g, const char *at, const char *end, char separator)
{
    size_t column = 0;
    for (size_t i = 0; i < LM_PEOPLE_COLUMNS_MAX; i++)
        g->cells[g->rows][i] = "";
    while (separator == ' ' && at < end && *at == ' ') /* the line is indented */
        at++;
    while (at < end && column < LM_PEOPLE_COLUMNS_MAX) {
        const char *stop = end_of_cell(at, end, separator);
        const char *cell = cell_of(g, at, stop);
        if (cell == NULL)
            return false;
        g->cells[g->rows][column++] = cell;
        at = stop < end ? stop + 1 : end;
        while (separator == ' ' && at < end && *at == ' ')
            at++;
    }
    g->columns = column > g->columns ? column : g->columns;
    g->rows++;
    return true;
}

static enum lm_status read_grid(struct grid *g, const char *text)
{
    size_t lines = 1;
    for (const char *at = text; *at != '\0'; at++)
        lines += *at == '\n';
    if (lines > LM_PEOPLE_ROWS_MAX)
        return LM_LIMIT;
    g->cells = lm_arena_alloc(g->arena, lines, sizeof *g->cells);
    char separator = separator_of(text);
    for (const char *at = text; g->cells != NULL && *at != '\0';) {
        const char *end = at + strcspn(at, "\n");
        if (at + strspn(at, " \t;,") < end && !read_line(g, at, end, separator))
            return LM_LIMIT;
        at = *end == '\0' ? end : end + 1;
    }
    return g->cells == NULL ? LM_LIMIT : LM_OK;
}

/* --- columns by their heads */

static const struct {
    enum meaning meaning;
    const char *heads; /* folded, each between blanks */
} heads[] = {
    {NAME, " name lastname last name surname family name full name player name names nachname "
           "familienname nom nom prenom noms et prenoms nom et prenom cognome cognome e nome "
           "cognome nome nominativo player players spieler spielername joueur giocatore apellido "
           "apellidos apellidos y nombre nombre y apellidos jugador naam achternaam speler "
           "namn navn etternavn nazwisko nazwisko i imie jmeno prijmeni "},
    {FIRST_NAME, " first name firstname given name forename vorname prenom prenoms nome nombre "
                 "voornaam fornamn fornavn imie "},
    {TITLE, " title titel titre titolo titulo ttl tit tytul "},
    {RATING, " rating elo rtg fide elo elo fide elorat elo rating rat fidelo ingo std classement "
             "ingo zahl ingozahl bcf bcf grade eloi elo i rtgi rtg i fide rating "},
    {NATIONAL, " dwz fuehrungszahl knsb rating knsb lok national rating elon elo n rtgn rtg n elo "
               "nat nwz elo national "},
    {FEDERATION,
     " fed federation land nation country nat fide fed federatie federacion pais pays "
     "federazione bond foederation foderation foed foed. fide federation fide land verband "},
    /* Before the FIDE ID, because a single "nr" is not the end of "fide nr". */
    {NUMBER, " no nr number nummer sno snr rank rang start no startnummer nro num pos "},
    {FIDE_ID,
     " id fide id fideid id fide fide code fidecode fidenr fide nr fide no fide number id number "
     "fin "},
    {BIRTH, " born birth birthday birth date date of birth dob year of birth year geburtsdatum "
            "geburtsjahr jahrgang jg yob birthyear geb geboren geboortedatum geboortejaar jaar "
            "naissance date de naissance annee ne ne le nele nascita data di nascita nato anno "
            "nacimiento fecha de nacimiento ano fodd fodt "},
    {CLUB, " club verein team club circolo klub club city ort sektion vereniging schaakclub "
           "societa circulo equipo equipe klubb "},
    {SEX, " sex gender geschlecht sexe sesso sexo geslacht m w m v m f kon kjonn "},
    {TITLE, " fide titel fide title fidetitre "}}; /* behind ratings: a single "fide" is one */

enum { FIRST = 1 }; /* the heads of first names */

static enum meaning meaning_of(const char *cell, size_t length, struct lm_arena *arena)
{
    struct lm_text folded = lm_text_in(arena);
    lm_text_add_char(&folded, ' ');
    lm_text_add_folded(&folded, cell, length);
    lm_text_add_char(&folded, ' ');
    if (folded.length <= 2 || folded.failed)
        return NOTHING;
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        if (strstr(heads[i].heads, lm_text_string(&folded)) != NULL)
            return heads[i].meaning;
    /* "Name / Vorname", "Surname, First name": one column of names. */
    size_t cut = 0;
    while (cut < length && strchr("/,&+", cell[cut]) == NULL)
        cut++;
    if (cut == length)
        return NOTHING;
    enum meaning left = meaning_of(cell, cut, arena);
    enum meaning right = meaning_of(cell + cut + 1, length - cut - 1, arena);
    bool both = left != right || left == NAME;
    return both && (left == NAME || left == FIRST_NAME) && (right == NAME || right == FIRST_NAME)
               ? NAME
               : NOTHING;
}

const char *lm_head_meant(struct lm_field name, struct lm_arena *arena)
{
    static const char *const members[] = {
        [NOTHING] = NULL,      [NAME] = "name",     [FIRST_NAME] = NULL,
        [TITLE] = "title",     [RATING] = "rating", [FEDERATION] = "federation",
        [FIDE_ID] = "fide_id", [BIRTH] = "birth",   [CLUB] = "club",
        [SEX] = "sex",         [NUMBER] = "tpn",    [NATIONAL] = "rating"};
    return lm_utf8_valid(name.bytes, name.length)
               ? members[meaning_of(name.bytes, name.length, arena)]
               : NULL;
}

/* Of several columns of names, those of first names are what they say: "Nom" and "Prénom",
 * "Cognome" and "Nome", "Surname" and "Name". */
static void part_names(struct grid *g)
{
    size_t names = 0;
    for (size_t c = 0; c < g->columns; c++)
        names += g->meaning[c] == NAME;
    for (size_t c = 0; c < g->columns && names > 1; c++) {
        struct lm_text folded = lm_text_in(g->arena);
        lm_text_add_char(&folded, ' ');
        lm_text_add_folded(&folded, g->cells[0][c], strlen(g->cells[0][c]));
        lm_text_add_char(&folded, ' ');
        if (g->meaning[c] != NAME || folded.failed ||
            strstr(heads[FIRST].heads, lm_text_string(&folded)) == NULL)
            continue;
        g->meaning[c] = FIRST_NAME;
        names--;
    }
}

/* Use a column of national ratings as the ratings if there is no other. */
static void choose_ratings(struct grid *g)
{
    bool other = false;
    for (size_t c = 0; c < g->columns; c++)
        other |= g->meaning[c] == RATING;
    for (size_t c = 0; c < g->columns && !other; c++)
        if (g->meaning[c] == NATIONAL)
            g->meaning[c] = RATING;
}

const struct lm_scale *lm_head_scale(struct lm_field name, struct lm_arena *arena)
{
    static const struct lm_scale scales[] = {{"INGO", 2840, -8}, {"BCF", 600, 8}};
    struct lm_text folded = lm_text_in(arena);
    if (!lm_utf8_valid(name.bytes, name.length))
        return NULL;
    lm_text_add_folded(&folded, name.bytes, name.length);
    const char *word = lm_text_string(&folded);
    if (strcmp(word, "ingo") == 0 || strcmp(word, "ingo zahl") == 0 ||
        strcmp(word, "ingozahl") == 0)
        return &scales[0];
    return strcmp(word, "bcf") == 0 || strcmp(word, "bcf grade") == 0 ? &scales[1] : NULL;
}

bool lm_scale_rating(const struct lm_scale *scale, const char *cell, int32_t *rating)
{
    int32_t tenths;
    if (!lm_parse_tenths(cell, strlen(cell), &tenths) || tenths < 0)
        return false;
    int32_t ten_times = 10 * scale->base + scale->factor * tenths;
    *rating = tenths == 0 ? 0 : (ten_times + 5) / 10;
    return tenths == 0 || (ten_times > 0 && *rating <= RATING_MOST);
}

static bool read_heads(struct grid *g)
{
    size_t known = 0;
    bool name = false;
    for (size_t c = 0; g->rows > 0 && c < g->columns; c++) {
        const struct lm_field head = {g->cells[0][c], strlen(g->cells[0][c]), 0};
        g->meaning[c] = meaning_of(head.bytes, head.length, g->arena);
        g->scale[c] = lm_head_scale(head, g->arena);
        known += g->meaning[c] != NOTHING;
        name |= g->meaning[c] == NAME;
    }
    if (known >= 2 && name) {
        g->first = 1;
        g->headed = true;
        part_names(g);
        choose_ratings(g);
        return true;
    }
    memset(g->meaning, 0, sizeof g->meaning);
    memset(g->scale, 0, sizeof g->scale);
    return false;
}

/* --- columns by their content */

bool lm_is_title(const char *cell)
{
    static const char *const titles = " GM IM FM CM WGM WIM WFM WCM AGM AIM AFM ACM ";
    char word[8] = " ";
    size_t length = strlen(cell);
    if (length < 2 || length > 3)
        return false;
    memcpy(word + 1, cell, length);
    word[length + 1] = ' ';
    return strstr(titles, word) != NULL;
}

static bool is_digits(const char *cell, size_t least, size_t most)
{
    size_t length = strlen(cell);
    return length >= least && length <= most && strspn(cell, "0123456789") == length;
}

static bool is_federation(const char *cell)
{
    return strlen(cell) == 3 && strspn(cell, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == 3;
}

static bool is_date(const char *cell)
{
    size_t length = strlen(cell);
    return length >= 8 && length <= 10 && strspn(cell, "0123456789.-/") == length &&
           strcspn(cell, ".-/") < length;
}

static bool is_sex(const char *cell)
{
    return cell[0] != '\0' && cell[1] == '\0' && strchr("mwfMWF", cell[0]) != NULL;
}

static bool is_strength(const char *cell)
{
    return is_digits(cell, 3, 4);
}

static bool is_id(const char *cell)
{
    return is_digits(cell, 5, 12);
}

static bool is_small(const char *cell)
{
    return is_digits(cell, 1, 3);
}

/* Do all non-empty cells of ${column} pass, and is there one? */
static bool all(const struct grid *g, size_t column, bool (*test)(const char *cell))
{
    bool some = false;
    for (size_t r = g->first; r < g->rows; r++) {
        const char *cell = g->cells[r][column];
        if (*cell != '\0' && strcmp(cell, "-") != 0 && strcmp(cell, "0") != 0) {
            if (!test(cell))
                return false;
            some = true;
        }
    }
    return some;
}

/* Are all its cells empty?  A column of titles that no player has is not a column of names. */
static bool is_empty(const struct grid *g, size_t column)
{
    bool empty = true;
    for (size_t r = g->first; r < g->rows; r++)
        empty &= g->cells[r][column][0] == '\0' || strcmp(g->cells[r][column], "-") == 0;
    return empty;
}

static bool are_years(const struct grid *g, size_t column, int today)
{
    for (size_t r = g->first; r < g->rows; r++) {
        int year = atoi(g->cells[r][column]);
        if (year != 0 && (year < today - 105 || year > today - 3))
            return false;
    }
    return true;
}

static void guess_columns(struct grid *g, int today)
{
    static const struct {
        enum meaning meaning;
        bool (*test)(const char *cell);
    } tests[] = {
        {TITLE, lm_is_title}, {FEDERATION, is_federation}, {BIRTH, is_date},  {SEX, is_sex},
        {FIDE_ID, is_id},     {RATING, is_strength},       {NUMBER, is_small}};
    size_t numbers[LM_PEOPLE_COLUMNS_MAX], number_count = 0, texts = 0;
    for (size_t c = 0; c < g->columns; c++) {
        for (size_t t = 0; t < sizeof tests / sizeof *tests && g->meaning[c] == NOTHING; t++)
            if (all(g, c, tests[t].test))
                g->meaning[c] = tests[t].meaning;
        if (g->meaning[c] == RATING)
            numbers[number_count++] = c;
        if (g->meaning[c] == NOTHING && !is_empty(g, c))
            g->meaning[c] = texts++ == 0 ? NAME : texts == 2 ? CLUB : NOTHING;
    }
    /* Of two columns of numbers one is the year of birth.  A single column that could be either is
     * read as ratings, with a doubt. */
    for (size_t i = number_count; i-- > 0;)
        if (number_count > 1 && are_years(g, numbers[i], today)) {
            g->meaning[numbers[i]] = BIRTH;
            return;
        }
    g->unsure = number_count == 1 && are_years(g, numbers[0], today);
}

/* --- people */

static const char *joined_name(struct grid *g, const char *last, const char *first)
{
    struct lm_text text = lm_text_in(g->arena);
    lm_text_print(&text, "%s, %s", last, first);
    return text.failed ? last : lm_text_string(&text);
}

/* "12. Caflisch, Urs" or "12) Caflisch, Urs": the name behind the number of its line. */
static const char *after_number(const char *name)
{
    size_t digits = strspn(name, "0123456789");
    bool numbered = digits > 0 && (name[digits] == '.' || name[digits] == ')');
    return numbered ? name + digits + 1 + strspn(name + digits + 1, " ") : name;
}

/* "GM Caflisch, Urs": move the title to its own field. */
static void split_title(struct grid *g, struct lm_people_row *row)
{
    size_t word = strcspn(row->name, " ");
    char *title = lm_arena_copy(g->arena, row->name, word);
    if (*row->title != '\0' || row->name[word] == '\0' || title == NULL || !lm_is_title(title))
        return;
    row->title = title;
    row->name += word + strspn(row->name + word, " ");
}

/* Add the doubt ${message} to ${row}, if there is room. */
static void doubt(struct lm_people_row *row, const struct lm_message *message)
{
    if (message != NULL && row->doubt_count < LM_PEOPLE_DOUBTS_MAX)
        row->doubts[row->doubt_count++] = message;
}

/* Cut off the last word of ${name} if it passes ${test} and ${least} words precede it; return it,
 * or NULL if it stays. */
static const char *cut_last(char *name, bool (*test)(const char *cell), size_t least)
{
    char *last = strrchr(name, ' ');
    size_t words = 0;
    for (const char *at = name; last != NULL && at < last; at++)
        words += *at != ' ' && at[1] == ' ';
    if (last == NULL || words < least || !test(last + 1))
        return NULL;
    char *end = last;
    while (end > name && strchr(" ,", end[-1]) != NULL)
        end--;
    *end = '\0';
    return last + 1;
}

/* Can ${number} be a year of birth? */
static bool is_year(const struct grid *g, int number)
{
    return number >= g->today - 105 && number <= g->today - 3;
}

/* Read a number after a name: the year of birth if another number precedes it, else the rating. */
static bool put_number(struct grid *g, struct lm_people_row *row, char *name)
{
    const char *word = row->rating > 0 ? NULL : cut_last(name, is_strength, 2);
    const char *before = strrchr(name, ' ');
    if (word == NULL)
        return false;
    bool year = is_year(g, atoi(word));
    if (year && *row->birth == '\0' && before != NULL && is_strength(before + 1)) {
        row->birth = word;
        return true;
    }
    row->rating = atoi(word);
    if (year && *row->birth == '\0')
        doubt(row, lm_message_print(g->arena, "is this the rating, or the year of birth?"));
    return true;
}

/* Split "Anna Bernoulli 2480 SUI", typed in one cell: move the words after the name to their own
 * fields. */
static void split_tail(struct grid *g, struct lm_people_row *row)
{
    char *name = lm_arena_copy(g->arena, row->name, strlen(row->name));
    bool more = name != NULL;
    while (more) {
        const char *id = *row->fide_id == '\0' ? cut_last(name, is_id, 2) : NULL;
        const char *code =
            id == NULL && *row->federation == '\0' ? cut_last(name, is_federation, 2) : NULL;
        row->fide_id = id != NULL ? id : row->fide_id;
        row->federation = code != NULL ? code : row->federation;
        more = id != NULL || code != NULL || put_number(g, row, name);
    }
    if (name != NULL)
        row->name = name;
}

/* Is the cell empty, or filled as programs and people mark an empty one? */
static bool says_nothing(struct grid *g, const char *cell)
{
    static const char words[] = " 0 unr unrated nr no na n a none ohne keine ";
    struct lm_text folded = lm_text_in(g->arena);
    lm_text_add_char(&folded, ' ');
    lm_text_add_folded(&folded, cell, strlen(cell));
    lm_text_add_char(&folded, ' ');
    return folded.failed || folded.length <= 2 || strstr(words, lm_text_string(&folded)) != NULL;
}

/* Return ${cell} as it is quoted, shortened to its beginning. */
static const char *shortened(struct grid *g, const char *cell)
{
    size_t length = strlen(cell), cut = 0, size;
    uint32_t point;
    while (cut < length && (size = lm_utf8_point(cell + cut, length - cut, &point)) > 0 &&
           cut + size <= QUOTED_MOST)
        cut += size;
    if (cut == length)
        return cell;
    struct lm_text text = lm_text_in(g->arena);
    lm_text_add_bytes(&text, cell, cut);
    lm_text_add(&text, "…");
    return lm_text_string(&text);
}

/* Return a whole number that a spreadsheet may write as "1850.0" or "1 300 001". */
static const char *number_of(struct grid *g, const char *cell)
{
    char *number = lm_arena_copy(g->arena, cell, strlen(cell)), *end = number;
    for (const char *at = cell; number != NULL && *at != '\0'; at++)
        if (*at != ' ')
            *end++ = *at;
    if (number == NULL)
        return cell;
    *end = '\0';
    size_t digits = strspn(number, "0123456789");
    if (digits > 0 && (number[digits] == '.' || number[digits] == ',') &&
        strspn(number + digits + 1, "0") == strlen(number + digits) - 1)
        number[digits] = '\0';
    return number;
}

/* Is ${text} the letter by which the FFE's lists say where a rating is from: FIDE, national,
 * estimated? */
static bool is_origin(const char *text)
{
    return *text != '\0' && strchr("FNE", *text) != NULL && text[1] == '\0';
}

static void put_rating(struct grid *g, struct lm_people_row *row, const char *cell)
{
    const char *number = number_of(g, cell);
    size_t digits = strspn(number, "0123456789");
    if (digits >= 1 && digits <= 4 && (number[digits] == '\0' || is_origin(number + digits)))
        row->rating = atoi(number);
    else if (!is_origin(number))
        doubt(row,
              lm_message_print(g->arena, "\"%s\" isn’t a rating: left out", shortened(g, cell)));
}

/* Dutch 2006, A1: put a rating of another scale, unless the row has an Elo rating. */
static void put_scaled(struct grid *g, struct lm_people_row *row, const struct lm_scale *scale,
                       const char *cell)
{
    int32_t rating = 0;
    if (*cell == '\0' || says_nothing(g, cell) || row->rating > 0)
        return;
    if (!lm_scale_rating(scale, cell, &rating)) {
        put_rating(g, row, cell);
        return;
    }
    row->rating = rating;
    doubt(row, lm_message_print(g->arena, "%s %s was converted to the rating %d", scale->name,
                                shortened(g, cell), rating));
}

static void put_id(struct grid *g, struct lm_people_row *row, const char *cell)
{
    const char *number = number_of(g, cell);
    if (is_digits(number, 4, 12) && number[strspn(number, "0")] != '\0')
        row->fide_id = number;
    else
        doubt(row,
              lm_message_print(g->arena, "\"%s\" isn’t a FIDE ID: left out", shortened(g, cell)));
}

/* Read "31.05.1998" or "1998/05/31" as "1998-05-31"; a year stays unchanged. */
static void put_birth(struct grid *g, struct lm_people_row *row, const char *cell)
{
    struct lm_date date = {0};
    const char *number = number_of(g, cell);
    struct lm_text text = lm_text_in(g->arena);
    bool year = is_digits(number, 4, 4);
    bool read = year ? lm_parse_date(number, 4, &date) : lm_parse_date(cell, strlen(cell), &date);
    if (!read || date.year < g->today - AGE_MOST || date.year > g->today) {
        doubt(row, lm_message_print(g->arena, "\"%s\" isn’t a date of birth: left out",
                                    shortened(g, cell)));
        return;
    }
    if (date.month > 0 && date.day > 0)
        lm_text_add_date(&text, date, '-');
    else
        lm_text_print(&text, "%d", date.year);
    row->birth = text.failed ? "" : lm_text_string(&text);
}

/* Return "sui" as "SUI"; "" without memory. */
static const char *in_capitals(struct grid *g, const char *cell)
{
    char *capitals = lm_arena_copy(g->arena, cell, strlen(cell));
    for (char *at = capitals; capitals != NULL && *at != '\0'; at++)
        *at = (char)(*at >= 'a' && *at <= 'z' ? *at - 'a' + 'A' : *at);
    return capitals == NULL ? "" : capitals;
}

static void put_federation(struct grid *g, struct lm_people_row *row, const char *cell)
{
    const char *code = in_capitals(g, cell);
    if (is_federation(code))
        row->federation = code;
    else
        doubt(row, lm_message_print(g->arena,
                                    "\"%s\" isn’t the three-letter code of a federation: left out",
                                    shortened(g, cell)));
}

static void put_title(struct grid *g, struct lm_people_row *row, const char *cell)
{
    const char *title = in_capitals(g, cell);
    if (lm_is_title(title))
        row->title = title;
    else
        doubt(row, lm_message_print(g->arena, "\"%s\" isn’t a FIDE title: left out",
                                    shortened(g, cell)));
}

/* Read the first letter: f and w for women, m and h (homme, hombre, Herr) for men. */
static void put_sex(struct grid *g, struct lm_people_row *row, const char *cell)
{
    if (strchr("fFwW", *cell) != NULL)
        row->sex = "w";
    else if (strchr("mMhH", *cell) != NULL)
        row->sex = "m";
    else
        doubt(row, lm_message_print(g->arena, "\"%s\" is neither m nor w: left out",
                                    shortened(g, cell)));
}

static void put_national(struct grid *g, struct lm_people_row *row, const char *cell)
{
    const char *number = number_of(g, cell);
    if (is_digits(number, 1, 4))
        row->national = atoi(number);
    else
        doubt(row,
              lm_message_print(g->arena, "\"%s\" isn’t a rating: left out", shortened(g, cell)));
}

/* Return "Müller, Hans" for the "Müller,Hans" of the DSB's lists. */
static const char *spaced(struct grid *g, const char *name)
{
    const char *comma = strchr(name, ',');
    if (comma == NULL || comma[1] == ' ' || comma[1] == '\0')
        return name;
    struct lm_text text = lm_text_in(g->arena);
    lm_text_print(&text, "%.*s, %s", (int)(comma - name), name, comma + 1);
    return text.failed ? name : lm_text_string(&text);
}

static void put_cell(struct grid *g, struct lm_people_row *row, enum meaning meaning,
                     const char *cell)
{
    static void (*const puts[])(struct grid * g, struct lm_people_row * row, const char *cell) = {
        [TITLE] = put_title,      [RATING] = put_rating, [FEDERATION] = put_federation,
        [FIDE_ID] = put_id,       [BIRTH] = put_birth,   [SEX] = put_sex,
        [NATIONAL] = put_national};
    if (*cell == '\0' || strcmp(cell, "-") == 0)
        return;
    if (meaning == NAME)
        row->name = spaced(g, cell);
    else if (meaning == CLUB)
        row->club = cell;
    else if (meaning < sizeof puts / sizeof *puts && puts[meaning] != NULL &&
             !says_nothing(g, cell))
        puts[meaning](g, row, cell);
}

/* Return the content of ${row} in columns that were not recognised. */
static const char *unread_of(struct grid *g, size_t row)
{
    struct lm_text text = lm_text_in(g->arena);
    for (size_t c = 0; c < g->columns; c++) {
        const char *cell = g->cells[row][c], *head = g->headed ? g->cells[0][c] : "";
        if (g->meaning[c] == NOTHING && *cell != '\0')
            lm_text_print(&text, "%s%s%s%s", text.length > 0 ? "; " : "", head,
                          *head == '\0' ? "" : ": ", shortened(g, cell));
    }
    return text.length == 0 ? "" : lm_text_string(&text);
}

static struct lm_people_row person_of(struct grid *g, size_t row)
{
    struct lm_people_row p = {.title = "",
                              .name = "",
                              .federation = "",
                              .fide_id = "",
                              .birth = "",
                              .club = "",
                              .sex = "",
                              .unread = unread_of(g, row)};
    const char *first = "";
    for (size_t c = 0; c < g->columns; c++) {
        if (g->scale[c] != NULL)
            put_scaled(g, &p, g->scale[c], g->cells[row][c]);
        else
            put_cell(g, &p, g->meaning[c], g->cells[row][c]);
        if (g->meaning[c] == FIRST_NAME)
            first = g->cells[row][c];
    }
    p.name = after_number(p.name);
    split_title(g, &p);
    if (!g->headed)
        split_tail(g, &p);
    if (*first != '\0')
        p.name = joined_name(g, p.name, first);
    if (*p.name == '\0')
        doubt(&p, lm_message_print(g->arena, "no name: this row will be left out"));
    bool alone = p.rating == 0 && *p.fide_id == '\0' && *p.federation == '\0' && *p.birth == '\0';
    if (g->headed && alone && strpbrk(p.name, "0123456789") != NULL)
        doubt(&p, lm_message_print(g->arena, "is this a player?"));
    if (g->unsure && p.rating > 0)
        doubt(&p, lm_message_print(g->arena, "is this the rating, or the year of birth?"));
    if (p.rating > RATING_MOST)
        doubt(&p, lm_message_print(g->arena, "a rating as high as this?"));
    if (!g->headed && p.rating == 0 && strspn(p.club, "0123456789") > 2)
        doubt(&p, lm_message_print(g->arena, "is \"%s\" the club?", shortened(g, p.club)));
    return p;
}

/* Put the columns of ${g} and their meanings into ${out}. */
static enum lm_status add_columns(const struct grid *g, struct lm_people *out)
{
    static const char *const members[] = {
        [NOTHING] = "",        [NAME] = "name",     [FIRST_NAME] = "name",
        [TITLE] = "title",     [RATING] = "rating", [FEDERATION] = "federation",
        [FIDE_ID] = "fide_id", [BIRTH] = "birth",   [CLUB] = "club",
        [SEX] = "sex",         [NUMBER] = "",       [NATIONAL] = "national"};
    out->columns = lm_arena_alloc(g->arena, g->columns, sizeof *out->columns);
    for (size_t c = 0; out->columns != NULL && c < g->columns; c++)
        if (g->headed || !is_empty(g, c))
            out->columns[out->column_count++] =
                (struct lm_people_column){g->headed ? g->cells[0][c] : "", members[g->meaning[c]]};
    return out->columns == NULL ? LM_LIMIT : LM_OK;
}

static enum lm_status read_text(struct grid *g, const char *text, struct lm_people *out)
{
    enum lm_status status = read_grid(g, text);
    if (status != LM_OK)
        return status;
    if (!read_heads(g))
        guess_columns(g, g->today);
    out->rows = lm_arena_alloc(g->arena, g->rows, sizeof *out->rows);
    for (size_t r = g->first; out->rows != NULL && r < g->rows; r++)
        out->rows[out->row_count++] = person_of(g, r);
    return out->rows == NULL ? LM_LIMIT : add_columns(g, out);
}

enum lm_status lm_people_read_all(const char *bytes, size_t length, int today,
                                  struct lm_arena *arena, struct lm_log *log, struct lm_people *out)
{
    struct grid g = {.arena = arena, .today = today};
    *out = (struct lm_people){.row_count = 0};
    enum lm_status status = lm_book_unwrap(arena, log, &bytes, &length);
    if (status == LM_OK && lm_foreign_refused(bytes, length, NULL, log))
        status = LM_INVALID;
    if (status == LM_OK)
        status = lm_unwrap(arena, &bytes, &length);
    if (status == LM_OK)
        status = lm_as_utf8(arena, &bytes, &length);
    if (status != LM_OK)
        return status;
    if (length > 0 && memchr(bytes, '\0', length) != NULL)
        return lm_log_add(log, LM_ERROR, (struct lm_place){0}, "give a text file", "a NUL byte");
    const char *text = lm_arena_copy(arena, bytes, length);
    return text == NULL ? LM_LIMIT : read_text(&g, text, out);
}

enum lm_status lm_people_read(const char *bytes, size_t length, int today, struct lm_arena *arena,
                              struct lm_log *log, struct lm_people_row **rows, size_t *count)
{
    struct lm_people people;
    enum lm_status status = lm_people_read_all(bytes, length, today, arena, log, &people);
    *count = status == LM_OK ? people.row_count : 0;
    if (status == LM_OK)
        *rows = people.rows;
    return status;
}
