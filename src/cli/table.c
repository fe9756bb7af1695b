/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/command.h"

struct table table_new(struct lm_arena *arena, const char *align)
{
    return (struct table){.arena = arena, .align = align};
}

void table_add(struct table *table, const char *cell)
{
    const char *copy = lm_arena_copy(table->arena, cell, strlen(cell));
    if (copy == NULL || !lm_arena_grow(table->arena, &table->cells, &table->capacity,
                                       table->count + 1, sizeof *table->cells))
        table->failed = true;
    else
        table->cells[table->count++] = copy;
}

void table_print(struct table *table, const char *format, ...)
{
    struct lm_text cell = lm_text_in(table->arena);
    va_list arguments;
    va_start(arguments, format);
    lm_text_vprint(&cell, format, arguments);
    va_end(arguments);
    table->failed |= cell.failed;
    table_add(table, lm_text_string(&cell));
}

static size_t width_of(const char *cell)
{
    return lm_utf8_width(cell, strlen(cell));
}

static size_t column_width(const struct table *table, size_t column, size_t columns)
{
    size_t widest = 0;
    for (size_t i = column; i < table->count; i += columns) {
        size_t width = width_of(table->cells[i]);
        widest = width > widest ? width : widest;
    }
    return widest;
}

/* Nothing follows the last text of a row: trailing spaces help nobody. */
void table_write(const struct table *table, struct lm_text *out)
{
    size_t columns = strlen(table->align);
    size_t *widths = lm_arena_alloc(table->arena, columns, sizeof *widths);
    if (widths == NULL || table->failed) {
        out->failed = true;
        return;
    }
    for (size_t column = 0; column < columns; column++)
        widths[column] = column_width(table, column, columns);
    for (size_t i = 0; i < table->count; i += columns) {
        size_t gap = 0;
        for (size_t column = 0; column < columns && i + column < table->count; column++) {
            const char *cell = table->cells[i + column];
            size_t room = widths[column] - width_of(cell);
            size_t before = table->align[column] == 'r' ? room : 0;
            if (*cell != '\0') {
                lm_text_repeat(out, ' ', gap + before);
                lm_text_add(out, cell);
                gap = room - before + 2;
            } else {
                gap += room + 2;
            }
        }
        lm_text_add_char(out, '\n');
    }
}
