/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Files of other programs that users offer as tournaments but that are not read, because their
 * format is unpublished or lacks what is needed.  Most such programs also write FIDE's report
 * (TRF), which is the way out.
 */
#include "formats/foreign.h"

#include <string.h>

#include "formats/zip.h"
#include "limmat/message.h"
#include "limmat/text.h"

enum kind {
    ACCESS,
    SQLITE,
    OLD_WORKBOOK,
    BINARY_WORKBOOK,
    ARCHIVE,
    PAGE,
    GAMES,
    DOCUMENT,
    SWISS_PERFECT,
    VEGA,
    SWISS_CHESS
};

static const struct {
    const char *what, *remedy;
} told[] = {
    [ACCESS] = {LM_MESSAGE("an Access database, the format of Papi"),
                LM_MESSAGE("export the FIDE report (TRF) in Papi and use that file")},
    [SQLITE] = {LM_MESSAGE("an SQLite database, the format of Sharly-Chess"),
                LM_MESSAGE("export the tournament’s FIDE report (TRF) and use that file")},
    [OLD_WORKBOOK] = {LM_MESSAGE("an old Excel workbook (XLS)"),
                      LM_MESSAGE("save it as XLSX, ODS or CSV and use that file")},
    [BINARY_WORKBOOK] = {LM_MESSAGE("a binary Excel workbook (XLSB)"),
                         LM_MESSAGE("save it as XLSX, ODS or CSV and use that file")},
    [ARCHIVE] = {LM_MESSAGE("a compressed archive"),
                 LM_MESSAGE("unpack it and use the tournament file in it")},
    [PAGE] = {LM_MESSAGE("a web page"),
              LM_MESSAGE(
                  "save the list as Excel there, or ask the organiser for the report (TRF)")},
    [GAMES] = {LM_MESSAGE("games (PGN), which name neither all players nor byes"),
               LM_MESSAGE("use the FIDE report (TRF) or a list of the players")},
    [DOCUMENT] = {LM_MESSAGE("a document or a picture, not data"),
                  LM_MESSAGE("use the FIDE report (TRF), or a list of the players as CSV or XLSX")},
    [SWISS_PERFECT] = {LM_MESSAGE("a SwissPerfect file"),
                       LM_MESSAGE("export the FIDE report (TRF) there and use that file")},
    [VEGA] = {LM_MESSAGE("a Vega file, whose format is not published"),
              LM_MESSAGE("use the FIDE report (TRF) that Vega writes beside it")},
    [SWISS_CHESS] = {LM_MESSAGE("a Swiss-Chess file that is damaged or older than version 7"),
                     LM_MESSAGE("export the FIDE report (TRF) in Swiss-Chess and use that file")}};

#define BYTES(literal) literal, sizeof literal - 1

/* First bytes; those of text are compared regardless of case, after blanks. */
static const struct {
    const char *bytes;
    size_t length;
    bool text;
    enum kind kind;
} openings[] = {
    {BYTES("\0\1\0\0Standard Jet DB"), false, ACCESS},
    {BYTES("\0\1\0\0Standard ACE DB"), false, ACCESS},
    {BYTES("SQLite format 3"), false, SQLITE},
    {BYTES("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"), false, OLD_WORKBOOK},
    {BYTES("PK\3\4"), false, ARCHIVE},
    {BYTES("PK\5\6"), false, ARCHIVE},
    {BYTES("\x1F\x8B"), false, ARCHIVE},
    {BYTES("7z\xBC\xAF\x27\x1C"), false, ARCHIVE},
    {BYTES("Rar!\x1A"), false, ARCHIVE},
    {BYTES("%PDF-"), false, DOCUMENT},
    {BYTES("\x89PNG"), false, DOCUMENT},
    {BYTES("\xFF\xD8\xFF"), false, DOCUMENT},
    {BYTES("{\\rtf"), false, DOCUMENT},
    {BYTES("<!doctype html"), true, PAGE},
    {BYTES("<html"), true, PAGE},
    {BYTES("[Event \""), true, GAMES},
};

static const struct {
    const char *extension;
    enum kind kind;
} extensions[] = {{"papi", ACCESS},         {"mdb", ACCESS},        {"veg", VEGA},
                  {"vegx", VEGA},           {"trn", SWISS_PERFECT}, {"sco", SWISS_PERFECT},
                  {"swt", SWISS_CHESS},     {"pgn", GAMES},         {"xls", OLD_WORKBOOK},
                  {"xlsb", BINARY_WORKBOOK}};

static bool opens(const char *bytes, size_t length, size_t which)
{
    const char *wanted = openings[which].bytes;
    size_t count = openings[which].length;
    while (openings[which].text && length > 0 && strchr(" \t\r\n", *bytes) != NULL) {
        bytes++;
        length--;
    }
    if (length < count)
        return false;
    for (size_t i = 0; i < count; i++)
        if (openings[which].text ? lm_lower(bytes[i]) != lm_lower(wanted[i])
                                 : bytes[i] != wanted[i])
            return false;
    return true;
}

static bool refuse(struct lm_log *log, enum kind kind)
{
    const struct lm_message message = {.text = told[kind].what, .format = told[kind].what};
    (void)lm_log_add_message(log, LM_ERROR, (struct lm_place){0}, told[kind].remedy, &message);
    return true;
}

/* Recognise an archive by one of its parts: workbooks and documents are archives, too. */
static enum kind kind_of_archive(const char *bytes, size_t length)
{
    static const struct {
        const char *part;
        enum kind kind;
    } parts[] = {{"xl/workbook.bin", BINARY_WORKBOOK},
                 {"word/document.xml", DOCUMENT},
                 {"ppt/presentation.xml", DOCUMENT},
                 {"content.xml", DOCUMENT}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (lm_zip_has(bytes, length, parts[i].part))
            return parts[i].kind;
    return ARCHIVE;
}

bool lm_foreign_refused(const char *bytes, size_t length, const char *file, struct lm_log *log)
{
    static const char mark[] = "\xEF\xBB\xBF"; /* the byte order mark */
    if (length >= 3 && memcmp(bytes, mark, 3) == 0) {
        bytes += 3;
        length -= 3;
    }
    for (size_t i = 0; i < sizeof openings / sizeof *openings; i++)
        if (opens(bytes, length, i))
            return refuse(log, openings[i].kind == ARCHIVE ? kind_of_archive(bytes, length)
                                                           : openings[i].kind);
    const char *dot = file == NULL ? NULL : strrchr(file, '.');
    for (size_t i = 0; dot != NULL && i < sizeof extensions / sizeof *extensions; i++)
        if (lm_same_letters(extensions[i].extension, dot + 1))
            return refuse(log, extensions[i].kind);
    return false;
}
