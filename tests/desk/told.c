/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random arbiters provoke refusals; each, its remedy and its article appear in every language, and
 * no English is left over. usage: told FIRST COUNT; prints TAP: one line per language.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "limmat/desk.h"
#include "limmat/message.h"
#include "site/said.h"

#include "../unit/journal_hooks.h"

enum { KINDS_MOST = 2000, SHOWN = 10 };

/* Words of English sentences that the other languages do not have; French has "on", Italian "come".
 */
static const char *const english[] = {
    "the",  "is",      "are",  "were",  "not",    "and",    "or",    "of",      "with",    "this",
    "that", "there",   "they", "his",   "him",    "he",     "has",   "have",    "what",    "who",
    "when", "which",   "only", "first", "before", "after",  "round", "board",   "players", "rules",
    "give", "leave",   "take", "enter", "result", "cannot", "would", "already", "nothing", "by",
    "to",   "changes", "it",   "stays", "games",  "another"};

struct heard {
    struct lm_arena *arena;
    const char *formats[KINDS_MOST];
    size_t kinds;
    size_t wrong[16]; /* by the language's index */
};

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

/* The first English word of ${text} outside straight quotes, where acts are named; NULL: none. */
static const char *english_in(const char *text)
{
    bool quoted = false;
    for (size_t at = 0; text[at] != '\0';) {
        size_t length = 0;
        quoted ^= text[at] == '"';
        while (is_letter(text[at + length]))
            length++;
        for (size_t i = 0; !quoted && length > 0 && i < sizeof english / sizeof *english; i++)
            if (strlen(english[i]) == length && strncmp(english[i], text + at, length) == 0)
                return english[i];
        at += length > 0 ? length : 1;
    }
    return NULL;
}

static void look(struct heard *h, size_t place, const struct lm_language *language,
                 const char *text, const struct lm_message *message)
{
    const char *told = site_message(language, h->arena, text, message), *word = english_in(told);
    bool same = strcmp(told, text) == 0 && english_in(text) != NULL;
    if (!same && word == NULL && strchr(told, '{') == NULL)
        return;
    if (h->wrong[place]++ < SHOWN)
        printf("# %s: \"%s\" (%s)\n", language->code, told, word == NULL ? "unsaid" : word);
}

static bool is_new(struct heard *h, const char *format)
{
    for (size_t i = 0; i < h->kinds; i++)
        if (strcmp(h->formats[i], format) == 0)
            return false;
    if (h->kinds < KINDS_MOST)
        h->formats[h->kinds++] = lm_arena_copy(h->arena, format, strlen(format));
    return true;
}

static void hear(void *context, const struct lm_desk_reason *reason)
{
    struct heard *h = context;
    size_t count;
    const struct lm_language *all = lm_languages(&count);
    bool new_what = is_new(h, reason->message == NULL ? reason->what : reason->message->format);
    bool new_remedy =
        is_new(h, reason->remedy_message == NULL ? reason->remedy : reason->remedy_message->format);
    for (size_t i = 1; i < count; i++) {
        if (new_what)
            look(h, i, &all[i], reason->what, reason->message);
        if (new_remedy)
            look(h, i, &all[i], reason->remedy, reason->remedy_message);
        if (new_what)
            look(h, i, &all[i], reason->article, NULL);
    }
}

static bool play(const char *system, uint64_t seed, struct heard *h)
{
    struct lm_arena *arena;
    if (lm_arena_new(&arena, NULL, 0) != LM_OK)
        return false;
    struct lm_log log = {.arena = arena};
    struct lm_text journal = lm_text_in(arena), secrets = lm_text_in(arena);
    struct lm_desk_simulated out = {0};
    const struct lm_desk_simulation how = {.system = system,
                                           .players = 6 + (uint32_t)(seed * 7919 % 24),
                                           .rounds = 3 + (uint32_t)(seed % 5),
                                           .seed = seed,
                                           .nonsense = 200,
                                           .watch = hear,
                                           .context = h};
    enum lm_status status =
        lm_desk_simulate(&how, &test_hooks, arena, &log, &journal, &secrets, &out);
    for (size_t i = 0; status != LM_OK && i < log.count; i++)
        printf("# %s, seed %llu: %s\n", system, (unsigned long long)seed, log.all[i].what);
    lm_arena_free(arena);
    return status == LM_OK;
}

int main(int arguments, char **argument)
{
    static struct heard heard;
    uint64_t first = arguments > 1 ? strtoull(argument[1], NULL, 10) : 1;
    uint64_t count = arguments > 2 ? strtoull(argument[2], NULL, 10) : 20;
    size_t systems, languages;
    const struct lm_system *const *all = lm_systems(&systems);
    const struct lm_language *language = lm_languages(&languages);
    bool played = lm_arena_new(&heard.arena, NULL, 0) == LM_OK;
    for (size_t i = 0; played && i < systems; i++)
        for (uint64_t seed = first; seed < first + count; seed++)
            played &= play(all[i]->name, seed, &heard);
    printf("%s 1 - desk/told/many_are_provoked\n", played && heard.kinds > 250 ? "ok" : "not ok");
    printf("# %zu sentences\n", heard.kinds);
    for (size_t i = 1; i < languages; i++)
        printf("%s %zu - desk/told/%s\n", heard.wrong[i] == 0 ? "ok" : "not ok", i + 1,
               language[i].code);
    printf("1..%zu\n", languages);
    lm_arena_free(heard.arena);
    return 0;
}
