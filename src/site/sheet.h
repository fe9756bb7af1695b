/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SITE_SHEET_H
#define LIMMAT_SITE_SHEET_H

/*
 * A sheet: tables with a title, for printing.  It is made once and written as text for a terminal
 * (cli/sheet.c), as CSV, or as a self-contained HTML document.
 */

#include <stdbool.h>
#include <stddef.h>

#include "limmat/arena.h"
#include "limmat/text.h"

/* The treatment of a column if there is no room for all. */
enum sheet_fit {
    SHEET_KEEP = 'k',   /* always there, also beside each part of a folded table */
    SHEET_SHRINK = 's', /* the same, but its texts can be shortened */
    SHEET_FOLD = 'f',   /* can move into another part below */
    SHEET_DROP = '1'    /* '1' … '9' can be left out, '1' first */
};

struct sheet_column {
    const char *head;
    const char *name; /* the meaning of the head; "" if it is clear */
    const char *look; /* "n": numbers, to the right; "c": cells of a crosstable, the same; "k": the
                         name of the row; "w": sentences; followed by "d": not on phones; "" */
    char fit;         /* enum sheet_fit */
};

struct sheet_cell {
    const char *text;
    const char *look;
};

struct sheet_row {
    const struct sheet_cell *cells;
    size_t cell_count;
};

struct sheet_table {
    const char *heading; /* "" for none */
    const char *note;    /* below the heading; "" for none */
    struct sheet_column *columns;
    size_t column_count, column_capacity;
    struct sheet_cell *cells; /* row by row */
    size_t cell_count, cell_capacity;
    const struct sheet_row *rows; /* of the cells: set by sheet_write_html */
    size_t row_count;
};

struct sheet {
    struct lm_arena *arena;
    const char *title;    /* of the event */
    const char *subtitle; /* "Crosstable after round 5" */
    const char *legend;   /* below everything; "" for none */
    const char *shape;    /* "cards": tables side by side if there is room; else "" */
    struct sheet_table *tables;
    size_t table_count, table_capacity;
    bool failed; /* out of memory */
};

/* Make an empty sheet whose contents will live in ${arena}. */
struct sheet sheet_new(struct lm_arena *arena, const char *title, const char *subtitle);

/* Begin another table; columns and cells go into the last one.  Texts are copied, except heads,
 * names and looks. */
void sheet_table(struct sheet *s, const char *heading, const char *note);
void sheet_column(struct sheet *s, const char *head, const char *name, const char *look, char fit);

/* Add a column whose head is made by ${format}. */
void sheet_column_print(struct sheet *s, const char *look, char fit, const char *format, ...)
    LM_PRINTF(4, 5);

/* Add the next cell, row by row. */
void sheet_add(struct sheet *s, const char *text);
void sheet_print(struct sheet *s, const char *format, ...) LM_PRINTF(2, 3);

/* Write a self-contained HTML document: readable on a phone, in the dark, and on A4. */
enum lm_status sheet_write_html(struct sheet *s, struct lm_text *out);

/* Write everything: {title, subtitle, legend, tables: [{heading, note, columns: [{head, name}],
 * rows: [[text, …]]}]}. */
void sheet_write_json(const struct sheet *s, struct lm_text *out);

/* Write the first table by RFC 4180, its heads first. */
void sheet_write_csv(const struct sheet *s, struct lm_text *out);

#endif
