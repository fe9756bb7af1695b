/* SPDX-License-Identifier: Apache-2.0 */
#include "site/championship.h"

#include <string.h>

#include "base/texts.h"
#include "championship/state.h"
#include "limmat/date.h"
#include "site/icon.h"
#include "site/templates.h"

/* --- words */

static const char *points_of(int64_t tenths, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_add_tenths(&text, (int32_t)tenths);
    return lm_text_string(&text);
}

static const char *moment(const struct site_championship *e, int64_t at, struct lm_arena *arena)
{
    return site_moment(e->names->language, arena, at);
}

/* Does ${person} take part, and therefore have a page? */
static bool has_page(const struct lm_championship *c, uint32_t person)
{
    return c->people[person].status == ENTRY_ACCEPTED || c->people[person].status == ENTRY_HOLDER;
}

static const char *word(const struct site_championship *e, const char *key)
{
    return site_word(e->names->language, key);
}

static const char *say(const struct site_championship *e, struct lm_arena *arena, const char *key,
                       const struct lm_value *values, size_t count)
{
    return site_say(e->names->language, arena, key, values, count);
}

struct site_contender site_contender_of(const struct site_championship *e, uint32_t person,
                                        struct lm_arena *arena)
{
    const struct lm_championship *c = e->c;
    struct site_contender who = {.name = NULL};
    if (person == NOBODY)
        return who;
    who.name = lm_champ_name(c, person);
    if (has_page(c, person))
        who.url = site_own(e->names, arena, "player-%u.html", person + 1);
    return who;
}

static uint32_t contest_index(const struct lm_championship *c, const struct contest *contest)
{
    return (uint32_t)(contest - c->contests);
}

struct site_url site_contest_url(const struct site_championship *e, const struct contest *contest,
                                 struct lm_arena *arena)
{
    return site_own(e->names, arena, "match-%u.html", contest_index(e->c, contest) + 1);
}

static struct site_contest contest_of(const struct site_championship *e,
                                      const struct contest *contest, struct lm_arena *arena)
{
    const struct lm_championship *c = e->c;
    const struct stage *stage = &c->definition->stages[contest->stage];
    const struct site_teller by = {.language = e->names->language, .arena = arena};
    bool rounds = c->stages[contest->stage].rounds > 1;
    return (struct site_contest){
        .url = site_contest_url(e, contest, arena),
        .name = say(e, arena, rounds ? LM_KEY("champ.contest") : LM_KEY("champ.contest-alone"),
                    (const struct lm_value[]){lm_value_text("stage", stage->title),
                                              lm_value_number("round", contest->round + 1),
                                              lm_value_number("board", contest->board)},
                    3),
        .first = site_contender_of(e, contest->player[FIRST], arena),
        .second = site_contender_of(e, contest->player[SECOND], arena),
        .state = site_contest_state(&by, c, contest, c->time)};
}

const char *site_championship_kind(const struct site_championship *e, uint32_t index,
                                   struct lm_arena *arena)
{
    static const char *const kinds[] = {[STAGE_SWISS] = LM_KEY("champ.swiss"),
                                        [STAGE_ROUND_ROBIN] = LM_KEY("champ.round-robin"),
                                        [STAGE_KNOCK_OUT] = LM_KEY("champ.knock-out"),
                                        [STAGE_MATCHES] = LM_KEY("champ.matches")};
    const struct stage *stage = &e->c->definition->stages[index];
    const struct lm_system *system =
        stage->system == NULL ? NULL : lm_system_named(stage->system, "");
    if (stage->type == STAGE_SWISS && system != NULL)
        return site_system_title(e->names->language, system, arena);
    if (stage->type == STAGE_SWISS && stage->system != NULL &&
        strcmp(stage->system, "director") == 0)
        return word(e, LM_KEY("champ.director"));
    return word(e, kinds[stage->type]);
}

static const char *state_of_stage(const struct site_championship *e, uint32_t index,
                                  struct lm_arena *arena)
{
    const struct lm_championship *c = e->c;
    const struct stage_state *state = &c->stages[index];
    uint32_t over, all;
    if (!state->started || state->published == 0)
        return word(e, LM_KEY("champ.not-begun"));
    if (lm_champ_stage_over(c, index))
        return word(e, LM_KEY("champ.over"));
    lm_champ_count_round(c, index, state->published - 1, &over, &all);
    const struct lm_value values[] = {lm_value_number("round", state->published),
                                      lm_value_number("rounds", state->rounds),
                                      lm_value_number("over", over), lm_value_number("all", all)};
    return say(e, arena, over == all ? LM_KEY("champ.rounds-over") : LM_KEY("champ.playing"),
               values, 4);
}

static const char *state_of(const struct site_championship *e, struct lm_arena *arena)
{
    const struct lm_championship *c = e->c;
    const char *champion = lm_championship_champion(c);
    if (champion != NULL)
        return site_say_of(e->names->language, arena, LM_KEY("champ.champion-is"),
                           lm_value_text("player", champion));
    if (lm_champ_over(c))
        return word(e, LM_KEY("champ.no-champion"));
    if (c->current == NOBODY)
        return word(e, LM_KEY("champ.entries"));
    return lm_printed(arena, "%s: %s.", c->definition->stages[c->current].title,
                      state_of_stage(e, c->current, arena));
}

static struct site_stage stage_of(const struct site_championship *e, uint32_t index,
                                  struct lm_arena *arena)
{
    return (struct site_stage){.url = site_own(e->names, arena, "stage-%u.html", index + 1),
                               .title = e->c->definition->stages[index].title,
                               .kind = site_championship_kind(e, index, arena),
                               .state = state_of_stage(e, index, arena)};
}

const char *site_ground(const struct lm_language *language, struct lm_arena *arena,
                        enum ground ground)
{
    return site_say_of(language, arena, LM_KEY("champ.ground"),
                       lm_value_text("ground", lm_champ_ground_names[ground]));
}

const char *site_source(const struct site_championship *e, const struct source *source, bool known,
                        struct lm_arena *arena)
{
    const struct lm_championship *c = e->c;
    const struct lm_definition *d = c->definition;
    uint32_t person = known ? lm_champ_source(c, source) : NOBODY;
    bool holds = source->kind == SOURCE_HOLDER;
    const struct stage *stage = holds ? NULL : &d->stages[source->stage];
    bool one = holds || stage->seating_count == 0 || stage->seatings[0].group_count < 2;
    const struct lm_value values[] = {
        lm_value_text("kind", holds                           ? "holder"
                              : source->kind == SOURCE_PLACE  ? "place"
                              : source->kind == SOURCE_WINNER ? "winner"
                                                              : "loser"),
        lm_value_text("title", holds ? d->holders[source->holder].title : ""),
        lm_value_text("player", holds ? d->holders[source->holder].player : ""),
        lm_value_number("place", source->place),
        lm_value_text("stage",
                      holds ? ""
                      : one ? stage->title
                            : lm_printed(arena, "%s %s", stage->title,
                                         lm_champ_group_name(c, source->stage, source->group)))};
    const char *message = say(e, arena, LM_KEY("champ.seat"), values, 5);
    return person == NOBODY || holds
               ? message
               : lm_printed(arena, "%s (%s)", lm_champ_name(c, person), message);
}

struct site_url site_champ_full(const struct site_championship *e, struct lm_arena *arena,
                                const char *format, ...)
{
    struct lm_text here = lm_text_in(arena);
    va_list arguments;
    va_start(arguments, format);
    lm_text_vprint(&here, format, arguments);
    va_end(arguments);
    return site_own(e->names, arena, "%s%s/%s", e->names->base,
                    e->folder == NULL ? e->slug : e->folder, lm_text_string(&here));
}

bool site_champ_has_feed(const struct site_championship *e)
{
    return e->names->base[0] != '\0' && e->c->time != INT64_MIN;
}

struct site_head site_championship_head(const struct site_championship *e, const char *title,
                                        const char *here, struct lm_arena *arena)
{
    const struct lm_definition *d = e->c->definition;
    struct site_head head = {.title = title,
                             .event = d->title,
                             .description = state_of(e, arena),
                             .home = site_own(e->names, arena, "index.html"),
                             .site = site_own(e->names, arena, "../index.html"),
                             .style = site_local(arena, "../%s", e->names->style),
                             .look = site_local(arena, "../%s", e->names->more),
                             .script = site_local(arena, "../%s", e->names->script)};
    if (e->names->base[0] != '\0')
        head.canonical = site_champ_full(e, arena, "%s", here);
    if (site_champ_has_feed(e))
        head.feed = site_own(e->names, arena, "feed.xml");
    head.picture = site_picture_of(e->names, arena);
    site_add_languages(&head, e->names, lm_printed(arena, "%s/", e->slug), here, arena);
    struct site_tab *links = lm_arena_alloc(arena, (size_t)d->stage_count + 2, sizeof *links);
    if (links == NULL)
        return head;
    links[head.link_count++] =
        (struct site_tab){word(e, LM_KEY("page.event")), head.home, strcmp(here, "index.html") == 0,
                          site_icon(ICON_HOME)};
    for (uint32_t i = 0; i < d->stage_count; i++) {
        const char *plain = lm_printed(arena, "stage-%u.html", i + 1);
        links[head.link_count++] = (struct site_tab){
            d->stages[i].title, site_own(e->names, arena, "%s", plain), strcmp(here, plain) == 0,
            d->stage_count <= 3 ? site_icon(ICON_STANDINGS) : (struct site_html){NULL}};
    }
    links[head.link_count++] =
        (struct site_tab){word(e, LM_KEY("champ.rules")), site_own(e->names, arena, "rules.html"),
                          strcmp(here, "rules.html") == 0, site_icon(ICON_RULES)};
    if (d->stage_count > 3)
        head.more = site_icon(ICON_MORE);
    head.links = links;
    return head;
}

/* --- lists of matches, and history */

/* A selection of matches by all members that are not NOBODY. */
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

static enum lm_status list_contests(const struct site_championship *e, const struct filter *filter,
                                    struct lm_arena *arena, struct site_contests *out)
{
    const struct lm_championship *c = e->c;
    struct site_contest *list = lm_arena_alloc(arena, c->contest_count, sizeof *list);
    if (list == NULL)
        return LM_LIMIT;
    out->contests = list;
    out->contest_count = 0;
    for (size_t i = 0; i < c->contest_count; i++)
        if (passes(&c->contests[i], filter))
            list[out->contest_count++] = contest_of(e, &c->contests[i], arena);
    return LM_OK;
}

/* List the changes about a player or a match. */
static enum lm_status list_changes(const struct site_championship *e, const char *about,
                                   struct lm_arena *arena, struct site_changes *out)
{
    const struct lm_championship *c = e->c;
    struct site_change_line *lines = lm_arena_alloc(arena, c->change_count, sizeof *lines);
    if (lines == NULL)
        return LM_LIMIT;
    out->changes = lines;
    for (size_t i = 0; i < c->change_count; i++)
        if (lm_champ_is_about(c, &c->changes[i], about))
            lines[out->change_count++] = (struct site_change_line){
                moment(e, c->changes[i].at, arena),
                site_message(e->names->language, arena, c->changes[i].message->text,
                             c->changes[i].message),
                c->changes[i].article};
    return LM_OK;
}

/* --- index.html */

static struct site_entrant entrant_of(const struct site_championship *e, uint32_t person,
                                      struct lm_arena *arena)
{
    const struct lm_championship *c = e->c;
    const struct person *p = &c->people[person];
    struct lm_text entry = lm_text_in(arena);
    if (p->status == ENTRY_HOLDER && p->holder != NOBODY)
        lm_text_add(&entry, c->definition->holders[p->holder].title);
    else
        lm_text_add(&entry, word(e, p->status == ENTRY_HOLDER ? LM_KEY("champ.holder")
                                                              : LM_KEY("champ.accepted")));
    if (p->out != GROUND_NONE)
        lm_text_print(
            &entry, ", %s",
            site_say_of(e->names->language, arena, LM_KEY("champ.out-because"),
                        lm_value_text("ground", site_ground(e->names->language, arena, p->out))));
    return (struct site_entrant){.name = site_contender_of(e, person, arena),
                                 .seeding = points_of(p->seeding, arena),
                                 .entry = lm_text_string(&entry)};
}

static enum lm_status add_people(const struct site_championship *e, struct lm_arena *arena,
                                 struct site_championship_page *page)
{
    const struct lm_championship *c = e->c;
    struct site_entrant *players = lm_arena_alloc(arena, c->person_count, sizeof *players);
    if (players == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < c->person_count; i++)
        if (has_page(c, i))
            players[page->player_count++] = entrant_of(e, i, arena);
    page->players = players;
    return LM_OK;
}

static enum lm_status add_places(const struct site_championship *e, struct lm_arena *arena,
                                 struct site_championship_page *page)
{
    const struct lm_championship *c = e->c;
    const struct lm_definition *d = c->definition;
    struct site_place *places = lm_arena_alloc(arena, d->place_count, sizeof *places);
    if (places == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < d->place_count && lm_champ_over(c); i++) {
        uint32_t person = lm_champ_source(c, &d->places[i]);
        if (person == NOBODY)
            continue;
        const char *what = i == 0 ? word(e, LM_KEY("champ.champion"))
                                  : site_say_of(e->names->language, arena, LM_KEY("champ.place"),
                                                lm_value_number("place", i + 1));
        places[page->place_count++] =
            (struct site_place){.what = what,
                                .size = i == 0 ? "big" : "place",
                                .player = site_contender_of(e, person, arena)};
    }
    page->places = places;
    return LM_OK;
}

static enum lm_status write_whole(const struct site_championship *e, uint32_t index,
                                  struct lm_arena *arena, struct lm_text *out)
{
    (void)index;
    const struct lm_championship *c = e->c;
    struct site_championship_page page = {
        .head = site_championship_head(e, word(e, LM_KEY("page.overview")), "index.html", arena),
        .state = state_of(e, arena),
        .stage_count = c->definition->stage_count};
    page.as_of = c->time == INT64_MIN
                     ? word(e, LM_KEY("champ.nothing-yet"))
                     : site_say_of(e->names->language, arena, LM_KEY("champ.as-of"),
                                   lm_value_text("time", moment(e, c->time, arena)));
    struct site_stage *stages = lm_arena_alloc(arena, page.stage_count, sizeof *stages);
    for (uint32_t i = 0; stages != NULL && i < page.stage_count; i++)
        stages[i] = stage_of(e, i, arena);
    page.stages = stages;
    enum lm_status status = stages == NULL ? LM_LIMIT : add_places(e, arena, &page);
    if (status == LM_OK)
        status = list_contests(e, &(struct filter){NOBODY, NOBODY, NOBODY, true}, arena, &page.now);
    if (status == LM_OK)
        status = add_people(e, arena, &page);
    page.journal = site_local(arena, "championship.journal");
    page.json = site_local(arena, "championship.json");
    page.json_name = "JSON";
    if (site_champ_has_feed(e))
        page.feed = site_own(e->names, arena, "feed.xml");
    if (status == LM_OK)
        page_championship(out, e->names->language, &page);
    return status == LM_OK ? lm_text_status(out) : status;
}

/* --- stage-N.html */

/* Add the standings of group ${g}, with their criteria and ties. */
static enum lm_status add_group(const struct site_championship *e, uint32_t index, uint32_t g,
                                struct lm_arena *arena, struct site_stage_group *out)
{
    const struct lm_championship *c = e->c;
    const struct stage *stage = &c->definition->stages[index];
    uint32_t count = 0;
    const struct standing *standings = lm_champ_standings(c, index, g, &count);
    struct site_stage_row *rows = lm_arena_alloc(arena, count, sizeof *rows);
    struct site_cell *cells = lm_arena_alloc(arena, count, stage->ranking_count * sizeof *cells);
    if (rows == NULL || cells == NULL || (standings == NULL && count > 0))
        return LM_LIMIT;
    *out = (struct site_stage_group){
        .title = lm_champ_group_count(c, index) > 1
                     ? site_say_of(e->names->language, arena, LM_KEY("champ.standings-of"),
                                   lm_value_text("group", lm_champ_group_name(c, index, g)))
                     : word(e, LM_KEY("page.standings")),
        .rows = rows,
        .row_count = count};
    for (uint32_t i = 0; i < count; i++) {
        rows[i] = (struct site_stage_row){
            .place = i + 1,
            .player = site_contender_of(e, standings[i].person, arena),
            .cells = cells,
            .cell_count = stage->ranking_count,
            .note = c->people[standings[i].person].out != GROUND_NONE ? word(e, LM_KEY("champ.out"))
                    : standings[i].tied ? word(e, LM_KEY("champ.level"))
                                        : ""};
        for (size_t k = 0; k < stage->ranking_count; k++) {
            struct lm_text text = lm_text_in(arena);
            lm_champ_add_key(&text, stage->ranking[k], standings[i].keys[k]);
            *cells++ =
                (struct site_cell){site_decimal(e->names->language, arena, lm_text_string(&text))};
        }
    }
    return site_add_crosstable(e, index, standings, count, arena, out);
}

static enum lm_status add_groups(const struct site_championship *e, uint32_t index,
                                 struct lm_arena *arena, struct site_stage_page *page)
{
    const struct lm_championship *c = e->c;
    const struct stage *stage = &c->definition->stages[index];
    bool ranked = stage->type != STAGE_MATCHES && stage->type != STAGE_KNOCK_OUT;
    uint32_t count = ranked ? lm_champ_group_count(c, index) : 0;
    struct site_stage_group *groups = lm_arena_alloc(arena, count, sizeof *groups);
    struct site_cell *columns = lm_arena_alloc(arena, stage->ranking_count, sizeof *columns);
    if (groups == NULL || columns == NULL)
        return LM_LIMIT;
    for (size_t k = 0; k < stage->ranking_count; k++)
        columns[page->column_count++] =
            (struct site_cell){site_criterion(e->names->language, arena, stage->ranking[k])};
    enum lm_status status = LM_OK;
    for (uint32_t g = 0; g < count && status == LM_OK; g++)
        status = add_group(e, index, g, arena, &groups[page->group_count++]);
    page->columns = columns;
    page->groups = groups;
    return status;
}

/* Add the seats of a stage that has not begun, with the origins of their players. */
static enum lm_status add_future(const struct site_championship *e, uint32_t index,
                                 struct lm_arena *arena, struct site_stage_page *page)
{
    const struct lm_championship *c = e->c;
    const struct stage *stage = &c->definition->stages[index];
    uint32_t count = stage->seating_count > 0 ? stage->seatings[0].group_count : 1;
    struct site_seats *groups = lm_arena_alloc(arena, count, sizeof *groups);
    if (groups == NULL)
        return LM_LIMIT;
    page->future = groups;
    page->seats_count = count;
    struct site_cell *everybody = lm_arena_alloc(arena, 1, sizeof *everybody);
    if (everybody == NULL)
        return LM_LIMIT;
    everybody->text = word(e, LM_KEY("champ.everybody"));
    groups[0] = (struct site_seats){word(e, LM_KEY("champ.who")), everybody, 1};
    for (uint32_t g = 0; g < count && stage->seating_count > 0; g++) {
        const struct group *group = &stage->seatings[0].groups[g];
        struct site_cell *seats = lm_arena_alloc(arena, group->seat_count, sizeof *seats);
        if (seats == NULL)
            return LM_LIMIT;
        for (uint32_t i = 0; i < group->seat_count; i++) {
            seats[i].text = site_source(e, &group->seats[i], true, arena);
        }
        groups[g] =
            (struct site_seats){site_say_of(e->names->language, arena, LM_KEY("champ.who-group"),
                                            lm_value_text("group", group->name)),
                                seats, group->seat_count};
    }
    return LM_OK;
}

/* The newest round first. */
static enum lm_status add_rounds(const struct site_championship *e, uint32_t index,
                                 struct lm_arena *arena, struct site_stage_page *page)
{
    const struct lm_championship *c = e->c;
    const struct stage_state *state = &c->stages[index];
    struct site_contests *rounds = lm_arena_alloc(arena, state->published, sizeof *rounds);
    enum lm_status status = rounds == NULL ? LM_LIMIT : LM_OK;
    page->rounds = rounds;
    for (uint32_t round = state->published; round-- > 0 && status == LM_OK;) {
        struct site_contests *list = &rounds[page->round_count++];
        struct period period;
        *list = (struct site_contests){
            .number = round + 1,
            .title = state->rounds > 1 ? site_say_of(e->names->language, arena, LM_KEY("round"),
                                                     lm_value_number("round", round + 1))
                                       : word(e, LM_KEY("page.matches"))};
        if (lm_champ_period(c, index, round, &period))
            list->dates = site_say_of(e->names->language, arena, LM_KEY("champ.complete-by"),
                                      lm_value_text("time", moment(e, period.complete_by, arena)));
        status = list_contests(e, &(struct filter){index, round, NOBODY, false}, arena, list);
    }
    return status;
}

static enum lm_status write_stage(const struct site_championship *e, uint32_t index,
                                  struct lm_arena *arena, struct lm_text *out)
{
    const struct lm_championship *c = e->c;
    struct site_stage_page page = {.stage = stage_of(e, index, arena),
                                   .swiss = c->definition->stages[index].type == STAGE_SWISS};
    page.head = site_championship_head(e, page.stage.title,
                                       lm_printed(arena, "stage-%u.html", index + 1), arena);
    enum lm_status status = LM_OK;
    if (c->stages[index].started)
        status = add_groups(e, index, arena, &page);
    else
        status = add_future(e, index, arena, &page);
    if (status == LM_OK)
        status = site_add_tree(e, index, arena, &page);
    if (status == LM_OK)
        status = add_rounds(e, index, arena, &page);
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

static enum lm_status add_match_facts(const struct site_championship *e,
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
            word(e, LM_KEY("champ.format")),
            say(e, arena, LM_KEY("champ.format-is"),
                (const struct lm_value[]){
                    lm_value_number("games", lm_champ_match_length(contest->format)),
                    lm_value_text("armageddon", contest->format->armageddon ? "yes" : "no")},
                2)};
    if (contest->time != NEVER)
        facts[page->fact_count++] =
            (struct site_fact){word(e, LM_KEY("champ.time")), moment(e, contest->time, arena)};
    if (contest->state == CONTEST_OPEN &&
        lm_champ_period(e->c, contest->stage, contest->round, &period))
        facts[page->fact_count++] = (struct site_fact){word(e, LM_KEY("champ.complete")),
                                                       moment(e, period.complete_by, arena)};
    return LM_OK;
}

static enum lm_status write_match(const struct site_championship *e, uint32_t index,
                                  struct lm_arena *arena, struct lm_text *out)
{
    const struct lm_championship *c = e->c;
    const struct contest *contest = &c->contests[index];
    struct site_contest_page page = {.contest = contest_of(e, contest, arena)};
    page.stage =
        site_own(e->names, arena, "stage-%u.html#round-%u", contest->stage + 1, contest->round + 1);
    page.head = site_championship_head(e,
                                       lm_printed(arena, "%s – %s", page.contest.first.name,
                                                  contest->player[SECOND] == NOBODY
                                                      ? word(e, LM_KEY("champ.no-opponent"))
                                                      : page.contest.second.name),
                                       lm_printed(arena, "match-%u.html", index + 1), arena);
    enum lm_status status = add_match_facts(e, contest, arena, &page);
    if (status == LM_OK)
        status = add_match_games(contest, arena, &page);
    if (status == LM_OK)
        status = list_changes(e, contest->id, arena, &page.log);
    if (status == LM_OK)
        page_contest(out, e->names->language, &page);
    return status == LM_OK ? lm_text_status(out) : status;
}

/* --- player-N.html */

/* Add what the player must or can do; the amounts of bids stay private. */
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
            lm_text_add(
                &by,
                say(e, arena, due->kind == DUE_PLAY ? LM_KEY("champ.at") : LM_KEY("champ.by"),
                    (const struct lm_value[]){lm_value_text("time", moment(e, due->by, arena))},
                    1));
        if (due->otherwise != NULL)
            lm_text_print(&by, "%s%s", due->by != NEVER ? " " : "",
                          site_say_of(e->names->language, arena, LM_KEY("champ.otherwise"),
                                      lm_value_text("what", due->otherwise)));
        duties[page->duty_count++] =
            (struct site_duty){site_say_of(e->names->language, arena,
                                           due->must ? LM_KEY("champ.must") : LM_KEY("champ.may"),
                                           lm_value_text("what", due->text)),
                               due->article, lm_text_string(&by)};
    }
    return LM_OK;
}

/* Add the player's place in every stage that has begun and is ranked. */
static enum lm_status add_standing(const struct site_championship *e, uint32_t person,
                                   struct lm_arena *arena, struct site_entrant_page *page)
{
    const struct lm_championship *c = e->c;
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
                        stage->title,
                        say(e, arena, LM_KEY("champ.place-of"),
                            (const struct lm_value[]){
                                lm_value_number("place", i + 1), lm_value_number("count", count),
                                lm_value_points("points", (int32_t)rows[i].keys[0])},
                            3)};
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
    struct site_entrant_page page = {.player = entrant_of(e, person, arena)};
    const char *here = lm_printed(arena, "player-%u.html", person + 1);
    page.head = site_championship_head(e, page.player.name.name, here, arena);
    page.key = lm_printed(arena, "%s/%s", e->slug, here);
    const struct contest *open = lm_champ_open_contest(e->c, person);
    struct site_contest next;
    if (open != NULL) {
        next = contest_of(e, open, arena);
        page.next = &next;
        page.contest_count = 1;
    }
    enum lm_status status = add_duties(e, person, arena, &page);
    if (status == LM_OK)
        status = add_standing(e, person, arena, &page);
    if (status == LM_OK)
        status =
            list_contests(e, &(struct filter){NOBODY, NOBODY, person, false}, arena, &page.played);
    if (status == LM_OK)
        status = list_changes(e, page.player.name.name, arena, &page.log);
    if (status == LM_OK)
        page_entrant(out, e->names->language, &page);
    return status == LM_OK ? lm_text_status(out) : status;
}

/* --- all pages */

const struct site_championship_row site_championship_pages[] = {
    {"championship", "index.html", SITE_WHOLE, false, write_whole},
    {"rules", "rules.html", SITE_WHOLE, false, site_write_rules},
    {"stage", "stage-%u.html", SITE_STAGES, false, write_stage},
    {"match", "match-%u.html", SITE_MATCHES, false, write_match},
    {"entrant", "player-%u.html", SITE_ENTRANTS, false, write_entrant},
    {"feed", "feed.xml", SITE_WHOLE, false, site_write_champ_feed},
    {"json", "championship.json", SITE_WHOLE, true, site_write_champ_json},
    {"journal", "championship.journal", SITE_WHOLE, true, site_write_champ_journal},
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
    struct site_index_row row = {.url = site_own(e->names, arena, "%s/index.html", e->slug),
                                 .name = lm_printed(arena, "%s", c->definition->title),
                                 .place = word(e, LM_KEY("champ.online")),
                                 .dates = "",
                                 .state = lm_printed(arena, "%s", state_of(e, arena)),
                                 .day = LM_NO_DAY};
    if (c->definition->calendar.used) {
        struct lm_text start = lm_text_in(arena);
        row.day = (int32_t)(c->definition->calendar.starts / 86400);
        lm_text_add_date(&start, lm_date_of(row.day), '-');
        row.dates = site_dates(e->names->language, lm_text_string(&start), "", arena);
    }
    for (uint32_t i = 0; i < c->person_count; i++)
        row.players += has_page(c, i);
    *out = row;
    return LM_OK;
}
