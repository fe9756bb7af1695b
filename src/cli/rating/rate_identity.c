/* SPDX-License-Identifier: Apache-2.0 */
/* Report, or refuse, players of reports who are not the persons of the ids they give. */
#include <inttypes.h>
#include <string.h>

#include "cli/rating/rate.h"

static bool is_confirmed(const struct lm_rating_event *event, uint32_t id)
{
    for (size_t i = 0; i < event->confirmed_count; i++)
        if (event->confirmed[i] == id)
            return true;
    return false;
}

static const char *keep_text(struct lm_arena *arena, const char *text)
{
    return text == NULL ? "" : lm_arena_copy(arena, text, strlen(text));
}

static enum lm_status keep_case(struct identities *out, struct lm_arena *arena,
                                struct lm_identity_case one, const char *event)
{
    if (!lm_arena_grow(arena, &out->cases, &out->capacity, out->count + 1, sizeof *out->cases) ||
        !lm_arena_grow(arena, &out->events, &out->event_capacity, out->count + 1,
                       sizeof *out->events))
        return LM_LIMIT;
    one.claim.name = keep_text(arena, one.claim.name);
    one.claim.federation = keep_text(arena, one.claim.federation);
    out->events[out->count] = keep_text(arena, event);
    if (one.claim.name == NULL || one.claim.federation == NULL || out->events[out->count] == NULL)
        return LM_LIMIT;
    out->cases[out->count++] = one;
    return LM_OK;
}

enum lm_status identities_collect(const struct lm_registry *registry,
                                  const struct lm_rating_event *event, struct lm_arena *arena,
                                  struct lm_arena *scratch, struct identities *out)
{
    for (size_t i = 0; i < event->player_count; i++) {
        const struct lm_event_player *player = &event->players[i];
        const struct lm_person *person =
            player->without_id ? NULL : lm_registry_find(registry, player->id);
        struct lm_identity_case one = {
            .claim = {.id = player->without_id ? 0 : player->id,
                      .name = player->name,
                      .federation = player->federation,
                      .born = player->born,
                      .woman = player->woman,
                      .rating = player->rating},
            .fit = {.verdict = LM_IDENTITY_OTHER},
            .person = person == NULL ? LM_NOBODY : (uint32_t)(person - registry->people),
        };
        if (person != NULL && is_confirmed(event, player->id))
            continue;
        if (person != NULL)
            one.fit = lm_identity_judge(&one.claim, person, scratch);
        if (one.fit.verdict == LM_IDENTITY_SAME)
            continue;
        enum lm_status status = keep_case(out, arena, one, event->id);
        if (status != LM_OK)
            return status;
    }
    return LM_OK;
}

/* "1503014 Carlsen, Magnus NOR 1990" */
static void add_person(struct lm_text *out, const struct lm_person *person)
{
    lm_text_print(out, "%" PRIu32 " %s %s", person->id, person->name, person->federation);
    if (person->born != 0)
        lm_text_print(out, " %" PRId32, person->born / 10000);
}

static const char *remedy_of(const struct lm_registry *registry, const struct lm_identity_case *one,
                             struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    struct lm_text likely = lm_text_in(arena), other = lm_text_in(arena);
    if (one->likely != LM_NOBODY)
        add_person(&likely, &registry->people[one->likely]);
    if (one->likely != LM_NOBODY && one->likely_too != LM_NOBODY) {
        add_person(&other, &registry->people[one->likely_too]);
        lm_text_print(&text, LM_MESSAGE("likely %s or %s: correct the id"), lm_text_string(&likely),
                      lm_text_string(&other));
    } else if (one->likely != LM_NOBODY) {
        lm_text_print(&text, LM_MESSAGE("likely %s: correct the id"), lm_text_string(&likely));
    } else if (one->person == LM_NOBODY) {
        lm_text_add(&text, LM_MESSAGE("register the player, or correct the number in the report"));
    } else {
        lm_text_add(&text, LM_MESSAGE("correct the id"));
    }
    if (one->person != LM_NOBODY) {
        lm_text_add(&text, ", ");
        lm_text_print(
            &text,
            LM_MESSAGE("or, if it is right, put \"confirmed\": [%" PRIu32 "] into the report"),
            one->claim.id);
    }
    return lm_text_string(&text);
}

/* Log why the person of the id is not, or possibly not, the player. */
static enum lm_status tell_difference(const struct lm_registry *registry,
                                      const struct lm_identity_case *one, const char *event,
                                      struct lm_arena *arena, struct lm_log *log)
{
    struct lm_text text = lm_text_in(arena);
    struct lm_place place = {.field = "id"};
    const struct lm_person *person = &registry->people[one->person];
    lm_identity_say(one, person, &text);
    if (one->fit.verdict == LM_IDENTITY_LIKELY)
        return lm_log_add(log, LM_SUSPICIOUS, place, "check that it is the same person",
                          "event %s: player %" PRIu32 " (%s): %s", event, one->claim.id,
                          one->claim.name, lm_text_string(&text));
    return lm_log_add(log, LM_ERROR, place, remedy_of(registry, one, arena),
                      "event %s: player %" PRIu32 " (%s) is not the person of that id: %s", event,
                      one->claim.id, one->claim.name, lm_text_string(&text));
}

static enum lm_status tell(const struct lm_registry *registry, const struct lm_identity_case *one,
                           const char *event, bool preview, struct lm_arena *arena,
                           struct lm_log *log)
{
    struct lm_place place = {.field = "id"};
    enum lm_severity severity = preview ? LM_SUSPICIOUS : LM_ERROR;
    if (one->person != LM_NOBODY)
        return tell_difference(registry, one, event, arena, log);
    if (preview && one->likely == LM_NOBODY)
        return LM_OK;
    if (one->claim.id == 0)
        return lm_log_add(log, severity, place, remedy_of(registry, one, arena),
                          "event %s: %s has no FIDE ID in the report", event, one->claim.name);
    return lm_log_add(log, severity, place, remedy_of(registry, one, arena),
                      "event %s: player %" PRIu32 " (%s) is not in the registry", event,
                      one->claim.id, one->claim.name);
}

enum lm_status identities_tell(const struct lm_registry *registry, struct identities *identities,
                               struct lm_arena *arena, struct lm_log *log)
{
    enum lm_status worst =
        lm_identity_propose(registry, identities->cases, identities->count, arena);
    for (size_t i = 0; i < identities->count && worst != LM_LIMIT; i++) {
        enum lm_status status = tell(registry, &identities->cases[i], identities->events[i],
                                     identities->preview, arena, log);
        worst = status != LM_OK ? status : worst;
    }
    return worst;
}

/* --- figures */

/* Players whose figure differs from the list's: the first of them by name, the rest as a number. */
struct off {
    struct lm_text named;
    size_t count;
};

static void add_off(struct off *off, const struct lm_person *person, int32_t reported,
                    int32_t listed)
{
    enum { NAMED = 3 };
    if (off->count++ >= NAMED) {
        lm_text_add(&off->named, off->count == NAMED + 1 ? ", …" : "");
        return;
    }
    lm_text_print(&off->named, "%s%" PRIu32 " %s %" PRId32, off->count > 1 ? ", " : "", person->id,
                  person->name, reported);
    if (listed == 0)
        lm_text_add(&off->named, " (–)");
    else
        lm_text_print(&off->named, " (%" PRId32 ")", listed);
}

static enum lm_status tell_off(const struct off *off, const char *what, const char *article,
                               const struct lm_rating_event *event, struct lm_log *log)
{
    if (off->count == 0)
        return LM_OK;
    return lm_log_add(log, LM_SUSPICIOUS, (struct lm_place){.field = what},
                      "the list's count; correct the report if it goes on",
                      "event %s: %zu players have another %s than in the list of the first day, in "
                      "brackets (%s): %s",
                      event->id, off->count, what, article, lm_text_string(&off->named));
}

enum lm_status figures_tell(const struct lm_registry *registry, const struct lm_rating_rules *rules,
                            const struct lm_rating_event *event, struct lm_arena *scratch,
                            struct lm_log *log)
{
    struct off ratings = {.named = lm_text_in(scratch)};
    struct off coefficients = {.named = lm_text_in(scratch)};
    bool standard = event->chess == LM_STANDARD;
    for (size_t i = 0; i < event->player_count; i++) {
        const struct lm_event_player *player = &event->players[i];
        const struct lm_person *person =
            player->without_id ? NULL : lm_registry_find(registry, player->id);
        int32_t rating;
        int32_t k;
        if (person == NULL)
            continue;
        lm_track_on(&person->tracks[event->chess], event->start, &rating, &k);
        if (player->rating != 0 && player->rating != rating)
            add_off(&ratings, person, player->rating, rating);
        if (player->k != 0 && player->k != k)
            add_off(&coefficients, person, player->k, k);
    }
    const char *of_rating = !rules->numbered_as_2024 ? "8.51" : standard ? "8.3.1" : "7.3.1";
    const char *of_k = !rules->numbered_as_2024 ? "8.56" : standard ? "8.3.3" : "7.3.3";
    enum lm_status status = tell_off(&ratings, LM_MESSAGE("rating"), of_rating, event, log);
    return status == LM_OK ? tell_off(&coefficients, "K", of_k, event, log) : status;
}
