/* SPDX-License-Identifier: Apache-2.0 */
/* The players by federation, by club and by category; and their rating changes. */
#include <string.h>

#include "base/sort.h"
#include "base/texts.h"
#include "limmat/category.h"
#include "site/pages.h"
#include "site/said.h"
#include "site/templates.h"

/* --- lists of players in the order of the standings, or before them of their numbers */

static uint32_t player_at(const struct site_event *e, uint32_t place)
{
    return e->played == 0 ? place : e->standings[e->played]->order[place];
}

static struct site_standing row_of(const struct site_event *e, uint32_t player)
{
    struct site_standing row = {.player = e->people[player]};
    if (e->played > 0) {
        row.rank = e->standings[e->played]->rank[player];
        row.points.tenths = lm_standings_points(e->standings[e->played], player);
    }
    return row;
}

typedef const char *key_of_player(const struct lm_player *player);

static const char *federation_of(const struct lm_player *player)
{
    return player->federation;
}

static const char *club_of(const struct lm_player *player)
{
    return player->club;
}

struct keyed {
    const char *key;
    uint32_t place;
};

static int by_key(const void *a, const void *b)
{
    const struct keyed *x = a, *y = b;
    int order = strcmp(x->key, y->key);
    return order != 0 ? order : x->place < y->place ? -1 : 1;
}

static void add_group(struct site_groups_page *page, struct site_group *groups, const char *name,
                      const struct site_standing *rows, struct lm_arena *arena)
{
    size_t at = page->group_count++;
    groups[at] = (struct site_group){.name = name,
                                     .anchor = lm_printed(arena, "g%zu", at),
                                     .jump = {lm_printed(arena, "#g%zu", at)},
                                     .rows = rows};
}

/* Make a group for each ${key} of the players, ordered by name. */
static enum lm_status group_by(const struct site_event *e, key_of_player *key,
                               struct lm_arena *arena, struct site_groups_page *page)
{
    uint32_t count = 0, all = e->t->player_count;
    struct keyed *keyed = lm_arena_alloc(arena, all, sizeof *keyed);
    struct site_group *groups = lm_arena_alloc(arena, all, sizeof *groups);
    struct site_standing *rows = lm_arena_alloc(arena, all, sizeof *rows);
    if (keyed == NULL || groups == NULL || rows == NULL)
        return LM_LIMIT;
    for (uint32_t place = 0; place < all; place++) {
        const char *name = key(&e->t->players[player_at(e, place)]);
        if (*name != '\0')
            keyed[count++] = (struct keyed){name, place};
    }
    lm_sort(keyed, count, sizeof *keyed, by_key);
    for (uint32_t i = 0; i < count; i++) {
        if (i == 0 || strcmp(keyed[i].key, keyed[i - 1].key) != 0)
            add_group(page, groups, keyed[i].key, &rows[i], arena);
        rows[i] = row_of(e, player_at(e, keyed[i].place));
        groups[page->group_count - 1].row_count++;
    }
    page->groups = groups;
    return LM_OK;
}

/* --- categories that chess events commonly honour, if they divide the players */

static const struct site_category categories[] = {
    {"sex=w", LM_KEY("page.women"), 0},         {"U8", LM_KEY("page.category-under"), 8},
    {"U10", LM_KEY("page.category-under"), 10}, {"U12", LM_KEY("page.category-under"), 12},
    {"U14", LM_KEY("page.category-under"), 14}, {"U16", LM_KEY("page.category-under"), 16},
    {"U18", LM_KEY("page.category-under"), 18}, {"U20", LM_KEY("page.category-under"), 20},
    {"S50", LM_KEY("page.category-over"), 50},  {"S65", LM_KEY("page.category-over"), 65}};

enum { CATEGORIES = sizeof categories / sizeof *categories };

const struct site_category *site_category(size_t index)
{
    return index < CATEGORIES ? &categories[index] : NULL;
}

const char *site_category_name(const struct site_category *category,
                               const struct lm_language *language, struct lm_arena *arena)
{
    return site_say_of(language, arena, category->key, lm_value_number("years", category->years));
}

/* List the members of category ${index}, in order, in ${out}; none if it cannot be decided. */
static enum lm_status members_of(const struct site_event *e, size_t index, struct lm_arena *arena,
                                 struct lm_category_ranking *out)
{
    const struct lm_category *category;
    struct lm_log unheard = {.arena = arena};
    *out = (struct lm_category_ranking){0};
    if (e->played == 0 || (categories[index].years > 0 && e->names->birth == SITE_BIRTH_NONE))
        return LM_OK;
    enum lm_status status = lm_category_parse(categories[index].condition, (struct lm_place){0},
                                              arena, &unheard, &category);
    if (status == LM_OK)
        status = lm_category_rank(e->standings[e->played], category, arena, &unheard, out);
    return status == LM_INVALID ? LM_OK : status;
}

static enum lm_status group_by_category(const struct site_event *e, struct lm_arena *arena,
                                        struct site_groups_page *page)
{
    struct site_group *groups = lm_arena_alloc(arena, CATEGORIES, sizeof *groups);
    enum lm_status status = groups == NULL ? LM_LIMIT : LM_OK;
    page->groups = groups;
    for (size_t i = 0; status == LM_OK && i < CATEGORIES; i++) {
        struct lm_category_ranking members;
        status = members_of(e, i, arena, &members);
        if (status != LM_OK || members.count == 0 || members.count == e->t->player_count)
            continue;
        struct site_standing *rows = lm_arena_alloc(arena, members.count, sizeof *rows);
        if (rows == NULL)
            return LM_LIMIT;
        for (uint32_t k = 0; k < members.count; k++) {
            rows[k] = row_of(e, members.order[k]);
            rows[k].rank = members.rank[members.order[k]];
        }
        add_group(page, groups, site_category_name(&categories[i], e->names->language, arena), rows,
                  arena);
        groups[page->group_count - 1].row_count = members.count;
    }
    return status;
}

/* --- the pages */

static enum lm_status write_groups(const struct site_event *e, const char *title, const char *path,
                                   key_of_player *key, struct lm_arena *arena, struct lm_text *out)
{
    struct site_groups_page page = {.after = e->played, .federations = key != federation_of};
    if (e->teams != NULL)
        return LM_OK;
    enum lm_status status =
        key == NULL ? group_by_category(e, arena, &page) : group_by(e, key, arena, &page);
    if (status != LM_OK || page.group_count == 0)
        return status;
    page.head = site_head_of(e, title, path, arena);
    page.state = site_state(e, arena);
    page.federations &= site_has_federations(e->t);
    page.flags = key == federation_of;
    page_groups(out, e->names->language, &page);
    return lm_text_status(out);
}

enum lm_status site_write_federations(const struct site_event *e, uint32_t index,
                                      struct lm_arena *arena, struct lm_text *out)
{
    (void)index;
    return write_groups(e, site_event_word(e, LM_KEY("page.federations")), "federations.html",
                        federation_of, arena, out);
}

enum lm_status site_write_clubs(const struct site_event *e, uint32_t index, struct lm_arena *arena,
                                struct lm_text *out)
{
    (void)index;
    return write_groups(e, site_event_word(e, LM_KEY("page.clubs")), "clubs.html", club_of, arena,
                        out);
}

enum lm_status site_write_categories(const struct site_event *e, uint32_t index,
                                     struct lm_arena *arena, struct lm_text *out)
{
    (void)index;
    return write_groups(e, site_event_word(e, LM_KEY("page.categories")), "categories.html", NULL,
                        arena, out);
}

bool site_has_categories(const struct site_event *e, struct lm_arena *arena)
{
    struct site_groups_page page = {.after = e->played};
    return e->teams == NULL && group_by_category(e, arena, &page) == LM_OK && page.group_count > 0;
}

/* --- rating changes */

struct changed {
    uint32_t player;
    int64_t change;
};

static int by_change(const void *a, const void *b)
{
    const struct changed *x = a, *y = b;
    if (x->change != y->change)
        return x->change > y->change ? -1 : 1;
    return x->player < y->player ? -1 : 1;
}

/* Does the event change the rating of ${player}? */
static bool is_changed(const struct site_event *e, uint32_t player)
{
    const struct lm_player_report *report = &e->assessment.players[player];
    return report->mode == LM_PLAYER_RATED && report->games > 0;
}

bool site_has_changes(const struct site_event *e)
{
    for (uint32_t i = 0; e->assessment.players != NULL && i < e->t->player_count; i++)
        if (is_changed(e, i))
            return true;
    return false;
}

enum lm_status site_write_changes(const struct site_event *e, uint32_t index,
                                  struct lm_arena *arena, struct lm_text *out)
{
    (void)index;
    uint32_t count = 0, all = e->t->player_count;
    struct changed *changed = lm_arena_alloc(arena, all, sizeof *changed);
    struct site_change_row *rows = lm_arena_alloc(arena, all, sizeof *rows);
    if (changed == NULL || rows == NULL)
        return LM_LIMIT;
    if (!site_has_changes(e))
        return LM_OK;
    for (uint32_t i = 0; i < all; i++)
        if (is_changed(e, i))
            changed[count++] = (struct changed){i, e->assessment.players[i].change};
    lm_sort(changed, count, sizeof *changed, by_change);
    for (uint32_t i = 0; i < count; i++) {
        const struct lm_player_report *report = &e->assessment.players[changed[i].player];
        struct lm_text change = lm_text_in(arena);
        site_add_change(&change, (struct site_change){(int32_t)report->change});
        rows[i] = (struct site_change_row){
            .player = e->people[changed[i].player],
            .points = {report->tenths},
            .games = (uint32_t)report->games,
            .performance =
                report->has_performance ? lm_printed(arena, "%d", (int)report->performance) : "",
            .change = site_decimal(e->names->language, arena, lm_text_string(&change))};
    }
    struct site_changes_page page = {
        .head = site_head_of(e, site_event_word(e, LM_KEY("page.rating-changes")), "ratings.html",
                             arena),
        .rows = rows,
        .row_count = count,
        .federations = site_has_federations(e->t)};
    page_rating_changes(out, e->names->language, &page);
    return lm_text_status(out);
}

/* --- for embedding in other sites */

enum lm_status site_write_embedded(const struct site_event *e, uint32_t index,
                                   struct lm_arena *arena, struct lm_text *out)
{
    (void)index;
    bool teams = e->teams != NULL && e->played > 0;
    uint32_t count = teams ? (uint32_t)e->t->team_count : e->t->player_count;
    struct site_standing *rows = lm_arena_alloc(arena, count, sizeof *rows);
    struct site_embedded_page page = {
        .head = site_head_of(e, site_event_word(e, LM_KEY("page.standings")), "embed.html", arena),
        .state = site_state(e, arena),
        .after = e->played,
        .row_count = count};
    if (rows == NULL)
        return LM_LIMIT;
    size_t there;
    if (teams)
        page.rows = site_standings_rows(e, e->played, true, count, arena, &there);
    for (uint32_t place = 0; !teams && place < count; place++)
        rows[place] = row_of(e, player_at(e, place));
    if (!teams)
        page.rows = rows;
    page.teams = teams;
    for (size_t i = 0; teams && page.rows != NULL && i < count; i++) /* match points only */
        ((struct site_standing *)(uintptr_t)page.rows)[i].cell_count = 1;
    page_embedded(out, e->names->language, &page);
    return page.rows == NULL ? LM_LIMIT : lm_text_status(out);
}
