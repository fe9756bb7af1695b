/* SPDX-License-Identifier: Apache-2.0 */

/* `limmat norms`: players who have a norm, players who can still get one, and why others cannot. */

#include "limmat/norms.h"

#include <string.h>

#include "cli/event/sheet_text.h"
#include "limmat/json.h"

enum { PLAYER, EVENT, EVERYBODY, FORMAT, WIDTH, OUT, STRICT };
enum { AS_TEXT, AS_JSON, AS_CSV, AS_HTML };

static const struct option options[] = {
    [PLAYER] = {'p', "player", TEXT, "TPN|NAME", 0, 0, "explain this player, article by article"},
    [EVENT] = {0, "event", CHOICE, "ordinary|national|national-teams|zonal|world-teams|world-cup",
               0, 0, "kind of event, if 1.4.1b or 1.4.3 require less"},
    [EVERYBODY] = {0, "all", SWITCH, NULL, 0, 0, "also show norms out of reach, with reasons"},
    [FORMAT] = {'f', "format", CHOICE, "text|json|csv|html", 0, 0, "output format"},
    [WIDTH] = {0, "width", NUMBER, "COLUMNS", 20, 10000,
               "width of text; when not given, the terminal's, and as needed in files"},
    [OUT] = OUT_OPTION,
    [STRICT] = STRICT_OPTION,
    {0}};

/* The data of the printout. */
struct view {
    struct run *run;
    struct lm_arena *arena;
    const struct lm_tournament *t;
    const struct lm_norms *norms;
    uint32_t player; /* LM_NOBODY: all */
    bool everybody;
};

static const char *const states[] = {
    [LM_NORM_MISSED] = "missed", [LM_NORM_POSSIBLE] = "possible", [LM_NORM_REACHED] = "reached"};

static const char *title_of(const struct view *v, const struct lm_norm *norm)
{
    return v->norms->rules->demands[norm->title].name;
}

static bool is_shown(const struct view *v, const struct lm_norm *norm)
{
    if (v->player != LM_NOBODY)
        return norm->player == v->player;
    return v->everybody || norm->state != LM_NORM_MISSED;
}

static const char *points_of(const struct view *v, int32_t tenths)
{
    struct lm_text text = lm_text_in(v->arena);
    lm_text_add_tenths(&text, tenths);
    return lm_text_string(&text);
}

/* Append ${told} after the text already there. */
static void add_clause(struct lm_text *out, const struct lm_message *told)
{
    out->failed |= told == NULL;
    if (told != NULL)
        lm_text_print(out, "%s%s", out->length > 0 ? "; " : "", told->text);
}

static void add_remarks(const struct view *v, const struct lm_norm *norm, struct lm_text *out)
{
    for (unsigned remark = LM_NORM_WINS_IGNORED; remark <= LM_NORM_NOT_SEARCHED; remark *= 2)
        if (norm->remarks & remark)
            add_clause(out, lm_norm_remark_message((enum lm_norm_remark)remark, v->arena));
}

/* Append "2.5 points of the next 3 games are needed, against the best: 4 Meier, Anna; 7 …". */
static void add_hope(const struct view *v, const struct lm_norm *norm, struct lm_text *out)
{
    add_clause(out, lm_norm_chance_message(norm, v->arena));
    for (uint32_t i = 0; i < norm->chance.games; i++) {
        const struct lm_player *opponent = &v->t->players[norm->chance.opponents[i]];
        lm_text_print(out, "%s%u %s", i == 0 ? ": " : ", ", opponent->tpn, opponent->name);
    }
}

static void add_failures(const struct view *v, const struct lm_norm *norm, struct lm_text *out)
{
    for (enum lm_norm_article a = 0; a < LM_NORM_ARTICLES; a++) {
        const struct lm_norm_check *check = &norm->checks[a];
        if (check->met || !check->asked)
            continue;
        add_clause(out, lm_norm_message(v->norms, norm, a, v->arena));
        lm_text_print(out, " (%s)", lm_norm_article_number(a, (enum lm_norm_title)norm->title));
    }
}

static const char *why(const struct view *v, const struct lm_norm *norm)
{
    struct lm_text text = lm_text_in(v->arena);
    if (norm->state == LM_NORM_REACHED)
        lm_text_print(&text, "counts as %u games", norm->counts_as);
    if (norm->state == LM_NORM_POSSIBLE)
        add_hope(v, norm, &text);
    if (norm->state == LM_NORM_MISSED && v->norms->played < v->norms->rounds)
        lm_text_add(&text, "out of reach of the rounds to come");
    if (norm->state == LM_NORM_MISSED)
        add_failures(v, norm, &text);
    add_remarks(v, norm, &text);
    return lm_text_string(&text);
}

/* --- sheets */

static void add_row(struct sheet *sheet, const struct view *v, const struct lm_norm *norm)
{
    const struct lm_player *player = &v->t->players[norm->player];
    sheet_print(sheet, "%u", player->tpn);
    sheet_add(sheet, player->name);
    sheet_add(sheet, title_of(v, norm));
    sheet_add(sheet, states[norm->state]);
    sheet_print(sheet, "%u", norm->games);
    sheet_add(sheet, points_of(v, norm->tenths));
    sheet_print(sheet, "%d", norm->average);
    sheet_print(sheet, "%d", norm->performance);
    if (norm->state == LM_NORM_POSSIBLE)
        sheet_print(sheet, "%s of %u", points_of(v, norm->chance.tenths), norm->chance.games);
    else
        sheet_add(sheet, "");
    sheet_add(sheet, why(v, norm));
}

static void add_norms(struct sheet *sheet, const struct view *v, bool csv)
{
    static const struct {
        const char *head, *name, *member, *look;
        char fit;
    } columns[] = {{"No.", "", "tpn", "n", SHEET_KEEP},
                   {"Name", "", "name", "k", SHEET_SHRINK},
                   {"Norm", "", "norm", "", SHEET_KEEP},
                   {"State", "", "state", "", SHEET_KEEP},
                   {"Games", "games that count", "games", "n", SHEET_DROP},
                   {"Pts", "points of those games", "points", "n", SHEET_DROP + 1},
                   {"Ra", "rating average of opponents", "average", "n", SHEET_DROP + 2},
                   {"Rp", "rating performance", "performance", "n", SHEET_DROP + 2},
                   {"Needs", "points of games to come", "needs", "", SHEET_KEEP},
                   {"Why", "", "why", "w", SHEET_SHRINK}};
    sheet_table(sheet, "", "");
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        sheet_column(sheet, csv ? columns[i].member : columns[i].head, csv ? "" : columns[i].name,
                     columns[i].look, columns[i].fit);
    for (size_t i = 0; i < v->norms->count; i++)
        if (is_shown(v, &v->norms->all[i]))
            add_row(sheet, v, &v->norms->all[i]);
}

static void add_articles(struct sheet *sheet, const struct view *v, const struct lm_norm *norm)
{
    struct lm_text heading = lm_text_in(v->arena);
    lm_text_print(&heading, "%s: %s", title_of(v, norm), states[norm->state]);
    sheet_table(sheet, lm_text_string(&heading), why(v, norm));
    sheet_column(sheet, "Article", "", "", SHEET_KEEP);
    sheet_column(sheet, "Met", "", "", SHEET_KEEP);
    sheet_column(sheet, "", "", "w", SHEET_KEEP);
    for (enum lm_norm_article a = 0; a < LM_NORM_ARTICLES; a++) {
        const struct lm_message *told = lm_norm_message(v->norms, norm, a, v->arena);
        if (!norm->checks[a].asked)
            continue;
        sheet_add(sheet, lm_norm_article_number(a, (enum lm_norm_title)norm->title));
        sheet_add(sheet, norm->checks[a].met ? "yes" : "no");
        sheet_add(sheet, told == NULL ? "" : told->text);
    }
}

/* Is there no norm to show? */
static bool is_empty(const struct view *v)
{
    for (size_t i = 0; i < v->norms->count; i++)
        if (is_shown(v, &v->norms->all[i]))
            return false;
    return true;
}

static struct sheet sheet_of(const struct view *v, bool csv)
{
    struct lm_text subtitle = lm_text_in(v->arena);
    lm_text_print(&subtitle, "Norms after round %u of %u", v->norms->played, v->norms->rounds);
    if (v->player != LM_NOBODY)
        lm_text_print(&subtitle, ": %s", v->t->players[v->player].name);
    if (is_empty(v))
        lm_text_add(&subtitle, v->player != LM_NOBODY || v->everybody
                                   ? ": no higher title to check"
                                   : ": none reached or possible; --all gives the reasons");
    struct sheet sheet = sheet_new(v->arena, v->t->name, lm_text_string(&subtitle));
    sheet.legend = v->norms->rules->title;
    if (v->player == LM_NOBODY || csv) {
        add_norms(&sheet, v, csv);
        return sheet;
    }
    for (size_t i = 0; i < v->norms->count; i++)
        if (is_shown(v, &v->norms->all[i]))
            add_articles(&sheet, v, &v->norms->all[i]);
    return sheet;
}

/* --- JSON */

static const char *const article_members[] = {
    [LM_NORM_GAMES] = "games",     [LM_NORM_FOREIGN] = "foreign_federations",
    [LM_NORM_OWN] = "own",         [LM_NORM_ONE] = "one",
    [LM_NORM_HOLDERS] = "holders", [LM_NORM_REQUIRED] = "required",
    [LM_NORM_PLAYERS] = "players", [LM_NORM_AVERAGE] = "average",
    [LM_NORM_SCORE] = "score",     [LM_NORM_PERFORMANCE] = "performance"};

static void put_check(const struct lm_norm *norm, enum lm_norm_article a, struct lm_json_writer *w)
{
    const struct lm_norm_check *check = &norm->checks[a];
    if (!check->asked)
        return;
    lm_json_begin_inline(w, article_members[a], '{');
    lm_json_put_string(w, "article", lm_norm_article_number(a, (enum lm_norm_title)norm->title));
    lm_json_put_boolean(w, "met", check->met);
    if (a == LM_NORM_SCORE) {
        lm_json_put_tenths(w, "have", check->have);
        lm_json_put_tenths(w, "need", check->need);
    } else {
        lm_json_put_integer(w, "have", check->have);
        lm_json_put_integer(w, "need", check->need);
    }
    lm_json_end(w, '}');
}

static void put_hope(const struct view *v, const struct lm_norm *norm, struct lm_json_writer *w)
{
    lm_json_begin_inline(w, "needs", '{');
    lm_json_put_tenths(w, "points", norm->chance.tenths);
    lm_json_put_integer(w, "games", norm->chance.games);
    lm_json_begin_inline(w, "opponents", '[');
    for (uint32_t i = 0; i < norm->chance.games; i++)
        lm_json_put_integer(w, NULL, v->t->players[norm->chance.opponents[i]].tpn);
    lm_json_end(w, ']');
    lm_json_end(w, '}');
}

static void put_remarks(const struct lm_norm *norm, struct lm_json_writer *w)
{
    static const char *const names[] = {"wins_ignored",   "later_ignored", "eight_as_nine",
                                        "last_forfeited", "exempt",        "exempt_swiss",
                                        "not_searched"};
    lm_json_begin_inline(w, "remarks", '[');
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (norm->remarks & (1u << i))
            lm_json_put_string(w, NULL, names[i]);
    lm_json_end(w, ']');
}

static void put_norm(const struct view *v, const struct lm_norm *norm, struct lm_json_writer *w)
{
    const struct lm_player *player = &v->t->players[norm->player];
    lm_json_begin(w, NULL, '{');
    lm_json_put_integer(w, "tpn", player->tpn);
    lm_json_put_string(w, "name", player->name);
    lm_json_put_string(w, "norm", title_of(v, norm));
    lm_json_put_string(w, "state", states[norm->state]);
    if (norm->state == LM_NORM_REACHED)
        lm_json_put_integer(w, "counts_as", norm->counts_as);
    lm_json_begin_inline(w, "rounds", '[');
    for (uint32_t i = 0; i < norm->games; i++)
        lm_json_put_integer(w, NULL, norm->rounds[i]);
    lm_json_end(w, ']');
    lm_json_put_tenths(w, "points", norm->tenths);
    lm_json_put_integer(w, "average", norm->average);
    lm_json_put_integer(w, "performance", norm->performance);
    if (norm->raised > 0)
        lm_json_put_integer(w, "raised", norm->raised);
    put_remarks(norm, w);
    if (norm->state == LM_NORM_POSSIBLE)
        put_hope(v, norm, w);
    lm_json_begin(w, "articles", '{');
    for (enum lm_norm_article a = 0; a < LM_NORM_ARTICLES; a++)
        put_check(norm, a, w);
    lm_json_end(w, '}');
    lm_json_put_string(w, "why", why(v, norm));
    lm_json_end(w, '}');
}

static void write_json(const struct view *v, struct lm_text *out)
{
    struct lm_json_writer w = lm_json_writer_to(out, false);
    const struct lm_norm_field *field = &v->norms->field;
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "tournament", v->t->name);
    lm_json_put_string(&w, "rules", v->norms->rules->name);
    lm_json_put_string(&w, "event", lm_norm_event_name(v->norms->event));
    lm_json_put_integer(&w, "rounds", v->norms->rounds);
    lm_json_put_integer(&w, "played", v->norms->played);
    lm_json_put_boolean(&w, "predetermined", v->norms->predetermined);
    lm_json_begin_inline(&w, "field", '{');
    lm_json_put_boolean(&w, "asked", field->asked);
    lm_json_put_boolean(&w, "met", field->met);
    lm_json_put_integer(&w, "foreigners", field->foreigners);
    lm_json_put_integer(&w, "federations", field->federations);
    lm_json_put_integer(&w, "titled", field->titled);
    lm_json_end(&w, '}');
    lm_json_begin(&w, "norms", '[');
    for (size_t i = 0; i < v->norms->count; i++)
        if (v->player == LM_NOBODY || v->norms->all[i].player == v->player)
            put_norm(v, &v->norms->all[i], &w);
    lm_json_end(&w, ']');
    lm_json_end(&w, '}');
}

/* --- the command */

/* Note assumptions, and what could not be judged. */
static void note(const struct view *v)
{
    struct lm_log *log = v->run->log;
    struct lm_date start;
    if (lm_parse_date(v->t->start, strlen(v->t->start), &start) &&
        lm_day_of(start) < v->norms->rules->in_force)
        lm_log_add(log, LM_NOTE, (struct lm_place){0}, NULL,
                   "the event is older than the rules that judge it: %s", v->norms->rules->title);
    if (v->t->rounds_total == 0)
        lm_log_add(
            log, LM_NOTE, (struct lm_place){0}, NULL,
            "the file does not give the number of rounds; the recorded rounds are taken as all");
}

static enum lm_status choose_player(struct run *run, struct view *v)
{
    int64_t tpn;
    const char *who = run->values[PLAYER].text;
    v->player = LM_NOBODY;
    if (who == NULL)
        return LM_OK;
    enum lm_status status = number_called(v->t, who, run, &tpn);
    return status == LM_OK ? find_player(v->t, tpn, run->log, &v->player) : status;
}

static enum lm_status norms(struct run *run)
{
    struct lm_tournament *t;
    struct lm_norms *found;
    struct lm_norm_options o = {.event = (enum lm_norm_event)run->values[EVENT].number};
    run->destination = run->values[OUT].text;
    enum lm_status status = load_tournament(run->operands[0], run->values[STRICT].text != NULL,
                                            run->arena, run->log, &t);
    struct view v = {.run = run, .arena = run->arena, .t = NULL};
    v.everybody = run->values[EVERYBODY].text != NULL;
    if (status == LM_OK) {
        v.t = t;
        status = choose_player(run, &v);
    }
    if (status == LM_OK)
        status = lm_norms_of(t, &o, run->arena, &found);
    if (status != LM_OK)
        return status;
    v.norms = found;
    note(&v);
    int64_t format = run->values[FORMAT].number;
    if (format == AS_JSON) {
        write_json(&v, &run->out);
        return lm_text_status(&run->out);
    }
    struct sheet sheet = sheet_of(&v, format == AS_CSV);
    if (format == AS_HTML)
        return sheet_write_html(&sheet, &run->out);
    if (format == AS_CSV)
        sheet_write_csv(&sheet, &run->out);
    else
        write_sheet_text(&sheet, line_width_of(run, &run->values[WIDTH]), &run->out);
    return lm_text_status(&run->out);
}

const struct command norms_command = {
    .name = "norms",
    .operands = "FILE",
    .summary = "show title norms, reached and possible, with reasons",
    .description =
        "Norms for GM, IM, WGM and WIM by article 1.4 of the FIDE Title Regulations (B.01): which\n"
        "games count, federations and titles of the opponents, their average with the floor of\n"
        "one, score and performance.  During the event it shows how many points from the\n"
        "remaining rounds would make a norm, and against which opponents; with -p every article.\n"
        "\n"
        "Ratings, titles and federations are those of FILE.  Conditions that only the organisers\n"
        "can confirm are not judged: arbiters, hours a day, registration.  docs/norms.md has the\n"
        "readings of the articles.",
    .example = "limmat norms open.trf\n"
               "limmat norms -p 17 open.trf\n"
               "limmat norms --event national -f json championship.trf",
    .options = options,
    .least = 1,
    .most = 1,
    .run = norms,
};
