/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/registry.h"
#include "base/sort.h"
#include "rating/result.h"

#include <string.h>

struct lm_registry lm_registry_in(struct lm_arena *arena, int32_t list)
{
    return (struct lm_registry){.arena = arena, .list = list};
}

struct lm_person *lm_registry_add(struct lm_registry *registry, uint32_t id)
{
    if (!lm_arena_grow(registry->arena, &registry->people, &registry->capacity, registry->count + 1,
                       sizeof *registry->people))
        return NULL;
    struct lm_person *person = &registry->people[registry->count++];
    *person = (struct lm_person){.id = id, .name = ""};
    for (int chess = 0; chess < LM_CHESS_KINDS; chess++)
        person->tracks[chess].since = LM_NO_DAY;
    return person;
}

static int by_id(const void *left, const void *right)
{
    const struct lm_person *a = left;
    const struct lm_person *b = right;
    return a->id < b->id ? -1 : a->id > b->id;
}

bool lm_registry_sort(struct lm_registry *registry, uint32_t *twice)
{
    bool sorted = true;
    for (size_t i = 1; i < registry->count && sorted; i++)
        sorted = registry->people[i - 1].id < registry->people[i].id;
    if (sorted)
        return true;
    lm_sort(registry->people, registry->count, sizeof *registry->people, by_id);
    for (size_t i = 1; i < registry->count; i++)
        if (registry->people[i - 1].id == registry->people[i].id) {
            *twice = registry->people[i].id;
            return false;
        }
    return true;
}

/* Guess the index of ${id} as if ids were spread evenly; it is neither below the first nor above
 * the last. */
static size_t guess(const struct lm_registry *registry, uint32_t id)
{
    uint32_t first = registry->people[0].id, last = registry->people[registry->count - 1].id;
    return first >= last
               ? 0
               : (size_t)((uint64_t)(id - first) * (registry->count - 1) / (last - first));
}

/* Search from the guess up or down by growing steps, until ${id} is in [low, high) or nowhere: a
 * list is larger than the cache, and ids are mostly near their guess. */
static void close_in(const struct lm_registry *registry, uint32_t id, size_t *low, size_t *high)
{
    enum { GROWTH = 8 };
    const struct lm_person *people = registry->people;
    size_t at = guess(registry, id);
    bool up = people[at].id < id;
    *low = up ? at + 1 : 0;
    *high = up ? registry->count : at + 1;
    for (size_t step = 1; *high - *low > step; step *= GROWTH) {
        at = up ? *low + step - 1 : *high - 1 - step;
        bool below = people[at].id < id;
        if (below)
            *low = at + 1;
        else
            *high = at + 1;
        if (below != up)
            return;
    }
}

struct lm_person *lm_registry_find(const struct lm_registry *registry, uint32_t id)
{
    size_t low, high;
    if (registry->count == 0 || id < registry->people[0].id ||
        id > registry->people[registry->count - 1].id)
        return NULL;
    close_in(registry, id, &low, &high);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (registry->people[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < registry->count && registry->people[low].id == id ? &registry->people[low] : NULL;
}

void lm_track_on(const struct lm_track *track, int32_t day, int32_t *rating, int32_t *k)
{
    *rating = track->rating;
    *k = track->k;
    if (track->since == LM_NO_DAY || track->since <= day)
        return;
    *rating = 0;
    *k = 0;
    const struct lm_track_record *record = track->record;
    for (size_t i = record == NULL ? 0 : record->past_count; i > 0; i--) {
        const struct lm_past_rating *past = &record->past[i - 1];
        if (past->since != LM_NO_DAY && past->since > day)
            continue;
        *rating = past->rating;
        *k = past->k;
        return;
    }
}

struct lm_track_record *lm_track_remember(struct lm_track *track, struct lm_arena *arena)
{
    if (track->record == NULL)
        track->record = lm_arena_alloc(arena, 1, sizeof *track->record);
    return track->record;
}

bool lm_track_add_past(struct lm_track *track, struct lm_arena *arena, struct lm_past_rating past)
{
    struct lm_track_record *record = lm_track_remember(track, arena);
    if (record == NULL || !lm_arena_grow(arena, &record->past, &record->past_capacity,
                                         record->past_count + 1, sizeof past))
        return false;
    record->past[record->past_count++] = past;
    return true;
}

bool lm_track_add_pooled(struct lm_track *track, struct lm_arena *arena, struct lm_pooled pooled)
{
    struct lm_track_record *record = lm_track_remember(track, arena);
    if (record == NULL || !lm_arena_grow(arena, &record->pool, &record->pool_capacity,
                                         record->pool_count + 1, sizeof pooled))
        return false;
    record->pool[record->pool_count++] = pooled;
    return true;
}

bool lm_track_add_waiting(struct lm_track *track, struct lm_arena *arena, struct lm_waiting waiting)
{
    struct lm_track_record *record = lm_track_remember(track, arena);
    if (record == NULL || !lm_arena_grow(arena, &record->waiting, &record->waiting_capacity,
                                         record->waiting_count + 1, sizeof waiting))
        return false;
    record->waiting[record->waiting_count++] = waiting;
    return true;
}

bool lm_track_is_blank(const struct lm_track *track)
{
    const struct lm_track_record *record = track->record;
    bool no_record = record == NULL || (record->past_count == 0 && record->pool_count == 0 &&
                                        record->waiting_count == 0);
    return track->rating == 0 && track->total == 0 && track->last == 0 && !track->prior &&
           !track->delisted && no_record;
}

enum lm_listing lm_listing_of(const struct lm_rating_rules *rules, const struct lm_person *person,
                              enum lm_chess chess, int32_t list)
{
    const struct lm_track *track = &person->tracks[chess];
    if (track->rating == 0)
        return track->delisted && track->since == list ? LM_LISTED_DELISTED : LM_NOT_LISTED;
    if (person->excluded || person->deceased)
        return LM_NOT_LISTED;
    /* 7.23a | 7.2.2: twelve lists in a row without a rated game (R34) */
    bool idle = rules->idle_lists != 0 && lm_month_of(list) - track->last >= rules->idle_lists;
    return idle ? LM_LISTED_INACTIVE : LM_LISTED;
}

bool lm_person_is_adult(const struct lm_person *person, int32_t day)
{
    enum { ADULT = 18, NO_DAY = 1231 };
    struct lm_date today = lm_date_of(day);
    int32_t born = person->born % 100 != 0 ? person->born : person->born / 10000 * 10000 + NO_DAY;
    return person->born != 0 &&
           born + ADULT * 10000 <= today.year * 10000 + today.month * 100 + today.day;
}

void lm_registry_hide_minors(struct lm_registry *registry)
{
    for (size_t i = 0; i < registry->count; i++)
        if (!lm_person_is_adult(&registry->people[i], registry->list))
            registry->people[i].born = 0;
}

int32_t lm_games_on_list(const struct lm_track *track, int32_t list)
{
    return track->last == lm_month_of(list) ? track->games : 0;
}

/* --- data that an event takes from it */

bool lm_track_take_kept(const struct lm_track *track, struct lm_arena *arena,
                        struct lm_event_player *player)
{
    const struct lm_track_record *record = track->record;
    if (record == NULL || record->waiting_count == 0 || track->rating != 0)
        return true;
    struct lm_kept_game *kept = lm_arena_alloc(arena, record->waiting_count, sizeof *kept);
    for (size_t i = 0; kept != NULL && i < record->waiting_count; i++)
        kept[i] = (struct lm_kept_game){record->waiting[i].rating, record->waiting[i].tenths};
    player->kept = kept;
    player->kept_count = kept == NULL ? 0 : record->waiting_count;
    return kept != NULL;
}

enum lm_status lm_event_take_ratings(const struct lm_registry *registry, struct lm_arena *arena,
                                     struct lm_rating_event *event)
{
    struct lm_event_player *players = lm_arena_alloc(arena, event->player_count, sizeof *players);
    if (players == NULL)
        return LM_LIMIT;
    if (event->player_count > 0)
        memcpy(players, event->players, event->player_count * sizeof *players);
    event->players = players;
    for (size_t i = 0; i < event->player_count; i++) {
        struct lm_event_player *player = &players[i];
        const struct lm_person *person = lm_registry_find(registry, player->id);
        player->rating = player->k = player->now_rating = player->now_k = player->standard = 0;
        player->index = 0;
        player->kept_count = 0;
        if (person == NULL)
            continue;
        const struct lm_track *track = &person->tracks[event->chess];
        lm_track_on(track, event->start, &player->rating, &player->k);
        int32_t k_of_standard;
        lm_track_on(&person->tracks[LM_STANDARD], event->start, &player->standard, &k_of_standard);
        player->now_rating = track->rating;
        player->now_k = track->k;
        player->prior = track->prior;
        player->excluded = person->excluded;
        player->woman = person->sex == 'F';
        player->born = person->born / 10000;
        player->index = (int32_t)track->total;
        if (!lm_track_take_kept(track, arena, player))
            return LM_LIMIT;
        if (player->name == NULL || *player->name == '\0')
            player->name = person->name;
    }
    return LM_OK;
}
