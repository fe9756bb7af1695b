/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/core/near.h"

#include <string.h>

#include "limmat/text.h"

enum { LETTERS = 40, SHORT = 4 /* letters of a word that allows one slip only */ };

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Return how many typing errors make ${typed} of ${meant}: a letter too many, missing, wrong, or
 * two exchanged. The distance of Damerau and Levenshtein, of words up to LETTERS long; longer ones
 * count as far. */
static int slips(const char *typed, const char *meant)
{
    size_t m = strlen(typed), n = strlen(meant);
    int row[3][LETTERS + 1];
    if (m > LETTERS || n > LETTERS)
        return LETTERS;
    for (size_t j = 0; j <= n; j++)
        row[0][j] = (int)j;
    for (size_t i = 1; i <= m; i++) {
        int *here = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
        here[0] = (int)i;
        for (size_t j = 1; j <= n; j++) {
            here[j] = least(last[j], here[j - 1]) + 1;
            here[j] = least(here[j], last[j - 1] + (typed[i - 1] != meant[j - 1]));
            if (i > 1 && j > 1 && typed[i - 1] == meant[j - 2] && typed[i - 2] == meant[j - 1])
                here[j] = least(here[j], before[j - 2] + 1);
        }
    }
    return row[m % 3][n];
}

/* Return ${name} and update *${distance}, if it is nearer to ${typed}; else ${so_far}. */
static const char *nearer(const char *typed, const char *name, const char *so_far, int *distance)
{
    int here = slips(typed, name);
    if (here >= *distance)
        return so_far;
    *distance = here;
    return name;
}

/* Return the distance from which on a word is not near. */
static int too_far(const char *typed)
{
    return strlen(typed) <= SHORT ? 2 : 3;
}

/* Is ${word} the first of the two words of a command's name? */
static bool begins_a_command(const struct run *run, const char *word)
{
    size_t length = strlen(word);
    for (size_t i = 0; run->commands[i] != NULL; i++)
        if (strncmp(run->commands[i]->name, word, length) == 0 &&
            run->commands[i]->name[length] == ' ')
            return true;
    return false;
}

enum lm_status no_such_command(struct run *run, const char *const *arguments, size_t count)
{
    struct lm_text typed = lm_text_in(run->arena);
    bool group = begins_a_command(run, arguments[0]);
    lm_text_add(&typed, arguments[0]);
    if (count > 1 && group)
        lm_text_print(&typed, " %s", arguments[1]);
    const char *words = lm_text_string(&typed), *meant = NULL;
    int distance = too_far(group && count > 1 ? arguments[1] : arguments[0]);
    for (size_t i = 0; run->commands[i] != NULL; i++)
        meant = nearer(words, run->commands[i]->name, meant, &distance);
    if (meant != NULL)
        return fail(run->log, LM_INVALID, "unknown command \"%s\"; did you mean `limmat %s`?",
                    words, meant);
    return fail(run->log, LM_INVALID, "unknown command \"%s\"; see `limmat help%s%s`", words,
                group ? " " : "", group ? arguments[0] : "");
}

enum lm_status no_such_option(struct run *run, const struct command *command, const char *name)
{
    size_t length = strcspn(name, "=");
    char typed[LETTERS + 1] = "";
    const char *meant = NULL;
    if (name[0] == '-' && name[1] == '-' && length <= LETTERS)
        memcpy(typed, name + 2, length - 2);
    int distance = too_far(typed);
    for (const struct option *o = command->options; o != NULL && o->name != NULL; o++)
        if (typed[0] != '\0')
            meant = nearer(typed, o->name, meant, &distance);
    if (meant != NULL)
        return fail(run->log, LM_INVALID, "%s has no option %s; did you mean --%s?", command->name,
                    name, meant);
    return fail(run->log, LM_INVALID, "%s has no option %s; see `limmat help %s`", command->name,
                name, command->name);
}

const char *nearest_of(const char *word, const char *const *names, size_t count)
{
    const char *found = NULL;
    int distance = too_far(word);
    for (size_t i = 0; i < count; i++)
        if (names[i] != NULL)
            found = nearer(word, names[i], found, &distance);
    return found;
}
