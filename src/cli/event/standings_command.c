/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/event/standings_command.h"
#include "cli/event/standings_views.h"
#include "limmat/answers.h"
#include "limmat/formats.h"

enum {
    ORDER,
    ROUND,
    FORMAT,
    CROSSTABLE,
    CARDS,
    STATISTICS,
    CATEGORY,
    PLAYER,
    SHAPE,
    EDITION,
    SCHEDULE,
    TEAMS,
    SEED,
    UNRATED,
    AS_SENT,
    WIDTH,
    LIST,
    OUT,
    STRICT
};
enum { AS_TEXT, AS_JSON, AS_CSV, AS_HTML, AS_TRF };

static const struct option options[] =
    {[ORDER] = {'t', "tie-breaks", TEXT, "LIST", 0, 0,
                "order by these codes: PTS,DE,BH/C1,BH,SB; by the file when not given"},
     [ROUND] = ROUND_OPTION("after this round instead of the last one"),
     [FORMAT] = {'f', "format", CHOICE, "text|json|csv|html|trf", 0, 0,
                 "output format; trf: FILE with ranks, points and tie-breaks declared"},
     [CROSSTABLE] = {0, "crosstable", SWITCH, NULL, 0, 0, "show who played whom, with results"},
     [CARDS] = {0, "cards", SWITCH, NULL, 0, 0, "show each player's card, round by round"},
     [STATISTICS] = {0, "statistics", SWITCH, NULL, 0, 0,
                     "show statistics: results by colour and round, surprises, colours, floats"},
     [CATEGORY] =
         {0, "category", TEXT, "CATEGORY", 0, 0,
          "only players of a category: 'sex=w', U18, 'fed=SUI & rating<2000', 'Seniors: S60'"},
     [PLAYER] = {'p', "player", TEXT, "TPN|NAME", 0, 0, "show only this player"},
     [SHAPE] =
         {0, "shape", CHOICE, "file|swiss|round-robin", 0, 0,
          "columns of a crosstable: rounds or opponents; by the pairing system when not given"},
     [EDITION] = EDITION_OPTION,
     [SCHEDULE] = SCHEDULE_OPTION,
     [TEAMS] = TEAMS_OPTION,
     [SEED] = SEED_OPTION,
     [UNRATED] = UNRATED_OPTION,
     [AS_SENT] = AS_SENT_OPTION,
     [WIDTH] = {0, "width", NUMBER, "COLUMNS", 20, 10000,
                "width of text; when not given, the terminal's, and as needed in files"},
     [LIST] = {0, "list", SWITCH, NULL, 0, 0, "list the tie-breaks instead; takes no FILE"},
     [OUT] = OUT_OPTION,
     [STRICT] = STRICT_OPTION,
     {0}};

/* --- computation options: also used by explain */

enum lm_status read_unrated(struct run *run, const char *text, enum lm_unrated *unrated,
                            int32_t *rating)
{
    if (text == NULL || lm_unrated_named(text, unrated, rating))
        return LM_OK;
    return fail(
        run->log, LM_INVALID,
        "--unrated %s: give \"drop\", or the rating from 1 to 4000 that unrated players count as",
        text);
}

static uint32_t sent_rank(const struct lm_standings *s, uint32_t participant)
{
    return s->options.teams ? s->t->teams[participant].rank
                            : s->t->players[participant].declared_rank;
}

/* Let ${o} keep the ranks of ${t}; the tie-breaks beside them are those of ${list}, if any. */
static enum lm_status take_sent_ranks(struct run *run, const struct lm_tournament *t,
                                      const char *list, struct lm_standings_options *o)
{
    enum lm_ranks_from from = LM_RANKS_NONE;
    struct lm_standings_options sent = *o;
    sent.round = o->round == 0 ? t->rounds_paired : o->round;
    enum lm_status status = sent.round == t->rounds_paired && sent.round > 0
                                ? lm_ranks_declared(t, run->arena, &sent, &from)
                                : LM_OK;
    if (status == LM_OK && from == LM_RANKS_NONE)
        return lm_log_add(run->log, LM_ERROR, (struct lm_place){.field = "--as-sent"},
                          "leave out --as-sent", "the file has no ranks after this round");
    if (status == LM_OK && list == NULL)
        *o = sent;
    o->as_declared = true;
    return status;
}

enum lm_status compute_standings(struct run *run, const struct lm_tournament *t, const char *list,
                                 const char *edition, struct lm_standings_options o,
                                 struct lm_standings **s)
{
    if (o.round > t->rounds_paired)
        return lm_log_add(run->log, LM_ERROR, (struct lm_place){.field = "round"},
                          t->rounds_paired == 0 ? "leave out -r" : "name one of them",
                          "round %u not found; %u rounds are recorded", o.round, t->rounds_paired);
    o.edition = lm_tie_break_edition_of(t);
    if (edition != NULL && !lm_tie_break_edition_named(edition, &o.edition))
        return fail(run->log, LM_INVALID,
                    "unknown edition \"%s\"; use tb-2009, c07-2023 or c07-2026", edition);
    bool as_sent = o.as_declared;
    o.as_declared = false;
    enum lm_status status = lm_standings_order(t, list, run->arena, run->log, &o);
    if (status == LM_OK && as_sent)
        status = take_sent_ranks(run, t, list, &o);
    return status == LM_OK ? lm_standings_compute(t, &o, run->arena, run->log, s) : status;
}

void note_sent_ranks(struct run *run, const struct lm_standings *s)
{
    uint32_t others = 0, tied;
    bool last = s->options.round == s->t->rounds_paired && !s->options.as_declared;
    if (!last || (!s->options.teams && lm_rank_use(s->t) != LM_RANKS_PLACES))
        return;
    for (uint32_t place = 0; place < s->ranked; place += tied) {
        uint32_t rank = s->rank[s->order[place]];
        for (tied = 1; place + tied < s->ranked && s->rank[s->order[place + tied]] == rank; tied++)
            continue;
        for (uint32_t i = place; i < place + tied; i++) {
            uint32_t sent = sent_rank(s, s->order[i]);
            others += sent != 0 && (sent < rank || sent >= rank + tied);
        }
    }
    if (others > 0)
        lm_log_add(run->log, LM_NOTE, (struct lm_place){.field = "rank"},
                   "--as-sent keeps the file's ranks",
                   "these ranks were computed; %u differ from the file's", others);
}

/* --- views */

static struct {
    int option;
    struct sheet (*sheet)(const struct view *v);
    void (*put)(const struct view *v, struct lm_json_writer *w);
} const views[] = {{STATISTICS, statistics_sheet, put_statistics},
                   {CARDS, cards_sheet, put_crosstable},
                   {CROSSTABLE, crosstable_sheet, put_crosstable},
                   {-1, standings_sheet, put_standings}};

/* Return the row of the view asked for; by default the last one. */
static enum lm_status choose_view(const struct run *run, size_t *view)
{
    size_t asked = 0;
    *view = sizeof views / sizeof *views - 1;
    for (size_t i = 0; views[i].option >= 0; i++)
        if (run->values[views[i].option].text != NULL) {
            *view = i;
            asked++;
        }
    if (asked > 1)
        return fail(run->log, LM_INVALID, "give only one of --crosstable, --cards, --statistics");
    return LM_OK;
}

/* Show only the participant with the number ${wanted}. */
static enum lm_status choose_one(struct run *run, struct view *v, int64_t wanted)
{
    for (uint32_t i = 0; i < v->members.count; i++)
        if (lm_participant_number(v->s, v->members.order[i]) == wanted) {
            v->members.order += i;
            v->members.count = 1;
            return LM_OK;
        }
    return fail(run->log, LM_INVALID, "no player has the number %u%s", (uint32_t)wanted,
                v->category == NULL ? "" : " in the category");
}

static enum lm_status fill_view(struct run *run, struct lm_standings *s, struct view *v)
{
    const struct value *values = run->values;
    const struct lm_place place = {.field = "--category"};
    struct lm_crosstable *c;
    int64_t wanted = 0;
    enum lm_status status = LM_OK;
    *v = (struct view){.arena = run->arena, .s = s, .csv = values[FORMAT].number == AS_CSV};
    if (values[CATEGORY].text != NULL)
        status =
            lm_category_parse(values[CATEGORY].text, place, run->arena, run->log, &v->category);
    if (status == LM_OK)
        status = lm_category_rank(s, v->category, run->arena, run->log, &v->members);
    if (status == LM_OK && values[PLAYER].text != NULL)
        status = number_called(s->t, values[PLAYER].text, run, &wanted);
    if (status == LM_OK && values[PLAYER].text != NULL)
        status = choose_one(run, v, wanted);
    if (status == LM_OK)
        status = lm_crosstable_new(s, run->arena, &c);
    if (status != LM_OK)
        return status;
    enum { AS_PAIRED, SWISS };
    v->c = c;
    v->each = values[SHAPE].number == AS_PAIRED ? c->everybody : values[SHAPE].number != SWISS;
    return LM_OK;
}

static enum lm_status write_view(struct run *run, size_t view, const struct view *v)
{
    bool plain = views[view].option < 0 && v->members.count == v->s->count && v->category == NULL;
    if (run->values[FORMAT].number == AS_JSON && plain) {
        lm_answer_standings(v->s, &run->out);
        return lm_text_status(&run->out);
    }
    if (run->values[FORMAT].number == AS_JSON) {
        struct lm_json_writer w = lm_json_writer_to(&run->out, false);
        lm_json_begin(&w, NULL, '{');
        views[view].put(v, &w);
        lm_json_end(&w, '}');
        lm_text_add_char(&run->out, '\n');
        return lm_text_status(&run->out);
    }
    struct sheet sheet = views[view].sheet(v);
    if (run->values[FORMAT].number == AS_HTML)
        return sheet_write_html(&sheet, &run->out);
    if (run->values[FORMAT].number == AS_CSV)
        sheet_write_csv(&sheet, &run->out);
    else
        write_sheet_text(&sheet, line_width_of(run, &run->values[WIDTH]), &run->out);
    return lm_text_status(&run->out);
}

/* Write FILE itself, with the declarations that it should have. */
static enum lm_status write_trf(struct run *run, const struct lm_standings *s,
                                struct lm_tournament *t)
{
    if (s->options.round != t->rounds_paired)
        return fail(run->log, LM_INVALID,
                    "a file can declare standings only after its last round, which is %u",
                    t->rounds_paired);
    enum lm_status status = lm_standings_declare(s, t);
    return status == LM_OK ? lm_write(lm_format_named("trf26"), t, NULL, run->log, &run->out)
                           : status;
}

static enum lm_status list_tie_breaks(struct run *run)
{
    struct table table = table_new(run->arena, "llll");
    const struct lm_tie_break_kind *kind;
    for (size_t i = 0; (kind = lm_tie_break_kind_at(i)) != NULL; i++) {
        table_add(&table, kind->code);
        table_add(&table, kind->modifiers);
        table_add(&table, kind->name);
        table_add(&table, kind->article);
    }
    table_write(&table, &run->out);
    return LM_OK;
}

static enum lm_status standings(struct run *run)
{
    const struct value *values = run->values;
    if (values[LIST].text != NULL)
        return list_tie_breaks(run);
    if (run->operand_count == 0)
        return fail(run->log, LM_INVALID,
                    "standings: FILE is missing; see `limmat help standings`");
    size_t view;
    struct view shown;
    struct lm_tournament *t;
    struct lm_standings *s;
    struct lm_standings_options o = {.round = (uint32_t)values[ROUND].number,
                                     .teams = values[TEAMS].text != NULL,
                                     .schedule = (enum lm_schedule)values[SCHEDULE].number,
                                     .seed = (uint64_t)values[SEED].number,
                                     .as_declared = values[AS_SENT].text != NULL};
    run->destination = values[OUT].text;
    enum lm_status status = choose_view(run, &view);
    if (status == LM_OK)
        status = read_unrated(run, values[UNRATED].text, &o.unrated, &o.unrated_rating);
    if (status == LM_OK)
        status = load_tournament(run->operands[0], values[STRICT].text != NULL, run->arena,
                                 run->log, &t);
    if (status == LM_OK)
        status = compute_standings(run, t, values[ORDER].text, values[EDITION].text, o, &s);
    if (status == LM_OK && values[ORDER].text == NULL)
        note_sent_ranks(run, s);
    if (status == LM_OK && values[FORMAT].number == AS_TRF)
        return write_trf(run, s, t);
    if (status == LM_OK)
        status = fill_view(run, s, &shown);
    return status == LM_OK ? write_view(run, view, &shown) : status;
}

const struct command standings_command = {
    .name = "standings",
    .operands = "FILE",
    .summary = "rank the players after a round, by the tie-breaks of FIDE's C.07 and older ones",
    .description =
        "The order is the first of these: -t, the file's record 212, points and its record 202,\n"
        "the usual order for such an event.  Remaining ties are shown as ties.\n"
        "\n"
        "Codes are those of TRF26: BH, BH/C1, BH/M1, SB/C1/P, KS/L+2, BH:GP; --list names all.\n"
        "--as-sent keeps the ranks of the file; otherwise a note says if they differ.  LOT at the\n"
        "end breaks every tie by lots: those of the file, or drawn from --seed.\n"
        "\n"
        "A category is a condition, with an optional name before a colon: sex=w, U18 and S60 (by\n"
        "the year of birth), age<18 (on 1 January), born>=2008-05-01, fed=SUI,LIE, rating<2000,\n"
        "title=GM, club=..., team=..., number<=20, joined by & and |, negated by !; title alone\n"
        "means players with a title.  Ranks in the category are shown beside overall ranks.",
    .example = "limmat standings -t PTS,DE,BH/C1,BH,SB -r 5 open.trf\n"
               "limmat standings --crosstable -f html -o crosstable.html open.trf\n"
               "limmat standings --category 'Women U18: sex=w & U18' open.trf",
    .options = options,
    .least = 0,
    .most = 1,
    .run = standings,
};
