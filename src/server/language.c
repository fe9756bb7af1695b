/* SPDX-License-Identifier: Apache-2.0 */
/* The language of the desk for each reader. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "server/championships.h"
#include "server/handlers.h"
#include "site/said.h"

#define COOKIE "limmat_language"

static const struct lm_language *language_of(const char *code, size_t length)
{
    size_t count;
    const struct lm_language *all = lm_languages(&count);
    for (size_t i = 0; i < count; i++)
        if (strlen(all[i].code) == length && strncmp(all[i].code, code, length) == 0)
            return &all[i];
    return NULL;
}

/* Return the chosen language; NULL: none. */
static const struct lm_language *chosen(const char *cookies)
{
    for (const char *at = cookies; *at != '\0'; at += strspn(at, "; ")) {
        size_t size = strcspn(at, ";"), name = sizeof COOKIE - 1;
        if (size > name && strncmp(at, COOKIE "=", name + 1) == 0)
            return language_of(at + name + 1, size - name - 1);
        at += size;
    }
    return NULL;
}

/* Parse the weight after a language, "q=0.8", in thousandths; 0 if it is invalid. */
static int weight_of(const char *text, size_t length)
{
    const char *q = memchr(text, '=', length);
    if (q == NULL)
        return 1000;
    double weight = strtod(q + 1, NULL);
    return weight > 0 && weight <= 1 ? (int)(weight * 1000) : 0;
}

/* Parse "de-CH, de;q=0.9, fr;q=0.8": the available language of the greatest weight, the first of
 * equals. */
const struct lm_language *language_wanted(const struct http_request *request)
{
    const struct lm_language *best = chosen(request->cookie);
    int heaviest = 0;
    if (best != NULL)
        return best;
    for (const char *at = request->languages; at != NULL && *at != '\0'; at += strspn(at, ", ")) {
        size_t size = strcspn(at, ","), tag = strcspn(at, "-;, ");
        const struct lm_language *one = language_of(at, tag < size ? tag : size);
        const char *weight = memchr(at, ';', size);
        int own = weight == NULL ? 1000 : weight_of(weight, size - (size_t)(weight - at));
        if (one != NULL && own > heaviest) {
            best = one;
            heaviest = own;
        }
        at += size;
    }
    return best == NULL ? lm_english() : best;
}

/* Return the reader's language; English without a reader, as for reminders. */
static const struct lm_language *spoken_by(const struct visit *v)
{
    return v->language == NULL ? lm_english() : v->language;
}

const char *visit_word(const struct visit *v, const char *key)
{
    return site_word(spoken_by(v), key);
}

const char *visit_say(struct visit *v, const char *key, const struct lm_value *values, size_t count)
{
    return site_say(spoken_by(v), v->arena, key, values, count);
}

const char *visit_say_of(struct visit *v, const char *key, struct lm_value value)
{
    return site_say_of(spoken_by(v), v->arena, key, value);
}

const char *visit_title(struct visit *v, const char *english)
{
    return site_title_word(v->language, v->arena, english);
}

const char *visit_message_as(struct visit *v, const char *english, const struct lm_message *message)
{
    return site_message(spoken_by(v), v->arena, english, message);
}

const char *visit_capital(struct visit *v, const char *text)
{
    char *out = lm_arena_copy(v->arena, text, strlen(text));
    if (out == NULL)
        return text;
    unsigned char *c = (unsigned char *)out;
    if (c[0] == 0xC3 && c[1] >= 0xA0 && c[1] != 0xB7 && c[1] != 0xBF) /* à to þ */
        c[1] = (unsigned char)(c[1] - 0x20);
    else
        *out = lm_upper(*out);
    return out;
}

/* Return the date that ${at} begins with, "" if it is part of something else; ${text} is the whole.
 */
static const char *date_at(struct visit *v, const char *text, const char *at)
{
    enum { LENGTH = 10 };
    static const char others[] =
        "-./:0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_";
    struct lm_date date;
    bool alone = (at == text || strchr(others, at[-1]) == NULL) && strlen(at) >= LENGTH &&
                 at[4] == '-' && at[7] == '-' &&
                 (at[LENGTH] == '\0' || at[LENGTH] == '.' || strchr(others, at[LENGTH]) == NULL);
    if (!alone || !lm_parse_date(at, LENGTH, &date) || date.day == 0)
        return "";
    return site_dates(spoken_by(v), visit_print(v, "%.10s", at), "", v->arena);
}

const char *visit_dated(struct visit *v, const char *text)
{
    struct lm_text out = lm_text_in(v->arena);
    for (const char *at = text; *at != '\0';) {
        const char *date = *at >= '1' && *at <= '2' ? date_at(v, text, at) : "";
        lm_text_add(&out, date);
        if (*date == '\0')
            lm_text_add_char(&out, *at++);
        else
            at += strlen("2026-07-12");
    }
    return lm_text_string(&out);
}

const char *visit_line(struct visit *v, const char *english, const struct lm_message *message)
{
    const char *text = visit_message_as(v, english, message);
    while (message != NULL && message->format[0] == '%' && message->parts[0].message != NULL)
        message = message->parts[0].message;
    bool named = message != NULL && message->format[0] == '%';
    return named ? text : visit_capital(v, text);
}

const char *visit_message(struct visit *v, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const struct lm_message *message = lm_message_vprint(v->arena, format, arguments);
    va_end(arguments);
    return message == NULL ? "" : visit_message_as(v, message->text, message);
}

void languages_offered(struct visit *v, struct desk_head *head)
{
    size_t count;
    const struct lm_language *all = lm_languages(&count);
    struct tongue *others = lm_arena_alloc(v->arena, count, sizeof *others);
    for (size_t i = 0; others != NULL && i < count && !v->request->post; i++)
        if (&all[i] != v->language)
            others[head->tongue_count++] = (struct tongue){
                site_local(v->arena, "/language/%s?to=%s", all[i].code, v->request->path),
                all[i].code, all[i].name};
    head->tongues = others;
}

const char *language_suffix(struct visit *v)
{
    bool english = spoken_by(v) == lm_english();
    return english ? "" : visit_print(v, ".%s", v->language->code);
}

/* --- choosing a language */

static const struct form_field to_fields[] = {{"to", FORM_TEXT, 0, 400, NULL, false}, {0}};

/* Is ${path} a page of this server? "//elsewhere" and "/\\elsewhere" are not. */
static bool is_here(const char *path)
{
    for (const char *c = path; *c != '\0'; c++)
        if ((unsigned char)*c <= ' ' || *c == '\\' || (unsigned char)*c >= 0x7f)
            return false;
    return path[0] == '/' && path[1] != '/';
}

/* Store ${wanted} as the language of a championship member's reminders, too. */
static enum lm_status keep_for_reminders(struct visit *v, const struct lm_language *wanted)
{
    const char *slug = rights_championship(v), *name = strchr(v->who.account, '/');
    if (*slug == '\0' || name == NULL)
        return LM_OK;
    const struct store_record record = {visit_print(v, "c/%s language %s", slug, name + 1), slug,
                                        wanted->code, 0};
    return store_put(v->server->store, STORE_SETTING, &record, &v->log);
}

/* Store ${wanted} in the browser. */
static void keep(struct visit *v, const struct lm_language *wanted)
{
    v->reply->cookie = visit_print(v, "%s=%s; Path=/; Max-Age=31536000; SameSite=Lax%s", COOKIE,
                                   wanted->code, v->server->secure ? "; Secure" : "");
}

enum lm_status language_follow(struct visit *v, const char *page, const char *path)
{
    const char *code = strchr(page, '.'), *end = code == NULL ? NULL : strchr(code + 1, '.');
    const struct lm_language *of_page =
        end == NULL ? NULL : language_of(code + 1, (size_t)(end - code - 1));
    if (of_page != NULL && of_page != v->language)
        keep(v, of_page);
    return visit_go(v, "%s", path);
}

static enum lm_status choose(struct visit *v)
{
    const struct lm_language *wanted = language_of(v->parts[0], strlen(v->parts[0]));
    const char *to = value(v, 0)->text;
    if (wanted == NULL)
        return visit_refuse(v, 404, "This language isn’t available");
    keep(v, wanted);
    enum lm_status status = keep_for_reminders(v, wanted);
    return status == LM_OK ? visit_go(v, "%s", is_here(to) ? to : "/") : status;
}

const struct handler language_handlers[] = {{false, "/language/:code", RIGHT_LOOK, to_fields,
                                             "choose the language of the desk", choose, false},
                                            {0}};
