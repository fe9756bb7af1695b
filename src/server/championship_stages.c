/* SPDX-License-Identifier: Apache-2.0 */
/* The stages of a form, with stages added, removed and moved.  Its players are left open if
 * the stage is new, or if a stage that its seats refer to was removed or now follows it. */
#include "server/championship_stages.h"

#include <string.h>

#include "base/texts.h"
#include "server/pages.h"

/* A stage of each kind, in the order of enum stage_type. */
static const char pattern[] =
    "{\"definition\":\"kinds\",\"title\":\"Kinds\",\"directors\":{\"accounts\":[\"director\"],"
    "\"may_play\":true},"
    "\"formats\":{\"match\":{\"steps\":[{\"games\":4,\"clock\":\"5+3\"}]},"
    "\"decided\":{\"steps\":[{\"games\":4,\"clock\":\"5+3\"},{\"games\":2,\"clock\":\"5+3\"}],"
    "\"armageddon\":{\"black_seconds\":180,\"equal_bids\":\"director\"}}},"
    "\"stages\":[{\"stage\":\"swiss\",\"type\":\"swiss\",\"system\":\"dutch-2026\","
    "\"format\":\"match\",\"rounds\":{\"at_least\":5},\"ranking\":[\"points\",\"median_buchholz\"],"
    "\"leaving\":{\"rule\":\"opponent_wins\"}},"
    "{\"stage\":\"round-robin\",\"type\":\"round_robin\",\"format\":\"match\","
    "\"ranking\":[\"points\",\"points_among_tied\",\"games\"],"
    "\"leaving\":{\"rule\":\"opponent_wins\"}},"
    "{\"stage\":\"knock-out\",\"type\":\"knock_out\",\"format\":\"decided\","
    "\"leaving\":{\"rule\":\"opponent_wins\"}},"
    "{\"stage\":\"match\",\"type\":\"matches\",\"format\":\"decided\","
    "\"matches\":[{\"name\":\"final\",\"seats\":[\"swiss:1\",\"swiss:2\"]}],"
    "\"leaving\":{\"rule\":\"opponent_wins\"}}],\"places\":[\"match/final:winner\"]}";

const char *const champ_stage_kinds[] = {[STAGE_SWISS] = "swiss",
                                         [STAGE_ROUND_ROBIN] = "round_robin",
                                         [STAGE_KNOCK_OUT] = "knock_out",
                                         [STAGE_MATCHES] = "matches"};

const char *const champ_stage_words[] = {[STAGE_SWISS] = LM_KEY("champ.swiss"),
                                         [STAGE_ROUND_ROBIN] = LM_KEY("champ.round-robin"),
                                         [STAGE_KNOCK_OUT] = LM_KEY("champ.knock-out"),
                                         [STAGE_MATCHES] = LM_KEY("champ.matches")};

/* --- their list */

bool champ_stages_have(const struct champ_stages *s, size_t index, size_t before)
{
    for (size_t i = 0; i < before; i++)
        if (s->rows[i].kind == NULL && s->rows[i].slot == index)
            return true;
    return false;
}

/* Return the index of the stage of ${slot}; the number of stages: none. */
static size_t place_of(const struct champ_stages *s, size_t slot)
{
    size_t i = 0;
    while (i < s->d.stage_count && s->rows[i].slot != slot)
        i++;
    return i;
}

static void append(struct champ_stages *s, size_t slot, const char *kind)
{
    if (s->d.stage_count < CF_STAGES_MOST && slot < CF_STAGES_MOST &&
        place_of(s, slot) == s->d.stage_count && (kind != NULL || slot < s->from->stage_count))
        s->rows[s->d.stage_count++] = (struct champ_stage){.slot = slot, .kind = kind};
}

static const char *kind_of(const char *text, size_t length)
{
    for (size_t i = 0; i <= STAGE_MATCHES; i++)
        if (strlen(champ_stage_kinds[i]) == length &&
            memcmp(champ_stage_kinds[i], text, length) == 0)
            return champ_stage_kinds[i];
    return NULL;
}

static void read_list(struct champ_stages *s, const char *text)
{
    for (const char *at = text + strspn(text, " "); *at != '\0'; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        size_t slot = lm_is_digit(*at) ? (size_t)(*at - '0') : CF_STAGES_MOST;
        const char *kind = length > 2 && at[1] == ':' ? kind_of(at + 2, length - 2) : NULL;
        if (length == 1 || kind != NULL)
            append(s, slot, kind);
        at += length;
    }
    for (size_t i = 0; s->d.stage_count == 0 && i < s->from->stage_count; i++)
        s->rows[i] = (struct champ_stage){.slot = i};
    if (s->d.stage_count == 0)
        s->d.stage_count = s->from->stage_count;
}

static void change(struct champ_stages *s, const struct form_value *values)
{
    const char *act = values[CF_ACT].text;
    size_t last = strlen(act), count = s->d.stage_count;
    size_t at = last == 0 ? count : place_of(s, (size_t)(unsigned char)act[last - 1] - '0');
    if (strcmp(act, "add") == 0) {
        size_t slot = 0;
        while (place_of(s, slot) < count)
            slot++;
        const char *kind = kind_of(values[CF_KIND].text, values[CF_KIND].length);
        if (kind != NULL)
            append(s, slot, kind);
    } else if (strncmp(act, "remove", 6) == 0 && at < count && count > 1) {
        memmove(&s->rows[at], &s->rows[at + 1], (count - at - 1) * sizeof *s->rows);
        s->d.stage_count--;
    } else if (strncmp(act, "earlier", 7) == 0 && at < count && at > 0) {
        struct champ_stage moved = s->rows[at];
        s->rows[at] = s->rows[at - 1];
        s->rows[at - 1] = moved;
    }
}

const char *champ_stages_text(struct visit *v, const struct champ_stages *s)
{
    struct lm_text text = lm_text_in(v->arena);
    for (size_t i = 0; i < s->d.stage_count; i++)
        lm_text_print(&text, "%s%zu%s%s", i > 0 ? " " : "", s->rows[i].slot,
                      s->rows[i].kind == NULL ? "" : ":",
                      s->rows[i].kind == NULL ? "" : s->rows[i].kind);
    return lm_text_string(&text);
}

/* --- their content */

/* Do all stages that the template's seats of the stage at ${index} refer to come before it? */
static bool seats_are_there(const struct champ_stages *s, size_t index, const struct stage *stage)
{
    for (size_t k = 0; k < stage->seating_count; k++)
        for (size_t g = 0; g < stage->seatings[k].group_count; g++)
            for (size_t i = 0; i < stage->seatings[k].groups[g].seat_count; i++) {
                const struct source *seat = &stage->seatings[k].groups[g].seats[i];
                if (seat->kind != SOURCE_HOLDER && !champ_stages_have(s, seat->stage, index))
                    return false;
            }
    return true;
}

static bool is_taken(const struct champ_stages *s, size_t before, const char *name)
{
    for (size_t i = 0; i < s->from->stage_count; i++)
        if (strcmp(s->from->stages[i].name, name) == 0)
            return true;
    for (size_t i = 0; i < before; i++)
        if (strcmp(s->d.stages[i].name, name) == 0)
            return true;
    return false;
}

static void fill(struct visit *v, bool sent, struct champ_stages *s, size_t index,
                 const struct lm_definition *patterns)
{
    struct champ_stage *row = &s->rows[index];
    struct stage *stage = &s->d.stages[index];
    const struct lm_definition *of = row->kind == NULL ? s->from : patterns;
    size_t at = row->slot;
    for (size_t i = 0; row->kind != NULL && i < patterns->stage_count; i++)
        if (strcmp(champ_stage_kinds[patterns->stages[i].type], row->kind) == 0)
            at = i;
    *stage = of->stages[at];
    row->json = lm_json_get(of->json, "stages")->first;
    for (size_t i = 0; i < at; i++)
        row->json = row->json->next;
    row->format = lm_json_get(lm_json_get(of->json, "formats"), stage->format->name);
    if (row->kind != NULL) {
        const char *name = stage->name;
        for (unsigned again = 2; is_taken(s, index, stage->name); again++)
            stage->name = visit_print(v, "%s-%u", name, again);
        stage->title = visit_word(v, champ_stage_words[stage->type]);
    }
    const struct form_value *typed =
        &v->form.values[CF_STAGES + row->slot * CF_STAGE_FIELDS + CF_STAGE_TITLE];
    if (sent && typed->length > 0)
        stage->title = typed->text;
    if (row->kind != NULL || !seats_are_there(s, index, stage))
        stage->seating_count = 0;
}

enum lm_status champ_stages_read(struct visit *v, const struct lm_definition *from, bool sent,
                                 struct champ_stages *out)
{
    struct lm_definition *patterns;
    enum lm_status status = lm_definition_read(pattern, sizeof pattern - 1, NULL, 0, true, v->arena,
                                               &v->log, &patterns);
    *out = (struct champ_stages){.from = from, .d = *from};
    out->d.stage_count = 0;
    out->d.stages = lm_arena_alloc(v->arena, CF_STAGES_MOST, sizeof *out->d.stages);
    if (status != LM_OK || out->d.stages == NULL || from->stage_count > CF_STAGES_MOST)
        return status == LM_OK ? LM_LIMIT : status;
    read_list(out, sent ? v->form.values[CF_LIST].text : "");
    if (sent)
        change(out, v->form.values);
    for (size_t i = 0; i < out->d.stage_count; i++)
        fill(v, sent, out, i, patterns);
    return LM_OK;
}
