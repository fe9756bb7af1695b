/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Check that the schema and the reference in docs/ match the rows of the kinds of event. usage:
 * documents SCHEMA REFERENCE [keep]; prints TAP; "keep" writes them again.
 */
#include <stdio.h>
#include <string.h>

#include "limmat/desk.h"

static const char head[] =
    "# Events of a desk\n\n"
    "Made from the rows of `src/desk/`; `desk.md` has the members that every line has. A field\n"
    "marked *private* is in the private file; one marked *found* is not given: the desk adds it\n"
    "when it accepts the line.\n\n";

static bool same(const char *path, const struct lm_text *text)
{
    FILE *file = fopen(path, "rb");
    size_t at = 0;
    int c;
    if (file == NULL)
        return false;
    while ((c = fgetc(file)) != EOF && at < text->length && (char)c == text->bytes[at])
        at++;
    fclose(file);
    return c == EOF && at == text->length;
}

static bool keep(const char *path, const struct lm_text *text)
{
    FILE *file = fopen(path, "wb");
    bool written = file != NULL && fwrite(text->bytes, 1, text->length, file) == text->length;
    return file != NULL && fclose(file) == 0 && written;
}

int main(int count, char **arguments)
{
    struct lm_arena *arena;
    if (count < 3 || lm_arena_new(&arena, NULL, 0) != LM_OK)
        return 1;
    struct lm_text texts[2] = {lm_text_in(arena), lm_text_in(arena)};
    bool write = count > 3 && strcmp(arguments[3], "keep") == 0;
    lm_desk_write_schema(&texts[0]);
    lm_text_add(&texts[1], head);
    lm_desk_write_reference(&texts[1]);
    printf("1..2\n");
    for (int i = 0; i < 2; i++) {
        bool good = write ? keep(arguments[i + 1], &texts[i]) : same(arguments[i + 1], &texts[i]);
        printf("%s %d - %s is what the rows make\n", good ? "ok" : "not ok", i + 1,
               arguments[i + 1]);
    }
    lm_arena_free(arena);
    return 0;
}
