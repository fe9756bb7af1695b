/* SPDX-License-Identifier: Apache-2.0 */
#include "server/person_matches.h"

#include <stdlib.h>
#include <string.h>

#include "limmat/text.h"
#include "server/handlers.h"

static size_t folded_length(struct visit *v, const char *name)
{
    struct lm_text text = lm_text_in(v->arena);
    lm_text_add_folded(&text, name, strlen(name));
    return text.length;
}

static bool is_of_year(const struct lm_person *person, const char *birth)
{
    return person->born / 10000 == (int32_t)strtol(birth, NULL, 10);
}

static bool has_rating(const struct lm_person *person, int32_t rating)
{
    for (int chess = 0; chess < LM_CHESS_KINDS; chess++)
        if (rating > 0 && person->tracks[chess].rating == rating)
            return true;
    return false;
}

enum trait { YEAR, FEDERATION, RATING };

static bool has_trait(const struct lm_person *person, const struct lm_people_row *row,
                      enum trait trait)
{
    switch (trait) {
    case YEAR:
        return is_of_year(person, row->birth);
    case FEDERATION:
        return strcmp(person->federation, row->federation) == 0;
    default:
        return has_rating(person, row->rating) || has_rating(person, row->national);
    }
}

/* Count those in ${m} that have ${trait} of ${row}; put the last of them into ${*id}. */
static size_t with_trait(const struct matches *m, const struct lm_people_row *row, enum trait trait,
                         uint32_t *id)
{
    size_t count = 0;
    for (size_t i = 0; i < m->count; i++)
        if (has_trait(&m->people[i], row, trait)) {
            *id = m->people[i].id;
            count++;
        }
    return count;
}

/* Keep those in ${m} that have ${trait} of ${row}; ${strict}: even if none is left. */
static void keep_with(struct matches *m, const struct lm_people_row *row, enum trait trait,
                      bool strict)
{
    uint32_t id;
    size_t kept = 0;
    if (!strict && with_trait(m, row, trait, &id) == 0)
        return;
    for (size_t i = 0; i < m->count; i++)
        if (has_trait(&m->people[i], row, trait))
            m->people[kept++] = m->people[i];
    m->count = kept;
}

void matches_find(struct visit *v, const struct os_map *list, const struct lm_people_row *row,
                  struct matches *out)
{
    uint32_t ids[LIST_SHOWN], id = 0;
    bool known = *row->fide_id != '\0';
    *out = (struct matches){.count = 0};
    if (list == NULL || *row->name == '\0')
        return;
    size_t length = folded_length(v, row->name);
    size_t found = list_find(v, list, known ? row->fide_id : row->name, ids);
    for (size_t i = 0; i < found; i++) {
        struct lm_person *person = &out->people[out->count];
        /* The search finds the words of the name in any order, and as beginnings: an equal name has
         * equal length. */
        if (list_person(v, list, ids[i], person) &&
            (known || folded_length(v, person->name) == length))
            out->count++;
    }
    if (!known && *row->birth != '\0')
        keep_with(out, row, YEAR, true);
    if (!known && *row->federation != '\0')
        keep_with(out, row, FEDERATION, false);
    if (out->count == 1)
        out->likely = out->people[0].id;
    else if (with_trait(out, row, RATING, &id) == 1)
        out->likely = id;
}

void matches_fill(struct visit *v, const struct lm_person *person, const char *lists,
                  struct lm_people_row *row)
{
    enum lm_chess kind;
    const char sex[2] = {person->sex == 'F' ? 'w' : person->sex == 'M' ? 'm' : '\0', '\0'};
    const struct {
        const char **field, *known;
    } fields[] = {{&row->fide_id, visit_print(v, "%u", person->id)},
                  {&row->title, *person->title != '\0' ? person->title : person->women_title},
                  {&row->federation, person->federation},
                  {&row->birth, person->born > 0 ? visit_print(v, "%d", person->born / 10000) : ""},
                  {&row->sex, sex}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (*fields[i].field == NULL || **fields[i].field == '\0')
            *fields[i].field = visit_print(v, "%s", fields[i].known);
    if (row->rating == 0)
        row->rating = list_rating(person, lists, &kind);
}

const char *match_said(struct visit *v, const struct lm_person *person, const char *lists)
{
    enum lm_chess kind;
    int16_t rating = list_rating(person, lists, &kind);
    struct lm_text text = lm_text_in(v->arena);
    lm_text_print(&text, "%s", person->name);
    if (*person->federation != '\0')
        lm_text_print(&text, " · %s", person->federation);
    if (person->born > 0)
        lm_text_print(&text, " · %d", person->born / 10000);
    if (rating > 0)
        lm_text_print(&text, " · %d", rating);
    lm_text_print(&text, " · FIDE %u", person->id);
    return lm_text_string(&text);
}
