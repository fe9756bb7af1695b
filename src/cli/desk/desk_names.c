/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/texts.h"
#include "cli/core/names.h"
#include "cli/desk/desk_words.h"

/* Players named by a part of their name: "withdraw jansen", "bye \"muller k\" 4 half". */

enum { NAMED_MOST = 4 }; /* the most candidates listed for an ambiguous name */

/* "4 Müller, Anna; 7 Müller, Karl" */
static void add_named(struct lm_text *out, const struct lm_desk_player *p, size_t found)
{
    lm_text_add(out, found == 1 ? "" : "; ");
    if (p->number > 0)
        lm_text_print(out, "%u %s", p->number, p->person->name);
    else
        lm_text_print(out, "%s %s", p->person->id, p->person->name);
}

/* Return the ${i}th player whom an act can name: first the participants, then the persons of teams.
 */
static const struct lm_desk_player *nameable(const struct lm_desk_section *s, size_t i)
{
    return i < s->player_count ? s->players[i] : s->members[i - s->player_count];
}

enum lm_status desk_player_meant(const struct lm_desk_section *s, const char *word,
                                 struct lm_arena *arena, struct lm_log *log, const char **out)
{
    *out = word;
    const char *called =
        s == NULL || lm_desk_player(s, word) != NULL || lm_desk_member(s, word) != NULL
            ? ""
            : name_folded(arena, word);
    struct lm_text all = lm_text_in(arena);
    size_t found = 0;
    if (called == NULL)
        return LM_LIMIT;
    if (strlen(called) < 2 || lm_is_digit(called[1]))
        return LM_OK;
    for (size_t i = 0; i < s->player_count + s->member_count; i++) {
        const struct lm_desk_player *p = nameable(s, i);
        const char *name = name_folded(arena, p->person->name);
        if (name == NULL)
            return LM_LIMIT;
        if (p->standing == LM_REMOVED || !name_is_called(name, called))
            continue;
        *out = ++found == 1 ? p->person->id : word;
        if (found <= NAMED_MOST)
            add_named(&all, p, found);
    }
    if (found > 1)
        return fail(log, LM_INVALID, "%zu players are called \"%s\": %s%s; give the number", found,
                    word, lm_text_string(&all), found > NAMED_MOST ? "; …" : "");
    return lm_text_status(&all);
}
