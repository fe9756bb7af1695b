/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whatever tournament can be read, its report is looked through by every edition, against a list
 * of its own players too, and every fault has words, an article and a remedy.
 */
#include "fuzz.h"

#include "limmat/event_files.h"
#include "limmat/formats.h"
#include "limmat/report.h"

/* The players of ${t} that have an id, as a list in which every second one is somebody else. */
static struct lm_registry list_of(const struct lm_tournament *t, struct lm_arena *arena)
{
    struct lm_registry list = lm_registry_in(arena, 20000);
    for (uint32_t i = 0; i < t->player_count; i++) {
        const char *id = t->players[i].fide_id;
        int64_t number;
        if (!lm_parse_integer(id, strlen(id), 1, UINT32_MAX, &number))
            continue;
        struct lm_person *person = lm_registry_add(&list, (uint32_t)number);
        if (person == NULL)
            break;
        person->name = t->players[i % 2 == 0 ? i : 0].name;
        person->born = 19900000;
        person->tracks[LM_STANDARD].rating = 2000;
    }
    return list;
}

static void look_through(const struct lm_tournament *t, struct lm_rating_event event,
                         const struct lm_registry *list, struct lm_arena *arena)
{
    struct lm_rating_book book;
    if (lm_rating_book(arena, &book) != LM_OK)
        return;
    size_t count = book.count;
    const struct lm_rating_rules *editions = book.editions;
    for (size_t i = 0; i < 2 * count; i++) {
        struct lm_faults faults;
        event.norms = i % 2 == 1;
        enum lm_status status =
            lm_report_check(t, &event, &editions[i / 2], event.norms ? list : NULL, arena, &faults);
        HOLDS(status == LM_OK || status == LM_LIMIT);
        for (size_t k = 0; status == LM_OK && k < faults.count; k++) {
            const struct lm_fault *fault = &faults.all[k];
            HOLDS(*fault->what != '\0' && *fault->remedy != '\0' && *fault->article != '\0');
            HOLDS(fault->player == LM_NOBODY || fault->player < t->player_count);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct lm_arena *arena;
    struct lm_tournament *t;
    struct lm_rating_event event;
    uint32_t twice;
    if (lm_arena_new(&arena, NULL, ARENA_LIMIT) != LM_OK)
        return 0;
    struct lm_log log = {.arena = arena};
    struct lm_read_options options = {.file = "report.trf", .refuse = LM_DOUBT_GAMES};
    if (lm_read((const char *)data, size, &options, arena, &log, &t) == LM_OK &&
        t->player_count < 200 && t->rounds_paired < 50 &&
        lm_event_from_tournament(t, "E", arena, &event) == LM_OK) {
        struct lm_registry list = list_of(t, arena);
        bool sorted = lm_registry_sort(&list, &twice);
        look_through(t, event, sorted ? &list : NULL, arena);
    }
    lm_arena_free(arena);
    return 0;
}
