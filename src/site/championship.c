/* SPDX-License-Identifier: Apache-2.0 */
#include "site/championship.h"

#include <string.h>

#include "championship/state.h"
#include "limmat/date.h"
#include "site/templates.h"

/* --- words */

static const char *points_of(int64_t tenths, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_add_tenths(&text, (int32_t)tenths);
    return lm_text_string(&text);
}

static const char *moment(int64_t at, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    lm_champ_add_moment(&text, at);
    return lm_text_string(&text);
}

/* Who is in it has a page. */
static bool has_page(const struct lm_championship *c, uint32_t person)
{
    return c->people[person].status == ENTRY_ACCEPTED || c->people[person].status == ENTRY_HOLDER;
}

static struct site_contender contender_of(const struct lm_championship *c, uint32_t person,
                                          struct lm_arena *arena)
{
    struct site_contender who = {.name = NULL};
    if (person == NOBODY)
        return who;
    who.name = lm_champ_name(c, person);
    if (has_page(c, person))
        who.url = site_local(arena, "player-%u.html", person + 1);
    return who;
}

static uint32_t contest_index(const struct lm_championship *c, const struct contest *contest)
{
    return (uint32_t)(contest - c->contests);
}

static struct site_contest contest_of(const struct lm_championship *c,
                                      const struct contest *contest, struct lm_arena *arena)
{
    const struct stage *stage = &c->definition->stages[contest->stage];
    struct lm_text state = lm_text_in(arena);
    if (contest->kind == RESULT_BYE)
        lm_text_add(&state, "no opponent");
    else
        lm_champ_add_contest_state(&state, c, contest, c->time);
    bool rounds = c->stages[contest->stage].rounds > 1;
    return (struct site_contest){
        .url = site_local(arena, "match-%u.html", contest_index(c, contest) + 1),
        .name = rounds ? site_print(arena, "%s, round %u, board %u", stage->title,
                                    contest->round + 1, contest->board)
                       : site_print(arena, "%s, board %u", stage->title, contest->board),
        .first = contender_of(c, contest->player[FIRST], arena),
        .second = contender_of(c, contest->player[SECOND], arena),
        .state = lm_text_string(&state)};
}

static const char *kind_of(const struct lm_championship *c, uint32_t index, struct lm_arena *arena)
{
    static const char *const kinds[] = {[STAGE_SWISS] = "Swiss system",
                                        [STAGE_ROUND_ROBIN] = "everybody against everybody",
                                        [STAGE_KNOCK_OUT] = "knock-out",
                                        [STAGE_MATCHES] = "matches"};
    const struct stage *stage = &c->definition->stages[index];
    const struct lm_system *system =
        stage->system == NULL ? NULL : lm_system_named(stage->system, "");
    if (stage->type == STAGE_SWISS && system != NULL)
        return site_print(arena, "%s", system->title);
    if (stage->type == STAGE_SWISS && stage->system != NULL &&
        strcmp(stage->system, "director") == 0)
        return "Swiss system, paired by the director";
    return kinds[stage->type];
}

static const char *state_of_stage(const struct lm_championship *c, uint32_t index,
                                  struct lm_arena *arena)
{
    const struct stage_state *state = &c->stages[index];
    uint32_t over, all;
    if (!state->started || state->published == 0)
        return "not begun";
    if (lm_champ_stage_over(c, index))
        return "over";
    lm_champ_count_round(c, index, state->published - 1, &over, &all);
    if (over == all)
        return site_print(arena, "%u of %u rounds are over", state->published, state->rounds);
    return site_print(arena, "round %u of %u: %u of %u matches are over", state->published,
                      state->rounds, over, all);
}

static const char *state_of(const struct lm_championship *c, struct lm_arena *arena)
{
    const char *champion = lm_championship_champion(c);
    if (champion != NULL)
        return site_print(arena, "%s is champion.", champion);
    if (lm_champ_over(c))
        return "Over, without a champion.";
    if (c->current == NOBODY)
        return "Players can apply.";
    return site_print(arena, "%s: %s.", c->definition->stages[c->current].title,
                      state_of_stage(c, c->current, arena));
}

static struct site_stage stage_of(const struct lm_championship *c, uint32_t index,
                                  struct lm_arena *arena)
{
    return (struct site_stage){.url = site_local(arena, "stage-%u.html", index + 1),
                               .title = c->definition->stages[index].title,
                               .kind = kind_of(c, index, arena),
                               .state = state_of_stage(c, index, arena)};
}

static struct site_head head_of(const struct site_championship *e, const char *title,
                                const char *here, struct lm_arena *arena)
{
    const struct lm_definition *d = e->c->definition;
    struct site_head head = {.title = title,
                             .event = d->title,
                             .description = state_of(e->c, arena),
                             .home = site_local(arena, "index.html"),
                             .site = site_local(arena, "../index.html"),
                             .style = site_local(arena, "../%s", e->names->style),
                             .script = site_local(arena, "../%s", e->names->script)};
    if (e->names->base[0] != '\0')
        head.canonical = site_local(arena, "%s%s/%s", e->names->base, e->slug, here);
    head.picture = site_picture_of(e->names, arena);
    struct site_link *links = lm_arena_alloc(arena, (size_t)d->stage_count + 1, sizeof *links);
    if (links == NULL)
        return head;
    links[head.link_count++] =
        (struct site_link){"Event", head.home, strcmp(here, "index.html") == 0};
    for (uint32_t i = 0; i < d->stage_count; i++) {
        struct site_url url = site_local(arena, "stage-%u.html", i + 1);
        links[head.link_count++] =
            (struct site_link){d->stages[i].title, url, strcmp(here, url.address) == 0};
    }
    head.links = links;
    return head;
}

/* --- lists of matches, and what happened */

/* Which matches: those that are not NOBODY must be so. */
struct filter {
    uint32_t stage, round, person;
    bool open_only;
};

static bool passes(const struct contest *contest, const struct filter *filter)
{
    return (filter->stage == NOBODY || contest->stage == filter->stage) &&
           (filter->round == NOBODY || contest->round == filter->round) &&
           (filter->person == NOBODY || lm_champ_side(contest, filter->person) != NO_SIDE) &&
           (!filter->open_only || contest->state == CONTEST_OPEN);
}

static enum lm_status list_contests(const struct lm_championship *c, const struct filter *filter,
                                    struct lm_arena *arena, struct site_contests *out)
{
    struct site_contest *list = lm_arena_alloc(arena, c->contest_count, sizeof *list);
    if (list == NULL)
        return LM_LIMIT;
    out->contests = list;
    out->contest_count = 0;
    for (size_t i = 0; i < c->contest_count; i++)
        if (passes(&c->contests[i], filter))
            list[out->contest_count++] = contest_of(c, &c->contests[i], arena);
    return LM_OK;
}

/* What the journal tells of a player or a match. */
static enum lm_status list_changes(const struct lm_championship *c, const char *about,
                                   struct lm_arena *arena, struct site_changes *out)
{
    struct site_change_line *lines = lm_arena_alloc(arena, c->change_count, sizeof *lines);
    if (lines == NULL)
        return LM_LIMIT;
    out->changes = lines;
    for (size_t i = 0; i < c->change_count; i++)
        if (lm_champ_is_about(c, &c->changes[i], about))
            lines[out->change_count++] = (struct site_change_line){
                moment(c->changes[i].at, arena), c->changes[i].text, c->changes[i].article};
    return LM_OK;
}

/* --- index.html */

static struct site_entrant entrant_of(const struct lm_championship *c, uint32_t person,
                                      struct lm_arena *arena)
{
    const struct person *p = &c->people[person];
    struct lm_text entry = lm_text_in(arena);
    if (p->status == ENTRY_HOLDER && p->holder != NOBODY)
        lm_text_print(&entry, "as %s", c->definition->holders[p->holder].title);
    else
        lm_text_add(&entry, p->status == ENTRY_HOLDER ? "takes part without applying" : "accepted");
    if (p->out != GROUND_NONE)
        lm_text_print(&entry, ", out: %s", lm_champ_ground_names[p->out]);
    return (struct site_entrant){.name = contender_of(c, person, arena),
                                 .seeding = points_of(p->seeding, arena),
                                 .entry = lm_text_string(&entry)};
}

static enum lm_status add_people(const struct lm_championship *c, struct lm_arena *arena,
                                 struct site_championship_page *page)
{
    struct site_entrant *players = lm_arena_alloc(arena, c->person_count, sizeof *players);
    if (players == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < c->person_count; i++)
        if (has_page(c, i))
            players[page->player_count++] = entrant_of(c, i, arena);
    page->players = players;
    return LM_OK;
}

static enum lm_status add_places(const struct lm_championship *c, struct lm_arena *arena,
                                 struct site_championship_page *page)
{
    const struct lm_definition *d = c->definition;
    struct site_place *places = lm_arena_alloc(arena, d->place_count, sizeof *places);
    if (places == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < d->place_count && lm_champ_over(c); i++) {
        uint32_t person = lm_champ_source(c, &d->places[i]);
        struct lm_text what = lm_text_in(arena);
        if (person == NOBODY)
            continue;
        if (i == 0)
            lm_text_add(&what, "Champion");
        else
            lm_champ_add_ordinal(&what, i + 1);
        places[page->place_count++] = (struct site_place){.what = lm_text_string(&what),
                                                          .size = i == 0 ? "big" : "place",
                                                          .player = contender_of(c, person, arena)};
    }
    page->places = places;
    return LM_OK;
}

static enum lm_status write_whole(const struct site_championship *e, uint32_t index,
                                  struct lm_arena *arena, struct lm_text *out)
{
    (void)index;
    const struct lm_championship *c = e->c;
    struct site_championship_page page = {.head = head_of(e, "Overview", "index.html", arena),
                                          .state = state_of(c, arena),
                                          .stage_count = c->definition->stage_count};
    page.as_of = c->time == INT64_MIN ? "Nothing has happened yet."
                                      : site_print(arena, "As of %s.", moment(c->time, arena));
    struct site_stage *stages = lm_arena_alloc(arena, page.stage_count, sizeof *stages);
    for (uint32_t i = 0; stages != NULL && i < page.stage_count; i++)
        stages[i] = stage_of(c, i, arena);
    page.stages = stages;
    enum lm_status status = stages == NULL ? LM_LIMIT : add_places(c, arena, &page);
    if (status == LM_OK)
        status = list_contests(c, &(struct filter){NOBODY, NOBODY, NOBODY, true}, arena, &page.now);
    if (status == LM_OK)
        status = add_people(c, arena, &page);
    if (status == LM_OK)
        page_championship(out, e->names->language, &page);
    return status == LM_OK ? lm_text_status(out) : status;
}

/* --- stage-N.html */

/* The standings of the group ${g}: what it is ranked by, and who is level. */
static enum lm_status add_group(const struct lm_championship *c, uint32_t index, uint32_t g,
                                struct lm_arena *arena, struct site_stage_group *out)
{
    const struct stage *stage = &c->definition->stages[index];
    uint32_t count = 0;
    const struct standing *standings = lm_champ_standings(c, index, g, &count);
    struct site_stage_row *rows = lm_arena_alloc(arena, count, sizeof *rows);
    struct site_cell *cells = lm_arena_alloc(arena, count, stage->ranking_count * sizeof *cells);
    if (rows == NULL || cells == NULL || (standings == NULL && count > 0))
        return LM_LIMIT;
    *out = (struct site_stage_group){
        .title = lm_champ_group_count(c, index) > 1
                     ? site_print(arena, "Standings, %s", lm_champ_group_name(c, index, g))
                     : "Standings",
        .rows = rows,
        .row_count = count};
    for (uint32_t i = 0; i < count; i++) {
        rows[i] = (struct site_stage_row){.place = i + 1,
                                          .player = contender_of(c, standings[i].person, arena),
                                          .cells = cells,
                                          .cell_count = stage->ranking_count,
                                          .note = c->people[standings[i].person].out != GROUND_NONE
                                                      ? "out"
                                                  : standings[i].tied ? "level with the next"
                                                                      : ""};
        for (size_t k = 0; k < stage->ranking_count; k++) {
            struct lm_text text = lm_text_in(arena);
            lm_champ_add_key(&text, stage->ranking[k], standings[i].keys[k]);
            *cells++ = (struct site_cell){lm_text_string(&text)};
        }
    }
    return LM_OK;
}

static enum lm_status add_groups(const struct lm_championship *c, uint32_t index,
                                 struct lm_arena *arena, struct site_stage_page *page)
{
    const struct stage *stage = &c->definition->stages[index];
    bool ranked = stage->type != STAGE_MATCHES && stage->type != STAGE_KNOCK_OUT;
    uint32_t count = ranked ? lm_champ_group_count(c, index) : 0;
    struct site_stage_group *groups = lm_arena_alloc(arena, count, sizeof *groups);
    struct site_cell *columns = lm_arena_alloc(arena, stage->ranking_count, sizeof *columns);
    if (groups == NULL || columns == NULL)
        return LM_LIMIT;
    for (size_t k = 0; k < stage->ranking_count; k++)
        columns[page->column_count++] = (struct site_cell){lm_champ_heading(stage->ranking[k])};
    enum lm_status status = LM_OK;
    for (uint32_t g = 0; g < count && status == LM_OK; g++)
        status = add_group(c, index, g, arena, &groups[page->group_count++]);
    page->columns = columns;
    page->groups = groups;
    return status;
}

/* Seats of a stage that has not begun, with where their players come from. */
static enum lm_status add_future(const struct lm_championship *c, uint32_t index,
                                 struct lm_arena *arena, struct site_stage_page *page)
{
    const struct stage *stage = &c->definition->stages[index];
    uint32_t count = stage->seating_count > 0 ? stage->seatings[0].group_count : 1;
    struct site_seats *groups = lm_arena_alloc(arena, count, sizeof *groups);
    if (groups == NULL)
        return LM_LIMIT;
    page->future = groups;
    page->seats_count = count;
    static const struct site_cell everybody = {"all who are accepted"};
    groups[0] = (struct site_seats){"Who plays", &everybody, 1};
    for (uint32_t g = 0; g < count && stage->seating_count > 0; g++) {
        const struct group *group = &stage->seatings[0].groups[g];
        struct site_cell *seats = lm_arena_alloc(arena, group->seat_count, sizeof *seats);
        if (seats == NULL)
            return LM_LIMIT;
        for (uint32_t i = 0; i < group->seat_count; i++) {
            struct lm_text text = lm_text_in(arena);
            lm_champ_add_source(&text, c, &group->seats[i]);
            seats[i].text = lm_text_string(&text);
        }
        groups[g] = (struct site_seats){site_print(arena, "Who plays: %s", group->name), seats,
                                        group->seat_count};
    }
    return LM_OK;
}

/* The newest round first. */
static enum lm_status add_rounds(const struct lm_championship *c, uint32_t index,
                                 struct lm_arena *arena, struct site_stage_page *page)
{
    const struct stage_state *state = &c->stages[index];
    struct site_contests *rounds = lm_arena_alloc(arena, state->published, sizeof *rounds);
    enum lm_status status = rounds == NULL ? LM_LIMIT : LM_OK;
    page->rounds = rounds;
    for (uint32_t round = state->published; round-- > 0 && status == LM_OK;) {
        struct site_contests *list = &rounds[page->round_count++];
        struct period period;
        *list = (struct site_contests){
            .number = round + 1,
            .title = state->rounds > 1 ? site_print(arena, "Round %u", round + 1) : "Matches"};
        if (lm_champ_period(c, index, round, &period))
            list->dates =
                site_print(arena, "To be complete by %s.", moment(period.complete_by, arena));
        status = list_contests(c, &(struct filter){index, round, NOBODY, false}, arena, list);
    }
    return status;
}

static enum lm_status write_stage(const struct site_championship *e, uint32_t index,
                                  struct lm_arena *arena, struct lm_text *out)
{
    const struct lm_championship *c = e->c;
    struct site_stage_page page = {.stage = stage_of(c, index, arena)};
    page.head = head_of(e, page.stage.title, page.stage.url.address, arena);
    enum lm_status status = LM_OK;
    if (c->stages[index].started)
        status = add_groups(c, index, arena, &page);
    else
        status = add_future(c, index, arena, &page);
    if (status == LM_OK)
        status = add_rounds(c, index, arena, &page);
    if (status == LM_OK)
        page_stage(out, e->names->language, &page);
    return status == LM_OK ? lm_text_status(out) : status;
}

/* --- match-N.html */

static enum lm_status add_match_games(const struct contest *contest, struct lm_arena *arena,
                                      struct site_contest_page *page)
{
    size_t count = strlen(contest->games);
    struct site_contest_game *games = lm_arena_alloc(arena, count, sizeof *games);
    if (games == NULL)
        return LM_LIMIT;
    int32_t total[2] = {0};
    for (size_t i = 0; i < count; i++) {
        char result = contest->games[i];
        int32_t first = result == '1' ? WIN : result == '=' ? HALF_WIN : 0;
        total[FIRST] += first;
        total[SECOND] += WIN - first;
        games[i] = (struct site_contest_game){
            .number = (uint32_t)i + 1,
            .first = site_points_text(first, arena),
            .second = site_points_text(WIN - first, arena),
            .first_total = {total[FIRST]},
            .second_total = {total[SECOND]},
        };
    }
    page->games = games;
    page->game_count = count;
    return LM_OK;
}

static enum lm_status add_match_facts(const struct lm_championship *c,
                                      const struct contest *contest, struct lm_arena *arena,
                                      struct site_contest_page *page)
{
    enum { MOST = 3 };
    struct site_fact *facts = lm_arena_alloc(arena, MOST, sizeof *facts);
    struct period period;
    if (facts == NULL)
        return LM_LIMIT;
    page->facts = facts;
    if (contest->kind == RESULT_BYE)
        return LM_OK;
    if (contest->format != NULL)
        facts[page->fact_count++] = (struct site_fact){
            "Format",
            site_print(arena, "at most %u games%s", lm_champ_match_length(contest->format),
                       contest->format->armageddon ? ", then Armageddon" : "")};
    if (contest->time != NEVER)
        facts[page->fact_count++] = (struct site_fact){"Time", moment(contest->time, arena)};
    if (contest->state == CONTEST_OPEN &&
        lm_champ_period(c, contest->stage, contest->round, &period))
        facts[page->fact_count++] =
            (struct site_fact){"Complete by", moment(period.complete_by, arena)};
    return LM_OK;
}

static enum lm_status write_match(const struct site_championship *e, uint32_t index,
                                  struct lm_arena *arena, struct lm_text *out)
{
    const struct lm_championship *c = e->c;
    const struct contest *contest = &c->contests[index];
    struct site_contest_page page = {.contest = contest_of(c, contest, arena)};
    page.stage =
        site_local(arena, "stage-%u.html#round-%u", contest->stage + 1, contest->round + 1);
    page.head = head_of(
        e,
        site_print(arena, "%s – %s", page.contest.first.name,
                   contest->player[SECOND] == NOBODY ? "no opponent" : page.contest.second.name),
        page.contest.url.address, arena);
    enum lm_status status = add_match_facts(c, contest, arena, &page);
    if (status == LM_OK)
        status = add_match_games(contest, arena, &page);
    if (status == LM_OK)
        status = list_changes(c, contest->id, arena, &page.log);
    if (status == LM_OK)
        page_contest(out, e->names->language, &page);
    return status == LM_OK ? lm_text_status(out) : status;
}

/* --- player-N.html */

/* What he must or may do; how much he bids is his own matter. */
static enum lm_status add_duties(const struct site_championship *e, uint32_t person,
                                 struct lm_arena *arena, struct site_entrant_page *page)
{
    size_t count = 0;
    const struct due *all = lm_champ_due(e->c, e->c->time, &count);
    struct site_duty *duties = lm_arena_alloc(arena, count, sizeof *duties);
    if (duties == NULL)
        return LM_LIMIT;
    page->duties = duties;
    for (size_t i = 0; i < count; i++) {
        const struct due *due = &all[i];
        if (due->person != person)
            continue;
        struct lm_text by = lm_text_in(arena);
        if (due->by != NEVER)
            lm_text_print(&by, "%s %s", due->kind == DUE_PLAY ? "At" : "By",
                          moment(due->by, arena));
        if (due->otherwise != NULL)
            lm_text_print(&by, "%s%s", due->by != NEVER ? "; otherwise " : "Otherwise ",
                          due->otherwise);
        duties[page->duty_count++] =
            (struct site_duty){site_print(arena, "%s %s", due->must ? "Must" : "May", due->text),
                               due->article, lm_text_string(&by)};
    }
    return LM_OK;
}

/* His place in every stage that has begun and is ranked. */
static enum lm_status add_standing(const struct lm_championship *c, uint32_t person,
                                   struct lm_arena *arena, struct site_entrant_page *page)
{
    struct site_fact *facts = lm_arena_alloc(arena, c->definition->stage_count, sizeof *facts);
    if (facts == NULL)
        return LM_LIMIT;
    page->facts = facts;
    for (uint32_t s = 0; s < c->definition->stage_count; s++) {
        const struct stage *stage = &c->definition->stages[s];
        bool ranked = stage->type == STAGE_SWISS || stage->type == STAGE_ROUND_ROBIN;
        for (uint32_t g = 0; ranked && c->stages[s].started && g < lm_champ_group_count(c, s);
             g++) {
            uint32_t count = 0;
            const struct standing *rows = lm_champ_standings(c, s, g, &count);
            for (uint32_t i = 0; rows != NULL && i < count; i++)
                if (rows[i].person == person)
                    facts[page->fact_count++] = (struct site_fact){
                        stage->title, site_print(arena, "place %u of %u, %s points", i + 1, count,
                                                 points_of(rows[i].keys[0], arena))};
        }
    }
    return LM_OK;
}

static enum lm_status write_entrant(const struct site_championship *e, uint32_t person,
                                    struct lm_arena *arena, struct lm_text *out)
{
    const struct lm_championship *c = e->c;
    if (!has_page(c, person))
        return LM_OK;
    struct site_entrant_page page = {.player = entrant_of(c, person, arena)};
    const char *here = page.player.name.url.address;
    page.head = head_of(e, page.player.name.name, here, arena);
    page.key = site_print(arena, "%s/%s", e->slug, here);
    const struct contest *open = lm_champ_open_contest(e->c, person);
    struct site_contest next;
    if (open != NULL) {
        next = contest_of(c, open, arena);
        page.next = &next;
        page.contest_count = 1;
    }
    enum lm_status status = add_duties(e, person, arena, &page);
    if (status == LM_OK)
        status = add_standing(c, person, arena, &page);
    if (status == LM_OK)
        status =
            list_contests(c, &(struct filter){NOBODY, NOBODY, person, false}, arena, &page.played);
    if (status == LM_OK)
        status = list_changes(c, page.player.name.name, arena, &page.log);
    if (status == LM_OK)
        page_entrant(out, e->names->language, &page);
    return status == LM_OK ? lm_text_status(out) : status;
}

/* --- all of them */

const struct site_championship_row site_championship_pages[] = {
    {"championship", "index.html", SITE_WHOLE, write_whole},
    {"stage", "stage-%u.html", SITE_STAGES, write_stage},
    {"match", "match-%u.html", SITE_MATCHES, write_match},
    {"entrant", "player-%u.html", SITE_ENTRANTS, write_entrant},
    {0},
};

uint32_t site_championship_count(const struct site_championship_row *row,
                                 const struct site_championship *e)
{
    const struct lm_championship *c = e->c;
    switch (row->over) {
    case SITE_STAGES:
        return c->definition->stage_count;
    case SITE_MATCHES:
        return (uint32_t)c->contest_count;
    case SITE_ENTRANTS:
        return (uint32_t)c->person_count;
    case SITE_WHOLE:
        break;
    }
    return 1;
}

enum lm_status site_championship_row_of(const struct site_championship *e, struct lm_arena *arena,
                                        struct site_index_row *out)
{
    const struct lm_championship *c = e->c;
    struct site_index_row row = {.url = site_local(arena, "%s/index.html", e->slug),
                                 .name = site_print(arena, "%s", c->definition->title),
                                 .place = "online",
                                 .dates = "",
                                 .state = site_print(arena, "%s", state_of(c, arena)),
                                 .day = LM_NO_DAY};
    if (c->definition->calendar.used) {
        struct lm_text start = lm_text_in(arena);
        row.day = (int32_t)(c->definition->calendar.starts / 86400);
        lm_text_add_date(&start, lm_date_of(row.day), '-');
        row.dates = site_dates(lm_text_string(&start), "", arena);
    }
    for (uint32_t i = 0; i < c->person_count; i++)
        row.players += has_page(c, i);
    *out = row;
    return LM_OK;
}
