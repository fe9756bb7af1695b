/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "limmat/date.h"
#include "site/pages.h"
#include "site/site.h"

/* --- addresses */

void site_add_slug(struct lm_text *out, const char *text)
{
    enum { LONGEST = 60 };
    struct lm_text folded = lm_text_in(out->arena);
    size_t begin = out->length;
    if (lm_utf8_valid(text, strlen(text)))
        lm_text_add_folded(&folded, text, strlen(text));
    for (const char *c = lm_text_string(&folded); *c != '\0'; c++) {
        bool plain = (*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9');
        if (out->length - begin == LONGEST)
            break;
        if (plain)
            lm_text_add_char(out, *c);
        else if (out->length > begin && out->bytes[out->length - 1] != '-')
            lm_text_add_char(out, '-');
    }
    while (out->length > begin && out->bytes[out->length - 1] == '-')
        out->bytes[--out->length] = '\0';
    if (out->length == begin)
        lm_text_add(out, "event");
}

void site_page_range(const struct site_page *page, const struct site_event *e, uint32_t *first,
                     uint32_t *end)
{
    *first = page->over == SITE_ROUNDS || page->over == SITE_PLAYED;
    const uint32_t ends[] = {[SITE_ONCE] = 1,
                             [SITE_ROUNDS] = e->rounds + 1,
                             [SITE_PLAYED] = e->played + 1,
                             [SITE_PLAYERS] = e->t->player_count};
    *end = ends[page->over];
}

void site_add_path(struct lm_text *out, const struct site_page *page, const struct site_event *e,
                   uint32_t index)
{
    const char *slot = strstr(page->path, "%u");
    if (slot == NULL) {
        lm_text_add(out, page->path);
        return;
    }
    lm_text_add_bytes(out, page->path, (size_t)(slot - page->path));
    lm_text_print(out, "%u%s", page->over == SITE_PLAYERS ? e->t->players[index].tpn : index,
                  slot + 2);
}

/* --- what is computed once */

static const struct site_person *name_people(const struct lm_tournament *t, struct lm_arena *arena)
{
    struct site_person *people = lm_arena_alloc(arena, t->player_count, sizeof *people);
    for (uint32_t i = 0; people != NULL && i < t->player_count; i++) {
        const struct lm_player *player = &t->players[i];
        struct lm_text nameless = lm_text_in(arena);
        lm_text_print(&nameless, "No. %u", player->tpn);
        people[i] = (struct site_person){.url = site_local(arena, "player-%u.html", player->tpn),
                                         .tpn = player->tpn,
                                         .title = player->title,
                                         .name = player->name[0] == '\0' ? lm_text_string(&nameless)
                                                                         : player->name,
                                         .rating = player->rating,
                                         .federation = player->federation};
    }
    return people;
}

/* Which rounds have a result, and whether the last one still awaits some. */
static void look_at_rounds(struct site_event *e)
{
    e->rounds = e->t->rounds_paired;
    for (uint32_t round = 1; round <= e->rounds; round++) {
        e->pending = false;
        for (uint32_t i = 0; i < e->t->player_count; i++) {
            const struct lm_record *record = lm_record_of(e->t, i, round);
            for (uint8_t g = 0; g < e->t->games_per_match; g++) {
                e->pending |= record[g].result == LM_PENDING;
                if (lm_result_is_played((enum lm_result)record[g].result) ||
                    record[g].result == LM_FORFEIT_WIN)
                    e->played = round;
            }
        }
    }
}

/* The order that ${t} asks for; of teams' events, where players are only listed, by points. */
static enum lm_status choose_order(const struct lm_tournament *t, struct lm_arena *arena,
                                   struct lm_log *log, struct lm_standings_options *o)
{
    const char *how;
    *o = (struct lm_standings_options){.edition = lm_tie_break_edition_of(t)};
    enum lm_status status = lm_tie_breaks_of(t, arena, log, &o->list, &o->count, &how);
    if (status == LM_OK && lm_tie_breaks_need_teams(o->list, o->count))
        status = lm_tie_breaks_parse("PTS", arena, log, &o->list, &o->count);
    return status;
}

static enum lm_status rank_everybody(struct site_event *e, struct lm_arena *arena,
                                     struct lm_log *log)
{
    struct lm_standings_options options;
    struct lm_standings **all = lm_arena_alloc(arena, (size_t)e->played + 1, sizeof *all);
    if (all == NULL)
        return LM_LIMIT;
    enum lm_status status = choose_order(e->t, arena, log, &options);
    for (uint32_t round = 1; status == LM_OK && round <= e->played; round++) {
        options.round = round;
        status = lm_standings_compute(e->t, &options, arena, log, &all[round]);
    }
    e->standings = (const struct lm_standings *const *)all;
    return status;
}

enum lm_status site_event_new(const struct lm_tournament *t, const char *slug,
                              const struct site_names *names, struct lm_arena *arena,
                              struct lm_log *log, struct site_event **out)
{
    struct site_event *e = lm_arena_alloc(arena, 1, sizeof *e);
    if (e == NULL)
        return LM_LIMIT;
    *e = (struct site_event){.t = t, .slug = slug, .names = names};
    e->system = lm_system_of(t, NULL);
    e->people = name_people(t, arena);
    if (e->people == NULL)
        return LM_LIMIT;
    look_at_rounds(e);
    enum lm_status status = rank_everybody(e, arena, log);
    if (status == LM_OK)
        *out = e;
    return status;
}
