/* SPDX-License-Identifier: Apache-2.0 */
/* The table of handlers as OpenAPI 3.1: for programmers, and for the attacks of the tests, which go
 * through it row by row. */
#include <string.h>

#include "limmat/json.h"
#include "server/handlers.h"
#include "server/service.h"

static void put_fields(struct lm_json_writer *w, const struct form_field *fields)
{
    lm_json_begin(w, "properties", '{');
    for (const struct form_field *f = fields; f != NULL && f->name != NULL; f++) {
        lm_json_begin(w, f->name, '{');
        lm_json_put_string(w, "type", f->kind == FORM_NUMBER ? "integer" : "string");
        if (f->kind == FORM_NUMBER) {
            lm_json_put_integer(w, "minimum", f->low);
            lm_json_put_integer(w, "maximum", f->high);
        } else if (f->high > 0) {
            lm_json_put_integer(w, "maxLength", f->high);
        }
        if (f->choices != NULL)
            lm_json_put_string(w, "x-choices", f->choices);
        if (f->kind == FORM_MANY || f->kind == FORM_EACH)
            lm_json_put_boolean(w, "x-many", true);
        if (f->kind == FORM_FILE || f->kind == FORM_LARGE)
            lm_json_put_string(w, "format", "binary");
        lm_json_end(w, '}');
    }
    lm_json_end(w, '}');
    lm_json_begin(w, "required", '[');
    for (const struct form_field *f = fields; f != NULL && f->name != NULL; f++)
        if (f->required)
            lm_json_put_string(w, NULL, f->name);
    lm_json_end(w, ']');
}

static bool has_file(const struct form_field *fields)
{
    for (const struct form_field *f = fields; f != NULL && f->name != NULL; f++)
        if (f->kind == FORM_FILE || f->kind == FORM_LARGE)
            return true;
    return false;
}

/* Write the body of a row that takes a plain file. */
static void put_file(struct lm_json_writer *w, const struct handler *h)
{
    lm_json_begin(w, "put", '{');
    lm_json_put_string(w, "summary", h->summary);
    lm_json_put_string(w, "x-right", "look");
    lm_json_put_boolean(w, "x-open", h->open);
    lm_json_begin(w, "requestBody", '{');
    lm_json_begin(w, "content", '{');
    lm_json_begin(w, "application/octet-stream", '{');
    for (int i = 0; i < 4; i++)
        lm_json_end(w, '}');
}

/* Find the row by which a file is put at the address of ${h}; NULL: none. */
static const struct handler *put_at(const char *pattern)
{
    for (size_t table = 0; put_tables[table] != NULL; table++)
        for (const struct handler *h = put_tables[table]; h->pattern != NULL; h++)
            if (strcmp(h->pattern, pattern) == 0)
                return h;
    return NULL;
}

static void put_handler(struct lm_json_writer *w, const struct handler *h)
{
    lm_json_begin(w, h->post ? "post" : "get", '{');
    lm_json_put_string(w, "summary", h->summary);
    lm_json_put_string(w, "x-right", right_name(h->right));
    lm_json_put_boolean(w, "x-open", h->open);
    if (h->post) {
        lm_json_begin(w, "requestBody", '{');
        lm_json_begin(w, "content", '{');
        lm_json_begin(
            w, has_file(h->fields) ? "multipart/form-data" : "application/x-www-form-urlencoded",
            '{');
        lm_json_begin(w, "schema", '{');
        lm_json_put_string(w, "type", "object");
        put_fields(w, h->fields);
        for (int i = 0; i < 4; i++)
            lm_json_end(w, '}');
    }
    lm_json_end(w, '}');
}

/* Write "/e/:event/log" as "/e/{event}/log". */
static const char *path_of(const char *pattern, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    for (const char *at = pattern; *at != '\0';) {
        size_t size = *at == ':' ? strcspn(at, "/") : 1;
        if (*at == ':')
            lm_text_print(&text, "{%.*s}", (int)size - 1, at + 1);
        else
            lm_text_add_char(&text, *at);
        at += size;
    }
    return lm_text_string(&text);
}

/* Write a table; both methods of a path are neighbours in it. */
static void put_table(struct lm_json_writer *w, const struct handler *table, struct lm_arena *arena)
{
    for (const struct handler *h = table; h->pattern != NULL; h++) {
        bool again = h > table && strcmp(h[-1].pattern, h->pattern) == 0;
        if (!again)
            lm_json_begin(w, path_of(h->pattern, arena), '{');
        put_handler(w, h);
        if (!again && put_at(h->pattern) != NULL)
            put_file(w, put_at(h->pattern));
        if (h[1].pattern == NULL || strcmp(h[1].pattern, h->pattern) != 0)
            lm_json_end(w, '}');
    }
}

enum lm_status show_openapi(struct visit *v)
{
    struct lm_json_writer w = lm_json_writer_to(&v->reply->body, true);
    v->reply->type = "application/json";
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "openapi", "3.1.0");
    lm_json_begin(&w, "info", '{');
    lm_json_put_string(&w, "title", "Limmat");
    lm_json_put_string(&w, "version", "1");
    lm_json_end(&w, '}');
    lm_json_begin(&w, "paths", '{');
    for (size_t i = 0; handler_tables[i] != NULL; i++)
        put_table(&w, handler_tables[i], v->arena);
    lm_json_end(&w, '}');
    lm_json_end(&w, '}');
    return LM_OK;
}
