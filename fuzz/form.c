/* SPDX-License-Identifier: Apache-2.0 */
/* Forms: whatever comes, a handler sees no more than its fields allow.  The first byte says how the
 * rest is sent. */
#include "server/form.h"
#include "fuzz.h"

enum { TEXT, LINES, NUMBER, DATE, CHOICE, CHECK, MANY, FILES };

static const struct form_field fields[] = {[TEXT] = {"text", FORM_TEXT, 0, 20, NULL, false},
                                           [LINES] = {"lines", FORM_LINES, 0, 99, NULL, false},
                                           [NUMBER] = {"number", FORM_NUMBER, -3, 40, NULL, false},
                                           [DATE] = {"date", FORM_DATE, 0, 10, NULL, false},
                                           [CHOICE] = {"choice", FORM_CHOICE, 0, 9, "a|bc|", false},
                                           [CHECK] = {"check", FORM_CHECK, 0, 0, NULL, false},
                                           [MANY] = {"many", FORM_MANY, 0, 20, NULL, false},
                                           [FILES] = {"file", FORM_FILE, 0, 500, NULL, true},
                                           {0}};

static void check_text(const struct form_value *v, size_t most, bool lines)
{
    HOLDS(lm_utf8_length(v->text, v->length) <= most && strlen(v->text) == v->length);
    HOLDS(lm_utf8_valid(v->text, v->length));
    for (size_t i = 0; i < v->length; i++) {
        unsigned char c = (unsigned char)v->text[i];
        HOLDS(c >= ' ' || (lines && (c == '\n' || c == '\t')));
    }
}

static void check(const struct form *form, bool query)
{
    const struct form_value *v = form->values;
    HOLDS(form->token != NULL && form->acknowledged != NULL && form->request != NULL);
    if (form->trouble != NULL)
        return;
    check_text(&v[TEXT], 20, false);
    check_text(&v[LINES], 99, true);
    HOLDS(v[NUMBER].number >= -3 && v[NUMBER].number <= 40);
    HOLDS(v[DATE].length == 0 || v[DATE].length == 10);
    HOLDS(!v[CHOICE].given || strcmp(v[CHOICE].text, "a") == 0 ||
          strcmp(v[CHOICE].text, "bc") == 0 || strcmp(v[CHOICE].text, "") == 0);
    HOLDS(!v[CHECK].given || strcmp(v[CHECK].text, "1") == 0);
    /* Ids, those of matches ("swiss/1/2") among them. */
    HOLDS(strspn(v[MANY].text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "0123456789-_./ ") == v[MANY].length);
    HOLDS(v[FILES].length <= 500 && (query || v[FILES].length > 0));
    for (size_t i = 0; i < form->pair_count; i++)
        HOLDS(form->pairs[i].name != NULL && form->pairs[i].text != NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const types[] = {"application/x-www-form-urlencoded",
                                        "multipart/form-data; boundary=B",
                                        "multipart/form-data; boundary=", "text/plain"};
    struct lm_arena *arena;
    struct form form;
    if (size == 0 || lm_arena_new(&arena, NULL, ARENA_LIMIT) != LM_OK)
        return 0;
    const char *bytes = (const char *)data + 1;
    size_t length = size - 1;
    if (*data % 5 == 4) {
        const char *query = lm_arena_copy(arena, bytes, length);
        form_read_query(&form, query, fields, arena);
    } else {
        form_read(&form, types[*data % 5], bytes, length, fields, arena);
    }
    check(&form, *data % 5 == 4);
    lm_arena_free(arena);
    return 0;
}
