/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/texts.h"
#include "limmat/check.h"
#include "limmat/date.h"
#include "limmat/event_files.h"
#include "limmat/explain.h"
#include "limmat/formats.h"
#include "limmat/norms.h"
#include "site/pages.h"
#include "site/site.h"

/* --- addresses */

void site_add_slug(struct lm_text *out, const char *text)
{
    enum { LONGEST = 60 };
    struct lm_text latin = lm_text_in(out->arena), folded = lm_text_in(out->arena);
    size_t begin = out->length;
    if (lm_utf8_valid(text, strlen(text)))
        lm_text_add_latin(&latin, text, strlen(text));
    lm_text_add_folded(&folded, lm_text_string(&latin), latin.length);
    /* Of a name in a script without Latin letters only a year may be left. */
    const char *first = lm_text_string(&folded);
    bool lost = strpbrk(first, "abcdefghijklmnopqrstuvwxyz") == NULL && *first != '\0' &&
                strspn(text, "0123456789 ./-") < strlen(text);
    if (lost)
        lm_text_add(out, "event-");
    for (const char *c = lm_text_string(&folded); *c != '\0'; c++) {
        bool plain = (*c >= 'a' && *c <= 'z') || lm_is_digit(*c);
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
    *first = page->over != SITE_ONCE && page->over != SITE_PLAYERS && page->over != SITE_TEAMS;
    bool elsewhere = page->shared && !e->names->first;
    uint32_t teams = e->teams == NULL ? 0 : (uint32_t)e->t->team_count;
    const uint32_t ends[] = {[SITE_ONCE] = 1,
                             [SITE_ROUNDS] = e->rounds + 1,
                             [SITE_PLAYED] = e->played + 1,
                             [SITE_EXPLAINED] = e->explained ? e->rounds + 1 : 1,
                             [SITE_PLAYERS] = e->t->player_count,
                             [SITE_SCORES] = e->teams == NULL ? 1 : e->played + 1,
                             [SITE_TEAMS] = teams};
    *end = elsewhere ? *first : ends[page->over];
}

void site_add_numbered(struct lm_text *out, const char *path, const char *suffix, uint32_t number)
{
    const char *slot = strstr(path, "%u"), *ending = strrchr(path, '.');
    const char *end = slot == NULL ? ending : slot;
    lm_text_add_bytes(out, path, (size_t)(end - path));
    if (slot != NULL)
        lm_text_add_integer(out, number);
    lm_text_add(out, suffix);
    lm_text_add(out, ending);
}

void site_add_path(struct lm_text *out, const struct site_page *page, const struct site_event *e,
                   uint32_t index)
{
    site_add_numbered(out, page->path, page->shared ? "" : e->names->suffix,
                      page->over == SITE_PLAYERS ? e->t->players[index].tpn
                      : page->over == SITE_TEAMS ? e->teams[index].tpn
                                                 : index);
}

/* --- computed once */

const char *site_marked(const struct lm_language *language, const char *name, uint8_t out,
                        struct lm_arena *arena)
{
    if (out == LM_IN_STANDINGS)
        return name;
    return lm_printed(arena, "%s (%s)", name,
                      site_word(language, out == LM_OUT_EXPELLED ? LM_KEY("page.mark-expelled")
                                                                 : LM_KEY("page.mark-withdrawn")));
}

static const struct site_person *name_people(const struct lm_tournament *t,
                                             const struct site_names *names, struct lm_arena *arena)
{
    struct site_person *people = lm_arena_alloc(arena, t->player_count, sizeof *people);
    uint8_t *out = lm_arena_alloc(arena, t->player_count, sizeof *out);
    if (out == NULL)
        return NULL;
    (void)lm_out_declared(t, false, out);
    for (uint32_t i = 0; people != NULL && i < t->player_count; i++) {
        const struct lm_player *player = &t->players[i];
        people[i] = (struct site_person){
            .url = site_own(names, arena, "player-%u.html", player->tpn),
            .tpn = player->tpn,
            .title = player->title,
            .name = site_marked(names->language,
                                player->name[0] != '\0'
                                    ? player->name
                                    : site_say_of(names->language, arena, LM_KEY("page.numbered"),
                                                  lm_value_number("number", player->tpn)),
                                out[i], arena),
            .rating = player->rating,
            .federation = player->federation,
            .club = player->club};
    }
    return people;
}

/* --- the rounds */

static bool awaits_result(const struct lm_tournament *t, uint32_t player, uint32_t round)
{
    const struct lm_record *record = lm_record_of(t, player, round);
    for (uint8_t g = 0; g < t->games_per_match; g++)
        if (record[g].result == LM_PENDING)
            return true;
    return false;
}

static bool has_result(const struct lm_tournament *t, uint32_t player, uint32_t round)
{
    enum lm_result result = (enum lm_result)lm_record_of(t, player, round)->result;
    return lm_result_is_played(result) || result == LM_FORFEIT_WIN;
}

/* Compute the position before round ${number}: played rounds are shown as they are, even if results
 * of earlier rounds are missing, or if more rounds are paired than announced. */
static enum lm_status see_before(const struct site_event *e, uint32_t number,
                                 struct lm_arena *arena, struct lm_log *log,
                                 struct lm_position **position)
{
    struct lm_position_rules *rules = lm_arena_alloc(arena, 1, sizeof *rules);
    struct lm_tournament *t = lm_arena_alloc(arena, 1, sizeof *t);
    if (rules == NULL || t == NULL)
        return LM_LIMIT;
    *rules = e->system->rules;
    rules->predetermined = true; /* does not wait for results */
    *t = *e->t;
    if (t->rounds_total < t->rounds_paired)
        t->rounds_total = t->rounds_paired;
    return lm_position_new(t, number, rules, arena, log, position);
}

static enum lm_status look_at_round(struct site_event *e, uint32_t number, struct lm_arena *arena,
                                    struct lm_log *log, struct site_round *round)
{
    struct lm_position *position;
    struct lm_pairing *played;
    enum lm_status status = see_before(e, number, arena, log, &position);
    if (status == LM_OK)
        status = lm_played_pairing(e->system, position, arena, &played);
    uint32_t *board = lm_arena_alloc(arena, e->t->player_count, sizeof *board);
    if (status != LM_OK || board == NULL)
        return status != LM_OK ? status : LM_LIMIT;
    *round = (struct site_round){.played = played, .board = board, .before = position->points};
    for (uint32_t i = 0; i < played->pair_count; i++)
        if (played->pairs[i].black != LM_NOBODY) {
            board[played->pairs[i].white] = board[played->pairs[i].black] = i + 1;
            round->games++;
            round->done += !awaits_result(e->t, played->pairs[i].white, number);
        }
    for (uint32_t i = 0; i < e->t->player_count; i++) {
        round->pending |= awaits_result(e->t, i, number);
        if (has_result(e->t, i, number))
            e->played = number;
    }
    return LM_OK;
}

static enum lm_status look_at_rounds(struct site_event *e, struct lm_arena *arena,
                                     struct lm_log *log)
{
    e->rounds = e->t->rounds_paired;
    struct site_round *rounds = lm_arena_alloc(arena, (size_t)e->rounds + 1, sizeof *rounds);
    enum lm_status status = rounds == NULL ? LM_LIMIT : LM_OK;
    for (uint32_t number = 1; status == LM_OK && number <= e->rounds; number++)
        status = look_at_round(e, number, arena, log, &rounds[number]);
    e->round = rounds;
    return status == LM_OK ? site_add_teams(e, rounds, arena) : status;
}

enum lm_status site_explain(const struct site_event *e, uint32_t round, struct lm_arena *arena,
                            struct site_reasons *out)
{
    struct lm_log log = {.arena = arena};
    *out = (struct site_reasons){.round = round, .trouble = ""};
    enum lm_status status = lm_explain_round(e->system, e->paired, round, LM_NOBODY, LM_NOBODY,
                                             arena, &log, &out->position, &out->pairing);
    if (status == LM_OK || status == LM_LIMIT)
        return status;
    out->pairing = NULL;
    out->trouble = log.count > 0 ? log.all[0].what : lm_status_name(status);
    return LM_OK;
}

/* --- ratings */

static enum lm_status rate_everybody(struct site_event *e, struct lm_arena *arena)
{
    return e->played == 0
               ? LM_OK
               : lm_assess_tournament(e->t, e->slug, e->names->birth != SITE_BIRTH_NONE, arena,
                                      &e->rating_rules, &e->rated, &e->assessment);
}

/* --- norms */

/* Is it an event for norms (standard chess; 1.4.5: three opponents who are GM, IM, WGM or WIM), and
 * far enough for a useful list? */
static bool is_about_norms(const struct site_event *e)
{
    const struct lm_tournament *t = e->t;
    uint32_t titled = 0;
    for (uint32_t i = 0; i < t->player_count; i++) {
        const char *title = t->players[i].title;
        size_t length = strlen(title);
        titled += length > 1 && (title[length - 2] == 'G' || title[length - 2] == 'I');
    }
    return titled >= 3 && e->played > 0 && 2 * e->played >= t->rounds_total &&
           t->games_per_match == 1 && lm_chess_of(t) == LM_STANDARD;
}

/* Find the players who have a norm or can still reach one, into ${e}; LM_LIMIT. */
static enum lm_status look_for_norms(struct site_event *e, struct lm_arena *arena)
{
    struct lm_norms *norms;
    if (!is_about_norms(e))
        return LM_OK;
    enum lm_status status = lm_norms_of(e->t, NULL, arena, &norms);
    for (size_t i = 0; status == LM_OK && i < norms->count; i++)
        if (norms->all[i].state != LM_NORM_MISSED)
            e->norms = norms;
    return status;
}

bool site_is_verifiable(const struct site_event *e)
{
    return e->explained && !e->pairs_teams && e->rounds > 0;
}

/* --- files for download */

/* Return "2008/00/00" of "2008/05/17", or nothing. */
static const char *public_birth(const char *birth, enum site_birth told, struct lm_arena *arena)
{
    struct lm_date date;
    struct lm_text year = lm_text_in(arena);
    if (birth == NULL || birth[0] == '\0' || told == SITE_BIRTH_NONE ||
        !lm_parse_date(birth, strlen(birth), &date))
        return "";
    lm_text_print(&year, "%04d/00/00", date.year);
    return year.failed ? "" : lm_text_string(&year);
}

/* Copy ${t} with only the birth data that the site shows. */
static enum lm_status public_tournament(const struct lm_tournament *t, enum site_birth told,
                                        struct lm_arena *arena, struct lm_tournament *out)
{
    *out = *t;
    if (told == SITE_BIRTH_DATE)
        return LM_OK;
    out->players = lm_arena_alloc(arena, t->player_count, sizeof *out->players);
    struct lm_national *nationals = lm_arena_alloc(arena, t->national_count, sizeof *nationals);
    if (out->players == NULL || nationals == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < t->player_count; i++) {
        out->players[i] = t->players[i];
        out->players[i].birth = public_birth(t->players[i].birth, told, arena);
    }
    for (size_t i = 0; i < t->national_count; i++) {
        nationals[i] = t->nationals[i];
        nationals[i].birth = public_birth(t->nationals[i].birth, told, arena);
    }
    out->nationals = nationals;
    return LM_OK;
}

static enum lm_status write_files(struct site_event *e, struct lm_arena *arena)
{
    struct lm_tournament told;
    enum lm_status status = public_tournament(e->t, e->names->birth, arena, &told);
    if (status != LM_OK)
        return status;
    static const struct site_file rows[SITE_FILES] = {
        [SITE_TRF] = {"tournament.trf", "trf26", "TRF26", NULL, 0},
        [SITE_JSON] = {"tournament.json", "json", "JSON", NULL, 0},
        [SITE_CSV] = {"tournament.csv", "csv", "CSV", NULL, 0}};
    for (size_t i = 0; i < SITE_FILES; i++) {
        struct lm_text text = lm_text_in(arena);
        e->files[i] = rows[i];
        if (lm_write(lm_format_named(rows[i].format), &told, NULL, NULL, &text) != LM_OK)
            continue;
        e->files[i].bytes = lm_text_string(&text);
        e->files[i].length = text.length;
    }
    return LM_OK;
}

/* --- the order */

/* Choose the declared order; in team events, where players are only listed, by points. */
static enum lm_status choose_order(const struct site_event *e, struct lm_arena *arena,
                                   struct lm_log *log, struct lm_standings_options *o)
{
    const struct lm_tournament *t = e->t;
    const char *how;
    *o = (struct lm_standings_options){.edition = lm_tie_break_edition_of(t),
                                       .unrated = e->names->unrated,
                                       .unrated_rating = e->names->unrated_rating};
    enum lm_status status = lm_tie_breaks_of(t, arena, log, &o->list, &o->count, &how);
    if (status == LM_OK && t->team_count > 0 && lm_tie_breaks_need_teams(o->list, o->count))
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
    enum lm_status status = choose_order(e, arena, log, &options);
    options.round = e->played;
    if (status == LM_OK && e->played > 0)
        status = lm_ranks_declared(e->t, arena, &options, &e->ranks);
    bool declared = options.as_declared;
    for (uint32_t round = 1; status == LM_OK && round <= e->played; round++) {
        bool last = round == e->played; /* notes are logged once */
        options.round = round;
        options.as_declared = declared && last;
        status = lm_standings_compute(e->t, &options, arena, last ? log : NULL, &all[round]);
    }
    e->standings = (const struct lm_standings *const *)all;
    return status;
}

enum lm_status site_see_as_paired(struct site_event *e, struct lm_arena *arena)
{
    struct lm_tournament *view = NULL;
    e->explained = e->known && lm_ids_are_teams(e->t) == e->system->teams;
    e->pairs_teams = e->explained && e->system->teams;
    e->paired = e->t;
    if (!e->pairs_teams)
        return LM_OK;
    enum lm_status status = lm_team_view(e->t, lm_game_points_first(e->t), arena, &view);
    e->paired = view;
    return status;
}

const struct site_person *site_sides(const struct site_event *e)
{
    return e->pairs_teams ? e->teams : e->people;
}

enum lm_status site_event_begin(const struct lm_tournament *t, const char *slug,
                                const struct site_names *names, struct lm_arena *arena,
                                struct lm_log *log, struct site_event **out)
{
    struct site_event *e = lm_arena_alloc(arena, 1, sizeof *e);
    if (e == NULL)
        return LM_LIMIT;
    *e = (struct site_event){.t = t, .slug = slug, .names = names};
    e->system = site_judged_by(t, &e->judged);
    if (names->run_here && e->system != NULL) {
        e->system = lm_system_of(t, NULL);
        e->judged = SITE_JUDGED;
    }
    bool known = e->judged == SITE_JUDGED;
    if (e->system == NULL)
        e->system = lm_system_named("dutch", t->start); /* for boards and scores, not for reasons */
    if (!known)
        lm_log_add(log, LM_NOTE,
                   (struct lm_place){.field = "code",
                                     .value = t->type_code[0] != '\0' ? t->type_code : t->type},
                   NULL, "the pairings are neither explained nor checked: %s",
                   site_unjudged_sentence(e, lm_english(), arena));
    e->people = name_people(t, names, arena);
    enum lm_status status = e->people == NULL ? LM_LIMIT : look_at_rounds(e, arena, log);
    if (status == LM_OK)
        status = rank_everybody(e, arena, log);
    if (status == LM_OK)
        status = rate_everybody(e, arena);
    if (status == LM_OK)
        status = look_for_norms(e, arena);
    if (status == LM_OK)
        status = write_files(e, arena);
    e->known = known;
    if (status == LM_OK)
        status = site_see_as_paired(e, arena);
    if (status == LM_OK)
        *out = e;
    return status;
}

enum lm_status site_event_in(const struct site_event *e, const struct site_names *names,
                             struct lm_arena *arena, struct site_event **out)
{
    struct site_event *own = lm_arena_alloc(arena, 1, sizeof *own);
    if (own == NULL)
        return LM_LIMIT;
    *own = *e;
    own->names = names;
    own->people = name_people(e->t, names, arena);
    if (e->teams != NULL)
        own->teams = site_name_teams(e->t, names, arena);
    if (own->people == NULL || (e->teams != NULL && own->teams == NULL))
        return LM_LIMIT;
    *out = own;
    return LM_OK;
}

enum lm_status site_event_new(const struct lm_tournament *t, const char *slug,
                              const struct site_names *names, struct lm_arena *arena,
                              struct lm_log *log, struct site_event **out)
{
    enum lm_status status = site_event_begin(t, slug, names, arena, log, out);
    if (status == LM_OK && (*out)->rounds > 0 && (*out)->explained)
        status = site_explain(*out, (*out)->rounds, arena, &(*out)->last);
    return status;
}
